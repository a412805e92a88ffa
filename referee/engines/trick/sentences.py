"""A trick ruleset in a player's words, made from its values; and in one line: 'Illuminate, 2–4 players, exact bids, …'."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from referee.core import formula
from referee.core.cards import rows
from referee.core.family import RuleLine, Unsound
from referee.core.findings import counted
from referee.core.formula import Formula, FormulaError
from referee.core.formula_parser import FormulaFault
from referee.core.formula_words import amount, condition
from referee.core.ruleset import Ruleset
from referee.core.sentences import (
    Computed,
    called_in,
    cases,
    deck_and_players,
    how_many,
    in_points,
    one_each,
    plain,
    sections,
)
from referee.core.wording import listed
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules.auctions import SAME_FOR_ALL
from referee.engines.trick.words import selectors
from referee.engines.trick.words.bids import BID_NAMES, EACH_DEFENDER
from referee.engines.trick.words.declarations import NEVER
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.engines.trick.words.ranking import Order, is_card
from referee.engines.trick.words.scoring import HandEnd, Row

UNSOUND = (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError)
"""What compiling or asking a ruleset may raise that is not sound; lint says what is wrong with it."""
MOST_HANDS = 60
"""The most hands of a game that are checked; of a longer game, or one without a last hand, nothing that changes is said."""
EXACT, AT_LEAST = "exact", "at least"
"""The aim of a bid: to hit it exactly, or to reach it."""
Tables = Sequence[TrickRules]
"""The rules for each number of players."""


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known about each card of the deck: suit, rank, symbols, its power in words."""
    rules = None if players is None else TrickRules(ruleset, players)
    left_out = {*rules.deck.names(rules.deck.all & ~rules.pack)} if rules else set()
    powers = ruleset.full["powers"]
    counts = {name: what for name, what in ruleset.full["count"].items() if selectors.is_points(what)}
    tables = [(name, key) for name, what in counts.items() for key in ("points", "trump_points") if key in what]
    known = []
    for row in rows(ruleset.deck):
        card, rank = row["card"], row["rank"]
        does = {"power": ", and ".join(_does(ruleset, "powers", powers.get(card, {})))} if powers else {}
        worth = {
            key if len(counts) == 1 else f"{name}_{key}": counts[name][key].get(card, counts[name][key].get(rank, 0))
            for name, key in tables
        }
        known.append({**row, **does, **worth, **({"left_out": card in left_out} if rules else {})})
    return known


def _does(ruleset: Ruleset, section: str, words: Mapping[str, Any]) -> list[str]:
    """Return what the words about a card say, as parts of a sentence."""
    keys = ruleset.words.at((section, "")).keys
    does = [(keys[key], words[key]) for key in keys if key in words]
    says = [key.sentence(" or ".join(value) if isinstance(value, list) else value) for key, value in does]
    return list(filter(None, map(_clause, says)))


def _clause(sentence: str) -> str:
    """Return a sentence as a part of another one."""
    return f"{sentence[:1].lower()}{sentence[1:]}".removesuffix(".")


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
    "Scoring": ("vulnerable", "count", "define", "choices", "scoring", "sums_to", "carry", "bags", "revoke"),
    "End": ("end",),
}  # fmt: skip
TRUMP = {
    "none": ("There is no trump.", ""),
    "named": ("{} names the trump suit.", "trump named by a player"),
    "turned_up": ("A turned-up card sets trump.", "trump turned up"),
    "led": ("The first card led sets trump.", "the first card led sets trump"),
    "contract": ("The contract sets trump.", "the contract sets trump"),
    "declared": ("There is no trump until a player declares one.", "trump set by what is declared"),
    "first_void": (
        "There is no trump until a player cannot follow suit: the suit of the card then played is trump.",
        "the first card off suit sets trump",
    ),
    "always": ("No suit is trump.", "no trump suit"),
}
"""How trump is set: as a sentence, and in the line about the game."""
MAKES = {"none": "no trump", "always": "no suit is trump"}
"""What a bid sets if it sets no suit as trump."""
SEATS = {
    "left_of_dealer": "The player left of the dealer",
    "right_of_dealer": "The player right of the dealer",
    "dealer": "The dealer",
    "high_bidder": "The highest bidder",
    "declarer": "The declarer",
    "left_of_declarer": "The player left of the declarer",
    "most_tricks": "The winner of most tricks in the previous hand",
}


