"""`referee resolve`: one question, one answer."""

from __future__ import annotations

import click

from referee.cli.lazy import Lazy

QUESTIONS = {
    "trick": ("referee.cli.commands.resolve_trick", "Who wins this trick, and why?"),
    "hand": ("referee.cli.commands.resolve_hand", "What is this hand worth, arranged at its best?"),
    "play": ("referee.cli.commands.resolve_play", "Is this play on this field legal, and what follows?"),
    "plays": ("referee.cli.commands.resolve_plays", "What can be played on this field?"),
    "score": ("referee.cli.commands.resolve_score", "What does this hand score?"),
    "attack": ("referee.cli.commands.resolve_attack", "What must be rolled in this attack, and what are the chances?"),
}


@click.group(
    cls=Lazy,
    modules=QUESTIONS,
    epilog="\b\nExample:\n  referee resolve score illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0",
)
def command() -> None:
    """Answer one question about a game without a log."""
