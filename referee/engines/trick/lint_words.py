"""Faults in the words of a trick ruleset: of its auction and bids, of trump and the order of cards, of what scoring counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

from referee.core.cards import Deck
from referee.core.findings import counted
from referee.core.lint import LintFault
from referee.core.places import Key, Pointer
from referee.core.ruleset import Ruleset
from referee.core.wording import unknown_name
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.words import bids, ranking
from referee.engines.trick.words.declarations import BEFORE_PLAY, FIRST_TURN, NEVER, PLAYING
from referee.engines.trick.words.scoring import SCORE_NAMES
from referee.engines.trick.words.selectors import EXTREMES, FALLING, OWN, choose, is_extreme, is_points

MOST_LEVELS = 200
"""The most numbers that may be bid."""
CALLED = (bids.PASS, bids.HOLD, bids.DOUBLE, bids.REDOUBLE)
SHADED = ("hand",)
"""Names that a mark may have: scoring then knows whether a contract was played from the hand, not the number of the hand."""


def auction_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield what is wrong with `bidding:` as an auction, and with words that need one."""
    full, word = ruleset.full, ruleset.words.at(("play", "dummy"))
    bidding, dummy = full.get("bidding") or {}, full["play"]["dummy"]
    if dummy != "nobody" and not word.unmet(dummy, full) and {*full.get("players", ())} - {4}:
        yield ("play", "dummy"), "a dummy needs four players, two on each side"
    if "calls" in bidding:
        yield from _calls(ruleset, {**bidding["calls"], "contracts": bidding["contracts"]})
        yield from _marks(bidding)


def _calls(ruleset: Ruleset, calls: dict[str, Any]) -> Iterator[LintFault]:
    at = ("bidding", "calls")
    levels = calls.get("levels")
    if not (levels or calls["strains"] or calls["names"]):
        yield at, "there is nothing to bid; add levels, strains or names to `calls:`"
    if isinstance(levels, dict):
        yield from _steps(levels, (*at, "levels"))
    makes_trump = False
    for section in ("strains", "names", "contracts"):
        for name, entry in calls[section].items():
            here: Pointer = (*(at[:1] if section == "contracts" else at), section, name)
            what = "contract" if section == "contracts" else "bid"
            if section != "strains" and name in CALLED:
                yield here, f"{name!r} is already a call; give this {what} another name"
            elif section != "strains" and name in TAKEN:
                yield here, f"{name!r} is a name already: {TAKEN[name]}; give this {what} another name"
            for key in entry:
                if key in TAKEN and not (section == "names" and key == "level"):
                    yield (*here, key), f"{key!r} is a name already: {TAKEN[key]}; give this number another"
            trump = entry.get("trump", "none")
            makes_trump |= "trump" in entry
            if trump == "always" and not ruleset.full["trick"].get("always_trump"):
                yield (*here, "trump"), "no card is always a trump; list such cards in `trick: {always_trump: […]}`"
    by_contract = ruleset.full["trick"]["trump"] == "contract"
    if by_contract and not makes_trump:
        yield ("trick", "trump"), "no bid sets trump; write `trump:` for strains in `bidding: {calls: …}`"
    if makes_trump and not by_contract:
        yield ("trick", "trump"), "bids set trump; write `trick: {trump: contract}`"


def _steps(levels: dict[str, Any], at: Pointer) -> Iterator[LintFault]:
    """Steps of numbers that lead nowhere, miss the last number, or are too many."""
    steps = bids.numbers(levels)
    if not steps:
        yield (*at, "to"), f"`to:` ({levels['to']}) is lower than `from:` ({levels['from']})"
    elif steps[-1] != levels["to"]:
        yield (*at, "to"), f"steps of {levels['by']} do not reach {levels['to']}; the last one is {steps[-1]}"
    elif len(steps) > MOST_LEVELS:
        yield at, f"these are {len(steps)} numbers; at most {MOST_LEVELS} are allowed"


