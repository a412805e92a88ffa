"""Many games of the same people: who is who, what is kept of each game, the results by player and game, and the ratings.

Names that differ only by case, spaces or the form of their letters may be one player's or two players'. That is never guessed:
a file of aliases says it, or the person who runs the command. Two names at the same table are two players.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, NamedTuple, cast

from referee import source
from referee.core.data import Words
from referee.core.events import Finding
from referee.core.family import Standing, Tally
from referee.core.places import COMMAND_LINE, Complaint, Key, LogError, Place, SourceError
from referee.core.ruleset import Ruleset
from referee.core.text import all_seen, look_of, yaml_line, yaml_lines
from referee.core.verdict import Verdict
from referee.core.wording import in_list, slip_of
from referee.judging.heads import Occasion
from referee.judging.log import Log
from referee.judging.replay import Replay
from referee.rules.decks import files_of
from referee.rules.files import is_shipped
from referee.rules.rulesets import SCHEMAS
from referee.source import Document
from referee.source.text import quote

Number = int | float


class ClubBoard(NamedTuple):
    """A deal at one table that others play as well: which deal (`dealt` is a checksum of the cards, if they are known), what
    the `pairs` are called besides the names of their players, side by side, what was `awarded` seat by seat in percent instead
    of a result, and what happened. `declarer` is a seat, -1 for none.

    `imps` are the least differences for one IMP, two and so on, and `average_plus` the IMPs for an award above a half.
    """

    number: int | str
    session: str = ""
    table: str = ""
    awarded: tuple[Number, ...] = ()
    dealt: str = ""
    contract: str = ""
    declarer: int = -1
    lead: str = ""
    tricks: int | None = None
    imps: tuple[int, ...] = ()
    average_plus: int = 0
    pairs: tuple[str, ...] = ()


class ClubGame(NamedTuple):
    """A game as a club remembers it. Seats are counted from 0; `places` is empty if they are not known.

    `game` is its ruleset and `title` its name in words; `house` are house rules and variants; `disputes` are what was against
    the rules or let stand, and the open questions that it depends on; `complaints` say, with their places, why it could not be
    judged to its end; `rests_on` are the files of rules other than those of referee; `project` says in sentences what a project
    file adds. A deal that several tables play, with a `board`, has no winners and places of its own.
    """

    path: str
    line: int
    status: str
    game: str = ""
    title: str = ""
    house: tuple[str, ...] = ()
    occasion: Occasion = Occasion()
    players: tuple[str, ...] = ()
    sides: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    totals: tuple[int | float | None, ...] = ()
    places: tuple[int, ...] = ()
    tallies: tuple[Tally, ...] = ()
    disputes: tuple[Finding, ...] = ()
    complaints: tuple[str, ...] = ()
    unfinished: str = ""
    rests_on: tuple[str, ...] = ()
    board: ClubBoard | None = None
    project: tuple[str, ...] = ()

    @property
    def where(self) -> str:
        """The file, with the line on which the game begins if the file may hold several."""
        if self.line:
            return f"{self.path}:{self.line}"
        return self.path

    @property
    def ended(self) -> bool:
        """Whether it ended, with known places."""
        return self.over and bool(self.places)


def entry_of(verdict: Verdict) -> ClubGame:
    """A game that has been judged, as a club remembers it; without players if it could not begin."""
    complaints = tuple(map(str, verdict.complaints))
    played = cast(Replay | None, verdict.table)
    if played is None:
        return ClubGame(verdict.path, verdict.line, verdict.status, verdict.game, complaints=complaints)
    log = played.log
    rules = played.game.ruleset
    # after a batch the state knows the score, which is all that is needed here
    standing = played.game.standing(played.folded.state)
    words = rules.data.get("club") or {}
    tallies = list(standing.tallies)
    if words.get("series"):
        tallies += _series(words["series"], standing)
    board = None
    if log.board:
        board = _board(played, standing, words.get("imps") or {})
        # the cards of a deal that others play as well, and not its players, decide who has more points
        standing = standing._replace(winners=(), places=())
    project: tuple[str, ...] = ()
    if rules.project:
        project = tuple(rules.project.lines)
    return ClubGame(
        verdict.path,
        verdict.line,
        verdict.status,
        rules.name,
        rules.title,
        tuple(rules.houses) + tuple(rules.variants),
        log.occasion,
        log.players,
        **standing._replace(tallies=tuple(tallies))._asdict(),
        disputes=tuple(_disputes(verdict)),
        complaints=complaints,
        unfinished=verdict.unfinished,
        rests_on=_rests_on(rules),
        board=board,
        project=project,
    )


def _disputes(verdict: Verdict) -> Iterator[Finding]:
    """Yield the violations of a game, the irregularities let stand, and the rulings they depend on; nothing if all
    was legal."""
    if not verdict.irregularities:
        return
    for found in verdict.findings:
        if found.kind != "doubt":
            yield found._replace(player=found.player or "")


CONTRACTS = "contracts that scored"
"""The families' name for the tally of contracts won, of those declared."""


