"""Lines typed to `referee record`, the game on the first one: after each the text is a log that is legal as far as it goes."""

from __future__ import annotations

from target import fuzz, instrumented, require_lines, text_of

with instrumented():
    from referee.core.places import Unjudgeable
    from referee.judging.judge import judge
    from referee.judging.log import parse_log
    from referee.judging.rules import ruleset_of
    from referee.recording.recorder import Recorder

MOST = 40
"""The most lines of one input."""


def TestOneInput(data: bytes) -> None:
    head, _, typed = text_of(data).partition("\n---\n")
    try:
        recorder = Recorder(head, "log.yaml", lambda log: ruleset_of(log, trust="names"))
    except Unjudgeable as unjudgeable:
        require_lines(map(str, unjudgeable.complaints))
        return
    for line in typed.splitlines()[:MOST]:
        recorder.enter(line)
        verdict = judge(parse_log(recorder.text, "log.yaml"), trust="names")
        assert verdict.status == "legal" or "stands" in recorder.text, (line, verdict)
        if recorder.done:
            return


if __name__ == "__main__":
    fuzz(TestOneInput)
