"""Corpora: many games in one run, on one core or several, from any kind of file."""

from __future__ import annotations

import contextlib
import gc
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import weakref
from itertools import product
from pathlib import Path

import pytest
from command_runner import run, write
from corpus_games import PROGRAM, corpus, games
from slowness import one_in

import referee
from referee.cli.logs import bar
from referee.core.places import RulesetOptions
from referee.core.verdict import Verdict
from referee.corpus import parts as parts_module
from referee.corpus import pool
from referee.corpus.parts import JudgeOptions, Part, parts
from referee.corpus.paths import LogFile
from referee.judging.replay import Replay
from referee.report.paper import counted_out
from referee.source import lines
from referee.workers import pool as workers

FEW = 64
"""How many rulesets may be remembered, with the line that sums them up."""
pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("form", one_in(3, ["text", "jsonl", "github", "json", "sarif"]))
def test_the_answer_is_the_same_on_any_number_of_cores(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 2000)
    corpus(games())
    corpus(games()[:3], "more.jsonl")
    write("one.yaml", "game: hearts\n")
    paths = ("games.jsonl", "one.yaml", "nope.jsonl", "more.jsonl")
    one = run("validate", *paths, "--format", form)
    assert one.code == 3
    for jobs in ("2", "3"):
        assert run("validate", *paths, "--format", form, "--jobs", jobs) == one


