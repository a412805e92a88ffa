"""Specials: when each may be played, and what it does once nobody has answered it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.core.events import Event
from referee.core.findings import Fault
from referee.core.wording import listed
from referee.engines.conspiracy.rules import announcing, battles, money, places, specials_held, structure, turns
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.rules.specials_held import actor, unclear
from referee.engines.conspiracy.state import ACT, DEAD, UNCONTROLLED, UNKNOWN, Battle, Played, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT

Values = dict[str, Any]
AT: tuple[str, ...] = ("special",)
SPECIAL, PRIVILEGE, ABOLITION, ANNOUNCED = "special", "privilege", "abolition", "announced"
"""What a Special was played for (`Played.use`): its own effect, privilege, against privilege, or as part of an attack."""
USES = (SPECIAL, PRIVILEGE, ABOLITION, ANNOUNCED)


def is_cancel(rules: CompiledRules, event: Event) -> bool:
    """Whether an event answers the Special played just before it."""
    return event.verb == "special" and "cancel_special" in rules.pack.cards[event.value["play"]].does


ABOUT_ATTACKS = {"abolish_privilege", "join_privileged"}
"""Words of Specials that are played for or against an attack before its dice."""
WAITS = {"set_roll", "cancel_special", "money", "spy"}
"""Words of Specials that may come between a roll and its outcome."""


def answers_roll(rules: CompiledRules, battle: Battle, event: Event) -> bool:
    """Whether an event leaves the outcome of a roll pending: it changes the roll, places a captured group, is a
    deal, or somebody else leaves."""
    if event.verb == "give":
        deal = (event.value, event.value.get("for", {}))
        return not battle.privileged and all(part.get("group", ABSENT) == ABSENT for part in deal)
    if event.verb == "leave":
        return event.seat is not None and event.seat != battle.seat
    if event.verb == "special":
        does = rules.pack.cards[event.value["play"]].does
        return "set_roll" in does or all(word in WAITS for word in does)
    return event.verb == "capture"


TOLD = {
    "take_uncontrolled": ("group", "onto"),
    "revive": ("group",),
    "spy": ("group", "player"),
    "redistribute": ("treasuries",),
    "cancel_special": ("cancels",),
}
"""What a log says about a Special besides its name, by its words."""
PARTICULAR = {"take_uncontrolled", "revive", "redistribute"}
"""Words that have no effect without the right details, so that a fault bars them."""


def check(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Everything wrong with playing a Special now."""
    seat = actor(state, event)
    card = event.value["play"]
    who, name = state.players[seat], rules.pack.names[card]
    if unclear(state, event):
        yield Fault("specials", f"{who} does not have {name}; say with `by:` who plays it", at=event.at, asks=True)
        return
    if state.passed and seat == state.turn and rules.pass_forbids_all:
        message = f"{who} has passed and cannot play a Special this turn; end the turn"
        yield Fault("passing", message, seat, word=("turn", "pass", "forbids"))
    yield from specials_held.holding(rules, state, seat, (card,), [AT])
    told = {key for word in rules.pack.cards[card].does for key in TOLD.get(word, ())}
    for key in event.value:
        if key != "play" and key not in told:
            yield Fault("specials", f"{name} takes no `{key}:`; remove it", seat, at=(*AT, key))
    for word in rules.pack.cards[card].does:
        reason = TIMES[word](rules, state, seat, event.value)
        rule = "cancel" if word == "cancel_special" else "specials"
        for text in reason:
            said, key = text if isinstance(text, tuple) else (text, "")
            there = (*AT, key) if key in event.value else ()
            yield Fault(rule, f"{name} {said}", seat, at=there, bars=word in PARTICULAR)


def apply(rules: CompiledRules, state: State, event: Event) -> None:
    """Plays a Special: it takes effect unless the next event cancels it."""
    seat = actor(state, event)
    card = event.value["play"]
    specials_held.discard(state, seat, card)
    if seat == state.turn and state.phase == ACT:
        state.acted = True
    if "cancel_special" in rules.pack.cards[card].does:
        _cancel(rules, state, event.value.get("cancels"))
        return
    if "take_uncontrolled" in rules.pack.cards[card].does:
        state.actions += 1
    if state.attack is not None and rules.pack.cards[card].does.keys() & ABOUT_ATTACKS:
        state.attack.carded = True
    state.played = Played(seat, card, SPECIAL, event.value)


