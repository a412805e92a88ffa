"""The shipped Schnapsen against the PyPI package `schnapsen` 0.0.5: the same cards, marriages and exchanges at every decision,
the same players to act, trick winners, points in tricks and points of the hand.

The package pins an old release of click, which referee does not run with, so it is not in the extra `conformance`; it comes
with `pip install --no-deps schnapsen==0.0.5`. Nobody closes the stock there, and a hand ends by itself as soon as the winner of
a trick has 66: here that player says `enough`. The Jack is exchanged as long as there is a stock, as in the variant
`last-two`.

What it does otherwise, each by pagat.com/marriage/schnaps.html:

- after a marriage it leads the King, though the Queen may be led as well;
- the points of a marriage count there with the next trick that its player wins, though they count at once if one was won
  before: so the loser of a hand may have 33 here, and the hand is worth one point and not two.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from one_hand import HandHere, Seen, play_batch
from slowness import one_in

from referee.rules import rulesets

game = pytest.importorskip("schnapsen.game")

BATCHES, HANDS = 4, 300
PLAYERS = ("Ann", "Ben")
RANKS = {"ACE": "A", "TEN": "10", "KING": "K", "QUEEN": "Q", "JACK": "J"}
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
RULING = {"first-lead": "at-once"}
RARE = (
    "marriage",
    "exchange",
    "exchange with two cards in the stock",
    "enough",
    "last trick",
    "one point",
    "two points",
    "three points",
    "a marriage of the loser that counts only here",
    *(f"illegal move found: {rule}" for rule in ("follow-suit", "must-trump", "must-beat", "hand")),
)


@cache
def rules() -> Any:
    return rulesets.load_ruleset("schnapsen", variants=["last-two"], ruling=RULING)


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_schnapsen_as_the_package_plays_it(batch: int, record_property: Any) -> None:
    play_batch("schnapsen", batch, HANDS, RARE, play_hand, record_property)


def play_hand(rng: random.Random, seen: Seen, number: int) -> None:
    Hand(rng, seen).play()


def name_of_card(card: Any) -> str:
    """A card of the package as a log writes it."""
    return RANKS[card.rank.name] + card.suit.name[0]


class Seat(game.Bot):
    """A player at the package's table, who asks ours what to do."""

    def __init__(self, hand: Hand, name: str) -> None:
        super().__init__(name)
        self.hand = hand
        self.who = name

    def get_move(self, perspective: Any, leader_move: Any) -> Any:
        """The move that is made at both tables."""
        return self.hand.move(self.who, perspective.valid_moves(), leader_move)


