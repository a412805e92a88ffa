"""A name looked up in the rules: what it is in a game, and in which games there is such a thing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.core.cards import fold_name
from referee.core.data import Words
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.plugins import added_games
from referee.rules import rulesets, shipped

SECTIONS = {"rules": "rule", "rulings": "ruling", "variants": "variant"}
"""The sections of a ruleset whose keys are names that people look up, each with the word for one of them."""


class LookedUp(NamedTuple):
    """A thing in the rules of a game: which `kind` of thing, 'rule' or 'card', its name, what it says and who says so."""

    rules: Ruleset
    kind: str
    name: str
    text: str
    source: str

    @property
    def where(self) -> str:
        """Where it is found, as `referee explain` takes it: 'illuminate/grace-said'."""
        return f"{self.rules.name}/{self.name}"


def named_in(rules: Ruleset, name: str) -> Iterator[LookedUp]:
    """Yield what a game has under a name: a rule that something in the game can cite, a ruling, a variant, a card of its own,
    or the rule about a role.

    Capitals, spaces, hyphens and typographic quotes do not matter, nor does "The" before a card.
    """
    folded = fold_name(name)
    points: Mapping[str, object] = {}
    for section, kind in SECTIONS.items():
        for known, entry in rules.get(section, default={}).items():
            if fold_name(known) != folded:
                continue
            if kind == "ruling":
                yield LookedUp(rules, kind, known, _as_read(rules, known), entry["source"])
                continue
            if kind == "variant":
                yield LookedUp(rules, kind, known, entry["text"], entry["source"])
                continue
            points = points or family(rules.family).points(rules)
            if f"rules.{known}" in points:
                rule = rules.rule(known)
                yield LookedUp(rules, kind, known, rule.text, rule.source)
    yield from cards_named(rules, name)
    for role in rules.get("roles", "choose", default=()):
        if fold_name(role) == folded:
            rule = rules.rule("roles")
            yield LookedUp(rules, "role", "roles", rule.text, rule.source)


def _as_read(rules: Ruleset, name: str) -> str:
    """The question of a ruling and, if one of its readings is in force, that answer."""
    ruling = rules.rulings[name]
    if ruling.taken is None:
        return ruling.question
    return f"{ruling.question} {ruling.readings[ruling.taken]['text']}"


def cards_named(rules: Ruleset, name: str) -> Iterator[LookedUp]:
    """Yield the cards that are called so, such as "The Maiden": those with a text of their own, or else with facts only."""
    wanted = {fold_name(name), fold_name(f"The {name}")}
    texts = dict(_with_text(rules.data))
    for row in family(rules.family).cards(rules, None):
        known = str(row["card"])
        if row.get("kind", "cards") == "cards" or fold_name(known) not in wanted:
            continue
        entry = texts.get(known, {})
        yield LookedUp(rules, "card", known, entry.get("text", ""), entry.get("source", ""))


def _with_text(data: Words) -> Iterator[tuple[str, Words]]:
    """Yield the parts of a ruleset that have a text and a source of their own, other than rules, rulings and variants."""
    for key, value in data.items():
        if not isinstance(value, dict) or key in SECTIONS:
            continue
        if "text" in value and "source" in value:
            yield key, value
        else:
            yield from _with_text(value)


def every_game() -> Iterator[Ruleset]:
    """Yield the rules of every game there is, also of other packages and in the folders of REFEREE_PATH. Raises Unjudgeable."""
    paths = {path.stem: str(path) for path in shipped.games()} | added_games() | shipped.own()
    for path in paths.values():
        rules = rulesets.load_ruleset(path)
        if not rules.houses and not rules.get("abstract"):
            yield rules


def in_every_game(name: str) -> list[LookedUp]:
    """What all games have under a name, or else the rules whose text has a word that begins so; nothing if none has."""
    found: list[LookedUp] = []
    games = list(every_game())
    for rules in games:
        found += named_in(rules, name)
    if found:
        return found
    for rules in games:
        found += _speaking_of(rules, name)
    return found


def _speaking_of(rules: Ruleset, word: str) -> Iterator[LookedUp]:
    """Yield the rules that a game can cite and whose text has a word that begins so."""
    wanted = f" {word.casefold()}"
    points: Mapping[str, object] = {}
    for known in rules.get("rules", default={}):
        rule = rules.rule(known)
        if wanted not in f" {rule.text.casefold()}":
            continue
        points = points or family(rules.family).points(rules)
        if f"rules.{known}" in points:
            yield LookedUp(rules, "rule", known, rule.text, rule.source)


def every_name() -> list[str]:
    """The names of all rules, rulings, variants and cards that may be looked up, in any game, each once."""
    names: dict[str, None] = {}
    for rules in every_game():
        for section in SECTIONS:
            names.update(dict.fromkeys(rules.get(section, default={})))
        for row in family(rules.family).cards(rules, None):
            if row.get("kind", "cards") != "cards":
                names[str(row["card"])] = None
    return list(names)


def called_like(game: str) -> list[LookedUp]:
    """What other games have under the name of a game; only their own files are looked through, which takes no time."""
    found: list[LookedUp] = []
    for path in shipped.games():
        if path.stem != game and f"\n  {game}:" in path.read_text(encoding="utf-8"):
            found += named_in(rulesets.load_ruleset(str(path)), game)
    return found
