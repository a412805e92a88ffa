"""What people type without having read the manual: it does what is meant, or names the command in one line."""

from __future__ import annotations

import pytest
from command_runner import run


@pytest.mark.parametrize(
    ("args", "first"),
    [
        (("trick", "hearts", "5C", "KC", "2C", "AC"), "Player 4 wins with AC."),
        (("resolve", "hearts", "5C", "KC", "2C", "AC"), "Player 4 wins with AC."),
        (("trick", "hearts", "5 of clubs", "king of clubs", "2C", "A♣"), "Player 4 wins with AC."),
        (("resolve", "gin", "AH", "2H", "3H", "KS", "KC", "KD", "5S", "9D"), "14 points of deadwood."),
        (("resolve", "crazy eights", "7H", "--on", "7C"), "7H may be played on 7C."),
        (("play", "hearts", "--hand", "2C AH QS", "--table", "5C"), "Player 2 must play."),
        (("resolve", "play", "hearts", "AH", "--hand", "2C AH QS", "--table", "5C"), "Illegal: AH"),
        (("resolve", "play", "bridge", "--trump", "spades", "--hand", "ace of spades, 2H"), "Player 1 must lead."),
        (("explain", "illimat", "river"), "illimat/The River: Its field gets six cards. Whoever has claimed it gains 2 "),
        (("cards", "illimat", "river"), "card       set    reveal                            claim"),
        (("explain", "illuminate", "follow", "suit"), "illuminate/follow-suit: "),
        (("explain", "illuminate", "grace"), "illuminate/grace: "),
        (("explain", "illuminati", "cia"), "card      power "),
        (("cards", "hearts", "queen of spades"), "card    suit    rank"),
        (("trick", "hearts", "5", "of", "clubs", "king", "of", "clubs", "2C", "A♣"), "Player 4 wins with AC."),
        (("trick", "hearts", "5 of clubs,", "king", "of", "clubs,", "2C,", "ace", "of", "clubs"),
         "Player 4 wins with AC."),
        (("resolve", "play", "hearts", "--hand", "2C ace of hearts QS", "--table", "5 of clubs"),
         "Player 2 must play."),
        (("explain", "gin", "dealer"), "gin-rummy/turn: "),
        (("explain", "gin", "knock"), "gin-rummy/declare: After discarding"),
        (("trick", "bridge", "5C", "KC", "2C", "2S", "--trump", "no trump"), "Player 2 wins with KC."),
        (("trick", "skat", "AS", "JC", "KS", "--trump", "Grand"), "Player 2 wins with JC."),
        (("trick", "bridge", "5C", "KC", "2C", "2S", "--trump", "4S"), "Player 4 wins with 2S."),
        (("score", "pinochle", "--contract", "250", "--trump", "H", "--last-trick", "1", "--counts", "pips=250",
          "--tricks", "12", "--declared", "1="), "            points\n"),
        (("rules", "The Luminars", "--brief"), "The Luminars, 2–4 players"),
        (("rules", "contract bridge", "--brief"), "Contract Bridge, 4 players"),
        (("rules", "gin", "--brief"), "Gin Rummy, 2 players"),
    ],
)  # fmt: skip
def test_it_does_what_is_meant(args: tuple[str, ...], first: str) -> None:
    said = run(*args)
    assert said.out.startswith(first), said
    assert said.err == ""


