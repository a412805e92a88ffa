"""What may come next in a simulated game of Illuminati: everything of its kind that is legal, and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from referee.core.items import EXTRAS
from referee.engines.conspiracy.compiled import KINDS, SIDES
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.state import ConspiracyState
from referee.play.simulate import draw_of
from referee.rules import rulesets

Item = dict[str, Any]
PLAYERS = ("Ann", "Ben", "Cyd")
OTHERS = PLAYERS[1:]
BERMUDA, BAVARIAN = "The Bermuda Triangle", "The Bavarian Illuminati"
LONG_ODDS = 30
"""Chances that are longer than this come up half the time here."""


def table(position: Item, *variants: str, **ruling: str) -> tuple[ConspiracyGame, ConspiracyState]:
    """A table of three in a position."""
    rules = rulesets.load_ruleset("illuminati", variants=list(variants), ruling=ruling)
    game = cast(ConspiracyGame, rulesets.table(rules, len(PLAYERS)))
    return game, game.start(PLAYERS, {}, position)


def drawn(game: ConspiracyGame, state: ConspiracyState, times: int) -> dict[str, list[Item]]:
    """What comes next in simulated games at a table, each once, by verb."""
    chance = draw_of(17, times)
    found: dict[str, Item] = {}
    for _ in range(times):
        item = game.draw_next(state, lambda n: chance(2) and chance(n) if n >= LONG_ODDS else chance(n))
        assert item is not None
        found.setdefault(json.dumps(item), dict(item))
    by_verb: dict[str, list[Item]] = {}
    for _, item in sorted(found.items()):
        by_verb.setdefault(next(key for key in item if key not in EXTRAS), []).append(item)
    return by_verb


def legal(game: ConspiracyGame, state: ConspiracyState, items: Iterator[Item]) -> list[Item]:
    """Those of some items that are legal, in the order of `drawn`."""
    state = game.settle(state)
    found = {json.dumps(item): item for item in items if not game.check(state, game.read(state, item)[0])}
    return [item for _, item in sorted(found.items())]


ANN: Item = {
    "illuminati": "The Bermuda Triangle",
    "money": 4,
    "groups": {
        "Orbital Mind Control Lasers": {"on": {"Bermuda": "top"}, "money": 1},
        "KGB": {"on": {"Lasers": "right"}, "money": 3},
    },
}
ANNS = ("The Bermuda Triangle", "Orbital Mind Control Lasers", "KGB")
IDLE: Item = {
    "structures": {
        "Ann": ANN,
        "Ben": {"illuminati": "The UFOs", "money": 1, "groups": {"Texas": {"on": {"UFOs": "left"}}}},
        "Cyd": {"illuminati": "The Gnomes of Zurich", "money": 2},
    },
    "uncontrolled": ["Yuppies"],
    "specials": {"Ann": ["Slush Fund", "Deep Agent"]},
    "used": {"Bermuda": 1, "Lasers": 1, "KGB": 1},
}
"""Ann's cards have all taken part in attacks, so that she does something else."""
SPOTS = [{card: side} for card in (*ANNS, "The UFOs", "The Gnomes of Zurich", "Texas") for side in SIDES]


def deeds() -> Iterator[Item]:
    """Everything besides attacks that Ann might do at this table, legal or not."""
    yield from ({"pass": True}, {"end": True}, {"leave": True, "by": "Ann"}, {"special": "Slush Fund", "by": "Ann"})
    for source, goal, amount in product(ANNS, ANNS, range(1, 5)):
        transfer = {"from": source, "to": goal, "amount": amount}
        yield from ({"transfer": transfer}, {"transfer": {**transfer, "as": "action"}})
    for card, onto in product(ANNS[1:], SPOTS):
        yield from ({"drop": card}, {"move": {"group": card, "onto": onto}})
        if onto not in ({BERMUDA: "top"}, {"Orbital Mind Control Lasers": "right"}):
            yield {"rearrange": {card: onto}}
    for who in OTHERS:
        yield from ({"give": {"to": who, "money": amount}} for amount in range(1, 4))
        yield {"give": {"to": who, "specials": ["Slush Fund"]}}


