"""The rules in sentences, what a log claims and leaves open, and whether a ruleset is sound."""
