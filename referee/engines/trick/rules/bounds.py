"""Between what numbers the score of a hand lies that can have gone in too many ways to try them.

Every name of its formulas is bounded by itself: tricks by those there are, counts by the cards of the deck, declarations by
their copies in it. So whatever is refused is impossible, but not everything impossible is refused.
"""

from __future__ import annotations

from functools import reduce
from operator import add

from referee.core.cards import members
from referee.core.formula import LARGEST, Formula
from referee.core.formula_spans import ANY, TRUTH, NumberSpan, either, exactly, span
from referee.engines.trick.rules import seats
from referee.engines.trick.rules.ways import PadHandFacts
from referee.engines.trick.words.declarations import TRUMP, Declaration
from referee.engines.trick.words.scoring import BIDDER, IN_A_ROW, OF_ANYBODY
from referee.engines.trick.words.selectors import Count

NOTHING = exactly(0)
Row = dict[str, NumberSpan]


class Bounds(PadHandFacts):
    """A hand of which only the least and the greatest score of each player are known, and what the scores are multiples of."""

    def __init__(self, hand: PadHandFacts) -> None:
        super().__init__(hand.rules, hand.state, hand.out)
        self.auction = self.rules.auction
        called = seats.calls_partner(self.rules, self.state) and self.state.partner < 0
        by_auction = self.auction is not None and self.auction.partner != "partner"
        self.open = called or (by_auction and self.state.declarer < 0)
        """Whether it is not known who plays with whom."""
        self.shared = self._shared()
        players = self._players()
        sides = [tuple(self.state.seats)] if self.open else seats.sides(self.rules, self.state)
        rows = [*players, *[self._together([players[seat] for seat in side]) for side in sides]]
        self.anybody = {name: either(*[row[name] for row in rows]) for name in rows[0]}
        for name, formula in self.scoring.definitions:
            for row in rows:
                row[name] = self._worth(formula, row)
            self.anybody[name] = either(*[row[name] for row in rows])
        spans = [NOTHING] * self.players
        for side, together in zip(sides, rows[self.players :], strict=True):
            for seat in side:
                spans[seat] = self._score([players[other] for other in side], players[seat], together)
                if self.auction and self.auction.along and self.state.answers < self.players:
                    spans[seat] = either(NOTHING, spans[seat])  # who sits the hand out scores nothing
        self.whole = all(one.step is not None and one.least >= -LARGEST and one.most <= LARGEST for one in spans)
        """Whether there is an end to what they can score."""
        self.scores = [range(one.least, one.most + 1, one.step or 1) for one in spans if self.whole]

    def _shared(self) -> Row:
        """Return the names that are not known of anybody, of which there is only so much for all players together."""
        found, out = Row(), self.out
        if self.won is None:
            found["won"] = NumberSpan(0, self.tricks, 1)
        if out.counts is None:
            found |= dict(zip(self.scoring.counts, map(self._taken, self.scoring.counted), strict=True))
        if out.declared is None:
            times = {each.name: NumberSpan(0, self._times(each), 1) for each in self.rules.declarations}
            worth = [times[each.name] * self._points(each) for each in self.rules.declarations]
            found |= {**times, "declared": reduce(add, worth, NOTHING)}
        return found

    def _taken(self, count: Count) -> NumberSpan:
        """Return what a count can be of any of the cards."""
        cards, deck = [*members(self.rules.pack)], self.rules.deck
        if count.compares:
            return NumberSpan(0, max(deck.twins[card].bit_count() for card in cards), 1)
        of = count.worth
        return either(
            *[
                reduce(
                    add, [either(NOTHING, *[exactly(of(card, own, trump)) for own in (0, deck.all)]) for card in cards]
                )
                for trump in self.rules.rankings
            ]
        )

    def _times(self, made: Declaration) -> int:
        """Return how often something can be declared with all cards of the deck."""
        deck, times = self.rules.deck, 0
        for suit in made.each_suit(deck):
            for trump in range(len(deck.suits)) if made.suits == TRUMP else (0,):
                asked = made.asks_for(deck, suit, trump)
                times += min([(cards & self.rules.pack).bit_count() // many for cards, many in asked], default=0)
        return times

    @staticmethod
    def _points(made: Declaration) -> NumberSpan:
        if made.by_suit:
            return either(NOTHING, *map(exactly, made.by_suit))
        return span(made.points, {"trump": TRUTH}, {"trump": TRUTH}, 1) | NOTHING

    def _players(self) -> list[Row]:
        """Return what is known of each player, name by name."""
        scoring, state, out, ended = self.scoring, self.state, self.out, self.ended()
        columns = {name: column(self.players, scoring.hands, ended) for name, column in scoring.columns.items()}
        columns |= dict(zip(scoring.counts, out.counts or (), strict=False))
        unknown = self.shared | dict.fromkeys(scoring.of_anybody - {*OF_ANYBODY}, TRUTH)
        unknown |= {} if self.auction is None else self._contract()
        unknown |= {"dealer": TRUTH} if state.dealer < 0 else {}
        unknown |= {"vulnerable": TRUTH} if state.vulnerable is None else {}
        unknown |= {"last_trick": TRUTH} if out.last is None else {}
        unknown |= {IN_A_ROW: NumberSpan(0, self.tricks, 1)} if IN_A_ROW in columns else {}
        unknown |= {"bid": NumberSpan(0, state.cards, 1)} if None in self.out.bids and self.auction is None else {}
        every = {*columns, *scoring.counts}
        return [
            {
                name: unknown[name]
                if name in unknown
                else ANY
                if columns[name][seat] is None
                else exactly(columns[name][seat])
                for name in every
            }
            for seat in range(self.players)
        ]

    def _contract(self) -> Row:
        """Return what is not known of the contract."""
        auction, state = self.auction, self.state
        assert auction is not None
        played = state.contract >= 0
        found = dict.fromkeys(("declarer", "defender", BIDDER), TRUTH) if self.open or not played else {}
        if not played:
            calls = [-1, *range(auction.bids), *auction.contract_index.values()]
            for names in [auction.contract_names(call, state.doubled) for call in calls]:
                found |= {name: either(found.get(name, exactly(one)), exactly(one)) for name, one in names.items()}
            found["doubled"] = NumberSpan(1, 4, 1)
        if not played or (auction.contracts and state.bid_for < 0):
            found["level"] = either(NOTHING, *[exactly(call.level) for call in auction.calls[: auction.bids]])
        if self.out.matadors is None:
            found["matadors"] = NumberSpan(0, self.rules.pack.bit_count(), 1)
        return found

    def _together(self, rows: list[Row]) -> Row:
        """Return what is known of a side of players of whom this is known."""
        together = {name: either(*[row[name] for row in rows]) for name in rows[0]}
        for name in (self.scoring.added_up & together.keys()) - self.shared.keys():
            together[name] = reduce(add, [self._maybe(row[name]) for row in rows])
        return together

    def _maybe(self, one: NumberSpan) -> NumberSpan:
        """Return what somebody adds who may not be on the side."""
        return one | NOTHING if self.open else one

    def _score(self, side: list[Row], own: Row, together: Row) -> NumberSpan:
        """Return what a player can score whose side these players are."""
        points = []
        for part in self.scoring.parts:
            rows = [together] if part.by_side else side if part.pooled else [own]
            points += [self._maybe(self._worth(part.formula, row)) for row in rows]
        bags = self.scoring.bags
        if bags:
            counted = self._worth(bags.counted, together) + NumberSpan(0, bags.limit - 1, 1)
            full = NumberSpan(0, max(0, counted.most // bags.limit), 1) if counted.step is not None else ANY
            points.append(full * exactly(bags.points))
        unplayed = self.auction is not None and self.state.contract < 0
        return reduce(add, points, NOTHING) | NOTHING if unplayed else reduce(add, points, NOTHING)

    def _worth(self, formula: Formula, row: Row) -> NumberSpan:
        return span(formula, row, self.anybody, self.players)
