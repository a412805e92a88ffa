"""A trick ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.decks import rows
from referee.core.family import Line, Section, Unsound
from referee.core.formula import FormulaError
from referee.core.formula_parser import FormulaFault
from referee.core.formula_words import amount, condition
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, called_in, cases, deck_and_players, in_points, plain, sections
from referee.core.wording import listed
from referee.engines.trick.explain.lint_words import sides_by_auction
from referee.engines.trick.explain.summary import brief as brief
from referee.engines.trick.explain.summary import spoken_when
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import BEFORE_PLAY, FIRST_TURN, LEADING, PLAYING
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.engines.trick.words.ranking import is_card
from referee.engines.trick.words.selectors import bans_nothing, in_plural, in_words, is_extreme, is_points


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known about each card of the deck: suit, rank, symbols, its power in words."""
    left_out = None if players is None else CompiledRules(ruleset, players).left_out()
    powers = ruleset.full["powers"]
    known = []
    for row in rows(ruleset.deck):
        does = {"power": power(powers.get(row["card"], {}))} if powers else {}
        out = {} if left_out is None else {"left_out": row["card"] in left_out}
        known.append({**row, **does, **_points(ruleset, row), **out})
    return known


def _points(ruleset: Ruleset, row: dict[str, Any]) -> dict[str, Any]:
    """Return what a card is worth in tricks, if cards are worth points: by the name of the count, if there are several."""
    counts = {name: what for name, what in ruleset.full["count"].items() if is_points(what)}
    return {
        key if len(counts) == 1 else f"{name}_{key}": table.get(row["card"], table.get(row["rank"], 0))
        for name, what in counts.items()
        for key, table in what.items()
    }


def power(words: dict[str, Any]) -> str:
    """Return what a card does to a trick."""
    said = []
    if "trick_goes_to" in words:
        goes_to = {
            "lowest": "its lowest card",
            "lowest_without_grace": "its lowest card that is not Grace",
            "highest": "its highest card of any suit",
            "leader": "the player who led it",
            "player": "the player of this card",
            "last_player": "the player who played last",
        }[words["trick_goes_to"]]
        said.append(f"the trick goes to {goes_to}")
    if "switch_off" in words:
        off = words["switch_off"]
        said.append(f"no {off if isinstance(off, str) else ' or '.join(off)} in this trick")
    if "rotate_roles" in words:
        said.append(f"every role moves one player to the {words['rotate_roles']}")
    return ", and ".join(said)


PLAN = {
    "Cards": ("deck", "leave_out", "partners", "direction", "roles"),
    "Deal": ("deal", "pass"),
    "Bidding": ("turned", "bidding"),
    "Declarations": ("declare",),
    "Play": ("play", "talon", "stock"),
    "Winning a trick": (
        "trick.wins", "trick.first_trump", "trick.trump", "trick.always_trump", "trick.order", "trick.trump_order",
        "trick.no_trump_order", "outside", "trick.grace", "trick.grace_until", "powers", "trick.clash", "trick",
    ),
    "Scoring": ("vulnerable", "count", "define", "choices", "scoring", "carry", "bags"),
    "End": ("end",),
}  # fmt: skip
MAKES = {"none": "no trump", "always": "no suit is trump"}
"""What a bid sets if it sets no suit as trump."""
LED = {"next_suit": "the suit of the next card", "no_suit": "no suit"}
SEATS = {
    "left_of_dealer": "The player left of the dealer",
    "right_of_dealer": "The player right of the dealer",
    "dealer": "The dealer",
    "high_bidder": "The highest bidder",
    "declarer": "The declarer",
    "left_of_declarer": "The player left of the declarer",
    "most_tricks": "The winner of most tricks in the previous hand",
}


def describe(ruleset: Ruleset) -> list[Section]:
    """Return the rules in force, section by section."""
    return sections(ruleset, PLAN, COMPUTED)


