"""What is not known of a table, in a form that people read and write: in `open:` of a position, and in sentences.

The money that may be on a card, and on several together; the arrows that a group may be on; and which Specials without a name
may be which. The rest of a position is one way in which all of this may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.data import Data
from referee.core.unseen.seats import sides_in
from referee.core.unseen.sums import Sum, sums
from referee.core.unseen.unnamed import GONE, UNSEEN, Packet, Unnamed
from referee.core.wording import in_list
from referee.engines.conspiracy.compiled import SIDES, ConspiracyRules
from referee.engines.conspiracy.state import UNKNOWN, ConspiracyState


class Hidden(NamedTuple):
    """Some Specials that are known to lie in several places, but not which one where.

    `UNKNOWN` stands for one that nobody named. How many of them each player has, by seat, and how many are out of the game.
    """

    cards: tuple[int, ...]
    hands: Mapping[int, int]
    gone: int


def write(rules: ConspiracyRules, state: ConspiracyState) -> Data:
    """What is not known about a table, as the key `open:` of a position says it."""
    names = rules.pack.names
    said: Data = {}
    money = {}
    together = []
    for one in open_sums(state):
        bounds = [one.least, one.most]
        if len(one.places) == 1:
            money[names[one.places[0]]] = bounds
        elif one.least == one.most:
            together.append({"on": [names[card] for card in one.places], "money": one.most})
        else:
            together.append({"on": [names[card] for card in one.places], "money": bounds})
    arrows = {names[card]: [SIDES[side] for side in sides_in(mask)] for card, mask in sorted(state.sides.items())}
    specials = [_write_hidden(rules, state, hidden) for hidden in hidden_specials(state.unnamed)]
    for key, value in (("money", money), ("together", together), ("arrows", arrows), ("specials", specials)):
        if value:
            said[key] = value
    return said


def _write_hidden(rules: ConspiracyRules, state: ConspiracyState, hidden: Hidden) -> Data:
    said: Data = {"cards": _names(rules, hidden.cards)}
    if hidden.hands:
        said["hands"] = {state.players[seat]: size for seat, size in hidden.hands.items()}
    if hidden.gone:
        said["gone"] = hidden.gone
    return said


def _names(rules: ConspiracyRules, cards: Sequence[int]) -> list[str]:
    """Return the names of Specials, and `special` for one that has none."""
    names = []
    for card in cards:
        if card == UNKNOWN:
            names.append("special")
        else:
            names.append(rules.pack.names[card])
    return names


def open_sums(state: ConspiracyState) -> list[Sum]:
    """The bounds of all money that is not known: on each card, on the cards of each player, and on all cards
    together."""
    if state.open_money is None:
        return []
    place = state.place
    return sums(state.open_money, state.money, dict(enumerate(place)))


# -- Specials ------------------------------------------------------------------------------------------------------------


def hidden_specials(unnamed: Unnamed) -> list[Hidden]:
    """The groups of Specials within which nobody knows where each card is. Cards that cannot have been mistaken for
    each other are in different groups. A packet is a number of unnamed cards in one place, with a mask of those that
    they may be.

    Within a group any card counts as possible in each hand, even where one is not.
    """
    groups: list[list[Packet]] = []
    for packet in unnamed.packets:
        joined = [packet]
        apart = []
        for group in groups:
            if _cards_in(group) & packet.may_be:
                joined = group + joined
            else:
                apart.append(group)
        groups = [*apart, joined]
    return sorted([_group_of(unnamed, group) for group in groups])


def _cards_in(packets: Sequence[Packet]) -> int:
    cards = 0
    for packet in packets:
        cards |= packet.may_be
    return cards


def _group_of(unnamed: Unnamed, packets: Sequence[Packet]) -> Hidden:
    """The Specials that some packets may hold, with how many each player has and how many are out of the game."""
    among = _cards_in(packets)
    cards = []
    for bit, card in enumerate(unnamed.cards):
        if among >> bit & 1 and card == UNSEEN:
            cards.append(UNKNOWN)
        elif among >> bit & 1:
            cards.append(card)
    sizes: dict[int, int] = {}
    for packet in packets:
        sizes[packet.place] = sizes.get(packet.place, 0) + packet.size
    gone = sizes.pop(GONE, 0)
    return Hidden(tuple(sorted(cards)), dict(sorted(sizes.items())), gone)


def unnamed_from(groups: Sequence[Hidden]) -> Unnamed:
    """The state's record of Specials whose place is not known, from the groups that a position writes."""
    cards: list[int] = []
    packets = []
    for group in groups:
        # the bits of this group's cards, which come after those of the groups before
        may_be = (1 << len(cards) + len(group.cards)) - (1 << len(cards))
        for card in group.cards:
            if card == UNKNOWN:
                cards.append(UNSEEN)
            else:
                cards.append(card)
        for seat, size in group.hands.items():
            packets.append(Packet(seat, may_be, size))
        if group.gone:
            packets.append(Packet(GONE, may_be, group.gone))
    return Unnamed(tuple(cards), tuple(packets))


# -- in sentences --------------------------------------------------------------------------------------------------------


def sentences(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[str]:
    """Yield sentences about everything that is not known, except the money on single cards."""
    names = rules.pack.names
    for card, mask in sorted(state.sides.items()):
        sides = in_list([SIDES[side] for side in sides_in(mask)], "or")
        yield f"{names[card]} may be on the {sides} arrow of {names[state.master[card]]}."
    for one in open_sums(state):
        if len(one.places) > 1:
            cards = in_list([names[card] for card in one.places])
            yield f"{cards} have {in_words(one.least, one.most)} MB together."
    for hidden in hidden_specials(state.unnamed):
        yield _where_hidden(rules, state, hidden)


def in_words(least: int, most: int) -> str:
    """Return an amount in words: '5', or '0 to 5'."""
    if least == most:
        return f"{most}"
    return f"{least} to {most}"


def _where_hidden(rules: ConspiracyRules, state: ConspiracyState, hidden: Hidden) -> str:
    """A sentence about Specials that may each lie in several places: 'Of Bribery and Whispering Campaign, Ann has 1,
    …'."""
    named = [rules.pack.names[card] for card in hidden.cards if card != UNKNOWN]
    others = len(hidden.cards) - len(named)
    if others == 1:
        named.append("a Special without a name")
    elif others:
        named.append(f"{others} Specials without a name")
    where = [f"{state.players[seat]} has {size}" for seat, size in hidden.hands.items()]
    if hidden.gone == 1:
        where.append("1 is out of the game")
    elif hidden.gone:
        where.append(f"{hidden.gone} are out of the game")
    return f"Of {in_list(named)}, {in_list(where)}."
