"""A wing is a folder that can be removed: on a copy of the tree without it, and without its row, the rest works."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from slowness import slow_where

from referee import plugins, wings

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "referee"
LEFT = """\
import importlib, pkgutil, sys, json
import referee
from click.testing import CliRunner
from referee.cli import cli

for module in pkgutil.walk_packages(referee.__path__, "referee."):
    if module.name.endswith("__main__"):
        continue
    try:
        importlib.import_module(module.name)
    except ModuleNotFoundError as error:  # of an extra that is not installed
        if error.name.startswith("referee"):
            raise


def run(*args):
    said = CliRunner().invoke(cli, args, prog_name="referee")
    return [said.exit_code, said.stdout, said.stderr]


print(json.dumps([run(*args) for args in json.loads(sys.argv[1])]))
"""
"""Imports everything that is left, and runs commands."""
LOG = "examples/hearts/friday.yaml"
COMMANDS = (
    ("--help",),
    ("validate", LOG),
    ("check", "hearts"),
    ("score", LOG),
    ("show", LOG, "--at", "12"),
    ("rules", "hearts"),
    ("new", "log", "hearts"),
    ("schema",),
    ("coverage", LOG),
    ("simulate", "hearts", "-n", "2", "--seed", "1", "--jobs", "2"),
    ("validate", LOG, "examples/grace", "--jobs", "2"),
)
"""What works without any of the wings."""
pytestmark = pytest.mark.posix


def tree_without(folder: Path, gone: list[str]) -> None:
    """Copy the program to a folder without these wings and their rows."""
    names = [package.rpartition(".")[2] for package in gone]
    shutil.copytree(PACKAGE, folder / "referee", ignore=shutil.ignore_patterns("__pycache__", *names))
    for data in ("rulesets", "schemas", "examples"):
        (folder / data).symlink_to(ROOT / data)
    table = folder / "referee" / "wings.py"
    rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [row for row in rows if row.strip(' ",\n') not in gone]
    assert len(left) == len(rows) - len(gone)
    table.write_text("".join(left), encoding="utf-8")


def said_in(folder: Path, *commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """What commands say in a copy of the tree: exit code, output and errors."""
    run = [sys.executable, "-c", LEFT, json.dumps(commands)]
    done = subprocess.run(run, cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [(code, out, err) for code, out, err in json.loads(done.stdout)]


@pytest.mark.parametrize("wing", slow_where(lambda wing: wing != "all", [*wings.WINGS, "all"]))
def test_what_is_left_works_without_a_wing(wing: str, tmp_path: Path) -> None:
    gone = [wing]
    if wing == "all":
        gone = list(wings.WINGS)
    tree_without(tmp_path, gone)
    said = said_in(tmp_path, *COMMANDS)
    assert [(code, err) for code, _, err in said] == [
        (0, ""),
        *[(0, said[number][2]) for number in range(1, len(said))],
    ]
    listed = said[0][1]
    for package, its in plugins.wings().items():
        for entry in its.commands:
            assert (entry.says in listed) == (package not in gone)
        for schema in its.schemas:
            assert (f"\n{schema.removesuffix('.schema.json')}: " in said[7][1]) == (package not in gone)


def test_what_a_wing_would_do_is_said_not_to_be_there(tmp_path: Path) -> None:
    tree_without(tmp_path, ["referee.replay", "referee.notations", "referee.recording", "referee.workers"])
    (tmp_path / "club.pbn").write_text('[Board "1"]\n', encoding="utf-8")
    drawn, replays, record, club, board, cluster = said_in(
        tmp_path,
        ("show", LOG, "--format", "svg"),
        ("club", "examples/hearts", "--out", "page.html", "--replays", "replays"),
        ("record", "hearts"),
        ("club", "examples/hearts", "--format", "text"),
        ("validate", "club.pbn"),
        ("validate", LOG, "--cluster", "tcp://scheduler:8786"),
    )
    assert drawn[0] == replays[0] == record[0] == 2
    assert "'svg' is not one of 'text', 'json', 'markdown'" in drawn[2]
    assert "nothing that is installed writes replays for club" in replays[2]
    assert "no command is called 'record'" in record[2]
    assert club[0] == 0
    assert board[0] == 3
    assert (cluster[0], cluster[2]) == (3, "nothing that is installed judges on a cluster; omit --cluster\n")
