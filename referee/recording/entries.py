"""Lines typed at the table, understood: a card, a bid, a whole trick, a move in its notation, a whole event; and
a deal, hand by hand.

Anything legal can be named by its notation, by the beginnings of its words, or by its number in the list. For a card its rank
is enough if only one card has it; if several do, the card of the suit that was led is meant. Spaces part what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, TypeVar

from referee import source
from referee.core.cards import Deck, fold_name
from referee.core.data import Data, Entry, Item
from referee.core.events import Finding
from referee.core.family import Option
from referee.core.places import SourceError
from referee.core.text import yaml_line
from referee.core.wording import did_you_mean
from referee.recording.here import Here, Refused, Shapeless, act, cards, keys_of, values

T = TypeVar("T")
AS_YAML = re.compile(r"\{|[a-z_]+:(\s|$)")


class Unclear(Exception):  # noqa: N818 - what was typed
    """A typed line that fits nothing possible, by a `rule` if one says so, or several things: these `options`, of which one
    can be chosen by its number."""

    def __init__(self, message: str, options: Sequence[Option] = (), rule: str = "") -> None:
        self.options = tuple(options)
        self.rule = rule
        super().__init__(message)


def understood(here: Here, line: str, offered: Sequence[Option] = ()) -> list[Item]:
    """The events that a typed line means at a point of a game.

    `offered` are the options that were just listed, to choose from by number. Raises Unclear, Refused or Shapeless.
    """
    line = line.strip()
    if AS_YAML.match(line):
        item = _parse_yaml(line)
        here.after(item)
        return [item]
    here, line = _split_off_player(here, line)
    if not line:
        return _only_choice(here)
    option = by_number(line, offered)
    if option is not None:
        return [_event_of(option)]
    return _TypedLine(here, line, ()).events()


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


def _split_off_player(here: Here, line: str) -> tuple[Here, str]:
    """The point of the game with the player acting whose name begins a line, `Ann declares pinochle`, and the rest of
    the line."""
    for option in here.legal_options:
        if option.notation == line and " " in line:
            return here, line
    for name in here.players:
        rest = line[len(name) :]
        if line[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :"):
            return Here(here.game, here.state, unseen=here.unseen, who=name), rest.lstrip(" :")
    return here, line


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


class _TypedLine:
    """A line, or the end of one with the events `before` it on the line: its readings are tried in turn."""

    def __init__(self, here: Here, line: str, before: tuple[Item, ...]) -> None:
        self._here = here
        self._line = line
        self._before = before
        self._options = matching_options(here, line, here.legal_options)

    def events(self) -> list[Item]:
        """The events that the line means; its readings are tried from the likeliest on. Raises Unclear, Refused or
        Shapeless."""
        option = self._one_option()
        if option is not None:
            return [_event_of(option, self._line)]
        item = self._with_verb()
        if item is not None:
            return [item]
        words = self._line.replace(",", " ").split()
        items, point = _word_by_word(self._here, words)
        rest = " ".join(words[len(items) :])
        if not rest:
            return items + _rest_of_trick(point)
        item = self._with_unseen_card()
        if item is not None:
            return [item]
        if self._options:
            raise self._ambiguity()
        if not items or "bid" not in self._here.verbs:  # `pass H alone` is no pass with a meaning
            item = _parse_chance(self._here, self._line)
        if item is not None:
            return [item]
        if items:
            return self._with_rest(items, point, rest)
        self._refuse_first_word()
        self._refuse_card_not_held()
        raise self._impossible()

    def _one_option(self) -> Option | None:
        """The legal option that the line names, by its notation or its number."""
        if len(self._options) == 1:
            return self._options[0]
        if self._options:
            return None
        legal = self._here.legal_options
        if self._line.startswith("#") or all(" " in known.notation for known in legal):  # or it may be a rank
            return by_number(self._line, legal)
        return None

    def _with_verb(self) -> Item | None:
        """The event whose verb begins the line, or a result if a word of the score pad does; None if neither does.

        Raises Refused or Shapeless if there is such a word, but its event cannot be.
        """
        here = self._here
        verb, _, rest = self._line.partition(" ")
        candidates: list[Iterable[Item]] = []
        if verb in here.game.reading.verbs:
            with_values = (here.of_player({verb: value}) for value in values(here, verb, rest.strip()))
            if all(known.notation != verb for known in here.legal_options):
                candidates.append(with_values)
            else:  # `income 9`, but not `pass pass 1S`
                item, _ = _first_legal(here, with_values)
                if item is not None:
                    return item
        if "result" in here.verbs and verb in keys_of(here, "result"):
            candidates.append({"result": value} for value in values(here, "result", self._line))
        item, refusals = _first_legal(here, chain.from_iterable(candidates))
        if refusals and item is None:
            raise min(refusals, key=_vagueness)
        return item

    def _with_unseen_card(self) -> Item | None:
        """The event with a card that nobody has seen, if there is one; of several, they remain to choose from, and
        None is given."""
        if self._options:
            return None
        card = self._card_named()
        if card is None:
            return None
        here = self._here
        self._options = matching_options(here, self._line, here.game.options_of_unseen(here.met, card))
        if len(self._options) == 1:
            return self._options[0].item
        return None

    def _card_named(self) -> int | None:
        """The card that the second word names, or else the first: `st AD` does not name the ST."""
        for word in self._line.split()[1::-1]:
            card = self._here.game.ruleset.deck.find(word)
            if card is not None:
                return card
        return None

    def _ambiguity(self) -> Unclear:
        write = "write more of it, or its number:"
        if self._before:
            write = "write more of it:"
        return Unclear(f"{self._quoted()} may be any of these; {write}", self._options)

    def _with_rest(self, items: list[Item], point: Here, rest: str) -> list[Item]:
        """The events `items` and what the `rest` of the line means after them."""
        try:
            return items + _TypedLine(point, rest, self._before + tuple(items)).events()
        except Refused as no:
            no.before = tuple(items) + no.before
            raise

    def _refuse_first_word(self) -> None:
        """Raise Refused if the line follows other events and its first word alone is against the rules."""
        word, _, rest = self._line.partition(" ")
        if not self._before or not rest:
            return
        try:
            with suppress(Unclear, Shapeless):
                _TypedLine(self._here, word, self._before).events()
        except Refused as no:
            if not no.rest:
                no.rest = rest
            raise

    def _refuse_card_not_held(self) -> None:
        """Raise Refused if the line names a card that the player cannot have: of several, one of the suit that was
        led."""
        here = self._here
        if "play" not in here.verbs:
            return
        plays = [Option(name, here.of_player({"play": name})) for name in here.game.ruleset.deck.ids]
        for option in matching_options(here, self._line, plays)[:1]:
            here.after(option.item)

    def _impossible(self) -> Unclear:
        """The refusal of a line that means nothing here, with a suggestion if there is one."""
        here = self._here
        quoted_line = self._quoted()
        if self._before:
            return Unclear(f"{quoted_line} is nothing that can happen: {here.options.doing}", rule="order")
        hint = did_you_mean(self._line, [option.notation for option in here.legal_options])
        if not hint:
            hint = "; `legal` lists what can, `help` how to write it"
        return Unclear(f"{quoted_line} is nothing that can happen now: {here.options.doing}{hint}", rule="order")

    def _quoted(self) -> str:
        if not self._before:
            return repr(self._line)
        return f"after {' '.join(map(_what_of, self._before))}, {self._line!r}"


def _vagueness(no: Refused | Shapeless) -> tuple[bool, bool]:
    """How little a refusal says: of a word that may begin several things, what the rules forbid says most."""
    return isinstance(no, Shapeless), not no.faults


def _word_by_word(here: Here, words: Sequence[str]) -> tuple[list[Item], Here]:
    """The events that the first words of a line name one by one, as far as each names just one, and the point after
    them."""
    items = list[Item]()
    with suppress(Refused, Shapeless):
        for word in words:
            fitting = matching_options(here, word, here.legal_options)
            named = [option for option in fitting if " " not in option.notation]
            if len(named) != 1 or named[0].example:
                break
            item = _event_of(named[0], word)
            here = here.after(item)
            items.append(item)
    return items, here


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


Part = tuple[str, str]
"""A part of a deal and where it goes: `hands` and a player; `fields` and a field; or only a player, if a deal is only hands.

