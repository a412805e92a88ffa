"""Amounts that a log leaves open: who paid is not known, but how much everybody together has.

A log says: "Ann paid a tax of 2", and not out of which of her purses, of which one held 5 coins and the other 1. Afterwards
the first holds 3 or 4 and the second 0 or 1, but not any two of these numbers: together it is 4. Such payments overlap, and
what came in later cannot have paid what was spent before. So a range for each purse is not enough.

What is kept instead is one course that fits everything so far, as plain numbers (the *witness*, `held`), and beside it a small
network of what may have gone otherwise. A *node* is what lay in one place from one event to another. An *arc* says that any
part of it may have gone from there to here, with how much of it the witness supposes. When a place must hold more than the
witness has there, a path is looked for along which more may have come: with an arc as far as one likes, against an arc as far
as the witness supposes something on it. What is moved along the path gives another witness. If there is no path, no course has
more there: the places that can be reached are a cut, and what lies in them is all that there is. This is the theorem of
maximum flow and minimum cut, so an answer is exact for whole numbers, and nothing is ever tried out.

Places are numbers from 0, the indices of `held`, which belongs to the caller. While nothing is open there is no network, and a
place that nothing open has touched is not in it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

AWAY = -1
"""The place of all that left the table without its sum being known."""
FEW = 16
"""So many nodes are never too many."""


@dataclass(slots=True)
class Amounts:
    """What may have gone otherwise than the witness supposes."""

    at: dict[int, int] = field(default_factory=dict)
    """The latest node of each open place."""
    flows: dict[int, dict[int, int]] = field(default_factory=dict)
    """The arcs that leave each node, by the node that they lead to: how much of it the witness supposes to have gone there."""
    into: dict[int, list[int]] = field(default_factory=dict)
    """The nodes from which arcs lead to each node."""
    given: set[int] = field(default_factory=set)
    """Nodes out of which something has gone. What comes in later begins a new node, so that it was not spent before."""
    apart: dict[int, int] = field(default_factory=dict)
    """What lies in places that are not the caller's, by place (below 0)."""
    nodes: int = 0
    """How many nodes there have been; the number of the next one."""
    enough: int = 0
    """With how many nodes it is worth looking for some that can be dropped."""

    def copy(self) -> Amounts:
        """Return a copy that can be changed by itself."""
        flows = {node: arcs.copy() for node, arcs in self.flows.items()}
        into = {node: nodes.copy() for node, nodes in self.into.items()}
        return Amounts(self.at.copy(), flows, into, self.given.copy(), self.apart.copy(), self.nodes, self.enough)

    # -- what happens --------------------------------------------------------------------------------------------------

    def change(self, held: list[int], place: int, amount: int) -> bool:
        """Prepare for a known amount that comes into a place, or goes out of it (below 0); the caller then adds it to
        `held`.

        Gives whether as much can have been there; if not, the witness has the most that can.
        """
        if place not in self.at:
            return held[place] + amount >= 0
        if amount > 0:
            self._receive(held, place)
            return True
        enough = held[place] >= -amount or self.reach(held, (place,), -amount)
        self.given.add(self.at[place])
        return enough

    def pay(self, paid: Mapping[int, int]) -> None:
        """Note that a sum was paid out of some of these places; `paid` is what the witness takes out of each, perhaps
        0.

        The caller takes it from `held`.
        """
        together = self.add_node()
        for place, amount in paid.items():
            self._add_arc(self.node_of(place), together, amount)

    def move(self, held: list[int], source: int, goal: int) -> None:
        """Note that any part of what lies in one place may have gone to another; the witness supposes that nothing has."""
        if source not in self.at and not held[source]:
            return
        start = self.node_of(source)
        self._receive(held, goal)
        self._add_arc(start, self.node_of(goal), 0)

    def mix(self, held: list[int], places: Sequence[int]) -> None:
        """Note that all that lies in these places was put together and divided anew between them."""
        together = self.add_node()
        for place in places:
            self._add_arc(self.node_of(place), together, held[place])
        for place in places:
            self.at[place] = self.add_node()
            self._add_arc(together, self.at[place], held[place])

    def lose(self, held: list[int], place: int) -> None:
        """Note that all that lay in a place left the table, however much it was; the caller then sets it to 0."""
        if place not in self.at:
            return
        away = self.node_of(AWAY)
        self._add_arc(self.at.pop(place), away, held[place])
        self.apart[AWAY] = self.apart.get(AWAY, 0) + held[place]

    def collect(self, held: list[int], source: int, goal: int) -> None:
        """Move all that lies in one place to another, however much it is."""
        if source in self.at:
            self._receive(held, goal)
            self._add_arc(self.at.pop(source), self.node_of(goal), held[source])
        else:
            self.change(held, goal, held[source])
        held[goal] += held[source]
        held[source] = 0

    def replace(self, held: list[int], place: int, least: int, now: int, most: int) -> None:
        """Let a place hold something between two bounds that depends on nothing else, `now` for the witness.

        It holds the least, and what it gains besides.
        """
        self.lose(held, place)
        held[place] = least
        self.gain(held, place, now - least, most - least)

    def gain(self, held: list[int], place: int, now: int, most: int) -> None:
        """Let a place gain an unknown amount from 0 to `most`; the witness, and so `held`, gains `now`.

        It comes out of a new place of its own, in which `most` lay.
        """
        self._receive(held, place)
        held[place] += now
        if most:
            self.feed(self.node_of(place), now, most - now)

    def feed(self, node: int, gave: int, kept: int) -> None:
        """Let a node have got something from a new place of its own: the witness supposes `gave`, and `kept` is left
        there.

        Such places are numbered downwards from below `AWAY`.
        """
        if self.apart:
            pool = min(AWAY, *self.apart) - 1
        else:
            pool = AWAY - 1
        self.apart[pool] = kept
        self._add_arc(self.node_of(pool), node, gave)

    def share(self, node: int, other: int, gave: int, rest: int) -> None:
        """Let a bag of coins have been divided between two nodes: so much went to the first, and the rest to the other."""
        bag = self.add_node()
        self._add_arc(bag, node, gave)
        self._add_arc(bag, other, rest)

    def know(self, held: list[int], places: Iterable[int]) -> None:
        """Note that in all these places together lies what the witness has there; the caller knows how much in each."""
        together = self.add_node()
        for place in places:
            if place in self.at:
                self._add_arc(self.at.pop(place), together, held[place])

    def prune(self, held: list[int]) -> None:
        """Drop the places that can hold only one amount, and the nodes that then say nothing about the others.

        This looks at everything, so it is only done when the network has doubled since the last time (`enough`).
        """
        if len(self.flows) < self.enough:
            return
        self.know_certain(held)
        latest = set(self.at.values())
        for node in list(self.flows):
            self._contract(node, latest)
        for place, node in list(self.at.items()):
            if not self.flows[node] and not self.into[node]:
                del self.at[place]
                self._remove(node)
        self.enough = 2 * len(self.flows) + FEW

    def know_certain(self, held: list[int]) -> None:
        """Close every place that can hold only one amount, as nothing can have gone from it or come to it in another
        course."""
        goes = {node for node in self.at.values() if len(self._reachable(node) & set(self.at.values())) > 1}
        ends = {node: place for place, node in self.at.items()}
        changing = set[int]()
        for place, node in self.at.items():
            if node in goes and self._there(held, place):
                changing |= self._reachable(node) & ends.keys()
        for place, node in list(self.at.items()):
            if place >= 0 and node not in changing:
                self.know(held, (place,))

    def _contract(self, node: int, latest: set[int]) -> None:
        """Remove a node if it is a dead end or only passes on what comes in, and then its neighbours that have become
        so.

        `latest` are the nodes in which something may lie now; they stay. The arcs into and out of a node that passes
        on become one.
        """
        if node in latest or node not in self.flows:
            return
        before = self.into[node]
        after = self.flows[node]
        neighbours = [*before, *after]
        if len(neighbours) > 1 and (len(before), len(after)) != (1, 1):
            return
        joined = None
        if len(neighbours) == 2:
            joined = (before[0], next(iter(after)), self.flows[before[0]][node])
        self._remove(node)
        if joined is not None and joined[0] != joined[1]:
            self._add_arc(*joined)
        for other in neighbours:
            self._contract(other, latest)

    def _remove(self, node: int) -> None:
        for other in self.into.pop(node):
            del self.flows[other][node]
        for other in self.flows.pop(node):
            self.into[other].remove(node)
        self.given.discard(node)

    # -- what is possible ----------------------------------------------------------------------------------------------

    def parts(self) -> list[list[int]]:
        """The open places in groups: within a group anything may have gone from one place to another, between groups
        nothing.

        Places below 0, which are not the caller's, join nobody.
        """
        outside = {node for place, node in self.at.items() if place < 0}
        seen = set(outside)
        found = []
        for place in sorted(self.at):
            if place < 0 or self.at[place] in seen:
                continue
            queue = [self.at[place]]
            seen.add(queue[0])
            for node in queue:
                for other in [*self.flows[node], *self.into[node]]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
            found.append([one for one in sorted(self.at) if self.at[one] in queue])
        return found

    def between(self, held: Sequence[int], places: Collection[int]) -> tuple[int, int]:
        """Return the least and the most that these places may hold together."""
        now = sum(held[place] for place in places)
        if self.at.keys().isdisjoint(places):
            return now, now
        there = list(held)
        trial = self.copy()
        trial.reach(there, places, 0)
        least = sum(there[place] for place in places)
        trial.reach(there, places, sum(there) + sum(trial.apart.values()))
        return least, sum(there[place] for place in places)

    def reach(self, held: list[int], places: Collection[int], wanted: int) -> bool:
        """Move the witness so that these places together hold `wanted`, or as near to it as is possible; whether they
        do then.

        `held` and the network are changed.
        """
        missing = wanted - sum(held[place] for place in places)
        within = [place for place in places if place in self.at]
        others = [place for place in self.at if place not in places]
        while missing:
            if missing > 0:
                moved = self._shift(held, others, within, missing)
            else:
                moved = -self._shift(held, within, others, -missing)
            if not moved:
                return False
            missing -= moved
        return True

    def _shift(self, held: list[int], sources: Iterable[int], goals: Iterable[int], wanted: int) -> int:
        """Move an amount of at most `wanted` from one of `sources` to one of `goals` along one path; the amount, 0
        without a path.

        `held` and the flows along the path are changed.
        """
        places = {self.at[place]: place for place in sources if self._there(held, place)}
        ends = {self.at[place]: place for place in goals}
        path = self._path(places, ends)
        if not path:
            return 0
        amount = min(wanted, self._there(held, places[path[0]]))
        # against an arc no more can go than the witness supposes on it
        for start, end in pairwise(path):
            if end not in self.flows[start]:
                amount = min(amount, self.flows[end][start])
        for start, end in pairwise(path):
            if end in self.flows[start]:
                self.flows[start][end] += amount
            else:
                self.flows[end][start] -= amount
        self._put(held, places[path[0]], -amount)
        self._put(held, ends[path[-1]], amount)
        return amount

    def _path(self, starts: Iterable[int], ends: Collection[int]) -> list[int]:
        """The shortest path of nodes from one of `starts` to one of `ends` along which more may have gone; [] if
        there is none.

        It goes with arcs, or against those on which the witness supposes something.
        """
        came_from = dict.fromkeys(starts, -1)
        queue = list(came_from)
        # the queue grows while it is read: a breadth-first search
        for node in queue:
            if node in ends:
                path = [node]
                while came_from[path[-1]] >= 0:
                    path.append(came_from[path[-1]])
                return path[::-1]
            for other in self._next(node):
                if other not in came_from:
                    came_from[other] = node
                    queue.append(other)
        return []

    def _reachable(self, start: int) -> set[int]:
        """All nodes to which more may have gone from this one, itself included."""
        found = {start}
        queue = [start]
        # the queue grows while it is read
        for node in queue:
            for other in self._next(node):
                if other not in found:
                    found.add(other)
                    queue.append(other)
        return found

    def _next(self, node: int) -> list[int]:
        """Return the nodes to which more may have gone from one at once: with an arc, or against it if something went there."""
        found = list(self.flows[node])
        for other in self.into[node]:
            if self.flows[other][node]:
                found.append(other)
        return found

    def _there(self, held: Sequence[int], place: int) -> int:
        if place >= 0:
            return held[place]
        return self.apart[place]

    def _put(self, held: list[int], place: int, amount: int) -> None:
        if place >= 0:
            held[place] += amount
        else:
            self.apart[place] += amount

    # -- nodes and arcs ------------------------------------------------------------------------------------------------

    def add_node(self) -> int:
        """Add a node, and return its number."""
        node = self.nodes
        self.nodes += 1
        self.flows[node] = {}
        self.into[node] = []
        return node

    def node_of(self, place: int) -> int:
        """Return the latest node of a place, which is open from now on."""
        if place not in self.at:
            self.at[place] = self.add_node()
            if place < 0:
                self.apart.setdefault(place, 0)
        return self.at[place]

    def _receive(self, held: list[int], place: int) -> None:
        """Begin a new node for a place that is about to receive something, if anything has gone out of it."""
        before = self.at.get(place)
        if before is None or before not in self.given:
            return
        self.at[place] = self.add_node()
        self._add_arc(before, self.at[place], held[place])

    def _add_arc(self, start: int, end: int, flow: int) -> None:
        self.given.add(start)
        if end not in self.flows[start]:
            self.into[end].append(start)
        self.flows[start][end] = self.flows[start].get(end, 0) + flow
