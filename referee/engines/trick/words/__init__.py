"""The words of the trick family: one small function a word, found in a literal table."""
