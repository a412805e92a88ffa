"""Suit and rank by trump: to which suit each card belongs now, which of them is higher, and who wins a trick.

Cards are in their deck in the order of plain suits, so by default the best card of a suit is its highest bit.
What is trump can change both: a card may belong to the trump suit only while that is trump, and trumps may rank in an order of
their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from referee.core.cards import Deck, mask_of, members
from referee.core.data import Words
from referee.core.ruleset import Ruleset
from referee.core.selectors import TRUMP, choose

NO_TRUMP, ALWAYS = -1, -2
"""Numbers in place of a trump suit: there is no trump; only the cards that are always trumps are trumps."""
NOT_SUITS = {"none": NO_TRUMP, "always": ALWAYS}
"""Words that may be written instead of a trump suit."""
BY_DECLARING, FIRST_VOID = "declared", "first_void"
SET_IN_PLAY = ("led", BY_DECLARING, FIRST_VOID)
SET_IN_HANDS = ("turned_up", "named", "contract", *SET_IN_PLAY)
"""Values of `trump:` besides a suit: the suit changes with what happens, perhaps in play."""
Order = Sequence[str] | Mapping[str, Sequence[str]] | None
"""Ranks from low to high: of every suit, or by suit or colour."""
Entry = str | Mapping[str, str]
"""An entry of an order: a rank, a card, or a rank of the other suits that have the colour of the trump suit."""


class Outside(NamedTuple):
    """Cards outside the suits, as masks: that beat every card of a suit, that lose to all, that ask for no suit when they are
    led, and that may be played at any time."""

    winners: int = 0
    losers: int = 0
    ask_nothing: int = 0
    any_time: int = 0


NOTHING_OUTSIDE = Outside()


def ordered_deck(ruleset: Ruleset) -> Deck:
    """The deck, each copy of a card apart, with the strengths that `trick: {order, always_trump}` of the ruleset give
    it."""
    trick = ruleset.full["trick"]
    deck = ruleset.deck.apart()
    if not trick.get("order") and not trick.get("always_trump"):
        return deck
    strengths = _strengths(ruleset)
    return deck.of([card._replace(strength=strengths[card.id]) for card in deck.cards])


def _strengths(ruleset: Ruleset) -> dict[str, int]:
    """Return how high each card is, by its id: those that always are trumps above the others."""
    trick = ruleset.full["trick"]
    above = {}
    for place, card in enumerate(trick.get("always_trump", ())):
        above[card] = ruleset.deck.total + place
    return strengths_by_rank(ruleset.deck, trick) | above


def heights_otherwise(ruleset: Ruleset, deck: Deck) -> list[Height] | None:
    """Return how high each card of a deck is by rules under which it was not put in order; None if the deck has that order."""
    strengths = _strengths(ruleset)
    if all(card.strength == strengths[card.id] for card in deck.cards):
        return None
    return [(0, strengths[card.id]) for card in deck.cards]


def strengths_by_rank(deck: Deck, trick: Words) -> dict[str, int]:
    """How high each card is by its rank alone, by card id, in the order of ranks of a ruleset (`trick.order`); ranks
    that it omits are above all others."""
    order = trick.get("order")
    strengths = {}
    for card in deck.cards:
        ranks: Sequence[str] | None
        if isinstance(order, Mapping):  # by suit or colour
            ranks = order.get(card.suit) or order.get(deck.colours.get(card.suit, ""))
        else:
            ranks = order
        strengths[card.id] = card.strength
        if ranks:
            strengths[card.id] = ranks.index(card.rank) if card.rank in ranks else len(ranks)
    return strengths


def heights_without_trump(deck: Deck, trick: Words) -> dict[str, int]:
    """How high each card of a suit is by its rank alone in a hand without trump, by card id: by `trick.no_trump_order`, if
    there is one."""
    order = trick.get("no_trump_order")
    if order:
        trick = {**trick, "order": order}
    return strengths_by_rank(deck, trick)


Height = tuple[int, int]
"""How high a card is: its group, and its place in it."""


class Ranking(NamedTuple):
    """Suits while one of them (or none) is trump, and whether the highest card wins or the lowest.

    `suit_of[card]` is the suit that a card belongs to now: an index, `len(deck.suits)` for trumps that are of no suit, or the
    one after it for cards outside the suits; `members[suit]` are the cards of a suit, none for the last, which asks for
    nothing. `places[card]` is how high a card is, None if it ranks as in the deck; `equal[card]` are the cards of its suit
    that are as high, None if no two are; `above[card]` those that would beat it, were they of its suit and played later.
    """

    trump: int
    suit_of: list[int]
    members: list[int]
    trumps: int
    highest: bool
    places: list[Height] | None
    equal: tuple[int, ...] | None
    above: tuple[int, ...]
    outside: Outside
    latest: int

    @property
    def plain(self) -> bool:
        """Whether the best card of a suit is simply its highest bit (its lowest where the lowest card wins)."""
        return self.places is None and self.equal is None

    def suit_led(self, cards: Sequence[int]) -> int:
        """The suit that a trick asks for, by its index: that of the first card that has one, unless a card before it
        asks for nothing. The last index is that of no suit."""
        nothing = len(self.members) - 1
        for card in cards:
            if self.suit_of[card] < nothing - 1:  # the last but one are the cards outside the suits
                return self.suit_of[card]
            if self.outside.ask_nothing >> card & 1:
                break
        return nothing

    def best(self, cards: int) -> int:
        """The card that wins among `cards` of one suit (a mask), one of several if they are equal."""
        if self.places is None:
            if self.highest:
                return cards.bit_length() - 1
            lowest_bit = cards & -cards
            return lowest_bit.bit_length() - 1
        return (max if self.highest else min)(members(cards), key=self.places.__getitem__)

    def decide(self, cards: Sequence[int]) -> tuple[int, str]:
        """The card that wins by its rank among those laid so far (in order, the first of them led), and the rule that
        decides. Cards that always win (`winners`) and always lose (`losers`) come before and after the suits."""
        table = mask_of(cards)
        out = self.outside
        because = "outside"
        best = table & out.winners
        if not best and not table & ~out.losers:
            best = table
        if not best:
            led = self.members[self.suit_of[next(card for card in cards if not out.losers >> card & 1)]]
            trumps = table & self.trumps
            first = self.best(trumps or table & led)
            if self.equal:
                best = self.equal[first]
            else:
                best = 1 << first
            because = "highest-card"
            if trumps and led != self.trumps:
                because = "trump"
        tied = [card for card in cards if best >> card & 1]
        if self.latest >> tied[0] & 1:
            return tied[-1], because
        return tied[0], because

    def suits(self, deck: Deck) -> dict[str, int]:
        """Return the cards of each suit as a mask, by the suit's name in the deck, and the trumps as `trump`."""
        suits = {TRUMP: self.trumps}
        for suit, cards in zip(deck.suits, self.members, strict=False):
            suits[suit] = cards
        return suits

    def highest_trumps(self, many: int) -> int:
        """The best `many` trumps as a mask, equal ones counted as one; all trumps if there are no more."""
        best = 0
        for _ in range(many if self.trumps else 0):
            if self.trumps & ~best:
                card = self.best(self.trumps & ~best)
            else:  # all are there
                card = self.best(self.trumps)
            if self.equal:
                best |= self.equal[card]
            else:
                best |= 1 << card
        return best


