"""Every sentence of a fishing ruleset: what each Luminary's word says with each of its arguments, and games in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engines import family
from referee.rules import rulesets

REVEALED, FACE_UP, CLAIMED = "reveal", "in_play", "claim"
LAID = "the opposite Luminary is revealed too; where it"
SWAPS = [
    ({"cards": 1}, "swap 1 card for a loose one here"),
    ({"cards": 1, "with": "anywhere"}, "swap 1 card for a loose one anywhere"),
    ({"cards": 2, "fewer": True}, "swap up to 2 cards for loose ones here"),
    ({"cards": 2, "fewer": False, "with": "anywhere"}, "swap 2 cards for loose ones anywhere"),
]
EXCHANGES = [
    ({"by": "claimer", "cards": "all", "draw": 4, "into": "aside"}, "exchange the whole hand for 4"),
    ({"by": "claimer", "cards": 1}, "exchange up to 1 card, shuffled into the pile"),
    ({"by": "everyone", "cards": 2, "into": "aside"}, "everybody may exchange up to 2 cards"),
    (
        {"by": "everyone", "cards": 3, "first": "left"},
        "everybody, the player on the left first, may exchange up to 3 cards, shuffled into the pile",
    ),
]
EFFECTS: list[tuple[str, str, Any, str]] = [
    (REVEALED, "seed", 1, "its field is reseeded to 1 card"),
    (REVEALED, "seed", 6, "its field is reseeded to 6 cards"),
    (REVEALED, "hide", 1, "1 hidden card under it"),
    (REVEALED, "hide", 3, "3 hidden cards under it"),
    (REVEALED, "turn", "any", "turn the box to any season"),
    (REVEALED, "turn", "Winter", "its field becomes Winter"),
    (REVEALED, "reveal_opposite", True, f"{LAID} is gone, one not dealt is laid there"),
    (REVEALED, "reveal_opposite", False, ""),
    (REVEALED, "reveal_opposite", {"over": "claimed"}, f"{LAID} was claimed, one not dealt is laid there"),
    (REVEALED, "reveal_opposite", {"laid": "lies"},
     f"{LAID} is gone, one not dealt is laid there, without being revealed"),
    (REVEALED, "reveal_opposite", {"none_left": "discarded"},
     f"{LAID} is gone, one not dealt, or one discarded is laid there"),
    (REVEALED, "discard_opposite", True, "the opposite Luminary is discarded"),
    (REVEALED, "name_season", {"suit": "st"}, "name the season of Stars for the round"),
    (REVEALED, "cover", True, "a hidden card under each card of its field"),
    (REVEALED, "cover", "reseeded", "a hidden card under each card that reseeds its field"),
    (REVEALED, "cover", False, ""),
    *((REVEALED, "exchange", told, says) for told, says in EXCHANGES[2:]),
    (REVEALED, "lay", {"2": 1, "3": 1, "4": 2},
     "everybody sows face down here (1 with 2 or 3 players, 2 with 4 players)"),
    (REVEALED, "lay", {"2": 1, "3": 1, "4": 1, "turns": True},
     "everybody sows face down here (1 with 2 or 3 or 4 players), turning the box"),
    (REVEALED, "lay", {"2": 3, "3": 2, "4": 1, "seasons": "hold"},
     "everybody sows face down here (3 with 2 players, 2 with 3 players, 1 with 4 players), if the season allows it"),
    (FACE_UP, "allow", {"sow": ["Autumn"], "harvest": [], "stockpile": ["Spring", "Winter"]},
     "sowing allowed in Autumn, stockpiling allowed in Spring and Winter"),
    (FACE_UP, "bar", {"harvest": ["Summer"], "sow": ["Winter"]}, "no harvesting in Summer, sowing in Winter"),
    *((FACE_UP, "swap", told, f"once a turn {says}") for told, says in SWAPS),
    (FACE_UP, "seasons_stay", True, "the box does not turn"),
    (FACE_UP, "seasons_stay", {"except": {"suit": "su"}}, "the box does not turn, except for Summer cards"),
    (FACE_UP, "extra", {"action": "harvest"}, "once a turn you may also harvest here, whatever the season"),
    (FACE_UP, "extra", {"action": "sow", "must": True}, "once a turn you must also sow here, whatever the season"),
    (FACE_UP, "extra", {"action": "sow", "must": True, "last_card": "owed"},
     "once a turn you must also sow here, whatever the season, even with the last card"),
    (FACE_UP, "repeat", {}, "after a play here you may do the same in another field"),
    (FACE_UP, "repeat", {"where": "opposite"}, "after a play here you may do the same in the opposite field"),
    (FACE_UP, "repeat", {"actions": ["sow", "stockpile"], "after": "clearing"},
     "after sowing or stockpiling here you may do the same in another field, once fields are cleared"),
    (FACE_UP, "together", {"cards": 2}, "harvest here with 2 cards as one"),
    (FACE_UP, "together", {"cards": 3, "matching": "loose"},
     "harvest here with 3 cards as one, matching a single card"),
    (FACE_UP, "together", {"cards": "any", "matching": "single"},
     "harvest here with any number of cards as one, matching a single card or stockpile"),
    (FACE_UP, "confine", {}, "play in this field only, whatever the season"),
    (FACE_UP, "confine", {"seasons": "hold", "luminaries": "hold"},
     "play in this field only, if the season allows it, and what other Luminaries allow and bar holds"),
    (FACE_UP, "reach", {"fields": "all"}, "a harvest here may also take from any field, whatever the season"),
    (FACE_UP, "reach", {"fields": "opposite", "seasons": "hold", "clears": False},
     "a harvest here may also take from the opposite field, if the season allows it; other fields are not cleared"),
    (FACE_UP, "reach", {"fields": "all", "mixed": True, "luminaries": "ignored"},
     "a harvest here may also take from any field, as if all lay here, whatever the season and other Luminaries"),
    (FACE_UP, "reach", {"fields": "opposite", "card": "another"},
     "after a harvest here you may harvest with another card in the opposite field, whatever the season"),
    (FACE_UP, "cover", {}, "a hidden card under each card sown here"),
    (FACE_UP, "cover", {"uncovered": "goes_along"},
     "a hidden card under each card sown here, which goes into the harvest pile too"),
    (FACE_UP, "cover", {"stockpiled": "lies"},
     "a hidden card under each card sown here; it turns up when the card is stockpiled"),
    (FACE_UP, "turned_by", "any", "any card played here turns the box"),
    (FACE_UP, "turned_by", {"rank": "K"}, "Kings played here turn the box"),
    (FACE_UP, "turned_by", {"card": "Ksu"}, "Ksu played here turns the box"),
    (FACE_UP, "turned_by", {"card": ["Ksu", "Kwi"]}, "Ksu and Kwi played here turn the box"),
    *((CLAIMED, "swap", told, says) for told, says in SWAPS),
    (CLAIMED, "take_hidden", False, ""),
    (CLAIMED, "turn", "any", "turn the box to any season"),
    (CLAIMED, "collect", {"from": "piles"}, "1 card from every other harvest pile"),
    (CLAIMED, "collect", {"from": "hands", "cards": {"rank": "F"}, "chosen_by": "chance"},
     "1 Fool at random from every other hand"),
    (CLAIMED, "take_okus", {}, "take an okus from another player and put it back on the box"),
    (CLAIMED, "take_okus", {"from": "anywhere", "to": "claimer"},
     "take an okus from another player or the box and keep it"),
    (CLAIMED, "name_season", {"suit": "st"}, "name the season of Stars for the round"),
    *((CLAIMED, "exchange", told, says) for told, says in EXCHANGES[:2]),
    (CLAIMED, "reseed_from_hand", True, "reseed the field with the whole hand, then draw up"),
    (CLAIMED, "score", {"frostbit": 2, "sunkissed": -1}, "frostbit scores 2 for you, sunkissed scores -1 for you"),
]  # fmt: skip
"""A moment, an effect word, its argument, and what the three come to in words; '' where the effect is none."""
MOMENTS = {REVEALED: "Revealed", FACE_UP: "Face up", CLAIMED: "Claimed"}


def with_luminary(tmp_path: Path, entry: dict[str, Any]) -> Any:
    """Illimat with one more Luminary, the Fisher."""
    fisher = {"text": "t", "source": "s", **entry}
    house = {"extends": "illimat", "why": "one more", "luminaries": {"cards": {"The Fisher": fisher}}}
    path = tmp_path / "house.json"
    path.write_text(json.dumps(house), encoding="utf-8")
    return rulesets.load_ruleset("illimat", variants=["second-edition"], houses=[str(path)])


@pytest.mark.parametrize(("moment", "word", "told", "says"), EFFECTS)
def test_what_an_effect_is_in_words(moment: str, word: str, told: Any, says: str, tmp_path: Path) -> None:
    rules = with_luminary(tmp_path, {moment: {word: told}})
    lines = [line for line in dict(family("fishing").describe(rules))["Luminaries"] if "The Fisher" in line.text]
    pointer = ("luminaries", "cards", "The Fisher", moment, word)
    assert lines == ([(f"The Fisher. {MOMENTS[moment]}: {says}.", pointer)] if says else [])
    row = family("fishing").cards(rules, 2)[-1]
    assert row == {
        "kind": "Luminaries", "card": "The Fisher", "set": "", "suit": "", "rank": "", "symbols": [], "values": [],
        "season": "", **dict.fromkeys(MOMENTS, ""), moment: says, "left_out": False,
    }  # fmt: skip


def test_a_luminary_with_several_effects(tmp_path: Path) -> None:
    rules = with_luminary(tmp_path, {"worth": 3, "reveal": {"seed": 4, "hide": 2}, "claim": {"take_hidden": True}})
    row = family("fishing").cards(rules, None)[-1]
    assert row["reveal"] == "its field is reseeded to 4 cards; 2 hidden cards under it"
    assert row["claim"] == "take the cards under it; counts as 3"
    assert "left_out" not in row


BROKEN = "A tie goes to the player with most {}; a tied loss to the one with fewest. "
ALL, NONE = "Everybody who is tied then scores in full.", "Nobody scores if players are still tied."
TIES = [
    (["luminaries"], BROKEN.format("luminaries") + NONE),
    (["fools", "okus", "all"], BROKEN.format("fools, then okus") + ALL),
    (["luminaries", "nobody"], BROKEN.format("luminaries") + NONE),
    (["all"], ALL),
]


@pytest.mark.parametrize(("ties", "says"), TIES)
def test_what_breaks_a_tie_in_words(ties: list[str], says: str, tmp_path: Path) -> None:
    path = tmp_path / "house.json"
    path.write_text(json.dumps({"extends": "illimat", "why": "x", "scoring": {"ties": ties}}), encoding="utf-8")
    rules = rulesets.load_ruleset("illimat", houses=[str(path)])
    lines = dict(family("fishing").describe(rules))["Scoring"]
    assert [line.text for line in lines if line.pointer == ("scoring", "ties")] == [says]


BRIEF = [
    ("fishing", (), "Fishing, stockpiles"),
    ("cassino", ("one-round",), "Cassino, 2–4 players, hands of 4 cards, builds, 1 round"),
    ("scopa", (), "Scopa, 2, 3, 4 or 6 players, hands of 3 cards, to 11"),
    ("scopa", ("partners",), "Scopa, 4 or 6 players, hands of 3 cards, partners, to 11"),
    ("illimat", ("solitaire",),
     "Illimat, 1 player, hands of 4 cards, 4 fields, stockpiles, 4 of 7 Luminaries, 1 round"),
    ("illimat", ("team-play", "promo"),
     "Illimat, 4 players, hands of 4 cards, partners, 4 fields, stockpiles, 4 of 11 Luminaries, to 17"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "variants", "said"), BRIEF)
def test_a_game_in_one_line(name: str, variants: tuple[str, ...], said: str) -> None:
    assert family("fishing").brief(rulesets.load_ruleset(name, variants=variants)) == said
