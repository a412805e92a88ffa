"""The board as it is drawn: fields with what lies in them, stockpiles together, Luminaries, okus; hands as far as known."""

from __future__ import annotations

import re
from typing import Any

from referee.core.events import Event
from referee.core.scene import Card, Field, Row, Scene, Seat
from referee.core.wording import counted
from referee.engines.fishing.words.compiled import CompiledRules

SECRET = frozenset(("draw", "exchange", "give"))
"""Of these events others see that they happen, but not with which cards."""


def secret(rules: CompiledRules, event: Event) -> bool:
    """Whether others see only that an event happens."""
    return event.verb in SECRET


def scene(rules: CompiledRules, data: dict[str, Any], title: str) -> Scene:
    """The table to draw, from what `view` says of it."""
    lines = [f"{data['okus']} okus on the box"] if "okus" in data else []
    lines += [f"{rules.deck.suits[suit]} count as {season}" for suit, season in data.get("named", {}).items()]
    return Scene(
        title,
        tuple(_seat(data, entry) for entry in data["seats"]),
        tuple(lines),
        (Row("stock", more=data["stock"], stacked=True),) if data.get("stock") else (),
        tuple(_field(rules, entry) for entry in data.get("fields", ())),
        next=data["next"],
    )


def _seat(data: dict[str, Any], entry: dict[str, Any]) -> Seat:
    who = entry["player"]
    facts = [f"{entry['harvested']} harvested"] if "harvested" in entry else []
    facts += [f"{entry['okus']} okus"] if "okus" in entry else []
    facts += entry.get("luminaries", [])
    rows = (Row("", tuple(map(Card, entry["hand"])), entry["unseen"], owner=who),) if "hand" in entry else ()
    total = "?" if entry["total"] is None else str(entry["total"])
    return Seat(who, total, tuple(facts), who == data["turn"], who == data["dealer"], rows)


def _field(rules: CompiledRules, entry: dict[str, Any]) -> Field:
    note = "a Luminary face down" if entry.get("face_down") else entry.get("luminary") or ""
    note += f" ({counted(entry['under'], 'cards')} under it)" if entry.get("under") else ""
    loose = [text for text in entry["cards"] if "(" not in text]
    rows = [Row("", tuple(map(_card, loose)))] if loose else []
    return Field(entry["field"], note, (*rows, *(_stockpile(rules, text) for text in entry["cards"] if "(" in text)))


def _card(text: str) -> Card:
    return Card(text.rstrip("*"), ("one below",) * text.endswith("*"))


def _stockpile(rules: CompiledRules, text: str) -> Row:
    """A stockpile from its notation, 'M13(Ksp|4sp+9su)': what it is called, and the cards in it."""
    name, _, inside = text.partition("(")
    cards = [word for word in re.split(r"[()|+*\s]+", inside) if word in rules.deck.by_id]
    return Row(name, tuple(map(Card, cards)), stacked=True)
