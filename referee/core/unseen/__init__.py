"""Reasoning about everything that a log leaves out. Nothing here knows a game."""
