"""The table as people see it: who sits where, what lies on the table, hands where known, bids, tricks and totals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.core.cards import members
from referee.core.columns import centred, columns
from referee.core.columns import left as to_left
from referee.core.columns import right as to_right
from referee.core.family import Block
from referee.core.findings import counted
from referee.engines.trick.play.legal_moves import awaited
from referee.engines.trick.rules import declarer, hands, seats
from referee.engines.trick.state import DEAL, OVER, PLAY, State, Trick
from referee.engines.trick.words.bids import written
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ranking import ALWAYS, NO_TRUMP

WIDTH = 78
CLOTH = 30
PLACES = {2: ("below", "above"), 3: ("below", "left", "right"), 4: ("below", "left", "above", "right")}
"""Who sits where, clockwise from the first player, who sits nearest."""


class Seat(NamedTuple):
    """One player: lines about the player, and the card lying before the player, if any."""

    lines: tuple[str, ...] = ()
    card: str = ""


NOBODY = Seat()


def drawing(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The lines of the drawing; none if there are too many players or their names are too long."""
    if len(seats) not in PLACES:
        return ()
    at = dict(zip(PLACES[len(seats)], seats, strict=True))
    above, below = at.get("above", NOBODY), at["below"]
    left, right = at.get("left", NOBODY), at.get("right", NOBODY)
    edge = max(map(columns, left.lines), default=0)
    cloth = max(CLOTH, *(columns(line) for line in (*above.lines, *below.lines)))
    rows = _centred([*above.lines, "", above.card], edge, cloth) if above.lines else []
    rows += _sides(left, right, edge, cloth)
    rows += _centred([below.card, "", *below.lines], edge, cloth)
    return () if max(map(columns, rows)) > WIDTH else tuple(rows)


def _centred(lines: Sequence[str], edge: int, cloth: int) -> list[str]:
    return [(" " * (edge + 2) + centred(line, cloth)).rstrip() for line in lines]


def _sides(left: Seat, right: Seat, edge: int, cloth: int) -> list[str]:
    """The rows with the players at the left and right; their cards are next to the middle one of their lines."""
    height = max(len(left.lines), len(right.lines), 1)
    rows = []
    for row in range(height):
        cards = left.card + to_right(right.card, cloth - columns(left.card)) if row == height // 2 else " " * cloth
        beside = [seat.lines[row] if row < len(seat.lines) else "" for seat in (left, right)]
        rows.append(f"{to_left(beside[0], edge)}  {cards}  {beside[1]}".rstrip())
    return rows


