"""Beside a violation that another reading of an unsettled rule would allow that reading is told, and how to take it."""

from __future__ import annotations

from typing import Any

import yaml

from referee.judging.judge import judge
from referee.judging.log import parse_log

TWO_JACKS = """
game: cassino
players: [Ann, Ben]
position: {fields: {table: [JS, JC, 2D]}, hands: {Ann: [JH, 9D], Ben: [4S, 5S]}, stock: 0}
events:
  - play: harvest JH take JS | JC
"""
EQUAL_FACES = (
    "May a face card take several of its like at once? Taken here: one (No, one of them); "
    "to judge otherwise write `ruling: {equal-faces: all}`"
)


def judged(text: str, **more: Any) -> tuple[str, dict[str, str]]:
    """The status of a log, and the rulings that are reported with it."""
    verdict = judge(parse_log(yaml.safe_dump({**yaml.safe_load(text), **more}), "log.yaml"))
    readings = {finding.rule: finding.message for finding in verdict.findings if finding.kind == "reading"}
    return verdict.status, readings


def test_it_is_told() -> None:
    status, readings = judged(TWO_JACKS)
    assert status == "illegal"
    assert readings == {"cassino/equal-faces": f"{EQUAL_FACES} (event 1)"}


def test_by_that_reading_it_is_legal() -> None:
    assert judged(TWO_JACKS, ruling={"equal-faces": "all"})[0] == "legal"


def test_what_the_table_has_chosen_is_not_told() -> None:
    assert judged(TWO_JACKS, ruling={"equal-faces": "one"}) == ("illegal", {})


def test_what_no_reading_allows_tells_none() -> None:
    assert judged(TWO_JACKS, events=[{"play": "harvest JH take 2D"}]) == ("illegal", {})


def test_an_irregularity_that_stands_tells_it_too() -> None:
    events = [{"play": "harvest JH take JS | JC", "stands": "nobody minded"}, {"play": "sow 4S"}]
    status, readings = judged(TWO_JACKS, events=events)
    assert (status, list(readings)) == ("legal", ["cassino/equal-faces"])


def test_a_claim_that_is_false_by_the_reading_taken() -> None:
    text = "{game: gin-rummy, players: [Ann, Ben], setup: {dealer: Ben}, events: []}"
    hands = {"Ann": ["AC 2C 3C", "4D 4H 4S", "5S 6S 7S", "KC"], "Ben": ["5C 5D 5H", "9H 10H JH QH", "QD", "8S", "AH"]}
    events = [{"result": {"declared": "Ann", "hands": hands}, "expect": {"dealer": "Ben"}}]
    status, readings = judged(text, events=events)
    assert (status, list(readings)) == ("illegal", ["gin-rummy/next-dealer"])
    assert judged(text, events=[], expect={"dealer": "Ben"}) == ("legal", {})
    assert judged(text, events=[{**events[0], "expect": {}}], expect={"dealer": "Ben"})[1].keys() == readings.keys()


def test_another_order_of_the_seasons_does_not_move_the_field_that_the_log_names() -> None:
    text = """
    game: illimat
    players: [Ann, Ben]
    position: {fields: {Winter: [7au, 2sp]}, hands: {Ann: [7su, Ksp]}}
    events:
      - play: harvest 7su take 7au
    """
    assert judged(text) == ("illegal", {})


def test_a_lead_by_somebody_who_leads_by_another_reading() -> None:
    text = """
    game: knockout-whist
    players: [Ann, Ben, Cyd, Dov]
    position: {phase: play, dealer: Dov, trump: H}
    events: [{by: Dov, play: 5C}]
    """
    told = (
        "Who leads to the first trick of a hand? Taken here: left (The player left of the dealer); "
        "to judge otherwise write `ruling: {leads: dealer}` (event 1)"
    )
    assert judged(text) == ("illegal", {"knockout-whist/leads": told})
    assert judged(text, events=[{"by": "Cyd", "play": "5C"}]) == ("illegal", {})


def test_a_deal_that_fits_another_dealer() -> None:
    text = """
    game: illimat
    players: [Ann, Ben]
    setup: {dealer: Ben}
    events:
      - result:
          piles:
            Ann: {bumper-crop: 28, sunkissed: 7, frostbit: 7, fools: 2}
            Ben: {bumper-crop: 24, sunkissed: 6, frostbit: 6, fools: 2}
          okus: {Ann: 1, Ben: 1}
          luminaries: {Ann: [The Maiden]}
      - deal:
          fields: {Summer: [5sp, 6sp, 5au], Spring: [7wi, Qwi, 2wi], Winter: [Ksp, 8su, 9su], Autumn: [3sp, 3su, Qsu]}
          hands: {Ann: [7sp, 4au, 4wi], Ben: [5su, 10su, 2au, 5wi]}
    """
    status, readings = judged(text)
    assert (status, "illimat/next-dealer" in readings) == ("illegal", True)
    settled, readings = judged(text, ruling={"next-dealer": "left"})
    assert (settled, "illimat/next-dealer" in readings) == ("illegal", False)
    assert judged(text, ruling={"next-dealer": "same"})[0] == "legal"


def test_a_draw_before_the_first_play() -> None:
    text = """
    game: illimat
    players: [Ann, Ben, Cyd, Dov]
    setup: {dealer: Dov}
    events:
      - deal:
          fields: {Summer: [5sp, 6sp, 5au], Spring: [7wi, Qwi, 2wi], Winter: [Ksp, 8su, 9su], Autumn: [3sp, 3su, Qsu]}
      - draw: [5wi]
    """
    status, readings = judged(text)
    assert (status, list(readings)) == ("illegal", ["illimat/first-draw"])
