"""Points of a hand: the ruleset's counts, definitions and scoring parts, compiled to one function; and a hand to score.

Each part is calculated for every player, or for every side with bids, tricks and counts added up. A player's points are
those of the player's side: all its own parts and those of its members, except for parts that are not pooled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple, TypeGuard

from referee.core.cards import Deck, mask_of
from referee.core.data import Words
from referee.core.formula import Formula, Parser, Value, of_cases, sum_of
from referee.core.places import Pointer
from referee.engines.trick.words.bids import BID_NAMES, BIDDER, HAND_NAMES, along_marks, marks_of, words_of
from referee.engines.trick.words.counts import ANYHOW, Fallen, make_count
from referee.engines.trick.words.declarations import Declared
from referee.engines.trick.words.ranking import Ranking

IN_A_ROW = "in_a_row"
SCORED = "scored"
"""What the parts of the score come to that do not use this name themselves."""
ROLES = ("declarer", "defender", BIDDER)
"""Names that formulas have for those who play a contract or against it."""
ALL_OR_NOTHING = "all_or_nothing"
"""A word of bidding that scoring knows by its name where players bid tricks, so that a fact is written once."""
Row = dict[str, Any]
"""What formulas know of a player or a side, by name; None for what is not known and no formula asks for."""
Known = Value | None
"""A number of points, tricks or bags; None if it is not known."""
Sides = tuple[tuple[int, ...], ...]
Carried = Mapping[str, Sequence[Known]]
"""Values that are carried from hand to hand, by name and seat."""
NOTHING: Carried = MappingProxyType({})
Run = Callable[[Row, Sequence[Row]], Value]
"""A compiled formula: its value for a row among these rows."""


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
    points: Sequence[Value] | None = None
    totals: Sequence[Known] = ()
    sides: Sides = ()
    last: int | None = None
    chosen: Sequence[Sequence[str]] = ()
    declared: Sequence[Sequence[Declared]] = ()
    seats: tuple[int, ...] = ()
    bags: Sequence[Known] = ()
    worth: Sequence[Sequence[tuple[str, Value]]] | None = None
    declarer: int = -1
    contract: int = -1
    names: Mapping[str, Value] = {}
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
        """Whether nobody bid, so that nobody won a trick."""
        return all(tricks == 0 for tricks in self.won)

    def plays_as(self, role: str) -> Sequence[int]:
        """The seats of the declarer's side, of those who play against it (`defender`), or of the declarer (`bidder`)."""
        if role == BIDDER:
            return (self.declarer,) * (self.contract >= 0)
        with_declarer: tuple[int, ...] = ()
        against: list[int] = []
        for side in self.sides:
            if self.declarer in side:
                with_declarer = side
            else:
                against += side
        if role == "declarer":
            return with_declarer
        return against if with_declarer else ()


def all_known(numbers: Sequence[Known]) -> TypeGuard[Sequence[Value]]:
    """Whether every number is known."""
    return None not in numbers


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
    """The most tricks in a row that a side won."""
    longest = 0
    row = 0
    for seat in winners or ():
        if seat in side:
            row += 1
            longest = max(longest, row)
        else:
            row = 0
    return longest


Column = Callable[[int, int, Hand], Sequence[Known]]


