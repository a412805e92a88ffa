"""Cards on their way: out of a hand, from the pile, into a field; and rounds: the deal, how turns pass
on, how a round ends and is scored, and how the next begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from referee.core import pads
from referee.core.cards import mask_of
from referee.core.data import Said
from referee.core.events import Event, Faults, Finding, number_of
from referee.core.places import Pointer
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules.moves import Play, field_name, lying_text, within
from referee.engines.fishing.state import DEAL, OVER, PLAY, FishingRound, FishingState, Lying, PendingStep, in_round
from referee.engines.fishing.words.scoring import LUMINARIES, NOTHING, Haul

T = TypeVar("T")
BOX = -1
"""The box in place of a seat: an okus may be taken from it."""
MOVED = "moved"
"""The key of `used` that counts how often everybody changed seats on this turn, where the seats decide who plays next."""


class Cards(NamedTuple):
    """Cards taken from the pile or given up: a mask of those that are known, how many they are in all, the known in order."""

    known: int
    number: int
    listed: tuple[int, ...] = ()

    @classmethod
    def of(cls, cards: Sequence[int]) -> Cards:
        """Return cards that are all known."""
        return cls(mask_of(cards), len(cards), tuple(cards))


class Reseeded(NamedTuple):
    """Cards laid into a field, and the season of the field where the log names it."""

    cards: tuple[int, ...]
    field: str
    written: Pointer = ()
    """The way from the event to the cards: the name of the field as the log has it."""


def check_hand(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that the cards played cannot be in the player's hand."""
    seat = play.seat
    who = state.players[play.seat]
    unknown = play.active & ~state.hands[seat]
    elsewhere = unknown & state.located
    out = unknown & ~rules.pack
    if out:
        message = f"{who} plays {rules.names(out)}, which is left out with {rules.players} players"
        yield Finding("deck", message, seat, word=("leave_out",), bars=True)
    elif elsewhere or unknown.bit_count() > state.hidden[seat]:
        where = "is not in that hand"
        if elsewhere:
            where = place_of(rules, state, elsewhere)
        hand = "cannot hold it"
        if not state.hidden[seat]:
            hand = f"holds {rules.names(state.hands[seat])}"
        message = f"{who} plays {rules.names(elsewhere or unknown)}, which {where}; {who} {hand}"
        yield Finding("hand", message, seat, bars=not in_hands(state, seat, unknown))


def in_hands(state: FishingState, seat: int, cards: int) -> bool:
    """Whether these cards may have come unseen out of the player's hand, apart from those in other players' hands. The
    table may then let the play stand."""
    for other, hand in enumerate(state.hands):
        if other != seat:
            cards &= ~hand
    return not cards & state.located and cards.bit_count() <= state.hidden[seat]


