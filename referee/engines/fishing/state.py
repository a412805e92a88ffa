"""The state of a fishing game: what lies in the fields, in hands and in harvest piles as far as it is known; who acts next."""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from referee.core.cards import mask_of
from referee.core.fields import Lifetime, by_player, state_class, value
from referee.core.unseen.courses import Courses, CourseState, open_part
from referee.core.values import CARD, NUMBER, SEAT, TARGET, TEXT, YES_NO, Kind, list_of, map_of, one_of, record
from referee.engines.fishing.compiled import ACTIONS, FishingRules
from referee.engines.fishing.words.powers import InForce
from referee.engines.fishing.words.scoring import Haul

DEAL, PLAY, OVER = "deal", "play", "over"
"""The deal of a round (or of further hands), turns, nothing."""


STEPS = DRAW, CLEAR, RESEED, REVEAL, UNCOVER, COVER, END = (
    "draw", "clear", "reseed", "reveal", "uncover", "cover", "end",
)  # fmt: skip
"""Kinds of steps; the others are called after their words. The last step of a turn is its end."""


class Lying(NamedTuple):
    """Something in a field: a loose card, or a stockpile of `value` made of `sets` of cards (masks), last built by `owner`."""

    cards: int
    value: int = 0
    sets: tuple[int, ...] = ()
    owner: int = -1

    @property
    def locked(self) -> bool:
        """Whether its value can change no more: a multiple stockpile."""
        return len(self.sets) > 1


class PendingStep(NamedTuple):
    """A thing that must happen before the next turn: its kind, seat, field, number of cards, and argument. `free` says
    that it is optional; `name` is the Luminary that it is owed to."""

    kind: str
    seat: int
    field: int = -1
    number: int = 0
    argument: Any = None
    free: bool = False
    name: str = ""

    @property
    def word(self) -> tuple[str, ...]:
        """Where the ruleset has the Luminary that it is owed to."""
        if not self.name:
            return ()
        return ("luminaries", "cards", self.name)


class FishingRound(NamedTuple):
    """A finished round, seat by seat; `lines` are the parts of the score by name, `hidden` the harvested cards not known.
    `hauls` is empty where a score pad has points alone; a total is None where it is not known. `untold` are the seats that may
    have scored and whose points a pad omits; they count as 0."""

    number: int
    dealer: int
    lines: dict[str, tuple[int, ...]]
    points: tuple[int, ...]
    totals: tuple[int | None, ...]
    hauls: tuple[Haul, ...]
    hidden: tuple[int, ...]
    claimed: tuple[tuple[str, ...], ...]
    won: tuple[bool, ...] = ()
    """True for each player who did what a winner must; empty where nothing is asked."""
    untold: tuple[int, ...] = ()


PHASE = one_of(DEAL, PLAY, OVER)
FIELD = Kind(
    (str,),
    lambda reading, state, name, at: reading.field_at(state, name, at),
    lambda rules, state, field: rules.field_names[(field + state.turned) % rules.fields],
)
LUMINARY = Kind((str,), lambda reading, state, name, at: reading.luminary_at(name, at))
CARDS = Kind(
    (list,),
    lambda reading, state, cards, at: mask_of(reading.cards(cards, at)),
    lambda rules, state, cards: rules.deck.names(cards),
)
FUSED = Kind(
    (str,),
    lambda reading, state, text, at: mask_of(reading.card(name.strip(), at) for name in text.split("+")),
    lambda rules, state, cards: "+".join(rules.deck.names(cards)),
)
SEASON = Kind((str,), lambda reading, state, name, at: reading.resolve_name("season", name, at))
OWN_PARTS = record({"action": one_of(*ACTIONS), "field": FIELD}, needs=("action", "field"))
OWN = Kind(
    (object,),
    OWN_PARTS.into(itemgetter("action", "field")).of,
    lambda rules, state, own: OWN_PARTS.write(rules, state, {"action": own[0], "field": own[1]}),
)
ROUND = Lifetime(lambda rules, state: in_round(state))


