"""Claims of a log about itself, doubts that it leaves, and how much of it was judged."""

from __future__ import annotations

from functools import partial

from referee.core import claims, values
from referee.core.events import Faults, Finding
from referee.core.places import Pointer
from referee.core.unseen import courses
from referee.core.values import NUMBER, TEXT, some
from referee.core.wording import number_of
from referee.engines.fishing.compiled import ACTIONS, FishingRules
from referee.engines.fishing.reading import LUMINARY, FishingReading
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.rules.moves import contents, field_in, field_name, lying_text
from referee.engines.fishing.state import BOX, OVER, PLAY, FishingState

OPEN_TOTALS = frozenset(("convergences", "piles"))
"""Things that a log may leave unseen, so that totals are not known."""


def _winners(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `winners:`. Nothing is said where totals are not known, or where the winner depends on what was
    harvested in a round whose points alone are known."""
    named = claims.NAMED.of(reading, state, claimed, at)
    scoring = rules.scoring
    if OPEN_TOTALS & state.unseen.keys() or any(state.untold):  # totals may have changed their seats, or are not known
        return
    if state.phase != OVER:
        yield claims.not_over(at)
        return
    leading, decided = rounds.leaders(rules, state)
    several = len({rules.side_of[seat] for seat in leading}) > 1
    if state.history and not state.history[-1].hauls and (scoring.won or (several and scoring.end.get("ties"))):
        return  # that depends on what was harvested in the last round, of which only the points are known
    by = ""
    if decided:
        by = f", by {decided} of the last round"
    yield from claims.winners(state, named, leading, at, by)


def _score(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `score:`, each player's points in the round that has just ended. Wrong points are not reported
    for players whose points or cards the log leaves unknown."""
    ended = state.phase != PLAY and state.history and not rounds.deals_hands_only(state)
    true = state.history[-1].points if ended else state.scores
    # the claim is read in any case, so that names that are unknown are reported
    wrong = list(claims.per_player(reading, state, claimed, true, at, "the score of"))
    if not ended:
        yield Finding("claim", "a score is claimed, but no round ended here", at=at)
        return
    last = state.history[-1]
    if any(last.hidden):  # with cards harvested unseen, no points are certain
        yield from ()
    else:
        yield from (fault for fault in wrong if fault.seat not in last.untold)


def _totals(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    wrong = list(claims.known_total(rules, reading, state, claimed, at))
    if OPEN_TOTALS & state.unseen.keys():
        yield from ()
    else:
        yield from wrong


def _sizes(rules: FishingRules, state: FishingState) -> list[int]:
    return [state.piles[seat].bit_count() + state.piles_hidden[seat] for seat in rules.keeper]


def _okus(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `okus:`, how many okus each player or the box has."""
    for name, okus in values.map_of(TEXT, NUMBER).of(reading, state, claimed, at).items():
        if name == BOX:
            seat = None
        else:
            seat = reading.seat(state, name, at + (name,))
        whose, true = ("the box", state.box_okus) if seat is None else (name, state.okus[seat])
        if okus != true:
            message = f"the okus of {whose} are claimed to be {okus}; they are {true}"
            yield Finding("claim", message, seat, at=at + (name,))


def _stock(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    number = NUMBER.of(reading, state, claimed, at)
    if number != state.stock:
        yield Finding("claim", f"the pile is claimed to have {number_of(number, 'cards')}; it has {state.stock}", at=at)


def _fields(rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer) -> Faults:
    """Check the claim `fields:`, a map from fields to what lies in them, in any order."""
    for name, things in values.map_of(TEXT, values.list_of(TEXT)).of(reading, state, claimed, at).items():
        field = field_in(rules, state, reading.resolve_name("field", name, at + (name,)))
        there = state.fields[field]
        if sorted(map(_in_any_order, things)) != sorted(_in_any_order(lying_text(rules, one)) for one in there):
            message = f"{field_name(rules, state, field)} is claimed to hold {' '.join(things) or 'nothing'}"
            yield Finding("claim", f"{message}; there lies {contents(rules, there)}", at=at + (name,))


def _in_any_order(text: str) -> tuple[str, ...]:
    """The parts of a thing in notation, sorted, so that 'S10(6sp+4wi)' and 'S10(4wi+6sp)' are equal."""
    head, _, inside = text.replace(" ", "").partition("(")
    sets = sorted("+".join(sorted(part.split("+"))) for part in inside.rstrip(")").split("|"))
    return (head, *sets)


def _luminaries(
    rules: FishingRules, reading: FishingReading, state: FishingState, claimed: object, at: Pointer
) -> Faults:
    """Check the claim `luminaries:`, the Luminaries that each player has claimed in this round."""
    for seat, named in values.by_player(some(LUMINARY)).of(reading, state, claimed, at).items():
        who = state.players[seat]
        true = state.claimed[seat]
        if sorted(named) != sorted(true):
            claimed_names = ", ".join(named) or "no Luminary"
            right = ", ".join(true) or "none"
            yield Finding(
                "claim", f"{who} is said to have claimed {claimed_names}; it is {right}", seat, at=at + (who,)
            )


CLAIMS: dict[str, claims.Claim[FishingRules, FishingReading, FishingState]] = {
    "dealer": claims.of_one("{} is claimed to deal", lambda state: state.dealer, "it is {}"),
    "turn": claims.of_one(
        "{} is claimed to be next to act",
        lambda state: state.queue[0].seat if state.queue else state.turn,
        "it is {}",
    ),
    "winners": _winners,
    "score": _score,
    "totals": _totals,
    "piles": claims.of_each("the number of cards harvested by", _sizes),
    "okus": _okus,
    "stock": _stock,
    "fields": _fields,
    "luminaries": _luminaries,
}

DOUBTS = {
    "unseen-hands": "hands are not recorded, so it is not known whether every card could be played; "
    "write every hand in `deal:`",
    "unseen-draws": "cards were drawn unseen; write them in `draw:`",
    "unseen-passive": "stockpiles were made with a hand that is not recorded, so the card kept for them was not seen; "
    "write every hand in `deal:`, and the cards drawn in `draw:`",
    "unseen-meaning": "more than one thing can be meant, and nothing later shows which: whose play or swap it was, or which "
    "stockpile; one of them is assumed, and hands and scores may be others",
    "unseen-piles": "hidden cards were harvested and never shown, so the score counts what is known; "
    "write them in `uncover:` at the harvest, or in the `piles:` of the `position:`",
    "unseen-exchanges": "cards were given up unseen; write them in `exchange:`",
    "unseen-convergences": "a score pad does not say how often a harmonic convergence moved the totals, so they are not "
    "judged; write `convergences: 0` in the result if it never did",
    "unseen-score": "the score is that of the pad, because what was harvested is not recorded; write it in `piles:`",
    "unseen-points": "a score pad has no points for somebody who may have scored, so it is not known who leads; "
    "write them in `score:`",
    "unseen-counts": "a score pad omits cards that somebody may have harvested, which count 0; write them in `piles:`",
    "unseen-rounds": "only results are recorded, so no play could be judged; write the plays, not only a `result:`",
}
"""Doubts that a log may leave, by id."""


def doubts(rules: FishingRules, state: FishingState, *, goes_on: bool = False) -> Faults:
    """Yield what the log leaves unknown."""
    yield from claims.unseen_doubts(state.unseen, DOUBTS)
    until = "on"
    if rules.deal_is_known:
        until = "to the next round"
    yield from courses.doubts(state.courses, ("unseen-meaning", DOUBTS["unseen-meaning"]), until)


progress = claims.round_of
counts = partial(claims.counts, kinds=tuple(f"{action}s" for action in ACTIONS), rare=("clearings", "reveals"))