def test_without_numpy_every_game_is_judged_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus(run("simulate", "hearts", "-n", "3").out.splitlines())
    whole = run("validate", "games.jsonl", "--format", "jsonl")
    monkeypatch.setattr(parts_module, "MANY", 1)
    for module in ("numpy", "referee.engines.trick.columns.batch"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run("validate", "games.jsonl", "--format", "jsonl") == whole


def test_far_too_many_processes_are_not_begun() -> None:
    cores = workers.Cores(JudgeOptions(), 99_999)
    assert cores.width == workers.MOST_A_CORE * (os.cpu_count() or 1)
    cores.close()


def test_a_part_is_not_done_if_the_wait_for_it_was_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = pool.Stop()

    def interrupted(*_: object) -> None:
        stop.asked = True
        raise KeyboardInterrupt

    corpus(games()[:2])
    monkeypatch.setattr(workers.Cores, "answer", interrupted)
    done: list[Part] = []
    assert not list(pool.judge_paths(["games.jsonl"], JudgeOptions(), jobs=2, done=done.append, stop=stop))
    assert not done
    with pytest.raises(KeyboardInterrupt):  # nobody asked for a stop
        list(pool.judge_many("games.jsonl", jobs=2))
    monkeypatch.setattr(parts_module, "parts", lambda *_, **__: map(signal.raise_signal, [signal.SIGINT]))
    assert run("score", "games.jsonl") == (130, "", "stopped by Ctrl-C; the rest was not judged\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_games_worked_out_together_change_nothing(jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from referee.engines.trick.columns.batch import HandBatch

    found = []
    for game in ("illuminate", "hearts", "grace", "mercy", "spades"):
        found += run("simulate", game, "-n", "2").out.splitlines()
    found[1] = found[1].replace('"winner":"Ann"', '"winner":"Ben"', 1)
    found[3] = found[3].replace('"trick":', '"pass":1,"trick":', 1)
    corpus(found)
    alone = run("validate", "games.jsonl", "--format", "jsonl")
    assert alone.code == 3
    monkeypatch.setattr(parts_module, "MANY", 1)
    monkeypatch.setattr(lines, "BATCH", 100_000)
    worked, work_out = [], HandBatch.work_out
    monkeypatch.setattr(HandBatch, "work_out", lambda self: (worked.append(self), work_out(self)))
    assert run("validate", "games.jsonl", "--format", "jsonl", "--jobs", jobs) == alone
    assert worked or jobs != "1"  # another process keeps its own list


def test_a_process_reads_the_rules_anew_for_every_run() -> None:
    corpus(
        [
            '{"game":"hearts","players":["Ann","Ben","Cyd","Dov"],"house":"ours.yaml","setup":{"dealer":"Dov"},"events":[]}'
        ]
    )
    write("ours.yaml", "extends: hearts\nend: {target: 50}\n")
    (part,) = parts(["games.jsonl"], JudgeOptions())
    assert isinstance(part, Part)

    def brief(run_: str) -> str:
        (verdict,) = workers.answer_to(part, JudgeOptions(RulesetOptions(trust="folder"), run=run_))
        assert isinstance(verdict, Verdict)
        return verdict.brief

    assert "to 50" in brief("one")
    write("ours.yaml", "extends: hearts\nend: {target: 60}\n")
    assert "to 50" in brief("one")
    assert "to 60" in brief("two")


@pytest.mark.slow
def test_rules_are_let_go_with_their_verdicts() -> None:
    write("game.yaml", "game: ours.yaml\nplayers: [Ann, Ben]\nsetup: {dealer: Ann}\n")
    write("ours.yaml", "extends: illuminate\nname: ours\nbidding: {hook: true}\n")
    seen = []
    for _ in range(FEW + 10):
        table = referee.judge("game.yaml").table
        assert isinstance(table, Replay)
        seen.append(weakref.ref(table.game.ruleset))
    del table
    gc.collect()
    assert sum(rules() is not None for rules in seen) <= FEW


def test_a_bad_game_is_one_line_and_tables_sum_up() -> None:
    corpus(games())
    said = run("validate", "games.jsonl").out.splitlines()
    assert [line for line in said if not line.startswith(("Illuminate", "Hearts", "Mercy", "30 logs"))] == [
        "games.jsonl:8:189: event 1: illuminate/deal: hand 1 is recorded with 2 cards; it must be 1; a log that begins at hand"
        " 2 says `position: {hand: 2}`",
        "games.jsonl:21:94: not judged: the text that begins here is not closed; end it with '\"'",
        "game          logs    legal    illegal    not judged",
        "----------  ------  -------  ---------  ------------",
        "(unknown)        1        0          0             1",
        "hearts          10       10          0             0",
        "illuminate      10        9          1             0",
        "mercy            9        9          0             0",
        "",
        "rule               logs    findings",
        "---------------  ------  ----------",
        "illuminate/deal       1           1",
        "",
    ]
    assert said[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


def test_one_verdict_a_line() -> None:
    corpus(games())
    found = [json.loads(line) for line in run("validate", "games.jsonl", "--format", "jsonl").out.splitlines()]
    assert [(each["path"], each["line"]) for each in found] == [("games.jsonl", number) for number in range(1, 31)]
    assert [each["line"] for each in found if each["verdict"] != "legal"] == [8, 21]
    assert found[7]["violations"][0]["rule"] == "illuminate/deal"


def test_the_run_ends_after_enough_bad_games() -> None:
    corpus(games())
    for jobs in ("1", "2"):
        said = run("validate", "games.jsonl", "--max-errors", "1", "--format", "jsonl", "--jobs", jobs, "--quiet")
        assert (said.code, said.out.count("\n")) == (1, 8)
        assert said.err == "stopped after 1 bad log (--max-errors); what follows was not judged\n"


def test_compressed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Path(corpus(games())).read_bytes()
    last = run("validate", "games.jsonl").out.splitlines()[-1]
    Path("LOUD").mkdir()
    Path("LOUD/A.JSONL.GZ").write_bytes(gzip.compress(plain[:5000]) + gzip.compress(plain[5000:]))
    assert run("validate", "LOUD").out.splitlines()[-1] == last
    zstandard = pytest.importorskip("zstandard")
    Path("b.jsonl.zst").write_bytes(zstandard.ZstdCompressor().compress(plain))
    assert run("validate", "b.jsonl.zst", "--jobs", "2").out.splitlines()[-1] == last
    for module in ("zstandard", "compression.zstd"):
        monkeypatch.setitem(sys.modules, module, None)
    assert run("validate", "b.jsonl.zst").out.splitlines() == [
        "b.jsonl.zst:1:1: to read .zst files, install the package zstandard: pip install 'referee[fast]'",
        "b.jsonl.zst: not judged: 1 complaint",
    ]


def test_patterns_and_folders() -> None:
    Path("deep/er").mkdir(parents=True)
    for name in ("a.jsonl", "b.jsonl", "deep/c.jsonl", "deep/er/d.jsonl", "deep/.hidden.jsonl"):
        corpus(games()[:2], name)
    Path("deep/notes.txt").write_text("no log", encoding="utf-8")
    named = {
        "?.jsonl": ["a", "b"],
        "**/*.jsonl": ["a", "b", "deep/c", "deep/er/d"],
        "./**/*.jsonl": ["./a", "./b", "./deep/c", "./deep/er/d"],
        "**/er/**/*.jsonl": ["deep/er/d"],
        "deep": ["deep/c", "deep/er/d"],
        "d*": ["deep/c", "deep/er/d"],
    }
    for path, found in named.items():
        said = run("validate", path, "--format", "jsonl", "--quiet")
        assert (said.code, said.err) == (0, "")
        paths = [json.loads(line)["path"] for line in said.out.splitlines()]
        assert paths == [f"{name}.jsonl" for name in found for _ in range(2)]
    Path("empty").mkdir()
    assert run("validate", "x*.jsonl", "empty").out.splitlines() == [
        "x*.jsonl:1:1: no file fits this pattern",
        "x*.jsonl: not judged: 1 complaint",
        "empty:1:1: there is no log in this folder; a log ends in .yaml, .yml, .json, .jsonl, "
        ".jsonl.gz, .jsonl.bz2, .jsonl.xz or .jsonl.zst, a record of another program in .sgf, .lin, .ptn, .pbn, .csv or .tsv",
        "empty: not judged: 1 complaint",
        "2 logs: 0 legal, 0 illegal, 2 not judged",
    ]


def test_standard_input_is_judged_on_several_cores_too() -> None:
    text = "".join(f"{line}\n" for line in games())
    one, two = run("validate", "-", given=text), run("validate", "-", "--jobs", "2", given=text)
    assert one == two
    assert one.out.splitlines()[-1].startswith("30 logs: 28 legal, 1 illegal, 1 not judged; ")


FIRST = {"blank": "\n \n", "broken": "{\n", "no map": "[]\n", "too long": f'{{"{"x" * (33 << 20)}":1}}\n'}


@pytest.mark.parametrize("what", FIRST)
def test_an_odd_first_line_does_not_spoil_standard_input(what: str) -> None:
    text = FIRST[what] + "".join(f"{line}\n" for line in games()[:3])
    Path("games.jsonl").write_text(text, encoding="utf-8")
    of_file, piped = (
        run("validate", "games.jsonl", "--format", "jsonl"),
        run("validate", "-", "--format", "jsonl", given=text),
    )
    assert piped == of_file._replace(out=of_file.out.replace("games.jsonl", "<stdin>"))
    assert piped.out.count('"verdict":"legal"') == 3


IN_ALL = {
    "a comment above": "# yaml-language-server: $schema=log.schema.json\n{}\n",
    "a mark above": "---\n{}\n",
    "many lines": "\n{}\n",
}


@pytest.mark.parametrize("what", IN_ALL)
def test_one_log_on_standard_input_stays_one(what: str) -> None:
    log = games()[0]
    indented = json.dumps(json.loads(log), indent=1) if what == "many lines" else log
    text = IN_ALL[what].replace("{}", indented)
    said = run("validate", "-", given=text)
    assert said == run("validate", "-", "--jobs", "2", given=text)
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[-1].startswith("<stdin>: legal: 12 hands, ")


def test_a_batch_ends_only_between_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "BATCH", 10)
    game = json.loads(games()[0])
    events = game.pop("events")
    stream = [json.dumps(game), *map(json.dumps, events)]
    corpus([*stream, games()[1], *stream, "{", *stream[1:3]])
    found = [part.what for part in parts(["games.jsonl"], JudgeOptions()) if isinstance(part, Part)]
    assert [(batch.first, len(batch.lines)) for batch in found if isinstance(batch, lines.LineBatch)] == [
        (1, len(stream)),
        (len(stream) + 1, 1),
        (len(stream) + 2, len(stream) + 3),
    ]
    one = run("validate", "games.jsonl", "--format", "jsonl")
    assert run("validate", "games.jsonl", "--format", "jsonl", "--jobs", "2") == one
    assert [json.loads(line)["verdict"] for line in one.out.splitlines()] == ["legal", "legal", "unjudged"]


@pytest.mark.parametrize(("jobs", "form"), one_in(4, product(["2", "1"], ["jsonl", "text"])))
def test_ctrl_c_ends_with_what_there_is(jobs: str, form: str) -> None:
    """Nobody reads on before the signal is sent, so that the run waits with most of its games still to come."""
    number = 1000
    corpus([games()[7]] * number)
    command = [*PROGRAM, "validate", "games.jsonl", "--jobs", jobs, "--format", form]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as program:
        assert program.stdout
        assert program.stderr
        told = [program.stdout.readline()]
        os.killpg(program.pid, signal.SIGINT)
        told += program.stdout
        err = program.stderr.read()
    judged = sum(line.startswith(('{"path":"games.jsonl"', "games.jsonl:")) for line in told)
    assert program.returncode == 130
    # a slow machine says how far it is before
    assert err.splitlines()[-1] == f"stopped by Ctrl-C after {counted_out(judged, 'logs')}; the rest was not judged"
    assert judged < number
    if form == "jsonl":
        assert [json.loads(line)["line"] for line in told] == list(range(1, judged + 1))
    else:
        assert told[-1].startswith(f"{judged} logs: 0 legal, {judged} illegal, 0 not judged; ")


def test_the_bar_says_how_far_and_how_long() -> None:
    assert bar(1234, 25, 100, 2.0) == "[######··················] 1,234 games, 617 games/s, 0:06 left"
    assert bar(10, 0, 100, 2.0) == "[························] 10 games, 5 games/s"
    assert bar(10, 300, 100, 1.0).endswith("0:00 left")


AT_ONCE = """
from referee.cli import logs, main
from referee.source import lines
logs.SLOWEST = logs.OFTEN = 0
lines.BATCH = lines.LARGE_BATCH = 1
main()
"""


def test_a_terminal_sees_the_bar_and_a_file_does_not() -> None:
    pty = pytest.importorskip("pty")
    corpus([games()[0]] * 50)
    command = [sys.executable, "-c", AT_ONCE, "validate", "games.jsonl"]
    first, second = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=second, env={**os.environ, "TERM": "xterm"}) as shown:
        os.close(second)
        seen = b""
        with contextlib.suppress(OSError):  # the terminal is gone
            while piece := os.read(first, 1000):
                seen += piece
        assert shown.stdout
        out = shown.stdout.read()
    os.close(first)
    assert b"games/s" not in out
    # the last part of the file is done once its last game has been shown
    assert re.search(r"\r\[#{23}[#·]\] 50 games, [\d,]+ games/s, \d+:\d\d left\x1b\[K", seen.decode())
    assert seen.endswith(b"\r\x1b[K")
    plain = subprocess.run(command, capture_output=True, check=False)
    assert (plain.stdout, plain.stderr) == (out, b"")


def test_remarks_keep_their_place() -> None:
    assert list(parts(["nope.yaml"], JudgeOptions())) == [Part("nope.yaml", LogFile("nope.yaml"))]
