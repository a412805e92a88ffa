"""A trick ruleset made ready for a number of players: every argument compiled, every name turned into an index.

The compiled rules are read-only once made. `circle` are all seats in order of play, `orders` the same from each seat on.
What the hot path needs is copied into closures by `plays` and `bids`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, TypeVar

from referee.core.cards import members
from referee.core.data import Words
from referee.core.family import CompiledRules, Unsound, sides_of
from referee.core.formula import Formula, Parser, Value
from referee.core.leading import FROM_DEALER, LeadBy, opening_cards
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.selectors import choose
from referee.engines.trick.words import bids, ranking
from referee.engines.trick.words.declarations import NEEDS_STOCK, PROMISING, SHORTENING, Declaration, names_of_only
from referee.engines.trick.words.plays import play_rules, words_for
from referee.engines.trick.words.ranking import ALWAYS, NO_TRUMP, NOT_SUITS, SET_IN_HANDS, SET_IN_PLAY
from referee.engines.trick.words.scoring import TrickScoring

REVOKE_FLAGS = ("by_player", "again", "faced", "late", "both")
REVOKE_NAMES = ("trick", "cards", "won", *REVOKE_FLAGS)
T = TypeVar("T")
MANY_HANDS = 100
"""The most hands of a game that are looked at before it begins."""
MOST_FOUND = 2_000
"""The most results of a kind that are remembered: starts, words of bidding, hands that a score pad says too little about."""


class TrickRules(CompiledRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile everything, in an order in which each part finds what it needs; the parser collects the faults of
        formulas."""
        self.ruleset = ruleset
        self.players = players
        unchanged = ruleset
        if ruleset.unchanged:
            unchanged = ruleset.unchanged
        self.deck = ranking.ordered_deck(unchanged)
        parser = Parser()
        data = ruleset.full
        self.carried = frozenset[str](data["carry"])
        """Names of the values that are carried from hand to hand, which all formulas about a player know."""
        self.gives: int = data.get("talon", {}).get("gives", 0)
        """Cards that a declarer who has taken the talon gives to each other player; 0 if none."""
        self._compile_deal(data, data["deal"], parser)
        self._compile_trick(data["trick"], data["powers"], data["outside"])
        self.led_by: LeadBy = data["lead"]["by"]
        self._compile_play(data["play"], data.get("stock"))
        self._compile_bidding(data.get("bidding"), data.get("talon"), data.get("turned"), parser)
        self._compile_pass(data.get("pass", {}), parser)
        self.sides = sides_of(players, data["partners"] != "none")
        side_of = [self.sides[seat % len(self.sides)] for seat in range(players)]
        self.partners = [[other for other in side if other != seat] for seat, side in enumerate(side_of)]
        self.declarations = [self._declaration(name, words, parser) for name, words in data["declare"].items()]
        self.shortened = any(one.then in SHORTENING for one in self.declarations)
        """Whether something may be declared after which a hand has fewer tricks."""
        self.declared_playing = any(one.when in PROMISING for one in self.declarations)
        self.declared_compared = any(one.compared is not None for one in self.declarations)
        self._compile_vulnerable(data["vulnerable"], parser)
        names_of_contract: Collection[str] = ()
        if self.auction:
            names_of_contract = self.auction.known
        self.scoring = TrickScoring(data, self.deck, self.rankings, self.sides, self.hands, parser, names_of_contract)
        self.may_be_short = self.shortened or self.scoring.until is not None
        """Whether a hand may have fewer tricks, also because it is over early."""
        self._compile_revokes(data.get("revoke", {}).get("cases", ()), parser)
        self.matadors_count = "matadors" in self.scoring.needs
        self.notes_plays = self.matadors_count or bool(self.holders)
        """Whether the state keeps who played which cards, which a position needs then."""
        self._found: dict[Hashable, Any] = {}
        self.cite = cache(self._cite)
        if parser.faults:
            raise Unsound(parser.faults)

    def _compile_pass(self, passing: Words, parser: Parser) -> None:
        """Set how many cards are passed and when, and for each hand in turn how many seats on they go (None: they are
        kept)."""
        ways = {"left": 1, "right": -1, "across": self.players // 2, "nobody": None}
        self.passing: list[int | None] = []
        for to in passing.get("to", ()):
            if isinstance(to, int):
                self.passing.append(to % self.players)
            else:
                self.passing.append(ways[to])
        self.pass_count: int = passing.get("cards", 0)
        self.pass_when = None
        """Formula for who passes cards to the partner after the bids and gets some back; None if all pass before them."""
        self.owed = None
        """Formula for how many cards a player gives to others before the bids, and gets back; below 0, is given by them."""
        if "owed" in passing:
            names = self.carried.union(self.ruleset.words.formulas["sits_out"])
            self.owed = parser.at(("pass", "owed"), passing["owed"], names)
        if "when" in passing:
            known = {"dealer"}.union(bids.HAND_NAMES, self.bid_marks.values(), self.carried)
            if self.auction:
                known |= self.auction.known.keys() - {"matadors"}
            else:
                known.add("bid")
            self.pass_when = parser.at(("pass", "when"), passing["when"], known)

    def _compile_vulnerable(self, vulnerable: list[str] | tuple[()] | str | Value, parser: Parser) -> None:
        """Set who is vulnerable: hand by hand, by a formula, or nobody ever."""
        self.vulnerable: Sequence[str] = ()
        """Words for who is vulnerable, hand by hand, in a cycle; empty if none are listed."""
        self.vulnerable_when = None
        """Formula for who is vulnerable if they are not listed; None if nobody ever is."""
        if isinstance(vulnerable, list):
            self.vulnerable = vulnerable
        elif not isinstance(vulnerable, tuple):
            known = set(self.ruleset.words.formulas["vulnerable"]).union(self.carried)
            self.vulnerable_when = parser.at(("vulnerable",), vulnerable, known)

    def _compile_revokes(self, cases: Sequence[Words], parser: Parser) -> None:
        """Set the cost of a revoke, case by case: when it costs this, how many tricks, and how many points."""
        self.revokes = []
        for place, case in enumerate(cases):
            price = []
            for key in ("when", "tricks", "points"):
                # without `when` the case always applies; without tricks or points it costs none
                price.append(parser.at(("revoke", "cases", place, key), case.get(key, key == "when"), REVOKE_NAMES))
            self.revokes.append(price)

    def come_into_force(self, state: Any) -> None:
        """Let cards rank in a state as they do by these rules."""
        state.ranking = self.rankings[state.trump]

    def lasting(self) -> object:
        """Return the calls, declarations and choices, which states number."""
        if self.auction:
            calls = [call.name for call in self.auction.calls]
        else:
            calls = []
        return calls, [one.name for one in self.declarations], [choice.name for choice in self.scoring.choices]

    @cached_property
    def plain(self) -> bool:
        """Whether hands go as the fast path and the columns play them; a rule that these do not know adds its
        condition here.

        There is one of each card; whatever is trump, cards rank as in the deck and the words of play mean the same
        cards; everybody plays, and clockwise.
        """
        openings = {self.led_by_holder_of[trump] for trump in self.trumps}
        odd = (
            self.sits_out, self.scoring.knock_out, self.stock, self.talon_goes_to, self.outside_cards, self.deck.has_twins,
            self.scoring.until,
            self.declared_playing, self.bid_marks, self.scoring.compares, self.scoring.by_play, self.notes_plays, self.joined,
            self.by_cards, self.first_dealt, self.pass_when, self.owed, self.trump_from in SET_IN_PLAY, self.first_trump,
            self.auction and (self.auction.contracts or self.auction.along or self.auction.once),
            self.circle != tuple(range(self.players)),
            len(openings) > 1 or max(openings).bit_count() > 1,
            not all(rule.narrowing for rule in self.play_rules.values()),
            not all(self.rankings[trump].plain for trump in self.trumps),
        )  # fmt: skip
        return not any(map(bool, odd))

    @property
    def the_auction(self) -> bids.Auction:
        """The auction of a ruleset that has one."""
        assert self.auction is not None
        return self.auction

    def remember(self, key: Hashable, find: Callable[[], T]) -> T:
        """The result of `find`, called only once for each key: what was found about a start, a bid, or a hand on a score
        pad."""
        if key not in self._found:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            self._found[key] = find()
        answer: T = self._found[key]
        return answer

    def _cite(self, *pointer: str | int) -> str:
        """Return the rule that a word cites: the first one it names that the ruleset has; `{name}` is its own."""
        rules = [rule.format(name=str(pointer[1]).replace("_", "-")) for rule in self.ruleset.words.at(pointer).cites]
        return next((rule for rule in rules if rule in self.ruleset.full["rules"]), rules[-1])

    def cards_in_hand(self, hand: int) -> int:
        """How many cards each player has in hand number `hand` (from 1), by the list in the ruleset (`deal: sequence`) or by
        its formula (`deal: each`), with those that a declarer gives to everybody; 0 if there is no such hand."""
        if self.sequence:
            if 1 <= hand <= len(self.sequence):
                return self.sequence[hand - 1]
            return 0
        if self.hands and hand > self.hands:
            return 0
        if "hand" not in self.each.names:
            return self._same_each_hand
        return int(self.dealt_by_formula(hand))

    def dealt_by_formula(self, hand: int) -> Value:
        """What the formula of `deal: each` gives for a hand, before it is known to be a number of cards."""
        return self.each.of(players=self.players, deck=self.pack.bit_count(), hand=hand)

    def each_hand(self) -> list[dict[str, int]]:
        """For each hand of the game that has cards, the values of the names that words of bidding may use, before
        anybody has bid. Only the first MANY_HANDS (100) hands are looked at."""
        last = self.hands or (MANY_HANDS if "hand" in self.bid_names | self.each.names else 1)
        nobody = dict.fromkeys((*bids.BID_NAMES, *self.bid_marks.values(), *self.carried), 0)
        known = nobody | {"players": self.players, "hands": self.hands}
        dealt = ((hand, self.cards_in_hand(hand)) for hand in range(1, min(last, MANY_HANDS) + 1))
        return [known | {"cards": cards, "hand": hand} for hand, cards in dealt if cards > 0]

    def foreseen(self, hand: Mapping[str, int]) -> Iterator[tuple[bids.BidRule, int]]:
        """Yield the words of bidding that depend on nothing but the hand, each with the bids that it allows (a mask: bid
        b is 1 << b). `hand` has values by name, from `each_hand`."""
        for rule in self.bidding:
            if rule.names <= bids.SAME_FOR_ALL:
                no_more_than_cards = (2 << hand["cards"]) - 1
                yield rule, rule.allow(hand) & no_more_than_cards

    def stock_beside(self, cards: int, players: int) -> int:
        """Return how many cards are in the stock when each of these players is dealt this many cards."""
        if not self.stock:
            return 0
        return max(0, self.pack.bit_count() - cards * players)

    def talon_beside(self, cards: int, players: int) -> int:
        """Return how many cards are in the talon when each of these players is dealt this many cards."""
        if not self.talon_goes_to:
            return 0
        return self.pack.bit_count() - cards * players

    def tricks_counted(self, cards: int, players: int) -> int:
        """The number of tricks that count in a hand of so many cards each for so many players."""
        cards -= self.put_away_to_bid
        return cards + (self.stock_beside(cards, players) // players if self.stock and self.stock.tricks_count else 0)

    def pass_offset(self, hand: int) -> int | None:
        """How many seats on, clockwise, cards are passed in this hand; None if nothing is passed."""
        if self.passing and self.pass_count:
            return self.passing[(hand - 1) % len(self.passing)]
        return None

    def role_cards(self, role: int) -> int:
        """Return the cards that have the symbol of a role."""
        return self.deck.symbols.get(self.roles[role], 0)

    def card_names(self, mask: int) -> str:
        """Return the cards in a mask as words for a message."""
        return " ".join(self.deck.names(mask))

    def trump_set(self, hand: int) -> str:
        """How trump is set in a hand (counted from 1): "fixed", or "turned_up", "named", "led" … by what happens in
        it."""
        if hand > 1 or self.first_trump is None:
            return self.trump_from
        if self.first_trump in SET_IN_HANDS:
            return self.first_trump
        return "fixed"

    def trump_of(self, hand: int) -> int:
        """The trump suit of a hand, by its index, if the rules fix it, hand by hand in a cycle; otherwise NO_TRUMP."""
        if self.trump_set(hand) != "fixed":
            return NO_TRUMP
        if hand == 1 and self.first_trump is not None:
            return ranking.trump_numbers(self.first_trump, self.suits)[0]
        return self.trump_cycle[(hand - 1) % len(self.trump_cycle)]

    def _declaration(self, name: str, words: Words, parser: Parser) -> Declaration:
        """Compile a declaration, such as a marriage or a run, from what the ruleset says under `declare: {name: …}`."""
        # points are a formula, or a table with a number for each suit
        worth = words["points"]
        by_suit: tuple[int, ...] = ()
        if isinstance(worth, dict):
            by_suit = tuple([worth.get(suit, 0) for suit in self.suits])
            worth = 0
        points = parser.at(("declare", name, "points"), worth, ("trump",))
        ranks = tuple(dict.fromkeys(card.rank for card in self.ruleset.deck.cards if card.suit))
        only = None
        if words["only"] is not True:
            known = names_of_only(self.ruleset.full["declare"])
            only = parser.at(("declare", name, "only"), words["only"], known, around=True)
        in_stock = words["in_stock"]
        if words.get("then") in NEEDS_STOCK:
            in_stock = max(in_stock, 1)
        return Declaration(
            name, tuple(words.get("ranks", ())), tuple(words.get("cards", ())), words["suits"] if "ranks" in words else "",
            words["when"], words.get("kind", name), points, words.get("run", 0), words.get("compared"), ranks,
            tuple(by_suit), words["from_trick"], words["sets_trump"], words.get("then"), words["better"],
            in_stock, only,
        )  # fmt: skip

    def _compile_deal(self, data: Words, deal: Words, parser: Parser) -> None:
        """Set the order of play, who sits out, which cards are dealt and how many in each hand, who deals next, and the
        roles."""
        players = self.players
        clockwise = data["direction"] == "clockwise"
        if clockwise:
            self.circle = tuple(range(players))
        else:
            self.circle = (0, *range(players - 1, 0, -1))
        places = [self.circle.index(seat) for seat in range(players)]
        self.orders = [self.circle[place:] + self.circle[:place] for place in places]
        sits_out = deal.get("sits_out", False)
        known = self.ruleset.words.formulas
        if sits_out is False:
            self.sits_out = None
        else:
            self.sits_out = parser.at(("deal", "sits_out"), sits_out, self.carried.union(known["sits_out"]))
        left_out = data["leave_out"].get(str(self.players), [])
        self.pack = self.deck.all & ~choose(left_out, self.deck)
        self.sequence: tuple[int, ...] = tuple(deal.get("sequence", ()))
        self.each = parser.at(("deal", "each"), deal.get("each", 0), known["deal"])
        self.hands: int = len(self.sequence) or deal.get("hands", 0)
        self._same_each_hand = 0
        if "hand" not in self.each.names:
            self._same_each_hand = int(self.dealt_by_formula(1)) + self.gives
        self.first_dealt: int = deal.get("first", 0)
        """Cards that each is dealt before the bids, if the rest is dealt after them, or given by the declarer."""
        if self.gives:
            self.first_dealt = self._same_each_hand - self.gives
        self.next_dealer = {"left": 1, "right": -1, "same": 0}[deal["next_dealer"]]
        roles = self.ruleset.part("roles")
        self.roles: tuple[str, ...] = tuple(roles["choose"])
        self.rotation_lasts: str = roles["rotation_lasts"]

    def _compile_trick(self, trick: Words, powers: Words, outside: Words) -> None:
        """Set what may be trump, how cards rank, which are outside the suits, and the powers of cards over their
        trick."""
        deck = self.deck
        trump = trick["trump"]
        self.suits = list(deck.suits)
        self.trump_from = trump if trump in SET_IN_HANDS else "fixed"
        if self.trump_from == "fixed":
            self.trump_cycle = ranking.trump_numbers(trump, self.suits)
        else:
            self.trump_cycle = []
        self.first_trump: str | None = trick.get("first_trump")
        self.named_by: str = trick["named_by"]
        self.named_from: list[str] = trick.get("named_from") or ["none"] + self.suits
        """Suits that may be named trump."""
        self.outside_cards = set[int]()
        for card in outside:
            self.outside_cards.update(members(deck.twins[deck.by_id[card]]))
        self.goes_back = self._outside_with(outside, "goes_back", True)
        others = (
            self._outside_with(outside, "wins", "always"),
            self._outside_with(outside, "wins", "never"),
            self._outside_with(outside, "led", "no_suit"),
            self._outside_with(outside, "play", "any_time"),
        )
        by_rank = ranking.strengths_by_rank(self.ruleset.deck, trick)
        self.plain_heights = ranking.heights_without_trump(self.ruleset.deck, trick)
        """How high each card of a suit is by its rank in a hand without trump, by card id."""
        heights = None
        if self.ruleset.unchanged:
            heights = ranking.heights_otherwise(self.ruleset, deck)
        self.rankings = ranking.make_rankings(deck, trick, ranking.Outside(*others), by_rank, heights)
        self.trumps = ranking.possible_trumps(
            trick, deck, by_bids=any(bids.trumps_of(self.ruleset.full.get("bidding")))
        )
        self.grace: str = trick["grace"]
        self.powers: dict[int, ranking.Power] = {}
        for card, words in powers.items():
            off = words.get("switch_off", ())
            turns = {"right": 1, "left": -1, None: 0}[words.get("rotate_roles")]
            off = frozenset((off,) if isinstance(off, str) else off)
            power = ranking.Power(words.get("trick_goes_to", ""), off, turns, words["rule"])
            self.powers |= dict.fromkeys(members(deck.twins[deck.by_id[card]]) if card in deck.by_id else (), power)
        self.moving: list[tuple[int, int]] = []
        """The cards in play that move the roles, each with the number of places."""
        for number, power in self.powers.items():
            if power.rotates and self.pack >> number & 1:
                self.moving.append((number, power.rotates))
        self.trick = trick
        self.judgement = ranking.Judgement(deck, self.powers, self.rankings, trick)

    def _outside_with(self, outside: Words, word: str, value: object) -> int:
        """The cards outside the suits for which `word` has this value, as a mask."""
        return choose([card for card, words in outside.items() if words[word] == value], self.deck)

    def trump_turned_by(self, card: int) -> int:
        """The suit that is trump if this card is turned up: its own, or no trump if it has none."""
        suit = self.rankings[NO_TRUMP].suit_of[card]
        if suit < len(self.suits):
            return suit
        return NO_TRUMP

    def _compile_play(self, play: Words, stock: Words | None) -> None:
        """Set the words of play, the cards whose holder leads, and the stock if there is one.

        Once the stock is out, the words under `stock: when_out` replace those of the same name (`late_leading`,
        `late_following`), and the others stay in force.
        """
        of_cards = self.deck, self.rankings, self.trumps, play["renege"]
        self.play_rules = play_rules(play, ("play",), *of_cards)
        self.leading, self.following = words_for(self.play_rules, "lead"), words_for(self.play_rules, "follow")
        self.late_leading = self.leading
        self.late_following = self.following
        self.dummy: bool = play["dummy"] == "partner_of_declarer"
        self.led_by_holder_of: dict[int, int] = {}
        for trump, now in self.rankings.items():
            self.led_by_holder_of[trump] = opening_cards(self.led_by, self.deck, now.suits(self.deck))
        self.stock: bids.Stock | None = None
        if stock is None:
            return
        self.stock = bids.Stock(stock["first"], stock.get("turned", ""), stock["tricks_count"])
        changed = self.ruleset.get("stock", "when_out") or {}  # without the defaults of words that it does not set
        late = play_rules({"follow_suit": False, **changed}, ("stock", "when_out"), *of_cards)
        switched = set(changed).union(changed.get("if_able") or ())
        in_force = {path: rule for path, rule in self.play_rules.items() if rule.name not in switched} | late
        self.play_rules |= late
        self.late_leading, self.late_following = words_for(in_force, "lead"), words_for(in_force, "follow")

    def _compile_bidding(self, given: Words | None, talon: Words | None, turned: Words | None, parser: Parser) -> None:
        """Set what may be bid or called, the talon, if there is one, and the card that is turned up before an auction."""
        bidding = given or {}
        self.auction: bids.Auction | None = None
        """The auction, if there is one; otherwise each player bids tricks."""
        numbers: bids.Names = {}
        if "calls" in bidding:
            self.auction = bids.Auction(bidding, NOT_SUITS | self.trump_words(), parser.at)
            numbers = self.auction.numbers
        self.bids_spoken = given is not None and self.auction is None
        self.first_bidder = 1
        if bidding:
            self.first_bidder = FROM_DEALER.get(bidding["first"], 1)
        self.bid_at_once: bool = bidding.get("first") == "at_once"
        self._compile_put_away(bidding.get("by_cards"))
        self._compile_called(bidding, parser)
        self._compile_words_of_bidding(bidding, numbers, parser)
        self.talon = None
        self.talon_goes_to = ""
        if talon:
            known = set(self.carried)
            if self.auction:
                known.add("level")
                known.update(numbers)
            when = parser.at(("talon", "when"), talon["when"], known)
            keep = choose(talon.get("keep", []), self.deck)
            self.talon = bids.Talon(talon["goes_to"], talon["counts_for"], when, keep, talon["may_raise"])
            self.talon_goes_to = self.talon.goes_to
        self.turned = None
        if turned is not None:
            when = parser.at(("turned", "when"), turned["when"], self.carried.union(bids.AUCTION_NAMES, numbers))
            self.turned = bids.Turned(turned["goes_to"], when, turned["put_away"] == "any")

    def _compile_put_away(self, by_cards: Words | None) -> None:
        """Set how a bid is made by cards put away, if it is (`bidding: by_cards`)."""
        self.by_cards = None
        self.put_away_to_bid = 0
        if by_cards:
            worth = [by_cards["suits"].get(card.suit, 0) for card in self.deck.cards]
            self.by_cards = bids.ByCards(by_cards["put_away"], worth)
            self.put_away_to_bid = self.by_cards.many

    def _compile_called(self, bidding: Words, parser: Parser) -> None:
        """Set which cards a declarer may call, and who plays alone all the same."""
        declarer: Words = {}
        if self.auction:
            declarer = bidding["declarer"]
        self.may_call = choose(declarer.get("may_call", []), self.deck)
        self.own_called = declarer.get("own_card") == "may_be_called"
        self.calls_suit_held: bool = declarer.get("suit") == "held"
        """Whether a declarer calls only a card of whose suit the hand has another."""
        self.must_call: bool = declarer.get("none") == "may_not_bid"
        """Whether nobody may bid who would have no card to call."""
        self.calls_late: bool = declarer.get("call") == "after_talon"
        self.holders = choose(declarer.get("holders_of", []), self.deck) & self.pack
        """The cards whose holders play together in a hand that nobody bids on; none if cards do not make the sides."""
        self._compile_joined(declarer.get("joined"), parser)
        self.alone: Formula | None = None
        """Formula for a declarer who plays alone although a partner could be called."""
        if self.auction and declarer["alone"] is not False:
            of_alone = self.auction.known.keys() - {"declarer"}
            self.alone = parser.at(("bidding", "declarer", "alone"), declarer["alone"], of_alone)

    def _compile_joined(self, joined: Words | None, parser: Parser) -> None:
        """Set in which contracts the first other player to win a trick joins the declarer, and by which tricks."""
        self.joined: bids.Joined | None = None
        # a patch of `changes:` may say which leads count where nothing says in which contracts
        if not joined or "when" not in joined or self.auction is None:
            return
        of_joined = self.auction.known.keys() - {"declarer"}
        when = parser.at(("bidding", "declarer", "joined", "when"), joined["when"], of_joined)
        led = {}
        for trump, now in self.rankings.items():
            led[trump] = choose(joined.get("led", "any"), self.deck, now.suits(self.deck))
        self.joined = bids.Joined(when, joined.get("within", 0), led)

    def _compile_words_of_bidding(self, bidding: Words, numbers: bids.Names, parser: Parser) -> None:
        """Set the words of bidding in force, and the words for bids, with the names that they may ask about."""
        self.bid_marks = bids.marks_of(bidding)
        self.held_names = {name: choose(cards, self.deck) for name, cards in bidding.get("holds", {}).items()}
        """The cards that each name under `holds` counts in the bidder's hand."""
        known = self.carried.union(self.held_names)
        if self.auction:
            known = known.union(bids.AUCTION_NAMES, numbers)
        else:
            known = known.union(bids.BID_NAMES, self.bid_marks.values())
        self.bidding = tuple(bids.bid_rules(bidding, known, parser, self.auction, self.ruleset))
        self.bid_names = frozenset[str]().union(*[rule.names for rule in self.bidding])
        self.bid_words: dict[str, Formula] = {}
        for word, number in bidding.get("spoken", {}).items():
            at: Pointer = ("bidding", "spoken", word)
            if isinstance(number, Mapping):
                at += ("bid",)
                number = number["bid"]
            self.bid_words[word] = parser.at(at, number, {"cards", "players"})

    def trump_words(self) -> dict[str, int]:
        """The words that a log may write for trump, with their numbers: suits by id, 'none', and 'always' if some cards
        always are trumps."""
        words = {"none": NO_TRUMP}
        words |= {suit: index for index, suit in enumerate(self.suits)}
        if self.trick.get("always_trump"):
            words["always"] = ALWAYS
        return words

    def trump_word(self, trump: int) -> str:
        """Return trump as a log writes it: a suit by its id, 'none', or 'always'."""
        if trump >= 0:
            return self.suits[trump]
        return next(word for word, other in NOT_SUITS.items() if other == trump)
