"""The table as people see it: power structures on a grid with arrows and money; the score pad as a race, and the places."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from referee.core import table as tables
from referee.core.cards import members
from referee.core.family import Block, Standing, Tally
from referee.core.scene import Node, Scene, SceneSeat
from referee.core.table import Data
from referee.core.text import centre, columns
from referee.core.wording import in_list, number_of
from referee.engines.conspiracy.compiled import ABSENT, SIDES, ConspiracyRules
from referee.engines.conspiracy.rules import attacks, goals, structure, unknown
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
    """The table as data (see schemas/report.schema.json) and as blocks of text to draw; `awaited` is the next step, in
    words."""
    names = rules.pack.names
    who: str | None = state.players[state.turn]
    if state.phase == OVER:
        who = None
    loose = [card for card in rules.pack.groups if state.place[card] == UNCONTROLLED]
    data: Data = {
        "turn_number": state.number,
        "phase": state.phase,
        "turn": who,
        "next": awaited,
        "deck": state.deck,
        "bank": state.bank,
        "uncontrolled": [names[card] for card in loose],
        "destroyed": [names[card] for card in rules.pack.groups if state.place[card] == DEAD],
        "seats": [_seat(rules, state, seat) for seat in range(rules.players)],
    }
    left = {names[card]: state.money[card] for card in loose if state.money[card]}
    if left:
        data["uncontrolled_money"] = left
    if state.attack is not None:
        data["attack"] = _attack(rules, state.attack)
    not_known = list(unknown.sentences(rules, state))
    if not_known:
        data["not_known"] = not_known
    return data, _blocks(rules, state, data)


def _seat(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Data:
    named = [rules.pack.names[card] for card in state.specials[seat]]
    entry = _totals(rules, state, seat)
    entry["specials"] = named + ["special"] * state.hidden[seat]
    entry["cards"] = [_card(rules, state, card) for card in members(state.holds[seat])]
    return entry


def _blocks(rules: ConspiracyRules, state: ConspiracyState, data: Data) -> Iterator[Block]:
    """Yield the table as text: the bank, the structure of each player, then the cards around, the attack, and
    doubts."""
    names = rules.pack.names
    cards = f"{number_of(state.deck, 'cards')} in the deck"
    yield Block(lines=(f"Turn {state.number}, {cards}, {state.bank} MB paid out by the bank",))
    for seat, grid in zip(scene(rules, data, "").seats, state.grid, strict=True):
        yield _block_of(seat, [names[card] for card in grid.values()])
    around = []
    for what in ("uncontrolled", "destroyed"):
        listed = []
        for name in data[what]:
            listed.append(f"{name} ({', '.join(_lines(rules, data, name))})")
        around.append(f"{what.capitalize()}: {', '.join(listed) or 'none'}.")
    attack = data.get("attack")
    if attack:
        ways = attacks.chance(rules, attack["number"])
        words, privileged = _in_words(attack)
        line = f"Attack: {words}: {attack['number']} or less ({ways} in 36)"
        around.append(f"{line}{privileged}.")
    around += _not_known(data)
    around += [LEGEND, tables.following(data)]
    yield Block(lines=tuple(around))


def _not_known(data: Data) -> list[str]:
    """What is not known, in sentences, after one that says how it is drawn; nothing if all is."""
    said = data.get("not_known", [])
    if not said:
        return []
    return ["Not all is known; the table is drawn in one way that is possible.", *said]


def _block_of(seat: SceneSeat, order: list[str]) -> Block:
    """The drawing of a player's power structure; `order` lists the names of its cards."""
    if not seat.tree:
        return Block(f"{seat.player} is out of the game")
    facts = [seat.total, *seat.facts]
    if seat.kept:
        facts.append(number_of(len(seat.kept), "Specials"))
    title = f"{seat.player}: {', '.join(facts)}"
    if seat.to_act:
        title += ", whose turn it is"
    nodes = {node.name: node for node in seat.tree}
    return Block(title, lines=tuple(drawing([nodes[name] for name in order])))


def _lines(rules: ConspiracyRules, data: Data, name: str) -> tuple[str, ...]:
    """The facts about a group that nobody controls, as they are printed: its strength, and the money that lies on it."""
    return (strength(rules, rules.pack.by_name[name]),) + _loose_money(data, name)


