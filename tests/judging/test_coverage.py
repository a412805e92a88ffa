"""The project's own logs, cases and examples exercise every rule, word and card power of every shipped game."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any, NoReturn

import case_runner
import pytest
from case_runner import cases, families, of_family, set_table
from every_word import words
from slowness import slow_where

from referee import source
from referee.core.places import RulesetOptions, Unjudgeable
from referee.corpus.parts import RulesetCache
from referee.engines import family as engine
from referee.judging import otherwise
from referee.judging.otherwise import Coverage, exercised_points
from referee.judging.read import load_logs
from referee.judging.rules import ruleset_of
from referee.rules import rulesets, shipped

TESTS = Path(__file__).parents[1]
GAMES = {path.stem: path.parent.name for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")}
"""The shipped games, and the family of each."""
SUFFIXES = {".yaml", ".json", ".jsonl"}


def logs() -> list[Path]:
    """Every log file of the project."""
    found = [*(TESTS / "logs").glob("*/*"), *(TESTS.parent / "examples").rglob("*")]
    return [path for path in found if path.suffix in SUFFIXES]


class TableIsSet(Exception):  # noqa: N818 - no error: a case has set its table, and that is all that is wanted of it
    """Ends a case that is not run here for its own sake."""


class Project:
    """What the project's logs and cases exercise of the shipped games of a family, without house rules."""

    def __init__(self, family: str) -> None:
        self.cache = RulesetCache(RulesetOptions())
        self.covered = {game: Coverage(rulesets.load_ruleset(game)) for game, name in GAMES.items() if name == family}

    def add(self, path: Path) -> None:
        """Counts the logs in a file in."""
        for log in load_logs(str(path)):
            if isinstance(log, Unjudgeable) or log.houses or log.game.partition("@")[0] not in self.covered:
                continue
            try:
                rules = self.cache.ruleset(log)
                self.covered[rules.name].add(log, rules)
            except Unjudgeable:
                continue

    def add_case(self, case: dict[str, Any], *rest: Any) -> NoReturn:
        """Counts in what lies on the table of a case, in place of `set_table`."""
        self.add(Path(set_table(case, *rest).path))
        raise TableIsSet


@pytest.mark.parametrize("family", slow_where(lambda family: family != "climbing", families()))
def test_every_shipped_game_is_exercised_in_full(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(otherwise, "ENOUGH", 1)
    project = Project(family)
    for path in logs():
        project.add(path)
    special = of_family(family)  # imported before anything is patched: it takes set_table from case_runner
    for module in (special, case_runner):
        monkeypatch.setattr(module, "set_table", project.add_case, raising=False)
    usual = getattr(special, "GAME", None)
    for case in cases(family):
        if case.data.get("game", usual) in GAMES and not case.data.keys() & {"ruleset", "house"}:
            with contextlib.suppress(TableIsSet):
                case_runner.run(case.data, tmp_path)
    assert project.covered
    assert all(covered.logs for covered in project.covered.values())
    broken = {name for covered in project.covered.values() for name, fired in covered.fired.items() if fired}
    never = {(game, name) for game, covered in project.covered.items() for name in covered.never()}
    # what only a violation cites need not be broken in each game
    assert {(game, name) for game, name in never if not (name.startswith("rules.") and name in broken)} == {
        (game, name) for game, name in BARREN if GAMES[game] == family
    }


BARREN = {
    ("cassino", "scoring.none_counted"), ("scopa", "scoring.none_counted"), ("scopone", "scoring.none_counted"),
    ("escoba", "scoring.none_counted"),
    ("skat", "bidding.declarer.with"), ("gin-rummy", "declare.penalty"),
    ("bridge", "end.tied"), ("briscola", "end.tied"), ("schnapsen", "end.tied"), ("big-two", "play.equal"),
    ("big-two", "deal.each"), ("schieber", "bidding.calls"), ("sheepshead", "bidding.calls"),
    ("canasta", "turn.discard_taken"), ("rummy-500", "turn.discard_taken"),
}  # fmt: skip
"""Points of games in which they decide nothing: somebody always has such a card, three players have no partners, no part of the
score counts penalties, a card that must be laid is not discarded, no two cards of Big Two are equal, and all of them are dealt.
The changes of Schieber name its bids, and in Sheepshead everything hangs on picking: neither can be judged without its calls.
In Schnapsen only one player scores in a hand, so nobody ties at the end.
The two of bridge and briscola are of variants up to a target, and no log of ours ends in a tie by one."""


def in_no_game(family: str) -> list[str]:
    """The words of a family that could fire and that no shipped game has, so that only cases exercise them."""
    points = [tuple(path.split(".")) for game in GAMES if GAMES[game] == family for path in points_of(game)]
    every = [(word.path, rulesets.words(family).at(word.path)) for word in words(family)]
    return [
        ".".join(path) for path, word in every if word and word.cites and not any(lies(path, one) for one in points)
    ]


def lies(path: tuple[str, ...], point: tuple[str, ...]) -> bool:
    """Whether a point is of a word, of which some steps may be any name."""
    return len(path) == len(point) and all(step in (there, "*") for step, there in zip(path, point, strict=True))


def points_of(game: str) -> dict[str, Any]:
    return engine(GAMES[game]).points(rulesets.load_ruleset(game))


@pytest.mark.parametrize("word", in_no_game("fishing"))
def test_a_word_that_no_shipped_game_has_fires_in_a_case(word: str, tmp_path: Path) -> None:
    path = tuple(word.split("."))
    for case in sorted(cases("fishing"), key=lambda case: f"'{path[-1]}':" not in str(case.data)):
        about = any(tuple(name.split(".")) == path[: name.count(".") + 1] for name in case.words)
        if not about or not {"events", "event"} & case.data.keys() or "unread" in case.data:
            continue
        events = [*case.data.get("events", ()), *([case.data["event"]] if "event" in case.data else ())]
        log = case_runner.own_log(set_table(case.data, events, tmp_path).path)
        rules = ruleset_of(log)
        asked = {name: it for name, it in engine("fishing").points(rules).items() if lies(path, tuple(name.split(".")))}
        if exercised_points(log, rules, asked):
            return
    raise AssertionError(f"{word} fires in no case")


@pytest.mark.parametrize("game", GAMES)
def test_what_could_fire_stands_in_the_ruleset_and_cites_a_rule_of_it(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    for name, point in engine(GAMES[game]).points(rules).items():
        assert point.cites == "" or point.cites in rules.data["rules"], name
        assert point.pointer[0] in rules.data, name


def test_every_rule_that_the_conspiracy_engine_cites_can_fire() -> None:
    rules = rulesets.load_ruleset("illuminati")
    cited = {
        rule
        for path in (TESTS.parent / "referee" / "engines" / "conspiracy").rglob("*.py")
        for rule in re.findall(r'Fault\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))
    }
    assert cited <= set(rules.data["rules"])
    assert {f"rules.{rule}" for rule in cited} <= engine("conspiracy").points(rules).keys()
