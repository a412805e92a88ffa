"""Many hands at a time: how a corpus is judged where NumPy is installed.

The hands of many logs that are written plainly (a whole deal, every pass and bid, whole tricks) become columns of numbers
(`written`), and the same questions are asked of all of them at once (`hands`): was each card in that hand, might it be played
(`play_words`), who took the trick (`tricks`), what is it worth (`points`). The `batch` then lets them happen log by log, up
to the first hand in which anything is irregular: from there on the log is judged card by card.
"""
