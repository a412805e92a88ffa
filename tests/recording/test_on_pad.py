"""What `record` offers for a score pad: lines that could be typed, in the words that the game's result has."""

from __future__ import annotations

from typing import Any

import pytest
from slowness import slow_where

from referee.core.family import RESULTS
from referee.core.game import Game
from referee.engines import recording
from referee.judging.judge import judge
from referee.judging.log import parse_log
from referee.judging.rules import ruleset_of
from referee.play.simulate import details, draw_of, happen, simulate_game
from referee.recording.recorder import Recorder
from referee.rules import rulesets

ROLES = {"Ann": "doctor", "Ben": "neighbor", "Cyd": "preacher", "Dov": "teacher"}
KEYS = {
    "bridge": "contract declarer doubled won",
    "briscola": "won counts",
    "euchre": "contract declarer won",
    "grace": "bids won",
    "hearts": "won counts",
    "illuminate": "bids won",
    "knockout-whist": "won",
    "mercy": "won counts",
    "oh-hell": "bids won",
    "pinochle": "contract declarer won trump last_trick declared counts",
    "pitch": "contract declarer won trump counts",
    "skat": "contract declarer bid won matadors counts",
    "spades": "bids won",
    "whist": "won",
    "gin-rummy": "declared counts",
    "luminars": "declared counts",
    "cassino": "piles",
    "escoba": "piles",
    "illimat": "piles",
    "scopa": "piles",
    "scopone": "piles",
    "illuminati": "structures",
}
"""What a player who keeps the pad of a game writes down in it, besides the points."""
FEWER = {"gin-rummy": 2, "luminars": 2, "cassino": 2, "scopa": 2, "briscola": 2, "skat": 3}


def pad_of(game: str) -> Recorder:
    """The pad of a game that is about to begin."""
    names = [*ROLES][: FEWER.get(game, 4)]
    head = f"game: {game}@1\nplayers: [{', '.join(names)}]\n"
    if game == "illuminati":
        head += "position: {}\n"
    elif game != "luminars":
        roles = ", ".join(f"{who}: {role}" for who, role in ROLES.items())
        told = f"roles: {{{roles}}}, " if game in ("grace", "mercy", "illuminate") else ""
        head += f"setup: {{{told}dealer: {names[-1]}}}\n"
    found = Recorder(f"{head}events:\n", "pad.yaml", ruleset_of, "results")
    if game == "luminars":
        found.enter("draw Y3 G1")
    return found


@pytest.mark.parametrize("game", slow_where(lambda game: game in ("briscola", "pitch", "bridge"), KEYS))
def test_what_is_offered_for_a_pad_can_be_typed(game: str) -> None:
    found = pad_of(game)
    _, *lines = found.status()
    assert [key for key, _ in found.choices()][: len(KEYS[game].split())] == KEYS[game].split()
    assert [line.split()[0] for line in lines] == [KEYS[game].split()[0], *(["score"] if game != "illuminati" else [])]
    for line in reversed(lines):
        assert found.enter(line)[0].startswith("Recorded: result ")
        if line != lines[0]:
            found.enter("undo")
    assert judge(parse_log(found.text, "pad.yaml")).status == "legal"


def test_the_first_result_has_examples_and_later_ones_their_words() -> None:
    found = pad_of("skat")
    told = (
        "Cyd must deal hand 1. Write the result as it is on the pad, with the numbers of Ann, Ben and Cyd in that order,"
        " for example:"
    )
    assert found.status()[0] == told
    assert found.enter("help")[:3] == found.status()
    found.enter("score 0 48 0")
    assert found.status() == [
        "Ann must deal hand 2. Write the result: contract … declarer … bid … won … matadors … counts … or score …."
    ]
    assert found.enter("help")[0].startswith("Ann must deal hand 2. Write the result as it is on the pad, ")


def test_what_everybody_draws_before_the_first_deal_has_an_example() -> None:
    found = Recorder("game: luminars@1\nplayers: [Ann, Ben]\nevents:\n", "pad.yaml", ruleset_of, "results")
    told, _, line = found.status()[0].partition(" Write, for example: ")
    assert told == "Ann and Ben must draw a card for the deal."
    assert found.enter(line.strip())[0].startswith("Recorded: draw Ann ")


def test_a_pad_of_a_whole_game_has_one_result() -> None:
    found = pad_of("illuminati")
    assert found.status()[0] == "Write the result as it is on the pad, for example:"
    assert found.enter("structures Ann groups 9, Ben groups 3, Cyd groups 4, Dov groups 2")[-1] == "The game is over."
    assert found.status() == ["The game is over; `quit` puts it down."]


def test_a_hand_that_cannot_be_scored_after_one_that_was() -> None:
    found = pad_of("skat")
    found.enter("score 0 48 0")
    unscored = "contract hearts declarer Ben won 3 4 3 matadors 1 counts Ann pips 30, Ben pips 61, Cyd pips 29"
    assert found.enter(unscored)[1:] == ["Score: Ann ?, Ben ?, Cyd ?."]


ROUNDS = [
    *(("cassino", variant) for variant in ("", "no-sweeps")),
    *(("illimat", variant) for variant in ("", "beginners", "team-play", "first-edition-rulebook")),
    *((name, "") for name in ("scopa", "gin-rummy", "rummy", "hearts", "spades", "mercy")),
]


@pytest.mark.parametrize(("name", "variant"), ROUNDS)
def test_what_is_on_the_pad_after_each_hand_scores_what_was_played(name: str, variant: str) -> None:
    rules = rulesets.load_ruleset(name, variants=[variant] if variant else [])
    names = ("Ann", "Ben", "Cyd", "Dov")[: FEWER.get(name, 4)]
    for number in range(2):
        played = simulate_game(rules, names, details(rules)[0], draw_of(number, 3))
        game = rulesets.table(rules, len(names))
        state = game.start(names, played.setup, None)
        before, ended = state.copy(), 0
        for item in played.items:
            happen(game, state, item)
            if len(state.history) > ended:
                ended = len(state.history)
                require_scored_alike(game, before, state)
                before = state.copy()
            if ended == 3:
                break


def require_scored_alike(game: Game, before: Any, after: Any) -> None:
    """A pad of the hand played in between gives the points that were played for, and its points alone are possible."""
    whole, points = recording(game.ruleset.family)(game, RESULTS).on_pad(before, after)
    scored = after.history[-1].points
    assert dict(zip(after.players, scored, strict=True)) == points["score"]
    for told in (whole, points):
        state = before.copy()
        for event in game.read(state, {"result": told}):
            assert game.check(state, event) == (), told
            game.apply(state, event)
        assert [*state.history[-1].points] == [*scored], told
    assert 0 not in whole.values()
    assert {} not in whole.values()


@pytest.mark.parametrize("game", ["mercy", "grace"])
def test_a_pad_whose_roles_nobody_wrote_has_examples(game: str) -> None:
    players = "players: [Ann, Ben, Cyd]\nsetup: {dealer: Ann}\n"
    found = Recorder(f"game: {game}@1\n{players}events:\n", "pad.yaml", ruleset_of, "results")
    _, *lines = found.status()
    assert len(lines) == 2
    for line in reversed(lines):
        assert found.enter(line)[0].startswith("Recorded: result ")
        if line != lines[0]:
            found.enter("undo")
