"""A log that begins from a written position: what it leaves can be written as a position, and reads as the same again."""

from __future__ import annotations

import json

from target import fuzz, instrumented, require_lines, text_of

with instrumented():
    from referee.core.places import Unjudgeable
    from referee.judging.log import Log, parse_log
    from referee.judging.replay import Replay, replay


def TestOneInput(data: bytes) -> None:
    try:
        log = parse_log(text_of(data), "log.yaml")
        played = _played(log)
    except Unjudgeable as unjudgeable:
        require_lines(complaint.message for complaint in unjudgeable.complaints)
        return
    if log.data.get("position") is None or log.data.get("events"):
        return
    written = played.game.position(played.state)
    head = {key: value for key, value in log.data.items() if key not in ("events", "expect", "setup")}
    again = _played(parse_log(json.dumps(head | {"position": written}), "again.json"))
    assert again.game.position(again.state) == written


def _played(log: Log) -> Replay:
    log.trust = "names"
    return replay(log)


if __name__ == "__main__":
    fuzz(TestOneInput, of_data=True)
