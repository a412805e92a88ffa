"""Sowing, harvesting and stockpiling: what may be wrong with a play, and how it happens.

Every question about a play goes through the same three functions of what is played and what lies there, whether it is judged,
listed or drawn at random: `bans` for the field, `values_of` for what may be harvested, `passive` for what must be held.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import members
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.engines.fishing import matching
from referee.engines.fishing.board import Element, Play, field_name, season, short_name
from referee.engines.fishing.notation import written
from referee.engines.fishing.powers import InForce
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.terms import HARVEST, ONLY_ITS_LIKE, SOW, STOCKPILE, Terms

BANNED = {SOW: "sowing", HARVEST: "harvesting", STOCKPILE: "stockpiling"}


def ban(terms: Terms, state: State, action: str, field: int, force: InForce) -> Pointer | None:
    """The word that forbids this action in this field now, if there is one: its season, or a Luminary."""
    if force.confined is not None:
        if field != force.confined[0]:
            return force.confined[2]
        if not force.confined[1]:
            return None
    here = (action, season(terms, state, field))
    if here in force.barred:
        return force.barred[here]
    return None if here in force.allowed else terms.forbids.get(here)


def check(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    """Everything that is wrong with a play: the cards, the field, then what is taken or made."""
    force = terms.force(state.face_up())
    yield from check_cards(terms, state, play)
    yield from _check_field(terms, state, play, force)
    yield from _check_number(terms, state, play, force)
    twice = _named_twice(play)
    if twice:
        text = written(terms, twice)
        message = f"{state.players[play.seat]} names {text} in two sets; each card is in one set at most"
        yield Fault(play.action, message, play.seat, bars=True)
        return
    if play.action == SOW:
        yield from _check_sow(terms, state, play)
    elif play.action == HARVEST:
        yield from _check_harvest(terms, state, play, force)
    else:
        yield from _check_stockpile(terms, state, play)


def check_cards(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    """Whether the cards can be in the player's hand."""
    seat = play.seat
    unknown = play.active & ~state.hands[seat]
    if not unknown:
        return
    who = state.players[seat]
    elsewhere = unknown & state.located
    out = unknown & ~terms.pack
    if out:
        message = f"{who} plays {terms.names(out)}, which is left out with {terms.players} players"
        yield Fault("deck", message, seat, word=("left_out",), bars=True)
    elif elsewhere or unknown.bit_count() > state.hidden[seat]:
        name = terms.names(elsewhere or unknown)
        where = place_of(terms, state, elsewhere) if elsewhere else ""
        held = f"holds {terms.names(state.hands[seat])}" if not state.hidden[seat] else "cannot hold it"
        message = f"{who} plays {name}, which {where or 'is not in that hand'}; {who} {held}"
        yield Fault("hand", message, seat, bars=True)


def place_of(terms: Terms, state: State, cards: int) -> str:
    """Where the first of some known cards is, as the end of a sentence: 'lies in the Spring field'."""
    card = cards & -cards
    for field, lying in state.everything():
        if lying.cards & card:
            inside = f" inside {written(terms, lying)}" if lying.sets else ""
            return f"lies{inside} {'on' if not terms.seasons else 'in'} {field_name(terms, state, field)}"
    for seat, who in enumerate(state.players):
        if state.hands[seat] & card:
            return f"is in {who}'s hand"
        if state.piles[seat] & card:
            return f"is in {who}'s harvest pile"
    return "is out of the round"


