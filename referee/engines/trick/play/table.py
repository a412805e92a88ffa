"""The table as people see it: who sits where, what lies on the table, hands where known, bids, tricks and totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from referee.core import table as tables
from referee.core.cards import members
from referee.core.columns import centred, columns
from referee.core.columns import left as to_left
from referee.core.columns import right as to_right
from referee.core.events import Event
from referee.core.family import Block
from referee.core.scene import Card, Row, Scene
from referee.core.scene import Seat as DrawnSeat
from referee.core.table import Data
from referee.core.wording import counted
from referee.engines.trick.play.moves import awaited
from referee.engines.trick.play.record import HIDDEN
from referee.engines.trick.rules import declarer, hands, seats
from referee.engines.trick.state import DEAL, OVER, PLAY, State
from referee.engines.trick.words.bids import bid_notation
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ranking import ALWAYS, NO_TRUMP

WIDTH = 78
CLOTH = 30
PLACES = {2: ("below", "above"), 3: ("below", "left", "right"), 4: ("below", "left", "above", "right")}
"""Who sits where, clockwise from the first player, who sits nearest."""
SECRET = {*HIDDEN, "draw"}
"""Others see that these events happen, but not with which cards."""


def view(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the table as data (see schemas/report.schema.json) and as blocks to draw."""
    in_hand = state.phase not in (DEAL, OVER)
    data: Data = {
        "hand": state.hand,
        "phase": state.phase,
        "dealer": state.players[state.dealer],
        "next": awaited(rules, state),
        "turn": state.players[declarer.actor(state)] if in_hand and state.turn >= 0 else None,
        "seats": [_seat(rules, state, seat, in_hand) for seat in range(rules.players)],
    }
    if in_hand:
        data |= {"cards": state.cards, "trick": _laid(rules, state, state)}
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
        winner = {"winner": state.players[last.winner], "with": rules.deck.ids[last.card]}
        data["last_trick"] = {"trick": _laid(rules, state, last), **winner}
    blocks = [Block(lines=(_head(rules, state, data),)), _seats(rules, data, in_hand=in_hand)]
    if data.get("calls"):
        blocks.append(_calls(rules, state))
    if state.phase == PLAY:
        blocks.append(_trick(rules, data))
    declared = [f"{one['player']}: {', '.join(one['declared'])}" for one in data["seats"] if one.get("declared")]
    if declared:
        blocks.append(Block("Declared", lines=tuple(declared)))
    if in_hand:
        blocks.append(_hands(rules, state))
    return data, [*blocks, Block(lines=(tables.following(data),))]


def _seat(rules: CompiledRules, state: State, seat: int, in_hand: bool) -> Data:
    entry: Data = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles is not None:
        entry["role"] = rules.roles[state.roles[seat]]
    if seat not in state.seats:
        return entry | {"absent": "knocked out" if seat in state.out else "sits out"}
    if not in_hand:
        return entry
    if rules.bids_spoken:
        entry["bid"] = bid_notation(state.bids[seat])
    entry["won"] = state.won[seat]
    if rules.declarations:
        entry["declared"] = [rules.declarations[made.what].text(rules.deck, made.suit) for made in state.declared[seat]]
    entry["hand"] = rules.deck.names(state.hands[seat]) if state.known[seat] else None
    return entry


def _laid(rules: CompiledRules, state: State, trick: Any) -> list[Data]:
    """Return the cards of a trick in order of play: of the state, or of one that has ended."""
    return [
        {
            "player": state.players[seat],
            "card": rules.deck.ids[card],
            "said": bool(trick.said >> card & 1),
            "grace": bool(trick.graced >> card & 1),
        }
        for seat, card in zip(
            hands.order_from(rules, state, trick.leader), trick.trick if trick is state else trick.cards, strict=False
        )
    ]


