"""A game recorded while it is played: what is typed, line by line, becomes the events of a log.

Pure: `Recorder` is given lines and answers with lines and with the text of the log; who reads and saves is the command line's.
"""
