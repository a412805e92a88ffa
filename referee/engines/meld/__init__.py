"""The meld family: players take and discard cards until the hand of one of them falls into melds.

What a meld is stands in `words/`; `arrange` finds the best arrangement of a hand; `deals`, `turns` and `shows` make things
happen; `Game` answers.
"""
