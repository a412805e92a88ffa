"""The table as it is drawn: players round the trick, their hands as far as they are known, what was turned up."""

from __future__ import annotations

from typing import Any

from referee.core.events import Event
from referee.core.scene import Card, Row, Scene, Seat
from referee.engines.trick.play.record import HIDDEN
from referee.engines.trick.words.compiled import CompiledRules

SECRET = {*HIDDEN, "draw"}
"""Others see that these events happen, but not with which cards."""


def secret(rules: CompiledRules, event: Event) -> bool:
    """Whether others see only that an event happens."""
    return event.verb in SECRET


def scene(rules: CompiledRules, data: dict[str, Any], title: str) -> Scene:
    """The table to draw, from what `view` says about it."""
    last = data.get("last_trick")
    trick = data.get("trick") or (last["trick"] if last else [])
    laid = {entry["player"]: place for place, entry in enumerate(trick)}
    lines = [] if data.get("trick") or not last else [f"{last['winner']} took the trick with {last['with']}"]
    for entry in data["seats"]:
        lines += [f"{entry['player']} declared {what}" for what in entry.get("declared", ())]
    return Scene(
        title,
        tuple(_seat(data, entry, trick, laid.get(entry["player"])) for entry in data["seats"]),
        tuple(lines),
        tuple(_piles(data)),
        around=True,
        next=data["next"],
    )


def _seat(data: dict[str, Any], entry: dict[str, Any], trick: list[dict[str, Any]], place: int | None) -> Seat:
    who = entry["player"]
    facts = [entry["role"]] if "role" in entry else []
    if "absent" in entry:
        facts.append(entry["absent"])
    elif "won" in entry:
        facts += [] if entry.get("bid") is None else [f"bid {entry['bid']}"]
        facts.append(f"won {entry['won']}")
    facts += ["dummy"] * (who == data.get("dummy"))
    return Seat(
        who,
        "?" if entry["total"] is None else str(entry["total"]),
        tuple(facts),
        who == data["turn"],
        who == data["dealer"],
        _hand(data, entry),
        None if place is None else _laid(trick[place]),
        0 if place is None else place + 1,
    )


def _hand(data: dict[str, Any], entry: dict[str, Any]) -> tuple[Row, ...]:
    if entry.get("hand") is None:
        return (Row("not recorded"),) if "hand" in entry else ()
    owner = "" if entry["player"] == data.get("dummy") else entry["player"]
    return (Row("", tuple(map(Card, entry["hand"])), owner=owner),)


def _laid(laid: dict[str, Any]) -> Card:
    return Card(laid["card"], (*(["said"] if laid["said"] else []), *(["Grace"] if laid["grace"] else [])))


def _piles(data: dict[str, Any]) -> list[Row]:
    piles = [Row("stock", more=data["stock"], stacked=True)] if data.get("stock") else []
    return piles + ([Row("turned up", (Card(data["turned"]),))] if "turned" in data else [])
