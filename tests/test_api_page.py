"""docs/reference/api.md: its examples are run, and every public name is on it."""

from __future__ import annotations

import copy
import dataclasses
import doctest
import json
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "api.md"


def test_the_examples_are_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 20
    assert failed == 0


def test_the_examples_for_servers_are_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "how-to" / "server.md"), module_relative=False)
    assert (failed, tried) == (0, 9)


def test_the_examples_for_bots_are_true() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "how-to" / "write-a-bot.md"), module_relative=False)
    assert (failed, tried) == (0, 12)


def test_a_bot_that_says_grace_beats_three_at_random() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "bots" / "tournament.py"), "12"],
        capture_output=True,
        text=True,
        check=True,
    )
    won = {line.split()[0]: int(line.split()[2]) for line in done.stdout.splitlines()}
    assert list(won) == ["Grace", "Ann", "Ben", "Cyd"]
    assert won["Grace"] >= 9


def test_a_table_is_copied_pickled_and_seen_from_a_seat() -> None:
    table = referee.Table("hearts", ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"})
    chance = random.Random(5)
    for _ in range(30):
        table.draw(chance.randrange)
    for other in (table.copy(), copy.copy(table), copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.log() == table.log()
        assert other.legal() == table.legal()
        other.play(other.legal()[0])
        assert len(other.log()["events"]) == len(table.log()["events"]) + 1
    assert sum(seat.hand is not None for seat in table.view("Ben").seats) == 1
    with pytest.raises(ValueError, match="Eve does not play here; Ann, Ben, Cyd, Dov do"):
        table.view("Eve")
    loaded = referee.Table(referee.load_ruleset("hearts"), ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"})
    with pytest.raises(TypeError, match="given the name or path of a game can be pickled"):
        pickle.dumps(loaded)


def test_what_is_no_move_is_refused_with_a_sentence() -> None:
    table = referee.Table("hearts", ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"})
    with pytest.raises(
        referee.IllegalMove, match=r"5 is not a move; write one as `Table.legal\(\)` lists it, or an event"
    ):
        table.play(5)  # type: ignore[arg-type]
    assert not table.is_legal("QS")


def test_the_page_names_every_public_function_and_error() -> None:
    text = PAGE.read_text(encoding="utf-8")
    data = {"Complaint", "Finding", "Place", "Step", "Log", "Ruleset", "Verdict", "__version__"}
    for kind in (referee.Score, referee.HandScore, referee.View, referee.Seat):
        row = next(line for line in text.splitlines() if line.startswith(f"| `{kind.__name__}` |"))
        assert [part.name for part in dataclasses.fields(kind)[1:] if f"`{part.name}`" not in row] == []
    named = set(re.findall(r"`(\w+)[`(]|referee\.(\w+)", text))
    assert set(referee.__all__) - data - {name for pair in named for name in pair} == set()


def test_the_page_says_what_verdicts_and_findings_hold() -> None:
    text = PAGE.read_text(encoding="utf-8")
    fields = [part.name for part in dataclasses.fields(referee.Verdict) if not part.name.startswith("_")]
    held = [*fields, "findings", *referee.Finding._fields]
    assert [name for name in held if f"`{name}`" not in text] == []


def test_every_error_is_on_the_page_and_public() -> None:
    errors = {kind.__name__ for kind in (*subclasses(referee.Unjudgeable), referee.Unjudgeable, referee.IllegalMove)}
    assert errors <= set(referee.__all__)
    text = PAGE.read_text(encoding="utf-8")
    for name in errors:
        assert f"| `{name}` |" in text
        assert f"referee.{name} as " in text


def subclasses(kind: type) -> set[type]:
    return {found for each in kind.__subclasses__() for found in (each, *subclasses(each))}


@pytest.mark.parametrize("game", ["illuminate", "hearts", "spades"])
def test_a_table_plays_what_it_says_is_legal_and_takes_it_back(game: str) -> None:
    chance = random.Random(game)
    roles = {"roles": {"Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher", "Dov": "teacher"}}
    table = referee.Table(
        game, ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov", **(roles if game == "illuminate" else {})}
    )
    for _ in range(80):
        legal = table.legal()
        if not legal or "pass" in table.options.legal[0].item:
            assert table.draw(chance.randrange) is not None
            continue
        before = table.view()
        move = chance.choice(legal)
        table.play(move)
        table.undo()
        assert table.view() == before
        table.play(move)
    assert table.verdict().status == "legal"
    assert table.score().over == table.score()["over"] == table.over
    with pytest.raises(referee.IllegalMove, match="is not a move here; legal: "):
        table.play("no such thing") if table.legal() else (table.draw(chance.randrange), table.play("no such thing"))
    for _ in range(len(table.log()["events"])):
        table.undo()
    with pytest.raises(IndexError, match="there is no move to take back"):
        table.undo()


def a_harvest(plays: list[str]) -> referee.Table:
    """Ann to act with Ksp, which takes Kwi and Ksu in Autumn."""
    position = {
        "turn": "Ann",
        "fields": {"Spring": ["2sp"], "Autumn": ["Kwi", "Ksu"]},
        "hands": {"Ann": ["Ksp", "4sp"]},
    }
    table = referee.Table("illimat", ["Ann", "Ben"], position=position)
    for play in plays:
        table.play(play)
    return table


def test_a_table_plays_what_a_log_may_say() -> None:
    listed = a_harvest(["harvest Ksp take Ksu | Kwi @Autumn"])
    for written in ("harvest Ksp take Kwi | Ksu @Autumn", "harvest Ksp take Kwi | Ksu", "HARVEST ksp take kwi|ksu"):
        table = a_harvest([written])
        assert table.view() == listed.view()
        assert table.verdict().status == "legal"


def test_a_table_says_in_one_line_what_is_not_a_move() -> None:
    for wrong in ("harvest Ksp take 2sp @Spring", "harvest Kxx" * 1000, "a\nb"):
        with pytest.raises(referee.IllegalMove) as refused:
            a_harvest([wrong])
        assert len(str(refused.value)) < 1000
        assert "\n" not in str(refused.value)
    with pytest.raises(referee.IllegalMove, match="Ann takes 2sp, which is 2, with Ksp; it must be 13"):
        a_harvest(["harvest Ksp take 2sp @Spring"])


@pytest.mark.parametrize("log", ["illuminate", "bridge", "luminars", "gin-rummy", "illimat", "illuminati"])
def test_what_a_table_tells_is_what_the_json_says(log: str) -> None:
    for step in referee.walk(referee.load_log(str(ROOT / "examples" / log / "friday.yaml"))):
        view = step.view
    data = view.as_dict()
    assert json.loads(json.dumps(data)) == data
    assert (view.phase, view.turn, view.awaited) == (data["phase"], data["turn"], data["next"])
    assert [(seat.player, seat.hand and list(seat.hand)) for seat in view.seats] == [
        (seat["player"], seat.get("hand")) for seat in data["seats"]
    ]
    assert ("seats" in view, "nothing" in view) == (True, False)
    data["seats"].clear()
    assert len(view.seats) == len(view["seats"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        view.phase = "over"


def test_a_table_is_played_by_variants_house_rules_and_readings() -> None:
    names = ["Ann", "Ben", "Cyd", "Dov"]
    roles = {"dealer": "Dov", "roles": dict(zip(names, ["doctor", "neighbor", "preacher", "teacher"], strict=True))}
    chosen = {"variants": ["shorter"], "houses": ["no-sixes"], "rulings": {"star-clash": "first"}}
    table, chance = referee.Table("illuminate", names, setup=roles, **chosen), random.Random(5)
    while not table.over:
        table.draw(chance.randrange)
    log = table.log()
    assert (log["house"], log["variants"], log["ruling"]) == (["no-sixes"], ["shorter"], {"star-clash": "first"})
    verdict = referee.judge(referee.log_of(log))
    assert (verdict.status, verdict.counts["hands"], len(table.score().hands)) == ("legal", 6, 6)
    score = table.score()
    assert score.hands[-1].totals == score.totals
    assert (score.players, score.winners) == (tuple(names), tuple(score["winners"]))
    rules = referee.load_ruleset("illuminate", variants=["shorter"])
    with pytest.raises(
        ValueError, match="a loaded Ruleset is played as it is; name variants, houses and rulings when it is loaded"
    ):
        referee.Table(rules, names, setup=roles, variants=["shorter"])


def test_the_log_of_a_table_names_the_file_of_its_game(tmp_path: Path) -> None:
    rules = tmp_path / "ours.yaml"
    rules.write_text("extends: hearts\nname: ours\nversion: 1\n", encoding="utf-8")
    table = referee.Table(str(rules), ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"})
    assert table.log()["game"] == str(rules)
    assert referee.judge(referee.log_of(table.log()), trust="all").unfinished == "Dov must deal hand 1"


def test_a_verdict_says_what_all_of_it_is() -> None:
    for part in dataclasses.fields(referee.Verdict):
        assert "Any" not in str(part.type), part.name


TYPED = """
import referee

verdict: referee.Verdict = referee.judge("friday.yaml")
played: referee.Played | None = verdict.table
table = referee.Table("hearts", ["Ann", "Ben"], variants=["shorter"], houses=["ours"], rulings={"tie": "first"})
score: referee.Score = table.score()
view: referee.View = table.view()
best: int = max(len(seat.hand or ()) for seat in view.seats)
won: tuple[str, ...] = score.winners
points: list[int | float | None] = [hand.points[player] for hand in score.hands for player in score.players]
whole: dict[str, object] = {**score.as_dict(), **view.as_dict()}
for step in referee.walk(referee.load_log("friday.yaml")):
    awaited: str = step.view.awaited
reveal_type(score["carried"])
"""


@pytest.mark.slow
def test_the_types_hold_in_a_program_and_on_the_page(tmp_path: Path) -> None:
    page = "\n".join(doctest.script_from_examples(PAGE.read_text(encoding="utf-8")).splitlines())
    (tmp_path / "page.py").write_text(page, encoding="utf-8")
    (tmp_path / "typed.py").write_text(TYPED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary"]
    done = subprocess.run(
        [*command, "--config-file", "", "typed.py"], cwd=tmp_path, env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [line for line in done.stdout.splitlines() if line.startswith("typed.py") and "error" in line] == []
    assert "Revealed type" in done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", "", "page.py"], cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert [line for line in done.stdout.splitlines() if line.startswith("page.py") and "error" in line] == []


def test_paths_may_be_path_objects() -> None:
    friday = ROOT / "examples" / "grace" / "friday.yaml"
    assert referee.judge(friday).status == "legal"
    assert [verdict.path for verdict in referee.judge_many(friday, houses="honest-bids")] == [str(friday)]
    assert [verdict.status for verdict in referee.judge_many([friday])] == ["legal"]
    with pytest.raises(ValueError, match="jobs is how many processes judge, 0 for one per core, not -1"):
        next(referee.judge_many(friday, jobs=-1))


def test_plain_data_is_what_json_can_say() -> None:
    head = {"game": "hearts", "players": ("Ann", "Ben", "Cyd", "Dov"), "setup": {"dealer": "Dov"}}
    assert referee.judge(referee.log_of({**head, "events": ()})).status == "legal"
    strange = referee.log_of({**head, "events": [{1: "2C"}]})
    assert referee.judge(strange).complaints[0].message.startswith("unknown verb '1'")
    with pytest.raises(
        referee.LogError, match="this is not plain data: Object of type object is not JSON serializable"
    ):
        referee.log_of({**head, "events": [object()]})


@pytest.mark.parametrize(("game", "players"), [("gin-rummy", 2), ("luminars", 3)])
def test_a_table_goes_on_after_a_card_that_nobody_saw(game: str, players: int) -> None:
    names = ["Ann", "Ben", "Cyd"][:players]
    for seed in range(3):
        chance, unseen = random.Random(seed), 0
        table = referee.Table(game, names, setup={"dealer": names[-1]})
        while not table.over:
            if unseen < 3 and "stock" in table.legal() and chance.random() < 0.3:
                table.play("stock")
                unseen += 1
            else:
                table.draw(chance.randrange)
        assert (unseen, table.verdict().status) == (3, "legal")


def test_a_formula_without_a_value_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    rules = tmp_path / "house.yaml"
    rules.write_text("extends: hearts\nscoring: {cards: {cases: [{points: 1 / (hand - 1)}]}}\n", encoding="utf-8")
    table, chance = referee.Table(str(rules), ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"}), random.Random(1)
    with pytest.raises(
        referee.RulesetError, match=r"house\.yaml:2:\d+: the formula '1 / \(hand - 1\)' divides by zero"
    ):
        while True:
            before = (table.awaited, table.legal(), table.log())
            table.draw(chance.randrange)
    assert (table.awaited, table.legal(), table.log()) == before
    table.undo()
    assert table.awaited.endswith("must play to trick 13")


def test_what_is_no_event_is_no_move() -> None:
    table = referee.Table("hearts", ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Dov"})
    with pytest.raises(referee.IllegalMove, match=r"this is not an event of hearts: \{'dael': 1\}"):
        table.play({"dael": 1})
    with pytest.raises(referee.IllegalMove, match="there is no move to choose, since Dov must deal hand 1"):
        table.play("QS")
    with pytest.raises(referee.IllegalMove):
        table.play({"play": "QS", "by": "Eve"})
    with pytest.raises(referee.LogError):
        referee.Table("hearts", ["Ann", "Ben", "Cyd", "Dov"], setup={"dealer": "Eve"})
    with pytest.raises(referee.RulesetError):
        referee.Table("hearts", ["Ann"])
