"""Random legal games of the shipped rulesets, written down as logs: with every claim, at each level of detail."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.engines import recording
from referee.engines.trick.game import TrickGame
from referee.engines.trick.rules import seats
from referee.engines.trick.state import TrickState
from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.play import simulate
from referee.report import paper
from referee.rules import rulesets, shipped
from referee.source import parse

PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
ROLES = ("doctor", "neighbor", "preacher", "teacher")
GAMES = ("illuminate", "grace", "mercy", "hearts", "spades")
DETAILS = ("deals", "plays", "results")
MOST = {"trick": "MOST_HANDS", "meld": "MOST_ROUNDS", "fishing": "MOST_ROUNDS", "conspiracy": "MOST_TURNS"}
"""What the module that records random games of a family calls the length at which it stops them."""
Data = dict[str, Any]


def with_and_without_fast_path(name: str) -> tuple[TrickGame, TrickGame]:
    """A shipped game for four, and the same without its fast path."""
    fast = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name), len(PLAYERS)))
    slow = copy.copy(fast)
    slow.fast_forward = lambda state, items, start: (0, 0)
    return fast, slow


def recorded(
    name: str,
    *,
    players: int = 4,
    variants: tuple[str, ...] = (),
    seed: int = 1,
    detail: str = "deals",
    hands: int | None = None,
    whole: bool = True,
) -> Data:
    """A random legal game as a log, to its end or for a number of hands; `whole` writes tricks and bids in the short form."""
    game = cast(TrickGame, rulesets.table(rulesets.load_ruleset(name, variants=list(variants)), players))
    seats = PLAYERS[:players]
    setup: Data = {"dealer": seats[-1]}
    if game.rules.roles:
        setup["roles"] = dict(zip(seats, ROLES, strict=False))
    log: Data = {"game": f"{name}@1", "players": list(seats), "setup": setup}
    if variants:
        log["variants"] = list(variants)
    state = game.start(seats, setup, None)
    events: list[Data] = []
    rng = random.Random(seed)
    while state.phase != "over" and (hands is None or len(state.history) < hands):
        events += _hand(game, state, rng, detail, whole)
    log["events"] = events
    log["expect"] = {"totals": dict(zip(seats, state.scores, strict=True))}
    return log


def _hand(game: TrickGame, state: TrickState, rng: random.Random, detail: str, whole: bool) -> list[Data]:
    """One hand, with what followed from it claimed."""
    before = len(state.history)
    players = state.players
    items: list[Data] = []
    passed: Data = {}
    roles = list(state.roles or [])
    while len(state.history) == before:
        leader_known = state.phase != "play" or state.trick or state.tricks
        item = dict(game.draw_next(state, rng.randrange) or {})
        who = state.players[state.turn]
        if "play" in item and not leader_known and isinstance(game.rules.leads, dict):
            item["by"] = who
        assert game.take(state, game.read(state, item)) == 1, item
        if "pass" in item:
            passed[item["by"]] = item["pass"]
            if len(passed) == len(players):
                items.append({"pass": passed})
            continue
        if "bid" in item and whole:
            if not items or "bids" not in items[-1]:
                items.append({"bids": {}})
            items[-1]["bids"][who] = item["bid"]
            continue
        if "play" in item and whole:
            open_trick = items and "trick" in items[-1] and len(items[-1]["trick"]) < len(players)
            if not open_trick:
                items.append({"trick": []} | ({"by": item["by"]} if "by" in item else {}))
            items[-1]["trick"].append(item["play"])
        else:
            items.append(item)
        if "play" in item and len(state.history) == before and not state.trick and state.tricks:
            trick = state.finished()[-1]
            items[-1]["expect"] = {"winner": players[trick.winner]}
            if list(state.roles or []) != roles:
                roles = list(state.roles or [])
                items[-1]["expect"]["roles"] = {
                    player: game.rules.roles[role] for player, role in zip(players, roles, strict=True)
                }
    hand = state.history[-1]
    claim: Data = {"score": dict(zip(players, hand.points or (), strict=False))}
    claim["totals"] = dict(zip(players, hand.totals, strict=True))
    if state.phase == "over":
        claim["winners"] = [players[seat] for seat in seats.leaders(game.rules, state)]
    items[-1]["expect"] = claim
    if detail == "plays":
        items = [item for item in items if "deal" not in item]
    if detail == "results":
        items = [{"result": _result(game, state, items), "expect": claim}]
    return items


def _result(game: TrickGame, state: TrickState, items: list[Data]) -> Data:
    """What the score pad keeps of a hand: cards and bids, tricks won, and the cards that count."""
    hand, players = state.history[-1], state.players
    result: Data = {"cards": hand.cards}
    if game.rules.bids_spoken:
        result["bids"] = dict(zip(players, hand.bids, strict=True))
    if "won" in game.rules.scoring.needs:
        result["won"] = dict(zip(players, hand.won, strict=True))
    if game.rules.scoring.counts:
        piles = {player: game.rules.deck.names(state.taken[seat]) for seat, player in enumerate(players)}
        result["captured"] = piles
    return result


def heads_in_use(name: str) -> Iterator[Data]:
    """A shipped game, with each of its variants, readings and house rules, as the head of a log says it."""
    base = rulesets.load_ruleset(name)
    yield {}
    for variant in base.get("variants", default={}):
        yield {"variants": [variant]}
    for ruling, entry in base.get("rulings", default={}).items():
        yield from ({"ruling": {ruling: reading}} for reading, taken in entry["readings"].items() if "value" in taken)
    for house in shipped.houses():
        if f"extends: {name}\n" in house.read_text(encoding="utf-8"):
            yield {"house": house.stem}


def rules_of(name: str, head: Data) -> Ruleset:
    """The rules of a game with what such a head says."""
    houses = [head["house"]] if "house" in head else []
    return rulesets.load_ruleset(name, houses=houses, variants=head.get("variants", ()), ruling=head.get("ruling"))


def verdict_on(log: Data) -> Verdict:
    """The verdict on a log that was never a file."""
    return judge(make_log(parse(json.dumps(log), "log.json")))


def as_json(log: Data) -> str:
    """Return a log as JSON with one event on a line."""
    rows = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in log.items() if key != "events"
    ]
    events = ",\n".join(f"    {json.dumps(event, ensure_ascii=False)}" for event in log["events"])
    return "{\n" + ",\n".join([*rows, f'  "events": [\n{events}\n  ]']) + "\n}\n"


def as_yaml(log: Data) -> str:
    """A log as a player would write it, an event a line."""
    return f"# A random legal game of {log['game'].partition('@')[0]}.\n{paper.as_yaml(log)}"


RECORDS: dict[str, Data] = {
    **{f"{name}-{detail}.yaml": {"name": name, "detail": detail} for name in GAMES for detail in DETAILS},
    "illuminate-two-players.yaml": {"name": "illuminate", "players": 2, "variants": ("not-perfect", "shorter-even")},
    "illuminate-three-players.yaml": {"name": "illuminate", "players": 3, "variants": ("shorter",)},
    "illuminate-longer.json": {"name": "illuminate", "players": 3, "variants": ("longer",), "detail": "results"},
    "illuminate-silent.json": {"name": "illuminate", "variants": ("silent-grace", "shorter")},
    "grace-two-players.yaml": {"name": "grace", "players": 2, "detail": "plays"},
    "mercy-three-players.json": {"name": "mercy", "players": 3},
    "hearts-card-by-card.yaml": {"name": "hearts", "whole": False, "variants": ("queen-breaks", "jack-of-diamonds")},
    "spades-options.json": {"name": "spades", "variants": ("bids-fit", "small-nil", "no-bags")},
}
"""The logs of tests/logs/legal that are random games; `python tests/recorded.py` rewrites them."""


class Drawn(NamedTuple):
    """A random game of any family as `referee simulate` draws it: which game of which seed, and how long at most."""

    game: str
    players: int
    variants: tuple[str, ...] = ()
    detail: str = ""
    seed: int = 5
    number: int = 0
    most: int = 0


DRAWN: dict[str, Drawn] = {
    "illuminati-two-players.yaml": Drawn("illuminati", 2, number=13),
    "illuminati-three-players.yaml": Drawn("illuminati", 3, ("older",)),
    "illuminati-boasting.yaml": Drawn("illuminati", 3, ("hidden-and-boasting", "draw-first"), number=12),
    "illuminati-staggered.yaml": Drawn("illuminati", 4, ("staggered-sequence",), number=4),
    "illuminati-rolled-for.json": Drawn("illuminati", 5, ("random-sequence", "hidden-goals"), number=9),
    "illuminati-eight-players.json": Drawn("illuminati", 8, ("larger-games",), number=18),
    "euchre-deals.yaml": Drawn("euchre", 4, ("lone-defender",), most=6),
    "euchre-plays.yaml": Drawn("euchre", 4, ("stick-the-dealer",), detail="plays", most=5),
    "euchre-results.yaml": Drawn("euchre", 4, detail="results"),
    "pitch-deals.yaml": Drawn("pitch", 4, most=4),
    "pitch-plays.yaml": Drawn("pitch", 6, ("to-eleven",), detail="plays", most=3),
    "pitch-results.yaml": Drawn("pitch", 3, ("smudge",), detail="results", most=6),
    "bridge-deals.yaml": Drawn("bridge", 4, most=3),
    "bridge-plays.yaml": Drawn("bridge", 4, detail="plays", most=3, number=1),
    "bridge-results.yaml": Drawn("bridge", 4, detail="results"),
    "bridge-rubber-deals.yaml": Drawn("bridge", 4, ("rubber",), most=3),
    "bridge-rubber-plays.yaml": Drawn("bridge", 4, ("rubber",), "plays", most=3, number=1),
    "bridge-rubber-results.yaml": Drawn("bridge", 4, ("rubber",), "results", most=12),
    "oh-hell-deals.yaml": Drawn("oh-hell", 4, most=4),
    "oh-hell-plays.yaml": Drawn("oh-hell", 5, detail="plays", most=4),
    "oh-hell-results.yaml": Drawn("oh-hell", 3, detail="results"),
    "skat-deals.yaml": Drawn("skat", 3, most=6),
    "skat-plays.yaml": Drawn("skat", 4, detail="plays", most=6, number=1),
    "skat-results.yaml": Drawn("skat", 3, ("tournament",), detail="results", most=12),
    "whist-deals.yaml": Drawn("whist", 4, most=2),
    "whist-plays.yaml": Drawn("whist", 4, detail="plays", most=2),
    "whist-results.yaml": Drawn("whist", 4, detail="results"),
    "briscola-deals.yaml": Drawn("briscola", 2),
    "briscola-plays.yaml": Drawn("briscola", 3, detail="plays"),
    "briscola-results.yaml": Drawn("briscola", 4, ("partners",), detail="results"),
    "briscola-match.yaml": Drawn("briscola", 2, ("best-of-five",), detail="results"),
    "pinochle-deals.yaml": Drawn("pinochle", 4, most=2),
    "pinochle-plays.yaml": Drawn("pinochle", 4, detail="plays", most=2),
    "pinochle-results.yaml": Drawn("pinochle", 4, detail="results", most=12),
    "knockout-whist-deals.yaml": Drawn("knockout-whist", 4),
    "knockout-whist-plays.yaml": Drawn("knockout-whist", 5, detail="plays"),
    "knockout-whist-results.yaml": Drawn("knockout-whist", 7, detail="results"),
}
"""The random games among them that are drawn as `referee simulate` does."""
HANDS = {"illuminate": None, "grace": 1, "mercy": 2, "hearts": 2, "spades": 2}


def drawn(how: Drawn) -> Data:
    """A random legal game of any family as a log."""
    rules = rulesets.load_ruleset(how.game, variants=list(how.variants))
    names = [*PLAYERS, "Eve", "Flo", "Gus", "Hal"][: how.players]
    detail = how.detail or simulate.details(rules)[0]
    with at_most(rules.family, how.most):
        played = simulate.simulated(rules, names, detail, simulate.draw_of(how.seed, how.number))
    head: Data = {
        "game": f"{how.game}@1",
        **({"variants": list(how.variants)} if how.variants else {}),
        "players": names,
    }
    return {**head, "setup": played.setup, "events": played.items}


@contextmanager
def at_most(family: str, length: int) -> Iterator[None]:
    """Random games of a family are stopped after this many hands, rounds or turns; 0: as usual."""
    module, name = recording(family), MOST[family]
    before = getattr(module, name)
    setattr(module, name, length or before)
    try:
        yield
    finally:
        setattr(module, name, before)


def write_records(folder: Path) -> None:
    """Writes every random game of tests/logs/legal, and a corpus and a stream of short ones."""
    for seed, (file, how) in enumerate(RECORDS.items(), 1):
        hands = 8 if how.get("detail") == "results" and HANDS[how["name"]] else HANDS[how["name"]]
        log = recorded(**how, seed=seed, hands=hands)
        text = as_yaml(log) if file.endswith(".yaml") else as_json(log)
        (folder / file).write_text(text, encoding="utf-8")
    for file, one in DRAWN.items():
        log = drawn(one)
        text = as_yaml(log) if file.endswith(".yaml") else as_json(log)
        (folder / file).write_text(text, encoding="utf-8")
    corpus = [recorded(name, seed=99, detail="results", hands=12) for name in GAMES]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(log) + "\n" for log in corpus), encoding="utf-8")
    log = recorded("illuminate", seed=100, variants=("shorter",))
    head = {key: value for key, value in log.items() if key != "events"}
    lines = "".join(json.dumps(line) + "\n" for line in (head, *log["events"]))
    (folder / "stream.jsonl").write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    write_records(Path(__file__).parent / "logs" / "legal")
