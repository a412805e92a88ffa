"""Faults of a trick ruleset that its schema cannot see: names of nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import and_
from typing import Any

from referee.core import lint
from referee.core.cards import Deck, members
from referee.core.findings import counted
from referee.core.lint import LintFault
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.engines.trick.compiled import MANY_HANDS, TrickRules
from referee.engines.trick.lint_words import faults_of_bids, faults_of_words, kinds
from referee.engines.trick.words import selectors
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.ranking import ordered_deck
from referee.engines.trick.words.selectors import TRUMP


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included.

    Raises FormulaError if a formula has no value for a number of players or a hand.
    """
    return lint.common(ruleset, cited(ruleset), kinds(ruleset), _more)


def _more(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong although all words are in order by themselves."""
    words = [*_deck(ruleset.deck, ruleset.full), *faults_of_words(ruleset)]
    yield from words
    if words:
        return
    yield from _cards_and_seats(ruleset)
    tables: list[TrickRules] = []

    def at_table(rules: TrickRules) -> Iterator[LintFault]:
        tables.append(rules)
        yield from _faults_at_a_table(rules)
        yield from _check_bids(rules)
        yield from faults_of_bids(rules)

    yield from lint.at_each_table(ruleset, TrickRules, at_table)
    yield from _nowhere(ruleset, tables)


def _nowhere(ruleset: Ruleset, tables: list[TrickRules]) -> Iterator[LintFault]:
    """Yield, for any number of players, words for bids that no hand allows, tricks that none has, and a talon always empty."""
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


def _cards_and_seats(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield powers that nobody can trigger, leads and bans that wait for cards that are not dealt, bans that are the same
    once the stock is out, and names of seats that begin alike."""
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
            message = f"{many} of them must fall, but the deck has only {there}"
            yield ("play", "if_able", "break_before_leading", "broken_at"), message
    for card, words in data["powers"].items():
        pointer = ("powers", card)
        if not any(pack >> deck.by_id[card] & 1 for pack in packs.values()):
            message = f"{card} is left out for every number of players, so nobody can trigger its power"
            yield pointer, f"{message}; remove the power with `powers: {{{card}: null}}`"
        if not words.keys() - {"rule"}:
            yield pointer, f"{card} has a power that does nothing; add trick_goes_to, switch_off or rotate_roles"
    letters = [name[0].casefold() for name in ruleset.get("seats", default=None) or ()]
    if len({*letters}) < len(letters):
        yield ("seats",), "two names of `seats` begin alike; their first letters stand for them"
    for word, argument in (ruleset.get("stock", "when_out", "if_able", default=None) or {}).items():
        at = ("stock", "when_out", "if_able", word)
        if data["play"].get("if_able", {}).get(word, False) == argument:
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def _check_bids(rules: TrickRules) -> Iterator[LintFault]:
    """Words of bidding that leave no bid in some hand, or mention impossible bids."""
    reported: set[Pointer] = set()
    for row in () if rules.auction else rules.each_hand():
        hand = f"hand {row['hand']}, of {counted(row['cards'], 'cards')} for {rules.players} players"
        left = (2 << row["cards"]) - 1
        for rule, allowed in rules.foreseen(row):
            lowest = rule.formula.run(row, (row,)) if rule.pointer[-1] == "least" else 0
            if rule.pointer not in reported and (lowest < 0 or not left & allowed):
                reported.add(rule.pointer)
                none = f"{'with the words before it, ' * bool(allowed)}this leaves no bid in {hand}"
                yield rule.pointer, f"a bid is 0 tricks or more; this says {lowest} in {hand}" if lowest < 0 else none
            left = left & allowed or left


def cited(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words to which others leave something to decide, each with the rules it may cite: the first that exists."""
    data, deck = ruleset.full, ordered_deck(ruleset)
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
    ruleset, players, pack, latest = rules.ruleset, rules.players, rules.pack.bit_count(), rules.ruleset.latest
    first, knock_out, seats = (
        rules.cards_in_hand(1),
        rules.scoring.knock_out,
        len(ruleset.get("seats", default=None) or ()),
    )
    to = (ruleset.full.get("pass") or {}).get("to", ())
    opposite = f"with {players} players nobody sits opposite" if players % 2 else "write `to: [across]`"
    who, dealt = ("players",), (("players",), ("deal",), ("deck",), ("leave_out",))
    checks: list[tuple[Any, tuple[Pointer, ...], str]] = [
        (knock_out is not None and not knock_out.names, (("end", "knock_out"),),
         "this holds for everybody or for nobody; write what only some players did: won == 0"),
        (not all(_playing(rules, dealer) for dealer in range(players)), (("deal", "sits_out"), who),
         f"with {players} players everybody sits out in the first hand"),
        (seats not in (0, players), (("seats",), who), f"`seats` names {counted(seats, 'seats')}; {players} may play"),
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
    for cards in {*rules.sequence} or {first} if rules.stock else ():
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
