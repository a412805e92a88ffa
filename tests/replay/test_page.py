"""`referee replay`: one file with every step, in which text from a log is text."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from referee.core.events import Event
from referee.judging.log import parse_log
from referee.judging.read import load_log
from referee.judging.replay import replay
from referee.judging.rules import ruleset_of
from referee.replay.page import page
from referee.replay.steps import EventPlace, Steps, sentence, steps_of
from referee.rules import rulesets
from tests.command_runner import LEGAL, RESULTS, REVOKE, STANDS, UNREADABLE, run, write
from tests.read_page import Page
from tests.slowness import slow_where

ROOT = Path(__file__).resolve().parent.parent.parent
MOST = 150_000
LARGE = [
    ROOT / "examples" / game / "friday.yaml" for game in ("spades", "illuminate", "illuminati", "gin-rummy", "illimat")
]
EXAMPLES = sorted((ROOT / "examples").glob("*/*.yaml"))


def made(text: str, *, as_played: bool = False) -> Steps:
    log = parse_log(text, "table.yaml")
    return steps_of(log, ruleset_of(log), as_played=as_played)


def unpacked(html: str) -> Any:
    """The data of a page, as a browser reads it."""
    packed = re.search(r'<script type="application/octet-stream" id="data">(.*?)</script>', html, re.DOTALL)
    assert packed
    return json.loads(zlib.decompress(base64.b64decode(packed[1]), wbits=-15))


@pytest.mark.parametrize(
    "path", slow_where(lambda path: path not in LARGE, EXAMPLES), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_an_evening_is_one_small_file_that_asks_for_nothing(path: Path) -> None:
    log = load_log(str(path))
    html = page(steps_of(log, ruleset_of(log)))
    assert len(html.encode()) < MOST
    assert not re.search(r"""(?:src|href)=["'](?!#)|url\(|@import|https?:(?!//www\.w3\.org/2000/svg)""", html)


@pytest.mark.slow
def test_a_whole_game_of_illuminati_is_a_small_file(tmp_path: Path) -> None:
    run("simulate", "illuminati", "-n", "1", "--seed", "11", "--out", str(tmp_path / "games.jsonl"))
    log = load_log(str(tmp_path / "games.jsonl:1"))
    found = steps_of(log, ruleset_of(log))
    assert len(found.steps) > 500
    assert len(page(found).encode()) < MOST


def test_moves_and_parts_are_unpacked_as_they_were() -> None:
    found = made(LEGAL)
    data = unpacked(page(found))
    steps, table, held = data["steps"], list[int](), list[int]()
    texts = [(text[0], text[-1]) for text in data["texts"]]
    parts = ["".join(data["tags"][tag] for tag in part) for part in data["parts"][0]]
    for number, step in enumerate(found.steps):
        moves = [(*texts[text], *others) for *others, alike in steps["moves"][number] for text in alike]
        assert moves == [tuple(move) for move in step.moves]
        table = [more + was for more, was in zip(steps["table"][number], [*table, *[0] * 99], strict=False)]
        held = [more + was for more, was in zip(steps["held"][number], [*held, *[0] * 99], strict=False)]
        assert [parts[part] for part in (*table, *held)] == [part.inside for part in step.drawn.parts]


def test_every_step_is_the_state_of_the_fold() -> None:
    log = load_log(str(ROOT / "examples" / "hearts" / "friday.yaml"))
    found = steps_of(log, ruleset_of(log))
    for step in found.steps[::25]:
        table = replay(log, until=step.event)
        known = table.game.view(table.state)[0]["seats"]
        shown = [[card.name for row in seat.rows for card in row.cards] for seat in step.scene.seats]
        assert shown == [seat.get("hand") or [] for seat in known]


def test_what_is_said_of_an_event() -> None:
    said = [step.telling.said for step in made(LEGAL).steps]
    assert said == [
        "The game begins.", "Dov deals.", "Ann bids 1.", "Ben bids 0.", "Cyd bids 1.", "Dov bids 0.", "Ann plays Mark 1:11.",
        "Ben plays Mark 1:31.", "Cyd plays Luke 7:50!", "Dov plays Mark 4:2.",
    ]  # fmt: skip


def test_what_is_said_of_each_event_of_a_map_in_which_players_do_several_things() -> None:
    log = load_log(str(ROOT / "examples" / "pinochle" / "plays-only.yaml"))
    assert [step.telling.said for step in steps_of(log, ruleset_of(log)).steps[6:11]] == [
        "Ann declares marriage H.", "Ann declares nine.", "Ann declares nine.", "Cyd declares marriage C.",
        "Dov declares marriage D.",
    ]  # fmt: skip


