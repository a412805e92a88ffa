"""A trick ruleset in one line, made from its values: 'Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, …'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from referee.core import formula
from referee.core.family import Unsound
from referee.core.findings import counted
from referee.core.formula import FormulaError, FormulaFault
from referee.core.ruleset import Ruleset
from referee.engines.trick.scoring import Ended
from referee.engines.trick.terms import Terms
from referee.engines.trick.words.bids import BID_NAMES

SAME_FOR_ALL = {"cards", "players", "hand", "hands"}
"""What a word of bidding may ask about and still be told in a line that knows no bids."""


MOST_HANDS = 60
"""So many hands of a game are looked at; what changes later is not told in one line."""


@lru_cache(maxsize=64)
def one_line(ruleset: Ruleset) -> str:
    """What a player asks first: how many play, how many hands and cards, what is bid, what wins, when it ends.

    Of a ruleset that does not hold together only the title is said: what is wrong with it is for `soundness` to say.
    """
    try:
        parts = list(_parts(ruleset))
    except (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError):
        parts = [ruleset.title]
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def _parts(ruleset: Ruleset) -> Iterator[str]:
    terms = Terms(ruleset, max(ruleset.data["players"]))
    yield ruleset.title
    yield f"{_span(ruleset.data['players'])} players"
    yield from _hands(ruleset)
    if ruleset.get("partners", default="none") == "opposite":
        yield "partners"
    if terms.pass_count:
        yield f"{counted(terms.pass_count, 'cards')} passed"
    yield from _bids(ruleset, terms)
    yield from _trick(ruleset)
    yield from _bans(ruleset, terms)
    yield from _end(ruleset)


def _hands(ruleset: Ruleset) -> Iterator[str]:
    deal = ruleset.data["deal"]
    if "sequence" in deal:
        yield f"{counted(len(deal['sequence']), 'hands')} of {_cards(deal['sequence'])}"
        return
    sizes = [Terms(ruleset, players).cards_in_hand(1) for players in ruleset.data["players"]]
    yield f"{counted(deal['hands'], 'hands') if deal.get('hands') else 'hands'} of {_cards(sizes)}"


def _cards(sizes: Sequence[int]) -> str:
    return "1 card" if set(sizes) == {1} else f"{_span(sizes)} cards"


def _bids(ruleset: Ruleset, terms: Terms) -> Iterator[str]:
    if not terms.bids_spoken:
        return
    least = ruleset.get("bidding", "least", default=0)
    above = f" from {least}" if least not in (0, False) else ""
    if {"bid", "won"} <= terms.scoring.needs:
        yield f"exact bids{above}" if exact_bids(terms) else f"bids{above} to make or beat"
    else:
        yield f"bids{above}"


@lru_cache(maxsize=64)
def exact_bids(terms: Terms) -> bool:
    """Whether a trick too many is more like a trick too few than like the bid made, when 2 of 5 are bid."""
    ordinary = [hand for hand, cards in _dealt(terms) if not _holds(terms, "all_or_nothing", hand, cards)]
    hand = ordinary[len(ordinary) // 2] if ordinary else 1

    def points(won: int) -> float:
        nothing = [0] * terms.players
        counts = tuple(tuple(nothing) for _ in terms.scoring.counts)
        bids, tricks = [2, *nothing[1:]], [won, *nothing[1:]]
        return float(terms.scoring.points(Ended(hand, 5, 0, bids, tricks, counts, nothing, nothing))[0][0])

    few, made, many = points(1), points(2), points(3)
    return abs(many - few) < abs(many - made)


def _trick(ruleset: Ruleset) -> Iterator[str]:
    trick = ruleset.data["trick"]
    trump = trick.get("trump", "none")
    if isinstance(trump, dict):
        yield "trump changes hand by hand"
    elif trump != "none":
        named = {"turned_up": "trump turned up", "named": "trump named by a player"}
        yield named.get(trump) or f"{ruleset.deck.suits[trump]} are trump"
    if trick.get("wins", "highest") == "lowest":
        yield "the lowest card wins a trick"
    if trick.get("grace", "none") != "none":
        yield {"said": "Grace must be said", "silent": "Grace without a word"}[trick["grace"]]


def _bans(ruleset: Ruleset, terms: Terms) -> Iterator[str]:
    for word, says in (("all_or_nothing", "all-or-nothing"), ("hook", "bids may not add up")):
        if ruleset.get("bidding", word, default=False) is not False:
            when = _when(ruleset, terms, word)
            if when is not None:
                yield says + when


def _when(ruleset: Ruleset, terms: Terms, word: str) -> str | None:
    """When a word of bidding speaks: ' at 6 and 12' (cards), ' but at 6 and 12', or its formula; '' is always, None never."""
    text = ruleset.get("bidding", word)
    if not formula.parse(text, BID_NAMES).names <= SAME_FOR_ALL:
        return f" when {text}"
    spoken = [(cards, _holds(terms, word, hand, cards)) for hand, cards in _dealt(terms)]
    at = sorted({cards for cards, holds in spoken if holds})
    but = sorted({cards for cards, holds in spoken if not holds})
    if not but:
        return ""
    if not at:
        return None
    if set(at) & set(but):
        return f" when {text}"
    return f" at {_listed(at)}" if len(at) <= len(but) else f" but at {_listed(but)}"


def _dealt(terms: Terms) -> list[tuple[int, int]]:
    """The hands of a game and their cards; where there are many or their number is open, the first of them."""
    return [(hand, terms.cards_in_hand(hand)) for hand in range(1, min(terms.hands or MOST_HANDS, MOST_HANDS) + 1)]


def _holds(terms: Terms, word: str, hand: int, cards: int) -> bool:
    """Whether the formula of a word of bidding holds before anybody has bid."""
    text = terms.ruleset.get("bidding", word, default=False)
    row = dict.fromkeys(BID_NAMES, 0) | {
        "cards": cards,
        "players": terms.players,
        "hand": hand,
        "hands": terms.hands,
    }
    return bool(formula.parse(text, BID_NAMES).run(row, (row,)))


def _end(ruleset: Ruleset) -> Iterator[str]:
    end = ruleset.data["end"]
    if end.get("winner", "highest") == "lowest":
        yield "the lowest total wins"
    if "target" in end:
        target = formula.parse(end["target"], {"players"}).run
        tables = [{"players": players} for players in ruleset.data["players"]]
        yield f"to {_span([target(table, (table,)) for table in tables])}"


def _span(numbers: Sequence[Any]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"


def _listed(numbers: Sequence[int]) -> str:
    words = [str(number) for number in numbers]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
