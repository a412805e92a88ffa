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
from referee.core.cards import fold_name
from referee.core.family import Option
from referee.core.places import SourceError
from referee.core.text import yaml_line
from referee.core.wording import did_you_mean
from referee.recording.here import Here, Item, Refused, Shapeless, act, cards, keys_of, values

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
    """Return the events that a line means at a point of a game; `offered` are those to choose from by number.

    Raises Unclear, Refused or Shapeless.
    """
    line = line.strip()
    if AS_YAML.match(line):
        item = None
        with suppress(SourceError):  # a map may be written without its braces
            if line.startswith("{"):
                item = None
            else:
                item = source.parse(f"{{{line}}}", "<entry>.yaml").data
        try:
            item = item or source.parse(line, "<entry>.yaml").data
        except SourceError as error:
            raise Unclear(error.complaints[0].message) from None
        if not isinstance(item, dict):
            raise Unclear("an event is a map with one verb, like `play: QS`")
        here.after(item)
        return [item]
    exact = [option for option in here.legal_options if option.notation == line and " " in line]
    for name in () if exact else here.players:  # `Ann declares pinochle`
        rest = line[len(name) :]
        if line[: len(name)].casefold() == name.casefold() and (not rest or rest[0] in " :"):
            here = Here(here.game, here.state, unseen=here.unseen, who=name)
            line = rest.lstrip(" :")
            break
    if line:
        option = by_number(line, offered)
        if option is None:
            return _events(here, line, ())
        return [_event_of(option)]
    legal = here.legal_options
    if not legal:
        raise Unclear(f"{here.options.doing}; there is nothing to choose from, so write it")
    if len(legal) > 1:
        raise Unclear(f"there are {len(legal)} things to choose from; Return alone is enough if there is only one")
    item = _event_of(legal[0])
    return [item, *_forced_after(here.after(item))[0]]


def _events(here: Here, line: str, before: tuple[Item, ...]) -> list[Item]:
    """Return the events that a line means, or the end of one with the events `before` it."""
    options = matching_options(here, line, here.legal_options)
    legal = here.legal_options
    option = None
    if len(options) == 1:
        option = options[0]
    if not options and (line.startswith("#") or all(" " in known.notation for known in legal)):  # or it may be a rank
        option = by_number(line, legal)
    if option is not None:
        return [_event_of(option, line)]
    verb, _, rest = line.partition(" ")
    meant: list[Iterable[Item]] = []
    if verb in here.game.reading.verbs:
        whole = (here.of_player({verb: value}) for value in values(here, verb, rest.strip()))
        if all(known.notation != verb for known in legal):
            meant.append(whole)
        elif item := _first_legal(here, whole)[0]:  # `income 9`, but not `pass pass 1S`
            return [item]
    if "result" in here.verbs and verb in keys_of(here, "result"):
        meant.append({"result": value} for value in values(here, "result", line))
    item, wrong = _first_legal(here, chain.from_iterable(meant))
    if item is not None:
        return [item]
    if wrong:  # of a word that may begin several things, what the rules forbid says most
        raise min(wrong, key=lambda no: (isinstance(no, Shapeless), not no.faults))
    items = list[Item]()
    point = here
    words = line.replace(",", " ").split()
    with suppress(Refused, Shapeless):  # words that each name one thing
        for word in words:
            options_now = matching_options(point, word, point.legal_options)
            named = [option for option in options_now if " " not in option.notation]
            if len(named) != 1 or named[0].example:
                break
            item = _event_of(named[0], word)
            point = point.after(item)
            items.append(item)
    rest = " ".join(words[len(items) :])
    if not rest:
        more, after = _forced_after(point)
        return [*items, *([] if after.led else more)]
    pair = map(here.game.ruleset.deck.find, line.split()[1::-1])  # `st AD` does not name the ST
    if not options and (card := next((card for card in pair if card is not None), None)) is not None:
        options = matching_options(here, line, here.game.options_of_unseen(here.met, card))
    if len(options) == 1:
        return [options[0].item]
    if before:
        what = f"after {' '.join(map(_what_of, before))}, {line!r}"
    else:
        what = repr(line)
    if options:
        write = "write more of it, or its number:"
        if before:
            write = "write more of it:"
        raise Unclear(f"{what} may be any of these; {write}", options)
    calls = items and "bid" in here.verbs  # `pass H alone` is no pass with a meaning
    if calls:
        item = None
    else:
        item = _parse_chance(here, line)
    if item is not None:
        return [item]
    try:
        if items:
            return [*items, *_events(point, rest, (*before, *items))]
        word, _, rest = line.partition(" ")
        if before and rest:
            with suppress(Unclear, Shapeless):
                _events(here, word, before)
    except Refused as no:
        no.before = (*items, *no.before)
        no.rest = no.rest or ("" if items else rest)
        raise
    if "play" in here.verbs:  # a card that the player cannot have, of the suit that was led if there is one
        plays = [Option(name, here.of_player({"play": name})) for name in here.game.ruleset.deck.ids]
        for option in matching_options(here, line, plays)[:1]:
            here.after(option.item)
    if before:
        raise Unclear(f"{what} is nothing that can happen: {here.options.doing}", rule="order")
    near = did_you_mean(line, [option.notation for option in legal])
    how = f"{here.options.doing}{near or '; `legal` lists what can, `help` how to write it'}"
    raise Unclear(f"{what} is nothing that can happen now: {how}", rule="order")


