"""What a log is asked to write, where too many courses are open to try them all."""

from __future__ import annotations

import pytest

from referee.engines.conspiracy import game
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse

HEAD = """
game: illuminati
players: [Ann, Ben, Cyd]
position:
  structures:
    Ann: {illuminati: The Gnomes of Zurich, money: 20}
    Ben: {illuminati: The UFOs, money: 10}
    Cyd: {illuminati: The Network}
  uncontrolled: [Hollywood, Moonies, Boy Sprouts]
  turn: Ann
"""
PRIVILEGED = "{attack: {control: Hollywood, with: Gnomes, privilege: Slush Fund}}"


@pytest.mark.parametrize(
    ("specials", "events", "said"),
    [
        (
            "{Ann: [Slush Fund, Bribery]}",
            "{attack: {control: Hollywood, with: Gnomes, privilege: special}}, {special: Slush Fund}",
            "this depends on what the log leaves out; write the name of the Special at event 1",
        ),
        (
            "{Ann: [Slush Fund], Ben: [Bribery, Interference, Media Campaign]}",
            PRIVILEGED + ", {abolish: [special, special], by: Ben}, {special: Interference, by: Ben}",
            "this depends on what the log leaves out; write the names of the Specials at event 2",
        ),
        (
            "{Ann: [Slush Fund, Bribery]}",
            "{give: {to: Ben, specials: [special]}}, {special: Slush Fund}",
            "this depends on what the log leaves out; write the names of the Specials at event 1",
        ),
    ],
)
def test_a_log_is_asked_for_what_it_leaves_out(
    specials: str, events: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "MOST_REPEATED", 0)
    verdict = judge(make_log(parse(f"{HEAD}  specials: {specials}\nevents: [{events}]\n", "log.yaml")))
    assert [complaint.message for complaint in verdict.complaints] == [said]
