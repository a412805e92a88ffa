"""What the words of a climbing ruleset mean: the rules compiled, combinations, scoring."""
