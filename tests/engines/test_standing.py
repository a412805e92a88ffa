"""What each family counts of every player in a game, against counts made by hand from the logs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_runner import RESULTS

from referee import source
from referee.core.table import places, spoken_name
from referee.judging.judge import judge
from referee.judging.log import parse_log

EXAMPLES = Path(__file__).parents[2] / "examples"
Counted = dict[str, Any]


def standing(text: str) -> tuple[Any, Counted]:
    """The standing at the end of a log, and its tallies by name, shares as (counted, of) player by player."""
    table = judge(parse_log(text, "log.yaml")).table
    found = table.game.standing(table.state)
    return found, {
        tally.name: tally.counted if tally.of is None else list(zip(tally.counted, tally.of, strict=True))
        for tally in found.tallies
    }


def example(name: str) -> tuple[Any, Counted]:
    return standing((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"))


def test_tricks_and_bids_of_a_score_pad() -> None:
    found, counted = standing(
        RESULTS
    )  # Ann bid 1 and took none, then bid 1 and took 1; Ben bid 0 and took 1 both times
    assert counted == {"hands": (2, 2), "tricks": (1, 2), "tricks bid": (2, 0), "bids made": [(1, 2), (0, 2)]}
    assert found.places == (1, 2)


def test_partners_meet_their_bids_together() -> None:
    won = "{Ann: 5, Ben: 2, Cyd: 3, Dov: 3}"
    text = (
        "game: spades\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n"
        f"  - result: {{cards: 13, bids: {{Ann: 4, Ben: 3, Cyd: 4, Dov: 3}}, won: {won}}}\n"
    )
    found, counted = standing(text)
    assert counted["bids made"] == [(1, 1), (0, 1), (1, 1), (0, 1)]  # 8 tricks for 8 bid, 5 for 6
    assert counted["tricks"] == (5, 2, 3, 3)
    assert (found.sides, found.places) == (((0, 2), (1, 3)), (1, 2, 1, 2))


def test_contracts_of_an_auction() -> None:
    found, counted = example("euchre/score-pad")
    # Ed makes clubs with Walt in the first hand; Sue goes alone and fails; Ed names spades and fails
    assert counted["contracts that scored"] == [(0, 0), (1, 2), (0, 1), (0, 0)]
    assert counted["tricks"] == (1, 4, 6, 4)
    assert found.places == (2, 1, 2, 1)


def test_tricks_that_are_known_of_a_side_only_are_nobodys() -> None:
    assert "tricks" not in example("bridge/rubber")[1]


def test_melds_and_rounds() -> None:
    rounds = (EXAMPLES / "gin-rummy" / "score-pad.yaml").read_text(encoding="utf-8").split("\n\n")
    found, counted = standing("\n\n".join(rounds[:2]) + "\n")
    # Ann: twos and threes, 7 of 10 cards; then a run of four. Ben: a run, sevens, nines; a run, fives, kings.
    assert counted == {
        "rounds": (2, 2),
        "rounds ended": (0, 2),
        "rounds won": (0, 2),
        "melds": (3, 6),
        "cards in melds": [(11, 20), (18, 20)],
    }
    assert found.places == (2, 1)


def test_harvests_of_a_score_pad() -> None:
    found, counted = example("cassino/score-pad")
    assert counted == {
        "rounds": (3, 3),
        "captures": (None, None),
        "cards": (78, 78),
        "spades": (17, 22),
        "big cassino": (2, 1),
        "little cassino": (3, 0),
        "aces": (7, 5),
        "sweeps": (0, 0),
    }
    assert found.places == (1, 2)


@pytest.mark.parametrize("game", ["illimat", "cassino", "scopa", "luminars"])
@pytest.mark.parametrize("omitted", [False, True])
def test_of_a_pad_with_points_alone_nothing_else_is_counted(game: str, omitted: bool) -> None:
    points = (
        "{Ann: 3}" if omitted else f"{{Ann: 3, Ben: {8 if game == 'cassino' else 1}}}"
    )  # of eleven, whoever has most
    more = 7 if game == "cassino" else 2
    rounds = f"  - result: {{score: {points}}}\n  - result: {{score: {{Ann: 4, Ben: {more}}}}}\n"
    found, counted = standing(f"game: {game}\nplayers: [Ann, Ben]\nsetup: {{dealer: Ben}}\nevents:\n{rounds}")
    assert found.totals == ((7, None) if omitted else (7, 15) if game == "cassino" else (7, 3))
    assert found.places == (() if omitted else (2, 1) if game == "cassino" else (1, 2))
    assert counted["rounds"] == (2, 2)
    if game != "luminars":
        assert {name for name in counted if counted[name] != (None, None)} == {"rounds"}


def test_who_had_most_is_not_how_many() -> None:
    most = "{most: {cards: Ann, spades: Ben}, piles: {Ann: {aces: 3, big-cassino: 1}, Ben: {aces: 1, little: 1}}}"
    _, counted = standing(f"game: cassino\nplayers: [Ann, Ben]\nsetup: {{dealer: Ben}}\nevents:\n  - result: {most}\n")
    assert "cards" not in counted
    assert counted["aces"] == (3, 1)
    assert counted["little cassino"] == (0, 1)


def test_captures_of_plays() -> None:
    text = (EXAMPLES / "cassino" / "friday.yaml").read_text(encoding="utf-8")
    _, counted = standing(text)
    plays = [line.partition("play:")[2].strip(" '") for line in text.splitlines() if "play:" in line]
    assert sum(counted["captures"]) == sum(play.startswith("harvest") for play in plays)


def test_attacks_won_and_lost() -> None:
    _, counted = example("illuminati/friday")
    assert counted["attacks won"] == [(5, 5), (1, 3), (1, 2)]
    assert counted["attacks beaten off"] == [(1, 1), (0, 0), (0, 0)]
    assert counted["groups destroyed"] == (0, 0, 1)


CLAIMED = {
    path: data
    for path in sorted(EXAMPLES.glob("*/score-pad.yaml"))
    if "winners" in (data := source.load(str(path)).data).get("expect", {})
}


@pytest.mark.parametrize("path", CLAIMED, ids=lambda path: path.parent.name)
def test_those_who_are_claimed_to_have_won_have_the_first_place(path: Path) -> None:
    players, claimed = CLAIMED[path]["players"], CLAIMED[path]["expect"]
    found, _ = standing(path.read_text(encoding="utf-8"))
    assert found.over
    assert [players[seat] for seat in found.winners] == claimed["winners"]
    assert {seat for seat, place in enumerate(found.places) if place == 1} == {*found.winners}
    assert {player: found.totals[players.index(player)] for player in claimed.get("totals", {})} == claimed.get(
        "totals", {}
    )
    assert sorted(seat for side in found.sides for seat in side) == [*range(len(players))]


def test_nobody_has_won_before_the_end() -> None:
    found, _ = standing(RESULTS)
    assert (found.over, found.winners) == (False, ())


def test_what_is_counted_has_the_words_of_the_ruleset() -> None:
    assert spoken_name("big_cassino-in-hand") == "big cassino in hand"


@pytest.mark.parametrize(
    ("sides", "totals", "first", "lowest", "expected"),
    [
        (((0,), (1,), (2,), (3,)), (3, 9, 3, 1), [1], False, (2, 1, 2, 4)),
        (((0,), (1,), (2,)), (3, 9, 1), [2], True, (2, 3, 1)),
        (((0, 2), (1, 3)), (10, 20, 10, 20), [1, 3], False, (2, 1, 2, 1)),
        (((0,), (1,), (2,)), (5, 5, 5), [0], False, (1, 2, 2)),
        (((0,), (1,)), (5, None), [], False, ()),
    ],
)
def test_places(sides: Any, totals: Any, first: list[int], lowest: bool, expected: tuple[int, ...]) -> None:
    assert places(sides, totals, first, lowest_wins=lowest) == expected


@pytest.mark.parametrize(
    ("head", "omitted"),
    [
        ("game: luminars\nsetup: {dealer: Ben}", "Not all points are recorded"),
        ("game: illimat\nsetup: {dealer: Ben}", "A score pad omits points"),
    ],
)
def test_points_that_a_pad_omits_are_no_zeros_in_the_table(head: str, omitted: str) -> None:
    text = f"{head}\nplayers: [Ann, Ben, Cyd]\nevents:\n  - result: {{score: {{Ann: 9}}}}\n"
    table = judge(parse_log(text, "log.yaml")).table
    assert table is not None
    data, (block,) = table.game.score(table.state)
    assert data["hands"][0]["points"] == {"Ann": 9}
    assert data["totals"] == {"Ann": 9, "Ben": None, "Cyd": None}
    assert [row[-2:] for row in block.rows] == [("?", "?")] * 2
    assert block.lines[-1] == f"{omitted}, so the totals are not known."
