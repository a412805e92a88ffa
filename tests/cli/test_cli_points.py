"""`referee show`, also spelt `legal`, and `score`: what a log comes to at one of its points, in every form."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import BRIEF, LEGAL, RESULTS, REVOKE, STANDS, UNREADABLE, run, write

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", LEGAL)
    write("revoke.yaml", REVOKE)


def test_legal_lists_what_is_ruled_out_with_the_rule() -> None:
    assert run("legal", "friday.yaml", "--at", "7") == (
        0,
        "Ben must play to trick 1.\n"
        "Legal: Mk1:31\n"
        "Ruled out:\n"
        "  Mt5:6  illuminate/follow-suit: on a Mark lead, holding Mk1:31\n"
        "follow-suit: Follow the Gospel that was led if you hold one of its cards; otherwise play any card. "
        "Neither Grace nor a star excuses. (publisher's rules, Game Play)\n",
        "",
    )


def test_legal_as_json() -> None:
    assert run("legal", "friday.yaml", "--at", "7", "--format", "json").data == {
        "player": "Ben",
        "doing": "Ben must play to trick 1",
        "moves": ["Mk1:31"],
        "ruled_out": [
            {
                "move": "Mt5:6",
                "rule": "illuminate/follow-suit",
                "message": "Ben played Mt5:6 on a Mark lead, holding Mk1:31",
            }
        ],
        "doubt": "",
    }


def test_the_list_is_a_list() -> None:
    assert run("show", "--legal", "friday.yaml", "--at", "7") == run("legal", "friday.yaml", "--at", "7")
    said = run("show", "friday.yaml", "--at", "7", "--format", "json").data
    assert said["legal"] == run("legal", "friday.yaml", "--at", "7", "--format", "json").data
    assert run("show", "--legal", "friday.yaml", "--format", "svg") == (
        2,
        "",
        "referee show: --legal is a list, in text or json; --format svg draws the table (see `referee show --help`)\n",
    )


def test_legal_bids() -> None:
    said = run("legal", "friday.yaml", "--at", "5", "--variant", "not-perfect")
    assert said.out.splitlines()[:4] == [
        "Dov must bid.",
        "Legal: 1 2",
        "Ruled out:",
        "  0  illuminate/hook: after bids that add up to 2, in a hand of 2 cards",
    ]


def test_who_and_what_are_cut_off_a_message_only_where_it_begins_with_them() -> None:
    skat = str(Path(__file__).parents[2] / "examples" / "skat" / "friday.yaml")
    assert run("legal", skat, "--at", "4").out.splitlines()[2:5] == [
        "Ruled out:",
        "  18    skat/higher: not higher than the 18 of Hanna",
        "  hold  skat/by-pairs: Kurt held, but nobody has asked; the call is a bid or pass",
    ]


def test_without_at_it_is_the_end_of_the_log() -> None:
    assert run("legal", "friday.yaml").out == "Cyd must lead to trick 2.\nLegal: Lk9:6 Lk9:6!\n"
    assert run("legal", "friday.yaml", "--at", "10").out == run("legal", "friday.yaml").out


def test_before_the_deal_nobody_chooses() -> None:
    assert run("legal", "friday.yaml", "--at", "1").out == "Dov must deal hand 2.\n"
    assert run("legal", "friday.yaml", "--at", "1", "--format", "json").data == {
        "player": None,
        "doing": "Dov must deal hand 2",
        "moves": [],
        "ruled_out": [],
        "doubt": "",
    }


def test_an_unseen_hand_is_a_doubt() -> None:
    write("plays.yaml", LEGAL.replace("Ann: [Mk1:11, Mt4:17], ", ""))
    assert run("legal", "plays.yaml", "--at", "6").out.splitlines()[-1] == (
        "Doubt: Ann's hand is not recorded; these cards are not ruled out by anything shown."
    )


def test_beyond_the_end_is_a_usage_error() -> None:
    for command in ("legal", "show"):
        assert run(command, "friday.yaml", "--at", "12") == (
            2,
            "",
            "referee show: --at 12 is beyond the end; this log has 9 events, so N is 1 to 10 (see `referee show --help`)\n",
        )


def test_at_a_fault_it_is_the_table_just_before_it() -> None:
    for command in ("legal", "show"):
        before = run(command, "revoke.yaml", "--at", "7")
        assert before.code == 0
        assert run(command, "revoke.yaml") == (
            1,
            before.out,
            "revoke.yaml:8:21: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead, holding Mk1:31\n"
            "revoke.yaml: this is the table just before event 7, which is not legal\n",
        )
        assert run(command, "revoke.yaml", "--as-played").code == 0


def test_behind_an_illegal_event_there_is_no_position() -> None:
    for command in ("legal", "show"):
        for at in ("8", "end"):
            assert run(command, "revoke.yaml", "--at", at) == (
                1,
                "",
                "revoke.yaml:8:21: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead, holding Mk1:31\n"
                "revoke.yaml: event 7 is not legal, so nothing after it can be played; `--at 7` stops before it\n",
            )


def test_a_point_as_players_count() -> None:
    """The log is a deal on line 6, four bids on line 7 and a trick of four cards on line 8, events 1, 2 to 5 and 6 to 9."""
    for point, event in {
        "hand 2": 1,
        "line 6": 1,
        "line 7": 2,
        "line 8": 6,
        "hand 2 trick 1": 6,
        "trick 1": 6,
        "end": 10,
    }.items():
        assert run("show", "friday.yaml", "--at", point) == run("show", "friday.yaml", "--at", str(event)), point


@pytest.mark.parametrize(
    ("point", "message"),
    [
        ("hand 3", "this log has no event there; it ends at hand 2 trick 1"),
        ("round 1", "this game does not count by round; count by hand or trick, or by event or line"),
        ("hand 2 turn 1", "this game does not count by turn; count by hand or trick, or by event or line"),
    ],
)
def test_a_point_that_there_is_not(point: str, message: str) -> None:
    said = run("show", "friday.yaml", "--at", point)
    assert (said.code, said.err) == (2, f"referee show: --at {point!r}: {message} (see `referee show --help`)\n")


def test_a_line_behind_the_last_event() -> None:
    said = run("legal", "friday.yaml", "--at", "line 99")
    last = len(LEGAL.splitlines()) - 1
    assert said.err == (
        f"referee show: --at 'line 99' is after the last event, which is on line {last} (see `referee show --help`)\n"
    )


@pytest.mark.parametrize(("game", "what"), [("luminars", "round"), ("illimat", "round"), ("illuminati", "turn")])
def test_each_family_counts_in_its_own_words(game: str, what: str) -> None:
    run("simulate", game, "-n", "1", "--seed", "3", "--out", "game.jsonl")
    first = run("show", "game.jsonl", "--at", f"{what} 1")
    assert (first.code, first.out) == (0, run("show", "game.jsonl", "--at", "1").out)
    assert run("show", "game.jsonl", "--at", f"{what} 2").code == 0


def test_what_stands_is_gone_through() -> None:
    write("stands.yaml", STANDS)
    assert run("legal", "stands.yaml", "--at", "8").code == 0
    assert run("legal", "stands.yaml").code == 0


def test_behind_an_unreadable_event_nothing_can_be_judged() -> None:
    write("verb.yaml", UNREADABLE)
    assert run("show", "verb.yaml") == (3, "", "verb.yaml:8:5: unknown verb 'trikc'; did you mean 'trick'?\n")


def test_show_draws_the_table() -> None:
    said = run("show", "friday.yaml", "--at", "9")
    assert said.code == 0
    assert said.out == (
        "Hand 2 of 12, 2 cards each, trick 1\n"
        "\n"
        "                       Cyd, preacher\n"
        "                        bid 1, won 0\n"
        "                          total 0\n"
        "\n"
        "                        (3) Lk7:50!\n"
        "Ben, neighbor                                  → Dov, teacher (dealer)\n"
        "bid 0, won 0   (2) Mk1:31                      bid 0, won 0\n"
        "total 0                                        total 0\n"
        "                         (1) Mk1:11\n"
        "\n"
        "                        Ann, doctor\n"
        "                        bid 1, won 0\n"
        "                          total 0\n"
        "\n"
        "On the table, in order of play\n"
        "     card     symbols\n"
        "---  -------  ---------  -----\n"
        "Ann  Mk1:11   neighbor\n"
        "Ben  Mk1:31   doctor\n"
        "Cyd  Lk7:50!  preacher   Grace\n"
        "\n"
        "Hands\n"
        "     Matthew    Mark    Luke      John\n"
        "---  ---------  ------  ------  ------\n"
        "Ann  4:17\n"
        "Ben  5:6\n"
        "Cyd                     9:6\n"
        "Dov  9:22       4:2\n"
        "\n"
        "Next: Dov must play to trick 1.\n"
        "Legal: Mk4:2 Mk4:2!\n"
        "Ruled out:\n"
        "  Mt9:22  illuminate/follow-suit: on a Mark lead, holding Mk4:2\n"
        "follow-suit: Follow the Gospel that was led if you hold one of its cards; otherwise play any card. "
        "Neither Grace nor a star excuses. (publisher's rules, Game Play)\n"
    )


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_players_sit_at_the_table_too(players: int) -> None:
    names = ("Ann", "Ben", "Cyd")[:players]
    run("simulate", "illuminate", "-n", "1", "--players", ",".join(names), "--out", "game.jsonl")
    said = run("show", "game.jsonl", "--at", "20")
    assert all(name in said.out for name in names)
    assert max(map(len, said.out.splitlines())) <= 80


def test_long_names_sit_in_a_list() -> None:
    long = "Ann" * 12
    write("long.yaml", LEGAL.replace("Ann", long).replace("Ben", "B" * 30))
    assert "Seats, clockwise" in run("show", "long.yaml").out


def test_show_as_json() -> None:
    data = run("show", "friday.yaml", "--at", "9", "--format", "json").data
    assert {key: data[key] for key in ("game", "hand", "phase", "dealer", "turn", "next")} == {
        "game": "illuminate",
        "hand": 2,
        "phase": "play",
        "dealer": "Dov",
        "turn": "Dov",
        "next": "Dov must play to trick 1",
    }
    assert data["trick"][2] == {"player": "Cyd", "card": "Lk7:50", "said": True, "grace": True}


def test_score_as_text() -> None:
    write("pad.yaml", RESULTS)
    assert run("score", "pad.yaml") == (
        0,
        f"{BRIEF}\n"
        "hand      cards  dealer    Ann      Ben\n"
        "------  -------  --------  -------  ------\n"
        "1             1  Ben       0/1  0   1/0  0\n"
        "2             2  Ann       1/1  +3  1/0  0\n"
        "total                      3        0\n"
        "Each cell: tricks won / bid, then points.\n"
        "Not over: 2 of 12 hands scored.\n",
        "",
    )


def test_half_points_are_told_as_such() -> None:
    write(
        "halves.yaml",
        "extends: illuminate\nwhy: Tricks won count, too.\nscoring: {bid: {cases: [{points: won / 2}]}}\n",
    )
    write("pad.yaml", RESULTS)
    said = run("score", "pad.yaml", "--house", "halves.yaml")
    assert (said.code, said.err) == (0, "")
    assert said.out.splitlines()[1:] == [
        "hand      cards  dealer    Ann        Ben",
        "------  -------  --------  ---------  ---------",
        "1             1  Ben       0/1  0     1/0  +0.5",
        "2             2  Ann       1/1  +0.5  1/0  +0.5",
        "total                      0.5        1",
        "Each cell: tricks won / bid, then points.",
        "Not over: 2 of 12 hands scored.",
    ]


def test_score_as_json() -> None:
    write("pad.yaml", RESULTS)
    data = run("score", "pad.yaml", "--format", "json").data
    assert data["game"] == "illuminate"
    assert data["hands"][1]["points"] == {"Ann": 3, "Ben": 0}
    assert (data["totals"], data["winners"], data["over"]) == ({"Ann": 3, "Ben": 0}, [], False)


def test_score_as_csv() -> None:
    write("pad.yaml", RESULTS)
    assert run("score", "pad.yaml", "--format", "csv").out == (
        "log,line,game,verdict,over,hands,seat,player,points,winner\n"
        "pad.yaml,0,illuminate,legal,false,2,1,Ann,3,false\n"
        "pad.yaml,0,illuminate,legal,false,2,2,Ben,0,false\n"
    )
    assert run("score", "pad.yaml", "--format", "csv", "--by", "hand").out == (
        "log,line,game,verdict,hand,dealer,cards,seat,player,bid,won,points,total,details\n"
        "pad.yaml,0,illuminate,legal,1,Ben,1,1,Ann,1,0,0,0,\n"
        "pad.yaml,0,illuminate,legal,1,Ben,1,2,Ben,0,1,0,0,\n"
        "pad.yaml,0,illuminate,legal,2,Ann,2,1,Ann,1,1,3,3,\n"
        "pad.yaml,0,illuminate,legal,2,Ann,2,2,Ben,0,1,0,0,\n"
    )


def test_several_logs_are_scored_one_after_another() -> None:
    write("pad.yaml", RESULTS)
    write("other.yaml", RESULTS)
    said = run("score", "pad.yaml", "other.yaml")
    brief, *lines = said.out.split("\n")
    assert (said.code, brief) == (0, BRIEF)
    assert [line for line in lines if line.endswith(":")] == ["pad.yaml:", "other.yaml:"]


def test_score_as_markdown() -> None:
    write("pad.yaml", RESULTS)
    assert run("score", "pad.yaml", "--format", "markdown").out == (
        "| hand   |   cards | dealer   | Ann     | Ben    |\n"
        "|--------|---------|----------|---------|--------|\n"
        "| 1      |       1 | Ben      | 0/1  0  | 1/0  0 |\n"
        "| 2      |       2 | Ann      | 1/1  +3 | 1/0  0 |\n"
        "| total  |         |          | 3       | 0      |\n"
        "\n"
        "Each cell: tricks won / bid, then points.\n"
        "\n"
        "Not over: 2 of 12 hands scored.\n"
    )


def test_score_of_an_illegal_log_is_that_before_it() -> None:
    bad = RESULTS.replace("won: {Ann: 1, Ben: 1}", "won: {Ann: 2, Ben: 1}")
    write("bad.yaml", bad)
    said = run("score", "bad.yaml")
    assert said.code == 1
    assert said.err == (
        "bad.yaml:6:53: illuminate/result: the tricks won add up to 3; in a hand of 2 cards there are 2 tricks\n"
        "bad.yaml: this is the score before event 2, which is not legal\n"
    )
    assert said.out.splitlines()[-1] == "Not over: 1 of 12 hands scored."


def test_score_of_what_cannot_be_read() -> None:
    assert run("score", "nope.yaml") == (3, "", "nope.yaml:1:1: no such file\n")
    write("verb.yaml", UNREADABLE)
    said = run("score", "verb.yaml", "--format", "json")
    assert (said.code, said.err) == (3, "verb.yaml:8:5: unknown verb 'trikc'; did you mean 'trick'?\n")
    assert said.data["hands"] == []


@pytest.mark.parametrize("form", ["text", "json", "csv", "markdown"])
def test_score_of_a_corpus(form: str) -> None:
    run("simulate", "mercy", "-n", "2", "--players", "3", "--detail", "results", "--out", "games.jsonl")
    said = run("score", "games.jsonl", "--format", form)
    assert said.code == 0
    if form == "json":
        assert [game["path"] for game in said.data] == ["games.jsonl:1", "games.jsonl:2"]
    elif form == "text":
        assert "games.jsonl:1:" in said.out
        assert "games.jsonl:2:" in said.out
    else:
        assert said.out.count("games.jsonl") == 2 * 3


def test_one_game_is_needed_where_a_point_is_asked_for() -> None:
    run("simulate", "illuminate", "-n", "2", "--detail", "results", "--out", "games.jsonl")
    assert run("legal", "games.jsonl") == (
        3,
        "",
        "games.jsonl:2:1: this file holds several games; name one by its line, such as games.jsonl:2 "
        "(`referee validate` and `score` read them all)\n",
    )


def test_a_game_is_named_by_its_line() -> None:
    run("simulate", "illuminate", "-n", "3", "--seed", "5", "--out", "games.jsonl")
    lines = Path("games.jsonl").read_text().splitlines(keepends=True)
    write("third.jsonl", lines[2])
    assert run("show", "games.jsonl:3", "--at", "9") == run("show", "third.jsonl", "--at", "9")
    assert run("show", "games.jsonl:4") == (3, "", "games.jsonl:4:1: no game begins on this line\n")
    write("rounds.csv", "game,hearts\nA,B,C,D\n26,0,26,26\n\ngame,hearts\nA,B,C,D\n5,8,13,0\n")
    assert "rounds.csv:5 " in run("show", "rounds.csv").err
    assert run("show", "rounds.csv:5", "--at", "1").code == 0
    Path("games.jsonl").write_text(lines[0] + "{\n" + lines[1])
    assert run("show", "games.jsonl:2").err.startswith("games.jsonl:2:")
    assert run("show", "games.jsonl:3", "--at", "9").code == 0


@pytest.mark.parametrize("command", ["validate f.yaml", "score f.yaml", "simulate hearts -n 1", "import club.pbn"])
def test_standard_output_is_no_file(command: str) -> None:
    name = command.split()[0]
    assert f"referee {name}: --out: nothing is named; " in run(*command.split(), "--out", "").err
    assert run(*command.split(), "--out", "-") == (
        2,
        "",
        f"referee {name}: --out: omit it for standard output (see `referee {name} --help`)\n",
    )
    assert not Path("-").exists()
