"""Files that are found by their names and that nobody named: a stranger's folder may hold links, pipes and devices instead."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from command_runner import run, write

pytestmark = pytest.mark.posix

FRIDAY = Path(__file__).resolve().parent.parent.parent / "examples" / "illuminate" / "friday.yaml"
SECRET = "machine x\npassword hunter2\n"
OUT = "this link leads out of its folder and is not followed"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    shutil.copy(FRIDAY, "in/friday.yaml")
    write("secret", SECRET)
    write("victim", "precious\n")


def pipe(path: str) -> None:
    os.mkfifo(path)


def device(path: str) -> None:
    Path(path).symlink_to("/dev/zero")


def socket_file(path: str) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path)


def link(path: str) -> None:
    Path(path).symlink_to("../secret")


def nested(path: str) -> None:
    Path(path).mkdir()


INSTEAD: dict[Callable[[str], None], str] = {
    pipe: "this is a pipe; expected a file",
    socket_file: "this is a socket; expected a file",
    nested: "this is a folder; expected a file",
    device: OUT,
    link: OUT,
}


@pytest.mark.parametrize("instead", INSTEAD)
def test_only_a_file_of_the_folder_is_a_project(instead: Callable[[str], None]) -> None:
    instead("in/referee.yaml")
    said = run("validate", "in/friday.yaml")
    assert said.code == 3
    follow = "; --trust all follows it" if INSTEAD[instead] == OUT else ""
    assert said.out.splitlines()[0] == f"in/referee.yaml:1:1: {INSTEAD[instead]}{follow}"
    assert "hunter2" not in said.out + said.err


@pytest.mark.parametrize("instead", INSTEAD)
def test_only_a_file_of_the_folder_says_who_is_who(instead: Callable[[str], None]) -> None:
    instead("in/players.yaml")
    said = run("club", "in", "--format", "csv", "--cache", "kept")
    assert (said.code, said.out) == (3, "")
    more = "; --players names a file elsewhere" if INSTEAD[instead] == OUT else ""
    assert said.err.splitlines()[-1] == f"in/players.yaml:1:1: {INSTEAD[instead]}{more}"


@pytest.mark.parametrize("instead", [*INSTEAD, "victim", "inside"])
def test_only_a_cache_is_read_and_replaced(instead: Callable[[str], None] | str) -> None:
    cache = Path("in/.referee-club")
    if instead == "victim":
        shutil.copy("victim", cache)
    elif instead == "inside":
        shutil.copy("victim", "in/precious.txt")
        cache.symlink_to("precious.txt")
    elif callable(instead):
        instead(str(cache))
    before = (cache.lstat().st_ino, cache.lstat().st_size)
    said = run("club", "in", "--format", "csv")
    assert said.code == 0
    assert "Ann" in said.out
    what = "a cache of referee" if instead == "victim" else "a regular file"
    assert said.err.splitlines() == [
        f"--cache in/.referee-club is not {what} and is not replaced; name another file; verdicts are not kept"
    ]
    assert (cache.lstat().st_ino, cache.lstat().st_size) == before
    assert Path("victim").read_text(encoding="utf-8") == "precious\n"
    assert Path("secret").read_text(encoding="utf-8") == SECRET


def test_a_cache_that_is_named_may_be_a_link_but_no_pipe() -> None:
    pipe("pipe")
    said = run("club", "in", "--cache", "pipe")
    assert said.code == 2
    assert said.err.startswith(
        "referee club: --cache pipe is not a regular file and is not replaced; name another file "
    )
    run("club", "in", "--cache", "real")
    Path("kept").symlink_to("real")
    assert "1 of 1 game already judged" in run("club", "in", "--cache", "kept").err
    assert Path("kept").is_symlink()


def test_a_cache_that_somebody_else_wrote_is_only_worthless() -> None:
    title = "referee club, what was judged before; it can be thrown away"
    for body in ("[" * 100_000, "[]", '{"judged_by": 1}', "7"):
        sum_ = hashlib.sha256(body.encode()).hexdigest()
        write("in/.referee-club", f"{title}\n{sum_}\n{body}")
        said = run("club", "in", "--format", "csv")
        assert (said.code, said.err) == (0, ""), body[:9]


def test_a_rule_that_changes_is_noticed() -> None:
    """A project file appears, changes, gives way to a nearer one, and goes."""
    write("in/ours.yaml", "extends: illuminate\nbidding: {hook: false}\n")
    write("ours.yaml", "extends: illuminate\nbidding: {hook: false}\n")

    def now() -> tuple[str, bool]:
        said = run("club", "in", "--format", "csv", "--table", "logs")
        assert said.out == run("club", "in", "--format", "csv", "--table", "logs", "--afresh", "--cache", "new").out
        return said.out, "already judged" in said.err

    plain, _ = now()
    assert now() == (plain, True)
    write("referee.yaml", "games: {illuminate: {house: [ours.yaml]}}\n")
    with_rule, known = now()
    assert (with_rule != plain, known) == (True, False)
    assert now() == (with_rule, True)
    write("in/referee.yaml", "games: {}\n")
    assert now() == (plain, False)
    Path("in/referee.yaml").unlink()
    Path("referee.yaml").unlink()
    assert now() == (plain, False)


def test_a_page_follows_the_rules() -> None:
    """The replay of a log is written again when a project file appears."""

    def pages() -> str:
        return run("club", "in", "--out", "season.html", "--replays", "pages").err

    assert "pages: 1 page written" in pages()
    assert "pages: 0 pages written" in pages()
    write("in/referee.yaml", "games: {illuminate: {ruling: {grace-said: said}}}\n")
    assert "pages: 1 page written" in pages()


@pytest.mark.parametrize(
    ("args", "made"),
    [
        (("club", "in", "--out", "season.html", "--replays", "pages"), "pages/in-friday.html"),
        (("schema", "--copy", "pages"), "pages/log.schema.json"),
    ],
)
def test_a_name_that_the_program_makes_up_replaces_no_link(args: tuple[str, ...], made: str) -> None:
    Path("pages").mkdir()
    Path(made).symlink_to("../victim")
    said = run(*args)
    assert said.code == 2
    assert "is not replaced, because it is not a regular file; remove it, or name another place" in said.err
    assert Path("victim").read_text(encoding="utf-8") == "precious\n"


def test_a_file_in_the_making_is_not_written_through_a_link() -> None:
    made = Path(f"{Path('c.json').resolve()}.{os.getpid()}.part")
    made.symlink_to("victim")
    assert run("validate", "in/friday.yaml", "--certificate", "c.json").code == 0
    assert Path("victim").read_text(encoding="utf-8") == "precious\n"
    assert not made.exists()


@pytest.mark.parametrize("instead", [pipe, link, device])
def test_examples_beside_a_ruleset_are_a_file_of_its_folder(instead: Callable[[str], None]) -> None:
    write("in/ours.yaml", "extends: illuminate\nbidding: {hook: false}\n")
    instead("in/ours.examples.yaml")
    said = run("check", "in/ours.yaml")
    assert said.code == 3
    assert f"in/ours.examples.yaml:1:1: {INSTEAD[instead]}" in said.out
    assert "hunter2" not in said.out + said.err


def test_rulesets_are_not_found_through_links_and_pipes() -> None:
    Path("in/friday.yaml").unlink()
    write("in/ours.yaml", "extends: illuminate\nbidding: {hook: false}\n")
    link("in/far.yaml")
    pipe("in/pipe.yaml")
    said = run("check", "in", "--no-examples")
    assert said.code == 0
    assert said.err.splitlines() == [
        "in/far.yaml: skipped; this link leads out of the folder",
        "in/pipe.yaml: skipped; this is a pipe, which is read only if it is named itself",
    ]


def test_a_schema_is_not_looked_for_in_a_pipe() -> None:
    Path("schemas").mkdir()
    pipe("schemas/log.schema.json")
    said = run("new", "log", "hearts")
    assert (said.code, "$schema=" in said.out) == (0, False)
