"""The ways to share out the tricks and cards of a hand, as far as its scoring can tell them apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import comb, prod
from typing import Any

from referee.core.cards import members
from referee.core.findings import counted
from referee.core.pads import numbers
from referee.engines.trick.rules import outcomes
from referee.engines.trick.rules.outcomes import Outcome
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.counts import sum_over
from referee.engines.trick.words.ended_hands import Ended

MOST_WAYS = 20_000
TELL_APART = {"hand", "dealer", "total", "bags"}
"""Names in formulas that tell apart hands with the same cards, contract, tricks and vulnerability."""
Kind = tuple[int, ...]
"""What a card adds to each of the ruleset's counts."""
Taken = dict[Kind, int]
"""How many cards of each kind that counts a player took."""


class Known:
    """A hand as far as it is known: its bids and, if given, the tricks won. Its cards are sorted by their kinds."""

    def __init__(
        self,
        rules: CompiledRules,
        state: State,
        bids: list[int | None],
        won: list[int | None] | None,
        last: int | None,
    ) -> None:
        self.rules, self.state, self.bids, self.won = rules, state, bids, won
        self.players = rules.players
        everyone = range(self.players) if last is None else (last,)
        self.takers: Sequence[int | None] = [seat for seat in everyone if not won or won[seat]]
        """Who may have taken the last trick; None for anybody, if it does not matter."""
        if "last_trick" not in rules.scoring.needs:
            self.takers = (None,)
        self.dealt = rules.cards_in_hand(state.hand)
        self.cards = rules.tricks_counted(self.dealt, len(state.seats))
        """How many tricks there are."""
        self.all_dealt = self.cards * self.players == rules.pack.bit_count()
        self.by_role = rules.scoring.by_symbol

    @cached_property
    def own(self) -> list[list[int]]:
        """The cards with a player's own symbol, seat by seat: one mask, or one per role if roles are not known."""
        if self.state.roles is not None or not self.by_role:
            return [[mask] for mask in self.state.own_cards]
        return [[self.rules.role_cards(role) for role in range(len(self.rules.roles))]] * self.players

    def kind(self, card: int, own: int) -> Kind:
        """What a card counts for when a player takes it whose own symbol is on these cards."""
        return tuple(count.worth(card, own, self.state.trump) for count in self.rules.scoring.counted)

    def kinds(self, own: int) -> dict[Kind, int]:
        """How many cards of each kind there are for one player."""
        return _tally(self.kind(card, own) for card in members(self.rules.pack))

    def classes(self) -> dict[tuple[Kind, ...], int]:
        """How many cards are of the same kinds for the same players."""
        owned = [masks[0] for masks in self.own]
        return _tally(tuple(self.kind(card, own) for own in owned) for card in members(self.rules.pack))

    @property
    def no_counts(self) -> list[list[int]]:
        """The counts of players who took nothing."""
        return [[0] * self.players for _ in self.rules.scoring.counts]

    def ended(
        self,
        bids: Sequence[int | None],
        won: Sequence[int | None],
        last: int | None,
        counts: Sequence[Sequence[int]] = (),
    ) -> Ended:
        """The hand with these bids, tricks and counts, as scoring sees it."""
        outcome = Outcome([*bids], [*won], tuple(map(tuple, counts or self.no_counts)), last, (), None)
        return outcomes.ended(self.rules, self.state, outcome)

    def points(
        self,
        won: Sequence[int | None],
        counts: Sequence[Sequence[int]],
        last: int | None,
        bids: Sequence[int | None] | None = None,
    ) -> list[Any]:
        """What everybody scores with these tricks and these counts, name by name and seat by seat, the last trick included."""
        return self.rules.scoring.points(self.ended(bids or self.bids, won, last, counts))[0]

    def bounds(self, seat: int, scores: Iterable[Any], said: Any) -> str:
        """What one player can score, in words."""
        if self.won is None:
            given = f"in a hand of {counted(self.dealt, 'cards')}"
        else:
            side = outcomes.side_of(self.rules, self.state, seat) or (seat,)
            given = f"with {sum(self.won[other] or 0 for other in side) or 'none'} of {self.cards} tricks"
        return f"{given} it {numbers(sorted(scores), said)}"

    def in_all(self) -> str:
        """What the counts add up to over the hand, as the end of a sentence, for those that are the same for everybody."""
        if not self.all_dealt:
            return ""
        whole = [
            f"{name.replace('_', ' ')} {sum_over(count, self.rules.pack, self.state.trump)}"
            for name, count in zip(self.rules.scoring.counts, self.rules.scoring.counted, strict=True)
            if not count.own
        ]
        return f" (in all: {', '.join(whole)})" if whole else ""


