"""What every case shows beside what it asserts.

Its table can be written down and read again; what is listed there is what is judged; what is drawn at random there is legal; a
fault points at what is wrong and cites words that there are; an unsettled rule that mattered is a word of the ruleset; and what
is unsound in a ruleset stands where `check` points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tables_seen
from case_runner import Case, cases, families, ruleset_path, set_table
from slowness import one_in

from referee.core.events import Misread
from referee.core.findings import Finding
from referee.core.game import Game
from referee.core.places import Pointer, RulesetError
from referee.engines import family
from referee.play.simulate import draw_of
from referee.rules import rulesets

CASES = [case for family in families() for case in cases(family)]
UNSOUND = [case for case in CASES if "unsound" in case.data]
PLAYED = [
    case for case in CASES if case.data.keys() & {"event", "events"} and not case.data.keys() & {"unread", "unsound"}
]
WHOLE = ("conspiracy", "fishing")
"""Families of which a position holds all that can be seen of the table."""
LISTED = ("play", "clear", "turn", "name", "okus", "done")
"""What a player of a fishing game may do of which everything possible is listed."""
FORGOTTEN = {
    "race-after-a-turn": "a position does not say that the game has begun",
    "winning-a-secret-goal-shown-just-after-the-turn": "nor that a turn has just ended",
    "winning-a-secret-goal-shown-before-the-rolls": "nor that",
    "seasons-a-card-of-a-field-whose-season-has-changed": "nor how the box stood before it was turned, which messages tell",
    "seasons-a-stockpile-of-a-field-whose-season-has-changed": "nor that",
    "seasons-a-field-reseeded-by-its-season-of-before": "nor that",
}
"""Cases whose event is judged otherwise from a position, by file and id."""
UNWRITTEN = {"gifts-throwing-judged-later": "a position does not say who has been given the game this turn"}
"""Cases whose table is another from a position, by file and id."""


def left_open(state: Any) -> bool:
    """Return whether a log has left open what happened: a position then holds only the likeliest course."""
    return bool(getattr(state, "courses", ()) or getattr(state, "course", None))


@pytest.mark.parametrize("case", one_in(3, PLAYED), ids=lambda case: case.name)
def test_the_table_of_a_case(case: Case, tmp_path: Path) -> None:
    items = [*case.data.get("events", []), *([case.data["event"]] if "event" in case.data else [])]
    before = set_table(case.data, items[:-1], tmp_path).replay()
    game, state = before.game, before.state
    if before.folded.faults:
        return
    found = [fault for item in items[-1:] for fault in faults_of(game, state, item)]
    for fault in found:
        assert fault.in_head or resolves(items[-1], fault.at), fault
        assert fault.rule in game.ruleset.full["rules"], fault
        assert resolves(game.ruleset.full, fault.word), fault
    if case.family not in WHOLE or left_open(state) or f"{case.file}-{case.id}" in UNWRITTEN:
        return
    again = require_same_table(game, state)
    if f"{case.file}-{case.id}" not in FORGOTTEN:
        assert said(fault for item in items[-1:] for fault in faults_of(game, again, item)) == said(found)
    if items and not found:
        (event, *_) = game.read(state, items[-1])
        if case.family == "fishing" and event.verb in LISTED and not game.behind(state, event):
            assert is_listed(game, state, items[-1])
        game.take(state, game.read(state, items[-1]))
        require_same_table(game, state)


@pytest.mark.parametrize("case", UNSOUND, ids=lambda case: case.name)
def test_what_is_unsound_stands_where_check_points(case: Case, tmp_path: Path) -> None:
    try:
        ruleset = rulesets.assemble(rulesets.gather(ruleset_path(case.data, tmp_path)))
    except RulesetError:  # there is not even a deck
        return
    for pointer, message in (
        () if rulesets.schema_complaints(ruleset, {}) else family(ruleset.family).soundness(ruleset)
    ):
        assert resolves(ruleset.full, pointer[:-1]), (pointer, message)


@pytest.mark.parametrize(
    "case", one_in(3, [case for case in PLAYED if case.family in WHOLE]), ids=lambda case: case.name
)
def test_a_name_that_nobody_has_is_pointed_at(case: Case, tmp_path: Path) -> None:
    items = [*case.data.get("events", []), *([case.data["event"]] if "event" in case.data else [])]
    before = set_table(case.data, items[:-1], tmp_path).replay()
    game, state = before.game, before.state
    if before.folded.faults or not items or faults_of(game, state, items[-1]):
        return
    for spoiled, at in misspelt(items[-1]):
        places = [fault.at for fault in faults_of(game, state, spoiled)]
        if not places:  # what may only be one of a few words is left to the schema
            table = set_table(case.data, [*items[:-1], spoiled], tmp_path)
            places = [at] * bool(table.verdict(case.data).complaints)
        assert [place for place in places if place[: len(at)] == at], (spoiled, at, places)


def misspelt(item: Mapping[str, Any], at: Pointer = ()) -> Iterator[tuple[Any, Pointer]]:
    """An item with each of its names in turn made one that nobody has, and where that is; what it claims is left out."""
    for key, value in item.items() if isinstance(item, Mapping) else enumerate(item):
        if key in ("expect", "stands"):
            continue
        if isinstance(value, str):
            yield _put(item, key, "zzz"), (*at, key)
        elif isinstance(value, Mapping | list):
            for spoiled, place in misspelt(value, (*at, key)):
                yield _put(item, key, spoiled), place
        if isinstance(item, Mapping) and at:
            yield {"zzz" if other == key else other: entry for other, entry in item.items()}, (*at, "zzz")


def _put(data: Any, key: Any, value: Any) -> Any:
    changed = dict(data) if isinstance(data, Mapping) else [*data]
    changed[key] = value
    return changed


def require_same_table(game: Game, state: Any) -> Any:
    """The table of a state, written down and read again: it looks the same, and what is listed and drawn there is judged so."""
    written = json.loads(json.dumps(game.position(state)))
    again = game.start(state.players, {}, written)
    assert game.position(again) == written
    if not getattr(state, "seen_race", 0):  # the end of a race is told, and cannot be set up
        assert game.view(again) == game.view(state)
        settled = game.settled(state)
        getattr(tables_seen, game.ruleset.family)(game.position(settled), *game.view(settled))
    options = game.options(state)
    assert game.options(again) == options
    for option in options.options:
        messages = [message for _, message in said(faults_of(game, state, option.item))]
        assert (option.fault.message in messages) if option.fault else messages == [], option
    for seed in range(3):
        item = game.draw_next(state.copy(), draw_of(seed, 1))
        assert item is None or said(faults_of(game, state, item)) == [], item
    assert game.position(state) == written
    return again


def is_listed(game: Game, state: Any, item: Mapping[str, Any]) -> bool:
    """Whether what may be done includes an item, or something that comes to the same; also where not all is listed."""
    options = game.options(state)
    same = (game.position(after(game, state, one)) for one in (item, *(option.item for option in options.legal)))
    return bool(options.doubt) or next(same) in same


def after(game: Game, state: Any, item: Mapping[str, Any]) -> Any:
    state = state.copy()
    game.take(state, game.read(state, item))
    return state


def faults_of(game: Game, state: Any, item: Mapping[str, Any]) -> list[Finding]:
    """Everything wrong with an item, up to its first event that is not legal, and with what it claims; the state stays."""
    state = state.copy()
    try:
        for event in game.read(state, item):
            if faults := game.check(state, event):
                return [*faults]
            game.apply(state, event)
        return [*game.claims(state, item.get("expect", {}))]
    except Misread as misread:
        return [*misread.faults]


def said(faults: Any) -> list[tuple[str, str]]:
    return [(fault.rule, fault.message) for fault in faults]


def resolves(data: Any, pointer: Pointer) -> bool:
    """Whether there is something at a pointer; within what is written shortly there is everything."""
    for key in pointer:
        if not isinstance(data, Mapping | list):
            return True
        if key not in (data if isinstance(data, Mapping) else range(len(data))):
            return False
        data = data[key]
    return True


def paths(data: Any, at: str = "") -> Iterator[str]:
    """Every word of a ruleset, as a path with dots."""
    for key, value in data.items() if isinstance(data, Mapping) else ():
        yield f"{at}{key}"
        yield from paths(value, f"{at}{key}.")
