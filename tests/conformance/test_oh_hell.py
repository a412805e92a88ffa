"""The shipped Oh Hell against OpenSpiel's: the same bids and cards at every decision, the same winners and scores.

Every option that OpenSpiel has is drawn for each game: players, suits and ranks of the deck, tricks, points for each trick, and
whether a missed bid costs. What the shipped game has not is a house rule of the test: a smaller deck, one hand, other points.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from openspiel import Tables, suit
from slowness import one_in

from referee.core.ruleset import Ruleset
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, TABLES, HANDS = 8, 25, 12
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus")
RANKS = "23456789TJQKA"

RARE = (
    *(f"{number} players" for number in range(3, 8)),
    "the last bid barred by the others",
    "the last to bid may bid anything",
    "hand of one card",
    "trick trumped",
    "bid met",
    "bid of none met",
    "bid missed, which costs",
    "bid missed, which costs nothing",
    *(f"illegal move found: {rule}" for rule in ("hand", "turn", "follow-suit", "hook", "bid-range")),
)


class Options(NamedTuple):
    """What OpenSpiel lets be chosen."""

    players: int
    num_suits: int
    num_cards_per_suit: int
    num_tricks_fixed: int
    points_per_trick: int
    off_bid_penalty: bool


def drawn(rng: random.Random) -> Options:
    """Options at random: a deck that gives each player a card, one more to turn up, and as many tricks as it allows."""
    players = rng.randint(3, 7)
    decks = [(suits, ranks) for suits in range(1, 5) for ranks in range(2, 14) if suits * ranks > players]
    suits, ranks = rng.choice([*decks, (4, 13), (4, 13)])
    tricks = rng.randint(1, min((suits * ranks - 1) // players, 13))
    return Options(players, suits, ranks, tricks, rng.randint(1, 4), rng.random() < 0.5)


@cache
def cards_of(options: Options) -> tuple[str, ...]:
    """The cards by OpenSpiel's numbers, as it prints them itself, but the rank first."""
    state = pyspiel.load_game("oh_hell", options._asdict()).new_initial_state()
    state.apply_action(options.num_tricks_fixed)
    state.apply_action(0)
    return tuple(
        state.action_to_string(number)[::-1] for number in range(options.num_suits * options.num_cards_per_suit)
    )


def rules(options: Options, folder: Path) -> Ruleset:
    """The shipped game with a house rule for these options."""
    points = options.points_per_trick
    missed = f"0 - {points} * abs(won - bid)" if options.off_bid_penalty else f"{points} * won"
    suits = {suit(card): {"name": suit(card)} for card in cards_of(options)}
    house = {
        "extends": "oh-hell",
        "why": "OpenSpiel plays one hand, with a deck of any size.",
        "deck": {
            "name": "small", "title": "a small deck", "source": "test", "count": len(cards_of(options)), "suits": suits,
            "ranks": {rank: {"name": rank} for rank in RANKS[: options.num_cards_per_suit]}, "notation": "rank suit",
        },
        "players": [options.players],
        "deal": {"sequence": [options.num_tricks_fixed]},
        "scoring": {"bid": {"cases": [{"when": "won == bid", "points": f"10 + {points} * won"}, {"points": missed}]}},
        "rules": {
            "deal": {"text": "One hand.", "examples": []},
            **{rule: {"text": text, "examples": []} for rule, text in {
                "trump": "The suit of the card turned up is trump.",
                "bid-range": "Bid what you will win.",
                "hook": "The bids do not add up.",
                "scoring": "Points as OpenSpiel has them.",
                "winning": "The highest total wins.",
            }.items()},
        },
        "examples": [],
    }  # fmt: skip
    path = folder / "house.json"
    path.write_text(json.dumps(house), encoding="utf-8")
    return rulesets.load_ruleset("oh-hell", houses=[str(path)])


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_oh_hell_as_openspiel_plays_it(batch: int, tmp_path: Path, record_property: Any) -> None:
    rng = random.Random(f"oh hell {batch}")
    seen: Counter[str] = Counter()
    for _ in range(TABLES):
        options = drawn(rng)
        table = rules(options, tmp_path)
        for _ in range(HANDS):
            play_hand(options, table, rng, seen)
            seen["hands"] += 1
    record_property("seen oh hell", dict(seen))
    assert [what for what in RARE if not seen[what]] == []


