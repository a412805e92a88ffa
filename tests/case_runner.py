"""Runs the cases of tests/cases: rules of a game as data, each with its verdict.

A file holds `about` (what its word does), `words` (the paths of the words that it proves, as in a ruleset), `given` and
`cases`. An entry that has `cases` of its own is a group: its other keys are given to each of them. Each case is merged over
what it is given (maps merge, everything else replaces, null removes) and asks one question:

legal:    this event is legal after `events`; `legal_here:` lists everything that may be done there.
event:    this one is not: it `breaks:` a rule, with the whole message (`also:` for more). Where an event is given to several
          cases, `legal: true` says that it is legal.
listed:   what may be done after `events`: `player` (or null), what they are `doing`, everything `legal`, what is ruled `out`
          with its message, the `doubt`, and the `items` that stand for some of it.
findings: everything that the referee says about a whole log, with `status`, `unfinished`, `unjudged`.
leaves:   what do the events leave? The keys of a `position:` that they end in, as far as the case names them.
readings: which unsettled rules, by the ids of their rulings, decided what a legal log comes to?
unread:   why the set-up or position of a log cannot be read.
unsound:  what `soundness` says about the ruleset; `elsewhere:` that it is found in one that it extends.
says:     which sentences does `referee rules` print under these rules? `never_says:` which not, `brief:` the rules in one line.
prints:   which lines does `command:` print about the log (show, score, legal, validate and the like, with its options)?

A family asks more: `<family>_questions.py` lists its questions, and gives the defaults of its logs and the texts (`TEXTS`) of
rules to which a ruleset written in a case gives none.

`ruleset:` is a ruleset written in the case, `house:` a house rule; `game`, `variants`, `ruling`, `players`, `setup`, `position`
and `events` are those of a log, `games` several games to ask the same of. `source` names where the case comes from, `uses` the
rules that it shows without breaking them.
"""

from __future__ import annotations

import importlib
import json
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from click.testing import CliRunner

import referee
from referee import source
from referee.cli import cli
from referee.core.places import Complaint, Pointer, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.engines import family
from referee.judging.log import Log
from referee.judging.read import load_log
from referee.judging.replay import Replay, replay
from referee.judging.rules import ruleset_of
from referee.rules import rulesets, shipped

FOLDER = Path(__file__).parent / "cases"
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
HEAD = ("variants", "ruling", "setup", "position", "expect")
ABSTRACT = {path.stem for path in shipped.rulesets()} - {path.stem for path in shipped.games()}
Data = dict[str, Any]


class Case(NamedTuple):
    """One case: its family, file's stem and id, its data merged over what the file gives, the words that the file proves,
    and where it stands in the file."""

    family: str
    file: str
    id: str
    data: Data
    words: tuple[str, ...]
    at: Pointer

    @property
    def place(self) -> str:
        """The file and line on which it begins; the file is read again, for only a case that fails asks."""
        path = FOLDER / self.family / f"{self.file}.yaml"
        line = source.load(str(path)).place(self.at).line
        return f"{path.relative_to(FOLDER.parent.parent).as_posix()}:{line}"

    @property
    def name(self) -> str:
        """What pytest calls it."""
        return f"{self.family}-{self.file}-{self.id}"


@cache
def cases(family: str) -> tuple[Case, ...]:
    """Every case of a family, in the order of the files."""
    return tuple(_read(family))


def _read(family: str) -> Iterator[Case]:
    for path in sorted((FOLDER / family).glob("*.yaml")):
        data = source.load(str(path)).data
        words = tuple(data.get("words", ()))
        for at, case in _given(data.get("given", {}), data["cases"], ("cases",)):
            for name, said in of_each_game(case):
                yield Case(family, path.stem, name, said | {"family": family}, words, at)


def _given(given: Data, entries: list[Data], at: Pointer) -> Iterator[tuple[Pointer, Data]]:
    """Each case with what it is given, by its file and by the groups that it stands in, and where it stands."""
    for number, entry in enumerate(entries):
        here = (*at, number)
        if "cases" in entry:
            group = {key: value for key, value in entry.items() if key != "cases"}
            yield from _given(over(given, group), entry["cases"], (*here, "cases"))
        else:
            yield here, over(given, _answered(entry))


def _answered(entry: Data) -> Data:
    """A case with an event, whether it is legal, and the rule that it breaks and the message as keys of their own."""
    if isinstance(entry.get("legal"), dict):
        entry = entry | {"event": entry["legal"], "legal": True}
    if isinstance(entry.get("breaks"), dict):
        ((rule, message),) = entry["breaks"].items()
        entry = entry | {"breaks": rule, "message": message}
    return entry | {"also": [_answered(more) for more in entry["also"]]} if entry.get("also") else entry


