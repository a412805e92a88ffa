"""What follows from a play: cards drawn and reseeded, Luminaries turned up, and what their effects let players choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing.rules import deals, effects, extras, gifts, rounds, steps
from referee.engines.fishing.rules.board import before_turning, field_in, field_name
from referee.engines.fishing.rules.extras import owed
from referee.engines.fishing.rules.step_checks import Apply, Cards, Check, Reseeded, fault, from_pile, moment, word_of
from referee.engines.fishing.rules.turns import not_done
from referee.engines.fishing.state import PLAY, State, Step
from referee.engines.fishing.words.compiled import CompiledRules


def _check_draw(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    cards: Cards = event.value
    duty = owed(rules, state) if not step.name else None
    if duty is not None:
        yield not_done(rules, state, duty)._replace(at=event.at)
    number = steps.to_draw(rules, state, step)
    if cards.number != number:
        who = state.players[step.seat]
        held = counted(state.held(step.seat), "cards")
        right = f"the hand has {held} and is filled up to {rules.draw_up}"
        if rules.draws_when_empty:
            right += " when it is empty"
        if state.stock < rules.draw_up - state.held(step.seat):
            right += f", as far as the pile of {state.stock} goes"
        message = f"{who} draws {counted(cards.number, 'cards')}; it must be {number}: {right}"
        rule = moment(state, step) if step.name else "draw"
        yield fault(rule, message, step, event, word=word_of(step) or ("draw_up",), bars=cards.number > state.stock)
    if cards.known & (state.located | ~rules.pack):
        yield from from_pile(rules, state, cards.known, step, event, "draws", cards.listed)


def _draw(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    cards: Cards = event.value
    if cards.known.bit_count() < cards.number:
        state.see("draws")
    steps.draw_cards(rules, state, step.seat, cards)


def clearable(state: State) -> list[int]:
    """The fields that are still to be cleared, in their order."""
    return [step.field for step in state.queue if step.kind == steps.CLEAR]


def _check_clear(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    field = field_in(rules, state, event.value)
    if field not in clearable(state):
        open_ = " or ".join(field_name(rules, state, other) for other in clearable(state))
        message = f"{state.players[step.seat]} clears {field_name(rules, state, field)}; it must be {open_}"
        meant = (before_turning(rules, state, event.value, other) for other in clearable(state))
        message += next(filter(None, meant), "")
        yield fault("clearing", message, step, event, word=("clearing", "several"), bars=True)


def _clear(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    state.queue.insert(0, step)
    steps.clear_first(state, field_in(rules, state, event.value))
    steps.pass_over(rules, state)


def _check_reseed(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    told: Reseeded = event.value
    who, cards, listed = state.players[step.seat], mask_of(told.cards), told.cards
    place = field_name(rules, state, step.field)
    if told.field and field_in(rules, state, told.field) != step.field:
        there = field_name(rules, state, field_in(rules, state, told.field))
        message = f"{who} reseeds {there}, but {describe(rules, state, step)}"
        message += before_turning(rules, state, told.field, step.field)
        yield fault("clearing", message, step, event, bars=True)
        return
    if step.told == "hand":
        number = state.held(step.seat)
        missing = state.hands[step.seat] & ~cards
        strange = cards & ~state.hands[step.seat]
        if missing or len(listed) != number or strange & state.located:
            whole = f"the whole hand, {counted(number, 'cards')}"
            message = f"{who} reseeds {place} with {rules.names(cards)}; {step.name} asks for {whole}"
            yield fault(moment(state, step), message, step, event, bars=True)
        return
    if len(listed) != step.number:
        go = "goes" if len(listed) == 1 else "go"
        message = f"{counted(len(listed), 'cards')} {go} into {place}; it is reseeded with {step.number}"
        yield fault("clearing", message, step, event, word=word_of(step) or ("clearing", "reseed"), bars=True)
    yield from from_pile(rules, state, cards, step, event, "reseeds with", listed, told.written)


def _reseed(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    if step.told == "hand":
        steps.put_hand(state, step.seat, step.field, list(event.value.cards))
    else:
        steps.put_into(state, step.field, list(event.value.cards))


def _check_reveal(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    name: str = event.value
    known, place = state.luminaries[step.field], field_name(rules, state, step.field)
    if known and known != name:
        message = f"{name} is turned up in {place}, where {known} was dealt"
        yield fault("luminaries", message, step, event, bars=True)
    elif not known and name not in effects.may_turn_up(rules, state, step):
        if name not in rules.in_sets:
            message, word = rules.not_played_with(name)
            yield fault("luminaries", message, step, event, word=word, bars=True)
        else:
            message = f"{name} is turned up in {place}, but has been in this round already; each Luminary is there once"
            yield fault("luminaries", message, step, event, bars=True)


def _reveal(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    steps.turn_up(rules, state, step, event.value)


def _check_uncover(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    if len(event.value) != step.number:
        are = "is" if len(event.value) == 1 else "are"
        message = f"{counted(len(event.value), 'cards')} {are} uncovered; {step.number} lay hidden"
        yield fault("luminaries", message, step, event, bars=True)
    yield from from_pile(rules, state, mask_of(event.value), step, event, "uncovers", event.value)


def _uncover(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Hidden cards become known; the pile gave them up when they were laid there."""
    cards = mask_of(event.value)
    if step.told == "field":
        steps.put_into(state, step.field, list(event.value))
        state.stock += len(event.value)
    elif step.free:
        state.located |= cards
        state.piles[rules.keeper[step.seat]] |= cards
        state.piles_hidden[rules.keeper[step.seat]] -= step.number
    else:
        state.located |= cards
        state.piles[rules.keeper[step.seat]] |= cards


