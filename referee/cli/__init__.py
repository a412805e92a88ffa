"""The command line: one module per command, imported when the command is run."""

from __future__ import annotations

import gc
import sys

import click

from referee.cli.lazy import Lazy
from referee.version import __version__

COMMANDS = {
    "validate": ("referee.cli.commands.validate", "Judge logs: is every move legal and every claim true?"),
    "record": ("referee.cli.commands.record", "Record a game while it is played, judging every event."),
    "score": ("referee.cli.commands.score", "The score of a log: a table by hand, totals, winners."),
    "club": ("referee.cli.commands.club", "A club's season: players, ratings, disputes, from a folder of logs."),
    "legal": ("referee.cli.commands.legal", "What may be played at a point of a log, and what rules the rest out."),
    "replay": ("referee.cli.commands.replay", "A page that steps through a log: one file for any browser."),
    "show": ("referee.cli.commands.show", "The table at a point of a log, drawn in text."),
    "resolve": ("referee.cli.commands.resolve", "Answer one question: who wins this trick, what does this hand score?"),
    "fix": ("referee.cli.commands.fix", "Correct misspelt names, words and keys in a log or ruleset."),
    "import": (
        "referee.cli.commands.import_boards",
        "Convert Portable Bridge Notation into logs.",
    ),
    "games": ("referee.cli.commands.games", "The games that can be judged."),
    "rules": ("referee.cli.commands.rules", "The rules of a game in force, and where each was set."),
    "cards": ("referee.cli.commands.cards", "The deck of a game."),
    "explain": ("referee.cli.commands.explain", "A rule in words, its source, and examples."),
    "check": ("referee.cli.commands.check", "Is a ruleset, house rule or deck sound?"),
    "new": ("referee.cli.commands.new", "A commented file to start from: a house rule, a log, a game."),
    "diff": ("referee.cli.commands.diff", "What differs between two games, or with a house rule."),
    "test": ("referee.cli.commands.test", "Do the examples of a ruleset or house rule hold?"),
    "compare": ("referee.cli.commands.compare", "What a house rule does to a game, over the same deals."),
    "count": ("referee.cli.commands.count", "How many ways there are to play some cards out."),
    "coverage": ("referee.cli.commands.coverage", "Which rules a set of logs exercised, and which never fired."),
    "lsp": ("referee.cli.commands.lsp", "Editor support: findings as you type, legal moves, quick fixes."),
    "docs": ("referee.cli.commands.docs", "The documentation in a browser, without a network."),
    "schema": ("referee.cli.commands.schema", "The JSON Schemas, for editors."),
    "simulate": ("referee.cli.commands.simulate", "Random legal games as logs, and a summary of their scores."),
}
"""Command -> (module that defines it as `command`, its help in one line)."""


@click.group(
    cls=Lazy,
    modules=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="\b\nExit codes: 0 legal, or answered; 1 judged and found wanting; 2 usage;\n"
    "3 could not be judged (a file, a ruleset); 4 a bug in referee.\n\n"
    "\b\nExample:\n  referee resolve trick illuminate Mk1:11 Mk1:31 Lk7:50! Mk4:2"
    " --roles doctor,neighbor,preacher,teacher",
)
@click.version_option(__version__, prog_name="referee", message="%(prog)s %(version)s")
def cli() -> None:
    """A rules referee for card games: reads recorded games and says what was legal, who won, and why."""


def main() -> None:
    """The program `referee`."""
    # modules and rulesets are many objects and no garbage: looking for it would slow the start
    gc.set_threshold(50_000)
    sys.exit(cli.main(prog_name="referee"))
