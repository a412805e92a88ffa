"""The command line: its commands by module, imported when they are run."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from referee.cli.terminal import USAGE, Misuse, run_program, speak, speak_ascii, stand_in_for_closed_outputs, warn
from referee.core.data import Data
from referee.core.wording import unknown_name
from referee.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _everywhere(*, hidden: bool) -> list[click.Option]:
    """The options `--color`, `--ascii` and `--debug`, which every command has; their values are kept for the whole
    program."""

    def keep(context: click.Context, option: click.Parameter, value: object) -> None:
        if value:
            context.ensure_object(dict)[option.name] = value
            if option.name == "ascii":
                speak_ascii()

    everywhere: Data = {"expose_value": False, "callback": keep, "hidden": hidden}
    choices = click.Choice(["auto", "always", "never"])
    colour = "In colour? By default on a terminal."
    return [
        click.Option(["--color"], type=choices, help=colour, **everywhere),
        click.Option(["--ascii"], is_flag=True, help="Print ASCII only, as without UTF-8.", **everywhere),
        click.Option(["--debug"], is_flag=True, help="Show the traceback of a bug.", **everywhere),
    ]


def import_name(place: str) -> Any:
    """The value of a module's name after a colon, or of `command`; the module is imported."""
    module, _, name = place.partition(":")
    if not name:
        name = "command"
    return getattr(import_module(module), name)


class ListedCommand(NamedTuple):
    """A command in the table of its group: the place of its function, and its help in one line.

    `words` are other words that people type for it, each with the command line that is meant by it: `("judge", "validate")`.
    In that line an ellipsis stands for what was typed after the word, which otherwise follows. A word that may be followed by
    something has an ellipsis of its own, `"list …"`; without it the row counts for the word alone, if there are both. A
    sentence with a command in backquotes is printed instead, as one word does not say what is meant.
    """

    place: str
    says: str
    words: tuple[tuple[str, str], ...] = ()


Modules = Mapping[str, ListedCommand | tuple[str, str]]
"""Commands by name. A row without other words may be a plain pair of the place and the line of help."""

ALONE = {"help": ["--help"], "?": ["--help"], "version": ["--version"]}
"""Options that some type as if they were commands."""


