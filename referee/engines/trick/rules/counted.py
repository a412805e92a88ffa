"""What a score pad counts of the cards that players took: whether there are such cards, and whether they can be shared out
like that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import le
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.core.wording import listed
from referee.engines.trick.rules import outcomes, seats, stocks
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.selectors import Count

MOST_STATES = 20_000
"""With more ways to share out the cards, the referee does not say whether one is possible."""
Told = Mapping[int, Mapping[str, int]]
"""The counts by seat and name; 0 if not given."""
Kind = tuple[int, ...]
"""What a card adds to each of some counts."""


def faults(
    rules: CompiledRules, state: State, value: Mapping[str, Any], won: Mapping[int, int], at: Pointer
) -> Iterator[Fault]:
    """Yield what is impossible in the counts of a hand; `state` is that hand, `won` its tricks as far as they are given."""
    told: Told = value["counts"]
    if "captured" in value:
        message = "the captured cards are given, and the counts follow from them; remove `counts`"
        yield Fault("order", message, at=at, bars=True)
        return
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    wrong: list[Fault] = []
    for seat, numbers in told.items():  # more than exists, or of somebody who does not play
        who, here = state.players[seat], (*at, state.players[seat])
        for name, number in numbers.items():
            most = _most(rules, state, by_name[name], seat) if seat in state.seats else 0
            if not 0 <= number <= most:  # a log may write the beginning of a name
                message = f"{who} counts {number} for {_spoken(name)}; {_in_all(most)}"
                wrong.append(Fault("result", message, seat, at=here, bars=True))
    yield from wrong
    if wrong:
        return
    table = Table(rules, state, won)
    for name, count in by_name.items():  # what does not add up to what the cards of the hand are worth
        if count.own or (count.by_trump and not count.compares and not outcomes.trump_known(rules, state)):
            continue
        total, most = sum(numbers.get(name, 0) for numbers in told.values()), _most(rules, state, count)
        if total > most or (total < most and table.whole and not count.compares):
            message = f"{total} {'is' if total == 1 else 'are'} counted for {_spoken(name)}; {_in_all(most)}"
            wrong.append(Fault("result", message, at=at))
    yield from wrong or _shared_out(table, told, at)


def all_told(rules: CompiledRules, state: State, captured: Mapping[int, Sequence[int]], won: Mapping[int, int]) -> bool:
    """Return whether these captured cards are all that players took, as far as they count: a player with tricks who is not
    mentioned may have taken any card that counts and is in nobody's pile. Partners may have one pile."""
    sides: Sequence[tuple[int, ...]] = seats.sides(rules, state)
    if any(len(captured.keys() & {*side}) > 1 for side in sides):
        sides = [(seat,) for seat in state.seats]
    silent = [side for side in sides if not captured.keys() & {*side}]
    return not any(won.get(seat, 1) for side in silent for seat in side) or not any_left(rules, state)


def any_left(rules: CompiledRules, state: State) -> bool:
    """Return whether a card that is in nobody's pile counts for somebody."""
    return any(
        count.worth(card, mine, state.trump)
        for card in members(rules.pack & ~sum(state.taken))
        for count in rules.scoring.counted
        for mine in state.own_cards
    )


def taken(rules: CompiledRules, told: Told) -> outcomes.Counts:
    """Return the counts name by name and seat by seat, as scoring asks for them."""
    seats = range(rules.players)
    return tuple([tuple([told.get(seat, {}).get(name, 0) for seat in seats]) for name in rules.scoring.counts])


def _most(rules: CompiledRules, state: State, count: Count, seat: int = 0) -> int:
    """Return the most that all cards together can count, with the best role and trump suit if these are not known."""
    if count.compares:
        return max(mask.bit_count() for mask in rules.deck.twins)
    trumps = [state.trump] if outcomes.trump_known(rules, state) else list(rules.trumps)
    if state.roles is not None or not count.own:
        own = [state.own_cards[seat]]
    else:
        own = [rules.role_cards(role) for role in range(len(rules.roles))]
    return max(
        sum(max(count.worth(card, mine, trump), 0) for card in members(rules.pack)) for trump in trumps for mine in own
    )


