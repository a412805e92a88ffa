"""The set-up of a log, and a `position:` that starts in the middle of a game; a state as a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.core import fields
from referee.core.cards import mask_of, members
from referee.core.events import Misread, number_of
from referee.core.fields import AT, GAME, Data
from referee.core.places import Pointer
from referee.core.unseen.sums import Sum, Unfit, network
from referee.core.values import (
    NUMBER,
    SEAT,
    WHOLE,
    YES_NO,
    Kind,
    by_player,
    either,
    list_of,
    map_of,
    one_of,
    record,
    refuse,
    shapeless,
)
from referee.core.wording import in_list
from referee.engines.conspiracy import reading as kinds
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, GROUP, SIDES, ConspiracyRules
from referee.engines.conspiracy.reading import ConspiracyReading
from referee.engines.conspiracy.rules import attacks, means, specials, structure, turns, unknown
from referee.engines.conspiracy.rules.goals import groups, meets, own_goal, why_no_goal
from referee.engines.conspiracy.state import MARKED, Battle, ConspiracyState, PendingSpecial

SETUP = ("illuminati", "uncontrolled", "first", "rolls", "goals")


def start(
    rules: ConspiracyRules, reading: ConspiracyReading, players: Sequence[str], setup: Data, position: Data | None
) -> ConspiracyState:
    """The state before the first event. Raises Misread with pointers into `setup` or `position`; a log has one of the
    two."""
    state = ConspiracyState()
    state.begin(rules)
    if position is not None and setup:
        raise refuse("a log has a set-up or a position, not both; a position needs no set-up", ("setup",))
    fields.fill(state, reading, players, {}, position)
    if position is None:
        _set_up(rules, reading, state, setup)
    else:
        _place(rules, reading, state, position)
    return state


# -- set-up ------------------------------------------------------------------------------------------------------------


def _set_up(rules: ConspiracyRules, reading: ConspiracyReading, state: ConspiracyState, setup: Data) -> None:
    """Set the table up for a new game: Illuminati with their first income, uncontrolled groups, goals written down, and
    who begins."""
    _require_keys(setup)
    _deal_illuminati(rules, reading, state, setup["illuminati"])
    here: Pointer = ("setup", "uncontrolled")
    groups = list_of(kinds.A_GROUP).of(reading, state, setup["uncontrolled"], here)
    if len(groups) != rules.uncontrolled.start:
        are = "are"
        if len(groups) == 1:
            are = "is"
        message = f"{number_of(len(groups), 'groups')} {are} turned up; the game begins with {rules.uncontrolled.start}"
        raise refuse(message, here)
    for place, card in enumerate(groups):
        _out_of_deck(rules, state, card, table.UNCONTROLLED, here + (place,))
    _goals(reading, state, setup.get("goals", {}), ("setup", "goals"))
    state.turn = state.first = _who_begins(reading, state, setup)
    state.running = 1
    turns.begin(rules, state)


def _require_keys(setup: Data) -> None:
    """Refuse a set-up with other keys than it may have, or without one that it must have."""
    if not isinstance(setup, Mapping) or not setup.keys() <= set(SETUP):
        raise shapeless()
    for key, example in (("illuminati", "{Ann: gnomes, Ben: network}"), ("uncontrolled", "[KKK, …]"), ("first", "Ann")):
        if key not in setup and not (key == "first" and "rolls" in setup):
            raise refuse(f"the set-up has no `{key}:`; write, for example, `{key}: {example}`", ("setup",))


def _deal_illuminati(rules: ConspiracyRules, reading: ConspiracyReading, state: ConspiracyState, said: object) -> None:
    """Give every player the Illuminati card that the set-up names, with its first income and its goal. Raises Misread
    if one is missing or given twice."""
    here: Pointer = ("setup", "illuminati")
    given = by_player(kinds.ILLUMINATI_CARD).of(reading, state, said, here)
    _seat_illuminati(state, [given.get(seat, ABSENT) for seat in range(rules.players)])
    more = 0
    if rules.bonus_income and rules.more_income.at_setup:
        more = rules.bonus_income
    for seat, card in enumerate(state.illuminati):
        who = state.players[seat]
        if card < 0:
            raise refuse(f"{who} has no Illuminati card", here)
        if card in state.illuminati[:seat]:
            other = state.players[state.illuminati.index(card)]
            raise refuse(f"{other} and {who} both have {rules.pack.names[card]}; there is only one", here)
        state.change(card, rules.pack.cards[card].income + more)
        state.goals[seat] = own_goal(rules, card)


def _seat_illuminati(state: ConspiracyState, cards: Sequence[int]) -> None:
    """Put the Illuminati card of each seat (-1: none) into the middle of its power structure."""
    state.illuminati = tuple(cards)
    for seat, card in enumerate(cards):
        if card >= 0:
            state.place[card] = seat
            state.holds[seat] |= 1 << card
            state.grid[seat][0] = card


def _who_begins(reading: ConspiracyReading, state: ConspiracyState, setup: Data) -> int:
    """The seat that plays first: the one with the highest roll, or the one that the set-up names. Raises Misread if
    these do not agree or cannot be."""
    at: Pointer = ("setup", "rolls")
    rolls: dict[int, int] = by_player(NUMBER).of(reading, state, setup.get("rolls", {}), at)
    best = [seat for seat, roll in rolls.items() if roll == max(rolls.values())]
    missing = len(rolls) < len(state.players) and (best or "first" not in setup)
    if missing or any(not 2 <= roll <= 12 for roll in rolls.values()):
        raise refuse("every player rolls two dice, which show 2 to 12", at)
    if "first" not in setup:
        if len(best) > 1:
            raise refuse("two players rolled the same; say with `first:` who begins", at)
        return best[0]
    first = reading.seat(state, setup["first"], ("setup", "first"))
    if best and first not in best:
        message = f"{state.players[first]} rolled {rolls[first]}; {state.players[best[0]]} rolled highest and begins"
        raise refuse(message, ("setup", "first"))
    return first


def _goals(reading: ConspiracyReading, state: ConspiracyState, goals: object, at: Pointer) -> list[int]:
    """Read the goals that players wrote down into the state: a map from players to Illuminati cards whose goals they
    are."""
    for seat, card in by_player(kinds.ILLUMINATI_CARD).of(reading, state, goals, at).items():
        who = state.players[seat]
        why = why_no_goal(reading.rules, who, state.illuminati[seat], card)
        if why:
            raise refuse(why, (*at, who))
        state.goals[seat] = card
    return state.goals


def _out_of_deck(rules: ConspiracyRules, state: ConspiracyState, card: int, place: int, at: Pointer) -> None:
    """Move one copy of a card from the deck to a place (a seat, UNCONTROLLED, DEAD or OUT). Raises Misread, with the
    pointer `at`, if no copy is left in the deck."""
    if not state.left[card]:
        raise refuse(f"{rules.pack.names[card]} is in two places", at)
    state.left[card] -= 1
    state.deck -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = place


# -- position ----------------------------------------------------------------------------------------------------------


def _place(rules: ConspiracyRules, reading: ConspiracyReading, state: ConspiracyState, at: Data) -> None:
    """Set the table up in the middle of a game, from a `position:`. Keys that are omitted have their defaults; a player
    whose Illuminati card is not named has the first one that is free."""
    _structures(rules, reading, state, at.get("structures", {}), (*AT, "structures"))
    state.phase = table.ACT
    state.number = 1
    fields.read(fields.lasting(ConspiracyState, GAME, table.TURN), reading, state, at, AT, BY_HAND)
    if not state.alive[state.turn] and state.phase in (table.INCOME, table.DRAW, table.ACT):
        where = "out"
        if "turn" in at:
            where = "turn"
        raise refuse(
            f"{state.players[state.turn]} is out of the game; say with `turn:` whose turn it is", AT + (where,)
        )
    _require_possible(rules, state, at)
    _fill_turn(rules, state, at)
    _require_cards(rules, state)
    fields.read(fields.lasting(ConspiracyState, table.ANSWERED), reading, state, at, AT, BY_HAND)
    _count_pending(rules, state, at)


def _fill_turn(rules: ConspiracyRules, state: ConspiracyState, at: Data) -> None:
    """Fill in how far the turn has come, where the position `at` does not say: the cards still to draw, and whether it
    has begun."""
    if "first" not in at:
        state.first = state.turn
    if "running" not in at:
        state.running = 1
    if "draws" not in at and state.phase in (table.INCOME, table.DRAW):
        state.draws = turns.to_draw(rules, state)
    if "begun" not in at:
        first = table.INCOME
        if rules.turn.draw == "before_income" and state.deck:
            first = table.DRAW
        drawn = rules.turn.draw != "after_income" and state.draws < turns.to_draw(rules, state)
        state.begun = state.phase != first or drawn


def _require_cards(rules: ConspiracyRules, state: ConspiracyState) -> None:
    """Refuse more unnamed Specials in hands than there can be, and a phase of drawing or turning up cards without any
    card left."""
    missing = -means.undrawn(rules, state)
    if missing > 0:
        unseen = sum(state.hidden)
        message = (
            f"{number_of(unseen, 'Specials')} without a name are in hands; only {unseen - missing} are nowhere else"
        )
        raise refuse(message, AT + ("specials",))
    state.draws = min(state.draws, state.deck)
    if (state.phase == table.DRAW and not state.draws) or (state.phase == table.REFILL and not state.deck):
        message = f"no card is left to turn over, so the phase is not `{state.phase}`; write `phase: act`"
        raise refuse(message, AT + ("phase",))


def _require_possible(rules: ConspiracyRules, state: ConspiracyState, at: Data) -> None:
    """Refuse winners of a game that is not over, and players still in the game who should have been eliminated."""
    if state.winners and state.phase != table.OVER:
        raise refuse("winners are named, but the game is not over; write `phase: over`", AT + ("winners",))
    where = "structures"
    if "turns" in at:
        where = "turns"
    for seat, who in enumerate(state.players):
        had = state.turns[seat]
        grace = rules.elimination.after_turns
        if state.alive[seat] and had >= grace and groups(state, seat) < 2 and not meets(rules, state, seat):
            message = f"{who} has no group after {number_of(had, 'turns')}, so {who} is out of the game"
            raise refuse(f"{message}; write `out: [{who}]`", AT + (where, who), "elimination")


HUNG = record({"on": kinds.ONTO, "money": WHOLE}, needs=("on",), usual={"money": 0})
STRUCTURE = record(
    {"illuminati": kinds.ILLUMINATI_CARD, "money": WHOLE, "groups": kinds.by_card(HUNG, kinds.A_GROUP)},
    usual={"money": 0, "groups": {}},
)
"""A power structure: {illuminati: gnomes, money: 5, groups: {Texas: {on: {The UFOs: top}, money: 3}}}."""


def _structures(
    rules: ConspiracyRules, reading: ConspiracyReading, state: ConspiracyState, said: object, at: Pointer
) -> None:
    """Lay out the power structure of each player as it is written (see STRUCTURE), with the money on the cards. Raises
    Misread where a card is in two places or does not fit."""
    structures = by_player(STRUCTURE).of(reading, state, said, at)
    _seat_illuminati(state, _illuminati(rules, state, structures, at))
    for seat, card in enumerate(state.illuminati):
        state.goals[seat] = own_goal(rules, card)
    for seat, entry in structures.items():
        who = state.players[seat]
        here = at + (who, "groups")
        state.change(state.illuminati[seat], entry["money"])
        for card, hung in entry["groups"].items():
            _out_of_deck(rules, state, card, seat, here + (entry["groups"].written[card],))
            state.holds[seat] |= 1 << card
            state.change(card, hung["money"])
        hung_on = {card: hung["on"] for card, hung in entry["groups"].items()}
        laid, reason = structure.layout(rules, state, seat, hung_on)
        if reason:
            raise refuse(f"{who}'s power structure cannot be laid out like this: {reason}", here, "overlap")
        structure.lay(state, seat, laid)


def _illuminati(
    rules: ConspiracyRules, state: ConspiracyState, structures: Mapping[int, Data], at: Pointer
) -> list[int]:
    """The Illuminati card of each player, by seat: the one that is named, or else the first one that nobody is named
    with."""
    named: dict[int, int] = {}
    for seat, entry in structures.items():
        if "illuminati" in entry:
            named[seat] = entry["illuminati"]
    for seat, card in named.items():
        for before, other in named.items():
            if before < seat and other == card:
                raise refuse(f"{rules.pack.names[card]} is in two places", at + (state.players[seat], "illuminati"))
    spare = [card for card in rules.pack.illuminati if card not in named.values()]
    cards = []
    for seat in range(rules.players):
        if seat in named:
            cards.append(named[seat])
        else:
            cards.append(spare.pop(0))
    return cards


def _write_structures(rules: ConspiracyRules, state: ConspiracyState, _: object) -> dict[str, Any]:
    """The power structures of all players as a position writes them; that of a player who is out has no groups."""
    structures = {}
    for player, top, alive in zip(state.players, state.illuminati, state.alive, strict=True):
        if alive:
            groups = structure.below(rules, state, top)[1:]
        else:
            groups = []
        hung = {card: {"on": (state.master[card], state.arrow[card]), "money": state.money[card]} for card in groups}
        entry = {"illuminati": top, "money": state.money[top], "groups": hung}
        structures[player] = STRUCTURE.write(rules, state, entry)
    return structures


def _lying(card: Kind, place: int) -> Kind:
    """The codec of a list of all groups in a place, UNCONTROLLED or DEAD: reading it puts them there."""

    def write(rules: ConspiracyRules, state: ConspiracyState, _: object) -> list[str]:
        return [rules.pack.names[card] for card in rules.pack.groups if state.place[card] == place]

    return Kind((list,), _reader_into(card, place), write)


def _reader_into(card: Kind, place: int) -> Callable[..., None]:
    """The function that reads a list of cards and moves each of them from the deck to a place."""

    def read(reading: ConspiracyReading, state: ConspiracyState, names: list[str], at: Pointer) -> None:
        for index, number in enumerate(list_of(card).read(reading, state, names, at)):
            _out_of_deck(reading.rules, state, number, place, at + (index,))

    return read


def _read_loose_money(reading: ConspiracyReading, state: ConspiracyState, money: dict[str, int], at: Pointer) -> None:
    """Put money on uncontrolled groups, by name. Raises Misread for other cards, and where the rules leave no money
    there."""
    rules = reading.rules
    for card, amount in kinds.by_card(WHOLE, kinds.A_GROUP).read(reading, state, money, at).items():
        name = rules.pack.names[card]
        if state.place[card] != table.UNCONTROLLED:
            raise refuse(
                f"{name} is not uncontrolled; money on groups in play is written in `structures:`", (*at, name)
            )
        _require_money_stays(rules, name, (*at, name))
        state.change(card, amount)


def _require_money_stays(rules: ConspiracyRules, name: str, at: Pointer) -> None:
    """Refuse money on a group that nobody controls if it does not stay there."""
    if "stays" not in (rules.uncontrolled.dropped_money, rules.attack.subordinates_money):
        message = f"money lies on {name}, but here the money of groups that become uncontrolled goes elsewhere"
        raise refuse(f"{message} (rulings dropped-money and subordinates-money)", at)


def _write_loose_money(rules: ConspiracyRules, state: ConspiracyState, _: object) -> dict[str, int]:
    loose = [card for card in rules.pack.groups if state.place[card] == table.UNCONTROLLED]
    return {rules.pack.names[card]: state.money[card] for card in loose if state.money[card]}


# -- what is not known -------------------------------------------------------------------------------------------------


def _are_bounds(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(WHOLE.takes, value))


def _bounds(reading: ConspiracyReading, state: ConspiracyState, value: list[int], at: Pointer) -> tuple[int, int]:
    least, most = value
    if least > most:
        raise refuse(f"the least, {least}, is more than the most, {most}; write [{most}, {least}]", at)
    return least, most


def _both(amount: int) -> tuple[int, int]:
    return amount, amount


def _are_several(names: list[str]) -> bool:
    return len(names) > 1


BOUNDS = Kind((_are_bounds,), _bounds)
"""The least and the most of an amount that is not known."""
NOT_KNOWN = record(
    {
        "money": kinds.by_card(BOUNDS).such(bool),
        "together": list_of(
            record(
                {"on": list_of(kinds.CARD).such(_are_several), "money": either(WHOLE.into(_both), BOUNDS)},
                needs=("on", "money"),
            )
        ).such(bool),
        "arrows": kinds.by_card(list_of(kinds.SIDE).such(bool), kinds.A_GROUP).such(bool),
        "specials": list_of(
            record(
                {"cards": kinds.SPECIALS.such(bool), "hands": map_of(SEAT, WHOLE), "gone": WHOLE},
                needs=("cards",),
                usual={"hands": {}, "gone": 0},
            )
        ).such(bool),
    }
)
"""What is not known of the rest of a position: {money: {The Mafia: [0, 5]}, arrows: {KGB: [top, left]}}."""


def _not_known(reading: ConspiracyReading, state: ConspiracyState, value: object, at: Pointer) -> None:
    """Read the key `open:` of a position: leave open the money, the arrows and the hands that it names (see
    NOT_KNOWN)."""
    said = NOT_KNOWN.of(reading, state, value, at)
    _open_money(reading.rules, state, said, at)
    for card, sides in said.get("arrows", {}).items():
        _open_arrow(reading.rules, state, card, sides, (*at, "arrows", said["arrows"].written[card]))
    hidden = [unknown.Hidden(**group) for group in said.get("specials", ())]
    for place, group in enumerate(hidden):
        _open_specials(reading.rules, state, group, (*at, "specials", place))
    state.unnamed = unknown.unnamed_from(hidden)
    _require_in_hand(state, (*at, "specials"))
    means.name_certain(state)


def _open_money(rules: ConspiracyRules, state: ConspiracyState, said: Data, at: Pointer) -> None:
    """Leave open how much money is on some cards: `money:` has the least and the most on one card, `together:` on
    several at once. Raises Misread if no amounts fit all of this."""
    names = rules.pack.names
    places: dict[Sum, Pointer] = {}
    for card, bounds in said.get("money", {}).items():
        places[Sum((card,), *bounds)] = (*at, "money", said["money"].written[card])
    for place, entry in enumerate(said.get("together", ())):
        here = (*at, "together", place)
        cards = sorted(entry["on"])
        for card in cards:
            if cards.count(card) > 1:
                raise refuse(f"{names[card]} is written twice", (*here, "on"), "cards")
        places[Sum(tuple(cards), *entry["money"])] = here
    for one, here in places.items():
        for card in one.places:
            _require_money_there(rules, state, card, here)
    if not places:
        return
    try:
        state.open_money = network(list(places), state.money)
    except Unfit as unfit:
        raise refuse(_why_unfit(rules, unfit), places.get(unfit.wrong, (*at, "together"))) from None
    state.bank = sum(state.money)
    state.money_opened = (0,)
    state.close()


def _require_money_there(rules: ConspiracyRules, state: ConspiracyState, card: int, at: Pointer) -> None:
    """Refuse an amount for a card that is not on the table, or that is uncontrolled where the rules leave no money on
    such cards."""
    name = rules.pack.names[card]
    if state.place[card] < table.UNCONTROLLED:
        raise refuse(f"there is no money on {name}; {structure.where(rules, state, card)}", at)
    if state.place[card] == table.UNCONTROLLED:
        _require_money_stays(rules, name, at)


def _why_unfit(rules: ConspiracyRules, unfit: Unfit) -> str:
    """The reason why an amount of money on some cards is impossible beside the other amounts."""
    cards = in_list([rules.pack.names[card] for card in unfit.wrong.places])
    if unfit.other is not None:
        others = in_list([rules.pack.names[card] for card in unfit.other.places])
        return f"{cards} overlap with {others}; of two sums one must have all cards of the other, or none of them"
    claimed = unknown.in_words(unfit.wrong.least, unfit.wrong.most)
    there = unknown.in_words(unfit.least, unfit.most)
    if len(unfit.wrong.places) == 1:
        return f"{cards} cannot have {claimed} MB; the position puts {there} on it"
    return f"{cards} cannot have {claimed} MB together; by the rest of the position they have {there}"


def _open_arrow(rules: ConspiracyRules, state: ConspiracyState, card: int, sides: list[int], at: Pointer) -> None:
    """Leave open which of these arrows of its master a group is on. Raises Misread unless they are printed and the
    arrow that `structures:` gives is one of them."""
    name = rules.pack.names[card]
    if state.place[card] < 0:
        raise refuse(f"{name} is on no arrow; {structure.where(rules, state, card)}", at)
    master = rules.pack.names[state.master[card]]
    for side in sides:
        if side not in rules.pack.cards[state.master[card]].outward:
            raise refuse(f"{master} has no outgoing arrow on the {SIDES[side]} for {name}", at)
    if state.arrow[card] not in sides:
        message = f"{name} is on the {SIDES[state.arrow[card]]} arrow of {master} in `structures:`; write that, too"
        raise refuse(message, at)
    mask = mask_of(sides)
    if mask & ~(1 << state.arrow[card]):  # any other than the one in `structures:`
        state.sides[card] = mask
        state.sides_opened[card] = 0  # by the position, before the first event


def _open_specials(rules: ConspiracyRules, state: ConspiracyState, hidden: unknown.Hidden, at: Pointer) -> None:
    """Take out of the deck the Specials of a group in which nobody knows which card is in which hand, or out of the
    game."""
    there = sum(hidden.hands.values()) + hidden.gone
    if there > len(hidden.cards):
        raise refuse(f"{there} Specials cannot be among {len(hidden.cards)}", at)
    for place, card in enumerate(hidden.cards):
        if card == table.UNKNOWN:
            continue
        if not state.left[card]:
            raise refuse(f"{rules.pack.names[card]} is in two places", (*at, "cards", place))
        state.left[card] -= 1
    state.deck -= hidden.gone  # those in hands have been counted with the hands


def _require_in_hand(state: ConspiracyState, at: Pointer) -> None:
    """Refuse `open:` if it puts more unnamed Specials into a hand than `specials:` gives it."""
    for seat, who in enumerate(state.players):
        among = state.unnamed.count(seat)
        if among > state.hidden[seat]:
            message = (
                f"{who} has {number_of(state.hidden[seat], 'Specials')} without a name, but {among} are said to be"
            )
            raise refuse(f"{message} in {who}'s hand; write `special` for each in `specials:`", at)


def _used(reading: ConspiracyReading, state: ConspiracyState, used: dict[str, int], at: Pointer) -> dict[int, int]:
    """Read how many attacks of this turn each card took part in, as {KGB: 1}. Raises Misread for more than its
    abilities allow, and for a card that is still in the deck."""
    cards = reading.pack.cards
    times_of: dict[int, int] = kinds.by_card(NUMBER).read(reading, state, used, at)
    for card, times in times_of.items():
        name = cards[card].name
        most = cards[card].does.get("takes_part", 1)
        if times > most:
            attacks = number_of(most, "attacks")
            if most == 1:
                attacks = "one attack"
            raise refuse(f"{name} cannot have taken part in {times} attacks of a turn, only in {attacks}", at + (name,))
        if times and state.place[card] == table.DECK:
            where = structure.where(reading.rules, state, card)
            raise refuse(f"{name} cannot have taken part in an attack; {where}", at + (name,))
    return dict(times_of)


def _specials_out_of_game(rules: ConspiracyRules, state: ConspiracyState, _: object) -> list[str]:
    """The Specials known to be out of the game, by name: all copies that are neither in the deck nor in anybody's
    hand."""
    elsewhere: list[int] = []
    for hidden in unknown.hidden_specials(state.unnamed):
        elsewhere += hidden.cards
    for hand in state.specials:
        elsewhere += hand
    names: list[str] = []
    for card in rules.pack.specials:
        seen = rules.pack.cards[card].copies - state.left[card]
        names += [rules.pack.names[card]] * (seen - elsewhere.count(card))
    return names


def _specials(
    reading: ConspiracyReading, state: ConspiracyState, hands: dict[str, list[str]], at: Pointer
) -> list[list[int]]:
    """Read the Specials in each player's hand and take them out of the deck; `special` stands for one without a name.
    Gives the known cards of each player, by seat."""
    cards_of: list[list[int]] = [[] for _ in state.players]
    for seat, cards in by_player(kinds.SPECIALS).read(reading, state, hands, at).items():
        for place, card in enumerate(cards):
            if card == table.UNKNOWN:
                state.hidden[seat] += 1
                state.deck -= 1
            else:
                _out_of_deck(reading.rules, state, card, seat, (*at, state.players[seat], place))
                cards_of[seat].append(card)
    return cards_of


def _out(reading: ConspiracyReading, state: ConspiracyState, players: list[str], at: Pointer) -> None:
    for seat in table.SEATS.read(reading, state, players, at):
        turns.put_out(reading.rules, state, seat)


def _draws(reading: ConspiracyReading, state: ConspiracyState, draws: int, at: Pointer) -> int:
    """Read how many cards are still to be drawn this turn. Raises Misread for more than any card allows."""
    pack = reading.pack
    most: int = reading.rules.turn.draws
    for card in members(pack.masks["draws"]):
        most = max(most, pack.cards[card].does["draws"])
    if draws > most:
        raise refuse(f"{number_of(draws, 'cards')} cannot be left to draw; at most {most} are drawn in a turn", at)
    return draws


def _income_factor(reading: ConspiracyReading, state: ConspiracyState, by: int, at: Pointer) -> int:
    """Read the number by which Specials multiply the incomes of this turn. Raises Misread unless it is a product of
    numbers that Specials have, each counted once per copy."""
    possible = {1}
    for card in members(reading.pack.masks["multiply_income"]):
        times = reading.pack.cards[card].does["multiply_income"]
        for _ in range(reading.pack.cards[card].copies):
            possible |= {one * times for one in possible}
    if by not in possible:
        able = " or ".join(map(str, sorted(possible)))
        raise refuse(f"no Specials multiply incomes by {by}; it can be {able}", at)
    return by


def _stage(reading: ConspiracyReading, state: ConspiracyState, stage: int, at: Pointer) -> int:
    if stage >= len(state.players):
        raise refuse(f"a round has {len(state.players)} turns, counted from 0; there is no turn {stage}", at)
    return stage


def _deck(reading: ConspiracyReading, state: ConspiracyState, deck: int, at: Pointer) -> int:
    if deck > state.deck:
        raise refuse(f"{deck} cards in the deck are too many; only {state.deck} are nowhere else", at)
    return deck


# -- what is under way: an attack, a Special that may still be answered --------------------------------------------------

UNDER_WAY = kinds.one_kind(
    record(
        {
            **kinds.ANNOUNCED,
            **dict.fromkeys(table.RUNNING, WHOLE),
            **dict.fromkeys(table.SAID, YES_NO),
            "abolisher": SEAT,
            "payer": kinds.CARD,
            "joined": table.SEATS,
        },
        needs=("with",),
    )
)
"""An attack under way: its announcement, and what has been paid since."""
PLAYED = record(
    {
        "by": SEAT,
        **kinds.SPECIAL_PLAYED,
        "play": kinds.card_of(table.SPECIAL, but=kinds.UNNAMED),
        "use": one_of(*table.USES),
        "also": kinds.SPECIALS,
    },
    needs=("by", "play", "use"),
    usual={"also": ()},
)


def _attack(reading: ConspiracyReading, state: ConspiracyState, value: object, at: Pointer) -> Battle:
    """Read an attack under way: its announcement, and the payments, flags and roll since. Raises Misread for an
    impossible attack."""
    rules = reading.rules
    said = UNDER_WAY.of(reading, state, value, at)
    battle = attacks.attack_of(rules, state, kinds.announcement(said))
    for key in table.RUNNING + table.SAID + ("abolisher", "payer"):
        if key in said:
            setattr(battle, key, said[key])
    battle.joined = mask_of(said.get("joined", ()))
    _fill_attack(rules, battle, said)
    if state.phase != table.ACT:
        message = f"an attack is an action, so the phase is not `{state.phase}`; write `phase: act`"
        raise refuse(message, AT + ("phase",))
    if battle.roll and not 2 <= battle.roll <= 12:
        raise refuse(f"the dice show {battle.roll}; two dice show 2 to 12", at + ("roll",), "roll")
    for fault in attacks.out_of_reach(rules, state, battle):
        if fault.bars:  # what does not may have been let stand
            raise Misread([fault._replace(at=at + fault.at[1:])])
    return battle


def _fill_attack(rules: ConspiracyRules, battle: Battle, said: Data) -> None:
    """Fill in what follows for an attack if the position does not say it: whether it is privileged, and whether money
    or a Special was spent on it."""
    bought = battle.privilege in rules.pack.illuminati
    if "privileged" not in said:
        battle.privileged = battle.privilege != ABSENT and not battle.abolished
    if "paid" not in said:
        spent = (battle.money, battle.defence, battle.defence_illuminati, battle.support, battle.oppose, battle.roll)
        battle.paid = any(spent) or (bought and rules.attack.privilege.payment_commits)
    if "carded" not in said:
        by_card_played = battle.privilege != ABSENT and not bought
        battle.carded = by_card_played or battle.special != ABSENT or battle.abolished or bool(battle.abolishing)


def _write_attack(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> dict[str, Any]:
    """An attack under way as a position writes it, without the values that a new attack has anyway."""
    usual = Battle(battle.kind, ABSENT, ABSENT)
    values = {}
    for key in ("aid", "privilege", "special") + table.RUNNING + table.SAID + ("abolisher", "payer"):
        if getattr(battle, key) != getattr(usual, key):
            values[key] = getattr(battle, key)
    values[battle.kind] = battle.target
    values["with"] = battle.attacker
    if battle.privilege != ABSENT:
        values["privileged"] = battle.privileged
    if battle.stated != ABSENT:
        values["power"] = battle.stated
    if battle.silent >> state.illuminati[battle.seat] & 1:
        values["ability"] = False
    if battle.joined:
        values["joined"] = list(members(battle.joined))
    return dict(UNDER_WAY.write(rules, state, values))


def _read_special(reading: ConspiracyReading, state: ConspiracyState, value: Any, at: Pointer) -> PendingSpecial:
    """Read a Special just played, which the next event may still cancel. Raises Misread if it could have no effect, or
    if the attack for which it was discarded is missing."""
    said = PLAYED.of(reading, state, value, at)
    seat = said.pop("by")
    use = said.pop("use")
    also = said.pop("also")
    card = said["play"]
    name = "a Special"
    if card != table.UNKNOWN:
        name = reading.pack.names[card]
    elif use in (table.PRIVILEGE, table.ABOLITION):  # any Special does, so its name need not be known
        said = {}
    else:
        kinds.A_SPECIAL.read(reading, state, value["play"], at + ("play",))  # raises, as it must have a name
    played = PendingSpecial(seat, card, use, said, also)
    if use == table.SPECIAL:
        for text in specials.lacking(reading.rules, state, played):
            raise refuse(f"{name} {text}", at, "specials")
    elif state.attack is None:
        raise refuse(f"no attack is under way for which {name} was discarded; write `attack:`", at)
    elif use == table.PRIVILEGE and state.attack.special != ABSENT:
        played = played._replace(also=(state.attack.special,))
    return played


def _write_special(rules: ConspiracyRules, state: ConspiracyState, played: PendingSpecial) -> object:
    """A Special that may still be cancelled, as a position writes it: who plays which card for what, with its
    details."""
    said = {}
    for key, value in played.value.items():
        if value is not None and key != "cancels":
            said[key] = value
    said["by"] = played.seat
    said["play"] = played.card
    said["use"] = played.use
    said["also"] = played.also
    return PLAYED.write(rules, state, said)


def _write_specials(rules: ConspiracyRules, state: ConspiracyState, hands: list[list[int]]) -> dict[str, Any]:
    written = {}
    for player, known, hidden in zip(state.players, hands, state.hidden, strict=True):
        if known or hidden:
            written[player] = kinds.SPECIALS.write(rules, state, known + [table.UNKNOWN] * hidden)
    return written


def _write_goals(rules: ConspiracyRules, state: ConspiracyState, chosen: list[int]) -> dict[str, str]:
    """The goals that players wrote down, without those that come with their Illuminati cards."""
    written = {}
    for who, top, goal in zip(state.players, state.illuminati, chosen, strict=True):
        if goal != ABSENT and own_goal(rules, top) == ABSENT:
            written[who] = rules.pack.names[goal]
    return written


def _write_out(rules: ConspiracyRules, state: ConspiracyState, _: object) -> object:
    return MARKED.write(rules, state, [not alive for alive in state.alive])


def _face_up_players(reading: ConspiracyReading, state: ConspiracyState, players: list[str], at: Pointer) -> list[bool]:
    """Read whose Illuminati cards are face up, a flag by seat: everybody's if the rules do not hide these cards."""
    if not reading.rules.hidden.illuminati:
        MARKED.read(reading, state, players, at)
        return [True] * len(state.players)
    shown: list[bool] = MARKED.read(reading, state, players, at)
    return shown


