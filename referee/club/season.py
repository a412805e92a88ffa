"""The result of many games: by player, by game, by house rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from referee.club.entry import Dispute, Entry
from referee.club.people import People
from referee.core.wording import listed
from referee.source.text import quoted

Number = int | float


@dataclass(slots=True)
class Sum:
    """Something counted over games; `of` is None if it is not a share."""

    counted: Number = 0
    of: Number | None = None


@dataclass(slots=True)
class Record:
    """What a player did: `games` begun, `ended` those that ended with known places, and what was counted."""

    games: int = 0
    ended: int = 0
    won: int = 0
    places: int = 0
    points: Number = 0
    scored: int = 0
    last: str = ""
    tallies: dict[str, Sum] = field(default_factory=dict)

    @property
    def place(self) -> float | None:
        """The average place; None before a game has ended."""
        return self.places / self.ended if self.ended else None

    @property
    def average(self) -> float | None:
        """The average points of a game that ended."""
        return self.points / self.scored if self.scored else None

    def add(self, entry: Entry, seat: int) -> None:
        """Counts one more game, in which the player sat here."""
        self.games += 1
        self.last = max(self.last, entry.occasion.date)
        if entry.ended:
            self.ended += 1
            self.won += seat in entry.winners
            self.places += entry.places[seat]
        points = entry.totals[seat] if entry.over else None
        if points is not None:
            self.scored += 1
            self.points += points
        for name, counted, of in entry.tallies:
            number = counted[seat]
            if number is not None:
                total = self.tallies.setdefault(name, Sum(0, None if of is None else 0))
                total.counted += number
                if of is not None:
                    total.of = (total.of or 0) + of[seat]


@dataclass(slots=True)
class Played:
    """A game, with one selection of house rules or with any: how often it was played, and each player's record."""

    title: str
    house: tuple[str, ...] | None = None
    games: int = 0
    records: dict[str, Record] = field(default_factory=dict)

    def add(self, entry: Entry) -> None:
        """Counts one more game."""
        self.games += 1
        for seat, player in enumerate(entry.players):
            self.records.setdefault(player, Record()).add(entry, seat)

    @property
    def tallied(self) -> list[str]:
        """What was counted for anybody."""
        return list(dict.fromkeys(name for record in self.records.values() for name in record.tallies))


class Season:
    """All games of a club in the order in which they were played, each player under one name, and their results."""

    def __init__(self, entries: Iterable[Entry], people: People) -> None:
        named = [_named(entry, people) for entry in entries]
        self.entries: Sequence[Entry] = sorted(named, key=lambda entry: entry.occasion.date)
        self.total = Played("")
        self.by_game: dict[str, Played] = {}
        self.by_house: dict[tuple[str, tuple[str, ...]], Played] = {}
        for entry in self.counted:
            self.total.add(entry)
            self.by_game.setdefault(entry.game, Played(entry.title)).add(entry)
            house = self.by_house.setdefault((entry.game, entry.house), Played(entry.title, entry.house))
            house.add(entry)

    @property
    def counted(self) -> list[Entry]:
        """The games that could be judged, as far as they could."""
        return [entry for entry in self.entries if entry.players]

    @property
    def unjudged(self) -> list[Entry]:
        """The games that could not be judged, or not to their end."""
        return [entry for entry in self.entries if entry.complaints]

    @property
    def undated(self) -> int:
        """How many games do not say when they were played."""
        return sum(not entry.occasion.date for entry in self.counted)

    @property
    def disputes(self) -> list[tuple[Entry, Dispute]]:
        """Everything that was against the rules or let stand, with its game."""
        return [(entry, dispute) for entry in self.entries for dispute in entry.disputes]

    @property
    def days(self) -> tuple[str, str]:
        """The first day and the last; empty if no game says when it was played."""
        dates = [entry.occasion.date for entry in self.counted if entry.occasion.date]
        return (dates[0], dates[-1]) if dates else ("", "")

    def of(self, game: str) -> list[Played]:
        """What was played of a game with each selection of house rules, if there are several."""
        found = [played for (name, _), played in self.by_house.items() if name == game]
        return sorted(found, key=lambda played: played.house or ()) if len(found) > 1 else []


def _named(entry: Entry, people: People) -> Entry:
    """The entry with its players by their names in the club; a player in two seats cannot be counted."""
    names = tuple(map(people.name, entry.players))
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        written = [quoted(own) for own, name in zip(entry.players, names, strict=True) if name == twice[0]]
        why = f"{listed(written)} sit at one table here, but are one player by the names of the club; not counted"
        complaints = (*entry.complaints, f"{entry.where}: {why}")
        return Entry(entry.path, entry.line, "unjudged", entry.game, occasion=entry.occasion, complaints=complaints)
    disputes = tuple([each._replace(player=people.name(each.player)) for each in entry.disputes])
    return entry._replace(players=names, disputes=disputes)
