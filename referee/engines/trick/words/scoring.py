"""Points of a hand: the ruleset's counts, definitions and scoring parts, compiled to one function; and a hand to score.

Each part is calculated for every player, or for every side with bids, tricks and counts added up. A player's points are
those of the player's side: all its own parts and those of its members, except for parts that are not pooled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import groupby, product
from types import MappingProxyType
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of
from referee.core.formula import Formula, Parser, of_cases, sum_of
from referee.core.places import Pointer
from referee.engines.trick.words.bids import BID_NAMES, BIDDER, HAND_NAMES, along_marks, marks_of, words_of
from referee.engines.trick.words.ranking import Ranking
from referee.engines.trick.words.selectors import ANYHOW, Fallen, make_count

IN_A_ROW = "in_a_row"
SCORED = "scored"
"""What the parts of the score come to that do not use this name themselves."""
ROLES = ("declarer", "defender", BIDDER)
"""Names that formulas have for those who play a contract or against it."""
ALL_OR_NOTHING = "all_or_nothing"
"""A word of bidding that scoring knows by its name where players bid tricks, so that a fact is written once."""
Row = dict[str, Any]
Sides = tuple[tuple[int, ...], ...]
Carried = Mapping[str, Sequence[Any]]
"""Values that are carried from hand to hand, by name and seat."""
NOTHING: Carried = MappingProxyType({})
Run = Callable[..., Any]


class Choice(NamedTuple):
    """A choice that a player has before a hand is scored (one of the options by name), and which players have it."""

    name: str
    when: Run
    options: tuple[str, ...]


class Hand(NamedTuple):
    """A hand that has ended, seat by seat, as it is scored and kept; what is not known is None.

    `counts` holds the ruleset's counts of cards taken, name by name; `totals` are those before it, once it is scored those
    after it; `sides` are the seats that score together, `seats` those that played; `last` took the last trick, `winners` the
    tricks that count, one after another; `together` says that `won` are tricks of sides. `chosen` and `declared` are what
    players chose and declared, `worth` the declarations that count, each with its points. `calls` are those of the auction,
    (seat, call) each, `names` what formulas know of the contract, `bid_for` the bid after which it was named, `matadors` the
    trumps in a row that the declarer's side held or lacked, if that counts. `bags` and `carried` were brought into the hand.
    """

    number: int = 0
    cards: int = 0
    dealer: int = 0
    bids: Sequence[int | None] = ()
    won: Sequence[int | None] = ()
    counts: tuple[tuple[int, ...], ...] | None = None
    points: Sequence[Any] | None = None
    totals: Sequence[Any] = ()
    sides: Sides = ()
    last: int | None = None
    chosen: Sequence[Sequence[str]] = ()
    declared: Sequence[Sequence[Any]] = ()
    seats: tuple[int, ...] = ()
    bags: Sequence[Any] = ()
    worth: Sequence[Sequence[tuple[str, Any]]] | None = None
    declarer: int = -1
    contract: int = -1
    names: Mapping[str, Any] = {}
    doubled: int = 1
    bid_for: int = -1
    matadors: int | None = None
    calls: Sequence[tuple[int, int]] = ()
    vulnerable: int = 0
    carried: Carried = NOTHING
    winners: Sequence[int] | None = None
    together: bool = False

    def took_part(self, seat: int) -> bool:
        """Return whether the player at this seat was in the hand."""
        return any(seat in side for side in self.sides)

    @property
    def passed_out(self) -> bool:
        """Return whether nobody bid, so that nobody won a trick."""
        return all(tricks == 0 for tricks in self.won)

    def plays_as(self, role: str) -> Sequence[int]:
        """Return the seats of the declarer's side, of those who play against it (`defender`), or of the declarer (`bidder`)."""
        side = next((side for side in self.sides if self.declarer in side), ())
        against = [seat for other in self.sides if side and other is not side for seat in other]
        return {"declarer": side, "defender": against, BIDDER: (self.declarer,)}[role]


def in_play(seats: Sequence[int], numbers: Sequence[int | None]) -> Sequence[int | None]:
    """Return numbers by seat, 0 for those who do not play the hand."""
    if len(seats) == len(numbers):
        return numbers
    found = []
    for seat, number in enumerate(numbers):
        if seat in seats:
            found.append(number)
        else:
            found.append(0)
    return found


