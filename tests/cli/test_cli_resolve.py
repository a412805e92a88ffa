"""`referee resolve trick` and `resolve score`: the answers, and what is said to a question that has none."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from command_runner import run, write

from referee.engines.trick.queries import trick
from referee.rules import rulesets

TRICK = ("resolve", "trick", "illuminate")
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
SCORE = ("resolve", "score")
ROLES = ("--roles", "doctor,neighbor,preacher,teacher")
NAMED = ("--roles", "Ann=doctor,Ben=neighbor,Cyd=preacher,Dov=teacher")
HIGHEST = (
    "  rule: With no Grace and no star in force, the highest card of the Gospel that was led wins the trick. "
    "(publisher's rules, The Deck and Game Play)\n"
)
GRACE = (
    "  rule: A card with the symbol of the role its player holds when laying it is Grace once somebody has said so, and "
    "beats every card that is not Grace, whatever was led. Of several Grace cards the highest reference wins. Grace said "
    "over any other card does nothing. (publisher's rules, Grace Cards)\n"
)
pytestmark = pytest.mark.usefixtures("folder")


def test_a_trick_of_three_cards_where_somebody_plays_alone() -> None:
    three = run("resolve", "trick", "euchre", "9H", "AH", "9S", "--trump", "S")
    assert three.out.splitlines()[0] == "Player 3 wins with 9S."
    wrong = "referee resolve trick: Euchre is for 4 players; 2 cards are given (see `referee resolve trick --help`)\n"
    assert run("resolve", "trick", "euchre", "9H", "AH", "--trump", "S") == (2, "", wrong)


def test_grace_wins_and_the_reason_names_the_role() -> None:
    assert run(*TRICK, "Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2", *ROLES) == (
        0,
        "Player 3 wins with Lk7:50.\nbecause Grace: Lk7:50 has the symbol of the Preacher, player 3\n" + GRACE,
        "",
    )


def test_a_grace_that_nobody_said_is_mentioned() -> None:
    assert run(*TRICK, "Mk1:11", "Mk1:31", "Lk7:50", "Mk4:2", *NAMED).out == (
        "Dov wins with Mk4:2.\n"
        "because Mk4:2 is the highest card of Mark, the suit that was led\n"
        + HIGHEST
        + "Had Grace been said over Lk7:50, Cyd would have won.\n"
        "Ruling grace-said: read here as said; read as silent, Cyd would have won with Lk7:50 "
        "(--ruling grace-said=silent).\n"
    )


def test_a_table_may_play_grace_without_a_word() -> None:
    assert run(*TRICK, "Mk1:11", "Mk1:31", "Lk7:50", "Mk4:2", *ROLES, "--grace", "silent").out.splitlines()[:2] == [
        "Player 3 wins with Lk7:50.",
        "because Grace: Lk7:50 has the symbol of the Preacher, player 3, above Mk4:2",
    ]


def test_a_ruling_that_decides_is_named() -> None:
    assert run(*TRICK, "Mt16:21", "Mt19:30", "Mk14:27", "Mt5:6", *NAMED).out == (
        "Ann wins with Mt16:21.\n"
        "because Mk14:27 gives the trick to its leader, Ann; it was played last, and so governs over Mt19:30\n"
        "  rule: With Mark 14:27 in the trick it goes to the player who led. (publisher's card Mark 14:27)\n"
        "Ruling star-clash: read here as last; read as first, Dov would have won with Mt5:6 "
        "(--ruling star-clash=first).\n"
    )
    assert run(*TRICK, "Mt16:21", "Mt19:30", "Mk14:27", "Mt5:6", *NAMED, "--ruling", "star-clash=first").out.startswith(
        "Dov wins with Mt5:6.\n"
    )


def test_roles_are_shown_where_a_star_moved_them() -> None:
    assert run(*TRICK, "Lk18:43!", "Lk19:24", "Lk11:28", "Lk8:50!", *ROLES).out.splitlines()[3] == (
        "Roles now: player 1 neighbor, player 2 preacher, player 3 teacher and player 4 doctor."
    )


def test_cards_may_be_named_and_carelessly_typed() -> None:
    assert run(*TRICK, "Ann=mk 1:11", "Ben=Mark 4:2 !", "--roles", "Ben=teacher,Ann=doctor").out == (
        "Ben wins with Mk4:2.\nbecause Grace: Mk4:2 has the symbol of the Teacher, Ben\n" + GRACE
    )


def test_roles_are_not_asked_for_where_none_decides() -> None:
    assert run(*TRICK, "Mk1:11", "Mk1:31", "Lk7:50", "Mk4:2").out == (
        "Player 4 wins with Mk4:2.\nbecause Mk4:2 is the highest card of Mark, the suit that was led\n" + HIGHEST
    )
    assert run(*TRICK, "Ann=Mk1:31", "Ben=Mk1:41").out.startswith("Ben wins with Mk1:41.\n")


def test_what_roles_would_change_is_said_where_nobody_names_them() -> None:
    assert run(*TRICK, "Mk1:11!", "Mk1:31", "Lk7:50!", "Mk4:2!").out == (
        "Player 4 wins with Mk4:2, unless a role decides.\n"
        "because Mk4:2 is the highest card of Mark, the suit that was led\n"
        + HIGHEST
        + "If player 3 is the Preacher, player 3 wins with Lk7:50.\n"
        "Otherwise, if player 4 is the Teacher, player 4 wins with Mk4:2.\n"
        "Otherwise, if player 1 is the Neighbor, player 1 wins with Mk1:11.\n"
    )
    said = run(*TRICK, "Mk1:11", "Mk1:31", "Lk7:50!", "Mk4:2", "--format", "json")
    assert (said.data["winner"], said.data["roles"], said.data["if_said"]) == ("player 4", None, [])
    assert said.data["if_roles"] == [{"roles": {"player 3": "preacher"}, "winner": "player 3", "card": "Lk7:50"}]


def test_what_is_no_trick_is_found_wanting_without_roles_too() -> None:
    assert run(*TRICK, "Mk1:11", "Mk1:11") == (
        1,
        "",
        "player 2 played Mk1:11, which player 1 has played to this trick already\n",
    )


@pytest.mark.parametrize("game", ["illuminate", "grace"])
def test_what_roles_would_change_is_what_they_change(game: str) -> None:
    """Random tricks, under every way to hold the roles: the first roles said that hold, or none of them, tell who wins."""
    rules, rng = rulesets.load_ruleset(game), random.Random(16)
    roles = rules.get("roles", "choose")
    changing = 0
    for number in range(30):
        players = PLAYERS[: 2 + number % 3]
        table = rulesets.table(rules, len(players))
        cards = tuple(card + rng.choice(("", "!")) for card in rng.sample(sorted(rules.deck.ids), len(players)))
        unknown = trick(table, players, cards).data
        changing += bool(unknown["if_roles"])
        for held in permutations(roles, len(players)):
            known = dict(zip(players, held, strict=True))
            said = next((one for one in unknown["if_roles"] if one["roles"].items() <= known.items()), unknown)
            found = trick(table, players, cards, known).data
            assert (found["winner"], found["card"]) == (said["winner"], said["card"]), (cards, known)
    assert changing > 5


def test_trick_as_json() -> None:
    said = run(*TRICK, "Ann=Mt16:21", "Ben=Mt19:30", "Cyd=Mk14:27", "Dov=Mt5:6", *NAMED, "--format", "json")
    assert said.data == {
        "winner": "Ann",
        "card": "Mt16:21",
        "rule": "leader-takes",
        "because": "Mk14:27 gives the trick to its leader, Ann; it was played last, and so governs over Mt19:30",
        "text": "With Mark 14:27 in the trick it goes to the player who led.",
        "source": "publisher's card Mark 14:27",
        "roles": {"Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher", "Dov": "teacher"},
        "if_said": [],
        "readings": [
            {
                "ruling": "star-clash",
                "taken": "last",
                "reading": "first",
                "text": "The one that was played first.",
                "winner": "Dov",
                "card": "Mt5:6",
            }
        ],
    }


def test_games_without_roles_and_with_trump() -> None:
    assert run("resolve", "trick", "hearts", "2C", "AC", "5H", "QS").out.startswith("Player 2 wins with AC.\n")
    assert run("resolve", "trick", "spades", "2C", "AC", "5S", "king of spades", "--format", "json").data == {
        "winner": "player 4",
        "card": "KS",
        "rule": "trump",
        "because": "KS is the highest trump (Spades)",
        "text": "Spades are trump; the highest Spade in a trick wins it.",
        "source": "the usual rules of Spades",
        "roles": None,
        "if_said": [],
        "readings": [],
    }


def test_trump_that_changes_must_be_said() -> None:
    Path("named.yaml").write_text(
        "extends: hearts\nwhy: trump is named\ntrick: {trump: named, named_by: dealer}\n"
        "rules: {trump: {text: The dealer names trump., source: our table}}\n"
    )
    named = ("resolve", "trick", "named.yaml", "2C", "AC", "5H", "QS")
    assert run(*named) == (
        2,
        "",
        "referee resolve trick: trump changes in Hearts; say what it is with --trump, one of C, D, H, S, none "
        "(see `referee resolve trick --help`)\n",
    )
    assert run(*named, "--trump", "H").out.startswith("Player 3 wins with 5H.\n")
    assert run(*named, "--trump", "none").out.startswith("Player 2 wins with AC.\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("hearts", "2C", "3C", "4C", "5C", "--roles", "a,b,c,d"), "Hearts has no roles; omit --roles"),
        (("illuminate", "Mk1:11", *ROLES), "Illuminate is for 2, 3 or 4 players; 1 card is given"),
        (("hearts", "2C", "3C"), "Hearts is for 4 players; 2 cards are given"),
        (("illuminate", "Mk1:11", "Mk1:31", "--roles", "doctor,docter"),
         "'docter' is not a role; did you mean 'doctor'?"),
        (("illuminate", "Mk1:11", "Mk1:31", "--roles", "doctor"),
         "--roles has 1 value for 2 players; give one for each, in their order, separated by commas"),
        (("illuminate", "Ann=Mk1:11", "Mk1:31", "--roles", "doctor,teacher"),
         "CARD: 'Mk1:31' has no player before it; name all of them, as in Ann=Mk1:31, or none"),
        (("illuminate", "Ann=Mk1:11", "Ann=Mk1:31", "--roles", "doctor,teacher"), "CARD names Ann twice"),
        (("illuminate", "Ann=Mk1:11", "Ben=Mk1:31", "--roles", "Ann=doctor,Bob=teacher"),
         "--roles names Bob, who is not among Ann, Ben"),
        (("illuminate", "Ann=Mk1:11", "Ben=Mk1:31", "--roles", "Ann=doctor"), "--roles has no value for Ben"),
        (("spades", "2C", "AC", "5S", "KS", "--trump", "H"), "Spades always has Spades as trump; omit --trump"),
        (("hearts", "2C", "AC", "5S", "KS", "--trump", "H"), "Hearts has no trump; omit --trump"),
        (("hearts", "2C", "AC", "5S", "KS", "--grace", "said"), "Hearts does not play Grace; omit --grace"),
    ],
)  # fmt: skip
def test_a_trick_asked_about_wrongly(args: tuple[str, ...], message: str) -> None:
    assert run("resolve", "trick", *args) == (
        2,
        "",
        f"referee resolve trick: {message} (see `referee resolve trick --help`)\n",
    )


def test_the_cards_of_a_trick_may_be_parted_by_commas() -> None:
    spaced = run("resolve", "trick", "hearts", "5C", "7C", "AD", "JC")
    assert spaced.code == 0
    assert run("resolve", "trick", "hearts", "5C,7C,AD,JC") == spaced
    assert run("resolve", "trick", "hearts", "5C,", "7C,AD,", "JC") == spaced
    assert run("resolve", "trick", "hearts", "a=5C,b=7C, c=AD", "d=JC").out.startswith("d wins with JC.\n")


def test_cards_of_other_questions_may_be_parted_by_commas_too() -> None:
    hand = run("resolve", "hand", "luminars", "R4", "G4", "B4", "B5", "B6", "B7", "Y7", "R1", "--claim", "B5 B6 B7")
    assert hand.code == 0
    assert run("resolve", "hand", "luminars", "R4,G4, B4", "B5,B6,B7,Y7,R1", "--claim", "B5,B6, B7") == hand


@pytest.mark.parametrize(("cards", "claim"), [(["R2", "X9"], []), (["R2", "R3", "R4"], ["--claim", "R2 X9 R4"])])
def test_a_hand_with_an_unknown_card_cannot_be_read(cards: list[str], claim: list[str]) -> None:
    why = "'X9' is not a card of the Luminars deck (see `referee resolve hand --help`)"
    assert run("resolve", "hand", "luminars", *cards, *claim) == (2, "", f"referee resolve hand: {why}\n")


def test_two_players_of_a_trick_with_one_role() -> None:
    asked = run("resolve", "trick", "illuminate", "Mk1:11", "Mk1:31", "--roles", "doctor,doctor")
    assert asked == (1, "", "player 2 and player 1 both hold the role doctor; every role is one card\n")


@pytest.mark.parametrize(
    ("cards", "message"),
    [(("Mk1:11", "Mk1:11"), "player 2 played Mk1:11, which player 1 has played to this trick already")],
)
def test_what_is_no_trick_is_found_wanting(cards: tuple[str, ...], message: str) -> None:
    assert run(*TRICK, *cards, "--roles", "doctor,teacher") == (1, "", f"{message}\n")


def test_a_card_of_another_deck_is_misuse() -> None:
    said = run(*TRICK, "Mk1:12", "Mk1:31", "--roles", "doctor,teacher")
    unknown = "'Mk1:12' is not a card of the Illuminate deck; did you mean 'Mk1:17'?"
    assert said == (2, "", f"referee resolve trick: {unknown} (see `referee resolve trick --help`)\n")


def test_a_game_that_nobody_knows() -> None:
    said = run("resolve", "trick", "iluminate", "Mk1:11")
    assert (said.code, said.err) == (3, "no game is called 'iluminate'; did you mean 'illuminate'?\n")


def test_score_of_a_hand_of_illuminate() -> None:
    assert run(*SCORE, "illuminate", "--cards", "6", "--bids", "6,0,0,0", "--won", "5,1,0,0") == (
        0,
        "            bid    won    points\n"
        "--------  -----  -----  --------\n"
        "player 1      6      5         0\n"
        "player 2      0      1        10\n"
        "player 3      0      0        12\n"
        "player 4      0      0        12\n",
        "",
    )


def test_score_as_json_with_names_and_spoken_bids() -> None:
    said = run(
        *SCORE,
        "illuminate",
        "--cards",
        "6",
        "--bids",
        "Ann=all,Ben=nothing",
        "--won",
        "Ben=0,Ann=6",
        "--format",
        "json",
    )
    assert said.data == {
        "game": "illuminate",
        "cards": 6,
        "bids": {"Ann": 6, "Ben": 0},
        "won": {"Ann": 6, "Ben": 0},
        "points": {"Ann": 12, "Ben": 0},
        "doubts": [],
        "readings": [],
    }


def test_a_score_that_a_ruling_decides_names_it() -> None:
    asked = (*SCORE, "skat", "--contract", "grand hand schneider", "--bid", "18", "--matadors", "4", "--tricks", "8")
    said = run(*asked, "--counts", "pips=89")
    assert said.out.splitlines()[2:] == [
        "player 1      -384",
        "player 2         0",
        "player 3         0",
        "Ruling failed-announcement: read here as as-announced; read as as-it-fell, player 1 would score -336 "
        "(--ruling failed-announcement=as-it-fell).",
    ]
    made = run(*asked, "--counts", "pips=90")
    assert made.out.splitlines()[2:] == ["player 1       192", "player 2         0", "player 3         0"]
    (reading,) = run(*asked, "--counts", "pips=89", "--format", "json").data["readings"]
    assert reading == {
        "ruling": "failed-announcement",
        "taken": "as-announced",
        "reading": "as-it-fell",
        "text": "No. What the tricks show counts, and the announcement.",
        "points": {"player 1": -336, "player 2": 0, "player 3": 0},
    }


def test_score_of_a_hand_of_grace_and_spades() -> None:
    grace = run(*SCORE, "grace", "--bids", "3,1,4,4", "--won", "4,2,3,3", "--format", "json").data
    spades = run(*SCORE, "spades", "--bids", "3,3,3,3", "--won", "4,2,3,4", "--format", "json").data
    assert list(grace["points"].values()) == [31, 11, 0, 0]
    assert list(spades["points"].values()) == [61, 60, 61, 60]


def test_score_of_a_hand_of_mercy() -> None:
    assert run(
        *SCORE, "mercy", "--captured", "Ann=Mt22:37 Mk1:41", "--captured", "Ben=mt 19:30 Jn1:5", "--roles",
        "Ann=neighbor,Ben=doctor,Cyd=teacher",
    ).err.startswith("referee resolve score: 'mt' is not a card of the Illuminate deck (see ")  # fmt: skip
    said = run(
        *SCORE, "mercy", "--captured", "Ann=Mt22:37 Mk1:41", "--captured", "Ben=mt 19:30, Jn1:5", "--roles",
        "Ann=neighbor,Ben=doctor,Cyd=teacher",
    )  # fmt: skip
    assert said.out == (
        "       own symbols    stars    points\n"
        "---  -------------  -------  --------\n"
        "Ann              2        0         2\n"
        "Ben              0        2        14\n"
        "Cyd              0        0         0\n"
        "Doubt: some cards of the hand are in nobody's pile, so the points may not be complete; "
        "write every pile in `captured:`.\n"
    )


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("illuminate",), "no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0"),
        (("illuminate", "--bids", "0,0", "--won", "1,0"),
         "the hands of Illuminate differ; say how many cards were dealt, as in --cards 12"),
        (("illuminate", "--cards", "13", "--bids", "0,0", "--won", "1,0"),
         "no hand of Illuminate has 13 cards; a hand has 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12"),
        (("illuminate", "--cards", "5", "--bids", "0,0"), "Illuminate cannot score this hand without --won"),
        (("illuminate", "--cards", "5", "--won", "5,0"), "Illuminate cannot score this hand without --bids"),
        (("mercy", "--captured", "Ann=Jn1:5", "--captured", "Ben=Mk4:2"),
         "Mercy cannot score this hand without --roles"),
        (("illuminate", "--cards", "5", "--bids", "0,0", "--won", "5,x"), "--won: 'x' is not a number of tricks"),
        (("illuminate", "--cards", "5", "--bids", "0,0", "--won", "5"),
         "--won has 1 value for 2 players; give one for each, in their order, separated by commas"),
        (("mercy", "--captured", "Eve=Jn1:5", "--roles", "Ann=doctor,Ben=teacher"),
         "--captured names Eve, who is not among Ann, Ben"),
        (("grace", "--bids", "1,1,1,1,1", "--won", "1,1,1,1,1"), "Grace is for 2, 3 or 4 players; 5 players are given"),
        (("illuminate", "--cards", "6", "--bids", "zero,0", "--won", "5,1"),
         "'zero' is not a bid; a bid is a number of tricks or 'nothing' or 'all'"),
        (("bridge", "--bids", "pass,8C"),
         "'8C' is not a call of this game; a call is 1C, 1D … 7NT, pass, double or redouble"),
        (("bridge", "--contract", "8S", "--tricks", "9"),
         "'8S' is not a call of this game; a call is 1C, 1D … 7NT, pass, double or redouble"),
        (("bridge", "--contract", "3S"), "Contract Bridge cannot score this hand without --tricks or --won"),
        (("bridge", "--contract", "3S", "--tricks", "9", "--vulnerable", "us"),
         "--vulnerable names us, who is not among player 1, player 2, player 3, player 4"),
        (("bridge", "--bids", "1S,pass,pass,pass", "--tricks", "7"),
         "--tricks goes with --contract; beside --bids, say with --won what each player won"),
        (("grace", "--contract", "3"), "Grace has no contracts; omit --contract"),
        (("skat", "--contract", "hearts", "--vulnerable", "1"), "nobody is ever vulnerable in Skat; omit --vulnerable"),
        (("illuminate", "--variant", "shorter-even", "--cards", "1", "--bids", "0,0", "--won", "1,0"),
         "no hand of Illuminate has 1 card; a hand has 2, 4, 6, 8, 10 or 12"),
        (("whist", "--tricks", "7"), "Whist has no declarer; say with --won what each player won"),
        (("bridge", "--contract", "4S", "--tricks", "10", "--declarer", "99999999999"),
         "--declarer names 99999999999, who is not among player 1, player 2, player 3, player 4"),
        (("skat", "--contract", "hearts", "--declarer", "2", "--captured", "2=AC AD"),
         "Skat cannot score this hand without --bid, --matadors and --tricks or --won"),
        (("skat", "--contract", "grand", "--bid", "48", "--matadors", "2", "--tricks", "8", "--counts", "stars=3"),
         "Skat does not count stars; it counts pips"),
        (("bridge", "--contract", "3S", "--tricks", "9", "--counts", "pips=9"),
         "Contract Bridge does not count pips; omit --counts"),
        (("hearts", "--won", "13,0,0,0", "--counts", "hearts=3"),
         "Hearts has no declarer; say with --captured which cards each player took"),
        (("skat", "--contract", "grand", "--won", "8,1,1", "--counts", "pips=75"),
         "--counts goes with --tricks; beside --won, say with --captured which cards each player took"),
        (("bridge", "--contract", "3S", "--tricks", "9", "--won", "8,0,0,5"),
         "--tricks and --won both say who won the tricks; omit one of them"),
        (("hearts", "--won", "13,0,0,"), "--won: '' is not a number of tricks"),
        (("skat", "--contract", "grand", "--bid", "48", "--matadors", "2", "--tricks", "8", "--counts", "pips=x"),
         "--counts: 'x' is not a number"),
        (("skat", "--contract", "grand", "--bid", "48", "--matadors", "2", "--tricks", "8"),
         "Skat cannot score this hand without --captured or --counts"),
        (("bridge", "--contract", "5 cups", "--tricks", "9"),
         "'5 cups' is not a call of this game; a call is 1C, 1D … 7NT, pass, double or redouble"),
        (("illuminate", "--cards", "many", "--bids", "0"), "--cards: 'many' is not a whole number"),
    ],
)  # fmt: skip
def test_a_score_asked_about_wrongly(args: tuple[str, ...], message: str) -> None:
    assert run(*SCORE, *args) == (2, "", f"referee resolve score: {message} (see `referee resolve score --help`)\n")


LAST = """
extends: mercy
why: The last trick ought to hurt.
scoring: {last: {cases: [{when: last_trick, points: 5}, {points: 0}]}}
"""
TAKEN = ("--captured", "Ann=Jn1:5", "--captured", "Ben=Mk4:2", "--roles", "Ann=doctor,Ben=teacher")


def test_a_score_for_which_the_last_trick_counts(tmp_path: Path) -> None:
    house = tmp_path / "last.yaml"
    house.write_text(LAST, encoding="utf-8")
    asked = (*SCORE, str(house), "--won", "Ann=23,Ben=1", *TAKEN, "--format", "json")

    def points(*args: str) -> Any:
        return json.loads(run(*asked, *args)[1])["points"]

    assert points("--last-trick", "Ann")["Ann"] == points("--last-trick", "Ben")["Ann"] + 5
    problem = "mercy cannot score this hand without --last-trick"
    assert run(*asked)[2].lower() == f"referee resolve score: {problem} (see `referee resolve score --help`)\n"
    stranger = "--last-trick names Eve, who is not among Ann, Ben"
    said = run(*asked, "--last-trick", "Eve")
    assert (said.code, said.err) == (2, f"referee resolve score: {stranger} (see `referee resolve score --help`)\n")
    assert json.loads(said.out)["errors"][0]["message"].startswith(f"referee resolve score: {stranger}")
    numbered = (
        *SCORE,
        str(house),
        "--won",
        "23,1",
        "--captured",
        "Jn1:5",
        "--captured",
        "Mk4:2",
        "--roles",
        "doctor,teacher",
    )
    assert run(*numbered, "--last-trick", "2") != run(*numbered, "--last-trick", "1")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--bids", "3,0", "--won", "5,1"), "player 1 bid 3 in a hand of 6 cards, where a bid is all or nothing"),
        (("--bids", "0,0", "--won", "5,2"), "the tricks won add up to 7; in a hand of 6 cards there are 6 tricks"),
    ],
)
def test_results_that_cannot_be_are_found_wanting(args: tuple[str, ...], message: str) -> None:
    assert run(*SCORE, "illuminate", "--cards", "6", *args) == (1, "", f"{message}\n")


def test_trump_that_is_no_suit(tmp_path: Path) -> None:
    rules = tmp_path / "grand.yaml"
    rules.write_text(
        "extends: spades\nname: grand\ntitle: Grand\nversion: 1\ntrick: {trump: always, always_trump: [JD, JH, JS, JC]}\n"
    )
    grand = ("resolve", "trick", str(rules), "AS", "JD", "KS", "JC")
    assert run(*grand).out.startswith("Player 4 wins with JC.\nbecause JC is the highest trump\n")
    assert run(*grand, "--trump", "S").err == (
        "referee resolve trick: Grand has no trump suit; omit --trump (see `referee resolve trick --help`)\n"
    )


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        # Laws of Duplicate Bridge, Law 77: 240 for the tricks, 500 for the game, 50 for the insult, 200 for the overtrick.
        ("--contract 4SX --tricks 11 --vulnerable declarer", 990),
        ("--contract 4Sx --tricks 11 --vulnerable 3", 990),
        ("--contract 4SX --tricks 11 --vulnerable others", 790 - 100),
        ("--contract 3NT --tricks 9", 400),
        ("--contract 1S --tricks 9", 140),
        ("--contract 7NTXX --tricks 9", -1600),
        ("--contract 4S --tricks 9 --vulnerable everybody", -100),
        ("--contract pass", 0),
        ("--bids 1S,pass,4S,pass,pass,pass --won 10,1,0,2", 420),
    ],
)
def test_a_board_in_one_line(hand: str, points: int) -> None:
    said = run(*SCORE, "bridge", *hand.split(), "--format", "json").data
    assert list(said["points"].values()) == [points, -points, points, -points]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        # 54 of 120 pips lose the game: with two, game three, Hearts ten, lost twice over.
        (("skat", "--contract", "hearts", "--bid", "18", "--declarer", "2", "--matadors", "2", "--won", "3,6,1",
          "--captured", "2=AC AD AS AH 10H"), [0, -60, 0]),
        (("pitch", "--contract", "2", "--trump", "spades", "--captured", "1=AS JS"), [4, 0]),
        (("euchre", "--contract", "H", "--tricks", "5"), [2, 0, 2, 0]),
        (("euchre", "--contract", "H", "--declarer", "2", "--tricks", "2"), [2, 0, 2, 0]),
        (("hearts", "--captured", "1=QS 2H"), [14, 0, 0, 0]),
        (("mercy", "--captured", "player 1=Mt22:37", "--roles", "neighbor,doctor,teacher"), [1, 0, 0]),
    ],
)  # fmt: skip
def test_a_hand_in_one_line(hand: tuple[str, ...], points: list[int]) -> None:
    assert list(run(*SCORE, *hand, "--format", "json").data["points"].values()) == points


@pytest.mark.parametrize("trump", ["S", "s", "spades", "Spade", "♠"])
def test_a_trump_suit_as_people_say_it(trump: str) -> None:
    won = "Player 3 wins with 5S.\nbecause 5S is the highest trump (Spades)\n"
    won += "  rule: The last card dealt, the dealer's, is turned up, and its suit is trump. The dealer then takes it in hand. "
    won += "(the usual rules of Whist)\n"
    assert run("resolve", "trick", "whist", "2C", "3C", "5S", "4C", "--trump", trump).out == won


def test_an_attack_is_not_privileged_where_no_attack_is(folder: None) -> None:
    house = write("ours.yaml", "extends: illuminati\nwhy: No secrets.\nattack: {privilege: {allowed: false}}\n")
    said = run("resolve", "attack", "illuminati", "control", "mafia", "loan sharks", "--privileged", "--house", house)
    assert said.code == 1
    assert "no attack is privileged in this game; omit --privileged" in said.out