def of_each_game(case: Data) -> Iterator[tuple[str, Data]]:
    """A case and its id; where it names several `games`, one for each of them."""
    if "games" not in case:
        yield case["id"], case
    for game in case.get("games", ()):
        yield f"{case['id']}-{game}", {key: value for key, value in case.items() if key != "games"} | {"game": game}


def families() -> list[str]:
    """The families that have cases."""
    return sorted(folder.name for folder in FOLDER.iterdir() if folder.is_dir())


def of_family(name: str) -> ModuleType:
    """What is special about the cases of a family: `QUESTIONS`, and `head(data, players)`, the head of a log filled up."""
    return importlib.import_module(f"{name}_questions")


def over(given: Any, case: Any, *, keep: bool = False) -> Any:
    """A case merged over what its file gives. Within rulesets and house rules a null is kept: it is theirs."""
    if not (isinstance(given, dict) and isinstance(case, dict)):
        return case
    merged = dict(given)
    for key, value in case.items():
        merged[key] = over(given.get(key), value, keep=keep or key in ("ruleset", "house"))
        if value is None and not keep:
            del merged[key]
    return merged


def own_log(path: str) -> Log:
    """The log of a case, which may name a house rule beside it."""
    log = load_log(path)
    log.trust = "folder"
    return log


class Table(NamedTuple):
    """A case on disk, as a user would have it: a log, the ruleset and the house rule that it names."""

    path: str
    players: list[str]

    rules: str
    """All that its rules come from: cases in which it is the same share them, with all that is worked out about them."""

    def verdict(self, case: Data) -> Verdict:
        """What `judge` says about it."""
        as_played, strict = bool(case.get("as_played")), bool(case.get("strict"))
        return referee.judge(self.path, self.loaded(), as_played=as_played, strict=strict, trust="folder")

    def replay(self, until: int | None = None) -> Replay:
        """The log played through, or up to `until` events."""
        return replay(own_log(self.path), self.loaded(), until=until)

    def loaded(self) -> Ruleset | None:
        """Its rules; None if they cannot be loaded, which whoever judges it says."""
        try:
            return rules_of(self)
        except Unjudgeable:
            return None


LOADED: dict[str, Ruleset] = {}
"""The rules of the cases so far, by all that they come from."""


def rules_of(table: Table) -> Ruleset:
    """The rules of a case."""
    if table.rules not in LOADED:
        LOADED[table.rules] = ruleset_of(own_log(table.path))
    return LOADED[table.rules]


def set_table(case: Data, events: list[Data], folder: Path) -> Table:
    """Writes the files of a case: the head of the log on line 1, then an event a line."""
    game = case.get("game", "")
    rules = own_ruleset(case) if "ruleset" in case else None
    if rules is not None:
        game = _write(folder / f"{rules['name']}.json", rules)
    count = case.get("players", 4)
    players = list(PLAYERS[:count]) if isinstance(count, int) else count
    head: Data = {"game": game, "players": players} | {key: case[key] for key in HEAD if key in case}
    head = of_family(case["family"]).head(head, players)
    if "house" in case:
        head["house"] = house_of(case, game, folder)
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in (head, *events)), encoding="utf-8")
    named = [rules or game, case.get("house"), *(head.get(key) for key in ("variants", "ruling", "rules"))]
    return Table(str(path), players, json.dumps(named))


def ruleset_path(case: Data, folder: Path) -> str:
    """The ruleset of a case, as a file that it is written to."""
    return _write(folder / "ruleset.json", own_ruleset(case))


def own_ruleset(case: Data) -> Data:
    """The ruleset of a case: a game of its own has a name, and the texts of its family for rules that it gives none."""
    rules: Data = {"family": case["family"], **case["ruleset"]}
    if rules.get("extends") not in ABSTRACT:
        return rules
    texts = getattr(of_family(case["family"]), "TEXTS", {})
    return {"name": "ours", **rules, "rules": {**texts, **rules.get("rules", {})}}


def house_of(case: Data, game: str, folder: Path) -> str:
    """The house rule of a case, by name or as a file that it is written to."""
    house = case["house"]
    return _write(folder / "house.json", {"extends": game, **house}) if isinstance(house, dict) else house


def _write(path: Path, data: Data) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def run(case: Data, folder: Path) -> None:
    """Asserts what a case says."""
    questions = {**QUESTIONS, **of_family(case["family"]).QUESTIONS, "readings": _readings}
    question = next(key for key in questions if key in case)
    questions[question](case, folder)


def _short(rule: str) -> str:
    return rule.rpartition("/")[2]


def require_legal(verdict: Verdict) -> None:
    assert (verdict.violations, verdict.complaints) == ([], []), verdict


