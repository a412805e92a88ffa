"""What players give, take, exchange and lay because of a Luminary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing.rules import effects, steps
from referee.engines.fishing.rules.board import season_of
from referee.engines.fishing.rules.hands import forget, leave_hand
from referee.engines.fishing.rules.step_checks import BOX, Cards, Exchange, among, fault, from_pile, moment
from referee.engines.fishing.state import State, Step
from referee.engines.fishing.words.compiled import SOW, CompiledRules


def check_give(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Whether everybody gives a card who must, and one that may be given."""
    hands = step.told["from"] == "hands"
    given, collector = event.value, step.seat
    if not hands:
        yield from _check_shared(rules, state, event, step)
        given, collector = _by_pile(rules, event.value), rules.keeper[step.seat]
    wanted = rules.deck.all if hands else effects.wanted(rules, step.told)
    held = state.hands if hands else state.piles
    hidden = state.hidden if hands else state.piles_hidden
    where = "hand" if hands else "harvest pile"
    for seat in range(rules.players) if hands else [seats[0] for seats in rules.sides]:
        who, card = state.players[seat], given.get(seat)
        if seat == collector:
            if event.value.get(step.seat) is not None:
                claimer = state.players[step.seat]
                message = f"{claimer} claimed {step.name} and gives nothing"
                yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)
        elif card is None:
            if held[seat] & wanted or (hands and state.held(seat)):
                able = rules.names(held[seat] & wanted)
                message = f"{who} gives {state.players[step.seat]} no card for {step.name}; it must be one of {able}"
                yield fault("claiming", message, step, event, seat=seat)
        elif not held[seat] >> card & 1 and (state.located >> card & 1 or not hidden[seat]):
            message = f"{who} gives {rules.deck.ids[card]}, which is not in that {where}"
            yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)
        elif not wanted >> card & 1:
            able = rules.names(held[seat] & wanted)
            message = f"{who} gives {rules.deck.ids[card]} for {step.name}; it must be one of {able}"
            yield fault("claiming", message, step, event, at=(who,), seat=seat)


def _by_pile(rules: CompiledRules, given: Mapping[int, int | None]) -> dict[int, int | None]:
    """The cards that players give, by the seats that keep their harvest piles."""
    return {rules.keeper[seat]: card for seat, card in given.items() if card is not None}


