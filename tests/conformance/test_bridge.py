"""The shipped Bridge against OpenSpiel's: the same calls and cards at every decision, the same players to act, trick winners,
and duplicate scores, with every dealer and vulnerability. Nothing is explained away: the two must agree throughout.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from openspiel import HEARTS, PLAYERS, dealt
from slowness import one_in

import referee
from referee import source
from referee.judging.log import make_log
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, BOARDS = 10, 210
CALLS = (*(f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")),)
ACTIONS = {52: "pass", 53: "double", 54: "redouble", **{55 + place: bid for place, bid in enumerate(CALLS)}}
"""OpenSpiel's actions for calls; those for cards are numbers below 52, as in its Hearts."""
CARDS = {card: number for number, card in enumerate(HEARTS)}
CALLED = {call: action for action, call in ACTIONS.items()}

RARE = (
    "passed out",
    "contract doubled",
    "contract redoubled",
    "contract made",
    "contract made, doubled",
    "contract made, redoubled",
    "contract failed",
    "contract failed, doubled",
    "contract failed, redoubled",
    "declarer's side vulnerable",
    "declarer's side not vulnerable",
    "declarer is not the last bidder",
    "small slam made",
    "grand slam made",
    "overtricks",
    "no trump",
    *(f"illegal move found: {rule}" for rule in ("higher", "doubles", "turn", "follow-suit", "dummy", "hand")),
)


@cache
def rules() -> Any:
    return rulesets.load_ruleset("bridge")


@cache
def peer_game(dealer: int, dealer_vul: bool, others_vul: bool) -> Any:
    options = {
        "dealer": dealer,
        "dealer_vul": dealer_vul,
        "non_dealer_vul": others_vul,
        "use_double_dummy_result": False,
    }
    return pyspiel.load_game("bridge", options)


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_bridge_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"bridge {batch}")
    seen = Counter(dict.fromkeys(RARE, 0))
    for number in range(BOARDS):
        Board(rng, seen, number).play()
        seen["boards"] += 1
    print(*(f"{number:>8}  {what}" for what, number in sorted(seen.items())), sep="\n")
    record_property("seen bridge", dict(seen))
    assert [what for what in RARE if not seen[what]] == []


