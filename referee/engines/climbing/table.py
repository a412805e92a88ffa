"""The table as people see it: hands as far as they are known, and the combination to beat; the score pad, and the places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from referee.core import table as tables
from referee.core.family import Block, Tally
from referee.core.scene import Scene, SceneCard, SceneRow
from referee.core.table import Data
from referee.core.wording import in_list
from referee.engines.climbing.compiled import ClimbingRules
from referee.engines.climbing.moves import to_act
from referee.engines.climbing.state import DEAL, OVER, ClimbingHand, ClimbingState

SECRET = frozenset(("deal", "give"))
"""Events that others see happen, but not with which cards."""


def view(rules: ClimbingRules, state: ClimbingState, awaited: str) -> tuple[Data, list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is the next step."""
    playing = state.phase not in (DEAL, OVER)
    entries = [_seat(rules, state, one, playing) for one in range(rules.players)]
    columns: dict[str, Callable[[Data], object]] = {"hand": tables.hand} if playing else {}
    if any("title" in entry for entry in entries):
        columns = {"title": itemgetter("title"), **columns}
    data, blocks = tables.at_table(rules, state, to_act(state), awaited, entries, columns)
    if playing and state.landlord >= 0:
        data["landlord"], data["bid"] = state.players[state.landlord], state.bid
        blocks.append(Block(lines=(f"{data['landlord']} is the landlord for {state.bid}",)))
    calls = [(who, name.replace("_", " ")) for who, name in zip(state.players, state.calls, strict=True) if name]
    if calls:
        data["calls"] = [{"player": who, "call": name} for who, name in calls]
        blocks.append(Block(lines=(in_list([f"{who} has called {name}" for who, name in calls]),)))
    if state.revolution:
        data["revolution"] = True
        blocks.append(Block(lines=("The order of ranks is turned round",)))
    if state.wish:
        data["wish"] = state.wish
        blocks.append(Block(lines=(f"There is a wish for {state.wish}",)))
    if state.on is not None:
        data["table"] = [rules.names(state.on.cards).split()]
        on = f"{' '.join(data['table'][0])}, {state.on.kind.in_words}, by {state.players[state.last]}"
        blocks.append(Block("On the table", lines=(on,)))
    return data, blocks + [Block(lines=(tables.following(data),))]


def _seat(rules: ClimbingRules, state: ClimbingState, seat: int, playing: bool) -> Data:
    entry = tables.at_seat(state, seat)
    if rules.titles and state.finish:
        entry["title"] = rules.title(state.finish.index(seat))
    if playing:
        entry |= {"hand": rules.names(state.hands[seat]).split(), "unseen": state.hidden[seat]}
    return entry


def scene(rules: ClimbingRules, data: Data, title: str) -> Scene:
    """The table to draw, from the data of `view`."""
    seats = []
    for entry in data["seats"]:
        if entry.get("title"):
            facts = [entry["title"]]
        else:
            facts = []
        if entry["player"] == data.get("landlord"):
            facts += ["landlord"]
        seats.append(tables.seat(data, entry, facts))
    # "table" lists the one combination to beat; there is none when a player leads.
    piles = tuple(SceneRow("to beat", tuple(map(SceneCard, cards))) for cards in data.get("table", ()))
    return Scene(title, tuple(seats), (), piles, around=True, next=data["next"])


def aftermath(rules: ClimbingRules, before: ClimbingState, after: ClimbingState) -> list[str]:
    """The consequences of an event, in sentences: who has no cards left, and who won the trick."""
    sentences = [f"{after.players[seat]} has no cards left." for seat in after.out if seat not in before.out]
    if before.on is not None and after.on is None and after.turn >= 0 and len(after.history) == len(before.history):
        sentences.append(f"{after.players[after.turn]} leads to the next trick.")
    return sentences


standing = tables.standing_of_rounds


def pad(rules: ClimbingRules, state: ClimbingState) -> tuple[Data, list[Block]]:
    """Return the score pad as data and as a table, one row per hand."""

    def hand(ended: ClimbingHand) -> Data:
        if ended.landlord >= 0:
            bid = {"landlord": state.players[ended.landlord], "bid": ended.bid}
        else:
            bid = {}
        return {"out": [state.players[seat] for seat in ended.out], **bid}

    def cell(ended: ClimbingHand, seat: int) -> str:
        """The points of a player in a hand; marked if that is the landlord, or else whoever was out first."""
        if rules.bids:
            marked = seat == ended.landlord
        else:
            marked = ended.out[:1] == (seat,)
        points = "0"
        if ended.points[seat]:
            points = f"{ended.points[seat]:+}"
        if seat in ended.untold:
            return "?"
        return points + ("*" if marked else "")

    legend = "* the landlord" if rules.bids else "* out first"
    return tables.pad_of_rounds(rules, state, hand, cell, legend)


def tallies(rules: ClimbingRules, state: ClimbingState) -> Iterator[Tally]:
    """Yield the counts for each player: hands, first places, hands as landlord, and cards left."""
    hands = state.history
    yield Tally("hands", (len(hands),) * rules.players)
    first = [0] * rules.players
    landlords = [0] * rules.players
    for ended in hands:
        for seat in ended.out[:1]:
            first[seat] += 1
        if ended.landlord >= 0:
            landlords[ended.landlord] += 1
    yield Tally("out first", tuple(first))
    if rules.bids:
        yield Tally("hands as landlord", tuple(landlords))
    yield Tally("cards left", tuple([_cards_left(hands, seat) for seat in range(rules.players)]))


def _cards_left(hands: Sequence[ClimbingHand], seat: int) -> int | None:
    """The number of cards that a player had left in all hands; None if it is not known of one."""
    total = 0
    for ended in hands:
        left: int | None = ended.left[seat]
        if left is None:
            return None
        total += left
    return total
