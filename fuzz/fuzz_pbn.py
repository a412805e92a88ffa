"""Records of other programs, in the notation that their content shows: each becomes a log that can be judged, or a line says
why not."""

from __future__ import annotations

import json

from target import fuzz, instrumented, require_lines

with instrumented():
    from referee.core.places import Unjudgeable
    from referee.judging.judge import judge
    from referee.judging.log import make_log
    from referee.judging.read import logs_of
    from referee.source import parse
    from referee.source.records import RecordFile, notation_of


def TestOneInput(data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    for log in logs_of(RecordFile("records.txt", text, notation_of(text) or "pbn"), "hearts"):
        if isinstance(log, Unjudgeable):
            require_lines(complaint.message for complaint in log.complaints)
            assert type(log).__name__ == "RecordError", log
            continue
        require_lines(log.unsure)
        verdict = judge(log, trust="names")
        if log.as_written:  # a score sheet names its game, which may be for other players
            require_lines(complaint.message for complaint in verdict.complaints)
            continue
        assert verdict.complaints == [], (log.data, verdict.complaints)
        assert {finding.file for finding in verdict.findings} <= {"records.txt"}, verdict.findings
        again = judge(make_log(parse(json.dumps(log.data), "board.json")), trust="names")
        assert again.status == verdict.status


if __name__ == "__main__":
    fuzz(TestOneInput)
