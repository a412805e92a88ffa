"""Where the rulesets and schemas that come with referee lie: inside the package when installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The folder 'rulesets' or 'schemas'."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def rulesets() -> list[Path]:
    """Every shipped ruleset file of a family, in order of family and name."""
    return sorted(
        path for path in folder("rulesets").glob("*/*.yaml") if path.parent.name not in ("decks", "house")
    )


def houses() -> list[Path]:
    """Every shipped house rule file, in order of name."""
    return sorted((folder("rulesets") / "house").glob("*.yaml"))
