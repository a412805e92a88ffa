"""The shipped Pitch: whole random games of it, checked against a table of our own that is independent of the engine."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import referee
from referee import source
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import rulesets

NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PIPS = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
TARGET, MOST_HANDS = 7, 12


class Table:
    """Who acts next and what is legal in one hand of Pitch, by the rules as people know them."""

    def __init__(self, hands: dict[str, list[str]], order: list[str], kept: bool) -> None:
        self.hands, self.order, self.kept = {who: set(cards) for who, cards in hands.items()}, order, kept
        self.bids: list[tuple[str, Any]] = []
        self.trick: list[tuple[str, str]] = []
        self.taken: dict[str, list[str]] = {who: [] for who in order}
        self.played: dict[str, list[str]] = {who: [] for who in order}
        self.trump = ""

    def calls(self) -> set[Any]:
        """What the next player may call: more than the others, or a pass; the last one must bid if nobody has."""
        high = max((bid for _, bid in self.bids if bid != "pass"), default=1)
        stuck = high == 1 and len(self.bids) == len(self.order) - 1
        return {*range(high + 1, 5)} | (set() if stuck else {"pass"})

    def pitcher(self) -> tuple[str, int]:
        """Who bid most, and how much."""
        return max(((who, bid) for who, bid in self.bids if bid != "pass"), key=lambda made: made[1])

    def cards(self, who: str) -> set[str]:
        """What a player may play: the suit led or a trump, anything without the suit led."""
        held = self.hands[who]
        if not self.trick:
            return held
        follows = {card for card in held if card[-1] == self.trick[0][1][-1]}
        return follows | {card for card in held if card[-1] == self.trump} if follows else held

    def play(self, who: str, card: str) -> str:
        """Plays a card; the winner of the trick, if this ends it."""
        self.trump = self.trump or card[-1]
        self.hands[who].remove(card)
        self.played[who].append(card)
        self.trick.append((who, card))
        if len(self.trick) < len(self.order):
            return ""
        led = self.trick[0][1][-1]
        winner, _ = max(self.trick, key=lambda laid: (laid[1][-1] == self.trump, laid[1][-1] == led, rank(laid[1])))
        self.taken[winner] += [card for _, card in self.trick]
        self.trick = []
        return winner

    def points(self) -> dict[str, int]:
        """What everybody scores."""
        trumps = sorted((card for pile in self.taken.values() for card in pile if card[-1] == self.trump), key=rank)
        pips = {who: sum(PIPS.get(card[:-1], 0) for card in pile) for who, pile in self.taken.items()}
        best = [who for who in self.order if pips[who] == max(pips.values())]
        score = {}
        for who, pile in self.taken.items():
            score[who] = (trumps[-1] in pile) + (f"J{self.trump}" in pile) + (best == [who])
            score[who] += trumps[0] in (self.played[who] if self.kept else pile)
        pitcher, bid = self.pitcher()
        return score | ({pitcher: -bid} if score[pitcher] < bid else {})


def rank(card: str) -> int:
    """How high a card is in its suit."""
    return RANKS.index(card[:-1])


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("kept", [False, True])
def test_pitch_as_people_tell_it(players: int, kept: bool) -> None:
    for seed in range(6):
        OneGame(players, kept, seed).play()


class OneGame:
    """A game at both tables, compared after every step."""

    def __init__(self, players: int, kept: bool, seed: int) -> None:
        self.names, self.kept = list(NAMES[:players]), kept
        self.ruling = {"low": "kept" if kept else "taken"}
        self.rules = rulesets.load_ruleset("pitch", ruling=self.ruling)
        self.game: Any = rulesets.table(self.rules, players)
        self.rng = random.Random(f"pitch {players} {seed}")
        self.dealer = self.rng.randrange(players)
        self.setup = {"dealer": self.names[self.dealer]}
        self.state = self.game.start(self.names, self.setup, None)
        self.items: list[dict[str, Any]] = []
        self.totals = dict.fromkeys(self.names, 0)

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        assert self.game.take(self.state, self.game.read(self.state, item)) == 1, item
        self.items.append(item)

    def legal(self, who: str) -> list[str]:
        """What may be done now, by the right player."""
        options = self.game.options(self.state)
        assert options.player == who
        return [option.notation for option in options.legal]

    def play(self) -> None:
        """Plays until somebody has won; some games never end, since players who bid at random are usually set back."""
        for _ in range(MOST_HANDS):
            winners = self.hand()
            assert (self.state.phase == "over") == bool(winners)
            assert self.game.score(self.state)[0]["winners"] == winners
            self.dealer = (self.dealer + 1) % len(self.names)
            if winners:
                break
        head = {"game": "pitch", "players": self.names, "setup": self.setup, "ruling": self.ruling}
        for left_out in ("", "deal"):
            items = [item for item in self.items if left_out not in item]
            verdict = referee.judge(
                make_log(source.parse(json.dumps({**head, "events": items}), "log.json")), self.rules
            )
            assert (verdict.status, verdict.complaints) == ("legal", [])
            assert [finding.rule for finding in verdict.findings if finding.kind == "violation"] == []
            assert verdict.table.state.scores == [self.totals[who] for who in self.names]

    def hand(self) -> list[str]:
        """Plays a hand; who has now won the game."""
        rng, first = self.rng, self.dealer + 1
        order = [self.names[(first + place) % len(self.names)] for place in range(len(self.names))]
        deck = [rank + suit for suit in "CDHS" for rank in RANKS]
        rng.shuffle(deck)
        hands = {who: [deck.pop() for _ in range(6)] for who in order}
        table = Table(hands, order, self.kept)
        self.happen({"deal": hands})
        for who in order:
            assert {*self.legal(who)} == {str(call) for call in table.calls()}
            calls = sorted(table.calls(), key=str)
            call = "pass" if "pass" in calls and rng.random() < 0.5 else calls[0]
            table.bids.append((who, call))
            self.happen({"bid": call})
        who = table.pitcher()[0]
        for _ in range(6):
            leader = order.index(who)
            for other in order[leader:] + order[:leader]:
                assert {*self.legal(other)} == table.cards(other)
                card = rng.choice(sorted(table.cards(other)))
                self.happen({"play": card})
                who = table.play(other, card)
        points = table.points()
        assert dict(zip(self.names, self.state.history[-1].points, strict=True)) == points
        self.totals = {name: self.totals[name] + points[name] for name in self.names}
        if max(self.totals.values()) < TARGET:
            return []
        if self.totals[table.pitcher()[0]] >= TARGET:
            return [table.pitcher()[0]]
        best = [name for name in self.names if self.totals[name] == max(self.totals.values())]
        return best if len(best) == 1 else []


def test_logs_are_drawn_that_are_legal() -> None:
    rules = rulesets.load_ruleset("pitch")
    for detail in simulate.details(rules):
        played = simulate.simulate_game(rules, list(NAMES[:5]), detail, simulate.draw_of(1, 1))
        log = {"game": "pitch", "players": list(NAMES[:5]), "setup": played.setup, "events": played.items}
        assert referee.judge(make_log(source.parse(json.dumps(log), "log.json")), rules).status == "legal"
