"""Turns: whose play it is, which of several plays is the turn's own, what turns the box, and what a play sets going."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.fishing.rules import bans, effects, extras, hands, plays, steps, stockpiles
from referee.engines.fishing.rules.bans import DOES
from referee.engines.fishing.rules.board import Misplaced, Play, field_name, put, season_of
from referee.engines.fishing.rules.extras import owed
from referee.engines.fishing.rules.notation import Move, written
from referee.engines.fishing.state import State, Step
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import Extra, Word, selected


class Swapping(NamedTuple):
    """A swap that is open: how many cards at most or exactly, with which fields, the word, the Luminary that lies open."""

    number: int
    exactly: bool
    fields: tuple[int, ...]
    word: Word
    name: str


class Judged(NamedTuple):
    """A play as judged: on the board, what is wrong with it, and whether it takes the own play's place as an extra one."""

    play: Play | None
    faults: tuple[Fault, ...]
    replaces: str = ""
    seasons: tuple[str, ...] = ()
    """The seasons that its field may have after it."""


def goes_on(rules: CompiledRules, state: State, event: Event) -> bool:
    """Whether a play belongs to the turn whose own play was made, and not to the next one."""
    if state.own is None or not state.queue or state.queue[0].kind not in (steps.DRAW, extras.END):
        return False
    move: Move = event.value
    if move.extra and event.seat is None:
        return move.extra not in state.used
    if owed(rules, state) is not None:
        return event.seat in (None, state.turn)
    return event.seat == state.turn and any(state.held(seat) for seat in range(rules.players) if seat != state.turn)


def judge(rules: CompiledRules, state: State, event: Event) -> Judged:
    """A play on the board, with everything that is wrong with it."""
    move: Move = event.value
    seat = state.turn
    if event.seat is not None and event.seat != seat:
        who, turn = state.players[event.seat], state.players[seat]
        message = f"{who} plays {rules.names(move.cards)}, but it is {turn}'s turn"
        return Judged(None, (Fault("turn", message, event.seat, at=("by",), bars=True),))
    try:
        play = put(rules, state, move, seat)
    except Misplaced as misplaced:
        return Judged(None, (misplaced.fault._replace(at=event.at),))
    force, replaces, wrong = rules.in_force(state), "", None
    if play.extra or state.own is not None or force.extras:
        play, replaces, wrong = _role(rules, state, play)
    seasons = seasons_after(rules, state, play) if force.any or play.active & rules.turners else ()
    faults = [] if wrong is None else [wrong]
    faults += plays.check(rules, state, play)
    if play.turn or len(seasons) > 1:
        faults += _check_turn_of_box(rules, state, play, seasons)
    if not faults:
        return Judged(play, (), replaces, seasons)
    return Judged(play, tuple(fault._replace(at=event.at) for fault in faults), replaces, seasons)


def not_done(rules: CompiledRules, state: State, duty: Extra) -> Fault:
    """That a turn ends without an extra play that was owed."""
    place = field_name(rules, state, duty.field)
    message = f"{state.players[state.turn]} ends the turn without a {duty.action} in {place}, which {duty.name} demands"
    return Fault("luminaries", message, state.turn, word=duty.word)


def _role(rules: CompiledRules, state: State, play: Play) -> tuple[Play, str, Fault | None]:
    """Which play of the turn this is: the play with its Luminary, the Luminary whose extra play the first one becomes."""
    if play.extra:
        return play, "", _check_extra(rules, state, play)
    fitting = [extra for extra in extras.extras(rules, state) if fits(extra, play.action, play.field)]
    if state.own is None:
        if not fitting:
            return play, "", None
        last = next((extra for extra in fitting if extra.last and state.held(play.seat) == 1), None)
        if last is not None:
            return play._replace(extra=last.name), "", None
        barred = bans.ban(rules, state, play.action, play.field, rules.in_force(state)) is not None
        return (play._replace(extra=fitting[0].name) if barred else play), "", None
    if fitting:
        return play._replace(extra=fitting[0].name), "", None
    instead = next((extra.name for extra in extras.extras(rules, state) if fits(extra, *state.own)), "")
    if instead:
        return play, instead, None
    repeat = next(
        (one for one in extras.repeats(rules, state) if play.field in one.fields and play.action == state.own[0]),
        None,
    )
    if repeat is not None:
        return play._replace(extra=repeat.name), "", None
    message = (
        f"{state.players[play.seat]} plays {rules.names(play.active)} after the play of this turn; a turn has one play"
    )
    return play, "", Fault("turn", message, play.seat)


def fits(extra: Extra, action: str, field: int) -> bool:
    """Whether a Luminary gives a play of this kind in this field."""
    return extra.action == action and extra.field == field


