"""What must hold of Illuminati at every point: money and cards conserved, structures that are trees, one source of legality."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest
from case_runner import cases
from slowness import NIGHTLY, slow_where, tries

from referee.core.cards import members
from referee.core.events import Event, Misread
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy import record
from referee.engines.conspiracy.compiled import KINDS, SIDES
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.rules import means, structure, turns
from referee.engines.conspiracy.rules.structure import in_play
from referee.engines.conspiracy.state import ACT, DECK, ConspiracyState
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play import simulate
from referee.rules import rulesets
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
GAMES = tries(72)
"""For each number of players from 2 to 8: 504 games."""
VARIANTS = (
    (), ("older",), (), ("hidden-goals",), (), ("random-sequence",), ("hidden-and-boasting",), ("staggered-sequence",),
    ("draw-first", "longer"), (), ("to-the-end",), ("bidding-sequence",),
)  # fmt: skip
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""From a card to its neighbour at the top, right, bottom, left."""


def a_game(players: int, number: int) -> dict[str, Any]:
    """A random game as a log."""
    variants = (*VARIANTS[number % len(VARIANTS)], *(("larger-games",) if players > 6 and number % 2 else ()))
    rules = rulesets.load_ruleset("illuminati", variants=list(variants))
    detail = simulate.details(rules)[number % 2]
    drawn = simulate.simulate_game(rules, PLAYERS[:players], detail, simulate.draw_of(players, number))
    head = {"game": "illuminati@1", "variants": list(variants), "players": list(PLAYERS[:players])}
    return {**head, "setup": drawn.setup, "events": drawn.items}


def require_money_conserved(state: ConspiracyState) -> None:
    """All the money that the bank gave out lies on cards in structures."""
    held = 0
    for mask in state.holds:
        held |= mask
    assert sum(state.money) == sum(state.money[card] for card in members(held)) == state.bank
    assert min(state.money) >= 0


def require_cards_in_one_place(game: ConspiracyGame, state: ConspiracyState) -> None:
    """Every group is in one structure, uncontrolled, dead, out, or in the deck; cards not yet seen are there or in a hand."""
    held = 0
    for seat, mask in enumerate(state.holds):
        assert not held & mask
        held |= mask
        assert all(state.place[card] == seat for card in members(mask))
    for card in game.rules.pack.groups:
        assert (state.place[card] >= 0) == bool(held >> card & 1)
        assert state.left[card] == (state.place[card] == DECK)
    for card, known in enumerate(game.rules.pack.cards):
        assert 0 <= state.left[card] + sum(hand.count(card) for hand in state.specials) <= known.copies
    assert sum(state.left) == state.deck + sum(state.hidden), "a card is neither in the deck nor in a hand"


def require_trees(game: ConspiracyGame, state: ConspiracyState) -> None:
    """Every structure is a tree of arrows that the cards print, laid on cells of which no two are one."""
    pack = game.rules.pack
    for seat, top in enumerate(state.illuminati):
        if not state.alive[seat]:
            assert state.holds[seat] in (0, 1 << top)
            continue
        groups = [card for card in members(state.holds[seat]) if card != top]
        spots = {top: ((0, 0), 0)}
        while reached := [card for card in groups if card not in spots and state.master[card] in spots]:
            for card in reached:
                master, arrow = state.master[card], state.arrow[card]
                assert arrow in pack.cards[master].outward
                spot, turned = spots[master]
                way = (arrow + turned) % 4
                step = STEPS[way]
                spots[card] = (spot[0] + step[0], spot[1] + step[1]), (way + 2 - pack.cards[card].inward) % 4
        assert len(spots) == len(groups) + 1, "a group is attached to nothing"
        assert len({spot for spot, _ in spots.values()}) == len(spots), "a card lies on another"
        for card, (spot, turned) in spots.items():
            assert structure.at(state.cell[card]) == spot
            assert card == top or state.rotation[card] == turned


class Watching(record.ConspiracyRecord):
    """Writes a game down and looks after everything that happens whether all is in its place."""

    laid: Any = None

    def after(self, state: ConspiracyState) -> None:
        super().after(state)
        require_money_conserved(state)
        now = (state.holds, state.master, state.arrow, state.left, state.specials, [state.deck])
        if self.laid != now:
            require_cards_in_one_place(self.game, state)
            require_trees(self.game, state)
            self.laid = tuple(part[:] for part in now)


@pytest.mark.parametrize("players", slow_where(lambda players: players not in (2, 4), range(2, 9)))
def test_simulated_games_are_legal_and_lose_nothing(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record.ConspiracyRecord, "MOST", 8)
    monkeypatch.setattr(record, "ConspiracyRecord", Watching)
    for number in range(GAMES):
        log = a_game(players, number)
        verdict = judge(make_log(parse(json.dumps(log), "log.json")))
        assert (verdict.status, verdict.violations) == ("legal", []), (players, number)


