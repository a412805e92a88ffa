"""Who takes each trick of many hands, and whether every card in them was legal."""

from __future__ import annotations

from itertools import repeat
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from referee.engines.trick.columns.play_words import Masks, Table, chain
from referee.engines.trick.columns.written import Cards, Numbers, Sheet, Truths
from referee.engines.trick.rules import plays
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules

Ranks = NDArray[np.int16]
Kind = TypeVar("Kind", bound=np.generic)
TRUMP, GRACE = 64, 128
"""How much stronger a trump is than a card of the suit that was led, and a card that counts as Grace."""

LEADER, PLAYER, LAST, HIGHEST, LOWEST = range(1, 6)
GOES_TO = {
    "leader": LEADER,
    "player": PLAYER,
    "last_player": LAST,
    "highest": HIGHEST,
    "lowest": LOWEST,
    "lowest_without_grace": LOWEST,
}
"""Where a star sends a trick in which no card counts as Grace."""


class Roles(NamedTuple):
    """By hand: each seat's role at the beginning of the log (or of the hand, if they move back); how far the roles have moved
    by each play, and by the end; whether Grace has been said in this log by the end of each trick."""

    first: Numbers
    moved: Numbers
    moved_at_end: Numbers
    said: Truths


class Taken(NamedTuple):
    """Leader and winner of each trick, by seat, and by hand the tricks that depended on a Grace that nobody said."""

    leaders: Numbers
    winners: Numbers
    unsaid: dict[int, list[int]]


class Stars(NamedTuple):
    """Of each trick: whether one star decides it, and for which place; whether it sends the trick to the lowest card, in which
    Grace may have a say; whether the trick must be decided by itself."""

    decides: Truths
    place: Numbers
    lowest: Truths
    by_itself: Truths


