"""What somebody at the table types, understood: a card, a bid, a whole trick, a move in its notation, a whole event.

Anything legal can be named by its notation, by the beginning of it, or by its number in the list. For a card its rank is enough
if only one card has it; if several do, the card of the suit that was led is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee import source
from referee.core.cards import fold_name
from referee.core.family import Option
from referee.core.items import EXTRAS
from referee.core.places import SourceError
from referee.core.suggest import did_you_mean
from referee.recording.here import Here, Item, Refused, Shapeless
from referee.recording.names import is_usual, named, named_of
from referee.recording.values import keys_of, values

MOST_WAYS = 20_000
"""How many beginnings of a line without spaces are tried."""
LONGEST = 12
"""How many characters the name of one card may have among several."""
NAME = 5
"""The number of words that a name cannot have."""
AS_YAML = re.compile(r"\{|[a-z_]+:(\s|$)")


class Unclear(Exception):  # noqa: N818 - what was typed
    """What was typed fits nothing that may happen, or several things: these `options`, of which one can be chosen by its
    number."""

    def __init__(self, message: str, options: Sequence[Option] = ()) -> None:
        self.options = tuple(options)
        super().__init__(message)


class Way(NamedTuple):
    """A line without spaces read so far: the events, the point after them, and how many are not named as usual."""

    items: tuple[Item, ...]
    here: Here
    unusual: int = 0

    @property
    def whole_tricks(self) -> bool:
        """Whether all of it is cards, up to the end of a trick."""
        return not self.here.led and all("play" in item for item in self.items)


def understood(here: Here, line: str, offered: Sequence[Option] = ()) -> list[Item]:
    """The events that a line means at a point of a game; `offered` are those to choose from by number.

    Raises Unclear, Refused or Shapeless.
    """
    line = line.strip()
    if AS_YAML.match(line):
        return _written_out(here, line)
    here, line = _by(here, line)
    if not line:
        return forced(here)
    option = _numbered(line, offered)
    if option is not None:
        return [_one(option).item]
    found = named(here, line)
    if len(found) == 1:
        return [_with_word(_one(found[0]), line)]
    option = None if found else _listed(here, line)
    if option is not None:
        return [_one(option).item]
    of_verb = list(_of_verb(here, line))
    if of_verb:
        return [_first_legal(here, of_verb)]
    ways = _Ways(here, line)
    found_ways = sorted(ways.found, key=lambda way: -way.unusual)
    readings = _likeliest(line, list({repr(way.items): way for way in found_ways}.values()))
    if len(readings) == 1:
        return _finished(readings[0])
    if readings:
        read = " or ".join(" ".join(map(spoken, way.items)) for way in readings)
        raise Unclear(f"{line!r} may be {read}; put spaces between them")
    if found:
        raise Unclear(f"{line!r} may be any of these; write more of it, or its number:", found)
    found = _of_unseen_hand(here, line)
    if len(found) == 1:
        return [found[0].item]
    if found:
        raise Unclear(f"{line!r} may be any of these; write more of it, or its number:", found)
    return _word_by_word(ways, line) or [_guessed(here, line, ways)]


def _word_by_word(ways: _Ways, line: str) -> list[Item]:
    """The events of a line of which only the first words name what is listed: `stock 2D` with an unseen hand."""
    if not ways.far.items or not line.endswith(f" {ways.left}"):
        return []
    try:
        return [*ways.far.items, *understood(ways.far.here, ways.left)]
    except (Unclear, Refused, Shapeless):
        return []


def _likeliest(line: str, readings: list[Way]) -> list[Way]:
    """Of several readings those with a card for each word, or else whole tricks; of these those with cards as people write."""
    if len(readings) < 2:
        return readings
    number = len(line.split())
    likely = [way for way in readings if len(way.items) == number] if number > 1 else []
    likely = likely or [way for way in readings if way.whole_tricks] or readings
    fewest = min(way.unusual for way in likely)
    return [way for way in likely if way.unusual == fewest]


def _of_unseen_hand(here: Here, line: str) -> list[Option]:
    """What a line may mean that names a card of an unseen hand."""
    deck = here.game.ruleset.deck
    cards = (deck.find(word) for word in line.split()[1::-1])  # `st AD` does not name the ST
    card = next((card for card in cards if card is not None), None)
    return [] if card is None else named_of(here, line, here.game.options_of_unseen(here.met, card))


def spoken(item: Item) -> str:
    """An event in a few words: what it says besides its verb."""
    value = next(value for key, value in item.items() if key not in EXTRAS)
    return str(value)


def _with_word(option: Option, text: str) -> Item:
    """The event of an option; a card written with `!` has something said over it."""
    if text.endswith("!"):
        for verb, value in option.item.items():
            if value == option.notation:
                return {**option.item, verb: f"{value}!"}
    return option.item


def _by(here: Here, line: str) -> tuple[Here, str]:
    """Who acts, if a line begins with that, and the rest of the line; if nobody is known to act, the initial is enough."""
    for name in here.players:
        rest = line[len(name) :]
        if line[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :"):
            return _ByName(here, name), rest.lstrip(" :")
    first, _, rest = line.partition(" ")
    begun = [name for name in here.players if rest and name.casefold().startswith(first.casefold())]
    if len(begun) == 1 and here.options.player is None and not rest.lower().startswith("of "):
        return _ByName(here, begun[0]), rest.lstrip()
    return here, line


class _ByName(Here):
    """A point in a game at which a line says who acts."""

    def __init__(self, here: Here, who: str) -> None:
        super().__init__(here.game, here.state, unseen=here.unseen)
        self.who = who

    def after(self, item: Item) -> Here:
        return Here(self.game, self.state, unseen=self.unseen).after(self.said(item))

    def said(self, item: Item) -> Item:
        """An event with the name of the player who does it."""
        return item if "by" in item else {**item, "by": self.who}

    @property
    def legal_options(self) -> list[Option]:
        """What this player may do."""
        options = super().options.legal
        if options:
            own = [option for option in options if option.item.get("by") == self.who]
            return own or [option._replace(item=self.said(option.item)) for option in options]
        return list(self.led_by(self.who))


def forced(here: Here) -> list[Item]:
    """What must happen, for which Return is enough: the only possible event, and what is forced up to the end of a trick."""
    only = _only(here)
    return list(_with_forced(Way((only,), here.after(only))).items)


def _with_forced(way: Way) -> Way:
    """A reading of a line with the cards after it that players have no choice about, up to the end of the trick."""
    items, point = list(way.items), way.here
    while point.led and len(point.legal_options) == 1:
        option = point.legal_options[0]
        if option.example or _may_be_said(point, option):
            break
        items.append(option.item)
        point = point.after(option.item)
    return Way(tuple(items), point)


def _finished(way: Way) -> list[Item]:
    """The events of a line, and the rest of the trick if nobody has a choice any more."""
    whole = _with_forced(way)
    return list((way if whole.here.led else whole).items)


def _may_be_said(here: Here, option: Option) -> bool:
    """Whether something may be said over a card, so that the player still has a choice."""
    return here.legal(_with_word(option, f"{option.notation}!"))


def _only(here: Here) -> Item:
    """The only possible event, for which Return is enough."""
    legal = here.legal_options
    if len(legal) == 1:
        return _one(legal[0]).item
    if not legal:
        raise Unclear(f"{here.options.doing}; there is nothing to choose from, so write it")
    raise Unclear(f"there are {len(legal)} things to choose from; Return alone is enough if there is only one")


def _listed(here: Here, line: str) -> Option | None:
    """The option with a number in the list of everything legal. For cards only with #, because a number may be a rank."""
    options = here.legal_options
    bare = all(" " in option.notation for option in options)
    return _numbered(line, options) if bare or line.startswith("#") else None


