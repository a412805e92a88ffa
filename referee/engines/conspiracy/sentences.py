"""A conspiracy ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.family import RuleLine
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, deck_and_players, in_a_line, plain, sections
from referee.core.wording import in_list
from referee.core.words import Word, as_list
from referee.engines.conspiracy.compiled import ABSENT, SECTIONS, SIDES, SPECIAL, PrintedCard, pack_of

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
        "goals.until", "goals.checked", "goals.illuminati_count", "goals.deck_first", "goals.hidden", "goals.hidden_bonus",
        "goals.basic", "goals.special",
    ),
    "What the cards do": ("illuminati",),
}  # fmt: skip


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Illuminati, 2–8 players, 8 Illuminati, 83 groups, 15 Specials, 2 actions a turn, …'."""
    facts = _card_counts(ruleset)
    facts.append(f"{number_of(ruleset.full['turn']['actions'], 'actions')} a turn")
    facts += [f"variant {name}" for name in ruleset.variants]
    return in_a_line(ruleset, *facts, span=2)


def _card_counts(ruleset: Ruleset) -> list[str]:
    pack = pack_of(ruleset)
    specials = sum(pack.cards[card].copies for card in pack.specials)
    return [f"{len(pack.illuminati)} Illuminati", f"{len(pack.groups)} groups", f"{specials} Specials"]


