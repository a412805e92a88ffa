"""A page that steps through a log: what happened, step by step, and the pictures of the table on it."""

from referee.plugins import CommandEntry, FormatEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "replay",
            "referee.replay.commands:replay_log",
            "A page that steps through a log: one file for a browser.",
            "Look",
            (
                (
                    "gui",
                    "`referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of a season",
                ),
                (
                    "web",
                    "`referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of a season",
                ),
                (
                    "website",
                    "`referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of a season",
                ),
                (
                    "share",
                    "`referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of a season",
                ),
                ("share …", "replay"),
                (
                    "upload",
                    "`referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of a season",
                ),
                ("animate", "replay"),
                ("browser", "replay"),
                (
                    "html",
                    "`referee replay LOG --out FILE.html` makes a page of a game, `referee club FOLDER --out …` of a season",
                ),
                ("html …", "replay"),
                ("history", "replay"),
                ("open", "replay"),
                ("page", "replay"),
                ("step", "replay"),
                ("watch", "replay"),
            ),
        ),
    ),
    formats=(
        FormatEntry("svg", "referee.replay.picture:picture", "show"),
        FormatEntry("html", "referee.replay.picture:picture_page", "show"),
        FormatEntry("replays", "referee.replay.commands:write_replays", "club"),
    ),
)
