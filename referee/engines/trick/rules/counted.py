"""What a score pad counts of cards taken: whether there are such cards, and whether they can be shared out like that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.core.cards import members
from referee.core.findings import Finding
from referee.core.pads import Taken
from referee.core.places import Pointer
from referee.core.wording import listed
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import outcomes, seats, stocks
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.selectors import ANYHOW, Count

MOST_WAYS = 20_000
"""With more ways than this nothing is said about a hand, or about the cards of a player."""
Counts = Mapping[int, Mapping[str, int]]
"""The counts of a pad by seat and name; 0 if not given."""
Seats = tuple[int, ...]
ANY = 1_000_000
"""In place of what a count adds up to where that depends on the symbols of players."""


def faults(
    rules: TrickRules, state: TrickState, value: Mapping[str, Any], won: Mapping[int, int], at: Pointer
) -> Iterator[Finding]:
    """Yield what is impossible in the counts of a hand; `state` is that hand, `won` its tricks as far as they are given."""
    given: Counts = value["counts"]
    if "captured" in value:
        message = "the captured cards are given, and the counts follow from them; remove `counts`"
        yield Finding("order", message, at=at, bars=True)
        return
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    wrong: list[Finding] = []
    for seat, numbers in given.items():  # more than exists, or of somebody who does not play
        who, here = state.players[seat], (*at, state.players[seat])
        for name, number in numbers.items():
            most = in_all(rules, state, by_name[name], seat) if seat in state.seats else 0
            if not 0 <= number <= most:  # a log may write the beginning of a name
                message = f"{who} counts {number} for {_spoken(name)}; {_in_all(most)}"
                wrong.append(Finding("result", message, seat, at=here, bars=True))
    yield from wrong
    if wrong:
        return
    piles = _piles(rules, state)
    for name, count in by_name.items():  # what does not add up to what the cards of the hand are worth
        if count.own or (count.by_trump and not count.compares and not outcomes.trump_known(rules, state)):
            continue
        total, most = sum(numbers.get(name, 0) for numbers in given.values()), in_all(rules, state, count)
        if total > most or (total < most and piles.whole and not count.compares and count.fell == ANYHOW):
            message = f"{total} {'is' if total == 1 else 'are'} counted for {_spoken(name)}; {_in_all(most)}"
            wrong.append(Finding("result", message, at=at))
    yield from wrong or _check_sides(piles, given, won, at)


def all_told(
    rules: TrickRules, state: TrickState, captured: Mapping[int, Sequence[int]], won: Mapping[int, int]
) -> bool:
    """Return whether these captured cards are all that players took, as far as they count: a player with tricks who is not
    mentioned may have taken any card that counts and is in nobody's pile. Partners may have one pile."""
    sides: Sequence[tuple[int, ...]] = seats.sides(rules, state)
    if any(len(captured.keys() & {*side}) > 1 for side in sides):
        sides = [(seat,) for seat in state.seats]
    silent = [side for side in sides if not captured.keys() & {*side}]
    return not any(won.get(seat, 1) for side in silent for seat in side) or not any_left(rules, state)


def any_left(rules: TrickRules, state: TrickState) -> bool:
    """Return whether a card that is in nobody's pile counts for somebody."""
    return any(
        count.worth(card, mine, state.trump)
        for card in members(rules.pack & ~sum(state.taken))
        for count in rules.scoring.counted
        for mine in state.own_cards
    )


def taken(rules: TrickRules, given: Counts) -> outcomes.Counts:
    """Return the counts name by name and seat by seat, as scoring asks for them."""
    seats = range(rules.players)
    return tuple([tuple([given.get(seat, {}).get(name, 0) for seat in seats]) for name in rules.scoring.counts])


def in_all(rules: TrickRules, state: TrickState, count: Count, seat: int = 0) -> int:
    """Return the most that all cards together can count, with the best role and trump suit if these are not known."""
    if count.compares:
        return max(mask.bit_count() for mask in rules.deck.twins)
    trumps = [state.trump] if outcomes.trump_known(rules, state) else list(rules.trumps)
    if state.roles is not None or not count.own:
        own = [state.own_cards[seat]]
    else:
        own = [rules.role_cards(role) for role in range(len(rules.roles))]
    return max(
        sum(max(count.worth(card, mine, trump), 0) for card in members(rules.pack)) for trump in trumps for mine in own
    )


def _piles(rules: TrickRules, state: TrickState) -> Piles:
    """Return the cards of a hand as those counts of a pad see them that are sums over cards and known."""
    unknown_trump, unknown_own = not outcomes.trump_known(rules, state), state.roles is None or rules.scoring.by_side

    def adds_up(count: Count) -> bool:
        known = not (count.own and unknown_own) and not (count.by_trump and unknown_trump)
        return known and not count.compares and count.fell == ANYHOW

    by_name = zip(rules.scoring.counts, rules.scoring.counted, strict=True)
    return Piles(rules, state, {name: count for name, count in by_name if adds_up(count)})


