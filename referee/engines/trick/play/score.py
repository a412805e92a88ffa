"""The score pad hand by hand, and how a game stands: places, and what each player did in the hands that have ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from referee.core.family import Block, Standing, Tally
from referee.core.table import Data, Standings, number_text, spoken_name
from referee.engines.trick.explain.sentences import AT_LEAST, EXACT, bid_goal
from referee.engines.trick.rules import seats
from referee.engines.trick.state import OVER, Hand, State
from referee.engines.trick.words.bids import bid_notation
from referee.engines.trick.words.compiled import CompiledRules


def standings(rules: CompiledRules, state: State) -> Standings:
    """Return how the game stands."""
    over, leaders = state.phase == OVER, seats.leaders(rules, state)
    return Standings(over, state.scores, leaders, rules.sides, rules.scoring.lowest_wins)


def pad(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per hand."""
    players, stands = state.players, standings(rules, state)
    more: Data = {"bags": dict(zip(players, state.bags, strict=True))} if rules.scoring.bags else {}
    if rules.scoring.carry:
        more["carried"] = {name: dict(zip(players, values, strict=True)) for name, values in state.carried.items()}
    data = stands.pad(state, [_hand(rules, players, hand) for hand in state.history], more)
    bid_for = ("contract",) if rules.auction else ()
    rows: list[tuple[Any, ...]] = [
        (
            hand.number,
            hand.cards,
            players[hand.dealer],
            *([_contract(rules, players, hand)] if rules.auction else ()),
            *(_cell(rules, hand, seat) for seat in range(rules.players)),
        )
        for hand in state.history
    ]
    rows.append(("total", "", "", *("" for _ in bid_for), *map(number_text, state.scores)))
    carried = [
        f"{spoken_name(name).capitalize()}: {', '.join(f'{who} {number_text(value)}' for who, value in each.items())}."
        for name, each in data.get("carried", {}).items()
    ]
    unknown = "A hand could not be scored, so the totals are not known."
    lines = (_legend(rules), *carried, stands.ending(state, "hands", unknown, most=rules.hands))
    return data, [Block("Score", ("hand", "cards", "dealer", *bid_for, *players), tuple(rows), lines)]


def _hand(rules: CompiledRules, players: tuple[str, ...], hand: Hand) -> Data:
    entry: Data = {"hand": hand.number, "cards": hand.cards, "dealer": players[hand.dealer]}
    playing = [(seat, player) for seat, player in enumerate(players) if hand.played(seat)]
    if rules.bids_spoken:
        entry["bids"] = {player: bid_notation(hand.bids[seat]) for seat, player in playing}
    if rules.auction:
        entry["contract"] = _contract(rules, players, hand) or None
    entry["won"] = {player: None if hand.together else hand.won[seat] for seat, player in playing}
    if rules.scoring.counts:
        entry["counts"] = {player: _counts(rules, hand, seat) for seat, player in enumerate(players)}
    entry["points"] = None if hand.points is None else dict(zip(players, hand.points, strict=True))
    entry["totals"] = dict(zip(players, hand.totals, strict=True))
    return entry


def _contract(rules: CompiledRules, players: tuple[str, ...], hand: Hand) -> str:
    """Return the contract of a hand: '4S by Ann, doubled', 'game by Ann with Ben'; 'passed out' if nobody bid."""
    said = seats.contract_in_words(rules, players, hand)
    if seats.calls_partner(rules, hand):
        together = [seat for side in hand.sides if hand.declarer in side for seat in side if seat != hand.declarer]
        said += f" with {players[together[0]]}" if together else ""
    return said or "passed out" * hand.passed_out


def _counts(rules: CompiledRules, hand: Hand, seat: int) -> dict[str, int]:
    """Return the ruleset's counts of the cards that one player took; empty where they are not known."""
    return dict(zip(rules.scoring.counts, (count[seat] for count in hand.counts or ()), strict=False))


