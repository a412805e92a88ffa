"""The public names of the package, with their docstrings."""

from __future__ import annotations

import inspect

import referee
from website.markdown import page


def pages() -> dict[str, str]:
    """One page: functions, then classes, then errors."""
    names = [name for name in referee.__all__ if not name.startswith("_")]
    things = {name: getattr(referee, name) for name in names}
    errors = [name for name, thing in things.items() if inspect.isclass(thing) and issubclass(thing, Exception)]
    classes = [name for name, thing in things.items() if inspect.isclass(thing) and name not in errors]
    functions = [name for name in names if name not in {*errors, *classes}]
    return {
        "index": page(
            "# Python names",
            "Everything that `import referee` offers. [From Python](../api.md) shows how it is used.",
            "## Functions",
            *(_documented(name, "function") for name in functions),
            "## Classes",
            *(_documented(name, "class", "members") for name in classes),
            "## Errors",
            *(_documented(name, "exception") for name in errors),
        )
    }


def _documented(name: str, kind: str, *options: str) -> str:
    lines = [f"```{{eval-rst}}\n.. auto{kind}:: referee.{name}", *(f"   :{option}:" for option in options)]
    return "\n".join([*lines, "```"])
