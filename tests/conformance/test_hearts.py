"""The shipped Hearts against OpenSpiel's: the same legal cards at every decision, the same trick winners and scores."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from openspiel import HEARTS, PLAYERS, RANKS, TRICKS, Policy, Tables, dealt, high, low, named, suit
from slowness import one_in

from referee.core.ruleset import Ruleset
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, OPTION_SETS, RANDOM_HANDS = 10, 20, 10

OPTIONS = {
    "no-passing": ("pass_cards", False),
    "any-club-leads": ("can_lead_any_club", True),
    "points-on-first-trick": ("no_pts_on_first_trick", False),
    "queen-breaks": ("qs_breaks_hearts", True),
    "hearts-may-be-led-early": ("must_break_hearts", False),
    "spare-the-queen": ("can_lead_hearts_instead_of_qs", True),
    "jack-of-diamonds": ("jd_bonus", True),
    "no-tricks-bonus": ("avoid_all_tricks_bonus", True),
}
"""Variant of the ruleset -> OpenSpiel's parameter, and its value where the variant is picked; otherwise the other."""

MOON_OFF = "moon-26-off"
"""The one variant that OpenSpiel has not: with it a moon is worth 26 less to everybody."""

DIRECTIONS = ("nobody", "left", "across", "right")
"""Where cards are passed, in the order of OpenSpiel's actions."""
HAND_OF = {"left": 1, "right": 2, "across": 3, "nobody": 4}
"""The first hand of a game in which the ruleset passes that way."""

HEARTS_UP = tuple(f"{rank}H" for rank in RANKS)
POINTS = frozenset((*HEARTS_UP, "QS"))

RARE = (
    *(f"passed to: {direction}" for direction in DIRECTIONS),
    "opened with another Club than the Two",
    "first trick, void: points barred",
    "first trick, void: points allowed",
    "first trick, holding nothing but points",
    "lead: Hearts barred, not broken",
    "lead: Hearts allowed, not broken",
    "lead: Hearts alone in hand, not broken",
    "lead: the Queen of Spades forced out",
    "lead: the Queen of Spades spared",
    "lead: only the Queen fell, Hearts barred",
    "lead: only the Queen fell, Hearts allowed",
    "moon: 26 to the others",
    "moon: 26 off",
    "moon with the Jack of Diamonds",
    "moon, the Jack of Diamonds elsewhere",
    "moon and no bonus without a trick",
    "bonus without a trick",
    "the Jack of Diamonds taken, no moon",
    *(
        f"illegal move found: {rule}"
        for rule in ("hand", "turn", "pass", "follow-suit", "open-with", "first-trick-without", "break-before-leading")
    ),
)


class Stack(NamedTuple):
    """Cards and a way to play for one player, so that something rare happens; perhaps the others keep the Jack back."""

    cards: Sequence[str]
    policy: Policy | None = None
    keep_jack: bool = False


STACKS = {
    "takes everything": Stack(named("AC KC QC AD KD QD AH KH QH AS KS QS JS"), high),
    "takes every trick except the last": Stack(named("AC KC QC JC 2D AH KH QH JH 10H AS KS QS"), high, keep_jack=True),
    "takes nothing": Stack(named("2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S 5S"), low),
    "leads from Hearts": Stack(("AC", *HEARTS_UP[1:])),
    "leads from Hearts and the Queen": Stack(("AC", "QS", *HEARTS_UP[2:])),
    "holds no Club": Stack(named("JD QD KD AD 2H 5H 9H KH 2S 3S 4S 5S QS")),
    "holds Hearts and the Queen": Stack((*HEARTS_UP[1:], "QS")),
    "holds Hearts": Stack(HEARTS_UP),
}


@cache
def rules(options: Sequence[str]) -> Ruleset:
    """The shipped ruleset with these variants, in this order."""
    return rulesets.load_ruleset("hearts", variants=options)


@cache
def peer_game(options: Sequence[str]) -> Any:
    """OpenSpiel's Hearts with the same options."""
    return pyspiel.load_game("hearts", {key: on == (name in options) for name, (key, on) in OPTIONS.items()})


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_hearts_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"hearts {batch}")
    seen = Counter(dict.fromkeys(RARE, 0))
    for _ in range(OPTION_SETS):
        options = [name for name in (*OPTIONS, MOON_OFF) if rng.random() < 0.4]
        rng.shuffle(options)
        for stack in [None] * RANDOM_HANDS + list(STACKS.values()):
            play_hand(tuple(options), stack, rng, seen)
            seen["hands, random" if stack is None else "hands, stacked"] += 1
    print(*(f"{number:>8}  {what}" for what, number in sorted(seen.items())), sep="\n")
    record_property("seen hearts", dict(seen))
    assert [what for what in RARE if not seen[what]] == []


def play_hand(options: tuple[str, ...], stack: Stack | None, rng: random.Random, seen: Counter[str]) -> None:
    """Plays one hand at both tables and holds them against each other all the way."""
    may_pass = "no-passing" not in options
    direction = rng.choice(DIRECTIONS) if may_pass and stack is None else "nobody"
    first = rng.randrange(4)
    position = {
        "phase": "deal",
        "dealer": PLAYERS[first - 1],
        "hand": HAND_OF[direction] if may_pass else rng.randint(1, 4),
    }
    tables = Tables(peer_game(options).new_initial_state(), HEARTS, rules(options), {"position": position}, first)
    tables.peer.apply_action(DIRECTIONS.index(direction))
    seen[f"passed to: {direction}"] += may_pass
    policies: list[Policy] = [rng.choice] * 4
    fixed: dict[int, Sequence[str]] = {}
    if stack:
        player = rng.randrange(4)
        fixed = {player: stack.cards}
        if stack.keep_jack:
            policies = [lambda cards: rng.choice([card for card in cards if card != "JD"] or cards)] * 4
        policies[player] = stack.policy or rng.choice
    tables.deal(dealt(rng, fixed))
    if direction != "nobody":
        pass_cards(tables, direction, rng, seen)
    while not tables.peer.is_terminal():
        decide(tables, options, policies, rng, seen)
    settle(tables, options, seen)