def _count_pending(rules: ConspiracyRules, state: ConspiracyState, said: Data) -> None:
    """Count what is under way where the position does not: an attack as an action and as the one attack of its cards, a
    Special as played out of the game."""
    battle = state.attack
    special = state.played
    if battle is not None:
        _action(state, said, "an attack under way")
        for card in (battle.attacker, *battle.aid):
            state.used[card] = max(state.used.get(card, 0), 1)
        _spend(rules, state, (battle.privilege, battle.special), (*AT, "attack"), said)
        state.acted |= "acted" not in said and (battle.privilege != ABSENT or battle.special != ABSENT)
    if special is not None:
        if special.use == table.SPECIAL and "take_uncontrolled" in rules.pack.cards[special.card].does:
            _action(state, said, f"{rules.pack.names[special.card]} just played")
        _spend(rules, state, (special.card, *special.also), (*AT, "played"), said)
        state.acted |= "acted" not in said and special.seat == state.turn and state.phase == table.ACT


def _action(state: ConspiracyState, said: Data, what: str) -> None:
    if "actions" not in said:
        state.actions = 1
    elif not state.actions:
        raise refuse(f"{what} is an action, so at least 1 has been taken; write `actions: 1`", (*AT, "actions"))


def _spend(rules: ConspiracyRules, state: ConspiracyState, cards: Iterable[int], at: Pointer, said: Data) -> None:
    """Take Specials that were just played out of the deck, unless the position has a copy out of the game already."""
    for card in cards:
        if card < rules.pack.specials.start:  # no Special: an Illuminati card that pays, or no card (-1)
            continue
        in_hands = sum(hand.count(card) for hand in state.specials)
        if state.left[card] + in_hands < rules.pack.cards[card].copies:
            continue
        if not state.left[card]:
            raise refuse(f"{rules.pack.names[card]} is in two places", at)
        state.left[card] -= 1
        if "deck" not in said:
            state.deck -= 1


