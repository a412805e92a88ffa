"""The points of a round from what everybody harvested and claimed, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.data import Words
from referee.core.formula import FormulaError, Parser, Value, define
from referee.core.ruleset import Ruleset
from referee.core.selectors import choose, names_in
from referee.core.words import as_list

OKUS, LUMINARIES, SWEEPS, LAST = "okus", "luminaries", "sweeps", "last-capture"
LEFT = ("nobody", "all")
"""Words for who scores a tie that nothing breaks."""
TOKENS = (OKUS, LUMINARIES, SWEEPS, LAST)
"""Lines of every score that are not cards."""
NOTHING: Mapping[str, int] = {}
Row = dict[str, Any]


class Best(NamedTuple):
    """A count of only the best card of each suit in a pile: the suits as masks, the worth of each card by its
    number, and whether a pile that lacks a suit has nothing of it."""

    suits: tuple[int, ...]
    worth: tuple[int, ...]
    every_suit: bool

    def of(self, cards: int) -> int:
        """The worth of the best card of each suit in a pile, added up."""
        total = 0
        for suit in self.suits:
            held = cards & suit
            if held:
                total += max([self.worth[card] for card in members(held)])
            elif self.every_suit:
                return 0
        return total


class ScoreLine(NamedTuple):
    """One line of the score: the cards that it counts, their suits where it names some, points, and whether most count."""

    name: str
    cards: int
    suits: frozenset[str]
    points: int
    most: bool
    best: Best | None = None


class Haul(NamedTuple):
    """A player's takings at the end of a round: cards by line of the score, okus, Luminaries, sweeps; `last` is 1 for whoever
    captured last. `worth` is the number of Luminaries with each counted for its worth, `changed` are lines whose points a
    Luminary changes."""

    counts: Mapping[str, int]
    okus: int = 0
    luminaries: int = 0
    worth: int = 0
    sweeps: int = 0
    changed: Mapping[str, int] = {}
    last: int = 0

    def of(self, what: str) -> int:
        """How many there are of 'okus', 'luminaries', 'sweeps' or 'last-capture', or else of the cards that a line of
        the score counts."""
        tokens = {OKUS: self.okus, LUMINARIES: self.luminaries, SWEEPS: self.sweeps, LAST: self.last}
        if what in tokens:
            return tokens[what]
        return self.counts.get(what, 0)


def as_name(line: str) -> str:
    """Return the name that formulas use for a line of the score."""
    return line.replace("-", "_")


def whole(value: Value, text: str) -> int:
    """Return a number of points. Raises FormulaError if it is not a whole number."""
    if value != int(value):
        raise FormulaError(f"{text} comes to {value}; points are whole numbers", text)
    return int(value)


def _lines(ruleset: Ruleset, pack: int) -> list[ScoreLine]:
    """The lines of the score: those for whoever has most, those for each card, and lines that are only counted."""
    data = ruleset.full
    lines = []
    for kind in ("most", "each"):
        for name, entry in data["scoring"][kind].items():
            if entry:
                lines.append(_line(ruleset, pack, name, entry, most=kind == "most"))
    for name, cards in data["count"].items():
        lines.append(_line(ruleset, pack, name, {"cards": cards, "points": 0}, most=False))
    return lines


def _line(ruleset: Ruleset, pack: int, name: str, entry: Words, *, most: bool) -> ScoreLine:
    """A line of the score made from its entry in the ruleset; `most` if it scores for whoever has most. `pack` is the
    mask of the cards in play."""
    deck = ruleset.deck
    cards = entry.get("cards", [])
    mask = deck.all
    if cards:
        mask = choose(cards, deck)
    best = None
    if "best" in entry:
        worth = [entry["best"].get(card.id, entry["best"].get(card.rank, 0)) for card in deck.cards]
        suits = [mask & pack & deck.suit_mask(suit) for suit in deck.suits]
        best = Best(tuple(filter(None, suits)), tuple(worth), entry["every_suit"])
    return ScoreLine(name, mask, frozenset(names_in(cards, "suit")), entry["points"], most, best)


class FishingScoring:
    """The scoring of a ruleset."""

    unit = "round"

    def __init__(self, ruleset: Ruleset, pack: int, players: int, parser: Parser) -> None:
        """Read the scoring of a ruleset for the cards in `pack` (a mask) and a number of players. Faulty formulas are
        noted in the parser."""
        data = ruleset.full
        known = ruleset.words.formulas
        scoring = data["scoring"]
        end = data["end"]
        self.players = players
        self.deck = ruleset.deck
        self.lines = _lines(ruleset, pack)
        names = set(known["score"]).union(as_name(line.name) for line in self.lines)
        self.defined = parser.definitions(data["define"], names)
        self.parts = parser.parts(("scoring", "parts"), scoring["parts"], names)
        target = None
        if "target" in end:
            target = parser.at(("end", "target"), end["target"], {"players"})
        self.target = None
        if target is not None:
            self.target = whole(target.run({"players": players}, ()), target.text)
        self.when = None
        if "when" in end:
            self.when = parser.at(("end", "when"), end["when"], known["end"])
        self.won = None
        if "won" in end:
            self.won = parser.at(("end", "won"), end["won"], names)
        self.okus: int = scoring["okus"]
        self.luminaries: int = scoring["luminaries"]
        self.sweeps: int = data["clearing"]["sweep"] or 0
        self.last: int = scoring["last_capture"]
        ties = as_list(scoring["ties"])
        self.ties = tuple([what for what in ties if what not in LEFT])
        """Lines that break a tie for most cards, in order."""
        self.ties_shared = "all" in ties
        self.words: Words = scoring
        self.rounds: int | None = data["deal"].get("hands")
        self.end: Words = end
        self.suits_of_season: dict[str, set[str]] = {}
        box = data.get("box", {"seasons": ()})
        for season in box["seasons"]:
            self.suits_of_season[season] = {suit for suit, own in box["suits"].items() if own == season}

    def counts(self, cards: int, seasons: Mapping[str, str]) -> dict[str, int]:
        """How much each line counts of the cards in a pile: their number, or the worth of the best. `seasons` are
        seasons, by suit, that Luminaries let suits count as."""
        found = {}
        for line in self.lines:
            if line.best:
                found[line.name] = line.best.of(cards)
            else:
                found[line.name] = (cards & self.cards_of(line, seasons)).bit_count()
        return found

    def cards_of(self, line: ScoreLine, seasons: Mapping[str, str]) -> int:
        """The mask of the cards that a line counts, if suits count as cards of these seasons."""
        cards = line.cards
        for suit, season in seasons.items():
            if line.suits & self.suits_of_season[season]:
                cards |= self.deck.suit_mask(suit)
        return cards

    def score(
        self,
        hauls: Sequence[Haul],
        totals: Sequence[int],
        number: int,
        dealer: int,
        most_by_line: Mapping[str, int] = NOTHING,
    ) -> tuple[dict[str, tuple[int, ...]], list[int], tuple[bool, ...]]:
        """The points of a round: for each line by side, then in all by side, and whether each side did what a winner
        must (empty if nothing is asked). `number` is that of the round, `dealer` the side that dealt, `totals` those
        before it.

        Losses come last and, with a floor, end at a total of 0. `most_by_line` names the side with most (-1: none) for lines
        that nothing else is known about.
        """
        lines: dict[str, tuple[int, ...]] = {}
        for line in self.lines:
            times = self._times(line, hauls, most_by_line)
            worth = [haul.changed.get(line.name, line.points) for haul in hauls]
            lines[line.name] = tuple([points * many for points, many in zip(worth, times, strict=True)])
        for name, points, held in (
            (OKUS, self.okus, [haul.okus for haul in hauls]),
            (LUMINARIES, self.luminaries, [haul.worth for haul in hauls]),
            (SWEEPS, self.sweeps, [haul.sweeps for haul in hauls]),
            (LAST, self.last, [haul.last for haul in hauls]),
        ):
            if points:
                lines[name] = tuple([points * number for number in held])
        won: tuple[bool, ...] = ()
        if self.parts or self.won:
            rows = self._rows(hauls, totals, number, dealer)
            for name, part in self.parts.items():
                lines[name] = tuple([whole(part.run(row, rows), name) for row in rows])
            if self.won:
                won = tuple([bool(self.won.run(row, rows)) for row in rows])
        scored = []
        for side, total in enumerate(totals):
            scored.append(self.with_floor([line[side] for line in lines.values()], total))
        return lines, scored, won

    def _times(self, line: ScoreLine, hauls: Sequence[Haul], most_by_line: Mapping[str, int]) -> list[int]:
        """How often each side scores the points of a line: once with most of it, or else once for each card. `most_by_line`
        names the side with most for lines that nothing else is known about."""
        if line.name in most_by_line:
            best = [most_by_line[line.name]]
        elif line.most:
            best = self._most(line, hauls)
        else:
            return [haul.counts.get(line.name, 0) for haul in hauls]
        return [int(side in best) for side in range(len(hauls))]

    def _rows(self, hauls: Sequence[Haul], totals: Sequence[int], number: int, dealer: int) -> list[Row]:
        """The values of the names in formulas: a row for each side."""
        names = [line.name for line in self.lines]
        names += TOKENS
        rows: list[Row] = []
        for side, haul in enumerate(hauls):
            row: Row = {as_name(name): haul.of(name) for name in names}
            row |= {"hand": number, "players": self.players, "total": totals[side], "dealer": side == dealer}
            rows.append(row)
        define(rows, self.defined)
        return rows

    def with_floor(self, points: Sequence[int], total: int) -> int:
        """The sum of gains and losses. If the rules have a floor, losses take a total down to 0 at most."""
        plain = sum(points)
        least = min(0, total + sum(number for number in points if number > 0)) - total
        if plain < least and self.words["floor"]:
            return least
        return plain

    def _most(self, line: ScoreLine, hauls: Sequence[Haul]) -> list[int]:
        """The sides that score for most cards: one, none, or all that are tied if the rules let them share. Of a line
        that costs points, a tie is broken the other way round."""
        counts = [haul.counts.get(line.name, 0) for haul in hauls]
        if not any(counts) and self.words["none_counted"] != "tied":
            return []
        shared = self.ties_shared
        if line.points < 0:
            shared = self.words["tied_loss"] == "all"
        level = [seat for seat, count in enumerate(counts) if count == max(counts)]
        for what in self.ties:
            if len(level) > 1:
                held = [hauls[seat].of(what) for seat in level]
                wanted = max(held)
                if line.points < 0:
                    wanted = min(held)
                level = [seat for seat in level if hauls[seat].of(what) == wanted]
        if len(level) == 1 or shared:
            return level
        return []

    def leaders(
        self, totals: Sequence[int], hauls: Sequence[Haul] | None, won: Sequence[bool] = ()
    ) -> tuple[list[int], str]:
        """The sides that lead by their totals, and the token that decided between equal totals ('' if none did): ties
        are broken by what was held in the last round. Where a winner must have done something, only those who did
        (`won`) can lead."""
        able = []
        for seat in range(len(totals)):
            if not won or won[seat]:
                able.append(seat)
        best = max([totals[seat] for seat in able], default=0)
        decided = ""
        level = [seat for seat in able if totals[seat] == best]
        if not hauls:
            return level, decided
        for what in self.end.get("ties", ()):
            held = [hauls[seat].of(what) for seat in level]
            if len(set(held)) > 1:
                decided = what
                level = [seat for seat in level if hauls[seat].of(what) == max(held)]
        return level, decided

    def game_ends(self, totals: Sequence[int], target: int | None, number: int) -> bool:
        """Whether the game is over after this round, unless a tie prolongs it. A target other than that of the rules
        was agreed on by the players, and then the number of rounds does not end the game."""
        agreed = target is not None and target != self.target
        if self.rounds is not None and number >= self.rounds and not agreed:
            return True
        if self.when is None:
            return target is not None and max(totals) >= target
        game = {"target": target or 0, "hand": number, "players": self.players}
        rows = [{**game, "total": total} for total in totals]
        return bool(self.when.run(rows[0], rows))
