"""Which words of a family's rules a case shows to matter: change the word, and the case comes out otherwise.

The words are read from the family's schema: `turn.discard_taken`, `melds.*.suits` (of any meld), `idle.[].points` (of any
entry). A word speaks if some case whose file lists it (or what it stands in, or what follows from it) among its `words` fails
once the word has another value. A word that never speaks is not enforced, or has no case.

    python tests/every_word.py

looks for a case that shows each word, choice and reading, and writes what each shows to `witnesses.json`, where the tests look
first: without it, or where it is out of date, they take many times as long.
"""

from __future__ import annotations

import copy
import json
import tempfile
import traceback
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import case_runner
import pytest
from case_runner import Case, Data, cases, of_family, run

from referee.core.merging import merge
from referee.core.ruleset import Ruleset
from referee.engines import FAMILIES
from referee.engines import family as engine
from referee.rules import rulesets
from referee.rules.decks import deck_in
from referee.source import fits

NO_RULES = {
    "$schema", "name", "title", "version", "summary", "family", "abstract", "extends", "why", "deck", "players", "rules",
    "club", "reads", "seats", "rulings", "ruling", "variants", "examples", "given",
}  # fmt: skip
"""Keys of a ruleset that are not words of its rules."""
GONE = object()
"""In place of a value: the key is left out."""
LESS, MORE, NONE, ALL, FIRST = "<less>", "<more>", "<none>", "<all>", "<first>"
"""In place of a value that cannot be listed: how it is changed. No word has a choice of such a name."""
WITNESSES = Path(__file__).with_name("witnesses.json")
Path_ = tuple[str, ...]
Pointer = tuple[str | int, ...]


class Word(NamedTuple):
    """A word of the rules by its path, its choices where they can be listed, and what holds where it is left out.

    beside: the keys that have words of their own where the last step is any key (`*`).
    numbers: whether a number may replace a choice.
    """

    path: Path_
    choices: tuple[Any, ...]
    default: Any = None
    beside: tuple[str, ...] = ()
    numbers: bool = False

    def __str__(self) -> str:
        return ".".join(self.path)


@cache
def words(family: str) -> tuple[Word, ...]:
    """Every word that a ruleset of the family may hold and that holds no others."""
    name = engine(family).schema
    found = dict.fromkeys(
        word
        for key, part in rulesets.schema(name)["properties"].items()
        if key not in NO_RULES
        for word in _below(part, name, (key,))
    )
    merged: dict[Path_, Word] = {}
    for word in found:
        before = merged.get(word.path, word)
        merged[word.path] = word._replace(choices=tuple(dict.fromkeys(before.choices + word.choices)))
    return tuple(merged.values())


def _below(schema: Any, home: str, path: Path_, beside: tuple[str, ...] = ()) -> Iterator[Word]:
    selects = isinstance(schema, dict) and "#/$defs/cards" in schema.get("$ref", "")
    schema, home = _followed(schema, home)
    if (
        selects or schema.get("names") == "cards"
    ):  # a selector is one value; tests/core/test_selectors.py shows its forms
        yield Word(path, ())
        return
    parts = [_followed(part, home) for key in ("anyOf", "oneOf") for part in schema.get(key, ())]
    choices: list[Any] = []
    types: set[str] = set()
    deeper = False
    for part, its_home in [(schema, home), *parts]:
        choices += [choice for choice in (*part.get("enum", ()), *_constant(part)) if choice is not None]
        types |= {part.get("type")} if isinstance(part.get("type"), str) else set(part.get("type", ()))
        inner = dict(part.get("properties", {}))
        if isinstance(part.get("additionalProperties"), dict):
            inner["*"] = part["additionalProperties"]
        if isinstance(part.get("items"), dict) and _holds_words(part["items"], its_home) and path != ("changes",):
            inner["[]"] = part["items"]
        for key, entry in inner.items():
            deeper = True
            yield from _below(entry, its_home, (*path, key), tuple(part.get("properties", ())) if key == "*" else ())
    # true and false are formulas where text may stand, too
    if types - {"null"} == {"boolean"}:
        choices += [False, True]
    if choices or not deeper:
        default = schema.get("default")
        yield Word(
            path, tuple(choices), default if isinstance(default, str | int | bool) else None, beside, "integer" in types
        )


def _constant(part: Data) -> list[Any]:
    return [part["const"]] if "const" in part else []


