"""A conspiracy ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.family import RuleLine
from referee.core.findings import counted
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, how_many, plain, players, sections
from referee.core.wording import listed
from referee.engines.conspiracy.words.compiled import ABSENT, SIDES, PrintedCard, as_list, pack_of

PLAN = {
    "Cards": ("groups",),
    "Turn": (
        "uncontrolled", "turn.sequence", "direction", "turn.dead_seats", "turn.lost_bids", "turn.draw", "turn.draws",
        "turn.deck_empty", "turn", "bonus_income", "hidden", "tax", "upkeep",
    ),
    "Attacks": (
        "attack.alike", "attack.opposite", "attack.counts_as", "attack.immunity", "attack.immune_to_own",
        "attack.bonus_against_itself", "attack.neutralize", "attack.position", "attack.money", "attack.owner_supports",
        "attack", "bribery", "moving.vacated", "moving",
    ),
    "Gifts and players who are out": ("gifts", "elimination.after_turns", "elimination.lost_turns", "elimination"),
    "Winning": (
        "goals.until", "goals.illuminati_count", "goals.deck_first", "goals.hidden", "goals.hidden_bonus", "goals.basic",
        "goals.special",
    ),
    "What the cards do": ("illuminati",),
}  # fmt: skip


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Illuminati, 2–8 players, 8 Illuminati, 83 groups, 15 Specials, 2 actions a turn, …'."""
    pack = pack_of(ruleset)
    specials = sum(pack.cards[card].copies for card in pack.specials)
    parts = [
        ruleset.title,
        *([f"{how_many(ruleset.data['players'], span=2)} players"] if "players" in ruleset.data else []),
        f"{len(pack.illuminati)} Illuminati",
        f"{len(pack.groups)} groups",
        f"{specials} Specials",
        f"{counted(ruleset.full['turn']['actions'], 'actions')} a turn",
    ]
    parts += [f"variant {name}" for name in ruleset.variants]
    parts += [f"house rule {house}" for house in ruleset.houses]
    return ", ".join(parts)


def _cards(ruleset: Ruleset) -> Iterator[RuleLine]:
    pack = pack_of(ruleset)
    specials = sum(pack.cards[card].copies for card in pack.specials)
    many = f"{len(pack.illuminati)} Illuminati, {len(pack.groups)} groups and {specials} Specials."
    yield RuleLine(many, ("groups",))
    yield from players(ruleset)
    pairs = []
    for place, name in enumerate(pack.alignments):
        both, shunned = pack.opposite[place], pack.shuns[place] & ~pack.opposite[place]
        pairs += [f"{name} and {other}" for other in pack.aligned(both >> place << place)]
        pairs += [f"{name} when it attacks {other}" for other in pack.aligned(shunned)]
    yield RuleLine(f"Opposite alignments: {', '.join(pairs)}.", ("alignments",))
    alone = [name for place, name in enumerate(pack.alignments) if not pack.shuns[place]]
    if alone:
        yield RuleLine(f"Without an opposite: {', '.join(alone)}.", ("alignments",))


