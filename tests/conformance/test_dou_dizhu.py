"""The shipped Dou Dizhu against OpenSpiel's: the same bids and plays at every turn, the same landlord, the same points.

Both tables play the same random deals, decision by decision. OpenSpiel knows ranks only, so a play is chosen there and made of
the cards of these ranks here.
Its departures from the published rules (pagat.com, Dou Dizhu) are in the overlay `dou-dizhu-as-openspiel`, except two: a
player who holds all four cards of a rank cannot play a run that begins with it, alone, as pairs or as triples (pagat.com,
Combinations: any cards in a row), and a bomb may be played on a rocket (pagat.com, Play: a rocket beats everything; OpenSpiel's
own header says the same). The test takes those runs out of what the referee allows, and those bombs out of what OpenSpiel does.
Cards that are a run of triples in two ways (3 4 5 with three 6s along, or 4 5 6 with three 3s) are two plays there; here they
count as the higher one, and the test does not choose the lower.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from openspiel import overlay
from slowness import slow_where

import referee
from referee import source
from referee.core.ruleset import Ruleset
from referee.judging.log import make_log
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BY_DAY, BATCHES, HANDS = 30, 20, 100
PLAYERS = ("Ann", "Ben", "Cyd")
RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
CARDS = (*(rank + suit for suit in "DCHS" for rank in RANKS), "BJ", "RJ")
"""OpenSpiel's cards by number; which of its suits is which does not matter."""
LETTERS = dict(zip("3456789TJQKA2", RANKS, strict=True)) | {"b": "BJ", "r": "RJ"}
DEALS = 51
RUNS = ("run", "run-of-pairs", "run-of-triples")


@cache
def rules() -> Ruleset:
    """The shipped ruleset, as OpenSpiel plays it."""
    return rulesets.load_ruleset("dou-dizhu", houses=[overlay("dou-dizhu-as-openspiel")])


@cache
def peer_game() -> Any:
    return pyspiel.load_game("dou_dizhu")


def rank_of(card: str) -> str:
    return card if card in ("BJ", "RJ") else card[:-1]


def ranks_in(text: str) -> tuple[str, ...]:
    """The ranks of a play as OpenSpiel writes it, '333444-5(CJ)'."""
    plain = text.replace("(BWJ)", "b").replace("(CJ)", "r").replace("-", "")
    return tuple(sorted(LETTERS[letter] for letter in plain))


