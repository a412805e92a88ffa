"""Judging a log: reading it, folding it over its rules, and the verdict."""
