"""The shipped Crazy Eights against OpenSpiel's: the same choices, the same player to act, the same cards left.

Both tables play the same random rounds. OpenSpiel's departures from the usual rules are in the overlay
`crazy-eights-as-openspiel`. Besides, it waits for one more pass than there are players before it ends a round in which nobody
can play. With special cards it takes an Ace that is turned up as played by the dealer, so that the player to the right begins,
where the rules cited let the dealer begin; and with two players an Ace changes nothing. So such rounds are not dealt here. Its
points of cards left are their numbers in its deck and not their ranks, so that only who has no cards left is compared.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from openspiel import HEARTS as CARDS
from openspiel import PLAYERS, SUITS, overlay
from slowness import slow_where

import referee
from referee import source
from referee.core.ruleset import Ruleset
from referee.judging.log import make_log
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, ROUNDS = 67, 30
DRAW, PASS, NAME = 52, 53, 54
DEALER = 52
"""Chance makes a player the dealer with this number and those after it."""
SPECIAL = ("twos", "queens", "aces")


@cache
def rules(special: bool) -> Ruleset:
    """The shipped ruleset, as OpenSpiel plays it."""
    house = overlay("crazy-eights-as-openspiel")
    return rulesets.load_ruleset("crazy-eights", houses=[house], variants=SPECIAL if special else ())


class Tables:
    """One round in OpenSpiel (`peer`) and before the referee; `items` is its log so far. OpenSpiel's player 0 is Ann."""

    def __init__(self, rng: random.Random, seats: int, *, special: bool) -> None:
        self.rng, self.special, self.players = rng, special, PLAYERS[:seats]
        head = f"players={seats},max_turns=1000,use_special_cards={special}"
        self.peer = pyspiel.load_game(f"crazy_eights({head})").new_initial_state()
        self.game: Any = rulesets.table(rules(special), seats)
        dealer = rng.randrange(seats)
        self.peer.apply_action(DEALER + dealer)
        self.setup = {"dealer": self.players[dealer]}
        self.state = self.game.start(self.players, self.setup, None)
        self.items: list[dict[str, Any]] = []
        self.seen: Counter[str] = Counter()
        self.deal(dealer)

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), (item, self.game.check(self.state, events[0]))
        self.items.append(item)

    def deal(self, dealer: int) -> None:
        """Deals at both tables, and turns up the first card: an Eight goes back."""
        deck = list(CARDS)
        self.rng.shuffle(deck)
        seats = len(self.players)
        each = 7 if seats == 2 else 5
        hands: dict[str, list[str]] = {player: [] for player in self.players}
        for place in range(each * seats):
            card = deck.pop()
            hands[self.players[(dealer + 1 + place) % seats]].append(card)
            self.peer.apply_action(CARDS.index(card))
        self.happen({"deal": hands})
        starter = "8"
        while starter.startswith("8"):
            starter = self.rng.choice([card for card in deck if not (self.special and card.startswith("A"))])
            self.seen["Eight turned up first"] += starter.startswith("8")
            self.peer.apply_action(CARDS.index(starter))
            self.happen({"face_up": starter})

    def legal(self) -> set[str]:
        """What may be done at the referee's table, without the suits that Eights may name."""
        options = self.game.options(self.state).legal
        return {option.notation.partition(":")[0].partition(" ")[0] for option in options}

    def drawn(self) -> list[str]:
        """The cards that chance gives to the player who draws in OpenSpiel, one or as many as are owed."""
        cards = []
        while self.peer.is_chance_node():
            card = self.rng.choice([outcome for outcome, _ in self.peer.chance_outcomes()])
            self.peer.apply_action(card)
            cards.append(CARDS[card])
        return cards

    def act(self) -> None:
        """The player to act does something at random at both tables."""
        actions = self.peer.legal_actions()
        names = {DRAW: "draw", PASS: "pass"} | dict(enumerate(CARDS))
        assert self.peer.current_player() == self.state.turn
        assert {names[action] for action in actions} == self.legal()
        plays = [action for action in actions if action < DRAW]
        action = self.rng.choice(plays if plays and self.rng.random() < 0.8 else actions)
        self.seen["cards to be drawn, passed on" if self.state.owed and action < DRAW else "decisions"] += 1
        self.peer.apply_action(action)
        if action == DRAW:
            cards = self.drawn()
            self.seen["cards drawn for Twos"] += len(cards) if self.state.owed else 0
            self.happen({"draw": cards})
        elif action == PASS:
            self.seen["passes"] += 1
            self.happen({"pass": True})
        else:
            suit = ""
            if not self.peer.is_terminal() and CARDS[action].startswith("8"):
                number = self.rng.randrange(len(SUITS))
                self.peer.apply_action(NAME + number)
                suit = f":{SUITS[number]}"
                self.seen["suits named"] += 1
            self.happen({"play": f"{CARDS[action]}{suit}"})


@pytest.mark.parametrize("batch", slow_where(lambda batch: batch > 1, range(BATCHES)))
def test_crazy_eights_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"crazy eights {batch}")
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        special = number % 2 == 1
        tables = Tables(rng, rng.randint(3 if special else 2, 4), special=special)
        while not tables.state.history:
            tables.act()
        while not tables.peer.is_terminal():  # it waits for one more pass
            tables.peer.apply_action(PASS)
            tables.seen["rounds in which nobody could play"] += 1
        compare(tables)
        seen += tables.seen
    record_property("seen Crazy Eights", dict(seen))


def compare(tables: Tables) -> None:
    """Both tables have the same cards left, and so has a log of the round that is read from text."""
    ended, worth = tables.state.history[-1], tables.game.rules.worth
    left = [worth(hand) for hand in ended.hands]
    assert len(left) == len(tables.peer.returns())
    out = [seat for seat, hand in enumerate(ended.hands) if not hand]
    assert out == ([ended.out] if ended.out >= 0 else [])
    assert [points == 0 for points in tables.peer.returns()] == [not hand for hand in ended.hands]
    tables.seen["rounds"] += 1
    log = {
        "game": "crazy-eights",
        "players": tables.players,
        "setup": tables.setup,
        "events": tables.items,
        "expect": {"totals": dict(zip(tables.players, ended.points, strict=True))},
    }
    verdict = referee.judge(make_log(source.parse(json.dumps(log), "round.json")), rules(tables.special))
    assert (verdict.status, verdict.violations, verdict.complaints) == ("legal", [], [])
