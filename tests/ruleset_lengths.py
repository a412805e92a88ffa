"""How long the shipped games are: `python tests/ruleset_lengths.py` prints the lines of each, the longest first.

Rules are the lines of all sections except those that are words for readers or for tests (TEXTS); what a game takes from
another one that it extends is not its own. Comments and empty lines are not counted.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import yaml

from referee.engines import FAMILIES
from referee.report.paper import table
from referee.rules import shipped

TEXTS = ("rules", "rulings", "variants", "examples")
HEAD = ("extends", "name", "title", "version", "summary", "family", "abstract", "reads", "seats")


class Length(NamedTuple):
    """The lines of a game: of its rules, of each of their sections, and of its variants, rulings, texts and examples."""

    game: str
    rules: int
    sections: Mapping[str, int]
    texts: int

    @property
    def longest(self) -> str:
        """The longest sections of the rules with their lines."""
        longest = sorted(self.sections.items(), key=lambda section: -section[1])[:4]
        return ", ".join(f"{key} {lines}" for key, lines in longest)


def length(path: Path) -> Length:
    """The lines of a ruleset."""
    text = path.read_text(encoding="utf-8")
    written = [bool(line.strip()) and not line.lstrip().startswith("#") for line in text.splitlines()]
    found: dict[str, int] = {}
    for key, value in yaml.compose(text).value:
        last = max(value.end_mark.line, key.start_mark.line + 1)
        found[key.value] = sum(written[key.start_mark.line : last])
    rules = {key: lines for key, lines in found.items() if key not in (*TEXTS, *HEAD)}
    head = sum(found.get(key, 0) for key in HEAD)
    return Length(path.stem, head + sum(rules.values()), rules, sum(found.get(key, 0) for key in TEXTS))


def games(family: str) -> Iterator[Length]:
    """The games of a family that are shipped."""
    for path in shipped.rulesets():
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.parent.name == family and not found.get("abstract"):
            yield length(path)


def median(family: str) -> float:
    """The median of the lines of rules of a family's games."""
    return statistics.median(game.rules for game in games(family))


if __name__ == "__main__":
    for name in FAMILIES:
        lengths = sorted(games(name), key=lambda game: -game.rules)
        rows = [(game.game, game.rules, game.texts, game.longest) for game in lengths]
        print(f"{name}: median {median(name):g} lines of rules\n")
        print(table(("game", "rules", "texts", "longest sections"), rows), end="\n\n")
