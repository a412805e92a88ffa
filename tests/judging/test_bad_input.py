"""Bad input: one clear line each, with its place; never a traceback, never more than a second."""

from __future__ import annotations

import gzip
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

import referee
from referee.core.places import Trust
from referee.core.verdict import Verdict

ROLES = "{Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}"
HEAD = f"game: illuminate\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov, roles: {ROLES}}}\n"
DEAL = "  - deal: {Ann: [Mk1:11], Ben: [Mk1:31], Cyd: [Lk7:50], Dov: [Mk4:2]}\n"
BIDS = "  - bids: {Ann: 1, Ben: 0, Cyd: 1, Dov: 0}\n"
START = f"{HEAD}events:\n{DEAL}{BIDS}"
RESULT = "  - result: {bids: {Ann: 0, Ben: 0, Cyd: 0, Dov: 0}, won: {Ann: 6, Ben: 0, Cyd: 0, Dov: 0}}\n"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own_and_quickly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    began = time.monotonic()
    yield
    assert time.monotonic() - began < 3, "bad input is refused within a second"


def judged(text: str | bytes, name: str = "game.yaml", trust: Trust | None = None) -> Verdict:
    """The verdict on a file that holds this."""
    Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return referee.judge(name, trust=trust)


def said(verdict: Verdict) -> list[str]:
    """What is wrong, line by line: 'file:line:column: [rule: ]message'."""
    lines = [f"{f.file}:{f.line}:{f.column}: {f.rule}: {f.message}" for f in verdict.violations]
    return lines + [str(complaint) for complaint in verdict.complaints]


ILLEGAL = {
    "a card that is not in the deck": (START + "  - trick: [Mk1:11, Mk1:13, Lk7:50, Mk4:2]\n",
        ["game.yaml:7:21: illuminate/deck: 'Mk1:13' is not a card of the Illuminate deck; did you mean 'Mk1:31'?"]),
    "a card named twice": (START + "  - trick: [Mk1:11, Mk1:31, Mk1:11, Mk4:2]\n",
        ["game.yaml:7:29: illuminate/hand: Cyd played Mk1:11, which Ann has played to this trick already"]),
    "a card dealt twice": (HEAD + "events:\n  - deal: {Ann: [Mk1:11], Ben: [Mk1:11], Cyd: [Lk7:50], Dov: [Mk4:2]}\n",
        ["game.yaml:5:33: illuminate/deck: Mk1:11 is dealt twice, to Ann first"]),
    "a card that is not in the hand": (START + "  - trick: [Mk1:11, Mk1:14, Lk7:50, Mk4:2]\n",
        ["game.yaml:7:21: illuminate/hand: Ben played Mk1:14, which is not in that hand, holding Mk1:31"]),
    "a play out of turn": (START + "  - play: Mk1:31\n    by: Ben\n",
        ["game.yaml:7:11: illuminate/turn: Ben played Mk1:31, but it is Ann's turn to lead"]),
    "a trick with too few cards": (START + "  - trick: [Mk1:11, Mk1:31, Lk7:50]\n",
        ["game.yaml:7:12: illuminate/trick-size: a trick is 4 cards here, one from each player; this one has 3"]),
    "a trick with too many cards": (START + "  - trick: [Mk1:11, Mk1:31, Lk7:50, Mk4:2, Mk1:14]\n",
        ["game.yaml:7:12: illuminate/trick-size: a trick is 4 cards here, one from each player; this one has 5"]),
    "a trick with no cards": (START + "  - trick: []\n",
        ["game.yaml:7:12: illuminate/trick-size: a trick is 4 cards here, one from each player; this one has 0"]),
    "a bid out of range": (HEAD + "events:\n  - bids: {Ann: 1, Ben: 2, Cyd: 1, Dov: 0}\n",
        ["game.yaml:5:25: illuminate/bid-range: Ben bid 2 in a hand of 1 card"]),
    "a bid below nothing": (HEAD + "events:\n  - bid: -1\n",
        ["game.yaml:5:10: illuminate/bid-range: Ann bid -1 in a hand of 1 card"]),
    "a bid of eighteen digits": (HEAD + f"events:\n  - bid: {'9' * 18}\n",
        [f"game.yaml:5:10: illuminate/bid-range: Ann bid {'9' * 18} in a hand of 1 card"]),
    "3 in a hand of six": (HEAD + "position: {hand: 6}\nevents:\n  - bid: 3\n",
        ["game.yaml:6:10: illuminate/all-or-nothing: Ann bid 3 in a hand of 6 cards, where a bid is all or nothing"]),
    "a claim that is false": (
        START + "  - trick: [Mk1:11, Mk1:31, Lk7:50!, Mk4:2]\n    expect: {winner: Dov, score: {Cyd: 1}}\n",
        [
            "game.yaml:8:22: illuminate/claim: Dov is claimed to have won the trick; Cyd won it with Lk7:50, "
            "because Grace: Lk7:50 has the symbol of the Preacher, Cyd",
            "game.yaml:8:40: illuminate/claim: the score of Cyd is claimed to be 1; it is 3",
        ],
    ),
    "an event after the end": (HEAD + f"variants: [shorter]\nposition: {{hand: 6}}\nevents:\n{RESULT}  - bid: 0\n",
        ["game.yaml:8:10: illuminate/over: a bid is written after the end of the game"]),
    "two players with one role": (START.replace("Dov: teacher", "Dov: doctor"),
        ["game.yaml:3:78: illuminate/roles: Dov and Ann both hold the role doctor; every role is one card"]),
}  # fmt: skip


