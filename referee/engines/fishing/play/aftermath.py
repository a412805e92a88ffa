"""What came of an event, in sentences for those at the table: what was harvested, and which season a field has."""

from __future__ import annotations

from referee.core.wording import listed
from referee.engines.fishing.rules.board import season
from referee.engines.fishing.state import State
from referee.engines.fishing.words.compiled import CompiledRules


def told(rules: CompiledRules, before: State, after: State) -> list[str]:
    """What an event caused between two states."""
    if after.round != before.round:
        return []
    lines = []
    for seat, player in enumerate(after.players):
        gained = after.piles[seat] & ~before.piles[seat]
        if gained:
            lines.append(f"{player} takes {rules.names(gained)}.")
    if after.turned != before.turned:
        fields = range(rules.fields)
        now = [f"{season(rules, before, field)} is {season(rules, after, field)} now" for field in fields]
        lines.append(f"The box turns: {listed(now)}.")
    emptied = [field for field in after.cleared if field not in before.cleared]
    lines += [f"The {season(rules, after, field)} field is cleared." for field in emptied if rules.seasons]
    return lines
