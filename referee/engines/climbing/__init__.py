"""The climbing family: players play combinations, each higher than the one before, until their hands are empty.

What a combination is, and which beats which, stands in `combinations`; `hands` and `plays` make things happen.
"""
