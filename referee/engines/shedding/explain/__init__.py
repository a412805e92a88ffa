"""The rules in words, claims and doubts, and whether a ruleset is sound."""
