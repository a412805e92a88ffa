"""Examples of rules: those that a ruleset carries, with the verdict that each gets, and positions found by random play."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple

from referee import source
from referee.core.data import Data, Entry, Item
from referee.core.events import Finding, Misread
from referee.core.family import Options
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable, in_words
from referee.core.merging import merge
from referee.core.places import Complaint, Place, Pointer, RulesetError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.engines import family
from referee.judging.judge import judge
from referee.judging.log import Log
from referee.judging.otherwise import exercised_points
from referee.judging.replay import replay
from referee.play.simulate import draw_of, positions
from referee.rules import rulesets, shipped
from referee.rules.files import beside
from referee.rules.find import chain_of
from referee.source import Document
from referee.source.files import real_path, require_own_file

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
LEGAL = "legal"
FIRST = 2
"""Legal moves of several words that are shown."""


Pair = dict[str, Entry]
"""A `legal` and an `illegal` example of a rule, as far as there are any."""


def _title(options: Options) -> dict[str, str]:
    """The legal moves as the title of an example, under the key `title`: every card or bid; of moves that take
    several words only the first ones. Empty if nothing is legal."""
    legal = [option.notation for option in options.legal]
    listed = " ".join(legal)
    rest = len(legal) - FIRST
    if any(" " in notation for notation in legal):
        listed = "; ".join(legal[:FIRST])
        if rest > 1:
            listed += f"; or {rest} other moves"
        elif rest > 0:
            listed += "; or another move"
    if not listed:
        return {}
    return {"title": f"{listed}, when {options.doing}"}


def _like(options: Options, illegal: Item) -> Options:
    """The options that show what an illegal event should have been: those of the same verb, nearest first; all if no legal one
    has that verb."""
    verbs = illegal.keys() - EXTRAS
    alike = [option for option in options.legal if option.item.keys() & verbs]
    if not alike:
        return options
    if any(" " in option.notation for option in alike):
        wanted = set(in_words(dict(illegal)).split())
        alike.sort(key=lambda option: -len(wanted & set(in_words(dict(option.item)).split())))
    return options._replace(options=tuple(alike))


class Example(NamedTuple):
    """One example as written: the rule that it belongs to (or none), and whether it came with what the ruleset extends."""

    rule: str
    data: Entry
    place: Place
    inherited: bool = False

    @property
    def wanted(self) -> str:
        """The verdict that it must get: legal, the id of the rule that is broken, or the whole message."""
        return str(self.data.get("verdict", LEGAL))


class ExampleResult(NamedTuple):
    """An example and its result: the messages (none if legal), the rules broken, these with the rule that it belongs to, and
    whether it could be judged to its end."""

    example: Example
    messages: tuple[str, ...]
    broken: tuple[str, ...] = ()
    rules: frozenset[str] = frozenset()
    judged: bool = False

    @property
    def found(self) -> str:
        """What the rules say about it: all messages, or that it is legal."""
        return "; ".join(self.messages) or LEGAL

    @property
    def holds(self) -> bool:
        """Whether that is what the example expects."""
        wanted = self.example.wanted
        return wanted == self.found or wanted in self.messages or wanted in self.broken


class Bench:
    """A game or house rule whose examples are run: the file `path` and its effective rules."""

    def __init__(self, path: str, rules: Ruleset) -> None:
        """Take a file with its effective rules."""
        self.path = path
        self.rules = rules
        self._loaded: dict[str, Ruleset] = {}

    def examples(self) -> Iterator[Example]:
        """Yield every example in force: those of the file that belong to no rule, then those of each rule, from the last file
        that has any for it. Raises RulesetError if one is not an example."""
        shape = f"{family(self.rules.family).schema}#/$defs/examples"
        in_force: dict[str, list[Example]] = {}
        for layer in self.rules.layers:
            if layer.name == self.path or Path(real_path(layer.name)).is_file():
                in_force.pop("", None)
                in_force |= _examples_of(layer.name, shape, inherited=layer.name != self.path)
            if layer.name == self.path:
                break
        for rule in ("", *self.rules.get("rules", default=())):
            yield from in_force.get(rule, ())

    def result_of(self, example: Example) -> ExampleResult:
        """Judge an example."""
        log = self._log(example.data)
        try:
            verdict = judge(log, self._rules(example.data))
        except Unjudgeable as unjudgeable:
            return ExampleResult(example, tuple(complaint.message for complaint in unjudgeable.complaints))
        wrong: list[Complaint | Finding] = list(verdict.complaints)
        wrong += verdict.violations
        messages = tuple(each.message for each in wrong)
        broken = tuple(finding.rule.rpartition("/")[2] for finding in verdict.violations)
        rules = frozenset(broken + (example.rule,)) - {""}
        return ExampleResult(example, messages, broken, rules, judged=not verdict.complaints)

    def rules_in(self, result: ExampleResult, wanted: Set[str]) -> set[str]:
        """The rules among those `wanted` that an example involves: it is one of theirs, breaks them, or ends
        otherwise without the words that cite them. For each such word the example is judged again."""
        touched = set(result.rules & wanted)
        missing = wanted - touched
        if missing and result.judged:
            rules = self._rules(result.example.data)
            points = family(rules.family).points(rules)
            points_asked = {name: point for name, point in points.items() if point.cites in missing}
            fired = exercised_points(self._log(result.example.data), rules, points_asked)
            touched |= {name.removeprefix("rules.") for name in fired if name.startswith("rules.")}
        return touched

    def other_way(self, example: Example) -> Data | None:
        """A legal example in the position of an illegal one; None if nothing may be done there. Where no player has a
        choice, it is what chance might bring."""
        data = {**example.data, "players": list(self.players(example.data))}
        try:
            played = replay(self._log(data), self._rules(data), until=0)
        except Unjudgeable:
            return None
        options = _like(played.game.options(played.state), example.data["event"])
        item: Item | None
        if options.legal:
            item = options.legal[0].item
        else:
            item = played.game.draw_next(played.state, draw_of(0, 0))
        if item is None:
            return None
        kept = {key: value for key, value in data.items() if key not in ("title", "event", "verdict")}
        return {**_title(options), **kept, "event": dict(item), "verdict": LEGAL}

    def _log(self, data: Mapping[str, object]) -> Log:
        """The log of an example, whose only event is the one that it is about."""
        head = {key: data[key] for key in ("setup", "position") if key in data}
        log = {"game": self.path, "players": self.players(data), **head, "events": [data["event"]]}
        return Log(self.path, log, Document(self.path, log, "", _no_places))

    def players(self, data: Entry) -> Sequence[str]:
        """Who plays in an example: the players it names, or any number that may play."""
        if "players" in data:
            listed: Sequence[str] = data["players"]
            return listed
        allowed = self.rules.get("players", default=[len(PLAYERS)])
        return PLAYERS[: max((count for count in allowed if count <= 4), default=min(allowed))]

    def _rules(self, data: Entry) -> Ruleset:
        """The rules of one example: those of the file, with the house rules, variants and readings that it names."""
        houses = data.get("house", [])
        variants = data.get("variants", [])
        ruling = data.get("ruling", {})
        choices = (houses, variants, ruling)
        if not any(choices):
            return self.rules
        if str(choices) not in self._loaded:
            near = [beside(house, self.path) for house in houses]
            self._loaded[str(choices)] = rulesets.load_ruleset(self.path, houses=near, variants=variants, ruling=ruling)
        return self._loaded[str(choices)]


def _no_places(text: str) -> int:
    """The places in the text of an example, which are not asked for."""
    return 0


def _examples_of(ruleset: str, shape: str, *, inherited: bool) -> dict[str, list[Example]]:
    """The examples of one file and of the file of examples beside it, by rule; "" for those that belong to none.

    shape: the schema that each list must have. inherited: whether the file is one that another extends. Raises
    RulesetError if one is not an example.
    """
    documents = [(source.load(ruleset), "ruleset.schema.json#/$defs/with_given")]
    beside_it = shipped.examples_beside(ruleset)
    if os.path.lexists(real_path(beside_it)):
        require_own_file(beside_it)
        documents.append((source.load(beside_it), "examples.schema.json"))
    by_rule: dict[str, list[Example]] = {}
    for document, shape_of_file in documents:
        _require(document, document.data, shape_of_file)
        given: Entry = document.data.get("given") or {}
        for way, examples in _lists_in(document.data).items():
            if isinstance(examples, list):
                examples = [_merge_over(given, example) for example in examples]
            _require(document, examples, shape, way)
            if not examples:
                continue
            rule = ""
            if len(way) > 1:
                rule = str(way[1])
            listed = by_rule.setdefault(rule, [])
            for index, data in enumerate(examples):
                listed.append(Example(rule, data, document.place(way + (index,)), inherited))
    return by_rule


def _lists_in(data: Entry) -> dict[Pointer, Any]:
    """The lists of examples in a ruleset or a file of examples: those of no rule, then those of each rule."""
    lists: dict[Pointer, Any] = {("examples",): data.get("examples")}
    for rule, entry in (data.get("rules") or {}).items():
        if isinstance(entry, dict):
            lists["rules", rule, "examples"] = entry.get("examples")
        else:
            lists["rules", rule] = entry
    return lists


def _merge_over(given: Mapping[str, object], example: Any) -> Any:
    """An example merged over what its file says under `given:`: maps merge, null removes, everything else replaces."""
    if not isinstance(example, dict):
        return example
    data = {**given, **example}
    for key in given:
        if key in example:
            data[key] = merge(given[key], example[key])
        if data[key] is None:
            del data[key]
    return data


def _require(document: Document, data: object, shape: str, at: Pointer = ()) -> None:
    """Refuse data that does not have a shape. Raises RulesetError with the place of each fault.

    shape: a reference to a schema. at: the way to the data in its document.
    """
    faults = source.schema_faults(data, {"$ref": shape}, store=rulesets.SCHEMAS)
    if faults:
        raise RulesetError(Complaint(document.place(at + pointer), message) for pointer, message in faults)


def untouched_rules(bench: Bench, results: Sequence[ExampleResult]) -> list[str]:
    """The rules of a game or house rule that none of its examples involves.

    For a house rule these are the rules that it sets, and those cited by the words that it changes.
    """
    involved_at_once = set[str]()  # known without judging an example again
    for result in results:
        involved_at_once |= result.rules
    untouched = [rule for rule in _own_rules(bench) if rule not in involved_at_once]
    for result in results:
        if not untouched:
            break
        involved = bench.rules_in(result, set(untouched))
        untouched = [rule for rule in untouched if rule not in involved]
    return untouched


def _own_rules(bench: Bench) -> list[str]:
    """The rules that the file of a bench sets, and those cited by the words that it changes, in order."""
    rules = bench.rules
    own_layers = [layer for layer in rules.layers if layer.name == bench.path]
    points = family(rules.family).points(rules)
    cited = {point.cites for point in points.values() if rules.layer(point.pointer) in own_layers}
    own = []
    for rule in rules.get("rules", default={}):
        if rule in cited or rules.layer(("rules", rule, "text")) in own_layers:
            own.append(rule)
    return own


def example_pairs(path: str, rules: Ruleset, wanted: set[str]) -> dict[str, list[Entry]]:
    """A legal and an illegal example, in this order, for each of these rules of a file, as far as it has them or
    random play meets them."""
    carried = _first_examples(path, rules, wanted)
    met = _search(rules, {rule for rule in wanted if len(carried[rule]) < 2})
    pairs = {}
    for rule in wanted:
        pair = met.get(rule, {}) | carried[rule]
        pairs[rule] = [pair[kind] for kind in ("legal", "illegal") if kind in pair]
    return pairs


def _first_examples(path: str, rules: Ruleset, wanted: set[str]) -> dict[str, Pair]:
    """The first legal and the first illegal example for each rule that the ruleset carries for it and that holds.

    If there is only an illegal one, what would have been legal in its position stands for the legal one.
    """
    pairs: dict[str, Pair] = {rule: {} for rule in wanted}
    legal_instead: dict[str, Entry] = {}
    for bench, carried in _carried_examples(path, rules):
        if carried.rule and carried.rule not in wanted:
            continue
        result = bench.result_of(carried)
        if not result.holds:
            continue
        kind = "legal"
        legal_one = None
        about = _rules_about(bench, result, pairs) & wanted
        if result.messages:
            kind = "illegal"
            if about:
                legal_one = bench.other_way(carried)
        data = {"players": list(bench.players(carried.data)), **carried.data, "verdict": result.found}
        for rule in about:
            pairs[rule].setdefault(kind, data)
            if legal_one is not None:
                legal_instead.setdefault(rule, legal_one)
    for rule, instead in legal_instead.items():
        pairs[rule] = {"legal": instead, **pairs[rule]}
    return pairs


def _rules_about(bench: Bench, result: ExampleResult, pairs: Mapping[str, Pair]) -> set[str]:
    """The rules that an example is about: its own, or else those that it breaks, or else those that it involves and
    that lack a legal one."""
    if result.example.rule:
        return {result.example.rule}
    if result.broken:
        return set(result.broken)
    return bench.rules_in(result, {rule for rule, pair in pairs.items() if "legal" not in pair})


def _carried_examples(path: str, rules: Ruleset) -> list[tuple[Bench, Example]]:
    """The examples of a game or a house rule, each with the bench that it runs on; for a house rule also those of its game that
    belong to no rule, judged with the house rule."""
    bench = Bench(path, rules)
    benches = [(bench, carried) for carried in bench.examples()]
    game = [link.path for link in chain_of(path, None, None) if "name" in link.data][-1]
    if game != path:
        bench = Bench(game, rules)
        benches += [(bench, carried) for carried in bench.examples() if not carried.rule]
    return benches


STATES = 500
"""The most positions of random games that are examined: most of what a game shows comes up within a hundred."""
MOVES = 10_000
"""The most moves that are examined in them; a position can have a lot of them."""
RECENT = 8
"""Latest items that are tried again: a card played twice, a bid after the bidding."""
SEED = 1


def _search(rules: Ruleset, wanted: set[str]) -> dict[str, Pair]:
    """A legal and an illegal example for each of these rules that random play meets where it forbids something. The
    search ends with the last of them, or after as many positions or moves as it may examine."""
    allowed = rules.get("players", default=[])
    if not wanted or rules.get("abstract") or not allowed:
        return {}
    players = PLAYERS[: min(max(allowed), len(PLAYERS))]
    pairs: dict[str, Pair] = {}
    examined = 0
    for _, (game, state, item, recent) in zip(range(STATES), _moments(rules, players), strict=False):
        options = game.options(state)
        examined += len(options.options)
        for illegal, fault in _faults(game, state, options, recent, players):
            if fault.rule in wanted - pairs.keys() and not fault.cites:
                head = {"players": list(players), "position": game.position(state)}
                event = item
                shown = _like(options, illegal)
                if shown.legal:
                    event = shown.legal[0].item
                legal = {"event": dict(event), "verdict": LEGAL}
                pairs[fault.rule] = {
                    "legal": {**_title(shown), **head, **legal},
                    "illegal": {**head, "event": dict(illegal), "verdict": fault.message},
                }
        if pairs.keys() >= wanted or examined > MOVES:
            break
    return pairs


def _moments(rules: Ruleset, players: Sequence[str]) -> Iterator[tuple[Game, AtTable, Item, Sequence[Item]]]:
    """Yield the positions of one random game after another, with what is done next in each and what was done recently."""
    for number in range(STATES):
        recent: deque[Item] = deque(maxlen=RECENT)
        for game, state, item in positions(rules, players, draw_of(SEED, number)):
            yield game, state, item, recent
            recent.append(item)


def _faults(
    game: Game, state: AtTable, options: Options, recent: Sequence[Item], players: Sequence[str]
) -> Iterator[tuple[Item, Finding]]:
    """Yield what could be tried here and is not legal, with why: forbidden options, what was done before, another
    player's move."""
    for option in options.options:
        if option.fault is not None:
            yield option.item, option.fault
    tried: list[Item] = list(recent)
    if options.player is not None and options.legal:
        other = players[(list(players).index(options.player) + 1) % len(players)]
        tried.append({"by": other, **options.legal[0].item})
    for item in tried:
        try:
            faults = game.faults_of(state, item)
        except Misread as misread:
            faults = ()
            if not misread.shapeless:
                faults = tuple(misread.faults)
        for fault in faults[:1]:
            yield item, fault
