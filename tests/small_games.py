"""Small trick games for the property tests: rulesets drawn at random over a deck of twelve cards, and games played by them."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from slowness import NIGHTLY

from referee.core.merging import merge
from referee.core.ruleset import Layer, Ruleset
from referee.core.words import Word
from referee.engines.trick import PARTS
from referee.engines.trick.game import TrickGame
from referee.engines.trick.state import TrickState
from referee.rules import rulesets
from referee.rules.decks import build_deck

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SUITS = ("a", "b", "c")
COLOURS = {"a": "red", "b": "red", "c": "black"}
RANKS = ("1", "2", "3", "4")
CARDS = tuple(f"{suit}{rank}" for suit in SUITS for rank in RANKS)
ROLES = ("fox", "owl", "elk", "bee")
SYMBOLS = {
    "a1": ["fox"],
    "a3": ["owl", "elk"],
    "b1": ["bee"],
    "b2": ["fox"],
    "b4": ["owl"],
    "c2": ["elk", "bee"],
    "c3": ["fox"],
}
DECK = {
    "name": "small",
    "title": "the small deck",
    "count": 12,
    "suits": {suit: {"name": suit.upper(), "colour": COLOURS[suit]} for suit in SUITS},
    "ranks": {rank: {} for rank in RANKS},
    "notation": "suit rank",
    "cards": {card: {"symbols": symbols} for card, symbols in SYMBOLS.items()},
}
Data = dict[str, Any]
MORE = int(os.environ.get("MORE_EXAMPLES", "1"))

CARD = st.sampled_from(CARDS)
SOME_CARDS: st.SearchStrategy[Any] = st.one_of(
    st.sampled_from(SUITS).map(lambda suit: {"suit": suit}),
    st.sampled_from(RANKS).map(lambda rank: {"rank": rank}),
    st.lists(CARD, min_size=1, max_size=4),
)
BREAK = st.fixed_dictionaries(
    {"cards": SOME_CARDS, "broken_by": SOME_CARDS}, optional={"unless_only": SOME_CARDS, "broken_at": st.integers(1, 3)}
)


def _arguments(word: Word) -> st.SearchStrategy[Any] | None:
    """Arguments for a word of `if_able:`, by its record; None for one that means nothing without an auction."""
    if word.names == "cards":
        return SOME_CARDS
    return BREAK if "broken_by" in word.parts else st.just(True) if True in word.choices else None


SOFT_WORDS: dict[str, st.SearchStrategy[Any]] = {
    name: arguments
    for name, word in rulesets.words("trick").at(("play", "if_able")).keys.items()
    if (arguments := _arguments(word)) is not None
}
POWER = st.fixed_dictionaries(
    {},
    optional={
        "trick_goes_to": st.sampled_from(
            ["lowest", "lowest_without_grace", "highest", "leader", "player", "last_player"]
        ),
        "switch_off": st.sampled_from(["grace", "trump", ["grace", "trump"]]),
        "rotate_roles": st.sampled_from(["left", "right"]),
    },
)
TRUMP = st.one_of(
    st.sampled_from(["none", "a", "b", "turned_up", "named"]),
    st.lists(st.sampled_from([*SUITS, "none"]), min_size=1, max_size=3).map(lambda cycle: {"cycle": cycle}),
)


LEFT_BOWER = st.sampled_from(RANKS).map(lambda rank: {"rank": rank, "suit": "same_colour"})
TRUMP_ORDER = st.tuples(
    st.lists(st.one_of(CARD, LEFT_BOWER), max_size=2, unique_by=str), st.permutations(RANKS)
).flatmap(lambda parts: st.permutations([*parts[0], *parts[1]]))


def examples(number: int) -> settings:
    """How many examples a property gets; MORE_EXAMPLES=50 in the environment, with HYPOTHESIS_PROFILE=search, looks harder."""
    return settings(max_examples=max(10, number * MORE // (1 if NIGHTLY else 2)))


@st.composite
def soft_words(draw: st.DrawFn) -> Data:
    """An `if_able:` of up to four words in any order."""
    names = draw(st.permutations(sorted(SOFT_WORDS)))[: draw(st.integers(0, 4))]
    return {name: draw(SOFT_WORDS[name]) for name in names}


@st.composite
def trick_words(draw: st.DrawFn) -> Data:
    """A `trick:` with every word of it drawn."""
    return {
        "trump": draw(TRUMP),
        "wins": draw(st.sampled_from(["highest", "highest", "lowest"])),
        "grace": draw(st.sampled_from(["none", "said", "silent"])),
        "tie": draw(st.sampled_from(["earliest", "latest", "led_suit"])),
        "clash": draw(st.sampled_from(["first", "last"])),
        "always_trump": draw(st.lists(CARD, max_size=2, unique=True)),
        "named_by": draw(st.sampled_from(["high_bidder", "dealer", "left_of_dealer", "right_of_dealer"])),
        **draw(st.sampled_from([{}, {"order": ["2", "4", "1", "3"]}])),
        **draw(st.sampled_from([{}, {}, {"no_trump_order": ["3", "1", "4", "2"]}])),
        **draw(st.one_of(st.just({}), st.just({}), st.just({}), st.fixed_dictionaries({"trump_order": TRUMP_ORDER}))),
    }


@st.composite
def bidding_words(draw: st.DrawFn) -> Data | None:
    """A `bidding:`, or None for a game without."""
    if draw(st.booleans()):
        return None
    return {
        "least": draw(st.sampled_from([0, 1])),
        "most": draw(st.sampled_from(["cards", "cards - partner_bid"])),
        "hook": draw(st.sampled_from([False, True, "cards > 1"])),
        "all_or_nothing": draw(st.sampled_from([False, "hand == 2"])),
        "first": draw(st.sampled_from(["left_of_dealer", "dealer", "right_of_dealer"])),
        **draw(st.sampled_from([{}, {}, {"only": "bid != 1 or spoken == 0"}])),
    }


POINTS = (
    "won",
    "10 * last_trick",
    "side(won)",
    "others(pips)",
    "max(others(won))",
    "pips",
    "count(last_trick)",
    "pips // 2",
)


@st.composite
def scoring_words(draw: st.DrawFn) -> Data:
    """Counts of cards and what they score, by player and by side."""
    parts = draw(st.lists(st.sampled_from(POINTS), min_size=1, max_size=2, unique=True))
    each = st.sampled_from(["player", "side"])
    worth = st.dictionaries(st.sampled_from(["1", "4", "a2", "b3"]), st.integers(-3, 9), min_size=1, max_size=3)
    return {
        "count": {"pips": {"points": draw(worth)}},
        "scoring": {
            f"part-{place}": {"each": draw(each), "cases": [{"points": part}]} for place, part in enumerate(parts)
        },
    }


@st.composite
def drawn_rulesets(draw: st.DrawFn, *, players: int | None = None) -> tuple[Data, int]:
    """The data of a ruleset, and a number of players."""
    count = players or draw(st.integers(2, 4))
    left_out = draw(st.sampled_from([[], ["c4"]]))
    most = (12 - len(left_out)) // count
    grace = draw(st.booleans())
    data: Data = {
        "name": "small",
        "title": "Small",
        "players": [count],
        "deal": {
            "sequence": draw(st.lists(st.integers(1, most), min_size=1, max_size=3)),
            "next_dealer": draw(st.sampled_from(["left", "right", "same"])),
        },
        "leave_out": {str(count): left_out},
        "partners": "opposite" if count == 4 and draw(st.booleans()) else "none",
        "lead": {"by": draw(st.sampled_from(["left_of_dealer", "dealer", "right_of_dealer", "high_bidder"]))},
        "play": {
            "follow_suit": draw(st.sampled_from([True, True, True, False, False, "or_trump"])),
            "renege": draw(st.sampled_from([0, 0, 0, 0, 1, 2])),
            "if_able": draw(soft_words()),
        },
        "trick": draw(trick_words()),
        **draw(scoring_words()),
    }
    if data["play"]["if_able"].keys() & {"must_trump", "must_play"}:
        data["play"]["follow_suit"] = data["play"]["follow_suit"] or True
    bidding = draw(bidding_words())
    if bidding is not None:
        data["bidding"] = bidding
    if grace:
        data["roles"] = {"choose": list(ROLES), "rotation_lasts": draw(st.sampled_from(["game", "hand"]))}
        data["powers"] = draw(st.dictionaries(CARD, POWER, max_size=3))
    else:
        data["trick"]["grace"] = "none"
    if draw(st.booleans()):
        to = st.sampled_from(["left", "right", "nobody", *(["across"] if count == 4 else [])])
        data["pass"] = {"cards": 1, "to": draw(st.lists(to, min_size=1, max_size=2))}
    return data, count


@cache
def _tricks() -> Mapping[str, Any]:
    return rulesets.load_ruleset("tricks").data


def game_of(data: Data, players: int) -> TrickGame:
    """The ruleset laid over `tricks`, without a file, ready for a number of players."""
    whole = {**merge(_tricks(), data), "abstract": False}
    layer = Layer("small", whole, _nowhere, own=True)
    return TrickGame(Ruleset(whole, build_deck(DECK), rulesets.words("trick"), (layer,), (), ()), players, PARTS)


def _nowhere(pointer: Any) -> Any:
    raise AssertionError("nothing here has a place")


def setup_of(game: TrickGame, rng: random.Random) -> Data:
    """A set-up: a dealer, and roles where there are some."""
    players = PLAYERS[: game.rules.players]
    setup: Data = {"dealer": rng.choice(players)}
    if game.rules.roles:
        roles = rng.sample(list(game.rules.roles), len(players))
        setup["roles"] = dict(zip(players, roles, strict=True))
    return setup


def start(game: TrickGame, setup: Data) -> TrickState:
    """A state before the first event."""
    return game.start(PLAYERS[: game.rules.players], setup, None)


def playing(game: TrickGame, setup: Data, rng: random.Random) -> Iterator[tuple[TrickState, Data | None]]:
    """A random legal game: every state with the item that comes next (None at the end). The states are one and the same."""
    state = start(game, setup)
    while True:
        item = game.draw_next(state, rng.randrange)
        yield state, None if item is None else dict(item)
        if item is None:
            return
        events = game.read(state, item)
        assert game.take(state, events) == len(events), (item, game.check(state, events[0]))


def played(game: TrickGame, setup: Data, rng: random.Random) -> list[Data]:
    """The items of a random legal game."""
    return [item for _, item in playing(game, setup, rng) if item is not None]


def in_tricks(game: TrickGame, items: list[Data]) -> list[Data]:
    """The same items with plays gathered into tricks."""
    gathered: list[Data] = []
    for item in items:
        last = gathered[-1].get("trick") if gathered else None
        if "play" in item and last is not None and len(last) < game.rules.players:
            last.append(item["play"])
        elif "play" in item:
            gathered.append({"trick": [item["play"]]})
        else:
            gathered.append(item)
    return gathered


def in_short(game: TrickGame, setup: Data, items: list[Data]) -> list[Data]:
    """The same items with plays, bids and passes gathered into their short forms."""
    state = start(game, setup)
    gathered: list[Data] = []
    for item in items:
        who = state.players[state.turn]
        if "bid" in item and not state.spoken:
            gathered.append({"bids": {}})
        if "pass" in item and not any(state.passed):
            gathered.append({"pass": {}})
        if "bid" in item:
            gathered[-1]["bids"][who] = item["bid"]
        elif "pass" in item:
            gathered[-1]["pass"][item["by"]] = item["pass"]
        else:
            gathered.append(item)
        assert game.take(state, game.read(state, item)) == 1
    return in_tricks(game, gathered)


def careful(data: Data, players: int) -> TrickGame:
    """The same game without its fast path."""
    game = game_of(data, players)
    game.fast_forward = lambda state, items, start: (0, 0)
    return game


def snapshot(state: TrickState) -> Data:
    """Everything that a state holds, copied; not the suit of a lead while there is none, nor the full trick before it ended."""
    held = {}
    for name in TrickState.__slots__:
        value = getattr(state, name)
        if isinstance(value, list):
            value = [list(item) if isinstance(item, list) else item for item in value]
        elif isinstance(value, dict):
            value = {key: list(item) for key, item in value.items()}
        held[name] = value
    del held["full"]
    if not state.trick:
        del held["led"]
    return held
