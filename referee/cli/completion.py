"""Offers of the shell while a command is typed: games, house rules, variants, readings, cards, rules and files.

The mechanism is click's. Cards, readings and versions are full of `:`, `=` and `@`, which bash takes for the ends of words.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from referee.core.data import Entry
from referee.core.places import Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import one_line, visible

if TYPE_CHECKING:
    from pathlib import Path

Completion: TypeAlias = "CompletionItem[str]"


class BegunWord(NamedTuple):
    """A word that is begun on a command line, and the `kinds` of families or cards that may stand there, if not all.

    Each method offers words of one sort. Those about the rules of a game offer nothing as long as no game is named.
    """

    context: click.Context
    begun: str
    kinds: tuple[str, ...]

    def files(self) -> list[Completion]:
        """Files; the shell itself lists them."""
        return [CompletionItem(self.begun, type="file")]

    def games(self) -> list[Completion]:
        """Games, also the user's own."""
        return self._rulesets_in(self._games())

    def houses(self) -> list[Completion]:
        """House rules, also the user's own."""
        from referee.rules import shipped

        return self._rulesets_in(shipped.houses())

    def rulesets(self) -> list[Completion]:
        """Games and house rules, also the user's own."""
        from referee.rules import shipped

        return self._rulesets_in(self._games() + shipped.houses())

    def _games(self) -> list[Path]:
        """The shipped games of these kinds of families."""
        from referee.rules import shipped

        games = shipped.games()
        if not self.kinds:
            return games
        return [path for path in games if path.parent.name in self.kinds]

    def _rulesets_in(self, paths: Sequence[Path]) -> list[Completion]:
        """Rulesets by name, or else files."""
        from referee.rules import shipped

        names = [path.stem for path in paths]
        names += shipped.own()
        names += self._added_games()
        return matching(names, self.begun) or self.files()

    def _added_games(self) -> list[str]:
        """The games of other packages of these kinds of families."""
        from referee.plugins import FamilyEntry, all_added

        names: list[str] = []
        for name, entry in all_added(FamilyEntry).items():
            if not self.kinds or name in self.kinds:
                names += entry.rulesets
        return names

    def families(self) -> list[Completion]:
        """Families of games."""
        from referee.engines import family_names

        return matching(family_names(), self.begun)

    def schemas(self) -> list[Completion]:
        """The kinds of files that have a schema."""
        from referee.rules.shipped import schema_files

        return matching([name.removesuffix(".schema.json") for name in schema_files()], self.begun)

    def rules(self) -> list[Completion]:
        """The rules, rulings and doubts of a game after a slash, 'hearts/follow-suit'; games before it."""
        from referee.engines import family

        game, _, _ = self.begun.rpartition("/")
        rules = _rules(game)
        if rules is None:
            return self.rulesets()
        texts = dict(family(rules.family).doubts())
        for name, ruling in rules.get("rulings", default={}).items():
            texts[name] = ruling["question"]
        for name in rules.data["rules"]:
            texts[name] = rules.rule(name).text
        return matching({f"{game}/{name}": text for name, text in texts.items()}, self.begun)

    def variants(self) -> list[Completion]:
        """Variants of the game."""
        rules = self._rules_of_line()
        if rules is None:
            return []
        texts = {name: variant["text"] for name, variant in rules.get("variants", default={}).items()}
        return matching(texts, self.begun)

    def readings(self) -> list[Completion]:
        """Readings of the game's rulings, as `ruling=reading`."""
        rules = self._rules_of_line()
        if rules is None:
            return []
        texts = {}
        for name, ruling in rules.rulings.items():
            for reading in ruling.values:
                texts[f"{name}={reading}"] = ruling.readings[reading]["text"]
        return matching(texts, self.begun)

    def roles(self) -> list[Completion]:
        """Roles that are not named yet, after the last comma and after a player's name."""
        rules = self._rules_of_line()
        if rules is None:
            return []
        before, comma, last = self.begun.rpartition(",")
        name, equals, _ = last.rpartition("=")
        taken = {part.rpartition("=")[2] for part in before.split(",")}
        left = [role for role in rules.get("roles", "choose", default=()) if role not in taken]
        return matching([f"{before}{comma}{name}{equals}{role}" for role in left], self.begun)

    def cards(self) -> list[Completion]:
        """Cards of the game that are not named yet."""
        laid = self.context.params.get("cards") or ()
        known = [row["card"] for row in self._rows() if row.get("kind", "cards") == "cards"]
        return matching([card for card in known if card not in laid], self.begun)

    def seasons(self) -> list[Completion]:
        """Seasons, also after the name of a card and `@`."""
        before = self.begun[: self.begun.find("@") + 1]
        seasons = dict.fromkeys(row["season"] for row in self._rows() if row.get("season"))
        return matching([f"{before}{season}" for season in seasons], self.begun)

    def luminaries(self) -> list[Completion]:
        """Luminaries; after `@`, seasons."""
        if "@" in self.begun:
            return self.seasons()
        return self._called(("Luminaries",))

    def called(self) -> list[Completion]:
        """Cards of these kinds by their names."""
        return self._called(self.kinds)

    def _called(self, kinds: Sequence[str]) -> list[Completion]:
        """Cards of these kinds whose names begin so, in capitals or not, with or without "The"."""
        begun = self.begun.casefold()
        names = []
        for row in self._rows():
            if row.get("kind") not in kinds:
                continue
            name = row["card"]
            if not name.casefold().startswith(begun):
                name = name.removeprefix("The ")
            if name.casefold().startswith(begun):
                names.append(name)
        return matching(names, "")

    def _rules_of_line(self) -> Ruleset | None:
        return _rules(_game(self.context))

    def _rows(self) -> Sequence[Entry]:
        """What is known about each card of the game; nothing if no game is named."""
        from referee.engines import family

        rules = self._rules_of_line()
        if rules is None:
            return ()
        rows: Sequence[Entry] = family(rules.family).cards(rules, None)
        return rows