def _write_nothing(rules: ConspiracyRules, state: ConspiracyState, _: object) -> dict[str, Any]:
    """What is not known is written with the courses, by `ConspiracyGame.not_known`."""
    return {}


ALIGNMENTS = kinds.by_card(list_of(kinds.ALIGNMENT).into(mask_of), kinds.A_GROUP)
BY_HAND: fields.ByHand = {
    "structures": Kind((object,), write=_write_structures),
    "uncontrolled": _lying(kinds.A_GROUP, table.UNCONTROLLED),
    "uncontrolled_money": Kind(((dict, int),), _read_loose_money, _write_loose_money),
    "destroyed": _lying(kinds.A_GROUP, table.DEAD),
    "specials": Kind(((dict, list),), _specials, _write_specials),
    "gone": Kind((list,), _reader_into(kinds.A_SPECIAL, table.OUT), _specials_out_of_game),
    "open": Kind((object,), _not_known, write=_write_nothing),
    "goals": Kind(((dict, str),), _goals, _write_goals),
    "out": Kind((list,), _out, _write_out),
    "shown": MARKED._replace(read=_face_up_players),
    "used": table.USED._replace(read=_used),
    "draws": NUMBER._replace(read=_draws),
    "multiplied": NUMBER._replace(read=_income_factor),
    "stage": NUMBER._replace(read=_stage),
    "deck": NUMBER._replace(read=_deck),
    "aligned": table.ALIGNED._replace(read=ALIGNMENTS.into(dict).read),
    "attack": Kind((object,), _attack, _write_attack),
    "played": Kind((object,), _read_special, _write_special),
}
"""Keys that need more than their field declares."""
