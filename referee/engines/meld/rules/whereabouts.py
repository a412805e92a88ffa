"""Whereabouts of the cards: no more of any card in play than the deck has, and none in a hand that lies elsewhere.

This is how an unseen hand is judged backwards. A card that turns up must have come from somewhere: the deck has only
a few of each kind, and those whose place is known cannot be the ones that a player holds unseen.
"""

from __future__ import annotations

from referee.core.events import Faults, Finding
from referee.core.places import Pointer
from referee.engines.meld.compiled import MeldRules
from referee.engines.meld.state import MeldState
from referee.engines.meld.words import packs


def can_turn_up(rules: MeldRules, state: MeldState, new: int) -> bool:
    """Return whether the deck has these cards besides those whose place is known."""
    return (rules.full | rules.guards) - state.located - new & rules.guards == rules.guards


def faults(
    rules: MeldRules, state: MeldState, new: int, says: str, seat: int | None, at: Pointer, after: str = ""
) -> Faults:
    """Yield that cards (`new`, a pack) turn up although the deck has no more of them. They stand between `says` and
    `after` in the message: 'Ann takes', ' from the stock'.

    `seat` is None for cards out of an unseen hand: they, or others that turned up before, were somewhere else.
    """
    if can_turn_up(rules, state, new):
        return
    over = False
    for card, number in packs.counts(new):
        there = packs.count(state.located, card) + number
        over |= there > rules.copies[card]
        if there > rules.at_most[card]:
            several = rules.deck.ids[card]
            if number > 1:
                several = f"{number} {several}"
            message = f"{says} {several}{after}; the deck has {rules.at_most[card]}{_known_places(state, card)}"
            yield Finding("deck", message, seat, at=at, bars=True)
            return
    if not over:
        return
    for suit in rules.deck.suits:  # a suit may have its number of cards where a rank has not
        makes = _too_many_of_suit(rules, state, new, suit)
        if makes:
            names = rules.names(new & packs.mask(_cards_of_suit(rules, suit)))
            yield Finding("deck", f"{says} {names}{after}, which makes {makes}", seat, at=at, bars=True)
            return


def _known_places(state: MeldState, card: int) -> str:
    """The end of a message about too many of a card: the known places of the others."""
    places = [(f"in {who}'s hand", hand) for who, hand in zip(state.players, state.hands, strict=True)]
    places.append(("in the face-up pile", packs.pack(state.pile)))
    places.append(("set aside", state.aside))
    places.append(("on the table", sum(state.tabled)))
    known = []
    for place, cards in places:
        many = packs.count(cards, card)
        if many == 1:
            known.append(f"1 is {place}")
        elif many:
            known.append(f"{many} are {place}")
    if not known:
        return ""
    return f", and {' and '.join(known)}"


def _cards_of_suit(rules: MeldRules, suit: str) -> list[int]:
    return [card for card, one in enumerate(rules.deck.cards) if one.suit == suit]


def _too_many_of_suit(rules: MeldRules, state: MeldState, new: int, suit: str) -> str:
    """The number of cards of a suit, with those that turn up, and how many the deck has; empty if it has enough.

    Cards whose number of copies is certain lie somewhere, even if it is not known where, so they count.
    """
    cards = _cards_of_suit(rules, suit)
    here = (state.located + new) & packs.mask(cards)
    most = sum(rules.copies[card] for card in cards)
    certain = 0
    for card in cards:
        if rules.copies[card] == rules.at_most[card]:
            certain += rules.copies[card] * packs.UNITS[card]
    elsewhere = packs.lacking(here, certain)
    number = packs.size(here)
    every = number + packs.size(elsewhere)
    title = rules.deck.suits[suit]
    if every <= most:
        return ""
    if number > most:
        return f"{number} {title} cards; the deck has {most}"
    return f"{every} {title} cards, with {rules.names(elsewhere)} elsewhere; the deck has {most}"


def locate(rules: MeldRules, state: MeldState, new: int, fresh: int = 0) -> None:
    """Record where cards that turned up are (`new`, a pack); up to `fresh` of them were taken since the pile was
    shuffled into the stock. More equal cards than the deck is thought to have are noted as a doubt."""
    guards = rules.guards
    if state.recycled and fresh:
        for card, number in packs.counts(new):
            state.recycled -= min(number, fresh, packs.count(state.recycled, card)) * packs.UNITS[card]
    if (rules.full | guards) - state.located - state.recycled - new & guards == guards:
        state.located += new
        return
    for card, number in packs.counts(new):
        state.located += number * packs.UNITS[card]
        there = packs.count(state.located, card) + packs.count(state.recycled, card)
        if there > rules.copies[card]:
            says = f"this round has {there} {rules.deck.ids[card]}, but {rules.deck.title} is thought to have"
            right = f"that number is a reconstruction, and {rules.at_most[card]} are possible"
            state.notes.append(("unusual-copies", f"{says} {rules.copies[card]}; {right}", state.clock + 1))


def stock_faults(rules: MeldRules, state: MeldState, new: int, says: str, seat: int | None, at: Pointer) -> Faults:
    """Yield why a card cannot come from the stock: it lies elsewhere, or was not in the pile that was shuffled into the
    stock."""
    elsewhere = list(faults(rules, state, new, says, seat, at, " from the stock"))
    yield from elsewhere
    if not elsewhere and never_in_stock(state, new):
        left = rules.names(state.recycled)
        message = f"{says} {rules.names(new)} from the stock, which was the face-up pile; only {left} can be left in it"
        yield Finding("deck", message, seat, at=at, bars=True)


def never_in_stock(state: MeldState, new: int) -> int:
    """Of these cards, those that cannot have come from the stock since the pile was shuffled into it, as a pack. It is
    0 (none) unless the log accounts for every card that left the stock since."""
    if not state.recycled or packs.size(state.recycled) != state.stock + sum(state.fresh):
        return 0
    return packs.lacking(state.recycled, new)


def from_stock(rules: MeldRules, state: MeldState, new: int) -> int:
    """Of these cards out of an unseen hand, those that must have been taken since the pile was shuffled into the stock,
    as a pack."""
    needed = 0
    for card, number in packs.counts(new):
        elsewhere = packs.count(state.located, card) + packs.count(state.recycled, card)
        needed += max(0, number - max(0, rules.at_most[card] - elsewhere)) * packs.UNITS[card]
    return needed