def _check_sides(piles: Piles, given: Counts, won: Mapping[int, int], at: Pointer) -> Iterator[Finding]:
    """Yield the faults of counts that no cards can give to a side."""
    state = piles.state
    sides = seats.sides(piles.rules, state) if piles.rules.scoring.by_side else [(seat,) for seat in state.seats]
    for side in sides if piles.counts else ():
        tricks = sum(won[seat] for seat in side) if won.keys() >= {*side} else None
        wanted = tuple([sum(given.get(seat, {}).get(name, 0) for seat in side) for name in piles.counts])
        try:
            if wanted in piles.taken(side, tricks):
                continue
        except TooManyWaysError:
            return
        who = listed([state.players[seat] for seat in side])
        counts = [f"{number} for {_spoken(name)}" for name, number in zip(piles.counts, wanted, strict=True) if number]
        of = "" if tricks is None else f"with {tricks or 'none'} of {piles.tricks} tricks "
        verb = "counts" if len(side) == 1 else "count"
        message = f"{who} {verb} {listed(counts) or 'nothing'}; {of}no cards come to that"
        first = next((seat for seat in side if seat in given), None)
        yield Finding("result", message, first, at=(*at, state.players[first]) if first is not None else at)


class TooManyWaysError(Exception):
    """There are more ways than are tried."""


class Piles:
    """The cards of a hand by what they count: which piles of them a side can have taken in its tricks."""

    def __init__(self, rules: TrickRules, state: TrickState, counts: Mapping[str, Count]) -> None:
        self.rules, self.state, self.counts = rules, state, counts
        self.size = len(state.seats)
        self.tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), self.size)
        beside = sum([stocks.talon_counted(rules, state, side)[0] for side in seats.sides(rules, state)])
        self.whole = self.tricks * self.size + beside == rules.pack.bit_count() and not rules.goes_back
        """Whether every card of the pack ends with somebody who plays."""
        own = any(count.own for count in counts.values())
        unknown = [rules.role_cards(role) for role in range(len(rules.roles))]
        self.own = [(unknown if state.roles is None else [mask]) if own else [0] for mask in state.own_cards]
        """The cards with a player's own symbol, seat by seat: one mask, or one per role if roles are not known."""

    def _kind(self, card: int, own: int) -> Taken:
        return tuple([count.worth(card, own, self.state.trump) for count in self.counts.values()])

    def limits(self) -> list[tuple[int, int]]:
        """Return what the counts of all sides add up to; anything, for a count that depends on the player's own symbol."""
        worths, found = [self._kind(card, 0) for card in members(self.rules.pack)], list[tuple[int, int]]()
        for count, each in zip(self.counts.values(), zip(*worths, strict=True), strict=True):
            least, most = (sum([worth for worth in each if self.whole or sign * worth > 0]) for sign in (-1, 1))
            found.append((-ANY, ANY) if count.own else (least, most))
        return found

    def _of(self, own: int) -> tuple[set[tuple[Taken, int]], int]:
        """Return what piles of a player with this symbol count, with how many cards that do, and how many cards do not."""
        kinds = Counter(self._kind(card, own) for card in members(self.rules.pack))
        found = {((0,) * len(self.counts), 0)}
        for kind, size in kinds.items():
            found = {
                (tuple([number + many * each for number, each in zip(counts, kind, strict=True)]), cards + many)
                for counts, cards in found
                for many in range(size * any(kind) + 1)
            }
            if len(found) > MOST_WAYS:
                raise TooManyWaysError
        return found, kinds[(0,) * len(self.counts)]

    def taken(self, side: Seats, tricks: int | None) -> set[Taken]:
        """Return what the cards of a side can count in this many tricks, or in any number of them."""
        rules, back = self.rules, self.rules.goes_back.bit_count()
        fewest, many = (0, self.tricks) if tricks is None else (tricks, tricks)
        least, beside = stocks.talon_counted(rules, self.state, side)
        least, beside = fewest * self.size + least - back, beside + back
        if rules.stock and not rules.stock.tricks_count:
            least, beside = 0, rules.pack.bit_count()
        found = set[Taken]()
        for own in {own for seat in side for own in self.own[seat]}:
            piles, rest = rules.remembered(("piles", own, self.state.trump, *self.counts), partial(self._of, own))
            found |= {counts for counts, cards in piles if least - rest <= cards <= many * self.size + beside}
        return found


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _in_all(most: int) -> str:
    return f"in all there {'is' if most == 1 else 'are'} {most or 'none'}"
