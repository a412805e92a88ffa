"""What the corpora have in common: the players, how games begin, and the short forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SETUPS: dict[str, dict[str, Any]] = {
    "illuminate": {
        "dealer": "Dov",
        "roles": {"Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher", "Dov": "teacher"},
    },
    "hearts": {"dealer": "Dov"},
}
Items = list[dict[str, Any]]


def short(items: Items) -> Iterator[dict[str, Any]]:
    """The short forms: `trick` for four plays, `bids` and `pass` for those of all players."""
    order: list[str] = []
    trick: list[str] = []
    passed: dict[str, list[str]] = {}
    bids: dict[str, Any] = {}
    for item in items:
        if "deal" in item:
            # Dealt from the left of the dealer on, which is where bidding begins.
            order = list(item["deal"])
            yield item
        elif "play" in item:
            trick.append(item["play"])
            if len(trick) == len(PLAYERS):
                yield {"trick": trick}
                trick = []
        elif "pass" in item:
            passed[item["by"]] = item["pass"]
            if len(passed) == len(PLAYERS):
                yield {"pass": passed}
                passed = {}
        else:
            bids[order[len(bids)]] = item["bid"]
            if len(bids) == len(PLAYERS):
                yield {"bids": bids}
                bids = {}
