"""A point in a game as text and JSON: what may be done, and how the table looks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.columns import columns, left
from referee.core.family import Block, Option, Options
from referee.core.ruleset import Ruleset
from referee.report.paper import PAPER, Paint, Paper
from referee.report.plain import drawn, forms

NEXT = "Next: "


def legal_text(rules: Ruleset, options: Options, paper: Paper = PAPER) -> str:
    """Return whose turn it is, what is legal, and what is not, with the reason and the rule."""
    lines = [paper.paint(f"{options.doing[:1].upper()}{options.doing[1:]}.", "head")]
    legal = [option.notation for option in options.legal]
    if options.options:
        lines += _legal(legal, paper.paint)
    out = [option for option in options.options if option.fault is not None]
    if out:
        lines.append("Ruled out:")
        width = max(columns(option.notation) for option in out)
        lines += [
            f"  {paper.paint(left(option.notation, width), 'bad')}  {_reason(rules, options, option)}" for option in out
        ]
        cited = dict.fromkeys(option.fault.rule for option in out if option.fault)
        lines += [paper.paint(f"{rule}: {_words(rules, rule)}", "dim") for rule in cited]
    if options.doubt:
        lines.append(f"Doubt: {options.doubt}.")
    return "\n".join(lines)


def _legal(notations: Sequence[str], paint: Paint) -> list[str]:
    """Cards and the like in one line; moves of several words on a line each."""
    if any(" " in notation for notation in notations):
        return ["Legal:", *(f"  {paint(notation, 'good')}" for notation in notations)]
    return [f"Legal: {paint(' '.join(notations) or 'nothing', 'good')}"]


def _reason(rules: Ruleset, options: Options, option: Option) -> str:
    """Return the rule's id and the fault, without repeating who and what."""
    assert option.fault is not None
    message = option.fault.message
    if options.player is not None:
        who_and_what = rf"{re.escape(options.player)} [\w ]*?\b{re.escape(option.notation)}(?:, (?!but )| )"
        message = re.sub(f"^{who_and_what}", "", message, count=1)
    return f"{rules.name}/{option.fault.rule}: {message}"


def _words(rules: Ruleset, rule: str) -> str:
    if rule not in rules.get("rules", default={}):
        return "no rule has this id"
    _, text, source = rules.rule(rule)
    return f"{text} ({source})"


def legal_data(rules: Ruleset, options: Options) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/legal."""
    return {
        "player": options.player,
        "doing": options.doing,
        "moves": [option.notation for option in options.legal],
        "ruled_out": [
            {
                "move": option.notation,
                "rule": f"{rules.name}/{option.fault.rule}",
                "message": option.fault.message,
            }
            for option in options.options
            if option.fault is not None
        ],
        "doubt": options.doubt,
    }


def show_text(game: str, data: Mapping[str, Any], blocks: Sequence[Block], paper: Paper = PAPER) -> str:
    """Return the table, drawn: above it the point in the game, below it what comes next."""
    first, *lines = drawn(blocks, paper).split("\n")
    return "\n".join(
        [paper.paint(first, "head"), *(paper.paint(line, "good") if line.startswith(NEXT) else line for line in lines)]
    )


def show_data(game: str, data: Mapping[str, Any], blocks: Sequence[Block]) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/show."""
    return {"game": game, **data}


def show_markdown(game: str, data: Mapping[str, Any], blocks: Sequence[Block], paper: Paper = PAPER) -> str:
    """Return the table as drawn in text, for a Markdown page."""
    text = drawn(blocks)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


LEGAL_FORMATS = forms(legal_text, legal_data)
SHOW_FORMATS = forms(show_text, show_data, markdown=show_markdown)
