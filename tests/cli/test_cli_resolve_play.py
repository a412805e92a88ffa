"""`referee resolve play` and `resolve play`: the answers, and what is said to a question that has none."""

from __future__ import annotations

import re

import pytest
from command_runner import run

from referee.rules import rulesets

PLAY = ("resolve", "play", "illimat")
PLAYS = ("resolve", "play", "illimat")
ILLIMAT = rulesets.load_ruleset("illimat")
RULES = {rule.id: f"{rule.text} ({rule.source})" for rule in map(ILLIMAT.cited, ILLIMAT.get("rules"))}
ILLEGAL = {
    "a wrong sum": (("--season", "Summer", "--field", "5au, 2wi", "--hand", "8su, Ksp", "harvest 8su take 5au+2wi"),
        "harvest", "Player 1 takes 5au+2wi, which is 7, with 8su; it must be 8"),
    "overlapping sets": (
        ("--season", "Summer", "--field", "4au 2wi 2sp", "--hand", "6su Ksp", "harvest 6su take 4au+2wi | 4au+2sp"),
        "harvest", "Player 1 names 4au in two sets; each card is in one set at most"),
    "a barred season": (
        ("--season", "winter", "--field", "Kau 2sp", "--hand", "Ksu 4sp", "harvest Ksu take Kau"),
        "seasons",
        "Player 1 plays Ksu to harvest in the Winter field, where harvesting is barred; "
        "it is allowed in Summer, Spring, Autumn",
    ),
    "part of a stockpile": (
        ("--season", "Summer", "--field", "S10(7sp+3wi), 4au", "--hand", "7wi 2su", "harvest 7wi take 7sp"),
        "stockpile",
        "Player 1 names 7sp, which is fused into S10(7sp+3wi) in the Summer field; a stockpile is used as a whole"),
    "no passive card": (
        ("--season", "Summer", "--field", "S10(3sp+2wi+5su)", "--hand", "2au 10sp", "stockpile 2au make 12 of S10+2au"),
        "stockpile",
        "Player 1 makes a stockpile of 12 without another card of that value in hand; Player 1 keeps 10sp"),
    "a card that is not in the hand": (
        ("--season", "Summer", "--field", "7au", "--hand", "6su Ksp", "harvest 7su take 7au"), "hand",
        "Player 1 plays 7su, which is not in that hand; Player 1 holds Ksp 6su"),
    "a Luminary that bars": (
        ("--season", "Summer", "--field", "5wi", "--luminary", "The Island@Spring", "harvest 5su take 5wi"),
        "luminaries",
        "Player 1 acts in the Summer field; while The Island lies open everybody acts in the Spring field only"),
}  # fmt: skip
WRONG = {
    "no season": (("--field", "5wi", "sow 5su"), "the season of the field decides; write for example --season Summer"),
    "an unknown season": (("--season", "Monsoon", "--field", "5wi", "sow 5su"),
        "'Monsoon' is not a season; the seasons are Summer, Spring, Winter, Autumn"),
    "a field twice": (("--season", "Summer", "--field", "5wi", "--field", "4wi @Summer", "sow 5su"),
        "the Summer field is given twice"),
    "a card twice": (("--season", "Summer", "--field", "5wi", "--hand", "5wi 4su", "sow 5wi"),
        "5wi is placed twice; it already lies in the Summer field"),
    "no card": (("--season", "Summer", "--field", "5xx", "sow 5su"), "'5xx' is not a card of the Illimat deck"),
    "no move": (("--season", "Summer", "--field", "5wi", "sew 5su"), "'sew' is not a move; did you mean 'sow'?"),
    "an unknown Luminary": (("--season", "Summer", "--field", "5wi", "--luminary", "The Raker", "sow 5su"),
        "'The Raker' is not a Luminary of this game; did you mean 'The Rake'?"),
    "two Luminaries in one place": (
        ("--season", "Summer", "--luminary", "The Rake", "--luminary", "The Maiden", "sow 5su"),
        "two Luminaries lie at the Summer field; write after one of them where it lies, as in @Summer"),
    "too many players": (("--season", "Summer", "--players", "5", "sow 5su"),
        "Illimat is for 2, 3 or 4 players; 5 players are given"),
}  # fmt: skip


