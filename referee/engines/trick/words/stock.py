"""The stock, compiled: who draws first, where the turned-up card is, and whether tricks count while it lasts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Stock(NamedTuple):
    """How cards are drawn: who draws first, where the turned-up card is, and whether tricks count before the stock is out."""

    first: str
    turned: str
    tricks_count: bool


def make_stock(stock: Mapping[str, Any] | None) -> Stock | None:
    """The stock of a ruleset, if it has one."""
    return Stock(stock["first"], stock.get("turned", ""), stock["tricks_count"]) if stock else None
