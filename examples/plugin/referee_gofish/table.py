"""The table as people see it, the score pad, and a played game as a log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core import table as tables
from referee.core.events import number_of
from referee.core.family import DEALS, Block, Record, Tally
from referee.core.scene import Scene
from referee.core.table import Data
from referee_gofish.game import AskingGame
from referee_gofish.moves import to_act
from referee_gofish.state import AskingRules, AskingState

SECRET = frozenset(("deal", "draw"))
"""Events of which others see that they happen, but not with which cards."""
COLUMNS: tables.Columns = {"hand": tables.hand, "books": lambda entry: " ".join(entry["books"])}
standing = tables.standing_of_rounds


def view(rules: AskingRules, state: AskingState, awaited: str) -> tuple[Data, list[Block]]:
    """The table as data and as blocks to draw; `awaited` is what comes next."""
    entries = []
    for seat in range(rules.players):
        cards = {"hand": rules.names(state.hands[seat]), "unseen": 0, "books": rules.names(state.laid[seat])}
        entries.append(tables.at_seat(state, seat) | cards)
    data, blocks = tables.at_table(rules, state, to_act(state), awaited, entries, COLUMNS)
    data["stock"] = state.stock
    lines = (f"{number_of(state.stock, 'cards')} in the stock", tables.following(data))
    return data, [*blocks, Block(lines=lines)]


def scene(rules: AskingRules, data: Data, title: str) -> Scene:
    """The table to draw, from the data of `view`."""
    seats = [tables.seat(data, entry, ()) for entry in data["seats"]]
    return Scene(title, tuple(seats), (f"{data['stock']} in the stock",), around=True, next=data["next"])


def aftermath(rules: AskingRules, before: AskingState, after: AskingState) -> list[str]:
    """Nothing: the table shows everything that an event changes."""
    return []


def pad(rules: AskingRules, state: AskingState) -> tuple[Data, list[Block]]:
    """The score pad as data and as a table."""
    return tables.pad_of_rounds(rules, state, lambda _: {}, lambda ended, seat: str(ended.points[seat]), "books")


def tallies(rules: AskingRules, state: AskingState) -> Iterator[Tally]:
    """Yield what is counted of each player."""
    yield Tally("books", tuple(state.scores))


class AskingRecord(Record[AskingGame, AskingRules, AskingState]):
    """The log items of a game as it is played."""

    DETAILS = (DEALS,)
    LENGTH = "rounds"
    MOST = 1

    def before(self, state: AskingState, item: Mapping[str, Any]) -> None:
        """Record an item that is about to happen."""
        self.add(dict(item))

    def result(self, state: AskingState) -> Data:
        """Nothing: no log of this family has only results."""
        return {}
