"""A log played through: by which rules, how far, and the state that it reached; and why a part of it cannot be read.

The fold goes through the events of a log once; every command is a view of the state that it ends in. The family applies events
as long as they are legal (`Game.take`). The fold stops at the first that is not, keeps its faults, and checks what the log
claims along the way. If somebody watches, it goes event by event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from referee import source
from referee.core.events import WHOLE, Event, Finding, Item, Misread, Unknown
from referee.core.family import Block
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable
from referee.core.merging import at, replace
from referee.core.places import Complaint, Key, LogError, Place, Pointer, Reach, RulesetError, Trust, Unjudgeable
from referee.core.ruleset import ProjectUse, Ruleset
from referee.core.text import yaml_line
from referee.core.wording import abridge, did_you_mean, slip_of, with_fix
from referee.engines import family
from referee.judging.log import Log
from referee.rules import rulesets
from referee.rules.files import beside
from referee.rules.project import Project, project_files, project_in
from referee.source.text import quote, shorten

Items = Sequence[Mapping[str, Any]]
Watch = Callable[[Game, Any, Event], None]
"""Called with an event just before it happens: the game, the state before it, and the event. It must not change the state."""


CLAIM = "claim"
"""The rule that a false claim breaks, in every family."""


class Folded:
    """A fold: the game, the state that it has reached, how many events, items and claims were judged, and what was found.

    `faults` are violations, or accepted if the table let them stand; `halted` says that judging stopped at an illegal event
    (not at a false claim, which changes nothing), `stuck` that no such event could take effect even as played; `shapeless` is
    the item that could not be read as an event at all, or that says too little to be judged, with its index; `in_batch` says
    that everything was judged in a batch: the state knows the score, but not what is on the table; `holds` that all that is
    expected at the end is known to be so; `as_played` that illegal but possible events stand.
    """

    def __init__(self, game: Game, state: AtTable) -> None:
        self.game = game
        self.state = state
        self.events = self.items = self.claims = 0
        self.faults: list[Finding] = []
        self.halted = self.stuck = self.in_batch = self.holds = self.as_played = False
        self.shapeless: tuple[int, Mapping[str, Any], tuple[Finding, ...]] | None = None
        self._watch: Watch | None = None

    def go_on(
        self, items: Items, *, until: int | None = None, as_played: bool = False, watch: Watch | None = None
    ) -> None:
        """Judge the new ones of all items, up to event `until` or an illegal one; `as_played`, an impossible one."""
        if self.halted:
            return
        self.as_played = as_played
        self._watch = watch
        state = self.state
        position = self.items
        read = self.game.read
        take = self.game.take
        fast_forward = self.game.fast_forward
        while position < len(items) and (until is None or self.events < until):
            item = items[position]
            if until is None and watch is None:
                passed, happened = fast_forward(state, items, position)
                if passed:
                    position += passed
                    self.events += happened
                    if "expect" in items[position - 1]:
                        self._check_claims(position - 1, items[position - 1])
                        if self.halted:  # it is not even a claim
                            position -= 1
                            break
                    continue
            try:
                batch = read(state, item)
            except Misread as misread:
                self.halted = self.stuck = True
                if misread.shapeless:
                    self._stop(position, item, misread.faults)
                else:
                    reason = item.get("stands")
                    self.faults += [_of_item(fault, self.events + 1, position, reason) for fault in misread.faults]
                break
            if until is None:
                room = len(batch)
            else:
                room = until - self.events
            cut = room < len(batch)
            if cut:
                batch = batch[:room]
            legal = 0
            if watch is None:
                legal = take(state, batch)
            self.events += legal
            if legal < len(batch) or len(item) > 1:
                self._judge_rest(position, item, batch, legal, cut)
                if self.halted:
                    break
            position += 1
        self.items = position
        if self.halted:
            self.game.overhear(state, items[position:])

    def beside(self, game: Game) -> Folded:
        """Return a fold that has come as far, and goes on by itself, by the rules of this game."""
        other = Folded(game, self.state.copy())
        other.events = self.events
        other.items = self.items
        other.claims = self.claims
        other.faults = list(self.faults)
        other.halted = self.halted
        other.stuck = self.stuck
        other.shapeless = self.shapeless
        other.as_played = self.as_played
        return other

    def is_like(self, other: Folded) -> bool:
        """Return whether another fold of the same log has come as far, found the same, and reached an equal state."""
        if (self.events, self.halted, self.shapeless) != (other.events, other.halted, other.shapeless):
            return False
        return self.faults == other.faults and self.state.equals(other.state)

    def _stop(self, position: int, item: Item, faults: Sequence[Finding]) -> None:
        """Stop at an item that cannot be read, or that says too little."""
        self.halted = self.stuck = True
        self.shapeless = (position, item, tuple(faults))

    def _judge_rest(self, position: int, item: Item, batch: list[Event], legal: int, cut: bool) -> None:
        """Judge the events of an item after its first `legal` ones, irregularities let stand, claims; if it is `cut` short,
        nothing is checked that it says about all of them."""
        reason = item.get("stands")
        before = len(self.faults)
        for place, event in enumerate(batch[legal:], legal):
            faults = self.game.check(self.state, event)
            if faults and all(fault.asks for fault in faults):
                self._stop(position, item, faults)
                return
            self.stuck = any(fault.bars for fault in faults)
            illegal = any(fault.rule != CLAIM for fault in faults)
            for fault in faults:
                there = fault._replace(at=_where(item, batch, place, fault))
                self.faults.append(_of_item(there, self.events + 1, position, reason))
            if self.stuck or (illegal and not self.as_played and reason is None):
                if self._watch is not None:
                    self.game.take(self.state, (event,))  # even an illegal event may settle what was pending
                self.halted = True
                return
            if self._watch is not None:
                self._watch(self.game, self.state, event)
            self.game.apply(self.state, event)
            if illegal:
                self.game.let_stand(self.state)
            self.events += 1
        if cut:
            return
        if "expect" in item:
            self._check_claims(position, item)
            if self.shapeless:
                return
        if reason is not None and len(self.faults) == before and self.game.unjudged(self.state) is None:
            message = "this is legal, so there is nothing to let stand; remove `stands:`"
            self.faults.append(_of_item(Finding("stands", message, at=("stands",)), self.events, position))
            self.halted |= not self.as_played

    def _check_claims(self, position: int, item: Item) -> None:
        """Check what an item claims after its last event; where nothing is judged, only that it can be read."""
        try:
            known = {fault.at for fault in self.faults}  # as by the result of a hand
            claims = self.game.claims(self.state, item["expect"])
            wrong = [_of_item(fault, self.events, position, item.get("stands")) for fault in claims]
        except Misread as misread:
            self._stop(position, item, misread.faults)
            return
        if self.game.unjudged(self.state) is not None:
            return
        self.claims += len(item["expect"])
        if not wrong:
            self.game.believe(self.state, item["expect"])
        self.faults += [fault for fault in wrong if fault.at not in known]


CANNOT_STAND = "; this cannot take effect, so `stands:` changes nothing"
"""The end of a sentence about something impossible that the table is said to have let stand."""


def fold(game: Game, state: AtTable, items: Items, *, as_played: bool = False) -> Folded:
    """Judge items in order, changing `state`; return where that ended."""
    folded = Folded(game, state)
    folded.go_on(items, as_played=as_played)
    return folded


def _of_item(fault: Finding, event: int, position: int, reason: str | None = None) -> Finding:
    """Return a fault with its event and its place in the log; accepted if the table had a reason to let it stand."""
    if fault.in_head:
        at = fault.at
    else:
        at = ("events", position, *fault.at)
    if reason is None:
        return fault._replace(event=event, at=at)
    if fault.bars and fault.cites:
        return fault._replace(event=event, at=at, after=fault.after + CANNOT_STAND)
    if fault.bars:
        return fault._replace(event=event, at=at, message=fault.message + CANNOT_STAND)
    return fault._replace(event=event, at=at, kind="accepted", reason=reason)


def _where(item: Item, batch: list[Event], place: int, fault: Finding) -> Pointer:
    """Return the way from an item to what a fault is about; of a shared event, its place in its short form."""
    if fault.at == WHOLE:
        return tuple([Key(key) for key in item if key not in EXTRAS])
    at = fault.at or batch[place].at
    if at:
        return at
    for verb, value in item.items():
        if verb == batch[place].verb or isinstance(value, list):
            if isinstance(value, list) and len(value) == len(batch):
                return (verb, place)
            return (verb,)
    return ()


class Replay(NamedTuple):
    """A log played through: its game, the state that it reached, and where the fold ended."""

    log: Log
    game: Game
    folded: Folded

    @property
    def state(self) -> Any:
        """The state after the last event that was judged."""
        if self.folded.in_batch:
            again = replay(self.log, self.game.ruleset)
            self.folded.state = again.folded.state
            self.folded.in_batch = False
        return self.folded.state

    @property
    def score(self) -> tuple[dict[str, Any], list[Block]]:
        """The score pad after the last event that was judged, as data and as blocks."""
        return self.game.score(self.folded.state)

    def place(self, event: int) -> Place:
        """Return where event number `event` (from 1) is in the log."""
        return self.log.place(self.pointer(event))

    def pointer(self, event: int) -> Pointer:
        """Return the way from the log to event number `event` (from 1)."""
        before = 0
        for position, item in enumerate(self.log.items):
            size = self.game.size(item)
            if event <= before + size:
                short = (verb for verb, value in item.items() if isinstance(value, list) and len(value) == size > 1)
                within = next(((verb, event - before - 1) for verb in short), ())
                return ("events", position, *within)
            before += size
        return ("events",)


def ruleset_of(
    log: Log,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    trust: Trust | None = None,
    named_project: str | None = None,
) -> Ruleset:
    """Return the rules that a log is judged by: its own game, house rules, variants and readings, those of its project, and
    then these.

    trust: which files the log may load; by default what its own `trust` says. named_project: the project file that counts
    instead of those in the folder of the log and above. Raises RulesetError also if they are not those that the log pins.
    """
    own = [beside(house, log.path) for house in log.houses]
    trusted = trust or log.trust

    def load(project: Project | None) -> Ruleset:
        added: tuple[Sequence[str], Sequence[str], Mapping[str, str]] = ((), (), {})
        reach = Reach(trusted, log.path, len(log.houses))
        if project:
            added = project.houses, project.variants, project.ruling
            reach = reach._replace(project=project.document.path, added=len(project.houses))

        def place(pointer: Pointer) -> Place:
            """Return where something stands that the log or its project chose: what is beyond the log's own."""
            kind, number = (*pointer, "", 0)[:2]
            own = {"house": len(log.houses), "variants": len(log.variants)}.get(str(kind))
            if project and len(pointer) > 1 and own is not None and int(number) >= own:
                return project.place(kind, int(number) - own)
            if project and len(pointer) > 1 and kind == "ruling" and number not in log.ruling:
                return project.place("ruling", number)
            return log.place(pointer)

        return rulesets.load_ruleset(
            beside(log.game, log.path),
            houses=[*own, *added[0], *houses],
            variants=[*log.variants, *added[1], *variants],
            ruling={**added[2], **log.ruling, **(ruling or {})},
            at=place,
            reach=reach,
        )

    rules = load(None)
    files = project_files(log.path, trusted, named_project)
    project = project_in(files, rules.name)
    if project is not None:
        if project.adds:
            rules = load(project)
        project.require_ignored(rules)
        rules.project = project.use(files.passed)
    elif files.passed:
        rules.project = ProjectUse(passed=files.passed)
    if log.pinned:
        from referee.rules.meaning import other_than_pinned

        message = other_than_pinned(rules, log.pinned)
        if message:
            raise RulesetError.at(log.place(("rules",)), message)
    return rules


