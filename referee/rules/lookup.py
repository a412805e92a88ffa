"""A name looked up in the rules: what it is in a game, and in which games there is such a thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.cards import fold_name
from referee.core.data import Words
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.plugins import added_games
from referee.rules import rulesets, shipped

SECTIONS = ("rules", "rulings", "variants")
"""The sections of a ruleset whose keys are names that people look up."""


class LookedUp(NamedTuple):
    """A thing in the rules of a game: which `kind` of thing, 'rule' or 'card', its name, what it says and who says so.

    `where` is how `referee explain` takes it, 'illuminate/grace-said'.
    """

    rules: Ruleset
    kind: str
    name: str
    text: str
    source: str
    where: str


def things_in(rules: Ruleset) -> Iterator[LookedUp]:
    """Yield everything that can be looked up in a game: the rules that something in it can cite, rulings, variants, cards with
    names of their own, and roles."""
    points = family(rules.family).points(rules)
    for name in rules.get("rules", default={}):
        if f"rules.{name}" in points:
            yield _rule(rules, "rule", name, name)
    for name, ruling in rules.rulings.items():
        yield LookedUp(rules, "ruling", name, _as_read(rules, name), ruling.entry["source"], f"{rules.name}/{name}")
    for name, variant in rules.get("variants", default={}).items():
        yield LookedUp(rules, "variant", name, variant["text"], variant["source"], f"{rules.name}/{name}")
    yield from cards_of(rules)
    for role in rules.get("roles", "choose", default=()):
        yield _rule(rules, "role", role, "roles")


def _rule(rules: Ruleset, kind: str, name: str, rule_id: str) -> LookedUp:
    """A rule, or something else that a rule is about."""
    rule = rules.cited(rule_id)
    return LookedUp(rules, kind, name, rule.text, rule.source, f"{rules.name}/{rule_id}")


def _as_read(rules: Ruleset, name: str) -> str:
    """The question of a ruling and, if one of its readings is in force, that answer."""
    ruling = rules.rulings[name]
    if ruling.taken is None:
        return ruling.question
    return f"{ruling.question} {ruling.readings[ruling.taken]['text']}"


def cards_of(rules: Ruleset) -> Iterator[LookedUp]:
    """Yield the cards of a game that have names of their own, such as "The Maiden"; the text is "" where only facts are
    known."""
    texts = dict(_with_text(rules.data))
    for row in family(rules.family).cards(rules, None):
        if row.get("kind", "cards") != "cards":
            name = str(row["card"])
            entry = texts.get(name, {})
            yield LookedUp(rules, "card", name, entry.get("text", ""), entry.get("source", ""), f"{rules.name}/{name}")


def _with_text(data: Words) -> Iterator[tuple[str, Words]]:
    """Yield the parts of a ruleset that have a text and a source of their own, other than rules, rulings and variants."""
    for key, value in data.items():
        if not isinstance(value, dict) or key in SECTIONS:
            continue
        if "text" in value and "source" in value:
            yield key, value
        else:
            yield from _with_text(value)


def everything() -> Iterator[LookedUp]:
    """Yield everything that can be looked up in any game, also of other packages and in the folders of REFEREE_PATH. Raises
    Unjudgeable."""
    paths = {path.stem: str(path) for path in shipped.games()} | added_games() | shipped.own()
    for path in paths.values():
        rules = rulesets.load_ruleset(path)
        if not rules.houses and not rules.get("abstract"):
            yield from things_in(rules)


def is_called(thing: LookedUp, name: str) -> bool:
    """Whether a thing has a name, whatever its capitals, spaces, hyphens and quotes, with or without "The"."""
    return fold_name(thing.name) in (fold_name(name), fold_name(f"The {name}"))


def in_every_game(name: str) -> list[LookedUp]:
    """What all games have under a name, or else the rules whose text has a word that begins so; nothing if none has."""
    things = list(everything())
    found = [thing for thing in things if is_called(thing, name)]
    if found:
        return found
    word = f" {name.casefold()}"
    return [thing for thing in things if thing.kind == "rule" and word in f" {thing.text.casefold()}"]


def called_like(game: str) -> list[LookedUp]:
    """What other games have under the name of a game; only their own files are looked through, which takes no time."""
    found: list[LookedUp] = []
    for path in shipped.games():
        if path.stem != game and f"\n  {game}:" in path.read_text(encoding="utf-8"):
            things = things_in(rulesets.load_ruleset(str(path)))
            found += [thing for thing in things if is_called(thing, game)]
    return found
