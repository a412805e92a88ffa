"""Attacks under way: paid for and against, called off or rolled for; and their outcome, with where captured groups go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.data import Said
from referee.core.events import Event, Finding
from referee.core.places import Pointer
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, attacks, means, structure, turns
from referee.engines.conspiracy.rules.structure import Plan
from referee.engines.conspiracy.state import DEAD, UNCONTROLLED, Battle, ConspiracyState


def not_privileged(battle: Battle) -> str:
    """Return why there is no privilege to act on; empty when there is."""
    if battle.privileged:
        return ""
    if battle.abolished:
        return "its privilege has already been abolished"
    return "this attack is not privileged"


def check_spend(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield the cards that may not pay for or against the attack: not the attacker's or defender's, or without the
    money."""
    names = rules.pack.names
    payer = _only_payer(rules, state, event)
    trial = means.trial(state)
    for card, amount in event.value.items():
        at: Pointer = event.at + (event.value.written[card],)
        owner = state.place[card]
        if event.seat is not None and event.seat != owner:
            message = f"{names[card]} is not {state.players[event.seat]}'s"
            yield Finding("attack-money", message, event.seat, at=at)
        if owner >= 0 and owner in (state.battle.seat, state.battle.owner):
            yield from _check_payer(rules, state, card, amount, payer, at)
        else:
            yield _no_payer(rules, state, card, at)
        if owner >= 0:
            yield from means.must_have(rules, state, card, amount, "spend", owner, at, trial=trial)


def _check_payer(
    rules: ConspiracyRules, state: ConspiracyState, card: int, amount: int, payer: int, at: Pointer
) -> Iterator[Finding]:
    """Yield why a card of the attacker or the defender may not pay this amount. If `payer` is a card, only that one may
    pay for the attack (-1: any may)."""
    battle = state.battle
    names = rules.pack.names
    owner = state.place[card]
    side = "against"
    party = battle.target
    if owner == battle.seat:
        side = "for"
        party = battle.attacker
    able = (party, state.illuminati[owner])
    shut_out = battle.privileged and not (rules.attack.privilege.owner_defends or battle.joined >> owner & 1)
    if card not in able:
        right = " and ".join(dict.fromkeys([names[one] for one in able]))
        message = f"{names[card]} cannot spend {side} this attack; {state.players[owner]} spends from {right}"
        yield Finding("attack-money", message, owner, at=at)
    elif side == "for" and payer not in (ABSENT, card):
        message = f"{names[card]} cannot spend for this attack as well; only {names[payer]} does"
        yield Finding("attack-money", message, owner, at=at, word=("attack", "treasuries"))
    elif side == "against" and shut_out:
        message = f"nobody may spend against a privileged attack, not even the owner of {names[battle.target]}"
        yield Finding("privilege", message, owner, at=at, word=("attack", "privilege", "owner_defends"))
    elif not amount:
        yield Finding("treasury", f"{names[card]} spends nothing; remove it", owner, at=at)


def _no_payer(rules: ConspiracyRules, state: ConspiracyState, card: int, at: Pointer) -> Finding:
    """The finding that a card cannot spend money on the attack, as its owner is neither attacker nor defender."""
    battle = state.battle
    names = rules.pack.names
    owner = state.place[card]
    if card == battle.target and battle.owner == ABSENT:
        return attacks.no_defender(rules, battle)._replace(at=at, bars=True)
    if owner < 0:
        message = f"{names[card]} is not in a power structure and has no money to spend"
        return Finding("attack-money", message, at=at, bars=True)
    message = f"{state.players[owner]} is neither the attacker nor the defender and may spend only from"
    message += f" {names[state.illuminati[owner]]}: `support:` or `oppose:`"
    return Finding("attack-money", message, owner, at=at)