def _marks(bidding: dict[str, Any]) -> Iterator[LintFault]:
    """Marks whose names are taken."""
    calls = {**bidding["calls"], "contracts": bidding["contracts"]}
    sections = ("strains", "names", "contracts")
    numbers = {key for section in sections for entry in calls[section].values() for key in entry}
    for mark, words in bidding["marks"].items():
        here: Pointer = ("bidding", "marks", mark)
        yield from _along(here, words, [other for other in bidding["marks"] if other != mark], bidding["marks"])
        if mark in TAKEN and mark not in SHADED:
            yield here, f"{mark!r} is a name already: {TAKEN[mark]}; give this mark another"
        elif mark in calls["names"] or mark in calls["contracts"] or mark in numbers:
            yield here, f"{mark!r} is already a bid or a number; give this mark another name"


def _along(here: Pointer, words: dict[str, Any], others: list[str], marks: dict[str, Any]) -> Iterator[LintFault]:
    """Yield what does not go with a mark that each defender may say, or only with one."""
    if words["by"] != bids.EACH_DEFENDER:
        for key, usual in (("silent", "plays"), ("nobody", "play")):
            if words[key] != usual:
                yield (*here, key), f"`{key}` is for what each defender may say; write `by: each_defender`"
        return
    for key, usual in (("hand", "closed"), ("partner", "plays")):
        if words[key] != usual:
            yield (*here, key), f"a defender who comes along just plays; remove `{key}`"
    if answer := next((other for other in others if marks[other]["by"] != bids.BIDDER), ""):
        yield here, f"defenders are asked once, and {answer!r} is what they say already; remove one of them"
    if words["silent"] == "sits_out" and words["nobody"] == "play":
        yield (*here, "silent"), "if no defender says it, nobody is left to play; write `nobody: over`"


TAKEN = {**bids.AUCTION_NAMES, **SCORE_NAMES, **bids.ALWAYS_KNOWN}


