"""A log as steps: what happened in a sentence, a drawing of the table, what might be done next, and what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from referee.core.cards import Deck
from referee.core.events import Event, Finding, Item
from referee.core.family import Block, Option, Options
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable, in_words
from referee.core.merging import at
from referee.core.ruleset import Ruleset
from referee.core.scene import Scene, mark_barred, mark_disputed
from referee.core.verdict import Verdict
from referee.core.wording import in_list
from referee.core.words import Word
from referee.judging.fold import Visitor
from referee.judging.judge import verdict_on
from referee.judging.log import Log
from referee.judging.replay import Replay, replay
from referee.replay.drawing import Drawing, drawing
from referee.replay.faces import Faces
from referee.replay.faces import in_words as in_full
from referee.rules.rulesets import log_words


class EventPlace(NamedTuple):
    """The place of an event in its log: its item, its number there, how many events the item stands for, and its line."""

    item: Item
    number: int
    size: int
    line: int


def sentence(written: EventPlace, event: Event | None, who: str, game: Game, players: Sequence[str]) -> str:
    """An event in a sentence, as the log writes it; `event` is None if it cannot be read, `who` the player who did
    it."""
    verb = ""
    if event is not None:
        verb = event.verb
    value = _value_of(written, event)
    if isinstance(value, Mapping) and verb != "deal":
        if verb != "bid":  # or it is a call and what it means
            value = {name: part for name, part in value.items() if name not in game.acts}  # which are other events
        if value.keys() <= set(players):
            who, value = _part_of_player(written, event, who, value)
    if verb == "bid" and isinstance(value, Mapping):  # a call and what it means
        value = ", ".join(f"{call}: {meaning}" for call, meaning in value.items())
    if not verb:
        verb = _first_verb(written.item)
    if verb == "deal":  # everybody's cards are visible
        if who:
            return f"{who} deals"
        return "The cards are dealt"
    return _act_in_words(who, verb, value, log_words(game.ruleset.family).get(verb))


def _first_verb(item: Item) -> str:
    """The first verb of an item, "" if it has none."""
    for key in item:
        if key not in EXTRAS:
            return key
    return ""


def _value_of(written: EventPlace, event: Event | None) -> Any:
    """The value that a log writes for an event; of an item that stands for several events, the part of this one."""
    if event is not None and event.at:
        return at(written.item, event.at)
    value = written.item.get(_first_verb(written.item))
    if written.size > 1 and isinstance(value, list) and written.number < len(value):
        return value[written.number]
    return value


def _part_of_player(
    written: EventPlace, event: Event | None, who: str, by_player: Mapping[str, Any]
) -> tuple[str, Any]:
    """The player of an event and the value of this player in a map by player; "" and the whole map if it is of
    several."""
    names = list(by_player)
    if written.size > 1 and not (event is not None and event.at[1:]):  # each of them is an event, or several
        if who in by_player:
            names = [who]
        else:
            names = names[written.number : written.number + 1]
    if len(names) == 1:
        return names[0], by_player[names[0]]
    return "", by_player


def _act_in_words(who: str, verb: str, value: Any, word: Word | None) -> str:
    """The act of a player in a sentence, by what the schema says that somebody does; without a player, the verb and
    its value.

    `word` is the record of the verb, None if there is none.
    """
    does: str | Mapping[str, str] = ""
    if word is not None:
        does = word.schema.get("does", "")
    if isinstance(does, Mapping) and isinstance(value, str):
        return f"{who} {_prose(value, does)}"
    if word is not None and isinstance(value, Mapping):
        words = _phrases(value, word)
    else:
        words = in_words(value)
    words = re.sub(rf"^{verb}\b ?", "", words)  # a short form says it itself: plays: [7H, draw 5C, pass]
    if not who:
        return f"{verb.replace('_', ' ').capitalize()}: {words}"
    if does == "bids" and not words[:1].isdigit():
        return f"{who} says {words}"
    if does:
        return f"{who} {does} {words}".strip()
    return f"{who}: {verb.replace('_', ' ')} {words}".strip()


_WORDS_AND_SIGNS = re.compile(r"[A-Z](?=[\d,]+\()|[^\s@|+=()]+|[@|+=()]")


def _prose(notation: str, says: Mapping[str, str]) -> str:
    """A move in words: each word and sign of its notation as its schema says it."""
    said = " ".join(says.get(word, word) for word in _WORDS_AND_SIGNS.findall(notation))
    return re.sub(r" (?=[,)])|(?<=\() ", "", said)


def _phrases(value: Mapping[str, object], word: Word) -> str:
    """A map in words, each entry in the phrase that its schema has for it ('for {}'); in list form if a phrase has
    none."""
    phrases = [str(word.at((key,)).schema.get("does", "")) for key in value]
    if not all(phrases):
        return in_words(value)
    both = zip(phrases, value, strict=True)
    said = [one.replace("{key}", key).replace("{}", in_words(value[key])) for one, key in both]
    if len(set(phrases)) == len(phrases):
        return " ".join(said).replace(" ,", ",")
    return in_list(said)


def card_names(deck: Deck) -> Callable[[str], str]:
    """A function that replaces cards in a sentence by their names: 'the Queen of Spades', or 'Luke 6:31' if ranks
    have none.

    More than five in a row, and a row with a card that has no suit, keep their notation.
    """
    names = {}
    for card in deck.cards:
        if card.suit and card.rank in deck.rank_names:
            names[card.id] = f"the {in_full(deck, card)}"
        elif card.suit:
            names[card.id] = f"{deck.suits[card.suit]} {card.rank}"
    if not names:
        return str
    one = "|".join(map(re.escape, sorted(deck.by_id, key=len, reverse=True)))
    several = re.compile(rf"(?<![\w:])(?:{one})(?: (?:{one}))*(?![\w:])")

    def replaced(row: re.Match[str]) -> str:
        cards = row[0].split()
        if len(cards) < 6 and names.keys() >= set(cards):
            return in_list(names[card] for card in cards)
        return row[0]

    @lru_cache(10_000)
    def in_names(sentence: str) -> str:
        return several.sub(replaced, sentence)

    return in_names


def order(option: Option, records: Mapping[str, Word], names: Callable[[str], str]) -> str:
    """A move as an order to a player, 'play the Two of Clubs', from what the schema says of its verb; else its
    notation.

    `records` are those of verbs, `names` puts in the names of cards.
    """
    verb = _first_verb(option.item)
    does = records[verb].schema.get("does", "")
    if option.example or not does or in_words(option.item[verb]) != option.notation:
        if option.spoken:
            return option.notation
        return names(option.notation)
    if option.spoken and not option.notation[:1].isdigit():
        return f"say {option.notation}"
    if isinstance(does, Mapping):
        return names(_prose(option.notation, {word: _do(says) for word, says in does.items()}))
    if option.spoken:
        return f"{_do(does)} {option.notation}"
    return f"{_do(does)} {names(option.notation)}"


@lru_cache(1_000)
def _do(does: str) -> str:
    """The verb of a schema's phrase as an order: 'plays' as 'play', 'passes' as 'pass'."""
    return re.sub(r"^(and )?(\w{2,}?)((?<=ss)e|(?<=sh)e|(?<=ch)e)?s\b", r"\1\2", does)