def _left_out(ruleset: Ruleset) -> Iterator[Line]:
    for players, without in ruleset.full["leave_out"].items():
        yield Line(f"With {players} players, leave out {in_plural(without, ruleset.deck)}.", ("leave_out", players))


def _roles(ruleset: Ruleset) -> Iterator[Line]:
    roles = ", ".join(ruleset.full["roles"]["choose"])
    yield Line(f"Each player holds a different role: {roles}.", ("roles", "choose"))


def _rotation(ruleset: Ruleset) -> Iterator[Line]:
    if any("rotate_roles" in words for words in ruleset.full["powers"].values()):
        yield from plain(ruleset, "roles", "rotation_lasts")


def _sequence(ruleset: Ruleset) -> Iterator[Line]:
    sequence = ruleset.full["deal"].get("sequence")
    if sequence:
        hands = "-".join(map(str, sequence))
        yield Line(f"{len(sequence)} hands: {hands} cards each.", ("deal", "sequence"))


def _pass(ruleset: Ruleset) -> Iterator[Line]:
    passing = ruleset.full.get("pass")
    if passing:
        ways = ", ".join(f"{to} seats to the left" if isinstance(to, int) else to for to in passing["to"])
        yield Line(f"Before play each player passes {passing['cards']} cards, hand by hand: {ways}.", ("pass",))


def _limited(ruleset: Ruleset, name: str, says: str) -> Iterator[Line]:
    """Yield a word of bidding that applies only in some hands, described by their cards, or by its formula if necessary."""
    if ruleset.full["bidding"].get(name, False) is False:
        return
    try:
        when = spoken_when(ruleset, [CompiledRules(ruleset, players) for players in ruleset.data["players"]], name)
    except (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError):
        when = " when"
    if when is None:
        never = condition(ruleset.get("bidding", name), called_in(ruleset))
        yield Line(f"{says} when {never}, which never happens in this game.", ("bidding", name))
    elif when.startswith(" when"):
        yield from plain(ruleset, "bidding", name)
    else:
        hands = when.replace(" but at ", ", except in hands of ").replace(" at ", " in hands of ")
        yield Line(f"{says}{hands}{' cards' * bool(hands)}.", ("bidding", name))


def _calls(ruleset: Ruleset) -> Iterator[Line]:
    """Yield the bids of an auction from low to high, and what strains and named bids mean."""
    bidding, suits = ruleset.full["bidding"], ruleset.deck.suits
    if "calls" not in bidding:
        return
    try:
        auction = CompiledRules(ruleset, ruleset.data["players"][0]).auction
    except (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError):
        return
    assert auction
    yield Line(f"Bids, from low to high: {auction.listed_bids()}. Everybody may pass.", ("bidding", "calls"))
    for section in ("strains", "names"):
        for name, entry in bidding["calls"][section].items():
            makes = _makes(entry, suits)
            if makes:
                yield Line(f"{name}: {makes}.", ("bidding", "calls", section, name))


def _makes(entry: dict[str, Any], suits: dict[str, str]) -> str:
    """Return what a strain or a contract means: its trump and its numbers."""
    trump = entry.get("trump")
    makes = [] if trump is None else [MAKES.get(trump) or f"{suits[trump]} are trump"]
    return ", ".join(
        [*makes, *(f"{key.replace('_', ' ')} {entry[key]}" for key in entry if key not in ("trump", "rank"))]
    )


def _contracts(ruleset: Ruleset) -> Iterator[Line]:
    """Yield the contracts that the declarer may name."""
    contracts = ruleset.full["bidding"]["contracts"]
    if contracts:
        names = listed(list(contracts), "or")
        yield Line(f"Once the auction is over, the declarer names a contract: {names}.", ("bidding", "contracts"))
    for name, entry in contracts.items():
        makes = _makes(entry, ruleset.deck.suits)
        if makes:
            yield Line(f"{name}: {makes}.", ("bidding", "contracts", name))


