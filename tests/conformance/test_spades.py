"""The shipped Spades against OpenSpiel's: the same bids and cards at every decision, the same trick winners and scores.

OpenSpiel departs from the usual rules in three ways. It bars the lead of Spades as if they were never broken: half of
the hands are played with the overlay `spades-as-openspiel`, and the sets must be equal; in the other half the shipped
rule stands, and the sets must differ by exactly the Spades that may be led once one was played. The bids of partners
always fit the hand: here they do so by the variant bids-fit. And its bags are the last digit of the score: the log
brings them in.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest
from openspiel import PLAYERS, SPADES, TRICKS, Policy, Tables, dealt, high, low, named, overlay, suit
from slowness import one_in

from referee.core.ruleset import Ruleset
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, OPTION_SETS, RANDOM_HANDS = 10, 20, 10

NEVER_BROKEN = "spades-as-openspiel"
OPTIONS = ("no-nil", "small-nil", "no-bags", "spades-any-time", "mercy-rule")
"""The variants that OpenSpiel has not, beside bids-fit, which it always has."""

BID = 52
"""OpenSpiel's action for a bid of none."""

RARE = (
    "nil made",
    "nil failed",
    "nil made and failed in one side",
    "nil bid by both partners",
    "bid cut by the partner's bid",
    "no bid left but nil, after thirteen",
    "contract made exactly",
    "contract failed",
    "bags: ten full",
    "bags: twenty full",
    "bags carried below nothing",
    "no bags counted",
    "lead: Spades barred, not broken",
    "lead: Spades barred by OpenSpiel alone",
    "lead: Spades barred at both tables, though broken",
    "lead: Spades allowed at any time",
    "lead: nothing but Spades in hand",
    "trick trumped",
    "trick trumped twice",
    "game over",
    "game over by the mercy rule",
    "return: win bonus",
    "return: mercy bonus",
    "return: both bonuses",
    *(f"illegal move found: {rule}" for rule in ("hand", "turn", "bid-range", "follow-suit", "break-before-leading")),
)


class Stack(NamedTuple):
    """A deal put together so that something rare happens: by place from one player on, cards, bid and way to play."""

    cards: Mapping[int, Sequence[str]]
    bids: Mapping[int, int]
    policies: Mapping[int, Policy]


NOTHING = named("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 2S")
TOPS = (named("AC KC QC AD KD QD JD AH AS KS QS JS 10S"), named("JC 10C 9C 10D 9D KH QH JH 9S 8S 7S 6S 5S"))
STACKS = {
    "takes nothing, bids nil": Stack({0: NOTHING}, {0: 0}, {0: low}),
    "takes a trick, bids nil": Stack({0: TOPS[0]}, {0: 0}, {0: high}),
    "nil made beside nil failed": Stack({0: NOTHING, 2: TOPS[0]}, {0: 0, 2: 0}, {0: low, 2: high}),
    "takes everything, bids two": Stack({0: TOPS[0], 2: TOPS[1]}, {0: 1, 2: 1}, {0: high, 2: low}),
    "takes everything, bids it": Stack({0: TOPS[0], 2: TOPS[1]}, {0: 9, 2: 4}, {0: high, 2: low}),
    "holds every Spade, bids thirteen": Stack({0: [card for card in SPADES if suit(card) == "S"]}, {0: 13, 2: 0}, {}),
}


class Peer(NamedTuple):
    """OpenSpiel's own options."""

    win_threshold: int
    mercy_threshold: int
    win_or_loss_bonus: int
    use_mercy_rule: bool
    num_tricks: int

    def bonus(self, points: Sequence[int]) -> list[int]:
        """Its returns, side by side, for these points of one hand: the running total is not looked at."""
        sides = list(points)
        for side in (0, 1):
            if sides[side] >= self.win_threshold and sides[side] > sides[1 - side]:
                sides[side] += self.win_or_loss_bonus
            elif self.mercy_threshold and sides[side] <= self.mercy_threshold and sides[side] < sides[1 - side]:
                sides[side] -= self.win_or_loss_bonus
        return sides


@cache
def rules(options: Sequence[str]) -> Ruleset:
    """The shipped ruleset with these variants, in this order, and perhaps the overlay."""
    houses = [overlay(NEVER_BROKEN)] if NEVER_BROKEN in options else []
    return rulesets.load_ruleset("spades", houses=houses, variants=[name for name in options if name != NEVER_BROKEN])


@cache
def peer_game(peer: Peer) -> Any:
    """OpenSpiel's Spades with its own options."""
    return pyspiel.load_game("spades", peer._asdict())


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_spades_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"spades {batch}")
    seen = Counter(dict.fromkeys(RARE, 0))
    for number in range(OPTION_SETS):
        options = ["bids-fit", *(name for name in OPTIONS if rng.random() < 0.4)]
        if number % 2:
            options.append(NEVER_BROKEN)
        rng.shuffle(options)
        for stack in [None] * RANDOM_HANDS + list(STACKS.values()):
            Hand(tuple(options), stack, rng, seen).play()
            seen["hands, random" if stack is None else "hands, stacked"] += 1
    print(*(f"{number:>8}  {what}" for what, number in sorted(seen.items())), sep="\n")
    record_property("seen spades", dict(seen))
    assert [what for what in RARE if not seen[what]] == []


