"""`referee resolve revoke`: what it says, and the revoke of a log. What the law says is in tests/cases/trick/revoke.yaml."""

from __future__ import annotations

import json

import pytest
from command_runner import run, write

LOG = """\
game: bridge
players: [North, East, South, West]
position:
  phase: play
  hand: 1
  dealer: North
  cards: 13
  calls: [1NT, pass, pass, pass]
  leader: East
  hands:
    North: [2C, 3C, 4C, 5C]
    East: [AS, KS, QS, AD]
    South: [6C, 7C, 8C, 2D]
    West: [3D, 4D, 2S, 6D]
  won: {North: 9}
events:
  - trick: [AS, 6C, 3D, 2C]
    stands: nobody saw it
  - trick: [KS, 7C, 2S, 3C]
  - trick: [QS, 8C, 4D, 4C]
  - trick: [AD, 2D, 6D, 5C]
"""
pytestmark = pytest.mark.usefixtures("folder")


def test_the_answer_says_what_goes_over_and_why() -> None:
    redress = (
        "If the other side is still worse off than without the revoke, the Director assigns an adjusted score. "
        "(Laws of Duplicate Bridge, Law 64C)\n"
    )
    assert run("resolve", "revoke", "bridge", "--trick", "5", "--won", "3", "--by-player").out == (
        "2 tricks go over to the other side.\nThe player who revoked won that trick, which goes over, and with it one that the "
        f"side won after it, if there is one. (Laws of Duplicate Bridge, Law 64A1)\n{redress}"
    )
    assert run("resolve", "revoke", "bridge", "--trick", "5", "--won", "0").out == (
        "No tricks go over to the other side.\nNo trick goes over if the side won none, from that trick on. "
        f"(Laws of Duplicate Bridge, Law 64B1)\n{redress}"
    )


def test_a_club_writes_its_own_law() -> None:
    write("ours.yaml", "extends: euchre\nrevoke: {cases: [{points: 2, text: A revoke costs 2., source: our club}]}\n")
    said = run("resolve", "revoke", "ours.yaml", "--trick", "2", "--won", "1")
    assert said == (
        0,
        "No tricks go over to the other side.\nThe other side scores 2 points.\nA revoke costs 2. (our club)\n",
        "",
    )
    assert "  Of revokes: A revoke costs 2." in run("rules", "ours.yaml").out


def test_the_revoke_of_a_log() -> None:
    def revoke_of(text: str, *more: str) -> tuple[int, int, str]:
        write("friday.yaml", text)
        said = json.loads(run("resolve", "revoke", "bridge", "--log", "friday.yaml", *more, "--format", "json").out)
        return said["trick"], said["won"], said["source"].removeprefix("Laws of Duplicate Bridge, ")

    # West revokes under East's ace: the side won all four tricks, West none of them
    assert revoke_of(LOG) == (10, 4, "Law 64A2")
    assert revoke_of(LOG, "--late") == (10, 4, "Laws 64B4 and 64B5")
    # East revokes with a trump and wins with it; North is the declarer
    trumps = LOG.replace("1NT", "1D").replace("AS, KS, QS, AD", "KS, QS, 3S, AD").replace("2C, 3C, 4C", "2S, AS, 4C")
    trumps = trumps.replace("4D, 2S, 6D", "4D, 5S, 6D").replace("leader: East", "leader: North").split("events")[0]
    trumps += (
        "events:\n  - trick: [AS, AD, 6C, 5S]\n    stands: nobody saw it\n"
        "  - trick: [KS, 7C, 3D, 2S]\n  - trick: [4D, 4C, QS, 2D]\n  - trick: [6D, 5C, 3S, 8C]\n"
    )
    assert revoke_of(trumps) == (10, 4, "Law 64A1")
    # South is the dummy, whose cards lie open
    dummy = LOG.replace("7C, 8C, 2D", "7C, 2S, 2D").replace("4D, 2S, 6D", "4D, 8C, 6D")
    dummy = dummy.replace("[KS, 7C, 2S, 3C]", "[KS, 2S, 8C, 3C]").replace("QS, 8C", "QS, 7C")
    assert revoke_of(dummy) == (10, 0, "Law 64B3")


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        ("hearts --trick 5 --won 0",
         "Hearts has no law about revokes; a house rule may add one, as `revoke: {cases: […]}`"),
        ("bridge --trick 13 --won 0",
         "nobody can revoke in trick 13; Contract Bridge has 13, and the last is one card each"),
        ("bridge --trick 5 --won 10", "from trick 5 on a side wins 0 to 9 tricks here, not 10"),
        ("bridge --trick 5 --won 0 --by-player", "from trick 5 on a side wins 1 to 9 tricks here, not 0"),
        ("bridge --won 0",
         "say with --trick in which trick it was, and with --won how many tricks the side won from then on"),
        ("whist --log friday.yaml", "friday.yaml is a log of Contract Bridge, not of Whist"),
        ("bridge --log legal.yaml", "nobody revoked in this log, as far as it shows"),
        ("bridge --log half.yaml", "the hand of the revoke is not in the log to its last trick; say --trick and --won"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked(args: str, wrong: str) -> None:
    write("friday.yaml", LOG)
    write("half.yaml", LOG[: LOG.index("  - trick: [KS")])
    write("legal.yaml", LOG.split("  - trick")[0])
    said = run("resolve", "revoke", *args.split())
    assert (said.code, said.err) == (2, f"referee resolve revoke: {wrong} (see `referee resolve revoke --help`)\n")