def gifts_of_groups() -> Iterator[Item]:
    for card, onto, who, price in product(ANNS[1:], SPOTS, OTHERS, range(4)):
        yield {"give": {"to": who, "group": card, "onto": onto, "for": {"money": price}}}


def alignments(game: ConspiracyGame) -> Iterator[Item]:
    for card, way, alignment in product(
        game.rules.pack.groups, ("add", "remove", "reverse"), game.rules.pack.alignments
    ):
        yield {"align": {"group": game.rules.pack.names[card], way: alignment}}


def details(items: list[Item]) -> set[str]:
    """Every detail of items, where so many items are possible that not every one comes up."""
    return {f"{key}: {value}" for item in items for part in item.values() for key, value in part.items()}


def test_every_deed_that_is_legal_comes_up_and_no_other() -> None:
    game, state = table(IDLE)
    found = drawn(game, state, 6000)
    wanted = legal(game, state, deeds())
    for verb, items in found.items():
        if verb == "give":
            groups = [item for item in items if "group" in item["give"]]
            assert details(groups) == details(legal(game, state, gifts_of_groups()))
            items = [item for item in items if item not in groups]
        if verb == "align":
            assert details(items) == details(legal(game, state, alignments(game)))
        else:
            assert items == [item for item in wanted if verb in item]
    assert found.keys() == {"align", *(verb for item in wanted for verb in item)} - {"by"}


def of_cards(tops: dict[str, str], position: Item, *variants: str) -> dict[str, list[Item]]:
    """What comes up at another table, Ann's cards having attacked and her Illuminati card having 6 MB."""
    structures = {
        who: {"illuminati": top, "money": 6 if who == "Ann" else 0, "groups": position.get(who, {})}
        for who, top in tops.items()
    }
    rest = {key: value for key, value in position.items() if key not in PLAYERS}
    used = {card: 2 if card == "The UFOs" else 1 for card in (tops["Ann"], *position.get("Ann", {}))}
    return drawn(*table({"structures": structures, "used": used, **rest}, *variants), 1500)


TOPS = {"Ann": "The Gnomes of Zurich", "Ben": "The UFOs", "Cyd": "The Network"}


def test_money_is_moved_freely_between_two_cards_at_most() -> None:
    found = of_cards(TOPS, {"Ann": {"KGB": {"on": {"Gnomes": "top"}, "money": 2}}})
    shared = [item["redistribute"] for item in found["redistribute"]]
    assert shared == [{"The Gnomes of Zurich": here, "KGB": 8 - here} for here in range(9)]
    assert "redistribute" not in of_cards(TOPS, {})
    assert "redistribute" not in of_cards(
        {**TOPS, "Ann": "The Bermuda Triangle"}, {"Ann": {"KGB": {"on": {"Bermuda": "top"}}}}
    )


def test_a_card_is_bought_of_those_in_the_deck() -> None:
    recyclers = {"Recyclers": {"on": {"Gnomes": "top"}, "money": 5}}
    found = of_cards(TOPS, {"Ann": recyclers, "deck": 85})
    names = {item["buy"] for item in found["buy"]}
    assert len(names) > 15 and not names & {"Recyclers", *TOPS.values()}
    assert "buy" not in of_cards(TOPS, {"Ann": {**recyclers, "Recyclers": {**recyclers["Recyclers"], "money": 4}}})


def test_the_last_two_play_on() -> None:
    assert "leave" in of_cards(TOPS, {})
    assert "leave" not in of_cards(TOPS, {"out": ["Cyd"]})


def test_goals_and_hidden_cards_are_told() -> None:
    assert "reveal" not in of_cards(TOPS, {})
    found = of_cards(
        {**TOPS, "Ann": "The UFOs", "Ben": "The Gnomes of Zurich"}, {"goals": {"Ann": "The Bavarian Illuminati"}}
    )
    assert found["reveal"] == [{"reveal": "The Bavarian Illuminati"}]
    assert "accuse" not in found
    accused = of_cards(TOPS, {}, "hidden-illuminati")["accuse"]
    assert {item["accuse"]["player"] for item in accused} == set(OTHERS)
    assert len({item["accuse"]["illuminati"] for item in accused}) == 8


