"""A sheet of rules: all that `referee rules` says, as a page that anybody can read, print and hang on the wall."""

from __future__ import annotations

import re

import pytest
from command_runner import run, write
from read_page import Page

from referee import source
from referee.rules import shipped

GAMES = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
HOUSES = [(source.load(str(path)).data["extends"].partition("@")[0], path.stem) for path in shipped.houses()]
SHEETS = [*((game, ()) for game in GAMES), *((game, ("--house", house)) for game, house in HOUSES)]
pytestmark = pytest.mark.usefixtures("folder")


def fit_to_be_read(text: str) -> Page:
    """A page that asks for nothing, runs nothing, and tells a screen reader what is what."""
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert not re.search(r"https?:|@import|url\(|<script|javascript:|\son\w+=|\ssrc=|\shref=", text)
    page = Page(text)
    tags = [tag for tag, _, _ in page.found]
    assert [tags.count(tag) for tag in ("title", "main", "h1")] == [1, 1, 1]
    levels = [int(level) for level in re.findall(r"<h([1-6])>", text)]
    assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False))
    assert tags.count("table") == tags.count("caption") == len(set(page.texts("caption")))
    assert all(has.get("scope") in ("col", "row") for tag, has, _ in page.found if tag == "th")
    assert all(
        page.texts(tag) == [text for text in page.texts(tag) if text.strip()]
        for tag in ("h1", "h2", "li", "caption", "dt")
    )
    assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}, "") in page.found
    return page


@pytest.mark.parametrize(("game", "chosen"), SHEETS, ids=str)
def test_a_sheet_says_all_that_the_rules_say(game: str, chosen: tuple[str, ...]) -> None:
    page = fit_to_be_read(run("rules", game, *chosen, "--format", "html").out)
    rules = run("rules", game, *chosen, "--format", "json").data
    lines = [text.partition(" changed: ")[0] for text in page.texts("li")]
    cards = " ".join(page.texts("th"))
    for section in rules["sections"]:
        for line in section["lines"]:
            told = line["text"].partition(". " if section["title"] == "Luminaries" else ":")[0]
            assert line["text"] in lines or told in cards, line
    taken = [ruling["readings"][ruling["taken"]] for ruling in rules["rulings"] if ruling["taken"]]
    assert [text.partition(" changed: ")[0] for text in page.texts("dd") if not text.startswith("Or: ")] == taken
    changed = [line for section in rules["sections"] for line in section["lines"] if line["changed"]]
    assert len(page.texts("small", "by")) >= bool(changed)


def test_what_a_house_rule_changed_is_marked_with_its_line() -> None:
    write("ours.yaml", "extends: illuminate\nwhy: we like it\nbidding:\n  all_or_nothing: cards == 12\n"
          "powers:\n  'Jn1:5': {trick_goes_to: leader}\n")  # fmt: skip
    chosen = ("--house", "ours.yaml", "--variant", "not-perfect", "--ruling", "tie=led-suit")
    page = fit_to_be_read(run("rules", "illuminate", *chosen, "--format", "html").out)
    assert "Bid all or nothing when 12 cards are dealt. changed: ours.yaml, line 4" in page.texts("li", "changed")
    assert page.texts("p", "soft") == ["Changes to the game are marked, with the file and line that made them."]
    (row,) = page.texts("tr", "changed")
    assert row.startswith("Jn1:5 changed: ours.yaml, line 6star")
    assert "the trick goes to the player who led it" in row
    (reading,) = [text for text in page.texts("dd", "changed") if "led-suit" in text]
    assert re.fullmatch(
        r"The one of the suit that was led; if neither is, the one that was played first\. "
        r"changed: reading tie: led-suit \(illuminate\.yaml, line \d+\)", reading
    )  # fmt: skip
    hook = [text for text in page.texts("li", "changed") if "variant" in text]
    assert hook and all(
        re.search(r" changed: variant not-perfect \(illuminate\.yaml, line \d+\)$", text) for text in hook
    )
    assert (
        page.texts("small", "by")
        and fit_to_be_read(run("rules", "illuminate", "--format", "html").out).texts("small") == []
    )


def test_a_sheet_in_markdown() -> None:
    write("ours.yaml", "extends: hearts\nwhy: sooner home\nend: {target: 50}\n")
    lines = run("rules", "hearts", "--house", "ours.yaml", "--format", "markdown").out.splitlines()
    assert lines[0] == "# Hearts"
    assert "- **The target is 50, unless the table agrees on another.** (changed: ours.yaml, line 3)" in lines
    assert "## Readings, where the sources are silent or disagree" in lines
    assert lines[-1] == "The rules of hearts, version 1, as judged by referee."
    lines = run("rules", "illuminate", "--format", "markdown").out.splitlines()
    table = lines[lines.index("### Cards of the deck") + 2 :]
    assert re.sub(" +", " ", table[0]) == "| card | symbols | power |"
    assert "- Which card keeps the trick when two are equally high (Luke 9:6 and John 9:6)?" in lines
    assert "  - Here: The one that was played first." in lines
    assert "  - Or: The one of the suit that was led; if neither is, the one that was played first." in lines


def test_cards_that_do_the_same_stand_together() -> None:
    page = fit_to_be_read(run("rules", "skat", "--format", "html").out)
    rows = [row for row in page.texts("tr") if row.startswith("10")]
    assert rows == ["10C 10D 10H 10STen10"]
    assert not [row for row in page.texts("tr") if row.startswith("9C")]


def test_luminaries_of_sets_that_are_not_in_play_are_not_on_the_sheet() -> None:
    names = fit_to_be_read(run("rules", "illimat", "--format", "html").out).texts("th")
    assert "The Maiden" in names and "The Rusalka" not in names
    assert "The Rusalka" in run("rules", "illimat", "--variant", "promo", "--format", "html").out


@pytest.mark.parametrize("game", GAMES)
def test_cards_as_a_page(game: str) -> None:
    page = fit_to_be_read(run("cards", game, "--format", "html").out)
    cards = run("cards", game, "--format", "json").data["cards"]
    assert [name for tag, has, name in page.found if tag == "th" and has.get("scope") == "row"] == [
        row["card"] for row in cards
    ]


def test_cards_of_several_kinds_have_a_table_each() -> None:
    assert fit_to_be_read(run("cards", "illuminati", "--format", "html").out).texts("caption") == [
        "Illuminati: 8 illuminati",
        "Groups: 83 groups",
        "Specials: 15 specials",
    ]
    assert fit_to_be_read(run("cards", "illuminate", "--format", "html", "--players", "2").out).texts("caption") == [
        "Cards of the Illuminate deck: 48 cards, 0 left out"
    ]


def test_what_files_say_is_text_on_a_page() -> None:
    text = '<script>alert(1)</script> & "x" <img src=x onerror=y>'
    write("ours.yaml", f"extends: hearts\ntitle: '{text}'\nname: ours\nversion: 1\n")
    page = Page(run("rules", "ours.yaml", "--format", "html").out)
    assert page.texts("h1") == [text]
    assert {"script", "img"} & {tag for tag, _, _ in page.found} == set()
