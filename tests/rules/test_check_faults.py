"""`referee check` on house rules: every kind of fault in one line, with its place and what would be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_runner import run, write

from referee.rules import shipped

TEXT = "{text: a rule, source: us}"

FAULTS = {
    "an unknown key": ("biding: {least: 1}", "2:1: unknown key 'biding'; did you mean 'bidding'?"),
    "an unknown key further down": ("bidding: {hok: true}", "2:11: unknown key 'hok'; did you mean 'hook'?"),
    "a word with a wrong argument": ("trick: {tie: erliest}",
        "2:14: 'erliest' is not one of earliest, latest, led_suit, null; did you mean 'earliest'?"),
    "a formula with an unknown name": ("bidding: {most: crads}",
        "2:17: unknown name 'crads'; did you mean 'cards'? (at character 1 of the formula)"),
    "a formula with a hole": ("scoring: {bid: {cases: [{when: won == bid, points: 1}]}}",
        "2:25: a hand may match no case; end with a case that has no `when`"),
    "a deck whose count is wrong": ("deck: {name: two, count: 3, suits: {A: {}}, ranks: {'1': {}, '2': {}}}",
        "2:26: the deck says 3 cards but lists 2; write `count: 2` or list the others"),
    "a patch that is removed, and a variant has one": ("variants: {not-perfect: {patch: null}}",
        "2:33: expected a map, not nothing (null)"),
    "a deck that is a number": ("deck: -1",
        "2:7: `deck:` names a deck, like `deck: french`, or is a map with its suits and ranks"),
    "a deck that is a list": ("deck: [french]",
        "2:7: `deck:` names a deck, like `deck: french`, or is a map with its suits and ranks"),
    "a deck that is not there": (
        "deck: tarot",
        "2:7: no deck is called 'tarot'; decks: canasta-pack, double-pack, four-colours, french, french-jokers, illimat, "
        "illuminate, italian, jass, luminars, luminars-low, pinochle, piquet, schnapsen, two-packs",
    ),
    "hands that do not fit": ("deal: {sequence: [1, 13]}",
        "2:22: 13 cards each for 4 players need 52; the deck has 48, which is 12 each"),
    "nothing to remove": ("powers: {'Mk14:28': null}",
        "2:10: `powers.Mk14:28` is not in Illuminate, so there is nothing to remove; did you mean 'Mk14:27'?"),
    "nothing like it to remove": ("bags: null",
        "2:1: `bags` is not in Illuminate, so there is nothing to remove; remove this line"),
    "a part that the game does not have": (
        "scoring: {bids: {cases: [{points: 1}]}}",
        "2:11: `scoring.bids` is not in Illuminate; did you mean 'bid'? If it is new, give it a name less like that one",
    ),
    "a card that is not there": ("powers: {'Mk14:28': {trick_goes_to: leader, rule: leader-takes}}",
        "2:10: Mk14:28 is not a card of the Illuminate deck; did you mean 'Mk14:27'?"),
    "a power that nobody can trigger": (
        "trick: {grace: none}",
        "2:16: Jn1:5 acts on Grace, which these rules do not use, so nobody can trigger its power; "
        f"remove the power with `powers: {{Jn1:5: null}}` [{shipped.shipped_path('illuminate')}:32]",
    ),
    "a rule without a text": ("rules: {tie: {text: null}}", "2:21: key 'text' is missing; `null` removes it here"),
    "a game without scores": ("scoring: null", "2:10: key 'scoring' is missing; `null` removes it here"),
    "a rule without a source": (f"rules: {{ours: {TEXT.replace(', source: us', '')}}}",
        "2:15: key 'source' is missing"),
    "a word without a rule": ("play: {if_able: {must_beat: true}}",
        "2:29: this word cites the rule 'must-beat', which `rules:` does not explain; add its text and source"),
    "a target without a value": ("end: {target: 100 // (players - 4), when: max(total) > target}",
        "2:15: the formula '100 // (players - 4)' divides by zero; guard it, as in: x / y if y != 0 else 0"),
    "a target that is no score": ("end: {target: false, when: hand == 3}",
        "2:15: the target is a score, as a number or a formula over players"),
    "hands without a size": ('deal: {sequence: null, hands: 3, each: "12 // abs(hand - 2)"}',
        "2:40: the formula '12 // abs(hand - 2)' divides by zero; guard it, as in: x / y if y != 0 else 0"),
    "a variant that changes nothing": ("variants: {same: {text: the same, source: us, patch: {bidding: {least: 0}}}}",
        "2:54: with the variant same: it changes nothing; write in `patch:` what it changes"),
    "a variant that is unsound": ("variants: {odd: {text: odd, source: us, patch: {bidding: {least: leest}}}}",
        "2:66: with the variant odd: unknown name 'leest'; did you mean 'last'? (at character 1 of the formula)"),
}  # fmt: skip
pytestmark = pytest.mark.usefixtures("folder")


def checked(text: str) -> list[str]:
    """What `referee check` says of a house rule; its last line says how many faults that were."""
    write("ours.yaml", text)
    said = run("check", "ours.yaml")
    assert (said.code, said.err) == (3, "")
    *faults, last = said.out.splitlines()
    assert last == f"ours.yaml: not sound: {len(faults)} fault{'s' * (len(faults) > 1)}"
    return faults


@pytest.mark.parametrize("what", FAULTS)
def test_a_fault_is_one_line_with_its_place(what: str) -> None:
    rule, expected = FAULTS[what]
    assert checked(f"extends: illuminate\n{rule}\n") == [f"ours.yaml:{expected}"]


IDLE = {
    "a line that changes nothing": (
        "bidding: {least: 0}",
        "2:11: note: `bidding.least` is like this in Illuminate already, so this changes nothing; "
        "remove it, or write another value",
    ),
    "a default that is written down": (
        "play: {if_able: {must_beat: false}}",
        "2:18: note: `play.if_able.must_beat` is like this in Illuminate already, so this changes nothing; "
        "remove it, or write another value",
    ),
    "a map with nothing in it": ("bidding: {}",
        "2:1: note: `bidding` has nothing below it, so this changes nothing; remove it, or write what changes"),
    "a ruling read as it is read anyway": ("ruling: {tie: earliest}",
        "2:10: note: the ruling 'tie' is read as earliest in Illuminate already, so this changes nothing; remove it"),
}  # fmt: skip


@pytest.mark.parametrize("what", IDLE)
def test_a_line_that_changes_nothing_is_sound_but_told(what: str) -> None:
    rule, expected = IDLE[what]
    write("ours.yaml", f"extends: illuminate\n{rule}\n")
    said = run("check", "ours.yaml")
    note, last = said.out.splitlines()
    assert (said.code, note) == (0, f"ours.yaml:{expected}")
    assert last.startswith("ours.yaml: sound: Illuminate, ")


FURTHER_UP = {
    ("illimat", "luminaries: {dealt: 0}"): (
        "2:21: nobody can have luminaries, so they break no tie; write okus or nobody [illimat.yaml:194]"
    ),
    ("illuminati", "groups: {Cycle Gangs: null}"): (
        "2:23: no group is called 'Cycle Gangs'; did you mean 'Clone Arrangers'? [illuminati-cards.yaml:96]"
    ),
    ("luminars", "order: null"): "2:8: a run needs an `order:` of the ranks, from low to high [luminars.yaml:23]",
}


def test_a_deck_is_blamed_whole_where_it_is_none_without_a_part() -> None:
    ranks = ", ".join(f'"{rank}": {{}}' for rank in range(1, 14))
    suits = "{A: {}, B: {}, C: {}, D: {}}"
    deck = f"{{name: mini, title: the mini deck, source: us, count: 52, suits: {suits}, ranks: {{{ranks}}}}}"
    told = checked(f"extends: hearts\ntitle: Ours\ndeck: {deck}\n")
    assert [re.sub(r"\[\S*/", "[", line) for line in told] == [
        "ours.yaml:3:7: the mini deck has no suit 'H'; it has A, B, C, D [hearts.yaml:24 and 3 more]",
        "ours.yaml:3:7: QS is not a card of the mini deck [hearts.yaml:24 and 1 more]",
    ]


def test_a_fault_that_shows_in_many_places_is_told_once() -> None:
    told = checked("extends: illuminati\ntitle: Ours\nturn: {draws: 2}\nalignments: {Weird: null}\n")
    assert [re.sub(r"\[\S*/", "[", line) for line in told] == [
        "ours.yaml:4:21: no alignment is called 'Weird' [illuminati-cards.yaml:19 and 23 more]",
        "ours.yaml:4:21: the groups cannot have 10 alignments; there are 9 [illuminati-cards.yaml:29]",
    ]


@pytest.mark.parametrize(("game", "rule"), FURTHER_UP)
def test_a_fault_that_shows_in_the_game_is_told_at_the_line_to_blame(game: str, rule: str) -> None:
    (fault,) = checked(f"extends: {game}\n{rule}\n")
    assert re.sub(r"\[\S*/", "[", fault) == f"ours.yaml:{FURTHER_UP[game, rule]}"


def test_variants_of_the_game_need_not_go_with_a_house_rule() -> None:
    write("ours.yaml", "extends: illimat\nokus: {per_player: 0}\n")
    assert run("check", "ours.yaml").code == 0
    both = run("rules", "illimat", "--house", "ours.yaml", "--variant", "the-crane-wife")
    fault = "ours.yaml:2:20: there is no okus to take; `okus: {per_player: …}` adds them [illimat.yaml and 1 more]"
    assert (both.code, re.sub(r"\[\S*/(\S*?):[0-9]+", r"[\1", both.err)) == (3, f"{fault}\n")


@pytest.mark.parametrize(
    ("game", "rule", "ruling"),
    [
        ("illimat", "luminaries: {cards: {The Rake: null}}", "rake-card"),
        ("luminars", "action_cards: null", "late-draw-cards"),
    ],
)
def test_a_ruling_about_what_is_taken_away_goes_with_it(game: str, rule: str, ruling: str) -> None:
    write("ours.yaml", f"extends: {game}\n{rule}\n")
    assert run("check", "ours.yaml").code == 0
    said = run("rules", game, "--ruling", f"{ruling}=x", "--house", "ours.yaml")
    assert (said.code, f"has no ruling {ruling!r}" in said.err) == (3, True)


def test_hands_that_do_not_fit_for_more_players() -> None:
    assert checked("extends: illuminate\nplayers: [4, 5]\n") == [
        "ours.yaml:2:10: 10 cards each for 5 players need 50; the deck has 48, which is 9 each",
        "ours.yaml:2:10: 11 cards each for 5 players need 55; the deck has 48, which is 9 each",
        "ours.yaml:2:10: 12 cards each for 5 players need 60; the deck has 48, which is 9 each",
        "ours.yaml:2:10: 5 players need 5 roles; there are 4",
    ]


def test_a_rule_under_a_slip_of_its_name() -> None:
    assert checked("extends: illuminate\nrules: {folow-suit: {text: Follow.}}\n") == [
        "ours.yaml:2:9: `rules.folow-suit` is not in Illuminate; did you mean 'follow-suit'? "
        "If it is new, give it a name less like that one",
        "ours.yaml:2:21: key 'source' is missing; did you mean 'follow-suit'?",
    ]
    write("ours.yaml", f"extends: bridge\ndeclare: {{a: {{ranks: [A], points: 9}}}}\nrules: {{declare: {TEXT}}}\n")
    assert run("check", "ours.yaml").code == 0


def test_a_reading_whose_value_does_not_fit() -> None:
    ours = (
        "extends: illuminate\nrulings:\n  odd: {question: How many?, about: deal.sequence, source: us, sure: low, "
        "readings: {few: {text: Few., value: [one]}, all: {text: All., value: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}}\n"
    )
    fault = "expected a whole number, not the text 'one'"
    (line,) = checked(ours)
    assert line.endswith(f": with the ruling odd read as few: {fault}")
    (line,) = checked(ours + "ruling: {odd: few}\n")
    assert line == f"ours.yaml:4:15: {fault}"


def test_a_circle() -> None:
    write("theirs.yaml", "extends: ./ours.yaml\n")
    assert checked("extends: ./theirs.yaml\n") == [
        "theirs.yaml:1:10: `extends:` leads in a circle: ours.yaml → theirs.yaml → ours.yaml"
    ]


def test_a_parent_that_has_changed_since() -> None:
    write("game.yaml", "extends: illuminate\nname: ours\nversion: 2\n")
    assert checked("extends: ./game.yaml@1\nbidding: {least: 1}\n") == [
        "ours.yaml:1:10: ./game.yaml@1 is asked for, but this referee has ./game.yaml@2; the rules may have changed since"
    ]
    write("ours.yaml", "extends: ./game.yaml@2\nbidding: {least: 1}\n")
    assert run("check", "ours.yaml").code == 0


def test_a_house_rule_on_a_house_rule() -> None:
    write("base.yaml", "extends: illuminate\nbidding: {least: 1}\n")
    assert checked("extends: ./base.yaml\nbidding: {leest: 1}\n") == [
        "ours.yaml:2:11: unknown key 'leest'; did you mean 'least'?"
    ]


def test_a_game_that_repeats_what_it_extends_is_sound() -> None:
    write("ours.yaml", "extends: illuminate\nname: ours\nbidding: {least: 0}\n")
    assert run("check", "ours.yaml").code == 0


def test_what_a_house_rule_may_do() -> None:
    write(
        "ours.yaml",
        "extends: illuminate\nbidding: {least: null}\nscoring: {bonus: {cases: [{points: 1}]}}\n"
        "powers: {'Jn1:5': null}\nruling: {tie: led-suit}\nvariants: {shorter: {patch: {bidding: {least: 1}}}}\n",
    )
    said = run("check", "ours.yaml")
    assert (said.code, said.out) == (0, said.out)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "extends: hearts\nwhy: x\nscoring: {cards: {cases: [{when: min(hearts, 3) >= 3, points: 1}, {points: 0}]}}\n",
            "3:46: unknown key '3) >= 3'; a comma separates the entries of {…}: put the formula in quotes, "
            'as in when: "min(hearts, 3) >= 3"',
        ),
        (
            "extends: hearts\nwhy: x\nend: {when: max(total, 3) >= 3}\n",
            "3:24: `end.3) >= 3` is not a word; a comma separates the entries of {…}: put the formula in quotes, "
            'as in when: "max(total, 3) >= 3"',
        ),
        (
            "extends: hearts\nname: mine\nend: {when: max(total, 3) >= 3}\n",
            "3:24: `end.3) >= 3` is not a word; a comma separates the entries of {…}: put the formula in quotes, "
            'as in when: "max(total, 3) >= 3"',
        ),
        (
            "extends: hearts\nwhy: x\nrulings: {moon: {readings: {both: {text: all, and some., value: 1}}}}\n",
            "3:47: `rulings.moon.readings.both.and some.` is not a word; a comma separates the entries of {…}: put the text in "
            'quotes, as in text: "all, and some."',
        ),
        (
            "extends: hearts\nname: mine\nrulings: {moon: {readings: {both: {text: all, and some., value: 1}}}}\n",
            "3:47: `rulings.moon.readings.both.and some.` is not a word; a comma separates the entries of {…}: put the text in "
            'quotes, as in text: "all, and some."',
        ),
        (
            "extends: hearts\nname: mine\nvariants: {fast: {text: short, and quick., source: us, patch: {end: {target: 9}}}}\n",
            "3:32: `variants.fast.and quick.` is not a word; a comma separates the entries of {…}: put the text in "
            'quotes, as in text: "short, and quick."',
        ),
        (
            "extends: hearts\nwhy: x\nrules: {moon: {text: all, or none}}\n",
            "3:27: `rules.moon.or none` is not a word; a comma separates the entries of {…}: put the text in "
            'quotes, as in text: "all, or none"',
        ),
        ("extends: hearts\nname: mine\ndeal: {handz: null}\n", "3:8: `deal.handz` is not a word"),
    ],
)
def test_a_formula_or_a_text_that_a_comma_cuts_in_two(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    said = run("check", str(tmp_path / "house.yaml")).out
    assert f"{tmp_path / 'house.yaml'}:{message}\n" in said


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ("scoring: {ties: [sweeps]}", "6:17: ['sweeps'] is not a reading of the ruling 'ties': nobody, all"),
        (
            "rulings: {ties: {readings: {nobody: {value: [sweeps]}}}}",
            "6:28: 'nobody' is not a reading of the ruling 'ties': ['sweeps'], all",
        ),
    ],
)
def test_a_value_outside_the_readings_is_shown_where_they_came_apart(last: str, found: str) -> None:
    write("ours.yaml", f"extends: cassino\nname: ours\ntitle: Ours\nversion: 1\nsummary: Our own.\n{last}\n")
    assert run("check", "ours.yaml").out.splitlines() == [f"ours.yaml:{found}", "ours.yaml: not sound: 1 fault"]


def test_a_ruling_about_another_word_is_told_with_the_readings_that_do_not_fit_that() -> None:
    write("ours.yaml", "extends: cassino\nname: ours\ntitle: Ours\nversion: 1\nrulings: {ties: {about: end.tied}}\n")
    first, second, *rest = run("check", "ours.yaml").out.splitlines()
    assert first.endswith(": with the ruling ties read as nobody: 'nobody' is not one of shared, play_on, null")
    assert second.endswith(": with the ruling ties read as all: 'all' is not one of shared, play_on, null")
    assert rest == [
        "ours.yaml:5:25: 'play_on' is not a reading of the ruling 'ties': nobody, all",
        "ours.yaml: not sound: 3 faults",
    ]
