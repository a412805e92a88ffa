"""A meld ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core.decks import rows
from referee.core.family import Line
from referee.core.ruleset import Ruleset
from referee.engines.meld.words.compiled import CALLED, DECLARED, LAST_TAKE, VOID, meld_in_words
from referee.engines.meld.words.melds import arguments_of
from referee.engines.meld.words.scoring import counts_target
from referee.engines.meld.words.selectors import choose, in_words

Section = tuple[str, list[Line]]

WHEN = {"after_taking": "after taking a card", "after_discarding": "after discarding"}
SHAPES = {"set": "sets", "run": "runs", "flush": "flushes"}
HANDS_COUNT = {
    "as_laid_out": "with the melds in which its player lays it out",
    "at_best": "in its best arrangement, however it is laid out",
}
DEAL_PASSES = {
    "left": "passes to the left",
    "right": "passes to the right",
    "same": "stays with one player",
    "winner": "passes to the winner of the round",
    "loser": "passes to the loser of the round",
}
EMPTY = {
    "shuffle_pile": "the face-up pile, all but its top card, is shuffled and becomes the stock",
    "count": "the round ends with the next discard and all hands count",
    "void": "the round is void after the next discard, unless that player ends it",
    "last_take": (
        "the next discard is followed only by a turn that ends the round with the face-up card; otherwise it is void"
    ),
}


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'The Luminars, 2–4 players, 4 rounds of 8 cards, …'. What is a formula is left out."""
    deal, end = ruleset.get("deal", default={}), ruleset.get("end", default={})
    rounds, each = deal.get("rounds"), deal.get("each")
    of_cards = f" of {each} cards" if _is_number(each) else ""
    shapes = dict.fromkeys(entry["shape"] for entry in ruleset.get("melds", default={}).values())
    parts = [
        ruleset.title,
        _number_of_players(ruleset.get("players", default=[])),
        f"{rounds} round{'s' * (rounds != 1)}{of_cards}" if rounds else f"rounds{of_cards}" if of_cards else "",
        _in_a_row([SHAPES[shape] for shape in shapes], "and"),
    ]
    if ruleset.get("lay_off", default=False) is not False:
        parts.append("cards are laid off")
    if _is_number(end.get("target")) and counts_target(ruleset.data):
        parts.append(f"to {end['target']}")
    return ", ".join([*filter(None, parts), *(f"house rule {house}" for house in ruleset.houses)])


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number_of_players(players: Sequence[int]) -> str:
    """How many may play: '2 players', '2–4 players', '2 or 4 players'."""
    listed = sorted(players)
    if len(listed) > 2 and listed == list(range(listed[0], listed[-1] + 1)):
        return f"{listed[0]}–{listed[-1]} players"
    return f"{_in_a_row(list(map(str, listed)), 'or')} player{'s' * (listed != [1])}" if listed else ""


def _in_a_row(names: list[str], last: str) -> str:
    """Names as a sentence lists them: 'sets, runs and flushes'."""
    return f" {last} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card: 'card', 'suit', 'rank', 'symbols', 'copies', 'value' and whether it is wild."""
    values = ruleset.get("values", default={})
    deck = ruleset.deck
    wild = choose(ruleset.get("wild", "cards", default=[]), deck)
    known = []
    for row in rows(deck):
        entry = {**row, "value": values.get(row["card"], values.get(row["rank"], 0))}
        if wild:
            entry["wild"] = deck.by_id[row["card"]] in wild
        known.append(entry | ({} if players is None else {"left_out": False}))
    return known


def describe(ruleset: Ruleset) -> list[Section]:
    """The rules in force, section by section."""
    return [
        ("Cards", _cards(ruleset)),
        ("Melds", _melds(ruleset)),
        ("Deal", _deal(ruleset)),
        ("Play", _play(ruleset)),
        ("Ending a round", _ending(ruleset)),
        ("Scoring", _scoring(ruleset)),
        ("End", _end(ruleset)),
    ]


