"""A hand whose results alone were written down (cards dealt, bids or a contract, tricks won, cards captured), or of which the
rest of the tricks was claimed or conceded: nobody plays them, and the hand is scored as if they had been played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core.cards import mask_of, members
from referee.core.data import Said
from referee.core.events import Event, Finding, number_of
from referee.core.formula_words import condition
from referee.core.pads import PadPoints
from referee.core.places import Pointer
from referee.core.sentences import called_in
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import (
    auctions,
    declarer,
    declaring,
    hands,
    outcomes,
    pad_points,
    seats,
    sides,
    stocks,
)
from referee.engines.trick.rules.declarer import NOBODY
from referee.engines.trick.rules.hands import bar, later_beginning, speaking_order
from referee.engines.trick.state import BID, CHOOSE, CONTRACT, DEAL, NAME_TRUMP, PLAY, TrickState
from referee.engines.trick.words.bids import DEALER_MUST, Auction
from referee.engines.trick.words.counts import Fallen
from referee.engines.trick.words.declarations import SHORTENING
from referee.engines.trick.words.ranking import BY_DECLARING, NO_TRUMP, SET_IN_PLAY
from referee.engines.trick.words.scoring import Hand

AT: Pointer = ("result",)
DOUBLED = (
    ((1,), "1, because nothing is doubled in this game"),
    ((1, 2), "1, or 2 if the contract was doubled"),
    ((1, 2, 4), "1, 2 if the contract was doubled, or 4 if it was redoubled"),
)
"""Values of `doubled` without doubles, with them, and with redoubles, too."""


def check(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with the result of a hand: when it comes, its auction, tricks, captured cards, and
    points."""
    value = event.value
    if state.phase == PLAY and (state.tricks or state.trick):
        message = "the result of a hand comes after some of its cards were played; record the rest of its tricks"
        return bar("order", message, at=AT)
    cards = rules.cards_in_hand(state.hand)
    if value["cards"] not in (None, cards):
        message = f"hand {state.hand} is recorded with {number_of(value['cards'], 'cards')}; it must be {cards}"
        message += later_beginning(rules, state, [value["cards"]])
        return bar("deal", message, word=("deal",), at=AT + ("cards",))
    faults = _check_before_play(rules, state, value)
    after = state.copy()
    passed_out = nobody_bid(rules, value)
    if not faults and not passed_out:
        _begin(rules, after, value)  # the contract may say who sits the hand out
        rules = rules.current(after)
    won = _tricks_of_all(rules, after, value)
    if "won" in value:
        short = rules.scoring.until is not None or is_short(rules, value)
        faults += _check_won(rules, after, won, short=short)
        if not faults:
            faults += _check_end(rules, after, won, AT + ("won",))
    if "captured" in value:
        faults += _check_captured(rules, after, value, won)
    if "last_trick" in value:
        faults += _check_last_trick(rules, state, value, won)
    if faults or passed_out:
        return tuple(faults)
    out = _outcome(rules, after, value)
    wrong = _check_sides(rules, after, value)
    if wrong:
        return tuple(wrong)
    if "partner" in value and not seats.finds_partner(rules, after):
        message = "`partner` is given, but no card is called for a partner in this hand"
        return bar("order", message, at=AT + ("partner",))
    return tuple(_check_score(rules, after, out, value, won))


def _check_before_play(rules: TrickRules, state: TrickState, value: Said) -> list[Finding]:
    """What is wrong with the bids or the auction, and with trump."""
    faults: list[Finding] = []
    if rules.auction:
        faults += _check_auction(rules, state, value)
    elif "bids" in value:
        faults += _check_bids(rules, state, value["bids"])
    if "trump" in value:
        faults += _check_trump(rules, state, value)
    return faults


def _tricks_of_all(rules: TrickRules, state: TrickState, value: Said) -> dict[int, int]:
    """The tricks that a result gives, with those that follow from them."""
    if "won" not in value:
        return {}
    if is_short(rules, value):
        tricks = dict.fromkeys(state.seats, 0)
        tricks.update(value["won"])
        return tricks
    if rules.scoring.until:
        return _tricks_of_named(rules, value["won"])
    return fill_in_tricks(rules, state, value["won"])


def _tricks_of_named(rules: TrickRules, won: Mapping[int, int]) -> dict[int, int]:
    """The tricks by seat in a hand that may be over early, so that whoever is not named may have won any number. If only
    sides are scored, those of a side stand with any of its players."""
    tricks = dict(won)
    for side in rules.sides:
        if rules.scoring.by_side and not tricks.keys().isdisjoint(side):
            tricks = dict.fromkeys(side, 0) | tricks
    return tricks


