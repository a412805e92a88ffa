"""What an unsettled rule is said to have decided in a case comes out otherwise by another reading, and nothing else does.

Every case is judged by each reading of the rulings that it is said to have rested on, and of those that it chooses itself; the
edition, which the log itself shows by the cards that it names, is left out.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from case_runner import Case, cases, set_table
from slowness import one_in

from referee.core.ruleset import Ruleset
from referee.judging.replay import Replay

PLAYED = [
    case
    for family in ("conspiracy", "fishing")
    for case in cases(family)
    if case.data.keys() & {"event", "events"} and not case.data.keys() & {"unread", "unsound"}
]
LATER = {
    "audience-seasons": ("readings-audience-in-autumn-where",),
    "first-draw": ("readings-the-first-player-plays",),
    "gambler-order": ("readings-the-Gambler-begins",),
    "next-dealer": ("turns-the-same-dealer-again",),
    "cleared-first": (
        "luminaries-E65",
        "luminaries-two-fields-",
        "luminaries-three-fields-",
        "told_readings-two-fields-",
    ),
    "counts-as": ("told_readings-what-counts-as-Government-against-Government",),
    "destroyed-money": ("edges-out-by-ones-own-hand",),
    "echo-after": ("luminaries-the-Echo-in-a-field",),
    "end-illuminati": ("edges-to-the-end", "edges-a-group-and-its-power-count", "winning-to-the-end"),
    "final-tie": ("scoring-equal-totals", "told_readings-equal-totals-at-the-end"),
    "gambler-replaced": ("house_words-",),
    "in-force": ("told_readings-a-swap-that-may", "told_readings-a-stockpile-that-may"),
    "newborn-field": ("readings-a-field-not-topped-up-with-the-last-card",),
    "newborn-laid": ("readings-newborn-none-left-but", "readings-a-luminary-laid-"),
    "none-counted": ("messages-a-hidden-pile-scored",),
    "rake-after-clearing": ("partners-the-Rake-takes", "house_words-the-Rake-collects", "readings-rake-card-by"),
    "rake-card": (
        "house_words-the-Rake-collects",
        "readings-rake-card-by",
        "luminaries-E53",
        "partners-the-Rake-takes",
    ),
    "tax-split": ("rulings-tax-of-a-player", "turn-tax-of-the-poor", "turn-two-taxes-that"),
}
"""Rulings that decide what comes later, who chose, or which card it was where any would do, with how the cases begin."""


@pytest.mark.parametrize("case", one_in(3, PLAYED), ids=lambda case: case.name)
def test_what_decided_a_case_comes_out_otherwise_by_another_reading(case: Case, tmp_path: Path) -> None:
    plain = replayed(case, {}, tmp_path)
    rules: Ruleset = plain.game.ruleset
    rulings = {name: entry["about"] for name, entry in rules.full.get("rulings", {}).items() if name != "edition"}
    chosen = case.data.get("ruling", {})
    for name, about in rulings.items():
        if name not in chosen and about not in decided(plain):
            continue
        found = [replayed(case, {name: reading}, tmp_path) for reading in rules.full["rulings"][name]["readings"]]
        differs = len({outcome(one) for one in found}) > 1
        if f"{case.file}-{case.id}".startswith(LATER.get(name, ("-",))):
            continue
        if any(about in decided(one) for one in found):
            assert differs, name
        elif not any(one.folded.flaws or one.folded.shapeless for one in found):
            assert not differs, name


def replayed(case: Case, ruling: dict[str, str], folder: Path) -> Replay:
    """A case, played through by another reading of a ruling."""
    data = case.data | {"ruling": {**case.data.get("ruling", {}), **ruling}}
    return set_table(data, [*data.get("events", []), *([data["event"]] if "event" in data else [])], folder).replay()


def outcome(played: Replay) -> str:
    """What a case comes to: what is wrong with it, or how things stand."""
    return str([*map(str, played.folded.flaws), json.dumps(played.game.position(played.state), sort_keys=True)])


def decided(played: Replay) -> set[str]:
    """The paths of the unsettled words that decided it."""
    state = played.state
    return {*state.readings} if hasattr(state, "readings") else {path for path, _ in state.decisive}
