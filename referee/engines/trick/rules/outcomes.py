"""The outcome of a hand: what must be known to score it, its score, and whether the game continues."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence
from math import inf
from operator import add

from referee.core.formula import FormulaError, Value
from referee.core.pads import possible_totals
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import seats
from referee.engines.trick.rules.declarer import remember_contract
from referee.engines.trick.rules.hands import after_dealer, along_known, cards_played
from referee.engines.trick.rules.seats import end_of_hand, finds_partner, matadors, side_of
from referee.engines.trick.state import CHOOSE, DEAL, OVER, PLAY, TrickState
from referee.engines.trick.words.bids import Auction
from referee.engines.trick.words.counts import Fallen
from referee.engines.trick.words.ranking import NO_TRUMP
from referee.engines.trick.words.scoring import IN_A_ROW, Choice, Hand, Known, all_known, in_play

Counts = tuple[tuple[int, ...], ...]
"""The ruleset's counts of cards taken, name by name and seat by seat."""
Points = Sequence[Value] | None
Totals = Sequence[Known] | None


def pass_out(rules: TrickRules, state: TrickState) -> None:
    """End a hand on which nobody bid: it scores nothing, and the next one is dealt."""
    nothing = [0] * rules.players
    out = Hand(bids=state.bids, won=nothing, counts=(tuple(nothing),) * len(rules.scoring.counts))
    _close(rules, state, end_of_hand(rules, state, out), nothing, totals_after(state.scores, nothing))


def finish(rules: TrickRules, state: TrickState) -> None:
    """End a hand with its last trick: it is scored and the next one prepared."""
    if len(state.tricks) == state.length:
        state.unseen = unseen_once_played(rules, state)
    state.plays += len(state.tricks) * len(state.seats)
    if partner_hidden(rules, state):
        state.partner = state.declarer  # nobody had the card, or won a trick
    settle(rules, state)


def partner_hidden(rules: TrickRules, state: TrickState) -> bool:
    """Whether somebody plays with the declarer whom cards or tricks have not shown yet."""
    return state.partner < 0 and finds_partner(rules, state)


def end_early(rules: TrickRules, state: TrickState) -> None:
    """End a hand between two tricks, before all cards are played: what is left unplayed counts for nobody."""
    state.length -= state.left
    state.left = 0
    state.plays += len(state.tricks) * len(state.seats)
    settle(rules, state)


def settle(rules: TrickRules, state: TrickState) -> None:
    """Score the hand, unless a player has yet to choose something."""
    out = outcome_of_play(rules, state)
    waiting = next_choice(rules, state, out)
    if waiting:
        state.phase = CHOOSE
        state.turn = waiting[0]
    else:
        score(rules, state, out)


def unseen_once_played(rules: TrickRules, state: TrickState) -> dict[str, list[int]]:
    """What is still unseen once every card of this hand has been played, since that shows the hands: the events by
    kind."""
    shown = ["bids" for made in state.unproved if made]
    if state.blind:
        shown.append("deal")
        if state.undrawn and not any(rules.leading) and not any(rules.following):
            shown.append("draw")
    unseen = {}
    for what, events in state.unseen.items():
        still = len(events) - shown.count(what)
        if still > 0:
            unseen[what] = events[:still]
    return unseen


def outcome_of_play(rules: TrickRules, state: TrickState) -> Hand:
    """The outcome of a hand that was played to its last trick."""
    whole = _all_taken(state)
    counts = None
    if counts_known(rules, state) and (whole or not rules.scoring.by_play):
        counts = rules.scoring.count_taken(state.taken, state.own_cards, state.trump, cards_fallen(rules, state))
    in_order = None
    if whole:
        in_order = winners(state)
    last = state.leader
    if not any(state.won):
        last = -1
    return as_played(rules, state, counts, last, in_order)


def as_played(
    rules: TrickRules, state: TrickState, counts: Counts | None, last: int | None, winners: Sequence[int] | None
) -> Hand:
    """The outcome of a hand that was played, at least in part. `last` took the last trick, `winners` won the tricks in
    order, if that is known."""
    of_side = matadors(rules, state)
    worth = declared_points(rules, state)
    return Hand(
        bids=state.bids, won=state.won, counts=counts, last=last, chosen=state.choices, worth=worth, matadors=of_side,
        winners=winners,
    )  # fmt: skip


