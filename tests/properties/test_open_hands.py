"""Hands of which a log leaves out the cards, who led or every play: nobody is accused of what such a log does not show.

A game drawn at random is written hand by hand in one detail or another: all cards, what everybody sees, or only the result.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from slowness import tries

from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.judging.replay import advance, begin
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets, shipped
from referee.source import parse

Data = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
PLAYED = frozenset(("play", "trick", "round"))
"""Verbs with which a hand is led."""
LED_BY_A_CARD = ("hearts", "big-two")


def games() -> list[str]:
    """Every shipped game of the two families."""
    return sorted(path.stem for path in shipped.games() if path.parent.name in ("trick", "climbing"))


@cache
def rules_of(name: str) -> Ruleset:
    return rulesets.load_ruleset(name)


def seats_for(name: str) -> tuple[str, ...]:
    """As many players as the game is mostly played by, of those it allows."""
    for number in (4, 3, 2, 5, 6):
        try:
            rulesets.table(rules_of(name), number)
        except Unjudgeable:
            continue
        return PLAYERS[:number]
    raise AssertionError(name)


def log_of(name: str, players: tuple[str, ...], setup: Data, events: list[Data]) -> Data:
    return {"game": name, "players": list(players), "setup": setup, "events": events}


def verdict_of(log: Data) -> Verdict:
    return judge(make_log(parse(json.dumps(log), "log.json")))


def by_hand(log: Data) -> list[list[Data]]:
    """The events of a legal log, hand by hand."""
    played = begin(make_log(parse(json.dumps(log | {"events": []}), "log.json")), rules_of(log["game"]))
    hands: list[list[Data]] = []
    done: list[Data] = []
    for item in log["events"]:
        ended = len(played.folded.state.history)
        while len(hands) <= ended:
            hands.append([])
        hands[ended].append(item)
        done.append(item)
        advance(played, items=done)
        assert not played.folded.faults, (item, played.folded.faults)
    return hands


def mixed_log(name: str, seed: int) -> Data:
    """A legal game, each hand in a detail of its own, with claims and the names of leaders left out here and there."""
    rules = rules_of(name)
    players = seats_for(name)
    rng = random.Random(seed)
    written = []
    for detail in details(rules):
        game = simulate_game(rules, players, detail, draw_of(seed, 0))
        setup = game.setup
        written.append(by_hand(log_of(name, players, setup, game.items)))
    events: list[Data] = []
    claims = rng.random() < 0.3
    for number in range(min(map(len, written))):
        is_led = False
        for item in rng.choice(written)[number]:
            event = dict(item)
            if not claims or rng.random() < 0.5:
                event.pop("expect", None)
            leads = not is_led and not PLAYED.isdisjoint(event)
            is_led = is_led or leads
            if leads and rng.random() < 0.8:
                event.pop("by", None)
            events.append(event)
    return log_of(name, players, setup, events)


@pytest.mark.parametrize("name", games())
def test_a_legal_game_in_mixed_detail_is_legal(name: str) -> None:
    for seed in range(tries(24)):
        log = mixed_log(name, seed)
        verdict = verdict_of(log)
        assert verdict.status == "legal", (seed, verdict.violations, verdict.complaints, log)
        assert not verdict.unjudged


def careless_hand(name: str, seed: int) -> Data:
    """A log of the first hands of a game, to the end of one in which a player revokes."""
    players = seats_for(name)
    draw = draw_of(seed, 0)
    game = rulesets.table(rules_of(name), len(players))
    simulated = simulate_game(rules_of(name), players, details(rules_of(name))[0], draw)
    state = game.start(players, simulated.setup, None)
    rng = random.Random(seed)
    revoked = False
    events: list[Data] = []
    ended = 0
    while len(state.history) == ended or (not revoked and ended < 6):
        ended = len(state.history)
        item = dict(game.draw_next(state, draw) or {})
        if not item:
            break
        if "play" in item and not revoked and rng.random() < 0.3:
            for option in game.options(state).options:
                if option.fault is not None and option.fault.rule == "follow-suit" and "play" in option.item:
                    item = dict(option.item)
                    revoked = True
                    break
        for event in game.read(state, item):
            game.apply(state, event)
        events.append(item)
    return log_of(name, players, simulated.setup, events)


@pytest.mark.parametrize("name", ["hearts", "whist", "spades", "oh-hell", "illuminate", "mercy", "grace"])
def test_a_revoke_is_not_pinned_on_anybody_else_without_the_cards(name: str) -> None:
    for seed in range(tries(24)):
        log = careless_hand(name, seed)
        whole = verdict_of(log)
        if not whole.violations:
            continue
        fault = whole.violations[0]
        blind = [event for event in log["events"] if event.keys().isdisjoint(("deal", "pass"))]
        unseen = verdict_of(log | {"events": blind})
        assert not unseen.complaints, (seed, unseen.complaints)
        for found in unseen.violations:
            assert found.player in (None, fault.player), (seed, found, fault)
        if not unseen.violations:
            assert unseen.doubts, (seed, fault)


def open_hand(name: str, seed: int) -> Data:
    """The first hand of a random game without cards and names, in which perhaps two events change places."""
    players = seats_for(name)
    detail = details(rules_of(name))[1]
    game = simulate_game(rules_of(name), players, detail, draw_of(seed, 0))
    hand = by_hand(log_of(name, players, game.setup, game.items))[0]
    events = [{key: value for key, value in item.items() if key not in ("by", "expect")} for item in hand]
    rng = random.Random(seed)
    if rng.random() < 0.6 and len(events) > 2:
        one = rng.randrange(len(events) - 1)
        other = rng.randrange(len(events) - 1)
        events[one], events[other] = events[other], events[one]
    return log_of(name, players, game.setup, events)


@pytest.mark.parametrize("name", LED_BY_A_CARD)
def test_an_open_leader_is_judged_as_each_player_who_may_have_led(name: str) -> None:
    for seed in range(tries(60)):
        log = open_hand(name, seed)
        first, *rest = log["events"]
        found = verdict_of(log)
        each = [verdict_of(log | {"events": [{"by": who, **first}, *rest]}) for who in log["players"]]
        legal = any(one.status == "legal" for one in each)
        assert found.status == ("legal" if legal else "illegal"), (seed, found.violations, log)
        latest = max(one.events for one in each)
        assert found.events == latest, (seed, found.violations)
        if not legal:
            named = {one.violations[0].player for one in each if one.events == latest}
            assert found.violations[0].player in (None, *named)
            assert found.violations[0].player is None or len(named) == 1
