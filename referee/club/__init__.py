"""Many games of the same people: who played what, how it went, how strong everybody is, and what was disputed."""
