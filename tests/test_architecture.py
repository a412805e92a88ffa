"""The tables in architecture.md are made of the code: its packages and modules, by the first sentence of their docstrings."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import pytest
from test_docs import ROOT, keep_block, table
from test_layering import MAY_IMPORT, STORIES, WINGS

from referee.engines import FAMILIES

PAGE = ROOT / "docs" / "explanation" / "architecture.md"
PACKAGE = ROOT / "referee"
ENGINES = PACKAGE / "engines"
SENTENCE = re.compile(r".+?[.?](?=\s|\Z)", re.DOTALL)


@cache
def sentence(file: Path) -> str:
    """The first sentence of the docstring of a module or folder, on one line and without its full stop."""
    if file.is_dir():
        file = file / "__init__.py"
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    assert docstring, f"{file.relative_to(ROOT)} has no docstring"
    first = SENTENCE.match(docstring)
    assert first, f"the docstring of {file.relative_to(ROOT)} is not a sentence"
    return " ".join(first[0].split()).removesuffix(".")


def modules(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the name of each module in and below a folder, `words/` for a folder below it, with its file."""
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).with_suffix("").as_posix()
        if name != "__init__":
            yield name.removesuffix("__init__"), file


def layers() -> str:
    """The packages from the top down, with what they may import."""
    order = [name for name in reversed(MAY_IMPORT) if name not in WINGS]
    rows = []
    for name in order:
        path = PACKAGE / name
        if not path.is_dir():
            path = path.with_suffix(".py")
        may = [f"`{other}`" for other in order if other in MAY_IMPORT[name] - {name, ""}]
        if not may:
            may = ["nothing else of referee"]
        rows.append((f"`{path.relative_to(ROOT).as_posix()}`", sentence(path), ", ".join(may)))
    return table(("package", "what is in it", "may import"), rows)


def wings() -> str:
    rows = [(f"`referee/{name}`", sentence(PACKAGE / name)) for name in sorted(WINGS)]
    return table(("wing", "what is in it"), rows)


def modules_of(name: str) -> str:
    """The modules of a package."""
    return table(
        ("module", "what is in it"), [(f"`{module}`", sentence(file)) for module, file in modules(PACKAGE / name)]
    )


def families() -> str:
    rows = [(f"`engines/{family}`", sentence(ENGINES / family)) for family in FAMILIES]
    return table(("family", "how it is played"), rows)


@cache
def shared() -> dict[str, str]:
    """The modules that each family has and that say the same of it in each, apart from its name."""
    said: dict[str, set[str]] = {}
    for family in FAMILIES:
        for module in {name for name, _ in modules(ENGINES / family)}:
            said.setdefault(module, set())
    for module, sentences in said.items():
        for family in FAMILIES:
            file = ENGINES / family / f"{module}.py"
            sentences.add(sentence(file).replace(f"{family} ", "") if file.exists() else "")
    return {
        module: sentences.pop() for module, sentences in said.items() if len(sentences) == 1 and "" not in sentences
    }


def modules_of_families() -> str:
    """The modules that all families share, in the order in which they may know each other."""
    order = [module for story in STORIES for module in story]
    names = sorted(shared(), key=lambda module: (order + [module]).index(module))
    return table(("module", "what is in it"), [(f"`{module}`", shared()[module]) for module in names])


def modules_of_family(family: str) -> str:
    """The other modules of a family."""
    rows = [(f"`{name}`", sentence(file)) for name, file in modules(ENGINES / family) if name not in shared()]
    return table(("module", "what is in it"), rows)


PACKAGES = sorted(path.parent.relative_to(PACKAGE).as_posix() for path in PACKAGE.glob("*/__init__.py"))
"""The folders of the package, families together in one."""
BLOCKS: dict[str, Callable[[], str]] = {
    "layers": layers,
    "wings": wings,
    "families": families,
    "modules of families": modules_of_families,
}
for each in PACKAGES:
    if each != "engines":
        BLOCKS[f"modules of {each}"] = partial(modules_of, each)
for each in FAMILIES:
    BLOCKS[f"modules of {each}"] = partial(modules_of_family, each)


@pytest.mark.parametrize("block", BLOCKS)
def test_tables_are_those_of_the_modules(block: str, update_golden: bool) -> None:
    keep_block(PAGE, block, BLOCKS[block](), update=update_golden)
