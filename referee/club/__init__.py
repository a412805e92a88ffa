"""Many games of the same people: who played what, how it went, who is how strong, and what was disputed."""
