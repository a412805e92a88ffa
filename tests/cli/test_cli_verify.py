"""`referee validate --certificate` and `referee verify`, whole messages; logs that pin the hash of their rules."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_runner import REVOKE, run, simulated, write

from referee import source
from referee.rules import rulesets
from referee.rules.meaning import hash_of, sha256
from referee.source import schema_faults

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "certificates.md"
UNSEEN_REVOKE = PAGE.parents[2] / "examples" / "broken" / "unseen-revoke.yaml"
HOUSE = "extends: hearts\nscoring: {cards: {cases: [{points: hearts + 7 * queen}]}}\n"
HEARTS = hash_of(rulesets.load_ruleset("hearts"))
OTHER = f"sha256:{'0' * 64}"


@pytest.fixture(autouse=True)
def certified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A certificate of a log that breaks a rule, in c.json."""
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", REVOKE)
    assert run("validate", "friday.yaml", "--certificate", "c.json").code == 1
    found: dict[str, Any] = json.loads(Path("c.json").read_text(encoding="utf-8"))
    return found


def verification(*args: str) -> tuple[int, str]:
    """What `verify` says about c.json."""
    answer = run("verify", "c.json", "friday.yaml", *args)
    assert not answer.err
    return answer.code, re.sub("[0-9a-f]{12}…", "#", answer.out)


def test_a_score_sheet_that_names_no_game_is_verified_as_it_was_judged() -> None:
    write("pad.csv", "A,B,C,D\n5,8,13,0\n")
    assert run("validate", "pad.csv", "--game", "hearts", "--certificate", "pad.json").code == 0
    assert run("verify", "pad.json", "pad.csv", "--game", "hearts").code == 0


@pytest.mark.parametrize("ignored", ["a project", "an option"])
def test_a_certificate_says_what_was_found_whatever_was_reported(ignored: str) -> None:
    """Bids and results alone leave the plays unseen, also for a table that does not want to hear of it."""
    write("pad.json", simulated("illuminate", "--detail", "results", "-n", "1", "--seed", "7"))
    assert "illuminate/unseen-plays" in run("validate", "pad.json").out
    args = ("--ignore", "unseen-plays")
    if ignored == "a project":
        write("referee.yaml", "games: {illuminate: {ignore: [unseen-plays]}}\n")
        args = ()
    said = run("validate", "pad.json", *args, "--certificate", "c.json")
    assert (said.code, "0 doubts" in said.out) == (0, True)
    certified = json.loads(Path("c.json").read_text(encoding="utf-8"))
    assert [doubt["rule"] for doubt in certified["doubts"]] == ["illuminate/unseen-plays"]
    assert run("verify", "c.json", "pad.json").code == 0


def test_a_sentence_that_was_changed_is_noticed(certified: dict[str, Any]) -> None:
    """By the version that wrote it; another may say the same in other words."""
    certified["violations"][0]["message"] = "Ben cheated"
    del certified["digest"]
    certified["digest"] = sha256(certified)
    write("c.json", json.dumps(certified))
    code, out = verification()
    assert code == 1
    assert (
        out.splitlines()[0]
        == f"c.json: the sentences of its violations are not those of referee {certified['referee']}"
    )
    certified["referee"] = "0.9.0"
    del certified["digest"]
    certified["digest"] = sha256(certified)
    write("c.json", json.dumps(certified))
    assert verification()[0] == 0


def test_a_certificate_has_the_witnesses_and_the_form_of_its_schema(certified: dict[str, Any]) -> None:
    assert schema_faults(certified, rulesets.schema("certificate.schema.json"), store=rulesets.SCHEMAS) == []
    (finding,) = certified["violations"]
    assert finding == {
        "rule": "illuminate/follow-suit",
        "event": 7,
        "line": 8,
        "player": "Ben",
        "message": "Ben played Mt5:6 on a Mark lead, holding Mk1:31",
        "legal": ["Mk1:31"],
        "witnesses": [{"event": 7, "line": 8, "says": "Mt5:6"}],
    }
    assert certified["rules"] == hash_of(rulesets.load_ruleset("illuminate"))


