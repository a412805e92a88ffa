"""Steps still to be taken before the next turn: a queue of them, some done at once, some waiting for their answers
in the log: cards drawn, laid, given and exchanged, Luminaries turned up, and what these let players choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Event, Faults, Finding
from referee.core.wording import number_of
from referee.engines.fishing import state as phases
from referee.engines.fishing.compiled import SOW, FishingRules
from referee.engines.fishing.rules import effects, rounds
from referee.engines.fishing.rules.moves import before_turning, field_in, field_name, season_of
from referee.engines.fishing.rules.rounds import BOX, Cards, Reseeded
from referee.engines.fishing.state import CLEAR, DRAW, END, RESEED, REVEAL, FishingState, PendingStep
from referee.engines.fishing.words.powers import FaceUp


def to_draw(rules: FishingRules, state: FishingState, step: PendingStep) -> int:
    """Return how many cards a player draws now."""
    if not rules.draw_up:
        return 0
    number = rules.draw_up - state.hand_size(step.seat)
    if number < 0 or (rules.draws_when_empty and number < rules.draw_up):
        number = 0
    if rules.drawn_for_fallow and effects.FALLOW in state.used and not step.name:
        number += rules.drawn_for_fallow
    if number < state.stock:
        return number
    return state.stock


def may_do_more(rules: FishingRules, state: FishingState) -> bool:
    """Return whether the player to act might still do something before the end of the turn, with a card left for it."""
    force = state.force
    if not (force.extra or force.repeat or force.swap) or not state.hand_size(state.turn):
        return False
    more = effects.extras(rules, state)
    again = effects.repeats(rules, state)
    if state.queue and state.queue[0].kind == END:
        return any(one.name in state.fresh for one in more) or any(one.told["after"] == "clearing" for one in again)
    return bool(
        more or again or any(state.fields[field] for swap in effects.swaps(rules, state) for field in swap.fields)
    )


def advance(rules: FishingRules, state: FishingState) -> None:
    """Take every step that needs no event; stop at the first that must be recorded."""
    while state.queue and state.phase == phases.PLAY:
        step = state.queue[0]
        if waits(rules, state, step):
            return
        state.queue.pop(0)
        _lapse(rules, state, step)


def waits(rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
    """Return whether a step waits for something in the log."""
    kind = step.kind
    told = step.told
    if kind == DRAW:
        return to_draw(rules, state, step) > 0 or (not step.name and may_do_more(rules, state))
    if kind == END:
        return may_do_more(rules, state)
    if kind == CLEAR:
        return any(later.kind == CLEAR for later in state.queue[1:]) and rules.clearing["several"] == "choice"
    if kind == RESEED and told != "hand":
        too_few = told == effects.TOP_UP and state.stock < rules.reseeded and rules.clearing["top_up_takes"] == "reseed"
        return state.stock >= step.number and not too_few
    if kind == REVEAL:
        if state.faces[step.field] or (state.luminaries[step.field] is None and not step.name):
            return False
        due = sum(later.number for later in effects.reseeds(state, step.field))
        return state.stock >= due or rules.clearing["order"] == "reveal_last" or rules.clearing["short"] == "keep"
    if kind == "give" and told["from"] == "hands":
        return any(state.hand_size(seat) for seat in range(rules.players) if seat != step.seat)
    if kind == "give":
        able = effects.cards_to_give(rules, told)
        others = (seat for seat in range(rules.players) if rules.side_of[seat] != rules.side_of[step.seat])
        for seat in others:
            if state.piles[seat] & able or (state.piles_hidden[seat] and able & ~state.located):
                return True
        return False
    if kind == "okus":
        others_have = any(number for seat, number in enumerate(state.okus) if seat != step.seat)
        return others_have or (told.get("from") == "anywhere" and state.box_okus > 0)
    if kind == "lay":
        barred = told.get("seasons") == "hold" and effects.ban(rules, state, SOW, step.field) is not None
        return not barred and any(map(state.hand_size, range(rules.players)))
    if kind in (RESEED, "exchange", "swap"):
        return state.hand_size(step.seat) > 0
    return kind != phases.COVER


def may_pass(rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
    """Return whether a log may omit a step: it is free, or happens unseen."""
    if step.free or step.kind in (DRAW, END, CLEAR):
        return True
    return step.kind == REVEAL and bool(state.luminaries[step.field])


def pass_over(rules: FishingRules, state: FishingState) -> None:
    """Let the first step happen unrecorded."""
    step = state.queue[0]
    state.queue.pop(0)
    if step.kind == DRAW and (number := to_draw(rules, state, step)):
        _draw(rules, state, Cards(0, number), step)
    elif step.kind == REVEAL:
        effects.turn_up(rules, state, step, state.luminaries[step.field] or "")
    elif step.kind in (CLEAR, END):
        _lapse(rules, state, step)
    advance(rules, state)


def clear_first(state: FishingState, field: int) -> None:
    """Let a field that is still to be cleared come before the others."""
    state.queue.sort(key=lambda step: step.kind != CLEAR or step.field != field)


def _lapse(rules: FishingRules, state: FishingState, step: PendingStep) -> None:
    """Take a step that needs no event; what waited for one turns out to ask for nothing."""
    if step.kind == END:
        rounds.end_turn(rules, state)
    elif step.kind == CLEAR:
        effects.clear(rules, state, step)
    elif step.kind == phases.COVER:
        effects.cover_last(state, step.field, step.number or effects.EVERY)
    elif (step.kind == RESEED and step.told != "hand") or (
        step.kind == REVEAL and state.luminaries[step.field] is not None and not state.faces[step.field]
    ):
        effects.no_reseed(rules, state, step.field)


def describe(rules: FishingRules, state: FishingState, step: PendingStep) -> str:
    """Return what a step waits for, as a sentence without its end: 'Ann must draw 2 cards'."""
    who = state.players[step.seat]
    cards = number_of(step.number, "cards")
    if step.kind in (DRAW, END):
        number = 0
        if step.kind == DRAW:
            number = to_draw(rules, state, step)
        if number:
            return f"{who} must draw {number_of(number, 'cards')}"
        return f"{who} may do more or end the turn"
    may = "may" if step.free else "must"
    place = field_name(rules, state, step.field)
    by = ""
    if isinstance(step.told, Mapping):
        by = str(step.told.get("chosen_by"))
    chosen = {"claimer": f"as {who} chooses", "chance": "drawn at random"}.get(by, "as each giver chooses")
    return {
        CLEAR: f"{who} must choose which field is cleared first",
        RESEED: f"{place} must be reseeded with {f'the hand of {who}' if step.told == 'hand' else cards}",
        REVEAL: f"the Luminary of {place} must be turned up",
        phases.UNCOVER: f"{number_of(step.number, 'hidden cards')} {may} be turned up",
        "give": f"cards must be given to {who}, {chosen}",
        "lay": f"everybody must lay {cards} into {place}",
        "turn": f"{who} {may} turn the box",
        "name": f"{who} {may} name a season",
        "okus": f"{who} {may} take an okus from another player",
        "exchange": f"{who} {may} give up cards and draw others",
        "swap": f"{who} {may} swap {cards}",
    }[step.kind]


# -- the answers -------------------------------------------------------------------------------------------------------


def _moment(state: FishingState, step: PendingStep) -> str:
    """Return the rule of what a Luminary does now: of being claimed, or of being revealed."""
    if any(step.name in names for names in state.claimed):
        return "claiming"
    return "reveal"


def missing_play(rules: FishingRules, state: FishingState, duty: FaceUp) -> Finding:
    """Return the finding that a turn ends without an extra play that was owed."""
    place = field_name(rules, state, duty.field)
    message = f"{state.players[state.turn]} ends the turn without a {duty.told['action']} in {place}, which {duty.name} demands"
    return Finding("luminaries", message, state.turn, word=duty.word)


def _check_draw(rules: FishingRules, state: FishingState, cards: Cards, step: PendingStep) -> Faults:
    duty = None
    if not step.name:
        duty = effects.duty(rules, state)
    if duty is not None:
        yield missing_play(rules, state, duty)
    number = to_draw(rules, state, step)
    who = state.players[step.seat]
    if cards.number != number:
        right = f"the hand has {number_of(state.hand_size(step.seat), 'cards')} and is filled up to {rules.draw_up}"
        if rules.draws_when_empty:
            right += " when it is empty"
        if state.stock < rules.draw_up - state.hand_size(step.seat):
            right += f", as far as the pile of {state.stock} goes"
        message = f"{who} draws {number_of(cards.number, 'cards')}; it must be {number}: {right}"
        rule = "draw"
        if step.name:
            rule = _moment(state, step)
        yield Finding(rule, message, word=step.word or ("draw_up",), bars=cards.number > state.stock)
    yield from rounds.from_pile(rules, state, cards.known, f"{who} draws", cards.listed)


def _draw(rules: FishingRules, state: FishingState, cards: Cards, step: PendingStep) -> None:
    if cards.known.bit_count() < cards.number:
        state.miss("draws")
    rounds.draw_cards(rules, state, step.seat, cards)


def clearable(state: FishingState) -> list[int]:
    """Return the fields that are still to be cleared, in their order."""
    return [step.field for step in state.queue if step.kind == CLEAR]


def _check_clear(rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> Faults:
    field = field_in(rules, state, name)
    able = clearable(state)
    if field not in able:
        open_ = " or ".join(field_name(rules, state, other) for other in able)
        was = before_turning(rules, state, name, *able)
        message = f"{state.players[step.seat]} clears {field_name(rules, state, field)}; it must be {open_}{was}"
        yield Finding("clearing", message, word=("clearing", "several"), bars=True)


def _clear_chosen(rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> None:
    state.queue.insert(0, step)
    clear_first(state, field_in(rules, state, name))
    pass_over(rules, state)


def _check_reseed(rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> Faults:
    who = state.players[step.seat]
    cards = mask_of(told.cards)
    number = len(told.cards)
    place = field_name(rules, state, step.field)
    if told.field and field_in(rules, state, told.field) != step.field:
        there = field_name(rules, state, field_in(rules, state, told.field))
        message = f"{who} reseeds {there}, but {describe(rules, state, step)}"
        yield Finding("clearing", message + before_turning(rules, state, told.field, step.field), bars=True)
    elif step.told == "hand":
        yield from _check_whole_hand(rules, state, told, step)
    else:
        if number != step.number:
            go = "goes" if number == 1 else "go"
            message = f"{number_of(number, 'cards')} {go} into {place}; it is reseeded with {step.number}"
            yield Finding("clearing", message, word=step.word or ("clearing", "reseed"), bars=True)
        yield from rounds.from_pile(rules, state, cards, f"{who} reseeds with", told.cards, told.written)


def _check_whole_hand(rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> Faults:
    """Check whether a field is reseeded with the whole hand of a player, and with nothing else."""
    who = state.players[step.seat]
    hand = state.hands[step.seat]
    cards = mask_of(told.cards)
    place = field_name(rules, state, step.field)
    size = state.hand_size(step.seat)
    strange = cards & ~hand
    unknown = strange & state.located
    kept = hand & ~cards
    if not state.hidden[step.seat]:
        unknown = strange
    if unknown:
        message = (
            f"{who} reseeds {place} with {rules.names(unknown)}, which is not in hand; {who} holds {rules.names(hand)}"
        )
    elif kept:
        message = f"{who} reseeds {place} without {rules.names(kept)}; {step.name} asks for the whole hand"
    elif len(told.cards) != size:
        right = f"{step.name} asks for the whole hand, {number_of(size, 'cards')}"
        message = f"{who} reseeds {place} with {number_of(len(told.cards), 'cards')}; {right}"
    else:
        return
    yield Finding(_moment(state, step), message, bars=True)


def _reseed(rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> None:
    rounds.put_into(state, step.field, told.cards, step.seat if step.told == "hand" else None)


def _check_reveal(rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> Faults:
    known = state.luminaries[step.field]
    word = tuple[str, ...]()
    message = f"{name} is turned up in {field_name(rules, state, step.field)}, "
    if known and known != name:
        message += f"where {known} was dealt"
    elif known or name in effects.may_turn_up(rules, state, discarded=bool(step.name)):
        return
    elif name not in rules.in_sets:
        message, word = rules.not_played_with(name)
    else:
        message += "but has been in this round already; each Luminary is there once"
    yield Finding("luminaries", message, word=word, bars=True)


def _check_uncover(rules: FishingRules, state: FishingState, cards: tuple[int, ...], step: PendingStep) -> Faults:
    if len(cards) != step.number:
        are = "is" if len(cards) == 1 else "are"
        message = f"{number_of(len(cards), 'cards')} {are} uncovered; {step.number} lay hidden"
        yield Finding("luminaries", message, bars=True)
    yield from rounds.from_pile(rules, state, mask_of(cards), f"{state.players[step.seat]} uncovers", cards)


def _uncover(rules: FishingRules, state: FishingState, uncovered: tuple[int, ...], step: PendingStep) -> None:
    """Make hidden cards known, which the pile gave up when they were laid there."""
    if step.told == "field":
        rounds.put_into(state, step.field, uncovered)
        state.stock += len(uncovered)
        return
    cards = mask_of(uncovered)
    keeper = rules.keeper[step.seat]
    state.located |= cards
    state.piles[keeper] |= cards
    state.piles_hidden[keeper] -= step.number if step.free else 0


def _check_turn(rules: FishingRules, state: FishingState, season: str, step: PendingStep) -> Faults:
    stay = state.force.seasons_stay
    if stay:
        message = f"{state.players[step.seat]} turns the box while {stay[-1].name} lies open; no season changes then"
        yield Finding("box", message, word=stay[-1].word)


def _check_give(rules: FishingRules, state: FishingState, said: Mapping[int, int | None], step: PendingStep) -> Faults:
    """Check whether everybody gives a card who must, and one that may be given."""
    hands = step.told["from"] == "hands"
    given = said
    collector = step.seat
    giving = [*range(rules.players)]
    cards_of = state.hands
    hidden = state.hidden
    where = "hand"
    if hands:
        wanted = rules.deck.all
    else:
        wanted = effects.cards_to_give(rules, step.told)
    if not hands:
        yield from _check_shared(rules, state, said, step)
        given = {rules.keeper[seat]: card for seat, card in said.items() if card is not None}
        collector = rules.keeper[step.seat]
        giving = [seats[0] for seats in rules.sides]
        cards_of = state.piles
        hidden = state.piles_hidden
        where = "harvest pile"
    for seat in giving:
        who = state.players[seat]
        card = given.get(seat)
        able = cards_of[seat] & wanted
        right = f"for {step.name}; it must be one of {rules.names(able)}"
        if seat == collector:
            if said.get(step.seat) is not None:
                message = f"{state.players[step.seat]} claimed {step.name} and gives nothing"
                yield Finding("claiming", message, seat, bars=True, at=(who,))
        elif card is None:
            if able or (hands and state.hand_size(seat)):
                yield Finding("claiming", f"{who} gives {state.players[step.seat]} no card {right}", seat)
        elif not cards_of[seat] >> card & 1 and (state.located >> card & 1 or not hidden[seat]):
            message = f"{who} gives {rules.deck.ids[card]}, which is not in that {where}"
            stands = hands and rounds.in_hands(state, seat, 1 << card)
            yield Finding("claiming", message, seat, bars=not stands, at=(who,))
        elif not wanted >> card & 1:
            yield Finding("claiming", f"{who} gives {rules.deck.ids[card]} {right}", seat, at=(who,))


def _check_shared(
    rules: FishingRules, state: FishingState, said: Mapping[int, int | None], step: PendingStep
) -> Faults:
    """Check whether partners give two cards of one harvest pile, or one to the pile where it lies."""
    giving = [seat for seat, card in said.items() if card is not None and seat != step.seat]
    for place, seat in enumerate(giving):
        who = state.players[seat]
        side = rules.side_of[seat]
        message = ""
        if side == rules.side_of[step.seat]:
            message = f"{who} and {state.players[step.seat]} have one harvest pile; {who} gives nothing"
        elif any(rules.side_of[other] == side for other in giving[:place]):
            names = " and ".join(state.players[other] for other in rules.sides[side])
            message = f"{names} have one harvest pile, which gives one card"
        if message:
            yield Finding("claiming", message, seat, bars=True, at=(who,))


def _give(rules: FishingRules, state: FishingState, given: Mapping[int, int | None], step: PendingStep) -> None:
    """Take the cards given into the harvest pile of whoever collects."""
    for giver, card in given.items():
        if card is None:
            continue
        seat = rules.keeper[giver]
        if step.told["from"] == "hands":
            rounds.leave_hand(state, giver, 1 << card)
        elif state.piles[seat] >> card & 1:
            state.piles[seat] ^= 1 << card
        else:
            state.piles_hidden[seat] -= 1
            state.located |= 1 << card
        state.piles[rules.keeper[step.seat]] |= 1 << card


def _check_okus(rules: FishingRules, state: FishingState, seat: int, step: PendingStep) -> Faults:
    """Check whether an okus may be taken there."""
    taker = state.players[step.seat]
    other = "it comes from another player"
    if seat == BOX and step.told.get("from") != "anywhere":
        yield Finding("claiming", f"{taker} takes an okus from the box for {step.name}; {other}")
    elif seat == step.seat:
        yield Finding("claiming", f"{taker} takes an okus from {taker}; {other}", bars=True)
    elif not (state.box_okus if seat == BOX else state.okus[seat]):
        if seat == BOX:
            place = "the box, which"
        else:
            place = f"{state.players[seat]}, who"
        yield Finding("claiming", f"an okus is taken from {place} has none", bars=True)


def _okus(rules: FishingRules, state: FishingState, taken_from: int, step: PendingStep) -> None:
    """Take an okus, for its taker or back to the box."""
    for seat, more in ((taken_from, -1), (BOX if step.told["to"] == "box" else step.seat, 1)):
        if seat == BOX:
            effects.change_box(rules, state, more)
        else:
            state.okus[seat] += more


def _check_exchange(rules: FishingRules, state: FishingState, exchange: dict[str, Cards], step: PendingStep) -> Faults:
    """Check whether this number of cards may be given up, and as many drawn."""
    seat = step.seat
    who = state.players[step.seat]
    rule = _moment(state, step)
    hand = state.hand_size(seat)
    whole = step.told["cards"] == "all"
    given = exchange.get("discard") or Cards(state.hands[seat], hand)
    if given.number > (hand if whole else step.told["cards"]) or (whole and given.number < hand):
        if whole:
            right = "the whole hand"
        else:
            right = f"{step.told['cards']} at most"
        message = f"{who} gives up {number_of(given.number, 'cards')} for {step.name}; it must be {right}"
        yield Finding(rule, message, bars=given.number > hand, at=("discard",))
    yield from rounds.out_of_hand(rules, state, seat, given, "gives up", ("discard",))
    back = 0
    if step.told["into"] == "stock":
        back = given.number
    number = min(draws_for(step, given.number), state.stock + back)
    drawn = exchange.get("draw") or Cards(0, number)
    if drawn.number != number:
        message = f"{who} draws {number_of(drawn.number, 'cards')} for {step.name}; it must be {number}"
        yield Finding(rule, message, bars=True, at=("draw",))
    kept = drawn.known & state.hands[seat]
    returned = 0
    if back:
        returned = given.known | (kept if kept.bit_count() <= given.number - given.known.bit_count() else 0)
    yield from rounds.from_pile(rules, state, drawn.known & ~returned, f"{who} draws", drawn.listed, ("draw",))


def draws_for(step: PendingStep, given: int) -> int:
    """Return how many cards are drawn for those given up."""
    return int(step.told.get("draw", given))


def _exchange(rules: FishingRules, state: FishingState, exchange: dict[str, Cards], step: PendingStep) -> None:
    """Exchange cards of a hand for cards of the pile."""
    seat = step.seat
    given = exchange.get("discard")
    if given is None or given.number == state.hand_size(seat):
        given = Cards(state.hands[seat] | (given.known if given else 0), state.hand_size(seat))
    more = given.number - given.known.bit_count()
    rounds.leave_hand(state, seat, given.known)
    if more > 0:
        rounds.forget(state, seat)
        state.hidden[seat] -= more
        state.miss("exchanges")
    if step.told["into"] == "stock":
        state.located &= ~given.known
        state.stock += given.number
    else:
        state.aside_hidden += more
        state.aside |= given.known
    drawn = exchange.get("draw") or Cards(0, min(draws_for(step, given.number), state.stock))
    if given.number and step.told["by"] == "everyone" and seat == state.turn:
        state.used[step.name] = "exchange"
    _draw(rules, state, drawn, step)


def _check_lay(rules: FishingRules, state: FishingState, said: Mapping[int, list[int]], step: PendingStep) -> Faults:
    """Check whether everybody lays as many cards as are asked for, out of the hand."""
    for seat, who in enumerate(state.players):
        cards = said.get(seat, [])
        number = min(step.number, state.hand_size(seat))
        if len(cards) != number:
            message = f"{who} lays {number_of(len(cards), 'cards')} for {step.name}; it must be {number}"
            yield Finding("reveal", message, seat, bars=True, at=(who,))
        yield from rounds.out_of_hand(rules, state, seat, Cards.of(cards), "lays", (who,))


def _lay(rules: FishingRules, state: FishingState, laid: Mapping[int, list[int]], step: PendingStep) -> None:
    """Lay the cards of everybody open in the field."""
    turning: list[int] = []
    for place in range(rules.players):
        seat = (step.seat + place * rules.direction) % rules.players
        cards = laid.get(seat, [])
        rounds.put_into(state, step.field, cards, seat)
        turning += [card for card in cards if rules.turning(SOW, 1 << card)]
    if not turning or state.force.seasons_stay or not step.told.get("turns"):
        return
    season = season_of(rules, state, turning[-1])
    if season:
        effects.turn_to(rules, state, step.field, season)
    else:
        state.queue.insert(0, PendingStep("turn", step.seat, step.field, name=step.name))


Answer = tuple[
    Callable[[FishingRules, FishingState, Any, PendingStep], Faults],
    Callable[[FishingRules, FishingState, Any, PendingStep], object],
    str,
]
"""The answer to a step: what may be wrong with it, by its player and its Luminary unless a fault says so; what it does; what
a message calls it."""


ANSWERS: dict[str, Answer] = {
    "draw": (_check_draw, _draw, ""),
    "clear": (_check_clear, _clear_chosen, "the choice of a field to clear"),
    "reseed": (_check_reseed, _reseed, "a reseeding"),
    "reveal": (
        _check_reveal,
        lambda rules, state, name, step: effects.turn_up(rules, state, step, name),
        "a Luminary turned up",
    ),
    "uncover": (_check_uncover, _uncover, "cards uncovered"),
    "turn": (
        _check_turn,
        lambda rules, state, season, step: effects.turn_to(rules, state, step.field, season),
        "a turn of the box",
    ),
    "name": (
        lambda rules, state, season, step: iter(()),
        lambda rules, state, season, step: state.named.update({step.told: season}),
        "a season named",
    ),
    "give": (_check_give, _give, "cards given"),
    "okus": (_check_okus, _okus, "an okus taken from a player"),
    "exchange": (_check_exchange, _exchange, "cards exchanged"),
    "lay": (_check_lay, _lay, "cards laid down"),
}


def _may_be_short_by_others(rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
    """Return whether the pile is too small for this draw, and others may have drawn wrongly before, because nobody wrote it."""
    too_small = state.stock < rules.draw_up - state.hand_size(step.seat)
    return too_small and any(event > state.round_began for event in state.unseen.get("draws", ()))


def check(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield what is wrong with the answer to the step that comes first."""
    step = state.queue[0]
    if event.seat is not None and event.seat != step.seat:
        message = f"{state.players[event.seat]} is said to do this, but {state.players[step.seat]} must do it"
        yield Finding("turn", message, event.seat, at=("by",), bars=True)
        return
    for fault in ANSWERS[event.verb][0](rules, state, event.value, step):
        seat = step.seat if fault.seat is None else fault.seat
        fault = fault._replace(seat=seat, word=fault.word or step.word, at=(*event.at, *fault.at))
        if fault.rule == "draw" and _may_be_short_by_others(rules, state, step):
            message = f"a draw is wrong, this one or one that is not written: {fault.message}"
            fault = fault._replace(seat=None, message=message)
        yield fault


def apply(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Take the step that comes first as it is recorded, and those that follow of themselves."""
    ANSWERS[event.verb][1](rules, state, event.value, state.queue.pop(0))
    advance(rules, state)
