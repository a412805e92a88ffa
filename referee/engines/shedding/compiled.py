"""A shedding ruleset made ready for a number of players: every argument compiled, every name turned into an index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from referee.core.cards import Deck, choose
from referee.core.family import CompiledRules, Unsound
from referee.core.formula import Parser
from referee.core.named_tuple import NamedTuple
from referee.core.pads import RoundScoring, score_names
from referee.core.ruleset import Ruleset

ALWAYS, WITHOUT_SUIT, WITHOUT_MATCH, NOT_ON_OWN = "always", "without_suit", "without_match", "not_on_own"
"""When a wild card may be played."""
AGAIN, COUNTS = "again", "counts"
"""What happens when a special card is turned up first: another one is, or it counts."""
NONE, SAME, ANY, DRAWN_CARD = "none", "same", "any", "drawn"
"""What may answer a card that makes the next player draw; what may be played after drawing."""
SHUFFLE_PILE, END = "shuffle_pile", "end"
"""What happens when the stock is empty."""

DEAL_NAMES = {"players": "number of players", "round": "number of this round, from 1"}
SCORE_NAMES = score_names(
    {
        "points": "points of the cards left in the player's hand",
        "left": "number of these cards",
        "out": "true for the player who got rid of all cards",
        "dealer": "true for the dealer",
    }
)
"""What formulas may use of a round that has ended, and of the game."""
STEPS = {"left": 1, "right": -1, "same": 0}
"""How many seats to the left the deal passes."""


class CardEffect(NamedTuple):
    """What a special card does; a plain card has the name "" and does nothing."""

    name: str = ""
    cards: frozenset[int] = frozenset()
    wild: str = NONE
    names: bool = False
    skip: int = 0
    reverse: bool = False
    draw: int = 0
    again: bool = False
    last: bool = True
    starter: str = ""


class SheddingRules(CompiledRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.players = players
        self.sides = [(seat,) for seat in range(players)]
        self.deck = ruleset.deck
        data, parser = ruleset.full, Parser()
        self.copies = tuple(card.copies for card in self.deck.cards)
        self.values = tuple(values_of(data["values"], self.deck))
        self.match_by = frozenset(data["match"]["by"])
        named = [effect_of(name, entry, self.deck) for name, entry in data["effects"].items()]
        plain = CardEffect()
        self.effects = tuple(
            next((effect for effect in named if card in effect.cards), plain) for card in range(len(self.deck))
        )
        """What each card does: what the first entry says that names it."""
        self.wild = tuple(effect for effect in named if effect.wild != NONE)
        deal, draw, answer = data["deal"], data["draw"], data["draw_cards"]
        self.each = parser.at(("deal", "each"), deal["each"], DEAL_NAMES)
        self.deal_step = STEPS[deal["next_dealer"]]
        self.most_drawn: int | None = draw["most"] or None
        """How many cards a player may draw on a turn; None for as many as it takes."""
        self.though_able: bool = draw["though_able"]
        self.play_then: str = draw["play"]
        self.must_play: bool = draw["must_play"]
        self.answer: str = answer["answer"]
        self.lose_turn: bool = answer["lose_turn"]
        self.last_counts: bool = answer["last_counts"]
        self.stock_empty: str = data["stock"]["empty"]
        self.penalty: int = data["last_card"]["penalty"]
        """How many cards a player draws who forgot to announce the last card; 0 where nobody announces it."""
        self.scoring = RoundScoring(data, players, parser, SCORE_NAMES)
        self.needs_cards = any("points" in formula.names for formula in self.scoring.formulas)
        """Whether the score depends on what the cards left are."""
        if parser.faults:
            raise Unsound(parser.faults)

    def each_in(self, round_: int) -> Any:
        """Return what the formula for the cards of each player comes to in a round."""
        names = {"players": self.players, "round": round_}
        return self.each.run(names, (names,))

    def cards_each(self, round_: int) -> int:
        """Return how many cards each player is dealt in a round."""
        return int(self.each_in(round_))

    def worth(self, cards: Iterable[int]) -> Any:
        """Return the points of some cards."""
        return sum(self.values[card] for card in cards)

    def names(self, cards: Iterable[int]) -> list[str]:
        """Return the names of some cards, as a player sorts a hand."""
        return [self.deck.ids[card] for card in sorted(cards, key=self.deck.sort_key)]


def values_of(values: Mapping[str, Any], deck: Deck) -> Iterable[Any]:
    """Yield what each card of a deck counts: its own value, or that of its rank, or nothing."""
    return (values.get(card.id, values.get(card.rank, 0)) for card in deck.cards)


def effect_of(name: str, entry: Mapping[str, Any], deck: Deck) -> CardEffect:
    """Return what an entry of `effects:` says of its cards."""
    return CardEffect(name, **{**entry, "cards": choose(entry["cards"], deck)})


@lru_cache(maxsize=256)
def kinds_in_words(cards: frozenset[int], deck: Deck) -> list[str]:
    """Return cards as a player asks for them: a whole rank as 'an Eight', other cards by their names."""
    whole = {
        rank
        for rank in {deck.cards[card].rank for card in cards}
        if all(card.number in cards for card in deck.cards if card.rank == rank)
    }
    return list(
        dict.fromkeys(
            rank_in_words(card, deck) if deck.cards[card].rank in whole else deck.ids[card] for card in sorted(cards)
        )
    )


def rank_in_words(card: int, deck: Deck) -> str:
    """Return the rank of a card with its article: 'an Eight'; of a card outside the ranks its name."""
    one = deck.cards[card]
    return article(deck.rank_names.get(one.rank, str(one.facts.get("name", one.rank))))


def suit_in_words(suit: str, deck: Deck) -> str:
    """Return a card of a suit with its article: 'a Club', 'a Red card'."""
    title = deck.suits[suit]
    return article(title.removesuffix("s") if title.endswith("s") else f"{title} card")


def article(name: str) -> str:
    """Return a name with its article."""
    return f"{'an' if name[:1].lower() in 'aeio8' else 'a'} {name}"
