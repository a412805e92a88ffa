"""`referee new` and `referee schema`: a commented file to start from, and the schemas by which editors complete it."""

from __future__ import annotations

import os
from pathlib import Path

import click

from referee.cli import Lazy
from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.ruleset_options import houses_of, log_head, players_of, players_option, ruleset
from referee.cli.shared_options import example, game_argument, offered, rules_options
from referee.cli.terminal import say
from referee.core.words import word_at
from referee.corpus.ruleset_cache import RulesetOptions
from referee.report import drafts
from referee.rules import shipped

FOLDER = "schemas"
WITHOUT = "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."

out_option = click.option("--out", metavar="FILE", help="Write a new file instead of printing.")
all_option = click.option(
    "--all", "in_full", is_flag=True, help="Include everything that may be written, as comments that explain each word."
)


def first_line(schema: str, out: str | None) -> str:
    """The first line of a file that is written to `out`, or from the present folder."""
    return schema_line(schema, out) or WITHOUT


def schema_line(schema: str, out: str | None = None) -> str:
    """The line by which editors find the schema; empty if the schema is not here."""
    folder = Path(out).parent if out else Path()
    here = folder.resolve()
    for above in (here, *here.parents):
        if _is_there(above / FOLDER / schema, schema):
            return line_for(Path(os.path.relpath(above / FOLDER / schema, here)).as_posix())
    return ""


def line_for(address: str) -> str:
    """The comment that names a schema to the YAML language server."""
    return f"# yaml-language-server: $schema={address}"


def deliver(text: str, out: str | None) -> None:
    """Prints a draft, or writes it to a file, which must not exist yet."""
    if out is None:
        say(text, "yaml")
        return
    from referee.cli.out_file import file_for

    if Path(out).is_file():
        raise Misuse(f"--out {out} already exists; name a new file")
    with file_for(out) as path:
        path.write_text(text + "\n", encoding="utf-8")


def _is_there(path: Path, schema: str) -> bool:
    """Whether a file is the schema of that name, not that of another program."""
    try:
        with path.open(encoding="utf-8") as file:
            return f'"$id": "{schema}"' in file.read(200)
    except (OSError, UnicodeDecodeError):
        return False


SUFFIX = ".schema.json"


KINDS = {
    "house": ("referee.cli.commands.new:new_house", "A house rule for a game, with everything it may change."),
    "log": ("referee.cli.commands.new:new_log", "A log of a game about to begin."),
    "ruleset": ("referee.cli.commands.new:new_ruleset", "A small complete game of a family, to turn into your own."),
}


@click.group(cls=Lazy, modules=KINDS, epilog="\b\nExample:\n  referee new house illuminate")
def command() -> None:
    """Print a commented file to start from; save it with `> FILE`."""


@click.command(epilog=example("referee new house illuminate"))
@game_argument
@all_option
@out_option
def new_house(game: str, in_full: bool, out: str | None) -> int:
    """A house rule for a game, with a few lines that it may change as comments.

    With --all, it contains everything that it may change, with the values in force and what each means. It is sound as it is,
    and changes nothing until you uncomment a line.
    """
    from referee.engines import family
    from referee.rules import rulesets

    rules = ruleset(game, RulesetOptions())
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).schema
    words = word_at(file, rulesets.SCHEMAS)
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys
    draft = drafts.house if in_full else drafts.brief_house
    deliver(draft(rules, game, words, frame.keys(), first_line(file, out)), out)
    return ANSWERED


@click.command(epilog=example("referee new log illuminate --players Ann,Ben,Cyd,Dov"))
@game_argument
@players_option
@all_option
@out_option
@rules_options
def new_log(game: str, players: str | None, in_full: bool, out: str | None, chosen: RulesetOptions) -> int:
    """A log of a game about to begin, with its first events as commented examples.

    The setup is an example, too: write who really deals, and what else your table has settled. With --all it explains every
    word that a log may use.
    """
    from referee.engines import family
    from referee.play.simulate import draw_of, opening
    from referee.rules import rulesets

    rules = ruleset(game, chosen)
    names = players_of(rules, players)
    begun = opening(rules, names, draw_of(0, 0))
    file = family(rules.family).schema
    head = {**log_head(game, rules, chosen, out), "players": list(names)}
    first = first_line("log.schema.json", out)
    setup, event = (word_at(file, rulesets.SCHEMAS, "$defs", part) for part in ("setup", "event"))
    if not in_full:
        needed = {key: value for key, value in begun.setup.items() if key not in begun.settled}
        started = drafts.Opening({}, needed, begun.items)
        deliver(drafts.brief_log(game, rules.title, head, setup, started, first), out)
        return ANSWERED
    words = word_at("log.schema.json", rulesets.SCHEMAS)
    variants = {name: entry["text"] for name, entry in rules.get("variants", default={}).items()}
    choices = {"house": houses_of(rules.name), "variants": variants}
    started = drafts.Opening(choices, begun.setup, begun.items)
    deliver(drafts.log(head, words, setup, event, started, first), out)
    return ANSWERED


