"""The rules in force as sentences, section by section: each word has its own, except those that need computing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from referee.core.cards import in_words
from referee.core.data import Words
from referee.core.family import RuleLine, Section
from referee.core.formula_words import amount, condition
from referee.core.merging import at
from referee.core.ruleset import Ruleset, every_word
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
    """Return the rules in force, section by section."""
    placed = {path for paths in plan.values() for path in paths}
    computed = {"deck": deck_and_players, **computed}
    found = []
    for title, paths in plan.items():
        found.append(
            (title, [line for path in paths for line in _lines_about(rules, tuple(path.split(".")), computed, placed)])
        )
    return found


def _lines_about(rules: Ruleset, pointer: tuple[str, ...], computed: Computed, placed: set[str]) -> Iterator[RuleLine]:
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
    """Return what says one sentence of the value of a word, if any, and one of each entry of a map, by its name."""

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
        cards = in_words(value, rules.deck)
    parts = {"cards": cards, "Cards": f"{cards[:1].upper()}{cards[1:]}", "suit": rules.deck.suits.get(str(value), "")}
    text = word.sentence(value, pointer[-1], called_in(rules), parts)
    if text:
        yield RuleLine(text, pointer)


def of_parts(word: Word, value: Mapping[str, object]) -> list[str]:
    """Return what the parts of a value say by themselves, in the order of the schema."""
    found = []
    for key, part in word.keys.items():
        if key in value and (says := part.sentence(value[key])):
            found.append(says)
    return found


def cases(rules: Ruleset, section: str, after: Callable[[Words], str] = lambda part: "") -> Iterator[RuleLine]:
    """Yield one line for each case of the parts of a score; `after` says what follows the name of a part."""
    for name, part in rules.full[section].items():
        called = called_in(rules, by_side=part.get("each") == "side")
        for place, case in enumerate(part["cases"]):
            worth = in_points(case["points"], called)
            text = f"{name}{after(part)}, {when(case, place, called)}: {worth}."
            yield RuleLine(text, (section, name, "cases", place))


@lru_cache(maxsize=8)
def called_in(rules: Ruleset, *, by_side: bool = False) -> Called:
    """Return what the names in the formulas of a ruleset mean, except those that it chooses itself; of sides, if wanted."""
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
    """Return a ruleset in one line: its title, how many players it is for, what else there is to say, and its house rules."""
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
