"""A shedding ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.decks import rows
from referee.core.family import RuleLine, Section
from referee.core.findings import counted
from referee.core.ruleset import Ruleset
from referee.core.scoring import counts_target
from referee.core.selectors import choose
from referee.core.sentences import Computed, cases, deck_and_players, how_many, plain, sections
from referee.core.wording import listed
from referee.engines.shedding.words.compiled import effect_of, kinds_in_words, values_of

PLAN = {
    "Cards": ("deck", "values"),
    "Deal": ("deal",),
    "Play": ("match", "draw", "stock"),
    "Special cards": ("effects", "draw_cards"),
    "Announcing": ("last_card",),
    "Scoring": ("define", "scoring"),
    "End": ("end.target", "deal.rounds", "end"),
}


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Crazy Eights, 2–5 players, …'. Formulas are omitted."""
    data, players = ruleset.full, ruleset.get("players", default=[])
    rounds, each = data["deal"].get("rounds"), data["deal"].get("each")
    parts = [
        ruleset.title,
        f"{how_many(players)} player{'s' * (players != [1])}" if players else "",
        counted(rounds, "rounds") if rounds else "",
        f"{each} cards each" if isinstance(each, int) else "",
        f"{counted(len(data['effects']), 'kinds')} of special cards" if data["effects"] else "",
        f"to {data['end']['target']}" if counts_target(data) and isinstance(data["end"]["target"], int) else "",
    ]
    return ", ".join([*filter(None, parts), *(f"house rule {house}" for house in ruleset.houses)])


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known of each card: 'card', 'suit', 'rank', 'symbols', 'copies', 'value' and its 'effect', if any."""
    deck = ruleset.deck
    worth = list(values_of(ruleset.full["values"], deck))
    effects = [effect_of(name, entry, deck) for name, entry in ruleset.full["effects"].items()]
    known = []
    for row in rows(deck):
        number = deck.by_id[row["card"]]
        effect = next((effect.name for effect in effects if number in effect.cards), "")
        entry = {**row, "value": worth[number], "effect": effect}
        known.append(entry | ({} if players is None else {"left_out": False}))
    return known


def describe(ruleset: Ruleset) -> list[Section]:
    """Return the rules in force, section by section."""
    return sections(ruleset, PLAN, COMPUTED)


def _values(ruleset: Ruleset) -> str:
    values = ruleset.full["values"]
    return f"Values: {', '.join(f'{what} = {value}' for what, value in values.items())}." if values else ""


def _effects(ruleset: Ruleset) -> Iterator[RuleLine]:
    for name, entry in ruleset.full["effects"].items():
        word = ruleset.words.at(("effects", name))
        kinds = listed(kinds_in_words(choose(entry["cards"], ruleset.deck), ruleset.deck), "or")
        said = [word.at((key,)).sentence(value) for key in word.keys if (value := entry.get(key)) is not None]
        yield RuleLine(f"{kinds[:1].upper()}{kinds[1:]}: {' '.join(filter(None, said))}", ("effects", name))


COMPUTED: Computed = {
    "deck": deck_and_players,
    "values": _values,
    "match.by": lambda ruleset: f"A card may be played on one of the same {listed(ruleset.full['match']['by'], 'or')}.",
    "effects": _effects,
    "scoring": lambda ruleset: cases(ruleset, "scoring"),
    "end.target": lambda ruleset: plain(ruleset, "end", "target") if counts_target(ruleset.full) else "",
}
"""The sentences made from more than the value of a word."""
