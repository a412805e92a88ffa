"""What is written where: answers to standard output, in colour only if somebody sees it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from referee.cli.exit_codes import remark
from referee.cli.terminal import CODES, paper, speak_for
from referee.core.ascii import escaped, in_ascii
from referee.core.harmless import visible
from referee.core.wording import counted
from referee.report.paper import Paper
from referee.report.verdict_lines import finding_line

if TYPE_CHECKING:
    from referee.core.verdict import Verdict

JSON = frozenset(("json", "jsonl", "sarif"))


def shown(text: str, form: str, paper: Paper) -> str:
    """A text as printed in a form: prose in lines that fit, data unchanged, and nothing that would move a terminal's cursor."""
    text = visible(text)
    if form == "text" and (paper.width is not None or paper.ascii):
        text = visible("\n".join(paper.lines(text)))
    elif paper.ascii:
        text = escaped(text) if form in JSON else in_ascii(text)
    return text if text.isprintable() else text.translate(CODES)


def at_a_terminal() -> bool:
    """Whether somebody sees what is printed."""
    return sys.stdout.isatty()


def say(text: str, form: str = "text") -> None:
    """Prints an answer to standard output."""
    speak_for(form)
    sys.stdout.write(shown(text, form, paper(form=form)) + "\n")


def say_all(lines: Iterable[str], form: str = "text") -> None:
    """Prints an answer in pieces, as they come."""
    for line in lines:
        say(line, form)


@contextlib.contextmanager
def output_to(out: str | None, inputs: Iterable[str] = (), form: str = "text") -> Iterator[Callable[[str], None]]:
    """A function that writes a line: to standard output, or to a file that appears once complete and is not an input."""
    sheet = paper(out, form)
    if out is None:
        speak_for(form)
        yield lambda line: print(shown(line, form, sheet))
        return
    from referee.cli.out_file import file_for

    with (
        file_for(out, inputs=inputs) as part,
        part.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream,
    ):
        yield lambda line: print(shown(line, form, sheet), file=stream)


def counted_out(number: int, plural: str) -> str:
    """'1 log', '12,345 logs', from the plural."""
    return counted(number, plural) if number == 1 else f"{number:,} {plural}"


def warn(text: str, form: str = "text") -> None:
    """Prints a remark about usage or files to standard error."""
    remark(text, form)


def warn_of(verdict: Verdict) -> None:
    """Says on standard error why a log is not legal, or cannot be judged."""
    for complaint in verdict.complaints:
        warn(str(complaint))
    for finding in verdict.violations:
        warn(finding_line(finding))
