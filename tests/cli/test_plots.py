"""`--plot FILE`: pictures of scores, of comparisons and of coverage, all drawn in one way."""

from __future__ import annotations

import importlib.util
import re
from itertools import combinations
from pathlib import Path

import pytest
from command_runner import LEGAL, RESULTS, run, write

from referee.play.compare import Played
from referee.report.comparison import Comparison, Side
from referee.report.pictures import Race

PLOTS = pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="matplotlib is not installed")
DRAWING = {
    "score": ("score", "pad.yaml"),
    "compare": ("compare", "illuminate", "misses-cost", "-n", "5", "--seed", "7"),
    "coverage": ("coverage", "friday.yaml"),
}
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


@pytest.mark.parametrize("what", DRAWING)
@pytest.mark.parametrize(
    ("plot", "message"),
    [
        ("no.gif", "--plot: no.gif is not a picture; its name must end with .svg or .png"),
        ("shelf", "--plot: shelf is a folder; name a file in it, such as shelf/scores.svg"),
    ],
)
def test_what_is_no_picture_is_refused_before_anything_is_done(what: str, plot: str, message: str) -> None:
    Path("shelf").mkdir()
    said = run(*DRAWING[what], "--plot", plot)
    assert said == (2, "", f"referee {what}: {message} (see `referee {what} --help`)\n")


@pytest.mark.parametrize("what", DRAWING)
def test_without_matplotlib_it_is_refused_before_anything_is_done(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert run(*DRAWING[what], "--plot", "scores.svg") == (
        2,
        "",
        f"referee {what}: --plot: a picture needs matplotlib; install it with pip install 'referee[plot]' "
        f"(see `referee {what} --help`)\n",
    )


@PLOTS
@pytest.mark.parametrize("what", DRAWING)
def test_the_same_picture_every_time_with_the_answer_as_ever(what: str) -> None:
    plain = run(*DRAWING[what])
    for name in ("one.svg", "two.SVG", "three", "one.png", "two.png"):
        assert run(*DRAWING[what], "--plot", name) == plain
    svg, *others = (Path(name).read_bytes() for name in ("one.svg", "two.SVG", "three"))
    assert svg.startswith(b"<?xml")
    assert others == [svg, svg]
    assert b"<dc:description>" in svg
    assert Path("one.png").read_bytes() == Path("two.png").read_bytes()
    assert Path("one.png").read_bytes().startswith(b"\x89PNG")


@PLOTS
def test_one_game_hand_by_hand() -> None:
    write("spades.yaml", SPADES)
    assert run("score", "spades.yaml", "--plot", "x.svg").code == 0
    assert {"total after each hand", "Spades: spades.yaml", "Ann and Cyd", "Ben and Dov"} <= set(texts("x.svg"))
    assert run("score", "pad.yaml", "--plot", "x.svg").code == 0
    assert {"Illuminate: pad.yaml", "hand", "Ann", "Ben"} <= set(texts("x.svg"))


@PLOTS
def test_a_game_that_has_only_begun_is_drawn_without_a_line() -> None:
    assert run("score", "friday.yaml", "--plot", "x.svg").code == 0
    assert "Illuminate: friday.yaml" in texts("x.svg")


@PLOTS
def test_many_games_by_player() -> None:
    run("simulate", "mercy", "-n", "3", "--detail", "results", "--out", "games.jsonl")
    assert run("score", "games.jsonl", "--format", "csv", "--plot", "x.svg").code == 0
    assert {"Mercy", "Ann, 3 games", "Dov, 3 games"} <= set(texts("x.svg"))
    assert run("score", ".", "--format", "csv", "--plot", "x.svg").code == 0
    assert {"Mercy", "Illuminate", "Ann, 3 games", "Ann, 2 games"} <= set(texts("x.svg"))


@PLOTS
def test_a_map_of_the_rules_tells_what_never_fired() -> None:
    assert run("coverage", "friday.yaml", "--plot", "x.svg").code == 0
    seen = texts("x.svg")
    for point in run("coverage", "friday.yaml", "--format", "json").data["games"][0]["points"]:
        section, _, name = point["point"].partition(".")
        assert section in seen
        assert f"{(name or section).replace('_', ' ')}  {point['fired'] or 'never'}" in seen
    assert "events that fired it (hatched: none)" in seen
    assert any(re.fullmatch(r"illuminate: 1 log, \d+% fired", text) for text in seen)


@PLOTS
def test_the_plot_of_a_comparison_shows_both_distributions() -> None:
    assert run(*DRAWING["compare"], "--plot", "x.svg").code == 0
    assert {"illuminate", "with misses-cost", "5 games, the same deals under both"} <= set(texts("x.svg"))
    said = run(*DRAWING["compare"], "--plot", "no/one.svg")
    assert said.err == (
        "referee compare: --plot no/one.svg cannot be written: no such file or directory (see `referee compare --help`)\n"
    )


@PLOTS
def test_dollars_and_underscores_are_text() -> None:
    from referee.report.plot import compared, race, written

    hands = [{"hand": 1, "totals": {"_Ann": 1, "$x$": 2}}, {"hand": 2, "totals": None}]
    score = {"players": ["_Ann", "$x$"], "winners": ["$x$"], "over": True, "hands": hands}
    Path("x.svg").write_bytes(written(race(Race("a <b> $y$", "hand", score)), ".svg"))
    assert {"a &lt;b&gt; $y$", "\u200a_Ann", "$x$ (won)"} <= set(texts("x.svg"))
    side = Side("$1$", "brief", [Played({"Ann": 1}, ("Ann",), True, 1, {}, ())], "hands")
    Path("x.svg").write_bytes(written(compared(Comparison(side, side, 7, ("Ann",))), ".svg"))
    assert "$1$" in texts("x.svg")


SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How light in red, green and blue is seen (Machado, Oliveira and Fernandes 2009, at full severity)."""


@PLOTS
@pytest.mark.parametrize("eyes", SEEN_BY)
def test_colours_can_be_told_apart(eyes: str) -> None:
    from referee.report.plot import COLOURS

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

    for one, other in combinations(COLOURS[:4], 2):
        assert sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5 > 10, (one, other)