def _check_end(rules: TrickRules, state: TrickState, won: Mapping[int, int], at: Pointer) -> Iterator[Finding]:
    """Yield that a hand which is over early (`play: until`) cannot have ended with these tricks: before it is over, or with
    tricks that came after its end. Nothing is said if it depends on more than tricks."""
    if not rules.scoring.decided_by_tricks or won.keys() < set(state.seats):
        return
    if outcomes.partner_hidden(rules, state) or (rules.auction and state.contract < 0):
        return
    word = ("play", "until")
    over = f"a hand is over when {condition(rules.ruleset.get(*word), called_in(rules.ruleset))}"
    together = number_of(sum(won.values()), "tricks")
    whole = sum(won.values()) == rules.tricks_counted(state.cards, len(state.seats))
    before = [{**won, seat: tricks - 1} for seat, tricks in won.items() if tricks]
    message = ""
    if not whole and not _is_decided_by(rules, state, won):
        message = f"with {together} this hand is not over; {over}"
    elif all(_is_decided_by(rules, state, fewer) for fewer in before):
        message = f"with {together} this hand was over before its last trick; {over}"
    if message:
        yield Finding(rules.cite(*word), message, at=at, word=word)


def _is_decided_by(rules: TrickRules, state: TrickState, won: Mapping[int, int]) -> bool:
    """Whether a hand in which these tricks were won, by seat, is over by `play: until`."""
    tricks = [won.get(seat, 0) for seat in range(rules.players)]
    hand = Hand(won=tricks)
    return bool(rules.scoring.is_decided(seats.end_of_hand(rules, state, hand)))


def is_short(rules: TrickRules, value: Said) -> bool:
    """Return whether something was declared, or may have been according to a result, after which a hand has fewer tricks."""
    if "declared" not in value:
        return rules.shortened
    for each in value["declared"].values():
        for what, _ in each:
            if rules.declarations[what].then in SHORTENING:
                return True
    return False


def _check_last_trick(rules: TrickRules, state: TrickState, value: Said, won: Mapping[int, int]) -> Iterator[Finding]:
    """Yield the fault of a last trick taken by somebody who won none."""
    last = value["last_trick"]
    may_stand_with: tuple[int, ...] = (last,)
    if rules.scoring.by_side and last not in value.get("won", ()):
        may_stand_with += tuple(rules.partners[last])
    if not any(won.get(seat, 1) for seat in may_stand_with):
        message = f"the result says that {state.players[last]} took the last trick, but won none"
        yield Finding("result", message, last, at=AT + ("last_trick",))


def _check_score(
    rules: TrickRules, state: TrickState, out: Hand, value: Said, won: Mapping[int, int]
) -> Sequence[Finding]:
    """The first kind of fault in what a result says beside its tricks: counts, declarations, choices, points."""
    faults: list[Finding] = []
    if "counts" in value:
        faults += pad_points.count_faults(rules, state, value, won)
    if "declared" in value and not faults and declaring.worth_known(rules, state):
        faults += declaring.check_written(rules, state.copy(), value["declared"])
    if "choices" in value and not faults:
        faults += declaring.check_written_choices(rules, state, out)
    if not faults:
        faults += _check_points(rules, state, out, value)
    return faults


def nobody_bid(rules: TrickRules, value: Said) -> bool:
    """Return whether a result says that all players passed, so that nothing was played."""
    return says_pass(rules, value) and not rules.the_auction.played_by_nobody


def says_pass(rules: TrickRules, value: Said) -> bool:
    """Return whether a result gives `contract: pass`."""
    return rules.auction is not None and value.get("contract") == rules.auction.passes


