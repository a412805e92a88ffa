"""Many hands at a time: how a corpus is judged where NumPy is installed.

Where the hands of a log are among its items, in short forms or one card per item, is found once for all logs that have the same
keys in the same order (`layout`). Their cards, bids and claims become columns of numbers (`written`), and all of them are asked
the same questions at once (`hands`): was each card in that hand, might it be played (`play_words`), who took the trick
(`tricks`), what is it worth (`points`). The `batch` then gives the result of each log, up to the first hand in which anything
is irregular. From there on the log is judged event by event.
"""
