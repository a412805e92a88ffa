"""The same rules by another reading: they are what loading them with that reading makes, and few are kept."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from referee import source
from referee.core.places import RulesetError, RulesetOptions
from referee.corpus.parts import KEPT, RulesetCache
from referee.judging.log import log_of
from referee.rules import otherwise, rulesets, shipped

GAMES = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]


@pytest.mark.parametrize("game", GAMES)
def test_a_reading_shares_with_the_game_only_what_it_leaves_alone(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    for ruling in rules.rulings.values():
        for reading in ruling.others:
            try:
                loaded = rulesets.load_ruleset(game, ruling={ruling.name: reading})
                other = otherwise.read_otherwise(rules, ruling.name, reading)
            except RulesetError:  # the words of this game do not go with that reading
                continue
            assert other.full == loaded.full
            assert other.full.keys() == loaded.full.keys()
            assert rules.get(*ruling.about) != other.get(*ruling.about)


@pytest.mark.parametrize(
    ("variants", "ruling"),
    [
        (["no-convergence"], {"convergence-next": "seat"}),
        (["solitaire"], {"rake-card": "claimer", "convergence-leaves": "everything"}),
        ([], {"convergence": "stay", "convergence-leaves": "everything"}),
    ],
)
def test_a_reading_about_what_is_gone_changes_nothing(variants: list[str], ruling: dict[str, str]) -> None:
    first = dict(list(ruling.items())[:1]) if "convergence" in ruling else {}
    without = rulesets.load_ruleset("illimat", variants=variants, ruling=first)
    read = rulesets.load_ruleset("illimat", variants=variants, ruling=ruling)
    assert read.full == without.full
    assert rulesets.soundness(read) == rulesets.soundness(without)


@pytest.mark.slow
def test_other_readings_are_kept_of_the_rulesets_asked_last_only() -> None:
    first = rulesets.load_ruleset("illimat")
    (ruling, *_) = (ruling for ruling in first.rulings.values() if ruling.others)
    reading = ruling.others[0]
    made = weakref.ref(otherwise.read_otherwise(first, ruling.name, reading))
    rulesets.table(made(), 2)
    assert otherwise.read_otherwise(first, ruling.name, reading) is made()
    for _ in range(otherwise.OTHERWISE):
        assert made() is not None
        otherwise.read_otherwise(rulesets.load_ruleset("illimat"), ruling.name, reading)
    gc.collect()
    assert made() is None


def test_a_run_keeps_the_rulesets_of_the_logs_judged_last() -> None:
    def log(number: int) -> object:
        return log_of({"game": "hearts", "players": ["Ann", "Ben", "Cyd", "Dov"], "events": []}, f"folder{number}/log")

    cache = RulesetCache(RulesetOptions())
    first, second = cache.ruleset(log(0)), cache.ruleset(log(1))
    assert cache.ruleset(log(0)) is first
    for number in range(2, KEPT + 1):
        cache.ruleset(log(number))
    assert cache.ruleset(log(0)) is first
    assert cache.ruleset(log(1)) is not second


def test_a_reading_that_holds_since_nothing_is_written_is_the_one_taken(tmp_path: Path) -> None:
    house = tmp_path / "ours.yaml"
    house.write_text("extends: euchre\nwhy: as we play\nturned: {put_away: null}\n", encoding="utf-8")
    ruling = rulesets.load_ruleset("euchre", houses=[str(house)]).rulings["put-away"]
    assert (ruling.taken, ruling.others) == ("any", ["another"])
