"""What `--format json` prints is what schemas/report.schema.json promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import LEGAL, RESULTS, REVOKE, STANDS, UNREADABLE, run, write

from referee import book, source

ANSWERS = {
    "validate": [("validate", "friday.yaml", "revoke.yaml", "stands.yaml", "verb.yaml", "pad.yaml", "nope.yaml")],
    "score": [("score", "friday.yaml"), ("score", "pad.yaml"), ("score", "hearts.jsonl"), ("score", "spades.jsonl")],
    "scores": [("score", "mercy.jsonl")],
    "legal": [("legal", "friday.yaml", "--at", number) for number in ("1", "2", "7", "10")],
    "show": [("show", "friday.yaml", "--at", number) for number in ("1", "2", "9", "10")] + [("show", "spades.jsonl")],
    "resolve_trick": [
        ("resolve", "trick", "hearts", "2C", "AC", "5H", "QS"),
        ("resolve", "trick", "illuminate", "Mk1:11", "Lk7:50", "--roles", "doctor,preacher"),
    ],
    "resolve_score": [("resolve", "score", "illuminate", "--cards", "6", "--bids", "6,0", "--won", "5,1")],
    "resolve_attack": [
        ("resolve", "attack", "illuminati", "control", "--attacker", "mafia", "--target", "loan sharks", "--table"),
        ("resolve", "attack", "illuminati", "destroy", "--attacker", "texas", "--target", "boy sprouts", "--roll", "7"),
    ],
    "games": [("games",)],
    "rules": [("rules", "illuminate"), ("rules", "hearts", "--house", "queen-breaks"), ("rules", "spades")],
    "cards": [("cards", "illuminate"), ("cards", "hearts", "--players", "4")],
    "explain": [("explain", "illuminate/follow-suit"), ("explain", "illuminate/tie")],
    "explain_all": [("explain", "--all", "hearts")],
    "compare": [("compare", "illuminate", "no-sixes", "-n", "3"), ("compare", "mercy", "--variant", "long", "-n", "1")],
    "test": [("test",), ("test", "nope.yaml")],
    "rule_list": [("explain", "illuminate")],
    "coverage": [
        ("coverage", "friday.yaml", "revoke.yaml", "hearts.jsonl"),
        ("coverage", "pad.yaml", "--house", "no-sixes"),
    ],
    "diff": [("diff", "illuminate", "no-sixes"), ("diff", "hearts", "spades")],
    "check": [("check", "french", "hearts", "queen-breaks", "tricks", "nope.yaml")],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    logs = {"friday": LEGAL, "revoke": REVOKE, "stands": STANDS, "verb": UNREADABLE, "pad": RESULTS}
    for name, text in logs.items():
        write(f"{name}.yaml", text)
    run("simulate", "mercy", "-n", "2", "--detail", "results", "--out", "mercy.jsonl")
    for game in ("hearts", "spades"):
        run("simulate", game, "-n", "1", "--detail", "results", "--out", f"{game}.jsonl")


def faults(kind: str, text: str) -> list[source.schema.Fault]:
    """What the contract finds wrong with an answer of this kind."""
    reference = {"$ref": f"report.schema.json#/$defs/{kind}"}
    return source.schema_faults(json.loads(text), reference, store=book.SCHEMAS)


@pytest.mark.parametrize(("kind", "args"), [(kind, args) for kind, asked in ANSWERS.items() for args in asked], ids=str)
def test_an_answer_keeps_the_contract(kind: str, args: tuple[str, ...]) -> None:
    assert faults(kind, run(*args, "--format", "json").out) == []


def test_the_summary_of_a_simulation_keeps_the_contract() -> None:
    assert faults("simulate", run("simulate", "hearts", "-n", "2", "--format", "json").err) == []


def test_every_kind_of_answer_is_tried() -> None:
    parts = {"verdict", "finding", "complaint", "points", "names", "hand", "covered", "side", "tested"}
    assert set(ANSWERS) | {"simulate"} == set(book.schema("report.schema.json")["$defs"]) - parts
