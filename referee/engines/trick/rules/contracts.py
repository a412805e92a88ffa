"""What decides the score of a hand besides its tricks: its contract, and who is vulnerable."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.core.cards import mask_of
from referee.core.formula import Formula
from referee.engines.trick.state import Hand, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ended_hands import NO_CONTRACT, Contract, Sides


def vulnerable(rules: CompiledRules, state: State) -> int | None:
    """Who is vulnerable in this hand, by list or by formula; None if it is impossible to know, or nobody ever is."""
    if rules.vulnerable_when is not None:
        return _by_formula(rules, rules.vulnerable_when, state)
    if not rules.vulnerable:
        return None
    who = rules.vulnerable[(state.hand - 1) % len(rules.vulnerable)]
    side = mask_of((state.dealer, *rules.partners[state.dealer]))
    everybody = mask_of(rules.circle)
    return {"nobody": 0, "dealer": side, "others": everybody & ~side, "everybody": everybody}[who]


def _by_formula(rules: CompiledRules, when: Formula, state: State) -> int | None:
    """The players for whom the formula holds."""
    same = {"players": rules.players, "hand": state.hand, "hands": rules.hands}
    rows = [
        {
            **same,
            "dealer": seat == state.dealer,
            "total": state.scores[seat],
            **{name: values[seat] for name, values in state.carried.items()},
        }
        for seat in range(rules.players)
    ]
    if any(row[name] is None for row in rows for name in when.names):
        return None
    return mask_of(seat for seat, row in enumerate(rows) if when.run(row, rows))


def scored(
    rules: CompiledRules,
    sides: Sides,
    declarer: int,
    call: int,
    doubled: int,
    bid_for: int = -1,
    matadors: int | None = None,
) -> Contract:
    """What scoring knows about a contract: its names with their values, and who is on which side."""
    if rules.auction is None:
        return NO_CONTRACT
    side = next((side for side in sides if declarer in side), ())
    against = tuple([seat for other in sides if side and other is not side for seat in other])
    return Contract(rules.auction.contract_names(call, doubled, bid_for, matadors), side, against, declarer)


def calls_partner(rules: CompiledRules, hand: State | Hand) -> bool:
    """Whether the holder of a called card plays with the declarer of this hand."""
    auction = rules.auction
    if auction is None or auction.partner != "called" or hand.contract < 0:
        return False
    names = auction.contract_names(hand.contract, hand.doubled)
    return rules.alone is None or not rules.alone.run(names, (names,))


def sides(rules: CompiledRules, state: State) -> Sides | None:
    """The declarer's side and the others, if the auction makes the sides; None if it does not."""
    auction, declarer = rules.auction, state.declarer
    if declarer < 0 or auction is None or auction.partner == "partner":
        return None
    together = {declarer, state.partner} if state.partner >= 0 and calls_partner(rules, state) else {declarer}
    others = tuple([seat for seat in state.seats if seat not in together])
    return tuple(sorted(together)), others


def told(
    rules: CompiledRules, players: Sequence[str], call: int, declarer: int, doubled: int, bid_for: int = -1
) -> str:
    """A contract in words: '4S by Ann, doubled', 'grand hand by Ann after 24'; empty if there is none."""
    if rules.auction is None or max(call, bid_for) < 0:
        return ""
    if call < 0:
        return f"a bid of {rules.auction.calls[bid_for].name} by {players[declarer]}"
    also = {1: "", 2: ", doubled", 4: ", redoubled"}[doubled]
    also += f" after {rules.auction.calls[bid_for].name}" if bid_for >= 0 else ""
    return f"{rules.auction.calls[call].name} by {players[declarer]}{also}"


NOT_KNOWN = -1
"""Instead of the cards that somebody has played."""


def note(rules: CompiledRules, state: State) -> None:
    """Records who has played which card of a full trick."""
    if min(state.played) >= 0:
        for seat, card in _laid(rules, state):
            state.played[seat] |= 1 << card


def _laid(rules: CompiledRules, state: State) -> Iterator[tuple[int, int]]:
    """Who has played which card of the trick on the table."""
    order = [seat for seat in rules.orders[state.leader] if seat in state.seats]
    yield from zip(order, state.trick, strict=False)


def matadors(rules: CompiledRules, state: State, side: Collection[int]) -> int | None:
    """How many there were; None if it does not matter or is impossible to know. Cards set aside are the declarer's if the
    declarer counts them."""
    if not rules.matadors_count or state.declarer < 0 or min(state.played) < 0:
        return None
    theirs = sum(1 << card for seat, card in _laid(rules, state) if seat not in side)
    for seat in state.seats:
        if seat in side:
            continue
        if state.left and not state.known[seat]:
            return None
        theirs |= state.played[seat] | state.hands[seat] * bool(state.left)
    if rules.talon and rules.talon.counts_for != "declarer" and state.talon_to != state.declarer:
        theirs |= state.talon
    return in_a_row(rules, state.trump, rules.pack & ~theirs)


def in_a_row(rules: CompiledRules, trump: int, held: int) -> int:
    """How many of the trumps from the highest down are all among these cards, or all missing."""
    ranking, many = rules.rankings[trump], 0
    rest = ranking.trumps & rules.pack
    has = rest and held >> ranking.best(rest) & 1
    while rest and held >> ranking.best(rest) & 1 == has:
        many, rest = many + 1, rest & ~(1 << ranking.best(rest))
    return many
