"""The record of a family: what it lists is its own, and is imported when it is first asked for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli.commands.resolve import ABOUT
from referee.engines import FAMILIES, family

MODULES = ("position", "moves", "claims", "table", "lint", "sentences", "queries")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_record_lists_the_modules_of_its_own_family(name: str) -> None:
    parts = FAMILIES[name]()
    assert parts.name == name
    listed = [getattr(parts, module).__name__ for module in MODULES]
    assert listed == [f"referee.engines.{name}.{module}" for module in MODULES]
    assert parts.record.__module__ == f"referee.engines.{name}.record"


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_answers_the_questions_that_the_command_asks_it(name: str) -> None:
    asked = {question for question, about in ABOUT.items() if name in about.families.split()}
    assert family(name).questions().keys() == asked


@pytest.mark.parametrize("name", FAMILIES)
def test_a_record_imports_a_module_when_it_is_first_asked_for(name: str) -> None:
    code = f"""
import json, sys
from referee.engines import FAMILIES
def inside():
    return sorted(name for name in sys.modules if name.startswith("referee.engines."))
parts = FAMILIES[{name!r}]()
before = inside()
parts.sentences
print(json.dumps([before, "referee.engines.{name}.moves" in inside(), "referee.core.parts" in sys.modules]))
"""
    root = Path(__file__).resolve().parents[2]
    printed = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert json.loads(printed.stdout) == [[f"referee.engines.{name}"], False, False]
