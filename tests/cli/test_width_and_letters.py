"""How answers look: 80 columns, wide letters, ASCII where the locale has nothing else, and colours."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from command_runner import LEGAL, REVOKE, run, write

from referee.cli.terminal import speaks_utf8
from referee.core.text import columns
from referee.report.paper import Paper, table

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
REFEREE = (sys.executable, "-m", "referee")
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith(("LC_", "LANG"))} | {"TERM": "xterm"}
C_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
SGR = re.compile("\x1b\\[[0-9;]*m")
PROSE = {
    "rules": ("rules", "skat"),
    "games": ("games",),
    "explain": ("explain", "illuminate/lowest-and-grace"),
    "validate": ("validate", str(EXAMPLES / "broken" / "unseen-revoke.yaml")),
    "legal": ("legal", str(EXAMPLES / "skat" / "friday.yaml"), "--at", "4"),
    "check": ("check", "skat"),
    "diff": ("diff", "illuminate", "no-sixes"),
}
TABLES = {
    "score": ("score", str(EXAMPLES / "illuminati" / "friday.yaml")),
    "show": ("show", str(EXAMPLES / "illuminati" / "middle.yaml")),
    "cards": ("cards", "illuminati"),
    "coverage": ("coverage", str(EXAMPLES / "skat" / "friday.yaml")),
    "attack": ("resolve", "attack", "illuminati", "control", "--attacker", "kkk", "--target", "yuppies", "--table"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", LEGAL)
    write("revoke.yaml", REVOKE)


def at_a_terminal(*args: str, wide: int = 80, **environment: str) -> str:
    """What the program shows on a terminal of this many columns, line ends as they are in files."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, wide, 0, 0))
    said = b""
    with subprocess.Popen(
        [*REFEREE, *args],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env={**CLEAN, **environment},
    ):
        os.close(theirs)
        with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
            while piece := os.read(ours, 10_000):
                said += piece
    os.close(ours)
    return said.decode().replace("\r\n", "\n")


def widest(text: str) -> int:
    return max(map(columns, SGR.sub("", text).split("\n")))


def words(text: str) -> list[str]:
    return SGR.sub("", text).split()


@pytest.mark.parametrize("command", PROSE)
def test_prose_wraps_to_a_terminal_and_says_the_same(command: str) -> None:
    shown = at_a_terminal(*PROSE[command])
    assert widest(shown) <= 80
    assert words(shown) == run(*PROSE[command]).out.split()


@pytest.mark.parametrize("command", TABLES)
def test_tables_fold_to_a_terminal_and_lose_nothing(command: str) -> None:
    shown = at_a_terminal(*TABLES[command])
    assert widest(shown) <= 80
    whole = {word for word in run(*TABLES[command]).out.split() if not set(word) <= {"-"}}
    assert whole - set(words(shown)) == set()


def test_a_wrapped_line_goes_on_deeper_than_it_began() -> None:
    assert SGR.sub("", at_a_terminal("validate", "revoke.yaml", wide=60)) == (
        "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids,\n"
        "  Grace must be said, all-or-nothing at 6 and 12\n"
        "revoke.yaml:8:21: illuminate/follow-suit: Ben played Mt5:6\n"
        "  on a Mark lead, holding Mk1:31\n"
        "    8 |   - trick: [Mk1:11, Mt5:6, Lk7:50!, Mk4:2]\n"
        "      |                     ^^^^^\n"
        "    legal here: Mk1:31\n"
        "    rule: Follow the Gospel that was led if you hold one of\n"
        "      its cards; otherwise play any card. Neither Grace nor\n"
        "      a star excuses. (publisher's rules, Game Play)\n"
        "revoke.yaml: illegal: 1 hand, 1 play, 4 bids, 0 scores; 1\n"
        "  finding, 0 doubts; judged to event 7, 2 events not judged\n"
    )


