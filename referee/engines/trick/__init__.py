"""The trick family: each player plays a card, and one of them wins the trick.

A rule is a word with an argument (`words/`); `TrickRules` compiles them, `rules/` makes things happen, `TrickGame` answers.
"""
