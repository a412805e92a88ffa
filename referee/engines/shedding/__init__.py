"""The shedding family: players get rid of their cards by matching the top card of a pile.

Special cards change whose turn it is, name a suit or make others draw.
"""
