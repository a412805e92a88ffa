"""A trick ruleset in a player's words, made from its values.

Also in one line: 'Illuminate, 2–4 players, exact bids, …'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from referee.core import selectors
from referee.core.cards import members, rows
from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.family import RuleLine, Unsound
from referee.core.formula import Formula, FormulaError, Value
from referee.core.formula_parser import FormulaFault
from referee.core.formula_words import amount, condition
from referee.core.leading import leader_in_words
from referee.core.merging import at as value_at
from referee.core.ruleset import Ruleset
from referee.core.sentences import (
    Computed,
    called_in,
    cases,
    in_a_line,
    in_points,
    of_parts,
    one_each,
    sections,
)
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.words.bids import EACH_DEFENDER, SAME_FOR_ALL
from referee.engines.trick.words.counts import (
    ANYHOW,
    bans_nothing,
    cards_of,
    how_cards_fell,
    is_extreme,
    is_points,
    is_table,
)
from referee.engines.trick.words.declarations import NEVER
from referee.engines.trick.words.plays import called_card_rule
from referee.engines.trick.words.ranking import Entry, Order, is_card, may_lack_trump
from referee.engines.trick.words.scoring import Hand

UNSOUND = (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions that compiling or asking a ruleset may raise that is not sound; lint says what is wrong with it."""
EXACT, AT_LEAST = "exact", "at least"
"""The aim of a bid: to hit it exactly, or to reach it."""


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """A row for each card of the deck: suit, rank, symbols, its power in words, its points. With a number of players it
    also says whether the card is left out of the deck."""
    left_out: set[str] | None = None
    rules = None
    if players is not None:
        rules = _rules_at_table(ruleset, players)
        left_out = set(rules.deck.names(rules.deck.all & ~rules.pack))
    powers = ruleset.full["powers"]
    tables = _tables_of_points(ruleset)
    known = []
    for row in rows(ruleset.deck):
        card = row["card"]
        about = dict(row)
        if powers:
            about["power"] = ", and ".join(_does(ruleset, "powers", powers.get(card, {})))
        for name, points in tables.items():
            about[name] = points.get(card, points.get(row["rank"], 0))
        if left_out is not None:
            about["left_out"] = card in left_out
        known.append(about)
    return known


def _tables_of_points(ruleset: Ruleset) -> dict[str, Words]:
    """The points of cards by card or rank, for each count that has such tables, by the name under which cards show them."""
    counts = {name: what for name, what in ruleset.full["count"].items() if is_table(what)}
    tables = {}
    for name, what in counts.items():
        for key in ("points", "trump_points"):
            if key in what:
                tables[key if len(counts) == 1 else f"{name}_{key}"] = what[key]
    return tables


def _rules_at_table(ruleset: Ruleset, players: int) -> TrickRules:
    """The rules for a number of players: those of a game that is there already, or else compiled for the purpose. Raises
    Unsound."""
    game = ruleset.tables.get(players)
    if game:
        rules: TrickRules = game.rules
        return rules
    return TrickRules(ruleset, players)


def _does(ruleset: Ruleset, section: str, words: Words) -> list[str]:
    """The effects of a card, from its words in a section such as `powers`, as parts of a sentence."""
    joined = {}
    for key, value in words.items():
        joined[key] = " or ".join(value) if isinstance(value, list) else value
    return [_clause(says) for says in of_parts(ruleset.words.at((section, "")), joined)]


def _clause(sentence: str) -> str:
    """Return a sentence as a part of another one."""
    return f"{sentence[:1].lower()}{sentence[1:]}".removesuffix(".")


