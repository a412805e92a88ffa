"""Which events a game can have: those that its words need, and no others are listed for an unknown verb."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import run, write
from slowness import one_in

from referee import source
from referee.core.items import EXTRAS
from referee.core.ruleset import Ruleset
from referee.core.words import word_at
from referee.judging.read import load_log
from referee.judging.rules import ruleset_of
from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets, shipped

ROOT = Path(__file__).resolve().parents[3]
VERBS = {
    verb: word
    for verb, word in word_at("trick.schema.json", rulesets.SCHEMAS, "$defs", "event").keys.items()
    if verb not in EXTRAS
}
GAMES = [rules for path in shipped.rulesets() if (rules := rulesets.load_ruleset(str(path))).family == "trick"]
PLAYABLE = [rules for rules in GAMES if not rules.get("abstract")]


LOGS = [
    log
    for log in sorted((ROOT / "examples").glob("*/*.yaml")) + sorted((ROOT / "tests/logs/legal").glob("*.yaml"))
    if log.parent.name != "plugin"  # of a game that only the plug-in brings
]


@pytest.mark.parametrize("log", LOGS)
def test_every_event_of_a_log_is_one_that_its_game_can_have(log: Path) -> None:
    data = source.load(str(log)).data
    if "game" not in data:
        pytest.skip("no log")
    rules = ruleset_of(load_log(str(log)), trust="folder")
    if rules.family != "trick":
        pytest.skip("another family")
    used = {verb for item in data["events"] for verb in item if verb not in EXTRAS}
    assert {verb for verb in used if not VERBS[verb].speaks_in(rules.full)} == set()


@pytest.mark.parametrize("rules", one_in(5, PLAYABLE[::-1]), ids=lambda rules: rules.name)
def test_every_event_of_a_random_game_is_one_that_it_can_have(rules: Ruleset) -> None:
    for variants in [(), *((name,) for name in rules.get("variants", default={}))]:
        varied = rulesets.load_ruleset(rules.name, variants=variants)
        players = tuple("ABCDEFGH"[: min(varied.get("players"))])
        for detail in ("deals", "results"):
            items = simulate_game(varied, players, detail, draw_of(1, 0)).items
            used = {verb for item in items for verb in item if verb not in EXTRAS}
            assert {verb for verb in used if not VERBS[verb].speaks_in(varied.full)} == set(), variants


@pytest.mark.parametrize(
    ("game", "verbs"),
    [
        ("hearts", "deal, pass, rest, play, trick, result"),
        ("spades", "deal, bid, bids, rest, play, trick, result"),
        ("whist", "deal, turn, rest, play, trick, result"),
    ],
)
def test_an_unknown_verb_is_told_those_of_the_game(
    game: str, verbs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        "log.yaml", f"game: {game}\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov}}\nevents:\n  - shuffle: true\n"
    )
    assert run("validate", "log.yaml", "--format", "concise").out.splitlines()[0] == (
        f"log.yaml:5:5: unknown verb 'shuffle'; verbs here: {verbs}"
    )