def _series(words: Words, standing: Standing) -> Iterator[Tally]:
    """Yield two tallies of a series of games: contracts lost, and points with what is added for contracts won and
    lost.

    `words` are the points for these: 'won', 'lost', and for each contract that 'others' lost, by the number of
    players.
    """
    for name, won, declared in standing.tallies:
        if name != CONTRACTS:
            continue
        hits = list(map(_or_nothing, won))
        lost = [of - hit for of, hit in zip(declared or (), hits, strict=True)]
        yield Tally("contracts lost", tuple(lost))
        others = words.get("others")
        each = 0
        if others:
            each = others.get(str(len(won)), 0)
        totals = []
        for total, hit, own in zip(standing.totals, hits, lost, strict=True):
            if total is not None:
                total += words.get("won", 0) * hit + words.get("lost", 0) * own + each * (sum(lost) - own)
            totals.append(total)
        yield Tally("points in the series", tuple(totals))


def _or_nothing(number: Number | None) -> Number:
    """A number, 0 if it is not known."""
    return number or 0


def _board(played: Replay, standing: Standing, imps: Words) -> ClubBoard:
    """A deal that several tables play, as it was played at one of them; `imps` is the scale of the ruleset."""
    log = played.log
    written = log.board
    board = ClubBoard(
        written["number"],
        session=written.get("session", ""),
        table=str(written.get("table", "")),
        dealt=_checksum_of_deal(log),
        lead=_lead(log),
        imps=tuple(sorted(imps.get("steps", ()))),
        average_plus=imps.get("average_plus", 0),
        pairs=tuple(written.get("pairs", ())),
    )
    if "awarded" in written:
        board = board._replace(awarded=tuple(written["awarded"].get(who, 50) for who in log.players))
    contract = None
    if standing.over:
        contract = played.game.contract_played(played.folded.state)
    if contract is None:
        return board
    return board._replace(**contract._asdict())


def _checksum_of_deal(log: Log) -> str:
    """A short checksum of the hands that were dealt, to know the deal again; "" if they are not known."""
    hands = None
    for item in log.items:
        if "deal" in item:
            hands = item["deal"]
            break
    if not hands and log.position:
        hands = log.position.get("hands")
    if not isinstance(hands, dict):
        return ""
    cards = []
    for who in log.players:
        hand = hands.get(who) or ()
        cards.append(sorted(map(str, hand)))
    if not any(cards):
        return ""
    return sha256(repr(cards).encode()).hexdigest()[:16]


def _lead(log: Log) -> str:
    """The first card that was played; empty if it is not known."""
    for item in log.items:
        if item.get("trick"):
            return str(item["trick"][0])
        if "trick" in item or "play" in item:
            return str(item.get("play", ""))
    return ""


@lru_cache(maxsize=128)
def _rests_on(rules: Ruleset) -> tuple[str, ...]:
    """The files of rules that may change."""
    return tuple(dict.fromkeys(file for file in files_of(rules) if not is_shipped(file)))


class PlayerRecord(NamedTuple):
    """A player's record: how many games were begun, `ended` with known places, and won of these; the average `place` and points
    (None if there are none), the `last` day, and what was counted, of how many if it is a share."""

    games: int
    ended: int
    won: int
    place: float | None
    average: float | None
    last: str
    tallies: Mapping[str, tuple[Number, Number | None]]


class GameRecord(NamedTuple):
    """A game, with one selection of house rules or with any: how often it was played, and each player's record."""

    title: str
    house: tuple[str, ...]
    games: int
    records: Mapping[str, PlayerRecord]

    @property
    def tallied(self) -> list[str]:
        """The things that were counted for anybody."""
        return list(dict.fromkeys(chain.from_iterable(record.tallies for record in self.records.values())))


def _game_record(entries: Sequence[ClubGame]) -> GameRecord:
    """The results of everybody in these games."""
    seats: dict[str, list[tuple[ClubGame, int]]] = defaultdict(list)
    for entry in entries:
        for seat, player in enumerate(entry.players):
            seats[player].append((entry, seat))
    records = {player: _player_record(played) for player, played in seats.items()}
    if not entries:
        return GameRecord("", (), 0, records)
    return GameRecord(entries[0].title, entries[0].house, len(entries), records)