def _head(rules: CompiledRules, state: State, data: Data) -> str:
    parts = [f"Hand {state.hand}{f' of {rules.hands}' if rules.hands else ''}"]
    if "cards" in data:
        parts.append(f"{counted(state.cards, 'cards')} each")
        if state.phase == PLAY:
            parts.append(f"trick {state.length - state.left + 1}")
            parts += [data["contract"]] if data.get("contract") else []
        if rules.stock:
            parts.append(f"{counted(state.stock, 'cards')} in the stock")
        if state.trump >= 0:
            parts.append(f"{rules.deck.suits[rules.suits[state.trump]]} are trump")
        elif state.trump == ALWAYS:
            parts.append(f"only {rules.card_names(state.ranking.trumps)} are trump")
    return ", ".join(parts + ([] if state.target is None else [f"to {state.target}"]))


class Seat(NamedTuple):
    """One player: lines about the player, and the card lying before the player, if any."""

    lines: tuple[str, ...] = ()
    card: str = ""


def _seats(rules: CompiledRules, data: Data, *, in_hand: bool) -> Block:
    """Return the players where they sit; in a table if a drawing would not fit."""
    laid = {one["player"]: f"({place}) {_played(one)}" for place, one in enumerate(data.get("trick", ()), 1)}
    lines = drawing([Seat(_about(entry, data), laid.get(entry["player"], "")) for entry in data["seats"]])
    if lines:
        return Block(lines=lines)
    of = {"player": lambda one: one["player"] + (" (dealer)" if one["player"] == data["dealer"] else "")}
    if rules.roles and "role" in data["seats"][0]:
        of["role"] = lambda one: one["role"]
    if in_hand and rules.bids_spoken:
        of["bid"] = lambda one: "–" if one.get("bid") is None else one["bid"]
    if in_hand:
        of["won"] = lambda one: one["absent"] if "absent" in one else one["won"]
    return tables.seats_block(data, of | {"total": tables.total})


def _about(entry: Data, data: Data) -> tuple[str, ...]:
    """Return what is written next to a player at the table: name, role, bid and tricks, total."""
    name = entry["player"] + (f", {entry['role']}" if "role" in entry else "")
    lines = ["→ " * (entry["player"] == data["turn"]) + name + " (dealer)" * (entry["player"] == data["dealer"])]
    lines += [", ".join(known)] if (known := _known(entry)) else []
    return (*lines, f"total {tables.total(entry)}")


def _known(entry: Data) -> list[str]:
    """Return what is known of a player's hand: the bid and the tricks."""
    if "absent" in entry:
        return [entry["absent"]]
    bid = [] if entry.get("bid") is None else [f"bid {entry['bid']}"]
    return [*bid, f"won {entry['won']}"] if "won" in entry else []


