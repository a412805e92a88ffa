"""What Luminaries do, compiled: effect words when one is revealed or claimed, and what the face-up ones change together.

Fields are numbers clockwise around the box, so that the field opposite to f is (f + n/2) % n. Cards are named by selectors:
`{suit: su}`, `{rank: [N, Q, K]}`, `{card: 10D}`, {} for every card; those that fit all that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of
from referee.core.wording import listed

Selector = Mapping[str, Any]
Effect = tuple[str, Any]
"""An effect word and its argument as the ruleset has it."""
Word = tuple[str, ...]
"""Where a ruleset sets a word."""


def entries(selector: Selector, key: str) -> list[str]:
    """Return what a selector says under `suit`, `rank` or `card`, as a list; empty where it says nothing."""
    told = selector.get(key)
    return [] if told is None else told if isinstance(told, list) else [told]


def fits(selector: Selector, card: Any) -> bool:
    """Return whether a card is one of those named."""
    told = (("suit", card.suit), ("rank", card.rank), ("card", card.id))
    return all(name in entries(selector, key) for key, name in told if selector.get(key) is not None)


def selected(deck: Deck, selector: Selector | None) -> int:
    """Return the cards that a selector names, as a mask."""
    return 0 if selector is None else mask_of(card.number for card in deck.cards if fits(selector, card))


def in_words(selector: Selector, deck: Deck) -> str:
    """Return the cards in a player's words: 'Summer cards', 'Fools', 'Kings and Queens of Stars', 'cards'."""
    cards, ranks, suits = (entries(selector, key) for key in ("card", "rank", "suit"))
    if cards:
        return listed(cards)
    suited = listed(deck.suits.get(suit, suit) for suit in suits)
    if not ranks:
        return f"{suited} cards" if suits else "cards"
    return listed(f"{deck.rank_names.get(rank, rank)}s" for rank in ranks) + (f" of {suited}" if suits else "")


class Luminary(NamedTuple):
    """One Luminary: effects when it is revealed, while it lies open and when it is claimed; its set; what it is worth."""

    name: str
    set: str
    worth: int
    reveal: tuple[Effect, ...]
    in_play: tuple[Effect, ...]
    claim: tuple[Effect, ...]

    def pointer(self, moment: str, word: str) -> Word:
        """Return where the ruleset sets an effect word of this Luminary."""
        return ("luminaries", "cards", self.name, moment, word)


def luminary(name: str, entry: Mapping[str, Any]) -> Luminary:
    """Return a Luminary from its entry in the ruleset; effects that are null or false are none."""
    reveal, in_play, claim = (
        tuple([(word, told) for word, told in (entry.get(moment) or {}).items() if not (told is None or told is False)])
        for moment in ("reveal", "in_play", "claim")
    )
    return Luminary(name, entry.get("set", ""), entry["worth"], reveal, in_play, claim)


class Extra(NamedTuple):
    """A play that a Luminary adds to a turn, in its field whatever the season: its action, and whether it is a duty. `last`
    says that a player's last card must serve for it."""

    name: str
    field: int
    action: str
    must: bool
    last: bool
    word: Word


class Repeat(NamedTuple):
    """An action in a Luminary's field that may be made again in one of `fields`; `late` after what followed from the first, and
    where `seasons` do not count, whatever the season there."""

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


class HarvestReach(NamedTuple):
    """Fields besides its own from which a harvest may take; whether one set may mix fields, whether their seasons and what
    other Luminaries bar there count, and whether one that is emptied so is cleared."""

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


@dataclass(slots=True)
class InForce:
    """Everything that the face-up Luminaries of a board change together."""

    any: bool = False
    """Whether any Luminary lies face up."""
    allowed: dict[tuple[str, str], Word] = field(default_factory=dict)
    """(action, season) that is allowed although the season forbids it."""
    barred: dict[tuple[str, str], Word] = field(default_factory=dict)
    seasons_stay: Word = ()
    """Empty when seasons change."""
    stay_but: Selector | None = None
    """Cards that turn the box although seasons stay."""
    confined: tuple[int, bool, Word] | None = None
    """The only field to act in, whether its season counts, and the word."""
    others_hold: bool = True
    """Whether what Luminaries allow and bar counts there."""
    extras: list[Extra] = field(default_factory=list)
    repeats: list[Repeat] = field(default_factory=list)
    swaps: list[Swap] = field(default_factory=list)
    together: dict[int, Together] = field(default_factory=dict)
    reach: dict[int, HarvestReach] = field(default_factory=dict)
    covers: set[int] = field(default_factory=set)
    """Fields in which a hidden card goes under each sown card."""
    turned_by: dict[int, Selector] = field(default_factory=dict)
    """Fields in which other cards turn the box, too."""


