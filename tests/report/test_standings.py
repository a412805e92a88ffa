"""`referee score` for many games: one row per player and game, in CSV, read back as other programs read it."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from command_runner import run, simulated

from referee.report.scores import SHAPES

COLUMNS, HAND_COLUMNS = ([*SHAPES[by][0]] for by in ("game", "hand"))
ROOT = Path(__file__).resolve().parents[2]
LOGS = [*sorted((ROOT / "examples").glob("*/friday.yaml")), ROOT / "examples" / "illimat" / "score-pad.yaml"]
"""A log of each game, and a pad."""


@pytest.fixture(autouse=True)
def _a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [simulated(game, "-n", "3", "--detail", "results") for game in ("illuminate", "hearts")]
    lines = "".join(games).splitlines()
    lines[1] = lines[1].replace('"cards":2,', '"cards":3,', 1)
    lines.append("{")
    Path("games.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_a_row_a_player_and_game() -> None:
    said = run("score", "games.jsonl", "--format", "csv")
    assert said.code == 3
    lines = said.out.splitlines()
    assert lines[0] == ",".join(COLUMNS)
    assert len(lines) == 1 + 6 * 4
    first = json.loads(Path("games.jsonl").read_text(encoding="utf-8").splitlines()[0])
    totals, winners = first["expect"]["totals"], first["expect"]["winners"]
    assert lines[1:5] == [
        f"games.jsonl,1,illuminate,legal,true,12,{seat},{player},{totals[player]},{str(player in winners).lower()}"
        for seat, player in enumerate(first["players"], 1)
    ]
    assert lines[5].startswith("games.jsonl,2,illuminate,illegal,false,1,1,Ann,")
    assert lines[5].endswith(",false")
    assert [line.split(": ")[0] for line in said.err.splitlines()][-1] == "games.jsonl:7:2"


def test_a_folder_makes_one_table_whatever_the_games() -> None:
    said = run("score", ".", "--format", "csv")
    assert said.out == run("score", "games.jsonl", "--format", "csv").out.replace("games.jsonl", "./games.jsonl")
    assert said.out == run("score", "./*.jsonl", "--format", "csv").out
    assert [line.count(",") for line in said.out.splitlines()] == [len(COLUMNS) - 1] * 25


def test_a_row_a_player_and_hand_whatever_the_games() -> None:
    said = run("score", "games.jsonl", *map(str, LOGS), "--format", "csv", "--by", "hand")
    assert said.code == 3
    headers, *rows = csv.reader(said.out.splitlines())
    assert headers == HAND_COLUMNS
    assert {len(row) for row in rows} == {len(headers)}
    assert "{" not in said.out
    table = [dict(zip(headers, row, strict=True)) for row in rows]
    assert {row["game"] for row in table} >= {"hearts", "illuminate", "illimat", "luminars", "illuminati", "bridge"}
    games = list(csv.DictReader(run("score", "games.jsonl", *map(str, LOGS), "--format", "csv").out.splitlines()))
    last = {(row["log"], row["line"], row["player"]): row["total"] for row in table}
    for game in games:
        if game["hands"] != "0" and game["game"] != "luminars":  # whose roles score at the very end
            assert last[game["log"], game["line"], game["player"]] == game["points"], game
    pad = str(ROOT / "examples" / "illimat" / "score-pad.yaml")
    first = next(row for row in table if row["log"] == pad)
    assert first["details"].startswith("bumper-crop points: 0; ")
    assert "; bumper-crop: 12; " in first["details"]


def test_markdown_is_the_pad_of_one_log_and_one_table_of_several() -> None:
    pad = str(ROOT / "examples" / "hearts" / "score-pad.yaml")
    assert run("score", pad, "--format", "markdown").out.startswith("| hand ")
    for asked in ((pad, "--by", "game"), (pad, pad)):
        headers, rule, *rows = run("score", *asked, "--format", "markdown").out.splitlines()
        assert [cell.strip() for cell in headers.strip("|").split("|")] == COLUMNS
        assert len({line.count("|") for line in (headers, rule, *rows)}) == 1
        assert len(rows) == 4 * asked.count(pad)


def test_text_and_json_have_a_row_a_hand_anyway() -> None:
    said = run("score", "games.jsonl", "--by", "hand")
    assert said.code == 2
    assert said.err == (
        "referee score: --by hand is for --format csv and markdown; text always has one row per hand "
        "(see `referee score --help`)\n"
    )


def test_duckdb_reads_it() -> None:
    duckdb = pytest.importorskip("duckdb")
    assert run("score", "games.jsonl", "--format", "csv", "--out", "scores.csv").code == 3
    assert duckdb.sql("select * from 'scores.csv'").columns == COLUMNS
    query = "select game, count(*) from 'scores.csv' where winner and verdict = 'legal' group by game order by game"
    winners = dict(duckdb.sql(query).fetchall())
    logs = [json.loads(line) for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()[:6]]
    for game in ("hearts", "illuminate"):
        legal = [log for number, log in enumerate(logs) if log["game"] == f"{game}@1" and number != 1]
        assert winners[game] == sum(len(log["expect"]["winners"]) for log in legal)


def test_columns_are_documented() -> None:
    page = (ROOT / "docs" / "how-to" / "corpora.md").read_text(encoding="utf-8")
    tables = [re.findall(r"^\| `(\w+)` \|", part, re.M) for part in page.split("| column | what it holds |")[1:3]]
    assert tables == [COLUMNS, HAND_COLUMNS]
