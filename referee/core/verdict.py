"""A verdict: what the referee says about one log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields
from typing import Literal, Protocol

from referee.core import Shown
from referee.core.data import Data
from referee.core.events import Finding
from referee.core.family import Block
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.places import Complaint, Place
from referee.core.ruleset import ProjectUse, project_data

LISTS = {"violation": "violations", "doubt": "doubts", "accepted": "accepted", "reading": "readings"}
"""The list of a verdict as plain data in which findings of each kind stand."""


class Played(Protocol):
    """The game of a log, played through to the last event that was judged."""

    @property
    def game(self) -> Game:
        """The rules, ready for this number of players."""
        ...

    @property
    def state(self) -> AtTable:
        """The state as the family of the game keeps it."""
        ...

    @property
    def score(self) -> tuple[Data, Sequence[Block]]:
        """The score pad: the data of `referee score --format json`, and tables."""
        ...

    def place(self, event: int) -> Place:
        """Return where event number `event` (from 1) is in the log."""
        ...


@dataclass(slots=True, eq=False)
class Verdict(Shown):
    """The verdict on one log.

    `status` is 'legal', 'illegal' or 'unjudged' (`complaints` says why it could not be judged, from `events + 1` on). `events`
    were judged, `unjudged` come after the point where judging stopped, `counts` says what was checked ({'hands': 12, 'plays':
    312, …}) and `unfinished` what is still to come if the log stops early. `line` is where the game begins in a file that may
    hold several (0: it may not); `table` is the game played through, if it was judged in this process; `reported` are the
    findings and complaints that were reported before the verdict; `kept` is what `keep` saved of the game. `unasked` says that
    nobody looked which unsettled rulings decided it; `rulings_unasked` how many were left out when the findings were asked for,
    because the log is long, and `in_full` that none are. `project` is what the project file of the log adds to its rules.
    """

    path: str
    game: str
    status: Literal["legal", "illegal", "unjudged"]
    events: int = 0
    unjudged: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    unfinished: str = ""
    table: Played | None = field(default=None, compare=False)
    line: int = 0
    reported: Sequence[Finding | Complaint] = ()
    kept: object = field(default=None, compare=False)
    unasked: bool = False
    rulings_unasked: int = 0
    project: ProjectUse | None = None
    in_full: bool = field(default=False, compare=False)
    _found: list[Finding] = field(default_factory=list, init=False)
    _ignored: frozenset[str] = field(default=frozenset(), init=False, compare=False)
    _later: dict[str, Callable[[], list[Finding]]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _brief: str | Callable[[], str] = field(default="", init=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Verdict):
            return NotImplemented
        self._put_into_words()
        other._put_into_words()
        return all(getattr(self, part.name) == getattr(other, part.name) for part in fields(self) if part.compare)

    @property
    def brief(self) -> str:
        """The rules in one line."""
        if not isinstance(self._brief, str):
            self._brief = self._brief()
        return self._brief

    @property
    def findings(self) -> list[Finding]:
        """Everything that was found and is reported, in order of place."""
        self._find("doubt", "reading")
        return list(filter(self._is_reported, self._found))

    def add(self, findings: Sequence[Finding]) -> None:
        """Add findings, in order of place; those about the whole log are last."""
        if findings:
            self._found = sorted(self._found + list(findings), key=lambda one: (one.event == 0, one.line, one.column))

    def doubt(self, later: Callable[[], list[Finding]]) -> None:
        """Add doubts, which are put into words only when the findings are needed."""
        self._later["doubt"] = later

    def rest_on(self, later: Callable[[], list[Finding]]) -> None:
        """Add the rulings that decide the log, for which it is judged again only when the findings are needed."""
        self._later["reading"] = later

    def leave_unasked(self) -> None:
        """Leave out which rulings decide the log."""
        self._later.pop("reading", None)
        self.unasked = True

    def ignore(self, names: Collection[str]) -> None:
        """Do not report doubts and readings with these names, as `unseen-plays` or `illuminate/unseen-plays`."""
        self._ignored |= set(names)

    def _is_reported(self, one: Finding) -> bool:
        if one.kind not in ("doubt", "reading"):
            return True
        return self._ignored.isdisjoint((one.rule, one.rule.rpartition("/")[2]))

    def judged_by(self, brief: Callable[[], str]) -> None:
        """Add the rules in one line, put into words only when they are needed."""
        self._brief = brief

    @property
    def violations(self) -> list[Finding]:
        """The findings that make the log illegal."""
        return [finding for finding in self._found if finding.kind == "violation"]

    @property
    def doubts(self) -> list[Finding]:
        """The doubts about this log that are reported."""
        return list(filter(self._is_reported, self.all_doubts))

    @property
    def all_doubts(self) -> list[Finding]:
        """All doubts about this log, those that are ignored in the answer, too."""
        self._find("doubt")
        return [finding for finding in self._found if finding.kind == "doubt"]

    @property
    def irregularities(self) -> list[Finding]:
        """The violations, and irregularities that the table let stand."""
        return [finding for finding in self._found if finding.kind in ("violation", "accepted")]

    def keep(self, what: object) -> None:
        """Keep something of the game in its place; what nobody has asked for is not put into words then."""
        self.kept = what
        self.table = None
        self._later = {}
        self._brief = ""

    def pack(self) -> Verdict:
        """Make the verdict ready to leave its process: everything is put into words, and the game stays behind."""
        self._put_into_words()
        self.table = None
        return self

    def as_dict(self, label: str = "") -> Data:
        """Return the verdict as plain data, ready to be written as JSON: $defs/verdict of schemas/report.schema.json, as
        `referee validate --format json` prints it.

        `label` is what the log is called there, if not by its path.
        """
        last, left = judged_to(self)
        data: Data = {"path": label or self.path, "game": self.game, "verdict": self.status}
        data |= {"events": last, "unjudged": left, "counts": dict(self.counts)}
        for kind, key in LISTS.items():
            data[key] = [finding.as_dict() for finding in self.findings if finding.kind == kind]
        if self.unasked:
            data["readings"] = None
        data["complaints"] = [complaint.as_dict() for complaint in self.complaints]
        data["unfinished"] = self.unfinished
        data["brief"] = self.brief
        return data | project_data(self.project)

    def _put_into_words(self) -> None:
        self._brief = self.brief
        self._find("doubt", "reading")

    def _find(self, *kinds: str) -> None:
        for kind in kinds:
            find = self._later.pop(kind, None)
            if find:
                self.add(find())


def judged_to(verdict: Verdict) -> tuple[int, int]:
    """Return the number of the last judged event, including an illegal one, and how many come after it."""
    refused = any(finding.event == verdict.events + 1 for finding in verdict.violations)
    last = verdict.events + refused  # what cannot be read after it was not judged
    return last, verdict.events + verdict.unjudged - last
