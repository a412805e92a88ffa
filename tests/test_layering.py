"""The layers of architecture.md: imports point down, never sideways between families, and no code names a game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from referee import wings
from referee.engines import FAMILIES
from referee.rules import shipped

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "referee"
MODULES = sorted(PACKAGE.rglob("*.py"))

RULES = {"rules", "source", "engines", "plugins", "core"}
JUDGING = {"judging", *RULES}
CORE = {"core", "source", "rules", "judging", "engines"}
WINGS = {package.removeprefix("referee.") for package in wings.WINGS}
"""Folders that can be removed; nothing that stays imports one of them, and none imports another."""
MAY_IMPORT = {
    "core": {"core"},
    "wings": set(),
    "plugins": {"wings", "core"},
    "source": {"source", "plugins", "core"},
    "engines": {"engines", "plugins", "core"},
    "rules": RULES,
    "judging": JUDGING,
    "corpus": {"corpus", "", *JUDGING},
    "play": {"play", *JUDGING},
    "report": {"report", "play", "judging", "rules", "core", ""},
    "notebook": {"report", "engines", "play", "core"},
    "cli": {"cli", "notebook", "report", "corpus", "play", "", *JUDGING},
    "__main__": {"cli"},
    "": {"", "corpus", "play", "judging", "rules", "core"},
    "club": {"club", "report", "corpus", "", *JUDGING},
    "editing": {"editing", "corpus", "play", "", *JUDGING},
    "notations": {"notations", "report", "corpus", *JUDGING},
    "recording": {"recording", "report", "play", "", *JUDGING},
    "workers": {"workers", "corpus", "", *JUDGING},
    "replay": {"replay", "report", "corpus", *JUDGING},
}
COMMANDS = ("commands.py", "language_server.py")
"""The modules of a wing that belong to the command line."""
OUTSIDE = {"core": {"wcwidth"}, "engines": {"numpy"}, "report": {"tabulate"}, "workers": {"distributed"},
           "source": {"yaml", "jsonschema", "referencing"}, "club": {"openskill"},
           "editing": {"pygls", "lsprotocol"}, "recording": {"prompt_toolkit"},
           "cli": {"click", "yaml"}}  # fmt: skip
STORIES = (
    ("state", "compiled", "words", "combinations"),
    ("rules", "hands", "plays"),
    ("reading", "position"),
    ("claims", "lint", "sentences"),
    ("moves", "record", "table"),
)
"""The modules and folders of a family; each knows its own story and those before it."""


def layer(module: str) -> str:
    """The layer of a dotted module name within referee: 'core', 'cli', …; '' for the package itself."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in MAY_IMPORT else ""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything that is written in a file."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imported(path: Path) -> set[str]:
    """Every module that a file imports, wherever in the file."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= (
                {f"{node.module}.{alias.name}" for alias in node.names} if node.module == "referee" else {node.module}
            )
    return found


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_down(path: Path) -> None:
    here = layer(dotted(path))
    inside = {layer(name) for name in imported(path) if name.split(".")[0] == "referee"}
    allowed = MAY_IMPORT[here]
    if is_of_the_command_line(path):
        allowed = allowed | {"cli"}
    assert inside <= allowed, f"{dotted(path)} may import {sorted(allowed)}"


def is_of_the_command_line(path: Path) -> bool:
    """Whether a module of a wing reads arguments and prints."""
    return layer(dotted(path)) in WINGS and path.name in COMMANDS


def test_nothing_that_stays_knows_a_wing() -> None:
    assert MAY_IMPORT.keys() >= WINGS
    for here, allowed in MAY_IMPORT.items():
        assert not allowed & WINGS - {here}
    named = []
    for path in MODULES:
        if layer(dotted(path)) in CORE | {"cli", "corpus", "play", "report", "plugins"}:
            for node in nodes(path):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    named += [dotted(path) for wing in WINGS if f"referee.{wing}." in node.value]
    assert named == []


def modules_imported(path: Path) -> set[str]:
    """The modules of the house that a file imports, also inside functions and for type checkers alone."""
    inside = {dotted(module) for module in MODULES}
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= names & inside | ({node.module} if names - inside else set())
    return found & inside - {dotted(path)}


def test_no_imports_go_in_circles() -> None:
    left = {dotted(path): modules_imported(path) for path in MODULES}
    while free := {module for module, needs in left.items() if not needs}:
        left = {module: needs - free for module, needs in left.items() if module not in free}
    assert left == {}, "these, or what they import, wait for one another"


def test_every_class_has_a_name_of_its_own() -> None:
    names = Counter(node.name for path in MODULES for node in nodes(path) if isinstance(node, ast.ClassDef))
    assert [name for name, classes in names.items() if classes > 1] == []


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_packages_from_outside_stay_in_their_layer(path: Path) -> None:
    outside = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {"referee"}
    allowed = OUTSIDE.get(layer(dotted(path)), set())
    if is_of_the_command_line(path):
        allowed = allowed | {"click"}
    assert outside <= allowed
    assert "numpy" not in outside or path.parent.name == "columns"
    assert "jsonschema" not in outside or path.name == "validator.py"


def test_families_do_not_import_one_another() -> None:
    families = [
        folder for folder in (PACKAGE / "engines").iterdir() if folder.is_dir() and folder.name != "__pycache__"
    ]
    assert families
    for family in families:
        for path in family.rglob("*.py"):
            others = [name for name in imported(path) if name.startswith("referee.engines.")]
            assert all(name.split(".")[2] == family.name for name in others), path


@pytest.mark.parametrize("path", [path for path in MODULES if "engines" in path.parts[:-2]], ids=dotted)
def test_the_modules_of_a_family_know_only_the_stories_before_them(path: Path) -> None:
    here = dotted(path).split(".")[3:4]
    story = next((story for story, modules in enumerate(STORIES) if set(here) & set(modules)), len(STORIES))
    inside = {name.split(".")[3] for name in modules_imported(path) if name.count(".") > 2 and ".engines." in name}
    assert not inside & {module for modules in STORIES[story + 1 :] for module in modules}


MODULES_OF_A_FAMILY = {
    "state", "game", "queries", "compiled", "reading", "position", "claims", "lint", "sentences", "moves", "record", "table",
}  # fmt: skip
"""What is asked of every family by name."""


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_the_modules_that_are_asked(family: str) -> None:
    room = PACKAGE / "engines" / family
    assert {path.relative_to(room).with_suffix("").as_posix() for path in room.rglob("*.py")} >= MODULES_OF_A_FAMILY


WORDS_TOO = {"grace", "illuminati", "tricks", *FAMILIES}
"""Rulesets whose name is also a word of the family, or its name."""


def test_no_ruleset_is_named_in_code() -> None:
    names = {path.stem for path in (*shipped.rulesets(), *shipped.houses())} - WORDS_TOO
    named = []
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.Constant) and node.value in names:
                named.append(f"{dotted(path)}:{node.lineno}: {node.value}")
            if isinstance(node, ast.Compare) and re.search(r"(ruleset|rules|log)\.(name|game)\b", ast.unparse(node)):
                named.append(f"{dotted(path)}:{node.lineno}: {ast.unparse(node)}")
    assert named == []


def test_below_the_command_line_nothing_prints_rolls_or_looks_at_the_clock() -> None:
    impure = {"random", "time", "datetime", "secrets", "subprocess", "socket"}
    for path in MODULES:
        if layer(dotted(path)) in ("cli", "__main__") or path.name == "simulate.py" or is_of_the_command_line(path):
            continue
        assert not impure & {name.split(".")[0] for name in imported(path)}, path
        calls = [node for node in nodes(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
        assert not [call for call in calls if call.func.id in ("print", "input", "breakpoint")], path  # type: ignore[attr-defined]


def test_no_file_of_the_project_reads_what_users_do_not_have() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    outside = "../" + "shared"
    holding = []
    for name in tracked.stdout.split():
        path = ROOT / name
        if path.is_file() and outside in path.read_text(encoding="utf-8", errors="replace"):
            holding.append(name)
    assert holding == []


def test_importing_the_package_loads_nothing_slow() -> None:
    code = (
        "import sys, referee; print(sorted({'yaml', 'jsonschema', 'tabulate', 'click', 'difflib'} & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "[]"
