"""Faults of a trick ruleset that its schema cannot see: unknown names, too few cards, rules without text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import product

from referee.core import lint, selectors
from referee.core.cards import Card, Deck, members
from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.lint import Kind, LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.wording import in_list
from referee.engines.trick.compiled import MANY_HANDS, TrickRules
from referee.engines.trick.words import bids, ranking
from referee.engines.trick.words.counts import EXTREMES, bans_nothing, how_cards_fell, is_points
from referee.engines.trick.words.declarations import ANY_TIME, NEVER, SHORTENING

MOST_LEVELS = 200
"""The most numbers that may be bid."""
SECTIONS = ("strains", "names", "contracts")
OF_PLAY = {"if_able", "lead", *EXTREMES, "joined"}
"""Words of play, in which cards are those of the suit to which they now belong."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included.

    Raises FormulaError if a formula has no value for a number of players or a hand.
    """
    return lint.common(ruleset, citations(ruleset), _kinds(ruleset), _more)


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield the faults of words that are each sound by themselves, but not together, or not for some number of
    players."""
    words = list(_deck(ruleset.deck, ruleset.full))
    words += _faults_of_words(ruleset)
    yield from words
    if words:
        return
    yield from _cards_and_seats(ruleset)
    tables: list[TrickRules] = []

    def at_table(rules: TrickRules) -> Iterator[LintFault]:
        tables.append(rules)
        yield from _faults_at_a_table(rules)
        yield from _check_bids(rules)
        yield from _faults_of_bids(rules)

    yield from lint.at_each_table(ruleset, TrickRules, at_table)
    yield from _nowhere(ruleset, tables)


