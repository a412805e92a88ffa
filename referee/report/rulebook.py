"""The rules in force as text, JSON, YAML, and a sheet in Markdown or HTML, and single rules explained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referee.core.family import Line
from referee.core.harmless import one_line
from referee.core.merging import merge
from referee.core.ruleset import Ruleset
from referee.report.drafts import yaml_rows
from referee.report.plain import as_json
from referee.report.sheet import Rulebook, markdown


def text(book: Rulebook) -> str:
    """The sections, then the rulings in force, then the variants to pick from."""
    rules, brief, sections, _ = book
    parts = [brief]
    for title, lines in sections:
        if lines:
            parts.append("\n".join([title, *(f"  {line.text}{_set_at(rules, line)}" for line in lines)]))
    rulings = [f"  {line}" for name in rules.get("rulings", default={}) for line in ruling_lines(rules, name)]
    if rulings:
        parts.append("\n".join(["Rulings, where the sources are silent or disagree", *rulings]))
    variants = rules.get("variants", default={})
    if variants:
        listed = [
            f"  {name}{' (picked)' * (name in rules.variants)}: {entry['text']}" for name, entry in variants.items()
        ]
        parts.append("\n".join(["Variants", *listed]))
    return "\n\n".join(parts)


def _set_at(rules: Ruleset, line: Line) -> str:
    place = rules.origin_if_changed(line.pointer)
    return f" [{place.where}]" if place else ""


def ruling_lines(rules: Ruleset, name: str) -> Iterator[str]:
    """A ruling: the question, and below it every reading, the one in force marked."""
    ruling = rules.rulings[name]
    yield f"{name}: {ruling.question}"
    place = rules.origin_if_changed(ruling.about)
    set_at = f" [{place.where}]" if place else ""
    for reading, entry in ruling.readings.items():
        taken = reading in ruling.values and reading not in ruling.others
        switch = f" (`ruling: {{{name}: {reading}}}`)" if reading in ruling.others else ""
        yield f"  {'*' if taken else '-'} {reading}: {entry['text']}{set_at if taken else switch}"
    if ruling.taken is None and place:
        yield f"  * none of these: {ruling.current}{set_at}"


def json(book: Rulebook) -> str:
    """schemas/report.schema.json, $defs/rules."""
    rules, brief, sections, _ = book
    return as_json(
        {
            "game": rules.name,
            "version": rules.version,
            "brief": brief,
            "houses": list(rules.houses),
            "sections": [
                {"title": title, "lines": [_line_data(rules, line) for line in lines]} for title, lines in sections
            ],
            "rulings": [ruling_data(rules, name) for name in rules.get("rulings", default={})],
            "variants": [
                {"name": name, "text": entry["text"], "picked": name in rules.variants}
                for name, entry in rules.get("variants", default={}).items()
            ],
        }
    )


def _line_data(rules: Ruleset, line: Line) -> dict[str, Any]:
    place = rules.origin(line.pointer)
    return {
        "text": line.text,
        "key": ".".join(map(str, line.pointer)),
        "set_at": place.where,
        "changed": rules.is_changed(line.pointer),
    }


def ruling_data(rules: Ruleset, name: str) -> dict[str, Any]:
    """A ruling as plain data: the question, the reading in force (null: a value of its own), and all readings."""
    ruling = rules.rulings[name]
    return {
        "ruling": name,
        "question": ruling.question,
        "about": ruling.entry["about"],
        "taken": ruling.taken,
        "readings": {reading: entry["text"] for reading, entry in ruling.readings.items()},
        "source": ruling.entry["source"],
        "sure": ruling.entry["sure"],
    }


def yaml(book: Rulebook) -> str:
    """The merged ruleset as a file that can be loaded again, without the rulings and variants that it settles."""
    rules, brief, _, _ = book
    data = dict(rules.data)
    if "rulings" in data:
        data["rulings"] = {name: ruling.entry for name, ruling in rules.rulings.items() if not ruling.settled}
    if "variants" in data:
        idle = [name for name, entry in data["variants"].items() if merge(rules.data, entry["patch"]) == rules.data]
        data["variants"] = {name: entry for name, entry in data["variants"].items() if name not in idle}
    deck = data.get("deck")
    if isinstance(deck, str) and ("/" in deck or deck.endswith((".yaml", ".yml", ".json"))):
        data["deck"] = str((Path(rules.origin(("deck",)).file).parent / deck).resolve())
    head = [f"# {brief}", f"# The rules of {rules.title} in force, with everything that they extend merged in."]
    return "\n".join(
        [*map(one_line, head), *(row.text for key, value in data.items() for row in yaml_rows(key, value))]
    )


def html(book: Rulebook) -> str:
    """A sheet to print."""
    from referee.report.sheet_page import page

    return page(book)


FORMATS: dict[str, Callable[[Rulebook], str]] = {
    "text": text, "json": json, "yaml": yaml, "markdown": markdown, "html": html
}  # fmt: skip
