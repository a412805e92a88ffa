"""The table as people see it: hands as far as they are known, the pile, melds; the score pad round by round, and the places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter

from referee.core import table as tables
from referee.core.family import Block, Tally
from referee.core.formula import Value
from referee.core.scene import Scene, SceneCard, SceneRow
from referee.core.table import Data
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.moves import to_act
from referee.engines.meld.state import ROUND, MeldRound, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement

SECRET = frozenset(("deal", "take", "action"))
"""Events that others see happen, but not with which cards."""


def view(rules: MeldRules, state: MeldState, awaited: str) -> tuple[Data, list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks of text to draw; `awaited` is the next step, in
    words."""
    playing = ROUND.there(rules, state)
    entries = [_seat(rules, state, seat, playing) for seat in range(rules.players)]
    columns: dict[str, Callable[[Data], object]] = {}
    for key in ("laid", "action"):
        if key in entries[0]:
            columns[key] = itemgetter(key)
    if playing:
        columns["hand"] = _hand
    data, blocks = tables.at_table(rules, state, to_act(rules, state), awaited, entries, columns)
    if playing:
        data |= {"pile": [rules.deck.ids[card] for card in state.pile], "stock": state.stock}
        lines = [tables.face_up(data)]
        if state.tabled:
            data["table"] = [rules.names(meld).split() for meld in state.tabled]
            melds = list(map(rules.names, state.tabled))
            if rules.lays:
                data["owners"] = [state.players[seat] for seat in state.owners]
                melds = [f"{who}: {meld}" for who, meld in zip(data["owners"], melds, strict=True)]
            lines.append("melds: " + " | ".join(melds))
        blocks.append(Block("On the table", lines=tuple(lines)))
    blocks.append(Block(lines=(tables.following(data),)))
    return data, blocks


def _seat(rules: MeldRules, state: MeldState, seat: int, playing: bool) -> Data:
    """A player's seat as data: role, hand, points on the table, and the arrangement of a hand that was shown."""
    entry = tables.at_seat(state, seat)
    if state.roles[seat]:
        entry["role"] = state.roles[seat]
    laid = None
    if playing:
        laid = state.shown[seat]
        entry["hand"] = rules.names(state.hands[seat]).split()
        entry["unseen"] = state.hidden[seat]
        if rules.action_cards:
            entry["action"] = state.action[seat]
        if "laid" in rules.scoring.used:
            entry["laid"] = state.worth[seat]
    elif state.history:  # until the next deal the cards lie as the last round ended
        laid = state.history[-1].hands[seat]
    if laid is not None:
        entry["arranged"] = arrangement_data(rules, laid)
    return entry


def _hand(entry: Data) -> str:
    """A player's hand in words: its melds and idle cards if it was shown, or else the cards."""
    if "arranged" not in entry:
        return tables.hand(entry)
    melds = [" ".join(meld["cards"]) for meld in entry["arranged"]["melds"]]
    parts = [meld for meld in melds if meld]
    if entry["arranged"]["idle"]:
        parts.append("idle " + " ".join(entry["arranged"]["idle"]))
    return " | ".join(parts)


def scene(rules: MeldRules, data: Data, title: str) -> Scene:
    """The table to draw as a picture, from the data of `view`."""
    seats = []
    for entry in data["seats"]:
        facts = []
        if "role" in entry:
            facts.append(entry["role"])
        if entry.get("action"):
            facts.append(f"action {entry['action']:+d}")
        seats.append(tables.seat(data, entry, facts, _rows(entry["arranged"]) if "arranged" in entry else None))
    owners = data.get("owners", ["On the table"] * len(data.get("table", ())))
    lines = tuple(f"{who}: {' '.join(meld)}" for who, meld in zip(owners, data.get("table", ()), strict=True))
    return Scene(title, tuple(seats), lines, tables.stock_and_pile(data), around=True, next=data["next"])


def _rows(shown: Data) -> Iterator[SceneRow]:
    """Yield the melds of a hand that is shown, and its idle cards."""
    for meld in shown["melds"]:
        yield SceneRow(f"{meld['kind']} {meld['points']}", tuple(map(SceneCard, meld["cards"])))
    if shown["idle"]:
        yield SceneRow("idle", tuple(map(SceneCard, shown["idle"])))


