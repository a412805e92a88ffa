"""`referee compare`: the same deals with a house rule and without, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest
from command_runner import run, write

from referee.engines.trick.record import TrickRecord
from referee.play import simulate
from referee.play.simulate import SimulatedGame, play_game
from referee.report.paper import PAPER
from referee.report.scores import ComparedSide, Comparison, comparison_csv, comparison_text
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
FREE = "extends: illuminate\nwhy: chaos\nplay: {follow_suit: false}\nbidding: {least: 1}\n"
pytestmark = pytest.mark.usefixtures("folder")


def items(monkeypatch: pytest.MonkeyPatch, game: str, *houses: str, number: int = 0, seed: int = 7) -> list[Any]:
    """Everything that happens in one game of a comparison."""
    seen: list[Any] = []
    happen = simulate.happen

    def noted(game: Any, state: Any, item: Any) -> None:
        seen.append(dict(item))
        happen(game, state, item)

    with monkeypatch.context() as patch:
        patch.setattr(simulate, "happen", noted)
        play_game(rulesets.load_ruleset(game, houses=houses), PLAYERS, seed, number)
    return seen


def deals(happened: list[Any]) -> list[Any]:
    return [item["deal"] for item in happened if "deal" in item]


def by_hand(happened: list[Any]) -> list[list[Any]]:
    hands: list[list[Any]] = []
    for item in happened:
        if "deal" in item:
            hands.append([])
        hands[-1].append(item)
    return hands


def test_a_house_rule_that_changes_what_is_played_does_not_change_what_is_dealt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write("free.yaml", FREE)
    with_it, without = (items(monkeypatch, "illuminate", *houses) for houses in (("free.yaml",), ()))
    assert deals(with_it) == deals(without)
    assert len(deals(without)) == 12
    assert with_it != without


def test_hands_on_which_it_has_no_bearing_go_as_they_would_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    with_it, without = (by_hand(items(monkeypatch, "illuminate", *houses)) for houses in (("no-sixes",), ()))
    different = [number for number, pair in enumerate(zip(with_it, without, strict=True), 1) if pair[0] != pair[1]]
    assert different == [6]


def test_games_differ_from_one_another_and_from_seed_to_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    first = deals(items(monkeypatch, "grace"))
    assert deals(items(monkeypatch, "grace", number=1)) != first
    assert deals(items(monkeypatch, "grace", seed=8)) != first
    assert deals(items(monkeypatch, "grace")) == first


def test_a_family_need_not_say_what_is_chance_or_what_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rulesets.load_ruleset("illuminate", variants=["shorter"])
    told = play_game(rules, PLAYERS, 7, 0)
    monkeypatch.delattr(TrickRecord, "chance")
    monkeypatch.delattr(TrickRecord, "shares")
    assert play_game(rules, PLAYERS, 7, 0) == told._replace(shares={})


def game(*totals: int, led: str = "", over: bool = True, made: int = 2) -> SimulatedGame:
    """A game between Ann and Ben."""
    by_player = dict(zip(("Ann", "Ben"), totals, strict=True))
    winners = tuple(player for player, total in by_player.items() if over and total == max(totals))
    return SimulatedGame(by_player, winners, over, 3 + made, {"bids made": (made, 4)}, tuple(led.split()))


def test_the_statistics_side_by_side() -> None:
    old = ComparedSide("ours", "Ours", [game(10, 20, led="Ann", made=1), game(30, 0, led="Ann", made=3)], "hands")
    new = ComparedSide(
        "with x", "Ours, house rule x", [game(10, 10, led="Ben", made=3), game(0, 5, led="Ann", made=3)], "hands"
    )
    compared = Comparison(old, new, 7, ("Ann", "Ben"))
    assert comparison_text(compared, PAPER).splitlines() == [
        "- Ours",
        "+ Ours, house rule x",
        "",
        "2 games of 2 players, seed 7, the same deals under both:",
        "                            ours    with x    difference",
        "--------------------------  ------  --------  ------------",
        "score, mean                 15.0    6.2       -8.8",
        "score, median               15.0    7.5       -7.5",
        "score, standard deviation   11.2    4.1       -7.0",
        "score, lowest               0       0         +0",
        "score, highest              30      10        -20",
        "hands in a game, mean       5.0     6.0       +1.0",
        "hands in a game, fewest     4",
        "hands in a game, most       6",
        "bids made                   50.0%   75.0%     +25.0",
        "leader at half time caught  50.0%   50.0%     +0.0",
        "shared wins                 0.0%    50.0%     +50.0",
        "The winner changes in 2 games (100.0%).",
    ]
    assert comparison_csv(compared, PAPER).splitlines()[:2] == ["statistic,ours,with x", '"score, mean",15.0,6.25']
    assert comparison_csv(compared, PAPER).splitlines()[-3:] == [
        "bids made,0.5,0.75",
        "leader at half time caught,0.5,0.5",
        "shared wins,0.0,0.5",
    ]


def test_games_that_are_stopped_are_counted() -> None:
    side = ComparedSide("ours", "Ours", [game(10, 20, over=False), game(30, 0, led="Ann")], "hands")
    lines = comparison_text(Comparison(side, side, 7, ("Ann", "Ben")), PAPER).splitlines()
    assert lines[-2].split("  ")[0] == "stopped before the end"
    assert lines[-1] == "The winner changes in 0 games (0.0%)."


def test_the_leader_is_caught_when_nobody_who_led_wins() -> None:
    assert [game(1, 2, led=led).caught for led in ("Ann", "Ben", "Ann Ben")] == [True, False, False]
    hands = [{"totals": {"Ann": 3, "Ben": 1}}, {"totals": {"Ann": 4, "Ben": 9}}, {"totals": {"Ann": 5, "Ben": 9}}]
    score = {"hands": hands, "totals": hands[-1]["totals"], "winners": ["Ben"]}
    assert simulate._leaders_at_half(score) == ("Ann",)
    assert simulate._leaders_at_half({**score, "winners": ["Ann"]}) == ("Ben",)
    assert simulate._leaders_at_half({**score, "hands": hands[:1]}) == ()


def test_what_a_house_rule_about_scores_does() -> None:
    data = run("compare", "illuminate", "misses-cost", "-n", "12", "--seed", "7", "--format", "json").data
    rows = {row["name"]: (row["old"], row["new"]) for row in data["statistics"]}
    assert (data["games"], data["seed"], data["players"]) == (12, 7, ["Ann", "Ben", "Cyd", "Dov"])
    assert data["new"]["rules"] == "with misses-cost"
    assert rows["bids made"][0] == rows["bids made"][1]
    assert rows["score, mean"][1] < rows["score, mean"][0]
    assert rows["score, lowest"][0] >= 0 > rows["score, lowest"][1]


def test_partners_make_their_bids_together_and_games_without_bids_have_none() -> None:
    names = [row["name"] for row in _data("spades", "--variant", "small-nil")["statistics"]]
    assert {"bids made", "bids of nothing"} <= set(names)
    assert "bids made" not in [row["name"] for row in _data("mercy", "--ruling", "tie=led-suit")["statistics"]]


def _data(*args: str) -> Any:
    return run("compare", *args, "-n", "2", "--format", "json").data


def test_as_many_play_as_both_are_for() -> None:
    write("two.yaml", "extends: illuminate\nwhy: for two\nplayers: [2]\n")
    assert _data("illuminate", "two.yaml")["players"] == ["Ann", "Ben"]


def test_the_same_command_has_the_same_answer() -> None:
    command = ("compare", "illuminate", "no-sixes", "-n", "5", "--seed", "3", "--players", "2")
    assert run(*command) == run(*command)
    assert run(*command).out.splitlines()[3] == "5 games of 2 players, seed 3, the same deals under both:"


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (("illuminate",), 2,
         "referee compare: name a house rule to compare with, or add --house, --variant or --ruling"),
        (("hearts", "no-sixes"), 3, "this house rule changes illuminate, not hearts"),
        (("no-sixes",), 3, "no game is called 'no-sixes'; it is a house rule of illuminate"),
        (("illuminate", "--house", "hearts"), 3, "no house rule is called 'hearts'; it is a game"),
        (("heartz",), 3, "no game is called 'heartz'; did you mean 'hearts'?"),
        (("illuminate", "no-sixs"), 3, "no house rule is called 'no-sixs'; did you mean 'no-sixes'?"),
        (("illuminate", "no-sixes", "-n", "0"), 2, "referee compare: --games: 0 is not in the range x>=1"),
        (("illuminate", "no-sixes", "--players", "7"), 2,
         "referee compare: Illuminate is for 2, 3 or 4 players; 7 players are given"),
    ],
    ids=str,
)  # fmt: skip
def test_asked_for_wrongly(args: tuple[str, ...], code: int, message: str) -> None:
    said = run("compare", *args)
    assert said.code == code
    assert said.err.startswith(message)
    assert said.err.count("\n") == 1