def _check_field(terms: Terms, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    who, place = state.players[play.seat], field_name(terms, state, play.field)
    if play.extra:
        if force.confined is not None and force.confined[0] != play.field:
            yield _confined(terms, state, play, force)
        return
    word = ban(terms, state, play.action, play.field, force)
    if word is None:
        return
    if force.confined is not None and word == force.confined[2]:
        yield _confined(terms, state, play, force)
        return
    open_in = [
        short_name(terms, state, field)
        for field in range(terms.fields)
        if ban(terms, state, play.action, field, force) is None
    ]
    right = f"{BANNED[play.action]} is allowed in {', '.join(open_in)}" if open_in else "no field allows it now"
    by = f" while {word[2]} lies open" if word[0] == "luminaries" else ""
    message = f"{who} plays a {play.action} in {place}, where {BANNED[play.action]} is barred{by}; {right}"
    yield Fault("luminaries" if by else "seasons", message, play.seat, word=word)


def _confined(terms: Terms, state: State, play: Play, force: InForce) -> Fault:
    field, _, word = force.confined or (0, False, ())
    only, there = field_name(terms, state, field), field_name(terms, state, play.field)
    message = f"{state.players[play.seat]} acts in {there}; while {word[2]} lies open everybody acts in {only} only"
    return Fault("luminaries", message, play.seat, word=word)


def _check_number(terms: Terms, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Whether so many cards may be played as one."""
    number = play.active.bit_count()
    if number == 1:
        return
    who, seat = state.players[play.seat], play.seat
    if play.action != HARVEST:
        message = f"{who} plays {terms.names(play.active)} for one {play.action}; it is made with a single card"
        yield Fault(play.action, message, seat)
        return
    if terms.whole_hand and number == state.held(seat) == terms.draw_up:
        return
    together = force.together.get(play.field)
    if together is None or number > together.most:
        allowed = 1 if together is None else together.most
        message = f"{who} plays {terms.names(play.active)} together; a harvest in {field_name(terms, state, play.field)} is made with {'one card' if allowed == 1 else f'{allowed} cards at most'}"
        yield Fault(HARVEST, message, seat, word=together.word if together else ())


def _named_twice(play: Play) -> Lying | None:
    seen = 0
    for elements in play.sets:
        for one in elements:
            if seen & one.lying.cards:
                return one.lying
            seen |= one.lying.cards
    return None


def _check_sow(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    if terms.sow_while_owning:
        return
    owned = [one for _, one in state.everything() if one.sets and one.owner == play.seat]
    if owned:
        pile = written(terms, owned[0])
        message = (
            f"{state.players[play.seat]} lays a card down while owning {pile}; it is to be taken or built on first"
        )
        yield Fault(SOW, message, play.seat, word=("sow", "while_owning"))


def _check_harvest(terms: Terms, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    who, seat = state.players[play.seat], play.seat
    if any(one.played for elements in play.sets for one in elements):
        name = terms.names(play.active)
        yield Fault(HARVEST, f"{who} takes {name} with itself; only what lies in a field is taken", seat, bars=True)
        return
    possible = values_of(terms, play)
    reached = sorted(possible)
    for elements in play.sets:
        loose = _lone_locked(terms, elements, allowed=terms.locked_in_harvest)
        if loose is not None:
            message = f"{who} adds {written(terms, loose)} to other cards; a multiple stockpile is taken by its own value only"
            yield Fault("stockpile", message, seat, word=("harvest", "multiple_in_sums"))
            return
        totals = set_totals(terms, elements)
        if not terms.both_values:
            reached = [value for value in reached if value in totals]
        if not (totals & possible) or not reached:
            yield _wrong_sum(terms, state, play, elements, totals, sorted(possible))
            return
    if not terms.sums and any(len(elements) > 1 for elements in play.sets):
        yield Fault(
            HARVEST, f"{who} takes cards by their sum; only equal cards are taken", seat, word=("harvest", "sums")
        )
    if not terms.several and len(play.sets) > 1:
        yield Fault(HARVEST, f"{who} takes {len(play.sets)} sets; a card takes one", seat, word=("harvest", "several"))
    yield from _check_equal(terms, state, play)
    yield from _check_ripe(terms, state, play)
    yield from _check_reach(terms, state, play, force)
    yield from _check_single(terms, state, play, force, reached)


def _check_ripe(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    """Whether a stockpile is harvested in the turn that made it, where it may not be."""
    if not terms.ripe_next_turn or not state.fused:
        return
    for elements in play.sets:
        for one in elements:
            if one.lying.cards in state.fused:
                text = written(terms, one.lying)
                message = (
                    f"{state.players[play.seat]} takes {text}, which was made this turn; it is taken in a later turn"
                )
                yield Fault("stockpile", message, play.seat, word=("stockpile", "ripe"))


def _check_equal(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    lone = [elements[0].lying for elements in play.sets if len(elements) == 1 and not elements[0].lying.sets]
    if len(lone) < 2:
        return
    only_its_like = [one for one in lone if terms.values[one.cards.bit_length() - 1][0] >= ONLY_ITS_LIKE]
    if not terms.equal_cards or (len(only_its_like) > 1 and not terms.equal_faces):
        names = " and ".join(written(terms, one) for one in lone[:2])
        path = ("harvest", "equal_cards" if not terms.equal_cards else "equal_faces")
        message = f"{state.players[play.seat]} takes {names} as two equal cards; a card takes one of its like"
        yield Fault(HARVEST, message, play.seat, word=path)


def _check_reach(terms: Terms, state: State, play: Play, force: InForce) -> Iterator[Fault]:
    """Whether a harvest that takes from several fields may."""
    reach = force.reach.get(play.field)
    if reach is None:
        return
    who, seat, own = state.players[play.seat], play.seat, field_name(terms, state, play.field)
    fields = {one.field for elements in play.sets for one in elements}
    if play.field not in fields:
        message = f"{who} takes nothing from {own}; a harvest takes at least one card from the field where it is made"
        yield Fault(HARVEST, message, seat, word=reach.word)
    for elements in play.sets:
        if len({one.field for one in elements}) > 1 and not reach.mixed:
            text = "+".join(written(terms, one.lying) for one in elements)
            yield Fault(
                HARVEST, f"{who} makes {text} of cards in two fields; each set lies in one", seat, word=reach.word
            )
    if reach.seasons:
        for field in sorted(fields - {play.field}):
            word = ban(terms, state, HARVEST, field, force)
            if word is not None:
                message = f"{who} harvests in {field_name(terms, state, field)}, too, where harvesting is barred"
                yield Fault("seasons", message, seat, word=word)


def _check_single(terms: Terms, state: State, play: Play, force: InForce, reached: Sequence[int]) -> Iterator[Fault]:
    together = force.together.get(play.field)
    if play.active.bit_count() == 1 or together is None or not together.single:
        return
    single = {
        value
        for one in state.fields[play.field]
        for value in ((one.value,) if one.sets else terms.values[one.cards.bit_length() - 1])
        if not (one.locked or (one.sets and together.loose))
    }
    if not single & set(reached):
        total = " or ".join(map(str, reached))
        message = f"{state.players[play.seat]} plays {terms.names(play.active)} as {total}; no single card in {field_name(terms, state, play.field)} has that value"
        yield Fault(HARVEST, message, play.seat, word=together.word)


def values_of(terms: Terms, play: Play) -> set[int]:
    """The values that the cards played may have, added."""
    return matching.totals(play.values)


def set_totals(terms: Terms, elements: Sequence[Element]) -> set[int]:
    """Everything that a set may add up to."""
    if len(elements) > 1 and any(_only_its_like(terms, one) for one in elements):
        return set()
    return matching.totals(_element_values(terms, one) for one in elements)


def _element_values(terms: Terms, one: Element) -> tuple[int, ...]:
    if one.value is not None and not one.lying.sets:
        return (one.value,)
    return (one.lying.value,) if one.lying.sets else terms.values[one.lying.cards.bit_length() - 1]


def _only_its_like(terms: Terms, one: Element) -> bool:
    return not one.lying.sets and terms.values[one.lying.cards.bit_length() - 1][0] >= ONLY_ITS_LIKE


def _lone_locked(terms: Terms, elements: Sequence[Element], *, allowed: bool) -> Lying | None:
    """A multiple stockpile that is a term of a sum although it may not be."""
    if allowed or len(elements) == 1:
        return None
    return next((one.lying for one in elements if one.lying.locked), None)


def _wrong_sum(
    terms: Terms, state: State, play: Play, elements: Sequence[Element], totals: set[int], wanted: Sequence[int]
) -> Fault:
    text = "+".join(written(terms, one.lying) for one in elements)
    who = state.players[play.seat]
    if len(wanted) > 1 and totals & set(wanted):
        played = terms.names(play.active)
        message = f"{who} harvests with {played} at two values; it has one value in a play, {' or '.join(map(terms.worth, wanted))}"
        return Fault(HARVEST, message, play.seat, word=("harvest", "both_values"))
    worth = " or ".join(terms.worth(total) for total in sorted(totals)) or "no sum"
    need = " or ".join(map(terms.worth, wanted))
    by = "+".join(terms.deck.ids[card] for card in members(play.active))
    return Fault(HARVEST, f"{who} takes {text}, which is {worth}, with {by}; it must be {need}", play.seat)


def _check_stockpile(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    who, seat = state.players[play.seat], play.seat
    if not terms.stockpiles:
        yield Fault(STOCKPILE, f"{who} makes a stockpile; this game has none", seat, word=("stockpile", "allowed"))
        return
    mine = [elements for elements in play.sets if any(one.played for one in elements)]
    if not mine:
        name = terms.names(play.active)
        yield Fault(
            STOCKPILE, f"{who} leaves {name} out of the stockpile; the card played is part of it", seat, bars=True
        )
        return
    if not any(not one.played for elements in play.sets for one in elements):
        message = (
            f"{who} makes a stockpile of {terms.names(play.active)} alone; at least one card of the field belongs to it"
        )
        yield Fault(STOCKPILE, message, seat)
        return
    for elements in play.sets:
        locked = _lone_locked(terms, elements, allowed=terms.locked_in_stockpile)
        if locked is not None:
            message = f"{who} makes {play.make} of {written(terms, locked)}; a multiple stockpile keeps its value, {locked.value}"
            yield Fault(STOCKPILE, message, seat, word=("stockpile", "multiple_in_sums"))
            return
        totals = set_totals(terms, elements)
        if play.make not in totals:
            text = "+".join(written(terms, one.lying) for one in elements)
            worth = " or ".join(terms.worth(total) for total in sorted(totals)) or "no sum"
            yield Fault(STOCKPILE, f"{who} makes {play.make} of {text}, which is {worth}", seat)
            return
    yield from _check_passive(terms, state, play)


def passive(terms: Terms, state: State, play: Play) -> int:
    """The cards that the player keeps and is known to hold whose value a stockpile may have."""
    return state.hands[play.seat] & ~play.active & terms.of_value.get(play.make, 0)


def _check_passive(terms: Terms, state: State, play: Play) -> Iterator[Fault]:
    if terms.passive_said or passive(terms, state, play):
        return
    seat, who = play.seat, state.players[play.seat]
    able = terms.of_value.get(play.make, 0) & terms.pack
    if not able:
        message = f"{who} makes a stockpile of {play.make}; no card has that value"
        yield Fault(STOCKPILE, message, seat)
        return
    unknown = state.hidden[seat] - (play.active & ~state.hands[seat]).bit_count()
    if unknown > 0 and able & ~state.located & ~play.active:
        return
    kept = terms.names(state.hands[seat] & ~play.active)
    holds = f"keeps {kept}" if not unknown else "cannot hold one: all of them are elsewhere"
    message = f"{who} makes a stockpile of {play.make} without another card of that value in hand; {who} {holds}"
    yield Fault(STOCKPILE, message, seat)


def stockpiled(terms: Terms, play: Play) -> Lying:
    """The stockpile that a play makes."""
    sets: list[int] = []
    for elements in play.sets:
        if len(elements) == 1 and elements[0].lying.sets:
            sets += elements[0].lying.sets
        else:
            sets.append(_cards(elements))
    cards = 0
    for mask in sets:
        cards |= mask
    return Lying(cards, play.make, tuple(sets), play.seat if terms.owned else -1)


def _cards(elements: Sequence[Element]) -> int:
    cards = 0
    for one in elements:
        cards |= one.lying.cards
    return cards


def leave_hand(state: State, seat: int, cards: int) -> None:
    """Takes cards out of a hand, known there or not; they are seen from now on."""
    known = state.hands[seat] & cards
    state.hands[seat] ^= known
    state.hidden[seat] -= (cards ^ known).bit_count()
    state.located |= cards


def lay(terms: Terms, state: State, play: Play) -> list[int]:
    """Makes a play happen on the board; the fields that it emptied."""
    leave_hand(state, play.seat, play.active)
    if play.action == SOW:
        state.fields[play.field].append(Lying(play.active))
        return []
    taken = {one.lying for elements in play.sets for one in elements if not one.played}
    if play.action == STOCKPILE:
        kept = [one for one in state.fields[play.field] if one not in taken]
        state.fields[play.field] = [*kept, stockpiled(terms, play)]
        return []
    cards = play.active
    for one in taken:
        cards |= one.cards
    state.piles[play.seat] |= cards
    state.last_taker = play.seat
    emptied = []
    for field, lying in enumerate(state.fields):
        left = [one for one in lying if one not in taken]
        if len(left) < len(lying):
            state.fields[field] = left
            if not left:
                emptied.append(field)
    return emptied
