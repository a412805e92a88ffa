"""`referee record`: a game recorded while it is played."""

from __future__ import annotations

import importlib.util
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee import source
from referee.cli import import_name, options
from referee.cli.commands.resolve import QUESTIONS, cards_in
from referee.cli.out_file import save
from referee.cli.terminal import Misuse, complaint_line, paper, say_all, warn
from referee.core.cards import fold_name
from referee.core.cards_named import in_cards_of
from referee.core.data import Data
from referee.core.places import RulesetOptions, SourceError, Unjudgeable
from referee.core.text import visible
from referee.core.wording import in_list
from referee.engines import family
from referee.report.paper import as_yaml
from referee.rules.files import beside
from referee.rules.rulesets import load_ruleset
from referee.source.text import in_one_form

if TYPE_CHECKING:
    from referee.core.ruleset import Ruleset
    from referee.judging.log import Log
    from referee.recording.opening import Settled
    from referee.recording.recorder import Recorder


PROMPT = "> "
SETUP = options.pairs("sets nothing; write for example --setup dealer=Dov")
WHERE = "The game is recorded in {path}, which is saved after every event."
Ask = Callable[[Sequence[str], "Recorder | None"], str | None]
"""Prints lines and reads the next one, at a point of a game if there is one already; None if there are no more."""


@options.command("referee record hearts friday.yaml --players Ann,Ben,Cyd,Dov", "referee record friday.yaml")
@options.argument("game", "GAME|FILE", "games")
@options.argument("file", "[FILE]", "files", required=False)
@options.value("--players", "NAME,…", "Who plays, clockwise; what has a usual answer is then not asked.")
@options.value("--setup", "KEY=VALUE", "Who deals first, and the like: dealer=Dov.", multiple=True, callback=SETUP)
@options.value("--date", "DAY", "When it is played: 2026-09-18, or today.", type=options.a_day)
@options.value("--place", "TEXT", "Where it is played.")
@options.value("--event", "TEXT", "The evening, league or tournament that it is part of.")
@options.value("--detail", "LEVEL", "How much is recorded: deals (everything), plays, or results (the score pad).")
@options.log_rules
def command(
    game: str,
    file: str | None,
    players: str | None,
    setup: dict[str, str],
    detail: str | None,
    chosen: RulesetOptions,
    **occasion: str | None,
) -> None:
    """Record a game while it is played, judging every event.

    It asks first for what the game needs, then for what happens: a card, a bid, a whole trick on one line. An illegal event is
    reported at once and not recorded. The file is a sound log after every line, and `referee record FILE` continues it. `help`
    says how to write things, `quit` ends.

    If standard input is not a terminal, lines are read as they come: referee record hearts friday.yaml < moves.txt
    """
    from referee.judging.rules import ruleset_of
    from referee.recording.opening import details
    from referee.recording.recorder import Recorder

    ask = _asking()
    resumed = file is None and _is_log_file(game)
    if file is None and game.endswith((".yaml", ".yml")) and not os.path.lexists(game):
        raise Misuse(f"there is no {game} yet; `referee record GAME {game}` begins it")
    if resumed:
        path = game
    else:
        path = file or f"{Path(game).stem.partition('@')[0]}.yaml"
    if not resumed and not os.path.lexists(path):
        if not path.endswith((".yaml", ".yml")):
            raise Misuse(f"a game is recorded into a YAML file; call it {path}.yaml")
        about = {}
        for key in ("date", "place", "event"):  # in this order, however they were typed
            said = occasion[key]
            if said and said.strip():
                about[key] = said.strip()
        text, detail = _new_log(ask, game, path, _settled(players, setup, detail, chosen), about, chosen)
        save(path, text)
    elif not resumed and file is None:
        raise Misuse(f"{path} already exists; continue it with `referee record {path}`, or name another file")
    elif players or setup or any(chosen[:3]) or any(occasion.values()):
        raise Misuse(f"{path} already says who plays, when and by which rules; omit these options")
    else:
        if not resumed:
            _require_game(game, path)
        say_all([WHERE.format(path=path)])
    trust = chosen.trust or "folder"

    def rules_of(log: Log) -> Ruleset:
        return ruleset_of(log, trust=trust, named_project=chosen.project)

    recorder = Recorder(_read(path), path, rules_of, detail, paper())
    if recorder.rules.project:
        for remark in recorder.rules.project.lines:
            warn(remark)
    levels = details(recorder.rules)
    if detail is not None and recorder.detail not in levels:
        raise Misuse(f"--detail: {detail!r} is not {in_list(levels, 'or')}")
    _record(recorder, path, ask)


