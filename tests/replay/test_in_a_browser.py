"""Pages in a browser: every event of many logs is stepped through, and what the page shows is what the fold says."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

from referee.core.places import Unjudgeable
from referee.judging.fold import States
from referee.judging.judge import verdict_on
from referee.judging.log import Log, log_of
from referee.judging.read import load_logs
from referee.judging.replay import replay
from referee.judging.rules import ruleset_of
from referee.replay.page import page
from referee.replay.steps import steps_of

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium with its driver on this machine")

ROOT = Path(__file__).resolve().parent.parent.parent
FEW, MANY = 60, 10_000
"""How many logs at night, and how many events."""
PAGES = {
    "trick": "illuminate",
    "meld": "luminars",
    "fishing": "illimat",
    "conspiracy": "illuminati",
    "climbing": "big-two",
}
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--window-size=1200,900",
)  # fmt: skip
EVERY_STEP = """
const done = arguments[arguments.length - 1];
const named = (one) => document.querySelector(one.getAttribute("href")).dataset.card;
const names = (part) => [...part.querySelectorAll("use")].map(named);
const texts = (part, kind) => [...part.querySelectorAll(kind)].map((one) => one.textContent.trim());
const own = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent);
const titled = (part) => [...part.querySelectorAll(".field-name")].map((one) => own(one).join("").trim());
(async () => {
  while (document.getElementById("page").hasAttribute("aria-busy")) await new Promise((go) => setTimeout(go, 5));
  const steps = [];
  for (let number = 0; number < window.replay.steps; number += 1) {
    await window.replay.go(number);
    steps.push({
      step: Number(document.getElementById("page").dataset.step),
      said: document.getElementById("said").lastChild.textContent,
      found: texts(document.getElementById("found"), ".finding"),
      parts: [...document.querySelectorAll(".drawing > g")].map((part) => ({
        cards: names(part), label: part.getAttribute("aria-label"), name: texts(part, ".name"), holder: texts(part, ".holder"),
        field: titled(part), nodes: texts(part, ".node-name"), facts: texts(part, ".node-line"),
        plate: texts(part, ".facts"), disputed: part.querySelector(".disputed") !== null,
      })),
    });
  }
  done(steps);
})();
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for option in (*OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    driver.set_script_timeout(120)
    yield driver
    driver.quit()


@cache
def every_log() -> list[Log]:
    """Our own logs that can be judged, those with the fewest items first."""
    paths = [
        *ROOT.glob("examples/*/*.yaml"),
        *(path for path in ROOT.glob("tests/logs/*/*") if path.suffix != ".report"),
    ]
    found = [log for path in sorted(paths) for log in load_logs(str(path)) if isinstance(log, Log)]
    return sorted(found, key=lambda log: len(log.items))


def some_logs() -> list[Log]:
    """Short logs, and of each game the shortest that is more than a handful of events."""
    logs = every_log()
    longer: dict[str, Log] = {}
    for log in logs:
        if len(log.items) > 15:
            longer.setdefault(Path(log.game).name.partition("@")[0], log)
    return [*longer.values(), *(log for log in logs if log not in longer.values())][: FEW + 20]


def opened(browser: Any, html: str, folder: Path, more: str = "") -> None:
    path = (
        folder / f"page-{len(list(folder.iterdir()))}.html"
    )  # a page of its own, or a link to a step would not load it
    path.write_text(html, encoding="utf-8")
    browser.get(f"{path.as_uri()}{more}")


def stepped(browser: Any, log: Log, folder: Path) -> int:
    """Steps through a log on its page and compares; how many steps that was."""
    rules = ruleset_of(log, trust="all")
    seen = States()
    played = replay(log, rules, visitor=seen)
    views = [played.game.view(state)[0] for state in seen.states]
    verdict = verdict_on(played, strict=False)
    opened(browser, page(steps_of(log, rules)), folder)
    steps = browser.execute_async_script(EVERY_STEP)
    beyond = bool(verdict.complaints or any(finding.event > verdict.events for finding in verdict.findings))
    assert [step["step"] for step in steps] == list(range(len(views) + beyond)), log.path
    found = [text for step in steps for text in step["found"]]
    assert len(found) == len(verdict.findings) + len(verdict.complaints)
    for finding in verdict.findings:
        assert any(finding.message in text and finding.text in text for text in found)
    for step, view in zip(steps, [*views, *views[-1:] * beyond], strict=True):
        compare(step["parts"], view, f"{log.path}, event {step['step']}", totals=not rules.get("seats"))
    return len(steps)


def compare(parts: Sequence[dict[str, Any]], view: dict[str, Any], where: str, *, totals: bool) -> None:
    """That a drawing shows what the table says: hands, trick, fields, structures, scores where seats have no names."""
    held = {part["holder"][0].partition("  ")[0]: part for part in parts if part["holder"]}
    for seat in view["seats"]:
        who = shortened(seat["player"], 24)
        if "arranged" in seat:
            melds = [card for meld in seat["arranged"]["melds"] for card in meld["cards"]]
            there = held[who]["cards"] if who in held else []  # who is out has no cards to draw
            assert there == melds + seat["arranged"]["idle"], where
        elif seat.get("hand") is not None:
            assert held[who]["cards"] == seat["hand"] + [""] * min(seat.get("unseen", 0), 12), where
        placed = [card for card in seat.get("cards", ()) if card["master"] or card["card"] == seat["illuminati"]]
        for card in placed:  # where the others are is not known: the groups of a race that is only written down
            tree = next(part for part in parts if part["label"].startswith(f"{seat['player']} (") and part["nodes"])
            money = str(card["money"])
            if "money_at_most" in card:  # the log leaves open who paid
                money += f"–{card['money_at_most']}"
            assert any(f"{money} MB" in facts for facts in tree["facts"]), where
            assert len([facts for facts in tree["facts"] if facts.endswith(" MB")]) == len(placed), where
    trick = view.get("trick") or view.get("last_trick", {}).get("trick", [])
    if "trick" in view or trick:
        shown = next(part for part in parts if "rick" in part["label"].partition(",")[0])
        assert shown["disputed"] or shown["cards"] == [laid["card"] for laid in trick], where
    if totals and any(part["name"] for part in parts):
        said = [part["plate"][0].partition(" · ")[0] for part in parts if part["name"]]
        assert said == ["?" if seat["total"] is None else str(seat["total"]) for seat in view["seats"]], where
    fields = {part["field"][0]: part for part in parts if part["field"]}
    for field in view.get("fields", ()):
        ids = [re.sub(r"^[A-Z][0-9,]+\(|[()|+*]", " ", text).split() for text in field["cards"]]
        drawn = fields[field["field"]]
        assert drawn["disputed"] or sorted(drawn["cards"]) == sorted(card for cards in ids for card in cards), where
    if view.get("pile"):
        assert view["pile"][-1] in next(part["cards"] for part in parts if part["label"].startswith("The table")), where


def shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


@pytest.mark.parametrize("game", PAGES.values(), ids=list(PAGES))
def test_a_log_of_every_family_step_by_step(browser: Any, tmp_path: Path, game: str) -> None:
    log = next(log for log in every_log() if log.game.partition("@")[0] == game and len(log.items) > 15)
    assert stepped(browser, log, tmp_path) > 15


@pytest.mark.slow
def test_many_logs_step_by_step(browser: Any, tmp_path: Path) -> None:
    done = 0
    for log in some_logs():
        try:
            stepped(browser, log, tmp_path)
        except Unjudgeable:
            continue
        done += 1
    assert done >= FEW


@pytest.mark.slow
def test_ten_thousand_events_step_by_step(browser: Any, tmp_path: Path) -> None:
    steps = 0
    for log in reversed(every_log()):
        if steps < MANY:
            steps += stepped(browser, log, tmp_path)
    assert steps >= MANY


def html_of(path: str) -> str:
    log = next(iter(load_logs(str(ROOT / path))))
    assert isinstance(log, Log)
    return page(steps_of(log, ruleset_of(log)))


SETTLED = """
const done = arguments[0], page = document.getElementById("page");
const wait = () => page.hasAttribute("aria-busy") ? setTimeout(wait, 5) : setTimeout(() => done(page.dataset.step), 30);
wait();
"""


def step_of(browser: Any) -> int:
    """The step that a page shows, once it has come to rest."""
    return int(browser.execute_async_script(SETTLED))


VISIBLE_ROWS = """
return [...document.querySelectorAll(".pad tbody tr")].filter((row) => !row.hidden).map((row) => row.cells[0].textContent);
"""


def test_the_score_pad_follows_the_steps(browser: Any, tmp_path: Path) -> None:
    rows = []
    for number in (0, 30, 60, 116):
        opened(browser, html_of("examples/luminars/friday.yaml"), tmp_path, f"#event-{number}")
        assert step_of(browser) == number
        rows.append(browser.execute_script(VISIBLE_ROWS))
    assert rows == [[], ["1"], ["1", "2"], ["1", "2", "3", "4", "total", "role"]]


def test_a_click_a_key_and_a_link_lead_to_a_step(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/luminars/friday.yaml"), tmp_path, "#event-41")
    assert step_of(browser) == 41
    browser.find_element("id", "forward").click()
    assert step_of(browser) == 42
    body = browser.find_element("tag name", "body")
    body.send_keys("\ue012")  # left arrow
    body.send_keys("\ue012")
    assert step_of(browser) == 40
    browser.execute_script("location.hash = '#event-7'")
    assert step_of(browser) == 7
    body.send_keys("n")
    assert browser.find_elements("css selector", "#found .finding")
    browser.find_element("css selector", "#events details[open] a").click()
    assert browser.find_element("css selector", "#events [aria-current=step]").get_attribute("data-number") == str(
        step_of(browser)
    )


def test_a_page_is_one_request(browser: Any, tmp_path: Path) -> None:
    browser.get_log("performance")
    opened(browser, html_of("examples/illuminate/friday.yaml"), tmp_path, "#event-0")
    assert step_of(browser) == 0
    sent = [
        entry["message"] for entry in browser.get_log("performance") if 'Network.requestWillBeSent"' in entry["message"]
    ]
    assert len([message for message in sent if "about:blank" not in message]) == 1


def test_a_print_has_every_event(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/hearts/plays-only.yaml"), tmp_path)
    steps = browser.execute_script("return window.replay.steps")
    step_of(browser)
    assert len(browser.execute_cdp_cmd("Page.printToPDF", {})["data"]) > 10_000
    assert len(browser.find_elements("css selector", "#events a")) == steps


def test_a_seat_sees_its_own_hand_and_what_lies_open(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/gin-rummy/friday.yaml"), tmp_path, "#event-20")
    step_of(browser)
    browser.find_element("css selector", "#seat option[value=Ann]").click()
    step_of(browser)
    hands = browser.find_elements("css selector", "#held > g:not([data-owner=''])")
    labels = {part.get_attribute("data-owner"): part.get_attribute("aria-label") for part in hands}
    assert labels["Ben"] == "Ben, 10 face down"
    assert labels["Ann"].count(",") > 8


def test_a_seat_is_told_of_a_fault_without_the_cards_of_others(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/broken/revoke.yaml"), tmp_path)
    step_of(browser)
    told = {}
    for who in ("", "Ann", "Dov"):
        browser.find_element("css selector", f"#seat option[value='{who}']").click()
        step_of(browser)
        told[who] = [part.text for part in browser.find_elements("css selector", "#found p")]
    whole = [
        "Against the rules: Dov played Lk6:31 on a Mark lead, holding Mk1:17 Mk10:52",
        "Legal here: Mk1:17 Mk10:52",
    ]
    assert told == {"": whole, "Ann": ["Against the rules: the cards that prove it are hidden from Ann."], "Dov": whole}
    browser.find_element("css selector", "#seat option[value='Ann']").click()
    step_of(browser)
    assert "Follow the Gospel that was led" in browser.find_element("css selector", "#found blockquote").text


def test_a_seat_is_asked_before_it_is_shown(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/illuminate/friday.yaml"), tmp_path, "#event-200")
    step_of(browser)
    browser.find_element("css selector", "#seat option[value=Ann]").click()
    browser.find_element("id", "learn").click()
    assert step_of(browser) == 200
    moves = browser.find_elements("css selector", "#quiz button")
    assert [move.text for move in moves] == ["play Luke 7:50", "play Luke 8:4", "play Luke 8:4!", "play Luke 15:2"]
    moves[1].click()
    assert step_of(browser) == 201
    said = browser.find_element("css selector", "#quiz p").text
    assert said == "You would have chosen: play Luke 8:4. At the table: Ann plays Luke 7:50."
    further, enough = browser.find_elements("css selector", "#quiz button")
    assert (further.text, enough.text) == ("Next decision", "Enough")
    further.click()
    assert step_of(browser) > 201
    assert browser.find_element("css selector", "#quiz p").text == "Ann, what would you do?"
    browser.find_element("id", "learn").click()
    assert not browser.find_element("id", "quiz").is_displayed()


@pytest.mark.parametrize("game", PAGES.values(), ids=list(PAGES))
def test_what_would_i_have_played_asks_who_and_begins_at_the_first_decision(
    browser: Any, tmp_path: Path, game: str
) -> None:
    opened(browser, html_of(f"examples/{game}/friday.yaml"), tmp_path)
    step_of(browser)
    browser.find_element("id", "learn").click()
    assert browser.find_element("css selector", "#quiz p").text == "Who are you?"
    who = browser.find_element("css selector", "#quiz button")
    player = who.text
    who.click()
    first = step_of(browser)
    assert browser.find_element("css selector", "#quiz p").text == f"{player}, what would you do?"
    assert len(browser.find_elements("css selector", "#quiz button")) > 1
    assert first < 20


def test_whoever_broke_a_rule_is_asked_there_first(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/broken/revoke.yaml"), tmp_path, "#event-0")
    step_of(browser)
    browser.find_element("id", "learn").click()
    browser.find_elements("css selector", "#quiz button")[3].click()
    assert step_of(browser) == 28
    moves = [move.text for move in browser.find_elements("css selector", "#quiz button")]
    assert moves == ["play Mark 1:17", "play Mark 1:17!", "play Mark 10:52"]


def test_the_score_is_whole_and_its_result_comes_at_the_end(browser: Any, tmp_path: Path) -> None:
    """At every width, of the widest tables that there are."""
    whole = "return [...document.querySelectorAll('.pad .wide')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
    for game in ("illuminati", "illuminate", "luminars"):
        opened(browser, html_of(f"examples/{game}/friday.yaml"), tmp_path, "#event-9999")
        step_of(browser)
        for width in (360, 768, 1024, 1280, 1440):
            size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
            assert browser.execute_script(whole), (game, width)
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        assert browser.find_element("id", "result").is_displayed()
        browser.find_element("id", "back").click()
        assert not browser.find_element("id", "result").is_displayed()


PICTURE = """
const done = arguments[0];
HTMLAnchorElement.prototype.click = function () {
  const image = new Image();
  image.onload = () => done([this.download, image.width, image.height]);
  image.src = this.href;
};
document.getElementById("save").click();
"""


def test_a_picture_of_the_table_is_saved(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/illimat/friday.yaml"), tmp_path, "#event-56")
    step_of(browser)
    name, width, height = browser.execute_async_script(PICTURE)
    assert (name, width) == ("page-0-event-56.png", 680)  # twice the width of a drawn table
    assert 1_000 < height < 2_000


def test_each_suit_may_have_a_colour_of_its_own(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/hearts/friday.yaml"), tmp_path)
    colours = "return getComputedStyle(document.querySelector('.cards .red.other, .red.other')).fill"
    before = browser.execute_script(colours)
    browser.find_element("id", "four").click()
    assert (before, browser.execute_script(colours)) == ("rgb(179, 38, 11)", "rgb(0, 105, 158)")


def panel(browser: Any, name: str, how: str) -> str:
    """What the panel of a card, or of something said of a player, says once it is opened."""
    one = browser.find_element("css selector", f"[data-about='{name}']")
    if how == "key":
        browser.execute_script("arguments[0].focus()", one)
        browser.switch_to.active_element.send_keys("\ue007")
    else:
        browser.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", one)
    said = browser.find_element("id", "panel-said").text
    browser.find_element("css selector", "#panel button").click()
    assert browser.execute_script("return document.activeElement.dataset.about") == (name if how == "key" else None)
    return str(said)


@pytest.mark.parametrize(
    ("log", "event", "name", "how", "said"),
    [
        ("illimat", 60, "The Union", "key", "in play\nharvest here with 2 cards as one\nillimat: luminaries.cards.The Union"),
        ("illuminati", 46, "Science Fiction Fans", "click", "+2 to control Weird groups, whichever of its player's cards"),
        ("illuminati", 46, "Deep Agent", "key", "abolishes the privilege of an attack\nilluminati: specials.Deep Agent"),
        ("illuminate", 100, "neighbor", "click", "beats all cards that are not Grace.\nilluminate: trick.grace"),
    ],
)  # fmt: skip
def test_what_a_card_is_opens_beside_it(
    browser: Any, tmp_path: Path, log: str, event: int, name: str, how: str, said: str
) -> None:
    opened(browser, html_of(f"examples/{log}/friday.yaml"), tmp_path, f"#event-{event}")
    step_of(browser)
    assert said in panel(browser, name, how)


def test_structures_are_drawn_larger_and_whole_again(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/illuminati/friday.yaml"), tmp_path, "#event-46")
    step_of(browser)
    wide = "return document.getElementById('held').getBoundingClientRect().width"
    before = browser.execute_script(wide)
    browser.find_element("tag name", "body").send_keys("++")
    assert browser.execute_script(wide) > 1.5 * before
    browser.find_element("id", "whole").click()
    assert browser.execute_script(wide) == pytest.approx(before, abs=1)


GLIDES = """
const [number, done] = arguments;
const motions = () => document.getAnimations().map((one) => one.effect.getTiming().duration);
setTimeout(() => { window.replay.go(number); done(motions()); }, 300);
"""


def test_a_card_glides_to_the_table_unless_nobody_wants_that(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/hearts/friday.yaml"), tmp_path, "#event-20")
    step_of(browser)
    assert browser.execute_async_script(GLIDES, 21) == [180]
    calm = {"name": "prefers-reduced-motion", "value": "reduce"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [calm]})
    assert browser.execute_async_script(GLIDES, 22) == []
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_moves_are_in_words_and_those_ruled_out_under_their_rule(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/illimat/friday.yaml"), tmp_path, "#event-60")
    step_of(browser)
    legal, ruled_out = browser.find_elements("css selector", "#next details")
    assert "sow the Ten of Spring in Summer, the Ten of Spring in Spring, " in legal.text
    assert legal.find_element("css selector", "[title]").get_attribute("title") == "sow 10sp @Summer"
    ruled_out.find_element("tag name", "summary").click()
    assert ruled_out.text.startswith("2 moves ruled out by seasons\nNothing is stockpiled in Spring")
    assert "Cyd plays 9wi to sow in the Autumn field, where sowing is barred" in ruled_out.text


def test_a_page_of_an_illegal_log_opens_at_the_fault(browser: Any, tmp_path: Path) -> None:
    opened(browser, html_of("examples/broken/revoke.yaml"), tmp_path)
    assert step_of(browser) == 29
    assert "Follow the Gospel that was led" in browser.find_element("css selector", "#found blockquote").text
    assert len(browser.find_elements("css selector", "use.barred")) == 1


def test_a_name_that_would_be_a_script_is_a_name(browser: Any, tmp_path: Path) -> None:
    odd = "<script>document.title='taken'</script><img src=x onerror=document.title='taken'>"
    data = {"game": "hearts", "players": [odd, "</script>", "'\"&<b>", "Dov"], "setup": {"dealer": "Dov"}, "events": []}
    log = log_of(data, "</title><script>odd.yaml")
    opened(browser, page(steps_of(log, ruleset_of(log))), tmp_path)
    assert step_of(browser) == 0
    assert browser.title != "taken"
    assert [part.text for part in browser.find_elements("css selector", "#seat option")][1:] == [
        f"as {who} saw it" for who in log.players
    ]


AXE = os.environ.get("AXE_CORE")


def serious(browser: Any) -> list[tuple[str, str]]:
    """What axe-core finds on the page that is open, as far as it is serious: the rule, and the first place."""
    browser.execute_script(Path(AXE or "").read_text(encoding="utf-8"))
    found = browser.execute_async_script("axe.run().then(arguments[0])")["violations"]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in found if one["impact"] in ("serious", "critical")]


@pytest.mark.skipif(AXE is None, reason="AXE_CORE names no axe.min.js")
@pytest.mark.parametrize("game", PAGES.values(), ids=list(PAGES))
def test_axe_finds_nothing_serious(browser: Any, tmp_path: Path, game: str) -> None:
    opened(browser, html_of(f"examples/{game}/friday.yaml"), tmp_path, "#event-30")
    step_of(browser)
    assert serious(browser) == []


@pytest.mark.skipif(AXE is None, reason="AXE_CORE names no axe.min.js")
@pytest.mark.parametrize(
    "asked",
    [("rules", "illuminate"), ("rules", "illimat"), ("cards", "illuminati"), ("cards", "hearts"), ("club",)],
    ids=" ".join,
)
def test_axe_finds_nothing_serious_on_sheets_and_the_page_of_a_club(
    browser: Any, tmp_path: Path, asked: tuple[str, ...]
) -> None:
    if asked == ("club",):
        pytest.importorskip("openskill")
        shutil.copytree(ROOT / "examples" / "hearts", tmp_path / "hearts")
        said = run("club", str(tmp_path / "hearts"), "--out", str(tmp_path / "season.html"))
        html = (tmp_path / "season.html").read_text(encoding="utf-8")
    else:
        said = run(*asked, "--format", "html")
        html = said.out
    assert not said.err, said.err
    opened(browser, html, tmp_path)
    assert serious(browser) == []


def test_the_page_of_a_club_on_a_phone(browser: Any, tmp_path: Path) -> None:
    pytest.importorskip("openskill")
    shutil.copytree(ROOT / "examples" / "hearts", tmp_path / "hearts")
    run("club", str(tmp_path / "hearts"), "--out", str(tmp_path / "season.html"))
    size = {"width": 360, "height": 780, "deviceScaleFactor": 1, "mobile": True}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get((tmp_path / "season.html").as_uri())
    edges = "return [...document.querySelectorAll('.plot text')].map((one) => one.getBoundingClientRect().right)"
    rights = browser.execute_script(edges)
    titles = [one.text for one in browser.find_elements("css selector", "h1, h2, h3")]
    won = browser.find_element("xpath", "//table[caption='Players']//th[.='won']")
    won.find_element("tag name", "button").click()
    sorted_by = won.get_attribute("aria-sort")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert max(rights) <= 360
    assert len(titles) == len(set(titles))
    assert sorted_by == "ascending"