# -- attacks -----------------------------------------------------------------------------------------------------------

READY: Item = {
    "structures": {
        "Ann": {
            "illuminati": BERMUDA,
            "groups": {
                "KGB": {"on": {BERMUDA: "top"}},
                "Cycle Gangs": {"on": {"KGB": "bottom"}},
                "Hackers": {"on": {BERMUDA: "bottom"}},
            },
        },
        "Cyd": {"illuminati": BAVARIAN, "groups": {"Survivalists": {"on": {BAVARIAN: "top"}}}},
    },
    "uncontrolled": ["Yuppies"],
    "specials": {"Ann": ["Whispering Campaign", "Bribery"]},
}


def announced(position: Item, *variants: str, times: int = 1000, **ruling: str) -> list[Item]:
    """The attacks that come up at a table, each once."""
    game, state = table(position, *variants, **ruling)
    return [item["attack"] for item in drawn(game, state, times).get("attack", [])]


def test_every_attack_comes_up_with_every_aid_and_payment_for_privilege() -> None:
    found = announced(READY, times=3000)
    game, state = table(READY)
    groups, cards = (
        ("Yuppies", "Survivalists", "KGB", "Hackers", "Cycle Gangs"),
        (BERMUDA, "KGB", "Hackers", "Cycle Gangs"),
    )
    plain = [
        {kind: target, "with": card, **more}
        for kind, target, card in product(KINDS, groups, cards)
        for more in ({}, {"special": "Whispering Campaign"})
    ]
    wanted = {json.dumps(item["attack"]) for item in legal(game, state, ({"attack": one} for one in plain))}
    # nobody plays the Special that destroys a group without Power where the group has some
    assert {json.dumps({key: one[key] for key in one if key not in ("aid", "privilege")}) for one in found} == {
        one for one in wanted if "Whispering" not in one or "Survivalists" in one or "Cycle Gangs" in one
    }
    aided = {(one["with"], *one.get("aid", ())) for one in found}
    lenders = {BERMUDA: ("KGB", "Hackers"), "KGB": (BERMUDA, "Hackers"), "Hackers": (BERMUDA, "KGB")}
    assert aided >= {(card, other) for card, others in lenders.items() for other in others}
    assert {one.get("privilege") for one in found} == {None, "Bribery", "Whispering Campaign"}
    assert not any("power" in one for one in found)


def of_one_card(top: str, target: str, more: Item) -> Item:
    """A table at which only Ann's Illuminati card can attack, a group that nobody has."""
    return {"structures": {"Ann": {"illuminati": top, **more.pop("Ann", {})}}, "uncontrolled": [target], **more}


def test_servants_of_destruction_destroy_most_of_the_time() -> None:
    for top, more, less in (("The Servants of Cthulhu", "destroy", "control"), (BERMUDA, "control", "destroy")):
        game, state = table(of_one_card(top, "Yuppies", {}))
        chance, kinds = draw_of(23, 1), Counter[str]()
        for _ in range(200):
            kinds.update((game.draw_next(state, chance) or {}).get("attack", {}).keys())
        assert kinds[more] > 2 * kinds[less] > 0


def test_no_card_attacks_more_often_than_it_may() -> None:
    for top, used, more in (("The UFOs", 1, True), ("The UFOs", 2, False), (BERMUDA, 1, False), (BERMUDA, 0, True)):
        assert bool(announced(of_one_card(top, "Yuppies", {"used": {top: used}}), times=60)) == more


def test_privilege_is_bought_where_it_can_be() -> None:
    hand = {"specials": {"Ann": ["Bribery"]}}
    for money, bought, paying in ((5, 0, {BAVARIAN, "Bribery"}), (4, 0, {"Bribery"}), (5, 1, {"Bribery"})):
        more = {"Ann": {"money": money}, "privileges": bought, **hand}
        found = announced(of_one_card(BAVARIAN, "Yuppies", more), times=300)
        assert {one.get("privilege") for one in found} == {None, *paying}