def _equal(heights: Sequence[tuple[int, Height]]) -> tuple[int, ...] | None:
    """Return the cards of the same suit that are as high as each card; None if no two are."""
    alike: dict[tuple[int, Height], int] = {}
    for card, height in enumerate(heights):
        alike[height] = alike.get(height, 0) | 1 << card
    if len(alike) < len(heights):
        return tuple(alike[height] for height in heights)
    return None


def _above(places: Sequence[Height], *, highest: bool) -> list[int]:
    """For each card the cards of any suit that are better, as masks."""
    above = [0] * len(places)
    better = alike = 0
    last = None
    for card in sorted(range(len(places)), key=places.__getitem__, reverse=highest):
        if places[card] != last:
            better = better | alike
            alike = 0
            last = places[card]
        alike |= 1 << card
        above[card] = better
    return above


def make_rankings(
    deck: Deck,
    trick: Words,
    outside: Outside = NOTHING_OUTSIDE,
    by_rank: Mapping[str, int] | None = None,
    otherwise: list[Height] | None = None,
) -> dict[int, Ranking]:
    """The ranking for each suit as trump, for no trump, and for no trumps except those that always are.

    `by_rank` is how high each card is by its rank alone; where there is no trump, cards that otherwise always are trumps rank
    by it. Cards are as high as `otherwise` says, card by card, if that is not the order of the deck.
    """
    suits = list(deck.suits)
    printed = []
    for card in deck.cards:
        if card.suit:
            printed.append(suits.index(card.suit))
        else:
            printed.append(len(suits) + 1)
    always: dict[int, int] = {}
    for place, name in enumerate(trick.get("always_trump", ())):
        always |= dict.fromkeys(members(deck.twins[deck.by_id[name]]), place)
    ranking = partial(_ranking, deck, trick, outside)
    without = _places_without_trump(deck, trick, printed, by_rank or {})
    if not without:
        without = otherwise
    rankings = {NO_TRUMP: ranking(NO_TRUMP, printed, without)}
    for trump in range(len(suits)):
        placed = trump_places(deck, trick.get("trump_order", ()), suits[trump])
        # above the others those of the order, and those that always are trumps
        heights = [(0, _first(twins)) for twins in deck.twins]
        if otherwise:
            heights = list(otherwise)
        for height, cards in ((1, placed), (2, always)):
            for number, place in cards.items():
                heights[number] = (height, place)
        suit_of = list(printed)
        for number in always.keys() | placed.keys():
            suit_of[number] = trump
        rankings[trump] = ranking(trump, suit_of, heights if placed or otherwise else None)
    suit_of = list(printed)
    for number in always:
        suit_of[number] = len(suits)
    rankings[ALWAYS] = ranking(ALWAYS, suit_of, otherwise)
    return rankings


