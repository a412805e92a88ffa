"""Equal cards: which copy a log means when it names a card with several copies.

Each copy is a card by itself, but a log has one name for all of them. What a player plays or passes is a copy that the player
holds. In an unseen hand it is the one that the fewest others may hold, so that no copy is left that only this player can have.
"""

from __future__ import annotations

from referee.core.cards import members
from referee.core.events import Event
from referee.core.game import Act
from referee.engines.trick.rules import deals, hands, plays, stocks
from referee.engines.trick.rules.whereabouts import unplaced
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules


def told_apart(act: Act[CompiledRules, State]) -> Act[CompiledRules, State]:
    """The same action, with the copies that an event means."""
    return Act(
        lambda rules, state, event: act.check(rules, state, _meant(rules, state, event)),
        lambda rules, state, event: act.apply(rules, state, _meant(rules, state, event)),
        act.noun,
    )


def _meant(rules: CompiledRules, state: State, event: Event) -> Event:
    """An event with the copies that it means."""
    value = MEANT[event.verb](rules, state, event)
    return Event(event.verb, value, seat=event.seat, said=event.said, at=event.at, bit=1 << value if event.bit else 0)


def _play(rules: CompiledRules, state: State, event: Event) -> int:
    seat = state.turn if event.seat is None else event.seat
    return event.value if seat < 0 else _of_hand(rules, state, seat, event.value, 0)


def _pass(rules: CompiledRules, state: State, event: Event) -> int:
    seat = deals.next_to_pass(rules, state) if event.seat is None else event.seat
    passed = 0
    for card in members(event.value):
        passed |= 1 << _of_hand(rules, state, seat, card, passed)
    return passed


def _turn(rules: CompiledRules, state: State, event: Event) -> int:
    """A copy that is nowhere else: the dealer's if all cards are dealt."""
    owner = hands.turned_for(rules, state)
    if owner is not None and state.left == state.length:
        return _of_hand(rules, state, owner, event.value, 0)
    return _rarest(state, rules.deck.twins[event.value] & unplaced(rules, state), event.value)


def _draw(rules: CompiledRules, state: State, event: Event) -> int:
    """A copy that may be in the stock; the one that must come next, if it has that name."""
    copies, certain = rules.deck.twins[event.value], stocks.certain(rules, state)
    if certain >= 0 and copies >> certain & 1:
        return certain
    may_be = copies & stocks.drawable(rules, state)
    return _rarest(state, may_be, state.turned if state.turned >= 0 and copies >> state.turned & 1 else event.value)


def _grace(rules: CompiledRules, state: State, event: Event) -> int:
    """A copy on the table, if possible one over which Grace would matter and has not been said yet."""
    there = [card for card in plays.cards_open(state) if rules.deck.twins[event.value] >> card & 1]
    last = None if state.trick else state.last_trick()
    unsaid = last.own & ~last.said if last else state.own & ~state.said
    return max(there, key=lambda card: unsaid >> card & 1, default=event.value)


def _of_hand(rules: CompiledRules, state: State, seat: int, card: int, without: int) -> int:
    """The copy of a card that comes from a hand; the card itself if it is not there."""
    held = rules.deck.twins[card] & state.hands[seat] & ~without
    return _rarest(state, held & state.sure[seat] or held, card)


def _rarest(state: State, copies: int, card: int) -> int:
    """The copy that the fewest players may hold; the card itself if there is none."""
    return min(members(copies), key=lambda copy: sum(hand >> copy & 1 for hand in state.hands), default=card)


MEANT = {"play": _play, "pass": _pass, "turn": _turn, "draw": _draw, "grace": _grace}
"""By verb: which copies an event means."""
