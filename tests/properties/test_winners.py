"""Who wins a trick, against a second reading of the rules that shares no line with the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import CARDS, PLAYERS, RANKS, SYMBOLS, Data, drawn_rulesets, examples, game_of, played, setup_of, start

from referee.engines.trick.game import TrickGame
from referee.judging.fold import fold
from referee.rules import rulesets

SEED = st.integers(0, 2**32)

GOSPELS = {
    "Mt": "4:17P 5:6T 9:22D 9:36N 10:27PT 11:4D 12:49N 14:14D 16:21T 16:25P 19:30* 22:37N",
    "Mk": "1:11N 1:14P 1:17T 1:31D 1:41NP 4:2T 6:56D 7:14T 8:34P 10:21N 10:52D 14:27*",
    "Lk": "4:39D 6:31N 7:50P 8:4T 8:50DN 9:6P 11:1T 11:28P 15:2N 18:43D 19:24* 19:47T",
    "Jn": "1:5* 3:2T 5:8D 6:11N 6:44P 9:6TD 10:14N 11:25P 11:35N 11:43D 12:35T 14:1P",
}
BEARS = {
    gospel + entry.rstrip("DNPT*"): set(entry.lstrip("0123456789:"))
    for gospel, entries in GOSPELS.items()
    for entry in entries.split()
}
STARS = [card for card, symbols in BEARS.items() if symbols == {"*"}]
ROLES = {"doctor": "D", "neighbor": "N", "preacher": "P", "teacher": "T"}


class Rules(NamedTuple):
    """What the second reading knows of a game. `strength` and `suit` are of a card; `said` is 'said', 'silent' or 'none'."""

    strength: Callable[[str], Any]
    suit: Callable[[str], str]
    own: Callable[[str, str], bool]
    said: str = "said"
    wins: str = "highest"
    tie: str = "earliest"
    clash: str = "last"
    powers: Mapping[str, Mapping[str, Any]] = {}
    always: Sequence[str] = ()
    trumps: Callable[[str], list[str]] = lambda trump: []
    """The cards that an order of trumps places while a suit is trump, from low to high."""
    without_trump: Callable[[str], Any] | None = None
    """How strong a card is without trump, if that is not as usual."""


def won_by(rules: Rules, cards: Sequence[str], marked: Sequence[bool], roles: list[str], trump: str) -> int:
    """The place in the trick of the card that wins it. `roles` stand in order of play; cards move them."""
    grace = []
    for place, card in enumerate(cards):
        counts = rules.said == "silent" or (rules.said == "said" and marked[place])
        grace.append(counts and bool(roles) and rules.own(card, roles[place]))
        to = rules.powers.get(card, {}).get("rotate_roles")
        if roles and to == "right":
            roles.append(roles.pop(0))
        elif roles and to == "left":
            roles.insert(0, roles.pop())
    off: set[str] = set()
    for card in cards:
        what = rules.powers.get(card, {}).get("switch_off", [])
        off |= {what} if isinstance(what, str) else set(what)
    if "grace" in off:
        grace = [False] * len(cards)
    if "trump" in off:
        trump = "none"

    def suit(card: str) -> str:
        return trump if trump != "none" and card in [*rules.always, *rules.trumps(trump)] else rules.suit(card)

    def in_its_suit(card: str) -> Any:
        if trump == "none":
            return (rules.without_trump or rules.strength)(card)
        placed = rules.trumps(trump)
        if not placed:
            return rules.strength(card)
        order = [*(trump for trump in placed if trump not in rules.always), *rules.always]
        return order.index(card)

    def best(places: list[int], which: Callable[..., Any], strength: Callable[[str], Any] = rules.strength) -> int:
        wanted = which(strength(cards[place]) for place in places)
        tied = [place for place in places if strength(cards[place]) == wanted]
        if rules.tie == "latest":
            return tied[-1]
        if rules.tie == "led_suit":
            tied.sort(key=lambda place: suit(cards[place]) != suit(cards[0]))
        return tied[0]

    everywhere = list(range(len(cards)))
    sending = [place for place in everywhere if "trick_goes_to" in rules.powers.get(cards[place], {})]
    if sending:
        governs = sending[-1] if rules.clash == "last" else sending[0]
        word = rules.powers[cards[governs]]["trick_goes_to"]
        plain = [place for place in everywhere if not grace[place]]
        return {
            "leader": 0,
            "player": governs,
            "last_player": len(cards) - 1,
            "lowest": best(everywhere, min),
            "lowest_without_grace": best(plain or everywhere, min),
            "highest": best(everywhere, max),
        }[word]
    which = max if rules.wins == "highest" else min
    if any(grace):
        return best([place for place in everywhere if grace[place]], which)
    trumps = [place for place in everywhere if suit(cards[place]) == trump]
    followed = [place for place in everywhere if suit(cards[place]) == suit(cards[0])]
    return best(trumps or followed, which, in_its_suit if trumps or trump == "none" else rules.strength)


def chapter_and_verse(card: str) -> tuple[int, int]:
    chapter, verse = card[2:].split(":")
    return int(chapter), int(verse)


READINGS = list(product(["said", "silent"], ["earliest", "led-suit"], ["last", "first"], ["any-card", "without-grace"]))


@cache
def illuminate(players: int, *reading: str) -> tuple[TrickGame, Rules]:
    """Illuminate under one reading of what the rules leave open, and the second reading of it."""
    said, tie, clash, lowest = reading
    ruling = {"grace-said": said, "tie": tie, "star-clash": clash, "lowest-and-grace": lowest}
    powers = {
        "Mt19:30": {"trick_goes_to": {"any-card": "lowest", "without-grace": "lowest_without_grace"}[lowest]},
        "Jn1:5": {"switch_off": "grace"},
        "Mk14:27": {"trick_goes_to": "leader"},
        "Lk19:24": {"rotate_roles": "right"},
    }
    rules = Rules(
        chapter_and_verse,
        lambda card: card[:2],
        lambda card, role: ROLES[role] in BEARS[card],
        said,
        tie=tie.replace("-", "_"),
        clash=clash,
        powers=powers,
    )
    return cast(TrickGame, rulesets.table(rulesets.load_ruleset("illuminate", ruling=ruling), players)), rules


@cache
def starless(name: str, players: int, said: str, tie: str) -> tuple[TrickGame, Rules]:
    """Grace or Mercy, in which no star acts."""
    rules = illuminate(players, said, tie, "last", "any-card")[1]._replace(powers={})
    ruling = {"grace-said": said, "tie": tie}
    return cast(TrickGame, rulesets.table(rulesets.load_ruleset(name, ruling=ruling), players)), rules


def compare(game: TrickGame, rules: Rules, rng: random.Random, likely: Sequence[str]) -> None:
    """One random trick from nowhere, by the engine and by the second reading."""
    players = PLAYERS[: game.rules.players]
    pool = list(BEARS)
    chosen = rng.sample(likely, rng.randint(0, len(players) - 1))
    cards = chosen + rng.sample([card for card in pool if card not in chosen], len(players) - len(chosen))
    rng.shuffle(cards)
    marked = [rng.random() < 0.6 for _ in cards]
    roles = rng.sample(sorted(ROLES), len(players))
    leader = rng.randrange(len(players))
    by_player = {players[(leader + place) % len(players)]: role for place, role in enumerate(roles)}
    position = {"phase": "play", "cards": 2, "leader": players[leader], "roles": by_player}
    state = game.start(players, {}, position)
    # Nobody's hand is known here, so whoever does not follow is taken to be void.
    done = fold(game, state, [{"trick": [card + "!" * said for card, said in zip(cards, marked, strict=True)]}])
    assert not done.faults
    place = won_by(rules, cards, marked, roles, "none")
    assert state.finished()[-1].winner == (leader + place) % len(players), (cards, marked, by_player)
    after = [game.rules.roles[role] for role in state.roles or []]
    assert [after[(leader + place) % len(players)] for place in range(len(players))] == roles


@examples(400)
@given(st.integers(2, 4), st.sampled_from(READINGS), SEED)
def test_illuminate(players: int, reading: tuple[str, ...], seed: int) -> None:
    game, rules = illuminate(players, *reading)
    compare(game, rules, random.Random(seed), [*STARS, "Lk9:6", "Jn9:6"])


@pytest.mark.parametrize("name", ["grace", "mercy"])
@examples(100)
@given(st.integers(2, 4), st.sampled_from(["said", "silent"]), st.sampled_from(["earliest", "led-suit"]), SEED)
def test_without_stars(name: str, players: int, said: str, tie: str, seed: int) -> None:
    game, rules = starless(name, players, said, tie)
    compare(game, rules, random.Random(seed), [*STARS, "Lk9:6", "Jn9:6"])


@pytest.mark.slow
@examples(150)
@given(drawn_rulesets(), SEED)
def test_any_game(ruled: tuple[Data, int], seed: int) -> None:
    game, rng = game_of(*ruled), random.Random(seed)
    data, count = ruled
    setup = setup_of(game, rng)
    words = data["trick"]
    always = words["always_trump"]
    order = words.get("order", ["1", "2", "3", "4"])
    apart = words.get("no_trump_order")

    def trumps(trump: str) -> list[str]:
        if trump == "none":
            return []
        place: dict[str, int] = {}
        for at, entry in enumerate(words.get("trump_order", ())):
            if isinstance(entry, dict) and trump in "ab":
                place["ba"["ab".index(trump)] + entry["rank"]] = at
            elif entry in RANKS:
                place[trump + entry] = at
        place |= {entry: at for at, entry in enumerate(words.get("trump_order", ())) if entry in CARDS}
        return sorted(place, key=place.__getitem__)

    rules = Rules(
        lambda card: 10 + always.index(card) if card in always else order.index(card[1]),
        lambda card: card[0],
        lambda card, role: role in SYMBOLS.get(card, []),
        words["grace"],
        words["wins"],
        words["tie"],
        words["clash"],
        data.get("powers", {}),
        always,
        trumps,
        (lambda card: apart.index(card[1])) if apart else None,
    )
    seats = PLAYERS[:count]
    by_seat = [setup["roles"][player] for player in seats] if "roles" in setup else []
    chosen = list(by_seat)
    state = start(game, setup)
    on_table: list[str] = []
    leader = 0
    for item in played(game, setup, rng):
        trump = "none" if state.trump < 0 else game.rules.suits[state.trump]
        if "deal" in item and data.get("roles", {}).get("rotation_lasts") == "hand":
            by_seat = list(chosen)
        if "play" in item and not on_table:
            leader = state.turn
        game.take(state, game.read(state, item))
        if "play" not in item:
            continue
        on_table.append(item["play"])
        if len(on_table) < count:
            continue
        roles = [by_seat[(leader + place) % count] for place in range(count)] if by_seat else []
        cards = [card.rstrip("!") for card in on_table]
        place = won_by(rules, cards, [card.endswith("!") for card in on_table], roles, trump)
        assert state.finished()[-1].winner == (leader + place) % count
        by_seat = [roles[(seat - leader) % count] for seat in range(count)] if by_seat else []
        on_table = []
