"""The words and the events of each family, from its schema: what each means, its values, and the rule that it cites."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from referee.core.items import EXTRAS
from referee.core.ruleset import TOLD
from referee.core.words import Word, word_at
from referee.engines import FAMILIES
from referee.rules import rulesets
from website.markdown import as_yaml, block, page, plain, table, toctree

ROOT = Path(__file__).resolve().parent.parent
Data = dict[str, Any]
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TYPES = {
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "array": "a list",
    "object": "a map",
    "null": "null",
}


def word_pages() -> dict[str, str]:
    """A page of words for each family."""
    rows = [(f"[{family}]({family}.md)", f"[how they are used](../families/{family}.md)") for family in FAMILIES]
    index = page(
        "# Every word",
        "The words of rulesets and house rules, family by family: the meaning of each, its values, what holds without it,"
        " and the rule that it cites. A path such as `bidding.hook` is also how `referee coverage` names a word.",
        table(("family", "with examples"), rows),
        toctree(FAMILIES),
    )
    return {"index": index, **{family: _words(family) for family in FAMILIES}}


def _words(family: str) -> str:
    parts = []
    for section, word in word_at(f"{family}.schema.json", rulesets.SCHEMAS).parts.items():
        if section == "$schema":
            continue
        parts += [f"## {section}", *_told(word)]
        rows = [] if section in TOLD else [_row(path, below) for path, below in _below(word, section)]
        parts += [table(("word", "what it does", "it may be", "without it", "cites"), rows)] if rows else []
    return page(f"# Words of the {family} family", f"[Examples and explanations](../families/{family}.md)", *parts)


def _told(word: Word) -> list[str]:
    """Return what is known about a section itself."""
    facts = [f"It may be {kind_of(dict(word.schema))}." if not word.parts else "", _cites(word)]
    default = f"Without it: `{_short(word.default)}`." if word.default is not None else ""
    return [
        plain(word.description),
        " ".join(filter(None, [facts[0], default])),
        f"Cites {facts[1]}." if facts[1] else "",
    ]


def _row(path: str, word: Word) -> tuple[str, ...]:
    default = f"`{_short(word.default)}`" if word.default is not None else ""
    return f"`{path}`", plain(word.description), kind_of(dict(word.schema)), default, _cites(word)


def _cites(word: Word) -> str:
    return ", ".join(f"`{rule}`" for rule in word.cites if rule)


def _below(word: Word, path: str, depth: int = 0) -> Iterator[tuple[str, Word]]:
    """All words below one, with their paths; NAME stands for a name that the writer of a ruleset chooses."""
    if depth > 4:
        return
    for key, part in word.parts.items():
        yield f"{path}.{key}", part
        yield from _below(part, f"{path}.{key}", depth + 1)
    if not word.parts and word.entry.parts:
        name = f"{path}.NAME" if "object" in _types(dict(word.schema)) else f"{path}[]"
        yield from _below(word.entry, name, depth + 1)


def _types(schema: Data) -> list[str]:
    found = schema.get("type", [])
    return [found] if isinstance(found, str) else list(found)


def kind_of(schema: Data) -> str:
    """The possible values, in words."""
    if "enum" in schema:
        return ", ".join(f"`{_short(choice)}`" for choice in schema["enum"])
    if "const" in schema:
        return f"`{_short(schema['const'])}`"
    if "anyOf" in schema or "oneOf" in schema:
        forms = map(kind_of, schema.get("anyOf") or schema["oneOf"])
        return " or ".join(dict.fromkeys(filter(None, forms)))
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2].removesuffix(".schema.json").replace("_", " ")
    return " or ".join(TYPES[name] for name in _types(schema))


def _short(value: Any) -> str:
    text = as_yaml([value])[1:-1]
    return text if len(text) <= 80 else f"{text[:77]}…"


def event_pages() -> dict[str, str]:
    """A page of events for each family."""
    index = page(
        "# Every event",
        "What may stand under `events:`, `setup:`, `position:` and `expect:` of a log, family by family."
        " [Writing a log](../writing-a-log.md) says what holds for all of them.",
        "\n".join(f"- [{family}]({family}.md)" for family in FAMILIES),
        toctree(FAMILIES),
    )
    return {"index": index, **{family: _events(family) for family in FAMILIES}}


def _events(family: str) -> str:
    file = f"{family}.schema.json"
    parts = []
    used = _used(family)
    for verb, word in rulesets.log_words(family).items():
        if verb in EXTRAS:
            continue
        example = used.get(verb)
        parts += [f"## {verb}", plain(word.description), f"It is {kind_of(dict(word.schema))}."]
        parts += [block(f"- {example}", "yaml")] if example else []
    for name, about in (
        ("setup", "What must be known before the first event."),
        ("position", "Where things stand, for a log that begins in the middle."),
        ("expect", "Claims about what followed an event."),
    ):
        keys = word_at(file, rulesets.SCHEMAS, "$defs", name).parts
        rows = [(f"`{key}`", plain(word.description), kind_of(dict(word.schema))) for key, word in keys.items()]
        parts += [f"## {name}", about, table(("key", "what it says", "it is"), rows)]
    return page(f"# Events of the {family} family", f"[How they are used](../families/{family}.md#events)", *parts)


def _used(family: str) -> dict[str, str]:
    """For each verb, the shortest event of our own logs that uses it and little else."""
    found: dict[str, str] = {}
    for event in (event for kind, events in _logs() if kind == family for event in events):
        verbs = [key for key in event if key not in EXTRAS] if isinstance(event, dict) else []
        if len(verbs) == 1 and "stands" not in event:
            text = as_yaml([event])[1:-1]
            if "{}" not in text and len(text) < len(found.get(str(verbs[0]), "x" * 400)):
                found[str(verbs[0])] = text
    return found


@cache
def _logs() -> list[tuple[str, list[Data]]]:
    """The events of each of our own logs, with the family of its game."""
    files = (*sorted((ROOT / "examples").rglob("*.yaml")), *sorted((ROOT / "tests" / "logs").rglob("*.yaml")))
    logs = [yaml.load(file.read_text(encoding="utf-8"), LOADER) for file in files]
    logs = [log for log in logs if isinstance(log, dict) and isinstance(log.get("events"), list)]
    return [(_family_of(log["game"]), log["events"]) for log in logs]


@cache
def _family_of(game: str) -> str:
    name = str(game).partition("@")[0]
    return next((path.parent.name for path in (ROOT / "rulesets").glob(f"*/{name}.yaml")), "")