class Board:
    """One board at both tables, held against each other all the way; OpenSpiel's player `p` is `PLAYERS[p]`."""

    def __init__(self, rng: random.Random, seen: Counter[str], number: int) -> None:
        self.rng, self.seen = rng, seen
        dealer, self.vul = number % 4, (bool(number & 4), bool(number & 8))
        self.peer = peer_game(dealer, *self.vul).new_initial_state()
        self.dealer = dealer
        vulnerable = [name for seat, name in enumerate(PLAYERS) if self.vul[(seat - dealer) % 2]]
        self.head = {
            "game": "bridge",
            "players": list(PLAYERS),
            "setup": {"dealer": PLAYERS[dealer], "vulnerable": vulnerable},
        }
        self.game: Any = rulesets.table(rules(), 4)
        self.state = self.game.start(PLAYERS, self.head["setup"], None)
        self.items: list[dict[str, Any]] = []
        self.leads: list[str] = []
        self.strength = rng.random()

    def play(self) -> None:
        """Plays the board."""
        self.deal()
        while not self.peer.is_terminal():
            self.move()
        self.settle()

    def deal(self) -> None:
        """Deals; in every third board one side has nearly all high cards, so that slams are made."""
        fixed: Mapping[int, list[str]] = {}
        if self.rng.random() < 0.35:
            high = list(HEARTS[-26:] if self.rng.random() < 0.5 else HEARTS[-30:-2])
            self.rng.shuffle(high)
            first = self.rng.randrange(2)
            fixed = {first: high[:13], first + 2: high[13:26]}
        hands = dealt(self.rng, fixed)
        for place in range(13):
            for hand in hands:
                self.peer.apply_action(CARDS[hand[place]])
        self.happen({"deal": dict(zip(PLAYERS, hands, strict=True))})
        self.high_side = next(iter(fixed), -1)

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), item
        self.items.append(item)

    def move(self) -> None:
        """A call or a card: the same player at both tables, with the same choice."""
        rng, peer = self.rng, self.peer
        options = self.game.options(self.state)
        legal = {option.notation for option in options.legal}
        theirs = {ACTIONS.get(action) or HEARTS[action] for action in peer.legal_actions()}
        assert legal == theirs
        assert options.player == PLAYERS[peer.current_player()]
        self.seen["decisions"] += 1
        if rng.random() < 0.05:
            self.try_illegal(legal)
        chosen = self.call(legal) if "pass" in legal else self.card(legal)
        if "pass" not in legal and not self.state.trick:
            self.leads.append(
                PLAYERS[peer.current_player()] if self.state.turn != self.state.dummy else PLAYERS[self.state.dummy]
            )
        opening = "pass" not in legal and not self.state.trick and not self.state.tricks
        item: dict[str, Any] = {"bid": chosen} if "pass" in legal else {"play": chosen}
        if rng.random() < 0.2:
            item["by"] = options.player
        peer.apply_action((CALLED if "pass" in legal else CARDS)[chosen])
        self.happen(item)
        if opening and rng.random() < 0.5:
            dummy = self.state.dummy
            self.happen({"dummy": rules().deck.names(self.state.hands[dummy])})

    def call(self, legal: set[str]) -> str:
        """A call at random: mostly passes, doubles where there are any, and low bids."""
        rng = self.rng
        doubles = [call for call in ("double", "redouble") if call in legal]
        if doubles and rng.random() < 0.4:
            return rng.choice(doubles)
        seat = self.peer.current_player()
        if self.high_side >= 0 and seat % 2 != self.high_side:
            return "pass"
        bids = [call for call in CALLS if call in legal]
        if not bids or rng.random() < 0.3 + 0.5 * self.strength:
            return "pass"
        if self.high_side >= 0:
            low = [bid for bid in bids if bid[0] != "7"]
            return rng.choice(low if low and rng.random() < 0.9 else bids)
        return rng.choice(bids[:8] if rng.random() < 0.9 else bids)

    def card(self, legal: set[str]) -> str:
        """A card at random; the strong side takes what it can."""
        cards = sorted(legal, key=CARDS.__getitem__)
        if self.high_side >= 0:
            return cards[-1] if self.state.turn % 2 == self.high_side else cards[0]
        return self.rng.choice(cards)

    def try_illegal(self, legal: set[str]) -> None:
        """Tries something illegal before the referee."""
        rng, state = self.rng, self.state
        actor = self.game.options(state).player
        if "pass" in legal:
            barred = [call for call in ACTIONS.values() if call not in legal]
            if rng.random() < 0.3:
                other = rng.choice([name for name in PLAYERS if name != actor])
                self.finds({"by": other, "bid": "pass"}, "turn")
                return
            doubles = [call for call in ("double", "redouble") if call in barred]
            call = rng.choice(doubles if rng.random() < 0.5 else barred)
            self.finds({"bid": call}, "doubles" if call.endswith("double") else "higher")
            return
        if state.turn == state.dummy and rng.random() < 0.5:
            self.finds({"by": PLAYERS[state.dummy], "play": rng.choice(sorted(legal))}, "dummy")
            return
        held = set(rules().deck.names(state.hands[state.turn]))
        if held - legal:
            self.finds({"play": rng.choice(sorted(held - legal))}, "follow-suit")
            return
        self.finds({"play": rng.choice(sorted(set(HEARTS) - held))}, "hand")

    def finds(self, item: dict[str, Any], rule: str) -> None:
        """Asserts that the referee finds one thing in this as the next move: it breaks `rule`."""
        events = self.game.read(self.state, item)
        assert [fault.rule for fault in self.game.check(self.state, events[0])] == [rule], item
        self.seen[f"illegal move found: {rule}"] += 1

    def settle(self) -> None:
        """The board is over: the same winners and scores, and nothing to find in its log."""
        hand, state = self.state.history[-1], self.state
        scores = {name: int(points) for name, points in zip(PLAYERS, self.peer.returns(), strict=True)}
        assert dict(zip(PLAYERS, hand.points, strict=True)) == scores
        winners = [PLAYERS[trick.winner] for trick in state.finished()]
        assert winners[:12] == self.leads[1:]
        self.note(hand)
        calls = [item["bid"] for item in self.items if "bid" in item]
        cards = [item["play"] for item in self.items if "play" in item]
        tricks = [{"trick": cards[at : at + 4]} for at in range(0, len(cards), 4)]
        last = {**(tricks or [{"bids": calls}])[-1], "expect": {"score": scores}}
        short = [self.items[0], {"bids": calls}, *tricks[:-1], last] if tricks else [self.items[0], last]
        ends = [self.judged(self.items), self.judged(short), self.judged(short[1:])]
        assert ends[0] == ends[1] == (hand, [*state.scores])
        assert ends[2] == ends[0]

    def judged(self, items: list[dict[str, Any]]) -> Any:
        """How the hand ended by a log of these items, in which nothing is to be found."""
        verdict = referee.judge(
            make_log(source.parse(json.dumps({**self.head, "events": items}), "board.json")), rules()
        )
        assert (verdict.status, verdict.findings, verdict.complaints) == ("legal", [], [])
        return verdict.table.state.history[-1], [*verdict.table.state.scores]

    def note(self, hand: Any) -> None:
        """Counts what was rare about the board."""
        seen = self.seen
        if hand.contract < 0:
            seen["passed out"] += 1
            return
        contract = rules_call(hand.contract)
        level, strain = int(contract[0]), contract[1:]
        over = hand.won[hand.declarer] + hand.won[(hand.declarer + 2) % 4] - 6 - level
        doubled = {1: "", 2: ", doubled", 4: ", redoubled"}[hand.doubled]
        seen[f"contract {doubled[2:] or 'not doubled'}"] += 1
        seen[f"contract {'made' if over >= 0 else 'failed'}{doubled}"] += 1
        seen["overtricks"] += over > 0
        seen["no trump"] += strain == "NT"
        seen["small slam made"] += level == 6 and over >= 0
        seen["grand slam made"] += level == 7 and over >= 0
        vulnerable = self.vul[(hand.declarer - self.dealer) % 2]
        seen[f"declarer's side {'' if vulnerable else 'not '}vulnerable"] += 1
        last = next(seat for seat, call in reversed(hand.calls) if call == hand.contract)
        seen["declarer is not the last bidder"] += last != hand.declarer


def rules_call(call: int) -> str:
    """The name of a call."""
    return str(rulesets.table(rules(), 4).rules.auction.calls[call].name)