def _only_payer(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> int:
    """The only card that may pay for the attack, where all the money must come from one treasury: the one that has paid
    already, or the first to pay in this event; ABSENT if any may."""
    battle = state.battle
    if rules.attack.treasuries == "both" or battle.payer != ABSENT:
        return battle.payer
    for card in event.value:
        if state.place[card] == battle.seat:
            return int(card)
    return ABSENT


def apply_spend(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Take money off cards for or against the attack."""
    battle = state.battle
    battle.paid |= bool(event.value)
    for card, amount in event.value.items():
        state.change(card, -amount)
        if state.place[card] == battle.seat:
            battle.money += amount
            if rules.attack.treasuries == "one":
                battle.payer = card
        elif card == battle.target:
            battle.defence += amount
        else:
            battle.defence_illuminati += amount


def check_interference(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield the players who may not pay for or against an attack that is not theirs."""
    trial = means.trial(state)
    for seat, amount in event.value.items():
        at = event.at + (state.players[seat],)
        yield from _check_interferer(rules, state, event, seat, amount, at)
        if state.alive[seat]:
            yield from means.must_have(rules, state, state.illuminati[seat], amount, "spend", seat, at, trial=trial)


def _check_interferer(
    rules: ConspiracyRules, state: ConspiracyState, event: Event, seat: int, amount: int, at: Pointer
) -> Iterator[Finding]:
    """Yield why a player may not pay for or against (the verb of the event) somebody else's attack."""
    battle = state.battle
    does = event.verb
    who = state.players[seat]
    target = rules.pack.names[battle.target]
    own = does == "support" and seat == battle.owner
    if event.seat not in (None, seat):
        message = f"{state.players[event.seat]} cannot spend {who}'s money; only {who} may {does} the attack with it"
        yield Finding("interference", message, event.seat, at=at)
    elif not state.alive[seat]:
        yield Finding("players", f"{who} is out of the game and cannot {does} an attack", seat, at=at, bars=True)
    elif own and not rules.attack.owner_supports:
        message = f"{who} owns {target} and may not support the attack on it"
        yield Finding("interference", message, seat, at=at, word=("attack", "owner_supports"))
    elif seat == battle.seat:
        yield Finding("interference", f"{who} attacks and cannot interfere; write `spend:`", seat, at=at)
    elif seat == battle.owner and not own:
        yield Finding("interference", f"{who} owns {target} and cannot interfere; write `spend:`", seat, at=at)
    elif battle.privileged and not battle.joined >> seat & 1:
        message = f"{who} cannot {does} a privileged attack; its privilege must be abolished first"
        yield Finding("privilege", message, seat, at=at)
    elif not amount:
        yield Finding("treasury", f"{who} spends nothing; remove it", seat, at=at)


def apply_interference(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Let other players pay for or against the attack."""
    battle = state.battle
    amount = sum(event.value.values())
    battle.paid |= bool(event.value)
    for seat, spent in event.value.items():
        state.change(state.illuminati[seat], -spent)
    if event.verb == "support":
        battle.support += amount
    else:
        battle.oppose += amount


def _is_committed(rules: ConspiracyRules, battle: Battle) -> bool:
    """Whether an attack must be played out and counts as an action: money was spent on it, or a Special where that is
    enough."""
    return battle.paid or (battle.carded and rules.attack.card_commits)


def check_call_off(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why the attack can no longer be called off."""
    battle = state.battle
    if not _is_committed(rules, battle):
        return
    target = rules.pack.names[battle.target]
    if battle.paid:
        message = f"money was spent on the attack on {target}; it cannot be called off"
        yield Finding("calling-off", message, battle.seat)
    else:
        message = f"a Special was played for the attack on {target}; it cannot be called off"
        yield Finding("calling-off", message, battle.seat, word=("attack", "card_commits"))


def withdraw(rules: ConspiracyRules, state: ConspiracyState, event: Event | None = None) -> None:
    """End an attack before its dice are rolled. If nothing binding was spent on it, it was no action, and its cards may
    take part in others."""
    battle = state.battle
    if not _is_committed(rules, battle):
        state.actions -= 1
        for card in attacks.taking_part(battle):
            state.used[card] -= 1
    state.attack = None


def check_leave(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> tuple[Finding, ...]:
    """Nothing forbids a player to leave."""
    return ()


def apply_leave(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Let a player leave the game. An attack by that player ends. One on that player's group ends, too, unless it must
    be played out and the rules let it go on, against an uncontrolled group."""
    seat = means.actor(state, event)
    battle = state.attack
    turns.put_out(rules, state, seat)
    if battle is not None and state.place[battle.attacker] < 0:
        state.attack = None
    elif battle is not None and seat == battle.owner:
        if not _is_committed(rules, battle) or rules.attack.owner_leaves == "ends":
            withdraw(rules, state)
        else:
            battle.owner = ABSENT
            if not battle.roll:
                battle.distance = UNCONTROLLED
                battle.held_by = 0
    turns.after_loss(rules, state)


def check_roll(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield that dice cannot show this. The roll is a tuple of two dice, or of their sum alone."""
    rolled = event.value
    if len(rolled) == 2 and not all(1 <= die <= 6 for die in rolled):
        message = f"the dice show {rolled[0]} and {rolled[1]}; a die shows 1 to 6"
        yield Finding("roll", message, state.turn, bars=True)
    elif not 2 <= sum(rolled) <= 12:
        yield Finding("roll", f"the dice show {rolled[0]}; two dice show 2 to 12", state.turn, bars=True)


def apply_roll(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Roll the dice; the outcome is pending while Specials and the captured group's place may follow."""
    state.battle.roll = sum(event.value)
    state.battle.paid = True


def outcome(rules: ConspiracyRules, battle: Battle) -> tuple[int, bool | None]:
    """The number of an attack, and whether the roll that counts succeeds; None before the dice."""
    wanted = attacks.number(rules, battle)
    if not battle.roll:
        return wanted, None
    return wanted, attacks.succeeds(rules, wanted, battle.roll)


def check_capture(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why the captured group, or one below it, may not go where the log says, or why the attacker cannot give it
    that money."""
    battle = state.battle
    target = battle.target
    by = battle.attacker
    why = _why_no_capture(rules, battle)
    if why:
        yield Finding("capture", f"{rules.pack.names[target]} is not captured; {why}", battle.seat, bars=True)
        return
    if "arrow" in event.value and event.value["arrow"] not in arrows.free_arrows(rules, state, by):
        yield arrows.no_such_arrow(rules, state, by, event.value["arrow"], target, event.at + ("arrow",))
        return
    wished = event.value["places"]
    if wished and state.supposed is None:  # or else the course says where they go
        after = state.copy()
        plan = _move(rules, after, event, structure.tree(rules, after, target))
        yield from structure.wrong_places(rules, plan, wished, event.at + ("places",), battle.seat)
    amount = event.value.get("money", 0)
    to = f" to {rules.pack.names[target]}"
    yield from means.must_have(rules, state, by, amount, "move", battle.seat, event.at + ("money",), to=to)


def _why_no_capture(rules: ConspiracyRules, battle: Battle) -> str:
    """The reason why an attack captures nothing, so that no place can be named; empty if it captures its target."""
    if not battle.roll:
        return "the dice have not been rolled"
    if battle.kind != "control":
        return f"this attempt to {battle.kind} it captures nothing"
    if not outcome(rules, battle)[1]:
        return f"this attempt to {battle.kind} it failed"
    return ""


def _move(rules: ConspiracyRules, state: ConspiracyState, event: Event | None, under: Mapping[int, list[int]]) -> Plan:
    """Move captured groups to the attacker, onto the arrow that the log names or else the one on which fewest are lost.
    `under` has the groups directly below each of them."""
    battle = state.battle
    written = _log_about(event)
    if "arrow" in written:
        sides = [written["arrow"]]
    else:
        sides = arrows.free_arrows(rules, state, battle.attacker)
    structure.lift(state, under)
    return arrows.attach(rules, state, under, battle.attacker, sides, written.get("places", {}))


def _log_about(capture: Event | None) -> Said:
    """What the log says about a capture: nothing if there is no line about it."""
    if capture is None:
        return {}
    written: Said = capture.value
    return written


def _capture(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> None:
    """Move a captured group, with everything below it and half their money, to the attacker. Groups that do not fit
    become uncontrolled."""
    battle = state.battle
    target = battle.target
    keeper = state.place[battle.attacker]
    under = structure.tree(rules, state, target)
    plan = _move(rules, state, event, under)
    if any(state.most(card) for card in under):
        state.halve(list(under), as_one_sum=rules.attack.captured_money != "each")
    structure.free(state, plan.lost, rules.uncontrolled.dropped_money, keeper)
    written = _log_about(event)
    if "money" in written:
        state.hand_over(battle.attacker, target, written["money"])
    elif target not in plan.lost:  # the attacker may have given it some money
        state.may_move(battle.attacker, target)


def _destroy(rules: ConspiracyRules, state: ConspiracyState, target: int) -> None:
    """Put a group on the dead pile; everything below it becomes uncontrolled."""
    holder = state.place[target]
    if holder >= 0:
        for card in structure.below(rules, state, target)[1:]:
            structure.free(state, (card,), rules.attack.subordinates_money, holder)
        structure.free(state, (target,), rules.attack.destroyed_money, holder)
    else:
        structure.free(state, (target,), rules.attack.destroyed_money)
    state.place[target] = DEAD


def resolve(rules: ConspiracyRules, state: ConspiracyState, capture: Event | None) -> None:
    """Carry out the outcome of an attack once the dice are final. `capture` is the event that says where a captured
    group goes; None if the log has none."""
    battle = state.battle
    target = battle.target
    owner = battle.owner
    state.last = outcome(rules, battle)
    won = bool(state.last[1])
    state.attacks[battle.seat] += 1
    state.attacks_won[battle.seat] += won
    if owner not in (ABSENT, battle.seat):
        state.defences[owner] += 1
        state.defences_won[owner] += not won
    if won and battle.kind == "control":
        _capture(rules, state, capture)
    elif won and battle.kind == "neutralize" and state.place[target] >= 0:
        structure.free(state, structure.below(rules, state, target))
    elif won and battle.kind == "destroy":
        _destroy(rules, state, target)
        state.kills[battle.seat] += 1
    state.attack = state.supposed = None
    if won:
        turns.after_loss(rules, state, battle.seat)
