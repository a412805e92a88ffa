"""Words that decide a trick between cards are at work where another choice would have given the trick to somebody else, or
had allowed other cards."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from slowness import tries

from referee.core.game import Game
from referee.judging.log import make_log
from referee.judging.otherwise import words_at_work
from referee.judging.replay import replay
from referee.rules import rulesets
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
ROLES = dict(zip(PLAYERS, ("doctor", "neighbor", "preacher", "teacher"), strict=True))
CHOICES = {"tie": ("earliest", "latest", "led_suit"), "clash": ("last", "first")}
GAMES: dict[str, tuple[dict[str, Any], str]] = {
    "said": ({}, "illuminate"),
    "silent": ({"trick": {"grace": "silent"}}, "illuminate"),
    "without-grace": (
        {"trick": {"grace": "silent"}, "powers": {"Mt19:30": {"trick_goes_to": "lowest_without_grace"}}},
        "illuminate",
    ),
    "three-stars": ({"powers": {"Jn1:5": {"trick_goes_to": "highest", "switch_off": None}}}, "illuminate"),
    "two-packs": ({}, "pinochle"),
}


@cache
def table(name: str, folder: Path, **trick: str) -> Game:
    """A game for four with other words of the trick."""
    patch, base = GAMES[name]
    data = {"extends": base, "why": "to compare", **patch, "trick": {**patch.get("trick", {}), **trick}}
    path = folder / "house.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return rulesets.table(rulesets.load_ruleset(str(path)), len(PLAYERS))


def position(game: Game, chance: random.Random) -> tuple[dict[str, Any], list[str]]:
    """Two cards for each player, and the first of each, which make a trick; equal cards, stars and Grace are frequent."""
    deck, judgement = game.rules.deck, game.rules.judgement
    cards = range(len(deck.cards))
    stars = [card for card in cards if judgement.takers >> card & 1]
    one = chance.choice([card for card in cards if judgement.equals[card] != 1 << card])
    twins = [
        card
        for card in cards
        if judgement.equals[one] >> card & 1 and (not deck.has_twins or deck.ids[card] == deck.ids[one])
    ]
    drawn = list(dict.fromkeys([*twins, *chance.sample(stars, chance.randint(0, len(stars)))]))[:4]
    if chance.random() < 0.3 and game.rules.roles:
        own = game.start(PLAYERS, {"dealer": "Dov", "roles": ROLES}, None).own_cards
        trick = [-1, -1]
        while len(set(trick)) < len(PLAYERS):
            trick = [chance.choice([card for card in cards if mine >> card & 1]) for mine in own]
    else:
        trick = [*drawn, *chance.sample([card for card in cards if card not in drawn], 4 - len(drawn))]
        chance.shuffle(trick)
    rest = chance.sample([card for card in cards if card not in trick], 4)
    hands = {who: [deck.ids[mine], deck.ids[more]] for who, mine, more in zip(PLAYERS, trick, rest, strict=True)}
    return {"phase": "play", "cards": 2, "leader": "Ann", "hands": hands}, [deck.ids[card] for card in trick]


def outcome(game: Game, setup: dict[str, Any], at: dict[str, Any], cards: list[str]) -> tuple[Any, ...]:
    """Which cards of a trick are legal by the rules of a game, and who wins it."""
    state, faults = game.start(PLAYERS, setup, at), []
    for card in cards:
        (event,) = game.read(state, {"play": card})
        faults.append(bool(game.check(state, event)))
        game.apply(state, event)
    return *faults, state.finished()[-1].winner


@pytest.mark.parametrize("name", GAMES)
def test_another_choice_would_have_given_the_trick_to_somebody_else(name: str, tmp_path: Path) -> None:
    played = table(name, tmp_path)
    others = {
        word: [table(name, tmp_path, **{word: choice}) for choice in choices]
        for word, choices in CHOICES.items()
        if word == "tie" or name != "two-packs"  # no card of these says where the trick goes
    }
    chance, met = random.Random(name), set[tuple[str, bool]]()
    for _ in range(tries(900)):
        at, trick = position(played, chance)
        if name == "two-packs":
            at |= {"trump": chance.choice("SHDC")}
        said = [f"{card}!" if name == "said" and chance.random() < 0.4 else card for card in trick]
        setup = {"dealer": "Dov"} | ({"roles": ROLES} if name != "two-packs" else {})
        before = played.start(PLAYERS, setup, at)
        for card in said[:3]:
            played.take(before, played.read(before, {"play": card}))
        (event,) = played.read(before, {"play": said[3]})
        if len(before.trick) < 3 or played.check(before, event):
            continue
        head = {"game": played.ruleset.name, "players": list(PLAYERS), "setup": setup, "position": at}
        log = make_log(parse(json.dumps({**head, "events": [{"trick": said}]}), "a.json"))
        fired = set(words_at_work(replay(log, played.ruleset), [("trick", word) for word in others]))
        for word, games in others.items():
            ends = {outcome(game, setup, at, said) for game in games}
            assert (("trick", word) in fired) == (len(ends) > 1), (word, said, at)
            met.add((word, len(ends) > 1))
    assert met >= {("tie", True), ("tie", False)}
    assert ("clash", True) in met or name == "two-packs"
