"""A night of boards against matchpoints and IMPs worked out by hand, a night of a game in series, and names that look alike."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

# Three pairs sit N/S at tables 1 to 3, three E/W; nobody is vulnerable on board 1, N/S on board 2, E/W on board 3.
SEATED = {1: ("Ann", "Ben"), 2: ("Cyd", "Dov"), 3: ("Eve", "Fay")}
AGAINST = {1: ("Gus", "Hal"), 2: ("Ida", "Jon"), 3: ("Kim", "Lou")}
PLAYED = """
1 1 4S N 10   # 420
1 2 4S N 9    # -50
1 3 3NT S 10  # 430
2 1 4H S 10   # 620, vulnerable
2 2 4H S 10   # 620
2 3 3NT N 8   # -100
3 1 2S N 8    # 110
3 2 4HX E 8   # doubled, two down, vulnerable: 500 for N/S
"""
# Board 1: 420 beats -50 and loses to 430: 2 of 4, E/W 2. -50: 0, E/W 4. 430: 4, E/W 0.
#   IMPs against the two other tables: 420: +470 is 10 and -10 is 0: 5. -50: -470 is -10, -480 is -10: -10. 430: 0 and 10: 5.
# Board 2: 620 beats -100 and ties with 620: 3, E/W 1; the same for table 2; -100: 0, E/W 4.
#   620: 0 and +720 is 12: 6; table 2 the same; -100: -12.
# Board 3: table 3 has average plus for E/W: N/S 40% of 4 is 1.6, E/W 2.4, and 3 IMPs. Of three results two are left:
#   Neuberg gives 2 of 2: 3 / 2 * 3 - 1 = 3.5, and 0 of 2: 3 / 2 * 1 - 1 = 0.5. IMPs: 390 is 9.
# In all, N/S: table 1: 2 + 3 + 0.5 = 5.5 of 12; table 2: 0 + 3 + 3.5 = 6.5; table 3: 4 + 0 + 1.6 = 5.6.
#   E/W are the rest of 12: 6.5, 5.5 and 6.4. IMPs N/S: 5 + 6 - 9 = 2; -10 + 6 + 9 = 5; 5 - 12 - 3 = -10.
VULNERABLE = ("None", "NS", "EW")


def record(board: int, table: int, more: str, players: tuple[str, ...] = ()) -> str:
    names = players or (*SEATED[table], *AGAINST[table])
    seats = "".join(f'[{seat} "{who}"]\n' for seat, who in zip(("North", "South", "East", "West"), names, strict=True))
    head = f'[Event "Club night"]\n[Board "{board}"]\n[Table "{table}"]\n[Dealer "N"]\n[Vulnerable "{VULNERABLE[board - 1]}"]\n'
    return f"{head}{seats}{more}\n"


def result(contract: str, declarer: str, tricks: str) -> str:
    return f'[Declarer "{declarer}"]\n[Contract "{contract}"]\n[Result "{tricks}"]\n'


def dealt(two: str) -> str:
    return f'[Deal "{two} ..AKQJT98765432. ...AKQJT98765432"]\n'


def night() -> str:
    lines = [line.split() for line in PLAYED.strip().splitlines()]
    played = [record(int(board), int(table), result(*more)) for board, table, *(more) in (line[:5] for line in lines)]
    return "".join([*played, record(3, 3, '[Score "EW A+"]\n')])


pytestmark = pytest.mark.usefixtures("folder")


def club(text: str, *more: str) -> Any:
    Path("night.pbn").write_text(text, encoding="utf-8")
    return run("club", "night.pbn", "--jobs", "1", *more)


def table(name: str, text: str) -> list[dict[str, str]]:
    said = club(text, "--format", "csv", "--table", name)
    assert said.code == 0, said.err
    return list(csv.DictReader(io.StringIO(said.out)))


def test_a_night_as_worked_out_by_hand() -> None:
    rows = table("boards", night())
    assert [float(row["score"]) for row in rows if row["score"]] == [420, -50, 430, 620, 620, -100, 110, 500]
    assert [float(row["ns_matchpoints"]) for row in rows] == [2, 0, 4, 3, 3, 0, 0.5, 3.5, 1.6]
    assert [float(row["ew_matchpoints"]) for row in rows] == [2, 4, 0, 1, 1, 4, 3.5, 0.5, 2.4]
    assert [float(row["ns_imps"]) for row in rows] == [5, -10, 5, 6, 6, -12, -9, 9, -3]
    assert [rows[7][key] for key in ("contract", "declarer", "tricks")] == ["4H, doubled", "Ida", "8"]
    assert [rows[8][key] for key in ("ns_awarded", "ew_awarded")] == ["40", "60"]
    pairs = [
        (row["direction"], row["place"], row["pair"], float(row["matchpoints"])) for row in table("pairs", night())
    ]
    assert pairs == [
        ("N/S", "1", "Cyd & Dov", 6.5),
        ("N/S", "2", "Eve & Fay", 5.6),
        ("N/S", "3", "Ann & Ben", 5.5),
        ("E/W", "1", "Gus & Hal", 6.5),
        ("E/W", "2", "Kim & Lou", 6.4),
        ("E/W", "3", "Ida & Jon", 5.5),
    ]
    assert {row["pair"]: float(row["imps"]) for row in table("pairs", night())} == {
        "Ann & Ben": 2, "Cyd & Dov": 5, "Eve & Fay": -10, "Gus & Hal": -2, "Ida & Jon": -5, "Kim & Lou": 10,
    }  # fmt: skip
    met = {(row["one"], row["other"]): row for row in table("head_to_head", night())}
    assert [met["Ann & Ben", "Gus & Hal"][key] for key in ("met", "won", "tied", "lost")] == ["3", "1", "1", "1"]


def test_the_sheet() -> None:
    said = club(night(), "--out", "night.html")
    assert (said.code, said.err) == (0, "")
    page = Path("night.html").read_text(encoding="utf-8")
    assert "Pairs, Club night, N/S" in page and "Board 3, Club night" in page and "54.17" in page  # 6.5 of 12
    assert "| 1       | Cyd &amp; Dov" in club(night(), "--format", "markdown").out.replace(
        "Cyd & Dov", "Cyd &amp; Dov"
    )


def test_a_claimed_score_is_not_believed() -> None:
    text = record(1, 1, result("4S", "N", "10") + '[Score "NS 450"]\n') + record(1, 2, result("4S", "N", "10"))
    assert [row["score"] for row in table("boards", text)] == ["420", "420"]
    dispute = table("disputes", text)[0]
    assert "450" in dispute["message"]
    assert "420" in dispute["message"]


def test_two_tables_are_teams() -> None:
    # 4S made at the first table and one down at the second: 420 + 50 = 470 are 10 IMPs for the team that sat N/S at the first.
    sat = (("Ann", "Ben", "Gus", "Hal"), ("Ida", "Jon", "Cyd", "Dov"))
    text = "".join(record(1, at + 1, result("4S", "N", str(10 - at)), sat[at]) for at in (0, 1))
    text += "".join(record(2, at + 1, result("3NT", "E", str(8 + at)), sat[at]) for at in (1, 0))
    rows = [(row["team"], float(row["won"]), float(row["lost"])) for row in table("teams", text)]
    # Board 2: 3NT by East, one down at table 1: vulnerable are N/S, so 50; made at table 2: -400. 450 are 10 IMPs more.
    assert rows == [("Ann & Ben / Cyd & Dov", 20, 0), ("Gus & Hal / Ida & Jon", 0, 20)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (record(1, 1, result("4S", "N", "10")), "night.pbn:1: board 1 was played at one table only; there is nothing"),
        (
            record(1, 1, result("4S", "N", "10")) + record(1, 1, result("4S", "N", "9")),
            "night.pbn:14: Ann & Ben have a second result on board 1, which is not counted",
        ),
        (
            record(1, 1, result("4S", "N", "9")) + record(1, 2, result("4S", "N", "9"))
            + record(2, 2, result("4S", "N", "9")) + record(2, 1, result("4S", "N", "9"), (*AGAINST[1], *SEATED[1])),
            "played in both directions, so all pairs are in one list",
        ),
        (
            record(1, 1, result("4S", "N", "9") + dealt("N:AKQJT98765432... .AKQJT98765432.."))
            + record(1, 2, result("4S", "N", "9") + dealt("N:.AKQJT98765432.. AKQJT98765432...")),
            "board 1 has 2 different deals (night.pbn:1 and night.pbn:15); each is compared by itself",
        ),
        (
            record(1, 1, result("4S", "N", "9"), ("", "", "", "")) + record(1, 2, result("4S", "N", "9")),
            "1 results name no players; others are compared with them, but nobody is listed",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_one_line(text: str, said: str) -> None:
    assert any(said in row["what"] for row in table("questions", text)), table("questions", text)


@pytest.mark.parametrize(
    ("score", "shares"),
    [
        ("A", (50, 50)), ("average", (50, 50)), ("Adjusted", (50, 50)), ("A+", (60, 40)), ("NS A- EW A+", (40, 60)),
        ("A+/A+", (60, 60)), ("Ave plus", (60, 40)), ("EW 70%", (30, 70)),
    ],
)  # fmt: skip
def test_awards(score: str, shares: tuple[int, int]) -> None:
    first, _ = table("boards", record(1, 1, f'[Score "{score}"]\n') + record(1, 2, result("4S", "N", "9")))
    assert (float(first["ns_awarded"]), float(first["ew_awarded"])) == shares


@pytest.mark.parametrize(("players", "each"), [("Ann, Ben, Cyd", 40), ("Ann, Ben, Cyd, Dov", 30)])
def test_a_series_by_seeger_and_fabian(players: str, each: int) -> None:
    # Ann's hearts with 60 points lose: worth 10 * 2, so -40 - 50 = -90; the others score 40 each of three, 30 of four.
    # Then Ben wins them with 62: 20 + 50 = 70.
    aces = "AC, AD, AH, AS, KC, KD, KH, KS"
    tens = "10C, 10D, 10H, 10S, QC, QD, QH, QS, JD, JH, JS"
    Path("list.yaml").write_text(
        f"game: skat\nplayers: [{players}]\nsetup: {{dealer: {players.rpartition(', ')[2]}}}\nevents:\n"
        "  - result: {contract: hearts, bid: 18, declarer: Ann, matadors: 1, won: {Ann: 6, Ben: 4}, "
        f"captured: {{Ann: [{aces}], Ben: [{tens}, JC]}}}}\n"
        "  - result: {contract: hearts, bid: 18, declarer: Ben, matadors: 1, won: {Ben: 6, Cyd: 4}, "
        f"captured: {{Ben: [{aces}, JC], Cyd: [{tens}]}}}}\n",
        encoding="utf-8",
    )
    said = run("club", "list.yaml", "--jobs", "1", "--format", "csv", "--table", "tallies")
    rows = csv.DictReader(io.StringIO(said.out))
    points = {row["player"]: float(row["counted"]) for row in rows if row["what"] == "points in the series"}
    assert points == {"Ann": -90, "Ben": 70 + each, "Cyd": each, **({"Dov": each} if each == 30 else {})}


def test_names_that_differ_by_a_slip_are_a_question() -> None:
    text = record(1, 1, result("4S", "N", "9"), ("Rut", "Ben", "Gus", "Hal"))
    text += record(1, 2, result("4S", "N", "9"), ("Ruth", "Dov", "Ida", "Jon"))
    said = club(text, "--format", "csv")
    line = "is 'Ruth' 'Rut'? write `players: {'Rut': ['Ruth']}` or `different: [['Rut', 'Ruth']]` into players.yaml"
    assert (said.code, said.err) == (0, f"{line}\n")
    assert {"Rut", "Ruth"} <= {row["player"] for row in csv.DictReader(io.StringIO(said.out))}
    Path("players.yaml").write_text("different: [[Rut, Ruth]]\n", encoding="utf-8")
    assert club(text, "--players", "players.yaml").err == ""
    together = record(1, 1, result("4S", "N", "9"), ("Rut", "Ruth", "Gus", "Hal"))
    assert club(together).err == ""


def numbered(pairs: tuple[str, str], tricks: str) -> str:
    """A result of pairs with numbers instead of names, as both seats of a pair have it."""
    first, second = pairs
    return record(1, int(first), result("4S", "N", tricks), (first, first, second, second))


def test_pairs_by_number_are_ranked() -> None:
    rows = table("pairs", numbered(("1", "5"), "10") + numbered(("2", "6"), "9"))
    assert [(row["direction"], row["place"], row["pair"]) for row in rows] == [
        ("N/S", "1", "1"), ("N/S", "2", "2"), ("E/W", "1", "6"), ("E/W", "2", "5"),
    ]  # fmt: skip


def test_numbers_that_each_direction_has_for_itself() -> None:
    rows = table("pairs", numbered(("1", "1"), "10") + numbered(("2", "2"), "9"))
    assert [row["pair"] for row in rows] == ["1 N/S", "2 N/S", "2 E/W", "1 E/W"]


def test_nobody_wins_a_board_by_its_sign_and_equal_places_are_marked() -> None:
    # each pair N/S is best once and worst once, whatever the signs: all have half of the matchpoints
    text = record(1, 1, result("4S", "N", "10")) + record(1, 2, result("4S", "N", "9"))
    text += record(2, 1, result("4S", "N", "9")) + record(2, 2, result("4S", "N", "10"))
    said = club(text).out
    assert re.search(r"^1= +Ann & Ben +2 +4 +50\.00 +2 ", said, re.MULTILINE)
    assert re.search(r"^1= +Cyd & Dov +2 +4 +50\.00 +2 ", said, re.MULTILINE)
    assert {(row["player"], row["games"], row["won"]) for row in table("players", text)} >= {("Ann", "2", "0")}


# Two pairs at each table score above the line for N/S on every board, which only says that the cards lay there.
PLUSES = (("3S", "9"), ("2NT", "8"), ("2H", "9")), (("3S", "10"), ("2NT", "9"), ("2H", "8"))


def test_whoever_is_plus_on_every_board_has_won_nothing_by_that() -> None:
    boards = []
    for number, played in enumerate(zip(*PLUSES, strict=True), 1):
        for place, (contract, tricks) in enumerate(played, 1):
            boards.append(record(number, place, result(contract, "N", tricks)))
    text = "".join(boards)
    # boards 1 and 2: 140 and 120 at table 1, against 170 and 150 at table 2; board 3: 140 against 110. Two matchpoints each.
    assert [(row["pair"], row["matchpoints"], row["percent"]) for row in table("pairs", text)] == [
        ("Cyd & Dov", "4.0", "66.666667"), ("Ann & Ben", "2.0", "33.333333"),
        ("Gus & Hal", "4.0", "66.666667"), ("Ida & Jon", "2.0", "33.333333"),
    ]  # fmt: skip
    said = club(text).out
    assert said.splitlines()[1] == "Cyd & Dov won N/S with 66.67%; Gus & Hal won E/W with 66.67%."
    assert "3 of 3" not in said.replace("contracts", "").partition("Contract Bridge")[0]
    standings = said.partition("\nPlayers\n")[2].partition("Contract Bridge")[0]
    assert standings.split()[:4] == ["player", "games", "--------", "-------"]
    (row,) = [row for row in table("games", text) if row["player"] == "Ann"]
    assert (row["won"], row["average_place"], row["average_points"]) == ("0", "", "")


def test_matchpoints_come_first_and_columns_that_say_nothing_go() -> None:
    said = club(night().replace('[Table "1"]\n', "").replace('[Table "2"]\n', "").replace('[Table "3"]\n', "")).out
    # 6.5 of 12 are 54.17% and E/W 6.5, 54.17%
    assert said.splitlines()[1] == "Cyd & Dov won N/S with 54.17%; Gus & Hal won E/W with 54.17%."
    headings = [
        line.split()[0].strip(",") for line in said.splitlines() if re.match(r"(Pairs|Board|Players|Contract)\b", line)
    ]
    assert headings == ["Pairs", "Pairs", "Board", "Board", "Board", "Players", "Contract"]
    pairs, _, board = re.findall(r"\n\n((?:place|N/S) .*)\n", said)[:3]
    assert pairs.split() == ["place", "pair", "matchpoints", "top", "%", "boards", "IMPs"]
    assert "table" not in board
    assert "lead" not in board


def test_all_groups_of_names_that_look_alike_are_said_at_once() -> None:
    text = record(1, 1, result("4S", "N", "9"), ("Ann", "Ben", "Gus", "Hal"))
    text += record(1, 2, result("4S", "N", "9"), ("ann", "BEN", "Ida", "Jon"))
    said = club(text)
    assert (said.code, said.err) == (
        2,
        "referee club: 'Ann' and 'ann' may be the same player; 'BEN' and 'Ben' may be the same player; "
        "write `players: {'Ann': ['ann'], 'BEN': ['Ben']}` or `different: [['Ann', 'ann'], ['BEN', 'Ben']]` "
        "into players.yaml (see `referee club --help`)\n",
    )
