"""A conspiracy ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.family import Line
from referee.core.findings import counted
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.pack import SIDES, Card, Pack, as_list
from referee.engines.conspiracy.reading import names_of

Section = tuple[str, list[Line]]


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'Illuminati, 2–8 players, 8 Illuminati, 83 groups, 15 Specials, 2 actions a turn, …'."""
    pack = Pack(ruleset.data)
    players = ruleset.get("players", default=[0])
    few, many = min(players), max(players)
    specials = sum(pack.cards[card].copies for card in pack.specials)
    parts = [
        ruleset.title,
        f"{few} players" if few == many else f"{few}–{many} players",
        f"{len(pack.illuminati)} Illuminati",
        f"{len(pack.groups)} groups",
        f"{specials} Specials",
        f"{counted(ruleset.get('turn', 'actions', default=2), 'actions')} a turn",
    ]
    parts += [f"variant {name}" for name in ruleset.variants]
    parts += [f"house rule {house}" for house in ruleset.houses]
    return ", ".join(parts)


def describe(ruleset: Ruleset) -> list[Section]:
    """The rules in force, section by section."""
    pack = Pack(ruleset.data)
    return [
        ("Cards", _cards(ruleset, pack)),
        ("Turn", _turn(ruleset)),
        ("Attacks", _attack(ruleset)),
        ("Gifts and players who are out", _others(ruleset)),
        ("Winning", _winning(ruleset, pack)),
        ("What the cards do", _abilities(pack)),
    ]


def _cards(ruleset: Ruleset, pack: Pack) -> list[Line]:
    specials = sum(pack.cards[card].copies for card in pack.specials)
    lines = [
        Line(f"{len(pack.illuminati)} Illuminati, {len(pack.groups)} groups and {specials} Specials.", ("groups",)),
        Line(f"Players: {', '.join(map(str, ruleset.get('players', default=[])))}.", ("players",)),
    ]
    pairs = []
    for place, name in enumerate(pack.alignments):
        pairs += [f"{name} and {other}" for other in pack.aligned(pack.opposite[place] >> place << place)]
        pairs += [
            f"{name} when it attacks {other}" for other in pack.aligned(pack.shuns[place] & ~pack.opposite[place])
        ]
    lines.append(Line(f"Opposite alignments: {', '.join(pairs)}.", ("alignments",)))
    alone = [name for place, name in enumerate(pack.alignments) if not pack.shuns[place]]
    if alone:
        lines.append(Line(f"Without an opposite: {', '.join(alone)}.", ("alignments",)))
    return lines


def _turn(ruleset: Ruleset) -> list[Line]:
    get = ruleset.get
    way = {"counter_clockwise": "counter-clockwise", "clockwise": "clockwise"}[
        get("turn", "order", default="counter_clockwise")
    ]
    sequence = {
        "fixed": f"Turns go {way}.",
        "staggered": f"Turns go {way}; each round begins one player later.",
        "random": "After each turn everybody rolls; the highest plays next, nobody three times running.",
        "bidding": "After each turn everybody rolls and may bid money on top; "
        "the highest pays and plays next, nobody three times running.",
    }
    draw = {"after_income": "Income comes first, then drawing.", "before_income": "Drawing comes first, then income."}
    forbids = {"everything": "anything else", "actions": "actions"}[
        get("turn", "pass", "forbids", default="everything")
    ]
    when = {"after_actions": "after the actions", "any_time": "at any time of the turn"}
    start, least = get("uncontrolled", "start", default=4), get("uncontrolled", "least", default=0)
    lines = [
        Line(f"{start} groups lie uncontrolled at the start.", ("uncontrolled", "start")),
        Line(sequence[get("turn", "sequence", default="fixed")], ("turn", "sequence")),
        Line(draw[get("turn", "draw", default="after_income")], ("turn", "draw")),
        Line(f"Cards drawn a turn: {get('turn', 'draws', default=1)}.", ("turn", "draws")),
        Line(f"Actions a turn: {get('turn', 'actions', default=2)}.", ("turn", "actions")),
        Line(
            f"Free money transfers a turn: {get('turn', 'transfers', default=2)}, "
            f"{when[get('turn', 'transfers_when', default='after_actions')]}.",
            ("turn", "transfers"),
        ),
        Line(
            f"Who passes gets {get('turn', 'pass', 'money', default=5)} MB and may not do {forbids}.",
            ("turn", "pass"),
        ),
    ]
    if least:
        lines.append(Line(f"At the end of a turn they are filled up to {least}.", ("uncontrolled", "least")))
    for count, money in (get("bonus_income", default=None) or {}).items():
        if count == "at_setup":
            continue
        lines.append(Line(f"With {count} players every Illuminati collects {money} MB more.", ("bonus_income", count)))
    if get("hidden", "illuminati", default=False):
        lines.append(Line("Illuminati lie face down until somebody is accused rightly.", ("hidden", "illuminati")))
    return lines


