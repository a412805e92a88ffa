"""The meld family: players take and discard cards until the hand of one of them falls into melds.

What a meld is stands in `words/`; `arrange` finds the best arrangement of a hand; `rules/` make things happen; `Game` answers.
"""
