"""What differs on Windows and macOS, as far as it can be seen here: paths, consoles, encodings, how processes begin."""

from __future__ import annotations

import ast
import ctypes
import errno
import ntpath
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_runner import LEGAL, REVOKE, run, write

import referee
from referee.cli import options, out_file, terminal
from referee.core.places import RulesetOptions, with_slashes
from referee.corpus import paths
from referee.corpus.parts import JudgeOptions
from referee.report.verdicts import uri
from referee.rules import files
from referee.rules.rulesets import load_ruleset
from referee.workers import pool

TESTS = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "-m", "referee"]
pytestmark = pytest.mark.usefixtures("folder")


def windows(**more: Any) -> SimpleNamespace:
    """The module `os` as far as it is about paths, as on Windows."""
    return SimpleNamespace(path=ntpath, sep="\\", curdir=".", **more)


def test_paths_are_shown_with_slashes() -> None:
    assert with_slashes("logs\\may\\friday.yaml", "\\") == "logs/may/friday.yaml"
    assert with_slashes("logs/a\\b.yaml", "/") == "logs/a\\b.yaml"


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("logs/friday 1.yaml", "logs/friday%201.yaml"),
        ("logs/a:b.yaml", "logs/a%3Ab.yaml"),
        ("C:/club/fri day.yaml", "file:///C:/club/fri%20day.yaml"),
    ],
)
def test_a_path_is_a_uri_in_sarif(path: str, wanted: str) -> None:
    assert uri(path) == wanted


def test_a_house_rule_beside_a_log_is_found_with_either_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "os", windows())
    monkeypatch.setattr(files, "with_slashes", lambda path: with_slashes(path, "\\"))
    assert files.beside("./ours.yaml", "C:\\club\\logs\\friday.yaml") == "C:/club/logs/ours.yaml"
    assert files.beside("..\\rules\\ours.yaml", "club/logs/friday.yaml") == "club/rules/ours.yaml"
    assert files.beside("D:/ours.yaml", "C:\\club\\friday.yaml") == "D:/ours.yaml"
    assert files.is_path("rules\\ours")


def test_a_link_to_another_drive_leads_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "os", windows())
    assert not paths._is_in("D:\\logs", "C:\\club")
    assert not paths._is_in("C:\\clubs", "C:\\club")
    assert paths._is_in("C:\\club\\logs", "C:\\club")
    assert paths._is_in("C:\\club", "C:\\")


def test_logs_of_two_folders_have_each_its_own_house_rule() -> None:
    for name, target in (("one", 20), ("two", 30)):
        write(f"{name}/ours.yaml", f"extends: hearts\nwhy: shorter\nend: {{target: {target}}}\n")
        write(
            f"{name}/log.yaml",
            "game: hearts\nhouse: ./ours.yaml\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n",
        )
    said = run("validate", "one/log.yaml", "two/log.yaml", "--trust", "all")
    assert [line.rpartition(", ")[0].rpartition("to ")[2] for line in said.out.splitlines() if "Hearts" in line] == [
        "20",
        "30",
    ]


def test_a_log_on_another_drive_names_its_house_rule_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def apart(path: str, start: str) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    write("ours.yaml", "extends: hearts\nwhy: shorter\nend: {target: 20}\n")
    monkeypatch.setattr(options.os.path, "relpath", apart)
    head = options.log_head("hearts", load_ruleset("hearts"), RulesetOptions(houses=("ours.yaml",)))
    assert head["house"] == [str(Path("ours.yaml").absolute())]


