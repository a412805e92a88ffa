"""Which word somebody meant: a slip is one letter changed, added, removed or swapped with the next, in a long word two."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee.core.wording import slip_of

LETTERS = "abc"
WORDS = ["".join(letters) for length in range(4) for letters in product(LETTERS, repeat=length)]


def slips(word: str) -> set[str]:
    """Everything that one slip makes of a word."""
    ends = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    removed = {left + right[1:] for left, right in ends if right}
    added = {left + letter + right for left, right in ends for letter in LETTERS}
    changed = {left + letter + right[1:] for left, right in ends if right for letter in LETTERS}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in ends if len(right) > 1}
    return {word, *removed, *added, *changed, *swapped}


@pytest.mark.parametrize("word", WORDS)
def test_a_short_word_has_one_slip(word: str) -> None:
    made = slips(word)
    assert {other for other in WORDS if slip_of(word, [other]) == other} == made & {*WORDS}


def test_a_long_word_has_two() -> None:
    chance = random.Random(1)
    for _ in range(300):
        word = "".join(chance.choices(LETTERS, k=chance.randint(8, 10)))
        once = chance.choice(sorted(slips(word)))
        twice = chance.choice(sorted(slips(once)))
        assert slip_of(word, [once]) == once
        other = "".join(chance.choices(LETTERS, k=len(word)))
        near = {twice for between in slips(word) for twice in slips(between)}
        assert slip_of(word, [other]) is None or other in near
        if len(word) == len(twice) and sum(map(str.__ne__, word, twice)) <= 2:
            assert slip_of(word, [twice]) == twice


def test_of_two_words_that_are_as_near_neither_was_meant() -> None:
    assert slip_of("cot", ["cat", "cut"]) is None
    assert slip_of("COT", ["cat", "dog"]) == "cat"
    assert slip_of("cat", ["cat", "cat"]) == "cat"
