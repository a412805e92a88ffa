"""`referee resolve hand`: the best arrangement of a hand and its points."""

from __future__ import annotations

import click

from referee.cli.by_player import parted
from referee.cli.question import require_family, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, offered, rules_options
from referee.report.melds import FORMATS


@click.command(epilog=example("referee resolve hand luminars R4 G4 B4 B5 B6 B7 Y7 R1"))
@game_of("meld")
@click.argument("cards", metavar="CARD...", nargs=-1, required=True, shell_complete=offered("cards"))
@click.option("--declared", is_flag=True, help="The hand ends the round: is it good enough, and what does it score?")
@click.option("--claim", "claim", multiple=True, metavar='"CARD …"', help="A meld that is claimed; may be repeated.")
@format_option(FORMATS)
@rules_options
def command(
    game: str, cards: tuple[str, ...], declared: bool, claim: tuple[str, ...], form: str, chosen: RulesetOptions
) -> int:
    """The best arrangement of a hand, its points, and the cards left over; with one card too many, which to discard.

    Cards may also be separated by commas: R4,G4,B4.

    With --claim, it checks the melds that a player lays out, and counts them as laid out.
    """
    from referee.engines.meld.queries import Asked, hand

    rules = ruleset(game, chosen)
    require_family(rules, "meld", "melds")
    asked = Asked(parted(cards), [" ".join(parted([meld])) for meld in claim], declared)
    return tell_answer(
        form, FORMATS, rules, max(rules.get("players")), lambda table: hand(table, asked), told=("score",)
    )
