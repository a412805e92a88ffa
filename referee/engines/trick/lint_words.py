"""Faults in the words of a trick ruleset: of its auction and bids, of trump and the order of cards, of what scoring counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

from referee.core.cards import Deck
from referee.core.findings import counted
from referee.core.lint import Kind, LintFault, all_of, common_kinds, kind, new_name
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.words import as_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.words import bids, ranking
from referee.engines.trick.words.declarations import NEVER
from referee.engines.trick.words.selectors import EXTREMES, OWN, TRUMP, choose, is_points

MOST_LEVELS = 200
"""The most numbers that may be bid."""
SECTIONS = ("strains", "names", "contracts")
OF_PLAY = {"if_able", "leads", *EXTREMES}
"""Words of play, in which cards are those of the suit to which they now belong."""


def _called(bidding: dict[str, Any]) -> dict[str, Any]:
    """Return what may be bid in an auction, and named after it, by section."""
    return {**bidding["calls"], "contracts": bidding["contracts"]} if "calls" in bidding else {}


def kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that words name, and what must be true of orders, of counts and declarations, and of the names
    that a ruleset chooses for bids and for what bidders know. In a word of play `trump` is a suit."""
    common, deck, trump = common_kinds(ruleset), ruleset.deck, ruleset.full["trick"]["trump"]
    bidding = ruleset.full.get("bidding") or {}
    called, marks, mark_words = _called(bidding), bids.marks_of(bidding), bidding.get("marks", {})
    known = {kind: dict(names) for kind, names in ruleset.words.formulas.items()}
    taken = known["call"] | known["score"] | known["score_after_auction"]
    colours = [*deck.suits, *dict.fromkeys(deck.colours.values())]
    # scoring knows of a mark `hand` whether a contract was played from the hand, not the number of the hand
    of_marks = {name: says for name, says in taken.items() if name != "hand"}
    for entries in (called.get(section, {}) for section in SECTIONS):
        of_marks |= dict.fromkeys((key for entry in entries.values() for key in entry), "a number of a bid")
    of_marks |= dict.fromkeys((*called.get("names", ()), *called.get("contracts", ())), "a bid")
    bidding_names = known["call"] if called else known["bid"] | {"bid": "the bid"}

    def suit(at: Pointer, name: str) -> str:
        if name != TRUMP or not OF_PLAY & {*at}:
            return common["suit"](at, name)
        none = trump in ("none", {"cycle": ["none"]})
        return "there is no trump in any hand; set `trick: {trump: …}`" if none else ""

    def suit_or(*words: str) -> Kind:
        choose_one = f"choose one of {', '.join(deck.suits)} or none"
        known = [*deck.suits, "none", *words]
        return kind(known, lambda name: f"{deck.title} has no suit {name!r}; {choose_one}", near=False)

    def symbol(*words: str) -> Kind:
        has = f"; its symbols: {all_of(deck.symbols)}"
        known = [*words, *deck.symbols]
        return kind(known, lambda name: f"no card of {deck.title} has the symbol {name!r}", has, near=False)

    def length(at: Pointer, cards: int) -> str:
        ranks = len({card.rank for card in deck.cards})
        return f"there is no run of {cards} cards; {deck.title} has {ranks} ranks" if cards > ranks else ""

    def cards_held(at: Pointer, cards: Any) -> str:
        own = {"symbol": OWN} in as_list(cards)
        return "own cards cannot be asked about here, since roles may move; name the symbol" if own else ""

    def declaration(at: Pointer, words: Any) -> str:
        one = sum(key in words for key in ("ranks", "cards", "run")) == 1
        return "" if one else "a declaration has exactly one of `ranks:`, `cards:` and `run:`"

    def mark(at: Pointer, name: str) -> str:
        others = [other for other in mark_words if other != name and mark_words[other]["by"] != bids.BIDDER]
        if not others or mark_words[name]["by"] != bids.EACH_DEFENDER:
            return new_name(of_marks)(at, name)
        return f"defenders are asked once, and {others[0]!r} is what they say already; remove one of them"

    def counted_points(at: Pointer, what: Any) -> str:
        worth = not is_points(what) or any(any(what.get(of, {}).values()) for of in ("points", "trump_points"))
        return "" if worth else "no card is worth any points here; write for example {points: {A: 11}}"

    def order(at: Pointer, order: Any) -> str:
        suits = [suit for suit in deck.suits if not at[2:] or at[2] in (suit, deck.colours.get(suit))]
        ranks = list(dict.fromkeys(card.rank for card in deck.cards if card.suit in suits))
        wrong = isinstance(order, list) and order and ranks and sorted(order) != sorted(ranks)
        return f"the order must name each rank of {deck.title} once: {', '.join(ranks)}" if wrong else ""

    neither = f"is neither a suit nor a colour of {deck.title}"
    return {
        "suit": suit,
        "suit_or_none": suit_or(),
        "suit_or_colour": kind(colours, lambda name: f"{name!r} {neither}", f"; those are {all_of(colours)}"),
        "trump": suit_or("always"),
        "trump_of_hands": suit_or("always", *ranking.SET_IN_HANDS),
        "symbol": symbol(OWN),
        "role": symbol(),
        "length_of_run": length,
        "order": order,
        "counted": counted_points,
        "declaration": declaration,
        "bid": new_name(taken | dict.fromkeys((bids.PASS, bids.HOLD, bids.DOUBLE, bids.REDOUBLE), "a call")),
        "number": new_name(taken),
        "mark": mark,
        "held": new_name({**dict.fromkeys(marks.values(), "the mark of a word for a bid"), **bidding_names}),
        "mark_of_word": new_name(known["bid"] | known["score"]),
        "cards_held": cards_held,
    }


