"""No text from a file moves a terminal, commands a workflow, calculates in a spreadsheet or makes a tag."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from click import Choice, Group
from command_runner import run, write
from slowness import one_in

from referee.cli import cli
from referee.cli.options import FormatChoice
from referee.core.text import HIDDEN, Command, csv_cell, markdown, visible
from referee.report import paper
from referee.rules import shipped

HOSTILE = {
    "an escape sequence": "\x1b[31mred\x1b]0;title\x07",
    "a line turned round": "\u202elagel\u2066",
    "a carriage return": "x\rfriday.yaml: legal\x85\u2028",
    "a C1 sequence": "\x9b2J\x7f",
    "invisible characters": "A\u200bB\ufeff\u2060",
    "a workflow command": "::error::owned",
    "a workflow command on a line of its own": "x\n  ::error file=a::owned",
    "an old workflow command": "##[error]owned ##vso[task.complete]",
    "a formula": "=cmd|' /C calc'!A0",
    "another formula": "@SUM(A1:A9)",
    "a sum": "-1+1|2",
    "a tag": "<script>alert(1)</script>",
    "a cell and an image": "a|b|<img src=x onerror=alert(1)>|![x](javascript:alert(1))",
    "a code span": "`x` $y$ [x](javascript:alert(1))",
}
"""Texts that try to be more than text."""

GAME, HOUSE, DECK, LOG, BAD = "ours.yaml", "house.yaml", "deck.yaml", "log.yaml", "bad.yaml"
LINES, BOARDS = "games.jsonl", "club.pbn"
ASKED: dict[str, list[tuple[str, ...]]] = {
    "validate": [(LOG, BAD), (LOG, "--strict"), ("LOG", "DECK"), (LINES, "--trust", "all")],
    "score": [(LOG,), (LINES, "--trust", "all"), (BAD,), (LINES, "--by", "hand", "--trust", "all")],
    "legal": [(LOG, "--at", "2"), (BAD, "--at", "3")],
    "show": [(LOG,), (BAD,)],
    "resolve": [
        ("trick", GAME, "2C", "AC", "5D", "QS"),
        ("trick", GAME, "HOSTILE"),
        ("score", GAME, "--points", "HOSTILE"),
        ("trick", "hearts", "2C", "AC", "5D", "QS", "--house", HOUSE),
    ],
    "fix": [(LOG, "--diff"), (BAD, "--diff"), ("LOG", "--diff"), (HOUSE, "--diff"), ("HOSTILE",)],
    "games": [()],
    "rules": [(GAME,), (GAME, "--variant", "odd"), ("hearts", "--house", HOUSE), ("HOSTILE",)],
    "cards": [(GAME,)],
    "explain": [(f"{GAME}/follow-suit",), (f"{GAME}/pass",), (GAME,), ("--all", GAME),
                ("house.yaml/follow-suit",), ("ours.yaml/HOSTILE",)],
    "check": [(GAME, HOUSE, DECK, "broken.yaml"), ("HOSTILE",)],
    "new": [("house", GAME), ("log", GAME), ("log", GAME, "--players", "HOSTILE,Ben,Cyd,Dov")],
    "record": [(GAME, "new.yaml", "--players", "HOSTILE,Ben,Cyd,Dov"), (LOG,), (BAD,), ("LOG",), ("hearts", "HOSTILE"),
               ("hearts", "x.yaml", "--players", "HOSTILE"), ("hearts", "x.yaml", "--detail", "HOSTILE"),
               ("hearts", "x.yaml", "--setup", "HOSTILE"), (GAME, "x.yaml", "--variant", "HOSTILE")],
    "replay": [(LOG, "--out", "page.html"), (BAD, "--out", "page.html"), ("LOG", "--out", "page.html"),
               (LOG, "--out", "HOSTILE"), ("HOSTILE",)],
    "diff": [("hearts", GAME), ("hearts", HOUSE), (GAME, HOUSE)],
    "compare": [("hearts", HOUSE, "-n", "1"), (GAME, "--variant", "odd", "-n", "1")],
    "coverage": [(LOG, BAD), ("LOG",)],
    "docs": [("HOSTILE",)],
    "club": [(LOG, BAD, "--jobs", "1"), ("LOG", "DECK", "--jobs", "1"), (LINES, "--jobs", "1", "--title", "HOSTILE"),
             (LOG, "--players", "HOSTILE"), (LOG, "--cache", "HOSTILE"), ("HOSTILE",)],
    "schema": [("HOSTILE",)],
    "lsp": [("HOSTILE",)],
    "simulate": [(GAME, "-n", "1"), (GAME, "-n", "0", "--out", "HOSTILE"),
                 (GAME, "-n", "1", "--players", "HOSTILE,Ben,Cyd,Dov")],
    "export": [(BOARDS,), (BOARDS, "--format", "lin"), (LOG,)],
    "import": [(BOARDS,), ("PBN",), ("PBN", "--out", "boards/"), (BOARDS, "--out", "HOSTILE"), (BOARDS, "--out", "HOSTILE/"),
               (BOARDS, "--game", GAME), (BOARDS, "--game", "HOSTILE"), (BOARDS, "--variant", "HOSTILE"), ("HOSTILE",)],
}  # fmt: skip
"""What each command is asked; others only about HOSTILE and LOG. LOG, DECK, PBN and HOSTILE stand for files and words that are
called like the text."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_PATH", str(tmp_path))