def announce(rules: CompiledRules, state: State) -> None:
    """Notes which Special, announced with an attack or played against its privilege, can be answered."""
    battle = state.attack
    assert battle is not None
    if battle.privilege != ABSENT and battle.privilege not in rules.pack.illuminati:
        with_it = (battle.special,) if battle.special != ABSENT else ()
        state.played = Played(battle.seat, battle.privilege, PRIVILEGE, {}, with_it)
    elif battle.special != ABSENT:
        state.played = Played(battle.seat, battle.special, ANNOUNCED, {})


def apply_abolish(rules: CompiledRules, state: State, event: Event) -> None:
    """Discards Specials against the privilege of an attack."""
    battle = state.attack
    assert battle is not None
    seat = actor(state, event)
    for card in event.value:
        specials_held.discard(state, seat, card)
    state.acted |= seat == state.turn
    battle.abolishing, battle.abolisher = 0, ABSENT
    battle.abolished, battle.privileged, battle.carded = True, False, True
    state.played = Played(seat, event.value[0], ABOLITION, {}, event.value[1:])


def _cancel(rules: CompiledRules, state: State, named: int | None) -> None:
    played, battle = state.played, state.attack
    state.played = None
    if played is not None and played.use == SPECIAL and "take_uncontrolled" in rules.pack.cards[played.card].does:
        state.actions -= rules.bribery_returns
    if played is None or played.use == SPECIAL or battle is None:
        return
    if played.use == PRIVILEGE and named != battle.special:
        battle.privileged = False
    elif played.use == ABOLITION:
        battle.abolished, battle.privileged = False, True
        battle.abolishing, battle.abolisher = rules.abolished_by - 1, played.seat
    else:
        battles.withdraw(rules, state)


def settle(rules: CompiledRules, state: State) -> None:
    """Carries out the Special on the table."""
    played = state.played
    assert played is not None
    state.played = None
    if played.use == SPECIAL:
        for word, argument in rules.pack.cards[played.card].does.items():
            EFFECTS[word](rules, state, played.seat, argument, played.value)


Reason = str | tuple[str, str]
"""Why a Special cannot be played, without its subject; with the key of the detail that is wrong, if it is one."""


# -- when --------------------------------------------------------------------------------------------------------------


