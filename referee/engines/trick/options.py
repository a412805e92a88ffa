"""What may happen next: every option with the rule that forbids it, and a random legal one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Draw, Option, Options
from referee.engines.trick import hands, plays
from referee.engines.trick.bidding import Bidding
from referee.engines.trick.plays import Playable
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, State
from referee.engines.trick.terms import Terms


def awaited(terms: Terms, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann is to lead to trick 3'; empty after the end."""
    if state.phase == OVER:
        return ""
    if state.shared:
        return state.shared
    if state.phase == DEAL:
        unless = ", if the game is not over" if None in state.scores and terms.scoring.end_when else ""
        return f"{state.players[state.dealer]} is to deal hand {state.hand}{unless}"
    if state.phase == TURN_UP:
        return "the turned-up card is next"
    if state.phase == PASS:
        return f"{state.players[hands.next_to_pass(terms, state)]} is to pass {terms.pass_count} cards"
    if state.turn < 0:
        return "the first lead is next"
    who = state.players[state.turn]
    if state.phase == BID:
        return f"{who} is to bid"
    if state.phase == NAME_TRUMP:
        return f"{who} is to name trump"
    return f"{who} is to {'play' if state.trick else 'lead'} to trick {state.cards - state.left + 1}"


def options(terms: Terms, bidding: Bidding, playable: Playable, state: State) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it."""
    doing = awaited(terms, state)
    if state.phase == BID:
        return Options(state.players[state.turn], doing, _bids(bidding, state))
    if state.phase == NAME_TRUMP:
        named = tuple(Option(name, {"trump": name}) for name in terms.trump_names())
        return Options(state.players[state.turn], doing, named)
    if state.phase == PASS:
        seat = hands.next_to_pass(terms, state)
        return _passes(terms, state, seat, doing)
    if state.phase == PLAY and state.turn >= 0:
        return _plays(terms, playable, state, doing)
    if state.phase == PLAY:
        return Options(None, doing, doubt="no hand is recorded that holds the opening card, so who leads is not known")
    return Options(None, doing or "the game is over")


def _bids(bidding: Bidding, state: State) -> tuple[Option, ...]:
    listed = []
    for bid in range(state.cards + 1):
        faults = bidding.check(state, Event("bid", bid, seat=state.turn))
        listed.append(Option(str(bid), {"bid": bid}, faults[0] if faults else None))
    return tuple(listed)


def _passes(terms: Terms, state: State, seat: int, doing: str) -> Options:
    doubt = "" if state.known[seat] else f"{state.players[seat]}'s hand is not recorded; these cards are not ruled out"
    cards = terms.deck.names(state.hands[seat])
    return Options(state.players[seat], doing, tuple(Option(card, {"pass": [card]}) for card in cards), doubt)


def _plays(terms: Terms, playable: Playable, state: State, doing: str) -> Options:
    seat = state.turn
    ids = terms.deck.ids
    listed = []
    legal = playable(state)
    for card in sorted(members(state.hands[seat]), key=terms.deck.sort_key):
        fault = None
        if not legal >> card & 1:
            fault = plays.check_play(terms, playable, state, Event("play", card, bit=1 << card))[0]
        listed.append(Option(ids[card], {"play": ids[card]}, fault))
    who = state.players[seat]
    doubt = (
        "" if state.known[seat] else f"{who}'s hand is not recorded; these cards are not ruled out by anything shown"
    )
    return Options(who, doing, tuple(listed), doubt)


def draw_next(terms: Terms, bidding: Bidding, playable: Playable, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over every second card that it would help.
    """
    if state.phase == OVER:
        return None
    if state.phase == DEAL:
        return {"deal": _deal(terms, state, draw)}
    if state.phase == TURN_UP:
        undealt = terms.pack
        for mask in state.hands:
            undealt &= ~mask
        cards = list(members(undealt or state.hands[state.dealer]))
        return {"turn": terms.deck.ids[cards[draw(len(cards))]]}
    if state.phase == PASS:
        seat = hands.next_to_pass(terms, state)
        cards = list(members(state.hands[seat]))
        chosen = [cards.pop(draw(len(cards))) for _ in range(terms.pass_count)]
        return {"by": state.players[seat], "pass": [terms.deck.ids[card] for card in chosen]}
    if state.phase == BID:
        allowed = list(members(bidding.allowed(state, state.turn)))
        return {"bid": allowed[draw(len(allowed))]} if allowed else None
    if state.phase == NAME_TRUMP:
        names = list(terms.trump_names())
        return {"trump": names[draw(len(names))]}
    cards = list(members(playable(state)))
    card = cards[draw(len(cards))]
    said = terms.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2)
    return {"play": terms.deck.ids[card] + ("!" if said else "")}


def _deal(terms: Terms, state: State, draw: Draw) -> dict[str, list[str]]:
    cards = list(members(terms.pack))
    wanted = terms.cards_in_hand(state.hand)
    dealt: dict[str, list[str]] = {}
    for step in range(terms.players):
        seat = (state.dealer + 1 + step) % terms.players
        hand = [cards.pop(draw(len(cards))) for _ in range(wanted)]
        dealt[state.players[seat]] = [terms.deck.ids[card] for card in sorted(hand, key=terms.deck.sort_key)]
    return dealt
