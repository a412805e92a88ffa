"""The table as people see it: the fields around the box with seasons, Luminaries, cards and stockpiles; hands, piles, okus."""

from __future__ import annotations

from typing import Any

from referee.core import pads
from referee.core.columns import columns
from referee.core.columns import left as to_left
from referee.core.family import Block
from referee.core.wording import counted
from referee.engines.fishing.play.legal_moves import awaited
from referee.engines.fishing.rules.board import short_name
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.state import State, in_round
from referee.engines.fishing.words.compiled import CompiledRules

WIDTH = 34
"""How wide a field is drawn, in characters."""


def view(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing = in_round(state)
    data: dict[str, Any] = {
        "hand": state.round,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(rules, state),
        "turn": _to_act(state),
        "seats": [_seat(rules, state, seat, playing) for seat in range(rules.players)],
    }
    if playing:
        data["fields"] = [_field(rules, state, field) for field in range(rules.fields)]
        data["stock"] = state.stock
        if rules.okus:
            data["okus"] = state.box_okus
        if state.named:
            data["named"] = dict(state.named)
    blocks = [Block(lines=(_title(state),)), _seats(rules, data, playing)]
    if playing:
        blocks.append(Block("On the table", lines=tuple(_board(rules, data))))
    return data, [*blocks, Block(lines=(f"Next: {data['next'] or 'nothing; the game is over'}.",))]


def _title(state: State) -> str:
    target = f", to {state.target}" if state.target is not None else ""
    return f"Round {state.round}, {state.players[state.dealer]} deals{target}"


def _to_act(state: State) -> str | None:
    if not in_round(state) or state.turn < 0:
        return None
    return state.players[state.queue[0].seat if state.queue else state.turn]


def _seat(rules: CompiledRules, state: State, seat: int, playing: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "player": state.players[seat],
        "total": pads.known_totals(state.scores, state.untold)[seat],
    }
    if playing:
        entry["hand"] = rules.deck.names(state.hands[seat])
        entry["unseen"] = state.hidden[seat]
        keeper = rules.keeper[seat]
        entry["harvested"] = state.piles[keeper].bit_count() + state.piles_hidden[keeper]
        if rules.okus:
            entry["okus"] = state.okus[seat]
        if rules.luminaries:
            entry["luminaries"] = list(state.claimed[seat])
    return entry


def _field(rules: CompiledRules, state: State, field: int) -> dict[str, Any]:
    name, up = state.luminaries[field], state.faces[field]
    entry: dict[str, Any] = {
        "field": short_name(rules, state, field),
        "cards": [_lying(rules, state, one) for one in state.fields[field]],
    }
    if rules.dealt_luminaries:
        entry["luminary"] = name if up else None
        entry["face_down"] = name is not None and not up
    if state.under[field]:
        entry["under"] = state.under[field]
    return entry


def _lying(rules: CompiledRules, state: State, one: Any) -> str:
    text = written(rules, one)
    below = sum(number for card, number in state.covered.items() if one.cards >> card & 1)
    return f"{text}*" if below else text


def _seats(rules: CompiledRules, data: dict[str, Any], playing: bool) -> Block:
    headers, rows = ["", "player", "total"], []
    if playing:
        headers += ["harvested", *(["okus"] if "okus" in data else []), "hand"]
        if rules.luminaries:
            headers.append("Luminaries")
    for entry in data["seats"]:
        row = [
            "→" if entry["player"] == data["turn"] else "",
            entry["player"],
            "?" if entry["total"] is None else entry["total"],
        ]
        if playing:
            unseen = f"{entry['unseen']} unseen" if entry["unseen"] else ""
            row += [entry["harvested"], *([entry["okus"]] if "okus" in data else [])]
            row.append(" + ".join(filter(None, (" ".join(entry["hand"]), unseen))))
            if rules.luminaries:
                row.append(", ".join(entry["luminaries"]))
        rows.append(tuple(row))
    return Block("Seats, clockwise", tuple(headers), tuple(rows))


def _board(rules: CompiledRules, data: dict[str, Any]) -> list[str]:
    fields = [_drawn(entry) for entry in data["fields"]]
    pile = f"{counted(data['stock'], 'cards')} in the pile"
    if "okus" in data:
        pile += f"; {data['okus']} okus on the box"
    if "named" in data:
        pile += "".join(f"; {rules.deck.suits[suit]} count as {season}" for suit, season in data["named"].items())
    starred = any("*" in text for entry in data["fields"] for text in entry["cards"])
    legend = ["* a hidden card lies below"] if starred else []
    if len(fields) != 4:
        return [*(line for lines in fields for line in lines), pile, *legend]
    # clockwise from the first: near left, far left, far right, near right
    near_left, far_left, far_right, near_right = fields
    return [*_side_by_side(far_left, far_right), *_side_by_side(near_left, near_right), pile, *legend]


def _drawn(entry: dict[str, Any]) -> list[str]:
    head = entry["field"]
    if entry.get("face_down"):
        head += " · a Luminary face down"
    elif entry.get("luminary"):
        head += f" · {entry['luminary']}"
    if entry.get("under"):
        head += f" ({counted(entry['under'], 'cards')} under it)"
    return [head, *_wrapped(entry["cards"])]


def _wrapped(words: list[str]) -> list[str]:
    lines, line = [], " "
    for word in words or ["nothing"]:
        if columns(line) + columns(word) > WIDTH - 2 and line.strip():
            lines.append(line)
            line = " "
        line += f" {word}"
    return [*lines, line]


def _side_by_side(left: list[str], right: list[str]) -> list[str]:
    height = max(len(left), len(right))
    left, right = left + [""] * (height - len(left)), right + [""] * (height - len(right))
    width = max(WIDTH, *(columns(line) + 2 for line in left))
    rows = [f"{to_left(one, width)}│ {other}".rstrip() for one, other in zip(left, right, strict=True)]
    return [*rows, "─" * (2 * WIDTH)]
