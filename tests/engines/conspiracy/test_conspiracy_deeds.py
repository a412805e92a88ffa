"""What may be done at a table of Illuminati: whatever is listed is judged so, and whatever is legal is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any, cast

import pytest
from slowness import NIGHTLY, tries

from referee.engines.conspiracy.compiled import KINDS, SIDES, SPECIAL
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.rules.structure import in_play
from referee.engines.conspiracy.state import ConspiracyState
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
VARIANTS = ((), ("older",), ("hidden-illuminati",), ("bidding-sequence",), ("draw-first",), ("to-the-end",))
Item = dict[str, Any]


def tables(variants: tuple[str, ...]) -> Iterator[tuple[ConspiracyGame, ConspiracyState]]:
    """Points of random games, ten at least; in every other one a player holds a Special more than the game gave."""
    rules = rulesets.load_ruleset("illuminati", variants=list(variants))
    plain = 0
    for number in count():
        if number >= tries(7) and plain >= 10:
            return
        points = positions(rules, PLAYERS[: 2 + number % 5], draw_of(41, number))
        for place, (game, state, _) in enumerate(points):
            if place % (53 if NIGHTLY else 89) == number:
                plain += not (state.sides or state.courses)
                game, state = (
                    cast(ConspiracyGame, game),
                    with_specials(cast(ConspiracyGame, game), cast(ConspiracyState, state.copy()), place),
                )
                yield game, state
                for verb in ("special", "attack"):
                    after = begun(game, state, verb)
                    yield from [] if after is None else [(game, after), *rolled(game, after)]


def begun(game: ConspiracyGame, state: ConspiracyState, verb: str) -> ConspiracyState | None:
    """The table after the first Special that may be played, or after the first attack, with a Special for privilege."""
    items = [option.item for option in game.options(state).legal if verb in option.item]
    hand = state.specials[state.turn]
    if not items or (verb == "attack" and not hand):
        return None
    item = dict(items[-1])
    if verb == "attack":
        others = [card for card in hand if game.rules.pack.names[card] != item["attack"].get("special")]
        privilege = (
            {"privilege": game.rules.pack.names[others[0]]} if others and game.rules.attack.privilege.allowed else {}
        )
        item["attack"] = {**item["attack"], **privilege}
    after = state.copy()
    assert game.take(after, game.read(after, item)) == 1, item
    return after


def rolled(game: ConspiracyGame, state: ConspiracyState) -> Iterator[tuple[ConspiracyGame, ConspiracyState]]:
    """The table after the dice of an attack under way."""
    if state.attack is not None and not state.attack.roll:
        after = state.copy()
        assert game.take(after, game.read(after, {"roll": 2})) == 1
        yield game, after


def with_specials(game: ConspiracyGame, state: ConspiracyState, place: int) -> ConspiracyState:
    """The same table, with some Specials of the deck in hands."""
    for number, card in enumerate(game.rules.pack.specials):
        if place % 2 and state.left[card] and (number + place) % 3 == 0:
            seat = (number + place // 2) % len(state.players)
            if state.alive[seat]:
                state.left[card] -= 1
                state.deck -= 1
                state.specials[seat].append(card)
    return state


def deeds(game: ConspiracyGame, state: ConspiracyState) -> Iterator[tuple[str, Item]]:
    """What anybody might write down next, legal or not, with the words that its option would begin with."""
    pack, names, players = game.rules.pack, game.rules.pack.names, state.players
    cards = [card for card, facts in enumerate(pack.cards) if facts.kind != SPECIAL and in_play(state, card)]
    own = [card for card in cards if state.place[card] == state.turn]
    for name in (names[card] for card in cards):
        yield f"drop {name}", {"drop": name}
        yield f" it from {name}", {"spend": {name: 1}}
    for who in players:
        yield f"{who}: support it", {"support": {who: 1}}
        yield f"{who}: oppose it", {"oppose": {who: 1}}
    for source in own:
        for goal in own:
            transfer = {"from": names[source], "to": names[goal], "amount": 1}
            there = game.settle(state).most(source)
            amount = f"transfer {f'1–{there}' if there > 1 else 1} MB from {names[source]} to"
            yield amount, {"transfer": transfer}
            yield f"as an action, {amount}", {"transfer": {**transfer, "as": "action"}}
        for target in pack.groups:
            for kind in KINDS:
                yield (
                    f"{kind} {names[target]} with {names[source]}",
                    {"attack": {kind: names[target], "with": names[source]}},
                )
            whispered = {"destroy": names[target], "with": names[source], "special": "Whispering Campaign"}
            yield f"destroy {names[target]} with {names[source]} and Whispering", {"attack": whispered}
    for verb, said in (("pass", "pass"), ("end", "end the turn"), ("call_off", "call it off")):
        yield said, {verb: True}
    yield "roll (", {"roll": 7}
    yield "income", {"income": {}}
    yield "draw nothing", {"draw": "nothing"}
    yield "move money freely", {"redistribute": {}}
    yield "rearrange the structure", {"rearrange": {}}
    for side in SIDES:
        yield f"capture onto the {side}", {"capture": {"arrow": side}}
    if any(state.left):
        card = next(names[card] for card, left in enumerate(state.left) if left)
        for verb, said in (("draw", "draw (any"), ("refill", "refill (any"), ("buy", "buy a card")):
            yield said, {verb: card}
    for who in players:
        for illuminati in pack.illuminati:
            yield f"accuse {who} of being", {"accuse": {"player": who, "illuminati": names[illuminati]}}
    for card in pack.groups:
        for alignment in pack.alignments:
            yield "change an alignment", {"align": {"group": names[card], "add": alignment}}
    yield from specials(game, state)


def specials(game: ConspiracyGame, state: ConspiracyState) -> Iterator[tuple[str, Item]]:
    """Every Special in a known hand, with every detail that it might be played with; and Specials against privilege."""
    pack, names, players = game.rules.pack, game.rules.pack.names, state.players
    for seat, hand in enumerate(state.specials):
        by = {"by": players[seat]}
        for many in range(1, min(len(hand), 3) + 1):
            yield f"{players[seat]}: discard", {"abolish": [names[card] for card in hand[:many]], **by}
        for name in dict.fromkeys(names[card] for card in hand):
            said = f"{players[seat]}: play {name}"
            yield said, {"special": name, **by}
            for group in pack.groups:
                yield f"{said} for", {"special": {"play": name, "group": names[group]}, **by}
                for side in SIDES:
                    onto = {names[state.illuminati[seat]]: side}
                    yield (
                        f"{said}, {names[group]} to",
                        {"special": {"play": name, "group": names[group], "onto": onto}, **by},
                    )
            for who in players:
                if who != players[seat]:
                    yield f"{said} on the Specials of", {"special": {"play": name, "player": who}, **by}
            for other in pack.specials:
                yield said, {"special": {"play": name, "cancels": names[other]}, **by}


ELSEWHERE = 1 if NIGHTLY else 11
"""One in how many deeds that are illegal as the game is taken to have gone is tried in every other course too."""
SPIES = "Computer Espionage"
"""Of what it may count, the list has one card of each player."""


@pytest.mark.parametrize("variants", VARIANTS, ids="-".join)
def test_what_is_listed_is_what_is_legal(variants: tuple[str, ...]) -> None:
    seen: Counter[str] = Counter()
    illegal = 0
    for game, state in tables(variants):
        if state.courses:  # what may be legal in another course is not listed
            continue
        options = game.options(state)
        for option in options.options:
            faults = game.check(state, game.read(state, option.item)[0])
            assert [fault.message for fault in faults[:1]] == ([option.fault.message] if option.fault else []), option
        legal = [option.notation for option in options.legal]
        for said, item in deeds(game, state):
            event = game.read(state, item)[0]
            if super(ConspiracyGame, game).check(state, event):
                illegal += 1
                if illegal % ELSEWHERE or game.check(state, event):
                    continue
            if SPIES in said and "group" in item["special"]:
                continue
            assert any(said in notation for notation in legal), (said, item, legal)
            seen[next(iter(item))] += 1
    assert len(seen) > 9
