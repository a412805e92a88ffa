"""The outputs: their width, letters and colours, and what is printed there; how the program ends, and one line
about anything that went wrong."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Event, Thread
from typing import Any, TextIO

import click

from referee.core.places import COMMAND_LINE, Complaint, Place, Unjudgeable, bug_in_words
from referee.core.text import in_ascii, one_line, visible, with_escapes
from referee.core.wording import nearest
from referee.report.paper import Paper, as_json, no_paint
from referee.version import __version__

_UNDERSTANDS = 0x0004
"""The mode of a console that understands escape sequences instead of printing them."""


def is_terminal(stream: TextIO) -> bool:
    """Whether an output can show colours and redraw a line; a console of Windows is told to understand escape
    sequences."""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    handle = msvcrt.get_osfhandle(stream.fileno())
    mode = ctypes.c_ulong()
    console = ctypes.windll.kernel32  # of which those before Windows 10 do not understand escape sequences
    if not console.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(mode.value & _UNDERSTANDS or console.SetConsoleMode(handle, mode.value | _UNDERSTANDS))


COLOURS = {
    "good": "\x1b[32m", "bad": "\x1b[31m", "doubt": "\x1b[33m", "dim": "\x1b[2m", "head": "\x1b[1m", "": "\x1b[0m",
}  # fmt: skip
_MARKS = {what: chr(0xD800 + number) for number, what in enumerate(COLOURS)}
"""Placeholders for colours until a text is printed: halves of surrogate pairs, which no file or argument can contain."""
ESCAPES = {ord(mark): COLOURS[what] for what, mark in _MARKS.items()}

USUAL, NARROWEST = 80, 20
"""Columns of a terminal that does not say how wide it is, and the fewest that are used, however narrow it says it is."""
LIKENESS = "referee-likeness"
"""The name of the error handler by which an output that has only ASCII writes everything else."""
FOR_PEOPLE = frozenset(("text", "concise"))
"""Forms that are read on a terminal; the others are data, and are UTF-8 unless `--ascii` is given."""


def paper(out: str | None = None, form: str = "text") -> Paper:
    """The paper for an answer in a form, to standard output or to the file `out`: how wide it is, which letters,
    which colours."""
    only_plain_letters = bool(_common_option("ascii"))
    if out is None and form in FOR_PEOPLE and only_ascii():
        only_plain_letters = True
    colour = _common_option("color") or "auto"
    if colour == "auto" and out is None and not os.environ.get("NO_COLOR"):
        colour = "never"
        if is_terminal(sys.stdout) or os.environ.get("FORCE_COLOR"):
            colour = "always"
    painted = no_paint
    if colour == "always":
        painted = paint
    width = None
    if not out:
        width = width_of(sys.stdout)
    return Paper(width, only_plain_letters, painted)


def beside() -> Paper:
    """Return what remarks on standard error are written on."""
    return Paper(width_of(sys.stderr), only_ascii())


def width_of(stream: TextIO) -> int | None:
    """The number of columns of a terminal, by the variable COLUMNS or else the terminal itself; None for a file or a
    pipe."""
    typed = os.environ.get("COLUMNS", "")
    if typed.isdecimal() and int(typed):
        return max(int(typed), NARROWEST)
    if not stream.isatty():
        return None
    with contextlib.suppress(OSError, ValueError):
        columns = os.get_terminal_size(stream.fileno()).columns
        if columns:
            return max(columns, NARROWEST)
    return USUAL


def only_ascii() -> bool:
    """Return whether answers are written in ASCII only, by `--ascii` or because the locale has nothing else."""
    return getattr(sys.stdout, "errors", "") == LIKENESS


def _common_option(option: str) -> object:
    """Return the value of an option that every command has."""
    context = click.get_current_context(silent=True)
    if not context:
        return None
    return (context.find_root().obj or {}).get(option)


def paint(text: str, what: str) -> str:
    """Return a text in the colour of what it is, once it is printed."""
    return f"{_MARKS[what]}{text}{_MARKS['']}"


def speak() -> None:
    """Make both outputs able to print everything: in UTF-8, or in ASCII if the locale has nothing else.

    So no name of a card crashes the program. What is typed or piped in is UTF-8, as files are.
    """
    _reconfigure("utf-8", "replace", sys.stdin)
    if speaks_utf8(getattr(sys.stdout, "encoding", None) or "", os.environ, sys.flags.utf8_mode):
        _reconfigure("utf-8", "backslashreplace")
    else:
        speak_ascii()


def speak_ascii() -> None:
    """Make both outputs print everything in ASCII."""
    codecs.register_error(LIKENESS, _likeness)
    _reconfigure("ascii", LIKENESS)


def speak_for(form: str) -> None:
    """Write data in UTF-8 whatever the locale, unless ASCII was asked for."""
    if form not in FOR_PEOPLE and only_ascii() and not _common_option("ascii"):
        _reconfigure("utf-8", "backslashreplace", sys.stdout)


def _reconfigure(encoding: str, errors: str, *streams: Any) -> None:
    """Make outputs write in an encoding: those named, or both."""
    if not streams:
        streams = (sys.stdout, sys.stderr)
    for stream in streams:
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(encoding=encoding, errors=errors)


def speaks_utf8(encoding: str, environment: Mapping[str, str], utf8_mode: int) -> bool:
    """Whether an output is read as UTF-8, by its `encoding` in Python and the variables of the environment.

    Python writes UTF-8 even if the locale is C, and then sets LC_CTYPE to say so: what was set before counts. If
    nothing was set, Python is believed.
    """
    if encoding.lower().replace("-", "").replace("_", "") != "utf8":
        return False
    if environment.get("PYTHONIOENCODING") or environment.get("PYTHONUTF8") == "1":
        return True
    kind = environment.get("LC_CTYPE", "")
    if utf8_mode and kind == "C.UTF-8":
        kind = ""
    locale = environment.get("LC_ALL") or kind or environment.get("LANG") or ""
    name, _, charset = locale.partition(".")
    if charset:
        return "utf" in charset.lower()
    return name not in ("C", "POSIX")


def _likeness(error: UnicodeError) -> tuple[str, int]:
    """Similar ASCII letters for letters that an output cannot write, and where to go on; Python calls it while it
    encodes."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    piece = error.object[error.start : error.end]
    shown = in_ascii(piece)
    if not shown.isascii():
        shown = shown.encode("ascii", "backslashreplace").decode()
    return shown, error.end


