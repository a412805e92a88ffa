"""Bids of tricks and the calls of an auction, compiled: what may be bid, and what each call does to the hand.

A word of bidding says which bids it allows, and a bid must be allowed by every word. Words that together leave no bid at all
would end the game: the one that would remove the last bid does not apply. A set of bids is a mask in which bid `b` is `1 << b`;
bids run from 0 to the number of cards in the hand.

A call of an auction is a number: its place among `calls`. First come the bids from low to high, then the other calls (pass,
double …). So a set of calls is a mask, too. Last come the contracts that a declarer names once the auction is over, if any. A
stock, a talon and a card turned up go with them: the cards left over after the deal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, NamedTuple, Self, TypeVar

from referee.core.cards import members
from referee.core.data import Words
from referee.core.events import number_of
from referee.core.formula import Formula, Parser, Value
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset

Names = Mapping[str, Any]
"""What formulas may ask about, by name: numbers, and truth values."""
B = TypeVar("B", bound=int | None)
Allow = Callable[[Names], int]
ParseAt = Callable[..., Formula]

PASS, HOLD, DOUBLE, REDOUBLE = "pass", "hold", "double", "redouble"
ALWAYS_KNOWN = ("declarer", "bidder", "defender", "level", "doubled", "matadors")
"""Names that scoring knows about the contract besides the numbers and names that a ruleset gives it."""
DEALER_MUST, LAST_MUST = "dealer_must", "last_must"
"""Values of `nobody` by which somebody bids in every hand: the dealer, or whoever speaks last, if all others have passed."""
OWN = ("trump", "rank", "level", "then")
"""Keys of a strain or a named bid besides its numbers."""
SHOWN = "turned"
BIDDER, EACH_DEFENDER = "bidder", "each_defender"
"""Speakers of a mark: with a bid, or in answer to it."""
UNSEEN = "unseen"
"""The number in place of the suit of the card turned up, if that is not known: it may be any."""
HAND_NAMES = ("cards", "players", "hand", "hands")
BID_NAMES = (*HAND_NAMES, "bids", "spoken", "last", "partner_bid", "total")
AUCTION_NAMES = (*HAND_NAMES, "total", "round", "level", SHOWN)
"""Names that formulas know of any hand, in bidding and in an auction; `formulas` in the schema says what all of them mean."""
SAME_FOR_ALL = {*HAND_NAMES, "bid"}
"""Names that a word of bidding may ask about that are known before anybody has bid."""


class Worded(int):
    """A bid or a call that keeps words beside its number: the word for a bid that means more, as a blind nil is a bid of 0; or
    what a call of an auction means to the partners, as they tell the others."""

    words: str

    @classmethod
    def by(cls, words: str, number: int) -> Self:
        """Return the bid or call with its words."""
        bid = cls(number)
        bid.words = words
        return bid


def words_of(bid: object) -> str:
    """Return the words that a bid or a call keeps; empty for any other."""
    if not isinstance(bid, Worded):
        return ""
    return bid.words


def bid_notation(bid: B) -> B | str:
    """Return a bid as a log writes it: a number, or the word that means more."""
    return words_of(bid) or bid


def marks_of(bidding: Words) -> dict[str, str]:
    """Return the words for bids that mean more than their number, each with its name in formulas."""
    spoken = bidding.get("spoken", {})
    found = {}
    for word, said in spoken.items():
        if isinstance(said, Mapping) and "mark" in said:
            found[word] = said["mark"]
    return found


def trumps_of(bidding: Words | None) -> list[str]:
    """What each bid of an auction makes trump, and each contract named after it; empty for those that set no trump."""
    if not bidding or "calls" not in bidding:
        return []
    calls = bidding["calls"]
    entries = chain(calls["strains"].values(), calls["names"].values(), bidding["contracts"].values())
    return [entry.get("trump", "") for entry in entries]


def along_marks(bidding: Words) -> list[str]:
    """The marks by which each defender may say that they come along."""
    found = []
    for mark, words in (bidding.get("marks") or {}).items():
        if words["by"] == EACH_DEFENDER:
            found.append(mark)
    return found


def _of_cards(names: Names) -> str:
    return f"in a hand of {number_of(names['cards'], 'cards')}"


Called = str | int | dict[str, str]
"""A bid or a call as a log writes it, with its meaning if it has one."""


class BidWord(NamedTuple):
    """A word of bidding: whether it allows a bid, by the value of its formula; `clause` ends "Ann bid 3 …"."""

    allows: Callable[[int, Value, Names], object]
    clause: Callable[[Names], str] = _of_cards


def _at_least(bid: int, least: Value, names: Names) -> bool:
    return bid >= int(least)


def _at_most(bid: int, most: Value, names: Names) -> bool:
    return bid <= int(most)


def _all_or_nothing(bid: int, so: Value, names: Names) -> bool:
    return not so or bid in (0, names["cards"])


def _keeps_hook(bid: int, so: Value, names: Names) -> bool:
    return not (so and names["last"] and names["bids"] + bid == names["cards"])


def _as_formula(bid: int, so: Value, names: Names) -> Value:
    return so


def _where_all_or_nothing(names: Names) -> str:
    return f"{_of_cards(names)}, where a bid is all or nothing"


def _after_bids(names: Names) -> str:
    return f"after bids that add up to {names['bids']}, {_of_cards(names)}"


BID_WORDS: dict[str, BidWord] = {
    "least": BidWord(_at_least),
    "most": BidWord(_at_most),
    "all_or_nothing": BidWord(_all_or_nothing, _where_all_or_nothing),
    "hook": BidWord(_keeps_hook, _after_bids),
    "only": BidWord(_as_formula),
}


def _legal_bids(allows: Callable[[int, Value, Names], object], formula: Formula, names: Names) -> int:
    """The bids that a word of bidding allows, as a mask in which bid b is 1 << b. `formula` is the argument of the word,
    which may ask about the bid itself, and `names` are the values of all other names; `allows` compares a bid with
    it."""
    each = range(names["cards"] + 1)
    if "bid" in formula.names:
        rows = [{**names, "bid": bid} for bid in each]
        return sum(1 << bid for bid, row in enumerate(rows) if allows(bid, formula.run(row, (row,)), row))
    value = formula.run(names, (names,))
    return sum(1 << bid for bid in each if allows(bid, value, names))


class BidRule(NamedTuple):
    """A word of bidding in force, its formula, and the names that it asks about."""

    rule: str
    pointer: Pointer
    word: BidWord
    allow: Allow
    names: frozenset[str]
    formula: Formula


def bid_rules(
    bidding: Words, known: Collection[str], parser: Parser, auction: Auction | None, ruleset: Ruleset
) -> Iterator[BidRule]:
    """Yield the words of bidding in force, compiled; `known` are the names that they may ask about. In an auction only
    the word `only` can be in force."""
    for name, word in BID_WORDS.items():
        argument = bidding.get(name, False)
        if argument is False or (auction and name != "only"):
            continue
        pointer = ("bidding", name)
        names = known
        if name == "only" and auction is None:
            names = set(known) | {"bid"}
        formula = parser.at(pointer, argument, names)
        asked = formula.names
        if name == "hook":
            asked |= {"bids", "last"}
        allow: Allow = partial(_legal_bids, word.allows, formula)
        worded = word
        if auction:
            allow = auction.only(formula)
            worded = word._replace(clause=auction.clause)
        (rule,) = ruleset.words.at(pointer).cites
        yield BidRule(rule, pointer, worded, allow, asked, formula)


class Call(NamedTuple):
    """Something to call: its name in a log, how high it ranks, its level and strain, the trump suit it sets (None if it
    does not set trump), and its numbers by name."""

    name: str
    rank: Value = 0
    level: int = 0
    strain: str = ""
    trump: int | None = None
    numbers: Mapping[str, Value] = {}
    marks: tuple[str, ...] = ()
    then: str = "play"
    """What follows if it is the highest bid: the hand is played, or thrown in ("next_deal", "same_dealer")."""

    @property
    def bare(self) -> str:
        """Its name without what is said with it: "solo" of "solo open"."""
        return self.name.partition(" ")[0]


class Auction:
    """The auction of a ruleset, from `bidding:`, for one number of players."""

    def __init__(self, bidding: Words, trumps: Mapping[str, int], parse: ParseAt) -> None:
        """Number everything that can be called. `trumps` has the index of each trump suit by its name in rulesets;
        `parse` compiles a formula, from its path in the ruleset, its text, and the names that it may use."""
        self._trumps = trumps
        self.strains = bidding["calls"]["strains"]
        self.to_name = bidding["contracts"]
        self._set_marks(bidding)
        self._set_numbers(bidding)
        self._only = {
            mark: parse(("bidding", "marks", mark, "only"), words["only"], {"level"}.union(self.numbers))
            for mark, words in self.marks.items()
        }
        rank = parse(("bidding", "calls", "rank"), bidding["calls"]["rank"], {"level", "place"}.union(self.numbers))
        bids = self._bids_by_rank(bidding["calls"], rank)
        self._set_course(bidding)
        self._number_calls(bids, bidding)
        ranks = [call.rank for call in bids]
        # for each bid, as masks, the bids that rank above it, and those that rank as high at least
        self.above = [sum(1 << place for place, other in enumerate(ranks) if other > rank) for rank in ranks]
        self.as_high = [sum(1 << place for place, other in enumerate(ranks) if other >= rank) for rank in ranks]
        self.known = dict.fromkeys(ALWAYS_KNOWN, 0) | {"doubled": 1} | self.numbers

    def _set_marks(self, bidding: Words) -> None:
        """Note what may be said with a bid or a contract, and in answer to it."""
        self.marks = bidding["marks"]
        self.answers = tuple(mark for mark, words in self.marks.items() if words["by"] != BIDDER)
        """Marks that a defender may say to the contract once the auction is over."""
        self.along = ""
        """The mark of each defender who comes along, if they are asked."""
        along = along_marks(bidding)
        if along:
            self.along = along[0]
        self.of_contract = [mark for mark in self.marks if mark != self.along]
        """The marks that a contract may have."""

    def _set_numbers(self, bidding: Words) -> None:
        """Collect the numbers and names that formulas know of a contract."""
        named = bidding["calls"]["names"]
        self.numbers: dict[str, Value] = {}
        """The names of all numbers that strains and named bids have, with their values for a contract that has none."""
        for entries in (self.strains, named, self.to_name):
            for entry in entries.values():
                for name in entry:
                    if name not in OWN:
                        self.numbers[name] = 0
        for names in (named, self.to_name, self.of_contract):
            for name in names:
                self.numbers[name] = False

    def _bids_by_rank(self, called: Words, rank: Formula) -> list[Call]:
        """The bids from low to high: each level in each strain, and those with a name; with marks if bids may have them."""
        bare = list[Call]()
        levels = numbers(called.get("levels"))
        strains = self.strains or {"": {}}
        # without levels, each strain is one bid
        for level in levels or [0] * bool(self.strains):
            for strain, entry in strains.items():
                call = self._bare(f"{level if levels else ''}{strain}", strain, entry, level, 0, {})
                row = {**call.numbers, "level": level, "place": len(bare) + 1}
                bare.append(call._replace(rank=rank.run(row, (row,))))
        bare += self._by_name(called["names"])
        bids = bare
        if not self.to_name:
            bids = self._with_every_mark(bare)
        return sorted(bids, key=attrgetter("rank"))

    def _with_every_mark(self, bare: Iterable[Call]) -> list[Call]:
        every: list[Call] = []
        for call in bare:
            every += self._with_marks(call)
        return every

    def _set_course(self, bidding: Words) -> None:
        """Note how the auction goes and ends, and what it leads to."""
        self.rounds = 0
        """The number of calls that each player may make; 0 if there is no limit."""
        if bidding["rounds"] != "open":
            self.rounds = int(bidding["rounds"])
        self.higher: str = bidding["higher"]
        self.first_bid_ends = bidding["ends"] == "first_bid"
        self.double_ends = bidding["ends"] == "double"
        self.places: list[int] = sorted(bidding["who"])
        """The places in the order of speaking, from 1, of those who may call; empty if everybody may."""
        self.out = bidding["passing"] == "out"
        self.nobody: str = bidding["nobody"]
        self.played_by_nobody = self.nobody == "play"
        self.somebody_must = self.nobody in (DEALER_MUST, LAST_MUST)
        self.declarer: str = bidding["declarer"]["is"]
        self.partner: str = bidding["declarer"]["with"]
        self.by_pairs: bool = bidding["by_pairs"]
        self.once: bool = bidding["once"]
        """Whether each player may choose each contract only once in a game."""

    def _number_calls(self, bids: list[Call], bidding: Words) -> None:
        """Number the calls: bids, then other calls, then the contracts that a declarer may name once the auction is
        over."""
        self.bids = len(bids)
        others = [PASS]
        if self.by_pairs:
            others.append(HOLD)
        others += {"none": (), DOUBLE: (DOUBLE,), REDOUBLE: (DOUBLE, REDOUBLE)}[bidding["doubles"]]
        calls = bids + [Call(name) for name in others]
        calls += [Call(mark, marks=(mark,)) for mark in self.answers]
        self.index = {call.name: place for place, call in enumerate(calls)}
        self.answer_mask = sum(1 << self.index[mark] for mark in self.answers)
        answered = sum(1 << place for place, call in enumerate(bids) if not set(self.answers).isdisjoint(call.marks))
        self.everything = (1 << len(calls)) - 1 & ~answered
        """All calls that can be made; those with a mark of a defender are contracts only."""
        self.contracts = tuple(self._with_every_mark(self._by_name(self.to_name)))
        self.contract_index = {call.name: len(calls) + place for place, call in enumerate(self.contracts)}
        self.calls = tuple(calls) + self.contracts
        self.bid_mask = (1 << self.bids) - 1
        self.passes = self.index[PASS]
        self.holds = self.index.get(HOLD, -1)
        self.doubles = self.index.get(DOUBLE, -1)
        self.redoubles = self.index.get(REDOUBLE, -1)

    def only(self, formula: Formula) -> Allow:
        """The function that makes a mask of the calls that satisfy a formula, given the other names. A call that is not
        a bid always does."""

        def allow(names: Words) -> int:
            """The calls, as a mask, for which the formula holds."""
            mask = 0
            if names[SHOWN] == UNSEEN:  # whatever may be called if the card turned up is of some suit or other
                for suit in self._trumps.values():
                    if suit >= 0:
                        mask |= allow({**names, SHOWN: suit})
                return mask
            mask = self.everything & ~self.bid_mask
            for place, call in enumerate(self.calls[: self.bids]):
                turned = call.trump is not None and call.trump == names[SHOWN]
                row = {**names, **call.numbers, "level": call.level, SHOWN: turned}
                if formula.run(row, (row,)):
                    mask |= 1 << place
            return mask

        return allow

    def clause(self, names: Words) -> str:
        """Return the end of a message about a forbidden call: when it was made, if there are several rounds."""
        if self.rounds == 1:
            return ""
        return f"in round {names['round']}"

    def contract_names(
        self, call: int, doubled: int, bid_for: int = -1, matadors: int | None = None
    ) -> dict[str, Value]:
        """The values of all names that scoring knows about a contract, such as its level; those for no contract if
        nobody bid. `call` is the number of the contract (-1 for none), `bid_for` that of the bid after which a declarer
        named it (-1 if it is the bid itself), whose level counts then."""
        names = dict(self.known)
        if call >= 0:
            level = self.calls[call if bid_for < 0 else bid_for].level
            names |= {**self.calls[call].numbers, "level": level, "doubled": doubled, "matadors": matadors or 0}
        return names

    def in_words(self) -> str:
        """What may be called, in words: '1C, 1D, … 7NT, pass, double'."""
        rest = [call.name for call in self.calls[self.bids : len(self.index)]]
        return f"{', '.join([self.bids_in_words()] + rest[:-1])} or {rest[-1]}"

    def bids_in_words(self) -> str:
        """Return the bids from low to high, shortened if there are many: '1C, 1D … 7NT'."""
        bids = [call.name for call in self.calls[: self.bids] if not call.marks]
        if len(bids) < 9:
            return ", ".join(bids)
        return f"{', '.join(bids[:2])} … {bids[-1]}"

    def calls_of(self, contracts: Collection[str]) -> int:
        """The bids and contracts with these names, whatever is said with them, as a mask of calls."""
        found = 0
        for number, call in enumerate(self.calls):
            if call.bare in contracts:
                found |= 1 << number
        return found

    def call_of(self, name: object) -> int:
        """Return the call that a log writes like this, as a text or a number; -1 if there is none."""
        if type(name) in (str, int):
            return self.index.get(self._in_order(str(name)), -1)
        return -1

    def contract_of(self, name: object) -> int:
        """Return the contract that a log writes like this when the declarer names one; -1 if there is none."""
        return self.contract_index.get(self._in_order("null" if name is None else str(name)), -1)

    def _in_order(self, name: str) -> str:
        """A bid or contract as a text, with its marks (all words but the first) in the order of the ruleset."""
        words = name.split()
        marks = words[1:]
        known = list(self.marks)
        if set(marks) <= set(known):
            words[1:] = sorted(marks, key=known.index)
        return " ".join(words)

    def notation(self, call: int) -> Called:
        """A call as a log writes it, with its meaning if it has one; a bid by number alone is that number."""
        name = self.calls[call].name
        meaning = words_of(call)
        if meaning:
            return {name: meaning}
        if name.removeprefix("-").isdigit():
            return int(name)
        return name

    def _with_marks(self, bare: Call) -> Iterator[Call]:
        """Yield a bid without marks, and with every set of marks that go together, at most one of them a defender's."""
        for many in range(len(self.of_contract) + 1):
            for marks in combinations(self.of_contract, many):
                numbers = {**bare.numbers, **dict.fromkeys(marks, True)}
                fits = len(set(marks).intersection(self.answers)) < 2
                if fits and all(self._goes_with(mark, bare.level, numbers) for mark in marks):
                    yield bare._replace(name=" ".join((bare.name,) + marks), numbers=numbers, marks=marks)

    def _goes_with(self, mark: str, level: int, numbers: Words) -> bool:
        row = {**numbers, "level": level}
        return bool(self._only[mark].run(row, (row,)))

    def asks_along(self, contract: int) -> bool:
        """Return whether each defender is asked to come along against this contract."""
        call = self.calls[contract]
        return bool(self.along) and contract >= 0 and self._goes_with(self.along, call.level, call.numbers)

    def goes_with(self, mark: str, contract: str, marks: Iterable[str]) -> bool:
        """Return whether a mark may be said with a contract to be named, along with other marks."""
        bare = self.calls[self.contract_index[contract]]
        return self._goes_with(mark, bare.level, {**bare.numbers, **dict.fromkeys(marks, True)})

    def sits_out(self, call: int) -> bool:
        """Whether the declarer's partner does not play this contract."""
        marks = set(self.calls[call].marks).difference(self.answers)
        return any(self.marks[mark]["partner"] == "sits_out" for mark in marks)

    def _bare(self, name: str, strain: str, entry: Words, level: int, rank: Value, own: Words) -> Call:
        """A bid, or a contract to be named, without marks. `entry` is what the ruleset says of its strain or its name;
        `own` are the names that are true of it alone."""
        of = dict(self.numbers)
        for key in entry:
            if key not in OWN:
                of[key] = entry[key]
        trump = None
        if "trump" in entry:
            trump = self._trumps[entry["trump"]]
        return Call(name, rank, level, strain, trump, {**of, **own}, then=entry.get("then", "play"))

    def _by_name(self, entries: Words) -> Iterator[Call]:
        """Yield bids with a name and a rank of their own, or contracts that a declarer may name."""
        for name, entry in entries.items():
            yield self._bare(name, name, entry, entry.get("level") or 0, entry.get("rank") or 0, {name: True})


