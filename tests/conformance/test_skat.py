"""Skat as OpenSpiel has it: the same calls, cards put away and plays at every decision, the same players, winners and points.

OpenSpiel has no bidding in pairs and no hand games: the first player to name a contract plays it, takes the talon and puts
two cards away, which it asks for one after the other. A misere ends there with the first trick of the declarer; here the rest
is conceded then.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from one_hand import HandHere, Seen, play_batch
from slowness import one_in

from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, HANDS = 10, 220
PLAYERS = ("Ann", "Ben", "Cyd")
CARDS = tuple(rank + suit for suit in "DHSC" for rank in ("7", "8", "9", "Q", "K", "10", "A", "J"))
"""OpenSpiel's cards by number; its calls follow them."""
CALLS = ("pass", "diamonds", "hearts", "spades", "clubs", "grand", "misere")
DEALT = ((0, 3), (1, 3), (2, 3), (-1, 2), (0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3))
"""In which order OpenSpiel deals: to whom (-1 is the talon), and how many."""

RARE = (
    "passed out",
    *CALLS[1:],
    *(f"declarer {who}" for who in ("first", "second", "third")),
    "misere made",
    "misere lost",
    "all tricks",
    "a Jack put away",
    "the talon left out of the log",
    *(f"illegal move found: {rule}" for rule in ("turn", "hand", "talon", "follow-suit", "deck")),
)


@cache
def rules() -> Any:
    return rulesets.load_ruleset(str(Path(__file__).parent / "skat-as-openspiel.yaml"))


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_skat_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    play_batch("skat", batch, HANDS, RARE, play_hand, record_property)


def play_hand(rng: random.Random, seen: Seen, number: int) -> None:
    Hand(rng, seen).play()


class Hand(HandHere):
    """One hand at both tables, held against each other all the way; OpenSpiel's player `p` is `PLAYERS[p]`."""

    def __init__(self, rng: random.Random, seen: Seen) -> None:
        head = {"game": rules().name, "players": list(PLAYERS), "setup": {"dealer": PLAYERS[-1]}}
        super().__init__(rules(), head, rng, seen)
        self.peer = pyspiel.load_game("skat").new_initial_state()
        self.hands: list[set[str]] = []
        self.declarer = -1
        self.leads: list[str] = []

    def play(self) -> None:
        """Plays the hand."""
        self.deal()
        self.auction()
        if self.declarer >= 0:
            self.put_away()
            while not self.peer.is_terminal():
                self.card()
        self.settle()

    def deal(self) -> None:
        """Deals; now and then the first player gets a hand without a trick in it, or with all of them."""
        rest = self.rng.sample(CARDS, len(CARDS))
        self.kind = self.rng.choice(("", "", "", "low", "high"))
        wanted = {"low": "789", "high": "JA"}.get(self.kind, "")
        rest.sort(key=lambda card: card[0] not in wanted)
        self.hands = [set(rest[place : place + 10]) for place in range(0, 30, 10)]
        talon = set(rest[30:])
        piles = [*map(list, self.hands), list(talon)]
        for to, many in DEALT:
            for _ in range(many):
                self.peer.apply_action(CARDS.index(piles[to].pop()))
        self.happen({"deal": {who: sorted(hand) for who, hand in zip(PLAYERS, self.hands, strict=True)}})
        self.talon = talon

    def legal(self) -> set[str]:
        """What may be done at both tables, and by whom."""
        self.seen["decisions"] += 1
        return self.legal_for(PLAYERS[self.peer.current_player()])

    def auction(self) -> None:
        """Calls until somebody bids."""
        while not self.peer.is_terminal() and self.declarer < 0:
            legal = self.legal()
            assert legal == {CALLS[action - len(CARDS)] for action in self.peer.legal_actions()}
            seat = self.peer.current_player()
            call = {"low": "misere", "high": "grand"}.get(self.kind, self.rng.choice((*CALLS, "pass")))
            self.try_illegal({"by": PLAYERS[(seat + 1) % 3], "bid": call}, "turn")
            self.peer.apply_action(len(CARDS) + CALLS.index(call))
            self.happen({"bid": call})
            if call != "pass":
                self.declarer = seat
                self.seen[call] += 1
                self.seen["declarer " + ("first", "second", "third")[seat]] += 1

    def put_away(self) -> None:
        """The declarer takes the talon and puts two cards away; OpenSpiel asks for one after the other."""
        self.try_illegal({"talon": sorted(self.talon)[:1]}, "talon")
        if self.rng.random() < 0.5:
            self.happen({"talon": sorted(self.talon)})
        else:
            self.seen["the talon left out of the log"] += 1
        held = self.hands[self.declarer] | self.talon
        away: list[str] = []
        for _ in range(2):
            theirs = {CARDS[action] for action in self.peer.legal_actions()}
            assert self.peer.current_player() == self.declarer and theirs == held - {*away}
            away.append(self.rng.choice(sorted(theirs)))
            self.peer.apply_action(CARDS.index(away[-1]))
        if "talon" in self.items[-1]:
            assert self.legal_to_put_away() == held
        self.try_illegal({"put_away": away[:1]}, "talon")
        self.try_illegal({"put_away": [away[0], sorted({*CARDS} - held)[0]]}, "hand")
        self.happen({"put_away": away})
        self.hands[self.declarer] = held - {*away}
        self.seen["a Jack put away"] += any(card[0] == "J" for card in away)

    def legal_to_put_away(self) -> set[str]:
        return self.legal_for(PLAYERS[self.declarer])

    def card(self) -> None:
        """A card: the same player at both tables, with the same choice."""
        legal, seat = self.legal(), self.peer.current_player()
        assert legal == {CARDS[action] for action in self.peer.legal_actions()}
        if barred := sorted(self.hands[seat] - legal):
            self.try_illegal({"play": barred[0]}, "follow-suit")
        elif self.rng.random() < 0.1:
            self.try_illegal({"play": "6C"}, "deck")
        if not self.state.trick:
            self.leads.append(PLAYERS[seat])
        chosen = self.rng.choice(sorted(legal))
        self.peer.apply_action(CARDS.index(chosen))
        self.hands[seat].remove(chosen)
        self.happen({"play": chosen})

    def settle(self) -> None:
        """The hand is over: the same winners and points, and nothing to find in its log."""
        finished = self.state.finished()
        lost = any(trick.winner == self.declarer for trick in finished)
        if self.items[-1].get("play") and len(finished) < 10:
            assert lost and self.seen["misere"]
            self.happen({"rest": PLAYERS[self.declarer]})
        hand = self.state.history[-1]
        misere = hand.contract >= 0 and self.game.rules.auction.calls[hand.contract].name == "misere"
        self.seen["misere lost" if lost else "misere made"] += misere
        self.seen["all tricks"] += not misere and hand.won[self.declarer] == 10
        self.seen["passed out"] += self.declarer < 0
        won = [PLAYERS[trick.winner] for trick in finished]
        assert self.leads[1:] == won[: len(self.leads) - 1]
        points = [round(240 * share) for share in self.peer.returns()]
        assert points == list(hand.points)
        self.require_legal(dict(zip(PLAYERS, points, strict=True)))
