"""Sums of amounts that are not known one by one, as a person says them; `amounts` keeps them as a network.

Of money that may lie here or there one says: "on the Mafia are 0 to 5, on the Loan Sharks 0 to 5, and together it is 5". Each
such sentence is a `Sum`: some places, and the least and the most that they hold together. As long as any two of them are
nested or have nothing in common, every division that fits all of them is possible, and no other: the sentences are a tree,
with the places as its leaves. So they can be made into a network again, which `network` does: what a sum may hold beyond its
least was in a bag that was divided between it and the sum around it.

`sums` goes the other way, and says of a network what each place may hold, what each group of places may (all the cards of one
player), and what they may hold together. That is exact for each of these questions. A network may know more, as that two cards
of Ann's and one of Ben's hold 3 at least; that is not said, so by the sums more is possible than by the network, never less.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.core.unseen.amounts import Amounts


class Sum(NamedTuple):
    """The least and the most that some places hold together, in ascending order."""

    places: tuple[int, ...]
    least: int
    most: int


class Unfit(Exception):  # noqa: N818 - what a sum is
    """A sum that cannot be, and why: there is less or more than it says, or it crosses another, which is the other one."""

    def __init__(self, wrong: Sum, least: int, most: int, other: Sum | None = None) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.least = least
        self.most = most
        self.other = other


# -- from a network to sums ------------------------------------------------------------------------------------------------


def sums(amounts: Amounts, held: Sequence[int], group_of: Mapping[int, int]) -> list[Sum]:
    """The sums that say what some open places may hold, alone, by group and all together, in order of the places.

    `group_of` has the group of each place, such as the player who owns the card. Sums that follow from smaller ones
    are omitted.
    """
    found: list[Sum] = []
    for part in amounts.parts():
        found += _sums_of_part(amounts, held, part, group_of)
    return sorted(found)


def _sums_of_part(
    amounts: Amounts, held: Sequence[int], places: Iterable[int], group_of: Mapping[int, int]
) -> list[Sum]:
    """The sums of places between which anything may have gone: each place, then each group, then all groups together."""
    groups: dict[int, list[Sum]] = {}
    for place in places:
        single = _sum_of(amounts, held, [place])
        if single.least < single.most:
            groups.setdefault(group_of[place], []).append(single)
    found: list[Sum] = []
    open_groups: list[Sum] = []
    for singles in groups.values():
        found += singles
        together = _together(amounts, held, singles)
        if not _follows(together, singles):
            found.append(together)
        if together.least < together.most:
            open_groups.append(together)
    if len(open_groups) > 1:
        together = _together(amounts, held, open_groups)
        if not _follows(together, open_groups):
            found.append(together)
    return found


def _sum_of(amounts: Amounts, held: Sequence[int], places: Iterable[int]) -> Sum:
    listed = tuple(sorted(places))
    return Sum(listed, *amounts.between(held, listed))


def _together(amounts: Amounts, held: Sequence[int], parts: Iterable[Sum]) -> Sum:
    places: list[int] = []
    for part in parts:
        places += part.places
    return _sum_of(amounts, held, places)


def _follows(together: Sum, parts: Sequence[Sum]) -> bool:
    """Return whether a sum of some others says no more than they do."""
    least = sum([part.least for part in parts])
    most = sum([part.most for part in parts])
    return (together.least, together.most) == (least, most)


# -- from sums to a network ------------------------------------------------------------------------------------------------


class _Branch:
    """A sum in the tree of all, with those directly inside it, and what it can hold, given what these can."""

    def __init__(self, said: Sum) -> None:
        self.said = said
        self.inside: list[_Branch] = []
        self.least = said.least
        self.most = said.most


def network(said: Sequence[Sum], held: list[int]) -> Amounts:
    """The network of what is open about amounts whose sums are known; `held` gets one division that fits
    them.

    What is in `held` already, above 0, stays there. Raises Unfit if that is impossible, or if two sums overlap.
    """
    roots = _tree(said)
    amounts = Amounts()
    for root in roots:
        _narrow(root, held)
        _fill(root, root.least, held)
        node = _add(amounts, root, held)
        amount = sum([held[place] for place in root.said.places])
        if root.said.least < root.said.most:
            amounts.feed(node, amount - root.said.least, root.said.most - amount)
    return amounts


def _tree(said: Sequence[Sum]) -> list[_Branch]:
    """The sums as trees: the largest ones, each with those inside it. Raises Unfit if two overlap.

    Each place of a sum of several gets a sum of its own, from 0 on, if it has none.
    """
    branches = []
    places = set[int]()
    for one in sorted(said, key=_size):
        if len(one.places) > 1:
            branches += [_Branch(Sum((place,), 0, one.most)) for place in one.places if place not in places]
        branches.append(_Branch(one))
        places.update(one.places)
    roots: list[_Branch] = []
    for branch in branches:
        rest = []
        for other in roots:
            common = set(branch.said.places).intersection(other.said.places)
            if len(common) == len(other.said.places):
                branch.inside.append(other)
            elif common:
                raise Unfit(branch.said, 0, 0, other.said)
            else:
                rest.append(other)
        roots = [*rest, branch]
    return roots


def _size(one: Sum) -> int:
    return len(one.places)


def _narrow(branch: _Branch, held: Sequence[int]) -> None:
    """Narrow, in place, the least and the most of a sum and of all inside it to what they can hold beside each other.

    Raises Unfit where nothing is left.
    """
    if branch.inside:
        for inner in branch.inside:
            _narrow(inner, held)
        least = sum([inner.least for inner in branch.inside])
        most = sum([inner.most for inner in branch.inside])
    else:
        (place,) = branch.said.places
        least = held[place]
        most = held[place] or branch.most
    if least > branch.most or most < branch.least:
        raise Unfit(branch.said, least, most)
    branch.least = max(branch.least, least)
    branch.most = min(branch.most, most)


def _fill(branch: _Branch, amount: int, held: list[int]) -> None:
    """Divide an amount between the places of a sum and write it into `held`: first what each must hold, then from the
    first on."""
    if not branch.inside:
        held[branch.said.places[0]] = amount
        return
    rest = amount - sum([inner.least for inner in branch.inside])
    for inner in branch.inside:
        more = min(rest, inner.most - inner.least)
        _fill(inner, inner.least + more, held)
        rest -= more


def _add(amounts: Amounts, branch: _Branch, held: Sequence[int]) -> int:
    """Add a sum and all inside it to a network; the number of its node."""
    if not branch.inside:
        return amounts.node_of(branch.said.places[0])
    node = amounts.add_node()
    for inner in branch.inside:
        own = _add(amounts, inner, held)
        amount = sum([held[place] for place in inner.said.places])
        if inner.said.least < inner.said.most:
            amounts.share(own, node, amount - inner.said.least, inner.said.most - amount)
    return node