def matching_options(here: Here, text: str, options: Sequence[Option]) -> list[Option]:
    """Return the options among these that a text may name: one with that notation, or all that begin like it."""
    if len(text) > 1:
        text = text.removesuffix("!")
    wanted = fold_name(text)
    deck = here.game.ruleset.deck
    if not wanted:
        return []
    exact = [option for option in options if fold_name(option.notation) == wanted]
    if exact:
        return exact[:1]
    card = deck.find(text)
    if card is not None:
        return [option for option in options if option.notation == deck.ids[card]] or _in_words(text, options)
    ranks = {fold_name(card.rank) for card in deck.cards}
    if wanted[0] == "t" and "10" in ranks and "t" not in ranks:
        wanted = f"10{wanted[1:]}"
    fitting: dict[tuple[bool, bool], list[Option]] = {}
    for option in options:
        number = deck.by_id.get(option.notation)
        rank, suit = ("", "") if number is None else (fold_name(deck.cards[number].rank), deck.cards[number].suit)
        whole = wanted in (rank, rank.partition(":")[0])  # 1 is 1:41 rather than 11:4
        if whole or rank.startswith(wanted) or fold_name(option.notation).startswith(wanted):
            fitting.setdefault((not suit or suit != here.led, not whole), []).append(option)
    if fitting or (wanted.isdecimal() and wanted not in ranks):  # a number is one of the list, not in `7 or less`
        if not fitting:
            return []
        return fitting[min(fitting)]
    return _in_words(text, options)


def _in_words(text: str, options: Sequence[Option]) -> list[Option]:
    """Return the moves with words that begin like these in the same order: `h 5S` names `harvest 5S take …`."""

    def has_all(notation: str) -> bool:
        words = iter(map(fold_name, notation.split()))
        return all(any(word.startswith(fold_name(part)) for word in words) for part in text.split())

    return [option for option in options if " " in option.notation and has_all(option.notation)]


def by_number(line: str, things: Sequence[T]) -> T | None:
    """Return what a number on a line stands for in a list."""
    number = line.removeprefix("#")
    known = number.isdecimal() and len(number) < 6 and 0 < int(number) <= len(things)
    if not known:
        return None
    return things[int(number) - 1]