def rule_files(text: str) -> None:
    """A game, a house rule and a deck that say the text wherever they may say anything."""
    worded = {"text": text, "source": text}
    example = {"title": text, "position": {"phase": "play"}, "event": {"play": "2C", "by": "Ann"}, "verdict": text}
    odd = {"text": text, "source": text, "patch": {"pass": None}}
    reading = {"question": text, "source": text, "readings": {"a": {"text": text, "value": True}, "b": {"text": text}}}
    deck = yaml.safe_load((shipped.folder("rulesets") / "decks" / "french.yaml").read_text(encoding="utf-8"))
    deck |= {"title": text, "source": text, "name": "odd"}
    for suit in deck["suits"]:
        deck["suits"][suit] = {**(deck["suits"][suit] or {}), "name": f"{text} {suit}"}
    rules = {"follow-suit": {**worded, "examples": [example]}, "open-with": worded, "pass": worded}
    game = {
        "extends": "hearts", "name": "ours", "version": 1,
        "title": text, "summary": text, "why": text, "deck": DECK, "end": {"target": 20},
        "rules": rules, "variants": {"odd": odd},
    }  # fmt: skip
    house = {
        "extends": "hearts",
        "why": text,
        "rules": {"follow-suit": {**worded, "examples": [example]}},
        "variants": {"odd": odd},
    }
    files: dict[str, Any] = {
        DECK: deck,
        GAME: game,
        HOUSE: house,
        "broken.yaml": {**house, text: text, "bidding": {text: text}, "rulings": {"r": reading}},
    }
    for name, data in files.items():
        write(name, json.dumps(data))


def log_files(text: str) -> tuple[str, str, str]:
    """Logs with the text as a player's name (where a name may be so), in notes and keys; three files called so."""
    named = text if not re.search(HIDDEN, text) and "\n" not in text else "Ann"
    played = json.loads(run("simulate", GAME, "-n", "1", "--players", "AA,Ben,Cyd,Dov").out)
    played = json.loads(json.dumps(played).replace("AA", json.dumps(named)[1:-1]))
    played["note"] = text
    played["events"][0]["note"] = text
    write(LOG, json.dumps(played))
    write(LINES, f"{json.dumps(played)}\n" * 2)
    write(BAD, json.dumps(revoke(named, text)))
    safe = f"{'./' * text.startswith('-')}{text.replace('/', '')}"
    write(f"{safe}.yaml", json.dumps({**played, "players": [text, text, "", "x" * 2000], text: 1}))
    write(f"{safe} deck.yaml", json.dumps({**played, "house": text, "variants": [text], "ruling": {text: text}}))
    write(BOARDS, board(text))
    write(f"{safe}.pbn", f"{text}\n\n{board(text)}")
    return f"{safe}.yaml", f"{safe} deck.yaml", f"{safe}.pbn"


def board(text: str) -> str:
    """A board with the text in its tags, among its cards, calls and notes, and where nothing belongs."""
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    said = ("Event", "North", "Declarer", "Contract", "Vulnerable", "Score", "Score")
    tags = "".join(f'[{tag} "{text}"]\n' for tag in said)
    calls = f'[Auction "N"]\n7S =1= {text} Pass Pass Pass\n[Note "1:{text}"]\n{{{text}}}\n'
    return f'{text}\n[Dealer "N"]\n[Deal "{deal}"]\n{tags}{calls}[Play "E"]\nHA {text} CA SA\n'