def replay(
    log: Log,
    ruleset: Ruleset | None = None,
    *,
    until: int | None = None,
    as_played: bool = False,
    watch: Watch | None = None,
) -> Replay:
    """Play a log through, reporting each event to `watch`. Raises LogError or RulesetError if it cannot begin."""
    played = begin(log, ruleset or ruleset_of(log))
    advance(played, until=until, as_played=as_played, watch=watch)
    return played


class Checkpoints:
    """Folds of a log that is judged again after each change, as while somebody types it: one after every hundred items.

    A change costs only what comes after the last of them before it.
    """

    EVERY = 100

    def __init__(self) -> None:
        self._head: tuple[Any, ...] = ()
        self._items: Items = ()
        self._kept: list[Folded] = []

    def replay(self, log: Log, rules: Ruleset, items: int | None = None) -> Replay:
        """Return a log played through, or only its first `items`. Raises LogError or RulesetError if it cannot begin."""
        played = begin(log, rules)
        wanted = log.items[:items]
        self._forget_changed(log, rules)
        for kept in reversed(self._kept):
            if kept.items <= len(wanted):
                played = played._replace(folded=kept.beside(played.game))
                break
        folded = played.folded
        while not folded.halted and len(wanted) - folded.items > self.EVERY:
            advance(played, items=wanted[: folded.items + self.EVERY])
            if not folded.halted:
                self._kept.append(folded.beside(played.game))
        advance(played, items=wanted)
        return played

    def _forget_changed(self, log: Log, rules: Ruleset) -> None:
        """Drop the folds of a log that began otherwise, or by other rules."""
        head = rules.data, log.players, log.setup, log.position, log.as_written
        if head != self._head:
            self._kept = []
        while self._kept and log.items[: self._kept[-1].items] != self._items[: self._kept[-1].items]:
            self._kept.pop()
        self._head = head
        self._items = log.items