def sampled(every: int) -> list[tuple[ConspiracyGame, ConspiracyState]]:
    """Points of a few random games, each as a state of its own."""
    found = []
    for players in range(2, 9):
        rules = rulesets.load_ruleset("illuminati", variants=list(VARIANTS[players]))
        points = simulate.positions(rules, PLAYERS[:players], simulate.draw_of(99, players))
        for number, (game, state, _) in enumerate(points):
            if number % every == players:
                found.append((cast(ConspiracyGame, game), cast(ConspiracyState, state.copy())))
    assert len(found) > 20
    return found


def test_no_card_is_lost_or_won_when_a_player_leaves_or_a_special_goes() -> None:
    gone = 0
    for game, state in sampled(5):
        require_cards_in_one_place(game, state)
        for seat, hand in enumerate(state.specials):
            for card in hand:
                seen = state.copy()
                unseen = state.copy()
                unseen.specials[seat].remove(card)
                unseen.left[card] += 1
                unseen.hidden[seat] += 1
                for after in (seen, unseen):
                    means.discard(after, seat, card)
                    require_cards_in_one_place(game, after)
                gone += 1
            for specials in ("discarded", "deck") if state.alive[seat] else ():
                after, rules = state.copy(), copy(game.rules)
                rules.elimination = SimpleNamespace(**{**vars(rules.elimination), "specials": specials})
                turns.put_out(rules, after, seat)
                require_cards_in_one_place(game, after)
    assert gone > 20


@pytest.mark.slow
def test_a_copy_and_a_position_are_the_same_table() -> None:
    for game, state in sampled(11 if NIGHTLY else 29):
        written = game.position(state)
        again = game.start(state.players, {}, json.loads(json.dumps(written)))
        assert game.position(again) == written
        assert game.view(again)[0] == game.view(state)[0]
        list(game.doubts(state)), game.counts(state), game.score(state), game.options(state)
        assert game.position(state) == written
        other = state.copy()
        for _ in range(6):
            item = game.draw_next(other, simulate.draw_of(1, 1))
            if item is not None:
                game.take(other, game.read(other, item))
        assert game.position(state) == written


def test_what_is_listed_as_legal_is_what_the_check_lets_pass() -> None:
    seen = 0
    for game, state in sampled(43):
        options = game.options(state)
        if state.courses:  # what may be legal in another course is not listed
            continue
        state = game.settle(state)
        listed = [option.notation for option in options.legal]
        assert len({option.notation for option in options.options}) == len(options.options)
        if state.attack is None and state.phase == ACT:
            seen += 1
            for notation, item in announcements(game, state):
                legal = not game.check(state, game.read(state, item)[0])
                assert legal == any(move.startswith(notation) for move in listed), notation
    assert seen > 10


def announcements(game: ConspiracyGame, state: ConspiracyState) -> list[tuple[str, dict[str, Any]]]:
    """Attacks by own cards and some strangers on every card in play, and every group dropped, as they would be listed."""
    pack = game.rules.pack
    cards = [card for card in range(len(pack.names)) if pack.cards[card].kind != "special" and in_play(state, card)]
    tries: list[tuple[str, dict[str, Any]]] = []
    strangers = [card for card in cards if state.place[card] != state.turn]
    for by in [card for card in cards if state.place[card] == state.turn] + strangers[::9]:
        if state.place[by] == state.turn:
            tries.append((f"drop {pack.names[by]}", {"drop": pack.names[by]}))
        for target in cards:
            names = pack.names[by], pack.names[target]
            tries += [
                (f"{kind} {names[1]} with {names[0]}:", {"attack": {kind: names[1], "with": names[0]}})
                for kind in KINDS
            ]
    return tries


@pytest.mark.slow
def test_every_move_to_an_arrow_is_listed_when_it_is_legal() -> None:
    tried = 0
    for game, state in sampled(23):
        state = game.settle(state)
        if state.attack is not None or state.phase != ACT:
            continue
        moves = {option.notation.partition(" to ")[0]: option.notation for option in game.options(state).legal}
        names, held = game.rules.pack.names, list(members(state.holds[state.turn]))
        for card in held[1:]:
            for master in held:
                for side in SIDES:
                    item = {"move": {"group": names[card], "onto": {names[master]: side}}}
                    legal = not game.check(state, game.read(state, item)[0])
                    listed = f"the {side} of {names[master]}" in moves.get(f"move {names[card]}", "")
                    assert legal == listed, item
                    tried += 1
    assert tried > 50


