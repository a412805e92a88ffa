"""The state of the table: cards, treasuries, Specials in hands, and how far the turn has come."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from referee.core.cards import members
from referee.core.fields import Lifetime, by_player, part, state_class, value
from referee.core.places import Pointer
from referee.core.unseen.amounts import AWAY, Amounts
from referee.core.unseen.courses import Courses, CourseState, open_part
from referee.core.unseen.unnamed import Unnamed
from referee.core.values import NUMBER, SEAT, YES_NO, Kind, list_of, map_of, one_of, refuse
from referee.engines.conspiracy.compiled import ABSENT, ILLUMINATI, ConspiracyRules

if TYPE_CHECKING:
    from referee.core.items import Items

UNCONTROLLED, DECK, DEAD, OUT = -1, -2, -3, -4
"""Places of a card that no player has (`State.place`): on the table, not yet seen, destroyed, out of the game."""

INCOME, DRAW, ACT, REFILL, ROLLS, OVER = "income", "draw", "act", "refill", "rolls", "over"
"""The phases of a turn; in ROLLS players roll for the next turn."""


OWN = -2
"""The distance of a target in the attacker's own power structure; UNCONTROLLED is that of one that nobody defends, too."""
UNKNOWN, NOTHING = -3, -2
"""A Special that was drawn and that the log does not name; instead of a card that need not be drawn, and is not."""
V = TypeVar("V")


@dataclass(slots=True, eq=False, repr=False)
class Battle:
    """An attack: who attacks whom, and what has been said and paid so far.

    `seat` makes it, `owner` (-1: nobody) has the target; `holds` and `held_by` are masks of what both control, Illuminati
    included; `distance` counts the groups between the target and its Illuminati, or is UNCONTROLLED or OWN. `powerless` says
    that a Special allows a group without Power to be destroyed; `alignments` are changes for this turn, by card. For hidden
    Illuminati, `stated` is the Power that the attacker claims for a card that takes part (-1: what it says), `silent` is a mask
    of those whose abilities do not count. `privileged` says that nobody may interfere except those in the mask `joined`;
    `abolishing` counts the Specials that `abolisher` (-1: not known) discarded against the privilege and that still count;
    `payer` is the card that pays for it, where only one may; `roll` is 0 before the dice; `paid` says that money was spent on
    it or the dice were rolled, `carded` that a Special was played for it.
    """

    kind: str
    attacker: int
    target: int
    _: KW_ONLY
    seat: int = ABSENT
    owner: int = ABSENT
    privilege: int = ABSENT
    special: int = ABSENT
    aid: tuple[int, ...] = ()
    holds: int = 0
    held_by: int = 0
    distance: int = UNCONTROLLED
    powerless: bool = False
    alignments: dict[int, int] = field(default_factory=dict)
    stated: int = ABSENT
    silent: int = 0
    money: int = 0
    defence: int = 0
    defence_illuminati: int = 0
    support: int = 0
    oppose: int = 0
    privileged: bool = False
    paid: bool = False
    carded: bool = False
    abolished: bool = False
    abolishing: int = 0
    abolisher: int = ABSENT
    payer: int = ABSENT
    joined: int = 0
    roll: int = 0


RUNNING = ("money", "defence", "defence_illuminati", "support", "oppose", "roll", "abolishing")
SAID = ("paid", "carded", "privileged", "abolished")
"""Keys of an attack under way in a position besides its announcement: numbers and flags."""


USES = SPECIAL, PRIVILEGE, ABOLITION, ANNOUNCED = "special", "privilege", "abolition", "announced"
"""Purposes of a Special (`PendingSpecial.use`): its effect, privilege, against privilege, or part of an attack."""


class Turn(NamedTuple):
    """A turn that was played: its number, whose it was, what everybody held at its end, the money on each card, and the event
    that ended it."""

    number: int
    seat: int
    holds: tuple[int, ...]
    money: tuple[int, ...]
    event: int


Announced = tuple[str, int, int, tuple[int, ...], int, int, int, bool]
"""An attack as it is announced: its kind, attacker, target, aid, privilege, Special, stated power and ability."""


class PendingSpecial(NamedTuple):
    """A Special on the table that may still be answered: who played which card for what, and the details.

    `also` are the others that were played with it, so that one of them may be answered instead.
    """

    seat: int
    card: int
    use: str
    value: Any
    also: tuple[int, ...] = ()


