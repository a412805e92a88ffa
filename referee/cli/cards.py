"""`referee cards`: the deck of a game."""

from __future__ import annotations

from typing import Any

import click

from referee.cli.chosen import Chosen, ruleset
from referee.cli.endings import ANSWERED, Misuse
from referee.cli.options import example, format_option, game_argument, rules_options
from referee.cli.output import say
from referee.core.ruleset import Ruleset
from referee.report.cards import FORMATS
from referee.report.plain import listed


@click.command(epilog=example("referee cards illuminate --format csv"))
@game_argument
@click.option("--players", type=click.IntRange(min=1), metavar="N", help="Mark the cards left out with N players.")
@format_option(FORMATS)
@rules_options
def command(game: str, players: int | None, form: str, chosen: Chosen) -> int:
    """The cards of a game, suit by suit from low to high, with their symbols and powers."""
    from referee.engines import family

    rules = ruleset(game, chosen)
    left_out = None if players is None else _left_out(rules, players)
    powers = _powers(rules, [line.text for _, lines in family(rules.family).describe(rules) for line in lines])
    say(FORMATS[form](rules.name, rules.deck, powers, left_out))
    return ANSWERED


def _powers(rules: Ruleset, sentences: list[str]) -> dict[str, str]:
    """What the rules say about single cards: the sentences that begin with a card and a colon."""
    powers = {}
    for sentence in sentences:
        card, colon, says = sentence.partition(": ")
        if colon and card in rules.deck.by_id:
            powers[card] = says.rstrip(".")
    return powers


def _left_out(rules: Ruleset, players: int) -> frozenset[str]:
    """The cards that are not played with among this many players."""
    from referee import book

    allowed = rules.get("players", default=[])
    if allowed and players not in allowed:
        raise Misuse(f"{rules.title} is for {listed([str(number) for number in allowed], 'or')} players, not {players}")
    game: Any = book.table(rules, players)
    terms = getattr(game, "terms", None)
    if terms is None:
        return frozenset()
    return frozenset(terms.deck.names(terms.deck.all & ~terms.pack))