def test_what_is_said_of_a_call_with_its_meaning() -> None:
    bids = "{bids: [1C, {pass: weak}, {1NT: 15-17}]}"
    found = made(f"game: bridge\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Ann}}\nevents:\n  - {bids}\n")
    assert [step.telling.said for step in found.steps[2:]] == ["Ben says pass: weak.", "Cyd bids 1NT: 15-17."]


def test_who_supports_and_opposes_an_attack_on_one_line() -> None:
    item = {"attack": {"destroy": "Mafia", "with": "Texas", "support": {"Cyd": 12}, "oppose": {"Dov": 2, "Ben": 1}}}
    game = rulesets.table(rulesets.load_ruleset("illuminati"), 4)
    events = [Event(verb, None, at=("attack", verb)) for verb in ("support", "oppose")]
    places = [EventPlace(item, number, 3, 1) for number in (1, 2)]
    said = [
        sentence(at, event, "Ann", game, ["Ann", "Ben", "Cyd", "Dov"]) for at, event in zip(places, events, strict=True)
    ]
    assert said == ["Cyd supports 12", "Oppose: Dov 2, Ben 1"]


def test_what_others_are_told_of_cards_that_are_passed() -> None:
    log = load_log(str(ROOT / "examples" / "hearts" / "friday.yaml"))
    telling = [step.telling for step in steps_of(log, ruleset_of(log)).steps]
    assert [one.told for one in telling[:6]] == ["", "", "Ann passes.", "Ben passes.", "Cyd passes.", "Dov passes."]
    assert all(one.said.startswith(one.who) for one in telling if one.told)  # in whatever order a map names the players


def test_an_illegal_event_is_a_step_of_its_own_with_its_rule() -> None:
    found = made(REVOKE)
    last = found.steps[-1]
    assert (last.event, last.telling.said) == (7, "Ben plays Matthew 5:6.")
    assert [(seat.laid.name, seat.laid.mark) for seat in last.scene.seats if seat.laid] == [
        ("Mk1:11", ""), ("Mt5:6", "disputed"),
    ]  # fmt: skip
    lit = [card.name for seat in last.scene.seats for row in seat.rows for card in row.cards if card.mark == "lit"]
    assert lit == list(last.findings[0].legal)
    assert [one.rule for one in last.findings] == ["illuminate/follow-suit"]
    barred = [card for seat in last.scene.seats for row in seat.rows for card in row.cards if card.barred]
    assert [(card.name, card.barred) for card in barred] == [("Mt5:6", "not now: follow-suit")]


def test_the_group_against_the_rules_is_marked_in_its_structure() -> None:
    log = load_log(str(ROOT / "examples" / "broken" / "third-treasury.yaml"))
    scene = steps_of(log, ruleset_of(log)).steps[-1].scene
    nodes = [node for nodes in (scene.loose, *(seat.tree for seat in scene.seats)) for node in nodes]
    assert [node.name for node in nodes if node.mark] == ["Pentagon"]


STOCKPILES = """
game: illimat
players: [Ann, Ben]
position:
  turn: Ann
  hands: {Ann: [3su, 4wi, 9au, Qsu], Ben: [6su, 7wi, 8au, 2su]}
  fields:
    Winter: ["S5(2wi+3wi)"]
    Spring: ["M13(Ksp|4sp+9su)"]
    Summer: []
    Autumn: []
events: []
"""
WRONG_SUM = (ROOT / "tests" / "logs" / "illegal" / "illimat-wrong-sum.yaml").read_text()
COMBINATION = """
game: big-two
players: [Ann, Ben, Cyd, Dov]
position:
  turn: Ann
  hands: {Ann: [3D, 4C, 4H, 9S], Ben: [5C, 6D], Cyd: [7C, 8D], Dov: [9C, 10D]}
events: [{play: "4C 9S"}]
"""


def marks(found: Steps) -> dict[str, list[str]]:
    """The cards of the last scene by their mark, and 'fell' for those that lie on the table."""
    scene = found.steps[-1].scene
    rows = [*scene.piles, *(row for field in scene.fields for row in field.rows)]
    fell = [card for row in rows for card in row.cards if card.mark]
    fell += [seat.laid for seat in scene.seats if seat.laid and seat.laid.mark]
    lit = [card for seat in scene.seats for row in seat.rows for card in row.cards if card.mark == "lit"]
    return {"fell": [card.name for card in fell], "lit": [card.name for card in lit]}