def _is_log_file(path: str) -> bool:
    """Whether a log can be read from here, and not a ruleset."""
    if not Path(path).is_file():
        return False
    data = source.load(path).data
    return isinstance(data, dict) and "game" in data and "family" not in data


def _require_game(game: str, path: str) -> None:
    """Refuse to go on with a log as one of this game that is one of another."""
    begun = source.load(path).data
    if not isinstance(begun, dict) or not isinstance(begun.get("game"), str):
        return
    titles = []
    with suppress(Unjudgeable):
        titles = [load_ruleset(name).title for name in (begun["game"], game)]
    if len(set(titles)) > 1:
        raise Misuse(f"{path} is a game of {titles[0]}, not of {titles[1]}; `referee record {path}` goes on with it")


def _settled(players: str | None, setup: dict[str, str], detail: str | None, chosen: RulesetOptions) -> Settled:
    """Everything that the options say about a new game; whoever says who plays is not asked for variants or house rules."""
    from referee.recording.opening import Settled

    if players is None:
        return Settled(chosen.variants or None, chosen.houses or None, None, setup, detail)
    names = tuple(in_one_form(name.strip()) for name in players.split(","))
    return Settled(chosen.variants, chosen.houses, names, setup, detail)


def _record(recorder: Recorder, path: str, ask: Ask) -> None:
    """Ask for lines until the recorder is done, and save the log after each line that changes it.

    Raises SourceError if another program has changed the file meanwhile.
    """
    saved = _read(path)
    text = recorder.text
    while not recorder.done:
        try:
            line = ask(recorder.status(), recorder)
            if line is None:
                line = "quit"
            if line.split()[:1] in (["resolve"], ["explain"]):
                answer = _ask_command(recorder, line)
            else:
                answer = recorder.enter(line)
            if recorder.text != text:
                if _read(path) != saved:
                    lost = f"{path} was changed by another program, so the last line was not written"
                    raise SourceError.at(options.place_typed(), f"{lost}; continue with `referee record {path}`")
                save(path, recorder.text)
                saved = text = recorder.text
            say_all(answer)
        except KeyboardInterrupt:
            say_all(recorder.enter("quit"))


def _read(path: str) -> str:
    """The text of a log with line feeds, whatever ends its lines in the file."""
    return source.read_text(path).replace("\r\n", "\n")


def _asking() -> Ask:
    """The function that asks for lines, plainly or, at a terminal with prompt_toolkit, with legal moves offered.

    Then the line below shows whose turn it is and the score; a move is offered by the beginning of the line, a card
    by the beginning of its word.
    """

    def ask_plainly(lines: Sequence[str], game: Recorder | None = None) -> str | None:
        """Print lines, and the next line that is typed or piped in; None at the end."""
        say_all(lines)
        if sys.stdin.isatty():
            sys.stdout.write(PROMPT)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return None
        return line.rstrip("\r\n")

    if not sys.stdin.isatty() or not sys.stdout.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return ask_plainly
    if importlib.util.find_spec("prompt_toolkit") is None:
        return ask_plainly
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.output import ColorDepth

    class Legal(Completer):
        def __init__(self, game: Recorder) -> None:
            self._choices = game.choices()

        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            line = document.text_before_cursor.lstrip()
            for choice, meaning in self._choices:
                begun = line
                if " " not in choice:
                    begun = line.split(" ")[-1]
                if fold_name(choice).startswith(fold_name(begun)):
                    yield Completion(visible(choice), -len(begun), display_meta=visible(meaning))

    depth = None
    if os.environ.get("NO_COLOR"):
        depth = ColorDepth.DEPTH_1_BIT
    session: PromptSession[str] = PromptSession(color_depth=depth)

    def ask(lines: Sequence[str], game: Recorder | None = None) -> str | None:
        """Print lines, and the next line that is typed, with offers if a game is going on; None at the end."""
        say_all(lines)
        with suppress(EOFError):
            if game is None:
                return session.prompt(PROMPT, completer=None, bottom_toolbar=None)
            return session.prompt(PROMPT, completer=Legal(game), bottom_toolbar=visible(game.toolbar()))
        return None

    return ask


