"""`referee score` for many games: a row a player and game, in CSV and Parquet, read back as other programs read them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from command_runner import run

from referee.report.standings import COLUMNS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _a_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games = [run("simulate", game, "-n", "3", "--detail", "results").out for game in ("illuminate", "hearts")]
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


def test_a_row_a_hand_is_still_to_be_had() -> None:
    said = run("score", "games.jsonl", "--format", "csv", "--by", "hand")
    assert said.out.startswith("log,hand,")
    assert said.code == 3
    assert said.err.splitlines()[-1] == (
        "games.jsonl:4: its hands have other columns than those before; --by player makes one table of all games"
    )
    assert {line.partition(",")[0] for line in said.out.splitlines()} == {
        "log",
        *(f"games.jsonl:{line}" for line in (1, 2, 3)),
    }
    said = run("score", "games.jsonl", "--by", "player")
    assert said.code == 2
    assert said.err.startswith("referee score: --by player is for --format csv and parquet; ")


def test_parquet_is_written_to_a_file() -> None:
    said = run("score", "games.jsonl", "--format", "parquet")
    assert (said.code, said.err.partition(" (see")[0]) == (
        2,
        "referee score: --format parquet writes a file; name it, as in --out scores.parquet",
    )


def test_without_pyarrow_there_is_no_parquet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run("score", "games.jsonl", "--format", "parquet", "--out", "scores.parquet") == (
        3,
        "",
        "--format parquet needs the package pyarrow, which the extra brings along: pip install 'referee[parquet]'\n",
    )
    assert not Path("scores.parquet").exists()


def test_duckdb_reads_both_the_same() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    assert run("score", "games.jsonl", "--format", "parquet", "--out", "scores.parquet").code == 3
    assert run("score", "games.jsonl", "--format", "csv", "--out", "scores.csv").code == 3
    found = duckdb.sql("select * from 'scores.parquet'")
    assert found.columns == list(COLUMNS)
    assert found.fetchall() == duckdb.sql("select * from 'scores.csv'").fetchall()
    query = "select game, count(*) from 'scores.parquet' where winner and verdict = 'legal' group by game order by game"
    winners = dict(duckdb.sql(query).fetchall())
    logs = [json.loads(line) for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines()[:6]]
    for game in ("hearts", "illuminate"):
        legal = [log for number, log in enumerate(logs) if log["game"] == f"{game}@1" and number != 1]
        assert winners[game] == sum(len(log["expect"]["winners"]) for log in legal)


def test_columns_are_documented() -> None:
    page = (ROOT / "docs" / "how-to" / "corpora.md").read_text(encoding="utf-8")
    for name, text in COLUMNS.items():
        assert f"| `{name}` | {text} |" in page
