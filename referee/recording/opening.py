"""Questions to settle before the first event, one after the other, and what they have settled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from referee.core.events import Finding, Misread
from referee.core.family import RESULTS
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import all_seen, columns, one_line, to_left
from referee.core.wording import did_you_mean, in_list
from referee.engines import recording
from referee.recording.entries import Unclear, by_number
from referee.rules import rulesets

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
    setup: Mapping[str, Any] | None = None
    detail: str | None = None
    head: Mapping[str, Any] | None = None


def settle(ask: Ask, load: Load, houses: Mapping[str, str], known: Settled) -> tuple[Ruleset, Settled]:
    """Ask for everything that is not known, and return the rules and all that is settled then.

    Raises Unclear if the players or the detail that are known cannot be.
    """
    rules = load(known.houses or (), known.variants or ())
    levels = details(rules)
    brief = known.players is not None
    if known.players is not None:
        _require_players(known.players, rules)
    if known.detail not in (None, *levels):
        raise Unclear(f"{known.detail!r} is not {in_list(levels, 'or')}.")

    def chosen(what: str, choices: Mapping[str, str], line: str) -> tuple[Ruleset, Settled]:
        written = dict.fromkeys(re.split(r"[\s,]+", line)) if line else ()
        names = tuple(by_number(name, [*choices]) or name for name in written)
        strange = next((name for name in names if name not in choices), None)
        if strange:
            raise Unclear(f"{strange!r} is none of these{did_you_mean(strange, choices)}.")
        more = known._replace(**{what: names})  # type: ignore[arg-type]
        return load(more.houses or (), more.variants or ()), more

    def players(line: str) -> tuple[str, ...]:
        names = tuple(filter(None, re.split(r"\s*,\s*" if "," in line else r"\s+", line)))
        _require_players(names, rules)
        return names

    def level(line: str) -> str:
        fitting = [name for name in levels if name.startswith(by_number(line, levels) or line or levels[0])]
        if len(fitting) != 1:
            raise Unclear(f"{line!r} is not {in_list(levels, 'or')}.")
        return fitting[0]

    variants = {name: entry["text"] for name, entry in rules.get("variants", default={}).items()}
    for what, kind, choices in (("variants", "variants", variants), ("houses", "house rules", houses)):
        if choices and getattr(known, what) is None:
            question = [f"Which {kind}? Names, or Return for none.", *_numbered_lines(choices)]
            rules, known = _answer(ask, question, partial(chosen, what, choices))
    if known.players is None:
        some = in_list(map(str, rules.get("players", default=[])), "or")
        like = " ".join(("Ann", "Ben", "Cyd", "Dov")[: max(rules.get("players", default=[]) or [3])])
        question = [f"Who plays, clockwise? Write {some} names, like {like}."]
        known = known._replace(players=_answer(ask, question, players))
    if known.detail is None and not brief:
        says = _numbered_lines({key: DETAILS[key] for key in levels})
        question = [f"How much is written down? Return for {levels[0]}.", *says]
        known = known._replace(detail=_answer(ask, question, level))
    return rules, known._replace(head=_set_up(ask, rules, known, brief=brief))


def _answer(ask: Ask, question: Sequence[str], read: Callable[[str], T]) -> T:
    """Ask until an answer can be read; what is wrong with the last one stands above the question."""
    wrong: Sequence[str] = ()
    while True:
        try:
            return read(ask([*wrong, *question]))
        except Unclear as no:
            wrong = [str(no)]
        except Unjudgeable as no:
            wrong = [complaint.message for complaint in no.complaints]


def _numbered_lines(known: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a list to choose from, with numbers."""
    width = max(map(columns, known))
    for number, (name, says) in enumerate(known.items(), 1):
        yield f"  {number:>2}  {to_left(name, width)}  {' '.join(says.split())}"


def _require_players(names: Sequence[str], rules: Ruleset) -> None:
    """Raise Unclear if there is no game of these players."""
    sizes = rules.get("players", default=[])
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise Unclear(f"Two players are called {twice[0]}; tell them apart.")
    if not all(map(all_seen, names)):
        raise Unclear("A name may not contain control or invisible characters.")
    if sizes and len(names) not in sizes:
        raise Unclear(f"This game is for {in_list(sizes, 'or')} players, not {len(names)}.")


def _set_up(ask: Ask, rules: Ruleset, known: Settled, *, brief: bool) -> Mapping[str, Any]:
    """Ask for the set-up, as far as the family needs it, and return what the head of the log says of it; if `brief`, what is
    usual is not asked for."""
    players = known.players or ()
    given = known.setup or {}
    on_pad = known.detail == RESULTS
    record = recording(rules.family)
    if on_pad and record.PAD_HEAD:
        return dict(record.PAD_HEAD)
    example: Mapping[str, Any] = record.setup(rules, players, lambda choices: 0)
    usual = {"dealer": players[-1], "first": players[0]}
    words = rulesets.log_words(rules.family, "setup")

    def faults_of(setup: Mapping[str, Any]) -> Sequence[Finding] | None:  # None if a game can begin with it
        try:
            rulesets.table(rules, len(players)).start(players, setup, None)
        except Misread as misread:
            return misread.faults
        return None

    def value(key: str, line: str) -> Any:
        if not line and key not in usual:
            raise Unclear("This must be known before the game begins.")
        parts = [part.strip() for part in (line.split(",") if "," in line else line.split())]
        match example.get(key):
            case Mapping() if len(parts) != len(players):
                raise Unclear(f"Write one for each of {in_list(players)}.")
            case Mapping():
                return dict(zip(players, parts, strict=True))
            case list():
                return [part.strip() for part in line.split(",") if part.strip()]
        if line.isdecimal():
            return int(line)
        return next((name for name in players if name.casefold() == line.casefold()), line or usual[key])

    # a score pad need not say what only plays depend on
    without = {key: {part: example[part] for part in example if part != key} for key in example}
    needed = [key for key in example if not on_pad or faults_of(without[key]) is not None]
    known_keys = [key for key in dict.fromkeys((*given, *needed)) if key in given or (brief and key in usual)]
    setup = {key: value(key, given.get(key, "")) for key in known_keys}
    left = [key for key in needed if key not in setup]
    wrong = list[str]()
    while left:
        for key in left:
            if key in words:
                says = re.split("[:;]", words[key].description)[0].rstrip(".")
            else:
                says = key
            like = example.get(key)
            how = "With commas between"
            if key in usual:
                how = f"Return for {usual[key]}"
            elif isinstance(like, Mapping):
                commas, space = ("", " ") if key == "roles" else (", commas between", ", ")
                how = f"In the order {' '.join(players)}{commas}, like {space.join(map(str, like.values()))}"
            elif isinstance(like, list) and like:
                how += f", like {', '.join(map(str, like))}"
            setup[key] = _answer(ask, [*wrong, f"{says}? {how}."], partial(value, key))
            wrong = []
        faults = faults_of(setup)
        if faults is None:
            break
        wrong = [f"{one_line(fault.message)}." for fault in faults] or ["That cannot be read."]
        at_fault = {str(fault.at[1]) for fault in faults if len(fault.at) > 1} & setup.keys()
        left = [key for key in setup if key in (at_fault or left[-1:])]
    return {"setup": setup}


def details(rules: Ruleset) -> tuple[str, ...]:
    """Return how much of a game may be recorded, by name, the fullest first."""
    return tuple(dict.fromkeys((*recording(rules.family).DETAILS, RESULTS)))
