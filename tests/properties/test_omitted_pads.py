"""Whatever a true pad of a trick game omits, and however it says what it knows, nothing that it says or claims is false."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any, cast

import pytest
from recorded import PLAYERS, Data, heads_in_use, rules_of
from slowness import NIGHTLY, one_in

from referee.core.verdict import Verdict
from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.scoring import Hand
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import shipped
from referee.source import parse

SEATED = (*PLAYERS, "Eve", "Fay", "Gus")
GAMES, MOST = (4, 60) if NIGHTLY else (1, 12)
OMITTED = ("cards", "matadors", "last_trick", "declared", "choices", "trump")


def tables() -> Iterator[tuple[str, int, Data]]:
    """Every shipped game, by each number of players and with each variant, reading and house rule; who is knocked out must be
    known, so those games are not among them."""
    for name in sorted(path.stem for path in shipped.games() if path.parent.name == "trick"):
        for head in heads_in_use(name):
            rules = rules_of(name, head)
            if not rules.get("end", "knock_out", default=None):
                yield from ((name, players, head) for players in rules.get("players"))


def drawn(name: str, players: int, head: Data, number: int) -> tuple[Data, TrickState, TrickGame]:
    """A random game written down by its results, and how it ended."""
    rules, seated = rules_of(name, head), list(SEATED[:players])
    played = simulate.simulate_game(rules, seated, "results", simulate.draw_of(31, number))
    house = {"house": [head["house"]]} if "house" in head else {}
    log = {"game": name, **head, **house, "players": seated, "setup": played.setup, "events": played.items}
    verdict = judged(log)
    assert verdict.status == "legal", verdict.findings
    assert verdict.table is not None
    return log, cast(TrickState, verdict.table.state), cast(TrickGame, verdict.table.game)


def judged(log: Data) -> Verdict:
    return judge(make_log(parse(json.dumps(log), "a.json")))


class Pad:
    """Makes pads of one game, each with less than everything."""

    def __init__(self, game: TrickGame, state: TrickState, rng: random.Random) -> None:
        self.rules, self.players, self.rng = game.rules, state.players, rng

    def some(self, said: Mapping[str, Any]) -> Data:
        """Some of these, at least one."""
        kept = {key: value for key, value in said.items() if self.rng.random() < 0.5}
        return kept or dict([self.rng.choice(list(said.items()))])

    def contract(self, hand: Hand, result: Data) -> None:
        """The contract by its calls, by its name, in part, or not at all."""
        auction, form = self.rules.auction, self.rng.randrange(3)
        if auction is None or form == 0:
            if auction is not None and auction.contracts and self.rng.random() < 0.4:
                result.pop("contract", None)
            return
        for key in ("bids", "contract", *(("partner",) if form == 2 else ())):
            result.pop(key, None)
        if form == 1:
            result |= {"contract": auction.notation(hand.contract), "declarer": self.players[hand.declarer]}
            result |= {"doubled": hand.doubled} if hand.doubled > 1 else {}
            result |= {"bid": auction.notation(hand.bid_for)} if auction.contracts and self.rng.random() < 0.5 else {}
            if self.rng.random() < 0.4:
                result.pop(self.rng.choice(("contract", "declarer")))

    def tricks(self, hand: Hand, result: Data) -> None:
        """The tricks of everybody, of sides at one of their players, of one side, or of nobody."""
        if self.rng.random() < 0.4:
            result.pop("won", None)
        elif self.rules.scoring.by_side and self.rng.random() < 0.5:
            won = {
                self.players[self.rng.choice(side)]: sum(hand.won[seat] or 0 for seat in side) for side in hand.sides
            }
            result["won"] = won if self.rng.random() < 0.7 else dict(list(won.items())[:1])

    def cards(self, hand: Hand, result: Data) -> None:
        """The cards taken, what they count, or nothing."""
        form = self.rng.randrange(3)
        if form:
            result.pop("captured", None)
        if form == 1 and hand.counts:
            each = dict(zip(self.rules.scoring.counts, hand.counts, strict=True))
            result["counts"] = {
                who: {name: of[seat] for name, of in each.items()} for seat, who in enumerate(self.players)
            }

    def of(self, hand: Hand, result: Data) -> Data:
        """An event that says less than the result of this hand, and claims some of what is true."""
        result = {key: said for key, said in result.items() if key not in OMITTED or self.rng.random() < 0.6}
        self.contract(hand, result)
        self.tricks(hand, result)
        self.cards(hand, result)
        if self.rules.bids_spoken and self.rng.random() < 0.3:
            result.pop("bids", None)
        points = {"score": dict(zip(self.players, hand.points or (), strict=True))}
        points["totals"] = dict(zip(self.players, hand.totals, strict=True))
        for what, said in points.items():
            if self.rng.random() < 0.4:
                result[what] = said if self.rng.random() < 0.5 else self.some(said)
        won = {self.players[seat]: self._won(hand, side, seat) for side in hand.sides for seat in side}
        claims: Data = {**{what: self.some(said) for what, said in points.items()}, "won": won}
        if self.rules.auction and hand.contract >= 0:
            claims |= {"contract": self.rules.auction.notation(hand.contract), "doubled": hand.doubled}
            claims |= {"declarer": self.players[hand.declarer]}
        return {"result": result or {"score": points["score"]}, "expect": self.some(claims)}

    def _won(self, hand: Hand, side: tuple[int, ...], seat: int) -> int | None:
        return sum(hand.won[other] or 0 for other in side) if self.rules.scoring.by_side else hand.won[seat]


@pytest.mark.parametrize(("name", "players", "head"), one_in(27, tables()))
def test_a_true_pad_is_legal_whatever_it_omits(name: str, players: int, head: Data) -> None:
    rng = random.Random(f"{name} {players} {head}")
    for number in range(GAMES):
        log, state, game = drawn(name, players, head, number)
        pad, left = Pad(game, state, rng), iter(state.history)
        events = []
        for event in log["events"][:MOST]:
            hand = next(left) if "score" in event.get("expect", {}) else None
            events.append(pad.of(hand, event["result"]) if hand and "result" in event else event)
        verdict = judged({**log, "events": events})
        false = [finding for finding in verdict.findings if finding.kind == "violation"]
        assert verdict.status == "legal", (false[0].message, events) if false else verdict.complaints
