"""Doubts of every family: they say what to write."""

from __future__ import annotations

import re

from referee.engines.climbing.claims import DOUBTS as CLIMBING
from referee.engines.meld.claims import DOUBTS as MELD
from referee.engines.shedding.claims import DOUBTS as SHEDDING
from referee.engines.trick.claims import DOUBTS as TRICK

NOTHING_MISSING = ("unusual-copies", "arrangement")
"""Doubts about what is written, not about what is left out."""
OF_COURSES = ("unseen-leader",)
"""Doubts that several courses are possible, to which these add their words."""
ALL = [*TRICK.items(), *MELD.items(), *SHEDDING.items(), *CLIMBING.items()]


def test_a_doubt_ends_with_the_words_to_write() -> None:
    silent = [rule for rule, text in ALL if not re.search(r"; write .*`\w+:.*`", text)]
    assert set(silent) == {*NOTHING_MISSING, *OF_COURSES}