def _check_shared(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Whether partners give two cards of one harvest pile, or one to the pile where it lies."""
    giving = [seat for seat, card in event.value.items() if card is not None and seat != step.seat]
    for place, seat in enumerate(giving):
        who, side = state.players[seat], rules.side_of[seat]
        if side == rules.side_of[step.seat]:
            message = f"{who} and {state.players[step.seat]} have one harvest pile; {who} gives nothing"
            yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)
        elif any(rules.side_of[other] == side for other in giving[:place]):
            names = " and ".join(state.players[other] for other in rules.sides[side])
            message = f"{names} have one harvest pile, which gives one card"
            yield fault("claiming", message, step, event, bars=True, at=(who,), seat=seat)


def give(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Takes the cards given into the harvest pile of whoever collects."""
    hands = step.told["from"] == "hands"
    collector = rules.keeper[step.seat]
    for giver, card in event.value.items():
        if card is None:
            continue
        seat = giver if hands else rules.keeper[giver]
        if hands:
            leave_hand(state, seat, 1 << card)
        elif state.piles[seat] >> card & 1:
            state.piles[seat] ^= 1 << card
        else:
            state.piles_hidden[seat] -= 1
            state.located |= 1 << card
        state.piles[collector] |= 1 << card


def check_okus(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Whether an okus may be taken there."""
    seat: int = event.value
    if seat == BOX:
        if step.told.get("from") != "anywhere":
            message = (
                f"{state.players[step.seat]} takes an okus from the box for {step.name}; it comes from another player"
            )
            yield fault("claiming", message, step, event)
        elif not state.box_okus:
            yield fault("claiming", "an okus is taken from the box, which has none", step, event, bars=True)
        return
    who = state.players[seat]
    if seat == step.seat:
        yield fault("claiming", f"{who} takes an okus from {who}; it comes from another player", step, event, bars=True)
    elif not state.okus[seat]:
        yield fault("claiming", f"an okus is taken from {who}, who has none", step, event, bars=True)


def okus(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Takes an okus, for its taker or back to the box."""
    if event.value == BOX:
        state.box_okus -= 1
    else:
        state.okus[event.value] -= 1
    if step.told["to"] == "box":
        state.box_okus += 1
    else:
        state.okus[step.seat] += 1


def check_exchange(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Whether this number of cards may be given up, and as many drawn."""
    exchange: Exchange = event.value
    seat, who = step.seat, state.players[step.seat]
    held = state.held(seat)
    most = held if step.told["cards"] == "all" else step.told["cards"]
    given = exchange.discard or Cards(state.hands[seat], held)
    if given.number > most or (step.told["cards"] == "all" and given.number < held):
        right = "the whole hand" if step.told["cards"] == "all" else f"{most} at most"
        message = f"{who} gives up {counted(given.number, 'cards')} for {step.name}; it must be {right}"
        yield fault(moment(state, step), message, step, event, bars=given.number > held, at=("discard",))
    strange = given.known & ~state.hands[seat]
    if strange & state.located or strange.bit_count() > state.hidden[seat]:
        message = (
            f"{who} gives up {rules.names(strange)}, which is not in hand; {who} holds {rules.names(state.hands[seat])}"
        )
        yield fault("hand", message, step, event, bars=True, at=("discard", *among(given.listed, strange)))
    back = given.number if step.told["into"] == "stock" else 0
    number = min(replaced(step, given.number), state.stock + back)
    drawn = exchange.draw or Cards(0, number)
    if drawn.number != number:
        message = f"{who} draws {counted(drawn.number, 'cards')} for {step.name}; it must be {number}"
        yield fault(moment(state, step), message, step, event, bars=True, at=("draw",))
    kept = drawn.known & state.hands[seat]
    returned = given.known | (kept if kept.bit_count() <= given.number - given.known.bit_count() else 0) if back else 0
    yield from from_pile(rules, state, drawn.known & ~returned, step, event, "draws", drawn.listed, ("draw",))


def replaced(step: Step, given: int) -> int:
    """How many cards are drawn for those given up."""
    drawn = step.told.get("draw")
    return given if drawn is None else int(drawn)


def exchange(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Exchanges cards of a hand for cards of the pile."""
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
    if given.number and step.told["by"] == "everyone" and seat == state.turn:
        state.used[step.name] = "exchange"
    steps.draw_cards(rules, state, seat, drawn)


def check_lay(rules: CompiledRules, state: State, event: Event, step: Step) -> Iterator[Fault]:
    """Whether everybody lays as many cards as are asked for, out of the hand."""
    for seat in range(rules.players):
        who, cards = state.players[seat], event.value.get(seat, [])
        number = min(step.number, state.held(seat))
        if len(cards) != number:
            message = f"{who} lays {counted(len(cards), 'cards')} for {step.name}; it must be {number}"
            yield fault("reveal", message, step, event, bars=True, at=(who,), seat=seat)
        strange = mask_of(cards) & ~state.hands[seat]
        if strange & state.located or strange.bit_count() > state.hidden[seat]:
            held = rules.names(state.hands[seat])
            message = f"{who} lays {rules.names(strange)}, which is not in hand; {who} holds {held}"
            yield fault("hand", message, step, event, bars=True, at=(who, *among(cards, strange)), seat=seat)


def lay(rules: CompiledRules, state: State, event: Event, step: Step) -> None:
    """Lays the cards of everybody open in the field."""
    turning: list[int] = []
    for place in range(rules.players):
        seat = (step.seat + place * rules.direction) % rules.players
        cards = event.value.get(seat, [])
        steps.put_hand(state, seat, step.field, cards)
        turning += [card for card in cards if rules.turning(SOW, 1 << card)]
    if not turning or rules.in_force(state).seasons_stay:
        return
    wanted = season_of(rules, state, turning[-1])
    if step.told.get("turns"):
        if wanted:
            effects.turn_to(rules, state, step.field, wanted)
        else:
            state.queue.insert(0, Step("turn", step.seat, step.field, name=step.name))
