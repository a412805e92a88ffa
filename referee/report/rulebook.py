"""The rules in force as text, JSON, YAML, and a sheet to hang on the wall in Markdown or HTML; and one rule explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.family import RuleLine, Section
from referee.core.items import in_words
from referee.core.markup import Markup, tag
from referee.core.merging import at as value_at
from referee.core.merging import merge
from referee.core.places import Place, Pointer
from referee.core.ruleset import Ruleset, Ruling
from referee.core.text import markdown as markdown_text
from referee.core.text import one_line, yaml_lines
from referee.core.wording import in_list
from referee.report import html
from referee.report.library import Rows, cell, kinds, plural
from referee.report.paper import forms, markdown_table
from referee.rules.citing import as_meant

IN_TABLES = (("powers",), ("luminaries", "cards"), ("illuminati",), ("groups",), ("specials",))
"""Sections of a ruleset that say what single cards do, by name: on a sheet these are tables."""
NAMES = ("card", "suit", "rank", "season", "copies", "kind", "left_out")
"""Columns that identify a card, rather than say what it does."""


class Rulebook(NamedTuple):
    """The rules in force: in one line, as sentences by section, and everything known about each card."""

    rules: Ruleset
    brief: str
    sections: Sequence[Section]
    cards: Rows


ELEMENTS = {
    "title": ("", "# ", "h1", None),
    "heading": ("", "## ", "h2", None),
    "brief": ("", "", "p", "brief"),
    "remark": ("", "", "p", "soft"),
    "footer": ("", "", "footer", None),
    "table": ("", "", "", None),
    "sentence": ("ul", "- ", "li", None),
    "question": ("dl", "- ", "dt", None),
    "answer": ("dl", "  - Here: ", "dd", None),
    "other": ("dl", "  - ", "dd", "other"),
}
"""Elements of a sheet: the list that they are in, if any, how they begin in Markdown, and their tags and classes in HTML."""
Element = tuple[str, Any, str]
"""An element, its text, and what changed it, "" if nothing did; a table is a caption, headers, rows, and what changed each."""


def sheet(book: Rulebook) -> Iterator[tuple[str, Iterator[Element]]]:
    """Yield the elements of a sheet of rules, those of a list together with what it is."""
    return groupby(_elements(book), key=lambda element: ELEMENTS[element[0]][0])


def _elements(book: Rulebook) -> Iterator[Element]:
    rules = book.rules
    body = list[Element]()
    for title, lines in book.sections:
        sentences = [("sentence", line.text, _change(rules, line.pointer)) for line in lines if not _in_table(line)]
        if sentences:
            body += [("heading", title, ""), *sentences]
    tables = list(_tables(book))
    readings = list[Element]()
    body += ([("heading", "What the cards do", "")] if tables else []) + [("table", part, "") for part in tables]
    for ruling in rules.rulings.values():
        if ruling.taken is not None or ruling.settled:
            if ruling.taken is None:
                text = f"Differently: {ruling.current}."
            else:
                text = ruling.readings[ruling.taken]["text"]
            readings += [("question", ruling.question, ""), ("answer", text, _change(rules, ruling.about))]
            readings += [("other", f"Or: {ruling.readings[name]['text']}", "") for name in ruling.others]
    body += ([("heading", "Readings, where the sources are silent or disagree", "")] if readings else []) + readings
    yield "title", rules.title, ""
    yield "brief", f"{book.brief.removeprefix(f'{rules.title}, ')}.", ""
    if any(changed for *_, changed in body) or any(by for *_, changes in tables for by in changes):
        yield "remark", "Changes to the game are marked, with the file and line that made them.", ""
    yield from body
    yield "footer", f"The rules of {rules.name}, version {rules.version}, as judged by referee.", ""


def _in_table(line: RuleLine) -> bool:
    return any(len(line.pointer) > len(section) and line.pointer[: len(section)] == section for section in IN_TABLES)


def _change(rules: Ruleset, pointer: Pointer) -> str:
    """Return what changed a value: 'ours.yaml, line 6', 'variant shorter (illuminate.yaml, line 300)'; empty if nothing did."""
    place = rules.origin_if_changed(pointer)
    if place is None:
        return ""
    where = f"{Path(place.file).name}, line {place.line}"
    name = rules.layer(pointer).name
    if name == place.file:
        return where
    return f"{name} ({where})"


def _tables(book: Rulebook) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[Any]], Sequence[str]]]:
    """Yield what cards do, one table for each kind; cards of which only the name is known are omitted."""
    rules = book.rules
    names = {row["card"] for row in book.cards}
    pointers = [line.pointer for _, lines in book.sections for line in lines if _in_table(line)]
    changed = {str(name): by for at in pointers if (by := _change(rules, at)) for name in at if name in names}
    for kind, rows in kinds(book.cards).items():
        mine = [row for row in rows if kind == "cards" or not row.get("left_out")]
        facts = [key for key in (mine[0] if mine else ()) if key not in NAMES and any(row[key] for row in mine)]
        if not facts:
            continue
        keys = [*(["copies"] if len({row.get("copies", 1) for row in mine}) > 1 else []), *facts]
        alike: dict[str, list[Mapping[str, Any]]] = {}  # by what is known about them
        for row in mine:
            if any(row[key] for key in facts):
                alike.setdefault(repr([row[key] for key in keys]), []).append(row)
        groups = list(alike.values())
        of_a_rank = all(len({row["rank"] for row in group}) == 1 for group in groups if "rank" in group[0])
        if of_a_rank and len(groups) < len(mine):
            keys = ["rank", *keys]
        named = [[row["card"] for row in group] for group in groups]
        facts_of = ([cell(rules, key, group[0].get(key, "")) for key in keys] for group in groups)
        cells = [[" ".join(cards), *known] for cards, known in zip(named, facts_of, strict=True)]
        changes = [in_list(dict.fromkeys(changed[card] for card in cards if card in changed)) for cards in named]
        if kind == "cards":
            caption = "Cards of the deck"
        else:
            caption = plural(kind[:1].upper() + kind[1:])
        yield caption, ["card", *(key.replace("_", " ") for key in keys)], cells, changes


def sheet_markdown(book: Rulebook) -> str:
    """Return the sheet in Markdown."""
    parts = []
    for listed_in, elements in sheet(book):
        texts = []
        for kind, text, changed in elements:
            if kind == "table":
                caption, headers, rows, changes = text
                if any(changes):
                    headers = [*headers, "changed"]
                    rows = [[*row, by] for row, by in zip(rows, changes, strict=True)]
                texts.append(f"### {markdown_text(caption)}\n\n{markdown_table(headers, rows)}")
            else:
                written = markdown_text(text)
                if changed:
                    marked = f"**{written}** (changed: {markdown_text(changed)})"
                else:
                    marked = written
                texts.append(ELEMENTS[kind][1] + marked)
        parts.append(("\n" if listed_in else "\n\n").join(texts))
    return "\n\n".join(parts)


def sheet_parts(book: Rulebook) -> Iterator[Markup]:
    """Yield the elements of the sheet, in HTML."""
    for listed_in, elements in sheet(book):
        parts = []
        for kind, text, changed in elements:
            name = ELEMENTS[kind][2]
            looks = "changed" if changed else ELEMENTS[kind][3]
            parts.append(tag(name, text, *html.change_mark(changed), class_=looks) if name else html.table(*text))
        if listed_in:
            yield from [tag(listed_in, *parts)]
        else:
            yield from parts


def rules_text(book: Rulebook) -> str:
    """Return the sections, then the rulings in force, then the variants to pick from."""
    rules = book.rules
    parts = [(title, [line.text + _set_at(rules, line.pointer) for line in lines]) for title, lines in book.sections]
    rulings = [line for name in rules.get("rulings", default={}) for line in ruling_lines(rules, name)]
    known = rules.get("variants", default={}).items()
    variants = [f"{name}{' (picked)' if name in rules.variants else ''}: {entry['text']}" for name, entry in known]
    parts += [("Rulings, where the sources are silent or disagree", rulings), ("Variants", variants)]
    return "\n\n".join([book.brief, *("\n  ".join([title, *lines]) for title, lines in parts if lines)])


def _set_at(rules: Ruleset, pointer: Pointer) -> str:
    """Return ' [ours.yaml:6]' for a value that was changed."""
    place = rules.origin_if_changed(pointer)
    if not place:
        return ""
    return f" [{place.where}]"


def ruling_lines(rules: Ruleset, name: str) -> Iterator[str]:
    """Yield a ruling: the question, and below it every reading, the one in force marked."""
    ruling = rules.rulings[name]
    yield f"{name}: {ruling.question}"
    set_at = _set_at(rules, ruling.about)
    for reading, entry in ruling.readings.items():
        taken = reading == ruling.taken
        switch = ""
        if reading in ruling.others:
            switch = f" ({ruling.choice(reading)})"
        yield f"  {'*' if taken else '-'} {reading}: {entry['text']}{set_at if taken else switch}"
    if ruling.taken is None and set_at:
        yield f"  * none of these: {ruling.current}{set_at}"


def rules_data(book: Rulebook) -> dict[str, Any]:
    """Return $defs/rules of schemas/report.schema.json."""
    rules, brief, sections, _ = book
    known = rules.get("variants", default={}).items()

    def line_data(line: RuleLine) -> dict[str, Any]:
        at = ".".join(map(str, line.pointer))
        set_at = rules.origin(line.pointer).where
        return {"text": line.text, "key": at, "set_at": set_at, "changed": rules.is_changed(line.pointer)}

    return {
        "game": rules.name,
        "version": rules.version,
        "brief": brief,
        "houses": list(rules.houses),
        "sections": [{"title": title, "lines": list(map(line_data, lines))} for title, lines in sections],
        "rulings": [ruling_data(rules, name) for name in rules.get("rulings", default={})],
        "variants": [{"name": name, "text": entry["text"], "picked": name in rules.variants} for name, entry in known],
    }


def ruling_data(rules: Ruleset, name: str) -> dict[str, Any]:
    """Return a ruling as plain data: the question, the reading in force (null: a value of its own), and all readings."""
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


def rules_yaml(book: Rulebook) -> str:
    """Return the merged ruleset as a file that can be loaded again, without the rulings and variants that it settles."""
    rules, brief, _, _ = book
    data = dict(rules.data)
    if "rulings" in data:
        data["rulings"] = {name: ruling.entry for name, ruling in rules.rulings.items() if not ruling.settled}
    if "variants" in data:
        idle = [name for name, entry in data["variants"].items() if merge(rules.data, entry["patch"]) == rules.data]
        kept = {name: entry for name, entry in data["variants"].items() if name not in idle}
        data["variants"] = {name: _without_settled_rulings(rules.data, entry) for name, entry in kept.items()}
    deck = data.get("deck")
    if isinstance(deck, str) and ("/" in deck or deck.endswith((".yaml", ".yml", ".json"))):
        data["deck"] = str((Path(rules.origin(("deck",)).file).parent / deck).resolve())
    head = [f"# {brief}", f"# The rules of {rules.title} in force, with everything that they extend merged in."]
    return "\n".join([*map(one_line, head), *yaml_lines(data)])


def _without_settled_rulings(data: Mapping[str, Any], variant: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a variant without the rulings that it brings and that are settled by what a house rule says."""
    brought = variant["patch"].get("rulings")
    if not brought:
        return variant
    played = merge(data, variant["patch"])
    open_ones = {}
    for name, entry in brought.items():
        current = value_at(played, tuple(entry["about"].split(".")))
        if not Ruling(name, entry, current).settled:
            open_ones[name] = entry
    return {**variant, "patch": {**variant["patch"], "rulings": open_ones}}


