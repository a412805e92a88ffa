"""What is asked without a log: whether one play on a field is legal and what follows, and which plays there are."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from referee.core.events import Event, Misread
from referee.core.findings import Fault
from referee.engines.fishing.game import Game
from referee.engines.fishing.rules import extras, legal_plays, notation, stockpiles, turns
from referee.engines.fishing.rules.board import Play, field_in, move_text, short_name
from referee.engines.fishing.rules.candidates import Listed
from referee.engines.fishing.rules.notation import written
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import STOCKPILE, TABLE

_THING = re.compile(r"[^\s()]+(?:\([^()]*\))?|\S")


class Unanswerable(Exception):  # noqa: N818 - what a question is
    """The board cannot be set up, or the play cannot be read."""


class Asked(NamedTuple):
    """A board as typed: a season, fields as '5wi 2au' or '8au @Winter', Luminaries as 'The Maiden@Spring', a hand or None."""

    season: str = ""
    fields: tuple[str, ...] = ()
    hand: str | None = None
    luminaries: tuple[str, ...] = ()


class Board(NamedTuple):
    """A board set up: the state with the first player to play, and the fields asked about, the first of them by its name."""

    state: State
    names: tuple[str, ...]


class Outcome(NamedTuple):
    """What a legal play does: cards to the pile and how many count in which line of the score, the stockpile made, what lies
    in its field now, fields emptied, new seasons by the old ones or the seasons to choose from, Luminaries won, plays owed.
    """

    pile: list[str]
    counts: dict[str, int]
    stockpile: str
    field: list[str]
    cleared: list[str]
    seasons: dict[str, str]
    choice: list[str]
    luminaries: list[str]
    owed: list[str]


class Answer(NamedTuple):
    """Whether a play is legal: faults or else an outcome; the rules it rests on; paths of words that mattered; doubts."""

    play: str
    faults: tuple[Fault, ...]
    outcome: Outcome | None
    rules: list[str]
    words: list[str]
    doubts: list[str]


class Plays(NamedTuple):
    """Legal plays by the cards that they play, each with the seasons it may lead to; whether these are all."""

    cards: dict[str, list[tuple[str, list[str]]]]
    whole: bool


def board(game: Game, asked: Asked) -> Board:
    """The board that is asked about. Raises Unanswerable."""
    rules = game.rules
    here = _season(game, asked.season) if asked.season else ""
    fields: dict[str, list[str]] = {}
    for text in asked.fields:
        listed, _, name = text.partition("@")
        season = _season(game, name.strip()) if name else here or _only(game)
        if season in fields:
            raise Unanswerable(f"the {season} field is given twice")
        fields[season] = _THING.findall(listed.replace(",", " "))
    luminaries: dict[str, str] = {}
    for text in asked.luminaries:
        one, _, name = text.partition("@")
        if not rules.seasons:
            raise Unanswerable(f"{rules.ruleset.title} has no Luminaries")
        season = _season(game, name.strip()) if name else here or _only(game)
        if season in luminaries:
            raise Unanswerable(
                f"two Luminaries lie at the {season} field; write behind one of them where it lies, as @Summer"
            )
        luminaries[season] = one.strip()
    names = tuple(dict.fromkeys((*((here,) if here else ()), *fields)))
    players = [f"Player {number}" for number in range(1, rules.players + 1)]
    position: dict[str, Any] = {"turn": players[0], "fields": fields or {names[0] if names else _only(game): []}}
    if asked.hand is not None:
        position["hands"] = {players[0]: asked.hand.replace(",", " ").split()}
    try:
        state = game.start(players, {}, position)
        for season, one in luminaries.items():
            # whoever asks about a Luminary plays with it, whatever its set
            state.show(field_in(rules, state, season), game.reading.luminary(one, ()), face_up=True)
        return Board(state, names or tuple(fields))
    except Misread as misread:
        raise Unanswerable("; ".join(fault.message for fault in misread.faults)) from None


def _season(game: Game, text: str) -> str:
    rules = game.rules
    if not rules.seasons:
        if text == TABLE:
            return TABLE
        raise Unanswerable(f"{rules.ruleset.title} has no seasons; leave {text!r} away")
    season = rules.season(text)
    if season is None:
        raise Unanswerable(f"{text!r} is no season; the seasons are {', '.join(rules.seasons)}")
    return season


def _only(game: Game) -> str:
    if game.rules.seasons:
        raise Unanswerable(f"the season of the field decides; write for example --season {game.rules.seasons[0]}")
    return TABLE


def judged(game: Game, asked: Asked, text: str) -> Answer:
    """One play on the board: legal or not, and what follows. Raises Unanswerable."""
    rules = game.rules
    state, names = board(game, asked)
    try:
        move = notation.parse(rules, text)
    except notation.Unreadable as unreadable:
        raise Unanswerable(str(unreadable)) from None
    if not move.field and (asked.season or len(names) == 1):
        move = move._replace(field=names[0])
    found = turns.judge(rules, state, Event("play", move))
    choice = turns.seasons_after(rules, state, found.play) if found.play is not None else ()
    if found.play is not None and len(choice) > 1 and not move.turn:
        found = turns.judge(rules, state, Event("play", move._replace(turn=choice[0])))
    play = found.play
    if play is None or found.faults:
        words = [".".join(map(str, fault.word)) for fault in found.faults if fault.word]
        return Answer(text, tuple(map(rules.cited, found.faults)), None, [], words, [])
    after = state.copy()
    turns.make(rules, after, found)
    open_choice = list(choice) if len(choice) > 1 and not move.turn else []
    outcome = _outcome(game, state, after, play, open_choice)
    elsewhere = any(one.field not in (-1, play.field) for elements in play.sets for one in elements)
    rules_met = [
        play.action,
        *(["luminaries"] if elsewhere else []),
        *(["box"] if choice else []),
        *(["clearing"] if outcome.cleared else []),
    ]
    rules_met = [rule for rule in rules_met if rule in rules.ruleset.get("rules", default={})]
    hinges = list(dict.fromkeys(path for path, _ in after.hinges))
    said = move_text(rules, state, play._replace(turn=move.turn))
    return Answer(said, (), outcome, rules_met, hinges, _doubts(game, state, play))


def _outcome(game: Game, state: State, after: State, play: Play, choice: list[str]) -> Outcome:
    rules = game.rules
    pile = after.piles[play.seat]
    counts = {line.name: (pile & line.cards).bit_count() for line in rules.scoring.lines if not line.most}
    emptied = [number for number in range(rules.fields) if state.fields[number] and not after.fields[number]]
    reach = rules.in_force(state).reach.get(play.field)
    cleared = [number for number in emptied if number == play.field or reach is None or reach.clears]
    seasons = {}
    if not choice and state.turned != after.turned:
        around = [(play.field + step) % rules.fields for step in range(rules.fields)]
        seasons = {short_name(rules, state, number): short_name(rules, after, number) for number in around}
    return Outcome(
        rules.deck.names(pile),
        {name: number for name, number in counts.items() if number},
        next((written(rules, one) for one in after.fields[play.field] if one.cards & play.active), "")
        if play.action == STOCKPILE
        else "",
        [written(rules, one) for one in after.fields[play.field]],
        [short_name(rules, state, number) for number in cleared],
        seasons,
        choice,
        [state.up[number] for number in cleared if state.up[number]],
        [
            f"{extra.name}: a {extra.action} in the {short_name(rules, state, extra.field)} field"
            for extra in extras.extras(rules, after)
            if extra.must and after.turn == play.seat
        ],
    )


def _doubts(game: Game, state: State, play: Play) -> list[str]:
    """What the board does not tell."""
    if not play.make or stockpiles.needs_none(game.rules, state, play):
        return []
    worth = game.rules.worth(play.make)
    return [
        f"nobody says whether another card worth {worth} stays in hand, as a {game.rules.called} of {play.make} demands"
    ]


def plays(game: Game, asked: Asked) -> Plays:
    """Every legal play in the fields that are asked about. Raises Unanswerable."""
    rules = game.rules
    state, names = board(game, asked)
    found = Listed.cut([legal_plays.legal(rules, state, 0), legal_plays.extras(rules, state, 0)], 2 * legal_plays.MOST)
    cards: dict[str, list[tuple[str, list[str]]]] = {}
    for play in found.plays:
        if short_name(rules, state, play.field) in names or not names:
            seasons = turns.seasons_after(rules, state, play)
            name = "+".join(rules.deck.names(play.active))
            cards.setdefault(name, []).append((move_text(rules, state, play), list(seasons)))
    return Plays(cards, found.whole)
