"""What may be written at the cursor: legal moves after the events before it; players, games, variants, readings; keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.harmless import yaml_line
from referee.core.items import EXTRAS
from referee.core.ruleset import Ruleset
from referee.editing.cursor import Cursor, cursor_at
from referee.editing.judged import JudgedLog, played_on
from referee.engines import family
from referee.judging.head_faults import HEAD
from referee.rules import shipped
from referee.rules.schemas import schema


class Offer(NamedTuple):
    """Something that may be written at the cursor: the text to insert, its kind, and its meaning."""

    text: str
    kind: str
    says: str = ""
    shown: str = ""


class Offered(NamedTuple):
    """What may be written in place of the word that begins at an offset."""

    start: int
    offers: tuple[Offer, ...]


def offered(judged: JudgedLog, text: str, offset: int) -> Offered:
    """What may be written in a log at an offset of its text."""
    index = judged.draft.piece_at(offset)
    log = judged.draft.log
    beyond = (
        log is None or index is None or offset > judged.draft.pieces[index].start + len(judged.draft.pieces[index].text)
    )
    if beyond or index is None:
        cursor = cursor_at(text, offset)
        return Offered(cursor.start, tuple(_in_head(judged, cursor)))
    piece = judged.draft.pieces[index]
    cursor = cursor_at(piece.text, offset - piece.start)
    return Offered(cursor.start + piece.start, tuple(_in_event(judged, index, cursor)))


def _in_event(judged: JudgedLog, index: int, cursor: Cursor) -> Iterator[Offer]:
    rules, log = judged.rules(), judged.draft.log
    if rules is None or log is None:
        return
    said = cursor.said[0] if isinstance(cursor.said, list) and cursor.said else None
    said = said if isinstance(said, Mapping) else {}
    verb = next((key for key in said if key not in EXTRAS), "")
    known = _part(rules, "event")
    played = judged.before(index)
    braced = cursor.inside[:1] == "{" and _is_flow(judged, index)
    inside = cursor.inside[braced:]
    if not inside and not cursor.key:
        if not verb and played is not None:
            yield from _whole(played.game, played.state, braced=braced)
        yield from _keys(known, [key for key in known if key not in said and (not verb or key in EXTRAS)])
        return
    if cursor.key == "by" or inside.endswith("{"):
        yield from (Offer(player, "player") for player in log.players)
    if cursor.key == "by":
        return
    if "expect" in said and verb != cursor.key:
        yield from _keys(_part(rules, "expect"), _part(rules, "expect"))
        return
    moves = list(_values(played.game, played.state, said, verb)) if played is not None and verb else []
    yield from moves
    if not moves:
        yield from _cards(rules)


def _is_flow(judged: JudgedLog, index: int) -> bool:
    return judged.draft.pieces[index].text.lstrip().removeprefix("-").lstrip()[:1] == "{"


def _whole(game: Game, state: Any, *, braced: bool) -> Iterator[Offer]:
    """The legal moves as whole events."""
    try:
        options = game.options(state)
    except FormulaError:
        return
    for option in options.legal:
        if not _is_whole(game, state, option.item):
            continue
        flow = yaml_line(option.item)[1:-1]
        yield Offer(flow if braced or len(option.item) == 1 else f"{{{flow}}}", "move", options.doing, option.notation)


def _is_whole(game: Game, state: Any, item: Mapping[str, Any]) -> bool:
    """Whether a move is a whole event, and not one of several cards that somebody chooses together."""
    try:
        events = game.read(state, item)
    except Misread:
        return False
    return bool(events) and not game.check(state, events[0])


def _values(game: Game, state: Any, said: Mapping[str, Any], verb: str) -> Iterator[Offer]:
    """The possible values of a verb: the legal moves that start with what is there."""
    value = said.get(verb)
    try:
        state = _after(game, state, verb, value) if isinstance(value, list | Mapping) else state
        options = game.options(state)
    except FormulaError:
        return
    for option in options.legal:
        entry = next((what for key, what in option.item.items() if key not in EXTRAS), None)
        if isinstance(entry, str | int):
            yield Offer(yaml_line(entry), "move", options.doing, option.notation)


def _after(game: Game, state: Any, verb: str, value: Any) -> Any:
    """The state after what a short form lists so far, such as the first cards of a trick."""
    for entry in value.values() if isinstance(value, Mapping) else value:
        single = next((key for option in game.options(state).legal for key in option.item if key not in EXTRAS), verb)
        if single == verb:
            return played_on(game, state, {verb: value})
        state = played_on(game, state, {single: entry}) if entry is not None else state
    return state


def _cards(rules: Ruleset) -> Iterator[Offer]:
    yield from (Offer(yaml_line(card), "card") for card in rules.deck.ids)


def _in_head(judged: JudgedLog, cursor: Cursor) -> Iterator[Offer]:
    rules = judged.rules()
    said = cursor.said if isinstance(cursor.said, Mapping) else {}
    outer = next(reversed(said), "") if said else ""
    if not cursor.inside and not cursor.key:
        parts = schema("log.schema.json")["properties"]
        yield from (Offer(f"{key}: ", "key", parts[key]["description"], key) for key in HEAD if key not in said)
    elif cursor.key == "game":
        yield from (Offer(path.stem, "game") for path in shipped.games())
        yield from (Offer(name, "game") for name in shipped.own())
    elif cursor.key == "house":
        yield from (Offer(path.stem, "house") for path in shipped.houses())
        yield from (Offer(name, "house") for name in shipped.own())
    elif rules is None:
        return
    elif cursor.key == "variants":
        told: Mapping[str, Any] = rules.get("variants", default={})
        yield from (Offer(name, "variant", entry.get("text", "")) for name, entry in told.items())
    elif outer == "ruling":
        if cursor.key in rules.rulings:
            ruling = rules.rulings[cursor.key]
            readings = {name: entry for name, entry in ruling.readings.items() if "value" in entry}
            yield from (Offer(name, "reading", entry["text"]) for name, entry in readings.items())
        else:
            yield from (Offer(f"{name}: ", "ruling", each.question, name) for name, each in rules.rulings.items())
    elif outer in ("setup", "position", "expect"):
        if cursor.inside == "{" and not cursor.key:
            yield from _keys(_part(rules, outer), _part(rules, outer))
        else:
            roles = rules.get("roles", "choose", default=()) if len(cursor.inside) > 1 and cursor.key else ()
            players = () if roles else said.get("players") or ()
            yield from (Offer(player, "player") for player in players if isinstance(player, str))
            yield from (Offer(role, "role") for role in roles)


def _part(rules: Ruleset, part: str) -> Mapping[str, Any]:
    """The keys of a part of a log, according to the family's schema."""
    found: Mapping[str, Any] = schema(family(rules.family).schema)["$defs"].get(part, {}).get("properties", {})
    return found


def _keys(known: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Offer]:
    for key in keys:
        entry = known[key]
        yield Offer(f"{key}: ", "key", entry.get("description", "") if isinstance(entry, Mapping) else "", key)
