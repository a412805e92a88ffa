"""The sentences that the code can say, read from the code itself, and those that some test asserts.

A sentence is a string or an f-string of several words below `referee/engines/<family>`, or in `referee/core`, without
docstrings and what is said to programmers (assertions). Its values are left open: `f"{who} takes {name}"` is shown by any
asserted text that has anything in their places.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

import yaml

TESTS = Path(__file__).parent
ROOT = TESTS.parent
ENGINES = ROOT / "referee" / "engines"
OPEN = "\0"
"""Stands in a template where a value goes."""


class Template(NamedTuple):
    """A sentence, with `OPEN` where its values go, and where it stands."""

    file: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text.replace(OPEN, '…')}"

    def shown_in(self, text: str) -> bool:
        """Whether a line of the text holds the sentence with some values."""
        pieces = self.text.split(OPEN)
        longest, form = max(pieces, key=len), re.compile(".+".join(map(re.escape, pieces)))
        at = text.find(longest)
        while at >= 0 and not form.search(text, text.rfind("\n", 0, at) + 1, end := text.find("\n", at)):
            at = text.find(longest, end)
        return at >= 0


def templates(family: str) -> list[Template]:
    """Every sentence of a family's engine, or of what all families share: 'core'."""
    folder = ROOT / "referee" / "core" if family == "core" else ENGINES / family
    return [
        template
        for path in sorted(folder.rglob("*.py"))
        for template in _of(path, ast.parse(path.read_text(encoding="utf-8")))
    ]


def _of(path: Path, tree: ast.Module) -> Iterator[Template]:
    passed_over = {id(node) for node in ast.walk(tree) for node in _not_said(node)}
    for node in ast.walk(tree):
        if id(node) in passed_over or not isinstance(node, ast.JoinedStr | ast.Constant):
            continue
        text = _text(node)
        if text is not None and _is_sentence(text):
            yield Template(str(path.relative_to(ROOT / "referee")), node.lineno, text)


def _not_said(node: ast.AST) -> Iterator[ast.AST]:
    """What below a node is no sentence of its own: docstrings, pieces of an f-string, patterns, words to programmers."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield from (piece for piece in node.values if isinstance(piece, ast.Constant))
        yield from (
            piece.format_spec for piece in node.values if isinstance(piece, ast.FormattedValue) and piece.format_spec
        )
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
        if node.exc.func.id in ("AssertionError", "TypeError", "ValueError", "KeyError", "NotImplementedError"):
            yield from ast.walk(node)
    elif _takes_pattern(node):
        yield from ast.walk(node.args[0])
    elif isinstance(node, ast.Assert):
        yield from ast.walk(node)


def _takes_pattern(node: ast.AST) -> TypeGuard[ast.Call]:
    """Whether a node calls something of `re`, all of which takes a pattern first."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return False
    return isinstance(node.func.value, ast.Name) and node.func.value.id == "re"


def _brace(found: re.Match[str]) -> str:
    """What `str.format` makes of braces: a place for a value, or one brace of two."""
    return OPEN if found[0] in ("{}", "{!r}") else found[0][0]


def _text(node: ast.JoinedStr | ast.Constant) -> str | None:
    if isinstance(node, ast.Constant):
        return re.sub(r"[{]{2}|}{2}|[{](?:!r)?}", _brace, node.value) if isinstance(node.value, str) else None
    return "".join(str(piece.value) if isinstance(piece, ast.Constant) else OPEN for piece in node.values)


CODE = re.compile(r" for row in |entry\.copy\(|, entry in |^None if |^\n?def |^<command line>$|\\1")
"""Strings of `referee/core` that nobody reads: formulas as Python, places, what a pattern makes of a text."""


def _is_sentence(text: str) -> bool:
    """Whether a text has two words or more in a row that it says itself."""
    return not CODE.search(text) and any(re.search(r"[a-z]{2,}[,;:]? [a-z]{2,}", piece) for piece in text.split(OPEN))


@cache
def asserted() -> str:
    """Every line that some test holds a message against: in cases, golden reports, tests, examples in rulesets and pages."""
    found: set[str] = set()
    for pattern in ("tests/cases/**/*.yaml", "rulesets/**/*.yaml"):
        for path in ROOT.glob(pattern):
            found.update(_texts(yaml.load(path.read_text(encoding="utf-8"), yaml.CBaseLoader)))
    for pattern in ("tests/logs/**/*.report", "docs/**/*.md", "README.md"):
        for path in ROOT.glob(pattern):
            found.update(path.read_text(encoding="utf-8").splitlines())
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(node.value.splitlines())
    return "".join(f"{line}\n" for line in sorted(found))


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from _texts(value)
    else:
        yield data


def unshown(family: str) -> list[str]:
    """The sentences of a family that no test shows."""
    return [str(template) for template in templates(family) if not template.shown_in(asserted())]
