"""Packages that add something to referee, as an installer leaves them: importable, with their entry points beside them."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee import engines, plugins
from referee.rules import shipped

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "plugin"


def install(folder: Path, name: str, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Write what an installer notes of a package, with its entry points by group, into a folder of packages."""
    notes = folder / f"{name.replace('-', '_')}-1.0.0.dist-info"
    notes.mkdir(parents=True)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n", encoding="utf-8")
    lines = []
    for group, points in groups.items():
        lines.append(f"[{group}]")
        lines += [f"{point} = {value}" for point, value in points.items()]
    (notes / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


def install_example(folder: Path) -> None:
    """Install the package of examples/plugin, from where it is."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(folder, project["name"], project["entry-points"])


@contextmanager
def seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let referee find the packages in a folder, and forget them afterwards."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    monkeypatch.syspath_prepend(str(folder))
    forget()
    yield
    forget()
    for name in [name for name in sys.modules if name.startswith("bad_")]:
        del sys.modules[name]


def forget() -> None:
    """Forget what was found of other packages."""
    plugins._points.cache_clear()
    plugins.FAULTS.clear()
    plugins.ADDED_BY.clear()
    engines.family.cache_clear()
    shipped.reading.cache_clear()
