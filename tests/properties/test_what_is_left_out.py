"""Whatever the format lets a log of any family leave out: nobody is accused of it, and nothing is believed too easily.

A legal game stays legal, is never beyond judging for want of money, arrows, roles or a leader, and every question names the key
to write. More written never makes it worse: it stays legal, with no more doubts, and what a doubt asks for settles it. A game
with one planted fault is illegal at that fault or later, and names no other player; or else there is a course in which it is
legal, which is searched for and judged. What is found with less written is found with more.

What may be left out comes from the schemas: every key that is not required, every entry of a map, cards of which only the
number is known, and every event. `DUTIES` are the exceptions: what happened differently, or not at all, if it is not written.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from campaign import NAMES, Sort, Trial, sorts, trials
from recorded import at_most
from slowness import NIGHTLY

from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.engines import FAMILIES
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.judging.replay import advance, begin
from referee.play.simulate import details, draw_of, simulate_game
from referee.rules import rulesets
from referee.source import parse

SCHEMAS = Path(__file__).parents[2] / "schemas"
SEED = 31
GAMES = 2_000 if NIGHTLY else 60
"""How many games of each family, drawn among all that is shipped with each variant, reading and house rule."""
SPOILED = 1_000 if NIGHTLY else 8
"""Of how many of these mutants are made."""
FILLINGS = 400
"""How many ways to fill in what is left out are tried, to find a course, from each of some beginnings."""
BEGINNINGS = 8
"""The beginnings: a search that only goes on to what is no worse can get stuck in one."""
Data = dict[str, Any]
Way = tuple[Any, ...]

DUTIES: dict[str, str] = {
    "trick": """
        turn bid bids bids.* call contract trump rest rest.* play trick grace declare declare.* choose pass pass.* result
        result.bids.* result.declared result.declared.* result.choices result.choices.* result.counts.* result.counts.*.*
        result.doubled
    """,
    "meld": """
        draw draw.* action action.to face_up take discard turn declare lay lay.* swap buy put_down lay_off show show.* role
        roles roles.* result
        result.score.* result.declared result.lay_off result.lay_off.* result.action result.action.* result.counts.*
        result.counts.*.* result.hands result.hands.*
    """,
    "shedding": """
        deal face_up play draw pass plays forgot challenge show show.* result result.score.* result.out result.counts.*
        result.hands.*
    """,
    "climbing": """
        bid bids bids.* talon give give.* play pass call wish trick_to round round.* result result.score.* result.left.*
        result.plays.*
    """,
    "fishing": """
        deal deal.fields deal.fields.* play clear reseed reveal turn name give give.* okus exchange swap swap.* lay lay.*
        result result.score.* result.piles result.piles.* result.piles.*.* result.okus result.okus.* result.luminaries
        result.luminaries.* result.sweeps result.sweeps.* result.convergences
    """,
    "conspiracy": """
        income draw attack attack.control attack.neutralize attack.destroy attack.aid attack.aid.* attack.privilege
        attack.special attack.spend attack.spend.* attack.support attack.support.* attack.oppose attack.oppose.* attack.roll
        attack.ability attack.power spend spend.* support support.* oppose oppose.* call_off roll
        special special.* special.treasuries.* abolish transfer transfer.as move give give.* give.for.* drop
        pass redistribute redistribute.* rearrange rearrange.* align align.* buy end refill leave accuse result result.won
        rolls rolls.* rolls.*.*
    """,
}
"""What says, if it is omitted, that something else happened, or leaves the game no way to continue; `*` is any entry."""


ANYBODY = frozenset(("call",))
"""Verbs of what anybody may do at any time, so that nothing else says who does it."""


class Part(NamedTuple):
    """A part of a log that may be omitted, by the way to it and what is written there instead, None for nothing.

    Whether what it is in goes with the last of such parts, since it may not be empty.
    """

    way: Way
    instead: Any = None
    never_empty: bool = False

    def __str__(self) -> str:
        where = ".".join(map(str, self.way))
        return where if self.instead is None else f"{where} (only {self.instead})"


@cache
def schema(family: str) -> Data:
    loaded: Data = json.loads((SCHEMAS / f"{family}.schema.json").read_text(encoding="utf-8"))
    shared: Data = json.loads((SCHEMAS / "common.schema.json").read_text(encoding="utf-8"))
    return loaded | {"$defs": shared["$defs"] | loaded["$defs"]}


class Format:
    """What the format of a family lets a log omit."""

    def __init__(self, family: str) -> None:
        self.family = family
        self.duties = frozenset(DUTIES[family].split())
        self.defs = schema(family)["$defs"]

    @classmethod
    def of(cls, family: str, log: Data) -> list[Part]:
        """Every part of a log of a family that it may omit, each once."""
        return list(dict.fromkeys(cls(family).parts(log)))

    def parts(self, log: Data) -> Iterator[Part]:
        """Every part of a log that it may omit, some of them twice."""
        for place, item in enumerate(log["events"]):
            for part in self._within(self.defs["event"], item, ("events", place), ()):
                verb = part.way[2]
                if verb == "by" and not ANYBODY.isdisjoint(item):
                    continue
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
                yield Part((*way, key), never_empty=least > 0)
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


def kind_of(part: Part) -> str:
    """What sort of thing a part is, whoever did it: 'result.won'."""
    return ".".join(key for key in part.way[2:] if isinstance(key, str) and key not in NAMES)


def chosen(parts: list[Part], rng: random.Random) -> list[Part]:
    """Some of these parts: all, those of one kind, or a share; none within another."""
    way = rng.choice(("all", "kind", "share"))
    if way == "kind" and parts:
        kind = kind_of(rng.choice(parts))
        parts = [part for part in parts if kind_of(part) == kind]
    elif way == "share":
        share = rng.choice((0.03, 0.2, 0.5, 0.9))
        parts = [part for part in parts if rng.random() < share]
    return outermost(parts)


def outermost(parts: list[Part]) -> list[Part]:
    """These parts without those that lie within others."""
    some = {part.way: part for part in parts}
    return [part for way, part in some.items() if not any(way[:end] in some for end in range(len(way)))]


class Shorter(NamedTuple):
    """A log without some of its parts, and which items of the full log its own were."""

    log: Data
    places: list[int]


def remove(log: Data, way: Way) -> None:
    """Take a key out of a log."""
    holder: Any = log
    for key in way[:-1]:
        holder = holder[key]
    del holder[way[-1]]


def without(log: Data, parts: list[Part]) -> Shorter:
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
            if part.never_empty and not holder:
                remove(changed, part.way[:-1])
    places = []
    events = []
    for place, item in enumerate(changed["events"]):
        if item:
            places.append(place)
            events.append(item)
    changed["events"] = events
    return Shorter(changed, places)


def judged(log: Data, rules: Ruleset) -> Verdict:
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


def trials_of(family: str, game: int) -> Iterator[Trial]:
    """A game of a family, legal, and then mutants of it."""
    numbers = of_family(family)
    return trials(SEED, numbers[game % len(numbers)] + game // len(numbers) * len(sorts(SEED)))


def fewest(log: Data, rules: Ruleset, parts: list[Part]) -> list[Part]:
    """As few of the omitted parts as still keep the log from being legal."""
    size = len(parts)
    while size:
        size = max(size // 2, 1)
        kept = list(parts)
        for start in range(0, len(parts), size):
            fewer = [part for part in kept if part not in parts[start : start + size]]
            if judged(without(log, fewer).log, rules).status != "legal":
                kept = fewer
        if size == 1 and len(kept) == len(parts):
            return kept
        parts = kept
    return parts


ASKED = re.compile(r"`(\w+):")
"""A key that a message asks for."""
NEVER_ASKED = frozenset(("money", "tax", "upkeep", "treasuries", "arrow", "roles"))
"""Keys without which every log is judged."""
WHO_LEADS = "who leads"
"""What no log must say; `by:` is asked only of who declares, buys or shows something."""


def asks_for_more(verdict: Verdict) -> bool:
    """Whether a log is not judged only because it says too little, and the message says which key to write."""
    said = " ".join([complaint.message for complaint in verdict.complaints])
    asked = set(ASKED.findall(said))
    return verdict.status == "unjudged" and bool(asked) and not asked & NEVER_ASKED and WHO_LEADS not in said


@cache
def legal_game(family: str, game: int) -> Trial:
    """A legal game of a family."""
    return next(trials_of(family, game))


def test_a_legal_game_stays_legal_whatever_is_left_out() -> None:
    for family, game in product(FAMILIES, range(GAMES)):
        trial = legal_game(family, game)
        parts = chosen(Format.of(family, trial.log), random.Random(f"{family} {game}"))
        verdict = judged(without(trial.log, parts).log, trial.rules)
        if verdict.status == "legal" or asks_for_more(verdict):
            continue
        needed = fewest(trial.log, trial.rules, parts)
        found = judged(without(trial.log, needed).log, trial.rules)
        said = [one.message for one in (*found.violations, *found.complaints)]
        pytest.fail(f"{trial.sort}, {family} game {game}: without {', '.join(map(str, needed))}: {said[:1]}")


OF_WHAT_IS_WRITTEN = frozenset(("unseen-money", "unseen-score"))
"""Doubts whether something may be as it is written: an amount that was paid, a score. If it is not written, nothing is
doubted."""


def some_of(parts: list[Part], rng: random.Random) -> list[Part]:
    """About half of these parts."""
    return [part for part in parts if rng.random() < 0.5]


def rules_of_doubts(verdict: Verdict) -> set[str]:
    """What a log leaves open, by the rules of its doubts."""
    return {doubt.rule.rpartition("/")[2] for doubt in verdict.doubts}


def test_more_written_never_makes_a_verdict_worse() -> None:
    for family, game in product(FAMILIES, range(GAMES // 3)):
        trial = legal_game(family, game)
        rng = random.Random(f"{family} {game} more")
        parts = chosen(Format.of(family, trial.log), rng)
        before = judged(without(trial.log, parts).log, trial.rules)
        fewer = some_of(parts, rng)
        after = judged(without(trial.log, fewer).log, trial.rules)
        where = f"{trial.sort}, {family} game {game}: without {', '.join(map(str, fewer))}"
        if before.status == "legal":
            assert after.status == "legal", where
            assert rules_of_doubts(after) - rules_of_doubts(before) <= OF_WHAT_IS_WRITTEN, where


def test_what_a_doubt_asks_for_settles_it() -> None:
    settled = set()
    for family, game in product(FAMILIES, range(GAMES // 3)):
        trial = legal_game(family, game)
        parts = chosen(Format.of(family, trial.log), random.Random(f"{family} {game} more"))
        open_anyway = rules_of_doubts(judged(trial.log, trial.rules))
        for doubt in judged(without(trial.log, parts).log, trial.rules).doubts:
            rule = doubt.rule.rpartition("/")[2]
            keys = set(ASKED.findall(doubt.message.rpartition("; write ")[2]))
            others = [part for part in parts if not keys & keys_at(trial.log, part.way)]
            if len(others) == len(parts) or rule in open_anyway:
                continue  # it was written in another way, or not at all
            left = rules_of_doubts(judged(without(trial.log, others).log, trial.rules))
            assert rule not in left, (str(trial.sort), family, game, doubt.message, list(map(str, others)))
            settled.add(rule)
    assert settled


def keys_at(log: Data, way: Way) -> set[str]:
    """The keys on the way to a part of a log, and in it."""
    value: Any = log
    for key in way:
        value = value[key]
    return {key for key in way if isinstance(key, str)} | set(re.findall(r'"(\w+)": ', json.dumps(value)))


MIXED = [family for family in FAMILIES if family != "conspiracy"]
"""Families whose games are written hand by hand, or round by round."""


def in_mixed_detail(rules: Ruleset, head: Data, number: int) -> Data:
    """A random game of which each hand is written in a detail of its own: all cards, what everybody sees, or its result."""
    rng = random.Random(number)
    written = []
    for detail in details(rules):
        with at_most(rules.family, 3):
            game = simulate_game(rules, head["players"], detail, draw_of(SEED, number))
        written.append(by_hand({**head, "setup": game.setup, "events": game.items}, rules))
    events = []
    for hands in zip(*written, strict=False):
        events += rng.choice(hands)
    return {**head, "setup": game.setup, "events": json.loads(json.dumps(events))}


def by_hand(log: Data, rules: Ruleset) -> list[list[Data]]:
    """The events of a legal log, hand by hand."""
    played = begin(make_log(parse(json.dumps({**log, "events": []}), "log.json")), rules)
    hands: list[list[Data]] = []
    for number, item in enumerate(log["events"], 1):
        ended = len(played.folded.state.history)
        while len(hands) <= ended:
            hands.append([])
        hands[ended].append(item)
        advance(played, items=log["events"][:number])
    return hands


def test_a_legal_game_in_mixed_detail_stays_legal_whatever_is_left_out() -> None:
    for family, game in product(MIXED, range(GAMES // 10)):
        trial = next(trials_of(family, game))
        head = {key: value for key, value in trial.log.items() if key not in ("setup", "events", "expect")}
        log = in_mixed_detail(trial.rules, head, game)
        rng = random.Random(f"{family} {game} mixed")
        for parts in ([], chosen(Format.of(family, log), rng)):
            verdict = judged(without(log, parts).log, trial.rules)
            said = [one.message for one in (*verdict.violations, *verdict.complaints)]
            assert verdict.status == "legal" or asks_for_more(verdict), (
                str(trial.sort),
                game,
                said,
                list(map(str, parts)),
            )


# -- planted faults ----------------------------------------------------------------------------------------------------


class Found(NamedTuple):
    """Where the first violation of a log is, as the number of an item of the full log, and whom it names; its message."""

    place: int
    player: str | None
    message: str


def first_found(shorter: Shorter, verdict: Verdict) -> Found | None:
    """The first violation of a log of which something was left out; None if it is not illegal."""
    if verdict.status != "illegal":
        return None
    assert verdict.table is not None
    fault = verdict.violations[0]
    ended = 0
    for place, item in zip(shorter.places, shorter.log["events"], strict=True):
        ended += verdict.table.game.size(item)
        if ended >= fault.event:
            return Found(place, fault.player, fault.message)
    raise AssertionError(fault)


NOT_SEARCHED = ("a game that goes on",)
"""Faults of which only a doubt is asked for: without them a score would have to be another, which no swap of cards makes."""
EVIDENCE = re.compile(r" (is|are) dealt | takes \S+ from the stock|hand of .* is written")
"""Faults of what a log says about cards that nobody chose: if they contradict a play, either may be wrong."""


def test_a_planted_fault_is_found_or_there_is_a_course_without_it() -> None:
    for family, game in product(FAMILIES, range(SPOILED)):
        legal, *mutants = trials_of(family, game)
        for trial in mutants:
            full = judged(trial.log, trial.rules)
            if full.status != "illegal":
                continue  # a stranger, say, is no fault of play
            told = first_found(without(trial.log, []), full)
            assert told is not None
            where = f"{trial.sort}, {family} game {game}, {trial.kind}"
            rng = random.Random(where)
            parts = Format.of(family, trial.log)
            more = chosen(parts, rng)
            fewer = outermost(some_of(more, rng))
            found_with_less = must_be_found_or_excused(legal, trial, told, more, where)
            found_with_more = must_be_found_or_excused(legal, trial, told, fewer, where)
            assert found_with_more or not found_with_less, (where, list(map(str, fewer)))


def must_be_found_or_excused(legal: Trial, trial: Trial, told: Found, left_out: list[Part], where: str) -> bool:
    """Asserts all that holds of a log with one fault, of which these parts are left out; returns whether it is illegal."""
    shorter = without(trial.log, left_out)
    verdict = judged(shorter.log, trial.rules)
    named = f"{where}: without {', '.join(map(str, left_out))}"
    if verdict.status == "unjudged":
        assert asks_for_more(verdict), (named, verdict.complaints)
        return False
    found = first_found(shorter, verdict)
    if found is not None:
        assert found.place >= told.place, (named, told, found)
        if found.place == told.place and told.player is not None and not EVIDENCE.search(told.message):
            assert found.player in (None, told.player), (named, told, found)
        return True
    if is_all_there_was(legal.log, shorter.log, left_out):
        return False  # what was changed is left out: it is the legal game
    assert verdict.doubts or verdict.unfinished, named
    if trial.kind not in NOT_SEARCHED:
        assert a_course(trial.log, left_out, trial.rules) is not None, (named, told)
    return False


def is_all_there_was(legal: Data, shorter: Data, left_out: list[Part]) -> bool:
    """Whether a log is what is left of the legal game if the same is left out, but for claims."""
    there = [part for part in left_out if is_there(legal, part.way)]
    same = without(legal, there).log
    return unclaimed(same)[: len(shorter["events"])] == unclaimed(shorter)


def is_there(value: Any, way: Way) -> bool:
    """Whether a log has something there."""
    for key in way:
        if isinstance(value, list):
            if not key < len(value):
                return False
        elif not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return True


def unclaimed(log: Data) -> list[Data]:
    """The events of a log without its claims, and without the names that follow from the rules, or would be wrong."""
    return [{key: value for key, value in item.items() if key not in ("expect", "by")} for item in log["events"]]


def a_course(log: Data, left_out: list[Part], rules: Ruleset) -> Data | None:
    """A legal log that differs from this one only in what was left out; None if none is found from any of some beginnings."""
    for beginning in range(BEGINNINGS):
        found = a_course_from(log, left_out, rules, random.Random(beginning))
        if found is not None:
            return found
    return None


def a_course_from(log: Data, left_out: list[Part], rules: Ruleset, rng: random.Random) -> Data | None:
    """A legal log that differs from this one only in what was left out; None if none is found.

    Claims and names of players that were left out are not written again. Of the rest, two cards change places again and again,
    those first that the referee speaks of, as long as it does not find more, or find it earlier.
    """
    unsaid = [part for part in left_out if part.way[-1] in ("expect", "by")]
    filled = [part for part in left_out if part not in unsaid]
    cards = list(rules.deck.ids)
    best = Filling(log, judged(without(log, unsaid).log, rules), cards)
    for _ in range(FILLINGS):
        if best.verdict.status == "legal":
            return without(best.log, unsaid).log
        spoken_of = best.spoken_of() or cards
        one = rng.choice(spoken_of)
        some = filled
        if rng.random() < 0.7 and filled:
            item = rng.choice(filled).way[:2]
            some = [part for part in filled if part.way[:2] == item]
        if rng.random() < 0.5:
            tried = with_two_places_swapped(best.log, some, one, rng)
        else:
            other = rng.choice(rng.choice((spoken_of, cards)))
            tried = with_two_cards_swapped(best.log, some, one, other)
        next_one = Filling(tried, judged(without(tried, unsaid).log, rules), cards)
        if next_one.worth() >= best.worth():
            best = next_one
    return None


class Filling(NamedTuple):
    """A log with something filled in, the verdict on it, and all cards there are."""

    log: Data
    verdict: Verdict
    cards: list[str]

    def spoken_of(self) -> list[str]:
        """The cards that are named in what is wrong."""
        said = " ".join(one.message for one in (*self.verdict.violations, *self.verdict.complaints))
        words = set(re.split(r"[^\w:]+", said))
        return [card for card in self.cards if card in words]

    def worth(self) -> tuple[bool, int, int]:
        """How near it is to a course."""
        return self.verdict.status == "legal", self.verdict.events, -len(self.spoken_of())


def with_two_cards_swapped(log: Data, filled: list[Part], one: str, other: str) -> Data:
    """A log in which two cards have changed places wherever they are in these parts."""
    changed = copy.deepcopy(log)
    for holder, key in leaves(changed, filled):
        holder[key] = {one: other, other: one}.get(holder[key], holder[key])
    return changed


def with_two_places_swapped(log: Data, filled: list[Part], one: str, rng: random.Random) -> Data:
    """A log in which a card has changed places with any other in these parts, or a number is one more or less."""
    changed = copy.deepcopy(log)
    places = leaves(changed, filled)
    ones = [place for place in places if place[0][place[1]] == one] or places
    numbers = [place for place in ones if isinstance(place[0][place[1]], int)]
    if numbers:
        holder, key = rng.choice(numbers)
        holder[key] = max(holder[key] + rng.choice((-1, 1)), 0)
    elif places:
        holder, key = rng.choice(ones)
        other_holder, other_key = rng.choice(places)
        holder[key], other_holder[other_key] = other_holder[other_key], holder[key]
    return changed


def leaves(log: Data, filled: list[Part]) -> list[tuple[Any, Any]]:
    """Where a text or number stands in these parts of a log: what holds it, and its key there."""
    found: list[tuple[Any, Any]] = []
    for part in filled:
        holder: Any = log
        for key in part.way[:-1]:
            holder = holder[key]
        found += leaves_within(holder, part.way[-1])
    return found


def leaves_within(holder: Any, key: Any) -> Iterator[tuple[Any, Any]]:
    """Where a text or number stands in a value."""
    value = holder[key]
    if type(value) in (str, int):
        yield holder, key
    elif isinstance(value, list):
        for place in range(len(value)):
            yield from leaves_within(value, place)
    elif isinstance(value, dict):
        for inner in value:
            yield from leaves_within(value, inner)
