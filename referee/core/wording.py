"""Numbers and lists in a sentence, and which known word somebody may have meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import islice, product, starmap
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

T = TypeVar("T")

Called = Mapping[str, str]
"""Meanings of the names in formulas: 'the tricks won', or 'the player is the dealer' for a condition."""
NOTHING: Called = MappingProxyType({})

MOST_COUNTED = 1_000
"""The number up to which things are counted to say how many more there are."""
MOST_FAULTS = 50
"""The most faults of one kind, of one map or of one log that are reported; a file with more has another problem."""


class Rest(str):
    """A sentence in place of all that there was no room for: 'and 12 more'."""

    __slots__ = ()


def abridge(things: Iterable[T], most: int, rest: Callable[[T, Rest], T]) -> list[T]:
    """All things, or the first `most - 1` and one for the rest: `rest` makes it from the next thing and the words
    'and 12 more'."""
    first = list(islice(things, MOST_COUNTED + 1))
    if len(first) <= most:
        return first
    number_left = len(first) - most + 1
    if len(first) <= MOST_COUNTED:
        more = f"and {number_left} more"
    else:
        more = f"and more than {number_left - 1} more"
    return [*first[: most - 1], rest(first[most - 1], Rest(more))]


def number_of(number: int, plural: str) -> str:
    """Return '1 card', '2 cards', '1 Luminary', from the plural."""
    if plural.endswith("ies"):
        one = f"{plural[:-3]}y"
    else:
        one = plural.removesuffix("s")
    return f"{number} {one if number == 1 else plural}"


ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def number_in_words(number: int) -> str:
    """A number below a hundred in words, 'twenty-three'; any other in digits."""
    if not 0 <= number < 100:
        return str(number)
    if number < len(ONES):
        return ONES[number]
    tens = TENS[number // 10 - 2]
    if number % 10 == 0:
        return tens
    return f"{tens}-{ONES[number % 10]}"


def article(name: str) -> str:
    """Return a name with its article: 'an Eight', 'a Club', 'an 8'."""
    return f"{'an' if name[:1].lower() in ('a', 'e', 'i', 'o', '8') else 'a'} {name}"


def in_list(words: Iterable[object], last: str = "and") -> str:
    """Return 'a', 'a and b', 'a, b and c'."""
    texts = list(map(str, words))
    if len(texts) > 1:
        return f"{', '.join(texts[:-1])} {last} {texts[-1]}"
    return "".join(texts)


if TYPE_CHECKING:

    class WithHands(Protocol):
        """A state in which some cards of a hand may not be recorded: so many are `hidden`, by seat."""

        players: tuple[str, ...]
        hidden: list[int]


def unrecorded_cards(state: WithHands, seat: int) -> str:
    """Return how many cards in the hand of a player are not recorded; nothing if all are."""
    number = state.hidden[seat]
    of = f"{number} of the cards in {state.players[seat]}'s hand"
    if not number:
        return ""
    return f"{of} {'is' if number == 1 else 'are'} not recorded"


_LONGEST = 60
_LONG = 8
"""A word with at least this many letters may have two wrong letters, a shorter one only one."""


class Fix(NamedTuple):
    """An unknown word, and the one known word that it is a slip of."""

    wrong: str
    right: str


class Told(str):
    """A sentence that says what may have been meant, and how to correct it if that is clear."""

    fix: Fix | None

    def __new__(cls, text: str = "", fix: Fix | None = None) -> Told:
        """Return the sentence, with its fix."""
        sentence = super().__new__(cls, text)
        sentence.fix = fix
        return sentence


def with_fix(message: str, near: str) -> str:
    """Return a sentence and its end from `did_you_mean`, whose fix becomes the fix of the sentence."""
    return Told(f"{message}{near}", fix_in(near))


def fix_in(message: str) -> Fix | None:
    """Return how to correct what a sentence is about, if the sentence knows."""
    if not isinstance(message, Told):
        return None
    return message.fix


_NEAR = 0.65
"""How much of two words must be the same for one to be offered for the other, unless they begin alike."""


_CLOSE = 6
"""How many words that are near are compared letter by letter."""

NEGATIONS = frozenset(("no", "non", "not", "never", "without"))
"""Words that turn a name into its opposite: 'no-sixes'."""
NEGATING = ("un", "il", "im", "in", "ir", "dis", "non", "anti", "counter")
"""Beginnings that turn a word into its opposite: 'illegal'."""
OPPOSITES = (
    ("most", "least", "fewest"),
    ("more", "less", "fewer"),
    ("highest", "lowest"),
    ("higher", "lower"),
    ("high", "low"),
    ("maximum", "minimum"),
    ("max", "min"),
    ("first", "last"),
    ("before", "after"),
    ("early", "late"),
    ("left", "right"),
    ("over", "under"),
    ("up", "down"),
    ("on", "off"),
    ("open", "closed"),
    ("said", "silent"),
    ("allowed", "forbidden"),
    ("must", "may"),
    ("win", "lose"),
    ("winner", "loser"),
    ("won", "lost"),
    ("same", "different"),
    ("even", "odd"),
    ("import", "export"),
)
"""Words of which one may not be offered for another, however alike their letters are."""


def is_opposite(one: str, other: str) -> bool:
    """Whether two names mean the opposite: they differ by a negation, or by one of a pair of opposites."""
    parts = set(re.findall(r"[^\W_]+", one.casefold()))
    others = set(re.findall(r"[^\W_]+", other.casefold()))
    if NEGATIONS & (parts ^ others):
        return True
    return any(starmap(_are_opposites, product(parts - others, others - parts)))


def _are_opposites(one: str, other: str) -> bool:
    """Whether two words mean the opposite, such as 'first' and 'last', or 'illegal' and 'legal'."""
    shorter, longer = sorted((one, other), key=len)
    if longer.endswith(shorter) and longer.removesuffix(shorter) in NEGATING:
        return True
    return any(one in words and other in words for words in OPPOSITES)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word nearest to `word` by its letters, ignoring case; never one that means the opposite.

    None if nothing is near: 'teams' is not meant for 'examples'.
    """
    if len(word) > _LONGEST:
        return None
    from difflib import get_close_matches

    folded = word.casefold()
    by_folded = {name.casefold(): name for name in known if not is_opposite(word, name)}
    near = get_close_matches(folded, by_folded, n=_CLOSE, cutoff=_NEAR)
    if not near:
        near = [each for each in get_close_matches(folded, by_folded, n=_CLOSE) if each[:1] == folded[:1]]
    if not near:
        return None
    return by_folded[min(near, key=lambda each: _slips(folded, each, _LONGEST))]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the end of a sentence about an unknown word: "; did you mean 'deal'?", or "" when nothing is near."""
    known = list(known)
    near = nearest(word, known)
    if near is None:
        return ""
    return Told(f"; did you mean {near!r}?", Fix(word, near) if slip_of(word, known) == near else None)


def slip_of(word: str, known: Iterable[str]) -> str | None:
    """The one known word that `word` is a slip for, ignoring case; None if none is, or several are equally near.

    A slip is one letter too many, too few, wrong or swapped with the next; two of these in a long word.
    """
    most = 2 if len(word) >= _LONG else 1
    folded = word.casefold()
    slips = {name: _slips(folded, name.casefold(), most) for name in known if not is_opposite(word, name)}
    fewest = min(slips.values(), default=most + 1)
    nearest = [name for name, number in slips.items() if number == fewest <= most]
    if len(nearest) != 1:
        return None
    return nearest[0]


def _slips(one: str, other: str, most: int) -> int:
    """The number of letters to change, add, remove or swap with the next to turn one word into the other.

    At most `most + 1`: then there is no need to count on. It is the distance of Damerau and Levenshtein, row by row.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    last_row: list[int] = []
    row = list(range(len(other) + 1))
    for line, letter in enumerate(one):
        row_before_last = last_row
        last_row = row
        row = [line + 1]
        for place, meant in enumerate(other):
            cost = min(last_row[place] + (letter != meant), last_row[place + 1] + 1, row[place] + 1)
            if line and place and letter == other[place - 1] and one[line - 1] == meant:
                cost = min(cost, row_before_last[place - 1] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def nearly(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` misspells by a few letters."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.85) if len(word) <= _LONGEST else ()), None)


def cut_texts(entries: Mapping[str, object], known: Container[str] | None = None) -> dict[str, str]:
    """By key, the end of the sentence about it: it is the rest of a text that was in `{…}` without quotes and had a
    comma.

    YAML splits the entries of `{…}` at commas: it reads `{when: max(a, b) > 3}` as `when: max(a` and `b) > 3` without
    a value. A rest is recognized by the open bracket before it; if all keys are `known`, by not being one of them.
    """
    sentences = {}
    text_so_far = first_key = ""
    for name, value in entries.items():
        is_open = text_so_far.count("(") > text_so_far.count(")")
        if text_so_far and value is None and (is_open or (known is not None and name not in known)):
            text_so_far = f"{text_so_far}, {name}"
            noun = "formula" if is_open else "text"
            sentences[name] = (
                f'; a comma separates the entries of {{…}}: put the {noun} in quotes, as in {first_key}: "{text_so_far}"'
            )
        elif isinstance(value, str):
            text_so_far = value
            first_key = str(name)
        else:
            text_so_far = ""
    return sentences


def meant(text: object, names: Iterable[str]) -> str | None:
    """The one of some names that a text means: the name itself, or the only one that begins with it; else None.

    Case, spaces and signs do not matter.
    """
    folded = _fold(text)
    by_name = {_fold(name): name for name in names}
    if folded in by_name:
        return by_name[folded]
    begun = []
    for folded_name, name in by_name.items():
        if folded and folded_name.startswith(folded):
            begun.append(name)
    if len(begun) != 1:
        return None
    return begun[0]


def _fold(text: object) -> str:
    return "".join(filter(str.isalnum, str(text).casefold()))


def unknown_name(message: str, name: object, known: Iterable[str], listing: str, none: str = "") -> str:
    """Return the sentence that a name is unknown, with the one that may be meant, or else all known ones, or `none`."""
    known = list(known)
    all_known = ", ".join(known) or none
    return with_fix(message, did_you_mean(str(name), known) or (f"; {listing} {all_known}" if all_known else ""))


QUOTES = "\"'“”„‘’‚«»`"
"""Marks that word processors put around a word, and that are then copied along with it."""


def without_quotes(text: str) -> str:
    """A text without the quotation marks around it, typographic ones included; an apostrophe at one end alone stays."""
    if len(text) > 2 and text[0] in QUOTES and text[-1] in QUOTES:
        return text[1:-1].strip()
    return text
