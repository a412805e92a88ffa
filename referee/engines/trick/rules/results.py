"""A hand whose results alone were written down: cards dealt, bids, tricks won, cards captured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.core import pads
from referee.core.cards import mask_of
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.core.wording import listed
from referee.engines.trick.rules import (
    comparing,
    contract_results,
    declaring,
    hands,
    outcomes,
    seats,
    talons,
)
from referee.engines.trick.rules import (
    counted as counting,
)
from referee.engines.trick.rules.bidding import Bidding, speak
from referee.engines.trick.rules.hands import speaking_order
from referee.engines.trick.state import BID, DEAL, PLAY, State
from referee.engines.trick.words.compiled import CompiledRules


def check(rules: CompiledRules, bidding: Bidding, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with the results of a hand."""
    value, at = event.value, event.at
    if state.phase == PLAY and (state.tricks or state.trick):
        message = "the result of a hand comes after some of its cards were played; record the rest of its tricks"
        return (Fault("order", message, at=at, bars=True),)
    cards = rules.cards_in_hand(state.hand)
    faults = []
    if value["cards"] is not None and value["cards"] != cards:
        message = f"hand {state.hand} is recorded with {counted(value['cards'], 'cards')}; it must be {cards}"
        faults.append(Fault("deal", message, word=("deal",), at=(*at, "cards"), bars=True))
        return tuple(faults)
    if rules.auction is not None:
        faults += contract_results.check(rules, bidding, state, value, at)
    elif "bids" in value:
        faults += _check_bids(rules, bidding, state, value["bids"], at)
    if "trump" in value:
        faults += _check_trump(rules, state, at)
    settled = _settled(rules, state, value, faults)
    won = whole(rules, settled, value["won"]) if "won" in value else {}
    if "won" in value:
        faults += _check_won(rules, settled, won, cards, at)
    if "captured" in value:
        faults += _check_captured(rules, settled, value["captured"], won, at)
    if "counts" in value and not faults:
        faults += _check_counted(rules, state, value, cards, (*at, "counts"))
    if "last_trick" in value and not won.get(value["last_trick"], 1):
        who = state.players[value["last_trick"]]
        message = f"the result says that {who} took the last trick, but won none"
        faults.append(Fault("result", message, value["last_trick"], at=(*at, "last_trick")))
    if contract_results.nobody_bid(rules, value):
        return tuple(faults)
    if not faults and "partner" in value:
        trial = state.copy()
        _outcome(rules, trial, value)
        faults += contract_results.check_partner(rules, trial, value, at)
    if not faults and "declared" in value:
        trial = state.copy()
        _outcome(rules, trial, value)
        if outcomes.trump_known(rules, trial):
            faults += declaring.check_written(rules, trial, value["declared"], at)
    if not faults and "choices" in value:
        after = state.copy()
        faults += declaring.check_written_choices(rules, after, _outcome(rules, after, value), at)
    if not faults and value.keys() & {"score", "totals"}:
        faults += _check_points(rules, state, value, at)
    if not faults and rules.scoring.knock_out:
        faults += _check_enough(rules, state, value, at)
    return tuple(faults)


def _check_points(rules: CompiledRules, state: State, value: dict[str, Any], at: tuple[Any, ...]) -> list[Fault]:
    """Points that the hand cannot have given, or did not give if everything is known."""
    after = state.copy()
    outcome = _outcome(rules, after, value)
    if not outcomes.can_score(rules, after, outcome):
        from referee.engines.trick.rules import unscored  # read only for a pad that says too little

        return list(unscored.faults(rules, after, value, outcome))
    outcomes.score(rules, after, outcome)
    said: dict[str, Any] = {
        what: value[what] for what in ("score", "totals") if what in value and what not in value.get("claimed", ())
    }
    true = {"score": after.history[-1].points or (), "totals": after.scores}
    wrong = list(pads.miswritten("result", state.players, said, true, at))
    if after.spans and "totals" in said:
        from referee.engines.trick.rules import unscored  # read only for a pad that says too little

        wrong += unscored.out_of_span("result", state, after.spans, said["totals"], "written as", (*at, "totals"))
    return wrong


def _check_counted(
    rules: CompiledRules, state: State, value: dict[str, Any], cards: int, at: tuple[Any, ...]
) -> list[Fault]:
    after = state.copy()
    _outcome(rules, after, {key: value[key] for key in value if key != "counts"})
    won = whole(rules, after, value["won"]) if "won" in value else {}
    return list(counting.faults(rules, after, value, won, at))