class ReplayMove(NamedTuple):
    """A move as it is written and in words, who may make it, and the rule that forbids it, if any, with the sentence."""

    notation: str
    says: str = ""
    by: str = ""
    rule: str = ""
    why: str = ""


class Telling(NamedTuple):
    """An event as told: who did what, what others know of it, the line of the log, its notation, and why it mattered."""

    who: str
    said: str
    told: str
    line: int
    written: str = ""
    why: tuple[str, ...] = ()


class ReplayStep(NamedTuple):
    """The table after an event (0: before the first), and what was said and found about the event.

    `spot` is the event's place in the game; `doing` is what comes next, by `to_act`, who may make one of the `moves`.
    `leaders` are the players in first place after it, none if that is not known.
    """

    event: int
    spot: Mapping[str, int]
    telling: Telling
    scene: Scene
    drawn: Drawing
    findings: tuple[Finding, ...]
    complaints: tuple[str, ...]
    to_act: str
    doing: str
    moves: tuple[ReplayMove, ...]
    leaders: tuple[str, ...]


class Steps(NamedTuple):
    """A whole log: its rules and verdict, the faces of its cards, every step, and the score pad."""

    log: Log
    rules: Ruleset
    verdict: Verdict
    faces: Faces
    steps: list[ReplayStep]
    pad: list[Block]


def steps_of(log: Log, rules: Ruleset, *, as_played: bool = False) -> Steps:
    """Every step of a log, as far as it can be judged. Raises LogError or RulesetError if it cannot begin."""
    faces = Faces(rules.deck)
    onlooker = _Onlooker(faces)
    played = replay(log, rules, as_played=as_played, visitor=onlooker)
    verdict = verdict_on(played, strict=False)
    return Steps(log, rules, verdict, faces, list(_steps(onlooker.seen, played, verdict, faces)), played.score[1])


