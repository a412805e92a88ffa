"""The points of a round from what everybody harvested and claimed, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, members
from referee.core.parsing import Parser
from referee.engines.fishing.words.formulas import Ended, Formulas, Row
from referee.engines.fishing.words.powers import selected

OKUS, LUMINARIES, SWEEPS, LAST = "okus", "luminaries", "sweeps", "last-capture"
LEFT = ("nobody", "all")
"""Who scores a tie that nothing breaks."""
TOKENS = (OKUS, LUMINARIES, SWEEPS, LAST)
"""Lines of every score that are not cards."""


NOTHING: Mapping[str, int] = {}


class Best(NamedTuple):
    """What of a pile counts where only the best card of each suit does: the suits as masks, the worth of each card by its
    number, and whether a pile that lacks a suit has nothing of it.
    """

    suits: tuple[int, ...]
    worth: tuple[int, ...]
    every_suit: bool

    def of(self, cards: int) -> int:
        """The worth of the best cards of a pile, added up."""
        total = 0
        for suit in self.suits:
            held = cards & suit
            if held:
                total += max([self.worth[card] for card in members(held)])
            elif self.every_suit:
                return 0
        return total


class Line(NamedTuple):
    """One line of the score: the cards that it counts, their suits where it names some, points, and whether most count."""

    name: str
    cards: int
    suits: frozenset[str]
    points: int
    most: bool
    best: Best | None = None


class Haul(NamedTuple):
    """What a player has at the end of a round: cards by line of the score, okus, Luminaries and sweeps; `last` is 1 for
    whoever captured last.

    `worth` is the number of Luminaries with each counted for its worth, `changed` are lines whose points a Luminary changes.
    """

    counts: Mapping[str, int]
    okus: int = 0
    luminaries: int = 0
    worth: int = 0
    sweeps: int = 0
    changed: Mapping[str, int] = {}
    last: int = 0


class Scored(NamedTuple):
    """The points of a round, side by side: by line, and in all. `tied` are the lines that a tie decided, with the sides;
    `won` says who did what a winner must.
    """

    lines: dict[str, tuple[int, ...]]
    points: tuple[int, ...]
    tied: dict[str, tuple[int, ...]]
    won: tuple[bool, ...] = ()


class Scoring:
    """The scoring of a ruleset."""

    def __init__(self, data: Mapping[str, Any], deck: Deck, pack: int, players: int, parser: Parser) -> None:
        scoring, end = data["scoring"], data["end"]
        self.lines = [
            Line(
                name,
                selected(deck, entry.get("cards", {})),
                _suits(entry.get("cards")),
                entry["points"],
                kind == "most",
                _best(entry, deck, pack),
            )
            for kind in ("most", "each")
            for name, entry in scoring[kind].items()
            if entry
        ]
        self.lines += [
            Line(name, selected(deck, cards), _suits(cards), 0, most=False) for name, cards in data["count"].items()
        ]
        self.formulas = Formulas(data, [line.name for line in self.lines], players, parser)
        self.okus: int = scoring["okus"]
        self.luminaries: int = scoring["luminaries"]
        self.sweeps: int = data["clearing"]["sweep"] or 0
        self.last: int = scoring["last_capture"]
        ties = scoring["ties"] if isinstance(scoring["ties"], list) else [scoring["ties"]]
        self.ties = tuple(what for what in ties if what not in LEFT)
        """What breaks a tie for most cards, in order."""
        self.ties_shared = "all" in ties
        self.tied_loss: str = scoring["tied_loss"]
        self.none_counted: bool = scoring["none_counted"] == "tied"
        self.floor: bool = scoring["floor"]
        self.target = self.formulas.target
        self.rounds: int | None = data["deal"].get("rounds")
        self.final_ties: tuple[str, ...] = tuple(end.get("ties", ()))
        self.shared: bool = end["tied"] == "shared"
        box = data.get("box") or {"seasons": ()}
        self.suits_of_season = {
            season: {suit for suit, own in box["suits"].items() if own == season} for season in box["seasons"]
        }
        self.deck = deck

    def counts(self, cards: int, named: Mapping[str, str]) -> dict[str, int]:
        """How many cards of a pile each line counts, or what its best ones are worth; `named` are suits that count as
        another season's.
        """
        return {
            line.name: line.best.of(cards) if line.best else (cards & self.counted(line, named)).bit_count()
            for line in self.lines
        }

    def counted(self, line: Line, named: Mapping[str, str]) -> int:
        """The cards that a line counts."""
        cards = line.cards
        for suit, season in named.items():
            if line.suits & self.suits_of_season[season]:
                cards |= self.deck.suit_mask(suit)
        return cards

    def score(
        self, hauls: Sequence[Haul], totals: Sequence[int], ended: Ended, told: Mapping[str, int] = NOTHING
    ) -> Scored:
        """The points of a round; `totals` stood before it. Losses come last and, with a floor, end at a total of 0. `told` are
        lines of which only is known which side had most, -1 for none."""
        seats = range(len(hauls))
        lines: dict[str, tuple[int, ...]] = {}
        tied: dict[str, tuple[int, ...]] = {}
        for line in self.lines:
            if line.name in told:
                lines[line.name] = tuple(
                    self._worth(line, hauls[seat]) if seat == told[line.name] else 0 for seat in seats
                )
            elif line.most:
                winners = self.most(line, hauls)
                lines[line.name] = tuple(self._worth(line, hauls[seat]) if seat in winners else 0 for seat in seats)
                level = self._level(line, hauls)
                if len(level) > 1:
                    tied[line.name] = tuple(level)
            else:
                lines[line.name] = tuple(self._worth(line, haul) * haul.counts.get(line.name, 0) for haul in hauls)
        for name, points, held in (
            (OKUS, self.okus, [haul.okus for haul in hauls]),
            (LUMINARIES, self.luminaries, [haul.worth for haul in hauls]),
            (SWEEPS, self.sweeps, [haul.sweeps for haul in hauls]),
            (LAST, self.last, [haul.last for haul in hauls]),
        ):
            if points:
                lines[name] = tuple(points * number for number in held)
        rows = self.rows(hauls, totals, ended) if self.formulas.parts or self.formulas.won else []
        lines |= self.formulas.points(rows)
        won = tuple([bool(self.formulas.won.run(row, rows)) for row in rows]) if self.formulas.won else ()
        summed = tuple(self._sum(lines, seat, totals[seat]) for seat in seats)
        return Scored(lines, summed, tied, won)

    def rows(self, hauls: Sequence[Haul], totals: Sequence[int], ended: Ended) -> list[Row]:
        """What the formulas know of each side."""
        tokens = [
            {OKUS: haul.okus, LUMINARIES: haul.luminaries, SWEEPS: haul.sweeps, LAST: haul.last} for haul in hauls
        ]
        lines = [{line.name: haul.counts.get(line.name, 0) for line in self.lines} for haul in hauls]
        return self.formulas.rows([one | more for one, more in zip(lines, tokens, strict=True)], totals, ended)

    def _sum(self, lines: Mapping[str, tuple[int, ...]], seat: int, total: int) -> int:
        gains = sum(line[seat] for line in lines.values() if line[seat] > 0)
        losses = sum(line[seat] for line in lines.values() if line[seat] < 0)
        least = min(0, total + gains) if self.floor else total + gains + losses
        return max(total + gains + losses, least) - total

    def _worth(self, line: Line, haul: Haul) -> int:
        return haul.changed.get(line.name, line.points)

    def _level(self, line: Line, hauls: Sequence[Haul]) -> list[int]:
        best = max(haul.counts.get(line.name, 0) for haul in hauls)
        return [seat for seat, haul in enumerate(hauls) if haul.counts.get(line.name, 0) == best]

    def most(self, line: Line, hauls: Sequence[Haul]) -> list[int]:
        """Who gets the points for most cards: one seat, or nobody, or all tied where it is everybody's."""
        if not self.none_counted and not any(haul.counts.get(line.name, 0) for haul in hauls):
            return []
        level = self._level(line, hauls)
        for what in self.ties if len(level) > 1 else ():
            held = [_held(hauls[seat], what) for seat in level]
            wanted = min(held) if line.points < 0 else max(held)
            level = [seat for seat, number in zip(level, held, strict=True) if number == wanted]
        shared = self.tied_loss == "all" if line.points < 0 else self.ties_shared
        if len(level) == 1 or shared:
            return level
        return []

    def winners(self, totals: Sequence[int], hauls: Sequence[Haul] | None, won: Sequence[bool] = ()) -> list[int]:
        """Who leads: the highest total; ties are broken by what was held in the last round, in order. Where winners must have
        done something in it, only who has."""
        able = [seat for seat in range(len(totals)) if not won or won[seat]]
        best = max([totals[seat] for seat in able], default=0)
        level = [seat for seat in able if totals[seat] == best]
        for what in self.final_ties:
            held = [_held(hauls[seat], what) for seat in level] if hauls else [0] * len(level)
            level = [seat for seat, number in zip(level, held, strict=True) if number == max(held)]
        return level

    def decided_by(self, totals: Sequence[int], hauls: Sequence[Haul] | None) -> str:
        """What broke a tie for the highest total; '' where there was none, or nothing broke it."""
        level = [seat for seat, total in enumerate(totals) if total == max(totals)]
        decided = ""
        for what in self.final_ties if hauls else ():
            held = [_held(hauls[seat], what) for seat in level] if hauls else []
            if min(held) < max(held):
                decided = what
            level = [seat for seat, number in zip(level, held, strict=True) if number == max(held)]
        return decided

    def reached(self, totals: Sequence[int], target: int | None, ended: Ended) -> bool:
        """Whether the game is over after a round, unless equal totals prolong it."""
        agreed = target is not None and target != self.target
        if self.rounds is not None and ended.number >= self.rounds and not agreed:
            return True
        over = self.formulas.over(totals, target, ended)
        return over if over is not None else target is not None and max(totals) >= target


def _held(haul: Haul, what: str) -> int:
    if what in (OKUS, LUMINARIES, SWEEPS):
        return int(getattr(haul, what))
    if what == LAST:
        return haul.last
    return haul.counts.get(what, 0)


def _best(entry: Mapping[str, Any], deck: Deck, pack: int) -> Best | None:
    if "best" not in entry:
        return None
    worth = [entry["best"].get(card.id, entry["best"].get(card.rank, 0)) for card in deck.cards]
    counted = selected(deck, entry.get("cards", {})) & pack
    suits = [counted & deck.suit_mask(suit) for suit in deck.suits]
    return Best(tuple(suit for suit in suits if suit), tuple(worth), entry["every_suit"])


def _suits(wanted: Mapping[str, Any] | None) -> frozenset[str]:
    suit = (wanted or {}).get("suit")
    return frozenset(suit if isinstance(suit, list) else () if suit is None else (suit,))
