"""What may be wrong with an event, and what it does to the state."""
