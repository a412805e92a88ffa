"""Options that several commands share: which rules to judge by, which form to answer in, how to judge."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from referee.cli.exit_codes import Misuse
from referee.core.trust import CHOICES, Trust
from referee.corpus.ruleset_cache import RulesetOptions
from referee.source.files import UNPACKED
from referee.source.text import UNITS, size_in_words

Function = Callable[..., Any]


def pairs(wrong: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, str]]:
    """Return how `--ruling tie=led-suit --ruling …` becomes a map; `wrong` says what is wrong with what is no pair."""

    def read(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
        parts = [(text, *text.partition("=")[::2]) for text in given]
        for text, key, value in parts:
            if not (key and value):
                raise click.BadParameter(f"{text!r} {wrong}")
        return {key: value for _, key, value in parts}

    return read


READINGS = pairs("is not a reading; write for example --ruling tie=led-suit")


def offered(what: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """What the shell offers for a parameter: a function of `completion` by name, imported only when the shell asks, and what
    it is called with besides, such as the kinds of cards."""

    def offer(context: click.Context, parameter: click.Parameter, begun: str) -> Any:
        from referee.cli import completion

        name, *more = what.split()
        return getattr(completion, name)(context, parameter, begun, *more)

    return offer


def names_option(names: str, metavar: str, offers: str, says: str, **more: Any) -> Callable[[Function], Function]:
    """An option whose values the shell completes (see `offered`); `names` are separated by spaces."""
    return click.option(*names.split(), metavar=metavar, shell_complete=offered(offers), help=says, **more)


def rules_options(function: Function) -> Function:
    """`--house`, `--variant` and `--ruling`, passed to the command as `chosen`."""

    several: dict[str, Any] = {"multiple": True}

    @names_option("--house houses", "FILE", "houses", "Add a house rule, by file or name.", **several)
    @names_option("--variant variants", "NAME", "variants", "Play a variant of the game.", **several)
    @names_option(
        "--ruling", "ID=READING", "readings", "Read an unsettled rule another way.", callback=READINGS, **several
    )
    @wraps(function)
    def with_chosen(
        *args: Any, houses: tuple[str, ...], variants: tuple[str, ...], ruling: dict[str, str], **rest: Any
    ) -> Any:
        for option, names in (("--house", houses), ("--variant", variants)):
            if names:
                _require_few(option, names)
        return function(*args, chosen=RulesetOptions(houses, variants, ruling), **rest)

    return with_chosen


def _require_few(option: str, names: tuple[str, ...]) -> None:
    """Refuses too many names, or one that is given twice."""
    from referee.judging.head_faults import MOST_NAMES
    from referee.source.text import quoted

    twice = next((name for at, name in enumerate(names[:MOST_NAMES]) if name in names[:at]), None)
    if twice is not None:
        raise Misuse(f"{option} {quoted(twice)} is given twice; once is enough")
    if len(names) > MOST_NAMES:
        raise Misuse(f"{option} is given {len(names):,} times; at most {MOST_NAMES} are allowed")


def log_rules_options(function: Function) -> Function:
    """The options of `rules_options` for a command that reads logs, and `--trust`, all passed to it as `chosen`."""

    @click.option(
        "--trust",
        type=click.Choice(CHOICES),
        help="What a log may load: games and house rules by name; also files in its folder and below; or any file. "
        "Default: folder for a file named here that holds one log, names for all others.",
    )
    @rules_options
    @wraps(function)
    def with_trust(*args: Any, trust: Trust | None, chosen: RulesetOptions, **rest: Any) -> Any:
        return function(*args, chosen=chosen._replace(trust=trust), **rest)

    return with_trust


def format_option(formats: Iterable[str]) -> Callable[[Function], Function]:
    """`--format`, one of these, the first by default; passed to the command as `form`."""
    known = list(formats)
    return click.option(
        "--format",
        "form",
        type=click.Choice(known),
        default=known[0],
        show_default=True,
        help="The form of the answer.",
    )


def as_played_option(function: Function) -> Function:
    """`--as-played`."""
    return click.option(
        "--as-played", is_flag=True, help="Apply illegal events that were possible, and continue judging."
    )(function)


def a_file(_: click.Context, __: click.Parameter, out: str | None) -> str | None:
    """The value of `--out`, which names a file."""
    if out == "-":
        raise click.BadParameter("omit it for standard output")
    return out


def out_option(function: Function) -> Function:
    """`--out FILE`."""
    return click.option(
        "--out",
        metavar="FILE",
        callback=a_file,
        help="Write the answer to a file, which appears once complete, instead of standard output.",
    )(function)


def plot_option(says: str) -> Callable[[Function], Function]:
    """`--plot FILE`, passed to the command as `plot`; what cannot be drawn is refused before anything is done."""
    return click.option("--plot", metavar="FILE", callback=_an_svg, help=f"{says} FILE is an .svg.")


def _an_svg(_: click.Context, __: click.Parameter, plot: str | None) -> str | None:
    if plot is None:
        return None
    if Path(plot).is_dir():
        raise click.BadParameter(f"{plot} is a folder; name a file in it, such as {Path(plot) / 'scores.svg'}")
    if Path(plot).suffix.lower() not in ("", ".svg"):
        raise click.BadParameter(
            f"pictures are written as SVG; name the file {Path(plot).with_suffix('.svg')}, not {plot}"
        )
    return plot


def _size(_: click.Context, __: click.Parameter, given: str) -> int:
    """How many bytes `10GB`, `500 MB` or `1000000` are."""
    found = re.fullmatch(r"([1-9][0-9]{0,17}) ?([KMGT]?)B?", given, re.IGNORECASE | re.ASCII)
    if found is None:
        raise click.BadParameter(f"{given!r} is not a size; write for example 10GB or 500MB")
    number, unit = found.groups()
    return int(number) * next((size for size, name in UNITS.items() if name[0] == unit.upper()), 1)


def unpacked_option(function: Function) -> Function:
    """`--max-unpacked SIZE`."""
    return click.option(
        "--max-unpacked",
        default=size_in_words(UNPACKED),
        show_default=True,
        metavar="SIZE",
        callback=_size,
        help="Read at most this much of what a compressed file unpacks to.",
    )(function)


def game_argument(function: Function) -> Function:
    """GAME, a ruleset by name or path."""
    return click.argument("game", metavar="GAME", shell_complete=offered("games"))(function)


def game_of(family: str) -> Callable[[Function], Function]:
    """GAME, of which only those of one family can be meant."""
    return click.argument("game", metavar="GAME", shell_complete=offered(f"games {family}"))


def log_argument(function: Function) -> Function:
    """LOG, one file or `-`."""
    return click.argument("log", metavar="LOG", shell_complete=offered("files"))(function)


def example(*lines: str) -> str:
    """The end of a command's help: lines that can be typed as they are."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)
