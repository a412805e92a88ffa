"""What a roll fires is what its sum is made of: the abilities, alignments and bonuses that have a line in it, and no others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from slowness import tries

from referee.engines import covering
from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy.explain.coverage import fired
from referee.engines.conspiracy.game import Game
from referee.engines.conspiracy.state import ACT, State
from referee.play.simulate import draw_of, happen, positions
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"ruling": {"own-destruction": "not", "counts-as": "as-well"}},
    {"variants": ["hidden-illuminati"]},
)
OF_A_CARD = re.compile(r"(?:illuminati|groups)\.(.+)\.abilities\.\d+")


def rolls(given: dict[str, Any]) -> Iterator[tuple[Game, State]]:
    """Attacks of all kinds that wait for the dice, in points of random games."""
    rules, chance = rulesets.load_ruleset("illuminati", **given), random.Random(7)
    for number in range(tries(30)):
        for place, (game, state, _) in enumerate(positions(rules, PLAYERS, draw_of(53, number))):
            settled = cast(State, game.settled(state))
            if place % 11 or settled.attack is not None or settled.phase != ACT:
                continue
            items = [option.item["attack"] for option in game.options(settled).legal if "attack" in option.item]
            for item in chance.sample(items, min(6, len(items))):
                after = settled.copy()
                quiet = {"ability": False} if rules.get("hidden", "illuminati") and chance.random() < 0.5 else {}
                if game.take(after, game.read(after, {"attack": {**item, **quiet}})):
                    yield cast(Game, game), after


@pytest.mark.parametrize("given", RULES, ids=("plain", "otherwise", "hidden"))
def test_a_roll_fires_what_its_sum_is_made_of(given: dict[str, Any]) -> None:
    seen = 0
    for game, state in rolls(given):
        assert state.attack is not None
        said = [what for what, _ in sums.lines(game.rules, state.attack)]
        event = game.read(state, {"roll": 12})[0]
        words = fired(game, state, event)
        cards = {found[1] for word in words if (found := OF_A_CARD.fullmatch(word))}
        summed = {what.removeprefix("ability of ") for what in said if what.startswith("ability of ")}
        if any("against such an attacker" in what for what in said):
            summed.add(game.rules.pack.names[state.attack.target])
        donors = {name for name in cards if name == "Chinese Campaign Donors"}
        assert cards - donors == summed, (said, words)
        assert bool(donors) == ("attack.counts_as" in words)
        alike = [what for what in said if what.startswith("alike: ")]
        against = [what for what in said if what.startswith("opposite: ")]
        assert (bool(alike), bool(against)) == ("attack.alike" in words, "attack.opposite" in words)
        named = {word.removeprefix("alignments.") for word in words if word.startswith("alignments.")}
        assert named == set(re.findall(r"(?!alike|opposite|against)\b[A-Z]\w+", " ".join(alike + against)))
        assert ("attack.neutralize" in words) == ("attempt to neutralize" in said)
        assert ("attack.position" in words) == any("its Illuminati" in what for what in said)
        seen += bool(summed)
    assert seen > 10


Data = dict[str, Any]
CARDS: dict[str, Data] = {
    "Cyd": {"Tabloids": {"on": {"Discordian": "top"}, "money": 2}},
    "Ann": {
        "Mafia": {"on": {"Gnomes": "top"}, "money": 5},
        "CIA": {"on": {"Gnomes": "right"}},
        "Loan Sharks": {"on": {"Mafia": "top"}, "money": 4},
    },
    "Ben": {"Texas": {"on": {"UFOs": "left"}, "money": 4}, "KKK": {"on": {"Texas": "right"}}},
}
TOPS = {"Cyd": "Discordian", "Ann": "Gnomes", "Ben": "UFOs"}


def table(money: int = 20, **more: Any) -> Data:
    """A position of Ann's turn, of which Ann's money, the groups of somebody (Ann: {...}) and all keys may be otherwise."""
    structures = {
        who: {"illuminati": top, "money": money if who == "Ann" else 10, "groups": CARDS[who] | more.pop(who, {})}
        for who, top in TOPS.items()
    }
    loose = ["Hollywood", "Boy Sprouts", "Comic Books"]
    return {"structures": structures, "turn": "Ann", "uncontrolled": loose, "goals": {"Ben": "Network"}} | more


def left(card: str, **more: Any) -> Data:
    """Ann has one more group."""
    return table(Ann={card: {"on": {"Gnomes": "left"}, "money": 9}}, **more)


PLAIN, BY_UFOS = {"control": "Hollywood", "with": "Gnomes"}, {"control": "Hollywood", "with": "UFOs"}
AGAINST_TEXAS = {"control": "Texas", "with": "CIA"}
FUND, WHISPER = {"specials": {"Ann": ["Slush Fund"]}}, {"specials": {"Ann": ["Whispering Campaign"]}}
FIRED: list[tuple[str, Data, list[Data], str]] = [
    ("", table(phase="income"), [{"income": 24}], "rules.income uncontrolled.start"),
    ("", left("I.R.S.", phase="income"), [{"income": {}}], "rules.income uncontrolled.start groups.I.R.S..abilities.0"),
    (
        "", left("I.R.S.", phase="income"), [{"income": {"tax": {"Ben": {"UFOs": 1, "Texas": 1}}}}],
        "rules.income uncontrolled.start groups.I.R.S..abilities.0",
    ),
    (
        "", left("Post Office", phase="income"), [{"income": {}}],
        "rules.income uncontrolled.start groups.Post_Office.abilities.0 upkeep.own",
    ),
    ("hidden-and-boasting", table(phase="income"), [{"income": 25}], "rules.income uncontrolled.start hidden.overstate"),
    ("hidden-and-boasting", table(phase="income"), [{"income": 24}], "rules.income uncontrolled.start"),
    ("", table(phase="draw"), [{"draw": "Pentagon"}], "turn.draw turn.draws uncontrolled.start"),
    ("", table(number=2, phase="draw"), [{"draw": "Pentagon"}], "turn.draw turn.draws"),
    ("", table(), [{"transfer": {"from": "Mafia", "to": "Gnomes", "amount": 1}}], "turn.transfers turn.transfers_when"),
    ("", table(), [{"transfer": {"from": "Gnomes", "to": "Mafia", "amount": 1}}], "turn.transfers turn.transfers_when"),
    ("", table(), [{"transfer": {"from": "Mafia", "to": "Gnomes", "amount": 1, "as": "action"}}], ""),
    (
        "", left("Federal Reserve"), [{"transfer": {"from": "Federal Reserve", "to": "Loan Sharks", "amount": 1}}],
        "turn.transfers turn.transfers_when groups.Federal_Reserve.abilities.0",
    ),
    (
        "", left("Federal Reserve"), [{"transfer": {"from": "Federal Reserve", "to": "Gnomes", "amount": 1}}],
        "turn.transfers turn.transfers_when",
    ),
    ("", table(), [{"give": {"to": "Ben", "money": 1}}], "rules.gifts"),
    ("", table(), [{"give": {"to": "Cyd", "group": "CIA", "onto": {"Discordian": "left"}}}], "rules.gifts gifts.groups"),
    (
        "", table(),
        [{"give": {"to": "Cyd", "money": 1, "for": {"group": "Tabloids", "onto": {"Gnomes": "right"}, "frees": ["CIA"]}}}],
        "rules.gifts gifts.groups gifts.overlaps",
    ),
    ("", table(), [{"redistribute": {"Gnomes": 20}}], "illuminati.The_Gnomes_of_Zurich.abilities.0"),
    (
        "", left("Lasers"), [{"align": {"group": "Texas", "add": "Weird"}}],
        "turn.realignments groups.Orbital_Mind_Control_Lasers.abilities.0",
    ),
    ("", left("Recyclers"), [{"buy": "Pentagon"}], "turn.purchases groups.Recyclers.abilities.0"),
    ("", table(), [{"attack": PLAIN}], "rules.attacker"),
    ("", table(actions=1), [{"attack": PLAIN}], "rules.attacker turn.actions"),
    ("", table(), [{"attack": {**PLAIN, "aid": ["CIA"]}}], "rules.attacker rules.aid"),
    (
        "", table(), [{"attack": {"control": "Tabloids", "with": "Mafia"}}],
        "rules.attacker illuminati.The_Discordian_Society.abilities.1",
    ),
    (
        "", table(turn="Ben", used={"UFOs": 1}), [{"attack": BY_UFOS}], "rules.attacker illuminati.The_UFOs.abilities.0",
    ),
    ("hidden-illuminati", table(), [{"attack": {**PLAIN, "power": 3}}], "rules.attacker rules.hidden"),
    ("hidden-goals", table(turn="Ben"), [{"attack": BY_UFOS}], "rules.attacker goals.hidden_bonus.power"),
    (
        "", table(**FUND), [{"attack": {**PLAIN, "privilege": "Slush Fund"}}],
        "rules.attacker rules.privilege attack.card_commits",
    ),
    (
        "", table(**WHISPER), [{"attack": {"destroy": "Boy Sprouts", "with": "Gnomes", "special": "Whispering Campaign"}}],
        "rules.attacker specials.Whispering_Campaign attack.card_commits",
    ),
    ("", table(), [{"attack": PLAIN}, {"spend": {"Gnomes": 2}}], "attack.money.attacker"),
    ("", table(), [{"attack": AGAINST_TEXAS}, {"spend": {"Texas": 2}}], "attack.money.target rules.defence"),
    ("", table(), [{"attack": AGAINST_TEXAS}, {"spend": {"UFOs": 2}}], "attack.money.illuminati rules.defence"),
    (
        "", table(**FUND), [{"attack": {**AGAINST_TEXAS, "privilege": "Slush Fund"}}, {"spend": {"UFOs": 2}}],
        "attack.money.illuminati rules.defence attack.privilege.owner_defends",
    ),
    ("", table(), [{"attack": PLAIN}, {"support": {"Cyd": 2}}], "attack.money.others"),
    ("", table(), [{"attack": PLAIN}, {"oppose": {"Cyd": 2}}], "attack.money.others"),
    ("", table(), [{"attack": PLAIN}, {"roll": 11}], "rules.roll attack.fails_from"),
    ("", table(), [{"attack": PLAIN}, {"roll": 10}], "rules.roll"),
    (
        "", table(), [{"attack": AGAINST_TEXAS}, {"roll": 2}],
        "rules.roll attack.alike attack.position alignments.Government alignments.Violent",
    ),
    (
        "", table(), [{"attack": {"neutralize": "KKK", "with": "Mafia"}}, {"roll": 8}],
        "rules.roll attack.alike attack.position attack.neutralize alignments.Violent",
    ),
    (
        "", table(specials={"Ann": ["Bribery"]}),
        [{"special": {"play": "Bribery", "group": "Hollywood", "onto": {"Gnomes": "left"}}}],
        "specials.Bribery bribery.master",
    ),
    ("", table(**FUND), [{"special": "Slush Fund"}], "specials.Slush_Fund"),
    ("", table(**FUND), [{"attack": PLAIN}, {"special": "Slush Fund"}], "specials.Slush_Fund"),
    (
        "", table(specials={"Ann": ["Slush Fund"], "Cyd": ["Deep Agent"]}),
        [{"attack": {**PLAIN, "privilege": "Slush Fund"}}, {"special": "Deep Agent", "by": "Cyd"}],
        "specials.Deep_Agent attack.card_commits",
    ),
    ("", table(actions=2), [{"end": True}], "direction"),
    ("staggered-sequence", table(), [{"end": True}], "direction turn.sequence"),
    ("", table(deck=0), [{"end": True}], "direction turn.deck_empty"),
    ("", table(money=150), [{"end": True}], "direction rules.over illuminati.The_Gnomes_of_Zurich.goal"),
    ("", table(), [{"move": {"group": "CIA", "onto": {"Gnomes": "left"}}}], "rules.move"),
    ("", table(), [{"drop": "CIA"}], "rules.drop"),
    ("", table(), [{"pass": True}], "turn.pass.money"),
    ("", table(), [{"leave": True, "by": "Cyd"}], "rules.elimination"),
]  # fmt: skip
"""Variants, a position, events, and what the last of them sets off, worked out by hand; a name has _ for its spaces."""


@pytest.mark.parametrize(("variants", "position", "events", "wanted"), FIRED, ids=range(len(FIRED)))
def test_what_an_event_sets_off(variants: str, position: Data, events: list[Data], wanted: str) -> None:
    rules = rulesets.load_ruleset("illuminati", variants=variants.split())
    game = cast(Game, rulesets.table(rules, 3))
    state = game.start(tuple(TOPS), {}, position)
    for item in events[:-1]:
        happen(game, state, item)
    (event,) = game.read(state, events[-1])
    found = fired(game, state, event) & covering("conspiracy").points(rules).keys()
    assert {path.replace(" ", "_") for path in found} == {*wanted.split()}


@pytest.mark.parametrize(
    ("position", "wanted"),
    [
        (table(), "direction rules.over goals.basic"),
        (table(Ann={"Lasers": {"on": {"Gnomes": "left"}}}), "direction rules.over goals.basic"),
        ({"structures": {"Ann": {"illuminati": "UFOs"}}, "turn": "Ann", "uncontrolled": ["KKK", "Texas"]}, "direction"),
        (
            {
                "structures": {"Ann": {"illuminati": "UFOs"}},
                "turn": "Ann",
                "uncontrolled": ["KKK", "Texas"],
                "turns": {"Ben": 3},
            },
            "direction elimination.after_turns",
        ),
    ],
)
def test_what_the_end_of_a_turn_sets_off(position: Data, wanted: str, tmp_path: Path) -> None:
    house = tmp_path / "house.json"
    house.write_text('{"extends": "illuminati", "why": "a trial", "goals": {"basic": {"3": 4}}}', encoding="utf-8")
    rules = rulesets.load_ruleset("illuminati", houses=[str(house)])
    game = cast(Game, rulesets.table(rules, 3))
    state = game.start(tuple(TOPS), {}, position)
    found = fired(game, state, game.read(state, {"end": True})[0])
    assert found & covering("conspiracy").points(rules).keys() == {*wanted.split()}