class Hand:
    """One hand at both tables, held against each other all the way."""

    def __init__(self, options: tuple[str, ...], stack: Stack | None, rng: random.Random, seen: Counter[str]) -> None:
        self.options = options
        self.rng = rng
        self.seen = seen
        self.own = Peer(
            rng.choice((500, 150, 100, 50, -50)), rng.choice((-350, -100, -50, 0)), rng.choice((200, 100)),
            rng.random() < 0.5, rng.randint(2, 13),
        )  # fmt: skip
        self.start = [rng.randint(-150, 480) // 10 * 10 + rng.choice((0, 3, 8, 9, 9)) for _ in range(2)]
        self.stacked_at = rng.randrange(4)
        self.stack = stack or Stack({}, {}, {})
        # Where the first to bid sits at the referee's table, and at OpenSpiel's.
        first = rng.randrange(4)
        self.first = rng.randrange(4)
        names = PLAYERS[first:] + PLAYERS[:first]
        setup = {
            "dealer": names[self.first - 1],
            "scores": {name: self.start[player % 2] for player, name in enumerate(names)},
            "bags": {name: self.carried(player % 2) for player, name in enumerate(names)},
        }
        self.tables = Tables(peer_game(self.own).new_initial_state(), SPADES, rules(options), {"setup": setup}, first)
        self.policies: list[Policy] = [self.stacked(self.stack.policies, player) or rng.choice for player in range(4)]

    def carried(self, side: int) -> int:
        """The bags that OpenSpiel reads from a score: its last digit, below nothing where the score is."""
        return int(math.fmod(self.start[side], 10))

    def stacked(self, wanted: Mapping[int, Any], player: int) -> Any:
        """What the stack wants for one of OpenSpiel's players."""
        return wanted.get((player - self.stacked_at) % 4)

    def play(self) -> None:
        """Plays the hand."""
        tables = self.tables
        fixed = {player: self.stacked(self.stack.cards, player) or () for player in range(4)}
        tables.deal(dealt(self.rng, fixed))
        tables.peer.set_current_player(self.first)
        tables.peer.set_current_scores(self.start)
        self.bids: dict[int, int] = {}
        for _ in range(4):
            self.bid()
        while not tables.peer.is_terminal():
            self.lay()
        self.settle()

    def bid(self) -> None:
        """One bid: both tables must allow the same ones, except for the nil that the variant no-nil removes."""
        tables, rng = self.tables, self.rng
        player = tables.peer.current_player()
        legal = tables.legal()
        theirs = tables.peer_legal(BID)
        assert legal == (theirs - {"0"} if "no-nil" in self.options else theirs)
        self.seen["decisions"] += 1
        self.seen["bid cut by the partner's bid"] += len(theirs) < 14
        self.seen["no bid left but nil, after thirteen"] += len(theirs) == 1
        if rng.random() < 0.1:
            self.try_bid(player, theirs)
        wanted = self.stacked(self.stack.bids, player)
        choices = sorted(map(int, legal))
        # Bids that fit and no nil go together only as long as nobody leaves the partner without a trick to bid.
        if "no-nil" in self.options and player not in [(other + 2) % 4 for other in self.bids]:
            choices = choices[:-1]
        bid = wanted if wanted in choices else rng.choice(choices if rng.random() < 0.3 else choices[:5])
        tables.peer.apply_action(BID + bid)
        tables.happen({"bid": bid})
        self.bids[player] = bid

    def try_bid(self, player: int, theirs: set[str]) -> None:
        """Tries an illegal bid before the referee."""
        tables, rng = self.tables, self.rng
        if rng.random() < 0.3:
            tables.finds({"by": tables.names[(player + rng.randint(1, 3)) % 4], "bid": 1}, "turn")
            self.seen["illegal move found: turn"] += 1
            return
        too_many = [-1, len(theirs), 14, 99] + [0] * ("no-nil" in self.options)
        tables.finds({"bid": rng.choice(too_many)}, "bid-range")
        self.seen["illegal move found: bid-range"] += 1

    def lay(self) -> None:
        """One card: both tables must allow the same ones, except for the leads of Spades that OpenSpiel does not know."""
        tables, rng, seen = self.tables, self.rng, self.seen
        player = tables.peer.current_player()
        legal = tables.legal()
        assert legal == self.expected(tables.peer_legal(), tables.hands[player])
        seen["decisions"] += 1
        if rng.random() < (0.02 if tables.trick else 0.1):
            item, rule = tables.illegal_play(legal, rng)
            tables.finds(item, rule)
            seen[f"illegal move found: {rule}"] += 1
        tables.play(self.policies[player](sorted(legal, key=tables.numbers.__getitem__)))

    def expected(self, theirs: set[str], held: set[str]) -> set[str]:
        """What the referee should allow where OpenSpiel allows `theirs`: the whole hand where Spades may be led."""
        tables, seen = self.tables, self.seen
        spades = {card for card in held if suit(card) == "S"}
        if tables.trick or not spades:
            return theirs
        if spades == held:
            seen["lead: nothing but Spades in hand"] += 1
            return theirs
        broken = any(suit(card) == "S" for card in tables.gone())
        if "spades-any-time" in self.options:
            seen["lead: Spades allowed at any time"] += 1
            return held
        if not broken:
            seen["lead: Spades barred, not broken"] += 1
            return theirs
        if NEVER_BROKEN in self.options:
            seen["lead: Spades barred at both tables, though broken"] += 1
            return theirs
        seen["lead: Spades barred by OpenSpiel alone"] += 1
        return held

    def settle(self) -> None:
        """The hand is over: the same winners, the same scores, and nothing to find in its log."""
        tables = self.tables
        won = tricks_taken(tables.peer)
        state = tables.state
        assert [state.won[PLAYERS.index(name)] for name in tables.names] == won
        assert [PLAYERS[trick.winner] for trick in state.finished()][: TRICKS - 1] == tables.winners()
        raw = [after - before for after, before in zip(tables.peer.get_current_scores(), self.start, strict=True)]
        assert [int(value) for value in tables.peer.returns()] == self.own.bonus(raw) * 2
        ours = [points + self.departure(side, won) for side, points in enumerate(raw)]
        points = {name: ours[player % 2] for player, name in enumerate(tables.names)}
        assert points == dict(zip(PLAYERS, state.history[-1].points, strict=True))
        totals = {name: self.start[player % 2] + points[name] for player, name in enumerate(tables.names)}
        tables.log([{"bids": {tables.names[player]: bid for player, bid in self.bids.items()}}], points, totals)
        if "no-bags" not in self.options:
            bags = dict(zip(PLAYERS, state.bags, strict=True))
            assert all((totals[name] - bags[name]) % 10 == 0 and bags[name] < 10 for name in PLAYERS)
        self.note_end(raw, won, sorted(set(totals.values())))

    def departure(self, side: int, won: Sequence[int]) -> int:
        """What the variants change in the points of a side."""
        nils = [won[player] == 0 for player in (side, side + 2) if self.bids[player] == 0]
        points = 0
        if "small-nil" in self.options:
            points -= sum(50 if made else -50 for made in nils)
        if "no-bags" in self.options:
            points += 100 * self.full(side, won)
        return points

    def full(self, side: int, won: Sequence[int]) -> int:
        """How many times a side fills ten bags, by OpenSpiel's reckoning."""
        over = won[side] + won[side + 2] - self.bids[side] - self.bids[side + 2]
        return int((self.carried(side) + over) / 10) if over >= 0 else 0

    def note_end(self, raw: Sequence[int], won: Sequence[int], totals: Sequence[int]) -> None:
        """Counts what was rare about the end of a hand; whether the game is over follows from the totals."""
        seen = self.seen
        for side in (0, 1):
            nils = [won[player] == 0 for player in (side, side + 2) if self.bids[player] == 0]
            seen["nil made"] += sum(nils)
            seen["nil failed"] += len(nils) - sum(nils)
            seen["nil bid by both partners"] += len(nils) == 2
            seen["nil made and failed in one side"] += len(set(nils)) == 2
            over = won[side] + won[side + 2] - self.bids[side] - self.bids[side + 2]
            seen["contract failed"] += over < 0
            seen["contract made exactly"] += over == 0
            if "no-bags" in self.options:
                seen["no bags counted"] += over > 0
            else:
                seen["bags: ten full"] += self.full(side, won) == 1
                seen["bags: twenty full"] += self.full(side, won) == 2
                seen["bags carried below nothing"] += self.carried(side) < 0 < over
        returns = self.own.bonus(raw)
        better = any(value > points for value, points in zip(returns, raw, strict=True))
        worse = any(value < points for value, points in zip(returns, raw, strict=True))
        seen["return: win bonus"] += better
        seen["return: mercy bonus"] += worse
        seen["return: both bonuses"] += better and worse
        plain = [trick for trick in self.tables.tricks if trick and suit(trick[0][1]) != "S"]
        trumps = [sum(suit(card) == "S" for _, card in trick) for trick in plain]
        seen["trick trumped"] += sum(number == 1 for number in trumps)
        seen["trick trumped twice"] += sum(number > 1 for number in trumps)
        mercy = "mercy-rule" in self.options and totals[0] <= -200
        over_now = (totals[-1] >= 500 or mercy) and len(totals) == 2
        assert (self.tables.state.phase == "over") == over_now
        seen["game over by the mercy rule" if mercy else "game over"] += over_now


def tricks_taken(peer: Any) -> list[int]:
    """The tricks that OpenSpiel's players took, from the table that it prints at the end."""
    rows = str(peer).split("Tricks taken:")[1].split("\n")
    return [int(number) for number in rows[3].split()]
