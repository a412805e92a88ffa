"""What players may do now: attacks with their numbers, everything else with its range; and something at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.family import Option, Options
from referee.core.findings import Fault, counted
from referee.core.wording import listed
from referee.engines.conspiracy.play.random_play import draw_next as draw_next
from referee.engines.conspiracy.rules import attacks, battles, specials, structure, turns
from referee.engines.conspiracy.state import ACT, DEAD, DRAW, INCOME, OVER, REFILL, ROLLS, UNCONTROLLED, Battle, State
from referee.engines.conspiracy.words.compiled import ABSENT, KINDS, SIDES, CompiledRules

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import Game

Item = Mapping[str, Any]
EXAMPLES = (
    "draw", "refill", "buy", "roll", "rolls", "spend", "support", "oppose", "abolish", "transfer", "redistribute",
    "rearrange", "align",
)  # fmt: skip
"""Verbs whose items are one example of many: which card, what the dice show, how much money."""
Found = tuple[str, str, Item]
"""What may be done in words, its ending separate, and the log item."""


def awaited(rules: CompiledRules, state: State) -> str:
    """Return what comes next, in words; empty when the game is over."""
    who, names = state.players[state.turn], rules.pack.names
    if state.phase == OVER:
        return ""
    battle = state.attack
    if battle is not None:
        target = names[battle.target]
        return f"{who}'s attack on {target} is under way: money, then the roll"
    if state.phase == ROLLS:
        return "everybody must roll for the next turn"
    if state.phase == REFILL and not state.alive[state.turn]:
        return "a card must be turned up for the uncontrolled groups"
    doing = {
        INCOME: "collect income",
        DRAW: "draw a card" if state.draws == 1 else f"draw {state.draws} cards",
        ACT: "act or end the turn",
        REFILL: "turn up a card for the uncontrolled groups",
    }[state.phase]
    return f"{who} must {doing}"


def options(game: Game, state: State) -> Options:
    """Return what may happen now, each with what rules it out."""
    answered, settled = game.answered(state), game.settled(state)
    waiting = _waiting(game, state, answered)
    doing = game.awaited(settled) or "the game is over"
    if answered.attack is not None and answered.attack.roll:
        doing = f"{_rolled(game.rules, state, answered.attack)}; then {doing}"
    if settled.phase == OVER:
        return Options(None, doing, tuple(waiting))
    nobody = settled.phase == ROLLS or not settled.alive[settled.turn]
    who = None if nobody else settled.players[settled.turn]
    now = {option.notation for option in waiting}
    return Options(who, doing, (*waiting, *(option for option in _folded(game, settled) if option.notation not in now)))


def _rolled(rules: CompiledRules, state: State, battle: Battle) -> str:
    """Return what the dice showed, how a Special just played changes it, and what follows."""
    names = rules.pack.names
    roll, played = f"a roll of {battle.roll}", state.played
    if played is not None and state.attack is not None and "set_roll" in rules.pack.cards[played.card].does:
        roll = f"a roll of {state.attack.roll}, which {names[played.card]} makes {battle.roll}"
    came = "success" if battles.outcome(rules, battle)[1] else "failure"
    return f"{names[battle.target]} was attacked with {roll}: {came}"


def _folded(game: Game, state: State) -> Iterator[Option]:
    """Yield everything that a player would look for. Options that differ only in their ending become one."""
    found: dict[tuple[str, str], tuple[Item, Fault | None, list[str]]] = {}
    for head, ending, item in _now(game, state):
        faults = game.check(state, game.read(state, item)[0])
        fault = faults[0] if faults else None
        found.setdefault((head, fault.message if fault else ""), (item, fault, []))[2].append(ending)
    for (head, _), (item, fault, endings) in found.items():
        example = len(endings) > 1 or any(item.get(verb, "nothing") != "nothing" for verb in EXAMPLES)
        yield Option(f"{head} {listed(endings, 'or')}".rstrip(), item, fault, example)


def _now(game: Game, state: State) -> Iterator[Found]:
    """Yield everything that a player would look for at this point, legal or not."""
    rules = game.rules
    if state.phase == INCOME:
        yield "income", "", {"income": {}}
    elif state.phase in (DRAW, REFILL):
        verb = "draw" if state.phase == DRAW else "refill"
        first = next(card for card, left in enumerate(state.left) if left)
        yield f"{verb} (any of {state.deck} cards)", "", {verb: rules.pack.names[first]}
        if verb == "draw" and turns.must_draw(rules, state) <= 0:
            yield "draw nothing more", "", {"draw": "nothing"}
    elif state.attack is not None:
        yield from _in_attack(rules, state, state.attack)
    elif state.phase == ACT:
        yield from _attacks(game, state)
        yield from _deeds(rules, state)
        yield "pass", "", {"pass": True}
        yield from _power_to_align(game, state)
        yield "end the turn", "", {"end": True}
    elif state.phase == ROLLS:
        dice = iter(range(2, 13))
        rolled = {who: next(dice) for who, alive in zip(state.players, state.alive, strict=True) if alive}
        yield "roll for the next turn", "", {"rolls": rolled}
    yield from _specials(rules, state)


def _in_attack(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Found]:
    names, players = rules.pack.names, state.players
    payers = {battle.attacker: battle.seat, state.illuminati[battle.seat]: battle.seat}
    if battle.owner != ABSENT:
        payers |= {battle.target: battle.owner, state.illuminati[battle.owner]: battle.owner}
    for card, seat in payers.items():
        if state.money[card]:
            side = "for" if seat == battle.seat else "against"
            spend = f"{players[seat]}: spend {_up_to(state.money[card])} {side} it from {names[card]}"
            yield spend, "", {"spend": {names[card]: 1}}
    for seat, top in enumerate(state.illuminati):
        if state.alive[seat] and seat not in (battle.seat, battle.owner) and state.money[top]:
            for verb in ("support", "oppose"):
                yield f"{players[seat]}: {verb} it with {_up_to(state.money[top])}", "", {verb: {players[seat]: 1}}
    yield from _against_privilege(rules, state, battle)
    number = attacks.number(rules, battle)
    yield f"roll ({_less(rules, number)})", "", {"roll": 7}
    yield "call it off", "", {"call_off": True}


def _against_privilege(rules: CompiledRules, state: State, battle: Battle) -> Iterator[Found]:
    for seat, hand in enumerate(state.specials):
        needed = specials.needed_to_abolish(rules, battle, seat)
        held = [*(rules.pack.names[card] for card in hand), *["special"] * state.hidden[seat]]
        if battle.privileged and 0 < needed <= len(held):
            notation = f"{state.players[seat]}: discard {counted(needed, 'Specials')} against the privilege"
            yield notation, "", {"abolish": held[:needed], "by": state.players[seat]}


def _attacks(game: Game, state: State) -> Iterator[Found]:
    """Yield every attack that only the rules of turns can forbid, with its number before aid and money."""
    rules, names = game.rules, game.rules.pack.names
    needed = rules.pack.masks["destroy_powerless"]
    campaign = next((names[card] for card in state.specials[state.turn] if needed >> card & 1), None)
    for attacker in members(state.holds[state.turn]):
        for kind in KINDS:
            for target in rules.pack.groups:
                if not structure.in_play(state, target):
                    continue
                announced, how = {kind: names[target], "with": names[attacker]}, names[attacker]
                if kind == "destroy" and campaign is not None and rules.pack.cards[target].power <= 0:
                    announced["special"], how = campaign, f"{how} and {campaign}"
                item = {"attack": announced}
                event = game.read(state, item)[0]
                if any(True for _ in attacks.check_attack(rules, state, event)):
                    continue
                number = attacks.number(rules, attacks.announced(rules, state, event.value))
                yield f"{kind} {names[target]} with {how}: {_less(rules, number)}", "", item


def _up_to(money: int) -> str:
    """Return how much may be spent of some money: '1–5', '1'."""
    return f"1–{money}" if money > 1 else "1"


def _less(rules: CompiledRules, number: int) -> str:
    ways, counts = attacks.chance(rules, number), attacks.highest(rules, number)
    if not ways:
        return f"{number}, hopeless"
    return f"{number}{f', so {counts}' if counts != number else ''} or less, {ways} in 36"


def _deeds(rules: CompiledRules, state: State) -> Iterator[Found]:
    names = rules.pack.names
    held = list(members(state.holds[state.turn]))
    for card in held:
        near = [*structure.children(rules, state, card)]
        if state.master[card] != ABSENT:
            near.insert(0, state.master[card])
        if "sends_anywhere" in rules.pack.cards[card].does:
            near = [other for other in held if other != card]
        if state.money[card]:
            for other in near:
                transfer = {"from": names[card], "to": names[other], "amount": 1}
                amount = f"{_up_to(state.money[card])} MB from {names[card]} to"
                yield f"transfer {amount}", names[other], {"transfer": transfer}
                yield f"as an action, transfer {amount}", names[other], {"transfer": {**transfer, "as": "action"}}
    for card in held[1:]:
        yield f"drop {names[card]}", "", {"drop": names[card]}
        for master in held:
            for side in structure.free_arrows(rules, state, master):
                onto = {names[master]: SIDES[side]}
                if master not in structure.below(rules, state, card):
                    where = f"the {SIDES[side]} of {names[master]}"
                    yield f"move {names[card]} to", where, {"move": {"group": names[card], "onto": onto}}
    masks = rules.pack.masks
    if state.holds[state.turn] & masks["buys_card"] and state.deck:
        first = next(card for card, left in enumerate(state.left) if left)
        yield "buy a card", "", {"buy": names[first]}
    for seat, who in enumerate(state.players) if rules.hidden.illuminati else ():
        if seat != state.turn and state.alive[seat] and not state.shown[seat]:
            for card in rules.pack.illuminati:
                yield f"accuse {who} of being", names[card], {"accuse": {"player": who, "illuminati": names[card]}}
    for word, does in (("redistribute", "move money freely"), ("rearrange", "rearrange the structure")):
        if state.holds[state.turn] & masks[word]:
            yield does, "", {word: {}}


def _power_to_align(game: Game, state: State) -> Iterator[Found]:
    """One change of an alignment, if the player has a card for it: the first that is legal, or else the first."""
    rules, first = game.rules, None
    if not state.holds[state.turn] & rules.pack.masks["realign"]:
        return
    for card in rules.pack.groups:
        for alignment in rules.pack.alignments if structure.in_play(state, card) else ():
            item = {"align": {"group": rules.pack.names[card], "add": alignment}}
            first = first or item
            if not game.check(state, game.read(state, item)[0]):
                yield "change an alignment", "", item
                return
    if first is not None:
        yield "change an alignment", "", first


def _specials(rules: CompiledRules, state: State) -> Iterator[Found]:
    """Specials in hands, with their details; those that answer something are tried separately."""
    for seat, hand in enumerate(state.specials):
        for card in dict.fromkeys(hand):
            if not rules.pack.cards[card].does.keys() & {"destroy_powerless", "cancel_special"}:
                yield from _with_details(rules, state, seat, card)


def _with_details(rules: CompiledRules, state: State, seat: int, card: int) -> Iterator[Found]:
    """Yield the ways to play a Special."""
    who, name, does = state.players[seat], rules.pack.names[card], rules.pack.cards[card].does
    if not does.keys() & NEEDS.keys():
        yield f"{who}: play {name}", "", {"special": name, "by": who}
    for word in does.keys() & NEEDS.keys():
        for what, ending, details in NEEDS[word](rules, state, seat):
            yield f"{who}: play {name}{what}", ending, {"special": {"play": name, **details}, "by": who}


def _bribed(rules: CompiledRules, state: State, seat: int) -> Iterator[Found]:
    names = rules.pack.names
    if seat != state.turn:
        return
    for group in rules.pack.groups:
        for master in members(state.holds[seat]) if state.place[group] == UNCONTROLLED else ():
            for side in structure.free_arrows(rules, state, master):
                where = f"the {SIDES[side]} of {names[master]}"
                yield f", {names[group]} to", where, {"group": names[group], "onto": {names[master]: SIDES[side]}}


def _revived(rules: CompiledRules, state: State, seat: int) -> Iterator[Found]:
    for group in rules.pack.groups:
        if state.place[group] == DEAD:
            yield " for", rules.pack.names[group], {"group": rules.pack.names[group]}


def _spied(rules: CompiledRules, state: State, seat: int) -> Iterator[Found]:
    for other, who in enumerate(state.players):
        if other != seat and state.alive[other]:
            yield " on the Specials of", who, {"player": who}
            yield " on the money on a card of", who, {"group": rules.pack.names[state.illuminati[other]]}


NEEDS: Mapping[str, Callable[[CompiledRules, State, int], Iterator[Found]]] = {
    "take_uncontrolled": _bribed,
    "revive": _revived,
    "spy": _spied,
}
"""By the word of a Special: the details that it may be played with, in words, their ending, and as keys of its item."""


def _waiting(game: Game, state: State, answered: State) -> list[Option]:
    """Answers to a Special, and to a roll, that are possible only before anything else happens."""
    rules = game.rules
    found: list[tuple[str, Item]] = []
    for seat, hand in enumerate(state.specials):
        for card in dict.fromkeys(hand):
            does = rules.pack.cards[card].does
            if does.keys() & {"cancel_special", "set_roll"} and (state.played is not None or state.attack is not None):
                name, who = rules.pack.names[card], state.players[seat]
                found += [
                    (f"{start} {end}".rstrip(), item) for start, end, item in _with_details(rules, state, seat, card)
                ]
                for other in specials.played_at_once(state) if "cancel_special" in does else ():
                    answer = {"play": name, "cancels": rules.pack.names[other]}
                    found.append(
                        (f"{who}: play {name} against {rules.pack.names[other]}", {"special": answer, "by": who})
                    )
    battle = answered.attack
    if battle is not None and battle.kind == "control" and battles.outcome(rules, battle)[1]:
        for side in structure.free_arrows(rules, answered, battle.attacker):
            notation = f"capture onto the {SIDES[side]} of {rules.pack.names[battle.attacker]}"
            found.append((notation, {"capture": {"arrow": SIDES[side]}}))
    listed = []
    for notation, item in found:
        if not game.check(state, game.read(state, item)[0]):
            listed.append(Option(notation, item))
    return listed
