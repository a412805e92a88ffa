"""Events in their best form: the cards of a trick as one, the bids of a round as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.recording.here import Here, Item


def together(here: Here, items: Sequence[Item]) -> list[Item]:
    """Events, with short forms for as many of them as possible."""
    written: list[Item] = []
    rest = list(items)
    while rest:
        short = next(_shorter(here, rest), None)
        item, used = short or (rest[0], 1)
        here = here.after(item)
        written.append(item)
        rest = rest[used:]
    return written


def _shorter(here: Here, items: Sequence[Item]) -> Iterator[tuple[Item, int]]:
    """One event that stands for the first of several, and for how many."""
    for verb, short in (("play", "trick"), ("bid", "bids")):
        run = 0
        while (
            run < len(items)
            and verb in items[run]
            and (items[run].keys() <= {verb} or (not run and len(items[0]) == 2))
        ):
            run += 1
        for size in range(run, 1, -1):
            said: list[Any] = [item[verb] for item in items[:size]]
            by = {"by": items[0]["by"]} if "by" in items[0] else {}
            for value in (said, dict(zip(_speakers(here, items[:size]), said, strict=False))):
                events = here.read({short: value, **by})
                if events is not None and len(events) == size and here.legal({short: value, **by}):
                    yield {short: value, **by}, size


def _speakers(here: Here, items: Sequence[Item]) -> Iterator[str]:
    for item in items:
        yield str(here.options.player)
        here = here.after(item)
