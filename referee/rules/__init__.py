"""Rulesets: found, extended, patched and compiled, and put into words."""
