"""`referee new ruleset`: each block that it offers as a comment is sound once it is uncommented.

A block is a key that stands behind `# ` with all that lies below it; within such a block there may be more. What it goes
with and the rules that it names are written along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from command_runner import run

from referee.core.merging import both, lay_over
from referee.core.words import Word, word_at
from referee.engines import FAMILIES
from referee.rules import rulesets
from referee.rules.shipped import SCHEMAS
from referee.rules.words import words

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
            yield Block(f"{key[2]}.{inner[2]}", whole, both(along, more), (*rules, *cited))


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


def offered_by_design(family: str, data: Mapping[str, Any]) -> Iterator[str]:
    """The names of words with examples that a draft of a game should offer; `data` is the game with all that it extends.

    These are sections and the words in them, on the way down fixed maps. A section without an example that the game has
    not either is only named at the end. The keys that rulesets of all families have, such as `given`, are free.
    """
    every_family = word_at("ruleset.schema.json", SCHEMAS).keys.keys() - {"deck"}
    for key, section in words(family).keys.items():
        if key in every_family:
            continue
        if section.examples:
            yield key
        if section.examples or key in data:
            yield from with_examples(section, data.get(key) or {})


def with_examples(word: Word, here: Mapping[str, Any]) -> Iterator[str]:
    """The names of the words with examples in a map with fixed keys, such as a section; `here` is what the game has there.

    A word that the game has is shown with its value there. One with an example is a comment within a comment, so that
    example is shown whole, and so are entries whose names the writer chooses: what could stand in these is not offered
    by itself.
    """
    for key, part in word.keys.items():
        if not part.examples:
            yield from with_examples(part, here.get(key) or {})
        elif not here.get(key):
            yield key


@pytest.mark.parametrize("family", FAMILIES)
def test_every_example_of_a_word_is_offered(family: str) -> None:
    text = draft(family)
    plain = loaded(text)
    offered = {block.name.rpartition(".")[2] for block in blocks(text)}
    data = lay_over(rulesets.load_ruleset(plain["extends"]).data, plain)
    named = set(offered_by_design(family, data))
    assert named
    assert named <= offered


def test_what_the_words_of_tricks_go_with_and_cite() -> None:
    lines = draft("trick").splitlines()
    assert (
        "# # Who plays together: nobody (none), or the players who sit opposite each other. Bids, tricks and counts of partners"
        " add up for parts scored by side. One of: none, opposite. Goes with `players: [4]`."
    ) in lines
    at = lines.index("#   # contracts: {clubs: {trump: C, base: 12}, misere: {trump: none, base: 23}}")
    assert lines[at - 1].endswith(
        " Goes with `trick: {trump: contract}` and `bidding: {calls: {levels: [1, 2, 3], strains: null}}`."
    )
    at = lines.index("#     # must_trump: true")
    assert lines[at - 1].startswith("#     # A player who cannot follow suit must play a trump")
    assert lines[at - 1].endswith(" Goes with `trick: {trump: S}`. Its rules: must-trump, trump.")
    assert "#   hook: {text: The bids may not add up to the number of cards dealt., source: our own game}" in lines
    assert [line for line in lines if line.startswith("# bidding:")] == ["# bidding:", "# bidding:"]
    assert [line for line in lines if line.startswith("# # Instead: ")]