def _check_auction(rules: TrickRules, state: TrickState, value: Said) -> Iterator[Finding]:
    """Yield everything that is wrong with what a result says about the auction."""
    auction = rules.the_auction
    if rules.holders and _nobody_bids(rules, state, value):
        # the declarer is one of those who play together by their cards
        value = dict(value)
        value.pop("declarer", None)
    given = [key for key in ("contract", "declarer", "doubled") if key in value]
    phase = state.phase
    if auction.along and state.answers == 0:  # the contract is known, and the result may say who comes along
        phase = PLAY
    if phase == BID and state.calls:
        whose = f"it is {state.players[state.turn]}'s turn to call"
        yield from bar("order", f"the result of a hand comes before its auction is over; {whose}", at=AT)
        return
    if says_pass(rules, value):
        yield from _check_pass(rules, state, value, given, phase)
        return
    if "matadors" in value:
        yield from _check_matadors(rules, state, value)
    if "bid" in value and not auction.contracts:
        message = "`bid` is for games in which the contract is named after the auction; here the bid is the contract"
        yield from bar("order", message, at=AT + ("bid",))
    if "bids" in value and phase in (CONTRACT, PLAY):
        yield from bar("order", "the bids of this hand are given twice", at=AT + ("bids",))
        return
    twice = _facts_known_already(auction, value, phase)
    if twice:
        key, message = twice
        yield from bar("order", f"{message}; remove `{key}`", at=AT + (key,))
    elif "bids" in value:
        yield from _check_calls(rules, state, value["bids"])
    elif given and not auction.contracts:
        yield from _check_contract(rules, value)
        yield from _check_declarer(rules, state, value)
    if not twice and {"contract", "declarer"} <= value.keys():
        yield from _check_chosen(rules, state, value["declarer"], value["contract"])


def _nobody_bids(rules: TrickRules, state: TrickState, value: Said) -> bool:
    """Whether nobody bids in this hand, as far as it has been recorded and its result says."""
    passes = rules.the_auction.passes
    calls = value.get("bids", (passes,))
    return state.contract < 0 and min(calls) >= rules.the_auction.bids and value.get("contract", passes) == passes


def _check_sides(rules: TrickRules, state: TrickState, value: Said) -> Sequence[Finding]:
    """The fault of a declarer and a partner of a result who cannot both hold the cards that make the sides."""
    if not seats.made_by_cards(rules, state) or not {"declarer", "partner"} <= value.keys():
        return ()
    together = tuple(sorted({value["declarer"], value["partner"]}))
    if together in sides.by_cards(rules, state):
        return ()
    names = in_list([state.players[seat] for seat in together])
    message = f"{names} are given as those who held {rules.card_names(rules.deck.once(rules.holders))}, but others did"
    word = ("bidding", "declarer", "holders_of")
    return bar(rules.cite(*word), message, word=word, at=AT + ("declarer",))


def _facts_known_already(auction: Auction, value: Said, phase: str) -> tuple[str, str] | None:
    """The first key of a result about the contract that is known from elsewhere, and why it is; None if there is
    none."""
    if auction.contracts:  # the declarer names the contract once the auction is over
        names = [key for key in ("contract", "bid", "declarer") if key in value]
        if phase == PLAY and names:
            return names[0], "the contract of this hand is already named"
        if (phase == CONTRACT or "bids" in value) and names[1:]:
            return names[-1], "the declarer and the bid follow from the calls of this hand"
        return None
    names = [key for key in ("contract", "declarer", "doubled") if key in value]
    if (phase == PLAY or "bids" in value) and names:
        return names[0], "the contract follows from the calls of this hand"
    return None


def _check_contract(rules: TrickRules, value: Said) -> Iterator[Finding]:
    """Yield what is wrong with a contract by name: it cannot be doubled like this, or is not a bid."""
    auction = rules.the_auction
    times, right = DOUBLED[(auction.doubles >= 0) + (auction.redoubles >= 0)]
    doubled = value.get("doubled", 1)
    if doubled not in times:
        message = f"`doubled` is {doubled}; it must be {right}"
        yield from bar(rules.cite("bidding", "doubles"), message, at=AT + ("doubled",))
    call = value.get("contract", 0)
    if call >= auction.bids:
        message = f"{auction.calls[call].name} is not a bid, so it cannot be the contract"
        yield from bar("auction", message, at=AT + ("contract",))
    elif auction.calls[call].then in auctions.THROWN_IN:
        message = f"with {auction.calls[call].name} the hand is thrown in, so it has no result"
        yield from bar("auction", message, at=AT + ("contract",))


def _check_declarer(rules: TrickRules, state: TrickState, value: Said) -> Iterator[Finding]:
    """Yield the fault of a declarer who may not call in this hand."""
    if rules.sits_out or state.dealer < 0 or "declarer" not in value:
        return
    callers = hands.callers(rules, state)
    seat = value["declarer"]
    if seat not in callers:
        names = in_list([state.players[other] for other in callers])
        message = f"{state.players[seat]} is given as the declarer, but only {names} may call in this hand"
        yield from bar(rules.cite("bidding", "who"), message, seat, word=("bidding", "who"), at=AT + ("declarer",))


