"""Specials: when each may be played, and what it does once nobody has answered it; Specials discarded against privilege."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.cards import members
from referee.core.data import Data
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, battles, means, structure, turns
from referee.engines.conspiracy.state import UNKNOWN, Battle, ConspiracyState, PendingSpecial

Values = Data
Reasons = Iterator[tuple[str, str]]
"""Reasons why a Special has no effect now, without the subject, each with the key of a wrong detail or ''."""
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
    """Whether an event may come while the outcome of a roll is pending: a Special that may come between the two, a
    trade without groups, another player leaving, or the place of the captured group."""
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
    """The seat that plays or discards these Specials: the player whom the log names, or the only other player who can
    have done it, or else the player whose turn it is."""
    others = _others_with(rules, state, event)
    if len(others) == 1:
        return others[0]
    return means.actor(state, event)


def _others_with(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> list[int]:
    """The other players who can have played these Specials, if the log names nobody and it cannot have been the player
    whose turn it is; empty otherwise.

    Those who may play them now come before those who may not, and those who surely have them before those who may have
    them.
    """
    if event.seat is not None:
        return []
    if event.verb == "special":
        cards = [event.value["play"]]
    else:
        cards = event.value
    able = [seat for seat in range(len(state.players)) if not means.missing(state, seat, cards)]
    in_time = [seat for seat in able if _in_time(rules, state, seat, event)]
    if in_time:
        able = in_time
    if state.turn in able:
        return []
    sure = [seat for seat in able if set(cards) <= set(state.specials[seat])]
    return sure or able


def _in_time(rules: ConspiracyRules, state: ConspiracyState, seat: int, event: Event) -> bool:
    """Whether a player may now play this Special, or discard Specials against a privilege; having them is not asked."""
    if event.verb == "abolish":
        return state.attack is None or state.attack.seat != seat
    if event.verb == "special":
        for word in rules.pack.cards[event.value["play"]].does:
            if any(untimely(rules, state, seat, word, event.value)):
                return False
    return True


def check(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield everything wrong with playing a Special now: who has it, the moment, and the details."""
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
    takes = ["play"]
    for word in does:
        takes += TAKES.get(word, ())
    for key in event.value:
        if key not in takes:
            yield Finding("specials", f"{name} takes no `{key}:`; remove it", seat, at=("special", key))
    master, side = event.value.get("onto", (ABSENT, ABSENT))
    if arrows.are_open(state, seat) and master != ABSENT and state.place[master] == seat:
        yield from arrows.too_open(rules, state, master, side, ("special", "onto"))
    for word in does:
        yield from _check_word(rules, state, seat, word, event.value)


def _check_word(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, word: str, value: Values
) -> Iterator[Finding]:
    """Yield why one word of a Special has no effect now. `value` has the details of the Special, by key."""
    rule = "specials"
    if word == "cancel_special":
        rule = "cancel"
    for reason, key in untimely(rules, state, seat, word, value):
        at: Pointer = ()
        if key in value:
            at = ("special", key)
        yield Finding(rule, f"{rules.pack.names[value['play']]} {reason}", seat, at=at, bars=word in PARTICULAR)


# -- the moment and the details that each word needs -------------------------------------------------------------------------


def untimely(rules: ConspiracyRules, state: ConspiracyState, seat: int, word: str, value: Values) -> Reasons:
    """Yield why a word of a Special has no effect now, without the subject, and the key of a wrong detail."""
    if word in NEEDS:
        yield from NEEDS[word](rules, state, seat, value)


