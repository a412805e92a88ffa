"""What a position says is under way: an attack, a Special that may still be answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.core.events import Misread
from referee.core.fields import Data
from referee.core.findings import Fault
from referee.core.items import shapeless
from referee.core.places import Pointer
from referee.engines.conspiracy.log.reading import Reading
from referee.engines.conspiracy.log.shapes import whole
from referee.engines.conspiracy.rules import attacks, specials
from referee.engines.conspiracy.state import (
    ABOLITION,
    ACT,
    PRIVILEGE,
    RUNNING,
    SAID,
    SEATS,
    SPECIAL,
    UNKNOWN,
    USES,
    Battle,
    Played,
    State,
)
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, KINDS

AT: Pointer = ("position",)
ANNOUNCED = (*KINDS, "with", "aid", "privilege", "special", "power", "ability")


def _fault(message: str, at: Pointer) -> Misread:
    return Misread([Fault("setup", message, at=at)])


def _read(reading: Reading, verb: str, state: State, item: Data, at: Pointer) -> Any:
    """What an event of this verb would say, with its faults placed where the position has it."""
    try:
        return reading.readers[verb](state, item)
    except Misread as misread:
        misread.faults = [fault._replace(at=(*at, *fault.at[1:])) for fault in misread.faults]
        raise


# -- an attack ---------------------------------------------------------------------------------------------------------


def attack(reading: Reading, state: State, value: Any, at: Pointer) -> Battle:
    """An attack under way: its announcement, and what has been paid since."""
    if not isinstance(value, Mapping):
        raise shapeless()
    item = {key: entry for key, entry in value.items() if key in ANNOUNCED}
    rest = {key: entry for key, entry in value.items() if key not in item}
    if not rest.keys() <= {*RUNNING, *SAID, "abolisher", "joined"}:
        raise shapeless()
    battle = attacks.announced(reading.rules, state, _read(reading, "attack", state, item, at))
    for key in RUNNING:
        setattr(battle, key, whole(rest.get(key, 0)))
    for key in SAID:
        if type(rest.get(key, False)) is not bool:
            raise shapeless()
        setattr(battle, key, rest.get(key, False))
    _deduce(reading.rules, battle, rest)
    if "abolisher" in rest:
        battle.abolisher = reading.seat(state, rest["abolisher"], (*at, "abolisher"))
    joined = rest.get("joined", [])
    if not isinstance(joined, list):
        raise shapeless()
    for seat in SEATS.read(reading, state, joined, (*at, "joined")):
        battle.joined |= 1 << seat
    _require_possible(reading.rules, state, battle, at)
    return battle


def _deduce(rules: CompiledRules, battle: Battle, said: Data) -> None:
    """What a position need not say of an attack: that it is privileged, that money or a Special was spent on it."""
    bought = battle.privilege in rules.pack.illuminati
    if "privileged" not in said:
        battle.privileged = battle.privilege != ABSENT and not battle.abolished
    if "paid" not in said:
        spent = (battle.money, battle.defence, battle.defence_illuminati, battle.support, battle.oppose, battle.roll)
        battle.paid = any(spent) or (bought and rules.payment_commits)
    if "carded" not in said:
        by_card = battle.privilege != ABSENT and not bought
        battle.carded = by_card or battle.special != ABSENT or battle.abolished or bool(battle.abolishing)


def _require_possible(rules: CompiledRules, state: State, battle: Battle, at: Pointer) -> None:
    """Raises Misread if nobody can be making this attack now."""
    if state.phase != ACT:
        message = f"an attack is an action, so the phase is not `{state.phase}`; write `phase: {ACT}`"
        raise _fault(message, (*AT, "phase"))
    if battle.roll and not 2 <= battle.roll <= 12:
        message = f"the dice show {battle.roll}; two dice show 2 to 12"
        raise Misread([Fault("roll", message, at=(*at, "roll"))])
    for fault in attacks.out_of_reach(rules, state, battle):
        raise Misread([fault._replace(at=(*at, *fault.at[1:]))])


# -- a Special ---------------------------------------------------------------------------------------------------------


def played(reading: Reading, state: State, value: Any, at: Pointer) -> Played:
    """A Special that may still be answered."""
    if not isinstance(value, Mapping) or not {"by", "play", "use"} <= value.keys() or value["use"] not in USES:
        raise shapeless()
    item = {key: entry for key, entry in value.items() if key not in ("by", "use", "also")}
    seat = reading.seat(state, value["by"], (*at, "by"))
    use, also = value["use"], reading.specials(value.get("also", []), (*at, "also"))
    if use == ABOLITION and value["play"] == "special":
        found = Played(seat, UNKNOWN, use, {}, also)
    else:
        details = _read(reading, "special", state, item, at)
        found = Played(seat, details["play"], use, details, also)
    if use == SPECIAL:
        for text in specials.lacking(reading.rules, state, found):
            raise Misread([Fault("specials", f"{reading.pack.names[found.card]} {text}", at=at)])
    elif state.attack is None:
        name = reading.pack.names[found.card] if found.card != UNKNOWN else "a Special"
        raise _fault(f"no attack is under way for which {name} was discarded; write `attack:`", at)
    elif use == PRIVILEGE and state.attack.special != ABSENT:
        found = found._replace(also=(state.attack.special,))
    return found


# -- both --------------------------------------------------------------------------------------------------------------


def count(rules: CompiledRules, state: State, said: Data) -> None:
    """Counts what is under way: as an action, as the attack of its cards, and its Specials as out of the game."""
    battle, special = state.attack, state.played
    if battle is not None:
        _action(state, said, "an attack under way")
        for card in (battle.attacker, *battle.aid):
            state.used[card] = max(state.used.get(card, 0), 1)
        _spent(rules, state, (battle.privilege, battle.special), (*AT, "attack"), said)
        state.acted |= "acted" not in said and (battle.privilege != ABSENT or battle.special != ABSENT)
    if special is not None:
        if special.use == SPECIAL and "take_uncontrolled" in rules.pack.cards[special.card].does:
            _action(state, said, f"{rules.pack.names[special.card]} just played")
        _spent(rules, state, (special.card, *special.also), (*AT, "played"), said)
        state.acted |= "acted" not in said and special.seat == state.turn and state.phase == ACT


def _action(state: State, said: Data, what: str) -> None:
    if "actions" not in said:
        state.actions = 1
    elif not state.actions:
        message = f"{what} is an action, so at least 1 has been taken; write `actions: 1`"
        raise _fault(message, (*AT, "actions"))


def _spent(rules: CompiledRules, state: State, cards: Iterable[int], at: Pointer, said: Data) -> None:
    """Takes Specials that were played out of the game, unless the position has done so already."""
    for card in cards:
        if card < rules.pack.specials.start:
            continue
        held = sum(hand.count(card) for hand in state.specials)
        if state.left[card] + held < rules.pack.cards[card].copies:
            continue
        if not state.left[card]:
            raise _fault(f"{rules.pack.names[card]} is in two places", at)
        state.left[card] -= 1
        if "deck" not in said:
            state.deck -= 1
