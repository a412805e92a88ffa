"""`referee record`: a game recorded while it is played."""

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from referee.cli.exit_codes import ANSWERED, Misuse
from referee.cli.houses import houses_of
from referee.cli.log_header import log_head
from referee.cli.output import say_all
from referee.cli.ruleset_options import RulesetOptions, ruleset, typed
from referee.cli.save import save
from referee.cli.shared_options import example, log_rules_options, offered
from referee.cli.terminal import paper
from referee.cli.typed import Plain, Typed
from referee.core.places import Complaint, SourceError
from referee.core.trust import Trust

if TYPE_CHECKING:
    from referee.recording.recorder import Recorder


def _settings(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """`--setup dealer=Dov --setup roles=doctor,neighbor` as a map."""
    settings = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not (key and equals and value):
            raise click.BadParameter(f"{text!r} sets nothing; write for example --setup dealer=Dov")
        settings[key] = value
    return settings


def _day(_: click.Context, __: click.Parameter, given: str | None) -> str | None:
    """`--date`, where `today` is what the clock says."""
    from datetime import date

    from referee.core.days import wrong_day

    if given == "today":
        return date.today().isoformat()
    if given is not None and (wrong := wrong_day(given)):
        raise click.BadParameter(f"{given!r} {wrong}, or `today`")
    return given


@click.command(
    epilog=example("referee record hearts friday.yaml --players Ann,Ben,Cyd,Dov", "referee record friday.yaml")
)
@click.argument("game", metavar="GAME|FILE", shell_complete=offered("games"))
@click.argument("file", metavar="[FILE]", required=False, shell_complete=offered("files"))
@click.option(
    "--players", metavar="NAME,…", help="Who plays, clockwise; everything that no other option sets is then as usual."
)
@click.option(
    "--setup", multiple=True, metavar="KEY=VALUE", callback=_settings, help="Who deals first, and the like: dealer=Dov."
)
@click.option("--date", metavar="DAY", callback=_day, help="When it is played: 2026-09-18, or today.")
@click.option("--place", metavar="TEXT", help="Where it is played.")
@click.option("--event", metavar="TEXT", help="The evening, league or tournament that it is part of.")
@click.option(
    "--detail", metavar="LEVEL", help="How much is recorded: deals (everything), plays, or results (the score pad)."
)
@log_rules_options
def command(
    game: str,
    file: str | None,
    players: str | None,
    setup: dict[str, str],
    date: str | None,
    place: str | None,
    event: str | None,
    detail: str | None,
    chosen: RulesetOptions,
) -> int:
    """Record a game while it is played, judging every event.

    It asks first for what the game needs, then for what happens: a card, a bid, a whole trick on one line. An illegal event is
    reported at once and not recorded. The file is a sound log after every line, and `referee record FILE` continues it. `help`
    says how to write things, `quit` ends.

    If standard input is not a terminal, lines are read as they come: referee record hearts friday.yaml < moves.txt
    """
    lines = _typed()
    occasion = {"date": date, "place": place, "event": event}
    resumed = file is None and _is_log(game)
    path = game if resumed else file or f"{Path(game).stem.partition('@')[0]}.yaml"
    if not resumed and not Path(path).exists():
        _require_yaml(path)
        said = {key: text.strip() for key, text in occasion.items() if text and text.strip()}
        text, detail = _opened(lines, game, path, players, said, setup, detail, chosen)
        save(path, text)
    elif not resumed and file is None:
        raise Misuse(f"{path} already exists; continue it with `referee record {path}`, or name another file")
    elif players or setup or any(chosen[:3]) or any(occasion.values()):
        raise Misuse(f"{path} already says who plays, when and by which rules; omit these options")
    recorder = _recorder(path, detail, chosen.trust or "folder")
    _play(recorder, lines, path)
    return ANSWERED


def _typed() -> Typed:
    """The lines that the user types, with completion if it is installed and the terminal can show it."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    if at_terminal and importlib.util.find_spec("prompt_toolkit") is not None:
        from referee.cli.prompting import Prompting

        return Prompting()
    return Plain()


def _is_log(path: str) -> bool:
    from referee import source

    if not Path(path).is_file():
        return False
    data = source.load(path).data
    return isinstance(data, dict) and "game" in data and "family" not in data


def _require_yaml(path: str) -> None:
    if not path.endswith((".yaml", ".yml")):
        raise Misuse(f"a game is recorded into a YAML file; call it {path}.yaml")


def _recorder(path: str, detail: str | None, trust: Trust) -> Recorder:
    from referee.core.wording import listed
    from referee.judging.log import Log
    from referee.judging.replay import ruleset_of
    from referee.recording.opening import details
    from referee.recording.recorder import Recorder
    from referee.source import read_text

    def rules(log: Log) -> Any:
        return ruleset_of(log, trust=trust)

    recorder = Recorder(read_text(path), path, rules, detail, paper())
    known = details(recorder.rules)
    if recorder.detail not in known and detail is not None:
        raise Misuse(f"--detail: {detail!r} is not {listed(known, 'or')}")
    return recorder


def _opened(
    lines: Typed,
    game: str,
    path: str,
    players: str | None,
    occasion: dict[str, str],
    setup: dict[str, str],
    detail: str | None,
    chosen: RulesetOptions,
) -> tuple[str, str | None]:
    """The head of a new log, after all questions, and how much to record."""
    from referee.recording.opening import Opening, Settled, head_text

    def load(houses: Sequence[str], variants: Sequence[str]) -> Any:
        return ruleset(game, chosen._replace(houses=tuple(houses), variants=tuple(variants)))

    names = None if players is None else tuple(name.strip() for name in players.split(","))
    settled = Settled(
        chosen.variants or (None if names is None else ()), chosen.houses or (None if names is None else ()), names,
        setup, detail,
    )  # fmt: skip
    opening = Opening(load, houses_of(load((), ()).name), settled)
    for wrong in opening.begin():
        raise Misuse(f"{wrong[:1].lower()}{wrong[1:].rstrip('.')}")
    while (question := opening.question) is not None:
        line = lines.ask(question)
        if line is None or line.strip() == "quit":
            raise Misuse("the questions before the game were not answered, so nothing was recorded")
        say_all(opening.answer(line))
    known = opening.settled
    picked = chosen._replace(houses=known.houses or (), variants=known.variants or ())
    setup_or_position = opening.pad_head or {"setup": dict(known.setup or {})}
    head = {
        **log_head(game, opening.rules, picked, path),
        "players": list(known.players or ()),
        **occasion,
        **setup_or_position,
    }
    return head_text(head), known.detail


def _play(recorder: Recorder, lines: Typed, path: str) -> None:
    """Takes lines until the recording ends; the file is saved after every line that changes it."""
    from referee.source import read_text

    saved, known = read_text(path), recorder.text
    while not recorder.done:
        with _paused_by_interrupts(recorder):
            line = lines.ask(recorder.status(), recorder)
            if line is None:
                line = "quit"
            answer = _resolved(recorder, line) if line.split()[:1] == ["resolve"] else recorder.enter(line)
            if recorder.text != known:
                _require_untouched(path, saved)
                save(path, recorder.text)
                saved = known = recorder.text
            say_all(answer)


def _require_untouched(path: str, saved: str) -> None:
    """Refuses to overwrite the changes of another program."""
    from referee.source import read_text

    if read_text(path) != saved:
        lost = f"{path} was changed by another program, so the last line was not written"
        message = f"{lost}; continue with `referee record {path}`"
        raise SourceError([Complaint(typed(), message)])


@contextlib.contextmanager
def _paused_by_interrupts(recorder: Recorder) -> Iterator[None]:
    """Ends the recording at Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt:
        say_all(recorder.enter("quit"))


def _resolved(recorder: Recorder, line: str) -> list[str]:
    """Answers `resolve trick 2C AC 3C` by the rules of the game that is recorded."""
    import shlex

    from referee.cli.commands.resolve import command as resolve
    from referee.rules.find import beside

    log = recorder.log
    try:
        words = shlex.split(line)[1:]
        what, *rest = words or ["--help"]
        if what == "trick" and recorder.here.game.ruleset.family == "trick":
            rest = _at_this_table(recorder, rest)
        more = [option for house in log.houses for option in ("--house", beside(house, log.path))]
        more += [option for variant in log.variants for option in ("--variant", variant)]
        trump = recorder.here.game.view(recorder.here.state)[0].get("trump", "")
        if what == "trick" and trump != "" and "--trump" not in rest:
            more += ["--trump", trump or "none"]
        more += [option for ruling in log.ruling.items() for option in ("--ruling", "=".join(ruling))]
        game = beside(log.game, log.path)
        with resolve.make_context("resolve", [what, *([game, *rest, *more] if words else [])]) as context:
            resolve.invoke(context)
    except click.ClickException as misuse:
        return [misuse.format_message()]
    except (click.exceptions.Exit, SourceError, ValueError):
        pass
    return []


def _at_this_table(recorder: Recorder, words: list[str]) -> list[str]:
    """What is asked about a trick, with the players who play to it now and their roles, if it names none."""
    from referee.engines.trick.queries import Game, next_trick

    cards, options, rest = list[str](), list[str](), iter(words)
    for word in rest:
        if word.startswith("-"):
            options += [word] if "=" in word or word in ("-h", "--help") else [word, *itertools.islice(rest, 1)]
        else:
            cards += word.split(",")
    players, roles = next_trick(cast(Game, recorder.here.game), recorder.here.state)
    plain = not any("=" in text or "," in text for text in (*cards, *players)) and len(cards) == len(players)
    if not plain or any(option.startswith("--roles") for option in options):
        return words
    held = ["--roles", ",".join(f"{who}={role}" for who, role in roles.items())] if roles else []
    return [*(f"{who}={card}" for who, card in zip(players, cards, strict=True)), *options, *held]
