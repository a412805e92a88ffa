"""`referee fix`: what it shows, and what it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import LEGAL, REVOKE, UNREADABLE, run, write

DIFF = """\
--- a.yaml
+++ a.yaml
@@ -7,2 +7,2 @@
   - bids: {Ann: 1, Ben: 0, Cyd: 1, Dov: 0}
-  - trikc: [Mk1:11]
+  - trick: [Mk1:11]
"""
pytestmark = pytest.mark.usefixtures("folder")


def test_diff_only_shows() -> None:
    write("a.yaml", UNREADABLE)
    assert run("fix", "a.yaml", "--diff") == (0, DIFF, "a.yaml: 1 word would be corrected\n")
    assert Path("a.yaml").read_text(encoding="utf-8") == UNREADABLE


@pytest.mark.posix
def test_the_file_is_written_with_its_line_ends_and_rights() -> None:
    Path("a.yaml").write_bytes(b"\xef\xbb\xbf" + UNREADABLE.replace("\n", "\r\n").encode())
    Path("a.yaml").chmod(0o640)
    answer = run("fix", "a.yaml")
    assert (answer.code, answer.err) == (0, "a.yaml: 1 word corrected\n")
    assert answer.out == DIFF
    right = UNREADABLE.replace("trikc", "trick").replace("\n", "\r\n").encode()
    assert Path("a.yaml").read_bytes() == b"\xef\xbb\xbf" + right
    assert Path("a.yaml").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in Path().iterdir()] == ["a.yaml"]


def test_what_can_still_not_be_read_is_said() -> None:
    write("a.yaml", "players: [\n")
    why = "a.yaml:2:1: expected a value, not the end; put text that begins with it in quotes\n"
    assert run("fix", "a.yaml") == (3, "", why)
    write("b.yaml", UNREADABLE + "  - xyzzy: 1\n")
    for option in (("--diff",), ()):
        said = run("fix", "b.yaml", *option)
        assert said.code == 3
        assert said.err.splitlines()[0].startswith("b.yaml: 1 word ")
        assert said.err.splitlines()[1].startswith("b.yaml:9:5: unknown verb 'xyzzy'")


@pytest.mark.posix
def test_a_file_keeps_its_other_names() -> None:
    """Hard links, as a backup or another checkout makes them."""
    write("a.yaml", UNREADABLE)
    Path("b.yaml").hardlink_to("a.yaml")
    Path("a.yaml").chmod(0o640)
    assert run("fix", "a.yaml").code == 0
    assert Path("a.yaml").samefile("b.yaml")
    assert Path("b.yaml").read_text(encoding="utf-8") == UNREADABLE.replace("trikc", "trick")
    assert Path("b.yaml").stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in Path().iterdir()) == ["a.yaml", "b.yaml"]


@pytest.mark.parametrize("text", [LEGAL, REVOKE])
def test_nothing_to_put_right(text: str) -> None:
    write("a.yaml", text)
    assert run("fix", "a.yaml") == (0, "a.yaml: nothing to correct\n", "")
    assert Path("a.yaml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize("path", ["-", "games.jsonl", "games.jsonl.gz", "club.pbn"])
def test_what_is_no_file_of_one_log(path: str) -> None:
    answer = run("fix", path)
    assert answer.code == 2
    assert f"fix corrects YAML and JSON files of one log or ruleset; {path} is not one" in answer.err


def test_a_file_that_is_not_there() -> None:
    assert run("fix", "a.yaml") == (3, "", "a.yaml:1:1: no such file\n")


def test_every_log_of_a_folder() -> None:
    write("season/a.yaml", UNREADABLE)
    write("season/b.yaml", LEGAL.replace("Cyd: preacher", "Cyd: preecher", 1))
    write("season/c.yaml", REVOKE)
    write("season/later/rules.yaml", "extends: hearts\nwhy: ours\nplya: {}\n")
    write("season/games.jsonl", "{}\n")
    shown = run("fix", "season", "--diff")
    assert (shown.code, shown.err.splitlines()[-1]) == (0, "2 words would be corrected in 2 of 3 files")
    said = run("fix", "season")
    assert (said.code, said.out) == (0, shown.out)
    assert said.err.splitlines() == [
        "season/a.yaml: 1 word corrected",
        "season/b.yaml: 1 word corrected",
        "season/games.jsonl: skipped; fix corrects YAML and JSON",
        "season/later/rules.yaml: skipped; this is a ruleset, not a log (`referee check` judges it)",
        "2 words corrected in 2 of 3 files",
    ]
    assert (Path("season/a.yaml").read_text("utf-8"), Path("season/b.yaml").read_text("utf-8")) == (
        UNREADABLE.replace("trikc", "trick"),
        LEGAL,
    )
    assert run("fix", "season").err.splitlines()[-1] == "0 words corrected in 0 of 3 files"
    assert run("fix", "season", "nope.yaml").code == 3


def test_a_log_that_was_found_loads_no_rules_from_files_unless_it_is_trusted() -> None:
    write("season/ours.yaml", "extends: illuminate\nwhy: ours\n")
    write("season/a.yaml", UNREADABLE.replace("illuminate@1", "illuminate@1\nhouse: [./ours.yaml]"))
    assert run("fix", "season", "--diff").err.endswith("0 words would be corrected in 0 of 1 file\n")
    assert run("fix", "season", "--trust", "folder").err.endswith("1 word corrected in 1 of 1 file\n")