def _any_time(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    yield from ()


def _after_roll(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    if state.attack is None or not state.attack.roll:
        yield "is played just after the dice of an attack are rolled"


def _bribe(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    names = rules.pack.names
    if seat != state.turn or state.phase != ACT or state.attack is not None:
        yield "is played in its player's own turn, as an action"
        return
    for fault in specials_held.no_action(rules, state):
        yield f"is an action: {fault.message}"
    group = value.get("group", ABSENT)
    if group == ABSENT or state.place[group] != UNCONTROLLED:
        what = f"{names[group]} is not uncontrolled" if group != ABSENT else "no group is named"
        yield f"takes an uncontrolled group; {what}", "group"
        return
    if "onto" not in value:
        yield f"needs the arrow that {names[group]} goes to, as in `onto: {{{names[state.illuminati[seat]]}: top}}`"
        return
    master, side = value["onto"]
    if state.place[master] != seat:
        yield f"cannot put {names[group]} on {names[master]}, which is not {state.players[seat]}'s", "onto"
    elif rules.bribery_master == "illuminati" and master != state.illuminati[seat]:
        yield f"puts {names[group]} on {names[state.illuminati[seat]]}, not on {names[master]}", "onto"
    elif side not in structure.free_arrows(rules, state, master):
        yield f"cannot put it there: {places.no_such_arrow(rules, state, master, side, group).message}", "onto"


def _spy(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    if ("group" in value) == ("player" in value):
        yield "counts the money on one `group:` or looks at the Specials of one `player:`"
    elif "group" in value and not places.in_play(state, value["group"]):
        where = places.where(rules, state, value["group"])
        yield f"counts money on the table; {rules.pack.names[value['group']]} is not there, {where}", "group"


def _against_privilege(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    reason = "there is no attack" if state.attack is None else announcing.not_privileged(state.attack)
    if reason:
        yield f"is played in a privileged attack; {reason}"


def _join(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    yield from _against_privilege(rules, state, seat, value)
    battle = state.attack
    if battle is not None and seat in (battle.seat, battle.owner if rules.owner_defends else battle.seat):
        yield f"is for players other than the attacker and the defender; {state.players[seat]} may spend anyway"


def _income_phase(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    if seat != state.turn or state.phase != "income":
        yield "is played in its player's own turn, before income is collected"


def _revive(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    group = value.get("group", ABSENT)
    if group == ABSENT or state.place[group] != DEAD:
        what = f"{rules.pack.names[group]} is not destroyed" if group != ABSENT else "no group is named"
        yield f"brings a destroyed group back; {what}", "group"


def _answer(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    played, names, named = state.played, rules.pack.names, value.get("cancels")
    if played is None:
        yield "answers the Special just played, but there is none"
    elif named is None:
        if several := played_at_once(state):
            yield f"answers one of {listed([names[card] for card in several])}; say which with `cancels:`"
    elif named not in _on_table(played) and UNKNOWN not in (played.card, *played.also):
        there = listed([names[card] for card in _on_table(played)], "or")
        yield f"answers the Special just played, which is {there}, not {names[named]}", "cancels"


def played_at_once(state: State) -> tuple[int, ...]:
    """The Specials just played with different effects, of which one that is cancelled must be named; empty if there is one."""
    played = state.played
    return _on_table(played) if played is not None and played.use == PRIVILEGE and played.also else ()


def _on_table(played: Played) -> tuple[int, ...]:
    """The Specials that were played at once, as far as the log names them."""
    return tuple(card for card in (played.card, *played.also) if card != UNKNOWN)


def _start_of_turn(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    who = state.players[state.turn]
    if seat == state.turn:
        yield f"is played in the turn of another player; this is {who}'s own turn"
    elif state.begun or state.phase not in ("income", "draw"):
        yield f"is played at the start of a turn; {who} has already begun"


def _with_attack(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    yield "is announced with an attack to destroy: `attack: {destroy: …, with: …, special: …}`"


def _moving(rules: CompiledRules, state: State, seat: int, value: Values) -> Iterator[Reason]:
    bonus = rules.pack.cards[value["play"]].does.get("money", 0)
    for reason in money.new_treasuries(rules, state, seat, value.get("treasuries"), bonus):
        yield reason, "treasuries"


def lacking(rules: CompiledRules, state: State, played: Played) -> Iterator[str]:
    """What is wrong with the details of a Special on the table, so that it could have no effect."""
    before = state.copy()
    before.actions = before.transfers = 0
    before.closing = before.passed = False
    for word in rules.pack.cards[played.card].does.keys() & PARTICULAR:
        for reason in TIMES[word](rules, before, played.seat, played.value):
            yield reason[0] if isinstance(reason, tuple) else reason


TIMES: dict[str, Callable[[CompiledRules, State, int, Values], Iterator[Reason]]] = {
    "set_roll": _after_roll,
    "take_uncontrolled": _bribe,
    "spy": _spy,
    "abolish_privilege": _against_privilege,
    "join_privileged": _join,
    "multiply_income": _income_phase,
    "revive": _revive,
    "cancel_special": _answer,
    "skip_turn": _start_of_turn,
    "money": _any_time,
    "destroy_powerless": _with_attack,
    "redistribute": _moving,
}
"""By the word of a Special: why it cannot be played now, as a sentence without its subject."""


# -- what it does ------------------------------------------------------------------------------------------------------


def _set_roll(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    if state.attack is not None:
        state.attack.roll = argument


def _take(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    master, side = value["onto"]
    plan = structure.plan(rules, state, seat, value["group"], master, side, {})
    structure.lay(state, seat, plan.laid)


def _nothing(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    """Nothing that the table can see."""


def _abolish(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    if state.attack is not None:
        state.attack.abolished, state.attack.privileged = True, False


def _join_in(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    battle = state.attack
    if battle is None:
        return
    if battle.joined & ~(1 << seat) and rules.last_joins:
        battle.joined = battle.support = battle.oppose = 0
    battle.joined |= 1 << seat


def _multiply(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    state.multiplied *= argument


def _bring_back(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    state.place[value["group"]] = UNCONTROLLED


def _skip(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    turns.finish(rules, state, played=rules.lost_turns_count)


def _money(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    if value.get("treasuries") is None:
        pay(state, state.illuminati[seat], argument)
    else:
        state.bank += argument  # it lies where the new treasuries say


def _move_money(rules: CompiledRules, state: State, seat: int, argument: Any, value: Values) -> None:
    for card, amount in (value.get("treasuries") or {}).items():
        state.money[card] = amount


EFFECTS: dict[str, Callable[[CompiledRules, State, int, Any, Values], None]] = {
    "set_roll": _set_roll,
    "take_uncontrolled": _take,
    "spy": _nothing,
    "abolish_privilege": _abolish,
    "join_privileged": _join_in,
    "multiply_income": _multiply,
    "revive": _bring_back,
    "cancel_special": _nothing,
    "skip_turn": _skip,
    "money": _money,
    "destroy_powerless": _nothing,
    "redistribute": _move_money,
}
"""By the word of a Special: what it does."""