def begin(log: Log, rules: Ruleset) -> Replay:
    """Return a log none of whose events has been judged yet. Raises LogError or RulesetError if it cannot begin."""
    try:
        game = rulesets.table(rules, len(log.players), at=partial(log.place, ("players",)))
    except RulesetError as error:
        if len(log.players) == 1:
            names = re.split(r"[\s,;]+", log.players[0].strip())
        else:
            names = []
        if len(names) < 2:
            raise
        missing = f"; put a comma between names: {yaml_line([*map(shorten, names)])}"
        raise RulesetError(each._replace(message=each.message + missing) for each in error.complaints) from None
    try:
        return Replay(log, game, Folded(game, game.start(log.players, log.setup, log.position)))
    except Misread as misread:
        raise LogError(part_complaints(log, rules, misread, "setup", "position")) from None
    except FormulaError as error:
        raise rules.without_value(error) from None


def advance(
    played: Replay,
    *,
    items: Items | None = None,
    until: int | None = None,
    as_played: bool = False,
    watch: Watch | None = None,
) -> None:
    """Judge the events of a log, or of its first `items`, that have not been judged yet. Raises RulesetError if a formula has
    no value."""
    if items is None:
        items = played.log.items
    try:
        played.folded.go_on(items, until=until, as_played=as_played or played.log.as_written, watch=watch)
    except FormulaError as error:
        raise played.game.ruleset.without_value(error) from None


