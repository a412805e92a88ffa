"""Illuminati with money, taxes and arrows left out: legal games stay legal, and false claims are found where they are made."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from slowness import slow_where

from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import rulesets
from referee.source import parse

Data = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve")
VARIANTS = ((), ("older",), ("hidden-goals",), ("random-sequence",), ("bidding-sequence",), ("to-the-end",))
MONEY = ("capture.money", "income.tax", "income.upkeep", "special.treasuries")
ARROWS = (*MONEY, "capture.arrow")
DRAWS = slow_where(lambda number: number >= 36, range(240))
"""Games by day, of which a sixth are tried, and many more at night."""


def a_game(number: int) -> tuple[Ruleset, Data]:
    """A random legal game of a few players, with every claim that `simulate` makes."""
    variants = VARIANTS[number % len(VARIANTS)]
    rules = rulesets.load_ruleset("illuminati", variants=list(variants))
    players = PLAYERS[: 2 + number % 4]
    drawn = simulate.simulate_game(rules, players, simulate.details(rules)[0], simulate.draw_of(61, number))
    head = {"game": "illuminati@1", "variants": list(variants), "players": list(players)}
    return rules, {**head, "setup": drawn.setup, "events": drawn.items}


def without(log: Data, parts: tuple[str, ...], rng: random.Random) -> Data:
    """The log with some of these parts left out, few of them or all."""
    share = rng.choice((0.2, 0.5, 1))
    shorter = copy.deepcopy(log)
    for item in shorter["events"]:
        for holder in (item, item.get("attack")):
            for part in parts if isinstance(holder, dict) else ():
                verb, key = part.split(".")
                if isinstance(holder.get(verb), dict) and key in holder[verb] and rng.random() < share:
                    del holder[verb][key]
            if isinstance(holder, dict) and holder.get("capture") == {}:
                del holder["capture"]
    shorter["events"] = [item for item in shorter["events"] if item]
    return shorter


def judged(log: Data, rules: Ruleset) -> Verdict:
    return judge(make_log(parse(json.dumps(log), "log.json")), rules)


def claims_of(log: Data, key: str) -> list[int]:
    """Where a log claims something."""
    return [place for place, item in enumerate(log["events"]) if key in item.get("expect", {})]


@pytest.mark.parametrize("number", DRAWS)
def test_a_legal_game_without_its_money_is_legal(number: int) -> None:
    rules, log = a_game(number)
    verdict = judged(without(log, MONEY, random.Random(number)), rules)
    assert (verdict.status, verdict.violations, verdict.unjudged) == ("legal", [], 0)


@pytest.mark.parametrize("number", DRAWS)
def test_a_legal_game_without_its_arrows_is_never_illegal(number: int) -> None:
    rules, log = a_game(number)
    assert judged(without(log, ARROWS, random.Random(number)), rules).violations == []


@pytest.mark.parametrize("number", DRAWS)
def test_a_false_number_of_groups_is_found_at_its_claim(number: int) -> None:
    rules, log = a_game(number)
    places = claims_of(log, "totals")
    if not places:
        return
    rng = random.Random(number)
    place = places[rng.randrange(len(places))]
    who = rng.choice(log["players"])
    true = log["events"][place]["expect"]["totals"][who]
    log["events"][place]["expect"]["totals"][who] = true + 5
    message = f"the number of groups of {who} is claimed to be {true + 5}; it is {true}"
    assert [fault.message for fault in judged(without(log, MONEY, rng), rules).violations] == [message]


@pytest.mark.parametrize("number", DRAWS)
def test_the_true_money_of_every_card_is_believed_and_more_than_there_is_not(number: int) -> None:
    rules, log = a_game(number)
    rng = random.Random(number)
    table = rulesets.table(rules, len(log["players"]))
    state = table.start(tuple(log["players"]), log["setup"], None)
    ends = []
    for place, item in enumerate(log["events"]):
        assert table.take(state, table.read(state, item)) == len(table.read(state, item))
        cards = [card for seat in table.view(state)[0]["seats"] for card in seat["cards"]] if "end" in item else []
        if cards and not any("money_at_most" in card for card in cards):  # who paid a tax is not always drawn
            ends.append((place, {card["card"]: card["money"] for card in cards}))
    if not ends:
        return
    place, money = ends[rng.randrange(len(ends))]
    shorter = without(log, MONEY, rng)
    shorter["events"][place].setdefault("expect", {})["money"] = money
    assert judged(shorter, rules).violations == []
    card = max(money, key=lambda name: money[name])
    shorter["events"][place]["expect"]["money"] = {card: sum(money.values()) + 10_000}
    faults = judged(shorter, rules).violations
    assert [fault.message.split(";")[0] for fault in faults] == [
        f"the money on {card} is claimed to be {sum(money.values()) + 10_000}"
    ]
