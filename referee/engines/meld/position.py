"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

from collections.abc import Collection, Sequence

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
    """The state before the first event of a log. Raises Misread with pointers into its head."""
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
    """An arrangement as a log writes it: its melds, each a text, then the idle cards."""
    idle = [rules.deck.ids[card] for card in packs.unpack(arrangement.idle)]
    return [meld.notation for meld in arrangement.melds] + idle


USUAL_PHASES = {"declared": phases.SHOW, "taken": phases.DISCARD, "pile": phases.TAKE, "hands": phases.FACE_UP}
"""The phase of a position that names none, by the first of these keys that it has; without any it is the deal."""


def _set_position(rules: MeldRules, reading: MeldReading, state: MeldState, position: Data) -> None:
    """Set the table up from a `position:`. The phase may be left out and follows from its other keys. Raises Misread
    for a table that cannot be."""
    state.phase = _phase_of(position)
    if state.phase == phases.DRAW:
        rounds.begin_draw(rules, state)
    if state.phase in (phases.TAKE, phases.DISCARD):
        state.turn = (state.dealer + 1) % rules.players
    fields.read(MeldState.all_fields, reading, state, position, AT, BY_HAND)
    _locate_drawn(rules, reading, state)
    if not ROUND.there(rules, state):
        return
    state.late = int(state.phase == phases.ACTION and state.turn >= 0)
    if rules.lays_off and state.declarer >= 0:
        _table_melds_of_declarer(state)
    if "unseen" not in position:
        _hide_omitted_hands(rules, state)
    if any(state.hidden):
        state.unseen["deal"] = [0]
        state.round_began = -1  # these hands are of the round in play
    _count_stock(rules, state, position)
    if rules.lays:
        _fill_in_laying(rules, state, position)
    _check_together(rules, state)


def _phase_of(position: Data) -> str:
    """The phase of a position: the one that it names, or the one that its keys show, or else the deal."""
    if "phase" in position:
        return str(position["phase"])
    for key, phase in USUAL_PHASES.items():
        if key in position:
            return phase
    return phases.DEAL


def _locate_drawn(rules: MeldRules, reading: MeldReading, state: MeldState) -> None:
    """Record the cards drawn for the deal. Cards that go back into the deck before a tie is drawn again have no place
    any more."""
    out: Collection[int] = range(rules.players)
    if rules.deal.redraw == "go_back":
        out = set(state.contenders).difference(state.drawing)
    drawn = packs.pack(state.drawn[seat] for seat in out if state.drawn[seat] >= 0)
    _locate(reading, state, drawn, "drawn are", AT + ("drawn",))


def _table_melds_of_declarer(state: MeldState) -> None:
    """Put the melds of the player who ended the round on the table, unless the position says what lies there."""
    ended = state.shown[state.declarer]
    if ended is None:
        return
    if not state.tabled:
        state.tabled = [meld.cards for meld in ended.melds]
    state.hands[state.declarer] = ended.idle


def _hide_omitted_hands(rules: MeldRules, state: MeldState) -> None:
    """Make the hands that a position omits unseen, with as many cards as the round and the phase give them."""
    for seat in range(rules.players):
        if state.shown[seat] is not None or state.hands[seat]:
            continue
        number = rules.cards_each(state.round) - packs.size(state.laid[seat])
        if state.phase == phases.DISCARD and seat == state.turn:
            number += 1
        state.hidden[seat] = number


def _count_stock(rules: MeldRules, state: MeldState, position: Data) -> None:
    """Let all cards that lie nowhere else be the stock, if the position does not say how many these are."""
    cards = sum(rules.copies)
    placed = packs.size(state.located) + sum(state.hidden)
    state.stock = position.get("stock", cards - placed)
    if state.stock < 0:
        raise refuse(f"{placed} cards are placed; the deck has {cards}", AT)


def _fill_in_laying(rules: MeldRules, state: MeldState, position: Data) -> None:
    """Fill in what a position omits about melds on the table: they were laid on earlier turns, and count for the
    players who laid them."""
    state.turns = position.get("turns", _usual_turns(rules, state))
    for seat, meld in zip(state.owners, map(rules.arranger.meld, state.tabled), strict=False):
        if not state.opened[seat]:
            state.opened[seat] = 1
        if "laid" not in position and meld is not None:
            state.worth[seat] += meld.points


def _usual_turns(rules: MeldRules, state: MeldState) -> int:
    """The number of turns played, for a position that does not say: enough for everybody to lay melds, or 0 before the
    first turn."""
    begun = state.phase == phases.DISCARD
    if state.phase == phases.TAKE:
        begun = len(state.pile) > 1 or bool(state.tabled)
    if not begun:
        return 0
    return int(rules.players * rules.table.from_turn + 1)


def _check_together(rules: MeldRules, state: MeldState) -> None:
    """Refuse parts of a position that contradict each other."""
    if packs.lacking(state.hands[state.turn], state.under):
        raise refuse("what came with a card of the pile must be in the hand of the player to act", AT + ("under",))
    if rules.lays and len(state.owners) < len(state.tabled):
        raise refuse("who laid the melds on the table? write `owners: [PLAYER, …]`, one for each meld", AT + ("table",))
    if state.phase == phases.SHOW and not rounds.to_show(state):
        raise refuse("everybody has shown a hand, so the round is over; write the position after it", AT + ("shown",))


def _role(reading: MeldReading, state: MeldState, role: str, at: Pointer) -> str:
    """The role that a position names. Raises Misread."""
    named = reading.rules.role(role)
    if named is None:
        known = "none"
        if reading.rules.roles:
            known = ", ".join(reading.rules.roles)
        raise refuse(f"{role!r} is not a role; the roles are {known}", at)
    return named


def _placing(kind: Kind, says: str, *, counts: bool = True) -> Kind:
    """A codec of cards that records where they lie when it reads them; `says` begins its messages, as '{} holds'. Cards
    that do not count (`counts`) may turn up again, though the deck must have them."""

    def read(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> object:
        """The cards of a list, each recorded as lying here. Raises Misread if the deck has no more of them."""
        cards = kind.read(reading, state, names, at)
        pack = cards
        if isinstance(cards, list):
            pack = packs.pack(cards)
        _locate(reading, state, pack, says.format(at[-1]), at)
        if not counts:
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
    """Read the melds on the table. Only where melds are laid during play do their cards lie there, and nowhere else."""
    cards: list[int] = list_of(MELD).read(reading, state, melds, at)
    if reading.rules.lays:
        for place, meld in enumerate(cards):
            _locate(reading, state, meld, "on the table are", at + (place,))
    return cards


def _owners(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> list[int]:
    """Read who laid each meld on the table. Raises Misread unless there is one player for each meld."""
    if len(names) != len(state.tabled):
        melds = number_of(len(state.tabled), "melds")
        number = number_of(len(names), "owners")
        raise refuse(f"there are {melds} on the table and {number}; write one for each meld", at)
    owners: list[int] = list_of(SEAT).read(reading, state, names, at)
    return owners


def _show(reading: MeldReading, state: MeldState, names: list[str], at: Pointer) -> object:
    """Read a hand that was shown at the end of the round, and give the arrangement that counts for it. Raises Misread
    for a hand that its player cannot have, or with a group of cards that is no meld."""
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
    written = written_arrangement(rules, shown)
    if written:
        return written
    if seat == state.declarer:
        return rules.best_declaration(shown.cards, state.upcard)
    return rules.arranger.best(shown.cards)


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
