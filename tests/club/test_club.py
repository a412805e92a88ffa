"""A season against statistics worked out by hand, ratings against openskill itself, and everything that may be wrong."""

from __future__ import annotations

import builtins
import csv
import io
import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from command_runner import HEAD, STANDS, run

from referee.club.tables import TABLES
from referee.rules import rulesets

pytest.importorskip("openskill", reason="ratings come with the extra referee[club]")

PILES = "{cards: 29, spades: 6, big-cassino: 1, little-cassino: 1, aces: 4}"
FEW = "{cards: 23, spades: 7, big-cassino: 0, little-cassino: 0, aces: 0}"
# Most cards 3, big cassino 2, little cassino 1, four aces 4: ten points against one for most spades.
SPADES = """game: spades
players: [Ann, Ben, Cyd, Dov]
date: 2026-02-01
setup: {dealer: Dov, target: 80}
events:
  - result: {cards: 13, bids: {Ann: 4, Ben: 3, Cyd: 4, Dov: 3}, won: {Ann: 5, Ben: 2, Cyd: 3, Dov: 3}}
"""


def cassino(winner: str, loser: str, date: str = "", more: str = "") -> str:
    """A game of one round: ten points against one."""
    when = f"date: {date}\n" if date else ""
    return (
        f"game: cassino\nplayers: [{winner}, {loser}]\n{when}{more}setup: {{dealer: {loser}, target: 10}}\n"
        f"events:\n  - result: {{piles: {{{winner}: {PILES}, {loser}: {FEW}}}}}\n"
    )


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("season").mkdir()


def write(name: str, text: str) -> None:
    Path("season", name).write_text(text, encoding="utf-8")


def three_games() -> None:
    write("a.yaml", cassino("Ann", "Ben", "2026-01-17"))
    write("b.yaml", cassino("Ben", "Ann", "2026-01-10"))
    write("c.yaml", cassino("Ann", "Cyd", "2026-01-03"))


def club(*more: str, given: str = "") -> Any:
    return run("club", "season", "--jobs", "1", *more, given=given)


def table(name: str) -> list[dict[str, str]]:
    said = club("--format", "csv", "--table", name)
    assert said.code == 0, said.err
    return list(csv.DictReader(io.StringIO(said.out)))


UNFINISHED = "game: cassino\nplayers: [Abe, Zoe]\nsetup: {dealer: Zoe, target: 21}\nevents: []\n"


def test_the_page_begins_with_a_headline(tmp_path: Path) -> None:
    three_games()
    assert club().out.startswith("season\nAnn won most games: 2 of 3.\n".replace("season", "Season"))
    assert club("--format", "markdown").out.startswith("# Season\n\nAnn won most games: 2 of 3.\n")
    club("--out", "season.html")
    html = Path("season.html").read_text(encoding="utf-8")
    assert '<h1>Season</h1><p class="headline">Ann won most games: 2 of 3.</p>' in html
    said = "Ann won most games: 2 of 3. 3 games, 3 players, 2026-01-03 to 2026-01-17."
    assert f'<meta property="og:description" content="{said}"/>' in html
    Path("season/a.yaml").unlink()
    assert club().out.splitlines()[1] == "Ann and Ben won most games, 1 each."
    for name in ("b", "c"):
        Path(f"season/{name}.yaml").unlink()
    write("d.yaml", UNFINISHED)
    assert club().out.splitlines()[1] == "Nobody has won a game yet."


def test_players_with_one_unfinished_game_come_last() -> None:
    three_games()
    write("d.yaml", UNFINISHED)
    assert [row["player"] for row in table("players")] == ["Ann", "Ben", "Cyd", "Abe", "Zoe"]
    rows = re.findall(r"^(\w+) +-?\d", club().out.partition("Cassino: 4 games")[2], re.MULTILINE)
    assert rows[:5] == ["Ann", "Ben", "Cyd", "Abe", "Zoe"]