class FaceUp(NamedTuple):
    """A Luminary that lies face up in one of so many fields, with the word that is looked at."""

    name: str
    field: int
    fields: int
    word: Word

    @property
    def opposite(self) -> tuple[int]:
        """The field on the other side of the box."""
        return (opposite(self.field, self.fields),)

    @property
    def others(self) -> tuple[int, ...]:
        """All other fields."""
        return tuple(other for other in range(self.fields) if other != self.field)


def in_force(face_up: Sequence[Luminary | None]) -> InForce:
    """Return what the face-up Luminaries, field by field, change together."""
    force = InForce(any=any(face_up))
    for place, one in enumerate(face_up):
        if one is not None:
            for word, argument in one.in_play:
                IN_PLAY[word](force, FaceUp(one.name, place, len(face_up), one.pointer("in_play", word)), argument)
    if force.confined is not None:
        place, _, by = force.confined
        force.extras = [extra for extra in force.extras if extra.field == place]
        force.repeats = [repeat for repeat in force.repeats if repeat.field == place]
        force.swaps = [swap for swap in force.swaps if swap.name == by[2]]
    return force


def opposite(field: int, fields: int) -> int:
    """Return the field on the other side of the box."""
    return (field + fields // 2) % fields


def _by_season(told: Mapping[str, Any], word: Word) -> dict[tuple[str, str], Word]:
    return {(action, season): word for action, seasons in told.items() for season in seasons}


def _seasons_stay(force: InForce, one: FaceUp, told: Any) -> None:
    force.seasons_stay = one.word
    force.stay_but = told.get("except") if isinstance(told, Mapping) else None


def _confine(force: InForce, one: FaceUp, told: Any) -> None:
    force.confined = (one.field, told["seasons"] != "ignored", one.word)
    force.others_hold = told["luminaries"] != "rest"


def _repeat(force: InForce, one: FaceUp, told: Any) -> None:
    fields = one.opposite if told.get("where") == "opposite" else one.others
    actions = frozenset(told.get("actions", ("sow", "harvest", "stockpile")))
    force.repeats.append(Repeat(one.name, one.field, fields, actions, told["after"] == "clearing", one.word))


def _swap(force: InForce, one: FaceUp, told: Any) -> None:
    fields = tuple(range(one.fields)) if told["with"] == "anywhere" else (one.field,)
    force.swaps.append(Swap(one.name, fields, told["cards"], not told["fewer"], one.word))


def _together(force: InForce, one: FaceUp, told: Any) -> None:
    most, matching = 1000 if told["cards"] == "any" else told["cards"], told.get("matching")
    force.together[one.field] = Together(most, matching in ("single", "loose"), matching == "loose", one.word)


def _reach(force: InForce, one: FaceUp, told: Any) -> None:
    fields = one.others if told["fields"] == "all" else one.opposite
    seasons, luminaries = (told[what] != "ignored" for what in ("seasons", "luminaries"))
    if told["card"] == "another":
        harvest = frozenset(("harvest",))
        force.repeats.append(Repeat(one.name, one.field, fields, harvest, late=False, word=one.word, seasons=seasons))
    else:
        force.reach[one.field] = HarvestReach(fields, told["mixed"], seasons, luminaries, told["clears"], one.word)


IN_PLAY: dict[str, Callable[[InForce, FaceUp, Any], object]] = {
    "allow": lambda force, one, told: force.allowed.update(_by_season(told, one.word)),
    "bar": lambda force, one, told: force.barred.update(_by_season(told, one.word)),
    "seasons_stay": _seasons_stay,
    "confine": _confine,
    "extra": lambda force, one, told: force.extras.append(
        Extra(one.name, one.field, told["action"], told["must"], told["last_card"] == "owed", one.word)
    ),
    "repeat": _repeat,
    "swap": _swap,
    "together": _together,
    "reach": _reach,
    "cover": lambda force, one, told: force.covers.add(one.field),
    "turned_by": lambda force, one, told: force.turned_by.update(
        {one.field: told if isinstance(told, Mapping) else {}}
    ),
}