def winners(state: TrickState) -> list[int]:
    """Return the seats that won the finished tricks of this hand that count, one after another."""
    return [winner for _, bits, winner, *_ in state.tricks if not bits[0] & state.discarded]


def cards_fallen(rules: TrickRules, state: TrickState) -> list[Fallen]:
    """How the cards of the finished tricks of this hand fell; empty if no count depends on that."""
    cards = list[Fallen]()
    if rules.scoring.by_play:
        declared = _declared_first(rules, state)
        for number, seat, card in cards_played(rules, state):
            if number:
                trick = (number, number - state.length - 1)  # from the first trick on, and from the last
                won = state.tricks[number - 1][3] == card
                later = frozenset(name for name, event in declared.items() if event < state.tricks[number - 1][-1])
                cards.append(card_fallen(rules, state, seat, card)._replace(trick=trick, won=won, after=later))
    return cards


def _declared_first(rules: TrickRules, state: TrickState) -> dict[str, int]:
    """The number of the event by which each declaration of this hand was first made, by its name."""
    first: dict[str, int] = {}
    for each in state.declared:
        for made in each:
            name = rules.declarations[made.what].name
            first[name] = min(made.event, first.get(name, made.event))
    return first


def card_fallen(rules: TrickRules, state: TrickState, seat: int, card: int) -> Fallen:
    """A card that this player played, with who took it, as far as that is all that is known about how it fell."""
    taker = _taker(state, card)
    return Fallen(card, seat, taker, taker >= 0 and taker not in side_of(rules, state, seat))


def _taker(state: TrickState, card: int) -> int:
    """The seat of the player who took a card; -1 if nobody has."""
    for seat, taken in enumerate(state.taken):
        if taken >> card & 1:
            return seat
    return -1


def declared_points(rules: TrickRules, state: TrickState) -> Sequence[Sequence[tuple[str, Value]]]:
    """The declarations that count, seat by seat, each with its points; of those compared only the best side's do."""
    side: Collection[int] = range(rules.players)
    if rules.declared_compared:
        side = _side_with_best(rules, state)
    by_seat = []
    for seat, each in enumerate(state.declared):
        worth = []
        for made in each:
            one = rules.declarations[made.what]
            if seat in side or one.compared is None:
                worth.append((one.name, one.worth(made, state.ranking)))
        by_seat.append(worth)
    return by_seat


def _side_with_best(rules: TrickRules, state: TrickState) -> Collection[int]:
    """The seats of the side with the best of the declarations that are compared; of equal ones the first from the leader
    on."""
    leader = rules.orders[state.dealer][1]
    if state.tricks:
        leader = state.tricks[0][0]
    best = (-inf, -inf, False)
    side: Collection[int] = ()
    for seat in rules.orders[leader]:
        for made in state.declared[seat]:
            one = rules.declarations[made.what]
            if one.compared is None:
                continue
            goodness = one.goodness(rules.deck, made.suit, rules.plain_heights)
            rank = (one.compared, goodness, not made.cards & ~state.ranking.trumps)
            if rank > best:
                best = rank
                side = side_of(rules, state, seat)
    return side


def next_choice(rules: TrickRules, state: TrickState, out: Hand) -> tuple[int, Choice] | None:
    """The seat of the player who has yet to choose before the hand is scored, first from the dealer's left, and the
    choice. None if nobody has, or too little is known to say so."""
    if not rules.scoring.choices or any(unknown(rules, state, out)):
        return None
    return rules.scoring.next_choice(end_of_hand(rules, state, out), after_dealer(rules, state))


def trump_known(rules: TrickRules, state: TrickState) -> bool:
    """Whether trump is known in a hand, also in one that has only its result recorded."""
    how = rules.trump_set(state.hand)
    if how == "led":
        return state.trump != NO_TRUMP or bool(state.tricks)
    called = None
    if rules.auction and state.contract >= 0:
        called = rules.auction.calls[state.contract].trump
    # once the hand is in play, whoever sets trump has set it
    return called is not None or how == "fixed" or state.turned >= 0 or state.phase == PLAY


