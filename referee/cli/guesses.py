"""What people type without having read the manual: the command that is meant by it, or one line that names the command.

The words that people say stand beside each command (`cli.ListedCommand`); here they are read. This is imported only for a
command line that begins with no command.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.cli import Lazy
from referee.cli.commands import resolve
from referee.cli.terminal import Misuse
from referee.core.places import Unjudgeable
from referee.core.wording import nearest
from referee.rules import rulesets

REST = "…"
"""In a table of words: whatever was typed after the word."""


def elsewhere(group: Lazy, args: Sequence[str]) -> list[str] | None:
    """The arguments that were meant by some which begin with no command, or with `score` and no file; None if that is
    not clear.

    They may ask a question without `resolve`, name only a file, or use another word for a command. Raises Misuse if one line
    says what would be right.
    """
    first = args[0].strip(resolve.QUOTES).casefold()
    rest = list(args[1:])
    known = group.every_command()
    if first == "score":
        if rest and resolve.question_of(rest):
            return ["resolve", first] + rest
        return None
    if first in known:
        return [first] + rest
    words = group.every_word()
    if first in resolve.QUESTIONS and (len(rest) > 1 or first not in words):
        return ["resolve", first] + rest
    words.update(questions_asked())
    meant = line_of(words, [first] + rest)
    if meant is not None:
        if meant[:2] == ["resolve", "trick"] and rest and Path(rest[-1]).is_file():
            return ["score", rest[-1]]  # who won a game, not a trick
        return _again(group, meant)
    if _is_file(args[0]):
        return ["validate"] + list(args)
    if _is_game(first):
        if rest and rest[0].casefold() in known | words:
            return _again(group, [rest[0].casefold(), first] + rest[1:])
        game = f"{args[0]} is a game; `referee rules {args[0]}` says its rules"
        raise Misuse(f"{game}, `referee resolve {args[0]} …` answers a question")
    if rest and _is_game(rest[-1]):
        raise Misuse(f"no command is called {args[0]!r}; `referee explain {rest[-1]} {first}` looks it up in the rules")
    near = nearest(first, list(known) + list(words))
    if near is None:
        raise Misuse(f"no command is called {args[0]!r}; `referee explain WORD` looks a word up in the rules")
    stands_for = words.get(near)
    if stands_for is None:
        raise Misuse(f"no command is called {args[0]!r}; did you mean {near!r}?")
    if "`" not in stands_for:
        stands_for = f"it is `referee {stands_for}`"
    raise Misuse(f"no command is called {args[0]!r}; did you mean {near!r}? {stands_for}")


def _again(group: Lazy, args: list[str]) -> list[str] | None:
    """The arguments that a word stands for, which may in turn begin with a word."""
    if args[0] in group.every_command() and args[0] != group.unsure:
        return args
    meant = elsewhere(group, args)
    if meant is None:
        return args
    return meant


def questions_asked() -> dict[str, str]:
    """The question that is meant by each word that people type for it, as `resolve trick`."""
    return {word: f"resolve {line}" for word, line in resolve.command.every_word().items()}


def line_of(words: Mapping[str, str], args: Sequence[str]) -> list[str] | None:
    """The command line that is meant by one that begins with one of these words, the longest that fits; None if none does.

    words: tables as in `cli.ListedCommand`. Raises Misuse, with the sentence of a word that does not say enough.
    """
    for length in (3, 2, 1):
        word = " ".join(args[:length]).casefold()
        rest = list(args[length:])
        line = words.get(word)
        if rest:
            line = words.get(f"{word} {REST}", line)
        if line is None or len(args) < length:
            continue
        if "`" in line:
            raise Misuse(line)
        parts = line.split()
        if REST not in parts:
            return parts + rest
        at = parts.index(REST)
        return parts[:at] + rest + parts[at + 1 :]
    return None


def _is_file(name: str) -> bool:
    """Whether a name is that of a file or folder, or looks like one of a log."""
    from referee.corpus.paths import SUFFIXES
    from referee.plugins import own_notations

    endings = list(SUFFIXES)
    for notation in own_notations().values():
        endings += notation.suffixes
    return os.path.lexists(name) or name.casefold().endswith(tuple(endings))


def _is_game(name: str) -> bool:
    """Whether a name is that of a game, or of a house rule."""
    try:
        rulesets.load_ruleset(name)
    except Unjudgeable:
        return False
    return True


def new_file(group: Lazy, args: Sequence[str]) -> None:
    """Say which file was meant by arguments for `new` that begin with a game, or with a word for one. Raises Misuse."""
    if _is_game(args[0].casefold()):
        house = f"`referee new house {args[0]}` begins a change of its rules"
        raise Misuse(f"{args[0]} is a game; {house}, `referee new log {args[0]}` a log to fill in")
    line_of(group.every_word(), args)


def question(group: Lazy, args: Sequence[str]) -> list[str] | None:
    """The arguments for `resolve` that were meant by some which begin with no question: with a word for one, or with a game,
    whose first question is meant that has these options. None if that is not clear."""
    first = args[0].casefold()
    if first in resolve.QUESTIONS:
        return [first] + list(args[1:])
    meant = line_of(group.every_word(), args)
    if meant is None:
        meant = resolve.question_of(args)
    return meant
