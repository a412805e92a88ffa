"""`referee show --format`: the table as a picture, the same that the page of `replay` has."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command_runner import LEGAL, run, write

ROOT = Path(__file__).resolve().parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "rsvg-convert")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    write("friday.yaml", LEGAL)
    yield


def test_a_picture_is_svg_with_the_faces_that_it_uses() -> None:
    said = run("show", "friday.yaml", "--at", "7", "--format", "svg")
    picture = ET.fromstring(said.out)
    faces = {face.get("id"): face.get("data-card") for face in picture.iter(f"{SVG}g") if face.get("id")}
    shown = [faces[str(use.get("href"))[1:]] for use in picture.iter(f"{SVG}use")]
    assert sorted(shown) == sorted(["Mk1:11", "Mt4:17", "Mk1:31", "Mt5:6", "Lk7:50", "Lk9:6", "Mk4:2", "Mt9:22"])
    labels = [part.get("aria-label") for part in picture.iter() if part.get("role") == "img"]
    assert "Trick, led by Ann, Mk1:11" in labels
    assert "Ben, Mt5:6, Mk1:31" in labels


def test_a_card_that_may_not_be_played_is_dimmed_and_says_by_which_rule() -> None:
    picture = ET.fromstring(run("show", "friday.yaml", "--at", "7", "--format", "svg").out)
    barred = [use for use in picture.iter(f"{SVG}use") if use.get("class") == "barred"]
    assert [use.findtext(f"{SVG}title") for use in barred] == ["not now: follow-suit"]


def test_a_picture_needs_no_variables() -> None:
    assert "var(" not in run("show", "friday.yaml", "--at", "7", "--format", "svg").out


@pytest.mark.parametrize("odd", ["<script>alert(1)</script>", "Tom & 'Jerry\"", "]]>"])
def test_a_name_in_a_picture_is_text(odd: str) -> None:
    quoted = "'" + odd.replace("'", "''") + "'"
    write("odd.yaml", LEGAL.replace("[Ann", f"[{quoted}").replace("Ann:", f"{quoted}:"))
    picture = ET.fromstring(run("show", "odd.yaml", "--at", "7", "--format", "svg").out)
    assert any(odd in (part.get("aria-label") or "") for part in picture.iter())
    assert "<script" not in run("show", "odd.yaml", "--at", "7", "--format", "html").out


def test_a_page_of_one_table() -> None:
    said = run("show", "friday.yaml", "--at", "7", "--format", "html")
    assert said.out.startswith("<!DOCTYPE html>\n")
    assert "<p>Next: Ben must play to trick 1.</p>" in said.out


def test_a_table_in_markdown_is_fenced() -> None:
    text = run("show", "friday.yaml", "--at", "7").out
    assert run("show", "friday.yaml", "--at", "7", "--format", "markdown").out == f"```text\n{text}```\n"


def test_a_fence_is_longer_than_any_in_it() -> None:
    write("odd.yaml", LEGAL.replace("[Ann", "['A```n'").replace("Ann:", "'A```n':"))
    said = run("show", "odd.yaml", "--at", "7", "--format", "markdown").out
    assert said.startswith("````text\n") and said.endswith("\n````\n")


def test_a_picture_is_written_to_a_file_that_is_no_log() -> None:
    assert run("show", "friday.yaml", "--at", "7", "--format", "svg", "--out", "table.svg") == (0, "", "")
    assert ET.parse("table.svg").getroot().tag == f"{SVG}svg"
    said = run("show", "friday.yaml", "--at", "7", "--format", "svg", "--out", "friday.yaml")
    assert said.code == 2
    assert "--out friday.yaml would replace a file that this command reads; name another" in said.err


def test_a_png_is_asked_for() -> None:
    said = run("show", "friday.yaml", "--at", "7", "--format", "png", "--out", "table.png")
    assert said.code == 2
    assert "'png' is not one of 'text', 'json', 'markdown', 'svg', 'html'" in said.err


def test_trees_of_cards_are_drawn_for_a_phone_as_well(tmp_path: Path) -> None:
    """Letters of 11 pixels stay as large: the picture is no wider than its widest tree needs, and does not shrink."""
    said = run("show", str(ROOT / "examples/illuminati/friday.yaml"), "--at", "46", "--format", "html")
    widths = [int(wide) for wide in re.findall(r'<svg [^>]* width="(\d+)"', said.out)]
    assert widths == [700, 348]
    assert ".narrow svg { max-width: none }" in said.out
    narrow = said.out.rpartition('<div class="narrow">')[2]
    assert [text for text in re.findall(r'class="caption">([^<]*)<', narrow) if len(text) > 54] == []


def test_a_picture_without_trees_is_drawn_once() -> None:
    said = run("show", str(ROOT / "examples/illimat/friday.yaml"), "--at", "46", "--format", "html")
    assert said.out.count("<svg ") == 1