def revoke(player: str, text: str) -> dict[str, Any]:
    """A log of a revoke that stands, of another that does not, and of what is not an event; the text says why."""
    position = {"phase": "play", "cards": 3, "leader": "Ben", "won": {"Ben": 1}, "trick": ["KC"]}
    position["hands"] = {player: ["AC", "4D"], "Ben": ["4C"], "Cyd": ["3C", "2H"], "Dov": ["QC", "KS"]}
    events = [{"play": "2H", "stands": text}, {"play": "KS", "note": text}, {text: 1}]
    head = {"game": GAME, "players": [player, "Ben", "Cyd", "Dov"], "position": position}
    return {**head, "events": events, "expect": {"winners": [text]}}


def forms_of(command: str, args: list[str]) -> list[str]:
    """The formats that a command knows."""
    found: Any = cli.get_command(None, command)  # type: ignore[arg-type]
    found = found.get_command(None, args[0]) if isinstance(found, Group) else found
    choices = [param.type for param in found.params if param.name == "form"]
    if choices and isinstance(choices[0], FormatChoice):
        choices[0].add(from_outside=False)
    return list(choices[0].choices) if choices and isinstance(choices[0], Choice) else [""]


PAGE = {
    "a", "article", "blockquote", "body", "caption", "circle", "cite", "code", "dd", "defs", "div", "dl", "dt",
    "figcaption", "figure", "footer", "g", "h1", "h2", "h3", "head", "header", "html", "li", "line", "main", "meta",
    "nav", "ol", "p", "path", "pattern", "polygon", "polyline", "pre", "rect", "section", "small", "span", "strong",
    "style", "svg", "symbol", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "tspan", "ul", "use",
}  # fmt: skip
"""The elements that a page of ours is made of."""


def elements(page: str) -> list[str]:
    """The names of the elements that a browser finds on a page."""
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attrs: found.append(tag)  # type: ignore[method-assign]
    parser.feed(page)
    return found


def faults(said: str, form: str) -> list[str]:
    """What a program that reads the output would take for more than text."""
    found = [f"the character {character!a}" for character in re.findall(HIDDEN, said)]
    for line in said.split("\n"):
        ours = form == "github" and re.match(
            r"::(error|warning|notice) file=[^:,]*,line=\d+,col=\d+,title=[^:,]*::", line
        )
        if line.lstrip().startswith("::") and not ours:
            found.append(f"a command: {line!a}")
    found += re.findall(r"##[\w.-]*\[", said)
    if form == "csv":
        for cell in (cell for row in csv.reader(io.StringIO(said)) for cell in row):
            if re.match(r"\s*([=@]|[+-].)", cell) and not re.fullmatch(r"[+-]?\d+(\.\d+)?%?", cell):
                found.append(f"a formula: {cell!a}")
    if form == "markdown":
        said = re.sub(r"(?ms)^(`{3,})\w*\n.*?^\1$", "", said)  # everything in a fence is text
        found += re.findall(r"<\w+|(?<!\\)\[.*\(", said)
        bars = [len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) for line in said.split("\n") if line.startswith("|")]
        if len({*bars}) > 1 and len({*bars}) > said.count("|---") + said.count("|:--"):
            found.append(f"a table that does not close: {bars}")
    if form == "html":
        ours = said.replace('<script type="module">', "<main>", 1)  # of the page of a club
        found += [tag for tag in elements(ours) if tag not in PAGE]
    if form == "json" and said:
        json.loads(said)
    return found


@pytest.mark.parametrize(("command", "what"), one_in(37, product(cli.shipped, HOSTILE)))
def test_text_from_files_is_only_text(command: str, what: str) -> None:
    text = HOSTILE[what]
    rule_files(text)
    odd = dict(zip(("LOG", "DECK", "PBN"), log_files(text), strict=True)) | {"HOSTILE": text}
    for asked in ASKED.get(command, [("HOSTILE",), ("LOG",)]):
        if "--all" in asked and what != next(iter(HOSTILE)):
            continue  # every rule is looked up in random games: once is enough
        args = [odd.get(arg) or arg.replace("HOSTILE", text) for arg in asked]
        for form in forms_of(command, args):
            said = run(command, *args, *(["--format", form] if form else []))
            assert said.code != 4, (args, form, said.err)
            assert faults(said.out, form if said.code < 2 or form != "json" else "") == [], (args, form)
            assert faults(said.err, "") == [], (args, form)


