"""Moves in short notation, the same on the command line and in logs; and put on the board.

    sow 5sp
    harvest Fsu=14 take Ksp+Fwi=1 | S10(6sp+4wi)
    stockpile 3sp make 10 of 3sp+5au+2wi | 10su

A colon may stand for `of`, as it used to; YAML then wants quotes. Behind a move may stand `@Spring` or `@near left`, the
field by its season or its place, `turn Winter`, the season chosen where the card leaves a choice, and `for The
Rake`, the Luminary whose extra play it is. Several cards played as one are joined by `+`. A stockpile is `S10(6sp+4wi)` or
`M10(6sp+4wi|10su)`, or `S10` where that is plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice, product
from operator import or_
from typing import NamedTuple

from referee.core.cards import mask_of, members
from referee.core.cards_named import in_cards_of
from referee.core.data import Data
from referee.core.events import Finding, Misread
from referee.core.items import FORGOTTEN, FORGOTTEN_ELSEWHERE
from referee.core.wording import did_you_mean, with_fix
from referee.core.wording import in_list as listed_words
from referee.engines.fishing.compiled import ACTIONS, HARVEST, SOW, STOCKPILE, TABLE, FishingRules
from referee.engines.fishing.state import FishingState, Lying
from referee.engines.fishing.words.powers import in_field

_MOVE = re.compile(r"^\s*(\w+)(?:\s+(.*))?$", re.DOTALL)
_TAIL = re.compile(
    r"\s*(?:@\s*(?P<field>\w+(?:(?:\s+|-)(?!turn\b|for\b)\w+)?)|\bturn\s+(?P<turn>\w+)|\bfor\s+(?P<extra>(?:(?!\bturn\b)[^@|:()+])+?))\s*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"@|\b(?:turn|for)\b", re.IGNORECASE)
"""Beginnings of every ending: where one may be is seen much faster than whether it is one."""
_OUTSIDE = {sign: re.compile(rf"\{sign}(?![^(]*\))") for sign in "+|"}
"""Signs between things and between sets, where some stand in brackets."""
_SPLIT = {HARVEST: re.compile(r"\btake\b", re.IGNORECASE), STOCKPILE: re.compile(r"\bmake\b", re.IGNORECASE)}
_MADE = re.compile(r"^([^:]*?)(?::|\bof\b)(.*)$", re.DOTALL | re.IGNORECASE)
_PILE = re.compile(r"^([SM])(\d+)(?:\((.*)\))?$", re.IGNORECASE)
LONGEST = 2000
_ENDINGS = {"field": "field", "turn": "season", "extra": "Luminary"}
"""Names for each part that may end a move, as messages give them."""
MOST_MEANT = 20
"""The most meanings of stockpiles in a move that are tried."""


def _unreadable(message: str, rule: str = "notation") -> Misread:
    """Return the refusal of what is not in the notation."""
    return Misread([Finding(rule, message, at=("play",))])


class MovePart(NamedTuple):
    """A thing as a move names it: its cards, a fixed value, 'S' or 'M' for a stockpile; a card as it lies `loose`."""

    cards: int
    value: int | None = None
    kind: str = ""
    text: str = ""
    loose: Lying | None = None


class Move(NamedTuple):
    """A move: what is done; the sets taken (none where all is) or fused; the value made; the field, season and Luminary named.
    `field` and `turn` are '' where they are not named, `extra` is the Luminary whose extra play it is."""

    action: str
    sets: tuple[tuple[MovePart, ...], ...] = ()
    make: int | None = None
    field: str = ""
    turn: str = ""
    extra: str = ""
    cards: int = 0
    """The cards played, as a mask."""
    values: tuple[tuple[int, ...], ...] = ()
    """The values that each of them may have."""
    vague: bool = False
    """True if a stockpile is named by its value alone."""


class Element(NamedTuple):
    """A thing in a set: what lies in a field, or the played card (`field` -1), and the value that the move fixes, if any."""

    field: int
    lying: Lying
    value: int | None


class Play(NamedTuple):
    """A move on the board: its field, the cards played, the sets as elements, the value made, who plays, for which Luminary."""

    action: str
    seat: int
    field: int
    active: int
    sets: tuple[tuple[Element, ...], ...] = ()
    make: int = 0
    values: tuple[tuple[int, ...], ...] = ()
    """The values that each of the played cards may have."""
    turn: str = ""
    extra: str = ""

    @property
    def elements(self) -> Iterator[Element]:
        """The elements of all its sets."""
        return chain.from_iterable(self.sets)


def parse(rules: FishingRules, text: str) -> Move:
    """The move that a text describes, by the names of things alone, as no board is known. Raises Misread."""
    if len(text) > LONGEST:
        raise _unreadable(f"a move has at most {LONGEST} characters")
    text, said = _tail(rules, text)
    action, head = _action(rules, text)
    tail = ""
    make = None
    if action != SOW:
        head, tail = _halves(rules, action, head)
    active = _things(rules, head)
    for one in active:
        if one.kind:
            raise _unreadable(f"{one.text} is a {rules.called}; what is played is a card in hand")
    if action == STOCKPILE:
        make, tail = _value_and_sets(rules, tail)
    cards = reduce(or_, [one.cards for one in active])
    sets = _sets_named(rules, action, tail)
    if action == HARVEST and not sets and not rules.takes_all(cards):
        right = in_cards_of(rules.deck, f"write what it takes, as in: {action} 5sp take 5wi | 2au+3au")
        raise _unreadable(f"{head.strip()} does not take all; {right}")
    values = []
    for one in active:
        if one.value is None:
            values.append(rules.values[one.cards.bit_length() - 1])
        else:
            values.append((one.value,))
    vague = any(map(_is_vague, chain.from_iterable(sets)))
    return Move(action, sets, make, **said, cards=cards, values=tuple(values), vague=vague)


def _action(rules: FishingRules, text: str) -> tuple[str, str]:
    """The action that a move begins with, and the text after it. Raises Misread."""
    match = _MOVE.match(text)
    if not match or match[1].casefold() not in ACTIONS:
        word = ""
        if text.split():
            word = text.split()[0]
        right = did_you_mean(word, ACTIONS) or "; write sow CARD, harvest CARD take … or stockpile CARD make N of …"
        raise _unreadable(with_fix(f"{word!r} is not a move", right))
    action = match[1].casefold()
    head = (match[2] or "").strip()
    if not head and action == SOW:
        raise _unreadable(in_cards_of(rules.deck, "a sow needs a card, as in: sow 5sp"))
    return action, head


def _halves(rules: FishingRules, action: str, text: str) -> tuple[str, str]:
    """The text of a harvest or a stockpile before and after the word 'take' or 'make'. Raises Misread."""
    split = _SPLIT[action].search(text)
    if split:
        return text[: split.start()], text[split.end() :]
    word = "make"
    example = "stockpile 3au make 5 of 3au+2su | 5st"
    if action == HARVEST:
        word = "take"
        example = "harvest 5sp take 5wi | 2au+3au"
    raise _unreadable(f"a {action} needs the word {word!r}, as in: {in_cards_of(rules.deck, example)}")


def _value_and_sets(rules: FishingRules, text: str) -> tuple[int, str]:
    """The value that a stockpile makes, and the text of its sets. Raises Misread."""
    value = _MADE.match(text)
    if not value:
        example = in_cards_of(rules.deck, "stockpile 3au make 5 of 3au+2su")
        raise _unreadable(f"after 'make' come the value, 'of' and the sets, as in: {example}")
    return _value(rules, value[1].strip()), value[2]


def _sets_named(rules: FishingRules, action: str, text: str) -> tuple[tuple[MovePart, ...], ...]:
    """The sets that a move takes or fuses; none for a sow, or for a harvest that takes 'all'."""
    if action == SOW or (action == HARVEST and text.strip().casefold() == "all"):
        return ()
    parts = text.split("|")
    if ")" in text:
        parts = _OUTSIDE["|"].split(text)
    return tuple([_things(rules, part) for part in parts])


def _is_vague(named: MovePart) -> bool:
    """Return whether a stockpile is named by its value alone."""
    return named.kind != "" and not named.cards


def _tail(rules: FishingRules, text: str) -> tuple[str, Data]:
    """The text of a move without its endings ('@Spring', 'turn Winter', 'for The Rake'), and these by 'field', 'turn'
    and 'extra'. Raises Misread."""
    # most moves have no ending, or only a field: these are read without regular expressions
    head, sign, ending = text.partition("@")
    folded = head.casefold()
    if "turn" not in folded and "for" not in folded:
        if not sign:
            return head, {}
        if ending in rules.field_names:
            return head, {"field": ending}
    parts: Data = {}
    while True:
        begin = _ENDS.search(text)
        if begin is None:
            return text, parts
        match = _TAIL.search(text, begin.start())
        if match is None:
            return text, parts
        for what, name in match.groupdict().items():
            if name is not None:
                if what in parts:
                    raise _unreadable(f"a move names its {_ENDINGS[what]} once")
                parts[what] = _ending(rules, what, name)
        text = text[: match.start()]


def _ending(rules: FishingRules, what: str, name: str) -> str:
    """Return the field, season or Luminary that a move ends with, as the rules have its name."""
    try:
        return rules.official_name(_ENDINGS[what], name.strip())
    except KeyError as unknown:
        raise _unreadable(unknown.args[0]) from None


def _value(rules: FishingRules, text: str) -> int:
    """A value in a move: a number, or a rank that has only one value. Raises Misread."""
    if text.isdecimal() and len(text) < 4:
        return int(text)
    values = {value for card in rules.deck.cards if card.rank == text for value in rules.values[card.number]}
    if len(values) == 1:
        return values.pop()
    raise _unreadable(f"{text!r} is not a value; write a number")


def _things(rules: FishingRules, text: str) -> tuple[MovePart, ...]:
    """The things of a set, joined with '+'. Raises Misread."""
    if ")" in text:
        parts = _OUTSIDE["+"].split(text)
    else:
        parts = text.split("+")
    named = tuple([_thing(rules, part) for part in map(str.strip, parts) if part])
    if not named:
        raise _unreadable("a set is empty; a set is a card, or cards joined with +, and sets are separated by |")
    return named


def _thing(rules: FishingRules, text: str) -> MovePart:
    """A thing that a move names. What is named as the deck names its cards is read once and remembered."""
    part: MovePart | None = rules.things.get(text)
    if part is None:
        part = _read_thing(rules, text)
        if text in rules.deck.by_id:
            rules.things[text] = part
    return part


def _read_thing(rules: FishingRules, text: str) -> MovePart:
    """A thing in a move: a stockpile ('S10', or with its cards), or a card, perhaps with one of its values ('Fwi=1').
    Raises Misread."""
    match = _PILE.match(text)
    if match:
        return MovePart(reduce(or_, _sets(rules, match[3]), 0), int(match[2]), match[1].upper(), text)
    name, equals, value = text.partition("=")
    card = _card(rules, name.strip())
    if not equals:
        return MovePart(1 << card, None, "", text, Lying(1 << card))
    fixed = _value(rules, value.strip())
    if fixed not in rules.values[card]:
        able = " or ".join(map(rules.worth, rules.values[card]))
        raise _unreadable(f"{rules.deck.ids[card]} counts {able}, not {fixed}")
    return MovePart(1 << card, fixed if rules.counts(card) else None, "", text, Lying(1 << card))


def _sets(rules: FishingRules, inside: str | None) -> list[int]:
    """Return the sets of a stockpile from what stands in its brackets, as masks."""
    parts = ([name.strip() for name in part.split("+") if name.strip()] for part in (inside or "").split("|"))
    return [mask_of(_card(rules, name.partition("=")[0]) for name in part) for part in parts if part]


def _card(rules: FishingRules, text: str) -> int:
    """The card that a text names. Raises Misread, with help where several cards stand together."""
    card = rules.deck.find(text)
    if text == FORGOTTEN:
        raise _unreadable(FORGOTTEN_ELSEWHERE, "deck")
    if card is None:
        several = [part for part in re.split(r"[,;\s]+", text) if part]
        if len(several) > 1 and all(rules.deck.find(part.partition("=")[0]) is not None for part in several):
            raise _unreadable(f"{text!r} is not a set; join the cards of a set with +, and separate sets with |")
        near = did_you_mean(text, rules.deck.ids)
        raise _unreadable(with_fix(f"{text!r} is not a card of {rules.deck.title}", near), "deck")
    return card


def lying(rules: FishingRules, text: str) -> Lying:
    """A thing in a field, read from its notation: '5wi' or 'S10(6sp+4wi)'. Raises Misread."""
    text = text.strip()
    match = _PILE.match(text)
    if not match:
        return Lying(1 << _card(rules, text))
    sets = _sets(rules, match[3])
    if not sets:
        example = in_cards_of(rules.deck, "S10(6sp+4wi)")
        raise _unreadable(f"{text} lists no cards; write for example {example}")
    if (len(sets) > 1) != (match[1].upper() == "M"):
        right = "S; a multiple stockpile has two sets or more"
        if len(sets) > 1:
            right = "M, with sets separated by |"
        raise _unreadable(f"{text} is written {right}")
    cards = reduce(or_, sets)
    lone = next((rules.deck.ids[card] for card in members(cards) if not rules.counts(card)), None)
    if lone is not None:
        raise _unreadable(f"{text} has {lone} in it, which has no value, so it cannot be in a stockpile")
    return Lying(cards, int(match[2]), tuple(sets))


def lying_text(rules: FishingRules, one: Lying) -> str:
    """Return something in a field, in notation."""
    if not one.sets:
        return rules.deck.ids[one.cards.bit_length() - 1]
    sets = "|".join("+".join(rules.deck.names(mask)) for mask in one.sets)
    return f"{'M' if one.locked else 'S'}{one.value}({sets})"


def season(rules: FishingRules, state: FishingState, field: int) -> str:
    """Return the season of a field now; '' in a game without a box."""
    if not rules.seasons:
        return ""
    return rules.seasons[(field + state.turned) % rules.fields]


def season_of(rules: FishingRules, state: FishingState, card: int) -> str:
    """Return the season of a card now; '' for one that has none."""
    return state.named.get(rules.deck.cards[card].suit) or rules.season_of[card] or ""


def field_in(rules: FishingRules, state: FishingState, name: str) -> int:
    """The number of the field that is at this place, or has this season now."""
    if name == TABLE:
        return 0
    if name in rules.places:
        return rules.places.index(name)
    return (rules.seasons.index(name) - state.turned) % rules.fields


def field_name(rules: FishingRules, state: FishingState, field: int) -> str:
    """Return a field as people say it: 'the Spring field', or 'the table'."""
    if rules.seasons:
        return f"the {season(rules, state, field)} field"
    return "the table"


def before_turning(rules: FishingRules, state: FishingState, name: str, *fields: int) -> str:
    """The end of a message, if one of these fields had this name (a season) before the box was last turned; empty
    otherwise."""
    if name in rules.seasons:
        was = (rules.seasons.index(name) - state.turned_from) % rules.fields
    else:
        was = -1
    if was not in fields or state.turned == state.turned_from:
        return ""
    return f"; {field_name(rules, state, was)} was {name} before the box turned"


def within(rules: FishingRules, state: FishingState, field: int) -> str:
    """Return where something lies: 'in the Spring field', or 'on the table'."""
    return f"{'in' if rules.seasons else 'on'} {field_name(rules, state, field)}"


def short_name(rules: FishingRules, state: FishingState, field: int) -> str:
    """Return a field as logs name it: its season, or 'table'."""
    return season(rules, state, field) or TABLE


def contents(rules: FishingRules, lying: Sequence[Lying]) -> str:
    """Return what lies in a field, in notation."""
    return " ".join(lying_text(rules, one) for one in lying) or "nothing"


def play_of(rules: FishingRules, state: FishingState, move: Move, seat: int) -> Play:
    """A move put on the board, for the player at a seat. Raises Misread if it names something that does not lie
    there."""
    action = move.action
    field = 0
    if rules.fields > 1:
        field = _field(rules, state, move, seat)
    fields: tuple[int, ...] = (field,)
    if action == HARVEST:
        reach = in_field(state.force.reach, field)
        if reach:
            fields += reach.fields
    sets = []
    piles: list[Lying] = []
    for named in move.sets:
        elements = []
        for one in named:
            where = field
            lying = one.loose
            if lying is None or lying not in state.fields[field]:
                where, lying = _thing_named(rules, state, move, one, fields, piles, seat)
                piles.append(lying)
            elements.append(Element(where, lying, one.value))
        sets.append(tuple(elements))
    if action == HARVEST and not sets:
        sets = all_sets(rules, state, field)
        if not sets:
            message = f"{state.players[seat]} takes all {within(rules, state, field)}, where nothing lies to be taken"
            raise Misread([Finding(action, message, seat, bars=True)])
    return Play(action, seat, field, move.cards, tuple(sets), move.make or 0, move.values, move.turn, move.extra)


def _thing_named(
    rules: FishingRules,
    state: FishingState,
    move: Move,
    named: MovePart,
    fields: Sequence[int],
    before: Sequence[Lying],
    seat: int,
) -> tuple[int, Lying]:
    """The thing that a part of a move (`named`) means, and its field (-1 for the card played). Of stockpiles with the
    same name, the first that is not in `before`, the ones already named. Raises Misread."""
    able = _things_meant(state, fields, named)
    for where, lying in able:
        if lying not in before:
            return where, lying
    if able:
        return able[0]
    if not named.kind and named.cards & move.cards:
        return -1, Lying(named.cards)
    raise Misread([_not_there(rules, state, move, named, fields, seat)])


def all_sets(rules: FishingRules, state: FishingState, field: int) -> list[tuple[Element, ...]]:
    """Return what a card takes that takes all there is, each thing as a set of its own."""
    return [(Element(field, one, None),) for one in state.fields[field] if not one.cards & rules.stayers]


def with_stockpiles(rules: FishingRules, state: FishingState, move: Move) -> Iterator[Move]:
    """Yield a move once for each meaning of the stockpiles that it names by value alone, with their cards filled in."""
    if not move.vague:
        yield move
        return
    vague = []
    for named in move.sets:
        for one in named:
            if one.kind and not one.cards:
                vague.append(one)
    lying = []
    for one in vague:
        lying.append([thing.cards for _, thing in _things_meant(state, range(rules.fields), one)])
    for meant in islice(product(*lying), MOST_MEANT):
        cards = iter(meant)
        sets = []
        for named in move.sets:
            sets.append([one if one.cards else one._replace(cards=next(cards)) for one in named])
        yield move._replace(sets=tuple(map(tuple, sets)))


def _field(rules: FishingRules, state: FishingState, move: Move, seat: int) -> int:
    """The field of a move: the one that it names, the only one open, or the one where everything that it takes lies.
    Raises Misread."""
    if move.field:
        return field_in(rules, state, move.field)
    force = state.force
    who = state.players[seat]
    if force.confinement is not None:
        return force.confinement.field
    where: dict[int, str] = {}
    named = set()
    for one in chain.from_iterable(move.sets):
        for field, lying in state.everything():
            if lying.cards & one.cards and not one.cards & move.cards:
                where.setdefault(field, f"{one.text.strip()}, which lies {within(rules, state, field)}")
            if _is(one, lying):
                named.add(field)
    for only in (where, named):
        if len(only) == 1:
            return next(iter(only))
    able = [one.field for one in force.reach if one.field in where and where.keys() <= {one.field, *one.fields}]
    if len(able) == 1 and move.action == HARVEST:
        return able[0]
    if len(where) > 1 and not force.reach:
        message = f"{who} names {', and '.join(list(where.values())[:2])}; a play is made in one field"
        raise Misread([Finding(move.action, message, seat, bars=True)])
    message = f"{who} does not name a field; write it after the move, as in: … @{short_name(rules, state, 0)}"
    raise Misread([Finding("turn", message, seat, bars=True)])


def _things_meant(state: FishingState, fields: Iterable[int], named: MovePart) -> list[tuple[int, Lying]]:
    """What lies in these fields and may be meant by a part of a move, each thing with its field."""
    if named.kind:
        found = []
        for field in fields:
            for one in state.fields[field]:
                if _is(named, one):
                    found.append((field, one))
        return found
    cards = named.cards
    found = []
    for field in fields:
        for one in state.fields[field]:
            if one.cards == cards and not one.sets:
                found.append((field, one))
    return found


def _is(named: MovePart, lying: Lying) -> bool:
    if not named.kind:
        return named.cards == lying.cards and not lying.sets
    if not lying.sets or lying.locked != (named.kind == "M") or lying.value != named.value:
        return False
    return not named.cards or named.cards == lying.cards


def _not_there(
    rules: FishingRules, state: FishingState, move: Move, named: MovePart, fields: Sequence[int], seat: int
) -> Finding:
    """The finding that a move names something that does not lie in its field (the first of `fields`), saying where it
    is."""
    field = fields[0]
    who = state.players[seat]
    place = field_name(rules, state, field)
    for other, lying in state.everything():
        if named.cards and not named.kind and lying.sets and lying.cards & named.cards:
            fused = f"which is fused into {lying_text(rules, lying)} {within(rules, state, other)}"
            message = f"{who} names {rules.names(named.cards)}, {fused}; a {rules.called} is used as a whole"
            return Finding("stockpile", message, seat, bars=True)
        if named.cards and lying.cards == named.cards and other != field:
            here = field_name(rules, state, other)
            within_reach = "a play is made in one field"
            if len(fields) > 1:
                all_ = listed_words([field_name(rules, state, one) for one in fields], "or")
                reach = in_field(state.force.reach, field)
                within_reach = f"with {reach and reach.name} cards are taken from {all_}"
            message = f"{who} names {named.text} in {place}, but it lies in {here}; {within_reach}"
            message += before_turning(rules, state, move.field, other)
            return Finding(move.action, message, seat, bars=True)
    there = contents(rules, state.fields[field])
    rule = STOCKPILE if named.kind else move.action
    message = f"{who} names {named.text}, which does not lie {within(rules, state, field)}; there lies {there}"
    others = _things_meant(state, range(rules.fields), named) if named.kind else ()
    message += before_turning(rules, state, move.field, *(other for other, _ in others))
    return Finding(rule, message, seat, bars=True)


def move_text(rules: FishingRules, state: FishingState, play: Play) -> str:
    """A play in notation, as logs have it: 'harvest 5sp take 5wi | 2au+3au @Summer'."""
    names = rules.deck.ids
    text = f"{play.action} {'+'.join(names[card] for card in members(play.active))}"
    # a single card that has several values, played at one of them
    if len(play.values) == 1 == len(play.values[0]) < len(rules.values[play.active.bit_length() - 1]):
        text += f"={play.values[0][0]}"
    if play.action != SOW:
        sets = " | ".join(
            "+".join(
                lying_text(rules, lying) + ("" if value is None or lying.sets else f"={value}")
                for _, lying, value in elements
            )
            for elements in play.sets
        )
        if play.action == HARVEST:
            text += f" take {sets}"
        else:
            text += f" make {play.make} of {sets}"
    if rules.seasons:
        text += f" @{season(rules, state, play.field)}"
    if play.extra:
        text += f" for {play.extra}"
    if play.turn:
        return f"{text} turn {play.turn}"
    return text


def in_sum(rules: FishingRules, elements: Sequence[Element]) -> str:
    """Return the things of a set, whatever their values: '5wi+S10(6sp+4wi)'."""
    return "+".join([lying_text(rules, one.lying) for one in elements])
