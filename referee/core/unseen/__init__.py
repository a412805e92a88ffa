"""What a log leaves out, and what can be said all the same. Nothing here knows a game."""
