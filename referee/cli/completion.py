"""What the shell offers while a command is typed: games, house rules, variants, readings, cards, rules and files.

The mechanism is click's. Cards, readings and versions are full of `:`, `=` and `@`, which bash takes for the ends of words.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeAlias

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from referee.core.harmless import one_line, visible
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset

Item: TypeAlias = "CompletionItem[Any]"


def games(context: click.Context, _: click.Parameter, begun: str, *families: str) -> list[Item]:
    """Return the games by name, or only those of some families, or files."""
    from referee.rules import shipped

    known = {path.stem: "" for path in shipped.games() if not families or path.parent.name in families}
    return _named(known | dict.fromkeys(shipped.own(), ""), begun)


def houses(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the house rules by name, or files."""
    from referee.rules import shipped

    return _named({path.stem: "" for path in shipped.houses()} | dict.fromkeys(shipped.own(), ""), begun)


def rulesets(context: click.Context, parameter: click.Parameter, begun: str) -> list[Item]:
    """Return the games and house rules by name, or files."""
    both = [*games(context, parameter, begun), *houses(context, parameter, begun)]
    return [item for item in both if item.type == "plain"] or both[:1]


def variants(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the variants of the game, if it is already known."""
    rules = _rules(_game(context))
    known = rules.get("variants", default={}) if rules else {}
    return _matching({name: entry["text"] for name, entry in known.items()}, begun)


def readings(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the rulings of the game with each of their readings."""
    rules = _rules(_game(context))
    rulings = (rules.rulings if rules else {}).items()
    texts = {f"{name}={each}": ruling.readings[each]["text"] for name, ruling in rulings for each in ruling.values}
    return _matching(texts, begun)


def cards(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the cards of the game that are not named yet."""
    named = context.params.get("cards") or ()
    known = [row["card"] for row in _rows(context) if row.get("kind", "cards") == "cards"]
    return _matching({card: "" for card in known if card not in named}, begun)


def roles(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the roles that are not named yet, after the last comma and after a player's name."""
    found = _rules(_game(context))
    before, comma, last = begun.rpartition(",")
    name, equals, _begun = last.rpartition("=")
    head = f"{before}{comma}{name}{equals}"
    taken = {part.rpartition("=")[2] for part in before.split(",")}
    known = found.get("roles", "choose", default=()) if found else ()
    return _matching({f"{head}{role}": "" for role in known if role not in taken}, begun)


def seasons(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the seasons of the game's fields."""
    return _matching({row["season"]: "" for row in _rows(context) if row.get("season")}, begun)


def luminaries(context: click.Context, parameter: click.Parameter, begun: str) -> list[Item]:
    """Return the Luminaries by name, and after an @ the fields that they may lie at."""
    name, sign, _begun = begun.partition("@")
    if sign:
        return _matching({f"{name}@{season.value}": "" for season in seasons(context, parameter, "")}, begun)
    return called(context, parameter, begun, "Luminaries")


def called(context: click.Context, _: click.Parameter, begun: str, *kinds: str) -> list[Item]:
    """Return the cards of these kinds that begin like this, in capitals or not, with or without "The"."""
    names = [row["card"] for row in _rows(context) if row.get("kind") in kinds]
    short = [name if name.casefold().startswith(begun.casefold()) else name.removeprefix("The ") for name in names]
    return _matching({name: "" for name in short if name.casefold().startswith(begun.casefold())}, "")


def _rows(context: click.Context) -> list[dict[str, Any]]:
    """Return the cards of the game, as `referee cards` lists them."""
    from referee.engines import family

    rules = _rules(_game(context))
    return list(family(rules.family).cards(rules, None)) if rules else []


def rules(context: click.Context, parameter: click.Parameter, begun: str) -> list[Item]:
    """GAME/RULE: the games and house rules, and after a slash their rules, rulings and doubts."""
    from referee.engines import family

    game, slash, _ = begun.rpartition("/")
    found = _rules(game) if slash else None
    if found is None:
        return rulesets(context, parameter, begun)
    texts = {**family(found.family).doubts()}
    texts |= {name: entry["question"] for name, entry in found.get("rulings", default={}).items()}
    texts |= {name: entry["text"] for name, entry in found.data["rules"].items()}
    return _matching({f"{game}/{name}": text for name, text in texts.items()}, begun)


def families(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the families of games."""
    from referee.engines import FAMILIES

    return _matching(dict.fromkeys(FAMILIES, ""), begun)


def schemas(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Return the kinds of files that have a schema."""
    from referee.rules import rulesets

    return _matching({name.removesuffix(".schema.json"): "" for name in rulesets.SCHEMAS}, begun)


def files(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Any file."""
    return [CompletionItem(begun, type="file")]


def commands(modules: Mapping[str, tuple[str, str]], begun: str) -> list[Item]:
    """Return the commands of a group."""
    return _matching({name: says for name, (_, says) in modules.items()}, begun)


def _game(context: click.Context) -> str | None:
    """Return the game, or the log of one, that the line names; click has not read it yet if an option still lacks its value."""
    named = (context.params.get("game"), context.params.get("log"), *(context.params.get("paths") or ()))
    typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[len(context.command_path.split()) :]
    return next(filter(None, (*named, *(word for word in typed if not word.startswith("-")))), None)


def _rules(game: str | None) -> Ruleset | None:
    """Return the rules of a game or house rule, or of the first game in a file, if it is a log."""
    from referee.cli.options import game_or_house
    from referee.judging.log import Log, load_logs
    from referee.judging.replay import ruleset_of
    from referee.rules import rulesets

    if game and game != "-":
        with suppress(Unjudgeable):
            return rulesets.load_ruleset(game_or_house(game)[0])
        with suppress(Unjudgeable):
            log = next(load_logs(game), None)
            return ruleset_of(log) if isinstance(log, Log) else None
    return None


def _matching(known: Mapping[str, str], begun: str) -> list[Item]:
    return [
        CompletionItem(name, help=visible(" ".join(says.split())) or None)
        for name, says in known.items()
        if name.startswith(begun) and visible(one_line(name)) == name
    ]


def _named(known: Mapping[str, str], begun: str) -> list[Item]:
    return _matching(known, begun) or [CompletionItem(begun, type="file")]


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
        cut = max(typed.rfind(sign) for sign in SIGNS if sign in breaks) + 1 if set(SIGNS) & set(breaks) else 0
        return f"plain,{str(item.value)[cut:].replace(' ', chr(92) + ' ')}"
