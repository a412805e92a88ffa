"""What follows from a play: cards drawn and reseeded, Luminaries turned up, and what their effects let players choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing import effects, extras, steps
from referee.engines.fishing.board import field_name
from referee.engines.fishing.extras import owed
from referee.engines.fishing.hands import forget, leave_hand, place_of
from referee.engines.fishing.state import State, Step
from referee.engines.fishing.terms import Terms
from referee.engines.fishing.turns import not_done

Check = Callable[[Terms, State, Event, Step], Iterator[Fault]]
Apply = Callable[[Terms, State, Event, Step], None]


BOX = -1
"""In place of a seat: the box, from which an okus may be taken."""


class Cards(NamedTuple):
    """Cards taken from the pile or given up: a mask of those that are known, and how many they are in all."""

    known: int
    number: int


class Exchange(NamedTuple):
    """Cards given up and cards drawn for them; None where the log says nothing of them."""

    discard: Cards | None
    draw: Cards | None


def _fault(
    rule: str, message: str, step: Step, event: Event, *, word: tuple[str, ...] = (), bars: bool = False
) -> Fault:
    return Fault(rule, message, step.seat, word=word or _word(step), at=event.at, bars=bars)


def _word(step: Step) -> tuple[str, ...]:
    return ("luminaries", "cards", step.name) if step.name else ()


def _from_pile(terms: Terms, state: State, cards: int, step: Step, event: Event, verb: str) -> Iterator[Fault]:
    """Whether cards can come from the pile."""
    who = state.players[step.seat]
    out = cards & ~terms.pack
    if out:
        message = f"{who} {verb} {terms.names(out)}, which is left out with {terms.players} players"
        yield _fault("deck", message, step, event, word=("left_out",), bars=True)
    known = cards & state.located & terms.pack
    if known:
        message = f"{who} {verb} {terms.names(known)}, which {place_of(terms, state, known)}; it comes from the pile"
        yield _fault("deck", message, step, event, bars=True)


def _check_draw(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    cards: Cards = event.value
    duty = owed(terms, state) if not step.name else None
    if duty is not None:
        yield not_done(terms, state, duty)._replace(at=event.at)
    number = steps.to_draw(terms, state, step)
    if cards.number != number:
        who = state.players[step.seat]
        held = counted(state.held(step.seat), "cards")
        right = f"the hand has {held} and is filled up to {terms.draw_up}"
        if state.stock < terms.draw_up - state.held(step.seat):
            right += f", as far as the pile of {state.stock} goes"
        message = f"{who} draws {counted(cards.number, 'cards')}; it must be {number}: {right}"
        yield _fault("draw", message, step, event, bars=cards.number > state.stock)
    if cards.known & (state.located | ~terms.pack):
        yield from _from_pile(terms, state, cards.known, step, event, "draws")


def _draw(terms: Terms, state: State, event: Event, step: Step) -> None:
    cards: Cards = event.value
    if cards.known.bit_count() < cards.number:
        state.see("draws")
    steps.draw_cards(terms, state, step.seat, cards.known, cards.number)


def _check_reseed(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    who, cards = state.players[step.seat], mask_of(event.value)
    place = field_name(terms, state, step.field)
    if step.told == "hand":
        number = state.held(step.seat)
        missing = state.hands[step.seat] & ~cards
        strange = cards & ~state.hands[step.seat]
        if missing or len(event.value) != number or strange & state.located:
            whole = f"the whole hand, {counted(number, 'cards')}"
            message = f"{who} reseeds {place} with {terms.names(cards)}; {step.name} asks for {whole}"
            yield _fault("reveal", message, step, event, bars=True)
        return
    if len(event.value) != step.number:
        message = f"{counted(len(event.value), 'cards')} go into {place}; it is reseeded with {step.number}"
        yield _fault("clearing", message, step, event, word=_word(step) or ("clearing", "reseed"), bars=True)
    yield from _from_pile(terms, state, cards, step, event, "reseeds with")


def _reseed(terms: Terms, state: State, event: Event, step: Step) -> None:
    if step.told == "hand":
        steps.put_hand(state, step.seat, step.field, list(event.value))
    else:
        steps.put_into(terms, state, step.field, list(event.value))


def _check_reveal(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    name: str = event.value
    known, place = state.luminaries[step.field], field_name(terms, state, step.field)
    if known and known != name:
        message = f"{name} is turned up in {place}, where {known} was dealt"
        yield _fault("luminaries", message, step, event, bars=True)
    elif not known and name not in effects.may_turn_up(terms, state, step):
        one = terms.luminaries[name]
        if one.set and not terms.sets.get(one.set, False):
            message = f"{name} is of the set {one.set}, which is not played with; write `variants: [{one.set}]`"
            yield _fault("luminaries", message, step, event, word=("luminaries", "sets", one.set), bars=True)
        else:
            message = f"{name} is turned up in {place}, but has been in this round already; each Luminary is there once"
            yield _fault("luminaries", message, step, event, bars=True)


def _reveal(terms: Terms, state: State, event: Event, step: Step) -> None:
    steps.turn_up(terms, state, step, event.value)


def _check_uncover(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    if len(event.value) != step.number:
        message = f"{counted(len(event.value), 'cards')} are uncovered; {step.number} lay hidden"
        yield _fault("luminaries", message, step, event, bars=True)
    yield from _from_pile(terms, state, mask_of(event.value), step, event, "uncovers")


def _uncover(terms: Terms, state: State, event: Event, step: Step) -> None:
    """Hidden cards become known; the pile gave them up when they were laid there."""
    cards = mask_of(event.value)
    if step.told == "field":
        steps.put_into(terms, state, step.field, list(event.value))
        state.stock += len(event.value)
    elif step.free:
        state.located |= cards
        state.piles[step.seat] |= cards
        state.piles_hidden[step.seat] -= step.number
    else:
        state.located |= cards
        state.piles[step.seat] |= cards


def _check_turn(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    word = terms.in_force(state).seasons_stay
    if word:
        message = f"{state.players[step.seat]} turns the box while {word[2]} lies open; no season changes then"
        yield _fault("box", message, step, event, word=word)


def _turn(terms: Terms, state: State, event: Event, step: Step) -> None:
    effects.turn_to(terms, state, step.field, event.value)


def _check_none(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    yield from ()


def _name(terms: Terms, state: State, event: Event, step: Step) -> None:
    state.named[step.told] = event.value


def _check_give(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    given: dict[int, int | None] = event.value
    hands = step.told["from"] == "hands"
    wanted = terms.deck.all if hands else effects.wanted(terms, step.told)
    held = state.hands if hands else state.piles
    hidden = state.hidden if hands else state.piles_hidden
    where = "hand" if hands else "harvest pile"
    for seat in range(terms.players):
        who, card = state.players[seat], given.get(seat)
        if seat == step.seat:
            if card is not None:
                yield _fault("claiming", f"{who} claimed {step.name} and gives nothing", step, event, bars=True)
        elif card is None:
            if held[seat] & wanted or (hands and state.held(seat)):
                able = terms.names(held[seat] & wanted)
                message = f"{who} gives {state.players[step.seat]} no card for {step.name}; it must be one of {able}"
                yield _fault("claiming", message, step, event)
        elif not held[seat] >> card & 1 and (state.located >> card & 1 or not hidden[seat]):
            message = f"{who} gives {terms.deck.ids[card]}, which is not in that {where}"
            yield _fault("claiming", message, step, event, bars=True)
        elif not wanted >> card & 1:
            able = terms.names(held[seat] & wanted)
            message = f"{who} gives {terms.deck.ids[card]} for {step.name}; it must be one of {able}"
            yield _fault("claiming", message, step, event)


def _give(terms: Terms, state: State, event: Event, step: Step) -> None:
    hands = step.told["from"] == "hands"
    wanted = effects.wanted(terms, step.told)
    if not hands and any((pile & wanted).bit_count() > 1 for seat, pile in enumerate(state.piles) if seat != step.seat):
        state.hinge(f"luminaries.cards.{step.name}.claim.collect.chosen_by")
    for seat, card in event.value.items():
        if card is None:
            continue
        if hands:
            leave_hand(state, seat, 1 << card)
        elif state.piles[seat] >> card & 1:
            state.piles[seat] ^= 1 << card
        else:
            state.piles_hidden[seat] -= 1
            state.located |= 1 << card
        state.piles[step.seat] |= 1 << card


def _check_okus(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    seat: int = event.value
    if seat == BOX:
        if step.told.get("from") != "anywhere":
            message = (
                f"{state.players[step.seat]} takes an okus from the box for {step.name}; it comes from another player"
            )
            yield _fault("claiming", message, step, event)
        elif not state.box_okus:
            yield _fault("claiming", "an okus is taken from the box, which has none", step, event, bars=True)
        return
    who = state.players[seat]
    if seat == step.seat:
        yield _fault(
            "claiming", f"{who} takes an okus from {who}; it comes from another player", step, event, bars=True
        )
    elif not state.okus[seat]:
        yield _fault("claiming", f"an okus is taken from {who}, who has none", step, event, bars=True)


def _okus(terms: Terms, state: State, event: Event, step: Step) -> None:
    if event.value == BOX:
        state.box_okus -= 1
    else:
        state.okus[event.value] -= 1
    if step.told.get("to", "box") == "box":
        state.box_okus += 1
    else:
        state.okus[step.seat] += 1


def _check_exchange(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    exchange: Exchange = event.value
    seat, who = step.seat, state.players[step.seat]
    held = state.held(seat)
    most = held if step.told["cards"] == "all" else step.told["cards"]
    given = exchange.discard or Cards(state.hands[seat], held)
    if given.number > most or (step.told["cards"] == "all" and given.number < held):
        right = "the whole hand" if step.told["cards"] == "all" else f"{most} at most"
        yield _fault(
            "reveal",
            f"{who} gives up {counted(given.number, 'cards')} for {step.name}; it must be {right}",
            step,
            event,
            bars=given.number > held,
        )
    strange = given.known & ~state.hands[seat]
    if strange & state.located or strange.bit_count() > state.hidden[seat]:
        message = (
            f"{who} gives up {terms.names(strange)}, which is not in hand; {who} holds {terms.names(state.hands[seat])}"
        )
        yield _fault("hand", message, step, event, bars=True)
    back = given.number if step.told["into"] == "stock" else 0
    number = min(replaced(step, given.number), state.stock + back)
    drawn = exchange.draw or Cards(0, number)
    if drawn.number != number:
        message = f"{who} draws {counted(drawn.number, 'cards')} for {step.name}; it must be {number}"
        yield _fault("draw", message, step, event, bars=True)
    returned = given.known if back else 0
    yield from _from_pile(terms, state, drawn.known & ~returned, step, event, "draws")


def replaced(step: Step, given: int) -> int:
    """How many cards are drawn for those given up."""
    drawn = step.told.get("draw")
    return given if drawn is None else int(drawn)


def _exchange(terms: Terms, state: State, event: Event, step: Step) -> None:
    exchange: Exchange = event.value
    seat = step.seat
    given = exchange.discard
    if given is None or given.number == state.held(seat):
        given = Cards(state.hands[seat] | (given.known if given else 0), state.held(seat))
    into_stock = step.told["into"] == "stock"
    leave_hand(state, seat, given.known)
    if given.number > given.known.bit_count():
        more = given.number - given.known.bit_count()
        forget(state, seat)
        state.hidden[seat] -= more
        state.see("exchanges")
        if not into_stock:
            state.aside_hidden += more
    if into_stock:
        state.located &= ~given.known
        state.stock += given.number
    else:
        state.aside |= given.known
    number = min(replaced(step, given.number), state.stock)
    drawn = exchange.draw or Cards(0, number)
    if drawn.known.bit_count() < drawn.number:
        state.see("draws")
    steps.draw_cards(terms, state, seat, drawn.known, drawn.number)


def _check_lay(terms: Terms, state: State, event: Event, step: Step) -> Iterator[Fault]:
    for seat in range(terms.players):
        who, cards = state.players[seat], event.value.get(seat, [])
        number = min(step.number, state.held(seat))
        if len(cards) != number:
            message = f"{who} lays {counted(len(cards), 'cards')} for {step.name}; it must be {number}"
            yield _fault("reveal", message, step, event, bars=True)
        strange = mask_of(cards) & ~state.hands[seat]
        if strange & state.located or strange.bit_count() > state.hidden[seat]:
            held = terms.names(state.hands[seat])
            message = f"{who} lays {terms.names(strange)}, which is not in hand; {who} holds {held}"
            yield _fault("hand", message, step, event, bars=True)


def _lay(terms: Terms, state: State, event: Event, step: Step) -> None:
    turning: list[int] = []
    for place in range(terms.players):
        seat = (step.seat + place) % terms.players
        cards = event.value.get(seat, [])
        steps.put_hand(state, seat, step.field, cards)
        turning += [card for card in cards if terms.turners >> card & 1]
    if step.told.get("turns") and turning and not terms.in_force(state).seasons_stay:
        season = state.named.get(terms.deck.cards[turning[-1]].suit) or terms.season_of[turning[-1]]
        if season:
            effects.turn_to(terms, state, step.field, season)
        else:
            state.queue.insert(0, Step("turn", step.seat, step.field, name=step.name))


KINDS: dict[str, tuple[Check, Apply]] = {
    "draw": (_check_draw, _draw),
    "reseed": (_check_reseed, _reseed),
    "reveal": (_check_reveal, _reveal),
    "uncover": (_check_uncover, _uncover),
    "turn": (_check_turn, _turn),
    "name": (_check_none, _name),
    "give": (_check_give, _give),
    "okus": (_check_okus, _okus),
    "exchange": (_check_exchange, _exchange),
    "lay": (_check_lay, _lay),
}


def check(terms: Terms, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with the answer to the step that comes first."""
    step = state.queue[0]
    if event.seat is not None and event.seat != step.seat:
        who = state.players[event.seat]
        message = f"{who} is said to do this, but it is {state.players[step.seat]}'s to do"
        return (Fault("turn", message, event.seat, at=event.at, bars=True),)
    return tuple(KINDS[event.verb][0](terms, state, event, step))


