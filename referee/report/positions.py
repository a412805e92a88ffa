"""A point in a game as text and JSON: what may be done, and how the table looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.core.family import Block, Option, Options
from referee.core.ruleset import Ruleset
from referee.report.plain import as_json, drawn


def legal_text(rules: Ruleset, options: Options) -> str:
    """Who is to act, what is legal, and what is not with the reason and the rule."""
    lines = [f"{options.doing[:1].upper()}{options.doing[1:]}."]
    legal = [option.notation for option in options.legal]
    if options.options:
        lines += _legal(legal)
    out = [option for option in options.options if option.fault is not None]
    if out:
        lines.append("Ruled out:")
        width = max(len(option.notation) for option in out)
        lines += [f"  {option.notation.ljust(width)}  {_reason(rules, options, option)}" for option in out]
        lines += [f"{rule}: {_words(rules, rule)}" for rule in dict.fromkeys(o.fault.rule for o in out if o.fault)]
    if options.doubt:
        lines.append(f"Doubt: {options.doubt}.")
    return "\n".join(lines)


def _legal(notations: Sequence[str]) -> list[str]:
    """Cards and the like in one line; moves of several words one below the other."""
    if any(" " in notation for notation in notations):
        return ["Legal:", *(f"  {notation}" for notation in notations)]
    return [f"Legal: {' '.join(notations) or 'nothing'}"]


def _reason(rules: Ruleset, options: Options, option: Option) -> str:
    """The rule's id and the fault, without repeating who and what."""
    assert option.fault is not None
    message = option.fault.message
    start, _, rest = message.partition(f" {option.notation} ")
    if rest and options.player is not None and start.startswith(options.player):
        message = rest
    return f"{rules.name}/{option.fault.rule}: {message}"


def _words(rules: Ruleset, rule: str) -> str:
    if rule not in rules.get("rules", default={}):
        return "no rule with this id is written down"
    _, text, source = rules.rule(rule)
    return f"{text} ({source})"


def legal_json(rules: Ruleset, options: Options) -> str:
    """schemas/report.schema.json, $defs/legal."""
    return as_json(
        {
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
    )


def show_text(game: str, data: Mapping[str, Any], blocks: Sequence[Block]) -> str:
    """The table, drawn."""
    return drawn(blocks)


def show_json(game: str, data: Mapping[str, Any], blocks: Sequence[Block]) -> str:
    """schemas/report.schema.json, $defs/show."""
    return as_json({"game": game, **data})


def show_markdown(game: str, data: Mapping[str, Any], blocks: Sequence[Block]) -> str:
    """The table as it is drawn in text, for a page in Markdown."""
    text = drawn(blocks)
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}text\n{text}\n{fence}"


LEGAL_FORMATS: dict[str, Callable[[Ruleset, Options], str]] = {"text": legal_text, "json": legal_json}
SHOW_FORMATS: dict[str, Callable[[str, Mapping[str, Any], Sequence[Block]], str]] = {
    "text": show_text,
    "json": show_json,
    "markdown": show_markdown,
}
