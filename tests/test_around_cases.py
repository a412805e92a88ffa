"""What every case shows beside what it asserts.

A fault points at something written and cites words that there are. A table can be written down as a position and read again.
What is listed as legal is judged legal, and so is what is drawn at random. The pad adds up, and the picture shows the table.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tables_seen
from case_runner import PLAYERS, Case, cases, families, own_log, ruleset_path, set_table
from slowness import one_in

from referee.core import events
from referee.core.events import Finding, Misread
from referee.core.exact import exact
from referee.core.game import Game
from referee.core.items import EXTRAS
from referee.core.places import Pointer, RulesetError
from referee.core.ruleset import Ruleset
from referee.core.unseen.courses import GameInCourses
from referee.engines import family
from referee.judging.replay import Replay, replay
from referee.judging.rules import ruleset_of
from referee.play.simulate import draw_of
from referee.rules import rulesets
from referee.rules.soundness import schema_complaints

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
    "printed-cards-turned-up-after-the-victory": "a position does not say that a turn has just ended",
    "race-after-a-turn": "a position does not say that the game has begun",
    "winning-a-secret-goal-shown-just-after-the-turn": "nor that a turn has just ended",
    "winning-a-secret-goal-shown-before-the-rolls": "nor that",
    "winning-a-goal-shown-after-the-end": "nor that",
    "printed-a-secret-goal-shown-after-a-card-was-turned-up": "nor that",
    "left_out-a-turn-that-has-ended-is-said-to-be-over": "nor that",
    "left_out-too-much-drawn-from-a-pile-of-which-a-draw-is-not-written": "nor which draws were not written",
    "left_out-a-special-that-either-may-have": "nor that one of several hands has a card that was given away unnamed",
    "seasons-a-card-of-a-field-whose-season-has-changed": "nor how the box stood before it was turned, which messages tell",
    "seasons-a-stockpile-of-a-field-whose-season-has-changed": "nor that",
    "seasons-a-field-reseeded-by-its-season-of-before": "nor that",
}
"""Cases whose event is judged otherwise from a position, by file and id."""
UNWRITTEN = {
    "gifts-throwing-judged-later": "a position does not say who has been given the game this turn",
    "told_readings-equal-totals-and-a-shared-win": "the set-up has a total that ends the game, which a position may not have",
}
"""Cases whose table is another from a position, by file and id."""
OF_ANOTHER = ("claim", "claiming", "accuse", "sequence", "roles", "throwing", "turn")
"""Rules by which a sentence begins with another player than the one at fault: what is claimed of Ann, who else was to act."""
OF_TWO_PLACES = (
    r"played .* already\b|, which is in \S+'s hand( and in the pile)?$|"
    r" score together, (and|but) their (scores|totals) are written"
)
"""How a message says that two things that are written contradict each other, of which either may be wrong: it blames nobody."""
TOGETHER_WRONG = (
    "needs .* with it|are partners|both have|cannot be laid out like this|in the middle of a hand must say so"
)
"""How a message says that several things that are written do not go together: it points at what holds them."""
TOGETHER = (("expect", "fields"),)
"""Claims about things that are compared all at once, whatever their names are."""
NOBODY = "Xyzzy"


def seen(game: Game, state: Any) -> tuple[Any, Any]:
    """Return what is shown of a state, but for the events that left something open, which a position does not have."""
    data, blocks = game.view(state)
    if "open" not in data:
        return data, blocks
    shown = {key: value for key, value in data["open"].items() if key != "events"}
    return {**data, "open": shown}, blocks[:-1]


@pytest.mark.parametrize("case", one_in(12, PLAYED), ids=lambda case: case.name)
def test_the_table_of_a_case(case: Case, tmp_path: Path) -> None:
    items = [*case.data.get("events", []), *([case.data["event"]] if "event" in case.data else [])]
    before = set_table(case.data, items[:-1], tmp_path).replay()
    game, state = before.game, before.state
    if before.folded.faults:
        return
    found = [fault for item in items[-1:] for fault in faults_of(game, state, item)]
    for fault in found:
        assert fault.in_head or fault.at == events.WHOLE or resolves(items[-1], fault.at), fault
        assert fault.rule in game.ruleset.full["rules"] or fault.text, (
            fault
        )  # the text of a rule that came in force later
        assert resolves(game.ruleset.full, fault.word), fault
        require_culprit(before.log.players, fault)
    if case.family not in WHOLE or f"{case.file}-{case.id}" in UNWRITTEN:
        return
    again = require_same_table(game, state)
    if f"{case.file}-{case.id}" not in FORGOTTEN:
        assert said(fault for item in items[-1:] for fault in faults_of(game, again, item)) == said(found)
    if items and not found:
        (event, *_) = game.read(state, items[-1])
        several = isinstance(game, GameInCourses) and (game.is_open(state) or game.may_open(state, event))
        # of several courses each lists its own
        if case.family == "fishing" and event.verb in LISTED and not (several or game.omission(state, event)):
            assert is_listed(game, state, items[-1])
        game.take(state, game.read(state, items[-1]))
        require_same_table(game, state)


def require_culprit(players: tuple[str, ...], fault: Finding) -> None:
    """Assert that a fault is that of the player, or of one of two partners, with whom its message begins."""
    named = [
        seat for seat, who in enumerate(players) if re.match(rf"(\S+ and )?{re.escape(who)} (?!or )", fault.message)
    ]
    of_several = " between them, but " in fault.message
    if fault.seat is None and re.search(OF_TWO_PLACES, fault.message):
        of_several = True
    assert not named or fault.seat in named or fault.rule in OF_ANOTHER or of_several, fault


@pytest.mark.parametrize("case", UNSOUND, ids=lambda case: case.name)
def test_what_is_unsound_stands_where_check_points(case: Case, tmp_path: Path) -> None:
    try:
        ruleset = rulesets.assemble(rulesets.gather(ruleset_path(case.data, tmp_path)))
    except RulesetError:  # there is not even a deck
        return
    for pointer, message in () if schema_complaints(ruleset, {}) else family(ruleset.family).soundness(ruleset):
        assert resolves(ruleset.full, pointer[:-1]), (pointer, message)


def require_same_table(game: Game, state: Any) -> Any:
    """The table of a state, written down and read again: it looks the same, and what is listed and drawn there is judged so."""
    written = json.loads(json.dumps(game.position(state)))
    again = game.start(state.players, {}, written)
    assert game.position(again) == written
    if not getattr(state, "seen_race", 0):  # the end of a race is told, and cannot be set up
        assert seen(game, again) == seen(game, state)
        settled = game.settle(state)
        if not getattr(settled, "courses", None):
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


def number(written: str | float | None) -> float | None:
    """A total as a position has it: a third is written "1/3", and a total that nobody knows is none."""
    if written is None:
        return None
    return exact(written)


def is_listed(game: Game, state: Any, item: Mapping[str, Any]) -> bool:
    """Whether what may be done includes an item, or something that comes to the same; also where not all is listed."""
    options = game.options(state)
    written = getattr(game, "likeliest_position", game.position)
    same = (written(after(game, state, one)) for one in (item, *(option.item for option in options.legal)))
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


@pytest.mark.parametrize(
    "case",
    one_in(10, [case for case in CASES if case.data.get("legal") and "event" in case.data]),
    ids=lambda case: case.name,
)
def test_what_a_legal_case_leaves_on_the_table(case: Case, tmp_path: Path) -> None:
    before = case.data.get("events", [])
    log = own_log(set_table(case.data, [*before, case.data["event"]], tmp_path).path)
    rules = ruleset_of(log)
    played = replay(log, rules, as_played=bool(case.data.get("as_played")))
    of_a_race = (
        case.family == "conspiracy" and "result" in case.data["event"]
    )  # which does not know what is in the deck
    if not of_a_race:
        the_table_written_as_a_position_is_the_same_table(played)
    what_is_drawn_at_random_is_legal(played)
    the_score_pad_adds_up(played)
    the_table_is_drawn_as_it_is(played)
    what_is_listed_as_legal_is_judged_legal(case, rules, tmp_path)


def the_table_written_as_a_position_is_the_same_table(played: Replay) -> None:
    position = played.game.position(played.state)
    again = played.game.start(played.log.players, {}, position)
    assert played.game.position(again) == position
    if getattr(played.state, "supposed", None) is not None:
        return  # a claim has said where a captured group went, before it is certain that it was captured
    before, after = ({**seen(played.game, state)[0]} for state in (played.state, again))
    for shown in (before, after):
        shown.pop("last_trick", None)  # a position has no cards of tricks and rounds that are over
        shown["seats"] = [{what: said for what, said in seat.items() if what != "arranged"} for seat in shown["seats"]]
    assert after == before
    for seat in played.game.view(played.state)[0]["seats"]:
        held = position["hands"].get(seat["player"]) if "hand" in seat else None
        if held is not None:
            assert sorted(seat["hand"]) == sorted(held)
        else:
            assert seat.get("hand") is None or "arranged" in seat  # of who has laid the hand out already
        if "scores" in position and seat["player"] not in position.get("untold", ()):
            assert seat["total"] == number(position["scores"][seat["player"]])


def the_score_pad_adds_up(played: Replay) -> None:
    """From hand to hand, and to the totals that a position has."""
    pad, _ = played.game.score(played.state)
    position = played.game.position(played.state)
    scores = position.get("scores")
    if scores is None:
        return
    totals = {who: number(written) for who, written in scores.items()}
    assert pad["totals"] == {**totals, **dict.fromkeys(position.get("untold", ()))}
    ended = [hand for hand in pad["hands"] if hand["points"] is not None]
    for hand in ended:
        assert hand["totals"].keys() == scores.keys()
    for one, following in pairwise(ended):
        for who, total in following["totals"].items():
            assert None in (total, one["totals"][who]) or total == one["totals"][who] + following["points"][who]


def the_table_is_drawn_as_it_is(played: Replay) -> None:
    """With every seat, its total and the cards of its hand, or the melds and idle cards that it was laid out in."""
    data, _ = played.game.view(played.state)
    scene = played.game.scene(played.state)
    counted = [tally.name for tally in played.game.standing(played.state).tallies]
    assert all(counted) and len({*counted}) == len(counted)
    assert all(re.search(r"\w\.?$", line) for line in scene.lines)
    for node in (*scene.loose, *(node for seat in scene.seats for node in seat.tree)):
        pack = played.game.rules.pack
        resists = pack.names.index(node.name) not in pack.illuminati
        assert bool(re.search(r" R\d+$", node.lines[0])) == resists, node
    for heap in scene.fields:
        assert [row.stacked for row in heap.rows] == [bool(row.title) for row in heap.rows]
    for entry, seat in zip(data["seats"], scene.seats, strict=True):
        assert seat.player == entry["player"]
        if "dealer" in data:
            assert seat.deals == (data["dealer"] == seat.player)
        assert seat.to_act == (data["turn"] == seat.player)
        if "total" in entry:
            assert seat.total == ("?" if entry["total"] is None else str(entry["total"]))
        drawn = [card.name for row in seat.rows for card in row.cards]
        if "arranged" in entry:
            laid = [card for meld in entry["arranged"]["melds"] for card in meld["cards"]]
            assert sorted(drawn) == sorted([*laid, *entry["arranged"]["idle"]])
        elif "hand" in entry:
            assert sorted(drawn) == sorted(entry["hand"] or ())


DRAWS_WHAT_MAY_BE_UNSEEN = ("meld", "shedding", "climbing", "fishing", "conspiracy")
"""Families whose random next item agrees with all that was seen, wherever a log begins; in the others it may contradict what an
unseen hand has been shown to lack."""


def what_is_drawn_at_random_is_legal(played: Replay) -> None:
    """However the dice fall, and whatever is unseen; except where roles are not known, or nothing may be done."""
    game, state = played.game, played.state
    for draw in (draw_of(1, 0), draw_of(2, 0), lambda choices: 0, lambda choices: choices - 1):
        item = game.draw_next(state, draw)
        if item is not None:
            events, after = game.read(state, item), state.copy()
            done = game.take(after, events)
            faults = game.check(after, events[done]) if done < len(events) else ()
            # What is drawn does not look as far as a proof about unseen hands, from the room that they have for cards.
            wrong = {fault.rule for fault in faults if " must hold one of " not in fault.message}
            assert wrong <= {"roles"} or not game.options(state).legal, (item, faults)


def what_is_listed_as_legal_is_judged_legal(case: Case, rules: Ruleset, folder: Path) -> None:
    """Except for what cannot be judged since roles are not known, and what a play shows of an earlier event."""
    before = case.data.get("events", [])
    played = replay(own_log(set_table(case.data, before, folder).path), rules)
    if case.family in DRAWS_WHAT_MAY_BE_UNSEEN:
        what_is_drawn_at_random_is_legal(played)
    for option in played.game.options(played.state).legal[:3]:
        if "put_away" in option.item or option.item.get("pass", True) is not True:
            continue  # a card of several that are passed at once
        log = own_log(set_table(case.data, [*before, option.item], folder).path)
        new = [flaw for flaw in replay(log, rules).folded.faults if flaw.kind == "violation"]
        assert [fault for fault in new if fault.rule != "roles" and not fault.cites] == [], option


def names(written: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every text that is written, be it a value or a key of a map below a verb; those of keys end in `None`."""
    if isinstance(written, dict):
        for key, value in written.items():
            if way:
                yield (*way, key, None)
            yield from names(value, (*way, key))
    elif isinstance(written, list):
        for place, value in enumerate(written):
            yield from names(value, (*way, place))
    elif isinstance(written, str):
        yield way


