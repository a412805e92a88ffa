"""Faults of a trick ruleset that its schema cannot see: names of nothing, hands that do not fit, rules without text."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any

from referee.core.cards import Card, Deck, members
from referee.core.family import Unsound
from referee.core.findings import counted
from referee.core.lint import (
    Kind,
    LintFault,
    all_of,
    common_kinds,
    idle,
    kind,
    out_of_reach,
    outside_readings,
    unexplained,
    unknown_names,
)
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.lint_words import (
    asks_nothing,
    auction_faults,
    bid_faults,
    is_played,
    order_faults,
    scoring_faults,
)
from referee.engines.trick.rules.auctions import SAME_FOR_ALL
from referee.engines.trick.words import selectors
from referee.engines.trick.words.bids import BID_NAMES, BID_WORDS, BidRule
from referee.engines.trick.words.ranking import SET_IN_HANDS, ordered_deck
from referee.engines.trick.words.selectors import EXTREMES, OWN, TRUMP

OF_PLAY = {"if_able", "leads", *EXTREMES}
"""Words of play, in which cards are those of the suit to which they now belong."""
MANY_HANDS = 100
"""The most hands whose sizes are checked."""


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence); what compiling finds included.

    Raises FormulaError if a formula has no value for a number of players or a hand.
    """
    needs = [(ruleset.latest(at, *others), message) for at, others, message in idle(ruleset)]
    names = [*_names(ruleset), *needs, *auction_faults(ruleset), *bid_faults(ruleset)]
    yield from names
    yield from unexplained(ruleset, cited(ruleset))
    yield from outside_readings(ruleset)
    yield from out_of_reach(ruleset.full["scoring"])
    yield from out_of_reach({key: part for key, part in ruleset.full.items() if key == "revoke"}, ())
    if names:
        return
    yield from _breaks(ruleset.deck, ruleset.full["play"].get("if_able", {}).get("break_before_leading"))
    yield from _powers(ruleset)
    yield from seat_faults(ruleset)
    letters = [name[0].casefold() for name in ruleset.get("seats", default=None) or ()]
    if len({*letters}) < len(letters):
        yield ("seats",), "two names of `seats` begin alike; their first letters stand for them"
    seen: set[LintFault] = set()
    never, spoken, longest = set[str](), set[str](), 0
    for players in ruleset.get("players", default=()):
        try:
            rules = TrickRules(ruleset, players)
        except Unsound as unsound:
            seen.update(unsound.faults)
            continue
        yield from faults_at_a_table(rules)
        yield from _hands_fit(rules)
        yield from _bids_left(rules)
        seen |= {*asks_nothing(rules)}
        never |= rules.bid_words.keys()
        longest = max(longest, _longest(rules))
        spoken |= _spoken_well(rules)
        if rules.scoring.wants_target:
            seen.add((("end", "when"), "`when` uses the target, but there is none; add `end: {target: …}`"))
        if rules.scoring.target:
            rules.scoring.target({"players": players}, ())
        if ruleset.full["partners"] == "opposite" and players % 2:
            message = f"opposite partners need an even number of players; {players} may play"
            yield ruleset.latest(("partners",), ("players",)), message
        if (named := len(ruleset.get("seats", default=None) or ())) not in (0, players):
            yield (
                ruleset.latest(("seats",), ("players",)),
                f"`seats` names {counted(named, 'seats')}; {players} may play",
            )
        if rules.roles and len(rules.roles) < players:
            message = f"{players} players need {players} roles; there are {len(rules.roles)}"
            yield ruleset.latest(("roles", "choose"), ("players",)), message
    for word in sorted(never - spoken):
        pointer = ("bidding", "spoken", word)
        # A house rule may forbid what its game has a word for.
        if ruleset.latest(pointer, *(("bidding", name) for name in BID_WORDS)) == pointer:
            yield pointer, f"{word!r} stands for a bid that no hand allows"
    yield from sorted(seen, key=str)
    for name, what in ruleset.full["count"].items():
        for number in selectors.how_cards_fell(what).tricks if isinstance(what, dict) else ():
            if abs(number) > longest:
                yield ("count", name, "in"), f"no hand has {counted(abs(number), 'tricks')}; the longest has {longest}"


