"""Faults of a trick ruleset that its schema cannot see: names of nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_, itemgetter
from typing import Any

from referee.core import lint
from referee.core.cards import Deck, members
from referee.core.findings import counted
from referee.core.lint import Kind, LintFault, all_of, kind
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.engines.trick.compiled import MANY_HANDS, TrickRules
from referee.engines.trick.lint_words import asks_in_vain, faults_of_words, new_kinds
from referee.engines.trick.words import selectors
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.ranking import SET_IN_HANDS, ordered_deck
from referee.engines.trick.words.selectors import EXTREMES, OWN, TRUMP

OF_PLAY = {"if_able", "leads", *EXTREMES}
"""Words of play, in which cards are those of the suit to which they now belong."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included.

    Raises FormulaError if a formula has no value for a number of players or a hand.
    """
    return lint.common(ruleset, cited(ruleset), ruleset.words.schema["formulas"]["score"], _kinds(ruleset), _more)


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong although all words are in order by themselves."""
    words = [*_deck(ruleset.deck, ruleset.full), *faults_of_words(ruleset)]
    yield from words
    if words:
        return
    yield from _powers(ruleset)
    yield from _seats(ruleset)
    tables: list[TrickRules] = []

    def at_table(rules: TrickRules) -> Iterator[LintFault]:
        tables.append(rules)
        yield from _faults_at_a_table(rules)
        yield from _hands_fit(rules)
        yield from _check_bids(rules)
        yield from asks_in_vain(rules)

    yield from lint.at_each_table(ruleset, TrickRules, at_table)
    yield from _nowhere(ruleset, tables)


