"""The examples of rulesets and their results, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.core.harmless import one_line
from referee.core.places import Complaint
from referee.core.wording import counted
from referee.report.paper import PAPER, Paint, Paper
from referee.report.plain import as_json, complaints_data

if TYPE_CHECKING:
    from referee.play.ruleset_examples import ExampleResult


class Tested(NamedTuple):
    """A ruleset or house rule with its rules in one line, its examples, and the rules that none of them touches."""

    label: str
    brief: str = ""
    results: Sequence[ExampleResult] = ()
    untouched: Sequence[str] = ()
    complaints: Sequence[Complaint] = ()

    @property
    def own(self) -> list[ExampleResult]:
        """The examples that this file carries."""
        return [result for result in self.results if not result.example.inherited]

    @property
    def failed(self) -> list[ExampleResult]:
        """The examples of this file that do not hold."""
        return [result for result in self.own if not result.holds]

    @property
    def changed(self) -> list[ExampleResult]:
        """Examples of what it extends that come out differently here."""
        return [result for result in self.results if result.example.inherited and not result.holds]


def text(tested: Iterable[Tested], paper: Paper = PAPER) -> Iterator[str]:
    """One line per example that does not hold, with what it says and what the rules say; one line per ruleset, with what is
    untouched."""
    paint = paper.paint
    for item in tested:
        for place, message in item.complaints:
            yield one_line(f"{place}: {message}" if place.file[:1] != "<" else message)
        if item.complaints:
            yield f"{item.label}: {paint('not tested', 'bad')}: {counted(len(item.complaints), 'faults')}"
            continue
        yield paint(item.brief, "dim")
        for result in item.failed:
            yield one_line(f"{result.example.place}: {paint('fails', 'bad')}: {_said(result)}")
        for result in item.changed:
            yield one_line(f"{result.example.place}: {paint('changed here', 'doubt')}: {_said(result)}")
        yield f"{item.label}: {_tally(item, paint)}"
        if item.untouched:
            yield f"{item.label}: no example touches {', '.join(item.untouched)}"


def _said(result: ExampleResult) -> str:
    carried = result.example
    about = ", ".join(filter(None, (carried.rule, carried.data.get("title"))))
    wanted = carried.wanted if carried.wanted == "legal" or " " in carried.wanted else f"against {carried.wanted}"
    return f"{about}{': ' if about else ''}the example says {wanted!r}; the rules say {result.found!r}"


def _tally(item: Tested, paint: Paint) -> str:
    if not item.own:
        line = "no examples of its own"
    elif item.failed:
        line = paint(f"{len(item.failed)} of {counted(len(item.own), 'examples')} fail{_s(len(item.failed))}", "bad")
    else:
        line = paint(f"{counted(len(item.own), 'examples')} hold{_s(len(item.own))}", "good")
    inherited = len(item.results) - len(item.own)
    if inherited:
        line += f"; of {inherited} inherited, {len(item.changed) or 'none'} changed here"
    return line


def _s(number: int) -> str:
    """The end of a verb: one holds, two hold."""
    return "s" if number == 1 else ""


def json(tested: Iterable[Tested], paper: Paper = PAPER) -> Iterator[str]:
    """schemas/report.schema.json, $defs/test."""
    yield as_json({"rulesets": [_data(item) for item in tested]})


def _data(item: Tested) -> dict[str, Any]:
    return {
        "path": item.label,
        "brief": item.brief,
        "holds": not item.failed and not item.complaints,
        "examples": [
            {
                "at": str(result.example.place),
                "rule": result.example.rule,
                "title": result.example.data.get("title", ""),
                "inherited": result.example.inherited,
                "expected": result.example.wanted,
                "found": result.found,
                "holds": result.holds,
            }
            for result in item.results
        ],
        "untouched": list(item.untouched),
        "complaints": complaints_data(item.complaints),
    }


FORMATS: dict[str, Callable[[Iterable[Tested], Paper], Iterator[str]]] = {"text": text, "json": json}