def test_cards_of_a_fault_lie_where_they_fell() -> None:
    assert marks(made(WRONG_SUM)) == {"fell": ["5au", "2wi", "8su"], "lit": ["Ksp", "8au", "6wi"]}
    into_autumn = WRONG_SUM.replace("harvest 8su take 5au+2wi", "'sow 8su @Autumn'").replace(
        "Summer: [", "Autumn: [6sp]\n    Summer: ["
    )
    assert marks(made(into_autumn))["fell"] == ["8su"]
    assert marks(made(COMBINATION)) == {"fell": ["4C", "9S"], "lit": ["3D"]}


def test_what_was_let_stand_goes_on() -> None:
    found = made(STANDS)
    assert [(step.event, step.findings[0].kind) for step in found.steps if step.findings] == [(7, "accepted")]
    assert len(found.steps) == 10


def test_an_item_that_cannot_be_read_is_the_last_step() -> None:
    last = made(UNREADABLE).steps[-1]
    assert last.complaints == ("table.yaml:8:5: unknown verb 'trikc'; did you mean 'trick'?",)


def test_the_header_is_about_people_and_the_result_stands_under_the_score() -> None:
    log = load_log(str(ROOT / "examples" / "luminars" / "friday.yaml"))
    html = page(steps_of(log, ruleset_of(log)))
    assert '<p class="people">The Luminars · Ann, Ben, Cyd and Dov</p>' in html
    assert '<p id="result" class="result" hidden>Ben wins with 70.</p>' in html
    assert html.count("Ben wins with 70") == 3  # there, and twice in the head, for a chat
    dated = made(f"date: 2026-09-04\nplace: the old bakery\nhouse: no-sixes\n{LEGAL}")
    people = "Illuminate · Ann, Ben, Cyd and Dov · 2026-09-04 · the old bakery · house rule no-sixes"
    assert f'<p class="people">{people}</p>' in page(dated)


def test_the_page_has_a_title_and_a_description_that_a_chat_shows() -> None:
    found = Page(page(made(REVOKE))).found
    shown = {has["property"]: has["content"] for name, has, _ in found if name == "meta" and "property" in has}
    assert shown == {
        "og:type": "website",
        "og:site_name": "referee",
        "og:title": "Against the rules in hand 2: follow-suit (Ben) · Illuminate",
        "og:description": "Illuminate · Ann, Ben, Cyd and Dov. Not over: 0 of 12 hands scored.",
    }
    assert [text for name, _, text in found if name == "title"] == [shown["og:title"]]


def test_the_page_opens_on_its_moment_and_the_headline_leads_there() -> None:
    html = page(made(REVOKE))
    assert unpacked(html)["opens"] == 7
    headline = "Against the rules in hand 2: follow-suit (Ben)"
    assert f'<h1><a href="#event-7" title="To this moment">{headline}</a></h1>' in html


BUTTONS = {
    "copy": "Copy link to this move",
    "save": "Save picture",
    "learn": "What would I have played?",
}


@pytest.mark.parametrize("game", ["illuminate", "luminars", "crazy-eights", "illimat", "big-two", "illuminati"])
def test_every_game_has_buttons_for_what_people_do_with_a_page(game: str) -> None:
    log = load_log(str(ROOT / "examples" / game / "friday.yaml"))
    found = Page(page(steps_of(log, ruleset_of(log)))).found
    buttons = {has["id"]: text for name, has, text in found if name == "button" and has.get("id") in BUTTONS}
    assert buttons == BUTTONS


def test_groups_and_stockpiles_are_in_words() -> None:
    log = load_log(str(ROOT / "examples" / "illuminati" / "friday.yaml"))
    nodes = steps_of(log, ruleset_of(log)).steps[-1].scene.loose
    assert [(node.name, *node.words) for node in nodes] == [
        ("Empty Vee", "Power 3", "Resistance 3"),
        ("KKK", "Power 2", "Resistance 5"),
    ]
    steps = made(STOCKPILES).steps
    titles = [row.title for field in steps[0].scene.fields for row in field.rows if row.title]
    assert titles == ["stockpile of 13 ×2", "stockpile of 5"]  # clockwise from Summer


def test_results_alone_have_a_score() -> None:
    steps = made(RESULTS).steps
    assert [seat.total for seat in steps[-1].scene.seats] != [seat.total for seat in steps[0].scene.seats]


def test_a_name_is_text_wherever_it_stands() -> None:
    odd = "<script>alert(1)</script>"
    text = LEGAL.replace("Ann", odd)
    html = page(made(text.replace(f"{{{odd}:", f"{{'{odd}':").replace(f"[{odd},", f"['{odd}',")))
    assert odd not in html
    data = unpacked(html)
    assert odd in json.dumps(data["steps"])
    assert not [tag for tag in data["tags"] if odd in tag]


