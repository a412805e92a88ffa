"""The shipped Euchre against OpenSpiel's, with and without a lone defender and a dealer who must name trump: the same calls and
cards at every decision, the same players to act, trick winners and points.

In OpenSpiel players say whether to play alone once the dealer has put a card away; here that is said with the bid, and by a
defender before the card is put away. A dealer who sits out puts no card away here, since it would never be seen.
OpenSpiel's points add up to nothing: what a side scores the other loses.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from openspiel import PLAYERS
from slowness import one_in

import referee
from referee import source
from referee.judging.log import make_log
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, HANDS = 8, 300
RANKS = ("9", "10", "J", "Q", "K", "A")
CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
"""OpenSpiel's cards: card `c` is action `c`."""
PASS, SUITS, ALONE, TOGETHER = 24, dict(zip("CDHS", range(25, 29), strict=True)), 29, 30
DEFENDS = "defends_alone"
OPTIONS = [(lone, stick) for lone in (False, True) for stick in (False, True)]

RARE = (
    "passed out",
    "ordered up",
    "named in the second round",
    "maker alone",
    "defender alone",
    "both alone",
    "march",
    "march alone",
    "euchred",
    "euchred by a lone defender",
    "left bower played",
    "left bower wins",
    "the dealer had to name trump",
    "the dealer sits out",
    *(f"illegal move found: {rule}" for rule in ("bid-only", "nobody", "turn", "follow-suit", "hand", "turned")),
)


@cache
def rules(lone: bool, stick: bool) -> Any:
    variants = [*["lone-defender"] * lone, *["stick-the-dealer"] * stick]
    return rulesets.load_ruleset("euchre", variants=variants, ruling={"put-away": "another"})


@cache
def peer_game(lone: bool, stick: bool) -> Any:
    return pyspiel.load_game("euchre", {"allow_lone_defender": lone, "stick_the_dealer": stick})


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_euchre_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"euchre {batch}")
    seen = Counter(dict.fromkeys(RARE, 0))
    for number in range(HANDS):
        Hand(rng, seen, number).play()
        seen["hands"] += 1
    print(*(f"{number:>8}  {what}" for what, number in sorted(seen.items())), sep="\n")
    record_property("seen euchre", dict(seen))
    assert [what for what in RARE if not seen[what]] == []


