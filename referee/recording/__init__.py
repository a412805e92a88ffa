"""A game recorded while it is played: the lines that are typed become the events of a log.

Pure: `Recorder` takes lines and returns lines and the text of the log; the command line reads and saves.
"""

from referee.plugins import CommandEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "record",
            "referee.recording.commands:command",
            "Record a game while it is played, judging every event.",
            "Record",
        ),
    ),
)