def _holds_words(items: Any, home: str) -> bool:
    return "properties" in _followed(items, home)[0]


def _followed(schema: Any, home: str) -> tuple[Data, str]:
    """A schema with what its reference leads to, and the file of that; what stands beside the reference is of its own file."""
    if not isinstance(schema, dict):
        return {}, home
    if "$ref" not in schema:
        return schema, home
    file, _, path = schema["$ref"].partition("#")
    there = file or home
    target: Any = rulesets.schema(there)
    for step in path.split("/")[1:]:
        target = target[step]
    target, there = _followed(target, there)
    beside = {key: _with_file(value, home) for key, value in schema.items() if key != "$ref"}
    return {**target, **beside}, there


def _with_file(part: Any, file: str) -> Any:
    """A part of a schema in which each reference names its file, so that it may stand in another."""
    if isinstance(part, list):
        return [_with_file(item, file) for item in part]
    if not isinstance(part, dict):
        return part
    copy = {key: _with_file(value, file) for key, value in part.items()}
    if str(part.get("$ref", "")).startswith("#"):
        copy["$ref"] = file + part["$ref"]
    return copy


def silent(word: Word, family: str, folder: Path, excused: Collection[Any] = ()) -> list[str]:
    """What no case shows of a word: each of its choices but the excused ones, or that it matters at all."""
    wanted: list[Any] = [choice for choice in word.choices if choice not in excused] or [GONE]
    wanted = [choice for choice in wanted if not _witnessed(_named(family, word, choice), word, choice, folder)]
    about = _about(family, word) if wanted else _cases(family)
    if not about:
        return [f"no file of tests/cases/{family} lists {word} among its `words`"]
    for case in sorted(about, key=lambda case: _says_little(case, word, folder)) if wanted else ():
        for choice in list(wanted):
            if _matters(case, word, choice, folder):
                witnesses()[_named(family, word, choice)] = case.name
                wanted.remove(choice)
    return [f"{word}: {'it' if choice is GONE else choice!r} changes no case" for choice in wanted]


def unread(game: str, ruling: str, folder: Path) -> list[str]:
    """The readings of a ruling that no case of the game shows: under another reading such a case comes out otherwise."""
    entry = rulesets.load_ruleset(game).data["rulings"][ruling]
    values = {name: reading["value"] for name, reading in entry["readings"].items() if "value" in reading}
    word = Word(tuple(entry["about"].split(".")), tuple(values.values()))
    about = [case for case in _cases(rulesets.load_ruleset(game).family) if _game(case) == game]
    about.sort(key=lambda case: ruling not in str(case.data))
    unread = []
    for name, value in values.items():
        said = f"{game}, ruling {ruling}: {name}"
        if not _witnessed(said, word, value, folder):
            found = next((case for case in about if _matters(case, word, value, folder)), None)
            if found is None:
                unread.append(f"{said} changes no case")
            else:
                witnesses()[said] = found.name
    return unread


@cache
def witnesses() -> dict[str, str]:
    """The names of cases that show a word, a choice or a reading, as they were found last."""
    shown = json.loads(WITNESSES.read_text(encoding="utf-8")) if WITNESSES.exists() else {}
    return {said: case for case, all_said in shown.items() for said in all_said}


def _named(family: str, word: Word, choice: Any) -> str:
    return f"{family}, {word}{'' if choice is GONE else f': {choice!r}'}"


def _witnessed(said: str, word: Word, choice: Any, folder: Path) -> bool:
    """Whether the case that showed this last still does."""
    case = _by_name().get(witnesses().get(said, ""))
    return case is not None and _matters(case, word, choice, folder)


@cache
def _by_name() -> dict[str, Case]:
    return {case.name: case for family in FAMILIES for case in _cases(family)}


def _game(case: Case) -> str:
    extended = case.data.get("ruleset", {}).get("extends")
    return str(case.data.get("game") or extended or getattr(of_family(case.family), "GAME", ""))


def _about(family: str, word: Word) -> list[Case]:
    """The cases of files that list the word, or what it stands in."""
    names = {".".join(word.path[:end]) for end in range(1, len(word.path) + 1)}
    loose = {".".join(part for part in name.split(".") if part not in ("*", "[]")) for name in names}
    return [case for case in _cases(family) if names & set(case.words) or loose & set(case.words)]