def _attack(ruleset: Ruleset) -> list[Line]:
    get = ruleset.get
    position = ", ".join(
        f"{value} with {between} between" for between, value in enumerate(get("attack", "position", default=[]))
    )
    money = get("attack", "money", default={})
    always = get("attack", "succeeds_to", default=0)
    lines = [
        Line(
            f"An alignment that both have: {get('attack', 'alike', default=4):+d}; the other way to destroy.",
            ("attack", "alike"),
        ),
        Line(
            f"A pair of opposites: {get('attack', 'opposite', default=-4):+d}; the other way to destroy.",
            ("attack", "opposite"),
        ),
        Line(f"To neutralize: {get('attack', 'neutralize', default=6):+d}.", ("attack", "neutralize")),
        Line(f"Groups between the target and its Illuminati protect it: {position}.", ("attack", "position")),
        Line(
            f"A megabuck is worth {money.get('attacker', 1)} of the attacker, {money.get('target', 1)} of the target itself, "
            f"{money.get('illuminati', 1)} of its Illuminati, {money.get('others', 1)} of other players.",
            ("attack", "money"),
        ),
        Line(f"A roll of {get('attack', 'fails_from', default=11)} or more always fails.", ("attack", "fails_from")),
        _privilege(ruleset),
    ]
    if always:
        lines.append(Line(f"A roll of {always} or less always succeeds.", ("attack", "succeeds_to")))
    return lines


def _privilege(ruleset: Ruleset) -> Line:
    if not ruleset.get("attack", "privilege", "allowed", default=True):
        return Line("No attack is privileged: anybody may interfere in any.", ("attack", "privilege", "allowed"))
    count = ruleset.get("attack", "privilege", "abolished_by")
    by = f" or {count} Specials that one player discards" if count else ""
    return Line(
        f"A Special discarded makes an attack privileged; a card for it{by} abolishes that.", ("attack", "privilege")
    )


def _others(ruleset: Ruleset) -> list[Line]:
    groups = {
        "either_turn": "Groups change hands in the turn of the giver or the receiver, an action each.",
        "own_turn_or_sale": "Groups are given in the giver's turn and sold in the buyer's, an action each.",
    }
    throwing = "may" if ruleset.get("gifts", "throwing", default=False) else "may not"
    after = ruleset.get("elimination", "after_turns", default=3)
    return [
        Line(groups[ruleset.get("gifts", "groups", default="either_turn")], ("gifts", "groups")),
        Line(f"A player {throwing} give another the victory.", ("gifts", "throwing")),
        Line(
            f"After {counted(after, 'turns')} of their own, players without a group are out.",
            ("elimination", "after_turns"),
        ),
    ]


def _winning(ruleset: Ruleset, pack: Pack) -> list[Line]:
    basic = ruleset.get("goals", "basic", default={}) or {}
    if ruleset.get("goals", "until", default="met") == "all_controlled":
        message = "Play until no group is left to control; total Power and a point a group decide."
        return [Line(message, ("goals", "until"))]
    counts = ", ".join(f"{count} with {players} players" for players, count in basic.items() if count)
    lines = [Line(f"Groups that win, the Illuminati counted: {counts or 'none'}.", ("goals", "basic"))]
    if ruleset.get("goals", "special", default=True):
        if ruleset.get("goals", "hidden", default=False):
            lines.append(Line("Everybody writes down one of the special goals in secret.", ("goals", "hidden")))
        for card in pack.illuminati:
            name = pack.names[card]
            lines.append(Line(f"{name}: {goal_said(pack.cards[card].goal)}.", ("illuminati", name, "goal")))
    return lines


def goal_said(goal: Mapping[str, Any]) -> str:
    """A goal in words."""
    said: dict[str, Callable[[Any], str]] = {
        "power": lambda need: f"total Power of {need}",
        "transferable": lambda need: f"total transferable Power of {need}",
        "money": lambda need: f"{need} MB in all treasuries",
        "destroyed": lambda need: f"{counted(need, 'groups')} destroyed",
        "alignments": lambda need: f"{counted(need, 'alignments')} among its groups",
        "groups": lambda wanted: counted(wanted["count"], f"{wanted['alignment']} groups"),
        "chosen": lambda _: "the goal of another Illuminati, written down secretly",
    }
    return ", ".join(said[word](argument) for word, argument in goal.items()) or "no special goal"


