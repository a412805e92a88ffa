"""`--plot FILE`: pictures of scores."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from pathlib import Path

import pytest
from command_runner import LEGAL, RESULTS, run, write

from referee.core.markup import file_of
from referee.report.plot import HUES, boxes
from referee.report.scores import race

DRAWING = ("score", "pad.yaml")
SPADES = """
game: spades
players: [Ann, Ben, Cyd, Dov]
setup: {dealer: Dov}
events:
  - result: {cards: 13, bids: {Ann: 3, Ben: 3, Cyd: 3, Dov: 3}, won: {Ann: 4, Ben: 3, Cyd: 3, Dov: 3}}
  - result: {cards: 13, bids: {Ann: 3, Ben: 3, Cyd: 3, Dov: 3}, won: {Ann: 3, Ben: 4, Cyd: 3, Dov: 3}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("pad.yaml", RESULTS)
    write("friday.yaml", LEGAL)


def texts(path: str) -> list[str]:
    """What is written in a picture."""
    return re.findall(r"<text [^>]*>([^<]*)</text>", Path(path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("plot", "message"),
    [
        ("no.png", "--plot: pictures are written as SVG; name the file no.svg, not no.png"),
        ("shelf", "--plot: shelf is a folder; name a file in it, such as shelf/scores.svg"),
    ],
)
def test_what_is_no_picture_is_refused_before_anything_is_done(plot: str, message: str) -> None:
    Path("shelf").mkdir()
    said = run(*DRAWING, "--plot", plot)
    assert said == (2, "", f"referee score: {message} (see `referee score --help`)\n")


def test_the_same_picture_every_time_with_the_answer_as_ever() -> None:
    plain = run(*DRAWING)
    for name in ("one.svg", "two.SVG", "three"):
        assert run(*DRAWING, "--plot", name) == plain
    svg, *others = (Path(name).read_bytes() for name in ("one.svg", "two.SVG", "three"))
    assert others == [svg, svg]
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.findtext("{http://www.w3.org/2000/svg}title") == root.get("aria-label")


def test_one_game_hand_by_hand() -> None:
    write("spades.yaml", SPADES)
    assert run("score", "spades.yaml", "--plot", "x.svg").code == 0
    assert {"Spades: spades.yaml: total after each hand", "Ann and Cyd: 121", "Ben and Dov: 121"} <= set(texts("x.svg"))
    assert run("score", "pad.yaml", "--plot", "x.svg").code == 0
    assert {"Illuminate: pad.yaml: total after each hand", "hand 1"} <= set(texts("x.svg"))


def test_a_game_that_has_only_begun_is_drawn_without_a_line() -> None:
    assert run("score", "friday.yaml", "--plot", "x.svg").code == 0
    assert "Illuminate: friday.yaml: total after each hand" in texts("x.svg")


def test_many_games_by_player() -> None:
    run("simulate", "mercy", "-n", "3", "--detail", "results", "--out", "games.jsonl")
    assert run("score", "games.jsonl", "--format", "csv", "--plot", "x.svg").code == 0
    assert {"Mercy: final totals", "Ann, 3 games", "Dov, 3 games"} <= set(texts("x.svg"))
    assert run("score", ".", "--format", "csv", "--plot", "x.svg").code == 0
    assert {"Mercy: final totals", "Illuminate: final totals", "Ann, 3 games", "Ann, 2 games"} <= set(texts("x.svg"))


def test_a_race_by_hand() -> None:
    """Ann has 1 and then 3, Ben and Cyd always 2, so their line is shared; zero is at 340 of 360, 3 at 10."""
    hands = [{"hand": n, "totals": {"A<b>": total, "Ben": 2, "Cyd": 2}} for n, total in ((1, 1), (2, 3))]
    score = {"players": ["A<b>", "Ben", "Cyd"], "winners": ["A<b>"], "over": True, "hands": [*hands, {"hand": 3}]}
    drawn = race("a game", "hand", score)
    assert 'd="M34.0 230.0L600.0 10.0"' in drawn
    assert 'd="M34.0 120.0L600.0 120.0"' in drawn
    assert re.findall(r"<text [^>]*hue[^>]*>([^<]*)", drawn) == ["A&lt;b&gt;: 3, won", "Ben and Cyd: 2"]


def test_boxes_by_hand() -> None:
    """Of 0, 1, 2, 3 and 8 the median is 2, and the middle half lies from 1 to 3; 490 units are 8 points."""
    assert boxes([], "").drawn
    box = boxes([("Ann", [3, 0, 8, 1, 2])], "Totals.")
    assert box.says == "Totals. Ann: median 2, from 0 to 8"
    assert '<rect class="box" x="311.2" y="4" width="122.5" height="16"/>' in box.drawn
    assert '<path class="median" d="M372.5 4v16"/>' in box.drawn


SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How light in red, green and blue is seen (Machado, Oliveira and Fernandes 2009, at full severity)."""


@pytest.mark.parametrize("eyes", SEEN_BY)
def test_colours_can_be_told_apart(eyes: str) -> None:
    colours = re.findall(r"hue-\d \{ color: (#\w+)", file_of("referee.report", "plot.css").partition("@media")[0])
    assert len(colours) == HUES

    def lab(colour: str) -> tuple[float, ...]:
        light = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in light]
        red, green, blue = (
            min(max(sum(a * b for a, b in zip(row, linear, strict=True)), 0), 1) for row in SEEN_BY[eyes]
        )
        white = (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
        x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in white)
        return 116 * y - 16, 500 * (x - y), 200 * (y - z)

    for one, other in combinations(colours[:4], 2):
        assert sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5 > 10, (one, other)