def numbers(levels: Sequence[int] | Mapping[str, int] | None) -> Sequence[int]:
    """Return the numbers that may be bid, from a list or from steps: {from: 250, to: 1000, by: 10}."""
    if isinstance(levels, Mapping):
        return range(levels["from"], levels["to"] + 1, levels.get("by", 1))
    return levels or ()


class ByCards(NamedTuple):
    """Bids by cards put away: how many cards each player puts away, and what each card of the deck adds to the bid."""

    many: int
    worth: Sequence[int]

    def bid(self, cards: int) -> int:
        """Return the bid that these cards say."""
        return sum([self.worth[card] for card in members(cards)])

    def bids(self, held: int) -> int:
        """Return the bids that a hand can say, as a mask in which bid `b` is `1 << b`."""
        sums = [1] + [0] * self.many  # for each number of cards the bids that so many of them can say
        for card in members(held):
            for place in range(self.many, 0, -1):
                sums[place] |= sums[place - 1] << self.worth[card]
        return sums[-1]


class Stock(NamedTuple):
    """The stock to draw from: who draws first, where the turned-up card is, and whether tricks count before it is out."""

    first: str
    turned: str
    tricks_count: bool


class Talon(NamedTuple):
    """The cards left over: who takes them, in which contracts a declarer does, who counts those set aside at the end, and which
    cards a declarer does not put away (a mask); and whether the declarer may then bid higher."""

    goes_to: str
    counts_for: str
    when: Formula
    keep: int
    may_raise: bool


class Turned(NamedTuple):
    """The card turned up before an auction: who takes it, after which contracts, and whether it may be put away again."""

    goes_to: str
    when: Formula
    may_go_back: bool


class Joined(NamedTuple):
    """The contracts in which the first other player to win a trick joins the declarer: `when` holds of their names. Only the
    first `within` tricks count (0: all), and only those in which a card was led that is in `led`, a mask for each trump."""

    when: Formula
    within: int
    led: Mapping[int, int]


DEALER, DECLARER, NOBODY = "dealer", "declarer", "nobody"
