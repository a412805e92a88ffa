"""The course of a round: the deal, the card turned up, and turns. What may be wrong with each event, and what it does.

What may be played on the pile, and why the rest may not: the verdict, the list and the proof are one question.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.events import Event
from referee.core.findings import Faults, Finding, counted
from referee.core.named_tuple import NamedTuple
from referee.core.wording import listed
from referee.engines.shedding import compiled as words
from referee.engines.shedding.compiled import CardEffect, SheddingRules, kinds_in_words, rank_in_words, suit_in_words
from referee.engines.shedding.rules import rounds
from referee.engines.shedding.rules.rounds import available, check_taken, elsewhere, holds, move_on, take_one
from referee.engines.shedding.state import FACE_UP, TURN, UNSEEN, SheddingState


class CardPlayed(NamedTuple):
    """A card, the suit that is named with it ("" for none), and whether the last card was announced."""

    card: int
    names: str = ""
    last: bool = False


class Caught(NamedTuple):
    """Who forgot to announce the last card, and the cards drawn for it; None where the log does not say how many."""

    seat: int
    cards: tuple[int, ...] | None


def check_deal(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Check that each hand has as many cards as the round calls for, and that the deck has them."""
    each = rules.cards_each(state.round)
    trial = state.copy()
    for seat, cards in event.value.items():
        who, at = state.players[seat], ("deal", state.players[seat])
        if len(cards) != each:
            message = f"{who} is dealt {counted(len(cards), 'cards')}; everybody is dealt {each}"
            yield Finding("deal", message, seat, at=at, bars=True)
        yield from elsewhere(rules, trial, cards, f"{who} is dealt", seat, at)
        trial.hands[seat] = cards


