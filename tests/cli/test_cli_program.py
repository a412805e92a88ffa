"""`referee` as a program: help, usage, exit codes, pipes, and how a bug is told."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import LEGAL, REVOKE, run, write

from referee import __version__
from referee.cli import cli, terminal
from referee.cli.commands.new import KINDS
from referee.cli.commands.resolve import QUESTIONS

ILLIMAT = Path(__file__).resolve().parents[2] / "examples" / "illimat" / "friday.yaml"
REFEREE = [sys.executable, "-m", "referee"]
GROUPS = {"resolve": QUESTIONS, "new": KINDS}
EVERY = [(name,) for name in cli.shipped if name not in GROUPS] + [(of, name) for of in GROUPS for name in GROUPS[of]]
WITHOUT_JSON = {"docs", "lsp", "record", "replay", "schema", "new", "import", "export", "fix"}
"""Commands whose answer has no form to choose."""
pytestmark = pytest.mark.usefixtures("folder")


def examples(help_text: str) -> Iterator[list[str]]:
    """The command lines below "Example:"."""
    lines = help_text.partition("Example:\n")[2].splitlines()
    return (shlex.split(line)[1:] for line in lines if line.strip().startswith("referee "))


@pytest.mark.parametrize("command", [(), *EVERY, ("resolve",), ("new",)], ids=" ".join)
def test_help_ends_with_an_example_that_works(command: tuple[str, ...]) -> None:
    said = run(*command, "--help")
    assert said.code == 0
    shown = list(examples(said.out))
    assert shown
    assert shown[-1][: len(command)] == list(command)
    assert ("--debug" in said.out) == (not command)  # which every command takes
    for line in shown:
        quicker = ["20" if word in ("300", "1000") else word for word in line]
        done = run(*quicker)
        assert (done.code, done.err if not {"simulate", "import", "export"} & {*line} else "") == (0, "")


def test_every_command_has_a_line_in_the_list() -> None:
    lines = run("--help").out.splitlines()
    for name, row in cli.shipped.items():
        assert any(line.endswith(row.says) and line[9:].split()[0] == name for line in lines), name


def test_a_game_that_is_missing_is_one_of_those_there_are() -> None:
    before, after = "referee rules: GAME is missing; name one of ", " (see `referee rules --help`)\n"
    said = run("rules").err
    listed = said.removeprefix(before).removesuffix(after).split(", ")
    assert said == f"{before}{', '.join(listed)}{after}"
    assert listed == [game["name"] for game in run("games", "--format", "json").data["games"]]


def test_rules_of_what_is_no_game_are_no_file() -> None:
    assert run("rules", "nothing/follow-suit").err == "nothing/follow-suit: no such file\n"


def test_version() -> None:
    assert run("--version") == (0, f"referee {__version__}\n", "")


def test_without_a_command_the_help_is_the_complaint() -> None:
    said = run()
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("Usage: referee [OPTIONS] COMMAND [ARGS]...\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("valdate",), "referee: no command is called 'valdate'; did you mean 'validate'? (see `referee --help`)"),
        (
            ("resolve", "xyzzy"),
            "referee resolve: no command is called 'xyzzy'; commands: trick, hand, match, play, score, revoke, attack, beat "
            "(see `referee resolve --help`)",
        ),
        (("validate",), "referee validate: LOG is missing (see `referee validate --help`)"),
        (
            ("resolve", "attack", "illuminati"),
            "referee resolve attack: KIND is missing; name one of control, neutralize, destroy "
            "(see `referee resolve attack --help`)",
        ),
        (
            ("resolve", "play"),
            "referee resolve play: GAME is missing; name one of cassino, escoba, illimat, scopa, scopone, belote, bridge, "
            "briscola, doppelkopf, euchre, grace, hearts, illuminate, knockout-whist, mercy, oh-hell, pinochle, pitch, "
            "schafkopf, schieber, schnapsen, sheepshead, skat, spades, whist "
            "(see `referee resolve play --help`)",
        ),
        (
            ("resolve", "trick", "hearts"),
            "referee resolve trick: CARD is missing; name one of 52, such as 2C, 3C, 4C (see `referee resolve trick --help`)",
        ),
        (
            ("new", "ruleset"),
            "referee new ruleset: --family is missing; name one of trick, meld, shedding, fishing, climbing, conspiracy "
            "(see `referee new ruleset --help`)",
        ),
        (
            ("rules", "illuminate/follow-suit"),
            "referee rules: one rule is explained by `referee explain illuminate/follow-suit` (see `referee rules --help`)",
        ),
        (
            ("validate", "x.yaml", "--fromat", "json"),
            "referee validate: there is no option --fromat; did you mean --format? (see `referee validate --help`)",
        ),
        (
            ("score", "x.yaml", "--format", "yaml"),
            "referee score: --format: 'yaml' is not one of 'text', 'json', 'markdown', 'csv' "
            "(see `referee score --help`)",
        ),
        (
            ("legal", "x.yaml", "--at", "x"),
            "referee show: --at: 'x' is not a point of a log; write 41, 'line 41', 'hand 3 trick 2' or 'end' "
            "(see `referee show --help`)",
        ),
        (
            ("legal", "x.yaml", "--at", "0"),
            "referee show: --at: '0' is not a point of a log; write 41, 'line 41', 'hand 3 trick 2' or 'end' "
            "(see `referee show --help`)",
        ),
        (
            ("rules", "illuminate", "--ruling", "tie"),
            "referee rules: --ruling: 'tie' is not a reading; write for example --ruling tie=led-suit "
            "(see `referee rules --help`)",
        ),
        (("games", "x"), "referee games: got unexpected extra argument (x) (see `referee games --help`)"),
    ],
)
def test_wrong_usage_is_one_line(args: tuple[str, ...], message: str) -> None:
    assert run(*args) == (2, "", f"{message}\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("rules", "iluminate"), "no game is called 'iluminate'; did you mean 'illuminate'?"),
        (("rules", "illuminate", "--variant", "short"), "Illuminate has no variant 'short'; did you mean 'shorter'?"),
        (("rules", "illuminate", "--house", "no-sixs"), "no house rule is called 'no-sixs'; did you mean 'no-sixes'?"),
        (("cards", "nope.yaml"), "nope.yaml: no such file"),
    ],
)
def test_what_is_not_there_cannot_be_judged(args: tuple[str, ...], message: str) -> None:
    assert run(*args) == (3, "", f"{message}\n")


@pytest.mark.parametrize("args", [("--debug", "games"), ("games", "--debug"), ("games",)])
def test_a_bug_is_one_line_unless_somebody_debugs(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise KeyError("nine\nlives")

    monkeypatch.setattr("referee.rules.shipped.rulesets", broken)
    said = run(*args)
    *traceback, line = said.err.splitlines()
    assert said.code == 4
    assert line.startswith(f"referee {__version__} has a bug at rules/rulesets.py:")
    assert line.endswith(" (KeyError: 'nine\\nlives'); please report it with this log; --debug shows the traceback")
    assert bool(traceback) == ("--debug" in args)


def program(*args: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Runs the program in a process of its own."""
    return subprocess.run([*REFEREE, *args], capture_output=True, check=False, **settings)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("asks", [("simulate", "dou-dizhu", "-n", "1"), ("replay", str(ILLIMAT), "--out", "page.html")])