def _cards(ruleset: Ruleset) -> list[Line]:
    deck = ruleset.deck
    values = ", ".join(f"{what} = {value}" for what, value in ruleset.get("values", default={}).items())
    lines = [
        Line(f"{deck.title[:1].upper()}{deck.title[1:]}: {deck.total} cards in {len(deck.suits)} suits.", ("deck",)),
        Line(f"Players: {', '.join(map(str, ruleset.get('players', default=[])))}.", ("players",)),
        Line(f"Values: {values}.", ("values",)),
    ]
    if ruleset.get("order"):
        lines.append(Line(f"The order of a run: {' '.join(ruleset.get('order'))}.", ("order",)))
    wild = ruleset.get("wild", default={})
    if wild.get("cards"):
        lines.append(Line(f"Wild: {in_words(wild['cards'], deck)}.", ("wild", "cards")))
        lines.append(Line(f"A meld has at most {_counted(wild.get('most', 0), 'wild card')}.", ("wild", "most")))
    return lines


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"


def _melds(ruleset: Ruleset) -> list[Line]:
    wild, order = ruleset.get("wild", default={}), ruleset.get("order", default=())
    lines = []
    for name, entry in ruleset.get("melds", default={}).items():
        says = meld_in_words(name, entry, arguments_of(entry, wild, order, ruleset.deck), ruleset.deck)
        points = entry.get("points", "values")
        worth = "the values of its cards" if points == "values" else points
        most = f", at most {_counted(entry['wild'], 'wild card')}" if "wild" in entry else ""
        lines.append(Line(f"A{says[1:]}{most}; it scores {worth}.", ("melds", name)))
    for place, case in enumerate(ruleset.get("idle", default=())):
        of = (
            f"Idle {in_words(case['cards'], ruleset.deck)}"
            if "cards" in case
            else f"{'Other idle' if place else 'Idle'} cards"
        )
        lines.append(Line(f"{of} score {case['points']}.", ("idle", place)))
    return lines


def _deal(ruleset: Ruleset) -> list[Line]:
    deal = ruleset.get("deal", default={})
    lines = [Line(f"Cards for each player: {deal.get('each')}.", ("deal", "each"))]
    drawn = deal.get("first_dealer") is not None
    first = "Whoever draws the card of the highest value deals first." if drawn else "The table says who deals first."
    lines.append(Line(first, ("deal", "first_dealer")))
    lines.append(Line(f"The deal {DEAL_PASSES[deal.get('next_dealer', 'left')]}.", ("deal", "next_dealer")))
    if ruleset.get("stock", "empty") in (VOID, LAST_TAKE):
        after = "the same player deals again" if deal.get("after_void") == "same" else "it passes as after any other"
        lines.append(Line(f"After a void round {after}.", ("deal", "after_void")))
    action = ruleset.get("action_cards")
    if action:
        what = in_words(action["drawn_for"], ruleset.deck)
        lines.append(
            Line(f"For {what} in hand an Action card is drawn, and another card.", ("action_cards", "drawn_for"))
        )
        late = {"drawn": "count the same", "kept": "are kept like other cards"}[action.get("late", "drawn")]
        lines.append(Line(f"Those that come into a hand later {late}.", ("action_cards", "late")))
        lines += _action_cards(action)
    return lines


def _action_cards(action: Mapping[str, Any]) -> list[Line]:
    """Who gets an Action card, and what it is worth."""
    passed = action.get("passed", True)
    which = {True: "All Action cards", False: "No Action cards"}.get(passed, "Action cards")
    when = "" if isinstance(passed, bool) else f" when {passed}"
    must = "Each of those must be passed" if action.get("must_pass", True) else "Each of those may be kept instead"
    at_random = ", ".join(map(str, action.get("points", (0,))))
    return [
        Line(f"{which} are passed to another player{when}.", ("action_cards", "passed")),
        Line(f"{must}.", ("action_cards", "must_pass")),
        Line(f"Simulated games have Action cards of these points: {at_random}.", ("action_cards", "points")),
    ]


