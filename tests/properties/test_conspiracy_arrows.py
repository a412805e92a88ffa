"""Illuminati with arrows, places and names of Specials left out: what a game in full can come to is believed, and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, cast

import pytest
from slowness import slow_where
from test_conspiracy_money import MONEY, a_game, judged, without

from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.compiled import SIDES, pack_of
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.rules import arrows, structure
from referee.engines.conspiracy.state import ACT, ConspiracyState
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets

Data = dict[str, Any]
Owners = dict[str, str]
PLAYERS = ("Ann", "Ben", "Cyd")
DRAWS = slow_where(lambda number: number >= 12, range(200))
ARROWS = (*MONEY, "capture.arrow", "capture.places", "move.places")


def unnamed(log: Data, rules: Ruleset, rng: random.Random) -> Data:
    """The log with some Specials unnamed, drawn or discarded or given away."""
    names = {pack_of(rules).names[card] for card in pack_of(rules).specials}
    share = rng.choice((0.3, 1))

    def blank(value: Any) -> Any:
        if isinstance(value, list):
            return [blank(entry) for entry in value]
        return "special" if value in names and rng.random() < share else value

    for item in log["events"]:
        for verb in ("draw", "buy", "abolish"):
            if verb in item:
                item[verb] = blank(item[verb])
        attack = item.get("attack", {})
        if "privilege" in attack:
            attack["privilege"] = blank(attack["privilege"])
        gift = item.get("give", {})
        for part in (gift, gift.get("for", {})):
            if "specials" in part:
                part["specials"] = blank(part["specials"])
    return log


@pytest.mark.parametrize("number", DRAWS)
@pytest.mark.parametrize("parts", [ARROWS, ("capture.arrow",)], ids=["all", "arrows"])
def test_a_legal_game_without_arrows_and_names_is_legal(number: int, parts: tuple[str, ...]) -> None:
    rules, log = a_game(number)
    rng = random.Random(number)
    verdict = judged(unnamed(without(log, parts, rng), rules, rng), rules)
    assert (verdict.status, verdict.violations, verdict.complaints, verdict.unjudged) == ("legal", [], [], 0)


def planted(log: Data, rules: Ruleset, rng: random.Random) -> Data:
    """The log with one thing changed that is probably wrong."""
    log = cast(Data, without(log, (), rng))
    names = pack_of(rules).names
    places = [*range(len(log["events"]))]
    rng.shuffle(places)
    for place in places:
        item = log["events"][place]
        what = rng.randrange(3)
        if what == 0 and "totals" in item.get("expect", {}):
            item["expect"]["totals"][rng.choice(log["players"])] += rng.choice((-1, 1))
            return log
        if what == 1 and "control" in item.get("attack", {}):
            item["attack"]["control"] = names[rng.choice(pack_of(rules).groups)]
            return log
        if what == 2 and place + 1 < len(log["events"]):
            log["events"][place : place + 2] = [log["events"][place + 1], item]
            return log
    return log


@pytest.mark.parametrize("number", DRAWS)
def test_a_fault_is_found_where_it_is_or_later_and_with_nobody_else(number: int) -> None:
    rules, log = a_game(number)
    rng = random.Random(number)
    wrong = planted(log, rules, rng)
    full = judged(wrong, rules)
    if not full.violations:
        return
    for place, item in enumerate(wrong["events"]):
        item["place"] = place
    less = unnamed(without(wrong, ARROWS, rng), rules, rng)
    less["events"] = [item for item in less["events"] if len(item) > 1]
    places = [item.pop("place") for item in less["events"]]
    verdict = judged(less, rules)
    fault = full.violations[0]
    if not verdict.violations:
        assert fault.rule != "claim"
        return
    found = verdict.violations[0]
    assert places[int(found.at[1])] >= int(fault.at[1])
    if places[int(found.at[1])] == fault.at[1]:
        assert found.seat in (fault.seat, None)


# -- groups that move with others below them -------------------------------------------------------------------------------


def tables(number: int) -> Iterator[tuple[ConspiracyGame, ConspiracyState]]:
    """Points of a random game at which a player may act, with the arrows of some groups open."""
    rules = rulesets.load_ruleset("illuminati")
    rng = random.Random(number)
    for place, (game, state, _) in enumerate(positions(rules, PLAYERS, draw_of(73, number))):
        table = cast(ConspiracyState, state)
        if place % 37 or table.phase != ACT or table.attack is not None or table.played is not None:
            continue
        table = table.copy()
        for seat in range(len(PLAYERS)):
            for card in range(len(table.place)):
                if table.place[card] == seat and table.master[card] >= 0 and rng.random() < 0.2:
                    loosen(cast(ConspiracyGame, game), table, card)
        table.actions = table.transfers = 0
        table.passed = table.closing = False
        yield cast(ConspiracyGame, game), table


def loosen(game: ConspiracyGame, state: ConspiracyState, card: int) -> None:
    """Let it be open on which arrow a group is."""
    mask = 1 << state.arrow[card]
    for side in structure.free_arrows(game.rules, state, state.master[card]):
        mask |= 1 << side
    if mask.bit_count() > 1:
        state.sides[card] = mask
        state.sides_opened[card] = 0
    arrows.narrow(state, state.master[card])


def in_full(game: ConspiracyGame, state: ConspiracyState) -> Iterator[ConspiracyState]:
    """Every table that the one with open arrows may be: each structure in every layout."""
    layouts = []
    for seat in range(len(PLAYERS)):
        groups = arrows.hung(state, seat)
        patience = arrows.Patience(300)
        layouts.append([*arrows.every_layout(game.rules, state.illuminati[seat], groups, patience)])
        if patience.is_over:
            return
    if len(layouts[0]) * len(layouts[1]) * len(layouts[2]) > 60:
        return
    for chosen in product(*layouts):
        table = state.copy()
        table.sides = {}
        for seat, layout in enumerate(chosen):
            arrows.lay_anew(table, seat, layout)
        yield table


def written(
    game: ConspiracyGame, state: ConspiracyState, root: int, base: Mapping[str, Any], *, arrow: bool
) -> list[Data]:
    """Ways to write in full where a group and those below it go."""
    names = game.rules.pack.names
    under = [card for card in structure.below(game.rules, state, root) if card != root]
    choices = [(None, *SIDES) for _ in under]
    ways = []
    for side in SIDES if arrow else (None,):
        for places in product(*choices):
            said = {names[card]: where for card, where in zip(under, places, strict=True) if where is not None}
            more: Data = {"places": said} if said else {}
            ways.append({**base, **more} if side is None else {**base, **more, "arrow": side})
    return ways


def owners(game: ConspiracyGame, state: ConspiracyState, groups: list[int]) -> Owners:
    """Who has some groups, once all is settled."""
    settled = game.settle(state)
    found = {}
    for card in groups:
        place = settled.place[card]
        found[game.rules.pack.names[card]] = PLAYERS[place] if place >= 0 else "nobody"
    return found


@pytest.mark.parametrize("number", DRAWS)
def test_groups_that_may_be_lost_are_those_lost_in_some_full_account(number: int) -> None:
    tried = 0
    for game, state in tables(number):
        for events, root, last, arrow in departures(game, state):
            tree = structure.below(game.rules, state, root)
            if not 2 <= len(tree) <= 3:
                continue
            possible = []
            for table in in_full(game, state):
                if not play(game, table, events):
                    continue
                (verb, base) = next(iter(last.items()))
                for way in written(game, table, root, base, arrow=arrow):
                    after = table.copy()
                    if play(game, after, [{verb: way}]):
                        possible.append(owners(game, after, tree))
            if not possible:
                continue
            tried += 1
            vague = state.copy()
            assert play(game, vague, [*events, *([] if arrow else [last])])
            for claimed in possible:
                assert not [*game.claims(vague.copy(), {"owner": claimed})], (events, last, claimed)
            for claimed in product(*({PLAYERS[state.turn], "nobody"} for _ in tree)):
                named = dict(zip(possible[0], claimed, strict=True))
                if named not in possible:
                    assert [*game.claims(vague.copy(), {"owner": named})], (events, last, named, possible)
            if tried > 6:
                return


def play(game: ConspiracyGame, state: ConspiracyState, items: list[Data]) -> bool:
    """Play some items; return whether they were legal."""
    for item in items:
        events = game.read(state, item)
        if game.take(state, events) < len(events):
            return False
    return True


def departures(game: ConspiracyGame, state: ConspiracyState) -> Iterator[tuple[list[Data], int, Data, bool]]:
    """Captures and moves of groups with others below them: what comes before, the group, what is written of it, and whether its
    arrow is left out."""
    pack = game.rules.pack
    names = pack.names
    able = [card for card in range(len(names)) if state.place[card] == state.turn and pack.cards[card].power > 0]
    for root in pack.groups:
        if state.place[root] < 0 or not [*structure.children(game.rules, state, root)]:
            continue
        if state.place[root] != state.turn:
            for card in able[:3]:
                state.money[card] = 60
                attack = {"control": names[root], "with": names[card], "spend": {names[card]: 50}, "roll": 2}
                yield [{"attack": attack}], root, {"capture": {}}, True
            continue
        for master in range(len(names)):
            if state.place[master] == state.turn:
                for side in arrows.free_arrows(game.rules, state, master)[:1]:
                    move = {"group": names[root], "onto": {names[master]: SIDES[side]}}
                    yield [], root, {"move": move}, False