def bid_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Names that are taken, that nothing asks for, or that depend on what bidders cannot know."""
    bidding = ruleset.full.get("bidding") or {}
    known = {**bids.BID_NAMES, "bid": "the bid"} if "calls" not in bidding else {**bids.AUCTION_NAMES}
    marks = bids.marks_of(bidding)
    for name, cards in bidding.get("holds", {}).items():
        at: Pointer = ("bidding", "holds", name)
        if name in known:
            yield at, f"{name!r} is a name already: {known[name]}; choose another name"
        elif name in marks.values():
            yield at, f"{name!r} is already the mark of a word for a bid; choose another name"
        if {"symbol": OWN} in (cards if isinstance(cards, list) else [cards]):
            yield at, "own cards cannot be asked about here, since roles may move; name the symbol"
    for word, mark in marks.items():
        taken = {**bids.BID_NAMES, **SCORE_NAMES}
        if mark in taken:
            at = ("bidding", "spoken", word, "mark")
            yield at, f"{mark!r} is a name already: {taken[mark]}; choose another name"


def asks_nothing(rules: TrickRules) -> Iterator[LintFault]:
    """Names for cards held that no word of bidding asks about."""
    for name in rules.held_names.keys() - rules.bid_names:
        message = f"no word of bidding asks about {name!r}; write for example `only: bid == {name}`"
        yield ("bidding", "holds", name), message
    for rule in rules.bidding if rules.bid_at_once else ():
        if told := rule.names & {"bids", "spoken", "last", "partner_bid"}:
            yield rule.pointer, f"all bid at once, so nobody knows {min(told)!r}; remove this, or `first: at_once`"
    yield from _by_cards(rules)


def _by_cards(rules: TrickRules) -> Iterator[LintFault]:
    """Yield bids by cards that no hand can say, that are beyond its tricks, or that are always the same."""
    if rules.by_cards is None:
        return
    at: Pointer = ("bidding", "by_cards")
    many, cards = counted(rules.by_cards.many, "cards"), rules.cards_in_hand(1)
    if rules.by_cards.many >= cards:
        yield rules.ruleset.latest((*at, "put_away"), ("deal",)), f"{many} are put away from a hand of {cards}"
        return
    said, tricks = rules.by_cards.bids(rules.pack), rules.tricks_counted(cards, rules.players)
    if said >> tricks + 1:
        yield (*at, "suits"), f"{many} can say a bid of {said.bit_length() - 1}; a hand has {counted(tricks, 'tricks')}"
    elif said.bit_count() == 1:
        yield (*at, "suits"), f"whatever cards are put away, the bid is {said.bit_length() - 1}"


def order_faults(deck: Deck, data: Mapping[str, Any], *, known: bool) -> Iterator[LintFault]:
    """Yield every fault of trump and the order of cards; those that follow from the cards only if all names are `known`."""
    trick = data["trick"]
    suits = list(deck.suits)
    yield from _orders(deck, trick.get("order"))
    yield from _ranks(deck, ("trick", "no_trump_order"), trick.get("no_trump_order"), suits)
    wrong = [*_special_cards(deck, data)]
    yield from wrong
    if known and not wrong:
        possible = ranking.possible_trumps(trick, deck)
        yield from _suitless(deck, data, possible)
        yield from _no_trump_for(data, possible)
        yield from _unplaced(deck, data, [suits[trump] for trump in sorted(possible) if trump >= 0])


def _orders(deck: Deck, order: ranking.Order) -> Iterator[LintFault]:
    """Orders of suits or colours that the deck does not have, or that do not name each of their ranks."""
    if not isinstance(order, Mapping):
        yield from _ranks(deck, ("trick", "order"), order, deck.suits)
        return
    for name, ranks in order.items():
        suits = [suit for suit in deck.suits if name in (suit, deck.colours.get(suit))]
        if suits:
            yield from _ranks(deck, ("trick", "order", name), ranks, suits)
        else:
            known = [*deck.suits, *dict.fromkeys(deck.colours.values())]
            message = f"{name!r} is neither a suit nor a colour of {deck.title}"
            yield ("trick", "order", Key(name)), unknown_name(message, name, known, "those are")


def _ranks(deck: Deck, at: Pointer, order: Sequence[str] | None, suits: Collection[str]) -> Iterator[LintFault]:
    ranks = list(dict.fromkeys(card.rank for card in deck.cards if card.suit in suits))
    if order and sorted(order) != sorted(ranks):
        yield at, f"the order must name each rank of {deck.title} once: {', '.join(ranks)}"


def _special_cards(deck: Deck, data: Mapping[str, Any]) -> Iterator[LintFault]:
    """Yield trumps that are not listed, cards above the whole order of trumps, and cards of a suit outside the suits."""
    trick = data["trick"]
    always, trump = trick.get("always_trump", ()), trick["trump"]
    if not always and (trump == "always" or (isinstance(trump, dict) and "always" in trump["cycle"])):
        yield ("trick", "trump"), "no card is always a trump; list such cards in `trick: {always_trump: […]}`"
    for place, entry in enumerate(trick.get("trump_order", ())):
        if isinstance(entry, str) and entry in always:
            message = f"{entry} is always a trump, above all others; remove it here or from `always_trump`"
            yield ("trick", "trump_order", place), message
    for card in data["outside"]:
        if card in deck.by_id and (suit := deck.cards[deck.by_id[card]].suit):
            message = f"{card} is a card of {deck.suits[suit]}; only cards of no suit are outside the suits"
            yield ("outside", card), message


def _suitless(deck: Deck, data: Mapping[str, Any], possible: frozenset[int]) -> Iterator[LintFault]:
    """Cards without a suit for which the ruleset does not say what they do, in every hand or in one without trump."""
    trick = data["trick"]
    always = set(trick.get("always_trump", ()))
    trumps = always | {entry for entry in trick.get("trump_order", ()) if ranking.is_card(deck, entry)}
    for card in deck.cards:
        if card.suit or card.id in data["outside"]:
            continue
        says = f"`outside: {{{card.id}: {{wins: never}}}}`"
        if card.id not in trumps:
            yield ("deck",), f"{card.id} has no suit; say what it does with {says}, or make it a trump"
        elif ranking.NO_TRUMP in possible or (ranking.ALWAYS in possible and card.id not in always):
            yield ("deck",), f"{card.id} has no suit in a hand without trump; say what it does there with {says}"


def _no_trump_for(data: Mapping[str, Any], possible: frozenset[int]) -> Iterator[LintFault]:
    """Words that no hand ever uses: there is no trump in any hand, or in every hand."""
    trick = data["trick"]
    switched_off = any("trump" in words.get("switch_off", "") for words in data["powers"].values())
    if trick.get("always_trump") and possible == {ranking.NO_TRUMP}:
        yield ("trick", "always_trump"), "there is no trump that these cards could be above; set `trick: {trump: …}`"
    if trick.get("trump_order") and possible <= {ranking.NO_TRUMP, ranking.ALWAYS}:
        yield ("trick", "trump_order"), "there is no trump suit that could rank in this order; set `trick: {trump: …}`"
    if trick.get("no_trump_order") and ranking.NO_TRUMP not in possible and not switched_off:
        yield ("trick", "no_trump_order"), "there is a trump in every hand; write the order of plain suits as `order:`"


def _unplaced(deck: Deck, data: Mapping[str, Any], trumps: list[str]) -> Iterator[LintFault]:
    """Trumps that an order of trumps does not place, and entries that match no card of some suit."""
    trick, left_out = data["trick"], data["leave_out"]
    order: list[ranking.Entry] = trick.get("trump_order", [])
    for (place, entry), suit in product(enumerate(order), trumps):
        message = (
            "" if ranking.named(deck, entry, suit) else f"while {deck.suits[suit]} are trump, this matches no card"
        )
        if not isinstance(entry, str) and not deck.same_colour(suit):
            message = f"no other suit of {deck.title} has the colour of {deck.suits[suit]}; set `colour:` for its suits"
        if message:
            yield ("trick", "trump_order", place), message
            return
    packs = [deck.all & ~choose(left_out.get(str(players), []), deck) for players in data.get("players", ())]
    dealt = reduce(or_, packs, 0) if packs else deck.all
    for suit in trumps if order else ():
        placed = ranking.trump_places(deck, order, suit).keys() | {
            deck.by_id[card] for card in trick.get("always_trump", ())
        }
        trump_cards = [card for card in deck.cards if card.suit == suit and dealt >> card.number & 1]
        if missing := [card.id for card in trump_cards if deck.by_id[card.id] not in placed]:
            every = f"while {deck.suits[suit]} are trump it does not mention {missing[0]}"
            yield ("trick", "trump_order"), f"the order must place every trump; {every}"
            return


def scoring_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield everything that is wrong with them."""
    data = ruleset.full
    yield from _counts(data)
    yield from _named_twice(ruleset, data)
    yield from _declarations(ruleset, data)
    yield from _unpooled(ruleset, data)


