"""Rulesets: finds them, extends and patches them, and compiles them for a table.

A ruleset is a chain of files (`extends:`) merged by JSON Merge Patch (RFC 7396), then the house rules, the variants that were
picked and the readings of rulings, as `layers` lays them. Every layer is kept, so that each value can say which file and line
set it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, combinations
from operator import attrgetter
from typing import Any, NamedTuple

from referee import source
from referee.core.family import Unsound
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.merging import at as value_at
from referee.core.merging import replace
from referee.core.places import ANYTHING, Complaint, Place, Pointer, Reach, RulesetError
from referee.core.ruleset import Layer, Ruleset
from referee.core.wording import Rest, abridge, did_you_mean, unknown_name, with_fix
from referee.core.words import Word, word_at
from referee.engines import FAMILIES, family
from referee.rules.citing import restate
from referee.rules.decks import NO_DECK
from referee.rules.decks import deck_in as deck_in
from referee.rules.find import Where, chain_of, house_chain, is_shipped, label, top_of
from referee.rules.find import find as find
from referee.rules.find import is_path as is_path
from referee.rules.layers import (
    PlaceOf,
    RulesetFile,
    contradictions,
    dotted,
    file_id,
    lay,
    layer_of,
    leaves,
    merge_layers,
    without_moot_rulings,
)
from referee.rules.shipped import SCHEMAS as SCHEMAS
from referee.rules.shipped import schema as schema
from referee.source import Document

NOTHING: Mapping[str, Any] = {}


def load_ruleset(
    name: str,
    *,
    houses: Sequence[str] = (),
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    near: str | None = None,
    at: PlaceOf | None = None,
    reach: Reach = ANYTHING,
) -> Ruleset:
    """Return the effective rules of a game: by name ('illuminate', 'illuminate@1') or path, with house rules, variants and
    readings.

    Paths are relative to the file `near`, or to the working folder. `at` says where the names were written, by their pointers
    in a log: ('game',), ('house', 0), ('variants', 0), ('ruling', id); `reach` says which files that log may load.
    Raises SourceError for files that cannot be read and RulesetError for rules that do not hold together.
    """
    pile = gather(name, houses, near=near, at=at, reach=reach)
    ruleset = assemble(pile, variants, ruling, at=at)
    if not all(is_shipped(file.document.path) for file in pile.files):
        complaints = soundness(ruleset)
        if complaints:
            raise RulesetError(complaints)
    return ruleset


class RulesetFiles(NamedTuple):
    """The files that a ruleset is made of, oldest first; the names of those that are house rules; and all of them merged."""

    files: tuple[RulesetFile, ...]
    houses: tuple[str, ...]
    data: dict[str, Any]


def gather(
    name: str,
    houses: Sequence[str] = (),
    *,
    near: str | None = None,
    at: PlaceOf | None = None,
    reach: Reach = ANYTHING,
) -> RulesetFiles:
    """Return the files of a game and of house rules on top of it, as `load_ruleset` finds them."""
    own = chain_of(name, near, _below(at, "game"), reach)
    known = [document.data["name"] for document in own if "name" in document.data]
    named = -1
    for number, document in enumerate(own):
        if "name" in document.data:
            named = number
    files = _files_of(own, named)
    for index, house in enumerate(houses):
        added = house_chain(house, near, _below(at, "house", index), known, reach.of_house(index))
        present = {file.id for file in files}
        files += [file for file in _files_of(own[: named + 1] + added, named) if file.id not in present]
    data = merge_layers(map(layer_of, files))
    added_files = [file for file in files if not file.own]
    if added_files:
        game = merge_layers(layer_of(file) for file in files if file.own)
        data = without_moot_rulings(data, game)
    if files[-1].document.data.get("abstract"):
        data = {**data, "abstract": True}
    return RulesetFiles(tuple(files), tuple(label(file.document) for file in added_files), data)


def _below(at: PlaceOf | None, *pointer: str | int) -> Where | None:
    """The place in a log where a name was written, if it was written in one."""
    if at is None:
        return None
    return partial(at, pointer)


def _files_of(documents: Sequence[Document], named: int) -> list[RulesetFile]:
    """The files of a game, the oldest first; up to number `named` they are the game's own."""
    files: list[RulesetFile] = []
    below = frozenset[str]()
    for number, document in enumerate(documents):
        below |= {file_id(document)}
        files.append(RulesetFile(document, number <= named, below))
    return files


