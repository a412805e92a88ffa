"""What may be played on the pile, and why the rest may not: the verdict, the list and the proof are one question."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.findings import counted
from referee.core.wording import listed
from referee.engines.shedding import compiled as words
from referee.engines.shedding.compiled import (
    CardEffect,
    SheddingRules,
    kinds_in_words,
    rank_in_words,
    suit_in_words,
)
from referee.engines.shedding.state import SheddingState


def suit_in_force(rules: SheddingRules, state: SheddingState) -> str:
    """Return the suit to be matched: the one that was named, or that of the top card."""
    return state.named or rules.deck.cards[state.pile[-1]].suit


def matches(rules: SheddingRules, state: SheddingState, card: int) -> bool:
    """Return whether a card matches the top card of the pile in one of the ways of this game."""
    one, top = rules.deck.cards[card], rules.deck.cards[state.pile[-1]]
    return (
        ("suit" in rules.match_by and one.suit != "" and one.suit == suit_in_force(rules, state))
        or ("rank" in rules.match_by and one.rank == top.rank)
        or ("symbol" in rules.match_by and not set(one.symbols).isdisjoint(top.symbols))
    )


def misfit(rules: SheddingRules, state: SheddingState, hand: Sequence[int], card: int) -> str:
    """Return why a card of a hand may not be played now, as the end of a sentence; empty if it may be."""
    effect, top = rules.effects[card], state.pile[-1]
    if state.owed:
        return "" if _answers(rules, effect, rules.effects[top]) else f"must {_owed(rules, state)}"
    if effect.wild == words.NONE:
        if matches(rules, state, card):
            return ""
        named = f", for which {rules.deck.suits[state.named]} is named" if state.named else ""
        return f"it does not match {rules.deck.ids[top]}{named}; play {matches_in_words(rules, state)}"
    if effect.wild == words.NOT_ON_OWN and rules.effects[top] is effect:
        return f"it may not be played on {rules.deck.ids[top]}; play {matches_in_words(rules, state)}"
    if effect.wild == words.WITHOUT_SUIT:
        suit = suit_in_force(rules, state)
        better = [other for other in hand if suit and rules.deck.cards[other].suit == suit]
        only = f"without {suit_in_words(suit, rules.deck)}" if better else ""
    else:
        plain = (other for other in hand if rules.effects[other].wild == words.NONE and matches(rules, state, other))
        better = list(plain) if effect.wild == words.WITHOUT_MATCH else []
        only = "when no other card matches"
    better = [other for other in better if other != card]
    kept = " ".join(dict.fromkeys(rules.names(better)))
    return f"it may be played only {only}; {kept} is in hand" if better else ""


def playable(rules: SheddingRules, state: SheddingState) -> list[int]:
    """Return the known cards that the player to act may play now."""
    hand = state.hands[state.turn]
    usable = set(hand)
    if state.drawn and rules.play_then == words.NONE:
        return []
    if state.drawn and rules.play_then == words.DRAWN_CARD:
        usable &= set(state.drawn)
    return [card for card in sorted(usable, key=rules.deck.sort_key) if not misfit(rules, state, hand, card)]


def matches_in_words(rules: SheddingRules, state: SheddingState) -> str:
    """Return what may be played on the pile: 'a Nine, a Club or an Eight'."""
    top, suit, deck = state.pile[-1], suit_in_force(rules, state), rules.deck
    plain = rules.effects[top].wild == words.NONE
    ways = [rank_in_words(top, deck)] if "rank" in rules.match_by and plain else []
    ways += [suit_in_words(suit, deck)] if "suit" in rules.match_by and suit else []
    ways += [f"a card with {symbol}" for symbol in deck.cards[top].symbols if "symbol" in rules.match_by]
    for effect in rules.wild:
        if not (effect.wild == words.NOT_ON_OWN and rules.effects[top] is effect):
            ways += kinds_in_words(effect.cards, deck)
    return listed(dict.fromkeys(ways), "or")


def _answers(rules: SheddingRules, effect: CardEffect, top: CardEffect) -> bool:
    """Return whether a card answers one for which cards must be drawn."""
    return bool(effect.draw) and (rules.answer == words.ANY or (rules.answer == words.SAME and effect is top))


def _owed(rules: SheddingRules, state: SheddingState) -> str:
    """Return what the player to act must do who has to draw for cards of the players before."""
    answers = dict.fromkeys(
        kind
        for effect in rules.effects
        if _answers(rules, effect, rules.effects[state.pile[-1]])
        for kind in kinds_in_words(effect.cards, rules.deck)
    )
    return f"draw {counted(state.owed, 'cards')}{' or play ' if answers else ''}{listed(answers, 'or')}"
