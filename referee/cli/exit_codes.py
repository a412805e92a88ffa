"""How the program ends: exit codes, and one line about anything that went wrong."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import click

from referee.cli.terminal import DISK, warn
from referee.core.harmless import one_line
from referee.core.places import COMMAND_LINE, Complaint, Unjudgeable

ANSWERED, WANTING, USAGE, UNJUDGED, BUG = 0, 1, 2, 3, 4
"""Legal, or answered; judged and found wanting; used wrongly; could not be judged; a bug in referee."""

CODES = {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}
"""The exit code of each status."""

INTERRUPTED, PIPE_CLOSED = 130, 141

_MOST_CHOICES = 40
"""The most choices that are listed when something is missing."""


class Misuse(click.UsageError):
    """The command was used wrongly, in our own words."""


def ended(run: Callable[[], Any], asked: Mapping[str, Any]) -> int:
    """Return the exit code of what `run` does; whatever it raises is reported on standard error, with `asked["debug"]` in
    full."""
    try:
        code = run()
        sys.stdout.flush()
        return code if isinstance(code, int) else ANSWERED
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as misuse:
        context = getattr(misuse, "ctx", None)
        name = context.command_path if context is not None else "referee"
        warn(f"{name}: {_what(misuse)} (see `{name} --help`)")
        return USAGE
    except Unjudgeable as unjudgeable:
        complain(unjudgeable.complaints)
        return UNJUDGED
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as bug:
        from referee.core.bugs import bug_in_words
        from referee.core.formula import FormulaError

        if isinstance(bug, FormulaError):
            warn(bug.message)
            return UNJUDGED
        # that nobody reads the output any more, Windows calls an invalid argument
        on_windows = os.name == "nt" and isinstance(bug, OSError) and bug.errno == errno.EINVAL and bug.filename is None
        if isinstance(bug, BrokenPipeError) or on_windows:
            _close_stdout()
            return PIPE_CLOSED
        if isinstance(bug, OSError) and bug.errno in DISK:
            _close_stdout()
            warn(f"the output cannot be written: {(bug.strerror or str(bug)).lower()}")
            return UNJUDGED
        if asked["debug"]:
            import traceback

            warn(traceback.format_exc().rstrip("\n"), "traceback")
        warn(bug_line(bug_in_words(bug)))
        return BUG


def complain(complaints: tuple[Complaint, ...] | list[Complaint]) -> None:
    """Says on standard error why something could not be judged, one line each."""
    for complaint in complaints:
        warn(complaint_line(complaint))


def complaint_line(complaint: Complaint) -> str:
    """Return a complaint with its place, unless it is about what was typed."""
    return one_line(complaint.message if complaint.place.file == COMMAND_LINE else str(complaint))


def stand_in_for_closed_outputs() -> None:
    """Points an output that was closed from the start, as by `>&-`, at the null device."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != number:  # or a file of ours could end up where an output is expected
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open as long as the program


def _close_stdout() -> None:
    """Points standard output nowhere, so that the interpreter's last flush stays quiet."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what(misuse: click.ClickException) -> str:
    if isinstance(misuse, Misuse):
        return misuse.message
    if isinstance(misuse, click.MissingParameter):
        return f"{_hint(misuse).rstrip('.')} is missing{_choices(misuse)}"
    if isinstance(misuse, click.NoSuchOption):
        hint = f"; did you mean {misuse.possibilities[0]}?" if misuse.possibilities else ""
        return f"there is no option {misuse.option_name}{hint}"
    if isinstance(misuse, click.BadParameter) and _hint(misuse):
        return f"{_hint(misuse)}: {_lower(misuse.message)}"
    return _lower(misuse.format_message())


def _choices(misuse: click.MissingParameter) -> str:
    """Return the choices for a missing parameter, or some of them if they are many."""
    if misuse.param is None or misuse.ctx is None:
        return ""
    offered = misuse.param.shell_complete(misuse.ctx, "")
    names = [str(item.value) for item in offered if item.type == "plain"]
    if len(names) > _MOST_CHOICES:
        return f"; name one of {len(names)}, such as {', '.join(names[:3])}"
    return f"; name one of {', '.join(names)}" if names else ""


def _hint(misuse: click.BadParameter) -> str:
    if misuse.param is None:
        return str(misuse.param_hint or "")
    if not isinstance(misuse.param, click.Option):
        return misuse.param.human_readable_name
    return max(misuse.param.opts, key=lambda option: option.startswith("--"))


def _lower(message: str) -> str:
    text = " ".join(message.split()).rstrip(".").replace("a valid integer range", "a whole number")
    return text[:1].lower() + text[1:] if not text[:2].isupper() else text


def bug_line(told: str) -> str:
    """Return the line about a bug: where it is, what it says, and what to do about it."""
    from referee.version import __version__

    return f"referee {__version__} has a bug{told}; please report it with this log; --debug shows the traceback"


def debugging() -> bool:
    """Return whether the first bug ends the program with a traceback."""
    return bool(click.get_current_context().find_root().obj["debug"])