def pass_cards(tables: Tables, direction: str, rng: random.Random, seen: Counter[str]) -> None:
    """Everybody passes three cards: in OpenSpiel one by one, from player 0 on."""
    passed = []
    for player, name in enumerate(tables.names):
        held = tables.hands[player]
        if rng.random() < 0.1:
            item, rule = illegal_pass(held, rng)
            tables.finds({"by": name, **item}, rule)
            seen[f"illegal move found: {rule}"] += 1
        cards: list[str] = []
        for _ in range(3):
            legal = tables.legal() - set(cards)
            assert legal == tables.peer_legal() == held - set(cards)
            cards.append(rng.choice(sorted(legal)))
            tables.peer.apply_action(tables.numbers[cards[-1]])
        tables.happen({"by": name, "pass": cards})
        passed.append(cards)
    to = DIRECTIONS.index(direction)
    for player, cards in enumerate(passed):
        tables.hands[player] -= set(cards)
        tables.hands[(player + to) % 4] |= set(cards)


def illegal_pass(held: set[str], rng: random.Random) -> tuple[dict[str, Any], str]:
    """Cards that may not be passed from this hand, and the rule that they break."""
    if rng.random() < 0.5:
        return {"pass": rng.sample(sorted(held), rng.choice((1, 2, 4)))}, "pass"
    return {"pass": [*rng.sample(sorted(held), 2), rng.choice(sorted(set(HEARTS) - held))]}, "hand"


def decide(
    tables: Tables, options: Sequence[str], policies: Sequence[Policy], rng: random.Random, seen: Counter[str]
) -> None:
    """One card: both tables must allow the same ones, and now and then an illegal one is tried before the referee."""
    player = tables.peer.current_player()
    legal = tables.legal()
    assert legal == tables.peer_legal()
    seen["decisions"] += 1
    note(tables, player, legal, options, seen)
    barred = tables.hands[player] - legal
    chance = {"follow-suit": 0.02, "first-trick-without": 1.0}.get(tables.barring(tables.hands[player]), 0.15)
    if rng.random() < (chance if barred else 0.02):
        item, rule = tables.illegal_play(legal, rng)
        tables.finds(item, rule)
        seen[f"illegal move found: {rule}"] += 1
    tables.play(policies[player](sorted(legal, key=tables.numbers.__getitem__)))
    if len(tables.tricks) == 1 and len(tables.trick) == 1 and tables.trick[0][1] != "2C":
        seen["opened with another Club than the Two"] += 1


def note(tables: Tables, player: int, legal: set[str], options: Sequence[str], seen: Counter[str]) -> None:
    """Counts the rare rules that this decision turns on."""
    held = tables.hands[player]
    hearts = {card for card in held if suit(card) == "H"}
    if len(tables.tricks) == 1:
        if tables.trick and not any(suit(card) == "C" for card in held):
            if held <= POINTS:
                seen["first trick, holding nothing but points"] += 1
            elif held & POINTS:
                seen[f"first trick, void: points {'allowed' if legal & POINTS else 'barred'}"] += 1
        return
    gone = tables.gone()
    if tables.trick or not hearts or any(suit(card) == "H" for card in gone):
        return
    if held == hearts:
        seen["lead: Hearts alone in hand, not broken"] += 1
    elif "hearts-may-be-led-early" in options:
        seen["lead: Hearts allowed, not broken"] += 1
    elif "QS" in gone:
        seen[f"lead: only the Queen fell, Hearts {'allowed' if hearts & legal else 'barred'}"] += 1
    elif held == hearts | {"QS"}:
        seen[f"lead: the Queen of Spades {'spared' if hearts & legal else 'forced out'}"] += 1
    else:
        seen["lead: Hearts barred, not broken"] += 1


def settle(tables: Tables, options: Sequence[str], seen: Counter[str]) -> None:
    """The hand is over: the same winners, the same scores, and nothing to find in its log."""
    scores = [26 - int(value) for value in tables.peer.returns()]
    moon = sum(scores) > 26
    ours = [score - 26 for score in scores] if moon and MOON_OFF in options else scores
    points = dict(zip(tables.names, ours, strict=True))
    assert points == dict(zip(PLAYERS, tables.state.history[-1].points, strict=True))
    finished = tables.state.finished()
    assert [PLAYERS[trick.winner] for trick in finished][: TRICKS - 1] == tables.winners()
    spoken = [item for item in tables.items if "pass" in item]
    whole = [{"pass": {item["by"]: item["pass"] for item in spoken}}] if spoken else []
    tables.log(whole, points, points)
    note_end(tables, options, scores, moon, seen)


def note_end(tables: Tables, options: Sequence[str], scores: Sequence[int], moon: bool, seen: Counter[str]) -> None:
    """Counts what was rare about the end of a hand: after a moon OpenSpiel has 16 for the player with the Jack."""
    jack = "jack-of-diamonds" in options
    without = 0 in tables.state.won and "no-tricks-bonus" in options
    if moon:
        seen["moon: 26 off" if MOON_OFF in options else "moon: 26 to the others"] += 1
        seen["moon with the Jack of Diamonds"] += jack and 16 not in scores
        seen["moon, the Jack of Diamonds elsewhere"] += jack and 16 in scores
        seen["moon and no bonus without a trick"] += without
    else:
        seen["the Jack of Diamonds taken, no moon"] += jack
        seen["bonus without a trick"] += without
