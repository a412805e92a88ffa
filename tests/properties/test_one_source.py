"""What must hold of every game at every point, its rules changing or not: everything that says what may be done next agrees.

The options, the list of legal moves, the sentence about the next step, the random player, the judge and the fold.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee import load_ruleset
from referee.core.events import Event
from referee.core.family import Options
from referee.core.game import OVER, Game
from referee.core.places import RulesetError
from referee.core.ruleset import Ruleset
from referee.play.session import Table
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets

CHANGES = {
    "trick": "{when: trick > 1, patch: {play: {follow_suit: false}}}",
    "meld": "{when: hand > 1, patch: {deal: {each: 8}}}",
    "shedding": "{when: hand > 0, patch: {draw: {though_able: true, must_play: false, most: 2}}}",
    "climbing": "{when: hand > 0, patch: {play: {equal: true}}}",
    "fishing": "{when: hand > 0, patch: {harvest: {sums: false}}}",
    "conspiracy": "{when: turn > 3, patch: {turn: {actions: 1}}}",
}
"""Rules that change early in any game of a family."""
SPOKEN = {
    "call": "bid",
    "lay off": "lay_off",
    "put down": "put_down",
    "put away": "put_away",
    "answer": "play",
    "lead": "play",
}
"""What the sentence about the next step calls a verb, where that is not its name."""
CHANCE = ("draw", "take", "buy", "income", "put_down", "forgot")
"""Verbs with a card or a number that nobody chooses."""
IN_PARTS = ("pass", "put_away", "swap", "capture", "attack")
"""Verbs of which options list each part: a card of several, an arrow without the money, an attack without aid."""
MOST_POINTS = 60


def games() -> list[str]:
    files = sorted((Path(__file__).parents[2] / "rulesets").glob("*/*.yaml"))
    games = [file for file in files if file.parent.name not in ("house", "decks") and ".examples" not in file.name]
    return [file.stem for file in games]


def rules_of(name: str, changing: bool, folder: Path) -> Ruleset:
    rules = load_ruleset(name)
    if rules.data.get("abstract"):
        pytest.skip("not a game by itself")
    if not changing:
        return rules
    house = folder / "ours.yaml"
    house.write_text(f"extends: {name}\nwhy: a test\nchanges: [{CHANGES[rules.family]}]\n")
    try:
        return load_ruleset(name, houses=[str(house)])
    except RulesetError:
        pytest.skip("it would change nothing, or does not fit this game")


def at_table(rules: Ruleset) -> tuple[str, ...]:
    sizes = rules.data["players"]
    return ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")[: 4 if 4 in sizes else sizes[-1]]


def choice(game: Game, state: Any, event: Event) -> tuple[Any, ...]:
    """What a player chooses by an event, in which chance has no part; of what is listed by one of its parts, the verb."""
    if event.verb in CHANCE or event.verb in IN_PARTS:
        return (event.verb,)
    return event.verb, repr(event.value), state.turn if event.seat is None else event.seat


def check_options(game: Game, state: Any, options: Options) -> None:
    assert list(game.legal(state).options) == options.legal
    for option in options.options:
        faults = game.faults_of(state, option.item)
        assert bool(faults) == bool(option.fault), (option, faults)
        trial = state.copy()
        assert bool(game.advance(trial, option.item)) == bool(option.fault), option


def check_sentence(game: Game, options: Options, sentence: str) -> None:
    """Whatever the sentence says that the player must do can be done."""
    named = re.search(r" must (.*)", sentence)
    if named is None or options.player is None or options.doubt:
        return
    able = {verb for option in options.legal for verb in option.item}
    for way in re.split(r" or |, ", named[1]):
        words = " ".join(way.split()[:2])
        verb = SPOKEN.get(words, SPOKEN.get(words.split()[0], words.split()[0]))
        assert verb not in game.acts or verb in able, (sentence, able)


def check_drawn(game: Game, state: Any, options: Options, item: Any) -> None:
    """What is drawn at random is legal, and listed if a player chooses."""
    assert not game.faults_of(state, item), item
    if options.player is None or options.doubt:
        return
    listed = [choice(game, state, game.read(state, option.item)[0]) for option in options.legal]
    examples = {verb for option in options.legal if option.example for verb in option.item}
    drawn = choice(game, state, game.read(state, item)[0])
    assert drawn in listed or drawn[0] in examples, (item, options.doing)


@pytest.mark.parametrize("changing", [False, True], ids=["", "changing"])
@pytest.mark.parametrize("name", games())
def test_everything_agrees(name: str, changing: bool, tmp_path: Path) -> None:
    rules = rules_of(name, changing, tmp_path)
    for number, (game, state, item) in enumerate(positions(rules, at_table(rules), draw_of(8, 0))):
        if number == MOST_POINTS:
            break
        options = game.options(state)
        check_options(game, state, options)
        sentence = game.next_step(state)
        check_sentence(game, options, sentence)
        assert bool(sentence) == (game.settle(state).phase != OVER)
        check_drawn(game, state, options, item)


def test_a_table_whose_rules_change(tmp_path: Path) -> None:
    """Ann leads a Club to the second trick, from which on anything may be played; Ben may follow or not."""
    house = tmp_path / "ours.yaml"
    house.write_text(
        "extends: hearts\nwhy: a test\nchanges: [{when: trick > 1, patch: {play: {follow_suit: false}}}]\n"
    )
    hands = {"Ann": ["AC", "2H"], "Ben": ["KC", "3H"], "Cyd": ["QC", "4H"], "Dov": ["JC", "5H"]}
    position = {"leader": "Ann", "hands": hands, "won": {"Ann": 11}}
    table = Table(rulesets.load_ruleset("hearts", houses=[str(house)]), list(hands), position=position)
    table.play("AC")
    assert table.legal() == ["KC", "3H"]
    assert table.is_legal("3H")
    assert not table.is_legal("4H")
    table.play("3h")
    assert table.legal() == ["QC", "4H"]
