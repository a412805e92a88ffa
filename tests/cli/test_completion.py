"""What the shell offers while a command is typed, asked as the shells ask, and once through bash itself."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from slowness import one_in

OFFERS = {
    "referee che": ["check"],
    "referee new ": ["house", "log", "ruleset", "deck"],
    "referee resolve tr": ["trick"],
    "referee rules illuminate": ["illuminate"],
    "referee new house he": ["hearts"],
    "referee rules illuminate --house no": ["no-sixes"],
    "referee rules illuminate --variant sho": ["shorter", "shorter-even"],
    "referee rules illuminate --format ": ["text", "json", "yaml", "markdown", "html"],
    "referee check no-s": ["no-sixes"],
    "referee diff illuminate no-s": ["no-sixes"],
    "referee compare hearts pass": ["pass-two"],
    "referee check spa": ["spades"],
    "referee explain illuminate/fol": ["illuminate/follow-suit"],
    "referee explain no-sixes/scor": ["no-sixes/scoring"],
    "referee new ruleset --family tri": ["trick"],
    "referee schema ru": ["ruleset"],
    "referee resolve trick illuminate --roles pre": ["preacher"],
    "referee resolve score illuminate --roles doctor,teacher,": ["doctor,teacher,neighbor", "doctor,teacher,preacher"],
    "referee resolve play illimat --season S": ["Spring", "Summer"],
    "referee resolve play illimat --luminary ne": ["Newborn"],
    "referee resolve attack illuminati control --attacker tex": ["Texas"],
    "referee resolve attack illuminati control --target maf": ["Mafia"],
    "referee resolve attack illuminati control --target-illuminati uf": ["UFOs"],
    "referee resolve attack illuminati control --special ass": ["Assassination"],
    "referee explain illuminate/grace-s": ["illuminate/grace-said"],
    "referee validate game.yaml --variant sho": ["shorter", "shorter-even"],
    "referee show ./game.yaml --variant sho": ["shorter", "shorter-even"],
}
"""What is typed, and what may replace its last word, the same in every shell."""

APART = {
    "referee resolve trick illuminate Mk1:11 Mk1:1": ["14", "17"],
    "referee rules illuminate --ruling tie=": ["earliest", "led-suit"],
    "referee score game.yaml --ruling tie=": ["earliest", "led-suit"],
    "referee resolve trick illuminate --roles Ann=doctor,Ben=": ["neighbor", "preacher", "teacher"],
    "referee resolve play illimat --luminary Newborn@S": ["Spring", "Summer"],
}
"""Words that bash takes apart: it is told what stands after the sign."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.yaml").write_text("game: illuminate\nplayers: [Ann, Ben]\n", encoding="utf-8")


def asked(shell: str, typed: str) -> list[str]:
    """What referee answers a shell that asks for the end of a line."""
    words = typed.split(" ")
    env = {"_REFEREE_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    if shell == "fish":
        env["COMP_CWORD"] = words[-1]
    done = subprocess.run([sys.executable, "-m", "referee"], env=os.environ | env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


@pytest.mark.parametrize("typed", one_in(3, OFFERS))
def test_bash_is_answered(typed: str) -> None:
    assert asked("bash", typed) == [f"plain,{word}" for word in OFFERS[typed]]


@pytest.mark.parametrize("typed", ["referee rules illuminate --variant sho", "referee explain illuminate/fol"])
def test_zsh_and_fish_are_answered_with_what_each_word_means(typed: str) -> None:
    zsh, fish = asked("zsh", typed), asked("fish", typed)
    assert (
        zsh[1::3]
        == [line.split(",")[1].partition("\t")[0] for line in fish if "," in line][: len(zsh) // 3]
        == OFFERS[typed]
    )
    assert all(zsh[2::3])


def test_cards_in_zsh_are_whole_words() -> None:
    assert asked("zsh", "referee resolve trick illuminate Mk1:11 Mk1:1")[1::3] == ["Mk1:14", "Mk1:17"]


@pytest.mark.parametrize("typed", ["referee validate fri", "referee score fri", "referee rules ./our"])
def test_files_are_the_shells_own(typed: str) -> None:
    assert asked("bash", typed) == [f"file,{typed.split(' ')[-1]}"]


def test_what_cannot_be_read_offers_nothing() -> None:
    Path("odd.yaml").write_text("extends: nowhere\n", encoding="utf-8")
    assert asked("bash", "referee rules odd.yaml --variant ") in ([], [""])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(shell: str) -> None:
    env = os.environ | {"_REFEREE_COMPLETE": f"{shell}_source"}
    done = subprocess.run([sys.executable, "-m", "referee"], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"_REFEREE_COMPLETE={shell}_complete" in done.stdout


@pytest.mark.posix
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("typed", one_in(4, [*OFFERS, *APART]))
def test_bash_itself_completes(typed: str) -> None:
    Path("bin").mkdir()
    program = Path("bin/referee")
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m referee "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    # As readline does: the line cut at the signs of COMP_WORDBREAKS, the place of the cursor, and the function called.
    script = r"""
eval "$(_REFEREE_COMPLETE=bash_source referee)"
COMP_LINE=$1 COMP_POINT=${#1}
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:@'
read -ra COMP_WORDS <<< "$(sed 's/[:=@]/ & /g' <<< "$1")"
[[ $1 == *[' =:@'] ]] && COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { :; }
_referee_completion referee
printf '%s\n' "${COMPREPLY[@]}"
"""
    env = os.environ | {"PATH": f"{Path('bin').absolute()}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script, "bash", typed], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == (OFFERS | APART)[typed]