def apply(terms: Terms, state: State, event: Event) -> None:
    """Takes the step that comes first as it is recorded, and those that follow of themselves."""
    step = state.queue.pop(0)
    KINDS[event.verb][1](terms, state, event, step)
    steps.advance(terms, state)


def done_faults(terms: Terms, state: State, event: Event) -> tuple[Fault, ...]:
    """What is wrong with saying that a turn is over, or that a choice is declined."""
    step = state.queue[0]
    duty = owed(terms, state) if step.kind in (steps.DRAW, extras.END) and not step.name else None
    if duty is not None:
        return (not_done(terms, state, duty)._replace(at=event.at),)
    if not steps.may_pass(terms, state, step):
        message = f"{state.players[step.seat]} cannot decline this: {describe(terms, state, step)}"
        return (_fault("order", message, step, event, bars=True),)
    return ()


def _chooser(step: Step, who: str) -> str:
    """Who chooses the cards that are given."""
    by = str(step.told.get("chosen_by")) if isinstance(step.told, Mapping) else "giver"
    return {"claimer": f"as {who} chooses", "chance": "drawn at random"}.get(by, "as each giver chooses")


def describe(terms: Terms, state: State, step: Step) -> str:
    """What a step waits for, as a sentence without its end: 'Ann is to draw 2 cards'."""
    who, may = state.players[step.seat], "may" if step.free else "is to"
    cards = counted(step.number, "cards")
    if step.kind in ("draw", extras.END):
        number = steps.to_draw(terms, state, step) if step.kind == "draw" else 0
        return f"{who} is to draw {counted(number, 'cards')}" if number else f"{who} may do more or end the turn"
    if step.kind == "reseed":
        cards = f"the hand of {who}" if step.told == "hand" else cards
        return f"{field_name(terms, state, step.field)} is to be reseeded with {cards}"
    if step.kind == "reveal":
        return f"the Luminary of {field_name(terms, state, step.field)} is to be turned up"
    if step.kind == "uncover":
        return f"{counted(step.number, 'hidden cards')} {'may' if step.free else 'are to'} be turned up"
    if step.kind == "give":
        return f"cards are to be given to {who}, {_chooser(step, who)}"
    if step.kind == "lay":
        return f"everybody is to lay {cards} into {field_name(terms, state, step.field)}"
    does = {
        "turn": "turn the box",
        "name": "name a season",
        "okus": "take an okus from another player",
        "exchange": "give up cards and draw others",
        "swap": f"swap {cards}",
    }
    return f"{who} {may} {does[step.kind]}"