@pytest.mark.parametrize(
    ("wanted", "cards"),
    [("spades", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"), ("♠", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS")]
    + [(rank, "AC AD AH AS") for rank in ("ace", "A")]
    + [(card, "AH") for card in ("ace of hearts", "AH", "a♥")],
)
def test_suits_and_cards_as_people_say_them(wanted: str, cards: str) -> None:
    lines = run("cards", "hearts", *wanted.split(), "--format", "csv").out.splitlines()[1:]
    assert " ".join(line.partition(",")[0] for line in lines) == cards
    assert run("explain", "hearts", wanted).out == run("cards", "hearts", wanted).out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ("hearts", "5C"),
            "referee: hearts is a game; `referee rules hearts` says its rules, `referee resolve hearts …` answers a question "
            "(see `referee --help`)",
        ),
        (("cards", "illimat", "rivr"), "referee cards: Illimat has no card 'rivr'; did you mean 'The River'?"),
        (("cards", "illimat", "the", "rivr"), "referee cards: Illimat has no card 'the rivr'; did you mean 'The River'?"),
        (("cards", "illimat", "zzz"), "referee cards: Illimat has no card 'zzz'; `referee cards illimat` lists them (see "),
        (("explain", "hearts", "river"), "referee explain: Hearts has no rule 'river'; did you mean 'over'?"),
        (("resolve", "play", "hearts", "3C", "--hand", "2C AH"),
         "referee resolve play: 3C is not in the hand: 2C AH (see `referee resolve play --help`)"),
        (("resolve", "play", "hearts", "--hand", "2C", "--table", "3C 4C 5C 6C"),
         "referee resolve play: 4 cards on the table are a whole trick of Hearts (see `referee resolve play --help`)"),
        (("rules", "hearts", "--brief", "--format", "json"),
         "referee rules: --brief and --format say what is printed; name only one of them"),
        (("rules", "ill"), "no game is called 'ill'; did you mean 'illimat'?"),
        (
            ("score", "hearts"),
            "referee resolve score: no option describes the hand; write for example --bids 1,0,2,1 --won 1,1,2,0 "
            "(see `referee resolve score --help`)",
        ),
        (("score", "nope.yaml"), "nope.yaml:1:1: no such file"),
        (("score", "skat", "--contract", "grand", "--matadors", "2", "--tricks", "8", "--counts", "pips=75"),
         "referee resolve score: Skat cannot score this hand without --bid (see `referee resolve score --help`)"),
        (("score", "skat", "--contract", "grand", "--bid", "18", "--matadors", "2", "--counts", "pips=75"),
         "referee resolve score: Skat cannot score this hand without --tricks or --won (see "),
        (("score", "hearts", "--tricks", "3", "--counts", "70"),
         "referee resolve score: --counts: '70' has no name before"),
        (("score", "pinochle", "--tricks", "3", "--declared", "run"),
         "referee resolve score: Pinochle cannot score this hand without --contract, --last-trick, "),
    ],
)  # fmt: skip
def test_or_says_in_one_line_what_would_be_right(args: tuple[str, ...], message: str) -> None:
    said = run(*args)
    assert said.code != 0
    assert said.err.startswith(message), said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("args", "points"),
    [
        # four spades doubled and vulnerable with one trick over: 240 + 500 + 50 + 200
        (("bridge", "--contract", "4SX", "--vulnerable", "ns", "--tricks", "11"), "990 -990 990 -990"),
        (("bridge", "--contract", "4 spades doubled", "--vulnerable", "ew", "--tricks", "10"), "590 -590 590 -590"),
        (("bridge", "--contract", "3 no trump", "--declarer", "E", "--tricks", "9"), "-400 400 -400 400"),
        (("bridge", "--contract", "3NT", "--declarer", "East", "--tricks", "9"), "-400 400 -400 400"),
        (("bridge", "--contract", "1nt", "--tricks", "7"), "90 -90 90 -90"),
        # grand with two: 24 times 3
        (("skat", "--contract", "grand", "--bid", "48", "--matadors", "2", "--tricks", "8", "--counts", "pips=75"),
         "72 0 0"),
        (("skat", "--contract", "grand", "--bid", "18", "--matadors", "1", "--tricks", "7", "--counts", "70"),
         "48 0 0"),
        (("euchre", "--contract", "hearts", "--tricks", "5"), "2 0 2 0"),
        (("euchre", "--contract", "H", "--tricks", "2"), "0 2 0 2"),
        (("euchre", "--trump", "spades", "--tricks", "3"), "1 0 1 0"),
    ],
)  # fmt: skip
def test_a_score_in_one_line(args: tuple[str, ...], points: str) -> None:
    said = run("score", *args)
    assert said == run("resolve", "score", *args)
    assert " ".join(line.split()[-1] for line in said.out.splitlines()[2:]) == points, said
