"""Specials: when each may be played, and what it does once nobody has answered it; Specials discarded against privilege."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.cards import members
from referee.core.events import Event, Finding, number_of
from referee.core.wording import in_list
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, battles, means, structure, turns
from referee.engines.conspiracy.state import UNKNOWN, Battle, ConspiracyState, PendingSpecial

Values = dict[str, Any]
ABOUT_ATTACKS = {"abolish_privilege", "join_privileged"}
"""Words of Specials that are played for or against an attack before its dice."""
WAITS = {"set_roll", "cancel_special", "money", "spy"}
"""Words of Specials that may come between a roll and its outcome."""
TAKES = {
    "take_uncontrolled": ("group", "onto"),
    "revive": ("group",),
    "spy": ("group", "player"),
    "redistribute": ("treasuries",),
    "cancel_special": ("cancels",),
}
"""Details that a log gives of a Special besides its name, by its words."""
PARTICULAR = {"take_uncontrolled", "revive", "redistribute"}
"""Words that have no effect without the right details, so that a fault bars them."""


def answers_roll(rules: ConspiracyRules, battle: Battle, event: Event) -> bool:
    """Return whether a roll stays pending: the event changes it, places the captured group, deals, or leaves."""
    if event.verb == "give":
        deal = (event.value, event.value.get("for", {}))
        return not battle.privileged and all(part.get("group", ABSENT) == ABSENT for part in deal)
    if event.verb == "leave":
        return event.seat is not None and event.seat != battle.seat
    if event.verb == "special":
        does = rules.pack.cards[event.value["play"]].does.keys()
        return "set_roll" in does or does <= WAITS
    return event.verb == "capture"


def cancels(rules: ConspiracyRules, event: Event | None) -> bool:
    """Return whether an event is a Special that cancels the one just played."""
    return bool(event and event.verb == "special" and "cancel_special" in rules.pack.cards[event.value["play"]].does)


def actor(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> int:
    """Return who plays Specials: whom the log names, the only one of the others who can have done it, or whose turn it is."""
    others = _others_with(rules, state, event)
    if len(others) == 1:
        return others[0]
    return means.actor(state, event)


def _others_with(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> list[int]:
    """Return who can have played Specials where the log names nobody and the player whose turn it is cannot have done it.

    They are those who surely have the Specials, if any; whoever may not play a Special now did so only if nobody else can have.
    """
    if event.seat is not None:
        return []
    if event.verb == "special":
        cards = [event.value["play"]]
    else:
        cards = event.value
    able = [seat for seat in range(len(state.players)) if not means.missing(state, seat, cards)]
    able = [seat for seat in able if _in_time(rules, state, seat, event)] or able
    if state.turn in able:
        return []
    return [seat for seat in able if all(card in state.specials[seat] for card in cards)] or able


def _in_time(rules: ConspiracyRules, state: ConspiracyState, seat: int, event: Event) -> bool:
    """Return whether it is the time for a player to play these Specials, or to discard them against a privilege."""
    if event.verb == "abolish":
        return state.attack is None or state.attack.seat != seat
    if event.verb == "special":
        words = rules.pack.cards[event.value["play"]].does
    else:
        words = ()
    return not any(True for word in words for _ in untimely(rules, state, seat, word, event.value))


def check(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield everything wrong with playing a Special now."""
    seat = actor(rules, state, event)
    card = event.value["play"]
    name = rules.pack.names[card]
    does = rules.pack.cards[card].does
    if len(_others_with(rules, state, event)) > 1:
        cannot = "does not have"
        if card in state.specials[seat]:
            cannot = "may not play"
        message = f"{state.players[seat]} {cannot} {name}; say with `by:` who plays it"
        yield Finding("specials", message, at=event.at, asks=True)
        return
    if seat == state.turn:
        yield from means.not_after_passing(rules, state, "cannot play a Special this turn")
    yield from means.holding(rules, state, seat, (card,), ("special",))
    takes = {"play", *(key for word in does for key in TAKES.get(word, ()))}
    for key in event.value:
        if key not in takes:
            yield Finding("specials", f"{name} takes no `{key}:`; remove it", seat, at=("special", key))
    master, side = event.value.get("onto", (ABSENT, ABSENT))
    if arrows.are_open(state, seat) and master != ABSENT and state.place[master] == seat:
        yield from arrows.too_open(rules, state, master, side, ("special", "onto"))
    for word in does:
        for reason, key in untimely(rules, state, seat, word, event.value):
            rule = "cancel" if word == "cancel_special" else "specials"
            at = ("special", key) if key in event.value else ()
            yield Finding(rule, f"{name} {reason}", seat, at=at, bars=word in PARTICULAR)


