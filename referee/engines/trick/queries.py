"""Questions without a game around them: who wins this trick, what does this hand score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.events import Misread
from referee.core.questions import Answer, Unanswerable, unreadable
from referee.core.ruleset import Ruleset
from referee.core.wording import listed
from referee.engines.trick.explain.reasons import resolved
from referee.engines.trick.game import Game
from referee.engines.trick.state import State


class AskedTrick(NamedTuple):
    """A trick as it was typed: the players in order of play and their cards, who holds which role, the trump suit."""

    players: tuple[str, ...]
    cards: tuple[str, ...]
    roles: Mapping[str, str] | None = None
    trump: str | None = None


class AskedScore(NamedTuple):
    """A hand as a score pad has it: how many cards each player was dealt, and what is known by player; None: nothing."""

    players: tuple[str, ...]
    cards: int | None = None
    bids: Mapping[str, int | str] | None = None
    won: Mapping[str, int] | None = None
    captured: Mapping[str, Sequence[str]] | None = None
    roles: Mapping[str, str] | None = None
    last_trick: str | None = None


def trick(game: Game, asked: AskedTrick) -> Answer:
    """Who wins a trick, as `reasons.resolved` says it. Raises Unanswerable."""
    rules = game.rules.ruleset
    _require_trump(rules, asked.trump)
    position: dict[str, Any] = {"phase": "play", "cards": 2, "leader": asked.players[0], "dealer": asked.players[-1]}
    if asked.roles:
        position["roles"] = asked.roles
    if asked.trump is not None:
        position["trump"] = asked.trump
    state, problems = _played(game, asked.players, position, {"trick": list(asked.cards)})
    if problems:
        return Answer({}, problems)
    data = resolved(game.rules, state)
    by_grace = ["trick.grace"] if data["if_said"] or rules.get("trick", "grace") == "silent" else []
    moved = bool(data["roles"]) and data["roles"] != asked.roles
    return Answer(data, words=[*data["readings"], *by_grace], aside={"moved": moved})


def _require_trump(rules: Ruleset, trump: str | None) -> None:
    """Trump must be said where it changes, must not where it is fixed, and must be a suit."""
    rule = rules.get("trick", "trump", default="none")
    changes = rule in ("named", "turned_up") or isinstance(rule, Mapping)
    suits = rules.deck.suits
    names = ", ".join([*suits, "none"])
    if trump is None and changes:
        raise Unanswerable(f"trump changes in {rules.title}; say what it is with --trump, one of {names}")
    if trump is not None and not changes:
        fixed = "has no trump" if rule == "none" else f"always has {suits.get(rule, rule)} as trump"
        raise Unanswerable(f"{rules.title} {fixed}; leave --trump away")
    if trump is not None and trump not in (*suits, "none"):
        raise Unanswerable(f"{trump!r} cannot be trump; name one of {names}")


def score(game: Game, asked: AskedScore) -> Answer:
    """The points of a hand from its results. Raises Unanswerable."""
    rules = game.rules.ruleset
    known = {key: getattr(asked, key) for key in ("cards", "bids", "won", "captured", "last_trick")}
    result = {key: value for key, value in known.items() if value is not None}
    state, problems = _played(game, asked.players, _before_the_deal(rules, asked), {"result": result})
    if problems:
        return Answer({}, problems)
    hand: Mapping[str, Any] = game.score(state)[0]["hands"][-1]
    if hand["points"] is None:
        raise Unanswerable(f"{rules.title} cannot score this hand without {listed(_missing(game, asked))}")
    kept = {key: hand[key] for key in ("cards", "bids", "won", "counts", "points") if key in hand}
    # the plays are not known either, but nobody asked about them
    doubts = [doubt.message for doubt in game.doubts(state) if doubt.kind == "doubt" and doubt.rule != "unseen-plays"]
    return Answer({"game": rules.name, **kept, "doubts": doubts})


def _before_the_deal(rules: Ruleset, asked: AskedScore) -> dict[str, Any]:
    sequence: Sequence[int] = rules.get("deal", "sequence", default=())
    if sequence and asked.cards is None:
        raise Unanswerable(
            f"the hands of {rules.title} differ; say how many cards were dealt, as in --cards {sequence[-1]}"
        )
    if sequence and asked.cards not in sequence:
        known = listed([str(number) for number in dict.fromkeys(sorted(sequence))], "or")
        raise Unanswerable(f"no hand of {rules.title} has {asked.cards} cards; a hand has {known}")
    head: dict[str, Any] = {"phase": "deal", "dealer": asked.players[-1]}
    head |= {"roles": asked.roles} if asked.roles else {}
    return head | ({"cards": asked.cards} if sequence else {})


def _missing(game: Game, asked: AskedScore) -> list[str]:
    """The options that a hand cannot be scored without."""
    rules = game.rules.ruleset
    bids, counts, roles = rules.get("bidding") is not None, bool(rules.get("count")), bool(rules.get("roles"))
    wanted = {"bids": bids, "won": bids, "captured": counts, "roles": roles and counts}
    wanted["last_trick"] = "last_trick" in game.rules.scoring.needs
    missing = [key for key, needed in wanted.items() if needed and getattr(asked, key) is None] or ["won"]
    return [f"--{key.replace('_', '-')}" for key in missing]


def _played(
    game: Game, players: Sequence[str], position: Mapping[str, Any], item: Mapping[str, Any]
) -> tuple[State, list[str]]:
    """The table after one log item, played from a position, and what is wrong with the item. Raises Unanswerable."""
    try:
        state = game.start(players, {}, position)
    except Misread as misread:
        raise unreadable(misread) from None
    try:
        events = game.read(state, item)
    except Misread as misread:
        return state, [fault.message for fault in misread.faults]
    for event in events:
        faults = game.check(state, event)
        if faults:
            return state, [fault.message for fault in faults]
        game.apply(state, event)
    return state, []
