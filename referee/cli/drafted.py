"""Files that `referee new` writes: where they go, and the line by which editors find their schema.

That line names the schema by a path relative to the file, so that it holds on every machine to which the folder is copied.
It is written if the schemas are there: in a folder `schemas` next to the file or above it, which `referee schema --copy` makes.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from referee.cli.exit_codes import Misuse
from referee.cli.output import say

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
