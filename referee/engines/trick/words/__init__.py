"""The words of the trick family: one small function per word, found in a literal table."""
