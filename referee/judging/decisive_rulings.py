"""The unsettled rulings that a violation depends on: with another of their readings it would not be one.

Each check is made again in the same state with each other reading. Rulings that change what is on the table before that are
noted by the families, as for scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from referee.core.events import Misread
from referee.core.findings import Doubt
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.places import LogError, Pointer, RulesetError
from referee.core.ruleset import Ruleset
from referee.core.rulings import Ruling
from referee.judging.fold import Again, Flaw
from referee.judging.replay import Replay, replay
from referee.rules import rulesets


def with_violations(played: Replay, doubts: Iterable[Doubt], flaws: Iterable[Flaw]) -> list[Doubt]:
    """These doubts, and a reading for each unsettled ruling that one of these flaws, or a claim, depends on."""
    found = {doubt.rule: doubt for doubt in doubts if doubt.kind == "reading"}
    rules = played.game.ruleset
    claimed = [(path, event) for path, event in played.folded.rest_on if _is_open(rules, tuple(path.split(".")))]
    for path, event in [*claimed, *_decisive(played, flaws)]:
        known = found.get(path) or Doubt(path, kind="reading")
        found[path] = known._replace(events=tuple(dict.fromkeys((*known.events, event))))
    return [doubt for doubt in doubts if doubt.kind != "reading"] + list(found.values())


def _is_open(rules: Ruleset, pointer: Pointer) -> bool:
    """Whether a ruling decides a word and the table has not settled it."""
    return rules.ruling_about(pointer) is not None and not rules.is_changed(pointer)


def _decisive(played: Replay, flaws: Iterable[Flaw]) -> Iterator[tuple[str, int]]:
    """The paths of the unsettled words, with the event at which another reading matters."""
    asked = [
        _Asked(again, list(found), played)
        for again, found in groupby(flaws, lambda flaw: flaw.again)
        if again is not None
    ]
    if asked:
        for ruling, game in _otherwise(played):
            path = ".".join(ruling.about)
            yield from ((path, one.found[0].event) for one in asked if one.allowed(ruling, game))


def _otherwise(played: Replay) -> Iterator[tuple[Ruling, Game]]:
    """The game with each reading that was not taken, of each ruling that the table did not settle."""
    rules = played.game.ruleset
    for ruling in rules.rulings.values():
        if _is_open(rules, ruling.about):
            for reading in ruling.others:
                try:
                    game = rulesets.table(rulesets.read_otherwise(rules, ruling.name, reading), len(played.log.players))
                except RulesetError:  # the words of this game do not go with that reading
                    continue
                yield ruling, game


class _Asked:
    """A check that found something wrong, to be made again."""

    def __init__(self, again: Again, found: list[Flaw], played: Replay) -> None:
        self.again = again
        self.found = found
        self.played = played

    @cached_property
    def decided_before(self) -> frozenset[str]:
        """The words whose effect has come before the check."""
        return frozenset(self.played.game.decided_before(self.again.state))

    @cached_property
    def table(self) -> Any:
        """What was on the table."""
        return self.played.game.position(self.again.state)

    def allowed(self, ruling: Ruling, game: Game) -> bool:
        """Whether another reading would allow one of the things that were found wrong."""
        if any(flaw.fault.bars and flaw.fault.word == ruling.about for flaw in self.found):
            return True  # what comes first was decided before this
        again, state = self.again, self.again.state
        try:
            if ".".join(ruling.about) in self.decided_before or not self._same_table(game):
                event = self.found[0].event
                folded = replay(self.played.log, game.ruleset, until=event).folded
                sound = folded.events >= event and not folded.flaws
                if not (sound and again.after):
                    return sound
                state = folded.state
            faults = list(again.ask(game, state))
        except Misread as misread:
            faults = list(misread.faults)
            if misread.shapeless:
                return False
        except (FormulaError, LogError):
            return False
        left = {(fault.rule, fault.at) for fault in faults}
        return not {(flaw.fault.rule, flaw.fault.at) for flaw in self.found} <= left

    def _same_table(self, game: Game) -> bool:
        """Whether the table would be the same: another deck, or another order of seasons, changes it."""
        if game.ruleset.deck is not self.played.game.ruleset.deck:
            return False
        return self.played.folded.in_batch or bool(game.position(self.again.state) == self.table)