PLAN = {
    "Cards": ("deck", "leave_out", "partners", "direction", "roles"),
    "Deal": ("deal", "pass"),
    "Bidding": ("turned", "bidding"),
    "Declarations": ("declare",),
    "Play": ("lead", "play", "talon", "stock"),
    "Winning a trick": (
        "trick.wins", "trick.first_trump", "trick.trump", "trick.named_by", "trick.always_trump", "trick.order",
        "trick.trump_order", "trick.no_trump_order", "outside", "trick.grace", "trick.grace_until", "powers", "trick.clash",
        "trick",
    ),
    "Scoring": ("vulnerable", "count", "define", "choices", "scoring", "sums_to", "carry", "bags", "revoke"),
    "End": ("end",),
}  # fmt: skip
TRUMPS = {
    "named": "trump named by a player",
    "turned_up": "trump turned up",
    "led": "the first card led sets trump",
    "contract": "the contract sets trump",
    "declared": "trump set by what is declared",
    "first_void": "the first card off suit sets trump",
    "always": "no trump suit",
}
"""Ways to set trump, in the line about the game."""
MAKES = {"none": "no trump", "always": "no suit is trump"}
"""Words for a bid that sets no suit as trump."""


def _turn_up(ruleset: Ruleset, who: str) -> str:
    says = ruleset.words.at(("turned", "goes_to")).sentence(who)
    if "first" in ruleset.full["deal"]:
        return says.replace("puts a card away", "is dealt a card fewer")
    return says


def _pass(ruleset: Ruleset, passing: Words) -> str:
    """The sentence about cards that are passed: by all before play, or after the bids by those for whom a formula
    holds."""
    if "owed" in passing:
        many = amount(passing["owed"], called_in(ruleset))
        return (
            f"After the deal whoever owes cards gives them, the dealer first, to those for whom the number is below 0: {many}. "
            "For each card the highest of its suit is given back."
        )
    many = number_of(passing["cards"], "cards")
    if "when" in passing:
        so = condition(passing["when"], called_in(ruleset))
        return f"After the bids a player passes {many} to the partner, and gets as many back, when {so}."
    ways = []
    for to in passing["to"]:
        if isinstance(to, int):
            ways.append(f"{to} seats to the left")
        else:
            ways.append(to)
    return f"Before play each player passes {many}, hand by hand: {', '.join(ways)}."


