"""Score pads as text, JSON and Markdown, one game after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from referee.core.family import Block
from referee.core.harmless import markdown as markdown_text
from referee.core.harmless import one_line
from referee.report.paper import PAPER, Paper
from referee.report.plain import as_json, drawn, marked_down


class Scored(NamedTuple):
    """The score pad of one log: its rules in one line, and the pad as data and as blocks."""

    label: str
    game: str
    brief: str
    data: Mapping[str, Any]
    blocks: Sequence[Block]
    occasion: Mapping[str, str] = {}
    """When and where it was played, as far as the log says."""


def _with_many(scored: Iterable[Scored]) -> tuple[Iterator[Scored], bool]:
    """The same again, and whether there are several."""
    rest = iter(scored)
    first = [item for _, item in zip(range(2), rest, strict=False)]
    return chain(first, rest), len(first) > 1


def text(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """The rules in one line whenever they change, then one table per game; with several, the name of the log above each."""
    items, many = _with_many(scored)
    gap = brief = ""
    for item in items:
        if item.brief != brief:
            brief = item.brief
            yield gap + paper.paint(brief, "dim")
            gap = ""
        *pad, ending = drawn(_untitled(item.blocks), paper).split("\n")
        ending = paper.paint(ending, "good") if item.data["over"] else ending
        said = one_line(", ".join(item.occasion.values()))
        heading = f"{item.label}: {said}" if many and said else f"{item.label}:" if many else said
        yield gap + f"{heading}\n" * bool(heading) + "\n".join([*pad, ending])
        gap = "\n"


def _untitled(blocks: Sequence[Block]) -> list[Block]:
    """Blocks without the title that only repeats the command."""
    return [Block("" if block.title == "Score" else block.title, *block_rest(block)) for block in blocks]


def block_rest(block: Block) -> tuple[Any, ...]:
    """A block without its title."""
    return block.headers, block.rows, block.lines


def json(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/score; a list of these for several games."""
    items, many = _with_many(scored)
    comma = ""
    if many:
        yield "["
    for item in items:
        if comma:
            yield comma
        named = {"path": item.label} if many else {}
        yield as_json({**named, "game": item.game, **item.occasion, **item.data})
        comma = ","
    if many:
        yield "]"


def markdown(scored: Iterable[Scored], paper: Paper = PAPER) -> Iterator[str]:
    """One Markdown table per game."""
    items, many = _with_many(scored)
    gap = ""
    for item in items:
        yield f"{gap}## {markdown_text(item.label)}\n\n" * many + marked_down(_untitled(item.blocks))
        gap = "\n"


FORMATS: dict[str, Callable[[Iterable[Scored], Paper], Iterator[str]]] = {
    "text": text,
    "json": json,
    "markdown": markdown,
}