def assemble(
    pile: RulesetFiles,
    variants: Sequence[str] = (),
    ruling: Mapping[str, str] | None = None,
    *,
    at: PlaceOf | None = None,
) -> Ruleset:
    """Return the ruleset that the files of a pile make with these variants and readings, not yet checked."""
    of_files = [layer_of(file) for file in pile.files]
    last = pile.files[-1].document
    missing = [key for key in ("name", "family") if not isinstance(pile.data.get(key), str)]
    if missing:
        message = f"`{missing[0]}:` is missing; a ruleset has a name and a family, or extends one that has"
        raise RulesetError.at(top_of(last), message)
    named = pile.data["family"]
    if named not in FAMILIES:
        place = top_of(last)
        if "family" in last.data:
            place = last.place(("family",))
        raise RulesetError.at(place, unknown_name(f"no family is called {named!r}", named, FAMILIES, "families:"))
    families = [layer for layer in of_files if "family" in layer.data]
    if named != families[0].data["family"]:
        message = f"what this extends is of the {families[0].data['family']} family, and stays so; remove `family:`"
        raise RulesetError.at(families[-1].place(("family",)), message)
    if ruling is None:
        ruling = {}
    if at is None:
        at = partial(_at_top_of, last)
    try:
        laid, data = lay(pile.files, pile.data, variants, ruling, at)
    except (AttributeError, KeyError, RecursionError, TypeError):
        # Something to pick from is missing, so this is not a ruleset: its schema says why.
        complaints = schema_complaints(Ruleset(pile.data, NO_DECK, words(pile.data["family"]), tuple(of_files), (), ()))
        if not complaints:
            raise
        raise RulesetError(complaints) from None
    deck = deck_in(data, laid)
    played = tuple(dict.fromkeys(variants))
    return Ruleset(data, deck, words(data["family"]), tuple(laid), pile.houses, played, restate)


def _at_top_of(document: Document, pointer: Pointer) -> Place:
    return top_of(document)


def table(ruleset: Ruleset, players: int, *, at: Where | None = None) -> Game:
    """Return the ruleset compiled for a number of players. Raises RulesetError, with places, if it is not sound."""
    kept: Game | None = ruleset.tables.get(players)
    if kept is not None:
        return kept
    if ruleset.get("abstract"):
        place = _named_at(at, ruleset, "abstract")
        raise RulesetError.at(place, f"{ruleset.name} is not a game; it is what other rulesets extend")
    allowed = ruleset.get("players", default=[])
    if players not in allowed:
        counts = str(allowed[0])
        if len(allowed) > 1:
            counts = ", ".join(map(str, allowed[:-1])) + f" or {allowed[-1]}"
        message = f"{ruleset.title} is for {counts} players; this log names {players}"
        raise RulesetError.at(_named_at(at, ruleset, "players"), message)
    try:
        game = family(ruleset.family).compile(ruleset, players)
    except Unsound as unsound:
        raise RulesetError(Complaint(ruleset.origin(pointer), message) for pointer, message in unsound.faults) from None
    ruleset.tables[players] = game
    return game


def _named_at(at: Where | None, ruleset: Ruleset, word: str) -> Place:
    """The place in a log that names a game, or of a word of the game that does not go with it."""
    if at is None:
        return ruleset.origin((word,))
    return at()


