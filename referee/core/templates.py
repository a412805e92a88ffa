"""The text of a rule as a template over the words of the ruleset: `{pass.cards:word} cards are passed`.

A slot names a word by its path, as the `about:` of a ruling does, and may say in what form its value is written. It may name
several words that a text speaks of together, `{values.J = values.Q}`, as long as they are equal. Slots are filled from the
rules in force, so that a text says what a house rule or a variant made of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.core.cards import Deck
from referee.core.formula_words import amount, condition
from referee.core.merging import at
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.core.sentences import called_in
from referee.core.wording import article, did_you_mean, in_list, number_in_words

SLOT = re.compile(r"\{([^{}]*)\}")
SIGNS = re.compile(r"[{}]")


class Misfit(Exception):  # noqa: N818 - what a value is
    """A value cannot be written in the form that a slot asks for; the text says what would be right."""


class Slot(NamedTuple):
    """A place in a text that says the value of a word, or of equal words: `written` is what stands between the braces."""

    written: str
    words: tuple[Pointer, ...]
    form: str


def slots(text: str) -> Iterator[Slot]:
    """Yield the slots of a text."""
    for match in SLOT.finditer(text):
        yield slot(match[1])


def slot(written: str) -> Slot:
    """The slot that stands between two braces; what follows the last colon is a form if there is such a form."""
    paths, _, form = written.rpartition(":")
    if form not in FORMS or not paths:
        paths = written
        form = ""
    words = [tuple(path.strip().split(".")) for path in paths.split("=")]
    return Slot(written, tuple(words), form)


def dotted(word: Pointer) -> str:
    """A word as a ruling or a slot names it: 'deal.each'."""
    return ".".join(map(str, word))


def literal(text: str) -> str:
    """The text without its slots, each of which leaves a dash: what it says by itself."""
    return SLOT.sub("–", text)


def fill(text: str, rules: Ruleset) -> str:
    """The text with the values of the rules in force. Raises Misfit if a word is missing or has no such form."""
    return SLOT.sub(lambda match: write(slot(match[1]), rules), text)


def write(slot: Slot, rules: Ruleset) -> str:
    """The value of the words of a slot, in its form. Raises Misfit."""
    texts = {_write_word(word, slot.form, rules) for word in slot.words}
    if len(texts) > 1:
        raise Misfit("these words are not equal; write each of them by itself")
    return texts.pop()


def _write_word(word: Pointer, form: str, rules: Ruleset) -> str:
    value = at(rules.full, word)
    if value is None:
        raise Misfit(f"the game has no `{dotted(word)}`")
    if rules.words.at(word).is_off(value):
        raise Misfit(f"`{dotted(word)}` is off, so there is nothing to say")
    return FORMS[form](value, word, rules)


def faults(text: str, rules: Ruleset) -> Iterator[str]:
    """Yield what is wrong with the slots of a text, in the rules for which it was written."""
    if SIGNS.search(SLOT.sub("", text)):
        yield "a brace stands alone here; a slot is a word in braces, such as {deal.each}"
    for slot in slots(text):
        fault = _fault(slot, rules)
        if fault:
            yield f"{{{slot.written}}}: {fault}"


def _fault(slot: Slot, rules: Ruleset) -> str:
    """The fault of a slot; empty if it has none."""
    for word in slot.words:
        unknown = _unknown(word, rules)
        if unknown:
            return unknown
    try:
        write(slot, rules)
    except Misfit as misfit:
        return str(misfit)
    return ""


def _unknown(path: Pointer, rules: Ruleset) -> str:
    """The fault of a dotted path that names no word of these rules, or a place inside a list; "" if the path is
    right."""
    part: object = rules.full
    for depth, key in enumerate(path):
        above = dotted(path[:depth])
        if isinstance(part, list):
            return f"`{above}` is a list, which house rules replace as a whole; name the list, or write it out"
        known = list(rules.words.at(path[:depth]).parts)
        if isinstance(part, Mapping):
            known += [name for name in part if name not in known]
        if key not in known:
            return _not_known(str(key), above, known)
        part = at(part, (key,))
    return ""


def _not_known(key: str, above: str, known: list[str]) -> str:
    """The sentence that there is no word `key` below the path `above`, where the words `known` are.

    If the key is a known word with a wrong form after a colon, the sentence is about the form.
    """
    name, colon, form = key.rpartition(":")
    if colon and name in known:
        forms = [known_form for known_form in FORMS if known_form]
        hint = did_you_mean(form, forms) or f"; the forms are {in_list(forms)}"
        return f"there is no form {form!r}{hint}"
    among = ""
    if above:
        among = f" in `{above}`"
    return f"there is no word {key!r}{among}{did_you_mean(key, known)}"


def _as_it_is(value: object, word: Pointer, rules: Ruleset) -> str:
    """A value in words without any form: digits, a formula in words, a card or suit by its name, a list one after
    another.

    Raises Misfit for a truth value or a map.
    """
    if isinstance(value, bool | dict):
        raise Misfit("this has no words of its own; name a number, a formula, a card, a suit or a list of these")
    if isinstance(value, list):
        return in_list([_as_it_is(each, word, rules) for each in value])
    if not isinstance(value, str):
        return str(value)
    if _is_formula(word, rules):
        return amount(value, called_in(rules))
    return name_of(value, rules.deck)


def _is_formula(word: Pointer, rules: Ruleset) -> bool:
    """Whether the value of a word may be a formula: its schema, or one of its forms, allows both text and a number."""
    record = rules.words.at(word)
    types = [form.schema.get("type") for form in (record, *record.forms)]
    for kinds in types:
        if isinstance(kinds, list) and {"string", "number"} <= set(kinds):
            return True
    return False


def name_of(value: str, deck: Deck) -> str:
    """A card, a suit or a rank as a player calls it: 'Two of Clubs', 'Spades', 'Ace'; any other name with spaces for
    `_`."""
    if value in deck.by_id:
        card = deck.cards[deck.by_id[value]]
        if card.suit in deck.suits:
            usual = f"{deck.rank_names.get(card.rank, card.rank)} of {deck.suits[card.suit]}"
            return str(card.facts.get("name", usual))
        return str(card.facts.get("name", value))
    return deck.suits.get(value) or deck.rank_names.get(value) or value.replace("_", " ")


def _number(value: object, word: Pointer, rules: Ruleset) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise Misfit(f"this is no whole number; write {{{dotted(word)}}}")


def _in_words(value: object, word: Pointer, rules: Ruleset) -> str:
    number = _number(value, word, rules)
    if number == 0:
        raise Misfit("this is 0, which no sentence says in words")
    return number_in_words(number)


def _beginning(value: object, word: Pointer, rules: Ruleset) -> str:
    text = _in_words(value, word, rules)
    return f"{text[:1].upper()}{text[1:]}"


def _plural(value: object, word: Pointer, rules: Ruleset) -> str:
    if _number(value, word, rules) == 1:
        return ""
    return "s"


def _one(value: object, word: Pointer, rules: Ruleset) -> str:
    return _as_it_is(value, word, rules).removesuffix("s")


def _with_article(value: object, word: Pointer, rules: Ruleset) -> str:
    return article(_one(value, word, rules))


def _beginning_with_article(value: object, word: Pointer, rules: Ruleset) -> str:
    text = _with_article(value, word, rules)
    return f"A{text[1:]}"


def _choice(value: object, word: Pointer, rules: Ruleset) -> str:
    if not isinstance(value, list):
        return _as_it_is(value, word, rules)
    return in_list([_as_it_is(each, word, rules) for each in value], "or")


def _when(value: object, word: Pointer, rules: Ruleset) -> str:
    if not isinstance(value, str):
        raise Misfit("this is no condition; name a formula that holds or does not")
    return condition(value, called_in(rules))


FORMS: dict[str, Callable[[Any, Pointer, Ruleset], str]] = {
    "": _as_it_is,
    "word": _in_words,
    "Word": _beginning,
    "s": _plural,
    "one": _one,
    "a": _with_article,
    "A": _beginning_with_article,
    "or": _choice,
    "when": _when,
}
"""The forms of a slot: `{word}` as it is, `{word:word}` 'three', `{word:Word}` 'Three', `{word:s}` the ending of a plural,
unless the number is 1, `{word:one}` 'Heart' of Hearts, `{word:a}` and `{word:A}` 'an Eight', `{word:or}` a list with 'or',
`{word:when}` a condition: 'there are 2 players'."""
