"""The state before the first event: from a set-up, or from a position in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.events import Event, Misread
from referee.core.findings import Fault, counted
from referee.core.items import shapeless
from referee.core.places import Pointer
from referee.engines.conspiracy.log.reading import Reading
from referee.engines.conspiracy.log.shapes import side
from referee.engines.conspiracy.rules import battles, departures, structure, turns
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.state import (
    ACT,
    DEAD,
    DECK,
    DRAW,
    INCOME,
    OUT,
    OVER,
    REFILL,
    ROLLS,
    UNCONTROLLED,
    UNKNOWN,
    Played,
    State,
)
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import GROUP, ILLUMINATI, KINDS, SPECIAL

SETUP = ("illuminati", "uncontrolled", "first", "rolls", "goals")
COUNTS = ("number", "actions", "transfers", "draws", "privileges", "purchases", "realigned", "multiplied", "stage", "running",
          "deck")  # fmt: skip
FLAGS = ("acted", "passed", "begun", "closing")
POSITION = ("turn", "phase", "structures", "uncontrolled", "destroyed", "specials", "gone", "turns", "kills", "goals", "out",
            "shown", "cheated", "used", "aligned", "attack", "played", "first", "winners", *COUNTS, *FLAGS)  # fmt: skip
PHASES = (INCOME, DRAW, ACT, REFILL, ROLLS, OVER)
Data = Mapping[str, Any]


def start(rules: CompiledRules, reading: Reading, players: Sequence[str], setup: Data, at: Data | None) -> State:
    """The state before the first event. Raises Misread with pointers into `setup` or `position`."""
    state = _empty(rules, players)
    if at is None:
        _set_up(rules, reading, state, setup)
        return state
    if setup:
        message = "a log has a set-up or a position, not both; the position says everything"
        raise Misread([Fault("setup", message, at=("setup",))])
    _place(rules, reading, state, at)
    return state


def _empty(rules: CompiledRules, players: Sequence[str]) -> State:
    """A table with nothing on it but the deck."""
    state = State()
    size, count = rules.pack.size, len(players)
    state.players = tuple(players)
    state.place = [OUT if card.kind == ILLUMINATI else DECK for card in rules.pack.cards]
    state.left = [0 if card.kind == ILLUMINATI else card.copies for card in rules.pack.cards]
    state.deck = sum(state.left)
    state.master = [-1] * size
    state.arrow = [-1] * size
    state.cell = [0] * size
    state.rotation = [0] * size
    state.money = [0] * size
    state.holds = [0] * count
    state.hidden = [0] * count
    state.unseen = [()] * count
    state.turns = [0] * count
    state.kills = [0] * count
    state.goals = [-1] * count
    state.alive = [True] * count
    state.shown = [not rules.hidden] * count
    state.cheated = [False] * count
    state.grid = [{} for _ in players]
    state.specials = [[] for _ in players]
    state.illuminati = (-1,) * count
    state.aligned = {}
    state.used = {}
    state.attack = state.played = state.last = None
    state.turn = state.first = state.stage = state.running = state.number = state.clock = state.bank = state.attacks = 0
    state.winners, state.history, state.readings = [], [], {}
    state.phase = INCOME
    state.actions = state.transfers = state.draws = state.privileges = state.purchases = state.realigned = 0
    state.multiplied = 1
    state.acted = state.passed = state.begun = state.closing = False
    return state


def _fault(message: str, *at: str | int, rule: str = "setup") -> Misread:
    return Misread([Fault(rule, message, at=at)])


# -- set-up ------------------------------------------------------------------------------------------------------------


def _set_up(rules: CompiledRules, reading: Reading, state: State, setup: Data) -> None:
    """The table as a game begins: Illuminati with their first income, uncontrolled groups, who begins."""
    if not isinstance(setup, Mapping) or not setup.keys() <= set(SETUP):
        raise shapeless()
    for key, example in (("illuminati", "{Ann: gnomes, Ben: network}"), ("uncontrolled", "[KKK, …]"), ("first", "Ann")):
        if key not in setup and not (key == "first" and "rolls" in setup):
            raise _fault(f"the set-up lacks `{key}:`; write for example `{key}: {example}`", "setup")
    given = _by_player(reading, state, setup["illuminati"], ("setup", "illuminati"))
    _give_illuminati(rules, reading, state, given, ("setup", "illuminati"))
    for seat, card in enumerate(state.illuminati):
        pay(state, card, rules.pack.cards[card].income + rules.bonus_income * rules.bonus_at_setup)
        state.goals[seat] = -1 if rules.any_goal or "chosen" in rules.pack.cards[card].goal else card
    if rules.bonus_income:
        state.readings["bonus_income.at_setup"] = []
    groups = _listed(reading, setup["uncontrolled"], ("setup", "uncontrolled"), (GROUP,))
    if len(groups) != rules.open_groups:
        are = "is" if len(groups) == 1 else "are"
        message = f"{counted(len(groups), 'groups')} {are} turned up; the game begins with {rules.open_groups}"
        raise _fault(message, "setup", "uncontrolled")
    for place, card in enumerate(groups):
        _out_of_deck(rules, state, card, UNCONTROLLED, ("setup", "uncontrolled", place))
    _goals(rules, reading, state, setup.get("goals", {}), ("setup", "goals"))
    state.turn = state.first = _who_begins(reading, state, setup)
    state.running = 1
    turns.begin(rules, state)


def _give_illuminati(
    rules: CompiledRules, reading: Reading, state: State, given: Mapping[int, Any], at: Pointer
) -> None:
    """Puts an Illuminati card before every player, a different one each."""
    held = [-1] * rules.players
    for seat, name in given.items():
        card = reading.card(name, (*at, state.players[seat]), (ILLUMINATI,))
        if card in held:
            other = state.players[held.index(card)]
            raise _fault(f"{other} and {state.players[seat]} both have {rules.pack.names[card]}; there is one", *at)
        held[seat] = card
    for seat, card in enumerate(held):
        if card < 0:
            raise _fault(f"{state.players[seat]} has no Illuminati card", *at)
        _seat_illuminati(state, seat, card)
    state.illuminati = tuple(held)


def _seat_illuminati(state: State, seat: int, card: int) -> None:
    state.place[card] = seat
    state.holds[seat] |= 1 << card
    state.grid[seat][0] = card


def _who_begins(reading: Reading, state: State, setup: Data) -> int:
    """The seat that plays first: the highest roll, or whoever the log names."""
    rolls = _by_player(reading, state, setup.get("rolls", {}), ("setup", "rolls"))
    highest = -1
    if rolls:
        if any(type(roll) is not int for roll in rolls.values()):
            raise shapeless()
        best = [seat for seat, roll in rolls.items() if roll == max(rolls.values())]
        if len(rolls) < len(state.players) or any(not 2 <= roll <= 12 for roll in rolls.values()):
            raise _fault("every player rolls two dice, which show 2 to 12", "setup", "rolls")
        highest = best[0]
        if len(best) > 1 and "first" not in setup:
            raise _fault("two rolled alike; say who begins with `first:`", "setup", "rolls")
    if "first" not in setup:
        return highest
    first = reading.seat(state, setup["first"], ("setup", "first"))
    if rolls and rolls[first] < max(rolls.values()):
        message = f"{state.players[first]} rolled {rolls[first]}; {state.players[highest]} rolled highest and begins"
        raise _fault(message, "setup", "first")
    return first


def _goals(rules: CompiledRules, reading: Reading, state: State, goals: Any, at: Pointer) -> None:
    for seat, name in _by_player(reading, state, goals, at).items():
        own = state.illuminati[seat]
        who = state.players[seat]
        card = reading.card(name, (*at, who), (ILLUMINATI,))
        if not (rules.any_goal or "chosen" in rules.pack.cards[own].goal):
            raise _fault(f"{who} writes no goal down; {rules.pack.names[own]} has its own", *at, who)
        if "chosen" in rules.pack.cards[card].goal:
            raise _fault(f"{rules.pack.names[card]} has no goal of its own that {who} could write down", *at, who)
        state.goals[seat] = card


def _by_player(reading: Reading, state: State, value: Any, at: Pointer) -> dict[int, Any]:
    if not isinstance(value, Mapping):
        raise shapeless()
    return {reading.seat(state, name, (*at, name)): entry for name, entry in value.items()}


def _listed(reading: Reading, value: Any, at: Pointer, kinds: tuple[str, ...]) -> list[int]:
    if not isinstance(value, list):
        raise shapeless()
    return [reading.card(name, (*at, place), kinds) for place, name in enumerate(value)]


def _out_of_deck(rules: CompiledRules, state: State, card: int, place: int, at: Pointer) -> None:
    """Takes a card out of the deck; a card that is somewhere already is a fault."""
    if not state.left[card]:
        raise _fault(f"{rules.pack.names[card]} lies in two places", *at)
    state.left[card] -= 1
    state.deck -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = place


# -- position ----------------------------------------------------------------------------------------------------------


def _place(rules: CompiledRules, reading: Reading, state: State, at: Data) -> None:
    """The table in the middle of a game. What is left out is as in a game without it; unnamed Illuminati are the next ones."""
    if not isinstance(at, Mapping) or not at.keys() <= set(POSITION):
        raise shapeless()
    if any(type(at.get(key, 0)) is not int or at.get(key, 0) < 0 for key in COUNTS):
        raise shapeless()
    if any(type(at.get(key, False)) is not bool for key in FLAGS) or at.get("phase", ACT) not in PHASES:
        raise shapeless()
    _structures(rules, reading, state, _by_player(reading, state, at.get("structures", {}), ("position", "structures")))
    for key, place in (("uncontrolled", UNCONTROLLED), ("destroyed", DEAD)):
        for index, card in enumerate(_listed(reading, at.get(key, []), ("position", key), (GROUP,))):
            _out_of_deck(rules, state, card, place, ("position", key, index))
    _hands(rules, reading, state, at)
    _players(rules, reading, state, at)
    state.turn = reading.seat(state, at.get("turn", state.players[0]), ("position", "turn"))
    state.first = reading.seat(state, at["first"], ("position", "first")) if "first" in at else state.turn
    if at.get("deck", 0) > state.deck:
        message = f"{at['deck']} cards in the deck are too many; only {state.deck} are nowhere else"
        raise _fault(message, "position", "deck")
    state.deck = at.get("deck", state.deck)
    turns.begin(rules, state)
    state.phase = at.get("phase", ACT)
    state.draws = state.draws if state.phase in (INCOME, DRAW) else 0
    state.begun = state.phase not in (INCOME, DRAW)
    for key in (*COUNTS, *FLAGS):
        if key in at:
            setattr(state, key, at[key])
    state.draws = min(state.draws, state.deck)
    if (state.phase == DRAW and not state.draws) or (state.phase == REFILL and not state.deck):
        message = f"no card is left to be turned over, so the phase is not `{state.phase}`; write `phase: {ACT}`"
        raise _fault(message, "position", "phase")
    _this_turn(rules, reading, state, at)


def _structures(rules: CompiledRules, reading: Reading, state: State, structures: Mapping[int, Any]) -> None:
    held = [-1] * rules.players
    for seat, entry in structures.items():
        if not isinstance(entry, Mapping) or not entry.keys() <= {"illuminati", "money", "groups"}:
            raise shapeless()
        if "illuminati" in entry:
            where: Pointer = ("position", "structures", state.players[seat], "illuminati")
            held[seat] = reading.card(entry["illuminati"], where, (ILLUMINATI,))
            if held.count(held[seat]) > 1:
                raise _fault(f"{rules.pack.names[held[seat]]} lies in two places", *where)
    spare = (card for card in rules.pack.illuminati if card not in held)
    for seat in range(rules.players):
        if held[seat] < 0:
            held[seat] = next(spare)
        _seat_illuminati(state, seat, held[seat])
        state.goals[seat] = (
            held[seat] if "chosen" not in rules.pack.cards[held[seat]].goal and not rules.any_goal else -1
        )
    state.illuminati = tuple(held)
    for seat, entry in structures.items():
        pay(state, held[seat], _amount(entry.get("money", 0)))
        _hang(rules, reading, state, seat, entry.get("groups", {}))


def _amount(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise shapeless()
    return value


def _hang(rules: CompiledRules, reading: Reading, state: State, seat: int, groups: Any) -> None:
    """Hangs groups on their masters: {Texas: {on: {The UFOs: top}, money: 3}}."""
    who = state.players[seat]
    at: Pointer = ("position", "structures", who, "groups")
    if not isinstance(groups, Mapping):
        raise shapeless()
    changes: dict[int, tuple[int, int]] = {}
    for name, entry in groups.items():
        card = reading.card(name, (*at, name), (GROUP,))
        if (
            not isinstance(entry, Mapping)
            or not entry.keys() <= {"on", "money"}
            or not isinstance(entry.get("on"), Mapping)
        ):
            raise shapeless()
        if len(entry["on"]) != 1:
            raise shapeless()
        _out_of_deck(rules, state, card, seat, (*at, name))
        state.holds[seat] |= 1 << card
        pay(state, card, _amount(entry.get("money", 0)))
        for master, where in entry["on"].items():
            changes[card] = (reading.card(master, (*at, name, "on", master)), side(where))
    laid, reason = structure.relaid(rules, state, seat, changes)
    if reason:
        raise _fault(f"{who}'s power structure cannot lie so: {reason}", *at, rule="overlap")
    structure.lay(state, seat, laid)


def _hands(rules: CompiledRules, reading: Reading, state: State, at: Data) -> None:
    for seat, cards in _by_player(reading, state, at.get("specials", {}), ("position", "specials")).items():
        if not isinstance(cards, list):
            raise shapeless()
        for place, name in enumerate(cards):
            where: Pointer = ("position", "specials", state.players[seat], place)
            card = UNKNOWN if name == "special" else reading.card(name, where, (SPECIAL,))
            if card == UNKNOWN:
                state.hidden[seat] += 1
                state.deck -= 1
            else:
                _out_of_deck(rules, state, card, seat, where)
                state.specials[seat].append(card)
    for place, card in enumerate(_listed(reading, at.get("gone", []), ("position", "gone"), (SPECIAL,))):
        _out_of_deck(rules, state, card, OUT, ("position", "gone", place))


def _players(rules: CompiledRules, reading: Reading, state: State, at: Data) -> None:
    for key, column in (("turns", state.turns), ("kills", state.kills)):
        for seat, number in _by_player(reading, state, at.get(key, {}), ("position", key)).items():
            column[seat] = _amount(number)
    for name in _names(at.get("shown", [])):
        state.shown[reading.seat(state, name, ("position", "shown"))] = True
    for name in _names(at.get("cheated", [])):
        state.cheated[reading.seat(state, name, ("position", "cheated"))] = True
    for name in _names(at.get("winners", [])):
        state.winners.append(reading.seat(state, name, ("position", "winners")))
    _goals(rules, reading, state, at.get("goals", {}), ("position", "goals"))
    for name in _names(at.get("out", [])):
        departures.put_out(rules, state, reading.seat(state, name, ("position", "out")))


def _names(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise shapeless()
    return value


def _this_turn(rules: CompiledRules, reading: Reading, state: State, at: Data) -> None:
    used, aligned = at.get("used", {}), at.get("aligned", {})
    if not isinstance(used, Mapping) or not isinstance(aligned, Mapping):
        raise shapeless()
    state.used = {reading.card(name, ("position", "used", name)): _amount(times) for name, times in used.items()}
    for name, listed in aligned.items():
        known = rules.pack.alignments
        if not isinstance(listed, list) or not all(alignment in known for alignment in listed):
            raise shapeless()
        state.aligned[reading.card(name, ("position", "aligned", name), (GROUP,))] = rules.pack.mask(listed)
    if "attack" in at:
        _attack(rules, reading, state, at["attack"])
    if "played" in at:
        played = at["played"]
        if not isinstance(played, Mapping) or not {"by", "play", "use"} <= played.keys():
            raise shapeless()
        item = {key: value for key, value in played.items() if key not in ("by", "use")}
        seat = reading.seat(state, played["by"], ("position", "played", "by"))
        value = reading.readers["special"](state, item, None).value
        state.played = Played(seat, value["play"], played["use"], value)


ANNOUNCED = (*KINDS, "with", "aid", "privilege", "special", "power", "ability")
RUNNING = ("money", "defence", "defence_illuminati", "support", "oppose", "roll", "abolishing")
SAID = ("paid", "privileged", "abolished")


def _attack(rules: CompiledRules, reading: Reading, state: State, value: Any) -> None:
    """An attack under way: how it was announced, and what has been paid and said since."""
    if not isinstance(value, Mapping):
        raise shapeless()
    item = {key: entry for key, entry in value.items() if key in ANNOUNCED}
    rest = {key: entry for key, entry in value.items() if key not in item}
    if not rest.keys() <= {*RUNNING, *SAID, "joined"}:
        raise shapeless()
    event: Event = reading.readers["attack"](state, item, None)
    battle = state.attack = battles.announced(rules, state, event)
    for key in RUNNING:
        setattr(battle, key, _amount(rest.get(key, 0)))
    for key in SAID:
        if type(rest.get(key, False)) is not bool:
            raise shapeless()
        setattr(battle, key, rest.get(key, False))
    for name in _names(rest.get("joined", [])):
        battle.joined |= 1 << reading.seat(state, name, ("position", "attack", "joined"))
