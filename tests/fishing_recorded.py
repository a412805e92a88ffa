"""Random legal fishing games as logs; `python tests/fishing_recorded.py` rewrites those of tests/logs and examples."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from referee.engines.fishing.rules.moves import season
from referee.play.simulate import draw_of, simulated
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay")
Data = dict[str, Any]
TITLES = {
    "deals": "everything recorded",
    "plays": "what was seen at the table; hands and cards drawn are unseen until they are played",
    "results": "only what everybody harvested",
}


def recorded(
    name: str,
    *,
    players: int = 4,
    variants: tuple[str, ...] = (),
    detail: str = "deals",
    seed: int = 1,
    rounds: int = 0,
) -> Data:
    """A random legal game as a log, with what followed from it claimed; cut off after this many rounds."""
    rules = rulesets.load_ruleset(name, variants=variants)
    seats = PLAYERS[:players]
    played = simulated(rules, seats, detail, draw_of(seed, 0))
    items = list(played.items)
    ended = [place for place, item in enumerate(items, 1) if "score" in item.get("expect", {})]
    log: Data = {"game": f"{name}@1", "players": list(seats), "setup": played.setup}
    if variants:
        log["variants"] = list(variants)
    if rounds and len(ended) > rounds:
        return {**log, "events": items[: ended[rounds - 1]]}
    winners = {"winners": played.score["winners"]} if played.score["over"] else {}
    return {**log, "events": items, "expect": {"totals": played.score["totals"], **winners}}


def as_yaml(log: Data, title: str, comments: Sequence[str] = ()) -> str:
    """A log as a player would write it, one event per line and a blank line before each round; comments after the events."""
    lines = ["# yaml-language-server: $schema=../../schemas/log.schema.json", f"# {title}."]
    for key, value in log.items():
        if key != "events":
            lines.append(f"{key}: {_flow(value)}")
            continue
        lines.append("events:")
        rounds = 0
        for place, event in enumerate(value):
            if event.get("deal", {}).get("fields") or "result" in event:
                rounds += 1
                lines += [*([""] if place else []), f"  # Round {rounds}"]
            lines += _event(event)
            if comments and comments[place]:
                lines[-1] += f"  # {comments[place]}"
    return "\n".join(lines) + "\n"


def told(log: Data) -> list[str]:
    """What each event brings besides itself, in words; empty where nothing does."""
    rules = rulesets.load_ruleset(log["game"], variants=log.get("variants", ()))
    game: Any = rulesets.table(rules, len(log["players"]))
    state = game.start(log["players"], log["setup"], None)
    words = []
    for item in log["events"]:
        before = state.copy()
        assert game.take(state, game.read(state, item)) == 1, item
        words.append(
            "; ".join(_changes(game.rules, before, state)) if len(state.history) == len(before.history) else ""
        )
    return words


def _changes(compiled: Any, before: Any, after: Any) -> Iterator[str]:
    for seat, who in enumerate(after.players):
        if after.okus[seat] > before.okus[seat]:
            yield f"{who} has cleared a field and takes an okus"
        for name in after.claimed[seat][len(before.claimed[seat]) :]:
            yield f"{who} claims {name}"
        if after.sweeps[seat] > before.sweeps[seat]:
            yield f"a sweep for {who}"
    if after.turned != before.turned:
        field = before.own[1] if after.own is None and before.own else after.own[1] if after.own else 0
        yield f"the box turns: this field is {season(compiled, after, field)} now"


def _event(event: Data) -> list[str]:
    """One event: on one line, or one line per field and player if there are many."""
    verb = next(key for key in event if key not in ("by", "expect"))
    if verb not in ("deal", "result") or not event[verb]:
        return [f"  - {_flow(event)}"]
    lines = [f"  - {verb}:"]
    for key, entry in event[verb].items():
        if isinstance(entry, dict):
            lines += [f"      {key}:", *(f"        {name}: {_flow(cards)}" for name, cards in entry.items())]
        else:
            lines.append(f"      {key}: {_flow(entry)}")
    return lines + [f"    {key}: {_flow(entry)}" for key, entry in event.items() if key != verb]


def _flow(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")


NOTATION = {
    "illimat": "Cards are rank and suit, 5wi the five of Winter;\n# S10(…) is a single stockpile of ten, M10(…|…) a multiple "
    "one, and @Spring the field that has this season now",
    "cassino": "Cards are rank and suit, 5H the five of hearts;\n# S9(…) is a build of nine, M9(…|…) one of several sets; to "
    "sow is to trail, to harvest is to capture, to stockpile is to build",
    "scopa": "Cards are rank and suit, 5D the five of coins (Denari),\n# C cups, S swords, B batons; J, N and K are Jack, "
    "Knight and King; to sow is to lay a card on the table",
}
NOTATION["scopone"] = NOTATION["scopa"]
SETS = ("the-crane-wife", "false-baron", "promo")
LOGS: dict[str, Data] = {
    **{f"illimat-{detail}.yaml": {"name": "illimat", "players": 3, "detail": detail, "rounds": 1} for detail in TITLES},
    **{f"cassino-{detail}.yaml": {"name": "cassino", "players": 2, "detail": detail, "rounds": 1} for detail in TITLES},
    "illimat-game.json": {"name": "illimat"},
    "illimat-second-edition.yaml": {
        "name": "illimat",
        "players": 2,
        "variants": ("second-edition", *SETS),
        "rounds": 1,
    },
    "illimat-rulebook.yaml": {"name": "illimat", "players": 2, "variants": ("first-edition-rulebook",), "rounds": 1},
    "illimat-rogers-rules.yaml": {"name": "illimat", "players": 3, "variants": ("rogers-rules",), "rounds": 1},
    "illimat-beginners.yaml": {"name": "illimat", "players": 4, "variants": ("beginners", "freebooter"), "rounds": 1},
    "illimat-all-sets.json": {"name": "illimat", "variants": (*SETS, "full-harvest", "harsh-penalties")},
    "cassino-game.json": {"name": "cassino", "players": 4, "variants": ("free-trailing",)},
    "cassino-one-round.yaml": {
        "name": "cassino",
        "players": 3,
        "variants": ("one-round", "no-sweeps"),
        "detail": "plays",
    },
    **{f"scopa-{detail}.yaml": {"name": "scopa", "players": 2, "detail": detail, "rounds": 1} for detail in TITLES},
    "scopa-game.json": {"name": "scopa", "players": 3, "variants": ("to-21", "re-bello")},
    "scopa-partners.yaml": {"name": "scopa", "players": 4, "variants": ("partners",), "detail": "plays", "rounds": 1},
    **{f"scopone-{detail}.yaml": {"name": "scopone", "detail": detail, "rounds": 1} for detail in TITLES},
    "scopone-game.json": {"name": "scopone", "variants": ("scientific", "to-11")},
    "scopa-six.yaml": {"name": "scopa", "players": 6, "detail": "plays", "rounds": 2},
    "illimat-team-play.yaml": {"name": "illimat", "variants": ("team-play",), "rounds": 1},
    "illimat-solitaire.yaml": {"name": "illimat", "players": 1, "variants": ("solitaire",)},
}
"""The logs of tests/logs/legal that are random fishing games."""
GAMES = (("illimat", "Illimat", 3), ("cassino", "Cassino", 2), ("scopa", "Scopa", 2), ("scopone", "Scopone", 4))
EXAMPLES = {"plays": "plays-only", "results": "score-pad"}


def write_records(tests: Path) -> None:
    """Writes every random game of tests/logs/legal, and the examples that are not written by hand."""
    for seed, (file, how) in enumerate(LOGS.items(), 1):
        log = recorded(**how, seed=seed)
        text = json.dumps(log, indent=1) + "\n"
        if file.endswith(".yaml"):
            text = as_yaml(log, f"Random legal play: {TITLES[how.get('detail', 'deals')]}")
        (tests / "logs" / "legal" / file).write_text(text, encoding="utf-8")
    for game, title, players in GAMES:
        folder = tests.parent / "examples" / game
        folder.mkdir(exist_ok=True)
        for detail, name in EXAMPLES.items():
            log = recorded(game, players=players, detail=detail, seed=20)
            words = {2: "two", 3: "three", 4: "four"}[players]
            text = as_yaml(log, f"{title} with {words} players: {TITLES[detail]}")
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        log = recorded(game, players=players, seed=21)
        text = as_yaml(
            log, f"{title} with {words} players, a whole game with everything recorded. {NOTATION[game]}", told(log)
        )
        (folder / "friday.yaml").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_records(Path(__file__).parent)