def _check_chosen(rules: TrickRules, state: TrickState, seat: int, contract: int) -> Iterator[Finding]:
    """Yield the fault of a contract that its declarer has chosen in an earlier hand, if each may be chosen once."""
    if declarer.chosen_before(rules, state, seat) >> contract & 1:
        who = state.players[seat]
        name = rules.the_auction.calls[contract].name
        message = f"{who} is given as the declarer of {name}, which {who} has chosen in an earlier hand"
        word = ("bidding", "once")
        yield from bar(rules.cite(*word), message, seat, word=word, at=AT + ("contract",))


def _check_pass(
    rules: TrickRules, state: TrickState, value: Said, given: Sequence[str], phase: str
) -> Iterator[Finding]:
    """Yield what is wrong with a result that says that nobody bid. `given` are its keys about the contract, `contract`
    first, and `phase` is that of the hand."""
    if rules.the_auction.somebody_must:
        who = "the last to speak"
        if rules.the_auction.nobody == DEALER_MUST:
            who = "the dealer"
        message = f"{who} must bid if nobody else does, so the contract is not pass"
        yield from bar(rules.cite("bidding", "nobody"), message, at=AT + ("contract",))
    elif max(state.contract, state.bid_for) >= 0 and phase in (CONTRACT, PLAY):
        yield from bar("auction", "somebody bid, so the contract is not pass", at=AT + ("contract",))
    elif nobody_bid(rules, value):
        for key in ["won"] if "won" in value else given[1:2]:
            yield from bar("auction", f"nobody bid, so nothing was played; remove `{key}`", at=AT + (key,))
    elif given[1:]:
        yield from bar("auction", f"nobody bid, so there is no contract; remove `{given[1]}`", at=AT + (given[1],))


def _check_matadors(rules: TrickRules, state: TrickState, value: Said) -> Iterator[Finding]:
    """Yield the fault of an impossible number of trumps in a row, or one that does not count."""
    if not rules.matadors_count:
        yield from bar("order", "`matadors` are given, but they do not count in this game", at=AT + ("matadors",))
        return
    call = value.get("contract", -1 if state.phase == DEAL else state.contract)
    many = value["matadors"]
    trump = None
    if call >= 0:
        trump = rules.the_auction.calls[call].trump
    if trump is None:
        there = many
    else:
        there = (rules.rankings[trump].trumps & rules.pack).bit_count()
    if not min(there, 1) <= many <= there:
        span = "0, because there is no trump"
        if there:
            span = f"1 to {there}"
        given = f"{number_of(many, 'matadors')} {'is' if many == 1 else 'are'} given"
        yield from bar("result", f"{given}; with this contract there can be {span}", at=AT + ("matadors",))


def _check_calls(rules: TrickRules, state: TrickState, calls: list[int]) -> Iterator[Finding]:
    """Yield what is wrong with the calls in a result: each by itself, and whether the auction is over after the last of
    them."""
    trial = state.copy()
    at = AT + ("bids",)
    hands.begin(rules, trial, {})
    hands.to_bidding(rules, trial)
    for place, call in enumerate(calls):
        auctions.speak_again(rules, trial)
        if trial.phase != BID:
            yield from bar("auction", "the auction is over before this call", at=at + (place,))
            return
        event = Event("bid", call, at=at + (place,))
        yield from auctions.check(rules, trial, event)
        auctions.call(rules, trial, event)
    # once the auction is over, defenders may leave out that they have nothing to say, unless each is asked to come along
    open_still = trial.answers < 0 or (trial.answers > 0 and rules.the_auction.along)
    if trial.phase == BID and open_still and not auctions.raising(trial):
        whose = trial.players[trial.turn]
        yield from bar("auction", f"with these calls the auction is not over; it is {whose}'s turn to call", at=at)
    elif trial.phase == DEAL:
        if trial.contract < 0:
            nobody = "nobody bid"
        else:
            nobody = auctions.UNOPPOSED
        yield from bar("auction", auctions.HAS_NO_RESULT.format(nobody), at=at)


def _check_bids(rules: TrickRules, state: TrickState, bids: Mapping[int, int]) -> Iterator[Finding]:
    """Yield what is wrong with the bids of tricks in a result, player by player in order of speaking."""
    at = AT + ("bids",)
    if not rules.bids_spoken or state.phase == PLAY:
        twice = "the bids of this hand are given twice"
        yield from bar("order", twice if rules.bids_spoken else "bids are given, but this game has no bidding", at=at)
        return
    trial = state.copy()
    hands.begin(rules, trial, {})
    trial.phase = BID
    for seat in speaking_order(rules, state):
        trial.turn = seat
        if seat not in bids:
            yield from bar("turn", f"{state.players[seat]} has not bid", seat, at=at)
            continue
        event = Event("bid", bids[seat], seat=seat, at=at + (state.players[seat],))
        yield from auctions.check(rules, trial, event)
        auctions.speak(rules, trial, event)
        trial.phase = BID