def test_any_part_of_the_power_of_a_hidden_card_is_stated() -> None:
    hackers = {"groups": {"Hackers": {"on": {"UFOs": "top"}}}}
    position = of_one_card("The UFOs", "Eco-Guerrillas", {"Ann": hackers})
    found = announced(position, "hidden-illuminati", "hidden-goals", times=600, **{"hidden-transferable": "same"})
    stated = {("The UFOs", power) for power in range(1, 8)} | {("Hackers", power) for power in (None, *range(1, 7))}
    assert {(one["with"], one.get("power")) for one in found} == stated


# -- while an attack is under way --------------------------------------------------------------------------------------


def under_way(attack: Item, money: dict[str, int], times: int = 1500, **more: Any) -> dict[str, list[Any]]:
    """What comes up in an attack with Ann's KGB, on Ben's Texas or another group, as values by verb."""
    structures: Item = {
        "Ann": {"illuminati": BERMUDA, "groups": {"KGB": {"on": {BERMUDA: "top"}}}},
        "Ben": {"illuminati": "The UFOs", "groups": {"Texas": {"on": {"UFOs": "left"}}}},
        "Cyd": {"illuminati": BAVARIAN},
    }
    for entry in structures.values():
        for card, facts in (*entry.get("groups", {}).items(), (entry["illuminati"], entry)):
            facts["money"] = money.get(card, 0)
    position = {"structures": structures, "uncontrolled": ["Hollywood", "Moral Minority"], "attack": attack, **more}
    found = drawn(*table(position), times)
    return {verb: values([item[verb] if len(item) == 1 else item for item in items]) for verb, items in found.items()}


def values(listed: list[Any]) -> list[Any]:
    """Some values in an order that is always the same."""
    return sorted(listed, key=json.dumps)


def amounts(card: str, most: int) -> list[Item]:
    return [{card: amount} for amount in range(1, most + 1)]


DICE = [[one, other] for one in range(1, 7) for other in range(1, 7)]
BY_TOP: Item = {"control": "Hollywood", "with": BERMUDA}
"""An attack to be rolled for with 8 or less."""
BY_KGB: Item = {"control": "Texas", "with": "KGB"}
"""An attack with a number below 0."""


@pytest.mark.parametrize(
    ("attack", "money"),
    [
        (BY_TOP, {}),
        (BY_TOP, {BERMUDA: 9}),
        ({**BY_TOP, "money": 1}, {BERMUDA: 9, "KGB": 1}),
        (BY_KGB, {BERMUDA: 12, "KGB": 3}),
        ({**BY_KGB, "support": 1, "defence": 1}, {"KGB": 1, "Texas": 8, "The UFOs": 3}),
        ({**BY_KGB, "money": 1}, {BAVARIAN: 8}),
        (BY_TOP, {BAVARIAN: 1, "The UFOs": 2}),
    ],
)
def test_everything_that_may_be_paid_comes_up(attack: Item, money: dict[str, int]) -> None:
    own = {BERMUDA, attack["with"], *({"Texas", "The UFOs"} if attack == BY_KGB or "Texas" in attack.values() else ())}
    wanted = {"roll": DICE, "spend": [one for card in sorted(own) for one in amounts(card, money.get(card, 0))]}
    meddling = {"Cyd": money.get(BAVARIAN, 0), "Ben": money.get("The UFOs", 0) if "The UFOs" not in own else 0}
    for verb in ("support", "oppose"):
        wanted[verb] = [one for who, most in meddling.items() for one in amounts(who, most)]
    wanted["call_off"] = [] if attack.keys() & {"money", "support"} else [True]
    assert under_way(attack, money, 3000) == {verb: values(listed) for verb, listed in wanted.items() if listed}


