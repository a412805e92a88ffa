"""`referee explain`: a rule in words, where it comes from, and examples."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from referee.cli.chosen import Chosen, ruleset
from referee.cli.endings import ANSWERED, Misuse
from referee.cli.options import example, format_option, offered, rules_options
from referee.cli.output import say
from referee.core.family import Game
from referee.core.near import did_you_mean
from referee.core.ruleset import Ruleset
from referee.report.explanation import FORMATS, LIST_FORMATS, Explanation

STATES = 5000
"""How many positions of random games are searched for an example."""

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")


@click.command(epilog=example("referee explain illuminate/follow-suit"))
@click.argument("rule", metavar="GAME[/RULE]", shell_complete=offered("rules"))
@format_option(FORMATS)
@rules_options
def command(rule: str, form: str, chosen: Chosen) -> int:
    """A rule in words with its source, the rulings about it, and a legal and an illegal example.

    With a game alone: the rules that there are. A ruleset file may stand for the game: ./mine.yaml/follow-suit
    """
    game, wanted = _parted(rule)
    rules = ruleset(game, chosen)
    known = rules.get("rules", default={})
    if not wanted:
        say(LIST_FORMATS[form](rules))
        return ANSWERED
    if wanted not in known:
        hint = did_you_mean(wanted, known) or f"; its rules: {', '.join(known)}"
        raise Misuse(f"{rules.title} has no rule {wanted!r}{hint}")
    say(FORMATS[form](Explanation(rules, wanted, _rulings(rules, wanted), _examples(rules, wanted))))
    return ANSWERED


def _parted(rule: str) -> tuple[str, str]:
    """'illuminate/follow-suit' and './mine.yaml/follow-suit' as game and rule; a path alone is a game."""
    for suffix in (".yaml", ".yml", ".json"):
        before, found, after = rule.rpartition(suffix)
        if found and (not after or after.startswith("/")):
            return before + found, after.removeprefix("/")
    game, _, wanted = rule.partition("/")
    return game, wanted


def _rulings(rules: Ruleset, rule: str) -> list[str]:
    """The rulings about a rule: of its own name, or about the word or the card that cites it."""
    found = []
    for name, ruling in rules.get("rulings", default={}).items():
        path = ruling["about"].split(".")
        cites = rules.get(*path[:-1], default={})
        if name == rule or rule.replace("-", "_") in path or (isinstance(cites, dict) and cites.get("rule") == rule):
            found.append(name)
    return found


def _examples(rules: Ruleset, rule: str) -> list[dict[str, Any]]:
    """A legal and an illegal example: those that the ruleset carries, or else some out of random games."""
    written = rules.get("rules", rule, "examples", default=[])
    if written:
        return list(written)
    return list(_found(rules, rule))


def _found(rules: Ruleset, rule: str) -> Iterator[dict[str, Any]]:
    """A position of a random game in which this rule rules something out and leaves something: both, as examples."""
    allowed = rules.get("players", default=[])
    if rules.get("abstract") or not allowed:
        return
    players = PLAYERS[: min(max(allowed), len(PLAYERS))]
    for _, (game, state) in zip(range(STATES), _states(rules, players), strict=False):
        options = game.options(state)
        out = next((option for option in options.options if option.fault and option.fault.rule == rule), None)
        if out is None or out.fault is None or not options.legal:
            continue
        head = {"players": list(players), "position": game.position(state)}
        title = f"{' '.join(option.notation for option in options.legal)}, when {options.doing}"
        yield {"title": title, **head, "event": dict(options.legal[0].item), "verdict": "legal"}
        yield {**head, "event": dict(out.item), "verdict": out.fault.message}
        return


def _states(rules: Ruleset, players: tuple[str, ...]) -> Iterator[tuple[Game, Any]]:
    """The positions of one random game after another."""
    from referee.simulate import draw_of, positions

    for number in range(STATES):
        yield from positions(rules, players, draw_of(1, number))
