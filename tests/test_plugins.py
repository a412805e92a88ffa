"""Packages of strangers that add something: examples/plugin works like what is shipped, and a bad one costs one line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_runner import run, write
from installed import EXAMPLE, install, install_example, seen

from referee.rules import shipped

pytestmark = pytest.mark.usefixtures("folder")
TONIGHT = str(EXAMPLE / "tonight.yaml")
LEGAL = (
    "legal: 1 round, 4 asks, 0 scores, 2 claims; 0 findings, 0 doubts; unfinished: Ann must answer Ben, who asks for 5"
)


@pytest.fixture(name="example")
def _example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    install_example(tmp_path / "site")
    with seen(tmp_path / "site", monkeypatch):
        yield


@pytest.mark.usefixtures("example")
class TestTheExample:
    """The package of examples/plugin, with a family and a notation."""

    def test_a_log_of_its_game_is_judged(self) -> None:
        said = run("validate", TONIGHT)
        assert (said.code, said.out.splitlines()[-1]) == (0, f"{TONIGHT}: {LEGAL}")

    def test_whoever_asks_wrongly_is_told(self) -> None:
        text = Path(TONIGHT).read_text(encoding="utf-8")
        write("wrong.yaml", text.replace('ask: {Ben: "3"}', "ask: {Ben: J}"))
        assert run("validate", "wrong.yaml").out.splitlines()[1] == (
            "wrong.yaml:11:10: gofish/ask: Ann asks for J without holding one; Ann holds 3C KC 9H QS AS"
        )
        write("wrong.yaml", text.replace("give: [7C, 7S]", "give: [7C]"))
        assert run("validate", "wrong.yaml").out.splitlines()[1] == (
            "wrong.yaml:9:11: gofish/give: Ben gives 7C, but holds 7C 7S"
        )
        write("wrong.yaml", text.replace("draw: 4S", "draw: 9H"))
        assert "gofish/deck: Ann draws 9H, which is in Ann's hand" in run("validate", "wrong.yaml").out

    def test_a_log_in_its_notation_is_judged(self) -> None:
        path = str(EXAMPLE / "tonight.gofish")
        assert run("validate", path).out.splitlines()[-1] == (
            f"{path}: legal: 1 round, 8 asks, 0 scores; 0 findings, 0 doubts; unfinished: Cyd must ask"
        )
        text = Path(path).read_text(encoding="utf-8")
        write("bad.gofish", text.replace("Ann > Ben 3: fish 4S", "Ann > Ben 4: fish 4S"))
        assert (
            "bad.gofish:8:1: gofish/ask: Ann asks for 4 without holding one; Ann holds"
            in run("validate", "bad.gofish").out
        )
        assert json.loads(run("import", path).out)["game"] == "gofish@1"

    def test_random_games_are_legal_and_come_to_an_end(self) -> None:
        for players in ("2", "3", "4", "5"):
            run("simulate", "gofish", "-n", "5", "--seed", "1", "--players", players, "--out", "games.jsonl")
            said = run("validate", "games.jsonl", "--format", "json").data
            assert [(log["verdict"], log["doubts"]) for log in said["logs"]] == [("legal", [])] * 5
            assert all(len(log["claims"]) for log in said["logs"] if "claims" in log)
            for line in Path("games.jsonl").read_text(encoding="utf-8").splitlines():
                assert sum(json.loads(line)["expect"]["totals"].values()) == 13
            Path("games.jsonl").unlink()

    def test_every_point_of_a_game_reads_back(self) -> None:
        run("simulate", "gofish", "-n", "1", "--seed", "5", "--out", "game.jsonl")
        for event in ("5", "30", "60"):
            position = run("show", "game.jsonl", "--at", event, "--format", "json").data["position"]
            players = list(position["hands"])
            write("middle.json", json.dumps({"game": "gofish", "players": players, "position": position, "events": []}))
            assert run("show", "middle.json", "--format", "json").data["position"] == position

    def test_the_commands_about_rules_know_its_game(self) -> None:
        rules = run("rules", "gofish").out
        assert "Cards for each player: 7 if there are at most 3 players, otherwise 5." in rules
        assert "gofish: sound: Go Fish, 2–5 players, books of 4, the most books win" in run("check", "gofish").out
        assert "\ngofish  Go Fish" in run("games").out
        assert run("schema", "asking").data["$id"] == "asking.schema.json"
        assert "Next: Ann must answer Ben, who asks for 5." in run("show", TONIGHT).out
        assert run("show", TONIGHT, "--format", "svg").out.startswith("<svg")
        assert run("explain", "gofish/ask").out.startswith("gofish/ask: A player asks another")
        write("ours.yaml", "extends: gofish\nask: {lucky_draw: again}\nbook: 3\n")
        assert (
            run("check", "ours.yaml").out.splitlines()[0] == "ours.yaml:3:7: 4 cards of a rank do not make books of 3"
        )

    @pytest.mark.parametrize(
        "args", [("log", "gofish"), ("house", "gofish", "--all"), ("ruleset", "--family", "asking")]
    )
    def test_files_to_start_from_are_sound(self, args: tuple[str, ...]) -> None:
        write("new.yaml", run("new", *args).out)
        assert run("validate" if "log" in args else "check", "new.yaml").code == 0

    def test_a_misspelt_name_is_recognized(self) -> None:
        assert "no game is called 'gofihs'; did you mean 'gofish'?" in run("rules", "gofihs").err
        write("ours.yaml", "extends: hearts\nname: ours\nreads: {gofsh: []}\n")
        assert "no notation is called 'gofsh'; notations: sgf, lin, ptn, pbn, sheet" in run("check", "ours.yaml").out


def test_without_the_package_its_game_is_unknown() -> None:
    known = ", ".join(path.stem for path in shipped.games())
    assert run("validate", TONIGHT).out.splitlines()[0] == (
        f"{TONIGHT}:1:7: no game is called 'gofish'; games: {known}"
    )


COMMAND = """\
import click
from referee.plugins import CommandEntry, FormatEntry, NotationEntry