def test_the_witnesses_are_the_event_and_the_one_that_it_cites() -> None:
    """Dov gives Lk6:31 to a Mark as the 26th event (12 bids, 12 plays, and the lead), and shows a Mark as the 31st."""
    write("friday.yaml", UNSEEN_REVOKE.read_text(encoding="utf-8"))
    assert run("validate", "friday.yaml", "--certificate", "c.json").code == 1
    (finding,) = json.loads(Path("c.json").read_text(encoding="utf-8"))["violations"]
    assert finding["message"] == ("Dov revoked: played Lk6:31 on a Mark lead (event 26, line 16) and shows Mk1:17 now")
    assert finding["witnesses"] == [
        {"event": 26, "line": 16, "says": "Lk6:31"},
        {"event": 31, "line": 17, "says": "Mk1:17"},
    ]


def test_another_note_is_another_log(certified: dict[str, Any]) -> None:
    changed = (
        "c.json: the log was changed since: its hash is sha256:#, not sha256:#\n"
        "c.json: does not belong to friday.yaml: illegal by the rules sha256:#, judged by referee 1.0.0\n"
    )
    write("friday.yaml", REVOKE + "note: Ben says that it was dark\n")
    assert verification() == (1, changed)
    write("friday.yaml", REVOKE.replace("Lk7:50!, Mk4:2]", "Lk7:50!, Mk4:2]\n    note: it was dark"))
    assert verification() == (1, changed)


def test_another_player_is_another_verdict(certified: dict[str, Any]) -> None:
    from referee.rules.meaning import sha256

    (finding,) = certified["violations"]
    data = {**certified, "violations": [{**finding, "player": "Cyd"}]}
    del data["digest"]
    write("c.json", json.dumps({**data, "digest": sha256(data)}))
    assert verification() == (
        1,
        "c.json: the verdict is another: referee 1.0.0 certified illegal, and today it is illegal (violations differ)\n"
        "c.json: does not belong to friday.yaml: illegal by the rules sha256:#, judged by referee 1.0.0\n",
    )


def test_what_belongs_together_does_so_in_another_form() -> None:
    belongs = "c.json: belongs to friday.yaml: illegal by the rules sha256:#, judged by referee 1.0.0\n"
    assert verification() == (0, belongs)
    log = json.loads(json.dumps(source.load("friday.yaml").data))
    write("friday.yaml", json.dumps(dict(reversed(log.items())), indent=1))
    assert verification() == (0, belongs)


def test_the_same_as_json(certified: dict[str, Any]) -> None:
    answer = {
        "certificate": "c.json", "log": "friday.yaml", "belongs": True, "mismatches": [], "rules": certified["rules"],
        "certified": "illegal", "referee": "1.0.0", "verdict": "illegal", "now": "1.0.0",
    }  # fmt: skip
    said = run("verify", "c.json", "friday.yaml", "--format", "json")
    assert (said.code, said.data) == (0, answer)
    write("friday.yaml", REVOKE.replace("Mk4:2]", "Mk6:3]"))
    said = run("verify", "c.json", "friday.yaml", "--format", "json")
    assert (said.code, said.data["belongs"]) == (1, False)
    assert said.data["mismatches"][0].startswith("the log was changed since: its hash is sha256:")


def test_a_log_that_was_changed() -> None:
    write("friday.yaml", REVOKE.replace("Mk4:2]", "Mk6:3]"))
    assert verification() == (
        1,
        "c.json: the log was changed since: its hash is sha256:#, not sha256:#\n"
        "c.json: does not belong to friday.yaml: illegal by the rules sha256:#, judged by referee 1.0.0\n",
    )


def test_a_certificate_of_which_one_letter_was_changed(certified: dict[str, Any]) -> None:
    text = Path("c.json").read_text(encoding="utf-8")
    write("c.json", text.replace('"Ben"', '"Bel"'))
    assert (
        verification()[1].splitlines()[0] == "c.json: the certificate was changed: its digest is sha256:#, not sha256:#"
    )
    write("c.json", text.replace('"family": "trick"', '"family": "trock"'))
    assert "c.json: the rules in the certificate are not those whose hash it has\n" in verification()[1]


