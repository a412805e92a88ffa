"""Faults that a ruleset of any family may have: rules without an explanation, values that are not a reading, unreachable
cases, words that do nothing because of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.core.places import Pointer
from referee.core.points import Cited
from referee.core.ruleset import TOLD, Ruleset
from referee.core.words import Word

LintFault = tuple[Pointer, str]
"""Where in a ruleset something is wrong, and a sentence about it."""


def unexplained(ruleset: Ruleset, cited: Iterable[Cited]) -> Iterator[LintFault]:
    """Words in force whose rule has no entry in `rules:`."""
    known = ruleset.get("rules", default={})
    for pointer, rules in cited:
        if rules[-1] and not any(rule in known for rule in rules):
            message = (
                f"this word cites the rule {rules[-1]!r}, which `rules:` does not explain; add its text and source"
            )
            yield pointer, message


def outside_readings(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield a game's own value that is not one of the readings it offers; a house rule may choose freely."""
    for name, ruling in ruleset.rulings.items():
        if ruling.settled and ruleset.layer(ruling.about).own:
            known = ", ".join(map(str, ruling.values.values()))
            setting = ruleset.latest(ruling.about, ("rulings", name, "about"), ("rulings", name, "readings"))
            yield setting, f"{ruling.current!r} is not a reading of the ruling {name!r}: {known}"


def idle(ruleset: Ruleset) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    """Yield the words that matter only if other words are otherwise: where each is, those others, and a sentence."""
    data = {key: value for key, value in ruleset.data.items() if key not in TOLD}
    yield from _idle(ruleset.words, data, (), ruleset.full)


def _idle(word: Word, value: Any, at: Pointer, full: Mapping[str, Any]) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    if need := word.unmet(value, full):
        others = [tuple(path.split(".")) for kind in ("all", "any", "not") for path in need.get(kind, ())]
        yield at, others, need["else"].replace("{name}", str(at[-1])).replace("{value}", str(value))
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _idle(word.at((key,)), inner, (*at, key), full)


def out_of_reach(scoring: Mapping[str, Any]) -> Iterator[LintFault]:
    """Parts of a score that a hand may slip through, or with cases that can never be reached."""
    for name, part in scoring.items():
        for place, case in enumerate(part["cases"]):
            last = place == len(part["cases"]) - 1
            at = ("scoring", name, "cases", place)
            if "when" in case and last:
                yield at, "a hand may match no case; end with a case that has only `points`"
            if "when" not in case and not last:
                yield at, "the cases below this one can never be reached; it has no `when`"
