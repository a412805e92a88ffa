"""What logs exercised of their games, as text and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.core.columns import columns, left
from referee.core.family import Point
from referee.core.ruleset import Ruleset
from referee.core.wording import counted, listed
from referee.report.paper import PAPER, Paper, table
from referee.report.plain import as_json

if TYPE_CHECKING:
    from referee.judging.coverage import Coverage

KINDS = ("rules", "words", "powers")
POWERS = ("powers", "illuminati", "groups", "specials")
"""The sections of a ruleset that say what single cards do."""


def share(covered: Coverage) -> int:
    """How much of a game is covered, in percent, rounded down so that only full coverage is 100."""
    return 100 * (len(covered.points) - len(covered.never())) // max(len(covered.points), 1)


def _kind(point: Point) -> str:
    section = str(point.pointer[0])
    return "powers" if section in POWERS else section if section == "rules" else "words"


def text(games: Sequence[tuple[str, Coverage]], paper: Paper = PAPER) -> str:
    """One row per game; below it what never fired, with the place that sets it or the rule in words."""
    rows = []
    for _, covered in games:
        of = Counter(_kind(point) for point in covered.points.values())
        missed = Counter(_kind(covered.points[name]) for name in covered.never())
        cells = [f"{of[kind] - missed[kind]}/{of[kind]}" if of[kind] else "" for kind in KINDS]
        rows.append((about_game(covered.rules), covered.logs, *cells, f"{share(covered)}%"))
    briefs = "\n".join(dict.fromkeys(brief for brief, _ in games))
    parts = [briefs, table(("game", "logs", *KINDS, "covered"), rows, paper)]
    for _, covered in games:
        if covered.never():
            lines = [f"  {line}" for line in _aligned([(name, _about(covered, name)) for name in covered.never()])]
            parts.append("\n".join([f"{about_game(covered.rules)}, never fired:", *lines]))
        if covered.silent():
            verb = "is" if len(covered.silent()) == 1 else "are"
            parts.append(
                f"{about_game(covered.rules)}: {counted(len(covered.silent()), 'rules')} {verb} for readers only and cannot "
                f"fire: {listed(covered.silent())}"
            )
    return "\n\n".join(parts)


def about_game(rules: Ruleset) -> str:
    """The game with its house rules: 'hearts + pass-two'."""
    return " + ".join((rules.name, *rules.houses))


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(columns(name) for name, _ in rows)
    return [f"{left(name, width)}  {about}" for name, about in rows]


def _about(covered: Coverage, name: str) -> str:
    """The first sentence of a rule; of a word, where it is set."""
    point = covered.points[name]
    rules = covered.held[name]
    if point.pointer[0] == "rules":
        first, stop, _ = rules.rule(str(point.pointer[1])).text.partition(". ")
        return first + stop.strip()
    place = rules.origin(point.pointer)
    return place.where


def json(games: Sequence[tuple[str, Coverage]], paper: Paper = PAPER) -> str:
    """schemas/report.schema.json, $defs/coverage."""
    return as_json({"games": [_data(brief, covered) for brief, covered in games]})


def _data(brief: str, covered: Coverage) -> Mapping[str, Any]:
    points = []
    for name, point in covered.points.items():
        place = covered.held[name].origin(point.pointer)
        entry = {"point": name, "kind": _kind(point).removesuffix("s"), "fired": covered.fired[name]}
        cites = {"rule": f"{covered.rules.name}/{point.cites}"} if point.cites else {}
        points.append({**entry, **cites, "set_at": place.where})
    return {
        "game": covered.rules.name,
        "houses": list(covered.rules.houses),
        "brief": brief,
        "logs": covered.logs,
        "covered": share(covered),
        "never": covered.never(),
        "cannot": [f"rules.{rule}" for rule in covered.silent()],
        "points": points,
    }


FORMATS: dict[str, Callable[[Sequence[tuple[str, Coverage]], Paper], str]] = {"text": text, "json": json}
