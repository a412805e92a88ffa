"""Checked: what is wrong with a merged ruleset, as its schema finds it, or else its family, each at the line that set it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, cast

from referee import source
from referee.core.cards_named import in_cards_of
from referee.core.family import Unsound
from referee.core.formula import FormulaError
from referee.core.lint import WITHOUT_TEXT
from referee.core.merging import at as value_at
from referee.core.places import Complaint, Place, Pointer
from referee.core.ruleset import Layer, Ruleset
from referee.core.wording import abridge, did_you_mean, unknown_name, with_fix
from referee.engines import family
from referee.rules.files import is_shipped
from referee.rules.settings import contradictions, dotted, leaves
from referee.rules.shipped import SCHEMAS, schema

if TYPE_CHECKING:
    from referee.core.changes import ChangingGame

NOTHING: Mapping[str, Any] = {}
"""The data of no ruleset."""


def faults(ruleset: Ruleset, sound: Mapping[str, Any]) -> list[Complaint]:
    """Every fault of a merged ruleset, at the line that set it; parts that it shares with the data of a `sound` one
    have none."""
    complaints = schema_complaints(ruleset, sound)
    if complaints or ruleset.get("abstract"):
        return complaints
    try:
        return _faults_of_words(ruleset)
    except FormulaError as error:
        return list(ruleset.without_value(error).complaints)


def _faults_of_words(ruleset: Ruleset) -> list[Complaint]:
    """The faults that the family finds in a ruleset of the right form, or else those of its changes, or else of its
    texts."""
    its = family(ruleset.family).soundness(ruleset)
    found = (Complaint(ruleset.origin(pointer), message) for pointer, message in its)
    complaints = abridge(found, source.MOST_FAULTS, reword)
    if complaints:
        complaints = list(dict.fromkeys(chain(complaints, _faults_only_in_changes(ruleset, complaints))))
    else:
        complaints = list(dict.fromkeys(_faults_of_changes(ruleset)))
    if not complaints:
        complaints = _faults_of_texts(ruleset) + list(_faults_of_notations(ruleset))
    return complaints


def _faults_only_in_changes(ruleset: Ruleset, known: Sequence[Complaint]) -> Iterator[Complaint]:
    """Yield the faults of single words with each change, also those that are `known` of a ruleset without it, except that a
    rule has no text.

    Whether changes fit together is found only once the ruleset is sound without them.
    """
    missing_texts = {message for _, message in known if message.startswith(WITHOUT_TEXT)}
    for number in range(len(ruleset.data.get("changes") or ())):
        changed = ruleset.changed((number,))
        with suppress(FormulaError):
            for pointer, message in family(ruleset.family).soundness(changed):
                if message not in missing_texts:
                    yield Complaint(changed.origin(pointer), message)


def reword(complaint: Complaint, message: str) -> Complaint:
    """A complaint with another message at the same place."""
    return complaint._replace(message=message)


def _faults_of_notations(ruleset: Ruleset) -> Iterator[Complaint]:
    """Yield a fault for each notation under `reads:` that nothing here reads; shipped rulesets may be read elsewhere."""
    reads = ruleset.get("reads")
    if not reads:
        return
    from referee.plugins import own_notations  # few rulesets name a notation
    from referee.source.records import find_notation

    for notation in reads:
        at = ("reads", notation)
        if is_shipped(ruleset.layer(at).name) or find_notation(notation):
            continue
        message = unknown_name(f"no notation is called {notation!r}", notation, own_notations(), "notations:")
        yield Complaint(ruleset.origin(at), message)


def _faults_of_texts(ruleset: Ruleset) -> list[Complaint]:
    """The faults of slots in the texts of rules, except texts of shipped files below the last layer."""
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
    """Yield the faults of `changes:` in a ruleset that is otherwise sound: of each change, and of all that may be in
    force together."""
    changes = ruleset.data.get("changes")
    if not changes:
        return
    for number, change in enumerate(changes):
        yield from _check_change(ruleset, number, change)
    games: list[ChangingGame] = []
    for players in ruleset.get("players", default=()):
        try:
            games.append(cast("ChangingGame", family(ruleset.family).compile(ruleset, players)))
        except Unsound as unsound:
            yield from (Complaint(ruleset.origin(at), message) for at, message in unsound.faults)
            return
    # each set of changes that can be in force together, with a moment when it is
    moments: dict[tuple[int, ...], Mapping[str, Any]] = {}
    for game in games:
        moments.update(game.sets())
    yield from _never_in_force(ruleset, len(changes), moments)
    patches = [dict(leaves(change["patch"])) for change in changes]
    for numbers, moment in moments.items():
        for earlier, later in combinations(numbers, 2):
            for one, word in contradictions(patches[earlier], patches[later]):
                yield _clash_of_changes(ruleset, (earlier, later), one, word, moment)
        if numbers:
            yield from _check_changed_rules(ruleset, games, numbers)


def _never_in_force(ruleset: Ruleset, changes: int, sets: Iterable[tuple[int, ...]]) -> Iterator[Complaint]:
    """Yield the changes that are in none of the sets in force at some point of a game."""
    ever = set(chain.from_iterable(sets))
    for number in range(changes):
        if number not in ever:
            at = ruleset.origin(("changes", number, "when"))
            yield Complaint(at, "this change is never in force; write a formula that holds at some point of a game")


def _check_change(ruleset: Ruleset, number: int, change: Mapping[str, Any]) -> Iterator[Complaint]:
    """Yield a fault if a change sets what must last for a whole game, or sets nothing new."""
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
    """The complaint that two changes set a word differently and can be in force together.

    `changes` are their numbers; `one` and `word` are the word as each has it; `moment` is an example of when both are
    in force.
    """
    earlier, later = changes
    name = dotted(min(word, one, key=len))
    message = f"`{name}` is set here, and differently by change {earlier + 1}, and both can be in force"
    where = ", ".join(f"{name} {value}" for name, value in moment.items() if value)
    if where:
        message += f" ({where})"
    at = ruleset.origin(("changes", later, "patch") + word)
    return Complaint(at, f"{message}; let one of the two formulas exclude the other")


def _check_changed_rules(
    ruleset: Ruleset, games: Sequence[ChangingGame], numbers: tuple[int, ...]
) -> Iterator[Complaint]:
    """Yield the faults of the rules while the changes with these numbers are in force.

    There is also a fault if logs would then write bids or contracts differently.
    """
    changed = ruleset.changed(numbers)
    found = faults(changed, ruleset.data)
    yield from found
    if not found and any(game.numbers_otherwise(changed) for game in games):
        at = ruleset.origin(("changes", numbers[-1], "patch"))
        yield Complaint(at, "what is bid, declared or chosen is the same for the whole game; a variant can set it")


def schema_complaints(ruleset: Ruleset, sound: Mapping[str, Any] = NOTHING) -> list[Complaint]:
    """Everything that the family's schema finds wrong with a merged ruleset, at the file and line that set it."""
    its = schema(family(ruleset.family).schema)
    trusted = set(shared_parts(sound))
    in_cards = partial(in_cards_of, ruleset.deck)
    found = source.schema_faults(ruleset.data, its, store=SCHEMAS, trusted=trusted, in_cards=in_cards)
    return [_schema_complaint(ruleset, pointer, message) for pointer, message in found]


def _schema_complaint(ruleset: Ruleset, pointer: Pointer, message: str) -> Complaint:
    """A complaint about the form of a value, at the line that set it, or that removed what is missing.

    If an entry lacks a key, its name may be a misspelling of one of the game's, which is then suggested.
    """
    removed = _layer_that_removes(ruleset.layers, pointer, message)
    if removed:
        return Complaint(removed, f"{message}; `null` removes it here")
    layer = ruleset.layer(pointer)
    if pointer and message.endswith("is missing"):
        # a new entry may be meant to change one of the game
        game = _names_of_others(ruleset, pointer[:-1], layer)
        message = with_fix(message, did_you_mean(str(pointer[-1]), game))
    return Complaint(layer.place(pointer), message)


def _layer_that_removes(layers: Sequence[Layer], pointer: Pointer, message: str) -> Place | None:
    """The place where the last of these layers removes the key that a message says is missing; None if none does.

    `pointer` leads to the map that lacks the key.
    """
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
