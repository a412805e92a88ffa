"""What may happen next: every option with the rule that forbids it, and a random legal one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Draw, Option, Options
from referee.engines.trick.rules import hands, plays
from referee.engines.trick.rules.bidding import Bidding
from referee.engines.trick.rules.plays import Playable
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, State
from referee.engines.trick.words.compiled import CompiledRules


def awaited(rules: CompiledRules, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann is to lead to trick 3'; empty after the end."""
    if state.phase == OVER:
        return ""
    if state.shared:
        return state.shared
    if state.phase == DEAL:
        unless = ", if the game is not over" if None in state.scores and rules.scoring.end_when else ""
        return f"{state.players[state.dealer]} is to deal hand {state.hand}{unless}"
    if state.phase == TURN_UP:
        return "the turned-up card is next"
    if state.phase == PASS:
        return f"{state.players[hands.next_to_pass(rules, state)]} is to pass {rules.pass_count} cards"
    if state.turn < 0:
        return "the first lead is next"
    who = state.players[state.turn]
    if state.phase == BID:
        return f"{who} is to bid"
    if state.phase == NAME_TRUMP:
        return f"{who} is to name trump"
    return f"{who} is to {'play' if state.trick else 'lead'} to trick {state.cards - state.left + 1}"


def options(rules: CompiledRules, bidding: Bidding, playable: Playable, state: State) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it."""
    doing = awaited(rules, state)
    if state.phase == BID:
        return Options(state.players[state.turn], doing, _bids(bidding, state))
    if state.phase == NAME_TRUMP:
        named = tuple(Option(name, {"trump": name}) for name in rules.trump_names())
        return Options(state.players[state.turn], doing, named)
    if state.phase == PASS:
        seat = hands.next_to_pass(rules, state)
        return _passes(rules, state, seat, doing)
    if state.phase == PLAY and state.turn >= 0:
        return _plays(rules, playable, state, doing)
    if state.phase == PLAY:
        return Options(None, doing, doubt="no hand is recorded that holds the opening card, so who leads is not known")
    return Options(None, doing or "the game is over")


def _bids(bidding: Bidding, state: State) -> tuple[Option, ...]:
    listed = []
    for bid in range(state.cards + 1):
        faults = bidding.check(state, Event("bid", bid, seat=state.turn))
        listed.append(Option(str(bid), {"bid": bid}, faults[0] if faults else None))
    return tuple(listed)


def _passes(rules: CompiledRules, state: State, seat: int, doing: str) -> Options:
    doubt = "" if state.known[seat] else f"{state.players[seat]}'s hand is not recorded; these cards are not ruled out"
    cards = rules.deck.names(state.hands[seat])
    return Options(state.players[seat], doing, tuple(Option(card, {"pass": [card]}) for card in cards), doubt)


def _plays(rules: CompiledRules, playable: Playable, state: State, doing: str) -> Options:
    seat = state.turn
    ids = rules.deck.ids
    listed = []
    legal = playable(state)
    for card in sorted(members(state.hands[seat]), key=rules.deck.sort_key):
        fault = None
        if not legal >> card & 1:
            fault = plays.check_play(rules, playable, state, Event("play", card, bit=1 << card))[0]
        listed.append(Option(ids[card], {"play": ids[card]}, fault))
    who = state.players[seat]
    doubt = (
        "" if state.known[seat] else f"{who}'s hand is not recorded; these cards are not ruled out by anything shown"
    )
    return Options(who, doing, tuple(listed), doubt)


def draw_next(
    rules: CompiledRules, bidding: Bidding, playable: Playable, state: State, draw: Draw
) -> Mapping[str, Any] | None:
    """A log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over every second card that it would help.
    """
    if state.phase == OVER:
        return None
    if state.phase == DEAL:
        return {"deal": _deal(rules, state, draw)}
    if state.phase == TURN_UP:
        undealt = rules.pack
        for mask in state.hands:
            undealt &= ~mask
        cards = list(members(undealt or state.hands[state.dealer]))
        return {"turn": rules.deck.ids[cards[draw(len(cards))]]}
    if state.phase == PASS:
        seat = hands.next_to_pass(rules, state)
        cards = list(members(state.hands[seat]))
        chosen = [cards.pop(draw(len(cards))) for _ in range(rules.pass_count)]
        return {"by": state.players[seat], "pass": [rules.deck.ids[card] for card in chosen]}
    if state.phase == BID:
        allowed = list(members(bidding.allowed(state, state.turn)))
        return {"bid": allowed[draw(len(allowed))]} if allowed else None
    if state.phase == NAME_TRUMP:
        names = list(rules.trump_names())
        return {"trump": names[draw(len(names))]}
    cards = list(members(playable(state)))
    card = cards[draw(len(cards))]
    said = rules.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2)
    return {"play": rules.deck.ids[card] + ("!" if said else "")}


def _deal(rules: CompiledRules, state: State, draw: Draw) -> dict[str, list[str]]:
    cards = list(members(rules.pack))
    wanted = rules.cards_in_hand(state.hand)
    dealt: dict[str, list[str]] = {}
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        hand = [cards.pop(draw(len(cards))) for _ in range(wanted)]
        dealt[state.players[seat]] = [rules.deck.ids[card] for card in sorted(hand, key=rules.deck.sort_key)]
    return dealt
