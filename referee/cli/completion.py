"""Offers of the shell while a command is typed: games, house rules, variants, readings, cards, rules and files.

The mechanism is click's. Cards, readings and versions are full of `:`, `=` and `@`, which bash takes for the ends of words.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeAlias

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import one_line, visible

Item: TypeAlias = "CompletionItem[Any]"


def offers(context: click.Context, begun: str, what: str, *kinds: str) -> list[Item]:
    """Return what the shell offers for a word that is begun, such as `games` of these kinds of families; or else files."""
    from referee.engines import FAMILIES, family
    from referee.rules import rulesets, shipped

    if what in ("games", "houses", "rulesets"):
        games = () if what == "houses" else shipped.games()
        paths = [path for path in games if not kinds or path.parent.name in kinds]
        paths += () if what == "games" else shipped.houses()
        return matching([*(path.stem for path in paths), *shipped.own()], begun) or offers(context, begun, "files")
    if what == "files":
        return [CompletionItem(begun, type="file")]
    if what == "families":
        return matching(FAMILIES, begun)
    if what == "schemas":
        return matching([name.removesuffix(".schema.json") for name in rulesets.SCHEMAS], begun)
    game, slash, _ = begun.rpartition("/")
    rules = _rules(game if what == "rules" and slash else None if what == "rules" else _game(context))
    if rules is None:
        if what != "rules":
            return []
        return offers(context, begun, "rulesets")
    if what == "rules":
        texts = {**family(rules.family).doubts()}
        texts |= {name: entry["question"] for name, entry in rules.get("rulings", default={}).items()}
        texts |= {name: rules.rule(name).text for name in rules.data["rules"]}
        return matching({f"{game}/{name}": text for name, text in texts.items()}, begun)
    if what == "variants":
        return matching({name: entry["text"] for name, entry in rules.get("variants", default={}).items()}, begun)
    if what == "readings":
        rulings = rules.rulings.items()
        texts = {f"{name}={each}": ruling.readings[each]["text"] for name, ruling in rulings for each in ruling.values}
        return matching(texts, begun)
    if what == "roles":  # not named yet, after the last comma and after a player's name
        before, comma, last = begun.rpartition(",")
        name, equals, _ = last.rpartition("=")
        taken = {part.rpartition("=")[2] for part in before.split(",")}
        left = [role for role in rules.get("roles", "choose", default=()) if role not in taken]
        return matching([f"{before}{comma}{name}{equals}{role}" for role in left], begun)
    rows = list(family(rules.family).cards(rules, None))
    if what == "cards":
        laid = context.params.get("cards") or ()
        known = [row["card"] for row in rows if row.get("kind", "cards") == "cards"]
        return matching([card for card in known if card not in laid], begun)
    name, sign, _ = begun.partition("@")
    if what == "seasons" or (what == "luminaries" and sign):
        fields = dict.fromkeys(row["season"] for row in rows if row.get("season"))
        return matching([f"{name}{sign}{season}" if sign else season for season in fields], begun)
    # in capitals or not, with or without "The"
    names = [row["card"] for row in rows if row.get("kind") in (kinds or ("Luminaries",))]
    short = [name if name.casefold().startswith(begun.casefold()) else name.removeprefix("The ") for name in names]
    return matching([name for name in short if name.casefold().startswith(begun.casefold())], "")


def _game(context: click.Context) -> str | None:
    """Return the game, or the log of one, that the line names; click has not read it yet if an option still lacks its value."""
    named = (context.params.get("game"), context.params.get("log"), *(context.params.get("paths") or ()))
    typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[len(context.command_path.split()) :]
    return next(filter(None, (*named, *(word for word in typed if not word.startswith("-")))), None)


def _rules(game: str | None) -> Ruleset | None:
    """Return the rules of a game or house rule, or of the first game in a file, if it is a log."""
    from referee.judging.log import Log, load_logs
    from referee.judging.replay import ruleset_of
    from referee.rules import rulesets, shipped

    if game and game != "-":
        with suppress(Unjudgeable):
            return rulesets.load_ruleset(shipped.shipped_path(game, house=True) or game)
        with suppress(Unjudgeable):
            log = next(load_logs(game), None)
            if not isinstance(log, Log):
                return None
            return ruleset_of(log)
    return None


def matching(known: Mapping[str, str] | Iterable[str], begun: str) -> list[Item]:
    """Return those words that begin like this, with what they mean, if that is known."""
    if isinstance(known, Mapping):
        texts = known
    else:
        texts = dict.fromkeys(known, "")
    return [
        CompletionItem(name, help=visible(" ".join(says.split())) or None)
        for name, says in texts.items()
        if name.startswith(begun) and visible(one_line(name)) == name
    ]


SIGNS = ":=@"
"""The signs in our words that end a word for bash, unless the user's COMP_WORDBREAKS omits them."""


@add_completion_class
class Bash(BashComplete):
    """Bash, with the line as typed instead of the pieces into which bash splits it."""

    name = "bash"
    source_template = BashComplete.source_template.replace(
        'COMP_WORDS="${COMP_WORDS[*]}"', 'COMP_WORDS="${COMP_LINE:0:$COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS"'
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words before the one being typed, and that one."""
        line = os.environ.get("COMP_WORDS", "")
        words = [*split_arg_string(line), *([""] if line[-1:].isspace() else [])]
        return words[1:-1], words[-1] if len(words) > 1 else ""

    def format_completion(self, item: Item) -> str:
        """Return what bash inserts instead of what follows the last sign that ends a word for it."""
        if item.type != "plain":
            return super().format_completion(item)
        typed = self.get_completion_args()[1]
        breaks = os.environ.get("COMP_BREAKS", SIGNS)
        cut = 0
        if set(SIGNS) & set(breaks):
            cut = max(typed.rfind(sign) for sign in SIGNS if sign in breaks) + 1
        return f"plain,{str(item.value)[cut:].replace(' ', chr(92) + ' ')}"