def _turn_up(ruleset: Ruleset, who: str) -> str:
    says = ruleset.words.at(("turned", "goes_to")).sentence(who)
    return says.replace("puts a card away", "is dealt a card fewer") if "first" in ruleset.full["deal"] else says


def _pass(ruleset: Ruleset, passing: Mapping[str, Any]) -> str:
    if "when" in passing:
        so, many = condition(passing["when"], called_in(ruleset)), counted(passing["cards"], "cards")
        return f"After the bids a player passes {many} to the partner, and gets as many back, when {so}."
    ways = ", ".join(f"{to} seats to the left" if isinstance(to, int) else to for to in passing["to"])
    return f"Before play each player passes {passing['cards']} cards, hand by hand: {ways}."


def _limit(name: str, says: str, ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield a word of bidding that applies only in some hands, described by their cards, or by its formula if necessary."""
    if ruleset.full["bidding"].get(name, False) is False:
        return
    try:
        when = spoken_when(ruleset, [TrickRules(ruleset, players) for players in ruleset.data["players"]], name)
    except UNSOUND:
        when = " when"
    if when is None:
        never = condition(ruleset.get("bidding", name), called_in(ruleset))
        yield RuleLine(f"{says} when {never}, which never happens in this game.", ("bidding", name))
    elif when.startswith(" when"):
        yield from plain(ruleset, "bidding", name)
    else:
        hands = when.replace(" but at ", ", except in hands of ").replace(" at ", " in hands of ")
        yield RuleLine(f"{says}{hands}{' cards' * bool(hands)}.", ("bidding", name))


def _calls(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the bids of an auction from low to high, and what strains and named bids mean."""
    try:
        auction = TrickRules(ruleset, ruleset.data["players"][0]).auction
    except UNSOUND:
        return
    if auction:
        yield RuleLine(f"Bids, from low to high: {auction.listed_bids()}. Everybody may pass.", ("bidding", "calls"))
        for section in ("strains", "names"):
            for name, entry in ruleset.full["bidding"]["calls"][section].items():
                if makes := _makes(ruleset, name, entry):
                    yield RuleLine(makes, ("bidding", "calls", section, name))


def _makes(ruleset: Ruleset, name: str, entry: Mapping[str, Any]) -> str:
    """Return what a strain or a contract means: its trump and its numbers."""
    trump = entry.get("trump")
    makes = [] if trump is None else [MAKES.get(trump) or f"{ruleset.deck.suits[trump]} are trump"]
    makes += [f"{key.replace('_', ' ')} {entry[key]}" for key in entry if key not in ("trump", "rank")]
    return f"{name}: {', '.join(makes)}." if makes else ""


def _contracts(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the contracts that the declarer may name."""
    at, contracts = ("bidding", "contracts"), ruleset.full["bidding"]["contracts"]
    if contracts:
        names = listed(list(contracts), "or")
        yield RuleLine(f"Once the auction is over, the declarer names a contract: {names}.", at)
    for name, entry in contracts.items():
        if makes := _makes(ruleset, name, entry):
            yield RuleLine(makes, (*at, name))


def _mark(ruleset: Ruleset, mark: str, words: Mapping[str, Any]) -> str:
    """Return what may be said with a bid, with the contract that is named, or by a defender."""
    only = "" if words["only"] is True else f", when {condition(words['only'], called_in(ruleset))}"
    if words["by"] == EACH_DEFENDER:
        then = ["; one who does not sits this hand out"] * (words["silent"] == "sits_out")
        then += ["; if nobody does, the hand is over"] * (words["nobody"] == "over")
        return f'Before play each defender in turn says "{mark}" or passes{only}{"".join(then)}.'
    defender = words["by"] == "defender"
    what = "contract" if ruleset.full["bidding"]["contracts"] else "bid"
    when = "by a defender after the auction" if defender else f"with a {what}{only}"
    then = ["the declarer's hand lies open"] * (words["hand"] == "open")
    then += [f"the {'defender' if defender else 'declarer'}'s partner does not play"] * (words["partner"] == "sits_out")
    return f'"{mark}" may be said {when}{"; then " * bool(then)}{" and ".join(then)}.'


def _spoken(ruleset: Ruleset, word: str, said: Any) -> str:
    """Return what a word for a bid means."""
    number, mark = (said["bid"], said["mark"]) if isinstance(said, dict) else (said, "")
    also = f", said as {mark.replace('_', ' ')}" if mark else ""
    return f'"{word}" means {amount(number, called_in(ruleset))}{also}.'


def _by_cards(ruleset: Ruleset, said: Mapping[str, Any]) -> str:
    each = listed([f"{ruleset.deck.suits[suit]} {number}" for suit, number in said["suits"].items()])
    many = counted(said["put_away"], "cards")
    return (
        f"Each player bids by putting {many} away face down. By suit a card adds to the bid: {each}; any other nothing."
    )


def _leads(ruleset: Ruleset, leads: Any) -> str:
    first = (
        SEATS[leads]
        if isinstance(leads, str)
        else f"The holder of {selectors.in_words(leads['holder_of'], ruleset.deck)}"
    )
    return f"{first} leads first; the winner of a trick leads the next."


def _late(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what may be played once the stock is out, if that changes."""
    for name, argument in (ruleset.get("stock", "when_out", "if_able") or {}).items():
        at = ("stock", "when_out", "if_able", name)
        if selectors.bans_nothing(argument):
            yield RuleLine(f"Once the stock is out, {name.replace('_', ' ')} no longer applies.", at)
        else:
            yield RuleLine(f"Once the stock is out: {_clause(PLAY_WORDS[name].says(argument, ruleset.deck))}.", at)


def _trump(ruleset: Ruleset, trump: Any) -> str:
    if isinstance(trump, dict):
        return f"Trump changes hand by hand: {', '.join(trump['cycle'])}."
    says = TRUMP[trump][0] if trump in TRUMP else f"{ruleset.deck.suits[trump]} are trump."
    return says.format(SEATS[ruleset.full["trick"]["named_by"]])


def _first_trump(ruleset: Ruleset, first: str) -> str:
    says = _trump(ruleset, first)
    return f"In the first hand, {f'{_clause(says)}.' if first in TRUMP else says}"


def _always_trump(ruleset: Ruleset, cards: Sequence[str]) -> str:
    trick, always = ruleset.full["trick"], f"Always trumps, lowest first: {', '.join(cards)}."
    without = trick["trump"] == "named" or (isinstance(trick["trump"], dict) and "none" in trick["trump"]["cycle"])
    more = " In a hand without trump each is the highest card of its own suit."
    return always + more * (without and not trick.get("no_trump_order"))


def _order(ruleset: Ruleset, order: Order) -> str:
    if not isinstance(order, Mapping):
        return f"Ranks from low to high: {' '.join(order or ())}."
    suits = ruleset.deck.suits
    each = [f"of {suits.get(name, f'{name} suits')} {' '.join(ranks)}" for name, ranks in order.items()]
    return f"Ranks from low to high: {listed(each)}."


def _trump_order(ruleset: Ruleset, order: Sequence[Any]) -> str:
    entries = [entry if isinstance(entry, str) else f"{entry['rank']} of the same colour" for entry in order]
    others = any(isinstance(entry, dict) or is_card(ruleset.deck, entry) for entry in order)
    more = " A card of another suit among these belongs to the trump suit only."
    return f"Trumps from low to high: {', '.join(entries)}.{more * others}"


def _vulnerable(ruleset: Ruleset, hands: Any) -> str:
    if isinstance(hands, str):
        return f"A player is vulnerable when {condition(hands, called_in(ruleset))}."
    return f"Vulnerable, hand by hand: {', '.join(hands)}."


VERBS = {
    (False, None): "took", (False, True): "caught", (False, False): "took from the own side",
    (True, None): "played", (True, True): "lost to the other side", (True, False): "kept from the other side",
}  # fmt: skip
"""What a player did with the cards of a count: for who played them or not, and whether the other side caught them."""


def _count(ruleset: Ruleset, name: str, what: Any) -> str:
    fell = selectors.how_cards_fell(what) if isinstance(what, Mapping) else selectors.ANYHOW
    did = VERBS[fell.to_player, fell.caught]
    where = f" in {listed([_trick(number) for number in fell.tricks], 'or')}" if fell.tricks else ""
    where += {None: "", True: ", winning the trick", False: ", not winning the trick"}[fell.wins]
    if selectors.is_extreme(what):
        which = "highest" if "highest" in what else "lowest"
        extreme = f"the {which} of the {selectors.in_plural(what[which], ruleset.deck)} in this hand"
        return f"{name}: 1 for whoever {did} {extreme}{',' * bool(fell.tricks)}{where}."
    if not selectors.is_points(what):
        return f"{name}: how many times the player {did} {selectors.in_words(selectors.cards_of(what), ruleset.deck)}{where}."
    tables = [("", what.get("points", {})), ("trumps ", what.get("trump_points", {}))]
    each = [(of, [f"{card} {points}" for card, points in table.items()]) for of, table in tables]
    worth = "; ".join(of + ", ".join(cards) for of, cards in each if cards)
    return f"{name}: the points of the cards that the player {did}{where}: {worth}."


def _trick(number: int) -> str:
    names = {1: "the first trick", -1: "the last trick"}
    return names.get(number) or (f"trick {number}" if number > 0 else f"trick {-number} from the end")


def _declare(ruleset: Ruleset, name: str, words: Mapping[str, Any]) -> str:
    if "cards" in words:
        cards = " ".join(words["cards"])
    elif "run" in words:
        cards = f"{words['run']} cards of one suit in a row"
    else:
        of = {"same": "of one suit", "trump": "of trumps", "each": "of every suit"}[words["suits"]]
        cards = f"{' '.join(words['ranks'])} {of}"
    points, when = words["points"], ruleset.words.at(("declare", name, "when"))
    if isinstance(points, dict):
        worth = listed([f"{many} in {ruleset.deck.suits.get(suit, suit)}" for suit, many in points.items()])
    else:
        worth = in_points(points, called_in(ruleset))
    late = f"from trick {words['from_trick']} on " if words["from_trick"] > 1 else ""
    says = f"{name.replace('_', ' ')}: {cards}, {late}{_clause(when.sentence(words['when']))}, for {worth}"
    if words["sets_trump"] != NEVER:
        says += f"; it makes its suit trump{', if it is the first of the hand' * (words['sets_trump'] == 'first')}"
    if words.get("kind", name) != name:
        says += f"; it shares no card with another {words['kind']}"
    if "compared" in words:
        says += "; only the side with the best of these scores its own"
    return f"{says}."


def _choice(ruleset: Ruleset, name: str, choice: Mapping[str, Any]) -> str:
    options = listed([option.replace("_", " ") for option in choice["options"]], "or")
    so = condition(choice["when"], called_in(ruleset))
    return f"Before the hand is scored, a player chooses {options} when {so}."


def _bags(ruleset: Ruleset, bags: Mapping[str, Any]) -> str:
    due = f"every {bags['limit']} of them score {bags['points']} points"
    return f"Bags are carried from hand to hand. Each hand adds {amount(bags['count'], called_in(ruleset))}; {due}."


def _last_hand(ruleset: Ruleset) -> Iterator[RuleLine]:
    if "when" not in ruleset.full["end"] and "sequence" in ruleset.full["deal"]:
        yield RuleLine("The game ends after the last hand.", ("deal", "sequence"))
    yield from plain(ruleset, "end", "when")


def _scoring(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the parts of the score, and for whom each counts: a player's own may count for the whole side."""
    bidding = ruleset.full.get("bidding") or {}
    by_auction = "calls" in bidding and bidding["declarer"]["with"] != "partner"
    shared = ruleset.full["partners"] != "none" or by_auction

    def whose(part: Mapping[str, Any]) -> str:
        return f", each {part['each']}{' for the side' * (shared and part['pooled'] and part['each'] == 'player')}"

    return cases(ruleset, "scoring", whose)


def _clash(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield which of two cards counts, if two have such a power."""
    several = sum("trick_goes_to" in words for words in ruleset.full["powers"].values()) > 1
    return plain(ruleset, "trick", "clash") if several else iter(())


COMPUTED: Computed = {
    "deck": deck_and_players,
    "bidding.all_or_nothing": partial(_limit, "all_or_nothing", "A bid is all or nothing"),
    "bidding.hook": partial(_limit, "hook", "The bids may not add up to the number of cards dealt"),
    "bidding.calls": _calls,
    "bidding.contracts": _contracts,
    "stock.when_out.if_able": _late,
    "trick.clash": _clash,
    "scoring": _scoring,
    "end.when": _last_hand,
    **one_each(
        {
            "deal.sequence": lambda rules, hands: f"{len(hands)} hands: {'-'.join(map(str, hands))} cards each.",
            "pass": _pass,
            "turned.goes_to": _turn_up,
            "play.leads": _leads,
            "trick.first_trump": _first_trump,
            "trick.trump": _trump,
            "trick.named_from": lambda rules, suits: (
                f"Trump may be {listed([rules.deck.suits.get(suit, 'no trump') for suit in suits], 'or')}."
            ),
            "trick.always_trump": _always_trump,
            "trick.order": _order,
            "trick.trump_order": _trump_order,
            "bidding.by_cards": _by_cards,
            "talon.keep": lambda rules, kept: (
                f"The declarer may not put away {selectors.in_words(kept, rules.deck)} while there are enough other cards."
            ),
            "vulnerable": _vulnerable,
            "bags": _bags,
            "revoke.cases": lambda rules, cases: f"Of revokes: {' '.join(case['text'] for case in cases)}",
            "revoke.redress": lambda rules, redress: redress["text"],
        },
        {
            "leave_out": lambda rules, players, without: (
                f"With {players} players, leave out {selectors.in_plural(without, rules.deck)}."
            ),
            "bidding.marks": _mark,
            "bidding.spoken": _spoken,
            "bidding.holds": lambda rules, name, held: (
                f"{name.replace('_', ' ')}: how many of {selectors.in_plural(held, rules.deck)} the bidder holds."
            ),
            "play.if_able": lambda rules, name, argument: (
                "" if selectors.bans_nothing(argument) else PLAY_WORDS[name].says(argument, rules.deck)
            ),
            "outside": lambda rules, card, words: f"{card} has no suit: {'; '.join(_does(rules, 'outside', words))}.",
            "powers": lambda rules, card, words: f"{card}: {', and '.join(_does(rules, 'powers', words))}.",
            "count": _count,
            "choices": _choice,
            "declare": _declare,
        },
    ),
}
"""The sentences that need more than the value of a word."""


# -- the whole in one line ---------------------------------------------------------------------------------------------


def brief(ruleset: Ruleset) -> str:
    """Return what a player asks first: players, hands, cards, bids, what wins and ends it; of an unsound ruleset the title."""
    try:
        parts = list(_parts(ruleset))
    except UNSOUND:
        parts = [ruleset.title]
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def _parts(ruleset: Ruleset) -> Iterator[str]:
    tables = [TrickRules(ruleset, players) for players in ruleset.data["players"]]
    rules, trick, end = tables[-1], ruleset.full["trick"], ruleset.full["end"]
    yield ruleset.title
    yield f"{how_many(ruleset.data['players'], span=2)} players"
    sizes = [row["cards"] for _, row in _dealt(tables, {"cards"})]
    of = "" if not sizes else " of 1 card" if set(sizes) == {1} else f" of {_span(sizes)} cards"
    if tables[0].hands or of:
        yield f"{counted(tables[0].hands, 'hands') if tables[0].hands else 'hands'}{of}"
    if ruleset.full["partners"] == "opposite":
        yield "partners"
    if rules.stock:
        yield "cards drawn from a stock"
    if rules.pass_count:
        yield f"{counted(rules.pass_count, 'cards')} passed"
    if auction := tables[0].auction:
        doubles = ", doubles" * (auction.doubles >= 0) + " and redoubles" * (auction.redoubles >= 0)
        bids = [call.name for call in auction.calls[: auction.bids] if not call.marks]
        yield f"an auction from {bids[0]} to {bids[-1]}{doubles}"
    if rules.bids_spoken:
        least, goal = _formula(tables, "least"), bid_goal(*tables)
        known = least is not None and least.names <= SAME_FOR_ALL
        hands = _dealt(tables, {"cards", *least.names}) if least and known else ()
        lowest = {int(least.run(row, (row,))) for _, row in hands if least}
        above = f" from {min(lowest)}" if len(lowest) == 1 and min(lowest) > 0 else ""
        yield f"{'exact ' * (goal == EXACT)}bids{above}{' to make or beat' * (goal == AT_LEAST)}"
    if isinstance(trick["trump"], dict):
        yield "trump changes hand by hand"
    elif trick["trump"] != "none":
        yield TRUMP[trick["trump"]][1] if trick["trump"] in TRUMP else f"{ruleset.deck.suits[trick['trump']]} are trump"
    if trick["wins"] == "lowest":
        yield "the lowest card wins a trick"
    if trick["grace"] != "none":
        yield {"said": "Grace must be said", "silent": "Grace without a word"}[trick["grace"]]
    for word, says in (("all_or_nothing", "all-or-nothing"), ("hook", "bids may not add up")):
        if (when := spoken_when(ruleset, tables, word)) is not None:
            yield says + when
    if end.get("knock_out", False) is not False:
        yield "the last one in wins"
    elif end["winner"] == "lowest":
        yield "the lowest total wins"
    if "target" in end:
        target = formula.parse(end["target"], {"players"}).run
        yield f"to {_span([target({'players': players}, ()) for players in ruleset.data['players']])}"


def _span(numbers: Sequence[Any]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low}–{high}"


@lru_cache(maxsize=64)
def bid_goal(*tables: TrickRules) -> str:
    """Return the aim of bids of one trick or more, for some numbers of players: extra tricks score more like too few than like
    the bid made (EXACT), or no less than the bid made (AT_LEAST); "" if neither is always true.

    Every bid is checked with every number of tricks, for a player when nobody else bids or wins; bags are ignored.
    """
    scoring, names = tables[0].scoring, {*tables[0].scoring.columns}
    more = scoring.carry or names & {"total", "bags", "dealer", "last_trick", "in_a_row"}
    if more or not {"bid", "won"} <= scoring.needs:
        return ""
    goals, seen, by_players = {EXACT, AT_LEAST}, set(), scoring.looks_around or "players" in names
    for rules, row in _dealt(tables, {"cards", *(tables[0].bid_names | names) & {"hand"}}):
        hand, cards, allowed = row["hand"], row["cards"], -1
        for rule in rules.bidding:
            allowed &= rule.allow({**dict.fromkeys(BID_NAMES, 0), **row}) if rule.names <= SAME_FOR_ALL else -1
        alike = rules.players * by_players, hand * ("hand" in names), cards, allowed
        for bid in range(1, cards + 1) if alike not in seen else ():
            if allowed >> bid & 1:
                goals &= _goals(rules, hand, cards, bid)
        seen.add(alike)
    return goals.pop() if len(goals) == 1 else ""


def _goals(rules: TrickRules, hand: int, cards: int, bid: int) -> set[str]:
    """Return the aims that a bid can have, by the points for each number of tricks."""
    nothing, chosen = [0] * rules.players, [()] * rules.players
    counts, bids = (tuple(nothing),) * len(rules.scoring.counts), [bid, *nothing[1:]]
    ended = HandEnd(hand, cards, 0, bids, nothing, counts, nothing, nothing, rules.sides, None, chosen, chosen)
    points = list(map(float, rules.scoring.points_by_tricks(ended, cards)))
    missed, made, above = max(points[:bid]), points[bid], points[bid + 1 :]
    if len(set(points)) == 1:
        return {EXACT, AT_LEAST}
    if missed >= made:
        return set()
    exact, at_least = all(made - more > more - missed for more in above), all(more >= made for more in above)
    return {goal for goal, holds in ((EXACT, exact), (AT_LEAST, at_least)) if holds}


def spoken_when(ruleset: Ruleset, tables: Tables, word: str) -> str | None:
    """Return when a word of bidding applies: ' at 6 and 12' (cards), ' but at 6', or its formula; '' is always, None never."""
    holds = _formula(tables, word)
    if holds is None:
        return None
    if not holds.names:
        return "" if holds.run({}, ({},)) else None
    hands = _dealt(tables, {"cards", *holds.names}) if holds.names <= SAME_FOR_ALL else ()
    asked = [(row["cards"], holds.run(row, (row,))) for _, row in hands]
    at, but = ({cards for cards, so in asked if bool(so) is wanted} for wanted in (True, False))
    if not asked or at & but:
        return f" when {condition(ruleset.get('bidding', word), called_in(ruleset))}"
    if not but or not at:
        return None if but else ""
    return f" at {listed(sorted(at))}" if len(at) <= len(but) else f" but at {listed(sorted(but))}"


def _formula(tables: Tables, word: str) -> Formula | None:
    """Return the formula of a word of bidding, if it is in force."""
    return next((rule.formula for rule in tables[0].bidding if rule.pointer == ("bidding", word)), None)


def _dealt(tables: Tables, names: Collection[str]) -> list[tuple[TrickRules, Row]]:
    """Return the hands of a game for each number of players, as far as they differ in these names, and what a word of bidding
    knows about each before anybody has bid; none if it has no last hand."""
    hands = []
    for rules in tables:
        changes = "hand" in names or ("cards" in names and bool(rules.sequence or "hand" in rules.each.names))
        last = rules.hands if changes else 1
        if not 0 < last <= MOST_HANDS:
            return []
        known = {"players": rules.players, "hands": rules.hands}
        hands += [(rules, {**known, "hand": hand, "cards": rules.cards_in_hand(hand)}) for hand in range(1, last + 1)]
    return hands


describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