def check_order(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that the cards played are not the first of a hand that is played in order; nothing if that order is not
    known."""
    seat = play.seat
    hand = state.hands[play.seat]
    order = [card for card in state.order[seat] if hand >> card & 1]
    if state.hidden[seat] or len(order) < hand.bit_count() or play.active & ~hand:
        return
    first = order[: play.active.bit_count()]
    if mask_of(first) != play.active:
        names = " ".join(rules.deck.ids[card] for card in first)
        message = f"{state.players[seat]} plays {rules.names(play.active)}"
        message += f"; the hand is played in order, and {names} comes first"
        yield Finding("hand", message, seat, word=("deal", "in_order"))


def place_of(rules: FishingRules, state: FishingState, cards: int) -> str:
    """Where the first of some known cards is, as the end of a sentence: 'lies in the Spring field'."""
    card = cards & -cards  # the lowest bit
    for field, lying in state.everything():
        if lying.cards & card:
            inside = ""
            if lying.sets:
                inside = f" inside {lying_text(rules, lying)}"
            return f"lies{inside} {within(rules, state, field)}"
    for seat, who in enumerate(state.players):
        if state.hands[seat] & card:
            return f"is in {who}'s hand"
        if state.piles[seat] & card:
            return f"is in {who}'s harvest pile"
    return "is out of the round"


def line_up(state: FishingState, seat: int, cards: Sequence[int]) -> None:
    """Put cards after those of a hand that is played in order."""
    state.order[seat] = [*(card for card in state.order[seat] if card not in cards), *cards]


def leave_hand(state: FishingState, seat: int, cards: int) -> None:
    """Take cards out of a hand, whether they were known there or not; everybody has seen them from now on. If they were
    in another player's hand, which the table let stand, they leave that one."""
    known = state.hands[seat] & cards
    state.hands[seat] ^= known
    unseen = cards ^ known
    if unseen & state.located:
        for other, hand in enumerate(state.hands):
            state.hands[other] = hand & ~unseen
            unseen &= ~hand
    state.hidden[seat] -= unseen.bit_count()
    state.located |= cards


def forget(state: FishingState, seat: int) -> None:
    """Forget the cards of a hand after some left it unseen: any of those known to have been there may be gone."""
    known = state.hands[seat]
    state.hands[seat] = 0
    state.hidden[seat] += known.bit_count()
    state.located &= ~known


def draw_cards(rules: FishingRules, state: FishingState, seat: int, drawn: Cards) -> None:
    """Put cards of the pile into a hand; those that are not known count as hidden."""
    state.hands[seat] |= drawn.known
    if rules.deal["in_order"]:
        line_up(state, seat, drawn.listed)
    state.located |= drawn.known
    state.hidden[seat] += drawn.number - drawn.known.bit_count()
    state.stock -= drawn.number


def put_into(state: FishingState, field: int, cards: Iterable[int], hand: int | None = None) -> None:
    """Lay cards face up into a field, from the hand of a seat or, without one, from the pile."""
    for card in cards:
        state.fields[field].append(Lying(1 << card))
        if hand is not None:
            leave_hand(state, hand, 1 << card)
        else:
            state.located |= 1 << card
            state.stock -= 1


def from_pile(
    rules: FishingRules, state: FishingState, cards: int, does: str, listed: Sequence[int] = (), at: Pointer = ()
) -> Faults:
    """Yield that cards cannot come from the pile. `does` begins the sentence ('Ann draws'); `listed` has the cards in
    the order of the log, `at` the place of that list."""
    out = cards & ~rules.pack
    known = cards & state.located & rules.pack
    if out:
        message = f"{does} {rules.names(out)}, which is left out with {rules.players} players"
        yield Finding("deck", message, word=("leave_out",), bars=True, at=(*at, *_first_of(listed, out)))
    if known:
        message = f"{does} {rules.names(known)}, which {place_of(rules, state, known)}; it comes from the draw pile"
        yield Finding("deck", message, bars=True, at=(*at, *_first_of(listed, known)))


def out_of_hand(rules: FishingRules, state: FishingState, seat: int, cards: Cards, does: str, at: Pointer) -> Faults:
    """Yield that cards cannot come out of a hand, as a step asks. `does` is the verb of the sentence; `at` is the place
    in the log."""
    strange = cards.known & ~state.hands[seat]
    if strange & state.located or strange.bit_count() > state.hidden[seat]:
        who = state.players[seat]
        hand = rules.names(state.hands[seat])
        message = f"{who} {does} {rules.names(strange)}, which is not in hand; {who} holds {hand}"
        there = (*at, *_first_of(cards.listed, strange))
        yield Finding("hand", message, seat, bars=not in_hands(state, seat, strange), at=there)


def _first_of(listed: Sequence[int], cards: int) -> Pointer:
    """Return the place in a list of the first of these cards."""
    return next(((place,) for place, card in enumerate(listed) if cards >> card & 1), ())


# -- rounds -------------------------------------------------------------------------------------------------------------


def first_seat(rules: FishingRules, state: FishingState) -> int:
    """Return who plays first: the player after the dealer."""
    return (state.dealer + rules.direction) % rules.players


def hand_size(rules: FishingRules, state: FishingState, seat: int) -> int:
    """Return how many cards a player is dealt now."""
    if deals_hands_only(state):
        return min(rules.hand, state.stock // rules.players)
    if seat == first_seat(rules, state):
        return rules.first_hand
    return rules.hand


def check_deal(rules: FishingRules, state: FishingState, event: Event) -> Faults:
    """Yield everything that is wrong with a deal."""
    for fault in _check_dealt(rules, state, event.value):
        yield fault._replace(at=event.at + fault.at)


def _check_dealt(rules: FishingRules, state: FishingState, dealt: Said) -> Faults:
    """Yield everything wrong with the cards and Luminaries dealt, each at its place in the deal."""
    again = deals_hands_only(state)
    for what in ("fields", "luminaries"):
        if again and dealt[what]:
            message = "cards are dealt to the table in the middle of a round; only hands may be"
            yield Finding("deal", message, at=(what,), bars=True)
            return
    yield from _check_misdeal(rules, state, dealt["fields"])
    seen: dict[int, str] = {}
    if not again:
        yield from _check_fields_dealt(rules, state, dealt["fields"], seen)
    for seat, hand in dealt["hands"].items():
        who = state.players[seat]
        size = hand_size(rules, state, seat)
        if hand.number != size:
            word = "each"
            message = f"{who} is dealt {number_of(hand.number, 'cards')}; it must be {size}"
            if not again and size != rules.hand:
                word = "first"
                message += ", being first to play"
            yield Finding("deal", message, seat, word=("deal", word), at=("hands", who))
        yield from _check_cards(rules, state, hand, f"into {who}'s hand", seen, ("hands", who))
    yield from _check_luminaries_dealt(rules, dealt["luminaries"])


def _onto(rules: FishingRules, state: FishingState, field: int) -> str:
    """Return where cards are dealt: 'into the Spring field', or 'on the table'."""
    if rules.seasons:
        return f"into {field_name(rules, state, field)}"
    return f"on {field_name(rules, state, field)}"


def _check_misdeal(rules: FishingRules, state: FishingState, dealt: Mapping[int, tuple[int, ...]]) -> Faults:
    """Yield fields with so many cards of a kind that the deal does not count."""
    for field, cards in dealt.items():
        wrong = rules.misdeal(mask_of(cards))
        if wrong:
            onto = _onto(rules, state, field)
            message = f"{rules.names(wrong)} are dealt {onto}, which is a misdeal; the cards are dealt again"
            yield Finding("deal", message, word=("deal", "misdeal"), at=("fields", rules.field_names[field]))


def _check_fields_dealt(
    rules: FishingRules, state: FishingState, dealt: Mapping[int, tuple[int, ...]], seen: dict[int, str]
) -> Faults:
    """Yield fields with a wrong number of cards, and cards that cannot be dealt there. `seen` collects where each card
    was dealt."""
    for field in range(rules.fields):
        onto = _onto(rules, state, field)
        at: Pointer = ("fields",)
        if field in dealt:
            at = ("fields", rules.field_names[field])
        cards = dealt.get(field, ())
        if len(cards) != rules.seeded:
            are = "is" if len(cards) == 1 else "are"
            message = f"{number_of(len(cards), 'cards')} {are} dealt {onto}; it must be {rules.seeded}"
            yield Finding("deal", message, word=("deal", "fields"), at=at, bars=True)
        yield from _check_cards(rules, state, Cards.of(cards), onto, seen, at)


def _check_luminaries_dealt(rules: FishingRules, dealt: Mapping[int, str]) -> Faults:
    """Yield too many Luminaries, and those that cannot be in the round; `dealt` has them by field."""
    if len(dealt) > rules.dealt_luminaries > 0:
        message = f"{len(dealt)} Luminaries are dealt; it must be {rules.dealt_luminaries}"
        yield Finding("luminaries", message, word=("luminaries", "dealt"), at=("luminaries",), bars=True)
    named: list[str] = []
    for field, name in dealt.items():
        wrong = rules.not_in_round(name, named, "dealt")
        if wrong:
            here = ("luminaries", rules.field_names[field])
            yield Finding("luminaries", wrong[0], word=wrong[1], at=here, bars=True)
        named.append(name)


def _check_cards(
    rules: FishingRules, state: FishingState, dealt: Cards, place: str, seen: dict[int, str], at: Pointer
) -> Faults:
    """Yield cards that are not in the pack, lie elsewhere, or were dealt before. `seen` has the place of each card
    dealt so far, and gets those of these cards."""
    if not dealt.known & (state.located | ~rules.pack) and seen.keys().isdisjoint(dealt.listed):
        seen |= dict.fromkeys(dealt.listed, place)
        return
    for number, card in enumerate(dealt.listed):
        name = rules.deck.ids[card]
        before = seen.get(card)
        word = tuple[str, ...]()
        seen[card] = place
        if not rules.pack >> card & 1:
            message = f"{name} is dealt {place}, but is left out with {rules.players} players"
            word = ("leave_out",)
        elif state.located >> card & 1:
            message = f"{name} is dealt {place}, but {place_of(rules, state, 1 << card)}"
        elif before is not None:
            message = f"{name} is dealt twice, {before} and {place}"
        else:
            continue
        yield Finding("deck", message, word=word, at=at + (number,), bars=True)


def deal(rules: FishingRules, state: FishingState, event: Event) -> None:
    """Deal the fields, the Luminaries and the hands. Whatever the log does not show is dealt unseen."""
    dealt = event.value
    again = deals_hands_only(state)
    sizes = [hand_size(rules, state, seat) for seat in range(rules.players)]
    if not again:
        state.stock = rules.size
        state.box_okus = rules.okus
        for field, cards in dealt["fields"].items():
            put_into(state, field, cards)
        for field in range(min(rules.dealt_luminaries, rules.fields)):
            state.luminaries[field] = dealt["luminaries"].get(field, "")
    for seat, size in enumerate(sizes):
        state.hands[seat] = state.hidden[seat] = 0
        draw_cards(rules, state, seat, dealt["hands"].get(seat, Cards(0, size)))
        if state.hidden[seat]:
            state.miss("hands")
    state.phase = PLAY
    state.turn = first_seat(rules, state)
    if rules.deal["first_draws"] == "before" and not again:
        state.queue = [PendingStep("draw", state.turn)]


def deal_unseen(rules: FishingRules, state: FishingState) -> None:
    """Deal what a log does not record."""
    deal(rules, state, Event("deal", {"fields": {}, "hands": {}, "luminaries": {}}))


def end_turn(rules: FishingRules, state: FishingState) -> None:
    """Pass the turn to the next player who holds a card. If nobody does, new hands are dealt, or the round ends."""
    # by seats, everybody's hand went on by one, so that its holder now sits where the turn goes to
    ahead = rules.direction - (int(state.used.get(MOVED, "0")) if state.used else 0)
    state.own = None
    state.used = {}
    state.cleared = []
    state.fused = []
    state.fresh = []
    state.ended = state.turn
    for step in range(rules.players):
        seat = (state.ended + ahead + step * rules.direction) % rules.players
        if state.hands[seat] or state.hidden[seat]:
            state.turn = seat
            return
    if rules.deal["again"] and state.stock:
        state.phase = DEAL
    else:
        end_round(rules, state)


def deals_hands_only(state: FishingState) -> bool:
    """Return whether the next deal is one of further hands in the middle of a round."""
    return state.phase == DEAL and state.stock > 0


def end_round(rules: FishingRules, state: FishingState) -> None:
    """Give what is left on the table to the last taker, if the rules say so, and score what everybody harvested."""
    if state.last_taker >= 0 and any(state.fields) and rules.end["leftovers"] == "last_taker":
        for lying in state.fields:
            for one in lying:
                state.piles[rules.keeper[state.last_taker]] |= one.cards
        state.fields = [[] for _ in state.fields]
    if any(state.piles_hidden):
        state.miss("piles")
    hauls = []
    for seats in rules.sides:
        keeper = seats[0]
        counts = rules.scoring.counts(state.piles[keeper], state.named)
        for line in rules.scoring.lines:
            if line.cards == rules.deck.all and not line.best:
                counts[line.name] += state.piles_hidden[keeper]
        claimed = [name for seat in seats for name in state.claimed[seat]]
        okus, sweeps = (sum(held[seat] for seat in seats) for held in (state.okus, state.sweeps))
        hauls.append(haul_of(rules, counts, okus, claimed, sweeps, last=state.last_taker in seats))
    score(rules, state, tuple(hauls))


def haul_of(
    rules: FishingRules, counts: Mapping[str, int], okus: int, luminaries: Sequence[str], sweeps: int, *, last: bool
) -> Haul:
    """The takings of a side, from its counts by line of the score, okus, names of Luminaries and sweeps; `last` if it
    captured last."""
    changed: dict[str, int] = {}
    for name in luminaries:
        changed |= dict(rules.luminaries[name].claim).get("score", {})
    worth = sum(rules.luminaries[name].worth for name in luminaries)
    return Haul(counts, okus, len(luminaries), worth, sweeps, changed, int(last))


def score(
    rules: FishingRules,
    state: FishingState,
    hauls: tuple[Haul, ...],
    claimed: tuple[tuple[str, ...], ...] = (),
    most_by_line: Mapping[str, int] = NOTHING,
) -> None:
    """Score a round from the takings of each side. `most_by_line` names the side with most (-1: none) for lines that
    nothing else is known about."""

    def by_seat(values: Sequence[T]) -> tuple[T, ...]:
        return tuple([values[side] for side in rules.side_of])

    totals = [state.scores[seats[0]] for seats in rules.sides]
    lines, points, won = rules.scoring.score(hauls, totals, state.round, rules.side_of[state.dealer], most_by_line)
    _enter(
        rules,
        state,
        points=by_seat(points),
        lines={name: by_seat(line) for name, line in lines.items()},
        hauls=by_seat(hauls),
        hidden=tuple([state.piles_hidden[seat] for seat in rules.keeper]),
        claimed=claimed or tuple(map(tuple, state.claimed)),
        won=by_seat(won) if won else (),
    )


def put_points(rules: FishingRules, state: FishingState, points: tuple[int, ...], untold: tuple[int, ...]) -> None:
    """Score a round by its points alone, by seat; a pad has none for the seats in `untold`."""
    state.begin_round(rules)
    state.phase = DEAL
    nobody: tuple[tuple[str, ...], ...] = ((),) * rules.players
    _enter(rules, state, points=points, lines={}, hauls=(), hidden=(0,) * rules.players, claimed=nobody, untold=untold)


def _enter(rules: FishingRules, state: FishingState, *, points: tuple[int, ...], **ended: Any) -> None:
    """Add up the points of a round and keep it in the history; then prepare the next round, unless the game is over."""
    totals = pads.add_up(state, points)
    state.history.append(FishingRound(state.round, state.dealer, points=points, totals=totals, **ended))
    scoring = rules.scoring
    reached = not any(state.untold) and scoring.game_ends(
        [state.scores[seats[0]] for seats in rules.sides], state.target, state.round
    )
    one_side = len({rules.side_of[seat] for seat in leaders(rules, state)[0]}) <= 1
    state.begin_round(rules)
    state.phase = DEAL
    state.turn = -1
    state.round_began = state.clock + 1
    if reached and (one_side or rules.end["tied"] == "shared"):
        state.phase = OVER
    else:
        _count_on(rules, state)


def _count_on(rules: FishingRules, state: FishingState) -> None:
    """Go on to the next round and its dealer."""
    state.round += 1
    state.dealer = (state.dealer + pads.STEPS[rules.deal["next_dealer"]]) % rules.players


def give_up(rules: FishingRules, state: FishingState) -> None:
    """End a round that nothing is known about, if it has not ended, with another to come."""
    if in_round(state):
        put_points(rules, state, (0,) * rules.players, ())
    if state.phase == OVER:
        state.phase = DEAL
        _count_on(rules, state)


def forget_points(state: FishingState, seats: Sequence[int]) -> None:
    """Make the takings of the last round unknown, and the points and totals of these seats."""
    for seat in seats:
        state.untold[seat] = True
    if state.history:
        last = state.history[-1]
        untold = tuple(sorted(set(last.untold).union(seats)))
        totals = tuple(pads.known_totals(state))
        state.history[-1] = last._replace(lines={}, hauls=(), won=(), totals=totals, untold=untold)


def leaders(rules: FishingRules, state: FishingState) -> tuple[list[int], str]:
    """The seats that lead, or have won, and what decided between equal totals ('' if nothing did)."""
    hauls, won = (state.history[-1].hauls or None, state.history[-1].won) if state.history else (None, ())
    leading, decided = rules.scoring.leaders(state.scores, hauls, won)
    return leading, "Luminaries" if decided == LUMINARIES else decided
