"""Nothing of a family goes without a case: no word, no choice, no reading, no verb, no claim, no sentence that it can say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from case_runner import Case, cases
from every_word import Word, silent, unread, witnesses, words
from message_templates import unshown
from slowness import one_in

from referee import source
from referee.engines import FAMILIES
from referee.engines import family as engine
from referee.rules import rulesets, shipped

HELD: tuple[str, ...] = FAMILIES
"""The families that are held to it so far."""
ALSO_SAID: dict[str, set[str]] = {
    "core": {
        "no log says what is asked",  # `resolve` asks a log only what one says; tests/engines/test_parts.py
    },
    "conspiracy": {  # what is said where the referee gives up; tests/engines/conspiracy/test_conspiracy_left_out.py
        "this depends on what the log leaves out; write `arrow:` at …",
        "in `position:` one arrow for each group",
        "no attack is privileged in this game; omit --privileged",  # by a house rule; tests/cli/test_cli_resolve.py
    },
}
"""By family: sentences that no case needs to show, with the reason beside each."""
NO_OTHER = "some cards, a suit or an alignment have no other value that could be tried by itself"
ONLY_ONE = "the printed cards name one each, and no other value is sound"
OFF = "false is what holds where the word is left out, and true cannot be written"
REFUSED = "`check` refuses it on such a card"
TURNED = "cards turned all at once have two arrows on one side; test_conspiracy_overlaps.py lays cards of both kinds"
NEEDS_NO_CASE: dict[str, dict[str, str]] = {
    "trick": {
        **{f"play.{word}: it": NO_OTHER for word in ("if_able.break_before_leading.cards",)},
        "lead.by.holder_of: it": NO_OTHER,
        **{
            f"play.if_able.{word}: {value}": OFF
            for word in ("open_with", "first_trick_without", "must_play", "never_lead")
            for value in (False, True)
        },
        **{
            f"{word}: it": "under play it has its cases; those of stock.when_out show that it patches play"
            for word in words("trick")
            if str(word).startswith("stock.when_out.if_able.")
        },
        "powers.*.rule: it": "it only names the rule that is cited",
        **{f"count.*.{most}: it": NO_OTHER for most in ("highest", "lowest")},
        "bidding.contracts.*.trump: it": "no other suit can be made of it by itself; the trumps of calls have cases",
        "bidding.declarer.with: 'called'": "`may_call`, which it needs, is refused beside any other choice",
        "bidding.spoken.*.mark: it": "`check` refuses a mark that no word asks about, and a word that asks about no mark",
    },
    "meld": {
        **{
            f"{word}: it": NO_OTHER
            for word in (
                "wild.cards",
                "idle.[].cards",
                "action_cards.drawn_for",
                "turn.stopped_by",
                "turn.frozen_by",
                "table.puts_down",
            )
        },
        "action_cards.points: it": "only simulated games draw these; tests/engines/meld/test_meld_rules.py simulates some",
    },
    "shedding": {"effects.*.cards: it": NO_OTHER},
    "climbing": {
        "combinations.*.shape: 'cards'": "`check` refuses every other shape beside cards that are named",
        "lead.by.holder_of: it": NO_OTHER,
    },
    "fishing": {
        "luminaries.cards.*.set: it": "`sets:` names no set that no card has, so that it cannot be taken off all of them",
        "deal.misdeal.cards: it": NO_OTHER,
        "count.*: it": NO_OTHER,
        "luminaries.cards.*.in_play.seasons_stay.except: it": NO_OTHER,
        "luminaries.cards.*.reveal.name_season.suit: it": NO_OTHER,
        "luminaries.cards.*.claim.name_season.suit: it": NO_OTHER,
        "luminaries.cards.*.claim.take_okus.from: 'players'": "other values are readings, each of which has a case",
        "luminaries.cards.*.text: it": "it is only told, and `check` asks for it",
        "luminaries.cards.*.source: it": "it is only told, and `check` asks for it",
        "luminaries.cards.*.claim.collect.each: it": REFUSED,
    },
    "conspiracy": {
        "illuminati.*.goal.groups.alignment: it": ONLY_ONE,
        "illuminati.*.abilities.[].bonus.against.alignment: it": ONLY_ONE,
        "illuminati.*.abilities.[].counts_as.alignment: it": ONLY_ONE,
        "groups.*.abilities.[].bonus.against.alignment: it": ONLY_ONE,
        "groups.*.abilities.[].bonus.against.group: it": ONLY_ONE,
        "groups.*.abilities.[].counts_as.alignment: it": ONLY_ONE,
        "groups.*.abilities.[].counts_as.against.alignment: it": ONLY_ONE,
        **{
            f"{kind}.*.abilities.[].{word}.against: 'any'": "the only choice beside a selector"
            for kind in ("illuminati", "groups")
            for word in ("bonus", "resists", "counts_as")
        },
        "illuminati.*.abilities.[].resists.against.alignment: it": REFUSED,
        "illuminati.*.abilities.[].resists.against.group: it": REFUSED,
        "illuminati.*.abilities.[].resists.value: it": REFUSED,
        "illuminati.*.abilities.[].upkeep: it": REFUSED,
        "groups.*.abilities.[].privilege.cost: it": REFUSED,
        "groups.*.abilities.[].privilege.times: it": REFUSED,
        **{f"groups.*.in: '{side}'": TURNED for side in ("left", "right")},
        "specials.*.does.set_roll: it": ONLY_ONE,
        "specials.*.does.cancel_special: True": "the only word that such a card may have",
        "specials.*.does.destroy_powerless: True": "the only word that such a card may have",
    },
}
"""By family: words or choices (`word: choice`) that no case can show to matter, each with the reason."""
GAMES = [
    path.stem
    for path in shipped.rulesets()
    if path.parent.name in HELD and not source.load(str(path)).data.get("abstract")
]


@pytest.mark.parametrize("family", ["core", *HELD])
def test_every_sentence_is_asserted_by_a_case(family: str) -> None:
    said = ALSO_SAID.get(family, set())
    assert [sentence for sentence in unshown(family) if sentence.partition(": ")[2] not in said] == []


def spared(family: str, word: Word) -> list[Any] | None:
    """The choices of a word that need no case; None where the word itself needs none."""
    excused = NEEDS_NO_CASE.get(family, {})
    found = [choice for choice in word.choices if f"{word}: {choice!r}" in excused]
    return None if f"{word}: it" in excused or (word.choices and len(found) == len(word.choices)) else found


WORDS = [(family, word) for family in HELD for word in words(family) if spared(family, word) is not None]


@pytest.mark.parametrize(("family", "word"), one_in(60, WORDS), ids=str)
def test_every_choice_of_a_word_changes_what_comes_out(family: str, word: Word, tmp_path: Path) -> None:
    assert silent(word, family, tmp_path, spared(family, word) or ()) == []


def test_witnesses_are_cases_that_there_are() -> None:
    known = {case.name for family in HELD for case in cases(family)}
    assert sorted(set(witnesses().values()) - known) == []


RULINGS = [(game, ruling) for game in GAMES for ruling in rulesets.load_ruleset(game).data.get("rulings", {})]


@pytest.mark.parametrize(("game", "ruling"), one_in(12, RULINGS))
def test_every_reading_of_a_ruling_changes_what_comes_out(game: str, ruling: str, tmp_path: Path) -> None:
    assert unread(game, ruling, tmp_path) == []


def _shaped(family: str, part: str) -> list[tuple[str, str]]:
    keys = rulesets.schema(engine(family).schema)["$defs"][part]["properties"]
    return [(family, key) for key in keys if key not in ("by", "expect", "note", "stands")]


@cache
def _asking(family: str) -> list[Case]:
    return [case for case in cases(family) if "event" in case.data]


@cache
def _played(family: str) -> list[dict[str, Any]]:
    """The events of cases that ask what they come to, which all must be legal for that."""
    asked = {"leaves", "after", "ends"}
    return [event for case in cases(family) if asked & case.data.keys() for event in case.data["events"]]


@pytest.mark.parametrize(("family", "verb"), [pair for family in HELD for pair in _shaped(family, "event")])
def test_every_verb_has_a_case_both_ways(family: str, verb: str) -> None:
    about: list[dict[str, Any]] = [case.data for case in _asking(family) if verb in case.data["event"]]
    assert [data for data in about if data.get("legal")] or any(verb in event for event in _played(family))
    assert [data for data in about if data.get("breaks")]


@pytest.mark.parametrize(("family", "claim"), [pair for family in HELD for pair in _shaped(family, "expect")])
def test_every_claim_has_a_case_both_ways(family: str, claim: str) -> None:
    about = [case.data for case in _asking(family) if claim in case.data["event"].get("expect", {})]
    assert [data for data in about if data.get("legal")]
    assert [data for data in about if data.get("breaks") == "claim"]
