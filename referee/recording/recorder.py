"""The recorder: lines come in; lines and the text of the log go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from typing import Any

from referee.core.cards_named import in_cards_of
from referee.core.data import Item
from referee.core.family import DEALS, PLAYS, RESULTS, Option
from referee.core.items import FORGOTTEN
from referee.core.places import Complaint, LogError, RulesetError, Unjudgeable
from referee.core.ruleset import Ruleset
from referee.core.text import yaml_item, yaml_line
from referee.core.wording import in_list, number_of, without_quotes
from referee.judging.complaints import shape_complaints
from referee.judging.judge import judge
from referee.judging.log import Log, log_of, parse_log
from referee.judging.replay import begin
from referee.recording import answers
from referee.recording.dealing import due
from referee.recording.entries import Unclear, understood
from referee.recording.grammar import first_word
from referee.recording.here import Here, Refused, Shapeless, act, keys_of, together
from referee.recording.moments import Moment, moment_of
from referee.report.paper import PAPER, Paper, as_text
from referee.report.questions import legal_text, table_text
from referee.source.text import in_one_form


def _with_name(data: Any, old: str, new: str) -> Any:
    if isinstance(data, Mapping):
        return {_with_name(key, old, new): _with_name(value, old, new) for key, value in data.items()}
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
        self, text: str, path: str, rules: Callable[[Log], Ruleset], detail: str | None = None, paper: Paper = PAPER
    ) -> None:
        """Continue the log in a text, or begin with one without events; it is judged first, and must be legal so far.

        `rules` gives the rules for the log, `detail` how much is recorded. Raises SourceError, LogError or
        RulesetError.
        """
        self._paper = paper
        self.done = False
        begun, log = moment_of(text, path)
        self.path = path
        self.log = log.without_events()
        self.rules = rules(log)
        played = begin(log, self.rules)
        self.detail = detail or _detail_of(log.items)
        here = Here(played.game, played.state, unseen=self.detail == PLAYS)
        try:
            points = tuple(accumulate(log.items, Here.after, initial=here))
        except (Refused, Shapeless):
            verdict = judge(log, self.rules)
            complaints = list(verdict.complaints)
            complaints += [Complaint(no.place, f"{no.rule}: {no.message}") for no in verdict.violations]
            raise LogError(complaints) from None
        self._undone = list[Item]()
        self._before_change: tuple[Moment, list[Item]] | None = None
        self._replays = False
        self._unclear = list[str]()
        self._pad = list[str]()
        self._to(begun._replace(points=points, items=tuple(log.items)))

    def status(self) -> list[str]:
        """The lines to print before the next line is asked for: whose turn it is, the trick on the table, and the
        options.

        How to write a result is told in full only where the game has moved on.
        """
        deal = self._deal
        if deal is not None:
            lines = list[str]()
            if not deal.typed:
                lines = answers.status(self.here)
            return lines + [deal.asks]
        first = not any("result" in item for item in self.events)
        if self._pad and self.here.game.next_step(self.here.state) and (first or not self.here.options.options):
            return answers.pad(self.here, self._pad, whole=first and not self._unclear and self._refused is None)
        return answers.status(self.here)

    @property
    def text(self) -> str:
        """The text of the log as it is now. Events that wait since an earlier one was changed are comments behind its last."""
        if not self._replays:
            return self._moment.text
        remarks = tuple(f"  # waits: {row}" for item in reversed(self._undone) for row in yaml_item(item))
        return self._moment._replace(behind=remarks + self._moment.behind).text

    def toolbar(self) -> str:
        """Who must act and the score, in one line."""
        doing = self.here.options.doing
        doing = doing[:1].upper() + doing[1:]
        return "   ".join(filter(None, (doing, answers.totals(self.here))))

    def choices(self) -> list[tuple[str, str]]:
        """The words and moves that may be typed here, each with its meaning."""
        choices = answers.keys(self.here, self._pad)
        choices += [(option.notation, answers.meaning(self.here, option)) for option in self.here.legal_options]
        choices += SAYS.items()
        return choices

    def enter(self, line: str) -> list[str]:
        """Take a line that was typed, and give the answer in lines; the text of the log changes if the line was an
        event."""
        line = in_one_form(line)
        unclear = self._unclear
        self._unclear = []
        if line.strip().partition(" ")[0] == "?" and unclear and self._refused is None:
            return unclear
        try:
            return self._obey_or_record(line)
        except Refused as no:
            return self._explain_refusal(no)
        except Shapeless as no:
            return self._explain_shape(no)
        except Unclear as no:
            word = line.strip().partition(" ")[0].casefold()
            if word in OTHER_WORDS and not no.options:
                command = OTHER_WORDS[word]
                return [f"Write `{command}` for {word!r}: {SAYS[command]}."]
            return self._ask_again(no)
        except RulesetError as error:
            return [str(complaint) for complaint in error.complaints]

    def _obey_or_record(self, line: str) -> list[str]:
        """The answer to a command, a part of a deal, or a line of events."""
        word, _, rest = line.strip().partition(" ")
        if word in COMMANDS and not self._may_be_event(word, rest):
            command, _ = COMMANDS[word]
            return command(self, rest.strip())
        deal = None
        if self._deal is not None:
            deal = self._deal.take(line)
        if deal is None:
            offered = self._offered
            self._offered = ()
            return self._record_typed(together(self.here, understood(self.here, line, offered)))
        if not deal:  # more of it is still to come
            return []
        return self._record_typed(deal)

    def _may_be_event(self, command: str, rest: str) -> bool:
        """Whether the word of a command begins an event, too: a player's name may, or a verb."""
        if not rest:
            return any(option.notation == command for option in self.here.legal_options)
        if command.rstrip("!") == FORGOTTEN:
            return self.here.legal({"play": command})
        if command in self.here.game.reading.verbs:
            return True
        return "result" in self.here.verbs and command in keys_of(self.here, "result")

    def _explain_refusal(self, no: Refused) -> list[str]:
        """The answer to an event against the rules, which is kept for `?` and `stands`."""
        self._refused = no
        fault = no.faults[0]
        lines = [f"{answers.sentence(fault.message)} ({self.rules.name}/{fault.rule})"]
        if fault.legal:
            legal = " ".join(fault.legal)
            if any(" " in notation for notation in fault.legal):
                legal = in_list(fault.legal, "or")
            lines.append(f"Legal here: {legal}.")
        stands = " or `stands REASON` to record it as it was played"
        if no.barred:
            stands = ""
        lines.append(f"Nothing was recorded. Write what was meant, `?` for the rule{stands}.")
        return lines

    def _explain_shape(self, no: Shapeless) -> list[str]:
        """The answer to a line that is no event of this game, in the words of the schema."""
        log = log_of({"game": self.rules.name, "players": list(self.here.players), "events": [dict(no.item)]})
        wrong = shape_complaints(log, self.rules, 0, no.item, no.faults)
        lines = [answers.sentence(complaint.message) for complaint in wrong]
        self._unclear = [" ".join(lines)]
        lines.append("Nothing was recorded.")
        return lines

    def _ask_again(self, no: Unclear) -> list[str]:
        """The answer to a line that is not clear, with the options that it may mean, to choose from by number."""
        line = answers.sentence(str(no))
        cited = answers.rule(self.rules, no.rule)
        if cited:
            line += f" ({self.rules.name}/{no.rule})"
        self._offered = no.options
        self._refused = None
        self._unclear = [line] + cited
        return [line] + list(answers.number_options(self.here, no.options))

    def _record(self, items: Sequence[Item], undone: Sequence[Item] = ()) -> list[str]:
        """Record events, and the answer on what happened; only the events in `undone` can then still be redone."""
        before = self.here
        self._to(reduce(Moment.after, items, self._moment))
        self._undone = list(undone)
        self._before_change = None
        self._replays &= bool(undone)
        return answers.what_happened(before, self.here, items)

    def _record_typed(self, items: Sequence[Item]) -> list[str]:
        """Record events just typed, and the answer on what happened.

        What was undone cannot be redone after them, except what waits since an earlier event was changed: if the first that
        waits is of the same kind, they take its place.
        """
        if not self._replays:
            return self._record(items)
        left = list(self._undone)
        if _kind(left[-1]) == _kind(items[-1]):
            left.pop()
        return self._record(items, left)

    def _to(self, moment: Moment) -> None:
        """Go to another moment of the recording, at which nothing has been typed yet."""
        self._moment = moment
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
        lines = list[str]()
        for no in self._refused.faults:
            lines.append(answers.sentence(no.message))
            lines += answers.rule(self.rules, no.rule)
        return lines

    def undo(self, rest: str) -> list[str]:
        """Undo the last event, or the last N."""
        if self._deal is not None and self._deal.typed:
            return [f"Taken back: {self._deal.back()}."]
        if self._before_change is not None:
            moment, self._undone = self._before_change
            self._before_change = None
            self._replays = False
            self._to(moment)
            return ["Taken back: the change; all is as it was before it."]
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
        items = self._undone[: -number - 1 : -1]
        fitting, misfit = self._fitting(items)
        if misfit is not None and not fitting:
            raise misfit
        lines = self._record(fitting, self._undone[: -len(fitting)])
        if misfit is not None:
            lines += self._explain_refusal(misfit)
        return lines

    def _fitting(self, items: Sequence[Item]) -> tuple[list[Item], Refused | None]:
        """The first of these events, as far as they are legal here, and the refusal of the one after them, if there is one."""
        here = self.here
        fitting = list[Item]()
        for item in items:
            try:
                here = here.after(item)
            except Refused as no:
                return fitting, no
            fitting.append(item)
        return fitting, None

    def change(self, rest: str) -> list[str]:
        """Correct an earlier event, named by its number, and replay those after it."""
        number, text = first_word(rest)
        if not text or not number.isdecimal() or not 0 < int(number) <= len(self.events):
            lines = ["Write the number of an event and what it was: `change 5 bid 2`."]
            if text:
                lines = [f"There is no event {number}; write the number of one of these, and what it was:"]
            numbered = list(enumerate(self.events, 1))[-SHOWN:]
            return lines + [f"  {place}  {answers.event(item)}" for place, item in numbered]
        place = int(number) - 1
        old = self.events[place]
        items = self._other(place, text)
        before = self._moment, list(self._undone)
        moment, misfit = self._moment.with_other(place, items)
        waiting = self.events[len(moment.items) + 1 - len(items) :]
        score = answers.totals(self.here)
        self._to(moment)
        self._undone += reversed(waiting)
        self._before_change = before
        self._replays = bool(self._undone)
        lines = [f"Event {number} was {answers.event(old)}, and is now {'; '.join(map(answers.event, items))}."]
        if misfit is not None:
            lines += self._explain_misfit(misfit, len(waiting))
        elif answers.totals(self.here) != score:
            lines.append(f"Score: {answers.totals(self.here)}.")
        return lines

    def _other(self, place: int, text: str) -> list[Item]:
        """The events that a text means where an event stands now, with what was written about that one: who did it, notes, and
        claims. Raises Unclear, Refused or Shapeless; such a refusal cannot be let stand."""
        here = self._moment.points[place]
        old = self.events[place]
        if "by" in old and not text.casefold().startswith(tuple(map(str.casefold, here.players))):
            text = f"{old['by']} {text}"
        try:
            items = together(here, understood(here, text))
        except Unclear as no:
            if not no.options:
                raise
            names = [option.notation for option in no.options]
            raise Unclear(f"{text!r} may be {in_list(names, 'or')} there; write more of it") from None
        except Refused as no:
            raise Refused(no.item, no.faults, barred=True) from None
        beside = {key: value for key, value in old.items() if key in KEPT}
        return [{**items[0], **beside, **items[0]}] + items[1:]

    def _explain_misfit(self, misfit: Refused, waiting: int) -> list[str]:
        """The answer where an event no longer fits after a change; it can be let stand, or another be written instead."""
        self._refused = misfit
        fault = misfit.faults[0]
        number = len(self.events) + 1
        what = f"Event {number}, {answers.event(misfit.item)}, no longer fits: {answers.sentence(fault.message)}"
        lines = [f"{what} ({self.rules.name}/{fault.rule})"]
        lines.append(f"Write what was right in its place, then `redo {waiting}`; or `undo` takes the change back.")
        return lines

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
        between = " "
        if " to " in rest:
            between = " to "
        names = [without_quotes(name.strip()) for name in rest.split(between, 1)]
        old = self._player_meant(names[0])
        if len(names) != 2 or not old:
            return [f"Write `rename OLD NEW`; the players are {in_list(self.here.players)}."]
        new = names[1]
        if new in self.here.players:
            return [f"There is a {new} already."]
        word = rf"(?<![\w'\"-]){re.escape(old)}(?![\w'\"-])"
        written = yaml_line(new)
        text = re.sub(word, lambda match: written, self._moment.text)  # also in comments
        if not self._only_renames(text, old, new):
            return [f"{old} cannot be called {new} here; change the file with an editor."]
        self._to(Recorder(text, self.path, lambda log: self.rules, self.detail, self._paper)._moment)
        self._undone = [_with_name(item, old, new) for item in self._undone]
        self._before_change = None
        return [f"{old} is called {new} now."]

    def _player_meant(self, name: str) -> str:
        """The player of this name, whatever its capitals; empty if there is none, or more than one."""
        if name in self.here.players:
            return name
        alike = [player for player in self.here.players if player.casefold() == name.casefold()]
        if len(alike) == 1:
            return alike[0]
        return ""

    def _only_renames(self, text: str, old: str, new: str) -> bool:
        """Whether a text is the log with the name `old` of a player replaced by `new`, and nothing else changed."""
        try:
            return bool(parse_log(text, self.path).data == _with_name(parse_log(self.text, self.path).data, old, new))
        except (Unjudgeable, ValueError):
            return False

    def legal(self, rest: str) -> list[str]:
        """List what may be done, with numbers, and what may not and why."""
        options = self.here.options
        if rest == "all" and options.options:
            return legal_text(self.rules, options, self._paper).splitlines()
        self._offered = ()  # a number now stands for one of these
        doing = answers.sentence(options.doing)
        if not options.options:
            doing += " There is no list of what may come."
        lines = [doing]
        lines += answers.number_options(self.here, options.legal, hashes=True)
        if options.doubt:
            lines.append(answers.sentence(options.doubt))
        return lines

    def show(self, rest: str) -> list[str]:
        """Draw the table."""
        return table_text(self.here.game.view(self.here.state)[1], self._paper).splitlines()

    def score(self, rest: str) -> list[str]:
        """Write the score pad."""
        return as_text(self.here.game.score(self.here.state)[1], self._paper).splitlines()

    def stands(self, rest: str) -> list[str]:
        """Record what was refused last, as it was played."""
        no = self._refused
        if no is None:
            return ["Nothing has been refused since the last event, so there is nothing to let stand."]
        if no.barred:
            return ["That cannot have happened, so it cannot stand."]
        if not rest:
            return ["Say why the table let it stand: `stands seen too late`."]
        items = list(no.before)
        items.append({**no.item, "stands": rest})
        lines = self._record_typed(items)
        if no.rest:
            lines += self.enter(no.rest)
        return lines

    def help(self, rest: str) -> list[str]:
        """Explain how to write what happens."""
        width = max(map(len, SAYS))
        lines = answers.how_to_write(self.here)
        if self.detail == RESULTS:
            examples = answers.examples(self.here)
            if examples:
                lines = answers.pad(self.here, examples, whole=True)
        lines += [f"  {word:<{width}}  {in_cards_of(self.here.game.ruleset.deck, says)}" for word, says in SAYS.items()]
        return lines

    def quit(self, rest: str) -> list[str]:
        """End the recording."""
        self.done = True
        line = f"{number_of(len(self.events), 'events')} recorded in {self.path}"
        if self._replays:
            lost = "; ".join(map(answers.event, reversed(self._undone)))
            line += f", and behind them in comments those that still wait: {lost}"
        left = ""
        if self.here.game.next_step(self.here.state):
            left = self.here.options.doing
        if not left:
            return [f"{line}."]
        lines = [f"{line}; {left}."]
        if _detail_of(self.events) != self.detail:
            lines.append(f"Continue with `referee record {self.path} --detail {self.detail}`.")
        return lines