def _event_of(option: Option, text: str = "") -> Item:
    """Return the event of an option; over a card with `!` something is said. Raises Unclear if it stands for several."""
    if option.example:
        verb, value = act(option.item)
        says = ""
        if value:
            says = f", like `{verb}{'' if isinstance(value, int | str) else ':'} {yaml_line(value)}`"
        raise Unclear(f"{option.notation.partition(' (')[0]}: say what it was{says}")
    over = ""
    if text.endswith("!"):
        over = "!"
    return {key: f"{value}{over}" if value == option.notation else value for key, value in option.item.items()}


def _what_of(item: Item) -> str:
    """Return what an event says in one word or several: the card of a play, `income` of an income."""
    verb, value = act(item)
    if value is True or value == {}:
        return verb
    return str(value)


def _forced_after(here: Here) -> tuple[list[Item], Here]:
    """Return the cards that players have no choice about, up to the end of the trick, and the point after them."""
    items: list[Item] = []
    while here.led and len(here.legal_options) == 1:
        option = here.legal_options[0]
        if option.example or here.legal(_event_of(option, f"{option.notation}!")):
            break
        items.append(option.item)
        here = here.after(option.item)
    return items, here


def _first_legal(here: Here, items: Iterable[Item]) -> tuple[Item | None, list[Refused | Shapeless]]:
    """Return the first of some events that is legal, if none before it could happen against the rules, and what is wrong
    with those."""
    wrong: list[Refused | Shapeless] = []
    for item in items:
        try:
            here.after(item)
        except (Refused, Shapeless) as no:
            wrong.append(no)
            if isinstance(no, Refused) and not no.barred:
                break
        else:
            return item, wrong
    return None, wrong