def _cell(rules: CompiledRules, hand: Hand, seat: int) -> str:
    if not hand.played(seat):
        return "–"
    points = "?" if hand.points is None else f"{hand.points[seat]:+}" if hand.points[seat] else "0"
    won: Any = number_text(hand.won[seat])
    if hand.together:
        won = f"({sum(hand.won[other] or 0 for side in hand.sides if seat in side for other in side)})"
    if rules.bids_spoken:
        return f"{won}/{'?' if hand.bids[seat] is None else bid_notation(hand.bids[seat])}  {points}"
    if rules.scoring.counts and hand.counts is not None:
        won = " ".join(map(str, _counts(rules, hand, seat).values()))
    return f"{won}  {points}"


def _legend(rules: CompiledRules) -> str:
    if rules.scoring.counts and not rules.bids_spoken:
        return f"Each cell: {', '.join(name.replace('_', ' ') for name in rules.scoring.counts)} taken, then points."
    return f"Each cell: tricks won{' / bid' * rules.bids_spoken}, then points."


def standing(rules: CompiledRules, state: State) -> Standing:
    """Return the places, and the tallies of each player."""
    return standings(rules, state).standing(_tallies(rules, state))


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    hands, every = state.history, range(rules.players)
    yield Tally("hands", tuple([sum([hand.played(seat) for hand in hands]) for seat in every]))
    by_player = [hand for hand in hands if not hand.together and any(tricks != 0 for tricks in hand.won)]
    if by_player:
        yield Tally("tricks", tuple([_sum([hand.won[seat] for hand in by_player]) for seat in every]))
    if rules.bids_spoken:
        yield Tally("tricks bid", tuple([_sum([hand.bids[seat] for hand in hands]) for seat in every]))
        met = [(side, hit) for hand in hands for side, hit in bids_met(rules, hand)]
        made = [sum([hit for side, hit in met if seat in side]) for seat in every]
        yield Tally(bids_named(rules), tuple(made), tuple([sum([seat in side for side, _ in met]) for seat in every]))
    if rules.auction:
        scored = [(hand.declarer, hand.points[hand.declarer] > 0) for hand in hands
                  if hand.declarer >= 0 and hand.points is not None]  # fmt: skip
        yield Tally(
            "contracts that scored",
            tuple([sum([hit for declarer, hit in scored if declarer == seat]) for seat in every]),
            tuple([sum([declarer == seat for declarer, _ in scored]) for seat in every]),
        )
    if rules.declarations:
        declared = [hand.declared for hand in hands if hand.declared]
        yield Tally("declarations", tuple([sum([len(made[seat]) for made in declared]) for seat in every]))
    for place, name in enumerate(rules.scoring.counts):
        counts = [hand.counts[place] for hand in hands if hand.counts is not None]
        yield Tally(spoken_name(name), tuple([sum([count[seat] for count in counts]) for seat in every]))


def bids_met(rules: CompiledRules, hand: Hand) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield sides whose bids and tricks in a hand are known, and whether each met its bid; partners meet theirs together."""
    at_least = bids_are_for(rules) == AT_LEAST
    for side in rules.sides:
        bids, won = [hand.bids[seat] for seat in side], [hand.won[seat] for seat in side]
        if None not in bids and None not in won:
            bid, tricks = sum(filter(None, bids)), sum(filter(None, won))
            yield side, tricks >= bid if at_least else tricks == bid


def bids_named(rules: CompiledRules) -> str:
    """Return the name for a bid that was met."""
    return "bids made" if bids_are_for(rules) in (EXACT, AT_LEAST) else "bids hit"


@lru_cache(maxsize=128)
def bids_are_for(rules: CompiledRules) -> str:
    """Return the aim of bids, by the rules of scoring."""
    return bid_goal(rules)


def _sum(numbers: Iterable[int | None]) -> int | None:
    """Return the sum, if all of them are known."""
    every = list(numbers)
    return None if None in every else sum(filter(None, every))
