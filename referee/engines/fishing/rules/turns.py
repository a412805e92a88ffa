"""Turns: whose play it is, which of several plays is the turn's own, what turns the box, what a play sets going, and turns
without one: for players who can make none, as where one field only is open and bars everything."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from referee.core.cards import mask_of, members
from referee.core.events import Event, Faults, Finding, Misread, number_of, out_of_turn
from referee.engines.fishing.compiled import HARVEST, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules import captures, effects, plays, rounds, steps
from referee.engines.fishing.rules.moves import Move, Play, field_name, lying_text, move_text, play_of, within
from referee.engines.fishing.state import CLEAR, DRAW, END, PLAY, FishingState, PendingStep
from referee.engines.fishing.words.powers import FaceUp, Word, in_field

DOES = {SOW: "sows", HARVEST: "harvests", STOCKPILE: "stockpiles"}


class JudgedPlay(NamedTuple):
    """A play as judged: on the board, what is wrong with it, and whether it takes the own play's place as an extra one."""

    play: Play | None
    faults: tuple[Finding, ...]
    replaces: str = ""
    seasons: tuple[str, ...] = ()
    """The seasons that its field may have after it."""


def deal(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Deal; give what makes the total on the table by itself to whoever the rules say, each set of it as a sweep."""
    rounds.deal(rules, state, event)
    goes_to = rules.deal["total_goes_to"]
    if goes_to == "nobody" or not event.value["fields"]:
        return
    seat = state.dealer if goes_to == "dealer" else state.turn
    for field, lying in enumerate(state.fields):
        sums, _ = captures.Pool.of(rules, state, (field,), rules.harvest).sums(rules.total)
        parted = islice(captures.unions(sums), captures.MOST)
        sets = next((sets for sets in parted if sum(map(int.bit_count, sets)) == len(lying)), ())
        if sets:
            state.piles[rules.keeper[seat]] |= sum(one.cards for one in lying)
            state.fields[field] = []
            state.last_taker = seat
            state.sweeps[seat] += len(sets) * rules.sweep


def goes_on(rules: FishingRules, state: FishingState, event: Event) -> bool:
    """Return whether a play belongs to the turn whose own play was made, and not to the next one."""
    if state.own is None or not state.queue or state.queue[0].kind not in (DRAW, END):
        return False
    move: Move = event.value
    if move.extra and event.seat is None:
        return move.extra not in state.used
    if effects.duty(rules, state) is not None:
        return event.seat in (None, state.turn)
    return event.seat == state.turn and any(state.hand_size(one) for one in range(rules.players) if one != state.turn)


def judge(rules: FishingRules, state: FishingState, event: Event) -> JudgedPlay:
    """Return a play on the board, with everything that is wrong with it."""
    move: Move = event.value
    seat = state.turn
    force = state.force
    replaces = ""
    wrong = None
    if event.seat is not None and event.seat != seat:
        return JudgedPlay(None, (out_of_turn(state, event.seat, f"plays {rules.names(move.cards)}"),))
    try:
        play = play_of(rules, state, move, seat)
    except Misread as misplaced:
        return JudgedPlay(None, tuple(fault._replace(at=event.at) for fault in misplaced.faults))
    if play.extra or state.own is not None or force.extra:
        play, replaces, wrong = _role(rules, state, play)
    if rules.seasons:
        seasons = plays.seasons_after(rules, state, play)
    else:
        seasons = ()
    if wrong is None:
        faults = [*plays.check(rules, state, play)]
    else:
        faults = [wrong, *plays.check(rules, state, play)]
    if play.turn and play.turn not in seasons:
        message = f"{state.players[seat]} turns the box to {play.turn} with {rules.names(play.active)}"
        right = "nothing turns the box here"
        if seasons:
            right = f"it turns to {' or '.join(seasons)}"
        faults.append(Finding("box", f"{message}; {right}", seat))
    elif len(seasons) > 1 and not play.turn:
        message = f"{state.players[seat]} plays {rules.names(play.active)}, which leaves the season open"
        message += f"; write it after the play, as in: … turn {seasons[0]}"
        faults.append(Finding("box", message, seat, bars=True))
    if faults:
        at_event = tuple([fault._replace(at=event.at) for fault in faults])
    else:
        at_event = ()
    return JudgedPlay(play, at_event, replaces, seasons)


def _role(rules: FishingRules, state: FishingState, play: Play) -> tuple[Play, str, Finding | None]:
    """Return a play with its Luminary, the Luminary whose extra play the first one becomes, and what is wrong with that."""
    if play.extra:
        return play, "", _check_extra(rules, state, play)
    given = effects.extras(rules, state)
    fitting = [extra for extra in given if extra.gives(play.action, play.field)]
    if state.own is None:
        last = []
        for extra in fitting:
            if extra.told["last_card"] == "owed" and state.hand_size(play.seat) == 1:
                last.append(extra)
        if not last and effects.ban(rules, state, play.action, play.field) is None:
            return play, "", None
        fitting = last or fitting
    elif not fitting:
        instead = next((extra.name for extra in given if extra.gives(*state.own)), "")
        if instead:
            return play, instead, None
        again = effects.repeats(rules, state) if play.action == state.own[0] else ()
        fitting = [repeat for repeat in again if play.field in repeat.fields]
    if fitting or state.own is None:
        return play._replace(extra=fitting[0].name if fitting else ""), "", None
    does = f"{state.players[play.seat]} plays {rules.names(play.active)}"
    return play, "", Finding("turn", f"{does} after the play of this turn; a turn has one play", play.seat)


def _check_extra(rules: FishingRules, state: FishingState, play: Play) -> Finding | None:
    who = state.players[play.seat]
    name = play.extra
    does = f"{who} plays for {name}"
    word: Word = ("luminaries", "cards", name)
    if name in state.used:
        return Finding("luminaries", f"{does} twice in a turn; it gives one play", play.seat, word=word)
    extra, repeat = (
        next((one for one in able(rules, state) if one.name == name), None)
        for able in (effects.extras, effects.repeats)
    )
    if extra is not None:
        wrong = not extra.gives(play.action, play.field)
        word = extra.word
        right = f"it gives a {extra.told['action']} in {field_name(rules, state, extra.field)}"
    elif repeat is not None and state.own is not None:
        wrong = play.action != state.own[0] or play.field not in repeat.fields
        word = repeat.word
        where = " or ".join(field_name(rules, state, field) for field in repeat.fields)
        right = f"it lets a {state.own[0]} be repeated in {where}"
    else:
        return Finding("luminaries", f"{does}, which gives nobody a play now", play.seat, word=word)
    message = f"{who} {DOES[play.action]} in {field_name(rules, state, play.field)} for {name}; {right}"
    if not wrong:
        return None
    return Finding("luminaries", message, play.seat, word=word)


def make(rules: FishingRules, state: FishingState, judged: JudgedPlay) -> None:
    """Make a play happen, with what it sets going."""
    (play, _, replaces, seasons), force = judged, state.force
    assert play is not None
    action, seat, field, active, _, make, _, turn, extra = play
    if replaces and state.own is not None:
        state.used[replaces] = state.own[0]
    if make and state.hidden[seat] and not captures.needs_none(rules, state, play):
        state.miss("passive")
    fallow = rules.drawn_for_fallow and action == SOW and not state.fields[field]
    emptied = plays.lay(rules, state, play)
    reach = None
    if emptied:
        reach = in_field(force.reach, field)
    if reach is not None and not reach.told["clears"]:
        emptied = [one for one in emptied if one == field]
    if make:
        state.fused.append(state.fields[field][-1].cards)
    if extra:
        state.used[extra] = action
    if not extra or (state.own is None and not state.hand_size(seat)):
        state.own = (action, field)
    if fallow:
        state.used[effects.FALLOW] = SOW
    if force.cover or state.covered:
        _covers(rules, state, play, emptied)
    if seasons:
        effects.turn_to(rules, state, field, turn if turn in seasons else seasons[0])
    state.count(f"{action}s")
    state.harvests[seat] += action == HARVEST
    if "passes" in state.plays:
        state.plays["passes"] = 0
    for one in emptied:
        if one not in state.cleared:
            state.cleared.append(one)
        if rules.sweep and (not rules.takes_all(active) or rules.harvest["takes_all"]["sweep"]):
            last = not state.stock and not any(state.hand_size(other) for other in range(rules.players))
            state.sweeps[seat] += rules.clearing["last_sweep"] or not last
    if state.own is not None:
        if state.queue:
            queue = [step for step in state.queue if step.kind not in (DRAW, CLEAR, END)]
        else:
            queue = []
        if rules.goes_on_before_clearing:
            queue.append(PendingStep(DRAW, seat))
            if _owes_after_drawing(rules, state, seat):
                queue.append(PendingStep(DRAW, seat))
        if state.cleared:
            queue += [PendingStep(CLEAR, seat, one) for one in state.cleared]
        if queue or force.extra or force.repeat or force.swap:
            queue.append(PendingStep(END, seat))
        state.queue = queue
        if not queue:
            rounds.end_turn(rules, state)
            return
    steps.advance(rules, state)


def _owes_after_drawing(rules: FishingRules, state: FishingState, seat: int) -> bool:
    """Return whether a player who has played the whole hand at once still owes an extra play, for which cards are drawn."""
    if not rules.harvest["whole_hand"] or state.hand_size(seat):
        return False
    for extra in effects.extras(rules, state):
        if extra.told["must"] and extra.told["whole_hand"] == "draws":
            return True
    return False


def _covers(rules: FishingRules, state: FishingState, play: Play, emptied: list[int]) -> None:
    """Put a hidden card under a sown card; those under cards that are taken must be turned up."""
    if play.action == SOW and in_field(state.force.cover, play.field):
        effects.cover(state, state.fields[play.field][-1])
    lies = play.action == SOW or (play.action == STOCKPILE and not rules.uncovered_by_stockpile)
    if lies or not state.covered:
        return
    goes_along = rules.uncovered_goes_along and play.action == HARVEST
    for field, lying, _ in play.elements:
        number = sum(state.covered.pop(card, 0) for card in members(lying.cards))
        if number:
            goes_to = "pile" if goes_along else "field"
            state.queue.insert(0, PendingStep("uncover", play.seat, field, number, told=goes_to))
            if field in emptied and not goes_along:
                emptied.remove(field)


def check_decline(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """Return what is wrong with saying that a turn is over, or that a choice is declined."""
    step = state.queue[0]
    duty = None
    if step.kind in (DRAW, END) and not step.name:
        duty = effects.duty(rules, state)
    if duty is not None:
        return (steps.missing_play(rules, state, duty)._replace(at=event.at),)
    if steps.may_pass(rules, state, step):
        return ()
    message = f"{state.players[step.seat]} cannot decline this: {steps.describe(rules, state, step)}"
    return (Finding("order", message, step.seat, word=step.word, at=event.at, bars=True),)


def states_before(rules: FishingRules, state: FishingState) -> Iterator[FishingState]:
    """Yield the states that the next event may meet, for all that a log may omit before it: this one, and then later ones."""
    yield state
    if rounds.deals_hands_only(state):
        here = state.copy()
        rounds.deal_unseen(rules, here)
        yield from states_before(rules, here)
    if state.phase != PLAY or not state.queue or check_decline(rules, state, Event("done", True)):
        return
    for field in steps.clearable(state) if state.queue[0].kind == CLEAR else [-1]:
        here = state.copy()
        steps.clear_first(here, field)
        steps.pass_over(rules, here)
        yield from states_before(rules, here)


def check_swap(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield what is wrong with cards of a hand exchanged for cards on the board."""
    seat = state.turn
    who = state.players[state.turn]
    if event.seat not in (None, seat):
        yield out_of_turn(state, event.seat, "swaps")
        return
    swap = swap_open(rules, state)
    if swap is None:
        message = f"{who} swaps a card; no Luminary that allows it lies open, or it has been done this turn"
        confined = state.force.confined
        if confined is not None:
            only = field_name(rules, state, confined.field)
            message = f"{who} swaps a card; while {confined.name} lies open cards are only played, and into {only}"
        yield Finding("luminaries", message, seat, word=confined.word if confined else (), at=event.at)
        return
    rule = "luminaries" if swap.name else "claiming"
    word = swap.word
    pairs: dict[int, int] = event.value
    number = swap.told["cards"]
    unseen = mask_of(pairs) & ~state.hands[seat] & ~state.located
    if unseen.bit_count() > state.hidden[seat] > 0:
        was = "was" if state.hidden[seat] == 1 else "were"
        left = number_of(state.hidden[seat], "cards")
        message = f"{who} gives {rules.names(unseen)}, but only {left} in hand {was} not seen"
        yield Finding("hand", f"{message}; {who} holds {rules.names(state.hands[seat])}", seat, at=event.at, bars=True)
    if len(pairs) > number or (len(pairs) < number and not swap.told["fewer"]):
        if swap.told["fewer"]:
            right = f"{number} at most"
        else:
            right = f"{number}"
        message = f"{who} swaps {number_of(len(pairs), 'cards')}; it must be {right}"
        yield Finding(rule, message, seat, word=word, at=event.at)
    for given, wanted in pairs.items():
        at = (*event.at, rules.deck.ids[given])
        name = rules.deck.ids[given]
        if not state.hands[seat] >> given & 1 and (state.located >> given & 1 or not state.hidden[seat]):
            message = f"{who} gives {name}, which is not in hand; {who} holds {rules.names(state.hands[seat])}"
            yield Finding("hand", message, seat, at=at, bars=not rounds.in_hands(state, seat, 1 << given))
        there = next(((field, one) for field, one in state.everything() if one.cards >> wanted & 1), None)
        takes = f"{who} takes {rules.deck.ids[wanted]}"
        if there is None:
            yield Finding(rule, f"{takes}, which lies in no field", seat, at=at, bars=True)
        elif there[1].sets:
            message = f"{takes} out of {lying_text(rules, there[1])}; cards of a {rules.called} are not swapped"
            yield Finding(rule, message, seat, word=word, at=at, bars=True)
        elif there[0] not in swap.fields:
            here = field_name(rules, state, swap.fields[0])  # or the swap is with every field
            message = f"{takes}, which lies in {field_name(rules, state, there[0])}; the swap is with {here}"
            yield Finding(rule, message, seat, word=word, at=at)


def swap_open(rules: FishingRules, state: FishingState) -> FaceUp | None:
    """Return the swap that is open now: by claiming a Luminary, and then without a name, or by one that lies open."""
    head = None
    if state.queue:
        head = state.queue[0]
    if head is not None and head.kind == "swap":
        told = ChainMap({"cards": head.number}, head.told)
        return FaceUp("", head.field, told, (*head.word, "claim", "swap"), effects.swap_fields(rules, head))
    if head is not None and head.kind not in (DRAW, END):
        return None
    return next(iter(effects.swaps(rules, state)), None)


def swap(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Exchange cards of a hand for cards on the board."""
    open_now = swap_open(rules, state)
    seat = state.turn
    if open_now is not None and open_now.name:
        state.used[open_now.name] = "swap"
    elif open_now is not None:
        state.queue.pop(0)
    for given, wanted in event.value.items():
        rounds.leave_hand(state, seat, 1 << given)
        state.hands[seat] |= 1 << wanted
        state.order[seat] = [wanted if card == given else card for card in state.order[seat] if card != wanted]
        for lying in state.fields:
            lying[:] = [one._replace(cards=1 << given) if one.cards == 1 << wanted else one for one in lying]
        if wanted in state.covered:
            state.covered[given] = state.covered.pop(wanted)
    steps.advance(rules, state)


def superfluous(state: FishingState, event: Event) -> bool:
    """Return whether a turn may be said to be over that has just ended."""
    untouched = not (state.queue or state.own or state.used)
    return untouched and state.ended >= 0 and event.seat in (None, state.ended)


def check_pass(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """Return what is wrong with saying that a turn is over, or that a choice is declined, or that nothing can be played."""
    if state.queue:
        return check_decline(rules, state, event)
    if superfluous(state, event):
        return ()
    return check_no_play(rules, state, event)


def check_no_play(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """Return what is wrong with a turn without a play."""
    seat = state.turn
    who = state.players[state.turn]
    if event.seat not in (None, seat):
        return (out_of_turn(state, event.seat, "passes"),)
    if state.hidden[seat]:
        free = rules.sow["while_owning"] or not state.stockpiles_of(seat)
        fields = [field for field in range(rules.fields) if effects.ban(rules, state, SOW, field) is None]
        can = ""
        if free and fields:
            can = f"but any card can be played {within(rules, state, fields[0])}"
    else:
        able = plays.legal(rules, state, seat).plays
        can = ""
        if able:
            can = f"but can play, as in: {move_text(rules, state, able[0])}"
    if not can:
        return ()
    return (Finding("turn", f"{who} passes, {can}", seat, at=event.at, bars=True),)


def pass_turn(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Pass the turn on, or a step over; when nobody can play any more, the round ends."""
    if state.queue:
        steps.pass_over(rules, state)
        return
    if superfluous(state, event) and (state.phase != PLAY or check_no_play(rules, state, event)):
        return
    state.count("passes")
    if state.plays["passes"] < sum(1 for seat in range(rules.players) if state.hand_size(seat)):
        rounds.end_turn(rules, state)
        return
    state.plays["passes"] = 0
    rounds.end_round(rules, state)
