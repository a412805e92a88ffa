"""Answers without a log: whether one play on a field is legal and what follows, and which plays there are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from referee.core.cards_named import in_cards_of
from referee.core.data import Data
from referee.core.events import Event
from referee.core.family import Answer, Query, Unanswerable, answer_of_play
from referee.core.game import score_of_round
from referee.engines.fishing.compiled import STOCKPILE, TABLE, FishingRules
from referee.engines.fishing.game import FishingGame
from referee.engines.fishing.rules import captures, effects, moves, turns
from referee.engines.fishing.rules import plays as legal_plays
from referee.engines.fishing.rules.captures import Listed
from referee.engines.fishing.rules.moves import Move, Play, field_in, lying_text, move_text, short_name
from referee.engines.fishing.state import FishingState, Lying
from referee.engines.fishing.words.powers import in_field

_THING = re.compile(r"[^\s()]+(?:\([^()]*\))?|\S")


def _board(
    game: FishingGame, season: str, fields: Sequence[str], hand: str | None, luminaries: Sequence[str]
) -> tuple[FishingState, tuple[str, ...]]:
    """The state that `resolve play` asks about, with the first player to play, and the names of the fields asked about,
    the field of the play first. Raises Unanswerable."""
    rules = game.rules
    here = ""
    if season:
        here = _season(game, season)

    def season_or_default(name: str) -> str:
        if name:
            return _season(game, name.strip())
        return here or _only(game)

    lying: dict[str, list[str]] = {}
    for text in fields:
        listed, _, name = text.partition("@")
        season = season_or_default(name)
        if season in lying:
            raise Unanswerable(f"the {season} field is given twice")
        lying[season] = _THING.findall(listed.replace(",", " "))
    face_up: dict[str, str] = {}
    for text in luminaries:
        one, _, name = text.partition("@")
        if not rules.seasons:
            raise Unanswerable(f"{rules.ruleset.title} has no Luminaries")
        season = season_or_default(name)
        if season in face_up:
            right = "write after one of them where it lies, as in @Summer"
            raise Unanswerable(f"two Luminaries lie at the {season} field; {right}")
        face_up[season] = one.strip()
    names = tuple(dict.fromkeys([here, *lying] if here else lying))
    players = [f"Player {number}" for number in range(1, rules.players + 1)]
    position: Data = {"turn": players[0], "fields": lying or {names[0] if names else _only(game): []}}
    if hand is not None:
        position["hands"] = {players[0]: hand.replace(",", " ").split()}
    state = game.start(players, {}, position)
    for season, one in face_up.items():
        # whoever asks about a Luminary plays with it, whatever its set
        state.show(rules, field_in(rules, state, season), game.reading.resolve_name("Luminary", one, ()), face_up=True)
    return state, names


def _season(game: FishingGame, text: str) -> str:
    """The season that a text means. A game without seasons has one field, TABLE, which is the only right answer there.
    Raises Unanswerable."""
    rules = game.rules
    if not rules.seasons and text != TABLE:
        raise Unanswerable(f"{rules.ruleset.title} has no seasons; omit {text!r}")
    try:
        if rules.seasons:
            return rules.official_name("season", text)
        return TABLE
    except KeyError as unknown:
        raise Unanswerable(unknown.args[0]) from None


def _only(game: FishingGame) -> str:
    if game.rules.seasons:
        raise Unanswerable(f"the season of the field decides; write for example --season {game.rules.seasons[0]}")
    return TABLE


def play(
    game: FishingGame,
    text: str,
    season: str = "",
    fields: Sequence[str] = (),
    hand: Sequence[str] | str | None = None,
    luminaries: Sequence[str] = (),
) -> Answer:
    """Answer `resolve play`: whether a play is legal and what follows; without a play, every legal one. Raises
    Unanswerable.

    The board is as typed: fields as '5wi 2au' or '8au @Winter', Luminaries as 'The Maiden@Spring'.
    """
    if not text and hand is None:
        asked = 'which cards may be played? write for example --hand "5sp 9au"'
        raise Unanswerable(in_cards_of(game.rules.deck, asked))
    if hand is not None and not isinstance(hand, str):
        hand = " ".join(hand)
    state, names = _board(game, season, fields, hand, luminaries)
    if not text:
        return _plays(game, state, names)
    move = moves.parse(game.rules, text)
    if not move.field and (season or len(names) == 1):
        move = move._replace(field=names[0])
    answer = _one_play(game, state, text, move)
    for name in _deciding(game, state, text, move):
        printed = game.rules.ruleset.get("luminaries", "cards", name)
        cited = {"rule": f"{game.rules.ruleset.name}/{name}", "text": printed["text"], "source": printed["source"]}
        answer.data["rules"].append(cited)
    return answer


def _deciding(game: FishingGame, state: FishingState, text: str, move: Move) -> Iterator[str]:
    """Yield the Luminaries that decide something about a play: without one of them, the answer would be another."""
    answer = _decided(_one_play(game, state, text, move))
    for field, name in enumerate(state.luminaries):
        if name is None or not state.faces[field]:
            continue
        without = state.copy()
        without.show(game.rules, field, None, face_up=False)
        if _decided(_one_play(game, without, text, move)) != answer:
            yield name


def _decided(answer: Answer) -> object:
    """What an answer decides about a play: its faults, and what follows, apart from the Luminaries that are claimed."""
    messages = [violation["message"] for violation in answer.data["violations"]]
    outcomes = dict(answer.data["outcomes"] or {})
    outcomes.pop("luminaries", None)
    return messages, outcomes


def _one_play(game: FishingGame, state: FishingState, text: str, move: Move) -> Answer:
    """The answer about one play, a `move` that is written as a `text`."""
    rules = game.rules
    judged = turns.judge(rules, state, Event("play", move))
    if len(judged.seasons) > 1 and not move.turn:
        choice = judged.seasons
    else:
        choice = ()
    if choice:  # any season does to judge the rest
        judged = turns.judge(rules, state, Event("play", move._replace(turn=choice[0])))
    play = judged.play
    if play is None or judged.faults:
        return answer_of_play(text, [rules.cite(fault) for fault in judged.faults], rules.ruleset)
    after = state.copy()
    turns.make(rules, after, judged)
    outcomes = _outcomes(game, state, after, play, list(choice))
    elsewhere = any(one.field not in (-1, play.field) for elements in play.sets for one in elements)
    met = {
        play.action: True,
        "luminaries": elsewhere,
        "box": bool(judged.seasons),
        "clearing": bool(outcomes["cleared"]),
        "claiming": bool(outcomes["luminaries"]),
    }
    known = []
    for rule, applies in met.items():
        if applies and rule in rules.ruleset.get("rules"):
            known.append(rule)
    doubts = []
    if play.make and not captures.needs_none(rules, state, play):
        kept = f"another card worth {rules.worth(play.make)} stays in hand"
        doubts = [f"it is not known whether {kept}, which a {rules.called} of {play.make} needs"]
    notation = move_text(rules, state, play._replace(turn=move.turn))
    return answer_of_play(notation, (), rules.ruleset, outcomes=outcomes, met=known, doubts=doubts)


def _outcomes(game: FishingGame, state: FishingState, after: FishingState, play: Play, choice: list[str]) -> Data:
    """What a legal play does, by key: cards harvested and what they count, the stockpile made, what is left in the
    field, fields cleared, new seasons by the old ones or the `choice` of seasons, Luminaries won, and plays owed."""
    rules = game.rules
    pile = after.piles[rules.keeper[play.seat]]
    cleared = _fields_cleared(rules, state, after, play.field)
    lying = after.fields[play.field]
    stockpile = ""
    if play.action == STOCKPILE:
        stockpile = _stockpile_made(rules, lying, play)
    return {
        "pile": rules.deck.names(pile),
        "counts": _counts(rules, pile),
        "stockpile": stockpile,
        "field": [lying_text(rules, one) for one in lying],
        "cleared": [short_name(rules, state, field) for field in cleared],
        "seasons": {} if choice else _new_seasons(rules, state, after, play.field),
        "choice": choice,
        "luminaries": [state.luminaries[field] for field in cleared if state.faces[field]],
        "owed": _owed(rules, state, after, play.seat),
    }


def _stockpile_made(rules: FishingRules, lying: Sequence[Lying], play: Play) -> str:
    """The stockpile that a play made, in notation; '' if it is gone, as the round has ended."""
    for one in lying:
        if one.cards & play.active:
            return lying_text(rules, one)
    return ""


def _counts(rules: FishingRules, pile: int) -> dict[str, int]:
    """How many cards of a pile count, one by one, in each line of the score; lines with none are left out."""
    found = {}
    for line in rules.scoring.lines:
        number = (pile & line.cards).bit_count()
        if number and not line.most:
            found[line.name] = number
    return found


def _fields_cleared(rules: FishingRules, state: FishingState, after: FishingState, own: int) -> list[int]:
    """The fields that a play in the field `own` emptied. Other fields within a Luminary's reach count only if it says
    so."""
    reach = in_field(state.force.reach, own)
    cleared = []
    for field in range(rules.fields):
        emptied = state.fields[field] and not after.fields[field]
        if emptied and (field == own or reach is None or reach.argument["clears"]):
            cleared.append(field)
    return cleared


def _new_seasons(rules: FishingRules, state: FishingState, after: FishingState, own: int) -> dict[str, str]:
    """The season of each field after a play, by the season before, from the field of the play on; empty if the box was
    not turned."""
    if state.turned == after.turned:
        return {}
    around = [(own + step) % rules.fields for step in range(rules.fields)]
    return {short_name(rules, state, field): short_name(rules, after, field) for field in around}


def _owed(rules: FishingRules, state: FishingState, after: FishingState, seat: int) -> list[str]:
    """The extra plays that a player must still make after a play, in words."""
    if after.turn != seat:
        return []
    owed = []
    for extra in effects.extras(rules, after):
        if extra.argument["must"]:
            owed.append(
                f"{extra.name}: a {extra.argument['action']} in the {short_name(rules, state, extra.field)} field"
            )
    return owed


def _plays(game: FishingGame, state: FishingState, names: Sequence[str]) -> Answer:
    """Every legal play in the fields asked about, card by card, each with the seasons that it may lead to; 'whole' says
    whether these are all."""
    rules = game.rules
    legal = Listed.cut([legal_plays.legal(rules, state, 0), legal_plays.extras(rules, state, 0)], 2 * legal_plays.MOST)
    cards: dict[str, list[Data]] = {}
    for play in legal.plays:
        if short_name(rules, state, play.field) in names or not names:
            seasons = list(legal_plays.seasons_after(rules, state, play))
            name = "+".join(rules.deck.names(play.active))
            cards.setdefault(name, []).append({"play": move_text(rules, state, play), "seasons": seasons})
    number = sum(map(len, cards.values()))
    listed = [{"card": card, "plays": plays} for card, plays in cards.items()]
    return Answer({"cards": listed, "plays": number, "whole": legal.whole})


BESIDE_PILES = ("okus", "luminaries", "sweeps")
"""Names of what a player scores besides the cards of the pile; a result has a map of players for each."""


def score(game: FishingGame, players: Sequence[str], counted: Mapping[str, Data], declared: str) -> Answer:
    """Answer `resolve score`: the points of a round, from what everybody took, by player and name, such as the line of the
    score and a number. Raises Unanswerable, also if somebody `declared` something."""
    if declared:
        raise Unanswerable(f"nobody declares anything in {game.rules.ruleset.title}; omit --declared")
    result: Data = {"piles": {}}
    for player, counts in counted.items():
        for name, number in counts.items():
            if name in BESIDE_PILES:
                result.setdefault(name, {})[player] = number
            else:
                result["piles"].setdefault(player, {})[name] = number
    return score_of_round(game, players, result)


QUESTIONS = {"play": Query(play), "score": Query(score)}
"""The questions of this family."""