def faults_of_words(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong with words of an auction, of declarations, and of trump and the order of cards: steps of numbers that
    miss the last number or are too many, and bids that set trump where none is set by a bid."""
    calls = _called(ruleset.full.get("bidding") or {})
    at, levels = ("bidding", "calls", "levels"), calls.get("levels", ())
    steps = bids.numbers(levels) if isinstance(levels, dict) else ()
    if steps and steps[-1] != levels["to"]:
        yield (*at, "to"), f"steps of {levels['by']} do not reach {levels['to']}; the last one is {steps[-1]}"
    elif len(steps) > MOST_LEVELS:
        yield at, f"these are {len(steps)} numbers; at most {MOST_LEVELS} are allowed"
    makes_trump = any("trump" in entry for section in SECTIONS for entry in calls.get(section, {}).values())
    if makes_trump and ruleset.full["trick"]["trump"] != "contract":
        yield ("trick", "trump"), "bids set trump; write `trick: {trump: contract}`"
    yield from _declarations(ruleset, ruleset.full)
    yield from _order_faults(ruleset.deck, ruleset.full)


def faults_of_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Yield words of bidding that ask about what nobody knows, and bids by cards that no hand can say, that are beyond its
    tricks, or that are always the same."""
    for rule in rules.bidding if rules.bid_at_once else ():
        if names := rule.names & {"bids", "spoken", "last", "partner_bid"}:
            yield rule.pointer, f"all bid at once, so nobody knows {min(names)!r}; remove this, or `first: at_once`"
    if rules.by_cards is None:
        return
    at: Pointer = ("bidding", "by_cards")
    many, cards = counted(rules.by_cards.many, "cards"), rules.cards_in_hand(1)
    if rules.by_cards.many >= cards:
        yield rules.ruleset.latest((*at, "put_away"), ("deal",)), f"{many} are put away from a hand of {cards}"
        return
    possible, tricks = rules.by_cards.bids(rules.pack), rules.tricks_counted(cards, rules.players)
    highest = possible.bit_length() - 1
    if highest > tricks:
        yield (*at, "suits"), f"{many} can say a bid of {highest}; a hand has {counted(tricks, 'tricks')}"
    elif possible == 1 << highest:
        yield (*at, "suits"), f"whatever cards are put away, the bid is {highest}"


def _order_faults(deck: Deck, data: Mapping[str, Any]) -> Iterator[LintFault]:
    """Yield every fault of trump and the order of cards."""
    trick = data["trick"]
    suits = list(deck.suits)
    always, wrong = trick.get("always_trump", ()), False
    for place, entry in enumerate(trick.get("trump_order", ())):
        if isinstance(entry, str) and entry in always:
            wrong, message = True, f"{entry} is always a trump, above all others; remove it here or from `always_trump`"
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
    """Trumps that an order of trumps does not place, and entries that match no card of some suit."""
    trick, left_out = data["trick"], data["leave_out"]
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
    packs = [deck.all & ~choose(left_out.get(str(players), []), deck) for players in data.get("players", ())]
    dealt = reduce(or_, packs) if packs else deck.all
    for suit in trumps if order else ():
        placed = {deck.ids[card] for card in ranking.trump_places(deck, order, suit)} | {*trick.get("always_trump", ())}
        trumps_dealt = (card.id for card in deck.cards if card.suit == suit and dealt >> card.number & 1)
        if missing := next((card for card in trumps_dealt if card not in placed), None):
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