def in_a_row(winners: Sequence[int] | None, side: Collection[int]) -> int:
    """Return the most tricks in a row that a side won."""
    return max([len([*run]) for won, run in groupby(winners or (), side.__contains__) if won], default=0)


Column = Callable[[int, int, Hand], Sequence[Any]]
COLUMNS: dict[str, Column] = {
    "cards": lambda players, hands, ended: (ended.cards,) * players,
    "players": lambda players, hands, ended: (players,) * players,
    "hand": lambda players, hands, ended: (ended.number,) * players,
    "hands": lambda players, hands, ended: (hands,) * players,
    "bid": lambda players, hands, ended: ended.bids,
    "won": lambda players, hands, ended: ended.won,
    "total": lambda players, hands, ended: ended.totals,
    "bags": lambda players, hands, ended: ended.bags,
    "dealer": lambda players, hands, ended: [seat == ended.dealer for seat in range(players)],
    "last_trick": lambda players, hands, ended: [seat == ended.last for seat in range(players)],
    IN_A_ROW: lambda players, hands, ended: [in_a_row(ended.winners, (seat,)) for seat in range(players)],
    "declared": lambda players, hands, ended: [
        sum([points for _, points in made]) for made in ended.worth or ((),) * players
    ],
    "vulnerable": lambda players, hands, ended: [bool(ended.vulnerable >> seat & 1) for seat in range(players)],
}
"""The value of each name that scoring knows, seat by seat, from the number of players, of hands, and the hand that ended."""


def _of_contract(name: str, players: int, hands: int, ended: Hand) -> Sequence[Any]:
    if name not in ROLES:
        return (ended.names[name],) * players
    seats = ended.plays_as(name)
    return [seat in seats for seat in range(players)]


OWN_COLUMNS: dict[str, Callable[..., Sequence[Any]]] = {
    "options": lambda name, players, hands, ended: [name in options for options in ended.chosen],
    "declared": lambda name, players, hands, ended: [
        sum([other == name for other, _ in made]) for made in ended.worth or ((),) * players
    ],
    "carried": lambda name, players, hands, ended: ended.carried[name],
    "marks": lambda words, players, hands, ended: [words_of(bid) in words for bid in ended.bids],
    "contract": _of_contract,
}
"""The same for names that a ruleset chooses (with the name, or the words of a mark), and for what a contract sets."""

ADDED_UP = ("bid", "won", "declared")
"""Names that are added up for a side."""
OF_ANYBODY = ("dealer", "last_trick", "vulnerable", BIDDER)
"""Names that are true for a side if they are true for anybody in it."""
END_NAMES = ("total", "target", "hand", "hands", "players")
_NAME = r"row\['(\w+)'\]"
"""A name in a formula as it is emitted."""


class ScorePart(NamedTuple):
    """One part of the score: what it is worth to a player, or to a side; `pooled` if partners get what each other scores."""

    by_side: bool
    pooled: bool
    worth: Run
    formulas: tuple[Formula, ...]


class Bags(NamedTuple):
    """Overtricks that are carried: at `limit` of them, `points` are added and `limit` removed."""

    counted: Formula
    limit: int
    points: int


