"""The conspiracy family: players control groups in a power structure and attack other groups with them.

A rule is a number or a reading in the ruleset. A card is data in words of a closed vocabulary (`words/pack`).
`ConspiracyRules` compiles them, the modules of `rules/` apply them, and `ConspiracyGame` answers questions.
"""
