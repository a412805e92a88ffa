"""The conspiracy family: players control groups in a power structure and attack groups with them.

A rule is a number or a reading in the ruleset, a card is data in words of a closed vocabulary (`words/pack`);
`CompiledRules` compiles them, the modules of `rules/` make things happen, `Game` answers.
"""