def _needs_roll(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    if state.attack is None or not state.attack.roll:
        yield "is played just after the dice of an attack are rolled", ""


def _needs_something_to_spy_on(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield that a spy looks at one thing, at money on the table or at a player's Specials."""
    if ("group" in value) == ("player" in value):
        yield "counts the money on one `group:` or looks at the Specials of one `player:`", ""
    elif "group" in value and not structure.in_play(state, value["group"]):
        group = value["group"]
        where = structure.where(rules, state, group)
        yield f"counts money on the table; {rules.pack.names[group]} is not there, {where}", "group"


def _needs_privilege(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield that no privilege can be abolished or joined, as there is no privileged attack."""
    reason = "there is no attack"
    if state.attack is not None:
        reason = battles.not_privileged(state.attack)
    if reason:
        yield f"is played in a privileged attack; {reason}", ""


def _needs_to_be_kept_out(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield that there is no privileged attack to join, or that the player may spend in it anyway."""
    yield from _needs_privilege(rules, state, seat, value)
    battle = state.attack
    if battle is None:
        return
    if seat == battle.seat or (rules.attack.privilege.owner_defends and seat == battle.owner):
        others = "is for players other than the attacker and the defender"
        yield f"{others}; {state.players[seat]} may spend anyway", ""


def _needs_own_income(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    if seat != state.turn or state.phase != table.INCOME:
        yield "is played in its player's own turn, before income is collected", ""


def _needs_destroyed_group(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    group = value.get("group", ABSENT)
    if group == ABSENT:
        yield "brings a destroyed group back; no group is named", "group"
    elif state.place[group] != table.DEAD:
        yield f"brings a destroyed group back; {rules.pack.names[group]} is not destroyed", "group"


def _needs_turn_of_another(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    who = state.players[state.turn]
    if seat == state.turn:
        yield f"is played in the turn of another player; this is {who}'s own turn", ""
    elif state.begun or state.phase not in (table.INCOME, table.DRAW):
        yield f"is played at the start of a turn; {who} has already begun", ""


def _needs_announcement(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    yield "is announced with an attack to destroy: `attack: {destroy: …, with: …, special: …}`", ""


def _needs_right_treasuries(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    if "treasuries" in value:
        bonus = rules.pack.cards[value["play"]].does.get("money", 0)
        for reason in means.new_treasuries(rules, state, seat, value["treasuries"], bonus):
            yield reason, "treasuries"


def _needs_uncontrolled_group(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield why an uncontrolled group cannot be taken with a bribe: it is an action in the player's own turn, and needs
    a free arrow."""
    if seat != state.turn or state.phase != table.ACT or state.attack is not None:
        yield "is played in its player's own turn, as an action", ""
        return
    for fault in means.no_action(rules, state):
        yield f"is an action: {fault.message}", ""
    group = value.get("group", ABSENT)
    if group == ABSENT:
        yield "takes an uncontrolled group; no group is named", "group"
        return
    name = rules.pack.names[group]
    if state.place[group] != table.UNCONTROLLED:
        yield f"takes an uncontrolled group; {name} is not uncontrolled", "group"
    elif "onto" not in value:
        top = rules.pack.names[state.illuminati[seat]]
        yield f"needs the arrow that {name} goes to, as in `onto: {{{top}: top}}`", ""
    else:
        yield from _needs_free_arrow(rules, state, seat, value)


def _needs_free_arrow(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield why a bribed group cannot go to this arrow: not the player's, not of the Illuminati where the rules ask for
    that, or not free."""
    names = rules.pack.names
    top = state.illuminati[seat]
    group = value["group"]
    master, side = value["onto"]
    if state.place[master] != seat:
        yield f"cannot put {names[group]} on {names[master]}, which is not {state.players[seat]}'s", "onto"
    elif rules.bribery.master == "illuminati" and master != top:
        yield f"puts {names[group]} on {names[top]}, not on {names[master]}", "onto"
    elif side not in arrows.free_arrows(rules, state, master):
        fault = arrows.no_such_arrow(rules, state, master, side, group)
        if not fault.asks:  # or else it cannot be decided, which is said elsewhere
            yield f"cannot put it there: {fault.message}", "onto"


def _needs_special_to_answer(rules: ConspiracyRules, state: ConspiracyState, seat: int, value: Values) -> Reasons:
    """Yield that no Special was just played that can be cancelled, that it is another, or that the log must say which
    of several."""
    cancelled = value.get("cancels")
    played = state.played
    names = rules.pack.names
    if played is None:
        yield "answers the Special just played, but there is none", ""
        return
    together = (played.card,) + played.also
    on_table = [names[card] for card in together if card != UNKNOWN]
    if cancelled is None:
        if cancellable_cards(state):
            yield f"answers one of {in_list(on_table)}; say which with `cancels:`", ""
    elif cancelled not in together and UNKNOWN not in together:
        there = in_list(on_table, "or")
        yield f"answers the Special just played, which is {there}, not {names[cancelled]}", "cancels"


NEEDS: Mapping[str, Callable[[ConspiracyRules, ConspiracyState, int, Values], Reasons]] = {
    "set_roll": _needs_roll,
    "take_uncontrolled": _needs_uncontrolled_group,
    "spy": _needs_something_to_spy_on,
    "abolish_privilege": _needs_privilege,
    "join_privileged": _needs_to_be_kept_out,
    "multiply_income": _needs_own_income,
    "revive": _needs_destroyed_group,
    "cancel_special": _needs_special_to_answer,
    "skip_turn": _needs_turn_of_another,
    "destroy_powerless": _needs_announcement,
    "redistribute": _needs_right_treasuries,
}
"""For each word of a Special, a function that yields why it has no effect now."""


def cancellable_cards(state: ConspiracyState) -> tuple[int, ...]:
    """The Specials just played together; one must be named to cancel it; empty unless there are several."""
    played = state.played
    if played is None or played.use != table.PRIVILEGE or not played.also:
        return ()
    return tuple([card for card in (played.card,) + played.also if card != UNKNOWN])


def lacking(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial) -> Iterator[str]:
    """Yield what is wrong with the details of a Special on the table, so that it could have no effect. What the turn
    has used up since is not counted."""
    before = state.copy()
    before.actions = before.transfers = 0
    before.closing = before.passed = False
    for word in rules.pack.cards[played.card].does.keys() & PARTICULAR:
        for reason, _ in untimely(rules, before, played.seat, word, played.value):
            yield reason


def apply(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Play a Special. It stays pending until the next event, which may cancel it; a Special that cancels another acts
    at once."""
    seat = actor(rules, state, event)
    card = event.value["play"]
    does = rules.pack.cards[card].does
    means.discard(state, seat, card)
    if seat == state.turn and state.phase == table.ACT:
        state.acted = True
    if "cancel_special" in does:
        _cancel(rules, state, event.value.get("cancels"))
        return
    state.actions += "take_uncontrolled" in does  # a bribe is an action
    if state.attack is not None and does.keys() & ABOUT_ATTACKS:
        state.attack.carded = True
    state.played = PendingSpecial(seat, card, table.SPECIAL, event.value)


def _cancel(rules: ConspiracyRules, state: ConspiracyState, named: int | None) -> None:
    """Take back the Special just played; `named` is the card to cancel, where several were played with an attack. An
    attack whose Special is cancelled is withdrawn, one whose privilege is cancelled is not privileged."""
    played = state.played
    battle = state.attack
    state.played = None
    if played is not None and played.use == table.SPECIAL and "take_uncontrolled" in rules.pack.cards[played.card].does:
        state.actions -= rules.bribery.cancelled == "action_back"  # a bribe was an action
    if played is None or played.use == table.SPECIAL or battle is None:
        return
    if played.use == table.PRIVILEGE and named != battle.special:
        battle.privileged = False
    elif played.use == table.ABOLITION:  # one of the Specials discarded is cancelled; the others still count
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
    """Carry out the Special that is pending, word by word. One played for or against privilege, or with an attack,
    needs nothing more."""
    played = state.played
    assert played is not None
    state.played = None
    if played.use != table.SPECIAL:
        return
    for word, argument in rules.pack.cards[played.card].does.items():
        if word in EFFECTS:
            EFFECTS[word](rules, state, played, argument)


def _set_roll(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, roll: int) -> None:
    if state.attack is not None:
        state.attack.roll = roll


def _take_group(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    master, side = played.value["onto"]
    under = structure.tree(rules, state, played.value["group"])
    arrows.attach(rules, state, under, master, [side], {})


def _abolish(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    if state.attack is not None:
        state.attack.abolished = True
        state.attack.privileged = False


def _join(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    """Let a player spend in a privileged attack. Where the rules let only the last player to join do so, the others'
    money no longer counts."""
    battle = state.attack
    if battle is None:
        return
    bit = 1 << played.seat
    if battle.joined & ~bit and rules.attack.privilege.joined == "last":
        battle.joined = battle.support = battle.oppose = 0
    battle.joined |= bit


def _multiply_income(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, times: int) -> None:
    state.multiplied *= times


def _revive(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    state.place[played.value["group"]] = table.UNCONTROLLED


def _skip_turn(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    turns.finish(rules, state, played=rules.elimination.lost_turns)


def _bring_money(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, amount: int) -> None:
    state.change(_first(state, played.seat, played.value), amount)


def _redistribute(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial, argument: object) -> None:
    if "treasuries" in played.value:
        state.set_money(played.value["treasuries"])
    else:
        state.mix(list(members(state.holds[played.seat])))


EFFECTS: Mapping[str, Callable[[ConspiracyRules, ConspiracyState, PendingSpecial, Any], None]] = {
    "set_roll": _set_roll,
    "take_uncontrolled": _take_group,
    "abolish_privilege": _abolish,
    "join_privileged": _join,
    "multiply_income": _multiply_income,
    "revive": _revive,
    "skip_turn": _skip_turn,
    "money": _bring_money,
    "redistribute": _redistribute,
}
"""The effect of each word of a Special, once nobody has answered it; the others have theirs elsewhere."""


def _first(state: ConspiracyState, seat: int, value: Values) -> int:
    """Return the card that the money of a Special goes to: the first of the new treasuries, or else the Illuminati."""
    for card in value.get("treasuries", ()):
        return int(card)
    return state.illuminati[seat]


ABOLISHED_BY = ("attack", "privilege", "abolished_by")


def specials_to_abolish(rules: ConspiracyRules, battle: Battle, seat: int) -> int:
    """How many Specials a player must discard to abolish the privilege. Of those discarded in vain before, because one
    was cancelled, only the player's own count."""
    needed: int = rules.attack.privilege.abolished_by
    if battle.abolisher in (ABSENT, seat):
        needed -= battle.abolishing
    return needed


def check_abolish(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may not discard these Specials against the privilege of the attack under way."""
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
    needed = specials_to_abolish(rules, battle, seat)
    if len(event.value) != needed:
        does = "abolish"
        if needed == 1:
            does = "abolishes"
        what = f"{needed} {does} the privilege"
        message = f"{who} discards {number_of(len(event.value), 'Specials')}; {what}"
        yield Finding("abolish", message, seat, word=ABOLISHED_BY)
    yield from means.holding(rules, state, seat, event.value, event.at, in_list=True)


def apply_abolish(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Discard Specials against the privilege of an attack, so that others may interfere with it; one of them may still
    be cancelled. The attack counts from now on as one for which a card was played (`carded`)."""
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
