"""Strict YAML: the part of YAML that means what it looks like.

Only `true`, `false`, `null`, an empty value, whole numbers and decimals are not text; `no`, `on`, `010`, `1:30` and
`2024-01-01` are text, and so are keys, always. Refused: repeated keys, aliases, anchors, tags, merge keys, keys that are lists
or maps, a second document. Built from the parser's events in one loop, without recursion.
"""

from __future__ import annotations

import re
from typing import Any, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)
from yaml.scanner import ScannerError

from referee.core.exact import exact
from referee.source import text as source
from referee.source.text import MAX_DEPTH, TOO_DEEP, Node, character_at, line_at

# YAML 1.1 treats U+0085, U+2028 and U+2029 as line ends; editors do not.
_NOT_ALLOWED = yaml.SafeLoader.NON_PRINTABLE, re.compile("[\x85\u2028\u2029]")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?")
_WORDS = {"true": True, "false": False, "null": None, "": None}
_FIRST_OF_NUMBER = frozenset("-0123456789")


class _Pure(yaml.SafeLoader):
    """The parser for a PyYAML without its C part; it accepts escapes that the C part refuses."""

    def scan_flow_scalar(self, style: object) -> Any:
        """A quoted text; an escape that makes half a surrogate pair, or no character, is refused as the C part does
        it."""
        begin = self.get_mark()
        try:
            token = super().scan_flow_scalar(style)
        except (ValueError, OverflowError):
            token = None
        if token is None or source.has_surrogate(token.value):
            raise ScannerError(None, None, "found invalid Unicode character escape code", begin)
        return token


_Loader: Any = getattr(yaml, "CSafeLoader", _Pure)


def read(text: str, path: str) -> tuple[Any, Node]:
    """The plain data of the one document that a YAML text holds, and its place tree. Raises SourceError."""
    refused = filter(None, (characters.search(text) for characters in _NOT_ALLOWED))
    match = min(refused, key=re.Match.start, default=None)
    if match:
        raise source.fault(text, match.start(), source.not_allowed(match.group()), path)
    try:
        return _Reader(text, path).document()
    except yaml.YAMLError as error:
        raise source.fault(text, *syntax_fault(text, error), path) from None


