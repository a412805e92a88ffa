"""The answers to steps: cards drawn, laid, given and exchanged, Luminaries turned up, and what these let players choose.

Each verb has what may be wrong with it, and what it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing.rules import effects, rounds, steps
from referee.engines.fishing.rules.allowed import END, owed
from referee.engines.fishing.rules.cards import (
    BOX,
    Cards,
    Exchange,
    Reseeded,
    draw_cards,
    fault,
    forget,
    from_pile,
    leave_hand,
    moment,
    out_of_hand,
    put_into,
)  # fmt: skip
from referee.engines.fishing.rules.moves import before_turning, field_in, field_name, season_of
from referee.engines.fishing.rules.turns import not_done
from referee.engines.fishing.state import PLAY, State, Step
from referee.engines.fishing.words.compiled import SOW, CompiledRules


def _check_draw(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    cards: Cards = event.value
    duty = owed(rules, state) if not step.name else None
    if duty is not None:
        yield not_done(rules, state, duty)._replace(at=event.at)
    number = steps.to_draw(rules, state, step)
    if cards.number != number:
        right = f"the hand has {counted(state.held(step.seat), 'cards')} and is filled up to {rules.draw_up}"
        if rules.draws_when_empty:
            right += " when it is empty"
        if state.stock < rules.draw_up - state.held(step.seat):
            right += f", as far as the pile of {state.stock} goes"
        message = f"{state.players[step.seat]} draws {counted(cards.number, 'cards')}; it must be {number}: {right}"
        rule = moment(state, step) if step.name else "draw"
        yield fault(rule, message, step, event, word=step.word or ("draw_up",), bars=cards.number > state.stock)
    if cards.known & (state.located | ~rules.pack):
        yield from from_pile(rules, state, cards.known, step, event, "draws", cards.listed)


def _draw(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    cards: Cards = event.value
    if cards.known.bit_count() < cards.number:
        state.see("draws")
    draw_cards(rules, state, step.seat, cards)


def clearable(state: State) -> list[int]:
    """Return the fields that are still to be cleared, in their order."""
    return [step.field for step in state.queue if step.kind == steps.CLEAR]


def _check_clear(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    field, able = field_in(rules, state, event.value), clearable(state)
    if field not in able:
        open_ = " or ".join(field_name(rules, state, other) for other in able)
        message = f"{state.players[step.seat]} clears {field_name(rules, state, field)}; it must be {open_}"
        message += next(filter(None, (before_turning(rules, state, event.value, other) for other in able)), "")
        yield fault("clearing", message, step, event, word=("clearing", "several"), bars=True)


def _clear(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    state.queue.insert(0, step)
    steps.clear_first(state, field_in(rules, state, event.value))
    steps.pass_over(rules, state)


def _check_reseed(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    told: Reseeded = event.value
    who, cards, number = state.players[step.seat], mask_of(told.cards), len(told.cards)
    place = field_name(rules, state, step.field)
    if told.field and field_in(rules, state, told.field) != step.field:
        there = field_name(rules, state, field_in(rules, state, told.field))
        message = f"{who} reseeds {there}, but {steps.describe(rules, state, step)}"
        message += before_turning(rules, state, told.field, step.field)
        yield fault("clearing", message, step, event, bars=True)
    elif step.told == "hand":
        held, strange = state.held(step.seat), cards & ~state.hands[step.seat]
        if state.hands[step.seat] & ~cards or number != held or strange & state.located:
            right = f"{step.name} asks for the whole hand, {counted(held, 'cards')}"
            message = f"{who} reseeds {place} with {rules.names(cards)}; {right}"
            yield fault(moment(state, step), message, step, event, bars=True)
    else:
        if number != step.number:
            go = "goes" if number == 1 else "go"
            message = f"{counted(number, 'cards')} {go} into {place}; it is reseeded with {step.number}"
            yield fault("clearing", message, step, event, word=step.word or ("clearing", "reseed"), bars=True)
        yield from from_pile(rules, state, cards, step, event, "reseeds with", told.cards, told.written)


def _check_reveal(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    name: str = event.value
    known, word = state.luminaries[step.field], tuple[str, ...]()
    message = f"{name} is turned up in {field_name(rules, state, step.field)}, "
    if known and known != name:
        message += f"where {known} was dealt"
    elif known or name in effects.may_turn_up(rules, state, step):
        return
    elif name not in rules.in_sets:
        message, word = rules.not_played_with(name)
    else:
        message += "but has been in this round already; each Luminary is there once"
    yield fault("luminaries", message, step, event, word=word, bars=True)


def _check_uncover(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    if len(event.value) != step.number:
        are = "is" if len(event.value) == 1 else "are"
        message = f"{counted(len(event.value), 'cards')} {are} uncovered; {step.number} lay hidden"
        yield fault("luminaries", message, step, event, bars=True)
    yield from from_pile(rules, state, mask_of(event.value), step, event, "uncovers", event.value)


def _uncover(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Hidden cards become known; the pile gave them up when they were laid there."""
    if step.told == "field":
        put_into(state, step.field, event.value)
        state.stock += len(event.value)
        return
    cards, keeper = mask_of(event.value), rules.keeper[step.seat]
    state.located |= cards
    state.piles[keeper] |= cards
    state.piles_hidden[keeper] -= step.number if step.free else 0


