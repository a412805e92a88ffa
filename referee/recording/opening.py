"""What must be settled before the first event: questions one after the other, and the head of the log from the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.core.columns import columns, left
from referee.core.events import Misread
from referee.core.findings import Finding
from referee.core.harmless import all_seen, one_line
from referee.core.named_tuple import NamedTuple
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.wording import did_you_mean, listed
from referee.core.words import word_at
from referee.engines import family, recording
from referee.rules import rulesets

DETAILS = {
    "deals": "everything, with the cards that are dealt",
    "plays": "what lies open on the table",
    "results": "the score pad alone",
    "attacks": "each attack as one event, once it is settled",
    "steps": "each attack step by step, as money is added",
}
"""How much may be written down, by the names that families have for it."""
FULL, OPEN, PAD = "deals", "plays", "results"
"""How much is recorded, for families that know these levels: everything, what is face up on the table, the score pad, which
every family knows."""
Load = Callable[[Sequence[str], Sequence[str]], Ruleset]
"""The rules with these house rules and variants. Raises Unjudgeable."""


class Settled(NamedTuple):
    """What is known about a game that is about to be recorded; None for what nobody has said."""

    variants: tuple[str, ...] | None = None
    houses: tuple[str, ...] | None = None
    players: tuple[str, ...] | None = None
    setup: Mapping[str, Any] | None = None
    detail: str | None = None


class Opening:
    """The questions before a game: `question` is what to ask next, None once all is `settled`, with the `setup`; `answer` takes
    the answer."""

    def __init__(self, load: Load, houses: Mapping[str, str], settled: Settled) -> None:
        self._load, self._houses, self.settled = load, houses, settled
        self.rules = load(settled.houses or (), settled.variants or ())
        self._given = dict(settled.setup or {})
        self.setup: dict[str, Any] = {}
        self._asked: list[str] | None = None
        self._brief = settled.players is not None

    @property
    def question(self) -> list[str] | None:
        """Return what to ask now, with the choices; None once all is settled."""
        step = self._step()
        return step and step[0]

    def answer(self, line: str) -> list[str]:
        """Take an answer; return what is wrong with it, if anything."""
        step = self._step()
        assert step is not None
        return step[1](line.strip())

    def _step(self) -> tuple[list[str], Callable[[str], list[str]]] | None:
        """Return what to ask next, and what takes the answer."""
        known = self.settled
        variants = {name: entry["text"] for name, entry in self.rules.get("variants", default={}).items()}
        for what, kind, choices in (("variants", "variants", variants), ("houses", "house rules", self._houses)):
            if choices and getattr(known, what) is None:
                question = [f"Which {kind}? Names, or Return for none.", *_choices(choices)]
                return question, partial(self._choose, what, choices)
        if known.players is None:
            return [f"Who plays, clockwise? Write {_or(self._sizes)} names, like Ann Ben Cyd."], self._name
        if known.detail is None and not self._brief:
            levels = {detail: DETAILS[detail] for detail in details(self.rules)}
            question = [f"How much is written down? Return for {next(iter(levels))}.", *_choices(levels)]
            return question, partial(self._choose_detail, [*levels])
        key = self._next_key()
        return None if key is None else ([self._about(key)], partial(self._put, key))

    def _choose_detail(self, names: Sequence[str], line: str) -> list[str]:
        detail = line or names[0]
        number = _by_number(detail, names)
        fitting = [number] if number else [name for name in names if name.startswith(detail)]
        if len(fitting) != 1:
            return [f"{detail!r} is not {_or(names)}."]
        self.settled = self.settled._replace(detail=fitting[0])
        return []

    def begin(self) -> list[str]:
        """Checks what options have settled; returns what is wrong with it, if anything."""
        players, detail, known = self.settled.players, self.settled.detail, details(self.rules)
        wrong = [] if players is None else _bad_players(players, self._sizes)
        return wrong + ([] if detail in (None, *known) else [f"{detail!r} is not {_or(known)}."])

    @property
    def _players(self) -> tuple[str, ...]:
        return self.settled.players or ()

    @property
    def _sizes(self) -> list[int]:
        sizes: list[int] = self.rules.get("players", default=[])
        return sizes

    def _choose(self, what: str, choices: Mapping[str, str], line: str) -> list[str]:
        written = dict.fromkeys(re.split(r"[\s,]+", line)) if line else ()
        names = tuple(_by_number(name, [*choices]) or name for name in written)
        if strange := next((name for name in names if name not in choices), None):
            return [f"{strange!r} is none of these{did_you_mean(strange, choices) or ''}."]
        chosen: dict[str, Any] = {what: names}
        known = self.settled._replace(**chosen)
        try:
            self.rules = self._load(known.houses or (), known.variants or ())
        except Unjudgeable as no:
            return [complaint.message for complaint in no.complaints]
        self.settled = known
        return []

    def _name(self, line: str) -> list[str]:
        names = tuple(filter(None, re.split(r"\s*,\s*" if "," in line else r"\s+", line)))
        wrong = _bad_players(names, self._sizes)
        if not wrong:
            self.settled = self.settled._replace(players=names)
        return wrong

    # The set-up, as far as a family requires it.

    @property
    def pad_head(self) -> Mapping[str, Any]:
        """Return what the log has instead of a set-up if only its score pad is recorded."""
        head: Mapping[str, Any] = getattr(recording(self.rules.family), "PAD_HEAD", {})
        return head if self.settled.detail == PAD else {}

    def _keys(self) -> list[str]:
        if self.pad_head:
            return [*self._given]
        if self._asked is None:
            drawn, on_pad = self._drawn, self.settled.detail == PAD
            # a score pad need not say what only plays depend on
            without = {key: {part: drawn[part] for part in drawn if part != key} for key in drawn if on_pad}
            needed = [key for key in drawn if not on_pad or self._faults(without[key]) is not None]
            self._asked = [*dict.fromkeys((*self._given, *needed))]
        return self._asked

    def _faults(self, setup: Mapping[str, Any]) -> Sequence[Finding] | None:
        """Return what is wrong with a set-up; None if a game can begin with it."""
        try:
            rulesets.table(self.rules, len(self._players)).start(self._players, setup, None)
        except Misread as misread:
            return misread.faults
        return None

    def _next_key(self) -> str | None:
        for key in self._keys():
            if key in self.setup:
                continue
            if key not in self._given and not (self._brief and key in ("dealer", "first")):
                return key
            self.setup[key] = self._read(key, self._given.get(key) or self._usual(key))
        return None

    def _about(self, key: str) -> str:
        words = word_at(family(self.rules.family).schema, rulesets.SCHEMAS, "$defs", "setup").keys
        says = words[key].description.partition(":")[0].rstrip(".") if key in words else key
        if key in ("dealer", "first"):
            return f"{says}? Return for {self._usual(key)}."
        example = self._drawn.get(key)
        if isinstance(example, Mapping):
            commas = "" if key == "roles" else ", commas between"
            like = (" " if key == "roles" else ", ").join(map(str, example.values()))
            return f"{says}? In the order {' '.join(self._players)}{commas}, like {like}."
        like = f", like {', '.join(map(str, example))}" if isinstance(example, list) and example else ""
        return f"{says}? With commas between{like}."

    @property
    def _drawn(self) -> Mapping[str, Any]:
        """A set-up as an example."""
        drawn: Mapping[str, Any] = recording(self.rules.family).setup(self.rules, self._players, lambda choices: 0)
        return drawn

    def _usual(self, key: str) -> str:
        return self._players[-1 if key == "dealer" else 0]

    def _read(self, key: str, text: Any) -> Any:
        """Return an answer as the value in the log."""
        example, players = self._drawn.get(key), self._players
        if not isinstance(text, str):
            return text
        parts = [part.strip() for part in (text.split(",") if "," in text else text.split())]
        if isinstance(example, Mapping) and len(parts) == len(players):
            return dict(zip(players, parts, strict=True))
        if isinstance(example, list):
            return [part.strip() for part in text.split(",") if part.strip()]
        if text.isdecimal():
            return int(text)
        return next((name for name in players if name.casefold() == text.casefold()), text)

    def _put(self, key: str, line: str) -> list[str]:
        if not line and key not in ("dealer", "first"):
            return ["This must be known before the game begins."]
        value = self._read(key, line or self._usual(key))
        if isinstance(self._drawn.get(key), Mapping) and isinstance(value, str):
            return [f"Write one for each of {listed(self._players)}."]
        self.setup[key] = value
        if self._next_key() is not None or (faults := self._faults(self.setup)) is None:
            return []
        # what is wrong is asked for again
        for part in {str(fault.at[1]) for fault in faults if len(fault.at) > 1} & self.setup.keys() or {key}:
            self.setup.pop(part)
            self._given.pop(part, None)
        return [f"{one_line(fault.message)}." for fault in faults] or ["That cannot be read."]


def details(rules: Ruleset) -> tuple[str, ...]:
    """Return how much of a game may be recorded, by name, the fullest first."""
    return tuple(dict.fromkeys((*recording(rules.family).DETAILS, PAD)))


def _by_number(number: str, names: Sequence[str]) -> str:
    """Return the name with this number in a list; empty if there is none."""
    return names[int(number) - 1] if number.isdecimal() and len(number) < 4 and 0 < int(number) <= len(names) else ""


def _or(things: Sequence[object]) -> str:
    return listed(list(map(str, things)), "or")


def _choices(known: Mapping[str, str]) -> Iterator[str]:
    width = max(map(columns, known))
    for number, (name, says) in enumerate(known.items(), 1):
        yield f"  {number:>2}  {left(name, width)}  {' '.join(says.split())}"


def _bad_players(names: Sequence[str], sizes: Sequence[int]) -> list[str]:
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        return [f"Two players are called {twice}; tell them apart."]
    if any(not all_seen(name) for name in names):
        return ["A name may not contain control or invisible characters."]
    if sizes and len(names) not in sizes:
        return [f"This game is for {_or(sizes)} players, not {len(names)}."]
    return []
