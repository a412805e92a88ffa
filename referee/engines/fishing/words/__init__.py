"""Meaning of the words of the family."""