def _called_by_section(bidding: Words) -> Data:
    """Everything that may be bid in an auction (`strains`, `names`) and named after it (`contracts`), by section; empty
    sections without an auction."""
    none: Data = {section: {} for section in SECTIONS}
    if "calls" in bidding:
        return {**none, **bidding["calls"], "contracts": bidding["contracts"]}
    return none


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """For each kind of thing that words name, the function that complains of one: it gets the path and the name, and
    returns a sentence, empty if the name is right.

    They know suits, symbols and orders of this deck, counts and declarations, and the names that a ruleset chooses for
    bids and for what bidders know. In a word of play `trump` is a suit.
    """
    common = lint.common_kinds(ruleset)
    deck = ruleset.deck
    trump = ruleset.full["trick"]["trump"]
    bidding = ruleset.full.get("bidding") or {}
    called = _called_by_section(bidding)
    marks = bids.marks_of(bidding)
    mark_words = ruleset.part("bidding")["marks"]
    known = {kind: dict(names) for kind, names in ruleset.words.formulas.items()}
    taken = known["call"] | known["score"] | known["score_after_auction"]
    colours = list(deck.suits) + list(dict.fromkeys(deck.colours.values()))
    # scoring knows of a mark `hand` whether a contract was played from the hand, not the number of the hand
    of_marks = {name: says for name, says in taken.items() if name != "hand"}
    for entries in (called[section] for section in SECTIONS):
        for entry in entries.values():
            of_marks |= dict.fromkeys(entry, "a number of a bid")
    for section in ("names", "contracts"):
        of_marks |= dict.fromkeys(called[section], "a bid")
    if "calls" in bidding:
        bidding_names = known["call"]
    else:
        bidding_names = known["bid"] | {"bid": "the bid"}

    def suit(at: Pointer, name: str) -> str:
        if name != selectors.TRUMP or not OF_PLAY & set(at):
            return common["suit"](at, name)
        none = trump in ("none", {"cycle": ["none"]})
        if not none:
            return ""
        return "there is no trump in any hand; set `trick: {trump: …}`"

    def cards_of_all(at: Pointer, parts: list[selectors.Selector]) -> str:
        """That no card is all of these; in words of play the trump decides to which suit a card belongs, so nothing is said."""
        if OF_PLAY & set(at):
            return ""
        return common["cards_of_all"](at, parts)

    def suit_or(*words: str) -> Kind:
        known = list(deck.suits) + ["none"] + list(words)
        choose_one = f"choose one of {in_list(known, 'or')}"
        return lint.kind(known, lambda name: f"{deck.title} has no suit {name!r}; {choose_one}", near=False)

    def symbol(*words: str) -> Kind:
        has = f"; its symbols: {lint.all_of(deck.symbols)}"
        known = list(words) + list(deck.symbols)
        return lint.kind(known, lambda name: f"no card of {deck.title} has the symbol {name!r}", has, near=False)

    def length(at: Pointer, cards: int) -> str:
        ranks = len({card.rank for card in deck.cards})
        if cards > ranks:
            return f"there is no run of {cards} cards; {deck.title} has {ranks} ranks"
        return ""

    def cards_held(at: Pointer, cards: selectors.Selector) -> str:
        if selectors.OWN not in selectors.names_in(cards, "symbol"):
            return ""
        return "own cards cannot be asked about here, since roles may move; name the symbol"

    def cards_of_sides(at: Pointer, cards: selectors.Selector) -> str:
        many = sum(deck.cards[card].copies for card in members(selectors.choose(cards, deck)))
        if many in (1, 2):
            return ""
        return f"these are {many} cards, copies counted; one or two can make two sides"

    def declaration(at: Pointer, words: Words) -> str:
        one = sum(key in words for key in ("ranks", "cards", "run")) == 1
        none = not words.keys() & {"ranks", "cards", "run"}
        if one or (none and (words.get("then") in SHORTENING or words.get("when") == ANY_TIME)):
            return ""
        return "a declaration has exactly one of `ranks:`, `cards:` and `run:`"

    def mark(at: Pointer, name: str) -> str:
        """The fault of a mark whose name is taken, or is one too many: defenders are asked only once."""
        others = []
        for other in mark_words:
            if other != name and mark_words[other]["by"] != bids.BIDDER:
                others.append(other)
        if not others or mark_words[name]["by"] != bids.EACH_DEFENDER:
            return lint.new_name(of_marks)(at, name)
        return f"defenders are asked once, and {others[0]!r} is what they say already; remove one of them"

    def counted_points(at: Pointer, what: object) -> str:
        worth = not is_points(what) or any(any(what.get(of, {}).values()) for of in ("points", "trump_points"))
        if worth:
            return ""
        return "no card is worth any points here; write for example {points: {A: 11}}"

    def order(at: Pointer, order: object) -> str:
        """The fault of an order of ranks, perhaps of the suit or colour in the path `at`, that does not name each of
        them once."""
        suits = []
        for suit in deck.suits:
            if not at[2:] or at[2] in (suit, deck.colours.get(suit)):
                suits.append(suit)
        ranks = list(dict.fromkeys(card.rank for card in deck.cards if card.suit in suits))
        wrong = isinstance(order, list) and order and ranks and sorted(order) != sorted(ranks)
        if not wrong:
            return ""
        return f"the order must name each rank of {deck.title} once: {', '.join(ranks)}"

    neither = f"is neither a suit nor a colour of {deck.title}"
    return {
        "suit": suit,
        "cards_of_all": cards_of_all,
        "suit_or_none": suit_or(),
        "suit_or_colour": lint.kind(colours, lambda name: f"{name!r} {neither}", f"; those are {lint.all_of(colours)}"),
        "trump": suit_or("always"),
        "trump_of_hands": suit_or("always", *ranking.SET_IN_HANDS),
        "symbol": symbol(selectors.OWN),
        "role": symbol(),
        "length_of_run": length,
        "order": order,
        "cards_of_sides": cards_of_sides,
        "counted": counted_points,
        "declaration": declaration,
        "declared": lint.kind(list(ruleset.full["declare"]), "nothing is declared as {!r} in this game".format),
        "new_bid": lint.new_name(taken | dict.fromkeys((bids.PASS, bids.HOLD, bids.DOUBLE, bids.REDOUBLE), "a call")),
        "new_carried": lint.new_name(bidding_names | known["score"]),
        "new_number": lint.new_name(taken),
        "new_mark": mark,
        "new_held": lint.new_name({**dict.fromkeys(marks.values(), "the mark of a word for a bid"), **bidding_names}),
        "new_mark_of_word": lint.new_name(known["bid"] | known["score"]),
        "cards_held": cards_held,
    }


