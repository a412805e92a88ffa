"""`referee new ruleset`: each block that it offers as a comment is sound once it is uncommented.

A block is a key that stands behind `# ` with all that lies below it; within such a block there may be more. What it goes
with and the rules that it names are written along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from command_runner import run

from referee.core.merging import lay_over
from referee.engines import FAMILIES
from referee.engines import family as engine
from referee.rules import rulesets

KEY = re.compile(r"( *)((?<=  )[^#:]+|'?\w+(?:[-']\w+)*'?):( |$)")
"""A key; one of several words is a name in a section."""
GOES_WITH = re.compile(r" Goes with ((?:`[^`]+`(?: and )?)+)\.")
RULES = re.compile(r" Its rules?: ([\w-]+(?:, [\w-]+)*)\.")


class Block(NamedTuple):
    """A key that is offered: its name, the file with it, what its comment says it goes with, and the rules that it needs."""

    name: str
    lines: list[str]
    along: dict[str, Any]
    rules: tuple[str, ...]

    @property
    def data(self) -> dict[str, Any]:
        """The file with all that goes with the block, its rules aside."""
        found: dict[str, Any] = loaded("\n".join(self.lines))
        return lay_over(found, self.along)


def loaded(text: str) -> Any:
    return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def said(comment: str) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What a comment says that its key goes with, and its rules."""
    along: dict[str, Any] = {}
    for part in re.findall(r"`([^`]+)`", found[1]) if (found := GOES_WITH.search(comment)) else ():
        along |= loaded(part)
    named = RULES.search(comment)
    return along, tuple(named[1].split(", ")) if named else ()


def end_of(lines: list[str], at: int, mark: str) -> int:
    """Where a block that begins at a line behind a mark ends."""
    deep = indent(lines[at].removeprefix(mark))
    end = at + 1
    while end < len(lines) and lines[end].startswith(mark) and indent(lines[end].removeprefix(mark)) > deep:
        end += 1
    return end


def parent(lines: list[str], at: int) -> str:
    """The line with the key that a key behind a comment mark lies in; nothing above the first."""
    deep = indent(lines[at][2:])
    for line in reversed(lines[:at]):
        bare = line.removeprefix("# ")
        if KEY.match(bare) and indent(bare) < deep:
            return line
    return ""


def without(lines: list[str], name: str) -> list[str]:
    """The lines without a live key of the top and what lies below it."""
    at = next(place for place, line in enumerate(lines) if line.startswith(f"{name}:"))
    end = at + 1
    while end < len(lines) and (lines[end].startswith(" ") or lines[end].startswith("#   ")):
        end += 1
    return [*lines[:at], *lines[end:]]


def blocks(text: str) -> Iterator[Block]:
    lines = text.splitlines()
    for at, line in enumerate(lines):
        key = KEY.match(line[2:]) if line.startswith("# ") else None
        if key is None or parent(lines, at).startswith("#"):
            continue
        end = end_of(lines, at, "# ")
        taken = [row.removeprefix("# ") for row in lines[at:end]]
        before, after = lines[:at], lines[end:]
        if "# Instead: " in lines[at - 1]:
            before = without(before, key[2])
        along, rules = said(lines[at - 1])
        yield Block(key[2], [*before, *taken, *after], along, rules)
        for place, row in enumerate(taken):
            inner = KEY.match(row.lstrip().removeprefix("# ")) if row.lstrip().startswith("# ") else None
            if inner is None or place == 0:
                continue
            mark = f"{' ' * indent(row)}# "
            last = end_of(taken, place, mark)
            shown = [row.replace("# ", "", 1) for row in taken[place:last]]
            more, cited = said(taken[place - 1])
            whole = [*before, *taken[:place], *shown, *taken[last:], *after]
            yield Block(f"{key[2]}.{inner[2]}", whole, lay_over(along, more), (*rules, *cited))


def draft(family: str) -> str:
    """What is written for a family, without the line for editors."""
    return run("new", "ruleset", "--family", family, "--all").out.partition("\n")[2]


def offered_rules(text: str) -> dict[str, Any]:
    """The rules in words that stand behind comment marks."""
    lines = text.splitlines()
    found: dict[str, Any] = {}
    for at, line in enumerate(lines):
        if line.startswith("#   ") and KEY.match(line[2:]) and parent(lines, at) == "rules:":
            found |= loaded("\n".join(row[2:] for row in lines[at : end_of(lines, at, "# ")]))
    return found


@pytest.mark.parametrize("family", FAMILIES)
def test_every_block_that_is_offered_is_sound(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = draft(family)
    plain, rules, wrong = loaded(text), offered_rules(text), {}
    extended = rulesets.load_ruleset(plain["extends"]).data
    for number, block in enumerate(blocks(text)):
        data = block.data
        if lay_over(extended, data) == lay_over(extended, plain):
            continue
        data["rules"] = data["rules"] | {rule: rules[rule] for rule in block.rules}
        file = Path(f"{number}.yaml")
        file.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        checked = run("check", str(file))
        wrong |= {block.name: checked.out} if checked.code else {}
    assert wrong == {}


OF_LOGS = {"event", "setup", "position", "expect"}


def with_examples(schema: Any, part: Any, name: str, seen: set[int]) -> Iterator[str]:
    """The names of words of rulesets whose records have examples; those of logs, which show theirs in messages, aside."""
    if not isinstance(part, dict) or id(part) in seen:
        return
    seen.add(id(part))
    if name and isinstance(part.get("examples"), list):
        yield name
    for key, below in part.items():
        yield from with_examples(schema, below, key, seen)
    home, _, found = str(part.get("$ref", "")).rpartition("#/$defs/")
    if found in schema["$defs"] and not home and found not in OF_LOGS:
        yield from with_examples(schema, schema["$defs"][found], name, seen)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_example_of_a_word_is_offered(family: str) -> None:
    offered = {block.name.rpartition(".")[2] for block in blocks(draft(family))}
    schema = rulesets.schema(engine(family).schema)
    named = set(with_examples(schema, schema["properties"], "", set()))
    assert named
    assert named <= offered


def test_what_the_words_of_tricks_go_with_and_cite() -> None:
    lines = draft("trick").splitlines()
    assert (
        "# # Who plays together: nobody (none), or the players who sit opposite each other. Bids, tricks and counts of partners"
        " add up for parts scored by side. One of: none, opposite. Goes with `players: [4]`."
    ) in lines
    at = lines.index("#     # must_trump: true")
    assert lines[at - 1].startswith("#     # A player who cannot follow suit must play a trump")
    assert lines[at - 1].endswith(" Goes with `trick: {trump: S}`. Its rules: must-trump, trump.")
    assert "#   hook: {text: The bids may not add up to the number of cards dealt., source: our own game}" in lines
    assert [line for line in lines if line.startswith("# bidding:")] == ["# bidding:", "# bidding:"]
    assert [line for line in lines if line.startswith("# # Instead: ")]