class Hand(HandHere):
    """One hand at both tables, held against each other all the way; Ann leads first."""

    def __init__(self, rng: random.Random, seen: Seen) -> None:
        head = {
            "game": "schnapsen",
            "variants": ["last-two"],
            "ruling": RULING,
            "players": list(PLAYERS),
            "setup": {"dealer": "Ben"},
        }
        super().__init__(rules(), head, rng, seen)
        self.engine = game.SchnapsenGamePlayEngine()
        cards = self.engine.deck_generator.shuffle_deck(self.engine.deck_generator.get_initial_deck(), rng)
        hands = self.engine.hand_generator.generateHands(cards)
        leader = game.BotState(implementation=Seat(self, "Ann"), hand=hands[0])
        follower = game.BotState(implementation=Seat(self, "Ben"), hand=hands[1])
        self.peer = game.GameState(leader=leader, follower=follower, talon=hands[2], previous=None)
        self.declared = dict.fromkeys(PLAYERS, 0)

    def play(self) -> None:
        """Plays the hand."""
        both = {"Ann": self.peer.leader.hand, "Ben": self.peer.follower.hand}
        self.happen({"deal": {who: sorted(map(name_of_card, hand)) for who, hand in both.items()}})
        self.happen({"turn": name_of_card(self.peer.talon.trump_card())})
        won = None
        while won is None:
            self.trick()
            won = self.engine.trick_scorer.declare_winner(self.peer)
        self.settle(won[1])

    def trick(self) -> None:
        """A trick at both tables, or an exchange, and what is drawn after it."""
        before = self.peer
        self.peer = self.engine.trick_implementer.play_trick(self.engine, before)
        if self.peer.previous.trick.is_trump_exchange():
            return
        held = len(self.peer.leader.hand.get_cards()) == len(before.leader.hand.get_cards())
        if held:  # a card was drawn by each
            assert PLAYERS[self.state.leader] == self.leader()
            for one in (self.peer.leader, self.peer.follower):
                old = before.leader if before.leader.implementation is one.implementation else before.follower
                (drawn,) = set(one.hand.get_cards()) - set(old.hand.get_cards())
                self.happen({"by": one.implementation.who, "draw": name_of_card(drawn)})

    def leader(self) -> str:
        """Who leads at the package's table."""
        who: str = self.peer.leader.implementation.who
        return who

    def move(self, who: str, moves: list[Any], leader_move: Any) -> Any:
        """A move of the player to act, one of those that both tables allow."""
        options = self.game.options(self.state)
        assert options.player == who
        said = {option.notation for option in options.legal if f"{who} declares " in option.notation}
        said -= {f"{who} declares close", f"{who} declares enough"}
        plain = {name_of_card(move.cards[0]): move for move in moves if move.is_regular_move()}
        assert self.legal_for(who) == set(plain)
        others = {self.say(move): move for move in moves if not move.is_regular_move()}
        assert said == {f"{who} declares {what}" for what in others}
        self.try_what_is_barred(who, set(plain))
        if others and self.rng.random() < 0.6:
            what = self.rng.choice(sorted(others))
            return self.declare(who, what, others[what])
        card = self.rng.choice(sorted(plain))
        self.happen({"play": card})
        return plain[card]

    def say(self, move: Any) -> str:
        """A marriage or an exchange as a log writes it."""
        if move.is_marriage():
            return f"marriage {move.suit.name[0]}"
        return "exchange"

    def declare(self, who: str, what: str, move: Any) -> Any:
        """A marriage, with the King that is led, or an exchange."""
        stock = self.state.stock
        self.happen({"by": who, "declare": what})
        if what == "exchange":
            self.seen["exchange"] += 1
            self.seen["exchange with two cards in the stock"] += stock == 2
            return move
        self.seen["marriage"] += 1
        suit = what[-1]
        assert self.legal_for(who) == {f"Q{suit}", f"K{suit}"}
        self.declared[who] += 40 if suit == self.game.rules.suits[self.state.trump] else 20
        self.happen({"play": f"K{suit}"})
        return move

    def try_what_is_barred(self, who: str, legal: set[str]) -> None:
        """Now and then a card is tried that may not be played, or one that is not in the hand."""
        held = set(map(name_of_card, self.peer.leader.hand))
        if who != self.leader():
            held = set(map(name_of_card, self.peer.follower.hand))
        barred = sorted(held - legal)
        for card in barred:
            self.try_illegal({"play": card}, "follow-suit", "must-trump", "must-beat")
        if not barred and self.rng.random() < 0.2:
            every = {rank + suit for rank in POINTS for suit in "CDHS"}
            self.try_illegal({"play": self.rng.choice(sorted(every - held))}, "hand")

    def settle(self, points: int) -> None:
        """The hand is over: the same points in tricks, the same winner and worth, and nothing to find in its log."""
        winner = self.leader()
        loser = self.peer.follower
        tricks_over = self.peer.are_all_cards_played()
        if tricks_over:
            self.seen["last trick"] += 1
        else:
            self.happen({"by": winner, "declare": "enough"})
            self.seen["enough"] += 1
            pips = sum(POINTS[RANKS[card.rank.name]] for card in loser.won_cards)
            if points == 2 and pips + self.declared[loser.implementation.who] >= 33:
                self.seen["a marriage of the loser that counts only here"] += 1
                points = 1
        hand = self.state.history[-1]
        for one in (self.peer.leader, self.peer.follower):
            pips = sum(POINTS[RANKS[card.rank.name]] for card in one.won_cards)
            assert hand.counts[0][PLAYERS.index(one.implementation.who)] == pips
        score = {who: points * (who == winner) for who in PLAYERS}
        assert [score[who] for who in PLAYERS] == list(hand.points)
        self.seen[("one point", "two points", "three points")[points - 1]] += 1
        self.require_legal(score)