def test_players_and_games_as_worked_out_by_hand() -> None:
    three_games()
    rows = {row["player"]: row for row in table("games")}
    # Ann won two of three: places 1, 2, 1; points 10, 1, 10. Ben lost and won, Cyd lost.
    assert [rows["Ann"][key] for key in ("games", "ended", "won", "average_place", "average_points")] == [
        "3", "3", "2", "1.333333", "7.0",
    ]  # fmt: skip
    assert [rows["Ben"][key] for key in ("games", "won", "average_place", "average_points")] == ["2", "1", "1.5", "5.5"]
    assert [rows["Cyd"][key] for key in ("games", "won", "average_place", "average_points")] == ["1", "0", "2.0", "1.0"]
    counted = {(row["player"], row["what"]): row["counted"] for row in table("tallies")}
    assert counted["Ann", "cards"] == str(29 + 23 + 29)
    assert counted["Ann", "spades"] == str(6 + 7 + 6)
    assert counted["Ben", "aces"] == "4"
    assert ("Ann", "captures") not in counted  # a score pad does not say who captured how often
    assert {row["player"]: row["last_played"] for row in table("players")} == {
        "Ann": "2026-01-17", "Ben": "2026-01-17", "Cyd": "2026-01-03",
    }  # fmt: skip


def test_bids_of_partners_and_shares() -> None:
    write("a.yaml", SPADES)
    counted = {(row["player"], row["what"]): (row["counted"], row["of"]) for row in table("tallies")}
    # Ann and Cyd bid 8 together and take 8; Ben and Dov bid 6 and take 5.
    assert (counted["Ann", "bids made"], counted["Dov", "bids made"]) == (("1", "1"), ("0", "1"))
    assert (counted["Cyd", "tricks"], counted["Cyd", "tricks bid"]) == (("3", ""), ("4", ""))
    logs = {row["player"]: row for row in table("logs")}
    assert [logs["Cyd"][key] for key in ("came_in", "winner", "points", "over")] == ["1", "true", "80", "true"]
    assert [logs["Dov"][key] for key in ("came_in", "winner", "points")] == ["2", "false", "-60"]


def test_house_rules_are_counted_apart() -> None:
    write("a.yaml", cassino("Ann", "Ben"))
    write("b.yaml", cassino("Ann", "Ben", more="variants: [no-sweeps]\n"))
    found = {(row["house"], row["player"]): row["games"] for row in table("games")}
    assert found == {("", "Ann"): "1", ("", "Ben"): "1", ("no-sweeps", "Ann"): "1", ("no-sweeps", "Ben"): "1"}
    said = club().out
    assert "Cassino: 2 games" in said
    assert "Cassino, no-sweeps: 1 game" in said


def test_ratings_are_those_of_openskill_in_the_order_of_the_dates() -> None:
    models = pytest.importorskip("openskill.models")
    three_games()
    write("d.yaml", SPADES)
    model = models.PlackettLuce()
    ann, ben, cyd = (model.rating() for _ in range(3))
    [[ann], [cyd]] = model.rate([[ann], [cyd]], ranks=[1, 2])
    [[ben], [ann]] = model.rate([[ben], [ann]], ranks=[1, 2])
    [[ann], [ben]] = model.rate([[ann], [ben]], ranks=[1, 2])
    # another game begins anew
    four = [model.rating() for _ in range(4)]
    [[_, first], _] = model.rate([[four[0], four[1]], [four[2], four[3]]], ranks=[1, 2])
    rows = {row["player"]: row for row in table("games") if row["game"] == "cassino"}
    (spades,) = [row for row in table("games") if row["game"] == "spades" and row["player"] == "Cyd"]
    assert float(spades["mu"]) == pytest.approx(first.mu, abs=1e-3)
    for player, rating in (("Ann", ann), ("Ben", ben), ("Cyd", cyd)):
        assert float(rows[player]["mu"]) == pytest.approx(rating.mu, abs=1e-3)
        assert float(rows[player]["sigma"]) == pytest.approx(rating.sigma, abs=1e-3)
        assert float(rows[player]["rating"]) == pytest.approx(rating.ordinal(), abs=1e-3)
    changes = [(row["date"], row["player"]) for row in table("ratings")]
    assert changes[:4] == [("2026-01-03", "Ann"), ("2026-01-03", "Cyd"), ("2026-01-10", "Ben"), ("2026-01-10", "Ann")]