def _check_bids(
    rules: CompiledRules, bidding: Bidding, state: State, bids: dict[int, int], at: tuple[Any, ...]
) -> list[Fault]:
    if not rules.bids_spoken:
        return [Fault("order", "bids are given, but this game has no bidding", at=(*at, "bids"), bars=True)]
    if state.phase == PLAY:
        return [Fault("order", "the bids of this hand are given twice", at=(*at, "bids"), bars=True)]
    faults: list[Fault] = []
    trial = state.copy()
    hands.begin(rules, trial, {})
    trial.phase = BID
    for seat in speaking_order(rules, state):
        trial.turn = seat
        if seat not in bids:
            faults.append(Fault("turn", f"{state.players[seat]} has not bid", seat, at=(*at, "bids"), bars=True))
            continue
        event = Event("bid", bids[seat], seat=seat, at=(*at, "bids", state.players[seat]))
        faults += (fault._replace(at=event.at) for fault in bidding.check(trial, event))
        speak(rules, trial, event)
        trial.phase = BID
    return faults


def _bid_unseen(rules: CompiledRules, state: State, value: dict[str, Any]) -> bool:
    """Whether a result has bids that only some of their players' possible hands allow."""
    hands.begin(rules, state, {})
    hands.to_bidding(rules, state)
    for seat, made in zip(speaking_order(rules, state), value["bids"], strict=False) if "bids" in value else ():
        bid = made if rules.auction else value["bids"][seat]
        speak(rules, state, Event("bid", bid))
    return any(state.unproved)


def _check_trump(rules: CompiledRules, state: State, at: tuple[Any, ...]) -> list[Fault]:
    """Checks that trump is given if, and only if, nothing else sets it."""
    how = rules.trump_set(state.hand)
    if how == "contract":
        message = "the contract sets trump; remove `trump`"
    elif how == "fixed":
        message = "trump is fixed in this hand; remove `trump`"
    elif state.phase != DEAL and outcomes.trump_known(rules, state):
        message = "trump in this hand is given twice"
    else:
        return []
    return [Fault("order", message, at=(*at, "trump"), bars=True)]


def _settled(rules: CompiledRules, state: State, value: dict[str, Any], faults: Sequence[Fault]) -> State:
    """The hand with the contract of its result, which may say who sits it out; as it was if the contract is wrong."""
    if faults or rules.auction is None or contract_results.nobody_bid(rules, value):
        return state
    trial = state.copy()
    _begin(rules, trial, value)
    return trial


def _check_won(rules: CompiledRules, state: State, won: dict[int, int], cards: int, at: tuple[Any, ...]) -> list[Fault]:
    faults = []
    most, together = rules.tricks_counted(cards, len(state.seats)), sum(won.values())
    for seat, tricks in won.items():
        if tricks and seat not in state.seats:
            who = state.players[seat]
            message = f"{who} is recorded with {counted(tricks, 'tricks')}, but {seats.absence(state, seat)}"
            faults.append(Fault("result", message, seat, at=(*at, "won", who), bars=True))
        elif not 0 <= tricks <= most:
            who = state.players[seat]
            message = f"{who} is recorded with {counted(tricks, 'tricks')} in a hand of {most}"
            faults.append(Fault("result", message, seat, at=(*at, "won", who), bars=True))
    if not faults and (together > most or (together < most and won.keys() >= set(state.seats))):
        there = f"there {'is' if most == 1 else 'are'} {counted(most, 'tricks')}"
        message = f"the tricks won add up to {together}; in a hand of {counted(cards, 'cards')} {there}"
        faults.append(Fault("result", message, at=(*at, "won")))
    return faults


def whole(rules: CompiledRules, state: State, won: dict[int, int]) -> dict[int, int]:
    """The tricks of all players, from those of some, as far as they follow: whoever is omitted won none if the others have them
    all, and one who alone is omitted has the rest. If only the sides matter, a side's tricks go to its player who is named, or
    to its first player; to the one who plays if the partner sits out."""
    if not won or len(won) == rules.players or any(tricks < 0 for tricks in won.values()):
        return won
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    left = max(tricks - sum(won.values()), 0)
    if not rules.scoring.by_side:
        omitted = [seat for seat in state.seats if seat not in won]
        return won | dict.fromkeys(omitted, left) if len(omitted) == 1 or not left else won
    silent = [side for side in rules.sides if not won.keys() & set(side)]
    rest = {silent[0][0]: left} if len(silent) == 1 else {}
    whole = dict.fromkeys(range(rules.players), 0)
    for seat, tricks in (won | rest).items():
        partners = [other for other in (seat, *rules.partners[seat]) if other in state.seats]
        whole[next(iter(partners), seat)] += tricks
    return whole


def _check_enough(rules: CompiledRules, state: State, value: dict[str, Any], at: tuple[Any, ...]) -> list[Fault]:
    """Who is knocked out decides who plays on, so it must be known."""
    after = state.copy()
    outcome = _outcome(rules, after, value)
    if outcomes.can_score(rules, after, outcome):
        return []
    from referee.engines.trick.rules import unscored  # read only for a pad that says too little

    if unscored.knocked_out(rules, after, value, outcome) is not None:
        return []
    told = {"bids": rules.bids_spoken, "won": True, "captured": bool(rules.scoring.counts) and "counts" not in value}
    missing = [f"`{key}`" for key, needed in told.items() if needed and key not in value]
    message = f"who is knocked out after this hand depends on more than is given; add {listed(missing)} for everybody"
    return [Fault("result", message, at=at, asks=True)]


