"""Judging many logs together: the hands of all of them in columns, and the result of each log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import add, is_
from typing import Any

import numpy as np

from referee.core.claims import exactly
from referee.core.events import Misread
from referee.core.family import Judged
from referee.core.formula import FormulaError
from referee.engines.trick.columns.hands import Columns
from referee.engines.trick.columns.layout import Span
from referee.engines.trick.columns.written import Item, Written
from referee.engines.trick.explain import claims
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.rules.hands import give_roles
from referee.engines.trick.state import DEAL, OVER, Hand, State
from referee.engines.trick.words.ended_hands import Ended

Head = tuple[Sequence[str], Mapping[str, Any], "Mapping[str, Any] | None"]
Opening = Callable[[Sequence[str], Mapping[str, Any], "Mapping[str, Any] | None"], State]


class Batch:
    """The logs of one ruleset that are judged together: `core.family.Batch`.

    `opening` gives the state before the first event; it is shared between logs, and never changed.
    """

    def __init__(self, columns: Columns, reading: Reading, opening: Opening) -> None:
        self._columns = columns
        self._rules = columns.rules
        self._reading = reading
        self._opening = opening
        self._head: Head = ((), {}, None)
        self._start: State | None = None
        self._starts: list[State] = []
        self._written: list[Written] = []
        self._sizes: list[int] = []

    def add(
        self,
        players: Sequence[str],
        setup: Mapping[str, Any],
        position: Mapping[str, Any] | None,
        items: Sequence[Item],
    ) -> int | None:
        """Adds a log: its number here, or None if it does not begin with a plain hand."""
        head = players, setup, position
        if not all(map(is_, head, self._head)):  # usually the same as that of the log before
            self._head, self._start = head, self._plain_start(*head)
        start = self._start
        written = None if start is None else self._columns.reader.read(start, items)
        if start is None or written is None:
            return None
        self._starts.append(start)
        self._written.append(written)
        self._sizes.append(len(items))
        return len(self._written) - 1

    def _plain_start(self, *head: Any) -> State | None:
        """The state before the first event, if a hand begins with it and all scores and roles are known."""
        try:
            start = self._opening(*head)
        except (Misread, FormulaError):  # the careful way reports it
            return None
        unknown = None in start.scores or None in start.bags or (start.roles is None and self._rules.roles)
        return None if start.phase != DEAL or unknown else start

    def work_out(self) -> None:
        """Judges all hands of the logs that were added."""
        if not self._written:
            return
        sheet = self._columns.reader.sheet(self._written)
        fine, self._outcomes = self._columns.judge(sheet, self._starts)
        last, every, taken = sheet.cards - 1, np.arange(len(sheet.cards)), self._outcomes.taken
        rows = np.searchsorted(sheet.log, np.arange(len(self._written) + 1))
        faulty = np.append(np.flatnonzero(~fine), len(fine))
        sound = np.minimum(faulty[np.searchsorted(faulty, rows[:-1])], rows[1:]) - rows[:-1]
        self._rows: list[int] = rows.tolist()
        self._sound: list[int] = sound.tolist()
        cards, leaders, winners = sheet.played[last, :, every], taken.leaders[last, every], taken.winners[last, every]
        won = cards[every, (winners - leaders) % self._rules.players]
        last_tricks = (each.tolist() for each in (leaders, 1 << cards, winners, won))
        self._last_tricks = list(zip(*last_tricks, strict=True))

    def judged(self, number: int, expected: Mapping[str, Any]) -> Judged | None:
        """The result of the hands of a log, up to one in which anything is irregular; None if that is the first.

        A hand counts if the next one begins soundly or nothing follows: what is on the table then does not matter.
        """
        rules, outcomes, written, start = self._rules, self._outcomes, self._written[number], self._starts[number]
        first, size, scoring = self._rows[number], self._sizes[number], rules.scoring
        spans, sound = written.layout.spans, self._sound[number]
        if sound < len(spans) or spans[-1].end < size:
            spans = spans[: max(sound - 1, 0)]
        scores, bags, history, over = start.scores, start.bags, list(start.history), False
        by_itself = not scoring.bags and len(scoring.sides) == rules.players
        claimed = 0
        done: list[Span] = []
        for row, span in enumerate(spans, first):
            bids, won, counts = outcomes.bids[row], outcomes.won[row], outcomes.counts[row]
            last = self._last_tricks[row][2]
            points: Sequence[Any]
            try:
                if outcomes.scores is None:
                    ended = Ended(
                        span.number, span.cards, span.dealer, bids, won, counts, scores, bags, rules.sides, last, (), ()
                    )
                    points, carried = scoring.points(ended)
                elif by_itself:
                    points, carried = outcomes.scores[row], bags
                else:
                    points, carried = scoring.shared_out(
                        rules.sides, bags, list(outcomes.scores[row]), outcomes.bags[row]
                    )
                totals = list(map(add, scores, points))
                ends = scoring.over(totals, start.target, span.number)
            except FormulaError:  # the careful way reports it
                break
            if ends and span.end != size:
                break
            history.append(
                Hand(
                    span.number, span.cards, span.dealer, bids, won, counts, tuple(points), tuple(totals), rules.sides, last,
                    (), (),
                )
            )  # fmt: skip
            done.append(span)
            if row - first in written.claims:
                here, claimed_here = written.claims[row - first]
                if not self._true(claimed_here, number, done, (totals, carried, history), over=ends):
                    history.pop()
                    done.pop()
                    break
                claimed += here
            scores, bags, over = totals, carried, ends
        if not done:
            return None
        whole = done[-1].end == size
        state = self._state(number, done, (scores, bags, history), over=over, whole=whole)
        holds = whole and not self._not_exact(expected, start.players, scores, history)
        return Judged(state, done[-1].end, state.clock - start.clock, claimed, whole, holds)

    def _state(
        self,
        number: int,
        done: Sequence[Span],
        ends: tuple[list[Any], list[Any], list[Hand]],
        *,
        over: bool,
        whole: bool,
    ) -> State:
        """The state after these hands of a log, with the scores, bags and history that they end with. The state after a `whole`
        log is only asked about its score, and does not know what is on the table."""
        rules, start, span, outcomes = self._rules, self._starts[number], done[-1], self._outcomes
        row = self._rows[number] + len(done) - 1
        state = start.of_the_game() if whole else start.copy()
        state.scores, state.bags, state.history = ends
        state.clock = start.clock + sum([hand.events for hand in done])
        state.plays = start.plays + sum([hand.cards for hand in done]) * rules.players
        state.phase = OVER if over else DEAL
        state.hand = span.number if over else span.number + 1
        state.dealer = span.dealer if over else (span.dealer + rules.next_dealer) % rules.players
        if outcomes.roles is not None:
            state.ever_said = bool(outcomes.roles.said[-1, row])
            moved = int(outcomes.roles.moved_at_end[row]) % rules.players
            whose = outcomes.roles.first[:, row].tolist()
            give_roles(rules, state, whose[moved:] + whose[:moved])
        state.tricks = [(*self._last_tricks[row], 0, 0, 0, state.clock)]
        state.unsaid = self._unsaid(number, done)
        return state

    def _unsaid(self, number: int, done: Sequence[Span]) -> list[int]:
        """The tricks of these hands that depended on a Grace that nobody said, by their last events."""
        taken, players, start = self._outcomes.taken, self._rules.players, self._starts[number]
        unsaid, clock = list(start.unsaid), 0
        for row, span in enumerate(done, self._rows[number]) if taken.unsaid else ():
            clock += span.events
            before = clock - span.cards * players
            unsaid += [before + (trick + 1) * players for trick in taken.unsaid.get(row, ())]
        return unsaid

    def _not_exact(
        self, expected: Mapping[str, Any], players: Sequence[str], totals: Sequence[Any], history: Sequence[Hand]
    ) -> Mapping[str, Any]:
        """What is claimed after a hand, except scores and totals that are exactly so."""
        left = {**expected}
        for what, true in (("score", history[-1].points or ()), ("totals", totals)):
            if what in left and exactly(left[what], players, true):
                del left[what]
        return left

    def _true(
        self,
        expected: Mapping[str, Any],
        number: int,
        done: Sequence[Span],
        ends: tuple[list[Any], list[Any], list[Hand]],
        *,
        over: bool,
    ) -> bool:
        """Whether everything claimed after a hand is true."""
        here = {what: claimed for what, claimed in expected.items() if what != "winner"}
        left = self._not_exact(here, self._starts[number].players, ends[0], ends[2])
        if not left:
            return True
        state = self._state(number, done, ends, over=over, whole=False)
        try:
            return not list(claims.check(self._rules, self._reading, state, left))
        except Misread:
            return False
