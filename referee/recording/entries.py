"""Lines typed at the table, understood by one grammar: a card, a bid, a whole trick, a move in its notation, a whole event.

FORMS lists what a line can look like, KINDS the words that stand in these patterns; the documentation is made of both, and so
is `help`. Spaces part what is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import NamedTuple, TypeVar

from referee import source
from referee.core.cards import Deck, fold_name
from referee.core.data import Item
from referee.core.family import Option
from referee.core.items import FORGOTTEN
from referee.core.places import SourceError
from referee.core.text import yaml_line
from referee.core.wording import did_you_mean
from referee.recording.grammar import Form, Parts, WordKind, first_word, fitting
from referee.recording.here import Here, Refused, Shapeless, act, keys_of, values

T = TypeVar("T")
AS_IN_LOG = re.compile(r"\{|[a-z_]+:(\s|$)")
"""The beginning of an event that is written as in a log."""
BARE_NUMBERS = re.compile(r"-?[\d./]+([\s,]+-?[\d./]+)*")


class Unclear(Exception):  # noqa: N818 - what was typed
    """A typed line that fits nothing possible, by a `rule` if one says so, or several things: these `options`, of which one
    can be chosen by its number."""

    def __init__(self, message: str, options: Sequence[Option] = (), rule: str = "") -> None:
        self.options = tuple(options)
        self.rule = rule
        super().__init__(message)


def understood(here: Here, text: str, offered: Sequence[Option] = ()) -> list[Item]:
    """The events that a typed line means at a point of a game, by the grammar in FORMS.

    `offered` are the options that were just listed, to choose from by number. Raises Unclear, Refused or Shapeless.
    """
    return TypedLine(here, text.strip(), offered).events()


class TypedLine:
    """A line, or the end of one with the events `before` it on the line, at a point of a game."""

    def __init__(self, here: Here, text: str, offered: Sequence[Option] = (), before: tuple[Item, ...] = ()) -> None:
        self.here = here
        self.text = text
        self.offered = offered
        self.before = before
        self.refusals = list[Refused | Shapeless]()

    def events(self) -> list[Item]:
        """The events of the first form that fits the line. Raises Unclear, Refused or Shapeless."""
        for form in FORMS:
            parts = fitting(form.pattern, KINDS, self, self.text)
            if parts is None:
                continue
            items = form.read(self, parts)
            if items is not None:
                return items
        self._refuse_first_word()
        self._refuse_card_not_held()
        raise self._impossible()

    @cached_property
    def options(self) -> list[Option]:
        """The legal options that the whole line may name."""
        return matching_options(self.here, self.text, self.here.legal_options)

    @cached_property
    def option(self) -> Option | None:
        """The legal option that the whole line names, by its notation or its number in the list."""
        if len(self.options) == 1:
            return self.options[0]
        if self.options:
            return None
        legal = self.here.legal_options
        if self.text.startswith("#") or all(" " in known.notation for known in legal):  # or it may be a rank
            return by_number(self.text, legal)
        return None

    @cached_property
    def unseen_options(self) -> list[Option]:
        """The options that the whole line may name with a card that nobody has seen."""
        if self.options:
            return []
        card = self._card_named()
        if card is None:
            return []
        return matching_options(self.here, self.text, self.here.game.options_of_unseen(self.here.met, card))

    def _card_named(self) -> int | None:
        """The card that the second word names, or else the first: `st AD` does not name the ST."""
        for word in self.text.split()[1::-1]:
            card = self.here.game.ruleset.deck.find(word)
            if card is not None:
                return card
        return None

    @cached_property
    def moves(self) -> _Moves:
        """The moves of one word each with which the line begins."""
        return _word_by_word(self.here, self.text)

    def after(self, items: Sequence[Item], point: Here, rest: str) -> list[Item]:
        """The events `items`, after which the game is at a `point`, and those that the `rest` of the line means there."""
        try:
            return list(items) + TypedLine(point, rest, before=self.before + tuple(items)).events()
        except Refused as no:
            no.before = tuple(items) + no.before
            raise

    def _refuse_first_word(self) -> None:
        """Raise Refused if the line follows other events and its first word alone is against the rules."""
        word, rest = first_word(self.text)
        if not self.before or not rest:
            return
        try:
            with suppress(Unclear, Shapeless):
                TypedLine(self.here, word, before=self.before).events()
        except Refused as no:
            if not no.rest:
                no.rest = rest
            raise

    def _refuse_card_not_held(self) -> None:
        """Raise Refused if the line names a card that the player cannot have: of several, one of the suit that was
        led."""
        here = self.here
        if "play" not in here.verbs:
            return
        plays = [Option(name, here.of_player({"play": name})) for name in here.game.ruleset.deck.ids]
        for option in matching_options(here, self.text, plays)[:1]:
            here.after(option.item)

    def _impossible(self) -> Unclear:
        """The refusal of a line that means nothing here, with a suggestion if there is one."""
        here = self.here
        if self.before:
            return Unclear(f"{self.quoted} is nothing that can happen: {here.options.doing}", rule="order")
        hint = did_you_mean(self.text, [option.notation for option in here.legal_options])
        if not hint:
            hint = "; `legal` lists what can, `help` how to write it"
        return Unclear(f"{self.quoted} is nothing that can happen now: {here.options.doing}{hint}", rule="order")

    @property
    def quoted(self) -> str:
        """The line as a message names it, with the events before it."""
        if not self.before:
            return repr(self.text)
        return f"after {' '.join(map(_what_of, self.before))}, {self.text!r}"


# The kinds of words: a test of the whole text, names of which its first word may be one, or a part of its own.


def _whole_text(test: Callable[[TypedLine, str], object], line: TypedLine, text: str) -> tuple[str, str] | None:
    """All of a text if it passes a test."""
    if not test(line, text):
        return None
    return text, ""


def _word_of(names: Callable[[Here], Container[str]], line: TypedLine, text: str) -> tuple[str, str] | None:
    """The first word of a text, in small letters, if it is one of these names."""
    word, rest = first_word(text)
    if word.casefold() not in names(line.here):
        return None
    return word.casefold(), rest


def _is_as_in_log(line: TypedLine, text: str) -> object:
    return AS_IN_LOG.match(text)


def _take_player(line: TypedLine, text: str) -> tuple[str, str] | None:
    """The name of a player, in any letters, unless the text is an option that begins with it: `Ann declares pinochle`."""
    here = line.here
    if here.who or line.before or (" " in text and text in [option.notation for option in here.legal_options]):
        return None
    for name in here.players:
        rest = text[len(name) :]
        if text[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :"):
            return name, rest.lstrip(" :")
    return None


def _is_in_list(line: TypedLine, text: str) -> object:
    return by_number(text, line.offered)


def _take_card(line: TypedLine, text: str) -> tuple[str, str] | None:
    deck = line.here.game.ruleset.deck
    word, rest = first_word(text)
    card = deck.find(word)
    if card is None:
        return None
    return deck.ids[card], rest


def _marks(here: Here) -> Container[str]:
    return here.marks


def _is_move(line: TypedLine, text: str) -> object:
    return line.option


def _usable_verbs(here: Here) -> Container[str]:
    return here.usable_verbs


def _keys_of_pad(here: Here) -> Container[str]:
    if "result" not in here.verbs:
        return ()
    return keys_of(here, "result")


def _is_anything(line: TypedLine, text: str) -> object:
    return text


def _take_moves(line: TypedLine, text: str) -> tuple[str, str] | None:
    if not line.moves.items:
        return None
    return text, line.moves.rest


def _is_hidden_move(line: TypedLine, text: str) -> object:
    return len(line.unseen_options) == 1


def _is_several(line: TypedLine, text: str) -> object:
    return line.options + line.unseen_options


def _is_bare(line: TypedLine, text: str) -> object:
    """Whether a text may be a value; not one behind calls of an auction: `pass H alone` is no pass with a meaning."""
    return text and not (line.moves.items and "bid" in line.here.verbs)


# What lines of each form mean.


def _as_in_log(line: TypedLine, parts: Parts) -> list[Item]:
    """The event of a line written as in a log. Raises Unclear, Refused or Shapeless."""
    item = line.here.of_player(_parse_yaml(line.text))
    line.here.after(item)
    return [item]


def _of_player(line: TypedLine, parts: Parts) -> list[Item]:
    name, rest = parts
    here = line.here
    return TypedLine(Here(here.game, here.state, unseen=here.unseen, who=name), rest, line.offered).events()


def _nothing(line: TypedLine, parts: Parts) -> list[Item]:
    return _only_choice(line.here)


def _listed(line: TypedLine, parts: Parts) -> list[Item]:
    option = by_number(line.text, line.offered)
    assert option is not None
    return [_event_of(option)]


def _said_over(line: TypedLine, parts: Parts) -> list[Item]:
    """What is said over a card on the table; of several, it is asked over which. Raises Unclear or Refused."""
    verb, _, card = parts
    here = line.here
    if card:
        item = here.of_player({verb: card})
        here.after(item)
        return [item]
    over = list[Option]()
    for name in dict.fromkeys(here.trick + list(here.game.ruleset.deck.ids)):
        item = here.of_player({verb: name})
        if here.legal(item):
            over.append(Option(name, item))
    if not over:
        raise Unclear(f"{verb} is said over a card, and none lies on the table; write it behind a card: `CARD {verb}`")
    if len(over) > 1:
        raise Unclear(f"{verb} over which card? Write it, or its number:", over)
    return [over[0].item]


def _card_and_said(line: TypedLine, parts: Parts) -> list[Item] | None:
    """What is said over a card on the table; None if the card is not there, but may be played so."""
    card, verb = parts
    item = line.here.of_player({verb: card})
    if not line.here.legal(item):
        return None
    return [item]


def _one_move(line: TypedLine, parts: Parts) -> list[Item]:
    assert line.option is not None
    return [_event_of(line.option, line.text)]


def _with_verb(line: TypedLine, parts: Parts) -> list[Item] | None:
    """The event whose verb begins the line. None if it is not legal and the line may be something else: moves, of which
    the verb alone is one, as in `pass pass 1S`; or a result, if the pad has the same word.

    Raises Refused or Shapeless.
    """
    verb, text = parts
    here = line.here
    with_values = (here.of_player({verb: value}) for value in values(here, verb, text))
    item, refusals = _first_legal(here, with_values)
    if item is not None:
        return [item]
    if any(known.notation == verb for known in here.legal_options):
        return None
    line.refusals += refusals
    if verb in _keys_of_pad(here):
        return None
    if not refusals:
        return None
    likeliest = min(refusals, key=_vagueness)
    if likeliest.item[verb] == "yes":
        raise Unclear(f"{verb}: say what it was")
    raise likeliest


def _of_pad(line: TypedLine, parts: Parts) -> list[Item]:
    """A result as the score pad has it. Raises Refused or Shapeless."""
    here = line.here
    item, refusals = _first_legal(here, ({"result": value} for value in values(here, "result", line.text)))
    if item is not None:
        return [item]
    raise min(line.refusals + refusals, key=_vagueness)


def _several_moves(line: TypedLine, parts: Parts) -> list[Item]:
    items, point, _ = line.moves
    return items + _rest_of_trick(point)


def _hidden_move(line: TypedLine, parts: Parts) -> list[Item]:
    return [line.unseen_options[0].item]


def _ask_which(line: TypedLine, parts: Parts) -> list[Item]:
    write = "write more of it, or its number:"
    if line.before:
        write = "write more of it:"
    raise Unclear(f"{line.quoted} may be any of these; {write}", line.options or line.unseen_options)


def _bare_value(line: TypedLine, parts: Parts) -> list[Item] | None:
    item = _parse_chance(line.here, line.text)
    if not BARE_NUMBERS.fullmatch(line.text):
        if item is None:
            return None
        return [item]
    if item is None:
        _ask_which_numbers(line)
        return None
    if _ends_hand(line.here, item):
        verb, _ = act(item)
        raise Unclear(f"numbers alone never end a hand; if that is meant, write `{verb} {line.text}`")
    return [item]


def _ends_hand(here: Here, item: Item) -> bool:
    """Whether a hand or round is over with this event."""
    return len(here.after(item).state.history) > len(here.state.history)


def _ask_which_numbers(line: TypedLine) -> None:
    """Raise Unclear with all results of a hand that may consist of these numbers, such as points and totals; do nothing
    if there are none."""
    here = line.here
    if "result" not in here.verbs:
        return
    options = list[Option]()
    for key in keys_of(here, "result"):
        item, _ = _first_legal(here, ({"result": value} for value in values(here, "result", f"{key} {line.text}")))
        if item is not None:
            options.append(Option(f"{key} {line.text}", item))
    if options:
        raise Unclear(f"{line.text!r} are numbers of what? Write the word before them, or its number:", options)


def _moves_and_more(line: TypedLine, parts: Parts) -> list[Item]:
    items, point, rest = line.moves
    return line.after(items, point, rest)


def _parse_yaml(line: str) -> Item:
    """The event in a line written as in a log, with or without its braces. Raises Unclear."""
    item = None
    if not line.startswith("{"):
        with suppress(SourceError):
            item = source.parse(f"{{{line}}}", "<entry>.yaml").data
    if not item:
        try:
            item = source.parse(line, "<entry>.yaml").data
        except SourceError as error:
            raise Unclear(error.complaints[0].message) from None
    if not isinstance(item, dict):
        raise Unclear("an event is a map with one verb, like `bid: 1`")
    return item


def _only_choice(here: Here) -> list[Item]:
    """The only legal event, and the cards after it in the trick that players have no choice about.

    Raises Unclear if there are several, or none is known.
    """
    legal = here.legal_options
    if not legal:
        raise Unclear(f"{here.options.doing}; there is nothing to choose from, so write it")
    if len(legal) > 1:
        raise Unclear(f"there are {len(legal)} things to choose from; Return alone is enough if there is only one")
    item = _event_of(legal[0])
    forced, _ = _forced_cards(here.after(item))
    return [item] + forced


def _vagueness(no: Refused | Shapeless) -> tuple[bool, bool]:
    """How little a refusal says: of a word that may begin several things, what the rules forbid says most."""
    return isinstance(no, Shapeless), not no.faults


class _Moves(NamedTuple):
    """Moves with which a line begins, the point after them, and the rest of the line."""

    items: list[Item]
    point: Here
    rest: str


def _word_by_word(here: Here, line: str) -> _Moves:
    """The moves that the first words of a line name one by one, as far as each names just one."""
    items = list[Item]()
    words = line.replace(",", " ").split()
    place = 0
    with suppress(Refused, Shapeless):
        while place < len(words):
            word = words[place]
            if words[place + 1 : place + 2] and words[place + 1].casefold() in here.marks:
                word += here.marks[words[place + 1].casefold()]
            fitting = matching_options(here, word, here.legal_options)
            if word.rstrip("!") == FORGOTTEN:
                fitting = [Option(word, {"play": word})]
            named = [option for option in fitting if " " not in option.notation]
            if len(named) != 1 or named[0].example:
                break
            item = _event_of(named[0], word)
            here = here.after(item)
            items.append(item)
            place += 1
            if word != words[place - 1]:
                place += 1
    return _Moves(items, here, " ".join(words[place:]))


def _rest_of_trick(here: Here) -> list[Item]:
    """The cards that complete a trick if players have no choice about them."""
    forced, after = _forced_cards(here)
    if after.led:
        return []
    return forced


def matching_options(here: Here, text: str, options: Sequence[Option]) -> list[Option]:
    """The options that a text may name: the one with that notation, else those that begin like it or have words that
    do."""
    if len(text) > 1:
        text = text.removesuffix("!")
    wanted = fold_name(text)
    if not wanted:
        return []
    for option in options:
        if fold_name(option.notation) == wanted:
            return [option]
    deck = here.game.ruleset.deck
    card = deck.find(text)
    if card is not None:
        return _with_notation(deck.ids[card], options) or _in_words(text, options)
    ranks = {fold_name(card.rank) for card in deck.cards}
    if wanted[0] == "t" and "10" in ranks and "t" not in ranks:
        wanted = f"10{wanted[1:]}"
    fitting = _with_beginning(here, wanted, options)
    if fitting:
        return fitting
    if wanted.isdecimal() and wanted not in ranks:  # a number is one of the list, not in `7 or less`
        return []
    return _in_words(text, options)


def _with_notation(notation: str, options: Sequence[Option]) -> list[Option]:
    return [option for option in options if option.notation == notation]


def _with_beginning(here: Here, wanted: str, options: Sequence[Option]) -> list[Option]:
    """The options whose rank or notation begins like this, the best of them only.

    Cards of the suit that was led come before others, and then those whose whole rank this is: 1 means 1:41 rather
    than 11:4.
    """
    deck = here.game.ruleset.deck
    fitting: dict[tuple[bool, bool], list[Option]] = {}
    for option in options:
        rank = ""
        follows = False
        number = deck.by_id.get(option.notation)
        if number is not None:
            rank = fold_name(deck.cards[number].rank)
            follows = _is_of_led_suit(here, deck.cards[number].suit)
        is_whole_rank = wanted in (rank, rank.partition(":")[0])  # 1 is 1:41 rather than 11:4
        if is_whole_rank or rank.startswith(wanted) or fold_name(option.notation).startswith(wanted):
            fitting.setdefault((not follows, not is_whole_rank), []).append(option)
    if not fitting:
        return []
    return fitting[min(fitting)]


def _is_of_led_suit(here: Here, suit: str) -> bool:
    return bool(suit) and suit == here.led


def _in_words(text: str, options: Sequence[Option]) -> list[Option]:
    """The moves with words that begin like these in the same order: `h 5S` names `harvest 5S take …`."""
    return [option for option in options if _has_words(option.notation, text)]


def _has_words(notation: str, text: str) -> bool:
    """Whether a notation of several words has words that begin like those of a text, in the same order: `h 5S`,
    `harvest 5S take …`."""
    if " " not in notation:
        return False
    words = iter(map(fold_name, notation.split()))
    for part in text.split():
        beginning = fold_name(part)
        if not any(word.startswith(beginning) for word in words):  # each search begins behind the word found last
            return False
    return True


def by_number(line: str, things: Sequence[T]) -> T | None:
    """The thing with the number that a line is, '3' or '#3'; None if it is no number, or none of the list."""
    number = line.removeprefix("#")
    if not number.isdecimal() or len(number) > 5:
        return None
    if not 0 < int(number) <= len(things):
        return None
    return things[int(number) - 1]


def _event_of(option: Option, text: str = "") -> Item:
    """The event of an option; with `!` after its card, something is said over it. Raises Unclear if the option is
    only an example."""
    if option.example:
        raise Unclear(f"{option.notation.partition(' (')[0]}: say what it was{_like(option.item)}")
    item = dict(option.item)
    if text.endswith("!"):
        for verb, value in option.item.items():
            if value == option.notation:
                item[verb] = f"{value}!"
    return item


def _like(item: Item) -> str:
    """An event as an example of how to write others; empty if it has no value."""
    verb, value = act(item)
    if not value:
        return ""
    if isinstance(value, int | str):
        return f", like `{verb} {yaml_line(value)}`"
    return f", like `{verb}: {yaml_line(value)}`"


def _what_of(item: Item) -> str:
    """The word or words for an event: the card of a play, `income` of an income."""
    verb, value = act(item)
    if value is True or value == {}:
        return verb
    return str(value)


def _forced_cards(here: Here) -> tuple[list[Item], Here]:
    """The cards up to the end of the trick that players have no choice about, as events, and the point after them."""
    items: list[Item] = []
    while here.led and len(here.legal_options) == 1:
        option = here.legal_options[0]
        if option.example or here.legal(_event_of(option, f"{option.notation}!")):
            break
        items.append(option.item)
        here = here.after(option.item)
    return items, here


def _first_legal(here: Here, items: Iterable[Item]) -> tuple[Item | None, list[Refused | Shapeless]]:
    """The first legal event of some, or None, and the refusals of those tried before it.

    The search ends at an event that is possible but against the rules: it is what was meant.
    """
    refusals: list[Refused | Shapeless] = []
    for item in items:
        try:
            here.after(item)
        except Shapeless as refusal:
            refusals.append(refusal)
        except Refused as refusal:
            refusals.append(refusal)
            if not refusal.barred:
                break
        else:
            return item, refusals
    return None, refusals


def _parse_chance(here: Here, line: str) -> Item | None:
    """The event of a line that names no known option: a card that was drawn, dice, a move in other words; None if it
    is none.

    Raises Refused if the rules forbid it, Unclear if several verbs are possible.
    """
    forbidden = [option for option in here.options.options if option.fault is not None]
    for option in matching_options(here, line, forbidden)[:1]:
        here.after(option.item)
        return option.item
    legal = list[Item]()
    refused = list[Refused]()
    if _is_plain(line, here.game.ruleset.deck):
        legal, refused = _with_each_verb(here, line)
    if len(legal) > 1:
        offered = [Option(f"{next(iter(item))} {line}", item) for item in legal]
        raise Unclear(f"{line!r} may be any of these; write more of it, or its number:", offered)
    if legal:
        return legal[0]
    item = _parse_move(here, line)
    if item is not None:
        return item
    if here.game.ruleset.deck.find(line) is not None:
        for no in refused:
            if no.faults[0].rule not in ("order", "deck", "players"):
                raise no
    return None


def _is_plain(line: str, deck: Deck) -> bool:
    """Whether a line has only cards, only numbers, or one name of up to four words."""
    words = line.split()
    if len(words) == 1:
        return True
    if len(words) < 5 and all(map(str.isalpha, words)):
        return True
    if all(_is_card_or_number(word, deck) for word in words):
        return True
    return fold_name(line) in map(fold_name, deck.ids)


def _is_card_or_number(word: str, deck: Deck) -> bool:
    return word.isdecimal() or deck.find(word) is not None


def _with_each_verb(here: Here, line: str) -> tuple[list[Item], list[Refused]]:
    """The legal events that have this line as their value, one for each verb that allows it, and the refusals of the
    others."""
    legal = list[Item]()
    refused = list[Refused]()
    for verb in here.verbs:
        item, wrong = _first_legal(here, (here.of_player({verb: value}) for value in values(here, verb, line)))
        if item is not None:
            legal.append(item)
        refused += [no for no in wrong if isinstance(no, Refused)]
    return legal, refused


def _parse_move(here: Here, line: str) -> Item | None:
    """The move that a line of several words means although the list of legal moves writes it differently; None if it
    is none.

    Raises Refused if the rules forbid it.
    """
    if " " not in line or "play" not in here.verbs:
        return None
    item, wrong = _first_legal(here, [here.of_player({"play": line})])
    if item is not None:
        return item
    no = wrong[0]
    if isinstance(no, Refused) and no.faults[0].rule not in ("notation", "deck", "order"):
        raise no
    return None


KINDS: dict[str, WordKind[TypedLine]] = {
    "EVENT": WordKind(
        "an event as it stands in a log, with its braces or without", partial(_whole_text, _is_as_in_log)
    ),
    "PLAYER": WordKind("the name of a player", _take_player),
    "LINE": WordKind("anything else in this table", partial(_whole_text, _is_anything)),
    "NUMBER": WordKind("a number of the list that was just shown: `2` or `#2`", partial(_whole_text, _is_in_list)),
    "CARD": WordKind("a card as a log has it, or in words: `QS`", _take_card),
    "MARK": WordKind(
        "the verb of what is said over a card: `grace`; `!` behind the card is the same", partial(_word_of, _marks)
    ),
    "MOVE": WordKind(
        "one thing that may come now: as `legal` writes it, by the beginning of it or of each of its words, by the rank of"
        " its card, or by `#` and its number there; cards of the suit that was led come first, then those whose whole rank"
        " this is",
        partial(_whole_text, _is_move),
    ),
    "VERB": WordKind("the verb of an event: `bid`, `turn`, `declare`", partial(_word_of, _usable_verbs)),
    "VALUE": WordKind(
        "what stands behind the verb in a log, in words: the parts of a list one after the other, names with what belongs"
        " to them, or something for each player from the one who must act on; commas where parts have several words",
        partial(_whole_text, _is_anything),
    ),
    "KEY": WordKind("a word of the score pad: `bids`, `won`, `score`", partial(_word_of, _keys_of_pad)),
    "MOVES": WordKind(
        "as many words as are a MOVE each, one after the other, perhaps with a MARK behind; among them `?` is a card that"
        " nobody remembers",
        _take_moves,
    ),
    "HIDDEN": WordKind("a MOVE with a card of a hand that is not recorded", partial(_whole_text, _is_hidden_move)),
    "SEVERAL": WordKind("words that fit more than one MOVE", partial(_whole_text, _is_several)),
    "BARE": WordKind("a VALUE without its verb: cards, numbers, or one name", partial(_whole_text, _is_bare)),
}
"""The kinds of words in the patterns of FORMS."""
FORMS: tuple[Form[TypedLine], ...] = (
    Form("EVENT", "that event; it may be anything that a log may have", "deal: {Ann: [2C, 3C]}", _as_in_log),
    Form("PLAYER [LINE]", "the line, done by this player", "Ann pass", _of_player),
    Form(
        "",
        "the only thing that may come, and the cards behind it in the trick about which nobody has a choice",
        "",
        _nothing,
    ),
    Form("NUMBER", "what has this number", "2", _listed),
    Form(
        "MARK [over] [CARD]",
        "said over this card, or the only one on the table; if there are several, you are asked over which",
        "grace",
        _said_over,
    ),
    Form("CARD MARK", "said over this card, if it lies on the table", "Mk1:11 grace", _card_and_said),
    Form("MOVE", "that move", "Q", _one_move),
    Form("VERB [VALUE]", "that event", "rest 0 1 2 0", _with_verb),
    Form("KEY VALUE", "the result of a hand, with as much as the score pad has", "bids 4 2 3 3 won 4 3 3 3", _of_pad),
    Form(
        "MOVES",
        "these moves, and the last cards of a trick about which nobody has a choice",
        "2C K A 3",
        _several_moves,
    ),
    Form("HIDDEN", "that move", "h 5D", _hidden_move),
    Form("SEVERAL", "nothing yet: you are shown them, to choose from by number", "9", _ask_which),
    Form(
        "BARE",
        "the event that can have this value now; of several you are shown a list, and numbers alone never end a hand",
        "ace of spades",
        _bare_value,
    ),
    Form("MOVES LINE", "these moves, and then what the line means behind them", "stock 2D", _moves_and_more),
)
"""The forms of lines: a line has the first that takes all of it and finds a meaning for it."""
