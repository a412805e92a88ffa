"""An example in a message shows cards of the game in hand: no wands in Hearts, no Twos in Skat."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from command_runner import run

from referee.core.cards_named import in_cards_of
from referee.engines import family
from referee.rules import decks, rulesets, shipped
from referee.rules.words import log_words
from referee.source import schema_faults

ILL_FORMED = [5, [[1]], {"zz": {"q": [1]}}]
GAMES = [game.stem for game in shipped.games()]


def cards_of_other_decks(deck_ids: set[str]) -> set[str]:
    """The names of the cards of all shipped decks that are not among these; those that are also a number or a word are
    passed over."""
    found = set[str]()
    for file in (Path(shipped.path("rulesets", "decks"))).glob("*.yaml"):
        found.update(decks.in_file(shipped.document(str(file))).ids)
    return {name for name in found - deck_ids if any(map(str.isdigit, name)) or len(name) == 2}


def words_in(message: str) -> set[str]:
    """The words of a message, without the signs around them."""
    for sign in "[]{},;|+`'\"()":
        message = message.replace(sign, " ")
    return set(message.split())


def messages(game: str) -> Iterator[str]:
    """Every sentence about a value of a wrong form, in each key of an event and of a position."""
    rules = rulesets.load_ruleset(game)
    file = family(rules.family).schema
    in_cards = partial(in_cards_of, rules.deck)
    for wrong in ILL_FORMED:
        tried = []
        for verb, word in log_words(rules.family).items():
            tried.append(("event", {verb: wrong}))
            tried += [("event", {verb: {key: wrong}}) for key in word.parts]
        tried += [("position", {key: wrong}) for key in shipped.schema(file)["$defs"]["position"]["properties"]]
        for part, data in tried:
            found = schema_faults(data, {"$ref": f"{file}#/$defs/{part}"}, store=shipped.SCHEMAS, in_cards=in_cards)
            yield from [message for _, message in found]


@pytest.mark.parametrize("game", GAMES)
def test_no_hint_names_a_card_of_another_game(game: str) -> None:
    ids = set(rulesets.load_ruleset(game).deck.ids)
    if not ids:
        return
    others = cards_of_other_decks(ids)
    for message in messages(game):
        assert not words_in(message) & others, message


@pytest.mark.parametrize(
    ("game", "verb", "message"),
    [
        ("hearts", "play", "expected text, not a map; write for example QS"),
        ("skat", "trick", "expected a list, not a map; write for example [QS, 7C]"),
        ("illuminate", "play", "expected text, not a map; write for example Jn1:5"),
        ("cassino", "play", "expected text, not a map; write for example sow 5C"),
        ("illimat", "play", "expected text, not a map; write for example sow 5sp"),
        ("four-colours", "plays", "expected a list, not a map; write for example [R7, draw R5, pass]"),
    ],
)
def test_the_example_is_of_the_game(game: str, verb: str, message: str) -> None:
    assert message in set(messages(game)), verb


@pytest.mark.parametrize(
    ("game", "typed", "message"),
    [
        ("cassino", "sow", "a sow needs a card, as in: sow 5C"),
        ("illimat --season Winter", "sow", "a sow needs a card, as in: sow 5sp"),
        ("scopa", "harvest 5B", "a harvest needs the word 'take', as in: harvest 5B take 5C | 2B+3B"),
    ],
)
def test_a_move_is_shown_with_cards_of_the_game(game: str, typed: str, message: str) -> None:
    assert message in run("resolve", "play", *game.split(), typed).err


def test_a_word_of_the_rules_shows_ranks_of_the_deck(tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("extends: skat\nwhy: a test\ntrick: {no_trump_order: 5}\n")
    assert 'write for example ["7", "8", "9", "10", J, Q, K, A]' in run("check", str(house)).out