class TrickScoring:
    """The scoring of a ruleset; it `needs` these names of a result, `defined_apart` if no definition looks at other players."""

    unit = "hand"

    def __init__(
        self,
        data: Mapping[str, Any],
        deck: Deck,
        rankings: Mapping[int, Ranking],
        sides: Sides,
        hands: int,
        parser: Parser,
        contract: Collection[str] = (),
    ) -> None:
        self.players = sum(map(len, sides))
        self.sides = sides
        self.hands = hands
        self.counts: dict[str, Any] = dict(data["count"])
        self.counted = [make_count(count, deck, rankings) for count in self.counts.values()]
        self.by_symbol = any(count.own for count in self.counted)
        self.by_trump = any(count.by_trump for count in self.counted)
        self.compares = any(count.compares for count in self.counted)
        self.by_play = any(count.fell != ANYHOW for count in self.counted)
        """True if a count depends on how cards fell, which the cards taken do not show."""
        declared = data["declare"]
        carried = data["carry"]
        bidding = data.get("bidding") or {}
        marks = marks_of(bidding)
        along = along_marks(bidding)
        options = [*(option for choice in data["choices"].values() for option in choice["options"]), *along]
        self.chosen = bool(options)
        """True if players choose something, or say whether they come along, which is kept in the same place."""
        self.names = {*COLUMNS, *self.counts, *options, *declared, *carried, *contract, *marks.values()}
        if contract:
            self.names -= {"bid"}
        else:
            self.names -= set()
        named = "calls" not in bidding and ALL_OR_NOTHING not in {*self.names, *data["define"]}
        if named:
            self.names |= {ALL_OR_NOTHING}
        else:
            self.names |= set()
        self._used: set[str] = set()
        parse = parser.at
        self._parse = parse
        self.definitions: list[tuple[str, Formula]] = []
        for name, text in parser.in_order(data["define"]):
            self.definitions.append((name, self._formula(("define", name), text)))
            self.names.add(name)
        self.parts = self._parts(data["scoring"], parser)
        self.choices = [
            Choice(name, self._formula(("choices", name, "when"), choice["when"]).run, tuple(choice["options"]))
            for name, choice in data["choices"].items()
        ]
        self.carry = [(name, self._formula(("carry", name), text).run) for name, text in data["carry"].items()]
        bags = data.get("bags")
        self.bags = None
        if bags:
            self.bags = Bags(self._formula(("bags", "count"), bags["count"]), bags["limit"], bags["points"])
        knock_out = data["end"].get("knock_out", False)
        if knock_out is False:
            self.knock_out = None
        else:
            self.knock_out = self._formula(("end", "knock_out"), knock_out)
        if named and ALL_OR_NOTHING in self._used:
            pointer = ("bidding", ALL_OR_NOTHING)
            text = bidding.get(ALL_OR_NOTHING, False)
            formula = parse(pointer, text, set(BID_NAMES))  # so that what is wrong with it as a bid is reported once
            if not formula.names <= self.names:
                formula = parse(pointer, text, self.names & {*BID_NAMES})
            self._used |= formula.names
            self.definitions.insert(0, (ALL_OR_NOTHING, formula))
        self.defined = [(name, formula.run) for name, formula in self.definitions]
        defined = [formula for _, formula in self.definitions]
        self.unpooled = [part for part in self.parts if not (part.by_side or part.pooled)]
        """The parts that partners score each for themselves."""
        self.by_side = len(sides) < self.players and all(part.by_side for part in self.parts)
        """True if only what a side does together is scored, so that it does not matter which partner won a trick."""
        if self._used & {*marks.values()}:
            self._used.add("bid")
        self.needs = frozenset(
            self._used & {"bid", "won", "last_trick", IN_A_ROW, "level", "matadors", *along, *self.counts}
        )
        self.formulas = [*defined, *(formula for part in self.parts for formula in part.formulas)]
        if self.bags:
            self.formulas += [self.bags.counted]
        self.looks_around = any(formula.around for formula in self.formulas)
        self.columns: dict[str, Column] = {name: COLUMNS[name] for name in sorted(self._used & COLUMNS.keys())}
        said = {mark: [word for word in marks if marks[word] == mark] for mark in marks.values()}
        asked = (("options", {*options}), ("declared", {*declared}), ("contract", {*contract}))
        own = [(of, name, name) for of, names in asked for name in sorted(names & self._used)]
        own += [("carried", name, name) for name in carried]
        own += [("marks", mark, words) for mark, words in said.items() if mark in self._used]
        self.columns |= {name: partial(OWN_COLUMNS[of], what) for of, name, what in own}
        self.asks_declared = bool(self._used & {"declared", *declared})
        self.added_up = {*ADDED_UP, *self.counts, *declared}
        self.of_anybody = {*OF_ANYBODY, *options, *said}
        results = {"bid", "won", "last_trick", IN_A_ROW, "bags", *said, *self.counts, *dict(self.defined)}
        self.looked_at = sorted(self._looked_at() & results)
        """The names by which scores ask what others had in a hand, each of which depends on its own player alone."""
        self.defined_apart = not any(formula.over for formula in defined)
        self.sums_to = parse(("sums_to",), data["sums_to"], HAND_NAMES) if "sums_to" in data else None
        end = data["end"]
        self.target = parse(("end", "target"), end["target"], {"players"}).run if "target" in end else None
        when = None
        if "when" in end:
            when = parse(("end", "when"), end["when"], {*END_NAMES, *carried})
        self.end_when = when.run if when else None
        if when:
            self._ends_by = when.names
        else:
            self._ends_by = frozenset[str]()
        self.lowest_wins = end["winner"] == "lowest"
        self.declarer_first = end["first_out"] == "declarer"
        self.play_on = end["tied"] == "play_on"

    def _formula(self, pointer: Pointer, text: Any) -> Formula:
        parsed = self._parse(pointer, text, self.names, around=True)
        self._used |= parsed.names
        return parsed

    def _looked_at(self) -> set[str]:
        """Return the names by which scores ask about other players, in place of a definition that does so those it uses."""
        looked = {name for one in self.formulas for text in one.over for name in re.findall(_NAME, text)}
        beyond = set[str]()
        for name, formula in self.definitions:
            if formula.over or formula.names & beyond:
                beyond.add(name)
        for name, formula in reversed(self.definitions):
            if name in looked & beyond:
                looked = looked - {name} | formula.names
        return looked

    def _parts(self, scoring: Mapping[str, Any], parser: Parser) -> list[ScorePart]:
        """The parts of the score; what those come to that do not ask for it is a definition, if another does."""
        named = SCORED not in self.names
        self.names |= {SCORED}
        parts = []
        others = []
        asking: list[str] = []
        for name, part in scoring.items():
            compiled, worth = self._part(name, part)
            parts.append(compiled)
            if named and SCORED in worth.names:
                asking.append(name)
            else:
                others.append(worth)
        if asking:
            self.definitions.append((SCORED, sum_of(others)))
            alone = len(self.sides) == self.players
            if not alone and not all(part.by_side for part in parts):
                message = f"`{SCORED}` is for games without partners, or with `each: side` in all parts of the score"
                parser.faults.append((("scoring", asking[0]), message))
        if named:
            self.names -= {SCORED}
        return parts

    def _part(self, name: str, part: Mapping[str, Any]) -> tuple[ScorePart, Formula]:
        cases = []
        for place, case in enumerate(part["cases"]):
            pointer = ("scoring", name, "cases", place)
            when = None
            if "when" in case:
                when = self._formula((*pointer, "when"), case["when"])
            cases.append((when, self._formula((*pointer, "points"), case["points"])))
        formulas = tuple(formula for case in cases for formula in case if formula is not None)
        worth = of_cases(cases)
        return ScorePart(part["each"] == "side", part["pooled"], worth.run, formulas), worth

    def count_taken(
        self, taken: Sequence[int], own: Sequence[int], trump: int, fallen: Sequence[Fallen] = ()
    ) -> tuple[tuple[int, ...], ...]:
        """Return the ruleset's counts, name by name and seat by seat, of players who took these cards, which fell like this."""
        counts = []
        for count in self.counted:
            if count.fell == ANYHOW:
                piles = taken
            else:
                piles = count.fell.piles(fallen, self.players)
            if count.compares and piles is not taken:  # it is the highest of all, however they fell
                piles = [*piles, mask_of({one.card for one in fallen}) & ~sum(piles)]
            counts.append(count.taken(piles, own, trump)[: self.players])
        return tuple(counts)

    def next_choice(self, ended: Hand, order: Iterable[int]) -> tuple[int, Choice] | None:
        """Return the first player in this order (a seat) who has yet to choose, and what. Raises FormulaError."""
        players, _ = self.rows(ended)
        for choice, seat in product(self.choices, order):
            if not set(choice.options) & {*ended.chosen[seat]} and choice.when(players[seat], players):
                return seat, choice
        return None

    def chosen_wrongly(self, ended: Hand) -> Iterator[tuple[int, Choice, list[str]]]:
        """Yield who chose something without a choice, or several options of one choice: the seat, and what they chose."""
        players, _ = self.rows(ended)
        for choice, seat in product(self.choices, range(self.players)):
            options = [option for option in ended.chosen[seat] if option in choice.options]
            if len(options) > 1 or (options and not choice.when(players[seat], players)):
                yield seat, choice, options

    def points(self, ended: Hand) -> tuple[list[Any], list[Any]]:
        """Return the points of every player, and the bags that each carries on. Raises FormulaError."""
        players, sides = self.rows(ended)
        score = [self._worth(side, seats, players, sides) for side, seats in enumerate(ended.sides)]
        counted = [self.bags.counted.run(row, sides) for row in sides] if self.bags else ()
        points, bags = self.share_out(ended.sides, ended.bags, score, counted)
        if sides is not players:
            for part, seat in product(self.unpooled, (seat for seats in ended.sides for seat in seats)):
                points[seat] += part.worth(players[seat], players)
        return points, bags

    def wrong_sum(self, points: Sequence[Any], cards: int, hand: int) -> str:
        """Return to what the points of a hand add up and should, in words, if that is not the same. Raises FormulaError."""
        row = {"cards": cards, "players": self.players, "hand": hand, "hands": self.hands}
        wanted = None
        if self.sums_to:
            wanted = self.sums_to.run(row, (row,))
        total = sum([points[side[0]] for side in self.sides])
        if wanted in (None, total):
            return ""
        return f"add up to {total}; they must add up to {wanted}"

    def points_by_level(
        self, ended: Hand, levels: Sequence[Any], seen: set[tuple[Any, ...]]
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the points of the declarer's side and of the others, for each level of the bid, while all else stays as it is,
        unless a hand that does not differ for them is among those `seen`, to which it is added. Every part of the score is one
        of sides. Raises FormulaError."""
        _, sides = self.rows(ended)
        sides = [row for row in sides if row["declarer"]] + [row for row in sides if not row["declarer"]]
        late = [(name, formula) for name, formula in self.definitions if name in self._by_level]
        asked = {name for _, formula in late for name in formula.names}
        asked |= {name for part in self.parts for formula in part.formulas for name in formula.names}
        alike = tuple([row[name] for row in sides for name in sorted(asked - self._by_level - {"level"})])
        if alike in seen:
            return
        seen.add(alike)
        for level in levels:
            for row in sides:
                row["level"] = level
            for name, formula in late:
                for row in sides:
                    row[name] = formula.run(row, sides)
            yield tuple([sum(part.worth(row, sides) for part in self.parts) for row in sides])

    @cached_property
    def _by_level(self) -> set[str]:
        """Return the definitions whose value depends on the level of the bid."""
        names = set[str]()
        for name, formula in self.definitions:
            if formula.names & (names | {"level"}):
                names.add(name)
        return names

    def points_by_tricks(self, ended: Hand, most: int) -> Iterator[Any]:
        """Yield the points of the first side without its bags, for each number of tricks up to the most that its first player
        can win, while all else stays as it is. Raises FormulaError."""
        players, sides = self.rows(ended)
        if self.defined_apart:
            changed = slice(1)
        else:
            changed = slice(None)
        for won in range(most + 1):
            for rows in [players] if sides is players else [players, sides]:
                rows[0]["won"] = won
                self._define(rows[changed])
            yield self._worth(0, ended.sides[0], players, sides)

    def _worth(self, side: int, seats: Sequence[int], players: list[Row], sides: list[Row]) -> Any:
        """Return the points of a side, without its bags and what its players score each for themselves."""
        points: Any = 0
        for part in self.parts:
            if part.by_side or sides is players:
                points += part.worth(sides[side], sides)
            elif part.pooled:
                for seat in seats:
                    points += part.worth(players[seat], players)
        return points

    def knocked_out(self, ended: Hand, totals: Sequence[Any]) -> list[int]:
        """Return the seats of those for whom `end: knock_out` holds after a hand, with the totals after it."""
        if self.knock_out is None or None in totals:
            return []
        players, _ = self.rows(ended)
        for row, total in zip(players, totals, strict=True):
            row["total"] = total
        return [seat for seat, row in enumerate(players) if self.knock_out.run(row, players)]

    def rows(self, ended: Hand) -> tuple[list[Row], list[Row]]:
        """Return what the formulas know of every player and of every side; the same list where everyone plays alone."""
        if len(ended.seats) < self.players:  # those who do not play have bid and won nothing
            bids = in_play(ended.seats, ended.bids)
            won = in_play(ended.seats, ended.won)
            ended = ended._replace(bids=bids, won=won)
        columns = [column(self.players, self.hands, ended) for column in self.columns.values()]
        names = (*self.columns, *self.counts)
        players: list[Row] = [dict(zip(names, values)) for values in zip(*columns, *(ended.counts or ()))]  # noqa: B905
        if not players:
            players = [{} for _ in range(self.players)]
        if self.looks_around:
            for seats in ended.sides:
                for seat in seats:
                    players[seat]["side()"] = [players[other] for other in seats]
                    players[seat]["others()"] = players[:seat] + players[seat + 1 :]
        self._define(players)
        return players, players if len(ended.sides) == self.players else self._side_rows(ended, players)

    def share_out(
        self, sides: Sides, carried: Sequence[Any], score: list[Any], counted: Sequence[Any]
    ) -> tuple[list[Any], list[Any]]:
        """Return the points and bags of every player, from the bags carried, the sides' scores and the bags they counted."""
        bags = list(carried)
        rule = self.bags
        for side, (seats, more) in enumerate(zip(sides, counted, strict=True) if rule else ()):
            left = bags[seats[0]] + more
            if rule and left >= rule.limit:
                full, left = divmod(left, rule.limit)
                score[side] += full * rule.points
            for seat in seats:
                bags[seat] = left
        if len(sides) == self.players:
            return score, bags
        of = {seat: score[side] for side, seats in enumerate(sides) for seat in seats}
        return [of.get(seat, 0) for seat in range(self.players)], bags

    def carry_on(self, ended: Hand) -> dict[str, list[Any]]:
        """Return the values carried into the next hand, by name and seat, calculated from those before; who did not play keeps
        theirs. Raises FormulaError."""
        _, rows = self.rows(ended)
        sides = [(seat,) for seat in range(self.players)] if len(rows) == self.players else ended.sides
        carried = {name: list(values) for name, values in ended.carried.items()}
        for (name, run), (side, row) in product(self.carry, zip(sides, rows, strict=True)):
            for seat in side:
                carried[name][seat] = run(row, rows)
        return carried

    def over(
        self, totals: Sequence[Any], target: Any, hand: int, carried: Carried = NOTHING, *, won: bool = False
    ) -> bool:
        """Return whether the game is over after hand number `hand`, as far as that can be known: a total may be None. `won`
        says that a tie does not count, since the declarer wins."""
        if self.hands and hand >= self.hands:
            return True
        reached = None not in totals and self.game_ends(totals, target, hand, carried)
        tied = len(self.leaders(totals)) > len(self.sides[0])
        return reached and (won or not (self.play_on and tied))

    def game_ends(self, totals: Sequence[Any], target: Any, hand: int, carried: Carried = NOTHING) -> bool:
        """Return whether `end: when` holds after hand number `hand`."""
        if self.end_when is None:
            return False
        game = {"target": target, "hand": hand, "hands": self.hands, "players": self.players}
        rows = [{**game, "total": total} for total in totals]
        for name in self._ends_by & carried.keys():
            if None in carried[name]:
                return False
            for row, value in zip(rows, carried[name], strict=True):
                row[name] = value
        return bool(self.end_when(rows[0], rows))

    def leaders(self, totals: Sequence[Any], among: Sequence[int] = ()) -> list[int]:
        """Return the seats with the best total (`among` some, or all), several if they share it; none if totals are open."""
        if None in totals:
            return []
        seats = among or range(len(totals))
        best = (min if self.lowest_wins else max)(totals[seat] for seat in seats)
        return [seat for seat in sorted(seats) if totals[seat] == best]

    def _side_rows(self, ended: Hand, players: list[Row]) -> list[Row]:
        """Return the sides' rows: bids, tricks and counts of the partners added up, the rest from the first of them."""
        rows = []
        for seats in ended.sides:
            row: Row = {}
            for name, value in players[seats[0]].items():
                if name in self.added_up:
                    row[name] = sum(players[seat][name] for seat in seats)
                elif name == IN_A_ROW:
                    row[name] = in_a_row(ended.winners, seats)
                elif name in self.of_anybody:
                    row[name] = any(players[seat][name] for seat in seats)
                elif name in self.columns:
                    row[name] = value
            if self.looks_around:
                others = []
                for other in ended.sides:
                    if other is not seats:
                        for seat in other:
                            others.append(players[seat])
                row |= {"side()": [players[seat] for seat in seats], "others()": others}
            rows.append(row)
        self._define(rows)
        return rows

    def _define(self, rows: list[Row]) -> None:
        for name, run in self.defined:
            values = [run(row, rows) for row in rows]
            for row, value in zip(rows, values, strict=True):
                row[name] = value
