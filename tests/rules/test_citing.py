"""The sentence that a verdict cites is the one in force: changed words are cited as they are now."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_runner import run

from referee.rules import rulesets, shipped
from referee.rules.citing import stale

FIVE = """\
extends: illuminate
why: five is the middle of a short game
bidding: {all_or_nothing: cards == 5}
define: {special: cards == 5}
"""
OWN_WORDS = (
    FIVE
    + """\
rules:
  all-or-nothing: {text: With five cards it is all or nothing., source: our table}
"""
)
LOG = """\
game: illuminate
house: five.yaml
players: [Ann, Ben, Cyd, Dov]
setup: {dealer: Dov, roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}}
position: {hand: 5, dealer: Dov, phase: bid}
events:
  - bid: 3
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "five.yaml").write_text(FIVE, encoding="utf-8")
    (tmp_path / "friday.yaml").write_text(LOG, encoding="utf-8")
    return tmp_path


def test_a_verdict_cites_what_a_house_rule_made_of_a_rule(table: Path) -> None:
    said = run("validate", "friday.yaml").out
    assert "friday.yaml:7:10: illuminate/all-or-nothing: Ann bid 3 in a hand of 5 cards" in said
    [rule] = [line for line in said.splitlines() if line.startswith("    rule: ")]
    assert rule == (
        "    rule: When 5 cards are dealt, a bid is all tricks or none. "
        "(publisher's rules, Bidding and Scoring; house rule, five.yaml:3)"
    )


def test_a_text_of_the_house_rule_itself_is_cited(table: Path) -> None:
    (table / "five.yaml").write_text(OWN_WORDS, encoding="utf-8")
    assert "    rule: With five cards it is all or nothing. (our table)" in run("validate", "friday.yaml").out


def test_check_names_the_texts_that_a_house_rule_makes_stale(table: Path) -> None:
    said = run("check", "five.yaml")
    assert said.code == 0
    notes = [line for line in said.out.splitlines() if ": note: " in line]
    assert [line.partition(", so verdicts cite: ")[0] for line in notes] == [
        "five.yaml:4:10: note: this changes the rule 'scoring'",
    ]
    assert notes[0].endswith("(write its new text under `rules: {scoring: …}` to have it in your own words)")
    (table / "five.yaml").write_text(OWN_WORDS, encoding="utf-8")
    assert [line for line in run("check", "five.yaml").out.splitlines() if "'all-or-nothing'" in line] == []


def test_explain_says_what_is_in_force_and_what_stood_there(table: Path) -> None:
    said = run("explain", "five.yaml/all-or-nothing").out.splitlines()
    assert said[0] == "illuminate/all-or-nothing: When 5 cards are dealt, a bid is all tricks or none."
    assert said[1] == "Source: publisher's rules, Bidding and Scoring; house rule, five.yaml:3"
    assert said[2] == (
        "Replaces: When 6 or 12 cards are dealt, a bid is all tricks or none. (publisher's rules, Bidding and Scoring)"
    )


def test_a_reading_that_replaces_all_of_a_rule_is_cited_in_its_place() -> None:
    rules = rulesets.load_ruleset("illuminate", ruling={"tie": "led-suit"})
    assert rules.rule("tie").text == (
        "Which card keeps the trick when two are equally high (Luke 9:6 and John 9:6)? "
        "The one of the suit that was led; if neither is, the one that was played first."
    )
    assert rules.rule("tie").source == "ruling tie, read as led-suit"


IN_FORCE = """\
illuminati destroyed-money=owner treasury Nobody may spend more than there is on the card. Ruled here: What
illuminati older gifts at one action each. With the variant older: The rules of the earlier full-colour set
illuminati draw-first order A turn is income and drawing, whichever the player likes first, two actions
illimat second-edition deck Summer, Autumn, Winter and Stars, for any number of players. Each card is in one place.
luminars taken-roles=shared roles Ruled here: Is a role gone""".splitlines()


@pytest.mark.parametrize("line", IN_FORCE)
def test_a_text_stays_before_what_a_reading_or_variant_says_of_a_part(line: str) -> None:
    game, how, rule, says = line.split(" ", 3)
    rules = rulesets.load_ruleset(game, **({"ruling": dict([how.split("=")])} if "=" in how else {"variants": [how]}))
    assert says in rules.rule(rule).text


def test_a_variant_that_changes_a_part_of_a_rule_is_cited_after_it() -> None:
    rules = rulesets.load_ruleset("gin-rummy", variants=["around-the-corner"])
    assert rules.rule("melds").text == (
        "A set is three or four cards of one rank, a run three or more cards of one suit in a row; aces are low. A card can be "
        "in only one meld. Cards in no meld are deadwood. With the variant around-the-corner: "
        "Runs go around the corner, as queen, king, ace, two."
    )


def test_what_nobody_changed_is_cited_as_it_is_written() -> None:
    rules = rulesets.load_ruleset("illuminate", variants=["shorter"], ruling={"tie": "led-suit"})
    assert rules.rule("follow-suit") == rules.own_words("follow-suit")
    assert rulesets.load_ruleset("illuminate").rule("tie").text.startswith("Luke 9:6 and John 9:6 are equally high")


@pytest.mark.parametrize("house", shipped.houses(), ids=lambda path: path.stem)
def test_no_shipped_house_rule_leaves_a_text_behind(house: Path) -> None:
    rules = rulesets.load_ruleset(str(house))
    assert [rule for rule in rules.data["rules"] if stale(rules, rule)] == []