def _check_extra(rules: CompiledRules, state: State, play: Play) -> Fault | None:
    who, name, word = state.players[play.seat], play.extra, ("luminaries", "cards", play.extra)
    if name in state.used:
        return Fault("luminaries", f"{who} plays for {name} twice in a turn; it gives one play", play.seat, word=word)
    extra = next((extra for extra in extras.extras(rules, state) if extra.name == name), None)
    if extra is not None:
        if fits(extra, play.action, play.field):
            return None
        message = (
            f"{who} {DOES[play.action]} in {field_name(rules, state, play.field)} for {name}; it gives a {extra.action}"
        )
        message += f" in {field_name(rules, state, extra.field)}"
        return Fault("luminaries", message, play.seat, word=extra.word)
    repeat = next((repeat for repeat in extras.repeats(rules, state) if repeat.name == name), None)
    if repeat is None or state.own is None:
        return Fault("luminaries", f"{who} plays for {name}, which gives nobody a play now", play.seat, word=word)
    if play.action == state.own[0] and play.field in repeat.fields:
        return None
    where = " or ".join(field_name(rules, state, field) for field in repeat.fields)
    message = f"{who} {DOES[play.action]} in {field_name(rules, state, play.field)} for {name}; "
    message += f"it lets a {state.own[0]} be repeated in {where}"
    return Fault("luminaries", message, play.seat, word=repeat.word)


def seasons_after(rules: CompiledRules, state: State, play: Play) -> tuple[str, ...]:
    """The seasons that the field of a play may have after it: none when nothing turns the box, several for a choice."""
    force = rules.in_force(state)
    if not rules.seasons:
        return ()
    turning = rules.turning(play.action, play.active)
    if play.field in force.turned_by:
        turning |= play.active & selected(rules.deck, force.turned_by[play.field])
    if force.seasons_stay:
        turning &= selected(rules.deck, force.stay_but)
    if not turning or (turning & turning - 1 and not rules.several_turn):
        return ()
    found = [season_of(rules, state, card) for card in members(turning)]
    return tuple(dict.fromkeys(found)) if all(found) else rules.seasons


def _check_turn_of_box(rules: CompiledRules, state: State, play: Play, possible: Sequence[str]) -> Iterator[Fault]:
    who, names = state.players[play.seat], rules.names(play.active)
    if play.turn and play.turn not in possible:
        right = f"it turns to {' or '.join(possible)}" if possible else "nothing turns the box here"
        yield Fault("box", f"{who} turns the box to {play.turn} with {names}; {right}", play.seat)
    elif not play.turn:
        message = (
            f"{who} plays {names}, which leaves the season open; write it after the play, as in: … turn {possible[0]}"
        )
        yield Fault("box", message, play.seat, bars=True)


def make(rules: CompiledRules, state: State, judged: Judged) -> None:
    """Makes a play happen, with what it sets going."""
    play = judged.play
    assert play is not None
    seat, field = play.seat, play.field
    if judged.replaces and state.own is not None:
        state.used[judged.replaces] = state.own[0]
    possible = judged.seasons
    fallow = play.action == SOW and not state.fields[field]
    if play.make and (state.hidden[seat] or rules.passive_said) and not stockpiles.needs_none(rules, state, play):
        state.see("passive")
    force = rules.in_force(state)
    reach = force.reach.get(field)
    emptied = plays.lay(rules, state, play)
    if reach is not None and not reach.clears:
        emptied = [one for one in emptied if one == field]
    if play.make:
        state.fused.append(state.fields[field][-1].cards)
    if play.extra:
        state.used[play.extra] = play.action
    if not play.extra or (state.own is None and not state.held(seat)):
        state.own = (play.action, field)
    if fallow and rules.drawn_for_fallow:
        state.used[effects.FALLOW] = SOW
    if force.covers or state.covered:
        _covers(rules, state, play, emptied)
    if possible:
        effects.turn_to(rules, state, field, play.turn if play.turn in possible else possible[0])
    state.plays[play.action] = state.plays.get(play.action, 0) + 1
    state.harvests[seat] += play.action == HARVEST
    if "passes" in state.plays:
        state.plays["passes"] = 0
    for one in emptied:
        if one not in state.cleared:
            state.cleared.append(one)
        if rules.sweep:
            last = not state.stock and not any(state.held(other) for other in range(rules.players))
            if rules.last_sweep or not last:
                state.sweeps[seat] += 1
    _settle_queue(rules, state, seat)


def _covers(rules: CompiledRules, state: State, play: Play, emptied: list[int]) -> None:
    """Hidden cards: one goes under a sown card, those under taken ones must be turned up."""
    if play.action == SOW and play.field in rules.in_force(state).covers:
        effects.cover(state, state.fields[play.field][-1])
    if play.action == SOW or not state.covered:
        return
    if play.action == STOCKPILE and not rules.uncovered_by_stockpile:
        return
    goes_along = rules.uncovered_goes_along and play.action == HARVEST
    for elements in play.sets:
        for one in elements:
            number = sum(state.covered.pop(card, 0) for card in members(one.lying.cards))
            if number:
                told = "pile" if goes_along else "field"
                state.queue.insert(0, Step(steps.UNCOVER, play.seat, one.field, number, told=told))
                if one.field in emptied and not goes_along:
                    emptied.remove(one.field)


