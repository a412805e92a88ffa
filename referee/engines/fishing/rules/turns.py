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
from referee.engines.fishing.rules import captures, effects, plays, rounds, step_kinds, steps
from referee.engines.fishing.rules.moves import Move, Play, field_name, lying_text, move_text, play_of, within
from referee.engines.fishing.state import CLEAR, DRAW, END, PLAY, FishingState, Lying, PendingStep
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
    """Deal. If the cards on a table make the total by themselves, the rules may give them to a player, each set of them
    as a sweep."""
    rounds.deal(rules, state, event)
    goes_to = rules.deal["total_goes_to"]
    if goes_to == "nobody" or not event.value["fields"]:
        return
    seat = state.turn
    if goes_to == "dealer":
        seat = state.dealer
    for field, lying in enumerate(state.fields):
        sets = _sets_of_total(rules, state, field)
        if sets:
            state.piles[rules.keeper[seat]] |= sum(one.cards for one in lying)
            state.fields[field] = []
            state.last_taker = seat
            state.sweeps[seat] += len(sets) * rules.sweep


def _sets_of_total(rules: FishingRules, state: FishingState, field: int) -> tuple[int, ...]:
    """Everything in a field, parted into sets that each make the total; empty if it cannot be parted so. Sets are masks
    of places."""
    sums, _ = captures.Pool.of(rules, state, (field,), rules.harvest).sums(rules.total)
    for sets in islice(captures.unions(sums), captures.MOST):
        if sum(map(int.bit_count, sets)) == len(state.fields[field]):
            return sets
    return ()


def goes_on(rules: FishingRules, state: FishingState, event: Event) -> bool:
    """Whether a play belongs to the turn under way, whose own play has been made, and not to the next turn."""
    if state.own is None or not state.queue or state.queue[0].kind not in (DRAW, END):
        return False
    move: Move = event.value
    if move.extra and event.seat is None:
        return move.extra not in state.used
    if effects.duty(rules, state) is not None:
        return event.seat in (None, state.turn)
    return event.seat == state.turn and any(state.hand_size(one) for one in range(rules.players) if one != state.turn)


def judge(rules: FishingRules, state: FishingState, event: Event) -> JudgedPlay:
    """Put the move of an event on the board and find everything wrong with it."""
    move: Move = event.value
    seat = state.turn
    if event.seat is not None and event.seat != seat:
        return JudgedPlay(None, (out_of_turn(state, event.seat, f"plays {rules.names(move.cards)}"),))
    try:
        play = play_of(rules, state, move, seat)
    except Misread as misplaced:
        return JudgedPlay(None, tuple(fault._replace(at=event.at) for fault in misplaced.faults))
    replaces = ""
    faults: list[Finding] = []
    if play.extra or state.own is not None or state.force.extra:
        play, replaces, wrong = _role(rules, state, play)
        if wrong is not None:
            faults.append(wrong)
    seasons = plays.seasons_after(rules, state, play)
    faults += plays.check(rules, state, play)
    if play.turn or len(seasons) > 1:
        faults += _check_season(rules, state, play, seasons)
    return JudgedPlay(play, tuple([fault._replace(at=event.at) for fault in faults]), replaces, seasons)


def _check_season(rules: FishingRules, state: FishingState, play: Play, seasons: tuple[str, ...]) -> Faults:
    """Yield a wrong season named after a play, or that none is named although the player must choose."""
    who = state.players[play.seat]
    if play.turn and play.turn not in seasons:
        right = "nothing turns the box here"
        if seasons:
            right = f"it turns to {' or '.join(seasons)}"
        message = f"{who} turns the box to {play.turn} with {rules.names(play.active)}; {right}"
        yield Finding("box", message, play.seat)
    elif len(seasons) > 1 and not play.turn:
        message = f"{who} plays {rules.names(play.active)}, which leaves the season open"
        message += f"; write it after the play, as in: … turn {seasons[0]}"
        yield Finding("box", message, play.seat, bars=True)


