"""What may be played, how a turn goes and how a round ends: what may be wrong with an event, and what it does."""
