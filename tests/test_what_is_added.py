"""A verb, a command and an output format are added where all others are; nothing else must be told of them.

For a word see `rules/test_a_new_word.py`.
"""

from __future__ import annotations

import copy
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from command_runner import run, simulated, write

from referee import cli
from referee.core.events import Finding
from referee.core.game import Act
from referee.core.items import EXTRAS
from referee.core.values import DONE
from referee.engines import FAMILIES, family
from referee.judging import complaints
from referee.judging.read import load_log
from referee.replay.steps import steps_of
from referee.report import questions
from referee.rules import rulesets, words

GAMES = {
    "trick": "hearts", "meld": "gin-rummy", "shedding": "mau-mau", "fishing": "cassino", "climbing": "big-two",
    "conspiracy": "illuminati",
}  # fmt: skip
WAVE = {"description": "A player waves: true.", "does": "waves", "const": True}
pytestmark = pytest.mark.usefixtures("folder")


def refuse_ben(rules: Any, state: Any, event: Any) -> list[Finding]:
    """What is wrong with a wave."""
    return [Finding("order", "Ben never waves")] if event.seat == 1 else []


@pytest.mark.parametrize("name", FAMILIES)
def test_a_verb_is_its_record_how_it_is_read_and_what_it_does(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    its = family(name)
    store = {each: copy.deepcopy(rulesets.schema(each)) for each in rulesets.SCHEMAS}
    event = store[its.schema]["$defs"]["event"]
    verbs = event["allOf"][0]["oneOf"]
    assert [one["required"] for one in verbs] == [[verb] for verb in event["properties"] if verb not in EXTRAS]
    event["properties"]["wave"] = WAVE
    verbs.append({"required": ["wave"]})
    game = type(its.compile(rulesets.load_ruleset(GAMES[name]), 2))
    make, faults, omission = game.__init__, game.faults, game.omission

    def with_wave(self: Any, *given: Any) -> None:
        make(self, *given)
        self.acts = {**self.acts, "wave": Act(refuse_ben, lambda rules, state, event: None)}

    def at_any_time(self: Any, here: Any, event: Any, before: Any) -> Any:
        waves = event.verb == "wave"
        return tuple(self.acts["wave"].check(self.rules, here, event)) if waves else faults(self, here, event, before)

    monkeypatch.setattr(game, "__init__", with_wave)
    monkeypatch.setattr(game, "faults", at_any_time)
    monkeypatch.setattr(
        game, "omission", lambda self, state, event: event.verb != "wave" and omission(self, state, event)
    )
    monkeypatch.setitem(sys.modules[f"referee.engines.{name}.reading"].VERBS, "wave", DONE)
    monkeypatch.setattr(rulesets, "SCHEMAS", store)
    monkeypatch.setattr(words, "SCHEMAS", store)
    monkeypatch.setattr(complaints, "SCHEMAS", store)
    rulesets.log_words.cache_clear()
    played = json.loads(simulated(GAMES[name], "-n", "1", "--seed", "1"))
    ann, ben = played["players"][:2]

    def judged(*events: Any) -> str:
        write("log.yaml", json.dumps({**played, "events": events, "expect": {}}))
        said = run("validate", "log.yaml")
        return said.out + said.err

    assert "Ben never waves" in judged({"wave": True}, {"wave": True, "by": ben})
    assert "expected true, not 3" in judged({"wave": 3})
    assert "did you mean 'wave'?" in judged({"wvae": True})
    assert "log.yaml: legal" in judged({"wave": True, "by": ann})
    log = load_log("log.yaml")
    assert [step.telling.said for step in steps_of(log, rulesets.load_ruleset(log.game)).steps][1:] == [f"{ann} waves."]
    monkeypatch.undo()
    rulesets.log_words.cache_clear()


def test_a_command_is_a_module_and_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("waving.py", 'import click\n\n@click.command()\ndef command():\n    """Wave."""\n    click.echo("waves")\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(cli.GROUPS["Look"], "wave", ("waving", "Wave to the players."))
    assert "Wave to the players." in run("--help").out
    assert run("wave").out == "waves\n"
    assert "did you mean 'wave'?" in run("wvae").err


def test_an_output_format_is_a_function_in_the_table_of_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(questions.SHOW_FORMATS, "waving", lambda rules, *_: f"{rules.name} waves")
    monkeypatch.delitem(sys.modules, "referee.cli.commands.show", raising=False)
    write("log.yaml", simulated("hearts", "-n", "1", "--seed", "1"))
    assert run("show", "log.yaml", "--format", "waving").out == "hearts waves\n"
    assert "waving" in run("show", "--help").out
