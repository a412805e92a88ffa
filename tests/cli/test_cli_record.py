"""`referee record`: the questions before a game, the file, and lines from standard input."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import run, write

from referee.judging.judge import judge
from referee.recording.recorder import Recorder

OPTIONS = ("--players", "Ann,Ben,Cyd,Dov", "--setup", "dealer=Dov", "--detail", "plays")
pytestmark = pytest.mark.usefixtures("folder")


def test_a_game_from_a_file_of_lines() -> None:
    said = run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n4S 8 3 7\n")
    assert said.code == 0
    assert said.out.splitlines() == [
        "The game is recorded in friday.yaml, which is saved after every event.",
        "The first lead is next.",
        "Recorded: Dov trick 2C 4C JC 10C.",
        "Ben won the trick with JC.",
        "Ben must lead to trick 2.",
        "Recorded: trick 4S 8S 3S 7S.",
        "Cyd won the trick with 8S.",
        "Cyd must lead to trick 3.",
        "2 events recorded in friday.yaml; Cyd must lead to trick 3.",
    ]
    assert Path("friday.yaml").read_text(encoding="utf-8") == (
        "game: hearts@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
        "  - trick: [2C, 4C, JC, 10C]\n    by: Dov\n  - trick: [4S, 8S, 3S, 7S]\n"
    )
    assert judge("friday.yaml").status == "legal"


def test_a_game_is_gone_on_with() -> None:
    run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n")
    said = run("record", "friday.yaml", given="4S 8 3 7\nquit\nnever read\n")
    assert said.out.splitlines()[:2] == [
        "The game is recorded in friday.yaml, which is saved after every event.",
        "Ben must lead to trick 2.",
    ]
    assert "  - trick: [4S, 8S, 3S, 7S]\n" in Path("friday.yaml").read_text(encoding="utf-8")


def test_the_log_of_another_game_is_not_gone_on_with() -> None:
    run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n")
    before = Path("friday.yaml").read_text(encoding="utf-8")
    said = run("record", "spades", "friday.yaml", given="4S 8 3 7\n")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "referee record: friday.yaml is a game of Hearts, not of Spades; `referee record friday.yaml` goes on with it "
        "(see `referee record --help`)\n"
    )
    assert Path("friday.yaml").read_text(encoding="utf-8") == before
    assert run("record", "hearts", "friday.yaml", given="quit\n").code == 0


@pytest.mark.posix
def test_a_file_keeps_its_line_ends_its_mark_its_rights_and_its_names() -> None:
    run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n")
    path = Path("friday.yaml")
    mark = b"\xef\xbb\xbf"
    path.write_bytes(mark + path.read_bytes().replace(b"\n", b"\r\n"))
    path.chmod(0o640)
    Path("copy.yaml").hardlink_to(path)
    said = run("record", "friday.yaml", given="4S 8 3 7\nrename Ann Anna\nundo\n4S 8 3 7\n")
    assert "Ann is called Anna now." in said.out
    raw = path.read_bytes()
    assert raw.startswith(mark + b"game: hearts@1\r\nplayers: [Anna, ")
    assert raw.endswith(b"  - trick: [4S, 8S, 3S, 7S]\r\n")
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert path.stat().st_mode & 0o777 == 0o640
    assert Path("copy.yaml").samefile(path)


def test_a_name_is_the_same_however_it_is_typed() -> None:
    """With an accent of its own, as some systems type it, or as one letter with it."""
    apart, whole = "Zoe\u0308", "Zo\u00eb"
    options = ("--players", f"Ann,Ben,Cyd,{apart}", "--setup", f"dealer={whole}", "--detail", "plays")
    said = run("record", "hearts", "friday.yaml", *options, given=f"{apart} 2C 4 J T\n")
    assert said.code == 0
    assert f"Recorded: {whole} trick 2C 4C JC 10C." in said.out
    assert apart not in Path("friday.yaml").read_text(encoding="utf-8")


@pytest.mark.posix
def test_a_game_that_is_gone_on_with_is_still_for_those_who_could_read_it() -> None:
    for mode in (0o640, 0o600, 0o666):
        Path("friday.yaml").unlink(missing_ok=True)
        run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n")
        Path("friday.yaml").chmod(mode)
        assert run("record", "friday.yaml", given="4S 8 3 7\n").code == 0
        assert "4S" in Path("friday.yaml").read_text(encoding="utf-8")
        assert Path("friday.yaml").stat().st_mode & 0o777 == mode


ANSWERS = """\
Ann
?
Ann,Ann
Ann, Mary Lou
xyz
not-perfect
no-sixes
some
2
Eve
help

