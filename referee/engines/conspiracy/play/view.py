"""The table as text: power structures on a grid, with arrows and money, and the cards around them."""

from __future__ import annotations

import textwrap
from typing import Any

from referee.core.cards import members
from referee.core.columns import centred, columns
from referee.core.family import Block
from referee.core.findings import counted
from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy.play.legal_moves import awaited
from referee.engines.conspiracy.rules import goals, structure
from referee.engines.conspiracy.state import DEAD, OVER, UNCONTROLLED, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, SIDES

WIDE, HIGH, ACROSS = 20, 3, 4
"""The columns and lines of a card in a drawing, and the columns between cards; rows are one line apart."""
USED = (" =^= ", " => ", " =v= ", " <= ")
FREE = (" -^- ", " -> ", " -v- ", " <- ")
BLOCKED = (" -x- ", " -x ", " -x- ", " x- ")
LEGEND = "=> holds a group, -> is free, -x is blocked. On a card: Power/transferable, Resistance (R), money."
Data = dict[str, Any]


def view(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    names, players = rules.pack.names, state.players
    data: Data = {
        "turn_number": state.number,
        "phase": state.phase,
        "turn": None if state.phase == OVER else players[state.turn],
        "next": awaited(rules, state),
        "deck": state.deck,
        "bank": state.bank,
        "uncontrolled": [names[card] for card in rules.pack.groups if state.place[card] == UNCONTROLLED],
        "destroyed": [names[card] for card in rules.pack.groups if state.place[card] == DEAD],
        "seats": [_seat(rules, state, seat) for seat in range(rules.players)],
    }
    blocks = [Block(lines=(_head(state),))]
    for seat, entry in enumerate(data["seats"]):
        blocks.append(Block(_title(state, seat, entry), lines=tuple(drawn(rules, state, seat))))
    around = [
        f"Uncontrolled: {_listed(rules, state, UNCONTROLLED)}.",
        f"Destroyed: {_listed(rules, state, DEAD)}.",
    ]
    if state.attack is not None:
        data["attack"], line = _attack(rules, state)
        around.append(line)
    blocks.append(Block(lines=(*around, LEGEND, f"Next: {data['next'] or 'nothing; the game is over'}.")))
    return data, blocks


def _head(state: State) -> str:
    cards = f"{counted(state.deck, 'cards')} in the deck"
    return f"Turn {state.number}, {cards}, {state.bank} MB paid out by the bank"


def _listed(rules: CompiledRules, state: State, place: int) -> str:
    found = [card for card in rules.pack.groups if state.place[card] == place]
    return ", ".join(f"{rules.pack.names[card]} ({strength(rules, card)})" for card in found) or "none"


def _title(state: State, seat: int, entry: Data) -> str:
    who = state.players[seat]
    if not state.alive[seat]:
        return f"{who} is out of the game"
    held = counted(entry["groups"], "groups")
    specials = f", {counted(goals.in_hand(state, seat), 'Specials')}" if goals.in_hand(state, seat) else ""
    turn = ", whose turn it is" if seat == state.turn and state.phase != OVER else ""
    return f"{who}: {held}, Power {entry['power']}, {entry['money']} MB{specials}{turn}"


def _seat(rules: CompiledRules, state: State, seat: int) -> Data:
    names = rules.pack.names
    return {
        "player": state.players[seat],
        "illuminati": names[state.illuminati[seat]],
        "in_game": state.alive[seat],
        "groups": goals.groups(state, seat),
        "power": goals.power(rules, state, seat),
        "money": goals.money(state, seat),
        "specials": [names[card] for card in state.specials[seat]] + ["special"] * state.hidden[seat],
        "cards": [_card(rules, state, card) for card in members(state.holds[seat])],
    }


def _card(rules: CompiledRules, state: State, card: int) -> Data:
    names, facts = rules.pack.names, rules.pack.cards[card]
    column, row = structure.at(state.cell[card])
    entry: Data = {
        "card": names[card],
        "column": column,
        "row": row,
        "turned": state.rotation[card],
        "money": state.money[card],
        "master": names[state.master[card]] if state.master[card] != ABSENT else None,
    }
    entry["arrows"] = {SIDES[side]: _arrow(state, card, side)[0] for side in facts.outward}
    return entry


def _arrow(state: State, card: int, side: int) -> tuple[str, int]:
    """Whether an outgoing arrow is free, blocked, or holds a group; and the direction in which it points."""
    direction = (side + state.rotation[card]) & 3
    there = state.grid[state.place[card]].get(structure.beside(state, card, side))
    if there is None:
        return "free", direction
    return ("holds" if state.master[there] == card else "blocked"), direction


def _attack(rules: CompiledRules, state: State) -> tuple[Data, str]:
    battle = state.attack
    assert battle is not None
    names = rules.pack.names
    number = sums.number(rules, battle)
    data: Data = {
        "kind": battle.kind,
        "target": names[battle.target],
        "with": names[battle.attacker],
        "number": number,
        "terms": [{"what": what, "value": value} for what, value in sums.lines(rules, battle)],
        "privileged": battle.privileged,
    }
    ways = sums.chance(rules, number)
    line = f"Attack: {names[battle.attacker]} to {battle.kind} {names[battle.target]}: {number} or less ({ways} in 36)"
    return data, f"{line}{', privileged' * battle.privileged}."


def strength(rules: CompiledRules, card: int) -> str:
    """Power, transferable Power and Resistance of a card, as it prints them: '6/4 R5'."""
    facts = rules.pack.cards[card]
    resistance = f" R{facts.resistance}" if facts.inward != ABSENT else ""
    power = f"{facts.power}/{facts.transferable}" if facts.transferable else f"{facts.power}"
    return f"{power}{resistance}"


def drawn(rules: CompiledRules, state: State, seat: int) -> list[str]:
    """A power structure as lines of text: one card per cell, arrows between the cells."""
    if not state.alive[seat]:
        return []
    grid = {structure.at(cell): card for cell, card in state.grid[seat].items()}
    places = {}
    for place, card in grid.items():
        places[place] = card
        for side in rules.pack.cards[card].outward:
            places.setdefault(structure.at(structure.beside(state, card, side)), ABSENT)
    left, top = min(column for column, _ in places), min(row for _, row in places)
    right, bottom = max(column for column, _ in places), max(row for _, row in places)
    wide, high = WIDE + ACROSS, HIGH + 1
    canvas = [[" "] * ((right - left + 1) * wide + ACROSS) for _ in range((bottom - top + 1) * high + 1)]
    for (column, row), card in grid.items():
        x, y = (column - left) * wide + ACROSS, (row - top) * high + 1
        for line, text in enumerate(_face(rules, state, card)):
            _write(canvas, x, y + line, text)
        for side in rules.pack.cards[card].outward:
            kind, direction = _arrow(state, card, side)
            sign = {"holds": USED, "free": FREE, "blocked": BLOCKED}[kind][direction]
            across = (x + WIDE // 2 - 3, x + WIDE, x + WIDE // 2 - 3, x - ACROSS)[direction]
            down = (y - 1, y + 1, y + HIGH, y + 1)[direction]
            if "=" not in canvas[down][across : across + len(sign)]:
                _write(canvas, across, down, sign)
    lines = ["".join(line).rstrip() for line in canvas]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    cut = min(len(line) - len(line.lstrip()) for line in lines if line)
    return [line[cut:] for line in lines]


def _face(rules: CompiledRules, state: State, card: int) -> list[str]:
    """The lines of a card: its name on two, its numbers on the third."""
    name = textwrap.wrap(rules.pack.names[card], WIDE - 2)[:2]
    lines = [""] * (2 - len(name)) + name + [f"{strength(rules, card)} {state.money[card]} MB"]
    return [f"[{centred(line, WIDE - 2)}]" if line else " " * WIDE for line in lines]


def _write(canvas: list[list[str]], x: int, y: int, text: str) -> None:
    step = 0
    for letter in text:
        if letter != " " or canvas[y][x + step] == " ":
            canvas[y][x + step] = letter
            canvas[y][x + step + 1 : x + step + columns(letter)] = [""] * (columns(letter) - 1)
        step += columns(letter)
