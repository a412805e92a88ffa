"""The cards left over after the deal, compiled: who takes them, in which contracts, and who counts the cards set aside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.core.formula import Formula
from referee.engines.trick.words.auction import Auction

DECLARER = "declarer"


class Talon(NamedTuple):
    """Who takes the cards left over, in which contracts a declarer does, and who counts the cards set aside at the end."""

    goes_to: str
    counts_for: str
    when: Formula


def make_talon(talon: Mapping[str, Any] | None, auction: Auction | None, parse: Callable[..., Formula]) -> Talon | None:
    """The talon of a ruleset, if it has one."""
    if not talon:
        return None
    known = {"level", *auction.numbers} if auction else set[str]()
    return Talon(talon["goes_to"], talon["counts_for"], parse(("talon", "when"), talon["when"], known))