def _ranking(
    deck: Deck, trick: Words, outside: Outside, trump: int, suit_of: list[int], places: list[Height] | None
) -> Ranking:
    """The ranking while `trump` is trump, with the suit that each card then has and, if cards do not rank as in the
    deck, how high each is."""
    suits = len(deck.suits)
    highest = trick["wins"] == "highest"
    of_suit = [0] * (suits + 3)  # after the suits: trumps of no suit, cards outside the suits, and no card at all
    for card, suit in enumerate(suit_of):
        of_suit[suit] |= 1 << card
    trumps = 0
    if trump == ALWAYS:
        trumps = of_suit[suits]
    elif trump != NO_TRUMP:
        trumps = of_suit[trump]
    heights = places
    if heights is None:
        heights = [(0, _first(twins)) for twins in deck.twins]
    equal = _equal(list(zip(suit_of, heights, strict=True)))
    above = _above(heights, highest=highest)
    latest = 0
    if equal:
        latest = cards_of_latest(trick, deck)
        for card in members(latest):
            above[card] |= equal[card] & ~(1 << card)
    out = Outside(*(cards & of_suit[suits + 1] for cards in outside))
    return Ranking(trump, suit_of, of_suit, trumps, highest, places, equal, tuple(above), out, latest)


def cards_of_latest(trick: Words, deck: Deck) -> int:
    """The cards of which the copy played latest counts, and not the earliest, as a mask (`trick: tie`)."""
    tie = trick["tie"]
    if isinstance(tie, Mapping):
        return choose(tie["latest"], deck)
    if tie == "latest":
        return deck.all
    return 0


def _places_without_trump(
    deck: Deck, trick: Words, printed: Sequence[int], by_rank: Mapping[str, int]
) -> list[Height] | None:
    """How high each card is in a hand without trump, by card; None if that is as in the deck. `printed` is the suit of
    each card, `by_rank` how high a card is by its rank alone."""
    order = trick.get("no_trump_order")
    if order:
        found = []
        for card in deck.cards:
            found.append((order.index(card.rank) if card.suit else 0, printed[card.number]))
        return found
    if not trick.get("always_trump"):
        return None
    return [(by_rank[card.id], printed[card.number]) for card in deck.cards]


