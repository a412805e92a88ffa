"""What a log may ask of the program: how many names it has, how long they are, and how much is said about it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from command_runner import run, write
from slowness import NIGHTLY, one_in

from referee import source

FOUR = ["Ann", "Ben", "Cyd", "Dov"]
HEARTS: dict[str, Any] = {"game": "hearts", "players": FOUR, "setup": {"dealer": "Dov"}, "events": []}
LONG = "x" * 300_000

LIMITS: dict[str, tuple[dict[str, Any], str]] = {
    "20,000 players": (
        {"players": [f"P{n}" for n in range(20_000)]}, "expected at most 100 items, not 20000"),
    "101 house rules": (
        {"house": [f"h{n}" for n in range(101)]}, "expected at most 100 items, not 101"),
    "variants": ({"variants": [f"v{n}" for n in range(4_000)]}, "expected at most 100 items, not 4000"),
    "readings": ({"ruling": {f"r{n}": "a" for n in range(101)}}, "expected at most 100 keys, not 101"),
    "a variant twice": (
        {"variants": ["no-passing", "no-passing"]}, "'no-passing' is already item 1 of this list; each may be listed once"),
    "a house rule twice": (
        {"house": ["pass-two", "pass-two"]}, "'pass-two' is already item 1 of this list; each may be listed once"),
    "a long player": ({"players": [LONG, *FOUR[1:]]}, "expected at most 1000 characters, not 300000"),
    "a long game": ({"game": LONG}, "expected at most 1000 characters, not 300000"),
    "a long house rule": ({"house": LONG}, "expected at most 1000 characters, not 300000"),
    "a long house rule among several": ({"house": [LONG]}, "expected at most 1000 characters, not 300000"),
    "a long variant": ({"variants": [LONG]}, "expected at most 1000 characters, not 300000"),
    "a long reading": ({"ruling": {"tied-end": LONG}}, "expected at most 1000 characters, not 300000"),
    "two long players with one name": (
        {"players": ["y" * 900] * 2}, f"'{'y' * 20}…{'y' * 20}' is already item 1 of this list; each may be listed once"),
    "a long key": ({LONG: 1}, f"unknown key '{'x' * 20}…{'x' * 20}'; known here: "),
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("folder")


@pytest.mark.parametrize("what", LIMITS)
def test_a_head_has_limits(what: str) -> None:
    changed, message = LIMITS[what]
    write("game.json", json.dumps(HEARTS | changed))
    said = run("validate", "game.json")
    assert said.code == 3
    assert message in said.out.splitlines()[0].split(": ", 1)[1]
    assert len(said.out) < 1_000
    assert said.out.splitlines()[-1] == "game.json: not judged: 1 complaint"


def test_the_second_name_is_the_one_that_is_refused() -> None:
    write(
        "game.yaml",
        "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nvariants: [no-passing, no-passing]\nsetup: {dealer: Dov}\n",
    )
    assert run("validate", "game.yaml").out.startswith("game.yaml:3:24: ")


@pytest.mark.parametrize("option", ["--house", "--variant"])
def test_options_have_them_too(option: str) -> None:
    write("game.json", json.dumps(HEARTS))
    twice = run("validate", "game.json", option, "odd", option, "odd")
    help_ = "(see `referee validate --help`)"
    assert (twice.code, twice.err) == (2, f"referee validate: {option} 'odd' is given twice; once is enough {help_}\n")
    many = run("validate", "game.json", *(word for number in range(101) for word in (option, f"odd-{number}")))
    assert many.err == f"referee validate: {option} is given 101 times; at most 100 are allowed {help_}\n"


MANY = {f"key{number}": number for number in range(20_000)}
PLACES: dict[str, dict[str, Any]] = {
    "head": MANY,
    "setup": {"setup": MANY},
    "position": {"position": MANY},
    "expect": {"expect": MANY},
    "totals": {"expect": {"totals": MANY}},
    "event": {"events": [MANY]},
    "deal": {"events": [{"deal": MANY}]},
    "no events": {"events": [1] * 20_000},
    "players": {"players": [1] * 100},
    "a long card": {"events": [{"deal": {name: [LONG] for name in FOUR}}]},
    "a long verb": {"events": [{LONG: 1}]},
    "a long player": {"events": [{"play": "2C", "by": LONG}]},
    "a long claim": {"expect": {"winners": [LONG]}},
    "a long dealer": {"setup": {"dealer": LONG}},
}


@pytest.mark.parametrize("form", one_in(2, ["text", "github", "json", "sarif"]))
@pytest.mark.parametrize("place", one_in(3, PLACES))
def test_little_is_said_about_a_log_in_which_all_is_wrong(place: str, form: str) -> None:
    write("game.json", json.dumps(HEARTS | PLACES[place]))
    said = run("validate", "game.json", "--format", form)
    assert said.code in (1, 3)
    assert len(said.out) < 60_000
    if form == "json":
        (log,) = said.data["logs"]
        assert 1 <= len(log["complaints"]) + len(log["violations"]) <= source.MOST_FAULTS


@pytest.mark.parametrize("game", one_in(4, ["mercy", "luminars", "illimat", "illuminati"]))
def test_in_every_family(game: str) -> None:
    played = json.loads(run("simulate", game, "-n", "1").out)
    played["events"] = played["events"][: 400 if NIGHTLY else 10]
    for pointer in [*_texts(played["events"][:40]), *_texts(played["expect"])]:
        changed = json.loads(json.dumps(played))
        inner: Any = changed["events" if isinstance(pointer[0], int) else "expect"]
        for step in pointer[:-1]:
            inner = inner[step]
        inner[pointer[-1]] = LONG[:50_000]
        if isinstance(inner, list) and isinstance(pointer[0], int):
            inner += [f"odd {number}" for number in range(1_000)]
        write("game.json", json.dumps(changed))
        said = run("validate", "game.json")
        assert said.code < 4
        assert len(said.out) < 40_000, pointer


def _texts(data: Any) -> Iterator[tuple[Any, ...]]:
    """The way to the first text of each kind: below the same keys there is one."""
    seen = set()

    def below(value: Any, pointer: tuple[Any, ...], kind: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(value, str) and kind not in seen:
            seen.add(kind)
            yield pointer
        steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for step, inner in steps:
            yield from below(inner, (*pointer, step), (*kind, step) if isinstance(step, str) else kind)

    return below(data, (), ())
