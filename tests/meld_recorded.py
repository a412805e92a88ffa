"""Random legal games of melds, written down as logs.

`python tests/meld_recorded.py` rewrites those of tests/logs and examples.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from referee.play.simulate import draw_of, simulated
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
Data = dict[str, Any]
TITLES = {
    "deals": "everything recorded",
    "plays": "what was seen at the table; hands and cards of the stock are unseen until they are shown",
    "results": "only the hands in which the rounds ended",
}


def recorded(
    name: str, *, players: int = 4, variants: tuple[str, ...] = (), detail: str = "deals", seed: int = 1
) -> Data:
    """A random legal game as a log, with what followed from it claimed."""
    rules = rulesets.load_ruleset(name, variants=variants)
    seats = PLAYERS[:players]
    played = simulated(rules, seats, detail, draw_of(seed, 0))
    log: Data = {"game": f"{name}@1", "players": list(seats), "setup": played.setup, "events": played.items}
    if variants:
        log["variants"] = list(variants)
    winners = {"winners": played.score["winners"]} if played.score["over"] else {}
    return {**log, "expect": {"totals": played.score["totals"], **winners}}


def as_yaml(log: Data, title: str) -> str:
    """A log as a player would write it, an event a line and a blank line before each round."""
    lines = ["# yaml-language-server: $schema=../../schemas/log.schema.json", f"# {title}."]
    for key, value in log.items():
        if key != "events":
            lines.append(f"{key}: {_flow(value)}")
            continue
        lines.append("events:")
        ended = False
        for event in value:
            if ended and event.keys() & {"deal", "result", "action", "face_up", "roles"}:
                lines.append("")
                ended = False
            lines += _event(event)
            ended = ended or "score" in event.get("expect", {})
    return "\n".join(lines) + "\n"


def _event(event: Data) -> list[str]:
    """One event: on one line, or one line per player if there are hands."""
    verb = next(key for key in event if key not in ("by", "expect"))
    value = event[verb]
    rest = {key: entry for key, entry in event.items() if key != verb}
    if verb in ("deal", "show"):
        lines = [f"  - {verb}:", *(f"      {player}: {_flow(cards)}" for player, cards in value.items())]
    elif verb == "result":
        lines = ["  - result:"]
        for key, entry in value.items():
            if key != "hands":
                lines.append(f"      {key}: {_flow(entry)}")
                continue
            lines += ["      hands:", *(f"        {player}: {_flow(cards)}" for player, cards in entry.items())]
    else:
        return [f"  - {_flow(event)}"]
    return lines + [f"    {key}: {_flow(entry)}" for key, entry in rest.items()]


def _flow(value: Any) -> str:
    text: str = yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False, allow_unicode=True)
    return text.removesuffix("\n").removesuffix("\n...")


LOGS: dict[str, Data] = {
    **{f"luminars-{detail}.yaml": {"name": "luminars", "detail": detail} for detail in TITLES},
    **{f"gin-rummy-{detail}.yaml": {"name": "gin-rummy", "players": 2, "detail": detail} for detail in TITLES},
    "luminars-two-players.json": {"name": "luminars", "players": 2},
    "luminars-three-players.yaml": {
        "name": "luminars",
        "players": 3,
        "detail": "plays",
        "variants": ("more-low-cards",),
    },
    "gin-rummy-variants.json": {"name": "gin-rummy", "players": 2, "variants": ("big-gin", "around-the-corner")},
    "gin-rummy-bonuses.yaml": {
        "name": "gin-rummy",
        "players": 2,
        "detail": "results",
        "variants": ("twenty-ten", "game-bonuses"),
    },
}
"""The logs of tests/logs/legal that are random games of melds."""
EXAMPLES = {"deals": "friday", "plays": "plays-only", "results": "score-pad"}


def write_records(tests: Path) -> None:
    """Writes every random game of tests/logs/legal, and the examples."""
    for seed, (file, how) in enumerate(LOGS.items(), 1):
        log = recorded(**how, seed=seed)
        text = json.dumps(log, indent=1) + "\n"
        if file.endswith(".yaml"):
            text = as_yaml(log, f"A random legal game: {TITLES[how['detail']]}")
        (tests / "logs" / "legal" / file).write_text(text, encoding="utf-8")
    for game, title, players in (("luminars", "The Luminars", 4), ("gin-rummy", "Gin Rummy", 2)):
        folder = tests.parent / "examples" / game
        folder.mkdir(exist_ok=True)
        for detail, name in EXAMPLES.items():
            log = recorded(game, players=players, detail=detail, seed=20)
            words = {2: "two", 4: "four"}[players]
            (folder / f"{name}.yaml").write_text(
                as_yaml(log, f"{title} with {words} players: {TITLES[detail]}"), encoding="utf-8"
            )


if __name__ == "__main__":
    write_records(Path(__file__).parent)