DISK = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.ESTALE, errno.ETIMEDOUT, errno.ENXIO)
"""The errors of the system when an output cannot take more."""

JSON = frozenset(("json", "jsonl", "sarif"))


def as_printed(text: str, form: str, paper: Paper) -> str:
    """A text as it is printed: prose in lines that fit, data unchanged, colours in place of their marks, nothing else
    that acts."""
    text = visible(text)
    if form == "text" and (paper.width is not None or paper.ascii):
        text = visible("\n".join(paper.lines(text)))
    elif paper.ascii:
        if form in JSON:
            text = with_escapes(text)
        else:
            text = in_ascii(text)
    if text.isprintable():
        return text
    return text.translate(ESCAPES)


def at_a_terminal() -> bool:
    """Return whether somebody sees what is printed."""
    return sys.stdout.isatty()


class Run:
    """What one run of the program has printed so far, and how far it is with a long task.

    `printed` says whether standard output has a part of an answer, `remarks` are what was said beside it. Of `number` games,
    0 if that is not known, so many are `done`; a `bar` on a terminal shows it already.
    """

    def __init__(self) -> None:
        self.printed = False
        self.remarks: list[Complaint] = []
        self.done = 0
        self.number = 0
        self.bar = False

    def progress(self) -> str:
        """How far the run is: '120 of 500 games', or 'still at work'."""
        if not self.done:
            return "still at work"
        if not self.number:
            return f"{self.done:,} games so far"
        return f"{self.done:,} of {self.number:,} games"


RUNS = [Run()]
"""The run of the program that is under way, last; a test may begin one after another in one process."""

PATIENCE = 2.0
"""Seconds after which a run that has shown nothing says how far it is."""


def say(text: str, form: str = "text") -> None:
    """Print an answer to standard output."""
    RUNS[-1].printed = True
    speak_for(form)
    sys.stdout.write(as_printed(text, form, paper(form=form)) + "\n")