def deal(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Deal the hands; those that the log does not show are unseen."""
    each = rules.cards_each(state.round)
    state.begin_round(rules)
    for seat in range(rules.players):
        if seat in event.value:
            state.hands[seat] = list(event.value[seat])
        else:
            state.hidden[seat] = each
    if any(state.hidden):
        state.miss("deal")
    state.stock -= each * rules.players
    state.phase = FACE_UP


def check_face_up(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Check that the card turned up was in the stock, and that a suit is named where it counts."""
    card, effect = event.value.card, rules.effects[event.value.card]
    yield from elsewhere(rules, state, [card], "the dealer turns up", None, event.at)
    yield from _names_faults(rules, event, effect.names and effect.starter == words.COUNTS, "the dealer turns up", None)


def turn_up(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Turn up the first card of the pile; a special card goes back, counts for the first player, or is like any other."""
    card, effect = event.value.card, rules.effects[event.value.card]
    if effect.starter == words.AGAIN:
        return
    state.stock -= 1
    state.pile = [card]
    state.phase = TURN
    move_on(rules, state, state.dealer)
    if effect.starter == words.COUNTS:
        state.named = event.value.names
        state.reversed = effect.reverse
        state.owed = effect.draw
        move_on(rules, state, state.turn, effect.skip + effect.reverse)


def _names_faults(
    rules: SheddingRules, event: Event, must: bool, does: str, seat: int | None, *, may: bool = False
) -> Faults:
    """Yield that a suit is not named with a card that names one, or is named with another."""
    card, suit = rules.deck.ids[event.value.card], event.value.names
    if must and not suit:
        example = f"{card}:{next(iter(rules.deck.suits))}"
        message = f"{does} {card} without naming a suit; write it after the card, as in {example}"
        yield Finding("names", message, seat, at=event.at, asks=True)
    elif suit and not (must or may):
        message = f"{does} {card} and names {rules.deck.suits[suit]}, but this card names nothing"
        yield Finding("names", message, seat, at=event.at)


# -- what may be played on the pile ------------------------------------------------------------------------------------


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


# -- turns ------------------------------------------------------------------------------------------------------------


def check_play(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield everything that is wrong with a card played."""
    (card, _, last), seat = event.value, state.turn
    who, hand, effect = state.players[seat], state.hands[seat], rules.effects[card]
    name, left = rules.deck.ids[card], holds(state, seat) - 1
    if card not in hand:
        if not state.hidden[seat]:
            message = f"{who} plays {name}, which is not in hand; the hand is {' '.join(rules.names(hand))}"
            yield Finding("hand", message, seat, at=event.at, bars=True)
            return
        yield from elsewhere(rules, state, [card], f"{who} plays", seat, event.at)
    if state.drawn and rules.play_then == words.NONE:
        message = f"{who} plays {name} after drawing; a turn with a card drawn is over"
        yield Finding("draw", message, seat, ("pass",), at=event.at)
    elif state.drawn and rules.play_then == words.DRAWN_CARD and not {card, UNSEEN} & set(state.drawn):
        drawn = " ".join(rules.names(state.drawn))
        message = f"{who} plays {name} after drawing {drawn}; only the card drawn may be played"
        yield Finding("draw", message, seat, at=event.at)
    why = misfit(rules, state, hand, card)
    if why:
        rule = "draw-cards" if state.owed else "match"
        legal = tuple(rules.deck.ids[one] for one in playable(rules, state))
        yield Finding(rule, f"{who} plays {name}, but {why}", seat, legal, at=event.at)
    if left == 0 and not effect.last:
        yield Finding("match", f"{who} plays {name} as the last card, which it may not be", seat, at=event.at)
    yield from _names_faults(rules, event, effect.names and left > 0, f"{who} plays", seat, may=effect.names)
    if last and rules.penalty and left != 1:
        message = f"{who} announces the last card with {counted(left, 'cards')} left"
        yield Finding("last-card", message, seat, at=event.at)


def play(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Play a card, which takes effect; whoever has none left is out."""
    (card, names, last), seat = event.value, state.turn
    effect = rules.effects[card]
    if card in state.hands[seat]:
        state.hands[seat].remove(card)
    else:
        state.hidden[seat] -= 1
    state.pile.append(card)
    state.named, state.drawn, state.passes = names, [], 0
    left = holds(state, seat)
    state.silent = seat if left == 1 and rules.penalty and not last else -1
    state.plays["plays"] = state.plays.get("plays", 0) + 1
    if left == 0:
        state.out = seat
    _take_effect(rules, state, seat, effect)


def _take_effect(rules: SheddingRules, state: SheddingState, seat: int, effect: CardEffect) -> None:
    """Do what a card just played does; after the last card of a player only the cards that the next one must draw count."""
    state.owed = state.owed + effect.draw if available(rules, state) else 0
    state.reversed ^= effect.reverse
    if state.out >= 0:
        if state.owed and rules.last_counts:
            move_on(rules, state, seat)
        else:
            rounds.end_round(rules, state)
    elif not effect.again:
        move_on(rules, state, seat, 1 + effect.skip + (effect.reverse and rules.players == 2))


def to_draw(rules: SheddingRules, state: SheddingState) -> int:
    """Return how many cards the player to act must draw for cards of the players before, as far as there are any."""
    return min(state.owed, available(rules, state))


def may_draw(rules: SheddingRules, state: SheddingState) -> bool:
    """Return whether the player to act may draw a card of their own accord."""
    if not available(rules, state) or len(state.drawn) >= (rules.most_drawn or len(state.drawn) + 1):
        return False
    return rules.though_able or not playable(rules, state)


def check_draw(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with cards drawn, one after the other."""
    seat, cards, owed = state.turn, event.value, to_draw(rules, state)
    who, number = state.players[seat], counted(len(event.value), "cards")
    if state.owed and len(cards) != owed:
        yield Finding("draw-cards", f"{who} draws {number}, but must draw {owed}", seat, at=event.at, bars=True)
        return
    trial = state.copy()
    for card in cards:
        if not available(rules, trial):
            under = "the pile has only its top card" if len(trial.pile) == 1 else "the pile stays"
            does = "a card must be played, or the turn passed"
            message = f"{who} draws {number}, but the stock is empty and {under}; {does}"
            yield Finding("stock", message, seat, ("pass",), at=event.at, bars=True)
            return
        if not state.owed and not may_draw(rules, trial):
            able = [rules.deck.ids[other] for other in playable(rules, trial)]
            most = f"at most {counted(rules.most_drawn or 0, 'cards')} may be drawn on a turn"
            full = len(trial.drawn) >= (rules.most_drawn or len(trial.drawn) + 1)
            reason = most if full else f"but {able[0]} can be played"
            message = f"{who} draws {'another card' if trial.drawn else number}{';' if full else ','} {reason}"
            yield Finding("draw", message, seat, tuple(able), at=event.at)
            return
        yield from check_taken(rules, trial, seat, card, event)
        trial.drawn.append(card)


def draw(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Draw cards: those that are owed, or because a player cannot or will not play."""
    seat = state.turn
    for card in event.value:
        take_one(state, seat, card)
    state.silent, state.passes = -1, 0
    state.plays["draws"] = state.plays.get("draws", 0) + len(event.value)
    if state.owed:
        state.owed = 0
        if state.out >= 0:
            rounds.end_round(rules, state)
        elif rules.lose_turn:
            move_on(rules, state, seat)
        return
    state.drawn += event.value
    if rules.play_then == words.NONE and not may_draw(rules, state):
        move_on(rules, state, seat)


def check_pass(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a turn passed."""
    seat = state.turn
    who, able = state.players[seat], tuple(rules.deck.ids[card] for card in playable(rules, state))
    if state.owed:
        message = f"{who} passes, but must draw {counted(to_draw(rules, state), 'cards')}"
        yield Finding("draw-cards", message, seat, ("draw",), at=event.at)
    elif able and (rules.must_play if state.drawn else not rules.though_able):
        yield Finding("draw", f"{who} passes, but {able[0]} can be played", seat, able, at=event.at)
    elif may_draw(rules, state) and (rules.though_able or rules.must_play or UNSEEN not in state.drawn):
        first = "another card" if state.drawn else "a card"
        yield Finding("draw", f"{who} passes, but must draw {first} first", seat, ("draw",), at=event.at)


def pass_turn(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Pass a turn; when nobody can play or draw any more, the round is over."""
    stuck = not state.drawn and not available(rules, state)
    state.silent = -1
    state.passes = state.passes + 1 if stuck else 0
    state.plays["passes"] = state.plays.get("passes", 0) + 1
    if stuck and (rules.stock_empty == words.END or state.passes == rules.players):
        rounds.end_round(rules, state)
    else:
        move_on(rules, state, state.turn)


def check_forgot(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with catching somebody who did not announce the last card."""
    seat, cards = event.value
    who, most = state.players[seat], min(rules.penalty, available(rules, state))
    if seat != state.silent:
        caught = "but is not caught just after playing down to it in silence"
        message = f"{who} is said to have forgotten the last card, {caught}"
        yield Finding("last-card", message, seat, at=event.at, bars=True)
        return
    if cards is not None and len(cards) != most:
        message = f"{who} draws {counted(len(cards), 'cards')} for forgetting the last card; it must be {most}"
        yield Finding("last-card", message, seat, at=event.at, bars=True)
        return
    trial = state.copy()
    for card in cards or ():
        yield from check_taken(rules, trial, seat, card, event)


def forget(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Let somebody who forgot to announce the last card draw for it."""
    seat, cards = event.value
    for card in cards or (UNSEEN,) * min(rules.penalty, available(rules, state)):
        take_one(state, seat, card)
    state.silent = -1
    state.plays["caught"] = state.plays.get("caught", 0) + 1