def _check_turn(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    word = rules.in_force(state).seasons_stay
    if word:
        message = f"{state.players[step.seat]} turns the box while {word[2]} lies open; no season changes then"
        yield fault("box", message, step, event, word=word)


def _turn(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    effects.turn_to(rules, state, step.field, event.value)


def _check_none(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    yield from ()


def _name(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    state.named[step.told] = event.value


KINDS: dict[str, tuple[Check, Apply]] = {
    "draw": (_check_draw, _draw),
    "clear": (_check_clear, _clear),
    "reseed": (_check_reseed, _reseed),
    "reveal": (_check_reveal, _reveal),
    "uncover": (_check_uncover, _uncover),
    "turn": (_check_turn, _turn),
    "name": (_check_none, _name),
    "give": (gifts.check_give, gifts.give),
    "okus": (gifts.check_okus, gifts.okus),
    "exchange": (gifts.check_exchange, gifts.exchange),
    "lay": (gifts.check_lay, gifts.lay),
}


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with the answer to the step that comes first."""
    step = state.queue[0]
    if event.seat is not None and event.seat != step.seat:
        who = state.players[event.seat]
        message = f"{who} is said to do this, but {state.players[step.seat]} must do it"
        return (Fault("turn", message, event.seat, at=("by",), bars=True),)
    return tuple(KINDS[event.verb][0](rules, state, event, step))


def apply(rules: CompiledRules, state: State, event: Event) -> None:
    """Takes the step that comes first as it is recorded, and those that follow of themselves."""
    step = state.queue.pop(0)
    KINDS[event.verb][1](rules, state, event, step)
    steps.advance(rules, state)


def done_faults(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with saying that a turn is over, or that a choice is declined."""
    step = state.queue[0]
    duty = owed(rules, state) if step.kind in (steps.DRAW, extras.END) and not step.name else None
    if duty is not None:
        return (not_done(rules, state, duty)._replace(at=event.at),)
    if not steps.may_pass(rules, state, step):
        message = f"{state.players[step.seat]} cannot decline this: {describe(rules, state, step)}"
        return (fault("order", message, step, event, bars=True),)
    return ()


def unrecorded(rules: CompiledRules, state: State) -> Iterator[State]:
    """The states that the next event may meet, for all that a log may omit before it: this one, and then later ones."""
    yield state
    if rounds.deals_hands_only(state):
        here = state.copy()
        deals.deal(rules, here, Event("deal", deals.Dealt({}, {}, {})))
        yield from unrecorded(rules, here)
    if state.phase != PLAY or not state.queue or done_faults(rules, state, Event("done", True)):
        return
    for field in clearable(state) if state.queue[0].kind == steps.CLEAR else [-1]:
        here = state.copy()
        steps.clear_first(here, field)
        steps.pass_over(rules, here)
        yield from unrecorded(rules, here)


def _chooser(step: Step, who: str) -> str:
    """Who chooses the cards that are given."""
    by = str(step.told.get("chosen_by")) if isinstance(step.told, Mapping) else "giver"
    return {"claimer": f"as {who} chooses", "chance": "drawn at random"}.get(by, "as each giver chooses")


def describe(rules: CompiledRules, state: State, step: Step) -> str:
    """What a step waits for, as a sentence without its end: 'Ann must draw 2 cards'."""
    who, may = state.players[step.seat], "may" if step.free else "must"
    cards = counted(step.number, "cards")
    if step.kind in ("draw", extras.END):
        number = steps.to_draw(rules, state, step) if step.kind == "draw" else 0
        return f"{who} must draw {counted(number, 'cards')}" if number else f"{who} may do more or end the turn"
    if step.kind == steps.CLEAR:
        return f"{who} must choose which field is cleared first"
    if step.kind == "reseed":
        cards = f"the hand of {who}" if step.told == "hand" else cards
        return f"{field_name(rules, state, step.field)} must be reseeded with {cards}"
    if step.kind == "reveal":
        return f"the Luminary of {field_name(rules, state, step.field)} must be turned up"
    if step.kind == "uncover":
        be = "may" if step.free else "must"
        return f"{counted(step.number, 'hidden cards')} {be} be turned up"
    if step.kind == "give":
        return f"cards must be given to {who}, {_chooser(step, who)}"
    if step.kind == "lay":
        return f"everybody must lay {cards} into {field_name(rules, state, step.field)}"
    does = {
        "turn": "turn the box",
        "name": "name a season",
        "okus": "take an okus from another player",
        "exchange": "give up cards and draw others",
        "swap": f"swap {cards}",
    }
    return f"{who} {may} {does[step.kind]}"
