"""Kinds of steps that may have to be taken before the next turn, a class for each: whether such a step waits for its answer
in the log, how it is described, what may be wrong with its answer, and what that does.

`KINDS` has them by the name of a step in the queue; `steps` takes a queue from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Faults, Finding
from referee.core.wording import number_of
from referee.engines.fishing import state as phases
from referee.engines.fishing.compiled import SOW, FishingRules
from referee.engines.fishing.rules import effects, rounds
from referee.engines.fishing.rules.moves import before_turning, field_in, field_name, season_of
from referee.engines.fishing.rules.rounds import BOX, Cards, Reseeded
from referee.engines.fishing.state import CLEAR, DRAW, END, RESEED, REVEAL, FishingState, PendingStep
from referee.engines.fishing.words.powers import FaceUp


class StepKind:
    """A kind of step. Unless it says otherwise it waits for an answer, and nothing happens where it is passed over."""

    noun = ""
    """The answer as messages call it."""
    always_optional = False
    """True if a log may omit the answer, because the step may happen unseen."""

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether a step waits for something in the log."""
        return True

    def may_pass(self, state: FishingState, step: PendingStep) -> bool:
        """Return whether a log may omit a step: it is free, or happens unseen."""
        return step.free or self.always_optional

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Return what a step waits for, as a sentence without its end: 'Ann must draw 2 cards'."""
        raise KeyError(step.kind)

    def check(self, rules: FishingRules, state: FishingState, said: Any, step: PendingStep, /) -> Faults:
        """Yield what is wrong with the answer, by the player and the Luminary of the step unless a fault says so."""
        yield from ()

    def answer(self, rules: FishingRules, state: FishingState, said: Any, step: PendingStep, /) -> None:
        """Let the answer happen; the step has left the queue."""

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Take a step that needs no event; what waited for one turns out to ask for nothing."""

    def pass_over(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Let a step happen unrecorded."""


def _who_may(state: FishingState, step: PendingStep) -> str:
    """Return the beginning of a sentence about a step: 'Ann may', if it is free, or 'Ann must'."""
    if step.free:
        return f"{state.players[step.seat]} may"
    return f"{state.players[step.seat]} must"


# -- the turn's own: drawing, and its end ------------------------------------------------------------------------------


def to_draw(rules: FishingRules, state: FishingState, step: PendingStep) -> int:
    """How many cards a player must draw now, as far as the pile has them: the hand is filled up, and a sow into an
    empty field may bring more cards, though not in a draw that a Luminary gives (`name`)."""
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
    """Whether the player may still do something that Luminaries allow before the turn ends, with a card left to do
    it."""
    force = state.force
    if not (force.extra or force.repeat or force.swap) or not state.hand_size(state.turn):
        return False
    more = effects.extras(rules, state)
    again = effects.repeats(rules, state)
    if state.queue and state.queue[0].kind == END:
        return any(one.name in state.fresh for one in more) or any(one.argument["after"] == "clearing" for one in again)
    return bool(
        more or again or any(state.fields[field] for swap in effects.swaps(rules, state) for field in swap.fields)
    )


def missing_play(rules: FishingRules, state: FishingState, duty: FaceUp) -> Finding:
    """The finding that a turn ends without the extra play that a Luminary demands."""
    place = field_name(rules, state, duty.field)
    who = state.players[state.turn]
    message = f"{who} ends the turn without a {duty.argument['action']} in {place}, which {duty.name} demands"
    return Finding("luminaries", message, state.turn, word=duty.word)


def _moment(state: FishingState, step: PendingStep) -> str:
    """The rule to cite for an effect of the step's Luminary: 'claiming' if somebody has claimed it, or else
    'reveal'."""
    for names in state.claimed:
        if step.name in names:
            return "claiming"
    return "reveal"


class Draw(StepKind):
    """Cards are drawn; until then the player may do more."""

    always_optional = True

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether there is anything to draw, or to do before."""
        if to_draw(rules, state, step) > 0:
            return True
        return not step.name and may_do_more(rules, state)

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """How many cards must be drawn; where there are none, the end of the turn."""
        number = to_draw(rules, state, step)
        if not number:
            return KINDS[END].describe(rules, state, step)
        return f"{state.players[step.seat]} must draw {number_of(number, 'cards')}"

    def check(self, rules: FishingRules, state: FishingState, cards: Cards, step: PendingStep) -> Faults:
        """Yield that an extra play is still owed, a wrong number of cards, and cards that cannot come from the pile."""
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

    def answer(self, rules: FishingRules, state: FishingState, cards: Cards, step: PendingStep) -> None:
        """Draw the cards."""
        _draw(rules, state, cards, step.seat)

    def pass_over(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Draw the cards unseen."""
        number = to_draw(rules, state, step)
        if number:
            _draw(rules, state, Cards(0, number), step.seat)


def _draw(rules: FishingRules, state: FishingState, cards: Cards, seat: int) -> None:
    if cards.known.bit_count() < cards.number:
        state.miss("draws")
    rounds.draw_cards(rules, state, seat, cards)


class End(StepKind):
    """The turn ends, unless the player does more."""

    always_optional = True

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether there is more to do."""
        return may_do_more(rules, state)

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """The end of the turn, which is free."""
        return f"{state.players[step.seat]} may do more or end the turn"

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """End the turn."""
        rounds.end_turn(rules, state)

    pass_over = lapse


# -- an emptied field --------------------------------------------------------------------------------------------------


def clearable(state: FishingState) -> list[int]:
    """Return the fields that are still to be cleared, in their order."""
    return [step.field for step in state.queue if step.kind == CLEAR]


def clear_first(state: FishingState, field: int) -> None:
    """Let a field that is still to be cleared come before the others."""

    def comes_later(step: PendingStep) -> bool:
        return step.kind != CLEAR or step.field != field

    state.queue.sort(key=comes_later)


class Clear(StepKind):
    """An emptied field is cleared."""

    noun = "the choice of a field to clear"
    always_optional = True

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether there are several to choose from."""
        return rules.clearing["several"] == "choice" and len(clearable(state)) > 1

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who has the choice."""
        return f"{state.players[step.seat]} must choose which field is cleared first"

    def check(self, rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> Faults:
        """Yield that the field chosen is not among those to be cleared."""
        field = field_in(rules, state, name)
        able = clearable(state)
        if field not in able:
            open_ = " or ".join(field_name(rules, state, other) for other in able)
            was = before_turning(rules, state, name, *able)
            message = f"{state.players[step.seat]} clears {field_name(rules, state, field)}; it must be {open_}{was}"
            yield Finding("clearing", message, word=("clearing", "several"), bars=True)

    def answer(self, rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> None:
        """Clear the field that is chosen; the others stay in the queue."""
        state.queue.insert(0, step)
        clear_first(state, field_in(rules, state, name))
        chosen = state.queue.pop(0)
        KINDS[chosen.kind].pass_over(rules, state, chosen)

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Clear the field."""
        effects.clear(rules, state, step)

    pass_over = lapse


class Reseed(StepKind):
    """Cards are laid into a field, from the pile or, if its argument says so, the whole hand of a player."""

    noun = "a reseeding"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Whether there are cards to reseed the field with."""
        if step.argument == "hand":
            return state.hand_size(step.seat) > 0
        if (
            step.argument == effects.TOP_UP
            and rules.clearing["top_up_takes"] == "reseed"
            and state.stock < rules.reseeded
        ):
            return False
        return state.stock >= step.number

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """The field and the cards, as 'the Spring field must be reseeded with 3 cards'."""
        cards = number_of(step.number, "cards")
        if step.argument == "hand":
            cards = f"the hand of {state.players[step.seat]}"
        return f"{field_name(rules, state, step.field)} must be reseeded with {cards}"

    def check(self, rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> Faults:
        """Yield another field, a wrong number of cards, or cards that cannot be laid there."""
        who = state.players[step.seat]
        number = len(told.cards)
        if told.field and field_in(rules, state, told.field) != step.field:
            there = field_name(rules, state, field_in(rules, state, told.field))
            message = f"{who} reseeds {there}, but {self.describe(rules, state, step)}"
            yield Finding("clearing", message + before_turning(rules, state, told.field, step.field), bars=True)
            return
        if step.argument == "hand":
            yield from _check_whole_hand(rules, state, told, step)
            return
        if number != step.number:
            go = "goes" if number == 1 else "go"
            place = field_name(rules, state, step.field)
            message = f"{number_of(number, 'cards')} {go} into {place}; it is reseeded with {step.number}"
            yield Finding("clearing", message, word=step.word or ("clearing", "reseed"), bars=True)
        does = f"{who} reseeds with"
        yield from rounds.from_pile(rules, state, mask_of(told.cards), does, told.cards, told.written)

    def answer(self, rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> None:
        """Lay the cards into the field."""
        hand = None
        if step.argument == "hand":
            hand = step.seat
        rounds.put_into(state, step.field, told.cards, hand)

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Let the Luminary go that a pile too small leaves face down."""
        if step.argument != "hand":
            effects.no_reseed(rules, state, step.field)


def _check_whole_hand(rules: FishingRules, state: FishingState, told: Reseeded, step: PendingStep) -> Faults:
    """Yield that a field is not reseeded with the whole hand of a player, as a Luminary demands."""
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


# -- Luminaries --------------------------------------------------------------------------------------------------------


class Reveal(StepKind):
    """A Luminary is turned up."""

    noun = "a Luminary turned up"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Whether there is a Luminary to turn up, and the pile has the cards for what comes before."""
        if state.faces[step.field] or (state.luminaries[step.field] is None and not step.name):
            return False
        if rules.clearing["order"] == "reveal_last" or rules.clearing["short"] == "keep":
            return True
        return state.stock >= sum(later.number for later in effects.reseeds(state, step.field))

    def may_pass(self, state: FishingState, step: PendingStep) -> bool:
        """Return whether it is free, or which Luminary it is is known."""
        return step.free or bool(state.luminaries[step.field])

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Where it lies."""
        return f"the Luminary of {field_name(rules, state, step.field)} must be turned up"

    def check(self, rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> Faults:
        """Yield that this Luminary cannot lie there."""
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

    def answer(self, rules: FishingRules, state: FishingState, name: str, step: PendingStep) -> None:
        """Turn it up."""
        effects.turn_up(rules, state, step, name)

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Let a Luminary go that a pile too small leaves face down."""
        if state.luminaries[step.field] is not None and not state.faces[step.field]:
            effects.no_reseed(rules, state, step.field)

    def pass_over(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Turn the Luminary up that is known to lie there."""
        effects.turn_up(rules, state, step, state.luminaries[step.field] or "")


class Cover(StepKind):
    """Hidden cards are put under cards of a field, which nobody writes down. Only a position can begin with it."""

    always_optional = True

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """It never waits."""
        return False

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """The field."""
        return f"hidden cards must be put under cards of {field_name(rules, state, step.field)}"

    def lapse(self, rules: FishingRules, state: FishingState, step: PendingStep) -> None:
        """Cover the last cards of the field."""
        effects.cover_last(state, step.field, step.number or effects.EVERY)

    pass_over = lapse


class Uncover(StepKind):
    """Hidden cards are turned up, in a field or in a harvest pile, as its argument says."""

    noun = "cards uncovered"

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """How many there are."""
        may = "may" if step.free else "must"
        return f"{number_of(step.number, 'hidden cards')} {may} be turned up"

    def check(self, rules: FishingRules, state: FishingState, cards: tuple[int, ...], step: PendingStep) -> Faults:
        """Yield a wrong number of cards, and cards that cannot have been hidden."""
        if len(cards) != step.number:
            are = "is" if len(cards) == 1 else "are"
            message = f"{number_of(len(cards), 'cards')} {are} uncovered; {step.number} lay hidden"
            yield Finding("luminaries", message, bars=True)
        yield from rounds.from_pile(rules, state, mask_of(cards), f"{state.players[step.seat]} uncovers", cards)

    def answer(self, rules: FishingRules, state: FishingState, uncovered: tuple[int, ...], step: PendingStep) -> None:
        """Make hidden cards known, in the field or in the player's harvest pile. They left the pile when they were laid
        there."""
        if step.argument == "field":
            rounds.put_into(state, step.field, uncovered)
            state.stock += len(uncovered)
            return
        cards = mask_of(uncovered)
        keeper = rules.keeper[step.seat]
        state.located |= cards
        state.piles[keeper] |= cards
        if step.free:
            state.piles_hidden[keeper] -= step.number


class TurnBox(StepKind):
    """The box is turned."""

    noun = "a turn of the box"

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who turns it."""
        return f"{_who_may(state, step)} turn the box"

    def check(self, rules: FishingRules, state: FishingState, season: str, step: PendingStep) -> Faults:
        """Yield that no season may change while a certain Luminary lies open."""
        stay = state.force.seasons_stay
        if stay:
            message = (
                f"{state.players[step.seat]} turns the box while {stay[-1].name} lies open; no season changes then"
            )
            yield Finding("box", message, word=stay[-1].word)

    def answer(self, rules: FishingRules, state: FishingState, season: str, step: PendingStep) -> None:
        """Turn it."""
        effects.turn_to(rules, state, step.field, season)


class Name(StepKind):
    """A season is named for the suit in its argument."""

    noun = "a season named"

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who names it."""
        return f"{_who_may(state, step)} name a season"

    def answer(self, rules: FishingRules, state: FishingState, season: str, step: PendingStep) -> None:
        """Let the suit count as of that season."""
        state.named[step.argument] = season


class Give(StepKind):
    """Everybody gives a card to whoever collects, from hands or from harvest piles, as its argument says."""

    noun = "cards given"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Whether anybody else may have a card to give."""
        if step.argument["from"] == "hands":
            return any(state.hand_size(seat) for seat in range(rules.players) if seat != step.seat)
        able = effects.cards_to_give(rules, step.argument)
        for seat in range(rules.players):
            if rules.side_of[seat] == rules.side_of[step.seat]:
                continue
            if state.piles[seat] & able or (state.piles_hidden[seat] and able & ~state.located):
                return True
        return False

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who collects the cards, and who chooses them."""
        who = state.players[step.seat]
        by = ""
        if isinstance(step.argument, Mapping):
            by = str(step.argument.get("chosen_by"))
        chosen = {"claimer": f"as {who} chooses", "chance": "drawn at random"}.get(by, "as each giver chooses")
        return f"cards must be given to {who}, {chosen}"

    def check(
        self, rules: FishingRules, state: FishingState, said: Mapping[int, int | None], step: PendingStep
    ) -> Faults:
        """Yield players who give no card although they must, or one that may not be given. `said` has a card for each
        seat, or None."""
        if step.argument["from"] == "hands":
            givers: Iterable[int] = range(rules.players)
            wanted = rules.deck.all
            given = said
            collector = step.seat
        else:
            yield from _check_shared(rules, state, said, step)
            givers = [seats[0] for seats in rules.sides]
            wanted = effects.cards_to_give(rules, step.argument)
            given = {rules.keeper[seat]: card for seat, card in said.items() if card is not None}
            collector = rules.keeper[step.seat]
        for seat in givers:
            if seat != collector:
                yield from _check_given(rules, state, seat, given.get(seat), wanted, step)
            elif said.get(step.seat) is not None:
                message = f"{state.players[step.seat]} claimed {step.name} and gives nothing"
                yield Finding("claiming", message, seat, bars=True, at=(state.players[seat],))

    def answer(
        self, rules: FishingRules, state: FishingState, given: Mapping[int, int | None], step: PendingStep
    ) -> None:
        """Move the cards given to the harvest pile of the player who collects."""
        for giver, card in given.items():
            if card is None:
                continue
            seat = rules.keeper[giver]
            if step.argument["from"] == "hands":
                rounds.leave_hand(state, giver, 1 << card)
            elif state.piles[seat] >> card & 1:
                state.piles[seat] ^= 1 << card
            else:
                state.piles_hidden[seat] -= 1
                state.located |= 1 << card
            state.piles[rules.keeper[step.seat]] |= 1 << card


def _check_given(
    rules: FishingRules, state: FishingState, seat: int, card: int | None, wanted: int, step: PendingStep
) -> Faults:
    """Yield that a player gives no card although there is one to give, or a card that is not there or not among those
    `wanted` (a mask)."""
    who = state.players[seat]
    hands = step.argument["from"] == "hands"
    where = "harvest pile"
    there = state.piles[seat]
    hidden = state.piles_hidden[seat]
    if hands:
        where = "hand"
        there = state.hands[seat]
        hidden = state.hidden[seat]
    able = there & wanted
    right = f"for {step.name}; it must be one of {rules.names(able)}"
    if card is None:
        if able or (hands and state.hand_size(seat)):
            yield Finding("claiming", f"{who} gives {state.players[step.seat]} no card {right}", seat)
    elif not there >> card & 1 and (state.located >> card & 1 or not hidden):
        message = f"{who} gives {rules.deck.ids[card]}, which is not in that {where}"
        stands = hands and rounds.in_hands(state, seat, 1 << card)
        yield Finding("claiming", message, seat, bars=not stands, at=(who,))
    elif not wanted >> card & 1:
        yield Finding("claiming", f"{who} gives {rules.deck.ids[card]} {right}", seat, at=(who,))


def _check_shared(
    rules: FishingRules, state: FishingState, said: Mapping[int, int | None], step: PendingStep
) -> Faults:
    """Yield that partners give two cards out of their one harvest pile, or one to the pile that it lies in."""
    sides = []
    for seat, card in said.items():
        if card is None or seat == step.seat:
            continue
        who = state.players[seat]
        side = rules.side_of[seat]
        message = ""
        if side == rules.side_of[step.seat]:
            message = f"{who} and {state.players[step.seat]} have one harvest pile; {who} gives nothing"
        elif side in sides:
            names = " and ".join(state.players[other] for other in rules.sides[side])
            message = f"{names} have one harvest pile, which gives one card"
        if message:
            yield Finding("claiming", message, seat, bars=True, at=(who,))
        sides.append(side)


class TakeOkus(StepKind):
    """An okus is taken from another player, or from the box if its argument says so."""

    noun = "an okus taken from a player"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Whether there is an okus to take."""
        if step.argument.get("from") == "anywhere" and state.box_okus > 0:
            return True
        return any(state.okus[seat] for seat in range(rules.players) if seat != step.seat)

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who takes it."""
        return f"{_who_may(state, step)} take an okus from another player"

    def check(self, rules: FishingRules, state: FishingState, seat: int, step: PendingStep) -> Faults:
        """Yield that an okus may not be taken from this seat (or the BOX), or that it has none."""
        taker = state.players[step.seat]
        other = "it comes from another player"
        if seat == BOX and step.argument.get("from") != "anywhere":
            yield Finding("claiming", f"{taker} takes an okus from the box for {step.name}; {other}")
        elif seat == step.seat:
            yield Finding("claiming", f"{taker} takes an okus from {taker}; {other}", bars=True)
        elif seat == BOX:
            if not state.box_okus:
                yield Finding("claiming", "an okus is taken from the box, which has none", bars=True)
        elif not state.okus[seat]:
            message = f"an okus is taken from {state.players[seat]}, who has none"
            yield Finding("claiming", message, bars=True)

    def answer(self, rules: FishingRules, state: FishingState, taken_from: int, step: PendingStep) -> None:
        """Move an okus to the player who takes it, or back to the box."""
        goes_to = step.seat
        if step.argument["to"] == "box":
            goes_to = BOX
        _change_okus(rules, state, taken_from, -1)
        _change_okus(rules, state, goes_to, 1)


def _change_okus(rules: FishingRules, state: FishingState, seat: int, more: int) -> None:
    """Give okus to a player or to the box, or take them away."""
    if seat == BOX:
        effects.change_box(rules, state, more)
    else:
        state.okus[seat] += more


class Exchange(StepKind):
    """Cards of a hand are given up, and others drawn."""

    noun = "cards exchanged"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether the player has cards to give up."""
        return state.hand_size(step.seat) > 0

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who exchanges cards."""
        return f"{_who_may(state, step)} give up cards and draw others"

    def check(self, rules: FishingRules, state: FishingState, exchange: dict[str, Cards], step: PendingStep) -> Faults:
        """Yield wrong numbers of cards given up or drawn, and cards that cannot be in the hand or in the pile."""
        seat = step.seat
        who = state.players[step.seat]
        rule = _moment(state, step)
        given = exchange.get("discard") or Cards(state.hands[seat], state.hand_size(seat))
        right = _wrong_number_given(state, given.number, step)
        if right:
            message = f"{who} gives up {number_of(given.number, 'cards')} for {step.name}; it must be {right}"
            yield Finding(rule, message, bars=given.number > state.hand_size(seat), at=("discard",))
        yield from rounds.out_of_hand(rules, state, seat, given, "gives up", ("discard",))
        back = 0
        if step.argument["into"] == "stock":
            back = given.number
        number = min(draws_for(step, given.number), state.stock + back)
        drawn = exchange.get("draw") or Cards(0, number)
        if drawn.number != number:
            message = f"{who} draws {number_of(drawn.number, 'cards')} for {step.name}; it must be {number}"
            yield Finding(rule, message, bars=True, at=("draw",))
        returned = 0
        if back:
            returned = given.known
            # cards of the hand that are drawn may be among those given up unseen
            kept = drawn.known & state.hands[seat]
            if kept.bit_count() <= given.number - given.known.bit_count():
                returned |= kept
        yield from rounds.from_pile(rules, state, drawn.known & ~returned, f"{who} draws", drawn.listed, ("draw",))

    def answer(self, rules: FishingRules, state: FishingState, exchange: dict[str, Cards], step: PendingStep) -> None:
        """Exchange cards of a hand for cards of the pile; the cards given up go into the pile, or out of the round."""
        seat = step.seat
        given = _cards_to_give_up(state, exchange.get("discard"), seat)
        more = given.number - given.known.bit_count()
        rounds.leave_hand(state, seat, given.known)
        if more > 0:
            rounds.forget(state, seat)
            state.hidden[seat] -= more
            state.miss("exchanges")
        if step.argument["into"] == "stock":
            state.located &= ~given.known
            state.stock += given.number
        else:
            state.aside_hidden += more
            state.aside |= given.known
        drawn = exchange.get("draw") or Cards(0, min(draws_for(step, given.number), state.stock))
        if given.number and step.argument["by"] == "everyone" and seat == state.turn:
            state.used[step.name] = "exchange"
        _draw(rules, state, drawn, seat)


def draws_for(step: PendingStep, given: int) -> int:
    """Return how many cards are drawn for those given up."""
    return int(step.argument.get("draw", given))


def _wrong_number_given(state: FishingState, number: int, step: PendingStep) -> str:
    """The number of cards that must be given up, in words, if this number is wrong; empty if it is right."""
    if step.argument["cards"] == "all":
        if number != state.hand_size(step.seat):
            return "the whole hand"
    elif number > step.argument["cards"]:
        return f"{step.argument['cards']} at most"
    return ""


def _cards_to_give_up(state: FishingState, said: Cards | None, seat: int) -> Cards:
    """The cards that a player gives up. If it is the whole hand, all its known cards are meant, named or not."""
    size = state.hand_size(seat)
    if said is None:
        return Cards(state.hands[seat], size)
    if said.number == size:
        return Cards(state.hands[seat] | said.known, size)
    return said


class Lay(StepKind):
    """Everybody lays cards into a field, face down, which are then turned up."""

    noun = "cards laid down"

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether anybody holds a card, and the season does not bar it."""
        if step.argument.get("seasons") == "hold" and effects.ban(rules, state, SOW, step.field) is not None:
            return False
        return any(map(state.hand_size, range(rules.players)))

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """How many cards, and where."""
        place = field_name(rules, state, step.field)
        return f"everybody must lay {number_of(step.number, 'cards')} into {place}"

    def check(
        self, rules: FishingRules, state: FishingState, said: Mapping[int, list[int]], step: PendingStep
    ) -> Faults:
        """Yield players who do not lay as many cards as the Luminary asks for, and cards that are not in their
        hands."""
        for seat, who in enumerate(state.players):
            cards = said.get(seat, [])
            number = min(step.number, state.hand_size(seat))
            if len(cards) != number:
                message = f"{who} lays {number_of(len(cards), 'cards')} for {step.name}; it must be {number}"
                yield Finding("reveal", message, seat, bars=True, at=(who,))
            yield from rounds.out_of_hand(rules, state, seat, Cards.of(cards), "lays", (who,))

    def answer(
        self, rules: FishingRules, state: FishingState, laid: Mapping[int, list[int]], step: PendingStep
    ) -> None:
        """Lay everybody's cards face up into the field, in turn. The last card that turns the box decides the
        season."""
        turning: list[int] = []
        for place in range(rules.players):
            seat = (step.seat + place * rules.direction) % rules.players
            cards = laid.get(seat, [])
            rounds.put_into(state, step.field, cards, seat)
            for card in cards:
                if rules.turning(SOW, 1 << card):
                    turning.append(card)
        if not turning or state.force.seasons_stay or not step.argument.get("turns"):
            return
        season = season_of(rules, state, turning[-1])
        if season:
            effects.turn_to(rules, state, step.field, season)
        else:
            state.queue.insert(0, PendingStep("turn", step.seat, step.field, name=step.name))


class Swap(StepKind):
    """Cards of a hand are exchanged for cards on the board; `turns` judges the swap."""

    def waits(self, rules: FishingRules, state: FishingState, step: PendingStep) -> bool:
        """Return whether the player has a card to swap."""
        return state.hand_size(step.seat) > 0

    def describe(self, rules: FishingRules, state: FishingState, step: PendingStep) -> str:
        """Who swaps, and how many cards."""
        return f"{_who_may(state, step)} swap {number_of(step.number, 'cards')}"


KINDS: dict[str, StepKind] = {
    DRAW: Draw(),
    CLEAR: Clear(),
    RESEED: Reseed(),
    REVEAL: Reveal(),
    phases.UNCOVER: Uncover(),
    phases.COVER: Cover(),
    END: End(),
    "turn": TurnBox(),
    "name": Name(),
    "give": Give(),
    "okus": TakeOkus(),
    "exchange": Exchange(),
    "lay": Lay(),
    "swap": Swap(),
}
"""Every kind of step, by its name in the queue."""
ANSWERED = (DRAW, CLEAR, RESEED, REVEAL, phases.UNCOVER, "turn", "name", "give", "okus", "exchange", "lay")
"""The kinds that an event of the same name answers."""