def _unpooled(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Parts that are not pooled although nobody has a partner, or the partners have one score all the game."""
    bidding = data.get("bidding") or {}
    for name, part in data["scoring"].items():
        if part["pooled"]:
            continue
        at: Pointer = ("scoring", name, "pooled")
        if part["each"] == "side":
            yield at, "a side scores as one; `pooled: false` goes with `each: player`"
        elif data["partners"] != "none":
            message = "partners have one score all game; `pooled: false` is for the sides that an auction makes"
            yield ruleset.latest(at, ("partners",)), message
        elif "calls" not in bidding or bidding["declarer"]["with"] == "partner":
            yield at, "everybody plays alone, so nothing is pooled; remove this line"


def is_played(data: dict[str, Any], what: str) -> bool:
    if what == "roles":
        return "roles" in data
    trick = data["trick"]
    return bool(trick[what] != "none" or (what == "trump" and trick.get("always_trump")))


def _named_twice(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Counts, options and definitions whose name already means something in formulas."""
    known: dict[str, tuple[Pointer, str]] = {
        name: ((), f"a name already: {says}") for name, says in SCORE_NAMES.items()
    }
    named: list[tuple[Pointer, str, str]] = [(("count", name), name, "a count") for name in data["count"]]
    for choice, words in data["choices"].items():
        options = enumerate(words["options"])
        named += [(("choices", choice, "options", place), name, "an option") for place, name in options]
    named += [(("declare", name), name, "a declaration") for name in data["declare"]]
    named += [(("carry", name), name, "a carried value") for name in data["carry"]]
    named += [(("define", name), name, "a definition") for name in data["define"]]
    for pointer, name, what in named:
        if name in known:
            other, says = known[name]
            yield ruleset.latest(pointer, other) if other else pointer, f"{name!r} is {says}; choose another name"
        known.setdefault(name, (pointer, f"{what} already"))


def _declarations(ruleset: Ruleset, data: dict[str, Any]) -> Iterator[LintFault]:
    """Declarations of more cards than the deck has, or of nothing, or that no formula asks for."""
    deck = ruleset.deck
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))
    for name, words in data["declare"].items():
        at: Pointer = ("declare", name)
        written = ruleset.data["declare"][name]
        if sum(key in words for key in ("ranks", "cards", "run")) != 1:
            yield at, "a declaration has exactly one of `ranks:`, `cards:` and `run:`"
            continue
        if words.get("run", 0) > len(ranks):
            yield (*at, "run"), f"there is no run of {words['run']} cards; {deck.title} has {len(ranks)} ranks"
            continue
        if "run" in words and "suits" in written:
            yield (*at, "suits"), "a run is of one suit, the suit of its highest card; `suits` goes with `ranks`"
        for key in ("ranks", "cards"):
            listed = words.get(key, ())
            for place, one in enumerate(listed):
                there = max((card.copies for card in deck.cards if one in (card.rank, card.id)), default=len(listed))
                if listed.count(one) > there:
                    yield (*at, key, place), f"{one} is listed more often than it is in {deck.title}"
                    break
        if "cards" in words and "suits" in written:
            yield (*at, "suits"), "these cards have their suits already; `suits` goes with `ranks`"
        if words["suits"] == "trump" and "ranks" in words and not is_played(data, "trump"):
            yield (*at, "suits"), "there are no trumps in this game"
        one_suit = len({card.suit for card in deck.cards if card.id in words.get("cards", ())}) < 2
        for key, asks, so in (
            ("points", isinstance(words["points"], dict), "ranks" in words and words["suits"] == "same"),
            ("sets_trump", words["sets_trump"] != NEVER, one_suit and words["suits"] == "same"),
        ):
            if asks and not so:
                message = f"`{key}` goes by the suit, and these cards are not of one suit that is declared with them"
                yield (*at, key), message
        if words["sets_trump"] != NEVER and words["when"] in (FIRST_TURN, PLAYING):
            yield (*at, "sets_trump"), "trump does not change within a trick; write `when: leading`"
        if words["from_trick"] > 1 and words["when"] in (BEFORE_PLAY, FIRST_TURN):
            yield (*at, "from_trick"), "this is declared in the first trick or before it; write `when: leading`"
    setting = [name for name, words in data["declare"].items() if words["sets_trump"] != NEVER]
    trumps = [("trick", key) for key in ("trump", "first_trump") if data["trick"].get(key) == ranking.BY_DECLARING]
    if trumps and not setting:
        yield trumps[0], "nothing that is declared sets trump; write `sets_trump: always` where a declaration does"
    elif setting and not trumps:
        yield ("declare", setting[0], "sets_trump"), "trump is set otherwise; write `trick: {trump: declared}`"
    elif other := next((name for name, words in data["declare"].items() if setting and words["suits"] == "trump"), ""):
        yield ("declare", other, "suits"), "what is trump may change after this was declared; write `suits: same`"


