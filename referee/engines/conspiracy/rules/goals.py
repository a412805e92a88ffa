"""Goals, and how close everybody is to them; the race as on a score pad: who had what at the end, and who won by which goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from referee.core.cards import mask_of, members
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.core.unseen.seats import Patience
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import ABSENT, SIDES, ConspiracyRules
from referee.engines.conspiracy.rules.arrows import every_layout
from referee.engines.conspiracy.state import DEAD, DECK, OVER, UNCONTROLLED, ConspiracyState


class Progress(NamedTuple):
    """A player's progress towards a goal."""

    what: str
    have: int
    need: int

    @property
    def met(self) -> bool:
        """Return whether the goal is reached."""
        return self.have >= self.need


def groups(state: ConspiracyState, seat: int) -> int:
    """Return how many groups a player has, counting the Illuminati."""
    if state.told:
        race = state.told[seat]
    else:
        race = {}
    return race.get("groups", state.holds[seat].bit_count())


def power(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> int:
    """Return the total Power of a player's cards."""
    if state.told:
        race = state.told[seat]
    else:
        race = {}
    return race.get("power", sum(rules.pack.cards[card].power for card in members(state.holds[seat])))


def money(state: ConspiracyState, seat: int) -> tuple[int, int]:
    """Return the least and the most that a player may have in all treasuries: one number unless the log leaves it open."""
    return state.between(list(members(state.holds[seat])))


def own_goal(rules: ConspiracyRules, card: int) -> int:
    """Return the goal that comes with an Illuminati card; -1 if its player chooses one."""
    if rules.goals.hidden or "chosen" in rules.pack.cards[card].goal:
        return ABSENT
    return card


def ways(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> dict[str, Progress]:
    """Return a player's progress towards the basic and the special goal, as far as there are such goals and they are known."""
    goals = {}
    if rules.basic and (not state.told or "groups" in state.told[seat]):
        goals[BASIC] = Progress("groups", groups(state, seat), rules.basic)
    if rules.goals.special and state.goals[seat] != ABSENT and (own := towards(rules, state, seat, state.goals[seat])):
        goals[SPECIAL] = own
    return goals


def towards(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, illuminati: int, *, at_most: bool = False
) -> Progress | None:
    """Return a player's progress towards the goal of an Illuminati card; None if secret, or not in a race.

    Of money that the log leaves open it counts the least, or the most there may be if it is to be `at_most`."""
    goal = rules.pack.cards[illuminati].goal
    word = next(iter(goal), "")
    need: Any = goal.get(word)
    if state.told and (word if word in ("power", "money", "destroyed") else "cards") not in state.told[seat]:
        return None
    cards = (rules.pack.cards[card] for card in members(state.holds[seat]))
    aligned = (state.aligned.get(card.number, card.alignments) for card in cards)
    match word:
        case "power":
            return Progress("total Power", power(rules, state, seat), need)
        case "money":
            return Progress("MB in all treasuries", money(state, seat)[at_most], need)
        case "destroyed":
            return Progress("groups destroyed", state.kills[seat], need)
        case "transferable":
            return Progress("total transferable Power", sum(card.transferable for card in cards), need)
        case "alignments":
            return Progress("alignments among its groups", reduce(or_, aligned, 0).bit_count(), need)
        case "groups":
            mask = rules.pack.mask([need["alignment"]])
            have = sum(1 for alignments in aligned if alignments & mask)
            return Progress(f"{need['alignment']} groups", have, need["count"])
    return None


def meets(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> bool:
    """Return whether a player meets a goal now, as far as it is known."""
    return rules.goals.until == "met" and any(goal.met for goal in ways(rules, state, seat).values())


def winners(rules: ConspiracyRules, state: ConspiracyState) -> list[int] | None:
    """Return who has won at the end of a turn; None if the game continues."""
    alive = [seat for seat in range(rules.players) if state.alive[seat]]
    if not alive or (len(alive) == 1 and rules.elimination.last_player_wins):
        return alive
    won = [seat for seat in alive if meets(rules, state, seat)]
    if won:
        return won
    controlled = UNCONTROLLED not in state.place[: rules.pack.specials.start]
    if rules.goals.until == "all_controlled" and controlled and not (state.deck and rules.goals.deck_first):
        return best({seat: final_points(rules, state, seat) for seat in alive})
    if not state.deck and rules.turn.deck_empty == "game_ends":
        return best({seat: groups(state, seat) for seat in alive})
    return None


def final_points(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> int:
    """Return total Power plus one point per group, if these decide the game."""
    points = power(rules, state, seat) + groups(state, seat)
    if rules.goals.illuminati_count:
        return points
    return points - rules.pack.cards[state.illuminati[seat]].power - 1


def best(points: Mapping[int, int]) -> list[int]:
    """Return who has the most points."""
    return [seat for seat, value in points.items() if value == max(points.values())]


def why_no_goal(rules: ConspiracyRules, who: str, own: int, goal: int) -> str:
    """Return why a player with an Illuminati card (-1: not known) cannot have written down a goal; empty if it is possible."""
    names = rules.pack.names
    if own != ABSENT and own_goal(rules, own) != ABSENT:
        return f"{who} does not write down a goal; {names[own]} has its own"
    secret = "chosen" in rules.pack.cards[goal].goal
    if not secret:
        return ""
    return f"{names[goal]} has no goal of its own for {who} to write down"


# -- the race as on a score pad -------------------------------------------------------------------------------------------

BASIC, SPECIAL, LAST = "basic", "special", "last"
WAYS = (BASIC, SPECIAL, LAST)
"""The goal by which a player won: enough groups, the special goal, or being the last player left."""
AT: Pointer = ("result",)


class Held(NamedTuple):
    """A player's belongings: Illuminati and the masters of groups (-1: not written), numbers, and the arrows (`sides`)."""

    illuminati: int
    groups: Mapping[int, int] | None
    numbers: Mapping[str, int]
    sides: Mapping[int, int] = {}


class GameEnd(NamedTuple):
    """The end of a game: by seat what each had, cards that lay uncontrolled and destroyed ones, written goals, winners."""

    held: Mapping[int, Held]
    uncontrolled: tuple[int, ...]
    destroyed: tuple[int, ...]
    goals: Mapping[int, int]
    won: Mapping[int, str]


def check_race(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield what is impossible in a race."""
    race: GameEnd = event.value
    if state.clock:
        message = "a result cannot follow events of the game; they already show what everybody has"
        yield Finding("order", message, bars=True)
        return
    faults = [*_twice(rules, state, race), *_masters(rules, state, race), *_numbers(rules, state, race)]
    for seat, goal in race.goals.items():
        if seat in race.held:
            top = race.held[seat].illuminati
        else:
            top = ABSENT
        why = why_no_goal(rules, state.players[seat], top, goal)
        if why:
            faults.append(Finding("goal", why, seat, at=(*AT, "goals", state.players[seat])))
    if not faults:
        faults = list(_arrows(rules, state, race))
    yield from faults
    if not faults:
        trial = state.copy()
        _lay(rules, trial, race)
        yield from _won(rules, trial, race)


def _twice(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield cards that are in two places."""
    rows: list[tuple[Iterable[int], str, Pointer, int | None]] = []
    for seat, held in race.held.items():
        whose = f"{state.players[seat]}'s"
        at = (*AT, "structures", state.players[seat])
        rows.append(([held.illuminati] if held.illuminati != ABSENT else (), whose, (*at, "illuminati"), seat))
        rows.append((held.groups or (), whose, (*at, "groups"), seat))
    rows += [(race.uncontrolled, "uncontrolled", (*AT, "uncontrolled"), None)]
    rows += [(race.destroyed, "destroyed", (*AT, "destroyed"), None)]
    places: dict[int, str] = {}
    for cards, where, at, holder in rows:
        for card in cards:
            if card in places:
                message = f"{rules.pack.names[card]} is {places[card]} and {where}; there is only one"
                yield Finding("cards", message, holder, at=at, bars=True)
            places.setdefault(card, where)


def _masters(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield groups whose master is in another structure, has no arrow for them, or is below them."""
    cards = rules.pack.cards
    names = rules.pack.names
    for seat, held in race.held.items():
        who = state.players[seat]
        groups = held.groups or {}
        at: Pointer = (*AT, "structures", who, "groups")
        under: dict[int, list[str]] = {}
        for card, master in groups.items():
            if master not in (ABSENT, held.illuminati, *groups):
                message = f"{names[card]} is attached to {names[master]}, which is not in {who}'s power structure"
                yield Finding("arrow", message, seat, at=at, bars=True)
            under.setdefault(master, []).append(names[card])
        for master, below in under.items():
            if master != ABSENT:
                arrows = len(cards[master].outward)
            else:
                arrows = len(below)
            if len(below) > arrows:
                has = "no outgoing arrow"
                if arrows:
                    has = number_of(arrows, "outgoing arrows")
                does = "are" if len(below) > 1 else "is"
                message = f"{in_list(below)} {does} attached to {names[master]}, which has {has}"
                yield Finding("arrow", message, seat, at=at)
        for card in groups:
            above = [card]
            while (master := groups.get(above[-1], ABSENT)) not in (ABSENT, *above):
                above.append(master)
            if master == card:
                yield Finding("arrow", f"{names[card]} is attached to itself in {who}'s power structure", seat, at=at)
                break
        if held.illuminati == ABSENT:
            room = 4
        else:
            room = len(cards[held.illuminati].outward)
        room += sum(len(cards[card].outward) for card in groups)
        if groups and len(groups) > room:
            only = f"the cards have only {number_of(room, 'arrows')}"
            message = f"{who}'s {number_of(len(groups), 'groups')} cannot all be attached; {only}"
            yield Finding("arrow", message, seat, at=at)


def _arrows(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield arrows that are not printed or hold two groups, and groups that would lie on each other on any free arrows."""
    names = rules.pack.names
    for seat, held in race.held.items():
        at: Pointer = (*AT, "structures", state.players[seat], "groups")
        on_arrow: dict[tuple[int, int], list[str]] = {}
        for card, side in held.sides.items():
            on_arrow.setdefault(((held.groups or {})[card], side), []).append(names[card])
        sound = held.illuminati != ABSENT
        for (master, side), groups in on_arrow.items():
            message = f"{in_list(groups)} are on the {SIDES[side]} arrow of {names[master]}, which holds one group"
            if side not in rules.pack.cards[master].outward:
                message = f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {in_list(groups)}"
            elif len(groups) == 1:
                continue
            sound = False
            yield Finding("arrow", message, seat, at=at)
        if sound and not _fits(rules, held):
            message = "the groups cannot be laid out like this: two would lie on one place"
            yield Finding("overlap", message, seat, at=at)


MOST_LAID = 20_000
"""The most layouts and dead ends that are looked at to find a layout in which no group lies on another."""


def _fits(rules: ConspiracyRules, held: Held) -> bool:
    """Return whether a player's groups may lie on free arrows without overlap, as far as their masters are known."""
    groups = {}
    for card, master in (held.groups or {}).items():
        if master == ABSENT:
            continue
        mask = mask_of(rules.pack.cards[master].outward)
        if card in held.sides:
            mask = 1 << held.sides[card]
        groups[card] = (master, mask)
    patience = Patience(MOST_LAID)
    for _ in every_layout(rules, held.illuminati, groups, patience):
        return True
    return patience.is_over


def _numbers(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield numbers of groups, Power and groups destroyed that are impossible with the cards."""
    cards = rules.pack.cards
    named = {card for held in race.held.values() for card in held.groups or ()}
    free = [card for card in rules.pack.groups if card not in named | {*race.uncontrolled, *race.destroyed}]
    many = {seat: max(held.numbers.get("groups", 1) - 1, 0) for seat, held in race.held.items()}  # but Illuminati
    several = sum(many[seat] for seat, held in race.held.items() if held.groups is None)
    if several > len(free):
        message = f"{several} groups are counted besides those that are named; only {len(free)} are left"
        yield Finding("cards", message, at=(*AT, "structures"))
    best = sorted((cards[card].power for card in free), reverse=True)
    tops = [cards[card].power for card in rules.pack.illuminati]
    for seat, held in race.held.items():
        who = state.players[seat]
        at = (*AT, "structures", state.players[seat])
        if held.illuminati != ABSENT:
            own = [cards[held.illuminati].power]
        else:
            own = tops
        number = held.numbers.get("groups")
        if held.groups is not None:
            sums = [sum(cards[card].power for card in held.groups) + top for top in own]
            least = min(sums)
            most = max(sums)
        else:
            least = min(own) + (0 if number is None else sum(sorted(best)[: many[seat]]))
            most = max(own) + sum(best if number is None else best[: many[seat]])
        power = held.numbers.get("power", least)
        if not least <= power <= most:
            if least == most:
                span = f"the cards have {least}"
            else:
                span = f"there can be {least} to {most}"
            yield Finding("cards", f"{who} is recorded with {power} Power; {span}", seat, at=(*at, "power"))
    kills = sum(held.numbers.get("destroyed", 0) for held in race.held.values())
    most = len(rules.pack.groups) - len(named) - len(race.uncontrolled) + rules.players - 1
    if kills > most:
        message = f"{kills} groups are recorded as destroyed; there can be at most {most}"
        yield Finding("cards", message, at=(*AT, "structures"))


def _won(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield goals that their winners did not meet, and winners who are not named."""
    for seat, way in race.won.items():
        who = state.players[seat]
        at = (*AT, "won", state.players[seat])
        if seat not in race.held:
            message = f"{who} is said to have won, but is not among those who were still in the game"
            yield Finding("players", message, seat, at=at)
            continue
        if way == LAST and not rules.elimination.last_player_wins:
            message = f"{who} is said to have won as the last player left; in this game that alone does not win"
            yield Finding("elimination", message, seat, at=at, word=("elimination", "last_player_wins"))
        elif way == LAST and len(race.held) > 1:
            others = [state.players[other] for other in race.held if other != seat]
            still = f"{in_list(others)} {'was' if len(others) == 1 else 'were'} still in the game"
            message = f"{who} is said to have won as the last player left, but {still}"
            yield Finding("winning", message, seat, at=at)
        none = {BASIC: not rules.basic, SPECIAL: not rules.goals.special}
        if way in none and (rules.goals.until != "met" or none[way]):
            yield Finding("winning", f"{who} is said to have won by the {way} goal; this game has none", seat, at=at)
            continue
        if way == SPECIAL:
            for message in _not_special(rules, state, race, seat):
                yield Finding("winning", message, seat, at=at)
            continue
        goal = ways(rules, state, seat).get(way)
        if goal is not None and not goal.met:
            message = f"{who} is said to have won by the {way} goal with {goal.have} of {goal.need} {goal.what}"
            yield Finding("winning", message, seat, at=at)
    if race.won and rules.goals.until == "met":
        for seat in race.held:
            goal = _surely_met(rules, state, race, seat)
            if goal is not None and seat not in race.won:
                message = (
                    f"{state.players[seat]} has {goal.have} of {goal.need} {goal.what} and is not said to have won"
                )
                yield Finding("winning", message, seat, at=(*AT, "won"))


def _surely_met(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int) -> Progress | None:
    """Return a goal that a player meets, whatever alignments were changed in the last turn."""
    basic, special = (ways(rules, state, seat).get(way) for way in (BASIC, SPECIAL))
    if basic is not None and basic.met:
        return basic
    if special is None or special.have - _changed(rules, race, rules.pack.cards[state.goals[seat]].goal) < special.need:
        return None
    return special


def _not_special(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int) -> Iterator[str]:
    """Yield that a player cannot have won by the special goal, or by any if it is not known which it was."""
    who = state.players[seat]
    goal = state.goals[seat]
    if goal == ABSENT:
        able = [card for card in rules.pack.illuminati if "chosen" not in rules.pack.cards[card].goal]
        if not any(_may_meet(rules, state, race, seat, card) for card in able):
            yield f"{who} is said to have won by a special goal, but meets none that {who} can have"
        return
    if _may_meet(rules, state, race, seat, goal):
        return
    exact = towards(rules, state, seat, goal)
    most = _most_towards(rules, state, race, seat, goal)
    if exact is not None:
        yield f"{who} is said to have won by the special goal with {exact.have} of {exact.need} {exact.what}"
    elif most is not None:
        number = number_of(groups(state, seat), "groups")
        come = f"{number}, counting the Illuminati, come to {most.have} of {most.need} {most.what} at most"
        yield f"{who} is said to have won by the special goal; {come}"


def _may_meet(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int, illuminati: int) -> bool:
    """Return whether a player may have met the goal of an Illuminati card, by what a race says and leaves open."""
    exact = towards(rules, state, seat, illuminati)
    if exact is not None:
        return exact.have + _changed(rules, race, rules.pack.cards[illuminati].goal) >= exact.need
    most = _most_towards(rules, state, race, seat, illuminati)
    return most is None or most.met


def _changed(rules: ConspiracyRules, race: GameEnd, goal: Mapping[str, Any]) -> int:
    """Return how many alignments that count for a goal may have been changed in the last turn of a race."""
    if not goal.keys() & {"alignments", "groups"}:
        return 0
    gone = {*race.uncontrolled, *race.destroyed}
    if all(held.groups is not None for held in race.held.values()):
        known = {card for held in race.held.values() for card in held.groups or ()}
        gone |= {card for card in rules.pack.groups if card not in known}
    able = sum(card not in gone for card in members(rules.pack.masks["realign"]))
    times = rules.turn.realignments
    return able * (len(rules.pack.alignments) if times is None else times)


def _most_towards(
    rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int, illuminati: int
) -> Progress | None:
    """Return the most that so many groups can come to towards a goal, where a race only counts a player's groups; None if it
    does not, or their number says nothing about the goal."""
    held = race.held[seat]
    pack = rules.pack
    if held.groups is not None or "groups" not in held.numbers:
        return None
    number = max(held.numbers["groups"] - 1, 0)
    named = {card for other in race.held.values() for card in other.groups or ()}
    free = [pack.cards[card] for card in pack.groups if card not in named | {*race.uncontrolled, *race.destroyed}]
    if held.illuminati == ABSENT:
        tops = [pack.cards[card] for card in pack.illuminati]
    else:
        tops = [pack.cards[held.illuminati]]
    goal = pack.cards[illuminati].goal
    more = _changed(rules, race, goal)
    if "power" in goal:
        most = max(card.power for card in tops) + sum(sorted(card.power for card in free)[-number:] if number else ())
        return Progress("total Power", most, goal["power"])
    if "transferable" in goal:
        if number:
            lent = sorted(card.transferable for card in free)[-number:]
        else:
            lent = []
        most = max(card.transferable for card in tops) + sum(lent)
        return Progress("total transferable Power", most, goal["transferable"])
    if "groups" in goal:
        mask = pack.mask([goal["groups"]["alignment"]])
        most = min(number, sum(1 for card in free if card.alignments & mask) + more)
        return Progress(f"{goal['groups']['alignment']} groups", most, goal["groups"]["count"])
    if "alignments" in goal:
        most = _most_alignments({card.alignments for card in free}, number) + (more if number > 1 else 0)
        return Progress("alignments among its groups", min(most, len(pack.alignments)), goal["alignments"])
    return None


def _most_alignments(masks: set[int], number: int) -> int:
    """Return the most alignments that so many groups can have together, of those with the alignments in these masks."""
    together = {0}
    every = reduce(or_, masks, 0)
    for _ in range(number):
        if every in together:
            break
        together = {one | other for one in together for other in masks} or together
    return max(one.bit_count() for one in together)


def apply_race(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """End the game with what the race says; if it does not say who has won, those win who are known to have."""
    race: GameEnd = event.value
    _lay(rules, state, race)
    state.phase = OVER
    state.seen_race = state.clock + 1
    numbers = all({"groups", "power"} <= state.told[seat].keys() for seat in race.held)
    known = rules.goals.illuminati_count or all(held.illuminati != ABSENT for held in race.held.values())
    if race.won or (rules.elimination.last_player_wins and len(race.held) == 1):
        state.winners = sorted(race.won or race.held)
    elif rules.goals.until == "met":
        state.winners = [seat for seat in race.held if meets(rules, state, seat)]
    elif numbers and known and not race.uncontrolled:
        state.winners = best({seat: final_points(rules, state, seat) for seat in race.held})


def _lay(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> None:
    """Put everything where the race says; `told` is what is known of each player."""
    named = {held.illuminati for held in race.held.values()}
    spare = (card for card in rules.pack.illuminati if card not in named)
    tops = []
    state.told = []
    for seat in range(rules.players):
        held = race.held.get(seat, Held(ABSENT, None, {}))
        known = held.illuminati != ABSENT
        if known:
            top = held.illuminati
        else:
            top = next(spare)
        if seat in race.held:
            cards = [top, *(held.groups or ())]
        else:
            cards = []
        tops.append(top)
        state.alive[seat] = seat in race.held
        state.goals[seat] = race.goals.get(seat, own_goal(rules, top) if known else ABSENT)
        state.holds[seat] = sum(1 << card for card in cards)
        state.grid[seat] = {0: top}
        for card in (top, *cards):
            state.place[card] = seat
        facts = dict(held.numbers)
        state.kills[seat] = facts.get("destroyed", 0)
        state.money[top] = facts.get("money", 0)
        if held.groups is not None:
            facts["groups"] = len(cards)
            if known:
                facts |= {"cards": 1, "power": sum(rules.pack.cards[card].power for card in cards)}
        state.told.append(facts)
    for card in race.uncontrolled:
        state.place[card] = UNCONTROLLED
    for card in race.destroyed:
        state.place[card] = DEAD
    state.deck -= sum(state.place[card] != DECK for card in rules.pack.groups)
    state.illuminati = tuple(tops)
