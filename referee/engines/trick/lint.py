"""Faults of a trick ruleset that its schema cannot see: names of nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import product
from operator import and_, or_
from typing import Any

from referee.core import lint
from referee.core.cards import Deck, members
from referee.core.events import number_of
from referee.core.lint import Kind, LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.words import as_list
from referee.engines.trick.compiled import MANY_HANDS, TrickRules
from referee.engines.trick.words import bids, ranking, selectors
from referee.engines.trick.words.declarations import NEVER
from referee.engines.trick.words.selectors import TRUMP

MOST_LEVELS = 200
"""The most numbers that may be bid."""
SECTIONS = ("strains", "names", "contracts")
OF_PLAY = {"if_able", "leads", *selectors.EXTREMES}
"""Words of play, in which cards are those of the suit to which they now belong."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included.

    Raises FormulaError if a formula has no value for a number of players or a hand.
    """
    return lint.common(ruleset, citations(ruleset), _kinds(ruleset), _more)


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong although all words are in order by themselves."""
    words = [*_deck(ruleset.deck, ruleset.full), *_faults_of_words(ruleset)]
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


def _called(bidding: dict[str, Any]) -> dict[str, Any]:
    """Return what may be bid in an auction, and named after it, by section; nothing if there is none."""
    none: dict[str, Any] = {section: {} for section in SECTIONS}
    if "calls" in bidding:
        return {**none, **bidding["calls"], "contracts": bidding["contracts"]}
    return none


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that words name, and what must be true of orders, of counts and declarations, and of the names
    that a ruleset chooses for bids and for what bidders know. In a word of play `trump` is a suit."""
    common = lint.common_kinds(ruleset)
    deck = ruleset.deck
    trump = ruleset.full["trick"]["trump"]
    bidding = ruleset.full.get("bidding") or {}
    called = _called(bidding)
    marks = bids.marks_of(bidding)
    mark_words = ruleset.part("bidding")["marks"]
    known = {kind: dict(names) for kind, names in ruleset.words.formulas.items()}
    taken = known["call"] | known["score"] | known["score_after_auction"]
    colours = [*deck.suits, *dict.fromkeys(deck.colours.values())]
    # scoring knows of a mark `hand` whether a contract was played from the hand, not the number of the hand
    of_marks = {name: says for name, says in taken.items() if name != "hand"}
    for entries in (called[section] for section in SECTIONS):
        of_marks |= dict.fromkeys((key for entry in entries.values() for key in entry), "a number of a bid")
    of_marks |= dict.fromkeys((*called["names"], *called["contracts"]), "a bid")
    if "calls" in bidding:
        bidding_names = known["call"]
    else:
        bidding_names = known["bid"] | {"bid": "the bid"}

    def suit(at: Pointer, name: str) -> str:
        if name != TRUMP or not OF_PLAY & {*at}:
            return common["suit"](at, name)
        none = trump in ("none", {"cycle": ["none"]})
        if not none:
            return ""
        return "there is no trump in any hand; set `trick: {trump: …}`"

    def suit_or(*words: str) -> Kind:
        choose_one = f"choose one of {', '.join(deck.suits)} or none"
        known = [*deck.suits, "none", *words]
        return lint.kind(known, lambda name: f"{deck.title} has no suit {name!r}; {choose_one}", near=False)

    def symbol(*words: str) -> Kind:
        has = f"; its symbols: {lint.all_of(deck.symbols)}"
        known = [*words, *deck.symbols]
        return lint.kind(known, lambda name: f"no card of {deck.title} has the symbol {name!r}", has, near=False)

    def length(at: Pointer, cards: int) -> str:
        ranks = len({card.rank for card in deck.cards})
        if cards > ranks:
            return f"there is no run of {cards} cards; {deck.title} has {ranks} ranks"
        return ""

    def cards_held(at: Pointer, cards: Any) -> str:
        own = {"symbol": selectors.OWN} in as_list(cards)
        if not own:
            return ""
        return "own cards cannot be asked about here, since roles may move; name the symbol"

    def declaration(at: Pointer, words: Any) -> str:
        one = sum(key in words for key in ("ranks", "cards", "run")) == 1
        if one:
            return ""
        return "a declaration has exactly one of `ranks:`, `cards:` and `run:`"

    def mark(at: Pointer, name: str) -> str:
        others = []
        for other in mark_words:
            if other != name and mark_words[other]["by"] != bids.BIDDER:
                others.append(other)
        if not others or mark_words[name]["by"] != bids.EACH_DEFENDER:
            return lint.new_name(of_marks)(at, name)
        return f"defenders are asked once, and {others[0]!r} is what they say already; remove one of them"

    def counted_points(at: Pointer, what: Any) -> str:
        worth = not selectors.is_points(what) or any(
            any(what.get(of, {}).values()) for of in ("points", "trump_points")
        )
        if worth:
            return ""
        return "no card is worth any points here; write for example {points: {A: 11}}"

    def order(at: Pointer, order: Any) -> str:
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
        "suit_or_none": suit_or(),
        "suit_or_colour": lint.kind(colours, lambda name: f"{name!r} {neither}", f"; those are {lint.all_of(colours)}"),
        "trump": suit_or("always"),
        "trump_of_hands": suit_or("always", *ranking.SET_IN_HANDS),
        "symbol": symbol(selectors.OWN),
        "role": symbol(),
        "length_of_run": length,
        "order": order,
        "counted": counted_points,
        "declaration": declaration,
        "new_bid": lint.new_name(taken | dict.fromkeys((bids.PASS, bids.HOLD, bids.DOUBLE, bids.REDOUBLE), "a call")),
        "new_number": lint.new_name(taken),
        "new_mark": mark,
        "new_held": lint.new_name({**dict.fromkeys(marks.values(), "the mark of a word for a bid"), **bidding_names}),
        "new_mark_of_word": lint.new_name(known["bid"] | known["score"]),
        "cards_held": cards_held,
    }


def _faults_of_words(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong with words of an auction, of declarations, and of trump and the order of cards: steps of numbers that
    miss the last number or are too many, and bids that set trump where none is set by a bid."""
    calls = _called(ruleset.full.get("bidding") or {})
    at = ("bidding", "calls", "levels")
    levels = calls.get("levels", ())
    if isinstance(levels, dict):
        steps = bids.numbers(levels)
    else:
        steps = ()
    if steps and steps[-1] != levels["to"]:
        yield (*at, "to"), f"steps of {levels['by']} do not reach {levels['to']}; the last one is {steps[-1]}"
    elif len(steps) > MOST_LEVELS:
        yield at, f"these are {len(steps)} numbers; at most {MOST_LEVELS} are allowed"
    makes_trump = any("trump" in entry for section in SECTIONS for entry in calls[section].values())
    if makes_trump and ruleset.full["trick"]["trump"] != "contract":
        yield ("trick", "trump"), "bids set trump; write `trick: {trump: contract}`"
    yield from _declarations(ruleset, ruleset.full)
    yield from _order_faults(ruleset.deck, ruleset.full)


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
        yield rules.ruleset.latest((*at, "put_away"), ("deal",)), f"{many} are put away from a hand of {cards}"
        return
    possible = rules.by_cards.bids(rules.pack)
    tricks = rules.tricks_counted(cards, rules.players)
    highest = possible.bit_length() - 1
    if highest > tricks:
        yield (*at, "suits"), f"{many} can say a bid of {highest}; a hand has {number_of(tricks, 'tricks')}"
    elif possible == 1 << highest:
        yield (*at, "suits"), f"whatever cards are put away, the bid is {highest}"