def test_a_legal_play_is_told_with_what_follows_and_why() -> None:
    asked = (*PLAY, "--season", "Spring", "--field", "5wi 2au 3au Fsu 4sp", "--hand", "5sp 9au")
    assert run(*asked, "harvest 5sp take 5wi | 2au+3au | Fsu+4sp") == (
        0,
        "Legal: harvest 5sp take 5wi | 2au+3au | Fsu+4sp @Spring\n"
        "  6 cards to the harvest pile, 1 of them for fools: 4sp 5sp Fsu 2au 3au 5wi.\n"
        "  The Spring field is cleared.\n"
        f"  illimat/harvest: {RULES['harvest']}\n"
        f"  illimat/clearing: {RULES['clearing']}\n",
        "",
    )


def test_a_face_card_turns_the_box() -> None:
    said = run(
        *PLAY, "--season", "Autumn", "--field", "Ksp Fwi 6au", "--hand", "Fsu 2sp", "harvest Fsu=14 take Ksp+Fwi=1"
    )
    assert said.out.splitlines()[1:4] == [
        "  3 cards to the harvest pile, 2 of them for fools: Ksp Fsu Fwi.",
        "  The field then holds 6au.",
        "  The box turns: Autumn becomes Summer, Summer becomes Spring, Spring becomes Winter and Winter becomes Autumn.",
    ]


def test_a_card_of_no_season_leaves_it_open() -> None:
    asked = (*PLAY, "--season", "Summer", "--field", "Qau", "--format", "json")
    left_open = run(*asked, "harvest Qst take Qau").data["outcomes"]
    assert (left_open["choice"], left_open["seasons"]) == (["Summer", "Spring", "Winter", "Autumn"], {})
    said = run(*asked, "harvest Qst take Qau turn Winter").data["outcomes"]
    assert (said["choice"], said["seasons"]["Summer"], said["seasons"]["Winter"]) == ([], "Winter", "Summer")


def test_a_passive_card_is_a_doubt_without_the_hand() -> None:
    asked = (*PLAY, "--season", "Summer", "--field", "5su 2wi", "--format", "json")
    unseen = run(*asked, "stockpile 3sp make 10 of 3sp+2wi+5su").data
    assert unseen["legal"]
    assert unseen["outcomes"]["stockpile"] == "S10(3sp+5su+2wi)"
    assert unseen["doubts"] == [
        "it is not known whether another card worth 10 stays in hand, which a stockpile of 10 needs"
    ]
    assert run(*asked, "--hand", "3sp 10au", "stockpile 3sp make 10 of 3sp+2wi+5su").data["doubts"] == []


def test_luminaries_take_part() -> None:
    winter = (*PLAY, "--season", "Winter", "--field", "7au 2sp", "--hand", "7su Ksp", "harvest 7su take 7au")
    assert run(*winter).code == 1
    assert run(*winter, "--luminary", "maiden@spring").code == 0
    sown = run(
        *PLAY, "--season", "Summer", "--hand", "7su Ksp", "--luminary", "The Rake@Spring", "sow 7su", "--format", "json"
    )
    assert sown.data["outcomes"]["owed"] == ["The Rake: a sow in the Spring field"]
    two = (
        "--field",
        "8sp",
        "--field",
        "8au 8wi @Winter",
        "--season",
        "Summer",
        "--luminary",
        "Boat",
        "--variant",
        "false-baron",
    )
    both = run(*PLAY, *two, "harvest 8su take 8sp | 8au | 8wi", "--format", "json").data
    assert (both["outcomes"]["cleared"], both["outcomes"]["luminaries"]) == (["Summer", "Winter"], ["The Boat"])


def test_a_table_that_is_cleared_rests_on_rules_that_there_are() -> None:
    said = run("resolve", "play", "cassino", "--field", "8D", "--hand", "8S 2C", "harvest 8S take 8D")
    assert "The table is cleared." in said.out
    rules = [line.strip() for line in said.out.splitlines() if line.strip().startswith("cassino/")]
    assert [rule.partition(":")[0] for rule in rules] == ["cassino/harvest"]


