"""`referee lsp`, as an editor meets it: a real process that is told every keystroke."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_runner import HEAD, LEGAL, REVOKE, run
from corpus_games import PROGRAM
from language_server import Editor, editor

from referee.judging.log import parse_log

pytest.importorskip("pygls")

BIDS = "  - bids: {Ann: 1, Ben: 0, Cyd: 1, Dov: 0}\n"
HOUSE = "extends: illuminate\nwhy: Ours.\nbidding:\n  least: 1\n"
FOLLOW = "Ben played Mt5:6 on a Mark lead, holding Mk1:31; legal here: Mk1:31"


@pytest.fixture(scope="module")
def editing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with editor([*PROGRAM, "lsp"], tmp_path_factory.getbasetemp()) as opened:
        yield opened


def opened(editing: Editor, path: Path, text: str) -> list[tuple[int, int, str]]:
    path.write_text(text, encoding="utf-8")
    editing.open(path)
    return editing.marks(path)


def test_what_is_wrong_is_marked_while_somebody_types(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert opened(editing, path, LEGAL) == []
    editing.change(path, REVOKE)
    ((line, column, says),) = editing.marks(path)
    assert (line, column) == (8, 21)
    assert says.startswith(FOLLOW)
    editing.change(path, f"{HEAD}{BIDS}  - trick: [Mk1:11, ")
    ((line, _, says),) = editing.marks(path)
    assert (line, says) == (8, "expected a value, not the end; put text that begins with it in quotes")
    editing.change(path, LEGAL)
    assert editing.marks(path) == []


def test_which_ruling_decides_is_looked_for_once_nobody_types(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    assert opened(editing, path, LEGAL) == []
    editing.change(path, LEGAL.replace("!", "").replace("winner: Cyd", "winner: Dov"))
    at_once, later = editing.marks(path), editing.marks(path)
    (reading,) = [mark for mark in later if mark not in at_once]
    assert reading[2].startswith("Must somebody say Grace for a card to count as Grace?")


def test_the_rule_is_told_where_the_pointer_rests(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    opened(editing, path, REVOKE)
    says = editing.says(path, 8, 22)
    assert says.startswith(FOLLOW)
    assert "\n\nilluminate/follow-suit: " in says
    assert "(publisher's rules, " in says


def test_a_card_and_a_key_are_explained(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    opened(editing, path, LEGAL)
    assert "Mk1:31" in editing.says(path, 8, 21)
    assert "trick" in editing.says(path, 8, 6).lower()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("  - ", {"0", "1", "2"}),
        ("  - bid: ", {"0", "1", "2"}),
        (BIDS + "  - trick: [", {"Mk1:11", "Mt4:17"}),
        (BIDS + "  - trick: [Mk1:11, ", {"Mk1:31"}),
    ],
)
def test_legal_moves_are_offered(typed: str, offered: set[str], editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    opened(editing, path, HEAD + typed)
    lines = (HEAD + typed).split("\n")
    offers = editing.at("completion", path, len(lines), len(lines[-1]) + 1)["items"]
    moves = {offer["label"].rstrip("!") for offer in offers if offer["detail"] == "move"}
    assert moves == offered


@pytest.mark.parametrize(
    ("head", "offered"),
    [
        ("game: ", {"illuminate", "bridge", "illimat", "illuminati"}),
        ("game: illuminate\nhouse: [", {"lamplighter"}),
        ("game: illuminate\nvariants: [", {"shorter", "silent-grace"}),
        ("game: illuminate\nplayers: [Ann, Ben]\nruling: {", {"tie", "star-clash"}),
        ("game: illuminate\nplayers: [Ann, Ben]\nruling: {tie: ", {"earliest", "led-suit"}),
        ("game: illuminate\nplayers: [Ann, Ben]\nsetup: {dealer: ", {"Ann", "Ben"}),
        ("game: illuminate\n", {"players", "setup", "events"}),
        ("extends: illuminate\n", {"bidding", "trick", "scoring"}),
        ("extends: ", {"illuminate", "gin-rummy"}),
    ],
)
def test_names_and_keys_are_offered(head: str, offered: set[str], editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    log = head + ("]" if "[" in head.rpartition("\n")[2] else "}" if "{" in head.rpartition("\n")[2] else "")
    more = (
        "\nplayers: [Ann, Ben]"
        if "players" not in head and head.startswith("game: illuminate\n") and head[-1] != "\n"
        else ""
    )
    opened(editing, path, log + more)
    lines = head.split("\n")
    assert set(editing.offers(path, len(lines), len(lines[-1]) + 1)) >= offered


def edited(text: str, action: dict[str, Any]) -> str:
    """A text after the edits of a quick fix."""
    (changes,) = action["edit"]["changes"].values()
    lines = text.splitlines(keepends=True)
    for change in changes:
        start, end = change["range"]["start"], change["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]]
        lines[start["line"]] = line[: start["character"]] + change["newText"] + line[end["character"] :]
    return "".join(lines)


def test_a_slip_is_put_right(editing: Editor, tmp_path: Path) -> None:
    path, text = tmp_path / "a.yaml", LEGAL.replace("- trick", "- trikc")
    opened(editing, path, text)
    (action,) = editing.at("codeAction", path, 8, 6)
    assert action["title"] == "Write 'trick'"
    assert edited(text, action) == LEGAL


@pytest.mark.parametrize(
    ("text", "column"),
    [(REVOKE, 22), (REVOKE.replace("- trick: [", "- {trick: [").replace("Mk4:2]\n", "Mk4:2]}\n"), 23)],
)
def test_an_irregularity_can_be_let_stand(text: str, column: int, editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    opened(editing, path, text)
    (action,) = editing.at("codeAction", path, 8, column)
    assert action["title"] == "Let it stand"
    editing.change(path, edited(text, action))
    assert editing.marks(path)[0][2].startswith("let stand (the table let it stand): Ben played Mt5:6")


def test_the_way_to_the_line_of_a_house_rule_that_decided(editing: Editor, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    house = tmp_path / "rules" / "ours.yaml"
    house.write_text(HOUSE, encoding="utf-8")
    path, text = tmp_path / "a.yaml", LEGAL.replace("events:", "house: rules/ours.yaml\nevents:")
    ((line, column, _),) = opened(editing, path, text)[:1]
    (place,) = editing.at("definition", path, line, column)
    assert (place["uri"], place["range"]["start"]["line"]) == (house.as_uri(), 3)
    (place,) = editing.at("definition", path, 5, 12)
    assert (place["uri"], place["range"]["start"]["line"]) == (house.as_uri(), 0)


def test_a_house_rule_that_is_not_saved_counts(editing: Editor, tmp_path: Path) -> None:
    house = tmp_path / "ours.yaml"
    opened(editing, house, HOUSE.replace("least: 1", "least: 0"))
    path = tmp_path / "a.yaml"
    assert not [
        mark for mark in opened(editing, path, LEGAL.replace("events:", "house: ours.yaml\nevents:")) if mark[0] > 6
    ]
    editing.change(house, HOUSE)
    assert [mark[0] for mark in editing.marks(path)][:1] == [8]


def test_the_faults_of_a_ruleset_are_marked(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    text = HOUSE.replace("least", "leest")
    marks = opened(editing, path, text)
    assert marks[0] == (4, 3, "unknown key 'leest'; did you mean 'least'?")
    (action,) = editing.at("codeAction", path, 4, 4)
    assert edited(text, action) == HOUSE


def test_letters_beyond_the_usual_ones_are_counted_as_the_editor_counts(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    text = REVOKE.replace("Ann", "𝔄nn")  # two units of UTF-16 for one letter
    opened(editing, path, text.replace("  - trick: [", "  - {note: 𝔄, trick: [").replace("Mk4:2]\n", "Mk4:2]}\n"))
    ((line, column, _),) = [(8, 33, "")]
    assert editing.says(path, line, column).startswith(FOLLOW)


def test_what_is_told_cannot_turn_a_line_round(editing: Editor, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    text = LEGAL.replace("- trick: [Mk1:11", '- trick: ["\\u202eMk1"')
    ((_, _, says),) = opened(editing, path, text)[:1]
    assert "\\u202e" in says


def test_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygls.lsp.server", None)
    monkeypatch.delitem(sys.modules, "referee.editing.language_server", raising=False)
    answer = run("lsp")
    assert (answer.code, answer.out) == (2, "")
    assert "lsp needs the package pygls; install it with pip install 'referee[lsp]'" in answer.err


def test_each_line_of_a_corpus_is_a_log(editing: Editor, tmp_path: Path) -> None:
    lines = [json.dumps(parse_log(text).data) for text in (LEGAL, REVOKE)]
    path = tmp_path / "games.jsonl"
    ((line, column, says),) = opened(editing, path, "\n".join(lines) + "\n")
    assert (line, lines[1][column - 1 :][:7]) == (2, '"Mt5:6"')
    assert says.startswith(FOLLOW)
    assert "\n\nilluminate/follow-suit: " in editing.says(path, line, column + 2)
    editing.change(path, lines[0] + "\n")
    assert editing.marks(path) == []


def test_what_has_another_form_is_refused_and_what_is_not_open_has_no_answer(editing: Editor, tmp_path: Path) -> None:
    path, never = tmp_path / "a.yaml", tmp_path / "never.yaml"
    opened(editing, path, LEGAL)
    uri, first = path.as_uri(), {"line": 0, "character": 0}
    refused = {"code": -32602, "message": "Invalid Params"}
    places = [{}, {"position": first}, {"textDocument": {"uri": uri}}]
    places += [{"textDocument": {"uri": uri}, "position": {**first, key: -1}} for key in first]
    for method in ("hover", "completion", "definition"):
        for params in places:
            assert editing.answer(f"textDocument/{method}", params)["error"] == refused
    for other in (never.as_uri(), tmp_path.as_uri(), "untitled:a", "nowhere"):
        where = {"textDocument": {"uri": other}, "position": first}
        assert editing.ask("textDocument/hover", where) is None
        assert editing.ask("textDocument/completion", where) == {"isIncomplete": False, "items": []}
        assert editing.ask("textDocument/definition", where) == []
        within = {"range": {"start": first, "end": first}, "context": {"diagnostics": []}}
        assert editing.ask("textDocument/codeAction", {"textDocument": {"uri": other}, **within}) == []
    editing.tell("textDocument/didOpen", {})
    assert "result" in editing.answer("textDocument/hover", {"textDocument": {"uri": uri}, "position": first})


@pytest.mark.slow
def test_a_session_that_ends_as_agreed_ends_with_0() -> None:
    said = b"".join(
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        for body in (
            b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}',
            b'{"jsonrpc": "2.0", "method": "initialized", "params": {}}',
            b'{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}',
            b'{"jsonrpc": "2.0", "method": "exit"}',
        )
    )
    done = subprocess.run([*PROGRAM, "lsp"], input=said, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"Content-Length: ") == 2
