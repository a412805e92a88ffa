"""What every effect of a Luminary lets players choose: what is legal is listed, and may come of chance; nothing else does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from test_fishing_games import conserved

from referee.core.events import Misread
from referee.core.family import Draw
from referee.engines import family
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.state import FishingState
from referee.play.simulate import draw_of, happen
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd")
Item = dict[str, Any]
CLAIMS: list[tuple[str, Any]] = [
    ("swap", {"cards": 1, "with": "here"}),
    ("swap", {"cards": 2, "with": "anywhere", "fewer": False}),
    ("swap", {"cards": 2, "with": "anywhere", "fewer": True}),
    ("take_hidden", True),
    ("turn", "any"),
    ("name_season", {"suit": "st"}),
    ("collect", {"from": "piles", "cards": {"suit": "su"}}),
    ("collect", {"from": "piles", "chosen_by": "claimer"}),
    ("collect", {"from": "hands", "chosen_by": "chance"}),
    *(("take_okus", {"from": giver, "to": to}) for giver in ("players", "anywhere") for to in ("box", "claimer")),
    *(("exchange", {"by": "claimer", "cards": 2, "into": into}) for into in ("stock", "aside")),
    ("exchange", {"by": "claimer", "cards": "all", "draw": 1, "into": "aside"}),
    ("reseed_from_hand", True),
]
REVEALS: list[tuple[str, Any]] = [
    ("seed", 4),
    ("hide", 2),
    ("turn", "any"),
    ("turn", "Winter"),
    ("reveal_opposite", True),
    ("discard_opposite", True),
    ("name_season", {"suit": "st"}),
    ("cover", True),
    ("exchange", {"by": "everyone", "cards": 2, "into": "stock", "first": "left"}),
    ("lay", {"2": 2, "3": 1, "4": 1}),
]
IN_PLAY: list[tuple[str, Any]] = [
    ("swap", {"cards": 1, "with": "here"}),
    ("swap", {"cards": 2, "with": "anywhere", "fewer": True}),
    ("extra", {"action": "sow", "must": True}),
    ("extra", {"action": "sow", "must": True, "last_card": "owed"}),
    ("extra", {"action": "harvest"}),
    ("repeat", {"where": "elsewhere"}),
    ("repeat", {"where": "opposite", "after": "clearing"}),
    ("reach", {"fields": "opposite", "card": "another"}),
]
MOMENTS = {"claim": CLAIMS, "reveal": REVEALS, "in_play": IN_PLAY}
EVERY = [(moment, *effect) for moment, effects in MOMENTS.items() for effect in effects]
EFFECTS = {f"Lamp {number}": effect for number, effect in enumerate(EVERY)}
BOARD: Item = {
    "turn": "Ann",
    "fields": {"Summer": ["2au", "S10(6wi+4wi)"], "Spring": ["5wi"], "Winter": ["Kau"], "Autumn": ["3au"]},
    "hands": {"Ann": ["5sp", "6sp", "Nau"], "Ben": ["8su", "9su"], "Cyd": ["10wi"]},
    "piles": {"Ann": ["9sp"], "Ben": ["10su", "2su", "3wi"], "Cyd": ["4su", "4au"]},
}
"""The field to be cleared is not the first one, as Ann is the first player."""
OKUS = ({"Ben": 1, "Cyd": 1}, {"Ann": 1}, {"Cyd": 1, "box": 2})
"""Who has okus; the first table has none on the box, the second none with others."""


def hides(moment: str, word: str) -> bool:
    """Whether cards lie hidden under the Luminary of an effect; one of them is to be without any."""
    return moment == "claim" and word != "turn"


@cache
def table(players: int) -> FishingGame:
    """A game with a Luminary for each effect, which does nothing else."""
    lamps = {}
    for name, (moment, word, told) in EFFECTS.items():
        lamps[name] = {"text": "It shines.", "source": "us", "set": "base", moment: {word: told}}
        if hides(moment, word):
            lamps[name]["reveal"] = {"hide": 2}
    house = {"extends": "illimat", "why": "to see them", "luminaries": {"cards": lamps}}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "house.json"
        path.write_text(json.dumps(house), encoding="utf-8")
        rules = rulesets.load_ruleset("illimat", houses=(str(path),), variants=("second-edition",))
    return cast(FishingGame, rulesets.table(rules, players))


def begun(game: FishingGame, lamp: str, number: int) -> FishingState:
    """Ann has harvested the last card of the Luminary's field."""
    players, moment = PLAYERS[: game.rules.players], EFFECTS[lamp][0]
    position = {
        **BOARD,
        **{key: {who: BOARD[key][who] for who in players} for key in ("hands", "piles")},
        "okus": {who: many for who, many in OKUS[number].items() if who in (*players, "box")},
        "luminaries": {"Summer": "The Union", "Autumn": "The Maiden"} | ({"Spring": lamp} if moment == "claim" else {}),
        "face_down": {"Winter": None} | ({"Spring": lamp} if moment == "reveal" else {}),
        "under": {"Spring": 2} if hides(moment, EFFECTS[lamp][1]) else {},
        "named": {"st": "Winter"},
    }
    state = game.start(players, {}, position)
    happen(game, state, {"play": "harvest 5sp take 5wi @Spring"})
    return state


