"""`referee games`, `rules`, `cards`, `explain` and `check`: what there is, and whether it is sound."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_runner import LEGAL, run, write
from slowness import one_in, slow_where

import referee
from referee import source
from referee.engines import family
from referee.judging.judge import judge
from referee.rules import rulesets, shipped

HOUSE = "extends: illuminate\nwhy: we like it\nbidding:\n  all_or_nothing: cards == 12\n"
pytestmark = pytest.mark.usefixtures("folder")


def test_games_lists_what_can_be_played() -> None:
    said = run("games")
    assert said.code == 0
    grace = next(entry for entry in said.out.split("\n\n") if entry.startswith("grace "))
    assert (
        grace
        == (
            "grace  Grace, 2–4 players, hands of 12–24 cards, bids from 1 to make or beat, Grace without a word, to 225–450\n"
            "  Bid at least one trick and make it; every player has a trump of his own.\n"
            "  variants: long\n"
            "  house rules:\n"
            "    honest-bids: Whoever wins at least the tricks bid scores 10 for each of them and loses 1 for each further "
            "trick; whoever wins fewer scores nothing.\n"
            "    short-evening: The target is 400 divided by the number of players (rounded down), "
            "unless the table agrees on another."
        )
        in said.out.split("\n\n")
    )
    under = [line.split(":")[0].strip() for line in said.out.splitlines() if line.startswith("    ")]
    assert sorted(under) == [path.stem for path in shipped.houses()]
    assert (
        "    pass-two: Before play each player passes 2 cards, hand by hand: left, right, across, nobody."
        in said.out.splitlines()
    )
    assert any(line.startswith("    hearts-for-five: ") and line.endswith(" …") for line in said.out.splitlines())


def test_games_as_json() -> None:
    games = {game["name"]: game for game in run("games", "--format", "json").data["games"]}
    assert {"grace", "hearts", "illuminate", "mercy", "spades"} <= set(games)
    assert "tricks" not in games
    assert (games["illuminate"]["players"], games["illuminate"]["family"]) == ([2, 3, 4], "trick")
    assert games["scopa"]["houses"] == []
    last_harvest = next(house for house in games["illimat"]["houses"] if house["name"] == "last-harvest")
    assert last_harvest["does"] == ["Cards left in the fields go to whoever captured last."]
    assert last_harvest["why"]


def test_rules_say_where_a_house_rule_or_a_variant_set_them() -> None:
    write("house.yaml", HOUSE)
    said = run("rules", "illuminate", "--all", "--house", "house.yaml", "--ruling", "tie=led-suit")
    lines = said.out.splitlines()
    assert "  Bid all or nothing when 12 cards are dealt. [house.yaml:4]" in lines
    assert "  Bid at least 0." in lines
    tie = lines.index("  tie: Which card keeps the trick when two are equally high (Luke 9:6 and John 9:6)?")
    assert lines[tie + 1] == "    - earliest: The one that was played first. (`ruling: {tie: earliest}`)"
    assert lines[tie + 2].startswith(
        "    * led-suit: The one of the suit that was led; if neither is, the one that was played first. [/"
    )
    assert "  shorter: Six hands of 1 to 6 cards." in lines


def test_rules_answer_each_open_question_in_a_line() -> None:
    write("house.yaml", "extends: illuminate\ntrick: {tie: latest}\nruling: {star-clash: first}\n")
    said = run("rules", "illuminate", "--house", "house.yaml")
    rulings = said.out.partition("\n\nRulings, where the sources are silent or disagree\n")[2].splitlines()
    asked = {line.strip().partition(":")[0]: line for line in rulings[: rulings.index("")]}
    tie = "tie: Which card keeps the trick when two are equally high (Luke 9:6 and John 9:6)?"
    assert asked["tie"] == f"  {tie} None of the readings: latest [house.yaml:2]"
    assert asked["star-clash"].endswith("? The one that was played first. [house.yaml:3]")
    assert "hook-special" not in asked  # only Not Perfect bidding leaves it open
    assert "(--all adds the other readings of each ruling.)" in rulings
    alone = run("rules", "illuminate", "--all", "--brief")
    assert alone.code == 2
    assert alone.err.startswith("referee rules: --all adds to the rules as text; ")


def test_rules_mark_the_variant_that_was_picked() -> None:
    assert "  shorter (picked): Six hands of 1 to 6 cards." in run("rules", "illuminate", "--variant", "shorter").out


def test_rules_as_json() -> None:
    write("house.yaml", HOUSE)
    data = run("rules", "illuminate", "--house", "house.yaml", "--format", "json").data
    bidding = next(section for section in data["sections"] if section["title"] == "Bidding")
    assert {
        "text": "Bid all or nothing when 12 cards are dealt.",
        "key": "bidding.all_or_nothing",
        "set_at": "house.yaml:4",
        "changed": True,
    } in bidding["lines"]
    assert data["rulings"][0]["taken"] == "said"


GAMES = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
HOUSES = [(source.load(str(path)).data["extends"].partition("@")[0], path.stem) for path in shipped.houses()]


@pytest.mark.parametrize(("game", "house"), one_in(12, [*((game, None) for game in GAMES), *HOUSES]))
def test_rules_as_yaml_are_a_sound_ruleset_that_says_the_same(game: str, house: str | None) -> None:
    chosen = ("--house", house) if house else ()
    text = run("rules", game, *chosen, "--format", "yaml").out
    write("again.yaml", text)
    rules, again = referee.load_ruleset(game, houses=[house] if house else []), referee.load_ruleset("again.yaml")
    assert {**again.data, "variants": {}} == {**rules.data, "variants": {}}
    assert house or again.data == rules.data
    assert run("check", "again.yaml").code == 0
    assert "\n# Editor support" not in f"\n{text}"
    assert run("rules", "again.yaml", "--format", "yaml").out.splitlines()[3:] == text.splitlines()[3:]


def test_rules_as_yaml_keep_that_a_variant_removes_or_changes_a_ruling() -> None:
    removes = "gone: {text: No ties., source: us, patch: {rulings: {tied-end: null}}}"
    changes = "other: {text: Surer., source: us, patch: {rulings: {tied-end: {sure: high}}}}"
    write("ours.yaml", f"extends: hearts\nname: ours\nversion: 1\nvariants: {{{removes}, {changes}}}\n")
    said = run("rules", "ours.yaml", "--format", "yaml")
    assert (said.code, said.err) == (0, "")
    assert "rulings: {tied-end: null}" in said.out
    write("again.yaml", said.out)
    assert referee.load_ruleset("again.yaml").data["variants"] == referee.load_ruleset("ours.yaml").data["variants"]


def test_rules_as_yaml_leave_out_a_question_that_a_house_rule_has_answered() -> None:
    write("house.yaml", "extends: illuminate\ntrick: {tie: latest}\nruling: {star-clash: first}\n")
    lines = run("rules", "illuminate", "--all", "--house", "house.yaml").out.splitlines()
    assert "    * none of these: latest [house.yaml:2]" in lines
    assert "    * first: The one that was played first. [house.yaml:3]" in lines
    assert "  If two cards say where the trick goes, the one played first counts. [house.yaml:3]" in lines
    write("again.yaml", run("rules", "illuminate", "--house", "house.yaml", "--format", "yaml").out)
    assert run("check", "again.yaml").code == 0
    assert set(referee.load_ruleset("illuminate").data["rulings"]) - set(
        referee.load_ruleset("again.yaml").data["rulings"]
    ) == {"tie"}


SAYS = {
    "bidding: {first: dealer}": "The dealer bids first; the others follow in turn.",
    "bidding: {least: 1}": "Bid at least 1.",
    "trick: {clash: first}": "If two cards say where the trick goes, the one played first counts.",
    "trick: {tie: latest}": "Of two equal cards, the one played last counts.",
    "trick: {grace: silent}": (
        "A card with its player's own symbol is Grace, said or not, and beats all cards that are not Grace."
    ),
    "trick: {grace_until: laid}": "Anybody may say Grace, but only as the card is laid.",
    "roles: {rotation_lasts: hand}": "Every hand begins with the roles that were chosen.",
    "deal: {next_dealer: same}": "The same player deals every hand.",
    "deal: {sequence: [1, 2]}": "2 hands: 1-2 cards each.",
    "lead: {by: dealer}": "The dealer leads first; the winner of a trick leads the next.",
    "end: {winner: lowest}": "The lowest total wins.",
    "players: [3]": "Players: 3.",
}


@pytest.mark.parametrize("rule", SAYS)
def test_what_a_house_rule_sets_is_said_with_its_place(rule: str) -> None:
    write("house.yaml", f"extends: illuminate\n{rule}\n")
    lines = run("rules", "illuminate", "--house", "house.yaml").out.splitlines()
    assert f"  {SAYS[rule]} [house.yaml:2]" in lines
    assert sum(line.endswith(" [house.yaml:2]") for line in lines) <= 2


def test_rules_with_a_house_rule_as_yaml_are_a_ruleset_of_their_own() -> None:
    write("house.yaml", HOUSE)
    write("decks/ours.yaml", (shipped.folder("rulesets") / "decks" / "french.yaml").read_text(encoding="utf-8"))
    write("deck.yaml", "extends: hearts\nwhy: our own cards\ndeck: decks/ours.yaml\n")
    write("again.yaml", run("rules", "illuminate", "--house", "house.yaml", "--format", "yaml").out)
    assert referee.load_ruleset("again.yaml").get("bidding", "all_or_nothing") == "cards == 12"
    path = str(Path("decks/ours.yaml").resolve())
    assert f"\ndeck: {path}\n" in run("rules", "deck.yaml", "--format", "yaml").out


def test_cards_with_symbols_and_powers() -> None:
    lines = run("cards", "illuminate").out.splitlines()
    assert lines[0].split() == ["card", "suit", "rank", "symbols", "power"]
    assert lines[2].split() == ["Mt4:17", "Matthew", "4:17", "preacher"]
    assert lines[-1] == "The Illuminate deck: 48 cards."
    assert any(line.endswith("star               the trick goes to its lowest card") for line in lines)


def test_cards_as_csv_markdown_and_json() -> None:
    assert run("cards", "illuminate", "--format", "csv").out.splitlines()[:2] == [
        "card,suit,rank,symbols,power",
        "Mt4:17,Matthew,4:17,preacher,",
    ]
    assert run("cards", "hearts", "--format", "markdown").out.splitlines()[:3] == [
        "| card   | suit     | rank   |",
        "|--------|----------|--------|",
        "| 2C     | Clubs    | Two    |",
    ]
    data = run("cards", "illuminate", "--format", "json").data
    assert (data["game"], data["deck"], len(data["cards"])) == ("illuminate", "illuminate", 48)
    assert data["cards"][10] == {
        "card": "Mt19:30",
        "suit": "Mt",
        "rank": "19:30",
        "symbols": ["star"],
        "power": "the trick goes to its lowest card",
    }


def test_cards_that_are_left_out() -> None:
    write("three.yaml", "extends: hearts\nwhy: for three\nplayers: [3]\nleave_out: {3: [2D]}\n")
    said = run("cards", "three.yaml", "--players", "3")
    assert [line.split()[0] for line in said.out.splitlines() if line.endswith("left out")][1:] == ["2D"]
    assert said.out.splitlines()[-1] == "The French deck: 52 cards, 1 left out."
    assert run("cards", "hearts", "--players", "3").err == (
        "referee cards: Hearts is for 4 players; 3 players are given (see `referee cards --help`)\n"
    )


def test_explain_gives_examples_that_hold() -> None:
    said = run("explain", "illuminate/follow-suit")
    assert said.out.splitlines()[:3] == [
        "illuminate/follow-suit: Follow the Gospel that was led if you hold one of its cards; otherwise play any card. "
        "Neither Grace nor a star excuses.",
        "Source: publisher's rules, Game Play",
        "",
    ]
    legal, illegal = said.out.splitlines()[3:]
    assert legal.startswith("Legal: ")
    assert illegal.startswith("Not legal: ")


@pytest.mark.parametrize(
    "rule",
    [
        ("illuminate/follow-suit",),
        ("illuminate/all-or-nothing",),
        ("illuminate/hook", "--variant", "not-perfect"),
        ("hearts/open-with",),
        ("hearts/break-before-leading",),
        ("spades/break-before-leading",),
    ],
    ids=str,
)
def test_the_examples_of_explain_are_judged_as_they_say(rule: tuple[str, ...]) -> None:
    data = run("explain", *rule, "--format", "json").data
    for example in data["examples"]:
        log = {
            "game": rule[0].partition("/")[0],
            "variants": list(rule[2:]),
            "players": example["players"],
            "position": example["position"],
            "events": [example["event"]],
        }
        write("example.json", json.dumps(log))
        verdict = judge("example.json")
        found = [finding.message for finding in verdict.violations] or ["legal"]
        assert found == [example["verdict"]], verdict.complaints
    assert len(data["examples"]) == 2


def test_explain_shows_the_examples_that_a_ruleset_carries_as_far_as_they_hold() -> None:
    write(
        "mine.yaml",
        "extends: illuminate\nwhy: x\nrules:\n  bid-range:\n    examples:\n"
        "      - {event: {play: Lk9:6}, verdict: legal}\n"
        "      - {title: nobody is too shy, position: {phase: bid, cards: 4}, event: {bid: 4}}\n"
        "      - {title: too much, position: {phase: bid, cards: 4}, event: {bid: 5}, verdict: bid-range}\n",
    )
    assert run("explain", "./mine.yaml/bid-range").out.splitlines()[-2:] == [
        "Legal: nobody is too shy",
        "Not legal: Ann bid 5 in a hand of 4 cards",
    ]


@pytest.mark.parametrize(
    "game",
    slow_where(
        lambda game: not game.startswith("illum"), ["grace", "hearts", "illuminate", "illuminati", "mercy", "spades"]
    ),
)
def test_explain_all_has_a_legal_and_an_illegal_example_of_every_rule_that_can_be_broken(game: str) -> None:
    said = run("explain", "--all", game)
    parts = said.out.split("\n\n\n")
    assert len(parts) == 1 + len(referee.load_ruleset(game).data["rules"])
    lacking = [part.partition(":")[0] for part in parts[1:] if "Legal: " not in part or "Not legal: " not in part]
    assert set(lacking) <= {
        f"{game}/{rule}" for rule in ("over", "leading", "dealing", "revokes", "several-all", "bid-range", "grace")
    } | {"illuminate/hook"}


def test_explain_searches_for_what_no_example_shows() -> None:
    assert run("explain", "spades/turn").out.splitlines()[-2:] == [
        "Legal: 0 1 2 3 4 5 6 7 8 9 10 11 12 13, when Dov must bid",
        "Not legal: Ann bid 0, but it is Dov's turn to bid",
    ]


def test_explain_names_the_rulings_and_how_to_switch() -> None:
    assert run("explain", "illuminate/grace-off").out.count("Ruling") == 0
    assert "(`variants: [not-perfect]`)" in run("explain", "illuminate/hook", "--variant", "not-perfect-always").out
    said = run("explain", "illuminate/star-clash").out
    assert said.splitlines()[3:] == [
        "Ruling star-clash: Which star counts when Matthew 19:30 and Mark 14:27 fall in one trick?",
        "  * last: The one that was played last.",
        "  - first: The one that was played first. (`ruling: {star-clash: first}`)",
        "",
        "Legal: Mt16:21 Mt19:30 Mk14:27 Mt5:6: Mt19:30 and Mk14:27 in one trick; Mk14:27 was played last, "
        "and the trick goes to its leader",
        "Not legal: Mt16:21 Mt19:30 Mk14:27 Mt5:6: Dov is claimed to have won the trick; Ann won it with Mt16:21, "
        "because Mk14:27 gives the trick to its leader, Ann; it was played last, and so governs over Mt19:30",
    ]
    assert [
        entry["ruling"] for entry in run("explain", "illuminate/star-clash", "--format", "json").data["rulings"]
    ] == ["star-clash"]


def test_explain_says_where_a_house_rule_set_it() -> None:
    write("house.yaml", HOUSE + "rules:\n  tie: {text: First come., source: us}\n")
    assert run("explain", "illuminate/tie", "--house", "house.yaml").out.splitlines()[:2] == [
        "illuminate/tie: First come.",
        "Source: house rule, house.yaml:6 (us)",
    ]
    assert run("explain", "house.yaml/all-or-nothing").out.splitlines()[1] == (
        "Source: publisher's rules, Bidding and Scoring; house rule, house.yaml:4"
    )


def test_explain_says_which_variant_words_a_rule() -> None:
    lines = run("explain", "spades/nil", "--variant", "small-nil").out.splitlines()
    assert lines[1].startswith("Source: variant small-nil, ")
    assert "rulesets/trick/spades.yaml:" in lines[1]


def test_explain_lists_the_rules_of_a_game() -> None:
    lines = run("explain", "illuminate").out.splitlines()
    assert (
        "illuminate/tie: Luke 9:6 and John 9:6 are equally high; the one that was played first keeps the trick."
        in lines
    )
    assert {"rule", "text", "source"} == set(run("explain", "illuminate", "--format", "json").data["rules"][0])


def test_explain_a_ruling() -> None:
    question, said, silent, source = run("explain", "illuminate/grace-said").out.splitlines()
    assert question == "Ruling illuminate/grace-said: Must somebody say Grace for a card to count as Grace?"
    assert said == "  * said: Yes. A card that nobody said Grace over is an ordinary card."
    assert silent.endswith("is Grace by itself. (`ruling: {grace-said: silent}`)")
    assert source.startswith("Source: publisher's rules, Grace Cards")
    data = run("explain", "illuminate/grace-said", "--format", "json").data
    assert (data["rule"], data["rulings"][0]["taken"]) == ("illuminate/grace-said", "said")
    assert run("explain", "illuminate/grace-sad").err.startswith(
        "referee explain: Illuminate has no rule 'grace-sad'; did you mean 'grace-said'?"
    )


def test_explain_a_doubt() -> None:
    assert run("explain", "illuminate/unseen-pass") == (
        0,
        "Doubt illuminate/unseen-pass: the cards that were passed are not recorded; write them in `pass:`.\n"
        "Source: what the log does not record; a doubt is not a violation, unless `--strict` makes it one\n",
        "",
    )
    assert run("explain", "luminars/unusual-copies", "--format", "json").data["rule"] == "luminars/unusual-copies"
    assert (
        "the hand could not be scored, because not all that it is scored by is recorded; write it in `result:`, "
        "or the points in `score:`." in run("explain", "bridge/unseen-points").out
    )
    assert (
        "the score is the one claimed, because not all that the hand is scored by is recorded; write it in `result:`."
        in run("explain", "bridge/unseen-score").out
    )


def test_every_id_in_a_report_can_be_explained() -> None:
    reports = [path for path in (Path(__file__).parents[1] / "logs").rglob("*.report") if "house" not in path.name]
    rule = re.compile(r": (?:doubt: |reading: |)([\w-]+/[\w-]+): ")
    told = {found for path in reports for found in rule.findall(path.read_text(encoding="utf-8"))}
    told = {name for name in told if name.partition("/")[0] in GAMES}
    assert len(told) > 80
    assert [name for name in sorted(told) if not explained(name)] == []


def explained(name: str) -> bool:
    game, _, wanted = name.partition("/")
    rules = rulesets.load_ruleset(game)
    known = rules.get("rules").keys() | rules.get("rulings", default={}).keys() | family(rules.family).doubts().keys()
    return wanted in known


def test_explain_an_unknown_rule() -> None:
    assert run("explain", "illuminate/folow-suit") == (
        2,
        "",
        "referee explain: Illuminate has no rule 'folow-suit'; did you mean 'follow-suit'? "
        "(see `referee explain --help`)\n",
    )


@pytest.mark.slow  # by day `referee check` runs as a step of its own
def test_everything_shipped_is_sound() -> None:
    said = run("check", "--no-examples")
    assert said.code == 0
    assert all(": sound: " in line or ": note: these cases replace all of" in line for line in said.out.splitlines())
    assert "decks/french: sound: the French deck, 52 cards in 4 suits" in said.out.splitlines()
    assert "tricks: sound: Trick taking, for other rulesets to extend" in said.out.splitlines()


def test_check_names_the_place_of_a_fault() -> None:
    write("house.yaml", HOUSE.replace("12", "twelve"))
    said = run("check", "illuminate", "house.yaml", "no-sixes", "--no-examples")
    assert said.code == 3
    assert said.out.splitlines()[1:3] == [
        "house.yaml:4:19: unknown name 'twelve'; known here: bids, cards, hand, hands, last, partner_bid, players, "
        "spoken, total (at character 10 of the formula)",
        "house.yaml: not sound: 1 fault",
    ]


def test_check_tries_the_variants_too() -> None:
    write("house.yaml", HOUSE + "variants:\n  huge:\n    text: a\n    source: b\n    patch: {deal: {sequence: [13]}}\n")
    assert run("check", "house.yaml").out.splitlines() == [
        "house.yaml:9:31: with the variant huge: 13 cards each for 4 players need 52; the deck has 48, which is 12 each",
        "house.yaml: not sound: 1 fault",
    ]


def test_check_of_a_folder_without_rules_says_so() -> None:
    Path("empty/deeper").mkdir(parents=True)
    said = run("check", "empty")
    assert said.code == 3
    assert said.out.splitlines() == [
        "empty:1:1: there is no ruleset, house rule or deck in this folder or below it; each is a file in .yaml, .yml or .json",
        "empty: not sound: 1 fault",
    ]


def test_check_folders_files_and_decks() -> None:
    write("rules/house.yaml", HOUSE)
    write("rules/friday.yaml", LEGAL)
    deck = "name: two\ntitle: two cards\nsource: us\ncount: 3\nsuits: {A: {name: Ace}}\nranks: {1: {}, 2: {}}\n"
    write("rules/decks/two.yaml", deck)
    said = run("check", "rules", "rules/friday.yaml", "nosuch", "nope.yaml", "--no-examples")
    assert said.code == 3
    assert said.err == "rules/friday.yaml: skipped; this is a log, not a ruleset (`referee validate` judges it)\n"
    assert [line for line in said.out.splitlines() if ": note: " not in line] == [
        "rules/decks/two.yaml:4:8: the deck says 3 cards but lists 2; write `count: 2` or list the others",
        "rules/decks/two.yaml: not sound: 1 fault",
        "rules/house.yaml: sound: Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, "
        "all-or-nothing at 12, house rule house",
        "rules/friday.yaml:1:1: this is a log, not a ruleset; `referee validate` judges it",
        "rules/friday.yaml: not sound: 1 fault",
        "there is no folder 'nosuch' here, and no ruleset, house rule or deck of this name; known here: "
        f"{', '.join(path.stem for path in (*shipped.rulesets(), *shipped.houses()))}, canasta-pack, double-pack, "
        "french-jokers, french, italian, jass, luminars-low, piquet, two-packs",
        "nosuch: not sound: 1 fault",
        "nope.yaml:1:1: no such file",
        "nope.yaml: not sound: 1 fault",
    ]


def test_explain_a_rule_that_only_a_change_brings() -> None:
    patch = "{play: {if_able: {must_beat: true}}, rules: {must-beat: {text: Beat it., source: ours}}}"
    write("late.yaml", f"extends: hearts\nname: late\nchanges:\n  - {{when: hand == 3, patch: {patch}}}\n")
    said = run("explain", "late.yaml/must-beat").out
    assert said.startswith("late/must-beat: Beat it.\nSource: ours\n"), said


def test_check_as_json() -> None:
    write("house.yaml", HOUSE.replace("12", "twelve"))
    (french, house) = run("check", "french", "house.yaml", "--format", "json").data["rulesets"]
    assert french == {
        "path": "french",
        "kind": "deck",
        "sound": True,
        "brief": "the French deck, 52 cards in 4 suits",
        "complaints": [],
        "notes": [],
    }
    assert (house["sound"], house["complaints"][0]["line"]) == (False, 4)


def test_an_attack_whose_roll_is_set_has_no_chance() -> None:
    asked = (
        "resolve",
        "attack",
        "illuminati",
        "control",
        "--attacker",
        "bavarian",
        "--target",
        "hollywood",
        "--special",
    )
    assert run(*asked, "murphy").out.splitlines()[-2:] == [
        "  number                              10",
        "Murphy's Law makes the roll 12: failure.",
    ]
    assert run(*asked, "assassination").out.splitlines()[-1] == "Assassination makes the roll 2: success."
    data = run(*asked, "murphy", "--format", "json").data
    assert (data["ways"], data["chance"], data["one_more"], data["outcome"]) == (
        0,
        0,
        {"ways": 0, "chance": 0},
        "failure",
    )
    assert run(*asked, "murphy", "--table").err == (
        "referee resolve attack: Murphy's Law sets the roll, so there is no chance to show; omit --table or --special "
        "(see `referee resolve attack --help`)\n"
    )


DONORS = "control --attacker chinese --target post --position adjacent --target-illuminati discordian"
OWN = "destroy --attacker c.i.a. --target tabloids --position own --attacker-illuminati discordian"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            DONORS,
            [
                "Ruling counts-as: read here as instead; read as as-well, the number would be -10 "
                "(--ruling counts-as=as-well).",
                "Ruling kept-off: read here as counted; read as own, the attack would be legal (--ruling kept-off=own).",
            ],
        ),
        (
            f"{DONORS} --ruling kept-off=own --ruling counts-as=as-well",
            [
                "Ruling counts-as: read here as as-well; read as instead, the number would be -6 (--ruling counts-as=instead).",
                "Ruling kept-off: read here as own; read as counted, the attack would not be legal: Chinese Campaign Donors "
                "counts as Government and cannot attack Post Office; The Discordian Society keeps such groups off "
                "(--ruling kept-off=counted).",
            ],
        ),
        (
            OWN,
            [
                "Ruling own-immunity: read here as kept-off; read as free, the attack would be legal "
                "(--ruling own-immunity=free)."
            ],
        ),
        (
            "destroy --attacker kgb --target clone --position own",
            [
                "Ruling own-destruction: read here as helps; read as not, the number would be -10 "
                "(--ruling own-destruction=not)."
            ],
        ),
        (
            "control --attacker kgb --target kkk --aid ufos --variant hidden-goals",
            [
                "Ruling hidden-transferable: read here as more; read as same, the number would be 7 "
                "(--ruling hidden-transferable=same)."
            ],
        ),
        ("control --attacker kgb --target kkk --aid ufos", []),
        ("destroy --attacker kgb --target texas --position own", []),
        ("control --attacker chinese --target kkk", []),
    ],
)
def test_an_attack_that_an_unsettled_rule_would_change(asked: str, said: list[str]) -> None:
    lines = run("resolve", "attack", "illuminati", *asked.split()).out.splitlines()
    assert [line for line in lines if line.startswith("Ruling")] == said
    data = run("resolve", "attack", "illuminati", *asked.split(), "--format", "json").data
    assert [f"Ruling {other['ruling']}:" for other in data["readings"]] == [line.partition(" read")[0] for line in said]


def test_an_attack_cites_its_rule_as_it_is_read_here() -> None:
    asked = ("resolve", "attack", "illuminati", *OWN.split())
    plain, ruled = (run(*asked, *more).out for more in ((), ("--ruling", "kept-off=own")))
    assert "a group of the Discordian Society or aid such an attack. (" in plain
    assert "or aid such an attack. Ruled here: Does the Discordian Society keep " in ruled


def test_a_card_stands_on_one_side_of_an_attack() -> None:
    said = run("resolve", "attack", "illuminati", "neutralize", "--attacker", "bavarian", "--target", "texas",
               "--position", "1", "--attacker-holds", "survivalists", "--target-holds", "survivalists")  # fmt: skip
    assert said.err.startswith(
        "referee resolve attack: Survivalists cannot be on both sides; a card has one owner (see"
    )


@pytest.mark.parametrize("name", [path.stem for path in shipped.rulesets()])
def test_every_ruleset_can_be_read_also_what_others_extend(name: str) -> None:
    for command in ("rules", "cards"):
        said = run(command, name)
        assert (said.code, said.err) == (0, "")
        assert not re.search(r"[:,] ?[.,]|\bNone\b(?!, the)|\b0 players", said.out)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--attacker-illuminati ufos", "a player has one Illuminati card, not The Bavarian Illuminati and The UFOs"),
        ("--roll 14", "--roll: two dice show 2 to 12, not 14"),
        ("--special bribery", "Bribery changes neither the sum nor the roll of an attack; omit --special"),
        ("--target-holds mafia", "an uncontrolled target has no owner; say with --position where it is"),
        (
            "--aid co",
            "--aid: 'co' could be Comic Books, Congressional Wives, Convenience Stores or Copy Shops; write more of the name",
        ),
    ],
)
def test_an_attack_that_cannot_be_made_up(options: str, said: str) -> None:
    asked = ("resolve", "attack", "illuminati", "control", "--attacker", "bavarian", "--target", "texas")
    assert run(*asked, *options.split()).err == (
        f"referee resolve attack: {said} (see `referee resolve attack --help`)\n"
    )


def test_explain_names_a_ruling_at_the_rule_that_it_is_about() -> None:
    lines = run("explain", "illuminati/powers").out.splitlines()
    assert [line for line in lines if line.startswith("Ruling")] == [
        "Ruling recyclers: How often in a turn may a card be bought?",
        "Ruling lasers: How often in a turn may an alignment be changed?",
    ]
    assert "Ruling" not in run("explain", "illuminati/turn").out


def test_explain_says_the_first_of_many_moves() -> None:
    assert run("explain", "illuminati/powerless").out.splitlines()[-2:] == [
        "Legal: control Boy Sprouts with The Gnomes of Zurich: 4 or less, 6 in 36, when Ann must act or end the turn",
        "Not legal: Boy Sprouts has no Power and cannot be destroyed without Whispering Campaign; control it instead",
    ]


def test_the_legal_example_of_a_rule_is_of_the_same_kind_as_the_illegal_one() -> None:
    said = run("explain", "illuminati", "--all").out.splitlines()
    legal = [line for line in said if line.startswith("Legal: ")]
    assert max(legal.count(line) for line in legal if not line.startswith("Legal: income")) <= 3
    assert run("explain", "illuminati/drop").out.splitlines()[-2:] == [
        "Legal: drop The Mafia; drop Loan Sharks, when Ann must act or end the turn",
        "Not legal: The Gnomes of Zurich is an Illuminati card and cannot be dropped",
    ]
    assert run("explain", "illuminati/roll").out.splitlines()[-2:] == [
        "Legal: roll (7 or less, 21 in 36), when Ann's attack on Hollywood is under way: money, then the roll",
        "Not legal: the dice show 13; two dice show 2 to 12",
    ]


def test_explain_shows_of_a_house_rule_the_examples_of_its_game() -> None:
    assert run("explain", "short-lunch/cancel").out.splitlines()[-1] == (
        "Not legal: Secrets Man Was Not Meant To Know answers the Special just played, but there is none"
    )


def test_a_list_of_games_names_no_rulesets_that_others_extend() -> None:
    said = run("rules", "xx").err.partition("; games: ")[2].rstrip().split(", ")
    assert {"whist", "grace", "illimat"} <= {*said}
    assert not {"tricks", "fishing", "melding", "illuminati-cards"} & {*said}
    assert ", tricks" not in run("resolve", "trick", "xx", "AS").err
