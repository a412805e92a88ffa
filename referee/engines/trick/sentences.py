"""A trick ruleset in a player's words, made from its values; and in one line: 'Illuminate, 2–4 players, exact bids, …'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial, reduce
from operator import and_
from typing import Any

from referee.core.cards import members, rows
from referee.core.events import number_of
from referee.core.family import RuleLine, Unsound
from referee.core.formula import Formula, FormulaError
from referee.core.formula_parser import FormulaFault
from referee.core.formula_words import amount, condition
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
from referee.engines.trick.words import selectors
from referee.engines.trick.words.bids import EACH_DEFENDER, SAME_FOR_ALL
from referee.engines.trick.words.declarations import NEVER
from referee.engines.trick.words.plays import called_card_rule
from referee.engines.trick.words.ranking import Order, is_card
from referee.engines.trick.words.scoring import Hand

UNSOUND = (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError)
"""Exceptions that compiling or asking a ruleset may raise that is not sound; lint says what is wrong with it."""
EXACT, AT_LEAST = "exact", "at least"
"""The aim of a bid: to hit it exactly, or to reach it."""


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known about each card of the deck: suit, rank, symbols, its power in words."""
    if players is None:
        rules = None
    else:
        rules = _compiled(ruleset, players)
    if rules:
        left_out = {*rules.deck.names(rules.deck.all & ~rules.pack)}
    else:
        left_out = set()
    powers = ruleset.full["powers"]
    counts = {name: what for name, what in ruleset.full["count"].items() if selectors.is_points(what)}
    tables = []
    for name, what in counts.items():
        for key in ("points", "trump_points"):
            if key in what:
                tables.append((name, key))
    known = []
    for row in rows(ruleset.deck):
        card = row["card"]
        rank = row["rank"]
        if powers:
            does = {"power": ", and ".join(_does(ruleset, "powers", powers.get(card, {})))}
        else:
            does = {}
        worth = {}
        for name, key in tables:
            worth[key if len(counts) == 1 else f"{name}_{key}"] = counts[name][key].get(
                card, counts[name][key].get(rank, 0)
            )
        known.append({**row, **does, **worth, **({"left_out": card in left_out} if rules else {})})
    return known


def _compiled(ruleset: Ruleset, players: int) -> TrickRules:
    """Return the rules of a table that is there already, or else compiled for one."""
    game = ruleset.tables.get(players)
    return game.rules if game else TrickRules(ruleset, players)