def untimely(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, word: str, value: Values
) -> Iterator[tuple[str, str]]:
    """Yield why a word of a Special has no effect now, without the subject, and the key of a wrong detail."""
    battle = state.attack
    names = rules.pack.names
    phase = state.phase
    group = value.get("group", ABSENT)
    own = seat == state.turn
    match word:
        case "set_roll" if battle is None or not battle.roll:
            yield "is played just after the dice of an attack are rolled", ""
        case "take_uncontrolled":
            yield from _bribe(rules, state, seat, value)
        case "spy" if ("group" in value) == ("player" in value):
            yield "counts the money on one `group:` or looks at the Specials of one `player:`", ""
        case "spy" if "group" in value and not structure.in_play(state, group):
            where = structure.where(rules, state, group)
            yield f"counts money on the table; {names[group]} is not there, {where}", "group"
        case "abolish_privilege" | "join_privileged":
            if battle is None:
                reason = "there is no attack"
            else:
                reason = battles.not_privileged(battle)
            if reason:
                yield f"is played in a privileged attack; {reason}", ""
            if word == "abolish_privilege" or battle is None:
                return
            if seat == battle.seat or (rules.attack.privilege.owner_defends and seat == battle.owner):
                others = "is for players other than the attacker and the defender"
                yield f"{others}; {state.players[seat]} may spend anyway", ""
        case "multiply_income" if not own or phase != table.INCOME:
            yield "is played in its player's own turn, before income is collected", ""
        case "revive" if group == ABSENT or state.place[group] != table.DEAD:
            what = "no group is named"
            if group != ABSENT:
                what = f"{names[group]} is not destroyed"
            yield f"brings a destroyed group back; {what}", "group"
        case "cancel_special":
            yield from _answer(rules, state, value.get("cancels"))
        case "skip_turn" if own:
            who = state.players[state.turn]
            yield f"is played in the turn of another player; this is {who}'s own turn", ""
        case "skip_turn" if state.begun or phase not in (table.INCOME, table.DRAW):
            yield f"is played at the start of a turn; {state.players[state.turn]} has already begun", ""
        case "destroy_powerless":
            yield "is announced with an attack to destroy: `attack: {destroy: …, with: …, special: …}`", ""
        case "redistribute" if "treasuries" in value:
            bonus = rules.pack.cards[value["play"]].does.get("money", 0)
            for reason in means.new_treasuries(rules, state, seat, value["treasuries"], bonus):
                yield reason, "treasuries"


