"""The rules in words, claims and doubts, coverage, and whether a ruleset is sound."""