@pytest.mark.parametrize("what", ILLEGAL)
def test_judged_and_found_wanting(what: str) -> None:
    text, expected = ILLEGAL[what]
    verdict = judged(text)
    assert said(verdict) == expected
    assert verdict.status == "illegal"
    told = run("validate", "game.yaml")
    assert (told.code, told.err) == (1, "")
    for line in expected:
        assert line in told.out.splitlines()


VERBS = "deal, bid, bids, rest, play, trick, grace, result"
UNJUDGED = {
    "five players": ("game: illuminate\nplayers: [Ann, Ben, Cyd, Dov, Eve]\nsetup: {dealer: Dov}\n",
        ["game.yaml:2:10: Illuminate is for 2, 3 or 4 players; this log names 5"]),
    "two players of one name": ("game: illuminate\nplayers: [Ann, Ben, Ann]\nsetup: {dealer: Ben}\n",
        ["game.yaml:2:21: 'Ann' is already item 1 of this list; each may be listed once"]),
    "no dealer": ("game: illuminate\nplayers: [Ann, Ben]\n",
        ["game.yaml:1:1: who deals the first hand? write `setup: {dealer: Ben}`"]),
    "nobody's role, where a role decides": (
        "game: illuminate\nvariants: [shorter]\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n"
        "  - bids: {Ann: 0, Ben: 0}\n  - trick: [Mk1:31!, Mk7:14]\n",
        [
            "game.yaml:7:5: nobody's role is known, and who wins this trick depends on the roles; "
            "write `setup: {roles: {Ann: doctor, Ben: neighbor}}`"
        ],
    ),
    "an unknown player": (START + "  - play: Mk1:11\n    by: Anna\n",
        ["game.yaml:8:9: nobody here is called 'Anna'; did you mean 'Ann'?"]),
    "an unknown verb": (START + "  - plya: Mk1:11\n", ["game.yaml:7:5: unknown verb 'plya'; did you mean 'play'?"]),
    "a verb like no other": (START + "  - shuffle: true\n",
        [f"game.yaml:7:5: unknown verb 'shuffle'; verbs here: {VERBS}"]),
    "two verbs": (START + "  - play: Mk1:11\n    bid: 1\n",
        [f"game.yaml:7:5: an event has exactly one verb; this one has play and bid (verbs: {VERBS})"]),
    "no verb": (START + "  - by: Ann\n",
        [f"game.yaml:7:5: an event has exactly one verb; this one has none (verbs: {VERBS})"]),
    "an unknown key of an event": (START + "  - play: Mk1:11\n    expcet: {winner: Ann}\n",
        ["game.yaml:8:5: unknown key 'expcet'; did you mean 'expect'?"]),
    "an unknown key of a log": ("game: illuminate\nplayer: [Ann, Ben]\nsetup: {dealer: Ben}\n",
        ["game.yaml:1:1: key 'players' is missing", "game.yaml:2:1: unknown key 'player'; did you mean 'players'?"]),
    "an unknown key of the set-up": (HEAD.replace("dealer:", "dealt:"),
        ["game.yaml:3:9: unknown key 'dealt'; did you mean 'dealer'?"]),
    "an unknown claim": (START + "  - trick: [Mk1:11, Mk1:31, Lk7:50!, Mk4:2]\n    expect: {winer: Cyd}\n",
        ["game.yaml:8:14: unknown key 'winer'; did you mean 'winner'?"]),
    "a claim about the end that is misspelt": (START + "expect: {Winners: Ann}\n",
        ["game.yaml:7:10: unknown key 'Winners'; did you mean 'winners'?"]),
    "a claim about the end of the wrong type": (START + 'expect: {totals: {Ann: "168"}}\n',
        ["game.yaml:7:24: expected a number, not the text '168'"]),
    "a claim about the end for nobody": (START + "expect: {totals: {Anna: 3}}\n",
        ["game.yaml:7:19: nobody here is called 'Anna'; did you mean 'Ann'?"]),
    "a name that would move the terminal": ('game: illuminate\nplayers: [Ann, "B\\e[31mn\\n::error::x"]\n',
        ["game.yaml:2:16: a name may not contain control or invisible characters: 'B\\x1b[31mn\\n::error::x'"]),
    "games a line under another name": (
        '{"game": "illuminate"}\n{"game": "illuminate"}\n',
        [
            "game.yaml:2:1: the document has ended before this; expected one map or one list; "
            "a file with one game per line is called .jsonl"
        ],
    ),
    "a compressed file under another name": (gzip.compress(b"{}"),
        ["game.yaml:1:2: this is compressed; unpack it, or if its name lacks .gz, .bz2, .xz or .zst, add that"]),
    "a hand before the first": (HEAD + "position: {phase: deal, hand: -3}\n",
        ["game.yaml:4:31: expected at least 1, not -3"]),
    "a value of the wrong kind": (START + "  - play: [Mk1:11]\n",
        ["game.yaml:7:11: expected text, not a list; write Mk1:11"]),
    "an event that is not a map": (START + "  - Mk1:11\n",
        ["game.yaml:7:5: an event is a map with one verb, like `- bid: 1`"]),
    "a log that is not a map": ("- game: illuminate\n",
        ["game.yaml:1:1: a log is a map with `game:`, `players:` and `events:`"]),
    "a game that is not there": ("game: iluminate\nplayers: [Ann, Ben]\n",
        ["game.yaml:1:7: no game is called 'iluminate'; did you mean 'illuminate'?"]),
    "another version of a game": (
        "game: illuminate@7\nplayers: [Ann, Ben]\n",
        [
            "game.yaml:1:7: illuminate@7 is asked for, but this referee has illuminate@1; "
            "the rules may have changed since"
        ],
    ),
    "a variant that is not there": ("game: illuminate\nvariants: [shortest]\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:12: Illuminate has no variant 'shortest'; did you mean 'shorter'?"]),
    "a ruling that is not there": ("game: illuminate\nruling: {ties: earliest}\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:16: Illuminate has no ruling 'ties'; did you mean 'tie'?"]),
    "a reading that is not there": ("game: illuminate\nruling: {tie: latest}\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:15: the ruling 'tie' has no reading 'latest'; its readings: earliest, led-suit"]),
    "a reading that is a map": ("game: illuminate\nruling: {tie: {earliest: true}}\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:15: `tie:` names one reading; its readings: earliest, led-suit"]),
    "a reading that a variant chooses": ("game: illuminate\nruling: {hook-special: bound}\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:24: hook-special: bound is not chosen by `ruling:`; write `variants: [not-perfect-always]`"]),
    "a house rule that is not there": ("game: illuminate\nhouse: [no-sixs]\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:9: no house rule is called 'no-sixs'; did you mean 'no-sixes'?"]),
    "a house rule of another game": ("game: illuminate\nhouse: [queen-breaks]\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:9: this house rule changes hearts, not illuminate"]),
    "what is not a game": ("game: tricks\nplayers: [Ann, Ben]\n",
        ["game.yaml:2:10: tricks is not a game; it is what other rulesets extend"]),
    "an empty file": ("", ["game.yaml:1:1: the file is empty; expected a map, such as 'key: value', or a list"]),
    "a file that is not UTF-8": (b"game: illuminate\nplayers: [Ann, Ben, Jos\xe9]\n",
        ["game.yaml:2:24: the byte 0xE9 is not UTF-8; save the file as UTF-8"]),
    "a syntax error of YAML": ("game: illuminate\nplayers: [Ann, Ben\nsetup: {dealer: Ben}\n",
        ["game.yaml:3:6: expected ',' or ']' in the list that begins on line 2, not ':'"]),
    "a duplicate key": ("game: illuminate\nplayers: [Ann, Ben]\ngame: grace\n",
        ["game.yaml:3:1: the key 'game' is already on line 1; keep one of the two"]),
    "an alias bomb": ("a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n",
        ["game.yaml:1:4: the anchor '&a' is not allowed; write each value out, or put text in quotes"]),
    "a tag": ("game: !!python/object:os.system echo\nplayers: [Ann, Ben]\n",
        ["game.yaml:1:7: the tag '!!python/object:os.system' is not allowed; remove it, or put text in quotes"]),
    "nesting 10,000 deep": ("game: " + "[" * 10_000 + "]" * 10_000,
        ["game.yaml:1:70: lists and maps are nested more than 64 deep here; at most 64 are allowed"]),
    "an integer of 10,000 digits": (
        f"game: illuminate\nplayers: [Ann, Ben]\nsetup: {{dealer: Ben, target: {'9' * 10_000}}}\n",
        ["game.yaml:3:30: the number 9999999999…9999999999 has 10000 digits; write at most 18, or put it in quotes"]),
}  # fmt: skip


