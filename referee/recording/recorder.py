"""The recorder: lines come in; lines and the text of the log go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import accumulate, chain, takewhile
from typing import Any, NamedTuple

from referee.core.family import DEALS, PLAYS, RESULTS, Option
from referee.core.items import EXTRAS
from referee.core.places import Complaint, Key, LogError, RulesetError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import yaml_item, yaml_line
from referee.core.wording import did_you_mean, in_list, number_of
from referee.judging.judge import judge
from referee.judging.log import Log, log_of, parse_log
from referee.judging.replay import begin, shape_complaints
from referee.recording import answers
from referee.recording.entries import Unclear, due, understood
from referee.recording.here import Here, Item, Refused, Shapeless, keys_of, together
from referee.report.paper import PAPER, Paper, as_text
from referee.report.questions import legal_text, table_text
from referee.source.files import PACKED
from referee.source.text import in_one_form


class Moment(NamedTuple):
    """The game as recorded so far: the text of its log in YAML, as the lines up to its last event, at which of them each event
    begins, and the lines behind; the points before each event and after the last, and the events."""

    lines: tuple[str, ...]
    starts: tuple[int, ...]
    behind: tuple[str, ...]
    points: tuple[Here, ...] = ()
    items: tuple[Item, ...] = ()

    @property
    def text(self) -> str:
        """The text of the log."""
        return "\n".join((*self.lines, *self.behind)) + "\n"

    def after(self, item: Item) -> Moment:
        """Return the moment after one more event. Raises Refused, Shapeless or RulesetError."""
        indent = re.match(r"\s*", self.lines[self.starts[-1]])[0] if self.starts else "  "  # type: ignore[index]
        lines = [f"{indent}{row}" for row in yaml_item(item)]
        starts = (*self.starts, len(self.lines))
        points = (*self.points, self.points[-1].after(item))
        return Moment((*self.lines, *lines), starts, self.behind, points, (*self.items, item))

    def before_last(self) -> Moment:
        """Return the moment before the last event; comments after it stay."""
        *starts, last = self.starts
        remarks = takewhile(lambda row: not row.strip() or row.lstrip().startswith("#"), reversed(self.lines[last:]))
        lines = (*self.lines[:last], *reversed([*remarks]))
        return Moment(lines, tuple(starts), self.behind, self.points[:-1], self.items[:-1])


def moment_of(text: str, path: str) -> tuple[Moment, Log]:
    """Return the text of a log in its parts, and the log. Raises SourceError or LogError, also if it cannot grow."""
    log = parse_log(text, path)
    if path.lower().endswith((".json", ".jsonl", *PACKED)):
        raise LogError.at(log.place(()), "a game is recorded into a YAML file; name one that ends in .yaml")
    lines = text.splitlines()
    if "events" not in log.data:
        lines.append("events:")
        log = parse_log("\n".join(lines) + "\n", path)
    head = log.place((Key("events"),)).line - 1
    lines[head] = re.sub(r"^events:\s*(\[\s*\]|null|~)?", "events:", lines[head]).rstrip()
    keys = [log.place((Key(key),)).line - 1 for key in log.data]
    behind = min((line for line in keys if line > head), default=len(lines))
    starts = [log.place(("events", number)).line - 1 for number in range(len(log.items))]
    in_list = all(lines[start].lstrip().startswith("- ") for start in starts) and len(set(starts)) == len(starts)
    if not in_list or not lines[head].startswith("events:"):
        message = "these events are not a list with a line for each, so no line can be added to them"
        raise LogError.at(log.place(("events",)), message)
    return Moment(tuple(lines[:behind]), tuple(starts), tuple(lines[behind:])), log


def _with_name(data: Any, old: str, new: str) -> Any:
    if isinstance(data, Mapping):
        return {new if key == old else key: _with_name(value, old, new) for key, value in data.items()}
    if isinstance(data, list):
        return [_with_name(value, old, new) for value in data]
    if data == old:
        return new
    return data


class Recorder:
    """A game that is recorded in the text of a log.

    `text` is the log as it is now, sound after every line, `events` are its events, and `here` is the point that the game has
    reached; `done` says that recording has ended. `detail` is how much is written down, by default as the log has it so far.
    """

    _refused: Refused | None
    _offered: tuple[Option, ...]

    def __init__(
        self, text: str, path: str, rules: Callable[[Any], Ruleset], detail: str | None = None, paper: Paper = PAPER
    ) -> None:
        self._paper = paper
        self.done = False
        begun, log = moment_of(text, path)
        self.path, self.log, self.rules = path, log.without_events(), rules(log)
        played = begin(log, self.rules)
        self.detail = detail or _detail_of(log.items)
        here = Here(played.game, played.state, unseen=self.detail == PLAYS)
        try:
            points = tuple(accumulate(log.items, Here.after, initial=here))
        except (Refused, Shapeless):
            verdict = judge(log, self.rules)
            wrong = [Complaint(no.place, f"{no.rule}: {no.message}") for no in verdict.violations]
            raise LogError([*verdict.complaints, *wrong]) from None
        self._undone, self._unclear, self._pad = list[Item](), list[str](), list[str]()
        self._to(begun._replace(points=points, items=tuple(log.items)))

    def status(self) -> list[str]:
        """Return who must act, what is on the table, and what may be chosen, in full only where the game has moved on."""
        deal = self._deal
        if deal is not None:
            if deal.typed:
                return [deal.asks]
            return [*answers.status(self.here), deal.asks]
        first = not any("result" in item for item in self.events)
        if self._pad and self.here.game.next_step(self.here.state) and (first or not self.here.options.options):
            return answers.pad(self.here, self._pad, whole=first and not self._unclear and self._refused is None)
        return answers.status(self.here)

    def toolbar(self) -> str:
        """Return who must act and the score, in one line."""
        doing = self.here.options.doing
        return "   ".join(filter(None, (f"{doing[:1].upper()}{doing[1:]}", answers.totals(self.here))))

    def choices(self) -> list[tuple[str, str]]:
        """Return what may be typed here, each with its meaning."""
        moves = [(option.notation, answers.meaning(self.here, option)) for option in self.here.legal_options]
        return [*answers.keys(self.here, self._pad), *moves, *SAYS.items()]

    def enter(self, line: str) -> list[str]:
        """Return the answer to a line; the text changes if it was an event."""
        line = in_one_form(line)
        word, _, rest = line.strip().partition(" ")
        unclear = self._unclear
        self._unclear = []
        try:
            if word == "?" and unclear and self._refused is None:
                return unclear
            if word in COMMANDS:
                # a player's name may be a command, too
                events = {option.notation for option in self.here.legal_options}
                if rest:
                    pad = keys_of(self.here, "result") if "result" in self.here.verbs else ()
                    events = {*self.here.game.reading.verbs, *pad}
                if word not in events:
                    return COMMANDS[word][0](self, rest.strip())
            if self._deal is not None and (items := self._deal.take(line)) is not None:
                if not items:
                    return []
                return self._record(items)
            offered = self._offered
            self._offered = ()
            return self._record(together(self.here, understood(self.here, line, offered)))
        except Refused as no:
            self._refused = no
            fault = no.faults[0]
            lines = [f"{answers.sentence(fault.message)} ({self.rules.name}/{fault.rule})"]
            if fault.legal:
                several_words = any(" " in notation for notation in fault.legal)
                lines.append(f"Legal here: {in_list(fault.legal, 'or') if several_words else ' '.join(fault.legal)}.")
            stands = " or `stands REASON` to record it as it was played"
            if no.barred:
                stands = ""
            return [*lines, f"Nothing was recorded. Write what was meant, `?` for the rule{stands}."]
        except Shapeless as no:
            head = {"game": self.rules.name, "players": list(self.here.players)}
            wrong = shape_complaints(log_of({**head, "events": [dict(no.item)]}), self.rules, 0, no.item, no.faults)
            complaints = [answers.sentence(complaint.message) for complaint in wrong]
            self._unclear = [" ".join(complaints)]
            return [*complaints, "Nothing was recorded."]
        except Unclear as no:
            cited = answers.rule(self.rules, no.rule)
            line = answers.sentence(str(no)) + f" ({self.rules.name}/{no.rule})" * len(cited)
            self._offered = no.options
            self._refused = None
            self._unclear = [line, *cited]
            return [line, *answers.number_options(self.here, no.options)]
        except RulesetError as error:
            return [str(complaint) for complaint in error.complaints]

    def _record(self, items: Sequence[Item], undone: Sequence[Item] = ()) -> list[str]:
        """Record events; what was undone can then no longer be redone, except for these."""
        before = self.here
        self._to(reduce(Moment.after, items, self._moment))
        self._undone = [*undone]
        return answers.what_happened(before, self.here, items)

    def _to(self, moment: Moment) -> None:
        """Go to another moment, at which nothing has been typed yet."""
        self._moment = moment
        self.text = moment.text
        self.here = moment.points[-1]
        self.events = moment.items
        self._refused = None
        self._offered = ()
        if self.detail == RESULTS:
            self._deal = None
        else:
            self._deal = due(self.here, only_open=self.detail == PLAYS)
        if self.detail == RESULTS and not self._pad:  # what a pad may have of the first hand that can be written
            self._pad = answers.examples(self.here)

    def why(self, rest: str) -> list[str]:
        """Explain what was refused last."""
        if self._refused is None:
            return ["Nothing has been refused since the last event."]
        told = ((answers.sentence(no.message), *answers.rule(self.rules, no.rule)) for no in self._refused.faults)
        return [*chain.from_iterable(told)]

    def undo(self, rest: str) -> list[str]:
        """Undo the last event, or the last N."""
        if self._deal is not None and self._deal.typed:
            return [f"Taken back: {self._deal.back()}."]
        if not self.events:
            return ["There is nothing to undo."]
        number = min(_number(rest, "undo"), len(self.events))
        taken = self.events[: -number - 1 : -1]
        moment = self._moment
        for _ in taken:
            moment = moment.before_last()
        self._to(moment)
        self._undone += taken
        return [f"Taken back: {'; '.join(map(answers.event, taken))}. `redo` restores it."]

    def redo(self, rest: str) -> list[str]:
        """Redo what was undone."""
        if not self._undone:
            return ["There is nothing to redo."]
        number = min(_number(rest, "redo"), len(self._undone))
        return self._record(self._undone[: -number - 1 : -1], self._undone[:-number])

    def back(self, rest: str) -> list[str]:
        """Look back: the table as it was some events ago."""
        number = min(_number(rest, "back"), len(self.events))
        if not number:
            return ["There is nothing to look back at."]
        past = self._moment.points[-1 - number]
        since = "; ".join(map(answers.event, self.events[-number:]))
        return [table_text(past.game.view(past.state)[1], self._paper), f"Since then: {since}."]

    def rename(self, rest: str) -> list[str]:
        """Give a player another name everywhere in the log."""
        names = [name.strip() for name in rest.split(" to " if " to " in rest else " ", 1)]
        if len(names) != 2 or names[0] not in self.here.players:
            return [f"Write `rename OLD NEW`; the players are {in_list(self.here.players)}."]
        old, new = names
        if new in self.here.players:
            return [f"There is a {new} already."]
        word = rf"(?<![\w'\"-]){re.escape(old)}(?![\w'\"-])"
        written = yaml_line(new)
        text = re.sub(word, lambda match: written, self.text)  # also in comments
        try:
            whole = parse_log(text, self.path).data == _with_name(parse_log(self.text, self.path).data, old, new)
        except (Unjudgeable, ValueError):
            whole = False
        if not whole:
            return [f"{old} cannot be called {new} here; change the file with an editor."]
        self._to(Recorder(text, self.path, lambda log: self.rules, self.detail, self._paper)._moment)
        self._undone = []
        return [f"{old} is called {new} now."]

    def legal(self, rest: str) -> list[str]:
        """List what may be done, with numbers, and what may not and why."""
        options = self.here.options
        if rest == "all" and options.options:
            return legal_text(self.rules, options, self._paper).splitlines()
        self._offered = ()  # a number now stands for one of these
        doing = answers.sentence(options.doing) + ("" if options.options else " There is no list of what may come.")
        if options.doubt:
            doubt = [answers.sentence(options.doubt)]
        else:
            doubt = []
        return [doing, *answers.number_options(self.here, options.legal, hashes=True), *doubt]

    def show(self, rest: str) -> list[str]:
        """Draw the table."""
        return table_text(self.here.game.view(self.here.state)[1], self._paper).splitlines()

    def score(self, rest: str) -> list[str]:
        """Write the score pad."""
        return as_text(self.here.game.score(self.here.state)[1], self._paper).splitlines()

    def explain(self, rest: str) -> list[str]:
        """Show a rule in words."""
        known = self.rules.get("rules", default={})
        name = rest.removeprefix(f"{self.rules.name}/")
        cited = answers.rule(self.rules, name)
        if cited:
            return cited
        if not rest:
            return [f"Rules of {self.rules.title}: {', '.join(known)}."]
        near = did_you_mean(name, known) or "; `explain` lists them"
        return [answers.sentence(f"{self.rules.title} has no rule {name!r}{near}")]

    def stands(self, rest: str) -> list[str]:
        """Record what was refused last, as it was played."""
        no = self._refused
        if no is None:
            return ["Nothing has been refused since the last event, so there is nothing to let stand."]
        if no.barred:
            return ["That cannot have happened, so it cannot stand."]
        if not rest:
            return ["Say why the table let it stand: `stands seen too late`."]
        return self._record([*no.before, {**no.item, "stands": rest}]) + (self.enter(no.rest) if no.rest else [])

    def help(self, rest: str) -> list[str]:
        """Explain how to write what happens."""
        width = max(map(len, SAYS))
        if self.detail == RESULTS:
            lines = answers.examples(self.here)
        else:
            lines = []
        if lines:
            how = answers.pad(self.here, lines, whole=True)
        else:
            how = answers.HOW_TO_WRITE
        return [*how, *(f"  {word:<{width}}  {says}" for word, says in SAYS.items())]

    def quit(self, rest: str) -> list[str]:
        """End the recording."""
        self.done = True
        left = ""
        if self.here.game.next_step(self.here.state):
            left = self.here.options.doing
        lines = [f"{number_of(len(self.events), 'events')} recorded in {self.path}" + (f"; {left}." if left else ".")]
        if left and _detail_of(self.events) != self.detail:
            lines.append(f"Continue with `referee record {self.path} --detail {self.detail}`.")
        return lines


COMMANDS: dict[str, tuple[Callable[[Recorder, str], list[str]], str]] = {
    "?": (Recorder.why, "why the last entry was refused"),
    "legal": (Recorder.legal, "what may be done, numbered; `legal all` adds what may not, and why"),
    "show": (Recorder.show, "the table"),
    "score": (Recorder.score, "the score pad"),
    "explain": (Recorder.explain, "a rule in words: `explain follow-suit`"),
    "undo": (Recorder.undo, "undo the last event; `undo 3` undoes the last three"),
    "redo": (Recorder.redo, "restore what was undone"),
    "back": (Recorder.back, "the table as it was: `back 4` four events ago"),
    "stands": (Recorder.stands, "record what was refused as it was played: `stands seen too late`"),
    "rename": (Recorder.rename, "another name for a player: `rename Ann Anna`"),
    "help": (Recorder.help, "this"),
    "quit": (Recorder.quit, "end the recording; `referee record FILE` continues it"),
}
"""The commands that are not events, and what they do."""
RESOLVE = "a question of its own, as `referee resolve` answers it: `resolve trick 2C AC 3C`"
SAYS = {word: says for word, (_, says) in COMMANDS.items()} | {"resolve": RESOLVE}
"""Sentences of `help` for each word that is not an event; the command line answers `resolve`."""


def _number(rest: str, command: str) -> int:
    number = rest or "1"
    if not number.isdecimal() or not 0 < int(number) < 1_000_000:
        raise Unclear(f"write a number of events: `{command} 3`")
    return int(number)


def _detail_of(items: Sequence[Item]) -> str:
    """Return how much a log has of the game so far."""
    verbs = {key for item in items for key in item if key not in EXTRAS}
    if "result" in verbs:
        return RESULTS
    if "deal" in verbs or not items:
        return DEALS
    return PLAYS
