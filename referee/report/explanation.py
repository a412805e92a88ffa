"""One rule explained, and the list of rules, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.ruleset import Ruleset
from referee.report.plain import as_json
from referee.report.rulebook import ruling_data, ruling_lines


class Explanation(NamedTuple):
    """A rule of a ruleset, the names of the rulings about it, and examples as a ruleset carries them."""

    rules: Ruleset
    rule: str
    rulings: Sequence[str]
    examples: Sequence[Mapping[str, Any]]


def text(explained: Explanation) -> str:
    """The rule, its source, where it is set, its rulings and examples."""
    rules = explained.rules
    name, says, source = rules.rule(explained.rule)
    lines = [f"{rules.name}/{name}: {says}", f"Source: {source}"]
    changed = rules.origin_if_changed(("rules", name))
    if changed:
        lines.append(f"Set at {changed.file}:{changed.line}")
    for ruling in explained.rulings:
        lines += ["", *(f"Ruling {line}" if not at else line for at, line in enumerate(ruling_lines(rules, ruling)))]
    if explained.examples:
        lines += ["", *map(_example, explained.examples)]
    return "\n".join(lines)


def _example(example: Mapping[str, Any]) -> str:
    cards = example["event"].get("trick")
    shown = f"{' '.join(cards)}: " if cards else ""
    if example["verdict"] != "legal":
        return f"Not legal: {shown}{example['verdict']}"
    return f"Legal: {shown}{example.get('title') or _event(example['event'])}"


def _event(event: Mapping[str, Any]) -> str:
    """An event in one line: 'play Mk1:11', 'bid 3'."""
    return ", ".join(f"{verb} {value}" for verb, value in event.items())


def json(explained: Explanation) -> str:
    """schemas/report.schema.json, $defs/explain."""
    rules = explained.rules
    name, says, source = rules.rule(explained.rule)
    place = rules.origin(("rules", name))
    return as_json(
        {
            "rule": f"{rules.name}/{name}",
            "text": says,
            "source": source,
            "set_at": f"{place.file}:{place.line}",
            "rulings": [ruling_data(rules, ruling) for ruling in explained.rulings],
            "examples": list(explained.examples),
        }
    )


def list_text(rules: Ruleset) -> str:
    """Every rule with its words, a line each."""
    return "\n".join(f"{rules.name}/{rule}: {entry['text']}" for rule, entry in rules.get("rules", default={}).items())


def list_json(rules: Ruleset) -> str:
    """Every rule of a game: {"game", "rules": [{"rule", "text", "source"}]}."""
    listed = [
        {"rule": f"{rules.name}/{rule}", "text": entry["text"], "source": entry["source"]}
        for rule, entry in rules.get("rules", default={}).items()
    ]
    return as_json({"game": rules.name, "rules": listed})


FORMATS: dict[str, Callable[[Explanation], str]] = {"text": text, "json": json}
LIST_FORMATS: dict[str, Callable[[Ruleset], str]] = {"text": list_text, "json": list_json}