@click.command(epilog=example("referee new ruleset --family trick --name our-game"))
@click.option(
    "--family",
    "wanted",
    metavar="FAMILY",
    required=True,
    shell_complete=offered("families"),
    help="The family whose words it uses.",
)
@click.option("--name", help="The name of the game.")
@all_option
@out_option
def new_ruleset(wanted: str, name: str | None, in_full: bool, out: str | None) -> int:
    """A small complete game of a family, sound as it is.

    With --all, comments explain its words and offer what else may be written.
    """
    from referee.core.merging import merge
    from referee.core.suggest import did_you_mean
    from referee.engines import FAMILIES, family
    from referee.rules import rulesets
    from referee.rules.offers import offers

    if wanted not in FAMILIES:
        hint = did_you_mean(wanted, FAMILIES) or f"; families: {', '.join(FAMILIES)}"
        raise Misuse(f"no family is called {wanted!r}{hint}")
    file = family(wanted).schema
    own = dict(rulesets.schema(file)["examples"][0])
    if name is not None:
        own |= {"name": name, "title": name.replace("-", " ").capitalize()}
    first = first_line(file, out)
    if not in_full:
        deliver(drafts.brief_ruleset(own, wanted, first), out)
        return ANSWERED
    data = merge(rulesets.load_ruleset(own["extends"]).data if "extends" in own else {}, own)
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys.keys() - {"deck"}
    deliver(drafts.ruleset(own, data, word_at(file, rulesets.SCHEMAS), first, offers(data, frame)), out)
    return ANSWERED


@click.command(epilog=example("referee schema ruleset --path"))
@click.argument("name", required=False, shell_complete=offered("schemas"))
@click.option("--path", "as_path", is_flag=True, help="Print the path of the schema instead of the schema.")
@click.option("--copy", metavar="FOLDER", help="Write all schemas into a folder, for files that name them by path.")
def schema(name: str | None, as_path: bool, copy: str | None) -> int:
    """The JSON Schema of a kind of file; without a name, the list of kinds.

    An editor with the YAML language server completes and checks a file whose first line names its schema:
    # yaml-language-server: $schema=PATH. Copy them next to your files with --copy schemas, and `referee new` writes that line.
    """
    if copy is not None:
        return _copied(copy, name, as_path)
    files = {file.name.removesuffix(SUFFIX): file for file in sorted(shipped.folder("schemas").glob(f"*{SUFFIX}"))}
    if name is None:
        for kind, file in files.items():
            say(str(file) if as_path else f"{kind}: {_about(file.name)}")
        return ANSWERED
    if name not in files:
        from referee.core.suggest import did_you_mean

        hint = did_you_mean(name, files) or f"; schemas: {', '.join(files)}"
        raise Misuse(f"no schema is called {name!r}{hint}")
    file = files[name]
    say(str(file) if as_path else file.read_text(encoding="utf-8").rstrip("\n"), "text" if as_path else "json")
    return ANSWERED


def _copied(folder: str, name: str | None, as_path: bool) -> int:
    """Writes all schemas into a folder, since they refer to one another."""
    from pathlib import Path

    from referee.cli.out_file import file_for, folder_for

    if name is not None or as_path:
        raise Misuse(f"--copy writes all schemas; remove {'--path' if as_path else name}")
    target = folder_for(folder, "--copy")
    files = sorted(shipped.folder("schemas").glob(f"*{SUFFIX}"))
    for file in files:
        with file_for(str(target / file.name), "--copy") as path:
            path.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    say(f"{len(files)} schemas written to {folder}. A log next to that folder begins with this line:")
    say(line_for(f"{Path(folder).name}/log{SUFFIX}"))
    if Path(folder).name != FOLDER:
        say(f"`referee new` writes this line itself if the folder is called {FOLDER}.")
    return ANSWERED


def _about(file: str) -> str:
    from referee.rules import rulesets

    return str(rulesets.schema(file).get("description", ""))
