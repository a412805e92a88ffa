"""Events as they happen at the table: what may be wrong with them, and what they do to the state."""
