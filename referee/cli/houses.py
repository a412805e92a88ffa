"""What a house rule does to its game, in sentences."""

from __future__ import annotations

from referee.core.ruleset import Ruleset
from referee.report.library import HouseEntry

FORMULAS = ("bags", "carry", "count", "define", "scoring")
"""Sections whose sentences are formulas; the texts of the rules say more."""
LONGEST = 160
"""How much is said of a house rule where it is only one of a list, at least one sentence."""


def houses_of(game: str) -> dict[str, str]:
    """The shipped house rules for a game, each with what it does in a line or two."""
    from referee import source
    from referee.rules import rulesets, shipped
    from referee.rules.find import versioned

    paths = [path for path in shipped.houses() if versioned(source.load(str(path)).data["extends"])[0] == game]
    entries = {path.stem: house_entry(rulesets.load_ruleset(str(path)), str(path)) for path in paths}
    return {name: _briefly(entry) for name, entry in entries.items()}


def _briefly(entry: HouseEntry) -> str:
    said = entry.does[:1]
    for sentence in entry.does[1:]:
        if len(" ".join((*said, sentence))) > LONGEST:
            break
        said = [*said, sentence]
    return " ".join(said) or entry.why


def house_entry(rules: Ruleset, path: str) -> HouseEntry:
    """What a house rule does to its game."""
    from referee import source
    from referee.engines import family
    from referee.rules import rulesets

    describe = family(rules.family).describe
    before = {line.text for _, lines in describe(rulesets.load_ruleset(rules.name)) for line in lines}
    new = [line for _, lines in describe(rules) for line in lines if line.text not in before]
    plain = [line.text for line in new if line.pointer[0] not in FORMULAS]
    texts = [entry["text"] for entry in rules.layers[-1].data.get("rules", {}).values() if entry and "text" in entry]
    does = plain or texts or [line.text for line in new]
    return HouseEntry(rules.houses[-1], does, source.load(path).data.get("why", ""))