def test_rules_that_mean_something_else_are_named_word_by_word() -> None:
    assert verification("--ruling", "tie=led-suit", "--variant", "not-perfect") == (
        1,
        "c.json: the rules mean something else now: `trick.tie` was earliest, is led_suit; `bidding.hook` was false, "
        'is "cards not in[6,12]"\n'
        "c.json: does not belong to friday.yaml: illegal by the rules sha256:#, judged by referee 1.0.0\n",
    )


def test_another_version_judges_again(certified: dict[str, Any]) -> None:
    def resealed(**changed: Any) -> None:
        from referee.rules.meaning import sha256

        data = {key: value for key, value in {**certified, **changed}.items() if key != "digest"}
        write("c.json", json.dumps({**data, "digest": sha256(data)}))

    resealed(referee="0.9.0")
    assert verification()[1].endswith("judged by referee 0.9.0; this is 1.0.0, which agrees\n")
    resealed(referee="0.9.0", verdict="legal", violations=[])
    assert verification() == (
        1,
        "c.json: the verdict is another: referee 0.9.0 certified legal, and today it is illegal (verdict and "
        "violations differ)\n"
        "c.json: does not belong to friday.yaml: legal by the rules sha256:#, judged by referee 0.9.0; this is 1.0.0\n",
    )


def test_what_cannot_be_read_or_certified() -> None:
    write("c.json", '{"certificate": 2}')
    answer = run("verify", "c.json", "friday.yaml")
    assert answer.code == 3
    assert "c.json:1:17: this is not a certificate: expected 1, not 2\n" in answer.err
    for other in ('{"game": "hearts"}', "[]", "42"):
        write("c.json", other)
        answer = run("verify", "c.json", "friday.yaml")
        assert (answer.code, answer.out) == (3, "")
        assert answer.err == (
            "c.json:1:1: this is not a certificate; `referee validate --certificate FILE LOG` writes one\n"
        )
    write("two.jsonl", simulated("hearts", "-n", "2", "--detail", "results"))
    answer = run("validate", "two.jsonl", "--certificate", "d.json")
    assert (answer.code, "--certificate is about one log; 2 logs were judged" in answer.err) == (2, True)
    write("no.yaml", f"game: hearts\nrules: {OTHER}\nplayers: [Ann, Ben, Cyd, Dov]\n")
    answer = run("validate", "no.yaml", "--certificate", "d.json")
    assert answer.code == 3
    assert answer.err == "--certificate d.json is not written, because the log could not be judged\n"
    assert not Path("d.json").exists()
    assert run("validate", "friday.yaml", "--certificate", "d.json", "--jobs", "2").code == 2


def test_a_log_that_pins_its_rules_is_judged_by_no_others() -> None:
    head = "game: hearts\nrules: {}\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov}}\n"
    write("pinned.yaml", head.format(HEARTS))
    assert run("validate", "pinned.yaml").code == 0
    write("house.yaml", HOUSE)
    answer = run("validate", "pinned.yaml", "--house", "house.yaml")
    assert answer.code == 3
    assert (
        "pinned.yaml:2:8: this log pins the rules sha256:4fa691a420b5…; Hearts as it is in force here is " in answer.out
    )
    assert "…; restore the rules it was played by, or remove `rules:` to judge by those in force\n" in answer.out
    write("pinned.yaml", head.format(hash_of(rulesets.load_ruleset("hearts", ruling={"tied-end": "play-on"}))))
    assert "…; what is pinned is the game with `ruling: {tied-end: play-on}`\n" in run("validate", "pinned.yaml").out
    write("pinned.yaml", head.format("queen-breaks"))
    assert "pinned.yaml:2:8: " in run("validate", "pinned.yaml").out


def test_the_program_of_the_page_checks_a_certificate() -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    write("check.py", program)
    for path, wanted in (("c.json", "True True\n"), ("d.json", "False True\n")):
        write("d.json", Path("c.json").read_text(encoding="utf-8").replace('"Ben"', '"Bel"'))
        done = subprocess.run([sys.executable, "-S", "check.py", path], capture_output=True, text=True, check=True)
        assert done.stdout == wanted
