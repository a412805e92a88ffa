"""What a player does besides attacks, Specials and gifts: transfers, moves and drops; what cards let their owner do, as moving
money freely, changing alignments and buying cards; goals shown, and accusations."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.places import Pointer
from referee.engines.conspiracy.rules import goals, means, structure, turns
from referee.engines.conspiracy.rules.means import actor, must_own
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, ILLUMINATI


def check_transfer(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why money may not move from one card to another."""
    source, goal, amount, as_action = event.value
    seat, names = state.turn, rules.pack.names
    if as_action:
        yield from means.no_action(rules, state)
    else:
        yield from means.not_after_passing(rules, state, "cannot transfer money")
        who = state.players[seat]
        if state.transfers >= rules.transfers:
            message = f"{who} has made {counted(state.transfers, 'free transfers')} this turn, the maximum"
            yield Fault("transfer", f"{message}; another is an action", seat, word=("turn", "transfers"))
        if state.closing and rules.transfers_last:
            message = f"{who} has used a special power; free money transfers come before special powers"
            yield Fault("order", message, seat, word=("turn", "transfers_when"))
    if (yield from must_own(rules, state, seat, (source, ("transfer", "from")), (goal, ("transfer", "to")))):
        return
    near = state.master[source] == goal or state.master[goal] == source
    if source == goal:
        yield Fault("transfer", f"{names[source]} transfers money to itself", seat)
    elif not near and "sends_anywhere" not in rules.pack.cards[source].does:
        message = f"{names[source]} and {names[goal]} are not next to each other"
        yield Fault("transfer", f"{message}; money moves between a master and its group", seat)
    at = ("transfer", "amount")
    yield from means.must_have(rules, state, source, amount, "transfer", seat, at)
    if not amount:
        yield Fault("treasury", f"{names[source]} transfers nothing; remove it", seat, at=at)


def apply_transfer(rules: CompiledRules, state: State, event: Event) -> None:
    """Move money."""
    source, goal, amount, as_action = event.value
    state.money[source] -= amount
    state.money[goal] += amount
    state.acted = True
    if as_action:
        state.actions += 1
    else:
        state.transfers += 1


