"""A shedding ruleset in a player's words, made from its values."""

from __future__ import annotations

from functools import partial

from referee.core.cards import rows
from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.pads import counts_target
from referee.core.ruleset import Ruleset
from referee.core.selectors import kinds as kinds_of
from referee.core.sentences import Computed, cases, in_a_line, of_parts, one_each, sections
from referee.core.wording import in_list
from referee.engines.shedding.compiled import effect_of, kinds_in_words, values_of

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
    data = ruleset.full
    target = ruleset.full["end"].get("target")
    rounds = data["deal"].get("hands")
    each = data["deal"].get("each")
    return in_a_line(
        ruleset,
        number_of(rounds, "rounds") if rounds else "",
        f"{each} cards each" if isinstance(each, int) else "",
        f"{number_of(len(data['effects']), 'kinds')} of special cards" if data["effects"] else "",
        f"to {target}" if counts_target(data) and isinstance(target, int) else "",
    )


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """The facts about each card: 'card', 'suit', 'rank', 'symbols', 'copies', 'value' and its 'effect', if any."""
    deck = ruleset.deck
    worth = list(values_of(ruleset.full["values"], deck))
    effects = [effect_of(name, entry, deck) for name, entry in ruleset.full["effects"].items()]

    def facts(card: int) -> Data:
        return {"value": worth[card], "effect": next((effect.name for effect in effects if card in effect.cards), "")}

    return [{**row, **facts(deck.by_id[row["card"]])} for row in rows(deck)]


def _effect(ruleset: Ruleset, name: str, entry: Words) -> str:
    kinds = in_list(kinds_in_words(kinds_of(entry["cards"], ruleset.deck), ruleset.deck), "or")
    return f"{kinds[:1].upper()}{kinds[1:]}: {' '.join(of_parts(ruleset.words.at(('effects', name)), entry))}"


COMPUTED: Computed = {
    "scoring": lambda ruleset: cases(ruleset, "scoring"),
    **one_each({}, {"effects": _effect}),
}
"""The sentences made from more than the value of a word."""
describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