def _player_record(played: Sequence[tuple[ClubGame, int]]) -> PlayerRecord:
    """The results of a player in these games, each with the player's seat.

    A tally is added up over games, and so is the number that it is a share of. The points on a board that others play
    as well say nothing by themselves, and are not averaged.
    """
    ended = [(entry, seat) for entry, seat in played if entry.ended]
    won = sum(seat in entry.winners for entry, seat in ended)
    place = _average(entry.places[seat] for entry, seat in ended)
    points = _average(entry.totals[seat] for entry, seat in played if entry.over and not entry.board)
    tallies: dict[str, tuple[Number, Number | None]] = {}
    for entry, seat in played:
        for name, counted, of in entry.tallies:
            number = counted[seat]
            if number is not None:
                before, total_of = tallies.get(name, (0, None))
                if of is not None:
                    total_of = (total_of or 0) + of[seat]
                tallies[name] = before + number, total_of
    last = max(entry.occasion.date for entry, _ in played)
    return PlayerRecord(len(played), len(ended), won, place, points, last, tallies)


def _average(numbers: Iterable[Number | None]) -> float | None:
    """The average of the numbers that are known; None if none is."""
    known = [number for number in numbers if number is not None]
    if not known:
        return None
    return sum(known) / len(known)


def _day(entry: ClubGame) -> str:
    return entry.occasion.date


class Season:
    """All games of a club in the order in which they were played, each player under one name, and their results."""

    def __init__(self, entries: Iterable[ClubGame], people: People, questions: Sequence[str] = ()) -> None:
        """Give the players in all games their names in the club, and work out the results.

        `questions` are sentences on names that may be one player's.
        """
        self.questions = questions
        named = [_with_club_names(entry, people) for entry in entries]
        self.entries: Sequence[ClubGame] = sorted(named, key=_day)
        by_game = defaultdict[str, list[ClubGame]](list)
        by_house = defaultdict[tuple[str, tuple[str, ...]], list[ClubGame]](list)
        for entry in self.counted:
            by_game[entry.game].append(entry)
            by_house[entry.game, entry.house].append(entry)
        self.total = _game_record(self.counted)
        self.by_game = {game: _game_record(played) for game, played in by_game.items()}
        self.by_house = {which: _game_record(played) for which, played in by_house.items()}

    @property
    def counted(self) -> list[ClubGame]:
        """The games that could be judged, as far as they could."""
        return [entry for entry in self.entries if entry.players]

    @property
    def unjudged(self) -> list[ClubGame]:
        """The games that could not be judged, or not to their end."""
        return [entry for entry in self.entries if entry.complaints]

    @property
    def disputes(self) -> list[tuple[ClubGame, Finding]]:
        """Everything that was against the rules or let stand, with its game."""
        disputes = []
        for entry in self.entries:
            disputes += [(entry, dispute) for dispute in entry.disputes]
        return disputes

    @property
    def projects(self) -> list[str]:
        """Sentences that name the project files, and what they add."""
        return list(dict.fromkeys(chain.from_iterable(entry.project for entry in self.entries)))

    @property
    def days(self) -> tuple[str, str]:
        """The first day and the last; empty if no game says when it was played."""
        dates = [entry.occasion.date for entry in self.counted if entry.occasion.date]
        if dates:
            return (dates[0], dates[-1])
        return ("", "")

    def of(self, game: str) -> list[GameRecord]:
        """A game as it was played with each selection of house rules, if there are several."""
        several = [played for (name, _), played in self.by_house.items() if name == game]
        if len(several) > 1:
            return sorted(several, key=attrgetter("house"))
        return []


def _with_club_names(entry: ClubGame, people: People) -> ClubGame:
    """A game with the names of the club for its players; if two of them are then one player, it counts as not judged."""
    names = tuple(map(people.name, entry.players))
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        written = [quote(own) for own, name in zip(entry.players, names, strict=True) if name == twice[0]]
        why = f"{in_list(written)} sit at one table here, but are one player by the names of the club; not counted"
        complaints = entry.complaints + (f"{entry.where}: {why}",)
        return ClubGame(entry.path, entry.line, "unjudged", entry.game, occasion=entry.occasion, complaints=complaints)
    disputes = []
    for each in entry.disputes:
        player = each.player or ""
        disputes.append(each._replace(player=people.name(player)))
    return entry._replace(players=names, disputes=tuple(disputes))


