"""The table as people see it: hands as far as they are known, the pile, whose turn it is; the score pad and the places."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import table as tables
from referee.core.events import number_of
from referee.core.family import Block, Tally
from referee.core.scene import Scene
from referee.core.table import Data
from referee.engines.shedding.compiled import SheddingRules
from referee.engines.shedding.moves import to_act
from referee.engines.shedding.state import DEAL, OVER, SheddingRound, SheddingState

SECRET = frozenset(("deal", "draw"))
"""Events that others see happen, but not with which cards."""


def view(rules: SheddingRules, state: SheddingState, awaited: str) -> tuple[Data, list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is what comes next."""
    playing = state.phase not in (DEAL, OVER)
    hands = [{"hand": rules.names(state.hands[seat]), "unseen": state.hidden[seat]} for seat in range(rules.players)]
    entries = []
    for seat, hand in enumerate(hands):
        entries.append(tables.at_seat(state, seat) | (hand if playing else {}))
    columns: tables.Columns = {"hand": tables.hand} if playing else {}
    data, blocks = tables.at_table(rules, state, to_act(rules, state), awaited, entries, columns)
    if playing:
        data |= {"pile": [rules.deck.ids[card] for card in state.pile], "stock": state.stock}
        named = rules.deck.suits.get(state.named)
        changed = {"named": named, "reversed": state.reversed, "owed": state.owed}
        data |= {key: value for key, value in changed.items() if value}
        if state.owed:
            owed = [f"{number_of(state.owed, 'cards')} to be drawn"]
        else:
            owed = []
        blocks.append(Block("On the table", lines=(tables.face_up(data), *_in_force(data), *owed)))
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _in_force(data: Data) -> list[str]:
    """The sentences about what a card has changed for those who play after it."""
    if "named" in data:
        lines = [f"{data['named']} is named"]
    else:
        lines = []
    return lines + (["play goes to the right"] if "reversed" in data else [])


def scene(rules: SheddingRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says of it."""
    seats = [tables.seat(data, entry, ()) for entry in data["seats"]]
    piles = tables.stock_and_pile(data)
    return Scene(title, tuple(seats), tuple(_in_force(data)), piles, around=True, next=data["next"])


standing = tables.standing_of_rounds


def aftermath(rules: SheddingRules, before: SheddingState, after: SheddingState) -> list[str]:
    """Return nothing: the table shows everything that an event changes."""
    return []


def pad(rules: SheddingRules, state: SheddingState) -> tuple[Data, list[Block]]:
    """Return the score pad as data and as a table, one row per round."""

    def of(ended: SheddingRound) -> Data:
        left = [None if hand is None else rules.names(hand) for hand in ended.hands]
        out = None
        if ended.out >= 0:
            out = state.players[ended.out]
        return {"out": out, "left": dict(zip(state.players, left, strict=True))}

    def cell(ended: SheddingRound, seat: int) -> str:
        points = ended.points[seat]
        out = seat == ended.out
        if seat in ended.untold:
            return "?"
        if points or out:
            return f"{points:+}{'*' if out else ''}"
        return "0"

    return tables.pad_of_rounds(rules, state, of, cell, "* went out")


def tallies(rules: SheddingRules, state: SheddingState) -> Iterator[Tally]:
    """Yield the counts for each player: rounds, rounds won, and cards left where they are known."""
    every = range(rules.players)
    left = []
    for seat in every:
        left.append([hand for ended in state.history if (hand := ended.hands[seat]) is not None])
    yield Tally("rounds", (len(state.history),) * rules.players)
    yield Tally("rounds won", tuple([sum([ended.out == seat for ended in state.history]) for seat in every]))
    yield Tally("cards left", tuple([sum(map(len, hands)) for hands in left]))
