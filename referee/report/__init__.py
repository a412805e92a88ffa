"""Answers as text: for each command a table FORMATS of functions from data to lines. Nothing here prints."""