def _loose_money(data: Data, name: str) -> tuple[str, ...]:
    """The money that lies on a group that nobody controls: '5 MB'; nothing if there is none."""
    money = data.get("uncontrolled_money", {}).get(name)
    if money:
        return (f"{money} MB",)
    return ()


def _totals(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Data:
    """A player's groups, Power and money as data, with the Illuminati card and whether the player is still in the
    game."""
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
    """A card in a structure as data: its place on the grid, its quarter turns, money, master, and the state of its
    arrows."""
    names = rules.pack.names
    column, row = structure.at(state.cell[card])
    master = None
    if state.master[card] != ABSENT:
        master = names[state.master[card]]
    return {
        "card": names[card],
        "column": column,
        "row": row,
        "turned": state.rotation[card],
        **_money(state.between((card,))),
        "master": master,
        "arrows": {SIDES[side]: _arrow(state, card, side) for side in rules.pack.cards[card].outward},
    }


def _arrow(state: ConspiracyState, card: int, side: int) -> str:
    """The state of an outgoing arrow: "holds" a group, "free", or "blocked" by a card beside it."""
    there = state.grid[state.place[card]].get(structure.beside(state, card, side))
    if there is None:
        return "free"
    if state.master[there] == card:
        return "holds"
    return "blocked"


def _attack(rules: ConspiracyRules, battle: Battle) -> Data:
    """The attack under way as data: its cards, the number to roll, and the lines of its sum."""
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
    """An attack in words, and the end of the sentence if it is privileged."""
    privileged = ""
    if attack["privileged"]:
        privileged = ", privileged"
    return f"{attack['with']} to {attack['kind']} {attack['target']}", privileged


def strength(rules: ConspiracyRules, card: int) -> str:
    """The Power, transferable Power and Resistance of a card, as they are printed: '6/4 R5'."""
    facts = rules.pack.cards[card]
    resistance = ""
    if facts.inward != ABSENT:  # a group, as Illuminati have no incoming arrow
        resistance = f" R{facts.resistance}"
    if facts.transferable:
        power = f"{facts.power}/{facts.transferable}"
    else:
        power = f"{facts.power}"
    return f"{power}{resistance}"


def strength_in_words(rules: ConspiracyRules, card: int) -> tuple[str, ...]:
    """The same in words, a line for each: 'Power 6/4', 'Resistance 5'; Illuminati have no Resistance."""
    power, _, resistance = strength(rules, card).partition(" R")
    if resistance:
        return (f"Power {power}", f"Resistance {resistance}")
    return (f"Power {power}",)


def drawing(tree: Sequence[Node]) -> list[str]:
    """A power structure as lines of text: each card in its cell of the grid, with arrows between the cells."""
    places = {(node.column, node.row) for node in tree}
    for node in tree:  # an arrow needs room in the cell that it points to
        for direction, _ in node.arrows:
            across, down = structure.at(structure.STEPS[direction])
            places.add((node.column + across, node.row + down))
    columns_used, rows_used = zip(*places, strict=True)
    left = min(columns_used)
    top = min(rows_used)
    width = (max(columns_used) - left + 1) * (WIDE + ACROSS) + ACROSS
    height = (max(rows_used) - top + 1) * (HIGH + 1) + 1
    canvas = [[" "] * width for _ in range(height)]
    for node in tree:
        _draw(canvas, node, (node.column - left) * (WIDE + ACROSS) + ACROSS, (node.row - top) * (HIGH + 1) + 1)
    lines = ["".join(line).rstrip() for line in canvas]
    return textwrap.dedent("\n".join(lines)).strip("\n").split("\n")


def _draw(canvas: list[list[str]], node: Node, x: int, y: int) -> None:
    """Draw a card on the canvas, its top left corner at column x and line y, with its arrows. An arrow that holds a
    group (with '=') is not drawn over."""
    name = textwrap.wrap(node.name, WIDE - 2)[:2]  # on two lines, the numbers on the third
    texts = [""] * (2 - len(name)) + name  # a short name on the second of the two
    texts.append(" ".join(node.lines))
    for line, text in enumerate(texts):
        shown = " " * WIDE
        if text:
            shown = f"[{centre(text, WIDE - 2)}]"
        _write(canvas, x, y + line, shown)
    for direction, kind in node.arrows:
        sign = ARROWS[kind][direction]
        # above, to the right, below, to the left
        across = (x + WIDE // 2 - 3, x + WIDE, x + WIDE // 2 - 3, x - ACROSS)[direction]
        down = (y - 1, y + 1, y + HIGH, y + 1)[direction]
        if "=" not in canvas[down][across : across + len(sign)]:
            _write(canvas, across, down, sign)


def _write(canvas: list[list[str]], x: int, y: int, text: str) -> None:
    """Write a text on the canvas from column x of line y. Its spaces leave what is there; a wide letter takes two
    columns, the second of which becomes an empty string."""
    step = 0
    for letter in text:
        if letter != " " or canvas[y][x + step] == " ":
            canvas[y][x + step] = letter
            canvas[y][x + step + 1 : x + step + columns(letter)] = [""] * (columns(letter) - 1)
        step += columns(letter)


def scene(rules: ConspiracyRules, data: Data, title: str) -> Scene:
    """The table to draw as a picture, from the data of `view`: structures, loose groups, and the sum of the attack
    under way."""
    lines = []
    if data["destroyed"]:
        lines.append(f"Destroyed: {', '.join(data['destroyed'])}.")
    if not data["uncontrolled"]:
        lines.append("Nothing is uncontrolled.")
    lines += _not_known(data)
    loose = []
    for column, name in enumerate(data["uncontrolled"]):
        words = strength_in_words(rules, rules.pack.by_name[name]) + _loose_money(data, name)
        loose.append(Node(name, column, 0, _lines(rules, data, name), words=words))
    summed = []
    attack = data.get("attack")
    if attack:
        summed.append(("".join(_in_words(attack)), ""))
        for term in attack["terms"]:
            summed.append((term["what"], _points(term["value"])))
        summed.append(("roll this or less", str(attack["number"])))
    seats = tuple([_scene_seat(rules, data, entry) for entry in data["seats"]])
    return Scene(title, seats, tuple(lines), loose=tuple(loose), sums=tuple(summed), next=data["next"])


def _points(value: int) -> str:
    """The points of a line of a sum: '+3', '-2', '0'."""
    if not value:
        return "0"
    return f"{value:+d}"


def _scene_seat(rules: ConspiracyRules, data: Data, entry: Data) -> SceneSeat:
    """A player in the picture: the number of groups, Power and money, the cards of the structure, and the Specials in
    hand."""
    who = entry["player"]
    if not entry["in_game"]:
        return SceneSeat(who, "", ("out of the game",))
    facts = (f"Power {entry['power']}", f"{_megabucks(entry)} MB")
    nodes = []
    for card in entry["cards"]:
        if card["master"] is None and card["card"] != entry["illuminati"]:
            continue  # after a race that was only recorded, nobody knows where its groups lay
        arrows = tuple(((SIDES.index(side) + card["turned"]) & 3, kind) for side, kind in card["arrows"].items())
        number = rules.pack.by_name[card["card"]]
        money = f"{_megabucks(card)} MB"
        lines = (strength(rules, number), money)
        words = strength_in_words(rules, number) + (money,)
        root = card["master"] is None
        nodes.append(Node(card["card"], card["column"], card["row"], lines, arrows, root, words=words))
    groups = number_of(entry["groups"], "groups")
    kept = tuple(entry["specials"])
    return SceneSeat(who, groups, facts, who == data["turn"], tree=tuple(nodes), kept=kept)


def aftermath(rules: ConspiracyRules, before: ConspiracyState, after: ConspiracyState) -> list[str]:
    """A sentence about the roll that was made between two states, with the number needed; an empty list if none was."""
    battle = after.attack
    if battle is None or not battle.roll or (before.attack is not None and before.attack.roll):
        return []
    wanted, succeeded = outcome(rules, battle)
    needed = attacks.highest(rules, wanted)
    names = rules.pack.names
    does = "fails"
    if succeeded:
        does = "succeeds"
    attempt = f"the attempt to {battle.kind} {names[battle.target]}"
    return [f"{battle.roll} was rolled, {needed} or less was needed: {attempt} {does}."]


def standing(rules: ConspiracyRules, state: ConspiracyState) -> Standing:
    """Return how the game stands by groups."""
    alone = [(seat,) for seat in range(rules.players)]
    totals = [goals.groups(state, seat) for (seat,) in alone]
    return tables.standing(alone, totals, state.winners, over=state.phase == OVER)


def pad(rules: ConspiracyRules, state: ConspiracyState) -> tuple[Data, list[Block]]:
    """The race as data (see schemas/report.schema.json), where each turn counts as a `hand`, and as a table of text."""
    entries = [_entry(rules, state, seat) for seat in range(rules.players)]
    data = tables.pad_data(state, standing(rules, state), _turns(rules, state), {"race": entries})
    rows = tuple([_row(rules, state, entry) for entry in entries])
    headers = ("player", "Illuminati", "groups", "Power", "MB", "basic goal", "special goal")
    return data, [Block("Score", headers, rows, (_ending(state, data["winners"]),))]


def _entry(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Data:
    """A player's line in the race: the totals and the progress towards each goal, None for a goal that does not exist
    or is not known."""
    entry = _totals(rules, state, seat)
    entry |= {"destroyed": state.kills[seat], goals.BASIC: None, goals.SPECIAL: None}
    for key, way in goals.ways(rules, state, seat).items():
        entry[key] = way._asdict() | {"met": way.met}
    return entry


def _ending(state: ConspiracyState, winners: Sequence[str]) -> str:
    """The winners in a sentence, and after how many turns; without the turns if the log has only the race at the end,
    which is how much power each player had."""
    turns = number_of(len(state.history), "turns")
    if state.phase != OVER:
        return f"Not over: {turns} played."
    if not winners:
        return "The game is over; nobody is left."
    wins = "share the victory"
    if len(winners) == 1:
        wins = "wins"
    if state.seen_race:
        return f"{in_list(winners)} {wins}."
    return f"{in_list(winners)} {wins} after {turns}."


def _turns(rules: ConspiracyRules, state: ConspiracyState) -> list[Data]:
    """The belongings of everybody at the end of each turn played. The points of a turn are the groups gained or lost in
    it."""
    entries: list[Data] = []
    powers = [card.power for card in rules.pack.cards]
    before = [1] * rules.players  # everybody begins with an Illuminati card, which counts as a group
    for turn in state.history:
        groups = [holds.bit_count() for holds in turn.holds]
        columns = {
            "points": [now - then for now, then in zip(groups, before, strict=True)],
            "totals": groups,
            "power": [_sum_over(powers, holds) for holds in turn.holds],
            "money": [_sum_over(turn.money, holds) for holds in turn.holds],
        }
        entry: Data = {"hand": turn.number, "player": state.players[turn.seat]}
        for key, values in columns.items():
            entry[key] = dict(zip(state.players, values, strict=True))
        entries.append(entry)
        before = groups
    return entries


def _sum_over(values: Sequence[int], cards: int) -> int:
    """The sum of the values of the cards in a mask."""
    return sum([values[card] for card in members(cards)])


def _row(rules: ConspiracyRules, state: ConspiracyState, entry: Data) -> tuple[object, ...]:
    """A player's row in the table of the race: player, Illuminati, groups, Power, MB, and the progress towards both
    goals."""
    if not entry["in_game"]:
        return entry["player"], entry["illuminati"], "out", "", "", "", ""
    basic = "none"
    if rules.basic and rules.goals.until == "met":
        basic = f"{entry['groups']} of {rules.basic}"
    special = "none"
    if rules.goals.special and state.seen_race:
        special = "not known"
    elif rules.goals.special:
        special = "written down"
    own = entry["special"]
    if own is not None:
        special = f"{own['have']} of {own['need']} {own['what']}"
    money = entry["money"]
    if "money_at_most" in entry:
        money = _megabucks(entry)
    return entry["player"], entry["illuminati"], entry["groups"], entry["power"], money, basic, special


def tallies(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Tally]:
    """Yield what is counted of each player: the turns, and the attacks won and lost."""
    turns = [turn.seat for turn in state.history]
    yield Tally("turns", tuple([turns.count(seat) for seat in range(rules.players)]))
    yield Tally("attacks won", tuple(state.attacks_won), tuple(state.attacks))
    yield Tally("attacks beaten off", tuple(state.defences_won), tuple(state.defences))
    yield Tally("groups destroyed", tuple(state.kills))
