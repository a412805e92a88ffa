"""A page for each game with its rules, rulings and doubts, so that everything a message names can be looked up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import yaml
from click.testing import CliRunner

from referee.cli import cli
from referee.core.ruleset import Ruleset
from referee.engines import FAMILIES, family
from referee.rules import shipped
from referee.rules.rulesets import load_ruleset
from website.markdown import as_yaml, block, code, page, plain, table, toctree

Data = dict[str, Any]
SURE = {
    "high": "the reading taken is all but certain",
    "medium": "the reading taken is the likelier one",
    "low": "the reading taken is one of several that are as good",
}


def pages() -> dict[str, str]:
    """The index, `GAME/index` for every game, and the house rules."""
    names = game_names()
    with ProcessPoolExecutor() as pool:
        explained = dict(zip(names, pool.map(_explained, names), strict=True))
    games = {f"{name}/index": _game(load_ruleset(name), explained[name]) for name in names}
    return {"index": _index(names), "house": _houses(), **games}


def links() -> str:
    """All games as a list for the first page: a line for each family, with links to their rules."""
    by_family: dict[str, list[str]] = {}
    for name in game_names():
        rules = load_ruleset(name)
        by_family.setdefault(rules.family, []).append(f"[{rules.title}](rules/{name}/index.md)")
    return "\n".join(f"- {kind.capitalize()}: {', '.join(games)}" for kind, games in by_family.items())


def game_names() -> list[str]:
    """The shipped games, by family."""
    games = shipped.games()
    return [path.stem for kind in FAMILIES for path in games if path.parent.name == kind]


def printed(*args: str) -> str:
    """The answer of a command, without what it says on standard error meanwhile."""
    done = CliRunner().invoke(cli, args, prog_name="referee")
    if done.exit_code:
        raise SystemExit(f"referee {' '.join(args)}: {done.output}")
    return done.stdout


def _explained(game: str) -> list[Data]:
    rules: list[Data] = json.loads(printed("explain", game, "--all", "--format", "json"))["rules"]
    return rules


def _index(names: list[str]) -> str:
    loaded = {name: load_ruleset(name) for name in names}
    rows = [
        (f"[{rules.title}]({name}/index.md)", f"`{name}`", rules.family, plain(rules.get("summary", default="")))
        for name, rules in loaded.items()
    ]
    return page(
        "# Games and their rules",
        "Every message of `referee` names a rule, as `illuminate/follow-suit`: each is on the page of its game, with its text,"
        " its source, the questions that the sources leave open, and examples. `referee docs illuminate/follow-suit` opens"
        " it there.",
        table(("game", "its name in a log", "family", "what it is"), rows),
        "[House rules](house.md) that come with `referee` change them.",
        toctree([*(f"{name}/index" for name in names), "house"]),
    )


def _houses() -> str:
    rows = [
        (code(name), f"[{game}]({game}/index.md)", plain(str(data.get("why", ""))))
        for name, data in _house_rules().items()
        for game in [_changed(data)]
    ]
    return page(
        "# House rules",
        "Each is a file of a few lines that changes a game. `referee validate friday.yaml --house NAME` judges by it, and"
        " `referee diff GAME NAME` says what it changes.",
        table(("name", "game", "why"), rows),
    )


@cache
def _house_rules() -> dict[str, Data]:
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in shipped.houses()}


def _changed(house: Data) -> str:
    """The game that a house rule changes."""
    return str(house["extends"]).partition("@")[0]


def _game(rules: Ruleset, explained: list[Data]) -> str:
    """The page of a game: what is in force, every rule, variants, rulings and doubts."""
    told = {entry["rule"].partition("/")[2]: entry for entry in explained}
    rulings: list[Data] = json.loads(printed("rules", rules.name, "--format", "json"))["rulings"]
    doubts = {key: says for key, says in family(rules.family).doubts().items() if key not in told}
    variants = rules.get("variants", default={})
    houses = [house for house, data in _house_rules().items() if _changed(data) == rules.name]
    citing = _citing(rules)
    return page(
        f"# {plain(rules.title)}",
        plain(rules.get("summary", default="")),
        f"`game: {rules.name}` in a log. Its words are those of the {rules.family} family:"
        f" [every word](../../reference/words/{rules.family}.md), [every event](../../reference/events/{rules.family}.md).",
        "## The rules in force",
        block(printed("rules", rules.name).partition("\n\nRulings,")[0].partition("\n\nVariants")[0]),
        "## Rules",
        f"The ids that messages name, as `{rules.name}/{next(iter(told))}`.",
        *(part for key, entry in told.items() for part in _rule(rules, key, entry, citing.get(key, []))),
        "## Variants" if variants else "",
        table(("variant", "what it does"), [(code(key), plain(each["text"])) for key, each in variants.items()])
        if variants
        else "",
        f"House rules for it: {', '.join(map(code, houses))}; see [house rules](../house.md)." if houses else "",
        "## Rulings" if rulings else "",
        "What the sources leave open, and how it is read here; a log, a house rule or `--ruling` can take another reading."
        if rulings
        else "",
        *(part for each in rulings for part in _ruling(rules, each)),
        "## Doubts",
        "What a verdict names where the log does not say enough. A doubt is not a violation, unless `--strict` makes it one.",
        *(f"### {key}\n\n{plain(says)}." for key, says in doubts.items()),
    )


def _rule(rules: Ruleset, key: str, entry: Data, words: list[str]) -> Iterator[str]:
    """The section of a rule: its text, its source, the words that decide it, what is open about it, and examples."""
    yield f"### {key}"
    yield plain(rules.rule(key).text)
    yield f"**Source:** {plain(entry['source'])}"
    if words:
        means = f"([what they mean](../../reference/words/{rules.family}.md))"
        yield f"**Words that decide it:** {', '.join(map(code, words))} {means}"
    if entry["rulings"]:
        named = (f"[{each['ruling']}](#{place_of(rules, each['ruling'])})" for each in entry["rulings"])
        yield f"**Rulings on it:** {', '.join(named)}"
    yield from map(_example, entry["examples"])


def place_of(rules: Ruleset, ruling: str) -> str:
    """The place of a ruling on the page of its game; a rule may have the same name."""
    return f"{ruling}-ruling" if ruling in rules.get("rules") else ruling


def _ruling(rules: Ruleset, entry: Data) -> list[str]:
    """The section of a ruling: a question with its readings; the one in force is marked."""
    key = entry["ruling"]
    readings = [
        f"- **{plain(reading)}**{' (taken here)' if reading == entry['taken'] else ''}: {plain(text)}"
        for reading, text in entry["readings"].items()
    ]
    others = rules.rulings[key].others
    return [
        f"### {key} ruling" if key in rules.get("rules") else f"### {key}",
        plain(entry["question"]),
        "\n".join(readings),
        f"**Source:** {plain(entry['source'])} · {SURE[entry['sure']]}",
        f"For another reading write {' or '.join(f'`ruling: {{{key}: {other}}}`' for other in others)}."
        if others
        else "",
    ]


def _example(entry: Data) -> str:
    legal = entry["verdict"] == "legal"
    title = plain(entry.get("title", "")) if legal else plain(entry["verdict"])
    shown = {key: value for key, value in entry.items() if key not in ("title", "verdict")}
    return f"**{'Legal' if legal else 'Not legal'}{':' if title else '.'}** {title}\n\n{block(as_yaml(shown), 'yaml')}"


def _citing(rules: Ruleset) -> dict[str, list[str]]:
    """The words that cite each rule, by their path."""
    found: dict[str, list[str]] = {}
    for path, point in family(rules.family).points(rules).items():
        if point.cites and not path.startswith("rules."):
            found.setdefault(point.cites, []).append(path)
    return found
