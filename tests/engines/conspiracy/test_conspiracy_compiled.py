"""What the words of a ruleset become at a table, and what reads the items of a log there: each made again, none kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_conspiracy_rules import WHERE, values

from referee.core.events import Misread
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.attack import UNCONTROLLED, Attack, lines
from referee.engines.conspiracy.game import Game
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import Pack
from referee.rules import rulesets

THE_SAME: dict[str, str] = {
    "attack.alike": "alike", "attack.opposite": "unlike", "attack.neutralize": "neutralize",
    "attack.fails_from": "fails_from", "attack.succeeds_to": "succeeds_to", "attack.privilege.abolished_by": "abolished_by",
    "turn.draws": "draws", "turn.actions": "actions", "turn.transfers": "transfers", "turn.pass.money": "pass_money",
    "turn.purchases": "purchases", "turn.realignments": "realignments", "uncontrolled.start": "open_groups",
    "uncontrolled.least": "refill", "elimination.after_turns": "safe_turns", "hidden.overstate": "overstate",
    "attack.privilege.allowed": "privilege_allowed", "attack.privilege.payment_commits": "payment_commits",
    "attack.privilege.owner_defends": "owner_defends", "attack.immune_to_own": "immune_to_own",
    "attack.bonus_against_itself": "bonus_against_itself", "attack.owner_supports": "owner_supports",
    "attack.card_commits": "card_commits", "tax.split": "tax_split", "upkeep.own": "upkeep_own",
    "gifts.throwing": "may_throw", "elimination.last_player_wins": "last_wins", "elimination.lost_turns": "lost_turns_count",
    "moving.vacated": "vacated_is_free", "moving.masters": "masters_give_way", "goals.special": "special_goals",
    "goals.hidden": "any_goal", "goals.illuminati_count": "illuminati_count", "goals.deck_first": "deck_first",
    "hidden.illuminati": "hidden", "bonus_income.at_setup": "bonus_at_setup", "bonus_income.multiplied": "bonus_multiplied",
    "attack.destroyed_money": "destroyed_money", "turn.sequence": "sequence", "upkeep.unpaid": "upkeep_unpaid",
    "gifts.groups": "groups_given", "bribery.master": "bribery_master", "goals.until": "until",
}  # fmt: skip
"""Words, and what holds their value at a table as it is written."""
WHETHER: dict[str, tuple[str, str]] = {
    "attack.counts_as": ("counts_instead", "instead"), "attack.immunity": ("immune_as_counted", "counted"),
    "attack.privilege.joined": ("last_joins", "last"), "attack.captured_money": ("halved_each", "each"),
    "direction": ("clockwise", "clockwise"), "turn.lost_bids": ("losers_pay", "paid"),
    "turn.dead_seats": ("dead_seats_kept", "kept"), "turn.draw": ("draw_first", "before_income"),
    "turn.transfers_when": ("transfers_last", "after_actions"), "turn.pass.forbids": ("pass_forbids_all", "everything"),
    "turn.realign_when": ("realign_any_time", "any_time"), "turn.deck_empty": ("empty_ends", "game_ends"),
    "gifts.overlaps": ("old_may_go", "receiver"), "elimination.specials": ("specials_stay_out", "discarded"),
    "bribery.cancelled": ("bribery_returns", "action_back"),
}  # fmt: skip
"""Words with a flag at a table, and the value for which it is set."""


def ruled(path: str, value: Any, folder: Path) -> Ruleset:
    """The game with a house rule."""
    change: Any = value
    for key in reversed(path.split(".")):
        change = {key: change}
    change = rulesets.merge(WHERE.get(path, {}), change)
    house = folder / "house.json"
    house.write_text(json.dumps({"extends": "illuminati", "why": "a trial", **change}), encoding="utf-8")
    return rulesets.load_ruleset("illuminati", houses=[str(house)])


@pytest.mark.parametrize("path", [*THE_SAME, *WHETHER])
def test_a_word_is_in_force_at_a_table(path: str, tmp_path: Path) -> None:
    for value in values(path):
        rules = CompiledRules(ruled(path, value, tmp_path), 3)
        name, when = WHETHER.get(path, (THE_SAME.get(path, ""), None))
        wanted = value == when if path in WHETHER else value
        assert getattr(rules, name) == wanted and type(getattr(rules, name)) is type(wanted)


def test_words_by_number_of_players(tmp_path: Path) -> None:
    rules = ruled("bonus_income", {"3": 4, "5": 6}, tmp_path)
    assert [CompiledRules(rules, players).bonus_income for players in range(2, 6)] == [0, 4, 0, 6]
    assert [CompiledRules(rules, players).basic for players in (2, 3, 4, 5, 6, 7, 8)] == [13, 13, 12, 10, 9, 8, 8]
    for sequence, rolled in {"fixed": False, "staggered": False, "random": True, "bidding": True}.items():
        assert CompiledRules(ruled("turn.sequence", sequence, tmp_path), 3).rolled_for is rolled


def test_the_money_of_an_attack(tmp_path: Path) -> None:
    rules = CompiledRules(
        ruled("attack.money", {"attacker": 1, "others": 2, "target": 3, "illuminati": 4}, tmp_path), 3
    )
    points = rules.points
    assert (points.attacker, points.others, points.target, points.illuminati) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("distance", "said"),
    [
        (0, ("next to its Illuminati", -10)),
        (1, ("1 group between it and its Illuminati", -5)),
        (2, ("2 groups between it and its Illuminati", -2)),
    ],
)
def test_how_far_a_target_is_from_its_illuminati(distance: int, said: tuple[str, int]) -> None:
    rules = CompiledRules(rulesets.load_ruleset("illuminati"), 3)
    attack = Attack("control", rules.pack.by_name["C.I.A."], rules.pack.by_name["KKK"], distance=distance)
    assert said in lines(rules, attack)


def test_a_group_is_destroyed_against_its_power() -> None:
    rules = CompiledRules(rulesets.load_ruleset("illuminati"), 3)
    attack = Attack("destroy", rules.pack.by_name["C.I.A."], rules.pack.by_name["Texas"])
    assert ("Power of Texas", -6) in lines(rules, attack) and attack.distance == UNCONTROLLED


@pytest.mark.parametrize(
    ("verb", "value", "at"),
    [
        ("support", {"Xyzzy": 1}, ("support", "Xyzzy")),
        ("oppose", {"Xyzzy": 1}, ("oppose", "Xyzzy")),
        ("buy", "Xyzzy", ("buy",)),
        ("refill", "Xyzzy", ("refill",)),
        ("draw", "Xyzzy", ("draw",)),
        ("drop", "Xyzzy", ("drop",)),
        ("reveal", "Xyzzy", ("reveal",)),
    ],
)
def test_a_name_that_nothing_has_is_found_at_its_verb(verb: str, value: Any, at: tuple[str, ...]) -> None:
    game = Game(rulesets.load_ruleset("illuminati"), 3)
    state = game.start(("Ann", "Ben", "Cyd"), {}, {})
    with pytest.raises(Misread) as misread:
        game.read(state, {verb: value})
    assert [fault.at for fault in misread.value.faults] == [at]


def test_a_die_more_is_no_roll() -> None:
    game = Game(rulesets.load_ruleset("illuminati"), 3)
    state = game.start(("Ann", "Ben", "Cyd"), {}, {})
    for dice in ([1, 2, 3], [1], [], [1, "2"]):
        with pytest.raises(Misread) as misread:
            game.read(state, {"roll": dice})
        assert not misread.value.faults
    assert game.read(state, {"roll": [1, 2]})[0].value == (1, 2)


def test_what_a_group_has_unless_it_is_printed(tmp_path: Path) -> None:
    rules = ruled(
        "groups", {"The Cellar": {"resistance": 1, "in": "left"}, "A/C & Co.": {"resistance": 2, "in": "top"}}, tmp_path
    )
    pack = Pack(rules.full)
    card = pack.cards[pack.by_name["The Cellar"]]
    assert (card.power, card.transferable, card.resistance, card.income, card.alignments) == (0, 0, 1, 0, 0)
    assert (card.inward, card.outward, card.copies, card.does, card.goal) == (3, (), 1, {}, {})
    for name in ("cellar", "the cellar", "Cellar"):
        assert pack.find(name) == card.number
    for name in ("ac and co", "A/C and Co.", "a c"):
        assert pack.find(name) == pack.by_name["A/C & Co."]
    assert pack.find("the") is None or pack.names[pack.find("the") or 0].startswith("The")
