"""The table as people see it: power structures on a grid with arrows and money; the score pad as a race, and the places."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from referee.core import table as tables
from referee.core.cards import members
from referee.core.family import Block, Standing, Tally
from referee.core.scene import Node, Scene, SceneSeat
from referee.core.table import Data
from referee.core.text import centre, columns
from referee.core.wording import in_list, number_of
from referee.engines.conspiracy.compiled import ABSENT, SIDES, ConspiracyRules
from referee.engines.conspiracy.rules import attacks, goals, structure
from referee.engines.conspiracy.rules.battles import outcome
from referee.engines.conspiracy.state import DEAD, OVER, UNCONTROLLED, Battle, ConspiracyState

SECRET = frozenset[str]()
"""Everybody sees with which cards an event happens."""
WIDE, HIGH, ACROSS = 20, 3, 4
"""The columns and lines of a card in a drawing, and the columns between cards; rows are one line apart."""
ARROWS = {
    "holds": (" =^= ", " => ", " =v= ", " <= "),
    "free": (" -^- ", " -> ", " -v- ", " <- "),
    "blocked": (" -x- ", " -x ", " -x- ", " x- "),
}
"""The arrows of a drawing, by direction."""
LEGEND = "=> holds a group, -> is free, -x is blocked. On a card: Power/transferable, Resistance (R), money."


def view(rules: ConspiracyRules, state: ConspiracyState, awaited: str) -> tuple[Data, Iterator[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is what comes next."""
    names = rules.pack.names
    players = state.players
    over = state.phase == OVER
    data: Data = {
        "turn_number": state.number,
        "phase": state.phase,
        "turn": None if over else players[state.turn],
        "next": awaited,
        "deck": state.deck,
        "bank": state.bank,
        "uncontrolled": [names[card] for card in rules.pack.groups if state.place[card] == UNCONTROLLED],
        "destroyed": [names[card] for card in rules.pack.groups if state.place[card] == DEAD],
        "seats": [
            {
                **_totals(rules, state, seat),
                "specials": [*(names[card] for card in state.specials[seat]), *["special"] * state.hidden[seat]],
                "cards": [_card(rules, state, card) for card in members(state.holds[seat])],
            }
            for seat in range(rules.players)
        ],
    }
    loose = [card for card in rules.pack.groups if state.place[card] == UNCONTROLLED]
    left = {names[card]: state.money[card] for card in loose if state.money[card]}
    if left:
        data["uncontrolled_money"] = left
    if state.attack is not None:
        data["attack"] = _attack(rules, state.attack)
    return data, _blocks(rules, state, data)


def _blocks(rules: ConspiracyRules, state: ConspiracyState, data: Data) -> Iterator[Block]:
    names = rules.pack.names
    cards = f"{number_of(state.deck, 'cards')} in the deck"
    yield Block(lines=(f"Turn {state.number}, {cards}, {state.bank} MB paid out by the bank",))
    for seat, grid in zip(scene(rules, data, "").seats, state.grid, strict=True):
        block = Block(f"{seat.player} is out of the game")
        if seat.tree:
            if seat.kept:
                kept = [number_of(len(seat.kept), "Specials")]
            else:
                kept = []
            title = f"{seat.player}: {', '.join([seat.total, *seat.facts, *kept])}"
            nodes = {node.name: node for node in seat.tree}
            lines = drawing([nodes[names[card]] for card in grid.values()])
            block = Block(title + (", whose turn it is" if seat.to_act else ""), lines=tuple(lines))
        yield block
    around = []
    for what in ("uncontrolled", "destroyed"):
        cards = ", ".join(f"{name} ({', '.join(_lines(rules, data, name))})" for name in data[what])
        around.append(f"{what.capitalize()}: {cards or 'none'}.")
    attack = data.get("attack")
    if attack:
        ways = attacks.chance(rules, attack["number"])
        words, privileged = _in_words(attack)
        line = f"Attack: {words}: {attack['number']} or less ({ways} in 36)"
        around.append(f"{line}{privileged}.")
    yield Block(lines=(*around, LEGEND, tables.following(data)))


def _lines(rules: ConspiracyRules, data: Data, name: str) -> tuple[str, ...]:
    """Return what is said of a group that nobody controls: its strength, and the money that lies on it."""
    strong = strength(rules, rules.pack.by_name[name])
    money = data.get("uncontrolled_money", {}).get(name)
    if money:
        return (strong, f"{money} MB")
    return (strong,)


