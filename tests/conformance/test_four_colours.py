"""The shipped four-colour game against RLCard's UNO: the same choices, the same player to act, the same cards in the hands.

Both tables play the same random rounds of three or four players. RLCard takes these readings of two rulings: players draw only
if they can play nothing else, and a Wild Four is played only if nothing else can be, not even a Wild. It departs from the usual
rules in this: a card drawn is played at once if its colour fits, or if it is wild, and kept if only its sign fits; a Plus Two
or a wild card that is turned up first means something else, and so does a Turn between two players. Such starters are not
dealt here, and a round is left where RLCard plays a Wild Four that was drawn, without its four cards, or shuffles the card on
top of the pile, too.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from openspiel import PLAYERS
from slowness import slow_where

from referee.rules import rulesets

uno = pytest.importorskip("rlcard.games.uno")
numpy = pytest.importorskip("numpy")

BATCHES, ROUNDS = 140, 30
READINGS = {"wild-four": "without-match", "draw-at-will": "may-not"}
SIGNS = {"skip": "S", "reverse": "T", "draw_2": "P", "wild": "W", "wild_draw_4": "W4"}


def card_id(card: Any) -> str:
    """A card of RLCard as the referee writes it."""
    sign = SIGNS.get(card.trait, card.trait)
    return sign if sign.startswith("W") else f"{card.color.upper()}{sign}"


def notation(action: str) -> str:
    """What RLCard calls a play, as the referee writes it: 'R5', 'W:B', 'draw'."""
    if action == "draw":
        return action
    colour, trait = action.upper().split("-")
    sign = SIGNS.get(trait.lower(), trait)
    return f"{sign}:{colour}" if sign.startswith("W") else f"{colour}{sign}"


class Tables:
    """One round in RLCard (`peer`) and before the referee. RLCard's player 0 is Ann, who begins."""

    def __init__(self, seed: int, seats: int) -> None:
        self.rng = random.Random(seed)
        self.peer = uno.Game(num_players=seats)
        self.peer.np_random = numpy.random.RandomState(seed)
        self.peer.init_game()
        self.round = self.peer.round
        self.game: Any = rulesets.table(rulesets.load_ruleset("four-colours", ruling=READINGS), seats)
        self.players = PLAYERS[:seats]
        self.state = self.game.start(self.players, {"dealer": self.players[-1]}, None)
        self.seen: Counter[str] = Counter()

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), (item, self.game.check(self.state, events[0]))

    def deal(self) -> bool:
        """Deals at both tables; whether they take the first card in the same way."""
        top = self.round.target
        if top.type == "wild" or top.trait == "draw_2":
            return False
        hands = zip(self.players, self.peer.players, strict=True)
        self.happen({"deal": {who: [card_id(card) for card in one.hand] for who, one in hands}})
        self.happen({"face_up": card_id(top)})
        return True

    def act(self) -> bool:
        """The player to act does something at both tables; whether they go on in the same way."""
        seat = self.round.current_player
        assert seat == self.state.turn
        theirs = set(map(notation, self.round.get_legal_actions(self.peer.players, seat)))
        turns = [
            one for one in self.game.options(self.state).legal if "forgot" not in one.item
        ]  # RLCard catches nobody
        ours = {option.notation.removesuffix("!") for option in turns}
        if len(self.peer.players[seat].hand) == 1:  # a last card names no colour here
            theirs = {one.partition(":")[0] for one in theirs}
        if ours - theirs:  # to the referee a Wild matches nothing, so a Wild Four may be played beside it
            assert theirs <= {"W:R", "W:Y", "W:G", "W:B"} and all(one.startswith("W4") for one in ours - theirs)
            self.seen["Wild Four beside a Wild"] += 1
        assert theirs <= ours
        action = self.rng.choice(sorted(self.round.get_legal_actions(self.peer.players, seat)))
        deck = self.peer.dealer.deck
        if len(deck) < 4:
            self.seen["rounds left with an empty stock"] += 1
            return False
        drawn = deck[-1]
        before = [len(one.hand) for one in self.peer.players]
        if action == "draw" and drawn.trait == "wild_draw_4":
            self.seen["rounds left for a Wild Four drawn"] += 1
            return False
        self.peer.step(action)
        self.seen["decisions"] += 1
        if action == "draw":
            self.happen({"draw": [card_id(drawn)]})
            if len(self.peer.players[seat].hand) > before[seat]:
                self.happen({"pass": True})
            else:
                colour = f":{drawn.color.upper()}" * (drawn.type == "wild")
                self.happen({"play": f"{card_id(drawn)}{colour}"})
                self.owed(seat, before)
        else:
            last = before[seat] == 1
            self.happen({"play": notation(action).partition(":")[0] if last else notation(action)})
            self.owed(seat, before)
        return True

    def owed(self, seat: int, before: list[int]) -> None:
        """Somebody else draws what a card makes them draw."""
        for other, one in enumerate(self.peer.players):
            more = len(one.hand) - before[other]
            if other != seat and more > 0:
                self.seen["cards drawn for Plus Two and Wild Four"] += more
                self.happen({"draw": [card_id(card) for card in one.hand[-more:]]})


@pytest.mark.parametrize("batch", slow_where(lambda batch: batch > 0, range(BATCHES)))
def test_four_colours_as_rlcard_plays_them(batch: int, record_property: Any) -> None:
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        tables = Tables(batch * ROUNDS + number, 3 + number % 2)
        alike = tables.deal()
        while alike and not tables.round.is_over:
            hands = [sorted(map(card_id, one.hand)) for one in tables.peer.players]
            ids = tables.game.rules.deck.ids
            assert hands == [sorted(ids[card] for card in hand) for hand in tables.state.hands]
            alike = tables.act()
        if alike:
            seen["rounds"] += 1
            assert tables.state.history[-1].out == tables.round.winner[0]
        seen += tables.seen
    assert seen["rounds"]
    record_property("seen four colours", dict(seen))