@pytest.mark.parametrize("what", UNJUDGED)
def test_could_not_be_judged(what: str) -> None:
    text, expected = UNJUDGED[what]
    verdict = judged(text)
    assert said(verdict) == expected
    assert verdict.status == "unjudged"
    told = run("validate", "game.yaml")
    assert told.code == 3
    for line in expected:
        assert line in told.out.splitlines()


def test_a_log_that_stops_early_is_legal_and_unfinished() -> None:
    verdict = judged(START + "  - play: Mk1:11\n")
    assert (verdict.status, said(verdict)) == ("legal", [])
    assert verdict.unfinished == "Ben must play to trick 1"
    told = run("validate", "game.yaml")
    assert told.code == 0
    assert told.out.splitlines()[-1] == (
        "game.yaml: legal: 1 hand, 1 play, 4 bids, 0 scores; 0 findings, 0 doubts; unfinished: Ben must play to trick 1"
    )


def test_a_log_without_events_is_legal_and_unfinished() -> None:
    verdict = judged(HEAD)
    assert (verdict.status, verdict.unfinished) == ("legal", "Dov must deal hand 1")


JSON = {
    "a syntax error": ('{"game": "illuminate",}', ["game.json:1:22: the ',' before '}' is one too many; remove it"]),
    "a duplicate key": ('{"game": "illuminate", "game": "grace"}',
        ["game.json:1:24: the key 'game' is already on line 1; keep one of the two"]),
    "nesting 10,000 deep": ("[" * 10_000 + "]" * 10_000,
        ["game.json:1:65: lists and maps are nested more than 64 deep here; at most 64 are allowed"]),
    "an integer of 10,000 digits": ('{"game": ' + "9" * 10_000 + "}",
        ["game.json:1:10: the number 9999999999…9999999999 has 10000 digits; write at most 18, or put it in quotes"]),
}  # fmt: skip


