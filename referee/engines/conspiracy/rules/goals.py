"""How close everybody is to winning: the basic goal, and the special goal of each Illuminati."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.engines.conspiracy.state import UNCONTROLLED, State
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import ABSENT


class Progress(NamedTuple):
    """A player's progress towards a goal."""

    what: str
    have: int
    need: int

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.have >= self.need


def groups(state: State, seat: int) -> int:
    """How many groups a player has, counting the Illuminati."""
    if state.told and "groups" in state.told[seat]:
        return state.told[seat]["groups"]
    return state.holds[seat].bit_count()


def power(rules: CompiledRules, state: State, seat: int) -> int:
    """The total Power of a player's cards."""
    if state.told and "power" in state.told[seat]:
        return state.told[seat]["power"]
    return sum(rules.pack.cards[card].power for card in members(state.holds[seat]))


def money(state: State, seat: int) -> int:
    """All the money of a player."""
    held = state.money
    return sum(held[card] for card in members(state.holds[seat]))


def basic(rules: CompiledRules, state: State, seat: int) -> Progress:
    """The basic goal: enough groups, counting the Illuminati."""
    return Progress("groups", groups(state, seat), rules.basic)


def special(rules: CompiledRules, state: State, seat: int) -> Progress | None:
    """The special goal of a player; None if there is none or the log does not say which."""
    card = state.goals[seat]
    return (
        None if card == ABSENT or not rules.special_goals else towards(rules, state, seat, rules.pack.cards[card].goal)
    )


def towards(rules: CompiledRules, state: State, seat: int, goal: Mapping[str, Any]) -> Progress | None:
    """A player's progress towards a goal; None for a goal that is chosen secretly."""
    for word, argument in goal.items():
        if word in MEASURES:
            return MEASURES[word](rules, state, seat, argument)
    return None


def _aligned(rules: CompiledRules, state: State, seat: int) -> Iterator[int]:
    cards, changed = rules.pack.cards, state.aligned
    for card in members(state.holds[seat]):
        yield changed.get(card, cards[card].alignments)


def _power(rules: CompiledRules, state: State, seat: int, need: int) -> Progress:
    return Progress("total Power", power(rules, state, seat), need)


def _transferable(rules: CompiledRules, state: State, seat: int, need: int) -> Progress:
    have = sum(rules.pack.cards[card].transferable for card in members(state.holds[seat]))
    return Progress("total transferable Power", have, need)


def _money(rules: CompiledRules, state: State, seat: int, need: int) -> Progress:
    return Progress("MB in all treasuries", money(state, seat), need)


def _destroyed(rules: CompiledRules, state: State, seat: int, need: int) -> Progress:
    return Progress("groups destroyed", state.kills[seat], need)


def _alignments(rules: CompiledRules, state: State, seat: int, need: int) -> Progress:
    found = 0
    for mask in _aligned(rules, state, seat):
        found |= mask
    return Progress("alignments among its groups", found.bit_count(), need)


def _groups(rules: CompiledRules, state: State, seat: int, wanted: Mapping[str, Any]) -> Progress:
    mask = rules.pack.mask([wanted["alignment"]])
    have = sum(1 for alignments in _aligned(rules, state, seat) if alignments & mask)
    return Progress(f"{wanted['alignment']} groups", have, wanted["count"])


MEASURES: dict[str, Callable[[CompiledRules, State, int, Any], Progress]] = {
    "power": _power,
    "transferable": _transferable,
    "money": _money,
    "destroyed": _destroyed,
    "alignments": _alignments,
    "groups": _groups,
}


def meets(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether a player meets a goal now."""
    if rules.until != "met":
        return False
    if rules.basic and state.holds[seat].bit_count() >= rules.basic:
        return True
    own = special(rules, state, seat)
    return own is not None and own.met


def may_meet(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether a player whose goal is not known may have met it: any special goal is met."""
    if not state.alive[seat] or state.goals[seat] != ABSENT or not rules.special_goals or rules.until != "met":
        return False
    found = (towards(rules, state, seat, rules.pack.cards[card].goal) for card in rules.pack.illuminati)
    return any(goal is not None and goal.met for goal in found)


def has_destroyed(rules: CompiledRules, state: State, seat: int) -> bool:
    """Whether a player's special goal is to destroy groups, and is met."""
    own = state.goals[seat]
    return own != ABSENT and "destroyed" in rules.pack.cards[own].goal and meets(rules, state, seat)


def winners(rules: CompiledRules, state: State) -> list[int] | None:
    """Who has won at the end of a turn; None if the game continues."""
    alive = [seat for seat in range(rules.players) if state.alive[seat]]
    if len(alive) <= rules.last_wins:
        return alive
    won = [seat for seat in alive if meets(rules, state, seat)]
    if won:
        return won
    if rules.until == "all_controlled" and none_uncontrolled(rules, state) and not (state.deck and rules.deck_first):
        return best({seat: final_points(rules, state, seat) for seat in alive})
    if rules.empty_ends and not state.deck:
        return best({seat: groups(state, seat) for seat in alive})
    return None


def none_uncontrolled(rules: CompiledRules, state: State) -> bool:
    """Whether no group is uncontrolled."""
    return UNCONTROLLED not in state.place[: rules.pack.specials.start]


def final_points(rules: CompiledRules, state: State, seat: int) -> int:
    """Total Power plus one point per group, if these decide the game."""
    points = power(rules, state, seat) + groups(state, seat)
    return points if rules.illuminati_count else points - rules.pack.cards[state.illuminati[seat]].power - 1


def best(points: Mapping[int, int]) -> list[int]:
    """Who has the most points."""
    return [seat for seat, value in points.items() if value == max(points.values())]


def not_written(rules: CompiledRules, who: str, own: int, goal: int) -> str:
    """Why a player with an Illuminati card (-1: not known) cannot have written down a goal; empty if that is possible."""
    names, cards = rules.pack.names, rules.pack.cards
    if own != ABSENT and not (rules.any_goal or "chosen" in cards[own].goal):
        return f"{who} does not write down a goal; {names[own]} has its own"
    return f"{names[goal]} has no goal of its own for {who} to write down" if "chosen" in cards[goal].goal else ""


def in_hand(state: State, seat: int) -> int:
    """How many Specials a player has."""
    return len(state.specials[seat]) + state.hidden[seat]
