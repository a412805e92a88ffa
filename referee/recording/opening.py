"""Questions to settle before the first event, one after the other, and the answers so far."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from referee.core.data import Data, Head
from referee.core.events import Finding, Misread
from referee.core.family import RESULTS, Record
from referee.core.places import Pointer, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import all_seen, columns, one_line, to_left
from referee.core.wording import did_you_mean, in_list
from referee.engines import recording
from referee.recording.entries import Unclear, by_number
from referee.rules import rulesets
from referee.source.schema import is_key

DETAILS = {
    "deals": "everything, with the cards that are dealt",
    "plays": "what lies open on the table",
    "results": "the score pad alone",
    "attacks": "each attack as one event, once it is settled",
    "steps": "each attack step by step, as money is added",
}
"""Levels of detail that may be written down, by the names that families have for them."""
T = TypeVar("T")
Ask = Callable[[list[str]], str]
"""Asks a question, in lines, and returns the answer."""
Load = Callable[[Sequence[str], Sequence[str]], Ruleset]
"""The rules with these house rules and variants. Raises Unjudgeable."""


class Settled(NamedTuple):
    """Facts about a game that is about to be recorded, None for what nobody has said; in the end also what the head
    of its log says of the set-up."""

    variants: tuple[str, ...] | None = None
    houses: tuple[str, ...] | None = None
    players: tuple[str, ...] | None = None
    setup: Head | None = None
    detail: str | None = None
    head: Head | None = None


def settle(ask: Ask, load: Load, houses: Mapping[str, str], known: Settled) -> tuple[Ruleset, Settled]:
    """Ask everything that is not known before a game; the rules, and all that is settled then, with the head of the
    log.

    `ask` asks a question, `load` gives the rules, `houses` are the house rules for the game with their sentences.
    Raises Unclear if the players or the detail that are known cannot be.
    """
    opening = _Opening(ask, load, known)
    brief = known.players is not None
    opening.check()
    variants = {name: entry["text"] for name, entry in opening.rules.get("variants", default={}).items()}
    opening.ask_for_players({"variants": variants, "houses": houses})
    opening.ask_for_names("variants", "variants", variants)
    opening.ask_for_names("houses", "house rules", houses)
    if not brief:
        opening.ask_for_detail()
    return opening.rules, opening.known._replace(head=_head(ask, opening.rules, opening.known, brief=brief))


class _Opening:
    """The questions about a game that is about to begin; `rules` and `known` are as the answers so far make them."""

    def __init__(self, ask: Ask, load: Load, known: Settled) -> None:
        self._ask = ask
        self._load = load
        self.known = known
        self.rules = self._rules_of(known)
        self._levels = details(self.rules)

    def _rules_of(self, known: Settled) -> Ruleset:
        return self._load(known.houses or (), known.variants or ())

    def check(self) -> None:
        """Raise Unclear if the players or the detail that are known cannot be."""
        if self.known.players is not None:
            _require_players(self.known.players, self.rules.get("players", default=[]))
        detail = self.known.detail
        if detail is not None and detail not in self._levels:
            raise Unclear(f"{detail!r} is not {in_list(self._levels, 'or')}.")

    def ask_for_names(self, field: str, kind: str, choices: Mapping[str, str]) -> None:
        """Ask which variants or house rules are played, unless that is known; only those with which these players can play
        are offered, if there are any."""
        offered = self._for_these_players(field, choices)
        if not offered or getattr(self.known, field) is not None:
            return
        question = [f"Which {kind}? Names, or Return for none."]
        question += _numbered_lines(offered)
        read = partial(self._choose, field, choices, list(offered))
        hint = f"The {kind} change the usual rules as it says beside them; write names or numbers with spaces between."
        self.rules, self.known = _answer(self._ask, question, read, hint)

    def _for_these_players(self, field: str, choices: Mapping[str, str]) -> dict[str, str]:
        """Those of some variants or house rules with which there is a game for these players, and which say something about
        a game of so many."""
        players = self.known.players or ()
        offered = dict[str, str]()
        for name, says in choices.items():
            patch = {}
            if field == "variants":
                patch = self.rules.get("variants", name, "patch", default={})
            if len(players) in self._sizes_with(field, name) and not self._is_for_others(patch):
                offered[name] = says
        return offered

    def _is_for_others(self, patch: Mapping[str, Any]) -> bool:
        """Whether all that the patch of a variant sets is for other numbers of players, as {bonus_income: {7: 3, 8: 5}} is
        for four."""
        number = str(len(self.known.players or ()))
        others = list[Pointer]()
        values = list[Pointer]()
        for at, word, value in rulesets.words(self.rules.family).walk(patch):
            if is_key(at) and word.names == "players" and value != number:
                others.append(at)
            elif not is_key(at) and not isinstance(value, Mapping):
                values.append(at)
        if not others:
            return False
        return all(any(value[: len(other)] == other for other in others) for value in values)

    def _sizes_with(self, field: str, name: str) -> Sequence[int]:
        """The numbers of players of the game with a variant or house rule; none if it cannot be played with what is known."""
        with suppress(Unjudgeable):
            rules = self._rules_of(self.known._replace(**{field: (name,)}))  # type: ignore[arg-type]
            return list(rules.get("players", default=[]))
        return []

    def _choose(
        self, field: str, choices: Collection[str], offered: Sequence[str], line: str
    ) -> tuple[Ruleset, Settled]:
        """The rules and facts with the names on a line, which may be numbers of what was `offered`, as variants or houses
        (this is `field`).

        Raises Unclear for an unknown name, or if there is no such game for these players.
        """
        names = list[str]()
        if line.casefold() not in ("", "none"):
            for written in dict.fromkeys(re.split(r"[\s,]+", line)):
                names.append(by_number(written, offered) or written)
        strange = [name for name in names if name not in choices]
        if strange and strange[0]:
            raise Unclear(f"{strange[0]!r} is none of these{did_you_mean(strange[0], choices)}.")
        known = self.known._replace(**{field: tuple(names)})  # type: ignore[arg-type]
        rules = self._rules_of(known)
        if names or field == "houses":
            _require_players(known.players or (), rules.get("players", default=[]))
        return rules, known

    def ask_for_players(self, changes: Mapping[str, Mapping[str, str]]) -> None:
        """Ask who plays, unless that is known. `changes` are the variants and house rules that may be chosen then: for some
        numbers of players there is only a game with one of these."""
        if self.known.players is not None:
            return
        sizes = set(self.rules.get("players", default=[]))
        for field, names in changes.items():
            for name in names:
                sizes.update(self._sizes_with(field, name))
        most = max(self.rules.get("players", default=[3]))
        like = " ".join(("Ann", "Ben", "Cyd", "Dov")[:most])
        question = [f"Who plays, clockwise? Write {in_list(map(str, sorted(sizes)), 'or')} names, like {like}."]
        hint = "The names as the players sit around the table; with commas between, a name may have several words."
        self.known = self.known._replace(players=_answer(self._ask, question, partial(_players, sorted(sizes)), hint))

    def ask_for_detail(self) -> None:
        """Ask how much is written down, unless that is known."""
        if self.known.detail is not None:
            return
        question = [f"How much is written down? Return for {self._levels[0]}."]
        question += _numbered_lines({level: DETAILS[level] for level in self._levels})
        hint = "Less is written faster, and more can be judged of more; write a name or its number."
        self.known = self.known._replace(detail=_answer(self._ask, question, self._level, hint))

    def _level(self, line: str) -> str:
        """The level of detail that a line names, by its name, the beginning of it, or its number. Raises Unclear."""
        if not line:
            return self._levels[0]
        level = by_number(line, self._levels)
        if level is not None:
            return level
        fitting = [level for level in self._levels if level.startswith(line)]
        if len(fitting) != 1:
            raise Unclear(f"{line!r} is not {in_list(self._levels, 'or')}.")
        return fitting[0]


def _answer(ask: Ask, question: Sequence[str], read: Callable[[str], T], hint: str) -> T:
    """Ask until `read` accepts an answer, and give what it reads; the fault of the last answer stands above the
    question, or the `hint`, if somebody asked for help."""
    wrong: Sequence[str] = ()
    while True:
        line = ask([*wrong, *question])
        if line.casefold() in ("help", "?"):
            wrong = [f"{hint} `quit` ends without recording."]
            continue
        try:
            return read(line)
        except Unclear as no:
            wrong = [str(no)]
        except Unjudgeable as no:
            wrong = [complaint.message for complaint in no.complaints]


def _numbered_lines(known: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a list to choose from, with numbers."""
    width = max(map(columns, known))
    for number, (name, says) in enumerate(known.items(), 1):
        yield f"  {number:>2}  {to_left(name, width)}  {' '.join(says.split())}"


