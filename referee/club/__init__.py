"""Many games of the same people: who played what, how it went, how strong everybody is, and what was disputed."""

from referee.plugins import CommandEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "club",
            "referee.club.commands:command",
            "A club's season: players, ratings, disputes, from logs.",
            "Judge",
            (
                ("elo", "club"),
                ("evening", "club"),
                ("league", "club"),
                ("leaderboard", "club"),
                ("matchpoints", "club"),
                ("players", "club"),
                ("ranking", "club"),
                ("ratings", "club"),
                ("stats", "club"),
                ("standings", "club"),
                ("statistics", "club"),
                ("tournament", "club"),
                (
                    "season",
                    "`referee club FOLDER` sums up a season of games, `referee explain GAME season` a season of a game",
                ),
            ),
        ),
    ),
    schemas=("players.schema.json",),
)
