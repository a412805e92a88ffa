"""Questions without a game around them: who wins this trick, what does this hand score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import mask_of
from referee.core.events import Misread
from referee.core.questions import Answer, Unanswerable, unreadable
from referee.core.ruleset import Ruleset
from referee.core.wording import counted, listed
from referee.engines.trick.asked_tricks import AskedTrick as AskedTrick
from referee.engines.trick.asked_tricks import roles_unknown
from referee.engines.trick.explain.reasons import resolved
from referee.engines.trick.game import Game as Game
from referee.engines.trick.play.playouts import deals, playouts
from referee.engines.trick.rules.hands import order_from, to_play
from referee.engines.trick.state import PLAY, State
from referee.engines.trick.words.compiled import CompiledRules


class AskedScore(NamedTuple):
    """A hand as a score pad has it: how many cards each player was dealt, and what is known by player; None if nothing is."""

    players: tuple[str, ...]
    cards: int | None = None
    bids: Mapping[str, int | str] | None = None
    won: Mapping[str, int] | None = None
    captured: Mapping[str, Sequence[str]] | None = None
    roles: Mapping[str, str] | None = None
    last_trick: str | None = None


class AskedCount(NamedTuple):
    """What to count: hands, player by player, or cards to deal out in every way; the trump suit."""

    players: tuple[str, ...]
    cards: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...] = ()
    trump: str | None = None


def next_trick(game: Game, state: State) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Who plays to the trick that is on the table or next, in order of play, and with which roles it began; nobody if it is
    not known who leads."""
    rules, leader = game.rules, state.leader if state.trick else state.turn
    if state.phase != PLAY or leader < 0:
        return (), {}
    moved = sum(rules.powers[card].rotates for card in state.trick if card in rules.powers)
    held = state.roles and [state.roles[(seat - moved) % rules.players] for seat in range(rules.players)]
    order = order_from(rules, state, leader)
    return tuple(state.players[seat] for seat in order), {
        state.players[seat]: rules.roles[held[seat]] for seat in order if held
    }


def trick(game: Game, asked: AskedTrick) -> Answer:
    """Who wins a trick, as `reasons.resolved` says it. Raises Unanswerable."""
    _require_trump(game.rules, asked.trump)
    if game.rules.roles and asked.roles is None:
        return roles_unknown(game.rules.roles, asked, lambda known: _trick(game, known))
    return _trick(game, asked)


def _trick(game: Game, asked: AskedTrick) -> Answer:
    """The same when everything asked about is known."""
    rules = game.rules.ruleset
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


def _require_trump(rules: CompiledRules, trump: str | None) -> None:
    """Trump must be given if it changes, must not be given if it is fixed, and must be a suit."""
    rule, title = rules.ruleset.full["trick"]["trump"], rules.ruleset.title
    changes = rule in ("named", "turned_up", "contract") or isinstance(rule, Mapping)
    suits, known = rules.deck.suits, rules.trump_words()
    names = ", ".join([*suits, *(word for word in known if word not in suits)])
    if trump is None and changes:
        raise Unanswerable(f"trump changes in {title}; say what it is with --trump, one of {names}")
    if trump is not None and not changes and rule != "led":
        none = "has no trump" if rule == "none" else "has no trump suit"
        fixed = f"always has {suits[rule]} as trump" if rule in suits else none
        raise Unanswerable(f"{title} {fixed}; omit --trump")
    if trump is not None and trump not in known:
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


def count(game: Game, asked: AskedCount) -> Answer:
    """How many deals there are of some cards, and how many ways to play them out. Raises Unanswerable."""
    rules, many = game.rules, len(asked.players)
    _require_trump(rules, asked.trump)
    given = asked.hands or (asked.cards,)
    named = rules.deck.each_apart(_card(game, card) for hand in given for card in hand)
    rest = iter(named)
    masks = [mask_of(next(rest) for _ in hand) for hand in given]
    together = mask_of(named)
    each, over = divmod(len(named), many)
    if together.bit_count() < len(named):
        often = "more often than the deck has it" if rules.deck.has_twins else "twice"
        raise Unanswerable(f"a card is named {often}")
    if over or not named or any(len(hand) != each for hand in asked.hands):
        raise Unanswerable(f"{counted(len(named), 'cards')} cannot be dealt out evenly among {many} players")
    setup = {"roles": dict(zip(asked.players, rules.roles, strict=False))} if rules.roles else {}
    position = {"phase": "play", "cards": each, "dealer": asked.players[-1], **setup}
    position |= {} if asked.trump is None else {"trump": asked.trump}
    position |= {"stock": 0} if rules.stock else {}
    start = game.start(asked.players, {}, position)
    found: list[tuple[int, ...]] = []
    for hands in [masks] if asked.hands else deals(rules.deck, together, many, each):
        state = start.copy()
        state.hands, state.known, state.blind = list(hands), [True] * many, False
        to_play(rules, state)
        found.append(playouts(game, state))
    ways = [one[-1] for one in found]
    data = {"game": rules.ruleset.name, "players": many, "cards": len(named), "deals": len(found)}
    sequences = [sum(lengths) for lengths in zip(*found, strict=True)]
    return Answer({**data, "sequences": sequences, "ways": sum(ways), "fewest": min(ways), "most": max(ways)})


def _card(game: Game, text: str) -> int:
    """The card as typed. Raises Unanswerable."""
    try:
        return game.reading.card(text, ())
    except Misread as misread:
        raise unreadable(misread) from None


def _before_the_deal(rules: Ruleset, asked: AskedScore) -> dict[str, Any]:
    sequence: Sequence[int] = rules.get("deal", "sequence", default=())
    if sequence and asked.cards is None:
        raise Unanswerable(
            f"the hands of {rules.title} differ; say how many cards were dealt, as in --cards {sequence[-1]}"
        )
    if sequence and asked.cards not in sequence:
        known = listed([str(number) for number in dict.fromkeys(sorted(sequence))], "or")
        raise Unanswerable(f"no hand of {rules.title} has {asked.cards} cards; a hand has {known}")
    roles = {"roles": asked.roles} if asked.roles else {}
    cards = {"cards": asked.cards} if sequence else {}
    return {"phase": "deal", "dealer": asked.players[-1], **roles, **cards}


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
