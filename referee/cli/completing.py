"""What the shell offers while a command is typed: games, house rules, variants, readings, cards, rules and files.

The mechanism is click's. Bash takes `:`, `=` and `@`, which cards, readings and versions are full of, for the ends of words.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, TypeAlias

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from referee.core.harmless import one_line, visible
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset

Item: TypeAlias = "CompletionItem[Any]"


def games(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The games by name, or files."""
    from referee import shipped

    return _named({path.stem: "" for path in shipped.rulesets()} | dict.fromkeys(shipped.own(), ""), begun)


def houses(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The house rules by name, or files."""
    from referee import shipped

    return _named({path.stem: "" for path in shipped.houses()} | dict.fromkeys(shipped.own(), ""), begun)


def rulesets(context: click.Context, parameter: click.Parameter, begun: str) -> list[Item]:
    """The games and house rules by name, or files."""
    both = [*games(context, parameter, begun), *houses(context, parameter, begun)]
    return [item for item in both if item.type == "plain"] or both[:1]


def variants(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The variants of the game, where it is known already."""
    rules = _rules(_game(context))
    known = rules.get("variants", default={}) if rules else {}
    return _matching({name: entry["text"] for name, entry in known.items()}, begun)


def readings(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The rulings of the game with each of their readings."""
    rules = _rules(_game(context))
    rulings = rules.get("rulings", default={}) if rules else {}
    return _matching(
        {
            f"{name}={reading}": entry["text"]
            for name, ruling in rulings.items()
            for reading, entry in ruling["readings"].items()
            if "value" in entry
        },
        begun,
    )


def cards(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The cards of the game that are not named yet."""
    from referee.engines import family

    rules = _rules(_game(context))
    named = context.params.get("cards") or ()
    rows = family(rules.family).cards(rules, None) if rules else []
    known = {row["card"]: "" for row in rows if row.get("kind", "cards") == "cards" and row["card"] not in named}
    return _matching(known, begun)


def rules(context: click.Context, parameter: click.Parameter, begun: str) -> list[Item]:
    """GAME/RULE: the games and house rules, and after a slash their rules and rulings."""
    game, slash, _ = begun.rpartition("/")
    found = _rules(game) if slash else None
    if found is None:
        return rulesets(context, parameter, begun)
    rulings = {name: entry["question"] for name, entry in found.get("rulings", default={}).items()}
    said = rulings | {name: entry["text"] for name, entry in found.data["rules"].items()}
    return _matching({f"{game}/{name}": text for name, text in said.items()}, begun)


def families(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The families of games."""
    from referee.engines import FAMILIES

    return _matching(dict.fromkeys(FAMILIES, ""), begun)


def schemas(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """The kinds of files that have a schema."""
    from referee import book

    return _matching({name.removesuffix(".schema.json"): "" for name in book.SCHEMAS}, begun)


def files(context: click.Context, _: click.Parameter, begun: str) -> list[Item]:
    """Any file."""
    return [CompletionItem(begun, type="file")]


def commands(modules: Mapping[str, tuple[str, str]], begun: str) -> list[Item]:
    """The commands of a group."""
    return _matching({name: says for name, (_, says) in modules.items()}, begun)


def _game(context: click.Context) -> str | None:
    """The game that the line names; click has not read it yet where an option still lacks its value."""
    game: str | None = context.params.get("game")
    if game is None:
        typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[len(context.command_path.split()) :]
        game = next((word for word in typed if not word.startswith("-")), None)
    return game


def _rules(game: str | None) -> Ruleset | None:
    from referee import book
    from referee.cli.chosen import game_or_house

    try:
        return book.load_ruleset(game_or_house(game)[0]) if game else None
    except Unjudgeable:
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
"""The signs in our words that end a word for bash, unless the user's COMP_WORDBREAKS is without them."""


@add_completion_class
class Bash(BashComplete):
    """Bash, with the line as it was typed in place of the pieces that bash makes of it."""

    name = "bash"
    source_template = BashComplete.source_template.replace(
        'COMP_WORDS="${COMP_WORDS[*]}"', 'COMP_WORDS="${COMP_LINE:0:$COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS"'
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one being typed, and that one."""
        line = os.environ.get("COMP_WORDS", "")
        words = [*split_arg_string(line), *([""] if line[-1:].isspace() else [])]
        return words[1:-1], words[-1] if len(words) > 1 else ""

    def format_completion(self, item: Item) -> str:
        """What bash puts in place of what follows the last sign that ends a word for it."""
        if item.type != "plain":
            return super().format_completion(item)
        typed = self.get_completion_args()[1]
        breaks = os.environ.get("COMP_BREAKS", SIGNS)
        cut = max(typed.rfind(sign) for sign in SIGNS if sign in breaks) + 1 if set(SIGNS) & set(breaks) else 0
        return f"plain,{str(item.value)[cut:].replace(' ', chr(92) + ' ')}"
