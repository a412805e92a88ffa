"""An auction compiled: the calls from low to high, and what each of them does to the hand.

A call is a number: its place among `calls`. First come the bids from low to high, then the other calls (pass, double …).
So a set of calls is a mask, like a set of bids by numbers of tricks. Last come the contracts that a declarer names
once the auction is over, if there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from referee.core.formula import Formula, Value

PASS, HOLD, DOUBLE, REDOUBLE = "pass", "hold", "double", "redouble"
ALWAYS_KNOWN = {
    "declarer": "true for the declarer and the declarer's side; nobody is the declarer of a hand that nobody bid on",
    "bidder": "true for the declarer alone",
    "defender": "true for everybody who plays against the declarer; nobody is one in a hand that nobody bid on",
    "level": "the number of the contract, or of the bid after which it was named; 0 if nobody bid",
    "doubled": "1, 2 if the contract was doubled, 4 if it was redoubled",
    "matadors": "how many trumps in a row from the highest down the declarer's side held, or lacked",
}
"""What scoring knows about the contract besides the numbers and names that a ruleset gives it."""
OWN = ("trump",)
"""What a strain or a named bid says besides its numbers."""
SHOWN = "turned"
DEFENDER = "defender"
"""Who says a mark that is not part of a bid."""
UNSEEN = "unseen"
"""Instead of the suit of the card turned up, if that is not known: it may be any."""
AUCTION_NAMES = {
    "cards": "cards dealt to each player in this hand",
    "players": "number of players",
    "hand": "number of this hand, from 1",
    "hands": "number of hands in the game, 0 when it is open",
    "total": "the player's score before this hand",
    "round": "number of this round of calls, from 1",
    "level": "the number of the bid",
    SHOWN: "true for a bid whose trump is the suit of the card turned up",
}
SHORT = 9
"""A message lists all bids if there are fewer than this."""
Words = Mapping[str, Any]
ParseAt = Callable[..., Formula]


class Call(NamedTuple):
    """Something to call: its name in a log, how high it ranks, its level and strain, the trump suit it sets (None if it
    does not set trump), and its numbers by name."""

    name: str
    rank: Value = 0
    level: int = 0
    strain: str = ""
    trump: int | None = None
    numbers: Mapping[str, Any] = {}
    marks: tuple[str, ...] = ()


class Auction:
    """What `bidding:` says about an auction, for one number of players."""

    def __init__(self, bidding: Words, trumps: Mapping[str, int], parse: ParseAt) -> None:
        called = bidding["calls"]
        self.strains: Words = called["strains"]
        self.named: Words = called["names"]
        self.to_name: Words = bidding["contracts"]
        self.marks: Words = bidding["marks"]
        self.answers = tuple(mark for mark, words in self.marks.items() if words["by"] == DEFENDER)
        """What a defender may say to the contract once the auction is over."""
        self.numbers = self._numbers_known()
        self._only = {
            mark: parse(("bidding", "marks", mark, "only"), words["only"], {"level", *self.numbers})
            for mark, words in self.marks.items()
        }
        self.suits = [suit for suit in trumps.values() if suit >= 0]
        rank = parse(("bidding", "calls", "rank"), called["rank"], {"level", "place", *self.numbers})
        made = [*self._by_level(numbers(called.get("levels")), rank, trumps), *self._by_name(trumps)]
        marked = made if self.to_name else [call for bare in made for call in self._marked(bare)]
        bids = sorted(marked, key=lambda call: call.rank)
        self.rounds = 0 if bidding["rounds"] == "open" else int(bidding["rounds"])
        self.higher: str = bidding["higher"]
        self.first_bid_ends = bidding["ends"] == "first_bid"
        self.out = bidding["passing"] == "out"
        self.nobody: str = bidding["nobody"]
        self.played_by_nobody = self.nobody == "play"
        self.declarer: str = bidding["declarer"]["is"]
        self.partner: str = bidding["declarer"]["with"]
        doubles = {"none": (), DOUBLE: (DOUBLE,), REDOUBLE: (DOUBLE, REDOUBLE)}[bidding["doubles"]]
        self.bids = len(bids)
        self.by_pairs: bool = bidding["by_pairs"]
        holds = (HOLD,) if self.by_pairs else ()
        answers = (Call(mark, marks=(mark,)) for mark in self.answers)
        said = (*bids, *(Call(name) for name in (PASS, *holds, *doubles)), *answers)
        self.index = {call.name: place for place, call in enumerate(said)}
        self.answer_mask = sum(1 << self.index[mark] for mark in self.answers)
        answered = sum(1 << place for place, call in enumerate(bids) if {*call.marks} & {*self.answers})
        self.everything = (1 << len(said)) - 1 & ~answered
        """All calls that can be made; those with a mark of a defender are contracts only."""
        self.contracts = tuple([call for bare in self._to_be_named(trumps) for call in self._marked(bare)])
        self.contract_index = {call.name: len(said) + place for place, call in enumerate(self.contracts)}
        self.calls = (*said, *self.contracts)
        self.bid_mask = (1 << self.bids) - 1
        self.passes = self.index[PASS]
        self.holds = self.index.get(HOLD, -1)
        self.doubles = self.index.get(DOUBLE, -1)
        self.redoubles = self.index.get(REDOUBLE, -1)
        self.above = [self._among(lambda other, call=call: other.rank > call.rank) for call in bids]  # type: ignore[misc]
        self.as_high = [self._among(lambda other, call=call: other.rank >= call.rank) for call in bids]  # type: ignore[misc]
        self.known = {**dict.fromkeys(ALWAYS_KNOWN, 0), "doubled": 1, **self.numbers}

    def only(self, formula: Formula) -> Callable[[Words], int]:
        """The calls that satisfy a formula, given the other names: a call that is not a bid always does."""

        def allow(names: Words) -> int:
            if names[SHOWN] == UNSEEN:
                mask = 0
                for suit in self.suits:
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
        """The end of a message about a forbidden call: when it was made, if there are several rounds."""
        return f"in round {names['round']}" if self.rounds != 1 else ""

    def answered(self, contract: int, answer: int) -> int:
        """The contract after a defender has said something to it."""
        bid = self.calls[contract]
        return self.called(" ".join((bid.name, *self.calls[answer].marks)))

    def contract_names(self, call: int, doubled: int, bid_for: int = -1, matadors: int | None = None) -> dict[str, Any]:
        """What scoring knows about a contract, which may have been named after the call `bid_for`; about none if nobody
        bid."""
        names = dict(self.known)
        if call >= 0:
            level = self.calls[call if bid_for < 0 else bid_for].level
            names |= {**self.calls[call].numbers, "level": level, "doubled": doubled, "matadors": matadors or 0}
        return names

    def lays_open(self, call: int) -> bool:
        """Whether the declarer's hand is open in this contract."""
        return any(self.marks[mark]["hand"] == "open" for mark in self.calls[call].marks)

    def listed(self) -> str:
        """What may be called, in words: '1C, 1D, … 7NT, pass, double'."""
        rest = [call.name for call in self.calls[self.bids : len(self.index)]]
        return f"{', '.join([self.listed_bids(), *rest[:-1]])} or {rest[-1]}"

    def listed_bids(self) -> str:
        """The bids from low to high, shortened if there are many: '1C, 1D … 7NT'."""
        bids = [call.name for call in self.calls[: self.bids] if not call.marks]
        return ", ".join(bids) if len(bids) < SHORT else f"{', '.join(bids[:2])} … {bids[-1]}"

    def called(self, name: object) -> int:
        """The call that a log writes like this, as a text or a number; -1 if there is none."""
        if type(name) not in (str, int):
            return -1
        return self.index.get(self._in_order(str(name)), -1)

    def named_contract(self, name: object) -> int:
        """The contract that a log writes like this when the declarer names one; -1 if there is none."""
        return self.contract_index.get(self._in_order("null" if name is None else str(name)), -1)

    def _in_order(self, name: str) -> str:
        """A bid or contract with its marks as the ruleset lists them."""
        bare, *marks = name.split() or [""]
        known = list(self.marks)
        if len(marks) > 1 and set(marks) <= {*known}:
            marks.sort(key=known.index)
        return " ".join((bare, *marks))

    def written(self, call: int) -> str | int:
        """How a log writes a call; a bid by number alone is that number."""
        name = self.calls[call].name
        return int(name) if name.removeprefix("-").isdigit() else name

    def _numbers_known(self) -> dict[str, Any]:
        """The names of all numbers that strains and named bids have, with their values for a contract that has none."""
        found: dict[str, Any] = {}
        for entry in (*self.strains.values(), *self.named.values(), *self.to_name.values()):
            found |= {name: 0 for name in entry if name not in (*OWN, "rank", "level")}
        return found | dict.fromkeys((*self.named, *self.to_name, *self.marks), False)

    def _marked(self, bare: Call) -> Iterator[Call]:
        """A bid without marks, and with every set of marks that may be said together, at most one of them a defender's."""
        for many in range(len(self.marks) + 1):
            for marks in combinations(self.marks, many):
                if len({*marks} & {*self.answers}) > 1:
                    continue
                numbers = {**bare.numbers, **dict.fromkeys(marks, True)}
                if all(self._goes_with(mark, bare.level, numbers) for mark in marks):
                    yield bare._replace(name=" ".join((bare.name, *marks)), numbers=numbers, marks=marks)

    def _goes_with(self, mark: str, level: int, numbers: Words) -> bool:
        """Whether a mark may be said with a bid of these numbers, marks and all."""
        row = {**numbers, "level": level}
        return bool(self._only[mark].run(row, (row,)))

    def goes_with(self, mark: str, contract: str, marks: Iterable[str]) -> bool:
        """Whether a mark may be said with a contract to be named, along with other marks."""
        bare = self.calls[self.contract_index[contract]]
        return self._goes_with(mark, bare.level, {**bare.numbers, **dict.fromkeys(marks, True)})

    def sits_out(self, call: int) -> bool:
        """Whether the declarer's partner does not play this contract."""
        said = {*self.calls[call].marks} - {*self.answers}
        return any(self.marks[mark]["partner"] == "sits_out" for mark in said)

    def _by_level(self, levels: Any, rank: Formula, trumps: Mapping[str, int]) -> list[Call]:
        """The bids that levels and strains make, from low to high."""
        found: list[Call] = []
        for level in levels or [0] * bool(self.strains):
            for strain, entry in (self.strains or {"": {}}).items():
                numbers = {**self.numbers, **{name: entry[name] for name in entry if name not in OWN}}
                row = {**numbers, "level": level, "place": len(found) + 1}
                name = f"{level if levels else ''}{strain}"
                found.append(Call(name, rank.run(row, (row,)), level, strain, _trump(entry, trumps), numbers))
        return found

    def _by_name(self, trumps: Mapping[str, int]) -> list[Call]:
        """The bids that have a name and a rank of their own."""
        return [
            Call(
                name, entry["rank"], entry["level"], name, _trump(entry, trumps),
                {**self.numbers, **{key: entry[key] for key in entry if key not in (*OWN, "rank", "level")}, name: True},
            )
            for name, entry in self.named.items()
        ]  # fmt: skip

    def _to_be_named(self, trumps: Mapping[str, int]) -> list[Call]:
        """The contracts that a declarer may name, without marks."""
        return [
            Call(
                name, 0, 0, name, _trump(entry, trumps),
                {**self.numbers, **{key: entry[key] for key in entry if key not in OWN}, name: True},
            )
            for name, entry in self.to_name.items()
        ]  # fmt: skip

    def _among(self, holds: Callable[[Call], bool]) -> int:
        return sum(1 << place for place in range(self.bids) if holds(self.calls[place]))


def numbers(levels: Any) -> Sequence[int]:
    """The numbers that may be bid, from a list or from steps: {from: 250, to: 1000, by: 10}."""
    if isinstance(levels, Mapping):
        return range(levels["from"], levels["to"] + 1, levels.get("by", 1))
    return levels or ()


def _trump(entry: Words, trumps: Mapping[str, int]) -> int | None:
    return trumps[entry["trump"]] if "trump" in entry else None
