"""The table as people see it: power structures on a grid, with arrows and money, and the cards around them."""

from __future__ import annotations

import textwrap

from referee.core.cards import members
from referee.core.columns import centred, columns
from referee.core.events import Event
from referee.core.family import Block
from referee.core.scene import Node, Scene, Seat
from referee.core.table import Data, following
from referee.core.wording import counted
from referee.engines.conspiracy.play.moves import awaited
from referee.engines.conspiracy.rules import attacks, goals, structure
from referee.engines.conspiracy.rules.battles import outcome
from referee.engines.conspiracy.state import DEAD, OVER, UNCONTROLLED, Battle, State
from referee.engines.conspiracy.words.compiled import ABSENT, SIDES, CompiledRules

WIDE, HIGH, ACROSS = 20, 3, 4
"""The columns and lines of a card in a drawing, and the columns between cards; rows are one line apart."""
USED = (" =^= ", " => ", " =v= ", " <= ")
FREE = (" -^- ", " -> ", " -v- ", " <- ")
BLOCKED = (" -x- ", " -x ", " -x- ", " x- ")
LEGEND = "=> holds a group, -> is free, -x is blocked. On a card: Power/transferable, Resistance (R), money."


def view(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the table as data (see schemas/report.schema.json) and as blocks to draw."""
    names, players, over = rules.pack.names, state.players, state.phase == OVER
    data: Data = {
        "turn_number": state.number,
        "phase": state.phase,
        "turn": None if over else players[state.turn],
        "next": awaited(rules, state),
        "deck": state.deck,
        "bank": state.bank,
        "uncontrolled": [names[card] for card in rules.pack.groups if state.place[card] == UNCONTROLLED],
        "destroyed": [names[card] for card in rules.pack.groups if state.place[card] == DEAD],
        "seats": [_seat(rules, state, seat) for seat in range(rules.players)],
    }
    cards = f"{counted(state.deck, 'cards')} in the deck"
    blocks = [Block(lines=(f"Turn {state.number}, {cards}, {state.bank} MB paid out by the bank",))]
    for seat, entry in enumerate(data["seats"]):
        title = f"{players[seat]} is out of the game"
        if state.alive[seat]:
            kept = len(state.specials[seat]) + state.hidden[seat]
            title = (
                f"{players[seat]}: {counted(entry['groups'], 'groups')}, Power {entry['power']}, {entry['money']} MB"
            )
            title += (f", {counted(kept, 'Specials')}" if kept else "") + (
                ", whose turn it is" if seat == state.turn and not over else ""
            )
        blocks.append(Block(title, lines=tuple(drawing(rules, state, seat))))
    around = []
    for what in ("uncontrolled", "destroyed"):
        cards = ", ".join(f"{name} ({strength(rules, rules.pack.by_name[name])})" for name in data[what])
        around.append(f"{what.capitalize()}: {cards or 'none'}.")
    if state.attack is not None:
        attack = data["attack"] = _attack(rules, state.attack)
        ways = attacks.chance(rules, attack["number"])
        said, privileged = _announced(attack)
        line = f"Attack: {said}: {attack['number']} or less ({ways} in 36)"
        around.append(f"{line}{privileged}.")
    return data, [*blocks, Block(lines=(*around, LEGEND, following(data)))]


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
    """Return whether an outgoing arrow is free, blocked, or holds a group; and the direction in which it points."""
    direction = (side + state.rotation[card]) & 3
    there = state.grid[state.place[card]].get(structure.beside(state, card, side))
    if there is None:
        return "free", direction
    return ("holds" if state.master[there] == card else "blocked"), direction


def _attack(rules: CompiledRules, battle: Battle) -> Data:
    names, terms = rules.pack.names, attacks.lines(rules, battle)
    return {
        "kind": battle.kind,
        "target": names[battle.target],
        "with": names[battle.attacker],
        "number": sum(value for _, value in terms),
        "terms": [{"what": what, "value": value} for what, value in terms],
        "privileged": battle.privileged,
    }


def _announced(attack: Data) -> tuple[str, str]:
    """Return an attack in words, and what is added if it is privileged."""
    return f"{attack['with']} to {attack['kind']} {attack['target']}", ", privileged" * attack["privileged"]


def strength(rules: CompiledRules, card: int) -> str:
    """Power, transferable Power and Resistance of a card, as it prints them: '6/4 R5'."""
    facts = rules.pack.cards[card]
    resistance = f" R{facts.resistance}" if facts.inward != ABSENT else ""
    power = f"{facts.power}/{facts.transferable}" if facts.transferable else f"{facts.power}"
    return f"{power}{resistance}"


def drawing(rules: CompiledRules, state: State, seat: int) -> list[str]:
    """Return a power structure as lines of text: one card per cell, arrows between the cells."""
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
    """Return the lines of a card: its name on two, its numbers on the third."""
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


def secret(rules: CompiledRules, event: Event) -> bool:
    """Return whether others see only that an event happens: a Special that is drawn is kept in the hand."""
    return event.verb == "draw" and event.value in rules.pack.specials


def scene(rules: CompiledRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from the data of `view`."""
    lines = [f"Destroyed: {', '.join(data['destroyed'])}."] if data["destroyed"] else []
    lines += ["Nothing is uncontrolled."] * (not data["uncontrolled"])
    loose = tuple(
        Node(name, column, 0, (strength(rules, rules.pack.by_name[name]), "uncontrolled"))
        for column, name in enumerate(data["uncontrolled"])
    )
    summed: tuple[tuple[str, str], ...] = ()
    if attack := data.get("attack"):
        terms = [(term["what"], f"{term['value']:+d}" if term["value"] else "0") for term in attack["terms"]]
        summed = (("".join(_announced(attack)), ""), *terms, ("roll this or less", str(attack["number"])))
    seats = tuple(_drawn(rules, data, entry) for entry in data["seats"])
    return Scene(title, seats, tuple(lines), loose=loose, sums=summed, next=data["next"])


def _drawn(rules: CompiledRules, data: Data, entry: Data) -> Seat:
    who = entry["player"]
    if not entry["in_game"]:
        return Seat(who, "", ("out of the game",))
    facts = (f"Power {entry['power']}", f"{entry['money']} MB")
    nodes = []
    for card in entry["cards"]:
        arrows = tuple(((SIDES.index(side) + card["turned"]) & 3, kind) for side, kind in card["arrows"].items())
        lines = (strength(rules, rules.pack.by_name[card["card"]]), f"{card['money']} MB")
        nodes.append(Node(card["card"], card["column"], card["row"], lines, arrows, card["master"] is None))
    groups, kept = counted(entry["groups"], "groups"), tuple(entry["specials"])
    return Seat(who, groups, facts, who == data["turn"], tree=tuple(nodes), kept=kept)


def aftermath(rules: CompiledRules, before: State, after: State) -> list[str]:
    """Return what an event caused between two states."""
    battle = after.attack
    if battle is None or not battle.roll or (before.attack is not None and before.attack.roll):
        return []
    wanted, succeeded = outcome(rules, battle)
    needed = attacks.highest(rules, wanted)
    names = rules.pack.names
    attempt = f"the attempt to {battle.kind} {names[battle.target]}"
    return [f"{battle.roll} was rolled, {needed} or less was needed: {attempt} {'succeeds' if succeeded else 'fails'}."]