def _totals(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Data:
    return {
        "player": state.players[seat],
        "illuminati": rules.pack.names[state.illuminati[seat]],
        "in_game": state.alive[seat],
        "groups": goals.groups(state, seat),
        "power": goals.power(rules, state, seat),
        **_money(goals.money(state, seat)),
    }


def _money(bounds: tuple[int, int]) -> Data:
    """Return an amount as data, with the most it may be if the log leaves that open."""
    least, most = bounds
    if least == most:
        return {"money": least}
    return {"money": least, "money_at_most": most}


def _megabucks(entry: Data) -> str:
    """Return the money of an entry in words: '5', or '0–5' if the log leaves it open."""
    most = entry.get("money_at_most")
    if most is None:
        return f"{entry['money']}"
    return f"{entry['money']}–{most}"


def _card(rules: ConspiracyRules, state: ConspiracyState, card: int) -> Data:
    names = rules.pack.names
    grid = state.grid[state.place[card]]
    arrows = {}
    for side in rules.pack.cards[card].outward:
        there = grid.get(structure.beside(state, card, side))
        arrows[SIDES[side]] = "free" if there is None else "holds" if state.master[there] == card else "blocked"
    column, row = structure.at(state.cell[card])
    return {
        "card": names[card],
        "column": column,
        "row": row,
        "turned": state.rotation[card],
        **_money(state.between((card,))),
        "master": names[state.master[card]] if state.master[card] != ABSENT else None,
        "arrows": arrows,
    }


def _attack(rules: ConspiracyRules, battle: Battle) -> Data:
    names = rules.pack.names
    terms = attacks.lines(rules, battle)
    return {
        "kind": battle.kind,
        "target": names[battle.target],
        "with": names[battle.attacker],
        "number": sum(value for _, value in terms),
        "terms": [{"what": what, "value": value} for what, value in terms],
        "privileged": battle.privileged,
    }


def _in_words(attack: Data) -> tuple[str, str]:
    """Return an attack in words, and what is added if it is privileged."""
    return f"{attack['with']} to {attack['kind']} {attack['target']}", (", privileged" if attack["privileged"] else "")


def strength(rules: ConspiracyRules, card: int) -> str:
    """Return the Power, transferable Power and Resistance of a card, as it prints them: '6/4 R5'."""
    facts = rules.pack.cards[card]
    resistance = ""
    if facts.inward != ABSENT:
        resistance = f" R{facts.resistance}"
    if facts.transferable:
        power = f"{facts.power}/{facts.transferable}"
    else:
        power = f"{facts.power}"
    return f"{power}{resistance}"


def drawing(tree: Sequence[Node]) -> list[str]:
    """Return a power structure as lines of text: one card per cell, arrows between the cells."""
    places = {(node.column, node.row) for node in tree}
    for node in tree:
        steps = [structure.at(structure.STEPS[direction]) for direction, _ in node.arrows]
        places |= {(node.column + across, node.row + down) for across, down in steps}
    columns_used, rows_used = zip(*places, strict=True)
    left = min(columns_used)
    top = min(rows_used)
    right = max(columns_used)
    bottom = max(rows_used)
    wide = WIDE + ACROSS
    high = HIGH + 1
    canvas = [[" "] * ((right - left + 1) * wide + ACROSS) for _ in range((bottom - top + 1) * high + 1)]
    for node in tree:
        x = (node.column - left) * wide + ACROSS
        y = (node.row - top) * high + 1
        name = textwrap.wrap(node.name, WIDE - 2)[:2]  # on two lines, the numbers on the third
        for line, text in enumerate([*[""] * (2 - len(name)), *name, " ".join(node.lines)]):
            _write(canvas, x, y + line, f"[{centre(text, WIDE - 2)}]" if text else " " * WIDE)
        for direction, kind in node.arrows:
            sign = ARROWS[kind][direction]
            across = (x + WIDE // 2 - 3, x + WIDE, x + WIDE // 2 - 3, x - ACROSS)[direction]
            down = (y - 1, y + 1, y + HIGH, y + 1)[direction]
            if "=" not in canvas[down][across : across + len(sign)]:
                _write(canvas, across, down, sign)
    lines = ["".join(line).rstrip() for line in canvas]
    return textwrap.dedent("\n".join(lines)).strip("\n").split("\n")


def _write(canvas: list[list[str]], x: int, y: int, text: str) -> None:
    step = 0
    for letter in text:
        if letter != " " or canvas[y][x + step] == " ":
            canvas[y][x + step] = letter
            canvas[y][x + step + 1 : x + step + columns(letter)] = [""] * (columns(letter) - 1)
        step += columns(letter)


def scene(rules: ConspiracyRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from the data of `view`."""
    if data["destroyed"]:
        lines = [f"Destroyed: {', '.join(data['destroyed'])}."]
    else:
        lines = []
    if not data["uncontrolled"]:
        lines += ["Nothing is uncontrolled."]
    loose = tuple(Node(name, column, 0, _lines(rules, data, name)) for column, name in enumerate(data["uncontrolled"]))
    summed: tuple[tuple[str, str], ...] = ()
    attack = data.get("attack")
    if attack:
        terms = []
        for term in attack["terms"]:
            terms.append((term["what"], f"{term['value']:+d}" if term["value"] else "0"))
        summed = (("".join(_in_words(attack)), ""), *terms, ("roll this or less", str(attack["number"])))
    seats = tuple(_scene_seat(rules, data, entry) for entry in data["seats"])
    return Scene(title, seats, tuple(lines), loose=loose, sums=summed, next=data["next"])


def _scene_seat(rules: ConspiracyRules, data: Data, entry: Data) -> SceneSeat:
    who = entry["player"]
    if not entry["in_game"]:
        return SceneSeat(who, "", ("out of the game",))
    facts = (f"Power {entry['power']}", f"{_megabucks(entry)} MB")
    nodes = []
    for card in entry["cards"]:
        if card["master"] is None and card["card"] != entry["illuminati"]:
            continue  # where the groups of a race were that was only written down is not known
        arrows = tuple(((SIDES.index(side) + card["turned"]) & 3, kind) for side, kind in card["arrows"].items())
        lines = (strength(rules, rules.pack.by_name[card["card"]]), f"{_megabucks(card)} MB")
        nodes.append(Node(card["card"], card["column"], card["row"], lines, arrows, card["master"] is None))
    groups = number_of(entry["groups"], "groups")
    kept = tuple(entry["specials"])
    return SceneSeat(who, groups, facts, who == data["turn"], tree=tuple(nodes), kept=kept)


def aftermath(rules: ConspiracyRules, before: ConspiracyState, after: ConspiracyState) -> list[str]:
    """Return what an event caused between two states."""
    battle = after.attack
    if battle is None or not battle.roll or (before.attack is not None and before.attack.roll):
        return []
    wanted, succeeded = outcome(rules, battle)
    needed = attacks.highest(rules, wanted)
    names = rules.pack.names
    attempt = f"the attempt to {battle.kind} {names[battle.target]}"
    return [f"{battle.roll} was rolled, {needed} or less was needed: {attempt} {'succeeds' if succeeded else 'fails'}."]


def standing(rules: ConspiracyRules, state: ConspiracyState) -> Standing:
    """Return how the game stands by groups."""
    alone = [(seat,) for seat in range(rules.players)]
    totals = [goals.groups(state, seat) for (seat,) in alone]
    return tables.standing(alone, totals, state.winners, over=state.phase == OVER)


def pad(rules: ConspiracyRules, state: ConspiracyState) -> tuple[Data, list[Block]]:
    """Return the race as data (see schemas/report.schema.json), with a `hand` for each turn, and as a table."""
    entries: list[Data] = []
    for seat in range(rules.players):
        ways = {key: {**way._asdict(), "met": way.met} for key, way in goals.ways(rules, state, seat).items()}
        more = {"destroyed": state.kills[seat], goals.BASIC: None, goals.SPECIAL: None}
        entries.append(_totals(rules, state, seat) | more | ways)
    data = tables.pad_data(state, standing(rules, state), _turns(rules, state), {"race": entries})
    rows = tuple(_row(rules, state, entry) for entry in entries)
    headers = ("player", "Illuminati", "groups", "Power", "MB", "basic goal", "special goal")
    turns = number_of(len(state.history), "turns")
    winners = data["winners"]
    ending = f"Not over: {turns} played."
    if state.phase == OVER:
        wins = "wins" if len(winners) == 1 else "share the victory"
        ending = f"{in_list(winners)} {wins}{'' if state.seen_race else f' after {turns}'}."
        if not winners:
            ending = "The game is over; nobody is left."
    return data, [Block("Score", headers, rows, (ending,))]


def _turns(rules: ConspiracyRules, state: ConspiracyState) -> list[Data]:
    """Return what everybody had at the end of each turn. The points of a turn are the groups gained or lost in it."""
    entries: list[Data] = []
    powers = [card.power for card in rules.pack.cards]
    before = [1] * rules.players
    for turn in state.history:
        groups = [holds.bit_count() for holds in turn.holds]
        gained = [now - then for now, then in zip(groups, before, strict=True)]
        power = [sum(powers[card] for card in members(holds)) for holds in turn.holds]
        money = [sum(turn.money[card] for card in members(holds)) for holds in turn.holds]
        columns = {"points": gained, "totals": groups, "power": power, "money": money}
        entry: Data = {"hand": turn.number, "player": state.players[turn.seat]}
        entries.append(entry | {key: dict(zip(state.players, values, strict=True)) for key, values in columns.items()})
        before = groups
    return entries


def _row(rules: ConspiracyRules, state: ConspiracyState, entry: Data) -> tuple[Any, ...]:
    if not entry["in_game"]:
        return entry["player"], entry["illuminati"], "out", "", "", "", ""
    basic = "none"
    if rules.basic and rules.goals.until == "met":
        basic = f"{entry['groups']} of {rules.basic}"
    special = "none"
    if rules.goals.special:
        special = "not known" if state.seen_race else "written down"
    own = entry["special"]
    if own is not None:
        special = f"{own['have']} of {own['need']} {own['what']}"
    facts = [entry[key] for key in ("player", "illuminati", "groups", "power")]
    return (*facts, _megabucks(entry) if "money_at_most" in entry else entry["money"], basic, special)


def tallies(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Tally]:
    """Yield what is counted of each player: the turns, and the attacks won and lost."""
    turns = [turn.seat for turn in state.history]
    yield Tally("turns", tuple([turns.count(seat) for seat in range(rules.players)]))
    yield Tally("attacks won", tuple(state.attacks_won), tuple(state.attacks))
    yield Tally("attacks beaten off", tuple(state.defences_won), tuple(state.defences))
    yield Tally("groups destroyed", tuple(state.kills))