class Hand:
    """One hand at both tables, held against each other all the way; OpenSpiel's player `p` is `PLAYERS[p]`."""

    def __init__(self, rng: random.Random, seen: Counter[str], number: int) -> None:
        self.rng, self.seen = rng, seen
        self.lone, self.stick = OPTIONS[number % 4]
        self.peer = peer_game(self.lone, self.stick).new_initial_state()
        self.dealer = rng.randrange(4)
        self.peer.apply_action(self.dealer)
        self.head = {
            "game": "euchre",
            "players": list(PLAYERS),
            "variants": [*["lone-defender"] * self.lone, *["stick-the-dealer"] * self.stick],
            "ruling": {"put-away": "another"},
            "setup": {"dealer": PLAYERS[self.dealer]},
        }
        self.rules = rules(self.lone, self.stick)
        self.game: Any = rulesets.table(self.rules, 4)
        self.state = self.game.start(PLAYERS, self.head["setup"], None)
        self.items: list[dict[str, Any]] = []
        self.leads: list[str] = []
        self.eager = rng.random()
        self.alone = False

    def play(self) -> None:
        """Plays the hand."""
        self.deal()
        while self.state.phase == "bid" and not self.peer.is_terminal():
            self.call()
        if self.state.phase == "put_away":
            self.put_away()
        elif self.peer_awaits_a_card_away():
            self.seen["the dealer sits out"] += 1
            self.peer.apply_action(self.rng.choice(self.peer.legal_actions()))
        self.say_alone()
        while not self.peer.is_terminal():
            self.card()
        self.settle()

    def deal(self) -> None:
        """Deals, and turns a card up."""
        cards = list(CARDS)
        self.rng.shuffle(cards)
        hands = [cards[seat * 5 : seat * 5 + 5] for seat in range(4)]
        for place in range(20):
            self.peer.apply_action(CARDS.index(hands[(self.dealer + place) % 4][place // 4]))
        self.peer.apply_action(CARDS.index(cards[20]))
        self.happen({"deal": dict(zip(PLAYERS, hands, strict=True))})
        self.happen({"turn": cards[20]})

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), item
        self.items.append(item)

    def options(self) -> tuple[str, set[str]]:
        """Who is to act at the referee's table, and what may be done."""
        options = self.game.options(self.state)
        return options.player, {option.notation for option in options.legal}

    def call(self) -> None:
        """A call, the same at both tables; whether to play alone is for OpenSpiel to hear later."""
        rng, (player, legal) = self.rng, self.options()
        if self.state.answers >= 0:
            assert legal == {"pass", DEFENDS}
            chosen = DEFENDS if rng.random() < 0.3 else "pass"
            self.happen({"bid": chosen, "by": player})
            return
        assert player == PLAYERS[self.peer.current_player()]
        theirs = {"pass"} if PASS in self.peer.legal_actions() else set[str]()
        theirs |= {
            f"{suit}{how}"
            for suit, action in SUITS.items()
            for how in ("", " alone")
            if action in self.peer.legal_actions()
        }
        assert legal == theirs
        if rng.random() < 0.1:
            self.try_a_call(player, legal)
        bids = sorted(legal - {"pass"})
        passes = "pass" in legal and rng.random() > self.eager / 2
        chosen = "pass" if passes else rng.choice(bids)
        self.seen["the dealer had to name trump"] += "pass" not in legal
        self.alone = chosen.endswith("alone")
        self.peer.apply_action(PASS if chosen == "pass" else SUITS[chosen[0]])
        self.happen({"bid": chosen})

    def try_a_call(self, player: str, legal: set[str]) -> None:
        """A call that is illegal."""
        rng = self.rng
        if rng.random() < 0.3:
            self.finds({"by": rng.choice([name for name in PLAYERS if name != player]), "bid": "pass"}, "turn")
        elif "pass" not in legal:
            self.finds({"bid": "pass"}, "nobody")
        else:
            self.finds({"bid": rng.choice([suit for suit in SUITS if suit not in legal])}, "bid-only")

    def peer_awaits_a_card_away(self) -> bool:
        """Whether OpenSpiel's dealer must put away a card."""
        return (
            not self.peer.is_terminal()
            and self.peer.legal_actions()[0] < PASS
            and not self.state.tricks
            and (len(self.peer.legal_actions()) == 5 and ALONE not in self.peer.legal_actions())
        )

    def put_away(self) -> None:
        """The dealer puts a card away, having taken the one that was turned up."""
        player, legal = self.options()
        assert player == PLAYERS[self.peer.current_player()] == PLAYERS[self.dealer]
        assert legal == {CARDS[action] for action in self.peer.legal_actions()}
        if self.rng.random() < 0.1:
            self.finds({"put_away": self.rules.deck.ids[self.state.turned]}, "turned")
        chosen = self.rng.choice(sorted(legal))
        self.peer.apply_action(CARDS.index(chosen))
        self.happen({"put_away": chosen})

    def say_alone(self) -> None:
        """What was said with the bid, and by a defender, is told to OpenSpiel."""
        while not self.peer.is_terminal() and ALONE in self.peer.legal_actions():
            player = self.peer.current_player()
            said = [seat for seat, call in self.state.calls if self.game.rules.auction.calls[call].name == DEFENDS]
            alone = self.alone if player == self.state.declarer else player in said
            self.peer.apply_action(ALONE if alone else TOGETHER)

    def card(self) -> None:
        """A card: the same player at both tables, with the same choice."""
        rng, state, (player, legal) = self.rng, self.state, self.options()
        assert legal == {CARDS[action] for action in self.peer.legal_actions()}
        assert player == PLAYERS[self.peer.current_player()]
        self.seen["decisions"] += 1
        if rng.random() < 0.05:
            self.try_a_card(player, legal)
        if not state.trick:
            self.leads.append(player)
        strong = state.turn in (state.declarer, (state.declarer + 2) % 4) if rng.random() < 0.5 else rng.random() < 0.5
        cards = sorted(legal, key=lambda card: (self.beats(card), CARDS.index(card)))
        chosen = cards[-1] if strong else rng.choice(cards)
        self.seen["left bower played"] += self.is_left(chosen)
        self.peer.apply_action(CARDS.index(chosen))
        item: dict[str, Any] = {"play": chosen}
        if rng.random() < 0.2:
            item["by"] = player
        self.happen(item)

    def beats(self, card: str) -> bool:
        """Whether a card is a trump."""
        return bool(self.state.ranking.trumps >> self.rules.deck.by_id[card] & 1)

    def is_left(self, card: str) -> bool:
        """Whether a card is the left bower."""
        return card[0] == "J" and self.beats(card) and card[1] != "CDHS"[self.state.trump]

    def try_a_card(self, player: str, legal: set[str]) -> None:
        """A card that is illegal."""
        rng, state = self.rng, self.state
        held = set(self.rules.deck.names(state.hands[state.turn]))
        if held - legal:
            self.finds({"play": rng.choice(sorted(held - legal))}, "follow-suit")
        elif rng.random() < 0.5:
            self.finds({"play": rng.choice(sorted(set(CARDS) - held))}, "hand")
        else:
            other = rng.choice([name for name in PLAYERS if name != player])
            events = self.game.read(state, {"by": other, "play": rng.choice(sorted(legal))})
            assert "turn" in [fault.rule for fault in self.game.check(state, events[0])]
            self.seen["illegal move found: turn"] += 1

    def finds(self, item: dict[str, Any], rule: str) -> None:
        """Asserts that the referee finds one thing in this as the next move: it breaks `rule`."""
        events = self.game.read(self.state, item)
        assert [fault.rule for fault in self.game.check(self.state, events[0])] == [rule], item
        self.seen[f"illegal move found: {rule}"] += 1

    def settle(self) -> None:
        """The hand is over: the same winners and points, and nothing to find in its log."""
        hand, state = self.state.history[-1], self.state
        theirs = [int(points) for points in self.peer.returns()]
        assert [hand.points[seat] - hand.points[(seat + 1) % 4] for seat in range(4)] == theirs
        tricks = state.finished() if hand.contract >= 0 else []
        assert [PLAYERS[trick.winner] for trick in tricks][:4] == self.leads[1:]
        self.note(hand, tricks)
        whole = self.judged(self.items)
        for left_out in (("deal",), ("put_away",), ("deal", "put_away")):
            assert self.judged([item for item in self.items if not item.keys() & {*left_out}]) == whole

    def judged(self, items: list[dict[str, Any]]) -> Any:
        """How the hand ended by a log of these items, in which nothing is to be found."""
        log = make_log(source.parse(json.dumps({**self.head, "events": items}), "hand.json"))
        verdict = referee.judge(log, self.rules)
        assert (verdict.status, verdict.findings, verdict.complaints) == ("legal", [], [])
        return verdict.table.state.history[-1], [*verdict.table.state.scores]

    def note(self, hand: Any, tricks: list[Any]) -> None:
        """Counts what was rare about the hand."""
        seen = self.seen
        if hand.contract < 0:
            seen["passed out"] += 1
            return
        marks = self.game.rules.auction.calls[hand.contract].marks
        makers = sum(hand.won[seat] for seat in (hand.declarer, (hand.declarer + 2) % 4))
        seen["ordered up"] += len(hand.calls) < 5 or any("put_away" in item for item in self.items)
        seen["named in the second round"] += sum(seat == hand.declarer for seat, _ in hand.calls) > 1
        seen["maker alone"] += "alone" in marks
        seen["defender alone"] += DEFENDS in marks
        seen["both alone"] += len(marks) == 2
        seen["march"] += makers == 5
        seen["march alone"] += makers == 5 and "alone" in marks
        seen["euchred"] += makers < 3
        seen["euchred by a lone defender"] += makers < 3 and DEFENDS in marks
        seen["left bower wins"] += any(self.is_left(self.rules.deck.ids[trick.card]) for trick in tricks)
