"""The table as people see it: hands as far as they are known, the pile, whose turn it is; the score pad and the places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.core import pads
from referee.core import table as tables
from referee.core.family import Block, Tally
from referee.core.findings import counted
from referee.core.scene import Scene, SceneCard, SceneRow
from referee.core.table import Data, Standings, number_text
from referee.engines.shedding.play.moves import awaited, to_act
from referee.engines.shedding.state import DEAL, OVER, SheddingRound, SheddingState
from referee.engines.shedding.words.compiled import SheddingRules

SECRET = frozenset(("deal", "draw"))
"""Of these events others see that they happen, but not with which cards."""


def view(rules: SheddingRules, state: SheddingState) -> tuple[Data, list[Block]]:
    """Return the table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing, seat = state.phase not in (DEAL, OVER), to_act(rules, state)
    data: Data = {
        "hand": state.round,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(rules, state),
        "turn": state.players[seat] if seat >= 0 else None,
        "seats": [_seat(rules, state, seat, playing) for seat in range(rules.players)],
    }
    of = f" of {rules.scoring.rounds}" if rules.scoring.rounds else ""
    target = f", to {state.target}" if state.target is not None else ""
    columns: dict[str, Callable[[Data], Any]] = {"player": tables.player, "total": tables.total}
    blocks = [
        Block(lines=(f"Round {state.round}{of}, {data['dealer']} deals{target}",)),
        tables.seats_block(data, columns | ({"hand": tables.hand} if playing else {})),
    ]
    if playing:
        data |= {"pile": [rules.deck.ids[card] for card in state.pile], "stock": state.stock}
        blocks.append(Block("On the table", lines=tuple(_lines(rules, state, data))))
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _lines(rules: SheddingRules, state: SheddingState, data: Data) -> Iterator[str]:
    under = len(state.pile) - 1
    top = f"face up {data['pile'][-1]}, {under} under it" if data["pile"] else "no face-up card"
    yield f"{top}; {state.stock} in the stock"
    if state.named:
        yield f"{rules.deck.suits[state.named]} is named"
        data["named"] = rules.deck.suits[state.named]
    if state.reversed:
        yield "play goes to the right"
        data["reversed"] = True
    if state.owed:
        yield f"{counted(state.owed, 'cards')} to be drawn"
        data["owed"] = state.owed


def _seat(rules: SheddingRules, state: SheddingState, seat: int, playing: bool) -> Data:
    entry: Data = {"player": state.players[seat], "total": pads.known_totals(state.scores, state.untold)[seat]}
    if playing:
        entry |= {"hand": rules.names(state.hands[seat]), "unseen": state.hidden[seat]}
    return entry


def scene(rules: SheddingRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says of it."""
    seats = []
    for entry in data["seats"]:
        held = [entry] if "hand" in entry else []
        rows = [SceneRow("", tuple(map(SceneCard, one["hand"])), one["unseen"], owner=one["player"]) for one in held]
        seats.append(tables.seat(data, entry, (), rows))
    lines = [f"{data['named']} is named"] if "named" in data else []
    lines += ["play goes to the right"] if "reversed" in data else []
    piles: tuple[SceneRow, ...] = ()
    if "stock" in data:
        under = max(len(data["pile"]) - 1, 0)
        top = SceneRow(f"pile ({under} under)" if under else "pile", tuple(map(SceneCard, data["pile"][-1:])))
        piles = (SceneRow("stock", more=data["stock"], stacked=True), top)
    return Scene(title, tuple(seats), tuple(lines), piles, around=True, next=data["next"])


def aftermath(rules: SheddingRules, before: SheddingState, after: SheddingState) -> list[str]:
    """Return what an event changed between two states: nothing that the table does not show."""
    return []


def standings(rules: SheddingRules, state: SheddingState) -> Standings:
    """Return how the game stands."""
    totals = pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else rules.scoring.leaders(state.scores)
    sides = [(seat,) for seat in range(rules.players)]
    return Standings(state.phase == OVER, totals, leaders, sides, rules.scoring.lowest_wins)


def pad(rules: SheddingRules, state: SheddingState) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per round."""
    players, stands = state.players, standings(rules, state)
    data = stands.pad(state, [_round(rules, players, ended) for ended in state.history], {})
    rows: list[tuple[Any, ...]] = [
        (ended.number, players[ended.dealer], *(_cell(ended, seat) for seat in range(rules.players)))
        for ended in state.history
    ]
    rows.append(("total", "", *map(number_text, stands.totals)))
    unknown = "Not all points are recorded, so the totals are not known."
    lines = ("* went out", stands.ending(state, "rounds", unknown, most=rules.scoring.rounds))
    return data, [Block("Score", ("round", "dealer", *players), tuple(rows), lines)]


def _round(rules: SheddingRules, players: tuple[str, ...], ended: SheddingRound) -> Data:
    return {
        "hand": ended.number,
        "dealer": players[ended.dealer],
        "out": players[ended.out] if ended.out >= 0 else None,
        "left": {
            who: None if hand is None else rules.names(hand) for who, hand in zip(players, ended.hands, strict=True)
        },
        "points": {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold},
        "totals": dict(zip(players, ended.totals, strict=True)),
    }


def _cell(ended: SheddingRound, seat: int) -> str:
    if seat in ended.untold:
        return "?"
    return f"{ended.points[seat]:+}{'*' * (seat == ended.out)}" if ended.points[seat] or seat == ended.out else "0"


def tallies(rules: SheddingRules, state: SheddingState) -> Iterator[Tally]:
    """Yield what is counted of each player."""
    every = range(rules.players)
    left = [[hand for ended in state.history if (hand := ended.hands[seat]) is not None] for seat in every]
    yield Tally("rounds", (len(state.history),) * rules.players)
    yield Tally("rounds won", tuple([sum([ended.out == seat for ended in state.history]) for seat in every]))
    yield Tally("cards left", tuple([sum(map(len, hands)) for hands in left]))