class Apart:
    """The possible courses of a hand whose scoring looks at one player at a time: for each player what may have been taken,
    by points."""

    def __init__(self, hand: Known) -> None:
        self.hand = hand
        by_own = {own: hand.kinds(own) for masks in hand.own for own in masks}
        self.many = sum(prod(size + 1 for kind, size in sizes.items() if any(kind)) for sizes in by_own.values())
        self.many *= 1 if hand.won or "won" not in hand.rules.scoring.needs else hand.cards + 1
        self.many *= len(hand.takers)
        if self.many <= MOST_WAYS:
            self.taken = {
                (seat, takes): self._of(seat, by_own, takes)
                for seat in range(hand.players)
                for takes in dict.fromkeys(taker if taker is None else taker == seat for taker in hand.takers)
            }
            """The ways of each player, by points: if the last trick counts, those with it and those without."""

    @cached_property
    def scores(self) -> list[set[Any]]:
        """What every player can score."""
        return [
            {score for (whose, _), ways in self.taken.items() if whose == seat for score in ways}
            for seat in range(self.hand.players)
        ]

    def bounds(self, seat: int, said: Any) -> str:
        """What one player can score, in words, after a claim of something else."""
        return self.hand.bounds(seat, self.scores[seat], said)

    def in_all(self) -> str:
        """What the cards of the hand are worth, as the end of a sentence."""
        return self.hand.in_all()

    def _of(self, seat: int, by_own: Mapping[int, Mapping[Kind, int]], takes: bool | None) -> dict[Any, list[Taken]]:
        hand, found = self.hand, dict[Any, list[Taken]]()
        for own in hand.own[seat]:
            sizes = by_own[own]
            rest = sum(size for kind, size in sizes.items() if not any(kind))
            kinds = [kind for kind in sizes if any(kind)]
            for taken in product(*(range(sizes[kind] + 1) for kind in kinds)):
                for won in self._tricks(seat, sum(taken), rest, takes):
                    score = self._score(seat, won, kinds, taken, takes)
                    found.setdefault(score, []).append(dict(zip(kinds, taken, strict=True)))
        return found

    def _tricks(self, seat: int, counted: int, rest: int, takes: bool | None) -> Iterator[int | None]:
        """The tricks that a player may have won with this many cards that count; None for any, if it does not matter.
        `takes` says whether the last trick is among them."""
        hand = self.hand
        fewest, most = takes is True, hand.cards - (takes is False)
        tricks = range(fewest, most + 1) if hand.won is None else (hand.won[seat] or 0,)
        fits = [won for won in tricks if counted <= won * hand.players <= counted + rest]
        yield from fits if hand.won or "won" in hand.rules.scoring.needs else [None][: len(fits)]

    def _score(
        self, seat: int, won: int | None, kinds: Sequence[Kind], taken: Sequence[int], takes: bool | None
    ) -> Any:
        hand = self.hand
        nobody: list[int] = [0] * hand.players
        tricks: list[int | None] = [*nobody]
        counts = [list(nobody) for _ in hand.rules.scoring.counts]
        tricks[seat] = won or 0
        for kind, many in zip(kinds, taken, strict=True):
            for count, counts_here in zip(counts, kind, strict=True):
                count[seat] += many * counts_here
        return hand.points(tricks, counts, seat if takes else None)[seat]

    def together(self, points: Mapping[int, Any]) -> bool:
        """Whether the cards can be shared out so that these players score this."""
        return any(self._together(points, taker) for taker in self.hand.takers)

    def _together(self, points: Mapping[int, Any], taker: int | None) -> bool:
        hand = self.hand
        if any(len(masks) > 1 for masks in hand.own):
            return True
        classes = hand.classes()
        apart = {kind for kinds in classes if len(set(kinds)) > 1 for kind in kinds}
        """What a card adds for one player and not for another."""
        shared = {kinds[0]: size for kinds, size in classes.items() if any(kinds[0]) and not apart & {*kinds}}
        whole = hand.all_dealt and len(points) == hand.players
        ways: list[tuple[dict[int, Taken], Kind]] = [({}, tuple(shared.values()))]
        for place, (seat, score) in enumerate(points.items(), 1):
            mine = self.taken[seat, taker if taker is None else taker == seat].get(score, ())
            by_shared: dict[Kind, list[Taken]] = {}
            for taken in mine:
                by_shared.setdefault(tuple([taken[kind] for kind in shared]), []).append(taken)
            begun, ways = ways, []
            for way, left in begun:
                all_left = whole and place == len(points)
                fits = [left] if all_left else [some for some in by_shared if within(some, left)]
                for some in fits:
                    rest = tuple([there - here for there, here in zip(left, some, strict=True)])
                    ways += [({**way, seat: taken}, rest) for taken in by_shared.get(some, ())]
                if len(ways) > MOST_WAYS:
                    return True
        return any(self._dealt(classes, way) for way, _ in ways[:100]) or len(ways) > 100

    def _dealt(self, classes: Mapping[tuple[Kind, ...], int], way: Mapping[int, Mapping[Kind, int]]) -> bool:
        """Whether there are cards for what each of these players took, and players for all the cards."""
        hand, slots = self.hand, list[Slot]()
        for seat in range(hand.players):
            room = len(classes) * 1000 if hand.won is None else (hand.won[seat] or 0) * hand.players
            if seat in way:
                slots += [(seat, kind, many) for kind, many in way[seat].items()]
                room -= sum(way[seat].values())
            slots.append((seat, None, room))
        wanted: list[Slot] = [slot for slot in slots if slot[1] is not None]
        if _laid(classes, wanted, way) < sum(many for *_, many in wanted):
            return False
        full = sum(classes.values()) if hand.all_dealt else hand.cards * hand.players
        return _laid(classes, slots, way) >= full


