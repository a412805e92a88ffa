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
    """The certificate of a log, as plain data: its verdict, its findings, and the hashes of the log and of its rules.

    The verdict must come from this process, as its game is needed. All findings are in it, also doubts that the
    answer ignores. `version` is that of referee; `as_played` and `strict` are how the log was judged.
    """
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
    """A finding as a certificate has it; unless it is a doubt, with its `witnesses`: the number, line and text of
    each event it rests on."""
    numbers = sorted({*finding.cites, finding.event} - {0}) if finding.kind != "doubt" else ()
    witnesses = [
        {"event": number, "line": played.place(number).line, "says": at(played.log.items, played.pointer(number)[1:])}
        for number in numbers
    ]
    keys = ("rule", "event", "line", "player", "message", "legal")
    return {**{key: getattr(finding, key) for key in keys}, "witnesses": witnesses}


def mismatches(certified: Mapping[str, Any], log: Log, rules: Ruleset, verdict: Verdict, version: str) -> Iterator[str]:
    """Yield a sentence for each part of a certificate that does not fit its log, the rules, or the verdict of today.

    `certified` is the certificate as it was read; `version` is that of this referee. The wording of findings is only
    compared if the certificate is from the same version.
    """
    without_digest = {key: value for key, value in certified.items() if key != "digest"}
    digest = sha256(without_digest)
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
        differing = [key for key in now if _without_wording(key, now[key]) != _without_wording(key, certified[key])]
        differing = [key for key in differing if key not in ("referee", "digest")]
        if differing:
            was = f"referee {certified['referee']} certified {certified['verdict']}"
            differ = "differ"
            if len(differing) == 1 and not differing[0].endswith("s"):
                differ = "differs"
            yield f"the verdict is another: {was}, and today it is {now['verdict']} ({in_list(differing)} {differ})"
        elif certified["referee"] == version:
            for key in KINDS.values():
                if _sentences(now[key]) != _sentences(certified[key]):
                    yield f"the sentences of its {key} are not those of referee {version}"


def _sentences(part: Any) -> list[tuple[str, Any]]:
    """The sentence of each finding with what was legal instead, without numbers of lines: another layout of the log
    has others."""
    return [(re.sub(r"\bline [0-9]+", "line", one["message"]), one["legal"]) for one in part]


def _without_wording(key: str, part: Any) -> str:
    """The value of a key of a certificate as text, to compare it: findings without their wording and lines, which
    decide nothing."""
    if key in KINDS.values():
        seen = [[(one["event"], one["says"]) for one in each["witnesses"]] for each in part]
        part = [(one["rule"], one["event"], one["player"], says) for one, says in zip(part, seen, strict=True)]
    return canonical(part)
