"""`referee new` and `schema`: files to start from, and the schemas that complete them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from referee.cli import Lazy, ListedCommand, options
from referee.cli.out_file import folder_for, write_lines, write_whole
from referee.cli.terminal import Misuse, say, say_all
from referee.core.data import Head
from referee.core.merging import merge
from referee.core.places import RulesetOptions, SourceError
from referee.core.ruleset import Ruleset
from referee.core.text import one_line
from referee.core.wording import unknown_name
from referee.core.words import word_at
from referee.engines import family, family_names, is_family
from referee.report import drafts
from referee.rules import rulesets, shipped
from referee.rules.rulesets import SCHEMAS
from referee.source.files import require_own_file

FOLDER, SUFFIX = "schemas", ".schema.json"
LOG = f"log{SUFFIX}"
WITHOUT = "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."
new_file_option = options.value("--out", "FILE", "Write a new file instead of printing.", type=options.a_file)
all_words = options.flag("--all in_full", "Include everything that may be written, as comments that explain each word.")


SCHEMA_IS = "# yaml-language-server: $schema={}"
"""The comment that names a schema to the YAML language server."""


def schema_line(schema: str, out: str | None = None) -> str:
    """The first line by which editors find the schema of a file: for a file written to `out`, or in the working
    folder.

    It names the schema in the nearest folder `schemas`, here or above; "" if there is none.
    """
    here = Path()
    if out:
        here = Path(out).parent
    here = here.resolve()
    for above in (here, *here.parents):
        found = above / FOLDER / schema
        with suppress(SourceError, OSError, UnicodeDecodeError):
            require_own_file(str(found))
            with found.open(encoding="utf-8") as file:
                if f'"$id": "{schema}"' in file.read(200):  # not that of another program
                    return SCHEMA_IS.format(Path(os.path.relpath(found, here)).as_posix())
    return ""


def _deliver(draft: str, schema: str, out: str | None) -> None:
    """Print a draft below the line that names its schema, or write it to the new file `out`. Raises Misuse if that
    exists."""
    if out and Path(out).is_file():
        raise Misuse(f"--out {out} already exists; name a new file")
    first = schema_line(schema, out)
    if not first:
        first = WITHOUT
    write_lines([one_line(first), draft], out, form="yaml")


FIRST = "friday"
"""The recorded game that every game has: whole, with everything written."""
OWN = "`referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` shows how"
KINDS: dict[str, ListedCommand | tuple[str, str]] = {
    "house": (f"{__name__}:new_house", "A house rule for a game, with everything it may change."),
    "log": (f"{__name__}:new_log", "A log of a game about to begin."),
    "ruleset": ListedCommand(
        f"{__name__}:new_ruleset",
        "A small complete game of a family, to turn into your own.",
        (("game", OWN), ("rules", OWN)),
    ),
    "deck": (f"{__name__}:new_deck", "A deck of cards, to turn into your own."),
}


@click.group(
    cls=Lazy,
    groups={"": KINDS},
    meant="referee.cli.guesses:new_file",
    epilog=options.example("referee new house illuminate"),
)
def command() -> None:
    """Print a commented file to start from; save it with `> FILE`."""


@options.command("referee new house illuminate")
@options.game
@all_words
@new_file_option
def new_house(game: str, in_full: bool, out: str | None) -> None:
    """Print a house rule for a game, with a few of the lines that it may change as comments.

    With --all, it contains everything that it may change, with the values in force and what each means. It is sound as it is,
    and changes nothing until you uncomment a line.
    """
    rules = options.ruleset(game)
    if rules.get("abstract"):
        raise Misuse(f"{rules.name} is not a game; it is what other rulesets extend")
    file = family(rules.family).schema
    frame = word_at("ruleset.schema.json", SCHEMAS).keys
    draft = drafts.brief_house
    if in_full:
        draft = drafts.house
    _deliver(draft(rules, game, word_at(file, SCHEMAS), frame.keys()), file, out)


@options.command("referee new log illuminate --players Ann,Ben,Cyd,Dov", "referee new log illuminate --example")
@options.game
@options.players
@all_words
@new_file_option
@options.value(
    "--example", "[NAME]", f"Print a recorded game, {FIRST} or another one.", is_flag=False, flag_value=FIRST
)
@options.rules
def new_log(
    game: str, players: str | None, in_full: bool, out: str | None, example: str | None, chosen: RulesetOptions
) -> None:
    """Print a log of a game about to begin, with its first events as examples in comments.

    The setup is an example, too: write who really deals, and what else your table has settled. With --all it explains every
    word that a log may use. With --example it is a whole game that was recorded, to judge, replay and change.
    """
    from referee.play.simulate import TARGET, draw_of, opening

    rules = options.ruleset(game, chosen)
    if example is not None:
        if players is not None or in_full or any(chosen):
            raise Misuse("--example prints a game as it was recorded; give no other option than --out with it")
        _deliver(_recorded(rules, example), LOG, out)
        return
    names = options.players_of(rules, players)
    begun, items = opening(rules, names, draw_of(0, 0))
    head = {**options.log_head(game, rules, chosen, out), "players": list(names)}
    file = family(rules.family).schema
    setup = word_at(file, SCHEMAS, "$defs", "setup")
    event = word_at(file, SCHEMAS, "$defs", "event")
    if in_full:
        variants = {name: entry["text"] for name, entry in rules.get("variants", default={}).items()}
        choices = {"house": options.houses_of(rules.name), "variants": variants}
        draft = drafts.log(head, choices, word_at(LOG, SCHEMAS), setup, event, (begun, items))
    else:
        needed = {key: value for key, value in begun.items() if key != TARGET}
        draft = drafts.brief_log(game, rules.title, head, setup, (needed, items))
    _deliver(draft, LOG, out)


def _recorded(rules: Ruleset, name: str) -> str:
    """The text of a shipped log of a game, without the line that names its schema. Raises Misuse if there is none."""
    recorded = shipped.recorded_games(rules.name)
    if name not in recorded:
        none = f"no recorded game of {rules.title} is called {name!r}"
        simulated = f"none; `referee simulate {rules.name} --games 1` draws one"
        raise Misuse(unknown_name(none, name, recorded, "there are", simulated))
    lines = Path(recorded[name]).read_text(encoding="utf-8").splitlines()
    return "\n".join([line for line in lines if not line.startswith(SCHEMA_IS.format(""))])


@options.command("referee new ruleset --family trick --name our-game")
@options.value("--family wanted", "FAMILY", "The family whose words it uses.", "families", required=True)
@options.value("--name", "NAME", "The name of the game.")
@all_words
@new_file_option
def new_ruleset(wanted: str, name: str | None, in_full: bool, out: str | None) -> None:
    """Print a small complete game of a family, sound as it is.

    With --all, comments explain its words and offer what else may be written.
    """
    from referee.rules.offers import offers

    if not is_family(wanted):
        raise Misuse(unknown_name(f"no family is called {wanted!r}", wanted, family_names(), "families:"))
    file = family(wanted).schema
    own = dict(rulesets.schema(file)["examples"][0])
    if name is not None:
        _require_name(name, "game", "our-game")
        own |= {"name": name, "title": name.replace("-", " ").capitalize()}
    if not in_full:
        _deliver(drafts.brief_ruleset(own, wanted), file, out)
        return
    extended: Head = {}
    if "extends" in own:
        extended = rulesets.load_ruleset(own["extends"]).data
    data = merge(extended, own)
    frame = word_at("ruleset.schema.json", SCHEMAS).keys.keys() - {"deck"}
    _deliver(drafts.ruleset(own, data, word_at(file, SCHEMAS), offers(data, frame)), file, out)


def _require_name(name: str, what: str, like: str) -> None:
    """Refuse what can be the name of no ruleset, and of no deck."""
    if not re.fullmatch(rulesets.schema("ruleset.schema.json")["$defs"]["name"]["pattern"], name):
        raise Misuse(f"no {what} can be called {name!r}; write small letters, digits and hyphens, as in {like}")


@options.command("referee new deck our-cards --out our-cards.yaml")
@click.argument("name", metavar="NAME")
@new_file_option
def new_deck(name: str, out: str | None) -> None:
    """Print a deck of four suits and thirteen ranks, sound as it is, with comments that explain what a deck may say.

    A game or a house rule uses it with `deck: ./our-cards.yaml`.
    """
    file = f"deck{SUFFIX}"
    known = rulesets.schema(file)
    _require_name(name, "deck", "our-cards")
    own = {**known["examples"][0], "name": name, "title": name.replace("-", " ")}
    parts = {f"a {part}": word_at(file, SCHEMAS, "$defs", part) for part in ("suit", "rank", "card")}
    _deliver(drafts.deck(own, word_at(file, SCHEMAS), parts), file, out)


@options.command("referee schema ruleset --path")
@options.argument("name", "[NAME]", "schemas", required=False)
@options.flag("--path as_path", "Print the path of the schema instead of the schema.")
@options.value("--copy", "FOLDER", "Write all schemas into a folder, for files that name them by path.")
def schema(name: str | None, as_path: bool, copy: str | None) -> None:
    """Print the JSON Schema of a kind of file; without a name, list the kinds.

    An editor with the YAML language server completes and checks a file whose first line names its schema:
    # yaml-language-server: $schema=PATH. Copy them next to your files with --copy schemas, and `referee new` writes that line.
    """
    files = {file.removesuffix(SUFFIX): Path(path) for file, path in shipped.schema_files().items()}
    if copy is not None:
        if as_path:
            raise Misuse("--copy writes all schemas; remove --path")
        if name is not None:
            raise Misuse(f"--copy writes all schemas; remove {name}")
        _copy_schemas(list(files.values()), copy)
    elif name is None and as_path:
        say_all(map(str, files.values()))
    elif name is None:
        for kind, file in files.items():
            say(f"{kind}: {rulesets.schema(file.name).get('description', '')}")
    elif name not in files:
        raise Misuse(unknown_name(f"no schema is called {name!r}", name, files, "schemas:"))
    elif as_path:
        say(str(files[name]))
    else:
        say(files[name].read_text(encoding="utf-8").rstrip("\n"), "json")


def _copy_schemas(files: Sequence[Path], folder: str) -> None:
    """Write schemas into a folder, and tell the user how a log names its own."""
    target = folder_for(folder, "--copy")
    for file in files:
        write_whole(file.read_text(encoding="utf-8"), str(target / file.name), "--copy", named=False)
    say(f"{len(files)} schemas written to {folder}. A log next to that folder begins with this line:")
    say(SCHEMA_IS.format(f"{target.name}/{LOG}"))
    if target.name != FOLDER:
        say(f"`referee new` writes this line itself if the folder is called {FOLDER}.")