def _order_faults(deck: Deck, data: Mapping[str, Any]) -> Iterator[LintFault]:
    """Yield every fault of trump and the order of cards."""
    trick = data["trick"]
    suits = list(deck.suits)
    always = trick.get("always_trump", ())
    wrong = False
    for place, entry in enumerate(trick.get("trump_order", ())):
        if isinstance(entry, str) and entry in always:
            wrong = True
            message = f"{entry} is always a trump, above all others; remove it here or from `always_trump`"
            yield ("trick", "trump_order", place), message
    for name in data["outside"]:
        if name in deck.by_id and (suit := deck.cards[deck.by_id[name]].suit):
            wrong = True
            yield (
                ("outside", name),
                f"{name} is a card of {deck.suits[suit]}; only cards of no suit are outside the suits",
            )
    if wrong:
        return
    possible = ranking.possible_trumps(trick, deck)
    trumps = {*always, *(entry for entry in trick.get("trump_order", ()) if ranking.is_card(deck, entry))}
    for card in deck.cards:
        if card.suit or card.id in data["outside"]:
            continue
        says = f"`outside: {{{card.id}: {{wins: never}}}}`"
        if card.id not in trumps:
            yield ("deck",), f"{card.id} has no suit; say what it does with {says}, or make it a trump"
        elif ranking.NO_TRUMP in possible or (ranking.ALWAYS in possible and card.id not in always):
            yield ("deck",), f"{card.id} has no suit in a hand without trump; say what it does there with {says}"
    switched_off = any("trump" in words.get("switch_off", "") for words in data["powers"].values())
    if trick.get("no_trump_order") and ranking.NO_TRUMP not in possible and not switched_off:
        yield ("trick", "no_trump_order"), "there is a trump in every hand; write the order of plain suits as `order:`"
    yield from _check_trump_order(deck, data, [suits[trump] for trump in sorted(possible) if trump >= 0])


