"""The fishing family: players capture open cards with cards from hand, by value and by sum, and build stockpiles.

Effect words say what Luminaries do; `Game` answers.
"""
