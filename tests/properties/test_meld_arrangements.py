"""The best arrangement is exact: it equals that of a twin which cuts hands up in every possible way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, cast

import meld_twin as twin
import pytest
from slowness import tries

from referee.core.cards import Deck
from referee.core.formula import Parser
from referee.core.selectors import kinds as kinds_of
from referee.engines.meld.game import MeldGame
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement, Arranger, MeldKind
from referee.engines.meld.words.melds import MELD_WORDS, arguments_of
from referee.rules import rulesets
from referee.rules.decks import build_deck

HANDS = tries(4_000)
LUMINARS = twin.Rules(
    melds=(("set", 3, 99, "any", "1234567"), ("run", 3, 99, "same", "1234567"), ("flush", 3, 3, "same", "1")),
    order="1234567",
    around=False,
    wild=frozenset([("", "W")]),
    most_wild=2,
    suits=4,
    flat=(None, None, 10),
    values=(*((str(rank), rank) for rank in range(1, 8)), ("W", 7)),
)


def card_of(name: str) -> twin.Card:
    """'R1' as suit and rank; a wild card has no suit."""
    return ("", name) if len(name) == 1 else (name[0], name[1:])


def luminars_idle(card: twin.Card) -> float:
    return -int(card[1]) if card[0] == "Y" else 0


def cards_of(held: int) -> int:
    return packs.size(held)


def compare(arranger: Arranger, deck: Deck, names: list[str], rules: twin.Rules, idle: Any) -> None:
    """Holds both answers about one hand against the twin's, and that they are arrangements of it at all."""
    hand = packs.pack(deck.by_id[name] for name in names)
    cards = [card_of(name) for name in names]
    best = arranger.best(hand)
    melded = sum(cards_of(meld.cards) for meld in best.melds)
    assert (best.score, melded) == twin.arranged(cards, rules, idle, whole=False), names
    is_one(best, hand)
    whole = arranger.whole(hand)
    expected = twin.arranged(cards, rules, idle, whole=True)
    assert (None if whole is None else (whole.score, len(names))) == expected, names
    if whole is not None:
        is_one(whole, hand)


def is_one(arrangement: Arrangement, hand: int) -> None:
    assert sum(meld.cards for meld in arrangement.melds) + arrangement.idle == hand
    assert arrangement.score == sum(meld.points for meld in arrangement.melds) + arrangement.idle_points
    for meld in arrangement.melds:
        assert packs.pack(meld.laid) == meld.cards


@pytest.mark.slow
def test_the_best_arrangement_of_a_hand_equals_the_twin() -> None:
    game = cast(MeldGame, rulesets.table(rulesets.load_ruleset("luminars"), 4))
    deck, arranger = game.rules.deck, game.rules.arranger
    plain = [card.id for card in deck.cards for _ in range(card.copies) if card.suit]
    rng = random.Random(4)
    wilds = {0: 0, 1: 0, 2: 0}
    for number in range(HANDS):
        wild = rng.choice((0, 0, 1, 1, 2))
        size = rng.choice((3, 5, 6, 7, 8, 8, 9))
        near = plain if number % 3 else [name for name in plain if name[0] in "RY" or name[1] in "15"]
        compare(arranger, deck, rng.sample(near, size - wild) + ["W"] * wild, LUMINARS, luminars_idle)
        wilds[wild] += 1
    assert min(wilds.values()) > HANDS // 10


@pytest.mark.parametrize("hand", ["R1 R2 R3 R4 R5 R6 R7 W", "G1 G1 G1 W R3 B5 R7 G6", "R1 R2 R3 R4 R5 R6 R7 G5"])
def test_the_order_of_the_cards_does_not_matter(hand: str) -> None:
    game = cast(MeldGame, rulesets.table(rulesets.load_ruleset("luminars"), 4))
    deck, rng = game.rules.deck, random.Random(1)
    names = hand.split()
    shown = set()
    for _ in range(20):
        rng.shuffle(names)
        best = game.rules.arranger.best(packs.pack(deck.by_id[name] for name in names))
        shown.add(tuple(meld.notation for meld in best.melds))
    assert len(shown) == 1


def test_one_wild_card_in_a_meld_where_that_is_the_reading() -> None:
    game = cast(MeldGame, rulesets.table(rulesets.load_ruleset("luminars", ruling={"wild-cards": "one"}), 4))
    deck, arranger = game.rules.deck, game.rules.arranger
    plain = [card.id for card in deck.cards for _ in range(card.copies) if card.suit]
    rng, rules = random.Random(5), LUMINARS._replace(most_wild=1)
    for _ in range(tries(1_000)):
        compare(arranger, deck, [*rng.sample(plain, 6), "W", "W"], rules, luminars_idle)


SMALL = {
    "name": "small",
    "count": 42,
    "suits": {suit: {} for suit in "abc"},
    "ranks": {rank: {"copies": 2} for rank in "1234567"[:6]} | {"7": {"copies": 1}},
    "notation": "suit rank",
    "cards": {"J": {"suit": "none", "copies": 3}},
}