@pytest.mark.parametrize("what", JSON)
def test_json_is_read_as_strictly(what: str) -> None:
    text, expected = JSON[what]
    verdict = judged(text, "game.json")
    assert (said(verdict), verdict.status) == (expected, "unjudged")


def test_one_bad_line_of_a_corpus_never_hides_the_next() -> None:
    good = {"game": "illuminate", "players": ["Ann", "Ben"], "setup": {"dealer": "Ben"}, "events": []}
    lines = [json.dumps(good), '{"game": "illuminate"', "[]", json.dumps(good)]
    Path("corpus.jsonl").write_text("\n".join(lines), encoding="utf-8")
    told = run("validate", "corpus.jsonl")
    assert told.code == 3
    assert "corpus.jsonl:2:22: expected ',' or '}' after a value, not the end" in told.out.splitlines()
    assert told.out.splitlines()[-1] == "4 logs: 2 legal, 0 illegal, 2 not judged; 0 hands, 0 plays, 0 bids, 0 scores"


FORMULAS = {
    "9**9**9": "'**' is not allowed in a formula; write a power as a product, such as 2 * 2 (at character 2 of the formula)",
    "().__class__": (
        "'.' is not allowed in a formula; write a name alone, without attributes, and a decimal begins with a digit, "
        "such as 0.5 (at character 3 of the formula)"
    ),
    "bid.real": (
        "'.' is not allowed in a formula; write a name alone, without attributes, and a decimal begins with a digit, "
        "such as 0.5 (at character 4 of the formula)"
    ),
    "__import__('os')": "a formula cannot contain quoted text; write names without quotes (at character 12 of the formula)",
    "bids + 1": "unknown name 'bids'; did you mean 'bid'? (at character 1 of the formula)",
    "[x for x in bids]": (
        "'for' is not allowed in a formula; it is made of numbers, names, + - * / // %, comparisons, and, or, not, if, else "
        "and functions (at character 4 of the formula)"
    ),
    "(" * 100
    + "1"
    + ")" * 100: "a formula nests at most 20 deep; split it or remove brackets (at character 21 of the formula)",
}


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula[:12])
def test_a_hostile_formula(formula: str) -> None:
    house = {"extends": "illuminate", "scoring": {"bid": {"cases": [{"points": formula}]}}}
    Path("house.json").write_text(json.dumps(house), encoding="utf-8")
    verdict = judged(HEAD.replace("players:", "house: [house.json]\nplayers:"))
    (line,) = said(verdict)
    assert line.startswith("house.json:1:")
    assert line.endswith(f": {FORMULAS[formula]}")
    assert verdict.status == "unjudged"