def drawing(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the lines of the drawing; none if there are too many players or their names are too long."""
    if len(seats) not in PLACES:
        return ()
    at = dict(zip(PLACES[len(seats)], seats, strict=True))
    above, below, left, right = (at.get(place, Seat()) for place in ("above", "below", "left", "right"))
    edge = max(map(columns, left.lines), default=0)
    cloth = max(CLOTH, *map(columns, (*above.lines, *below.lines)))

    def middle(lines: Iterable[str]) -> list[str]:
        return [(" " * (edge + 2) + centred(line, cloth)).rstrip() for line in lines]

    rows = middle([*above.lines, "", above.card]) if above.lines else []
    high = max(len(left.lines), len(right.lines), 1)
    for row in range(high):  # the cards of the players at the left and right are next to the middle one of their lines
        cards = left.card + to_right(right.card, cloth - columns(left.card)) if row == high // 2 else " " * cloth
        beside = [seat.lines[row] if row < len(seat.lines) else "" for seat in (left, right)]
        rows.append(f"{to_left(beside[0], edge)}  {cards}  {beside[1]}".rstrip())
    rows += middle([below.card, "", *below.lines])
    return () if max(map(columns, rows)) > WIDTH else tuple(rows)


def _played(laid: Data) -> str:
    return f"{laid['card']}{'!' * laid['said']}"


def _calls(rules: CompiledRules, state: State) -> Block:
    """Return the calls of the auction, one row per round, each below its player."""
    assert rules.auction
    # some who spoke may sit the hand out because of its contract
    spoke = {seat for seat, _ in state.calls}.union(state.seats)
    order = [seat for seat in rules.orders[state.calls[0][0]] if seat in spoke]
    rows: list[list[str]] = []
    last = len(order)
    for seat, call in state.calls:
        place = order.index(seat)
        if place <= last:
            rows.append([""] * len(order))
        rows[-1][place] = rules.auction.calls[call].name
        last = place
    return Block("Auction", tuple(state.players[seat] for seat in order), tuple(map(tuple, rows)))


def _trick(rules: CompiledRules, data: Data) -> Block:
    """Return the trick on the table, or the one before it: 'nothing; Cyd took Mk1:11 Mk1:31 Lk7:50! Mk4:2 with Lk7:50'."""
    if not data["trick"]:
        last = data.get("last_trick")
        said = f"; {last['winner']} took {' '.join(map(_played, last['trick']))} with {last['with']}" if last else ""
        return Block("On the table", lines=(f"nothing{said}",))
    rows: list[tuple[Any, ...]] = [(laid["player"], _played(laid)) for laid in data["trick"]]
    if rules.roles:
        deck = rules.deck
        rows = [
            (*row, ", ".join(deck.cards[deck.by_id[laid["card"]]].symbols), "Grace" * laid["grace"])
            for row, laid in zip(rows, data["trick"], strict=True)
        ]
    return Block("On the table, in order of play", ("", "card", *(("symbols", "") if rules.roles else ())), tuple(rows))


def _hands(rules: CompiledRules, state: State) -> Block:
    suits = list(rules.deck.suits.values()) + ["of no suit"] * (not all(card.suit for card in rules.deck.cards))
    rows = []
    for seat in sorted(state.seats):
        by_suit: list[list[str]] = [[] for _ in suits]
        for card in sorted(members(state.hands[seat]), key=rules.deck.sort_key) if state.known[seat] else ():
            of = rules.deck.cards[card]
            by_suit[rules.suits.index(of.suit) if of.suit else -1].append(of.rank)
        ranks = (
            [" ".join(ranks) for ranks in by_suit] if state.known[seat] else ["not recorded", *[""] * len(suits[1:])]
        )
        rows.append((state.players[seat], *ranks))
    return Block("Hands", ("", *suits), tuple(rows))


def secret(rules: CompiledRules, event: Event) -> bool:
    """Return whether others see only that an event happens."""
    return event.verb in SECRET


def scene(rules: CompiledRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says about it."""
    last = data.get("last_trick")
    trick = data.get("trick") or (last["trick"] if last else [])
    lines = [] if data.get("trick") or not last else [f"{last['winner']} took the trick with {last['with']}"]
    lines += [f"{entry['player']} declared {what}" for entry in data["seats"] for what in entry.get("declared", ())]
    piles = [Row("stock", more=data["stock"], stacked=True)] if data.get("stock") else []
    piles += [Row("turned up", (Card(data["turned"]),))] if "turned" in data else []
    seats = tuple(_drawn(data, entry, trick) for entry in data["seats"])
    return Scene(title, seats, tuple(lines), tuple(piles), around=True, next=data["next"])


def _drawn(data: Data, entry: Data, trick: Sequence[Data]) -> DrawnSeat:
    """Return a seat with its hand, and its card in the trick."""
    open_hand = entry["player"] == data.get("dummy")
    facts = [*([entry["role"]] if "role" in entry else []), *_known(entry), *["dummy"] * open_hand]
    rows = [Row("not recorded")] if "hand" in entry else []
    if entry.get("hand") is not None:
        rows = [Row("", tuple(map(Card, entry["hand"])), owner="" if open_hand else entry["player"])]
    laid: Data = {}
    for place, one in enumerate(trick, 1):
        if one["player"] == entry["player"]:
            notes = ("said",) * one["said"] + ("Grace",) * one["grace"]
            laid = {"laid": Card(one["card"], notes), "laid_as": place}
    return tables.seat(data, entry, facts, rows, **laid)


def aftermath(rules: CompiledRules, before: State, after: State) -> list[str]:
    """Return what an event changed between two states: who won a trick, and with what."""
    trick = after.last_trick()
    if trick is None or after.clock == before.clock:
        return []
    return [f"{after.players[trick.winner]} won the trick with {rules.deck.ids[trick.card]}."]
