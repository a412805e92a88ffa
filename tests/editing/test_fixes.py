"""Misspelt words are corrected in a text if that is clear, and nothing else is ever changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from slowness import one_in

from referee import source
from referee.core.places import Unjudgeable
from referee.core.wording import did_you_mean, fix_in, slip_of
from referee.editing.fixes import correct
from referee.judging.judge import judge
from referee.judging.log import parse_log

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*/*.yaml"))
SLIPS = {
    "a key of the head": ("illuminate/friday", "players:", "plaers:"),
    "a game": ("illuminate/friday", "illuminate@1", "ilumminate@1"),
    "a key of an item": ("bridge/friday", "- dummy:", "- dumym:"),
    "a verb whose neighbour has a value of its own": ("illuminate/friday", "- trick:", "- trikc:"),
    "a player as a value": ("bridge/friday", "dealer: Nell", "dealer: Nel"),
    "a player as a key": ("bridge/friday", "Sue: [9C", "Seu: [9C"),
    "a player in quotes": ("bridge/friday", "dealer: Nell", 'dealer: "Nlel"'),
    "a card": ("bridge/friday", "6S, 10S,", "6S, 10SS,"),
    "a call": ("bridge/friday", "[1S, pass,", "[1S, passs,"),
    "a variant": ("bridge/rubber", "variants: [rubber]", "variants: [ruber]"),
    "a key of a result": ("bridge/rubber", "contract: 2S", "contarct: 2S"),
    "a claim": ("bridge/rubber", "expect: {score: {Nell: 90", "expect: {scroe: {Nell: 90"),
    "a move in notation": ("illimat/friday", "harvest", "hravest"),
    "a declaration": ("pinochle/friday", "Ann: [marriage S", "Ann: [mariage S"),
    "a declaration without a suit": ("pinochle/friday", "marriage S, pinochle", "marriage S, pinocle"),
    "a card within a move": ("cassino/friday", "sow 10C", "sow 10CC"),
}


def example(name: str) -> tuple[str, str]:
    path = f"examples/{name}.yaml"
    return path, (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("what", SLIPS)
def test_a_slip_is_put_right(what: str) -> None:
    name, right, wrong = SLIPS[what]
    path, text = example(name)
    assert right in text, "the example has other words now"
    slipped = text.replace(right, wrong, 1)
    found = correct(slipped, path, path)
    assert found.text.replace('"', "") == text
    assert len(found.made) == 1


RULES = {
    "a name in a formula": ("extends: illuminate\nwhy: we do\nbidding:\n  hook: {}\n", "cads == 12", "cards == 12"),
    "a name in a case": ("extends: hearts\nscoring: {{cards: {{cases: [{{points: '{}'}}]}}}}\n", "hearst", "hearts"),
    "a function": (
        "extends: hearts\nscoring: {{cards: {{cases: [{{points: '{}'}}]}}}}\n",
        "cuont(moon)",
        "count(moon)",
    ),
    "a season": ("extends: illimat\nwhy: we do\nbox: {{suits: {{su: {}}}}}\n", "Wintr", "Winter"),
    "a card of a power": ("extends: illuminate\nwhy: we do\npowers: {{'{}': {{rule: hook}}}}\n", "Mk1:111", "Mk1:11"),
}


@pytest.mark.parametrize("what", RULES)
def test_a_slip_in_a_ruleset_is_put_right(what: str, tmp_path: Path) -> None:
    text, wrong, right = RULES[what]
    path = str(tmp_path / "ours.yaml")
    Path(path).write_text(text.format(wrong), encoding="utf-8")
    found = correct(text.format(wrong), path, path)
    assert found.text == text.format(right)
    assert len(found.made) == 1


def test_several_slips_are_put_right_and_the_layout_is_kept() -> None:
    text = """\
gaem: illuminate@1   # ours
players: [Ann, Ben]

setup: {dealer: Bne,   roles: {Ann: docter, Ben: teacher}}
events:
  # the pad
  - resutl: {cards: 1, bids: {Ann: 1, Ben: 0}, won: {Ann: 0, Ben: 1}}
"""
    right = text.replace("gaem", "game").replace("Bne", "Ben").replace("docter", "doctor").replace("resutl", "result")
    found = correct(text, "a.yaml", "a.yaml")
    assert found.text == right
    assert [fix.right for _, fix in found.made] == ["game", "Ben", "doctor", "result"]


DOUBTFUL = {
    "two known words are near": ("bridge/friday", "- bids:", "- bidx:"),
    "two players are near": (
        "bridge/friday",
        "players: [Nell, Ed, Sue, Walt]\nsetup: {dealer: Nell}",
        "players: [Nell, Nel, Sue, Walt]\nsetup: {dealer: Nela}",
    ),
    "a card that reads, if not as meant": ("bridge/friday", "- play: KH", "- play: QH"),
    "a card that would be illegal": ("bridge/friday", "- play: KH", "- play: HQ"),
    "a formula-like word far from all": ("bridge/friday", "dealer: Nell", "dealer: Bartholomew"),
}


@pytest.mark.parametrize("what", DOUBTFUL)
def test_what_is_in_doubt_is_left_as_it_is(what: str) -> None:
    name, right, wrong = DOUBTFUL[what]
    path, text = example(name)
    assert right in text, "the example has other words now"
    slipped = text.replace(right, wrong, 1)
    assert correct(slipped, path, path)[:2] == (slipped, ())


@pytest.mark.parametrize("path", one_in(13, EXAMPLES), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_was_played_is_never_changed(path: Path) -> None:
    """Of a log that reads nothing is changed, legal or not; of another nothing but words that nobody knows."""
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.name)
    for _ in range(4):
        at = chance.randrange(text.index("events:"), len(text))
        other = text[:at] + chance.choice("abKQ7 ") + text[at + 1 :]
        found = correct(other, str(path), str(path))
        if found.made:
            assert not _reads(other, str(path))
            assert len(source.parse(found.text, str(path)).data) == len(source.parse(other, str(path)).data)
        else:
            assert found.text == other


def _reads(text: str, path: str) -> bool:
    try:
        verdict = judge(parse_log(text, path), as_played=True)
    except Unjudgeable:
        return False
    return not verdict.complaints and all(finding.fix is None for finding in verdict.violations)


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("dael", ["deal", "draw"], "deal"),
        ("dal", ["deal", "dial"], None),
        ("DEAL", ["deal", "play"], "deal"),
        ("bidd", ["bid", "bids"], None),
        ("preecher", ["preacher", "teacher"], "preacher"),
        ("nieghbour", ["neighbor", "teacher"], "neighbor"),
        ("hook", ["rook", "book"], None),
        ("QS", ["SQ"], "SQ"),
    ],
)
def test_a_slip_is_of_one_word_only(word: str, known: list[str], meant: str | None) -> None:
    assert slip_of(word, known) == meant


def test_the_sentence_is_the_same_and_knows_the_fix() -> None:
    near = did_you_mean("dael", ["deal", "draw"])
    assert near == "; did you mean 'deal'?"
    assert fix_in(near) == ("dael", "deal")
    assert fix_in(did_you_mean("bidd", ["bid", "bids"])) is None