def _first(twins: int) -> int:
    return (twins & -twins).bit_length() - 1


def trump_places(deck: Deck, order: Sequence[Entry], trump: str) -> dict[int, int]:
    """The place of each card that an order of trumps names while `trump` (a suit id) is trump. What it says of a card
    itself counts more than what it says of its rank."""
    by_rank = []
    for place, entry in enumerate(order):
        for card in cards_of_entry(deck, entry, trump):
            by_rank.append((card, place))
    by_itself = [(card, place) for card, place in by_rank if is_card(deck, order[place])]
    return dict(by_rank + by_itself)


def is_card(deck: Deck, entry: Entry) -> bool:
    """Return whether an entry of an order names a card rather than a rank."""
    return isinstance(entry, str) and entry in deck.by_id


def cards_of_entry(deck: Deck, entry: Entry, trump: str) -> list[int]:
    """The cards that an entry of an order of trumps means while `trump` (a suit id) is trump: a card, a rank of that
    suit, or a rank of the other suits of its colour."""
    if isinstance(entry, str):
        if entry in deck.by_id:
            return list(members(deck.twins[deck.by_id[entry]]))
        return [card.number for card in deck.cards if (card.suit, card.rank) == (trump, entry)]
    suits = deck.same_colour(trump)
    found = []
    for card in deck.cards:
        if card.suit in suits and card.rank == entry["rank"]:
            found.append(card.number)
    return found


def possible_trumps(trick: Words, deck: Deck, *, by_bids: bool) -> frozenset[int]:
    """Everything that can be trump in some hand: suits by index, NO_TRUMP, ALWAYS. `by_bids` says that an auction may set
    another trump than the one that the rules fix."""
    every = frozenset(range(len(deck.suits)))
    possible = frozenset[int]()
    if by_bids:
        if trick["trump"] != "none":
            possible |= every | {NO_TRUMP}
        if trick.get("always_trump"):
            possible |= {ALWAYS}
    for trump in filter(None, (trick["trump"], trick.get("first_trump"))):
        if trump == "turned_up":
            possible |= every
            if not all(card.suit for card in deck.cards):
                possible |= {NO_TRUMP}
        elif trump in SET_IN_HANDS:
            possible |= every | {NO_TRUMP}
        else:
            possible |= set(trump_numbers(trump, list(deck.suits)))
    return possible


def may_lack_trump(full: Words, deck: Deck) -> bool:
    """Whether there may be no trump in a hand, at its beginning, or in a trick where a card switches trump off.

    `full` are the words of a ruleset with their defaults.
    """
    trick = full["trick"]
    if any("trump" in power.get("switch_off", "") for power in full["powers"].values()):
        return True
    trumps = filter(None, (trick["trump"], trick.get("first_trump")))
    return any(_may_be_none(trump, full, deck) for trump in trumps)


def _may_be_none(trump: str | Mapping[str, list[str]], full: Words, deck: Deck) -> bool:
    """Whether there may be no trump in a hand in which this says what is trump: a value of `trick: trump`."""
    if trump == "contract":
        return _contract_may_lack_trump(full)
    if trump == "named":
        return "none" in full["trick"].get("named_from", ["none"])
    if trump == "turned_up":
        return not all(card.suit for card in deck.cards)
    return trump in SET_IN_PLAY or NO_TRUMP in trump_numbers(trump, list(deck.suits))


def _contract_may_lack_trump(full: Words) -> bool:
    """Whether a hand may be played without trump where the contract sets it: in such a contract, or because nobody bid."""
    bidding = full.get("bidding") or {}
    if "calls" not in bidding or bidding["nobody"] == "play":
        return True
    contracts = list(bidding["contracts"].values())
    if not contracts:
        contracts += bidding["calls"]["strains"].values()
        contracts += bidding["calls"]["names"].values()
    return any(contract.get("trump", "none") == "none" for contract in contracts)


