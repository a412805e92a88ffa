"""Recorded games: every one is legal, and whatever is changed in one is found, or changes nothing that counts."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recorded import DETAILS, GAMES, PLAYERS, Data, recorded, verdict_on
from small_games import examples

from referee.core.verdict import Verdict

VARIANTS = {
    "illuminate": ["not-perfect", "not-perfect-always", "shorter", "shorter-even", "silent-grace"],
    "grace": ["long"],
    "mercy": ["long"],
    "hearts": ["no-passing", "any-club-leads", "points-on-first-trick", "queen-breaks", "spare-the-queen",
               "hearts-may-be-led-early", "jack-of-diamonds", "no-tricks-bonus", "moon-26-off"],
    "spades": ["bids-fit", "no-nil", "small-nil", "no-bags", "spades-any-time", "mercy-rule"],
}  # fmt: skip


@examples(80)
@given(st.sampled_from(GAMES), st.sampled_from(DETAILS), st.integers(0, 10**6), st.booleans(), st.data())
def test_every_recorded_game_is_legal(name: str, detail: str, seed: int, whole: bool, data: st.DataObject) -> None:
    variants = data.draw(st.lists(st.sampled_from(VARIANTS[name]), unique=True, max_size=3))
    players = 4 if name in ("hearts", "spades") else data.draw(st.integers(2, 4))
    log = recorded(name, players=players, variants=tuple(variants), seed=seed, detail=detail, hands=2, whole=whole)
    verdict = verdict_on(log)
    assert (verdict.status, verdict.violations) == ("legal", []), verdict
    assert verdict.counts["hands"] == verdict.counts["scores"] > 0


def points(verdict: Verdict) -> list[Any]:
    """What counts in the end: the points of every hand, and who has won."""
    pad, _ = verdict.table.game.score(verdict.table.state)
    return [[hand["points"] for hand in pad["hands"]], pad["totals"], pad["over"], pad["winners"]]


@cache
def sample(name: str, detail: str) -> str:
    hands = {"illuminate": 4, "grace": 1, "mercy": 1, "hearts": 2, "spades": 1}[name]
    players = 3 if name == "mercy" else 4
    return json.dumps(recorded(name, players=players, seed=7, detail=detail, hands=hands))


@cache
def true_points(name: str, detail: str) -> list[Any]:
    return points(verdict_on(json.loads(sample(name, detail))))


def places(value: Any, kinds: tuple[type, ...]) -> list[tuple[Any, Any]]:
    """Every (holder, key) of a value of one of these types."""
    pairs = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    found = [(value, key) for key, entry in pairs if isinstance(entry, kinds) and not isinstance(entry, bool)]
    for _, entry in pairs:
        found += places(entry, kinds)
    return found


def change_a_card(log: Data, rng: random.Random) -> None:
    deck = [card for event in log["events"] for cards in event.get("deal", {}).values() for card in cards]
    tricks = [event["trick"] for event in log["events"] if "trick" in event]
    cards = deck or [card for trick in tricks for card in trick]
    trick = rng.choice(tricks)
    place = rng.randrange(len(trick))
    trick[place] = rng.choice([card for card in cards if card.rstrip("!") != trick[place].rstrip("!")]).rstrip("!")


def swap_two_cards(log: Data, rng: random.Random) -> None:
    tricks = [event["trick"] for event in log["events"] if "trick" in event]
    one, two = rng.choice(tricks), rng.choice(tricks)
    here, there = rng.randrange(len(one)), rng.randrange(len(two))
    one[here], two[there] = two[there], one[here]


def skip_a_turn(log: Data, rng: random.Random) -> None:
    trick = rng.choice([event["trick"] for event in log["events"] if "trick" in event])
    del trick[rng.randrange(len(trick))]


def change_a_number(log: Data, rng: random.Random) -> None:
    holder, key = rng.choice(places([log["events"], log["expect"]], (int,)))
    holder[key] += rng.choice([-13, -2, -1, 1, 2, 13])


def change_a_player(log: Data, rng: random.Random) -> None:
    holder, key = rng.choice([(h, k) for h, k in places(log["events"], (str,)) if h[k] in PLAYERS])
    holder[key] = rng.choice([player for player in log["players"] if player != holder[key]])


def drop_an_event(log: Data, rng: random.Random) -> None:
    del log["events"][rng.randrange(len(log["events"]))]


def double_an_event(log: Data, rng: random.Random) -> None:
    place = rng.randrange(len(log["events"]))
    log["events"].insert(place, json.loads(json.dumps(log["events"][place])))


def exchange_two_events(log: Data, rng: random.Random) -> None:
    events = log["events"]
    one, two = rng.randrange(len(events)), rng.randrange(len(events))
    events[one], events[two] = events[two], events[one]


CHANGES = {
    "deals": [change_a_card, swap_two_cards, skip_a_turn, change_a_number, change_a_player, drop_an_event,
              double_an_event, exchange_two_events],
    "plays": [change_a_card, swap_two_cards, skip_a_turn, change_a_number, change_a_player, drop_an_event,
              double_an_event, exchange_two_events],
    "results": [change_a_number, drop_an_event, double_an_event, exchange_two_events],
}  # fmt: skip


@pytest.mark.parametrize("detail", DETAILS)
@examples(100)
@given(st.sampled_from(GAMES), st.integers(0, 10), st.integers(0, 2**32))
def test_a_change_is_found_or_changes_nothing(detail: str, name: str, which: int, seed: int) -> None:
    log = json.loads(sample(name, detail))
    changes = CHANGES[detail]
    changes[which % len(changes)](log, random.Random(seed))
    verdict = verdict_on(log)
    if verdict.status == "legal":
        assert points(verdict) == true_points(name, detail), changes[which % len(changes)].__name__
