"""limits.md says what no word says: where one of these words can say more one day, the page is to be read again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.core.words import word_at
from referee.engines import FAMILIES
from referee.rules import rulesets

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference" / "limits.md"
SAYS: dict[tuple[str, str], tuple[str, ...]] = {
    ("trick", "partners"): ("none", "opposite"),
    ("trick", "pass"): ("cards", "to", "when", "owed"),
    ("trick", "stock"): ("first", "turned", "tricks_count", "when_out"),
    ("trick", "trick.wins"): ("highest", "lowest"),
    ("meld", ""): (
        "deck", "players", "values", "order", "wild", "melds", "idle", "deal", "action_cards", "turn", "stock",
        "table", "partners", "declare", "lay_off", "hands_count", "melds_count", "define", "scoring", "bonuses", "roles",
        "end", "changes",
    ),
    ("meld", "turn"): (
        "refuse_first", "discard_taken", "pile", "must_meld", "stopped_by", "frozen_by", "frozen_at_first", "buys", "buy_cards",
        "calls",
    ),
    ("meld", "table"): (
        "lay", "from_turn", "first", "first_needs", "more", "most", "lay_off", "lay_off_after", "swap_wild", "rank_once",
        "puts_down", "long", "out_needs", "last_card",
    ),
    ("meld", "wild"): ("cards", "most"),
    ("meld", "melds.run"): (
        "shape", "least", "most", "suits", "cards", "wild", "order", "around", "natural", "out_only", "values",
        "points",
    ),
    ("meld", "melds.run.shape"): ("set", "run", "flush"),
    ("shedding", ""): (
        "deck", "players", "values", "deal", "match", "draw", "stock", "effects", "draw_cards", "last_card", "define",
        "scoring", "end", "changes",
    ),
    ("shedding", "effects.eights"): (
        "cards", "wild", "names", "skip", "reverse", "draw", "again", "swap", "pass_on", "challenge", "last",
        "starter",
    ),
    ("fishing", "sow"): ("while_owning", "while_capturing"),
    ("fishing", "harvest"): (
        "sums", "total", "takes_all", "several", "single_first", "equal_cards", "equal_faces", "single_in_sums",
        "multiple_in_sums", "both_values", "whole_hand",
    ),
    ("fishing", "deal"): (
        "each", "first", "first_draws", "fields", "again", "in_order", "misdeal", "total_goes_to", "hands", "next_dealer",
    ),
    ("climbing", ""): (
        "deck", "players", "order", "suits", "runs", "values", "combinations", "wild", "deal", "talon", "calls", "bidding",
        "partners", "titles", "exchange", "lead", "play", "define", "scoring", "end", "changes",
    ),
    ("climbing", "combinations.run.shape"): ("set", "run", "flush", "cards"),
    ("conspiracy", "specials.Bribery.does"): (
        "set_roll", "take_uncontrolled", "spy", "abolish_privilege", "join_privileged", "multiply_income", "revive",
        "cancel_special", "skip_turn", "money", "redistribute", "destroy_powerless",
    ),
    ("conspiracy", "illuminati.The Network.goal"): (
        "power", "transferable", "money", "destroyed", "alignments", "groups", "chosen",
    ),
}  # fmt: skip
"""The words that the page speaks of, each with all that it can say; a section where the path is empty."""


@pytest.mark.parametrize(("family", "path"), SAYS)
def test_no_word_says_more_than_the_page_knows(family: str, path: str) -> None:
    word = word_at(f"{family}.schema.json", rulesets.SCHEMAS).at(tuple(path.split(".")) if path else ())
    found = tuple(map(str, word.choices)) or tuple(word.keys)
    if not path:
        frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys
        found = tuple(key for key in found if key not in frame or key in ("deck", "players"))
    assert found == SAYS[family, path], f"is docs/reference/limits.md still true of {family}, {path}?"


def test_what_the_page_names_is_a_word() -> None:
    named = set(re.findall(r"`([a-z_]+)(?:`|: \{)", PAGE.read_text(encoding="utf-8")))
    schemas = " ".join(str(schema) for schema in rulesets.SCHEMAS.values())
    assert [name for name in sorted(named) if f"'{name}'" not in schemas] == []


@pytest.mark.parametrize(
    "page",
    ["writing-a-ruleset.md", "../tutorials/a-game-from-nothing.md", *(f"families/{family}.md" for family in FAMILIES)],
)
def test_whoever_begins_a_game_is_sent_there(page: str) -> None:
    text = (PAGE.parent / page).read_text(encoding="utf-8")
    assert "limits.md" in text
