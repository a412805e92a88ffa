"""The results of many hands at once: which are legal, and what they are worth.

The ruleset's own words of bidding and formulas calculate each different row of small whole numbers once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import add
from typing import Any, NamedTuple

import numpy as np

from referee.core.claims import exactly
from referee.core.data import Head, Item, Said
from referee.core.events import Misread
from referee.core.family import Judged
from referee.core.formula import Formula, FormulaError, Value, aggregates
from referee.core.leading import FROM_DEALER
from referee.engines.trick.columns.hands import (
    MOST_CARDS,
    HandColumns,
    Numbers,
    Reader,
    Roles,
    Taken,
    Tricks,
    Truths,
    WrittenHands,
    own_cards,
    pass_offsets,
)
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions
from referee.engines.trick.rules.hands import give_roles
from referee.engines.trick.state import DEAL, OVER, TrickState
from referee.engines.trick.words.plays import NONE
from referee.engines.trick.words.scoring import (
    ADDED_UP,
    IN_A_ROW,
    OF_ANYBODY,
    Hand,
    Known,
    Row,
    Run,
    TrickScoring,
    all_known,
)

MERGED: dict[str, Callable[..., Numbers]] = {"sum": np.sum, "max": np.max, "min": np.min}
MOST_ROWS = 2**16
"""The most different rows that are remembered."""
SEEN_BY_ALL = {"cards", "players", "hand", "hands", "bid", "bids", "spoken", "last", "partner_bid"}
"""Names that the words of bidding may look at here: nothing that depends on the score of earlier hands."""


class Outcomes(NamedTuple):
    """The results of hands, row by row: bids, tricks won and cards counted seat by seat; the score of each side and the bags
    that it counts; the tricks, and the roles in them."""

    bids: Sequence[tuple[int | None, ...]]
    won: list[tuple[int, ...]]
    counts: list[tuple[tuple[int, ...], ...]]
    scores: list[tuple[int, ...]]
    bags: list[list[int] | tuple[()]]
    taken: Taken
    roles: Roles | None


def columns(rules: TrickRules) -> Columns | None:
    """How the hands of a ruleset are judged in columns; None for one that this does not support, or an old NumPy."""
    if not hasattr(np, "bitwise_count"):  # before 2.0; without the extra any version may be installed
        return None
    graceless = rules.grace == "none" or bool(rules.roles)
    if rules.plain and graceless and _words_are_plain(rules) and _is_fixed(rules) and _is_scored_by_hand(rules):
        return Columns(rules)
    return None


def _words_are_plain(rules: TrickRules) -> bool:
    """Whether the cards that each word of play allows of a hand do not change within a trick: columns test them as one
    mask."""
    for rule in rules.play_rules.values():
        if rule.narrowing is None or rule.narrowing.shifts or rule.narrowing.also != NONE:
            return False
    return True


def _is_fixed(rules: TrickRules) -> bool:
    """Whether trump, the worth of cards, and who may bid are known before the first hand."""
    scoring = rules.scoring
    if rules.trump_from != "fixed" or len(rules.trump_cycle) != 1 or rules.led_by == "high_bidder":
        return False
    if scoring.by_trump or scoring.choices or rules.declarations or scoring.carry:
        return False
    return rules.auction is None and rules.bid_names <= SEEN_BY_ALL and len(rules.deck.ids) <= MOST_CARDS


def _is_scored_by_hand(rules: TrickRules) -> bool:
    """Whether the points of a hand depend on its results alone, player by player: formulas use no name from beyond the
    hand, and none looks at partners or opponents."""
    scoring = rules.scoring
    beyond = {"total", "bags", IN_A_ROW}
    if not rules.bids_spoken:
        beyond.add("bid")
    if not scoring.defined_apart or scoring.looks_around or not beyond.isdisjoint(scoring.columns):
        return False
    return bool(scoring.columns or scoring.counts) and scoring.sums_to is None


class Columns:
    """Judges hands of one ruleset, many at a time."""

    def __init__(self, rules: TrickRules) -> None:
        """Prepare whatever is the same for all hands. Arrays by card have one more entry, for the blank that fills up
        short hands: it moves no roles and counts nothing."""
        self.rules = rules
        self.reader = Reader(rules)
        self._tricks = Tricks(rules)
        self._bids_allowed: dict[tuple[int, ...], Value] = {}
        self._partners = np.array([sum(1 << other for other in others) for others in rules.partners])
        scoring = self._scoring = rules.scoring
        self._names = list(scoring.columns) + list(scoring.counts)
        self._parts = [(part.by_side, _Part(scoring, self._names, part.worth, part.formulas)) for part in scoring.parts]
        count = None
        if scoring.bags:
            count = scoring.bags.counted
        self._bags = _Part(scoring, self._names, count.run, [count]) if count else None
        size = len(rules.deck.ids)
        rotates = []  # by how many places each card moves the roles
        for card in range(size):
            if card in rules.powers:
                rotates.append(rules.powers[card].rotates)
            else:
                rotates.append(0)
        self._rotates = np.array(rotates + [0], dtype=np.int16)
        own = own_cards(rules)
        trump = rules.trump_cycle[0]
        # for each count of the ruleset what cards are worth, by role (whose own symbol may count) and card
        self._weights = [
            np.array([[*(count.worth(card, cards, trump) for card in range(size)), 0] for cards in own])
            for count in rules.scoring.counted
        ]

    def judge(self, sheet: HandColumns, states: Sequence[TrickState]) -> tuple[Truths, Outcomes]:
        """Find out which hands are legal from the deal to the last trick (a truth for each), and their results. `states`
        are those in which the logs begin."""
        rules = self.rules
        tricks = self._tricks
        _, many, hands = sheet.played.shape  # `many` players
        roles = None
        if rules.roles:
            roles = self._roles(sheet, states)
        held = tricks.masks(sheet.dealt)
        # as many different cards were dealt as there are cards in all hands
        fine: Truths = np.bitwise_count(np.bitwise_or.reduce(held, axis=0)) == sheet.cards * many
        if rules.pass_count:
            away = tricks.masks(sheet.passed)  # everybody passed the right number of different cards that were held
            fine &= ((away & ~held == 0) & (np.bitwise_count(away) == sheet.passing * rules.pass_count)).all(axis=0)
            # each seat gets the cards of the seat so many places before it
            seats = (np.arange(many)[:, None] - pass_offsets(rules, sheet)) % many
            held = held & ~away | np.take_along_axis(away, seats, axis=0)
        if rules.bids_spoken:
            fine &= self._legal_bids(sheet)
        if isinstance(rules.led_by, str):
            leader = (sheet.dealer + FROM_DEALER[rules.led_by]) % many
        else:
            holds = held & np.uint64(rules.led_by_holder_of[rules.trump_cycle[0]]) != 0
            leader = holds.argmax(axis=0)
            fine &= holds.any(axis=0)
        taken = tricks.takers(sheet, leader, roles)
        fine &= tricks.legal(sheet, taken.leaders, held)
        into = taken.winners * hands + np.arange(hands)  # for each trick its cell in a flat table of winners and hands
        there = np.arange(len(into))[:, None] < sheet.cards  # without the tricks that only longer hands have
        won = np.bincount(into[there], minlength=hands * many).reshape(many, hands)
        counts = self._counts(sheet, roles, taken.winners, into)
        try:
            scores, bags = self._scores(sheet, won, counts, taken.winners[sheet.cards - 1, np.arange(hands)])
        except (FormulaError, ValueError):  # judged event by event, it is reported or counted in fractions
            fine[:] = False
            scores = []
            bags = []
        return fine, Outcomes(
            _tuples(sheet.bids) if rules.bids_spoken else [(None,) * many] * hands,
            _tuples(won),
            list(zip(*map(_tuples, counts), strict=True)) if counts else [()] * hands,
            scores,
            bags,
            taken,
            roles,
        )

    def _roles(self, sheet: HandColumns, states: Sequence[TrickState]) -> Roles:
        """The roles of the players, hand by hand: every card that moves them counts, in the order of the log. `states`
        are those in which the logs begin."""
        rules = self.rules
        hands = len(sheet.log)
        begins = np.searchsorted(sheet.log, np.arange(len(states)))[sheet.log]  # for each hand the first of its log
        rotates = self._rotates.take(sheet.played)
        moved = np.cumsum(rotates.reshape(-1, hands), axis=0, dtype=np.int64)
        said = np.logical_or.accumulate(sheet.said.any(axis=1), axis=0)
        before = np.zeros(hands, np.int64)
        if rules.rotation_lasts == "game":
            so_far = np.concatenate(([0], np.cumsum(moved[-1])))[:-1]
            before = so_far - so_far[begins]
        # how many hands with a Grace came before each, and whether one of them is in the same log
        speaking = np.concatenate(([0], np.cumsum(said[-1])))[:-1]
        said_before = speaking > speaking[begins]
        first = np.array([state.chosen if rules.rotation_lasts == "hand" else state.roles for state in states]).T
        by_card = before + moved.reshape(rotates.shape) - rotates
        return Roles(first[:, sheet.log], by_card, before + moved[-1], said | said_before)

    def _legal_bids(self, sheet: HandColumns) -> Truths:
        """In which hands every bid was allowed. The words of bidding are asked once for each set of values that they
        look at."""
        rules = self.rules
        many, hands = sheet.bids.shape
        every = np.arange(hands)
        spoken = np.zeros_like(sheet.bids)
        fine: Truths = np.ones(hands, np.bool_)
        if "hand" in rules.bid_names:
            of_hand = sheet.number
        else:
            of_hand = sheet.cards
        for place in range(many):  # who speaks first in each hand, then who speaks second, and so on
            seats = (sheet.dealer + rules.first_bidder + place) % many
            by_partners = (spoken * (self._partners[seats] >> np.arange(many)[:, None] & 1)).sum(axis=0)
            looked_at = [of_hand, np.full(hands, place), spoken.sum(axis=0), by_partners]

            def ask(row: int, place: int = place, seats: Numbers = seats) -> int:
                state = TrickState()
                state.hand = int(sheet.number[row])
                state.cards = int(sheet.cards[row])
                state.scores = [0] * many
                state.seats, state.spoken, state.bids = rules.circle, place, spoken[:, row].tolist()
                state.calls = []
                state.carried = {}
                state.turned = -1
                return auctions.legal_bids(rules, state, int(seats[row]))

            try:
                masks = _each_different(looked_at, ask, self._bids_allowed)
            except (FormulaError, ValueError):  # judging event by event reports it
                return np.zeros_like(fine)
            bids = sheet.bids[seats, every]
            # bit b says whether b may be bid; a bid beyond the last bit counts as the highest, which nobody may bid
            fine &= (masks >> np.minimum(bids, MOST_CARDS - 1) & 1).astype(np.bool_)
            spoken[seats, every] = bids
        return fine

    def _counts(self, sheet: HandColumns, roles: Roles | None, winners: Numbers, into: Numbers) -> list[Numbers]:
        """What the cards that each player took count, by seat and hand: an array for each count of the ruleset.
        `winners` are the seats that took the tricks, and `into` says for each trick into which cell of a flat table, by
        winner and hand, it goes."""
        _, many, hands = sheet.played.shape
        counts = []
        for weights in self._weights:
            if roles is not None:
                at_end = np.take_along_axis(roles.first, (winners + roles.moved_at_end) % many, axis=0)
                worth = weights[at_end[:, None], sheet.played]
            else:
                worth = weights[0].take(sheet.played)
            summed = np.bincount(into.ravel(), worth.sum(axis=1).ravel(), hands * many)
            counts.append(summed.astype(np.int64).reshape(many, hands))
        return counts

    def _scores(
        self, sheet: HandColumns, won: Numbers, counts: Sequence[Numbers], last: Numbers
    ) -> tuple[list[tuple[int, ...]], list[list[int] | tuple[()]]]:
        """The score of each side hand by hand, and the bags that it counts, for the tricks `won` and the `counts` by
        seat and hand. `last` is who took the last trick of each hand. Raises FormulaError, and ValueError for a number
        that is not whole."""
        scoring = self._scoring
        hands = (sheet.number, sheet.cards, sheet.dealer, sheet.bids, won)
        ended = Hand(*hands, last=last)  # type: ignore[arg-type]
        columns: list[Any] = [of(scoring.players, scoring.hands, ended) for of in scoring.columns.values()]
        by_name = (np.array(np.broadcast_arrays(last, *column)[1:], np.int64) for column in columns)
        players = [*by_name, *counts]
        alone = len(scoring.sides) == scoring.players

        # what players have, as what their sides have: added up, or true if it is true of one of them
        def of_sides(column: Numbers, merged: Callable[..., Numbers] = np.sum) -> Numbers:
            return np.stack([merged(column[list(seats)], axis=0) for seats in scoring.sides])

        merges = dict.fromkeys(OF_ANYBODY, "max") | dict.fromkeys((*ADDED_UP, *scoring.counts), "sum")
        merged = [MERGED[merges.get(name, "min")] for name in self._names]
        if alone:
            sides = players
        else:
            sides = list(map(of_sides, players, merged))
        score = np.zeros(sides[0].shape, np.int64)
        for by_side, part in self._parts:
            if by_side or alone:
                score += part.worth(sides)
            else:
                score += of_sides(part.worth(players))
        bags: list[list[int] | tuple[()]]
        if self._bags:
            bags = self._bags.worth(sides).T.tolist()
        else:
            bags = [()] * len(sheet.number)
        return _tuples(score), bags


class _Part:
    """One part of the score, for rows of results in columns. It knows other rows only by the aggregates in its
    formulas, so each different row is calculated once for each set of their values."""

    def __init__(self, scoring: TrickScoring, names: Sequence[str], worth: Run, formulas: Iterable[Formula]) -> None:
        self._names = names
        self._defined = scoring.defined
        self._of_row = worth
        self._over = aggregates(formulas)
        self._of_one: list[dict[tuple[int, ...], Value]] = [{} for _ in self._over]
        self._worth: dict[tuple[int, ...], Value] = {}

    def worth(self, results: Sequence[Numbers]) -> Numbers:
        """What each row (a seat or side in a hand) scores by this part, as an array by seat or side and by hand.
        `results` has such an array for each name that formulas use."""
        many = len(results[0])
        columns = [column.ravel() for column in results]
        hands = len(columns[0]) // many

        def row(example: int) -> Row:
            values: Row = {name: int(column[example]) for name, column in zip(self._names, columns, strict=True)}
            for name, run in self._defined:
                values[name] = run(values, ())
            return values

        over = []
        for aggregate, of_one in zip(self._over, self._of_one, strict=True):

            def by_itself(example: int, run: Run = aggregate.run) -> Value:
                return run(row(example), [row(example)])

            of_rows = _each_different(columns, by_itself, of_one).reshape(many, hands)
            over.append(np.tile(MERGED[aggregate.merged](of_rows, axis=0), many))

        def beside(example: int) -> Value:
            everybody = [row(other) for other in range(example % hands, many * hands, hands)]
            return self._of_row(everybody[example // hands], everybody)

        return _each_different(columns + over, beside, self._worth).reshape(many, hands)


def _each_different(
    columns: Sequence[Numbers], work_out: Callable[[int], Value], known: dict[tuple[int, ...], Value]
) -> Numbers:
    """A whole number for each row of numbers from 0 on, calculated once for each different row: `work_out` gets the
    index of an example of one that is not yet `known`, where the result is kept. Raises ValueError if a number is below
    0 or is not whole."""
    sizes = [int(column.max()) + 1 for column in columns]
    _, first, which = np.unique(np.ravel_multi_index(columns, sizes), return_index=True, return_inverse=True)
    # `first` are the indices of one example of each different row, `which` says which of these each row is like
    rows = list(zip(*(column[first].tolist() for column in columns), strict=True))
    if len(known) > MOST_ROWS:
        known.clear()
    for example, row in zip(first.tolist(), rows, strict=True):
        if row not in known:
            known[row] = work_out(example)
    values = [known[row] for row in rows]
    if not {int, bool}.issuperset(map(type, values)):
        raise ValueError(values)
    return np.array(values, dtype=np.int64)[which]


def _tuples(numbers: Numbers) -> list[tuple[int, ...]]:
    return list(zip(*numbers.tolist(), strict=True))


class HandBatch:
    """The logs of one ruleset that are judged together, each as it would be by itself.

    `opening` gives the state before the first event; it is shared between logs, and never changed.
    """

    def __init__(self, columns: Columns, opening: Callable[..., TrickState]) -> None:
        self._columns = columns
        self._rules = columns.rules
        self._opening = opening
        self._starts: list[TrickState] = []
        self._scores_before: list[Sequence[Value]] = []
        self._written: list[WrittenHands] = []

    def add(
        self,
        players: Sequence[str],
        setup: Head,
        position: Head | None,
        items: Sequence[Item],
    ) -> int | None:
        """Add a log: its number here, or None if it is not one plain hand after another."""
        try:
            start = self._opening(players, setup, position)
        except (Misread, FormulaError):  # judging event by event reports it
            return None
        scores = start.scores
        if start.phase != DEAL or not all_known(scores) or None in start.bags:
            return None
        if start.roles is None and self._rules.roles:
            return None
        written = self._columns.reader.read(start, items)
        if written is None:
            return None
        self._starts.append(start)
        self._scores_before.append(scores)
        self._written.append(written)
        return len(self._written) - 1

    def work_out(self) -> None:
        """Judge all hands of the logs that were added, and keep for `result_of` the outcomes, the first row of each log,
        whether the log is sound, and the last trick of each hand."""
        if not self._written:
            return
        sheet = self._columns.reader.sheet(self._written)
        fine, self._outcomes = self._columns.judge(sheet, self._starts)
        self._rows: list[int] = np.searchsorted(sheet.log, np.arange(len(self._written))).tolist()
        last = sheet.cards - 1
        every = np.arange(len(sheet.cards))
        taken = self._outcomes.taken
        sound = np.logical_and.reduceat(fine, self._rows)
        if (roles := self._outcomes.roles) is not None:  # a Grace that nobody said is in doubt until one is said
            ends = np.array([*self._rows[1:], len(fine)]) - 1
            sound &= roles.said[-1, ends] | ~np.logical_or.reduceat(taken.unsaid, self._rows)
        self._sound: list[bool] = sound.tolist()
        cards = sheet.played[last, :, every]
        leaders = taken.leaders[last, every]
        winners = taken.winners[last, every]
        won = cards[every, (winners - leaders) % self._rules.players]
        last_tricks = (each.tolist() for each in (leaders, 1 << cards, winners, won))
        self._last_tricks = list(zip(*last_tricks, strict=True))

    def result_of(self, number: int, expected: Said) -> Judged | None:
        """The result of log number `number`, with whether the claims at its end (`expected`) hold; None if anything in
        it is irregular, so that it must be judged event by event."""
        if not self._sound[number]:
            return None
        rules = self._rules
        outcomes = self._outcomes
        written = self._written[number]
        start = self._starts[number]
        scoring = rules.scoring
        spans = written.layout.spans
        scores = self._scores_before[number]
        points: Sequence[Value] = ()
        bags = start.bags
        history = list(start.history)
        over = False
        shares = scoring.bags or len(scoring.sides) != rules.players
        claimed = 0
        first_row = self._rows[number]
        for index, span in enumerate(spans):
            row = first_row + index
            points = outcomes.scores[row]
            try:
                if shares:
                    points, bags = scoring.share_out(rules.sides, bags, list(points), outcomes.bags[row])
                scores = list(map(add, scores, points))
                over = scoring.over(scores, start.target, span.number)
            except FormulaError:  # judging event by event reports it
                return None
            if over and span is not spans[-1]:
                return None
            last = self._last_tricks[row][2]
            history.append(
                Hand(
                    span.number, span.cards, span.dealer, outcomes.bids[row], outcomes.won[row], outcomes.counts[row],
                    tuple(points), tuple(scores), rules.sides, last,
                )
            )  # fmt: skip
            claims = written.claims.get(index)
            if claims:
                if _claims_left(claims, start.players, points, scores, last):
                    return None
                claimed += len(claims)
        ended = spans[-1]
        row = first_row + len(spans) - 1
        state = start.copy()  # it is only asked about the score, not about the table
        state.scores = list(scores)
        state.bags = bags
        state.history = history
        state.clock = start.clock + sum([hand.events for hand in spans])
        state.plays = start.plays + sum([hand.cards for hand in spans]) * rules.players
        state.tricks = [(*self._last_tricks[row], 0, 0, 0, state.clock)]
        state.phase = OVER
        state.hand = ended.number
        state.dealer = ended.dealer
        if not over:
            dealer = (ended.dealer + rules.next_dealer) % rules.players
            state.phase = DEAL
            state.hand = ended.number + 1
            state.dealer = dealer
        if outcomes.roles is not None:
            state.ever_said = bool(outcomes.roles.said[-1, row])
            moved = int(outcomes.roles.moved_at_end[row]) % rules.players
            whose = outcomes.roles.first[:, row].tolist()
            give_roles(rules, state, whose[moved:] + whose[:moved])
        holds = not _claims_left(expected, start.players, points, scores)
        return Judged(state, ended.end, state.clock - start.clock, claimed, holds)


def _claims_left(
    expected: Said, players: Sequence[str], points: Sequence[Value], totals: Sequence[Known], winner: int = -1
) -> Said:
    """The claims after a hand without those that are exactly right: the score, the totals, and `winner`, if that took
    the last trick."""
    left = {**expected}
    for what, true in (("score", points), ("totals", totals)):
        if what in left and exactly(left[what], players, true):
            del left[what]
    if winner >= 0 and left.get("winner") == players[winner]:
        del left["winner"]
    return left
