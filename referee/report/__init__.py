"""Answers as text: each command has a table FORMATS of functions from data to lines. Nothing here prints."""
