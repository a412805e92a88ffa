"""Groups that move, are given or captured with subordinates: what overlaps nothing stays, and as many are kept as can be.

The grid is worked out here a second time, and the most that can be kept is found by trying everything.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from slowness import tries

from referee.engines.conspiracy.compiled import SIDES
from referee.rules import rulesets

GAME = rulesets.table(rulesets.load_ruleset("illuminati", variants=["to-the-end"]), 2)
CARDS = GAME.rules.pack.cards
PLAYERS = ("Ann", "Ben")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
TABLES = tries(260)


class Spot(NamedTuple):
    """Where a card lies, and how many quarter turns it is turned."""

    at: tuple[int, int]
    turned: int


Structure = dict[int, tuple[int, int]]
"""Groups by number: the master and its arrow."""
Laid = dict[int, Spot]


def hung(over: Spot, card: int, arrow: int) -> Spot:
    """Where a card lies on an arrow of another."""
    way = (arrow + over.turned) % 4
    step = STEPS[way]
    return Spot((over.at[0] + step[0], over.at[1] + step[1]), (way + 2 - CARDS[card].inward) % 4)


def laid_out(top: int, structure: Structure) -> Laid:
    """Where every card of a structure lies; masters stand before their groups in it."""
    spots = {top: Spot((0, 0), 0)}
    for card, (master, arrow) in structure.items():
        spots[card] = hung(spots[master], card, arrow)
    return spots


def grown(chance: random.Random, top: int, groups: list[int], size: int) -> Structure:
    """A structure that groups were added to on free arrows, drawn at random and rather dense."""
    structure: Structure = {}
    for card in groups[:size]:
        spots = laid_out(top, structure)
        taken = {spot.at for spot in spots.values()}
        free = [
            (master, arrow)
            for master, spot in spots.items()
            for arrow in CARDS[master].outward
            if hung(spot, card, arrow).at not in taken
        ]
        if free:
            free.sort(key=lambda place: sum(map(abs, hung(spots[place[0]], card, place[1]).at)))
            structure[card] = chance.choice(free[: max(3, len(free) // 2)])
    return structure


def tree(structure: Structure, root: int) -> list[int]:
    found = [root]
    for master in found:
        found += [card for card, (over, _) in structure.items() if over == master]
    return found


def keeping(structure: Structure, cards: list[int], root: Spot, others: set[tuple[int, int]]) -> Laid:
    """Where the cards of a tree lie that overlap nothing, neither they nor any master of theirs."""
    kept = {cards[0]: root}
    for card in cards[1:]:
        master, arrow = structure[card]
        if master in kept and (spot := hung(kept[master], card, arrow)).at not in others:
            kept[card] = spot
    return kept


def everything(
    structure: Structure, cards: list[int], laid: Laid, others: set[tuple[int, int]], arrows: dict[int, int]
) -> Iterator[dict[int, int]]:
    """Every way to lay the rest of a tree, as the arrow of each card that is kept."""
    left = [card for card in cards if card not in laid and card not in arrows and structure[card][0] in laid]
    if not left:
        taken = others | {spot.at for spot in laid.values()}
        for card, arrow in arrows.items():
            master, own = structure[card]
            if arrow not in (-1, own) and hung(laid[master], card, own).at not in taken:
                return
        yield {card: arrow for card, arrow in arrows.items() if arrow >= 0}
        return
    card = left[0]
    over = laid[structure[card][0]]
    for arrow in CARDS[structure[card][0]].outward:
        spot = hung(over, card, arrow)
        if spot.at not in others and all(spot.at != other.at for other in laid.values()):
            yield from everything(structure, cards, {**laid, card: spot}, others, {**arrows, card: arrow})
    yield from everything(structure, cards, laid, others, {**arrows, card: -1})


def written(top: int, structure: Structure) -> dict[str, Any]:
    groups = {CARDS[card].name: {"on": {CARDS[over].name: SIDES[arrow]}} for card, (over, arrow) in structure.items()}
    return {"illuminati": CARDS[top].name, "groups": groups}


class Clash(NamedTuple):
    """A group that goes to an arrow of a structure: whose it was, how it lies there, and the event that takes it there."""

    position: dict[str, Any]
    structure: Structure
    cards: list[int]
    master: int
    arrow: int
    root: Spot
    others: set[tuple[int, int]]
    player: str
    verb: str
    to: dict[str, Any]


def clashes() -> Iterator[Clash]:
    """Moves within a structure and gifts to another, most of them to a place where something overlaps."""
    pack = GAME.rules.pack
    for number in range(TABLES):
        chance = random.Random(number)
        groups = chance.sample([card for card in pack.groups if CARDS[card].outward or chance.random() < 0.5], 24)
        tops = chance.sample(list(pack.illuminati), 2)
        structures = [grown(chance, tops[0], groups[:14], 14), grown(chance, tops[1], groups[14:], 10)]
        position = {
            "structures": {
                player: written(top, structure)
                for player, top, structure in zip(PLAYERS, tops, structures, strict=True)
            },
            "turns": {"Ann": 1, "Ben": 1},
        }
        for seat in (0, 1):
            found = list(targets(structures, tops, seat))
            for root, master, arrow in chance.sample(found, min(len(found), 30)):
                cards = tree(structures[0], root)
                spots = laid_out(tops[seat], structures[seat])
                spot = hung(spots[master], root, arrow)
                others = {place.at for card, place in spots.items() if card not in cards}
                to = {"group": CARDS[root].name, "onto": {CARDS[master].name: SIDES[arrow]}}
                clash = Clash(
                    position, structures[0], cards, master, arrow, spot, others, PLAYERS[seat],
                    "give" if seat else "move", {**to, "to": "Ben"} if seat else to,
                )  # fmt: skip
                if len(keeping(structures[0], cards, spot, others)) < len(cards):
                    yield clash


def targets(structures: list[Structure], tops: list[int], seat: int) -> Iterator[tuple[int, int, int]]:
    """Groups of the first player that have subordinates, and free arrows for them in a structure."""
    spots = laid_out(tops[seat], structures[seat])
    taken = {spot.at for spot in spots.values()}
    for root in structures[0]:
        below = tree(structures[0], root)
        if len(below) > 1:
            for master, spot in spots.items():
                for arrow in CARDS[master].outward:
                    if hung(spot, root, arrow).at not in taken and master not in below:
                        yield root, master, arrow


def after(clash: Clash, **more: Any) -> dict[int, tuple[int, int]]:
    """How the tree hangs afterwards: the master and arrow of every card that was kept."""
    state = GAME.start(PLAYERS, {}, clash.position)
    [event] = GAME.read(state, {clash.verb: {**clash.to, **more}})
    assert GAME.check(state, event) == (), (clash.position, clash.to, more)
    GAME.apply(state, event)
    seat = PLAYERS.index(clash.player)
    return {card: (state.master[card], state.arrow[card]) for card in clash.cards if state.place[card] == seat}


@pytest.mark.slow
def test_what_overlaps_nothing_stays_and_as_many_are_kept_as_can_be() -> None:
    seen, lost, moved = 0, 0, 0
    for clash in clashes():
        kept = after(clash)
        fixed = keeping(clash.structure, clash.cards, clash.root, clash.others)
        for card in fixed:
            wanted = (clash.master, clash.arrow) if card == clash.cards[0] else clash.structure[card]
            assert kept.get(card) == wanted, (CARDS[card].name, clash)
        ways = list(everything(clash.structure, clash.cards, fixed, clash.others, {}))
        most = max(map(len, ways))
        assert len(kept) == len(fixed) + most, clash
        arrows = {card: arrow for card, (_, arrow) in kept.items() if card not in fixed}
        assert arrows in ways, clash
        seen += 1
        lost += len(kept) < len(clash.cards)
        moved += any(arrow != clash.structure[card][1] for card, arrow in arrows.items())
        chosen = random.Random(seen).choice(ways)
        names = {CARDS[card].name: SIDES[arrow] for card, arrow in chosen.items()}
        wished = after(clash, places=names)
        assert chosen.items() <= {card: arrow for card, (_, arrow) in wished.items()}.items(), clash
    assert seen > 350 and lost > 100 and moved > 50, (seen, lost, moved)
