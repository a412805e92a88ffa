"""a-game-from-nothing.md: every change is made and every command run; in the end it is the Oh Hell that is shipped.

A `diff` block changes the game's file. A `yaml` block that begins with the name of a file is that file; any other is the
game's file without its comments.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from command_runner import played_back

import referee
from referee.core.game import Game
from referee.core.ruleset import Ruleset
from referee.play.simulate import draw_of, happen, positions
from referee.rules import rulesets

PAGE = Path(__file__).resolve().parent.parent / "docs" / "tutorials" / "a-game-from-nothing.md"
GAME = Path("our-oh-hell.yaml")
BLOCK = re.compile(r"```(console|diff|yaml)\n(.*?)```", re.DOTALL)
FILE = re.compile(r"# (\S+\.yaml)\n")
LINE = re.compile(r"(?<=our-oh-hell\.yaml):\d+")
"""Where something stands in the game's file: that moves with each word that the family offers, and its column does not."""
PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Flo", "Gus")
pytestmark = pytest.mark.usefixtures("folder")


def changed(lines: list[str], block: str) -> list[str]:
    """A file after a change: what is shown stands in this order, and what lies between stays.

    New lines come after the shown line above them, or else before the one below them; alone, at the end.
    """
    done: list[str] = []
    ahead: list[str] = []
    left = list(lines)
    for row in block.splitlines():
        mark, line = row[:1], row[1:]
        if mark == "+":
            (done if done else ahead).append(line)
            continue
        at = left.index(line)
        done += [*left[:at], *ahead, *([line] if mark == " " else [])]
        left, ahead = left[at + 1 :], []
    return [*done, *left, *ahead]


def uncommented(lines: list[str]) -> str:
    """The lines of a file that are neither comments nor empty."""
    return "".join(f"{line}\n" for line in lines if line and not line.lstrip().startswith("#"))


def followed(kind: str, block: str) -> str:
    """What a block of the page must say, once it is done here."""
    if kind == "console":
        return played_back(block)
    lines = GAME.read_text(encoding="utf-8").splitlines() if GAME.exists() else []
    if kind == "diff":
        GAME.write_text("\n".join(changed(lines, block)) + "\n", encoding="utf-8")
    elif named := FILE.match(block):
        Path(named[1]).write_text(block, encoding="utf-8")
    else:
        return uncommented(lines)
    return block


def done() -> str:
    """The page as it is when everything on it is done, which leaves the game behind."""
    text = PAGE.read_text(encoding="utf-8")
    return BLOCK.sub(lambda match: f"```{match[1]}\n{followed(match[1], match[2])}```", text)


def test_every_step_is_what_the_commands_print(update_golden: bool) -> None:
    wanted = done()
    if update_golden:
        PAGE.write_text(wanted, encoding="utf-8")
    else:
        assert LINE.sub("", PAGE.read_text(encoding="utf-8")) == LINE.sub("", wanted)


def offered(game: Game, state: Any) -> tuple[Any, ...]:
    """Who is to do what, and what is legal; of the rest, which rule forbids it."""
    who, doing, options, doubt = game.options(state)
    return who, doing, doubt, [(option.notation, option.fault and option.fault.rule) for option in options]


def twins(leads: Ruleset, follows: Ruleset, players: tuple[str, ...], number: int) -> int:
    """Plays a random game of one under both; how many choices they agreed on."""
    other = rulesets.table(follows, len(players))
    mirrored: Any = None
    agreed = 0
    for game, state, item in positions(leads, players, draw_of(15, number)):
        if mirrored is None:
            mirrored = other.start(players, {"dealer": players[state.dealer]}, None)
        assert offered(game, state) == offered(other, mirrored)
        happen(other, mirrored, item)
        agreed += 1
    assert game.score(state) == other.score(mirrored)
    assert mirrored.phase == "over"
    return agreed


def test_it_is_the_game_that_is_shipped() -> None:
    done()
    for number in range(10):
        players = PLAYERS[: 3 + number % 5]
        variants = ["no-hook"] if number % 2 else []
        one, other = (referee.load_ruleset(rules, variants=variants) for rules in ("oh-hell", f"./{GAME}"))
        assert twins(*((one, other) if number % 3 else (other, one)), players, number) > 100
