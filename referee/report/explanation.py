"""One rule explained, and the list of rules, as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.places import Place
from referee.core.ruleset import Ruleset
from referee.report.plain import forms
from referee.report.rulebook import ruling_data, ruling_lines


class Explanation(NamedTuple):
    """A rule of a ruleset, the names of the rulings about it, its changed sentences with their places, and its examples.

    The examples are a legal and an illegal one, by those names, if there are any.
    """

    rules: Ruleset
    rule: str
    rulings: Sequence[str]
    changed: Sequence[tuple[str, Place]]
    examples: Mapping[str, Mapping[str, Any]]


def text(explained: Explanation) -> str:
    """Return the rule, its source, what changed it, its rulings and examples."""
    rules = explained.rules
    name, says, _ = rules.rule(explained.rule)
    lines = [f"{rules.name}/{name}: {says}", f"Source: {_source(rules, name)}"]
    before = rules.own_words(name)
    if before.text not in says:
        lines.append(f"Replaces: {before.text} ({before.source})")
    lines += [f"Changed at {place.where}: {sentence}" for sentence, place in explained.changed]
    for ruling in explained.rulings:
        lines += ["", *(f"Ruling {line}" if not at else line for at, line in enumerate(ruling_lines(rules, ruling)))]
    shown = [explained.examples[kind] for kind in ("legal", "illegal") if kind in explained.examples]
    if shown:
        lines += ["", *map(_example, shown)]
    return "\n".join(lines)


def _source(rules: Ruleset, rule: str) -> str:
    """Return the source of a rule; a house rule is named with its file and line, and the source that it gives."""
    layer = rules.layer(("rules", rule, "text"))
    source = rules.rule(rule).source
    if layer.own:
        return source
    place = layer.place(("rules", rule, "text"))
    kind = "house rule" if layer.name == place.file else layer.name
    own = layer.data["rules"][rule].get("source")
    return f"{kind}, {place.where}" + (f" ({own})" if own else "")


def _example(example: Mapping[str, Any]) -> str:
    cards = example["event"].get("trick")
    shown = f"{' '.join(cards)}: " if cards else ""
    if example["verdict"] != "legal":
        return f"Not legal: {shown}{example['verdict']}"
    return f"Legal: {shown}{example.get('title') or _event(example['event'])}"


def _event(event: Mapping[str, Any]) -> str:
    """Return an event in one line: 'play Mk1:11', 'bid 3', 'pass'."""
    said = {verb: value for verb, value in event.items() if verb != "expect"}
    return ", ".join(verb if value is True else f"{verb} {as_words(value)}" for verb, value in said.items())


def as_words(value: Any) -> str:
    """Return a value of a log as a player would say it: 'Mk1:11 Mk4:2', 'Ann 1, Ben 0'."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {as_words(entry)}" for key, entry in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def rule_data(explained: Explanation) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/explain."""
    rules = explained.rules
    name, says, _ = rules.rule(explained.rule)
    place = rules.origin(("rules", name, "text"))
    return {
        "rule": f"{rules.name}/{name}",
        "text": says,
        "source": _source(rules, name),
        "set_at": place.where,
        "changed": [{"text": text, "set_at": at.where} for text, at in explained.changed],
        "rulings": [ruling_data(rules, ruling) for ruling in explained.rulings],
        "examples": [explained.examples[kind] for kind in ("legal", "illegal") if kind in explained.examples],
    }


def many_text(rules: Ruleset, brief: str, explained: Sequence[Explanation]) -> str:
    """Return the rules in one line, then every rule."""
    return "\n\n\n".join([brief, *map(text, explained)])


def many_data(rules: Ruleset, brief: str, explained: Sequence[Explanation]) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/explain_all."""
    return {"game": rules.name, "brief": brief, "rules": [rule_data(one) for one in explained]}


def list_text(rules: Ruleset) -> str:
    """Return every rule with its words, one line each."""
    return "\n".join(f"{rules.name}/{rule}: {entry['text']}" for rule, entry in rules.get("rules", default={}).items())


def list_data(rules: Ruleset) -> dict[str, Any]:
    """Return every rule of a game: {"game", "rules": [{"rule", "text", "source"}]}."""
    listed = [
        {"rule": f"{rules.name}/{rule}", "text": entry["text"], "source": entry["source"]}
        for rule, entry in rules.get("rules", default={}).items()
    ]
    return {"game": rules.name, "rules": listed}


def ruling_text(rules: Ruleset, name: str) -> str:
    """Return a ruling: the question, its readings, the one in force marked, and where it arises."""
    question, *readings = ruling_lines(rules, name)
    source = rules.get("rulings", name, "source")
    return "\n".join([f"Ruling {rules.name}/{question}", *readings, f"Source: {source}"])


def settled_data(rules: Ruleset, name: str) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/explain."""
    ruling = ruling_data(rules, name)
    return {
        "rule": f"{rules.name}/{name}",
        "text": ruling["question"],
        "source": ruling["source"],
        "rulings": [ruling],
    }


def doubt_text(rules: Ruleset, name: str, says: str) -> str:
    """Return a doubt that a verdict may have: what it says, and what it means for the verdict."""
    return f"Doubt {rules.name}/{name}: {says}.\nSource: {DOUBTED}"


def doubt_data(rules: Ruleset, name: str, says: str) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/explain."""
    return {"rule": f"{rules.name}/{name}", "text": says, "source": DOUBTED}


DOUBTED = "what the log does not record; a doubt is not a violation, unless `--strict` makes it one"

FORMATS = forms(text, rule_data)
MANY_FORMATS = forms(many_text, many_data)
RULING_FORMATS = forms(ruling_text, settled_data)
DOUBT_FORMATS = forms(doubt_text, doubt_data)
LIST_FORMATS = forms(list_text, list_data)
