"""Deals of which cards lie open, typed part by part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.judging.judge import judge
from referee.judging.log import parse_log
from referee.judging.read import load_log
from referee.judging.rules import ruleset_of
from referee.recording import answers
from referee.recording.here import Here
from referee.recording.recorder import Recorder

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


def begun(game: str, detail: str) -> Recorder:
    text = (EXAMPLES / game / "friday.yaml").read_text(encoding="utf-8")
    return Recorder(text[: text.index("\nevents:") + 1] + "events:\n", "friday.yaml", ruleset_of, detail)


def type_in(recorder: Recorder, item: Mapping[str, Any]) -> None:
    """Types an event: a deal as it is asked for, anything else in words."""
    deal = item.get("deal")
    if deal is None:
        assert recorder.enter(answers.event(item))[0].startswith("Recorded: ")
        return
    if "luminaries" in deal:
        lying = (f"{field} {name}" for field, name in deal["luminaries"].items())
        assert recorder.enter(f"luminaries {', '.join(lying)}") == []
    for field, cards in deal.get("fields", {}).items():
        assert recorder.status()[-1] == f"The cards that lie open: {field}?"
        assert recorder.enter(" ".join(cards)) == []
    players = recorder.here.players
    first = players.index(recorder.here.game.view(recorder.here.state)[0]["dealer"]) + 1
    for who in (*players[first:], *players[:first]):
        assert recorder.status()[-1] == f"The cards of {who}? Return if nobody recorded them."
        answer = recorder.enter(" ".join(deal.get("hands", {}).get(who, ())))
    assert answer[0].startswith("Recorded: deal")


def events_of(path: Path) -> list[dict[str, Any]]:
    return [{k: v for k, v in item.items() if k not in ("expect", "note")} for item in load_log(str(path)).items]


def with_hands_in_any_order(item: Mapping[str, Any]) -> Any:
    return json.dumps(item, sort_keys=True)


@pytest.mark.parametrize(("game", "number"), [("cassino", 40), ("scopa", 40), ("illimat", 65)])
def test_a_round_is_recorded_as_it_is_asked_for(game: str, number: int) -> None:
    """Of Illimat a whole round, up to the next deal."""
    events = events_of(EXAMPLES / game / "friday.yaml")
    recorder = begun(game, "deals")
    for item in events[:number]:
        type_in(recorder, item)
    assert list(map(with_hands_in_any_order, recorder.events)) == list(map(with_hands_in_any_order, events[:number]))
    assert recorder.here.game.view(recorder.here.state)[0]["phase"] == ("deal" if game == "illimat" else "play")
    assert not judge(parse_log(recorder.text, "friday.yaml")).violations


@pytest.mark.parametrize("game", ["cassino", "scopa", "illimat"])
def test_of_hands_that_nobody_sees_a_card_is_enough_to_be_offered_what_was_played(game: str) -> None:
    """A whole game as it lay open: every play is among those offered for its card, and new hands need not be mentioned."""
    path = EXAMPLES / game / "plays-only.yaml"
    text = path.read_text(encoding="utf-8")
    recorder = Recorder(text[: text.index("\nevents:") + 1] + "events:\n", "friday.yaml", ruleset_of, "plays")
    offered = 0
    for item in events_of(path):
        if item == {"deal": {}}:
            assert recorder.status()[0].endswith(" must play.")
            continue
        if "play" not in item:
            assert recorder.enter(answers.event(item))[0].startswith("Recorded: ")
            continue
        verb, card, *_ = item["play"].partition("=")[0].split()
        after = board(recorder.here.after(item))
        answer = recorder.enter(f"{verb[:2]} {card}" if offered % 2 else card)
        if not answer[0].startswith("Recorded: "):
            numbers = [
                n for n, option in enumerate(recorder._offered, 1) if board(recorder.here.after(option.item)) == after
            ]
            assert recorder.enter(str(numbers[0]))[0].startswith("Recorded: ")
            offered += 1
        assert board(recorder.here) == after
    assert judge(parse_log(recorder.text, "friday.yaml")).status == "legal"
    assert offered > 0


def board(here: Here) -> Any:
    """What lies open, and whose turn it is."""
    view = here.game.view(here.state)[0]
    return {key: view.get(key) for key in ("fields", "turn", "seats", "hand")}


def test_a_later_deal_may_be_one_that_nobody_recorded() -> None:
    recorder = begun("cassino", "deals")
    events = events_of(EXAMPLES / "cassino" / "friday.yaml")
    for item in events[:9]:
        type_in(recorder, item)
    assert recorder.status() == ["Ben must deal new hands.", "The cards of Ann? Return if nobody recorded them."]
    assert recorder.enter("") == []
    assert recorder.status() == ["The cards of Ben? Return if nobody recorded them."]
    assert recorder.enter("")[0] == "Recorded: deal."
    assert dict(recorder.events[-1]) == {"deal": {}}
    assert recorder.status() == ["Ann must play."]
    assert recorder.enter("8D")[0] == "'8D' may be any of these; write more of it, or its number:"
    assert recorder.enter("sow 8D") == ["Recorded: play sow 8D."]


def test_parts_of_a_deal_are_taken_back_one_by_one() -> None:
    recorder = begun("cassino", "deals")
    type_in(recorder, events_of(EXAMPLES / "cassino" / "friday.yaml")[0])
    assert recorder.enter("undo")[0].startswith("Taken back: deal fields table 2C QC 2D 9D")
    recorder.enter("2C QC 2D 9D")
    recorder.enter("")
    assert recorder.enter("undo") == ["Taken back: Ann nothing."]
    assert recorder.status() == ["The cards of Ann? Return if nobody recorded them."]
    assert recorder.enter("undo") == ["Taken back: table 2C QC 2D 9D."]
    assert recorder.status()[-1] == "The cards that lie open: table?"
    assert recorder.enter("undo") == ["There is nothing to undo."]
    for line in ("2C QC 2D 8D", "4C 4S 6S 7S", "table 2C QC 2D 9D", ""):
        recorder.enter(line)
    assert list(recorder.events[0]["deal"]) == ["fields", "hands"]
    assert recorder.events[0]["deal"]["fields"] == {"table": ["2C", "QC", "2D", "9D"]}


def test_luminaries_that_somebody_looked_at_are_part_of_the_deal() -> None:
    recorder = begun("illimat", "deals")
    assert recorder.enter("luminaries Summer The Union, Spring the changeling") == []
    assert recorder.status() == ["The cards that lie open: Summer?"]
    assert recorder.enter("undo") == ["Taken back: luminaries Summer The Union, Spring the changeling."]
    assert recorder.enter("luminaries Summer") == [
        "Write for each what lies where, with commas: `luminaries Summer …, …`."
    ]


def test_a_luminary_is_named_in_words() -> None:
    path = EXAMPLES / "illimat" / "plays-only.yaml"
    text = path.read_text(encoding="utf-8")
    recorder = Recorder(text[: text.index("\nevents:") + 1] + "events:\n", "friday.yaml", ruleset_of, "plays")
    for line in ("Fwi 4wi Qwi", "10sp 4su 7su", "2sp Fau 2wi", "2su Ksu 2au", "h 5su"):
        recorder.enter(line)
    assert recorder.status() == ["Ann must play."]  # Cyd's draw lies face down
    assert recorder.enter("h Qsu")[0] == "Recorded: play harvest Qsu take Qwi @Summer."
    assert recorder.status() == ["The Summer field must be reseeded with 3 cards."]
    recorder.enter("10wi 9su 4au")
    assert recorder.status() == ["The Luminary of the Summer field must be turned up."]
    assert recorder.enter("The River") == ["Recorded: reveal The River."]


def test_it_asks_for_the_table_and_then_for_the_hands() -> None:
    recorder = begun("cassino", "deals")
    assert recorder.status()[-1] == "The cards that lie open: table?"
    assert recorder.enter("2C QC 2D 9D") == []
    assert recorder.status() == ["The cards of Ann? Return if nobody recorded them."]
    assert recorder.enter("") == []
    assert recorder.enter("4C 6C 4S 5S")[0].startswith("Recorded: deal ")
    assert dict(recorder.events[0]) == {
        "deal": {"fields": {"table": ["2C", "QC", "2D", "9D"]}, "hands": {"Ben": ["4C", "6C", "4S", "5S"]}}
    }


def test_of_what_lies_open_only_the_table_is_asked_for() -> None:
    recorder = begun("cassino", "plays")
    assert recorder.enter("deal 2C QC 2D 9D")[0].startswith("Recorded: deal ")
    assert dict(recorder.events[0]) == {"deal": {"fields": {"table": ["2C", "QC", "2D", "9D"]}}}
    assert recorder.enter("sow 6S")[0].startswith("Recorded: ")


def test_a_hand_is_looked_at_as_soon_as_it_is_typed() -> None:
    recorder = begun("hearts", "deals")
    assert recorder.enter("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC") == [
        "Ann is dealt 12 cards; in hand 1 everybody gets 13. (hearts/deal)"
    ]
    assert recorder.status()[-1] == "The cards of Ann?"
    assert recorder.enter("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC") == []
    assert recorder.enter("2C 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD") == [
        "2C is dealt twice, to Ann first. (hearts/deck)"
    ]
    assert recorder.status()[-1] == "The cards of Ben?"
    recorder.enter("AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD")
    recorder.enter("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH")
    assert recorder.enter("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS QS")[0] == "QS is dealt twice. (hearts/deck)"
    assert recorder.status() == ["The cards of Dov?"]
    assert recorder.enter("Dov 2S 3S XX") == [
        "'XX' is not a card here; cards are written like 2C and AS. (hearts/deck)"
    ]
    assert recorder.enter("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS")[0].startswith("Recorded: deal ")
