"""The pages in docs/ say what the code and the schemas say: tables are made from them, commands and files exist."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import cli
from referee.engines.trick.scoring import END_NAMES, SCORE_NAMES
from referee.engines.trick.terms import DEAL_NAMES
from referee.engines.trick.words.bids import BID_NAMES, BID_WORDS
from referee.engines.trick.words.plays import PLAY_WORDS

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "writing-a-ruleset.md"
SCHEMA = json.loads((ROOT / "schemas" / "trick.schema.json").read_text(encoding="utf-8"))
FRAME = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text(encoding="utf-8"))


def resolved(entry: dict[str, Any], document: dict[str, Any] = SCHEMA) -> dict[str, Any]:
    """A schema with its reference followed; what stands beside the reference wins."""
    if "$ref" not in entry:
        return entry
    file, _, path = entry["$ref"].partition("#/")
    document = FRAME if file else document
    target: Any = document
    for key in path.split("/"):
        target = target[key]
    return {**resolved(target, document), **{key: value for key, value in entry.items() if key != "$ref"}}


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(map(cell, row))} |" for row in rows])


def properties(name: str) -> dict[str, Any]:
    return {key: resolved(value) for key, value in resolved({"$ref": f"#/$defs/{name}"})["properties"].items()}


def words(entries: dict[str, Any], only: Any = None) -> str:
    rows = [(f"`{key}`", entry["description"]) for key, entry in entries.items() if only is None or key in only]
    return table(("word", "what it does"), rows)


def names() -> str:
    places = {
        "`deal: {each}`": DEAL_NAMES,
        "`bidding:`": BID_NAMES,
        "`define:`, `scoring:`, `bags:`": SCORE_NAMES,
        "`end:`": END_NAMES,
    }
    rows = [(where, f"`{name}`", text) for where, known in places.items() for name, text in known.items()]
    return table(("in", "name", "what it is"), rows)


def expected() -> dict[str, str]:
    top = {key: resolved(value) for key, value in SCHEMA["properties"].items() if key != "$schema"}
    play = {**properties("play"), **resolved(properties("play")["if_able"])["properties"]}
    return {
        "sections": table(
            ("section", "what it holds"), [(f"`{key}:`", entry["description"]) for key, entry in top.items()]
        ),
        "play": words({key: resolved(entry) for key, entry in play.items()}, PLAY_WORDS),
        "bidding": words(properties("bidding"), BID_WORDS),
        "trick": words(properties("trick")),
        "power": words(properties("power")),
        "names": names(),
    }


@pytest.mark.parametrize("block", ["sections", "play", "bidding", "trick", "power", "names"])
def test_tables_of_the_ruleset_page_are_those_of_the_code(block: str, request: pytest.FixtureRequest) -> None:
    text = PAGE.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- begin: {block} -->\n)(.*?)(<!-- end: {block} -->)", re.DOTALL)
    found = pattern.search(text)
    assert found, f"{PAGE.name} has no block {block}"
    wanted = expected()[block] + "\n"
    if request.config.getoption("--update-golden"):
        PAGE.write_text(pattern.sub(lambda match: match[1] + wanted + match[3], text), encoding="utf-8")
        return
    assert found[2] == wanted


CONSOLE = re.compile(r"(```console\n)(.*?)(```)", re.DOTALL)


def played_back(block: str) -> str:
    """A console block with what its commands print now."""
    printed = []
    for command in re.findall(r"^\$ (referee .*)$", block, re.MULTILINE):
        result = CliRunner().invoke(cli, shlex.split(command)[1:])
        printed.append(f"$ {command}\n{result.output}")
    return "\n".join(printed)


def test_what_the_readme_shows_is_what_the_commands_print(update_golden: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    wanted = CONSOLE.sub(lambda match: match[1] + played_back(match[2]) + match[3], text)
    if update_golden:
        readme.write_text(wanted, encoding="utf-8")
    else:
        assert text == wanted


def test_every_verb_is_on_the_log_page() -> None:
    page = (ROOT / "docs" / "writing-a-log.md").read_text(encoding="utf-8")
    verbs = list(SCHEMA["$defs"]["event"]["properties"])
    assert [verb for verb in verbs if f"`{verb}" not in page] == []


def test_files_that_the_pages_name_exist() -> None:
    missing = []
    for page in [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        for path in re.findall(
            r"`((?:referee|rulesets|schemas|tests|examples|docs|benchmarks)/[\w./<>-]*)`",
            page.read_text(encoding="utf-8"),
        ):
            missing += [f"{page.name}: {path}"] if "<" not in path and not (ROOT / path).exists() else []
    assert missing == []