def within(some: Kind, left: Kind) -> bool:
    """Whether there are that many left of each."""
    return all(here <= there for here, there in zip(some, left, strict=True))


Slot = tuple[int, Kind | None, int]
"""Cards that a player took: the seat, their kind, None for what does not count, and how many."""


def _laid(classes: Mapping[tuple[Kind, ...], int], slots: Sequence[Slot], way: Mapping[int, Any]) -> int:
    """How many cards can be laid into slots: those for one kind of cards, and those for what does not count."""
    free = [room for *_, room in slots]
    filled = [[0] * len(slots) for _ in classes]
    goes = [
        [
            place
            for place, (seat, kind, _) in enumerate(slots)
            if kinds[seat] == kind or (kind is None and (seat not in way or not any(kinds[seat])))
        ]
        for kinds in classes
    ]

    def lay(one: int, tried: set[int]) -> bool:
        for place in goes[one]:
            if place in tried:
                continue
            tried.add(place)
            other = None
            if not free[place]:
                other = next((i for i, row in enumerate(filled) if row[place] and lay(i, tried)), None)
                if other is None:
                    continue
                filled[other][place] -= 1
            else:
                free[place] -= 1
            filled[one][place] += 1
            return True
        return False

    return sum(lay(one, set()) for one, size in enumerate(classes.values()) for _ in range(size))


