"""Taking over the hands of a log that were judged before it was, together with those of other logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add
from typing import Any

import numpy as np

from referee.core.events import Misread
from referee.core.formula import FormulaError
from referee.engines.trick import claims
from referee.engines.trick.columns.hands import Columns
from referee.engines.trick.columns.written import Item, Noted, Span
from referee.engines.trick.hands import give_roles
from referee.engines.trick.reading import Reading
from referee.engines.trick.scoring import Ended
from referee.engines.trick.state import DEAL, OVER, Hand, State

CHANGED = ("bags", "clock", "dealer", "ever_said", "hand", "own_cards", "phase", "plays", "roles", "scores", "tricks")
"""What taking a hand over changes, beside the lists that only grow."""


class Oracle:
    """Foresees the hands of some logs of one ruleset: `core.family.Foresight`."""

    def __init__(self, columns: Columns, reading: Reading) -> None:
        self._columns = columns
        self._terms = columns.terms
        self._reading = reading
        self._states: list[State] = []
        self._noted: list[Noted] = []
        self._sizes: list[int] = []

    def note(self, state: State, items: Sequence[Item]) -> int | None:
        """Takes a log down: its ticket, or None where it does not begin with a plain hand."""
        if state.phase != DEAL or (state.roles is None and self._terms.roles):
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
        spans, first, expected = self._noted[ticket].spans, self._rows[ticket], self._noted[ticket].claims
        size = self._sizes[ticket]
        fine = self._fine[first : first + len(spans)]
        sound = fine.index(False) if False in fine else len(fine)
        whole = sound == len(spans) and spans[-1].end == size
        done = claimed = 0
        for row, span in enumerate(spans[: sound if whole else max(sound - 1, 0)], first):
            here = expected.get(done)
            before = [getattr(state, name) for name in CHANGED] if here else []
            hung = len(state.hinges), len(state.unsaid)
            if not self._happens(state, row, span, last=span.end == size):
                break
            if here:
                self._close(state, row, span)
                if not self._true(state, here):
                    state.history.pop()
                    del state.hinges[hung[0] :], state.unsaid[hung[1] :]
                    for name, value in zip(CHANGED, before, strict=True):
                        setattr(state, name, value)
                    break
                claimed += len(here)
            done += 1
        if not done:
            return 0, 0, 0
        self._close(state, first + done - 1, spans[done - 1])
        return spans[done - 1].end, state.clock, claimed

    def _happens(self, state: State, row: int, span: Span, *, last: bool) -> bool:
        """Lets a hand happen; False, with nothing changed, if the game would end with it before its log does."""
        terms, outcomes = self._terms, self._outcomes
        scoring, bids, won, counts = terms.scoring, outcomes.bids[row], outcomes.won[row], outcomes.counts[row]
        try:
            if outcomes.scores is None:
                ended = Ended(span.number, span.cards, span.dealer, bids, won, counts, state.scores, state.bags)
                points, bags = scoring.points(ended)
            else:
                points, bags = scoring.shared_out(state.bags, outcomes.scores[row], outcomes.bags[row])
        except FormulaError:  # the careful way says it in words
            return False
        totals = list(map(add, state.scores, points))
        over = scoring.over(totals, state.target, span.number)
        if over and not last:
            return False
        state.scores, state.bags = totals, bags
        state.history.append(
            Hand(span.number, span.cards, span.dealer, bids, won, counts, tuple(points), tuple(totals))
        )
        plays = span.cards * terms.players
        began = state.clock + span.events - plays
        state.clock += span.events
        state.plays += plays
        for path, trick in outcomes.taken.hinges.get(row, ()):
            state.hinges.append((path, began + (trick + 1) * terms.players))
        for trick in outcomes.taken.unsaid.get(row, ()):
            state.unsaid.append(began + (trick + 1) * terms.players)
        if over:
            state.phase = OVER
        else:
            state.hand += 1
            state.dealer = (state.dealer + terms.next_dealer) % terms.players
        return True

    def _close(self, state: State, row: int, span: Span) -> None:
        """Puts down what a hand leaves behind beside its score, as far as anybody asks for it: the last trick and the roles."""
        taken, roles, trick = self._outcomes.taken, self._outcomes.roles, span.cards - 1
        if roles is not None:
            state.ever_said = bool(roles.said[-1, row])
            moved = int(roles.moved_at_end[row]) % self._terms.players
            whose = roles.first[:, row].tolist()
            give_roles(self._terms, state, whose[moved:] + whose[:moved])
        cards = self._sheet.played[trick, :, row].tolist()
        leader, winner = int(taken.leaders[trick, row]), int(taken.winners[trick, row])
        card = cards[(winner - leader) % self._terms.players]
        state.tricks = [(leader, [1 << laid for laid in cards], winner, card, 0, 0, 0, state.clock)]

    def _true(self, state: State, expected: Mapping[str, Any]) -> bool:
        """Whether all that is claimed after a hand is so."""
        try:
            return not list(claims.check(self._terms, self._reading, state, expected))
        except Misread:
            return False
