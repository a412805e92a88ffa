"""A page for each game with its rulings and doubts, and one for each rule, so that everything a message names can be looked
up."""

from __future__ import annotations

import json
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
    """The index, `GAME/index`, and `GAME/RULE` for every rule."""
    names = game_names()
    with ProcessPoolExecutor() as pool:
        explained = dict(zip(names, pool.map(_explained, names), strict=True))
    made = {"index": _index(names), "house": _houses()}
    for name in names:
        rules = load_ruleset(name)
        made |= {f"{name}/{key}": text for key, text in _game(rules, explained[name]).items()}
    return made


def game_names() -> list[str]:
    """The shipped games, by family."""
    games = [path for path in shipped.rulesets() if not shipped.is_abstract(path.stem)]
    return [path.stem for kind in FAMILIES for path in games if path.parent.name == kind]


def printed(*args: str) -> str:
    """The output of a command."""
    done = CliRunner().invoke(cli, args, prog_name="referee")
    if done.exit_code:
        raise SystemExit(f"referee {' '.join(args)}: {done.output}")
    return done.output


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
        "Every message of `referee` names a rule, as `illuminate/follow-suit`: each has a page here, with its text, its source,"
        " the questions that the sources leave open, and examples. `referee docs illuminate/follow-suit` opens it.",
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


def _game(rules: Ruleset, explained: list[Data]) -> dict[str, str]:
    """The page of a game and those of its rules."""
    name = rules.name
    told = {entry["rule"].partition("/")[2]: entry for entry in explained}
    rulings: dict[str, Data] = {
        entry["ruling"]: entry for entry in json.loads(printed("rules", name, "--format", "json"))["rulings"]
    }
    doubts = {key: says for key, says in family(rules.family).doubts().items() if key not in told}
    citing = _citing(rules)
    made = {key: _rule(rules, key, entry, citing.get(key, [])) for key, entry in told.items()}
    return {"index": _overview(rules, told, rulings, doubts), **made}


def _overview(rules: Ruleset, told: dict[str, Data], rulings: dict[str, Data], doubts: dict[str, str]) -> str:
    variants = rules.get("variants", default={})
    houses = [house for house, data in _house_rules().items() if _changed(data) == rules.name]
    return page(
        f"# {plain(rules.title)}",
        plain(rules.get("summary", default="")),
        f"`game: {rules.name}` in a log. Its words are those of the {rules.family} family:"
        f" [every word](../../reference/words/{rules.family}.md), [every event](../../reference/events/{rules.family}.md).",
        "## The rules in force",
        block(printed("rules", rules.name).partition("\n\nRulings,")[0].partition("\n\nVariants")[0]),
        "## Rules",
        "The ids that messages name.",
        table(("rule", "text"), [(f"[{key}]({key}.md)", plain(entry["text"])) for key, entry in told.items()]),
        "## Variants" if variants else "",
        table(("variant", "what it does"), [(code(key), plain(each["text"])) for key, each in variants.items()])
        if variants
        else "",
        f"House rules for it: {', '.join(map(code, houses))}; see [house rules](../house.md)." if houses else "",
        "## Rulings" if rulings else "",
        "What the sources leave open, and how it is read here; a log, a house rule or `--ruling` can take another reading."
        if rulings
        else "",
        *("\n\n".join(_ruling(rules, each, "###")) for each in rulings.values()),
        "## Doubts",
        "What a verdict names where the log does not say enough. A doubt is not a violation, unless `--strict` makes it one.",
        *(f"### {key}\n\n{plain(says)}." for key, says in doubts.items()),
    )


def _head(rules: Ruleset, key: str) -> list[str]:
    return [f"# {rules.name}/{key}", f"[{plain(rules.title)}](index.md)"]


def _rule(rules: Ruleset, key: str, entry: Data, words: list[str]) -> str:
    examples = [_example(each) for each in entry["examples"]]
    return page(
        *_head(rules, key),
        plain(entry["text"]),
        f"**Source:** {plain(entry['source'])}",
        f"**Words that decide it:** {', '.join(f'`{word}`' for word in words)} "
        f"([what they mean](../../reference/words/{rules.family}.md))"
        if words
        else "",
        "## Rulings" if entry["rulings"] else "",
        *("\n\n".join(_ruling(rules, each, "###")) for each in entry["rulings"]),
        "## Examples" if examples else "",
        *examples,
        orphan=True,
    )


def _ruling(rules: Ruleset, entry: Data, level: str) -> list[str]:
    """A question with its readings; the one in force is marked."""
    key = entry["ruling"]
    readings = [
        f"- **{plain(reading)}**{' (taken here)' if reading == entry['taken'] else ''}: {plain(text)}"
        for reading, text in entry["readings"].items()
    ]
    others = rules.rulings[key].others
    return [
        f"{level} {key}",
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