def misspelt(item: Any, way: tuple[Any, ...]) -> Any:
    """An item with a name in it that nobody and nothing has."""
    if not way:
        return NOBODY
    key, *rest = way
    if isinstance(item, list):
        return [misspelt(value, tuple(rest)) if place == key else value for place, value in enumerate(item)]
    renamed = NOBODY if rest == [None] else key
    return {
        renamed if name == key else name: misspelt(value, tuple(rest)) if name == key and rest != [None] else value
        for name, value in item.items()
    }


def each_name() -> Iterator[tuple[Case, tuple[Any, ...]]]:
    """One case of each place in each event where a name may be written."""
    seen = set()
    for case in CASES:
        for way in names(case.data["event"]) if case.data.get("legal") else ():
            shape = tuple("#" if isinstance(step, int) or step in PLAYERS else step for step in way[:-2])
            shape = (case.family, case.data.get("game"), *shape, way[-1] if len(way) < 3 else way[-1] is None)
            if way[0] in EXTRAS - {"by", "expect"} or way[:2] in TOGETHER or shape in seen:
                continue
            seen.add(shape)
            yield case, way


@pytest.mark.parametrize(
    ("case", "way"), one_in(2, each_name()), ids=lambda one: one.name if isinstance(one, Case) else str(one)
)
def test_an_unknown_name_is_found_where_it_stands(case: Case, way: tuple[Any, ...], tmp_path: Path) -> None:
    data = case.data
    table = set_table(data, [*data.get("events", ()), misspelt(data["event"], way)], tmp_path)
    folded = replay(own_log(table.path)).folded
    flaws = folded.faults
    there = (*way[:-2], NOBODY) if way[-1] is None else way
    if flaws:
        found = [flaw for flaw in flaws if NOBODY in flaw.message and flaw.at[2 : len(there) + 2] == there]
        assert found
        who = data["event"].get("by")
        if who in PLAYERS and way[0] not in ("by", "expect", "grace", "trick") and case.family != "conspiracy":
            assert found[0].seat == PLAYERS.index(who), found[0]
    else:
        assert table.verdict(data).complaints
        faults = folded.shapeless[2] if folded.shapeless else ()
        assert [fault for fault in faults if NOBODY in fault.message and fault.at[: len(there)] != there] == []


