"""A word that makes the referee cite a rule asks for the text of that rule: `check` refuses a ruleset without it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee import source
from referee.rules import rulesets, shipped

FILES = {path.stem: source.load(str(path)).data for path in shipped.rulesets()}
ONLY_TOLD = {
    "trick": (
        "dealing leading tie stars broken-by moon revokes several-all hook star-clash partners nil bags "
        "higher doubles declarer nobody vulnerable contract game slam overtricks insult undertricks knock-out turned "
        "by-pairs talon-taken talon-counts grace-until compared joined"
    ),
    "fishing": "ties partners",
}
"""By family: rules that explain readings and variants, or what is counted; no word cites them, or has another to cite, so that
none asks for them."""


def asked_for(game: str) -> list[str]:
    """The rules of a game that its own words cite: all except those of what it extends."""
    ruleset, base = rulesets.load_ruleset(game), FILES[game].get("extends")
    spared = {*ONLY_TOLD.get(ruleset.family, "").split()}
    while base in FILES:
        spared |= {*FILES[base].get("rules", ())}
        base = FILES[base].get("extends")
    return [rule for rule in ruleset.data["rules"] if rule not in spared]


CITED = [(game, rule) for game, data in FILES.items() if not data.get("abstract") for rule in asked_for(game)]


@pytest.mark.parametrize(("game", "rule"), CITED)
def test_what_a_word_cites_must_be_explained(game: str, rule: str, tmp_path: Path) -> None:
    ruleset = rulesets.load_ruleset(game)
    whole = {**ruleset.data, "family": ruleset.family}
    rules = {name: text for name, text in whole["rules"].items() if name != rule}
    path = tmp_path / f"{game}.json"
    path.write_text(json.dumps({**whole, "rules": rules}), encoding="utf-8")
    with pytest.raises(referee.RulesetError) as refused:
        rulesets.load_ruleset(str(path))
    by = "family" if whole["family"] == "conspiracy" else "word"
    message = f"this {by} cites the rule {rule!r}, which `rules:` does not explain; add its text and source"
    assert {complaint.message for complaint in refused.value.complaints} == {message}