def _numbered(line: str, options: Sequence[Option]) -> Option | None:
    number = line.removeprefix("#")
    if number.isdecimal() and len(number) < 6 and 0 < int(number) <= len(options):
        return options[int(number) - 1]
    return None


def _written_out(here: Here, line: str) -> list[Item]:
    """An event as it is written in a log."""
    try:
        item = source.parse(line if line.startswith("{") else f"{{{line}}}", "<entry>.yaml").data
    except SourceError:
        try:
            item = source.parse(line, "<entry>.yaml").data
        except SourceError as error:
            raise Unclear(error.complaints[0].message) from None
    if not isinstance(item, dict):
        raise Unclear("an event is a map with one verb, like `play: QS`")
    here.after(item)
    return [item]


def _one(option: Option) -> Option:
    """An option that stands for one thing. Raises Unclear if it stands for several."""
    if not option.example:
        return option
    verb, value = next((verb, value) for verb, value in option.item.items() if verb not in EXTRAS)
    says = f", like `{verb} {value}`" if isinstance(value, int | str) else f", like `{verb}: {option.item[verb]}`"
    raise Unclear(f"{option.notation.partition(' (')[0]}: say what it was{says if value else ''}")


def _of_verb(here: Here, line: str) -> Iterator[Item]:
    """What a line that begins with a verb may mean, the most likely first."""
    verb, _, rest = line.partition(" ")
    said = getattr(here, "said", dict)
    if verb in here.game.reading.readers:
        yield from (said({verb: value}) for value in values(here, verb, rest.strip()))
    if "result" in here.verbs and verb in keys_of(here, "result"):
        yield from ({"result": value} for value in values(here, "result", line))


