"""Log items to events, and states written out."""
