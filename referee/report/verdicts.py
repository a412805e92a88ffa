"""Verdicts on logs as text, JSON and SARIF, written as they come: a corpus is never held in memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice

from referee.core.data import Data, Entry
from referee.core.events import Finding
from referee.core.items import in_words
from referee.core.places import Complaint, Place, with_slashes
from referee.core.text import Command, annotation, annotation_property, columns, one_line, visible
from referee.core.verdict import Verdict, judged_to
from referee.core.wording import number_of
from referee.report.paper import Paint, Paper, as_json, forms, json_line, json_list, no_paint, table
from referee.version import __version__

Lines = Callable[[str], Sequence[str]]
"""The lines of a file by its displayed path; none if they are not available."""

ABOVE = 2
"""The most lines of the event that are shown above the marked one."""
WIDEST = 100
"""The most letters of a line that are shown around the mark; fewer on narrower paper."""
NARROWEST = 20

_MARKED = r"""(?x) "(?:[^"\\]|\\.)*"? | '(?:[^']|'')*'? | [\[{] | [^\s,\[\]{}]+ """


def no_lines(file: str) -> Sequence[str]:
    """Return no lines of any file."""
    return ()


def excerpt(lines: Sequence[str], line: int, column: int, paper: Paper) -> Iterator[str]:
    """Yield lines that show a place in a file: up to two lines of the event above it, its line, and a mark under the
    column.

    `line` and `column` count from 1; `lines` are those of the file. Nothing if there is no such line.
    """
    if not 1 <= line <= len(lines) or not lines[line - 1].strip():
        return
    paint = paper.paint
    marked = lines[line - 1]
    start = min(column - 1, len(marked))
    found = re.match(_MARKED, marked[start : start + 2 * WIDEST])
    if found:
        end = start + len(found[0].removesuffix(":"))
    else:
        end = start + 1
    first = _first_of_event(lines, line - 1)
    margin = len(str(line))
    if paper.width is None:
        room = None
    else:
        room = paper.width - margin - len("     | ")
    for number in range(max(first, line - 1 - ABOVE), line - 1):
        shown, _, _ = _window(lines[number], 0, 0, paper, room)
        yield f"    {paint(f'{number + 1:>{margin}} |', 'dim')} {shown}".rstrip()
    shown, before, under = _window(marked, start, end, paper, room)
    yield f"    {paint(f'{line} |', 'dim')} {shown}".rstrip()
    yield f"    {paint(f'{chr(32) * margin} |', 'dim')} {' ' * before}{paint('^' * under, 'bad')}"


def _first_of_event(lines: Sequence[str], at: int) -> int:
    """The index of the line with the `- ` of the YAML list item that holds the line at index `at`; `at` itself if it
    is in none.

    It looks only as far up as lines are shown.
    """
    depths = [len(line) - len(line.lstrip(" ")) for line in lines[: at + 1][-ABOVE - 2 :]][::-1]
    for back, depth in enumerate(depths):
        if (not back or depth < depths[0]) and lines[at - back].lstrip().startswith("- "):
            return at - back
        if depth < depths[0]:
            break
    return at


