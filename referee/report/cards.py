"""The cards of a game as text, JSON, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.ruleset import Ruleset
from referee.core.wording import counted
from referee.report.paper import PAPER, Paper, as_csv, forms, markdown_table, table

Rows = Sequence[Mapping[str, Any]]
"""One map per card, all with the same keys; see `Family.cards`."""
WIDEST = 44
"""Columns of text in one cell, for cards of another kind, before it wraps."""


def _columns(rules: Ruleset, rows: Rows) -> tuple[list[str], list[list[Any]]]:
    """Headers and rows; empty columns are omitted, except those that were asked for."""
    keys = [
        key
        for key in (rows[0] if rows else ())
        if key == "left_out" or (key != "kind" and any(row[key] not in ("", []) for row in rows))
    ]
    return [key.replace("_", " ") for key in keys], [[cell(rules, key, row[key]) for key in keys] for row in rows]


def cell(rules: Ruleset, key: str, value: Any) -> Any:
    """Return a value as a player reads it: suits and ranks by name, lists separated by spaces, a mark only if something is
    true."""
    if isinstance(value, bool):
        return key.replace("_", " ") if value else ""
    if isinstance(value, list):
        return " ".join(map(str, value))
    names = {"suit": rules.deck.suits, "rank": rules.deck.rank_names}.get(key, {})
    return names.get(value, value)


def text(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """Return a table for each kind of cards, and how many there are."""
    title = rules.deck.title if len(rules.deck) else rules.title
    found = kinds(rows)
    tables = []
    for kind, of in found.items():
        absent = {number: "dim" for number, row in enumerate(of) if row.get("left_out")}
        widest = None if kind == "cards" else WIDEST
        tables.append(table(*_columns(rules, of), paper, widest=widest, looks=absent))
    parts = [_counted(of, plural(kind)) for kind, of in found.items()]
    drawn = "\n\n".join(tables)
    return f"{drawn}\n{title[:1].upper()}{title[1:]}: {'; '.join(parts)}."


def kinds(rows: Rows) -> dict[str, list[Mapping[str, Any]]]:
    """Return the rows by their `kind`; those without a kind are cards."""
    kinds: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        kinds.setdefault(row.get("kind", "cards"), []).append(row)
    return kinds or {"cards": []}


def plural(kind: str) -> str:
    """Return the plural of a kind of card."""
    return kind if kind[-1] in "is" else f"{kind}s"


def _counted(rows: Rows, plural: str) -> str:
    """'65 cards, 13 left out'."""
    left = f", {sum(row['left_out'] for row in rows)} left out" if rows and "left_out" in rows[0] else ""
    return f"{counted(sum(row.get('copies', 1) for row in rows), plural)}{left}"


def data(rules: Ruleset, rows: Rows) -> dict[str, Any]:
    """schemas/report.schema.json, $defs/cards."""
    return {"game": rules.name, "deck": rules.deck.name, "cards": rows}


def csv(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """One line per card after a line of headers."""
    headers, cells = _columns(rules, rows)
    return as_csv([headers, *cells])


def markdown(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """Return a Markdown table for each kind of cards."""
    return "\n\n".join(markdown_table(*_columns(rules, kind)) for kind in kinds(rows).values())


def html(rules: Ruleset, rows: Rows, paper: Paper = PAPER) -> str:
    """Return a page with a table for each kind of cards."""
    from referee.core.markup import tag
    from referee.report.html import page, table

    title = f"{rules.title}: the cards"
    names = {"cards": f"cards of {rules.deck.title}"}
    tables = []
    for kind, found in kinds(rows).items():
        if found:
            caption = f"{names.get(kind, plural(kind))}: {_counted(found, plural(kind))}"
            tables.append(table(f"{caption[:1].upper()}{caption[1:]}", *_columns(rules, found)))
    return page(title, [tag("h1", title), *tables])


FORMATS = forms(text, data, csv=csv, markdown=markdown, html=html)
