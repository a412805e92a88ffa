"""What cards let their owner do: move money, rearrange, change alignments, buy cards, keep a goal secret; and accusations."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.conspiracy.rules import departures, money, places, specials_held, structure, turns
from referee.engines.conspiracy.rules.deeds import must_own, not_after_passing
from referee.engines.conspiracy.rules.money import pay
from referee.engines.conspiracy.rules.specials_held import actor
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


def check_redistribute(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may move money freely, and moves only money that is there."""
    seat = state.turn
    yield from not_after_passing(rules, state, "cannot use a special power")
    yield from _has_power(rules, state, "redistribute")
    for reason in money.new_treasuries(rules, state, seat, event.value, 0):
        yield Fault("powers", f"{state.players[seat]} {reason}", seat, bars=True)


def _has_power(rules: CompiledRules, state: State, word: str) -> Iterator[Fault]:
    able = rules.pack.masks[word] & (1 << rules.pack.specials.start) - 1
    if not state.holds[state.turn] & able:
        names = [rules.pack.names[card] for card in members(able)]
        named = f"; only {' or '.join(names)} can" if names else ""
        what = "move money freely" if word == "redistribute" else "rearrange the power structure"
        top = rules.pack.names[state.illuminati[state.turn]]
        yield Fault("powers", f"{top} cannot {what}{named}", state.turn)


def apply_redistribute(rules: CompiledRules, state: State, event: Event) -> None:
    """Moves money freely."""
    for card, amount in event.value.items():
        state.money[card] = amount
    state.closing = state.acted = True


