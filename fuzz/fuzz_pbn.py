"""Records of bridge boards in Portable Bridge Notation: each becomes a log that can be judged, or a remark says why not."""

from __future__ import annotations

import json

from target import fuzz, instrumented, require_lines

with instrumented():
    from referee.judging.judge import judge
    from referee.judging.log import parse_log
    from referee.rules.rulesets import load_ruleset
    from referee.source import pbn

RULES = load_ruleset("bridge", variants=list(load_ruleset("bridge").get("reads", "pbn")))
HEAD = {"game": "bridge", "variants": list(RULES.get("reads", "pbn"))}


def TestOneInput(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for log, remarks in pbn.logs(text, "boards.pbn", HEAD):
        require_lines(remark.message for remark in remarks)
        if log is None:
            continue
        verdict = judge(parse_log(json.dumps(log), "board.json"), trust="names")
        assert verdict.complaints == [], (log, verdict.complaints)


if __name__ == "__main__":
    fuzz(TestOneInput)