class Tricks:
    """The tricks of one ruleset."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        size, judgement = len(rules.deck.ids), rules.judgement
        self._blank = size
        self._rotate = any(power.rotates for power in rules.powers.values())
        rank = list(range(1, size + 1))
        self._bits: Masks = np.array([1 << card for card in range(size)] + [0], dtype=np.uint64)
        equals = [(mask & -mask).bit_length() for mask in judgement.equals]
        self._rank = np.array([*(rank if judgement.highest else rank[::-1]), 0], dtype=np.int16)
        self._equals = np.array([*equals, 0], dtype=np.int16)
        self._equals_by_rank = np.array([0, *(equals if judgement.highest else equals[::-1])], dtype=np.int16)
        self._own = np.array([_flags(mask, size) for mask in own_cards(rules)]).ravel()
        self._quieters = np.array(_flags(judgement.quieters, size))
        self._levellers = np.array(_flags(judgement.levellers, size))
        goes_to = {card: GOES_TO[power.goes_to] for card, power in rules.powers.items() if power.goes_to}
        self._goes_to = np.array([*(goes_to.get(card, 0) for card in range(size)), 0], dtype=np.int16)
        self._words = set(goes_to.values())
        self._cycle = [rules.rankings[trump] for trump in rules.trump_cycle]
        suits = [[*ranking.suit_of, len(rules.suits)] for ranking in self._cycle]
        members = [
            [0 if suit == len(rules.suits) else ranking.members[suit] for suit in of]
            for ranking, of in zip(self._cycle, suits, strict=True)
        ]
        self._suits = np.array(suits, dtype=np.int16).ravel()
        self._members: Masks = np.array(members, dtype=np.uint64).ravel()
        self._trumps = np.array([_flags(ranking.trumps, size) for ranking in self._cycle]).ravel()
        self._trump_masks: Masks = np.array([ranking.trumps for ranking in self._cycle], dtype=np.uint64)
        self._lead = tuple(chain(ruleset) for ruleset in rules.leading)
        self._follow = tuple(chain(ruleset) for ruleset in rules.following)

    def masks(self, cards: Cards) -> Masks:
        """The cards of each seat as a mask."""
        found: Masks = np.bitwise_or.reduce(self._bits.take(cards), axis=1)
        return found

    def taken(self, sheet: Sheet, leader: Numbers, roles: Roles | None) -> Taken:
        """Who takes each trick, when `leader` leads to the first, if every card is played by its holder."""
        strength, (tricks, many, hands) = self._strength(sheet), sheet.played.shape
        own = graced = by_itself = None
        if roles is not None:
            own, graced, counted, strength, by_itself = self._with_grace(sheet, strength, roles)
        place, _ = _best(strength)
        if self._goes_to.any() or self._levellers.any():
            stars = self._stars(sheet)
            place = np.where(stars.decides, stars.place, place)
            by_itself = stars.by_itself if by_itself is None else by_itself | stars.by_itself
            if graced is not None:
                but_grace, some = _best((self._blank - sheet.played) * ~counted)
                by_itself |= stars.lowest & (but_grace != place) & (some > 0)
        found = Taken(np.empty((tricks, hands), np.int64), place, {})
        if by_itself is not None:
            hand, trick = np.nonzero((by_itself & (sheet.played[:, 0] < self._blank)).T)
            cards = sheet.played[trick, :, hand]
            bits = self._bits.take(cards)
            masks = [
                np.bitwise_or.reduce(bits * of[trick, :, hand], axis=1).tolist() if of is not None else [0] * len(bits)
                for of in (own, graced)
            ]
            said = roles.said[trick, hand].tolist() if roles is not None else [False] * len(bits)
            what = (hand.tolist(), trick.tolist(), cards.tolist(), sheet.number[hand].tolist(), *masks, said)
            place[trick, hand] = list(map(self._decide, repeat(found), *what))
        np.cumsum(place, axis=0, out=found.winners)
        found.winners[:] = (leader + found.winners) % many
        found.leaders[0] = leader
        found.leaders[1:] = found.winners[:-1]
        return found

    def _strength(self, sheet: Sheet) -> Ranks:
        """How strong each card is in its trick, without Grace and stars; 0 is a card that cannot win."""
        in_cycle = self._in_cycle(sheet)
        suits, rank = self._suits.take(in_cycle), self._rank.take(sheet.played)
        strength = rank * (suits == suits[:, :1])
        return (
            np.where(self._trumps.take(in_cycle), rank + np.int16(TRUMP), strength) if self._trumps.any() else strength
        )

    def _with_grace(self, sheet: Sheet, strength: Ranks, roles: Roles) -> tuple[Truths, Truths, Truths, Ranks, Truths]:
        """Which cards have their player's symbol, which are Grace and which of those count, how strong the cards then are, and
        which tricks depend on more than that: on equal cards that are both Grace, or a Grace that nobody said in this log."""
        played, grace = sheet.played, self.rules.grace
        own = self._own.take(self._role(sheet, roles) * (self._blank + 1) + played)
        graced = own & sheet.said if grace == "said" else own if grace == "silent" else np.zeros_like(own)
        counted = graced & ~self._quieters.take(played).any(axis=1, keepdims=True) if self._quieters.any() else graced
        strength = np.where(counted, self._rank.take(played) + np.int16(GRACE), strength)
        equals = self._equals_by_rank.take(_best(strength)[1] % TRUMP)
        by_itself = (counted & (self._equals.take(played) == equals[:, None])).sum(axis=1) > 1
        if grace == "said":
            by_itself |= own.any(axis=1) & ~roles.said
        return own, graced, counted, strength, by_itself

    def _role(self, sheet: Sheet, roles: Roles) -> Numbers:
        """The role of the player of each card when it is played."""
        many, _, hands = sheet.dealt.shape
        every, seats = np.arange(hands), np.arange(many)[:, None, None]
        holder = np.zeros((self._blank + 1, hands), np.int16)
        holder[sheet.dealt, every] = seats
        if self.rules.pass_count:
            passing = np.flatnonzero(sheet.passing)
            to = (seats + passed_to(self.rules, sheet)[passing]) % many
            holder[sheet.passed[:, :, passing], passing] = to
        seat = holder.ravel().take(sheet.played * hands + every)
        if self._rotate:
            seat = around(seat + roles.moved % many, many)
        role: Numbers = roles.first.ravel().take(seat * hands + every)
        return role

    def _stars(self, sheet: Sheet) -> Stars:
        """Which tricks have a star in them, and what it does."""
        played = sheet.played
        goes_to = self._goes_to.take(played)
        stars = (goes_to > 0).sum(axis=1)
        word = goes_to.max(axis=1)
        place = np.where(word == LAST, played.shape[1] - 1, 0)
        for name, places in ((PLAYER, goes_to), (HIGHEST, played), (LOWEST, self._blank - played)):
            if name in self._words:
                place = np.where(word == name, _best(places)[0], place)
        by_itself = stars > 1
        if self._words & {HIGHEST, LOWEST}:
            equals = self._equals.take(played)
            alike = (equals == at_places(equals, place[:, None])).sum(axis=1) > 1
            by_itself |= (word >= HIGHEST) & alike
        if self._levellers.any():
            by_itself |= self._levellers.take(played).any(axis=1)
        return Stars(stars == 1, place, word == LOWEST, by_itself)

    def _decide(
        self, found: Taken, hand: int, trick: int, cards: list[int], number: int, own: int, graced: int, said: bool
    ) -> int:
        """The place of the winning card where stars, a tie or an unsaid Grace may matter: as `plays` decides."""
        state = State()
        state.ranking = self._cycle[(number - 1) % len(self._cycle)]
        state.clock, state.ever_said, state.own, state.graced = trick, said, own, graced
        state.unsaid = []
        card = plays.decide(self.rules, state, cards)
        if state.unsaid:
            found.unsaid.setdefault(hand, []).extend(state.unsaid)
        return cards.index(card)

    def legal(self, sheet: Sheet, leaders: Numbers, held: Masks) -> Truths:
        """In which hands every card was held where it was played (`held` is by seat), and every word allowed it."""
        played = sheet.played
        tricks, many, hands = played.shape
        bits = self._bits.take(played)
        places = around(np.arange(many)[:, None] + many - leaders[:, None], many)
        laid = at_places(bits, places)
        left: Masks = np.bitwise_or.accumulate(laid[::-1], axis=0)[::-1]
        gone = np.zeros((tricks + 1, 1, hands), np.uint64)
        np.bitwise_or.accumulate(np.bitwise_or.reduce(bits, axis=1, keepdims=True), axis=0, out=gone[1:])
        fine: Truths = (left[0] == held).all(axis=0) & (np.bitwise_count(gone[-1, 0]) == sheet.cards * many)
        led = self._members.take(self._in_cycle(sheet)[:, :1])
        trumps = self._trump_masks.take((sheet.number - 1) % len(self._cycle))
        leading = places == 0
        for first, span in ((True, slice(0, 1)), (False, slice(1, tricks))):
            here = Table(led[span], trumps, gone[span])
            hand, card, leads = left[span], laid[span], leading[span]
            lead, follow = self._lead[first], self._follow[first]
            barred = np.zeros(card.shape, np.bool_)
            if follow is not None:
                barred = (follow(here, hand) & card == 0) & ~leads
            if lead is not None:
                barred = barred | (lead(here, hand) & card == 0) & leads
            fine &= ~(barred & (card != 0)).any(axis=(0, 1))
        return fine

    def _in_cycle(self, sheet: Sheet) -> Numbers:
        """The place of each card played in a table with one row per trump of the cycle."""
        row = (sheet.number - 1) % len(self._cycle)
        return sheet.played if len(self._cycle) == 1 else sheet.played + row * (self._blank + 1)


def _best(values: NDArray[np.integer[Any]]) -> tuple[Numbers, Numbers]:
    """The place of the greatest value in each trick, the first of several; and that value."""
    many = values.shape[1]
    greatest = (values * many + np.arange(many - 1, -1, -1)[:, None]).max(axis=1)
    return many - 1 - greatest % many, greatest // many


def around(seats: Numbers, many: int) -> Numbers:
    """Seats that may have gone around the table once, as seats again."""
    return seats - many * (seats >= many)


def at_places(values: NDArray[Kind], places: Numbers) -> NDArray[Kind]:
    """The values at these places of each trick."""
    tricks, many, hands = values.shape
    begins = np.arange(tricks)[:, None, None] * (many * hands) + np.arange(hands)
    found: NDArray[Kind] = values.ravel().take(places * hands + begins)
    return found


def passed_to(rules: CompiledRules, sheet: Sheet) -> Numbers:
    """How many seats on cards are passed in each hand."""
    offsets = np.array([offset or 0 for offset in rules.passing])
    return offsets[(sheet.number - 1) % len(offsets)]


def own_cards(rules: CompiledRules) -> list[int]:
    """The cards that have the symbol of each role; a game without roles counts as one with a role that no card has."""
    return [rules.role_cards(role) for role in range(len(rules.roles))] or [0]


def _flags(mask: int, size: int) -> list[bool]:
    """Which cards are in a mask; a blank is not."""
    return [*(bool(mask >> card & 1) for card in range(size)), False]