help
teacher
teacher doctor
quit
"""


def test_the_questions() -> None:
    said = run("record", "illuminate", given=ANSWERS)
    players = "Who plays, clockwise? Write 2, 3 or 4 names, like Ann Ben Cyd Dov."
    roles = "Which role each player holds? In the order Ann Mary Lou, like doctor neighbor."
    assert [line for line in said.out.splitlines() if not line.startswith("  ")] == [
        "The game is recorded in illuminate.yaml, which is saved after every event.",
        players,
        "This game is for 2, 3 or 4 players, not 1.",
        players,
        "The names as the players sit around the table; with commas between, a name may have several words. `quit` ends without"
        " recording.",
        players,
        "Two players are called Ann; tell them apart.",
        players,
        "Which variants? Names, or Return for none.",
        "'xyz' is none of these.",
        "Which variants? Names, or Return for none.",
        "Which house rules? Names, or Return for none.",
        "How much is written down? Return for deals.",
        "'some' is not deals, plays or results.",
        "How much is written down? Return for deals.",
        "Who deals the first hand? Return for Mary Lou.",
        "'Eve' is not one of Ann and Mary Lou.",
        "Who deals the first hand? Return for Mary Lou.",
        "Write one of Ann or Mary Lou. `quit` ends without recording.",
        "Who deals the first hand? Return for Mary Lou.",
        roles,
        "The roles are doctor, neighbor, preacher and teacher; write one for each player. `quit` ends without recording.",
        roles,
        "Write one for each of Ann and Mary Lou.",
        roles,
        "Ann must bid. Legal: 0 1",
        "0 events recorded in illuminate.yaml; Ann must bid.",
        "Continue with `referee record illuminate.yaml --detail plays`.",
    ]
    assert Path("illuminate.yaml").read_text(encoding="utf-8") == (
        "game: illuminate@1\nhouse: [no-sixes]\nvariants: [not-perfect]\nplayers: [Ann, Mary Lou]\n"
        "setup: {dealer: Mary Lou, roles: {Ann: teacher, Mary Lou: doctor}}\nevents:\n"
    )


def test_what_there_is_to_choose_from_is_told_with_what_it_does() -> None:
    said = run("record", "oh-hell", given="Ann Ben Cyd Dov\n")
    assert "   1  no-hook" in said.out
    assert said.code == 2


def test_a_set_up_that_the_game_does_not_know_is_asked_for_again() -> None:
    cards = "Gnomes, Bermuda, Nobody\nTrekkies, Yuppies, Empty Vee, S.M.O.F.\nGnomes, Bermuda, Network\n"
    said = run("record", "illuminati", "x.yaml", "--players", "Ann,Ben,Cyd", given=cards)
    assert [line for line in said.out.splitlines() if not line.startswith("  ")] == [
        "The game is recorded in x.yaml, which is saved after every event.",
        "The Illuminati card of each player? In the order Ann Ben Cyd, commas between, like The Bavarian Illuminati, "
        "The Bermuda Triangle, The Discordian Society.",
        "The groups that are uncontrolled at the start? With commas between, like American Autoduel Association, "
        "Anti-Nuclear Activists, Antiwar Activists, Big Media.",
        "'Nobody' is not an Illuminati card in this game.",
        "The Illuminati card of each player? In the order Ann Ben Cyd, commas between, like The Bavarian Illuminati, "
        "The Bermuda Triangle, The Discordian Society.",
        "Ann must collect income. Legal: income",
        "0 events recorded in x.yaml; Ann must collect income.",
    ]


def test_quit_ends_the_questions_before_the_game() -> None:
    said = run("record", "illuminati", "x.yaml", "--players", "Ann,Ben,Cyd", given="quit\nGnomes, Bermuda, Network\n")
    assert said.code == 2
    assert said.err.startswith(
        "referee record: the questions before the game were not answered, so nothing was recorded"
    )
    assert not Path("x.yaml").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("hearts", "x.json"), "a game is recorded into a YAML file; call it x.json.yaml"),
        (("hearts", "there.yaml", "--players", "Ann,Ben,Cyd,Dov"),
         "there.yaml already says who plays, when and by which rules; omit these options"),
        (("hearts", "x.yaml", "--players", "Ann,Ben"), "this game is for 4 players, not 2"),
        (("hearts", "x.yaml", "--players", "Ann,Ben,Cyd,Ben"), "two players are called Ben; tell them apart"),
        (("hearts", "x.yaml", "--players", "Ann,Ben,Cyd,\u200b"),
         "a name may not contain control or invisible characters"),
        (("hearts", "x.yaml", "--detail", "all"), "'all' is not deals, plays or results"),
        (("hearts", "x.yaml", "--setup", "Dov"), "--setup: 'Dov' sets nothing; write for example --setup dealer=Dov"),
        (("hearts", "x.yaml"), "the questions before the game were not answered, so nothing was recorded"),
        (("hearts",),
         "hearts.yaml already exists; continue it with `referee record hearts.yaml`, or name another file"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_for(args: tuple[str, ...], message: str) -> None:
    write("there.yaml", "game: hearts@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n")
    write("hearts.yaml", "game: hearts@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n")
    said = run("record", *args, given="")
    assert said.err == f"referee record: {message} (see `referee record --help`)\n"
    assert said.code == 2


def test_resolve_inside() -> None:
    said = run("record", "hearts", "friday.yaml", *OPTIONS, given="resolve trick 2C AC 3C QS\nresolve trick XX\n")
    assert "Player 2 wins with AC." in said.out.splitlines()
    assert Path("friday.yaml").read_text(encoding="utf-8").endswith("events:\n")


def test_resolve_inside_says_what_is_wrong() -> None:
    given = "resolve\nresolve trick '2C\nresolve hand 2C\nresolve trick 2C AC 3C QS --house nowhere.yaml\n"
    said = run("record", "hearts", "friday.yaml", *OPTIONS, given=given)
    assert said.out.splitlines()[2:9:2] == [
        "Write `resolve` and one of trick, hand, match, play, score, revoke, attack, beat: `resolve trick 2C AC 3C`.",
        "No closing quotation.",
        "Hearts has no melds; it is a trick game; ask `referee resolve trick hearts …`",
        "nowhere.yaml: no such file",
    ]


def test_resolve_inside_knows_the_trump_of_the_hand() -> None:
    given = "AH\nresolve trick 2C AC 3H QS\nresolve trick 2C AC 3H QS --trump none\n"
    said = run("record", "whist", "trump.yaml", *OPTIONS, given=given)
    won = [line for line in said.out.splitlines() if " wins with " in line]
    assert won == ["Cyd wins with 3H.", "Ben wins with AC."]


def test_resolve_inside_knows_who_leads() -> None:
    given = (
        "AH\n2C 3C 4C AC\nresolve trick 2D KD 3D 4D\nresolve trick Eve=2D Fay=KD Ann=3D Ben=4D\nresolve trick 2D,KD\n"
    )
    said = run("record", "whist", "leader.yaml", *OPTIONS, given=given)
    won = [line for line in said.out.splitlines() if " wins with " in line]
    assert won == ["Ann wins with KD.", "Fay wins with KD."]
    assert "Whist is for 4 players; 2 cards are given" in said.out.splitlines()


def test_resolve_inside_knows_the_roles_with_which_the_trick_began() -> None:
    asked = "resolve trick Lk19:24 Mk1:11! Mk1:17! Lk4:39!"
    given = f"1 0 0 0\nLk19:24 Mk1:11!\n{asked}\n{asked} --roles teacher,doctor,neighbor,preacher\n"
    said = run(
        "record", "illuminate", "roles.yaml", *OPTIONS, "--setup", "roles=doctor,neighbor,preacher,teacher", given=given
    )
    won = [line for line in said.out.splitlines() if " wins with " in line]
    assert won == ["Dov wins with Lk4:39.", "Player 2 wins with Mk1:11."]


def test_a_file_without_events_and_without_a_last_line_break() -> None:
    for events in ("", "events: []", "events:"):
        write("friday.yaml", f"game: hearts@1\r\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov}}\n{events}")
        said = run("record", "friday.yaml", "--detail", "plays", given="Dov 2C 4 J T\n")
        assert (said.code, said.err) == (0, "")
        assert (
            Path("friday.yaml")
            .read_text(encoding="utf-8")
            .endswith("events:\n  - trick: [2C, 4C, JC, 10C]\n    by: Dov\n")
        )


def test_a_file_that_somebody_else_writes_is_not_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    run("record", "hearts", "friday.yaml", *OPTIONS, given="Dov 2C 4 J T\n")
    entered = Recorder.enter

    def meanwhile(recorder: Recorder, line: str) -> list[str]:
        write("friday.yaml", recorder.text + "# a comment\n")
        return entered(recorder, line)

    monkeypatch.setattr(Recorder, "enter", meanwhile)
    said = run("record", "friday.yaml", given="4S 8 3 7\n")
    assert said.err == (
        "friday.yaml was changed by another program, so the last line was not written; "
        "continue with `referee record friday.yaml`\n"
    )
    assert said.code == 3
    assert Path("friday.yaml").read_text(encoding="utf-8").endswith("    by: Dov\n# a comment\n")


def test_a_level_of_detail_that_is_none_of_the_game_s() -> None:
    run("record", "hearts", "friday.yaml", *OPTIONS, given="")
    said = run("record", "friday.yaml", "--detail", "all", given="")
    assert said.err == (
        "referee record: --detail: 'all' is not deals, plays or results (see `referee record --help`)\n"
    )


def test_a_set_up_without_which_nothing_begins() -> None:
    said = run("record", "illuminate", "x.yaml", "--players", "Ann,Ben", given="\ndoctor teacher\n")
    assert "This must be known before the game begins." in said.out.splitlines()
    assert said.code == 0


def test_a_folder_that_cannot_be_written_to() -> None:
    said = run("record", "hearts", "no/folder/x.yaml", *OPTIONS, given="")
    assert said.err == "no/folder/x.yaml cannot be written: no such file or directory\n"
    assert said.code == 3


def answers_to(game: str, given: str, *options: str, file: str = "x.yaml") -> list[str]:
    """What is printed while these lines are typed, without the lists to choose from."""
    said = run("record", game, file, *options, given=given)
    return [line for line in said.out.splitlines() if not line.startswith("  ")]


def test_help_and_none_answer_every_question_before_the_game() -> None:
    variants = "Which variants? Names, or Return for none."
    houses = "Which house rules? Names, or Return for none."
    detail = "How much is written down? Return for deals."
    dealer = "Who deals the first hand? Return for Dov."
    quits = " `quit` ends without recording."
    changes = "change the usual rules as it says beside them; write names or numbers with spaces between."
    given = "none\nAnn Ben Cyd Dov\nhelp\nnone\n?\nNONE\nhelp\nnone\n\n?\nnone\nDov\nquit\n"
    assert answers_to("hearts", given)[1:] == [
        "Who plays, clockwise? Write 3, 4 or 5 names, like Ann Ben Cyd Dov.",
        "This game is for 3, 4 or 5 players, not 1.",
        "Who plays, clockwise? Write 3, 4 or 5 names, like Ann Ben Cyd Dov.",
        variants,
        f"The variants {changes}{quits}",
        variants,
        houses,
        f"The house rules {changes}{quits}",
        houses,
        detail,
        f"Less is written faster, and more can be judged of more; write a name or its number.{quits}",
        detail,
        "'none' is not deals, plays or results.",
        detail,
        dealer,
        f"Write one of Ann, Ben, Cyd or Dov.{quits}",
        dealer,
        "'none' is not one of Ann, Ben, Cyd and Dov.",
        dealer,
        "Dov must deal hand 1.",
        "The cards of Ann?",
        "0 events recorded in x.yaml; Dov must deal hand 1.",
    ]


def test_only_variants_and_house_rules_for_these_players_are_offered() -> None:
    said = run("record", "illimat", "x.yaml", given="Ann Ben Cyd\n")
    assert "team-play" not in said.out
    assert "solitaire" not in said.out
    assert "  harsh-penalties  " in said.out
    given = "Ann Ben Cyd Dov Eve\n\n1\nplays\n\n"
    assert answers_to("hearts", given)[1:] == [
        "Who plays, clockwise? Write 3, 4 or 5 names, like Ann Ben Cyd Dov.",
        "Which house rules? Names, or Return for none.",
        "This game is for 4 players, not 5.",
        "Which house rules? Names, or Return for none.",
        "How much is written down? Return for deals.",
        "Who deals the first hand? Return for Eve.",
        "The first lead is next.",
        "0 events recorded in x.yaml; the first lead is next.",
        "Continue with `referee record x.yaml --detail plays`.",
    ]
    assert Path("x.yaml").read_text(encoding="utf-8").splitlines()[:2] == ["game: hearts@1", "house: [hearts-for-five]"]


LUMINARS = ("--players", "Mum,Dad,Lea,Tom", "--detail", "results")


def test_a_pad_says_who_deals_where_plays_would_show_it() -> None:
    told = answers_to("luminars", "12 20 5 -3\ndad\nscore 12 20 5 -3\n12 20 5 -3\nquit\n", *LUMINARS)
    assert told[1:4] == [
        "Who deals the first round? Return for Tom.",
        "'12 20 5 -3' is not one of Mum, Dad, Lea and Tom.",
        "Who deals the first round? Return for Tom.",
    ]
    assert told[5:] == [
        "Recorded: result score Mum 12, Dad 20, Lea 5, Tom -3.",
        "Score: Mum 12, Dad 20, Lea 5, Tom -3.",
        "Lea must deal round 2. Write the result: declared … counts … action … or score ….",
        "'12 20 5 -3' are numbers of what? Write the word before them, or its number:",
        "Lea must deal round 2. Write the result: declared … counts … action … or score ….",
        "1 event recorded in x.yaml; Lea must deal round 2.",
    ]
    assert "setup: {dealer: Dad}\n" in Path("x.yaml").read_text(encoding="utf-8")
    assert answers_to("luminars", "", "--players", "Mum,Dad", "--detail", "plays", file="y.yaml")[1].startswith(
        "Mum and Dad must draw a card for the deal."
    )


def test_a_dealer_of_whom_options_say_is_not_asked_for() -> None:
    told = answers_to("luminars", "", *LUMINARS, "--setup", "dealer=Lea")
    assert told[1].startswith("Lea must deal round 1. Write the result as it is on the pad,")


def test_explain_knows_what_the_command_knows() -> None:
    given = "explain follow-suit\nexplain illuminate/grace-said\nexplain Jn1:5\nexplain\nexplain folow-suit\n"
    options = ("--players", "Ann,Ben", "--detail", "plays", "--setup", "roles=doctor,teacher")
    told = run("record", "illuminate", "x.yaml", *options, given=given).out
    for words in ("illuminate/follow-suit", "illuminate/grace-said", "illuminate/Jn1:5", "illuminate"):
        assert run("explain", words).out.strip() in told
    assert "Illuminate has no rule 'folow-suit'; did you mean 'follow-suit'?" in told


@pytest.mark.parametrize(("players", "offered"), [("Ann Ben Cyd Dov", False), ("Ann Ben Cyd Dov Eve Fay Gus", True)])
def test_a_variant_for_more_players_is_offered_to_so_many(players: str, offered: bool) -> None:
    said = run("record", "illuminati", "friday.yaml", given=f"{players}\nquit\n")
    assert ("  larger-games  " in said.out) == offered
