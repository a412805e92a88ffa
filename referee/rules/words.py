"""The records of the words that rulesets and logs of a family may contain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from referee.core.words import Word, word_at
from referee.engines import family
from referee.rules.shipped import SCHEMAS


@cache
def words(name: str) -> Word:
    """Return the record of what a ruleset of a family may contain."""
    return word_at(family(name).schema, SCHEMAS)


@cache
def log_words(name: str, part: str = "event") -> Mapping[str, Word]:
    """Return the records of the keys of a part of a family's logs: of an event its verbs, and what may stand beside them; of
    its `setup`, a `position`, or what logs `expect`."""
    return word_at(family(name).schema, SCHEMAS, "$defs", part).keys
