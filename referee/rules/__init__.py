"""Rulesets: found, extended, patched and compiled, and what they say."""
