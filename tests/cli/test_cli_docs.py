"""`referee docs` finds the page that a topic is about, and says where it lies or has it shown."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest
from command_runner import run, write

from referee.rules import shipped

PAGES = (
    "index",
    "how-to/editors",
    "rules/index",
    "rules/illuminate/index",
    "reference/commands/index",
    "reference/commands/resolve-trick",
    "reference/commands/editors",
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for page in PAGES:
        file = tmp_path / f"{page}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('<section id="star-clash"><section id="follow-suit">', encoding="utf-8")
    monkeypatch.setattr(shipped, "docs", lambda: str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("topic", "page"),
    [
        ((), "index"),
        (("illuminate",), "rules/illuminate/index"),
        (("rules",), "rules/index"),
        (("resolve", "trick"), "reference/commands/resolve-trick"),
        (("how-to/editors",), "how-to/editors"),
        (("editors",), "reference/commands/editors"),
        (("reference/commands",), "reference/commands/index"),
    ],
)
def test_a_topic_has_a_page(site: Path, topic: tuple[str, ...], page: str) -> None:
    assert run("docs", *topic, "--path") == (0, f"{site / page}.html\n", "")
    assert run("docs", *topic) == (0, f"{site / page}.html\n", "")


@pytest.mark.parametrize("part", ["follow-suit", "star-clash"])
def test_a_rule_a_ruling_or_a_doubt_is_a_place_on_the_page_of_its_game(site: Path, part: str) -> None:
    assert run("docs", f"illuminate/{part}", "--path").out == f"{site / 'rules/illuminate/index.html'}#{part}\n"


@pytest.mark.parametrize(
    ("topic", "hint"),
    [
        ("illuminate/folow-suit", "; did you mean 'illuminate/follow-suit'?"),
        ("../../secret", "; `referee docs` opens the first page"),
    ],
)
def test_an_unknown_topic_is_misuse(site: Path, topic: str, hint: str) -> None:
    said = run("docs", topic)
    assert (said.code, said.out) == (2, "")
    assert (
        said.err == f"referee docs: the documentation has no page about {topic!r}{hint} (see `referee docs --help`)\n"
    )


def test_without_a_site_the_pages_are_those_in_markdown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = tmp_path / "docs"
    write(str(pages / "how-to" / "settle-a-dispute.md"), "# Settle a dispute\n")
    monkeypatch.setattr(shipped, "docs", lambda: str(pages))
    assert run("docs", "settle-a-dispute") == (0, f"{pages}/how-to/settle-a-dispute.md\n", "")
    said = run("docs", "illuminate/follow-suit")
    assert said == (
        2,
        "",
        "referee docs: the documentation has no page about 'illuminate/follow-suit'; `referee explain "
        "illuminate/follow-suit` says the rule (see `referee docs --help`)\n",
    )


@pytest.mark.parametrize("there", [True, False])
def test_at_a_terminal_a_browser_shows_it(site: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    shown: list[str] = []

    def opened(address: str) -> bool:
        shown.append(address)
        if not there:
            raise webbrowser.Error("no browser")
        return True

    monkeypatch.setattr("referee.cli.commands.library.at_a_terminal", lambda: True)
    monkeypatch.setattr(webbrowser, "open", opened)
    page = site / "rules" / "illuminate" / "index.html"
    assert run("docs", "illuminate/follow-suit").out == ("" if there else f"{page}#follow-suit\n")
    assert shown == [f"{page.as_uri()}#follow-suit"]
    assert run("docs", "illuminate/follow-suit", "--path").out == f"{page}#follow-suit\n"
    assert len(shown) == 1


def test_the_site_is_looked_for_in_the_package_and_then_in_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "_PACKAGE", str(tmp_path / "referee"))
    assert shipped.docs() == str(tmp_path / "docs")
    for place in (tmp_path / "build" / "site", tmp_path / "referee" / "site"):
        place.mkdir(parents=True)
        (place / "index.html").touch()
        assert shipped.docs() == str(place)


def test_explain_ends_with_the_page_at_a_terminal(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = f"{site / 'rules' / 'illuminate' / 'index.html'}#follow-suit"
    assert "Page: " not in run("explain", "illuminate/follow-suit").out
    monkeypatch.setattr("referee.cli.commands.library.at_a_terminal", lambda: True)
    assert run("explain", "illuminate/follow-suit").out.endswith(f"\n\nPage: {page}\n")
    assert "Page: " not in run("explain", "illuminate/follow-suit", "--format", "json").out