def _says_little(case: Case, word: Word, folder: Path) -> int:
    """The lower, the more a case says of a word: the names of its path, and of what has the word in the rules of the case."""
    said = case.id + str(case.data)
    having = {name for rules in _played_by(case, folder) for name in _having(json.loads(rules), word.path)}
    return -sum(name in said for name in {*word.path, *having})


def _having(data: Any, path: Path_) -> Iterator[str]:
    """The names of those entries (`*`) that have what the path goes on to."""
    for key in list(data) if isinstance(data, dict) and path[0] == "*" else path[:1]:
        if isinstance(data, dict) and key in data and (len(path) == 1 or _at(data[key], path[1:])):
            yield from (key, *_having(data[key], path[1:])) if len(path) > 1 else (key,)


def _at(data: Any, path: Path_) -> bool:
    return not path or any(True for _ in _having(data, path))


_rules_of: dict[str, tuple[str, ...]] = {}


def _played_by(case: Case, folder: Path) -> tuple[str, ...]:
    """The rules that a case loads, as JSON."""
    if case.name not in _rules_of:
        found: dict[str, None] = {}
        with Watching(found):
            run(copy.deepcopy(case.data), folder)
        _rules_of[case.name] = tuple(found)
    return _rules_of[case.name]


@cache
def _cases(family: str) -> tuple[Case, ...]:
    """The cases of a family that are judged."""
    return tuple(case for case in cases(family) if "unsound" not in case.data)


def _matters(case: Case, word: Word, choice: Any, folder: Path) -> bool:
    """Whether a case in which the choice is in force fails under some other value of the word."""
    for other in _others(word, choice):
        rules = _played_by(case, folder)
        if rules and isinstance(_altered(rules[0], word, choice, other), type):
            continue
        altered = Altered(word, choice, other)
        try:
            with altered:
                run(copy.deepcopy(case.data), folder)
        except (NotInForce, StillSound):
            continue
        except AssertionError:
            if altered.refused:  # a command took that for a bug of its own
                continue
            return True
        except Exception as error:
            if _in_referee(error):
                raise
            return True
    return False


def _others(word: Word, choice: Any) -> list[Any]:
    if word.choices:
        return [*(other for other in word.choices if other is not choice), *((1, 2) if word.numbers else ()), GONE]
    return [GONE, LESS, MORE, NONE, ALL, FIRST]


def _in_referee(error: BaseException) -> bool:
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and "/referee/" in frames[-1].filename and "/tests/" not in frames[-1].filename


class NotInForce(Exception):  # noqa: N818 - not an error: the case is not about this choice
    """The rules of a case do not hold the choice."""


class StillSound(Exception):  # noqa: N818 - no error: this other value cannot be played by
    """The rules of a case are unsound with another value, so that it says nothing."""


class Loading:
    """Within it every ruleset is loaded as `changed` has it."""

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()

    def __enter__(self) -> None:
        load = rulesets.assemble
        self.patch.setattr(case_runner, "LOADED", {})  # none that was loaded before
        self.patch.setattr(rulesets, "assemble", lambda *args, **named: self.changed(load(*args, **named)))

    def __exit__(self, *_: Any) -> None:
        self.patch.undo()

    def changed(self, rules: Ruleset) -> Ruleset:
        raise NotImplementedError


class Watching(Loading):
    """Within it every ruleset that is loaded is noted."""

    def __init__(self, found: dict[str, None]) -> None:
        super().__init__()
        self.found = found

    def changed(self, rules: Ruleset) -> Ruleset:
        self.found[_written(rules)] = None
        return rules


class Altered(Loading):
    """Within it every ruleset is loaded with another value of a word in place of `choice`."""

    def __init__(self, word: Word, choice: Any, other: Any) -> None:
        super().__init__()
        self.asked = word, choice, other
        self.refused = False

    def changed(self, rules: Ruleset) -> Ruleset:
        data = _altered(_written(rules), *self.asked, rules)
        if isinstance(data, type):
            self.refused = True
            raise data
        return _remade(rules, json.loads(data))


def _remade(rules: Ruleset, data: Data) -> Ruleset:
    """The rules with other data; its deck is made again if that differs."""
    deck = rules.deck if data.get("deck") == rules.data.get("deck") else deck_in(data, rules.layers)
    return Ruleset(data, deck, rules.words, rules.layers, rules.houses, rules.variants)