FORMATS = forms(
    rules_text,
    rules_data,
    yaml=rules_yaml,
    markdown=sheet_markdown,
    html=lambda book: html.page(f"{book.rules.title}: the rules", sheet_parts(book)),
)


class Explanation(NamedTuple):
    """A rule of a ruleset, the names of the rulings about it, its changed sentences with their places, and its examples: a
    legal one and an illegal one, as far as there are any."""

    rules: Ruleset
    rule: str
    rulings: Sequence[str]
    changed: Sequence[tuple[str, Place]]
    examples: Sequence[Mapping[str, Any]]


def explanation_text(explained: Explanation) -> str:
    """Return the rule, its source, what changed it, its rulings and examples."""
    rules = explained.rules
    name, says, _ = rules.rule(explained.rule)
    lines = [f"{rules.name}/{name}: {says}", f"Source: {_source(rules, name)}"]
    before = as_meant(rules, name)
    if before.text not in says:
        lines.append(f"Replaces: {before.text} ({before.source})")
    lines += [f"Changed at {place.where}: {sentence}" for sentence, place in explained.changed]
    lines += ["\nRuling " + "\n".join(ruling_lines(rules, ruling)) for ruling in explained.rulings]
    if explained.examples:
        lines += ["", *map(_example, explained.examples)]
    return "\n".join(lines)