def random_rules(rng: random.Random) -> tuple[dict[str, Any], Any, twin.Rules]:
    """A ruleset's melds and wild cards drawn at random, and the same for the twin."""
    order, around = rng.choice(("1234567", "12345671", "3214567", "234567")), rng.random() < 0.3
    wild = rng.choice(([], ["J"], [{"rank": "2"}], ["J", "a1"], [{"rank": "2"}, "J"]))
    most_wild = rng.choice((1, 2, 3)) if wild else 0
    melds: dict[str, Any] = {}
    kinds, flat = [], []
    for shape in rng.sample(["set", "run", "flush"], rng.choice((1, 2, 2, 3))):
        suits = {"set": ("any", "different", "same"), "run": ("same", "same", "any"), "flush": ("same",)}[shape]
        least = rng.choice((2, 3, 3, 4))
        entry: dict[str, Any] = {
            "shape": shape,
            "least": least,
            "suits": rng.choice(suits),
            "around": around,
            "natural": 1,
        }
        most = rng.choice((99, 99, least + 1))
        entry |= {"most": most} if most < 99 else {}
        ranks = "1234567"
        if rng.random() < 0.3:
            ranks = rng.choice(("1", "567"))
            entry["cards"] = [{"rank": rank} for rank in ranks]
        points = rng.choice((None, 10, 0))
        entry |= {} if points is None else {"points": points}
        melds[shape] = entry
        kinds.append((shape, least, most, entry["suits"], ranks))
        flat.append(points)
    names = [f"{suit}{rank}" for suit, rank in product("abc", "1234567")] + ["J"]
    wilds = frozenset(card_of(name) for name in names if name in wild or ({"rank": "2"} in wild and name[1:] == "2"))
    values = (*((str(rank), rank) for rank in range(1, 8)), ("J", 7))
    rules = twin.Rules(tuple(kinds), order, around, wilds, most_wild, 3, tuple(flat), values)
    return melds, {"cards": wild, "most": most_wild}, rules


def _flat(points: float | None) -> Any:
    return Parser().at(("points",), "values" if points is None else points, ("values", "cards", "wild"))


def arranger_of(deck: Deck, melds: dict[str, Any], wild: Any, order: str, idle: Any) -> Arranger:
    kinds = [
        MeldKind(
            name, MELD_WORDS[entry["shape"]], arguments_of(entry, wild, list(order), deck), _flat(entry.get("points"))
        )
        for name, entry in melds.items()
    ]
    values = [7 if card.rank == "J" else int(card.rank) for card in deck.cards]
    costs = [idle((card.suit, card.rank)) for card in deck.cards]
    return Arranger(deck, kinds, kinds_of(wild["cards"], deck), values, costs)


def every_hand(copies: dict[str, int], most: int) -> Iterator[list[str]]:
    """Every hand of up to `most` cards of a small deck, equal cards included."""
    for numbers in product(*(range(number + 1) for number in copies.values())):
        if sum(numbers) <= most:
            yield [name for name, number in zip(copies, numbers, strict=True) for _ in range(number)]


@pytest.mark.parametrize(
    "copies",
    [
        {"R2": 2, "R3": 2, "R4": 2, "G1": 1, "Y4": 2, "W": 1},
        {"Y1": 3, "Y2": 2, "Y3": 2, "Y4": 2, "Y5": 1, "W": 2},
        {"B1": 3, "B2": 3, "B3": 3, "W": 2},
    ],
)
def test_every_hand_of_a_few_cards_with_copies_equals_the_twin(copies: dict[str, int]) -> None:
    game = cast(MeldGame, rulesets.table(rulesets.load_ruleset("luminars"), 4))
    for names in every_hand(copies, 8):
        compare(game.rules.arranger, game.rules.deck, names, LUMINARS, luminars_idle)


def test_every_hand_with_copies_equals_the_twin_by_any_words() -> None:
    deck, rng = build_deck(SMALL), random.Random(7)
    for _ in range(tries(30)):
        melds, wild, rules = random_rules(rng)
        arranger = arranger_of(deck, melds, wild, rules.order, lambda card: -1)
        for names in every_hand({"a1": 2, "a2": 2, "a3": 2, "b2": 2, "J": 2}, 7):
            compare(arranger, deck, names, rules, lambda card: -1)


@pytest.mark.slow
def test_every_word_for_melds_equals_the_twin() -> None:
    deck = build_deck(SMALL)
    names = [card.id for card in deck.cards for _ in range(card.copies)]
    rng = random.Random(6)
    for _ in range(120):
        melds, wild, rules = random_rules(rng)
        cost = rng.choice((0, 1, 3))

        def idle(card: twin.Card, cost: int = cost) -> float:
            return -cost if card[0] == "a" else 0

        arranger = arranger_of(deck, melds, wild, rules.order, idle)
        for _ in range(25):
            compare(arranger, deck, rng.sample(names, rng.choice((3, 4, 5, 6, 7))), rules, idle)
