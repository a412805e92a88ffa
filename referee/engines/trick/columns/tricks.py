"""Who takes each trick of many hands, and whether every card in them was legal.

The words of play are asked about many hands at once, as `words.plays` asks about one; a property test keeps them equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.engines.trick.columns.written import Cards, Numbers, Sheet, Truths
from referee.engines.trick.rules import plays
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import NONE, Narrowing, PlayRule
from referee.engines.trick.words.plays import Cards as Among

Masks = NDArray[np.uint64]
EVERY = 2**64 - 1
Ranks = NDArray[np.int16]
TRUMP, GRACE = 64, 128
"""How much stronger a trump is than a card of the suit that was led, and a card that counts as Grace."""


class Table(NamedTuple):
    """What the words look at: the cards of the suit that was led, the trumps, and the cards of earlier tricks."""

    led: Masks
    trumps: Masks | np.uint64
    gone: Masks


NarrowMany = Callable[[Table, Masks], Masks]


def narrowed(word: Narrowing) -> NarrowMany:
    """Return the cards that a word leaves of each hand."""
    until, counts = np.uint64(word.until), np.uint64(~word.beside & EVERY)

    def narrow(table: Table, held: Masks) -> Masks:
        left = held & _at_table(word.keep, table)
        whole = left & counts == 0
        if until:
            whole = whole | (np.bitwise_count(table.gone & until) >= word.many)
        if word.unless:
            whole = whole | (held & _at_table(word.unless, table) != 0)
        return np.where(whole, held, left)

    return narrow


def _at_table(cards: Among, table: Table) -> Any:
    return getattr(table, cards) if isinstance(cards, str) else np.uint64(cards & EVERY)


def can_be_asked(rule: PlayRule) -> bool:
    """Return whether a word looks at nothing that changes within a trick, and keeps nothing besides what it asks for."""
    return rule.narrowing is not None and not rule.shifts and rule.narrowing.also == NONE


class Roles(NamedTuple):
    """By hand: each seat's role at the beginning of the log (or of the hand, if they move back); how far the roles have moved
    by each play, and by the end; whether Grace has been said in this log by the end of each trick."""

    first: Numbers
    moved: Numbers
    moved_at_end: Numbers
    said: Truths


class Taken(NamedTuple):
    """Leader and winner of each trick, by seat; which hands have a trick that depends on a Grace that nobody said."""

    leaders: Numbers
    winners: Numbers
    unsaid: Truths


class Tricks:
    """The tricks of one ruleset."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        size, judgement = len(rules.deck.ids), rules.judgement
        self._blank = size
        rank = list(range(1, size + 1))
        self._bits: Masks = np.array([1 << card for card in range(size)] + [0], dtype=np.uint64)
        self._rank = np.array([*(rank if judgement.highest else rank[::-1]), 0], dtype=np.int16)
        self._own = np.array([_flags(mask, size) for mask in own_cards(rules)]).ravel()
        self._deciding = np.array(_flags(judgement.takers | judgement.levellers | judgement.quieters, size))
        self._ranking = rules.rankings[rules.trump_cycle[0]]
        suits, members = self._ranking.suit_of, self._ranking.members
        self._suits = np.array([*suits, len(rules.suits)], dtype=np.int16)
        self._members: Masks = np.array([*(members[suit] for suit in suits), 0], dtype=np.uint64)
        self._trumps = np.array(_flags(self._ranking.trumps, size))
        self._lead, self._follow = (
            [[narrowed(rule.narrowing) for rule in ruleset if rule.narrowing] for ruleset in words]
            for words in (rules.leading, rules.following)
        )

    def masks(self, cards: Cards) -> Masks:
        """Return the cards of each seat as a mask."""
        found: Masks = np.bitwise_or.reduce(self._bits.take(cards), axis=1)
        return found

    def taken(self, sheet: Sheet, leader: Numbers, roles: Roles | None) -> Taken:
        """Return who takes each trick, when `leader` leads to the first, if every card is played by its holder.

        Tricks with a star, with several Graces, or with one that nobody may have said, are decided one by one.
        """
        played, many = sheet.played, self.rules.players
        suits, rank = self._suits.take(played), self._rank.take(played)
        strength = rank * (suits == suits[:, :1])
        if self._trumps.any():
            strength = np.where(self._trumps.take(played), rank + np.int16(TRUMP), strength)
        apart = self._deciding.take(played).any(axis=1) if self._deciding.any() else None
        own = graced = np.zeros(played.shape, np.bool_)
        if roles is not None:
            own = self._own.take(self._role(sheet, roles) * (self._blank + 1) + played)
            graced = own & sheet.said if self.rules.grace == "said" else own if self.rules.grace == "silent" else graced
            strength = np.where(graced, rank + np.int16(GRACE), strength)
            apart = (graced.sum(axis=1) > 1) | (False if apart is None else apart)
            if self.rules.grace == "said":
                apart |= own.any(axis=1) & ~roles.said
        places = np.arange(many)[:, None]
        place = many - 1 - (strength * many + places[::-1]).max(axis=1) % many  # the first of the strongest
        unsaid = np.zeros(len(sheet.log), np.bool_)
        if apart is not None:
            self._decide(sheet, roles, np.nonzero(apart & (played[:, 0] < self._blank)), (own, graced), place, unsaid)
        winners: Numbers = (leader + np.cumsum(place, axis=0)) % many
        return Taken(np.concatenate((leader[None], winners[:-1])), winners, unsaid)

    def _role(self, sheet: Sheet, roles: Roles) -> Numbers:
        """Return the role of the player of each card when it is played."""
        many, _, hands = sheet.dealt.shape
        every, seats = np.arange(hands), np.arange(many)[:, None, None]
        holder = np.zeros((self._blank + 1, hands), np.int16)
        holder[sheet.dealt, every] = seats
        if self.rules.pass_count:
            passing = np.flatnonzero(sheet.passing)
            to = (seats + passed_to(self.rules, sheet)[passing]) % many
            holder[sheet.passed[:, :, passing], passing] = to
        seat = around(holder.ravel().take(sheet.played * hands + every) + roles.moved % many, many)
        role: Numbers = roles.first.ravel().take(seat * hands + every)
        return role

    def _decide(
        self,
        sheet: Sheet,
        roles: Roles | None,
        which: tuple[Numbers, ...],
        grace: tuple[Truths, Truths],
        place: Numbers,
        unsaid: Truths,
    ) -> None:
        """The places of the winning cards in some tricks, as `plays` decides; a hand is `unsaid` if it matters there that
        nobody has said a Grace in this log."""
        trick, hand = which
        cards = sheet.played[trick, :, hand]
        bits = self._bits.take(cards)
        own, graced = (np.bitwise_or.reduce(bits * of[trick, :, hand], axis=1).tolist() for of in grace)
        said = roles.said[trick, hand].tolist() if roles is not None else [False] * len(bits)
        state, found, depends = State(), [], []
        state.ranking, state.clock = self._ranking, 0
        for row, each in enumerate(cards.tolist()):
            state.ever_said, state.own, state.graced, state.unsaid = said[row], own[row], graced[row], []
            found.append(each.index(plays.decide(self.rules, state, each)))
            depends.append(bool(state.unsaid))
        place[which] = found
        unsaid[hand[np.array(depends, np.bool_)]] = True

    def legal(self, sheet: Sheet, leaders: Numbers, held: Masks) -> Truths:
        """In which hands every card was held where it was played (`held` is by seat), and every word allowed it."""
        played = sheet.played
        tricks, many, hands = played.shape
        bits = self._bits.take(played)
        places = around(np.arange(many)[:, None] + many - leaders[:, None], many)
        begins = np.arange(tricks)[:, None, None] * (many * hands) + np.arange(hands)
        laid: Masks = bits.ravel().take(places * hands + begins)
        left: Masks = np.bitwise_or.accumulate(laid[::-1], axis=0)[::-1]
        gone = np.zeros((tricks + 1, 1, hands), np.uint64)
        np.bitwise_or.accumulate(np.bitwise_or.reduce(bits, axis=1, keepdims=True), axis=0, out=gone[1:])
        fine: Truths = (left[0] == held).all(axis=0) & (np.bitwise_count(gone[-1, 0]) == sheet.cards * many)
        led = self._members.take(played[:, :1])
        leading = places == 0
        for first, span in ((True, slice(0, 1)), (False, slice(1, tricks))):
            here = Table(led[span], np.uint64(self._ranking.trumps), gone[span])
            for words, whose in ((self._lead[first], leading[span]), (self._follow[first], ~leading[span])):
                among = left[span]
                for narrow in words:
                    among = narrow(here, among)
                if words:
                    fine &= ~((among & laid[span] == 0) & (laid[span] != 0) & whose).any(axis=(0, 1))
        return fine


def around(seats: Numbers, many: int) -> Numbers:
    """Seats that may have gone around the table once, as seats again."""
    return seats - many * (seats >= many)


def passed_to(rules: CompiledRules, sheet: Sheet) -> Numbers:
    """Return how many seats on cards are passed in each hand."""
    offsets = np.array([offset or 0 for offset in rules.passing])
    return offsets[(sheet.number - 1) % len(offsets)]


def own_cards(rules: CompiledRules) -> list[int]:
    """Return the cards that have the symbol of each role; a game without roles counts as one with a role that no card has."""
    return [rules.role_cards(role) for role in range(len(rules.roles))] or [0]


def _flags(mask: int, size: int) -> list[bool]:
    """Return which cards are in a mask; a blank is not."""
    return [*(bool(mask >> card & 1) for card in range(size)), False]