def _check_trump(rules: TrickRules, state: TrickState, value: Said) -> tuple[Finding, ...]:
    """The fault of a trump that is given although something else sets it, or sets another."""
    how = rules.trump_set(state.hand)
    if how in ("contract", "fixed"):
        sets = "trump is fixed in this hand"
        if how == "contract":
            sets = "the contract sets trump"
        return bar("order", f"{sets}; remove `trump`", at=AT + ("trump",))
    if state.phase != DEAL and (state.trump != NO_TRUMP if how in SET_IN_PLAY else outcomes.trump_known(rules, state)):
        return bar("order", "trump in this hand is given twice", at=AT + ("trump",))
    if how == BY_DECLARING and "declared" in value:
        declared = declaring.trump_by(rules, state, value["declared"])
        if declared not in (None, value["trump"]):
            suit = rules.trump_word(declared)
            return bar("result", f"by what was declared trump is {suit}; remove `trump`", at=AT + ("trump",))
    return ()


def _check_won(rules: TrickRules, state: TrickState, won: Mapping[int, int], *, short: bool) -> Sequence[Finding]:
    faults: list[Finding] = []
    cards = rules.cards_in_hand(state.hand)
    most = rules.tricks_counted(cards, len(state.seats))
    together = sum(won.values())
    for seat, tricks in won.items():
        who = state.players[seat]
        absent = bool(tricks) and seat not in state.seats
        if absent:
            but = f", but {seats.absence(state, seat)}"
        else:
            but = f" in a hand of {most}"
        if absent or not 0 <= tricks <= most:
            message = f"{who} is recorded with {number_of(tricks, 'tricks')}{but}"
            faults += bar("result", message, seat, at=AT + ("won", who))
    few = together < most and not short and won.keys() >= set(state.seats)
    if not faults and (together > most or few):
        there = f"there {'is' if most == 1 else 'are'} {number_of(most, 'tricks')}"
        message = f"the tricks won add up to {together}; in a hand of {number_of(cards, 'cards')} {there}"
        faults.append(Finding("result", message, at=AT + ("won",)))
    return faults


def fill_in_tricks(rules: TrickRules, state: TrickState, won: dict[int, int]) -> dict[int, int]:
    """The tricks of all players, from those `won` by some, as far as they follow: whoever is omitted won none if the
    others have them all, and one who alone is omitted has the rest.

    If only the sides matter, a side's tricks go to its player who is named, or to its first player; to the one who plays
    if the partner sits out.
    """
    if not won or len(won) == rules.players or min(won.values()) < 0:
        return won
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    left = max(tricks - sum(won.values()), 0)
    if not rules.scoring.by_side:
        omitted = [seat for seat in state.seats if seat not in won]
        if len(omitted) == 1 or not left:
            return won | dict.fromkeys(omitted, left)
        return won
    rest = _rest_of_sides(rules, state, won, left)
    if rest is None:
        return won
    tricks_of_all = dict.fromkeys(range(rules.players), 0)
    for seat, tricks in (won | rest).items():
        tricks_of_all[_player_of_side(rules, state, seat)] += tricks
    return tricks_of_all


def _rest_of_sides(rules: TrickRules, state: TrickState, won: Mapping[int, int], left: int) -> dict[int, int] | None:
    """The tricks left over, by a seat whose player must have won them but is not named; None if nobody knows whose they
    are."""
    silent = [side for side in rules.sides if won.keys().isdisjoint(side)]
    if silent:
        return {silent[0][0]: left} if len(silent) == 1 else {}
    if not left:
        return {}
    playing = set(state.seats)
    omitting = [side for side in rules.sides if playing.intersection(side) - won.keys()]
    if len(omitting) > 1:
        return None
    rest = {}
    for side in omitting:
        for seat in side:
            if seat not in won:
                rest[seat] = left
    return rest