@pytest.mark.parametrize(
    ("hands", "more", "wanted"),
    [
        ({"Cyd": ["Bribery", "Interference"]}, {}, {"special": [{"special": "Interference", "by": "Cyd"}]}),
        ({"Ben": ["Bribery", "Deep Agent"]}, {}, {"special": [{"special": "Deep Agent", "by": "Ben"}]}),
        ({"Ben": ["Bribery", "Murphy's Law", "Assassination"]}, {}, {}),
        (
            {"Ben": ["Bribery"]},
            {"abolishing": 1, "abolisher": "Ben"},
            {"abolish": [{"abolish": ["Bribery"], "by": "Ben"}]},
        ),
        ({"Cyd": ["Bribery"]}, {"abolishing": 1}, {"abolish": [{"abolish": ["Bribery"], "by": "Cyd"}]}),
        ({"Ben": ["Bribery", "Murphy's Law"]}, {"privileged": False, "abolished": True}, None),
    ],
)
def test_everything_against_a_privilege_comes_up(hands: Item, more: Item, wanted: Item | None) -> None:
    """Two Specials of one hand are discarded, the first two."""
    if wanted is not None and "abolishing" not in more:
        who, hand = next(iter(hands.items()))
        wanted = {**wanted, "abolish": [{"abolish": hand[:2], "by": who}]}
    found = under_way({**BY_TOP, "money": 1, "privilege": "Swiss Bank Account", **more}, {}, 1500, specials=hands)
    assert found == {"roll": DICE, **(wanted or {})}


def test_everything_after_a_roll_comes_up() -> None:
    rolled = {**BY_TOP, "money": 1, "roll": 9}
    sides = [{"arrow": side} for side in ("bottom", "left", "right")]
    assert under_way(rolled, {}) == {"capture": sides}
    paid = [{**side, "money": money} for side in sides for money in (0, 1, 2)]
    assert under_way(rolled, {BERMUDA: 2}) == {"capture": values(paid)}
    law = {"special": "Murphy's Law", "by": "Cyd"}
    assert under_way(rolled, {}, specials={"Cyd": ["Bribery", "Murphy's Law"]}) == {"special": [law], "capture": sides}
    failed = {**rolled, "roll": 10}
    assert "special" in under_way(failed, {}, 60, specials={"Ben": ["Assassination"]})
    for card, roll, won in (("Assassination", 10, True), ("Murphy's Law", 9, False)):
        played = {"by": "Ben", "play": card, "use": "special"}
        assert ("capture" in under_way({**rolled, "roll": roll}, {}, 60, played=played)) == won
    assert "capture" not in under_way({"destroy": "Hollywood", "with": BERMUDA, "roll": 2}, {}, 60)


def test_a_special_just_played_is_answered_or_not() -> None:
    played = {"by": "Cyd", "play": "Slush Fund", "use": "special"}
    found = drawn(*table({**IDLE, "specials": {"Ben": ["Bribery", "Secrets"]}, "played": played}), 300)
    assert found["special"] == [{"special": "Secrets Man Was Not Meant To Know", "by": "Ben"}]
    assert len(found) > 3


# -- Specials, cards, dice ---------------------------------------------------------------------------------------------


def bribed() -> Iterator[Item]:
    for group, onto in product(("Yuppies", "Hollywood"), SPOTS):
        yield {"play": "Bribery", "group": group, "onto": onto}


def share_out() -> Iterator[Item]:
    for other, money in (("KGB", 12), ("Orbital Mind Control Lasers", 10)):
        for share in range(money + 1):
            yield {"play": "White Collar Crime", "treasuries": {BERMUDA: share, other: money - share}}


PLAYED_BY: dict[tuple[str, str], list[Any]] = {
    ("Ann", "Bribery"): list(bribed()),
    ("Ann", "White Collar Crime"): list(share_out()),
    ("Cyd", "White Collar Crime"): ["White Collar Crime"],
    ("Ann", "Swiss Bank Account"): ["Swiss Bank Account"],
    ("Ben", "Swiss Bank Account"): ["Swiss Bank Account"],
    ("Cyd", "Computer Espionage"): [
        {"play": "Computer Espionage", **whom}
        for whom in ({"player": "Ann"}, {"player": "Ben"}, {"group": BERMUDA}, {"group": "The UFOs"})
    ],
    ("Ben", "Media Campaign"): [{"play": "Media Campaign", "group": group} for group in ("Hackers", "Moonies")],
    ("Ben", "Bribery"): [],
    ("Ben", "Deep Agent"): [],
    ("Ben", "Murphy's Law"): [],
}


