"""Rules that change during a game: by contract, hand, round, trick or turn, as a ruleset says under `changes:`.

A change is a patch with a formula that says when it is in force. The rules are compiled once for each set of changes that is
met, and every question about a state goes to the game by the rules in force there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, cast

from referee.core.data import Head
from referee.core.events import Event, Finding, Misread
from referee.core.family import RuleLine, Section, Unsound
from referee.core.fields import Fields
from referee.core.formula import Parser, Value
from referee.core.formula_words import condition
from referee.core.game import Game, TableGame
from referee.core.items import AtTable
from referee.core.ruleset import Ruleset

Numbers = tuple[int, ...]
"""Numbers of the changes in force, from 0."""


class ChangingGame:
    """A game whose rules change: `game` by the rules without any change, and others, made by `compiled` when they are
    met. Raises Unsound if the formula of a change is none."""

    def __init__(self, game: Game, compiled: Callable[[Numbers], Game]) -> None:
        """Parse the formulas of `changes:` and keep `game`, by the rules without any change.

        `compiled` makes the game by the rules with the changes of these numbers. Raises Unsound if a formula cannot
        be read.
        """
        self._compiled = compiled
        self._games: dict[Numbers, Game] = {(): game}
        self.game = game
        parser = Parser()
        known = {name for row in game.contracts() for name in row} | set(game.numbers())
        self._formulas = [
            parser.at(("changes", place, "when"), change["when"], known)
            for place, change in enumerate(game.ruleset.data["changes"])
        ]
        if parser.faults:
            raise Unsound(parser.faults)
        self._know(game)

    def __getattr__(self, name: str) -> Any:
        """Anything that a game has: an attribute, or a method as a function that passes the call on.

        A call whose first argument is a state goes to the game by the rules in force in that state.
        """
        known = getattr(self.game, name)
        if not callable(known):
            return known

        def answer(*given: object, **options: object) -> object:
            if given and isinstance(given[0], Fields):
                game = self.at(cast(AtTable, given[0]))
            else:
                game = self.game
            return getattr(game, name)(*given, **options)

        return answer

    def at(self, state: AtTable) -> Game:
        """Return the game by the rules in force in a state."""
        game = self._by(self._in_force(self.game.moment(state)))
        game.rules.come_into_force(state)
        return game

    def _by(self, numbers: Numbers) -> Game:
        """Return the game by the rules with these changes."""
        if numbers not in self._games:
            self._games[numbers] = self._compiled(numbers)
            self._know(self._games[numbers])
        return self._games[numbers]

    def start(self, players: Sequence[str], setup: Head, at: Head | None) -> AtTable:
        """The state before the first event, read by the rules that are in force there.

        Which rules these are shows only once the state is read, so each possible set of changes is tried until one
        can read it. Raises Misread, as the first of them did, if none can.
        """
        wrong: Misread | None = None
        for numbers in ((), *self.sets()):
            try:
                state = self._by(numbers).start(players, setup, at)
            except Misread as misread:
                if not wrong:
                    wrong = misread
                continue
            game = self.at(state)
            if game is self._games[numbers]:
                return state
            return game.start(players, setup, at)
        raise cast(Misread, wrong)

    def sets(self) -> dict[Numbers, Mapping[str, Value]]:
        """Every set of changes that can be in force together, each with one moment when it is.

        A moment maps names of formulas ('hand', 'trump') to values: those that the formulas ask about and that vary
        in a game.
        """
        names_asked = frozenset[str]().union(*(formula.names for formula in self._formulas))
        # for numbers that no formula asks about, the first value is enough
        numbers = {name: values if name in names_asked else values[:1] for name, values in self.game.numbers().items()}
        lasting = {name for name, values in numbers.items() if len(values) == 1}
        sets: dict[Numbers, Mapping[str, Value]] = {}
        for values, contract in product(product(*numbers.values()), self.game.contracts()):
            row = {**dict(zip(numbers, values, strict=True)), **contract}
            sets.setdefault(self._in_force(row), {name: row[name] for name in row if name in names_asked - lasting})
        return sets

    def numbers_otherwise(self, changed: Ruleset) -> bool:
        """Return whether states and logs would number something otherwise by these rules."""
        its = self.game.rules
        return its.lasting() != self.game.parts.rules(changed, its.players).lasting()

    def _in_force(self, row: Mapping[str, Value]) -> Numbers:
        return tuple([place for place, formula in enumerate(self._formulas) if formula.run(row, (row,))])

    def _know(self, game: Game) -> None:
        """Let compiled rules say which are in force once an event has begun something new."""
        game.rules.changing = lambda state: self.at(state).rules

    # Every event is checked by itself, as the rules may change with each, and every log.
    advance, fast_forward, batch = TableGame.advance, TableGame.fast_forward, TableGame.batch

    def take(self, state: AtTable, events: Sequence[Event]) -> int:
        """Apply events as long as they are legal, each by the rules in force then; the number of events applied."""
        for number, event in enumerate(events):
            if not self.at(state).take(state, (event,)):
                return number
        return len(events)

    def check(self, state: AtTable, event: Event) -> tuple[Finding, ...]:
        """Everything that is wrong with an event, each with the text and source of the rule as it is in force; the
        state stays.

        `set_at` of a finding is the file and line that set the rule if the game itself did not.
        """
        game = self.at(state)
        cited = []
        for fault in game.check(state, event):
            if fault.rule in game.ruleset.get("rules", default={}):
                rule = game.ruleset.rule(fault.rule)
                changed = None
                if fault.word:
                    changed = game.ruleset.origin_if_changed(fault.word)
                fault = fault._replace(text=rule.text, source=rule.source, set_at=changed.where if changed else "")
            cited.append(fault)
        return tuple(cited)


PLAINLY = {
    r"(hand|turn|trick) == (\d+)": r"In \1 \2",
    r"hand == hands": "In the last hand",
    r"hand == 1": "In the first hand",
}
"""Formulas that have words of their own, and these; the last that fits."""
CALLED = {
    "trick": "the trick's number", "turn": "the turn's number", "players": "the number of players", "trump": "trump",
    "none": "none",
}  # fmt: skip
"""Meanings of the numbers that formulas of changes know."""


def in_words(ruleset: Ruleset, describe: Callable[[Ruleset], Sequence[Section]]) -> Iterator[RuleLine]:
    """Yield for each change one sentence: when it is in force, and the sentences of the rules that then hold, or that
    no longer do.

    `describe` gives the rules of a ruleset in sentences, section by section; what a change does is found by comparing
    these.
    """
    before = [line.text for _, lines in describe(ruleset) for line in lines]
    called = {**ruleset.words.called, **ruleset.deck.suits, **CALLED}
    hand = called.get("hand", "").removeprefix("the ").removesuffix("'s number")  # what players call it
    for number, change in enumerate(ruleset.data["changes"]):
        text = " ".join(str(change["when"]).split())
        when = f"When {condition(change['when'], called)}"
        for form, words in PLAINLY.items():
            if re.fullmatch(form, text):
                when = re.sub(form, words, text).replace("hand", hand)
        after = [line.text for _, lines in describe(ruleset.changed((number,))) for line in lines]
        new, gone = ([one for one in here if one not in there] for here, there in ((after, before), (before, after)))
        says = "nothing else"
        if new or gone:
            says = " ".join(new) or f"this does not hold: {' '.join(gone)}"
        yield RuleLine(f"{when}: {says}", ("changes", number))
