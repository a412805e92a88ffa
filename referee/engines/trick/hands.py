"""The life of a hand around its tricks: the deal, what is said and passed before play, and the score at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import add
from typing import Any

from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.scoring import Ended
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, Hand, State
from referee.engines.trick.terms import FROM_DEALER, Terms


def begin(terms: Terms, state: State, hands: dict[int, int]) -> None:
    """A hand begins with these cards dealt (seat to mask); the hands of other seats are unseen."""
    players = terms.players
    if len(hands) == players:
        begin_seen(terms, state, [hands[seat] for seat in range(players)])
        return
    state.known = [seat in hands for seat in range(players)]
    state.blind = True
    unseen = terms.pack & ~sum(hands.values())
    state.hands = [hands.get(seat, unseen) for seat in range(players)]
    state.shown = [[] for _ in range(players)]
    _begin(terms, state)


def with_the_last(terms: Terms, hands: dict[int, int], gone: int, size: int) -> dict[int, int]:
    """Hands by seat, with the only one that is missing: where it has `size` cards and no others are left, these are they."""
    rest = terms.pack & ~gone & ~sum(hands.values())
    missing = [seat for seat in range(terms.players) if seat not in hands]
    return {**hands, missing[0]: rest} if len(missing) == 1 and rest.bit_count() == size else hands


def begin_seen(terms: Terms, state: State, hands: list[int]) -> None:
    """A hand begins with these cards dealt, seat by seat."""
    state.known = [True] * terms.players
    state.blind = False
    state.hands = hands
    state.shown = []
    _begin(terms, state)


def _begin(terms: Terms, state: State) -> None:
    players = terms.players
    state.cards = state.left = terms.cards_in_hand(state.hand)
    state.bids = [None] * players
    state.won = [0] * players
    state.taken = [0] * players
    state.passed = [0] * players
    state.spoken = 0
    state.trick = []
    state.tricks = []
    state.table = state.gone = state.own = state.said = state.graced = 0
    if terms.rotation_lasts == "hand" and state.chosen is not None:
        give_roles(terms, state, state.chosen)
    state.turned = -1
    state.trump = terms.trump_cycle[(state.hand - 1) % len(terms.trump_cycle)] if terms.trump_cycle else -1
    state.ranking = terms.rankings[state.trump]
    state.phase = TURN_UP if terms.trump_from == "turned_up" else PASS
    _to_passing(terms, state)


def give_roles(terms: Terms, state: State, roles: list[int]) -> None:
    """The players hold these roles, seat by seat; with them goes which cards bear their own symbol."""
    state.roles = roles
    state.own_cards = [terms.role_cards(role) for role in roles]


def turn_up(terms: Terms, state: State, event: Event) -> None:
    """The turned-up card makes its suit trump."""
    state.turned = event.value
    _not_elsewhere(terms, state, state.dealer, 1 << event.value)
    state.trump = terms.rankings[-1].suit_of[event.value]
    state.ranking = terms.rankings[state.trump]
    state.phase = PASS
    state.clock += 1
    _to_passing(terms, state)


def _not_elsewhere(terms: Terms, state: State, seat: int, cards: int) -> None:
    """Cards that one player showed are in no other unseen hand."""
    for other in range(terms.players):
        if other != seat and not state.known[other]:
            state.hands[other] &= ~cards


def _to_passing(terms: Terms, state: State) -> None:
    if state.phase == PASS and terms.pass_offset(state.hand) is None:
        to_bidding(terms, state)


def to_bidding(terms: Terms, state: State) -> None:
    """Passing is over, or there was none: bids are next where the game has them."""
    if not terms.bids_spoken:
        to_naming(terms, state)
        return
    state.phase = BID
    state.turn = (state.dealer + terms.first_bidder) % terms.players


def to_naming(terms: Terms, state: State) -> None:
    """Bidding is over, or there was none: trump is named where the game has it named."""
    if terms.trump_from != "named":
        to_play(terms, state)
        return
    state.phase = NAME_TRUMP
    state.turn = _seat_of(terms, state, terms.ruleset.get("trick", "named_by", default="high_bidder"))


def to_play(terms: Terms, state: State) -> None:
    """The first lead is next; -1 as the turn when nobody can know whose it is."""
    state.phase = PLAY
    if isinstance(terms.leads, str):
        state.turn = _seat_of(terms, state, terms.leads)
    else:
        wanted = terms.led_by_holder_of
        holders = [seat for seat in range(terms.players) if state.known[seat] and state.hands[seat] & wanted]
        state.turn = holders[0] if holders else -1
    state.leader = state.turn


def _seat_of(terms: Terms, state: State, who: str) -> int:
    if who == "high_bidder":
        first = (state.dealer + 1) % terms.players
        order = [(first + step) % terms.players for step in range(terms.players)]
        return max(order, key=lambda seat: -1 if state.bids[seat] is None else state.bids[seat] or 0)
    return (state.dealer + FROM_DEALER[who]) % terms.players


def name_trump(terms: Terms, state: State, event: Event) -> None:
    """A player names the trump suit, or no trump."""
    state.trump = event.value
    state.ranking = terms.rankings[state.trump]
    state.clock += 1
    to_play(terms, state)


def pass_cards(terms: Terms, state: State, event: Event) -> None:
    """A player lays cards aside for another; they change hands once everybody has passed."""
    seat = event.seat if event.seat is not None else next_to_pass(terms, state)
    state.passed[seat] = event.value
    state.clock += 1
    _not_elsewhere(terms, state, seat, event.value)
    if all(state.passed):
        exchange(terms, state)
        to_bidding(terms, state)


def pass_unseen(terms: Terms, state: State) -> None:
    """Cards are passed and nobody wrote them down: no hand is known any more."""
    if any(state.known):
        state.known = [False] * terms.players
        state.hands = [terms.pack] * terms.players
    to_bidding(terms, state)


def next_to_pass(terms: Terms, state: State) -> int:
    """The first player, left of the dealer first, who has not passed yet."""
    order = ((state.dealer + step) % terms.players for step in range(1, terms.players + 1))
    return next(seat for seat in order if not state.passed[seat])


def exchange(terms: Terms, state: State) -> None:
    """The cards laid aside change hands."""
    offset = terms.pass_offset(state.hand) or 0
    players = terms.players
    if not state.blind:
        moved_on = state.passed[-offset:] + state.passed[:-offset] if offset else state.passed
        state.hands = [
            hand & ~away | here for hand, away, here in zip(state.hands, state.passed, moved_on, strict=True)
        ]
        return
    for seat in range(players):
        if state.known[seat]:
            state.hands[seat] &= ~state.passed[seat]
    for seat in range(players):
        to, moved = (seat + offset) % players, state.passed[seat]
        if state.known[to]:
            state.hands[to] |= moved
        for other in range(players):
            if not state.known[other]:
                state.hands[other] = state.hands[other] | moved if other == to else state.hands[other] & ~moved


def _partners_bid(terms: Terms, state: State, seat: int) -> int:
    bids, total = state.bids, 0
    for other in terms.partners[seat]:
        total += bids[other] or 0
    return total


BID_VALUES: dict[str, Callable[[Terms, State, int], Any]] = {
    "cards": lambda terms, state, seat: state.cards,
    "players": lambda terms, state, seat: terms.players,
    "hand": lambda terms, state, seat: state.hand,
    "hands": lambda terms, state, seat: terms.hands,
    "bids": lambda terms, state, seat: sum(bid for bid in state.bids if bid is not None),
    "spoken": lambda terms, state, seat: state.spoken,
    "last": lambda terms, state, seat: state.spoken == terms.players - 1,
    "partner_bid": _partners_bid,
    "total": lambda terms, state, seat: state.scores[seat],
}


def bid_names(terms: Terms, state: State, seat: int) -> dict[str, Any]:
    """The names that the words of bidding may ask about, for the player at `seat`."""
    return {name: value(terms, state, seat) for name, value in BID_VALUES.items()}


def bid(terms: Terms, state: State, event: Event) -> None:
    """A player bids."""
    state.bids[state.turn] = event.value
    state.spoken += 1
    state.clock += 1
    state.turn = (state.turn + 1) % terms.players
    if state.spoken == terms.players:
        to_naming(terms, state)


def finish(terms: Terms, state: State) -> None:
    """The last trick is in: the hand is scored and the next one prepared."""
    state.before = (state.scores, state.bags, state.unseen)
    state.unseen = {what: list(events) for what, events in state.unseen.items()}
    state.plays += len(state.tricks) * terms.players
    if state.blind and len(state.tricks) == state.cards:
        _forget_unseen_deal(state)
    counts = terms.scoring.count_taken(state.taken, state.own_cards)
    score(terms, state, state.bids, state.won, counts)


def reopen(terms: Terms, state: State) -> None:
    """The hand that ended with the latest trick goes on: as if it had never been scored."""
    hand = state.history.pop()
    state.scores, state.bags, state.unseen = state.before
    state.hand, state.dealer, state.phase = hand.number, hand.dealer, PLAY
    state.plays -= len(state.tricks) * terms.players


def _forget_unseen_deal(state: State) -> None:
    """Once every card of a hand has been played nothing about its deal is unknown any more: what was held was shown."""
    unseen = state.unseen.get("deal", [])
    if unseen:
        unseen.pop()
    if not unseen:
        state.unseen.pop("deal", None)


Counts = tuple[tuple[int, ...], ...]
"""The ruleset's counts of cards taken, name by name and seat by seat."""
Numbers = list[int | None] | list[int]


