"""A log by a stranger, with a position or without: it is judged, whatever it says, in lines; and its table can be drawn."""

from __future__ import annotations

from target import fuzz, instrumented, require_lines, text_of

with instrumented():
    from referee.core.places import Unjudgeable
    from referee.judging.judge import judge
    from referee.judging.log import parse_log
    from referee.judging.replay import replay


def TestOneInput(data: bytes) -> None:
    text = text_of(data)
    try:
        log = parse_log(text, "log.yaml")
    except Unjudgeable as unjudgeable:
        require_lines(map(str, unjudgeable.complaints))
        return
    for as_played in (False, True):
        verdict = judge(log, as_played=as_played, trust="names")
        require_lines(finding.message for finding in verdict.findings)
        require_lines(complaint.message for complaint in verdict.complaints)
        assert verdict.status in ("legal", "illegal", "unjudged")
        assert verdict.status != "legal" or not verdict.complaints, verdict.complaints
    if verdict.complaints:
        return
    played = replay(log, as_played=True)
    options = played.game.options(played.state)
    require_lines(option.fault.message for option in options.options if option.fault)


if __name__ == "__main__":
    fuzz(TestOneInput, of_data=True)
