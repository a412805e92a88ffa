"""The point that a recorded game has reached: what may happen there, what an event causes, and short forms for several events.

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
from referee.core.data import Data, Item, Said
from referee.core.events import Event, Finding, Misread
from referee.core.exact import exact
from referee.core.family import Option, Options
from referee.core.formula import FormulaError
from referee.core.game import Game
from referee.core.items import EXTRAS, AtTable
from referee.core.places import SourceError
from referee.core.words import Word
from referee.judging.fold import fold
from referee.rules import rulesets

ENDS = ("deal", "result")
"""Verbs before which nothing is omitted."""
MOST_READINGS, MOST_TRIED = 6, 1_000
"""Readings of a part of a map that are tried, and readings of all its parts together."""
NUMBER = re.compile(r"([^\d\s,=:][^\d,=:]*?)[ =:]+(-?\d+(?:[./]\d+)?)(?:,? +|$)")
COUNTED = re.compile(f"(?:{NUMBER.pattern})+")
"""'stars 1 own 3', with or without commas."""


def act(item: Item) -> tuple[str, Any]:
    """The verb of an event, and its value."""
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

    def __init__(self, game: Game, state: AtTable, *, unseen: bool, who: str = "") -> None:
        self.game = game
        self.state = state
        self.unseen = unseen
        self.who = who
        self.players: tuple[str, ...] = state.players

    def after(self, item: Item) -> Here:
        """The point after an event that is legal here. Raises Refused, Shapeless or RulesetError."""
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
        """An event with the name of the player who does it, if the line has one."""
        if self.who and "by" not in item:
            return {**item, "by": self.who}
        return item

    def legal(self, item: Item) -> bool:
        """Whether an event may happen."""
        with suppress(Refused, Shapeless):
            self.after(item)
            return True
        return False

    def read(self, item: Item) -> list[Event] | None:
        """The events of an item; None if it is not one."""
        with suppress(Misread):
            return self.game.read(self.state.copy(), item)
        return None

    @cached_property
    def met(self) -> AtTable:
        """The state that the player to act finds, after what is not recorded, such as a draw from the stock."""
        options = self.game.options(self.state)
        if not self.unseen or (options.options and not options.doubt):
            return self.state
        passed = self.game.skip_unseen(self.state)
        if passed is not self.state:
            return passed
        for verb, act in reversed(list(self.game.acts.items())):
            event = Event(verb, 0)
            if act.when and verb not in ENDS and self.game.omission(self.state, event):
                here = self.state.copy()
                if not self.game.catch_up(here, event) and here.phase in act.when:
                    return here
        return self.state

    @cached_property
    def options(self) -> Options:
        """Every option, with who must act, and doing what."""
        try:
            return self.game.options(self.met)
        except FormulaError as error:
            raise self.game.ruleset.without_value(error) from None

    @cached_property
    def legal_options(self) -> list[Option]:
        """The options that no rule forbids; if the line names a player, those of this player.

        If the log does not tell whose turn it is, these are the cards that this player may lead.
        """
        options = self.options.legal
        if not self.who:
            return options
        if not options:
            return self._leads()
        own = []
        for option in options:
            if option.item.get("by") == self.who:  # named on the line already
                own.append(option._replace(notation=option.notation.removeprefix(f"{self.who} ")))
        if own:
            return own
        return [option._replace(item=self.of_player(option.item)) for option in options]

    def _leads(self) -> list[Option]:
        """The cards that the player named on the line may lead, each tried."""
        leads = list[Option]()
        for verb in self.verbs:
            for card in self.game.ruleset.deck.ids:
                item = {verb: card, "by": self.who}
                if self.legal(item):
                    leads.append(Option(card, item))
        return leads

    @property
    def verbs(self) -> list[str]:
        """The verbs that may be written here, as far as the phase shows."""
        return [verb for verb, act in self.game.acts.items() if not act.when or self.state.phase in act.when]

    @cached_property
    def usable_verbs(self) -> dict[str, Word]:
        """The verbs that mean something by the rules of this game, with their records."""
        usable = dict[str, Word]()
        for verb, word in rulesets.log_words(self.game.ruleset.family).items():
            if verb in self.game.reading.verbs and word.speaks_in(self.game.ruleset.full):
                usable[verb] = word
        return usable

    @cached_property
    def marks(self) -> dict[str, str]:
        """The verbs of this game for which there is a mark behind a card, too, with their marks: `grace` and `!`."""
        marked = {verb: word.schema.get("mark", "") for verb, word in self.usable_verbs.items()}
        return {verb: mark for verb, mark in marked.items() if mark}

    @cached_property
    def trick(self) -> list[str]:
        """The cards of the trick on the table, in order of play."""
        return [str(laid["card"]) for laid in self.game.view(self.state)[0].get("trick") or ()]

    @cached_property
    def led(self) -> str:
        """The suit of the first card of the trick on the table; empty if there is none."""
        deck = self.game.ruleset.deck
        for name in self.trick[:1]:
            if name in deck.by_id:
                return deck.cards[deck.by_id[name]].suit
        return ""


def together(here: Here, items: Sequence[Item]) -> list[Item]:
    """The same events written with as few log items as possible: four cards as one trick, all bids as `bids`."""
    written = list[Item]()
    rest = list(items)
    while rest:
        item, used = _shorten(here, rest)
        here = here.after(item)
        written.append(item)
        rest = rest[used:]
    return written


def _shorten(here: Here, items: Sequence[Item]) -> tuple[Item, int]:
    """One item for as many as possible of the first events, and the number of events that it stands for."""
    for verb, short in (("play", "trick"), ("bid", "bids")):
        for size in range(_run_of(verb, items), 1, -1):
            whole = _in_one(here, verb, short, items[:size])
            if whole is not None:
                return whole, size
    return items[0], 1


def _run_of(verb: str, items: Sequence[Item]) -> int:
    """The number of events from the first on that have only this verb; the first may also tell who does it."""
    most = 2
    for place, item in enumerate(items):
        if verb not in item or len(item) > most:
            return place
        most = 1
    return len(items)


def _in_one(here: Here, verb: str, short: str, items: Sequence[Item]) -> Item | None:
    """The item that stands for all of these events, with a list or a map by player as its value; None if neither
    means the same.

    `verb` is that of the events, `short` that of the item.
    """
    by_player = list[tuple[str, object]]()
    there = here
    for item in items:
        by_player.append((str(there.options.player), item[verb]))
        there = there.after(item)
    for value in ([each for _, each in by_player], dict(by_player)):
        whole: Data = {short: value}
        if "by" in items[0]:
            whole["by"] = items[0]["by"]
        if len(here.read(whole) or ()) == len(items) and here.legal(whole):
            return whole
    return None


# What may be written after a verb: its record says what kind of thing that is.


def values(here: Here, verb: str, text: str) -> Iterator[object]:
    """Yield the values that a text after a verb may stand for, the likeliest first; the game decides which it can
    read."""
    if text[:1] in ("[", "{"):
        with suppress(SourceError):
            yield source.parse(text, "<entry>.yaml").data
        return
    if text.isdecimal():
        yield from _with_number(here, verb, text)
    yield from _of_word(here, rulesets.log_words(here.game.ruleset.family)[verb], text)


def _with_number(here: Here, verb: str, text: str) -> Iterator[Said]:
    """Yield the values of legal options that have just one number, with this number in place of it."""
    for option in here.legal_options:
        value = option.item.get(verb)
        if not isinstance(value, Mapping):
            continue
        with_numbers = [key for key, part in value.items() if type(part) is int]
        if len(with_numbers) == 1:
            yield {**value, with_numbers[0]: int(text)}


def keys_of(here: Here, verb: str) -> Mapping[str, Word]:
    """The keys that a map after a verb may have."""
    events = rulesets.log_words(here.game.ruleset.family)
    if verb not in events:
        return {}
    return events[verb].keys


def _of_word(here: Here, word: Word, text: str) -> Iterator[object]:
    """Yield the values that a text may mean for a word of the schema, for each of its forms and types."""
    kinds = word.schema.get("type", "")
    if not kinds:
        for form in _forms(word, text):
            yield from _of_word(here, form, text)
    yield from _simple(word, kinds, text)
    if "object" in kinds:
        yield from _maps(here, word, text)
    if "array" in kinds and word.entry.schema:
        yield from _lists(here, word.entry, text)


def _forms(word: Word, text: str) -> Sequence[Word]:
    """The forms of a word, the likeliest first: text last if there are groups of words between commas."""
    if not _has_groups(text):
        return word.forms
    return sorted(word.forms, key=_is_text)


def _is_text(word: Word) -> bool:
    return word.schema.get("type") == "string"


def _has_groups(text: str) -> bool:
    """Whether several words stand between commas: `lay KD KH KS, 7C 7D 7S` is two melds."""
    return any(" " in part for part in _between_commas(text))


def _between_commas(text: str) -> list[str]:
    """The parts of a text between commas; none if it has no comma."""
    if "," not in text:
        return []
    return [part.strip() for part in text.split(",")]


def _simple(word: Word, kinds: str | Sequence[str], text: str) -> Iterator[object]:
    """Yield the values that the text after a verb may stand for: true, a number, or the text itself.

    kinds: the types that the word allows, as a schema names them. A verb with nothing after it means yes.
    """
    const = word.schema.get("const")
    if text in ("", "yes", "true") and (const is True or "boolean" in kinds):
        yield True
    if re.fullmatch(r"-?\d{1,9}", text) and ("integer" in kinds or "number" in kinds):
        yield int(text)
    elif re.fullmatch(r"-?\d{1,9}\.\d{1,9}", text) and "number" in kinds:
        yield exact(text)
    elif "string" in kinds or const == text or text in word.choices:
        yield text or "yes"


def _lists(here: Here, entry: Word, text: str) -> Iterator[Sequence[object]]:
    """Yield the lists that a text may mean: of cards, or of values of `entry` for its words or the parts between
    commas."""
    found = cards(here, text)
    only_cards = not text or bool(found)
    groups = _has_groups(text)
    if only_cards and not groups:
        yield found
    for pieces in _pieces(text):
        yield from _alike(_of_word(here, entry, piece) for piece in pieces)
    if only_cards and groups:
        yield found


def _pieces(text: str) -> list[list[str]]:
    """The ways to cut a text into the entries of a list: at commas, or else at spaces, with the last two together, or
    not at all."""
    if not text:
        return []
    parts = _between_commas(text)
    if parts:
        return [parts]
    words = text.split()
    last_two_together = words[:-2] + [" ".join(words[-2:])]  # `pass pass D alone`
    return [words, last_two_together, [text]]


def _maps(here: Here, word: Word, text: str) -> Iterator[object]:
    """Yield the maps that a text may mean: with keys of the word, `won 8 3 1 1 bids 2 3 1 1`, or with names of
    players or cards."""
    if text in ("", "none"):
        yield {}
    yield from _by_key(here, word, text)
    forms = [form for form in (*word.entry.forms, word.entry) if form.schema]  # all parts are mostly of the same form
    for named, form in product(_by_name(here, text), forms):
        alike = _alike(_of_word(here, form, part) for part in named.values())
        yield from (dict(zip(named, chosen, strict=True)) for chosen in alike)


def _by_key(here: Here, word: Word, text: str) -> Iterator[Said]:
    """Yield the maps that a text may mean which begins with a key of the word; nothing if it does not."""
    words = text.split()
    starts = _key_places(word, words)
    if not starts or starts[0]:
        return
    likely = dict[str, list[object]]()
    for start, end in zip(starts, starts[1:] + [len(words)], strict=True):
        key = words[start]
        part = " ".join(words[start + 1 : end]).rstrip(",")
        likely[key] = list(islice(_of_word(here, word.keys[key], part), MOST_READINGS))
    for chosen in islice(product(*likely.values()), MOST_TRIED):
        yield dict(zip(likely, chosen, strict=True))


def _key_places(word: Word, words: Sequence[str]) -> list[int]:
    """The indexes of the words that are keys of a map; a word that is a key inside the key before it does not count.

    So `for money 3` after a `price` is one part.
    """
    places = list[int]()
    before: Word | None = None
    for place, name in enumerate(words):
        key = word.keys.get(name)
        if key is not None and (before is None or name not in before.keys):
            places.append(place)
        before = key
    return places


def _by_name(here: Here, text: str) -> Iterator[Mapping[str, str]]:
    """Yield the ways to divide a text between names, as a map of texts.

    The parts may stand behind names of players, be one for each player in order, be numbers behind names, be names
    between commas, or pairs of cards.
    """
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
        yield dict([" ".join(piece).rsplit(" ", 1) for piece in pieces])  # `The Gnomes of Zurich top`
    if len(words) % 2 == 0 and cards(here, " ".join(words)):
        yield dict(zip(words[::2], words[1::2], strict=True))


def _alike(parts: Iterable[Iterable[object]]) -> Iterator[Sequence[object]]:
    """Yield lists with one reading of each part: first the likeliest of all, then the second of each that has one,
    and so on."""
    likely = [list(islice(part, MOST_READINGS)) for part in parts]
    if not all(likely):
        return
    for place in range(max(map(len, likely), default=0)):
        yield [readings[min(place, len(readings) - 1)] for readings in likely]


def in_order(here: Here) -> Sequence[str]:
    """The players in the order in which a line may give something for each without names: first the one who must act."""
    players = here.players
    first = here.options.player
    start = 0
    if first in players:
        start = players.index(first)
    return players[start:] + players[:start]


def cards(here: Here, text: str) -> list[str]:
    """The cards in a text; empty if it is not only cards."""
    deck = here.game.ruleset.deck
    numbers = [deck.find(word) for word in text.split()]
    if None in numbers:
        return []
    return [deck.ids[number] for number in numbers if number is not None]
