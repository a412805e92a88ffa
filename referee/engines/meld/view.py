"""The table as people see it: hands as far as they are known, the pile and the stock, melds on the table, totals."""

from __future__ import annotations

from typing import Any

from referee.core.family import Block
from referee.engines.meld import rounds
from referee.engines.meld.options import awaited
from referee.engines.meld.roles import choosers
from referee.engines.meld.score import arranged
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.terms import Terms


def view(terms: Terms, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing = state.phase not in (DRAW, DEAL, ROLE, OVER)
    data: dict[str, Any] = {
        "hand": state.round,
        "phase": state.phase,
        "dealer": state.players[state.dealer] if state.dealer >= 0 else None,
        "next": awaited(terms, state),
        "turn": _to_act(terms, state),
        "seats": [_seat(terms, state, seat, playing) for seat in range(terms.players)],
    }
    if playing:
        data["pile"] = [terms.deck.ids[card] for card in state.pile]
        data["stock"] = state.stock
        if state.tabled:
            data["table"] = [terms.names(meld).split() for meld in state.tabled]
    return data, [
        *_blocks(terms, state, data, playing),
        Block(lines=(f"Next: {data['next'] or 'nothing; the game is over'}.",)),
    ]


def _to_act(terms: Terms, state: State) -> str | None:
    if state.phase in (TAKE, DISCARD, ACTION) and state.turn >= 0:
        return state.players[state.turn]
    if state.phase == SHOW:
        return state.players[rounds.to_show(state)[0]]
    return state.players[choosers(terms, state)[0]] if state.phase == ROLE else None


def _seat(terms: Terms, state: State, seat: int, playing: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles[seat]:
        entry["role"] = state.roles[seat]
    if playing:
        entry["hand"] = terms.names(state.hands[seat]).split()
        entry["unseen"] = state.hidden[seat]
        if terms.action_cards:
            entry["action"] = state.action[seat]
        shown = state.shown[seat]
        if shown is not None:
            entry["arranged"] = arranged(terms, shown)
    return entry


def _blocks(terms: Terms, state: State, data: dict[str, Any], playing: bool) -> list[Block]:
    of = f" of {terms.scoring.rounds}" if terms.scoring.rounds else ""
    dealer = f", {data['dealer']} deals" if data["dealer"] else ""
    target = f", to {state.target}" if state.target is not None else ""
    blocks = [Block(lines=(f"Round {state.round}{of}{dealer}{target}",))]
    headers, rows = ["", "player", "total"], []
    if playing:
        headers += (["action"] if terms.action_cards else []) + ["hand"]
    for entry in data["seats"]:
        row = ["→" if entry["player"] == data["turn"] else "", entry["player"], entry["total"]]
        if playing:
            row += [entry["action"]] if terms.action_cards else []
            row.append(_hand(terms, entry))
        rows.append(tuple(row))
    blocks.append(Block("Seats, clockwise", tuple(headers), tuple(rows)))
    if playing:
        blocks.append(Block("On the table", lines=tuple(_table(data))))
    return blocks


def _hand(terms: Terms, entry: dict[str, Any]) -> str:
    if "arranged" in entry:
        melds = [" ".join(meld["cards"]) for meld in entry["arranged"]["melds"]]
        idle = " ".join(entry["arranged"]["idle"])
        return " | ".join([*melds, *([f"idle {idle}"] if idle else [])])
    unseen = f"{entry['unseen']} unseen" if entry["unseen"] else ""
    return " + ".join(filter(None, (" ".join(entry["hand"]), unseen)))


def _table(data: dict[str, Any]) -> list[str]:
    top = f"face up {data['pile'][-1]}, {len(data['pile']) - 1} under it" if data["pile"] else "no face-up card"
    lines = [f"{top}; {data['stock']} in the stock"]
    if "table" in data:
        lines.append("melds: " + " | ".join(" ".join(meld) for meld in data["table"]))
    return lines