OFFERS: dict[str, Callable[[BegunWord], list[Completion]]] = {
    "files": BegunWord.files,
    "games": BegunWord.games,
    "houses": BegunWord.houses,
    "rulesets": BegunWord.rulesets,
    "families": BegunWord.families,
    "schemas": BegunWord.schemas,
    "rules": BegunWord.rules,
    "variants": BegunWord.variants,
    "readings": BegunWord.readings,
    "roles": BegunWord.roles,
    "cards": BegunWord.cards,
    "seasons": BegunWord.seasons,
    "luminaries": BegunWord.luminaries,
    "called": BegunWord.called,
}
"""What can be offered, by the word that an option or argument has for it."""


def offers(context: click.Context, begun: str, what: str, *kinds: str) -> list[Completion]:
    """What the shell offers for a word that is begun, such as `games` of these kinds of families; or else files."""
    return OFFERS[what](BegunWord(context, begun, kinds))


def _game(context: click.Context) -> str | None:
    """The game or log that the line names so far; None if it names none.

    If an option still lacks its value, click has not read the line, so the typed words are looked at as well.
    """
    words: list[str | None] = [context.params.get("game"), context.params.get("log")]
    words += context.params.get("paths") or ()
    typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[len(context.command_path.split()) :]
    words += [word for word in typed if not word.startswith("-")]
    for word in words:
        if word:
            return word
    return None


def _rules(game: str | None) -> Ruleset | None:
    """The rules of a game or house rule, or of the first game in a file that holds logs; None if there are none."""
    from referee.judging.log import Log
    from referee.judging.read import load_logs
    from referee.judging.rules import ruleset_of
    from referee.rules import rulesets, shipped

    if not game or game == "-":
        return None
    with suppress(Unjudgeable):
        return rulesets.load_ruleset(shipped.shipped_path(game, house=True) or game)
    with suppress(Unjudgeable):
        log = next(load_logs(game), None)
        if isinstance(log, Log):
            return ruleset_of(log)
    return None


def matching(known: Mapping[str, str] | Iterable[str], begun: str) -> list[Completion]:
    """The offers among known words that begin like this and can be printed; a map gives the meaning of each word."""
    if not isinstance(known, Mapping):
        known = dict.fromkeys(known, "")
    items = []
    for name, says in known.items():
        if name.startswith(begun) and visible(one_line(name)) == name:
            items.append(CompletionItem(name, help=visible(" ".join(says.split())) or None))
    return items


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
        """The words before the one being typed, and that one."""
        line = os.environ.get("COMP_WORDS", "")
        words = split_arg_string(line)
        if line[-1:].isspace():
            words.append("")
        if len(words) < 2:
            return [], ""
        return words[1:-1], words[-1]

    def format_completion(self, item: Completion) -> str:
        """The text that bash inserts: what follows the last sign, such as ':', at which bash ends a word."""
        if item.type != "plain":
            return super().format_completion(item)
        typed = self.get_completion_args()[1]
        breaks = os.environ.get("COMP_BREAKS", SIGNS)
        cut = 0
        if set(SIGNS) & set(breaks):
            cut = max(typed.rfind(sign) for sign in SIGNS if sign in breaks) + 1
        return f"plain,{str(item.value)[cut:].replace(' ', chr(92) + ' ')}"
