"""How many keys a card takes to record: `python benchmarks/keystrokes.py [LOG…]`, by default the examples with plays.

Each log is recorded anew from its head. For every card that was played the shortest entry is looked for that the recorder
takes for that card, and for every trick whether its cards are shorter in one line, with one Return, than one by one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.judging.judge import judge
from referee.judging.log import load_log
from referee.judging.replay import begin, ruleset_of
from referee.recording.entries import Unclear, understood
from referee.recording.here import Here, Item, Refused, Shapeless

ROOT = Path(__file__).resolve().parent.parent
EXTRAS = ("expect", "note")


class Typed(NamedTuple):
    """How many keys were pressed for how many cards."""

    keys: int = 0
    cards: int = 0


def typed(path: str) -> Typed:
    """What the plays of a log take."""
    log = load_log(path)
    game, _, folded = begin(log, ruleset_of(log))[1], None, begin(log, ruleset_of(log)).folded
    deals = any("deal" in item for item in log.items)
    here = Here(game, folded.state, unseen=not deals)
    keys = cards = 0
    for item in log.items:
        plain = {key: value for key, value in item.items() if key not in EXTRAS}
        if "trick" in plain or "play" in plain:
            trick = [plain["play"]] if "play" in plain else plain["trick"]
            keys += _keys(here, plain, trick)
            cards += len(trick)
        here = here.after(plain)
    return Typed(keys, cards)


def _keys(here: Here, item: Item, cards: Sequence[str]) -> int:
    """The fewest keys for the cards of a trick: a line for each, or one line for all."""
    by = f"{item['by']} " if "by" in item else ""
    stands = {"stands": item["stands"]} if "stands" in item else {}
    if stands:
        return sum(len(card) + 1 for card in cards)
    points, shortest = [here], []
    for place, card in enumerate(cards):
        play = {"play": card, **({"by": item["by"]} if "by" in item and not place else {})}
        shortest.append(_shortest(points[-1], play, by if not place else ""))
        points.append(points[-1].after(play))
    alone = sum(len(entry) + 1 for entry in shortest)
    line = _line(here, cards, [entry.removeprefix(by) for entry in shortest], by)
    return min(alone, len(line) + 1) if line else alone


def _shortest(here: Here, play: Item, by: str) -> str:
    """The shortest entry for a card: nothing but Return, a piece of its name, or all of it."""
    for entry in [f"{by}", *(f"{by}{piece}" for piece in _pieces(play["play"]))]:
        if _means(here, entry, [play]):
            return entry
    raise AssertionError(f"nothing that is shorter than the event is understood as {play}")


def _pieces(card: str) -> Iterator[str]:
    """Everything that may be typed for a card, the shortest first."""
    said = "!" * card.endswith("!")
    name = card.removesuffix("!")
    pieces = {name[start:end] + said for start in range(len(name)) for end in range(start + 1, len(name) + 1)}
    yield from sorted(pieces, key=lambda piece: (len(piece), piece))


def _means(here: Here, entry: str, items: Sequence[Item]) -> bool:
    """Whether an entry is taken for just these events."""
    try:
        found = understood(here, entry)
    except (Unclear, Refused, Shapeless):
        return False
    return [dict(item) for item in found] == [dict(item) for item in items]


def _line(here: Here, cards: Sequence[str], entries: Sequence[str], by: str) -> str:
    """The shortest line for all cards of a trick; empty where none is found."""
    plays: list[dict[str, Any]] = [{"play": card} for card in cards]
    if by:
        plays[0]["by"] = by.strip()
    full = [entry or next(iter(_pieces(card))) for entry, card in zip(entries, cards, strict=True)]
    for joined in ("".join(full), " ".join(full)):
        if _means(here, by + joined, plays):
            return by + joined
    return ""


def logs() -> list[str]:
    """The examples that are legal and have plays of tricks."""
    found = []
    for path in sorted((ROOT / "examples").rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        if "- trick:" in text and "game:" in text and judge(str(path)).status == "legal":
            found.append(str(path))
    return found


def main(paths: Sequence[str]) -> None:
    """Prints a line for each log and one for all."""
    keys = cards = 0
    for path in paths or logs():
        found = typed(path)
        keys, cards = keys + found.keys, cards + found.cards
        print(f"{found.keys / found.cards:5.2f} keys a card, {found.cards:5} cards  {Path(path).relative_to(ROOT)}")
    print(f"{keys / cards:5.2f} keys a card in all")


if __name__ == "__main__":
    main(sys.argv[1:])
