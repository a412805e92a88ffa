"""From a log to events and positions."""