def _player_of_side(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The player with whom the tricks of this one stand: a partner if this one sits out."""
    if seat in state.seats:
        return seat
    for partner in rules.partners[seat]:
        if partner in state.seats:
            return partner
    return seat


def _check_captured(rules: TrickRules, state: TrickState, value: Said, won: Mapping[int, int]) -> Iterator[Finding]:
    """Yield cards that cannot have been captured, and piles of more cards than the tricks of a side can have."""
    captured: Mapping[int, Sequence[int]] = value["captured"]
    # if not everybody is named, a side's tricks may stand with one partner and its cards with another
    pooled = rules.scoring.by_side and len(value.get("won", won)) < rules.players
    owner: dict[int, int] = {}
    counted = set[int]()
    for seat, cards in captured.items():
        for place, card in enumerate(cards):
            yield from _check_captured_card(rules, state, owner, seat, place, card)
            owner.setdefault(card, seat)
        side: tuple[int, ...] = (seat,)
        if pooled:
            side += tuple(rules.partners[seat])
        if counted.isdisjoint(side) and won.keys() >= set(side):
            yield from _check_pile(rules, state, seat, side, captured, won)
        counted.add(seat)


def _check_captured_card(
    rules: TrickRules, state: TrickState, owner: Mapping[int, int], seat: int, place: int, card: int
) -> Iterator[Finding]:
    """Yield the fault of a captured card that is not in play, or was captured before, as `owner` says by card."""
    at = AT + ("captured", state.players[seat], place)
    if not rules.pack >> card & 1:
        yield hands.not_in_deck(rules, card, seat, at)
    elif card in owner:
        message = rules.deck.twice(card, "is captured")
        if not rules.deck.has_twins:
            message += f", by {state.players[owner[card]]} first"
        wrong = None  # or the pile that was named first
        if owner[card] == seat:
            wrong = seat
        yield from bar("deck", message, wrong, at=at)


def _check_pile(
    rules: TrickRules,
    state: TrickState,
    seat: int,
    side: Sequence[int],
    captured: Mapping[int, Sequence[int]],
    won: Mapping[int, int],
) -> Iterator[Finding]:
    """Yield the fault of a side that captured more cards than its tricks have; `seat` is the first of it that is named."""
    pile: list[int] = []
    tricks = 0
    for other in side:
        pile += captured.get(other, ())
        tricks += won[other]
    back = (mask_of(pile) & rules.goes_back).bit_count()
    most = tricks * len(state.seats) + stocks.talon_counted(rules, state, side)[1] + back
    if len(pile) > most:
        who = state.players[seat]
        message = f"{who} is recorded with {number_of(len(pile), 'cards')} captured in "
        message += f"{number_of(tricks, 'tricks')} of {len(state.seats)}"
        yield from bar("result", message, seat, at=AT + ("captured", who))


def _check_points(rules: TrickRules, after: TrickState, out: Hand, value: Said) -> Iterator[Finding]:
    """Yield the faults of points that the hand cannot have given, or did not give if everything is known; and of a result
    that does not say who is knocked out, which decides who plays on."""
    known = outcomes.can_score(rules, after, out)
    asked = bool(value.keys() & {"score", "totals"})
    if rules.scoring.knock_out and not known and pad_points.seats_knocked_out(rules, after, value, out) is None:
        needs = {"bids": rules.bids_spoken, "won": True, "captured": rules.scoring.counts and "counts" not in value}
        missing = in_list([f"`{key}`" for key, needed in needs.items() if needed and key not in value])
        message = "who is knocked out after this hand depends on"
        if missing:
            message += f" more than is given; add {missing} for everybody"
        else:
            message += f" what is not known: {in_list(outcomes.unknown(rules, after, out))}"
        yield Finding("result", message, at=AT, asks=True)
        return
    if asked and not known:
        yield from pad_points.faults(rules, after, value, out)
    elif asked:
        written = PadPoints("result", after.players, after.scores, value, beside=value.get("claimed", ()))
        may_have = list(after.may_have)
        outcomes.score(rules, after, out)
        points = after.history[-1].points or ()
        yield from written.miswritten(points)
        yield from written.impossible_totals(may_have, [{more} for more in points])


def _begin(rules: TrickRules, state: TrickState, value: Said) -> None:
    """Begin the hand of a result, with its contract, unless the log has done so."""
    if state.phase == DEAL:
        hands.begin(rules, state, {})
        state.dealt = state.cards
    if state.phase != PLAY and rules.auction is not None:
        auctions.settle_contract(rules, state, value)
        if state.phase == BID and state.contract >= 0:
            state.phase = PLAY
    sides.settle_by_cards(rules, state)
    if seats.made_by_cards(rules, state) and state.declarer < 0 and {"declarer", "partner"} <= value.keys():
        state.declarer = value["declarer"]
        state.partner = value["partner"]


def _outcome(rules: TrickRules, state: TrickState, value: Said) -> Hand:
    """The outcome of a hand that has begun, according to its result."""
    _set_trump(rules, state, value)
    every = range(rules.players)
    bids = state.bids
    if rules.bids_spoken:
        said = value.get("bids", {})
        bids = [said.get(seat, bid) for seat, bid in enumerate(state.bids)]
    tricks = _tricks_of_all(rules, state, value)
    counts = _counts_written(rules, state, value, tricks)
    worth = None
    if "declared" in value and declaring.worth_known(rules, state):
        any(declaring.check_written(rules, state, value["declared"]))  # puts them into the state
        worth = outcomes.declared_points(rules, state)
    together = rules.scoring.by_side and len(value.get("won", tricks)) < len(tricks)
    last = value.get("last_trick")
    if tricks and not any(tricks.values()):
        last = NOBODY
    choices = value.get("choices", {})
    chosen = []
    for seat, each in enumerate(state.choices):
        chosen.append(list(dict.fromkeys(list(each) + list(choices.get(seat, ())))))
    return Hand(
        bids=list(bids), won=[tricks.get(seat) for seat in every], counts=counts, last=last, chosen=chosen,
        worth=worth, matadors=value.get("matadors"), together=together,
    )  # fmt: skip


def _set_trump(rules: TrickRules, state: TrickState, value: Said) -> None:
    """Set the trump that a result gives, or that follows from what was declared."""
    trump = value.get("trump")
    how = rules.trump_set(state.hand)
    if trump is None and how == BY_DECLARING and "declared" in value:
        trump = declaring.trump_by(rules, state, value["declared"])
    if trump is not None:
        hands.set_trump(rules, state, trump)
        state.phase = PLAY
    elif how in SET_IN_PLAY and state.trump == NO_TRUMP:
        state.phase = NAME_TRUMP  # for nobody says what was trump


def _counts_written(
    rules: TrickRules, state: TrickState, value: Said, tricks: dict[int, int]
) -> outcomes.Counts | None:
    """The counts of a hand, according to its result or the cards captured in it; None if they are not known."""
    scoring = rules.scoring
    if not scoring.counts:
        counts: outcomes.Counts | None = ()
    else:
        counts = None
    every = range(rules.players)
    if "captured" in value:
        state.taken = [mask_of(value["captured"].get(seat, ())) for seat in every]
        known = outcomes.counts_known(rules, state) and pad_points.all_counted(rules, state, value, tricks)
        if known and not scoring.by_play:
            counts = scoring.count_taken(state.taken, state.own_cards, state.trump)
    if "counts" in value and scoring.counts:
        by_seat = [value["counts"].get(seat, {}) for seat in every]
        counts = tuple([tuple([numbers.get(name, 0) for numbers in by_seat]) for name in scoring.counts])
    return counts


def apply(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Score a hand from its results, or, if they are not enough, from what is claimed about it."""
    value = event.value
    if nobody_bid(rules, value):
        if state.blind and state.phase == BID:
            hands.forget_unseen_deal(state)
        hands.begin(rules, state, {})
        outcomes.pass_out(rules, state)
        return
    if rules.held_names:
        before = state.copy()
    else:
        before = state
    _begin(rules, state, value)
    rules = rules.current(state)
    out = _outcome(rules, state, value)
    size = rules.tricks_counted(state.cards, len(state.seats)) * len(state.seats)
    few = sum(mask.bit_count() for mask in state.taken) < size
    if few and "captured" in value and (out.counts is None or pad_points.counts_outside_piles(rules, state)):
        state.miss("captured")
    state.miss("plays")
    if rules.held_names:  # whether only some of the players' possible hands allow the bids
        hands.begin(rules, before, {})
        hands.to_bidding(rules, before)
        for seat, made in zip(speaking_order(rules, before), value.get("bids", ()), strict=False):
            auctions.speak(rules, before, Event("bid", made if rules.auction else value["bids"][seat]))
        if any(before.unproved):
            state.miss("bids")
    pad_points.close(rules, state, value, out)


def moves_of_roles(rules: TrickRules, state: TrickState, value: Said) -> tuple[int, ...]:
    """The places by which the roles may have moved in a hand that has only its result recorded, according to the
    cards that move them and whether they were captured; (0,) if they did not move."""
    if not rules.moving or state.roles is None or rules.rotation_lasts == "hand" or nobody_bid(rules, value):
        return (0,)
    captured = 0
    for cards in value.get("captured", {}).values():
        captured |= mask_of(cards)
    dealt = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats)) * len(state.seats)
    all_captured = captured.bit_count() >= dealt
    moves = {0}
    for card, places in rules.moving:
        there = bool(captured >> card & 1)
        if all_captured and not there:
            continue
        moved = {(before + places) % rules.players for before in moves}
        if there:
            moves = moved
        else:
            moves |= moved
    return tuple(sorted(moves))


