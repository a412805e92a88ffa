"""One rule explained, and the list of rules, as text and JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.places import Place
from referee.core.ruleset import Ruleset
from referee.report.plain import as_json
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
    """The rule, its source, what changed it, its rulings and examples."""
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
    """The source of a rule; a house rule is named with its file and line, and the source that it gives."""
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
    """An event in one line: 'play Mk1:11', 'bid 3', 'pass'."""
    said = {verb: value for verb, value in event.items() if verb != "expect"}
    return ", ".join(verb if value is True else f"{verb} {as_words(value)}" for verb, value in said.items())


def as_words(value: Any) -> str:
    """A value of a log as a player would say it: 'Mk1:11 Mk4:2', 'Ann 1, Ben 0'."""
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {as_words(entry)}" for key, entry in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def json(explained: Explanation) -> str:
    """schemas/report.schema.json, $defs/explain."""
    return as_json(_data(explained))


def _data(explained: Explanation) -> dict[str, Any]:
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
    """The rules in one line, then every rule."""
    return "\n\n\n".join([brief, *map(text, explained)])


def many_json(rules: Ruleset, brief: str, explained: Sequence[Explanation]) -> str:
    """schemas/report.schema.json, $defs/explain_all."""
    return as_json({"game": rules.name, "brief": brief, "rules": [_data(one) for one in explained]})


def list_text(rules: Ruleset) -> str:
    """Every rule with its words, one line each."""
    return "\n".join(f"{rules.name}/{rule}: {entry['text']}" for rule, entry in rules.get("rules", default={}).items())


def list_json(rules: Ruleset) -> str:
    """Every rule of a game: {"game", "rules": [{"rule", "text", "source"}]}."""
    listed = [
        {"rule": f"{rules.name}/{rule}", "text": entry["text"], "source": entry["source"]}
        for rule, entry in rules.get("rules", default={}).items()
    ]
    return as_json({"game": rules.name, "rules": listed})


def ruling_text(rules: Ruleset, name: str) -> str:
    """A ruling: the question, its readings, the one in force marked, and where it arises."""
    question, *readings = ruling_lines(rules, name)
    source = rules.get("rulings", name, "source")
    return "\n".join([f"Ruling {rules.name}/{question}", *readings, f"Source: {source}"])


def ruling_json(rules: Ruleset, name: str) -> str:
    """schemas/report.schema.json, $defs/explain."""
    ruling = ruling_data(rules, name)
    return as_json(
        {
            "rule": f"{rules.name}/{name}",
            "text": ruling["question"],
            "source": ruling["source"],
            "rulings": [ruling],
        }
    )


def doubt_text(rules: Ruleset, name: str, says: str) -> str:
    """A doubt that a verdict may have: what it says, and what it means for the verdict."""
    return f"Doubt {rules.name}/{name}: {says}.\nSource: {DOUBTED}"


def doubt_json(rules: Ruleset, name: str, says: str) -> str:
    """schemas/report.schema.json, $defs/explain."""
    return as_json({"rule": f"{rules.name}/{name}", "text": says, "source": DOUBTED})


DOUBTED = "what the log does not record; a doubt is not a violation, unless `--strict` makes it one"

FORMATS: dict[str, Callable[[Explanation], str]] = {"text": text, "json": json}
MANY_FORMATS: dict[str, Callable[[Ruleset, str, Sequence[Explanation]], str]] = {"text": many_text, "json": many_json}
RULING_FORMATS: dict[str, Callable[[Ruleset, str], str]] = {"text": ruling_text, "json": ruling_json}
DOUBT_FORMATS: dict[str, Callable[[Ruleset, str, str], str]] = {"text": doubt_text, "json": doubt_json}
LIST_FORMATS: dict[str, Callable[[Ruleset], str]] = {"text": list_text, "json": list_json}
