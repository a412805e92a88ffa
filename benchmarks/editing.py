"""How long an editor waits for `referee lsp` after a keystroke: in logs of a thousand events, half an event and all.

    python benchmarks/editing.py [--events 1000] [--keys 300]

Each log is a game drawn at random, everything recorded, one event per line. Somebody types an event, letter by letter, and
deletes the letters again: at the end of the log, and all over it. A time is that of the text read, judged and marked again.

The same logs are also typed as a line of a .jsonl file: the whole log on one line, between a hundred lines of whole games.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from itertools import count

from referee import source
from referee.cli.options import players_of
from referee.editing.judged import JudgedLines, JudgedLog, of_log
from referee.editing.offers import offers_in_log
from referee.engines import recording
from referee.judging.replay import Checkpoints
from referee.play.simulate import draw_of
from referee.rules import rulesets

GAMES = ("hearts", "illuminate", "bridge", "gin-rummy", "illimat", "illuminati")


ENDLESS = ("hearts", "gin-rummy", "illimat")
FAR = 10**6
"""A target that nobody reaches, so that a game goes on."""


def log_of(name: str, events: int) -> str:
    """A log in YAML with a line for each of `number` random events, or for all of a game that ends earlier."""
    rules = rulesets.load_ruleset(name)
    players = players_of(rules, None)
    game = rulesets.table(rules, len(players))
    for seed in count(1):
        draw = draw_of(1, seed)
        setup = recording(rules.family).setup(rules, players, draw)
        setup |= {"target": FAR} if name in ENDLESS else {}
        state, items = game.start(tuple(players), setup, None), []
        while len(items) < events and (item := game.draw_next(state, draw)) is not None:
            game.take(state, game.read(state, item))
            items.append(item)
        if len(items) == events or seed == 20:
            break
    lines = [f"game: {name}", f"players: {json.dumps(players)}", f"setup: {json.dumps(setup)}", "events:"]
    return "\n".join([*lines, *(f"  - {json.dumps(item, ensure_ascii=False)}" for item in items), ""])


def typed(text: str, at: int, keys: int, chance: random.Random) -> list[str]:
    """The texts of `number` keystrokes: events typed again at the end, or `at` places all over the log."""
    texts = []
    lines = text.split("\n")
    first = lines.index("events:") + 1
    while len(texts) < keys:
        number = len(lines) - 2 if not at else chance.randrange(first, len(lines) - 1)
        line = lines[number]
        ends = [*range(4, len(line)), *range(len(line), 4, -1)]
        texts += ["\n".join([*lines[:number], line[:end], *lines[number + 1 :]]) for end in ends]
    return texts[:keys]


OTHER_LINES = 100
"""Games in the lines of a .jsonl file besides the one that is typed, each of an eighth as many events."""


def line_of(text: str) -> str:
    """A log in YAML as one line of a .jsonl file."""
    return json.dumps(source.parse(text, "a.yaml").data, ensure_ascii=False)


def in_lines(text: str, name: str, events: int, keys: int) -> list[float]:
    """The times of keystrokes in the last event of a log that is one line of a .jsonl file, in milliseconds."""
    line, other = line_of(text), line_of(log_of(name, events // 8))
    before = "".join(f'{other[:-1]}, "note": {number}}}\n' for number in range(OTHER_LINES // 2))
    after = before.replace('"note": ', '"note": 1')
    judged = JudgedLines("a.jsonl")
    judged.change(f"{before}{line}\n{after}")
    last = line.rindex("{")
    ends = [*range(last, len(line)), *range(len(line), last, -1)]
    times = []
    for end in (ends * keys)[:keys]:
        whole = f"{before}{line[:end]}{line[len(line) - 2 :] if end < len(line) - 2 else ''}\n{after}"
        begun = time.process_time()
        judged.change(whole)
        times.append(1000 * (time.process_time() - begun))
    return times


def main() -> None:
    """Prints a line for each game and way of typing."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--keys", type=int, default=300)
    asked = parser.parse_args()
    print(f"{'log':12} {'lines':>6} {'events':>7}  {'typed':12} {'median':>9} {'p95':>9} {'most':>9}")
    for name in GAMES:
        text = log_of(name, asked.events)
        judged = JudgedLog(text, "a.yaml", ask=False)
        played = judged.before(len(judged.draft.pieces))
        events = played.folded.events if played else 0
        for what, at in (("at the end", 0), ("all over", 1)):
            times = []
            kept = Checkpoints()
            for each in typed(text, at, asked.keys, random.Random(1)):
                begun = time.process_time()
                of_log(JudgedLog(each, "a.yaml", ask=False, checkpoints=kept), each)
                times.append(1000 * (time.process_time() - begun))
            _told(name, len(text.split("\n")) - 5, events, what, times)
        end = text.rindex("- ") + 2
        times = []
        for _ in range(20):
            begun = time.process_time()
            offers_in_log(judged, text, end)
            times.append(1000 * (time.process_time() - begun))
        _told(name, len(text.split("\n")) - 5, events, "completion", times)
        _told(name, OTHER_LINES + 1, events, "in .jsonl", in_lines(text, name, asked.events, asked.keys))


def _told(name: str, lines: int, events: int, what: str, times: list[float]) -> None:
    ordered = sorted(times)
    median, p95 = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(f"{name:12} {lines:>6,} {events:>7,}  {what:12} {median:6.1f} ms {p95:6.1f} ms {ordered[-1]:6.1f} ms")


if __name__ == "__main__":
    main()