class StepTable(NamedTuple):
    """The table at a point of a game, before an event or after the last."""

    spot: Mapping[str, int]
    scene: Scene
    drawn: Drawing
    options: Options
    event: Event | None
    aftermath: tuple[str, ...]
    leaders: tuple[str, ...]


class _Onlooker(Visitor):
    """A visitor who keeps the table before each event, and after the last."""

    def __init__(self, faces: Faces) -> None:
        self.seen: list[StepTable] = []
        self._faces = faces
        self._before: AtTable | None = None
        self._totals: list[str] = []
        self._leaders: tuple[str, ...] = ()

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        self._look(game, state, event)

    def end(self, game: Game, state: AtTable) -> None:
        self._look(game, state, None)

    def _look(self, game: Game, state: AtTable, event: Event | None) -> None:
        """Keep the table as it is now, with what the event before has caused, and the event that follows (None: the
        end)."""
        aftermath: list[str] = []
        if self._before is not None:
            aftermath = game.aftermath(self._before, state)
        self._before = state.copy()
        options = game.options(state)
        scene = mark_barred(game.scene(state), options)
        drawn = drawing(scene, self._faces)
        totals = [seat.total for seat in scene.seats]
        if event is None or totals != self._totals:
            self._totals = totals
            self._leaders = _leaders(game, state)
        spot = game.progress(state)
        self.seen.append(StepTable(spot, scene, drawn, options, event, tuple(aftermath), self._leaders))


def _leaders(game: Game, state: AtTable) -> tuple[str, ...]:
    """The players in first place as a game stands; nobody if that is not known."""
    places = game.standing(state, tallied=False).places
    return tuple([player for player, place in zip(state.players, places, strict=False) if place == 1])


def _steps(seen: Sequence[StepTable], played: Replay, verdict: Verdict, faces: Faces) -> Iterator[ReplayStep]:
    """Yield the steps of a log from the tables that were `seen`, and one more for an event that could not happen."""
    findings_at: dict[int, list[Finding]] = {}
    last = len(seen) - 1
    game = played.game
    for finding in verdict.findings:
        findings_at.setdefault(min(finding.event, last + 1), []).append(finding)
    names = card_names(game.ruleset.deck)
    written = _event_places(played)

    def step(
        number: int, before: StepTable, after: StepTable, telling: Telling, complaints: tuple[str, ...] = ()
    ) -> ReplayStep:
        """One step: what happened between two tables (`before`, `after`), told in `telling`, with its findings and
        complaints."""
        options = after.options
        findings = tuple(findings_at.get(number, ()))
        moves = tuple(_moves(game, options, names))
        if number:
            after = _in_dispute(before, after, findings, played.log, faces)
        to_act = ""
        if options.player is not None:
            to_act = options.player
        return ReplayStep(
            number,
            before.spot,
            telling,
            after.scene,
            after.drawn,
            findings,
            complaints,
            to_act,
            options.doing,
            moves,
            after.leaders,
        )

    yield step(0, seen[0], seen[0], Telling("", "The game begins.", "", played.log.line))
    for number, (before, after) in enumerate(pairwise(seen), 1):
        telling = _telling(game, before, next(written), names)._replace(why=tuple(map(names, after.aftermath)))
        yield step(number, before, after._replace(scene=_with_new_lines(after, names)), telling)
    if last + 1 in findings_at or verdict.complaints:
        telling = _telling(game, seen[-1], next(written, EventPlace({}, 0, 1, 0)), names)
        yield step(last + 1, seen[-1], seen[-1], telling, tuple(map(str, verdict.complaints)))


def _event_places(played: Replay) -> Iterator[EventPlace]:
    """Yield the place of each event of a log."""
    for position, item in enumerate(played.log.items):
        line = played.log.place(("events", position)).line
        size = played.game.size(item)
        for number in range(size):
            yield EventPlace(item, number, size, line)


def _moves(game: Game, options: Options, names: Callable[[str], str]) -> Iterator[ReplayMove]:
    """Yield the options at a point as moves for the page, each with the player who may make it, and the rule that
    forbids it."""
    records = log_words(game.ruleset.family)
    player = ""
    if options.player is not None:
        player = options.player
    for option in options.options:
        move = ReplayMove(option.notation, order(option, records, names), str(option.item.get("by", player)))
        if option.fault is not None:
            move = move._replace(rule=option.fault.rule, why=option.fault.message)
        yield move


