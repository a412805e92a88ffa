"""The state before the first event: from a set-up, or from a position in the middle of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import fields
from referee.core.events import Misread
from referee.core.fields import GAME, Data
from referee.core.findings import Fault, counted
from referee.core.items import shapeless
from referee.core.kinds import NUMBER, Kind, Read
from referee.core.places import Pointer
from referee.engines.conspiracy.log import pending, writing
from referee.engines.conspiracy.log.reading import Reading
from referee.engines.conspiracy.log.shapes import side, whole
from referee.engines.conspiracy.rules import means, structure, turns
from referee.engines.conspiracy.rules.goals import not_written
from referee.engines.conspiracy.state import (
    ACT,
    ALIGNED,
    ANSWERED,
    DEAD,
    DRAW,
    INCOME,
    MARKED,
    OUT,
    REFILL,
    SEATS,
    TURN,
    UNCONTROLLED,
    UNKNOWN,
    State,
)
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, GROUP, ILLUMINATI, SPECIAL

SETUP = ("illuminati", "uncontrolled", "first", "rolls", "goals")
AT: Pointer = ("position",)


def start(rules: CompiledRules, reading: Reading, players: Sequence[str], setup: Data, position: Data | None) -> State:
    """The state before the first event. Raises Misread with pointers into `setup` or `position`."""
    state = State()
    state.begin(rules)
    if position is not None and setup:
        message = "a log has a set-up or a position, not both; a position needs no set-up"
        raise Misread([Fault("setup", message, at=("setup",))])
    fields.opened(state, reading, players, {}, position, BY_HAND)
    if position is None:
        _set_up(rules, reading, state, setup)
    else:
        _place(rules, reading, state, position)
    return state


def written(rules: CompiledRules, state: State) -> dict[str, Any]:
    """The state as a `position:`; reading it back gives an equal state."""
    return fields.written(State.all_fields, rules, state, BY_HAND)


def _fault(message: str, *at: str | int, rule: str = "setup") -> Misread:
    return Misread([Fault(rule, message, at=at)])


# -- set-up ------------------------------------------------------------------------------------------------------------


def _set_up(rules: CompiledRules, reading: Reading, state: State, setup: Data) -> None:
    """The table as a game begins: Illuminati with their first income, uncontrolled groups, who begins."""
    if not isinstance(setup, Mapping) or not setup.keys() <= set(SETUP):
        raise shapeless()
    for key, example in (("illuminati", "{Ann: gnomes, Ben: network}"), ("uncontrolled", "[KKK, …]"), ("first", "Ann")):
        if key not in setup and not (key == "first" and "rolls" in setup):
            raise _fault(f"the set-up has no `{key}:`; write, for example, `{key}: {example}`", "setup")
    given = reading.by_seat(state, setup["illuminati"], ("setup", "illuminati"))
    _give_illuminati(rules, reading, state, given, ("setup", "illuminati"))
    for seat, card in enumerate(state.illuminati):
        state.pay(card, rules.pack.cards[card].income + rules.bonus_income * rules.bonus_at_setup)
        state.goals[seat] = ABSENT if rules.any_goal or "chosen" in rules.pack.cards[card].goal else card
    groups = _listed(reading, setup["uncontrolled"], ("setup", "uncontrolled"), (GROUP,))
    if len(groups) != rules.open_groups:
        are = "is" if len(groups) == 1 else "are"
        message = f"{counted(len(groups), 'groups')} {are} turned up; the game begins with {rules.open_groups}"
        raise _fault(message, "setup", "uncontrolled")
    for place, card in enumerate(groups):
        _out_of_deck(rules, state, card, UNCONTROLLED, ("setup", "uncontrolled", place))
    _goals(reading, state, setup.get("goals", {}), ("setup", "goals"))
    state.turn = state.first = _who_begins(reading, state, setup)
    state.running = 1
    turns.begin(rules, state)


def _give_illuminati(
    rules: CompiledRules, reading: Reading, state: State, given: Mapping[int, Any], at: Pointer
) -> None:
    """Gives every player an Illuminati card, each a different one."""
    held = [ABSENT] * rules.players
    for seat, name in given.items():
        card = reading.card(name, (*at, state.players[seat]), (ILLUMINATI,))
        if card in held:
            other = state.players[held.index(card)]
            raise _fault(
                f"{other} and {state.players[seat]} both have {rules.pack.names[card]}; there is only one", *at
            )
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
    """The seat that plays first: the one with the highest roll, or the one that the log names."""
    rolls = reading.by_seat(state, setup.get("rolls", {}), ("setup", "rolls"))
    highest = ABSENT
    if rolls:
        if any(type(roll) is not int for roll in rolls.values()):
            raise shapeless()
        best = [seat for seat, roll in rolls.items() if roll == max(rolls.values())]
        if len(rolls) < len(state.players) or any(not 2 <= roll <= 12 for roll in rolls.values()):
            raise _fault("every player rolls two dice, which show 2 to 12", "setup", "rolls")
        highest = best[0]
        if len(best) > 1 and "first" not in setup:
            raise _fault("two players rolled the same; say with `first:` who begins", "setup", "rolls")
    if "first" not in setup:
        return highest
    first = reading.seat(state, setup["first"], ("setup", "first"))
    if rolls and rolls[first] < max(rolls.values()):
        message = f"{state.players[first]} rolled {rolls[first]}; {state.players[highest]} rolled highest and begins"
        raise _fault(message, "setup", "first")
    return first


def _goals(reading: Reading, state: State, goals: Any, at: Pointer) -> list[int]:
    rules = reading.rules
    for seat, name in reading.by_seat(state, goals, at).items():
        who = state.players[seat]
        card = reading.card(name, (*at, who), (ILLUMINATI,))
        if why := not_written(rules, who, state.illuminati[seat], card):
            raise _fault(why, *at, who)
        state.goals[seat] = card
    return state.goals


def _listed(reading: Reading, value: Any, at: Pointer, kinds: tuple[str, ...]) -> list[int]:
    if not isinstance(value, list):
        raise shapeless()
    return [reading.card(name, (*at, place), kinds) for place, name in enumerate(value)]


def _out_of_deck(rules: CompiledRules, state: State, card: int, place: int, at: Pointer) -> None:
    """Takes a card out of the deck; it is a fault if the card is already somewhere else."""
    if not state.left[card]:
        raise _fault(f"{rules.pack.names[card]} is in two places", *at)
    state.left[card] -= 1
    state.deck -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = place


# -- position ----------------------------------------------------------------------------------------------------------


def _place(rules: CompiledRules, reading: Reading, state: State, at: Data) -> None:
    """The table in the middle of a game. What is omitted has its default; unnamed Illuminati are the next ones."""
    _structures(rules, reading, state, reading.by_seat(state, at.get("structures", {}), (*AT, "structures")))
    state.phase, state.number = ACT, 1
    fields.put(fields.lasting(State, GAME, TURN), reading, state, at, AT, BY_HAND)
    if not state.alive[state.turn] and state.phase in (INCOME, DRAW, ACT):
        where = "turn" if "turn" in at else "out"
        raise _fault(f"{state.players[state.turn]} is out of the game; say with `turn:` whose turn it is", *AT, where)
    if "first" not in at:
        state.first = state.turn
    if "running" not in at:
        state.running = 1
    if "draws" not in at and state.phase in (INCOME, DRAW):
        state.draws = turns.to_draw(rules, state)
    if "begun" not in at:
        state.begun = state.phase not in (INCOME, DRAW) or not _at_the_start(rules, state)
    if (missing := -means.undrawn(rules, state)) > 0:
        unseen = sum(state.hidden)
        message = f"{counted(unseen, 'Specials')} without a name are in hands; only {unseen - missing} are nowhere else"
        raise _fault(message, *AT, "specials")
    state.draws = min(state.draws, state.deck)
    if (state.phase == DRAW and not state.draws) or (state.phase == REFILL and not state.deck):
        message = f"no card is left to turn over, so the phase is not `{state.phase}`; write `phase: {ACT}`"
        raise _fault(message, *AT, "phase")
    fields.put(fields.lasting(State, ANSWERED), reading, state, at, AT, BY_HAND)
    pending.count(rules, state, at)


def _at_the_start(rules: CompiledRules, state: State) -> bool:
    """Whether a turn in this phase has nothing behind it: neither income nor a card drawn."""
    first = DRAW if rules.draw_first and state.deck else INCOME
    return state.phase == first and (state.phase == INCOME or state.draws >= turns.to_draw(rules, state))


def _structures(rules: CompiledRules, reading: Reading, state: State, structures: Mapping[int, Any]) -> None:
    held = [ABSENT] * rules.players
    for seat, entry in structures.items():
        if not isinstance(entry, Mapping) or not entry.keys() <= {"illuminati", "money", "groups"}:
            raise shapeless()
        if "illuminati" in entry:
            where: Pointer = (*AT, "structures", state.players[seat], "illuminati")
            held[seat] = reading.card(entry["illuminati"], where, (ILLUMINATI,))
            if held.count(held[seat]) > 1:
                raise _fault(f"{rules.pack.names[held[seat]]} is in two places", *where)
    spare = (card for card in rules.pack.illuminati if card not in held)
    for seat in range(rules.players):
        if held[seat] < 0:
            held[seat] = next(spare)
        _seat_illuminati(state, seat, held[seat])
        state.goals[seat] = (
            held[seat] if "chosen" not in rules.pack.cards[held[seat]].goal and not rules.any_goal else ABSENT
        )
    state.illuminati = tuple(held)
    for seat, entry in structures.items():
        state.pay(held[seat], whole(entry.get("money", 0)))
        _hang(rules, reading, state, seat, entry.get("groups", {}))


def _hang(rules: CompiledRules, reading: Reading, state: State, seat: int, groups: Any) -> None:
    """Attaches groups to their masters: {Texas: {on: {The UFOs: top}, money: 3}}."""
    who = state.players[seat]
    at: Pointer = (*AT, "structures", who, "groups")
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
        state.pay(card, whole(entry.get("money", 0)))
        for master, where in entry["on"].items():
            changes[card] = (reading.card(master, (*at, name, "on", master)), side(where))
    laid, reason = structure.relaid(rules, state, seat, changes)
    if reason:
        raise _fault(f"{who}'s power structure cannot be laid out like this: {reason}", *at, rule="overlap")
    structure.lay(state, seat, laid)


def _lying(kind: str, place: int) -> Read:
    """Reads the cards of a kind that are in a place."""

    def read(reading: Reading, state: State, names: list[str], at: Pointer) -> None:
        for index, card in enumerate(_listed(reading, names, at, (kind,))):
            _out_of_deck(reading.rules, state, card, place, (*at, index))

    return read


def _specials(reading: Reading, state: State, hands: dict[str, list[str]], at: Pointer) -> list[list[int]]:
    held: list[list[int]] = [[] for _ in state.players]
    for seat, cards in reading.by_seat(state, hands, at).items():
        for place, name in enumerate(cards):
            where: Pointer = (*at, state.players[seat], place)
            card = UNKNOWN if name == "special" else reading.card(name, where, (SPECIAL,))
            if card == UNKNOWN:
                state.hidden[seat] += 1
                state.deck -= 1
            else:
                _out_of_deck(reading.rules, state, card, seat, where)
                held[seat].append(card)
    return held


def _out(reading: Reading, state: State, players: list[str], at: Pointer) -> None:
    for seat in SEATS.read(reading, state, players, at):
        turns.put_out(reading.rules, state, seat)


def _shown(reading: Reading, state: State, players: list[str], at: Pointer) -> list[bool]:
    return [shown or not reading.rules.hidden for shown in MARKED.read(reading, state, players, at)]


def _deck(reading: Reading, state: State, deck: int, at: Pointer) -> int:
    if deck > state.deck:
        raise _fault(f"{deck} cards in the deck are too many; only {state.deck} are nowhere else", *at)
    return deck


def _aligned(reading: Reading, state: State, aligned: dict[str, list[str]], at: Pointer) -> dict[int, int]:
    read: dict[int, int] = {}
    for name, alignments in aligned.items():
        card = reading.card(name, (*at, name), (GROUP,))
        read[card] = 0
        for place, alignment in enumerate(alignments):
            read[card] |= 1 << reading.alignment(alignment, (*at, name, place))
    return read


BY_HAND: fields.ByHand = {
    "structures": Kind((object,), write=writing.structures),
    "uncontrolled": Kind((list,), _lying(GROUP, UNCONTROLLED), writing.lying(UNCONTROLLED)),
    "destroyed": Kind((list,), _lying(GROUP, DEAD), writing.lying(DEAD)),
    "specials": Kind(((dict, list),), _specials, writing.specials),
    "gone": Kind((list,), _lying(SPECIAL, OUT), writing.gone),
    "goals": Kind(((dict, str),), _goals, writing.goals),
    "out": Kind((list,), _out, writing.out),
    "shown": MARKED._replace(read=_shown),
    "deck": NUMBER._replace(read=_deck),
    "aligned": ALIGNED._replace(read=_aligned),
    "attack": Kind((object,), pending.attack, writing.attack),
    "played": Kind((object,), pending.played, writing.played),
}
"""Keys that need more than their field declares."""
