"""Doubts of every family: they say what to write."""

from __future__ import annotations

import re

from referee.engines.climbing.claims import DOUBTS as CLIMBING
from referee.engines.conspiracy.claims import DOUBTS as CONSPIRACY
from referee.engines.fishing.claims import DOUBTS as FISHING
from referee.engines.meld.claims import DOUBTS as MELD
from referee.engines.shedding.claims import DOUBTS as SHEDDING
from referee.engines.trick.claims import DOUBTS as TRICK

NOTHING_MISSING = ("unusual-copies", "arrangement")
"""Doubts about what is written, not about what is left out."""
OF_COURSES = ("unseen-leader", "unseen-meaning", "unseen-meanings", "lost-groups", "unseen-money")
"""Doubts that several courses are possible, which add the words of the events that left it open."""
ALL = [*TRICK.items(), *MELD.items(), *SHEDDING.items(), *CLIMBING.items(), *FISHING.items(), *CONSPIRACY.items()]


def test_a_doubt_ends_with_the_words_to_write() -> None:
    silent = [rule for rule, text in ALL if not re.search(r"; write .*`\w+:.*`", text)]
    assert set(silent) == {*NOTHING_MISSING, *OF_COURSES}