def _with_new_lines(table: StepTable, names: Callable[[str], str]) -> Scene:
    """The scene of a table, with cards by their names in its lines, and without lines that a consequence says as
    well.

    Two are taken as the same if they begin with the same word and end with the same.
    """
    ends = {(sentence.split()[0], sentence.rstrip(".").split()[-1]) for sentence in table.aftermath}
    scene = table.scene
    lines = [line for line in scene.lines if (line.split()[0], line.split()[-1]) not in ends]
    if not scene.auction:
        lines = list(map(names, lines))
    return scene._replace(lines=tuple(lines))


def _in_dispute(before: StepTable, after: StepTable, findings: Sequence[Finding], log: Log, faces: Faces) -> StepTable:
    """The table after an event that broke a rule, with its cards marked where they fell, and the legal ones lit in
    the hand.

    Unchanged if no such finding names cards, or no player was to act.
    """
    options = before.options
    if not options.player or any(option.spoken for option in options.options):
        return after
    names = list(faces.deck.by_id)
    names += [node.name for node in after.scene.loose]
    for seat in after.scene.seats:
        names += [node.name for node in seat.tree]
    some = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    for one in findings:
        if one.kind not in ("violation", "accepted") or not one.player or "expect" in one.at:
            continue
        text = in_words(list(map(str, one.at[-1:])) + [at(log.data, one.at)])
        cards = re.findall(rf"(?<![\w:])(?:{some})(?![\w:])", text)
        if not cards:
            continue
        legal: Sequence[str] = one.legal
        if options.player == one.player:
            legal = [option.notation for option in options.legal]
        lit = set[str]()
        for notation in legal:
            lit.update(_WORDS_AND_SIGNS.findall(notation))
        scene = mark_disputed(after.scene, one.player, cards, lit - set(cards), _place_in(text))
        return after._replace(scene=scene, drawn=drawing(scene, faces))
    return after


def _place_in(notation: str) -> str:
    """The place at which a move is made, after an @ in its notation; "" if it names none."""
    for sign, word in pairwise(_WORDS_AND_SIGNS.findall(notation)):
        if sign == "@":
            return str(word)
    return ""


def _telling(game: Game, before: StepTable, written: EventPlace, names: Callable[[str], str]) -> Telling:
    """An event told in sentences, for all and, if its cards are secret, for the others.

    `before` is the table before it, `written` its place in the log; `names` puts in the names of cards.
    """
    event = before.event
    verb = ""
    if event is not None:
        verb = event.verb
    records = log_words(game.ruleset.family)
    who = written.item.get("by")
    if not isinstance(who, str):
        who = _actor(before, verb, records)
    said = sentence(written, event, who, game, [seat.player for seat in before.scene.seats]).rstrip(".:")
    does: str | Mapping[str, str] = ""
    if verb in records:
        does = records[verb].schema.get("does", "")
    if does == "bids":
        names = str
    value = written.item.get(verb)
    if not verb:
        value = written.item.get(_first_verb(written.item))
    if event is not None and game.secret(event):
        public = _public_part(game.ruleset.deck, said, isinstance(value, Mapping))
        if not public:
            plain = f"{verb}s"
            if does and isinstance(does, str):
                plain = does
            public = f"{who} {plain}".strip()
        if public != said:
            return Telling(who, _as_sentence(names(said)), _as_sentence(names(public)), written.line)
    telling = Telling(who, _as_sentence(names(said)), "", written.line)
    if isinstance(value, str) and value not in said:
        return telling._replace(written=value)
    return telling


def _public_part(deck: Deck, said: str, by_player: bool) -> str:
    """The words of a sentence that name no card; "" if it names none, or tells of several players."""
    words = said.split()
    public = [word for word in words if word.strip(",!") not in deck.by_id]
    if by_player or len(public) == len(words):
        return ""
    return " ".join(public)


def _as_sentence(words: str) -> str:
    """Words as a sentence; a card that is called out ends it."""
    if words.endswith("!"):
        return words
    return f"{words}."


def _actor(before: StepTable, verb: str, records: Mapping[str, Word]) -> str:
    """The player who did an event whose item names nobody; "" if nobody did it.

    It is the seat of the event if it has one, the dealer of a deal, or else the player to act; of some verbs nobody.
    """
    seats = before.scene.seats
    event = before.event
    if event is not None and event.seat is not None:
        return seats[event.seat].player
    if verb in records and records[verb].schema.get("by_nobody"):
        return ""
    for seat in seats:
        if verb == "deal" and seat.deals:
            return seat.player
        if verb != "deal" and seat.to_act:
            return seat.player
    return ""
