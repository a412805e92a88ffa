"""`referee validate`: every form, every ending, whole messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import BRIEF, LEGAL, RESULTS, REVOKE, STANDS, UNREADABLE, run, write

FOLLOW = (
    "Follow the Gospel that was led if you hold one of its cards; otherwise play any card. Neither Grace nor a star "
    "excuses. (publisher's rules, Game Play)"
)
CHECKED = "1 hand, 4 plays, 4 bids, 0 scores, 1 claim"
pytestmark = pytest.mark.usefixtures("folder")


def test_a_legal_log_says_what_was_checked() -> None:
    write("friday.yaml", LEGAL)
    said = run("validate", "friday.yaml")
    assert said == (
        0,
        f"{BRIEF}\nfriday.yaml: legal: {CHECKED}; 0 findings, 0 doubts; unfinished: Cyd must lead to trick 2\n",
        "",
    )


def test_an_illegal_log_shows_the_rule_and_what_was_legal() -> None:
    write("friday.yaml", REVOKE)
    said = run("validate", "friday.yaml")
    assert said.code == 1
    assert said.out.splitlines() == [
        BRIEF,
        "friday.yaml:8:21: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead, holding Mk1:31",
        "    8 |   - trick: [Mk1:11, Mt5:6, Lk7:50!, Mk4:2]",
        "      |                     ^^^^^",
        "    legal here: Mk1:31",
        f"    rule: {FOLLOW}",
        "friday.yaml: illegal: 1 hand, 1 play, 4 bids, 0 scores; 1 finding, 0 doubts; "
        "judged to event 7, 2 events not judged",
    ]


def test_as_played_goes_on_after_an_irregularity() -> None:
    write("friday.yaml", REVOKE)
    said = run("validate", "--as-played", "friday.yaml")
    assert said.code == 1
    assert said.out.splitlines()[-1] == (
        "friday.yaml: illegal: 1 hand, 4 plays, 4 bids, 0 scores; 1 finding, 0 doubts; "
        "unfinished: Cyd must lead to trick 2"
    )


def test_what_the_table_let_stand_is_accepted_with_its_reason() -> None:
    write("friday.yaml", STANDS)
    assert run("validate", "friday.yaml").out.splitlines()[1:] == [
        "friday.yaml:8:21: note: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead, holding Mk1:31",
        "    8 |   - trick: [Mk1:11, Mt5:6, Lk7:50!, Mk4:2]",
        "      |                     ^^^^^",
        "    let stand: seen too late",
        "friday.yaml: legal: 1 hand, 4 plays, 4 bids, 0 scores; 0 findings, 0 doubts, 1 note; "
        "unfinished: Cyd must lead to trick 2",
    ]


def test_an_unreadable_event_cannot_be_judged() -> None:
    write("friday.yaml", UNREADABLE)
    said = run("validate", "friday.yaml")
    assert said.code == 3
    assert said.out.splitlines()[1:] == [
        "friday.yaml:8:5: unknown verb 'trikc'; did you mean 'trick'?",
        "    8 |   - trikc: [Mk1:11]",
        "      |     ^^^^^",
        "friday.yaml: not judged: 1 hand, 0 plays, 4 bids, 0 scores; 0 findings, 1 complaint, 0 doubts; "
        "judged to event 5, 1 event not judged",
    ]


def test_a_missing_file_is_told_where_answers_stand() -> None:
    said = run("validate", "nope.yaml", "nope.jsonl")
    assert said == (
        3,
        "nope.yaml:1:1: no such file\nnope.yaml: not judged: 1 complaint\n"
        "nope.jsonl:1:1: no such file\nnope.jsonl: not judged: 1 complaint\n"
        "2 logs: 0 legal, 0 illegal, 2 not judged\n",
        "",
    )


def test_a_score_sheet_leaves_a_note_and_strict_counts_it() -> None:
    write("pad.yaml", RESULTS)
    note = "illuminate/unseen-plays: only results are recorded, so no play could be judged; "
    note += "write the plays, not only a `result:` (events 1, 2)"
    calm, strict = run("validate", "pad.yaml"), run("validate", "--strict", "pad.yaml")
    assert (calm.code, strict.code) == (0, 1)
    assert calm.out.splitlines()[1:] == [
        f"pad.yaml:5:5: note: {note}",
        "pad.yaml: legal: 2 hands, 0 plays, 4 bids, 2 scores; 0 findings, 0 doubts, 1 note; "
        "unfinished: Ben must deal hand 3",
    ]
    assert strict.out.splitlines()[1] == f"pad.yaml:5:5: {note}"


def test_a_score_that_does_not_follow_from_the_sheet_stays_a_doubt() -> None:
    write(
        "pad.yaml",
        "game: dou-dizhu@1\nplayers: [Ann, Ben, Cyd]\nsetup: {dealer: Cyd}\nevents:\n"
        "  - result: {score: {Ann: 4, Ben: -2, Cyd: -2}}\n",
    )
    calm = run("validate", "pad.yaml")
    assert calm.out.splitlines()[1:] == [
        "pad.yaml:5:5: doubt: dou-dizhu/unseen-score: the score is taken from the pad, because what it "
        "follows from is not recorded; write that in `result:` (event 1)",
        "pad.yaml:5:5: note: dou-dizhu/unseen-plays: only results are recorded, so no play could be judged; "
        "write the plays, not only a `result:` (event 1)",
        "pad.yaml: legal: 1 hand, 0 tricks, 0 plays, 1 score; 0 findings, 1 doubt, 1 note; unfinished: Ann must deal hand 2",
    ]
    assert [doubt["rule"] for doubt in run("validate", "pad.yaml", "--format", "json").data["logs"][0]["doubts"]] == [
        "dou-dizhu/unseen-score",
        "dou-dizhu/unseen-plays",
    ]


def test_a_house_rule_of_the_command_line_is_named_where_it_is_broken() -> None:
    write("house/sevens.yaml", "extends: illuminate\nwhy: we like it\nbidding:\n  all_or_nothing: cards == 2\n")
    write("friday.yaml", LEGAL)
    said = run("validate", "friday.yaml", "--house", "house/sevens.yaml")
    assert said.code == 1
    assert "    set at house/sevens.yaml:4" in said.out.splitlines()


def test_a_log_finds_its_house_rule_beside_itself() -> None:
    write("logs/house.yaml", "extends: illuminate\nwhy: we like it\ntrick: {grace: silent}\n")
    write("logs/friday.yaml", LEGAL.replace("players:", "house: ./house.yaml\nplayers:"))
    said = run("validate", "logs/friday.yaml")
    assert (said.code, said.out.splitlines()[0].rpartition(", ")[2]) == (0, "house rule house")


def test_folders_are_walked_in_order_and_rulesets_passed_over() -> None:
    write("logs/b.yaml", REVOKE)
    write("logs/a/z.json", '{"game": "illuminate@1"}')
    write("logs/.hidden.yaml", "nothing")
    write("logs/house.yaml", "extends: illuminate\nwhy: x\ntrick: {grace: silent}\n")
    said = run("validate", "logs")
    assert said.code == 3
    assert said.err == "logs/house.yaml: skipped; this is a ruleset, not a log (`referee check` judges it)\n"
    assert [line for line in said.out.splitlines() if line.startswith("logs") and "judged" in line] == [
        "logs/a/z.json: not judged: 1 complaint",
        "logs/b.yaml: illegal: 1 hand, 1 play, 4 bids, 0 scores; 1 finding, 0 doubts; "
        "judged to event 7, 2 events not judged",
    ]
    assert said.out.splitlines()[-1] == ("2 logs: 0 legal, 1 illegal, 1 not judged; 1 hand, 1 play, 4 bids, 0 scores")


def test_an_empty_folder_is_told() -> None:
    Path("logs").mkdir()
    assert run("validate", "logs").out == (
        "logs:1:1: there is no log in this folder; a log ends in .yaml, .yml, .json, .jsonl, "
        ".jsonl.gz, .jsonl.bz2, .jsonl.xz or .jsonl.zst, a record of another program in .sgf, .lin, .ptn, .pbn, .csv or .tsv\n"
        "logs: not judged: 1 complaint\n"
    )


def test_standard_input_may_be_yaml_a_corpus_or_a_stream() -> None:
    run("simulate", "illuminate", "-n", "3", "--out", "games.jsonl")
    corpus = Path("games.jsonl").read_text(encoding="utf-8")
    assert run("validate", "-", given=LEGAL).out.splitlines()[1].startswith("<stdin>: legal: ")
    assert (
        run("validate", "-", given=corpus).out.splitlines()[-1].startswith("3 logs: 3 legal, 0 illegal, 0 not judged; ")
    )
    stream = (
        '{"game":"illuminate","players":["Ann","Ben"],"setup":{"dealer":"Ben","roles":{"Ann":"doctor","Ben":"teacher"}}}\n'
        '{"bids":{"Ann":1,"Ben":0}}\n{"trick":["Lk19:24","Lk4:39!"],"expect":{"winner":"Ann"}}\n'
    )
    said = run("validate", "-", given=stream)
    assert said.code == 1
    assert said.out.splitlines()[0] == (
        "<stdin>:3:51: illuminate/claim: Ann is claimed to have won the trick; Ben won it with Lk4:39, "
        "because Grace: Lk4:39 has the symbol of the Doctor, Ben"
    )


def test_an_empty_input_is_told() -> None:
    assert run("validate", "-", given="").out.splitlines()[0].startswith("<stdin>:1:1: the file is empty; ")


def test_games_of_a_corpus_are_told_apart_by_their_lines() -> None:
    run("simulate", "illuminate", "-n", "2", "--detail", "results", "--out", "games.jsonl")
    labels = [line.split(" ")[0] for line in run("validate", "games.jsonl").out.splitlines() if " legal: " in line]
    assert labels == ["games.jsonl:1:", "games.jsonl:2:"]


def test_of_a_large_corpus_only_what_is_wrong_is_shown() -> None:
    run("simulate", "illuminate", "-n", "25", "--detail", "results", "--out", "games.jsonl")
    lines = Path("games.jsonl").read_text(encoding="utf-8").splitlines()
    lines[3] = lines[3].replace('"cards":1,', '"cards":2,')
    column = lines[3].index('"cards":2') + len('"cards":') + 1
    lines[23] = "{"
    write("games.jsonl", "\n".join(lines))
    said = run("validate", "games.jsonl")
    assert said.code == 3
    assert said.out.splitlines()[1:] == [
        f"games.jsonl:4:{column}: event 1: illuminate/deal: hand 1 is recorded with 2 cards; it must be 1; "
        "a log that begins at hand 2 says `position: {hand: 2}`",
        "games.jsonl:24:2: not judged: expected a key in double quotes, not the end",
        "game          logs    legal    illegal    not judged",
        "----------  ------  -------  ---------  ------------",
        "(unknown)        1        0          0             1",
        "illuminate      24       23          1             0",
        "",
        "rule               logs    findings",
        "---------------  ------  ----------",
        "illuminate/deal       1           1",
        "",
        "25 logs: 23 legal, 1 illegal, 1 not judged; 276 hands, 0 plays, 1104 bids, 276 scores, 276 claims",
    ]


def test_json_keeps_the_contract() -> None:
    write("friday.yaml", REVOKE)
    write("pad.yaml", RESULTS)
    said = run("validate", "friday.yaml", "pad.yaml", "nope.yaml", "--format", "json")
    friday, pad, nope = said.data["logs"]
    assert friday["violations"] == [
        {
            "rule": "illuminate/follow-suit",
            "event": 7,
            "file": "friday.yaml",
            "line": 8,
            "column": 21,
            "player": "Ben",
            "message": "Ben played Mt5:6 on a Mark lead, holding Mk1:31",
            "legal": ["Mk1:31"],
            "text": FOLLOW.partition(" (")[0],
            "source": "publisher's rules, Game Play",
        }
    ]
    assert (friday["verdict"], friday["events"], friday["unjudged"]) == ("illegal", 7, 2)
    assert (pad["path"], pad["verdict"], [doubt["rule"] for doubt in pad["doubts"]]) == (
        "pad.yaml",
        "legal",
        ["illuminate/unseen-plays"],
    )
    assert nope["complaints"] == [{"file": "nope.yaml", "line": 1, "column": 1, "message": "no such file"}]


def test_github_annotations_are_escaped() -> None:
    write("a,b%.yaml", STANDS.replace("seen too late", "50% sure"))
    write("verb.yaml", UNREADABLE)
    assert run("validate", "a,b%.yaml", "verb.yaml", "--format", "github").out.splitlines() == [
        "::notice file=a%2Cb%25.yaml,line=8,col=21,title=illuminate/follow-suit::"
        "Ben played Mt5:6 on a Mark lead, holding Mk1:31",
        "a,b%.yaml: legal: 1 hand, 4 plays, 4 bids, 0 scores; 0 findings, 0 doubts, 1 note; "
        "unfinished: Cyd must lead to trick 2",
        "::error file=verb.yaml,line=8,col=5,title=referee/not-judged::unknown verb 'trikc'; did you mean 'trick'?",
        "verb.yaml: not judged: 1 hand, 0 plays, 4 bids, 0 scores; 0 findings, 1 complaint, 0 doubts; "
        "judged to event 5, 1 event not judged",
    ]


def test_sarif_is_one_run_with_rules_and_results() -> None:
    write("a b.yaml", REVOKE)
    write("stands.yaml", STANDS)
    write("verb.yaml", UNREADABLE)
    write("pad.yaml", RESULTS)
    sarif = run("validate", "a b.yaml", "stands.yaml", "verb.yaml", "pad.yaml", "--format", "sarif").data
    (only,) = sarif["runs"]
    assert sarif["version"] == "2.1.0"
    assert [(result["ruleId"], result["level"]) for result in only["results"]] == [
        ("illuminate/follow-suit", "error"),
        ("illuminate/follow-suit", "note"),
        ("referee/not-judged", "error"),
        ("illuminate/unseen-plays", "note"),
    ]
    assert only["results"][0]["locations"] == [
        {"physicalLocation": {"artifactLocation": {"uri": "a%20b.yaml"}, "region": {"startLine": 8, "startColumn": 21}}}
    ]
    assert only["results"][1]["suppressions"] == [{"kind": "inSource", "justification": "seen too late"}]
    assert only["tool"]["driver"]["rules"][0] == {
        "id": "illuminate/follow-suit",
        "shortDescription": {"text": FOLLOW.partition(" (")[0]},
        "help": {"text": FOLLOW},
    }


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_no_logs_at_all_is_still_json(form: str) -> None:
    write("logs/house.yaml", "extends: illuminate\nwhy: x\ntrick: {grace: silent}\n")
    assert json.loads(run("validate", "logs", "--format", form).out)


def test_the_command_line_adds_variants_and_readings_to_those_of_the_log() -> None:
    write("friday.yaml", LEGAL.replace("Lk7:50!", "Lk7:50"))
    assert run("validate", "friday.yaml").code == 1
    assert run("validate", "friday.yaml", "--variant", "silent-grace").code == 0
    assert run("validate", "friday.yaml", "--ruling", "grace-said=silent").code == 0
    assert run("validate", "friday.yaml", "--ruling", "grace-said=loud").out.splitlines()[0] == (
        "friday.yaml:1:1: the ruling 'grace-said' has no reading 'loud'; its readings: said, silent"
    )


READING = Path(__file__).resolve().parents[1] / "logs" / "legal" / "cassino-plays.yaml"


@pytest.mark.parametrize("form", ["text", "concise", "json"])
def test_quiet_omits_readings_and_nothing_else(form: str) -> None:
    loud, quiet = (run("validate", str(READING), "--format", form, *more) for more in ((), ("--quiet",)))
    assert loud.code == quiet.code == 0
    if form == "json":
        (log,) = loud.data["logs"]
        assert log["readings"]
        assert quiet.data["logs"] == [{**log, "readings": []}]
    else:
        assert ": note: " in loud.out
        assert ": note: " not in quiet.out
        assert set(quiet.out.splitlines()[:-1]) <= set(loud.out.splitlines())


EVENING = READING.read_text() + "# a long evening\n" * 500
"""Of a size after which nothing more is asked about legal logs."""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_of_several_legal_logs_the_first_are_asked_about_and_the_others_are_counted(jobs: str) -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        write(name, EVENING)
    said = run("validate", "a.yaml", "b.yaml", "c.yaml", "--format", "json", "--jobs", jobs)
    first, *others = (log["readings"] for log in said.data["logs"])
    assert first
    assert others == [None, None]
    assert said.err == (
        "to save time, referee did not ask which rulings decide 2 legal logs; --readings asks about all\n"
    )
    every = run("validate", "a.yaml", "b.yaml", "c.yaml", "--format", "json", "--jobs", jobs, "--readings")
    assert all(log["readings"] for log in every.data["logs"])
    assert every.err == ""
    assert run("validate", "a.yaml", "b.yaml", "c.yaml", "--format", "json", "--jobs", jobs, "--quiet").err == ""


def test_small_logs_are_all_asked_about() -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        write(name, READING.read_text())
    said = run("validate", "a.yaml", "b.yaml", "c.yaml", "--format", "json")
    assert all(log["readings"] for log in said.data["logs"])
    assert said.err == ""


def test_of_logs_on_lines_only_the_first_are_asked_about() -> None:
    log = json.dumps({"game": "cassino", "players": ["Ann", "Ben"], "setup": {"dealer": "Ben"}, "events": []})
    write("evening.jsonl", f"{log}{' ' * 5000}\n" * 4)
    said = run("validate", "evening.jsonl", "--format", "json")
    assert [log["readings"] for log in said.data["logs"]] == [[], [], None, None]
    assert said.err == (
        "to save time, referee did not ask which rulings decide 2 legal logs; --readings asks about all\n"
    )


def test_a_long_log_is_not_judged_again_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gin rummy has three rulings, none of which is asked about when no event may be judged again."""
    monkeypatch.setattr("referee.judging.judge.AGAIN", 0)
    log = str(READING.parents[3] / "examples" / "gin-rummy" / "friday.yaml")
    assert run("validate", log).err == (
        "to save time, referee did not ask about 3 rulings in long logs; --readings asks about all\n"
    )
    assert run("validate", log, "--readings").err == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("extends: illuminate\nwhy: x\n", "this is a ruleset, not a log (`referee check` judges it)"),
        ("name: x\nfamily: trick\n", "this is a ruleset, not a log (`referee check` judges it)"),
        ("examples:\n- given: {}\n", "these are examples of a ruleset, not a log (`referee check` runs them)"),
        ("players: {Ann: [Anna]}\n", "these are names of players, not a log (`referee club` reads them)"),
        ("games: {hearts: {}}\n", "this is a project, not a log (the logs beside it and below are judged by it)"),
    ],
)
def test_a_file_that_is_no_log_but_is_named_is_told_apart_in_one_line(text: str, kind: str) -> None:
    write("ours.yaml", text)
    said = run("validate", "ours.yaml", "--format", "concise")
    assert (said.code, said.out) == (3, f"ours.yaml:1:1: {kind}\nours.yaml: not judged: 1 complaint\n")