class _Reader:
    """Data and places from the events of the parser; `event` is the current one, for the place of a fault."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.event: Any = None

    def refuse(self, message: str) -> NoReturn:
        raise source.fault(self.text, self.event.start_mark.index, message, self.path) from None

    # One loop rather than a method for each kind of event: every log and ruleset passes through it, and calls cost time.
    def document(self) -> tuple[Any, Node]:
        """The plain data of the one document, and its place tree.

        Without recursion: `inner` and `places` are the map or list being read and the places in it, `outer` those
        around it. In a map, `key` is None while the next key is awaited.
        """
        next_event = _Loader(self.text).get_event
        roots: list[Any] = []
        value: Any
        below: Any = None
        inner: Any = roots
        places: Any = []
        outer: list[tuple[Any, Any, bool]] = [(roots, places, False)]  # the containers around `inner`, outermost first
        in_map = False
        key: str | None = None
        key_at = 0
        while True:
            self.event = event = next_event()
            kind = type(event)
            at = event.start_mark.index
            if kind is ScalarEvent or kind is SequenceStartEvent or kind is MappingStartEvent:
                if event.tag is not None or event.anchor is not None:
                    self.refuse_property()
                if in_map and key is None:
                    if kind is not ScalarEvent:
                        self.refuse("a key cannot be a list or a map; write it as text")
                    key = source.in_one_form(event.value)
                    key_at = at
                    if key in inner or key == "<<" or not key:
                        self.check_key(key, places)
                    continue
                if kind is ScalarEvent:
                    node = at
                    if event.style:
                        value = source.in_one_form(event.value)
                    else:
                        value = self.plain(event.value)
                elif len(outer) > MAX_DEPTH:
                    self.refuse(source.TOO_DEEP)
                elif kind is MappingStartEvent:
                    value = {}
                    below = {}
                    node = at, below
                else:
                    value = []
                    below = []
                    node = at, below
                if in_map:
                    inner[key] = value
                    places[key] = key_at, node
                    key = None
                else:
                    inner.append(value)
                    places.append(node)
                if kind is not ScalarEvent:
                    outer.append((inner, places, in_map))
                    inner = value
                    places = below
                    in_map = kind is MappingStartEvent
            elif kind is SequenceEndEvent or kind is MappingEndEvent:
                inner, places, in_map = outer.pop()
            elif kind is AliasEvent:
                self.refuse_property()
            elif kind is DocumentStartEvent and roots:
                self.refuse("a second document begins here; one file holds one document")
            elif kind is StreamEndEvent:
                if not roots:
                    raise source.fault(self.text, 0, source.EMPTY, self.path)
                return roots[0], places[0]

    def plain(self, written: str) -> Any:
        """The value of a text without quotes: true, false, null, a number, or the text itself."""
        if written in _WORDS:
            return _WORDS[written]
        number = None
        if written[0] in _FIRST_OF_NUMBER:
            number = _NUMBER.fullmatch(written)
        if number is None:
            return source.in_one_form(written)
        message = source.digits_fault(written)
        if message:
            self.refuse(message)
        if not number[1]:
            return int(written)
        message = source.decimals_fault(written)
        if message:
            self.refuse(message)
        return exact(written)

    def check_key(self, key: str, known: dict[str, tuple[int, Node]]) -> None:
        if not self.event.style and key == "<<":
            self.refuse("merge keys ('<<') are not allowed; write the keys out")
        if not self.event.style and not key:
            index = self.event.start_mark.index
            mark = re.search(r"\?[\s,\]}]*$", self.text[:index])
            if mark and not self.text[index:].lstrip().startswith(":"):
                raise source.fault(
                    self.text, mark.start(), 'a ? alone is not text in YAML; write "?"', self.path
                ) from None
            self.refuse("a key is missing before this ':'; write one, or put the text in quotes")
        if key in known:
            self.refuse(source.repetition(key, line_at(self.text, known[key][0])))

    def refuse_property(self) -> NoReturn:
        match = re.match(r"[^\s,\[\]{}]+", self.text[self.event.start_mark.index :])
        written = source.quote(match.group() if match else "")
        kinds = {"*": ("alias", "write the value out"), "&": ("anchor", "write each value out")}
        what, instead = kinds.get(written[1], ("tag", "remove it"))
        self.refuse(f"the {what} {written} is not allowed; {instead}, or put text in quotes")


# Syntax errors in plain words, whichever of PyYAML's two parsers found them.

_TAG = "'!' begins a tag here, and tags are not allowed; put the text in quotes"
_TAB = "a tab indents this line; use spaces"
_COLON = "this ':' begins no value; put text that holds ': ' in quotes, or indent the key like its neighbours"
_ESCAPE = "this escape is not known; write a backslash as \\\\, or use single quotes"
_ENDED = "the document has ended before this; expected one map or one list"
_DIRECTIVE = "'%' begins a directive here, and only %YAML 1.1 or 1.2 is allowed; remove the line"

# Part of the parser's problem; the sentence, with the character at its place and the line of the container that it is in;
# whether its place is where the context began rather than the problem.
_BY_PROBLEM = (
    ("found a tab", _TAB, False),
    ("mapping values are not allowed", _COLON, False),
    ("sequence entries are not allowed", "a list cannot begin here; give its first '- ' a line of its own", False),
    ("found unexpected ':'", _COLON, False),
    ("mapping keys are not allowed", "'? ' is not allowed here; put the text in quotes", False),
    ("could not find expected ':'", "expected ': ' and a value after this key", True),
    ("tag handle", _TAG, True),
    ("hexa", _ESCAPE, False),
    ("hexd", _ESCAPE, False),
    ("escape", _ESCAPE, False),
    ("document start", _ENDED, False),
    ("YAML directive", _DIRECTIVE, False),
    ("incompatible YAML", _DIRECTIVE, False),
    ("node content", "expected a value, not {character}; put text that begins with it in quotes", False),
)
_BY_CONTEXT = (
    ("alias", "'*' begins an alias here, and aliases are not allowed; put the text in quotes", True),
    ("anchor", "'&' begins an anchor here, and anchors are not allowed; put the text in quotes", True),
    ("tag", _TAG, True),
    ("directive", _DIRECTIVE, True),
    ("block scalar", "expected a line break after '|' or '>'; put text that begins with them in quotes", True),
    ("quoted scalar", "the quoted text that begins here is not closed; end it with the same quote", True),
    ("flow sequence", "expected ',' or ']' in the list that begins on line {line}, not {character}", False),
    ("flow mapping", "expected ',' or '}}' in the map that begins on line {line}, not {character}", False),
    ("block mapping", "expected a key of the map that begins on line {line}; indent its keys alike", False),
    ("block", "expected '- ' as in the list that begins on line {line}; indent its items alike", False),
)


def syntax_fault(text: str, error: object) -> tuple[int, str]:
    """The offset of a syntax error in a YAML text, and the sentence about it, for an error of PyYAML."""
    problem = getattr(error, "problem", None) or ""
    context = getattr(error, "context", None) or ""
    at, began = _marked_places(error)
    if "nesting depth" in problem:  # said by PyYAML since 6.0.4, which looks ahead
        return _first_too_deep(text, at), TOO_DEEP
    character = character_at(text, at)
    if "start any token" in problem:
        if text[at : at + 1] == "\t":
            return at, _TAB
        return at, f"text cannot begin with {character}; put it in quotes"
    row = _row_of(problem, context)
    if row is None:
        return at, f"this is not YAML ({problem or error}); put the text in quotes"
    part, sentence, at_context = row
    if sentence is _ENDED and text[at : at + 1] == "{":
        return at, f"{sentence}; a file with one game per line is called .jsonl"
    if part in ("block mapping", "block") and text[text.rfind("\n", 0, at) + 1 : at].strip():
        return at, "the value before this has ended; put the whole text in quotes"
    if at_context:
        at = began
    return at, sentence.format(character=character, line=line_at(text, began))


def _marked_places(error: object) -> tuple[int, int]:
    """The offset of a problem that PyYAML found, and that of the beginning of what it is in; one stands for the other
    if missing."""
    problem = getattr(error, "problem_mark", None)
    context = getattr(error, "context_mark", None)
    at = 0
    if context is not None:
        at = int(context.index)
    began = at
    if problem is not None:
        at = int(problem.index)
    if context is None:
        began = at
    return at, began


def _first_too_deep(text: str, otherwise: int) -> int:
    """The offset of the first bracket that is nested too deep; `otherwise` if no bracket is."""
    depth = 1
    if text.lstrip()[:1] in ("[", "{"):
        depth = 0
    for place, letter in enumerate(text):
        depth += (letter in "[{") - (letter in "]}")
        if depth > MAX_DEPTH:
            return place
    return otherwise


def _row_of(problem: str, context: str) -> tuple[str, str, bool] | None:
    """The row of the tables above with a part of the parser's problem, or else of its context."""
    for row in _BY_PROBLEM:
        if row[0] in problem:
            return row
    for row in _BY_CONTEXT:
        if row[0] in context:
            return row
    return None