@pytest.mark.parametrize(("system", "named", "code"), [("nt", None, 141), ("nt", "x", 4), ("posix", None, 4)])
def test_a_closed_pipe_of_windows(system: str, named: str | None, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed() -> None:
        raise OSError(errno.EINVAL, "Invalid argument", named)

    monkeypatch.setattr(terminal, "os", SimpleNamespace(**{**vars(os), "name": system}))
    monkeypatch.setattr(terminal, "_close_stdout", lambda: None)
    assert terminal.exit_code(closed, {"debug": False}) == code


def test_no_more_processes_than_windows_can_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(pool.os, "cpu_count", lambda: 32)
    monkeypatch.setattr(pool, "processes", lambda jobs: SimpleNamespace(jobs=jobs))
    assert pool.Cores(JudgeOptions(), 200).width == 61
    monkeypatch.setattr(pool, "sys", SimpleNamespace(platform="darwin"))
    assert pool.Cores(JudgeOptions(), 200).width == 200


class Console:
    """The console of Windows: which mode it is in, and whether it takes another."""

    def __init__(self, mode: int | None, *, takes: bool) -> None:
        self.mode, self.takes = mode, takes

    def GetConsoleMode(self, handle: int, mode: Any) -> bool:  # noqa: N802 - as Windows calls it
        if self.mode is None:
            return False
        mode._obj.value = self.mode
        return True

    def SetConsoleMode(self, handle: int, mode: int) -> bool:  # noqa: N802 - as Windows calls it
        self.mode = mode if self.takes else self.mode
        return self.takes


@pytest.mark.parametrize(
    ("mode", "takes", "understands", "after"),
    [(3, True, True, 7), (7, False, True, 7), (3, False, False, 3), (None, True, False, None)],
)
def test_a_console_of_windows_is_asked_to_understand_colours(
    mode: int | None, takes: bool, understands: bool, after: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = Console(mode, takes=takes)
    monkeypatch.setattr(terminal, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=there), raising=False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(get_osfhandle=lambda number: number))
    monkeypatch.delenv("TERM", raising=False)
    stream: Any = SimpleNamespace(isatty=lambda: True, fileno=lambda: 1)
    assert terminal.is_terminal(stream) == understands
    assert there.mode == after
    assert not terminal.is_terminal(SimpleNamespace(isatty=lambda: False))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("refused", "system", "written"), [(2, "win32", True), (9, "win32", False), (1, "linux", False)]
)
def test_a_file_that_a_scanner_has_open_is_waited_for(
    refused: int, system: str, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    really: Callable[..., Path] = Path.replace

    def replace(self: Path, other: Path) -> Path:
        tried.append(1)
        if len(tried) <= refused:
            raise PermissionError(errno.EACCES, "Access is denied")
        return really(self, other)

    monkeypatch.setattr(Path, "replace", replace)
    monkeypatch.setattr(out_file, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(out_file.time, "sleep", lambda seconds: None)
    Path("log.yaml").write_text("old", encoding="utf-8")
    if written:
        out_file.save("log.yaml", "new")
    else:
        with pytest.raises(referee.SourceError, match=r": log\.yaml cannot be written: permission denied$"):
            out_file.save("log.yaml", "new")
    assert Path("log.yaml").read_text(encoding="utf-8") == ("new" if written else "old")
    assert [path.name for path in Path().iterdir()] == ["log.yaml"]


PLAIN = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "LANG": "C"}
"""A system whose encoding is not UTF-8."""


@pytest.mark.parametrize("encoding", [{}, {"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "ascii:strict"}])
def test_names_of_any_script_are_read_and_printed_whatever_the_locale(encoding: dict[str, str]) -> None:
    write("friday.yaml", REVOKE.replace("Ben", "小明").replace("Cyd", "Zoë"))
    environment = {**os.environ, **PLAIN, **encoding}
    for args, told in (((), b"\\u5c0f\\u660e played Mt5:6"), (("--format", "jsonl"), "小明 played Mt5:6".encode())):
        said = subprocess.run(
            [*PROGRAM, "validate", "friday.yaml", *args], capture_output=True, check=False, env=environment
        )
        assert (said.returncode, said.stderr) == (1, b"")
        assert told in said.stdout


def test_what_is_typed_is_utf8_whatever_the_locale() -> None:
    write("game.yaml", "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n")
    typed = "rename Ann Zoë\nrename Ben 小明\nquit\n".encode()
    said = subprocess.run(
        [*PROGRAM, "record", "game.yaml"], input=typed, capture_output=True, check=False, env={**os.environ, **PLAIN}
    )
    assert said.returncode == 0, said.stderr
    assert "players: [Zoë, 小明, Cyd, Dov]" in Path("game.yaml").read_text(encoding="utf-8")


def test_what_is_typed_in_another_encoding_is_no_bug() -> None:
    write("game.yaml", "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n")
    said = subprocess.run(
        [*PROGRAM, "record", "game.yaml"], input=b"rename Ann Zo\xeb\n", capture_output=True, check=False
    )
    assert said.returncode in (0, 1, 3), said.stderr
    assert b"bug" not in said.stderr


BEGUN = """
import multiprocessing
if __name__ == "__main__":
    multiprocessing.set_start_method({method!r})
    import sys
    from referee.cli import main
    sys.argv[1:] = ["validate", ".", "--jobs", "2", "--format", "concise"]
    main()
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_begin_anew_judge_the_same(method: str) -> None:
    if method == "forkserver" and sys.platform == "win32":
        pytest.skip("Windows has no fork")
    for number in range(12):
        write(f"logs/{number:02}.yaml", REVOKE if number % 3 else LEGAL)
    write("begun.py", BEGUN.format(method=method))
    begun = subprocess.run([sys.executable, "begun.py"], capture_output=True, text=True, encoding="utf-8", check=False)
    alone = run("validate", ".", "--format", "concise")
    assert (begun.returncode, begun.stderr) == (alone.code, alone.err)
    assert begun.stdout.replace("\r\n", "\n") == alone.out


@pytest.mark.slow
def test_what_a_system_does_not_have_is_not_asked_of_it() -> None:
    code = "import signal\nfor name in ('SIGHUP', 'SIGPIPE', 'SIGKILL'):\n    vars(signal).pop(name, None)\n"
    code += "import sys\nsys.modules.update(fcntl=None, resource=None, pty=None, termios=None, pwd=None)\n"
    code += "from referee.cli import main\nsys.argv[1:] = sys.argv[1:]\nmain()\n"
    write("friday.yaml", LEGAL)
    for args in (["validate", ".", "--jobs", "2"], ["simulate", "hearts", "-n", "1", "--out", "x.jsonl"], ["games"]):
        said = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, check=False)
        assert said.returncode == 0, (args, said.stderr)


def test_lines_may_end_as_on_windows() -> None:
    Path("friday.yaml").write_bytes(REVOKE.replace("\n", "\r\n").encode())
    Path("other.yaml").write_bytes(REVOKE.encode())
    crlf, plain = (run("validate", name, "--format", "concise").out for name in ("friday.yaml", "other.yaml"))
    assert crlf == plain.replace("other", "friday")


def test_tests_that_need_more_than_every_system_has_say_so() -> None:
    """Or they would fail on Windows, where nobody of us looks."""
    needs = re.compile(r"symlink_to|mkfifo|/dev/(?:zero|null|full)\b|RLIMIT|0o640|getuid|SIGSTOP")
    unmarked = []
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if path == Path(__file__).resolve() or re.search(
            r"^pytestmark = (\[\s*)?pytest\.mark\.posix", text, re.MULTILINE
        ):
            continue
        lines = text.split("\n")
        for node in ast.parse(text).body:
            said = "\n".join(lines[node.lineno - 1 : node.end_lineno])
            guards = [ast.unparse(each) for each in getattr(node, "decorator_list", ())]
            if needs.search(said) and "pytest.mark.posix" not in guards and "importorskip" not in said:
                unmarked.append(f"{path.name}:{node.lineno}")
    assert unmarked == []