def test_a_harvest_from_two_fields_rests_on_the_luminary_that_allows_it() -> None:
    said = run("resolve", "play", "illimat", "harvest 8su take 8sp | 8au", "--field", "8sp", "--field", "8au @Winter",
               "--season", "Summer", "--luminary", "The Boat")  # fmt: skip
    rules = [line.strip().partition(":")[0] for line in said.out.splitlines() if line.strip().startswith("illimat/")]
    assert rules[:2] == ["illimat/harvest", "illimat/luminaries"]


def test_a_move_has_an_end() -> None:
    said = run("resolve", "play", "cassino", f"sow 5S{' ' * 2000}", "--field", "8S")
    assert "a move has at most 2000 characters" in said.err


def test_a_rule_is_cited_as_the_variant_has_it() -> None:
    variant = "compulsory-capture"
    said = run("resolve", "play", "cassino", "--variant", variant, "--field", "5D", "--hand", "5S 9C", "sow 5S")
    text, source = rulesets.load_ruleset("cassino", variants=[variant]).rule("sow")[1:]
    assert variant in text
    assert said.out.splitlines()[2] == f"    rule: {text} ({source})"


def test_a_table_without_seasons_knows_neither_seasons_nor_luminaries() -> None:
    asked = ("resolve", "play", "cassino", "sow 5S", "--field", "8S")
    assert "Cassino has no seasons; omit 'Winter'" in run(*asked, "--season", "Winter").err
    assert "Cassino has no Luminaries" in run(*asked, "--luminary", "The Boat").err


def test_unsettled_rules_that_matter_are_named() -> None:
    asked = (*PLAY, "--season", "Summer", "--field", "4au 4wi", "harvest 4su take 4au | 4wi")
    assert run(*asked).out.splitlines()[-1] == (
        "Ruling equal-cards: read here as taken; read as one, the play is illegal (--ruling equal-cards=one)."
    )
    said = run(*asked, "--ruling", "equal-cards=one")
    assert said.code == 1
    assert said.out.splitlines()[-1] == (
        "Ruling equal-cards: read here as one; read as taken, the play is legal (--ruling equal-cards=taken)."
    )


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_play_is_told_with_its_rule(case: str) -> None:
    args, rule, message = ILLEGAL[case]
    said = run(*PLAY, *args)
    assert (said.code, said.err) == (1, "")
    assert said.out.splitlines()[1:3] == [f"  illimat/{rule}: {message}", f"    rule: {RULES[rule]}"]


@pytest.mark.parametrize("case", WRONG)
def test_a_question_that_has_no_answer_is_refused_in_one_line(case: str) -> None:
    args, message = WRONG[case]
    assert run(*PLAY, *args) == (2, "", f"referee resolve play: {message} (see `referee resolve play --help`)\n")


def test_another_family_has_no_fields() -> None:
    assert run("resolve", "play", "hearts", "--field", "5su", "sow 5su").err == (
        "referee resolve play: Hearts has no fields; omit --field (see `referee resolve play --help`)\n"
    )
    assert run("resolve", "play", "illimat", "--table", "5su").err == (
        "referee resolve play: Illimat has no tricks; omit --table (see `referee resolve play --help`)\n"
    )
    assert run("resolve", "play", "gin-rummy", "AH").err == (
        "referee resolve play: Gin Rummy has no plays; it is a meld game; ask `referee resolve hand gin-rummy …` "
        "(see `referee resolve play --help`)\n"
    )


def test_every_legal_play_is_listed_card_by_card() -> None:
    asked = (*PLAYS, "--season", "Summer", "--field", "5su 2wi S8(6sp+2au)", "--hand", "3sp 10au Kwi")
    assert run(*asked) == (
        0,
        "3sp:\n"
        "  sow 3sp @Summer\n"
        "  stockpile 3sp make 10 of 3sp+5su+2wi @Summer\n"
        "  stockpile 3sp make 13 of 3sp+2wi+S8(6sp+2au) @Summer\n"
        "10au:\n"
        "  sow 10au @Summer\n"
        "  harvest 10au take 2wi+S8(6sp+2au) @Summer\n"
        "Kwi:\n"
        "  sow Kwi @Summer; the field becomes Winter\n"
        "  harvest Kwi take 5su+S8(6sp+2au) @Summer; the field becomes Winter\n"
        "7 legal plays.\n",
        "",
    )