def check_rest(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with how the rest of the tricks is shared."""
    rest = event.value
    for seat, tricks in rest.items():
        who = state.players[seat]
        message = f"{who} is given {number_of(tricks, 'tricks')} of the rest"
        if tricks and seat not in state.seats:
            return bar("result", f"{message}, but {seats.absence(state, seat)}", seat)
        if tricks < 0:
            return bar("result", message, seat, at=("rest", who))
    given = sum(rest.values())
    least = state.left
    if rules.scoring.until:  # the hand may be over before the last of them
        least = 1
    if not least <= given <= state.left:
        message = f"the rest adds up to {number_of(given, 'tricks')}; {state.left} are still to come"
        return bar("result", message)
    won = {seat: tricks + rest.get(seat, 0) for seat, tricks in enumerate(state.won)}
    return tuple(_check_end(rules, state, won, ("rest",)))


def concede_rest(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Let the rest of the tricks be won without being played; the hand is over, once everybody has chosen."""
    takers = [seat for seat, tricks in event.value.items() if tricks]
    sides.settle_by_cards(rules, state)
    unplayed = state.left - sum(event.value.values())
    state.left -= unplayed
    state.length -= unplayed
    counts = _counts_of_rest(rules, state, takers)  # None if cards are left that nobody plays
    state.won = [tricks + event.value.get(seat, 0) for seat, tricks in enumerate(state.won)]
    state.plays += len(state.tricks) * len(state.seats) + len(state.trick)
    last = None
    winners = None
    if len(takers) == 1:
        last = takers[0]
        if len(state.tricks) + state.left == state.length:
            winners = outcomes.winners(state) + takers * state.left
    out = outcomes.as_played(rules, state, counts, last, winners)._replace(together=rules.scoring.by_side)
    state.trick = []
    state.table = 0
    state.left = 0
    waiting = outcomes.next_choice(rules, state, out)
    if waiting:
        state.phase = CHOOSE
        state.turn = waiting[0]
        state.leader = takers[0]
    else:
        pad_points.close(rules, state, {"won": state.won}, out)


def _counts_of_rest(rules: TrickRules, state: TrickState, takers: Sequence[int]) -> outcomes.Counts | None:
    """The counts of all players if only one of them (`takers`) has some of the tricks that are left: all cards that are
    left go to that player's pile. None if several have, since it is not known who takes which, or if the cards are not
    known."""
    scoring = rules.scoring
    if not scoring.counts:
        return ()
    all_known = all(state.known[seat] for seat in state.seats)
    if all_known:
        unplayed = state.table | sum(state.hands[seat] for seat in state.seats)
    else:
        unplayed = rules.pack & ~state.gone
    beside = unplayed.bit_count() - state.left * len(state.seats)
    if beside not in (0, stocks.talon_counted(rules, state, takers)[0]) or not outcomes.counts_known(rules, state):
        return None
    # if it counts how each card fell, those in the hands must be known, too
    if scoring.by_play and (rules.stock or not all_known or len(state.tricks) + state.left != state.length):
        return None
    if len(takers) > 1:
        return None
    state.taken[takers[0]] |= unplayed
    state.gone |= unplayed
    if rules.talon_goes_to and not beside:
        stocks.take_leftover(rules, state, takers[0])
    falling = outcomes.cards_fallen(rules, state)
    if scoring.by_play:
        rest = _rest_fallen(rules, state)
        if _depends_on_play(rules, state, rest):
            return None
        falling += rest
    return scoring.count_taken(state.taken, state.own_cards, state.trump, falling)


def _rest_fallen(rules: TrickRules, state: TrickState) -> list[Fallen]:
    """The cards that are left, as far as it is known how they will fall: in which trick if only the last is to come."""
    last = (state.length, -1) if state.left == 1 else ()
    rest = []
    for seat in state.seats:
        for card in members(state.hands[seat]):
            rest.append(outcomes.card_fallen(rules, state, seat, card)._replace(trick=last))
    for seat, card in seats.cards_laid(rules, state):
        rest.append(outcomes.card_fallen(rules, state, seat, card)._replace(trick=last))
    return rest


def _depends_on_play(rules: TrickRules, state: TrickState, rest: Sequence[Fallen]) -> bool:
    """Whether some card counts for somebody depending on how the rest of the tricks is played."""
    for count in rules.scoring.counted:
        for one in rest:
            if count.fell.depends_on(one) and any(count.worth(one.card, own, state.trump) for own in state.own_cards):
                return True
    return False
