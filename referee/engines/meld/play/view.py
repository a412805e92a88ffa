"""The table as people see it: hands as far as they are known, the pile and the stock, melds on the table, totals."""

from __future__ import annotations

from typing import Any

from referee.core import pads
from referee.core.family import Block
from referee.engines.meld.play.legal_moves import awaited
from referee.engines.meld.play.score_pad import arranged
from referee.engines.meld.rules import rounds
from referee.engines.meld.rules.roles import choosers
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.words.compiled import CompiledRules


def view(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing = state.phase not in (DRAW, DEAL, ROLE, OVER)
    data: dict[str, Any] = {
        "hand": state.round,
        "phase": state.phase,
        "dealer": state.players[state.dealer] if state.dealer >= 0 else None,
        "next": awaited(rules, state),
        "turn": _to_act(rules, state),
        "seats": [_seat(rules, state, seat, playing) for seat in range(rules.players)],
    }
    if playing:
        data["pile"] = [rules.deck.ids[card] for card in state.pile]
        data["stock"] = state.stock
        if state.tabled:
            data["table"] = [rules.names(meld).split() for meld in state.tabled]
    return data, [
        *_blocks(rules, state, data, playing),
        Block(lines=(f"Next: {data['next'] or 'nothing; the game is over'}.",)),
    ]


def _to_act(rules: CompiledRules, state: State) -> str | None:
    if state.phase in (TAKE, DISCARD, ACTION) and state.turn >= 0:
        return state.players[state.turn]
    if state.phase == SHOW:
        return state.players[rounds.to_show(state)[0]]
    return state.players[choosers(rules, state)[0]] if state.phase == ROLE else None


def _seat(rules: CompiledRules, state: State, seat: int, playing: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
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
        shown = state.shown[seat]
        if shown is not None:
            entry["arranged"] = arranged(rules, shown)
    elif state.history and (laid := state.history[-1].hands[seat]) is not None:
        entry["arranged"] = arranged(rules, laid)  # as the last round ended; its cards lie there until the next deal
    return entry


def _blocks(rules: CompiledRules, state: State, data: dict[str, Any], playing: bool) -> list[Block]:
    of = f" of {rules.scoring.rounds}" if rules.scoring.rounds else ""
    dealer = f", {data['dealer']} deals" if data["dealer"] else ""
    target = f", to {state.target}" if state.target is not None else ""
    blocks = [Block(lines=(f"Round {state.round}{of}{dealer}{target}",))]
    headers, rows = ["", "player", "total"], []
    if playing:
        headers += (["action"] if rules.action_cards else []) + ["hand"]
    for entry in data["seats"]:
        row = [
            "→" if entry["player"] == data["turn"] else "",
            entry["player"],
            "?" if entry["total"] is None else entry["total"],
        ]
        if playing:
            row += [entry["action"]] if rules.action_cards else []
            row.append(_hand(rules, entry))
        rows.append(tuple(row))
    blocks.append(Block("Seats, clockwise", tuple(headers), tuple(rows)))
    if playing:
        blocks.append(Block("On the table", lines=tuple(_table(data))))
    return blocks


def _hand(rules: CompiledRules, entry: dict[str, Any]) -> str:
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