@pytest.mark.parametrize("case", [case for case in CASES if "unread" in case.data], ids=lambda case: case.name)
def test_a_fault_of_the_head_points_at_what_it_names(case: Case, tmp_path: Path) -> None:
    log = own_log(set_table(case.data, case.data.get("events", []), tmp_path).path)
    try:
        game = rulesets.table(ruleset_of(log), len(log.players))
        game.start(log.players, log.setup, log.position)
    except Misread as misread:
        head = {"players": log.players, "setup": log.setup, "position": log.position}
        for fault in misread.faults:
            assert fault.at
            assert resolves(head, fault.at), fault
            there = reduce(lambda data, step: data[step], fault.at, head)
            below = list(there) if isinstance(there, dict) else []
            named = [name for name in below if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", fault.message)]
            assert not named or re.search(TOGETHER_WRONG, fault.message), fault
    except RulesetError:
        return  # the rules are at fault, not what is written at the top of the log


@pytest.mark.parametrize("case", [case for case in CASES if "says" in case.data], ids=lambda case: case.name)
def test_a_sentence_points_at_a_word(case: Case, tmp_path: Path) -> None:
    rules = ruleset_of(own_log(set_table(case.data, [], tmp_path).path))
    for _, lines in family(rules.family).describe(rules):
        assert [line for line in lines if not rulesets.words(rules.family).at(line.pointer).schema] == []