def _check_trump_order(deck: Deck, data: Mapping[str, Any], trumps: list[str]) -> Iterator[LintFault]:
    """Yield trumps that an order of trumps does not place, and entries that match no card of some suit."""
    trick = data["trick"]
    left_out = data["leave_out"]
    order: list[ranking.Entry] = trick.get("trump_order", [])
    for (place, entry), suit in product(enumerate(order), trumps):
        if not ranking.cards_of_entry(deck, entry, suit):
            message = f"while {deck.suits[suit]} are trump, this matches no card"
            if not isinstance(entry, str) and not deck.same_colour(suit):
                message = (
                    f"no other suit of {deck.title} has the colour of {deck.suits[suit]}; set `colour:` for its suits"
                )
            yield ("trick", "trump_order", place), message
            return
    packs = [deck.all & ~selectors.choose(left_out.get(str(players), []), deck) for players in data.get("players", ())]
    if packs:
        dealt = reduce(or_, packs)
    else:
        dealt = deck.all
    if not order:
        return
    for suit in trumps:
        placed = {deck.ids[card] for card in ranking.trump_places(deck, order, suit)} | {*trick.get("always_trump", ())}
        trumps_dealt = (card.id for card in deck.cards if card.suit == suit and dealt >> card.number & 1)
        missing = next((card for card in trumps_dealt if card not in placed), None)
        if missing:
            every = f"while {deck.suits[suit]} are trump it does not mention {missing}"
            yield ("trick", "trump_order"), f"the order must place every trump; {every}"
            return