def _window(line: str, start: int, end: int, paper: Paper, room: int | None) -> tuple[str, int, int]:
    """The part of a line around a mark that fits on the paper, and in columns where the mark starts and how wide it
    is.

    `start` and `end` are the mark's place in the line, `room` the columns there are (None: no limit).
    """
    widest = WIDEST
    dots = paper.letters("…")
    if room is not None:  # as many letters as fit, judging by the width of those around the mark
        around = paper.letters(line[max(0, start - WIDEST) : start + WIDEST])
        fit = max(room - 2 * len(dots), NARROWEST)
        if columns(around) > len(around):
            fit = fit * len(around) // columns(around)
        widest = min(WIDEST, fit)
    if len(line) <= widest or end <= widest - 10:
        left = 0
    else:
        left = max(0, start - widest // 3)
    right = min(len(line), left + widest)
    before, marked, after = (
        paper.letters(one_line(visible(line[here:there])))
        for here, there in ((left, start), (start, min(end, right)), (min(end, right), right))
    )
    cut_left = left > 0 or len(before) > widest  # what must be escaped takes more room
    before = before[-widest:]
    marked = marked[:widest]
    free = max(0, widest - len(before) - len(marked))
    cut_right = right < len(line) or len(after) > free
    shown = dots * cut_left + before + marked + after[:free] + dots * cut_right
    return shown, len(dots) * cut_left + columns(before), max(1, columns(marked))


STATUS = {"legal": "legal", "illegal": "illegal", "unjudged": "not judged"}
HEADINGS = {"error": "", "doubt": "doubt: ", "note": "note: "}
"""What a finding is called, by its weight."""


def with_names(verdicts: Iterable[Verdict]) -> Iterator[tuple[str, Verdict]]:
    """Yield each verdict with the name of its log: the file, and the line if the file has several games."""
    for path, group in groupby(verdicts, lambda verdict: verdict.path):
        begun = list(islice(group, 2))
        for verdict in chain(begun, group):
            name = path
            if len(begun) > 1 and verdict.line > 0:
                name = f"{path}:{verdict.line}"
            yield name, verdict


def bad_line(verdict: Verdict, paint: Paint = no_paint) -> str:
    """One line on a bad game, with its first fault: 'games.jsonl:4:171: event 7: illuminate/follow-suit: …; 1 more
    finding'."""
    found: list[Complaint | Finding] = list(verdict.complaints)
    found += verdict.violations
    first = found[0]
    what = paint("not judged:", "bad")
    if isinstance(first, Finding):
        what = f"event {first.event}: {paint(f'{first.rule}:', 'bad')}"
    line = f"{paint(f'{first.place}:', 'dim')} {what} {first.message}"
    if len(found) > 1:
        line += f"; {number_of(len(found) - 1, 'more findings')}"
    return one_line(line)


def news_line(news: Finding | Complaint, paint: Paint = no_paint) -> str:
    """A finding or complaint in one line: 'friday.yaml:41:9: illuminate/follow-suit: Dov played Lk6:31 …'."""
    if isinstance(news, Complaint):
        return paint(f"{one_line(str(news.place))}:", "bad") + f" {one_line(news.message)}"
    look = "doubt"
    if news.kind == "violation":
        look = "bad"
    rule = paint(f"{news.rule}:", look)
    return one_line(f"{paint(f'{news.place}:', 'dim')} {HEADINGS[news.weight]}{rule} {news.message}")


def proof_lines(finding: Finding) -> Iterator[str]:
    """Yield the proof of a finding, indented: why it was let stand, what was legal, the rule in words, where the rule
    was set."""
    if finding.reason:
        yield one_line(f"    let stand: {finding.reason}")
    if finding.kind != "violation":
        return
    if finding.legal:
        yield f"    legal here: {in_words(list(finding.legal))}"
    yield from rule_lines(finding)


def rule_lines(finding: Finding) -> Iterator[str]:
    """Yield the rule of a finding in words, and where it was set, indented."""
    if finding.text:
        yield one_line(f"    rule: {finding.text} ({finding.source})")
    if finding.set_at:
        yield f"    set at {finding.set_at}"


def verdict_line(label: str, verdict: Verdict, paint: Paint = no_paint, *, brief: bool = False) -> str:
    """The verdict in one line: 'friday.yaml: legal: 12 hands, 312 plays, 48 bids, 12 scores; 0 findings, 2 doubts'.

    With `brief` only what was found: 'friday.yaml: legal; 2 doubts'.
    """
    word = STATUS[verdict.status]
    complaints = number_of(len(verdict.complaints), "complaints")
    look = "bad"
    if word == "legal":
        look = "good"
    line = f"{one_line(label)}: {paint(word, look)}"
    if not verdict.counts:
        return f"{line}: {complaints}"
    weights = [finding.weight for finding in verdict.findings]
    found = [number_of(weights.count("error"), "findings")]
    if verdict.complaints:
        found.append(complaints)
    found.append(number_of(weights.count("doubt"), "doubts"))
    notes = weights.count("note")
    if notes:
        found.append(number_of(notes, "notes"))
    if brief:
        found = [one for one in found if one[:2] != "0 "]
    else:
        line += f": {_in_words(verdict.counts)}"
    if found:
        line += f"; {', '.join(found)}"
    last, left = judged_to(verdict)
    if left:
        line += f"; judged to event {last}, {number_of(left, 'events')} not judged"
    if verdict.unfinished:
        line += f"; unfinished: {verdict.unfinished}"
    return line


def _in_words(counts: Mapping[str, int]) -> str:
    """Return '12 hands, 312 plays' from {'hands': 12, 'plays': 312}."""
    return ", ".join(number_of(number, what) for what, number in counts.items())


class VerdictTally:
    """Findings over all logs: what was judged, the verdicts by game, and in how many logs each rule was broken, and how
    often."""

    def __init__(self) -> None:
        self.counts, self.rules, self.findings = Counter[str](), Counter[str](), Counter[str]()
        self.games: dict[str, dict[str, int]] = {}

    def add(self, verdict: Verdict) -> None:
        """Count one more log: its verdict under its game, what was judged in it, and the rules that it breaks."""
        self.counts.update(verdict.counts)
        # one that could not be judged may name anything
        game = ""
        if verdict.counts:
            game = verdict.game
        self.games.setdefault(game, dict.fromkeys(STATUS, 0))[verdict.status] += 1
        broken = [finding.rule for finding in verdict.violations]
        self.rules.update(set(broken))
        self.findings.update(broken)

    @property
    def logs(self) -> int:
        """How many logs there are."""
        return sum(sum(each.values()) for each in self.games.values())

    def tables(self, paper: Paper) -> Iterator[str]:
        """Yield two tables: the verdicts by game, and the findings by rule, the most frequent first."""
        rows = list[tuple[object, ...]]()
        for game, each in sorted(self.games.items()):
            name = game or "(unknown)"
            rows.append((name, sum(each.values())) + tuple(each.values()))
        yield table(("game", "logs") + tuple(STATUS.values()), rows, paper) + "\n"
        if self.rules:
            by_rule = sorted((-logs, rule) for rule, logs in self.rules.items())
            rows = [(rule, -logs, self.findings[rule]) for logs, rule in by_rule]
            yield table(("rule", "logs", "findings"), rows, paper) + "\n"

    def line(self, paint: Paint = no_paint) -> str:
        """All logs in one line: '3 logs: 2 legal, 1 illegal, 0 not judged; 36 hands, 936 plays'."""
        shown = []
        for status, words in STATUS.items():
            number = sum(each[status] for each in self.games.values())
            said = f"{number} {words}"
            if number and status == "legal":
                said = paint(said, "good")
            elif number:
                said = paint(said, "bad")
            shown.append(said)
        what = ""
        if self.counts:
            what = f"; {_in_words(self.counts)}"
        return f"{self.logs} logs: {', '.join(shown)}{what}"


NOT_JUDGED = "referee/not-judged"
LEVELS = {"error": "error", "doubt": "warning", "note": "note"}
"""What other programs call a finding, by its weight."""
IN_ORDER = ("violation", "accepted", "doubt", "reading")


def github(verdicts: Iterable[Verdict], paper: Paper) -> Iterator[str]:
    """Yield a GitHub workflow command per finding, and the verdict in a plain line."""
    for label, verdict in with_names(verdicts):
        for finding in verdict.findings:
            yield _command(
                LEVELS[finding.weight].replace("note", "notice"), finding.rule, finding.place, finding.message
            )
        for place, message in verdict.complaints:
            yield _command("error", NOT_JUDGED, place, message)
        yield verdict_line(label, verdict)


def _command(command: str, title: str, place: Place, message: str) -> str:
    properties = {"file": place.file, "line": str(place.line), "col": str(place.column), "title": title}
    joined = ",".join(f"{name}={annotation_property(value)}" for name, value in properties.items())
    return Command(f"::{command} {joined}::{annotation(message)}")


def sarif(verdicts: Iterable[Verdict], paper: Paper) -> Iterator[str]:
    """Yield the verdicts as SARIF 2.1.0, a format for findings of programs: the results as they come, then the rules
    cited."""
    rules: dict[str, Data] = {}
    yield '{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [{'
    projects: dict[str, None] = {}
    results = (result for _, verdict in with_names(verdicts) for result in _results(verdict, rules, projects))
    yield from json_list('"columnKind": "unicodeCodePoints", "results": [', results, '], "tool": {"driver":')
    yield as_json({"name": "referee", "version": __version__, "rules": list(rules.values())})
    yield "}"
    if projects:
        yield f', "properties": {as_json({"projects": list(projects)})}'
    yield "}]}"


def _results(verdict: Verdict, rules: dict[str, Data], projects: dict[str, None]) -> Iterator[Data]:
    """Yield the findings of one log in SARIF; the rules that they cite are added to `rules`, lines on its project to
    `projects`."""
    if verdict.project:
        projects |= dict.fromkeys(verdict.project.lines)
    for finding in verdict.findings:
        if finding.rule not in rules:
            help_text = {"text": f"{finding.text} ({finding.source})"}
            if finding.text:
                words = {"shortDescription": {"text": finding.text}, "help": help_text}
            else:
                words = {}
            rules[finding.rule] = {"id": finding.rule, **words}
        result = _sarif_result(finding.rule, LEVELS[finding.weight], finding.message, finding.place)
        if finding.reason:
            suppressed = {"suppressions": [{"kind": "inSource", "justification": finding.reason}]}
        else:
            suppressed = {}
        yield result | suppressed
    for place, message in verdict.complaints:
        rules.setdefault(NOT_JUDGED, {"id": NOT_JUDGED, "shortDescription": {"text": "The log could not be judged."}})
        yield _sarif_result(NOT_JUDGED, "error", message, place)


def _sarif_result(rule: str, level: str, message: str, place: Place) -> Data:
    region = {"startLine": max(place.line, 1), "startColumn": max(place.column, 1)}
    where = {"physicalLocation": {"artifactLocation": {"uri": uri(place.file)}, "region": region}}
    return {"ruleId": rule, "level": level, "message": {"text": message}, "locations": [where]}


def uri(file: str) -> str:
    """A path as a URI, relative if the path is; a path with a Windows drive is absolute."""
    from urllib.parse import quote

    path = quote(with_slashes(file), safe="/:" if file[1:2] == ":" else "/", errors="surrogateescape")
    if file[1:2] == ":" and file[:1].isalpha():
        return f"file:///{path}"
    return path


CROWD = 20
"""The most games of a file whose legal games a text lists; of more, they are only counted."""

ALIKE = 20
"""The most games that cannot be judged for one reason which a text shows; the others are counted."""
BY_OPTION = "; --"
"""A mark of a complaint that an option settles, for all games at once: of such games one is shown."""

PARTICULARS = r"'[^']*'|[0-9]+"
"""Differences that two complaints may have and still count as the same: quoted text, and numbers."""


def text(verdicts: Iterable[Verdict], paper: Paper, lines: Lines = no_lines) -> Iterator[str]:
    """Yield the findings of each log with their proofs, the doubts, and its verdict in one line; a summary for
    several logs.

    `lines` gives the lines of a file, which are shown below findings. Of a file with more than `CROWD` games only the
    bad ones are shown, one line each, and tables say what was found in all.
    """
    tally = VerdictTally()
    heard = set[str]()
    crowds = False
    paint = paper.paint
    for path, group in groupby(with_names(verdicts), _path_of):
        first = list(islice(group, CROWD + 1))
        crowd = len(first) > CROWD
        crowds |= crowd
        unjudged = _Unjudged()
        for label, verdict in chain(first, group):
            tally.add(verdict)
            for line in _unheard(verdict, heard):
                yield paint(line, "dim")
            if not crowd:
                yield from _with_findings(label, verdict, paper, lines)
            elif unreported_faults(verdict) and unjudged.count(verdict):
                yield bad_line(verdict, paint)
        for more in unjudged.not_shown():
            yield one_line(f"{paint(f'{path}:', 'dim')} {paint('not judged:', 'bad')} {more}")
    if crowds:
        yield from tally.tables(paper)
    if tally.logs > 1:
        yield tally.line(paint)


def _path_of(named: tuple[str, Verdict]) -> str:
    _, verdict = named
    return verdict.path


def _unheard(verdict: Verdict, heard: set[str]) -> Iterator[str]:
    """Yield the rules in one line, and what a project file adds to them, except lines in `heard`, to which they are
    added."""
    if verdict.brief and verdict.brief not in heard:
        heard.add(verdict.brief)
        yield verdict.brief
    if not verdict.project:
        return
    for line in verdict.project.lines:
        if line not in heard:
            heard.add(line)
            yield one_line(line)


def _with_findings(label: str, verdict: Verdict, paper: Paper, lines: Lines) -> Iterator[str]:
    """Yield the findings and complaints that have not been reported yet, and the verdict; a line of the log is shown
    once."""
    seen = set[Place]()
    for what in _in_order(verdict):
        if what in verdict.reported:
            continue
        shown = lines
        if what.place in seen:
            shown = no_lines
        yield from news_lines(what, paper, shown)
        if _has_excerpt(what):
            seen.add(what.place)
    yield verdict_line(label, verdict, paper.paint)


class _Unjudged:
    """The games of a file that cannot be judged, counted by the reason, with the first complaint of each."""

    def __init__(self) -> None:
        self._numbers = Counter[str]()
        self._messages: dict[str, str] = {}

    def count(self, verdict: Verdict) -> bool:
        """Count a game; whether it is to be shown: one that was judged always, others only if few have the same
        complaint."""
        if not verdict.complaints:
            return True
        message = verdict.complaints[0].message
        reason = re.sub(PARTICULARS, "", message)
        self._numbers[reason] += 1
        return self._numbers[reason] <= _most_games(self._messages.setdefault(reason, message))

    def not_shown(self) -> Iterator[str]:
        """Yield how many more games there are with each complaint."""
        for reason, message in self._messages.items():
            number = self._numbers[reason] - _most_games(message)
            if number > 0:
                yield f"{number_of(number, 'more games')}, with the same complaint: {message}"


def _most_games(message: str) -> int:
    """The most games with a complaint that are shown."""
    if BY_OPTION in message:
        return 1
    return ALIKE


def unreported_faults(verdict: Verdict) -> list[Finding | Complaint]:
    """The findings and complaints that make a log illegal or unjudged, and have not been reported yet."""
    found: list[Finding | Complaint] = list(verdict.violations)
    found += verdict.complaints
    return [what for what in found if what not in verdict.reported]


def _in_order(verdict: Verdict) -> list[Finding | Complaint]:
    """All findings and complaints about a log, the worst findings first, complaints last."""
    ranked = sorted(verdict.findings, key=_rank)
    found: list[Finding | Complaint] = list(ranked)
    found += verdict.complaints
    return found


def _rank(finding: Finding) -> int:
    return IN_ORDER.index(finding.kind)


def _has_excerpt(what: Finding | Complaint) -> bool:
    """Return whether the line of the log belongs to a finding or complaint."""
    return isinstance(what, Complaint) or what.kind in ("violation", "accepted")


def news_lines(what: Finding | Complaint, paper: Paper, lines: Lines) -> Iterator[str]:
    """Yield a finding or complaint about a log, with the line of the log and its proof."""
    yield news_line(what, paper.paint)
    if _has_excerpt(what):
        yield from excerpt(lines(what.place.file), what.place.line, what.place.column, paper)
    if isinstance(what, Finding):
        yield from proof_lines(what)


def concise(verdicts: Iterable[Verdict], paper: Paper) -> Iterator[str]:
    """Yield one line per finding, and the verdict in one line."""
    paint = paper.paint
    for label, verdict in with_names(verdicts):
        for what in _in_order(verdict):
            yield news_line(what, paint)
        yield verdict_line(label, verdict, paint)


def json(verdicts: Iterable[Verdict], paper: Paper) -> Iterator[str]:
    """Return $defs/validate of schemas/report.schema.json: a map with one list, one entry per log."""
    return json_list('{"logs": [', (verdict.as_dict(label) for label, verdict in with_names(verdicts)), "]}")


def jsonl(verdicts: Iterable[Verdict], paper: Paper) -> Iterator[str]:
    """Yield one verdict per line, as soon as it is known: $defs/verdict, with the line on which the game begins in its file."""
    for verdict in verdicts:
        yield json_line({**verdict.as_dict(), "line": verdict.line})


FORMATS: dict[str, Callable[[Iterable[Verdict], Paper], Iterator[str]]]
FORMATS = {"text": text, "concise": concise, "json": json, "jsonl": jsonl, "github": github, "sarif": sarif}


def verified_text(verified: Entry, paper: Paper) -> str:
    """The answer of `referee verify`: one line for each part of a certificate that does not fit, and whether it
    belongs."""
    from referee.rules.meaning import SHOWN  # not at the top: hashes are only for certificates

    path = verified["certificate"]
    lines = [f"{paper.paint(path + ':', 'bad')} {message}" for message in verified["mismatches"]]
    agrees = ""
    belongs = paper.paint("does not belong", "bad")
    if verified["belongs"]:
        agrees = ", which agrees"
        belongs = paper.paint("belongs", "good")
    judged = f"judged by referee {verified['referee']}"
    if verified["referee"] != verified["now"]:
        judged += f"; this is {verified['now']}{agrees}"
    rules = f"{verified['certified']} by the rules {verified['rules'][:SHOWN]}…"
    lines.append(f"{path}: {belongs} to {verified['log']}: {rules}, {judged}")
    return "\n".join(map(one_line, lines))


VERIFIED = forms(verified_text, dict)
"""The forms of what `referee verify` found."""