def test_a_megabyte_of_parentheses() -> None:
    house = f"extends: illuminate\nscoring:\n  bid:\n    cases:\n      - points: {'(' * 500_000}1{')' * 500_000}\n"
    Path("house.yaml").write_text(house, encoding="utf-8")
    verdict = judged(HEAD.replace("players:", "house: [house.yaml]\nplayers:"))
    assert said(verdict) == ["game.yaml:2:9: house.yaml: the file has 976 KB; rules have at most 256 KB"]
    short = house.replace("(" * 500_000, "(" * 50_000).replace(")" * 500_000, ")" * 50_000)
    Path("house.yaml").write_text(short, encoding="utf-8")
    verdict = judged(HEAD.replace("players:", "house: [house.yaml]\nplayers:"))
    assert said(verdict) == ["house.yaml:5:17: expected at most 400 characters, not 100001"]


def test_a_formula_that_divides_by_zero_is_told_in_a_line() -> None:
    house = "extends: illuminate\nscoring: {bid: {cases: [{points: bid / (won - won)}]}}\n"
    Path("house.yaml").write_text(house, encoding="utf-8")
    text = HEAD.replace("players:", "house: [house.yaml]\nplayers:") + "position: {hand: 6}\nevents:\n" + RESULT
    verdict = judged(text)
    fault = "the formula 'bid / (won - won)' divides by zero; guard it, as in: x / y if y != 0 else 0"
    assert said(verdict) == [f"house.yaml:2:24: {fault}"]
    assert verdict.status == "unjudged"


def test_rules_whose_points_do_not_add_up_are_told_in_a_line() -> None:
    Path("house.yaml").write_text("extends: illuminate\nsums_to: cards * 1000\n", encoding="utf-8")
    text = HEAD.replace("players:", "house: [house.yaml]\nplayers:") + "position: {hand: 6}\nevents:\n" + RESULT
    verdict = judged(text)
    fault = "by these rules the points of hand 6 add up to 36; they must add up to 6000"
    assert said(verdict) == [f"house.yaml:2:10: {fault}"]
    assert verdict.status == "unjudged"