def _does(ruleset: Ruleset, section: str, words: Mapping[str, Any]) -> list[str]:
    """Return what the words about a card say, as parts of a sentence."""
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
    "Play": ("play", "talon", "stock"),
    "Winning a trick": (
        "trick.wins", "trick.first_trump", "trick.trump", "trick.named_by", "trick.always_trump", "trick.order",
        "trick.trump_order", "trick.no_trump_order", "outside", "trick.grace", "trick.grace_until", "powers", "trick.clash",
        "trick",
    ),
    "Scoring": ("vulnerable", "count", "define", "choices", "scoring", "sums_to", "carry", "bags", "revoke"),
    "End": ("end",),
}  # fmt: skip
TRUMP = {
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


def _pass(ruleset: Ruleset, passing: Mapping[str, Any]) -> str:
    many = number_of(passing["cards"], "cards")
    if "when" in passing:
        so = condition(passing["when"], called_in(ruleset))
        return f"After the bids a player passes {many} to the partner, and gets as many back, when {so}."
    ways = ", ".join(f"{to} seats to the left" if isinstance(to, int) else to for to in passing["to"])
    return f"Before play each player passes {many}, hand by hand: {ways}."


def _calls(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the bids of an auction from low to high, and what strains and named bids mean."""
    try:
        auction = _compiled(ruleset, ruleset.data["players"][0]).auction
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


def _meanings(ruleset: Ruleset, at: tuple[str, ...]) -> Iterator[RuleLine]:
    """Yield what each strain, named bid or contract means: its trump and its numbers."""
    for name, entry in value_at(ruleset.full, at).items():
        trump = entry.get("trump")
        if trump is None:
            makes = []
        else:
            makes = [MAKES.get(trump) or f"{ruleset.deck.suits[trump]} are trump"]
        makes += [f"{key.replace('_', ' ')} {entry[key]}" for key in entry if key not in ("trump", "rank")]
        if makes:
            yield RuleLine(f"{name}: {', '.join(makes)}.", (*at, name))


def _mark(ruleset: Ruleset, mark: str, words: Mapping[str, Any]) -> str:
    """Return what may be said with a bid, with the contract that is named, or by a defender."""
    if words["only"] is True:
        only = ""
    else:
        only = f", when {condition(words['only'], called_in(ruleset))}"
    if words["by"] == EACH_DEFENDER:
        if words["silent"] == "sits_out":
            then = ["; one who does not sits this hand out"]
        else:
            then = []
        if words["nobody"] == "over":
            then += ["; if nobody does, the hand is over"]
        return f'Before play each defender in turn says "{mark}" or passes{only}{"".join(then)}.'
    defender = words["by"] == "defender"
    what = "bid"
    if ruleset.full["bidding"]["contracts"]:
        what = "contract"
    if defender:
        when = "by a defender after the auction"
    else:
        when = f"with a {what}{only}"
    if words["hand"] == "open":
        then = ["the declarer's hand lies open"]
    else:
        then = []
    then += [f"the {'defender' if defender else 'declarer'}'s partner does not play"] * (words["partner"] == "sits_out")
    return f'"{mark}" may be said {when}{"; then " if then else ""}{" and ".join(then)}.'


def _spoken(ruleset: Ruleset, word: str, meaning: Any) -> str:
    """Return what a word for a bid means."""
    number, mark = (meaning["bid"], meaning["mark"]) if isinstance(meaning, dict) else (meaning, "")
    also = ""
    if mark:
        also = f", said as {mark.replace('_', ' ')}"
    return f'"{word}" means {amount(number, called_in(ruleset))}{also}.'


def _if_able(ruleset: Ruleset, name: str, argument: Any) -> str:
    """Return which cards a word of play asks for; nothing if it is switched off."""
    if selectors.bans_nothing(argument):
        return ""
    deck = ruleset.deck
    parts = dict[str, str]()
    if name == "called_card":
        run_from, thrown = called_card_rule(argument)
        parts["runs"] = f" unless you hold {run_from} cards of its suit" if run_from else ""
        parts["kept"] = "" if thrown else ", and do not throw it on another suit before"
    elif name == "break_before_leading":
        argument = {key: value for key, value in argument.items() if value}
        many = argument.get("broken_at", 1)
        by = argument.get("broken_by", [])
        parts["by"] = selectors.in_words(by, deck) if many == 1 else f"{many} of {selectors.in_plural(by, deck)}"
        parts["cards"] = selectors.in_plural(argument["cards"], deck)
    elif argument is not True:
        parts["cards"] = selectors.in_words(argument, deck)
    return ruleset.words.at(("play", "if_able", name)).sentence(argument, parts=parts)


def _late(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what may be played once the stock is out, if that changes."""
    for name, argument in (ruleset.get("stock", "when_out", "if_able") or {}).items():
        at = ("stock", "when_out", "if_able", name)
        if selectors.bans_nothing(argument):
            yield RuleLine(f"Once the stock is out, {name.replace('_', ' ')} no longer applies.", at)
        else:
            yield RuleLine(f"Once the stock is out: {_clause(_if_able(ruleset, name, argument))}.", at)


def _always_trump(ruleset: Ruleset, cards: Sequence[str]) -> str:
    says = f"Always trumps, lowest first: {', '.join(cards)}."
    if _may_lack_trump(ruleset) and not ruleset.full["trick"].get("no_trump_order"):
        says += " In a hand without trump each is a card of its own suit and ranks by its rank."
    return says


def _may_lack_trump(ruleset: Ruleset) -> bool:
    """Return whether there may be a hand without trump, as the trump of each hand, a player or a contract may say."""
    trick = ruleset.full["trick"]
    bidding = ruleset.full.get("bidding")
    if isinstance(trick["trump"], dict):
        return "none" in trick["trump"]["cycle"]
    if trick["trump"] == "named":
        return "named_from" not in trick or "none" in trick["named_from"]
    if trick["trump"] != "contract" or bidding is None or "calls" not in bidding:
        return False
    contracts = [*bidding["calls"]["strains"].values(), *bidding["calls"]["names"].values()]
    contracts += bidding["contracts"].values()
    return any(contract.get("trump") == "none" for contract in contracts)


def _order(ruleset: Ruleset, order: Order) -> str:
    if not isinstance(order, Mapping):
        return f"Ranks from low to high: {' '.join(order or ())}."
    suits = ruleset.deck.suits
    each = [f"of {suits.get(name, f'{name} suits')} {' '.join(ranks)}" for name, ranks in order.items()]
    return f"Ranks from low to high: {in_list(each)}."


def _trump_order(ruleset: Ruleset, order: Sequence[Any]) -> str:
    entries = []
    for entry in order:
        if isinstance(entry, str):
            entries.append(entry)
        else:
            entries.append(f"{entry['rank']} of the same colour")
    others = any(isinstance(entry, dict) or is_card(ruleset.deck, entry) for entry in order)
    more = " A card of another suit among these belongs to the trump suit only."
    return f"Trumps from low to high: {', '.join(entries)}.{more * others}"


VERBS = {
    (False, None): "took", (False, True): "caught", (False, False): "took from the own side",
    (True, None): "played", (True, True): "lost to the other side", (True, False): "kept from the other side",
}  # fmt: skip
"""Verbs for what a player did with the cards of a count: for who played them or not, and whether the other side caught them."""


def _count(ruleset: Ruleset, name: str, what: Any) -> str:
    if isinstance(what, Mapping):
        fell = selectors.how_cards_fell(what)
    else:
        fell = selectors.ANYHOW
    did = VERBS[fell.to_player, fell.caught]
    where = ""
    if fell.tricks:
        where = f" in {in_list([_trick(number) for number in fell.tricks], 'or')}"
    where += {None: "", True: ", winning the trick", False: ", not winning the trick"}[fell.wins]
    if selectors.is_extreme(what):
        which = "highest" if "highest" in what else "lowest"
        extreme = f"the {which} of the {selectors.in_plural(what[which], ruleset.deck)} in this hand"
        return f"{name}: 1 for whoever {did} {extreme}{',' if fell.tricks else ''}{where}."
    if not selectors.is_points(what):
        return f"{name}: how many times the player {did} {selectors.in_words(selectors.cards_of(what), ruleset.deck)}{where}."
    tables = [("", what.get("points", {})), ("trumps ", what.get("trump_points", {}))]
    each = []
    for of, table in tables:
        each.append((of, [f"{card} {points}" for card, points in table.items()]))
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
    points = words["points"]
    when = ruleset.words.at(("declare", name, "when"))
    if isinstance(points, dict):
        worth = in_list([f"{many} in {ruleset.deck.suits.get(suit, suit)}" for suit, many in points.items()])
    else:
        worth = in_points(points, called_in(ruleset))
    late = ""
    if words["from_trick"] > 1:
        late = f"from trick {words['from_trick']} on "
    says = f"{name.replace('_', ' ')}: {cards}, {late}{_clause(when.sentence(words['when']))}, for {worth}"
    if words["sets_trump"] != NEVER:
        says += f"; it makes its suit trump{', if it is the first of the hand' * (words['sets_trump'] == 'first')}"
    if words.get("kind", name) != name:
        says += f"; it shares no card with another {words['kind']}"
    if "compared" in words:
        says += "; only the side with the best of these scores its own"
    return f"{says}."


def _scoring(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the parts of the score, and for whom each counts: a player's own may count for the whole side."""
    bidding = ruleset.full.get("bidding") or {}
    by_auction = "calls" in bidding and bidding["declarer"]["with"] != "partner"
    shared = ruleset.full["partners"] != "none" or by_auction

    def whose(part: Mapping[str, Any]) -> str:
        return f", each {part['each']}{' for the side' * (shared and part['pooled'] and part['each'] == 'player')}"

    return cases(ruleset, "scoring", whose)


COMPUTED: Computed = {
    "bidding.calls": _calls,
    "bidding.contracts": _contracts,
    "stock.when_out.if_able": _late,
    "scoring": _scoring,
    **one_each(
        {
            "deal.sequence": lambda rules, hands: (
                f"{number_of(len(hands), 'hands')}: {'-'.join(map(str, hands))} cards each."
            ),
            "pass": _pass,
            "turned.goes_to": _turn_up,
            "play.leads": lambda rules, leads: rules.words.at(("play", "leads")).sentence(
                leads if isinstance(leads, str) else selectors.in_words(leads["holder_of"], rules.deck)
            ),
            "trick.named_from": lambda rules, suits: (
                f"Trump may be {in_list([rules.deck.suits.get(suit, 'no trump') for suit in suits], 'or')}."
            ),
            "trick.always_trump": _always_trump,
            "trick.order": _order,
            "trick.trump_order": _trump_order,
            "bidding.by_cards": lambda rules, said: (
                f"Each player bids by putting {number_of(said['put_away'], 'cards')} away face down. By suit a card adds to "
                f"the bid: {in_list([f'{rules.deck.suits[suit]} {number}' for suit, number in said['suits'].items()])}; "
                "any other nothing."
            ),
            "talon.keep": lambda rules, kept: (
                f"The declarer may not put away {selectors.in_words(kept, rules.deck)} while there are enough other cards."
            ),
            "vulnerable": lambda rules, hands: (
                f"Vulnerable, hand by hand: {', '.join(hands)}."
                if isinstance(hands, list)
                else f"A player is vulnerable when {condition(hands, called_in(rules))}."
            ),
            "bags": lambda rules, bags: (
                f"Bags are carried from hand to hand. Each hand adds {amount(bags['count'], called_in(rules))}; "
                f"every {bags['limit']} of them score {bags['points']} points."
            ),
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
            "play.if_able": _if_able,
            "outside": lambda rules, card, words: f"{card} has no suit: {'; '.join(_does(rules, 'outside', words))}.",
            "powers": lambda rules, card, words: f"{card}: {', and '.join(_does(rules, 'powers', words))}.",
            "count": _count,
            "choices": lambda rules, name, choice: (
                f"Before the hand is scored, a player chooses {in_list(choice['options'], 'or').replace('_', ' ')} "
                f"when {condition(choice['when'], called_in(rules))}."
            ),
            "declare": _declare,
        },
    ),
}
"""The sentences that need more than the value of a word."""


def brief(ruleset: Ruleset) -> str:
    """Return what a player asks first: players, hands, cards, bids, what wins and ends it; of an unsound ruleset less."""
    try:
        parts = list(_parts(ruleset))
    except UNSOUND:
        parts = []
    return in_a_line(ruleset, *parts, span=2)


def _parts(ruleset: Ruleset) -> Iterator[str]:
    tables = [_compiled(ruleset, players) for players in ruleset.data["players"]]
    rules = tables[-1]
    trick = ruleset.full["trick"]
    end = ruleset.full["end"]
    formulas = {rule.pointer[-1]: rule.formula for rule in rules.bidding}
    many = rules.hands
    cards = _span([row["cards"] for rules in tables for row in rules.each_hand()])
    yield f"{number_of(many, 'hands') if many else 'hands'} of {cards} card{'s' if cards != '1' else ''}"
    if ruleset.full["partners"] == "opposite":
        yield "partners"
    if rules.stock:
        yield "cards drawn from a stock"
    if rules.pass_count:
        yield f"{number_of(rules.pass_count, 'cards')} passed"
    auction = rules.auction
    if auction:
        doubles = (", doubles" if auction.doubles >= 0 else "") + (" and redoubles" if auction.redoubles >= 0 else "")
        bids = [call.name for call in auction.calls[: auction.bids] if not call.marks]
        yield f"an auction from {bids[0]} to {bids[-1]}{doubles}"
    if rules.bids_spoken:
        least = formulas.get("least")
        goal = bid_goal(rules)
        hands = [row for rules in tables for row in rules.each_hand()] if least and least.names <= SAME_FOR_ALL else ()
        lowest = {int(least.run(row, (row,))) for row in hands if least}
        above = ""
        if len(lowest) == 1 and min(lowest) > 0:
            above = f" from {min(lowest)}"
        yield f"{'exact ' if goal == EXACT else ''}bids{above}{' to make or beat' if goal == AT_LEAST else ''}"
    if isinstance(trick["trump"], dict):
        yield "trump changes hand by hand"
    elif trick["trump"] != "none":
        yield TRUMP.get(trick["trump"]) or f"{ruleset.deck.suits[trick['trump']]} are trump"
    if trick["wins"] == "lowest":
        yield "the lowest card wins a trick"
    if trick["grace"] != "none":
        yield {"said": "Grace must be said", "silent": "Grace without a word"}[trick["grace"]]
    for word, says in (("all_or_nothing", "all-or-nothing"), ("hook", "bids may not add up")):
        if (when := _spoken_when(tables, word, formulas.get(word))) is not None:
            yield says + when
    if end.get("knock_out", False) is not False:
        yield "the last one in wins"
    elif end["winner"] == "lowest":
        yield "the lowest total wins"
    targets = [rules.scoring.target({"players": rules.players}, ()) for rules in tables if rules.scoring.target]
    if targets:
        yield f"to {_span(targets)}"


def _span(numbers: Sequence[Any]) -> str:
    low = min(numbers)
    high = max(numbers)
    if low == high:
        return str(low)
    return f"{low}–{high}"


@lru_cache(maxsize=64)
def bid_goal(rules: TrickRules) -> str:
    """Return the aim of bids of one trick or more: extra tricks score more like too few than like the bid made (EXACT), or no
    less than the bid made (AT_LEAST); "" if neither is true of every bid.

    Every bid is checked with every number of tricks, for a player when nobody else bids or wins; bags are ignored.
    """
    scoring = rules.scoring
    goals = {EXACT, AT_LEAST}
    more = scoring.carry or {*scoring.columns} & {"total", "bags", "dealer", "last_trick", "in_a_row"}
    if more or not {"bid", "won"} <= scoring.needs:
        return ""
    nothing = [0] * rules.players
    chosen = [()] * rules.players
    counts = (tuple(nothing),) * len(scoring.counts)
    for cards, row in {row["cards"]: row for row in rules.each_hand()}.items():
        for bid in members(reduce(and_, [allowed for _, allowed in rules.foreseen(row)], (2 << cards) - 1) & ~1):
            bids = [bid, *nothing[1:]]
            ended = Hand(
                row["hand"], cards, 0, bids, nothing, counts, None, nothing, rules.sides, None, chosen, (), rules.circle,
                nothing, chosen,
            )  # fmt: skip
            points = list(scoring.points_by_tricks(ended, cards))
            missed = max(points[:bid])
            made = points[bid]
            above = points[bid + 1 :]
            if missed >= made and len(set(points)) > 1:
                return ""
            if not all(made - more > more - missed for more in above):
                goals -= {EXACT}
            if not all(more >= made for more in above):
                goals -= {AT_LEAST}
    if len(goals) != 1:
        return ""
    return goals.pop()


def _spoken_when(tables: Sequence[TrickRules], word: str, holds: Formula | None) -> str | None:
    """Return when a word of bidding applies: ' at 6 and 12' (cards), ' but at 6', or its formula; '' is always, None never."""
    if holds is None:
        return None
    if holds.names <= SAME_FOR_ALL:
        hands = [row for rules in tables for row in rules.each_hand()]
    else:
        hands = []
    at, but = ({row["cards"] for row in hands if bool(holds.run(row, (row,))) is so} for so in (True, False))
    if at & but or not hands:
        ruleset = tables[0].ruleset
        return f" when {condition(ruleset.get('bidding', word), called_in(ruleset))}"
    if not at or not but:
        if at:
            return ""
        return None
    if len(at) <= len(but):
        return f" at {in_list(sorted(at))}"
    return f" but at {in_list(sorted(but))}"


describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
