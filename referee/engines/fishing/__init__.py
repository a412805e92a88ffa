"""The fishing family: players capture open cards with cards from hand, by value and by sum, and build stockpiles.

What Luminaries do is told in effect words; `Game` answers.
"""