def _longest(rules: TrickRules) -> int:
    """Return how many tricks the longest hand has."""
    last = len(rules.sequence) or (rules.hands or MANY_HANDS if "hand" in rules.each.names else 1)
    sizes = {rules.cards_in_hand(hand) for hand in range(1, last + 1)}
    return (
        max(cards + rules.stock_beside(cards, rules.players) // rules.players for cards in sizes)
        - rules.put_away_to_bid
    )


def _names(ruleset: Ruleset) -> Iterator[LintFault]:
    """Cards, suits, ranks and symbols that the deck does not have."""
    deck, data = ruleset.deck, ruleset.full
    yield from _deck(deck, data)
    unknown = list(unknown_names(ruleset, _kinds(ruleset)))
    yield from unknown
    yield from scoring_faults(ruleset)
    yield from order_faults(deck, data, known=not unknown)


def _kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that words name. In a word of play `trump` is a suit."""
    common, deck, trump = common_kinds(ruleset), ruleset.deck, ruleset.full["trick"]["trump"]
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

    return common | {
        "suit": suit,
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
    unplaced = (
        "outside the ranks, and nothing says how high; give the deck a `strength:`, or write `trick: {always_trump: …}`"
    )
    for key, cards, message in (
        (
            "at_most",
            [card for card in deck.cards if card.at_most > card.copies],
            "perhaps there more than once; a trick game needs a known number of cards",
        ),
        (
            "",
            [card for card in deck.cards if card.suit and card.id in deck.unplaced and card.id not in placed],
            unplaced,
        ),
    ):
        if cards:
            more = f" and {len(cards) - 1} more cards" if len(cards) > 2 else f" and {cards[1].id}" if cards[1:] else ""
            yield _in_deck(data["deck"], cards[0], key), f"{cards[0].id}{more} {'are' if more else 'is'} {message}"


def _in_deck(deck: Any, card: Card, key: str) -> Pointer:
    """Return where a deck written out in the ruleset says this about a card, or mentions it; else where it is named."""
    for way in (("cards", card.id), ("ranks", card.rank)):
        inner = deck.get(way[0], {}) if isinstance(deck, dict) else {}
        if way[1] in inner and key in ("", *inner[way[1]]):
            return ("deck", *way, *([key] if key else ()))
    return ("deck",)


def _breaks(deck: Deck, words: Any) -> Iterator[LintFault]:
    """Yield a number of cards that must fall but cannot."""
    many = words.get("broken_at", 1) if isinstance(words, dict) else 1
    if many == 1:
        return
    breakers, pointer = words.get("broken_by"), ("play", "if_able", "break_before_leading", "broken_at")
    if not breakers:
        yield pointer, "`broken_by:` is missing: which cards must fall?"
    elif ("suit", TRUMP) not in selectors.parts(breakers):  # the number of trumps varies
        there = sum(deck.cards[card].copies for card in members(selectors.choose(breakers, deck)))
        if many > there:
            yield pointer, f"{many} of them must fall, but the deck has only {there}"


def _powers(ruleset: Ruleset) -> Iterator[LintFault]:
    """Powers of cards that nobody can trigger: the card is never in play, or what it acts on is not used."""
    data, deck = ruleset.full, ruleset.deck
    left_out = data["leave_out"]
    packs = [deck.all & ~selectors.choose(left_out.get(str(players), []), deck) for players in data.get("players", ())]
    leads = data["play"]["leads"]
    if isinstance(leads, dict):
        wanted = 0 if leads["holder_of"] == {"suit": selectors.TRUMP} else selectors.choose(leads["holder_of"], deck)
        for players, pack in zip(data.get("players", ()), packs, strict=True):
            if wanted and not wanted & pack:
                message = f"with {players} players no such card is dealt, so nobody can lead by it; name another card"
                yield ruleset.latest(("play", "leads", "holder_of"), ("leave_out", str(players))), message
                break
    for card, words in data["powers"].items():
        pointer = ("powers", card)
        away = f"remove the power with `powers: {{{card}: null}}`"
        if not any(pack >> deck.by_id[card] & 1 for pack in packs):
            yield pointer, f"{card} is left out for every number of players, so nobody can trigger its power; {away}"
        if not words.keys() - {"rule"}:
            yield pointer, f"{card} has a power that does nothing; add trick_goes_to, switch_off or rotate_roles"
        off = words.get("switch_off", [])
        for what in (  # what each word acts on: one of these must be in use
            [off] if isinstance(off, str) else off,
            ["grace"] * (words.get("trick_goes_to") == "lowest_without_grace"),
            ["roles"] * ("rotate_roles" in words),
        ):
            if what and not any(is_played(data, each) for each in what):
                settings = (("roles",) if each == "roles" else ("trick", each) for each in what)
                named = " or ".join("Grace" if each == "grace" else each for each in what)
                message = f"{card} acts on {named}, which these rules do not use, so nobody can trigger its power"
                yield ruleset.latest(pointer, *settings), f"{message}; {away}"


def _hands_fit(rules: TrickRules) -> Iterator[LintFault]:
    pack = rules.pack.bit_count()
    latest = rules.ruleset.latest
    for place, cards in enumerate(rules.sequence):
        if cards * rules.players > pack:
            need, there = cards * rules.players, f"{pack}, which is {pack // rules.players} each"
            message = f"{cards} cards each for {rules.players} players need {need}; the deck has {there}"
            yield latest(("deal", "sequence", place), ("players",), ("deck",)), message
    if not rules.sequence:
        hands = range(min(rules.hands or 1, MANY_HANDS), 0, -1)
        for cards, hand in sorted({rules.cards_in_hand(hand): hand for hand in hands}.items(), key=itemgetter(1)):
            if cards < 1 or cards * playing(rules) > pack:
                message = f"with {rules.players} players hand {hand} has {cards} cards each, from a deck of {pack}"
                yield latest(("deal", "each"), ("players",), ("deck",)), message
    first = rules.cards_in_hand(1)
    if rules.first_dealt >= first:
        message = f"{rules.first_dealt} cards of a hand of {first} leave none to be dealt after the bids"
        yield latest(("deal", "first"), ("deal", "each"), ("deal", "sequence"), ("players",)), message
    if rules.pass_count and rules.passing and rules.pass_count > first:
        message = f"{rules.pass_count} cards are passed from a hand of {first}"
        yield latest(("pass", "cards"), ("players",), ("deal",)), message


def _bids(rules: TrickRules) -> Iterator[tuple[str, dict[str, Any]]]:
    """Hands of a game, in words and as the values that the words of bidding know before anybody has bid."""
    last = rules.hands or (MANY_HANDS if "hand" in rules.bid_names | rules.each.names else 1)
    for hand in range(1, min(last, MANY_HANDS) + 1):
        cards = rules.cards_in_hand(hand)
        if cards > 0:
            known = {"cards": cards, "players": rules.players, "hand": hand, "hands": rules.hands}
            names = dict.fromkeys((*BID_NAMES, *rules.bid_marks.values()), 0) | known
            yield f"hand {hand}, of {counted(cards, 'cards')} for {rules.players} players", names


def _foreseen(rules: TrickRules, names: dict[str, Any]) -> Iterator[tuple[BidRule, int]]:
    """Yield the words of bidding that depend only on the hand, each with the bids that it allows."""
    for rule in rules.bidding:
        if rule.names <= SAME_FOR_ALL:
            yield rule, rule.allow(names) & (2 << names["cards"]) - 1


def _bids_left(rules: TrickRules) -> Iterator[LintFault]:
    """Words of bidding that leave no bid in some hand, or mention impossible bids."""
    if rules.auction:
        return
    told: set[Pointer] = set()
    for hand, names in _bids(rules):
        for rule in rules.bidding:
            if rule.pointer == ("bidding", "least") and rule.pointer not in told and rule.names <= SAME_FOR_ALL:
                lowest = rule.formula.run(names, (names,))
                if lowest < 0:
                    told.add(rule.pointer)
                    yield rule.pointer, f"a bid is 0 tricks or more; this says {lowest} in {hand}"
        left = (2 << names["cards"]) - 1
        for rule, allowed in _foreseen(rules, names):
            if not left & allowed and rule.pointer not in told:
                told.add(rule.pointer)
                also = "with the words before it, " if allowed else ""
                yield rule.pointer, f"{also}this leaves no bid in {hand}"
            left = left & allowed or left


def _spoken_well(rules: TrickRules) -> set[str]:
    """Return the words for bids that may be spoken in some hand."""
    found = set[str]()
    for _, names in () if rules.auction else _bids(rules):
        left = (2 << names["cards"]) - 1
        for _, allowed in _foreseen(rules, names):
            left &= allowed
        row = {"cards": names["cards"], "players": rules.players}
        for word, meaning in rules.bid_words.items():
            bid = int(meaning.run(row, (row,)))
            if bid >= 0 and left >> bid & 1:
                found.add(word)
    return found


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
    if pointer == ("deal", "next_dealer"):
        return len(data["deal"].get("sequence", (1, 2))) > 1
    if pointer == ("end", "tied"):
        return "target" in data["end"] or not data["deal"].keys() & {"hands", "sequence"}
    if pointer == ("end", "winner"):
        return "knock_out" not in data["end"]
    if pointer == ("roles", "rotation_lasts"):
        return any("rotate_roles" in power for power in data["powers"].values())
    if pointer == ("trick", "clash"):
        return len(takers) > 1
    if pointer == ("trick", "tie"):
        across = data["trick"]["grace"] != "none" or {"lowest", "highest", "lowest_without_grace"} & takers
        deck = ordered_deck(ruleset)
        return deck.has_twins or (bool(across) and any(equal != 1 << card for card, equal in enumerate(deck.equals)))
    return True


def seat_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words about who plays, and who names trump, that could never matter."""
    data = ruleset.full
    for place, players in enumerate(data.get("players", ())):
        if players < 2:
            yield ("players", place), "a trick needs at least two players"
    if data["direction"] != "clockwise" and max(data.get("players", (3,))) < 3:
        yield ("direction",), "with two players there is only one way round"
    trick = data["trick"]
    if trick.get("first_trump") == trick["trump"]:
        yield ("trick", "first_trump"), f"trump is {trick['trump']} in every hand; remove `first_trump`"
    if trick.get("first_trump", trick["trump"]) == "named" and trick["named_by"] == "most_tricks":
        message = "in the first hand nobody has won tricks yet; set its trump with `first_trump: turned_up`"
        yield ruleset.latest(("trick", "named_by"), ("trick", "trump"), ("trick", "first_trump")), message
    yield from _stock(ruleset)


def _stock(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words about a stock that could never matter, or that do not say where a card lies."""
    data = ruleset.full
    stock, turned_up = data.get("stock"), "turned_up" in (data["trick"]["trump"], data["trick"].get("first_trump"))
    if stock is None:
        return
    if turned_up and "turned" not in stock:
        yield ("stock",), "where does the card turned up for trump lie? write `turned: last` or `turned: next`"
    changed, play = ruleset.get("stock", "when_out") or {}, data["play"]
    if "follow_suit" in changed and changed["follow_suit"] == play["follow_suit"]:
        how = "suit is followed" if play["follow_suit"] else "nobody follows suit"
        at: Pointer = ("stock", "when_out", "follow_suit")
        yield ruleset.latest(at, ("play", "follow_suit")), f"{how} from the first trick on"
    for word, argument in (changed.get("if_able") or {}).items():
        if play.get("if_able", {}).get(word, False) == argument:
            at = ("stock", "when_out", "if_able", word)
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def faults_at_a_table(rules: TrickRules) -> Iterator[LintFault]:
    """Words about who plays, and about the stock, that do not fit a number of players."""
    yield from _somebody_plays(rules)
    yield from _goes_round(rules)
    yield from _passed_round(rules)
    yield from _something_left(rules)
    first = rules.first_dealt or rules.cards_in_hand(1)
    if rules.turned and not rules.sequence and rules.pack.bit_count() <= first * rules.players:
        message = f"with {rules.players} players all cards are dealt, so none is left to turn up"
        yield rules.ruleset.latest(("turned",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def playing(rules: TrickRules) -> int:
    """Return how many play a hand at this table, not counting those who sit it out."""
    return max(1, rules.players - sum(_sitting_out(rules, 0)))


def _sitting_out(rules: TrickRules, dealer: int) -> list[bool]:
    """Return who sits out the first hand, seat by seat, for this dealer."""
    formula, seats = rules.sits_out, range(rules.players)
    rows = [{"players": rules.players, "hand": 1, "dealer": seat == dealer, "total": 0} for seat in seats]
    return [formula is not None and bool(formula.run(row, rows)) for row in rows]


def _something_left(rules: TrickRules) -> Iterator[LintFault]:
    """Yield a talon that is empty, whatever the number of players."""
    numbers = rules.ruleset.data["players"]
    if not rules.talon_goes_to or rules.players != numbers[-1]:
        return
    tables = [TrickRules(rules.ruleset, players) for players in numbers]
    dealt = [(table, cards) for table in tables for cards in table.sequence or (table.cards_in_hand(1),)]
    if not any(table.talon_beside(cards, playing(table)) > 0 for table, cards in dealt):
        message = "all cards are dealt, so the talon is empty"
        yield rules.ruleset.latest(("talon",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def _passed_round(rules: TrickRules) -> Iterator[LintFault]:
    """Yield cards that are passed so far round that they come back, or exchanged with somebody else than the partner."""
    if rules.pass_when and (rules.players % 2 or rules.ruleset.full["pass"]["to"] != ["across"]):
        message = f"with {rules.players} players nobody sits opposite" if rules.players % 2 else "write `to: [across]`"
        at = rules.ruleset.latest(("pass", "to"), ("players",), ("pass", "when"))
        yield at, f"after the bids cards are exchanged with the partner, who sits opposite; {message}"
    for place, to in enumerate((rules.ruleset.full.get("pass") or {}).get("to", ())):
        if isinstance(to, int) and to % rules.players == 0:
            message = f"with {rules.players} players, {to} seats to the left is the player who passes"
            yield rules.ruleset.latest(("pass", "to", place), ("players",)), message


def _goes_round(rules: TrickRules) -> Iterator[LintFault]:
    """Yield a stock that does not go round evenly, or does not exist."""
    if rules.stock is None:
        return
    for cards in dict.fromkeys(rules.sequence or (rules.cards_in_hand(1),)):
        stock = rules.stock_beside(cards, rules.players)
        message = f"with {rules.players} players no cards are left over for a stock"
        if stock:
            message = (
                f"with {rules.players} players {stock} cards are left for the stock, and they do not go round evenly"
            )
        if not stock or stock % rules.players:
            yield rules.ruleset.latest(("stock",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def _somebody_plays(rules: TrickRules) -> Iterator[LintFault]:
    """Yield a formula that lets everybody sit out, or that knocks out everybody or nobody."""
    knock_out = rules.scoring.knock_out
    if knock_out is not None and not knock_out.names:
        message = "this holds for everybody or for nobody; write what only some players did: won == 0"
        yield ("end", "knock_out"), message
    if any(all(_sitting_out(rules, dealer)) for dealer in range(rules.players)):
        message = f"with {rules.players} players everybody sits out in the first hand"
        yield rules.ruleset.latest(("deal", "sits_out"), ("players",)), message
