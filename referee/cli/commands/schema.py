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
@click.option("--path", "as_path", is_flag=True, help="Say where the schema lies, and do not print it.")
def command(name: str | None, as_path: bool) -> int:
    """The JSON Schema of a kind of file; without a name, the kinds that there are.

    An editor with the YAML language server completes and checks a file whose first line names its schema:
    # yaml-language-server: $schema=PATH. A file that `referee new` wrote has that line.
    """
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


def schema_uri(file: str) -> str:
    """Where a shipped schema lies, as editors read it in a `$schema` comment."""
    from pathlib import Path

    return Path(shipped.path("schemas", file)).as_uri()


def _about(file: str) -> str:
    from referee.rules import rulesets

    return str(rulesets.schema(file).get("description", ""))