def test_a_list_that_grows_too_long_says_where_it_stops() -> None:
    field = " ".join(f"{rank}{suit}" for rank in "2345" for suit in ("su", "sp", "wi", "au", "st"))
    said = run(*PLAYS, "--season", "Summer", "--field", field, "--hand", "Ksp Kwi Qsu Qau")
    assert said.out.splitlines()[-1] == "The list stops here, at 1192 plays; there are more."


def test_nothing_may_be_legal() -> None:
    assert run(*PLAYS, "--season", "Autumn", "--hand", "3sp").out == "No play is legal here.\n"
    assert run(*PLAYS, "--season", "Autumn").err == (
        'referee resolve play: which cards may be played? write for example --hand "5sp 9au" '
        "(see `referee resolve play --help`)\n"
    )


def test_a_card_that_does_not_follow_suit_is_told_so_where_no_role_is_known() -> None:
    asked = ("resolve", "play", "mercy", "--hand", "Mk1:11 Mt4:17", "--table", "Mt5:6")
    assert "\n  Mk1:11  mercy/follow-suit: on a Matthew lead, holding Mt4:17\n" in run(*asked).out
    assert run("resolve", "play", "illuminate", "Mt4:17!", *asked[3:]).out == "Legal: Mt4:17\n"


def test_cards_in_order_of_play_in_a_game_that_goes_counterclockwise_and_has_a_stock() -> None:
    assert run("resolve", "trick", "briscola", "4C", "AC", "2C", "5C", "--trump", "S").out.startswith("Player 2 wins")
    for hand in ("AS 2S 3C", "AS 2S"):  # while cards are drawn, and after the last of them
        asked = ("resolve", "play", "briscola", "2S", "--hand", hand, "--table", "4C", "--trump", "C")
        assert run(*asked).out == "Legal: 2S\n"


@pytest.mark.parametrize(
    ("season", "luminary", "asked", "first", "decides"),
    [
        ("Winter", "Maiden", "harvest 5sp take 5wi", "Legal", ["harvest", "clearing", "claiming", "The Maiden"]),
        ("Spring", "Maiden", "harvest 5sp take 5wi", "Legal", ["harvest", "clearing", "claiming"]),
        ("Autumn", "Rake", "sow 5sp", "Legal", ["sow", "The Rake"]),
        ("Summer", "Maiden", "sow 5sp", "Legal", ["sow"]),
        ("Autumn", "Maiden", "sow 5sp", "Illegal", ["seasons"]),
    ],
)
def test_an_answer_names_the_luminary_that_decides(
    season: str, luminary: str, asked: str, first: str, decides: list[str]
) -> None:
    said = run(*PLAY, "--season", season, "--field", "5wi", "--luminary", luminary, asked)
    assert said.out.startswith(f"{first}: ")
    assert re.findall(r"^  illimat/([^:]+): ", said.out, re.MULTILINE) == decides


def test_the_luminary_is_cited_with_its_source() -> None:
    asked = (*PLAY, "--season", "Winter", "--field", "5wi 9au", "--luminary", "Maiden", "harvest 5sp take 5wi")
    assert run(*asked, "--json").data["rules"][-1] == {
        "rule": "illimat/The Maiden",
        "text": "Cards may be harvested in the Winter field, wherever it is.",
        "source": "publisher's rules, first edition, page 15",
    }


def test_with_the_rake_nothing_is_said_to_be_always_allowed() -> None:
    said = run(*PLAY, "--season", "Summer", "--field", "5wi", "--luminary", "Rake", "sow 5sp").out
    assert "always" not in said
    assert "Owed before the end of the turn to The Rake: a sow in the Summer field." in said


PRIVILEGED = ("resolve", "attack", "illuminati", "control", "mafia", "loan sharks", "--privileged")