def say_all(lines: Iterable[str], form: str = "text") -> None:
    """Print an answer in pieces, as they come."""
    for line in lines:
        say(line, form)


def warn(text: str, form: str = "text") -> None:
    """Print a remark about usage or files to standard error."""
    RUNS[-1].remarks.append(Complaint(Place(COMMAND_LINE, 1, 1), text))
    _to_stderr(text, form)


def _to_stderr(text: str, form: str = "text") -> None:
    if form == "text":
        text = "\n".join(beside().lines(visible(text)))
    try:
        click.echo(visible(text), err=True)
    except OSError as error:
        if error.errno not in DISK:
            raise


ANSWERED, WANTING, USAGE, UNJUDGED, BUG = 0, 1, 2, 3, 4
"""Legal, or answered; judged and found wanting; used wrongly; could not be judged; a bug in referee."""

CODES = {"legal": ANSWERED, "illegal": WANTING, "unjudged": UNJUDGED}
"""The exit code of each status."""

INTERRUPTED, PIPE_CLOSED = 130, 141

_MOST_CHOICES = 40
"""The most choices that are listed when something is missing."""


class Misuse(click.UsageError):
    """The command was used wrongly, in our own words."""


def run_program(run: Callable[[], object], asked: Mapping[str, object], arguments: Sequence[str]) -> int:
    """Run a command, as `exit_code` does, and give its exit code.

    If the arguments ask for JSON and there is no answer, the remarks are printed as JSON, too. After two seconds without a
    sign of life, and again later, a line on standard error says how far the run is.
    """
    begun = Run()
    RUNS[-1] = begun
    over = Event()
    if "-" not in arguments:  # or it waits for what is typed
        Thread(target=_show_progress, args=(begun, arguments, over), daemon=True).start()
    code = exit_code(run, asked)
    over.set()
    if code in (WANTING, USAGE, UNJUDGED, BUG) and not begun.printed and _wants_json(arguments):
        say(as_json({"exit_code": code, "errors": [remark.as_dict() for remark in begun.remarks]}), "json")
    return code


def _wants_json(arguments: Sequence[str]) -> bool:
    """Whether the arguments of a command ask for an answer in JSON."""
    return any(asked in " ".join(arguments) for asked in ("--format json", "--format=json", "--json"))


def _show_progress(run: Run, arguments: Sequence[str], over: Event) -> None:
    """Say how far a run is, until it is `over` or that can be seen: after two seconds, and each time after four times
    as many, so that a long run fills no screen."""
    seconds = PATIENCE
    wait = PATIENCE
    while not over.wait(wait):
        if run.bar or (run.printed and not run.done):
            return
        _to_stderr(f"referee {arguments[0]}: {run.progress()} after {seconds:.0f} seconds")
        wait = 3 * seconds
        seconds += wait


def exit_code(run: Callable[[], object], asked: Mapping[str, object]) -> int:
    """Run a command and give its exit code; what it raises is reported on standard error in one line.

    `asked["debug"]` adds the traceback of a bug.
    """
    try:
        code = run()
        sys.stdout.flush()
        if isinstance(code, int):
            return code
        return ANSWERED
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as misuse:
        context = getattr(misuse, "ctx", None)
        name = "referee"
        if context is not None:
            name = context.command_path
        warn(f"{name}: {_what(misuse)} (see `{name} --help`)")
        return USAGE
    except Unjudgeable as unjudgeable:
        complain(unjudgeable.complaints)
        return UNJUDGED
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except Exception as bug:
        from referee.core.formula import FormulaError

        if isinstance(bug, FormulaError):
            warn(bug.message)
            return UNJUDGED
        if _is_closed_pipe(bug):
            _close_stdout()
            return PIPE_CLOSED
        if isinstance(bug, OSError) and bug.errno in DISK:
            _close_stdout()
            warn(f"the output cannot be written: {(bug.strerror or str(bug)).lower()}")
            return UNJUDGED
        if isinstance(bug, FileNotFoundError) and _is_folder_gone():
            warn("the folder that you are in is gone; change to one that exists")
            return UNJUDGED
        if asked["debug"]:
            import traceback

            warn(traceback.format_exc().rstrip("\n"), "traceback")
        warn(bug_line(bug_in_words(bug)))
        return BUG