def can_score(terms: Terms, state: State, bids: Numbers, won: Numbers, counts: Counts | None) -> bool:
    """Whether everything is known that the score of a hand depends on."""
    scoring = terms.scoring
    unknown = (
        ("bid" in scoring.needs and None in bids)
        or ("won" in scoring.needs and None in won)
        or ("total" in scoring.columns and None in state.scores)
        or (scoring.bags is not None and None in state.bags)
    )
    return counts is not None and not unknown


def score(terms: Terms, state: State, bids: Numbers, won: Numbers, counts: Counts | None) -> None:
    """Scores a hand from its results and goes on to the next; unscored when something that counts is unknown."""
    if counts is None or not can_score(terms, state, bids, won, counts):
        close_unscored(terms, state, bids, won, counts, None, None)
        return
    ended = Ended(state.hand, state.cards, state.dealer, bids, won, counts, state.scores, state.bags)
    points, state.bags = terms.scoring.points(ended)
    _close(terms, state, bids, won, counts, points, added(state.scores, points))


def added(scores: Sequence[Any], points: Sequence[Any] | None) -> list[Any] | None:
    """The totals after a hand; None where they are not known."""
    return None if points is None or None in scores else list(map(add, scores, points))


def close_unscored(
    terms: Terms,
    state: State,
    bids: Numbers,
    won: Numbers,
    counts: Counts | None,
    points: Sequence[Any] | None,
    totals: list[Any] | None,
) -> None:
    """Ends a hand that cannot be scored from its results: with points and totals from elsewhere, or with none."""
    if terms.scoring.bags:
        state.bags = [None] * terms.players
    if points is None:
        state.unseen.setdefault("points", []).append(state.clock)
    _close(terms, state, bids, won, counts, points, totals)


def _close(
    terms: Terms,
    state: State,
    bids: Numbers,
    won: Numbers,
    counts: Counts | None,
    points: Sequence[Any] | None,
    totals: list[Any] | None,
) -> None:
    """Writes a hand down and goes on to the next, or to the end of the game."""
    state.scores = [None] * terms.players if totals is None else totals
    state.history.append(
        Hand(
            state.hand, state.cards, state.dealer, tuple(bids), tuple(won), counts,
            None if points is None else tuple(points), tuple(state.scores),
        )
    )  # fmt: skip
    state.phase = OVER if terms.scoring.over(state.scores, state.target, state.hand) else DEAL
    if state.phase == DEAL:
        state.hand += 1
        state.dealer = (state.dealer + terms.next_dealer) % terms.players


def nobody_leads(state: State, event: Event) -> Fault:
    """The leader depends on a card in an unseen hand, and the log does not say who led."""
    return Fault(
        "turn",
        "who leads cannot be known, since no hand is recorded that holds the opening card; say it with `by:`",
        None,
        at=event.at,
        bars=True,
    )