def _event(case: Data, folder: Path) -> None:
    before = case.get("events", [])
    table = set_table(case, [*before, case["event"]], folder)
    verdict = table.verdict(case)
    assert not verdict.complaints, verdict.complaints
    found = [(_short(finding.rule), finding.message) for finding in verdict.violations]
    if case.get("legal"):
        assert found == []
    else:
        also = case.get("also", ())
        assert found == [(entry["breaks"], entry["message"]) for entry in (case, *also)]
        assert all(finding.text for finding in verdict.violations), "a rule without a text is cited"
    if "doubts" in case:
        assert [_short(finding.rule) for finding in verdict.doubts] == case["doubts"]
    if "legal_here" in case:
        judged = set_table(case, before, folder).replay()
        options = judged.game.options(judged.state)
        assert sorted({option.notation.removesuffix("!") for option in options.legal}) == sorted(case["legal_here"])
        for finding in verdict.violations:
            assert not finding.legal or sorted(finding.legal) == sorted(case["legal_here"])


def _listed(case: Data, folder: Path) -> None:
    judged = set_table(case, case.get("events", []), folder).replay()
    assert judged.folded.faults == []
    options = judged.game.options(judged.state)
    items = {option.notation: option.item for option in options.options}
    said: Data = {
        "player": options.player,
        "doing": options.doing,
        "legal": [option.notation for option in options.legal],
        "out": {option.notation: option.fault.message for option in options.options if option.fault},
        "doubt": options.doubt,
        "items": {notation: items.get(notation) for notation in case["listed"].get("items", ())},
    }
    wanted = {"legal": [], "out": {}, "doubt": "", "items": {}} | case["listed"]
    assert said == wanted


def _findings(case: Data, folder: Path) -> None:
    verdict = set_table(case, case["events"], folder).verdict(case)
    assert verdict.complaints == []
    found = [
        {"kind": finding.kind, "rule": _short(finding.rule), "event": finding.event, "message": finding.message}
        | ({"reason": finding.reason} if finding.reason else {})
        for finding in verdict.findings
    ]
    assert found == case["findings"]
    for key in ("status", "unfinished", "unjudged", "counts"):
        if key in case:
            assert getattr(verdict, key) == case[key]


def _leaves(case: Data, folder: Path) -> None:
    table = set_table(case, case.get("events", []), folder)
    require_legal(table.verdict(case))
    require_left(case, table)


def require_left(case: Data, table: Table) -> None:
    played = table.replay()
    position = played.game.position(played.state)
    assert {key: _some(position.get(key), value) for key, value in case["leaves"].items()} == case["leaves"]


def _some(found: Any, wanted: Any) -> Any:
    """As much of a map as the case names; lists, whose order says nothing, as the case has them where they are equal."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {key: _some(found.get(key), value) for key, value in wanted.items()}
    if isinstance(found, list) and isinstance(wanted, list) and sorted(found, key=str) == sorted(wanted, key=str):
        return wanted
    return found


def _readings(case: Data, folder: Path) -> None:
    verdict = set_table(case, case["events"], folder).verdict(case)
    require_legal(verdict)
    assert [_short(finding.rule) for finding in verdict.findings if finding.kind == "reading"] == case["readings"]


def _unread(case: Data, folder: Path) -> None:
    verdict = set_table(case, case.get("events", []), folder).verdict(case)
    assert [complaint.message for complaint in verdict.complaints] == case["unread"]
    assert verdict.status == "unjudged"


def _unsound(case: Data, folder: Path) -> None:
    path = ruleset_path(case, folder)
    try:
        rulesets.load_ruleset(path)
        found: list[Complaint] = []
    except referee.RulesetError as error:
        found = [*error.complaints]
    assert sorted(complaint.message for complaint in found) == sorted(case["unsound"])
    elsewhere = {complaint.place.file for complaint in found} - {path}
    assert bool(elsewhere) == bool(case.get("elsewhere")), elsewhere


def _says(case: Data, folder: Path) -> None:
    rules = ruleset_of(own_log(set_table(case, [], folder).path))
    engine = family(rules.family)
    sentences = [line.text for _, lines in engine.describe(rules) for line in lines]
    assert [sentence for sentence in case["says"] if sentence not in sentences] == [], sentences
    assert [sentence for sentence in case.get("never_says", ()) if sentence in sentences] == []
    if "brief" in case:
        assert engine.brief(rules) == case["brief"]


def _prints(case: Data, folder: Path) -> None:
    command, *options = shlex.split(case["command"])
    path = set_table(case, case.get("events", []), folder).path
    result = CliRunner().invoke(
        cli, [command, path, *options, *(["--trust", "folder"] if {"house", "ruleset"} & case.keys() else [])]
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    lines = [line.strip() for line in result.output.splitlines()]
    assert [line for line in case["prints"] if line not in lines] == [], result.output


QUESTIONS = {
    "says": _says,
    "prints": _prints,
    "event": _event,
    "listed": _listed,
    "leaves": _leaves,
    "findings": _findings,
    "unread": _unread,
    "unsound": _unsound,
}