standing = tables.standing_of_rounds


def aftermath(rules: MeldRules, before: MeldState, after: MeldState) -> list[str]:
    """Return nothing: the table shows everything that an event changes."""
    return []


def pad(rules: MeldRules, state: MeldState) -> tuple[Data, list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table: a row per round, then bonuses and
    roles."""
    more: Data = {}
    bonuses = []
    if state.bonus:
        more["bonuses"] = dict(zip(state.players, state.bonus, strict=True))
        written = [f"{points:+}" if points else "0" for points in state.bonus]
        bonuses.append(("bonuses", "") + tuple(written))
    roles = []
    if any(state.roles):
        more["roles"] = {player: role for player, role in zip(state.players, state.roles, strict=True) if role}
        roles.append(("role", "") + tuple(role or "" for role in state.roles))
    legend = "* ended the round"
    if not rules.called.startswith(("a ", "to ")):
        legend = f"* declared {rules.called}"

    def entry_of(ended: MeldRound) -> Data:
        """A round as data, besides its points: who ended it, how the hands were laid out, and the points of Action
        cards."""
        laid = [None if hand is None else arrangement_data(rules, hand) for hand in ended.hands]
        declarer = None
        if ended.declarer >= 0:
            declarer = state.players[ended.declarer]
        entry: Data = {"declared": declarer, "arranged": dict(zip(state.players, laid, strict=True))}
        if rules.action_cards:
            entry["action"] = dict(zip(state.players, ended.action, strict=True))
        return entry

    def cell(ended: MeldRound, seat: int) -> str:
        """The points of a player in a round as the table of rounds has them: '+12', with a star for whoever ended the
        round; '?' if they are not known."""
        if seat in ended.untold:
            return "?"
        if not ended.points[seat]:
            return "0"
        if seat == ended.declarer:
            return f"{ended.points[seat]:+}*"
        return f"{ended.points[seat]:+}"

    return tables.pad_of_rounds(rules, state, entry_of, cell, legend, more, bonuses, roles)


def arrangement_data(rules: MeldRules, arrangement: Arrangement) -> Data:
    """An arrangement as data: 'score', 'melds' with 'kind', 'cards' and 'points', and 'idle'."""
    return {
        "score": arrangement.score,
        "melds": [
            {"kind": meld.kind, "cards": [rules.deck.ids[card] for card in meld.laid], "points": meld.points}
            for meld in arrangement.melds
        ],
        "idle": [rules.deck.ids[card] for card in sorted(packs.unpack(arrangement.idle), key=rules.deck.sort_key)],
    }


def tallies(rules: MeldRules, state: MeldState) -> Iterator[Tally]:
    """Yield each player's counts over all rounds."""
    rounds = state.history
    every = range(rules.players)
    hands = [_hands_seen(state, seat) for seat in every]
    yield Tally("rounds", (len(rounds),) * rules.players)
    ended = [ended.declarer for ended in rounds]
    yield Tally("rounds ended", tuple(ended.count(seat) for seat in every))
    won = [rules.scoring.winner(ended.points) for ended in rounds]
    yield Tally("rounds won", tuple(won.count(seat) for seat in every))
    yield Tally("melds", tuple(map(_melds, hands)))
    yield Tally("cards in melds", tuple(map(_cards_in_melds, hands)), tuple(map(_cards, hands)))
    if rules.action_cards:
        yield Tally("Action points", tuple(_action_points(state, seat) for seat in every))


def _hands_seen(state: MeldState, seat: int) -> list[Arrangement]:
    """The hands that a player had at the end of each round, as far as they are known."""
    found = []
    for ended in state.history:
        hand = ended.hands[seat]
        if hand is not None:
            found.append(hand)
    return found


def _action_points(state: MeldState, seat: int) -> Value:
    return sum(ended.action[seat] for ended in state.history)


def _melds(hands: Sequence[Arrangement]) -> int:
    return sum(len(hand.melds) for hand in hands)


def _cards(hands: Sequence[Arrangement]) -> int:
    return sum(hand.cards for hand in hands)


def _cards_in_melds(hands: Sequence[Arrangement]) -> int:
    return sum(hand.cards - packs.size(hand.idle) for hand in hands)