def played_by_nobody(rules: TrickRules, state: TrickState) -> bool:
    """Return whether this hand is known to be played although nobody bid."""
    if rules.auction is None or not rules.auction.played_by_nobody:
        return False
    return state.contract < 0 and state.phase in (PLAY, CHOOSE)


def counts_known(rules: TrickRules, state: TrickState) -> bool:
    """Whether enough is known about a hand to say what each card counts for: whose symbols it has, what is trump."""
    scoring = rules.scoring
    if scoring.by_symbol and state.roles is None:
        return False
    return trump_known(rules, state) or not scoring.by_trump


def can_score(rules: TrickRules, state: TrickState, out: Hand) -> bool:
    """Return whether everything that the score of a hand depends on is known."""
    return not any(unknown(rules, state, out)) and next_choice(rules, state, out) is None


def unknown(rules: TrickRules, state: TrickState, out: Hand, keys: Container[str] = ()) -> Iterator[str]:
    """Yield the names of things on which the score of a hand depends and that are not known, except choices of players.
    `out` is its outcome, `keys` are the keys of its result in the log."""
    scoring = rules.scoring
    needs = scoring.needs
    if "bid" in needs and None in in_play(state.seats, out.bids):
        yield "bids"
    if rules.auction is not None:
        yield from _unknown_of_contract(rules, rules.auction, state, out, keys)
    if partner_hidden(rules, state):
        yield "partner"
    if "won" in needs and None in in_play(state.seats, out.won):
        yield "tricks"
    if "last_trick" in needs and out.last is None:
        yield "last trick"
    if IN_A_ROW in needs and out.winners is None:
        yield "trick order"
    if out.counts is None:
        yield from _unknown_of_counts(rules, state, keys)
    if scoring.asks_declared and out.worth is None:
        yield "declarations"
    yield from _unknown_so_far(rules, state)


def _unknown_of_contract(
    rules: TrickRules, auction: Auction, state: TrickState, out: Hand, keys: Container[str]
) -> Iterator[str]:
    """Yield what counts of the contract of a hand and is not known. `keys` are the keys of its result in the log."""
    needs = rules.scoring.needs
    if state.contract >= 0:
        if "level" in needs and auction.contracts and state.bid_for < 0:
            yield "bid"
        if rules.matadors_count and out.matadors is None:
            yield "matadors"
    elif not played_by_nobody(rules, state):
        yield "declarer" if "contract" in keys else "contract"
    if auction.along in needs and not along_known(rules, state):
        yield "defenders' calls"


def _unknown_of_counts(rules: TrickRules, state: TrickState, keys: Container[str]) -> Iterator[str]:
    """Yield what must be known to count the cards taken: trump, roles, or the cards themselves."""
    scoring = rules.scoring
    trump = scoring.by_trump and not trump_known(rules, state)
    roles = scoring.by_symbol and state.roles is None
    if trump:
        yield "trump"
    if roles:
        yield "roles"
    if (trump or roles) and ("captured" in keys or _all_taken(state)):
        return
    yield "counts" if scoring.by_play else "captured cards"


def _unknown_so_far(rules: TrickRules, state: TrickState) -> Iterator[str]:
    """Yield what counts of earlier hands and is not known."""
    if "total" in rules.scoring.columns and None in state.scores:
        yield "totals so far"
    if rules.scoring.bags is not None and None in state.bags:
        yield "bags so far"
    for name, values in state.carried.items():
        if None in values:
            yield f"{name.replace('_', ' ')} so far"


def _all_taken(state: TrickState) -> bool:
    """Return whether every trick of the hand was played, or all until it was ended, so that it is known who took which card."""
    return len(state.tricks) == state.length


def note_unknown(rules: TrickRules, state: TrickState, out: Hand, keys: Container[str]) -> None:
    """Keep why the referee cannot score a hand; if everything else is known, it is what players choose."""
    lacking = list(unknown(rules, state, out, keys)) or ["choices"]
    state.omitted = tuple(dict.fromkeys(state.omitted + tuple(lacking)))


