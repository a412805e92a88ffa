"""Taking over the hands of a log that were judged before it was, together with those of other logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

import numpy as np

from referee.core.events import Misread
from referee.core.formula import FormulaError
from referee.engines.trick.columns.hands import Columns
from referee.engines.trick.columns.written import Item, Noted
from referee.engines.trick.explain import claims
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.rules.hands import give_roles
from referee.engines.trick.rules.plays import GRACE
from referee.engines.trick.state import DEAL, OVER, Hand, State
from referee.engines.trick.words.scoring import Ended

CHANGED = ("bags", "clock", "dealer", "ever_said", "hand", "own_cards", "phase", "plays", "roles", "scores", "tricks")
"""What taking hands over changes, beside the lists that only grow."""


class Batch:
    """Foresees the hands of some logs of one ruleset: `core.family.Foresight`."""

    def __init__(self, columns: Columns, reading: Reading) -> None:
        self._columns = columns
        self._rules = columns.rules
        self._reading = reading
        self._states: list[State] = []
        self._noted: list[Noted] = []
        self._sizes: list[int] = []

    def note(self, state: State, items: Sequence[Item]) -> int | None:
        """Takes a log down: its ticket, or None where it does not begin with a plain hand."""
        unknown = None in state.scores or None in state.bags or (state.roles is None and self._rules.roles)
        if state.phase != DEAL or unknown:
            return None
        noted = self._columns.reader.note(state, items)
        if noted is None:
            return None
        self._states.append(state)
        self._noted.append(noted)
        self._sizes.append(len(items))
        return len(self._noted) - 1

    def look(self) -> None:
        """Works out what comes of the hands that were taken down."""
        if self._noted:
            sheet = self._columns.reader.sheet(self._noted)
            fine, self._outcomes = self._columns.judge(sheet, self._states)
            self._sheet = sheet
            self._fine: list[bool] = fine.tolist()
            self._rows: list[int] = np.searchsorted(sheet.log, np.arange(len(self._noted))).tolist()

    def take_over(self, ticket: int, state: State) -> tuple[int, int, int]:
        """Lets the hands of a log happen as they were foreseen: how many items, events and claims that were.

        A hand is taken over if the next one begins soundly or nothing follows: what is on the table then is no matter.
        """
        rules, outcomes, noted = self._rules, self._outcomes, self._noted[ticket]
        first, size, scoring = self._rows[ticket], self._sizes[ticket], rules.scoring
        scores, bags, history, over = state.scores, state.bags, state.history, False
        by_itself = not scoring.bags and len(scoring.sides) == rules.players
        began = [getattr(state, name) for name in CHANGED]
        done = claimed = 0
        for row, span in enumerate(noted.spans[: self._to_take(ticket)], first):
            bids, won, counts = outcomes.bids[row], outcomes.won[row], outcomes.counts[row]
            points: Sequence[Any]
            try:
                if outcomes.scores is None:
                    ended = Ended(span.number, span.cards, span.dealer, bids, won, counts, scores, bags)
                    points, carried = scoring.points(ended)
                elif by_itself:
                    points, carried = outcomes.scores[row], bags
                else:
                    points, carried = scoring.shared_out(bags, list(outcomes.scores[row]), outcomes.bags[row])
                totals = list(map(add, scores, points))
                ends = scoring.over(totals, state.target, span.number)
            except FormulaError:  # the careful way says it in words
                break
            if ends and span.end != size:
                break
            history.append(Hand(span.number, span.cards, span.dealer, bids, won, counts, tuple(points), tuple(totals)))
            here = noted.claims.get(done)
            if here:
                self._stand(state, ticket, done + 1, totals, carried, began, over=ends)
                if not self._true(state, here):
                    history.pop()
                    break
                claimed += len(here)
            scores, bags, done, over = totals, carried, done + 1, ends
        self._stand(state, ticket, done, scores, bags, began, over=over)
        return self._taken(state, ticket, done, claimed)

    def _to_take(self, ticket: int) -> int:
        """How many hands of a log may be taken over, as far as they are sound."""
        spans, first = self._noted[ticket].spans, self._rows[ticket]
        fine = self._fine[first : first + len(spans)]
        sound = fine.index(False) if False in fine else len(fine)
        whole = sound == len(spans) and spans[-1].end == self._sizes[ticket]
        return sound if whole else max(sound - 1, 0)

    def _stand(
        self,
        state: State,
        ticket: int,
        done: int,
        scores: list[Any],
        bags: list[Any],
        began: Sequence[Any],
        *,
        over: bool,
    ) -> None:
        """Puts the state where it stands after so many hands of a log, which began as `began` says."""
        for name, value in zip(CHANGED, began, strict=True):
            setattr(state, name, value)
        if not done:
            return
        rules, spans, row = self._rules, self._noted[ticket].spans[:done], self._rows[ticket] + done - 1
        span, taken, roles = spans[-1], self._outcomes.taken, self._outcomes.roles
        state.scores, state.bags = scores, bags
        state.clock += sum([of_hand.events for of_hand in spans])
        state.plays += sum([of_hand.cards for of_hand in spans]) * rules.players
        state.phase = OVER if over else DEAL
        state.hand = span.number if over else span.number + 1
        state.dealer = span.dealer if over else (span.dealer + rules.next_dealer) % rules.players
        if roles is not None:
            state.ever_said = bool(roles.said[-1, row])
            moved = int(roles.moved_at_end[row]) % rules.players
            whose = roles.first[:, row].tolist()
            give_roles(rules, state, whose[moved:] + whose[:moved])
        cards = self._sheet.played[span.cards - 1, :, row].tolist()
        leader, winner = (int(seats[span.cards - 1, row]) for seats in (taken.leaders, taken.winners))
        card = cards[(winner - leader) % rules.players]
        state.tricks = [(leader, [1 << laid for laid in cards], winner, card, 0, 0, 0, state.clock)]

    def _taken(self, state: State, ticket: int, done: int, claimed: int) -> tuple[int, int, int]:
        """How many items, events and claims that was; what the tricks of these hands hung on is noted."""
        taken, players = self._outcomes.taken, self._rules.players
        clock = 0
        for row, span in enumerate(self._noted[ticket].spans[:done], self._rows[ticket]):
            clock += span.events
            before = clock - span.cards * players
            if self._moved(state, row):
                state.hinge_once("roles.rotation_lasts", clock - span.events + 1)
            unasked = taken.unasked.get(row, span.cards)
            for path, trick in taken.hinges.get(row, ()):
                if trick > unasked:
                    state.hinge_once(GRACE, before + (unasked + 1) * players)
                state.hinges.append((path, before + (trick + 1) * players))
            if unasked < span.cards:
                state.hinge_once(GRACE, before + (unasked + 1) * players)
            for trick in taken.unsaid.get(row, ()):
                state.unsaid.append(before + (trick + 1) * players)
        return (self._noted[ticket].spans[done - 1].end if done else 0), clock, claimed

    def _moved(self, state: State, row: int) -> bool:
        """Whether the roles lie elsewhere when a hand begins than where they were chosen."""
        roles = self._outcomes.roles
        if roles is None or state.chosen is None or self._rules.rotation_lasts != "game":
            return False
        moved, whose = int(roles.moved[0, 0, row]) % self._rules.players, roles.first[:, row].tolist()
        return bool(whose[moved:] + whose[:moved] != state.chosen)

    def _true(self, state: State, expected: Mapping[str, Any]) -> bool:
        """Whether all that is claimed after a hand is so."""
        try:
            return not list(claims.check(self._rules, self._reading, state, expected))
        except Misread:
            return False