def _calls(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the bids of an auction from low to high, and what strains and named bids mean."""
    try:
        auction = _rules_at_table(ruleset, ruleset.data["players"][0]).auction
    except UNSOUND:
        return
    if auction:
        yield RuleLine(f"Bids, from low to high: {auction.bids_in_words()}. Everybody may pass.", ("bidding", "calls"))
        for section in ("strains", "names"):
            yield from _meanings(ruleset, ("bidding", "calls", section))


def _contracts(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the contracts that the declarer may name."""
    at = ("bidding", "contracts")
    names = in_list(ruleset.full["bidding"]["contracts"], "or")
    if names:
        yield RuleLine(f"Once the auction is over, the declarer names a contract: {names}.", at)
    yield from _meanings(ruleset, at)


THROWN_IN = {
    "next_deal": "the hand is thrown in, and the next player deals",
    "same_dealer": "the hand is thrown in, and the same dealer deals again",
}
"""What a bid means by which the hand is not played, by what follows."""


def _meanings(ruleset: Ruleset, at: tuple[str, ...]) -> Iterator[RuleLine]:
    """Yield a line for each strain, named bid or contract at a path of the ruleset: the suit that it makes trump, or
    none, and its numbers. One that says neither is skipped."""
    for name, entry in value_at(ruleset.full, at).items():
        trump = entry.get("trump")
        if trump is None:
            makes = []
        else:
            makes = [MAKES.get(trump) or f"{ruleset.deck.suits[trump]} are trump"]
        for key, number in entry.items():
            # a bid without a level has the level 0, which nobody says
            if key not in ("trump", "rank", "then") and (key, number) != ("level", 0):
                makes.append(f"{key.replace('_', ' ')} {number}")
        if entry.get("then") in THROWN_IN:
            makes.append(THROWN_IN[entry["then"]])
        if makes:
            yield RuleLine(f"{name}: {', '.join(makes)}.", at + (name,))


def _mark(ruleset: Ruleset, mark: str, words: Words) -> str:
    """The sentence about a mark: who may say it, with what and when, and what follows for the hand."""
    only = ""
    if words["only"] is not True:
        only = f", when {condition(words['only'], called_in(ruleset))}"
    if words["by"] == EACH_DEFENDER:
        then = ""
        if words["silent"] == "sits_out":
            then = "; one who does not sits this hand out"
        if words["nobody"] == "over":
            then += "; if nobody does, the hand is over"
        return f'Before play each defender in turn says "{mark}" or passes{only}{then}.'
    who = "declarer"
    when = f"with a bid{only}"
    if words["by"] == "defender":
        who = "defender"
        when = "by a defender after the auction"
    elif ruleset.full["bidding"]["contracts"]:
        when = f"with a contract{only}"
    follows = []
    if words["hand"] == "open":
        follows.append("the declarer's hand lies open")
    if words["partner"] == "sits_out":
        follows.append(f"the {who}'s partner does not play")
    if not follows:
        return f'"{mark}" may be said {when}.'
    return f'"{mark}" may be said {when}; then {" and ".join(follows)}.'


def _word_for_bid(ruleset: Ruleset, word: str, meaning: object) -> str:
    """The sentence about a word for a bid: what number it stands for, and under which mark it counts apart."""
    if not isinstance(meaning, dict):
        return f'"{word}" means {amount(meaning, called_in(ruleset))}.'
    also = ""
    if meaning["mark"]:
        also = f", said as {meaning['mark'].replace('_', ' ')}"
    return f'"{word}" means {amount(meaning["bid"], called_in(ruleset))}{also}.'


def _if_able(ruleset: Ruleset, name: str, argument: Any) -> str:
    """The sentence about which cards a word of play asks for; empty if it is switched off."""
    if bans_nothing(argument):
        return ""
    deck = ruleset.deck
    parts = dict[str, str]()
    if name == "called_card":
        run_from, thrown, kept = called_card_rule(argument)
        parts["runs"] = ""
        if run_from:
            parts["runs"] = f" unless you hold {run_from} cards of its suit"
        parts["kept"] = ""
        if not thrown:
            parts["kept"] = ", and do not throw it on another suit before"
        parts["own"] = ""
        if kept:
            parts["own"] = " The declarer keeps a card of that suit until it is led."
    elif name == "break_before_leading":
        argument = {key: value for key, value in argument.items() if value}
        many = argument.get("broken_at", 1)
        by = argument.get("broken_by", [])
        parts["by"] = selectors.in_words(by, deck)
        if many != 1:
            parts["by"] = f"{many} of {selectors.in_plural(by, deck)}"
        parts["cards"] = selectors.in_plural(argument["cards"], deck)
    elif argument is not True:
        parts["cards"] = selectors.in_words(argument, deck)
    return ruleset.words.at(("play", "if_able", name)).sentence(argument, parts=parts)


def _late(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what may be played once the stock is out, if that changes."""
    before = ruleset.full["play"].get("if_able", {})
    for name, argument in (ruleset.get("stock", "when_out", "if_able") or {}).items():
        at = ("stock", "when_out", "if_able", name)
        if not bans_nothing(argument):
            yield RuleLine(f"Once the stock is out: {_clause(_if_able(ruleset, name, argument))}.", at)
        elif not bans_nothing(before.get(name, False)):
            yield RuleLine(f"Once the stock is out, {name.replace('_', ' ')} no longer applies.", at)


def _always_trump(ruleset: Ruleset, cards: Sequence[str]) -> str:
    says = f"Always trumps, lowest first: {', '.join(cards)}."
    if may_lack_trump(ruleset.full, ruleset.deck):
        says += " Without trump each is a card of its own suit and ranks by its rank."
    return says


def _order(ruleset: Ruleset, order: Order) -> str:
    if not isinstance(order, Mapping):
        return f"Ranks from low to high: {' '.join(order or ())}."
    suits = ruleset.deck.suits
    each = [f"of {suits.get(name, f'{name} suits')} {' '.join(ranks)}" for name, ranks in order.items()]
    return f"Ranks from low to high: {in_list(each)}."


def _trump_order(ruleset: Ruleset, order: Sequence[Entry]) -> str:
    """The sentence about how trumps rank, and that cards of other suits among them are trumps only."""
    entries = []
    has_others = False
    for entry in order:
        if isinstance(entry, Mapping):
            entries.append(f"{entry['rank']} of the same colour")
            has_others = True
        else:
            entries.append(entry)
            has_others |= is_card(ruleset.deck, entry)
    says = f"Trumps from low to high: {', '.join(entries)}."
    if has_others:
        says += " A card of another suit among these belongs to the trump suit only."
    return says


VERBS = {
    (False, None): "took", (False, True): "caught", (False, False): "took from the own side",
    (True, None): "played", (True, True): "lost to the other side", (True, False): "kept from the other side",
}  # fmt: skip
"""Verbs for what a player did with the cards of a count: for who played them or not, and whether the other side caught them."""


def _count(ruleset: Ruleset, name: str, what: selectors.Selector | Words) -> str:
    """The sentence about a count: the points of cards that a player took, or how many of some cards, and how they must
    have fallen."""
    if isinstance(what, Mapping):
        fell = how_cards_fell(what)
    else:
        fell = ANYHOW
    did = VERBS[fell.to_player, fell.caught]
    where = ""
    if fell.tricks:
        where = f" in {in_list([_trick(number) for number in fell.tricks], 'or')}"
    where += {None: "", True: ", winning the trick", False: ", not winning the trick"}[fell.wins]
    if fell.until:
        where += f", before {fell.until.replace('_', ' ')} was declared"
    if is_extreme(what):
        which = "highest" if "highest" in what else "lowest"
        extreme = f"the {which} of the {selectors.in_plural(what[which], ruleset.deck)} in this hand"
        return f"{name}: 1 for whoever {did} {extreme}{',' if fell.tricks else ''}{where}."
    if not is_points(what):
        return f"{name}: how many times the player {did} {selectors.in_words(cards_of(what), ruleset.deck)}{where}."
    tables = [("", what.get("points", {})), ("trumps ", what.get("trump_points", {}))]
    each = []
    for of, table in tables:
        each.append((of, [f"{card} {points}" for card, points in table.items()]))
    worth = "; ".join(of + ", ".join(cards) for of, cards in each if cards)
    if fell.trick_worth:
        return f"{name}: how many tricks of {fell.trick_worth} points or more the player won{where}: {worth}."
    return f"{name}: the points of the cards that the player {did}{where}: {worth}."


def _trick(number: int) -> str:
    if number == 1:
        return "the first trick"
    if number == -1:
        return "the last trick"
    if number > 0:
        return f"trick {number}"
    return f"trick {-number} from the end"


def _cards_declared(words: Words) -> str:
    """Return the cards of a declaration in words; "" if something is said without cards."""
    if "cards" in words:
        return " ".join(words["cards"])
    if "run" in words:
        return f"{words['run']} cards of one suit in a row"
    if "ranks" not in words:
        return ""
    of = {"same": "of one suit", "trump": "of trumps", "each": "of every suit"}[words["suits"]]
    return f"{' '.join(words['ranks'])} {of}"


def _declare(ruleset: Ruleset, name: str, words: Words) -> str:
    cards = _cards_declared(words)
    points = words["points"]
    when = ruleset.words.at(("declare", name, "when"))
    if isinstance(points, dict):
        worth = in_list([f"{many} in {ruleset.deck.suits.get(suit, suit)}" for suit, many in points.items()])
    else:
        worth = in_points(points, called_in(ruleset))
    late = ""
    if words["from_trick"] > 1:
        late = f"from trick {words['from_trick']} on "
    if words["in_stock"]:
        late += f"while {words['in_stock']} cards or more are left to draw, "
    parts = [f"{late}{_clause(when.sentence(words['when']))}"]
    if cards:
        parts.insert(0, cards)
    if points != 0:
        parts.append(f"for {worth}")
    says = f"{name.replace('_', ' ')}: {', '.join(parts)}"
    if words["sets_trump"] != NEVER:
        says += f"; it makes its suit trump{', if it is the first of the hand' * (words['sets_trump'] == 'first')}"
    if words.get("kind", name) != name:
        says += f"; it shares no card with another {words['kind']}"
    if "compared" in words:
        says += "; only the side with the best of these scores its own"
        if words["better"] == "lower":
            says += ", and a run of lower cards is better than one of higher cards"
        elif words["better"] == "by_rank":
            says += ", of equal ones the one whose best card ranks higher in a hand without trump"
    then = ""
    if words["only"] is not True:
        then += " " + ruleset.words.at(("declare", name, "only")).sentence(words["only"])
    if "then" in words:
        then += " " + ruleset.words.at(("declare", name, "then")).sentence(words["then"])
    return f"{says}.{then}"


def _scoring(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the parts of the score, and for whom each counts: a player's own may count for the whole side."""
    bidding = ruleset.full.get("bidding") or {}
    shared = ruleset.full["partners"] != "none"
    if "calls" in bidding and bidding["declarer"]["with"] != "partner":
        shared = True

    def whose(part: Words) -> str:
        if shared and part.get("pooled", True) and part["each"] == "player":
            return ", each player for the side"
        return f", each {part['each']}"

    return cases(ruleset, "scoring", whose)


def _sequence(ruleset: Ruleset, hands: Sequence[int]) -> str:
    return f"{number_of(len(hands), 'hands')}: {'-'.join(map(str, hands))} cards each."


def _trumps_to_name(ruleset: Ruleset, suits: Sequence[str]) -> str:
    return f"Trump may be {in_list([ruleset.deck.suits.get(suit, 'no trump') for suit in suits], 'or')}."


def _by_cards(ruleset: Ruleset, said: Words) -> str:
    adds = in_list([f"{ruleset.deck.suits[suit]} {number}" for suit, number in said["suits"].items()])
    return (
        f"Each player bids by putting {number_of(said['put_away'], 'cards')} away face down. By suit a card adds to "
        f"the bid: {adds}; any other nothing."
    )


def _keep(ruleset: Ruleset, kept: selectors.Selector) -> str:
    cards = selectors.in_words(kept, ruleset.deck)
    return f"The declarer may not put away {cards} while there are enough other cards."


def _vulnerable(ruleset: Ruleset, hands: object) -> str:
    if isinstance(hands, list):
        return f"Vulnerable, hand by hand: {', '.join(hands)}."
    return f"A player is vulnerable when {condition(hands, called_in(ruleset))}."


def _bags(ruleset: Ruleset, bags: Words) -> str:
    return (
        f"Bags are carried from hand to hand. Each hand adds {amount(bags['count'], called_in(ruleset))}; "
        f"every {bags['limit']} of them score {bags['points']} points."
    )


def _revokes(ruleset: Ruleset, law: Sequence[Mapping[str, str]]) -> str:
    return f"Of revokes: {' '.join([case['text'] for case in law])}"


def _redress(ruleset: Ruleset, redress: Mapping[str, str]) -> str:
    return redress["text"]


def _leave_out(ruleset: Ruleset, players: str, without: selectors.Selector) -> str:
    return f"With {players} players, leave out {selectors.in_plural(without, ruleset.deck)}."


def _holds(ruleset: Ruleset, name: str, held: selectors.Selector) -> str:
    return f"{name.replace('_', ' ')}: how many of {selectors.in_plural(held, ruleset.deck)} the bidder holds."


def _outside(ruleset: Ruleset, card: str, words: Words) -> str:
    return f"{card} has no suit: {'; '.join(_does(ruleset, 'outside', words))}."


def _power(ruleset: Ruleset, card: str, words: Words) -> str:
    return f"{card}: {', and '.join(_does(ruleset, 'powers', words))}."


def _choice(ruleset: Ruleset, name: str, choice: Words) -> str:
    options = in_list(choice["options"], "or").replace("_", " ")
    when = condition(choice["when"], called_in(ruleset))
    return f"Before the hand is scored, a player chooses {options} when {when}."


COMPUTED: Computed = {
    "bidding.calls": _calls,
    "bidding.contracts": _contracts,
    "stock.when_out.if_able": _late,
    "scoring": _scoring,
    **one_each(
        {
            "deal.sequence": _sequence,
            "pass": _pass,
            "turned.goes_to": _turn_up,
            "lead.by": leader_in_words,
            "trick.named_from": _trumps_to_name,
            "trick.always_trump": _always_trump,
            "trick.order": _order,
            "trick.trump_order": _trump_order,
            "bidding.by_cards": _by_cards,
            "talon.keep": _keep,
            "vulnerable": _vulnerable,
            "bags": _bags,
            "revoke.cases": _revokes,
            "revoke.redress": _redress,
        },
        {
            "leave_out": _leave_out,
            "bidding.marks": _mark,
            "bidding.spoken": _word_for_bid,
            "bidding.holds": _holds,
            "play.if_able": _if_able,
            "outside": _outside,
            "powers": _power,
            "count": _count,
            "choices": _choice,
            "declare": _declare,
        },
    ),
}
"""The sentences that need more than the value of a word."""


def brief(ruleset: Ruleset) -> str:
    """The answers to a player's first questions, in one line: players, hands, cards, bids, what wins and ends it.
    Shorter for an unsound ruleset."""
    try:
        parts = list(_parts(ruleset))
    except UNSOUND:
        parts = []
    return in_a_line(ruleset, *parts, span=2)


def _parts(ruleset: Ruleset) -> Iterator[str]:
    tables = [_rules_at_table(ruleset, players) for players in ruleset.data["players"]]
    for part in PARTS:
        yield from part(ruleset, tables)


def _length(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    """Yield the number of hands and of cards in each, who plays together, and what else happens to cards."""
    rules = tables[-1]
    hands = number_of(rules.hands, "hands") if rules.hands else "hands"
    cards = _span([row["cards"] for row in _each_hand(tables)])
    yield f"{hands} of {cards} card{'s' if cards != '1' else ''}"
    if ruleset.full["partners"] == "opposite":
        yield "partners"
    if rules.stock:
        yield "cards drawn from a stock"
    if rules.pass_count:
        yield f"{number_of(rules.pass_count, 'cards')} passed"


def _each_hand(tables: Sequence[TrickRules]) -> list[Data]:
    """What is known of each hand before it is dealt, for every number of players."""
    hands = []
    for rules in tables:
        hands += rules.each_hand()
    return hands


def _auction(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    """Yield the span of bids of an auction, and whether they may be doubled; nothing without an auction."""
    auction = tables[-1].auction
    if auction is None:
        return
    doubles = ""
    if auction.doubles >= 0:
        doubles = ", doubles"
    if auction.redoubles >= 0:
        doubles += " and redoubles"
    bids = [call.name for call in auction.calls[: auction.bids] if not call.marks]
    yield f"an auction from {bids[0]} to {bids[-1]}{doubles}"


def _bids(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    """Yield the aim of bids, and the lowest if it is the same in every hand."""
    rules = tables[-1]
    if not rules.bids_spoken:
        return
    goal = bid_goal(rules)
    least = _formulas(rules).get("least")
    lowest = set()
    if least and least.names <= SAME_FOR_ALL:
        lowest = {int(least.run(row, (row,))) for row in _each_hand(tables)}
    above = ""
    if len(lowest) == 1 and min(lowest) > 0:
        above = f" from {min(lowest)}"
    yield f"{'exact ' if goal == EXACT else ''}bids{above}{' to make or beat' if goal == AT_LEAST else ''}"


def _formulas(rules: TrickRules) -> dict[str | int, Formula]:
    """The formulas of the words of bidding, by name."""
    return {rule.pointer[-1]: rule.formula for rule in rules.bidding}


def _tricks(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    """Yield what is trump, and what wins a trick if that is not the highest card."""
    trick = ruleset.full["trick"]
    if isinstance(trick["trump"], dict):
        yield "trump changes hand by hand"
    elif trick["trump"] != "none":
        yield TRUMPS.get(trick["trump"]) or f"{ruleset.deck.suits[trick['trump']]} are trump"
    if trick["wins"] == "lowest":
        yield "the lowest card wins a trick"
    if trick["grace"] != "none":
        yield {"said": "Grace must be said", "silent": "Grace without a word"}[trick["grace"]]


def _limits_of_bids(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    formulas = _formulas(tables[-1])
    for word, says in (("all_or_nothing", "all-or-nothing"), ("hook", "bids may not add up")):
        when = _time_of_bid_word(tables, word, formulas.get(word))
        if when is not None:
            yield says + when


def _end(ruleset: Ruleset, tables: Sequence[TrickRules]) -> Iterator[str]:
    """Yield who wins the game, and the target."""
    end = ruleset.full["end"]
    if end.get("knock_out", False) is not False:
        yield "the last one in wins"
    elif end["winner"] == "lowest":
        yield "the lowest total wins"
    targets = []
    for rules in tables:
        if rules.scoring.target:
            targets.append(rules.scoring.target({"players": rules.players}, ()))
    if targets:
        yield f"to {_span(targets)}"


PARTS = (_length, _auction, _bids, _tricks, _limits_of_bids, _end)
"""The parts of the line about a game, in this order."""


def _span(numbers: Sequence[Value]) -> str:
    low = min(numbers)
    high = max(numbers)
    if low == high:
        return str(low)
    return f"{low}–{high}"


@lru_cache(maxsize=64)
def bid_goal(rules: TrickRules) -> str:
    """The aim of bids of one trick or more: extra tricks score more like too few than like the bid made (EXACT), or no
    less than the bid made (AT_LEAST); "" if neither is true of every bid.

    Every bid is checked with every number of tricks, for a player when nobody else bids or wins; bags are ignored.
    """
    scoring = rules.scoring
    goals = {EXACT, AT_LEAST}
    by_more_than_tricks = {"total", "bags", "dealer", "last_trick", "in_a_row"} & scoring.columns.keys()
    if scoring.carry or by_more_than_tricks or not {"bid", "won"} <= scoring.needs:
        return ""
    for cards, row in {row["cards"]: row for row in rules.each_hand()}.items():
        allowed = (2 << cards) - 1
        for _, leaves in rules.foreseen(row):
            allowed &= leaves
        for bid in members(allowed & ~1):  # a bid of no tricks does not count
            met = _goals_met(rules, row, bid)
            if met is None:
                return ""
            goals &= met
    if len(goals) != 1:
        return ""
    return goals.pop()


def _goals_met(rules: TrickRules, row: Mapping[str, int], bid: int) -> set[str] | None:
    """The aims that fit the points for each number of tricks after this bid: EXACT, AT_LEAST, both or neither. None if a
    player who wins too few may score as much as one who makes the bid. `row` is what is known of the hand."""
    cards = row["cards"]
    nothing = [0] * rules.players
    chosen = [()] * rules.players
    counts = (tuple(nothing),) * len(rules.scoring.counts)
    ended = Hand(
        row["hand"], cards, 0, [bid] + nothing[1:], nothing, counts, None, nothing, rules.sides, None, chosen, (), rules.circle,
        nothing, chosen,
    )  # fmt: skip
    points = list(rules.scoring.points_by_tricks(ended, cards))
    missed = max(points[:bid])
    made = points[bid]
    if missed >= made and len(set(points)) > 1:
        return None
    met = {EXACT, AT_LEAST}
    for more in points[bid + 1 :]:
        if not made - more > more - missed:  # nearer to the bid made than to one missed
            met.discard(EXACT)
        if more < made:
            met.discard(AT_LEAST)
    return met


def _time_of_bid_word(tables: Sequence[TrickRules], word: str, holds: Formula | None) -> str | None:
    """When a word of bidding applies: ' at 6 and 12' (sizes of hands), ' but at 6', or its formula; '' is always, None
    never. `holds` is the formula, None if the ruleset does not have the word."""
    if holds is None:
        return None
    at = set[int]()  # sizes of hands in which it applies
    but = set[int]()  # and in which it does not
    if holds.names <= SAME_FOR_ALL:
        for row in _each_hand(tables):
            (at if holds.run(row, (row,)) else but).add(row["cards"])
    if at & but or not at | but:
        ruleset = tables[0].ruleset
        return f" when {condition(ruleset.get('bidding', word), called_in(ruleset))}"
    if not at:
        return None
    if not but:
        return ""
    if len(at) <= len(but):
        return f" at {in_list(sorted(at))}"
    return f" but at {in_list(sorted(but))}"


describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
