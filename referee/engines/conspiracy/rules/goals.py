"""Goals, and how close everybody is to them; the race as on a score pad: who had what at the end, and who won by which goal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from referee.core.cards import mask_of, members
from referee.core.data import Words
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
        """Whether the goal is reached."""
        return self.have >= self.need


def groups(state: ConspiracyState, seat: int) -> int:
    """The number of groups that a player has, counting the Illuminati."""
    number = state.holds[seat].bit_count()
    if state.told:
        number = state.told[seat].get("groups", number)
    return number


def power(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> int:
    """The total Power of a player's cards."""
    if state.told and "power" in state.told[seat]:
        return state.told[seat]["power"]
    return sum([rules.pack.cards[card].power for card in members(state.holds[seat])])


def money(state: ConspiracyState, seat: int) -> tuple[int, int]:
    """Return the least and the most that a player may have in all treasuries: one number unless the log leaves it open."""
    return state.between(list(members(state.holds[seat])))


def own_goal(rules: ConspiracyRules, card: int) -> int:
    """Return the goal that comes with an Illuminati card; -1 if its player chooses one."""
    if rules.goals.hidden or "chosen" in rules.pack.cards[card].goal:
        return ABSENT
    return card


def ways(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> dict[str, Progress]:
    """A player's progress towards the basic and the special goal, by BASIC and SPECIAL; a goal that does not exist or
    is not known is left out."""
    goals = {}
    if rules.basic and (not state.told or "groups" in state.told[seat]):
        goals[BASIC] = Progress("groups", groups(state, seat), rules.basic)
    if rules.goals.special and state.goals[seat] != ABSENT:
        own = towards(rules, state, seat, state.goals[seat])
        if own is not None:
            goals[SPECIAL] = own
    return goals


def towards(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, illuminati: int, *, at_most: bool = False
) -> Progress | None:
    """A player's progress towards the special goal of an Illuminati card; None without such a goal, or if a recorded
    race does not say enough.

    If the log leaves money open, the least possible counts, or the most if `at_most`.
    """
    goal = rules.pack.cards[illuminati].goal
    word = next(iter(goal), "")  # the only word of the goal, as "power" or "groups"
    need: Any = goal.get(word)
    # `told` has the numbers of a recorded race, with 'cards' if all cards of the player are named
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
    """The seats that have won at the end of a turn; None if the game continues. Empty if nobody is left in the game."""
    alive = [seat for seat in range(rules.players) if state.alive[seat]]
    if not alive or (len(alive) == 1 and rules.elimination.last_player_wins):
        return alive
    won = [seat for seat in alive if meets(rules, state, seat)]
    if won:
        return won
    if rules.goals.until == "all_controlled" and _all_are_controlled(rules, state):
        return best({seat: final_points(rules, state, seat) for seat in alive})
    if not state.deck and rules.turn.deck_empty == "game_ends":
        return best({seat: groups(state, seat) for seat in alive})
    return None


def _all_are_controlled(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Whether no group is left to control, on the table or, where that counts, in the deck."""
    if UNCONTROLLED in state.place[: rules.pack.specials.start]:
        return False
    return not state.deck or not rules.goals.deck_first


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
    """The reason why a player cannot have written down the goal of a card, as the player's Illuminati card `own` (-1:
    not known) has its own, or that card has none; empty if it is possible."""
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
    """Yield everything impossible in a race that was only recorded: cards, masters, numbers, goals, arrows, and
    winners."""
    race: GameEnd = event.value
    if state.clock:
        message = "a result cannot follow events of the game; they already show what everybody has"
        yield Finding("order", message, bars=True)
        return
    faults: list[Finding] = []
    for check in (_twice, _masters, _numbers, _goals):
        faults += check(rules, state, race)
    if not faults:
        faults += _arrows(rules, state, race)
    yield from faults
    if not faults:
        trial = state.copy()
        _lay(rules, trial, race)
        yield from _check_winners(rules, trial, race)


def _goals(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield goals that a player cannot have written down."""
    for seat, goal in race.goals.items():
        who = state.players[seat]
        top = ABSENT
        if seat in race.held:
            top = race.held[seat].illuminati
        why = why_no_goal(rules, who, top, goal)
        if why:
            yield Finding("goal", why, seat, at=AT + ("goals", who))


def _twice(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield cards that a race puts in two places."""
    places: dict[int, str] = {}
    for cards, where, at, holder in _piles(state, race):
        for card in cards:
            if card in places:
                message = f"{rules.pack.names[card]} is {places[card]} and {where}; there is only one"
                yield Finding("cards", message, holder, at=at, bars=True)
            places.setdefault(card, where)


def _piles(state: ConspiracyState, race: GameEnd) -> Iterator[tuple[Iterable[int], str, Pointer, int | None]]:
    """Yield each place of a race that has cards: the cards, the place in words, its pointer, and the seat that they
    belong to."""
    for seat, held in race.held.items():
        whose = f"{state.players[seat]}'s"
        at = AT + ("structures", state.players[seat])
        if held.illuminati != ABSENT:
            yield (held.illuminati,), whose, at + ("illuminati",), seat
        if held.groups is not None:
            yield held.groups, whose, at + ("groups",), seat
    yield race.uncontrolled, "uncontrolled", AT + ("uncontrolled",), None
    yield race.destroyed, "destroyed", AT + ("destroyed",), None


def _masters(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield groups whose master is in another structure, has no arrow for them, or is below them."""
    for seat, held in race.held.items():
        if held.groups:
            yield from _check_structure(rules, state, seat, held.illuminati, held.groups)


def _check_structure(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, top: int, groups: Mapping[int, int]
) -> Iterator[Finding]:
    """Yield what is wrong with a structure, known by the master of each group: masters elsewhere, more groups than
    arrows, a circle."""
    names = rules.pack.names
    who = state.players[seat]
    at = AT + ("structures", who, "groups")
    under: dict[int, list[str]] = {}
    for card, master in groups.items():
        if master not in (ABSENT, top) and master not in groups:
            message = f"{names[card]} is attached to {names[master]}, which is not in {who}'s power structure"
            yield Finding("arrow", message, seat, at=at, bars=True)
        under.setdefault(master, []).append(names[card])
    for master, below in under.items():
        if master != ABSENT and len(below) > len(rules.pack.cards[master].outward):
            yield Finding("arrow", _too_many_below(rules, master, below), seat, at=at)
    for card in groups:
        if _is_below_itself(groups, card):
            yield Finding("arrow", f"{names[card]} is attached to itself in {who}'s power structure", seat, at=at)
            break
    room = 4  # an Illuminati card that is not named has at most four arrows
    if top != ABSENT:
        room = len(rules.pack.cards[top].outward)
    room += sum([len(rules.pack.cards[card].outward) for card in groups])
    if len(groups) > room:
        only = f"the cards have only {number_of(room, 'arrows')}"
        message = f"{who}'s {number_of(len(groups), 'groups')} cannot all be attached; {only}"
        yield Finding("arrow", message, seat, at=at)


def _too_many_below(rules: ConspiracyRules, master: int, below: list[str]) -> str:
    """The message that more groups are attached to a card than it has outgoing arrows."""
    arrows = len(rules.pack.cards[master].outward)
    has = "no outgoing arrow"
    if arrows:
        has = number_of(arrows, "outgoing arrows")
    does = "is"
    if len(below) > 1:
        does = "are"
    return f"{in_list(below)} {does} attached to {rules.pack.names[master]}, which has {has}"


def _is_below_itself(masters: Mapping[int, int], card: int) -> bool:
    """Whether the masters above a group, followed upwards, lead back to the group."""
    above = [card]
    master = masters.get(card, ABSENT)
    while master != ABSENT and master not in above:
        above.append(master)
        master = masters.get(master, ABSENT)
    return master == card


def _arrows(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield arrows that are not printed or hold two groups, and structures in which two groups would lie on one
    place."""
    for seat, held in race.held.items():
        at = AT + ("structures", state.players[seat], "groups")
        wrong = list(_wrong_arrows(rules, held))
        for message in wrong:
            yield Finding("arrow", message, seat, at=at)
        if not wrong and held.illuminati != ABSENT and not _fits(rules, held):
            message = "the groups cannot be laid out like this: two would lie on one place"
            yield Finding("overlap", message, seat, at=at)


def _wrong_arrows(rules: ConspiracyRules, held: Held) -> Iterator[str]:
    """Yield the messages that groups are on an arrow that is not printed, or several on one."""
    names = rules.pack.names
    on_arrow: dict[tuple[int, int], list[str]] = {}
    for card, side in held.sides.items():
        assert held.groups is not None
        on_arrow.setdefault((held.groups[card], side), []).append(names[card])
    for (master, side), groups in on_arrow.items():
        if side not in rules.pack.cards[master].outward:
            yield f"{names[master]} has no outgoing arrow on the {SIDES[side]} for {in_list(groups)}"
        elif len(groups) > 1:
            yield f"{in_list(groups)} are on the {SIDES[side]} arrow of {names[master]}, which holds one group"


MOST_LAID = 20_000
"""The most layouts and dead ends that are looked at to find a layout in which no group lies on another."""


def _fits(rules: ConspiracyRules, held: Held) -> bool:
    """Whether a player's groups can lie on the arrows of their masters without overlapping, as far as their masters are
    known. If the search takes too long, it is assumed that they can."""
    masters = held.groups
    if masters is None:
        masters = {}
    groups = {}
    for card, master in masters.items():
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
    """Yield numbers of groups, of Power and of groups destroyed that are impossible with these cards."""
    free = _groups_named_nowhere(rules, race)
    counted = 0
    for held in race.held.values():
        if held.groups is None:
            counted += _besides_illuminati(held)
    if counted > len(free):
        message = f"{counted} groups are counted besides those that are named; only {len(free)} are left"
        yield Finding("cards", message, at=AT + ("structures",))
    powers = sorted([rules.pack.cards[card].power for card in free])
    for seat, held in race.held.items():
        who = state.players[seat]
        least, most = _power_span(rules, held, powers)
        power = held.numbers.get("power", least)
        if not least <= power <= most:
            span = f"there can be {least} to {most}"
            if least == most:
                span = f"the cards have {least}"
            message = f"{who} is recorded with {power} Power; {span}"
            yield Finding("cards", message, seat, at=AT + ("structures", who, "power"))
    kills = sum([held.numbers.get("destroyed", 0) for held in race.held.values()])
    # every group that is nowhere else, and every other player who was eliminated, which counts as a group
    most = len(rules.pack.groups) - len(_named_groups(race)) - len(race.uncontrolled) + rules.players - 1
    if kills > most:
        message = f"{kills} groups are recorded as destroyed; there can be at most {most}"
        yield Finding("cards", message, at=AT + ("structures",))


def _named_groups(race: GameEnd) -> set[int]:
    """The groups that are named in players' structures."""
    named: set[int] = set()
    for held in race.held.values():
        if held.groups is not None:
            named.update(held.groups)
    return named


def _groups_named_nowhere(rules: ConspiracyRules, race: GameEnd) -> list[int]:
    """The groups that are named nowhere, so that they may be among those only counted."""
    named = _named_groups(race) | set(race.uncontrolled) | set(race.destroyed)
    return [card for card in rules.pack.groups if card not in named]


def _besides_illuminati(held: Held) -> int:
    """The number of groups that is written for a player, without the Illuminati."""
    return max(held.numbers.get("groups", 1) - 1, 0)


def _power_span(rules: ConspiracyRules, held: Held, powers: list[int]) -> tuple[int, int]:
    """The least and the most Power that a player may have. `powers` are those of the groups named nowhere, in ascending
    order, for a player some of whose cards are only counted."""
    cards = rules.pack.cards
    own = [cards[card].power for card in _possible_illuminati(rules, held)]
    if held.groups is not None:
        together = sum([cards[card].power for card in held.groups])
        return min(own) + together, max(own) + together
    if "groups" not in held.numbers:
        return min(own), max(own) + sum(powers)
    number = _besides_illuminati(held)
    return min(own) + sum(powers[:number]), max(own) + _sum_of_highest(powers, number)


def _possible_illuminati(rules: ConspiracyRules, held: Held) -> Sequence[int]:
    """The Illuminati cards that a player may have had."""
    if held.illuminati == ABSENT:
        return rules.pack.illuminati
    return (held.illuminati,)


def _sum_of_highest(values: Iterable[int], number: int) -> int:
    """The sum of so many of some values, the highest ones."""
    return sum(sorted(values, reverse=True)[:number])


def _check_winners(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> Iterator[Finding]:
    """Yield winners who did not meet the goal that is named, and players who met a goal and are not named as
    winners."""
    for seat, way in race.won.items():
        yield from _check_winner(rules, state, race, seat, way)
    if not race.won or rules.goals.until != "met":
        return
    for seat in race.held:
        goal = _surely_met(rules, state, race, seat)
        if goal is not None and seat not in race.won:
            message = f"{state.players[seat]} has {goal.have} of {goal.need} {goal.what} and is not said to have won"
            yield Finding("winning", message, seat, at=AT + ("won",))


def _check_winner(
    rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int, way: str
) -> Iterator[Finding]:
    """Yield why a player cannot have won in this way: BASIC, SPECIAL, or LAST (the last player left)."""
    who = state.players[seat]
    at = AT + ("won", who)
    if seat not in race.held:
        message = f"{who} is said to have won, but is not among those who were still in the game"
        yield Finding("players", message, seat, at=at)
    elif way == LAST:
        yield from _check_last(rules, state, race, seat)
    elif rules.goals.until != "met" or not {BASIC: rules.basic, SPECIAL: rules.goals.special}[way]:
        yield Finding("winning", f"{who} is said to have won by the {way} goal; this game has none", seat, at=at)
    elif way == SPECIAL:
        for message in _not_special(rules, state, race, seat):
            yield Finding("winning", message, seat, at=at)
    else:
        goal = ways(rules, state, seat).get(way)
        if goal is not None and not goal.met:
            message = f"{who} is said to have won by the {way} goal with {goal.have} of {goal.need} {goal.what}"
            yield Finding("winning", message, seat, at=at)


def _check_last(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int) -> Iterator[Finding]:
    """Yield why a player cannot have won as the last player left."""
    who = state.players[seat]
    at = AT + ("won", who)
    others = [state.players[other] for other in race.held if other != seat]
    if not rules.elimination.last_player_wins:
        message = f"{who} is said to have won as the last player left; in this game that alone does not win"
        yield Finding("elimination", message, seat, at=at, word=("elimination", "last_player_wins"))
    elif others:
        were = "were"
        if len(others) == 1:
            were = "was"
        message = f"{who} is said to have won as the last player left, but {in_list(others)} {were} still in the game"
        yield Finding("winning", message, seat, at=at)


def _surely_met(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int) -> Progress | None:
    """A goal that a player meets whatever alignments were changed in the last turn; None if there is none."""
    known = ways(rules, state, seat)
    basic = known.get(BASIC)
    if basic is not None and basic.met:
        return basic
    special = known.get(SPECIAL)
    if (
        special is None
        or special.have - _most_changed(rules, race, rules.pack.cards[state.goals[seat]].goal) < special.need
    ):
        return None
    return special


def _not_special(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int) -> Iterator[str]:
    """Yield the message that a player cannot have won by the special goal; by any of them, if it is not known which one
    it was."""
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
    """Whether a player may have met the goal of an Illuminati card, as far as the race shows."""
    exact = towards(rules, state, seat, illuminati)
    if exact is not None:
        return exact.have + _most_changed(rules, race, rules.pack.cards[illuminati].goal) >= exact.need
    most = _most_towards(rules, state, race, seat, illuminati)
    return most is None or most.met


def _most_changed(rules: ConspiracyRules, race: GameEnd, goal: Words) -> int:
    """How many alignments that count for a goal may have been changed for the last turn of a race, by abilities of
    cards in play."""
    if not goal.keys() & {"alignments", "groups"}:
        return 0
    gone = set(race.uncontrolled) | set(race.destroyed)
    if all(held.groups is not None for held in race.held.values()):
        gone |= set(rules.pack.groups) - _named_groups(race)
    able = sum([card not in gone for card in members(rules.pack.masks["realign"])])
    times = rules.turn.realignments
    if times is None:
        times = len(rules.pack.alignments)
    return able * int(times)


def _most_towards(
    rules: ConspiracyRules, state: ConspiracyState, race: GameEnd, seat: int, illuminati: int
) -> Progress | None:
    """The most progress towards a goal that is possible where a race gives only the number of a player's groups; None
    if it names them, or if their number says nothing about the goal."""
    held = race.held[seat]
    if held.groups is not None or "groups" not in held.numbers:
        return None
    pack = rules.pack
    number = _besides_illuminati(held)
    free = [pack.cards[card] for card in _groups_named_nowhere(rules, race)]
    tops = [pack.cards[card] for card in _possible_illuminati(rules, held)]
    goal = pack.cards[illuminati].goal
    more = _most_changed(rules, race, goal)
    if "power" in goal:
        most = max([card.power for card in tops]) + _sum_of_highest([card.power for card in free], number)
        return Progress("total Power", most, goal["power"])
    if "transferable" in goal:
        lent = _sum_of_highest([card.transferable for card in free], number)
        most = max([card.transferable for card in tops]) + lent
        return Progress("total transferable Power", most, goal["transferable"])
    if "groups" in goal:
        alignment = goal["groups"]["alignment"]
        mask = pack.mask([alignment])
        fitting = [card for card in free if card.alignments & mask]
        return Progress(f"{alignment} groups", min(number, len(fitting) + more), goal["groups"]["count"])
    if "alignments" in goal:
        most = _most_alignments({card.alignments for card in free}, number)
        if number > 1:
            most += more
        return Progress("alignments among its groups", min(most, len(pack.alignments)), goal["alignments"])
    return None


def _most_alignments(masks: set[int], number: int) -> int:
    """The most alignments that `number` groups can have together, if each has the alignments of one of these masks."""
    together = {0}  # the masks that so many groups can have together
    every = reduce(or_, masks, 0)
    for _ in range(number):
        if every in together:
            break
        together = {one | other for one in together for other in masks}
    return max([one.bit_count() for one in together])


def apply_race(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """End the game as the race says. If it names no winners, those have won of whom it shows it."""
    race: GameEnd = event.value
    _lay(rules, state, race)
    state.phase = OVER
    state.seen_race = state.clock + 1
    if race.won:
        state.winners = sorted(race.won)
    elif rules.elimination.last_player_wins and len(race.held) == 1:
        state.winners = list(race.held)
    elif rules.goals.until == "met":
        state.winners = [seat for seat in race.held if meets(rules, state, seat)]
    elif not race.uncontrolled and _points_are_known(rules, state, race):
        state.winners = best({seat: final_points(rules, state, seat) for seat in race.held})


def _points_are_known(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> bool:
    """Whether the race shows everybody's final points: total Power and number of groups, the Illuminati card counted or
    not."""
    for seat, held in race.held.items():
        if not {"groups", "power"} <= state.told[seat].keys():
            return False
        if held.illuminati == ABSENT and not rules.goals.illuminati_count:
            return False
    return True


def _lay(rules: ConspiracyRules, state: ConspiracyState, race: GameEnd) -> None:
    """Put the cards where the race says, and into `told`, by seat, the numbers that it has. A player whose Illuminati
    card is not named gets one that nobody else has."""
    named = {held.illuminati for held in race.held.values()}
    spare = iter([card for card in rules.pack.illuminati if card not in named])
    tops = []
    state.told = []
    for seat in range(rules.players):
        held = race.held.get(seat, Held(ABSENT, None, {}))
        top = held.illuminati
        if top == ABSENT:
            top = next(spare)
        tops.append(top)
        state.alive[seat] = seat in race.held
        _lay_seat(rules, state, seat, held, top)
        if seat in race.goals:
            state.goals[seat] = race.goals[seat]
    for card in race.uncontrolled:
        state.place[card] = UNCONTROLLED
    for card in race.destroyed:
        state.place[card] = DEAD
    state.deck -= sum([state.place[card] != DECK for card in rules.pack.groups])
    state.illuminati = tuple(tops)


def _lay_seat(rules: ConspiracyRules, state: ConspiracyState, seat: int, held: Held, top: int) -> None:
    """Put a player's cards where the race says. `top` is the Illuminati card, which is a stand-in if it is not
    named."""
    known = held.illuminati != ABSENT
    cards = []
    if state.alive[seat]:
        cards.append(top)
    if held.groups is not None:
        cards += held.groups
    state.holds[seat] = mask_of(cards)
    state.grid[seat] = {0: top}
    state.place[top] = seat
    for card in cards:
        state.place[card] = seat
    state.goals[seat] = ABSENT
    if known:
        state.goals[seat] = own_goal(rules, top)
    facts = dict(held.numbers)
    state.kills[seat] = facts.get("destroyed", 0)
    state.money[top] = facts.get("money", 0)
    if held.groups is not None:
        facts["groups"] = len(cards)
        if known:
            facts["cards"] = 1
            facts["power"] = sum([rules.pack.cards[card].power for card in cards])
    state.told.append(facts)
