"""The answer to `count` as text."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.core.wording import counted
from referee.report.answers import formats
from referee.report.paper import PAPER, Paper


def text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """How many deals, and how many ways to play them out, card by card."""
    data = answer.data
    dealt = f"{data['game']}: {counted(data['cards'], 'cards')}, {data['players']} players, {data['deals']:,} "
    ways = f"{data['ways']:,} {'way' if data['ways'] == 1 else 'ways'} to play them out"
    each = f"{data['fewest']:,}" if data["fewest"] == data["most"] else f"{data['fewest']:,} to {data['most']:,}"
    spread = f", {each} per deal" if data["deals"] > 1 else ""
    lengths = [f"{length:4}  {number:,}" for length, number in enumerate(data["sequences"], start=1)]
    return "\n".join(
        [f"{dealt}{'deal' if data['deals'] == 1 else 'deals'}, {ways}{spread}", "", "cards played, and ways:", *lengths]
    )


FORMATS = formats(text)
