"""The table as people see it: hands as far as they are known, and the combination to beat; the score pad, and the places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from referee.core import pads
from referee.core import table as tables
from referee.core.family import Block, Tally
from referee.core.scene import Scene, SceneCard, SceneRow
from referee.core.table import Data, Standings, number_text
from referee.core.wording import listed
from referee.engines.climbing.play.moves import awaited, to_act
from referee.engines.climbing.state import DEAL, OVER, ClimbingHand, ClimbingState
from referee.engines.climbing.words.compiled import ClimbingRules

SECRET = frozenset(("deal", "give"))
"""Of these events others see that they happen, but not with which cards."""


def view(rules: ClimbingRules, state: ClimbingState) -> tuple[Data, list[Block]]:
    """Return the table as data (see schemas/report.schema.json) and as blocks to draw."""
    playing = state.phase not in (DEAL, OVER)
    seat = to_act(state)
    data: Data = {
        "hand": state.hand,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(rules, state),
        "turn": state.players[seat] if seat >= 0 else None,
        "seats": [_seat(rules, state, one, playing) for one in range(rules.players)],
    }
    of = f" of {rules.scoring.rounds}" if rules.scoring.rounds else ""
    target = f", to {state.target}" if state.target is not None else ""
    columns: dict[str, Callable[[Data], Any]] = {"player": tables.player, "total": tables.total}
    if any("title" in entry for entry in data["seats"]):
        columns["title"] = lambda entry: entry["title"]
    if playing:
        columns["hand"] = tables.hand
    blocks = [
        Block(lines=(f"Hand {state.hand}{of}, {data['dealer']} deals{target}",)),
        tables.seats_block(data, columns),
    ]
    if playing and state.landlord >= 0:
        data["landlord"], data["bid"] = state.players[state.landlord], state.bid
        blocks.append(Block(lines=(f"{data['landlord']} is the landlord for {state.bid}",)))
    if calls := [(who, name.replace("_", " ")) for who, name in zip(state.players, state.calls, strict=True) if name]:
        data["calls"] = [{"player": who, "call": name} for who, name in calls]
        blocks.append(Block(lines=(listed([f"{who} has called {name}" for who, name in calls]),)))
    if state.wish:
        data["wish"] = state.wish
        blocks.append(Block(lines=(f"There is a wish for {state.wish}",)))
    if state.on is not None:
        data["table"] = [rules.names(state.on.cards).split()]
        on = f"{' '.join(data['table'][0])}, {state.on.kind.called}, by {state.players[state.last]}"
        blocks.append(Block("On the table", lines=(on,)))
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _seat(rules: ClimbingRules, state: ClimbingState, seat: int, playing: bool) -> Data:
    entry: Data = {"player": state.players[seat], "total": pads.known_totals(state.scores, state.untold)[seat]}
    if rules.titles and state.finish:
        entry["title"] = rules.title(state.finish.index(seat))
    if playing:
        entry |= {"hand": rules.names(state.hands[seat]).split(), "unseen": state.hidden[seat]}
    return entry


def scene(rules: ClimbingRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says of it."""
    seats = []
    for entry in data["seats"]:
        facts = [entry["title"]] if entry.get("title") else []
        facts += ["landlord"] if entry["player"] == data.get("landlord") else []
        held = SceneRow("", tuple(map(SceneCard, entry.get("hand", ()))), entry.get("unseen", 0), owner=entry["player"])
        seats.append(tables.seat(data, entry, facts, [held] if "hand" in entry else []))
    piles = tuple(SceneRow("to beat", tuple(map(SceneCard, on))) for on in data.get("table", ()))
    return Scene(title, tuple(seats), (), piles, around=True, next=data["next"])


def aftermath(rules: ClimbingRules, before: ClimbingState, after: ClimbingState) -> list[str]:
    """Return what an event changed between two states, in sentences: who has no cards left, and who won the trick."""
    said = [f"{after.players[seat]} has no cards left." for seat in after.out if seat not in before.out]
    if before.on is not None and after.on is None and after.turn >= 0 and len(after.history) == len(before.history):
        said.append(f"{after.players[after.turn]} leads to the next trick.")
    return said


def standings(rules: ClimbingRules, state: ClimbingState) -> Standings:
    """Return how the game stands."""
    totals, seats = pads.known_totals(state.scores, state.untold), range(rules.players)
    leaders = [] if None in totals else rules.scoring.leaders(state.scores)
    sides = [(0, 2), (1, 3)] if rules.partners else [(seat,) for seat in seats]
    return Standings(state.phase == OVER, totals, leaders, sides, rules.scoring.lowest_wins)


def pad(rules: ClimbingRules, state: ClimbingState) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per hand."""
    players, stands = state.players, standings(rules, state)
    data = stands.pad(state, [_hand(rules, players, ended) for ended in state.history], {})
    rows: list[tuple[Any, ...]] = [
        (ended.number, players[ended.dealer], *(_cell(rules, ended, seat) for seat in range(rules.players)))
        for ended in state.history
    ]
    rows.append(("total", "", *map(number_text, stands.totals)))
    unknown = "Not all points are recorded, so the totals are not known."
    legend = "* the landlord" if rules.bids else "* out first"
    lines = (legend, stands.ending(state, "hands", unknown, most=rules.scoring.rounds))
    return data, [Block("Score", ("hand", "dealer", *players), tuple(rows), lines)]


def _hand(rules: ClimbingRules, players: tuple[str, ...], ended: ClimbingHand) -> Data:
    entry: Data = {"hand": ended.number, "dealer": players[ended.dealer], "out": [players[seat] for seat in ended.out]}
    if ended.landlord >= 0:
        entry |= {"landlord": players[ended.landlord], "bid": ended.bid}
    entry["points"] = {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold}
    entry["totals"] = dict(zip(players, ended.totals, strict=True))
    return entry


def _cell(rules: ClimbingRules, ended: ClimbingHand, seat: int) -> str:
    marked = seat == ended.landlord if rules.bids else ended.out[:1] == (seat,)
    said = f"{ended.points[seat]:+}" if ended.points[seat] else "0"
    return "?" if seat in ended.untold else said + "*" * marked


def tallies(rules: ClimbingRules, state: ClimbingState) -> Iterator[Tally]:
    """Yield what is counted of each player."""
    hands, every = state.history, range(rules.players)
    yield Tally("hands", (len(hands),) * rules.players)
    yield Tally("out first", tuple([sum([ended.out[:1] == (seat,) for ended in hands]) for seat in every]))
    if rules.bids:
        yield Tally("hands as landlord", tuple([sum([ended.landlord == seat for ended in hands]) for seat in every]))
    left = [[ended.left[seat] for ended in hands] for seat in every]
    yield Tally("cards left", tuple([None if None in own else sum(own) for own in left]))
