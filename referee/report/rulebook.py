"""The rules in force as text, JSON, YAML, and a sheet to hang on the wall in Markdown or HTML; and one rule explained."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.data import Data, Entry, Words
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
from referee.report.library import Rows, cards_text, cell, kinds, plural
from referee.report.paper import PAPER, Paper, forms, markdown_table
from referee.rules.citing import as_meant
from referee.rules.lookup import LookedUp

IN_TABLES = (("powers",), ("luminaries", "cards"), ("illuminati",), ("groups",), ("specials",))
"""Sections of a ruleset that say what single cards do, by name: on a sheet these are tables."""
NAMES = ("card", "suit", "rank", "season", "copies", "kind", "left_out")
"""Columns that identify a card, rather than say what it does."""


class Rulebook(NamedTuple):
    """The rules in force: in one line, as sentences by section, and everything known about each card. As text, the questions
    that the sources leave open have the reading in force alone, or `every_reading` there is."""

    rules: Ruleset
    brief: str
    sections: Sequence[Section]
    cards: Rows
    every_reading: bool = False


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
    return groupby(_elements(book), key=_list_of)


def _list_of(element: Element) -> str:
    """The list that an element is in, if any."""
    kind, _, _ = element
    return ELEMENTS[kind][0]


def _elements(book: Rulebook) -> Iterator[Element]:
    """Yield the elements of a sheet of rules in order: titles, sentences, tables of cards, readings, and a footer."""
    rules = book.rules
    tables = list(_tables(book))
    body = list(_sentences(book))
    if tables:
        body.append(("heading", "What the cards do", ""))
        body += [("table", part, "") for part in tables]
    readings = list(_readings(rules))
    if readings:
        body.append(("heading", "Readings, where the sources are silent or disagree", ""))
        body += readings
    yield "title", rules.title, ""
    yield "brief", f"{book.brief.removeprefix(f'{rules.title}, ')}.", ""
    if any(changed for *_, changed in body) or any(any(row_changes) for *_, row_changes in tables):
        yield "remark", "Changes to the game are marked, with the file and line that made them.", ""
    yield from body
    yield "footer", f"The rules of {rules.name}, version {rules.version}, as judged by referee.", ""


def _sentences(book: Rulebook) -> Iterator[Element]:
    """Yield the title of each section and its sentences, except sentences on single cards, which are in tables."""
    for title, lines in book.sections:
        outside = [line for line in lines if not _in_table(line)]
        if outside:
            yield "heading", title, ""
        for line in outside:
            yield "sentence", line.text, _change(book.rules, line.pointer)


def _readings(rules: Ruleset) -> Iterator[Element]:
    """Yield each question that the sources leave open, the reading in force, and the other readings."""
    for ruling in rules.rulings.values():
        if ruling.taken is not None:
            text = ruling.readings[ruling.taken]["text"]
        elif ruling.settled:
            text = f"Differently: {ruling.current}."
        else:
            continue
        yield "question", ruling.question, ""
        yield "answer", text, _change(rules, ruling.about)
        for name in ruling.others:
            yield "other", f"Or: {ruling.readings[name]['text']}", ""


def _in_table(line: RuleLine) -> bool:
    for section in IN_TABLES:
        if len(line.pointer) > len(section) and line.pointer[: len(section)] == section:
            return True
    return False


def _change(rules: Ruleset, pointer: Pointer) -> str:
    """The file and line that changed a value, in words: 'ours.yaml, line 6', 'variant shorter (x.yaml, line 300)'; ""
    if none did."""
    place = rules.origin_if_changed(pointer)
    if place is None:
        return ""
    where = f"{Path(place.file).name}, line {place.line}"
    name = rules.layer(pointer).name
    if name == place.file:
        return where
    return f"{name} ({where})"


def _tables(book: Rulebook) -> Iterator[tuple[str, Sequence[str], Sequence[Sequence[object]], Sequence[str]]]:
    """Yield a table for each kind of card: caption, headers, rows, and for each row the file and line that changed
    its cards.

    Cards that do the same share a row; cards that only have a name are omitted.
    """
    changed = _changed_cards(book)
    for kind, rows in kinds(book.cards).items():
        if kind == "cards":
            cards_of_kind = list(rows)
            caption = "Cards of the deck"
        else:
            cards_of_kind = [row for row in rows if not row.get("left_out")]
            caption = plural(kind[:1].upper() + kind[1:])
        facts = _facts(cards_of_kind)
        if not facts:
            continue
        keys = list(facts)
        if len({row.get("copies", 1) for row in cards_of_kind}) > 1:
            keys.insert(0, "copies")
        groups = _alike(cards_of_kind, facts, keys)
        if len(groups) < len(cards_of_kind) and all(map(_is_of_one_rank, groups)):
            keys.insert(0, "rank")
        cells = []
        changes = []
        for group in groups:
            cards = [row["card"] for row in group]
            values = [cell(book.rules, key, group[0].get(key, "")) for key in keys]
            cells.append([" ".join(cards)] + values)
            changes.append(in_list(dict.fromkeys(changed[card] for card in cards if card in changed)))
        headers = ["card"] + [key.replace("_", " ") for key in keys]
        yield caption, headers, cells, changes


def _changed_cards(book: Rulebook) -> Mapping[str, str]:
    """By the name of a card, the file and line that changed what it does; cards that nothing changed are missing."""
    names = {row["card"] for row in book.cards}
    changed: dict[str, str] = {}
    for _, lines in book.sections:
        for line in filter(_in_table, lines):
            by = _change(book.rules, line.pointer)
            if by:
                changed |= {str(name): by for name in line.pointer if name in names}
    return changed


def _facts(rows: Rows) -> list[str]:
    """The columns that say what cards do, if they do for any card."""
    if not rows:
        return []
    return [key for key in rows[0] if key not in NAMES and any(row[key] for row in rows)]


def _alike(rows: Rows, facts: Sequence[str], keys: Sequence[str]) -> Sequence[Rows]:
    """The cards that do something, in groups of those with the same values under `keys`."""
    alike: dict[str, list[Entry]] = {}
    for row in rows:
        if any(row[key] for key in facts):
            alike.setdefault(repr([row[key] for key in keys]), []).append(row)
    return list(alike.values())


def _is_of_one_rank(group: Rows) -> bool:
    """Whether cards, if they have ranks, all have the same."""
    return "rank" not in group[0] or len({row["rank"] for row in group}) == 1


def sheet_markdown(book: Rulebook) -> str:
    """The sheet in Markdown."""
    parts = []
    for listed_in, elements in sheet(book):
        texts = [_in_markdown(*element) for element in elements]
        between = "\n\n"
        if listed_in:
            between = "\n"
        parts.append(between.join(texts))
    return "\n\n".join(parts)


def _in_markdown(kind: str, text: Any, changed: str) -> str:
    """An element of a sheet in Markdown; what was `changed` is bold, with the place of the change."""
    if kind == "table":
        caption, headers, rows, changes = text
        if any(changes):
            headers = headers + ["changed"]
            rows = [row + [by] for row, by in zip(rows, changes, strict=True)]
        return f"### {markdown_text(caption)}\n\n{markdown_table(headers, rows)}"
    written = markdown_text(text)
    if changed:
        written = f"**{written}** (changed: {markdown_text(changed)})"
    return ELEMENTS[kind][1] + written


def sheet_parts(book: Rulebook) -> Iterator[Markup]:
    """Yield the elements of the sheet in HTML, with their lists around them."""
    for listed_in, elements in sheet(book):
        parts = [_in_html(*element) for element in elements]
        if listed_in:
            yield tag(listed_in, *parts)
        else:
            yield from parts


def _in_html(kind: str, text: Any, changed: str) -> Markup:
    """An element of a sheet in HTML; what was `changed` is marked with the place of the change."""
    if kind == "table":
        return html.table(*text)
    _, _, name, looks = ELEMENTS[kind]
    if changed:
        looks = "changed"
    return tag(name, text, *html.change_mark(changed), class_=looks)


def rules_text(book: Rulebook) -> str:
    """The rules in force as text: in one line, section by section, then the rulings in force and the variants to pick
    from."""
    rules = book.rules
    parts = [book.brief]
    for title, lines in book.sections:
        parts += _part(title, [line.text + _set_at(rules, line.pointer) for line in lines])
    rulings = list[str]()
    for name in rules.get("rulings", default={}):
        if book.every_reading:
            rulings += ruling_lines(rules, name)
        else:
            rulings += _ruling_line(rules, name)
    parts += _part("Rulings, where the sources are silent or disagree", rulings)
    if rulings and not book.every_reading:
        parts.append("(--all adds the other readings of each ruling.)")
    variants = []
    for name, entry in rules.get("variants", default={}).items():
        picked = ""
        if name in rules.variants:
            picked = " (picked)"
        variants.append(f"{name}{picked}: {entry['text']}")
    parts += _part("Variants", variants)
    return "\n\n".join(parts)


def _part(title: str, lines: Sequence[str]) -> list[str]:
    """A title with the lines below it, as one text; nothing without lines."""
    if not lines:
        return []
    return ["\n  ".join([title] + list(lines))]


def _set_at(rules: Ruleset, pointer: Pointer) -> str:
    """' [ours.yaml:6]' for a value that was changed."""
    place = rules.origin_if_changed(pointer)
    if not place:
        return ""
    return f" [{place.where}]"


def _ruling_line(rules: Ruleset, name: str) -> Iterator[str]:
    """Yield one line on a ruling, with the question and the reading in force; nothing if the question does not arise."""
    ruling = rules.rulings[name]
    set_at = _set_at(rules, ruling.about)
    if ruling.taken is not None:
        yield f"{name}: {ruling.question} {ruling.readings[ruling.taken]['text']}{set_at}"
    elif set_at:
        yield f"{name}: {ruling.question} None of the readings: {ruling.current}{set_at}"


def ruling_lines(rules: Ruleset, name: str) -> Iterator[str]:
    """Yield a ruling: the question, and below it every reading, the one in force marked."""
    ruling = rules.rulings[name]
    yield f"{name}: {ruling.question}"
    set_at = _set_at(rules, ruling.about)
    for reading, entry in ruling.readings.items():
        if reading == ruling.taken:
            yield f"  * {reading}: {entry['text']}{set_at}"
        elif reading in ruling.others:
            yield f"  - {reading}: {entry['text']} ({ruling.choice(reading)})"
        else:
            yield f"  - {reading}: {entry['text']}"
    if ruling.taken is None and set_at:
        yield f"  * none of these: {ruling.current}{set_at}"


def rules_data(book: Rulebook) -> Data:
    """$defs/rules of schemas/report.schema.json."""
    rules = book.rules
    known = rules.get("variants", default={}).items()

    def line_data(line: RuleLine) -> Data:
        at = ".".join(map(str, line.pointer))
        set_at = rules.origin(line.pointer).where
        return {"text": line.text, "key": at, "set_at": set_at, "changed": rules.is_changed(line.pointer)}

    return {
        "game": rules.name,
        "version": rules.version,
        "brief": book.brief,
        "houses": list(rules.houses),
        "sections": [{"title": title, "lines": list(map(line_data, lines))} for title, lines in book.sections],
        "rulings": [ruling_data(rules, name) for name in rules.get("rulings", default={})],
        "variants": [{"name": name, "text": entry["text"], "picked": name in rules.variants} for name, entry in known],
    }


def ruling_data(rules: Ruleset, name: str) -> Data:
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


def rules_yaml(book: Rulebook) -> str:
    """The merged ruleset as a file that can be loaded again, without the rulings and variants that house rules have
    settled.

    The path of a deck is made absolute, as the file may be saved anywhere.
    """
    rules = book.rules
    data = dict(rules.data)
    if "rulings" in data:
        data["rulings"] = {name: ruling.entry for name, ruling in rules.rulings.items() if not ruling.settled}
    if "variants" in data:
        kept = {}
        for name, entry in data["variants"].items():
            if merge(rules.data, entry["patch"]) != rules.data:
                kept[name] = _without_settled_rulings(rules.data, entry)
        data["variants"] = kept
    deck = data.get("deck")
    if isinstance(deck, str) and ("/" in deck or deck.endswith((".yaml", ".yml", ".json"))):
        data["deck"] = str((Path(rules.origin(("deck",)).file).parent / deck).resolve())
    head = [f"# {book.brief}", f"# The rules of {rules.title} in force, with everything that they extend merged in."]
    lines = list(map(one_line, head))
    lines += yaml_lines(data)
    return "\n".join(lines)


def _without_settled_rulings(data: Words, variant: Entry) -> Words:
    """A variant without those of its own rulings that a house rule has settled."""
    brought = variant["patch"].get("rulings")
    if not brought:
        return variant
    played = merge(data, variant["patch"])
    open_ones: Data = {}
    for name, entry in brought.items():
        if entry is None or "about" not in entry:  # the variant removes or changes a ruling that there is without it
            open_ones[name] = entry
            continue
        current = value_at(played, tuple(entry["about"].split(".")))
        if not Ruling(name, entry, current).settled:
            open_ones[name] = entry
    return {**variant, "patch": {**variant["patch"], "rulings": open_ones}}


def sheet_html(book: Rulebook) -> str:
    """The sheet as a page."""
    return html.page(f"{book.rules.title}: the rules", sheet_parts(book))


FORMATS = forms(rules_text, rules_data, yaml=rules_yaml, markdown=sheet_markdown, html=sheet_html)


class Explanation(NamedTuple):
    """A rule of a ruleset, the names of the rulings about it, its changed sentences with their places, and its examples: a
    legal one and an illegal one, as far as there are any."""

    rules: Ruleset
    rule: str
    rulings: Sequence[str]
    changed: Sequence[tuple[str, Place]]
    examples: Sequence[Entry]


def explanation_text(explained: Explanation) -> str:
    """The rule with its source, the text it replaces, what changed it, its rulings and examples."""
    rules = explained.rules
    name, says, _ = rules.rule(explained.rule)
    lines = [f"{rules.name}/{name}: {says}", f"Source: {_source(rules, name)}"]
    before = as_meant(rules, name)
    if before.text not in says:
        lines.append(f"Replaces: {before.text} ({before.source})")
    lines += [f"Changed at {place.where}: {sentence}" for sentence, place in explained.changed]
    lines += ["\nRuling " + "\n".join(ruling_lines(rules, ruling)) for ruling in explained.rulings]
    if explained.examples:
        lines.append("")
        lines += map(_example, explained.examples)
    return "\n".join(lines)


def _source(rules: Ruleset, rule: str) -> str:
    """The source of a rule; if a house rule or variant gave the text, that is named, with its file and line."""
    layer = rules.layer(("rules", rule, "text"))
    source = rules.rule(rule).source
    if layer.own or source != rules.own_words(rule).source:
        return source
    place = layer.place(("rules", rule, "text"))
    kind = layer.name
    if kind == place.file:
        kind = "house rule"
    own = layer.data["rules"][rule].get("source")
    if not own:
        return f"{kind}, {place.where}"
    return f"{kind}, {place.where} ({own})"


def _example(example: Entry) -> str:
    """An example of a rule in one line: 'Legal: KS 3S: …', 'Not legal: …'."""
    cards = example["event"].get("trick")
    shown = ""
    if cards:
        shown = f"{' '.join(cards)}: "
    if example["verdict"] != "legal":
        return f"Not legal: {shown}{example['verdict']}"
    event = {verb: value for verb, value in example["event"].items() if verb != "expect"}
    return f"Legal: {shown}{example.get('title') or in_words(event)}"


def rule_data(explained: Explanation) -> Data:
    """$defs/explain of schemas/report.schema.json."""
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
    """A ruling: the question, its readings, the one in force marked, and where it arises."""
    lines = "\n".join(ruling_lines(rules, name))
    return f"Ruling {rules.name}/{lines}\nSource: {rules.get('rulings', name, 'source')}"


def settled_data(rules: Ruleset, name: str) -> Data:
    """$defs/explain of schemas/report.schema.json."""
    ruling = ruling_data(rules, name)
    return {"rule": f"{rules.name}/{name}", "text": ruling["question"], "source": ruling["source"], "rulings": [ruling]}


EXPLANATION = forms(explanation_text, rule_data)


def many_text(rules: Ruleset, brief: str, explained: Sequence[Explanation]) -> str:
    """Several rules of a game, after its rules in one line."""
    parts = [brief]
    parts += map(explanation_text, explained)
    return "\n\n\n".join(parts)


def many_data(rules: Ruleset, brief: str, explained: Sequence[Explanation]) -> Data:
    """The same as plain data."""
    return {"game": rules.name, "brief": brief, "rules": list(map(rule_data, explained))}


MANY_FORMATS = forms(many_text, many_data)
"""Every rule of a game, after its rules in one line."""
RULING_FORMATS = forms(ruling_text, settled_data)


def doubt_text(rules: Ruleset, name: str, says: str) -> str:
    """A doubt that a verdict may have, and what it means for the verdict."""
    return f"Doubt {rules.name}/{name}: {says}.\nSource: {DOUBTED}"


def doubt_data(rules: Ruleset, name: str, says: str) -> Data:
    """The same as plain data."""
    return {"rule": f"{rules.name}/{name}", "text": says, "source": DOUBTED}


def variant_text(rules: Ruleset, name: str, sentences: Sequence[str]) -> str:
    """A variant: what it says, the sentences about the rules that are in force with it, and how it is chosen."""
    entry = rules.get("variants", name)
    lines = [f"Variant {rules.name}/{name}: {entry['text']}", f"Source: {entry['source']}"]
    lines += [f"With it: {sentence}" for sentence in sentences]
    lines.append(f"It is played with `--variant {name}`, or in a log with `variants: [{name}]`.")
    return "\n".join(lines)


def variant_data(rules: Ruleset, name: str, sentences: Sequence[str]) -> Data:
    """$defs/explain of schemas/report.schema.json."""
    entry = rules.get("variants", name)
    where = f"{rules.name}/{name}"
    return {"rule": where, "text": entry["text"], "source": entry["source"], "sentences": list(sentences)}


VARIANT_FORMATS = forms(variant_text, variant_data)


def found_text(found: Sequence[LookedUp]) -> str:
    """Things of one name in several games, one line each; those that say the same are one line, with the first game."""
    by_text: dict[str, list[LookedUp]] = {}
    for named in found:
        by_text.setdefault(named.text, []).append(named)
    lines = []
    for text, alike in by_text.items():
        others = ""
        if len(alike) > 1:
            others = f" (so also {in_list([named.rules.name for named in alike[1:]])})"
        lines.append(f"{alike[0].where}{others}: {text}")
    return "\n".join(lines)


def found_data(found: Sequence[LookedUp]) -> Data:
    """$defs/found of schemas/report.schema.json."""
    return {
        "found": [
            {"rule": named.where, "kind": named.kind, "text": named.text, "source": named.source} for named in found
        ]
    }


FOUND_FORMATS = forms(found_text, found_data)


def card_text(rules: Ruleset, rows: Sequence[Entry], texts: Sequence[LookedUp], paper: Paper = PAPER) -> str:
    """Cards of a game: what is written about each, with its source, and then the table of the facts."""
    lines = []
    for named in texts:
        lines += [f"{named.where}: {named.text}", f"Source: {named.source}", ""]
    lines.append(cards_text(rules, rows, paper))
    return "\n".join(lines)


def card_data(rules: Ruleset, rows: Sequence[Entry], texts: Sequence[LookedUp]) -> Data:
    """$defs/cards of schemas/report.schema.json, with the text and the source of each card that has them."""
    by_name = {named.name: {"text": named.text, "source": named.source} for named in texts}
    cards = [{**row, **by_name.get(row["card"], {})} for row in rows]
    return {"game": rules.name, "deck": rules.deck.name, "cards": cards}


CARD_FORMATS = forms(card_text, card_data)


DOUBT_FORMATS = forms(doubt_text, doubt_data)
"""A doubt that a verdict may have: what it says, and what it means for the verdict."""


def list_text(rules: Ruleset, names: Sequence[str]) -> str:
    """Rules of a game by their names, one line each."""
    return "\n".join(f"{rules.name}/{name}: {rules.rule(name).text}" for name in names)


def list_data(rules: Ruleset, names: Sequence[str]) -> Data:
    """The same as plain data, in the order of the ruleset."""
    listed = []
    for name in rules.get("rules", default={}):
        if name in names:
            rule = rules.rule(name)
            listed.append({"rule": f"{rules.name}/{name}", "text": rule.text, "source": rule.source})
    return {"game": rules.name, "rules": listed}


LIST_FORMATS = forms(list_text, list_data)
"""Rules of a game by their names, one line each."""
