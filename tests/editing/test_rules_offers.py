"""What may be written at the cursor of a ruleset or house rule, however deep: the words there, and the values of a word."""

from __future__ import annotations

import pytest

from referee.core.words import word_at
from referee.editing.offers import offers_in_rules
from referee.rules import rulesets

TRICK, FISHING = (word_at(f"{name}.schema.json", rulesets.SCHEMAS) for name in ("trick", "fishing"))
HEAD = "extends: illuminate\nwhy: we do\n"


def offers(text: str) -> dict[str, str]:
    """What is offered where a text has `|`, each with what it means."""
    offset = text.index("|")
    found = offers_in_rules(text.replace("|", ""), offset)
    return {offer.text: offer.says for offer in found.offers}


@pytest.mark.parametrize(
    ("text", "way"),
    [
        (f"{HEAD}|", ()),
        (f"{HEAD}bi|", ()),
        (f"{HEAD}bidding:\n  |", ("bidding",)),
        (f"{HEAD}bidding: {{|", ("bidding",)),
        (f"{HEAD}bidding: {{lea|}}", ("bidding",)),
        (f"{HEAD}play:\n  if_able:\n    |\nend: {{winner: lowest}}\n", ("play", "if_able")),
        (f"{HEAD}play: {{if_able: {{|}}}}", ("play", "if_able")),
        (f"{HEAD}scoring:\n  tricks:\n    |", ("scoring", "tricks")),
        (f"{HEAD}scoring:\n  tricks:\n    cases:\n      - |", ("scoring", "tricks", "cases", 0)),
        (f"{HEAD}variants:\n  ours:\n    patch:\n      bidding:\n        |", ("bidding",)),
    ],
)
def test_the_words_of_a_map_are_offered_where_it_is_written(text: str, way: tuple[str, ...]) -> None:
    known = TRICK.at(way).parts
    said = {"extends", "why", "end", "play", "scoring", "variants"} if not way else set()
    found = offers(text)
    assert known
    assert set(found) == {f"{key}: " for key in known if key not in said or f"\n{key}:" not in f"\n{text}"}
    assert all(found[f"{key}: "] == known[key].description for key in known if f"{key}: " in found)


def test_what_a_map_has_already_is_not_offered_again() -> None:
    found = offers(f"{HEAD}bidding:\n  least: 1\n  |\n  hook: true\n")
    assert {"least: ", "hook: "} & set(found) == set()
    assert "most: " in found


def test_the_values_of_a_word_are_offered() -> None:
    assert set(offers(f"{HEAD}trick: {{tie: |}}")) == {"earliest", "latest", "led_suit"}
    assert set(offers(f"{HEAD}trick:\n  tie: la|")) == {"earliest", "latest", "led_suit"}
    assert set(offers(f"{HEAD}play:\n  follow_suit: |")) == {"true", "false", "or_trump"}
    assert set(offers("extends: illimat\nbox: {forbids: {Winter: [|]}}")) == {"sow", "harvest", "stockpile"}
    assert (
        offers("extends: illimat\nclearing:\n  order: |")["reveal_first"]
        == FISHING.at(("clearing", "order")).description
    )


def test_games_are_offered_to_extend_and_nothing_where_the_family_is_not_known() -> None:
    assert "hearts" in offers("extends: |")
    assert offers("extends: no-such-game\n|") == {}
    assert offers(f"{HEAD}bidding: {{least: 1]\n|") == {}