# -- why a part of a log cannot be read --------------------------------------------------------------------------------

LONGEST_MESSAGE = 1_000


def part_complaints(log: Log, rules: Ruleset, misread: Misread, *parts: str) -> list[Complaint]:
    """Return why these parts of a log cannot be read: in the family's words, or else in the schema's."""
    if misread.faults:
        return _in_words(log, (), misread.faults)
    here = [part for part in parts if part in log.data]
    faults = []
    for part in here:
        faults += _schema_complaints(log, rules, part, log.data[part], (part,))
    return faults or [Complaint(log.place(parts[:1]), f"`{parts[0]}:` cannot be read")]


def shape_complaints(log: Log, rules: Ruleset, position: int, item: Item, faults: Sequence[Finding]) -> list[Complaint]:
    """Return why an item is not an event: an unknown verb or key, or a value of the wrong form."""
    base: Pointer = ("events", position)
    if faults:
        return _in_words(log, base, faults)
    records = rulesets.log_words(rules.family)
    verbs = [verb for verb in records if verb not in EXTRAS]
    here = [verb for verb in verbs if records[verb].speaks_in(rules.full)]
    named = [key for key in item if key in verbs]
    unknown = []
    for key in item:
        if key not in verbs and key not in EXTRAS:
            unknown.append(key)
    if unknown and not named:
        hint = did_you_mean(unknown[0], verbs) or f"; verbs here: {', '.join(here)}"
        return [Complaint(log.place((*base, Key(unknown[0]))), with_fix(f"unknown verb {quote(unknown[0])}", hint))]
    if len(named) != 1:
        has = "this one has none"
        if named:
            has = f"this one has {' and '.join(named)}"
        return [Complaint(log.place(base), f"an event has exactly one verb; {has} (verbs: {', '.join(here)})")]
    complaints = _schema_complaints(log, rules, "event", item, base)
    (verb,) = named
    if complaints and isinstance(item[verb], Mapping):
        for other in here:
            if other != verb and slip_of(verb, [other]):  # a verb one letter away: 'bids' for `bid: {Ann: 2, Ben: 0}`
                meant = {other: item[verb], **{key: value for key, value in item.items() if key in EXTRAS}}
                if not _schema_complaints(log, rules, "event", meant, base):
                    return [
                        Complaint(complaints[0].place, f"a map of players is written as `{other}: …`, not `{verb}:`")
                    ]
    return complaints or [Complaint(log.place((*base, verb)), f"this {verb} cannot be read")]