def soundness(ruleset: Ruleset, sound: Mapping[str, Any] = NOTHING) -> list[Complaint]:
    """Return every fault of a ruleset, those that its schema finds or else those that its family finds, each at the line to
    blame.

    sound: the data of a whole sound ruleset that this one was made from; what they share is not checked again.
    """

    def faults_of(layers: Sequence[Layer]) -> Sequence[Complaint]:
        try:
            return _faults(_remade(ruleset, layers), sound)
        except RulesetError:  # without that part there is not even a deck, which corrects nothing
            return complaints

    complaints = _faults(ruleset, sound)
    if complaints:
        complaints = blame(ruleset.layers, complaints, faults_of)
    return sorted(dict.fromkeys(complaints), key=attrgetter("order"))


MOST_TRIES = 40
"""The most parts of a house rule that are removed one by one to find the cause; what none of them cures is blamed on the
part that holds them."""

FaultsOf = Callable[[Sequence[Layer]], Sequence[Complaint]]
"""A function that returns the faults of the ruleset that these layers make."""
Cure = Callable[[Pointer, Sequence[Complaint]], list[Complaint]]
"""A function that returns those of these faults that are gone without a part of a house rule."""


def blame(layers: Sequence[Layer], complaints: Sequence[Complaint], faults_of: FaultsOf) -> list[Complaint]:
    """Return the complaints; each one in a file below a house rule is moved to the part of the house rule that causes it.

    The message ends with the place where the fault appears; if there are several, with the first and how many more.
    """
    houses = [layer for layer in layers if _is_house(layer)]
    files = {layer.name for layer in houses}
    elsewhere = [complaint for complaint in complaints if complaint.place.file not in files]
    left = [complaint for complaint in elsewhere if not isinstance(complaint.message, Rest)]
    if not houses or not left:
        return list(complaints)
    tries = iter(range(MOST_TRIES))
    found: dict[tuple[Place, str], list[Complaint]] = {}
    for house in reversed(houses):
        cured = partial(_cured_without, layers, faults_of, house)
        for pointer, gone in _causes(house.data, (), left, cured, tries):
            for complaint in gone:
                found.setdefault((house.place(pointer), complaint.message), []).append(complaint)
            left = [complaint for complaint in left if complaint not in gone]
    moved = set(chain.from_iterable(found.values()))
    blamed = [complaint for complaint in complaints if complaint not in moved]
    for (place, message), gone in found.items():
        appears = gone[0].place.where
        if len(gone) > 1:
            appears += f" and {len(gone) - 1} more"
        blamed.append(Complaint(place, f"{message} [{appears}]"))
    return blamed


def _is_house(layer: Layer) -> bool:
    """Return whether a layer is a house rule: a file of its own, unlike a variant or a reading."""
    return not layer.own and layer.name == layer.place(()).file


def _cured_without(
    layers: Sequence[Layer], faults_of: FaultsOf, house: Layer, pointer: Pointer, ill: Sequence[Complaint]
) -> list[Complaint]:
    """Those of some faults that are gone without a part of a house rule."""
    without = house._replace(data=replace(house.data, pointer, None))
    others = list(layers)
    for number, layer in enumerate(layers):
        if layer is house:
            others[number] = without
    # Only places are compared: the words may differ, with a deck of another title.
    still = {complaint.place for complaint in faults_of(others)}
    return [complaint for complaint in ill if complaint.place not in still]


def _causes(
    data: Mapping[str, Any], pointer: Pointer, ill: Sequence[Complaint], cured: Cure, tries: Iterator[int]
) -> Iterator[tuple[Pointer, list[Complaint]]]:
    """Yield the smallest parts of a house rule below a pointer that cause some of these faults."""
    part = value_at(data, pointer)
    left = list(ill)
    if isinstance(part, Mapping):
        for key in part:
            inner = pointer + (key,)
            gone: list[Complaint] = []
            if pointer and len(part) == 1:
                gone = left
            elif left and next(tries, None) is not None:
                gone = cured(inner, left)
            if gone:
                yield from _causes(data, inner, gone, cured, tries)
                left = [complaint for complaint in left if complaint not in gone]
    if left and pointer:
        yield pointer, left