def _marks(ruleset: Ruleset) -> Iterator[Line]:
    """Yield what may be said with a bid, with the contract that is named, or by a defender."""
    bidding = ruleset.full["bidding"]
    what = "contract" if bidding["contracts"] else "bid"
    for mark, words in bidding["marks"].items():
        defender = words["by"] == "defender"
        only = "" if words["only"] is True else f", when {condition(words['only'], called_in(ruleset))}"
        when = "by a defender after the auction" if defender else f"with a {what}{only}"
        then = ["the declarer's hand lies open"] * (words["hand"] == "open")
        then += [f"the {'defender' if defender else 'declarer'}'s partner does not play"] * (
            words["partner"] == "sits_out"
        )
        out = f"; then {' and '.join(then)}" if then else ""
        yield Line(f'"{mark}" may be said {when}{out}.', ("bidding", "marks", mark))


def _spoken(ruleset: Ruleset) -> Iterator[Line]:
    """Yield what the words for bids mean."""
    for word, said in (ruleset.full["bidding"].get("spoken") or {}).items():
        also = f", said as {said['mark'].replace('_', ' ')}" if isinstance(said, dict) else ""
        number = said["bid"] if isinstance(said, dict) else said
        yield Line(f'"{word}" means {amount(number, called_in(ruleset))}{also}.', ("bidding", "spoken", word))


def _holds(ruleset: Ruleset) -> Iterator[Line]:
    """Yield what the words of bidding may ask about a hand."""
    for name, held in ruleset.full["bidding"]["holds"].items():
        says = f"{name.replace('_', ' ')}: how many of {in_plural(held, ruleset.deck)} the bidder holds."
        yield Line(says, ("bidding", "holds", name))


def _leads(ruleset: Ruleset) -> Iterator[Line]:
    leads = ruleset.full["play"]["leads"]
    first = SEATS[leads] if isinstance(leads, str) else f"The holder of {in_words(leads['holder_of'], ruleset.deck)}"
    yield Line(f"{first} leads first; the winner of a trick leads the next.", ("play", "leads"))


def _if_able(ruleset: Ruleset) -> Iterator[Line]:
    for name, argument in ruleset.full["play"].get("if_able", {}).items():
        if not bans_nothing(argument):
            yield Line(PLAY_WORDS[name].says(argument, ruleset.deck), ("play", "if_able", name))


def _late(ruleset: Ruleset) -> Iterator[Line]:
    """Yield what may be played once the stock is out, if that changes."""
    for name, argument in (ruleset.get("stock", "when_out", "if_able") or {}).items():
        at = ("stock", "when_out", "if_able", name)
        if bans_nothing(argument):
            yield Line(f"Once the stock is out, {name.replace('_', ' ')} no longer applies.", at)
        else:
            says = PLAY_WORDS[name].says(argument, ruleset.deck)
            yield Line(f"Once the stock is out: {says[0].lower()}{says[1:]}", at)


def _trump(ruleset: Ruleset) -> Iterator[Line]:
    trick, suits = ruleset.full["trick"], ruleset.deck.suits
    trump, first = trick["trump"], trick.get("first_trump")
    said = {
        "none": "There is no trump.",
        "named": f"{SEATS[trick['named_by']]} names the trump suit.",
        "turned_up": "A turned-up card sets trump.",
        "led": "The first card led sets trump.",
        "contract": "The contract sets trump.",
        "always": "No suit is trump.",
    }
    if first:
        sentence = said[first][0].lower() + said[first][1:] if first in said else f"{suits[first]} are trump."
        yield Line(f"In the first hand, {sentence}", ("trick", "first_trump"))
    if isinstance(trump, dict):
        yield Line(f"Trump changes hand by hand: {', '.join(trump['cycle'])}.", ("trick", "trump"))
    else:
        yield Line(said.get(trump) or f"{suits[trump]} are trump.", ("trick", "trump"))


def _named_from(ruleset: Ruleset) -> Iterator[Line]:
    trick, suits = ruleset.full["trick"], ruleset.deck.suits
    if "named" in (trick["trump"], trick.get("first_trump")) and "named_from" in trick:
        named = [suits.get(suit, "no trump") for suit in trick["named_from"]]
        yield Line(f"Trump may be {listed(named, 'or')}.", ("trick", "named_from"))