def test_equal_places_are_ties_for_the_rating() -> None:
    models = pytest.importorskip("openskill.models")
    won = "{Ann: 6, Ben: 6, Cyd: 5}"
    write("a.yaml", f"game: whist\nplayers: [Ann, Ben, Cyd]\nevents:\n  - result: {{cards: 17, won: {won}}}\n")
    from referee.club.season import ClubGame, ratings

    entry = ClubGame(
        "a.yaml", 0, "legal", players=("Ann", "Ben", "Cyd"), sides=((0,), (1,), (2,)), over=True, places=(1, 1, 3)
    )
    (change,) = ratings([entry])
    model = models.PlackettLuce()
    teams = [[model.rating()] for _ in range(3)]
    [[ann], [ben], [cyd]] = model.rate(teams, ranks=[1, 1, 3])
    assert [change.after[who].mu for who in ("Ann", "Ben", "Cyd")] == pytest.approx([ann.mu, ben.mu, cyd.mu])


def test_a_game_that_is_not_over_is_counted_but_not_rated() -> None:
    write("a.yaml", cassino("Ann", "Ben").replace("target: 10", "target: 21"))
    (ann, _) = table("games")
    assert [ann[key] for key in ("games", "ended", "won", "average_place", "average_points")] == ["1", "0", "0", "", ""]
    assert table("ratings") == []


def test_disputes_with_the_ruling() -> None:
    write("a.yaml", STANDS)
    write("b.yaml", STANDS.replace("    stands: seen too late\n", ""))
    accepted, violation = table("disputes")
    assert (accepted["kind"], accepted["reason"], violation["kind"], violation["reason"]) == (
        "accepted", "seen too late", "violation", "",
    )  # fmt: skip
    assert (violation["log"], violation["player"], violation["rule"]) == (
        "season/b.yaml",
        "Ben",
        "illuminate/follow-suit",
    )
    assert violation["text"].startswith("Follow the Gospel that was led")
    assert violation["source"]


def test_a_log_that_cannot_be_judged_is_there_with_its_complaint() -> None:
    three_games()
    write("torn.yaml", "game: hearts\n")
    write("lost.yaml", HEAD.replace("game: illuminate@1", "game: iluminate"))
    said = club("--out", "season.html")
    assert said.code == 3
    page = Path("season.html").read_text(encoding="utf-8")
    assert "season/torn.yaml:1:1: key 'players' is missing" in page
    assert "no game is called 'iluminate'; did you mean 'illuminate'?" in page
    assert "Cassino: 3 games" in page


class _Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words += data


def page_of(*more: str) -> _Page:
    said = club("--out", "season.html", *more)
    assert said.code == 0, said.err
    found = _Page()
    found.feed(Path("season.html").read_text(encoding="utf-8"))
    return found


def test_the_page_asks_for_nothing_and_takes_text_as_text() -> None:
    three_games()
    odd = ("<script>alert(1)</script>", '"><img src=x>')
    head = {"game": "cassino", "players": odd, "event": "</style><b>", "setup": {"dealer": odd[0]}, "events": []}
    write("odd.json", json.dumps(head))
    page = page_of("--title", "<i>Ours</i>")
    tags = [tag for tag, _ in page.tags]
    assert tags.count("script") == 1  # ours, which sorts tables
    assert not {"img", "link", "iframe", "i", "b"} & set(tags)
    assert not [attrs for _, attrs in page.tags if {"src", "onclick", "onload"} & set(attrs)]
    assert all((attrs["href"] or "").startswith("#") for tag, attrs in page.tags if tag == "a")
    assert "<script>alert(1)</script>" in page.words
    assert "<i>Ours</i>" in page.words


