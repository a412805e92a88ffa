"""A log as steps: what happened in a sentence, a drawing of the table, what might be done next, and what was found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

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
    """Return what an event says as it is written; None is one that cannot be read."""
    item, number, size, _ = written
    verb = ""
    if event is not None:
        verb = event.verb
    key = next((name for name in item if name not in EXTRAS), verb)
    value = item.get(key)
    if event is not None and event.at:
        value = at(item, event.at)
    elif size > 1 and isinstance(value, list) and number < len(value):
        value = value[number]
    if isinstance(value, Mapping) and verb != "deal":
        if verb != "bid":  # or it is a call and what it means
            value = {name: part for name, part in value.items() if name not in game.acts}  # which are other events
        if value.keys() <= {*players}:
            names = [*value]
            if size > 1 and not (event is not None and event.at[1:]):  # each of them is an event, or several
                if who in value:
                    names = [who]
                else:
                    names = names[number : number + 1]
            value, who = (value[names[0]], names[0]) if len(names) == 1 else (value, "")
    if verb == "bid" and isinstance(value, Mapping):  # a call and what it means
        value = ", ".join(f"{call}: {meaning}" for call, meaning in value.items())
    if not verb:
        verb = key
    if verb == "deal":  # everybody's cards are visible
        if who:
            return f"{who} deals"
        return "The cards are dealt"
    word = log_words(game.ruleset.family).get(verb)
    does = ""
    if word:
        does = word.schema.get("does", "")
    if isinstance(does, Mapping) and isinstance(value, str):
        return f"{who} {_prose(value, does)}"
    if word and isinstance(value, Mapping):
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
    """Return a move in words: each word and sign of its notation as its schema says it."""
    said = " ".join(says.get(word, word) for word in _WORDS_AND_SIGNS.findall(notation))
    return re.sub(r" (?=[,)])|(?<=\() ", "", said)


def _phrases(value: Mapping[str, object], word: Word) -> str:
    """Return a map in words, each entry in the phrase that its schema has for it."""
    phrases = [str(word.at((key,)).schema.get("does", "")) for key in value]
    if not all(phrases):
        return in_words(value)
    both = zip(phrases, value, strict=True)
    said = [one.replace("{key}", key).replace("{}", in_words(value[key])) for one, key in both]
    if len(set(phrases)) == len(phrases):
        return " ".join(said).replace(" ,", ",")
    return in_list(said)


def card_names(deck: Deck) -> Callable[[str], str]:
    """Return what replaces cards in a sentence by their names: 'the Queen of Spades', or 'Luke 6:31' if ranks have none.

    More than five in a row, and a row with a card that has no suit, keep their notation.
    """
    names = {}
    for card in deck.cards:
        if card.suit:
            plain = f"{deck.suits[card.suit]} {card.rank}"
            names[card.id] = f"the {in_full(deck, card)}" if card.rank in deck.rank_names else plain
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
    """Return a move in words, 'play the Two of Clubs', as its schema says that somebody does it; else as it is written."""
    verb, value = next((key, value) for key, value in option.item.items() if key not in EXTRAS)
    does = records[verb].schema.get("does", "")
    if option.example or not does or in_words(value) != option.notation:
        if option.spoken:
            return option.notation
        return names(option.notation)
    if option.spoken and not option.notation[:1].isdigit():
        return f"say {option.notation}"
    if isinstance(does, Mapping):
        return names(_prose(option.notation, {word: _do(says) for word, says in does.items()}))
    return f"{_do(does)} {option.notation if option.spoken else names(option.notation)}"


@lru_cache(1_000)
def _do(does: str) -> str:
    """Return what a schema says of somebody who does something as what is to be done: 'plays' as 'play'."""
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


class Steps(NamedTuple):
    """A whole log: its rules and verdict, the faces of its cards, every step, and the score pad."""

    log: Log
    rules: Ruleset
    verdict: Verdict
    faces: Faces
    steps: list[ReplayStep]
    pad: list[Block]


def steps_of(log: Log, rules: Ruleset, *, as_played: bool = False) -> Steps:
    """Return every step of a log, as far as it can be judged. Raises LogError or RulesetError if it cannot begin."""
    faces = Faces(rules.deck)
    seen: list[StepTable] = []
    states: list[AtTable] = []

    def look(game: Game, state: AtTable, event: Event | None) -> None:
        if states:
            aftermath = tuple(game.aftermath(states.pop(), state))
        else:
            aftermath = ()
        states.append(state.copy())
        options = game.options(state)
        scene = mark_barred(game.scene(state), options)
        seen.append(StepTable(game.progress(state), scene, drawing(scene, faces), options, event, aftermath))

    played = replay(log, rules, as_played=as_played, watch=look)
    verdict = verdict_on(played, strict=False)
    look(played.game, played.state, None)
    return Steps(log, rules, verdict, faces, list(_steps(seen, played, verdict, faces)), played.score[1])


class StepTable(NamedTuple):
    """The table at a point of a game, before an event or after the last."""

    spot: Mapping[str, int]
    scene: Scene
    drawn: Drawing
    options: Options
    event: Event | None
    aftermath: tuple[str, ...]


def _steps(seen: Sequence[StepTable], played: Replay, verdict: Verdict, faces: Faces) -> Iterator[ReplayStep]:
    """Yield the steps, with one more for an event that could not happen."""
    findings_at: dict[int, list[Finding]] = {}
    last = len(seen) - 1
    game = played.game
    for finding in verdict.findings:
        findings_at.setdefault(min(finding.event, last + 1), []).append(finding)
    names = card_names(game.ruleset.deck)
    records = log_words(game.ruleset.family)
    written = (
        EventPlace(item, number, game.size(item), played.log.place(("events", position)).line)
        for position, item in enumerate(played.log.items)
        for number in range(game.size(item))
    )

    def step(
        number: int, before: StepTable, after: StepTable, telling: Telling, complaints: tuple[str, ...] = ()
    ) -> ReplayStep:
        options = after.options
        findings = tuple(findings_at.get(number, ()))
        moves = []
        for one in options.options:
            rule, why = (one.fault.rule, one.fault.message) if one.fault else ("", "")
            by = str(one.item.get("by", options.player or ""))
            moves.append(ReplayMove(one.notation, order(one, records, names), by, rule, why))
        comes = (options.player or "", options.doing, tuple(moves))
        if number:
            after = _in_dispute(before, after, findings, played.log, faces)
        return ReplayStep(number, before.spot, telling, after.scene, after.drawn, findings, complaints, *comes)

    yield step(0, seen[0], seen[0], Telling("", "The game begins.", "", played.log.line))
    for number, (before, after) in enumerate(pairwise(seen), 1):
        telling = _telling(game, before, next(written), names)._replace(why=tuple(map(names, after.aftermath)))
        named = str if after.scene.auction else names
        ends = {
            (said.split()[0], said.rstrip(".").split()[-1]) for said in after.aftermath
        }  # what a line need not say again
        lines = tuple(named(line) for line in after.scene.lines if (line.split()[0], line.split()[-1]) not in ends)
        yield step(number, before, after._replace(scene=after.scene._replace(lines=lines)), telling)
    if last + 1 in findings_at or verdict.complaints:
        telling = _telling(game, seen[-1], next(written, EventPlace({}, 0, 1, 0)), names)
        yield step(last + 1, seen[-1], seen[-1], telling, tuple(map(str, verdict.complaints)))


def _in_dispute(before: StepTable, after: StepTable, findings: Sequence[Finding], log: Log, faces: Faces) -> StepTable:
    """Return a table with the cards of an event against the rules where they fell, and what was legal lit in the hand."""
    options = before.options
    trees = (after.scene.loose, *(seat.tree for seat in after.scene.seats))
    names = [*faces.deck.by_id, *(node.name for nodes in trees for node in nodes)]
    some = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    for one in findings:
        if one.kind not in ("violation", "accepted") or not one.player or not options.player or "expect" in one.at:
            continue
        text = in_words([*map(str, one.at[-1:]), at(log.data, one.at)])
        words = _WORDS_AND_SIGNS.findall(text)
        cards = re.findall(rf"(?<![\w:])(?:{some})(?![\w:])", text)
        if not cards or any(option.spoken for option in options.options):
            continue
        legal = [option.notation for option in options.legal] if options.player == one.player else one.legal
        lit = {word for text in legal for word in _WORDS_AND_SIGNS.findall(text)} - set(cards)
        place = next((word for sign, word in pairwise(words) if sign == "@"), "")
        scene = mark_disputed(after.scene, one.player, cards, lit, place)
        return after._replace(scene=scene, drawn=drawing(scene, faces))
    return after


def _telling(game: Game, before: StepTable, written: EventPlace, names: Callable[[str], str]) -> Telling:
    event = before.event
    verb = ""
    if event is not None:
        verb = event.verb
    records = log_words(game.ruleset.family)
    by = written.item.get("by")
    if isinstance(by, str):
        who = by
    else:
        who = _actor(before, verb, records)
    said = sentence(written, event, who, game, [seat.player for seat in before.scene.seats]).rstrip(".:")
    key = verb or next((key for key in written.item if key not in EXTRAS), "")
    does = ""
    if verb in records:
        does = records[verb].schema.get("does", "")
    told = said
    if event is not None and game.secret(event):
        by_player = isinstance(written.item.get(key), Mapping)
        if by_player:
            known = []
        else:
            known = [word for word in said.split() if word.strip(",!") not in game.ruleset.deck.by_id]
        if does and isinstance(does, str):
            plain = does
        else:
            plain = f"{key}s"
        if known and len(known) < len(said.split()):
            told = " ".join(known)
        else:
            told = f"{who} {plain}".strip()
    if does == "bids":
        names = str
    value = written.item.get(key)
    notation = ""
    if told == said and isinstance(value, str) and value not in said:
        notation = value
    return Telling(
        who, _as_sentence(names(said)), _as_sentence(names(told)) if told != said else "", written.line, notation
    )


def _as_sentence(words: str) -> str:
    """Return words as a sentence; a card that is called out ends it."""
    if words.endswith("!"):
        return words
    return f"{words}."


def _actor(before: StepTable, verb: str, records: Mapping[str, Word]) -> str:
    """Return who did something that is written without a name: the player to act, or the dealer."""
    seats = before.scene.seats
    event = before.event
    if event is not None and event.seat is not None:
        return seats[event.seat].player
    if verb in records and records[verb].schema.get("by_nobody"):
        return ""
    return next((seat.player for seat in seats if (seat.deals if verb == "deal" else seat.to_act)), "")