def test_the_same_is_written_whatever_order_python_gives_to_sets(asks: tuple[str, ...]) -> None:
    written = []
    for seed in ("1", "2", "3"):
        done = program(*asks, env={**os.environ, "PYTHONHASHSEED": seed})
        assert done.returncode == 0
        written.append([done.stdout, *(path.read_bytes() for path in Path().iterdir())])
    assert written[1:] == written[:1] * 2


def test_the_program_runs_as_a_script_and_as_a_module() -> None:
    script = Path(sys.executable).with_name("referee")
    done = subprocess.run([script, "--version"], capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode()) == (0, f"referee {__version__}\n")
    assert program("--version").stdout == done.stdout


def test_under_a_locale_without_utf8_answers_are_ascii_and_data_is_utf8() -> None:
    write("friday.yaml", LEGAL.replace("Ann", "Zoë"))
    plain = {"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for options, name in (((), "Zo\\u00eb"), (("--format", "json"), '"Zoë"')):
        done = program("show", "friday.yaml", *options, env={**plain, "PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, b"")
        assert name in done.stdout.decode()


def test_a_closed_pipe_ends_quietly() -> None:
    write("friday.yaml", LEGAL)
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run([*REFEREE, "cards", "hearts"], stdout=closed, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


def closed(number: int, *args: str) -> subprocess.CompletedProcess[bytes]:
    """Runs the program with one of its outputs closed from the start."""
    program = f"import os, sys; os.close({number}); os.execv(sys.executable, {[*REFEREE, *args]!r})"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_without_an_output_the_exit_code_is_the_answer(jobs: str) -> None:
    write("friday.yaml", LEGAL)
    write("saturday.yaml", REVOKE)
    for log, code in (("friday.yaml", 0), ("saturday.yaml", 1), ("nope.yaml", 3)):
        done = closed(1, "validate", log, "--jobs", jobs)
        assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
        done = closed(2, "validate", log, "--jobs", jobs)
        assert (done.returncode, done.stdout) == (code, program("validate", log).stdout)


def test_without_an_output_nothing_is_written_elsewhere() -> None:
    write("friday.yaml", LEGAL)
    for number in (1, 2):
        done = closed(number, "validate", "friday.yaml", "--out", "report.txt")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        assert Path("report.txt").read_bytes() == program("validate", "friday.yaml").stdout
        assert closed(number, "valdate").returncode == 2


def test_an_interrupt_ends_quietly_and_says_where_a_part_lies() -> None:
    command = [*REFEREE, "simulate", "illuminate", "-n", "1000000", "--out", "games.jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        # not before games are written: Python that is interrupted while it makes a class is ended by the signal itself
        while not any(path.stat().st_size for path in Path().iterdir()):
            assert running.poll() is None
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        try:
            _, err = running.communicate(timeout=20)
        finally:
            running.kill()
    assert running.returncode == 130
    assert [path.name for path in Path().iterdir()] == ["games.jsonl.partial"]
    assert err.strip() == b"games.jsonl.partial holds what was written; games.jsonl is unchanged"


def test_no_colour_reaches_a_file() -> None:
    write("friday.yaml", LEGAL)
    assert b"\x1b" not in program("validate", "friday.yaml").stdout


def on_terminal(which: str, *args: str, **environment: str) -> str:
    """What the program writes to `which` output, 'stdout' or 'stderr', when that is a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    settings = {"env": {**clean, "TERM": "xterm", **environment}, which: theirs}
    said = b""
    with subprocess.Popen([*REFEREE, *args], **settings):  # type: ignore[call-overload]
        os.close(theirs)
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 10_000):
                said += piece
    os.close(ours)
    return said.decode()


@pytest.mark.parametrize(
    ("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals(environment: dict[str, str], coloured: bool) -> None:
    write("friday.yaml", LEGAL)
    said = on_terminal("stdout", "validate", "friday.yaml", **environment)
    assert ("\x1b[32mlegal\x1b[0m" in said) == coloured
    assert "friday.yaml: " in said


@pytest.mark.parametrize(
    ("args", "environment", "coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
        (("--out", "report"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_in_a_pipe_are_asked_for(args: tuple[str, ...], environment: dict[str, str], coloured: bool) -> None:
    write("friday.yaml", LEGAL)
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    said = subprocess.run(
        [*REFEREE, "validate", "friday.yaml", *args], capture_output=True, check=True, env={**clean, **environment}
    ).stdout
    said = Path("report").read_bytes() if "report" in args else said
    assert (b"\x1b[32mlegal\x1b[0m" in said) == coloured


def test_a_simulation_of_several_games_shows_its_progress_on_a_terminal_only() -> None:
    short = ("simulate", "illuminate", "--variant", "shorter", "--detail", "results", "--out", "games.jsonl", "-n")
    assert "100%" in on_terminal("stderr", *short, "20")
    assert "%" not in on_terminal("stderr", *short, "1")
    assert b"%" not in program(*short, "20").stderr


def loaded(*args: str) -> set[str]:
    """The modules that a run of the program has loaded at its end."""
    code = (
        "import sys, atexit\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        "from referee.cli import cli\n"
        f"cli.main({list(args)!r})\n"
    )
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).stderr.decode().split())


def test_commands_load_only_what_they_need() -> None:
    heavy = {"tabulate", "jsonschema", "difflib", "json", "csv", "random"}
    version = loaded("--version")
    trick = loaded("resolve", "trick", "hearts", "2C", "3C", "4C", "5C")
    assert not version & (heavy | {"yaml", "referee.rules.rulesets", "referee.judge", "referee.cli.commands.validate"})
    assert not trick & (heavy - {"json"} | {"referee.cli.commands.validate", "referee.simulate"})
    assert "referee.engines.trick.queries" in trick


@pytest.mark.parametrize("asks", [("--format", "json"), ("--json",)], ids=" ".join)
@pytest.mark.parametrize("command", [each for each in EVERY if each[0] not in WITHOUT_JSON], ids=" ".join)
def test_a_failure_is_json_where_json_is_asked_for(command: tuple[str, ...], asks: tuple[str, ...]) -> None:
    said = run(*command, "no-such-thing", *asks, "--no-such-option")
    assert said.code == 2
    assert said.data == {
        "exit_code": 2,
        "errors": [{"file": "<command line>", "line": 1, "column": 1, "message": said.err.rstrip("\n")}],
    }


def test_a_failure_in_json_has_its_place_in_a_file() -> None:
    write("friday.yaml", "game: hearts\nplayers: 3\n")
    said = run("show", "friday.yaml", "--json")
    assert said.code == 3
    assert said.data["exit_code"] == 3
    for line, error in zip(said.err.splitlines(), said.data["errors"], strict=True):
        assert line == f"{error['file']}:{error['line']}:{error['column']}: {error['message']}"


def test_what_takes_long_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.cli.terminal.PATIENCE", 0.2)
    said = run("compare", "hearts", "black-maria", "-n", "60")
    assert re.fullmatch(r"(referee compare: (still at work|\d+ of 60 games) after \d+ seconds\n)+", said.err)
    monkeypatch.setattr("referee.cli.terminal.PATIENCE", 0.01)
    assert set(run("check", "hearts").err.splitlines()) == {"referee check: still at work after 0 seconds"}


def test_a_long_run_says_how_far_it_is_again_and_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work() -> None:
        terminal.RUNS[-1].number = 500
        for done in (120, 340):
            terminal.RUNS[-1].done = done
            time.sleep(0.5)

    monkeypatch.setattr(terminal, "PATIENCE", 0.2)
    assert terminal.run_program(work, {}, ["simulate"]) == 0
    time.sleep(0.5)
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "referee simulate: 120 of 500 games after 0 seconds",
        "referee simulate: 340 of 500 games after 1 seconds",
    ]
