"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core import claims
from referee.core.data import Said
from referee.core.events import Faults, Finding, doubt
from referee.core.places import Pointer
from referee.core.unseen import courses
from referee.core.values import NUMBER, TEXT, one_of
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ABSENT, ConspiracyRules
from referee.engines.conspiracy.reading import ConspiracyReading as Reading
from referee.engines.conspiracy.reading import by_card
from referee.engines.conspiracy.rules import battles, goals, structure, turns
from referee.engines.conspiracy.state import DEAD, OVER, ROLLS, ConspiracyState


def _number(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `number:`, the highest roll with which the last attack succeeds."""
    last = _last_attack(rules, state)
    if last is None:
        yield Finding("claim", f"the number to roll is claimed to be {claimed}; there was no attack", at=at)
    elif last[0] != NUMBER.of(reading, state, claimed, at):
        yield claims.wrong("the number to roll", claimed, last[0], None, at)


def _last_attack(rules: ConspiracyRules, state: ConspiracyState) -> tuple[int, bool | None] | None:
    """The number and the outcome of the attack under way, or of the last one; None if there was none."""
    if state.attack is None:
        return state.last
    return battles.outcome(rules, state.attack)


def _outcome(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `outcome:`, whether the last attack succeeded: 'success' or 'failure'."""
    OUTCOME.of(reading, state, claimed, at)
    last = _last_attack(rules, state)
    if last is None or last[1] is None:
        true = "not decided"
    elif last[1]:
        true = "success"
    else:
        true = "failure"
    if true != claimed:
        yield claims.wrong("the outcome", claimed, true, None, at)


def _owner(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: Said, at: Pointer) -> Faults:
    """Check the claim `owner:`, a map from cards to a player, 'nobody' or 'destroyed'. Somebody who claims that nobody
    owns a destroyed card is right."""
    for name, (card, owner) in zip(claimed, OWNERS.of(reading, state, claimed, at).items(), strict=True):
        place = state.place[card]
        what = rules.pack.names[card]
        if place >= 0:  # a player's seat; all other places are negative
            true = state.players[place]
        elif place == DEAD:
            true = "destroyed"
        else:
            true = "nobody"
        if owner == "destroyed" and place != DEAD:
            message = f"{what} is claimed to be destroyed; {structure.where(rules, state, card)}"
            yield Finding("claim", message, at=at + (name,))
        elif owner != true and (owner, true) != ("nobody", "destroyed"):
            yield claims.wrong(f"the owner of {what}", owner, true, None, at + (name,))


def _money(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: Said, at: Pointer) -> Faults:
    """Check the claim `money:`, a map from cards to amounts. An amount that the log left open is known from now on, if
    it is possible."""
    for name, (card, amount) in zip(claimed, AMOUNTS.of(reading, state, claimed, at).items(), strict=True):
        if state.know(card, amount):
            continue
        least, most = state.between((card,))
        true: int | str = f"{least} to {most}"
        if least == most:
            true = least
        yield claims.wrong(f"the money on {rules.pack.names[card]}", amount, true, None, at + (name,))


def _winners(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `winners:`. A player who may have met a goal that is still secret is accepted as a winner, if the
    claim comes just after the end of a turn and names all known winners."""
    named = claims.NAMED.of(reading, state, claimed, at)
    more = [seat for seat in named if seat not in state.winners]
    unknown = bool(named) and set(state.winners) <= set(named) and turns.just_ended(rules, state)
    if unknown and all(_may_have_won(rules, state, seat) for seat in more):
        return
    if state.phase != OVER:
        yield claims.not_over(at)
    else:
        yield from claims.winners(state, named, state.winners, at)


def _may_have_won(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> bool:
    """Whether a player may have met a goal without anybody knowing: a secret goal may be any goal that is met, and the
    log may leave open how much money there is."""
    if not rules.goals.special or rules.goals.until != "met" or not state.alive[seat]:
        return False
    able: Sequence[int] = (state.goals[seat],)
    if state.goals[seat] == ABSENT:
        able = rules.pack.illuminati
    elif state.open_money is None:
        return False
    for card in able:
        goal = goals.towards(rules, state, seat, card, at_most=True)
        if goal is not None and goal.met:
            return True
    return False


def _turn(rules: ConspiracyRules, reading: Reading, state: ConspiracyState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `turn:`, whose turn it is; nobody's while players roll for the next one, and after the game."""
    reading.seat(state, claimed, at)
    if state.phase in (OVER, ROLLS):
        true = "nobody's"
    else:
        true = f"{state.players[state.turn]}'s"
    if true != f"{claimed}'s":
        yield claims.wrong("the turn", f"{claimed}'s", true, None, at)


def _all_groups(rules: ConspiracyRules, state: ConspiracyState) -> list[int]:
    return [goals.groups(state, seat) for seat in range(rules.players)]


def _all_power(rules: ConspiracyRules, state: ConspiracyState) -> list[int]:
    return [goals.power(rules, state, seat) for seat in range(rules.players)]


def _all_destroyed(rules: ConspiracyRules, state: ConspiracyState) -> list[int]:
    return state.kills


OWNERS = by_card(TEXT)
AMOUNTS = by_card(NUMBER)
OUTCOME = one_of("success", "failure")
CLAIMS: dict[str, claims.Claim[ConspiracyRules, Reading, ConspiracyState]] = {
    "number": _number,
    "outcome": _outcome,
    "money": _money,
    "owner": _owner,
    "totals": claims.of_each("the number of groups of", _all_groups),
    "power": claims.of_each("the total Power of", _all_power),
    "destroyed": claims.of_each("the number of groups destroyed by", _all_destroyed),
    "winners": _winners,
    "turn": _turn,
}


DOUBTS: Mapping[str, str] = {
    "lost-groups": "the log leaves open which groups were lost",
    courses.MANY[0]: courses.MANY[1],
    "unseen-money": "the log leaves open where money was, so a card may not have had what it paid",
    "unseen-turns": "only the race is recorded, so no turn could be judged; write the turns, not only a `result:`",
    "unseen-goal": "the record of the race does not show whether a winner met the goal that was named; "
    "write the turns, not only a `result:`",
}
"""Doubts that a log may leave, by id."""


def doubts(rules: ConspiracyRules, state: ConspiracyState, *, goes_on: bool = False) -> Iterator[Finding]:
    """Yield a doubt for each thing that the log leaves open: the turns of a recorded race, lost groups, money, secret
    goals, and Specials without a name. While the game `goes_on`, a goal may stay secret."""
    if state.seen_race:
        yield doubt("unseen-turns", DOUBTS["unseen-turns"], (state.seen_race,))
        # not as the only player left, if that wins
        by_goal = rules.goals.until == "met" and sum(state.alive) > rules.elimination.last_player_wins
        if by_goal and not all(goals.meets(rules, state, seat) for seat in state.winners):
            yield doubt("unseen-goal", DOUBTS["unseen-goal"], (state.seen_race,))
        return
    yield from courses.doubts(state.courses, ("lost-groups", DOUBTS["lost-groups"]))
    if state.money_assumed:
        events = in_list([str(event) for event in dict.fromkeys(state.money_assumed)])
        what = "event" if len(set(state.money_assumed)) == 1 else "events"
        message = f"{DOUBTS['unseen-money']} at {what} {events}; write {_money_to_write(state.money_opened)}"
        opened = [event for event in dict.fromkeys(state.money_opened) if event]
        yield doubt("unseen-money", message, tuple(opened))
    if not goes_on:
        for seat, goal in enumerate(state.goals):
            if goal == ABSENT and state.alive[seat] and rules.goals.special:
                message = f"the goal that {state.players[seat]} wrote down is not in the log; write it in `goals:`"
                yield doubt("goal", message)
    for seat, count in enumerate(state.hidden):
        if count:
            message = f"the log does not name every Special in {state.players[seat]}'s hand; write them in `draw:`"
            yield doubt("specials", message, state.unseen[seat])


def _money_to_write(opened: Sequence[int]) -> str:
    """The keys that a log lacks for all money to be known, in words. `opened` are the numbers of the events that left
    money open; 0 stands for the position that the log began with."""
    words = []
    if any(opened):
        words.append("`money:` and `tax:` where money moved")
    if 0 in opened:
        words.append("`money:` of every card in `position:`")
    return in_list(words)


def progress(rules: ConspiracyRules, state: ConspiracyState) -> dict[str, int]:
    """Return the number of the turn in this log."""
    return {"turn": len(state.history) + 1}


def counts(rules: ConspiracyRules, state: ConspiracyState) -> dict[str, int]:
    """How many turns, attacks and events have been judged so far."""
    events = state.clock
    if state.courses is not None and state.courses.skips:
        events = state.courses.first_unjudged - 1
    return {"turns": len(state.history), "attacks": sum(state.attacks), "events": events}
