"""YAML syntax errors in plain words, whichever of PyYAML's two parsers found them."""

from __future__ import annotations

from typing import Any

from referee.source.text import MAX_DEPTH, TOO_DEEP, character_at, line_at

_ALIAS = "'*' begins an alias here, and aliases are not allowed; put the text in quotes"
_ANCHOR = "'&' begins an anchor here, and anchors are not allowed; put the text in quotes"
_TAG = "'!' begins a tag here, and tags are not allowed; put the text in quotes"
_TAB = "a tab indents this line; use spaces"
_COLON = "this ':' begins no value; put text that holds ': ' in quotes, or indent the key like its neighbours"
_ESCAPE = "this escape is not known; write a backslash as \\\\, or use single quotes"
_ENDED = "the document has ended before this; expected one map or one list"
_LINES = "; a file with one game per line is called .jsonl"
_BLOCK = "expected a line break after '|' or '>'; put text that begins with them in quotes"
_DIRECTIVE = "'%' begins a directive here, and only %YAML 1.1 or 1.2 is allowed; remove the line"

# Part of the parser's problem; the sentence; whether its place is where the context began rather than the problem.
_BY_PROBLEM = (
    ("found a tab", _TAB, False),
    ("mapping values are not allowed", _COLON, False),
    (
        "sequence entries are not allowed",
        "a list cannot begin here; give its first '- ' a line of its own",
        False,
    ),
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
)
_BY_CONTEXT = (
    ("alias", _ALIAS, True),
    ("anchor", _ANCHOR, True),
    ("tag", _TAG, True),
    ("directive", _DIRECTIVE, True),
    ("block scalar", _BLOCK, True),
    ("quoted scalar", "the quoted text that begins here is not closed; end it with the same quote", True),
)


def syntax_fault(text: str, error: Any) -> tuple[int, str]:
    """Return the offset and the sentence for a yaml.YAMLError, with marks or without."""
    problem, context = getattr(error, "problem", None) or "", getattr(error, "context", None) or ""
    context_at = _index(error, "context_mark", 0)
    at = _index(error, "problem_mark", context_at)
    began = _index(error, "context_mark", at)
    if "nesting depth" in problem:  # said by PyYAML since 6.0.4, which looks ahead
        return _too_deep_at(text, at), TOO_DEEP
    if "start any token" in problem:
        return at, _first_character(text, at)
    for table, said in ((_BY_PROBLEM, problem), (_BY_CONTEXT, context)):
        for part, sentence, at_context in table:
            if part in said:
                if sentence is _ENDED and text[at : at + 1] == "{":
                    sentence += _LINES
                return began if at_context else at, sentence
    if "node content" in problem:
        return at, f"expected a value, not {character_at(text, at)}; put text that begins with it in quotes"
    if in_container := _in_container(text, at, began, context):
        return at, in_container
    return at, f"this is not YAML ({problem or error}); put the text in quotes"


def _index(error: Any, name: str, otherwise: int) -> int:
    mark = getattr(error, name, None)
    return otherwise if mark is None else int(mark.index)


def _too_deep_at(text: str, otherwise: int) -> int:
    """Return the offset of the first bracket that is nested too deep, or `otherwise` if no bracket is."""
    depth = 0 if text.lstrip()[:1] in ("[", "{") else 1
    for at, character in enumerate(text):
        depth += (character in "[{") - (character in "]}")
        if depth > MAX_DEPTH:
            return at
    return otherwise


def _first_character(text: str, at: int) -> str:
    if text[at : at + 1] == "\t":
        return _TAB
    return f"text cannot begin with {character_at(text, at)}; put it in quotes"


def _in_container(text: str, at: int, began: int, context: str) -> str | None:
    line = line_at(text, began)
    if "flow sequence" in context:
        return f"expected ',' or ']' in the list that begins on line {line}, not {character_at(text, at)}"
    if "flow mapping" in context:
        return f"expected ',' or '}}' in the map that begins on line {line}, not {character_at(text, at)}"
    if "block" not in context:
        return None
    if text[text.rfind("\n", 0, at) + 1 : at].strip():
        return "the value before this has ended; put the whole text in quotes"
    if "block mapping" in context:
        return f"expected a key of the map that begins on line {line}; indent its keys alike"
    return f"expected '- ' as in the list that begins on line {line}; indent its items alike"