def play_hand(options: Options, table: Ruleset, rng: random.Random, seen: Counter[str]) -> None:
    """Plays one hand at both tables and holds them against each other all the way."""
    dealer = rng.randrange(options.players)
    players, cards = NAMES[: options.players], cards_of(options)
    peer = pyspiel.load_game("oh_hell", options._asdict()).new_initial_state()
    peer.apply_action(options.num_tricks_fixed)
    peer.apply_action(dealer)
    tables = Tables(peer, cards, table, {"setup": {"dealer": players[dealer]}}, 0, players)
    pack = rng.sample(cards, len(cards))
    tables.deal([pack[seat :: options.players][: options.num_tricks_fixed] for seat in range(options.players)])
    turned = rng.choice([card for card in cards if not any(card in hand for hand in tables.hands)])
    peer.apply_action(tables.numbers[turned])
    tables.happen({"turn": turned})
    seen[f"{options.players} players"] += 1
    seen["hand of one card"] += options.num_tricks_fixed == 1
    for spoken in range(options.players):
        bid(tables, options, spoken, rng, seen)
    while not peer.is_terminal():
        legal = tables.legal()
        assert legal == tables.peer_legal()
        if rng.random() < 0.05:
            item, rule = tables.illegal_play(legal, rng)
            tables.finds(item, rule)
            seen[f"illegal move found: {rule}"] += 1
        tables.play(rng.choice(sorted(legal)))
    settle(tables, options, suit(turned), seen)


def bid(tables: Tables, options: Options, spoken: int, rng: random.Random, seen: Counter[str]) -> None:
    """One bid: both tables must allow the same ones, and now and then an illegal one is tried before the referee."""
    legal, everything = tables.legal(), {str(bid) for bid in range(options.num_tricks_fixed + 1)}
    assert legal == tables.peer_legal(len(tables.cards))
    assert tables.names[tables.peer.current_player()] == tables.players[tables.state.turn]
    if spoken == options.players - 1:
        seen["the last to bid may bid anything" if legal == everything else "the last bid barred by the others"] += 1
        if legal != everything:
            tables.finds({"bid": int(*(everything - legal))}, "hook")
            seen["illegal move found: hook"] += 1
    if rng.random() < 0.05:
        tables.finds({"bid": options.num_tricks_fixed + 1}, "bid-range")
        seen["illegal move found: bid-range"] += 1
    chosen = int(rng.choice(sorted(legal)))
    tables.peer.apply_action(len(tables.cards) + chosen)
    tables.happen({"bid": chosen})


def settle(tables: Tables, options: Options, trump: str, seen: Counter[str]) -> None:
    """The hand is over: the same winners, the same scores, and nothing to find in its log."""
    points = dict(zip(tables.names, map(int, tables.peer.returns()), strict=True))
    hand = tables.state.history[-1]
    assert points == dict(zip(tables.players, hand.points, strict=True))
    finished = tables.state.finished()
    assert [tables.players[trick.winner] for trick in finished][: len(finished) - 1] == tables.winners()
    for made, won in zip(hand.bids, hand.won, strict=True):
        seen["bid met" if made == won else "bid missed, which costs" + " nothing" * (not options.off_bid_penalty)] += 1
        seen["bid of none met"] += made == won == 0
    seen["trick trumped"] += sum(suit(trick[0][1]) != trump and trump in {suit(card) for _, card in trick}
                                 for trick in tables.tricks if trick)  # fmt: skip
    tables.log([item for item in tables.items if item.keys() & {"turn", "bid"}], points, points)
