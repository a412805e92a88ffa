"""Random legal games of shedding, written down as logs.

`python tests/shedding_recorded.py` rewrites those of tests/logs and examples.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml
from recorded import at_most

from referee.play.simulate import draw_of, simulate_game
from referee.rules import rulesets

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
Data = dict[str, Any]
TITLES = {
    "deals": "everything recorded",
    "plays": "what was seen at the table; hands and cards drawn are unseen until the end",
    "results": "only the cards left when the rounds ended",
    "counts": "from a pad that has what the cards left count",
    "points": "from a pad that has only the points",
}


class Shed(NamedTuple):
    """A random game: of what, among how many, by which variants, with which seed, for how many rounds."""

    game: str
    players: int = 3
    variants: tuple[str, ...] = ()
    seed: int = 1
    rounds: int = 3


GAMES = (
    Shed("crazy-eights", 2, rounds=2),
    Shed("mau-mau", 3, seed=2, rounds=3),
    Shed("four-colours", 4, seed=3, rounds=2),
)
EXAMPLES = {"deals": "friday", "plays": "plays-only", "results": "score-pad", "points": "points-only"}
MORE = {
    "crazy-eights-variants": Shed("crazy-eights", 4, ("twos", "queens", "aces"), 5, 2),
    "mau-mau-variants": Shed("mau-mau", 4, ("aces-again", "nines-reverse", "no-last-jack"), 6, 3),
    "four-colours-against": Shed("four-colours", 3, ("against", "until-playable"), 7, 2),
}


def recorded(how: Shed, detail: str) -> Data:
    """A random legal game as a log, with what followed from it claimed."""
    rules = rulesets.load_ruleset(how.game, variants=how.variants)
    seats = PLAYERS[: how.players]
    with at_most("shedding", how.rounds):
        played = simulate_game(
            rules, seats, "results" if detail in ("counts", "points") else detail, draw_of(how.seed, 0)
        )
    items = played.items
    if detail in ("counts", "points"):
        items = [_on_pad(rules, item, detail) for item in items]
    log: Data = {"game": f"{how.game}@1", "players": list(seats), "setup": played.setup}
    log |= {"variants": list(how.variants)} if how.variants else {}
    winners = {"winners": played.score["winners"]} if played.score["over"] else {}
    return {**log, "events": items, "expect": {"totals": played.score["totals"], **winners}}


def _on_pad(rules: Any, item: Data, detail: str) -> Data:
    """The end of a round as a pad has it that does not name cards."""
    result = item["result"]
    if detail == "points":
        return {"result": {"score": item["expect"]["score"]}}
    worth = rulesets.table(rules, 2).rules.worth
    counts = {who: worth(map(rules.deck.find, cards)) for who, cards in result["hands"].items()}
    return {**item, "result": {key: value for key, value in result.items() if key != "hands"} | {"counts": counts}}


def as_yaml(log: Data, title: str) -> str:
    """A log as a player would write it, an event a line."""
    lines = ["# yaml-language-server: $schema=../../schemas/log.schema.json", f"# {title}."]
    lines += [f"{key}: {_flow(value)}" for key, value in log.items() if key not in ("events", "expect")]
    lines.append("events:")
    for event in log["events"]:
        if "deal" in event:
            lines += ["  - deal:", *(f"      {player}: {_flow(cards)}" for player, cards in event["deal"].items())]
        else:
            lines.append(f"  - {_flow(event)}")
    return "\n".join([*lines, f"expect: {_flow(log['expect'])}"]) + "\n"


def _flow(value: Any) -> str:
    return yaml.safe_dump(value, default_flow_style=True, width=1000, sort_keys=False).removesuffix("...\n").strip()


def write_records(root: Path) -> None:
    """Writes the random games of the family in tests/logs/legal and in examples."""
    legal = root / "tests" / "logs" / "legal"
    for how in GAMES:
        title = rulesets.load_ruleset(how.game).title
        for detail, says in TITLES.items():
            text = as_yaml(recorded(how, detail), f"{title} with {how.players} players: {says}")
            if detail in EXAMPLES:
                folder = root / "examples" / how.game
                folder.mkdir(exist_ok=True)
                (folder / f"{EXAMPLES[detail]}.yaml").write_text(text, encoding="utf-8")
            if detail not in ("deals", "points"):
                (legal / f"{how.game}-{detail}.yaml").write_text(text, encoding="utf-8")
    for name, how in MORE.items():
        title = f"{rulesets.load_ruleset(how.game).title} with {' and '.join(how.variants)}: {TITLES['deals']}"
        (legal / f"{name}.yaml").write_text(as_yaml(recorded(how, "deals"), title), encoding="utf-8")


if __name__ == "__main__":
    write_records(Path(__file__).resolve().parents[1])