@pytest.mark.parametrize(
    ("more", "payer", "cost", "forbidden"),
    [
        ((), "", 0, []),
        (("--attacker-illuminati", "bavarian"), "The Bavarian Illuminati", 5, []),
        (("--attacker-illuminati", "ufos"), "", 0, []),
        (
            ("--support", "3"),
            "",
            0,
            ["nobody else can spend anything in a privileged attack; its privilege must be abolished first"],
        ),
        (("--position", "adjacent", "--defend-target", "2"), "", 0, []),
        (
            ("--position", "adjacent", "--defend-target", "2", "--ruling", "privilege-defence=nobody"),
            "",
            0,
            ["the owner of the target cannot defend it with money in a privileged attack"],
        ),
    ],
)
def test_a_privileged_attack(more: tuple[str, ...], payer: str, cost: int, forbidden: list[str]) -> None:
    data = run(*PRIVILEGED, *more, "--json").data
    assert (data["privilege"]["payer"], data["privilege"]["cost"]) == (payer, cost)
    assert [violation["message"] for violation in data["violations"]] == forbidden
    assert data["privilege"]["rule"] == "illuminati/privilege"


def test_what_privilege_costs_is_said_with_its_rule() -> None:
    said = run(*PRIVILEGED, "--attacker-illuminati", "bavarian").out.splitlines()
    assert said[-2] == "Privileged: The Bavarian Illuminati may pay 5 MB for it, or a Special is discarded."
    assert said[-1].startswith("  illuminati/privilege: An attack becomes privileged if ")


@pytest.mark.parametrize(
    ("asked", "points"),
    [
        # 18 and 5 for declaring; 6 less 15
        (
            "luminars Ann=melds:18 Ben=melds:12 Cyd=melds:6,idle:-15 Dov=melds:16 --declared Ann",
            {"Ann": 23, "Ben": 12, "Cyd": -9, "Dov": 16},
        ),
        # knocking with 3 against 20
        ("gin-rummy Ann=deadwood:3 Ben=deadwood:20 --declared ann", {"Ann": 17, "Ben": 0}),
        # Fools and okus one each; most cards is tied, most Winter costs 2
        (
            "illimat Ann=bumper-crop:12,sunkissed:4,frostbit:4,fools:2,okus:2 Ben=bumper-crop:12,sunkissed:4 "
            "Cyd=bumper-crop:9,sunkissed:2,frostbit:6,fools:2",
            {"Ann": 4, "Ben": 0, "Cyd": 0},
        ),
    ],
)
def test_a_round_is_scored_from_what_the_cards_count(asked: str, points: dict[str, int]) -> None:
    assert run("resolve", "score", *asked.split(), "--json").data["points"] == points
    assert run("points", *asked.split()) == run("resolve", "score", *asked.split())


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (
            "luminars",
            "write what everybody's cards count, as in Ann=NAME:3 Ben=NAME:5, or ask `referee resolve hand luminars …`",
        ),
        (
            "luminars R4 G4 B4",
            "write what everybody's cards count, as in Ann=NAME:3 Ben=NAME:5, or ask `referee resolve hand luminars …`",
        ),
        ("luminars Ann=melds:x Ben=melds:3", "Ann=melds:x: write a name and a number, as in melds:3"),
        ("luminars Ann=18 Ben=6", "Ann=18: write a name and a number, as in NAME:18"),
        (
            "luminars Ann=sets:3 Ben=melds:3",
            "'sets' is not something that a hand counts; it counts melds, idle, left, cards",
        ),
        ("illimat Ann=fools:3 Ben=fools:2", "5 cards are counted for fools; there are 4"),
        ("illimat Ann=fools:3 Ben=fools:1 --declared Ann", "nobody declares anything in Illimat; omit --declared"),
        ("luminars Ann=melds:3", "The Luminars is for 2, 3 or 4 players; 1 player is given"),
        (
            "illimat Ann=fools:2 Ben=okus:1 --bids 3",
            "--bids is for games with tricks; name what the cards of Illimat count",
        ),
        ("hearts 3", "'3' is no option; write for example --bids 1,0,2,1 --won 1,1,2,0"),
        (
            "crazy-eights Ann=x:2",
            "Crazy Eights has no tricks, melds or captures; it is a shedding game; "
            "ask `referee resolve match crazy-eights …`",
        ),
    ],
)
def test_counts_that_are_no_round(asked: str, message: str) -> None:
    said = run("resolve", "score", *asked.split())
    assert said == (2, "", f"referee resolve score: {message} (see `referee resolve score --help`)\n")
