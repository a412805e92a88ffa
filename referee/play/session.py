"""A table to play at: a game move by move, with its display and standings; and a recorded game event by event."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple, ParamSpec, TypeVar

from referee.core import Shown
from referee.core.cards import fold_name
from referee.core.data import Data, Entry, Head
from referee.core.events import Finding, Item, Misread
from referee.core.exact import in_json
from referee.core.family import Block, Option, Options
from referee.core.formula import FormulaError
from referee.core.game import OVER
from referee.core.items import AtTable
from referee.core.places import Complaint, LogError, Place, Trust
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.core.wording import abridge, did_you_mean
from referee.judging.judge import Live, judge
from referee.judging.log import Log, log_of
from referee.judging.rules import ruleset_of
from referee.rules import rulesets
from referee.rules.files import is_path
from referee.source.text import shorten

P = ParamSpec("P")
T = TypeVar("T")
JSON = None | bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"]
"""A value that JSON can say."""
Points = Mapping[str, int | float | None]
"""Points by player; None if they are not known."""


@dataclass(frozen=True, slots=True)
class Result:
    """All that is known about a table. `result["key"]` and `as_dict()` have all of it, as `--format json` prints it."""

    _data: Mapping[str, JSON] = field(repr=False)

    def __getitem__(self, key: str) -> JSON:
        return self._data[key]

    def __contains__(self, key: str) -> bool:
        """Whether `result[key]` has a value."""
        return key in self._data

    def as_dict(self) -> dict[str, JSON]:
        """Return the same as plain data, ready to be written as JSON; its own copy."""
        return deepcopy(dict(self._data))


@dataclass(frozen=True, slots=True)
class HandScore(Result):
    """A hand, a round or a turn that was scored.

    number: from 1. dealer: who dealt, or None if nobody deals. points: what it scored. totals: the scores after it.
    """

    number: int
    dealer: str | None
    points: Points
    totals: Points


@dataclass(frozen=True, slots=True)
class Score(Result):
    """The score pad.

    players: clockwise. hands: those scored so far. totals: the scores now. over: whether the game has ended. winners: who won
    it; none before the end. target: the score that the game is played to, or None.
    """

    players: tuple[str, ...]
    hands: tuple[HandScore, ...]
    totals: Points
    over: bool
    winners: tuple[str, ...]
    target: int | float | None


@dataclass(frozen=True, slots=True)
class Seat(Result):
    """A player at the table.

    total: the score, or groups if those are counted. hand: the cards held, as far as they are known; None if none of them is,
    or if nobody holds cards.
    """

    player: str
    total: int | float | None
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class View(Result):
    """The table.

    number: which hand, round or turn it is, from 1. phase: what is under way, in the words of a `position:`. dealer: who deals,
    or None if nobody does. turn: who must act, or None. awaited: what comes next, in words; empty after the end. seats: the
    players, clockwise.
    """

    number: int
    phase: str
    dealer: str | None
    turn: str | None
    awaited: str
    seats: tuple[Seat, ...]


def view_of(data: Entry) -> View:
    """The table from the data of a family."""
    if "hand" in data:
        number = data["hand"]
    else:
        number = data["turn_number"]
    seats = tuple([_seat_of(seat) for seat in data["seats"]])
    return View(data, number, data["phase"], data.get("dealer"), data["turn"], data["next"], seats)


def _seat_of(data: Entry) -> Seat:
    """A player at the table from the data of a family."""
    hand = data.get("hand")
    if hand is not None:
        hand = tuple(hand)
    if "total" in data:
        total = data["total"]
    else:
        total = data["groups"]
    return Seat(data, data["player"], total, hand)


Move = str | Item
"""A move as `Table.legal()` or a log writes it, or an event as in a log: {'play': 'QS'}, {'deal': {…}}."""

LISTED = 12
"""Legal moves that a message lists at most."""


class IllegalMove(ValueError):  # noqa: N818 - what a referee would say
    """A move that the rules forbid, or that is not a move: `faults` says why, each with its rule and what would be legal."""

    def __init__(self, faults: Sequence[Finding]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(fault.message for fault in faults))


class Table(Shown):
    """A game in progress. The table knows whose turn it is; anything random or spoken is made as a move.

    ruleset: a game by name or path, or a loaded Ruleset. players: their names, clockwise. setup, position, variants: as in a
    log. houses: house rules, by name or path. rulings: the readings that are played, by ruling. A loaded Ruleset already has
    these. Raises RulesetError or LogError if the game cannot begin.
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        players: Sequence[str],
        *,
        setup: Head | None = None,
        position: Head | None = None,
        variants: Sequence[str] = (),
        houses: Sequence[str] = (),
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        """Begin a game. Raises RulesetError or LogError if it cannot begin, and ValueError if choices come with a
        loaded Ruleset."""
        chosen = {"house": list(houses), "variants": list(variants), "ruling": dict(rulings or {})}
        if isinstance(ruleset, str):
            self.ruleset = rulesets.load_ruleset(ruleset, variants=variants, houses=houses, ruling=rulings)
        elif any(chosen.values()):
            raise ValueError("a loaded Ruleset is played as it is; name variants, houses and rulings when it is loaded")
        else:
            self.ruleset = ruleset
        self.players = tuple(players)
        self._loaded = not isinstance(ruleset, str)
        game = f"{self.ruleset.name}@{self.ruleset.version}"
        if isinstance(ruleset, str) and is_path(ruleset):
            game = ruleset
        self._head: Data = {"game": game}
        self._head |= {key: value for key, value in chosen.items() if value}
        self._head["players"] = list(self.players)
        if setup is None:
            setup = {}
        self._head["setup"] = dict(setup)
        if position is not None:
            self._head["position"] = dict(position)
        try:
            self._game = self._answer(rulesets.table, self.ruleset, len(self.players))
            self._state = self._answer(self._game.start, self.players, dict(setup), position)
        except Misread as misread:
            place = Place("<table>", 1, 1)
            said = [fault.message for fault in misread.faults] or ["the set-up or position cannot be read"]
            raise LogError(Complaint(place, message) for message in said) from None
        self._items: list[Item] = []
        self._before: list[AtTable] = []
        self._listed: tuple[AtTable, Options] | None = None

    @property
    def options(self) -> Options:
        """Who must act, doing what, and every option with what forbids it."""
        return self._answer(self._game.options, self._state)

    @property
    def _legal(self) -> Options:
        """The options that nothing forbids, listed once for each state."""
        if self._listed is None or self._listed[0] is not self._state:
            self._listed = self._state, self._answer(self._game.legal, self._state)
        return self._listed[1]

    @property
    def player(self) -> str | None:
        """Who must act; None if it is the table, chance or, after the end, nobody."""
        return self._legal.player

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._game.settle(self._state).phase == OVER)

    @property
    def awaited(self) -> str:
        """What comes next, in words; empty after the end."""
        return self._game.next_step(self._state)

    def legal(self) -> list[str]:
        """Return what the player to act may do, in short notation; nothing if chance must act, as before a deal, or
        after the end."""
        return [option.notation for option in self._legal.options]

    def is_legal(self, move: Move) -> bool:
        """Return whether a move could be made now."""
        trial = self.copy()
        try:
            trial.play(move)
        except IllegalMove:
            return False
        return True

    def copy(self) -> Table:
        """Return another table at the same point of the same game; what happens there does not happen here."""
        other = object.__new__(type(self))
        other.__dict__ = dict(self.__dict__)
        other._items = list(self._items)
        other._before = list(self._before)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def __reduce__(self) -> Any:
        if self._loaded:
            allowed = "one that is given the name or path of a game can be pickled"
            raise TypeError(f"this table was given a loaded Ruleset; {allowed}")
        return _again, (self._head, self._items)

    def __repr__(self) -> str:
        return f"<Table of {self.ruleset.title}: {', '.join(self.players)}; {self.awaited or 'the game is over'}>"

    def play(self, move: Move) -> None:
        """Make a move. Raises IllegalMove, or RulesetError if a formula has no value; then nothing has happened."""
        after = self._state.copy()
        if not isinstance(move, str | Mapping):
            hint = "write one as `Table.legal()` lists it, or an event as in a log"
            raise IllegalMove([Finding("shape", f"{shorten(str(move))} is not a move; {hint}")])
        if isinstance(move, str):
            item = self._item(move)
        else:
            item = move
        try:
            not_played = self._game.advance(after, item)
            if not_played:
                faults = self._answer(self._game.check, after, not_played[0])
            else:
                faults = ()
        except Misread as misread:
            shapeless = Finding("shape", f"this is not an event of {self.ruleset.name}: {item}")
            raise IllegalMove(misread.faults or [shapeless]) from None
        if faults:
            raise IllegalMove(faults)
        self._before.append(self._state)
        self._items.append(item)
        self._state = after

    def draw(self, chance: Callable[[int], int]) -> Item | None:
        """Make a legal move drawn at random: a deal, or a player's move. Return it; None after the end.

        chance: one of 0 … n-1 for a number n, such as `random.randrange`.
        """
        item = self._answer(self._game.draw_next, self._state, chance)
        if item is not None:
            self.play(item)
        return item

    def undo(self) -> None:
        """Take the last move back. Raises IndexError if there is none."""
        if not self._items:
            raise IndexError("there is no move to take back")
        self._items.pop()
        self._state = self._before.pop()

    def score(self) -> Score:
        """Return the score pad: players, hands, totals, over, winners; in full by `as_dict()`."""
        data = self._game.score(self._state)[0]
        hands = (HandScore(one, one["hand"], one.get("dealer"), one["points"], one["totals"]) for one in data["hands"])
        players = tuple(data["players"])
        winners = tuple(data["winners"])
        return Score(data, players, tuple(hands), data["totals"], data["over"], winners, data.get("target"))

    def view(self, seat: str | None = None) -> View:
        """Return the table: whose turn it is, seats with their cards; in full by `as_dict()`.

        seat: a player, who sees no card that only others have seen.
        """
        data = self._game.view(self._state)[0]
        if seat is None:
            return view_of(data)
        if seat not in self.players:
            raise ValueError(f"{seat} does not play here; {', '.join(self.players)} do")
        hidden = set(self._game.scene(self._state).hidden_from(seat))
        seats = []
        for entry in data["seats"]:
            if entry["player"] != seat:
                entry = _without(entry, hidden)
            seats.append(entry)
        return view_of({**data, "seats": seats})

    def picture(self) -> str:
        """Return the table drawn as SVG; cards that may not be played are shown back from the others."""
        from referee.plugins import own_formats, value_at

        entry = own_formats("show").get("svg")
        if entry is None:
            raise ValueError("nothing that is installed draws tables")
        drawn: str = value_at(entry.place)(self._game, self._state, self.options)
        return drawn

    def blocks(self) -> list[Block]:
        """Return the score pad, to be drawn."""
        return list(self._game.score(self._state)[1])

    def log(self) -> Data:
        """Return the game so far as a log, ready to be written as JSON."""
        log: Data = in_json({**self._head, "events": self._items})
        return log

    def verdict(self) -> Verdict:
        """Return the verdict on the game so far, with what it leaves in doubt."""
        return judge(log_of(self.log()), self.ruleset)

    def _answer(self, question: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the answer to a question. Raises RulesetError, with its line, if a formula in it has no value."""
        try:
            return question(*args, **named)
        except FormulaError as error:
            raise self.ruleset.without_value(error) from None

    def _item(self, move: str) -> Item:
        """Return the event that a move stands for: an option by its notation, in any letters that mean the same, or
        else the value of a verb that an option has. Raises IllegalMove if it stands for none, or for one that is
        forbidden."""
        for option in self._legal.options:
            if option.notation == move:
                return option.item
        options = self.options
        by_notation = {option.notation: option for option in options.options}
        if move in by_notation:
            return _allow(by_notation[move])
        legal = [option.notation for option in options.legal]
        if not legal:
            raise IllegalMove([Finding("order", f"there is no move to choose, since {options.doing}; give the event")])
        folded = [name for name in by_notation if fold_name(name) == fold_name(move)]
        if folded:
            return _allow(by_notation[folded[0]])
        for verb in dict.fromkeys(_verbs_of(options.options)):
            with suppress(Misread):
                self._game.read(self._state, {verb: move})
                return {verb: move}
        listed = " ".join(abridge(legal, LISTED, _rest_itself))
        message = f"{shorten(move)!r} is not a move here{did_you_mean(move, by_notation)}; legal: {listed}"
        raise IllegalMove([Finding("shape", message, legal=tuple(legal))])


def _rest_itself(_: str, rest: str) -> str:
    """The last entry of a list that is cut, from the words for how many more there are."""
    return rest


def _verbs_of(options: Iterable[Option]) -> Iterator[str]:
    """Yield the verbs of options whose value is written as in their notation."""
    for option in options:
        for verb, said in option.item.items():
            if said == option.notation:
                yield verb


def _allow(option: Option) -> Item:
    """The event of an option. Raises IllegalMove if a rule forbids it."""
    if option.fault is not None:
        raise IllegalMove([option.fault])
    return option.item


def _again(head: Head, items: Sequence[Item]) -> Table:
    """The table of a game in progress, played again in the process that it was sent to."""
    chosen = {"variants": head.get("variants", ()), "houses": head.get("house", ()), "rulings": head.get("ruling")}
    table = Table(head["game"], head["players"], setup=head["setup"], position=head.get("position"), **chosen)
    for item in items:
        table.play(item)
    return table


def _without(data: object, hidden: Collection[str]) -> object:
    """Data in which each list that holds a hidden card is None, and each hidden card elsewhere. A list that had None
    before stays."""
    if isinstance(data, Mapping):
        return {key: _without(value, hidden) for key, value in data.items()}
    if isinstance(data, list | tuple):
        parts = [_without(part, hidden) for part in data]
        if None in parts and None not in data:
            return None
        return parts
    if isinstance(data, str) and data in hidden:
        return None
    return data


class Step(NamedTuple):
    """One item of a log and its result: the number of its last event, what was found, and the table after it."""

    event: int
    item: Item
    findings: list[Finding]
    view: View


def walk(
    log: Log, ruleset: Ruleset | None = None, *, as_played: bool = False, trust: Trust | None = None
) -> Iterator[Step]:
    """Yield the steps of a recorded game, one per item, up to the first that is not legal.

    as_played, trust: as for `judge`. Raises LogError or RulesetError if the log cannot begin, and RulesetError at an
    item for which a formula has no value.
    """
    growing = log.without_events()
    live = Live(growing, ruleset or ruleset_of(log, trust=trust), as_played=as_played)
    for item in log.items:
        growing.items.append(item)
        findings = [one for one in live.judge() if isinstance(one, Finding)]
        game = live.played.game
        folded = live.played.folded
        yield Step(folded.events, item, findings, view_of(game.view(folded.state)[0]))
        if folded.halted:
            return
