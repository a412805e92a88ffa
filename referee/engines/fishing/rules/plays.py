"""Plays: what may be wrong with a sow, a harvest or a stockpile, and how it happens on the board.

The same functions judge a play, list what is legal and draw plays at random: `bans` for the field, `harvests` and
`stockpiles` for the sets, `hands` for the cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.findings import Fault
from referee.engines.fishing.rules import bans, candidates, hands, harvests, stockpiles
from referee.engines.fishing.rules.board import Play, field_name, move_text, within
from referee.engines.fishing.rules.extras import extras, owed
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.powers import InForce


def check(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Everything that is wrong with a play: the cards, the field, then what is taken or made."""
    force = rules.in_force(state)
    if play.active & ~state.hands[play.seat]:
        yield from hands.check(rules, state, play)
    if rules.in_order:
        yield from hands.check_order(rules, state, play)
    if play.extra or bans.ban(rules, state, play.action, play.field, force) is not None:
        yield from bans.check(rules, state, play, force)
    if play.active & play.active - 1:
        yield from _check_number(rules, state, play, force)
    if force.extras:
        yield from _check_left(rules, state, play) if play.extra else _check_last(rules, state, play)
    twice = _named_twice(play)
    if twice:
        text = written(rules, twice)
        message = f"{state.players[play.seat]} names {text} in two sets; each card is in one set at most"
        yield Fault(play.action, message, play.seat, bars=True)
        return
    if play.action == SOW:
        yield from _check_sow(rules, state, play)
    elif play.action == HARVEST:
        yield from harvests.check(rules, state, play, force)
    else:
        yield from stockpiles.check(rules, state, play)
    yield from stockpiles.check_kept(rules, state, play)


def _check_last(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether the last card of a hand is owed to a Luminary."""
    extra = owed(rules, state) if state.held(play.seat) == 1 else None
    if extra is None or not extra.last or state.own == (extra.action, extra.field):
        yield from _check_left(rules, state, play)
        return
    who, place = state.players[play.seat], field_name(rules, state, extra.field)
    message = f"{who} plays the last card for a {play.action}; {extra.name} demands a {extra.action} in {place}"
    yield Fault("luminaries", message, play.seat, word=extra.word)


def _check_left(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether a play of several cards, or one that nobody had to make, leaves a card for what the turn still demands."""
    force = rules.in_force(state)
    done = play.extra or state.own
    duties = [one for one in extras(rules, state) if one.must and done not in (one.name, (one.action, one.field))]
    if not rules.extra_after_clearing:
        duties = [
            extra for extra in duties if extra.field not in state.cleared and not _empties(state, play, extra.field)
        ]
    number, held = play.active.bit_count(), state.held(play.seat)
    choice = any(one.name == play.extra and not one.must for one in force.extras)
    choice |= any(one.name == play.extra for one in force.repeats)
    own_to_come = bool(play.extra) and state.own is None
    if not duties or held - number >= min(len(duties) + own_to_come, held if choice else held - 1):
        return
    who, place = state.players[play.seat], field_name(rules, state, duties[0].field)
    does = f"{who} plays {rules.names(play.active)}{' together' if number > 1 else ''} for a {play.action}"
    message = f"{does} and keeps too few cards for the {duties[0].action} in {place}, which {duties[0].name} demands"
    yield Fault("luminaries", message, play.seat, word=duties[0].word)


def _empties(state: State, play: Play, field: int) -> bool:
    """Whether a harvest takes all that lies in a field."""
    taken = {one.lying for elements in play.sets for one in elements}
    return play.action == HARVEST and all(one in taken for one in state.fields[field])


def _check_number(rules: CompiledRules, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Whether this number of cards may be played as one."""
    number = play.active.bit_count()
    if number == 1:
        return
    who, seat = state.players[play.seat], play.seat
    if play.action != HARVEST:
        message = f"{who} plays {rules.names(play.active)} for one {play.action}; it is made with a single card"
        yield Fault(play.action, message, seat)
        return
    if rules.whole_hand and number == state.held(seat) == rules.draw_up:
        return
    together = force.together.get(play.field)
    if together is None or number > together.most:
        most = "one card" if together is None else f"{together.most} cards at most"
        place = within(rules, state, play.field)
        message = f"{who} plays {rules.names(play.active)} together; a harvest {place} is made with {most}"
        yield Fault(HARVEST, message, seat, word=together.word if together else ())


def _named_twice(play: Play) -> Lying | None:
    seen = 0
    for elements in play.sets:
        for _, lying, _ in elements:
            if seen & lying.cards:
                return lying
            seen |= lying.cards
    return None


def _check_sow(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    if not rules.sow_while_capturing and not play.extra:
        yield from check_capturing(rules, state, play)
    if rules.sow_while_owning:
        return
    owned = [one for _, one in state.everything() if one.sets and one.owner == play.seat]
    if owned:
        pile = written(rules, owned[0])
        name = rules.names(play.active)
        message = f"{state.players[play.seat]} sows {name} while owning {pile}"
        message += f"; the owner of a {rules.called} harvests or {rules.called}s"
        yield Fault(SOW, message, play.seat, word=("sow", "while_owning"))


def check_capturing(rules: CompiledRules, state: State, play: Play) -> Iterator[Fault]:
    """Whether the card could capture something, where a card that can is not sown."""
    force, card = rules.in_force(state), play.active.bit_length() - 1
    for field in range(rules.fields):
        if not candidates.might_harvest(rules, state, field, card, force):
            continue
        if bans.ban(rules, state, HARVEST, field, force) is not None:
            continue
        for other in candidates.of_card(rules, state, play.seat, card, field, HARVEST).plays:
            if not any(check(rules, state, other)):
                who, example = state.players[play.seat], move_text(rules, state, other)
                message = f"{who} sows {rules.names(play.active)}, which can capture, as in: {example}"
                yield Fault(SOW, message, play.seat, word=("sow", "while_capturing"))
                return


def lay(rules: CompiledRules, state: State, play: Play) -> list[int]:
    """Makes a play happen on the board; the fields that it emptied, its own first and then clockwise."""
    hands.leave_hand(state, play.seat, play.active)
    if play.action == SOW:
        state.fields[play.field].append(Lying(play.active))
        return []
    cards, fields = play.active, set()
    for elements in play.sets:
        for field, lying, _ in elements:
            if field >= 0:
                cards |= lying.cards
                fields.add(field)
    for field in fields:
        state.fields[field] = [one for one in state.fields[field] if not one.cards & cards]
    if play.action == STOCKPILE:
        state.fields[play.field].append(stockpiles.stockpiled(rules, play))
        return []
    state.piles[rules.keeper[play.seat]] |= cards
    state.last_taker = play.seat
    clockwise = sorted(fields, key=lambda field: (field - play.field) % rules.fields)
    return [field for field in clockwise if not state.fields[field]]