class Together:
    """The possible courses of a hand whose scoring looks at everybody: what all the players together score in each."""

    def __init__(self, hand: Known) -> None:
        self.hand = hand
        players, size = hand.players, hand.cards
        self.classes = [(kinds, many) for kinds, many in hand.classes().items() if any(map(any, kinds))]
        self.fillers = sum(many for kinds, many in hand.classes().items() if not any(map(any, kinds)))
        spread = players - hand.all_dealt
        self.many = prod(comb(many + spread, spread) for _, many in self.classes)
        self._by_tricks = hand.won is None and "won" in hand.rules.scoring.needs
        self.many *= comb(size + players - 1, players - 1) if self._by_tricks else 1
        self.many *= len(hand.takers)
        if self.many <= MOST_WAYS:
            self.found = self._remembered()

    @cached_property
    def scores(self) -> list[set[Any]]:
        """What every player can score."""
        return [{points[seat] for points in self.found} for seat in range(self.hand.players)]

    def bounds(self, seat: int, said: Any) -> str:
        """What one player can score, in words, after a claim of something else."""
        return self.hand.bounds(seat, self.scores[seat], said)

    def in_all(self) -> str:
        """What the cards of the hand are worth, as the end of a sentence."""
        return self.hand.in_all()

    def together(self, points: Mapping[int, Any]) -> bool:
        """Whether these players can score this in one hand."""
        return any(all(way[seat] == score for seat, score in points.items()) for way in self.found)

    def _remembered(self) -> set[tuple[Any, ...]]:
        """What everybody scores in each way, calculated once for hands that scoring cannot tell apart."""
        hand, scoring, state = self.hand, self.hand.rules.scoring, self.hand.state
        if scoring.columns.keys() & TELL_APART or scoring.carry:
            return set(self._all())
        named = state.contract, state.declarer, state.doubled, state.bid_for, state.partner, state.vulnerable
        given = tuple(hand.won or ()), tuple(hand.bids), tuple(hand.takers), state.seats
        cards = hand.cards, hand.dealt, state.trump, tuple(state.roles or ()), tuple(state.own_cards)
        return hand.rules.remembered((type(self), named, given, cards), lambda: set(self._all()))

    def _all(self) -> Iterator[tuple[Any, ...]]:
        hand, everyone = self.hand, range(self.hand.players)
        names = range(len(hand.rules.scoring.counts))
        tricks = [hand.won] if hand.won else list(shares(hand.cards, hand.players)) if self._by_tricks else [None]
        for dealt in product(*(list(shares(many, hand.players, whole=hand.all_dealt)) for _, many in self.classes)):
            held = [sum(share[seat] for share in dealt) for seat in everyone]
            counts = [[0] * hand.players for _ in names]
            for (kinds, _), share in zip(self.classes, dealt, strict=True):
                for seat in everyone:
                    for name in names:
                        counts[name][seat] += share[seat] * kinds[seat][name]
            for won, taker in product(tricks, hand.takers):
                if self._fits(held, won, taker):
                    yield tuple(hand.points(list(won or [0] * hand.players), counts, taker))

    def _fits(self, held: Sequence[int], won: Sequence[int | None] | None, taker: int | None) -> bool:
        """Whether players who won these tricks, one of them the last, can have taken this many cards that count."""
        players = self.hand.players
        if won is None:
            least = [max(-(-many // players), seat == taker) for seat, many in enumerate(held)]
            return sum(least) <= self.hand.cards
        if taker is not None and not won[taker]:
            return False
        rest = [(tricks or 0) * players - many for tricks, many in zip(won, held, strict=True)]
        return min(rest) >= 0 and sum(rest) <= self.fillers


def shares(many: int, players: int, *, whole: bool = True) -> Iterator[tuple[int, ...]]:
    """Every way to share out a number of things among players; if not `whole`, some may be left over."""
    if not players:
        if not (whole and many):
            yield ()
        return
    for first in range(many + 1):
        for rest in shares(many - first, players - 1, whole=whole):
            yield (first, *rest)


def _tally(things: Iterable[Any]) -> dict[Any, int]:
    tally: dict[Any, int] = {}
    for thing in things:
        tally[thing] = tally.get(thing, 0) + 1
    return tally
