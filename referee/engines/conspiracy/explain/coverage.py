"""What a log exercises: the words, cards and rules of a conspiracy ruleset, and which of them an event fires.

A word fires when it decides something: a line of a sum, what a player may no longer do, who wins. A card fires when
its ability counts or is used; a goal when it is met at the end of a game. See `referee.core.family.Coverage`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Point
from referee.core.places import Pointer
from referee.core.points import deciding
from referee.core.points import points as covered
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.attack import compared, number
from referee.engines.conspiracy.game import Game
from referee.engines.conspiracy.rules import attacks, goals, incomes, specials
from referee.engines.conspiracy.state import DRAW, INCOME, OVER, Battle, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT, ILLUMINATI, as_list

FAULTS = (
    "over", "order", "turn", "setup", "cards", "players", "income", "tax", "upkeep", "draw", "actions", "passing", "attacker",
    "arrow", "target", "powerless", "aid", "immunity", "roll", "attack-money", "defence", "treasury", "interference",
    "privilege", "abolish", "calling-off", "capture", "overlap", "transfer", "move", "drop", "gifts", "throwing", "specials",
    "cancel", "powers", "goal", "accuse", "hidden", "sequence", "claim", "stands",
)  # fmt: skip
"""Rules that a fault can cite."""

SET_OFF = {
    "attack": ("rules.attacker",),
    "roll": ("rules.roll",),
    "capture": ("rules.capture",),
    "call_off": ("rules.calling-off",),
    "draw": ("turn.draw", "turn.draws"),
    "refill": ("uncontrolled.least",),
    "pass": ("turn.pass.money",),
    "abolish": ("attack.privilege.abolished_by",),
    "move": ("rules.move",),
    "drop": ("rules.drop",),
    "give": ("rules.gifts",),
    "leave": ("rules.elimination",),
    "result": ("rules.winning",),
    "reveal": ("goals.hidden", "rules.goal"),
    "accuse": ("hidden.illuminati",),
    "rolls": ("turn.sequence",),
    "align": ("turn.realignments",),
    "buy": ("turn.purchases",),
}
"""What an event fires whatever its value."""


def points(ruleset: Ruleset) -> dict[str, Point]:
    """Everything that could fire, by its path in the ruleset: 'attack.alike', 'groups.KGB.abilities.0', 'rules.turn'."""
    goals = ruleset.full["goals"]["special"]
    words = deciding(ruleset, anywhere=True)
    return covered(ruleset, ((_part(at), cites) for at, cites in words if goals or at[2:] != ("goal",)), FAULTS)


def _part(pointer: Pointer) -> Pointer:
    """An ability or a Special is one point as a whole."""
    return pointer[:2] if pointer[0] == "specials" else pointer[:4]


def fired(game: Game, state: State, event: Event) -> set[str]:
    """The words and cards that an event fires, worked out just before it happens."""
    now = game.met_by(state, event)
    after = now.copy()
    game.apply(after, event)
    found = set(SET_OFF.get(event.verb, ()))
    found.update(LOOKS[event.verb](game.rules, now, event) if event.verb in LOOKS else ())
    found.update(_of_turn(game.rules, now, after))
    if after.phase == OVER != state.phase:
        found.update(_of_end(game.rules, state, now, after))
    return found


def _using(rules: CompiledRules, cards: int, word: str) -> Iterator[str]:
    """The abilities of this word on these cards, given as a mask."""
    for card in members(cards & rules.pack.masks[word]):
        for path, _ in _abilities(rules, card, word):
            yield path


def _abilities(rules: CompiledRules, card: int, word: str) -> Iterator[tuple[str, Any]]:
    """The abilities of this word on one card: the path of each, and its argument."""
    name = rules.pack.names[card]
    section = "illuminati" if rules.pack.cards[card].kind == ILLUMINATI else "groups"
    for place, ability in enumerate(rules.ruleset.full[section][name].get("abilities", ())):
        if word in ability:
            yield f"{section}.{name}.abilities.{place}", ability[word]


# -- a turn ------------------------------------------------------------------------------------------------------------


def _of_turn(rules: CompiledRules, now: State, after: State) -> Iterator[str]:
    """What fires because of how far the turn, or the game, has come."""
    if not now.clock and now.number == 1 and now.phase in (INCOME, DRAW):
        yield "uncontrolled.start"
        if rules.bonus_income:
            yield "bonus_income.at_setup"
    if after.actions >= rules.actions > now.actions:
        yield "turn.actions"
    if len(after.history) == len(now.history):
        return
    yield "direction"
    if rules.sequence == "staggered":
        yield "turn.sequence"
    if not after.deck:
        yield "turn.deck_empty"
    if sum(after.alive) < sum(now.alive):
        yield "elimination.after_turns"


def _of_end(rules: CompiledRules, state: State, now: State, after: State) -> Iterator[str]:
    """What decided a game that has just ended."""
    yield "rules.over"
    if sum(after.alive) <= 1:
        yield "elimination.last_player_wins"
    if rules.until != "met":
        yield "goals.until"
        return
    last = after.copy()
    last.aligned = now.aligned or state.aligned
    for seat in after.winners:
        if rules.basic and goals.basic(rules, last, seat).met:
            yield "goals.basic"
        own = goals.special(rules, last, seat)
        if own is not None and own.met:
            for card in {after.goals[seat], after.illuminati[seat]}:
                yield f"illuminati.{rules.pack.names[card]}.goal"
            yield "goals.hidden"


def _income(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    held = state.holds[state.turn]
    yield "rules.income"
    if rules.bonus_income:
        yield "bonus_income"
        if state.multiplied != 1:
            yield "bonus_income.multiplied"
    claimed = event.value.get("collects")
    if claimed is not None and claimed != sum(incomes.due(rules, state, state.turn).values()):
        yield "hidden.overstate"
    yield from _using(rules, held, "tax")
    for path in _using(rules, held, "upkeep"):
        yield path
        yield "upkeep.own"


def _draw(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    yield from _using(rules, state.holds[state.turn], "draws")


def _transfer(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    source, goal, _, as_action = event.value
    if not as_action:
        yield "turn.transfers"
        yield "turn.transfers_when"
    if goal != state.master[source] and source != state.master[goal]:
        yield from _using(rules, 1 << source, "sends_anywhere")


def _give(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    for part in (event.value, event.value.get("for", {"group": ABSENT})):
        if part["group"] != ABSENT:
            yield "gifts.groups"
        if part.get("frees"):
            yield "gifts.overlaps"


def _power(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    word = {"align": "realign", "buy": "buys_card"}.get(event.verb, event.verb)
    yield from _using(rules, state.holds[state.turn], word)


# -- attacks and Specials ----------------------------------------------------------------------------------------------


def _attack(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    _, attacker, target, aid, privilege, special, stated, _ = event.value
    if stated != ABSENT:
        yield "rules.hidden"
    for card in (attacker, *aid):
        if state.used.get(card):
            yield from _using(rules, 1 << card, "takes_part")
    owner = state.place[target]
    if owner >= 0:
        yield from _using(rules, state.holds[owner], "immune")
    if rules.any_goal and "chosen" in rules.pack.cards[attacker].goal:
        yield "goals.hidden_bonus.power"
    if aid:
        yield "rules.aid"
    if special != ABSENT:
        yield f"specials.{rules.pack.names[special]}"
        yield "attack.card_commits"
    if privilege == ABSENT:
        return
    yield "rules.privilege"
    if privilege not in rules.pack.illuminati:
        yield "attack.card_commits"
    else:
        yield "attack.privilege.payment_commits"
        yield from _using(rules, 1 << privilege, "privilege")


def _roll(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    battle = state.attack
    assert battle is not None
    if sum(event.value) >= rules.fails_from:
        yield "attack.fails_from"
    if number(rules, battle) < sum(event.value) <= rules.succeeds_to:
        yield "attack.succeeds_to"
    if battle.kind == "neutralize":
        yield "attack.neutralize"
    if 0 <= battle.distance < len(rules.position):
        yield "attack.position"
    yield from _alignments(rules, battle)
    yield from _bonuses(rules, battle)
    if battle.kind != "destroy" or battle.powerless:
        yield from _resistance(rules, battle)


def _alignments(rules: CompiledRules, battle: Battle) -> Iterator[str]:
    """The alignments of attacker and target that count."""
    pack, by = rules.pack, rules.pack.cards[battle.attacker]
    ours, theirs = compared(rules, battle)
    if attacks.disguised(rules, battle):
        yield "attack.immunity"
    if ours != battle.alignments.get(by.number, by.alignments):
        yield "attack.counts_as"
        yield from _using(rules, 1 << by.number, "counts_as")
    alike, against = ours & theirs & pack.plain, pack.against(ours, theirs)
    if alike:
        yield "attack.alike"
    if against:
        yield "attack.opposite"
    for name in pack.aligned(alike):
        yield f"alignments.{name}"
    for pair in against:
        yield from (f"alignments.{pack.alignments[place]}" for place in pair)


def _bonuses(rules: CompiledRules, battle: Battle) -> Iterator[str]:
    """The abilities that add to the attempt."""
    _, theirs = compared(rules, battle)
    itself = 0 if rules.bonus_against_itself else 1 << battle.target
    for card in members(battle.holds & rules.pack.masks["bonus"] & ~(battle.silent | itself)):
        for path, bonus in _abilities(rules, card, "bonus"):
            cards, alignments = rules.pack.selected(bonus["against"])
            counts = cards >> battle.target & 1 or alignments & theirs
            by = bonus["scope"] == "any_attempt" or card == battle.attacker
            if counts and by and battle.kind in as_list(bonus["attempt"]):
                yield path


def _resistance(rules: CompiledRules, battle: Battle) -> Iterator[str]:
    """The abilities that make the target resist more."""
    target = rules.pack.cards[battle.target]
    ours, _ = compared(rules, battle)
    for path, word in _abilities(rules, battle.target, "resists"):
        if rules.pack.is_among(word["against"], rules.pack.cards[battle.attacker], ours):
            yield path
    yield from _using(rules, battle.held_by & ~(battle.silent | 1 << target.number), "shields")


def _spend(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    battle = state.attack
    assert battle is not None
    for card in event.value:
        if state.place[card] == battle.seat:
            yield "attack.money.attacker"
            continue
        yield "attack.money.target" if card == battle.target else "attack.money.illuminati"
        yield "rules.defence"
        if battle.privileged:
            yield "attack.privilege.owner_defends"


def _interference(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    yield "attack.money.others"


def _special(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    card = event.value["play"]
    yield f"specials.{rules.pack.names[card]}"
    if "take_uncontrolled" in rules.pack.cards[card].does:
        yield "bribery.master"
    if state.attack is not None and rules.pack.cards[card].does.keys() & specials.ABOUT_ATTACKS:
        yield "attack.card_commits"


LOOKS: dict[str, Callable[[CompiledRules, State, Event], Iterator[str]]] = {
    "income": _income,
    "draw": _draw,
    "attack": _attack,
    "roll": _roll,
    "spend": _spend,
    "support": _interference,
    "oppose": _interference,
    "special": _special,
    "transfer": _transfer,
    "give": _give,
    "align": _power,
    "buy": _power,
    "redistribute": _power,
    "rearrange": _power,
}
"""What an event fires in the current state, by its verb."""
