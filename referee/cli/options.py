"""The options that commands share, and the rules, players and head of a log that they choose."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable, Iterable
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from referee import source
from referee.cli.terminal import Misuse, debugging
from referee.core.data import Data
from referee.core.places import CHOICES, COMMAND_LINE, Place, RulesetError, RulesetOptions, with_slashes
from referee.core.ruleset import Ruleset
from referee.core.text import all_seen
from referee.core.wording import in_list, number_of, unknown_name
from referee.engines import family
from referee.rules import shipped
from referee.rules.files import is_path, load_map, name_and_version
from referee.rules.find import find
from referee.rules.rulesets import load_ruleset
from referee.source.files import UNPACKED
from referee.source.text import UNITS, in_one_form, quote, size_in_words, wrong_day

if TYPE_CHECKING:
    from referee.core.family import RuleLine
    from referee.corpus.parts import JudgeOptions
    from referee.report.library import HouseEntry

Function = Callable[..., Any]
Decorator = Callable[[Function], Function]

FORMULAS = ("bags", "carry", "count", "define", "scoring")
"""Sections whose sentences are formulas; the texts of the rules say more."""
LONGEST = 160
"""The most characters of a house rule where it is only one of a list, but at least one sentence."""
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")


def example(*lines: str) -> str:
    """The end of a command's help: lines that can be typed as they are."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def command(*lines: str) -> Callable[[Function], click.Command]:
    """A decorator that makes a command of a function; its help ends with lines that can be typed as they are."""
    return click.command(epilog=example(*lines))


def _completion(offers: str) -> Data:
    """The settings by which the shell completes a parameter, with `completion.offers`, imported only when the shell asks."""

    def complete(context: click.Context, parameter: click.Parameter, begun: str) -> Any:
        return import_module("referee.cli.completion").offers(context, begun, *offers.split())

    if not offers:
        return {}
    return {"shell_complete": complete}


def argument(name: str, metavar: str, offers: str = "files", **more: Any) -> Decorator:
    """An argument whose values the shell completes."""
    return click.argument(name, metavar=metavar, **_completion(offers), **more)


def a_path(given: str) -> str:
    """The value of an option that names a file or folder; an empty one, as of a variable that is not set, is refused."""
    if not given:
        raise click.BadParameter("nothing is named; name a file or a folder, or omit it")
    return given


def value(names: str, metavar: str, says: str, offers: str = "", **more: Any) -> Decorator:
    """An option with a value, which the shell may complete; spaces part its `names`, as in every option here."""
    if metavar.startswith(("FILE", "FOLDER")):
        more.setdefault("type", a_path)
    return click.option(*names.split(), metavar=metavar, help=says, **_completion(offers), **more)


def choice(names: str, known: Iterable[str], says: str, **more: Any) -> Decorator:
    """An option whose value is one of these."""
    return click.option(*names.split(), type=click.Choice(list(known)), help=says, **more)


def flag(names: str, says: str) -> Decorator:
    """An option without a value."""
    return click.option(*names.split(), is_flag=True, help=says)


def number(names: str, least: int, says: str, **more: Any) -> Decorator:
    """An option whose value is a whole number of at least this."""
    return value(names, "N", says, type=click.IntRange(min=least), **more)


class FormatChoice(click.Choice[str]):
    """One of the forms of the answer of a command, also of those that wings and other packages add (`referee.plugins`), which
    are looked for when another form is asked for than its own."""

    def __init__(self, known: Iterable[str], command: str) -> None:
        super().__init__(list(known))
        self.command = command

    def add(self, *, from_outside: bool) -> None:
        """Add to the choices the forms that wings add to the command and, if `from_outside`, those of other packages."""
        from referee.plugins import FormatEntry, all_added, own_formats

        names = list(self.choices)
        if self.command:
            names += own_formats(self.command)
        if self.command and from_outside:
            for name, entry in all_added(FormatEntry, dict.fromkeys(names)).items():
                if entry.command == self.command:
                    names.append(name)
        self.choices = tuple(dict.fromkeys(names))

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The form that is asked for; a usage error if there is none."""
        for from_outside in (False, True):
            if value not in self.choices:
                self.add(from_outside=from_outside)
        return super().convert(value, param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str | None:
        """The choices as the help shows them."""
        self.add(from_outside=True)
        return super().get_metavar(param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The forms that begin like this."""
        self.add(from_outside=True)
        return super().shell_complete(ctx, param, incomplete)