What is face down is one part, without a name: `luminaries`.
"""


class TypedDeal:
    """A deal as far as it has been typed."""

    def __init__(self, here: Here, order: tuple[Part, ...]) -> None:
        self._here = here
        self._order = order
        self.typed: dict[Part, Any] = {}

    @property
    def asks(self) -> str:
        """The question for the cards that must be typed next."""
        part = self._next
        if part is None:
            return "Whose cards were others? Write the name and the cards again."
        what, name = part
        if what == "fields":
            return f"The cards that lie open: {name}?"
        if not what:
            return f"The cards of {name}?"
        return f"The cards of {name}? Return if nobody recorded them."

    @property
    def _next(self) -> Part | None:
        for part in self._order:
            if part not in self.typed:
                return part
        return None

    def take(self, line: str) -> list[Item] | None:
        """Take a line: the deal as an event if it is complete now, [] if more must be typed, None if the line is no
        part of it.

        A part is cards, a name and cards, or nothing for a hand that nobody recorded. Raises Unclear or Refused.
        """
        line = line.strip()
        text = line.removeprefix("deal ")
        first, _, rest = text.partition(" ")
        name = first.removesuffix(":").casefold()
        if self._is_face_down(name):
            self._take_face_down(name, rest)
            return []
        part = self._part_of(name)
        if part is None:
            part = self._next
            rest = text
        dealt = cards(self._here, rest)
        if AS_YAML.match(line):
            return None
        if not line and (part is None or part[0] != "hands"):
            return None
        if line and not dealt:
            self._refuse_strange_cards(text, part)
            if part is None or not self.typed:
                return None
            deck = self._here.game.ruleset.deck
            raise Unclear(f"write {part[1]}'s cards like {' '.join(deck.ids[:2])}", rule="deck")
        if part is None:
            raise Unclear("all hands have been typed; write a name and the cards to change one")
        return self._put(part, dealt)

    def _is_face_down(self, name: str) -> bool:
        """Whether this is a part of a deal that lies face down."""
        return name in keys_of(self._here, "deal") and all(name != what for what, _ in self._order)

    def _take_face_down(self, name: str, rest: str) -> None:
        """Take the cards of a part that lies face down, if somebody looked at them. Raises Unclear."""
        here = self._here
        for value in values(here, "deal", f"{name} {rest.lstrip(' :')}"):
            if isinstance(value, dict) and isinstance(value.get(name), dict) and here.read({"deal": value}):
                self.typed[name, ""] = dict(value[name])
                return
        raise Unclear(f"write for each what lies where, with commas: `{name} {self._order[0][1]} …, …`")

    def _part_of(self, name: str) -> Part | None:
        for part in self._order:
            if part[1].casefold() == name:
                return part
        return None

    def _refuse_strange_cards(self, text: str, part: Part | None) -> None:
        """Raise Unclear if all unknown words of a text look like cards: then it is a misspelt part of the deal."""
        deck = self._here.game.ruleset.deck
        known = set(self._here.players)
        if part is not None:
            known.update(part)
        strange = list[str]()
        for word in re.split(r"[\s,]+", text):
            name = word.rstrip(":")
            if name not in known and deck.find(name) is None:
                strange.append(name)
        if strange and all(map(_looks_like_card, strange)):
            like = f"cards are written like {deck.ids[0]} and {deck.ids[-1]}"
            raise Unclear(f"{strange[0]!r} is not a card here; {like}", rule="deck")

    def _put(self, part: Part, dealt: list[str]) -> list[Item]:
        """Put cards into a part of the deal; the deal as an event if it is complete now, otherwise [].

        Raises Unclear or Refused if these cards cannot be there; nothing is changed then.
        """
        typed_before = dict(self.typed)
        self.typed.pop(part, None)  # it is now the part that was typed last
        self.typed[part] = dealt
        deal = {"deal": self._deal()}
        try:
            self._here.after(deal)
        except Refused as no:
            fault = _first_fault_at(no, part)
            if fault is not None:  # nothing about what is still missing
                is_complete = self._next is None
                self.typed = typed_before
                if is_complete:
                    raise no from None
                raise Unclear(fault.message, rule=fault.rule) from None
        except Shapeless:
            pass
        if self._next is not None:
            return []
        return [deal]

    def back(self) -> str:
        """Forget what was typed last, and return it."""
        (what, name), dealt = self.typed.popitem()
        if not name:
            return f"{what} {', '.join(map(' '.join, dealt.items()))}"
        if not dealt:
            return f"{name} nothing"
        return f"{name} {' '.join(dealt)}"

    def _deal(self) -> Data:
        """The value of the event `deal`, with all that has been typed; a deal that is only hands is a map by player."""
        deal: Data = {}
        parts = list(self._order)
        parts += [part for part in self.typed if not part[1]]
        for what, name in parts:
            dealt = self.typed.get((what, name))
            if what and name:
                if dealt:
                    deal.setdefault(what, {})[name] = dealt
            elif dealt is not None:
                deal[what or name] = dealt
        return deal


def _looks_like_card(word: str) -> bool:
    return any(map(str.isdecimal, word)) or word.isupper()


def _first_fault_at(no: Refused, part: Part) -> Finding | None:
    """The first fault of a deal that is in one of its parts."""
    pointer = ("deal",) + tuple(filter(None, part))
    for fault in no.faults:
        if fault.at[: len(pointer)] == pointer:
            return fault
    return None


def due(here: Here, *, only_open: bool = False) -> TypedDeal | None:
    """The deal that comes next, to be typed part by part; None if something else comes next, or no cards must be
    typed.

    With `only_open`, only what is dealt face up is asked for.
    """
    if here.options.options or "deal" not in here.verbs or not here.game.next_step(here.state):
        return None
    view = here.game.view(here.state)[0]
    if view.get("phase") not in ("deal", "deal_rest"):
        return None
    hands = list[str]()
    if not only_open:
        hands = _order_of_deal(here, view)
    parts = _parts(here, hands)
    if not parts:
        return None
    return TypedDeal(here, tuple(parts))


def _order_of_deal(here: Here, view: Entry) -> list[str]:
    """The players who are dealt a hand, from the left of the dealer."""
    absent = {seat["player"] for seat in view.get("seats", ()) if "absent" in seat}
    first = 0
    if view.get("dealer") in here.players:
        first = here.players.index(view["dealer"]) + 1
    around = here.players[first:] + here.players[:first]
    return [who for who in around if who not in absent]


def _parts(here: Here, hands: Sequence[str]) -> list[Part]:
    """The parts of a deal in order: fields on which cards lie open, then these players' hands; none if a deal cannot
    be typed so."""
    if here.read({"deal": {here.players[0]: [here.game.ruleset.deck.ids[0]]}}) is not None:  # a deal is only hands
        return [("", who) for who in hands]
    fields = here.game.dealt_open(here.state)
    if fields is None:
        return []
    parts = [("fields", name) for name in fields]
    parts += [("hands", who) for who in hands]
    return parts
