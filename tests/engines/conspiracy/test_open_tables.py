"""Positions that leave open what lies where: how `referee show` and the doubts of a log say so."""

from __future__ import annotations

import pytest
from command_runner import run, write

pytestmark = pytest.mark.usefixtures("folder")
LOG = """
game: illuminati@1
players: [Ann, Ben]
position:
  turn: Ann
  structures:
    Ann:
      illuminati: The Gnomes of Zurich
      money: 20
      groups: {The Mafia: {'on': {The Gnomes of Zurich: left}, money: 5}, Loan Sharks: {'on': {The Mafia: top}}}
    Ben: {illuminati: The UFOs, money: 10}
  uncontrolled: [Hollywood, Moonies, Boy Sprouts, Tabloids]
  specials: {Ann: [Whispering Campaign, special]}
  open:
    money: {The Mafia: [0, 5], Loan Sharks: [0, 5]}
    together: [{'on': [The Mafia, Loan Sharks], money: 5}]
    arrows: {Loan Sharks: [top, bottom, left]}
    specials: [{cards: [Bribery, Slush Fund], hands: {Ann: 1}, gone: 1}]
events:
"""


def test_a_table_says_what_is_not_known_of_it() -> None:
    write("friday.yaml", f"{LOG.rstrip()} []\n")
    said = run("show", "friday.yaml")
    assert said.code == 0, said.err
    lines = said.out.splitlines()
    for sentence in (
        "Not all is known; the table is drawn in one way that is possible.",
        "Loan Sharks may be on the top, bottom or left arrow of The Mafia.",
        "Loan Sharks and The Mafia have 5 MB together.",
        "Of Bribery and Slush Fund, Ann has 1 and 1 is out of the game.",
    ):
        assert any(sentence in line for line in lines), said.out


def test_a_doubt_about_money_in_a_position_asks_for_the_money_of_every_card() -> None:
    write("friday.yaml", f"{LOG}  - {{transfer: {{from: Loan Sharks, to: The Mafia, amount: 5}}}}\n")
    said = run("validate", "friday.yaml")
    assert said.code == 0, said.out
    assert "; write `money:` of every card in `position:`" in said.out