def _new_log(
    ask: Ask, game: str, path: str, known: Settled, occasion: dict[str, str], chosen: RulesetOptions
) -> tuple[str, str | None]:
    """Ask everything that must be known before a game; the text of its log, without events, and how much to record.

    `known` is what options have said already. Raises Misuse if the questions are not answered.
    """
    from referee.recording.entries import Unclear
    from referee.recording.opening import settle

    where = [WHERE.format(path=path)]

    def answer(question: list[str]) -> str:
        line = ask(where + question, None)
        where.clear()
        if line is None or line.strip() == "quit":
            raise Misuse("the questions before the game were not answered, so nothing was recorded")
        return in_one_form(line.strip())

    def load(houses: Sequence[str], variants: Sequence[str]) -> Ruleset:
        return options.ruleset(game, chosen._replace(houses=tuple(houses), variants=tuple(variants)))

    try:
        rules, settled = settle(answer, load, options.houses_of(load((), ()).name), known)
    except Unclear as no:
        raise Misuse(f"{str(no)[:1].lower()}{str(no)[1:].rstrip('.')}") from None
    say_all(where)
    chosen = chosen._replace(houses=settled.houses or (), variants=settled.variants or ())
    log = options.log_head(game, rules, chosen, path)
    log["players"] = list(settled.players or ())
    log |= occasion
    if settled.head:
        log |= settled.head
    log["events"] = []
    return as_yaml(log), settled.detail


def _ask_command(recorder: Recorder, line: str) -> list[str]:
    """Answer a line such as `resolve trick 2C AC 3C` or `explain follow-suit` by the rules of the game that is recorded; the
    lines, if it cannot be answered.

    The answer itself is printed by the command.
    """
    log = recorder.log
    game = beside(log.game, log.path)
    try:
        command, *words = shlex.split(line)
        if command == "explain":
            name = command
            question = import_name("referee.cli.commands.library:explain")
            words = [word.removeprefix(f"{recorder.rules.name}/") for word in words]
        elif words and words[0] in QUESTIONS:
            name = words.pop(0)
            question = import_name(QUESTIONS[name][0])
        else:
            example = in_cards_of(recorder.here.game.ruleset.deck, "resolve trick 2C AC 3C")
            return [f"Write `resolve` and one of {', '.join(QUESTIONS)}: `{example}`."]
        given = question.make_context(f"{command} {name}", [game] + words).params
        given["houses"] += tuple(beside(house, log.path) for house in log.houses)
        given["variants"] += log.variants
        given["ruling"] = {**log.ruling, **given["ruling"]}
        if name == "trick":
            _fill_in_trick(given, recorder)
        question.callback(**given)
    except click.ClickException as misuse:
        return [misuse.format_message()]
    except Unjudgeable as unjudgeable:
        return list(map(complaint_line, unjudgeable.complaints))
    except ValueError as unclosed:  # a quotation mark
        return [f"{str(unclosed).capitalize()}."]
    except click.exceptions.Exit:
        pass
    return []


def _fill_in_trick(given: Data, recorder: Recorder) -> None:
    """Add to a question about a trick, in place, what the table knows: the trump, and who plays which card in which
    role."""
    query = family(recorder.rules.family).questions().get("trick")
    if query is None:
        return
    here = recorder.here
    trump = here.game.view(here.state)[0].get("trump", "")  # None if there is no trump, "" if the game does not say
    if not given["trump"]:
        given["trump"] = trump or None
        if trump is None:
            given["trump"] = "none"
    cards = cards_in(given["cards"], recorder.rules)
    players, roles = query.here(here.game, here.state)
    if given["roles"] is not None or len(cards) != len(players):
        return
    together = "".join(cards) + "".join(players)
    if "=" in together or "," in together:
        return
    given["cards"] = tuple(f"{who}={card}" for who, card in zip(players, cards, strict=True))
    if roles:
        given["roles"] = ",".join(f"{who}={role}" for who, role in roles.items())