def _always_trump(ruleset: Ruleset) -> Iterator[Line]:
    trump, cards = ruleset.full["trick"]["trump"], ruleset.full["trick"].get("always_trump")
    if cards:
        always = f"Always trumps, lowest first: {', '.join(cards)}."
        without = trump == "named" or (isinstance(trump, dict) and "none" in trump["cycle"])
        if without and not ruleset.full["trick"].get("no_trump_order"):
            always += " In a hand without trump each is the highest card of its own suit."
        yield Line(always, ("trick", "always_trump"))


def _order(ruleset: Ruleset) -> Iterator[Line]:
    order = ruleset.full["trick"].get("order")
    if order:
        yield Line(f"Ranks from low to high: {' '.join(order)}.", ("trick", "order"))


def _no_trump_order(ruleset: Ruleset) -> Iterator[Line]:
    order = ruleset.full["trick"].get("no_trump_order")
    if order:
        yield Line(f"Without trump, ranks from low to high: {' '.join(order)}.", ("trick", "no_trump_order"))


def _trump_order(ruleset: Ruleset) -> Iterator[Line]:
    order, deck = ruleset.full["trick"].get("trump_order"), ruleset.deck
    if order:
        listed = [entry if isinstance(entry, str) else f"{entry['rank']} of the same colour" for entry in order]
        says = f"Trumps from low to high: {', '.join(listed)}."
        if any(isinstance(entry, dict) or is_card(deck, entry) for entry in order):
            says += " A card of another suit among these belongs to the trump suit only."
        yield Line(says, ("trick", "trump_order"))


def _outside(ruleset: Ruleset) -> Iterator[Line]:
    for card, words in ruleset.full["outside"].items():
        said = [
            {"always": "beats every card of a suit", "never": "beats no card"}[words["wins"]],
            {"any_time": "may be played at any time", "if_void": "may be played only by a player who is void"}[
                words["play"]
            ],
            f"asks for {LED[words['led']]} when it is led",
            *(["goes back to its player"] if words["goes_back"] else []),
        ]
        yield Line(f"{card} has no suit: it {'; it '.join(said)}.", ("outside", card))


def _powers(ruleset: Ruleset) -> Iterator[Line]:
    for card, words in ruleset.full["powers"].items():
        yield Line(f"{card}: {power(words)}.", ("powers", card))


def _clash(ruleset: Ruleset) -> Iterator[Line]:
    if sum("trick_goes_to" in words for words in ruleset.full["powers"].values()) > 1:
        yield from plain(ruleset, "trick", "clash")


def _vulnerable(ruleset: Ruleset) -> Iterator[Line]:
    hands = ruleset.full["vulnerable"]
    if isinstance(hands, str):
        so = condition(hands, called_in(ruleset))
        yield Line(f"A player is vulnerable when {so}.", ("vulnerable",))
    elif hands:
        yield Line(f"Vulnerable, hand by hand: {', '.join(hands)}.", ("vulnerable",))


def _count(ruleset: Ruleset) -> Iterator[Line]:
    for name, what in ruleset.full["count"].items():
        if is_extreme(what):
            which = "highest" if "highest" in what else "lowest"
            whose = "played" if what.get("to") == "player" else "took"
            cards = in_plural(what[which], ruleset.deck)
            yield Line(f"{name}: 1 for whoever {whose} the {which} of the {cards} in this hand.", ("count", name))
            continue
        if not is_points(what):
            cards = in_words(what, ruleset.deck)
            yield Line(f"{name}: how many times the player took {cards}.", ("count", name))
            continue
        tables = [("", what.get("points")), ("trumps ", what.get("trump_points"))]
        worth = "; ".join(
            of + ", ".join(f"{card} {points}" for card, points in table.items()) for of, table in tables if table
        )
        yield Line(f"{name}: the points of the cards that the player took: {worth}.", ("count", name))


