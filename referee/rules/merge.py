"""Merged: layers that agree as one ruleset with its deck, in whatever order they came; a conflict is named and refused.

Where two layers set a word differently, one says that it changes the other, or both are refused, in a line that names both and
the word. A house rule says so when it extends another, and when it writes what a variant or a reading sets with it; a variant
when it extends another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from referee.core.merging import at as value_at
from referee.core.merging import holds
from referee.core.places import Complaint, Pointer, RulesetError
from referee.core.ruleset import Layer, Ruleset
from referee.core.wording import number_of
from referee.core.words import Word
from referee.rules.citing import restate
from referee.rules.decks import deck_in
from referee.rules.files import Where
from referee.rules.layers import BareReading, Layers
from referee.rules.settings import Addition, Setting, about, contradictions, dotted, merge_layers, shorter


def merge_rules(laid: Layers, words: Word, houses: tuple[str, ...], variants: Sequence[str]) -> Ruleset:
    """The ruleset that layers make, not yet checked; `words` is the record of its words. Raises RulesetError if its deck cannot
    be read."""
    deck = deck_in(laid.data, laid.layers)
    played = tuple(dict.fromkeys(variants))
    return Ruleset(laid.data, deck, words, laid.layers, houses, played, restate)


def remake(ruleset: Ruleset, layers: Sequence[Layer]) -> Ruleset:
    """The ruleset made of other layers. Raises RulesetError if its deck cannot be read."""
    data = merge_layers(layers)
    return Ruleset(data, deck_in(data, layers), ruleset.words, tuple(layers), ruleset.houses, ruleset.variants)


# -- conflicts ---------------------------------------------------------------------------------------------------------


def require_agreement(laid: Layers, variants: Collection[str]) -> None:
    """Refuse, by raising RulesetError, layers that set a word differently, and readings that set nothing and are not
    in force."""
    found = list(conflicts(laid.additions))
    if found:
        raise RulesetError(found)
    for bare in laid.bare:
        _require_in_force(laid, bare, variants)


def _require_in_force(laid: Layers, bare: BareReading, variants: Collection[str]) -> None:
    """Refuse a reading that sets nothing, unless it is in force anyway: `ruling:` cannot choose it."""
    if _is_in_force(laid, bare, variants):
        return
    entry = laid.data["rulings"][bare.ruling]["readings"][bare.reading]
    choose = entry["text"]
    if "variant" in entry:
        choose = f"write `variants: [{entry['variant']}]`"
    elif "follows" in entry:
        followed = ", ".join(f"{other}: {its_reading}" for other, its_reading in entry["follows"].items())
        choose = f"write `ruling: {{{followed}}}`, which decides it"
    message = f"{bare.ruling}: {bare.reading} is not chosen by `ruling:`; {choose}"
    raise RulesetError.at(bare.where(), message)


def _is_in_force(laid: Layers, bare: BareReading, variants: Collection[str]) -> bool:
    """Whether a reading that sets nothing is in force: by its variant, by the readings it follows from, or as the
    first one."""
    rulings = laid.data["rulings"]
    readings = rulings[bare.ruling]["readings"]
    entry = readings[bare.reading]
    if "variant" in entry:
        return str(entry["variant"]) in variants
    if "follows" not in entry:
        return bare.reading == str(next(iter(readings)))
    for other, its_reading in entry["follows"].items():
        followed = rulings.get(other, {})
        value = value_at(followed, ("readings", its_reading, "value"))
        if value is None or not holds(value, value_at(laid.data, about(followed))):
            return False
    return True


def conflicts(additions: Sequence[Addition]) -> Iterator[Complaint]:
    """Yield a complaint for each two additions that set a word differently, where neither says that it changes the
    other."""
    for first, second in combinations(additions, 2):
        clashes = list(_clashes(first, second))
        if not clashes:
            continue
        if second.picked is None:
            for one, other in clashes:
                yield _clash_of_houses(first.words[one], second.words[other], dotted(shorter(one, other)))
        else:
            yield _clash_of_picks(first, second, second.picked, clashes)


def _clashes(first: Addition, second: Addition) -> Iterator[tuple[Pointer, Pointer]]:
    """Yield the words that two additions set differently, as each of them has it, where neither says that it changes
    the other."""
    values = {pointer: setting.value for pointer, setting in first.words.items()}
    others = {pointer: setting.value for pointer, setting in second.words.items()}
    for one, other in contradictions(values, others):
        setting = first.words[one]
        other_setting = second.words[other]
        if second.id in setting.over or first.id in other_setting.over:
            continue
        if not _removes(setting, one, second.section) and not _removes(other_setting, other, first.section):
            yield one, other


def _removes(setting: Setting, pointer: Pointer, section: Pointer) -> bool:
    """Return whether a layer removes a section with what it sets at a pointer."""
    return setting.value is None and section[: len(pointer)] == pointer


def _clash_of_houses(first: Setting, second: Setting, word: str) -> Complaint:
    message = f"`{word}` is set here, and differently in {first.place().where}"
    advice = "let one of the two house rules extend the other to say which counts, or remove a line"
    return Complaint(second.place(), f"{message}; {advice}")


def _clash_of_picks(
    first: Addition, second: Addition, where: Where, clashes: Sequence[tuple[Pointer, Pointer]]
) -> Complaint:
    """The complaint that what was picked second, a variant or reading, sets words differently from what was added
    first.

    `where` is the place where it was picked, `clashes` the words as both have them.
    """
    one, other = clashes[0]
    word = f"`{dotted(shorter(one, other))}`"
    if len(clashes) > 1:
        word += f" and {number_of(len(clashes) - 1, 'more words')}"
    them = "them" if len(clashes) > 1 else "it"
    sets = f"{second.title} sets {word}, and {first.title} sets {them} differently [{first.words[one].place().where}]"
    advice = "play by one of the two"
    if first.picked is None and second.id.startswith("variant "):
        name = second.id.removeprefix("variant ")
        advice += ", or say in that house rule, or in one that extends it, what counts: "
        advice += f"`variants: {{{name}: {{patch: …}}}}`"
    elif first.id.startswith("variant ") and second.id.startswith("variant "):
        advice += ", or let one of them extend the other to say which counts"
    return Complaint(where(), f"{sets}; {advice}")
