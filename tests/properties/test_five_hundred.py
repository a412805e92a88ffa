"""500, not shipped: whole random games of it, held against a table of our own that knows nothing of the engine."""

from __future__ import annotations

import json
from collections import Counter, deque
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import source
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import rulesets

PATH = str(Path(__file__).parent.parent / "games" / "five-hundred.yaml")
PLAYERS = ("Ann", "Ben", "Cyd")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
WORTH = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}
JOKER = "JK"


def suit(card: str, trump: str) -> str:
    """The suit that a card belongs to now; none for a joker without trump."""
    if card == JOKER:
        return trump
    if trump and card == f"J{COLOUR[trump]}":
        return trump
    return card[-1]


def height(card: str, trump: str, led: str) -> int:
    """How high a card is in this trick; 0 where it can win nothing."""
    if card == JOKER:
        return 100
    if trump and card == f"J{trump}":
        return 99
    if trump and card == f"J{COLOUR[trump]}":
        return 98
    where = {trump: 50, led: 10}.get(suit(card, trump), 0)
    return where + RANKS.index(card[:-1]) if where else 0


def worth(call: str) -> int:
    """What a contract counts."""
    if "misere" in call:
        return 500 if "open" in call else 250
    return WORTH[call.lstrip("0123456789")] + 100 * (int(call.rstrip("SCDHNT")) - 6)


class Table:
    """A hand of 500 as its log tells it."""

    def __init__(self, dealer: str) -> None:
        self.dealer = dealer
        self.order = [PLAYERS[(PLAYERS.index(dealer) + place) % 3] for place in (1, 2, 3)]

    def auction(self, calls: list[str]) -> tuple[str, str]:
        """Who won the auction with which call; each bid is worth more than the last."""
        still, best, by = deque(self.order), "", ""
        for call in calls:
            who = still.popleft()
            if call == "pass":
                continue
            assert not best or worth(call) > worth(best) or (call, best) == ("open_misere", "10H")
            best, by = call, who
            still.append(who)
        return by, best

    def play(self, items: list[dict[str, Any]]) -> dict[str, int]:
        """What everybody scores; asserts that nobody revoked and that the talon went where it goes."""
        said = {verb: value for item in items for verb, value in item.items()}
        declarer, call = self.auction(said["bids"])
        if not declarer:
            return dict.fromkeys(PLAYERS, 0)
        strain = call.lstrip("0123456789") if call not in ("misere", "open_misere") else "NT"
        trump = "" if strain == "NT" else strain
        hands = {who: set(cards) for who, cards in said["deal"].items()}
        hands[declarer] = (hands[declarer] | set(said["talon"])) - set(said["put_away"])
        tricks: Counter[str] = Counter()
        leader = declarer
        for trick in [item["trick"] for item in items if "trick" in item]:
            seats = [PLAYERS[(PLAYERS.index(leader) + place) % 3] for place in range(3)]
            led = suit(trick[0], trump)
            for who, card in zip(seats, trick, strict=True):
                follows = {held for held in hands[who] if led and suit(held, trump) == led}
                assert card in (follows or hands[who]) or not led
                hands[who].remove(card)
            leader = max(zip(trick, seats, strict=True), key=lambda laid: height(laid[0], trump, led))[1]
            tricks[leader] += 1
        misere, won = "misere" in call, tricks[declarer]
        made = won == 0 if misere else won >= int(call.rstrip("SCDHNT"))
        points = max(worth(call), 250 * (won == 10)) if made else -worth(call)
        return {who: points if who == declarer else 0 if misere else 10 * tricks[who] for who in PLAYERS}


@pytest.mark.parametrize("batch", range(2))
def test_random_games_go_as_the_rules_say(batch: int) -> None:
    rules, seen = rulesets.load_ruleset(PATH), Counter[str]()
    for number in range(60):
        played = simulate.simulate_game(rules, PLAYERS, "deals", simulate.draw_of(batch, number))
        dealer, hand = played.setup["dealer"], []
        for item in played.items:
            hand.append(item)
            if "score" not in item.get("expect", {}):
                continue
            assert Table(dealer).play(hand) == item["expect"]["score"]
            seen["lost" if min(item["expect"]["score"].values()) < 0 else "made"] += 1
            dealer, hand = PLAYERS[(PLAYERS.index(dealer) + 1) % 3], []
        log = {"game": rules.name, "players": list(PLAYERS), "setup": played.setup, "events": played.items}
        verdict = referee.judge(make_log(source.parse(json.dumps(log), "log.json")), rules)
        assert (verdict.status, {finding.kind for finding in verdict.findings} - {"reading"}) == ("legal", set())
    assert min(seen.values()) > 3, seen
