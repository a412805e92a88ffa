"""The table as it is drawn: power structures as trees, what is uncontrolled, the attack under way."""

from __future__ import annotations

from typing import Any

from referee.core.events import Event
from referee.core.scene import Node, Scene, Seat
from referee.core.wording import counted
from referee.engines.conspiracy.play.view import strength
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import SIDES


def secret(rules: CompiledRules, event: Event) -> bool:
    """Whether others see only that an event happens: a Special that is drawn is kept in the hand."""
    return event.verb == "draw" and event.value in rules.pack.specials


def scene(rules: CompiledRules, data: dict[str, Any], title: str) -> Scene:
    """The table to draw, from the data of `view`."""
    lines = [f"Destroyed: {', '.join(data['destroyed'])}."] if data["destroyed"] else []
    lines += ["Nothing is uncontrolled."] * (not data["uncontrolled"])
    loose = tuple(
        Node(name, column, 0, (strength(rules, rules.pack.by_name[name]), "uncontrolled"))
        for column, name in enumerate(data["uncontrolled"])
    )
    seats = tuple(_seat(rules, data, entry) for entry in data["seats"])
    return Scene(title, seats, tuple(lines), loose=loose, sums=_attack(data.get("attack")), next=data["next"])


def _attack(attack: dict[str, Any] | None) -> tuple[tuple[str, str], ...]:
    """The attack under way: what it is, its sum line by line, and the number to roll."""
    if attack is None:
        return ()
    privileged = ", privileged" * attack["privileged"]
    terms = [(term["what"], f"{term['value']:+d}" if term["value"] else "0") for term in attack["terms"]]
    said = f"{attack['with']} to {attack['kind']} {attack['target']}{privileged}"
    return ((said, ""), *terms, ("roll this or less", str(attack["number"])))


def _seat(rules: CompiledRules, data: dict[str, Any], entry: dict[str, Any]) -> Seat:
    who = entry["player"]
    if not entry["in_game"]:
        return Seat(who, "", ("out of the game",))
    facts = (f"Power {entry['power']}", f"{entry['money']} MB")
    nodes = tuple(_node(rules, card) for card in entry["cards"])
    return Seat(
        who, counted(entry["groups"], "groups"), facts, who == data["turn"], tree=nodes, kept=tuple(entry["specials"])
    )


def _node(rules: CompiledRules, card: dict[str, Any]) -> Node:
    arrows = tuple(((SIDES.index(side) + card["turned"]) & 3, kind) for side, kind in card["arrows"].items())
    lines = (f"{card['money']} MB", strength(rules, rules.pack.by_name[card["card"]]))
    return Node(card["card"], card["column"], card["row"], lines[::-1], arrows, card["master"] is None)