def _is_closed_pipe(error: Exception) -> bool:
    """Whether an error says that nobody reads the output any more, which Windows calls an invalid argument."""
    if isinstance(error, BrokenPipeError):
        return True
    return os.name == "nt" and isinstance(error, OSError) and error.errno == errno.EINVAL and error.filename is None


def _is_folder_gone() -> bool:
    """Whether the working folder has been deleted since the shell went into it."""
    try:
        os.getcwd()  # noqa: PTH109 — loading pathlib would take a twentieth of the time in which a question is answered
    except FileNotFoundError:
        return True
    return False


def complain(complaints: tuple[Complaint, ...] | list[Complaint]) -> None:
    """Say on standard error why something could not be judged, one line each."""
    for complaint in complaints:
        RUNS[-1].remarks.append(complaint)
        _to_stderr(complaint_line(complaint))


def complaint_line(complaint: Complaint) -> str:
    """A complaint with its place, unless it is about what was typed."""
    if complaint.place.file == COMMAND_LINE:
        return one_line(complaint.message)
    return one_line(str(complaint))


def stand_in_for_closed_outputs() -> None:
    """Point an output that was closed from the start, as by `>&-`, at the null device."""
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            if nowhere != number:  # or a file of ours could end up where an output is expected
                os.dup2(nowhere, number)
                os.close(nowhere)
            setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open as long as the program


def _close_stdout() -> None:
    """Point standard output nowhere, so that the interpreter's last flush stays quiet."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _what(misuse: click.ClickException) -> str:
    """The message about a wrong use of a command, in our own words where click's are less clear."""
    if isinstance(misuse, Misuse):
        return misuse.message
    if isinstance(misuse, click.NoSuchOption):
        return f"there is no option {misuse.option_name}{_option_meant(misuse)}"
    name = ""
    message = misuse.format_message()
    if isinstance(misuse, click.BadParameter):
        name = _parameter(misuse)
        if name:
            message = misuse.message
    if isinstance(misuse, click.MissingParameter):
        return f"{name.rstrip('.')} is missing{_choices(misuse)}"
    text = " ".join(message.split()).rstrip(".").replace("a valid integer range", "a whole number")
    if not text[:2].isupper():
        text = text[:1].lower() + text[1:]
    if name:
        return f"{name}: {text}"
    return text


def _option_meant(misuse: click.NoSuchOption) -> str:
    """The end of a sentence about an unknown option: the command that has this name, or the nearest option, if any."""
    name = misuse.option_name.lstrip("-")
    program = click.get_current_context(silent=True)
    if misuse.ctx is not None:
        program = misuse.ctx.find_root()
    if (
        program is not None
        and isinstance(program.command, click.Group)
        and name in program.command.list_commands(program)
    ):
        return f"; `referee {name}` is a command"
    near = nearest(name, [option.lstrip("-") for option in misuse.possibilities or ()])
    if near is None:
        return ""
    return f"; did you mean --{near}?"


def _parameter(misuse: click.BadParameter) -> str:
    """The name of the parameter that is wrong, of an option its long name; "" if that is not known."""
    if misuse.param is None:
        return str(misuse.param_hint or "")
    if not isinstance(misuse.param, click.Option):
        return misuse.param.human_readable_name
    for option in misuse.param.opts:
        if option.startswith("--"):
            return option
    return misuse.param.opts[0]


def _choices(misuse: click.MissingParameter) -> str:
    """The end of a sentence about a missing argument: the choices there are, or the first of many."""
    if misuse.param is None or misuse.ctx is None:
        return ""
    choices = [str(item.value) for item in misuse.param.shell_complete(misuse.ctx, "") if item.type == "plain"]
    if not choices:
        return ""
    if len(choices) > _MOST_CHOICES:
        return f"; name one of {len(choices)}, such as {', '.join(choices[:3])}"
    return f"; name one of {', '.join(choices)}"


def bug_line(what: str) -> str:
    """Return the line about a bug: where it is, what it says, and what to do about it."""
    return f"referee {__version__} has a bug{what}; please report it with this log; --debug shows the traceback"


def debugging() -> bool:
    """Return whether the first bug ends the program with a traceback."""
    return bool(_common_option("debug"))
