"""How close everybody is to winning: the basic goal, and the special goal of each Illuminati."""

from __future__ import annotations

from collections.abc import Mapping
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
        """Return whether the goal is reached."""
        return self.have >= self.need


def groups(state: State, seat: int) -> int:
    """Return how many groups a player has, counting the Illuminati."""
    if state.told and "groups" in state.told[seat]:
        return state.told[seat]["groups"]
    return state.holds[seat].bit_count()


def power(rules: CompiledRules, state: State, seat: int) -> int:
    """Return the total Power of a player's cards."""
    if state.told and "power" in state.told[seat]:
        return state.told[seat]["power"]
    return sum(rules.pack.cards[card].power for card in members(state.holds[seat]))


def money(state: State, seat: int) -> int:
    """Return all the money of a player."""
    return sum(state.money[card] for card in members(state.holds[seat]))


def basic(rules: CompiledRules, state: State, seat: int) -> Progress:
    """Return the basic goal: enough groups, counting the Illuminati."""
    return Progress("groups", groups(state, seat), rules.basic)


def special(rules: CompiledRules, state: State, seat: int) -> Progress | None:
    """Return the special goal of a player; None if there is none or the log does not say which."""
    card = state.goals[seat]
    if card == ABSENT or not rules.special_goals:
        return None
    return towards(rules, state, seat, rules.pack.cards[card].goal)


def towards(rules: CompiledRules, state: State, seat: int, goal: Mapping[str, Any]) -> Progress | None:
    """Return a player's progress towards a goal; None for a goal that is chosen secretly."""
    word = next(iter(goal), "")
    need: Any = goal.get(word)
    if word == "power":
        return Progress("total Power", power(rules, state, seat), need)
    if word == "money":
        return Progress("MB in all treasuries", money(state, seat), need)
    if word == "destroyed":
        return Progress("groups destroyed", state.kills[seat], need)
    held = [rules.pack.cards[card] for card in members(state.holds[seat])]
    if word == "transferable":
        return Progress("total transferable Power", sum(card.transferable for card in held), need)
    aligned = [state.aligned.get(card.number, card.alignments) for card in held]
    if word == "alignments":
        every = 0
        for alignments in aligned:
            every |= alignments
        return Progress("alignments among its groups", every.bit_count(), need)
    if word == "groups":
        mask = rules.pack.mask([need["alignment"]])
        have = sum(1 for alignments in aligned if alignments & mask)
        return Progress(f"{need['alignment']} groups", have, need["count"])
    return None


def meets(rules: CompiledRules, state: State, seat: int) -> bool:
    """Return whether a player meets a goal now."""
    if rules.until != "met":
        return False
    if rules.basic and state.holds[seat].bit_count() >= rules.basic:
        return True
    own = special(rules, state, seat)
    return own is not None and own.met


def may_meet(rules: CompiledRules, state: State, seat: int) -> bool:
    """Return whether a player whose goal is not known may have met it: any special goal is met."""
    if not state.alive[seat] or state.goals[seat] != ABSENT or not rules.special_goals or rules.until != "met":
        return False
    every = (towards(rules, state, seat, rules.pack.cards[card].goal) for card in rules.pack.illuminati)
    return any(goal is not None and goal.met for goal in every)


def winners(rules: CompiledRules, state: State) -> list[int] | None:
    """Return who has won at the end of a turn; None if the game continues."""
    alive = [seat for seat in range(rules.players) if state.alive[seat]]
    if len(alive) <= rules.last_wins:
        return alive
    won = [seat for seat in alive if meets(rules, state, seat)]
    if won:
        return won
    controlled = UNCONTROLLED not in state.place[: rules.pack.specials.start]
    if rules.until == "all_controlled" and controlled and not (state.deck and rules.deck_first):
        return best({seat: final_points(rules, state, seat) for seat in alive})
    if rules.empty_ends and not state.deck:
        return best({seat: groups(state, seat) for seat in alive})
    return None


def final_points(rules: CompiledRules, state: State, seat: int) -> int:
    """Return total Power plus one point per group, if these decide the game."""
    points = power(rules, state, seat) + groups(state, seat)
    return points if rules.illuminati_count else points - rules.pack.cards[state.illuminati[seat]].power - 1


def best(points: Mapping[int, int]) -> list[int]:
    """Return who has the most points."""
    return [seat for seat, value in points.items() if value == max(points.values())]


def not_written(rules: CompiledRules, who: str, own: int, goal: int) -> str:
    """Return why a player with an Illuminati card (-1: not known) cannot have written down a goal; empty if it is possible."""
    names, cards = rules.pack.names, rules.pack.cards
    if own != ABSENT and not (rules.any_goal or "chosen" in cards[own].goal):
        return f"{who} does not write down a goal; {names[own]} has its own"
    return f"{names[goal]} has no goal of its own for {who} to write down" if "chosen" in cards[goal].goal else ""
