"""The results of many hands at once: which are legal, and everything that their score depends on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from referee.core.formula import FormulaError
from referee.engines.trick.columns.play_words import Masks, can_be_asked
from referee.engines.trick.columns.points import Points
from referee.engines.trick.columns.remembered import NotWholeError, Remembered
from referee.engines.trick.columns.tricks import Roles, Taken, Tricks, around, own_cards, passed_to
from referee.engines.trick.columns.written import MOST_CARDS, Numbers, Reader, Sheet, Truths
from referee.engines.trick.rules.bidding import Bidding
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import FROM_DEALER, CompiledRules

SEEN_BY_ALL = {"cards", "players", "hand", "hands", "bid", "bids", "spoken", "last", "partner_bid"}
"""What the words of bidding may look at here: nothing that depends on the score of earlier hands."""


class Outcomes(NamedTuple):
    """The results of hands, row by row: bids, tricks won and cards counted seat by seat; the score of each side (None if
    that depends on more than the hand) and the bags that it counts; the tricks, and the roles in them."""

    bids: list[tuple[int | None, ...]]
    won: list[tuple[int, ...]]
    counts: list[tuple[tuple[int, ...], ...]]
    scores: list[tuple[int, ...]] | None
    bags: list[Any]
    taken: Taken
    roles: Roles | None


def columns(rules: CompiledRules, bidding: Bidding) -> Columns | None:
    """How the hands of a ruleset are judged in columns; None for a ruleset that this does not support, or with an old NumPy."""
    if not hasattr(np, "bitwise_count"):  # before 2.0; without the extra any version may be installed
        return None
    graceless = rules.grace == "none" or bool(rules.roles)
    words = all(map(can_be_asked, rules.play_rules.values()))
    fixed = rules.trump_from == "fixed" and rules.leads != "high_bidder"
    fixed &= not (rules.scoring.by_trump or rules.scoring.choices or rules.declarations or rules.scoring.carry)
    fixed &= rules.auction is None
    if (
        len(rules.deck.ids) > MOST_CARDS
        or not (rules.plain and graceless and words and fixed)
        or not rules.bid_names <= SEEN_BY_ALL
    ):
        return None
    return Columns(rules, bidding)


class Columns:
    """Judges hands of one ruleset, many at a time."""

    def __init__(self, rules: CompiledRules, bidding: Bidding) -> None:
        self.rules = rules
        self.reader = Reader(rules)
        self._bidding = bidding
        self._tricks = Tricks(rules)
        self._bids_allowed = Remembered()
        self._partners = np.array([sum(1 << other for other in others) for others in rules.partners])
        self._points = Points(rules.scoring, bids=rules.bids_spoken)
        size = len(rules.deck.ids)
        self._rotates = np.array(
            [rules.powers[card].rotates if card in rules.powers else 0 for card in range(size)] + [0],
            dtype=np.int16,
        )
        self._weights = [
            np.array(
                [
                    [*(count.worth(card, own, rules.trump_cycle[0]) for card in range(size)), 0]
                    for own in own_cards(rules)
                ]
            )
            for count in rules.scoring.counted
        ]

    def judge(self, sheet: Sheet, states: Sequence[State]) -> tuple[Truths, Outcomes]:
        """Which hands are legal from the deal to the last trick, and their results; a log begins with each of `states`."""
        rules, tricks = self.rules, self._tricks
        _, many, hands = sheet.played.shape
        roles = self._roles(sheet, states) if rules.roles else None
        held = tricks.masks(sheet.dealt)
        fine: Truths = np.bitwise_count(np.bitwise_or.reduce(held, axis=0)) == sheet.cards * many
        if rules.pass_count:
            held, passed = self._exchange(sheet, held)
            fine &= passed
        if rules.bids_spoken:
            fine &= self._allowed(sheet)
        leader, somebody = self._leader(sheet, held)
        fine &= somebody
        taken = tricks.taken(sheet, leader, roles)
        fine &= tricks.legal(sheet, taken.leaders, held) & _as_said(sheet, taken)
        into = taken.winners * hands + np.arange(hands)
        there = np.arange(len(into))[:, None] < sheet.cards
        won = np.bincount(into[there], minlength=hands * many).reshape(many, hands)
        counts = self._counted(sheet, roles, taken.winners, into)
        scores, bags = self._points.scores(sheet, won, counts, taken.winners[sheet.cards - 1, np.arange(hands)]) or (
            None,
            [],
        )
        return fine, Outcomes(
            _tuples(sheet.bids) if rules.bids_spoken else [(None,) * many] * hands,
            _tuples(won),
            list(zip(*map(_tuples, counts), strict=True)) if counts else [()] * hands,
            scores,
            bags,
            taken,
            roles,
        )

    def _roles(self, sheet: Sheet, states: Sequence[State]) -> Roles:
        """Which roles the players have, hand by hand: every card that moves them counts, in the order of the log."""
        rules, hands = self.rules, len(sheet.log)
        begins = np.searchsorted(sheet.log, np.arange(len(states)))[sheet.log]
        rotates = self._rotates.take(sheet.played)
        moved = rotates.reshape(-1, hands).cumsum(axis=0)
        said = np.logical_or.accumulate(sheet.said.any(axis=1), axis=0)
        before = np.zeros(hands, np.int64)
        if rules.rotation_lasts == "game":
            so_far = np.concatenate(([0], np.cumsum(moved[-1])))[:-1]
            before = so_far - so_far[begins]
        speaking = np.concatenate(([0], np.cumsum(said[-1])))[:-1]
        said_before = speaking > speaking[begins]
        first = np.array([state.chosen if rules.rotation_lasts == "hand" else state.roles for state in states]).T
        by_card = before + moved.reshape(rotates.shape) - rotates
        return Roles(first[:, sheet.log], by_card, before + moved[-1], said | said_before)

    def _exchange(self, sheet: Sheet, held: Masks) -> tuple[Masks, Truths]:
        """The hands after passing, and in which of them everybody passed the right number of different cards that were held."""
        rules = self.rules
        away = self._tricks.masks(sheet.passed)
        count = sheet.passing * rules.pass_count
        fine: Truths = ((away & ~held == 0) & (np.bitwise_count(away) == count)).all(axis=0)
        seats = (np.arange(rules.players)[:, None] - passed_to(rules, sheet)) % rules.players
        here = np.take_along_axis(away, seats, axis=0)
        return held & ~away | here, fine

    def _leader(self, sheet: Sheet, held: Masks) -> tuple[Numbers, Truths]:
        """Who leads to the first trick, and in which hands anybody does."""
        rules = self.rules
        if isinstance(rules.leads, str):
            return (sheet.dealer + FROM_DEALER[rules.leads]) % rules.players, np.ones(held.shape[1], np.bool_)
        holds = held & np.uint64(rules.led_by_holder_of[rules.trump_cycle[0]]) != 0
        return holds.argmax(axis=0), holds.any(axis=0)

    def _allowed(self, sheet: Sheet) -> Truths:
        """In which hands every bid was allowed. The words are asked once for each different set of values they look at."""
        rules, names = self.rules, self.rules.bid_names
        many, hands = sheet.bids.shape
        every, spoken = np.arange(hands), np.zeros_like(sheet.bids)
        fine: Truths = np.ones(hands, np.bool_)
        of_hand = sheet.number if "hand" in names else sheet.cards
        for place in range(many):
            seats = (sheet.dealer + rules.first_bidder + place) % many
            looked_at = [of_hand]
            if names & {"spoken", "last"}:
                looked_at.append(np.full(hands, place))
            if "bids" in names:
                looked_at.append(spoken.sum(axis=0))
            if "partner_bid" in names:
                looked_at.append((spoken * (self._partners[seats] >> np.arange(many)[:, None] & 1)).sum(axis=0))

            def ask(row: int, place: int = place, seats: Numbers = seats) -> int:
                state = State()
                state.hand, state.cards, state.scores = int(sheet.number[row]), int(sheet.cards[row]), [0] * many
                state.seats, state.spoken, state.bids = rules.circle, place, spoken[:, row].tolist()
                state.calls, state.turned = [], -1
                return self._bidding.allowed(state, int(seats[row]))

            try:
                masks = self._bids_allowed.values(looked_at, ask)
            except (FormulaError, NotWholeError):  # the careful way reports it
                return np.zeros_like(fine)
            bids = sheet.bids[seats, every]
            fine &= (masks >> np.minimum(bids, MOST_CARDS - 1) & 1).astype(np.bool_)
            spoken[seats, every] = bids
        return fine

    def _counted(self, sheet: Sheet, roles: Roles | None, winners: Numbers, into: Numbers) -> list[Numbers]:
        """The ruleset's counts of the cards that each player took, hand by hand."""
        _, many, hands = sheet.played.shape
        found = []
        for weights in self._weights:
            if roles is not None:
                at_end = np.take_along_axis(roles.first, (winners + roles.moved_at_end) % many, axis=0)
                worth = weights[at_end[:, None], sheet.played]
            else:
                worth = weights[0].take(sheet.played)
            summed = np.bincount(into.ravel(), worth.sum(axis=1).ravel(), hands * many)
            found.append(summed.astype(np.int64).reshape(many, hands))
        return found


def _as_said(sheet: Sheet, taken: Taken) -> Truths:
    """In which hands everybody played in turn, and every claimed winner of a trick won it, if the log says so."""
    _, many, hands = sheet.played.shape
    fine = np.ones(hands, np.bool_)
    if sheet.by is not None:
        seats = around(taken.leaders[:, None] + np.arange(many)[:, None], many)
        fine &= ((sheet.by == 0) | (sheet.by == seats + 1)).all(axis=(0, 1))
    if sheet.winners is not None:
        fine &= ((sheet.winners == 0) | (sheet.winners == taken.winners + 1)).all(axis=0)
    return fine


def _tuples(numbers: Numbers) -> list[tuple[Any, ...]]:
    return list(zip(*numbers.tolist(), strict=True))