def _role(rules: FishingRules, state: FishingState, play: Play) -> tuple[Play, str, Finding | None]:
    """Decide which play of the turn this is. Gives the play with the Luminary it is for, the Luminary whose extra play
    the turn's first play becomes ('' if it stays the turn's own), and a finding if a turn has no such play."""
    if play.extra:
        return play, "", _check_extra(rules, state, play)
    given = effects.extras(rules, state)
    fitting = [extra for extra in given if extra.gives(play.action, play.field)]
    if state.own is None:
        return _first_in_turn(rules, state, play, fitting), "", None
    if not fitting:
        for extra in given:
            if extra.gives(*state.own):
                return play, extra.name, None
        if play.action == state.own[0]:
            fitting = [repeat for repeat in effects.repeats(rules, state) if play.field in repeat.fields]
    if fitting:
        return play._replace(extra=fitting[0].name), "", None
    does = f"{state.players[play.seat]} plays {rules.names(play.active)}"
    return play, "", Finding("turn", f"{does} after the play of this turn; a turn has one play", play.seat)


def _first_in_turn(rules: FishingRules, state: FishingState, play: Play, fitting: list[FaceUp]) -> Play:
    """The first play of a turn, for a Luminary if it must be its extra play: the last card is owed to it, or the action
    is barred in that field otherwise."""
    if state.hand_size(play.seat) == 1:
        for extra in fitting:
            if extra.argument["last_card"] == "owed":
                return play._replace(extra=extra.name)
    if fitting and effects.ban(rules, state, play.action, play.field) is not None:
        return play._replace(extra=fitting[0].name)
    return play


def _check_extra(rules: FishingRules, state: FishingState, play: Play) -> Finding | None:
    """The finding about a play for a Luminary that gives no play now, has given it, or gives another; None if it is
    right."""
    who = state.players[play.seat]
    name = play.extra
    does = f"{who} plays for {name}"
    word: Word = ("luminaries", "cards", name)
    if name in state.used:
        return Finding("luminaries", f"{does} twice in a turn; it gives one play", play.seat, word=word)
    extra = effects.power_of(name, effects.extras(rules, state))
    repeat = effects.power_of(name, effects.repeats(rules, state))
    if extra is not None:
        wrong = not extra.gives(play.action, play.field)
        word = extra.word
        right = f"it gives a {extra.argument['action']} in {field_name(rules, state, extra.field)}"
    elif repeat is not None and state.own is not None:
        wrong = play.action != state.own[0] or play.field not in repeat.fields
        word = repeat.word
        where = " or ".join(field_name(rules, state, field) for field in repeat.fields)
        right = f"it lets a {state.own[0]} be repeated in {where}"
    else:
        return Finding("luminaries", f"{does}, which gives nobody a play now", play.seat, word=word)
    if not wrong:
        return None
    message = f"{who} {DOES[play.action]} in {field_name(rules, state, play.field)} for {name}; {right}"
    return Finding("luminaries", message, play.seat, word=word)


def make(rules: FishingRules, state: FishingState, judged: JudgedPlay) -> None:
    """Make a play happen, with everything that it sets going: fields emptied, the box turned, hidden cards, sweeps, the
    steps of the rest of the turn. `own` is the turn's own play once it is made, `used` what Luminaries have given in
    this turn."""
    play = judged.play
    assert play is not None
    if judged.replaces and state.own is not None:
        state.used[judged.replaces] = state.own[0]
    if play.make and state.hidden[play.seat] and not captures.needs_none(rules, state, play):
        state.miss("passive")
    fallow = rules.drawn_for_fallow and play.action == SOW and not state.fields[play.field]
    emptied = _to_clear(state, play, plays.lay(rules, state, play))
    if play.make:
        state.fused.append(state.fields[play.field][-1].cards)
    if play.extra:
        state.used[play.extra] = play.action
    if not play.extra or (state.own is None and not state.hand_size(play.seat)):
        state.own = (play.action, play.field)
    if fallow:
        state.used[effects.FALLOW] = SOW
    if state.force.cover or state.covered:
        _covers(rules, state, play, emptied)
    _turn_box(rules, state, play, judged.seasons)
    _count(rules, state, play)
    for field in emptied:
        if field not in state.cleared:
            state.cleared.append(field)
        if rules.sweep:
            _score_sweep(rules, state, play)
    if state.own is not None:
        state.queue = _rest_of_turn(rules, state, play.seat)
        if not state.queue:
            rounds.end_turn(rules, state)
            return
    steps.advance(rules, state)