def _counts(data: dict[str, Any]) -> Iterator[LintFault]:
    """Yield counts of two things, of nothing, of cards that cannot fall like that, and of trumps where there are none."""
    for name, what in data["count"].items():
        if not isinstance(what, dict):
            continue
        at: Pointer = ("count", name)
        if is_points(what) and not is_extreme(what):
            if not any(points for of in ("points", "trump_points") for points in what.get(of, {}).values()):
                yield at, "no card is worth any points here; write for example {points: {A: 11}}"
            if what.get("trump_points") and not is_played(data, "trump"):
                yield (*at, "trump_points"), "there are no trumps that these points could be for"
        asked = [word for word in ("cards", *EXTREMES) if word in what] + ["points"] * is_points(what)
        limits = [word for word in FALLING if word in what]
        if asked[:2] == [*EXTREMES]:
            yield (*at, asked[1]), "a count is of the highest card or of the lowest; give the other a name of its own"
        elif len(asked) > 1:
            message = f"a count is of one thing, not of `{asked[0]}:` and `{asked[1]}:`"
            yield at, f"{message}; give the other a name of its own"
        elif limits and not asked:
            message = f"`{limits[0]}:` needs `cards:`, `points:`, `highest:` or `lowest:`; add one of them"
            yield (*at, limits[0]), message
        if what.get("wins") and "caught" in what:
            yield (*at, "caught"), "a card that wins its trick is never caught; remove `caught` or `wins`"
