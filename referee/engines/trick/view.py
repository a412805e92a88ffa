"""The table as people see it: who sits where, what lies on the table, hands where known, bids, tricks and totals."""

from __future__ import annotations

from typing import Any

from referee.core.cards import members
from referee.core.family import Block
from referee.engines.trick.drawing import Seat, drawing
from referee.engines.trick.options import awaited
from referee.engines.trick.state import DEAL, OVER, PLAY, State, Trick
from referee.engines.trick.terms import Terms


def view(terms: Terms, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    data: dict[str, Any] = {
        "hand": state.hand,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(terms, state),
        "turn": _to_act(state),
        "seats": [_seat(terms, state, seat) for seat in range(terms.players)],
    }
    if state.phase not in (DEAL, OVER):
        data["cards"] = state.cards
        data["trick"] = _on_table(terms, state)
        if terms.trump_from != "fixed" or terms.trump_cycle != [-1]:
            data["trump"] = None if state.trump < 0 else terms.suits[state.trump]
        if state.turned >= 0:
            data["turned"] = terms.deck.ids[state.turned]
    blocks = [_head(terms, state), _seats(terms, state, data)]
    if state.phase == PLAY:
        blocks.append(_trick(terms, state, data))
    if state.phase not in (DEAL, OVER):
        blocks.append(_hands(terms, state))
    blocks.append(Block(lines=(f"Next: {data['next'] or 'nothing; the game is over'}.",)))
    return data, blocks


def _to_act(state: State) -> str | None:
    return state.players[state.turn] if state.phase not in (DEAL, OVER) and state.turn >= 0 else None


def _seat(terms: Terms, state: State, seat: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles is not None:
        entry["role"] = terms.roles[state.roles[seat]]
    if state.phase in (DEAL, OVER):
        return entry
    if terms.bids_spoken:
        entry["bid"] = state.bids[seat]
    entry["won"] = state.won[seat]
    entry["hand"] = terms.deck.names(state.hands[seat]) if state.known[seat] else None
    return entry


def _on_table(terms: Terms, state: State) -> list[dict[str, Any]]:
    laid = []
    for place, card in enumerate(state.trick):
        seat = (state.leader + place) % terms.players
        laid.append(
            {
                "player": state.players[seat],
                "card": terms.deck.ids[card],
                "said": bool(state.said >> card & 1),
                "grace": bool(state.graced >> card & 1),
            }
        )
    return laid


def _head(terms: Terms, state: State) -> Block:
    of = f" of {terms.hands}" if terms.hands else ""
    parts = [f"Hand {state.hand}{of}"]
    if state.phase not in (DEAL, OVER):
        parts.append(f"{state.cards} card{'' if state.cards == 1 else 's'} each")
        if state.phase == PLAY:
            parts.append(f"trick {state.cards - state.left + 1}")
        if state.trump >= 0:
            parts.append(f"{terms.deck.suits[terms.suits[state.trump]]} are trump")
    if state.target is not None:
        parts.append(f"to {state.target}")
    return Block(lines=(", ".join(parts),))


def _seats(terms: Terms, state: State, data: dict[str, Any]) -> Block:
    """The players where they sit; in a table where a drawing would not fit."""
    laid = {entry["player"]: place for place, entry in enumerate(data.get("trick", ()))}
    seats = []
    for entry in data["seats"]:
        place = laid.get(entry["player"])
        card = "" if place is None else f"({place + 1}) {_shown(data['trick'][place])}"
        seats.append(Seat(_about(entry, data), card))
    return Block(lines=drawing(seats)) if drawing(seats) else _listed(terms, state, data)


def _about(entry: dict[str, Any], data: dict[str, Any]) -> tuple[str, ...]:
    """What stands beside a player at the table: name, role, bid and tricks, total."""
    name = entry["player"] + (f", {entry['role']}" if "role" in entry else "")
    lines = ["→ " * (entry["player"] == data["turn"]) + name + " (dealer)" * (entry["player"] == data["dealer"])]
    if "won" in entry:
        lines.append(("" if entry.get("bid") is None else f"bid {entry['bid']}, ") + f"won {entry['won']}")
    return (*lines, f"total {'?' if entry['total'] is None else entry['total']}")


def _shown(laid: dict[str, Any]) -> str:
    return f"{laid['card']}{'!' * laid['said']}"


def _listed(terms: Terms, state: State, data: dict[str, Any]) -> Block:
    headers = ["", "player"]
    if state.roles is not None:
        headers.append("role")
    in_hand = state.phase not in (DEAL, OVER)
    if in_hand:
        headers += ["bid", "won"] if terms.bids_spoken else ["won"]
    headers.append("total")
    rows = []
    for entry in data["seats"]:
        name = entry["player"]
        row: list[Any] = ["→" if name == data["turn"] else "", name + (" (dealer)" if name == data["dealer"] else "")]
        if state.roles is not None:
            row.append(entry["role"])
        if in_hand:
            if terms.bids_spoken:
                row.append("–" if entry["bid"] is None else entry["bid"])
            row.append(entry["won"])
        row.append("?" if entry["total"] is None else entry["total"])
        rows.append(tuple(row))
    return Block("Seats, clockwise", tuple(headers), tuple(rows))


def _trick(terms: Terms, state: State, data: dict[str, Any]) -> Block:
    if data["trick"]:
        headers: tuple[str, ...] = ("", "card")
        rows: list[tuple[Any, ...]] = [(laid["player"], _shown(laid)) for laid in data["trick"]]
        if terms.roles:
            headers += ("symbols", "")
            rows = [
                (*row, _symbols(terms, laid["card"]), "Grace" * laid["grace"])
                for row, laid in zip(rows, data["trick"], strict=True)
            ]
        return Block("On the table, in order of play", headers, tuple(rows))
    last = state.last_trick()
    if last is not None:
        return Block("On the table", lines=(f"nothing; {told(terms, state, last)}",))
    return Block("On the table", lines=("nothing",))


def _symbols(terms: Terms, card: str) -> str:
    return ", ".join(terms.deck.cards[terms.deck.by_id[card]].symbols)


def told(terms: Terms, state: State, trick: Trick) -> str:
    """A finished trick in one sentence: 'Cyd took Mk1:11 Mk1:31 Lk7:50! Mk4:2 with Lk7:50'."""
    ids = terms.deck.ids
    cards = " ".join(ids[card] + "!" * (trick.said >> card & 1) for card in trick.cards)
    return f"{state.players[trick.winner]} took {cards} with {ids[trick.card]}"


def _hands(terms: Terms, state: State) -> Block:
    suits = list(terms.deck.suits.values())
    rows = []
    for seat, player in enumerate(state.players):
        if not state.known[seat]:
            rows.append((player, "not recorded", *("" for _ in suits[1:])))
            continue
        by_suit: list[list[str]] = [[] for _ in suits]
        for card in sorted(members(state.hands[seat]), key=terms.deck.sort_key):
            by_suit[terms.suits.index(terms.deck.cards[card].suit)].append(terms.deck.cards[card].rank)
        rows.append((player, *(" ".join(ranks) for ranks in by_suit)))
    return Block("Hands", ("", *suits), tuple(rows))
