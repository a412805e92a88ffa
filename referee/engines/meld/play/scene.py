"""The table to draw: stock and pile in the middle, hands as far as they are known, melds laid out."""

from __future__ import annotations

from typing import Any

from referee.core.events import Event
from referee.core.scene import Card, Row, Scene, Seat
from referee.engines.meld.words.compiled import CompiledRules

SECRET = frozenset(("deal", "take", "action"))
"""Of these events others see that they happen, but not with which cards."""


def secret(rules: CompiledRules, event: Event) -> bool:
    """Whether others see only that an event happens."""
    return event.verb in SECRET


def scene(rules: CompiledRules, data: dict[str, Any], title: str) -> Scene:
    """The table to draw, from what `view` says of it."""
    return Scene(
        title,
        tuple(_seat(data, entry) for entry in data["seats"]),
        tuple(f"On the table: {' '.join(meld)}" for meld in data.get("table", ())),
        _piles(data),
        around=True,
        next=data["next"],
    )


def _seat(data: dict[str, Any], entry: dict[str, Any]) -> Seat:
    who = entry["player"]
    facts = [entry["role"]] if "role" in entry else []
    facts += [f"action {entry['action']:+d}"] if entry.get("action") else []
    total = "?" if entry["total"] is None else str(entry["total"])
    return Seat(who, total, tuple(facts), who == data["turn"], who == data["dealer"], _rows(entry))


def _rows(entry: dict[str, Any]) -> tuple[Row, ...]:
    """A hand; once it is shown, its melds and what is idle."""
    if "arranged" in entry:
        melds = [Row(f"{meld['kind']} {meld['points']}", _cards(meld["cards"])) for meld in entry["arranged"]["melds"]]
        idle = entry["arranged"]["idle"]
        return (*melds, *([Row("idle", _cards(idle))] if idle else []))
    if "hand" not in entry:
        return ()
    return (Row("", _cards(entry["hand"]), entry["unseen"], owner=entry["player"]),)


def _cards(names: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card, names))


def _piles(data: dict[str, Any]) -> tuple[Row, ...]:
    if "stock" not in data:
        return ()
    top = _cards(data["pile"][-1:])
    under = max(len(data["pile"]) - 1, 0)
    return (Row("stock", more=data["stock"], stacked=True), Row(f"pile ({under} under)" if under else "pile", top))