def _check_turn(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    word = rules.in_force(state).seasons_stay
    if word:
        message = f"{state.players[step.seat]} turns the box while {word[2]} lies open; no season changes then"
        yield fault("box", message, step, event, word=word)


def _check_give(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Check whether everybody gives a card who must, and one that may be given."""
    hands = step.told["from"] == "hands"
    given, collector, giving = event.value, step.seat, [*range(rules.players)]
    held, hidden, where = state.hands, state.hidden, "hand"
    wanted = rules.deck.all if hands else effects.wanted(rules, step.told)
    if not hands:
        yield from _check_shared(rules, state, event, step)
        given = {rules.keeper[seat]: card for seat, card in event.value.items() if card is not None}
        collector, giving = rules.keeper[step.seat], [seats[0] for seats in rules.sides]
        held, hidden, where = state.piles, state.piles_hidden, "harvest pile"
    for seat in giving:
        who, card, able = state.players[seat], given.get(seat), held[seat] & wanted
        right = f"for {step.name}; it must be one of {rules.names(able)}"
        if seat == collector:
            if event.value.get(step.seat) is not None:
                message = f"{state.players[step.seat]} claimed {step.name} and gives nothing"
                yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)
        elif card is None:
            if able or (hands and state.held(seat)):
                message = f"{who} gives {state.players[step.seat]} no card {right}"
                yield fault("claiming", message, step, event, seat=seat)
        elif not held[seat] >> card & 1 and (state.located >> card & 1 or not hidden[seat]):
            message = f"{who} gives {rules.deck.ids[card]}, which is not in that {where}"
            yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)
        elif not wanted >> card & 1:
            message = f"{who} gives {rules.deck.ids[card]} {right}"
            yield fault("claiming", message, step, event, at=(who,), seat=seat)


def _check_shared(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Check whether partners give two cards of one harvest pile, or one to the pile where it lies."""
    giving = [seat for seat, card in event.value.items() if card is not None and seat != step.seat]
    for place, seat in enumerate(giving):
        who, side = state.players[seat], rules.side_of[seat]
        if side == rules.side_of[step.seat]:
            message = f"{who} and {state.players[step.seat]} have one harvest pile; {who} gives nothing"
        elif any(rules.side_of[other] == side for other in giving[:place]):
            names = " and ".join(state.players[other] for other in rules.sides[side])
            message = f"{names} have one harvest pile, which gives one card"
        else:
            continue
        yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)


def _give(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Takes the cards given into the harvest pile of whoever collects."""
    for giver, card in event.value.items():
        if card is None:
            continue
        seat = rules.keeper[giver]
        if step.told["from"] == "hands":
            leave_hand(state, giver, 1 << card)
        elif state.piles[seat] >> card & 1:
            state.piles[seat] ^= 1 << card
        else:
            state.piles_hidden[seat] -= 1
            state.located |= 1 << card
        state.piles[rules.keeper[step.seat]] |= 1 << card


def _check_okus(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Check whether an okus may be taken there."""
    seat: int = event.value
    taker, other = state.players[step.seat], "it comes from another player"
    if seat == BOX and step.told.get("from") != "anywhere":
        message = f"{taker} takes an okus from the box for {step.name}; {other}"
        yield fault("claiming", message, step, event)
    elif seat == step.seat:
        yield fault("claiming", f"{taker} takes an okus from {taker}; {other}", step, event, bars=True)
    elif not (state.box_okus if seat == BOX else state.okus[seat]):
        place = "the box, which" if seat == BOX else f"{state.players[seat]}, who"
        yield fault("claiming", f"an okus is taken from {place} has none", step, event, bars=True)


def _okus(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Takes an okus, for its taker or back to the box."""
    for seat, more in ((event.value, -1), (BOX if step.told["to"] == "box" else step.seat, 1)):
        if seat == BOX:
            state.box_okus += more
        else:
            state.okus[seat] += more


def _check_exchange(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Check whether this number of cards may be given up, and as many drawn."""
    exchange: Exchange = event.value
    seat, who, rule = step.seat, state.players[step.seat], moment(state, step)
    held, whole = state.held(seat), step.told["cards"] == "all"
    given = exchange.discard or Cards(state.hands[seat], held)
    if given.number > (held if whole else step.told["cards"]) or (whole and given.number < held):
        right = "the whole hand" if whole else f"{step.told['cards']} at most"
        message = f"{who} gives up {counted(given.number, 'cards')} for {step.name}; it must be {right}"
        yield fault(rule, message, step, event, bars=given.number > held, at=("discard",))
    yield from out_of_hand(rules, state, seat, given, "gives up", step, event, ("discard",))
    back = given.number if step.told["into"] == "stock" else 0
    number = min(replaced(step, given.number), state.stock + back)
    drawn = exchange.draw or Cards(0, number)
    if drawn.number != number:
        message = f"{who} draws {counted(drawn.number, 'cards')} for {step.name}; it must be {number}"
        yield fault(rule, message, step, event, bars=True, at=("draw",))
    kept = drawn.known & state.hands[seat]
    returned = given.known | (kept if kept.bit_count() <= given.number - given.known.bit_count() else 0) if back else 0
    yield from from_pile(rules, state, drawn.known & ~returned, step, event, "draws", drawn.listed, ("draw",))


def replaced(step: Step, given: int) -> int:
    """Return how many cards are drawn for those given up."""
    drawn = step.told.get("draw")
    return given if drawn is None else int(drawn)


def _exchange(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Exchanges cards of a hand for cards of the pile."""
    exchange: Exchange = event.value
    seat, given = step.seat, exchange.discard
    if given is None or given.number == state.held(seat):
        given = Cards(state.hands[seat] | (given.known if given else 0), state.held(seat))
    more = given.number - given.known.bit_count()
    leave_hand(state, seat, given.known)
    if more > 0:
        forget(state, seat)
        state.hidden[seat] -= more
        state.see("exchanges")
    if step.told["into"] == "stock":
        state.located &= ~given.known
        state.stock += given.number
    else:
        state.aside_hidden += more
        state.aside |= given.known
    number = min(replaced(step, given.number), state.stock)
    drawn = exchange.draw or Cards(0, number)
    if given.number and step.told["by"] == "everyone" and seat == state.turn:
        state.used[step.name] = "exchange"
    _draw(rules, state, Event("draw", drawn), step)


def _check_lay(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Check whether everybody lays as many cards as are asked for, out of the hand."""
    for seat, who in enumerate(state.players):
        cards = event.value.get(seat, [])
        number = min(step.number, state.held(seat))
        if len(cards) != number:
            message = f"{who} lays {counted(len(cards), 'cards')} for {step.name}; it must be {number}"
            yield fault("reveal", message, step, event, bars=True, at=(who,), seat=seat)
        laid = Cards(mask_of(cards), len(cards), tuple(cards))
        yield from out_of_hand(rules, state, seat, laid, "lays", step, event, (who,))


def _lay(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Lays the cards of everybody open in the field."""
    turning: list[int] = []
    for place in range(rules.players):
        seat = (step.seat + place * rules.direction) % rules.players
        cards = event.value.get(seat, [])
        put_into(state, step.field, cards, seat)
        turning += [card for card in cards if rules.turning(SOW, 1 << card)]
    if not turning or rules.in_force(state).seasons_stay or not step.told.get("turns"):
        return
    season = season_of(rules, state, turning[-1])
    if season:
        effects.turn_to(rules, state, step.field, season)
    else:
        state.queue.insert(0, Step("turn", step.seat, step.field, name=step.name))


Check = Callable[[CompiledRules, State, Event, Step], Iterator[Fault]]
Apply = Callable[[CompiledRules, State, Event, Step], object]
KINDS: dict[str, tuple[Check, Apply]] = {
    "draw": (_check_draw, _draw),
    "clear": (_check_clear, _clear),
    "reseed": (
        _check_reseed,
        lambda rules, state, event, step: put_into(
            state, step.field, event.value.cards, step.seat if step.told == "hand" else None
        ),
    ),
    "reveal": (_check_reveal, lambda rules, state, event, step: steps.turn_up(rules, state, step, event.value)),
    "uncover": (_check_uncover, _uncover),
    "turn": (_check_turn, lambda rules, state, event, step: effects.turn_to(rules, state, step.field, event.value)),
    "name": (
        lambda rules, state, event, step: iter(()),
        lambda rules, state, event, step: state.named.update({step.told: event.value}),
    ),
    "give": (_check_give, _give),
    "okus": (_check_okus, _okus),
    "exchange": (_check_exchange, _exchange),
    "lay": (_check_lay, _lay),
}


def check(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Return what is wrong with the answer to the step that comes first."""
    step = state.queue[0]
    if event.seat is not None and event.seat != step.seat:
        message = f"{state.players[event.seat]} is said to do this, but {state.players[step.seat]} must do it"
        return (Fault("turn", message, event.seat, at=("by",), bars=True),)
    return tuple(KINDS[event.verb][0](rules, state, event, step))


def apply(rules: CompiledRules, state: State, event: Event) -> None:
    """Takes the step that comes first as it is recorded, and those that follow of themselves."""
    step = state.queue.pop(0)
    KINDS[event.verb][1](rules, state, event, step)
    steps.advance(rules, state)


def done_faults(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Return what is wrong with saying that a turn is over, or that a choice is declined."""
    step = state.queue[0]
    duty = owed(rules, state) if step.kind in (steps.DRAW, END) and not step.name else None
    if duty is not None:
        return (not_done(rules, state, duty)._replace(at=event.at),)
    if steps.may_pass(rules, state, step):
        return ()
    message = f"{state.players[step.seat]} cannot decline this: {steps.describe(rules, state, step)}"
    return (fault("order", message, step, event, bars=True),)


def unrecorded(rules: CompiledRules, state: State) -> Iterator[State]:
    """Yield the states that the next event may meet, for all that a log may omit before it: this one, and then later ones."""
    yield state
    if rounds.deals_hands_only(state):
        here = state.copy()
        rounds.deal_unseen(rules, here)
        yield from unrecorded(rules, here)
    if state.phase != PLAY or not state.queue or done_faults(rules, state, Event("done", True)):
        return
    for field in clearable(state) if state.queue[0].kind == steps.CLEAR else [-1]:
        here = state.copy()
        steps.clear_first(here, field)
        steps.pass_over(rules, here)
        yield from unrecorded(rules, here)
