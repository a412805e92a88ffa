"""A notation for Go Fish, a line for each question:

    Go Fish
    Ann: 7H 7D QS 3C 9H     a hand for each player, the dealer last
    Ann > Ben 7: 7C         Ann asks Ben for a 7, and is given one
    Ann > Ben Q: fish 2C    Ben has no Queen, and Ann draws 2C
    Cyd draws 5H            a player without cards draws one

What is after a `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.data import Data
from referee.source.records import AT, ForeignRecord, people, quote

HAND = re.compile(r"([^:>]+?)\s*:\s*(.+)")
QUESTION = re.compile(r"([^:>]+?)\s*>\s*([^:>]+?)\s+(\w+)\s*:\s*(.+)")
DRAWN = re.compile(r"([^:>]+?)\s+draws\s+(\S+)")


def records(text: str) -> Iterator[ForeignRecord]:
    """Yield the game of a text. What is not understood is a doubt, and the game is read up to there."""
    record = ForeignRecord(0)
    hands: dict[str, list[str]] = {}
    events: list[Data] = []
    for line in re.finditer(r"[^\n]+", text):
        said = line[0].partition("#")[0].strip()
        if not said or said == "Go Fish":
            continue
        hand = HAND.fullmatch(said)
        if hand and not events and ">" not in said:
            hands[hand[1]] = hand[2].split()
            continue
        happened = list(_events(said, line.start()))
        if not happened or record.ends_before(line.end()):
            record.doubt(line.start(), f"{quote(said)} is not understood; the game is read up to here")
            break
        events += happened
    names = people(list(hands))
    if names is None or len(names) < 2:
        record.doubt(0, "the hands of the players are missing; the record is left out")
    else:
        events.insert(0, {"deal": hands, AT: 0})
        record.log = {"players": list(names), "setup": {"dealer": names[-1]}, "events": events}
    yield record


def _events(said: str, at: int) -> Iterator[Data]:
    """Yield what a line says as events: a question and its answer, or a card drawn."""
    drawn = DRAWN.fullmatch(said)
    if drawn:
        yield {"draw": drawn[2], "by": drawn[1], AT: at}
    question = QUESTION.fullmatch(said)
    if question is None:
        return
    who, asked, rank, answer = question.groups()
    yield {"ask": {asked: rank}, "by": who, AT: at}
    if not answer.startswith("fish"):
        yield {"give": answer.split(), "by": asked, AT: at}
        return
    yield {"fish": True, "by": asked, AT: at}
    for card in answer.split()[1:]:
        yield {"draw": card, "by": who, AT: at}