def _faults_of_words(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield the faults of numbers to bid (steps that miss the last one, or are too many), of bids that set trump where
    no bid does, of declarations, and of the order of cards."""
    calls = _called_by_section(ruleset.full.get("bidding") or {})
    at = ("bidding", "calls", "levels")
    levels = calls.get("levels", ())
    if isinstance(levels, dict):
        steps = bids.numbers(levels)
    else:
        steps = ()
    if steps and steps[-1] != levels["to"]:
        yield at + ("to",), f"steps of {levels['by']} do not reach {levels['to']}; the last one is {steps[-1]}"
    elif len(steps) > MOST_LEVELS:
        yield at, f"these are {len(steps)} numbers; at most {MOST_LEVELS} are allowed"
    if any(bids.trumps_of(ruleset.full.get("bidding"))) and not _has_default_trump(ruleset.full):
        yield ("trick", "trump"), "bids set trump; write `trick: {trump: contract}`"
    yield from _declarations(ruleset, ruleset.full)
    yield from _unsaid_pooling(ruleset)
    yield from _order_faults(ruleset.deck, ruleset.full)


def _unsaid_pooling(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield the parts of the score that do not say whether the partners of a hand share what each of them scores, in a
    game whose auction makes these partners."""
    full = ruleset.full
    calls = (full.get("bidding") or {}).get("calls")
    if not calls or full["partners"] != "none" or full["bidding"]["declarer"]["with"] == "partner":
        return
    if max(ruleset.get("players", default=[0])) < 3:
        return
    for name, part in full["scoring"].items():
        if part["each"] == "player" and "pooled" not in part:
            message = f"`{name}` does not say whether those who play together share what each of them scores"
            at = ruleset.latest(("scoring", name), ("bidding", "declarer"), ("partners",))
            yield at, f"{message}; write `pooled: true`, or `pooled: false` if everybody gets only their own"


def _has_default_trump(data: Words) -> bool:
    """Whether bids may set trump: only they do, or what else is trump is so in a hand whose contract sets none, or that nobody
    bid on."""
    trump = data["trick"]["trump"]
    if trump == "contract":
        return True
    used = data["bidding"]["nobody"] == "play" or "" in bids.trumps_of(data["bidding"])
    return used and trump not in ("none", "named", *ranking.SET_IN_PLAY)


def _faults_of_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Yield words of bidding that ask about what nobody knows, and bids by cards that no hand can say, that are beyond its
    tricks, or that are always the same."""
    if rules.bid_at_once:
        for rule in rules.bidding:
            names = rule.names & {"bids", "spoken", "last", "partner_bid"}
            if names:
                yield rule.pointer, f"all bid at once, so nobody knows {min(names)!r}; remove this, or `first: at_once`"
    if rules.by_cards is None:
        return
    at: Pointer = ("bidding", "by_cards")
    many = number_of(rules.by_cards.many, "cards")
    cards = rules.cards_in_hand(1)
    if rules.by_cards.many >= cards:
        yield rules.ruleset.latest(at + ("put_away",), ("deal",)), f"{many} are put away from a hand of {cards}"
        return
    possible = rules.by_cards.bids(rules.pack)
    tricks = rules.tricks_counted(cards, rules.players)
    highest = possible.bit_length() - 1
    if highest > tricks:
        yield at + ("suits",), f"{many} can say a bid of {highest}; a hand has {number_of(tricks, 'tricks')}"
    elif possible == 1 << highest:
        yield at + ("suits",), f"whatever cards are put away, the bid is {highest}"


def _order_faults(deck: Deck, data: Words) -> Iterator[LintFault]:
    """Yield every fault of trump and the order of cards."""
    twice = list(_trumps_twice(deck, data))
    if twice:
        yield from twice
        return
    trick = data["trick"]
    possible = ranking.possible_trumps(trick, deck, by_bids=any(bids.trumps_of(data.get("bidding"))))
    yield from _without_suit(deck, data, possible)
    if trick.get("no_trump_order") and not ranking.may_lack_trump(data, deck):
        yield ("trick", "no_trump_order"), "there is a trump in every hand; write the order of plain suits as `order:`"
    suits = list(deck.suits)
    yield from _check_trump_order(deck, data, [suits[trump] for trump in sorted(possible) if trump >= 0])


def _trumps_twice(deck: Deck, data: Words) -> Iterator[LintFault]:
    """Yield trumps in two lists, and cards of a suit that are said to be outside the suits."""
    trick = data["trick"]
    always = trick.get("always_trump", ())
    for place, entry in enumerate(trick.get("trump_order", ())):
        if isinstance(entry, str) and entry in always:
            message = f"{entry} is always a trump, above all others; remove it here or from `always_trump`"
            yield ("trick", "trump_order", place), message
    for name in data["outside"]:
        if name not in deck.by_id:
            continue
        suit = deck.cards[deck.by_id[name]].suit
        if suit:
            message = f"{name} is a card of {deck.suits[suit]}; only cards of no suit are outside the suits"
            yield ("outside", name), message


def _without_suit(deck: Deck, data: Words, possible: Collection[int]) -> Iterator[LintFault]:
    """Yield cards of no suit about which the rules do not say what they do in some hand; `possible` is everything that
    can be trump."""
    always = data["trick"].get("always_trump", ())
    trumps = set(always)
    for entry in data["trick"].get("trump_order", ()):
        if ranking.is_card(deck, entry):
            trumps.add(entry)
    for card in deck.cards:
        if card.suit or card.id in data["outside"]:
            continue
        says = f"`outside: {{{card.id}: {{wins: never}}}}`"
        if card.id not in trumps:
            yield ("deck",), f"{card.id} has no suit; say what it does with {says}, or make it a trump"
        elif ranking.may_lack_trump(data, deck) or (ranking.ALWAYS in possible and card.id not in always):
            yield ("deck",), f"{card.id} has no suit in a hand without trump; say what it does there with {says}"


def _check_trump_order(deck: Deck, data: Words, trumps: list[str]) -> Iterator[LintFault]:
    """Yield the first entry of an order of trumps that matches no card of some suit, or the first trump that it lacks."""
    order: list[ranking.Entry] = data["trick"].get("trump_order", [])
    for (place, entry), suit in product(enumerate(order), trumps):
        if not ranking.cards_of_entry(deck, entry, suit):
            message = f"while {deck.suits[suit]} are trump, this matches no card"
            if not isinstance(entry, str) and not deck.same_colour(suit):
                message = (
                    f"no other suit of {deck.title} has the colour of {deck.suits[suit]}; set `colour:` for its suits"
                )
            yield ("trick", "trump_order", place), message
            return
    if not order:
        return
    for suit in trumps:
        missing = _trump_not_placed(deck, data, order, suit)
        if missing:
            every = f"while {deck.suits[suit]} are trump it does not mention {missing}"
            yield ("trick", "trump_order"), f"the order must place every trump; {every}"
            return


def _trump_not_placed(deck: Deck, data: Words, order: Sequence[ranking.Entry], suit: str) -> str:
    """A card of the trump suit that is dealt to some number of players and that the order lacks; empty if there is none."""
    dealt = 0
    for pack in _packs(deck, data).values():
        dealt |= pack
    if not data.get("players"):
        dealt = deck.all
    placed = {deck.ids[card] for card in ranking.trump_places(deck, order, suit)}
    placed.update(data["trick"].get("always_trump", ()))
    for card in deck.cards:
        if card.suit == suit and dealt >> card.number & 1 and card.id not in placed:
            return card.id
    return ""


def _packs(deck: Deck, data: Words) -> dict[int, int]:
    """The cards that are played with, as a mask, by the number of players."""
    packs = {}
    for players in data.get("players", ()):
        packs[players] = deck.all & ~selectors.choose(data["leave_out"].get(str(players), []), deck)
    return packs


def _declarations(ruleset: Ruleset, data: Words) -> Iterator[LintFault]:
    """Yield the faults of declarations: more cards than the deck has, or points or trump by a suit that their cards do
    not share."""
    deck = ruleset.deck
    for name, words in data["declare"].items():
        at: Pointer = ("declare", name)
        for key in ("ranks", "cards"):
            listed = words.get(key, ())
            for place, one in enumerate(listed):
                if listed.count(one) > _copies_of(deck, one):
                    yield at + (key, place), f"{one} is listed more often than it is in {deck.title}"
                    break
        of_one_suit = words.get("suits") == "same"
        message = "goes by the suit, and these cards are not of one suit that is declared with them"
        if isinstance(words["points"], dict) and not (of_one_suit and "ranks" in words):
            yield at + ("points",), f"`points` {message}"
        if words["sets_trump"] != NEVER and not (of_one_suit and _are_of_one_suit(deck, words.get("cards", ()))):
            yield at + ("sets_trump",), f"`sets_trump` {message}"


def _copies_of(deck: Deck, name: str) -> int:
    """The most copies that the deck has of a card, or of a card of a rank."""
    copies: list[int] = [card.copies for card in deck.cards if name in (card.rank, card.id)]
    return max(copies)


def _are_of_one_suit(deck: Deck, names: Collection[str]) -> bool:
    return len({card.suit for card in deck.cards if card.id in names}) < 2


def _nowhere(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield, for any number of players, words for bids that no hand allows, tricks that none has, and a talon always empty."""
    yield from _words_for_no_bid(ruleset, tables)
    yield from _tricks_of_no_hand(ruleset, tables)
    if tables and tables[0].talon_goes_to and not any(map(_leaves_talon, tables)):
        at = ruleset.latest(("talon",), ("players",), ("deal",), ("deck",), ("leave_out",))
        yield at, "all cards are dealt, so the talon is empty"


def _words_for_no_bid(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield the words for bids (`bidding: spoken`) that stand for a bid which no hand at any of these tables allows."""
    words = dict[str, bool]()
    for rules in tables:
        for row in rules.each_hand():
            left = _bids_left(rules, row)
            for word, meaning in rules.bid_words.items():
                bid = int(meaning.run(row, (row,)))
                words[word] = words.get(word, False) or (bid >= 0 and bool(left >> bid & 1))
    forbidding = [("bidding", name) for name in bids.BID_WORDS]
    for word in sorted(words):
        pointer = ("bidding", "spoken", word)
        # A house rule may forbid what its game has a word for.
        if not words[word] and ruleset.latest(pointer, *forbidding) == pointer:
            yield pointer, f"{word!r} stands for a bid that no hand allows"


def _bids_left(rules: TrickRules, row: Mapping[str, int]) -> int:
    """The bids of tricks that a hand may allow, as a mask in which bid b is 1 << b; none in an auction. `row` has what
    is known of the hand before anybody has bid."""
    if rules.auction:
        return 0
    left: int = (2 << row["cards"]) - 1
    for _, allowed in rules.foreseen(row):
        left &= allowed
    return left


def _tricks_of_no_hand(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield the numbers of tricks, in counts of how cards fell, that no hand has."""
    longest = 0
    for rules in tables:
        for row in rules.each_hand():
            stock = rules.stock_beside(row["cards"], rules.players) // rules.players
            longest = max(longest, row["cards"] + stock - rules.put_away_to_bid)
    for name, what in ruleset.full["count"].items():
        if not isinstance(what, dict):
            continue
        for number in how_cards_fell(what).tricks:
            if abs(number) > longest:
                message = f"no hand has {number_of(abs(number), 'tricks')}; the longest has {longest}"
                yield ("count", name, "in"), message


def _leaves_talon(rules: TrickRules) -> bool:
    """Whether cards are left over in some hand at this table."""
    sizes = rules.sequence or (rules.cards_in_hand(1),)
    return any(rules.talon_beside(cards - rules.gives, _playing(rules)) > 0 for cards in sizes)


def _deck(deck: Deck, data: Words) -> Iterator[LintFault]:
    """Yield cards that a trick game cannot use: of an uncertain number, or without a rank that says how high they are."""
    unsure = [card for card in deck.cards if card.at_most > card.copies]
    if unsure:
        message = "perhaps there more than once; a trick game needs a known number of cards"
        yield _where_in_deck(unsure[0], data, "at_most"), f"{_these_are(unsure)} {message}"
    placed: Collection[str] = data["trick"].get("always_trump", ())
    if "order" in data["trick"]:
        placed = deck.ids
    nowhere = set(deck.unplaced).difference(placed)
    unplaced = [card for card in deck.cards if card.suit and card.id in nowhere]
    if unplaced:
        high = "give the deck a `strength:`, or write `trick: {always_trump: …}`"
        message = f"outside the ranks, and nothing says how high; {high}"
        yield _where_in_deck(unplaced[0], data, ""), f"{_these_are(unplaced)} {message}"


def _these_are(cards: Sequence[Card]) -> str:
    """The first of some cards and how many more there are, as the subject of a sentence."""
    first = cards[0].id
    if len(cards) == 1:
        return f"{first} is"
    if len(cards) == 2:
        return f"{first} and {cards[1].id} are"
    return f"{first} and {len(cards) - 1} more cards are"


def _where_in_deck(card: Card, data: Words, key: str) -> Pointer:
    """The path at which a deck that is written out says `key` of a card or of its rank, or, without a key, anything of
    it; else the path of the deck."""
    at: Pointer = ("deck",)
    if not isinstance(data["deck"], dict):
        return at
    for section, name in (("ranks", card.rank), ("cards", card.id)):
        entries = data["deck"].get(section, {})
        if name in entries:
            if not key:
                at = ("deck", section, name)
            elif key in entries[name]:
                at = ("deck", section, name, key)
    return at


def _cards_and_seats(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield sizes of hands that a list of them replaces, powers that nobody can trigger, leads and bans that wait for cards
    that are not dealt, bans that are the same once the stock is out, and names of seats that begin alike."""
    packs = _packs(ruleset.deck, ruleset.full)
    yield from _sizes_of_hands(ruleset)
    yield from _lead_by_nobody(ruleset, packs)
    yield from _never_broken(ruleset)
    yield from _idle_powers(ruleset, packs)
    letters = [name[0].casefold() for name in ruleset.get("seats", default=None) or ()]
    if len(set(letters)) < len(letters):
        yield ("seats",), "two names of `seats` begin alike; their first letters stand for them"
    yield from _same_without_stock(ruleset)


def _sizes_of_hands(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield sizes and numbers of hands that do nothing, since `sequence` lists the hands."""
    sequence = ("deal", "sequence")
    deal = ruleset.full["deal"]
    if "sequence" not in deal:
        return
    for key in ("each", "hands"):
        if key in deal and ruleset.latest(sequence, ("deal", key)) != sequence:
            idle = f"`sequence` says how many cards each hand has, so `{key}` does nothing"
            yield ("deal", key), f"{idle}; change `sequence` or remove it"


def _lead_by_nobody(ruleset: Ruleset, packs: Mapping[int, int]) -> Iterator[LintFault]:
    """Yield a lead by the holder of a card that some number of players do not play with."""
    by = ruleset.full["lead"]["by"]
    if not isinstance(by, dict) or selectors.TRUMP in selectors.names_in(by["holder_of"], "suit"):
        return
    wanted = selectors.choose(by["holder_of"], ruleset.deck)
    for players, pack in packs.items():
        if wanted and not wanted & pack:
            message = f"with {players} players no such card is dealt, so nobody can lead by it; name another card"
            yield ruleset.latest(("lead", "by", "holder_of"), ("leave_out", str(players))), message
            return


def _never_broken(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield a ban that waits for more cards to fall than the deck has."""
    deck = ruleset.deck
    ban = ruleset.full["play"].get("if_able", {}).get("break_before_leading")
    if not isinstance(ban, dict) or "broken_by" not in ban:
        return
    if selectors.TRUMP in selectors.names_in(ban["broken_by"], "suit"):
        return  # the number of trumps varies
    many = ban.get("broken_at", 1)
    there = sum([deck.cards[card].copies for card in members(selectors.choose(ban["broken_by"], deck))])
    if many > max(1, there):
        message = f"{many} of them must fall, but the deck has only {there}"
        yield ("play", "if_able", "break_before_leading", "broken_at"), message


def _idle_powers(ruleset: Ruleset, packs: Mapping[int, int]) -> Iterator[LintFault]:
    """Yield powers of cards that are never dealt, and powers that do nothing."""
    for card, words in ruleset.full["powers"].items():
        pointer = ("powers", card)
        number = ruleset.deck.by_id[card]
        if not any(pack >> number & 1 for pack in packs.values()):
            message = f"{card} is left out for every number of players, so nobody can trigger its power"
            yield pointer, f"{message}; remove the power with `powers: {{{card}: null}}`"
        if not words.keys() - {"rule"}:
            yield pointer, f"{card} has a power that does nothing; add trick_goes_to, switch_off or rotate_roles"


def _same_without_stock(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield bans that are said to change once the stock is out, and do not."""
    before = ruleset.full["play"].get("if_able", {})
    for word, argument in (ruleset.get("stock", "when_out", "if_able", default=None) or {}).items():
        # `false` over a ban that is not in force says nothing, and is what a draft of a house rule offers
        if argument is not False and before.get(word, False) == argument:
            at = ("stock", "when_out", "if_able", word)
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def _check_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Yield words of bidding that leave no bid in some hand, or mention impossible bids."""
    if rules.auction:
        return
    reported: set[Pointer] = set()
    for row in rules.each_hand():
        hand = f"hand {row['hand']}, of {number_of(row['cards'], 'cards')} for {rules.players} players"
        left = (2 << row["cards"]) - 1  # as a mask, the bids from 0 to the number of cards
        for rule, allowed in rules.foreseen(row):
            lowest: float = 0
            if rule.pointer[-1] == "least":
                lowest = rule.formula.run(row, (row,))
            if rule.pointer not in reported and (lowest < 0 or not left & allowed):
                reported.add(rule.pointer)
                if lowest < 0:
                    message = f"a bid is 0 tricks or more; this says {lowest} in {hand}"
                elif allowed:
                    message = f"with the words before it, this leaves no bid in {hand}"
                else:
                    message = f"this leaves no bid in {hand}"
                yield rule.pointer, message
            left = left & allowed or left  # a word that would leave no bid does not apply


def citations(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield every word that decides something by these rules, each with the rules that it may cite: the first that
    exists."""
    data = ruleset.full
    deck = ranking.ordered_deck(ruleset)
    takers = {power["trick_goes_to"] for power in data["powers"].values() if "trick_goes_to" in power}
    of_any_suit = ("lowest", "highest", "lowest_without_grace")
    compares_suits = data["trick"]["grace"] != "none" or not takers.isdisjoint(of_any_suit)
    decides: dict[Pointer, bool] = {
        ("end", "tied"): "target" in data["end"] or data["deal"].keys().isdisjoint(("hands", "sequence")),
        ("trick", "clash"): len(takers) > 1,
        ("trick", "tie"): deck.has_twins or (compares_suits and _has_equal_cards(deck)),
    }
    for pointer, cites in deciding(ruleset):
        if pointer[:2] == ("play", "if_able") and bans_nothing(data["play"]["if_able"][pointer[2]]):
            continue
        if decides.get(pointer, True):
            if pointer[0] == "powers":
                cites = (data["powers"][pointer[1]]["rule"],)
            yield pointer, cites


def _has_equal_cards(deck: Deck) -> bool:
    """Whether cards of different suits are equally high."""
    return any(equal != 1 << card for card, equal in enumerate(deck.equals))


def _faults_at_a_table(rules: TrickRules) -> Iterator[LintFault]:
    """Yield what does not fit a number of players: of those who play, and of the cards dealt, passed and left over."""
    for check in AT_A_TABLE:
        yield from check(rules)


WHO: Pointer = ("players",)
DEALT: tuple[Pointer, ...] = (WHO, ("deal",), ("deck",), ("leave_out",))
"""The words that say how many cards are dealt, and left over."""


def _same_for_everybody(rules: TrickRules) -> Iterator[LintFault]:
    """Yield formulas about players that ask for nothing, so that they are the same for everybody."""
    alike = "this holds for everybody or for nobody; write what only some players did: won == 0"
    owe_alike = "everybody owes the same number, so nobody is given a card; write what is carried from earlier hands"
    asked = ((("end", "knock_out"), rules.scoring.knock_out, alike), (("pass", "owed"), rules.owed, owe_alike))
    for word, formula, message in asked:
        if formula is not None and not formula.names:
            yield rules.ruleset.latest(word), message


def _until_of_all(rules: TrickRules) -> Iterator[LintFault]:
    """Yield a formula of `play: until` that asks for nothing that happens in a hand."""
    if rules.scoring.decided_at_once:
        message = "this holds after every trick of a hand or after none; write what has happened in it: won >= 7"
        yield rules.ruleset.latest(("play", "until")), message


def _players_of_table(rules: TrickRules) -> Iterator[LintFault]:
    """Yield seats and roles that are too many or too few, and a first hand that nobody plays."""
    players = rules.players
    latest = rules.ruleset.latest  # of several words the one that was set last, which is to blame
    if not all(_playing(rules, dealer) for dealer in range(players)):
        yield latest(("deal", "sits_out"), WHO), f"with {players} players everybody sits out in the first hand"
    places = rules.auction.places if rules.auction else ()
    if places and places[-1] > players:
        yield latest(("bidding", "who"), WHO), f"with {players} players nobody speaks in place {places[-1]}"
    seats = len(rules.ruleset.get("seats", default=None) or ())
    if seats not in (0, players):
        yield latest(("seats",), WHO), f"`seats` names {number_of(seats, 'seats')}; {players} may play"
    if 0 < len(rules.roles) < players:
        message = f"{players} players need {players} roles; there are {len(rules.roles)}"
        yield latest(("roles", "choose"), WHO), message


def _whole_cards(rules: TrickRules) -> Iterator[LintFault]:
    """Yield the first hand for which the formula of the deal gives no whole number of cards."""
    if rules.sequence:
        return
    hands = 1
    if "hand" in rules.each.names:
        hands = rules.hands or MANY_HANDS
    for hand in range(1, hands + 1):
        cards = rules.dealt_by_formula(hand)
        if isinstance(cards, bool):
            yield ("deal", "each"), f"this is {str(cards).lower()}; it must be a number of cards"
            return
        if cards != int(cards):
            message = f"with {rules.players} players hand {hand} has {cards} cards each, which is not a whole number"
            yield ("deal", "each"), message
            return


def _cards_kept_back(rules: TrickRules) -> Iterator[LintFault]:
    """Yield cards that are passed, dealt later or turned up, and cannot be."""
    players = rules.players
    latest = rules.ruleset.latest  # of several words the one that was set last, which is to blame
    first = rules.cards_in_hand(1)
    if rules.pass_when and (players % 2 or _directions_of_pass(rules) != ["across"]):
        opposite = "write `to: [across]`"
        if players % 2:
            opposite = f"with {players} players nobody sits opposite"
        message = f"after the bids cards are exchanged with the partner, who sits opposite; {opposite}"
        yield latest(("pass", "to"), WHO, ("pass", "when")), message
    if rules.first_dealt >= first:
        message = f"{rules.first_dealt} cards of a hand of {first} leave none to be dealt after the bids"
        yield latest(("deal", "first"), ("deal", "each"), ("deal", "sequence"), WHO), message
    if rules.passing and rules.pass_count > first:
        message = f"{rules.pass_count} cards are passed from a hand of {first}"
        yield latest(("pass", "cards"), WHO, ("deal",)), message
    if rules.turned and not rules.sequence and rules.pack.bit_count() <= (rules.first_dealt or first) * players:
        message = f"with {players} players all cards are dealt, so none is left to turn up"
        yield latest(("turned",), *DEALT), message


def _directions_of_pass(rules: TrickRules) -> Sequence[int | str]:
    """To whom cards are passed, hand by hand, as the ruleset writes it."""
    to: Sequence[int | str] = (rules.ruleset.full.get("pass") or {}).get("to", ())
    return to


def _passes_to_oneself(rules: TrickRules) -> Iterator[LintFault]:
    players = rules.players
    for place, seat in enumerate(_directions_of_pass(rules)):
        if isinstance(seat, int) and seat % players == 0:
            message = f"with {players} players, {seat} seats to the left is the player who passes"
            yield rules.ruleset.latest(("pass", "to", place), WHO), message


def _too_many_dealt(rules: TrickRules) -> Iterator[LintFault]:
    """Yield hands of more cards than there are, or of none."""
    players = rules.players
    pack = rules.pack.bit_count()
    latest = rules.ruleset.latest  # of several words the one that was set last, which is to blame
    for place, cards in enumerate(rules.sequence):
        if cards * players > pack:
            there = f"the deck has {pack}, which is {pack // players} each"
            message = f"{cards} cards each for {players} players need {cards * players}; {there}"
            yield latest(("deal", "sequence", place), WHO, ("deck",)), message
    if rules.sequence:
        return
    first_with: dict[int, int] = {}  # the first hand of each size
    for hand in range(min(rules.hands or 1, MANY_HANDS), 0, -1):
        first_with[rules.cards_in_hand(hand)] = hand
    for cards, hand in first_with.items():
        if cards < 1 or cards * _playing(rules) > pack:
            message = f"with {players} players hand {hand} has {cards} cards each, from a deck of {pack}"
            yield latest(("deal", "each"), WHO, ("deck",)), message


def _uneven_stock(rules: TrickRules) -> Iterator[LintFault]:
    """Yield a stock that is empty, or does not go round."""
    if not rules.stock:
        return
    players = rules.players
    for cards in set(rules.sequence) or {rules.cards_in_hand(1)}:
        stock = rules.stock_beside(cards, players)
        if not stock or stock % players:
            left = "no cards are left over for a stock"
            if stock:
                left = f"{stock} cards are left for the stock, and they do not go round evenly"
            yield rules.ruleset.latest(("stock",), *DEALT), f"with {players} players {left}"


def _declared_with_a_larger_stock(rules: TrickRules) -> Iterator[LintFault]:
    """Yield declarations that need more cards in the stock than are ever there."""
    most = rules.stock_beside(rules.cards_in_hand(1), _playing(rules))
    for one in rules.declarations:
        if one.in_stock > most:
            message = f"with {rules.players} players {number_of(most, 'cards')} are in the stock at first, never {one.in_stock}"
            yield rules.ruleset.latest(("declare", one.name, "in_stock"), *DEALT), message


AT_A_TABLE: tuple[Callable[[TrickRules], Iterator[LintFault]], ...] = (
    _same_for_everybody,
    _until_of_all,
    _players_of_table,
    _whole_cards,
    _cards_kept_back,
    _passes_to_oneself,
    _too_many_dealt,
    _uneven_stock,
    _declared_with_a_larger_stock,
)
"""What must fit the number of players."""


def _playing(rules: TrickRules, dealer: int = 0) -> int:
    """The number of players in the first hand at this table, without those who sit it out, if this seat deals."""
    same = {"players": rules.players, "hand": 1, "total": 0} | dict.fromkeys(rules.carried, 0)
    rows = [{**same, "dealer": seat == dealer} for seat in range(rules.players)]
    return sum(rules.sits_out is None or not rules.sits_out.run(row, rows) for row in rows)