@state_class
class FishingState(CourseState):
    """Everything a fishing game depends on. Seats are 0 … n-1 and fields 0 … m-1 clockwise; sets of cards are masks.

    `hands`, `piles` and `aside` are the cards that are known, `hidden`, `piles_hidden` and `aside_hidden` how many are not.
    `located` are all cards whose place is known. `turned` counts quarter turns of the box: field f has season f + turned.
    The schema describes what else a `position:` has. -1 means no seat.
    """

    beside = ("turned", "turned_from", "ended", "history")
    players: tuple[str, ...] = value(())
    clock: int = value(0)
    round: int = value(1, NUMBER, "hand", least=1, always=True)
    round_began: int = value(0)
    """The number of the last event before this round."""
    dealer: int = value(-1, SEAT, setup=True, always=True)
    phase: str = value(DEAL, PHASE, always=True)
    scores: list[int] = by_player(0, NUMBER, setup=True, always=True, whole=True)
    untold: list[bool] = by_player(False, YES_NO)
    """True for each player whose total is not known, because a score pad omits points."""
    target: int | None = value(lambda rules: rules.scoring.target, TARGET, setup=True, least=0)
    history: list[FishingRound] = value(list)
    plays: dict[str, int] = value(dict)
    harvests: list[int] = by_player(0)
    """Plays of each player that captured something."""
    unseen: dict[str, list[int]] = value(dict)
    courses: Courses[FishingState] | None = value(None)
    """Other states that the table may have come to, if the log leaves something open."""
    ended: int = value(-1)
    """The seat whose turn has ended; -1 for none."""

    irregular: bool = value(False, YES_NO, lasts=ROUND)
    """True if the rules do not lead to these hands and stockpiles: the table let something stand, or not all is known."""
    turn: int = value(-1, SEAT, lasts=ROUND)
    fields: list[list[Lying]] = value(
        lambda rules: [[] for _ in range(rules.fields)], Kind(((dict, list),)), lasts=ROUND, always=True
    )
    luminaries: list[str | None] = value(lambda rules: [None] * rules.fields, Kind(((dict, str),)), lasts=ROUND)
    """The Luminary of each field: None where there is none, '' where it lies face down and is not known."""
    faces: list[bool] = value(
        lambda rules: [False] * rules.fields, Kind(((dict, str, type(None)),)), "face_down", ROUND
    )
    """True for each field whose Luminary lies face up."""
    force: InForce = value(lambda rules: rules.in_force(("",) * rules.fields), lasts=ROUND)
    """Everything that the Luminaries that lie face up change together; `show` keeps it true."""
    discarded: list[str] = value(list, list_of(LUMINARY), lasts=ROUND)
    bare: list[int] = value(list, list_of(FIELD), lasts=ROUND)
    covered: dict[int, int] = value(dict, map_of(CARD, NUMBER), lasts=ROUND, least=0)
    under: dict[int, int] = value(dict, map_of(FIELD, NUMBER), lasts=ROUND, least=0)
    named: dict[str, str] = value(dict, map_of(TEXT, SEASON), lasts=ROUND)
    turned: int = value(0, lasts=ROUND)
    turned_from: int = value(0, lasts=ROUND)
    """Value of `turned` before the box was last turned."""
    stock: int = value(0, NUMBER, lasts=ROUND, least=0, always=True)
    located: int = value(0, lasts=ROUND)
    hands: list[int] = by_player(0, CARDS, lasts=ROUND, always=True, whole=True)
    hidden: list[int] = by_player(0, NUMBER, "unseen", ROUND, least=0, always=True, whole=True)
    order: list[list[int]] = by_player(list, list_of(CARD), lasts=ROUND)
    """The cards that came into each hand, in order, where they are played so; those that left it stay here."""
    piles: list[int] = by_player(0, CARDS, lasts=ROUND, always=True)
    piles_hidden: list[int] = by_player(0, NUMBER, "piles_unseen", ROUND, least=0)
    sweeps: list[int] = by_player(0, NUMBER, lasts=ROUND, least=0)
    okus: list[int] = value(lambda rules: [0] * rules.players, Kind(((dict, int),)), lasts=ROUND, least=0, always=True,
                            written=lambda rules, state: rules.okus)  # fmt: skip
    box_okus: int = value(0, lasts=ROUND)
    claimed: list[list[str]] = by_player(list, list_of(LUMINARY), lasts=ROUND)
    aside: int = value(0, CARDS, lasts=ROUND)
    aside_hidden: int = value(0, NUMBER, "aside_unseen", ROUND, least=0)
    last_taker: int = value(-1, SEAT, lasts=ROUND)
    own: tuple[str, int] | None = value(None, OWN, lasts=ROUND)
    used: dict[str, str] = value(dict, map_of(TEXT, TEXT), lasts=ROUND)
    fresh: list[str] = value(list, list_of(LUMINARY), lasts=ROUND)
    """The Luminaries turned up this turn, which act from the next player on."""
    fused: list[int] = value(list, list_of(FUSED), lasts=ROUND)
    cleared: list[int] = value(list, list_of(FIELD), lasts=ROUND)
    queue: list[PendingStep] = value(list, Kind(((list, object),)), "steps", ROUND)
    open = open_part()

    def everything(self) -> Iterator[tuple[int, Lying]]:
        """Yield everything that lies in the fields, with its field."""
        for field, lying in enumerate(self.fields):
            for one in lying:
                yield field, one

    def stockpiles_of(self, seat: int) -> list[Lying]:
        """The stockpiles on the board that a player owns."""
        found = []
        for lying in self.fields:
            for one in lying:
                if one.sets and one.owner == seat:
                    found.append(one)
        return found

    def show(self, rules: FishingRules, field: int, name: str | None, *, face_up: bool) -> None:
        """Put a Luminary at a field, or remove it."""
        self.luminaries[field], self.faces[field] = name, face_up
        names = [(name or "") if up else "" for name, up in zip(self.luminaries, self.faces, strict=True)]
        self.force = rules.in_force(tuple(names))

    def count(self, what: str) -> None:
        """Count something that happens: plays of a kind, clearings."""
        self.plays[what] = self.plays.get(what, 0) + 1

    def hand_size(self, seat: int) -> int:
        """Return how many cards a player holds, known or not."""
        return self.hands[seat].bit_count() + self.hidden[seat]


OF_ROUND = frozenset(field.name for field in FishingState.all_fields if field.lasts is ROUND)
"""The fields, by name, in which courses of one round may differ."""
BOX = "box"
"""The holder of the okus that nobody has taken, where a log counts them."""


def in_round(state: FishingState) -> bool:
    """Return whether a round is being played."""
    return state.phase == PLAY or (state.phase == DEAL and state.stock > 0)