def test_the_files_of_these_tests_say_what_they_are_meant_to() -> None:
    rule_files("harmless")
    log_files("harmless")
    assert run("check", GAME, HOUSE, DECK, "--no-examples").code == 0
    assert run("validate", LOG, LINES, "--trust", "all").code == 0
    assert "let stand: harmless" in run("validate", BAD).out
    said = run("import", BOARDS)
    assert (said.code, said.err.splitlines()[-1]) == (0, "1 log written")
    assert "club.pbn:12: 'harmless' is not a call; the auction is read up to there\n" in said.err
    assert '"bids":[{"7S":"harmless"}' in said.out


def test_what_each_form_makes_of_a_text() -> None:
    assert visible("\x1b[31m\u202e ::x\n\t::error::x\n:: ##[error]") == (
        "\\u001b[31m\\u202e ::x\n\\u0009::error::x\n\\u003a: \\u0023#[error]"
    )
    assert visible("\U000e0041 小明 👨\u200d👩 שלום") == "\\udb40\\udc41 小明 👨\u200d👩 שלום"
    assert visible(Command("::error::##[x]\x07")) == "::error::\\u0023#[x]\\u0007"
    assert visible(Command("::##[x]")) == "::\\u0023#[x]"
    assert [csv_cell(cell) for cell in ("=1", " +1+1", "-", "-5", "-1.5%", "@x", -5, "＝1")] == [
        "'=1", "' +1+1", "-", "-5", "-1.5%", "'@x", -5, "'＝1"
    ]  # fmt: skip
    assert markdown("<b> | [x](y) `z` $a$ \\ & \n") == "&lt;b&gt; \\| \\[x\\](y) \\`z\\` \\$a\\$ \\\\ &amp; \\\\u000a"


def test_columns_are_as_wide_as_what_is_seen_in_them() -> None:
    rows = [("小明", 12), ("Ann", 3), ("a\u202eb\x1b", 4)]
    assert paper.table(("player", "points"), rows).splitlines() == [
        "player            points",
        "--------------  --------",
        "小明                  12",
        "Ann                    3",
        "a\\u202eb\\u001b         4",
    ]
    assert paper.markdown_table(("player", "points"), rows[:2]).splitlines() == [
        "| player   |   points |",
        "|----------|----------|",
        "| 小明     |       12 |",
        "| Ann      |        3 |",
    ]


def test_visible_takes_no_time_for_a_long_text() -> None:
    for text in ("\n" * 10**6, " " * 10**6 + "::", "#" * 10**6, "\n ##a" * 10**5, "::" * 10**6):
        assert len(visible(text)) < 10**8


@pytest.mark.parametrize("what", HOSTILE)
def test_a_picture_holds_only_text(what: str) -> None:
    rule_files(HOSTILE[what])
    log_files(HOSTILE[what])
    assert run("score", LOG, "--plot", "scores.svg").code == 0
    picture = Path("scores.svg").read_text(encoding="utf-8")
    assert faults(picture, "") == []
    assert not re.search("<script|<img", picture)


@pytest.mark.parametrize("what", one_in(3, HOSTILE))
def test_on_a_terminal_only_our_own_colours_are_shown(what: str) -> None:
    rule_files(HOSTILE[what])
    *names, _ = log_files(HOSTILE[what])
    judging = ("validate", LOG, BAD, *names), ("check", GAME, "broken.yaml")
    for args in (*judging, ("show", LOG), ("legal", LOG, "--at", "2"), ("score", LOG), ("cards", GAME)):
        said = run(*args, "--color", "always")
        assert re.search("\x1b\\[[0-9]+m", said.out), args
        assert faults(re.sub("\x1b\\[(0|1|2|31|32|33)m", "", said.out), "") == []


@pytest.mark.parametrize("name", ["An\u202en", "A\u200bB", "A\x1b[0m", "A\nB"])
def test_a_name_is_written_with_what_is_seen(name: str) -> None:
    write(LOG, json.dumps({"game": "hearts", "players": [name, "Ben", "Cyd", "Dov"], "events": []}))
    message = f"a name may not contain control or invisible characters: {name!r}"
    assert run("validate", LOG).out.splitlines()[0] == f"{LOG}:1:32: {message}"
    said = run("simulate", "hearts", "-n", "1", "--players", f"{name},Ben,Cyd,Dov")
    assert said.err == f"referee simulate: --players: {message} (see `referee simulate --help`)\n"
    assert said.code == 2
