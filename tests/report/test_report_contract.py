"""What `--format json` prints is what schemas/report.schema.json promises."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_runner import LEGAL, RESULTS, REVOKE, STANDS, UNREADABLE, run, simulated, write

from referee import source
from referee.rules import rulesets

ANSWERS = {
    "validate": [("validate", "friday.yaml", "revoke.yaml", "stands.yaml", "verb.yaml", "pad.yaml", "nope.yaml")],
    "score": [("score", "friday.yaml"), ("score", "pad.yaml"), ("score", "hearts.jsonl"), ("score", "spades.jsonl")],
    "scores": [("score", "mercy.jsonl")],
    "legal": [("legal", "friday.yaml", "--at", number) for number in ("1", "2", "7", "10")],
    "show": [("show", "friday.yaml", "--at", number) for number in ("1", "2", "9", "10")] + [("show", "spades.jsonl")],
    "resolve_trick": [("resolve", "trick", "hearts", "2C", "AC", "5H", "QS"),
        ("resolve", "trick", "illuminate", "Mk1:11", "Lk7:50", "--roles", "doctor,preacher")],
    "resolve_score": [("resolve", "score", "illuminate", "--cards", "6", "--bids", "6,0", "--won", "5,1"),
        ("resolve", "score", "gin-rummy", "Ann=deadwood:3", "Ben=deadwood:20", "--declared", "Ann")],
    "resolve_hand": [
        ("resolve", "hand", "luminars", "R4", "G4", "B4", "B5", "B6", "B7", "Y7", "R1", "W", "--claim", "B4 B5 B6"),
        ("resolve", "hand", "luminars", "R1", "R2", "R3", "G7", "B7", "Y7", "W", "Y1", "--declared"),
        ("resolve", "hand", "gin-rummy", "AC", "2C", "3C", "4D", "4H", "4S", "KC", "KD", "5S", "9H")],
    "resolve_match": [("resolve", "match", "mau-mau", "JH", "--on", "JC"),
        ("resolve", "match", "crazy-eights", "7H", "--on", "8C", "--named", "hearts")],
    "resolve_play": [
        ("resolve", "play", "illimat", "--season", "Summer", "--field", "Qau 4sp", "harvest Qst take Qau"),
        (
            "resolve",
            "play",
            "illimat",
            "--season",
            "Winter",
            "--field",
            "S8(5sp+3wi)",
            "stockpile 2au make 10 of S8+2au",
        ),
        ("resolve", "play", "illimat", "--season", "Summer", "--field", "4au 4wi", "harvest 4su take 4au | 4wi"),
        ("resolve", "play", "illimat", "--season", "Winter", "--field", "4au", "harvest 5su take 4au"),
    ],
    "resolve_plays": [
        ("resolve", "play", "illimat", "--season", "Summer", "--field", "5su 2wi", "--hand", "3sp 10au Kst"),
        ("resolve", "play", "illimat", "--season", "Autumn", "--field", "", "--hand", "3sp")],
    "resolve_attack": [
        ("resolve", "attack", "illuminati", "control", "--attacker", "mafia", "--target", "loan sharks", "--table"),
        ("resolve", "attack", "illuminati", "destroy", "--attacker", "texas", "--target", "boy sprouts", "--roll", "7"),
        ("resolve", "attack", "illuminati", "control", "mafia", "loan sharks", "--privileged", "--support", "3"),
    ],
    "resolve_beat": [("resolve", "beat", "big-two", "7H", "7D", "--on", "9C 9S"),
        ("resolve", "beat", "big-two", "4S", "5S", "6S", "7S", "9S", "--on", "4H 6H 8H 9H KH"),
        ("resolve", "beat", "dou-dizhu", "7H", "7D")],
    "resolve_revoke": [("resolve", "revoke", "bridge", "--trick", "5", "--won", "3", "--by-player")],
    "games": [("games",)],
    "rules": [("rules", "illuminate"), ("rules", "hearts", "--house", "queen-breaks"), ("rules", "spades")],
    "cards": [("cards", "illuminate"), ("cards", "hearts", "--players", "4"), ("cards", "luminars"),
        ("explain", "illimat", "maiden")],
    "explain": [("explain", "illuminate/follow-suit"), ("explain", "illuminate/tie"), ("explain", "hearts/moon-26-off")],
    "found": [("explain", "grace-said"), ("explain", "trump")],
    "failure": [("rules", "nope"), ("show", "nope.yaml"), ("resolve", "trick", "hearts")],
    "explain_all": [("explain", "--all", "hearts")],
    "compare": [("compare", "illuminate", "no-sixes", "-n", "3"), ("compare", "mercy", "--variant", "long", "-n", "1")],
    "rule_list": [("explain", "illuminate")],
    "coverage": [("coverage", "friday.yaml", "revoke.yaml", "hearts.jsonl"),
        ("coverage", "pad.yaml", "--house", "no-sixes")],
    "diff": [("diff", "illuminate", "no-sixes"), ("diff", "hearts", "spades")],
    "club": [("club", ".", "--jobs", "1", "--cache", "kept")],
    "verify": [("verify", "friday.cert.json", "friday.yaml"), ("verify", "friday.cert.json", "revoke.yaml")],
    "check": [("check", "french", "luminars", "queen-breaks", "tricks", "nope.yaml")],
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    logs = {"friday": LEGAL, "revoke": REVOKE, "stands": STANDS, "verb": UNREADABLE, "pad": RESULTS}
    for name, text in logs.items():
        write(f"{name}.yaml", text)
    for game, number in (("mercy", "2"), ("hearts", "1"), ("spades", "1")):
        write(f"{game}.jsonl", simulated(game, "-n", number, "--detail", "results"))
    run("validate", "friday.yaml", "--certificate", "friday.cert.json")


def faults(kind: str, text: str) -> list[source.schema_faults.SchemaFault]:
    """What the contract finds wrong with an answer of this kind."""
    reference = {"$ref": f"report.schema.json#/$defs/{kind}"}
    return source.schema_faults(json.loads(text), reference, store=rulesets.SCHEMAS)


@pytest.mark.parametrize(("kind", "args"), [(kind, args) for kind, asked in ANSWERS.items() for args in asked], ids=str)
def test_an_answer_keeps_the_contract(kind: str, args: tuple[str, ...]) -> None:
    assert faults(kind, run(*args, "--format", "json").out) == []


def test_the_summary_of_a_simulation_keeps_the_contract() -> None:
    assert faults("simulate", run("simulate", "hearts", "-n", "2", "--format", "json").err) == []


def test_every_kind_of_answer_is_tried() -> None:
    parts = {
        "verdict",
        "finding",
        "complaint",
        "points",
        "names",
        "hand",
        "covered",
        "side",
        "totals",
        "meld",
        "progress",
        "project",
        "arranged",
    }
    assert set(ANSWERS) | {"simulate"} == set(rulesets.schema("report.schema.json")["$defs"]) - parts
