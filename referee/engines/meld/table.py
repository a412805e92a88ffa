"""The table as people see it: hands as far as they are known, the pile, melds; the score pad round by round, and the places."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter

from referee.core import table as tables
from referee.core.family import Block, Tally
from referee.core.scene import Scene, SceneCard, SceneRow
from referee.core.table import Data
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.moves import to_act
from referee.engines.meld.state import ROUND, MeldRound, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement

SECRET = frozenset(("deal", "take", "action"))
"""Events of which others see that they happen, but not with which cards."""


def view(rules: MeldRules, state: MeldState, awaited: str) -> tuple[Data, list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is what comes next."""
    playing = ROUND.there(rules, state)
    entries = [_seat(rules, state, seat, playing) for seat in range(rules.players)]
    columns: tables.Columns = {key: itemgetter(key) for key in ("laid", "action") if key in entries[0]}
    if playing:
        columns = {**columns, "hand": _hand}
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
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _seat(rules: MeldRules, state: MeldState, seat: int, playing: bool) -> Data:
    entry = tables.at_seat(state, seat)
    if state.roles[seat]:
        entry["role"] = state.roles[seat]
    # until the next deal the cards lie as the last round ended
    if playing:
        laid = state.shown[seat]
    elif state.history:
        laid = state.history[-1].hands[seat]
    else:
        laid = None
    if playing:
        entry |= {"hand": rules.names(state.hands[seat]).split(), "unseen": state.hidden[seat]}
        if rules.action_cards:
            entry |= {"action": state.action[seat]}
        if "laid" in rules.scoring.used:
            entry |= {"laid": state.worth[seat]}
    if laid is None:
        return entry
    return {**entry, "arranged": arrangement_data(rules, laid)}


def _hand(entry: Data) -> str:
    if "arranged" not in entry:
        return tables.hand(entry)
    melds = [" ".join(meld["cards"]) for meld in entry["arranged"]["melds"]]
    idle = ""
    if entry["arranged"]["idle"]:
        idle = " ".join(["idle", *entry["arranged"]["idle"]])
    return " | ".join(filter(None, (*melds, idle)))


def scene(rules: MeldRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says of it."""
    seats = []
    for entry in data["seats"]:
        if "role" in entry:
            facts = [entry["role"]]
        else:
            facts = []
        if entry.get("action"):
            facts += [f"action {entry['action']:+d}"]
        seats.append(tables.seat(data, entry, facts, _rows(entry["arranged"]) if "arranged" in entry else None))
    owners = data.get("owners", ["On the table"] * len(data.get("table", ())))
    lines = tuple(f"{who}: {' '.join(meld)}" for who, meld in zip(owners, data.get("table", ()), strict=True))
    return Scene(title, tuple(seats), lines, tables.stock_and_pile(data), around=True, next=data["next"])


def _rows(shown: Data) -> Iterator[SceneRow]:
    """Yield the melds of a hand that is shown, and what is idle."""
    for meld in shown["melds"]:
        yield SceneRow(f"{meld['kind']} {meld['points']}", tuple(map(SceneCard, meld["cards"])))
    if shown["idle"]:
        yield SceneRow("idle", tuple(map(SceneCard, shown["idle"])))


standing = tables.standing_of_rounds


def pad(rules: MeldRules, state: MeldState) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per round."""
    more: Data = {"bonuses": dict(zip(state.players, state.bonus, strict=True))} if state.bonus else {}
    if any(state.roles):
        more["roles"] = {player: role for player, role in zip(state.players, state.roles, strict=True) if role}
    if state.bonus:
        bonuses = [("bonuses", "", *(f"{points:+}" if points else "0" for points in state.bonus))]
    else:
        bonuses = []
    if "roles" in more:
        roles = [("role", "", *(role or "" for role in state.roles))]
    else:
        roles = []
    legend = "* ended the round"
    if not rules.called.startswith(("a ", "to ")):
        legend = f"* declared {rules.called}"

    def of(ended: MeldRound) -> Data:
        laid = [None if hand is None else arrangement_data(rules, hand) for hand in ended.hands]
        declarer = None
        if ended.declarer >= 0:
            declarer = state.players[ended.declarer]
        entry: Data = {"declared": declarer, "arranged": dict(zip(state.players, laid, strict=True))}
        return entry | ({"action": dict(zip(state.players, ended.action, strict=True))} if rules.action_cards else {})

    def cell(ended: MeldRound, seat: int) -> str:
        points = "0"
        if ended.points[seat]:
            points = f"{ended.points[seat]:+}{'*' if seat == ended.declarer else ''}"
        if seat in ended.untold:
            return "?"
        return points

    return tables.pad_of_rounds(rules, state, of, cell, legend, more, bonuses, roles)


def arrangement_data(rules: MeldRules, arrangement: Arrangement) -> Data:
    """Return an arrangement as data: 'score', 'melds' with 'kind', 'cards' and 'points', and 'idle'."""
    return {
        "score": arrangement.score,
        "melds": [
            {"kind": meld.kind, "cards": [rules.deck.ids[card] for card in meld.laid], "points": meld.points}
            for meld in arrangement.melds
        ],
        "idle": [rules.deck.ids[card] for card in sorted(packs.unpack(arrangement.idle), key=rules.deck.sort_key)],
    }


def tallies(rules: MeldRules, state: MeldState) -> Iterator[Tally]:
    """Yield what is counted of each player."""
    rounds = state.history
    every = range(rules.players)
    arranged = []
    for seat in every:
        arranged.append([hand for ended in rounds if (hand := ended.hands[seat]) is not None])
    yield Tally("rounds", (len(rounds),) * rules.players)
    yield Tally("rounds ended", tuple([sum([ended.declarer == seat for ended in rounds]) for seat in every]))
    won = [rules.scoring.winner(ended.points) for ended in rounds]
    yield Tally("rounds won", tuple([won.count(seat) for seat in every]))
    yield Tally("melds", tuple([sum([len(hand.melds) for hand in own]) for own in arranged]))
    in_melds = tuple([sum([hand.cards - packs.size(hand.idle) for hand in own]) for own in arranged])
    yield Tally("cards in melds", in_melds, tuple([sum([hand.cards for hand in own]) for own in arranged]))
    if rules.action_cards:
        yield Tally("Action points", tuple([sum([ended.action[seat] for ended in rounds]) for seat in every]))