def _source(rules: Ruleset, rule: str) -> str:
    """Return the source of a rule; a house rule is named with its file and line, and the source that it gives."""
    layer = rules.layer(("rules", rule, "text"))
    source = rules.rule(rule).source
    if layer.own or source != rules.own_words(rule).source:
        return source
    place = layer.place(("rules", rule, "text"))
    kind = "house rule" if layer.name == place.file else layer.name
    own = layer.data["rules"][rule].get("source")
    return f"{kind}, {place.where}" + (f" ({own})" if own else "")


def _example(example: Mapping[str, Any]) -> str:
    cards = example["event"].get("trick")
    shown = ""
    if cards:
        shown = f"{' '.join(cards)}: "
    if example["verdict"] != "legal":
        return f"Not legal: {shown}{example['verdict']}"
    event = {verb: value for verb, value in example["event"].items() if verb != "expect"}
    return f"Legal: {shown}{example.get('title') or in_words(event)}"


def rule_data(explained: Explanation) -> dict[str, Any]:
    """Return $defs/explain of schemas/report.schema.json."""
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
        "examples": explained.examples,
    }


DOUBTED = "what the log does not record; a doubt is not a violation, unless `--strict` makes it one"


def ruling_text(rules: Ruleset, name: str) -> str:
    """Return a ruling: the question, its readings, the one in force marked, and where it arises."""
    lines = "\n".join(ruling_lines(rules, name))
    return f"Ruling {rules.name}/{lines}\nSource: {rules.get('rulings', name, 'source')}"


