"""What there is no room to tell is counted: of one log, of one event, of the games of a corpus."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from command_runner import run, write

from referee.core.wording import MOST_COUNTED, Rest, abridge
from referee.judging.judge import judge
from referee.judging.log import parse_log
from referee.source import MOST_FAULTS

HEAD = "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\n"
pytestmark = pytest.mark.usefixtures("folder")


def told(found: Sequence[str], most: int) -> list[str]:
    return abridge(found, most, lambda last, more: more)


def test_the_last_that_is_told_says_how_many_more() -> None:
    assert told("abc", 3) == ["a", "b", "c"]
    assert told("abcd", 3) == ["a", "b", "and 2 more"]
    assert told("abcd", 1) == ["and 4 more"]
    assert isinstance(told("abcd", 3)[-1], Rest)


def test_more_than_anybody_counts() -> None:
    many = ["a"] * (MOST_COUNTED + 500)
    assert (MOST_COUNTED, told(many, 50)[-1]) == (1000, "and more than 951 more")


@pytest.mark.parametrize("number", [MOST_FAULTS, MOST_FAULTS + 1, 100])
def test_complaints_about_a_log(number: int) -> None:
    write("log.yaml", HEAD + "".join(f"odd{place}: 1\n" for place in range(number)))
    complaints = judge("log.yaml").complaints
    assert len(complaints) == MOST_FAULTS
    assert complaints[-1].message.startswith("unknown key" if number == MOST_FAULTS else f"and {number - 49} more")


def test_keys_that_an_event_does_not_have() -> None:
    odd = ", ".join(f"odd{place}: 1" for place in range(80))
    verdict = judge(parse_log(f"{HEAD}setup: {{dealer: Dov}}\nevents:\n  - {{deal: {{}}, {odd}}}\n"))
    assert len(verdict.complaints) <= MOST_FAULTS
    assert verdict.complaints[-1].message == "and 31 more"


def test_games_of_a_corpus_that_cannot_be_judged_for_the_same_reason() -> None:
    write("games.jsonl", '{"game"\n' * 60 + '{"game": "heats", "players": ["Ann"]}\n' * 21 + '{"game": 1}\n' * 20)
    said = run("validate", "games.jsonl")
    lines = said.out.splitlines()
    assert said.code == 3
    assert sum("expected ':' after the key 'game'" in line for line in lines) == 21
    assert (
        "games.jsonl: not judged: 40 more games, with the same complaint: expected ':' after the key 'game', not the end"
        in lines
    )
    assert (
        "games.jsonl: not judged: 1 more game, with the same complaint: no game is called 'heats'; did you mean 'hearts'?"
        in lines
    )
    assert sum("key 'players' is missing" in line for line in lines) == 20
    assert lines[-1] == "101 logs: 0 legal, 0 illegal, 101 not judged"
