"""Many games of the same people: who played what, how it went, how strong everybody is, and what was disputed."""

from referee.plugins import CommandEntry, Wing

WING = Wing(
    commands=(
        CommandEntry(
            "club",
            "referee.club.commands:command",
            "A club's season: players, ratings, disputes, from logs.",
            "Judge",
        ),
    ),
    schemas=("players.schema.json",),
)
