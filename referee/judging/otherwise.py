"""Rulings and words that decide a log: judged by another reading, or without the word, it comes to something else."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from referee.core.cards import fold_name
from referee.core.events import Event, Finding, Misread
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.places import Pointer, Unjudgeable
from referee.core.ruleset import Asked, Point, Ruleset, Ruling, WatchedWords
from referee.engines import family
from referee.judging.fold import CLAIM, Folded, Items, Visitor
from referee.judging.log import Log
from referee.judging.replay import Replay, begin, replay
from referee.rules.otherwise import read_otherwise, without
from referee.rules.tables import table

AGAIN = 10_000
"""The most events that are judged again to find which rulings decide one log, about half a second's worth: counted in events,
so that it is the same on every machine. A log of an evening needs fewer."""

STRETCH = 8
"""Items of a log between two states from which other readings may go on."""

FEW = 4
"""With so few rulings it takes longer to find out which words of a ruleset a log asks for than to judge it by all readings."""


def unsettled_rulings(rules: Ruleset) -> Iterator[Ruling]:
    """Yield the rulings of a game whose reading nobody has chosen: no log, variant, project or house rule.

    Where readings are variants, picking the first leaves the question open: a table picks it for what else it says.
    """
    for ruling in rules.rulings.values():
        if _is_read(rules, ruling.name):
            continue
        first = next(iter(ruling.readings))
        by_variant = "variant" in ruling.readings[first]
        if by_variant and ruling.taken == first:
            yield ruling
        if not by_variant and not rules.is_changed(ruling.about):
            yield ruling


def _is_read(rules: Ruleset, ruling: str) -> bool:
    """Return whether a file, project or log names the reading of a ruling, even if it is in force anyway."""
    return any(layer.name.startswith(f"reading {ruling}: ") for layer in rules.layers)


class Allowance:
    """How many more `events` of a log may be judged again, and the names of the rulings that are `unasked` because of it."""

    def __init__(self, events: float) -> None:
        self.events = events
        self.unasked: list[str] = []

    def covers(self, ruling: str, events: int) -> bool:
        """Use up this many events to judge a ruling again; whether there were any left. If not, the ruling is noted
        as unasked."""
        if self.events <= 0:
            self.unasked.append(ruling)
            return False
        self.events -= events
        return True


def decisive(
    played: Replay, rulings: Iterable[Ruling], allowance: Allowance
) -> Iterator[tuple[Ruling, tuple[int, ...]]]:
    """Yield the rulings for which another reading gives another verdict on a log, each with the events it decides, by number.

    A verdict is what is wrong or in doubt, who has won with which totals and, if the game goes on, the table. A reading by
    which the log cannot be judged at all is not the one that was played. At the end `allowance.unasked` has, each once, the
    rulings for which the allowance ran out before it was known whether they decide.
    """
    may_decide = _may_decide(played)
    rulings = [ruling for ruling in rulings if may_decide(ruling.about)]
    # a few are judged by every reading; of many, only the parts of the log that ask for their words
    if len(rulings) <= FEW:
        others = _judge_by_each(played, rulings, allowance)
    else:
        others = _judge_side_by_side(played, rulings, allowance)
    unasked = dict.fromkeys(allowance.unasked)
    # the log by the readings taken, made only if it must be compared
    first: _Judged | None = None
    for ruling in rulings:
        decided: list[set[int]] = []
        for other in others.get(ruling.name, ()):
            if not first:
                first = _Judged(played)
            if first.differs(other):
                decided.append(first.decided_against(other))
        if decided:
            unasked.pop(ruling.name, None)
            yield ruling, tuple(sorted(set().union(*decided)))
    allowance.unasked = list(unasked)


def _judge_by_each(played: Replay, rulings: Iterable[Ruling], allowance: Allowance) -> dict[str, list[_Judged]]:
    """The log judged from its beginning by each other reading of these rulings, in a list by the name of the ruling.

    A reading by which it cannot be judged is missing.
    """
    rules = played.game.ruleset
    judged: dict[str, list[_Judged]] = {}
    for ruling in rulings:
        for reading in ruling.others:
            if not allowance.covers(ruling.name, played.folded.events):
                continue
            other = _by(played, rules, ruling.name, reading)
            if other is not None:
                judged.setdefault(ruling.name, []).append(other)
    return judged


class _OtherReading:
    """A reading of a ruling that has been the same game so far; `game` is None if there is none by it.

    `folded` is its own way through the log since it came to another state; `afresh` says that it must be judged from the
    beginning, `unasked` that too many events were judged again before it.
    """

    def __init__(self, ruling: Ruling, reading: str, played: Replay) -> None:
        self.ruling = ruling
        self.reading = reading
        self.words = _words_of(ruling)
        self.folded: Folded | None = None
        self.afresh = False
        self.unasked = False
        self._played = played
        self._rules = played.game.ruleset

    @cached_property
    def game(self) -> Game | None:
        """The game by this reading, at a table of as many players."""
        try:
            return table(read_otherwise(self._rules, self.ruling.name, self.reading), len(self._played.log.players))
        except (FormulaError, Unjudgeable):
            return None

    @property
    def is_settled(self) -> bool:
        """Whether it need not be tried any further: it goes its own way, or is not asked about."""
        return self.folded is not None or self.afresh or self.unasked

    @property
    def cost(self) -> int:
        """How many events are still to be judged by this reading."""
        events = self._played.folded.events
        if self.folded is None or self.afresh:
            return events
        return events - self.folded.events

    def try_items(self, before: Folded, main: Folded, items: Items, asked: set[Asked]) -> None:
        """Judge these items by this reading, too, from the state that the fold had `before` them.

        If it then differs from `main`, the fold by the readings taken, this reading goes its own way. `asked` notes
        the words that are asked for: if there are any, the state depends on old words, and the log must be judged
        afresh.
        """
        if self.game is None:
            return
        asked.clear()
        other = before.beside(self.game)
        try:
            other.go_on(items, as_played=main.as_played)
        except FormulaError:
            self.afresh = True
            return
        # A state may hold words of the rules by which it came about, such as what a card does that lies face up.
        self.afresh = bool(asked)
        if not other.is_like(main):
            self.folded = other

    def judged(self, asked: set[Asked]) -> _Judged | None:
        """The whole log judged by this reading; None if it cannot be. `asked` is emptied and used, as in `try_items`."""
        asked.clear()
        if self.folded is not None and not self.afresh:
            try:
                self.folded.go_on(self._played.log.items, as_played=self.folded.as_played)
                judged = _Judged(Replay(self._played.log, self.folded.game, self.folded))
                _ = judged.table  # which may ask for words that the state holds
            except (FormulaError, Unjudgeable):
                return None
            if not asked:
                return judged
        return _by(self._played, self._rules, self.ruling.name, self.reading)


def _judge_side_by_side(played: Replay, rulings: Sequence[Ruling], allowance: Allowance) -> dict[str, list[_Judged]]:
    """The log judged by each other reading that comes to something else on the way, in a list by the name of the
    ruling.

    All readings of a ruling are the same game until something asks for its word. So the log is judged once by rules
    that note which words are asked for. A stretch of items that asks for the word of a ruling is judged by each of
    its other readings, too, and only one that comes to another state there is judged on to the end. Words that are
    asked for before the first item, as are most of those that rules are compiled from, are judged from the beginning;
    these come last, as they cost most.
    """
    asked: set[Asked] = set()
    readings = [_OtherReading(ruling, reading, played) for ruling in rulings for reading in ruling.others]
    _part_readings(played, readings, allowance, asked)
    judged: dict[str, list[_Judged]] = {}
    for reading in sorted(readings, key=_is_afresh):
        parted = reading.folded is not None or reading.afresh
        if parted and not reading.unasked and allowance.covers(reading.ruling.name, reading.cost):
            other = reading.judged(asked)
            if other is not None:
                judged.setdefault(reading.ruling.name, []).append(other)
    return judged


def _is_afresh(reading: _OtherReading) -> bool:
    return reading.afresh


def _part_readings(played: Replay, readings: Sequence[_OtherReading], allowance: Allowance, asked: set[Asked]) -> None:
    """Judge a log by rules that note in `asked` which words are asked for, and find where each reading parts from
    them.

    Readings that part get a fold of their own or are marked `afresh`; those beyond the allowance are marked
    `unasked`.
    """
    log = played.log
    main = begin(log, _watch(played.game.ruleset, asked)).folded
    main.as_played = played.folded.as_played or log.as_written
    for reading in readings:
        reading.afresh = _is_asked_at_once(reading.ruling, asked)
    while main.items < len(log.items) and not main.halted:
        before = main.beside(main.game)
        items = log.items[: main.items + STRETCH]
        asked.clear()
        main.go_on(items, as_played=main.as_played)
        allowance.events -= main.events - before.events
        asked_here = frozenset(asked)
        for reading in readings:
            if reading.is_settled or asked_here.isdisjoint(reading.words):
                continue
            if allowance.covers(reading.ruling.name, main.events - before.events):
                reading.try_items(before, main, items, asked)
            else:
                reading.unasked = True
    asked.clear()
    _ = _Judged(Replay(log, main.game, main)).table  # claims, doubts, totals and winners ask for words, too
    at_the_end = frozenset(asked)
    for reading in readings:
        if not reading.is_settled and reading.game is not None and not at_the_end.isdisjoint(reading.words):
            reading.folded = main.beside(reading.game)


def _watch(rules: Ruleset, asked: set[Asked]) -> Ruleset:
    """The same rules, made so that they note in `asked` each word that is read."""
    watched = rules.alike_with(WatchedWords(rules.data, asked))
    watched.full = WatchedWords(rules.full, asked)
    return watched


def _words_of(ruling: Ruling) -> frozenset[Asked]:
    """Return the word that a ruling is about, and what stands for it where all words beside it are asked for at once."""
    return frozenset((ruling.about, (*ruling.about[:-1], None)))


def _is_asked_at_once(ruling: Ruling, asked: Collection[Asked]) -> bool:
    """Return whether the word of a ruling is among those asked for while rules are compiled; the deck always is, and what
    variants set may be."""
    by_variant = not ruling.values.keys() >= set(ruling.others)
    return by_variant or ruling.about[0] == "deck" or not _words_of(ruling).isdisjoint(asked)


def words_at_work(played: Replay, words: Iterable[Pointer]) -> Iterator[Pointer]:
    """Yield those of these words without which a log comes to something else, or cannot be read or judged at all."""
    first = _Judged(played)
    may_decide = _may_decide(played)
    for word in words:
        if may_decide(word):
            others = without(played.game.ruleset, word)
            if not others or any(first.differs(_by(played, rules)) for rules in others):
                yield word


def _by(played: Replay, rules: Ruleset, ruling: str = "", reading: str = "") -> _Judged | None:
    """Return a log as judged by other rules, or by another reading of a ruling; None if it cannot be."""
    try:
        if ruling:
            rules = read_otherwise(rules, ruling, reading)
        return _Judged(replay(played.log, rules, as_played=played.folded.as_played))
    except (FormulaError, Unjudgeable):
        return None


def _may_decide(played: Replay) -> Callable[[Pointer], bool]:
    """A function that says whether a log names the card that a word is about, if it is about nothing else."""
    log = played.log
    text = fold_name(repr((log.setup, log.position, log.items, log.expect)).replace("\\", ""))
    return partial(_is_named, played.game, text)


def _is_named(game: Game, text: str, word: Pointer) -> bool:
    return fold_name(game.only_about(word)) in text


class _Judged:
    """A log judged by one reading. Raises FormulaError if a formula has no value."""

    def __init__(self, played: Replay) -> None:
        """Work out the verdict of a log by its reading, and what is needed to compare it with another."""
        self._played = played
        log, game, folded = played
        self._events = folded.events
        self._moments: dict[int, _Moment] = {}
        self._state = state = played.state
        # what is wrong, without words: event, place and rule
        wrong = {(fault.event, fault.at, fault.rule) for fault in folded.faults}
        unread = folded.shapeless is not None
        if log.expect and not (folded.halted or folded.holds or log.cut):
            try:
                claims = game.claims(state, log.expect)
                wrong |= {(folded.events, ("expect", *fault.at), fault.rule) for fault in claims}
            except Misread:
                unread = True
        self._wrong = wrong
        self._halted = folded.halted or any(rule == CLAIM for _, _, rule in wrong)
        self._over = not game.next_step(state)
        self._doubts = {doubt.rule: doubt.cites for doubt in game.doubts(state, goes_on=not self._over)}
        standing = game.standing(state, tallied=False)
        self.verdict = wrong, unread, self._over, self._doubts.keys(), standing.totals, standing.winners

    def differs(self, other: _Judged | None) -> bool:
        """Whether the log by the other reading has another verdict or ends with another table; None stands for one
        not judged."""
        if other is None or self.verdict != other.verdict:
            return True
        if self.table is None or other.table is None:
            return bool(self.table != other.table)
        left_open = set(self._left_open()) | set(other._left_open())  # what is not known is no other table
        own_table = {key: value for key, value in self.table.items() if key not in left_open}
        other_table = {key: value for key, value in other.table.items() if key not in left_open}
        return own_table != other_table

    def _left_open(self) -> Sequence[str]:
        return self._played.game.left_open(self._state)

    @cached_property
    def table(self) -> Any:
        """What is on the table after the last event; None if nothing follows, because the game is over or went wrong."""
        if self._over or self._halted:
            return None
        return self._after(self._events)

    def decided_against(self, other: _Judged) -> set[int]:
        """The numbers of the events that only this reading finds wrong, and of the event from which on the tables
        differ.

        If there is neither, the first event that the other reading finds wrong or that only one of the two has a
        doubt about, or else the last event.
        """
        events = {event for event, *_ in self._wrong - other._wrong}
        parted = self._first_difference(other)
        if parted is not None:
            return events | {parted} - {0}
        doubts = self._doubts | other._doubts
        doubtful = [event for rule in self._doubts.keys() ^ other._doubts.keys() for event in doubts[rule][:1]]
        more = [event for event, *_ in other._wrong - self._wrong] + doubtful
        return events or {min(more, default=self._played.folded.events)}

    def _first_difference(self, other: _Judged) -> int | None:
        """The number of the event from which on the tables of two readings differ; None if they never do.

        It is found by halving, as the tables mostly stay different; where they are alike again for a while that may
        be missed, so some later moments are looked at as well.
        """
        same = 0
        last = min(self._events, other._events)

        def differ(events: int) -> bool:
            return bool(self._after(events) != other._after(events))

        if not differ(last):
            return None
        while True:
            parted = bisect_left(range(last), True, same, key=differ)
            later_moments = (parted + (1 << step) for step in range((last - parted).bit_length()))
            alike_again = next((events for events in later_moments if events < last and not differ(events)), None)
            if alike_again is None:
                return parted
            same = alike_again

    def _after(self, events: int) -> Any:
        """Return what is on the table after this number of events, everything pending done."""
        state = self._state
        if events < self._events:
            state = self._moment(events).state
        game = self._played.game
        return game.likeliest_position(game.settle(state))

    def _moment(self, events: int) -> _Moment:
        """The moment after this many events, played again from the nearest earlier moment that was asked for, and
        kept."""
        if events in self._moments:
            return self._moments[events]
        log, game, _ = self._played
        if not self._moments:
            self._moments[0] = _Moment(begin(log, game.ruleset).folded.state, 0, ())
        earlier = max(number for number in self._moments if number <= events)
        state, items, rest = self._moments[earlier]
        if earlier < events:
            state = state.copy()
        coming = deque(rest)
        for _ in range(events - earlier):
            while not coming:
                coming.extend(game.read(state, log.items[items]))
                items += 1
            game.apply(state, coming.popleft())
        self._moments[events] = _Moment(state, items, tuple(coming))
        return self._moments[events]


class _Moment(NamedTuple):
    """A state in the course of a log, how many of its items have been read, and what is still to happen of the last of them."""

    state: AtTable
    items: int
    rest: tuple[Event, ...]


# -- coverage ----------------------------------------------------------------------------------------------------------

ENOUGH = 10
"""The most logs for which a point is counted; asking about one means judging the log again."""


class Coverage:
    """The points of one game that its logs exercised: `fired` counts logs by point, no further than `ENOUGH`.

    The logs may play variants; `held` has the rules that each point came from.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.logs = 0
        self.points: dict[str, Point] = {}
        self.held: dict[str, Ruleset] = {}
        self.fired: Counter[str] = Counter()

    def add(self, log: Log, rules: Ruleset, *, as_played: bool = False) -> None:
        """Count a log. Its rules are this game, perhaps with other variants. Raises LogError or RulesetError."""
        points = family(rules.family).points(rules)
        asked = {name: point for name, point in points.items() if self.fired[name] < ENOUGH}
        self.fired.update(exercised_points(log, rules, asked, as_played=as_played))
        self.points |= points
        self.held |= dict.fromkeys(points.keys() - self.held.keys(), rules)
        self.logs += 1

    def never(self) -> list[str]:
        """Return the points that no log exercised."""
        return [name for name in self.points if not self.fired[name]]

    def silent(self) -> list[str]:
        """Return the rules that are only for readers: no word and no fault cites them, so they cannot fire."""
        return [rule for rule in self.rules.get("rules", default={}) if f"rules.{rule}" not in self.points]


class _Forbidden(Visitor):
    """A visitor who keeps what forbids things that the players to move would otherwise look for."""

    def __init__(self) -> None:
        self.faults: list[Finding] = []

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        self.faults += game.forbidding(state)


def exercised_points(log: Log, rules: Ruleset, points: dict[str, Point], *, as_played: bool = False) -> set[str]:
    """The names of those of these points of coverage that a log exercises.

    A word is exercised when it forbids what was done, or what a player to move would otherwise look for, or when the
    log comes to something else without it; a rule when a word that cites it is, or when it forbids something.
    """
    seen = _Forbidden()
    played = replay(log, rules, as_played=as_played, visitor=seen)
    faults = seen.faults
    faults += played.folded.faults
    try:
        faults += played.game.claims(played.state, log.expect)
    except Misread as misread:
        faults += misread.faults
    names = {name for fault in faults for name in (".".join(map(str, fault.word)), f"rules.{fault.rule}")}
    fired = names & points.keys()
    asked = []
    for name, point in points.items():
        if name not in fired and point.pointer[0] != "rules":
            asked.append(point.pointer)
    fired |= {".".join(map(str, word)) for word in words_at_work(played, asked)}
    return (fired | {f"rules.{points[name].cites}" for name in fired}) & points.keys()