def test_a_long_line_of_a_log_is_cut_to_the_terminal() -> None:
    write("long.yaml", REVOKE.replace("  - trick: [", f"  - trick: [{' ' * 80}"))
    lines = SGR.sub("", at_a_terminal("validate", "long.yaml")).split("\n")
    marked = next(place for place, line in enumerate(lines) if "^" in line)
    assert widest("\n".join(lines)) <= 80
    start = lines[marked].index("^")
    assert lines[marked - 1][start:].startswith("Mt5:6")


def test_columns_says_how_wide_an_answer_is_wherever_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    assert widest(run("rules", "skat").out) <= 50
    assert widest(run("validate", "revoke.yaml").out) <= 50
    assert widest(run("validate", "missing.yaml").err) <= 50
    monkeypatch.setenv("COLUMNS", "many")
    assert widest(run("rules", "skat").out) > 80


@pytest.mark.parametrize("form", ["json", "concise", "csv"])
def test_what_programs_read_is_not_wrapped(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("cards", "illuminati") if form == "csv" else ("validate", "revoke.yaml")
    whole = run(*command, "--format", form).out
    monkeypatch.setenv("COLUMNS", "40")
    assert run(*command, "--format", form).out == whole
    run("validate", "revoke.yaml", "--out", "report")
    assert widest(Path("report").read_text(encoding="utf-8")) > 80


def test_a_file_that_is_written_to_standard_output_is_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("new", "house", "illuminate").out
    monkeypatch.setenv("COLUMNS", "40")
    assert run("new", "house", "illuminate").out == whole
    assert run("rules", "hearts", "--format", "yaml").out.count("\n") == run(
        "rules", "hearts", "--format", "yaml"
    ).out.count("\n")


@pytest.mark.parametrize("args", [("show",), ("show", "--at", "7"), ("score",), ("legal",)], ids=" ".join)
def test_wide_letters_stand_in_their_columns(args: tuple[str, ...]) -> None:
    """小明 is as wide as Anna, so that everything else stands where it does for her."""
    write("log.yaml", LEGAL.replace("Ann", "Anna"))
    narrow = run(args[0], "log.yaml", *args[1:]).out
    write("log.yaml", LEGAL.replace("Ann", "小明"))
    assert run(args[0], "log.yaml", *args[1:]).out == narrow.replace("Anna", "小明")


def test_escapes_stand_in_their_columns() -> None:
    write("log.yaml", LEGAL.replace("Ann", "Annabel-Mary"))
    long = run("score", "log.yaml", "--ascii").out
    write("log.yaml", LEGAL.replace("Ann", "小明"))
    assert run("score", "log.yaml", "--ascii").out == long.replace("Annabel-Mary", "\\u5c0f\\u660e")
    seats = run("show", "log.yaml", "--ascii").out.split("\n")
    assert any("\\u5c0f\\u660e, doctor" in line for line in seats)


@pytest.mark.slow
def test_in_the_c_locale_everything_is_ascii_and_stands_in_its_columns() -> None:
    write("wide.yaml", LEGAL.replace("Ann", "小明").replace("Ben", "Zoë"))
    for args in (
        ("show", "wide.yaml"),
        ("validate", "wide.yaml"),
        ("score", "wide.yaml"),
        ("--help",),
        ("score", "--help"),
    ):
        for environment in (C_LOCALE, {"LC_ALL": "C"}, {"LANG": "C"}):
            said = subprocess.run([*REFEREE, *args], capture_output=True, env={**CLEAN, **environment}, check=True)
            assert said.stdout.isascii(), (args, environment)
            assert said.stderr == b""


def test_signs_have_their_likeness_in_ascii() -> None:
    assert run("rules", "illuminate", "--brief", "--ascii").out.startswith(
        "Illuminate, 2-4 players, 12 hands of 1-12 cards"
    )
    arrow = next(line for line in run("show", "friday.yaml", "--ascii").out.split("\n") if "Cyd" in line)
    assert arrow.strip() == "-> Cyd, preacher"


def test_data_is_utf8_whatever_the_locale_unless_ascii_is_asked_for() -> None:
    write("wide.yaml", LEGAL.replace("Ann", "小明"))
    asked = ("show", "wide.yaml", "--format", "json")
    done = subprocess.run([*REFEREE, *asked], capture_output=True, env={**CLEAN, **C_LOCALE}, check=True).stdout
    assert "小明" in done.decode()
    plain = run(*asked, "--ascii")
    assert plain.out.isascii()
    assert plain.data == run(*asked).data


@pytest.mark.parametrize(
    ("encoding", "environment", "mode", "speaks"),
    [
        ("utf-8", {}, 1, True),
        ("utf-8", {"LANG": "en_US.UTF-8"}, 0, True),
        ("UTF-8", {"LANG": "de_DE.utf8"}, 0, True),
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, 1, False),  # as Python sets it itself
        ("utf-8", {"LANG": "C", "LC_CTYPE": "C.UTF-8"}, 0, True),  # as somebody has set it
        ("utf-8", {"LC_ALL": "C"}, 1, False),
        ("utf-8", {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, 1, False),
        ("utf-8", {"LC_ALL": "C.UTF-8"}, 0, True),
        ("utf-8", {"LC_ALL": "C", "PYTHONUTF8": "1"}, 1, True),
        ("utf-8", {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, 1, True),
        ("utf-8", {"LANG": "de_DE.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, 1, False),
        ("iso8859-1", {"LANG": "de_DE.ISO-8859-1"}, 0, False),
        ("cp1252", {}, 0, False),
    ],
)
def test_what_is_read_as_utf8(encoding: str, environment: dict[str, str], mode: int, speaks: bool) -> None:
    assert speaks_utf8(encoding, environment, mode) is speaks


@pytest.mark.parametrize(
    "args",
    [
        ("show", "friday.yaml"),
        ("score", "friday.yaml"),
        ("legal", "friday.yaml", "--at", "7"),
        ("cards", "hearts"),
        ("validate", "friday.yaml"),
    ],
    ids=" ".join,
)
def test_colours_say_no_more_than_the_words(args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    plain = run(*args).out
    assert "\x1b" not in plain
    coloured = run(*args, "--color", "always").out
    assert "\x1b" in coloured
    assert SGR.sub("", coloured) == plain
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run(*args).out == coloured
    assert run(*args, "--color", "never").out == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(*args).out == plain


def test_legal_shows_what_may_be_played_in_green_and_what_not_in_red() -> None:
    assert run("legal", "friday.yaml", "--at", "7", "--color", "always").out.split("\n")[:4] == [
        "\x1b[1mBen must play to trick 1.\x1b[0m",
        "Legal: \x1b[32mMk1:31\x1b[0m",
        "Ruled out:",
        "  \x1b[31mMt5:6\x1b[0m  illuminate/follow-suit: on a Mark lead, holding Mk1:31",
    ]


def test_numbers_in_a_table_that_folds_are_text() -> None:
    """A club's page of four-digit points, as narrow as a telephone."""
    rows = [("Ann Anderson", 1, "4,250", "1e5"), ("Ben", 12, "-1,000.5", "True")]
    drawn = table(("player", "games", "points in all games", "name"), rows, Paper(width=30))
    assert drawn == (
        "player          games\n"
        "------------  -------\n"
        "Ann Anderson        1\n"
        "Ben                12\n"
        "\n"
        "player        points    name\n"
        "              in all\n"
        "              games\n"
        "------------  --------  ------\n"
        "Ann Anderson  4,250     1e5\n"
        "Ben           -1,000.5  True"
    )


def test_a_table_without_rows_folds_its_headers() -> None:
    drawn = table(("player", "points in all games"), [], Paper(width=20))
    assert drawn == "player    points\n          in all\n          games\n--------  --------"
