"""How many keys a card takes to record: `python benchmarks/keystrokes.py [LOG…]`, by default the examples with tricks.

Each log is recorded again from its head. For every card that was played the shortest entry is looked for that the recorder
takes for that card; then its Returns: one per card, one per trick if its cards may be on one line, one per hand if all its
tricks may. What the recorder does not take for just those cards does not count.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from referee.judging.judge import judge
from referee.judging.log import load_log
from referee.judging.replay import begin, ruleset_of
from referee.recording.entries import Unclear, understood
from referee.recording.here import Here, Item, Refused, Shapeless

ROOT = Path(__file__).resolve().parent.parent
NOT_TYPED = ("expect", "note")


class Keys(NamedTuple):
    """The keys for some cards: with a line for each trick at most, and with a line for each hand at most."""

    cards: int = 0
    by_trick: int = 0
    by_hand: int = 0

    def plus(self, other: Keys) -> Keys:
        """Both together."""
        return Keys(*(one + more for one, more in zip(self, other, strict=True)))

    def __str__(self) -> str:
        trick, hand = self.by_trick / self.cards, self.by_hand / self.cards
        return f"{trick:5.2f} keys a card by tricks, {hand:5.2f} by hands, {self.cards:5} cards"


class Trick(NamedTuple):
    """The cards of a trick as they are typed: its events, the shortest entry for each, and all in one line, if that can be.

    `forced` is how many cards at its end Return alone plays.
    """

    plays: list[Item]
    entries: list[str]
    line: str
    forced: int

    @property
    def keys(self) -> int:
        """The keys with a line for the trick, or one for each card where that is less; Return alone for what is forced."""
        free = len(self.plays) - self.forced
        ways = [sum(len(entry) + 1 for entry in self.entries)]
        ways += [len(self.line) + 1] if self.line else []
        if self.forced:
            ways.append(sum(len(entry) + 1 for entry in self.entries[:free]) + 1)
            ways += [sum(map(len, self.entries[:free])) + 2] if free > 0 and self.line == "".join(self.entries) else []
        return min(ways)


def typed(path: str, most_hands: int = 1_000) -> Keys:
    """What the plays of a log take, or those of its first hands."""
    log = load_log(path)
    _, game, folded = begin(log, ruleset_of(log))
    here = Here(game, folded.state, unseen=not any("deal" in item for item in log.items))
    found, hand, first, last, hands = Keys(), list[Trick](), here, 0, 0
    for item in log.items:
        plain = {key: value for key, value in item.items() if key not in NOT_TYPED}
        number = here.game.view(here.state)[0]["hand"]
        played = ("trick" in plain or "play" in plain) and "stands" not in plain
        if hand and (not played or number != last):
            found, hand, hands = found.plus(_hand(first, hand)), [], hands + 1
            if hands == most_hands:
                break
        if played:
            first, last = here if not hand else first, number
            hand.append(_trick(here, plain))
        here = here.after(plain)
    return found.plus(_hand(first, hand)) if hand else found


def _hand(first: Here, tricks: Sequence[Trick]) -> Keys:
    """What tricks take that follow one another."""
    by_trick = sum(trick.keys for trick in tricks)
    line = "".join(trick.line for trick in tricks) if all(trick.line for trick in tricks) else ""
    whole = line and _means(first, line, [play for trick in tricks for play in trick.plays])
    return Keys(
        sum(len(trick.plays) for trick in tricks), by_trick, min(by_trick, len(line) + 1) if whole else by_trick
    )


def _trick(here: Here, item: Mapping[str, Any]) -> Trick:
    cards: list[str] = [item["play"]] if "play" in item else item["trick"]
    plays: list[Item] = [{"play": card} for card in cards]
    if "by" in item:
        plays[0] = {**plays[0], "by": item["by"]}
    entries, in_words, point, forced = [], [], here, 0
    for number, play in enumerate(plays):
        if not forced and _means(point, "", plays[number:]):
            forced = len(plays) - number
        entries.append(_shortest(point, play))
        in_words.append(entries[-1] or _shortest(point, play, alone=False))
        point = point.after(play)
    typed_out = [entry or written for entry, written in zip(entries, in_words, strict=True)]
    return Trick(plays, entries, _line(here, typed_out, plays), forced)


def _line(here: Here, entries: Sequence[str], plays: Sequence[Item]) -> str:
    """A trick as one line, with as few blanks as it needs, and without the cards at its end that are forced."""
    for size in range(2, len(plays) + 1):
        for blanks in sorted(product(("", " "), repeat=size - 1), key=lambda each: each.count(" ")):
            line = entries[0] + "".join(map("".join, zip(blanks, entries[1:size], strict=True)))
            if _means(here, line, plays):
                return line
    return ""


def _shortest(here: Here, play: Item, *, alone: bool = True) -> str:
    """The shortest entry for a card: nothing but Return, where it is typed alone, a piece of its name, or all of it."""
    names = [f"{play['by'][:size]} " for size in range(1, len(play["by"]) + 1)] if "by" in play else [""]
    for by, piece in (
        (by, piece) for by in names for piece in ["" for _ in range(alone)] + list(_pieces(play["play"]))
    ):
        entry = by + piece
        if _means(here, entry, [play]):
            return entry
    raise AssertionError(f"nothing that is shorter than the event is taken for {play}")


def _pieces(card: str) -> Iterator[str]:
    """Everything that may be typed for a card, the shortest first: of Mk10:21 also M1, 21 and 102."""
    said, name = "!" * card.endswith("!"), card.removesuffix("!")
    pieces = {name[start:end] + said for start in range(len(name)) for end in range(start + 1, len(name) + 1)}
    suit, rank = name.rstrip("0123456789:"), name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    pieces |= {suit[:one] + rank[:two] + said for one in range(1, 3) for two in range(1, 4) if suit and rank}
    short = rank.replace(":", "")
    pieces |= {suit[:one] + short[:two] + said for one in range(2) for two in range(1, 5) if suit and ":" in rank}
    yield from sorted(pieces, key=lambda piece: (len(piece), piece))


def _means(here: Here, entry: str, plays: Sequence[Item]) -> bool:
    """Whether an entry is taken for just these plays."""
    try:
        found = understood(here, entry)
    except (Unclear, Refused, Shapeless):
        return False
    return [dict(item) for item in found] == [dict(play) for play in plays]


def logs() -> list[str]:
    """The examples with tricks that are legal."""
    paths = sorted((ROOT / "examples").rglob("*.yaml"))
    played = [str(path) for path in paths if "- trick:" in path.read_text(encoding="utf-8")]
    return [path for path in played if judge(path).status == "legal"]


def main(paths: Sequence[str]) -> None:
    """Prints a line for each log and one for all."""
    total = Keys()
    for path in paths or logs():
        found = typed(path)
        total = total.plus(found)
        print(f"{found}  {Path(path).resolve().relative_to(ROOT)}", flush=True)
    print(f"{total} in all")


if __name__ == "__main__":
    main(sys.argv[1:])