def _in_words(log: Log, base: Pointer, faults: Sequence[Finding]) -> list[Complaint]:
    """Return faults in the family's words."""
    complaints = [Complaint(log.place((*base, *fault.at)), cut(fault.message)) for fault in faults]
    return abridge(complaints, source.MOST_FAULTS, lambda last, more: last._replace(message=more))


def cut(message: str) -> str:
    """Return a message as it is reported: a very long one holds a long name from the log."""
    return shorten(message, LONGEST_MESSAGE)


def _schema_complaints(log: Log, rules: Ruleset, part: str, data: object, base: Pointer) -> list[Complaint]:
    schema = {"$ref": f"{family(rules.family).schema}#/$defs/{part}"}
    faults = source.schema_faults(data, schema, store=rulesets.SCHEMAS)
    return [Complaint(log.place((*base, *pointer)), message) for pointer, message in faults]


MOST = 50
"""The most unknown names that are looked for in an item."""


def unreadable(played: Replay) -> Iterator[Finding | Complaint]:
    """Yield what cannot be read from the item at which judging stopped, besides what was found there.

    Unknown names, and items that are not events. Nothing else is judged there: what comes after an illegal event depends on
    what should have happened.
    """
    log = played.log
    game = played.game
    folded = played.folded
    number = folded.events
    known = {fault.at for fault in folded.faults}
    for position in range(folded.items, len(log.items)):
        item = log.items[position]
        for misread in _misread(played, item):
            faults = [_of_item(fault, number + 1, position) for fault in misread.faults]
            if misread.shapeless:
                yield from shape_complaints(log, game.ruleset, position, item, misread.faults)
            else:
                yield from (fault for fault in faults if fault.at not in known)
        number += game.size(item)


def beside_the_head(log: Log, rules: Ruleset) -> Iterator[Complaint]:
    """Yield what cannot be read in the events of a log that cannot begin: unknown names and items that are no events."""
    without_one = []
    for wrong in log.setup:
        without_one.append({key: value for key, value in log.setup.items() if key != wrong})
    for setup in (*without_one, {}, {"dealer": log.players[0]}):
        try:
            game = rulesets.table(rules, len(log.players))
            played = Replay(log, game, Folded(game, game.start(log.players, setup, None)))
        except (Unjudgeable, Misread, FormulaError):
            continue
        for fault in unreadable(played):
            yield Complaint(log.place(fault.at), cut(fault.message)) if isinstance(fault, Finding) else fault
        return


def _misread(played: Replay, item: Item) -> Iterator[Misread]:
    """Yield why an item is not an event; each unknown name is replaced by a known one to find the next."""
    for _ in range(MOST):
        try:
            played.game.read(played.folded.state, item)
        except Unknown as unknown:
            yield unknown
            mended = _replace_text(item, unknown.faults[0].at, unknown.instead)
            if not unknown.instead or mended is None:
                return
            item = mended
        except Misread as misread:
            if not misread.faults:
                yield misread
            elif misread.beside:
                yield Unknown(misread.beside)
            return
        else:
            return


def _replace_text(value: Any, pointer: Pointer, instead: str) -> Any:
    """Return a value with another text or key at a pointer; None without a text there, or if there is such a key."""
    if not pointer:
        if not isinstance(value, str):
            return None
        return instead
    step, *rest = pointer
    if isinstance(step, Key):
        if instead in value:
            return None
        return {instead if key == step else key: part for key, part in value.items()}
    inside = at(value, (step,))
    if inside is None:
        part = None
    else:
        part = _replace_text(inside, tuple(rest), instead)
    if part is None:
        return None
    return replace(value, (step,), part)
