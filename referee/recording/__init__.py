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
            (
                (
                    "rename",
                    "`rename OLD NEW` is typed while `referee record FILE` runs; in a text editor any log can be changed",
                ),
                (
                    "rename …",
                    "`rename OLD NEW` is typed while `referee record FILE` runs; in a text editor any log can be changed",
                ),
                (
                    "back",
                    "`undo`, `back` and `change` are typed while `referee record FILE` runs; any editor changes a log",
                ),
                (
                    "delete",
                    "`undo`, `back` and `change` are typed while `referee record FILE` runs; any editor changes a log",
                ),
                (
                    "next",
                    "`undo`, `back` and `change` are typed while `referee record FILE` runs; any editor changes a log",
                ),
                (
                    "remove",
                    "`undo`, `back` and `change` are typed while `referee record FILE` runs; any editor changes a log",
                ),
                ("exit", "`quit` is typed while `referee record FILE` runs"),
                ("quit", "`quit` is typed while `referee record FILE` runs"),
                ("add", "players are named as `referee record GAME` begins; it records your game"),
                ("add …", "players are named as `referee record GAME` begins; it records your game"),
                ("begin", "record"),
                ("continue", "record"),
                ("resume", "record"),
                ("save", "record"),
                ("start", "record"),
                ("tonight", "record"),
                (
                    "log",
                    "`referee record GAME` records a game, `referee new log GAME` writes a log to fill in",
                ),
                (
                    "play",
                    "`referee record GAME` records your game, `referee resolve play GAME --hand …` says what may be played",
                ),
                (
                    "change",
                    "`referee record FILE` goes on with a game, `referee new house GAME` begins a change of the rules",
                ),
                ("edit", "`referee record FILE` goes on with a game; a log is a text file, which any editor changes"),
                ("redo", "`redo` is typed while `referee record FILE` runs, as `undo` is"),
                ("undo", "`undo` is typed while `referee record FILE` runs; it takes back the last line"),
            ),
        ),
    ),
)
