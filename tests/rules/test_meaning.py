"""The hash of rules: the same however they are written, another as soon as they mean something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import source
from referee.core.ruleset import Ruleset
from referee.rules import rulesets
from referee.rules.meaning import canonical, hash_of

GAME = """\
name: small
title: Small
family: trick
summary: A small game.
deck: french
players: [4]
deal: {each: 5, hands: 4}
define: {good: won >= 3, fine: good and won < 5}
scoring: {tricks: {cases: [{when: good, points: won}, {points: 0}]}}
end: {winner: highest}
rules:
  follow-suit: {text: Follow suit., source: our own game}
  order: {text: In order., source: our own game}
"""


def hashed(folder: Path, text: str) -> str:
    """The hash of a ruleset that is written like this."""
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    data = source.parse(text, str(path)).data
    return hash_of(rulesets.assemble(rulesets.gather(str(path)))) if data else ""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("deck: french\nplayers: [4]", "players:\n  - 4\n# a comment\ndeck: french"),
        ("won >= 3", "'won   >=3'"),
        ("Small\n", "Something else\n"),
        ("Follow suit.", "Whoever can must follow."),
        ("winner: highest", "winner: highest, tied: shared"),
        ("deck: french", "deck: {extends: french, title: Ours, name: ours}"),
    ],
)
def test_what_is_only_written_otherwise_has_the_same_hash(tmp_path: Path, old: str, new: str) -> None:
    assert old in GAME
    assert hashed(tmp_path, GAME.replace(old, new)) == hashed(tmp_path, GAME)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("won >= 3", "won >= 4"),
        ("winner: highest", "winner: lowest"),
        ("good: won >= 3, fine: good and won < 5", "fine: won >= 3 and won < 5, good: won >= 3"),
        ("deck: french", "deck: {extends: french, ranks: {K: {name: Knight}}}"),
        ("title: Small", "title: Small\nchanges: [{when: hand == 4, patch: {trick: {trump: none}}}]"),
    ],
)
def test_what_means_something_else_has_another_hash(tmp_path: Path, old: str, new: str) -> None:
    assert old in GAME
    assert hashed(tmp_path, GAME.replace(old, new)) != hashed(tmp_path, GAME)


def test_defaults_written_out_in_another_order_change_no_hash() -> None:
    for name in ("bridge", "big-two", "illimat"):
        rules = rulesets.load_ruleset(name)
        data = {key: value for key, value in reversed(rules.full.items()) if key != "changes"}
        written = Ruleset(data, rules.deck, rules.words, rules.layers, (), ())
        assert hash_of(written) == hash_of(rules)


def test_numbers_and_keys_are_written_as_in_rfc_8785() -> None:
    """The examples of its appendix B and section 3.2.3."""
    numbers = [0.0, -0.0, 5e-324, 1e21, 9.999999999999997e22, 333333333.33333325, 1e-6, 1e-7, 4.50, 2e-3, 1e23, 56.0]
    wanted = "[0,0,5e-324,1e+21,9.999999999999997e+22,333333333.33333325,0.000001,1e-7,4.5,0.002,1e+23,56]"
    assert canonical(numbers) == wanted
    keys = {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7}
    assert list(json.loads(canonical(keys)).values()) == [2, 4, 6, 7, 1, 5, 3]