def _shared_out(table: Table, told: Told, at: Pointer) -> Iterator[Fault]:
    """Yield the faults of counts that no cards can give to one player, or to all players together."""
    fine = True
    wanted = table.wanted(told)
    for unit, target in enumerate(wanted):
        if table.possible({unit: target}) is False:
            fine = False
            who = listed([table.state.players[seat] for seat in table.units[unit]])
            said = listed(
                [f"{number} for {_spoken(name)}" for name, number in zip(table.names, target, strict=True) if number]
            )
            of = "" if table.won[unit] is None else f"with {table.won[unit] or 'none'} of {table.tricks} tricks "
            verb = "counts" if len(table.units[unit]) == 1 else "count"
            message = f"{who} {verb} {said or 'nothing'}; {of}no cards come to that"
            first = next((seat for seat in table.units[unit] if seat in told), None)
            yield Fault("result", message, first, at=(*at, table.state.players[first]) if first is not None else at)
    if fine and table.possible(dict(enumerate(wanted))) is False:
        yield Fault("result", "these counts contradict each other: no way of sharing out the cards gives them", at=at)


class Share(NamedTuple):
    """Cards shared out so far: what each unit still has to count, how many cards it has, and how many cards of each sort are
    left. Cards of a sort count nothing for the same units, which may take them without counting more."""

    missing: tuple[Kind, ...]
    held: tuple[int, ...]
    left: tuple[int, ...]


class Table:
    """Who takes cards in a hand, and what the cards count: a unit is a player, or a side if only sides are scored."""

    def __init__(self, rules: CompiledRules, state: State, won: Mapping[int, int]) -> None:
        self.rules, self.state = rules, state
        together = seats.sides(rules, state) if rules.scoring.by_side else ()
        self.units: Sequence[tuple[int, ...]] = together or [(seat,) for seat in state.seats]
        self.won = [sum(won[seat] for seat in unit) if won.keys() >= set(unit) else None for unit in self.units]
        self.size = len(state.seats)
        self.tricks = rules.tricks_counted(state.cards, self.size)
        self.beside = [stocks.talon_counted(rules, state, unit) for unit in self.units]
        """How many cards of the talon each unit counts, at least and at most."""
        self.whole = self.tricks * self.size + max(most for _, most in self.beside) == rules.pack.bit_count()
        """Whether every card of the pack ends with somebody."""
        known = outcomes.trump_known(rules, state)
        counts = {
            name: count
            for name, count in zip(rules.scoring.counts, rules.scoring.counted, strict=True)
            if not (
                count.compares or (count.own and (state.roles is None or together)) or (count.by_trump and not known)
            )
        }
        self.names = list(counts)
        owns = [state.own_cards[unit[0]] for unit in self.units]
        tally = Counter(
            tuple([tuple([count.worth(card, own, state.trump) for count in counts.values()]) for own in owns])
            for card in members(rules.pack)
        )
        self.classes = sorted(tally.items(), key=lambda one: (-max(map(sum, one[0])), one[1]))
        """The cards that count the same for the same units, and how many they are; those that count most come first."""

    def wanted(self, told: Told) -> list[Kind]:
        """Return what each unit counts."""
        return [
            tuple([sum(told.get(seat, {}).get(name, 0) for seat in unit) for name in self.names]) for unit in self.units
        ]

    def possible(self, wanted: Mapping[int, Kind]) -> bool | None:
        """Return whether these units can count this, and the others anything; None if there are too many ways to check."""
        table = Piles(tuple(self.classes), tuple(self.won), tuple(self.beside), self.tricks, self.size, self.whole)
        return _possible(table, tuple(wanted.items())) if self.names else None