def view(rules: CompiledRules, state: State) -> tuple[dict[str, Any], list[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw."""
    data: dict[str, Any] = {
        "hand": state.hand,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(rules, state),
        "turn": _to_act(state),
        "seats": [_seat(rules, state, seat) for seat in range(rules.players)],
    }
    if state.phase not in (DEAL, OVER):
        data["cards"] = state.cards
        data["trick"] = _on_table(rules, state)
        if state.dummy >= 0:
            data["dummy"] = state.players[state.dummy]
        if rules.auction:
            made = seats.contract_in_words(rules, state.players, state)
            data["calls"] = [
                {"player": state.players[seat], "call": rules.auction.calls[call].name} for seat, call in state.calls
            ]
            data["contract"] = made or None
        if rules.stock:
            data["stock"] = state.stock
        if rules.trump_set(state.hand) != "fixed" or rules.trump_cycle != [-1]:
            data["trump"] = None if state.trump == NO_TRUMP else rules.trump_word(state.trump)
        if state.turned >= 0:
            data["turned"] = rules.deck.ids[state.turned]
    last = state.last_trick()
    if last is not None:
        data["last_trick"] = _finished(rules, state, last)
    blocks = [_head(rules, state, data), _seats(rules, state, data)]
    if data.get("calls"):
        blocks.append(_calls(rules, state, data))
    if state.phase == PLAY:
        blocks.append(_trick(rules, state, data))
    if any(entry.get("declared") for entry in data["seats"]):
        said = [f"{entry['player']}: {', '.join(entry['declared'])}" for entry in data["seats"] if entry["declared"]]
        blocks.append(Block("Declared", lines=tuple(said)))
    if state.phase not in (DEAL, OVER):
        blocks.append(_hands(rules, state))
    blocks.append(Block(lines=(f"Next: {data['next'] or 'nothing; the game is over'}.",)))
    return data, blocks


def _to_act(state: State) -> str | None:
    return state.players[declarer.actor(state)] if state.phase not in (DEAL, OVER) and state.turn >= 0 else None


def _seat(rules: CompiledRules, state: State, seat: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles is not None:
        entry["role"] = rules.roles[state.roles[seat]]
    if seat not in state.seats:
        return entry | {"absent": "knocked out" if seat in state.out else "sits out"}
    if state.phase in (DEAL, OVER):
        return entry
    if rules.bids_spoken:
        entry["bid"] = written(state.bids[seat])
    entry["won"] = state.won[seat]
    if rules.declarations:
        entry["declared"] = [rules.declarations[made.what].text(rules.deck, made.suit) for made in state.declared[seat]]
    entry["hand"] = rules.deck.names(state.hands[seat]) if state.known[seat] else None
    return entry


def _on_table(rules: CompiledRules, state: State) -> list[dict[str, Any]]:
    laid = []
    for seat, card in zip(hands.order_from(rules, state, state.leader), state.trick, strict=False):
        laid.append(
            {
                "player": state.players[seat],
                "card": rules.deck.ids[card],
                "said": bool(state.said >> card & 1),
                "grace": bool(state.graced >> card & 1),
            }
        )
    return laid


def _finished(rules: CompiledRules, state: State, trick: Trick) -> dict[str, Any]:
    """The trick that ended with the latest event."""
    laid = [
        {
            "player": state.players[seat],
            "card": rules.deck.ids[card],
            "said": bool(trick.said >> card & 1),
            "grace": bool(trick.graced >> card & 1),
        }
        for seat, card in zip(hands.order_from(rules, state, trick.leader), trick.cards, strict=False)
    ]
    return {"trick": laid, "winner": state.players[trick.winner], "with": rules.deck.ids[trick.card]}


def _head(rules: CompiledRules, state: State, data: dict[str, Any]) -> Block:
    of = f" of {rules.hands}" if rules.hands else ""
    parts = [f"Hand {state.hand}{of}"]
    if state.phase not in (DEAL, OVER):
        parts.append(f"{state.cards} card{'' if state.cards == 1 else 's'} each")
        if state.phase == PLAY:
            parts.append(f"trick {state.length - state.left + 1}")
        if state.phase == PLAY and data.get("contract"):
            parts.append(data["contract"])
        if rules.stock:
            parts.append(f"{counted(state.stock, 'cards')} in the stock")
        if state.trump >= 0:
            parts.append(f"{rules.deck.suits[rules.suits[state.trump]]} are trump")
        elif state.trump == ALWAYS:
            parts.append(f"only {rules.card_names(state.ranking.trumps)} are trump")
    if state.target is not None:
        parts.append(f"to {state.target}")
    return Block(lines=(", ".join(parts),))


def _seats(rules: CompiledRules, state: State, data: dict[str, Any]) -> Block:
    """The players where they sit; in a table if a drawing would not fit."""
    laid = {entry["player"]: place for place, entry in enumerate(data.get("trick", ()))}
    seats = []
    for entry in data["seats"]:
        place = laid.get(entry["player"])
        card = "" if place is None else f"({place + 1}) {_shown(data['trick'][place])}"
        seats.append(Seat(_about(entry, data), card))
    return Block(lines=drawing(seats)) if drawing(seats) else _listed(rules, state, data)


def _about(entry: dict[str, Any], data: dict[str, Any]) -> tuple[str, ...]:
    """What is written next to a player at the table: name, role, bid and tricks, total."""
    name = entry["player"] + (f", {entry['role']}" if "role" in entry else "")
    lines = ["→ " * (entry["player"] == data["turn"]) + name + " (dealer)" * (entry["player"] == data["dealer"])]
    if "absent" in entry:
        lines.append(entry["absent"])
    elif "won" in entry:
        lines.append(("" if entry.get("bid") is None else f"bid {entry['bid']}, ") + f"won {entry['won']}")
    return (*lines, f"total {'?' if entry['total'] is None else entry['total']}")


def _shown(laid: dict[str, Any]) -> str:
    return f"{laid['card']}{'!' * laid['said']}"


def _listed(rules: CompiledRules, state: State, data: dict[str, Any]) -> Block:
    headers = ["", "player"]
    if state.roles is not None:
        headers.append("role")
    in_hand = state.phase not in (DEAL, OVER)
    if in_hand:
        headers += ["bid", "won"] if rules.bids_spoken else ["won"]
    headers.append("total")
    rows = []
    for entry in data["seats"]:
        name = entry["player"]
        row: list[Any] = ["→" if name == data["turn"] else "", name + (" (dealer)" if name == data["dealer"] else "")]
        if state.roles is not None:
            row.append(entry["role"])
        if in_hand:
            if rules.bids_spoken:
                row.append("–" if entry.get("bid") is None else entry["bid"])
            row.append(entry["absent"] if "absent" in entry else entry["won"])
        row.append("?" if entry["total"] is None else entry["total"])
        rows.append(tuple(row))
    return Block("Seats, clockwise", tuple(headers), tuple(rows))


def _calls(rules: CompiledRules, state: State, data: dict[str, Any]) -> Block:
    """The calls of the auction, one row per round, each below its player."""
    spoke = {seat for seat, _ in state.calls}.union(
        state.seats
    )  # some of them may sit the hand out because of its contract
    order = tuple([seat for seat in rules.orders[state.calls[0][0]] if seat in spoke])
    rows: list[list[str]] = []
    last = len(order)
    for seat, call in state.calls:
        place = order.index(seat)
        if place <= last:
            rows.append([""] * len(order))
        assert rules.auction
        rows[-1][place] = rules.auction.calls[call].name
        last = place
    return Block("Auction", tuple(state.players[seat] for seat in order), tuple(map(tuple, rows)))


def _trick(rules: CompiledRules, state: State, data: dict[str, Any]) -> Block:
    if data["trick"]:
        headers: tuple[str, ...] = ("", "card")
        rows: list[tuple[Any, ...]] = [(laid["player"], _shown(laid)) for laid in data["trick"]]
        if rules.roles:
            headers += ("symbols", "")
            rows = [
                (*row, _symbols(rules, laid["card"]), "Grace" * laid["grace"])
                for row, laid in zip(rows, data["trick"], strict=True)
            ]
        return Block("On the table, in order of play", headers, tuple(rows))
    last = state.last_trick()
    if last is not None:
        return Block("On the table", lines=(f"nothing; {told(rules, state, last)}",))
    return Block("On the table", lines=("nothing",))


def _symbols(rules: CompiledRules, card: str) -> str:
    return ", ".join(rules.deck.cards[rules.deck.by_id[card]].symbols)


def told(rules: CompiledRules, state: State, trick: Trick) -> str:
    """A finished trick in one sentence: 'Cyd took Mk1:11 Mk1:31 Lk7:50! Mk4:2 with Lk7:50'."""
    ids = rules.deck.ids
    cards = " ".join(ids[card] + "!" * (trick.said >> card & 1) for card in trick.cards)
    return f"{state.players[trick.winner]} took {cards} with {ids[trick.card]}"


def _hands(rules: CompiledRules, state: State) -> Block:
    suits = list(rules.deck.suits.values())
    if not all(card.suit for card in rules.deck.cards):
        suits.append("of no suit")
    rows = []
    for seat in sorted(state.seats):
        player = state.players[seat]
        if not state.known[seat]:
            rows.append((player, "not recorded", *("" for _ in suits[1:])))
            continue
        by_suit: list[list[str]] = [[] for _ in suits]
        for card in sorted(members(state.hands[seat]), key=rules.deck.sort_key):
            of = rules.deck.cards[card]
            by_suit[rules.suits.index(of.suit) if of.suit else -1].append(of.rank)
        rows.append((player, *(" ".join(ranks) for ranks in by_suit)))
    return Block("Hands", ("", *suits), tuple(rows))
