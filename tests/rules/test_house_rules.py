"""House rules wherever they may be named: on the command line, in a log, from the folders of REFEREE_PATH."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_runner import run, write

HOUSE = "extends: illuminate\nwhy: nobody should hide\nbidding:\n  least: 1\n"
LOG = """\
game: illuminate@1
players: [Ann, Ben]
setup: {dealer: Ben, roles: {Ann: doctor, Ben: teacher}}
events:
  - deal: {Ann: ["Mk1:11"], Ben: ["Mk1:31"]}
  - bid: 0
"""
BROKEN = "illuminate/bid-range: Ann bid 0 in a hand of 1 card"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_PATH", raising=False)


def log_with(house: str) -> str:
    return LOG.replace("players:", f"house: {house}\nplayers:")


def broken(*args: str, given: str | None = None) -> list[str]:
    """The lines of a verdict that finds one violation: the finding and the lines below it."""
    said = run("validate", *args, given=given)
    assert (said.code, said.err) == (1, "")
    return said.out.splitlines()[1:-1]


def assert_broken(lines: list[str], log: str, house: str) -> None:
    """That the bid is what is found, by the rule that stands in line 4 of the house rule."""
    assert lines[0] == f"{log}: {BROKEN}"
    assert lines[-1] == f"    set at {house}:4"


def test_without_a_house_rule_the_log_is_legal() -> None:
    write("friday.yaml", LOG)
    assert run("validate", "friday.yaml").code == 0


def test_on_the_command_line() -> None:
    write("friday.yaml", LOG)
    write("rules/ours.yaml", HOUSE)
    assert_broken(broken("friday.yaml", "--house", "rules/ours.yaml"), "friday.yaml:6:10", "rules/ours.yaml")


def test_in_a_log_by_a_path_that_leads_from_the_log() -> None:
    write("logs/friday.yaml", log_with("../rules/ours.yaml"))
    write("rules/ours.yaml", HOUSE)
    assert_broken(broken("logs/friday.yaml", "--trust", "all"), "logs/friday.yaml:7:10", "rules/ours.yaml")


def test_in_a_log_from_standard_input_by_a_path_that_leads_from_here() -> None:
    write("rules/ours.yaml", HOUSE)
    said = broken("-", "--trust", "folder", given=log_with("[rules/ours.yaml]"))
    assert_broken(said, "<stdin>:7:10", "rules/ours.yaml")


def test_by_name_from_the_folders_of_referee_path(monkeypatch: pytest.MonkeyPatch) -> None:
    write("friday.yaml", log_with("[ours]"))
    write("club/ours.yaml", HOUSE)
    monkeypatch.setenv("REFEREE_PATH", os.pathsep.join(["nowhere", str(Path("club").absolute())]))
    assert_broken(broken("friday.yaml"), "friday.yaml:7:10", str(Path("club/ours.yaml").absolute()))
    write("friday.yaml", LOG)
    assert_broken(broken("friday.yaml", "--house", "ours"), "friday.yaml:6:10", str(Path("club/ours.yaml").absolute()))
    assert run("check", "ours").code == 0


def test_a_game_from_a_folder_of_referee_path(monkeypatch: pytest.MonkeyPatch) -> None:
    write("friday.yaml", LOG.replace("illuminate@1", "club@3"))
    write("rules/club.yml", HOUSE + "name: club\ntitle: Club rules\nversion: 3\n")
    write("rules/ours.yaml", HOUSE)
    write("rules/odd.yaml", "extends: iluminate\n")
    monkeypatch.setenv("REFEREE_PATH", "rules")
    assert (
        run("validate", "friday.yaml").out.splitlines()[1]
        == "friday.yaml:6:10: club/bid-range: Ann bid 0 in a hand of 1 card"
    )
    said = run("games")
    assert "    ours: Bid at least 1." in said.out.splitlines()
    assert "club" in [line.split("  ")[0] for line in said.out.splitlines()]
    assert (said.code, said.err) == (
        0,
        "rules/odd.yaml:1:10: no game is called 'iluminate'; did you mean 'illuminate'?\n",
    )


def test_a_path_may_hold_an_at_sign_with_and_without_a_version() -> None:
    write("us@home/club.yaml", HOUSE + "name: club\ntitle: Club rules\nversion: 3\n")
    for game in ("us@home/club.yaml", "us@home/club.yaml@3"):
        write("friday.yaml", LOG.replace("illuminate@1", game))
        assert (
            run("validate", "friday.yaml", "--trust", "folder")
            .out.splitlines()[1]
            .startswith("friday.yaml:6:10: club/bid-")
        )
    assert run("check", "us@home/club.yaml").code == 0
    write("friday.yaml", LOG.replace("illuminate@1", "us@home/club.yaml@4"))
    said = run("validate", "friday.yaml", "--trust", "folder").out.splitlines()[0]
    assert said == (
        "friday.yaml:1:7: us@home/club.yaml@4 is asked for, but this referee has us@home/club.yaml@3; "
        "the rules may have changed since"
    )


def test_an_unknown_name_is_told_with_those_of_referee_path(monkeypatch: pytest.MonkeyPatch) -> None:
    write("friday.yaml", log_with("[our]"))
    write("club/ours.yaml", HOUSE)
    monkeypatch.setenv("REFEREE_PATH", "club")
    said = run("validate", "friday.yaml")
    assert (said.code, said.out.splitlines()[0]) == (
        3,
        "friday.yaml:2:9: no house rule is called 'our'; did you mean 'ours'?",
    )


def test_a_shipped_house_rule_by_name() -> None:
    write("friday.yaml", log_with("no-sixes"))
    assert run("validate", "friday.yaml").code == 0
    assert "house rule no-sixes" in run("validate", "friday.yaml").out


def test_house_rules_of_a_log_come_before_those_of_the_command_line() -> None:
    write("ours.yaml", HOUSE)
    write("theirs.yaml", "extends: ./ours.yaml\nwhy: zero\nbidding: {least: 0}\n")
    write("friday.yaml", log_with("[ours.yaml]"))
    assert run("validate", "friday.yaml", "--house", "theirs.yaml").code == 0


def test_a_reading_that_a_house_rule_takes_is_shown_at_its_line() -> None:
    write("ours.yaml", "extends: illuminate\nwhy: quiet\nruling:\n  grace-said: silent\n")
    write("friday.yaml", log_with("[ours.yaml]"))
    rules = run("rules", "illuminate", "--house", "ours.yaml").out.splitlines()
    grace = "A card with its player's own symbol is Grace, said or not, and beats all cards that are not Grace."
    assert f"  {grace} [ours.yaml:4]" in rules


@pytest.mark.parametrize(
    "command",
    [
        ("rules", "illuminate"),
        ("explain", "illuminate/bid-range"),
        ("cards", "illuminate"),
        ("simulate", "illuminate", "-n", "1"),
        ("new", "log", "illuminate"),
        ("score", "friday.yaml"),
        ("show", "friday.yaml"),
        ("legal", "friday.yaml"),
        ("resolve", "trick", "illuminate", "Mk1:11", "Mk1:31", "--roles", "doctor,neighbor"),
        ("resolve", "score", "illuminate", "--cards", "1", "--bids", "1,1", "--won", "1,0"),
    ],
    ids=" ".join,
)
def test_every_command_takes_a_house_rule(command: tuple[str, ...]) -> None:
    write("ours.yaml", HOUSE)
    write("friday.yaml", LOG.replace("bid: 0", "bid: 1"))
    assert run(*command, "--house", "ours.yaml").code == 0
    write("ours.yaml", HOUSE.replace("least: 1", "least: one"))
    said = run(*command, "--house", "ours.yaml")
    assert said.code == 3
    assert said.err.splitlines()[0].startswith("ours.yaml:4:10: unknown name 'one'; ")


AGAINST = "let one of the two house rules extend the other to say which counts, or remove a line"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("bidding: {least: 1}", "bidding: {least: 2}",
         f"second.yaml:3:11: `bidding.least` is set here, and differently in first.yaml:3; {AGAINST}"),
        ("play: {if_able: {never_lead: QS}}", "play: {if_able: null}",
         f"second.yaml:3:8: `play.if_able` is set here, and differently in first.yaml:3; {AGAINST}"),
        ("play: {if_able: null}", "play: {if_able: {never_lead: QS}}",
         f"second.yaml:3:18: `play.if_able` is set here, and differently in first.yaml:3; {AGAINST}"),
    ],
)  # fmt: skip
def test_two_house_rules_may_not_set_a_word_differently(
    first: str, second: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("first.yaml", f"extends: spades\nwhy: x\n{first}\n")
    write("second.yaml", f"extends: spades\nwhy: x\n{second}\n")
    said = run("rules", "spades", "--house", "first.yaml", "--house", "second.yaml")
    assert (said.code, said.err.splitlines()[0]) == (3, message)
    write("log.yaml", "game: spades\nhouse: [./first.yaml, ./second.yaml]\nplayers: [Ann, Ben, Cyd, Dov]\nevents: []\n")
    judged = run("validate", "log.yaml")
    assert (judged.code, (judged.out + judged.err).splitlines()[0]) == (3, message)


def test_house_rules_that_agree_or_extend_each_other_go_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("first.yaml", "extends: spades\nwhy: x\nbidding: {least: 1}\n")
    write("same.yaml", "extends: spades\nwhy: y\nbidding: {least: 1, most: 7}\n")
    write("later.yaml", "extends: ./first.yaml\nwhy: z\nbidding: {least: 2}\n")
    assert run("rules", "spades", "--house", "first.yaml", "--house", "same.yaml").code == 0
    said = run("rules", "spades", "--house", "first.yaml", "--house", "later.yaml")
    assert "Bid at least 2. [later.yaml:3]" in said.out


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("extends: hearts\nwhy: x\nscoring: {cards: {cases: [{when: moon, points: -26}, {points: hearts + 13 * queen}]}}\n",
         "ours.yaml:3:19: note: these cases replace all of `scoring.cards.cases`, and 26 when 'count(moon) > 0' is gone; "
         "repeat it if it still holds"),
        ("extends: ./game.yaml\nwhy: x\nbidding: {all_or_nothing: cards == 5}\n",
         "ours.yaml:3:11: note: `bidding.all_or_nothing` was 'cards == 4' like `define.special`, which stays so; if they are "
         "one fact, change both"),
        ("extends: hearts\nwhy: x\nrules: {order: {text: Aces are high., source: x}}\n",
         "ours.yaml:3:9: note: verdicts on the course of the game cite `order`: 'Things happen in order. A hand is dealt, then "
         "comes what is said before play, then trick after trick.'; call a rule about something else differently"),
    ],
)  # fmt: skip
def test_check_notes_what_a_house_rule_leaves_behind(
    text: str, note: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write("game.yaml", "extends: oh-hell\nname: ours\nbidding: {all_or_nothing: cards == 4}\ndefine: {special: cards == 4}\n"
          "rules: {all-or-nothing: {text: x, source: x}}\n")  # fmt: skip
    write("ours.yaml", text)
    said = run("check", "ours.yaml")
    assert said.code == 0, said.out
    assert note in said.out.splitlines()
