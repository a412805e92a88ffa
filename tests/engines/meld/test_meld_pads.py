"""What a score pad has in place of hands: of hands drawn at random it gives the same score, and none of these is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest
from recorded import heads_in_use, rules_of
from slowness import tries

import referee
from referee.engines.meld.words import packs
from referee.play import simulate
from referee.rules import rulesets

GAMES = (
    ("gin-rummy", 2, {"setup": {"dealer": "Ann"}}),
    ("luminars", 3, {"position": {"phase": "deal", "dealer": "Ann"}}),
)


@pytest.mark.parametrize(("name", "players", "head"), GAMES)
def test_numbers_of_hands_drawn_at_random(name: str, players: int, head: dict[str, Any]) -> None:
    who = ["Ann", "Ben", "Cyd"][:players]
    table = referee.judge(referee.log_of({"game": name, "players": who, **head, "events": []})).table
    assert table is not None
    rules, game, state = table.game.rules, table.game, table.state
    draw, scored = random.Random(7), 0
    cards = [card for card, copies in enumerate(rules.copies) for _ in range(copies) if rules.deck.ids[card] != "D"]
    each = rules.cards_each(1)
    for _ in range(tries(600)):
        dealt = near_a_meld(rules, cards, each, players, draw)
        arranged = [rules.arranger.best(packs.pack(hand)) for hand in dealt]
        if not rules.good_enough(arranged[0]):
            continue
        hands = {one: [rules.deck.ids[card] for card in hand] for one, hand in zip(who, dealt, strict=True)}
        points = scores(game, state, {"declared": "Ann", "hands": hands})
        counts = {
            player: {"melds": int(one.score - one.idle_points), "idle": int(one.idle_points)}
            for player, one in zip(who, arranged, strict=True)
        }
        assert scores(game, state, {"declared": "Ann", "counts": counts}) == points, hands
        if scored < 25:
            said = dict(zip(who, points, strict=True))
            assert scores(game, state, {"score": said}) == points
        scored += 1
    assert scored > 20


def near_a_meld(rules: Any, cards: list[int], each: int, players: int, draw: random.Random) -> list[list[int]]:
    """Hands of which the first holds melds as often as not."""
    rest = draw.sample(cards, len(cards))
    melds = rules.arranger.melds(packs.pack(cards))
    hand: list[int] = []
    for meld in draw.sample(melds, min(len(melds), 40)):
        laid = list(packs.unpack(meld.cards))
        if len(hand) + len(laid) <= each and not packs.lacking(packs.pack(rest), meld.cards):
            hand += laid
            for card in laid:
                rest.remove(card)
    while len(hand) < each:
        hand.append(rest.pop())
    return [hand, *([rest.pop() for _ in range(each)] for _ in range(players - 1))]


def scores(game: Any, state: Any, result: dict[str, Any]) -> tuple[Any, ...]:
    """The points of a round with this result, which nothing is wrong with."""
    (event,) = game.read(state, {"result": result})
    faults = game.check(state, event)
    assert not faults, faults
    after = state.copy()
    game.apply(after, event)
    return tuple(after.history[-1].points)


@pytest.mark.parametrize(
    ("name", "players", "head"),
    [(name, players, head) for name, players in (("luminars", 4), ("gin-rummy", 2)) for head in heads_in_use(name)],
)
def test_points_of_random_rounds_are_never_refused(name: str, players: int, head: dict[str, Any]) -> None:
    rules = rules_of(name, head)
    who = ["Ann", "Ben", "Cyd", "Dov"][:players]
    game = rulesets.table(rules, players)
    for number in range(tries(6)):
        played = simulate.simulate_game(rules, who, "deals", simulate.draw_of(number, 0))
        state = game.start(who, played.setup, None)
        rounds = 0
        for item in played.items:
            if "deal" in item:
                before = state.copy()
            game.take(state, game.read(state, item))
            if len(state.history) > rounds:
                rounds = len(state.history)
                score = dict(zip(who, state.history[-1].points, strict=True))
                (pad,) = game.read(before, {"result": {"score": score}})
                assert [fault.message for fault in game.check(before, pad)] == [], score
                if rounds == 3:
                    break
