"""The course of a game at the table: the state, and what may be wrong with an event."""
