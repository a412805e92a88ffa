"""Head: everything that a log says before its events, and whether it has the form that a head has.

Nearly every log fits at a glance; of the rest its schema says what is wrong.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from referee import source
from referee.core.places import Complaint, Pointer
from referee.core.text import all_seen
from referee.core.wording import MOST_COUNTED
from referee.engines import family, family_names
from referee.rules.shipped import schema
from referee.source import Document
from referee.source.text import quote, wrong_day

WITHOUT_REFERENCES = 2
"""The format of marshal in which equal data give equal bytes."""
HEADS_KEPT, LONGEST_HEAD = 1_000, 10_000
"""The most sound heads that are remembered, and their most bytes: most logs of a corpus share a head with another."""
WHEN_AND_WHERE = ("date", "place", "event")
"""Keys of a log that say when and where it was played."""
MOST_NAMES = 100
"""The most players, house rules, variants or readings that a log may name."""
LONGEST_NAME = 1_000
"""The most characters of such a name."""
_NAME = {"type": "string", "maxLength": LONGEST_NAME}
_NAMES = {"type": "array", "items": _NAME, "maxItems": MOST_NAMES, "uniqueItems": True}
_MAP = {"type": "object"}
HEAD: dict[str, dict[str, Any]] = {
    "game": _NAME,
    "house": {"anyOf": [_NAME, _NAMES]},
    "variants": _NAMES,
    "ruling": {"type": "object", "maxProperties": MOST_NAMES, "additionalProperties": {"maxLength": LONGEST_NAME}},
    "players": {**_NAMES, "items": {**_NAME, "pattern": r"\S", "description": "the name of a player"}},
    "date": {"type": "string"},
    "setup": _MAP,
    "position": _MAP,
    "events": {"type": ["array", "null"]},
    "expect": _MAP,
}
"""The form of those keys of a log that its rules say more about, or that this says in plainer words than its schema."""


class Occasion(NamedTuple):
    """The date, the place and the event of a game; empty if the log does not say."""

    date: str = ""
    place: str = ""
    event: str = ""

    @property
    def said(self) -> dict[str, str]:
        """Everything that the log does say, by key."""
        return {key: text for key, text in self._asdict().items() if text}


class Head(NamedTuple):
    """Everything that a log says before its events: which game, by which rules, by whom it was played, how it began."""

    game: str
    houses: tuple[str, ...]
    variants: tuple[str, ...]
    ruling: Mapping[str, str]
    pinned: str
    players: tuple[str, ...]
    setup: Mapping[str, Any]
    position: Mapping[str, Any] | None
    occasion: Occasion
    board: Mapping[str, Any]
    unsure: tuple[str, ...]


_sound_heads: dict[bytes, Head] = {}


class HeadFault(NamedTuple):
    """A fault in the head of a log: the key that it is about, and the complaint."""

    key: str
    complaint: Complaint


def read_head(document: Document, data: Mapping[str, Any]) -> Head | list[HeadFault]:
    """The head of a log if its form is right, or else its faults; not all of them, if there are very many.

    Equal heads of several logs are one object: the last ones are remembered by their bytes.
    """
    text = _head_in_bytes(data)
    if text is not None and text in _sound_heads:
        return _sound_heads[text]
    faults = list(islice(head_faults(document, data), MOST_COUNTED + 1))
    if faults:
        return faults
    head = head_of(data)
    if text is not None and len(_sound_heads) < HEADS_KEPT and len(text) < LONGEST_HEAD:
        _sound_heads[text] = head
    return head


def head_of(data: Mapping[str, Any]) -> Head:
    """The head in the plain data of a log, whose form is right."""
    houses = data.get("house", [])
    if isinstance(houses, str):
        houses = [houses]
    return Head(
        game=data["game"],
        houses=tuple(houses),
        variants=tuple(data.get("variants", ())),
        ruling=data.get("ruling", {}),
        pinned=data.get("rules", ""),
        players=tuple(data["players"]),
        setup=data.get("setup", {}),
        position=data.get("position"),
        occasion=Occasion(*[data.get(key, "").strip() for key in WHEN_AND_WHERE]),
        board=data.get("board", {}),
        unsure=tuple(data.get("unsure", ())),
    )


def head_faults(document: Document, data: Mapping[str, object]) -> Iterator[HeadFault]:
    """Yield everything that is wrong with the form of a log, except inside its events."""
    if not fits_at_a_glance(data):
        for pointer, message in source.schema_faults(data, form()):
            yield HeadFault("".join(map(str, pointer[:1])), Complaint(document.place(pointer), message))
    date = data.get("date")
    if isinstance(date, str):
        wrong = wrong_day(date)
        if wrong:
            yield HeadFault("date", Complaint(document.place(("date",)), f"`date:` {quote(date)} {wrong}"))
    for pointer, name in _names_in(data):
        if not all_seen(name):
            message = f"a name may not contain control or invisible characters: {quote(name)}"
            yield HeadFault(str(pointer[0]), Complaint(document.place(pointer), message))
    for index, item in enumerate(_list_in(data, "events")):
        if not isinstance(item, dict):
            message = f"an event is a map with one verb, like `- {_event_meant(item)}`"
            yield HeadFault("events", Complaint(document.place(("events", index)), message))


def _names_in(data: Mapping[str, object]) -> Iterator[tuple[Pointer, str]]:
    """Yield the names of the place, the event and the players, with their pointers."""
    for key in ("place", "event"):
        name = data.get(key)
        if isinstance(name, str):
            yield (key,), name
    for index, name in enumerate(_list_in(data, "players")):
        if isinstance(name, str):
            yield ("players", index), name


def _list_in(data: Mapping[str, object], key: str) -> list[object]:
    """The list at a key; empty if something else is there, or nothing."""
    value = data.get(key)
    if isinstance(value, list):
        return value
    return []


def _event_meant(item: object) -> str:
    """An event as the text of an item probably means it, for a message: 'play: QS' for 'play:QS' or 'play QS', else
    'bid: 1'."""
    match = None
    if isinstance(item, str):
        match = re.fullmatch(r"(\w+)(?::| )\s*([^:{}\[\]\n]{1,60})", item)
    verbs = set()
    for name in family_names():
        verbs.update(schema(family(name).schema)["$defs"]["event"]["properties"])
    if match and match[1] in verbs:
        return f"{match[1]}: {match[2]}"
    return "bid: 1"


def _head_in_bytes(data: Mapping[str, object]) -> bytes | None:
    """The head of a log as bytes, equal for equal heads; None if its events or claims have a wrong form, or it is not
    plain."""
    head = {**data, "events": None, "expect": None}
    events = data.get("events", [])
    expect = data.get("expect", {})
    if type(events) is not list or type(expect) is not dict or not {dict}.issuperset(map(type, events)):
        return None
    try:
        return marshal.dumps(head, WITHOUT_REFERENCES)
    except ValueError:
        return None


# -- the form of a head ------------------------------------------------------------------------------------------------


@cache
def form() -> dict[str, Any]:
    """The schema of logs whose family is not known: that of all logs, with the plainer forms of `HEAD` for some keys."""
    whole = schema("log.schema.json")
    examples = {key: {"examples": part["examples"]} for key, part in whole["properties"].items() if "examples" in part}
    known = {key: {**examples.get(key, {}), **form} for key, form in HEAD.items()}
    return {**whole, "properties": {**whole["properties"], **known}}


def fits_at_a_glance(data: Mapping[str, object]) -> bool:
    """Whether a log is so plain that it surely has this form; if not, only the schema can say.

    Nearly every log is. To load jsonschema takes longer than to judge one.
    """
    if "game" not in data or "players" not in data:
        return False
    for key, value in data.items():
        is_plain = _PLAIN.get(key)
        if is_plain is None or not is_plain(value):
            return False
    return True


def _is_name(value: object) -> bool:
    return type(value) is str and 0 < len(value) <= LONGEST_NAME


def _are_names(value: object) -> bool:
    if type(value) is not list or len(value) > MOST_NAMES:
        return False
    return all(map(_is_name, value)) and len(set(value)) == len(value)


def _are_players(value: Any) -> bool:
    return _are_names(value) and all(map(str.strip, value))


def _is_house(value: object) -> bool:
    return _is_name(value) or _are_names(value)


def _is_ruling(value: object) -> bool:
    return type(value) is dict and len(value) <= MOST_NAMES and all(map(_is_name, value.values()))


def _is_hash(value: object) -> bool:
    return type(value) is str and re.fullmatch("sha256:[0-9a-f]{64}", value) is not None


def _is_text(value: object) -> bool:
    return type(value) is str


def _are_sentences(value: object) -> bool:
    return type(value) is list and all(map(_is_name, value))


def _is_map(value: object) -> bool:
    return type(value) is dict


def _is_list(value: object) -> bool:
    return value is None or type(value) is list


def _is_board(value: object) -> bool:
    """Whether this is a board that was played; one with an awarded result is left to the schema."""
    if type(value) is not dict or "number" not in value or not value.keys() <= {"number", "session", "table"}:
        return False
    if not _is_name(value.get("session", "final")):
        return False
    return all(type(part) is int or _is_name(part) for part in value.values())


_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    "$schema": _is_text,
    "game": _is_name,
    "house": _is_house,
    "variants": _are_names,
    "ruling": _is_ruling,
    "rules": _is_hash,
    "players": _are_players,
    "date": _is_text,
    "place": _is_name,
    "event": _is_name,
    "board": _is_board,
    "setup": _is_map,
    "position": _is_map,
    "events": _is_list,
    "expect": _is_map,
    "note": _is_text,
    "unsure": _are_sentences,
}
"""Whether the value of a key is as nearly everybody writes it. Each must be stricter than the schema."""
