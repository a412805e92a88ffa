"""A list, a map or a text where another kind is expected: the message shows what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import source
from referee.core.items import MOST_IN_ONE
from referee.core.places import Unjudgeable
from referee.judging.judge import judge
from referee.judging.log import parse_log
from referee.rules import rulesets, shipped

ROLES = "{dealer: Dov, roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}}"
SETUP = {
    "illuminate": ROLES,
    "illuminati": "{illuminati: {Ann: gnomes, Ben: ufos, Cyd: network, Dov: bavarian}, "
    "uncontrolled: [KKK, Texas, CIA, FBI], first: Ann}",
}
EVENTS = {
    "illuminate": {
        "trick: [Mk1:41! Mk4:2]": "Mk1:41! Mk4:2 is 2 cards in one; put a comma between them: Mk1:41!, Mk4:2",
        "trick: [Mk1:41! Mk4:2, Lk7:50]": "Mk1:41! Mk4:2 is 2 cards in one; put a comma between them: Mk1:41!, Mk4:2",
        "trick: Mk1:41 Mk4:2": "expected a list, not the text 'Mk1:41 Mk4:2'; write [Mk1:41, Mk4:2]",
        "trick: Mk1:41, Mk4:2": "expected a list, not the text 'Mk1:41, Mk4:2'; write [Mk1:41, Mk4:2]",
        "trick: {Ann: Mk1:41}": "expected a list, not a map; write for example [Jn1:5, Mk1:11]",
    },
    "hearts": {
        "trick: 5": "expected a list, not the number 5; write for example [QS, 2C]",
        "trick:": "expected a list, not nothing (null); write for example [QS, 2C]",
        "trick: [2C 3C 4C 5C]": "2C 3C 4C 5C is 4 cards in one; put a comma between them: 2C, 3C, 4C, 5C",
        "play: 2C 3C": "2C 3C is 2 cards in one; only one is allowed here",
        "play: [2C]": "expected text, not a list; write 2C",
        "play: [2C, 3C]": "expected text, not a list; write for example QS",
        "play: {Ann: 2C}": "expected text, not a map; write for example QS",
        "deal: [2C]": "expected a map, not a list; write for example {Ann: [QS, 2C], Ben: [AS, 7C]}",
        "deal: {Ann: 2C 3C}": "expected a list, not the text '2C 3C'; write [2C, 3C]",
        "deal: {Ann: [2C 3C, 4C]}": "2C 3C is 2 cards in one; put a comma between them: 2C, 3C",
        "pass: 2C 3C 4C": "expected a list of cards or a map from players to cards: {Ann: [QS, 2C]}, not the text "
        "'2C 3C 4C'; write [2C, 3C, 4C]",
        "pass: {Ann: 2C}": "expected a list, not the text '2C'; write [2C]",
        "result: 3": "expected a map, not the number 3; write for example {won: {Ann: 2, Ben: 0}}",
        "result: [3]": "expected a map, not a list; write for example {won: {Ann: 2, Ben: 0}}",
        "result: {won: 3}": "expected a map, not the number 3; write for example {Ann: 2, Ben: 0}",
        "rest: [Ann]": "expected the name of a player or a map from players to numbers of tricks: {Ann: 3, Ben: 1}, "
        "not a list; write Ann",
        "play 2C": "an event is a map with one verb, like `- play: 2C`",
        "play:2C": "an event is a map with one verb, like `- play: 2C`",
        "[play, 2C]": "an event is a map with one verb, like `- bid: 1`",
    },
    "spades": {
        "bid: [3]": "expected a whole number, text or a map, not a list; write for example 2",
        "bid: {Ann: 3}": "a map of players is written as `bids: …`, not `bid:`",
        "bids: 3 4 2 1": "bids of tricks are written by player; write for example {Ann: 2, Ben: 0}",
        "bids: [3, 4, 2, 1]": "bids of tricks are written by player; write for example {Ann: 2, Ben: 0}",
        "bids:": "bids of tricks are written by player; write for example {Ann: 2, Ben: 0}",
    },
    "bridge": {
        **dict.fromkeys(
            ("bids: {Ann: 1C}", "bids:", "bids: 1C pass"),
            "the calls of an auction are written in order of speaking, as a list; write for example [1C, pass]",
        ),
        "bids: [pass 1C, pass]": "pass 1C is 2 calls in one; put a comma between them: pass, 1C",
    },
    "illimat": {
        "play: [sow 5sp]": "expected text, not a list; write sow 5sp",
        "play: {sow: 5sp}": "expected text, not a map; write for example sow 5sp",
        "draw: 5sp 6sp": "expected a list of cards, such as [5wi, Fsu] or a number of cards, not the text '5sp 6sp'; "
        "write [5sp, 6sp]",
        "result: [3]": "expected a map, not a list; write for example "
        "{piles: {Ann: {bumper-crop: 22}, Ben: {bumper-crop: 30}}}",
        "deal: [5sp]": "expected a map, not a list; write for example {hands: {Ann: [5sp, 2au], Ben: [5wi, 3st]}}",
    },
    "illuminati": {
        "attack: Texas": "expected a map, not the text 'Texas'; write for example {control: Texas, with: The Mafia}",
        "spend: 3": "expected a map, not the number 3; write for example {The Mafia: 3, The UFOs: 2}",
    },
}
HEADS = {
    "players: [Ann Ben Cyd Dov]": "Hearts is for 4 players; this log names 1; put a comma between names: "
    "[Ann, Ben, Cyd, Dov]",
    "players: Ann, Ben, Cyd, Dov": "expected a list, not the text 'Ann, Ben, Cyd, Dov'; write [Ann, Ben, Cyd, Dov]",
    "players: {Ann: 1}": "expected a list, not a map; write for example [Ann, Ben, Cyd, Dov]",
    "players: [Ann, Ben, Cyd, Dov]\nvariants: shorter": "expected a list, not the text 'shorter'; write [shorter]",
    "players: [Ann, Ben, Cyd, Dov]\nruling: [tie]": "expected a map, not a list; write for example {tie: led-suit}",
    "players: [Ann, Ben, Cyd, Dov]\nsetup: [Dov]": "expected a map, not a list; write for example {dealer: Dov}",
    "players: [Ann, Ben, Cyd, Dov]\nhouse: {a: b}": "expected text or a list, not a map with 'a'; write for example "
    "[no-sixes, ./ours.yaml]",
    "players: [Ann, Ben, Cyd, Dov]\nevents: {play: QS}": "expected a list or nothing (null), not a map; write for example "
    "[{bid: 1}, {bid: 2}]",
    "players: [Ann, Ben, Cyd, Dov]\nposition: [QS]": "expected a map, not a list; write for example "
    "{scores: {Ann: 12, Ben: 7}}",
    "players: [Ann, Ben, Cyd, Dov]\nexpect: [QS]": "expected a map, not a list; write for example "
    "{winner: Ann, score: {Ann: 12}}",
}


def told(text: str) -> list[str]:
    """Everything that is wrong with a log."""
    try:
        verdict = judge(parse_log(text))
    except Unjudgeable as error:
        return [complaint.message for complaint in error.complaints]
    return [*(one.message for one in verdict.complaints), *(one.message for one in verdict.violations)]


@pytest.mark.parametrize(("game", "event"), [(game, event) for game, each in EVENTS.items() for event in each])
def test_what_an_event_should_hold(game: str, event: str) -> None:
    setup = SETUP.get(game, "{dealer: Dov}")
    log = f"game: {game}\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {setup}\nevents:\n  - {event}\n"
    assert told(log) == [EVENTS[game][event]]


@pytest.mark.parametrize("head", HEADS)
def test_what_the_head_of_a_log_should_hold(head: str) -> None:
    assert told(f"game: hearts\n{head}\n") == [HEADS[head]]


@pytest.mark.parametrize("cards", ["2C 3C", "2X"])
def test_whoever_wrote_no_card_is_named(cards: str) -> None:
    log = "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
    verdict = judge(parse_log(f"{log}  - {{by: Cyd, play: {cards}}}\n"))
    (finding,) = verdict.violations
    assert (finding.player, finding.rule) == ("Cyd", "hearts/deck")


@pytest.mark.parametrize("what", ["score", "totals"])
def test_a_claim_is_a_number_even_where_none_is_known(what: str) -> None:
    log = "game: spades\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
    log += (
        f"  - {{result: {{cards: 13, won: {{Ann: 5, Ben: 2, Cyd: 3, Dov: 3}}}}, expect: {{{what}: {{Ann: many}}}}}}\n"
    )
    form = "a number of points, such as 7, 3.5 or 10/3"
    assert told(log) == [f"'many' does not have the expected form: {form}"]


def test_of_very_many_cards_in_one_the_text_is_told() -> None:
    many = " ".join(["2C"] * (MOST_IN_ONE + 1))
    log = f"game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov}}\nevents:\n  - play: {many}\n"
    assert told(log) == [f"{many!r} is not a card of the French deck"]


MAPS, LISTS = ("properties", "patternProperties"), ("allOf", "anyOf", "oneOf", "prefixItems")
SINGLE = ("additionalProperties", "items", "contains", "if", "then", "else")


def of_logs() -> Iterator[tuple[str, str, Any]]:
    """Every schema below that of a log, with its file and the way to it there."""
    waiting, seen = [("log.schema.json", "", rulesets.schema("log.schema.json"))], set[int]()
    while waiting:
        file, way, part = waiting.pop()
        if not isinstance(part, dict) or id(part) in seen:
            continue
        seen.add(id(part))
        yield file, way, part
        if "$ref" in part:
            name, _, fragment = part["$ref"].partition("#")
            found: Any = rulesets.schema(name or file)
            for step in fragment.split("/")[1:]:
                found = found[step]
            waiting.append((name or file, fragment, found))
        for word in MAPS:
            waiting += [(file, f"{way}/{word}/{key}", below) for key, below in part.get(word, {}).items()]
        for word in LISTS:
            waiting += [(file, f"{way}/{word}/{number}", below) for number, below in enumerate(part.get(word, ()))]
        waiting += [(file, f"{way}/{word}", part[word]) for word in SINGLE if word in part]


def test_every_list_and_map_of_a_log_has_an_example_that_fits() -> None:
    bare, wrong = [], {}
    for file, way, part in of_logs():
        kinds = part.get("type", ())
        if not way or not {"array", "object"} & set([kinds] if isinstance(kinds, str) else kinds):
            continue
        for example in part.get("examples", ()) or [None]:
            if example is None:
                bare.append(f"{file}#{way}")
            elif faults := source.schema_faults(example, {"$ref": f"{file}#{way}"}, store=rulesets.SCHEMAS):
                wrong[f"{file}#{way}"] = faults
    assert (bare, wrong) == ([], {})


@pytest.mark.parametrize("name", sorted(rulesets.SCHEMAS))
def test_no_key_stands_twice_in_a_schema(name: str) -> None:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs), [key for key, _ in pairs]
        return dict(pairs)

    json.loads(Path(shipped.schema_files()[name]).read_text(encoding="utf-8"), object_pairs_hook=once)
