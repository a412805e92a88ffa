"""Positions: the set-up of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core import fields
from referee.core.events import number_of
from referee.core.fields import AT, Data
from referee.core.places import Pointer
from referee.core.values import CARD, SEAT, TEXT, Kind, list_of, refuse
from referee.engines.meld import state as phases
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.reading import MeldReading
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.rounds import ShownCards
from referee.engines.meld.rules.shows import meld_faults, written_arrangement
from referee.engines.meld.state import CARDS, MELD, PACK, ROUND, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement


def start(
    rules: MeldRules, reading: MeldReading, players: Sequence[str], setup: Data, position: Data | None
) -> MeldState:
    """Return the state before the first event. Raises Misread with pointers into the head of the log."""
    state = MeldState()
    state.begin(rules)
    fields.fill(state, reading, players, setup, position)
    drawing = rules.dealer_drawn and (position is None or position.get("phase") == phases.DRAW)
    if drawing and state.dealer < 0:
        rounds.begin_draw(rules, state)
    else:
        fields.seat_dealer(reading, state, position)
    if position is not None:
        _set_position(rules, reading, state, position)
    return state


def write_arrangement(rules: MeldRules, arrangement: Arrangement) -> list[str]:
    """Return an arrangement as a log writes it: its melds, each a text, then the idle cards."""
    idle = [rules.deck.ids[card] for card in packs.unpack(arrangement.idle)]
    return [meld.notation for meld in arrangement.melds] + idle


def _set_position(rules: MeldRules, reading: MeldReading, state: MeldState, position: Data) -> None:
    by_key = {"declared": phases.SHOW, "taken": phases.DISCARD, "pile": phases.TAKE, "hands": phases.FACE_UP}
    usual = next((phase for key, phase in by_key.items() if key in position), phases.DEAL)
    state.phase = str(position.get("phase", usual))
    if state.phase == phases.DRAW:
        rounds.begin_draw(rules, state)
    if state.phase in (phases.TAKE, phases.DISCARD):
        state.turn = (state.dealer + 1) % rules.players
    fields.read(MeldState.all_fields, reading, state, position, AT, BY_HAND)
    out = set(state.contenders).difference(state.drawing) if rules.deal.redraw == "go_back" else range(rules.players)
    drawn = packs.pack(state.drawn[seat] for seat in out if state.drawn[seat] >= 0)
    _locate(reading, state, drawn, "drawn are", (*AT, "drawn"))
    if not ROUND.there(rules, state):
        return
    state.late = int(state.phase == phases.ACTION and state.turn >= 0)
    ended = None
    if state.declarer >= 0:
        ended = state.shown[state.declarer]
    if rules.lays_off and ended is not None:
        state.tabled = state.tabled or [meld.cards for meld in ended.melds]
        state.hands[state.declarer] = ended.idle
    if "unseen" not in position:
        for seat in range(rules.players):
            extra = (state.phase == phases.DISCARD and seat == state.turn) - packs.size(state.laid[seat])
            if state.shown[seat] is None and not state.hands[seat]:
                state.hidden[seat] = rules.cards_each(state.round) + extra
    if any(state.hidden):
        state.unseen["deal"] = [0]
        state.round_began = -1  # these hands are of the round in play
    placed = packs.size(state.located) + sum(state.hidden)
    state.stock = position.get("stock", sum(rules.copies) - placed)
    if state.stock < 0:
        raise refuse(f"{placed} cards are placed; the deck has {sum(rules.copies)}", AT)
    if (
        rules.lays
    ):  # what is omitted of melds on the table is usual: laid on earlier turns, whole by those who have them
        begun = state.phase == phases.DISCARD or (state.phase == phases.TAKE and (len(state.pile) > 1 or state.tabled))
        state.turns = position.get("turns", rules.players * rules.table.from_turn + 1 if begun else 0)
        for seat, meld in zip(state.owners, map(rules.arranger.meld, state.tabled), strict=False):
            state.opened[seat] = state.opened[seat] or 1
            if "laid" not in position and meld is not None:
                state.worth[seat] += meld.points
    if packs.lacking(state.hands[state.turn], state.under):
        raise refuse("what came with a card of the pile must be in the hand of the player to act", (*AT, "under"))
    if rules.lays and len(state.owners) < len(state.tabled):
        raise refuse("who laid the melds on the table? write `owners: [PLAYER, …]`, one for each meld", (*AT, "table"))
    if state.phase == phases.SHOW and not rounds.to_show(state):
        raise refuse("everybody has shown a hand, so the round is over; write the position after it", (*AT, "shown"))


def _role(reading: MeldReading, state: MeldState, role: str, at: Pointer) -> str:
    named = reading.rules.role(role)
    if named is None:
        raise refuse(f"{role!r} is not a role; the roles are {', '.join(reading.rules.roles) or 'none'}", at)
    return named


def _placing(kind: Kind, says: str, *, counts: bool = True) -> Kind:
    """Return a kind of cards that are recorded where they lie; `says` is what comes before them: '{} holds'."""

    def read(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> Any:
        cards = kind.read(reading, state, names, at)
        if isinstance(cards, list):
            pack = packs.pack(cards)
        else:
            pack = cards
        _locate(reading, state, pack, says.format(at[-1]), at)
        if counts:
            state.located -= 0
        else:
            state.located -= pack
        return cards

    return kind._replace(read=read)


def _locate(reading: MeldReading, state: MeldState, cards: int, says: str, at: Pointer) -> int:
    """Record the cards that a position places, if the deck has enough of them."""
    for fault in whereabouts.faults(reading.rules, state, cards, says, None, at):
        raise refuse(fault.message, at)
    state.located += cards
    return cards


def _table(reading: MeldReading, state: MeldState, melds: list[str], at: Pointer) -> list[int]:
    """Return the melds on the table; those that were laid during play are recorded there, and every one has an owner."""
    cards: list[int] = list_of(MELD).read(reading, state, melds, at)
    for place, meld in enumerate(cards if reading.rules.lays else ()):
        _locate(reading, state, meld, "on the table are", (*at, place))
    return cards


def _owners(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> list[int]:
    if len(names) != len(state.tabled):
        melds = number_of(len(state.tabled), "melds")
        number = number_of(len(names), "owners")
        raise refuse(f"there are {melds} on the table and {number}; write one for each meld", at)
    owners: list[int] = list_of(SEAT).read(reading, state, names, at)
    return owners


def _show(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> Any:
    rules = reading.rules
    seat = reading.seat(state, at[-1], at)
    shown = reading.cards(names, at)
    for fault in meld_faults(rules, f"{at[-1]} lays out", seat, shown, at):
        raise refuse(fault.message, at)
    if not state.hands[seat]:
        state.hands[seat] = _locate(reading, state, shown.cards, f"{at[-1]} shows", at)
    elif state.hands[seat] != shown.cards:
        raise refuse(f"{at[-1]} shows {rules.names(shown.cards)}, but holds {rules.names(state.hands[seat])}", at)
    state.hidden[seat] = 0
    shown = ShownCards(state.hands[seat], None if rules.lays else shown.melds)
    best = rules.best_declaration if seat == state.declarer else lambda hand, upcard: rules.arranger.best(hand)
    return written_arrangement(rules, shown) or best(shown.cards, state.upcard)


BY_HAND: fields.ByHand = {
    "roles": TEXT._replace(read=_role),
    "hands": _placing(CARDS, "{} holds"),
    "pile": _placing(list_of(CARD), "the face-up pile holds"),
    "aside": _placing(PACK, "set aside are"),
    "recycled": _placing(PACK, "back in the stock are", counts=False),
    "laid": _placing(CARDS, "{} has laid off"),
    "tabled": Kind((list,), _table, list_of(MELD).write),
    "owners": Kind((list,), _owners, list_of(SEAT).write),
    "shown": Kind((list,), _show, lambda rules, state, shown: write_arrangement(rules, shown)),
}
"""Keys of a position that take more than the state declares."""
