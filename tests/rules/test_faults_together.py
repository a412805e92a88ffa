"""What is wrong with a ruleset, its changes, variants and readings is said in one run, and each missing text once."""

from pathlib import Path

from command_runner import run

RULES = """\
extends: tricks
name: mine
title: Mine
version: 1
summary: A test.
deck: french
players: [4]
deal: {each: 13, hands: 4}
trick: {trump: Q}
scoring: {tricks: {cases: [{points: won}]}}
rules: {winning: {text: x, source: x}, scoring: {text: x, source: x}, trump: {text: x, source: x}}
variants:
  long: {text: x, source: x, patch: {trick: {trump: Y}}}
rulings:
  suit: {question: q, source: x, sure: low, about: trick.trump, readings: {q: {text: x, value: Q}, z: {text: x, value: Z}}}
changes: [{when: hand == 2, patch: {play: {if_able: {never_lead: 2X}}}}]
"""
NO_SUIT = (
    "the French deck has no suit {!r}; choose one of C, D, H, S, none, always, turned_up, named, contract, led, declared or "
    "first_void"
)


def complaints(text: str, folder: Path) -> list[str]:
    """What `referee check` says of a ruleset, line by line, without the path of its file and without the last line."""
    file = folder / "mine.yaml"
    file.write_text(text)
    lines = run("check", str(file)).out.splitlines()
    return [line.removeprefix(f"{file}:") for line in lines[:-1]]


def test_faults_of_all_parts_are_told_in_one_run(tmp_path: Path) -> None:
    assert complaints(RULES, tmp_path) == [
        f"9:16: {NO_SUIT.format('Q')}",
        f"13:53: with the variant long: {NO_SUIT.format('Y')}",
        f"15:103: with the ruling suit read as z: {NO_SUIT.format('Z')}",
        "16:66: 2X is not a card of the French deck",
        "16:66: this word cites the rule 'never-lead', which `rules:` does not explain; add its text and source",
    ]


def test_faults_of_form_are_told_in_one_run(tmp_path: Path) -> None:
    text = (
        RULES.replace("trump: Q", "wins: middle")
        .replace("trump: Y", "winz: lowest")
        .replace("never_lead", "never_lend")
    )
    assert complaints(text, tmp_path) == [
        "9:15: 'middle' is not one of highest, lowest, null",
        "13:46: unknown key 'winz'; did you mean 'wins'?",
        "16:54: unknown key 'never_lend'; did you mean 'never_lead'?",
    ]


def test_a_missing_text_is_told_once(tmp_path: Path) -> None:
    must = "{text: x, source: x, patch: {play: {if_able: {must_trump: true}}}}"
    text = (
        RULES.replace("trump: Q", "trump: S")
        .replace("value: Q", "value: S")
        .replace(", trump: {text: x, source: x}", "")
    )
    text = text.replace("  long: {text: x, source: x, patch: {trick: {trump: Y}}}", f"  long: {must}\n  longer: {must}")
    text = text.replace("value: Z", "value: C").replace("never_lead: 2X", "must_trump: true")
    cites = "this word cites the rule {!r}, which `rules:` does not explain; add its text and source"
    assert complaints(text, tmp_path) == [
        f"9:16: {cites.format('trump')}",
        f"17:66: {cites.format('must-trump')}",
    ]
