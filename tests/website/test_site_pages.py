"""What the documentation site makes: a page for each command, rule, word and event; and what somebody wrote, with its links."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.core.items import EXTRAS
from referee.engines import FAMILIES
from referee.rules.rulesets import SCHEMAS, load_ruleset
from website import commands, contract, families, games, pictures, python_names, sourced, sources, terminal
from website.__main__ import asks_for
from website.markdown import as_yaml, plain, table

KINDS = {"tutorials", "how-to", "reference", "explanation"}


def test_every_command_has_its_help_and_what_it_prints() -> None:
    named = dict(commands.every_command())
    assert {"validate", "resolve", "resolve trick", "new house"} <= set(named)
    shown = commands.example(commands.lines_of(named["explain"]))
    assert shown.startswith("$ referee explain illuminate/follow-suit\nilluminate/follow-suit: Follow the Gospel")
    assert "\n$ referee explain no-sixes scoring\n" in shown


def test_a_long_output_is_cut_and_names_no_place_of_this_machine() -> None:
    long = "".join(f"{sources.ROOT}/rulesets/{number}\n" for number in range(commands.BEYOND + 2))
    lines = commands._shown(long, "/tmp/nowhere").splitlines()
    assert lines[0] == "…/rulesets/0"
    assert lines[-1] == "… 2 more lines"
    assert len(lines) == commands.BEYOND + 1


def test_every_rule_of_a_game_is_on_its_page() -> None:
    rules = load_ruleset("illuminate")
    explained = json.loads(games.printed("explain", "illuminate", "--all", "--format", "json"))["rules"]
    page = games._game(rules, explained)
    for rule in (*rules.get("rules"), "unseen-deal"):
        assert page.count(f"\n### {rule}\n") == 1
    section = page.partition("\n### lowest-takes\n")[2].partition("\n### ")[0]
    assert "With Matthew 19:30 in the trick the lowest card of all takes it, whatever its Gospel" in section
    assert "**Source:** publisher's card Matthew 19:30; referee's ruling lowest-and-grace\n" in section
    assert (
        "**Words that decide it:** `powers.Mt19:30.trick_goes_to` ([what they mean](../../reference/words/trick.md))\n"
        in section
    )
    assert "**Rulings on it:** [lowest-and-grace](#lowest-and-grace)" in section
    assert "**Legal:** with Mt19:30 in the trick Mk1:17 takes it, the lowest card of all\n" in section
    assert "**Not legal:** Cyd is claimed to have won the trick; Dov won it with Mk1:17, because " in section
    ruling = page.partition("\n### lowest-and-grace\n")[2].partition("\n### ")[0]
    assert ruling.startswith("\nMay a Grace card be the lowest card that Matthew 19:30 gives the trick to?\n")
    assert "- **any-card** (taken here): Yes." in ruling
    assert "For another reading write `ruling: {lowest-and-grace: without-grace}`." in ruling
    assert "\n### tie ruling\n" in page  # beside the rule of that name
    assert [name for name in rules.rulings if f"](#{games.place_of(rules, name)})" not in page] == []


def test_the_games_are_those_that_can_be_played() -> None:
    listed = [game["name"] for game in json.loads(games.printed("games", "--format", "json"))["games"]]
    assert sorted(games.game_names()) == sorted(listed)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_section_and_every_verb_of_a_family_is_there(family: str) -> None:
    schema = SCHEMAS[f"{family}.schema.json"]
    words = families._words(family)
    assert [key for key in schema["properties"] if key != "$schema" and f"\n## {key}\n" not in words] == []
    events = families._events(family)
    verbs = [verb for verb in schema["$defs"]["event"]["properties"] if verb not in EXTRAS]
    assert [verb for verb in verbs if f"\n## {verb}\n" not in events] == []


def test_a_word_says_what_it_may_be_and_what_it_cites() -> None:
    page = families._words("trick")
    assert re.search(r"^\| `bidding\.hook` \| .+ \| bid formula or null \|  \| `hook` \|$", page, re.MULTILINE)
    assert re.search(
        r"^\| `trick\.tie` .+ \| `earliest`, `latest`, `led_suit`, `null`.* \| `earliest` \|", page, re.MULTILINE
    )


def test_an_event_is_shown_as_a_log_of_ours_has_it() -> None:
    assert "## play\n" in families._events("trick")
    assert re.search(r"```yaml\n- \{play: [^\n]+\}\n", families._events("trick"))


def test_every_shape_of_json_and_every_python_name_has_a_section() -> None:
    page = contract.pages()["index"]
    assert [name for name in SCHEMAS["report.schema.json"]["$defs"] if f"\n## {name}\n" not in page] == []
    assert "| `verdict` | `legal`, `illegal`, `unjudged` | always |" in page
    names = python_names.pages()["index"]
    assert ".. autofunction:: referee.judge\n" in names
    assert ".. autoclass:: referee.Table\n" in names
    assert ".. autoexception:: referee.LogError\n" in names


def test_what_somebody_wrote_is_of_one_kind_and_named_by_the_index_of_its_folder() -> None:
    for path, source in sources.written_pages().items():
        kind, _, name = path.partition("/")
        if path == "index.md" or source in sources.BESIDE:
            continue
        assert kind in KINDS, f"{source}: move it into one of docs/{{{','.join(sorted(KINDS))}}}"
        index = (sources.ROOT / "docs" / kind / "index.md").read_text(encoding="utf-8")
        assert name == "index.md" or f"({name}" in index, f"docs/{kind}/index.md does not name {name}"


def test_links_lead_to_pages(tmp_path: Path) -> None:
    written = sources.written_pages()
    known = {source: path for path, source in written.items()} | {f"docs/{path}": path for path in sources.pictures()}
    for path, source in written.items():
        sources._with_links((sources.ROOT / source).read_text(encoding="utf-8"), source, path, known, set())
    moved = sources._with_links(
        "[a](../CONTRIBUTING.md#x)\n```text\n[b](no.md)\n```\n[c](https://example.org)",
        "docs/index.md",
        "index.md",
        known,
        set(),
    )
    assert moved == "[a](explanation/contributing.md#x)\n```text\n[b](no.md)\n```\n[c](https://example.org)"
    with pytest.raises(SystemExit, match=r"docs/index\.md: links to no\.md, which is no page of the site"):
        sources._with_links("[b](no.md)", "docs/index.md", "index.md", known, set())


def test_gathering_writes_what_changed_and_takes_away_what_is_no_longer_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sources, "pages", lambda: iter([("a.md", "# A\n"), ("b/c.md", "# C\n")]))
    assert "session.svg" in sources.pictures()
    (tmp_path / "old.md").touch()
    sources.gather(tmp_path)
    before = (tmp_path / "a.md").stat().st_mtime_ns
    sources.gather(tmp_path)
    assert sorted(file.name for file in tmp_path.rglob("*.md")) == ["a.md", "c.md"]
    assert (tmp_path / "a.md").stat().st_mtime_ns == before


def test_an_index_names_the_pages_it_links_to_first() -> None:
    known = {
        "how-to/index.md",
        "how-to/a.md",
        "how-to/b.md",
        "how-to/below/index.md",
        "how-to/below/x.md",
        "other/c.md",
    }
    found = sources._navigation("how-to/index.md", "See [b](b.md#part) and [c](../other/c.md).", known)
    assert found.splitlines()[4:-1] == ["b", "a", "below/index"]


def test_text_means_nothing_on_a_page() -> None:
    assert plain("a *b* `c*d` [e](f) <g> {h}") == r"a \*b\* `c*d` \[e\](f) \<g\> &#123;h}"
    assert table(("a",), [("x|y",)]) == "| a |\n| --- |\n| x\\|y |"
    assert as_yaml({"players": ["Ann", "Ben"], "event": {"play": "2C"}}) == "players: [Ann, Ben]\nevent: {play: 2C}"


@pytest.mark.parametrize(
    ("source", "ground"),
    [
        ("publisher's rules, Game Play", "publisher"),
        ("publisher's rules, Grace Cards; until when Grace may be said is referee's ruling", "both"),
        ("the publisher's card summary; the copies are a reconstruction", "both"),
        ("publisher's rules, first edition, page 14; Roger's Rules; referee's ruling convergence", "others"),
        ("community rules (well-actulily)", "others"),
        ("referee's ruling; the rules do not say", "ruling"),
        ("referee's own", "custom"),
        ("how card games are played", "custom"),
    ],
)
def test_a_source_is_of_one_kind(source: str, ground: str) -> None:
    assert sourced.ground(source) == ground


@pytest.mark.parametrize("game", ["illuminate", "grace", "mercy", "luminars", "illimat", "illuminati"])
def test_a_page_says_what_every_rule_and_ruling_of_a_game_rests_on(game: str) -> None:
    rules = load_ruleset(game)
    name = "the-luminars" if game == "luminars" else game
    text = (sources.ROOT / "docs" / "explanation" / f"how-{name}-is-judged.md").read_text(encoding="utf-8")
    assert f"\n`referee explain {game} --all` prints every rule with its source and examples.\n" in text
    page = sourced.with_tables(text, "../rules")
    assert [
        rule for rule in rules.get("rules") if page.count(f"| [{rule}](../rules/{game}/index.md#{rule}) |") != 1
    ] == []
    places = {name: games.place_of(rules, name) for name in rules.rulings}
    assert [
        name for name, at in places.items() if page.count(f"| [{name}](../rules/{game}/index.md#{at}) |") != 1
    ] == []
    assert "<!--" not in page


def test_cards_with_sources_of_their_own_are_listed() -> None:
    page = sourced.tables(load_ruleset("illimat"), "../rules")
    assert "| The Rusalka | community rules (well-actulily) |" in page
    assert "| `beginners` | publisher's rules, first edition, pages 4 and 10 |" in page


def test_the_picture_of_a_session_is_what_the_commands_print(update_golden: bool) -> None:
    drawn = terminal.svg(terminal.session())
    if update_golden:
        terminal.PICTURE.write_text(drawn, encoding="utf-8")
    assert terminal.PICTURE.read_text(encoding="utf-8") == drawn
    assert "http" not in drawn.replace('xmlns="http://www.w3.org/2000/svg"', "")


@pytest.mark.parametrize("name", pictures.SHOWN)
def test_the_picture_of_a_table_is_what_the_page_draws(name: str, update_golden: bool) -> None:
    file = pictures.FOLDER / f"{name}.svg"
    drawn = f"{pictures.drawn(name)}\n"
    if update_golden:
        file.write_text(drawn, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == drawn


def test_the_first_page_has_every_game_and_a_picture_that_a_phone_can_read() -> None:
    first = dict(sources.pages())["index.md"]
    for name in games.game_names():
        assert f"[{load_ruleset(name).title}](rules/{name}/index.md)" in first
    assert "## Play tonight" in first
    shown = re.findall(r"!\[[^]]*\]\(([^)]+)\)", first)
    wide = [re.search(r'<svg [^>]* width="(\d+)"', (sources.ROOT / "docs" / path).read_text()) for path in shown]
    assert [int(found[1]) for found in wide if found] == [348]  # on a phone the letters are as large as they are drawn


def test_a_long_line_of_a_terminal_goes_on_below_in_its_colours() -> None:
    words = "word " * 30
    first, second = terminal._lines(f"  \x1b[31mred\x1b[0m {words}\n")
    assert first[:2] == [("  ", ""), ("red", "31")]
    assert second[0] == ("    ", "")
    assert "".join(text for line in (first, second) for text, _ in line).split() == ["red", *words.split()]


def test_a_site_that_asks_for_something_elsewhere_is_found_out(tmp_path: Path) -> None:
    inside = '<a href="https://ok.example"><svg xmlns="http://www.w3.org/2000/svg"><script src="b.js">'
    (tmp_path / "a.html").write_text(inside, "utf-8")
    assert asks_for(tmp_path) == []
    outside = '<link rel="stylesheet" href="https://a.example/b.css"><img alt="" src="//b.example/c.png">'
    (tmp_path / "b.html").write_text(outside, "utf-8")
    (tmp_path / "c.css").write_text('@import "https://c.example/d"; src: url(https://d.example/e.woff2)', "utf-8")
    assert asks_for(tmp_path) == [
        "//b.example/c.png",
        "https://a.example/b.css",
        "https://c.example/d",
        "https://d.example/e.woff2",
    ]