PHASE = one_of(INCOME, DRAW, ACT, REFILL, ROLLS, OVER)
NAMES = Kind((list,))


def _pairs(maps: list[dict[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the entries of some maps, one after another."""
    pairs: list[tuple[int, int]] = []
    for one in maps:
        pairs += one.items()
    return tuple(pairs)


SEATS = list_of(SEAT)
MARKED = Kind(
    (list,),
    lambda reading, state, who, at: [seat in SEATS.read(reading, state, who, at) for seat in range(len(state.players))],
    lambda rules, state, marks: [who for who, marked in zip(state.players, marks, strict=True) if marked],
)
"""The players of whom something is true."""
CARD = Kind((str,), lambda reading, *named: reading.card(*named), lambda rules, state, card: rules.pack.names[card])
USED = map_of(CARD, NUMBER)._replace(
    write=lambda rules, state, used: {
        rules.pack.names[card]: min(times, rules.pack.cards[card].does.get("takes_part", 1))
        for card, times in used.items()
        if times
    }
)
ALIGNED = Kind(
    ((dict, list),),
    write=lambda rules, state, aligned: {
        rules.pack.names[card]: rules.pack.alignment_names(mask) for card, mask in aligned.items()
    },
)
TURN = Lifetime(lambda rules, state: True)
ANSWERED = Lifetime(lambda rules, state: True, cleared=False)
"""Lifetime from an attack, or a Special played, to what settles it."""


GIFTS = list_of(map_of(SEAT, SEAT))
THROWN = GIFTS.into(_pairs)._replace(
    write=lambda rules, state, pairs: GIFTS.write(rules, state, [{giver: taker} for giver, taker in pairs])
)
"""Pairs of players, as maps from who gave to who got: [{Ann: Ben}]."""


def at_most(limit: Callable[[ConspiracyRules], int | None], what: str) -> Kind:
    """The codec of a number with a limit by the rules (None: no limit); `what` names the things counted, for the
    message. Reading refuses a larger number. Writing caps it, as the table may have let stand that the limit was
    exceeded, and the position must be readable again; how far beyond makes no difference."""

    def read(reading: Items[ConspiracyRules, ConspiracyState], state: object, number: int, at: Pointer) -> int:
        most = limit(reading.rules)
        if most is not None and number > most:
            raise refuse(f"{number} {what} are too many; there can be {most} in a turn", at)
        return number

    def write(rules: ConspiracyRules, state: object, number: int) -> int:
        most = limit(rules)
        if most is None:
            return number
        return min(number, most)

    return Kind((int,), read, write)


def _times(rules: ConspiracyRules, word: str, most: int | None) -> int | None:
    """Return how often in a turn something may happen, if it may `most` times for each card that has an ability."""
    return None if most is None else most * rules.pack.masks[word].bit_count()


def _most_privileges(rules: ConspiracyRules) -> int:
    """Return how often in a turn the card that buys privilege most often may do so."""
    buying = [rules.pack.cards[card].does["privilege"]["times"] for card in members(rules.pack.masks["privilege"])]
    return max(buying, default=0)


ACTIONS = at_most(lambda rules: rules.turn.actions, "actions")
TRANSFERS = at_most(lambda rules: rules.turn.transfers, "free transfers")
PRIVILEGES = at_most(_most_privileges, "bought privileges")
PURCHASES = at_most(lambda rules: rules.turn.purchases, "cards bought")
CHANGES = at_most(lambda rules: _times(rules, "realign", rules.turn.realignments), "changes of alignment")


def by_card(start: object) -> Any:
    """Declare a field with an entry for each card."""
    return value(lambda rules: [start] * rules.pack.size)


@state_class
class ConspiracyState(CourseState):
    """The table. Lists are by card (`place` … `left`) or by seat (`holds` … `cheated`).

    `place` is a seat, or UNCONTROLLED and so on; `arrow` is the side of the master's printed arrow; `cell` and `rotation` are
    where a card is in its structure, see structure.py; `left` counts the copies in the deck; `holds` are masks of what a seat
    controls, its Illuminati included; `specials` are known cards in hand and `hidden` counts the unknown ones, which came at
    the events `unseen`; `used` counts the attacks that a card took part in this turn; `aligned` are alignments changed for
    this turn; `bank` is what it has given out. `draws` are cards still to be drawn, `acted` whether the player has done
    anything, `closing` whether special powers are being used, `stage` and `first` how far a round has come, `running` how many
    turns in a row the player has had; `attacks` are those rolled for, by attacker, `defences` by the owner of the target;
    `cheated` says who claimed more of a hidden Illuminati card than the rules allow.
    """

    beside = ("place", "master", "arrow", "sides", "money", "open_money", "unnamed", "supposed")

    players: tuple[str, ...] = value(())
    turn: int = value(0, SEAT, always=True)
    phase: str = value(INCOME, PHASE, always=True)

    place: list[int] = value(lambda rules: [OUT if card.kind == ILLUMINATI else DECK for card in rules.pack.cards])
    left: list[int] = value(lambda rules: [0 if card.kind == ILLUMINATI else card.copies for card in rules.pack.cards])
    master: list[int] = by_card(ABSENT)
    arrow: list[int] = by_card(ABSENT)
    cell: list[int] = by_card(0)
    rotation: list[int] = by_card(0)
    money: list[int] = by_card(0)
    """The money on each card; where the log leaves some open, in one of the courses that are possible."""
    open_money: Amounts | None = value(None)
    """What may lie on the cards instead; None if all is known."""
    money_opened: tuple[int, ...] = value(())
    """The events that left open where money is."""
    money_assumed: tuple[int, ...] = value(())
    """The events at which a card paid what it may not have had, unless the log says later what was there."""
    money_moved: int = value(0)
    """The last event at which money moved."""
    holds: list[int] = by_player(0)
    hidden: list[int] = by_player(0)
    unseen: list[tuple[int, ...]] = by_player(tuple)
    alive: list[bool] = by_player(True)
    grid: list[dict[int, int]] = by_player(dict)
    illuminati: tuple[int, ...] = value(lambda rules: (ABSENT,) * rules.players)
    structures = part(Kind((object,)))
    uncontrolled = part(NAMES)
    uncontrolled_money = part(map_of(CARD, NUMBER), least=0)
    destroyed = part(NAMES)
    specials: list[list[int]] = value(lambda rules: [[] for _ in range(rules.players)], Kind(((dict, list),)))
    gone = part(NAMES)
    open = open_part()
    turns: list[int] = by_player(0, NUMBER, least=0)
    kills: list[int] = by_player(0, NUMBER, least=0)
    goals: list[int] = value(lambda rules: [ABSENT] * rules.players, Kind(((dict, str),)))
    out = part(NAMES)
    shown: list[bool] = value(lambda rules: [not rules.hidden.illuminati] * rules.players, MARKED,
                              written=lambda rules, state: rules.hidden.illuminati)  # fmt: skip
    cheated: list[bool] = value(lambda rules: [False] * rules.players, MARKED)
    winners: list[int] = value(list, SEATS, always=True, written=lambda rules, state: state.phase == OVER)

    number: int = value(0, NUMBER, least=0, always=True)
    actions: int = value(0, ACTIONS, lasts=TURN, least=0, always=True)
    transfers: int = value(0, TRANSFERS, lasts=TURN, least=0, always=True)
    draws: int = value(0, NUMBER, least=0, always=True)
    privileges: int = value(0, PRIVILEGES, lasts=TURN, least=0, always=True)
    purchases: int = value(0, PURCHASES, lasts=TURN, least=0, always=True)
    realigned: int = value(0, CHANGES, lasts=TURN, least=0, always=True)
    multiplied: int = value(1, NUMBER, lasts=TURN, least=0, always=True)
    stage: int = value(0, NUMBER, least=0, always=True)
    running: int = value(0, NUMBER, least=0, always=True)
    deck: int = value(lambda rules: sum(card.copies for card in rules.pack.cards if card.kind != ILLUMINATI), NUMBER,
                      least=0, always=True)  # fmt: skip
    acted: bool = value(
        False, YES_NO, lasts=TURN, always=True, written=lambda rules, state: state.acted or state.attack or state.played
    )
    passed: bool = value(False, YES_NO, lasts=TURN)
    begun: bool = value(False, YES_NO, lasts=TURN, always=True)
    closing: bool = value(False, YES_NO, lasts=TURN)
    first: int = value(0, SEAT, always=True, written=lambda rules, state: rules.turn.sequence == "staggered")
    used: dict[int, int] = value(dict, USED, lasts=TURN, least=0)
    aligned: dict[int, int] = value(dict, ALIGNED)
    thrown: tuple[tuple[int, int], ...] = value((), THROWN, lasts=TURN)
    """Giver and receiver of each gift this turn after which the receiver met a goal."""
    attack: Battle | None = value(None, Kind((object,)), lasts=ANSWERED)
    played: PendingSpecial | None = value(None, Kind((object,)), lasts=ANSWERED)
    last: tuple[int, bool | None] | None = value(None)
    attacks: list[int] = by_player(0)
    attacks_won: list[int] = by_player(0)
    defences: list[int] = by_player(0)
    defences_won: list[int] = by_player(0)
    clock: int = value(0)
    bank: int = value(0)
    told: list[dict[str, int]] = value(list)
    """Counts of each player in a race: 'groups', 'power', 'money', 'destroyed', and 'cards' as 1."""
    seen_race: int = value(0)
    """The event that recorded the race; 0 if the game was played."""
    history: list[Turn] = value(list)
    sides: dict[int, int] = value(dict)
    """The sides, as a mask, that a group may be on whose arrow the log leaves open; `arrow` is one of them, so that all that
    is laid down is a layout that is possible. See `rules/arrows.py`."""
    sides_opened: dict[int, int] = value(dict)
    """The event at which the arrow of each of these groups was left open."""
    unnamed: Unnamed = value(Unnamed())
    """The cards that may be anywhere, since one was given away or discarded without its name."""
    supposed: Any = value(None)
    """What happens in this course where the log does not say it: how a group goes to its new place with others below it (a
    `Arrival`), or the groups that nobody can pay for at an income."""
    courses: Courses[ConspiracyState] | None = value(None)
    """Other courses that the game may have taken, in which other groups were lost; None if there are none."""

    @property
    def battle(self) -> Battle:
        """The attack that is under way; there must be one."""
        assert self.attack is not None
        return self.attack

    # -- money: what is on a card is asked and changed only here, as a log may leave open which card paid ---------------

    def most(self, card: int) -> int:
        """Return the most that may lie on a card."""
        if self.open_money is None:
            return self.money[card]
        return self.between((card,))[1]

    def least(self, card: int) -> int:
        """Return the least that may lie on a card."""
        if self.open_money is None:
            return self.money[card]
        return self.between((card,))[0]

    def between(self, cards: Collection[int]) -> tuple[int, int]:
        """Return the least and the most that may lie on some cards together."""
        if self.open_money is None:
            there = sum([self.money[card] for card in cards])
            return there, there
        return self.open_money.between(self.money, cards)

    def change(self, card: int, amount: int) -> None:
        """Put money from the bank on a card; a negative amount goes back, as far as it is there."""
        if self.open_money is not None:
            if self.least(card) < -amount <= self.most(card):  # it may not have had what it pays
                self.money_assumed = (*self.money_assumed, self.clock + 1)
            self.open_money.change(self.money, card, amount)
        there = self.money[card]
        self.money[card] = max(there + amount, 0)
        self._count(self.money[card] - there)

    def hand_over(self, source: int, goal: int, amount: int) -> None:
        """Move money from a card to another. Where a table lets stand that more was moved than was there, the bank had the
        rest."""
        self.change(source, -amount)
        self.change(goal, amount)

    def pay(self, cards: Sequence[int], amount: int) -> None:
        """Let an amount go back to the bank from one or several of some cards. Which of them paid is left open; for the
        moment the first ones have, as far as they can."""
        able = [card for card in cards if self.most(card)]
        if len(able) < 2:
            for card in able:
                self.change(card, -amount)
            return
        opened = self._open_with()
        # suppose that these cards have enough together, as far as that is possible
        opened.reach(self.money, able, max(amount, sum([self.money[card] for card in able])))
        paid: dict[int, int] = {}
        for card in able:
            paid[card] = min(self.money[card], amount - sum(paid.values()))
        opened.pay(paid)
        for card, share in paid.items():
            self.money[card] -= share
            self._count(-share)

    def may_lose(self, card: int) -> None:
        """Let any part of the money on a card have gone back to the bank."""
        if self.most(card):
            self._open_with().move(self.money, card, AWAY)
            self.money_moved = self.clock + 1

    def may_gain(self, card: int, most: int) -> None:
        """Let at most so much have come from the bank."""
        self._open_with().gain(self.money, card, 0, most)
        self.money_moved = self.clock + 1

    def may_move(self, source: int, goal: int) -> None:
        """Let any part of the money on a card have gone to another."""
        if self.most(source):
            self._open_with().move(self.money, source, goal)
            self.money_moved = self.clock + 1

    def mix(self, cards: Sequence[int]) -> None:
        """Let all the money on some cards have been put on them anew, in any way."""
        if len(cards) > 1 and self.between(cards)[1]:
            self._open_with().mix(self.money, cards)
            self.money_moved = self.clock + 1

    def set_money(self, treasuries: Mapping[int, int]) -> None:
        """Put these amounts on cards, by card. The same cards must have had as much together before."""
        if self.open_money is not None:
            self.open_money.reach(self.money, treasuries, sum(treasuries.values()))
            self.open_money.know(self.money, treasuries)
        for card, amount in treasuries.items():
            self.money[card] = amount
        self.money_moved = self.clock + 1

    def know(self, card: int, amount: int) -> bool:
        """Settle that this much lies on a card; return whether that is possible. If it is not, nothing changes."""
        if self.open_money is None:
            return self.money[card] == amount
        least, most = self.between((card,))
        if not least <= amount <= most:
            return False
        self.open_money.reach(self.money, (card,), amount)
        self.open_money.know(self.money, (card,))
        self.bank = sum(self.money)
        self.close()
        if self.open_money is None:  # what is written says where all of it was
            self.money_assumed = ()
        return True

    def lose(self, card: int, goal: int = ABSENT) -> None:
        """Let all the money on a card go to another card (`goal`), or back to the bank without one."""
        if self.open_money is None:
            there = self.money[card]
            self.change(card, -there)
            if goal != ABSENT:
                self.change(goal, there)
        elif goal != ABSENT:
            self.open_money.collect(self.money, card, goal)
            self.money_moved = self.clock + 1
        else:
            self.open_money.lose(self.money, card)
            there = self.money[card]
            self.money[card] = 0
            self._count(-there)

    def halve(self, cards: Sequence[int], *, as_one_sum: bool) -> None:
        """Let half the money on some cards go back to the bank. The half that is kept is rounded down, for each card or
        for the whole sum (`as_one_sum`).

        Half of an unknown amount is unknown, too; that it is exactly half is forgotten, which can only be too lenient.
        """
        kept = {card: self.money[card] // 2 for card in cards}
        missing = 0
        if as_one_sum:
            missing = sum([self.money[card] for card in cards]) // 2 - sum(kept.values())
        bounds = {card: self.between((card,)) for card in cards}
        for card in cards:
            if missing and self.money[card] % 2:
                kept[card] += 1
                missing -= 1
        for card in cards:
            least, most = bounds[card]
            if least == most:
                self.change(card, kept[card] - self.money[card])
                continue
            up = 0
            if as_one_sum:
                up = 1
            if self.open_money is not None:  # or else it would be known how much there was
                self.open_money.replace(self.money, card, least // 2, kept[card], (most + up) // 2)
            self._count(0)

    def close(self) -> None:
        """Forget what was open once there is only one answer to every question about it."""
        if self.open_money is not None:
            self.open_money.prune(self.money)
            if max(self.open_money.at, default=AWAY) <= AWAY:
                self.open_money = None

    def _open_with(self) -> Amounts:
        """Return what is open, as this event leaves more open."""
        if self.open_money is None:
            self.open_money = Amounts()
        self.money_opened = (*self.money_opened, self.clock + 1)
        return self.open_money

    def _count(self, paid_out: int) -> None:
        """Keep what the bank has given out: all that lies on cards."""
        if self.open_money is None:
            self.bank = self.bank + paid_out
        else:
            self.bank = sum(self.money)
        self.money_moved = self.clock + 1

    def copy(self) -> ConspiracyState:
        """Return a copy that can be changed by itself."""
        # `super()` alone would ask for the class that `state_class` has replaced.
        other = super(ConspiracyState, self).copy()  # noqa: UP008
        if self.attack is not None:
            other.attack = replace(self.attack)
        if self.open_money is not None:
            other.open_money = self.open_money.copy()
        return other


class ByCard(dict[int, V]):
    """Values by card, with the names that the log uses for the cards (`written`)."""

    def __init__(
        self, entries: Mapping[int, V] = MappingProxyType({}), written: Mapping[int, str] = MappingProxyType({})
    ) -> None:
        super().__init__(entries)
        self.written = written