def _to_clear(state: FishingState, play: Play, emptied: list[int]) -> list[int]:
    """The fields to clear, of those that a play emptied. A Luminary that lets a harvest reach other fields may exclude
    these."""
    if not emptied:
        return emptied
    reach = in_field(state.force.reach, play.field)
    if reach is None or reach.argument["clears"]:
        return emptied
    return [field for field in emptied if field == play.field]


def _turn_box(rules: FishingRules, state: FishingState, play: Play, seasons: tuple[str, ...]) -> None:
    """Turn the box to the season named with a play or, without one, to the first that its field may have after it."""
    if not seasons:
        return
    if play.turn in seasons:
        effects.turn_to(rules, state, play.field, play.turn)
    else:
        effects.turn_to(rules, state, play.field, seasons[0])


def _count(rules: FishingRules, state: FishingState, play: Play) -> None:
    """Count a play; those who pass must pass all in a row."""
    state.count(f"{play.action}s")
    if play.action == HARVEST:
        state.harvests[play.seat] += 1
    if "passes" in state.plays:
        state.plays["passes"] = 0


def _score_sweep(rules: FishingRules, state: FishingState, play: Play) -> None:
    """Count an emptied field as a sweep, unless the rules exclude cards that take everything, or the last card of a
    round."""
    if rules.takes_all(play.active) and not rules.harvest["takes_all"]["sweep"]:
        return
    last = not state.stock and not any(map(state.hand_size, range(rules.players)))
    if rules.clearing["last_sweep"] or not last:
        state.sweeps[play.seat] += 1


def _rest_of_turn(rules: FishingRules, state: FishingState, seat: int) -> list[PendingStep]:
    """The steps that follow the turn's own play: effects that wait already, drawing, clearing emptied fields, and the
    end of the turn; empty if it ends at once."""
    queue = [step for step in state.queue if step.kind not in (DRAW, CLEAR, END)]
    if rules.goes_on_before_clearing:
        queue.append(PendingStep(DRAW, seat))
        if _owes_after_drawing(rules, state, seat):
            queue.append(PendingStep(DRAW, seat))
    queue += [PendingStep(CLEAR, seat, field) for field in state.cleared]
    force = state.force
    if queue or force.extra or force.repeat or force.swap:
        queue.append(PendingStep(END, seat))
    return queue


def _owes_after_drawing(rules: FishingRules, state: FishingState, seat: int) -> bool:
    """Whether a player who played the whole hand at once still owes an extra play, and draws cards for it."""
    if not rules.harvest["whole_hand"] or state.hand_size(seat):
        return False
    for extra in effects.extras(rules, state):
        if extra.argument["must"] and extra.argument["whole_hand"] == "draws":
            return True
    return False


def _covers(rules: FishingRules, state: FishingState, play: Play, emptied: list[int]) -> None:
    """Put a hidden card under a sown card where a Luminary says so. Hidden cards under cards taken must be turned up;
    their field is then not `emptied`, if they stay there."""
    if play.action == SOW and in_field(state.force.cover, play.field):
        effects.cover(state, state.fields[play.field][-1])
    stay_hidden = play.action == SOW or (play.action == STOCKPILE and not rules.uncovered_by_stockpile)
    if stay_hidden or not state.covered:
        return
    goes_along = rules.uncovered_goes_along and play.action == HARVEST
    for field, lying, _ in play.elements:
        number = sum(state.covered.pop(card, 0) for card in members(lying.cards))
        if number:
            goes_to = "pile" if goes_along else "field"
            state.queue.insert(0, PendingStep("uncover", play.seat, field, number, argument=goes_to))
            if field in emptied and not goes_along:
                emptied.remove(field)