def _more_income(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what Illuminati collect on top of their income, by number of players."""
    more = {players: money for players, money in ruleset.full.get("bonus_income", {}).items() if players.isdigit()}
    if any(more.values()):
        listed = ", ".join(f"{money} MB with {count} players" for count, money in more.items())
        yield RuleLine(f"Every Illuminati card collects extra each turn: {listed}.", ("bonus_income",))
        yield from plain(ruleset, "bonus_income", "at_setup")
        yield from plain(ruleset, "bonus_income", "multiplied")


def _position(ruleset: Ruleset) -> Iterator[RuleLine]:
    steps = enumerate(ruleset.full["attack"]["position"])
    near = [
        f"{value} with {counted(groups, 'groups')} between" if groups else f"{value} next to it"
        for groups, value in steps
    ]
    said = f"A target is protected by how near it is to its Illuminati: {', '.join(near)}."
    yield RuleLine(said if near else "No group is protected by its position.", ("attack", "position"))


def _basic(ruleset: Ruleset) -> Iterator[RuleLine]:
    goals = ruleset.full["goals"]
    if goals["until"] == "met":
        tables: dict[int, list[str]] = {}
        for players, count in goals["basic"].items():
            if count:
                tables.setdefault(count, []).append(players)
        counts = ", ".join(f"{count} with {listed(players, 'or')} players" for count, players in tables.items())
        said = f"Groups needed to win, counting the Illuminati: {counts}." if counts else "No number of groups wins."
        yield RuleLine(said, ("goals", "basic"))


def _special(ruleset: Ruleset) -> Iterator[RuleLine]:
    goals, pack = ruleset.full["goals"], pack_of(ruleset)
    if goals["until"] != "met":
        return
    if not goals["special"]:
        yield RuleLine("The special goals of the Illuminati do not count.", ("goals", "special"))
    for card in pack.illuminati if goals["special"] else ():
        name = pack.names[card]
        yield RuleLine(f"{name}: {goal_said(pack.cards[card].goal)}.", ("illuminati", name, "goal"))


def goal_said(goal: Mapping[str, Any]) -> str:
    """Return a goal in words."""
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


def _abilities(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what each card does, one line per ability."""
    for section in ("illuminati", "groups"):
        for name, card in ruleset.full[section].items():
            for place, ability in enumerate(card.get("abilities", ())):
                said = "; ".join(does_word(word, argument) for word, argument in ability.items())
                yield RuleLine(f"{name}: {said}.", (section, name, "abilities", place))
    pack = pack_of(ruleset)
    for card in pack.specials:
        yield RuleLine(f"{pack.names[card]}: {does(pack.cards[card])}.", ("specials", pack.names[card]))


COMPUTED: Computed = {
    "groups": _cards,
    "bonus_income": _more_income,
    "attack.position": _position,
    "goals.basic": _basic,
    "goals.special": _special,
    "illuminati": _abilities,
}
"""The sentences that need more than the value of a word."""


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known of each card; all are used with any number of players."""
    pack = pack_of(ruleset)
    known = []
    for card in pack.cards:
        row: dict[str, Any] = {"card": card.name, "kind": card.kind}
        for key in ("power", "transferable", "resistance", "income"):
            none = card.kind == "special" or (key == "resistance" and card.inward == ABSENT)
            row[key] = "" if none else getattr(card, key)
        row |= {
            "alignments": pack.aligned(card.alignments), "in": SIDES[card.inward] if card.inward != ABSENT else "",
            "out": [SIDES[side] for side in card.outward], "copies": card.copies,
            "goal": goal_said(card.goal) if card.goal else "", "does": does(card),
        }  # fmt: skip
        known.append(row if players is None else {**row, "left_out": False})
    return known


def does(card: PrintedCard) -> str:
    """Return what a card does, in words."""
    said = []
    for word, argument in card.does.items():
        said += [does_word(word, one) for one in (argument if word == "bonus" else [argument])]
    return "; ".join(said)


def does_word(word: str, argument: Any) -> str:
    """Return what a card does by one word."""
    if word != "bonus":
        return SAYS[word](argument)
    direct, tries = argument["scope"] == "direct", listed(as_list(argument["attempt"]))
    who = "only when this card attacks" if direct else "whichever of its player's cards attacks"
    return f"{argument['value']:+d} to {tries} {_against(argument['against'])}, {who}"


def often(times: int) -> str:
    """Return how often: 'once', 'twice', '3 times'."""
    return {1: "once", 2: "twice"}.get(times, f"{times} times")


def _against(selector: Any) -> str:
    if selector == "any":
        return "any group"
    aligned = [f"{name} groups" for name in as_list(selector.get("alignment", ()))]
    return listed([*as_list(selector.get("group", ())), *aligned])


SAYS: dict[str, Callable[[Any], str]] = {
    "resists": lambda word: f"Resistance {word['value']} against {_against(word['against'])}",
    "shields": lambda value: f"{value:+d} Resistance for all other groups of its player",
    "counts_as": lambda word: (
        f"counts as {word['alignment']} when it attacks {_against(word['against'])} to {word['attempt']}"
    ),
    "immune": lambda word: (
        f"no {' or '.join(as_list(word['alignment']))} group may attack its structure or aid such an attack"
    ),
    "privilege": lambda word: f"privilege for {word['cost']} MB, {often(word['times'])} a turn",
    "takes_part": lambda times: f"may take part in {counted(times, 'attacks')} a turn",
    "draws": lambda count: f"its player draws {counted(count, 'cards')} a turn",
    "tax": lambda amount: f"{amount} MB from every other player in the income phase",
    "upkeep": lambda amount: f"costs {amount} MB a turn, paid by its master or its Illuminati",
    "buys_card": lambda amount: f"may buy another card for {amount} MB of its own",
    "sends_anywhere": lambda _: "may transfer money to any card of its structure",
    "realign": lambda _: "may add, remove or reverse an alignment of another group for the turn",
    "redistribute": lambda _: "moves money freely between its player's cards",
    "rearrange": lambda _: "may rearrange its structure at the end of the turn",
    "set_roll": lambda roll: f"changes a roll just made to {roll}",
    "take_uncontrolled": lambda _: "takes an uncontrolled group without a roll; an action",
    "spy": lambda _: "counts the money on a group, or looks at a player's Specials",
    "abolish_privilege": lambda _: "abolishes the privilege of an attack",
    "join_privileged": lambda _: "lets its player interfere in a privileged attack",
    "multiply_income": lambda times: f"incomes are multiplied by {times} this turn",
    "revive": lambda _: "brings a destroyed group back, uncontrolled",
    "cancel_special": lambda _: "cancels a Special just played",
    "skip_turn": lambda _: "makes another player lose the turn that is about to begin",
    "money": lambda amount: f"gives its player {amount} MB",
    "destroy_powerless": lambda _: "allows an attack to destroy a group without Power, against its Resistance",
}
"""By the word of an ability or a Special: the sentence for its argument."""
describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