def _players(sizes: Sequence[int], line: str) -> tuple[str, ...]:
    """The names of players on a line, with commas or spaces between them. Raises Unclear if they cannot play a game of
    one of these sizes."""
    between = r"\s+"
    if "," in line:
        between = r"\s*,\s*"
    names = tuple(filter(None, re.split(between, line)))
    _require_players(names, sizes)
    return names


def _require_players(names: Sequence[str], sizes: Sequence[int]) -> None:
    """Raise Unclear if a game of these sizes is not for so many players, or if two have one name."""
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise Unclear(f"Two players are called {twice[0]}; tell them apart.")
    if not all(map(all_seen, names)):
        raise Unclear("A name may not contain control or invisible characters.")
    if sizes and len(names) not in sizes:
        raise Unclear(f"This game is for {in_list(sizes, 'or')} players, not {len(names)}.")


def _head(ask: Ask, rules: Ruleset, known: Settled, *, brief: bool) -> Head:
    """Ask for the set-up, as far as the family needs it; the keys of the head of the log that hold it.

    If `brief`, the usual set-up is taken without a question.
    """
    record = recording(rules.family)
    if known.detail == RESULTS and record.PAD_HEAD:
        return dict(record.PAD_HEAD)
    set_up = _SetUp(ask, rules, known)
    set_up.fill_in(known.setup or {}, brief=brief)
    set_up.ask_for_rest()
    return {"setup": set_up.setup}


