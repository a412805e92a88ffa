"""A meld ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from referee.core.cards import rows
from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.exact import is_number
from referee.core.family import RuleLine
from referee.core.formula_words import amount
from referee.core.pads import counts_target
from referee.core.ruleset import Ruleset
from referee.core.selectors import in_plural
from referee.core.selectors import kinds as kinds_of
from referee.core.sentences import Computed, called_in, cases, in_a_line, one_each, sections
from referee.core.wording import in_list
from referee.engines.meld.compiled import meld_in_words
from referee.engines.meld.words.melds import arguments_of, kinds_in_words

PLAN = {
    "Cards": ("deck", "values", "order", "wild"),
    "Melds": ("melds", "idle"),
    "Deal": ("deal", "action_cards"),
    "Play": ("partners", "turn", "stock", "table"),
    "Ending a round": ("declare", "lay_off", "hands_count", "melds_count"),
    "Scoring": ("define", "scoring"),
    "End": ("end.target", "deal.rounds", "end", "bonuses", "roles"),
}
WHEN = {
    "before_taking": "before taking a card",
    "after_taking": "after taking a card",
    "after_discarding": "after discarding",
}
SHAPES = {"set": "sets", "run": "runs", "flush": "flushes"}
EMPTY = {
    "shuffle_pile": "the face-up pile, except its top card, is shuffled and becomes the stock",
    "count": "the round ends with the next discard and all hands count",
    "void": "the round is void after the next discard, unless that player ends it",
    "last_take": "the round is void after the next discard, unless the next player takes the face-up card and ends it",
}


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'The Luminars, 2–4 players, 4 rounds of 8 cards, …'. What a formula decides is left
    out."""
    data = ruleset.full
    target = ruleset.full["end"].get("target")
    rounds = data["deal"].get("hands")
    each = data["deal"].get("each")
    of_cards = ""
    if is_number(each):
        of_cards = f" of {each} cards"
    length = ""
    if rounds:
        length = f"{number_of(rounds, 'rounds')}{of_cards}"
    elif of_cards:
        length = f"rounds{of_cards}"
    end = ""
    if is_number(target) and counts_target(data):
        end = f"to {target}"
    shapes = dict.fromkeys(entry["shape"] for entry in data["melds"].values())
    return in_a_line(
        ruleset,
        length,
        in_list([SHAPES[shape] for shape in shapes]),
        "cards are laid off" if data["lay_off"] is not False else "",
        end,
    )


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """Each card as data: 'card', 'suit', 'rank', 'symbols', 'copies', 'value' and, in games with wild cards, 'wild'."""
    values = ruleset.full["values"]
    deck = ruleset.deck
    wild = kinds_of(ruleset.full["wild"]["cards"], deck)
    found = []
    for row in rows(deck):
        card = dict(row)
        card["value"] = values.get(row["card"], values.get(row["rank"], 0))
        if wild:
            card["wild"] = deck.by_id[row["card"]] in wild
        found.append(card)
    return found


def _meld(ruleset: Ruleset, name: str, entry: Words) -> str:
    """A kind of meld as a sentence: its cards, wild ones among them, what it scores, and when it may be laid."""
    data = ruleset.full
    deck = ruleset.deck
    says = meld_in_words(name, entry, arguments_of(entry, data["wild"], data["order"], deck), deck)
    worth = "the values of its cards"
    if entry["points"] != "values":
        worth = amount(entry["points"], called_in(ruleset))
    most = ""
    if "wild" in entry:
        most = ", none of them wild"
        if entry["wild"]:
            most = f", at most {number_of(entry['wild'], 'wild cards')}"
    least = ""
    if entry["natural"] > 1:
        least = f", at least {entry['natural']} of them not wild"
    last = ""
    if entry["out_only"]:
        last = ", and is laid only by a player with at most one card left then"
    return f"A{says[1:]}{most}{least}; it scores {worth}{last}."


def _idle(ruleset: Ruleset) -> Iterator[RuleLine]:
    for place, case in enumerate(ruleset.full["idle"]):
        of = f"{'Other idle' if place else 'Idle'} cards"
        if "cards" in case:
            of = f"Idle {in_plural(case['cards'], ruleset.deck, 'or')}"
        yield RuleLine(f"{of} score {amount(case['points'], called_in(ruleset))}.", ("idle", place))


def _stock_empty(ruleset: Ruleset) -> Iterator[RuleLine]:
    left = ruleset.full["stock"]["leave"]
    when = "When the stock is empty"
    if left:
        when = f"With {number_of(left, 'cards')} left in the stock"
    yield RuleLine(f"{when}, {EMPTY[ruleset.full['stock']['empty']]}.", ("stock",))


def _calls(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield who may call the face-up card, and for which melds."""
    calls = ruleset.full["turn"]["calls"]
    for caller, who in (("any_player", "Any player"), ("next_player", "The player whose turn it is")):
        kinds = [f"a {kind}" for kind, by in calls.items() if by == caller]
        if kinds:
            then = ""
            if caller == "any_player":
                then = "; the turn is then theirs"
            says = f"{who} may call the face-up card for {in_list(kinds, 'or')} laid with it at once{then}."
            yield RuleLine(says, ("turn", "calls"))


def _first_melds(ruleset: Ruleset, kinds: Sequence[str]) -> str:
    return f"The first melds of a player in a round are {kinds_in_words(kinds)}, laid together."


def _when_declared(ruleset: Ruleset) -> str:
    declare = ruleset.full["declare"]
    when = " or ".join(WHEN[key] for key in declare["when"])
    return f"A player may declare {declare['called']} {when}."


def _bonus_at_end(part: object) -> str:
    return " bonus at the end of the game"


COMPUTED: Computed = {
    **one_each({"table.first": _first_melds}, {"melds": _meld}),
    "idle": _idle,
    "stock.empty": _stock_empty,
    "turn.calls": _calls,
    "declare.when": _when_declared,
    "scoring": partial(cases, section="scoring"),
    "bonuses": partial(cases, section="bonuses", after=_bonus_at_end),
}
"""The sentences made from more than the value of a word."""
describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