def _settle_queue(rules: CompiledRules, state: State, seat: int) -> None:
    """Rebuilds what must follow once the turn's own play has been made."""
    if state.own is None:
        steps.advance(rules, state)
        return
    draw, end = steps.closing(seat)
    if not state.queue and not state.cleared:
        state.queue = [draw, end]
        if steps.to_draw(rules, state, draw):
            return
    else:
        waiting = [step for step in state.queue if step.kind not in (steps.DRAW, steps.CLEAR, extras.END)]
        clears = [Step(steps.CLEAR, seat, field) for field in state.cleared]
        state.queue = [*waiting, draw, *clears, end]
    steps.advance(rules, state)


def check_swap(rules: CompiledRules, state: State, event: Event) -> Iterator[Fault]:
    """What is wrong with cards of a hand exchanged for cards on the board."""
    seat = state.turn
    who = state.players[seat]
    if event.seat is not None and event.seat != seat:
        yield Fault(
            "turn", f"{state.players[event.seat]} swaps, but it is {who}'s turn", event.seat, at=("by",), bars=True
        )
        return
    allowed = _swap_allowed(rules, state)
    if allowed is None:
        message = f"{who} swaps a card; no Luminary that allows it lies open, or it has been done this turn"
        confined = rules.in_force(state).confined
        if confined is not None:
            only = field_name(rules, state, confined[0])
            message = f"{who} swaps a card; while {confined[2][2]} lies open cards are only played, and into {only}"
        yield Fault("luminaries", message, seat, word=confined[2] if confined else (), at=event.at)
        return
    fields, word = allowed.fields, allowed.word
    rule = "luminaries" if allowed.name else "claiming"
    pairs: dict[int, int] = event.value
    if len(pairs) > allowed.number or (allowed.exactly and len(pairs) < allowed.number):
        right = f"{allowed.number}" if allowed.exactly else f"{allowed.number} at most"
        message = f"{who} swaps {counted(len(pairs), 'cards')}; it must be {right}"
        yield Fault(rule, message, seat, word=word, at=event.at)
    for given, wanted in pairs.items():
        at = (*event.at, rules.deck.ids[given])
        if not state.hands[seat] >> given & 1 and (state.located >> given & 1 or not state.hidden[seat]):
            name = rules.deck.ids[given]
            held = rules.names(state.hands[seat])
            yield Fault("hand", f"{who} gives {name}, which is not in hand; {who} holds {held}", seat, at=at, bars=True)
        there = next(((field, one) for field, one in state.everything() if one.cards >> wanted & 1), None)
        name = rules.deck.ids[wanted]
        if there is None:
            yield Fault(rule, f"{who} takes {name}, which lies in no field", seat, at=at, bars=True)
        elif there[1].sets:
            pile = written(rules, there[1])
            message = f"{who} takes {name} out of {pile}; cards of a {rules.called} are not swapped"
            yield Fault(rule, message, seat, word=word, at=at, bars=True)
        elif there[0] not in fields:
            here = field_name(rules, state, fields[0])  # or the swap is with every field
            message = f"{who} takes {name}, which lies in {field_name(rules, state, there[0])}; the swap is with {here}"
            yield Fault(rule, message, seat, word=word, at=at)


def _swap_allowed(rules: CompiledRules, state: State) -> Swapping | None:
    """The swap that is open now: by claiming a Luminary, or by one that lies open."""
    head = state.queue[0] if state.queue else None
    if head is not None and head.kind == "swap":
        fields = effects.swap_fields(rules, head)
        word = ("luminaries", "cards", head.name, "claim", "swap")
        return Swapping(head.number, not head.told["fewer"], fields, word, "")
    if head is not None and head.kind not in (steps.DRAW, extras.END):
        return None
    one = next(iter(extras.swaps(rules, state)), None)
    return None if one is None else Swapping(one.number, one.exactly, one.fields, one.word, one.name)


def swap(rules: CompiledRules, state: State, event: Event) -> None:
    """Exchanges cards of a hand for cards on the board."""
    allowed = _swap_allowed(rules, state)
    seat = state.turn
    if allowed is not None and allowed.name:
        state.used[allowed.name] = "swap"
    elif allowed is not None:
        state.queue.pop(0)
    for given, wanted in event.value.items():
        hands.leave_hand(state, seat, 1 << given)
        state.hands[seat] |= 1 << wanted
        state.order[seat] = [wanted if card == given else card for card in state.order[seat] if card != wanted]
        for lying in state.fields:
            for place, one in enumerate(lying):
                if one.cards == 1 << wanted:
                    lying[place] = one._replace(cards=1 << given)
        if wanted in state.covered:
            state.covered[given] = state.covered.pop(wanted)
    steps.advance(rules, state)
