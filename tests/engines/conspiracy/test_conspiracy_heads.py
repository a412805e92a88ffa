"""Where a set-up or a position of the conspiracy family that cannot be read is pointed at."""

from __future__ import annotations

import pytest

from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse

TOPS = "illuminati: {Ann: Bavarian, Ben: Gnomes, Cyd: Network}"
OF_A_HEAD = (
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Xyzzy], first: Ann}}", "Xyzzy"),
    ("setup: {illuminati: {Ann: Bavarian, Ben: Xyzzy, Cyd: Network}, uncontrolled: [], first: Ann}", "Xyzzy"),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], first: Xyzzy}}", "Xyzzy"),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], first: Ann, goals: {{Ann: Network}}}}",
     "Network}}"),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies], first: Ann}}", "[Hollywood"),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, KKK], first: Ann}}", "KKK], first"),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], rolls: {{Ann: 3, Ben: 3, Cyd: 2}}}}",
     "{Ann: 3"),
    ("position: {structures: {Ann: {illuminati: Xyzzy}}}", "Xyzzy"),
    ("position: {structures: {Ann: {groups: {KKK: {on: {Xyzzy: top}}}}}}", "top"),
    ("position: {uncontrolled: [KKK, Xyzzy]}", "Xyzzy"),
    ("position: {destroyed: [Xyzzy]}", "Xyzzy"),
    ("position: {specials: {Ann: [Bribery, Xyzzy]}}", "Xyzzy"),
    ("position: {gone: [Xyzzy]}", "Xyzzy"),
    ("position: {out: [Xyzzy]}", "Xyzzy"),
    ("position: {turn: Xyzzy}", "Xyzzy"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Xyzzy}}", "Xyzzy"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Gnomes}}", "Gnomes"),
    ("position: {uncontrolled: [KKK], attack: {control: Texas, with: Bavarian}}", "Texas"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Bavarian, roll: 1}}", "1}}"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Bavarian, abolisher: Xyzzy}}", "Xyzzy"),
    ("position: {uncontrolled: [KKK], actions: 0, attack: {control: KKK, with: Bavarian}}", "0,"),
    ("position: {uncontrolled: [KKK], phase: income, attack: {control: KKK, with: Bavarian}}", "income"),
    ("position: {out: [Ann]}", "[Ann]"),
    ("position: {out: [Ann], turn: Ann}", "Ann}"),
    ("position: {deck: 0, phase: draw}", "draw"),
    ("position: {phase: income, deck: 200}", "200"),
    ("position: {aligned: {KKK: [Weird, Xyzzy]}}", "Xyzzy"),
    ("position: {aligned: {Xyzzy: [Weird]}}", "[Weird"),
    ("position: {uncontrolled: [KKK, Texas, KKK]}", "KKK]"),
    ("position: {destroyed: [KKK, Texas, KKK]}", "KKK]"),
    ("position: {gone: [Bribery], specials: {Ann: [Deep Agent, Bribery]}}", "Bribery], specials"),
    ("position: {specials: {Ann: [Bribery], Ben: [Bribery]}}", "Bribery]}}"),
    ("position: {shown: [Xyzzy]}", "Xyzzy"),
    ("position: {used: {Xyzzy: 1}}", "1}"),
    ("position: {phase: over, winners: [Ann, Xyzzy]}", "Xyzzy"),
    ("position: {goals: {Xyzzy: Network}}", "Xyzzy"),
    ("position: {goals: {Ann: Xyzzy}}", "Xyzzy"),
    ("position: {structures: {Xyzzy: {money: 1}}}", "Xyzzy"),
    ("position: {structures: {Ann: {illuminati: UFOs}, Ben: {illuminati: UFOs}}}", "UFOs}}}"),
    ("position: {structures: {Ann: {groups: {Xyzzy: {on: {Gnomes: top}}}}}}", "{on"),
    ("position: {structures: {Ann: {illuminati: UFOs, groups: {KKK: {on: {Texas: top}}}}}}", "{KKK"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Bavarian, joined: [Ben, Xyzzy]}}", "Xyzzy"),
    ("position: {uncontrolled: [KKK], attack: {control: Xyzzy, with: Bavarian}}", "Xyzzy"),
    ("position: {uncontrolled: [KKK], attack: {control: KKK, with: Bavarian, aid: [Xyzzy]}}", "Xyzzy"),
    (
        "position: {specials: {Ann: [Bribery]}, uncontrolled: [KKK], attack: {control: KKK, with: Bavarian, "
        "privilege: Bribery}}",
        "{control",
    ),
    ("position: {played: {by: Ann, play: Bribery, use: privilege}}", "{by"),
    ("position: {played: {by: Ann, play: Bribery, use: special, group: KKK}}", "{by"),
    ("position: {played: {by: Ann, play: Media Campaign, use: special, group: Xyzzy}}", "Xyzzy"),
    (
        "position: {actions: 0, uncontrolled: [KKK], played: {by: Ann, play: Bribery, use: special, group: KKK, "
        "onto: {Bavarian: top}}}",
        "0,",
    ),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], rolls: {{Ann: 3, Ben: 13, Cyd: 2}}}}",
     "{Ann: 3"),
    (
        f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], rolls: {{Ann: 3, Ben: 4, Cyd: 2}}, first: Ann}}",
        "Ann}",
    ),
    (f"setup: {{{TOPS}, uncontrolled: [Hollywood, KKK, Moonies, Texas], first: Ann, goals: {{Ben: Texas}}}}",
     "Texas}}"),
    ("setup: {illuminati: {Ann: Gnomes, Ben: Gnomes, Cyd: Network}, uncontrolled: [], first: Ann}", "{Ann"),
    ("setup: {illuminati: {Ann: Gnomes, Cyd: Network}, uncontrolled: [], first: Ann}", "{Ann"),
    (f"setup: {{{TOPS}, first: Ann}}", "{illuminati"),
    ("position: {played: {by: Xyzzy, play: Bribery, use: special}}", "Xyzzy"),
    ("position: {played: {by: Ann, play: Xyzzy, use: special}}", "Xyzzy"),
)  # fmt: skip
"""Heads that cannot be read, and where the fault begins."""


@pytest.mark.parametrize(("head", "there"), OF_A_HEAD)
def test_what_is_wrong_with_a_head_is_pointed_at(head: str, there: str) -> None:
    verdict = judge(make_log(parse(f"game: illuminati\nplayers: [Ann, Ben, Cyd]\n{head}\nevents: []\n", "log.yaml")))
    found = [(one.place.line, one.place.column, one.message) for one in verdict.complaints]
    assert [(line, column) for line, column, _ in found] == [(3, head.index(there) + 1)], found
