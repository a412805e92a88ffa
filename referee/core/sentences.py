"""The rules in force as sentences, section by section: each word has its own, except those that need computing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from referee.core.data import Words
from referee.core.family import RuleLine, Section
from referee.core.formula_words import amount, condition
from referee.core.merging import at
from referee.core.ruleset import Ruleset, every_word
from referee.core.selectors import in_plural
from referee.core.wording import Called, in_list
from referee.core.words import Word

Plan = Mapping[str, Sequence[str]]
"""The paths of the words in each section. Words below a path come in the order of the schema, except those with a place of
their own.
"""
Computed = Mapping[str, Callable[[Ruleset], Iterable[RuleLine] | str]]
"""The sentences of words, and of everything below them, that need more than their values: lines, or one text, which may be
empty."""


def sections(rules: Ruleset, plan: Plan, computed: Computed) -> list[Section]:
    """The rules in force as (title, sentences) for each section of the plan.

    `computed` gives the sentences of those words, by dotted path, that cannot be made from their values alone.
    """
    placed = {path for paths in plan.values() for path in paths}
    computed = {"deck": deck_and_players, **computed}
    found = []
    for title, paths in plan.items():
        found.append(
            (title, [line for path in paths for line in _lines_about(rules, tuple(path.split(".")), computed, placed)])
        )
    return found


def _lines_about(rules: Ruleset, pointer: tuple[str, ...], computed: Computed, placed: set[str]) -> Iterator[RuleLine]:
    """Yield the sentences on a word and those below it, except words with a place of their own (`placed`, by dotted
    path).

    A word that others make irrelevant says nothing.
    """
    word = rules.words.at(pointer)
    value = at(rules.full, pointer)
    if not word.speaks_in(rules.full) or at(rules.full, pointer[:-1]) is None:
        return
    if ".".join(pointer) in computed:
        text = computed[".".join(pointer)](rules)
        if isinstance(text, str):
            if text:
                yield from [RuleLine(text, pointer)]
        else:
            yield from text
        return
    yield from plain(rules, *pointer)
    if not isinstance(value, Mapping):
        return
    for key in word.keys or value:
        if ".".join(pointer + (key,)) not in placed:
            yield from _lines_about(rules, pointer + (key,), computed, placed)


def one_each(
    of_value: Mapping[str, Callable[[Ruleset, Any], str]], of_entry: Mapping[str, Callable[[Ruleset, str, Any], str]]
) -> Computed:
    """Computed sentences by path: one on the whole value of a word (`of_value`), or one on each entry of a map
    (`of_entry`).

    The functions are given the rules and the value, or the rules, the name and the entry; an empty text is no
    sentence.
    """

    def says(path: str, rules: Ruleset) -> Iterator[RuleLine]:
        pointer = tuple(path.split("."))
        value = at(rules.full, pointer) or {}
        if path in of_entry:
            lines = [RuleLine(of_entry[path](rules, name, entry), pointer + (name,)) for name, entry in value.items()]
        else:
            if value:
                lines = [RuleLine(of_value[path](rules, value), pointer)]
            else:
                lines = []
        return (line for line in lines if line.text)

    return {path: partial(says, path) for path in (*of_value, *of_entry)}


def plain(rules: Ruleset, *pointer: str) -> Iterator[RuleLine]:
    """Yield the sentence that a word makes by itself; it may contain the `{cards}` or the `{suit}` that it names."""
    word = rules.words.at(pointer)
    value = at(rules.full, pointer)
    cards = ""
    if value and "ards}" in str(word.schema.get("says")):
        cards = in_plural(value, rules.deck, "or")
    parts = {"cards": cards, "Cards": f"{cards[:1].upper()}{cards[1:]}", "suit": rules.deck.suits.get(str(value), "")}
    text = word.sentence(value, pointer[-1], called_in(rules), parts)
    if text:
        yield RuleLine(text, pointer)


def of_parts(word: Word, value: Mapping[str, object]) -> list[str]:
    """The sentences of the parts of a value, each by itself, in the order of the schema."""
    found = []
    for key, part in word.keys.items():
        if key in value and (says := part.sentence(value[key])):
            found.append(says)
    return found


def cases(rules: Ruleset, section: str, after: Callable[[Words], str] = lambda part: "") -> Iterator[RuleLine]:
    """Yield one sentence for each case of the parts of a score: 'tricks, when the tricks won are 0: 5 points.'

    `after(part)` gives the words after the name of a part.
    """
    for name, part in rules.full[section].items():
        called = called_in(rules, by_side=part.get("each") == "side")
        for place, case in enumerate(part["cases"]):
            worth = in_points(case["points"], called)
            text = f"{name}{after(part)}, {when(case, place, called)}: {worth}."
            yield RuleLine(text, (section, name, "cases", place))


@lru_cache(maxsize=8)
def called_in(rules: Ruleset, *, by_side: bool = False) -> Called:
    """The meanings of the names in the formulas of a ruleset, except names that it chose itself.

    `by_side` words them for a side instead of a player: 'the side is the declarer's'.
    """
    own = {value for _, word, value in every_word(rules) if str(word.schema.get("names")).startswith("new")}
    called = {name: says for name, says in rules.words.called.items() if name not in own}
    if by_side:
        return {name: _of_a_side(says) for name, says in called.items()}
    return called


def _of_a_side(says: str) -> str:
    """Return 'the side is the declarer's' from 'the player is the declarer'."""
    says = re.sub(r"^the player is (?:on )?(the \w+)(?:'s side)?$", r"the side is \1's", says)
    return re.sub(r"^the player is|is the player's$", lambda match: match[0].replace("player", "side"), says)


def when(case: Mapping[str, object], place: int, called: Called) -> str:
    """Return when a case counts: 'when the tricks won are 0', 'otherwise', 'always'."""
    if "when" in case:
        return f"when {condition(case['when'], called)}"
    if place:
        return "otherwise"
    return "always"


def in_points(formula: object, called: Called) -> str:
    """Return what something is worth: '1 point', '10 times the tricks bid'."""
    worth = amount(formula, called)
    if re.fullmatch(r"-?[0-9.]+", worth):
        return f"{worth} point{'s' if worth not in ('1', '-1') else ''}"
    return worth


def deck_and_players(rules: Ruleset) -> Iterator[RuleLine]:
    """Yield what is played with, and by how many players; rules for others to extend need not say so."""
    deck = rules.deck
    if deck.cards:
        title = f"{deck.title[:1].upper()}{deck.title[1:]}"
        yield RuleLine(f"{title}: {deck.total} cards in {len(deck.suits)} suits.", ("deck",))
    numbers = rules.get("players")
    if numbers:
        yield RuleLine(f"Players: {', '.join(map(str, numbers))}.", ("players",))


def in_a_line(ruleset: Ruleset, *parts: str, span: int = 3) -> str:
    """A ruleset in one line: its title, numbers of players, the texts in `parts`, and its house rules.

    Numbers of players are a range, '2–4', if there are at least `span` of them without a gap.
    """
    numbers = ruleset.get("players", default=())
    players = ""
    if numbers:
        players = f"{how_many(numbers, span)} player{'s' if numbers != [1] else ''}"
    houses = (f"house rule {house}" for house in ruleset.houses)
    return ", ".join([*filter(None, (ruleset.title, players, *parts)), *houses])


def how_many(players: Sequence[int], span: int = 3) -> str:
    """Return numbers of players in words: '2–4' if all between are allowed and they are a `span`, '2 or 4' if not."""
    numbers = sorted(players)
    if len(numbers) >= span and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}–{numbers[-1]}"
    return in_list(numbers, "or")