def settled_data(rules: Ruleset, name: str) -> dict[str, Any]:
    """Return $defs/explain of schemas/report.schema.json."""
    ruling = ruling_data(rules, name)
    return {"rule": f"{rules.name}/{name}", "text": ruling["question"], "source": ruling["source"], "rulings": [ruling]}


EXPLANATION = forms(explanation_text, rule_data)
MANY_FORMATS = forms(
    lambda rules, brief, explained: "\n\n\n".join([brief, *map(explanation_text, explained)]),
    lambda rules, brief, explained: {"game": rules.name, "brief": brief, "rules": [*map(rule_data, explained)]},
)
"""Every rule of a game, after its rules in one line."""
RULING_FORMATS = forms(ruling_text, settled_data)
DOUBT_FORMATS = forms(
    lambda rules, name, says: f"Doubt {rules.name}/{name}: {says}.\nSource: {DOUBTED}",
    lambda rules, name, says: {"rule": f"{rules.name}/{name}", "text": says, "source": DOUBTED},
)
"""A doubt that a verdict may have: what it says, and what it means for the verdict."""
LIST_FORMATS = forms(
    lambda rules, names: "\n".join(f"{rules.name}/{name}: {rules.rule(name).text}" for name in names),
    lambda rules, names: {
        "game": rules.name,
        "rules": [
            {"rule": f"{rules.name}/{name}", "text": rules.rule(name).text, "source": rules.rule(name).source}
            for name in rules.get("rules", default={})
            if name in names
        ],
    },
)
"""Rules of a game by their names, one line each."""
