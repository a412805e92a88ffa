"""`referee count`: how many ways there are to play some cards out."""

from __future__ import annotations

import click

from referee.cli.by_player import parted
from referee.cli.exit_codes import Misuse
from referee.cli.players import players_of, players_option
from referee.cli.question import require_family, tell_answer
from referee.cli.ruleset_options import RulesetOptions, ruleset
from referee.cli.shared_options import example, format_option, game_of, offered, rules_options
from referee.report.counts import FORMATS


@click.command(epilog=example("referee count oh-hell AC KC QC AH KH QH --players 3 --trump H"))
@game_of("trick")
@click.argument("cards", metavar="CARD...", nargs=-1, shell_complete=offered("cards"))
@click.option(
    "--deal", metavar='"CARD … / CARD …"', help="Count only this deal: one hand per player, the leader's first."
)
@players_option
@click.option("--trump", metavar="SUIT", help="The trump suit, in games where it changes; or none.")
@format_option(FORMATS)
@rules_options
def command(
    game: str,
    cards: tuple[str, ...],
    deal: str | None,
    players: str | None,
    trump: str | None,
    form: str,
    chosen: RulesetOptions,
) -> int:
    """How many ways there are to play some cards out: over every way to deal them, or for one deal.

    Every program that plays by the same rules must count the same: this number is to trick games what perft is to chess.

    The player left of the dealer leads; roles are held in the order of the ruleset; Grace is never said.
    """
    from referee.engines.trick.queries import AskedCount, count

    rules = ruleset(game, chosen)
    require_family(rules, "trick", "tricks")
    if bool(cards) == (deal is not None):
        raise Misuse("name the cards to deal, or one deal with --deal")
    cards = parted(cards)
    hands = tuple(parted(hand.split()) for hand in deal.split("/")) if deal else ()
    names = players_of(rules, players or (str(len(hands)) if hands else None))
    if hands and len(hands) != len(names):
        raise Misuse(f"--deal has {len(hands)} hands for {len(names)} players")
    asked = AskedCount(names, cards, hands, trump)
    return tell_answer(form, FORMATS, rules, len(names), lambda table: count(table, asked))
