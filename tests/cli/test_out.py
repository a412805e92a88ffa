"""`--out` and `--plot`: a file appears when it is whole, whatever fails, and never in place of what is read."""

from __future__ import annotations

import contextlib
import errno
import io
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runner import LEGAL, REVOKE, run, simulated, write
from slowness import one_in

from referee.cli import cli
from referee.cli.commands import simulate
from referee.rules import shipped

OLD = "from before"
COMMANDS = [
    pytest.param(("validate", "games.jsonl", "--out"), id="validate"),
    pytest.param(("validate", "a.yaml", "b.yaml", "--jobs", "2", "--format", "jsonl", "--out"), id="validate on two cores"),
    pytest.param(("score", "games.jsonl", "--format", "csv", "--out"), id="score"),
    pytest.param(("simulate", "mercy", "-n", "3", "--out"), id="simulate"),
    pytest.param(("score", "games.jsonl", "--plot"), id="score in a picture"),
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    write("a.yaml", LEGAL)
    write("b.yaml", REVOKE)
    write("games.jsonl", simulated("mercy", "-n", "3", "--detail", "results"))
    write("out", OLD)
    yield
    assert [path.name for path in Path().rglob("*.part")] == []


INPUTS = {
    "a log": ("validate", "a.yaml", "--out", "a.yaml"),
    "one of several": ("validate", "b.yaml", "./a.yaml", "--out", "a.yaml"),
    "one in a folder": ("validate", ".", "--out", "a.yaml"),
    "one that a pattern fits": ("validate", "*.yaml", "--out", "a.yaml"),
    "by a link": ("validate", "a.yaml", "--out", "link"),
    "by another name": ("validate", "a.yaml", "--out", "twin"),
    "a house rule": ("validate", "b.yaml", "--house", "./a.yaml", "--out", "a.yaml"),
    "a house rule of a log": ("validate", "housed.yaml", "--out", "house.yaml"),
    "a house rule of a log that is scored": ("score", "housed.yaml", "--format", "json", "--out", "house.yaml"),
    "a house rule of a log that is shown": ("replay", "housed.yaml", "--out", "house.yaml"),
    "a log that is scored": ("score", "a.yaml", "--out", "a.yaml"),
    "a log that is scored in columns": ("score", "a.yaml", "--format", "csv", "--out", "a.yaml"),
    "a game": ("simulate", "./ours.yaml", "-n", "1", "--out", "ours.yaml"),
    "what a game extends": ("simulate", "./theirs.yaml", "-n", "1", "--out", "ours.yaml"),
    "its deck": ("simulate", "./ours.yaml", "-n", "1", "--out", "deck.yaml"),
    "a house rule of a game": ("simulate", "hearts", "-n", "1", "--house", "./house.yaml", "--out", "house.yaml"),
    "a log that is drawn": ("score", "a.yaml", "--plot", "a.svg"),
}


@pytest.mark.posix
@pytest.mark.parametrize("what", INPUTS)
def test_what_is_read_is_not_replaced(what: str) -> None:
    *_, option, out = args = INPUTS[what]
    Path("link").symlink_to("a.yaml")
    os.link("a.yaml", "twin")
    Path("a.svg").symlink_to("a.yaml")
    Path("house.svg").symlink_to("house.yaml")
    write("deck.yaml", (shipped.folder("rulesets") / "decks" / "french.yaml").read_text(encoding="utf-8"))
    write("ours.yaml", "extends: hearts\nname: ours\nversion: 1\ntitle: Ours\ndeck: deck.yaml\nend: {target: 20}\n")
    write("theirs.yaml", "extends: ./ours.yaml\nname: theirs\nversion: 1\ntitle: Theirs\n")
    write("house.yaml", "extends: hearts\nwhy: shorter\nend: {target: 20}\n")
    write(
        "housed.yaml",
        "game: hearts\nhouse: [./house.yaml]\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents: []\n",
    )
    before = Path(out).read_bytes()
    said = run(*args)
    message = f"{option} {out} would replace a file that this command reads; name another"
    assert (said.code, said.err) == (2, f"referee {args[0]}: {message} (see `referee {args[0]} --help`)\n")
    assert Path(out).read_bytes() == before


@pytest.mark.posix
def test_standard_input_from_a_file_is_not_replaced() -> None:
    before = Path("a.yaml").read_bytes()
    with Path("a.yaml").open("rb") as stream:
        command = [sys.executable, "-m", "referee", "validate", "-", "--out", "a.yaml"]
        said = subprocess.run(command, stdin=stream, stderr=subprocess.PIPE, text=True, check=False)
    assert said.returncode == 2
    assert "--out a.yaml would replace a file that this command reads; name another" in said.stderr
    assert Path("a.yaml").read_bytes() == before


class Failing:
    """Counts what is asked of files, and lets one of the calls fail."""

    def __init__(self, number: int, code: int) -> None:
        self.number, self.code, self.calls = number, code, 0

    def count(self, path: Any) -> None:
        self.calls += 1
        if self.calls == self.number:
            raise OSError(self.code, os.strerror(self.code), str(path))

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Has every call that makes, opens, writes, closes or renames the file counted."""
        for name in ("touch", "replace", "write_text"):
            monkeypatch.setattr(Path, name, self._counted(getattr(Path, name)))
        monkeypatch.setattr(Path, "open", self._opened(Path.open))

    def _counted(self, real: Any) -> Any:
        def call(path: Path, *args: Any, **options: Any) -> Any:
            if ".part" in path.name:
                self.count(path)
            return real(path, *args, **options)

        return call

    def _opened(self, real: Any) -> Any:
        def call(path: Path, *args: Any, **options: Any) -> Any:
            if ".part" not in path.name:
                return real(path, *args, **options)
            self.count(path)
            return Stream(real(path, *args, **options), self)

        return call


class Stream:
    """A stream of which every write, and the close, may fail."""

    def __init__(self, stream: Any, failing: Failing) -> None:
        self.stream, self.failing = stream, failing

    def write(self, text: str) -> int:
        self.failing.count(self.stream.name)
        return int(self.stream.write(text))

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stream.close()
        self.failing.count(self.stream.name)


@pytest.mark.parametrize(
    "code", one_in(4, [errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS]), ids=errno.errorcode.get
)
@pytest.mark.parametrize("args", COMMANDS)
def test_every_write_that_fails_leaves_what_was_there(args: tuple[str, ...], code: int) -> None:
    number = 1
    while True:
        failing = Failing(number, code)
        with pytest.MonkeyPatch.context() as patches:
            failing.watch(patches)
            said = run(*args, "out")
        if failing.calls < number:
            break
        told = f"{args[-1]} out cannot be written: {os.strerror(code).lower()}"
        if number == 1:
            assert (said.code, said.err) == (2, f"referee {args[0]}: {told} (see `referee {args[0]} --help`)\n")
        else:
            assert said.code == 3, said.err
            assert said.err.splitlines()[-1] == told
        assert Path("out").read_text(encoding="utf-8") == OLD
        assert not [*Path().glob("*.part*")]
        number += 1
    assert number > 3
    assert Path("out").read_bytes() != OLD.encode()


class Full(io.StringIO):
    """An output of which one write fails."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number, self.calls = number, 0

    def write(self, text: str) -> int:
        self.calls += 1
        if self.calls == self.number:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(text)


ASKED = [("validate", "games.jsonl", "b.yaml"), ("validate", "b.yaml", "nope.yaml", "--format", "json"), ("games",),
         ("check", "hearts", "nope"), ("score", "b.yaml"), ("odd",), ("show", "b.yaml", "--at", "99")]  # fmt: skip


@pytest.mark.parametrize("name", ["stdout", "stderr"])
@pytest.mark.parametrize("args", ASKED, ids=" ".join)
def test_every_write_to_an_output_that_fails_is_no_bug(
    name: str, args: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    meant = run(*args).code
    for number in itertools.count(1):
        outputs = {"stdout": Full(0), "stderr": Full(0)} | {name: Full(number)}
        for each, stream in outputs.items():
            monkeypatch.setattr(sys, each, stream)
        with pytest.raises(SystemExit) as ended:
            cli.main(list(args), "referee")
        if outputs[name].calls < number:
            break
        if name == "stdout":
            assert ended.value.code == 3
            assert (
                outputs["stderr"].getvalue().splitlines()[-1] == "the output cannot be written: no space left on device"
            )
        else:
            assert ended.value.code == meant


HELD = """
import sys
from pathlib import Path

from referee.cli import main, out_file
from referee.corpus import pool

stage, opened = sys.argv.pop(1), Path.open


def hold():
    Path("here").write_text("")
    Path("go").read_text()


def held(real, when):
    def call(self, *args, **options):
        if stage == when and ".part" in self.name:
            hold()
        return real(self, *args, **options)

    return call


def written(line, *, file):
    global said
    said += 1
    file.write(line + "\\n")
    if stage == f"line {said}":
        file.flush()
        hold()


said, out_file.print = 0, written
Path.touch, Path.open, Path.replace = held(Path.touch, "made"), held(Path.open, "opened"), held(Path.replace, "renamed")
main()
"""
"""The program, which stops at a stage, says so through the pipe `here`, and goes on when somebody opens the pipe `go`."""

STAGES = ["made", "opened", "line 1", "line 3", "renamed"]
UNASKED = "to save time, referee did not ask which rulings decide 1 legal log; --readings asks about all\n"
"""What is said of the games before the file is renamed."""


def ended(program: subprocess.Popen[str], number: int) -> str:
    """What the program said at its end. A signal just before it waits for a pipe is only seen with the next one."""
    if number == signal.SIGINT:  # the pipe goes on, and a second one would kill the program while it ends
        return program.communicate(timeout=60)[1]
    for _ in range(20):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return program.communicate(timeout=2)[1]
        program.send_signal(number)
    raise AssertionError("the program does not end")


@pytest.mark.posix
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_leaves_what_was_there(name: str, stage: str) -> None:
    for pipe in ("here", "go"):
        os.mkfifo(pipe)
    args = ["validate", "games.jsonl", "--format", "jsonl", "--out", "out"]
    command = [sys.executable, "-c", HELD, stage, *args]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as program:
        try:
            Path("here").read_text(encoding="utf-8")
            program.send_signal(getattr(signal, name))
            if name == "SIGINT":
                Path("go").write_text("", encoding="utf-8")
            err = ended(program, getattr(signal, name))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
    assert not [*Path().glob("*.part")]
    if name != "SIGINT":
        told = UNASKED if stage == "renamed" else ""
        assert (program.returncode, err) == (-getattr(signal, name), told)
    if name != "SIGINT" or stage != "renamed":
        assert Path("out").read_text(encoding="utf-8") == OLD
    if name == "SIGINT" and stage.startswith("line"):
        assert program.returncode == 130
        lines = Path("out.partial").read_text(encoding="utf-8").splitlines()
        assert [json.loads(line)["verdict"] for line in lines] == ["legal"] * len(lines)
        assert len(lines) == int(stage[-1])
        assert err.splitlines()[-1] == "out.partial holds what was written; out is unchanged"


def test_ctrl_c_in_a_simulation_keeps_what_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    real, made = simulate.simulate_game, []

    def interrupted(*args: Any) -> Any:
        made.append(args)
        if len(made) == 3:
            raise KeyboardInterrupt
        return real(*args)

    monkeypatch.setattr(simulate, "simulate_game", interrupted)
    said = run("simulate", "mercy", "-n", "5", "--detail", "results", "--out", "out")
    assert (said.code, said.err) == (130, "out.partial holds what was written; out is unchanged\n")
    assert Path("out").read_text(encoding="utf-8") == OLD
    assert len(Path("out.partial").read_text(encoding="utf-8").splitlines()) == 2