def trump_numbers(trump: str | Mapping[str, list[str]], suits: Sequence[str]) -> list[int]:
    """What the rules fix as trump, hand by hand in a cycle: suits by index, NO_TRUMP or ALWAYS."""
    if isinstance(trump, Mapping):
        listed = trump["cycle"]
    else:
        listed = [trump]
    found = []
    for suit in listed:
        if suit in NOT_SUITS:
            found.append(NOT_SUITS[suit])
        else:
            found.append(list(suits).index(suit))
    return found


class Power(NamedTuple):
    """The power of a card over the trick it falls in; empty fields do nothing. `rule` is the rule that says so."""

    goes_to: str
    switches_off: frozenset[str]
    rotates: int
    rule: str


class Decision(NamedTuple):
    """The decision of a trick: the winning `card`, the deciding rule, and the star that decided (or -1)."""

    card: int
    because: str
    star: int


class Judgement:
    """Decides tricks for one ruleset: `trick.wins`, `trick.tie`, `trick.clash` and `powers`."""

    def __init__(self, deck: Deck, powers: Mapping[int, Power], rankings: Mapping[int, Ranking], trick: Words) -> None:
        """Note which cards have which power: `takers` send the trick to somebody, `quieters` make Grace count for
        nothing in it, `levellers` switch trump off in it (all masks)."""
        self.equals = deck.equals
        self.powers = powers
        self.power_cards = mask_of(powers)
        self.takers = mask_of(card for card, power in powers.items() if power.goes_to)
        self.quieters = mask_of(card for card, power in powers.items() if "grace" in power.switches_off)
        self.levellers = mask_of(card for card, power in powers.items() if "trump" in power.switches_off)
        self.rankings = rankings
        self.highest = trick["wins"] == "highest"
        self.words = trick
        self.latest = cards_of_latest(trick, deck)

    def decide(self, cards: Sequence[int], graced: int, ranking: Ranking) -> Decision:
        """The decision of a full trick, led by its first card; `graced` are the cards that count as Grace, as a mask."""
        table = mask_of(cards)
        if table & self.quieters:
            graced = 0
        ranking = self.in_force(table, ranking)
        if table & self.takers:
            return self._star_decision(cards, table, graced, ranking)
        if graced:
            return Decision(self._best(graced, cards, ranking, highest=self.highest), "grace", -1)
        return Decision(*ranking.decide(cards), -1)

    def in_force(self, table: int, ranking: Ranking) -> Ranking:
        """Return the ranking that decides a trick: that of a hand without trump if a card switches trump off."""
        if table & self.levellers:
            return self.rankings[NO_TRUMP]
        return ranking

    def _star_decision(self, cards: Sequence[int], table: int, graced: int, ranking: Ranking) -> Decision:
        """The decision of a trick with stars, cards whose power sends the trick to somebody. Of several, `trick.clash`
        says whether the first or the last of them counts."""
        takers = [card for card in cards if self.takers >> card & 1]
        star = takers[0]
        if self.words["clash"] == "last":
            star = takers[-1]
        word = self.powers[star].goes_to
        rule = self.powers[star].rule
        places = {"leader": cards[0], "player": star, "last_player": cards[-1]}
        if word in places:
            return Decision(places[word], rule, star)
        among = table & ~ranking.members[-2] or table  # the highest and the lowest have a suit
        if word == "lowest_without_grace" and among & ~graced:
            among &= ~graced
        return Decision(self._best(among, cards, ranking, highest=word == "highest"), rule, star)

    def _best(self, among: int, cards: Sequence[int], ranking: Ranking, *, highest: bool) -> int:
        """The highest or lowest card `among` some (a mask) whatever its suit; `trick.tie` decides between equal cards.
        `cards` are those of the trick in order."""
        if highest:
            best = among.bit_length() - 1
        else:
            lowest_bit = among & -among
            best = lowest_bit.bit_length() - 1
        equal = among & self.equals[best]
        if equal == 1 << best:
            return best
        tied = [card for card in cards if equal >> card & 1]
        led = ranking.suit_of[cards[0]]
        if self.latest >> tied[0] & 1:
            return tied[-1]
        if self.words["tie"] == "led_suit":
            return next((card for card in tied if ranking.suit_of[card] == led), tied[0])
        return tied[0]
