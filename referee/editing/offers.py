"""Offers at the cursor of a log, a ruleset or a house rule: moves, names, readings, keys and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.events import Item, Misread
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable
from referee.core.places import Pointer, RulesetError, SourceError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import yaml_line
from referee.core.words import Word, word_at
from referee.editing.judged import JudgedLog
from referee.engines import is_family
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
    said: object


class CursorScan:
    """What comes before the cursor, letter by letter: the open brackets, the key in each, and where the word begins."""

    def __init__(self, text: str, offset: int) -> None:
        """Scan a text to an offset."""
        self.brackets: list[str] = []
        self.keys = [""]  # outside of brackets, and in each of them
        self.start = 0
        self._text = text
        self._offset = offset
        self._quote = ""
        for at in range(offset):
            self._read(at)
        while self.start < offset and text[self.start] in " \t\r\n":
            self.start += 1

    @property
    def key(self) -> str:
        """The key whose value is at the cursor; empty if a key is to be written there."""
        if not self.keys[-1] and self.brackets and self.brackets[-1] == "[":
            return self.keys[-2]
        return self.keys[-1]

    @property
    def closing(self) -> str:
        """The brackets that close all those that are open."""
        return "".join(CLOSING[each] for each in reversed(self.brackets))

    @property
    def before(self) -> str:
        """The text before the word, and before the quotation mark with which it begins."""
        if self._text[: self.start].endswith(("'", '"')):
            return self._text[: self.start - 1]
        return self._text[: self.start]

    def _read(self, at: int) -> None:
        """Take the letter at an offset: within quotation marks only the closing one has a meaning."""
        letter = self._text[at]
        if self._quote:
            if letter == self._quote:
                self._quote = ""
        elif letter in SIGNS:
            SIGNS[letter](self, at)

    def _is_blank_before(self, at: int) -> bool:
        """Whether nothing but spaces stands between the beginning of the word and an offset."""
        return not self._text[self.start : at].strip()

    def _begin_quote(self, at: int) -> None:
        """Begin a word in quotation marks, if none has begun; otherwise the sign is a letter of it."""
        if self._is_blank_before(at):
            self._quote = self._text[at]
            self.start = at + 1

    def _open_bracket(self, at: int) -> None:
        """Open a bracket, in which no key has been written yet."""
        self.brackets.append(self._text[at])
        self.keys.append("")
        self.start = at + 1

    def _close_bracket(self, at: int) -> None:
        """Close the last bracket, with the key in it, if one is open."""
        if self.brackets:
            self.brackets.pop()
            self.keys.pop()
            self.start = at + 1

    def _end_entry(self, at: int) -> None:
        """End an entry in brackets; in those of a list the key stays, since it is the key of the list."""
        if not self.brackets:
            return
        if self.brackets[-1] != "[":
            self.keys[-1] = ""
        self.start = at + 1

    def _end_key(self, at: int) -> None:
        """End a key, if a space or the end of the line comes after its colon."""
        if at + 1 < self._offset and self._text[at + 1] in " \n":
            self.keys[-1] = self._text[self.start : at].strip().strip("'\"")
            self.start = at + 1

    def _begin_item(self, at: int) -> None:
        """Begin an item of a list, if a line begins with its dash."""
        if self._text[at + 1 : at + 2] == " " and self._is_blank_before(at) and not self.brackets:
            self.start = at + 1

    def _end_line(self, at: int) -> None:
        """End the value of a key, unless it goes on in brackets."""
        if not self.brackets:
            self.keys[-1] = ""
            self.start = at + 1


SIGNS: dict[str, Callable[[CursorScan, int], None]] = {
    "'": CursorScan._begin_quote,
    '"': CursorScan._begin_quote,
    "[": CursorScan._open_bracket,
    "{": CursorScan._open_bracket,
    "]": CursorScan._close_bracket,
    "}": CursorScan._close_bracket,
    ",": CursorScan._end_entry,
    ":": CursorScan._end_key,
    "-": CursorScan._begin_item,
    "\n": CursorScan._end_line,
}
"""What a sign of YAML does outside of quotation marks."""


def cursor_at(text: str, offset: int) -> Cursor:
    """The cursor at an offset of a text: the head of a log, a ruleset, or one event."""
    scan = CursorScan(text, offset)
    said = None
    with suppress(SourceError):
        said = yaml.read(f"{scan.before.rstrip()} {scan.closing}", "")[0]
    return Cursor(scan.start, text[scan.start : offset], scan.key, "".join(scan.brackets), said)


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
    """The offers at an offset of the text of a log: those in its event there, or else in its head."""
    draft = judged.draft
    if draft.log is not None:
        number = draft.piece_at(offset)
        if number is not None and offset <= draft.pieces[number].start + len(draft.pieces[number].text):
            start = draft.pieces[number].start
            cursor = cursor_at(draft.pieces[number].text, offset - start)
            return CursorOffers(cursor.start + start, tuple(_in_event(judged, number, cursor)))
    cursor = cursor_at(text, offset)
    return CursorOffers(cursor.start, tuple(_in_head(judged, cursor)))


def _in_event(judged: JudgedLog, index: int, cursor: Cursor) -> Iterator[CursorOffer]:
    """Yield the offers in an event: legal moves and keys where a key is to be written, and otherwise values of its
    verb, players or cards.

    index: the number of the event in the log. cursor: the place within it.
    """
    rules = judged.rules
    log = judged.draft.log
    if rules is None or log is None:
        return
    said = _event_so_far(cursor)
    verb = _verb_of(said)
    played = judged.before(index)
    inside = cursor.inside
    if inside.startswith("{") and _is_braced(judged.draft.pieces[index].text):
        inside = inside[1:]
    if not inside and not cursor.key:
        if not verb and played is not None:
            yield from _whole(played.game, played.state, braced=inside != cursor.inside)
        yield from _keys(_words_of_event(rules, said, verb))
        return
    in_map = inside.endswith("{")
    if cursor.key == "by" or in_map:
        yield from _players(log.players)
    if cursor.key == "by":
        return
    if "expect" in said and verb != cursor.key:
        yield from _keys(rulesets.log_words(rules.family, "expect"))
        return
    moves = []
    if played is not None and verb and (cursor.key or not in_map):
        moves = list(_values(played.game, played.state, said, verb))
    if not moves:
        moves = [CursorOffer(yaml_line(card), "card") for card in rules.deck.ids]
    yield from moves


def _event_so_far(cursor: Cursor) -> Item:
    """An event as far as it is written, as plain data."""
    said = cursor.said
    if isinstance(said, list) and said and isinstance(said[0], Mapping):
        return said[0]
    return {}


def _is_braced(event: str) -> bool:
    """Whether an event of a list is written in braces."""
    return event.lstrip().removeprefix("-").lstrip().startswith("{")


def _verb_of(item: Item) -> str:
    """The verb of an event; empty if it has none."""
    for key in item:
        if key not in EXTRAS:
            return key
    return ""


def _words_of_event(rules: Ruleset, said: Item, verb: str) -> dict[str, Word]:
    """The keys that an event may still have: after its verb, only those that any event may have."""
    known = rulesets.log_words(rules.family)
    words = {}
    for key in known:
        if key not in said and (not verb or key in EXTRAS):
            words[key] = known[key]
    return words


def _players(names: Iterable[object]) -> Iterator[CursorOffer]:
    """Yield the names that are text; a log that is being written may have others."""
    for player in names:
        if isinstance(player, str):
            yield CursorOffer(player, "player")


def _whole(game: Game, state: AtTable, *, braced: bool) -> Iterator[CursorOffer]:
    """Yield the legal moves as whole events, except those that are only one of several cards that somebody chooses
    together.

    braced: whether the event is already in braces.
    """
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


def _values(game: Game, state: AtTable, said: Item, verb: str) -> Iterator[CursorOffer]:
    """Yield the possible values of a verb, or the next in a short form such as `trick`: the legal moves after what is
    there.

    said: the event so far.
    """
    value = said.get(verb)
    by_player = isinstance(value, Mapping) and value.keys() <= set(state.players)
    is_short = verb not in game.acts and (by_player or not isinstance(value, Mapping))
    try:
        if isinstance(value, list | Mapping):
            state = _after(game, state, verb, value)
        options = game.options(state)
    except FormulaError:
        return
    for option in options.legal:
        key = _verb_of(option.item)
        entry = option.item.get(key)
        if key == verb:
            if isinstance(entry, str | int):
                yield CursorOffer(yaml_line(entry), "move", options.doing, option.notation)
                continue
        elif type(entry) in (bool, int) and str(entry) != option.notation:
            entry = option.notation  # in a short form `pass` rather than its value, which is true
        if is_short and str(entry) == option.notation and (value is not None or isinstance(entry, str)):
            text = yaml_line(entry)
            if value is None:
                text = f"[{text}]"
            yield CursorOffer(text, "move", options.doing, option.notation)


def _after(game: Game, state: AtTable, verb: str, value: Any) -> AtTable:
    """The state after what a short form lists so far, such as the first cards of a trick; entries that are not
    possible are passed over.

    state: before them, and not changed. verb: of the short form. value: what it lists, by player or in turn.
    """
    after = state.copy()
    with suppress(Misread, RulesetError):
        if not game.advance(after, {verb: value}):
            return after
    # a short form that is not complete: each entry is an event with the verb of the next move
    entries = value
    if isinstance(value, Mapping):
        entries = value.values()
    for entry in entries:
        single = _next_verb(game, state) or verb
        if single == verb:
            entry = value
        elif entry is None:
            continue
        after = state.copy()
        with suppress(Misread, RulesetError):
            game.advance(after, {single: entry})
            state = after
        if single == verb:
            break
    return state


def _next_verb(game: Game, state: AtTable) -> str:
    """The verb of the first legal move that has one; empty if none has."""
    for option in game.options(state).legal:
        verb = _verb_of(option.item)
        if verb:
            return verb
    return ""


def _in_head(judged: JudgedLog, cursor: Cursor) -> Iterator[CursorOffer]:
    """Yield the offers in the head of a log: its keys, or the values of the key at the cursor."""
    rules = judged.rules
    said = _map_so_far(cursor)
    if not cursor.inside and not cursor.key:
        parts = word_at("log.schema.json", rulesets.SCHEMAS).keys
        yield from _keys({key: part for key, part in parts.items() if key not in said})
    elif cursor.key == "game":
        yield from _rulesets_in(shipped.games(), "game")
    elif cursor.key == "house":
        yield from _rulesets_in(shipped.houses(), "house")
    elif rules is None:
        return
    elif cursor.key == "variants":
        for name, entry in rules.get("variants", default={}).items():
            yield CursorOffer(name, "variant", entry.get("text", ""))
    elif said:
        outer = list(said)[-1]
        if outer == "ruling":
            yield from _in_ruling(rules, cursor.key)
        elif outer in ("setup", "position", "expect"):
            yield from _in_part(rules, cursor, outer, said.get("players") or ())


def _map_so_far(cursor: Cursor) -> Item:
    """A log or a ruleset as far as it is written, as plain data."""
    if isinstance(cursor.said, Mapping):
        return cursor.said
    return {}


def _rulesets_in(paths: Sequence[Path], kind: str) -> Iterator[CursorOffer]:
    """Yield the names of these files, and those of the user's own rulesets.

    kind: that of the offers, "game" or "house".
    """
    for path in paths:
        yield CursorOffer(path.stem, kind)
    for name in shipped.own():
        yield CursorOffer(name, kind)


def _in_ruling(rules: Ruleset, ruling: str) -> Iterator[CursorOffer]:
    """Yield the readings of a ruling that is named; else the rulings."""
    if ruling not in rules.rulings:
        for name, each in rules.rulings.items():
            yield CursorOffer(f"{name}: ", "ruling", each.question, name)
        return
    for name, entry in rules.rulings[ruling].readings.items():
        if "value" in entry:
            yield CursorOffer(name, "reading", entry["text"])


def _in_part(rules: Ruleset, cursor: Cursor, part: str, players: Iterable[object]) -> Iterator[CursorOffer]:
    """Yield the keys of a part of a log such as `setup`; within one of them its roles, or players in a game without
    roles.

    players: those of the log, as far as it is written.
    """
    if cursor.inside == "{" and not cursor.key:
        yield from _keys(rulesets.log_words(rules.family, part))
        return
    roles: Sequence[str] = ()
    if len(cursor.inside) > 1 and cursor.key:
        roles = rules.get("roles", "choose", default=())
    if not roles:
        yield from _players(players)
    for role in roles:
        yield CursorOffer(role, "role")


def _keys(known: Mapping[str, Word]) -> Iterator[CursorOffer]:
    """Yield keys with a colon after them.

    known: what each means.
    """
    for key, word in known.items():
        yield CursorOffer(f"{key}: ", "key", word.description, key)


MARK = "the-cursor-stands-here"
"""Inserted in place of the word that is being typed, to find its place."""


def offers_in_rules(text: str, offset: int) -> CursorOffers:
    """The offers at an offset of the text of a ruleset or house rule, by the family that it names or that comes with
    what it extends; none without a family."""
    cursor = cursor_at(text, offset)
    if cursor.key == "extends" and not cursor.inside:
        return CursorOffers(cursor.start, tuple(CursorOffer(path.stem, "game") for path in shipped.rulesets()))
    said = _map_so_far(cursor)
    name = said.get("family")
    extends = said.get("extends")
    if not isinstance(name, str) and isinstance(extends, str):
        with suppress(Unjudgeable, KeyError):
            name = rulesets.gather(extends).data["family"]
    is_value = bool(cursor.key) or cursor.inside[-1:] == "["
    place = _cursor_place(text, cursor, offset, is_value)
    if not isinstance(name, str) or not is_family(name) or place is None:
        return CursorOffers(cursor.start, ())
    way, written = place
    if way[:1] == ("variants",) and way[2:3] == ("patch",):  # a variant's patch is written in the words of the game
        way = way[3:]
    word = rulesets.words(name).at(way)
    if is_value:
        return CursorOffers(cursor.start, tuple(_values_of(word)))
    keys = _keys({key: each for key, each in word.parts.items() if key not in written})
    return CursorOffers(cursor.start, tuple(keys))


def _values_of(word: Word) -> Iterator[CursorOffer]:
    """Yield the values that a word may have, if they can be listed, and those that it could start with."""
    forms = [word.schema, *word.schema.get("anyOf", ())]
    values = []
    if any("boolean" in form.get("type", ()) for form in forms):  # the type is a name, or several
        values += ["true", "false"]
    for form in forms:
        values += [yaml_line(choice) for choice in form.get("enum", ()) if choice is not None]
    values += [yaml_line(each) for each in word.examples if isinstance(each, str | int)]
    for value in dict.fromkeys(values):
        yield CursorOffer(value, "value", word.description)


def _cursor_place(text: str, cursor: Cursor, offset: int, is_value: bool) -> tuple[Pointer, Item] | None:
    """The place of the cursor in the data of a text: the way to the map whose key is there, with what that map has,
    or the way to the value there, with an empty map. None if the text before it cannot be read.

    is_value: whether a value is at the cursor, and not a key.
    """
    written = f"{text[: cursor.start]}{MARK}"
    if not is_value:
        written += ": 0"
    written += "".join(CLOSING[each] for each in reversed(cursor.inside))
    after = ""
    line_end = text.find("\n", offset)
    if line_end >= 0 and not cursor.inside:
        after = text[line_end:]
    # what comes after the line may be what cannot be read
    for rest in (after, ""):
        with suppress(SourceError):
            return _place_of_mark(yaml.read(written + rest, "")[0], (), is_value)
    return None


def _place_of_mark(data: object, way: Pointer, is_value: bool) -> tuple[Pointer, Item] | None:
    """The way to the mark in plain data, and the map that has it as a key; None if it is not there.

    way: to the data. is_value: whether the mark is a value; the map is then empty.
    """
    if is_value and data == MARK:
        return way, {}
    if isinstance(data, Mapping) and MARK in data and not is_value:
        return way, data
    parts: Iterable[tuple[str | int, object]] = ()
    if isinstance(data, Mapping):
        parts = data.items()
    elif isinstance(data, list):
        parts = enumerate(data)
    for key, part in parts:
        place = _place_of_mark(part, way + (key,), is_value)
        if place is not None:
            return place
    return None