class Rating(NamedTuple):
    """The estimate of a player: `mu`, its uncertainty (`sigma`), and the number of games."""

    mu: float
    sigma: float
    games: int

    @property
    def sure(self) -> float:
        """The rating that a player almost certainly reaches: three sigmas below the estimate."""
        return self.mu - 3 * self.sigma


class RatingChange(NamedTuple):
    """A game that was rated, and the ratings of its players after it."""

    entry: ClubGame
    after: dict[str, Rating]


def ratings(entries: Iterable[ClubGame]) -> list[RatingChange]:
    """The ratings after each game that ended, in order, apart for each kind of game. Raises SourceError without the
    package.

    A deal that several tables play is not rated, since its cards decide who wins. Players who play together
    throughout a game are a team; equal places are ties. Source: Weng and Lin, A Bayesian approximation method for
    online ranking (2011); openskill, its model by Plackett and Luce.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        missing = "ratings need the package openskill; install it with pip install 'referee[club]'"
        raise SourceError.at(Place(COMMAND_LINE, 1, 1), missing) from None
    model: Any = PlackettLuce()
    current: dict[tuple[str, str], Any] = {}
    games: Counter[tuple[str, str]] = Counter()
    changes: list[RatingChange] = []
    for entry in entries:
        if not entry.ended or len(entry.sides) < 2 or entry.board:
            continue
        sides = []
        teams = []
        ranks = []
        for side in entry.sides:
            players = [entry.players[seat] for seat in side]
            sides.append(players)
            for player in players:
                if (entry.game, player) not in current:
                    current[entry.game, player] = model.rating(name=player)
            teams.append([current[entry.game, player] for player in players])
            ranks.append(float(entry.places[side[0]]))
        after: dict[str, Rating] = {}
        for players, team in zip(sides, model.rate(teams, ranks=ranks), strict=True):
            for player, rating in zip(players, team, strict=True):
                current[entry.game, player] = rating
                games[entry.game, player] += 1
                after[player] = Rating(rating.mu, rating.sigma, games[entry.game, player])
        changes.append(RatingChange(entry, after))
    return changes


def latest(changes: Iterable[RatingChange]) -> dict[tuple[str, str], Rating]:
    """The final rating in each game of each player."""
    final = {}
    for change in changes:
        for player, rating in change.after.items():
            final[change.entry.game, player] = rating
    return final


class People(NamedTuple):
    """The names of a club: `known_as` maps a name in logs to the name in the club; pairs in `different` are two players."""

    known_as: Mapping[str, str]
    different: frozenset[frozenset[str]]

    def name(self, written: str) -> str:
        """The player whom a name in a log means."""
        return self.known_as.get(written, written)


NOBODY = People({}, frozenset())


def load_people(path: str) -> People:
    """The names of a club from a file of aliases. Raises SourceError, or LogError with every fault in it."""
    document = source.load(path)
    faults = source.schema_faults(document.data, {"$ref": "players.schema.json"}, store=SCHEMAS)
    complaints = [Complaint(document.place(pointer), message) for pointer, message in faults]
    if not complaints:
        complaints = list(_faults(document))
    if complaints:
        raise LogError(complaints)
    known_as = {}
    for name, aliases in _players_in(document).items():
        known_as[name] = name
        known_as |= dict.fromkeys(aliases, name)
    different = set[frozenset[str]]()
    for group in _different_in(document):
        different |= set(map(frozenset, combinations(group, 2)))
    return People(known_as, frozenset(different))


def _players_in(document: Document) -> Mapping[str, Sequence[str]]:
    """The players in a file of aliases, each with the aliases."""
    players = document.data.get("players") or {}
    return {name: aliases or () for name, aliases in players.items()}


def _different_in(document: Document) -> Sequence[Sequence[str]]:
    """The groups of names in a file of aliases that are different players."""
    return document.data.get("different") or ()


def _faults(document: Document) -> Iterator[Complaint]:
    """Yield the faults of a file of aliases whose form is right: bad names, aliases of two players, contradictions."""
    players = _players_in(document)
    whose: dict[str, str] = {}
    for name, aliases in players.items():
        if not name.strip() or not all_seen(name):
            message = f"{quote(name)} is not a name; a name has characters that are seen"
            yield Complaint(document.place(("players", Key(name))), message)
        for place, written in enumerate(aliases):
            alias_place = document.place(("players", name, place))
            if written in players:
                own = f"{quote(written)} has an entry of its own; a name is either a player or an alias of one"
                yield Complaint(alias_place, own)
            elif written in whose:
                twice = f"{quote(written)} is an alias of {quote(whose[written])} already; a name means one player"
                yield Complaint(alias_place, twice)
            whose.setdefault(written, name)
    for number, group in enumerate(_different_in(document)):
        for one, other in combinations(group, 2):
            if whose.get(one, one) == whose.get(other, other):
                same = f"{quote(one)} and {quote(other)} are one player by `players:`"
                yield Complaint(document.place(("different", number)), f"{same}; they cannot be different, too")


def look_alikes(people: People, tables: Iterable[Sequence[str]]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """Names that may be one player's: groups that look the same, and pairs that differ by a slip of the pen.

    In each the known names come first; what somebody has said to be different is left out. `tables` are the players
    of each game, as logs write them. Players who sat at one table are different, and names with different numbers are
    no slip.
    """
    names = _Names(people)
    for table in dict.fromkeys(map(tuple, tables)):
        names.seat(table)
    groups = names.groups()
    slips = []
    for pair in _nearly_alike(names.all()):
        if names.is_open(pair) and _is_slip(pair) and not any(set(pair) <= set(group) for group in groups):
            slips.append(names.in_order(pair))
    return groups, sorted(slips)


class _Names:
    """All names of a club: which are `known` to its file, which pairs are known to be two players, and the names by the look of
    what logs write for them."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._known = set(people.known_as.values())
        self._apart = set(people.different)
        self._by_look: dict[str, set[str]] = defaultdict(set)
        for written, name in people.known_as.items():
            self._by_look[look_of(written)].add(name)

    def seat(self, table: Sequence[str]) -> None:
        """Add the players of a game, who are different."""
        seated = list(map(self._people.name, table))
        for written, name in zip(table, seated, strict=True):
            self._by_look[look_of(written)].add(name)
        self._apart |= set(map(frozenset, combinations(seated, 2)))

    def all(self) -> set[str]:
        """All names, whoever wrote them."""
        return self._known.union(*self._by_look.values())

    def groups(self) -> list[tuple[str, ...]]:
        """The names that look the same, if it is open whether two of them are one player."""
        groups = dict.fromkeys(self.in_order(names) for _, names in sorted(self._by_look.items()))
        return [group for group in groups if any(map(self.is_open, combinations(group, 2)))]

    def in_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Names by the alphabet, known ones first."""
        ordered = sorted(names)
        known = [name for name in ordered if name in self._known]
        return tuple(known + [name for name in ordered if name not in self._known])

    def is_open(self, pair: tuple[str, ...]) -> bool:
        """Whether nobody has said if two names are one player or two."""
        return frozenset(pair) not in self._apart and not self._known.issuperset(pair)


def _nearly_alike(names: Iterable[str]) -> set[tuple[str, str]]:
    """The pairs of names that become the same without one letter of each, or two of a long name; their numbers are
    the same."""
    by_rest: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for name in sorted(names):
        if len(name) > LONGEST_NAME:
            continue
        rests = _without(look_of(name))
        if len(name) >= LONG:
            rests = rests.union(*map(_without, rests))
        for rest in rests:
            by_rest[(rest, *re.findall(r"\d+", name))].append(name)
    pairs = set[tuple[str, str]]()
    for near in by_rest.values():
        pairs |= {pair for pair in combinations(near, 2) if max(map(len, pair)) > SHORT}
    return pairs


def _is_slip(pair: tuple[str, str]) -> bool:
    """Whether one of two names that look different may be a slip of the pen for the other."""
    one, other = pair
    return look_of(one) != look_of(other) and bool(slip_of(one, [other]))


SHORT, LONG, LONGEST_NAME = 3, 8, 40
"""The longest name too short for a slip, the shortest in which there may be two, and the longest that is compared."""


def _without(name: str) -> set[str]:
    """A name, and the same name without one of its letters."""
    return {name} | {name[:at] + name[at + 1 :] for at in range(len(name))}


def as_file(players: Mapping[str, Sequence[str]], different: Sequence[Sequence[str]]) -> str:
    """The text of a file of aliases: `players` with the aliases of each, and groups of `different` players."""
    lines = ["# The names of a club: each player, and how logs write the name besides."]
    if players:
        lines.append("players:")
        lines += [f"  {line}" for line in yaml_lines(players)]
    if different:
        lines.append("different:")
        lines += [f"  - {yaml_line(group)}" for group in different]
    return "\n".join(lines) + "\n"
