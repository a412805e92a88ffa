"""What is shown in words next to the drawing of a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import run, write

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
ILLUMINATI = """
game: illuminati
players: [Ann, Ben]
position:
  structures:
    Ann: {illuminati: The Bavarian Illuminati, money: 0, groups: {KKK: {'on': {The Bavarian Illuminati: top}}}}
    Ben: {illuminati: The Bermuda Triangle, money: 0}
  uncontrolled: []
events: []
"""


@pytest.mark.parametrize(
    ("log", "at", "says"),
    [
        ("whist/friday.yaml", "hand 1 trick 2", "Ben took the trick with QS"),
        ("illuminati/friday.yaml", "53", "roll this or less"),
    ],
)
def test_what_is_said_beside_the_drawing(log: str, at: str, says: str) -> None:
    assert f">{says}<" in run("show", str(EXAMPLES / log), "--at", at, "--format", "svg").out


def test_nothing_left_to_take_over() -> None:
    write("late.yaml", ILLUMINATI)
    assert ">Nothing is uncontrolled.<" in run("show", "late.yaml", "--format", "svg").out
