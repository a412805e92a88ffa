"""Whether a ruleset, house rule or deck is sound, as `referee check` and an editor ask about a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from operator import attrgetter
from typing import Any, NamedTuple

from referee import source
from referee.core.lint import WITHOUT_TEXT
from referee.core.merging import at, has, holds, lay_over
from referee.core.places import Complaint, Key, Pointer, RulesetError, Unjudgeable, to_key
from referee.core.ruleset import Layer, Ruleset, formulas, sets
from referee.core.wording import abridge, cut_texts, did_you_mean, nearly, number_of, unknown_name
from referee.core.words import Word, word_at
from referee.engines import family
from referee.rules import decks, rulesets
from referee.rules.citing import stale
from referee.rules.files import load_map
from referee.rules.layers import FileLayers
from referee.rules.settings import dotted, merge_layers
from referee.rules.shipped import SCHEMAS
from referee.rules.soundness import reword, schema_complaints
from referee.rules.texts import values_written_out

COURSE = "order"
"""The rule that verdicts on what is not possible now cite in every family."""
MOST_WAYS = 100
"""The most variants and readings of one ruleset that are checked."""


class Soundness(NamedTuple):
    """A file that was checked: what it is, its rules in one line, its faults, and notes that are no faults but worth a look."""

    kind: str
    brief: str
    complaints: Sequence[Complaint]
    notes: Sequence[Complaint] = ()


def soundness_of(path: str) -> Soundness:
    """What `referee check` says of a file: a ruleset, house rule or deck, with each of its variants and readings
    tried."""
    try:
        document = load_map(path, None)
        data = document.data
        if "game" in data or "events" in data:
            raise RulesetError.at(document.place(()), "this is a log, not a ruleset; `referee validate` judges it")
        deck = decks.in_file(document)
        if deck is not None:
            many = f"{number_of(deck.total, 'cards')} in {number_of(len(deck.suits), 'suits')}"
            return Soundness("deck", f"{deck.title}, {many}", ())
        return _check_rules(path, house="name" not in data)
    except Unjudgeable as unjudgeable:
        return Soundness("", "", unjudgeable.complaints)


def _check_rules(path: str, *, house: bool) -> Soundness:
    """What `referee check` says of a ruleset or, with `house`, of a house rule in a file."""
    pile = rulesets.gather(path)
    rules = rulesets.assemble(pile)
    layers = pile.layers
    complaints = list(rulesets.soundness(rules))
    # rules that words cite, whose names nobody can choose
    cited = set[Pointer]()
    if not complaints and not rules.get("abstract"):
        cited = {("rules", point.cites) for point in family(rules.family).points(rules).values()}
    of_patches = list(_patch_faults(layers, rules.words, cited))
    complaints += [complaint for complaint, idle in of_patches if not idle]
    # patches of the wrong form are known by now, and cannot be tried
    if not complaints or not schema_complaints(rules):
        ways = chain.from_iterable(islice(_ways(pile, rules, complaints), MOST_WAYS))
        complaints += abridge(_each_missing_text_once(ways, complaints), source.MOST_FAULTS, reword)
        complaints += _unknown_followed(rules, layers)
    complaints = sorted(dict.fromkeys(complaints), key=attrgetter("order"))
    if rules.get("abstract"):
        return Soundness("abstract", f"{rules.title}, for other rulesets to extend", complaints)
    kind = "house" if house else "ruleset"
    if complaints:
        return Soundness(kind, "", complaints)
    remarks = [complaint for complaint, idle in of_patches if idle]
    remarks += _stale_texts(rules)
    remarks += _half_changes(rules, layers)
    if house:
        remarks += _changes_of_course(layers)
    remarks += values_written_out(rules, rules.layers[-1])
    return Soundness(kind, family(rules.family).brief(rules), (), remarks)


def _stale_texts(rules: Ruleset) -> Iterator[Complaint]:
    """Yield a remark for each rule whose words the last layer changes without giving it a new text, with the text
    cited instead."""
    for rule in rules.get("rules", default={}):
        text = stale(rules, rule)
        if text and text.layer is rules.layers[-1]:
            message = f"this changes the rule {rule!r}, so verdicts cite: {text.instead.text}"
            advice = f"write its new text under `rules: {{{rule}: …}}` to have it in your own words"
            yield Complaint(text.layer.place(to_key(text.words[0])), f"{message} ({advice})")


def _unknown_followed(rules: Ruleset, layers: Sequence[Layer]) -> Iterator[Complaint]:
    """Yield a fault for each `follows:` of a reading that names a ruling or a reading that does not exist."""
    for name, ruling in rules.rulings.items():
        for reading, entry in ruling.readings.items():
            for followed, its_reading in entry.get("follows", {}).items():
                place = rules.origin(("rulings", name, "readings", reading, "follows", followed))
                if not any(has(layer.data, ("rulings", followed)) for layer in layers):
                    message = f"{rules.title} has no ruling {followed!r}"
                    yield Complaint(place, unknown_name(message, followed, rules.rulings, "its rulings:", "none"))
                elif followed in rules.rulings and its_reading not in rules.rulings[followed].values:
                    known = rules.rulings[followed].values
                    message = f"the ruling {followed!r} has no reading {its_reading!r} with a value"
                    yield Complaint(place, unknown_name(message, its_reading, known, "its readings:", "none"))


def _half_changes(rules: Ruleset, layers: Sequence[Layer]) -> Iterator[Complaint]:
    """Yield a remark for each thing that a file changes in one place only: one of two equal formulas, or some of
    several cases."""
    layer = layers[-1]
    below = merge_layers(layers[:-1])
    formulas_before = dict(formulas(below, ()))
    formulas_now = dict(formulas(rules.data, ()))
    for pointer, text in formulas_before.items():
        if not sets(layer.data, pointer) or formulas_now.get(pointer) == text:
            continue
        twin = _unchanged_twin(formulas_before, formulas_now, pointer)
        if twin and " " in text and not any(isinstance(key, int) for key in pointer):
            message = f"`{dotted(pointer)}` was {text!r} like `{dotted(twin)}`, which stays so"
            yield Complaint(layer.place(to_key(pointer)), f"{message}; if they are one fact, change both")
        if pointer[-1:] == ("cases",) and isinstance(at(layer.data, pointer), list):
            yield from _cases_left_out(rules, layer, below, pointer)


def _unchanged_twin(was: Mapping[Pointer, str], now: Mapping[Pointer, str], pointer: Pointer) -> Pointer:
    """The first other word that had the same formula as the one at `pointer` and still has it; () if none has."""
    for other, text in was.items():
        if other != pointer and text == now.get(other) == was[pointer]:
            return other
    return ()


def _cases_left_out(rules: Ruleset, layer: Layer, below: Mapping[str, Any], pointer: Pointer) -> Iterator[Complaint]:
    """Yield a remark for each case of the ruleset below that is gone, as a layer's list of cases replaces the whole
    list."""
    cases = at(rules.data, pointer)
    kept = set()
    if cases:
        kept = {case.get("when") for case in cases}
    for case in at(below, pointer):
        if "when" not in case or case["when"] in kept:
            continue
        gone = f"{case['points']!r} when {case['when']!r} is gone"
        message = f"these cases replace all of `{dotted(pointer)}`, and {gone}; repeat it if it still holds"
        yield Complaint(layer.place(to_key(pointer)), message)


def _changes_of_course(layers: Sequence[Layer]) -> Iterator[Complaint]:
    """Yield a remark if a house rule gives the rule `order` another text: every verdict on what may happen when cites
    it."""
    layer = layers[-1]
    texts = layer.data.get("rules")
    known = merge_layers(layers[:-1]).get("rules", {})
    if not texts or COURSE not in texts or COURSE not in known:
        return
    entry = texts[COURSE]
    if isinstance(entry, Mapping) and "text" in entry:
        message = f"verdicts on the course of the game cite `{COURSE}`: {known[COURSE]['text']!r}"
        message += "; call a rule about something else differently"
        yield Complaint(layer.place(("rules", Key(COURSE))), message)


def _each_missing_text_once(complaints: Iterable[Complaint], known: Sequence[Complaint]) -> Iterator[Complaint]:
    """Yield complaints; of those that a rule has no text, which several variants and readings may have, the first for
    each rule, unless it is `known`."""
    missing = {complaint.message.partition(WITHOUT_TEXT)[2] for complaint in known}
    for complaint in complaints:
        _, cites, rest = complaint.message.partition(WITHOUT_TEXT)
        if not cites or rest not in missing:
            yield complaint
        missing.add(rest)


def _ways(pile: FileLayers, rules: Ruleset, known: Sequence[Complaint]) -> Iterator[list[Complaint]]:
    """Yield the faults of a ruleset with one variant picked or one ruling read otherwise, a list for each such way,
    without those that are `known` of it anyway.

    For a house rule only its own are tried: those of its game need not go with it, and whoever picks both gets a
    message.
    """

    def tried(*pointer: str) -> bool:
        return not pile.houses or not rules.layer(pointer).own

    for variant in rules.get("variants", default={}):
        if tried("variants", variant, "patch"):
            yield _way(pile, rules, known, f"with the variant {variant}: ", [variant], {})
    for name, ruling in rules.rulings.items():
        for reading in ruling.others:
            if tried("rulings", name, "readings", reading):
                yield _way(pile, rules, known, f"with the ruling {name} read as {reading}: ", [], {name: reading})


def _way(
    pile: FileLayers,
    rules: Ruleset,
    known: Sequence[Complaint],
    when: str,
    variants: Sequence[str],
    ruling: Mapping[str, str],
) -> list[Complaint]:
    """The faults of a ruleset with these variants and readings that are not `known` of it without them; `when` begins
    each message."""
    try:
        changed = rulesets.assemble(pile, variants, ruling)
        sound: Mapping[str, Any] = {}
        if not known:
            sound = rules.data
        complaints = rulesets.soundness(changed, sound)
        new = [variant for variant in variants if _is_new(("variants", variant, "patch"), pile)]
        if new and not complaints and changed.data == rules.data:
            message = "it changes nothing; write in `patch:` what it changes"
            complaints = [Complaint(rules.origin(("variants", new[0], "patch")), message)]
    except Unjudgeable as unjudgeable:
        complaints = list(unjudgeable.complaints)
    new_here = [complaint for complaint in complaints if complaint not in known]
    return [Complaint(place, f"{when}{message}") for place, message in new_here]


def _is_new(pointer: Pointer, pile: FileLayers) -> bool:
    """Return whether only the last of the files has something at a pointer. A house rule may say that it includes a variant."""
    *below, last = [has(file.document.data, pointer) for file in pile.files]
    return last and not any(below)


# -- a patch as a patch: lines that change nothing, and lines about what the parent does not have -------------------------


class PatchFault(NamedTuple):
    """A fault of a line of a patch; an `idle` line is harmless: it only changes nothing."""

    pointer: Pointer
    message: str
    idle: bool = False


BESIDE_WORDS = {key: word_at("ruleset.schema.json", SCHEMAS, "properties", key) for key in ("rules", "variants")}
"""Parts of a ruleset to whose record a family adds something."""
IDLE = "is like this in {title} already, so this changes nothing; remove it, or write another value"


def _patch_faults(layers: Sequence[Layer], words: Word, cited: Set[Pointer]) -> Iterator[tuple[Complaint, bool]]:
    """Yield the faults of house rules as patches of what is below them; True with those of lines that merely change
    nothing.

    `words` is the record of all words, `cited` the rules that words cite, whose names nobody can choose.
    """
    below: dict[str, Any] = {}
    for number, layer in enumerate(layers):
        title = below.get("title", below.get("name", "what it extends"))
        faults = _unknown(layer.data, words, ())
        if number and not layer.own:
            faults = chain(_compare(layer.data, below, words, (), cited), _readings(layer.data, below))
        for fault in faults:
            yield Complaint(layer.place(fault.pointer), fault.message.replace("{title}", str(title))), fault.idle
        below = lay_over(below, layer.data)


def _compare(
    patch: Mapping[str, Any], below: Mapping[str, Any], words: Word, path: Pointer, cited: Set[Pointer]
) -> Iterator[PatchFault]:
    """Yield the faults of the lines of a patch, compared with the map `below` that it changes.

    `words` is the record of that map, `path` its place; `cited` are the rules that words cite.
    """
    known = None
    if words.closed:
        known = words.parts
    cut = cut_texts(patch, known)
    for key, value in patch.items():
        part = words.keys.get(key, words.entry)
        if not path and key in BESIDE_WORDS:
            part = BESIDE_WORDS[key]
        pointer = path + (Key(key),)
        if key in below:
            yield from _check_line(value, below[key], part, pointer, cited)
        elif key in cut:
            yield PatchFault(pointer, f"{_called(pointer)} is not a word{cut[key]}")
        else:
            near = None
            if words.named and key not in words.keys and pointer not in cited:
                near = nearly(key, below)
            yield from _check_new_line(value, below, part, pointer, near)


def _check_line(value: Any, now: Any, part: Word, pointer: Pointer, cited: Set[Pointer]) -> Iterator[PatchFault]:
    """Yield a fault if a line about something that the parent has does not change it; `now` is the parent's value."""
    changed = value
    if value is None:
        changed = part.default
    if now == changed:
        yield PatchFault(pointer, f"{_called(pointer)} {IDLE}", idle=True)
        return
    in_variant = len(pointer) > 1 and pointer[0] == "variants"
    if in_variant or not isinstance(value, Mapping) or not isinstance(now, Mapping):
        return
    if not value:
        message = "has nothing below it, so this changes nothing; remove it, or write what changes"
        yield PatchFault(pointer, f"{_called(pointer)} {message}", idle=True)
    yield from _compare(value, now, part, pointer, cited)


