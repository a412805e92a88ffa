"""Strict YAML: the part of YAML that means what it looks like.

Only `true`, `false`, `null`, an empty value, whole numbers and decimals are not text; `no`, `on`, `010`, `1:30` and
`2024-01-01` are text, and so are keys, always. Refused: repeated keys, aliases, anchors, tags, merge keys, keys that are lists
or maps, a second document. Built from the parser's events in one loop, without recursion.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from referee.source import text as source
from referee.source.text import MAX_DEPTH, Node
from referee.source.yaml_words import syntax_fault

# YAML 1.1 treats U+0085, U+2028 and U+2029 as line ends; editors do not.
_NOT_ALLOWED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_PROPERTY = re.compile(r"[^\s,\[\]{}]+")
_WORDS = {"true": True, "false": False, "null": None, "": None}
_FIRST_OF_NUMBER = frozenset("-0123456789")


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """What is wrong with the current event, or with the text at an offset."""

    def __init__(self, message: str, offset: int | None = None) -> None:
        self.message = message
        self.offset = offset


class _Pure(yaml.SafeLoader):
    """The parser for a PyYAML without its C part; it accepts escapes that the C part refuses."""

    def scan_flow_scalar(self, style: Any) -> Any:
        begin = self.get_mark()
        try:
            token = super().scan_flow_scalar(style)
        except (ValueError, OverflowError):
            token = None
        if token is None or source.has_surrogate(token.value):
            problem = "found invalid Unicode character escape code"
            raise yaml.scanner.ScannerError(None, None, problem, begin)
        return token


_Loader: Any = getattr(yaml, "CSafeLoader", _Pure)


class _Plain(dict[str, Any]):
    """The value of each plain scalar met so far; a new one is worked out."""

    def __missing__(self, written: str) -> Any:
        value = self[written] = _resolved(written)
        return value


def _resolved(written: str) -> Any:
    if written in _WORDS:
        return _WORDS[written]
    if written[0] not in _FIRST_OF_NUMBER:
        return written
    if _WHOLE.fullmatch(written):
        number: type[int] | type[float] = int
    elif _DECIMAL.fullmatch(written):
        number = float
    else:
        return written
    if message := source.digits_fault(written):
        raise _Refused(message)
    return number(written)


def read(text: str, path: str) -> Any:
    """Return the plain data of the one document that a YAML text holds."""
    if found := _NOT_ALLOWED.search(text):
        raise source.fault(text, found.start(), source.not_allowed(found.group()), path)
    builder = _Builder(text)
    try:
        return builder.build()
    except yaml.YAMLError as error:
        offset, message = syntax_fault(text, error)
    except _Refused as refused:
        offset = builder.event.start_mark.index if refused.offset is None else refused.offset
        message = refused.message
    raise source.fault(text, offset, message, path) from None


class _Builder:
    """Data from events; `event` is the current one, for the place of a fault."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.event: Any = None

    def build(self) -> Any:
        """Return the data; raises _Refused about `event`, or the parser's error."""
        next_event = _Loader(self.text).get_event
        plain = _Plain()
        roots: list[Any] = []
        outer: list[tuple[Any, bool]] = []  # the containers around `inner`, outermost first
        inner: Any = roots
        in_map = False
        key: str | None = None
        while True:
            self.event = event = next_event()
            kind = type(event)
            if kind is ScalarEvent:
                if event.tag is not None or event.anchor is not None:
                    raise self.property_refused()
                value = event.value
                if not in_map:
                    inner.append(value if event.style else plain[value])
                elif key is None:
                    if value in inner or value == "<<" or not value:
                        self.check_key(inner)
                    key = value
                else:
                    inner[key] = value if event.style else plain[value]
                    key = None
            elif kind is SequenceStartEvent or kind is MappingStartEvent:
                if event.tag is not None or event.anchor is not None:
                    raise self.property_refused()
                if in_map and key is None:
                    raise _Refused("a key cannot be a list or a map; write it as text")
                if len(outer) == MAX_DEPTH:
                    raise _Refused(source.TOO_DEEP)
                opened: Any = {} if kind is MappingStartEvent else []
                if in_map:
                    inner[key] = opened
                else:
                    inner.append(opened)
                outer.append((inner, in_map))
                inner, in_map, key = opened, kind is MappingStartEvent, None
            elif kind is SequenceEndEvent or kind is MappingEndEvent:
                inner, in_map = outer.pop()
            elif kind is AliasEvent:
                raise self.property_refused()
            elif kind is DocumentStartEvent and roots:
                raise _Refused("a second document begins here; one file holds one document")
            elif kind is StreamEndEvent:
                if not roots:
                    raise _Refused(source.EMPTY, 0)
                return roots[0]

    def check_key(self, known: dict[str, Any]) -> None:
        key = self.event.value
        if not self.event.style and key == "<<":
            raise _Refused("merge keys ('<<') are not allowed; write the keys out")
        if not self.event.style and not key:
            raise _Refused("a key is missing before this ':'; write one, or put the text in quotes")
        if key in known:
            raise _Refused(source.repeated(key, self.line_of_first()))

    def line_of_first(self) -> int:
        try:
            places(self.text)
        except _Repeated as found:
            return source.line_at(self.text, found.first)
        raise AssertionError("the second reading meets the repeated key of the first")

    def property_refused(self) -> _Refused:
        found = _PROPERTY.match(self.text, self.event.start_mark.index)
        written = source.quoted(found.group() if found else "")
        if written[1] == "*":
            return _Refused(f"the alias {written} is not allowed; write the value out, or put text in quotes")
        if written[1] == "&":
            return _Refused(f"the anchor {written} is not allowed; write each value out, or put text in quotes")
        return _Refused(f"the tag {written} is not allowed; remove it, or put text in quotes")


class _Repeated(Exception):  # noqa: N818 - never leaves this module
    """A key is in a map twice; `first` is the offset of the first."""

    def __init__(self, first: int) -> None:
        self.first = first


def places(text: str) -> Node:
    """Return the place tree of a text that `read` accepts."""
    next_event = _Loader(text).get_event
    roots: list[Node] = []
    outer: list[Any] = []
    inner: Any = roots
    key: tuple[str, int] | None = None
    while True:
        event = next_event()
        at = event.start_mark.index
        if isinstance(event, StreamEndEvent):
            return roots[0]
        if isinstance(event, CollectionEndEvent):
            inner = outer.pop()
        elif isinstance(event, ScalarEvent | CollectionStartEvent):
            if key is None and isinstance(inner, dict):
                assert isinstance(event, ScalarEvent)
                key = str(event.value), at
                if key[0] in inner:
                    raise _Repeated(inner[key[0]][0])
                continue
            node: Any = at if isinstance(event, ScalarEvent) else (at, _children(event))
            if key is None:
                inner.append(node)
            else:
                inner[key[0]] = key[1], node
                key = None
            if isinstance(event, CollectionStartEvent):
                outer.append(inner)
                inner = node[1]


def _children(event: Any) -> dict[str, Any] | list[Any]:
    return {} if isinstance(event, MappingStartEvent) else []