def _first_legal(here: Here, items: Sequence[Item]) -> Item:
    refused: list[Refused] = []
    shapeless: list[Shapeless] = []
    for item in items:
        try:
            here.after(item)
        except Refused as no:
            refused.append(no)
        except Shapeless as no:
            shapeless.append(no)
        else:
            return item
    raise refused[0] if refused else next((no for no in shapeless if no.faults), shapeless[0])


class _Ways:
    """The ways to read a line as several things in a row, and how `far` any of them gets."""

    def __init__(self, here: Here, line: str) -> None:
        self.far, self.left = Way((), here), line
        self._tries = iter(range(MOST_WAYS))
        self.found = list(self._on(self.far, line))

    def _on(self, way: Way, rest: str) -> Iterator[Way]:
        rest = rest.lstrip()
        if len(way.items) > len(self.far.items):
            self.far, self.left = way, rest
        if not rest:
            yield way
            return
        word = rest.split(maxsplit=1)[0]
        for end in range(min(len(word), LONGEST), 0, -1):
            token = word[:end]
            if word[end : end + 1] == "!" or next(self._tries, None) is None:
                continue
            found = named(way.here, token, one_word=True)
            if len(found) != 1:
                continue
            item = _with_word(found[0], token)
            try:
                after = way.here.after(item)
            except (Refused, Shapeless):
                continue
            unusual = way.unusual + (not is_usual(way.here, found[0], token))
            yield from self._on(Way((*way.items, item), after, unusual), rest[end:])


def _guessed(here: Here, line: str, ways: _Ways) -> Item:
    """Something that is not one of the known options: a card that was drawn, dice, or something that the rules forbid."""
    barred = [option for option in here.options.options if option.fault is not None]
    for option in named_of(here, line, barred)[:1]:
        assert option.fault is not None
        here.after(option.item)
        return option.item
    legal, refused = [], []
    said = getattr(here, "said", dict)
    for verb in here.verbs:
        for value in values(here, verb, line) if _plain(here, line) else ():
            try:
                here.after(said({verb: value}))
            except Refused as no:
                refused.append(no)
            except Shapeless:
                continue
            else:
                legal.append(said({verb: value}))
                break
    if len(legal) == 1:
        return legal[0]
    if legal:
        offered = [Option(f"{next(iter(item))} {line}", item) for item in legal]
        raise Unclear(f"{line!r} may be any of these; write more of it, or its number:", offered)
    if " " in line and "play" in here.verbs and (move := _in_notation(here, said({"play": line}))):
        return move
    _refuse_part(ways)
    known = [no for no in refused if no.faults[0].rule not in ("order", "deck", "players")]
    if known and here.game.ruleset.deck.find(line) is not None:
        raise known[0]
    _refuse_unheld(here, line)
    near = did_you_mean(line, [option.notation for option in here.legal_options])
    raise Unclear(
        f"{line!r} is nothing that can happen here{near or '; `legal` lists what can, `help` how to write it'}"
    )


def _refuse_unheld(here: Here, line: str) -> None:
    """Refuse the card that a text abbreviates, of the suit that was led if there is one, which the player cannot have."""
    said = getattr(here, "said", dict)
    if "play" in here.verbs:
        cards = [Option(name, said({"play": name})) for name in here.game.ruleset.deck.ids]
        for option in named_of(here, line, cards)[:1]:
            here.after(option.item)


def _in_notation(here: Here, item: Item) -> Item | None:
    """A move of several words that is not written as in the list of legal moves. Raises Refused."""
    try:
        here.after(item)
    except Shapeless:
        return None
    except Refused as no:
        if no.faults[0].rule in ("notation", "deck", "order"):
            return None
        raise
    return item


def _plain(here: Here, line: str) -> bool:
    """Whether a line is only cards, numbers or one name."""
    deck = here.game.ruleset.deck
    words = line.split()
    return (
        len(words) == 1
        or (len(words) < NAME and all(word.isalpha() for word in words))
        or all(word.isdecimal() or deck.find(word) is not None for word in words)
        or (fold_name(line) in map(fold_name, deck.ids))
    )


def _refuse_part(ways: _Ways) -> None:
    """Refuses the first impossible one of several cards, with those before it. Does nothing unless there are several."""
    if not ways.far.items:
        return
    after = " ".join(map(spoken, ways.far.items))
    word = ways.left.split(maxsplit=1)[0]
    for end in range(len(word), 0, -1):
        try:
            understood(ways.far.here, word[:end])
        except Refused as no:
            no.before, no.rest = ways.far.items, ways.left[end:].strip()
            raise
        except (Unclear, Shapeless) as no:
            options = getattr(no, "options", ())
            if options:
                raise Unclear(
                    f"after {after}, {word[:end]!r} may be any of these; write more of it:", options
                ) from None
    raise Unclear(f"after {after}, {ways.left!r} is nothing that can happen")
