"""What the tests hold, in numbers: python tests/claims.py; `--write` puts the tables into docs/explanation/testing.md."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from case_runner import cases, families
from every_word import witnesses
from public_names import promised

sys.path.append(str(Path(__file__).parents[1] / "campaigns"))
from measured import fuzz_table, mutation_table

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
PAGE = ROOT / "docs/explanation/testing.md"
TABLE = re.compile(
    r"(?P<begin><!-- (?P<name>claims|mutation|fuzz) -->\n)(?P<table>.*?)(?P<end><!-- /(?P=name) -->)", re.DOTALL
)


def claims() -> Iterator[tuple[str, int, str]]:
    """What is counted, how many there are, and where they are."""
    for family in families():
        files = len(list((TESTS / "cases" / family).glob("*.yaml")))
        yield f"cases of {family} games", len(list(cases(family))), f"`tests/cases/{family}/`, {files} files"
    yield "words, choices and readings that a case shows to matter", len(witnesses()), "`tests/witnesses.json`"
    yield "tests, each for one case or many", len(_tests()), "`tests/**/test_*.py`"
    yield (
        "of these properties, with examples drawn by hypothesis",
        len(_tests("given(")),
        "`tests/properties/` and next to what they test",
    )
    yield "twins: rules written a second time, by brute force", len(list(TESTS.glob("*_twin.py"))), "`tests/*_twin.py`"
    peers = len(list((TESTS / "conformance").glob("test_*.py")))
    yield "games compared with OpenSpiel or RLCard", peers, "`tests/conformance/`"
    reports = list((TESTS / "logs").rglob("*.report"))
    yield "logs with complete golden reports", len(reports), "`tests/logs/`"
    yield "of these legal", sum(path.parent.name == "legal" for path in reports), "`tests/logs/legal/`"
    yield "fuzz targets", len(list((ROOT / "fuzz").glob("fuzz_*.py"))), "`fuzz/`"
    yield (
        "files in their corpus",
        len([path for path in (ROOT / "fuzz/corpus").rglob("*") if path.is_file()]),
        "`fuzz/corpus/`",
    )
    yield "public names that may not disappear", len(promised()), "`tests/public_names.txt`"
    listed = yaml.safe_load((ROOT / "campaigns/survivors.yaml").read_text(encoding="utf-8"))["survivors"]
    mutants = sum(len(some) for each in listed for some in each["in"].values())
    yield "mutants that no test could notice, each with the reason", mutants, "`campaigns/survivors.yaml`"


def _tests(marked: str = "") -> list[str]:
    """The names of all test functions, or of those with such a decorator."""
    return [
        node.name
        for path in sorted(TESTS.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if not marked or any(marked in ast.unparse(each) for each in node.decorator_list)
    ]


def table() -> str:
    """The claims as Markdown."""
    rows = [f"| {what} | {number:,} | {where} |\n" for what, number, where in claims()]
    return "".join(["| what | how many | where |\n| --- | ---: | --- |\n", *rows])


TABLES = {"claims": table, "mutation": mutation_table, "fuzz": fuzz_table}
"""What makes each table of the page."""


def main() -> None:
    if "--write" in sys.argv:
        text = PAGE.read_text(encoding="utf-8")
        text = TABLE.sub(lambda found: f"{found['begin']}{TABLES[found['name']]()}{found['end']}", text)
        PAGE.write_text(text, encoding="utf-8")
    for make in TABLES.values():
        print(make())


if __name__ == "__main__":
    main()