def _faults(ruleset: Ruleset, sound: Mapping[str, Any]) -> list[Complaint]:
    """Return what is wrong with a ruleset, at the line that set it."""
    complaints = schema_complaints(ruleset, sound)
    if not complaints and not ruleset.get("abstract"):
        try:
            its = family(ruleset.family).soundness(ruleset)
            found = (Complaint(ruleset.origin(pointer), message) for pointer, message in its)
            complaints = abridge(found, source.MOST_FAULTS, reword)
            if not complaints:
                complaints = list(dict.fromkeys(_faults_of_changes(ruleset)))
            if not complaints:
                complaints = _faults_of_texts(ruleset)
        except FormulaError as error:
            complaints += ruleset.without_value(error).complaints
    return complaints


def reword(complaint: Complaint, message: str) -> Complaint:
    """A complaint with another message at the same place."""
    return complaint._replace(message=message)


def _faults_of_texts(ruleset: Ruleset) -> list[Complaint]:
    """The faults of slots in the texts of a sound ruleset, except those of a shipped one below it."""
    found: list[Complaint] = []
    for rule, entry in ruleset.get("rules", default={}).items():
        if "{" not in entry["text"] and "}" not in entry["text"]:
            continue
        layer = ruleset.layer(("rules", rule, "text"))
        if layer is ruleset.layers[-1] or not is_shipped(layer.name):
            from referee.rules.texts import slot_faults  # most house rules have no slots

            found += slot_faults(ruleset, rule)
    return found


def _faults_of_changes(ruleset: Ruleset) -> Iterator[Complaint]:
    """Yield what is wrong with the `changes:` of a sound ruleset: each by itself, and each set together."""
    changes = ruleset.data.get("changes")
    if not changes:
        return
    for number, change in enumerate(changes):
        yield from _check_change(ruleset, number, change)
    games: list[Any] = []
    for players in ruleset.get("players", default=()):
        try:
            games.append(family(ruleset.family).compile(ruleset, players))
        except Unsound as unsound:
            yield from (Complaint(ruleset.origin(at), message) for at, message in unsound.faults)
            return
    moments: dict[tuple[int, ...], Mapping[str, Any]] = {}
    for game in games:
        moments.update(game.sets())
    ever = set(chain.from_iterable(moments))
    for number in range(len(changes)):
        if number not in ever:
            at = ruleset.origin(("changes", number, "when"))
            yield Complaint(at, "this change is never in force; write a formula that holds at some point of a game")
    patches = [dict(leaves(change["patch"])) for change in changes]
    for numbers, moment in moments.items():
        for earlier, later in combinations(numbers, 2):
            for one, word in contradictions(patches[earlier], patches[later]):
                yield _clash_of_changes(ruleset, (earlier, later), one, word, moment)
        if numbers:
            yield from _check_changed_rules(ruleset, games, numbers)


def _check_change(ruleset: Ruleset, number: int, change: Mapping[str, Any]) -> Iterator[Complaint]:
    """Check that a change sets something else than the game has, and nothing that lasts for a whole game."""
    at = ("changes", number, "patch")
    for key in change["patch"]:
        if key in ruleset.words.at(("changes",)).schema["lasting"]:
            message = f"`{key}` is the same for the whole game; a variant can set it, a change cannot"
            yield Complaint(ruleset.origin(at + (key,)), message)
    if ruleset.changed((number,)).data == ruleset.changed(()).data:
        yield Complaint(ruleset.origin(at), "this changes nothing; the game has it like this")


