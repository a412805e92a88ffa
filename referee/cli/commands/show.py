"""`referee show`: the table at a point of a log, and what may be played there; `referee score`: its pad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import click

from referee.cli import options
from referee.cli.logs import Intake, inputs
from referee.cli.out_file import write_lines, write_rows, write_whole
from referee.cli.terminal import ANSWERED, UNJUDGED, WANTING, Misuse, complain, debugging, paper, warn
from referee.core.places import bug_in_words
from referee.core.ruleset import Ruleset
from referee.core.scene import barred
from referee.core.verdict import Verdict
from referee.core.wording import listed
from referee.corpus.parts import Bug, Early, JudgeOptions
from referee.corpus.paths import PathRemark
from referee.corpus.pool import judge_paths
from referee.corpus.ruleset_cache import RulesetCache
from referee.engines import recording
from referee.judging.judge import judge
from referee.judging.log import Log, load_log
from referee.judging.replay import begin, replay
from referee.report import scores
from referee.report.paper import markdown_table, plain_cell
from referee.report.questions import LEGAL_FORMATS, SHOW_FORMATS
from referee.report.verdicts import judged_to, labelled, news_line

HELP = (
    "Just before event N (counted from 1), or 'line 41', 'hand 3', 'hand 3 trick 2', 'round 2', 'turn 5', 'end'; "
    "default: just before the first illegal event, or the end."
)


def a_point(text: str) -> dict[str, int]:
    """Return a point of a log as numbers by what they count: {'event': 41}, {'hand': 3, 'trick': 2}; {} for the end."""
    words = text.split()
    if words == ["end"]:
        return {}
    words = ["event", *words] if len(words) == 1 else words
    numbers = [int(number) for number in words[1::2] if number.isdecimal() and len(number) < 10]
    if len(words) != 2 * len(numbers) or not words or 0 in numbers[:1]:
        raise click.BadParameter(f"{text!r} is not a point of a log; write 41, 'line 41', 'hand 3 trick 2' or 'end'")
    return dict(zip(words[::2], numbers, strict=True))


def _events_before(at: dict[str, int], log: Log, rules: Ruleset, *, as_played: bool) -> int:
    """Return how many events come before a point: an event, a line of the file, or a spot that players count by."""
    if at.keys() == {"event"}:
        return at["event"] - 1
    if at.keys() == {"line"}:
        begun = begin(log, rules)
        lines = [begun.place(event).line for event in range(sum(map(begun.game.size, log.items)) + 1)]
        if at["line"] > lines[-1]:
            raise Misuse(f"--at 'line {at['line']}' is after the last event, which is on line {lines[-1]}")
        return next(event for event, line in enumerate(lines[1:]) if line >= at["line"])
    spots: list[dict[str, int]] = []
    replay(log, rules, as_played=as_played, watch=lambda game, state, event: spots.append(game.spot(state)))
    for passed, spot in enumerate(spots):
        if at.items() <= spot.items():
            return passed
    point, last = " ".join(f"{what} {number}" for what, number in at.items()), spots[-1] if spots else {}
    if last and (strange := next((what for what in at if what not in last), None)):
        counts = f"this game does not count by {strange}; count by {listed(last, 'or')}, or by event or line"
        raise Misuse(f"--at {point!r}: {counts}")
    reached = " ".join(f"{what} {number}" for what, number in last.items())
    raise Misuse(f"--at {point!r}: this log has no event there" + (f"; it ends at {reached}" if reached else ""))


PICTURES = ("svg", "html")


@options.command(
    "referee simulate illuminate -n 1 --seed 7 --out game.jsonl",
    "referee show game.jsonl --at 37",
    "referee show game.jsonl --at 37 --format svg --out table.svg",
)
@options.log
@options.value("--at", "POINT", HELP, type=a_point)
@options.flag("--legal only_legal", "Only what may be played, without the table.")
@options.formats((*SHOW_FORMATS, *PICTURES))
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
        raise Misuse(f"--legal is a list, in {listed(LEGAL_FORMATS, 'or')}; --format {form} draws the table")
    recorded, as_played = load_log(log), judging.as_played
    rules = RulesetCache(judging.chosen).ruleset(recorded)
    until = _events_before(at, recorded, rules, as_played=as_played) if at else None  # None: all of them
    played = replay(recorded, rules, until=until, as_played=as_played)
    folded, code = played.folded, ANSWERED
    if folded.halted or (at is None and not as_played and any(fault.kind == "violation" for fault in folded.faults)):
        verdict, code = judge(recorded, rules, as_played=as_played), WANTING
        warn_of(verdict)
        if folded.halted and (not verdict.violations or (at is None and folded.shapeless)):
            return UNJUDGED
        if at is not None:
            last = verdict.violations[0].event
            warn(f"{log}: event {last} is not legal, so nothing after it can be played; `--at {last}` stops before it")
            return UNJUDGED if verdict.complaints else WANTING
        if folded.halted:
            warn(f"{log}: this is the table just before event {folded.events + 1}, which is not legal")
    elif until is not None and folded.events < until:
        end = folded.events + 1
        raise Misuse(f"--at {until + 1} is beyond the end; this log has {folded.events} events, so N is 1 to {end}")
    game, state = played.game, played.state
    choices = game.options(state)
    if only_legal:
        text = LEGAL_FORMATS[form](game.ruleset, choices, paper(out, form))
    elif form in PICTURES:
        from referee.core.markup import tag
        from referee.picture.drawing import svg
        from referee.picture.faces import Faces
        from referee.report.html import page

        scene = barred(game.scene(state), choices)
        text = drawn = svg(scene, Faces(game.ruleset.deck))
        if form == "html":
            comes = tag("p", f"Next: {scene.next or 'nothing; the game is over'}.")
            text = page(scene.title, [drawn, comes], "svg { max-width: 100%; height: auto }")
    else:
        data, blocks = game.view(state)
        data["position"] = game.position(state)
        text = SHOW_FORMATS[form](game.ruleset, data, blocks, choices, paper(out, form))
    write_lines([text], out, [log] * (out is not None), form)
    return code


@options.command("referee simulate illuminate -n 1 --seed 7 --out game.jsonl", "referee score game.jsonl")
@options.logs("logs")
@options.formats([*scores.FORMATS, "csv", "parquet"])
@options.choice(
    "--by",
    [*scores.SHAPES],
    "One table of all logs, in csv, markdown or parquet: one row per player and game, or per player and hand.",
)
@options.plot("Draw the totals: hand by hand for one game, how games ended for many.")
@options.out
@options.judging(packed=True)
def score(
    logs: tuple[str, ...], form: str, by: str | None, plot: str | None, out: str | None, judging: JudgeOptions
) -> int:
    """Score logs, one row per hand, with totals and winners: files, folders (every log below), patterns, or - for standard
    input.

    csv and parquet are one table of all logs, whatever the games and players: one row per player and game or, with --by hand,
    per player and hand. So is markdown with several logs, or with --by. If a log is not legal, the score up to there is printed
    with the reason, and the exit code is 1.
    """
    if form in ("text", "json") and by:
        raise Misuse(f"--by {by} is for --format csv, markdown and parquet; {form} always has one row per hand")
    run = ShowRun(draws=plot is not None)
    verdicts, read = run.scored(judge_paths(logs, judging._replace(asked=0))), inputs(out, logs, judging.chosen)
    columns, rows = scores.SHAPES[by or "game"]

    def lines() -> Iterator[str]:
        begun = list(islice(verdicts, 2)) if form == "markdown" else []
        every = chain(begun, verdicts)
        if form == "markdown" and (by or len(begun) > 1):
            cells = [["" if cell is None else plain_cell(cell) for cell in row] for row in rows(every)]
            yield markdown_table(tuple(columns), cells)
        else:
            pads = ((label, verdict, verdict.table) for label, verdict in labelled(every) if verdict.table is not None)
            yield from scores.FORMATS[form](pads, paper(out))

    if form in ("csv", "parquet"):
        write_rows(columns, rows(verdicts), out, read, form)
    else:
        write_lines(lines(), out, read, form)
    if plot and run.games:
        picture = scores.finals(run.finals) if run.games > 1 else scores.race(*run.first)
        write_whole(picture, plot, "--plot", inputs(plot, logs, judging.chosen))
    return run.code


def warn_of(verdict: Verdict) -> None:
    """Say on standard error why a log is not legal, or cannot be judged."""
    complain(verdict.complaints)
    for finding in verdict.violations:
        warn(news_line(finding))


class ShowRun(Intake):
    """One run: the verdicts whose score can be read, the exit code of all, and, if it `draws`, the first of the games and how
    all of them ended."""

    def __init__(self, *, draws: bool) -> None:
        self.draws, self.games = draws, 0
        self.first: tuple[str, str, Mapping[str, Any]] = "", "", {}
        self.finals: dict[str, dict[str, list[float]]] = {}

    def scored(self, items: Iterable[Verdict | PathRemark | Early]) -> Iterator[Verdict]:
        """Yield the verdicts; for those that are not legal, say why they are not scored to the end."""
        for verdict in self.verdicts(items):
            where = f"{verdict.path}:{verdict.line}" if verdict.line else verdict.path
            warn_of(verdict)
            if verdict.status == "illegal" and judged_to(verdict)[0] > verdict.events:
                warn(f"{where}: this is the score before event {verdict.violations[0].event}, which is not legal")
            try:
                score = verdict.table.score[0] if verdict.table else None
            except Exception as bug:
                if debugging():
                    raise
                self.report(Bug(bug_in_words(bug, f"{verdict.path}:{verdict.line or 1}")))
                continue
            if self.draws and verdict.table and score is not None:
                rules = verdict.table.game.ruleset
                title = " + ".join((rules.title, *rules.houses))
                if not self.games:
                    self.first = f"{title}: {Path(verdict.path).name}", recording(rules.family).LENGTH[:-1], score
                self.games += 1
                for player, total in score["totals"].items():
                    if total is not None:
                        self.finals.setdefault(title, {}).setdefault(player, []).append(total)
            yield verdict