def test_a_sign_that_turns_a_line_round_is_written_out() -> None:
    html = page(
        made(
            REVOKE.replace("- trick", "- note: '\u202e'\n    trick")
            .replace("note: '", 'note: "')
            .replace("\u202e'", '\u202e"')
        )
    )
    assert "\u202e" not in html


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("table.yaml", LEGAL)
    said = run("replay", "table.yaml", "--out", "table.html")
    size = len(Path("table.html").read_bytes())
    assert (said.code, said.out, said.err) == (0, f"table.html: {size:,} bytes; open it in a browser\n", "")


def test_without_a_name_the_page_is_called_after_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("table.yaml", LEGAL)
    for _ in range(2):  # a page of ours is replaced
        said = run("replay", "table.yaml")
        assert (said.code, said.out.partition(":")[0], said.err) == (0, "table.html", "")
    run("simulate", "hearts", "-n", "2", "--seed", "3", "--out", "games.jsonl")
    assert run("replay", "games.jsonl:2").out.startswith("games-2.html: ")
    Path("table.html").write_text("<html>somebody's own</html>")
    said = run("replay", "table.yaml")
    why = "table.html exists and is not a page of referee, so it is not replaced; name another with --out"
    assert (said.code, said.out) == (2, "")
    assert why in said.err
    assert Path("table.html").read_text() == "<html>somebody's own</html>"


def test_a_log_without_a_name_needs_one_for_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = run("replay", "-", given=LEGAL)
    assert (said.code, said.out) == (2, "")
    assert "this log has no name to call its page by; name one with --out FILE.html" in said.err


def test_the_page_may_not_replace_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("table.yaml", LEGAL)
    said = run("replay", "table.yaml", "--out", "table.yaml")
    assert said.code == 2
    assert "--out table.yaml would replace a file that this command reads; name another" in said.err


def test_a_folder_is_no_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("table.yaml", LEGAL)
    said = run("replay", "table.yaml", "--out", str(tmp_path))
    assert (said.code, said.out) == (2, "")
    assert f"--out {tmp_path} cannot be written: is a directory" in said.err


def test_a_game_of_a_file_with_many_is_named_by_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("simulate", "hearts", "-n", "2", "--seed", "3", "--out", "games.jsonl")
    said = run("replay", "games.jsonl:2", "--out", "second.html")
    assert (said.code, said.err) == (0, "")
    assert run("replay", "games.jsonl", "--out", "both.html").code == 3


def corpus() -> None:
    """A file with a game that is legal, one that is not, one that cannot be read, and a line that is no game."""
    games = [json.dumps(load_log(write(f"{name}.yaml", text)).data) for name, text in
             (("legal", LEGAL), ("revoke", REVOKE), ("unreadable", UNREADABLE))]  # fmt: skip
    write("games.jsonl", "\n".join([*games, "{"]) + "\n")


def test_the_bad_games_of_a_file_have_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    corpus()
    said = run("replay", "games.jsonl", "--bad", "disputes")
    assert (said.code, said.out) == (3, "disputes: 3 bad games; begin with index.html\n")
    assert sorted(path.name for path in Path("disputes").iterdir()) == ["2.html", "3.html", "index.html"]
    index = Path("disputes/index.html").read_text()
    assert re.findall(r'<a href="([^"]+)">', index) == ["2.html", "3.html"]
    assert "event 7: illuminate/follow-suit: Ben played Mt5:6 on a Mark lead, holding Mk1:31" in index
    assert "line 4" in index


def test_where_no_game_is_bad_the_index_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("simulate", "hearts", "-n", "2", "--seed", "3", "--out", "games.jsonl")
    assert run("replay", "games.jsonl", "--bad", "disputes").out == "disputes: 0 bad games; begin with index.html\n"
    assert "<p>0 games not legal</p>" in Path("disputes/index.html").read_text()


def test_either_a_page_or_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write("table.yaml", LEGAL)
    why = "replay needs either --out FILE.html, for one game, or --bad FOLDER, for the bad games of a file"
    assert why in run("replay", "table.yaml", "--out", "a.html", "--bad", "b").err
    assert "--bad table.yaml cannot be written: file exists" in run("replay", "table.yaml", "--bad", "table.yaml").err


def test_an_auction_stands_in_the_middle_until_the_first_lead() -> None:
    steps = made((ROOT / "examples/bridge/friday.yaml").read_text(encoding="utf-8")).steps
    tables = ["".join(str(part.inside) for part in steps[number].drawn.table.parts) for number in (8, 30)]
    assert ["1♠" in table for table in tables] == [True, False]
    assert all("N Nell" in table and "S Sue" in table for table in tables)
