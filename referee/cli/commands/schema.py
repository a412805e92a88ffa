"""`referee schema`: the JSON Schemas, for editors and other programs."""

from __future__ import annotations

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.output import say
from referee.cli.shared_options import example, offered
from referee.rules import shipped

SUFFIX = ".schema.json"


@click.command(epilog=example("referee schema ruleset --path"))
@click.argument("name", required=False, shell_complete=offered("schemas"))
@click.option("--path", "as_path", is_flag=True, help="Print the path of the schema instead of the schema.")
@click.option("--copy", metavar="FOLDER", help="Write all schemas into a folder, for files that name them by path.")
def command(name: str | None, as_path: bool, copy: str | None) -> int:
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

    from referee.cli.drafted import FOLDER, line_for
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
