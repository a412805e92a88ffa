"""Games played rather than judged: at random, move by move, under two sets of rules."""