def _check_captured(
    rules: CompiledRules,
    state: State,
    captured: Mapping[int, Sequence[int]],
    won: Mapping[int, int],
    at: tuple[Any, ...],
) -> list[Fault]:
    faults = []
    owner: dict[int, int] = {}
    for seat, cards in captured.items():
        who = state.players[seat]
        for place, card in enumerate(cards):
            name, here = rules.deck.ids[card], (*at, "captured", who, place)
            if not rules.pack >> card & 1:
                message = f"{name} is left out of the deck with {rules.players} players"
                faults.append(Fault("deck", message, seat, at=here, bars=True))
            elif card in owner:
                first = "" if rules.deck.has_twins else f", by {state.players[owner[card]]} first"
                message = f"{rules.deck.twice(card, 'is captured')}{first}"
                faults.append(Fault("deck", message, seat, at=here, bars=True))
            owner.setdefault(card, seat)
        tricks = won.get(seat)
        kept = (mask_of(cards) & rules.goes_back).bit_count()
        beside = talons.counted_by(rules, state, (seat,))[1]
        if tricks is not None and len(cards) - kept > tricks * len(state.seats) + beside:
            of = f"{counted(tricks, 'tricks')} of {len(state.seats)}"
            message = f"{who} is recorded with {counted(len(cards), 'cards')} captured in {of}"
            faults.append(Fault("result", message, seat, at=(*at, "captured", who), bars=True))
    return faults


def _outcome(rules: CompiledRules, state: State, value: dict[str, Any]) -> outcomes.Outcome:
    """The outcome of a hand according to its result; begins the hand if nothing was written about it before."""
    _begin(rules, state, value)
    if "trump" in value:
        state.trump, state.phase = value["trump"], PLAY
        state.ranking = rules.rankings[state.trump]
    bids = list(state.bids)
    for seat, bid in value.get("bids", {}).items() if rules.bids_spoken else ():
        bids[seat] = bid
    said = whole(rules, state, value["won"]) if "won" in value else {}
    won: list[int | None] = [said.get(seat) for seat in range(rules.players)]
    counts: outcomes.Counts | None = None if rules.scoring.counts else ()
    if "captured" in value:
        state.taken = [mask_of(value["captured"].get(seat, ())) for seat in range(rules.players)]
        known = outcomes.counts_known(rules, state) and counting.all_told(rules, state, value["captured"], said)
        if known and not rules.scoring.by_player:
            counts = rules.scoring.count_taken(state.taken, state.own_cards, state.trump)
    if "counts" in value and rules.scoring.counts:
        counts = counting.taken(rules, value["counts"])
    together = rules.scoring.by_side and len(value.get("won", said)) < len(said)
    chosen = [value.get("choices", {}).get(seat, ()) for seat in range(rules.players)]
    declared, held = _declared(rules, state, value), value.get("matadors")
    return outcomes.Outcome(bids, won, counts, value.get("last_trick"), chosen, declared, held, together)


def _begin(rules: CompiledRules, state: State, value: dict[str, Any]) -> None:
    """Begins the hand of a result, with its contract, unless the log has done so."""
    if state.phase == DEAL:
        hands.begin(rules, state, {})
    if state.phase != PLAY and rules.auction is not None:
        contract_results.settle(rules, state, value)


def _declared(rules: CompiledRules, state: State, value: dict[str, Any]) -> Sequence[Sequence[tuple[str, Any]]] | None:
    """What was declared in a hand, with its points; None if that is not known."""
    if "declared" in value and outcomes.trump_known(rules, state):
        any(declaring.check_written(rules, state, value["declared"], ()))
        return comparing.scored(rules, state, outcomes.sides(rules, state), state.dealer)
    return None


def apply(rules: CompiledRules, state: State, event: Event) -> None:
    """The hand is scored from its results, or, if they are not enough, from what is claimed about it."""
    value = event.value
    state.clock += 1
    if contract_results.nobody_bid(rules, value):
        if state.blind and state.phase == BID:
            outcomes.forget_unseen_deal(state)
        hands.begin(rules, state, {})
        outcomes.pass_out(rules, state)
        return
    before = state.copy() if rules.held_names else state
    outcome = _outcome(rules, state, value)
    size = rules.tricks_counted(state.cards, len(state.seats)) * len(state.seats)
    few = sum(mask.bit_count() for mask in state.taken) < size
    if few and "captured" in value and (outcome.counts is None or counting.any_left(rules, state)):
        state.unseen.setdefault("captured", []).append(state.clock)
    state.unseen.setdefault("plays", []).append(state.clock)
    if rules.held_names and _bid_unseen(rules, before, value):
        state.unseen.setdefault("bids", []).append(state.clock)
    if outcomes.can_score(rules, state, outcome):
        outcomes.score(rules, state, outcome)
    else:
        from referee.engines.trick.rules import unscored  # read only for a pad that says too little

        unscored.close(rules, state, value, outcome)