def check_rearrange(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may rearrange the structure, and it holds together afterwards."""
    seat = state.turn
    yield from not_after_passing(rules, state, "cannot use a special power")
    yield from _has_power(rules, state, "rearrange")
    for card, (master, _) in event.value.items():
        at = (*event.at, event.value.written[card])
        faults = [*must_own(rules, state, seat, card, at), *must_own(rules, state, seat, master, at)]
        yield from faults
        if faults:
            return
    _, reason = structure.relaid(rules, state, seat, event.value)
    if reason:
        message = f"{state.players[seat]} cannot rearrange the structure like this: {reason}"
        yield Fault("overlap", message, seat, bars=True)


def apply_rearrange(rules: CompiledRules, state: State, event: Event) -> None:
    """Rearranges the whole structure."""
    seat = state.turn
    laid, _ = structure.relaid(rules, state, seat, event.value)
    structure.lift(state, [entry.card for entry in laid])
    structure.lay(state, seat, laid)
    state.closing = state.acted = True


def check_align(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group's alignment may be changed for this turn."""
    card, way, alignment, to = event.value
    seat, names, pack = state.turn, rules.pack.names, rules.pack
    yield from not_after_passing(rules, state, "cannot change an alignment")
    able = list(members(state.holds[seat] & pack.masks["realign"]))
    if not able:
        others = " or ".join(names[other] for other in members(pack.masks["realign"]))
        yield Fault("powers", f"{state.players[seat]} does not control {others or 'a card that does this'}", seat)
    elif rules.realignments is not None and state.realigned >= rules.realignments * len(able):
        message = f"{names[able[0]]} has already changed an alignment this turn"
        yield Fault("powers", message, seat, word=("turn", "realignments"))
    elif able == [card]:
        yield Fault("powers", f"{names[card]} changes the alignment of other groups, not its own", seat)
    if not places.in_play(state, card):
        yield Fault("powers", f"{names[card]} is not in play; {places.where(rules, state, card)}", seat)
    current = state.aligned.get(card, pack.cards[card].alignments)
    has, name = bool(current >> alignment & 1), pack.alignments[alignment]
    if way == "add" and has:
        yield Fault("powers", f"{names[card]} is already {name}", seat)
    elif way != "add" and not has:
        yield Fault("powers", f"{names[card]} is not {name}", seat)
    elif way == "reverse":
        yield from _reversed(rules, alignment, to, seat)


def _reversed(rules: CompiledRules, alignment: int, to: int, seat: int) -> Iterator[Fault]:
    """Whether an alignment has an opposite, and the log names one if there are several."""
    pack = rules.pack
    others, name = pack.opposite[alignment] & ~(1 << alignment), pack.alignments[alignment]
    if not others:
        yield Fault("powers", f"{name} has no opposite and cannot be reversed", seat)
    elif to != ABSENT and not others >> to & 1:
        message = f"{pack.alignments[to]} is not opposite to {name}; {' or '.join(pack.aligned(others))} is"
        yield Fault("powers", message, seat, at=("align", "to"))
    elif to == ABSENT and others.bit_count() > 1:
        message = f"{name} has several opposites; say which with `to:`, as in `to: {pack.aligned(others)[0]}`"
        yield Fault("powers", message, seat)


def apply_align(rules: CompiledRules, state: State, event: Event) -> None:
    """Changes an alignment for this turn."""
    card, way, alignment, to = event.value
    current = state.aligned.get(card, rules.pack.cards[card].alignments)
    if way == "add":
        current |= 1 << alignment
    else:
        current &= ~(1 << alignment)
    if way == "reverse":
        current |= 1 << to if to != ABSENT else rules.pack.opposite[alignment] & ~(1 << alignment)
    state.aligned[card] = current
    if state.attack is not None:
        state.attack.alignments = dict(state.aligned)
    state.realigned += 1
    state.acted = True


def check_buy(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a card may be bought out of the deck."""
    seat, names = state.turn, rules.pack.names
    yield from not_after_passing(rules, state, "cannot buy a card")
    seller = _seller(rules, state)
    if seller is None:
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


def _seller(rules: CompiledRules, state: State) -> int | None:
    able = members(state.holds[state.turn] & rules.pack.masks["buys_card"])
    return max(able, key=lambda card: state.money[card], default=None)


def apply_buy(rules: CompiledRules, state: State, event: Event) -> None:
    """Buys a card."""
    seller = _seller(rules, state)
    assert seller is not None
    pay(state, seller, -rules.pack.cards[seller].does["buys_card"])
    turns.take_from_deck(rules, state, event.value, state.turn)
    state.purchases += 1
    state.acted = True


def check_reveal(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player has a secret goal, and this can be it."""
    seat = actor(state, event)
    own = state.illuminati[seat]
    who, names = state.players[seat], rules.pack.names
    if not (rules.any_goal or "chosen" in rules.pack.cards[own].goal):
        yield Fault("goal", f"{who}'s goal is that of {names[own]}, which is not secret", seat)
    elif state.goals[seat] not in (ABSENT, event.value):
        message = f"{who} wrote down the goal of {names[state.goals[seat]]}, not that of {names[event.value]}"
        yield Fault("goal", message, seat)
    elif "chosen" in rules.pack.cards[event.value].goal:
        yield Fault("goal", f"{names[event.value]} has no goal of its own to write down", seat, bars=True)


def apply_reveal(rules: CompiledRules, state: State, event: Event) -> None:
    """Shows a secret goal."""
    state.goals[actor(state, event)] = event.value
    turns.end_if_met(rules, state, actor(state, event))


def check_accuse(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may be accused of being some Illuminati."""
    accused, _ = event.value
    seat = state.turn
    if not rules.hidden:
        yield Fault("accuse", "Illuminati are face up; nobody can be accused", seat, word=("hidden", "illuminati"))
        return
    yield from specials_held.no_action(rules, state)
    if accused == seat or not state.alive[accused] or state.shown[accused]:
        why = "is accusing" if accused == seat else "is out of the game" if not state.alive[accused] else "is known"
        yield Fault(
            "accuse",
            f"{state.players[accused]} {why}; accuse somebody whose Illuminati card is hidden",
            seat,
        )


def apply_accuse(rules: CompiledRules, state: State, event: Event) -> None:
    """Accuses: an action; if the accusation is correct, the card is turned up."""
    accused, card = event.value
    state.actions += 1
    state.acted = True
    if state.illuminati[accused] == card:
        state.shown[accused] = True
        if state.cheated[accused]:
            departures.put_out(rules, state, accused)
            turns.after_loss(rules, state)
