"""Seats of a hand: those who play it, the dealer, partners under a contract, and who is ahead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from referee.core.cards import mask_of
from referee.core.formula import Formula, FormulaError
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Names
from referee.engines.trick.words.scoring import Hand, Known, Sides, all_known

DOUBLED = {1: "", 2: ", doubled", 4: ", redoubled"}
NOTHING_KNOWN = Hand()
NOT_KNOWN = -1
"""The number in place of the cards that somebody has played."""


def seats_in(rules: TrickRules, state: TrickState) -> tuple[int, ...]:
    """The seats that play the next hand, in order of play: without those knocked out or who sit it out. Raises
    FormulaError if nobody plays."""
    if state.out:
        left = tuple([seat for seat in rules.circle if seat not in state.out])
    else:
        left = rules.circle
    formula = rules.sits_out
    if formula is None:
        return left
    rows = before_hand(rules, state)
    if is_unknown(formula, rows):
        return left
    playing = tuple([seat for seat in left if not formula.run(rows[seat], rows)])
    if not playing:
        raise FormulaError(f"everybody sits out hand {state.hand} by '{formula.text}'", formula.text)
    return playing


def namers(state: TrickState) -> tuple[int, ...]:
    """The seats that may name trump: all who tied for most tricks in the previous hand, or everybody if that is not
    known."""
    if state.turn >= 0:
        return (state.turn,)
    return state.most or state.seats


def next_dealer(rules: TrickRules, state: TrickState) -> int:
    """Return who deals the next hand, among those who are still in."""
    seat = (state.dealer + rules.next_dealer) % rules.players
    while seat in state.out:
        seat = (seat + (rules.next_dealer or 1)) % rules.players
    return seat


def absence(state: TrickState, seat: int) -> str:
    """The reason why a player does not play this hand, as the end of a sentence."""
    return f"{state.players[seat]} {'is knocked out' if seat in state.out else 'sits this hand out'}"


def sides_at_target(rules: TrickRules, state: TrickState) -> list[list[int]]:
    """The sides that may have won by reaching the target in the last hand, under rules by which the declarer wins,
    whoever else reached it: the declarer's side, or if it is not known who declared, all that reached it. Empty if that
    does not matter."""
    last = None
    if state.history and rules.scoring.declarer_first:
        last = state.history[-1]
    if last is None or not all_known(state.scores) or state.target is None:
        return []
    out = [sorted(side) for side in rules.sides if state.scores[side[0]] >= state.target]
    if last.declarer >= 0:
        return [side for side in out if last.declarer in side]
    if len(out) == 1 or last.passed_out:
        return []
    return out


def leaders(rules: TrickRules, state: TrickState) -> list[int]:
    """Return the seats with the best total: of those still in, or in the last hand, if players are knocked out."""
    if len(first := sides_at_target(rules, state)) == 1:
        return first[0]
    if rules.scoring.knock_out is None:
        return rules.scoring.leaders(state.scores)
    still_in = [seat for seat in rules.circle if seat not in state.out]
    return rules.scoring.leaders(state.scores, still_in or state.seats)


def before_hand(rules: TrickRules, state: TrickState) -> list[Names]:
    """What formulas know of each player, by seat, before a hand is dealt: numbers of the game, the total, and what is
    carried from earlier hands; None for what is not known."""
    same = {"players": rules.players, "hand": state.hand, "hands": rules.hands}
    rows: list[Names] = []
    for seat, total in enumerate(state.scores):
        rows.append({**same, "dealer": seat == state.dealer, "total": total, **carried_by(state, seat)})
    return rows


def is_unknown(formula: Formula, rows: Sequence[Names]) -> bool:
    """Whether something that a formula asks for is not known of some player; `rows` are the values of names by seat."""
    return any(row[name] is None for row in rows for name in formula.names)


def carried_by(state: TrickState, seat: int) -> dict[str, Known]:
    """What a player carries from earlier hands, by its name; None if it is not known."""
    return {name: values[seat] for name, values in state.carried.items()}


def vulnerable(rules: TrickRules, state: TrickState) -> int | None:
    """The seats that are vulnerable in this hand, as a mask; None if it is impossible to know, or nobody ever is."""
    if rules.vulnerable_when is None:
        if not rules.vulnerable:
            return None
        side = mask_of((state.dealer, *rules.partners[state.dealer]))
        everybody = mask_of(rules.circle)
        who = {"nobody": 0, "dealer": side, "others": everybody & ~side, "everybody": everybody}
        return who[rules.vulnerable[(state.hand - 1) % len(rules.vulnerable)]]
    rows = before_hand(rules, state)
    if is_unknown(rules.vulnerable_when, rows):
        return None
    return mask_of(seat for seat, row in enumerate(rows) if rules.vulnerable_when.run(row, rows))


def calls_partner(rules: TrickRules, hand: TrickState | Hand) -> bool:
    """Return whether the holder of a called card plays with the declarer of this hand."""
    auction = rules.auction
    if auction is None or auction.partner != "called" or hand.contract < 0:
        return False
    names = auction.contract_names(hand.contract, hand.doubled)
    return rules.alone is None or not rules.alone.run(names, (names,))


def is_joined(rules: TrickRules, hand: TrickState | Hand) -> bool:
    """Whether the first other player to win a trick joins the declarer of this hand."""
    if rules.joined is None or hand.contract < 0:
        return False
    names = rules.the_auction.contract_names(hand.contract, hand.doubled)
    return bool(rules.joined.when.run(names, (names,)))


def made_by_cards(rules: TrickRules, hand: TrickState | Hand) -> bool:
    """Whether the sides of this hand, on which nobody bid, are made by the cards that players hold."""
    return bool(rules.holders) and hand.contract < 0


def finds_partner(rules: TrickRules, hand: TrickState | Hand) -> bool:
    """Whether somebody may play with the declarer of this hand, which shows only in its course."""
    return calls_partner(rules, hand) or is_joined(rules, hand) or made_by_cards(rules, hand)


def sides(rules: TrickRules, state: TrickState) -> Sides:
    """The sides of this hand, without those that sit out. An auction may make two: the declarer's, and the
    others."""
    auction = rules.auction
    declarer = state.declarer
    if declarer >= 0 and auction is not None and auction.partner != "partner":
        if state.partner >= 0 and finds_partner(rules, state):
            together = {declarer, state.partner}
        else:
            together = {declarer}
        return tuple(sorted(together)), tuple([seat for seat in state.seats if seat not in together])
    if len(state.seats) == rules.players:
        return rules.sides
    return tuple([side for side in rules.sides if any(seat in state.seats for seat in side)])


def side_of(rules: TrickRules, state: TrickState, seat: int) -> tuple[int, ...]:
    """The side of the player at this seat; empty if the player has none in this hand."""
    return next((side for side in sides(rules, state) if seat in side), ())


def end_of_hand(rules: TrickRules, state: TrickState, out: Hand = NOTHING_KNOWN) -> Hand:
    """Return a hand with what its state says: the sides, its contract and what was brought into it; `out` is its outcome."""
    names: Names = {}
    if rules.auction is not None:
        names = rules.auction.contract_names(state.contract, state.doubled, state.bid_for, out.matadors)
    return out._replace(
        number=state.hand, cards=state.cards, dealer=state.dealer, seats=state.seats, sides=sides(rules, state),
        totals=state.scores, bags=state.bags, carried=state.carried, vulnerable=state.vulnerable or 0, calls=state.calls,
        declarer=state.declarer, contract=state.contract, names=names, doubled=state.doubled, bid_for=state.bid_for,
        declared=state.declared, bids=tuple(out.bids), won=tuple(out.won),
    )  # fmt: skip


def contract_in_words(rules: TrickRules, players: Sequence[str], hand: TrickState | Hand) -> str:
    """Return a contract as '4S by Ann, doubled' or 'grand hand by Ann after 24'; empty if there is none."""
    if rules.auction is None or max(hand.contract, hand.bid_for) < 0:
        return ""
    calls = rules.auction.calls
    by = players[hand.declarer]
    if hand.contract < 0:
        return f"a bid of {calls[hand.bid_for].name} by {by}"
    also = ""
    if hand.bid_for >= 0:
        also = f" after {calls[hand.bid_for].name}"
    return f"{calls[hand.contract].name} by {by}{DOUBLED[hand.doubled]}{also}"


def cards_laid(rules: TrickRules, state: TrickState) -> Iterator[tuple[int, int]]:
    """Yield who has laid which card of the trick on the table: a seat and a card."""
    order = [seat for seat in rules.orders[state.leader] if seat in state.seats] if state.trick else ()
    yield from zip(order, state.trick, strict=False)


def matadors(rules: TrickRules, state: TrickState) -> int | None:
    """How many trumps in a row from the highest down the declarer's side held, or lacked; None if that does not matter
    or cannot be known. Cards set aside are the declarer's if the declarer counts them."""
    if not rules.matadors_count or state.declarer < 0 or min(state.played) < 0:
        return None
    side = side_of(rules, state, state.declarer)
    theirs = 0  # the cards of all others
    others = [seat for seat in state.seats if seat not in side]
    if state.left and not all(state.known[seat] for seat in others):
        return None
    for seat in others:
        theirs |= state.played[seat] | state.hands[seat] * bool(state.left)
    theirs |= mask_of(card for seat, card in cards_laid(rules, state) if seat in others)
    if rules.talon and rules.talon.counts_for != "declarer" and state.talon_to != state.declarer:
        theirs |= state.talon
    ranking = rules.rankings[state.trump]
    lacks = list[int]()  # for each trump from the highest down: 1 if the side lacks it
    rest = ranking.trumps & rules.pack
    while rest:
        lacks.append(theirs >> ranking.best(rest) & 1)
        rest &= ~(1 << ranking.best(rest))
    return sum(1 for _ in takewhile(lambda lack: lack == lacks[0], lacks))