@pytest.mark.slow
def test_claim_capture_list_and_state_tell_the_same_outcome() -> None:
    """Attacks of every kind with every roll, left as it is or set by one Special after another, the last perhaps cancelled."""
    game = cast(ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati"), 3))
    setting, cancel = ("Assassination", "Murphy's Law"), "Secrets Man Was Not Meant To Know"
    seen = set()
    for kind, target in (("control", "Moonies"), ("neutralize", "Texas"), ("destroy", "Moonies")):
        for roll in (2, 4, 6, 7, 8, 10, 11, 12)[:: 1 if NIGHTLY else 3]:
            for played in (
                (),
                setting[:1],
                setting[1:],
                setting,
                setting[::-1],
                (setting[1], cancel),
                (*setting, cancel),
            ):
                state = a_table(game)
                attack = {"attack": {kind: target, "with": "Bavarian", "spend": {"Bavarian": 4}, "roll": roll}}
                for item in (attack, *({"special": name, "by": "Cyd"} for name in played)):
                    events = game.read(state, item)
                    assert game.take(state, events) == len(events), item
                right = next(
                    claim for claim in ("success", "failure") if not list(game.claims(state, {"outcome": claim}))
                )
                seen.add((kind, right))
                wrong = "failure" if right == "success" else "success"
                assert len(list(game.claims(state, {"outcome": wrong}))) == 1
                options = game.options(state)
                assert f": {right}; then " in options.doing
                listed = any(option.notation.startswith("capture") for option in options.legal)
                capture = game.check(state, game.read(state, {"capture": {"arrow": "top"}})[0])
                won = right == "success"
                assert (listed, not capture) == (won and kind == "control",) * 2
                card, after = game.rules.pack.by_name[target], game.settle(state)
                gone = {"control": 0, "neutralize": -1, "destroy": -3}[kind]
                assert after.place[card] == (gone if won else state.place[card]), (kind, roll, played)
    assert len(seen) == 6


def a_table(game: ConspiracyGame) -> ConspiracyState:
    """Ann's turn to act; Cyd holds every Special that bears on a roll."""
    groups = {"Texas": {"on": {"Gnomes": "right"}}}
    structures = {"Ann": {"illuminati": "Bavarian", "money": 30}, "Ben": {"illuminati": "Gnomes", "groups": groups}}
    specials = {"Cyd": ["Assassination", "Murphy's Law", "Secrets Man Was Not Meant To Know"]}
    position = {"structures": structures, "uncontrolled": ["Moonies", "KKK"], "specials": specials}
    return game.start(("Ann", "Ben", "Cyd"), {}, position)


def test_the_dice_and_nothing_else_are_told_with_what_they_decided() -> None:
    """Moonies have a Resistance of 4, Texas has 6 and is next to its Illuminati; an attack never succeeds with more than 10."""
    game = cast(ConspiracyGame, rulesets.table(rulesets.load_ruleset("illuminati"), 3))
    for kind, target, spent, needed in (
        ("control", "Moonies", 3, 9),
        ("neutralize", "Texas", 13, 10),  # the number is 13
        ("destroy", "Moonies", 1, 9),
    ):
        for roll in (2, needed, needed + 1, 12):
            won = roll <= needed
            events: list[tuple[dict[str, Any], list[str]]] = [
                ({"attack": {kind: target, "with": "Bavarian"}}, []),
                ({"spend": {"Bavarian": spent}}, []),
                (
                    {"roll": roll},
                    [
                        f"{roll} was rolled, {needed} or less was needed: "
                        f"the attempt to {kind} {target} {'succeeds' if won else 'fails'}."
                    ],
                ),
                ({"special": "Assassination", "by": "Cyd"}, []),
                ({"special": "Murphy's Law", "by": "Cyd"}, []),
                ({"end": True}, []),
            ]
            state = a_table(game)
            for item, said in events:
                before = state.copy()
                assert game.take(state, game.read(state, item)) == 1
                assert game.aftermath(before, state) == said, (item, kind)


def let_stand() -> Iterator[tuple[str, ConspiracyGame, ConspiracyState, Event]]:
    """Events of cases that are not legal, but that a log may let stand all the same, each with its table."""
    for case in cases("conspiracy")[:: 1 if NIGHTLY else 3]:
        data = case.data
        if "breaks" not in data or data.keys() & {"ruleset", "house", "setup"}:
            continue
        players = PLAYERS[: data.get("players", 4)] if isinstance(data.get("players", 4), int) else data["players"]
        rules = of_case(tuple(data.get("variants", ())), tuple(data.get("ruling", {}).items()))
        game = cast(ConspiracyGame, rulesets.table(rules, len(players)))
        state = cast(ConspiracyState, game.start(players, {}, data.get("position", {})))
        for item in data.get("events", ()):
            game.take(state, game.read(state, item))
        try:
            [event, *_] = game.read(state, data["event"])
        except Misread:
            continue
        faults = game.check(state, event)
        if faults and not any(fault.bars for fault in faults):
            yield case.name, game, state, event


@cache
def of_case(variants: tuple[str, ...], ruling: tuple[tuple[str, str], ...]) -> Ruleset:
    return rulesets.load_ruleset("illuminati", variants=list(variants), ruling=dict(ruling))


def test_what_is_let_stand_leaves_a_table_to_play_on_at() -> None:
    seen = 0
    for name, game, state, event in let_stand():
        if event.verb != "result":
            game.apply(state, event)
            after = game.settle(state)
            require_money_conserved(after)
            if not name.endswith(
                "that-nobody-named"
            ):  # a Special that was discarded without a name may be any of those left
                require_cards_in_one_place(game, after)
            require_trees(game, after)
            written = game.position(after)
            assert game.position(game.start(state.players, {}, written)) == written, name
            seen += 1
    assert seen > 40
