"""The contract that a declarer names, as a log writes it."""

from __future__ import annotations

from typing import Any

from referee.core.events import Misread
from referee.core.findings import Fault
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean, told
from referee.core.wording import listed
from referee.engines.trick.words.auction import Auction


def contract_named(auction: Auction, value: Any, at: Pointer, seat: int | None, rule: str) -> int:
    """A contract by its place among all calls; `null` is a name without quotes that YAML reads as nothing."""
    call = auction.named_contract(value) if value is None or type(value) in (str, int) else -1
    if call >= 0:
        return call
    if value is not None and type(value) not in (str, int):
        raise Misread([], shapeless=True)
    raise Misread([Fault(rule, _why(auction, str(value)), seat, at=at)])


def _why(auction: Auction, text: str) -> str:
    """What is wrong with a name: a mark that does not go with this contract, or no such contract."""
    bare, *marks = text.split() or [""]
    if bare in auction.to_name and set(marks) <= {*auction.marks} and len({*marks}) == len(marks):
        wrong = next(mark for mark in marks if not auction.goes_with(mark, bare, marks))
        return f"{wrong!r} is not said with {text!r}; it goes only with {auction.marks[wrong]['only']}"
    names = [call.name for call in auction.contracts]
    near = did_you_mean(text, names) if len(text) > 3 else ""
    known = listed(list(auction.to_name), "or")
    return told(f"{text!r} is not a contract of this game", near or f"; a contract is {known}")
