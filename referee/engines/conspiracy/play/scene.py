"""The table as it is drawn: power structures as trees, what is uncontrolled, the attack under way."""

from __future__ import annotations

from typing import Any

from referee.core.scene import Node, Scene, Seat
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import SIDES

SECRET: frozenset[str] = frozenset()
"""Of these events others see that they happen, but not with which cards."""


def scene(rules: CompiledRules, data: dict[str, Any], title: str) -> Scene:
    """The table to draw, from what `view` says of it."""
    lines = [
        f"Uncontrolled: {', '.join(_listed(rules, name) for name in data['uncontrolled']) or 'none'}.",
        f"Destroyed: {', '.join(data['destroyed']) or 'none'}.",
    ]
    if "attack" in data:
        attack = data["attack"]
        lines.append(
            f"Attack: {attack['with']} to {attack['kind']} {attack['target']}: {attack['number']} or less"
            f"{', privileged' * attack['privileged']}."
        )
    return Scene(title, tuple(_seat(rules, data, entry) for entry in data["seats"]), tuple(lines), next=data["next"])


def _listed(rules: CompiledRules, name: str) -> str:
    return f"{name} ({_strength(rules, name)})"


def _strength(rules: CompiledRules, name: str) -> str:
    facts = rules.pack.cards[rules.pack.names.index(name)]
    resistance = f" R{facts.resistance}" if facts.inward >= 0 else ""
    return (f"{facts.power}/{facts.transferable}" if facts.transferable else f"{facts.power}") + resistance


def _seat(rules: CompiledRules, data: dict[str, Any], entry: dict[str, Any]) -> Seat:
    who = entry["player"]
    if not entry["in_game"]:
        return Seat(who, "", ("out of the game",))
    facts = (f"Power {entry['power']}", f"{entry['money']} MB", *entry["specials"])
    nodes = tuple(_node(rules, card) for card in entry["cards"])
    return Seat(who, f"{entry['groups']} groups", facts, who == data["turn"], tree=nodes)


def _node(rules: CompiledRules, card: dict[str, Any]) -> Node:
    arrows = tuple(((SIDES.index(side) + card["turned"]) & 3, kind) for side, kind in card["arrows"].items())
    lines = (f"{card['money']} MB", _strength(rules, card["card"]))
    return Node(card["card"], card["column"], card["row"], lines[::-1], arrows, card["master"] is None)