def is_legal(game: FishingGame, state: FishingState, item: Item) -> bool:
    try:
        return not game.check(state, game.read(state, item)[0])
    except Misread:
        return False


def unseen(game: FishingGame, state: FishingState) -> list[str]:
    return game.rules.deck.names(game.rules.pack & ~state.located)


def hand(game: FishingGame, state: FishingState, seat: int) -> list[str]:
    return game.rules.deck.names(state.hands[seat])


def answers(game: FishingGame, state: FishingState) -> Iterator[Item]:
    """What somebody might write down at a step, legal or not."""
    rules, step = game.rules, state.queue[0]
    if step.free and step.kind != "uncover":  # cards that are taken are turned up by whoever records everything
        yield {"done": True}
    if step.kind in ("turn", "name"):
        yield from ({step.kind: season} for season in rules.seasons)
    elif step.kind == "clear":
        yield from ({"clear": season} for season in rules.seasons)
    elif step.kind == "okus":
        yield from ({"okus": who} for who in (*state.players, "box"))
    elif step.kind == "reveal":
        yield from ({"reveal": name} for name in rules.luminaries)
    elif step.kind == "swap":
        loose = rules.deck.names(sum(one.cards for _, one in state.everything() if not one.sets))
        for many in (1, 2, 3):
            for mine in permutations(hand(game, state, step.seat), many):
                yield from ({"swap": dict(zip(mine, theirs, strict=True))} for theirs in permutations(loose, many))
    elif step.kind == "give":
        others = [seat for seat in range(rules.players) if seat != step.seat]
        cards = [[None, *hand(game, state, seat), *rules.deck.names(state.piles[seat])] for seat in others]
        for given in product(*cards):
            yield {"give": {state.players[seat]: card for seat, card in zip(others, given, strict=True)}}
    elif step.kind == "exchange":
        pile = unseen(game, state)
        for many, drawn in product(range(1, 5), range(5)):
            for given in permutations(hand(game, state, step.seat), many):
                yield {"exchange": {"discard": list(given), "draw": pile[:drawn]}}
    elif step.kind == "lay":
        cards = [
            [one for many in range(3) for one in permutations(hand(game, state, seat), many)]
            for seat in range(rules.players)
        ]
        for laid in product(*cards):
            yield {"lay": {who: list(one) for who, one in zip(state.players, laid, strict=True)}}
    elif step.kind in ("draw", "reseed", "uncover"):
        pile = hand(game, state, step.seat) if step.argument == "hand" else unseen(game, state)
        yield from ({step.kind: pile[:many]} for many in range(min(len(pile), 8) + 1))


def plain(item: Item) -> str:
    """An item as it can be compared: of cards of the pile only how many, and without the order where none matters."""
    ((verb, said),) = item.items()
    if verb in ("draw", "reseed", "uncover"):
        return f"{verb} {len(said)}"
    if verb == "exchange":
        return f"{verb} {sorted(said['discard'])} for {len(said['draw'])}"
    return f"{verb} {sorted(said.items(), key=str) if isinstance(said, dict) else said}"


class Tree:
    """Every way that chance may go, one after the other: a draw for which the next choice at its end is taken each time."""

    def __init__(self) -> None:
        self.way: list[tuple[int, int]] = []
        self.place = 0

    def draw(self, choices: int) -> int:
        """The choice of this way at this place, the first one where it has not been before."""
        if self.place == len(self.way):
            self.way.append((0, choices))
        self.place += 1
        return self.way[self.place - 1][0]

    def next(self) -> bool:
        """Whether there is another way; it is taken from then on."""
        self.place = 0
        while self.way:
            taken, choices = self.way.pop()
            if taken + 1 < choices:
                self.way.append((taken + 1, choices))
                return True
        return False


def drawn(game: FishingGame, state: FishingState, most: int) -> tuple[list[Item], bool]:
    """What may be drawn at random, and whether that is all; it is not if there are too many ways."""
    found: list[Item] = []
    tree = Tree()
    while len(found) < most:
        item = game.draw_next(state, tree.draw)
        assert item is not None
        found.append(dict(item))
        if not tree.next():
            return found, True
    return found, False


def by_chance(game: FishingGame, state: FishingState, tries: int) -> list[Item]:
    """What chance brings, in a number of tries."""
    draw: Draw = draw_of(7, tries)
    items = [game.draw_next(state, draw) for _ in range(tries)]
    return [dict(item) for item in items if item is not None]