@click.command()
def wave():
    click.echo("waves")

def shout(game, state, choices):
    return game.ruleset.title.upper()

def ill(text):
    raise ValueError

WAVE = CommandEntry("wave", "bad_waves:wave", "Wave to the players.")
GONE = CommandEntry("gone", "bad_nowhere:command", "Not there.")
SHOUT = FormatEntry("shout", "bad_waves:shout", "show")
VALIDATE = CommandEntry("validate", "bad_waves:wave", "Wave instead.")
NO_COMMAND = CommandEntry("plain", "bad_waves:COMMANDS", "A list.")
COMMANDS = []
"""


@pytest.fixture(name="site")
def _site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    site = tmp_path / "site"
    site.mkdir()
    (site / "bad_waves.py").write_text(COMMAND, encoding="utf-8")
    with seen(site, monkeypatch):
        yield site


def test_a_package_may_add_a_command_and_a_form_of_output(site: Path) -> None:
    install(
        site, "waves", {"referee.commands": {"wave": "bad_waves:WAVE"}, "referee.formats": {"shout": "bad_waves:SHOUT"}}
    )
    assert re.search(r"\nAdded +wave +Wave to the players\.", run("--help").out)
    assert run("wave").out == "waves\n"
    assert "did you mean 'wave'?" in run("wvae").err
    write("log.yaml", "game: hearts\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Ann}\nevents: []\n")
    assert run("show", "log.yaml", "--format", "shout").out == "HEARTS\n"
    assert "'shout'" in run("show", "log.yaml", "--format", "png").err


LEFT_OUT = "the package bad-one is left out: its entry point"


@pytest.mark.parametrize(
    ("group", "name", "value", "line"),
    [
        (
            "commands", "gone", "bad_nowhere:GONE",
            f"{LEFT_OUT} 'gone' in referee.commands, bad_nowhere:GONE, cannot be loaded "
            "(ModuleNotFoundError: No module named 'bad_nowhere')",
        ),
        (
            "commands", "list", "bad_waves:COMMANDS",
            f"{LEFT_OUT} 'list' in referee.commands, bad_waves:COMMANDS, is a list, not a CommandEntry of referee.plugins",
        ),
        (
            "commands", "validate", "bad_waves:VALIDATE",
            f"{LEFT_OUT} 'validate' in referee.commands, bad_waves:VALIDATE, has a name that is taken; "
            "call it something else than 'validate'",
        ),
        (
            "commands", "waves", "bad_waves:WAVE",
            f"{LEFT_OUT} 'waves' in referee.commands, bad_waves:WAVE, calls itself 'wave'; both must have one name",
        ),
    ],
)  # fmt: skip
def test_a_bad_package_costs_one_line(site: Path, group: str, name: str, value: str, line: str) -> None:
    install(site, "bad-one", {f"referee.{group}": {name: value}})
    said = run("--help")
    assert said.err.splitlines() == [line]
    assert "  validate" in said.out.replace("Judge", "") and said.code == 0
    quiet = run("rules", "hearts")
    assert (quiet.code, quiet.err) == (0, "")


def test_a_bad_family_or_notation_stops_nothing_else(site: Path) -> None:
    install(site, "bad-one", {
        "referee.families": {"asking": "bad_nowhere:FAMILY"}, "referee.notations": {"gofish": "bad_waves:COMMANDS"},
    })  # fmt: skip
    said = run("validate", TONIGHT)
    assert "no game is called 'gofish'" in said.out
    assert said.err.splitlines() == [
        f"{LEFT_OUT} 'asking' in referee.families, bad_nowhere:FAMILY, cannot be loaded "
        "(ModuleNotFoundError: No module named 'bad_nowhere')"
    ]
    said = run("validate", str(EXAMPLE / "tonight.gofish"))
    assert said.code == 3
    assert said.err.splitlines()[-1] == (
        f"{LEFT_OUT} 'gofish' in referee.notations, bad_waves:COMMANDS, is a list, not a NotationEntry of referee.plugins"
    )


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("gone", "bad_nowhere:command cannot be loaded (ModuleNotFoundError: No module named 'bad_nowhere')"),
        ("plain", "bad_waves:COMMANDS is not a click.Command"),
    ],
)
def test_a_command_that_cannot_be_imported_names_its_package(site: Path, name: str, line: str) -> None:
    values = {"gone": "bad_waves:GONE", "plain": "bad_waves:NO_COMMAND"}
    install(site, "bad-one", {"referee.commands": {name: values[name]}})
    said = run(name)
    assert (said.code, said.err) == (3, f"the package bad-one adds {name!r}, but {line}\n")
    assert run("rules", "hearts").err == ""


def test_what_nobody_adds_is_not_searched_for() -> None:
    code = (
        "import sys; from referee.cli import cli\n"
        "try: cli.main(['resolve', 'trick', 'hearts', '5C', 'KC', '2C', 'AC'], 'referee')\n"
        "except SystemExit: print(sorted({'importlib.metadata', 'referee.plugins'} & set(sys.modules)))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.splitlines()[-1] == "[]"


def test_the_example_is_small() -> None:
    lines = 0
    for path in (EXAMPLE / "referee_gofish").glob("*.py"):
        text = re.sub(r'(?s)""".*?"""', "", path.read_text(encoding="utf-8"))
        lines += sum(bool(line.strip()) and not line.startswith(("from ", "import ")) for line in text.splitlines())
    assert lines <= 400