def _check_new_line(
    value: Any, below: Mapping[str, Any], part: Word, pointer: Pointer, near: str | None
) -> Iterator[PatchFault]:
    """Yield a fault if a line about something that the parent does not have adds nothing, or has a name `near` one of
    the parent's."""
    name = _called(pointer)
    if value is None:
        hint = did_you_mean(str(pointer[-1]), below)
        if not hint:
            hint = "; remove this line"
        yield PatchFault(pointer, f"{name} is not in {{title}}, so there is nothing to remove{hint}")
    elif part.default is not None and part.default == value:
        yield PatchFault(pointer, f"{name} {IDLE}", idle=True)
    elif near:
        message = f"{name} is not in {{title}}; did you mean {near!r}? If it is new, give it a name less like that one"
        yield PatchFault(pointer, message)
    yield from _unknown(value, part, pointer)


def _called(pointer: Pointer) -> str:
    return f"`{dotted(pointer)}`"


def _unknown(entries: Any, word: Word, path: Pointer) -> Iterator[PatchFault]:
    """Yield a fault for each key without a value, in new parts, that is no word: a patch removes such keys, so no
    schema sees them."""
    if not isinstance(entries, Mapping):
        return
    cut = {}
    if word.closed:
        cut = cut_texts(entries, word.parts)
    for key, value in entries.items():
        pointer = path + (Key(key),)
        if value is None and word.closed and key not in word.parts:
            yield PatchFault(pointer, f"{_called(pointer)} is not a word{cut.get(key, '')}")
        elif key == "patch":  # its nulls remove keys, and are checked when it is picked
            continue
        elif not path and key in BESIDE_WORDS:
            yield from _unknown(value, BESIDE_WORDS[key], pointer)
        else:
            yield from _unknown(value, word.part(key), pointer)


def _readings(patch: Mapping[str, Any], below: Mapping[str, Any]) -> Iterator[PatchFault]:
    """Yield a fault for each ruling that a patch sets to the reading which is in force below it anyway."""
    chosen = patch.get("ruling")
    if not isinstance(chosen, Mapping):
        return
    for name, reading in chosen.items():
        about = at(below, ("rulings", name, "about"))
        entry = at(below, ("rulings", name, "readings", reading))
        current = None
        if isinstance(about, str):
            current = at(below, tuple(about.split(".")))
        if isinstance(entry, Mapping) and current is not None and holds(entry.get("value"), current):
            message = f"the ruling {name!r} is read as {reading} in {{title}} already"
            yield PatchFault(("ruling", Key(name)), f"{message}, so this changes nothing; remove it", idle=True)
