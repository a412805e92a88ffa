"""What Luminaries do, compiled: effect words when one is revealed or claimed, and what the face-up ones change together.

Fields are numbers clockwise around the box, so that the field opposite to f is (f + n/2) % n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of

Effect = tuple[str, Any]
"""An effect word and its argument as the ruleset has it."""
Word = tuple[str, ...]
"""Where a ruleset sets a word."""


class Luminary(NamedTuple):
    """One Luminary: effects when it is revealed, while it lies open and when it is claimed; its set; what it is worth."""

    name: str
    set: str
    worth: int
    reveal: tuple[Effect, ...]
    in_play: Mapping[str, Any]
    claim: tuple[Effect, ...]

    def pointer(self, moment: str, word: str) -> Word:
        """Where the ruleset sets an effect word of this Luminary."""
        return ("luminaries", "cards", self.name, moment, word)


def luminary(name: str, entry: Mapping[str, Any]) -> Luminary:
    """A Luminary from its entry in the ruleset; effects that are null or false are none."""

    def effects(moment: str) -> dict[str, Any]:
        return {
            word: told for word, told in (entry.get(moment) or {}).items() if told is not None and told is not False
        }

    return Luminary(
        name,
        entry.get("set", ""),
        entry["worth"],
        tuple(effects("reveal").items()),
        effects("in_play"),
        tuple(effects("claim").items()),
    )


class Extra(NamedTuple):
    """A play that a Luminary adds to a turn, in its field whatever the season: its action, and whether it is a duty.

    `last` says that a player's last card must serve for it.
    """

    name: str
    field: int
    action: str
    must: bool
    last: bool
    word: Word


class Repeat(NamedTuple):
    """An action in a Luminary's field that may be made again in one of `fields`; `late` after what followed from the first, and
    where `seasons` do not count, whatever the season there.
    """

    name: str
    field: int
    fields: tuple[int, ...]
    actions: frozenset[str]
    late: bool
    word: Word
    seasons: bool = True


class Together(NamedTuple):
    """Several cards played as one for a harvest: how many at most, and whether a single thing must have their total."""

    most: int
    single: bool
    loose: bool
    word: Word


class Reach(NamedTuple):
    """Fields besides its own from which a harvest may take; whether one set may mix fields, whether their seasons and what
    other Luminaries bar there count, and whether one that is emptied so is cleared.
    """

    fields: tuple[int, ...]
    mixed: bool
    seasons: bool
    luminaries: bool
    clears: bool
    word: Word


class Swap(NamedTuple):
    """Cards of a hand for as many that lie loose in these fields: at most a number of them, or exactly that number."""

    name: str
    fields: tuple[int, ...]
    number: int
    exactly: bool
    word: Word


class InForce:
    """Everything that the face-up Luminaries of a board change together."""

    __slots__ = (
        "allowed", "any", "barred", "confined", "covers", "extras", "others_hold", "reach", "repeats", "seasons_stay",
        "stay_but", "swaps", "together", "turned_by",
    )  # fmt: skip

    any: bool
    """Whether any Luminary lies face up."""
    allowed: dict[tuple[str, str], Word]
    """(action, season) that is allowed although the season forbids it."""
    barred: dict[tuple[str, str], Word]
    seasons_stay: Word
    """Empty when seasons change."""
    stay_but: Mapping[str, Any] | None
    """A selector of cards that turn the box although seasons stay."""
    confined: tuple[int, bool, Word] | None
    """The only field to act in, whether its season counts, and the word."""
    others_hold: bool
    """Whether what Luminaries allow and bar counts there."""
    extras: tuple[Extra, ...]
    repeats: tuple[Repeat, ...]
    swaps: tuple[Swap, ...]
    together: dict[int, Together]
    reach: dict[int, Reach]
    covers: frozenset[int]
    """Fields in which a hidden card goes under each sown card."""
    turned_by: dict[int, Mapping[str, Any]]
    """Fields in which other cards turn the box, too: a selector, {} for every card."""

    def __init__(self) -> None:
        self.allowed, self.barred, self.seasons_stay, self.confined = {}, {}, (), None
        self.extras, self.repeats, self.swaps = (), (), ()
        self.stay_but, self.others_hold = None, True
        self.together, self.reach, self.covers, self.turned_by = {}, {}, frozenset(), {}
        self.any = False


def in_force(face_up: Sequence[Luminary | None]) -> InForce:
    """What the face-up Luminaries, field by field, change together."""
    force = InForce()
    for field, one in enumerate(face_up):
        if one is None:
            continue
        force.any = True
        for word, told in one.in_play.items():
            IN_PLAY[word](force, one, field, len(face_up), told)
    if force.confined is not None:
        field = force.confined[0]
        force.extras = tuple(extra for extra in force.extras if extra.field == field)
        force.repeats = tuple(extra for extra in force.repeats if extra.field == field)
        force.swaps = tuple(swap for swap in force.swaps if swap.name == force.confined[2][2])
    return force


def opposite(field: int, fields: int) -> int:
    """The field on the other side of the box."""
    return (field + fields // 2) % fields


def _seasons(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for action, seasons in told.items():
        for season in seasons:
            yield action, season


def _allow(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.allowed |= {pair: one.pointer("in_play", "allow") for pair in _seasons(told)}


def _bar(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.barred |= {pair: one.pointer("in_play", "bar") for pair in _seasons(told)}


def _seasons_stay(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.seasons_stay = one.pointer("in_play", "seasons_stay")
    force.stay_but = told.get("except") if isinstance(told, Mapping) else None


def _confine(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.confined = (field, told["seasons"] != "ignored", one.pointer("in_play", "confine"))
    force.others_hold = told["luminaries"] != "rest"


def _extra(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    last = told["last_card"] == "owed"
    added = Extra(one.name, field, told["action"], told["must"], last, one.pointer("in_play", "extra"))
    force.extras = (*force.extras, added)


def _repeat(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    others = tuple(other for other in range(fields) if other != field)
    where = (opposite(field, fields),) if told.get("where") == "opposite" else others
    actions = frozenset(told.get("actions", ("sow", "harvest", "stockpile")))
    late = told["after"] == "clearing"
    force.repeats = (
        *force.repeats,
        Repeat(one.name, field, where, actions, late, one.pointer("in_play", "repeat")),
    )


def _swap(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    where = tuple(range(fields)) if told["with"] == "anywhere" else (field,)
    exactly = not told["fewer"]
    force.swaps = (*force.swaps, Swap(one.name, where, told["cards"], exactly, one.pointer("in_play", "swap")))


def _together(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    most = 1000 if told["cards"] == "any" else told["cards"]
    matching = told.get("matching")
    single, loose = matching in ("single", "loose"), matching == "loose"
    force.together[field] = Together(most, single, loose, one.pointer("in_play", "together"))


def _reach(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    others = tuple(other for other in range(fields) if other != field)
    where = others if told["fields"] == "all" else (opposite(field, fields),)
    seasons = told["seasons"] != "ignored"
    luminaries = told["luminaries"] != "ignored"
    mixed, clears, word = told["mixed"], told["clears"], one.pointer("in_play", "reach")
    if told["card"] == "another":
        again = Repeat(one.name, field, where, frozenset(("harvest",)), late=False, word=word, seasons=seasons)
        force.repeats = (*force.repeats, again)
        return
    force.reach[field] = Reach(where, mixed, seasons, luminaries, clears, word)


def _cover(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.covers |= {field}


def _turned_by(force: InForce, one: Luminary, field: int, fields: int, told: Any) -> None:
    force.turned_by[field] = told if isinstance(told, Mapping) else {}


IN_PLAY: dict[str, Callable[[InForce, Luminary, int, int, Any], None]] = {
    "allow": _allow,
    "bar": _bar,
    "seasons_stay": _seasons_stay,
    "confine": _confine,
    "extra": _extra,
    "repeat": _repeat,
    "swap": _swap,
    "together": _together,
    "reach": _reach,
    "cover": _cover,
    "turned_by": _turned_by,
}
REVEAL = frozenset(
    ("seed", "hide", "turn", "reveal_opposite", "discard_opposite", "name_season", "cover", "exchange", "lay")
)
CLAIM = frozenset(
    ("swap", "take_hidden", "turn", "collect", "take_okus", "name_season", "exchange", "reseed_from_hand", "score")
)


def selected(deck: Deck, wanted: Mapping[str, Any] | None) -> int:
    """The cards that a selector names, as a mask: {suit, rank, card}, each one name or a list; {} is every card."""
    if wanted is None:
        return 0

    def fits(key: str, name: str) -> bool:
        told = wanted.get(key)
        return told is None or (name in told if isinstance(told, list) else name == told)

    return mask_of(
        card.number
        for card in deck.cards
        if fits("suit", card.suit) and fits("rank", card.rank) and fits("card", card.id)
    )