def chosen(game: FishingGame, state: FishingState) -> None:
    """Compares what is legal, listed and drawn at the step that comes first."""
    step = state.queue[0]
    legal = [item for item in answers(game, state) if is_legal(game, state, item)]
    options = game.options(state)
    assert options.player in (None, state.players[step.seat])
    listed = {plain(dict(option.item)) for option in options.legal}
    if step.kind in ("turn", "name", "okus", "swap"):
        wanted = [item for item in legal if len(item.get("swap", [0])) == 1]
        assert listed == {*map(plain, wanted)}, step
    of_the_pile = step.kind in ("draw", "reseed", "uncover", "exchange")
    found, whole = ([], False) if of_the_pile else drawn(game, state, 300)
    if not whole:
        found = by_chance(game, state, 60)
    different = {str(item): item for item in found}
    for item in different.values():
        assert is_legal(game, state, item), (step, item)
    if step.kind == "swap":  # as many as can be are drawn, so that the pairs are compared
        pairs = [
            {f"{given} {wanted}" for item in items for given, wanted in item.get("swap", {}).items()}
            for items in (legal, found)
        ]
        assert pairs[0] == pairs[1]
    elif step.kind == "lay" and not whole:
        cards = [{card for item in items for laid in item["lay"].values() for card in laid} for items in (legal, found)]
        assert cards[0] == cards[1]
    elif step.kind in ("draw", "reseed", "uncover"):
        assert {*map(plain, found)} == {*map(plain, legal)}, step
        cards = {card for item in found for card in item.get(step.kind, ())}
        pool = hand(game, state, step.seat) if step.argument == "hand" else unseen(game, state)
        assert len(cards) > len(pool) // 2
    else:
        assert {*map(plain, found)} == {*map(plain, legal)}, step


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("lamp", [lamp for lamp, effect in EFFECTS.items() if effect[0] != "in_play"])
def test_what_an_effect_lets_players_choose(lamp: str, players: int) -> None:
    game = table(players)
    for number in range(len(OKUS)):
        state = begun(game, lamp, number)
        draw = draw_of(number, players)
        while state.queue:
            chosen(game, state)
            position = game.position(state)
            assert game.position(game.start(PLAYERS[:players], {}, position)) == position
            before = len(state.queue), state.clock
            item = game.draw_next(state, draw)
            assert item is not None
            happen(game, state, dict(item))
            conserved(game, state)
            assert (len(state.queue), state.clock) != before


def test_every_effect_is_told_in_words() -> None:
    told = [line.text for _, lines in family("fishing").describe(table(2).ruleset) for line in lines]
    for lamp, (moment, _, _) in EFFECTS.items():
        begins = "Face up: " if moment == "in_play" else f"{moment.capitalize()}ed: "
        assert [text for text in told if text.startswith(f"{lamp}. {begins}")], lamp


def added(items: list[Item]) -> set[str]:
    """What comes on top of the play of a turn; of swaps the cards, as there are many pairs of them."""
    pairs = [pair for item in items for pair in item.get("swap", {}).items()]
    return (
        {f"gives {given}" for given, _ in pairs}
        | {f"takes {wanted}" for _, wanted in pairs}
        | {item["play"] for item in items if " for " in item.get("play", "")}
    )


@pytest.mark.parametrize("hand", [["5sp", "3wi", "6wi"], ["5sp"]], ids=len)
@pytest.mark.parametrize("lamp", [lamp for lamp, effect in EFFECTS.items() if effect[0] == "in_play"])
def test_what_a_luminary_adds_to_a_turn(lamp: str, hand: list[str]) -> None:
    game = table(2)
    fields = {"Summer": ["5wi", "3su"], "Spring": ["5au", "3au", "2su"], "Winter": ["3st", "6au"], "Autumn": ["6st"]}
    hands = {"Ann": hand, "Ben": ["8su"]}
    position = {"turn": "Ann", "fields": fields, "hands": hands, "luminaries": {"Summer": lamp}}
    state = game.start(PLAYERS[:2], {}, position)
    for play in (None, "harvest 5sp take 5wi @Summer"):
        if play is not None and is_legal(game, state, {"play": play}):
            happen(game, state, {"play": play})
        if state.turn != 0:
            return
        found = by_chance(game, state, 120)
        for item in {str(item): item for item in found}.values():
            assert is_legal(game, state, item), item
        listed = [dict(option.item) for option in game.options(state).legal]
        due = play is None and len(hand) == 1  # the last card is kept for the play of the turn, unless it is owed
        assert added(found) == added(listed) or (due and added(found) <= added(listed)), play


def test_which_of_two_fields_is_cleared_first() -> None:
    rules = rulesets.load_ruleset("illimat", variants=("the-crane-wife",), ruling={"cleared-first": "choice"})
    game = cast(FishingGame, rulesets.table(rules, 2))
    fields = {"Summer": ["5wi"], "Spring": ["5au"], "Winter": ["3au", "2wi"], "Autumn": ["6au"]}
    hands = {"Ann": ["5sp", "9sp"], "Ben": ["8su"]}
    state = game.start(
        PLAYERS[:2], {}, {"turn": "Ann", "fields": fields, "hands": hands, "luminaries": {"Summer": "The Boat"}}
    )
    happen(game, state, {"play": "harvest 5sp take 5wi | 3au+2wi @Summer"})
    state.queue.pop(0)  # the cards are drawn first
    chosen(game, state)
    assert {plain(dict(option.item)) for option in game.options(state).legal} == {"clear Summer", "clear Winter"}
