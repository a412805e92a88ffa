"""Certificates: a verdict with the hashes of its log and its rules, and whether these still belong together."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.events import Finding
from referee.core.merging import at
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.core.wording import in_list
from referee.judging.log import Log
from referee.judging.replay import Replay
from referee.rules.meaning import SHOWN, canonical, changed_words, hash_of, meaning, sha256

FORM = 1
"""The number of the format, which a change of its keys raises."""
KINDS = {"violation": "violations", "accepted": "accepted", "doubt": "doubts"}


def certificate(verdict: Verdict, version: str, *, as_played: bool, strict: bool) -> dict[str, Any]:
    """Return the certificate of a log that this version of referee judged in this process, as plain data: all that was found,
    also doubts that the answer ignores."""
    played: Any = verdict.table
    rules = played.game.ruleset
    findings = [*verdict.irregularities, *verdict.all_doubts]
    data = {
        "certificate": FORM, "referee": version, "as_played": as_played, "strict": strict,
        "game": rules.name, "version": rules.version, "players": played.log.players,
        "log": log_hash(played.log), "rules": hash_of(rules), "meaning": meaning(rules),
        "verdict": verdict.status, "events": verdict.events, "unjudged": verdict.unjudged,
        **{key: [_entry(one, played) for one in findings if one.kind == kind] for kind, key in KINDS.items()},
        "score": played.score[0],
    }  # fmt: skip
    data = json.loads(json.dumps(data))
    return {**data, "digest": sha256(data)}


def log_hash(log: Log) -> str:
    """Return the hash of what a log says, whether in YAML or JSON, on one line or on several."""
    return sha256({**{key: value for key, value in log.data.items() if key != "$schema"}, "events": log.items})


def _entry(finding: Finding, played: Replay) -> dict[str, Any]:
    """Return a finding; unless it is a doubt, with the events that it rests on: their lines, and what is written there."""
    numbers = sorted({*finding.cites, finding.event} - {0}) if finding.kind != "doubt" else ()
    witnesses = [
        {"event": number, "line": played.place(number).line, "says": at(played.log.items, played.pointer(number)[1:])}
        for number in numbers
    ]
    keys = ("rule", "event", "line", "player", "message", "legal")
    return {**{key: getattr(finding, key) for key in keys}, "witnesses": witnesses}


def mismatches(certified: Mapping[str, Any], log: Log, rules: Ruleset, verdict: Verdict, version: str) -> Iterator[str]:
    """Yield what of a certificate does not belong to a log, its rules and today's verdict, a sentence each."""
    whole = {key: value for key, value in certified.items() if key != "digest"}
    digest = sha256(whole)
    if digest != certified["digest"]:
        was = certified["digest"][:SHOWN]
        yield f"the certificate was changed: its digest is {digest[:SHOWN]}…, not {was}…"
    if sha256(certified["meaning"]) != certified["rules"]:
        yield "the rules in the certificate are not those whose hash it has"
    its_hash = log_hash(log)
    if its_hash != certified["log"]:
        yield f"the log was changed since: its hash is {its_hash[:SHOWN]}…, not {certified['log'][:SHOWN]}…"
    changed = changed_words(certified["meaning"], meaning(rules), rules.words)
    if changed:
        yield f"the rules mean something else now: {changed}"
    elif its_hash == certified["log"]:
        judged = {"as_played": certified["as_played"], "strict": certified["strict"]}
        if verdict.table is None:
            now = {"verdict": verdict.status}
        else:
            now = certificate(verdict, version, **judged)
        other = [key for key in now if _without_wording(key, now[key]) != _without_wording(key, certified[key])]
        other = [key for key in other if key not in ("referee", "digest")]
        if other:
            was = f"referee {certified['referee']} certified {certified['verdict']}"
            differ = "differ"
            if len(other) == 1 and not other[0].endswith("s"):
                differ = "differs"
            yield f"the verdict is another: {was}, and today it is {now['verdict']} ({in_list(other)} {differ})"
        elif certified["referee"] == version:
            for key in KINDS.values():
                if _sentences(now[key]) != _sentences(certified[key]):
                    yield f"the sentences of its {key} are not those of referee {version}"


def _sentences(part: Any) -> list[tuple[str, Any]]:
    """Return the sentence of each finding and what was legal instead, without lines: another layout of the log has others."""
    return [(re.sub(r"\bline [0-9]+", "line", one["message"]), one["legal"]) for one in part]


def _without_wording(key: str, part: Any) -> str:
    """Return part of a certificate without the wording and the lines of what was found, which decide nothing."""
    if key in KINDS.values():
        seen = [[(one["event"], one["says"]) for one in each["witnesses"]] for each in part]
        part = [(one["rule"], one["event"], one["player"], says) for one, says in zip(part, seen, strict=True)]
    return canonical(part)
