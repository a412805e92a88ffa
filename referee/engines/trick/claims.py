"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.core import claims
from referee.core.events import Faults, Finding, doubt, number_of
from referee.core.places import Pointer
from referee.core.unseen import courses
from referee.core.values import NUMBER, POINTS, TEXT, by_player
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.reading import TrickReading
from referee.engines.trick.rules import declaring, outcomes, seats
from referee.engines.trick.rules.courses import CARD_PLAYED, HAND_FROM_BEGINNING, ROLES_AFTER
from referee.engines.trick.rules.reasons import why_won
from referee.engines.trick.state import BID, CHOOSE, DEAL, DRAW, OVER, PASS, PLAY, TURN_UP, TrickState
from referee.engines.trick.words.scoring import Hand, Sides


def _winner(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `winner:`, who won the trick that ended here."""
    seat = reading.seat(state, claimed, at)
    trick = state.last_trick()
    if trick is None:
        yield Finding("claim", f"{claimed} is claimed to have won a trick, but no trick ended here", seat, at=at)
    elif trick.winner != seat:
        truth = f"{state.players[trick.winner]} won it with {rules.deck.ids[trick.card]}"
        decision = rules.judgement.decide(trick.cards, trick.graced, state.ranking)
        if decision.card == trick.card:  # the rules may have changed with the trick
            truth += f", because {why_won(rules, state, trick, decision)}"
        yield Finding("claim", f"{claimed} is claimed to have won the trick; {truth}", seat, at=at)


def _winners(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `winners:`, who won the game."""
    named = claims.NAMED.of(reading, state, claimed, at)
    if None in state.scores:
        return  # an unscored hand leaves open who won, and usually whether anybody has
    first = seats.sides_at_target(rules, state)
    if len(first) > 1 and sorted(named) in first:
        return  # the side of the declarer won, but nobody knows who that was
    if state.phase == OVER:
        yield from claims.winners(state, named, seats.leaders(rules, state), at)
    else:
        yield claims.not_over(at)


def _score(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `score:`, the points of the hand that ended here."""
    if state.phase == CHOOSE:
        seat, choice = declaring.waiting(rules, state)
        message = f"a score is claimed, but {state.players[seat]} must choose {declaring.between(choice)} first"
        yield Finding("claim", message, seat, at=at)
    elif _in_hand(state) or not state.history:
        yield Finding("claim", "a score is claimed, but no hand ended here", at=at)
    else:
        points: Sequence[object] | None = state.history[-1].points
        if not points:
            points = (None,) * rules.players
        yield from claims.per_player(reading, state, claimed, points, at, "the score of")


def _tricks_won(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `won:`, the tricks of each player, or of the player's side if only sides are scored."""
    ended = not _in_hand(state)
    if ended and not state.history:
        yield Finding("claim", "tricks are claimed, but no hand ended here", at=at)
        return
    won: Sequence[int | None] = state.history[-1].won if ended else state.won
    if ended:
        sides = state.history[-1].sides
    else:
        sides = seats.sides(rules, state)
    if rules.scoring.by_side:
        won = _of_sides(rules, sides, won)
    for seat, tricks in by_player(NUMBER).of(reading, state, claimed, at).items():
        if won[seat] not in (None, tricks):
            who = state.players[seat]
            of = ""
            if rules.scoring.by_side:
                of = "the side of "
            message = f"the tricks of {of}{who} are claimed to be {tricks}; there are {won[seat]}"
            yield Finding("claim", message, seat, at=at + (who,))


def _of_sides(rules: TrickRules, sides: Sides, won: Sequence[int | None]) -> list[int | None]:
    """The tricks of each player's side together, by seat; None for everybody if those of somebody are not known."""
    together: list[int | None] = [None] * rules.players
    if None not in won:
        for side in sides:
            tricks = sum(won[seat] or 0 for seat in side)
            for seat in side:
                together[seat] = tricks
    return together


def _in_hand(state: TrickState) -> bool:
    return state.phase not in (DEAL, OVER)


def _hand(state: TrickState) -> TrickState | Hand:
    """Return the hand that is played, or the one that ended here."""
    if _in_hand(state) or not state.history:
        return state
    return state.history[-1]


def _contract(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `contract:`, of the hand in play or the one that ended here."""
    if not _has_contract(rules, state):
        yield Finding("claim", "a contract is claimed, but no auction ended here", at=at)
        return
    assert rules.auction is not None
    call = reading.contract(claimed, at)
    contract = _hand(state).contract
    if contract < 0 and _in_hand(state) and state.bid_for >= 0:
        message = f"a contract is claimed, but {state.players[state.declarer]} has not named it yet"
        yield Finding("claim", message, state.declarer, at=at)
    elif call != (contract if contract >= 0 else rules.auction.passes) and not _contract_open(rules, state):
        true = "pass, because nobody bid"
        if contract >= 0:
            true = rules.auction.calls[contract].name
        yield claims.wrong("the contract", claimed, true, None, at)


def _declarer(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `declarer:`, of the hand in play or the one that ended here."""
    seat = reading.seat(state, claimed, at)
    declarer = _hand(state).declarer
    if _contract_open(rules, state):
        return
    if not _has_contract(rules, state) or declarer < 0:
        yield Finding("claim", f"{claimed} is claimed to be the declarer, but there is none here", seat, at=at)
    elif declarer != seat:
        yield claims.wrong("the declarer", claimed, state.players[declarer], seat, at)


def _doubling(rules: TrickRules, reading: TrickReading, state: TrickState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `doubled:`, by what the points are multiplied."""
    hand = _hand(state)
    doubled = NUMBER.of(reading, state, claimed, at)
    if _contract_open(rules, state):
        return
    if hand.declarer < 0:
        yield Finding("claim", f"`doubled` is claimed to be {claimed}, but nobody has bid here", at=at)
    elif hand.doubled != doubled:
        yield claims.wrong("`doubled`", claimed, hand.doubled, None, at)


def _contract_open(rules: TrickRules, state: TrickState) -> bool:
    """Whether a score pad does not say what the contract of the hand that ended here was."""
    if rules.auction is None or _in_hand(state) or not state.history:
        return False
    hand = state.history[-1]
    return hand.contract < 0 and not hand.passed_out and not (rules.auction.played_by_nobody and hand.calls)


def _has_contract(rules: TrickRules, state: TrickState) -> bool:
    """Return whether an auction has ended, in this hand or in the one that ended here."""
    if rules.auction is None or (state.phase == BID and state.answers < 0):
        return False
    if state.phase in (PASS, TURN_UP) and not state.calls:
        return False
    return _in_hand(state) or bool(state.history)


def _roles(rules: TrickRules, state: TrickState) -> Sequence[str | None]:
    """The roles seat by seat, None where they are not known; empty in a game without roles."""
    if rules.roles and state.roles is None:
        return [None] * rules.players
    found = []
    for role in state.roles or ():
        found.append(rules.roles[role])
    return found


CLAIMS: dict[str, claims.Claim[TrickRules, TrickReading, TrickState]] = {
    "winner": _winner, "winners": _winners, "score": _score, "won": _tricks_won,
    "totals": claims.of_each("the total of", lambda rules, state: state.scores, POINTS),
    "contract": _contract, "declarer": _declarer, "doubled": _doubling,
    "roles": claims.of_each("the role of", _roles, TEXT),
}  # fmt: skip
DOUBTS = {
    "unseen-deal": (
        "not every hand is recorded and this one was not played to its end, so a player may have revoked unseen; "
        "write every hand in `deal:`"
    ),
    "unseen-draw": (
        "not every card drawn from the stock is recorded, so a player may have revoked unseen; "
        "write the cards in `draw:`"
    ),
    "unseen-bids": (
        "a bid depends on cards that are not recorded, so it may not have been allowed; write every hand in `deal:`"
    ),
    "unseen-pass": "the cards that were passed are not recorded; write them in `pass:`",
    "unseen-turned": (
        "the card turned up before the auction is not recorded, so a call may have been out of order unseen; "
        "write it in `turn:`"
    ),
    "unseen-plays": "only results are recorded, so no play could be judged; write the plays, not only a `result:`",
    "unseen-captured": (
        "some cards of the hand are in nobody's pile, so the points may not be complete; "
        "write every pile in `captured:`"
    ),
    "unseen-points": (
        "the hand could not be scored, because not all that it is scored by is recorded; "
        "write it in `result:`, or the points in `score:`"
    ),
    "unseen-leader": "who led a hand is not recorded, so it is not known whose tricks and points they are",
    "unseen-card": f"nobody remembers a card that was played; write {in_list(CARD_PLAYED)}",
    "unseen-end": (
        "what decides whether this trick ended the hand is not all recorded, so the hand may have been over, or not; "
        f"write {in_list(HAND_FROM_BEGINNING)}"
    ),
    "unseen-roles": (
        f"cards may have moved the roles in a hand of which only the result is recorded; write {in_list(ROLES_AFTER)}"
    ),
    "unseen-declarer": (
        "who declared is not recorded, so it is not known which of those who reached the target in this hand won the game; "
        "write `declarer:`"
    ),
    "unseen-score": (
        "the score is the one claimed, because not all that the hand is scored by is recorded; write it in `result:`"
    ),
}
"""Doubts that a log may leave, by id."""
ELSEWHERE = (ROLES_AFTER, CARD_PLAYED, HAND_FROM_BEGINNING)
"""Words that tell which course a game took, and that a doubt of their own names."""


def doubts(rules: TrickRules, state: TrickState, *, goes_on: bool = False) -> Iterator[Finding]:
    """Yield a doubt about everything that the log leaves unknown. If the log `goes_on`, what the rest of the hand will
    show is not in doubt yet."""
    unseen = state.unseen
    if unseen and goes_on and state.phase not in (DEAL, CHOOSE, OVER):
        unseen = outcomes.unseen_once_played(rules, state)
    yield from courses.doubts(state.courses, ("unseen-leader", DOUBTS["unseen-leader"]), elsewhere=ELSEWHERE)
    if "roles" in unseen and not _roles_matter(state):
        unseen = {what: events for what, events in unseen.items() if what != "roles"}
    if unseen:
        for hidden in claims.unseen_doubts(unseen, _doubts_in_words(state)):
            if rules.play_rules or hidden.rule not in ("unseen-deal", "unseen-draw"):  # or nobody can have revoked
                yield hidden
    if state.unsaid and not state.ever_said:
        many = number_of(len(state.unsaid), "tricks")
        yield doubt(
            "grace",
            f"nobody says Grace anywhere in this log; if this table plays Grace without saying it, {many} went elsewhere: "
            "add `variants: [silent-grace]`",
            tuple(state.unsaid),
        )


def _doubts_in_words(state: TrickState) -> Mapping[str, str]:
    """The sentences of doubts, by id. Where hands could not be scored, they name what these lack (`state.omitted`)."""
    if not state.omitted:
        return DOUBTS
    are = "are not all"
    if len(state.omitted) == 1 and not state.omitted[0].endswith("s"):
        are = "is not"
    why = f"{in_list(state.omitted)} {are} recorded"
    points = f"the hand could not be scored, because its {why}, so the totals are not known"
    points += "; write it in `result:`, or the points in `score:`"
    score = f"the score is the one claimed, because the {why}; write it in `result:`"
    return {**DOUBTS, "unseen-points": points, "unseen-score": score}


def _roles_matter(state: TrickState) -> bool:
    """Whether the points depend on where the roles are, which is not known: whether they differ between the courses that
    the game may have taken."""
    if state.courses is None:
        return False
    if state.courses.merged:  # courses that differed in what was scored have become one
        return True
    points = [hand.points for hand in state.history]
    for course in state.courses.others:
        if course.scores != state.scores or [hand.points for hand in course.history] != points:
            return True
    return False


def progress(rules: TrickRules, state: TrickState) -> dict[str, int]:
    """Return the number of the hand, and of the trick in play; 0 before the first lead."""
    playing = state.phase in (PLAY, DRAW)
    return {"hand": state.hand, "trick": state.length - state.left + 1 if playing else 0}


def counts(rules: TrickRules, state: TrickState) -> dict[str, int]:
    """How many hands, plays, bids and calls have been judged, and how many hands scored, by those words."""
    plays = state.plays
    unfinished = _in_hand(state)
    if unfinished and state.phase != CHOOSE:
        plays += len(state.tricks) * len(state.seats) + len(state.trick)
    every: list[TrickState | Hand] = list(state.history)
    if unfinished:
        every.append(state)
    counted = {"hands": len(every), "plays": plays}
    if rules.bids_spoken:
        counted["bids"] = sum([len(hand.bids) - hand.bids.count(None) for hand in every])
    if rules.auction:
        counted["calls"] = sum([len(hand.calls) for hand in every])
    counted["scores"] = sum([hand.points is not None for hand in state.history])
    return counted