ILLIMAT = {
    "stockpile: {passive: said}": {
        "stockpile": "A player who makes a stockpile says that another card of its value is in hand"
    },
    "harvest: {sums: false}": {"harvest": "A card takes cards of its value, but no sums."},
    "harvest: {whole_hand: true}": {"harvest": "All cards of a full hand may be played as one card of their total"},
    "clearing: {order: reveal_first}": {"clearing": "A Luminary face down is revealed before the reseed"},
    "luminaries: {in_force: at_once}": {"luminaries": "A revealed Luminary acts at once."},
    "luminaries: {cards: {The Rake: {in_play: {extra: {last_card: owed}}}}}": {
        "luminaries": "even with the last card."
    },
    "luminaries: {cards: {The River: {reveal: {seed: 5}}}}": {
        "reveal": "The River. Revealed: its field is reseeded to 5"
    },
    "leave_out: {2: null}": {"deck": "With 3 players there are no Stars. There is no `leave_out.2`."},
    "luminaries: {sets: {promo: true}}": {},
}


@pytest.mark.parametrize("words", ILLIMAT)
def test_every_word_of_illimat_that_a_house_rule_changes_makes_the_texts_about_it_stale(
    words: str, tmp_path: Path
) -> None:
    house = tmp_path / "ours.yaml"
    house.write_text(f"extends: illimat\nwhy: we play so\n{words}\n", encoding="utf-8")
    rules = rulesets.load_ruleset("illimat", houses=[str(house)])
    found = {rule: told.instead.text for rule in rules.data["rules"] if (told := stale(rules, rule))}
    assert found.keys() == ILLIMAT[words].keys()
    for rule, says in ILLIMAT[words].items():
        assert says in found[rule]
        only_adds = words == "harvest: {whole_hand: true}"
        assert found[rule].startswith(f"{rules.own_words(rule).text} Here also: ") == only_adds


@pytest.mark.parametrize(("game", "words", "rule", "says"), [
    ("whist", "trick: {trump: none}", "trump", "There is no"), ("oh-hell", "bidding: {hook: false}", "hook", "`bidding.hook:"),
    ("gin-rummy", "values: {A: 15, K: 0}", "idle", "Values: A ="), ("canasta", "end: {winner: lowest}", "winning", "The ta"),
    ("spades", "bags: {points: -50}", "bags", "Bags"), ("hearts", "direction: counterclockwise", "turn", "Players act one a"),
])  # fmt: skip
def test_whatever_is_changed_is_cited_as_it_is(game: str, words: str, rule: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "ours.yaml").write_text(f"extends: {game}\nwhy: we play so\n{words}\n", encoding="utf-8")
    assert rulesets.load_ruleset(str(tmp_path / "ours.yaml")).rule(rule).text.startswith(says)


MERCY = "mercy/scoring: "
TAKEN = (
    "own_symbols: how many times the player took a card with the player's own symbol. "
    "stars: how many times the player took a card with the star symbol. "
)
PUBLISHED = (
    "Each card taken that has the symbol of the taker's own role scores 1 point, whoever played it, and each star taken 7. "
    "Other symbols score nothing, and a card with two symbols scores at most 1. Nothing is gained by taking everything."
)
CHANGED = {
    "scoring: {cards: {cases: [{points: own_symbols - 5 * stars}]}}": [
        f'{MERCY}{TAKEN}cards, each player, always: "own symbols" minus 5 times stars.',
        "Source: house rule, ours.yaml:3; the rest publisher's rules, Other Games (Mercy)",
        f"Replaces: {PUBLISHED} (publisher's rules, Other Games (Mercy))",
        'Changed at ours.yaml:3: cards, each player, always: "own symbols" minus 5 times stars.',
    ],
    "scoring: {trick: {each: player, cases: [{points: -1}]}}": [
        f"{MERCY}{PUBLISHED} Here also: trick, each player, always: -1 point.",
        "Source: publisher's rules, Other Games (Mercy); house rule, ours.yaml:3",
        "Changed at ours.yaml:3: trick, each player, always: -1 point.",
    ],
    "scoring:\n  cards:\n    cases:\n    - {when: stars > 2, points: 0}\n    - {points: own_symbols + 7 * stars}": [
        f'{MERCY}{TAKEN}cards, each player, when stars is more than 2: 0 points. cards, each player, otherwise: "own symbols" '
        "plus 7 times stars.",
        "Source: house rule, ours.yaml:6; the rest publisher's rules, Other Games (Mercy)",
        f"Replaces: {PUBLISHED} (publisher's rules, Other Games (Mercy))",
        "Changed at ours.yaml:6: cards, each player, when stars is more than 2: 0 points.",
        'Changed at ours.yaml:7: cards, each player, otherwise: "own symbols" plus 7 times stars.',
    ],
}


@pytest.mark.parametrize("words", CHANGED)
def test_explain_says_what_a_house_rule_changed_and_nothing_that_is_no_longer_so(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ours.yaml").write_text(f"extends: mercy\nwhy: we play so\n{words}\n", encoding="utf-8")
    said = run("explain", "ours.yaml/scoring").out.partition("\n\n")[0]
    assert said.splitlines() == CHANGED[words]


def test_of_a_list_only_the_lines_that_differ_are_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cases = (
        Path(shipped.shipped_path("illuminate") or "")
        .read_text(encoding="utf-8")
        .partition("    cases:\n")[2]
        .partition("\n\n")[0]
    )
    house = (
        f"extends: illuminate\nwhy: we play so\nscoring:\n  bid:\n    cases:\n{cases.replace('bid + 2', 'bid + 3')}\n"
    )
    Path("ours.yaml").write_text(house, encoding="utf-8")
    lines = run("explain", "ours.yaml/scoring").out.splitlines()
    assert [line for line in lines if line.startswith("Changed")] == [
        "Changed at ours.yaml:10: bid, each player, when the tricks won are as many as the bid: the bid plus 3."
    ]
    assert "the bid plus 3." in lines[0]
    assert "2 more" not in lines[0]