def check_decline(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """What is wrong with ending the turn, or declining what the first step asks for; empty if that is allowed."""
    step = state.queue[0]
    if step.kind in (DRAW, END) and not step.name:
        duty = effects.duty(rules, state)
        if duty is not None:
            return (step_kinds.missing_play(rules, state, duty)._replace(at=event.at),)
    if steps.may_pass(rules, state, step):
        return ()
    message = f"{state.players[step.seat]} cannot decline this: {steps.describe(rules, state, step)}"
    return (Finding("order", message, step.seat, word=step.word, at=event.at, bars=True),)


def states_before(rules: FishingRules, state: FishingState) -> Iterator[FishingState]:
    """Yield the states in which the next event may happen, as the log may omit things before it: this state first, then
    later ones."""
    yield state
    if rounds.deals_hands_only(state):
        here = state.copy()
        rounds.deal_unseen(rules, here)
        yield from states_before(rules, here)
    if state.phase != PLAY or not state.queue or check_decline(rules, state, Event("done", True)):
        return
    fields = [-1]
    if state.queue[0].kind == CLEAR:
        fields = step_kinds.clearable(state)
    for field in fields:
        here = state.copy()
        step_kinds.clear_first(here, field)
        steps.pass_over(rules, here)
        yield from states_before(rules, here)


def check_swap(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield everything wrong with a swap of cards in hand for cards on the board."""
    seat = state.turn
    if event.seat not in (None, seat):
        yield out_of_turn(state, event.seat, "swaps")
        return
    swap = swap_open(rules, state)
    if swap is None:
        yield _no_swap(rules, state)._replace(at=event.at)
        return
    pairs: dict[int, int] = event.value
    for fault in _check_swap_size(rules, state, swap, pairs):
        yield fault._replace(at=event.at)
    for given, wanted in pairs.items():
        at = event.at + (rules.deck.ids[given],)
        for fault in _check_swapped(rules, state, swap, given, wanted):
            yield fault._replace(at=at)


def _no_swap(rules: FishingRules, state: FishingState) -> Finding:
    """The finding that no swap is open to the player."""
    who = state.players[state.turn]
    confinement = state.force.confinement
    if confinement is None:
        message = f"{who} swaps a card; no Luminary that allows it lies open, or it has been done this turn"
        return Finding("luminaries", message, state.turn)
    only = field_name(rules, state, confinement.field)
    message = f"{who} swaps a card; while {confinement.name} lies open cards are only played, and into {only}"
    return Finding("luminaries", message, state.turn, word=confinement.word)


def _rule_of_swap(swap: FaceUp) -> str:
    """Return the rule of a swap: of a Luminary that lies open, or of one that is claimed, which has no name then."""
    if swap.name:
        return "luminaries"
    return "claiming"


def _check_swap_size(rules: FishingRules, state: FishingState, swap: FaceUp, pairs: dict[int, int]) -> Faults:
    """Yield that the hand cannot have all the cards given, or that more or fewer are swapped than may be."""
    seat = state.turn
    who = state.players[seat]
    hidden = state.hidden[seat]
    number = swap.argument["cards"]
    unseen = mask_of(pairs) & ~state.hands[seat] & ~state.located
    if unseen.bit_count() > hidden > 0:
        was = "was" if hidden == 1 else "were"
        message = f"{who} gives {rules.names(unseen)}, but only {number_of(hidden, 'cards')} in hand {was} not seen"
        yield Finding("hand", f"{message}; {who} holds {rules.names(state.hands[seat])}", seat, bars=True)
    if len(pairs) > number or (len(pairs) < number and not swap.argument["fewer"]):
        right = f"{number}"
        if swap.argument["fewer"]:
            right = f"{number} at most"
        message = f"{who} swaps {number_of(len(pairs), 'cards')}; it must be {right}"
        yield Finding(_rule_of_swap(swap), message, seat, word=swap.word)


def _check_swapped(rules: FishingRules, state: FishingState, swap: FaceUp, given: int, wanted: int) -> Faults:
    """Yield that a card given cannot be in the hand, or that the card taken for it does not lie loose in a field of the
    swap."""
    seat = state.turn
    who = state.players[seat]
    rule = _rule_of_swap(swap)
    if not state.hands[seat] >> given & 1 and (state.located >> given & 1 or not state.hidden[seat]):
        holds = f"{who} holds {rules.names(state.hands[seat])}"
        message = f"{who} gives {rules.deck.ids[given]}, which is not in hand; {holds}"
        yield Finding("hand", message, seat, bars=not rounds.in_hands(state, seat, 1 << given))
    takes = f"{who} takes {rules.deck.ids[wanted]}"
    there = _where(state, wanted)
    if there is None:
        yield Finding(rule, f"{takes}, which lies in no field", seat, bars=True)
        return
    field, one = there
    if one.sets:
        message = f"{takes} out of {lying_text(rules, one)}; cards of a {rules.called} are not swapped"
        yield Finding(rule, message, seat, word=swap.word, bars=True)
    elif field not in swap.fields:
        here = field_name(rules, state, swap.fields[0])  # or the swap is with every field
        message = f"{takes}, which lies in {field_name(rules, state, field)}; the swap is with {here}"
        yield Finding(rule, message, seat, word=swap.word)


def _where(state: FishingState, card: int) -> tuple[int, Lying] | None:
    """Return the field in which a card lies, and the thing that it is or is part of; None if it lies in no field."""
    for field, one in state.everything():
        if one.cards >> card & 1:
            return field, one
    return None


def swap_open(rules: FishingRules, state: FishingState) -> FaceUp | None:
    """The swap that is open now: one won by claiming a Luminary (without a name), or that of one lying open; None if
    there is none."""
    if state.queue:
        head = state.queue[0]
        if head.kind == "swap":
            argument = ChainMap({"cards": head.number}, head.argument)
            return FaceUp("", head.field, argument, (*head.word, "claim", "swap"), effects.swap_fields(rules, head))
        if head.kind not in (DRAW, END):
            return None
    for swap in effects.swaps(rules, state):
        return swap
    return None


def swap(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Exchange cards of a hand for cards on the board, each in the other's place."""
    open_now = swap_open(rules, state)
    seat = state.turn
    if open_now is not None and open_now.name:
        state.used[open_now.name] = "swap"
    elif open_now is not None:
        state.queue.pop(0)
    for given, wanted in event.value.items():
        rounds.leave_hand(state, seat, 1 << given)
        state.hands[seat] |= 1 << wanted
        state.order[seat] = _after_swap(state.order[seat], given, wanted)
        for lying in state.fields:
            for place, one in enumerate(lying):
                if one.cards == 1 << wanted:
                    lying[place] = one._replace(cards=1 << given)
        if wanted in state.covered:
            state.covered[given] = state.covered.pop(wanted)
    steps.advance(rules, state)


def _after_swap(order: list[int], given: int, wanted: int) -> list[int]:
    """Return the order of a hand in which a card takes the place of another; it may have been in that hand before."""
    cards = [card for card in order if card != wanted]
    if given in cards:
        cards[cards.index(given)] = wanted
    return cards


def superfluous(state: FishingState, event: Event) -> bool:
    """Whether an event that ends a turn only repeats that the last turn is over, as nothing has been done since."""
    untouched = not (state.queue or state.own or state.used)
    return untouched and state.ended >= 0 and event.seat in (None, state.ended)


def check_pass(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """What is wrong with a `done:`: the turn is not over, a choice may not be declined, or there is a card that can be
    played."""
    if state.queue:
        return check_decline(rules, state, event)
    if superfluous(state, event):
        return ()
    return check_no_play(rules, state, event)


def check_no_play(rules: FishingRules, state: FishingState, event: Event) -> tuple[Finding, ...]:
    """What is wrong with a turn without a play: another player's turn, or a play is possible."""
    seat = state.turn
    if event.seat not in (None, seat):
        return (out_of_turn(state, event.seat, "passes"),)
    can = _can_play(rules, state, seat)
    if not can:
        return ()
    return (Finding("turn", f"{state.players[seat]} passes, {can}", seat, at=event.at, bars=True),)


def _can_play(rules: FishingRules, state: FishingState, seat: int) -> str:
    """The end of a sentence saying that a player can play, with an example; empty if nothing can be played, as far as
    is known."""
    if not state.hidden[seat]:
        able = plays.legal(rules, state, seat).plays
        if able:
            return f"but can play, as in: {move_text(rules, state, able[0])}"
        return ""
    if not rules.sow["while_owning"] and state.stockpiles_of(seat):
        return ""
    for field in range(rules.fields):
        if effects.ban(rules, state, SOW, field) is None:
            return f"but any card can be played {within(rules, state, field)}"
    return ""


def pass_turn(rules: FishingRules, state: FishingState, event: Event) -> None:
    """End a turn without a play, or pass over the first step. If nobody who holds cards can play, the round ends."""
    if state.queue:
        steps.pass_over(rules, state)
        return
    if superfluous(state, event) and (state.phase != PLAY or check_no_play(rules, state, event)):
        return
    state.count("passes")
    holding = [seat for seat in range(rules.players) if state.hand_size(seat)]
    if state.plays["passes"] < len(holding):
        rounds.end_turn(rules, state)
        return
    state.plays["passes"] = 0
    rounds.end_round(rules, state)
