"""A legal game of any family stays legal, whatever its log omits that the format lets it omit.

What may be omitted comes from the schemas: every key that is not required, every entry of a map, cards of which only the number
is known, and every event. `DUTIES` are the exceptions: what happened differently, or not at all, if it is not written.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from campaign import Sort, sorts, trials
from slowness import NIGHTLY

from referee.core.verdict import Verdict
from referee.engines import FAMILIES
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.rules import rulesets
from referee.source import parse

SCHEMAS = Path(__file__).parents[2] / "schemas"
SEED = 31
GAMES = 2_000 if NIGHTLY else 60
"""How many games of each family, drawn among all that is shipped with each variant, reading and house rule."""
Data = dict[str, Any]
Way = tuple[Any, ...]

DUTIES: dict[str, str] = {
    "trick": """
        turn bid bids bids.* call contract trump rest rest.* play trick grace declare declare.* choose pass pass.* result
        result.bids.* result.declared result.declared.* result.choices result.choices.* result.counts.* result.doubled
    """,
    "meld": """
        draw draw.* action action.to face_up take discard turn declare lay lay.* swap buy put_down lay_off show show.* role
        roles roles.* result
        result.score.* result.declared result.lay_off result.lay_off.* result.action result.action.* result.counts.*
        result.counts.*.* result.hands result.hands.*
    """,
    "shedding": """
        deal face_up play draw pass plays forgot show show.* result result.score.* result.out result.counts.* result.hands.*
    """,
    "climbing": "bid bids bids.* talon give give.* play pass round round.* result result.score.* result.left.* result.plays.*",
    "fishing": """
        deal deal.fields deal.fields.* play clear reseed reveal turn name give give.* okus exchange swap swap.* lay lay.*
        result result.score.* result.piles result.piles.* result.piles.*.* result.okus result.okus.* result.luminaries
        result.luminaries.* result.sweeps result.sweeps.* result.convergences
    """,
    "conspiracy": """
        income draw attack attack.control attack.neutralize attack.destroy attack.aid attack.aid.* attack.privilege
        attack.special attack.spend attack.spend.* attack.support attack.support.* attack.oppose attack.oppose.* attack.roll
        attack.ability attack.power attack.capture.money spend spend.* support support.* oppose oppose.* call_off roll
        capture.money special special.* special.treasuries.* abolish transfer transfer.as move give give.* give.for.* drop
        pass redistribute redistribute.* rearrange rearrange.* align align.* buy end refill leave accuse result result.won
        rolls rolls.* rolls.*.*
    """,
}
"""What says, if it is omitted, that something else happened, or leaves the game no way to continue; `*` is any entry."""


class Part(NamedTuple):
    """A part of a log that may be omitted, by the way to it and what is written there instead; None for nothing."""

    way: Way
    instead: Any = None

    def __str__(self) -> str:
        where = ".".join(map(str, self.way))
        return where if self.instead is None else f"{where} (only {self.instead})"


@cache
def schema(family: str) -> Data:
    loaded: Data = json.loads((SCHEMAS / f"{family}.schema.json").read_text(encoding="utf-8"))
    return loaded


class Format:
    """What the format of a family lets a log omit."""

    def __init__(self, family: str) -> None:
        self.family = family
        self.duties = frozenset(DUTIES[family].split())
        self.defs = schema(family)["$defs"]

    def parts(self, log: Data) -> Iterator[Part]:
        """Every part of a log that it may omit."""
        for place, item in enumerate(log["events"]):
            for part in self._within(self.defs["event"], item, ("events", place), ()):
                verb = part.way[2]
                whole = len(part.way) == 3 and verb not in ("by", "expect", "note") and part.instead is None
                yield Part(part.way[:2]) if whole else part
        if "expect" in log:
            yield Part(("expect",))

    def _within(self, node: Data, value: Any, way: Way, names: tuple[str, ...]) -> Iterator[Part]:
        """The parts of a value that its schema does not require."""
        if "$ref" in node:
            yield from self._within(self.defs[node["$ref"].rpartition("/")[2]], value, way, names)
            return
        for form in node.get("anyOf", ()):
            yield from self._within(form, value, way, names)
        if isinstance(value, list) and self._may_be_number(node, value):
            yield Part(way, len(value))
        if not isinstance(value, Mapping) or names[-1:] == ("expect",):
            return
        keys, others = node.get("properties", {}), node.get("additionalProperties")
        required, least = node.get("required", ()), node.get("minProperties", 0)
        for key, within in value.items():
            if key not in keys and not isinstance(others, Mapping):
                continue
            here = (*names, key if key in keys else "*")
            if key not in required and len(value) > least and not self._is_due(here, within):
                yield Part((*way, key))
            yield from self._within(keys.get(key, others), within, (*way, key), here)

    def _is_due(self, names: tuple[str, ...], value: Any) -> bool:
        """Whether a part, or one within it, must be written if it happened."""
        if self.duties & {".".join(names), ".".join((*names[:-1], "*"))}:
            return len(names) > 1 or names[0] in self.duties
        return isinstance(value, Mapping) and any(self._is_due((*names, key), of) for key, of in value.items())

    def _may_be_number(self, node: Data, value: list[Any]) -> bool:
        """Whether these are cards that may be written as their number."""
        is_cards = all(isinstance(card, str) for card in value)
        return is_cards and any(form.get("type") == "integer" for form in node.get("anyOf", ()))


def chosen(parts: list[Part], rng: random.Random) -> list[Part]:
    """Some of these parts, few or many, none within another."""
    share = rng.choice((0.03, 0.2, 0.5, 0.9))
    some = {part.way: part for part in parts if rng.random() < share}
    return [part for way, part in some.items() if not any(way[:end] in some for end in range(len(way)))]


def without(log: Data, parts: list[Part]) -> Data:
    """The same log without these parts."""
    changed = copy.deepcopy(log)
    for part in sorted(parts, key=lambda part: len(part.way), reverse=True):
        holder: Any = changed
        for key in part.way[:-1]:
            holder = holder[key]
        if part.instead is not None:
            holder[part.way[-1]] = part.instead
        elif isinstance(holder, list):
            holder[part.way[-1]] = None
        else:
            del holder[part.way[-1]]
    changed["events"] = [item for item in changed["events"] if item is not None]
    return changed


def judged(log: Data, rules: Any) -> Verdict:
    return judge(make_log(parse(json.dumps(log), "log.json")), rules)


@cache
def of_family(family: str) -> list[int]:
    """The numbers of all that is shipped for a family, among everything that is shipped."""

    @cache
    def its(game: str) -> str:
        return rulesets.load_ruleset(game).family

    def is_its(sort: Sort) -> bool:
        return its(sort.game) == family

    return [number for number, sort in enumerate(sorts(SEED)) if is_its(sort)]


def fewest(log: Data, rules: Any, parts: list[Part]) -> list[Part]:
    """As few of the omitted parts as still make the log illegal."""
    size = len(parts)
    while size:
        size = max(size // 2, 1)
        kept = list(parts)
        for start in range(0, len(parts), size):
            fewer = [part for part in kept if part not in parts[start : start + size]]
            if judged(without(log, fewer), rules).status == "illegal":
                kept = fewer
        if size == 1 and len(kept) == len(parts):
            return kept
        parts = kept
    return parts


@pytest.mark.parametrize("family", FAMILIES)
def test_what_a_log_omits_makes_nothing_illegal(family: str) -> None:
    numbers, format_ = of_family(family), Format(family)
    for game in range(GAMES):
        number = numbers[game % len(numbers)] + game // len(numbers) * len(sorts(SEED))
        trial = next(trials(SEED, number))
        parts = chosen(list(dict.fromkeys(format_.parts(trial.log))), random.Random(f"{family} {game}"))
        verdict = judged(without(trial.log, parts), trial.rules)
        if verdict.status == "illegal":
            needed = fewest(trial.log, trial.rules, parts)
            found = judged(without(trial.log, needed), trial.rules).violations
            pytest.fail(f"{trial.sort}, game {number}: without {', '.join(map(str, needed))}: {found[0].message}")