@pytest.mark.parametrize(("who", "card"), PLAYED_BY, ids="-".join)
def test_a_special_is_played_with_every_detail(who: str, card: str) -> None:
    lying = {"destroyed": ["Moonies", "Hackers"], "uncontrolled": ["Yuppies", "Hollywood"]}
    game, state = table({**IDLE, "specials": {who: [card]}, **lying})
    wanted = legal(game, state, ({"special": played, "by": who} for played in PLAYED_BY[who, card]))
    assert drawn(game, state, 80 * len(wanted) + 40).get("special", []) == wanted
    assert wanted or not PLAYED_BY[who, card]


def test_a_special_that_only_moves_money_shares_out_what_is_there(tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    change = {"specials": {"Slush Fund": {"does": {"money": None, "redistribute": True}}}}
    house.write_text(json.dumps({"extends": "illuminati", "why": "a trial", **change}), encoding="utf-8")
    game = cast(ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati", houses=[str(house)]), len(PLAYERS)))
    state = game.start(PLAYERS, {}, {**IDLE, "specials": {"Ann": ["Slush Fund"]}})
    sums = {sum(item["special"]["treasuries"].values()) for item in drawn(game, state, 200)["special"]}
    assert sums == {4 + 1, 4 + 3}


def test_a_special_that_needs_a_group_is_kept_without_one() -> None:
    for card in ("Bribery", "Media Campaign"):
        game, state = table({**IDLE, "specials": {"Ann": [card]}, "uncontrolled": []})
        assert "special" not in drawn(game, state, 100)


def test_specials_of_the_start_of_a_turn_are_played_there() -> None:
    hands = {"Ann": ["Market Manipulation"], "Ben": ["Senate Investigating Committee"]}
    found = drawn(*table({**IDLE, "specials": hands, "phase": "income"}), 200)
    other = {"special": "Senate Investigating Committee", "by": "Ben"}
    assert found["special"] == [{"special": "Market Manipulation", "by": "Ann"}, other]
    assert found["income"] == [{"income": 9}]


@pytest.mark.parametrize(("phase", "verb"), [("draw", "draw"), ("refill", "refill")])
def test_every_card_of_the_deck_is_turned_up_and_no_other(phase: str, verb: str) -> None:
    lying = [] if verb == "refill" else ["Yuppies"]
    game, state = table({**IDLE, "phase": phase, "uncontrolled": lying, "specials": {}})
    found = {item[verb] for item in drawn(game, state, 1500)[verb]}
    deck = {name for name, left in zip(game.rules.pack.names, state.left, strict=True) if left}
    assert found == deck


def test_everybody_who_is_in_the_game_rolls_and_bids() -> None:
    for money, bid in ((11, True), (10, False)):
        structures = {"Ben": {"money": money}, "Cyd": {"money": 20}}
        game, state = table({"structures": structures, "phase": "rolls", "out": ["Cyd"]}, "bidding-sequence")
        rolls = [item["rolls"] for item in drawn(game, state, 800)["rolls"]]
        assert all(rolled.keys() == {"Ann", "Ben"} for rolled in rolls)
        assert {rolled["Ann"] for rolled in rolls} == set(range(2, 13))
        bids = {str(rolled["Ben"]) for rolled in rolls}
        assert bids >= {str(roll) for roll in range(2, 13)}
        assert ("{'roll': 2, 'bid': 11}" in bids) == bid
    game, state = table({"structures": {"Ben": {"money": 20}}, "phase": "rolls"}, "random-sequence")
    assert all(type(roll) is int for item in drawn(game, state, 100)["rolls"] for roll in item["rolls"].values())
