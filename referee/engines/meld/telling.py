"""A meld ruleset in a player's words, made from its values."""

from __future__ import annotations

from typing import Any

from referee.core.decks import rows
from referee.core.family import Line
from referee.core.ruleset import Ruleset
from referee.engines.meld.selectors import choose, in_words
from referee.engines.meld.terms import meld_in_words
from referee.engines.meld.words.melds import arguments_of

Section = tuple[str, list[Line]]

WHEN = {"after_taking": "after taking a card", "after_discarding": "after discarding"}
DEAL_PASSES = {
    "left": "passes to the left",
    "right": "passes to the right",
    "same": "stays with one player",
    "winner": "passes to the winner of the round",
    "loser": "passes to the loser of the round",
}
EMPTY = {
    "shuffle_pile": "the face-up pile, all but its top card, is shuffled and becomes the stock",
    "count": "the round ends and all hands count",
    "void": "the round is void, unless it was just ended",
    "last_take": "the next player may take the face-up card if that ends the round; otherwise it is void",
}


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'The Luminars, 2–4 players, 4 rounds of 8 cards, …'."""
    players, deal = ruleset.get("players", default=[0]), ruleset.get("deal", default={})
    span = str(players[0]) if len(players) == 1 else f"{min(players)}–{max(players)}"
    rounds = f"{deal['rounds']} rounds" if "rounds" in deal else "rounds"
    parts = [
        ruleset.title,
        f"{span} players",
        f"{rounds} of {deal.get('each')} cards",
        _in_a_row(
            [
                f"{name}{'es' if name.endswith(('s', 'sh', 'ch', 'x')) else 's'}"
                for name in ruleset.get("melds", default={})
            ]
        ),
    ]
    if ruleset.get("lay_off", default=False) is not False:
        parts.append("cards are laid off")
    if ruleset.get("end", "target") is not None:
        parts.append(f"to {ruleset.get('end', 'target')}")
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def _in_a_row(names: list[str]) -> str:
    """Names as a sentence lists them: 'sets, runs and flushes'."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


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
    wild = ruleset.get("wild", default={})
    if wild.get("cards"):
        lines.append(
            Line(f"Wild: {in_words(wild['cards'], deck)}, at most {wild.get('most', 0)} in a meld.", ("wild",))
        )
    return lines


def _melds(ruleset: Ruleset) -> list[Line]:
    wild, order = ruleset.get("wild", default={}), ruleset.get("order", default=())
    lines = []
    for name, entry in ruleset.get("melds", default={}).items():
        says = meld_in_words(name, entry, arguments_of(entry, wild, order, ruleset.deck), ruleset.deck)
        lines.append(Line(f"A{says[1:]}; it scores {entry.get('points', 'values')}.", ("melds", name)))
    for place, case in enumerate(ruleset.get("idle", default=())):
        of = in_words(case["cards"], ruleset.deck) if "cards" in case else "other cards" if place else "cards"
        lines.append(Line(f"Idle {of} score {case['points']}.", ("idle", place)))
    return lines


def _deal(ruleset: Ruleset) -> list[Line]:
    deal = ruleset.get("deal", default={})
    lines = [Line(f"Cards for each player: {deal.get('each')}.", ("deal", "each"))]
    if deal.get("first_dealer") is not None:
        lines.append(Line("Whoever draws the card of the highest value deals first.", ("deal", "first_dealer")))
    lines.append(Line(f"The deal {DEAL_PASSES[deal.get('next_dealer', 'left')]}.", ("deal", "next_dealer")))
    if deal.get("after_void") == "same":
        lines.append(Line("After a void round the same player deals again.", ("deal", "after_void")))
    action = ruleset.get("action_cards")
    if action:
        what = in_words(action["drawn_for"], ruleset.deck)
        lines.append(
            Line(f"For {what} in hand an Action card is drawn, and another card.", ("action_cards", "drawn_for"))
        )
        late = {"drawn": "count the same", "kept": "are kept like other cards"}[action.get("late", "drawn")]
        lines.append(Line(f"Those that come into a hand later {late}.", ("action_cards", "late")))
        lines.append(Line(f"Action cards are passed on when {action.get('passed', True)}.", ("action_cards", "passed")))
    return lines


def _play(ruleset: Ruleset) -> list[Line]:
    turn, stock = ruleset.get("turn", default={}), ruleset.get("stock", default={})
    lines = [Line("On a turn a player takes the face-up card or a card of the stock, and discards one.", ("turn",))]
    if turn.get("refuse_first", False):
        lines.append(
            Line("The first face-up card is offered to each player before the stock is used.", ("turn", "refuse_first"))
        )
    if not turn.get("discard_taken", True):
        lines.append(Line("A card just taken from the pile is not discarded.", ("turn", "discard_taken")))
    left = stock.get("leave", 0)
    when = f"When {left} cards are left in the stock" if left else "When the stock is empty"
    lines.append(Line(f"{when}, {EMPTY[stock.get('empty', 'shuffle_pile')]}.", ("stock", "empty")))
    return lines


def _ending(ruleset: Ruleset) -> list[Line]:
    declare = ruleset.get("declare", default={})
    when = " or ".join(WHEN[key] for key in declare.get("when", ()))
    lines = [Line(f"A player may declare {declare.get('called')} {when}.", ("declare", "when"))]
    if declare.get("cards") == "all":
        lines.append(Line("Every card must be in a meld.", ("declare", "cards")))
    if "needs" in declare:
        lines.append(Line(f"It needs {declare['needs']}.", ("declare", "needs")))
    if declare.get("last_turn", False):
        lines.append(Line("Then every other player has one more turn.", ("declare", "last_turn")))
    lines.append(Line(f"A false declaration is void and scores {declare.get('penalty', 0)}.", ("declare", "penalty")))
    lay_off = ruleset.get("lay_off", default=False)
    if lay_off is not False:
        when = "" if lay_off is True else f" when {lay_off}"
        lines.append(Line(f"The others may lay off cards on the melds of whoever ended the round{when}.", ("lay_off",)))
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
    if "target" in end:
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
