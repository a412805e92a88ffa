"""The possible bids and tricks in a hand whose cards do not count.

A score may look at other players only through its formulas ("has anybody made everything?"). What these ask about a player
sorts that player's possible bids and tricks; for each way of sharing out the sorts, a player's own score is calculated once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import product
from math import prod
from operator import or_
from typing import Any, NamedTuple

from referee.core.cards import mask_of, members
from referee.engines.trick.rules import bidding, hands
from referee.engines.trick.rules.ways import Known
from referee.engines.trick.words.bids import Marked, word_of


class Had(NamedTuple):
    """What a player may have had in a hand: a bid and its marked word, the tricks won, the last of them or not."""

    bid: Any
    word: str
    won: int
    last: bool


Sorts = tuple[tuple[Any, ...], ...]
"""What the formulas of others ask about each player."""


class Tricks:
    """The possible courses of a hand that is scored by bids and tricks, each player alone."""

    def __init__(self, hand: Known) -> None:
        self.hand = hand
        everyone = range(hand.players)
        self.had = [list(self._had(seat)) for seat in everyone]
        sorts = [self._sorted(seat) for seat in everyone]
        self.sorts: list[dict[tuple[Any, ...], list[Had]]] = sorts
        self.many = prod(map(len, sorts)) * sum(map(len, self.had))

    @staticmethod
    def fits(hand: Known) -> bool:
        """Whether a hand is scored like this."""
        scoring = hand.rules.scoring
        return scoring.each_apart and not scoring.counts

    def _had(self, seat: int) -> Iterator[Had]:
        hand = self.hand
        if seat not in hand.state.seats:
            yield Had(0, "", 0, False)
            return
        tricks = range(hand.cards + 1) if hand.won is None else (hand.won[seat] or 0,)
        last_counts = "last_trick" in hand.rules.scoring.needs
        for bid, won in product(self._bids(seat), tricks):
            for last in (False, True) if last_counts and won else (False,):
                if last_counts and won == hand.cards and not last:
                    continue
                if not last_counts or len(hand.takers) > 1 or last == (seat in hand.takers):
                    yield Had(bid, word_of(bid), won, last)

    def _bids(self, seat: int) -> Sequence[Any]:
        hand = self.hand
        if hand.bids[seat] is not None or "bid" not in hand.rules.scoring.needs:
            return (hand.bids[seat],)
        return possible_bids(hand, seat)

    def _sorted(self, seat: int) -> dict[tuple[Any, ...], list[Had]]:
        """What the player may have had, by what the formulas of others ask about it."""
        names, found = self.hand.rules.scoring.looked_at, dict[tuple[Any, ...], list[Had]]()
        for had in self.had[seat]:
            row = self.hand.rules.scoring.rows(self.hand.ended(*self._hand({seat: had})))[0][seat]
            found.setdefault(tuple([row[name] for name in names]), []).append(had)
        return found

    def _hand(self, had: Mapping[int, Had]) -> tuple[list[Any], list[int], int | None]:
        """Bids, tricks and who took the last one, if these players had this and the others nothing."""
        everyone = range(self.hand.players)
        bids = [had[seat].bid if seat in had else 0 for seat in everyone]
        won = [had[seat].won if seat in had else 0 for seat in everyone]
        return bids, won, next((seat for seat in had if had[seat].last), None)

    @cached_property
    def by_sorts(self) -> dict[Sorts, list[dict[Had, Any]]]:
        """For each way of sharing out the sorts, what each player can score."""
        found = {}
        for sorts in product(*self.sorts):
            some = {seat: self.sorts[seat][sort][0] for seat, sort in enumerate(sorts)}
            scores: list[dict[Had, Any]] = []
            for seat, sort in enumerate(sorts):
                scores.append({})
                for had in self.sorts[seat][sort]:
                    bids, won, last = self._hand({**some, seat: had})
                    scores[seat][had] = self.hand.points(won, self.hand.no_counts, last, bids)[seat]
            found[sorts] = scores
        return found

    @cached_property
    def scores(self) -> list[set[Any]]:
        """What every player can score."""
        scores: list[set[Any]] = [set() for _ in range(self.hand.players)]
        for each in self.by_sorts.values():
            if self._dealt(each, {}):
                for seat, points in enumerate(each):
                    scores[seat].update(points.values())
        return scores

    def bounds(self, seat: int, said: Any) -> str:
        """What one player can score, in words, after a claim of something else."""
        return self.hand.bounds(seat, self.scores[seat], said)

    def in_all(self) -> str:
        """Nothing: no cards count."""
        return ""

    def together(self, points: Mapping[int, Any]) -> bool:
        """Whether the tricks can be shared out, and the bids made, so that these players score this."""
        return any(self._dealt(each, points) for each in self.by_sorts.values())

    def knocked_out(self, points: Mapping[int, Any]) -> list[int] | None:
        """Who is knocked out with these scores; None if that depends on more than the points."""
        formula = self.hand.rules.scoring.knock_out
        if formula is None or formula.over or formula.around or len(points) < len(self.hand.state.seats):
            return None
        out = []
        for seat, score in points.items():
            ends = set()
            for each in self.by_sorts.values():
                for had in [had for had, scored in each[seat].items() if scored == score]:
                    ended = self.hand.ended(*self._hand({seat: had}))
                    ends.add(seat in self.hand.rules.scoring.knocked_out(ended, [0] * self.hand.players))
            if len(ends) != 1 or "total" in formula.names:
                return None
            out += [seat] * ends.pop()
        return out

    def _dealt(self, each: Sequence[Mapping[Had, Any]], points: Mapping[int, Any]) -> bool:
        """Whether there is a hand in which everybody had one of these and scored this, the bids in order."""
        hand = self.hand
        reached = {(0, False): 1}
        """By the tricks so far, and whether the last is among them: what the bids so far may add up to, as a mask."""
        order = hands.speaking_order(hand.rules, hand.state) if hand.rules.bids_spoken else range(hand.players)
        for place, seat in enumerate(order):
            fits = [had for had, score in each[seat].items() if seat not in points or score == points[seat]]
            able = {(had.won, had.bid or 0, had.last) for had in fits}
            sums = {bids: self._allowed(seat, place, bids) for bids in members(reduce(or_, reached.values(), 0))}
            open_to = {
                bid: mask_of(bids for bids, allowed in sums.items() if allowed is None or allowed >> bid & 1)
                for _, bid, _ in able
            }
            after = defaultdict[tuple[int, bool], int](int)
            for (won, last), bids in reached.items():
                for more, bid, takes in able:
                    if won + more <= hand.cards and not (last and takes):
                        after[won + more, last or takes] |= (bids & open_to[bid]) << bid
            reached = after
        wanted = "last_trick" in hand.rules.scoring.needs
        return bool(reached.get((hand.cards, wanted)))

    def _allowed(self, seat: int, place: int, bids: int) -> int | None:
        """The bids left to the last player after these; None if any of the possible ones is."""
        hand = self.hand
        if place < len(hand.state.seats) - 1 or None not in hand.bids or "bid" not in hand.rules.scoring.needs:
            return None
        names = bidding.names_for(hand.rules, hand.state, seat) | {"bids": bids, "spoken": place, "last": True}
        return left(hand, names, {"bids", "spoken", "last"})


def possible_bids(hand: Known, seat: int) -> list[Any]:
    """The bids that a player may have made, whatever was bid before."""
    rules = hand.rules
    names = bidding.names_for(rules, hand.state, seat)
    mask = left(hand, names, set())
    numbers: list[Any] = [bid for bid in range(hand.state.cards + 1) if mask >> bid & 1]
    known = {"cards": hand.state.cards, "players": rules.players}
    words = {word: int(rules.bid_words[word].run(known, (known,))) for word in rules.bid_marks}
    return numbers + [Marked.by(word, bid) for word, bid in words.items() if 0 <= bid <= hand.state.cards]


def left(hand: Known, names: Mapping[str, Any], knows: set[str]) -> int:
    """The bids left by the words of bidding that need only what is known about a hand without recorded bids."""
    mask: int = (2 << hand.state.cards) - 1
    unknown = {"bids", "spoken", "last", "partner_bid", *hand.rules.held_names} - knows
    unknown |= {"total"} if None in hand.state.scores else set()
    for rule in hand.rules.bidding:
        if rule.names & unknown:
            break  # whether a later word gives way depends on this one
        mask = mask & rule.allow(names) or mask
    return mask