class _SetUp:
    """The questions about the set-up of a game; `setup` is what is known of it."""

    def __init__(self, ask: Ask, rules: Ruleset, known: Settled) -> None:
        """Prepare the questions about the set-up of a game whose rules and players are known.

        `_example` is a set-up of the family, `_usual` has the values for which Return is enough, and `_drawn_for` the keys for
        which the players draw, so that only a score pad must say how that went.
        """
        self._ask = ask
        self._rules = rules
        self._players = tuple(known.players or ())
        self._on_pad = known.detail == RESULTS
        drawn = recording(rules.family).setup(rules, self._players, lambda choices: 0)
        self._example: Head = {**Record.setup(rules, self._players, lambda choices: 0), **drawn}
        self._drawn_for = self._example.keys() - drawn.keys()
        self._usual = {"dealer": self._players[-1], "first": self._players[0]}
        self._words = rulesets.log_words(rules.family, "setup")
        self._needed = list(filter(self._is_needed, self._example))
        self.setup: Data = {}

    def _is_needed(self, key: str) -> bool:
        """Whether a game cannot be recorded without a key: a score pad need not say what only plays depend on."""
        if not self._on_pad:
            return key not in self._drawn_for
        without = {other: value for other, value in self._example.items() if other != key}
        return self._faults(without) is not None or key in self._drawn_for

    def _faults(self, setup: Mapping[str, object]) -> Sequence[Finding] | None:
        """What is wrong with a set-up; None if a game can begin with it."""
        try:
            rulesets.table(self._rules, len(self._players)).start(self._players, setup, None)
        except Misread as misread:
            return misread.faults
        return None

    def fill_in(self, given: Head, *, brief: bool) -> None:
        """Set what options gave, as it was typed, and if `brief` also what is usual. Raises Unclear."""
        for key, line in given.items():
            self.setup[key] = self._value(key, line)
        if not brief:
            return
        for key in self._needed:
            if key in self._usual and key not in self.setup and key not in self._drawn_for:
                self.setup[key] = self._value(key, "")

    def ask_for_rest(self) -> None:
        """Ask for each key that is still missing, and again for those with which no game can begin."""
        left = [key for key in self._needed if key not in self.setup]
        wrong = list[str]()
        while left:
            for key in left:
                question = wrong + [self._question(key)]
                self.setup[key] = _answer(self._ask, question, partial(self._value, key), self._hint(key))
                wrong = []
            faults = self._faults(self.setup)
            if faults is None:
                return
            wrong = [f"{one_line(fault.message)}." for fault in faults]
            if not wrong:
                wrong = ["That cannot be read."]
            left = self._keys_at_fault(faults) or [key for key in self.setup if key in left[-1:]]

    def _keys_at_fault(self, faults: Sequence[Finding]) -> list[str]:
        at_fault = {str(fault.at[1]) for fault in faults if len(fault.at) > 1}
        return [key for key in self.setup if key in at_fault]

    def _question(self, key: str) -> str:
        says = key
        if key in self._words:
            says = re.split("[:;]", self._words[key].description)[0].rstrip(".")
        return f"{says}? {self._form_of_answer(key)}."

    def _hint(self, key: str) -> str:
        """What may be answered to the question for a key, for somebody who asks."""
        if key in self._usual:
            return f"Write one of {in_list(self._players, 'or')}."
        choices = self._rules.get("roles", "choose", default=())
        if key == "roles" and choices:
            return f"The roles are {in_list(choices)}; write one for each player."
        return f"{self._form_of_answer(key)}."

    def _form_of_answer(self, key: str) -> str:
        """The words that tell how to answer the question for a key: 'Return for Dov', 'With commas between, like …'."""
        if key in self._usual:
            return f"Return for {self._usual[key]}"
        like = self._example.get(key)
        if isinstance(like, Mapping):
            order = " ".join(self._players)
            if key == "roles":
                return f"In the order {order}, like {' '.join(map(str, like.values()))}"
            return f"In the order {order}, commas between, like {', '.join(map(str, like.values()))}"
        if isinstance(like, list) and like:
            return f"With commas between, like {', '.join(map(str, like))}"
        return "With commas between"

    def _value(self, key: str, line: str) -> object:
        """The value for a key from a line: by player, a list, a number, or a name; an empty line is the usual one.
        Raises Unclear."""
        if not line and key not in self._usual:
            raise Unclear("This must be known before the game begins.")
        like = self._example.get(key)
        if isinstance(like, Mapping):
            return self._by_player(line)
        if isinstance(like, list):
            return list(filter(None, map(str.strip, line.split(","))))
        if line.isdecimal():
            return int(line)
        for name in self._players:
            if name.casefold() == line.casefold():
                return name
        if line and key in self._usual:
            raise Unclear(f"{line!r} is not one of {in_list(self._players)}.")
        return line or self._usual[key]

    def _by_player(self, line: str) -> dict[str, str]:
        """The parts of a line by player, in order. Raises Unclear if there are not as many as players."""
        parts = line.split()
        if "," in line:
            parts = [part.strip() for part in line.split(",")]
        if len(parts) != len(self._players):
            raise Unclear(f"Write one for each of {in_list(self._players)}.")
        return dict(zip(self._players, parts, strict=True))


def details(rules: Ruleset) -> tuple[str, ...]:
    """The names of the levels of detail at which a game may be recorded, the fullest first."""
    levels = list(recording(rules.family).DETAILS)
    levels.append(RESULTS)
    return tuple(dict.fromkeys(levels))