def _parse_chance(here: Here, line: str) -> Item | None:
    """Return something that is not one of the known options: a card that was drawn, dice; None if it is none.

    Raises Refused if the rules forbid it.
    """
    forbidden = [option for option in here.options.options if option.fault is not None]
    at_fault = matching_options(here, line, forbidden)
    if at_fault:
        here.after(at_fault[0].item)
        return at_fault[0].item
    deck = here.game.ruleset.deck
    words = line.split()
    plain = len(words) == 1 or (len(words) < 5 and all(map(str.isalpha, words)))  # only cards, numbers or one name
    plain |= all(word.isdecimal() or deck.find(word) is not None for word in words)
    plain |= fold_name(line) in map(fold_name, deck.ids)
    legal = list[Item]()
    refused = list[Refused]()
    for verb in here.verbs if plain else ():
        item, wrong = _first_legal(here, (here.of_player({verb: value}) for value in values(here, verb, line)))
        if item is None:
            legal += []
        else:
            legal += [item]
        refused += [no for no in wrong if isinstance(no, Refused)]
    if len(legal) > 1:
        offered = [Option(f"{next(iter(item))} {line}", item) for item in legal]
        raise Unclear(f"{line!r} may be any of these; write more of it, or its number:", offered)
    if legal:
        return legal[0]
    if " " in line and "play" in here.verbs:  # perhaps a move, though not written as in the list of legal moves
        item, wrong = _first_legal(here, [here.of_player({"play": line})])
        if item is not None:
            return item
        if isinstance(wrong[0], Refused) and wrong[0].faults[0].rule not in ("notation", "deck", "order"):
            raise wrong[0]
    known = [no for no in refused if no.faults[0].rule not in ("order", "deck", "players")]
    if known and deck.find(line) is not None:
        raise known[0]
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
        """Return which cards must be typed next."""
        part = self._next
        if part is None:
            return "Whose cards were others? Write the name and the cards again."
        if part[0] == "fields":
            return f"The cards that lie open: {part[1]}?"
        return f"The cards of {part[1]}?" + (" Return if nobody recorded them." if part[0] else "")

    @property
    def _next(self) -> Part | None:
        return next((part for part in self._order if part not in self.typed), None)

    def take(self, line: str) -> list[Item] | None:
        """Return the deal if a line completes it, nothing if more must be typed, None if the line is no part of the deal.

        A part is cards, a name and cards, or nothing for a hand that nobody recorded. Raises Unclear or Refused.
        """
        line = line.strip()
        here = self._here
        deck = self._here.game.ruleset.deck
        text = line.removeprefix("deal ")
        first, _, rest = text.partition(" ")
        name = first.removesuffix(":").casefold()
        if name in keys_of(here, "deal") and name not in {what for what, _ in self._order}:
            # what is face down, if anybody looked at it
            for value in values(here, "deal", f"{name} {rest.lstrip(' :')}"):
                if isinstance(value, dict) and isinstance(value.get(name), dict) and here.read({"deal": value}):
                    self.typed[name, ""] = dict(value[name])
                    return []
            raise Unclear(f"write for each what lies where, with commas: `{name} {self._order[0][1]} …, …`")
        part = next((part for part in self._order if part[1].casefold() == name), None)
        dealt = cards(here, rest if part else text)
        part = part or self._next
        if AS_YAML.match(line) or (not line and (part is None or part[0] != "hands")):
            return None
        if line and not dealt:
            known = {*here.players, *(part or ())}
            words = [word.rstrip(":") for word in re.split(r"[\s,]+", text)]
            strange = [word for word in words if word not in known and deck.find(word) is None]
            if strange and all(any(map(str.isdecimal, word)) or word.isupper() for word in strange):
                like = f"cards are written like {deck.ids[0]} and {deck.ids[-1]}"
                raise Unclear(f"{strange[0]!r} is not a card here; {like}", rule="deck")
            if not self.typed or part is None:
                return None
            raise Unclear(f"write {part[1]}'s cards like {' '.join(deck.ids[:2])}", rule="deck")
        if part is None:
            raise Unclear("all hands have been typed; write a name and the cards to change one")
        before = dict(self.typed)
        self.typed = {**{each: cards for each, cards in before.items() if each != part}, part: dealt}
        deal = {"deal": self._deal()}
        try:
            here.after(deal)
        except Refused as no:
            pointer = ("deal", *filter(None, part))
            wrong = next((fault for fault in no.faults if fault.at[: len(pointer)] == pointer), None)
            if wrong is not None:  # nothing about what is still missing
                whole = self._next is None
                self.typed = before
                raise no if whole else Unclear(wrong.message, rule=wrong.rule) from None
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
        return " ".join([name, *(dealt or ["nothing"])])

    def _deal(self) -> dict[str, Any]:
        deal: dict[str, Any] = {}
        for what, name in [*self._order, *(part for part in self.typed if not part[1])]:
            dealt = self.typed.get((what, name))
            if not (what and name):
                if dealt is None:
                    deal |= {}
                else:
                    deal |= {what or name: dealt}
            elif dealt:
                deal.setdefault(what, {})[name] = dealt
        return deal


def due(here: Here, *, only_open: bool = False) -> TypedDeal | None:
    """Return the deal that comes next, part by part; None if something else comes next, or nothing must be typed."""
    if here.options.options or "deal" not in here.verbs or not here.game.next_step(here.state):
        return None
    view = here.game.view(here.state)[0]
    if view.get("phase") not in ("deal", "deal_rest"):
        return None
    absent = {seat["player"] for seat in view.get("seats", ()) if "absent" in seat}
    first = 0
    if view.get("dealer") in here.players:
        first = here.players.index(view["dealer"]) + 1
    order = [who for who in (*here.players[first:], *here.players[:first]) if who not in absent and not only_open]
    if here.read({"deal": {here.players[0]: [here.game.ruleset.deck.ids[0]]}}) is not None:  # a deal is only hands
        parts = [("", who) for who in order]
    elif (fields := here.game.dealt_open(here.state)) is not None:
        parts = [*(("fields", name) for name in fields), *(("hands", who) for who in order)]
    else:
        return None
    if not parts:
        return None
    return TypedDeal(here, tuple(parts))