class Piles(NamedTuple):
    """Cards that units take: those that count alike, and the tricks and cards of the talon of each unit."""

    classes: tuple[tuple[tuple[Kind, ...], int], ...]
    won: tuple[int | None, ...]
    beside: tuple[tuple[int, int], ...]
    tricks: int
    size: int
    whole: bool

    def reach(self, unit: int, place: int) -> Kind:
        """Return the most that the classes from `place` on can add to a unit."""
        sums = [0] * len(self.classes[0][0][unit])
        for kinds, size in self.classes[place:]:
            sums = [most + size * number for most, number in zip(sums, kinds[unit], strict=True)]
        return tuple(sums)

    def filled(self, share: Share, units: Sequence[int], sorts: Sequence[tuple[int, ...]]) -> bool:
        """Return whether cards that count nothing for these units can fill their tricks, and they hold no more."""
        size, others = self.size, len(units) < len(self.won)
        room, fewest = [], 0
        for held, unit in zip(share.held, units, strict=True):
            tricks, (least, most) = self.won[unit], self.beside[unit]
            if tricks is None:
                room.append((0, self.tricks * size + most - held))
                fewest += -(-max(held - most, 0) // size)
            else:
                room.append((tricks * size + least - held, tricks * size + most - held))
        if fewest > self.tricks or any(most < 0 for _, most in room):
            return False
        free = list(zip(sorts, share.left, strict=True))
        if _placed(free, [least if least > 0 else 0 for least, _ in room]) < sum(max(least, 0) for least, _ in room):
            return False
        everything = sum(left for _, left in free)
        return others or not self.whole or _placed(free, [most for _, most in room]) >= everything


@lru_cache(maxsize=4096)
def _possible(piles: Piles, wanted: tuple[tuple[int, Kind], ...]) -> bool | None:
    """Return whether units can count this. Kept, because judging again by other readings asks the same of every hand."""
    if any(number < 0 for kinds, _ in piles.classes for kind in kinds for number in kind):
        return None
    units = [unit for unit, _ in wanted]
    places = [tuple([place for place, unit in enumerate(units) if not any(kinds[unit])]) for kinds, _ in piles.classes]
    sorts = sorted(set(places))
    all_taken = piles.whole and len(units) == len(piles.won)
    shares = {Share(tuple([target for _, target in wanted]), (0,) * len(units), (0,) * len(sorts))}
    for done, ((kinds, size), free) in enumerate(zip(piles.classes, places, strict=True)):
        rest = [piles.reach(unit, done + 1) for unit in units]
        must_go = all_taken and not free
        shares = {
            after
            for share in shares
            for after in _dealt(share, [kinds[unit] for unit in units], size, sorts.index(free), must_go)
            if all(all(map(le, missing, most)) for missing, most in zip(after.missing, rest, strict=True))
        }
        if len(shares) > MOST_STATES:
            return None
    return any(piles.filled(share, units, sorts) for share in shares)


def _dealt(share: Share, kinds: Sequence[Kind], size: int, sort: int, must_go: bool) -> Iterator[Share]:
    """Yield the ways to give cards of one class to the units that they count for; unless all must go, the others are left."""
    begun = [(share.missing, share.held, size)]
    for unit, kind in enumerate(kinds):
        if not any(kind):
            continue
        more = []
        for missing, held, left in begun:
            for taken in range(left + 1):
                now = tuple([number - taken * each for number, each in zip(missing[unit], kind, strict=True)])
                if min(now) < 0:
                    break
                more.append(
                    (
                        (*missing[:unit], now, *missing[unit + 1 :]),
                        (*held[:unit], held[unit] + taken, *held[unit + 1 :]),
                        left - taken,
                    )
                )
        begun = more
    for missing, held, left in begun:
        if not (must_go and left):
            yield Share(missing, held, (*share.left[:sort], share.left[sort] + left, *share.left[sort + 1 :]))


def _placed(classes: Iterable[tuple[Sequence[int], int]], room: Sequence[int]) -> int:
    """Return how many cards fit into places with this much room, each class into some of the places: a smallest cut, over
    the sets of places that may be full."""
    fewest = None
    for full in range(1 << len(room)):
        cut = sum(size for place, size in enumerate(room) if full >> place & 1)
        cut += sum(size for goes, size in classes if any(not full >> place & 1 for place in goes))
        fewest = cut if fewest is None else min(fewest, cut)
    return fewest or 0


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _in_all(most: int) -> str:
    return f"in all there {'is' if most == 1 else 'are'} {most or 'none'}"