def _cards(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return (ended.cards,) * players


def _players(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return (players,) * players


def _hand(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return (ended.number,) * players


def _hands(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return (hands,) * players


def _bid(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return ended.bids


def _won(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return ended.won


def _total(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return ended.totals


def _bags(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return ended.bags


def _dealer(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [seat == ended.dealer for seat in range(players)]


def _last_trick(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [seat == ended.last for seat in range(players)]


def _in_a_row(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [in_a_row(ended.winners, (seat,)) for seat in range(players)]


def _declared_points(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    if not ended.worth:
        return (0,) * players
    points = []
    for made in ended.worth:
        points.append(sum([each for _, each in made]))
    return points


def _vulnerable(players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [bool(ended.vulnerable >> seat & 1) for seat in range(players)]


COLUMNS: dict[str, Column] = {
    "cards": _cards,
    "players": _players,
    "hand": _hand,
    "hands": _hands,
    "bid": _bid,
    "won": _won,
    "total": _total,
    "bags": _bags,
    "dealer": _dealer,
    "last_trick": _last_trick,
    IN_A_ROW: _in_a_row,
    "declared": _declared_points,
    "vulnerable": _vulnerable,
}
"""The value of each name that scoring knows, seat by seat, from the number of players, of hands, and the hand that ended."""


# The same for names that a ruleset chooses, or that a contract sets: with the name, or the words of a mark.


def _option(name: str, players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [name in options for options in ended.chosen]


def _declaration(name: str, players: int, hands: int, ended: Hand) -> Sequence[Known]:
    if not ended.worth:
        return (0,) * players
    times = []
    for made in ended.worth:
        times.append(sum([other == name for other, _ in made]))
    return times


def _carried(name: str, players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return ended.carried[name]


def _mark(words: Collection[str], players: int, hands: int, ended: Hand) -> Sequence[Known]:
    return [words_of(bid) in words for bid in ended.bids]


def _of_contract(name: str, players: int, hands: int, ended: Hand) -> Sequence[Known]:
    if name not in ROLES:
        return (ended.names[name],) * players
    seats = ended.plays_as(name)
    return [seat in seats for seat in range(players)]


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
        data: Words,
        deck: Deck,
        rankings: Mapping[int, Ranking],
        sides: Sides,
        hands: int,
        parser: Parser,
        contract: Collection[str] = (),
    ) -> None:
        """Compile the scoring of a ruleset, `data`. `sides` are the seats that score together; `hands` is the number of
        hands of a game, 0 if that is not fixed; `contract` are the names that formulas may use of a contract. Faults are
        left in the parser."""
        self.players = sum(map(len, sides))
        self.sides = sides
        self.hands = hands
        self._parse = parser.at
        self._used: set[str] = set()
        self._count_cards(data["count"], deck, rankings)
        bidding = data.get("bidding") or {}
        self._contract = contract
        self._declared = data["declare"]
        self._carried = data["carry"]
        self._along = along_marks(bidding)
        self._options: list[str] = []
        for choice in data["choices"].values():
            self._options += choice["options"]
        self._options += self._along
        self.chosen = bool(self._options)
        """True if players choose something, or say whether they come along, which is kept in the same place."""
        self._words_by_mark: dict[str, list[str]] = {}
        for word, mark in marks_of(bidding).items():
            self._words_by_mark.setdefault(mark, []).append(word)
        self.names = self._facts()
        may_name_bid_word = "calls" not in bidding and ALL_OR_NOTHING not in self.names | data["define"].keys()
        if may_name_bid_word:
            self.names.add(ALL_OR_NOTHING)
        self._compile(data, parser)
        if may_name_bid_word and ALL_OR_NOTHING in self._used:
            self._define_all_or_nothing(bidding.get(ALL_OR_NOTHING, False))
        self._sum_up()
        self.sums_to = None
        if "sums_to" in data:
            self.sums_to = self._parse(("sums_to",), data["sums_to"], HAND_NAMES)
        self._set_end(data["end"])

    def _count_cards(self, counts: Words, deck: Deck, rankings: Mapping[int, Ranking]) -> None:
        """Compile the counts of cards taken, and note what they depend on."""
        self.counts = dict(counts)
        self.counted = [make_count(count, deck, rankings) for count in counts.values()]
        self.by_symbol = any(count.own for count in self.counted)
        self.by_trump = any(count.by_trump for count in self.counted)
        self.compares = any(count.compares for count in self.counted)
        self.by_play = any(count.fell != ANYHOW for count in self.counted)
        """True if a count depends on how cards fell, which the cards taken do not show."""

    def _facts(self) -> set[str]:
        """The names that formulas may use before anything is defined."""
        names = set(COLUMNS)
        names.update(self.counts, self._options, self._declared, self._carried, self._contract, self._words_by_mark)
        if self._contract:
            names.discard("bid")
        return names

    def _compile(self, data: Words, parser: Parser) -> None:
        """Compile every formula of a hand, in the order in which their faults are reported."""
        self.definitions: list[tuple[str, Formula]] = []
        for name, text in parser.in_order(data["define"]):
            self.definitions.append((name, self._formula(("define", name), text)))
            self.names.add(name)
        self.parts = self._parts(data["scoring"], parser)
        self.choices: list[Choice] = []
        for name, choice in data["choices"].items():
            when = self._formula(("choices", name, "when"), choice["when"])
            self.choices.append(Choice(name, when.run, tuple(choice["options"])))
        self._compile_until(data["play"].get("until", False))
        self.carry = [(name, self._formula(("carry", name), text).run) for name, text in data["carry"].items()]
        self.bags = None
        bags = data.get("bags")
        if bags:
            self.bags = Bags(self._formula(("bags", "count"), bags["count"]), bags["limit"], bags["points"])
        self.knock_out = None
        knock_out = data["end"].get("knock_out", False)
        if knock_out is not False:
            self.knock_out = self._formula(("end", "knock_out"), knock_out)

    def _compile_until(self, text: str | Value | bool) -> None:
        """Set the formula by which a hand is over early, for a player or a side (`until`; None if hands are played out),
        with all names that it depends on (`until_asks`) and the definitions among them (`defined_for_until`).

        It cannot ask for what is known only once the hand is over, or not known after hands that could not be scored.
        """
        self.until: Formula | None = None
        self._of_until: list[Formula] = []
        self.decided_by_tricks = False
        """Whether it asks for nothing about a hand but its tricks and its contract."""
        self.decided_at_once = False
        """Whether it asks for nothing that happens in a hand, so that all hands are over after a trick, or none."""
        self.until_asks: set[str] = set()
        self.defined_for_until: list[tuple[str, Run]] = []
        if text is False:
            return
        apart = {"total", "bags", "matadors", "bid", SCORED, ALL_OR_NOTHING}
        apart.update(self._options, self._carried, self._words_by_mark)
        for name, formula in self.definitions:
            if formula.names & apart:
                apart.add(name)
        self.until = self._parse(("play", "until"), text, self.names - apart, around=True)
        self._of_until.append(self.until)
        self.until_asks.update(self.until.names)
        for name, formula in reversed(self.definitions):
            if name in self.until_asks:
                self.until_asks |= formula.names
                self.defined_for_until.insert(0, (name, formula.run))
        self._used |= self.until.names
        beyond_tricks = {"last_trick", IN_A_ROW, "declared"}.union(self.counts, self._declared)
        self.decided_by_tricks = self.until_asks.isdisjoint(beyond_tricks)
        self.decided_at_once = self.until_asks.isdisjoint(beyond_tricks | {"won"})

    def _define_all_or_nothing(self, text: str | Value) -> None:
        """Define the name of the word of bidding `all_or_nothing` by its formula, before all other definitions, since a
        formula of the score uses it."""
        pointer = ("bidding", ALL_OR_NOTHING)
        # with the names of bidding first, so that what is wrong with it as a bid is reported once
        formula = self._parse(pointer, text, set(BID_NAMES))
        if not formula.names <= self.names:
            formula = self._parse(pointer, text, self.names & set(BID_NAMES))
        self._used |= formula.names
        self.definitions.insert(0, (ALL_OR_NOTHING, formula))

    def _sum_up(self) -> None:
        """Note what the compiled formulas have in common: the names that they use, and what they depend on."""
        self.defined = [(name, formula.run) for name, formula in self.definitions]
        self.unpooled = [part for part in self.parts if not (part.by_side or part.pooled)]
        """The parts that partners score each for themselves."""
        self.by_side = len(self.sides) < self.players and all(part.by_side for part in self.parts)
        """True if only what a side does together is scored, so that it does not matter which partner won a trick."""
        if not self._used.isdisjoint(self._words_by_mark):
            self._used.add("bid")
        of_result = {"bid", "won", "last_trick", IN_A_ROW, "level", "matadors"}
        of_result.update(self._along, self.counts)
        self.needs = frozenset(self._used & of_result)
        self.formulas = [formula for _, formula in self.definitions]
        for part in self.parts:
            self.formulas += part.formulas
        if self.bags:
            self.formulas.append(self.bags.counted)
        self.looks_around = any(formula.around for formula in self.formulas + self._of_until)
        self.columns = self._used_columns()
        self.asks_declared = not self._used.isdisjoint(["declared", *self._declared])
        self.added_up = set(ADDED_UP).union(self.counts, self._declared)
        self.of_anybody = set(OF_ANYBODY).union(self._options, self._words_by_mark)
        results = {"bid", "won", "last_trick", IN_A_ROW, "bags"}
        results.update(self._words_by_mark, self.counts, dict(self.definitions))
        self.looked_at = sorted(self._names_about_others() & results)
        """The names by which scores ask what others had in a hand, where each depends on its own player alone."""
        self.defined_apart = not any(formula.over for _, formula in self.definitions)

    def _used_columns(self) -> dict[str, Column]:
        """For each name that formulas use, and each that is carried on, the function that gives its values by seat."""
        columns = {name: COLUMNS[name] for name in sorted(self._used & COLUMNS.keys())}
        own = ((_option, self._options), (_declaration, self._declared), (_of_contract, self._contract))
        for column, names in own:
            for name in sorted(self._used.intersection(names)):
                columns[name] = partial(column, name)
        for name in self._carried:
            columns[name] = partial(_carried, name)
        for mark, words in self._words_by_mark.items():
            if mark in self._used:
                columns[mark] = partial(_mark, words)
        return columns

    def _set_end(self, end: Words) -> None:
        """Compile when a game ends, and who has won it then: whether the lowest total wins, whether a declarer who
        reaches the target comes before others who do, and whether a tie is played on."""
        self.target = None
        if "target" in end:
            self.target = self._parse(("end", "target"), end["target"], {"players"}).run
        self.end_when = None
        self._ends_by = frozenset[str]()
        if "when" in end:
            when = self._parse(("end", "when"), end["when"], set(END_NAMES).union(self._carried))
            self.end_when = when.run
            self._ends_by = when.names
        self.lowest_wins = end["winner"] == "lowest"
        self.declarer_first = end["first_out"] == "declarer"
        self.play_on = end["tied"] == "play_on"

    def _formula(self, pointer: Pointer, text: str | Value) -> Formula:
        parsed = self._parse(pointer, text, self.names, around=True)
        self._used |= parsed.names
        return parsed

    def _names_about_others(self) -> set[str]:
        """The names by which scores ask about other players. A definition among them that itself asks about others
        stands for the names that it uses."""
        looked = set[str]()
        for formula in self.formulas:
            for text in formula.over:
                looked.update(re.findall(_NAME, text))
        beyond = set[str]()
        for name, formula in self.definitions:
            if formula.over or formula.names & beyond:
                beyond.add(name)
        for name, formula in reversed(self.definitions):
            if name in looked & beyond:
                looked = looked - {name} | formula.names
        return looked

    def _parts(self, scoring: Words, parser: Parser) -> list[ScorePart]:
        """Compile the parts of the score. If some of them use the name `scored`, it is defined as the sum of those that
        do not; a fault if that cannot be, since partners score apart."""
        not_a_name_of_the_ruleset = SCORED not in self.names
        self.names |= {SCORED}
        parts = []
        others = []
        asking: list[str] = []
        for name, part in scoring.items():
            compiled, worth = self._part(name, part)
            parts.append(compiled)
            if not_a_name_of_the_ruleset and SCORED in worth.names:
                asking.append(name)
            else:
                others.append(worth)
        if asking:
            self.definitions.append((SCORED, sum_of(others)))
            alone = len(self.sides) == self.players
            if not alone and not all(part.by_side for part in parts):
                message = f"`{SCORED}` is for games without partners, or with `each: side` in all parts of the score"
                parser.faults.append((("scoring", asking[0]), message))
        if not_a_name_of_the_ruleset:
            self.names -= {SCORED}
        return parts

    def _part(self, name: str, part: Words) -> tuple[ScorePart, Formula]:
        """Compile a part of the score, and return with it the formula for its worth: that of the first case that
        applies."""
        cases = []
        formulas: list[Formula] = []
        for place, case in enumerate(part["cases"]):
            pointer = ("scoring", name, "cases", place)
            when = None
            if "when" in case:
                when = self._formula(pointer + ("when",), case["when"])
                formulas.append(when)
            points = self._formula(pointer + ("points",), case["points"])
            formulas.append(points)
            cases.append((when, points))
        worth = of_cases(cases)
        return ScorePart(part["each"] == "side", part.get("pooled", True), worth.run, tuple(formulas)), worth

    def count_taken(
        self, taken: Sequence[int], own: Sequence[int], trump: int, fallen: Sequence[Fallen] = ()
    ) -> tuple[tuple[int, ...], ...]:
        """The ruleset's counts of cards, by count and seat, for players who took the cards `taken` and have their own
        symbol on the cards `own` (masks by seat). `fallen` says how each card fell, if a count depends on that."""
        counts = []
        for count in self.counted:
            piles: list[int] = list(taken)
            if count.fell != ANYHOW:
                piles = list(count.fell.piles(fallen, self.players))
                if count.compares:  # it is the highest of all, however they fell
                    piles.append(mask_of({one.card for one in fallen}) & ~sum(piles))
            counts.append(count.taken(piles, own, trump)[: self.players])
        return tuple(counts)

    def next_choice(self, ended: Hand, order: Iterable[int]) -> tuple[int, Choice] | None:
        """The first player in this `order` (of seats) who has yet to choose, with the choice; None if nobody has. Raises
        FormulaError."""
        players, _ = self.rows(ended)
        for choice, seat in product(self.choices, order):
            if set(choice.options).isdisjoint(ended.chosen[seat]) and choice.when(players[seat], players):
                return seat, choice
        return None

    def wrong_choices(self, ended: Hand) -> Iterator[tuple[int, Choice, list[str]]]:
        """Yield the players who chose something without having the choice, or several options of one choice: the seat,
        the choice, and the options that they chose."""
        players, _ = self.rows(ended)
        for choice, seat in product(self.choices, range(self.players)):
            options = [option for option in ended.chosen[seat] if option in choice.options]
            if len(options) > 1 or (options and not choice.when(players[seat], players)):
                yield seat, choice, options

    def points(self, ended: Hand) -> tuple[list[Value], list[Any]]:
        """The points of every player in a hand, by seat, and the bags that each carries on. Raises FormulaError."""
        players, sides = self.rows(ended)
        score = [self._worth(side, seats, players, sides) for side, seats in enumerate(ended.sides)]
        counted: Sequence[Value] = ()
        if self.bags:
            counted = [self.bags.counted.run(row, sides) for row in sides]
        points, bags = self.share_out(ended.sides, ended.bags, score, counted)
        if sides is not players:
            for part in self.unpooled:
                for seats in ended.sides:
                    for seat in seats:
                        points[seat] += part.worth(players[seat], players)
        return points, bags

    def wrong_sum(self, points: Sequence[Value], cards: int, hand: int) -> str:
        """The complaint if the points of a hand do not add up to `sums_to`, in words; empty if they do. `cards` and
        `hand` are the size and the number of the hand. Raises FormulaError."""
        row = {"cards": cards, "players": self.players, "hand": hand, "hands": self.hands}
        wanted = None
        if self.sums_to:
            wanted = self.sums_to.run(row, (row,))
        total = sum([points[side[0]] for side in self.sides])
        if wanted in (None, total):
            return ""
        return f"add up to {total}; they must add up to {wanted}"

    def points_by_level(
        self, ended: Hand, levels: Sequence[int], seen: set[tuple[Known, ...]]
    ) -> Iterator[tuple[Value, ...]]:
        """Yield the points of the declarer's side and of the others, for each level of the bid, while all else stays as
        it is.

        Nothing is yielded if a hand whose names have the same values is among those `seen`, to which this one is added.
        Every part of the score must be one of sides. Raises FormulaError.
        """
        _, rows = self.rows(ended)
        sides = [row for row in rows if row["declarer"]]
        sides += [row for row in rows if not row["declarer"]]
        alike = []
        for row in sides:
            alike += [row[name] for name in self._beside_level]
        if tuple(alike) in seen:
            return
        seen.add(tuple(alike))
        for level in levels:
            for row in sides:
                row["level"] = level
            for name, formula in self._by_level.items():
                for row in sides:
                    row[name] = formula.run(row, sides)
            yield tuple([self._worth_to(row, sides) for row in sides])

    def _worth_to(self, row: Row, sides: list[Row]) -> Value:
        """The points of a side, where every part of the score is one of sides."""
        points: Value = 0
        for part in self.parts:
            points += part.worth(row, sides)
        return points

    @cached_property
    def _by_level(self) -> dict[str, Formula]:
        """The definitions whose value depends on the level of the bid."""
        found: dict[str, Formula] = {}
        for name, formula in self.definitions:
            if formula.names & (found.keys() | {"level"}):
                found[name] = formula
        return found

    @cached_property
    def _beside_level(self) -> list[str]:
        """The names that points depend on beside the level of the bid."""
        asked = set[str]()
        for formula in self._by_level.values():
            asked |= formula.names
        for part in self.parts:
            for formula in part.formulas:
                asked |= formula.names
        return sorted(asked - self._by_level.keys() - {"level"})

    def points_by_tricks(self, ended: Hand, most: int) -> Iterator[Value]:
        """Yield the points of the first side without its bags, for each number of tricks from 0 up to `most` that its
        first player may have won, while all else stays as it is. Raises FormulaError."""
        players, sides = self.rows(ended)
        tables = [players]
        if sides is not players:
            tables.append(sides)
        changed = slice(None)
        if self.defined_apart:  # definitions that look at no other player change only for the first
            changed = slice(1)
        for won in range(most + 1):
            for rows in tables:
                rows[0]["won"] = won
                self._define(rows[changed], self.defined)
            yield self._worth(0, ended.sides[0], players, sides)

    def _worth(self, side: int, seats: Sequence[int], players: list[Row], sides: list[Row]) -> Value:
        """The points of side number `side`, with these `seats`, without its bags and without the parts that its players
        score each for themselves. `players` and `sides` are the rows of everybody."""
        points: Value = 0
        for part in self.parts:
            if part.by_side or sides is players:
                points += part.worth(sides[side], sides)
            elif part.pooled:
                for seat in seats:
                    points += part.worth(players[seat], players)
        return points

    def knocked_out(self, ended: Hand, totals: Sequence[Known]) -> list[int]:
        """The seats for whom `end: knock_out` holds after a hand, with the totals after it; none if a total is not
        known."""
        if self.knock_out is None or None in totals:
            return []
        players, _ = self.rows(ended)
        for row, total in zip(players, totals, strict=True):
            row["total"] = total
        return [seat for seat, row in enumerate(players) if self.knock_out.run(row, players)]

    def is_decided(self, hand: Hand) -> bool | None:
        """Whether a hand that has come so far is over by `play: until`; None if something that it asks for is not known.
        Raises FormulaError."""
        if self.until is None:
            return False
        unknown = set[str]()
        if hand.counts is None:
            unknown.update(self.counts)
        if hand.winners is None:
            unknown.add(IN_A_ROW)
        if unknown & self.until_asks:
            return None
        _, rows = self.rows(hand._replace(bids=(0,) * self.players), self.defined_for_until)
        return any(self.until.run(row, rows) for row in rows)

    def rows(self, ended: Hand, defined: Sequence[tuple[str, Run]] | None = None) -> tuple[list[Row], list[Row]]:
        """The values of all names in formulas, for every player and for every side; the same list twice where everyone
        plays alone. Of the definitions only those that are `defined` get a value, if they are given."""
        if defined is None:
            defined = self.defined
        if len(ended.seats) < self.players:  # those who do not play have bid and won nothing
            bids = in_play(ended.seats, ended.bids)
            won = in_play(ended.seats, ended.won)
            ended = ended._replace(bids=bids, won=won)
        names = list(self.columns)
        columns = [column(self.players, self.hands, ended) for column in self.columns.values()]
        if ended.counts:
            names += self.counts
            columns += ended.counts
        players: list[Row] = [dict(zip(names, values)) for values in zip(*columns)]  # noqa: B905
        if not players:
            players = [{} for _ in range(self.players)]
        if self.looks_around:  # formulas find under these names the rows of partners and of opponents
            for seats in ended.sides:
                for seat in seats:
                    players[seat]["side()"] = [players[other] for other in seats]
                    players[seat]["others()"] = players[:seat] + players[seat + 1 :]
        self._define(players, defined)
        if len(ended.sides) == self.players:
            return players, players
        return players, self._side_rows(ended, players, defined)

    def share_out(
        self, sides: Sides, carried: Sequence[Known], score: list[Value], counted: Sequence[Value]
    ) -> tuple[list[Value], list[Any]]:
        """The points and bags of every player, by seat, from the bags `carried` into the hand (by seat), and the `score`
        and the bags `counted` in it by side. Full bags change `score` in place."""
        bags: list[Any] = list(carried)  # known, if there are any
        if self.bags:
            for side, (seats, more) in enumerate(zip(sides, counted, strict=True)):
                left = bags[seats[0]] + more
                if left >= self.bags.limit:
                    full, left = divmod(left, self.bags.limit)
                    score[side] += full * self.bags.points
                for seat in seats:
                    bags[seat] = left
        if len(sides) == self.players:
            return score, bags
        points: list[Value] = [0] * self.players
        for side, seats in enumerate(sides):
            for seat in seats:
                points[seat] = score[side]
        return points, bags

    def carry_on(self, ended: Hand) -> dict[str, list[Known]]:
        """The values carried into the next hand, by name and seat, calculated from those before; who did not play keeps
        theirs. Raises FormulaError."""
        _, rows = self.rows(ended)
        sides = ended.sides
        if len(rows) == self.players:
            sides = tuple((seat,) for seat in range(self.players))
        carried = {name: list(values) for name, values in ended.carried.items()}
        for name, run in self.carry:
            for side, row in zip(sides, rows, strict=True):
                value = run(row, rows)
                for seat in side:
                    carried[name][seat] = value
        return carried

    def over(
        self, totals: Sequence[Known], target: Known, hand: int, carried: Carried = NOTHING, *, won: bool = False
    ) -> bool:
        """Whether the game is over after hand number `hand`; not if that depends on a total that is not known (None).
        `won` says that a tie does not keep the game going, since the declarer wins it."""
        if self.hands and hand >= self.hands:
            return True
        reached = None not in totals and self.game_ends(totals, target, hand, carried)
        tied = len(self.leaders(totals)) > len(self.sides[0])
        return reached and (won or not (self.play_on and tied))

    def game_ends(self, totals: Sequence[Known], target: Known, hand: int, carried: Carried = NOTHING) -> bool:
        """Whether `end: when` holds after hand number `hand`, for somebody; not if it asks about a carried value that is
        not known."""
        if self.end_when is None:
            return False
        game: Row = {"target": target, "hand": hand, "hands": self.hands, "players": self.players}
        rows: list[Row] = [{**game, "total": total} for total in totals]
        for name in self._ends_by & carried.keys():
            if None in carried[name]:
                return False
            for row, value in zip(rows, carried[name], strict=True):
                row[name] = value
        return bool(self.end_when(rows[0], rows))

    def leaders(self, totals: Sequence[Known], among: Sequence[int] = ()) -> list[int]:
        """The seats with the best total, all of them or those `among` some; several if they share it, none if a total is
        not known."""
        if not all_known(totals):
            return []
        seats = among or range(len(totals))
        best = max([totals[seat] for seat in seats])
        if self.lowest_wins:
            best = min([totals[seat] for seat in seats])
        return [seat for seat in sorted(seats) if totals[seat] == best]

    def _side_rows(self, ended: Hand, players: list[Row], defined: Sequence[tuple[str, Run]]) -> list[Row]:
        """The rows of sides, from those of players: bids, tricks and counts of the partners added up, what is true of
        one of them true of the side, the rest from the first of them."""
        rows = []
        for seats in ended.sides:
            row: Row = {}
            for name, value in players[seats[0]].items():
                if name in self.added_up:
                    row[name] = sum([players[seat][name] for seat in seats])
                elif name == IN_A_ROW:
                    row[name] = in_a_row(ended.winners, seats)
                elif name in self.of_anybody:
                    row[name] = any(players[seat][name] for seat in seats)
                elif name in self.columns:
                    row[name] = value
            if self.looks_around:
                row["side()"] = [players[seat] for seat in seats]
                row["others()"] = self._rows_of_others(ended, seats, players)
            rows.append(row)
        self._define(rows, defined)
        return rows

    @staticmethod
    def _rows_of_others(ended: Hand, side: Sequence[int], players: list[Row]) -> list[Row]:
        """The rows of those who play against a side, side by side."""
        rows = []
        for other in ended.sides:
            if other is not side:
                rows += [players[seat] for seat in other]
        return rows

    @staticmethod
    def _define(rows: list[Row], defined: Sequence[tuple[str, Run]]) -> None:
        for name, run in defined:
            values = [run(row, rows) for row in rows]
            for row, value in zip(rows, values, strict=True):
                row[name] = value