def _play(ruleset: Ruleset) -> list[Line]:
    turn, stock = ruleset.get("turn", default={}), ruleset.get("stock", default={})
    lines = [Line("On a turn a player takes the face-up card or a card of the stock, and discards one.", ("turn",))]
    offered = "is offered to each player before the stock is used"
    offered = offered if turn.get("refuse_first", False) else "need not be refused by all before the stock is used"
    lines.append(Line(f"The first face-up card {offered}.", ("turn", "refuse_first")))
    may = "may be" if turn.get("discard_taken", True) else "is not"
    lines.append(Line(f"A card just taken from the pile {may} discarded.", ("turn", "discard_taken")))
    left = stock.get("leave", 0)
    stay = (
        f"{_counted(left, 'card')} {'stays' if left == 1 else 'stay'} in the stock"
        if left
        else "The whole stock is used"
    )
    lines.append(Line(f"{stay}.", ("stock", "leave")))
    when = f"With {_counted(left, 'card')} left in the stock" if left else "When the stock is empty"
    lines.append(Line(f"{when}, {EMPTY[stock.get('empty', 'shuffle_pile')]}.", ("stock",)))
    return lines


def _ending(ruleset: Ruleset) -> list[Line]:
    declare = ruleset.get("declare", default={})
    called, when = declare.get("called", CALLED), " or ".join(WHEN[key] for key in declare.get("when", DECLARED))
    lines = [
        Line(f"A round ends when a player declares {called}.", ("declare", "called")),
        Line(f"A player may declare {called} {when}.", ("declare", "when")),
    ]
    every = declare.get("cards", "any") == "all"
    lines.append(Line("Every card must be in a meld." if every else "Cards may be idle.", ("declare", "cards")))
    if declare.get("needs", True) is not True:
        lines.append(Line(f"It needs {declare['needs']}.", ("declare", "needs")))
    then = "every other player has one more turn" if declare.get("last_turn", False) else "nobody has another turn"
    lines.append(Line(f"Then {then}.", ("declare", "last_turn")))
    lines.append(Line(f"A false declaration is void and scores {declare.get('penalty', 0)}.", ("declare", "penalty")))
    lay_off = ruleset.get("lay_off", default=False)
    who = "Nobody may" if lay_off is False else "The others may"
    when = "" if isinstance(lay_off, bool) else f" when {lay_off}"
    lines.append(Line(f"{who} lay off cards on the melds of whoever ended the round{when}.", ("lay_off",)))
    lines.append(
        Line(f"A hand counts {HANDS_COUNT[ruleset.get('hands_count', default='as_laid_out')]}.", ("hands_count",))
    )
    return lines


def _scoring(ruleset: Ruleset) -> list[Line]:
    lines = [Line(f"{name}: {text}.", ("define", name)) for name, text in ruleset.get("define", default={}).items()]
    return lines + _parts(ruleset, "scoring")


def _parts(ruleset: Ruleset, section: str, after: str = "") -> list[Line]:
    """A line for each case of the parts of a section; `after` stands behind the name of a part."""
    lines = []
    for name, part in (ruleset.get(section, default=None) or {}).items():
        for place, case in enumerate(part["cases"]):
            when = f"when {case['when']}" if "when" in case else "otherwise" if place else "always"
            lines.append(Line(f"{name}{after}, {when}: {case['points']} points.", (section, name, "cases", place)))
    return lines


def _end(ruleset: Ruleset) -> list[Line]:
    end, deal = ruleset.get("end", default={}), ruleset.get("deal", default={})
    lines = []
    if "target" in end and counts_target(ruleset.data):
        lines.append(Line(f"The target is {end['target']}, unless the table agrees on another.", ("end", "target")))
    if "rounds" in deal:
        lines.append(Line(f"The game has {deal['rounds']} rounds.", ("deal", "rounds")))
    if "when" in end:
        lines.append(Line(f"The game ends after a round when {end['when']}.", ("end", "when")))
    lines.append(Line(f"The {end.get('winner', 'highest')} total wins; equal totals share the win.", ("end", "winner")))
    lines += _parts(ruleset, "bonuses", " bonus at the end of the game")
    roles = ruleset.get("roles", "choose", default=[])
    if roles:
        lines.append(
            Line(f"In the order of their totals players choose a role: {', '.join(roles)}.", ("roles", "choose"))
        )
    return lines