def test_a_formula_of_bidding_that_divides_by_zero_is_told_at_its_line() -> None:
    house = 'extends: illuminate\nbidding:\n  least: "1 // (hand - 1)"\n'
    Path("house.yaml").write_text(house, encoding="utf-8")
    verdict = judged(HEAD.replace("players:", "house: house.yaml\nplayers:") + f"events:\n{DEAL}{BIDS}")
    fault = "the formula '1 // (hand - 1)' divides by zero; guard it, as in: x / y if y != 0 else 0"
    assert said(verdict) == [f"house.yaml:3:10: {fault}"]
    legal = run("legal", "game.yaml", "--at", "2")
    assert (legal.code, legal.err) == (3, f"house.yaml:3:10: {fault}\n")


def game_line(game: str, trust: Trust | None = None) -> list[str]:
    """What is said about a log of this game."""
    return said(judged(f"game: {game}\nplayers: [Ann, Ben]\nsetup: {{dealer: Ben}}\n", trust=trust))


def test_a_game_that_is_a_missing_file() -> None:
    assert game_line("./nowhere.yaml") == ["game.yaml:1:7: nowhere.yaml: no such file"]


def test_a_game_that_is_a_folder() -> None:
    Path("rules.yaml").mkdir()
    assert game_line("./rules.yaml") == ["game.yaml:1:7: rules.yaml: this is a folder; expected a file"]


@pytest.mark.posix
def test_a_game_that_is_a_device() -> None:
    assert game_line("/dev/zero", trust="all") == [
        "game.yaml:1:7: /dev/zero: this is a device; expected a file, or - for standard input"
    ]


@pytest.mark.posix
def test_a_game_that_is_a_pipe_nobody_writes_to() -> None:
    os.mkfifo("pipe.yaml")
    assert game_line("./pipe.yaml") == ["game.yaml:1:7: pipe.yaml: this is a pipe; rules are read from a file"]


def test_a_game_that_extends_itself() -> None:
    Path("one.yaml").write_text("extends: ./two.yaml\n", encoding="utf-8")
    Path("two.yaml").write_text("extends: ./one.yaml\n", encoding="utf-8")
    assert game_line("./one.yaml") == ["two.yaml:1:10: `extends:` leads in a circle: one.yaml → two.yaml → one.yaml"]


def test_a_house_rule_that_extends_itself() -> None:
    Path("house.yaml").write_text("extends: ./house.yaml\n", encoding="utf-8")
    text = "game: illuminate\nhouse: [./house.yaml]\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n"
    assert said(judged(text)) == ["house.yaml:1:10: `extends:` leads in a circle: house.yaml → house.yaml"]


def test_a_chain_without_end() -> None:
    for number in range(40):
        Path(f"r{number}.yaml").write_text(f"extends: ./r{number + 1}.yaml\n", encoding="utf-8")
    assert game_line("./r0.yaml") == ["r15.yaml:1:10: more than 16 rulesets extend one another"]


def test_a_ruleset_that_is_a_log() -> None:
    Path("log.yaml").write_text(HEAD, encoding="utf-8")
    assert game_line("./log.yaml") == [
        "log.yaml:1:1: `name:` is missing; a ruleset has a name and a family, or extends one that has"
    ]


@pytest.mark.parametrize(
    "key", ["variants", "rulings", "ruling", "deck", "rules", "scoring", "play", "trick", "deal", "players", "name"]
)
@pytest.mark.parametrize("junk", [5, "x", [], [1], {}, {"x": 1}, {"tie": {"x": 1}}, True], ids=str)
def test_a_ruleset_with_junk_in_it(key: str, junk: Any) -> None:
    Path("rules.json").write_text(json.dumps({"extends": "illuminate", key: junk}), encoding="utf-8")
    text = f"game: ./rules.json\nplayers: [Ann, Ben]\nvariants: [shorter]\nruling: {{tie: led-suit}}\n{HEAD[50:]}"
    verdict = judged(text.replace("Cyd: preacher, Dov: teacher", "").replace("dealer: Dov", "dealer: Ben"))
    assert all("\n" not in line for line in said(verdict))


@pytest.mark.posix
def test_files_that_cannot_be_opened() -> None:
    Path("folder.yaml").mkdir()
    expected = {
        "nowhere.yaml": "nowhere.yaml:1:1: no such file",
        "folder.yaml": "folder.yaml:1:1: this is a folder; expected a file",
        "/dev/zero": "/dev/zero:1:1: this is a device; expected a file, or - for standard input",
    }
    for path, line in expected.items():
        assert said(referee.judge(path)) == [line]
