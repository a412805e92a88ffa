"""`referee simulate`: what it writes is legal at every level of detail, the same for the same seed, and summed up."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from command_runner import run, write

from referee import source
from referee.core.wording import number_of
from referee.engines.trick.record import TrickRecord
from referee.play import simulate

GAMES = ("illuminate", "grace", "mercy", "hearts", "spades")
DETAILS = ("deals", "plays", "results")
pytestmark = pytest.mark.usefixtures("folder")


def games(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("detail", DETAILS)
@pytest.mark.parametrize("game", GAMES)
def test_every_simulated_log_is_legal(game: str, detail: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrickRecord, "MOST", 20)
    assert run("simulate", game, "-n", "3", "--seed", "7", "--detail", detail, "--out", "games.jsonl").code == 0
    logs = run("validate", "games.jsonl", "--format", "json").data["logs"]
    assert [(log["verdict"], log["violations"], log["complaints"]) for log in logs] == [("legal", [], [])] * 3
    assert all(log["counts"]["scores"] == log["counts"]["hands"] for log in logs)
    assert all(bool(log["counts"]["plays"]) == (detail != "results") for log in logs)


OTHERS = {**dict.fromkeys(("gin-rummy", "luminars", "cassino", "illimat"), DETAILS), "illuminati": ("attacks", "steps")}
"""Games of the other families, and how they may be written down."""


@pytest.mark.parametrize(("game", "detail"), [(game, detail) for game in OTHERS for detail in OTHERS[game]])
def test_every_simulated_log_of_another_family_is_legal(game: str, detail: str) -> None:
    assert run("simulate", game, "-n", "2", "--seed", "7", "--detail", detail, "--out", "games.jsonl").code == 0
    logs = run("validate", "games.jsonl", "--format", "json").data["logs"]
    assert [(log["verdict"], log["violations"], log["complaints"]) for log in logs] == [("legal", [], [])] * 2
    assert [log["unfinished"] for log in logs] == [""] * 2


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize(
    "args",
    [
        ("illuminate", "--variant", "not-perfect"),
        ("mercy", "--variant", "long"),
        ("grace",),
        ("rummy", "--variant", "going-rummy", "--seed", "43"),
    ],
    ids=str,
)
def test_fewer_players_and_variants_are_legal_too(args: tuple[str, ...], players: int) -> None:
    for detail in DETAILS:
        run("simulate", *args, "-n", "2", "--players", str(players), "--detail", detail, "--out", "games.jsonl")
        assert run("validate", "games.jsonl").code == 0


def test_a_level_of_detail_records_no_more_than_it_says() -> None:
    verbs = {}
    for detail in DETAILS:
        (log,) = games(run("simulate", "hearts", "-n", "1", "--detail", detail).out)
        verbs[detail] = {verb for item in log["events"] for verb in item}
    assert verbs == {
        "deals": {"deal", "pass", "by", "trick", "expect"},
        "plays": {"by", "trick", "expect"},
        "results": {"result", "expect"},
    }


def test_the_same_seed_gives_the_same_games_and_few_are_the_first_of_many() -> None:
    many = run("simulate", "illuminate", "-n", "6", "--seed", "7").out
    assert run("simulate", "illuminate", "-n", "6", "--seed", "7").out == many
    assert run("simulate", "illuminate", "-n", "2", "--seed", "7").out.splitlines() == many.splitlines()[:2]
    assert run("simulate", "illuminate", "-n", "6", "--seed", "8").out != many


def test_the_same_bytes_on_every_machine() -> None:
    (log,) = games(run("simulate", "illuminate", "-n", "1", "--seed", "7", "--detail", "results").out)
    draw = simulate.draw_of(7, 0)
    assert [draw(1000) for _ in range(4)] == [701, 34, 979, 363]
    assert log["setup"] == {
        "dealer": "Cyd",
        "roles": {"Ann": "doctor", "Ben": "teacher", "Cyd": "neighbor", "Dov": "preacher"},
    }


def test_a_log_is_pinned_compact_and_claims_what_followed() -> None:
    line = run("simulate", "illuminate", "-n", "1", "--players", "Zoë,Yan").out
    (log,) = games(line)
    assert line == json.dumps(log, separators=(",", ":"), ensure_ascii=False) + "\n"
    assert (log["game"], log["players"], set(log["setup"])) == ("illuminate@1", ["Zoë", "Yan"], {"dealer", "roles"})
    assert [set(item) for item in log["events"][:3]] == [{"deal"}, {"bids"}, {"trick", "expect"}]
    assert set(log["events"][2]["expect"]) == {"winner", "score"}
    assert set(log["expect"]) == {"totals", "winners"}


def test_the_target_is_written_down() -> None:
    (log,) = games(run("simulate", "mercy", "-n", "1", "--detail", "results").out)
    assert log["setup"]["target"] == 75


def test_chance_deals_the_roles_and_the_first_deal() -> None:
    logs = games(run("simulate", "illuminate", "-n", "60", "--variant", "shorter", "--detail", "results").out)
    assert set(Counter(log["setup"]["dealer"] for log in logs)) == {"Ann", "Ben", "Cyd", "Dov"}
    assert len({tuple(log["setup"]["roles"].values()) for log in logs}) > 10


def test_house_rules_are_found_again_from_the_log() -> None:
    write("house/silent.yaml", "extends: illuminate\nwhy: quiet\ntrick: {grace: silent}\n")
    Path("logs").mkdir()
    run("simulate", "illuminate", "--house", "house/silent.yaml", "-n", "1", "--out", "logs/games.jsonl")
    (log,) = games(Path("logs/games.jsonl").read_text(encoding="utf-8"))
    assert log["house"] == ["../house/silent.yaml"]
    assert run("validate", "logs/games.jsonl", "--trust", "all").code == 0
    (log,) = games(run("simulate", "house/silent.yaml", "-n", "1", "--ruling", "tie=led-suit").out)
    assert (log["game"], log["ruling"]) == ("house/silent.yaml", {"tie": "led-suit"})


def test_the_summary_goes_to_standard_error() -> None:
    said = run("simulate", "illuminate", "-n", "40", "--seed", "7", "--variant", "shorter", "--detail", "results")
    logs = games(said.out)
    head, titles, _, *rows = said.err.splitlines()
    assert head == "40 games of Illuminate, seed 7: 6 hands each"
    assert titles.split() == ["player", "mean", "median", "spread", "won"]
    totals = sorted(log["expect"]["totals"]["Ann"] for log in logs)
    won = sum("Ann" in log["expect"]["winners"] for log in logs)
    assert rows[0].split() == [
        "Ann",
        f"{sum(totals) / 40:.1f}",
        f"{(totals[19] + totals[20]) / 2:g}",
        f"{totals[0]}–{totals[-1]}",
        str(won),
    ]
    shared = sum(len(log["expect"]["winners"]) > 1 for log in logs)
    assert rows[4] == f"{number_of(shared, 'games')} ended in a shared win, counted for each winner."


def test_the_summary_as_json() -> None:
    said = run("simulate", "illuminate", "-n", "3", "--format", "json", "--out", "games.jsonl")
    data = json.loads(said.err)
    assert (data["game"], data["games"], data["seed"], data["out"]) == ("illuminate", 3, 0, "games.jsonl")
    assert set(data["scores"]["Ann"]) == {"mean", "median", "least", "most", "won"}
    assert said.out == ""


def test_no_games_are_no_games() -> None:
    assert run("simulate", "illuminate", "-n", "0") == (0, "", "0 games of Illuminate, seed 0\n")
    assert json.loads(run("simulate", "illuminate", "-n", "0", "--format", "json").err)["scores"] == {}


def test_an_endless_game_is_stopped_and_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TrickRecord, "MOST", 4)
    said = run("simulate", "spades", "-n", "2", "--detail", "results", "--out", "games.jsonl")
    assert said.err.splitlines()[0] == "2 games of Spades, seed 0: 4 hands each"
    assert said.err.splitlines()[-1] == "2 games stopped after 4 hands, not over."
    assert all("winners" not in log["expect"] for log in games(Path("games.jsonl").read_text(encoding="utf-8")))


def test_the_file_appears_only_when_it_is_whole() -> None:
    assert run("simulate", "illuminate", "-n", "1", "--out", "no/games.jsonl").err == (
        "referee simulate: --out no/games.jsonl cannot be written: no such file or directory "
        "(see `referee simulate --help`)\n"
    )
    run("simulate", "illuminate", "-n", "1", "--out", "games.jsonl")
    assert [path.name for path in Path().iterdir()] == ["games.jsonl"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "5"), "Illuminate is for 2, 3 or 4 players; 5 players are given"),
        (
            ("--players", "Ann,Ann"),
            "--players: 'Ann,Ann' has a missing or repeated name; write different names, as in Ann,Ben,Cyd",
        ),
        (("--detail", "all"), "--detail: 'all' is not one of deals, plays, results"),
    ],
)
def test_a_simulation_asked_for_wrongly(args: tuple[str, ...], message: str) -> None:
    assert run("simulate", "illuminate", *args) == (
        2,
        "",
        f"referee simulate: {message} (see `referee simulate --help`)\n",
    )


def test_what_is_no_game_cannot_be_played() -> None:
    said = run("simulate", "tricks")
    assert said.code == 3
    assert said.err.rstrip().endswith(": tricks is not a game; it is what other rulesets extend")


MINE = "extends: whist\nname: mine\ntitle: Mine\nversion: 1\nsummary: Ours.\n"


def test_logs_of_a_game_of_ones_own_say_what_they_need_and_their_fault_once() -> None:
    write("mine.yaml", MINE)
    Path("logs").mkdir()
    said = run("simulate", "./mine.yaml", "-n", "30", "--out", "logs/games.jsonl")
    assert said.err.splitlines()[-1] == (
        "they load ../mine.yaml, so judge them with `referee validate logs/games.jsonl --trust all`"
    )
    why = "this log may load only games and house rules by name, not mine.yaml; --trust all allows it"
    assert run("validate", "logs/games.jsonl").out.splitlines()[:2] == [
        f"logs/games.jsonl:1:9: not judged: {why}",
        f"logs/games.jsonl: not judged: 29 more games, with the same complaint: {why}",
    ]
    assert run("validate", "logs/games.jsonl", "--trust", "all").code == 0
    said = run("simulate", "./mine.yaml", "-n", "3", "--out", "games.jsonl")
    assert said.err.splitlines()[-1] == (
        "they load mine.yaml, so judge them with `referee validate games.jsonl --trust folder`"
    )
    assert run("validate", "games.jsonl", "--trust", "folder").code == 0
    assert "--trust" not in run("simulate", "whist", "-n", "1", "--out", "whist.jsonl").err


def test_a_season_in_a_folder() -> None:
    said = run("simulate", "cassino", "--games", "3", "--seed", "7", "--date", "2026-02-20", "--out", "season/")
    assert (said.code, said.out) == (0, "")
    assert said.err.endswith("3 logs written to season/; `referee club season/` sums them up\n")
    files = sorted(Path("season").iterdir())
    assert [file.name[:10] for file in files] == ["2026-02-20", "2026-02-27", "2026-03-06"]
    assert files[0].name == "2026-02-20-cassino.yaml"
    assert (
        files[0]
        .read_text("utf-8")
        .startswith('game: cassino@1\nplayers: [Ann, Ben, Cyd, Dov]\ndate: "2026-02-20"\nsetup: ')
    )
    table = run("club", "season", "--format", "csv", "--table", "games", "--jobs", "1")
    assert (table.code, len(table.out.splitlines())) == (0, 5)
    assert run("validate", "season").code == 0
    again = run("simulate", "cassino", "-n", "1", "--seed", "7", "--date", "2026-02-20", "--out", "season")
    assert (again.code, again.out) == (2, "")
    assert "season/2026-02-20-cassino.yaml is there already and is not replaced" in again.err
    (line,) = games(run("simulate", "cassino", "-n", "1", "--seed", "7", "--date", "2026-02-20").out)
    assert line == json.loads(json.dumps(source.load("season/2026-02-20-cassino.yaml").data))


def test_a_season_that_loads_a_file_says_how_to_judge_it() -> None:
    write("quiet.yaml", "extends: illuminate\nwhy: quiet\ntrick: {grace: silent}\n")
    said = run("simulate", "illuminate", "--house", "quiet.yaml", "-n", "1", "--detail", "results", "--out", "season/")
    assert "1 log written to season/; `referee club season/ --trust all` sums them up" in said.err
    assert run("validate", "season/", "--trust", "all", "--quiet").code == 0
    assert [file.name for file in Path("season").iterdir()] == ["2026-01-02-illuminate.yaml"]


def test_days_that_are_beyond_the_calendar() -> None:
    said = run("simulate", "hearts", "-n", "2", "--date", "9999-12-31", "--out", "x.jsonl")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("referee simulate: --date: 9999-12-31 and 2 weeks are not within the years 1 to 9999")