WHEN = {
    BEFORE_PLAY: "before play",
    FIRST_TURN: "at a player's turn in the first trick",
    LEADING: "by the player about to lead, who then leads one of its cards",
    PLAYING: "at a player's turn, who then plays one of its cards",
}


def _declare(ruleset: Ruleset) -> Iterator[Line]:
    for name, words in ruleset.full["declare"].items():
        if "cards" in words:
            cards = " ".join(words["cards"])
        elif "run" in words:
            cards = f"{words['run']} cards of one suit in a row"
        else:
            of = {"same": "of one suit", "trump": "of trumps", "each": "of every suit"}[words["suits"]]
            cards = f"{' '.join(words['ranks'])} {of}"
        worth = in_points(words["points"], called_in(ruleset))
        says = f"{name.replace('_', ' ')}: {cards}, declared {WHEN[words['when']]}, for {worth}"
        if words.get("kind", name) != name:
            says += f"; it shares no card with another {words['kind']}"
        if "compared" in words:
            says += "; only the side with the best of these scores its own"
        yield Line(f"{says}.", ("declare", name))


def _choices(ruleset: Ruleset) -> Iterator[Line]:
    for name, choice in ruleset.full["choices"].items():
        options = listed([option.replace("_", " ") for option in choice["options"]], "or")
        so = condition(choice["when"], called_in(ruleset))
        yield Line(f"Before the hand is scored, a player chooses {options} when {so}.", ("choices", name))


def _bags(ruleset: Ruleset) -> Iterator[Line]:
    bags = ruleset.full.get("bags")
    if bags:
        due = f"every {bags['limit']} of them score {bags['points']} points"
        many = amount(bags["count"], called_in(ruleset))
        yield Line(f"Bags are carried from hand to hand. Each hand adds {many}; {due}.", ("bags",))


def _last_hand(ruleset: Ruleset) -> Iterator[Line]:
    if "when" not in ruleset.full["end"] and "sequence" in ruleset.full["deal"]:
        yield Line("The game ends after the last hand.", ("deal", "sequence"))
    yield from plain(ruleset, "end", "when")


def _whose(ruleset: Ruleset, part: Mapping[str, Any]) -> str:
    """For whom a part of the score counts: a player's own may count for the whole side."""
    shared = ruleset.full["partners"] != "none" or sides_by_auction(ruleset.full)
    return f", each {part['each']}{' for the side' * (shared and part['pooled'] and part['each'] == 'player')}"


COMPUTED: Computed = {
    "deck": deck_and_players,
    "leave_out": _left_out,
    "roles.choose": _roles,
    "roles.rotation_lasts": _rotation,
    "deal.sequence": _sequence,
    "pass": _pass,
    "bidding.all_or_nothing": lambda ruleset: _limited(ruleset, "all_or_nothing", "A bid is all or nothing"),
    "bidding.hook": lambda ruleset: _limited(ruleset, "hook", "The bids may not add up to the number of cards dealt"),
    "bidding.calls": _calls,
    "bidding.contracts": _contracts,
    "bidding.marks": _marks,
    "bidding.spoken": _spoken,
    "bidding.holds": _holds,
    "play.leads": _leads,
    "play.if_able": _if_able,
    "stock.when_out.if_able": _late,
    "trick.trump": _trump,
    "trick.named_from": _named_from,
    "trick.always_trump": _always_trump,
    "trick.order": _order,
    "trick.trump_order": _trump_order,
    "trick.no_trump_order": _no_trump_order,
    "outside": _outside,
    "powers": _powers,
    "trick.clash": _clash,
    "vulnerable": _vulnerable,
    "count": _count,
    "choices": _choices,
    "declare": _declare,
    "scoring": lambda ruleset: cases(ruleset, "scoring", partial(_whose, ruleset)),
    "bags": _bags,
    "end.when": _last_hand,
}
"""The sentences that need more than the value of a word."""