def test_the_page_can_be_read_by_everybody() -> None:
    three_games()
    page = page_of()
    tags = [tag for tag, _ in page.tags]
    assert tags.count("h1") == 1
    assert tags.count("table") == tags.count("caption") == tags.count("thead")
    assert all("scope" in attrs for tag, attrs in page.tags if tag == "th")
    assert all(attrs.get("aria-label") for tag, attrs in page.tags if tag == "svg")
    assert ("html", {"lang": "en"}) in page.tags
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert {f"#{name}" for name in ids} >= {attrs["href"] for tag, attrs in page.tags if tag == "a"}
    assert len(ids) == len(set(ids))
    styles = Path("season.html").read_text(encoding="utf-8")
    assert "prefers-color-scheme: dark" in styles
    assert "@media print" in styles


def test_each_log_has_a_page_to_step_through() -> None:
    write("a b.yaml", cassino("Ann", "Ben"))
    game = {"game": "cassino", "players": ["Ann", "Ben"], "setup": {"dealer": "Ben"}, "events": []}
    write("games.jsonl", f"{json.dumps(game)}\n" * 2)
    Path("pages").mkdir()
    asked = ("--out", "pages/season.html", "--replays", "pages/logs")
    assert club(*asked).err == "pages/logs: 3 pages written\n"
    found = _Page()
    found.feed(Path("pages/season.html").read_text(encoding="utf-8"))
    links = [attrs["href"] for tag, attrs in found.tags if tag == "a" and not (attrs["href"] or "").startswith("#")]
    assert sorted(links) == ["logs/season-a-b.html", "logs/season-games-1.html", "logs/season-games-2.html"]
    assert all("<title>" in Path("pages", link or "").read_text(encoding="utf-8") for link in links)
    assert "pages/logs: 0 pages written\n" in club(*asked).err
    write("a b.json", json.dumps({**game, "players": ["Cyd", "Dov"], "setup": {"dealer": "Cyd"}}))
    os.utime("season/a b.json", (0, 0))
    club(*asked)
    pages = {
        name: Path("pages/logs", name).read_text(encoding="utf-8")
        for name in ("season-a-b.json.html", "season-a-b.yaml.html")
    }
    assert ["Cyd" in page for page in pages.values()] == [True, False]


def test_every_form_says_the_same() -> None:
    three_games()
    data = club("--format", "json").data
    assert [row["player"] for row in data["players"]] == [row["player"] for row in table("players")]
    assert (data["club"], data["from"], data["to"]) == ("Season", "2026-01-03", "2026-01-17")
    assert "| Ann " in club("--format", "markdown").out
    assert [(row["date"], row["player"], row["points"], row["winner"]) for row in table("logs")][:2] == [
        ("2026-01-03", "Ann", "10", "true"),
        ("2026-01-03", "Cyd", "1", "false"),
    ]


# -- names -------------------------------------------------------------------------------------------------------------


def test_names_that_look_alike_are_not_merged_silently() -> None:
    write("a.yaml", cassino("Ann", "Ben"))
    write("b.yaml", cassino("ann", "Ben"))
    assert club() == (
        2, "",
        "referee club: 'Ann' and 'ann' may be the same player; write `players: {'Ann': ['ann']}` or "
        "`different: [['Ann', 'ann']]` into season/players.yaml (see `referee club --help`)\n",
    )  # fmt: skip


