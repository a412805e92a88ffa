"""Files that `referee new` writes: where they go, and the line by which editors find their schema.

That line names the schema by a path from the file, so that it is true on every machine to which a folder is copied. It
is there where the schemas are: in a folder `schemas` beside the file or above it, as `referee schema --copy` makes one.
"""

from __future__ import annotations

import os
from pathlib import Path

import click

from referee.cli.exit_codes import Misuse
from referee.cli.output import say

FOLDER = "schemas"
WITHOUT = "# Help in an editor: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."

out_option = click.option("--out", metavar="FILE", help="Write a new file, and do not print it.")
all_option = click.option(
    "--all", "in_full", is_flag=True, help="With all that may be written in it as comments, and what each word means."
)


def first_line(schema: str, out: str | None) -> str:
    """The first line of a file that is written to `out`, or from the present folder."""
    return schema_line(schema, out) or WITHOUT


def schema_line(schema: str, out: str | None = None) -> str:
    """The line by which editors find the schema; empty where it does not lie here."""
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
    """Prints a draft, or writes it to a file, which must not be there yet."""
    if out is None:
        say(text, "yaml")
        return
    from referee.cli.out_file import file_for

    if Path(out).is_file():
        raise Misuse(f"--out {out} is there already; name a new file")
    with file_for(out) as path:
        path.write_text(text + "\n", encoding="utf-8")


def _is_there(path: Path, schema: str) -> bool:
    """Whether a file is the schema of that name, and not that of another program."""
    try:
        with path.open(encoding="utf-8") as file:
            return f'"$id": "{schema}"' in file.read(200)
    except (OSError, UnicodeDecodeError):
        return False
