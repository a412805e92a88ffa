"""Several courses of one game, as far as a log leaves open who led a hand, or where the roles are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.data import Data
from referee.core.events import Event
from referee.core.unseen.courses import alone, every
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import hands
from referee.engines.trick.state import TrickState

STRIDE = 5
"""Of cards in the order of the deck, one of this many is tried before those between them."""
SCORED = frozenset(("scores", "bags", "carried", "most", "history"))
"""The fields that say what came of the hands before."""
ROLES_AFTER = ("`expect: {roles: …}` after the result",)
"""What a log writes to say where the roles are after a hand that has only its result recorded."""

CARD_PLAYED = ("the card instead of `?`",)
"""What a log writes to say which card was played."""

HAND_FROM_BEGINNING = ("the hand from its first trick on, with every card",)
"""What a log writes to say whether a trick ended a hand."""


def each_card(rules: TrickRules, event: Event) -> Iterator[Event]:
    """Yield the plays that the play of a card may stand for that nobody remembers: of each card of the deck, and first of
    cards that are as different as possible, since only some of these courses can be followed."""
    cards = [card for card in range(len(rules.deck.ids)) if rules.pack >> card & 1]
    for first in range(STRIDE):
        for card in cards[first::STRIDE]:
            yield Event("play", card, seat=event.seat, said=event.said, at=event.at, bit=1 << card)


def together(rules: TrickRules, before: Sequence[int], then: Sequence[int]) -> tuple[int, ...]:
    """The places by which roles may have moved after two hands, from those of each (none for a hand counts as 0)."""
    places = set()
    for first in before or (0,):
        places |= {(first + more) % rules.players for more in then}
    return tuple(sorted(places))


def with_roles_moved(rules: TrickRules, course: TrickState, moves: Sequence[int]) -> list[TrickState]:
    """A course for each place where the roles may be, from one course in which they may have moved before, after these
    `moves`."""
    places = together(rules, course.moves, moves)
    if places == (0,) and not course.moves:
        return [course]
    each = []
    for place in places:
        moved = alone(course)
        moved.moves = ()
        hands.move_roles(rules, moved, place)
        if len(places) > 1 and not course.moves:
            moved.miss("roles")
        each.append(moved)
    return each


def forget_scores(one: TrickState, group: Sequence[TrickState]) -> None:
    """Make unknown in the state `one`, in place, what the courses of the group score differently."""
    players = len(one.players)
    if not _agree(group, "scores"):
        one.scores = [None] * players
    if not _agree(group, "bags"):
        one.bags = [None] * players
    if not _agree(group, "carried"):
        one.carried = {name: [None] * players for name in one.carried}
    if not _agree(group, "most"):
        one.most = ()
    for number, hand in enumerate(one.history):
        others = [course.history[number] for course in group]
        if all(other == hand for other in others):
            continue
        unknown: Data = {"counts": None, "last": None, "winners": None}
        unknown["won"] = [None] * players
        if any(other.points != hand.points for other in others):
            unknown["points"] = None
        if any(other.totals != hand.totals for other in others):
            unknown["totals"] = (None,) * players
        one.history[number] = hand._replace(**unknown)


def agree(state: TrickState, name: str) -> bool:
    """Return whether a state and the courses beside it have the same value in a field."""
    return _agree(every(state), name)


def _agree(group: Sequence[TrickState], name: str) -> bool:
    """Return whether all these courses have the same value in a field."""
    value = getattr(group[0], name)
    return all(getattr(course, name) == value for course in group)
