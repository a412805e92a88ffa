"""The rules, house rules and players that the command line asks for, and the head of a log that says so."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from referee.cli.exit_codes import Misuse
from referee.core.harmless import all_seen
from referee.core.places import COMMAND_LINE, Place, with_slashes
from referee.core.wording import counted, listed
from referee.corpus.ruleset_cache import RulesetOptions

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset
    from referee.report.library import HouseEntry


FORMULAS = ("bags", "carry", "count", "define", "scoring")
"""Sections whose sentences are formulas; the texts of the rules say more."""
LONGEST = 160
"""How much is said of a house rule where it is only one of a list, at least one sentence."""
NAMES = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")
SEVERAL = 2
"""With this many games or more, a terminal shows how far it is and how long it will take."""


def typed() -> Place:
    """The place of a name that was typed."""
    return Place(COMMAND_LINE, 1, 1)


def ruleset(game: str, chosen: RulesetOptions) -> Ruleset:
    """The rules of a game as chosen. Raises Unjudgeable."""
    from referee.rules import rulesets

    houses, variants, ruling, _ = chosen
    return rulesets.load_ruleset(game, houses=houses, variants=variants, ruling=ruling, at=lambda pointer: typed())


def require_family(rules: Ruleset, family: str, things: str) -> None:
    """Refuses a game of a family that the question is not about; `things` are what it lacks, such as 'tricks'."""
    if rules.family != family:
        raise Misuse(f"{rules.title} has no {things}; it is a {rules.family} game")


def require_players(rules: Ruleset, number: int, what: str) -> None:
    """Refuses a number of players that the game does not have; `what` says what was counted, such as 'cards'."""
    allowed = rules.get("players", default=[])
    if allowed and number not in allowed:
        some = listed([str(count) for count in allowed], "or")
        given = f"{counted(number, what)} {'is' if number == 1 else 'are'} given"
        raise Misuse(f"{rules.title} is for {some} players; {given}")


def game_or_house(name: str) -> tuple[str, bool]:
    """The file of a game or a house rule, by name or path, and whether it is a house rule. Raises Unjudgeable."""
    from referee.core.places import Complaint, RulesetError
    from referee.core.suggest import did_you_mean
    from referee.rules import rulesets, shipped
    from referee.rules.find import load_map, versioned

    wanted, _ = versioned(name)
    for house in (False, True):
        try:
            path = rulesets.find(wanted, None, typed, house=house)
        except RulesetError:
            continue
        data = load_map(path, None).data
        return path, "extends" in data and "name" not in data
    known = [*(path.stem for path in (*shipped.games(), *shipped.houses())), *shipped.own()]
    hint = did_you_mean(name, known) or f"; known here: {', '.join(known)}"
    raise RulesetError([Complaint(typed(), f"no game or house rule is called {name!r}{hint}")])


def houses_of(game: str) -> dict[str, str]:
    """The shipped house rules for a game, each with what it does in a line or two."""
    from referee import source
    from referee.rules import rulesets, shipped
    from referee.rules.find import versioned

    paths = [path for path in shipped.houses() if versioned(source.load(str(path)).data["extends"])[0] == game]
    entries = {path.stem: house_entry(rulesets.load_ruleset(str(path)), str(path)) for path in paths}
    return {name: _briefly(entry) for name, entry in entries.items()}


def _briefly(entry: HouseEntry) -> str:
    said = entry.does[:1]
    for sentence in entry.does[1:]:
        if len(" ".join((*said, sentence))) > LONGEST:
            break
        said = [*said, sentence]
    return " ".join(said) or entry.why


def house_entry(rules: Ruleset, path: str) -> HouseEntry:
    """What a house rule does to its game."""
    from referee import source
    from referee.engines import family
    from referee.report.library import HouseEntry
    from referee.rules import rulesets

    describe = family(rules.family).describe
    before = {line.text for _, lines in describe(rulesets.load_ruleset(rules.name)) for line in lines}
    new = [line for _, lines in describe(rules) for line in lines if line.text not in before]
    plain = [line.text for line in new if line.pointer[0] not in FORMULAS]
    texts = [entry["text"] for entry in rules.layers[-1].data.get("rules", {}).values() if entry and "text" in entry]
    does = plain or texts or [line.text for line in new]
    return HouseEntry(rules.houses[-1], does, source.load(path).data.get("why", ""))


def log_head(game: str, rules: Ruleset, chosen: RulesetOptions, out: str | None = None) -> dict[str, Any]:
    """What a log says about its rules: the game with its version, and what was chosen. Paths are relative to the log."""
    from pathlib import Path

    from referee.rules.rulesets import is_path

    folder = str(Path(out).parent) if out else "."

    def seen_from_log(name: str) -> str:
        if not is_path(name) or Path(name).is_absolute():
            return name
        try:
            path = with_slashes(os.path.relpath(name, folder))
        except ValueError:  # another drive of Windows
            return with_slashes(str(Path(name).absolute()))
        return path if is_path(path) else f"./{path}"

    head: dict[str, Any] = {
        "game": seen_from_log(game) if is_path(game) else f"{game.partition('@')[0]}@{rules.version}"
    }
    if chosen.houses:
        head["house"] = [seen_from_log(house) for house in chosen.houses]
    if chosen.variants:
        head["variants"] = list(chosen.variants)
    if chosen.ruling:
        head["ruling"] = dict(chosen.ruling)
    return head


def players_option(function: Any) -> Any:
    """`--players`, a number or names."""
    return click.option("--players", metavar="N|NAME,…", help="How many players, or their names.")(function)


def players_of(rules: Ruleset, given: str | None, also: Ruleset | None = None) -> tuple[str, ...]:
    """The players by `--players`, a number or names; by default up to four, as the game and the game `also` allow."""
    allowed = rules.get("players", default=[])
    if given is None:
        if also is not None:
            allowed = [count for count in allowed if count in also.get("players", default=[])] or allowed
        few = [count for count in allowed if count <= 4]
        return NAMES[: max(few, default=min(allowed, default=2))]
    if given.strip().isdecimal():
        count = int(given)
        require_players(rules, count, "players")
        return (*NAMES[:count], *(f"player {number}" for number in range(len(NAMES) + 1, count + 1)))
    names = tuple(name.strip() for name in given.split(","))
    if "" in names or len(set(names)) < len(names):
        raise Misuse(f"--players: {given!r} has a missing or repeated name; write different names, as in Ann,Ben,Cyd")
    hidden = next((name for name in names if not all_seen(name)), None)
    if hidden is not None:
        from referee.source.text import quoted

        raise Misuse(f"--players: a name may not contain control or invisible characters: {quoted(hidden)}")
    require_players(rules, len(names), "players")
    return names


@contextlib.contextmanager
def progress(number: int) -> Iterator[Any]:
    """The numbers of the games, with a progress bar on a terminal if there are several."""
    if number < SEVERAL or not sys.stderr.isatty():
        yield range(number)
        return
    with click.progressbar(range(number), label="games", file=sys.stderr) as bar:
        yield bar
