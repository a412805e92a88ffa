"""Offers at the cursor of a log, a ruleset or a house rule: moves, names, readings, keys and their values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import EXTRAS
from referee.core.places import Pointer, RulesetError, SourceError, Unjudgeable
from referee.core.text import yaml_line
from referee.core.words import Word, word_at
from referee.editing.judged import JudgedLog
from referee.engines import FAMILIES
from referee.rules import rulesets, shipped
from referee.source import yaml_text as yaml

CLOSING = {"[": "]", "{": "}"}


class Cursor(NamedTuple):
    """The place of the cursor: the word so far begins at `start`, after `key` if it is a value, inside the brackets `inside`.

    `said` is what comes before the word as plain data, with every bracket closed; None if that cannot be read.
    """

    start: int
    word: str
    key: str
    inside: str
    said: Any


def cursor_at(text: str, offset: int) -> Cursor:
    """Return the cursor at an offset of a text: the head of a log, a ruleset, or one event."""
    brackets: list[str] = []
    keys: list[str] = [""]
    quote = ""
    start = 0
    for at in range(offset):
        letter = text[at]
        if quote:
            if letter == quote:
                quote = ""
        elif letter in "'\"" and not text[start:at].strip():
            quote = letter
            start = at + 1
        elif letter in CLOSING:
            brackets.append(letter)
            keys.append("")
            start = at + 1
        elif letter in "]}" and brackets:
            brackets.pop()
            keys.pop()
            start = at + 1
        elif letter == "," and brackets:
            keys[-1] = keys[-1] if brackets[-1] == "[" else ""
            start = at + 1
        elif letter == ":" and text[at + 1 : at + 2] in (" ", "\n", "") and at + 1 < offset:
            keys[-1], start = text[start:at].strip().strip("'\""), at + 1
        elif letter == "-" and text[at + 1 : at + 2] == " " and not text[start:at].strip() and not brackets:
            start = at + 1
        elif letter == "\n" and not brackets:
            keys[-1], start = "", at + 1
    while start < offset and text[start] in " \t\r\n":
        start += 1
    key = keys[-1] or (keys[-2] if brackets and brackets[-1] == "[" else "")
    closing = "".join(CLOSING[each] for each in reversed(brackets))
    if start and text[start - 1 : start] in "'\"":
        before = text[: start - 1]
    else:
        before = text[:start]
    said = None
    with suppress(SourceError):
        said = yaml.read(f"{before.rstrip()} {closing}", "")[0]
    return Cursor(start, text[start:offset], key, "".join(brackets), said)


class CursorOffer(NamedTuple):
    """Something that may be written at the cursor: the text to insert, its kind, and its meaning."""

    text: str
    kind: str
    says: str = ""
    shown: str = ""


class CursorOffers(NamedTuple):
    """Texts that may be written in place of the word that begins at an offset."""

    start: int
    offers: tuple[CursorOffer, ...]


def offers_in_log(judged: JudgedLog, text: str, offset: int) -> CursorOffers:
    """Return what may be written in a log at an offset of its text."""
    if judged.draft.log is None:
        index = None
    else:
        index = judged.draft.piece_at(offset)
    if index is None:
        piece = None
    else:
        piece = judged.draft.pieces[index]
    if index is None or piece is None or offset > piece.start + len(piece.text):
        cursor = cursor_at(text, offset)
        return CursorOffers(cursor.start, tuple(_in_head(judged, cursor)))
    cursor = cursor_at(piece.text, offset - piece.start)
    return CursorOffers(cursor.start + piece.start, tuple(_in_event(judged, index, cursor)))


def _in_event(judged: JudgedLog, index: int, cursor: Cursor) -> Iterator[CursorOffer]:
    rules = judged.rules
    log = judged.draft.log
    if rules is None or log is None:
        return
    said = None
    if isinstance(cursor.said, list) and cursor.said:
        said = cursor.said[0]
    if not isinstance(said, Mapping):
        said = {}
    verb = next((key for key in said if key not in EXTRAS), "")
    known = rulesets.log_words(rules.family)
    played = judged.before(index)
    is_flow = judged.draft.pieces[index].text.lstrip().removeprefix("-").lstrip()[:1] == "{"
    braced = cursor.inside[:1] == "{" and is_flow
    inside = cursor.inside[braced:]
    if not inside and not cursor.key:
        if not verb and played is not None:
            yield from _whole(played.game, played.state, braced=braced)
        yield from _keys({key: known[key] for key in known if key not in said and (not verb or key in EXTRAS)})
        return
    if cursor.key == "by" or inside.endswith("{"):
        yield from (CursorOffer(player, "player") for player in log.players)
    if cursor.key == "by":
        return
    if "expect" in said and verb != cursor.key:
        yield from _keys(rulesets.log_words(rules.family, "expect"))
        return
    is_value = bool(cursor.key) or not inside.endswith("{")
    if played is not None and verb and is_value:
        moves = list(_values(played.game, played.state, said, verb))
    else:
        moves = []
    yield from moves
    if not moves:
        yield from (CursorOffer(yaml_line(card), "card") for card in rules.deck.ids)


def _whole(game: Game, state: Any, *, braced: bool) -> Iterator[CursorOffer]:
    """Yield the legal moves as whole events."""
    try:
        options = game.options(state)
    except FormulaError:
        return
    for option in options.legal:
        events = []
        with suppress(Misread):
            events = list(game.read(state, option.item))
        if events and not game.check(state, events[0]):  # not one of several cards that somebody chooses together
            flow = yaml_line(option.item)[1:-1]
            if not braced and len(option.item) > 1:
                flow = f"{{{flow}}}"
            yield CursorOffer(flow, "move", options.doing, option.notation)


def _values(game: Game, state: Any, said: Mapping[str, Any], verb: str) -> Iterator[CursorOffer]:
    """Yield the possible values of a verb, or the next in a short form such as `trick`: the legal moves after what is there."""
    value = said.get(verb)
    by_player = isinstance(value, Mapping) and value.keys() <= {*state.players}
    is_short = verb not in game.acts and (by_player or not isinstance(value, Mapping))
    try:
        if isinstance(value, list | Mapping):
            state = _after(game, state, verb, value)
        options = game.options(state)
    except FormulaError:
        return
    for option in options.legal:
        key, entry = next(((key, what) for key, what in option.item.items() if key not in EXTRAS), ("", None))
        if key != verb and type(entry) in (bool, int) and str(entry) != option.notation:
            entry = option.notation  # in a short form `pass` rather than its value, which is true
        if key == verb and isinstance(entry, str | int):
            yield CursorOffer(yaml_line(entry), "move", options.doing, option.notation)
        elif is_short and str(entry) == option.notation and (value is not None or isinstance(entry, str)):
            if value is not None:
                written = yaml_line(entry)
            else:
                written = f"[{yaml_line(entry)}]"
            yield CursorOffer(written, "move", options.doing, option.notation)


def _after(game: Game, state: Any, verb: str, value: Any) -> Any:
    """Return the state after what a short form lists so far, such as the first cards of a trick."""
    after = state.copy()
    with suppress(Misread, RulesetError):
        if not game.advance(after, {verb: value}):
            return after
    for entry in value.values() if isinstance(value, Mapping) else value:
        single = next((key for option in game.options(state).legal for key in option.item if key not in EXTRAS), verb)
        if entry is None and single != verb:
            continue
        after = state.copy()
        with suppress(Misread, RulesetError):
            game.advance(after, {single: value if single == verb else entry})
            state = after
        if single == verb:
            break
    return state


def _in_head(judged: JudgedLog, cursor: Cursor) -> Iterator[CursorOffer]:
    rules = judged.rules
    if isinstance(cursor.said, Mapping):
        said = cursor.said
    else:
        said = {}
    outer = ""
    if said:
        outer = next(reversed(said), "")
    if not cursor.inside and not cursor.key:
        parts = word_at("log.schema.json", rulesets.SCHEMAS).keys
        yield from _keys({key: part for key, part in parts.items() if key not in said})
    elif cursor.key in ("game", "house"):
        if cursor.key == "game":
            paths = shipped.games()
        else:
            paths = shipped.houses()
        yield from (CursorOffer(name, cursor.key) for name in [*(path.stem for path in paths), *shipped.own()])
    elif rules is None:
        return
    elif cursor.key == "variants":
        for name, entry in rules.get("variants", default={}).items():
            yield CursorOffer(name, "variant", entry.get("text", ""))
    elif outer == "ruling":
        if cursor.key in rules.rulings:
            readings = rules.rulings[cursor.key].readings.items()
            yield from (CursorOffer(name, "reading", entry["text"]) for name, entry in readings if "value" in entry)
        else:
            yield from (CursorOffer(f"{name}: ", "ruling", each.question, name) for name, each in rules.rulings.items())
    elif outer in ("setup", "position", "expect"):
        if cursor.inside == "{" and not cursor.key:
            yield from _keys(rulesets.log_words(rules.family, outer))
        else:
            if len(cursor.inside) > 1 and cursor.key:
                roles = rules.get("roles", "choose", default=())
            else:
                roles = ()
            players = () if roles else said.get("players") or ()
            yield from (CursorOffer(player, "player") for player in players if isinstance(player, str))
            yield from (CursorOffer(role, "role") for role in roles)


def _keys(known: Mapping[str, Word]) -> Iterator[CursorOffer]:
    return (CursorOffer(f"{key}: ", "key", word.description, key) for key, word in known.items())


MARK = "the-cursor-stands-here"
"""Inserted in place of the word that is being typed, to find its place."""


def offers_in_rules(text: str, offset: int) -> CursorOffers:
    """Return what may be written in a ruleset or house rule at an offset of its text."""
    cursor = cursor_at(text, offset)
    if isinstance(cursor.said, Mapping):
        said = cursor.said
    else:
        said = {}
    if cursor.key == "extends" and not cursor.inside:
        return CursorOffers(cursor.start, tuple(CursorOffer(path.stem, "game") for path in shipped.rulesets()))
    name = said.get("family")
    extends = said.get("extends")
    if not isinstance(name, str) and isinstance(extends, str):
        with suppress(Unjudgeable, KeyError):
            name = rulesets.gather(extends).data["family"]
    is_value = bool(cursor.key) or cursor.inside[-1:] == "["
    place = _cursor_place(text, cursor, offset, is_value)
    if name not in FAMILIES or place is None:
        return CursorOffers(cursor.start, ())
    way, written = place
    # a variant's patch is written in the words of the game
    word = rulesets.words(name).at(way[3:] if way[:1] == ("variants",) and way[2:3] == ("patch",) else way)
    keys = _keys({key: each for key, each in word.parts.items() if key not in written})
    return CursorOffers(cursor.start, tuple(_values_of(word) if is_value else keys))


def _values_of(word: Word) -> Iterator[CursorOffer]:
    """Yield the values that a word may have, if they can be listed, and those that it could start with."""
    forms = [word.schema, *word.schema.get("anyOf", ())]
    kinds = [form.get("type", ()) for form in forms]  # each is a name, or several
    booleans = ("true", "false") if any("boolean" in kind for kind in kinds) else ()
    shown = [choice for form in forms for choice in form.get("enum", ()) if choice is not None]
    shown += [each for each in word.examples if isinstance(each, str | int)]
    written = map(yaml_line, shown)
    yield from (CursorOffer(value, "value", word.description) for value in dict.fromkeys([*booleans, *written]))


def _cursor_place(text: str, cursor: Cursor, offset: int, is_value: bool) -> tuple[Pointer, Mapping[str, Any]] | None:
    """Return the way to the map whose key is at the cursor, with what it has, or to the value there; None if the text before it
    cannot be read."""
    closing = "".join(CLOSING[each] for each in reversed(cursor.inside))
    line_end = text.find("\n", offset)
    if line_end < 0 or cursor.inside:
        after = ""
    else:
        after = text[line_end:]

    def place(data: Any, way: Pointer) -> tuple[Pointer, Mapping[str, Any]] | None:
        if is_value and data == MARK:
            return way, {}
        if isinstance(data, Mapping) and MARK in data and not is_value:
            return way, data
        parts = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
        return next((spot for key, part in parts if (spot := place(part, (*way, key))) is not None), None)

    for rest in (after, ""):
        with suppress(SourceError):
            written = f"{text[: cursor.start]}{MARK}{'' if is_value else ': 0'}{closing}{rest}"
            return place(yaml.read(written, "")[0], ())
    return None