def check_move(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a group may not move to another arrow of its structure."""
    card, (master, side), wished = event.value
    seat, names = state.turn, rules.pack.names
    yield from means.no_action(rules, state)
    onto: Pointer = ("move", "onto")
    if (yield from must_own(rules, state, seat, (card, ("move", "group")), (master, onto))):
        return
    vacated = structure.vacates(rules, state, card, master, side)
    if master in structure.below(rules, state, card):
        what = "itself" if master == card else f"{names[master]}, which is below it"
        yield Fault("move", f"{names[card]} cannot be attached to {what}", seat, at=onto, bars=True)
    elif side not in structure.free_arrows(rules, state, master) and not (rules.vacated_is_free and vacated):
        fault = structure.no_such_arrow(rules, state, master, side, card, onto)
        yield fault._replace(word=("moving", "vacated") if vacated else ())
    else:
        plan = structure.plan(rules, state, seat, card, (master, side), wished)
        yield from structure.wrong_places(rules, plan, wished, ("move", "places"), seat)


def apply_move(rules: CompiledRules, state: State, event: Event) -> None:
    """Move a group with everything under it; what does not fit becomes uncontrolled."""
    card, (master, side), wished = event.value
    state.actions += 1
    state.acted = True
    plan = structure.plan(rules, state, state.turn, card, (master, side), wished)
    structure.lift(state, structure.below(rules, state, card))
    structure.lay(state, state.turn, plan.laid)
    structure.free(state, plan.lost)
    turns.after_loss(rules, state)


def check_drop(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a group may not be dropped."""
    yield from means.not_after_passing(rules, state, "cannot drop a group")
    yield from must_own(rules, state, state.turn, (event.value, event.at))
    if rules.pack.cards[event.value].kind == ILLUMINATI:
        message = f"{rules.pack.names[event.value]} is an Illuminati card and cannot be dropped"
        yield Fault("drop", message, state.turn, bars=True)


def apply_drop(rules: CompiledRules, state: State, event: Event) -> None:
    """Drop a group and everything under it."""
    structure.free(state, structure.below(rules, state, event.value))
    state.acted = True
    turns.after_loss(rules, state)


# -- what cards allow --------------------------------------------------------------------------------------------------


def _has_power(rules: CompiledRules, state: State, word: str, what: str) -> Iterator[Fault]:
    yield from means.not_after_passing(rules, state, "cannot use a special power")
    able = rules.pack.masks[word] & (1 << rules.pack.specials.start) - 1
    if not state.holds[state.turn] & able:
        names = [rules.pack.names[card] for card in members(able)]
        only = f"; only {' or '.join(names)} can" if names else ""
        yield Fault("powers", f"{rules.pack.names[state.illuminati[state.turn]]} cannot {what}{only}", state.turn)


def check_redistribute(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a player may not move money freely, and whether it is money that is not there."""
    yield from _has_power(rules, state, "redistribute", "move money freely")
    for reason in means.new_treasuries(rules, state, state.turn, event.value, 0):
        yield Fault("powers", f"{state.players[state.turn]} {reason}", state.turn, bars=True)


def apply_redistribute(rules: CompiledRules, state: State, event: Event) -> None:
    """Move money freely."""
    for card, amount in event.value.items():
        state.money[card] = amount
    state.closing = state.acted = True


def check_rearrange(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a player may not rearrange the structure, and why it would not hold together afterwards."""
    seat = state.turn
    yield from _has_power(rules, state, "rearrange", "rearrange the power structure")
    for card, (master, _) in event.value.items():
        at = (*event.at, event.value.written[card])
        if (yield from must_own(rules, state, seat, (card, at), (master, at))):
            return
    _, reason = structure.relaid(rules, state, seat, event.value)
    if reason:
        message = f"{state.players[seat]} cannot rearrange the structure like this: {reason}"
        yield Fault("overlap", message, seat, bars=True)


def apply_rearrange(rules: CompiledRules, state: State, event: Event) -> None:
    """Rearrange the whole structure."""
    laid, _ = structure.relaid(rules, state, state.turn, event.value)
    structure.lift(state, [entry.card for entry in laid])
    structure.lay(state, state.turn, laid)
    state.closing = state.acted = True


def check_align(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a group's alignment may not be changed for this turn."""
    card, way, alignment, to = event.value
    seat, names, pack = state.turn, rules.pack.names, rules.pack
    yield from means.not_after_passing(rules, state, "cannot change an alignment")
    able = list(members(state.holds[seat] & pack.masks["realign"]))
    if not able:
        others = " or ".join(names[other] for other in members(pack.masks["realign"]))
        yield Fault("powers", f"{state.players[seat]} does not control {others or 'a card that does this'}", seat)
    elif rules.realignments is not None and state.realigned >= rules.realignments * len(able):
        message = f"{names[able[0]]} has already changed an alignment this turn"
        yield Fault("powers", message, seat, word=("turn", "realignments"))
    elif able == [card]:
        yield Fault("powers", f"{names[card]} changes the alignment of other groups, not its own", seat)
    if not structure.in_play(state, card):
        yield Fault("powers", f"{names[card]} is not in play; {structure.where(rules, state, card)}", seat)
    has = bool(state.aligned.get(card, pack.cards[card].alignments) >> alignment & 1)
    opposite, name = pack.aligned(pack.opposite[alignment] & ~(1 << alignment)), pack.alignments[alignment]
    if has == (way == "add"):
        yield Fault("powers", f"{names[card]} is {'already' if has else 'not'} {name}", seat)
    elif way == "reverse" and not opposite:
        yield Fault("powers", f"{name} has no opposite and cannot be reversed", seat)
    elif way == "reverse" and to != ABSENT and pack.alignments[to] not in opposite:
        message = f"{pack.alignments[to]} is not opposite to {name}; {' or '.join(opposite)} is"
        yield Fault("powers", message, seat, at=("align", "to"))
    elif way == "reverse" and to == ABSENT and len(opposite) > 1:
        message = f"{name} has several opposites; say which with `to:`, as in `to: {opposite[0]}`"
        yield Fault("powers", message, seat)


def apply_align(rules: CompiledRules, state: State, event: Event) -> None:
    """Change an alignment for this turn."""
    card, way, alignment, to = event.value
    bit, aligned = 1 << alignment, state.aligned.get(card, rules.pack.cards[card].alignments)
    aligned = aligned | bit if way == "add" else aligned & ~bit
    if way == "reverse":
        aligned |= 1 << to if to != ABSENT else rules.pack.opposite[alignment] & ~bit
    state.aligned[card] = aligned
    if state.attack is not None:
        state.attack.alignments = dict(state.aligned)
    state.realigned += 1
    state.acted = True


def check_buy(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a card may not be bought out of the deck."""
    seat, names = state.turn, rules.pack.names
    yield from means.not_after_passing(rules, state, "cannot buy a card")
    seller = _seller(rules, state)
    if seller == ABSENT:
        others = " or ".join(names[card] for card in members(rules.pack.masks["buys_card"]))
        message = f"{state.players[seat]} does not control {others or 'a card that does this'}"
        yield Fault("powers", message, seat, bars=True)
        return
    price = rules.pack.cards[seller].does["buys_card"]
    if rules.purchases is not None and state.purchases >= rules.purchases:
        message = f"{names[seller]} has already bought a card this turn"
        yield Fault("powers", message, seat, word=("turn", "purchases"))
    if state.money[seller] < price:
        message = f"a card costs {price} MB; there are {state.money[seller]} MB on {names[seller]}"
        yield Fault("treasury", message, seat, bars=True)
    yield from turns.check_draw(rules, state, event)


def _seller(rules: CompiledRules, state: State) -> int:
    able = members(state.holds[state.turn] & rules.pack.masks["buys_card"])
    return max(able, key=lambda card: state.money[card], default=ABSENT)


def apply_buy(rules: CompiledRules, state: State, event: Event) -> None:
    """Buy a card."""
    seller = _seller(rules, state)
    state.pay(seller, -rules.pack.cards[seller].does["buys_card"])
    turns.take_from_deck(rules, state, event.value, state.turn)
    state.purchases += 1
    state.acted = True


# -- what is secret ----------------------------------------------------------------------------------------------------


def check_reveal(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a player has no secret goal, or this cannot be it."""
    seat, names, cards = actor(state, event), rules.pack.names, rules.pack.cards
    who, own, goal = state.players[seat], state.illuminati[seat], state.goals[seat]
    if not (rules.any_goal or "chosen" in cards[own].goal):
        yield Fault("goal", f"{who}'s goal is that of {names[own]}, which is not secret", seat)
    elif goal not in (ABSENT, event.value):
        yield Fault("goal", f"{who} wrote down the goal of {names[goal]}, not that of {names[event.value]}", seat)
    elif "chosen" in cards[event.value].goal:
        yield Fault("goal", f"{names[event.value]} has no goal of its own to write down", seat, bars=True)


def apply_reveal(rules: CompiledRules, state: State, event: Event) -> None:
    """Show a secret goal; a player wins who met it at the end of the turn that has just ended."""
    seat = actor(state, event)
    state.goals[seat] = event.value
    if turns.just_ended(rules, state) and goals.meets(rules, state, seat):
        turns.win(state, {*state.winners, seat})


def check_accuse(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Yield why a player may not be accused of being some Illuminati."""
    accused, seat = event.value[0], state.turn
    if not rules.hidden:
        yield Fault("accuse", "Illuminati are face up; nobody can be accused", seat, word=("hidden", "illuminati"))
        return
    yield from means.no_action(rules, state)
    if accused == seat or not state.alive[accused] or state.shown[accused]:
        why = "is accusing" if accused == seat else "is out of the game" if not state.alive[accused] else "is known"
        message = f"{state.players[accused]} {why}; accuse somebody whose Illuminati card is hidden"
        yield Fault("accuse", message, seat)


def apply_accuse(rules: CompiledRules, state: State, event: Event) -> None:
    """Accuse: an action; if the accusation is correct, the card is turned up, and who cheated is out."""
    accused, card = event.value
    state.actions += 1
    state.acted = True
    if state.illuminati[accused] == card:
        state.shown[accused] = True
        if state.cheated[accused]:
            turns.put_out(rules, state, accused)
            turns.after_loss(rules, state)