def test_at_a_terminal_names_that_look_alike_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    tty = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("referee.club.commands.sys", SimpleNamespace(stdin=tty, stdout=tty, stderr=tty))
    write("a.yaml", cassino("Ann", "JO"))
    write("b.yaml", cassino("ann", "Jo"))
    said = club("--format", "csv", "--table", "games", given="y\nAnna\nn\n")
    assert "Are 'Ann' and 'ann' the same player? [y/N]: " in said.err
    assert "Name in the club [Ann]: " in said.err
    assert "Are 'JO' and 'Jo' the same player? [y/N]: " in said.err
    assert said.err.endswith("season/players.yaml now says so\n")
    assert Path("season", "players.yaml").read_text(encoding="utf-8") == (
        "# The names of a club: each player, and how logs write the name besides.\n"
        "players:\n  Anna: [Ann, ann]\ndifferent:\n  - [JO, Jo]\n"
    )
    rows = {row["player"]: row["games"] for row in csv.DictReader(io.StringIO(said.out))}
    assert rows == {"Anna": "2", "JO": "1", "Jo": "1"}
    assert {row["player"]: row["games"] for row in table("games")} == rows  # nobody is asked again
    write("c.yaml", cassino("ANN", "Ben"))
    said = club("--format", "csv", "--table", "games", given="y\n\n")
    assert "Are 'Anna' and 'ANN' the same player? [y/N]: " in said.err
    assert said.err.endswith("to stop being asked, add this to season/players.yaml:\nplayers:\n  Anna: [ANN]\n")
    assert [row["games"] for row in csv.DictReader(io.StringIO(said.out)) if row["player"] == "Anna"] == ["3"]


@pytest.mark.parametrize(
    ("aliases", "players"),
    [
        ("players: {'Ann': ['ann']}", {"Ann": "2", "Ben": "2"}),
        ("different: [['Ann', 'ann']]", {"Ann": "1", "ann": "1", "Ben": "2"}),
        ("players: {Annie: [Ann, ann], Ben: }", {"Annie": "2", "Ben": "2"}),
        ("players: {Ann: , ann: }", {"Ann": "1", "ann": "1", "Ben": "2"}),
    ],
)
def test_a_file_says_who_is_who(aliases: str, players: dict[str, str]) -> None:
    write("a.yaml", cassino("Ann", "Ben"))
    write("b.yaml", cassino("ann", "Ben"))
    write("players.yaml", aliases)
    assert {row["player"]: row["games"] for row in table("games")} == players
    Path("season", "players.yaml").rename("who.yaml")
    said = club("--players", "who.yaml", "--format", "csv", "--table", "games")
    assert {row["player"]: row["games"] for row in csv.DictReader(io.StringIO(said.out))} == players


def test_two_who_sat_at_one_table_are_two() -> None:
    write("a.yaml", cassino("Jo", "JO"))
    assert {row["player"] for row in table("games")} == {"Jo", "JO"}
    write("players.yaml", "players: {Jo: [JO]}")
    said = club()
    assert said.code == 3
    assert "1 of 1 game not judged; the first: season/a.yaml: 'Jo' and 'JO' sit at one table here" in said.err
    assert "season/a.yaml: 'Jo' and 'JO' sit at one table here, but are one player by the names of the" in " ".join(
        said.out.split()
    )


