"""How things happen at the table: the state, and what may be wrong with an event."""
