"""`referee show`: the table at a point of a log, and what may be played there; `score`: its pad."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path

import click

from referee.cli import options
from referee.cli.logs import Intake, inputs, watch_logs
from referee.cli.out_file import write_lines, write_whole
from referee.cli.terminal import ANSWERED, UNJUDGED, WANTING, Misuse, complain, debugging, paper, say, warn
from referee.core.data import Entry
from referee.core.events import Event, Finding
from referee.core.game import Game
from referee.core.items import AtTable
from referee.core.places import RulesetOptions, bug_in_words
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict, judged_to
from referee.core.wording import in_list, number_of
from referee.corpus.parts import Bug, JudgeOptions, Report, RulesetCache
from referee.corpus.pool import judge_paths
from referee.engines import recording
from referee.judging.fold import Visitor
from referee.judging.judge import judge
from referee.judging.log import Log
from referee.judging.read import load_log
from referee.judging.replay import begin, replay
from referee.report import scores
from referee.report.paper import csv_lines, markdown_table, plain_cell
from referee.report.questions import LEGAL_FORMATS, SHOW_FORMATS
from referee.report.verdicts import news_line, with_names

HELP = (
    "Just before event N (counted from 1), or 'line 41', 'hand 3', 'hand 3 trick 2', 'round 2', 'turn 5', 'end'; "
    "default: just before the first illegal event, or the end."
)


def a_point(text: str) -> dict[str, int]:
    """A point of a log as numbers by what they count: {'event': 41}, {'hand': 3, 'trick': 2}; {} for the end.

    Raises click.BadParameter if the text is no point.
    """
    words = text.split()
    if words == ["end"]:
        return {}
    if len(words) == 1:
        words.insert(0, "event")
    numbers = [int(number) for number in words[1::2] if number.isdecimal() and len(number) < 10]
    if len(words) != 2 * len(numbers) or not words or 0 in numbers[:1]:
        raise click.BadParameter(f"{text!r} is not a point of a log; write 41, 'line 41', 'hand 3 trick 2' or 'end'")
    return dict(zip(words[::2], numbers, strict=True))


class _Spots(Visitor):
    """A visitor who keeps the spot before each event, in the numbers that players count by."""

    def __init__(self) -> None:
        self.spots: list[dict[str, int]] = []

    def before(self, game: Game, state: AtTable, event: Event) -> None:
        self.spots.append(game.progress(state))


def _events_before(at: dict[str, int], log: Log, rules: Ruleset, *, as_played: bool) -> int:
    """The number of events before a point of a log: an event, a line of the file, or a spot that players count by.

    Raises Misuse if the log has no such point.
    """
    if at.keys() == {"event"}:
        return at["event"] - 1
    if at.keys() == {"line"}:
        return _events_before_line(at["line"], log, rules)
    seen = _Spots()
    replay(log, rules, as_played=as_played, visitor=seen)
    spots = seen.spots
    for passed, spot in enumerate(spots):
        if at.items() <= spot.items():
            return passed
    wrong = f"--at {_spot_in_words(at)!r}"
    if not spots or not spots[-1]:
        raise Misuse(f"{wrong}: this log has no event there")
    last = spots[-1]
    for unit in at:
        if unit not in last:
            counts = f"this game does not count by {unit}; count by {in_list(last, 'or')}, or by event or line"
            raise Misuse(f"{wrong}: {counts}")
    raise Misuse(f"{wrong}: this log has no event there; it ends at {_spot_in_words(last)}")


def _events_before_line(line: int, log: Log, rules: Ruleset) -> int:
    """The number of events of a log before a line of its file. Raises Misuse if no event is on that line or after it."""
    begun = begin(log, rules)
    lines = [begun.place(event).line for event in range(sum(map(begun.game.size, log.items)) + 1)]
    for event, its_line in enumerate(lines[1:]):
        if its_line >= line:
            return event
    raise Misuse(f"--at 'line {line}' is after the last event, which is on line {lines[-1]}")


def _spot_in_words(spot: Mapping[str, int]) -> str:
    return " ".join(f"{what} {number}" for what, number in spot.items())


@options.command(
    "referee simulate illuminate -n 1 --seed 7 --out game.jsonl",
    "referee show game.jsonl --at 37",
    "referee show game.jsonl --at 37 --format svg --out table.svg",
)
@options.log
@options.value("--at", "POINT", HELP, type=a_point)
@options.flag("--legal only_legal", "Only what may be played, without the table.")
@options.formats(SHOW_FORMATS, "show")
@options.out
@options.judging()
def command(
    log: str, at: dict[str, int] | None, only_legal: bool, form: str, out: str | None, judging: JudgeOptions
) -> int:
    """Draw the table just before event N of a log: who sits where, the trick, known hands, scores; below it what may be played,
    and the rule that rules out everything else.

    A picture (svg, html) is drawn as in `replay`, with cards that may not be played dimmed.
    """
    if only_legal and form not in LEGAL_FORMATS:
        raise Misuse(f"--legal is a list, in {in_list(LEGAL_FORMATS, 'or')}; --format {form} draws the table")
    if is_game(log):
        return show_game(log, form, judging.chosen)
    recorded = load_log(log)
    as_played = judging.as_played
    rules = RulesetCache(judging.chosen).ruleset(recorded)
    Intake().name_project(rules.project)
    # None: all of them
    until = None
    if at:
        until = _events_before(at, recorded, rules, as_played=as_played)
    played = replay(recorded, rules, until=until, as_played=as_played)
    folded = played.folded
    code = ANSWERED
    if folded.halted or (at is None and not as_played and _has_violation(folded.faults)):
        verdict = judge(recorded, rules, as_played=as_played)
        code = WANTING
        warn_of(verdict)
        if folded.halted and (not verdict.violations or (at is None and folded.shapeless)):
            return UNJUDGED
        if at is not None:
            last = verdict.violations[0].event
            warn(f"{log}: event {last} is not legal, so nothing after it can be played; `--at {last}` stops before it")
            if verdict.complaints:
                return UNJUDGED
            return WANTING
        if folded.halted:
            warn(f"{log}: this is the table just before event {folded.events + 1}, which is not legal")
    elif until is not None and folded.events < until:
        end = folded.events + 1
        events = number_of(folded.events, "events")
        raise Misuse(f"--at {until + 1} is beyond the end; this log has {events}, so N is 1 to {end}")
    game = played.game
    choices = game.options(played.state)
    if only_legal:
        text = LEGAL_FORMATS[form](game.ruleset, choices, paper(out, form))
    elif form not in SHOW_FORMATS:
        text = options.added_format("show", form)(game, played.state, choices)
    else:
        data, blocks = game.view(played.state)
        view = {**data, "position": game.position(played.state)}, blocks
        text = SHOW_FORMATS[form](game.ruleset, view, choices, paper(out, form))
    read = []
    if out is not None:
        read.append(log)
    write_lines([text], out, read, form)
    return code


def is_game(name: str) -> bool:
    """Whether the name of a log is that of a game, which people show to see its rules; no file may be called so."""
    return not os.path.lexists(name) and options.file_of(name) is not None


def show_game(game: str, form: str, chosen: RulesetOptions) -> int:
    """Print the rules of a game, as `referee rules` does. Raises Misuse for a form that it does not have."""
    from referee.notebook import rulebook
    from referee.report.rulebook import FORMATS

    if form not in FORMATS:
        raise Misuse(f"{game} is a game, not a log; `referee rules {game}` says its rules, in {in_list(FORMATS, 'or')}")
    say(FORMATS[form](rulebook(options.ruleset(game, chosen))), form)
    return ANSWERED


def _has_violation(faults: Iterable[Finding]) -> bool:
    return any(fault.kind == "violation" for fault in faults)


@options.command("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee score game.jsonl")
@options.logs("logs")
@options.formats([*scores.FORMATS, "csv"], "score")
@options.choice(
    "--by",
    list(scores.SHAPES),
    "One table of all logs, in csv or markdown: one row per player and game, or per player and hand.",
)
@options.plot("Draw the totals: hand by hand for one game, how games ended for many.")
@options.out
@options.judging(packed=True)
def score(
    logs: tuple[str, ...], form: str, by: str | None, plot: str | None, out: str | None, judging: JudgeOptions
) -> int:
    """Score logs, one row per hand, with totals and winners: files, folders (every log below), patterns, or - for standard
    input.

    csv is one table of all logs, whatever the games and players: one row per player and game or, with --by hand,
    per player and hand. So is markdown with several logs, or with --by. If a log is not legal, the score up to there is printed
    with the reason, and the exit code is 1.
    """
    if form in ("text", "json") and by:
        raise Misuse(f"--by {by} is for --format csv and markdown; {form} always has one row per hand")
    run = ShowRun(draws=plot is not None)
    read = inputs(out, logs, judging.chosen)
    columns, rows = scores.SHAPES[by or "game"]

    def lines(verdicts: Iterator[Verdict]) -> Iterator[str]:
        """Yield the lines of the answer: one table of many games in Markdown, or the pad of each game."""
        if form == "markdown":
            begun = list(islice(verdicts, 2))
            verdicts = chain(begun, verdicts)
            if by or len(begun) > 1:
                yield markdown_table(columns, [_cells(row) for row in rows(verdicts)])
                return
        pads = ((label, verdict, verdict.table) for label, verdict in with_names(verdicts) if verdict.table)
        written = scores.FORMATS.get(form) or options.added_format("score", form)
        yield from written(pads, paper(out))

    with watch_logs(logs) as watch:
        verdicts = run.score(judge_paths(logs, judging._replace(asked=0), stop=watch.stop))
        if form == "csv":
            write_lines(csv_lines(columns, watch.to_the_end(rows(verdicts))), out, read, form)
        else:
            write_lines(watch.to_the_end(lines(verdicts)), out, read, form)
    if plot and run.games:
        if run.games > 1:
            picture = scores.finals(run.finals)
        else:
            picture = scores.race(*run.first)
        write_whole(picture, plot, "--plot", inputs(plot, logs, judging.chosen))
    return run.code


def _cells(row: Iterable[object]) -> list[str]:
    """A row of a table in Markdown; what is not known is empty."""
    cells = []
    for cell in row:
        if cell is None:
            cells.append("")
        else:
            cells.append(plain_cell(cell))
    return cells


def warn_of(verdict: Verdict) -> None:
    """Say on standard error why a log is not legal, or cannot be judged."""
    complain(verdict.complaints)
    for finding in verdict.violations:
        warn(news_line(finding))


class ShowRun(Intake):
    """One run: the verdicts whose score can be read, the exit code of all, and, if it `draws`, the first of the games and how
    all of them ended."""

    def __init__(self, *, draws: bool) -> None:
        """Begin a run; `draws` says whether a picture of the totals is wanted at the end."""
        super().__init__()
        self.draws = draws
        self.games = 0
        self.first: tuple[str, str, Entry] = "", "", {}
        self.finals: dict[str, dict[str, list[float]]] = {}

    def score(self, items: Iterable[Report]) -> Iterator[Verdict]:
        """Yield the verdicts; for logs that are not legal, print why they are not scored to the end."""
        for verdict in self.verdicts(items):
            where = verdict.path
            if verdict.line:
                where = f"{verdict.path}:{verdict.line}"
            warn_of(verdict)
            if verdict.status == "illegal" and judged_to(verdict)[0] > verdict.events:
                warn(f"{where}: this is the score before event {verdict.violations[0].event}, which is not legal")
            try:
                score = None
                if verdict.table:
                    score = verdict.table.score[0]
            except Exception as bug:
                if debugging():
                    raise
                self.report(Bug(bug_in_words(bug, f"{verdict.path}:{verdict.line or 1}")))
                continue
            if self.draws and verdict.table and score is not None:
                self._draw(verdict.path, verdict.table.game.ruleset, score)
            yield verdict

    def _draw(self, path: str, rules: Ruleset, score: Entry) -> None:
        """Keep what the picture needs of a game: the whole score of the first game, and the totals at the end of
        each."""
        title = " + ".join((rules.title, *rules.houses))
        if not self.games:
            self.first = f"{title}: {Path(path).name}", recording(rules.family).LENGTH[:-1], score
        self.games += 1
        for player, total in score["totals"].items():
            if total is not None:
                self.finals.setdefault(title, {}).setdefault(player, []).append(total)
