"""The twin of the fishing family's matching: what may be taken and what may be fused, written down naively, to compare with.

Nothing here is shared with the engine. What lies in a field is a list of texts, '5wi', 'S10(6sp+4wi)' or 'M10(6sp+4wi|10su)';
a set of them is a bit mask over the places in the list, and every mask there is gets tried.
Source: publisher's rules, first edition, pages 5 to 12, and the stockpile page of the publisher's site.
"""

from __future__ import annotations

from typing import NamedTuple

VALUES = {"F": (1, 14), "N": (11,), "Q": (12,), "K": (13,)} | {str(number): (number,) for number in range(2, 11)}
BARRED = {"Spring": "stockpile", "Summer": "", "Autumn": "sow", "Winter": "harvest"}
NEVER = 99


class Rules(NamedTuple):
    """The readings under which the twin finds what is legal."""

    equal_cards: bool = True
    both_values: bool = False
    single_in_harvest: bool = True
    locked_in_harvest: bool = False
    locked_in_stockpile: bool = False


class Harvest(NamedTuple):
    """A card, and the things that it takes."""

    card: str
    taken: int


class Stockpile(NamedTuple):
    """A card, the value that it makes, the things that it is fused with, and whether a multiple stockpile comes of it."""

    card: str
    make: int
    fused: int
    multiple: bool


def values(thing: str) -> tuple[int, ...]:
    """What a card or a stockpile is worth."""
    if "(" in thing:
        return (int(thing[1 : thing.index("(")]),)
    return VALUES[thing[:-2]]


class Field:
    """What lies in one field, with everything that any of its parts may add up to."""

    def __init__(self, things: list[str]) -> None:
        self.things = things
        self.every = range(1, 1 << len(things))
        self.locked = sum(1 << place for place, thing in enumerate(things) if thing[0] == "M")
        self.single = sum(1 << place for place, thing in enumerate(things) if thing[0] == "S" and "(" in thing)
        self.loose = sum(1 << place for place, thing in enumerate(things) if "(" not in thing)
        self.totals = [{0}]
        for mask in self.every:
            last = mask.bit_length() - 1
            before = self.totals[mask ^ 1 << last]
            self.totals.append({total + value for total in before for value in values(things[last])})

    def barred(self, *, single: bool, locked: bool) -> int:
        """The stockpiles that are no terms of a sum."""
        return (0 if single else self.single) | (0 if locked else self.locked)

    def matching(self, value: int, *, single: bool = True, locked: bool) -> list[int]:
        """The parts that match a value: one thing of that value, or several that add up to it."""
        barred = self.barred(single=single, locked=locked)
        return [
            mask for mask in self.every if value in self.totals[mask] and (not mask & mask - 1 or not mask & barred)
        ]

    def parted(self, sets: list[int]) -> list[int]:
        """For each part of the field, how few lone cards it has when it falls apart into these sets; NEVER if it does not."""
        least = [0] + [NEVER] * len(self.every)
        for mask in self.every:
            lowest = mask & -mask
            for one in sets:
                if one & lowest and one | mask == mask:
                    lone = not one & one - 1 and one & self.loose != 0
                    least[mask] = min(least[mask], least[mask ^ one] + lone)
        return least


def harvests(field: Field, hand: list[str], rules: Rules = Rules()) -> set[Harvest]:  # noqa: B008 - a tuple
    """Every harvest in a field where harvesting is not barred."""
    found = set()
    for card in hand:
        able = [values(card)] if rules.both_values else [(value,) for value in values(card)]
        for together in able:
            single, locked = rules.single_in_harvest, rules.locked_in_harvest
            sets = [one for value in together for one in field.matching(value, single=single, locked=locked)]
            least = field.parted(sets)
            most = NEVER - 1 if rules.equal_cards else 1
            found |= {Harvest(card, mask) for mask in field.every if least[mask] <= most}
    return found


def stockpiles(field: Field, hand: list[str], rules: Rules = Rules()) -> set[Stockpile]:  # noqa: B008 - a tuple
    """Every stockpile in a field where stockpiling is not barred, with the passive card kept in hand."""
    found = set()
    for make in {value for card in hand for value in values(card)}:
        least = field.parted(field.matching(make, locked=rules.locked_in_stockpile))
        for card in hand:
            if not any(make in values(other) for other in hand if other != card):
                continue
            for own in (0, *field.every):
                if own & field.locked and not rules.locked_in_stockpile:
                    continue
                if not any(make - value in field.totals[own] for value in values(card)):
                    continue
                rest = (len(field.every)) & ~own
                part = rest
                while True:
                    if (own or part) and least[part] < NEVER:
                        found.add(Stockpile(card, make, own | part, part != 0))
                    if not part:
                        break
                    part = part - 1 & rest
    return found


def sows(hand: list[str], season: str) -> set[str]:
    """The cards that may be laid down."""
    return set() if BARRED[season] == "sow" else set(hand)


class Move(NamedTuple):
    """A play as somebody tries it: the sets as places in the field, -1 for the card played; `make` of a stockpile, else 0."""

    card: str
    make: int
    sets: tuple[tuple[int, ...], ...]


def allowed(move: Move, field: Field, hand: list[str], season: str, rules: Rules = Rules()) -> bool:  # noqa: B008
    """Whether one given harvest or stockpile is legal, its sets as they are."""
    if BARRED[season] == ("stockpile" if move.make else "harvest") or move.card not in hand:
        return False
    places = [place for one in move.sets for place in one]
    if len(set(places)) < len(places) or not all(move.sets):
        return False
    return _makes(move, field, hand, rules) if move.make else _takes(move, field, rules)


def _takes(move: Move, field: Field, rules: Rules) -> bool:
    if any(-1 in one for one in move.sets):
        return False
    lone = [one for one in move.sets if len(one) == 1 and field.loose >> one[0] & 1]
    if len(lone) > 1 and not rules.equal_cards:
        return False
    able = [values(move.card)] if rules.both_values else [(value,) for value in values(move.card)]
    barred = field.barred(single=rules.single_in_harvest, locked=rules.locked_in_harvest)
    return any(
        all(any(_adds_up(one, value, move.card, field, barred) for value in together) for one in move.sets)
        for together in able
    )


def _makes(move: Move, field: Field, hand: list[str], rules: Rules) -> bool:
    if not any(-1 in one for one in move.sets) or all(one == (-1,) for one in move.sets):
        return False
    if not any(move.make in values(card) for card in hand if card != move.card):
        return False
    barred = field.barred(single=True, locked=rules.locked_in_stockpile)
    return all(_adds_up(one, move.make, move.card, field, barred) for one in move.sets)


def _adds_up(places: tuple[int, ...], value: int, card: str, field: Field, barred: int) -> bool:
    if len(places) > 1 and any(place >= 0 and barred >> place & 1 for place in places):
        return False
    totals = {0}
    for place in places:
        able = values(card if place < 0 else field.things[place])
        totals = {total + more for total in totals for more in able}
    return value in totals
