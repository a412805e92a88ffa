"""A move put on the board: which field it is in, and which things that lie there it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

from referee.core.cards import members
from referee.core.findings import Fault
from referee.core.wording import listed as listed_words
from referee.engines.fishing.rules.notation import Move, Named, written
from referee.engines.fishing.state import Lying, State
from referee.engines.fishing.words.compiled import HARVEST, SOW, STOCKPILE, TABLE, CompiledRules

MOST_MEANT = 20
"""The most meanings of stockpiles in a move that are tried."""


class Element(NamedTuple):
    """A thing in a set: what lies in a field, or the played card (`field` -1), and the value that the move fixes, if any."""

    field: int
    lying: Lying
    value: int | None

    @property
    def played(self) -> bool:
        """Whether this is the card just played."""
        return self.field < 0


class Play(NamedTuple):
    """A move on the board: its field, the cards played, the sets as elements, the value made, who plays, for which Luminary."""

    action: str
    seat: int
    field: int
    active: int
    sets: tuple[tuple[Element, ...], ...]
    make: int
    values: tuple[tuple[int, ...], ...]
    """The values that each of the played cards may have."""
    turn: str
    extra: str


class Misplaced(Exception):  # noqa: N818 - what a move is
    """A move names something that is not on the board; `fault` says what."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


def season(rules: CompiledRules, state: State, field: int) -> str:
    """The season of a field now; '' in a game without a box."""
    return rules.seasons[(field + state.turned) % rules.fields] if rules.seasons else ""


def season_of(rules: CompiledRules, state: State, card: int) -> str:
    """The season of a card now; '' for one that has none."""
    return state.named.get(rules.deck.cards[card].suit) or rules.season_of[card] or ""


def field_in(rules: CompiledRules, state: State, name: str) -> int:
    """The field at this place, or that has this season now."""
    if name == TABLE:
        return 0
    if name in rules.places:
        return rules.places.index(name)
    return (rules.seasons.index(name) - state.turned) % rules.fields


def field_name(rules: CompiledRules, state: State, field: int) -> str:
    """A field as people say it: 'the Spring field', or 'the table'."""
    return f"the {season(rules, state, field)} field" if rules.seasons else "the table"


def before_turning(rules: CompiledRules, state: State, name: str, field: int) -> str:
    """The end of a message, where a field was named by the season that it had before the box turned; else nothing."""
    if name not in rules.seasons or state.turned == state.turned_from:
        return ""
    if (field + state.turned_from) % rules.fields != rules.seasons.index(name):
        return ""
    return f"; {field_name(rules, state, field)} was {name} before the box turned"


def within(rules: CompiledRules, state: State, field: int) -> str:
    """Where something lies: 'in the Spring field', or 'on the table'."""
    return f"{'in' if rules.seasons else 'on'} {field_name(rules, state, field)}"


def short_name(rules: CompiledRules, state: State, field: int) -> str:
    """A field as logs name it: its season, or 'table'."""
    return season(rules, state, field) or TABLE


def listed(rules: CompiledRules, lying: Sequence[Lying]) -> str:
    """What lies in a field, in notation."""
    return " ".join(written(rules, one) for one in lying) or "nothing"


def put(rules: CompiledRules, state: State, move: Move, seat: int) -> Play:
    """The move on this board. Raises Misplaced."""
    field = _field(rules, state, move, seat)
    reach = rules.in_force(state).reach.get(field) if move.action == HARVEST else None
    fields = (field, *(reach.fields if reach else ()))
    here = state.fields[field]
    sets = []
    piles: list[Lying] = []
    for named in move.sets:
        elements = []
        for one in named:
            lying = Lying(one.cards)
            if not one.kind and lying in here:
                elements.append(Element(field, lying, one.value))
            else:
                elements.append(_element(rules, state, move, one, fields, seat, piles))
                piles.append(elements[-1].lying)
        sets.append(tuple(elements))
    return Play(move.action, seat, field, move.cards, tuple(sets), move.make or 0, move.values, move.turn, move.extra)


def with_stockpiles(rules: CompiledRules, state: State, move: Move) -> Iterator[Move]:
    """A move with the cards of the stockpiles that it names by their value alone: each of those that it may mean."""
    if not move.vague:
        yield move
        return
    vague = [one for named in move.sets for one in named if one.kind and not one.cards]
    lying = [[thing.cards for _, thing in state.everything() if _is(one, thing)] for one in vague]
    for meant in islice(product(*lying), MOST_MEANT):
        cards = iter(meant)
        sets = [[one if one.cards else one._replace(cards=next(cards)) for one in named] for named in move.sets]
        yield move._replace(sets=tuple(map(tuple, sets)))