def _clash_of_changes(
    ruleset: Ruleset, changes: tuple[int, int], one: Pointer, word: Pointer, moment: Mapping[str, Any]
) -> Complaint:
    """Two changes that set a word differently and are in force together."""
    earlier, later = changes
    name = dotted(min(word, one, key=len))
    message = f"`{name}` is set here, and differently by change {earlier + 1}, and both can be in force"
    where = ", ".join(f"{name} {value}" for name, value in moment.items() if value)
    if where:
        message += f" ({where})"
    at = ruleset.origin(("changes", later, "patch") + word)
    return Complaint(at, f"{message}; let one of the two formulas exclude the other")


def _check_changed_rules(ruleset: Ruleset, games: Sequence[Any], numbers: tuple[int, ...]) -> Iterator[Complaint]:
    """Check that the rules are sound while these changes are in force, and that logs are written as before."""
    changed = ruleset.changed(numbers)
    faults = _faults(changed, ruleset.data)
    yield from faults
    if not faults and any(game.numbers_otherwise(changed) for game in games):
        at = ruleset.origin(("changes", numbers[-1], "patch"))
        yield Complaint(at, "what is bid, declared or chosen is the same for the whole game; a variant can set it")


def _remade(ruleset: Ruleset, laid: Sequence[Layer]) -> Ruleset:
    """Return the ruleset made of other layers."""
    data = merge_layers(laid)
    return Ruleset(data, deck_in(data, laid), ruleset.words, tuple(laid), ruleset.houses, ruleset.variants)


def schema_complaints(ruleset: Ruleset, sound: Mapping[str, Any] = NOTHING) -> list[Complaint]:
    """Return what the family's schema finds wrong with the merged ruleset, at the file and line that set it."""
    its = schema(family(ruleset.family).schema)
    faults = source.schema_faults(ruleset.data, its, store=SCHEMAS, trusted=set(shared_parts(sound)))
    complaints = []
    for pointer, message in faults:
        layer = ruleset.layer(pointer)
        removed = _removed(ruleset.layers, pointer, message)
        if removed:
            complaints.append(Complaint(removed, f"{message}; `null` removes it here"))
            continue
        if pointer and message.endswith("is missing"):
            # a new entry may be meant to change one of the game
            game = _names_of_others(ruleset, pointer[:-1], layer)
            message = with_fix(message, did_you_mean(str(pointer[-1]), game))
        complaints.append(Complaint(layer.place(pointer), message))
    return complaints


def _removed(layers: Sequence[Layer], pointer: Pointer, message: str) -> Place | None:
    """Where the last of these layers removes the key of a map that a message says is missing; None if none does."""
    for layer in reversed(layers):
        part = value_at(layer.data, pointer)
        if not isinstance(part, Mapping):
            continue
        for key, value in part.items():
            if message == f"key {key!r} is missing":
                if value is not None:
                    return None
                place: Place = layer.place(pointer + (key,))
                return place
    return None


def _names_of_others(ruleset: Ruleset, section: Pointer, layer: Layer) -> list[str]:
    """The keys of a section that other layers than this one set."""
    beside = value_at(ruleset.data, section)
    if not isinstance(beside, dict):
        return []
    return [name for name in beside if ruleset.layer(section + (name,)) is not layer]


def shared_parts(data: Mapping[str, Any], depth: int = 3) -> Iterator[int]:
    """Yield the ids of the maps and lists in sound data, three levels deep: what is deeper may move."""
    for value in data.values():
        if isinstance(value, dict | list):
            yield id(value)
            if isinstance(value, dict) and depth > 1:
                yield from shared_parts(value, depth - 1)


@cache
def words(name: str) -> Word:
    """Return the record of what a ruleset of a family may contain."""
    return word_at(family(name).schema, SCHEMAS)


@cache
def log_words(name: str, part: str = "event") -> Mapping[str, Word]:
    """Return the records of the keys of a part of a family's logs: of an event its verbs, and what may stand beside them; of
    its `setup`, a `position`, or what logs `expect`."""
    return word_at(family(name).schema, SCHEMAS, "$defs", part).keys
