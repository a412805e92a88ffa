"""A shedding ruleset made ready for a number of players: every argument compiled, every name turned into an index."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.core.cards import Deck
from referee.core.data import Words
from referee.core.family import Named, Unsound, sides_of
from referee.core.formula import Value
from referee.core.pads import STEPS, RoundRules, RoundScoring
from referee.core.ruleset import Ruleset
from referee.core.selectors import kinds as kinds_of
from referee.core.wording import article


class CardEffect(NamedTuple):
    """Effect of a special card; a plain card has the name "" and does nothing."""

    name: str = ""
    cards: frozenset[int] = frozenset()
    wild: str = "none"
    names: bool = False
    skip: int = 0
    reverse: bool = False
    draw: int = 0
    again: bool = False
    swap: str = "none"
    pass_on: bool = False
    challenge: int = 0
    last: bool = True
    starter: str = ""

    @property
    def moves_hands(self) -> bool:
        """Whether hands are swapped or passed on for it."""
        return self.swap != "none" or self.pass_on


class SheddingRules(RoundRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile the whole ruleset; the parser collects the faults of formulas."""
        super().__init__(ruleset, players)
        self.sides = sides_of(players, partners=False)
        data = ruleset.full
        self.values = tuple(values_of(data["values"], self.deck))
        self.match = Named(data["match"])
        self.match_by = frozenset(data["match"]["by"])
        special = [effect_of(name, entry, self.deck) for name, entry in data["effects"].items()]
        every = range(len(self.deck))
        plain = CardEffect()
        self.effects = tuple(next((effect for effect in special if card in effect.cards), plain) for card in every)
        """Effect of each card: what the first entry says that names it."""
        self.wild = tuple(effect for effect in special if effect.wild != "none")
        self.deal_step = STEPS[data["deal"]["next_dealer"]]
        """Seats to the left that the deal passes."""
        self.draw, self.draw_cards = Named(data["draw"]), Named(data["draw_cards"])
        self.stock_empty: str = data["stock"]["empty"]
        self.penalty: int = data["last_card"]["penalty"]
        """Cards drawn by a player who forgot to announce the last card; 0 where nobody announces it."""
        self.scoring = RoundScoring(ruleset, players, self.parser)
        self.needs_cards = any("points" in formula.names for formula in self.scoring.formulas)
        """True if the score depends on what the cards left are."""
        if self.parser.faults:
            raise Unsound(self.parser.faults)

    def worth(self, cards: Iterable[int]) -> Value:
        """Return the points of some cards."""
        return sum(self.values[card] for card in cards)

    def names(self, cards: Iterable[int]) -> list[str]:
        """Return the names of some cards, as a player sorts a hand."""
        return [self.deck.ids[card] for card in sorted(cards, key=self.deck.sort_key)]


def values_of(values: Words, deck: Deck) -> Iterable[Value]:
    """Yield what each card of a deck counts: its own value, or that of its rank, or nothing."""
    return (values.get(card.id, values.get(card.rank, 0)) for card in deck.cards)


def effect_of(name: str, entry: Words, deck: Deck) -> CardEffect:
    """The effect that an entry of `effects:` gives its cards."""
    return CardEffect(name, **{**entry, "cards": kinds_of(entry["cards"], deck)})


@lru_cache(maxsize=256)
def kinds_in_words(cards: frozenset[int], deck: Deck) -> list[str]:
    """Return cards as a player asks for them: a whole rank as 'an Eight', other cards by their names."""
    partly = {card.rank for card in deck.cards if card.number not in cards}
    kinds = (deck.ids[card] if deck.cards[card].rank in partly else rank_in_words(card, deck) for card in sorted(cards))
    return list(dict.fromkeys(kinds))


def rank_in_words(card: int, deck: Deck) -> str:
    """Return the rank of a card with its article: 'an Eight'; of a card outside the ranks its name."""
    one = deck.cards[card]
    return article(deck.rank_names.get(one.rank, str(one.facts.get("name", one.rank))))


def suit_in_words(suit: str, deck: Deck) -> str:
    """Return a card of a suit with its article: 'a Club', 'a Red card'."""
    title = deck.suits[suit]
    return article(title.removesuffix("s") if title.endswith("s") else f"{title} card")
