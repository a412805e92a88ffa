"""The shipped Belote with the auction of contrée against colver's: the same calls and cards at every decision, the same players
to act, trick winners and points.

colver counts belote by itself; here it is declared with the first of the two cards. There a redoubled contract counts three
times, nobody has to play a trump below another, and a contract is made with the number that was bid: these are readings here.
What it does otherwise is to give belote to whoever takes all the points; by the rules (pagat.com/jass/belote.html) it always
stays with its holder. And all tricks against a contract count 162 there as any others, and 252 here, as all tricks do for the
side that bid.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from one_hand import HandHere, Seen, play_batch
from openspiel import PLAYERS
from slowness import one_in

from referee.rules import rulesets

colver = pytest.importorskip("colver")

BATCHES, HANDS = 8, 150
RANKS = ("7", "8", "9", "J", "Q", "K", "10", "A")
CARDS = tuple(rank + suit for suit in "SHDC" for rank in RANKS)
"""colver's cards by number."""
LEVELS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 250)
CALLS = ("pass", *(f"{level}{suit}" for level in LEVELS for suit in "SHDC"), "double", "redouble")
"""Its calls by number; 250 is a bid of all tricks."""
BIDDING = 0
RULING = {"redoubled": "three", "undertrump": "free", "majority": "not-needed"}
RARE = (
    "passed out",
    "made",
    "lost",
    "doubled",
    "redoubled",
    "all tricks bid",
    "all tricks",
    "belote",
    "belote of the losers",
    "all tricks against the contract",
    *(
        f"illegal move found: {rule}"
        for rule in ("auction", "higher", "doubles", "follow-suit", "must-trump", "must-beat", "hand")
    ),
)


@cache
def rules() -> Any:
    return rulesets.load_ruleset("belote", variants=["contree"], ruling=RULING)


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_contree_as_colver_plays_it(batch: int, record_property: Any) -> None:
    play_batch("contree", batch, HANDS, RARE, play_hand, record_property)


def play_hand(rng: random.Random, seen: Seen, number: int) -> None:
    Hand(rng, seen, number % 10 == 0).play()


class Hand(HandHere):
    """One hand at both tables, held against each other all the way; colver's player `p` is `PLAYERS[-p % 4]`, since play goes
    round counterclockwise here. `strong` gives the first player all Spades."""

    def __init__(self, rng: random.Random, seen: Seen, strong: bool) -> None:
        self.dealer = rng.randrange(4)
        head = {
            "game": "belote",
            "variants": ["contree"],
            "ruling": RULING,
            "players": list(PLAYERS),
            "setup": {"dealer": name_of(self.dealer)},
        }
        super().__init__(rules(), head, rng, seen)
        cards = list(range(32))
        rng.shuffle(cards)
        if strong:
            cards.sort(key=lambda card: CARDS[card][-1] != "S")
        self.hands = [{CARDS[card] for card in cards[player * 8 : player * 8 + 8]} for player in range(4)]
        dealt = [sorted(cards[player * 8 : player * 8 + 8]) for player in range(4)]
        self.peer = colver.Env.deal_with_hands(self.dealer, dealt)
        self.strong = strong
        self.leads: list[str] = []

    def play(self) -> None:
        """Plays the hand."""
        self.happen({"deal": {name_of(player): sorted(self.hands[player]) for player in range(4)}})
        while not self.peer.is_terminal() and self.peer.phase() == BIDDING:
            self.call()
        while not self.peer.is_terminal():
            self.card()
        self.settle()

    def legal(self) -> set[str]:
        """What may be done at the referee's table, by whoever acts at both, except declarations."""
        return self.legal_for(name_of(self.peer.current_player()))

    def call(self) -> None:
        """A call, the same at both tables."""
        legal = self.legal()
        assert legal == {CALLS[action] for action in self.peer.legal_actions()}
        barred = sorted(set(CALLS) - legal)
        if self.state.doubled > 1:
            if self.game.rules.auction.calls[self.state.contract].level < 250:
                self.try_illegal({"bid": "250H"}, "auction")
        elif barred:
            call = self.rng.choice(barred)
            self.try_illegal({"bid": call}, "doubles" if call in ("double", "redouble") else "higher")
        bids = sorted(legal - {"pass", "double", "redouble"}, key=CALLS.index)
        chosen = "pass"
        if {"double", "redouble"} & legal and self.rng.random() < 0.3:
            chosen = sorted({"double", "redouble"} & legal)[0]
        elif self.strong and self.peer.current_player() == 0 and "250S" in legal:
            chosen = "250S"
        elif bids and self.rng.random() < 0.4:
            chosen = self.rng.choice(bids[:12])
        self.peer.step(CALLS.index(chosen))
        self.happen({"bid": chosen})

    def card(self) -> None:
        """A card: the same player at both tables, with the same choice."""
        player = self.peer.current_player()
        legal = self.legal()
        assert legal == {CARDS[action] for action in self.peer.legal_actions()}
        held = self.hands[player]
        barred = sorted(held - legal)
        if barred:
            self.try_illegal({"play": self.rng.choice(barred)}, "follow-suit", "must-trump", "must-beat")
        elif self.rng.random() < 0.2:
            self.try_illegal({"play": self.rng.choice(sorted(set(CARDS) - held))}, "hand")
        if not self.state.trick:
            self.leads.append(name_of(player))
        chosen = self.rng.choice(sorted(legal))
        trump = self.state.trump
        pair = {rank + self.game.rules.suits[trump] for rank in "KQ"}
        if chosen in pair and pair <= held:
            self.happen({"by": name_of(player), "declare": "belote"})
            self.seen["belote"] += 1
        self.peer.step(CARDS.index(chosen))
        held.remove(chosen)
        self.happen({"play": chosen})

    def settle(self) -> None:
        """The hand is over: the same winners and points, and nothing to find in its log."""
        hand = self.state.history[-1]
        contract = self.peer.get_contract()
        self.seen["passed out"] += hand.contract < 0
        won = [PLAYERS[trick.winner] for trick in self.state.finished()]
        assert self.leads[1:] == won[: len(self.leads) - 1]
        sides = [round(points) for points in self.peer.rewards()]
        for side, belote in enumerate(self.peer.get_belote()):
            if belote and not sides[side]:
                self.seen["belote of the losers"] += 1
                sides[side] += 20
                sides[1 - side] -= 20
        other = 1 - contract["team"]
        if hand.contract >= 0 and self.peer.get_tricks_won()[other] == 8:
            self.seen["all tricks against the contract"] += 1
            sides[other] += 90
        points = sides * 2
        score = {name_of(player): points[player] for player in range(4)}
        assert [score[who] for who in PLAYERS] == list(hand.points), (contract, points)
        if hand.contract >= 0:
            self.seen["doubled"] += hand.doubled == 2
            self.seen["redoubled"] += hand.doubled == 4
            self.seen["all tricks bid"] += contract["value"] == 250
            self.seen["all tricks"] += 8 in self.peer.get_tricks_won()
            self.seen["made" if points[contract["team"]] > contract["value"] else "lost"] += 1
        self.require_legal(score)


def name_of(player: int) -> str:
    """The name of a player of colver at the referee's table."""
    return PLAYERS[-player % 4]
