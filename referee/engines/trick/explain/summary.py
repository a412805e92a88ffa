"""A trick ruleset in one line, made from its values: 'Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, …'."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Any

from referee.core import formula
from referee.core.family import Unsound
from referee.core.findings import counted
from referee.core.formula import Formula, FormulaError
from referee.core.formula_parser import FormulaFault
from referee.core.ruleset import Ruleset
from referee.core.wording import listed
from referee.engines.trick.rules.auctions import SAME_FOR_ALL
from referee.engines.trick.words.bids import BID_NAMES
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.scoring import Ended

MOST_HANDS = 60
"""The most hands of a game that are checked; of a longer game, or one without a last hand, nothing that changes is said."""
EXACT, AT_LEAST = "exact", "at least"
"""The aim of a bid: to hit it exactly, or to reach it."""
Dealt = tuple[CompiledRules, int, int]
"""A hand of a game for a number of players: the rules for them, its number, its cards."""


def brief(ruleset: Ruleset) -> str:
    """Return what a player asks first: how many play, how many hands and cards, what is bid, what wins, when it ends.

    For an unsound ruleset, only the title: `soundness` says what is wrong with it.
    """
    try:
        parts = list(_parts(ruleset))
    except (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError):
        parts = [ruleset.title]
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def _parts(ruleset: Ruleset) -> Iterator[str]:
    tables = [CompiledRules(ruleset, players) for players in ruleset.data["players"]]
    rules = tables[-1]
    yield ruleset.title
    yield f"{_players(ruleset.data['players'])} players"
    yield from _hands(tables)
    if ruleset.full["partners"] == "opposite":
        yield "partners"
    if rules.stock:
        yield "cards drawn from a stock"
    if rules.pass_count:
        yield f"{counted(rules.pass_count, 'cards')} passed"
    yield from _bids(ruleset, tables)
    yield from _trick(ruleset)
    yield from _bans(ruleset, tables)
    yield from _end(ruleset)


def _players(numbers: Sequence[int]) -> str:
    every = range(min(numbers), max(numbers) + 1)
    return _span(numbers) if len(every) == len(set(numbers)) else listed(sorted(numbers), "or")


def _hands(tables: Sequence[CompiledRules]) -> Iterator[str]:
    hands = tables[0].hands
    cards = [cards for _, _, cards in _dealt(tables, {"cards"})]
    of = f" of {_cards(cards)}" if cards else ""
    if hands or of:
        yield f"{counted(hands, 'hands') if hands else 'hands'}{of}"


def _cards(sizes: Sequence[int]) -> str:
    return "1 card" if set(sizes) == {1} else f"{_span(sizes)} cards"


def _bids(ruleset: Ruleset, tables: Sequence[CompiledRules]) -> Iterator[str]:
    auction = tables[0].auction
    if auction:
        doubles = ", doubles" * (auction.doubles >= 0) + " and redoubles" * (auction.redoubles >= 0)
        bids = [call.name for call in auction.calls[: auction.bids] if not call.marks]
        yield f"an auction from {bids[0]} to {bids[-1]}{doubles}"
    if not tables[0].bids_spoken:
        return
    least = _formula(tables, "least")
    foreseen = least is not None and least.names <= SAME_FOR_ALL
    lowest = {int(least.run(row, (row,))) for row in _rows(tables, least.names)} if least and foreseen else set()
    above = f" from {min(lowest)}" if len(lowest) == 1 and min(lowest) > 0 else ""
    goal = bid_goal(*tables)
    exact, or_more = "exact " * (goal == EXACT), " to make or beat" * (goal == AT_LEAST)
    yield f"{exact}bids{above}{or_more}"


@lru_cache(maxsize=64)
def bid_goal(*tables: CompiledRules) -> str:
    """Return the aim of bids of one trick or more, for some numbers of players: extra tricks score more like too few than like
    the bid made (EXACT), or no less than the bid made (AT_LEAST); "" if neither is always true.

    Every bid is checked with every number of tricks, for a player when nobody else bids or wins; bags are ignored.
    """
    scoring, bid_names = tables[0].scoring, tables[0].bid_names
    if (
        not {"bid", "won"} <= scoring.needs
        or scoring.carry
        or scoring.columns.keys() & {"total", "bags", "dealer", "last_trick"}
    ):
        return ""
    goals, seen = {EXACT, AT_LEAST}, set()
    for rules, hand, cards in _dealt(tables, {"cards", *(bid_names | scoring.columns.keys()) & {"hand"}}):
        players = rules.players if scoring.looks_around or "players" in scoring.columns else 0
        alike = players, hand if "hand" in scoring.columns else 0, cards, _allowed(rules, hand, cards)
        if alike in seen:
            continue
        seen.add(alike)
        for bid in range(1, cards + 1):
            if alike[-1] >> bid & 1:
                goals &= _goals(_points(rules, hand, cards, bid), bid)
    return goals.pop() if len(goals) == 1 else ""


def _goals(points: Sequence[float], bid: int) -> set[str]:
    made = points[bid]
    if len(set(points)) == 1:
        return {EXACT, AT_LEAST}
    if any(score >= made for score in points[:bid]):
        return set()
    above = points[bid + 1 :]
    if not above:
        return {EXACT, AT_LEAST}
    missed = max(points[:bid])
    if all(made - score > score - missed for score in above):
        return {EXACT}
    return {AT_LEAST} if all(score >= made for score in above) else set()


def _points(rules: CompiledRules, hand: int, cards: int, bid: int) -> list[float]:
    """Return the points for a bid, by the tricks won."""
    nothing = [0] * rules.players
    counts = tuple(tuple(nothing) for _ in rules.scoring.counts)
    bids, chosen = [bid, *nothing[1:]], [()] * rules.players
    ended = Ended(hand, cards, 0, bids, nothing, counts, nothing, nothing, rules.sides, None, chosen, chosen)
    return list(map(float, rules.scoring.points_by_tricks(ended, cards)))


def _allowed(rules: CompiledRules, hand: int, cards: int) -> int:
    """Return the bids that the hand alone does not forbid."""
    row = dict.fromkeys(BID_NAMES, 0) | {
        "cards": cards,
        "players": rules.players,
        "hand": hand,
        "hands": rules.hands,
    }
    allowed = -1
    for rule in rules.bidding:
        if rule.names <= SAME_FOR_ALL:
            allowed &= rule.allow(row)
    return allowed


def _trick(ruleset: Ruleset) -> Iterator[str]:
    trick = ruleset.full["trick"]
    trump = trick["trump"]
    if isinstance(trump, dict):
        yield "trump changes hand by hand"
    elif trump != "none":
        named = {
            "turned_up": "trump turned up",
            "named": "trump named by a player",
            "led": "the first card led sets trump",
            "contract": "the contract sets trump",
            "always": "no trump suit",
        }
        yield named.get(trump) or f"{ruleset.deck.suits[trump]} are trump"
    if trick["wins"] == "lowest":
        yield "the lowest card wins a trick"
    if trick["grace"] != "none":
        yield {"said": "Grace must be said", "silent": "Grace without a word"}[trick["grace"]]


def _bans(ruleset: Ruleset, tables: Sequence[CompiledRules]) -> Iterator[str]:
    for word, says in (("all_or_nothing", "all-or-nothing"), ("hook", "bids may not add up")):
        if ruleset.get("bidding", word, default=False) is not False:
            when = spoken_when(ruleset, tables, word)
            if when is not None:
                yield says + when


def spoken_when(ruleset: Ruleset, tables: Sequence[CompiledRules], word: str) -> str | None:
    """When a word of bidding applies: ' at 6 and 12' (cards), ' but at 6 and 12', or its formula; '' is always, None never."""
    holds = _formula(tables, word)
    if holds is None:
        return None
    if not holds.names:
        return "" if holds.run({}, ({},)) else None
    rows = _rows(tables, holds.names) if holds.names <= SAME_FOR_ALL else []
    at = {row["cards"] for row in rows if holds.run(row, (row,))}
    but = {row["cards"] for row in rows} - at
    if not rows or any(row["cards"] in at and not holds.run(row, (row,)) for row in rows):
        from referee.core.formula_words import condition
        from referee.core.sentences import called_in

        return f" when {condition(ruleset.get('bidding', word), called_in(ruleset))}"
    if not but:
        return ""
    if not at:
        return None
    named, word = (at, "at") if len(at) <= len(but) else (but, "but at")
    return f" {word} {listed(sorted(named))}"


def _formula(tables: Sequence[CompiledRules], word: str) -> Formula | None:
    """Return the formula of a word of bidding, if it is in force."""
    return next((rule.formula for rule in tables[0].bidding if rule.pointer == ("bidding", word)), None)


def _dealt(tables: Sequence[CompiledRules], names: Collection[str]) -> list[Dealt]:
    """Return the hands of a game for each number of players, as far as they differ in these names; none if it has no last
    hand."""
    found = []
    for rules in tables:
        changes = "hand" in names or ("cards" in names and bool(rules.sequence or "hand" in rules.each.names))
        last = rules.hands if changes else 1
        if not 0 < last <= MOST_HANDS:
            return []
        found += [(rules, hand, rules.cards_in_hand(hand)) for hand in range(1, last + 1)]
    return found


def _rows(tables: Sequence[CompiledRules], names: Collection[str]) -> list[dict[str, Any]]:
    """Return what a word of bidding knows about each hand before anybody has bid."""
    return [
        {"cards": cards, "players": rules.players, "hand": hand, "hands": rules.hands}
        for rules, hand, cards in _dealt(tables, {"cards", *names})
    ]


def _end(ruleset: Ruleset) -> Iterator[str]:
    end = ruleset.full["end"]
    if end.get("knock_out", False) is not False:
        yield "the last one in wins"
    elif end["winner"] == "lowest":
        yield "the lowest total wins"
    if "target" in end:
        target = formula.parse(end["target"], {"players"}).run
        tables = [{"players": players} for players in ruleset.data["players"]]
        yield f"to {_span([target(table, (table,)) for table in tables])}"


def _span(numbers: Sequence[Any]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"