def _field(rules: CompiledRules, state: State, move: Move, seat: int) -> int:
    """Where a move is made: the field that it names, the only one, or the one where all that it takes lies."""
    if move.field:
        return field_in(rules, state, move.field)
    force = rules.in_force(state)
    if force.confined is not None:
        return force.confined[0]
    if rules.fields == 1:
        return 0
    found = {
        field
        for named in move.sets
        for one in named
        for field, lying in state.everything()
        if lying.cards & one.cards and not one.cards & move.cards
    }
    if len(found) == 1:
        return found.pop()
    named = {field for pile in move.sets for one in pile for field, lying in state.everything() if _is(one, lying)}
    if len(named) == 1:
        return named.pop()
    able = [field for field in found if field in force.reach and found <= {field, *force.reach[field].fields}]
    if len(able) == 1 and move.action == HARVEST:
        return able[0]
    if len(found) > 1 and not force.reach:
        raise Misplaced(_in_two_fields(rules, state, move, seat))
    example = short_name(rules, state, 0)
    message = f"{state.players[seat]} does not name a field; write it after the move, as in: … @{example}"
    raise Misplaced(Fault("turn", message, seat, bars=True))


def _in_two_fields(rules: CompiledRules, state: State, move: Move, seat: int) -> Fault:
    """That a play without a field names cards of several."""
    where: dict[int, str] = {}
    for pile in move.sets:
        for one in pile:
            for field, lying in state.everything():
                if lying.cards & one.cards and not one.cards & move.cards:
                    where.setdefault(field, f"{one.text.strip()}, which lies {within(rules, state, field)}")
    names = ", and ".join(list(where.values())[:2])
    return Fault(move.action, f"{state.players[seat]} names {names}; a play is made in one field", seat, bars=True)


def _element(
    rules: CompiledRules,
    state: State,
    move: Move,
    named: Named,
    fields: Sequence[int],
    seat: int,
    before: Sequence[Lying],
) -> Element:
    """A thing that a move names; of stockpiles that are named alike, the next one after those named before."""
    if named.cards and not named.kind and named.cards & move.cards:
        return Element(-1, Lying(named.cards), named.value)
    found = [(field, lying) for field in fields for lying in state.fields[field] if _is(named, lying)]
    if found:
        field, lying = next((one for one in found if one[1] not in before), found[0])
        return Element(field, lying, named.value)
    raise Misplaced(_not_there(rules, state, move, named, fields, seat))


def _is(named: Named, lying: Lying) -> bool:
    if not named.kind:
        return named.cards == lying.cards and not lying.sets
    if not lying.sets or lying.locked != (named.kind == "M") or lying.value != named.value:
        return False
    return not named.cards or named.cards == lying.cards


def _not_there(rules: CompiledRules, state: State, move: Move, named: Named, fields: Sequence[int], seat: int) -> Fault:
    field = fields[0]
    who, place = state.players[seat], field_name(rules, state, field)
    for other, lying in state.everything():
        if named.cards and not named.kind and lying.sets and lying.cards & named.cards:
            name, pile = rules.names(named.cards), written(rules, lying)
            where = within(rules, state, other)
            message = f"{who} names {name}, which is fused into {pile} {where}; a {rules.called} is used as a whole"
            return Fault("stockpile", message, seat, bars=True)
        if named.cards and lying.cards == named.cards and other != field:
            here, within_reach = field_name(rules, state, other), "a play is made in one field"
            if len(fields) > 1:
                all_ = listed_words([field_name(rules, state, one) for one in fields], "or")
                within_reach = f"with {rules.in_force(state).reach[field].word[2]} cards are taken from {all_}"
            message = f"{who} names {named.text} in {place}, but it lies in {here}; {within_reach}"
            message += before_turning(rules, state, move.field, other)
            return Fault(move.action, message, seat, bars=True)
    there = listed(rules, state.fields[field])
    rule = STOCKPILE if named.kind else move.action
    message = f"{who} names {named.text}, which does not lie {within(rules, state, field)}; there lies {there}"
    found = (other for other, lying in state.everything() if named.kind and _is(named, lying))
    message += next(filter(None, (before_turning(rules, state, move.field, other) for other in found)), "")
    return Fault(rule, message, seat, bars=True)


def move_text(rules: CompiledRules, state: State, play: Play) -> str:
    """A play in notation, as logs write it."""
    names = rules.deck.ids
    fixed = {}
    values = dict(zip(members(play.active), play.values, strict=True)) if len(play.values) == 1 else {}
    for card, able in values.items():
        fixed[card] = f"={able[0]}" if len(rules.values[card]) > 1 and len(able) == 1 else ""
    active = "+".join(f"{names[card]}{fixed.get(card, '')}" for card in members(play.active))
    text = f"{play.action} {active}"
    if play.action != SOW:
        sets = " | ".join("+".join(_element_text(rules, one) for one in elements) for elements in play.sets)
        text += f" take {sets}" if play.action == HARVEST else f" make {play.make} of {sets}"
    if rules.seasons:
        text += f" @{season(rules, state, play.field)}"
    if play.extra:
        text += f" for {play.extra}"
    return f"{text} turn {play.turn}" if play.turn else text


def _element_text(rules: CompiledRules, one: Element) -> str:
    text = written(rules, one.lying)
    return f"{text}={one.value}" if one.value is not None and not one.lying.sets else text