def _abilities(pack: Pack) -> list[Line]:
    sections = {"illuminati": "illuminati", "group": "groups", "special": "specials"}
    return [Line(f"{card.name}: {does(card)}.", (sections[card.kind], card.name)) for card in pack.cards if card.does]


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card; none is left out for any number of players."""
    pack = Pack(ruleset.data)
    known = []
    for card in pack.cards:
        row: dict[str, Any] = {"card": card.name, "kind": card.kind}
        for key in ("power", "transferable", "resistance", "income"):
            row[key] = "" if card.kind == "special" or (key == "resistance" and card.inward < 0) else getattr(card, key)
        row["alignments"] = pack.aligned(card.alignments)
        row["in"] = SIDES[card.inward] if card.inward >= 0 else ""
        row["out"] = [SIDES[side] for side in card.outward]
        row["copies"] = card.copies
        row["goal"] = goal_said(card.goal) if card.goal else ""
        row["does"] = does(card)
        known.append(row if players is None else {**row, "left_out": False})
    return known


def does(card: Card) -> str:
    """What a card does, in words."""
    said = []
    for word, argument in card.does.items():
        if word == "bonus":
            said += [_bonus(one) for one in argument]
        else:
            said.append(SAYS[word](argument))
    return "; ".join(said)


def _against(selector: Any) -> str:
    if selector == "any":
        return "any group"
    names = [
        *as_list(selector.get("group", ())),
        *(f"{name} groups" for name in as_list(selector.get("alignment", ()))),
    ]
    return names_of(names)


def _bonus(argument: Mapping[str, Any]) -> str:
    direct = argument.get("scope", "any_attempt") == "direct"
    who = "when it attacks itself" if direct else "whoever of its player's cards attacks"
    tries = names_of(as_list(argument["attempt"]))
    return f"{argument['value']:+d} to {tries} {_against(argument.get('against', 'any'))}, {who}"


SAYS: dict[str, Callable[[Any], str]] = {
    "resists": lambda word: f"Resistance {word['value']} against {_against(word['against'])}",
    "shields": lambda value: f"{value:+d} Resistance for all other groups of its player",
    "counts_as": lambda word: (
        f"counts as {word['alignment']} when it attacks {_against(word['against'])} to {word['attempt']}"
    ),
    "immune": lambda word: f"no {' or '.join(as_list(word['alignment']))} group attacks its structure or aids in it",
    "privilege": lambda word: f"privilege for {word['cost']} MB, {counted(word['times'], 'times')} a turn",
    "takes_part": lambda times: f"takes part in {counted(times, 'attacks')} a turn",
    "draws": lambda count: f"draws {counted(count, 'cards')} a turn",
    "tax": lambda amount: f"{amount} MB from every other player in the income phase",
    "upkeep": lambda amount: f"costs {amount} MB a turn, paid by its master or its Illuminati",
    "buys_card": lambda amount: f"draws another card for {amount} MB of its own",
    "sends_anywhere": lambda _: "transfers money to any card of its structure",
    "realign": lambda _: "adds, removes or reverses an alignment of another group for the turn",
    "redistribute": lambda _: "moves any money between its player's cards",
    "rearrange": lambda _: "lays its structure anew at the end of the turn",
    "set_roll": lambda roll: f"a roll just made becomes {roll}",
    "take_uncontrolled": lambda _: "takes an uncontrolled group without a roll; an action",
    "spy": lambda _: "counts the money on a group, or looks at a player's Specials",
    "abolish_privilege": lambda _: "takes the privilege off an attack",
    "join_privileged": lambda _: "lets its player interfere in a privileged attack",
    "multiply_income": lambda times: f"incomes are multiplied by {times} this turn",
    "revive": lambda _: "brings a destroyed group back, uncontrolled",
    "cancel_special": lambda _: "takes the effect off a Special just played",
    "skip_turn": lambda _: "another player loses the turn that is about to begin",
    "money": lambda amount: f"brings {amount} MB",
    "destroy_powerless": lambda _: "an attack to destroy a group without Power, against its Resistance",
}
"""By the word of a card, an ability or what a Special does: the word and its argument in a sentence."""