@pytest.mark.parametrize(
    ("aliases", "message"),
    [
        ("players: [Ann]", "1:10: expected a map or nothing (null), not a list"),
        ("player: {Ann: []}", "1:1: unknown key 'player'; did you mean 'players'?"),
        ("players: {Ann: [ann], Anna: [ann]}", "1:30: 'ann' is an alias of 'Ann' already; a name means one player"),
        ("players: {Ann: [Anna], Anna: }",
         "1:17: 'Anna' has an entry of its own; a name is either a player or an alias of one"),
        ("players: {Ann: [ann]}\ndifferent: [[Ann, ann]]",
         "2:13: 'Ann' and 'ann' are one player by `players:`; they cannot be different, too"),
        ('players: {"  ": [Ann]}', "1:11: '  ' is not a name; a name has characters that are seen"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_the_file_of_names(aliases: str, message: str) -> None:
    three_games()
    write("players.yaml", aliases)
    said = club()
    assert (said.code, said.out) == (3, "")
    assert said.err.splitlines()[0].startswith(f"season/players.yaml:{message}"), said.err


def test_a_file_of_names_that_is_not_there() -> None:
    three_games()
    assert club("--players", "nobody.yaml").err == "nobody.yaml:1:1: no such file\n"


def test_the_file_of_names_is_not_a_log_for_other_commands() -> None:
    three_games()
    write("players.yaml", "players: {Ann: [ann]}")
    said = run("validate", "season")
    assert said.code == 0
    assert said.err == (
        "season/players.yaml: skipped; these are names of players, not a log (`referee club` reads them)\n"
    )


# -- what was judged before --------------------------------------------------------------------------------------------


def judged_again() -> tuple[str, str]:
    """What the season looks like, and what is said about games judged before."""
    said = club("--format", "json")
    assert said.code == 0
    return said.out, said.err


def test_only_what_changed_is_judged_again() -> None:
    three_games()
    first, nothing = judged_again()
    assert nothing == ""
    assert judged_again() == (first, "3 of 3 games already judged, according to season/.referee-club\n")
    write("b.yaml", cassino("Ann", "Ben", "2026-01-10"))
    changed, said = judged_again()
    assert said == "2 of 3 games already judged, according to season/.referee-club\n"
    Path("season", ".referee-club").unlink()
    assert judged_again() == (changed, "")
    assert club("--afresh", "--format", "json") == (0, changed, "")


def test_a_file_of_many_games_that_grows() -> None:
    game = json.dumps(
        {"game": "cassino", "players": ["Ann", "Ben"], "setup": {"dealer": "Ben"}, "events": [], "note": "x" * 400_000}
    )
    write("games.jsonl", f"{game}\n" * 4)
    judged_again()
    write("games.jsonl", f"{game}\n" * 5)
    games = int(re.match(r"(\d) of 5 games", judged_again()[1])[1])  # type: ignore[index]
    assert 2 <= games < 5


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("Ann", "Eve"),
        lambda text: text.replace('"legal"', '"illegal"'),
        lambda text: "no such thing",
        lambda text: text.partition("\n")[0],
    ],
)
def test_a_damaged_file_is_not_believed(damage: Callable[[str], str]) -> None:
    three_games()
    first, _ = judged_again()
    kept = Path("season", ".referee-club")
    kept.write_text(damage(kept.read_text(encoding="ascii")), encoding="ascii")
    assert judged_again() == (
        first, "season/.referee-club: this file was changed by something else, so all logs are judged again\n"
    )  # fmt: skip
    assert judged_again() == (first, "3 of 3 games already judged, according to season/.referee-club\n")


def test_other_rules_make_other_verdicts() -> None:
    three_games()
    house = Path("ours.yaml")
    house.write_text("extends: cassino\nwhy: we like aces\nscoring: {each: {aces: {points: 2}}}\n", encoding="utf-8")
    ask = ("--house", "ours.yaml", "--format", "csv", "--table", "logs")
    before = club(*ask).out
    assert ",14," in before  # four aces at two points
    assert club(*ask).out == before
    house.write_text("extends: cassino\nwhy: we like aces\nscoring: {each: {aces: {points: 3}}}\n", encoding="utf-8")
    said = club(*ask)
    assert ",18," in said.out
    assert said.err == ""


def test_a_game_whose_rules_were_missing_is_judged_once_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.yaml", cassino("Ann", "Ben").replace("game: cassino", "game: our-cassino"))
    monkeypatch.setenv("REFEREE_PATH", "rules")
    assert club().code == 3
    Path("rules").mkdir()
    Path("rules", "our-cassino.yaml").write_text("extends: cassino\nwhy: ours\n", encoding="utf-8")
    assert club().code == 0


def test_what_is_kept_can_lie_elsewhere() -> None:
    three_games()
    assert club("--cache", "kept").code == 0
    assert not Path("season", ".referee-club").exists()
    assert club("--cache", "kept").err == "3 of 3 games already judged, according to kept\n"
    assert club("--cache", "season/a.yaml").err == (
        "referee club: --cache season/a.yaml is not a cache of referee and is not replaced; name another file "
        "(see `referee club --help`)\n"
    )


# -- what may be wrong -------------------------------------------------------------------------------------------------


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Lets a package be not installed."""
    there = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name.split(".")[0] == package:
            raise ImportError(name)
        return there(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)


def test_without_the_package_for_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    three_games()
    without(monkeypatch, "openskill")
    line = "ratings need the package openskill; install it with pip install 'referee[club]'"
    said = club()
    assert (said.code, said.err) == (0, f"{line}; ratings are omitted\n")
    assert "rating" not in said.out
    assert club("--format", "csv", "--table", "ratings", "--afresh") == (3, "", f"{line}\n")
    assert club("--format", "csv", "--table", "logs", "--afresh").err == ""


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        (("--out", "season"), 2, "referee club: --out season cannot be written: is a directory (see `referee club --help`)"),
        (("--out", "season/a.yaml"), 2, "referee club: --out season/a.yaml would replace a file that this command reads; "
         "name another (see `referee club --help`)"),
        (("--table", "logs"), 2, "referee club: --table needs --format csv; the other formats contain all tables "
         "(see `referee club --help`)"),
        (("--replays", "logs"), 2, "referee club: --replays needs a page, as in --out season.html --replays "
         "replays (see `referee club --help`)"),
        (("--out", "x.html", "--replays", "season/a.yaml"), 2, "referee club: --replays season/a.yaml cannot be written: "
         "file exists (see `referee club --help`)"),
    ],
)  # fmt: skip
def test_what_cannot_be(more: tuple[str, ...], code: int, message: str) -> None:
    three_games()
    assert club(*more) == (code, "", f"{message}\n")


@pytest.mark.posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
def test_a_full_disk() -> None:
    three_games()
    said = club("--format", "csv", "--out", "/dev/full")
    assert (said.code, said.err) == (3, "--out /dev/full cannot be written: no space left on device\n")


def test_a_folder_without_a_log() -> None:
    said = club()
    assert said.code == 3
    assert "there is no log in this folder" in said.out


def test_two_cores_see_the_same_as_one() -> None:
    three_games()
    write("d.yaml", SPADES)
    write("e.yaml", STANDS)
    one = club("--format", "json", "--afresh").out
    assert run("club", "season", "--jobs", "2", "--format", "json", "--afresh").out == one


def test_the_report_has_the_columns_of_the_tables() -> None:
    three_games()
    promised = rulesets.schema("report.schema.json")["$defs"]["club"]["properties"]
    data = club("--format", "json").data
    assert set(data) == set(promised)
    for name, (columns, _) in TABLES.items():
        assert list(columns) == list(promised[name]["items"]["properties"]), name


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nowhere", "1 of 1 game not judged; the first: nowhere:1:1: no such file"),
        (
            "season",
            "1 of 2 games not judged; the first: season/odd.yaml:1:7: no game is called 'harts'; did you mean 'hearts'?",
        ),
    ],
)
def test_games_that_are_not_judged_are_reported_where_the_page_is_written_to_a_file(path: str, why: str) -> None:
    write("good.yaml", cassino("Ann", "Ben"))
    write("odd.yaml", "game: harts\nplayers: [Ann, Ben, Cyd]\nevents: []\n")
    said = run("club", path, "--out", "page.html")
    assert (said.code, said.out, said.err) == (3, "", f"{why}\n")
    assert Path("page.html").exists() == (path == "season")