class Tables:
    """One hand in OpenSpiel (`peer`) and before the referee; `items` is its log so far. OpenSpiel's player 0 is Ann."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.peer = peer_game().new_initial_state()
        self.game: Any = rulesets.table(rules(), 3)
        deck = list(CARDS)
        rng.shuffle(deck)
        up = rng.randrange(DEALS)
        self.peer.apply_action(up)
        first = min(outcome for outcome, _ in self.peer.chance_outcomes())
        for card in deck[:DEALS]:
            self.peer.apply_action(first + CARDS.index(card))
        self.talon = deck[DEALS:]
        self.setup = {"dealer": PLAYERS[(up - 1) % 3]}
        self.state = self.game.start(PLAYERS, self.setup, None)
        self.items: list[dict[str, Any]] = []
        self.seen: Counter[str] = Counter()
        self.happen({"deal": {who: deck[seat:DEALS:3] for seat, who in enumerate(PLAYERS)}})

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), (item, self.game.check(self.state, events[0]))
        self.items.append(item)

    def words(self) -> dict[str, list[int]]:
        """What may be done in OpenSpiel, by what it is called."""
        seat = self.peer.current_player()
        assert seat == self.state.turn
        found: dict[str, list[int]] = {}
        for action in self.peer.legal_actions():
            found.setdefault(self.peer.action_to_string(seat, action), []).append(action)
        return found

    def bid(self) -> None:
        """The player to act bids or passes; the same bids are possible at both tables."""
        words = self.words()
        legal = {option.notation for option in self.game.options(self.state).legal}
        assert legal == {word.removeprefix("Bid ").lower() for word in words}
        word = self.rng.choice(sorted(words))
        self.peer.apply_action(words[word][0])
        self.happen({"pass": True} if word == "Pass" else {"bid": int(word[-1])})
        if self.state.phase == "talon":
            self.happen({"talon": self.talon})

    def play(self) -> None:
        """The player to act plays or passes; the same plays are possible at both tables."""
        words, state, compiled = self.words(), self.state, self.game.rules
        hand = state.hands[state.turn]
        fours = {rank for rank, number in Counter(map(rank_of, compiled.deck.names(hand))).items() if number == 4}
        mine: dict[tuple[str, ...], int] = {}
        for option in self.game.options(state).legal:
            if option.notation == "pass":
                continue
            cards = self.game.read(state, option.item)[0].value
            key = tuple(sorted(map(rank_of, option.notation.split())))
            lowest = min(key, key=lambda rank: (*RANKS, "BJ", "RJ").index(rank))
            if lowest in fours and all(one.kind.name in RUNS for one in compiled.combinations.on(cards, state.on)):
                self.seen["runs that OpenSpiel overlooks"] += 1
                continue
            mine[key] = cards
        if state.on is not None and state.on.kind.name == "rocket":
            self.seen["bombs that OpenSpiel lets beat a rocket"] += len(words) > 1
            words = {"Pass": words["Pass"]}
        theirs = {ranks_in(word) for word in words if word != "Pass"}
        assert set(mine) == theirs, (set(mine) ^ theirs, state.on)
        assert (state.on is not None) == ("Pass" in words)
        self.seen["decisions with the same plays"] += 1
        word = self.rng.choice(sorted(words))
        if word == "Pass":
            self.happen({"pass": True})
        else:
            cards = mine[ranks_in(word)]
            top = compiled.combinations.on(cards, state.on)[-1]
            if "-" in word and ranks_in(word.partition("-")[0])[-1:] and not self.highest(word, top):
                self.seen["the lower of two runs of triples"] += 1
                return
            self.seen[top.kind.name] += 1
            self.happen({"play": compiled.names(cards)})
        self.peer.apply_action(words[word][0])

    def highest(self, word: str, top: Any) -> bool:
        """Whether OpenSpiel takes cards for the run of triples that the referee takes them for."""
        order = (*RANKS, "BJ", "RJ")
        highest = max(ranks_in(word.partition("-")[0]), key=order.index)
        return str(self.game.rules.combinations.runs[top.height[0] - 1]) == highest


@pytest.mark.parametrize(
    ("batch", "hands"),
    slow_where(lambda batch: batch[0] > 0, [(0, BY_DAY), *((batch, HANDS) for batch in range(1, BATCHES + 1))]),
)
def test_dou_dizhu_as_openspiel_plays_it(batch: int, hands: int, record_property: Any) -> None:
    rng = random.Random(f"dou dizhu {batch}")
    seen: Counter[str] = Counter()
    for _ in range(hands):
        tables = Tables(rng)
        while not tables.peer.is_terminal():
            if tables.state.phase == "bid":
                tables.bid()
            else:
                tables.play()
        compare(tables)
        seen += tables.seen
    record_property("seen Dou Dizhu", dict(seen))
    assert seen["hands with the same points"] > hands // 2


def compare(tables: Tables) -> None:
    """Both tables give the same points, and so does a log of the hand that is read from text."""
    returns = tables.peer.returns()
    if not tables.state.history:
        assert returns == [0, 0, 0]
        assert tables.state.phase == "deal"
        tables.seen["hands that nobody bid for"] += 1
        return
    points = tables.state.history[-1].points
    assert list(points) == returns
    tables.seen["hands with the same points"] += 1
    log = {
        "game": "dou-dizhu",
        "players": PLAYERS,
        "setup": tables.setup,
        "events": tables.items,
        "expect": {"score": dict(zip(PLAYERS, points, strict=True))},
    }
    verdict = referee.judge(make_log(source.parse(json.dumps(log), "hand.json")), rules())
    assert (verdict.status, verdict.violations, verdict.complaints) == ("legal", [], [])