class Lazy(click.Group):
    """A group that knows its commands, by the heading of the help that they stand under; running one imports its module.

    One that is `extensible` also has the commands of wings and of other packages (`referee.plugins`). `meant` is the place of a
    function which gets the group and arguments that begin with no command, or with the command `unsure` and name no file; it
    returns the arguments that were meant, or None. Each of its commands takes `--debug`, `--color` and `--ascii`. As the
    program itself it reports what went wrong in one line (see `terminal`).
    """

    def __init__(
        self,
        *args: Any,
        groups: Mapping[str, Modules],
        extensible: bool = False,
        meant: str = "",
        unsure: str = "",
        **settings: Any,
    ) -> None:
        """A group of commands; `groups` has them by heading, for the other settings see the class."""
        super().__init__(*args, **settings)
        self.groups = groups
        self.extensible = extensible
        self.meant = meant
        self.unsure = unsure

    @property
    def modules(self) -> Modules:
        """The commands of all headings, without those that are added."""
        modules: dict[str, ListedCommand | tuple[str, str]] = {}
        for commands in self.groups.values():
            modules.update(commands)
        return modules

    def every_group(self, *, from_outside: bool = True) -> dict[str, dict[str, ListedCommand]]:
        """All commands in the order of their headings, by name.

        Those of wings are among them and, if `from_outside`, those of other packages.
        """
        groups = {}
        for heading, commands in self.groups.items():
            groups[heading] = {name: ListedCommand(*row) for name, row in commands.items()}
        if not self.extensible:
            return groups
        from referee.plugins import CommandEntry, all_added, own_commands

        entries = list(own_commands().values())
        if from_outside:
            entries += all_added(CommandEntry, {**self.modules, **own_commands()}).values()
        for entry in entries:
            groups.setdefault(entry.heading, {})[entry.name] = ListedCommand(entry.place, entry.says, entry.words)
        return {heading: commands for heading, commands in groups.items() if commands}

    @property
    def shipped(self) -> dict[str, ListedCommand]:
        """The commands of referee and its wings."""
        modules: dict[str, ListedCommand] = {}
        for commands in self.every_group(from_outside=False).values():
            modules.update(commands)
        return modules

    def every_command(self) -> dict[str, str]:
        """The line of help about each command, also of those that are added, by name."""
        lines = {}
        for commands in self.every_group().values():
            for name, row in commands.items():
                lines[name] = row.says
        return lines

    def every_word(self) -> dict[str, str]:
        """The command line that is meant by each word that people type for a command, also of those that are added."""
        words: dict[str, str] = {}
        for commands in self.every_group().values():
            for row in commands.values():
                words.update(row.words)
        return words

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(self.every_command())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name, imported. Raises Unjudgeable if another package adds it and it cannot be imported."""
        command: click.Command
        if cmd_name in self.modules:
            command = import_name(ListedCommand(*self.modules[cmd_name]).place)
        elif self.extensible:
            from referee import plugins

            entry = plugins.own_commands().get(cmd_name) or plugins.added(plugins.CommandEntry, cmd_name)
            if entry is None:
                return None
            command = plugins.load(entry, _is_command, "a click.Command")
        else:
            return None
        if not any(param.name == "debug" for param in command.params):
            command.params += _everywhere(hidden=True)  # the help of the program itself lists them
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name, as click wants it: name, command, and its own arguments.

        If they name none, `meant` may guess others. Raises Misuse with the nearest command.
        """
        if not self._is_known(args) and not args[0].startswith("-"):
            meant = None
            if self.meant:
                meant = import_name(self.meant)(self, args)
            if meant is None and args[0] != self.unsure:
                self._require_added(args[0], ctx)
            if meant:
                args = meant
        return super().resolve_command(ctx, args)

    def _is_known(self, args: Sequence[str]) -> bool:
        """Whether arguments begin with a command of referee itself; an unsure one counts only with a file."""
        if args[0] == self.unsure and not any(map(os.path.exists, args[1:])):
            return False
        if args[0] in self.modules:
            return True
        if not self.extensible:
            return False
        from referee.plugins import own_commands

        return args[0] in own_commands()

    def _require_added(self, name: str, ctx: click.Context) -> None:
        """Refuse the name of a command that no other package adds, either."""
        if self.extensible:
            from referee.plugins import CommandEntry, added

            if added(CommandEntry, name) is not None:
                return
        raise Misuse(unknown_name(f"no command is called {name!r}", name, self.every_command(), "commands:"), ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The commands and options that begin like this, without importing a command."""
        from referee.cli.completion import matching

        items: list[CompletionItem[str]] = list(matching(self.every_command(), incomplete))
        items += click.Command.shell_complete(self, ctx, incomplete)
        return items

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list in `--help`, each heading beside the first of its commands, without importing anything."""
        groups = self.every_group()
        width = max(map(len, self.every_command()))
        beside = max(map(len, groups)) + 1
        rows = []
        for heading, commands in groups.items():
            for name, row in commands.items():
                rows.append((f"{heading:<{beside}} {name:<{width}}", row.says))
                heading = ""
        formatter.write_paragraph()
        formatter.write_dl(rows)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; without any, print the help and exit with the code for wrong usage.

        `--json` before a command is meant for the command.
        """
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(USAGE)
        if args[:1] == ["--json"]:
            args = args[1:] + args[:1]
        if len(args) == 1:
            args = list(ALONE.get(args[0].casefold(), args))
        return super().parse_args(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> Any:  # type: ignore[override]
        """Run the program with these arguments, or those typed, and exit with its code."""
        if not prog_name:
            prog_name = "referee"
        stand_in_for_closed_outputs()
        speak()
        if os.environ.get("_REFEREE_COMPLETE"):
            import referee.cli.completion  # noqa: F401 - registers how bash is answered

            return super().main(args, prog_name, **extra)
        if args is None:
            args = sys.argv[1:]
        given = list(args)
        common_options: Data = {"debug": False, "color": "auto", "ascii": False}

        def run() -> object:
            try:
                with self.make_context(prog_name, given, obj=common_options) as context:
                    return self.invoke(context)
            finally:
                warn_of_plugins()

        raise SystemExit(run_program(run, common_options, list(args)))


def _is_command(value: object) -> bool:
    return isinstance(value, click.Command)


def warn_of_plugins() -> None:
    """Say once what is wrong with the packages that add something to referee, if it was looked for."""
    plugins = sys.modules.get("referee.plugins")
    if plugins is not None:
        for fault in plugins.FAULTS.values():
            warn(fault)
        plugins.FAULTS.clear()


GROUPS: dict[str, dict[str, ListedCommand | tuple[str, str]]] = {
    "Judge": {
        "validate": ListedCommand(
            "referee.cli.commands.validate",
            "Judge logs: is every move legal and every claim true?",
            (
                (
                    "can",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                (
                    "can …",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                (
                    "is",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                (
                    "is …",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                (
                    "may",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                (
                    "may …",
                    "`referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a game",
                ),
                ("audit", "validate"),
                ("cheat", "validate"),
                ("foul", "validate"),
                ("illegal", "validate"),
                ("judge", "validate"),
                ("valid", "validate"),
                ("verdict", "validate"),
            ),
        ),
        "verify": ListedCommand(
            "referee.cli.commands.validate:verify",
            "Do a certificate, its log and the rules belong together?",
            (("certificate", "verify"), ("proof", "verify")),
        ),
        "score": ListedCommand(
            "referee.cli.commands.show:score",
            "The score of a log: a table by hand, totals, winners.",
            (
                ("scoreboard", "score"),
                ("scorecard", "score"),
                ("scores", "score"),
                ("chart", "score"),
                (
                    "csv",
                    "`referee score LOG --format csv` writes scores as a table, `referee club FOLDER --format csv` a season",
                ),
                ("pad", "score"),
                (
                    "points",
                    "`referee score LOG` says the points of a game, `referee resolve score GAME …` those of one hand",
                ),
                ("points …", "score"),
                ("result", "score"),
                ("results", "score"),
                ("scoresheet", "score"),
                ("total", "score"),
                ("totals", "score"),
                ("who won", "score"),
                ("who won …", "score"),
            ),
        ),
        "resolve": ListedCommand(
            "referee.cli.commands.resolve",
            "Who wins this trick? What does this hand score?",
            (
                ("answer", "resolve"),
                ("ask", "resolve"),
                (
                    "calc",
                    "`referee resolve score GAME …` scores a hand, `referee resolve attack GAME …` works out an attack",
                ),
                ("calc …", "resolve"),
                (
                    "calculate",
                    "`referee resolve score GAME …` scores a hand, `referee resolve attack GAME …` works out an attack",
                ),
                ("calculate …", "resolve"),
                ("decide", "resolve"),
                ("question", "resolve"),
                ("settle", "resolve"),
                ("who", "`referee resolve trick GAME CARD…` says who wins a trick, `referee score LOG` who won a game"),
            ),
        ),
    },
    "Record": {},
    "Look": {
        "show": ListedCommand(
            "referee.cli.commands.show",
            "The table at a point of a log, and what may be played.",
            (
                (
                    "image",
                    "`referee show LOG --format svg` draws the table, `referee rules GAME --format html` makes a sheet",
                ),
                ("image …", "show … --format svg"),
                ("board", "show"),
                ("display", "show"),
                ("draw", "show"),
                ("hint", "`referee show LOG --legal` lists what may be played at the end of a log"),
                ("hint …", "show --legal"),
                ("legal", "show --legal"),
                ("look", "show"),
                (
                    "moves",
                    "`referee show LOG --legal` lists what may be played, `referee resolve play GAME --hand …` from one hand",
                ),
                ("moves …", "show --legal"),
                ("picture", "show … --format svg"),
                ("position", "show"),
                ("state", "show"),
                ("table", "show"),
                ("view", "show"),
            ),
        ),
        "games": ListedCommand(
            "referee.cli.commands.library:list_games",
            "The games that can be judged.",
            (
                ("about", "`referee games` lists the games, `referee docs` opens the documentation"),
                ("info", "`referee games` lists the games, `referee docs` opens the documentation"),
                ("info …", "rules"),
                ("all", "games"),
                ("available", "games"),
                ("game", "games"),
                ("game …", "rules"),
                ("house", "`referee games` lists the house rules of each game, `referee new house GAME` begins one"),
                ("house …", "new house"),
                ("house rules", "games"),
                ("houses", "games"),
                ("list", "games"),
                ("list …", "…"),
                ("ls", "games"),
                ("variants", "`referee games` lists the variants of each game, `referee rules GAME` explains them"),
                ("variants …", "rules"),
            ),
        ),
        "rules": ListedCommand(
            "referee.cli.commands.library:show_rules",
            "The rules of a game in force, and where each was set.",
            (
                ("how many …", "`referee rules GAME` says how many cards, players and hands there are"),
                ("pdf", "`referee rules GAME --format html` makes a sheet to print, as paper or PDF, in a browser"),
                ("pdf …", "`referee rules GAME --format html` makes a sheet to print, as paper or PDF, in a browser"),
                (
                    "setup",
                    "`referee rules GAME` says what is dealt and who begins, `referee record GAME` asks it for your game",
                ),
                ("setup …", "rules"),
                ("how", "rules"),
                ("how to play", "rules"),
                ("how to play …", "rules"),
                ("learn", "rules"),
                ("manual", "`referee rules GAME` says the rules of a game, `referee docs` opens the documentation"),
                ("manual …", "rules"),
                ("print", "`referee rules GAME --format html` makes a sheet to print, `referee score LOG` a score"),
                ("print …", "rules"),
                ("rule", "rules"),
                ("rule …", "explain"),
                ("rulebook", "rules"),
                (
                    "sheet",
                    "`referee rules GAME --format html` makes a sheet of rules, `referee import FILE` reads a score sheet",
                ),
            ),
        ),
        "cards": ListedCommand(
            "referee.cli.commands.library:list_cards",
            "The deck of a game.",
            (
                ("luminaries", "`referee cards GAME NAME` says what a Luminary does: `referee cards illimat maiden`"),
                ("symbols", "cards"),
                ("card", "cards"),
                ("deck", "cards"),
                ("luminary", "`referee cards GAME NAME` says what a Luminary does: `referee cards illimat maiden`"),
                ("luminary …", "explain"),
                ("suits", "cards"),
            ),
        ),
        "explain": ListedCommand(
            "referee.cli.commands.library:explain",
            "A rule in words, its source, and examples.",
            (
                ("bid …", "explain … bid"),
                ("bids …", "explain … bids"),
                ("dealer …", "explain … dealer"),
                ("misdeal …", "explain … misdeal"),
                ("partner …", "explain … partner"),
                ("pass …", "explain … pass"),
                ("tie …", "explain … tie"),
                ("trump …", "explain … trump"),
                (
                    "bid",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "bids",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "dealer",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "misdeal",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "partner",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "pass",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "tie",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                (
                    "trump",
                    "`referee rules GAME` says all rules, `referee explain GAME RULE` one: `referee explain hearts pass`",
                ),
                ("roles", "`referee explain GAME roles` says what roles do: `referee explain illuminate roles`"),
                ("roles …", "explain … roles"),
                (
                    "seasons",
                    "`referee explain GAME season` says what a season does, `referee club FOLDER` sums up a season of games",
                ),
                ("define", "explain"),
                (
                    "dispute",
                    "`referee explain GAME RULE` settles a question of rules, `referee validate LOG` one about a game",
                ),
                ("dispute …", "explain"),
                ("find", "explain"),
                ("grep", "explain"),
                ("lookup", "explain"),
                ("role", "`referee explain GAME roles` says what roles do: `referee explain illuminate roles`"),
                ("role …", "explain"),
                ("ruling", "explain"),
                ("rulings", "explain"),
                ("search", "explain"),
                ("what", "explain"),
                ("what is …", "explain"),
                (
                    "why",
                    "`referee validate LOG` says why a move is not legal, `referee explain GAME/RULE` what the rule is",
                ),
                ("why …", "explain"),
            ),
        ),
    },
    "Design": {
        "new": ListedCommand(
            "referee.cli.commands.new",
            "A file to start from: a house rule, log, game or deck.",
            (
                (
                    "create game",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                (
                    "create game …",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                (
                    "make game",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                (
                    "make game …",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                (
                    "design",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                (
                    "design …",
                    "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how",
                ),
                ("custom", "`referee new house GAME` begins a house rule, which changes a game"),
                ("custom …", "`referee new house GAME` begins a house rule, which changes a game"),
                ("houserule", "new house"),
                ("house rule", "`referee new house GAME` begins a house rule, `referee games` lists those there are"),
                ("house rule …", "new house"),
                ("demo", "`referee new log GAME --example --out friday.yaml` writes a recorded game to try things on"),
                ("demo …", "new log … --example"),
                ("try", "`referee new log GAME --example --out friday.yaml` writes a recorded game to try things on"),
                (
                    "copy",
                    "`referee new house GAME` begins a house rule, `referee rules GAME --format yaml` writes a game out",
                ),
                ("create", "`referee new house GAME` begins a house rule, `referee new log GAME` a log"),
                ("create …", "new"),
                (
                    "example",
                    "`referee new log GAME` writes an example of a log, `referee explain GAME/RULE` shows those of a rule",
                ),
                ("example …", "new log"),
                (
                    "examples",
                    "`referee new log GAME` writes an example of a log, `referee explain GAME/RULE` shows those of a rule",
                ),
                ("examples …", "new log"),
                ("init", "`referee new house GAME` begins a house rule, `referee new log GAME` a log"),
                ("init …", "new log"),
                ("make", "`referee new house GAME` begins a house rule, `referee new log GAME` a log"),
                ("make …", "new"),
                (
                    "sample",
                    "`referee new log GAME` writes an example of a log, `referee simulate GAME` plays games at random",
                ),
                ("sample …", "new log"),
                ("template", "`referee new log GAME` writes a log to fill in, `referee new house GAME` a house rule"),
                ("template …", "new log"),
            ),
        ),
        "check": ListedCommand(
            "referee.cli.commands.check",
            "Is a ruleset or house rule sound? Do its examples hold?",
            (
                ("lint", "`referee check FILE` checks a ruleset or house rule, `referee validate LOG` a log"),
                ("lint …", "check"),
                ("sound", "check"),
                ("test", "`referee check FILE` runs the examples of a ruleset, `referee validate LOG` judges a log"),
                ("test …", "check"),
                ("tests …", "check"),
            ),
        ),
        "diff": ListedCommand(
            "referee.cli.commands.library:diff",
            "What differs between two games, or with a house rule.",
            (("difference", "diff"), ("differences", "diff")),
        ),
        "compare": ListedCommand(
            "referee.cli.commands.simulate:compare",
            "What a house rule does to a game, over the same deals.",
            (("balance", "compare"), ("effect", "compare")),
        ),
        "coverage": ListedCommand(
            "referee.cli.commands.check:coverage",
            "Which rules a set of logs exercised, and which never.",
            (("covered", "coverage"),),
        ),
        "simulate": ListedCommand(
            "referee.cli.commands.simulate",
            "Random legal games as logs, and a summary of the scores.",
            (
                (
                    "probability",
                    "`referee resolve attack GAME …` gives the chance of an attack, `referee simulate GAME` plays at random",
                ),
                (
                    "deal",
                    "`referee simulate GAME -n 1` deals and plays a game at random, `referee record GAME` records yours",
                ),
                ("deal …", "simulate … -n 1"),
                ("generate", "simulate"),
                ("random", "simulate"),
                (
                    "shuffle",
                    "`referee simulate GAME -n 1` deals and plays a game at random; `referee cards GAME` lists its deck",
                ),
                ("shuffle …", "simulate … -n 1"),
                ("simulation", "simulate"),
            ),
        ),
    },
    "Develop": {
        "schema": ListedCommand(
            "referee.cli.commands.new:schema",
            "The JSON Schemas, for editors.",
            (
                ("json", "`--format json` prints an answer as JSON, `referee schema` lists the forms of the files"),
                (
                    "yaml",
                    "`referee schema log` says what a log may hold, `referee rules GAME --format yaml` writes a game out",
                ),
                ("format", "`referee schema log` says what a log may hold, `--format` chooses the form of an answer"),
            ),
        ),
        "docs": ListedCommand(
            "referee.cli.commands.library:open_docs",
            "The documentation in a browser, without a network.",
            (
                ("doc", "docs"),
                ("doc …", "docs"),
                ("ai", "`referee docs write-a-bot` says how to write one, `referee simulate GAME` plays at random"),
                ("engine", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("lib", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("library", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("module", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("package", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("language", "referee speaks English alone; `referee docs` opens its documentation"),
                ("translate", "referee speaks English alone; `referee docs` opens its documentation"),
                (
                    "config",
                    "`referee docs change-a-rule` describes referee.yaml, in which a folder keeps its rules and options",
                ),
                (
                    "settings",
                    "`referee docs change-a-rule` describes referee.yaml, in which a folder keeps its rules and options",
                ),
                (
                    "install",
                    "pip or pipx installs referee and its newer releases; `referee docs` opens the documentation",
                ),
                (
                    "update",
                    "pip or pipx installs referee and its newer releases; `referee docs` opens the documentation",
                ),
                (
                    "upgrade",
                    "pip or pipx installs referee and its newer releases; `referee docs` opens the documentation",
                ),
                ("api", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                ("bot", "`referee docs write-a-bot` says how to write one, `referee simulate GAME` plays at random"),
                ("documentation", "docs"),
                (
                    "faq",
                    "`referee docs limits` says what is not known, `referee explain GAME` lists what can be explained",
                ),
                ("guide", "docs"),
                ("help …", "… --help"),
                ("python", "`referee docs api` describes what a program may import: `referee.judge(…)`"),
                (
                    "serve",
                    "`referee docs server` says how a server judges, `referee replay LOG` makes a page that needs none",
                ),
                (
                    "server",
                    "`referee docs server` says how a server judges, `referee replay LOG` makes a page that needs none",
                ),
                (
                    "tutorial",
                    "`referee docs record-tonight` is a first evening, `referee docs a-game-from-nothing` a first game",
                ),
            ),
        ),
    },
}
"""Heading -> command -> its row: the module that defines it as `command` or under the name after a colon, its help in one
line, and what people type for it. Those of a heading come before the commands of wings."""


@click.group(
    cls=Lazy,
    groups=GROUPS,
    extensible=True,
    meant="referee.cli.guesses:elsewhere",
    unsure="score",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExit codes: 0 legal, 1 found wanting, 2 usage, 3 could not be judged, 4 a bug.\n"
    "Example:\n  referee resolve trick hearts 5C KC 2C AC",
)
@click.version_option(__version__, prog_name="referee", message="%(prog)s %(version)s")
def cli() -> None:
    """Read recorded card games, and say what was legal, who won, and why."""


cli.params += _everywhere(hidden=False)


def main() -> None:
    """Run the program `referee`."""
    # modules and rulesets are many objects and no garbage: looking for it would slow the start, and once more the end
    gc.set_threshold(50_000)
    atexit.register(gc.freeze)
    sys.exit(cli.main(prog_name="referee"))