class FormatOption(click.Option):
    """`--format`, for which the name of a form is an option of its own: `--json` is `--format json`."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Add the option and the short ways to write it, which the help does not list."""
        super().add_to_parser(parser, ctx)
        if isinstance(self.type, click.Choice):
            for form in self.type.choices:
                parser.add_option(self, [f"--{form}"], dest=self.name, action="store_const", const=form)


def formats(known: Iterable[str], command: str = "") -> Decorator:
    """`--format`, one of these or of those that are added to a command, the first by default; passed to the command as
    `form`."""
    form = FormatChoice(known, command)
    says = "The form of the answer."
    shown: Data = {"default": form.choices[0], "show_default": True, "help": says}
    return click.option("--format", "form", cls=FormatOption, type=form, **shown)


def added_format(command: str, form: str) -> Callable[..., Any]:
    """The function that writes an answer of a command in a form that a wing or another package adds. Raises
    Unjudgeable or Misuse."""
    from referee import plugins

    entry = plugins.own_formats(command).get(form) or plugins.added(plugins.FormatEntry, form)
    if entry is None:
        raise Misuse(f"nothing that is installed writes {form} for {command}")
    made: Callable[..., Any] = plugins.load(entry, callable, "a function")
    return made


def pairs(wrong: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], dict[str, str]]:
    """The callback that reads `--ruling tie=led-suit --ruling …` as a map; `wrong` ends the message about a value
    that is no pair."""

    def read(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
        for text in given:
            if not all(text.partition("=")):
                raise click.BadParameter(f"{text!r} {wrong}")
        return dict(in_one_form(text).split("=", 1) for text in given)

    return read


def _few(_: click.Context, option: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names given with an option, unless there are too many or one is given twice: then Misuse is raised."""
    if names:
        from referee.judging.heads import MOST_NAMES

        if len(names) > MOST_NAMES:
            raise Misuse(f"{option.opts[0]} is given {len(names):,} times; at most {MOST_NAMES} are allowed")
        twice = [name for at, name in enumerate(names) if name in names[:at]]
        if twice:
            raise Misuse(f"{option.opts[0]} {quote(twice[0])} is given twice; once is enough")
    return names


def gather(name: str, keys: str, make: Callable[..., object], *added: Decorator) -> Decorator:
    """A decorator that adds options and passes their values, named by `keys`, to the command as one argument:
    `make(**values)`."""

    def decorate(function: Function) -> Function:
        @wraps(function)
        def command(*args: object, **values: object) -> object:
            own = {key: values.pop(key) for key in keys.split() if key in values}
            return function(*args, **values, **{name: make(**own)})

        given: Function = command
        for option in reversed(added):
            given = option(given)
        return given

    return decorate


_PROJECT = value("--project", "FILE", "The referee.yaml that counts, not the nearest above.", "files")
_MAY_LOAD = "Which rules a log may load: by name, files in its folder, or any.  [folder for one log, else names]"
trust: Decorator = choice("--trust", CHOICES, _MAY_LOAD)
_SEVERAL: Data = {"multiple": True, "callback": _few}
_PAIRS = pairs("is not a reading; write for example --ruling tie=led-suit")
_RULES: tuple[Decorator, ...] = (
    value("--house houses", "FILE", "Add a house rule, by file or name.", "houses", **_SEVERAL),
    value("--variant variants", "NAME", "Play a variant of the game.", "variants", **_SEVERAL),
    value("--ruling", "ID=READING", "Read an unsettled rule another way.", "readings", multiple=True, callback=_PAIRS),
)
rules = gather("chosen", "houses variants ruling", RulesetOptions, *_RULES)
"""`--house`, `--variant` and `--ruling`, passed to the command as `chosen`."""
log_rules = gather("chosen", "trust houses variants ruling project", RulesetOptions, trust, *_RULES, _PROJECT)
"""The same for a command that reads logs, `--trust` and `--project`."""


def _size(given: str) -> int:
    """The number of bytes in `10GB`, `500 MB` or `1000000`."""
    size = re.fullmatch(r"([1-9][0-9]{0,17}) ?([KMGT]?)B?", given, re.IGNORECASE | re.ASCII)
    if size is None:
        raise click.BadParameter(f"{given!r} is not a size; write for example 10GB or 500MB")
    for unit, name in UNITS.items():
        if name[0] == size[2].upper():
            return int(size[1]) * unit
    return int(size[1])


def judging(*, packed: bool = False) -> Decorator:
    """The options by which logs are judged, passed to the command as `judging`, of `JudgeOptions`.

    These are the options of `log_rules`, `--as-played` and, for `packed` files, `--max-unpacked`.
    """

    def make(as_played: bool, max_unpacked: int = UNPACKED, **chosen: Any) -> JudgeOptions:
        from referee.corpus.parts import JudgeOptions

        return JudgeOptions(RulesetOptions(**chosen), as_played, max_unpacked=max_unpacked, debug=debugging())

    most: Data = {"default": size_in_words(UNPACKED), "show_default": True, "type": _size}
    added = [flag("--as-played", "Go on after illegal events, where possible.")]
    if packed:
        added.append(value("--max-unpacked", "SIZE", "Unpack at most this much.", **most))
    keys = "as_played max_unpacked trust houses variants ruling project"
    return gather("judging", keys, make, *added, trust, *_RULES, _PROJECT)


def a_file(out: str) -> str:
    """The value of `--out`, which names a file."""
    if out == "-":
        raise click.BadParameter("omit it for standard output")
    return a_path(out)


out = value("--out", "FILE", "Write the answer to a file.", type=a_file)


def an_svg(plot: str) -> str:
    """The value of `--plot`; a name that cannot be that of an SVG file is refused before anything is done."""
    name, suffix = os.path.splitext(plot)
    if os.path.isdir(plot):
        inside = os.path.join(plot, "scores.svg")
        raise click.BadParameter(f"{plot} is a folder; name a file in it, such as {inside}")
    if suffix.lower() not in ("", ".svg"):
        raise click.BadParameter(f"pictures are written as SVG; name the file {name}.svg, not {plot}")
    return a_path(plot)


def plot(says: str) -> Decorator:
    """`--plot FILE`, passed to the command as `plot`."""
    return value("--plot", "FILE", f"{says} FILE is an .svg.", type=an_svg)


def a_day(given: str) -> str:
    """The value of `--date`, a day as a log writes it; `today` is read off the clock."""
    from datetime import date

    if given == "today":
        return date.today().isoformat()
    wrong = wrong_day(given)
    if wrong:
        raise click.BadParameter(f"{given!r} {wrong}, or `today`")
    return given


game = argument("game", "GAME", "games")
log = argument("log", "LOG", "files")


def logs(name: str = "paths", metavar: str = "LOG...") -> Decorator:
    """One or more files, folders or patterns."""
    return argument(name, metavar, "files", nargs=-1, required=True)


def jobs(verb: str, default: int = 1, more: str = "") -> Decorator:
    """`--jobs`: on how many cores something is done."""
    says = "; default: all of them."
    if default:
        says = "; 0 for all of them."
    return number("--jobs", 0, f"{verb} on N cores{says}{more}", default=default)


players = value("--players", "N|NAME,…", "How many players, or their names.")


def place_typed(*_: object) -> Place:
    """The place of a name that was typed."""
    return Place(COMMAND_LINE, 1, 1)


def ruleset(game: str, chosen: RulesetOptions | None = None) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    if chosen is None:
        chosen = RulesetOptions()
    return load_ruleset(game, houses=chosen.houses, variants=chosen.variants, ruling=chosen.ruling, at=place_typed)


def require_players(rules: Ruleset, number: int, what: str) -> None:
    """Refuse a number of players that the game does not have; `what` says what was counted, such as 'cards'."""
    allowed = rules.get("players", default=[])
    if allowed and number not in allowed:
        some = in_list([str(count) for count in allowed], "or")
        verb = "are"
        if number == 1:
            verb = "is"
        raise Misuse(f"{rules.title} is for {some} players; {number_of(number, what)} {verb} given")


def players_of(rules: Ruleset, given: str | None, also: Ruleset | None = None) -> tuple[str, ...]:
    """The names of the players by `--players`, a number or names; if it is not given, up to four, as the game allows.

    If the game `also` is given, both must allow their number. Raises Misuse.
    """
    if given is None:
        allowed = rules.get("players", default=[])
        if also is not None:
            both = [count for count in allowed if count in also.get("players", default=[])]
            if both:
                allowed = both
        return NAMES[: max((count for count in allowed if count <= 4), default=min(allowed, default=2))]
    if given.strip().isdecimal():
        count = int(given)
        require_players(rules, count, "players")
        return NAMES[:count] + tuple(f"player {number}" for number in range(len(NAMES) + 1, count + 1))
    names = tuple(in_one_form(name.strip()) for name in given.split(","))
    if "" in names or len(set(names)) < len(names):
        raise Misuse(f"--players: {given!r} has a missing or repeated name; write different names, as in Ann,Ben,Cyd")
    hidden = [name for name in names if not all_seen(name)]
    if hidden:
        raise Misuse(f"--players: a name may not contain control or invisible characters: {quote(hidden[0])}")
    require_players(rules, len(names), "players")
    return names


def file_of(name: str) -> str | None:
    """The file of a game or a house rule by name or path; None if there is none."""
    for house in (False, True):
        with contextlib.suppress(RulesetError):
            return find(name_and_version(name)[0], None, place_typed, house=house)
    return None


def game_or_house(name: str) -> tuple[str, bool]:
    """The file of a game or house rule, by name or path, and True if it is a house rule. Raises Unjudgeable."""
    path = file_of(name)
    if path is None:
        known = [path.stem for path in shipped.games() + shipped.houses()]
        known += shipped.own()
        message = f"no game or house rule is called {name!r}"
        raise RulesetError.at(place_typed(), unknown_name(message, name, known, "known here:"))
    data = load_map(path, None).data
    is_house = "extends" in data and "name" not in data
    return path, is_house


def houses_of(game: str) -> dict[str, str]:
    """The shipped house rules for a game by name, with sentences on what each changes, cut to `LONGEST` characters."""
    houses = {}
    for path in shipped.houses():
        if name_and_version(source.load(str(path)).data["extends"])[0] == game:
            entry = house_entry(load_ruleset(str(path)), str(path))
            does = list(entry.does)
            while len(does) > 1 and len(" ".join(does)) > LONGEST:
                does.pop()
            houses[path.stem] = " ".join(does)
            if not houses[path.stem]:
                houses[path.stem] = entry.why
    return houses


def house_entry(rules: Ruleset, path: str) -> HouseEntry:
    """A house rule with the sentences that it adds to its game: about words first, else its own texts, else about
    formulas."""
    from referee.report.library import HouseEntry

    new = _new_lines(load_ruleset(rules.name), rules)
    does = [line.text for line in new if line.pointer[0] not in FORMULAS]
    if not does:
        does = _own_texts(rules)
    if not does:
        does = [line.text for line in new]
    return HouseEntry(rules.houses[-1], does, source.load(path).data.get("why", ""))


def sentences_added(before: Ruleset, after: Ruleset) -> list[str]:
    """The sentences about the rules of a game that are not in force before something is changed, but after it."""
    return [line.text for line in _new_lines(before, after)]


def _new_lines(before: Ruleset, after: Ruleset) -> list[RuleLine]:
    known = {line.text for line in _lines_of(before)}
    return [line for line in _lines_of(after) if line.text not in known]


def _lines_of(rules: Ruleset) -> list[RuleLine]:
    """All lines that describe rules."""
    described: list[RuleLine] = []
    for _, lines in family(rules.family).describe(rules):
        described += lines
    return described


def _own_texts(rules: Ruleset) -> list[str]:
    """The texts of the rules that the last house rule writes itself."""
    texts = []
    for rule, entry in rules.layers[-1].data.get("rules", {}).items():
        if entry and "text" in entry:
            texts.append(rules.rule(rule).text)
    return texts


def log_head(game: str, rules: Ruleset, chosen: RulesetOptions, out: str | None = None) -> Data:
    """The keys of a log about its rules: the game with its version, and the choices; paths are relative to the log
    `out`."""
    folder = os.path.dirname(out or "") or "."
    if is_path(game):
        name = _seen_from(folder, game)
    else:
        name = f"{game.partition('@')[0]}@{rules.version}"
    head = {
        "game": name,
        "house": [_seen_from(folder, house) for house in chosen.houses],
        "variants": list(chosen.variants),
        "ruling": dict(chosen.ruling),
    }
    return {key: value for key, value in head.items() if value}


def _seen_from(folder: str, name: str) -> str:
    """The name of a ruleset in a log in this folder: a path becomes relative to the folder; any other name stays as
    it is."""
    if not is_path(name) or os.path.isabs(name):
        return name
    try:
        path = with_slashes(os.path.relpath(name, folder))
    except ValueError:  # another drive of Windows
        return with_slashes(os.path.abspath(name))
    if is_path(path):
        return path
    return f"./{path}"