def _declarations(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Yield declarations of more cards than the deck has, and what goes by a suit that they do not have."""
    deck = ruleset.deck
    for name, words in data["declare"].items():
        at: Pointer = ("declare", name)
        for key in ("ranks", "cards"):
            listed = words.get(key, ())
            for place, one in enumerate(listed):
                if listed.count(one) > max(card.copies for card in deck.cards if one in (card.rank, card.id)):
                    yield (*at, key, place), f"{one} is listed more often than it is in {deck.title}"
                    break
        one_suit = len({card.suit for card in deck.cards if card.id in words.get("cards", ())}) < 2
        for key, asks, so in (
            ("points", isinstance(words["points"], dict), "ranks" in words and words["suits"] == "same"),
            ("sets_trump", words["sets_trump"] != NEVER, one_suit and words["suits"] == "same"),
        ):
            if asks and not so:
                message = f"`{key}` goes by the suit, and these cards are not of one suit that is declared with them"
                yield (*at, key), message


def _nowhere(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield, for any number of players, words for bids that no hand allows, tricks that none has, and a talon always empty."""
    words = dict[str, bool]()
    longest = 0
    for rules in tables:
        for row in rules.each_hand():
            stock = rules.stock_beside(row["cards"], rules.players) // rules.players
            longest = max(longest, row["cards"] + stock - rules.put_away_to_bid)
            if rules.auction:
                allowed = []
            else:
                allowed = [mask for _, mask in rules.foreseen(row)]
            left = reduce(and_, allowed, 0 if rules.auction else (2 << row["cards"]) - 1)
            for word, meaning in rules.bid_words.items():
                bid = int(meaning.run(row, (row,)))
                words[word] = words.get(word, False) or (bid >= 0 and bool(left >> bid & 1))
    for word in sorted(word for word, spoken in words.items() if not spoken):
        pointer = ("bidding", "spoken", word)
        # A house rule may forbid what its game has a word for.
        if ruleset.latest(pointer, *(("bidding", name) for name in bids.BID_WORDS)) == pointer:
            yield pointer, f"{word!r} stands for a bid that no hand allows"
    for name, what in ruleset.full["count"].items():
        if isinstance(what, dict):
            for number in selectors.how_cards_fell(what).tricks:
                if abs(number) > longest:
                    yield (
                        ("count", name, "in"),
                        f"no hand has {number_of(abs(number), 'tricks')}; the longest has {longest}",
                    )
    dealt = [(rules, cards) for rules in tables for cards in rules.sequence or (rules.cards_in_hand(1),)]
    over = any(rules.talon_beside(cards, _playing(rules)) > 0 for rules, cards in dealt)
    if tables and tables[0].talon_goes_to and not over:
        at = ruleset.latest(("talon",), ("players",), ("deal",), ("deck",), ("leave_out",))
        yield at, "all cards are dealt, so the talon is empty"


def _deck(deck: Deck, data: dict[str, Any]) -> Iterator[LintFault]:
    """Yield cards that a trick game cannot use: of an uncertain number, or without a rank that says how high they are."""
    trick = data["trick"]
    if "order" in trick:
        placed = deck.ids
    else:
        placed = trick.get("always_trump", ())
    unsure = [card for card in deck.cards if card.at_most > card.copies]
    unplaced = []
    for card in deck.cards:
        if card.suit and card.id in deck.unplaced and card.id not in placed:
            unplaced.append(card)
    high = "give the deck a `strength:`, or write `trick: {always_trump: …}`"
    for key, cards, message in (
        ("at_most", unsure, "perhaps there more than once; a trick game needs a known number of cards"),
        ("", unplaced, f"outside the ranks, and nothing says how high; {high}"),
    ):
        if cards:
            if len(cards) > 2:
                more = f" and {len(cards) - 1} more cards"
            elif cards[1:]:
                more = f" and {cards[1].id}"
            else:
                more = ""
            at: Pointer = ("deck",)
            for way in (
                ("ranks", cards[0].rank),
                ("cards", cards[0].id),
            ):  # where a deck written out mentions it, if it is
                if isinstance(data["deck"], dict):
                    inner = data["deck"].get(way[0], {})
                else:
                    inner = {}
                if way[1] in inner and key in ("", *inner[way[1]]):
                    at = ("deck", *way, *([key] if key else ()))
            yield at, f"{cards[0].id}{more} {'are' if more else 'is'} {message}"


def _cards_and_seats(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield sizes of hands that a list of them replaces, powers that nobody can trigger, leads and bans that wait for cards
    that are not dealt, bans that are the same once the stock is out, and names of seats that begin alike."""
    data = ruleset.full
    deck = ruleset.deck
    packs = {
        players: deck.all & ~selectors.choose(data["leave_out"].get(str(players), []), deck)
        for players in data.get("players", ())
    }
    sequence = ("deal", "sequence")
    deal = data["deal"]
    if "sequence" in deal:
        for key in ("each", "hands"):
            if key in deal and ruleset.latest(sequence, ("deal", key)) != sequence:
                idle = f"`sequence` says how many cards each hand has, so `{key}` does nothing"
                message = f"{idle}; change `sequence` or remove it"
                yield ("deal", key), message
    leads = data["play"]["leads"]
    ban = data["play"].get("if_able", {}).get("break_before_leading")
    if isinstance(leads, dict) and leads["holder_of"] != {"suit": TRUMP}:
        wanted = selectors.choose(leads["holder_of"], deck)
        players = next((players for players, pack in packs.items() if wanted and not wanted & pack), 0)
        if players:
            message = f"with {players} players no such card is dealt, so nobody can lead by it; name another card"
            yield ruleset.latest(("play", "leads", "holder_of"), ("leave_out", str(players))), message
    if isinstance(ban, dict) and "broken_by" in ban and ("suit", TRUMP) not in selectors.parts(ban["broken_by"]):
        many = ban.get("broken_at", 1)
        there = sum(deck.cards[card].copies for card in members(selectors.choose(ban["broken_by"], deck)))
        if many > max(1, there):  # the number of trumps varies
            message = f"{many} of them must fall, but the deck has only {there}"
            yield ("play", "if_able", "break_before_leading", "broken_at"), message
    for card, words in data["powers"].items():
        pointer = ("powers", card)
        if not any(pack >> deck.by_id[card] & 1 for pack in packs.values()):
            message = f"{card} is left out for every number of players, so nobody can trigger its power"
            yield pointer, f"{message}; remove the power with `powers: {{{card}: null}}`"
        if not words.keys() - {"rule"}:
            yield pointer, f"{card} has a power that does nothing; add trick_goes_to, switch_off or rotate_roles"
    letters = []
    for name in ruleset.get("seats", default=None) or ():
        letters.append(name[0].casefold())
    if len({*letters}) < len(letters):
        yield ("seats",), "two names of `seats` begin alike; their first letters stand for them"
    for word, argument in (ruleset.get("stock", "when_out", "if_able", default=None) or {}).items():
        at = ("stock", "when_out", "if_able", word)
        if data["play"].get("if_able", {}).get(word, False) == argument:
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def _check_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Yield words of bidding that leave no bid in some hand, or mention impossible bids."""
    reported: set[Pointer] = set()
    for row in () if rules.auction else rules.each_hand():
        hand = f"hand {row['hand']}, of {number_of(row['cards'], 'cards')} for {rules.players} players"
        left = (2 << row["cards"]) - 1
        for rule, allowed in rules.foreseen(row):
            lowest = rule.formula.run(row, (row,)) if rule.pointer[-1] == "least" else 0
            if rule.pointer not in reported and (lowest < 0 or not left & allowed):
                reported.add(rule.pointer)
                none = f"{'with the words before it, ' if allowed else ''}this leaves no bid in {hand}"
                yield rule.pointer, f"a bid is 0 tricks or more; this says {lowest} in {hand}" if lowest < 0 else none
            left = left & allowed or left


def citations(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words to which others leave something to decide, each with the rules it may cite: the first that exists."""
    data = ruleset.full
    deck = ranking.ordered_deck(ruleset)
    takers = {power["trick_goes_to"] for power in data["powers"].values() if "trick_goes_to" in power}
    across = data["trick"]["grace"] != "none" or {"lowest", "highest", "lowest_without_grace"} & takers
    equals = bool(across) and any(equal != 1 << card for card, equal in enumerate(deck.equals))
    decides: dict[Pointer, bool] = {
        ("end", "tied"): "target" in data["end"] or not data["deal"].keys() & {"hands", "sequence"},
        ("trick", "clash"): len(takers) > 1,
        ("trick", "tie"): deck.has_twins or equals,
    }
    for pointer, cites in deciding(ruleset):
        off = pointer[:2] == ("play", "if_able") and selectors.bans_nothing(data["play"]["if_able"][pointer[2]])
        if not off and decides.get(pointer, True):
            yield pointer, (data["powers"][pointer[1]]["rule"],) if pointer[0] == "powers" else cites


def _faults_at_a_table(rules: TrickRules) -> Iterator[LintFault]:
    """Yield what does not fit a number of players: of those who play, and of the cards dealt, passed and left over."""
    ruleset = rules.ruleset
    players = rules.players
    pack = rules.pack.bit_count()
    latest = rules.ruleset.latest
    first = rules.cards_in_hand(1)
    knock_out = rules.scoring.knock_out
    seats = len(ruleset.get("seats", default=None) or ())
    to = (ruleset.full.get("pass") or {}).get("to", ())
    opposite = "write `to: [across]`"
    if players % 2:
        opposite = f"with {players} players nobody sits opposite"
    who = ("players",)
    dealt = (("players",), ("deal",), ("deck",), ("leave_out",))
    checks: list[tuple[Any, tuple[Pointer, ...], str]] = [
        (knock_out is not None and not knock_out.names, (("end", "knock_out"),),
         "this holds for everybody or for nobody; write what only some players did: won == 0"),
        (not all(_playing(rules, dealer) for dealer in range(players)), (("deal", "sits_out"), who),
         f"with {players} players everybody sits out in the first hand"),
        (seats not in (0, players), (("seats",), who), f"`seats` names {number_of(seats, 'seats')}; {players} may play"),
        (0 < len(rules.roles) < players, (("roles", "choose"), who),
         f"{players} players need {players} roles; there are {len(rules.roles)}"),
        (rules.pass_when and (players % 2 or to != ["across"]), (("pass", "to"), who, ("pass", "when")),
         f"after the bids cards are exchanged with the partner, who sits opposite; {opposite}"),
        (rules.first_dealt >= first, (("deal", "first"), ("deal", "each"), ("deal", "sequence"), who),
         f"{rules.first_dealt} cards of a hand of {first} leave none to be dealt after the bids"),
        (rules.passing and rules.pass_count > first, (("pass", "cards"), who, ("deal",)),
         f"{rules.pass_count} cards are passed from a hand of {first}"),
        (rules.turned and not rules.sequence and pack <= (rules.first_dealt or first) * players, (("turned",), *dealt),
         f"with {players} players all cards are dealt, so none is left to turn up"),
    ]  # fmt: skip
    yield from ((latest(*at), message) for wrong, at, message in checks if wrong)
    for place, seat in enumerate(to):
        if isinstance(seat, int) and seat % players == 0:
            message = f"with {players} players, {seat} seats to the left is the player who passes"
            yield latest(("pass", "to", place), who), message
    for place, cards in enumerate(rules.sequence):
        if cards * players > pack:
            there = f"the deck has {pack}, which is {pack // players} each"
            message = f"{cards} cards each for {players} players need {cards * players}; {there}"
            yield latest(("deal", "sequence", place), who, ("deck",)), message
    hands = () if rules.sequence else range(min(rules.hands or 1, MANY_HANDS), 0, -1)
    for cards, hand in {rules.cards_in_hand(hand): hand for hand in hands}.items():
        if cards < 1 or cards * _playing(rules) > pack:
            message = f"with {players} players hand {hand} has {cards} cards each, from a deck of {pack}"
            yield latest(("deal", "each"), who, ("deck",)), message
    if not rules.stock:
        return
    for cards in {*rules.sequence} or {first}:
        stock = rules.stock_beside(cards, players)
        left = f"{stock} cards are left for the stock, and they do not go round evenly"
        if not stock or stock % players:
            message = f"with {players} players {left if stock else 'no cards are left over for a stock'}"
            yield latest(("stock",), *dealt), message


def _playing(rules: TrickRules, dealer: int = 0) -> int:
    """Return how many play the first hand at this table, without those who sit it out, if this seat deals."""
    same = {"players": rules.players, "hand": 1, "total": 0}
    rows = [{**same, "dealer": seat == dealer} for seat in range(rules.players)]
    return sum(rules.sits_out is None or not rules.sits_out.run(row, rows) for row in rows)
