"""Faults of an event, and its effect on the state."""