def _cards(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the numbers of cards and players, and the alignments that are opposite to each other, in one direction or
    both."""
    pack = pack_of(ruleset)
    yield RuleLine(f"{in_list(_card_counts(ruleset))}.", ("groups",))
    yield from deck_and_players(ruleset)
    pairs = []
    for place, name in enumerate(pack.alignments):
        both = pack.opposite[place]
        shunned = pack.shuns[place] & ~pack.opposite[place]
        # only those from this alignment on, so that no pair is named twice
        pairs += [f"{name} and {other}" for other in pack.alignment_names(both >> place << place)]
        pairs += [f"{name} when it attacks {other}" for other in pack.alignment_names(shunned)]
    yield RuleLine(f"Opposite alignments: {', '.join(pairs)}.", ("alignments",))
    alone = [name for place, name in enumerate(pack.alignments) if not pack.shuns[place]]
    if alone:
        yield RuleLine(f"Without an opposite: {', '.join(alone)}.", ("alignments",))


def _more_income(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the extra income of every Illuminati card, by number of players, and the rules about it."""
    more = {players: money for players, money in ruleset.full.get("bonus_income", {}).items() if players.isdigit()}
    if any(more.values()):
        listed = ", ".join(f"{money} MB with {count} players" for count, money in more.items())
        yield RuleLine(f"Every Illuminati card collects extra each turn: {listed}.", ("bonus_income",))
        yield from plain(ruleset, "bonus_income", "at_setup")
        yield from plain(ruleset, "bonus_income", "multiplied")


def _position(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield how much a target's nearness to its Illuminati protects it."""
    near = []
    for groups, value in enumerate(ruleset.full["attack"]["position"]):
        if groups:
            near.append(f"{value} with {number_of(groups, 'groups')} between")
        else:
            near.append(f"{value} next to it")
    text = "No group is protected by its position."
    if near:
        text = f"A target is protected by how near it is to its Illuminati: {', '.join(near)}."
    yield RuleLine(text, ("attack", "position"))


def _basic(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield how many groups win, by number of players; nothing if the game does not end with a goal."""
    goals = ruleset.full["goals"]
    if goals["until"] == "met":
        tables: dict[int, list[str]] = {}
        for players, count in goals["basic"].items():
            if count:
                tables.setdefault(count, []).append(players)
        counts = ", ".join(f"{count} with {in_list(players, 'or')} players" for count, players in tables.items())
        text = "No number of groups wins."
        if counts:
            text = f"Groups needed to win, counting the Illuminati: {counts}."
        yield RuleLine(text, ("goals", "basic"))


def _special(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the special goal of each Illuminati card, or that these goals do not count."""
    goals = ruleset.full["goals"]
    pack = pack_of(ruleset)
    if goals["until"] != "met":
        return
    if not goals["special"]:
        yield RuleLine("The special goals of the Illuminati do not count.", ("goals", "special"))
        return
    for card in pack.illuminati:
        name = pack.names[card]
        yield RuleLine(f"{name}: {goal(ruleset, pack.cards[card].goal)}.", ("illuminati", name, "goal"))


def goal(ruleset: Ruleset, goal: Words) -> str:
    """Return a goal in words."""
    text = _sentences(ruleset.words.at(("illuminati", "", "goal")), goal, ", ")
    if not text:
        return "no special goal"
    return text


def does(ruleset: Ruleset, kind: str, does: Words) -> str:
    """The effects of a card of some kind, in words."""
    where: Pointer = (SECTIONS[kind], "", "abilities", 0)
    if kind == SPECIAL:
        where = ("specials", "", "does")
    return _sentences(ruleset.words.at(where), does, "; ")


def _sentences(words: Word, arguments: Words, between: str) -> str:
    """The sentences of ability words with their arguments, joined by `between`. A word with a list of arguments, as
    `bonus`, has a sentence for each."""
    texts = []
    for word, several in arguments.items():
        for argument in as_list(several):
            texts.append(words.at((word,)).sentence(argument, parts=_parts(words, word, argument)))
    return between.join(texts)


def _parts(words: Word, word: str, argument: object) -> dict[str, str]:
    """Those parts of an argument that are put in words, by key, as its sentence needs them."""
    spoken: dict[str, str] = {}
    if isinstance(argument, Mapping):
        for key, value in argument.items():
            part = _part(words.at((word, key)), key, value)
            if part:
                spoken[key] = part
    return spoken


def _part(word: Word, key: str, value: Any) -> str:
    """One part of an ability's argument in words; the parts that list cards or alignments are joined to an
    enumeration."""
    if key == "against":
        return _against(value)
    if key == "attempt":
        return in_list(as_list(value), "and")
    if key == "alignment":
        return in_list(as_list(value), "or")
    return word.sentence(value)


def _against(value: str | Words) -> str:
    """The cards that a selector names: 'any group', 'Texas and Government groups'."""
    if isinstance(value, str):
        return "any group"
    names = list(as_list(value.get("group", ())))
    for alignment in as_list(value.get("alignment", ())):
        names.append(f"{alignment} groups")
    return in_list(names)


def _abilities(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the abilities of each card, one line per ability, then the Specials."""
    for kind, section in SECTIONS.items():
        for name, card in ruleset.full[section].items():
            for place, ability in enumerate(card.get("abilities", ())):
                yield RuleLine(f"{name}: {does(ruleset, kind, ability)}.", (section, name, "abilities", place))
    pack = pack_of(ruleset)
    for special in pack.specials:
        name = pack.names[special]
        yield RuleLine(f"{name}: {does(ruleset, SPECIAL, pack.cards[special].does)}.", ("specials", name))


COMPUTED: Computed = {
    "groups": _cards,
    "bonus_income": _more_income,
    "attack.position": _position,
    "goals.basic": _basic,
    "goals.special": _special,
    "illuminati": _abilities,
}
"""The sentences that need more than the value of a word."""


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """The facts about each card, a row per card. If a number of players is given, no card is left out."""
    rows = []
    for card in pack_of(ruleset).cards:
        row = _row(ruleset, card)
        if players is not None:
            row["left_out"] = False
        rows.append(row)
    return rows


def _row(ruleset: Ruleset, card: PrintedCard) -> Data:
    """The facts about a card by column; a column that its kind of card does not have is empty."""
    row: Data = {"card": card.name, "kind": card.kind, "power": "", "transferable": "", "resistance": ""}
    row["income"] = ""
    if card.kind != SPECIAL:
        row["power"] = card.power
        row["transferable"] = card.transferable
        row["income"] = card.income
    row["alignments"] = pack_of(ruleset).alignment_names(card.alignments)
    row["in"] = ""
    if card.inward != ABSENT:
        if card.kind != SPECIAL:
            row["resistance"] = card.resistance
        row["in"] = SIDES[card.inward]
    row["out"] = [SIDES[side] for side in card.outward]
    row["copies"] = card.copies
    row["goal"] = ""
    if card.goal:
        row["goal"] = goal(ruleset, card.goal)
    row["does"] = does(ruleset, card.kind, card.does)
    return row


describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
