"""Many hands at a time: how a corpus is judged where NumPy is installed.

Where the hands of a log are among its items, in short forms or one card per item, is found once for all logs that have the same
keys in the same order; their cards and bids become columns of numbers. All of them are asked the same questions at
once: might each card be played, who took the trick (`hands`), was each bid allowed, what is the hand worth (`batch`). A log in
which anything is irregular is judged event by event.
"""
