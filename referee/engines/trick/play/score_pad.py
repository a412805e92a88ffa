"""The score pad: hand by hand, bids, tricks, points and totals."""

from __future__ import annotations

from typing import Any

from referee.core.family import Block
from referee.core.wording import listed
from referee.engines.trick.rules import seats
from referee.engines.trick.state import OVER, Hand, State
from referee.engines.trick.words.bids import written
from referee.engines.trick.words.compiled import CompiledRules


def pad(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table, one row per hand."""
    players = state.players
    over = state.phase == OVER
    leaders = [players[seat] for seat in seats.leaders(rules, state)]
    data: dict[str, Any] = {
        "players": list(players),
        "hands": [_hand(rules, players, hand) for hand in state.history],
        "totals": dict(zip(players, state.scores, strict=True)),
        "over": over,
        "winners": leaders if over else [],
    }
    if rules.scoring.bags:
        data["bags"] = dict(zip(players, state.bags, strict=True))
    if rules.scoring.carry:
        data["carried"] = {name: dict(zip(players, values, strict=True)) for name, values in state.carried.items()}
    if state.target is not None:
        data["target"] = state.target
    bid_for = ("contract",) if rules.auction else ()
    headers = ("hand", "cards", "dealer", *bid_for, *players)
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
    rows.append(("total", "", "", *("" for _ in bid_for), *("?" if total is None else total for total in state.scores)))
    carried = [_told(players, name, values) for name, values in state.carried.items()]
    lines = (
        *carried,
        _ending(rules, state, leaders),
    )
    return data, [Block("Score", headers, tuple(rows), (_legend(rules), *lines))]


def _told(players: tuple[str, ...], name: str, values: list[Any]) -> str:
    """What is carried, as a line: 'Games: Ann 1, Ben 0.'"""
    each = (f"{who} {'?' if value is None else value}" for who, value in zip(players, values, strict=True))
    return f"{name.replace('_', ' ').capitalize()}: {', '.join(each)}."


def _hand(rules: CompiledRules, players: tuple[str, ...], hand: Hand) -> dict[str, Any]:
    entry: dict[str, Any] = {"hand": hand.number, "cards": hand.cards, "dealer": players[hand.dealer]}
    if rules.bids_spoken:
        entry["bids"] = {player: written(hand.bids[seat]) for seat, player in enumerate(players) if hand.played(seat)}
    if rules.auction:
        entry["contract"] = _contract(rules, players, hand) or None
    won = [None if hand.together else tricks for tricks in hand.won]
    entry["won"] = {player: won[seat] for seat, player in enumerate(players) if hand.played(seat)}
    if rules.scoring.counts:
        entry["counts"] = {player: _counts(rules, hand, seat) for seat, player in enumerate(players)}
    entry["points"] = None if hand.points is None else dict(zip(players, hand.points, strict=True))
    entry["totals"] = dict(zip(players, hand.totals, strict=True))
    return entry


def _contract(rules: CompiledRules, players: tuple[str, ...], hand: Hand) -> str:
    """The contract of a hand: '4S by Ann, doubled', 'game by Ann with Ben'; 'passed out' if nobody bid."""
    said = seats.contract_in_words(rules, players, hand)
    if seats.calls_partner(rules, hand):
        together = [
            players[seat] for side in hand.sides if hand.declarer in side for seat in side if seat != hand.declarer
        ]
        said += f" with {together[0]}" if together else ""
    return said or "passed out" * hand.passed_out


def _counts(rules: CompiledRules, hand: Hand, seat: int) -> dict[str, int]:
    """The ruleset's counts of the cards that one player took; empty where they are not known."""
    return dict(zip(rules.scoring.counts, (count[seat] for count in hand.counts or ()), strict=False))


def _cell(rules: CompiledRules, hand: Hand, seat: int) -> str:
    if not hand.played(seat):
        return "–"
    points = "?" if hand.points is None else f"{hand.points[seat]:+}" if hand.points[seat] else "0"
    won: Any = "?" if hand.won[seat] is None else hand.won[seat]
    if hand.together:
        won = f"({sum(hand.won[other] or 0 for side in hand.sides if seat in side for other in side)})"
    if rules.bids_spoken:
        bid = "?" if hand.bids[seat] is None else written(hand.bids[seat])
        return f"{won}/{bid}  {points}"
    if rules.scoring.counts and hand.counts is not None:
        counted = " ".join(str(value) for value in _counts(rules, hand, seat).values())
        return f"{counted}  {points}"
    return f"{won}  {points}"


def _legend(rules: CompiledRules) -> str:
    if rules.bids_spoken:
        return "Each cell: tricks won / bid, then points."
    if rules.scoring.counts:
        return f"Each cell: {', '.join(name.replace('_', ' ') for name in rules.scoring.counts)} taken, then points."
    return "Each cell: tricks won, then points."


def _ending(rules: CompiledRules, state: State, leaders: list[str]) -> str:
    if None in state.scores:
        return "A hand could not be scored, so the totals are not known."
    best = max(state.scores, default=0) if not rules.scoring.lowest_wins else min(state.scores, default=0)
    if state.phase != OVER:
        left = f"; the game goes to {state.target}" if state.target is not None else ""
        of = f" of {rules.hands}" if rules.hands else ""
        return f"Not over: {len(state.history)}{of} hands scored{left}."
    if len(leaders) == 1:
        return f"{leaders[0]} wins with {best}."
    together = len(leaders) == len(rules.sides[0])
    return f"{listed(leaders)} {'win' if together else 'share the win'} with {best}."
