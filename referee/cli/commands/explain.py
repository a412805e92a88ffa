"""`referee explain` and `referee diff`: a rule in words, where it comes from, and what another game or a house rule changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.ruleset_options import game_or_house, ruleset, typed
from referee.cli.shared_options import example, format_option, offered, rules_options
from referee.cli.terminal import at_a_terminal, say
from referee.core.ruleset import Ruleset
from referee.core.suggest import did_you_mean
from referee.corpus.ruleset_cache import RulesetOptions
from referee.engines import covering, family
from referee.play.examples import PLAYERS, Bench, Example, ExampleResult, Shown, choice, search
from referee.report.explanation import (
    DOUBT_FORMATS,
    FORMATS,
    LIST_FORMATS,
    MANY_FORMATS,
    RULING_FORMATS,
    Explanation,
)
from referee.report.library import DIFFERENCES as CHANGES
from referee.report.library import Side
from referee.rules import shipped
from referee.rules.citing import changed_lines
from referee.rules.differences import differences
from referee.rules.find import chain_of


@click.command(epilog=example("referee explain illuminate/follow-suit", "referee explain no-sixes/scoring"))
@click.argument("rule", metavar="GAME[/RULE|/RULING|/DOUBT]", shell_complete=offered("rules"))
@click.option("--all", "every", is_flag=True, help="Explain every rule of the game.")
@format_option(FORMATS)
@rules_options
def explain(rule: str, every: bool, form: str, chosen: RulesetOptions) -> int:
    """A rule in words with its source, the rulings about it, and a legal and an illegal example.

    Instead of a rule, name a ruling to see its readings, or a doubt of a verdict.

    A game alone lists its rules. The game may also be a file, or a house rule, which stands for its game with the rule added:
    ours.yaml/follow-suit
    """
    game, wanted = _parted(rule)
    path, house = game_or_house(game)
    rules = ruleset(path if house else game, chosen)
    known, rulings = rules.get("rules", default={}), rules.get("rulings", default={})
    doubts = family(rules.family).doubts()
    if wanted and wanted not in known | rulings | doubts:
        hint = did_you_mean(wanted, [*known, *rulings, *doubts]) or f"; its rules: {', '.join(known)}"
        raise Misuse(f"{rules.title} has no rule {wanted!r}{hint}")
    if wanted in rulings and wanted not in known:
        say(RULING_FORMATS[form](rules, wanted), form)
    elif wanted in doubts and wanted not in known:
        say(DOUBT_FORMATS[form](rules, wanted, doubts[wanted]), form)
    elif wanted:
        say(FORMATS[form](_explained(path, rules, {wanted})[0]), form)
        if form == "text" and at_a_terminal() and (page := shipped.rule_page(f"{rules.name}/{wanted}")):
            say(f"\nPage: {page}")
    elif every:
        say(MANY_FORMATS[form](rules, family(rules.family).brief(rules), _explained(path, rules, set(known))), form)
    else:
        say(LIST_FORMATS[form](rules), form)
    return ANSWERED


def _parted(rule: str) -> tuple[str, str]:
    """'illuminate/follow-suit' and './mine.yaml/follow-suit' as game and rule; a path alone is a game."""
    for suffix in (".yaml", ".yml", ".json"):
        before, found, after = rule.rpartition(suffix)
        if found and (not after or after.startswith("/")):
            return before + found, after.removeprefix("/")
    game, _, wanted = rule.partition("/")
    return game, wanted


def _explained(path: str, rules: Ruleset, wanted: set[str]) -> list[Explanation]:
    """Rules with their rulings, what a house rule changed about them, and a legal and an illegal example of each."""
    carried = _carried(path, rules, wanted)
    lacking = {rule for rule in wanted if len(carried[rule]) < 2}
    shown = _shown(rules, lacking)
    return [
        Explanation(
            rules,
            rule,
            _rulings(rules, rule),
            changed_lines(rules, rule),
            {**shown.get(rule, {}), **carried[rule]},
        )
        for rule in rules.get("rules", default={})
        if rule in wanted
    ]


def _rulings(rules: Ruleset, rule: str) -> list[str]:
    """The rulings about a rule: of its own name, or about the word or the card that cites it."""
    found = []
    points = {} if rules.get("abstract") else covering(rules.family).points(rules)
    for name, ruling in rules.get("rulings", default={}).items():
        path = ruling["about"].split(".")
        if ruling["about"] in points and name != rule:
            found += [name] if points[ruling["about"]].cites == rule else []
            continue
        cites = rules.get(*path[:-1], default={})
        if name == rule or rule.replace("-", "_") in path or (isinstance(cites, dict) and cites.get("rule") == rule):
            found.append(name)
    return found


def _carried(path: str, rules: Ruleset, wanted: set[str]) -> dict[str, dict[str, Mapping[str, Any]]]:
    """For each rule the first legal and the first illegal example that the ruleset carries for it and that holds.

    If there is only an illegal one, what would have been legal instead stands for the legal one.
    """
    found: dict[str, dict[str, Mapping[str, Any]]] = {rule: {} for rule in wanted}
    others: dict[str, Mapping[str, Any]] = {}
    for bench, carried in _examples(path, rules):
        if carried.rule and carried.rule not in wanted:
            continue
        result = bench.result_of(carried)
        for rule in _about(carried, result) & wanted if result.holds else ():
            data = {"players": list(bench.players(carried.data)), **carried.data, "verdict": result.found}
            found[rule].setdefault("illegal" if result.messages else "legal", data)
            if result.messages and (other := bench.other_way(carried)) is not None:
                others.setdefault(rule, other)
    return {rule: {"legal": others[rule], **pair} if rule in others else pair for rule, pair in found.items()}


def _examples(path: str, rules: Ruleset) -> Iterator[tuple[Bench, Example]]:
    """Every example that a ruleset carries; after those of a house rule, those of its game, judged with the house rule."""
    bench = Bench(path, rules)
    yield from ((bench, carried) for carried in bench.examples())
    game = [link.path for link in chain_of(path, None, None) if "name" in link.data][-1]
    if game != bench.path:
        bench = Bench(game, rules)
        yield from ((bench, carried) for carried in bench.examples() if not carried.rule)


def _about(carried: Example, result: ExampleResult) -> set[str]:
    """The rules that an example shows: the one that carries it, or those that it breaks, or those that applied."""
    return {carried.rule} if carried.rule else set(result.broken) or set(result.rules)


def _shown(rules: Ruleset, wanted: set[str]) -> dict[str, dict[str, Mapping[str, Any]]]:
    """For each rule that random games meet: a legal and an illegal example."""
    allowed = rules.get("players", default=[])
    if not wanted or rules.get("abstract") or not allowed:
        return {}
    players = PLAYERS[: min(max(allowed), len(PLAYERS))]
    return {rule: _pair(shown, players) for rule, shown in search(rules, players, wanted).items()}


def _pair(shown: Shown, players: tuple[str, ...]) -> dict[str, Mapping[str, Any]]:
    head = {"players": list(players), "position": shown.position}
    may = f"{choice(shown.others)}, when " if shown.others else ""
    title = {"title": f"{may}{shown.doing}"} if may else {}
    return {
        "legal": {**title, **head, "event": dict(shown.legal), "verdict": "legal"},
        "illegal": {**head, "event": dict(shown.illegal), "verdict": shown.message},
    }


@click.command(epilog=example("referee diff illuminate no-sixes", "referee diff illuminate --variant shorter"))
@click.argument("old", metavar="A", shell_complete=offered("rulesets"))
@click.argument("new", metavar="[B]", required=False, shell_complete=offered("rulesets"))
@format_option(CHANGES)
@rules_options
def diff(old: str, new: str | None, form: str, chosen: RulesetOptions) -> int:
    """What changes, in effect, from A to B: games or house rules, by name or file. A house rule stands for its game with the
    rule added.

    Lists every key that differs, with its old and new value, the file and line that set it, and the sentence of the rules if
    that changed. --house, --variant and --ruling are added to B or, without B, to A. A house rule alone is compared with what
    it extends.
    """
    before, after = _both_sides(old, new, chosen)
    words = [family(side.rules.family).describe(side.rules) for side in (before, after)]
    say(CHANGES[form](before, after, differences(before.rules.data, after.rules.data, *words)), form)
    return ANSWERED


def _both_sides(old: str, new: str | None, chosen: RulesetOptions) -> tuple[Side, Side]:
    if new is not None:
        return _of_name(old, RulesetOptions()), _of_name(new, chosen)
    if any(chosen):
        return _of_name(old, RulesetOptions()), _of_name(old, chosen)
    path, house = game_or_house(old)
    if not house:
        raise Misuse(f"name what to compare {old} with, or add --house, --variant or --ruling")
    return _parent(path), _of_name(old, RulesetOptions())


def _of_name(name: str, chosen: RulesetOptions) -> Side:
    path, house = game_or_house(name)
    return _of(name, ruleset(path if house else name, chosen))


def _parent(path: str) -> Side:
    """What a house rule extends."""
    from referee import source
    from referee.rules import rulesets

    extended: str = source.load(path).data["extends"]
    return _of(extended, rulesets.load_ruleset(extended, near=path, at=lambda pointer: typed()))


def _of(label: str, rules: Ruleset) -> Side:
    return Side(label, rules, family(rules.family).brief(rules))


MISSING = "the documentation is not installed: releases include it, and `python -m website` builds it in a clone"
