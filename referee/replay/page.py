"""The page: a template filled with the steps of a log, its script and its styles, all in one file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

from referee.core.harmless import visible
from referee.core.markup import Markup, cut, tag
from referee.core.verdict import Verdict
from referee.picture.drawing import Group, styles
from referee.picture.plot import LEFT, Line, lines, on_page
from referee.picture.plot import styles as plot_styles
from referee.replay.packed import BLOCK, blocks, index, packed
from referee.replay.steps import Steps
from referee.report.verdict_lines import bad_line, verdict_line


def page(found: Steps) -> str:
    """The page that steps through a log. Raises ImportError without Jinja2."""
    return _filled("page.html.j2", _content(found))


def index_page(name: str, bad: Sequence[tuple[Verdict, str]]) -> str:
    """An index of bad games: what is wrong with each, and the page that steps through it, "" if there is none."""
    games = [
        {"line": verdict.line, "says": bad_line(verdict), "page": to, "status": verdict.status} for verdict, to in bad
    ]
    return _filled(
        "index.html.j2",
        {"title": name, "games": games, "styles": Markup(styles() + _text("replay.css"))},
    )


def _filled(template: str, content: Mapping[str, Any]) -> str:
    """A template with its content; all text in it is escaped except our own drawings, scripts and styles."""
    return str(_templates().get_template(template).render(**content))


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_harmless,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _content(found: Steps) -> dict[str, Any]:
    log, rules, steps = found.log, found.rules, found.steps
    drawn = [step.drawn for step in steps]
    head: dict[str, Any] = {
        "players": list(log.players),
        "steps": len(steps),
        "block": BLOCK,
        "table": _room(one.table for one in drawn),
        "held": _room(one.held for one in drawn),
    }
    return {
        "title": f"{rules.get('title', default=rules.name)}: {log.path.rpartition('/')[2]}",
        "game": rules.get("title", default=rules.name),
        "verdict": verdict_line(log.path.rpartition("/")[2], found.verdict),
        "status": found.verdict.status,
        "players": log.players,
        "head": Markup(json.dumps(head).replace("<", "\\u003c")),
        "faces": packed(found.faces.used_in(*{part.inside for one in drawn for part in one.parts})),
        "plot": _plot(log.players, [[seat.total for seat in step.scene.seats] for step in steps]),
        "pad": found.pad,
        "index": index(steps),
        "blocks": blocks(steps),
        "script": Markup(_text("replay.js")),
        "styles": Markup(styles() + plot_styles() + _text("replay.css")),
        **head,
    }


def _plot(players: Sequence[str], totals: Sequence[Sequence[str]]) -> Markup:
    """Return the score step by step, with a mark that the page moves; nothing if no score is known."""
    wide, high, names = 440, 150, 110
    series = []
    for place, player in enumerate(players):
        points: list[tuple[float, float]] = []
        for step, row in enumerate(totals):
            value = _number(row[place]) if place < len(row) else None
            if value is not None and (not points or value != points[-1][1] or step == len(totals) - 1):
                points += [(step, points[-1][1])] if points else []
                points.append((step, value))
        series += [Line(f"{cut(player, 9)} {points[-1][1]:g}", points)] if points else []
    if len(totals) < 2 or not any(value for line in series for _, value in line.points):
        return Markup("")
    chart = lines(series, "The score as it went:", size=(wide, high), names=names, dots=False)
    now = tag("path", d=f"M{LEFT} 0V{high - 20}", class_="now", id="now", data_across=wide - names - LEFT)
    return on_page(chart._replace(drawn=Markup(chart.drawn + now)))


def _number(total: str) -> float | None:
    """Return a score as a number, such as '27' or '5 groups'; None if it is not known."""
    try:
        return float(total.partition(" ")[0])
    except ValueError:
        return None


def _room(groups: Iterable[Group]) -> tuple[float, float]:
    """How wide and high a part of the page must be for the drawings of all steps; nothing if they are empty."""
    drawn = [group for group in groups if group.parts]
    return max((group.wide for group in drawn), default=0), max((group.high for group in drawn), default=0)


def _harmless(value: Any) -> Any:
    """Text that may be shown; other values, and our own SVG, unchanged."""
    return visible(value) if type(value) is str else value


def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")
