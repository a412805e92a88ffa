"""The shipped Schieber against jass-kit's: the same choices of trump and cards at every decision, the same players to act,
trick winners and points.

jass-kit knows no declarations and no match: what these are worth stands beside. In a trick with two trumps it forbids only
those below the lower of them; by the rules (pagat.com/jass/schieber.html) nobody plays below the highest. That is all it
allows more.
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

numpy = pytest.importorskip("numpy")
pytest.importorskip("jass")

BATCHES, HANDS = 8, 150
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6")
CARDS = tuple(rank + suit for suit in "DHSC" for rank in RANKS)
"""jass-kit's cards by number."""
CHOICES = ("D", "H", "S", "C", "obenabe", "undenufe")
"""Its choices of trump by number."""
PUSH = 10
TRUMPS = ("6", "7", "8", "10", "Q", "K", "A", "9", "J")
RARE = (
    "pushed",
    *CHOICES,
    "match",
    "trumped twice",
    "jass-kit allows an undertrump",
    "the Jack kept back",
    *(f"illegal move found: {rule}" for rule in ("nobody", "turn", "follow-suit", "never-undertrump", "hand")),
)


@cache
def rules() -> Any:
    return rulesets.load_ruleset("schieber")


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_schieber_as_jass_kit_plays_it(batch: int, record_property: Any) -> None:
    play_batch("schieber", batch, HANDS, RARE, play_hand, record_property)


def play_hand(rng: random.Random, seen: Seen, number: int) -> None:
    Hand(rng, seen, number % 10 == 0).play()


class Hand(HandHere):
    """One hand at both tables, held against each other all the way; jass-kit's player `p` is `PLAYERS[p]`. `strong` gives
    the first player most of the high cards."""

    def __init__(self, rng: random.Random, seen: Seen, strong: bool) -> None:
        from jass.game.game_sim import GameSim
        from jass.game.rule_schieber import RuleSchieber

        self.dealer = rng.randrange(4)
        setup = {"dealer": PLAYERS[self.dealer]}
        super().__init__(rules(), {"game": "schieber", "players": list(PLAYERS), "setup": setup}, rng, seen)
        self.strong = strong
        self.rule = RuleSchieber()
        self.peer = GameSim(self.rule)

    def play(self) -> None:
        """Plays the hand."""
        self.deal()
        self.choose()
        while not self.peer.is_done():
            self.card()
        self.settle()

    def deal(self) -> None:
        """Deals nine cards to everybody."""
        cards = list(range(36))
        self.rng.shuffle(cards)
        if self.strong:
            cards.sort(key=lambda card: CARDS[card][-1] != "H")
        hands = numpy.zeros((4, 36), dtype=numpy.int32)
        dealt = {}
        for player in range(4):
            own = cards[player * 9 : player * 9 + 9]
            hands[player, own] = 1
            dealt[PLAYERS[player]] = [CARDS[card] for card in own]
        self.peer.init_from_cards(hands, self.dealer)
        self.happen({"deal": dealt})

    def legal(self) -> set[str]:
        """What may be done at the referee's table, by whoever acts at both, except declarations."""
        return self.legal_for(PLAYERS[self.peer.state.player])

    def choose(self) -> None:
        """Forehand chooses or pushes, and then the partner chooses."""
        player = self.peer.state.player
        assert self.legal() == {*CHOICES, "pass"}
        if self.rng.random() < 0.4:
            self.peer.action_trump(PUSH)
            self.try_illegal({"by": PLAYERS[(player + 1) % 4], "bid": "H"}, "turn")
            self.happen({"bid": "pass"})
            self.try_illegal({"bid": "pass"}, "nobody")
            self.seen["pushed"] += 1
            assert self.legal() == {*CHOICES}
        choice = self.rng.randrange(6)
        self.seen[CHOICES[choice]] += 1
        self.peer.action_trump(choice)
        self.happen({"bid": CHOICES[choice]})

    def card(self) -> None:
        """A card: the same player at both tables, with the same choice."""
        peer = self.peer.state
        allowed = self.rule.get_valid_cards_from_state(peer)
        theirs = {CARDS[number] for number in range(36) if allowed[number]}
        held = {CARDS[number] for number in range(36) if peer.hands[peer.player, number]}
        below = self.below_the_highest_trump(theirs)
        legal = self.legal()
        assert legal == theirs - below
        self.seen["jass-kit allows an undertrump"] += bool(below)
        barred = sorted(held - legal)
        if barred:
            self.try_illegal({"play": barred[0]}, self.barring(barred[0]))
        else:
            others = sorted(set(CARDS) - held)
            self.try_illegal({"play": self.rng.choice(others)}, "hand")
        chosen = self.rng.choice(sorted(legal))
        led = [CARDS[card] for card in peer.current_trick[: peer.nr_cards_in_trick]]
        trump = CHOICES[peer.trump]
        if led and led[0][-1] == trump and f"J{trump}" in held and chosen[-1] != trump:
            self.seen["the Jack kept back"] += 1
        self.peer.action_play_card(CARDS.index(chosen))
        self.happen({"play": chosen})

    def below_the_highest_trump(self, cards: set[str]) -> set[str]:
        """The trumps that jass-kit allows below the highest of two on the table, to a player who holds other cards."""
        peer = self.peer.state
        trump = CHOICES[peer.trump]
        laid = [CARDS[card] for card in peer.current_trick[: peer.nr_cards_in_trick]]
        trumps = [TRUMPS.index(card[:-1]) for card in laid if card[-1] == trump]
        if len(trumps) < 2 or laid[0][-1] == trump:
            return set()
        self.seen["trumped twice"] += 1
        held = {CARDS[number] for number in range(36) if peer.hands[peer.player, number]}
        if all(card[-1] == trump for card in held):
            return set()
        return {card for card in cards if card[-1] == trump and TRUMPS.index(card[:-1]) < max(trumps)}

    def barring(self, card: str) -> str:
        """The rule that bars a card in the hand: a trump may always be played but below another."""
        if card[-1] == CHOICES[self.peer.state.trump]:
            return "never-undertrump"
        return "follow-suit"

    def settle(self) -> None:
        """The hand is over: the same winners and points, and nothing to find in its log."""
        peer = self.peer.state
        winners = [PLAYERS[int(winner)] for winner in peer.trick_winner]
        assert winners == [PLAYERS[trick.winner] for trick in self.state.finished()]
        points = [int(number) for number in peer.points]
        tricks = sum(int(winner) % 2 == 0 for winner in peer.trick_winner)
        if tricks in (0, 9):
            points[tricks == 0] += 100
            self.seen["match"] += 1
        self.require_legal(dict(zip(PLAYERS, points * 2, strict=True)))
