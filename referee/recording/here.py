"""A point in a game that is being recorded: what may happen there, what an event causes, and its short forms.

What is written after a verb may stand for several values of a log: words become lists, numbers, maps of players.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, product
from typing import Any

from referee import source
from referee.core.events import Event, Finding, Misread
from referee.core.exact import exact
from referee.core.family import Option, Options
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import EXTRAS
from referee.core.places import SourceError
from referee.core.words import Word
from referee.judging.replay import fold
from referee.rules import rulesets

Item = Mapping[str, Any]
ENDS = ("deal", "result")
"""Verbs before which nothing is omitted."""
MOST_READINGS, MOST_TRIED = 6, 1_000
"""Readings of a part of a map that are tried, and readings of all its parts together."""
NUMBER = re.compile(r"([^\d\s,=:][^\d,=:]*?)[ =:]+(-?\d+(?:[./]\d+)?)(?:,? +|$)")
COUNTED = re.compile(f"(?:{NUMBER.pattern})+")
"""'stars 1 own 3', with or without commas."""


def act(item: Item) -> tuple[str, Any]:
    """Return the verb of an event, and its value."""
    return next((verb, value) for verb, value in item.items() if verb not in EXTRAS)


class Refused(Exception):  # noqa: N818 - what a referee would say
    """An event that the rules forbid; `barred` if it cannot even be let stand. On its line are the events `before` it, and the
    `rest`."""

    def __init__(self, item: Item, faults: Sequence[Finding], *, barred: bool) -> None:
        self.item = item
        self.faults = faults
        self.barred = barred
        self.before = tuple[Item, ...]()
        self.rest = ""


class Shapeless(Exception):  # noqa: N818 - what the item is
    """An item as typed that is not an event of this game, whatever the rules say; `faults` may say why."""

    def __init__(self, item: Item, faults: Sequence[Finding]) -> None:
        self.item = item
        self.faults = faults


class Here:
    """A game at one point. `unseen`: deals are not recorded, so what follows one may come at once; `who` acts, if a line
    says so."""

    def __init__(self, game: Game, state: Any, *, unseen: bool, who: str = "") -> None:
        self.game = game
        self.state = state
        self.unseen = unseen
        self.who = who
        self.players: tuple[str, ...] = state.players

    def after(self, item: Item) -> Here:
        """Return the point after an event. Raises Refused, Shapeless or RulesetError."""
        item = self.of_player(item)
        state = self.state.copy()
        try:
            folded = fold(self.game, state, [item])
        except FormulaError as error:
            raise self.game.ruleset.without_value(error) from None
        if folded.shapeless is not None:
            raise Shapeless(item, folded.shapeless[2])
        if folded.halted or any(fault.kind == "violation" for fault in folded.faults):
            raise Refused(item, [fault._replace(at=fault.at[2:]) for fault in folded.faults], barred=folded.stuck)
        return Here(self.game, folded.state, unseen=self.unseen)

    def of_player(self, item: Item) -> Item:
        """Return an event with the name of the player who does it, if the line has one."""
        if self.who and "by" not in item:
            return {**item, "by": self.who}
        return item

    def legal(self, item: Item) -> bool:
        """Return whether an event may happen."""
        with suppress(Refused, Shapeless):
            self.after(item)
            return True
        return False

    def read(self, item: Item) -> list[Event] | None:
        """Return the events of an item; None if it is not one."""
        with suppress(Misread):
            return self.game.read(self.state.copy(), item)
        return None

    @cached_property
    def met(self) -> Any:
        """The state that the player to act finds, after what is not recorded."""
        options = self.game.options(self.state)
        if not self.unseen or (options.options and not options.doubt):
            return self.state
        passed = self.game.skip_unseen(self.state)
        if passed is not self.state:
            return passed
        for verb, act in reversed([*self.game.acts.items()]):
            event = Event(verb, 0)
            if act.when and verb not in ENDS and self.game.omission(self.state, event):
                here = self.state.copy()
                if not self.game.catch_up(here, event) and here.phase in act.when:
                    return here
        return self.state

    @cached_property
    def options(self) -> Options:
        """Return who must act, doing what, and every option."""
        try:
            return self.game.options(self.met)
        except FormulaError as error:
            raise self.game.ruleset.without_value(error) from None

    @cached_property
    def legal_options(self) -> list[Option]:
        """The options that no rule forbids; the cards that a player may lead if the log does not know whose turn it is."""
        options = self.options.legal
        if not self.who:
            return options
        if not options:
            cards = self.game.ruleset.deck.ids
            leads = [Option(card, {verb: card, "by": self.who}) for verb in self.verbs for card in cards]
            return [lead for lead in leads if self.legal(lead.item)]
        own = [option for option in options if option.item.get("by") == self.who]
        return own or [option._replace(item=self.of_player(option.item)) for option in options]

    @property
    def verbs(self) -> list[str]:
        """Return what may be written here, as far as the phase shows."""
        return [verb for verb, act in self.game.acts.items() if not act.when or self.state.phase in act.when]

    @cached_property
    def led(self) -> str:
        """The suit of the first card of the trick on the table; empty if there is none."""
        trick = self.game.view(self.state)[0].get("trick") or [{}]
        deck = self.game.ruleset.deck
        card = deck.by_id.get(str(trick[0].get("card")))
        if card is None:
            return ""
        return deck.cards[card].suit


def together(here: Here, items: Sequence[Item]) -> list[Item]:
    """Return events, with short forms for as many of them as possible."""
    written = list[Item]()
    rest = list(items)
    while rest:
        item, used = next(_shorter(here, rest), (rest[0], 1))
        here = here.after(item)
        written.append(item)
        rest = rest[used:]
    return written


def _shorter(here: Here, items: Sequence[Item]) -> Iterator[tuple[Item, int]]:
    """Yield one event that stands for the first of several, and for how many."""
    for verb, short in (("play", "trick"), ("bid", "bids")):
        run = 0
        while run < len(items) and verb in items[run] and len(items[run]) <= (1 if run else 2):
            run += 1
        for size in range(run, 1, -1):
            by_player = list[tuple[str, Any]]()
            there = here
            for item in items[:size]:
                by_player.append((str(there.options.player), item[verb]))
                there = there.after(item)
            for value in ([each for _, each in by_player], dict(by_player)):
                whole = {short: value} | ({"by": items[0]["by"]} if "by" in items[0] else {})
                if len(here.read(whole) or ()) == size and here.legal(whole):
                    yield whole, size


# What may be written after a verb: its record says what kind of thing that is.


def values(here: Here, verb: str, text: str) -> Iterator[Any]:
    """Yield the values that a text after a verb may stand for, the most likely first; the game decides which it can read."""
    if text[:1] in ("[", "{"):
        with suppress(SourceError):
            yield source.parse(text, "<entry>.yaml").data
        return
    for option in here.legal_options if text.isdecimal() else ():  # its value, with this number in place of its own
        value = option.item.get(verb)
        if isinstance(value, Mapping) and sum(type(part) is int for part in value.values()) == 1:
            yield {key: int(text) if type(part) is int else part for key, part in value.items()}
    yield from _of_word(here, rulesets.log_words(here.game.ruleset.family)[verb], text)


def keys_of(here: Here, verb: str) -> Mapping[str, Word]:
    """Return what a map after a verb may say."""
    events = rulesets.log_words(here.game.ruleset.family)
    if verb not in events:
        return {}
    return events[verb].keys


def _of_word(here: Here, word: Word, text: str) -> Iterator[Any]:
    """Yield what a text may be as a value of a word, form by form."""
    kinds = word.schema.get("type", "")
    const = word.schema.get("const")
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
    else:
        parts = []
    groups = any(" " in part for part in parts)  # `lay KD KH KS, 7C 7D 7S` is two melds
    forms = sorted(word.forms, key=lambda form: form.schema.get("type") == "string") if groups else word.forms
    for form in () if kinds else forms:
        yield from _of_word(here, form, text)
    if (const is True or "boolean" in kinds) and text in ("", "yes", "true"):
        yield True
    if ("integer" in kinds or "number" in kinds) and re.fullmatch(r"-?\d{1,9}", text):
        yield int(text)
    elif "number" in kinds and re.fullmatch(r"-?\d{1,9}\.\d{1,9}", text):
        yield exact(text)
    elif "string" in kinds or const == text or text in word.choices:
        yield text or "yes"
    if "object" in kinds:
        yield from _maps(here, word, text)
    if "array" in kinds and word.entry.schema:
        if not text or cards(here, text):
            flat = [cards(here, text)]
        else:
            flat = []
        if groups:
            yield from ()
        else:
            yield from flat
        words = text.split()
        last = [*words[:-2], " ".join(words[-2:])]  # `pass pass D alone`
        for pieces in [parts] if parts else ([words, last, [text]] if text else []):
            yield from _alike(_of_word(here, word.entry, piece) for piece in pieces)
        if groups:
            yield from flat


def _maps(here: Here, word: Word, text: str) -> Iterator[Any]:
    """Yield maps: with keys that the word knows, as in `won 8 3 1 1 bids 2 3 1 1`, or with names."""
    if text in ("", "none"):
        yield {}
    words = text.split()
    starts = [place for place, key in enumerate(words) if key in word.keys]
    within = {place for place in starts if place - 1 in starts and words[place] in word.keys[words[place - 1]].keys}
    starts = [place for place in starts if place not in within]  # `for money 3` is a price
    if starts and not starts[0]:
        spans = zip(starts, [*starts[1:], len(words)], strict=True)
        parts = {words[start]: " ".join(words[start + 1 : end]).rstrip(",") for start, end in spans}
        likely = [[*islice(_of_word(here, word.keys[key], part), MOST_READINGS)] for key, part in parts.items()]
        yield from (dict(zip(parts, chosen, strict=True)) for chosen in islice(product(*likely), MOST_TRIED))
    forms = [form for form in (*word.entry.forms, word.entry) if form.schema]  # all parts are mostly of the same form
    for named, form in product(_by_name(here, text), forms):
        alike = _alike(_of_word(here, form, part) for part in named.values())
        yield from (dict(zip(named, chosen, strict=True)) for chosen in alike)


def _by_name(here: Here, text: str) -> Iterator[Mapping[str, str]]:
    """Yield the parts of a text by name: behind names of players, one for each player in order, numbers behind names, names
    between commas, and pairs of cards."""
    behind: dict[str, list[str]] = {}
    for word in text.split():
        who = word.rstrip(":,")
        if who in here.players:
            behind[who] = []
        elif behind:
            behind[next(reversed(behind))].append(word)
        else:
            break
    yield {who: " ".join(words).rstrip(",") for who, words in behind.items()}
    words = text.replace(",", " ").replace("=", " ").split()
    order = in_order(here)
    if len(words) == len(order):
        yield dict(zip(order, words, strict=True))
    if COUNTED.fullmatch(text):
        yield dict(NUMBER.findall(text))
    pieces = [re.split(r"[ =]+(?:for )?", piece, maxsplit=1) for piece in map(str.strip, text.split(","))]
    if all(len(piece) == 2 for piece in pieces):
        yield dict(pieces)
        yield dict([piece.rsplit(" ", 1) for piece in map(" ".join, pieces)])  # `The Gnomes of Zurich top`
    if len(words) % 2 == 0 and cards(here, " ".join(words)):
        yield dict(zip(words[::2], words[1::2], strict=True))


def _alike(parts: Iterable[Iterable[Any]]) -> Iterator[list[Any]]:
    """Yield the likeliest reading of each of some parts, then the next of each that has another, and so on."""
    likely = [list(islice(part, MOST_READINGS)) for part in parts]
    for place in range(max(map(len, likely), default=0) if all(likely) else 0):
        yield [readings[min(place, len(readings) - 1)] for readings in likely]


def in_order(here: Here) -> Sequence[str]:
    """Return the players in the order in which a line may have something for each without names: first whoever must act."""
    players = here.players
    first = here.options.player
    start = 0
    if first in players:
        start = players.index(first)
    return [*players[start:], *players[:start]]


def cards(here: Here, text: str) -> list[str]:
    """Return the cards in a text; empty if it is not only cards."""
    deck = here.game.ruleset.deck
    numbers = [deck.find(word) for word in text.split()]
    if None in numbers:
        return []
    return [deck.ids[number] for number in numbers if number is not None]