def _nowhere(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield words for bids that no hand allows, tricks that no hand has, and a talon that is always empty, whatever the number
    of players."""
    words, longest = dict[str, bool](), 0
    for rules in tables:
        for row in rules.each_hand():
            stock = rules.stock_beside(row["cards"], rules.players) // rules.players
            longest = max(longest, row["cards"] + stock - rules.put_away_to_bid)
            allowed = [] if rules.auction else [mask for _, mask in rules.foreseen(row)]
            left = reduce(and_, allowed, 0 if rules.auction else (2 << row["cards"]) - 1)
            for word, meaning in rules.bid_words.items():
                bid = int(meaning.run(row, (row,)))
                words[word] = words.get(word, False) or (bid >= 0 and bool(left >> bid & 1))
    for word in sorted(word for word, spoken in words.items() if not spoken):
        pointer = ("bidding", "spoken", word)
        # A house rule may forbid what its game has a word for.
        if ruleset.latest(pointer, *(("bidding", name) for name in BID_WORDS)) == pointer:
            yield pointer, f"{word!r} stands for a bid that no hand allows"
    for name, what in ruleset.full["count"].items():
        for number in selectors.how_cards_fell(what).tricks if isinstance(what, dict) else ():
            if abs(number) > longest:
                yield ("count", name, "in"), f"no hand has {counted(abs(number), 'tricks')}; the longest has {longest}"
    dealt = [(rules, cards) for rules in tables for cards in rules.sequence or (rules.cards_in_hand(1),)]
    over = any(rules.talon_beside(cards, _playing(rules)) > 0 for rules, cards in dealt)
    if tables and tables[0].talon_goes_to and not over:
        at = ruleset.latest(("talon",), ("players",), ("deal",), ("deck",), ("leave_out",))
        yield at, "all cards are dealt, so the talon is empty"


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that words name. In a word of play `trump` is a suit."""
    common, deck, trump = lint.common_kinds(ruleset), ruleset.deck, ruleset.full["trick"]["trump"]
    symbols = f"; its symbols: {all_of(deck.symbols)}"
    suits = [*deck.suits, "none"]

    def suit(at: Pointer, name: str) -> str:
        if name != TRUMP or not OF_PLAY & {*at}:
            return common["suit"](at, name)
        none = trump in ("none", {"cycle": ["none"]})
        return "there is no trump in any hand; set `trick: {trump: …}`" if none else ""

    def no_symbol(name: str) -> str:
        return f"no card of {deck.title} has the symbol {name!r}"

    def no_suit(name: str) -> str:
        return f"{deck.title} has no suit {name!r}; choose one of {', '.join(deck.suits)} or none"

    def length(at: Pointer, cards: int) -> str:
        ranks = len({card.rank for card in deck.cards})
        return f"there is no run of {cards} cards; {deck.title} has {ranks} ranks" if cards > ranks else ""

    return new_kinds(ruleset) | {
        "suit": suit,
        "length_of_run": length,
        "symbol": kind([OWN, *deck.symbols], no_symbol, symbols, near=False),
        "role": kind(deck.symbols, no_symbol, symbols, near=False),
        "suit_or_none": kind(suits, no_suit, near=False),
        "trump": kind([*suits, "always"], no_suit, near=False),
        "trump_of_hands": kind([*suits, "always", *SET_IN_HANDS], no_suit, near=False),
    }


def _deck(deck: Deck, data: dict[str, Any]) -> Iterator[LintFault]:
    """Cards that a trick game cannot use: of an uncertain number, or without a rank that says how high they are."""
    trick = data["trick"]
    placed = deck.ids if "order" in trick else trick.get("always_trump", ())
    unsure = [card for card in deck.cards if card.at_most > card.copies]
    unplaced = [card for card in deck.cards if card.suit and card.id in deck.unplaced and card.id not in placed]
    high = "give the deck a `strength:`, or write `trick: {always_trump: …}`"
    for key, cards, message in (
        ("at_most", unsure, "perhaps there more than once; a trick game needs a known number of cards"),
        ("", unplaced, f"outside the ranks, and nothing says how high; {high}"),
    ):
        if cards:
            more = f" and {len(cards) - 1} more cards" if len(cards) > 2 else f" and {cards[1].id}" if cards[1:] else ""
            at: Pointer = ("deck",)
            for way in (
                ("ranks", cards[0].rank),
                ("cards", cards[0].id),
            ):  # where a deck written out mentions it, if it is
                inner = data["deck"].get(way[0], {}) if isinstance(data["deck"], dict) else {}
                if way[1] in inner and key in ("", *inner[way[1]]):
                    at = ("deck", *way, *([key] if key else ()))
            yield at, f"{cards[0].id}{more} {'are' if more else 'is'} {message}"


def _powers(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield powers of cards that nobody can trigger, because the card is never in play or what it acts on is not used, and
    leads and bans that wait for cards that are not dealt."""
    data, deck = ruleset.full, ruleset.deck
    packs = {
        players: deck.all & ~selectors.choose(data["leave_out"].get(str(players), []), deck)
        for players in data.get("players", ())
    }
    leads, ban = data["play"]["leads"], data["play"].get("if_able", {}).get("break_before_leading")
    if isinstance(leads, dict) and leads["holder_of"] != {"suit": TRUMP}:
        wanted = selectors.choose(leads["holder_of"], deck)
        if players := next((players for players, pack in packs.items() if wanted and not wanted & pack), 0):
            message = f"with {players} players no such card is dealt, so nobody can lead by it; name another card"
            yield ruleset.latest(("play", "leads", "holder_of"), ("leave_out", str(players))), message
    if isinstance(ban, dict) and "broken_by" in ban and ("suit", TRUMP) not in selectors.parts(ban["broken_by"]):
        many = ban.get("broken_at", 1)
        there = sum(deck.cards[card].copies for card in members(selectors.choose(ban["broken_by"], deck)))
        if many > max(1, there):  # the number of trumps varies
            at = ("play", "if_able", "break_before_leading", "broken_at")
            yield at, f"{many} of them must fall, but the deck has only {there}"
    for card, words in data["powers"].items():
        pointer = ("powers", card)
        if not any(pack >> deck.by_id[card] & 1 for pack in packs.values()):
            message = f"{card} is left out for every number of players, so nobody can trigger its power"
            yield pointer, f"{message}; remove the power with `powers: {{{card}: null}}`"
        if not words.keys() - {"rule"}:
            yield pointer, f"{card} has a power that does nothing; add trick_goes_to, switch_off or rotate_roles"


def _hands_fit(rules: TrickRules) -> Iterator[LintFault]:
    pack, players, latest = rules.pack.bit_count(), rules.players, rules.ruleset.latest
    for place, cards in enumerate(rules.sequence):
        if cards * players > pack:
            there = f"the deck has {pack}, which is {pack // players} each"
            message = f"{cards} cards each for {players} players need {cards * players}; {there}"
            yield latest(("deal", "sequence", place), ("players",), ("deck",)), message
    if not rules.sequence:
        hands = range(min(rules.hands or 1, MANY_HANDS), 0, -1)
        for cards, hand in sorted({rules.cards_in_hand(hand): hand for hand in hands}.items(), key=itemgetter(1)):
            if cards < 1 or cards * _playing(rules) > pack:
                message = f"with {players} players hand {hand} has {cards} cards each, from a deck of {pack}"
                yield latest(("deal", "each"), ("players",), ("deck",)), message
    first = rules.cards_in_hand(1)
    if rules.first_dealt >= first:
        message = f"{rules.first_dealt} cards of a hand of {first} leave none to be dealt after the bids"
        yield latest(("deal", "first"), ("deal", "each"), ("deal", "sequence"), ("players",)), message
    if rules.pass_count and rules.passing and rules.pass_count > first:
        message = f"{rules.pass_count} cards are passed from a hand of {first}"
        yield latest(("pass", "cards"), ("players",), ("deal",)), message


def _check_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Words of bidding that leave no bid in some hand, or mention impossible bids."""
    told: set[Pointer] = set()
    for row in () if rules.auction else rules.each_hand():
        hand = f"hand {row['hand']}, of {counted(row['cards'], 'cards')} for {rules.players} players"
        left = (2 << row["cards"]) - 1
        for rule, allowed in rules.foreseen(row):
            lowest = rule.formula.run(row, (row,)) if rule.pointer[-1] == "least" else 0
            if rule.pointer not in told and (lowest < 0 or not left & allowed):
                told.add(rule.pointer)
                none = f"{'with the words before it, ' * bool(allowed)}this leaves no bid in {hand}"
                yield rule.pointer, f"a bid is 0 tricks or more; this says {lowest} in {hand}" if lowest < 0 else none
            left = left & allowed or left


def cited(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words that decide something, each with the rules it may cite: the first that exists."""
    for pointer, cites in deciding(ruleset):
        if pointer[0] == "powers":
            cites = (ruleset.full["powers"][pointer[1]]["rule"],)
        if _may_decide(ruleset, pointer):
            yield pointer, cites


def _may_decide(ruleset: Ruleset, pointer: Pointer) -> bool:
    """Return whether other words leave something for this one to decide."""
    data = ruleset.full
    takers = {power["trick_goes_to"] for power in data["powers"].values() if "trick_goes_to" in power}
    if pointer[:2] == ("play", "if_able"):
        return not selectors.bans_nothing(data["play"]["if_able"][pointer[2]])
    if pointer == ("end", "tied"):
        return "target" in data["end"] or not data["deal"].keys() & {"hands", "sequence"}
    if pointer == ("trick", "clash"):
        return len(takers) > 1
    if pointer == ("trick", "tie"):
        across = data["trick"]["grace"] != "none" or {"lowest", "highest", "lowest_without_grace"} & takers
        deck = ordered_deck(ruleset)
        return deck.has_twins or (bool(across) and any(equal != 1 << card for card, equal in enumerate(deck.equals)))
    return True


def _seats(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield names of seats that begin alike, and bans that are the same once the stock is out."""
    letters = [name[0].casefold() for name in ruleset.get("seats", default=None) or ()]
    if len({*letters}) < len(letters):
        yield ("seats",), "two names of `seats` begin alike; their first letters stand for them"
    for word, argument in (ruleset.get("stock", "when_out", "if_able", default=None) or {}).items():
        at = ("stock", "when_out", "if_able", word)
        if ruleset.full["play"].get("if_able", {}).get(word, False) == argument:
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def _faults_at_a_table(rules: TrickRules) -> Iterator[LintFault]:
    """Yield words about who plays, about passing and about the stock that do not fit a number of players."""
    ruleset, players, latest = rules.ruleset, rules.players, rules.ruleset.latest
    knock_out = rules.scoring.knock_out
    if knock_out is not None and not knock_out.names:
        yield ("end", "knock_out"), "this holds for everybody or for nobody; write what only some players did: won == 0"
    if not all(_playing(rules, dealer) for dealer in range(players)):
        message = f"with {players} players everybody sits out in the first hand"
        yield latest(("deal", "sits_out"), ("players",)), message
    if (named := len(ruleset.get("seats", default=None) or ())) not in (0, players):
        yield latest(("seats",), ("players",)), f"`seats` names {counted(named, 'seats')}; {players} may play"
    if rules.roles and len(rules.roles) < players:
        message = f"{players} players need {players} roles; there are {len(rules.roles)}"
        yield latest(("roles", "choose"), ("players",)), message
    passing = (ruleset.full.get("pass") or {}).get("to", ())
    if rules.pass_when and (players % 2 or passing != ["across"]):
        message = f"with {players} players nobody sits opposite" if players % 2 else "write `to: [across]`"
        at = latest(("pass", "to"), ("players",), ("pass", "when"))
        yield at, f"after the bids cards are exchanged with the partner, who sits opposite; {message}"
    for place, to in enumerate(passing):
        if isinstance(to, int) and to % players == 0:
            message = f"with {players} players, {to} seats to the left is the player who passes"
            yield latest(("pass", "to", place), ("players",)), message
    what_is_dealt = (("players",), ("deal",), ("deck",), ("leave_out",))
    for cards in dict.fromkeys(rules.sequence or (rules.cards_in_hand(1),)) if rules.stock is not None else ():
        stock = rules.stock_beside(cards, players)
        left = f"{stock} cards are left for the stock, and they do not go round evenly"
        if not stock or stock % players:
            message = f"with {players} players {left if stock else 'no cards are left over for a stock'}"
            yield latest(("stock",), *what_is_dealt), message
    first = rules.first_dealt or rules.cards_in_hand(1)
    if rules.turned and not rules.sequence and rules.pack.bit_count() <= first * players:
        message = f"with {players} players all cards are dealt, so none is left to turn up"
        yield latest(("turned",), *what_is_dealt), message


def _playing(rules: TrickRules, dealer: int = 0) -> int:
    """Return how many play the first hand at this table, without those who sit it out, if this seat deals."""
    same = {"players": rules.players, "hand": 1, "total": 0}
    rows = [{**same, "dealer": seat == dealer} for seat in range(rules.players)]
    return sum(rules.sits_out is None or not rules.sits_out.run(row, rows) for row in rows)
