"""The answer to `resolve trick` as text."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.questions import Answer
from referee.core.rulings import OtherReading
from referee.core.wording import listed
from referee.report.answers import formats, reading_line
from referee.report.paper import PAPER, Paper


def text(answer: Answer, others: Sequence[OtherReading], paper: Paper = PAPER) -> str:
    """Who wins and why, the roles if they moved, and what would have changed the winner."""
    data = answer.data
    unless = ", unless a role decides" if data.get("if_roles") else ""
    lines = [f"{_capital(data['winner'])} wins with {data['card']}{unless}.", f"because {data['because']}"]
    for place, entry in enumerate(data.get("if_roles", ())):
        held = listed([f"{player} is the {role.capitalize()}" for player, role in entry["roles"].items()])
        lines.append(f"{'Otherwise, if' if place else 'If'} {held}, {entry['winner']} wins with {entry['card']}.")
    if answer.aside["moved"]:
        lines.append(f"Roles now: {listed([f'{player} {role}' for player, role in data['roles'].items()])}.")
    lines += [
        f"Had Grace been said over {entry['card']}, {entry['winner']} would have won." for entry in data["if_said"]
    ]
    lines += [reading_line(other, "{winner} would have won with {card}".format(**other.found)) for other in others]
    return "\n".join(lines)


def _capital(name: str) -> str:
    """A name at the start of a sentence: only 'player 1' changes."""
    return name.replace("player ", "Player ", 1) if name.startswith("player ") else name


FORMATS = formats(text)
