"""What a score pad counts of cards taken: whether there are such cards, and whether they can be shared out like that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.core.cards import members
from referee.core.findings import Finding
from referee.core.places import Pointer
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import outcomes, seats, stocks
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.selectors import ANYHOW, Count

Counts = Mapping[int, Mapping[str, int]]
"""The counts of a pad by seat and name; 0 if not given."""


def faults(
    rules: TrickRules, state: TrickState, value: Mapping[str, Any], won: Mapping[int, int], at: Pointer
) -> Iterator[Finding]:
    """Yield what is impossible in the counts of a hand; `state` is that hand, `won` its tricks as far as they are given."""
    given: Counts = value["counts"]
    if "captured" in value:
        message = "the captured cards are given, and the counts follow from them; remove `counts`"
        yield Finding("order", message, at=at, bars=True)
        return
    by_name = dict(zip(rules.scoring.counts, rules.scoring.counted, strict=True))
    wrong: list[Finding] = []
    for seat, numbers in given.items():  # more than exists, or of somebody who does not play or won nothing
        who, here = state.players[seat], (*at, state.players[seat])
        side = seats.side_of(rules, state, seat) if rules.scoring.by_side else (seat,)
        beside = rules.goes_back or (rules.stock and not rules.stock.tricks_count)
        trickless = not any(won.get(other, 1) for other in side) and not beside
        trickless = trickless and not stocks.talon_counted(rules, state, side)[1]
        for name, number in numbers.items():
            most = in_all(rules, state, by_name[name], seat) if seat in state.seats else 0
            if not 0 <= number <= most:  # a log may write the beginning of a name
                message = f"{who} counts {number} for {_spoken(name)}; {_in_all(most)}"
                wrong.append(Finding("result", message, seat, at=here, bars=True))
            elif number and trickless and by_name[name].fell == ANYHOW:
                message = f"{who} counts {number} for {_spoken(name)}; without a trick it is 0"
                wrong.append(Finding("result", message, seat, at=here))
    yield from wrong
    if wrong:
        return
    for name, count in by_name.items():  # what does not add up to what the cards of the hand are worth
        if count.own or (count.by_trump and not count.compares and not outcomes.trump_known(rules, state)):
            continue
        total, most = sum(numbers.get(name, 0) for numbers in given.values()), in_all(rules, state, count)
        known = not count.compares and count.fell == ANYHOW and ends_with_players(rules, state)
        if total > most or (total < most and known):
            message = f"{total} {'is' if total == 1 else 'are'} counted for {_spoken(name)}; {_in_all(most)}"
            yield Finding("result", message, at=at)


def ends_with_players(rules: TrickRules, state: TrickState) -> bool:
    """Return whether every card of the pack ends with somebody who plays."""
    tricks = rules.tricks_counted(rules.cards_in_hand(state.hand), len(state.seats))
    beside = sum([stocks.talon_counted(rules, state, side)[0] for side in seats.sides(rules, state)])
    return tricks * len(state.seats) + beside == rules.pack.bit_count() and not rules.goes_back


def all_told(
    rules: TrickRules, state: TrickState, captured: Mapping[int, Sequence[int]], won: Mapping[int, int]
) -> bool:
    """Return whether these captured cards are all that players took, as far as they count: a player with tricks who is not
    mentioned may have taken any card that counts and is in nobody's pile. Partners may have one pile."""
    sides: Sequence[tuple[int, ...]] = seats.sides(rules, state)
    if any(len(captured.keys() & {*side}) > 1 for side in sides):
        sides = [(seat,) for seat in state.seats]
    silent = [side for side in sides if not captured.keys() & {*side}]
    return not any(won.get(seat, 1) for side in silent for seat in side) or not counts_outside_piles(rules, state)


def counts_outside_piles(rules: TrickRules, state: TrickState) -> bool:
    """Return whether a card that is in nobody's pile counts for somebody."""
    return any(
        count.worth(card, mine, state.trump)
        for card in members(rules.pack & ~sum(state.taken))
        for count in rules.scoring.counted
        for mine in state.own_cards
    )


def taken(rules: TrickRules, given: Counts) -> outcomes.Counts:
    """Return the counts name by name and seat by seat, as scoring asks for them."""
    seats = range(rules.players)
    return tuple([tuple([given.get(seat, {}).get(name, 0) for seat in seats]) for name in rules.scoring.counts])


def in_all(rules: TrickRules, state: TrickState, count: Count, seat: int = 0) -> int:
    """Return the most that all cards together can count, with the best role and trump suit if these are not known."""
    if count.compares:
        return max(mask.bit_count() for mask in rules.deck.twins)
    trumps = [state.trump] if outcomes.trump_known(rules, state) else list(rules.trumps)
    if state.roles is not None or not count.own:
        own = [state.own_cards[seat]]
    else:
        own = [rules.role_cards(role) for role in range(len(rules.roles))]
    return max(
        sum(max(count.worth(card, mine, trump), 0) for card in members(rules.pack)) for trump in trumps for mine in own
    )


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _in_all(most: int) -> str:
    return f"in all there {'is' if most == 1 else 'are'} {most or 'none'}"
