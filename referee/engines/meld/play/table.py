"""The table as people see it: hands as far as they are known, the pile and the stock, melds on the table, totals."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import pads
from referee.core import table as tables
from referee.core.events import Event
from referee.core.family import Block
from referee.core.scene import Card, Row, Scene
from referee.core.table import Data
from referee.engines.meld.play.moves import awaited, to_act
from referee.engines.meld.play.score import arranged
from referee.engines.meld.state import DEAL, DRAW, OVER, ROLE, State
from referee.engines.meld.words.compiled import CompiledRules

SECRET = frozenset(("deal", "take", "action"))
"""Of these events others see that they happen, but not with which cards."""


def view(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing = state.phase not in (DRAW, DEAL, ROLE, OVER)
    data: Data = {
        "hand": state.round,
        "phase": state.phase,
        "dealer": state.players[state.dealer] if state.dealer >= 0 else None,
        "next": awaited(rules, state),
        "turn": state.players[seat] if (seat := to_act(rules, state)) >= 0 else None,
        "seats": [_seat(rules, state, seat, playing) for seat in range(rules.players)],
    }
    of = f" of {rules.scoring.rounds}" if rules.scoring.rounds else ""
    dealer = f", {data['dealer']} deals" if data["dealer"] else ""
    target = f", to {state.target}" if state.target is not None else ""
    columns = {"player": tables.player, "total": tables.total}
    if playing and rules.action_cards:
        columns["action"] = lambda entry: entry["action"]
    blocks = [
        Block(lines=(f"Round {state.round}{of}{dealer}{target}",)),
        tables.seats_block(data, columns | ({"hand": _hand} if playing else {})),
    ]
    if playing:
        data |= {"pile": [rules.deck.ids[card] for card in state.pile], "stock": state.stock}
        under = len(state.pile) - 1
        top = f"face up {data['pile'][-1]}, {under} under it" if data["pile"] else "no face-up card"
        lines = [f"{top}; {state.stock} in the stock"]
        if state.tabled:
            data["table"] = [rules.names(meld).split() for meld in state.tabled]
            lines.append("melds: " + " | ".join(map(rules.names, state.tabled)))
        blocks.append(Block("On the table", lines=tuple(lines)))
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _seat(rules: CompiledRules, state: State, seat: int, playing: bool) -> Data:
    entry: Data = {
        "player": state.players[seat],
        "total": pads.known_totals(state.scores, state.untold)[seat],
    }
    if state.roles[seat]:
        entry["role"] = state.roles[seat]
    if playing:
        entry["hand"] = rules.names(state.hands[seat]).split()
        entry["unseen"] = state.hidden[seat]
        if rules.action_cards:
            entry["action"] = state.action[seat]
        if (shown := state.shown[seat]) is not None:
            entry["arranged"] = arranged(rules, shown)
    elif state.history and (laid := state.history[-1].hands[seat]) is not None:
        entry["arranged"] = arranged(rules, laid)  # as the last round ended; its cards lie there until the next deal
    return entry


def _hand(entry: Data) -> str:
    if "arranged" not in entry:
        return tables.hand(entry)
    melds = [" ".join(meld["cards"]) for meld in entry["arranged"]["melds"]]
    idle = " ".join(["idle", *entry["arranged"]["idle"]]) if entry["arranged"]["idle"] else ""
    return " | ".join(filter(None, (*melds, idle)))


def secret(rules: CompiledRules, event: Event) -> bool:
    """Return whether others see only that an event happens."""
    return event.verb in SECRET


def scene(rules: CompiledRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says of it."""
    seats = []
    for entry in data["seats"]:
        facts = [entry["role"]] if "role" in entry else []
        facts += [f"action {entry['action']:+d}"] if entry.get("action") else []
        seats.append(tables.seat(data, entry, facts, _rows(entry)))
    lines = tuple(f"On the table: {' '.join(meld)}" for meld in data.get("table", ()))
    piles: tuple[Row, ...] = ()
    if "stock" in data:
        under = max(len(data["pile"]) - 1, 0)
        top = Row(f"pile ({under} under)" if under else "pile", tuple(map(Card, data["pile"][-1:])))
        piles = (Row("stock", more=data["stock"], stacked=True), top)
    return Scene(title, tuple(seats), lines, piles, around=True, next=data["next"])


def _rows(entry: Data) -> Iterator[Row]:
    """Yield a hand; once it is shown, its melds and what is idle."""
    if "arranged" in entry:
        for meld in entry["arranged"]["melds"]:
            yield Row(f"{meld['kind']} {meld['points']}", tuple(map(Card, meld["cards"])))
        if entry["arranged"]["idle"]:
            yield Row("idle", tuple(map(Card, entry["arranged"]["idle"])))
    elif "hand" in entry:
        yield Row("", tuple(map(Card, entry["hand"])), entry["unseen"], owner=entry["player"])


def aftermath(rules: CompiledRules, before: State, after: State) -> list[str]:
    """Return what an event changed between two states: nothing, because the score says it of melds."""
    return []