def score(rules: TrickRules, state: TrickState, out: Hand) -> None:
    """Score a hand from its results and continue with the next; it stays unscored if something that counts is unknown."""
    if not can_score(rules, state, out):
        note_unknown(rules, state, out, ())
        state.may_have = [None] * rules.players
        close_unscored(rules, state, out, None, None)
        return
    hand = end_of_hand(rules, state, out)
    points, state.bags = rules.scoring.points(hand)
    wrong = rules.scoring.wrong_sum(points, state.cards, state.hand)
    sums_to = rules.scoring.sums_to
    if wrong and sums_to:
        raise FormulaError(f"by these rules the points of hand {state.hand} {wrong}", sums_to.text)
    if rules.scoring.carry:
        state.carried = rules.scoring.carry_on(hand)
    totals = totals_after(state.scores, points)
    state.may_have = totals_possible(state, [{more} for more in points])
    if totals is not None:
        knocked_out = rules.scoring.knocked_out(hand, totals)
        state.out += tuple([seat for seat in state.seats if seat in knocked_out])
    _close(rules, state, hand, points, totals)


def totals_after(scores: Sequence[Known], points: Points) -> Totals:
    """Return the totals after a hand; None if they are not known."""
    if points is None or not all_known(scores):
        return None
    return list(map(add, scores, points))


def totals_possible(state: TrickState, gained: Sequence[Collection[Value] | None]) -> list[Collection[Value] | None]:
    """The totals that each player may have after a hand that can have given these points, by seat (`gained`); None if
    any is possible."""
    before = []
    for total, may_have in zip(state.scores, state.may_have, strict=True):
        if total is None:
            before.append(may_have)
        else:
            before.append({total})
    return [possible_totals(totals, more) for totals, more in zip(before, gained, strict=True)]


def close_unscored(rules: TrickRules, state: TrickState, out: Hand, points: Points, totals: Totals) -> None:
    """End a hand that cannot be scored from its results: with points and totals from elsewhere, or with none."""
    hand = end_of_hand(rules, state, out)
    if rules.scoring.bags:
        state.bags = [None] * rules.players
    state.carried = {name: [None] * rules.players for name in state.carried}
    if points is None:
        state.miss("points")
    _close(rules, state, hand, points, totals)


def _close(rules: TrickRules, state: TrickState, hand: Hand, points: Points, totals: Totals) -> None:
    """Record a hand and prepare the next, or end the game. `points` and `totals` are None where they are not known."""
    if totals is None:
        totals = [None] * rules.players
    state.scores = list(totals)
    if points is not None:
        points = tuple(points)
    state.history.append(hand._replace(points=points, totals=tuple(totals)))
    state.vulnerable = None
    remember_contract(rules, state)
    if rules.named_by == "most_tricks":
        state.most = _winners_of_most_tricks(state, hand)
    last = bool(state.out) and _sides_left(rules, state) < 2
    # somebody has won even if totals are tied: a declarer who reached the target
    ahead = len(seats.sides_at_target(rules, state)) == 1
    over = rules.scoring.over(state.scores, state.target, state.hand, state.carried, won=ahead)
    if last or over:
        state.phase = OVER
        return
    state.phase = DEAL
    state.hand += 1
    rules = rules.current(state)
    state.dealer = seats.next_dealer(rules, state)
    state.seats = seats.seats_in(rules, state)


def _winners_of_most_tricks(state: TrickState, hand: Hand) -> tuple[int, ...]:
    """The seats of those who won most tricks of a hand; nobody if the tricks are not known."""
    if None in in_play(state.seats, hand.won):
        return ()
    most = max([tricks or 0 for tricks in hand.won])
    return tuple([seat for seat in state.seats if hand.won[seat] == most])


def _sides_left(rules: TrickRules, state: TrickState) -> int:
    """The number of sides that are not knocked out."""
    left = 0
    for side in rules.sides:
        if not set(side) <= set(state.out):
            left += 1
    return left
