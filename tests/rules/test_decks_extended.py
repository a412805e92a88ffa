"""A deck that extends another: merged as rulesets are, each fault at the line that is to blame."""

from __future__ import annotations

import pytest
from command_runner import run, write

from referee.rules import rulesets

JOKERS = """extends: spades
why: Two Jokers above all Spades, no Deuces.
deck:
  extends: french
  count: 50
  ranks: {2: null}
  cards: {RJ: {suit: S, name: Red joker}, BJ: {suit: S, name: Black joker}}
deal: {each: 12}
trick: {always_trump: [RJ, BJ]}
"""
pytestmark = pytest.mark.usefixtures("folder")


def test_a_house_rule_changes_a_deck_and_keeps_the_rest() -> None:
    write("jokers.yaml", JOKERS)
    deck = rulesets.load_ruleset("spades", houses=["jokers.yaml"]).deck
    assert (deck.title, len(deck)) == ("the French deck", 50)
    assert not {"2C", "2D", "2H", "2S"} & set(deck.ids)
    assert deck.find("Ace of Spades") is not None
    assert deck.cards[deck.by_id["BJ"]].facts["name"] == "Black joker"
    assert run("resolve", "trick", "spades", "3C", "AS", "RJ", "BJ", "--house", "jokers.yaml").out.startswith(
        "Player 4 wins with BJ."
    )


def test_a_house_rule_over_a_house_rule_that_changes_a_deck() -> None:
    write("jokers.yaml", JOKERS)
    write(
        "more.yaml",
        "extends: ./jokers.yaml\nwhy: No Threes either.\ndeck: {ranks: {3: null}, count: 46}\ndeal: {each: 11}\n",
    )
    deck = rulesets.load_ruleset("spades", houses=["jokers.yaml", "more.yaml"]).deck
    assert len(deck) == 46
    assert not {"2C", "3C"} & set(deck.ids)


def test_decks_in_files_that_extend_one_another() -> None:
    write("short.yaml", "extends: french\nname: short\ntitle: the short deck\ncount: 32\n"
          "ranks: {2: null, 3: null, 4: null, 5: null, 6: null}\n")  # fmt: skip
    write(
        "shorter.yaml", "extends: ./short.yaml\nname: shorter\ntitle: the shorter deck\ncount: 28\nranks: {7: null}\n"
    )
    assert run("check", "short.yaml", "shorter.yaml").out == (
        "short.yaml: sound: the short deck, 32 cards in 4 suits\n"
        "shorter.yaml: sound: the shorter deck, 28 cards in 4 suits\n"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("extends: french\ncount: 51\nranks: {2: {name: Deuce}}\n",
         "2:8: the deck says 51 cards but lists 52; write `count: 52` or list the others"),
        ("extends: french\ncount: 53\ncards: {SJ: {suit: none}}\n",
         "3:13: SJ would be read as JS, the Jack of Spades; write JS, or give this card another name"),
        ("extends: french\ncount: 53\ncards: {JS: {suit: none}}\n",
         "3:20: JS is the Jack of Spades already; give this card another name"),
        ("extends: french\nranks: {2: {nam: Deuce}}\n", "2:13: unknown key 'nam'; did you mean 'name'?"),
        ("extends: frensh\nsuits: {}\n", "1:10: no deck is called 'frensh'; did you mean 'french'?"),
        ("extends: ./deck.yaml\nsuits: {}\n", "1:10: more than 16 decks extend one another"),
        ("name: x\ncount: 2\nsuits: {A: {}}\nranks: [7, K]\n",
         "4:8: expected a map, not a list; write for example {7: {name: Seven}, K: {name: King}}"),
        ("name: x\ncount: 2\nsuits: [A]\nranks: {7: {}, K: {}}\n",
         "3:8: expected a map, not a list; write for example {C: {name: Clubs}, H: {name: Hearts}}"),
        ("name: x\ncount: 1\nsuits: {A: null}\nranks: {1: {}}\n", "3:12: expected a map, not nothing (null)"),
    ],
)  # fmt: skip
def test_faults_stand_at_their_line(text: str, message: str) -> None:
    write("deck.yaml", text)
    assert run("check", "deck.yaml").out.splitlines()[0] == f"deck.yaml:{message}"


def test_a_deck_that_extends_something_that_is_no_name() -> None:
    write("house.yaml", "extends: spades\nwhy: x\ndeck: {extends: [french], count: 52}\n")
    assert run("check", "house.yaml").out.splitlines()[0] == (
        "house.yaml:3:17: `extends:` names one deck, like `extends: french`"
    )
