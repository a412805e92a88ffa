"""Everything that families share: cards, events, findings, formulas, the Family protocol and the fold.

Standard library only, and pure: no clock, no dice, no disk, no print.
"""
