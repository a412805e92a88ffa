"""A climbing ruleset made ready for a number of players: every argument compiled, every name turned into an index."""

from __future__ import annotations

from referee.core.cards import mask_of, members
from referee.core.family import CompiledRules, Named, Unsound, sides_of
from referee.core.formula import Parser, Value
from referee.core.leading import opening_cards
from referee.core.pads import RoundScoring
from referee.core.ruleset import Ruleset
from referee.engines.climbing.combinations import Combinations


class ClimbingRules(CompiledRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile the whole ruleset; the parser collects the faults of formulas."""
        self.ruleset = ruleset
        self.players = players
        self.deck = ruleset.deck.apart()
        data = ruleset.full
        parser = Parser()
        self.combinations = Combinations(data, self.deck)
        self.turned = self.combinations
        if any(kind.turns_ranks for kind in self.combinations.kinds):
            self.turned = Combinations({**data, "order": data["order"][::-1], "runs": data["runs"][::-1]}, self.deck)
        """The same combinations while the order of ranks is turned round."""
        self.deal, self.lead, self.play = Named(data["deal"]), Named(data["lead"]), Named(data["play"])
        self.bidding, self.exchange = Named(ruleset.part("bidding")), Named(ruleset.part("exchange"))
        self.partners = data["partners"] == "opposite"
        self.sides = sides_of(players, self.partners)
        each = 0
        if "each" in data["deal"]:
            each = parser.number_of_cards(("deal", "each"), data["deal"]["each"], players, len(self.deck))
        self.sizes: tuple[int, ...] = self._sizes(each)
        """Cards that each player is dealt, by the distance from the dealer, who comes first."""
        self.talon = 0
        """Cards left over for the landlord."""
        if "talon" in data:
            self.talon = len(self.deck) - sum(self.sizes)
        self.first: int = data["deal"].get("first", 0)
        """Cards of a hand that are dealt at first; 0 for all."""
        self.calls: dict[str, str] = {name: call["before"] for name, call in data["calls"].items()}
        self.bids: tuple[int, ...] = tuple(sorted(self.bidding.calls))
        self.lead_card = opening_cards(data["lead"]["by"], self.deck).bit_length() - 1
        self.wish_card = self.deck.by_id.get(data["play"].get("wish"), -1)
        self.closing: frozenset[str] = frozenset(self.play.closes)
        self.titles: tuple[str, ...] = tuple(data["titles"])
        values = data["values"]
        self.worth: list[Value] = [values.get(card.id, values.get(card.rank, 0)) for card in self.deck.cards]
        self.scoring = RoundScoring(ruleset, players, parser, self.calls, unit="hand")
        if parser.faults:
            raise Unsound(parser.faults)

    def _sizes(self, each: int) -> tuple[int, ...]:
        """The numbers of cards dealt, by the distance from the dealer: `each` for all, or if that is 0 all cards there are,
        dealt one by one from the dealer's left."""
        if each:
            return (each,) * self.players
        least, more = divmod(len(self.deck), self.players)
        from_left = [least + 1] * more + [least] * (self.players - more)
        return tuple(from_left[-1:] + from_left[:-1])

    def size(self, dealer: int, seat: int) -> int:
        """Return how many cards a player is dealt."""
        return self.sizes[(seat - dealer) % self.players]

    def place_after(self, seat: int, places: int) -> int:
        """The seat this many places to the left of another one, to the right if below 0."""
        return (seat + places) % self.players

    def side(self, landlord: int, seat: int) -> int:
        """Return a number for the side of a player: of the landlord, of the partners, or of nobody else."""
        if self.bids:
            return int(seat == landlord)
        if self.partners:
            return seat % 2
        return seat

    def value(self, cards: int) -> Value:
        """The value of some cards together."""
        return sum(self.worth[card] for card in members(cards))

    def of_rank(self, rank: str) -> int:
        """Return the cards of a rank."""
        return mask_of(card.number for card in self.deck.cards if card.rank == rank)

    def title(self, place: int) -> str:
        """The title of a player who came at this place, from 0. The list of titles is used from both its ends; places in
        the middle have its middle title, if it has one, or none."""
        half = len(self.titles) // 2
        ends = self.players // 2
        last = self.players - 1 - place
        if place < min(half, ends):
            return self.titles[place]
        if last < min(half, ends):
            return self.titles[-1 - last]
        if len(self.titles) % 2:
            return self.titles[half]
        return ""

    def gives(self, place: int) -> int:
        """The number of cards that a player of this place gives to the one as far from the other end."""
        near = min(place, self.players - 1 - place)
        if near < min(len(self.exchange.cards), self.players // 2):
            return int(self.exchange.cards[near])
        return 0

    def names(self, cards: int) -> str:
        """Return cards as a player sorts them for play: by rank, then by suit."""
        return " ".join(self.deck.ids[card] for card in self.in_order(cards))

    def in_order(self, cards: int) -> list[int]:
        """Return the cards of a mask, the lowest first."""
        return sorted(members(cards), key=self._place_and_suit)

    def _place_and_suit(self, card: int) -> tuple[int, int, int]:
        return self.combinations.place(card), self.combinations.suit[card], card