COMMANDS: dict[str, tuple[Callable[[Recorder, str], list[str]], str]] = {
    "?": (Recorder.why, "why the last entry was refused"),
    "legal": (Recorder.legal, "what may be done, numbered; `legal all` adds what may not, and why"),
    "show": (Recorder.show, "the table"),
    "score": (Recorder.score, "the score pad"),
    "undo": (Recorder.undo, "undo the last event; `undo 3` undoes the last three"),
    "redo": (Recorder.redo, "restore what was undone"),
    "change": (Recorder.change, "correct an earlier event: `change 5 bid 2`; `change` lists them with their numbers"),
    "back": (Recorder.back, "the table as it was: `back 4` four events ago"),
    "stands": (Recorder.stands, "record what was refused as it was played: `stands seen too late`"),
    "rename": (Recorder.rename, "another name for a player: `rename Ann Anna`"),
    "help": (Recorder.help, "this"),
    "quit": (Recorder.quit, "end the recording; `referee record FILE` continues it"),
}
"""The commands that are not events, and what they do."""
SAYS = {word: says for word, (_, says) in COMMANDS.items()}
SAYS["explain"] = "a rule, a ruling or a card in words, as `referee explain` has it: `explain follow-suit`"
SAYS["resolve"] = "a question of its own, as `referee resolve` answers it: `resolve trick 2C AC 3C`"
"""Sentences of `help` for each word that is not an event; the command line answers the last two."""
OTHER_WORDS = {
    "correct": "change",
    "edit": "change",
    "fix": "change",
    "moves": "legal",
    "options": "legal",
    "players": "show",
    "table": "show",
    "pad": "score",
    "points": "score",
    "scores": "score",
    "winner": "score",
    "end": "quit",
    "exit": "quit",
    "q": "quit",
    "stop": "quit",
    "why": "?",
}
"""What people type for a command, if it is no event of the game."""


KEPT = ("by", "note", "expect")
"""Keys beside the verb of an event that stay as they are when it is changed."""
SHOWN = 20
"""The most events that `change` lists."""
SHORT_FORMS = {"bids": "bid", "trick": "play"}
"""Verbs that stand for several events, with the verb of each."""


def _kind(item: Item) -> str:
    """The verb of an event, or of those that it stands for."""
    verb, _ = act(item)
    return SHORT_FORMS.get(verb, verb)


def _number(rest: str, command: str) -> int:
    number = rest or "1"
    if not number.isdecimal() or not 0 < int(number) < 1_000_000:
        raise Unclear(f"write a number of events: `{command} 3`")
    return int(number)


def _detail_of(items: Sequence[Item]) -> str:
    """The level of detail at which a log has the game so far."""
    if any("result" in item for item in items):
        return RESULTS
    if not items or any("deal" in item for item in items):
        return DEALS
    return PLAYS
