"""What is wrong with the shape of a log outside its events: its keys, the kinds of their values, names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from referee.core.days import wrong_day
from referee.core.harmless import all_seen, yaml_line
from referee.core.places import Complaint, Key
from referee.core.suggest import did_you_mean, told
from referee.core.words import word_at
from referee.engines import FAMILIES, family
from referee.rules import rulesets
from referee.source import Document
from referee.source.schema_words import right_form
from referee.source.text import quoted, shorten

HEAD: dict[str, type | tuple[type, ...]] = {
    "$schema": str,
    "game": str,
    "house": (str, list),
    "variants": list,
    "ruling": dict,
    "players": list,
    "date": str,
    "place": str,
    "event": str,
    "setup": dict,
    "position": dict,
    "events": list,
    "expect": dict,
    "note": str,
    "unsure": list,
}
MOST_NAMES = 100
"""How many players, house rules, variants or readings a log may name."""
LONGEST_NAME = 1_000
"""How many characters such a name may have."""
WORDS = {str: "text", list: "a list", dict: "a map", (str, list): "text or a list"}
_PARTED = r"[\s,;]+"
_VERB = r"(\w+)(?::| )\s*([^:{}\[\]\n]{1,60})"


def head_faults(document: Document, data: Mapping[str, Any]) -> Iterator[tuple[str, Complaint]]:
    """Yield what is wrong with the shape of a log outside its events, each with the key that it is about."""
    for key, value in data.items():
        if key not in HEAD:
            hint = did_you_mean(key, HEAD) or f"; known here: {', '.join(sorted(HEAD))}"
            yield key, Complaint(document.place((Key(key),)), told(f"unknown key {quoted(key)}", hint))
        elif not isinstance(value, HEAD[key]) and not (key == "events" and value is None):
            expected = WORDS[HEAD[key]]
            yield key, Complaint(document.place((key,)), f"`{key}:` holds {expected}{_right(key, value)}")
    for key, what in (("game", "game: illuminate"), ("players", "players: [Ann, Ben, Cyd, Dov]")):
        if key not in data:
            yield key, Complaint(document.place(()), f"`{key}:` is missing; write for example `{what}`")
    players = data.get("players")
    if isinstance(players, list):
        yield from (("players", fault) for fault in _player_faults(document, players))
    yield from _occasion_faults(document, data)
    for key in ("house", "variants"):
        if isinstance(data.get(key), list):
            yield from ((key, fault) for fault in _name_faults(document, key, data[key]))
    yield from _size_faults(document, data)
    events = data.get("events")
    if isinstance(events, list) and not {dict}.issuperset(map(type, events)):
        for index, item in enumerate(events):
            if not isinstance(item, dict):
                message = f"an event is a map with one verb, like `- {_event_meant(item) or 'bid: 1'}`"
                yield "events", Complaint(document.place(("events", index)), message)


def comma_missing(players: Sequence[str]) -> str:
    """Return the end of a message about a number of players, if one name holds several words."""
    names = re.split(_PARTED, players[0].strip()) if len(players) == 1 else []
    return f"; put a comma between names: {yaml_line([*map(shorten, names)])}" if len(names) > 1 else ""


def _right(key: str, value: Any) -> str:
    """Return the end of a message about a part of a log of the wrong kind: what would be right."""
    return right_form(value, word_at("log.schema.json", rulesets.SCHEMAS, "properties", key))


def _event_meant(item: Any) -> str:
    """Return the event that was meant by a text without a space after its colon, or without a colon: 'play:QS', 'play QS'."""
    found = re.fullmatch(_VERB, item) if isinstance(item, str) else None
    verbs = {verb for name in FAMILIES for verb in rulesets.schema(family(name).schema)["$defs"]["event"]["properties"]}
    return f"{found[1]}: {found[2]}" if found and found[1] in verbs else ""


def _occasion_faults(document: Document, data: Mapping[str, Any]) -> Iterator[tuple[str, Complaint]]:
    """Yield what is wrong with when and where a game was played, and with what its writer was not sure of."""
    date = data.get("date")
    if isinstance(date, str) and (wrong := wrong_day(date)):
        yield "date", Complaint(document.place(("date",)), f"`date:` {quoted(date)} {wrong}")
    unsure = data.get("unsure")
    for index, said in enumerate(unsure if isinstance(unsure, list) else ()):
        if not isinstance(said, str) or not said.strip():
            message = "each of `unsure:` is a sentence, in quotation marks"
            yield "unsure", Complaint(document.place(("unsure", index)), message)
    for key in ("place", "event"):
        said = data.get(key)
        if isinstance(said, str) and (len(said) > LONGEST_NAME or not all_seen(said)):
            message = f"`{key}:` is one line of at most {LONGEST_NAME:,} characters, all of which are seen"
            yield key, Complaint(document.place((key,)), message)


def _size_faults(document: Document, data: Mapping[str, Any]) -> Iterator[tuple[str, Complaint]]:
    """Lists and names that are too long."""
    for key, things in (
        ("players", "players"),
        ("house", "house rules"),
        ("variants", "variants"),
        ("ruling", "readings"),
    ):
        number = len(data[key]) if isinstance(data.get(key), list | dict) else 0
        if number > MOST_NAMES:
            message = f"`{key}:` names {number:,} {things}; at most {MOST_NAMES} are allowed"
            yield key, Complaint(document.place((key,)), message)
    named: list[tuple[tuple[str, *tuple[str | int, ...]], Any]] = [((key,), data.get(key)) for key in ("game", "house")]
    for key in ("players", "house", "variants", "ruling"):
        within = data.get(key)
        pairs = within.items() if isinstance(within, dict) else enumerate(within) if isinstance(within, list) else ()
        named += [((key, step), name) for step, name in islice(pairs, MOST_NAMES)]
    for pointer, name in named:
        if isinstance(name, str) and len(name) > LONGEST_NAME:
            message = f"this name has {len(name):,} characters; at most {LONGEST_NAME:,} are allowed"
            yield pointer[0], Complaint(document.place(pointer), message)


def _name_faults(document: Document, key: str, names: list[Any]) -> Iterator[Complaint]:
    seen = set()
    for index, name in enumerate(names):
        if not isinstance(name, str):
            yield Complaint(document.place((key, index)), f"`{key}:` lists names")
        elif name in seen:
            yield Complaint(document.place((key, index)), f"`{key}:` names {quoted(name)} twice; once is enough")
        else:
            seen.add(name)


def _player_faults(document: Document, players: list[Any]) -> Iterator[Complaint]:
    seen = set()
    for index, name in enumerate(players):
        if not isinstance(name, str) or not name.strip():
            yield Complaint(document.place(("players", index)), "a player's name is text")
        elif name in seen:
            yield Complaint(
                document.place(("players", index)), f"two players are called {quoted(name)}; tell them apart"
            )
        elif not all_seen(name):
            message = f"a name may not contain control or invisible characters: {quoted(name)}"
            yield Complaint(document.place(("players", index)), message)
        else:
            seen.add(name)
