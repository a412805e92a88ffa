"""Faults of a conspiracy ruleset that its schema cannot see: unknown names, too few cards, rules without text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import fold_name
from referee.core.data import Words
from referee.core.lint import LintFault, faults_of_words, idle, kind, outside_readings
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, deciding
from referee.core.words import as_list
from referee.engines.conspiracy.compiled import SECTIONS


def soundness(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield every fault of a ruleset, as (pointer, sentence)."""
    data = ruleset.full
    named = {
        "alignment": kind(data["alignments"], _no_such_alignment),
        "group": kind(data["groups"], _no_such_group),
    }
    yield from faults_of_words(ruleset, named)
    yield from _one_sided(data["alignments"])
    yield from _names(data)
    yield from _counts(ruleset)
    yield from _useless(data)
    for word, _, message in idle(ruleset):
        yield word, message
    for rule in ruleset.words.faults:
        if rule not in data["rules"]:
            message = f"this family cites the rule {rule!r}, which `rules:` does not explain; add its text and source"
            yield ("rules",), message
    yield from outside_readings(ruleset)


def _no_such_alignment(name: str) -> str:
    return f"no alignment is called {name!r}"


def _no_such_group(name: str) -> str:
    return f"no group is called {name!r}"


def _one_sided(alignments: Words) -> Iterator[LintFault]:
    """Yield alignments that are opposite in one direction only."""
    for name, entry in alignments.items():
        for other in as_list(entry.get("opposite", ())):
            if other in alignments and name not in as_list(alignments[other].get("opposite", ())):
                message = f"{name} is opposite to {other}, but {other} is not opposite to {name}"
                yield ("alignments", name), f"{message}; for one side only, write `shuns: {other}`"


IDLE = {"illuminati": ("resists", "upkeep"), "groups": ("privilege",)}
"""Words that have no effect on a kind of card: Illuminati are never attacked and have no master; groups sell no privilege."""
ALONE = ("cancel_special", "destroy_powerless")
"""Words of Specials that leave no other word an effect."""


MOMENTS = {
    "set_roll": "just after the dice", "take_uncontrolled": "as an action", "abolish_privilege": "in a privileged attack",
    "join_privileged": "in a privileged attack", "multiply_income": "before income", "skip_turn": "in another player's turn",
}  # fmt: skip
"""Times at which a Special is played because of a word; with other words, at any time."""


def _useless(data: Words) -> Iterator[LintFault]:
    """Yield ability words that could never have an effect, Illuminati with several goals, and arrows printed on one
    side."""
    yield from _useless_words(data)
    for section, words in IDLE.items():
        yield from _useless_abilities(data, section, words)
    for name, card in data["illuminati"].items():
        goal = card.get("goal", {})
        if len(goal) > 1:
            yield ("illuminati", name, "goal"), f"{name} has several goals, {' and '.join(goal)}; a card has one"
    for name, card in data["groups"].items():
        if card.get("in") in card.get("out", ()):
            both = f"{name} has its incoming arrow and an outgoing one on the {card['in']}"
            yield ("groups", name, "out"), f"{both}; one must be on another side"


def _useless_words(data: Words) -> Iterator[LintFault]:
    """Yield Specials with a word besides which no other has an effect, and Specials with words for different times."""
    for name, card in data["specials"].items():
        does = list(card.get("does", {}))
        at: Pointer = ("specials", name, "does")
        for word in ALONE:
            if word in does and len(does) > 1:
                yield at, f"{name} does {word} and nothing else; remove the other words"
        moments = {MOMENTS[word]: word for word in does if word in MOMENTS}
        if len(moments) > 1:
            one, other = list(moments)[:2]
            yield at, f"{name} could never be played: {one} for `{moments[one]}`, {other} for `{moments[other]}`"


def _useless_abilities(data: Words, section: str, without_effect: Sequence[str]) -> Iterator[LintFault]:
    """Yield abilities that have no effect on a kind of card, or that a card has twice."""
    what = "a group"
    if section == "illuminati":
        what = "an Illuminati card"
    for name, card in data[section].items():
        seen: set[str] = set()
        for place, ability in enumerate(card.get("abilities", ())):
            pointer: Pointer = (section, name, "abilities", place)
            for word in ability:
                if word in without_effect:
                    yield pointer, f"`{word}` has no effect on {what}; remove it from {name}"
                if word != "bonus" and word in seen:
                    yield pointer, f"{name} has the ability `{word}` twice; only the last counts"
                seen.add(word)


def _names(data: Words) -> Iterator[LintFault]:
    """Yield names that two cards have, and other names of a card (`also:`) that already belong to another."""
    seen: dict[str, str] = {}
    cards = [(section, name) for section in SECTIONS.values() for name in data[section]]
    for section, name in cards:
        if name in seen:
            yield (section, name), f"{name} is already among the {seen[name]}"
        seen[name] = section
    names = {fold_name(name): name for name in seen}
    for section, name in cards:
        for other in data[section][name].get("also", ()):
            known = names.setdefault(fold_name(other), name)
            if known != name:
                yield (section, name, "also"), f"{name} is also called {other!r}, as {known} is"


def _counts(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield that there are too few Illuminati cards for the players, and numbers of players with which nobody can
    win."""
    data = ruleset.full
    most = max(data["players"])
    if len(data["illuminati"]) < most:
        message = f"{most} players need {most} Illuminati cards; there are {len(data['illuminati'])}"
        yield ruleset.latest(("illuminati",), ("players",)), message
    goals = data["goals"]
    if goals["until"] == "met" and not goals["special"]:
        for players in data["players"]:
            if not goals["basic"].get(str(players)):
                message = f"with {players} players nobody can win: there is no basic goal and no special goal"
                yield ("goals", "basic"), message


def citations(ruleset: Ruleset) -> Iterator[Cited]:
    """Yield the words of a ruleset that decide something, as pointers, each with the rules that it may cite. Everything
    about one ability or one Special counts as one word."""
    goals = ruleset.full["goals"]["special"]
    for pointer, cites in deciding(ruleset, anywhere=True):
        if pointer[0] == "specials":
            yield pointer[:2], cites
        elif goals or pointer[2:] != ("goal",):
            yield pointer[:4], cites