def _written(rules: Ruleset) -> str:
    return json.dumps(rules.data)


_known: dict[str, str | type[Exception]] = {}
"""What rules become with another value of a word; many cases are played by the same."""


def _altered(written: str, word: Word, choice: Any, other: Any, rules: Ruleset | None = None) -> str | type[Exception]:
    """Rules with another value of a word, or why there are none. Without a ruleset to try them by, what is known of it."""
    key = f"{word!r} {choice!r} {other!r} {written}"
    if key not in _known:
        data = json.loads(written)
        if not _alter(data, word, word.path, choice, other):
            _known[key] = NotInForce
        elif rules is None:
            return written
        else:
            data = merge({}, data)  # null removes, as wherever rules are loaded
            _known[key] = StillSound if _unsound(rules, data) else json.dumps(data)
    return _known[key]


def _unsound(rules: Ruleset, data: Data) -> bool:
    """Whether the rules could not be played by with other data."""
    try:
        its = engine(rules.family)
        sound = fits(data, rulesets.schema(its.schema), rulesets.SCHEMAS)
        return not sound or any(its.soundness(_remade(rules, data)))
    except Exception:  # the tests of soundness look into that
        return True


def _alter(data: Any, word: Word, path: Path_, choice: Any, other: Any) -> bool:
    """Changes every value at a path that is `choice` (any, where that is GONE); whether there was one."""
    step, *rest = path
    keys: list[Any] = [step]
    if step in ("*", "[]"):
        keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    elif not isinstance(data, dict):
        return False
    if not rest:
        keys = [key for key in reversed(keys) if key not in word.beside]
        return sum(_change(data, key, choice, other, word.default) for key in keys) > 0
    inner = [data[key] for key in keys if isinstance(data, list) or key in data]
    changed = sum(_alter(part, word, tuple(rest), choice, other) for part in inner) > 0
    if isinstance(data, list):
        data[:] = [part for part in data if part != {}]  # what held nothing else is gone with it
    return changed


def _change(data: Any, key: Any, choice: Any, other: Any, default: Any) -> bool:
    there = isinstance(data, list) or key in data
    value = data[key] if there else default
    if choice is GONE and not there:
        return False
    if choice is not GONE and not _holds(value, choice):
        return False
    new = _new(value, other)
    if new is GONE and there:
        del data[key]
        return True
    if new is GONE or (type(new) is type(value) and new == value):
        return False
    data[key] = new
    return True


def _holds(value: Any, choice: Any) -> bool:
    """Whether a value is the choice; a map, which a reading lays over what there is, if it is in force already."""
    if isinstance(value, dict) and isinstance(choice, dict):
        return merge(value, choice) == value
    return (type(value), value) == (type(choice), choice)


def _new(value: Any, other: Any) -> Any:
    """The value to try in place of one that cannot be listed."""
    if other in (LESS, MORE) and isinstance(value, int | float) and not isinstance(value, bool):
        return value + (1 if other == MORE else -1)
    if other in (LESS, MORE) and isinstance(value, list):
        return value[:-1] if other == LESS else value[1:]
    if other in (LESS, MORE) and isinstance(value, str):
        return f"({value}) + {1 if other == MORE else -1}"
    if other == NONE:
        return 0 if isinstance(value, str) else None
    if other == ALL:
        return not value if isinstance(value, bool) else 1
    if other == FIRST and isinstance(value, list):
        return list(reversed(value))
    if isinstance(other, dict) and isinstance(value, dict):
        return merge(value, other)
    return value if other in (LESS, MORE, FIRST) else other


def main() -> None:
    """Looks for witnesses of everything, and writes them down."""
    from test_totality import RULINGS, WORDS, spared

    with tempfile.TemporaryDirectory() as folder:
        missing = [
            said for family, word in WORDS for said in silent(word, family, Path(folder), spared(family, word) or ())
        ]
        missing += [said for game, ruling in RULINGS for said in unread(game, ruling, Path(folder))]
    shown: dict[str, list[str]] = {}
    for said, case in sorted(witnesses().items()):
        shown.setdefault(case, []).append(said)
    lines = (f"{json.dumps(case)}: {json.dumps(said, ensure_ascii=False)}" for case, said in sorted(shown.items()))
    WITNESSES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(*missing, f"{len(witnesses())} witnesses", sep="\n")


if __name__ == "__main__":
    main()