def _bribe(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Iterator[tuple[str, str]]:
    names = rules.pack.names
    top = state.illuminati[seat]
    group = value.get("group", ABSENT)
    if seat != state.turn or state.phase != table.ACT or state.attack is not None:
        yield "is played in its player's own turn, as an action", ""
        return
    for fault in means.no_action(rules, state):
        yield f"is an action: {fault.message}", ""
    if group == ABSENT or state.place[group] != table.UNCONTROLLED:
        what = "no group is named"
        if group != ABSENT:
            what = f"{names[group]} is not uncontrolled"
        yield f"takes an uncontrolled group; {what}", "group"
        return
    if "onto" not in value:
        yield f"needs the arrow that {names[group]} goes to, as in `onto: {{{names[top]}: top}}`", ""
        return
    master, side = value["onto"]
    if state.place[master] != seat:
        yield f"cannot put {names[group]} on {names[master]}, which is not {state.players[seat]}'s", "onto"
    elif rules.bribery.master == "illuminati" and master != top:
        yield f"puts {names[group]} on {names[top]}, not on {names[master]}", "onto"
    elif side not in arrows.free_arrows(rules, state, master):
        fault = arrows.no_such_arrow(rules, state, master, side, group)
        if not fault.asks:
            yield f"cannot put it there: {fault.message}", "onto"


def _answer(rules: ConspiracyRules, state: ConspiracyState, cancelled: int | None) -> Iterator[tuple[str, str]]:
    played = state.played
    names = rules.pack.names
    if played is None:
        yield "answers the Special just played, but there is none", ""
        return
    on_table = [card for card in (played.card, *played.also) if card != UNKNOWN]
    if cancelled is None:
        if played_at_once(state):
            yield f"answers one of {in_list([names[card] for card in on_table])}; say which with `cancels:`", ""
    elif cancelled not in on_table and UNKNOWN not in (played.card, *played.also):
        there = in_list([names[card] for card in on_table], "or")
        yield f"answers the Special just played, which is {there}, not {names[cancelled]}", "cancels"


def played_at_once(state: ConspiracyState) -> tuple[int, ...]:
    """Return the Specials just played together, of which one that is cancelled must be named; empty if it is one."""
    played = state.played
    if played is None or played.use != table.PRIVILEGE or not played.also:
        return ()
    return tuple(card for card in (played.card, *played.also) if card != UNKNOWN)


def lacking(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial) -> Iterator[str]:
    """Yield what is wrong with the details of a Special on the table, so that it could have no effect."""
    before = state.copy()
    before.actions = before.transfers = 0
    before.closing = before.passed = False
    for word in rules.pack.cards[played.card].does.keys() & PARTICULAR:
        yield from (reason for reason, _ in untimely(rules, before, played.seat, word, played.value))


def apply(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Play a Special: it takes effect unless the next event cancels it."""
    seat = actor(rules, state, event)
    card = event.value["play"]
    does = rules.pack.cards[card].does
    means.discard(state, seat, card)
    if seat == state.turn and state.phase == table.ACT:
        state.acted = True
    if "cancel_special" in does:
        _cancel(rules, state, event.value.get("cancels"))
        return
    state.actions += "take_uncontrolled" in does
    if state.attack is not None and does.keys() & ABOUT_ATTACKS:
        state.attack.carded = True
    state.played = PendingSpecial(seat, card, table.SPECIAL, event.value)


def _cancel(rules: ConspiracyRules, state: ConspiracyState, named: int | None) -> None:
    played = state.played
    battle = state.attack
    state.played = None
    if played is not None and played.use == table.SPECIAL and "take_uncontrolled" in rules.pack.cards[played.card].does:
        state.actions -= rules.bribery.cancelled == "action_back"
    if played is None or played.use == table.SPECIAL or battle is None:
        return
    if played.use == table.PRIVILEGE and named != battle.special:
        battle.privileged = False
    elif played.use == table.ABOLITION:
        battle.abolished = False
        battle.privileged = True
        battle.abolishing = rules.attack.privilege.abolished_by - 1
        battle.abolisher = played.seat
    else:
        battles.withdraw(rules, state)


def after_special(rules: ConspiracyRules, state: ConspiracyState) -> ConspiracyState:
    """Return the state once the Special on the table has taken effect, with a roll still pending; the same if there is none."""
    if state.played is None:
        return state
    state = state.copy()
    settle(rules, state)
    return state


def settle(rules: ConspiracyRules, state: ConspiracyState) -> None:
    """Carry out the Special on the table, word by word."""
    played = state.played
    battle = state.attack
    assert played is not None
    state.played = None
    seat = played.seat
    value = played.value
    if played.use != table.SPECIAL:
        return
    for word, argument in rules.pack.cards[played.card].does.items():
        match word:
            case "set_roll" if battle is not None:
                battle.roll = argument
            case "take_uncontrolled":
                master, side = value["onto"]
                arrows.attach(rules, state, structure.tree(rules, state, value["group"]), master, [side], {})
            case "abolish_privilege" if battle is not None:
                battle.abolished = True
                battle.privileged = False
            case "join_privileged" if battle is not None:
                if battle.joined & ~(1 << seat) and rules.attack.privilege.joined == "last":
                    battle.joined = battle.support = battle.oppose = 0
                battle.joined |= 1 << seat
            case "multiply_income":
                state.multiplied *= argument
            case "revive":
                state.place[value["group"]] = table.UNCONTROLLED
            case "skip_turn":
                turns.finish(rules, state, played=rules.elimination.lost_turns)
            case "money":
                state.change(_first(state, seat, value), argument)
            case "redistribute" if "treasuries" in value:
                state.set_money(value["treasuries"])
            case "redistribute":
                state.mix(list(members(state.holds[seat])))


def _first(state: ConspiracyState, seat: int, value: Values) -> int:
    """Return the card that the money of a Special goes to: the first of the new treasuries, or else the Illuminati."""
    for card in value.get("treasuries", ()):
        return int(card)
    return state.illuminati[seat]


ABOLISHED_BY = ("attack", "privilege", "abolished_by")


def needed_to_abolish(rules: ConspiracyRules, battle: Battle, seat: int) -> int:
    """Return how many Specials this player must discard against the privilege; only the player's own earlier ones count."""
    needed: int = rules.attack.privilege.abolished_by
    return needed - (battle.abolishing if battle.abolisher in (ABSENT, seat) else 0)


def check_abolish(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may not discard Specials against the privilege."""
    battle = state.battle
    seat = actor(rules, state, event)
    who = state.players[seat]
    if len(_others_with(rules, state, event)) > 1:
        message = f"{who} does not have these Specials; say with `by:` who discards them"
        yield Finding("abolish", message, at=event.at, asks=True)
        return
    if not rules.attack.privilege.abolished_by:
        yield Finding("abolish", "only a card that says so abolishes privilege", seat, word=ABOLISHED_BY)
        return
    reason = battles.not_privileged(battle)
    if reason:
        yield Finding("abolish", f"no privilege can be abolished: {reason}", seat)
    if seat == battle.seat:
        message = f"{who} makes this attack; Specials are discarded against the privilege of another player's"
        yield Finding("abolish", message, seat, word=ABOLISHED_BY)
    needed = needed_to_abolish(rules, battle, seat)
    if len(event.value) != needed:
        what = f"{needed} abolish{'es' if needed == 1 else ''} the privilege"
        message = f"{who} discards {number_of(len(event.value), 'Specials')}; {what}"
        yield Finding("abolish", message, seat, word=ABOLISHED_BY)
    yield from means.holding(rules, state, seat, event.value, event.at, in_list=True)


def apply_abolish(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Discard Specials against the privilege of an attack."""
    battle = state.battle
    seat = actor(rules, state, event)
    for card in event.value:
        means.discard(state, seat, card)
    state.acted |= seat == state.turn
    battle.abolishing = 0
    battle.abolisher = ABSENT
    battle.abolished = True
    battle.privileged = False
    battle.carded = True
    state.played = PendingSpecial(seat, event.value[0], table.ABOLITION, {}, event.value[1:])
