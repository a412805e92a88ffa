"""The course of a round and its score: what may be wrong with each event, and what it does.

What may be played on the pile, and why the rest may not: the verdict, the list and the proof are one question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.core import pads
from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.formula import Value
from referee.core.pads import NOBODY
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.shedding.compiled import CardEffect, SheddingRules, kinds_in_words, rank_in_words, suit_in_words
from referee.engines.shedding.state import DEAL, FACE_UP, OVER, SHOW, TURN, UNSEEN, SheddingRound, SheddingState


class CardPlayed(NamedTuple):
    """A card, the suit that is named with it ("" for none), whether the last card was announced, and the seat with which hands
    are swapped (-1: none is written)."""

    card: int
    names: str = ""
    last: bool = False
    partner: int = -1


class SheddingResult(NamedTuple):
    """The end of a round, from a pad: `score` and `totals`, who went out (-1: nobody), the cards left, and what they count."""

    points: Mapping[str, Mapping[int, Value]]
    out: int = -1
    hands: Mapping[int, list[int]] = NOBODY
    counts: Mapping[int, Value] = NOBODY


def holds(state: SheddingState, seat: int) -> int:
    """Return how many cards a player holds, seen and unseen."""
    return len(state.hands[seat]) + state.hidden[seat]


def elsewhere(
    rules: SheddingRules, state: SheddingState, cards: Sequence[int], says: str, seat: int | None, at: Pointer
) -> Faults:
    """Yield the fault of the first of some new cards that the deck has no more copies of, with where the others are. `says` is
    how a message begins, 'Ann draws'."""
    for place, card in enumerate(cards):
        if card == UNSEEN:
            continue
        known = cards[: place + 1].count(card) + state.pile.count(card)
        for hand in state.hands:
            known += hand.count(card)
        if known > rules.copies[card]:
            lying = [f"in {who}'s hand" for who, hand in zip(state.players, state.hands, strict=True) if card in hand]
            if card in state.pile:
                lying += ["in the pile"]
            where = " and ".join(lying) or "already among these cards"
            yield Finding("deck", f"{says} {rules.deck.ids[card]}, which is {where}", seat, at=at, bars=True)
            return


def available(rules: SheddingRules, state: SheddingState) -> int:
    """Return how many cards can still be drawn."""
    return state.stock + (max(len(state.pile) - 1, 0) if rules.stock_empty == "shuffle_pile" else 0)


def refill(state: SheddingState) -> None:
    """Make the pile without its top card the stock, if the stock is empty."""
    if state.stock == 0:
        state.stock = len(state.pile) - 1
        state.pile = state.pile[-1:]


def take_one(state: SheddingState, seat: int, card: int) -> None:
    """Take a card from the stock into a hand."""
    refill(state)
    state.stock -= 1
    if card == UNSEEN:
        state.hidden[seat] += 1
        state.miss("stock")
    else:
        state.hands[seat].append(card)


def check_taken(rules: SheddingRules, trial: SheddingState, seat: int, card: int, event: Event) -> Faults:
    """Yield what is wrong with a card taken from the stock, and take it in a state that is only a trial."""
    refill(trial)
    yield from elsewhere(rules, trial, [card], f"{trial.players[seat]} draws", seat, event.at)
    take_one(trial, seat, card)


def move_on(rules: SheddingRules, state: SheddingState, seat: int, steps: int = 1) -> None:
    """Pass the turn from a seat to the one that is some steps further, in the direction of play."""
    state.turn = (seat + (-steps if state.reversed else steps)) % rules.players
    state.drawn = []
    state.paid = False


# -- the deal and the first card of the pile ---------------------------------------------------------------------------


def check_deal(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Check that each hand has as many cards as the round calls for, and that the deck has them."""
    if event.seat not in (None, state.dealer):
        yield out_of_turn(state, event.seat, "deals", state.dealer)
        return
    each = rules.cards_each(state.round)
    trial = state.copy()
    for seat, cards in event.value.items():
        who = state.players[seat]
        at = ("deal", state.players[seat])
        if len(cards) != each:
            message = f"{who} is dealt {number_of(len(cards), 'cards')}; everybody is dealt {each}"
            yield Finding("deal", message, seat, at=at, bars=True)
        yield from elsewhere(rules, trial, cards, f"{who} is dealt", seat, at)
        trial.hands[seat] = cards


def deal(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Deal the hands; those that the log does not show are unseen."""
    each = rules.cards_each(state.round)
    state.begin_round(rules)
    for seat in range(rules.players):
        state.hands[seat] = list(event.value.get(seat, ()))
        state.hidden[seat] = 0 if seat in event.value else each
    if any(state.hidden):
        state.miss("deal")
    state.stock -= each * rules.players
    state.phase = FACE_UP


def check_face_up(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Check that the card turned up was in the stock, and that a suit is named where it counts."""
    card = event.value.card
    effect = rules.effects[event.value.card]
    yield from elsewhere(rules, state, [card], "the dealer turns up", None, event.at)
    yield from _names_faults(rules, event, effect.names and effect.starter == "counts", "the dealer turns up", None)
    if event.value.partner >= 0:
        message = f"the dealer turns up {rules.deck.ids[card]} and swaps hands; nobody does with the first card"
        yield Finding("swap", message, at=event.at)


def turn_up(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Turn up the first card of the pile. A special card goes back, counts for the first player, or is like any other,
    as its `starter` says."""
    card = event.value.card
    effect = rules.effects[event.value.card]
    if effect.starter == "again":
        return
    state.stock -= 1
    state.pile = [card]
    state.phase = TURN
    move_on(rules, state, state.dealer)
    if effect.starter == "counts":
        state.named = event.value.names
        state.reversed = effect.reverse
        state.owed = effect.draw
        move_on(rules, state, state.turn, effect.skip + effect.reverse)  # in reverse the dealer begins


def _names_faults(
    rules: SheddingRules, event: Event, must: bool, does: str, seat: int | None, *, may: bool = False
) -> Faults:
    """Yield the fault of a card that must name a suit and does not, or that names one and neither `must` nor `may`.
    `does` is how a message begins, 'Ann plays'."""
    card = rules.deck.ids[event.value.card]
    suit = event.value.names
    if must and not suit:
        example = f"{card}:{next(iter(rules.deck.suits))}"
        message = f"{does} {card} without naming a suit; write it after the card, as in {example}"
        yield Finding("names", message, seat, at=event.at, asks=True)
    elif suit and not (must or may):
        message = f"{does} {card} and names {rules.deck.suits[suit]}, but this card names nothing"
        yield Finding("names", message, seat, at=event.at)


# -- hands that move ---------------------------------------------------------------------------------------------------


def next_seat(rules: SheddingRules, state: SheddingState, seat: int) -> int:
    """Return the next player after a seat, in the direction of play."""
    return (seat + (-1 if state.reversed else 1)) % rules.players


def partners_of(rules: SheddingRules, state: SheddingState, seat: int, card: int) -> list[int]:
    """Return with whom a player may swap hands for a card; -1 stands for nobody."""
    swap = rules.effects[card].swap
    if swap == "none" or holds(state, seat) == 1:
        return [-1]
    if swap == "next":
        return [next_seat(rules, state, seat)]
    others = [other for other in range(rules.players) if other != seat]
    if swap == "may":
        others.append(-1)
    return others


def takers(rules: SheddingRules, state: SheddingState, seat: int, card: int, partner: int) -> list[int]:
    """Return who gets the hand of each player when a card has been played; after the last card all hands stay."""
    order = list(range(rules.players))
    if holds(state, seat) == 1:
        return order
    able = partners_of(rules, state, seat, card)
    if partner < 0 and len(able) == 1:
        partner = able[0]
    if partner in able and partner >= 0:
        order[seat] = partner
        order[partner] = seat
    elif rules.effects[card].pass_on:
        order = [next_seat(rules, state, other) for other in order]
    return order


def held_after(rules: SheddingRules, state: SheddingState, seat: int, played: CardPlayed) -> int:
    """Return how many cards a player holds after a play, perhaps with the hand of another."""
    giver = takers(rules, state, seat, played.card, played.partner).index(seat)
    return holds(state, giver) - (giver == seat)


def _swap_faults(rules: SheddingRules, state: SheddingState, event: Event, seat: int) -> Faults:
    """Yield that hands are swapped with nobody where they must be, or with somebody with whom they may not be."""
    card = event.value.card
    partner = event.value.partner
    able = partners_of(rules, state, seat, card)
    if partner in able or (partner < 0 and len(able) == 1):
        return
    does = f"{state.players[seat]} plays {rules.deck.ids[card]}"
    names = [state.players[other] for other in able if other >= 0]
    if partner < 0:
        example = f"{rules.deck.ids[card]} with {names[0]}"
        message = f"{does} without saying with whom hands are swapped; write it, as in {example}"
        yield Finding("swap", message, seat, at=event.at, asks=True)
        return
    why = "this card swaps nothing"
    if names:
        why = f"it must be with {in_list(names, 'or')}"
    elif rules.effects[card].swap != "none":
        why = "after the last card nobody swaps"
    yield Finding("swap", f"{does} and swaps hands with {state.players[partner]}, but {why}", seat, at=event.at)


def _move_hands(state: SheddingState, order: Sequence[int]) -> None:
    """Let each player take the hand of another, or keep it."""
    hands = list(state.hands)
    hidden = list(state.hidden)
    for giver, taker in enumerate(order):
        state.hands[taker] = hands[giver]
        state.hidden[taker] = hidden[giver]


# -- what may be played on the pile ------------------------------------------------------------------------------------


def suit_in_force(rules: SheddingRules, state: SheddingState) -> str:
    """Return the suit to be matched: the one that was named, or that of the top card."""
    return state.named or rules.deck.cards[state.pile[-1]].suit


def matches(rules: SheddingRules, state: SheddingState, card: int) -> bool:
    """Return whether a card matches the top card of the pile in one of the ways of this game."""
    one = rules.deck.cards[card]
    top = rules.deck.cards[state.pile[-1]]
    return (
        ("suit" in rules.match_by and one.suit != "" and one.suit == suit_in_force(rules, state))
        or ("rank" in rules.match_by and one.rank == top.rank)
        or ("symbol" in rules.match_by and not set(one.symbols).isdisjoint(top.symbols))
    )


def misfit(rules: SheddingRules, state: SheddingState, hand: Sequence[int], card: int) -> str:
    """The reason why a card of a hand may not be played now, as the end of a sentence; empty if it may be. A player who
    must draw for others (`owed`) may only answer with a card like theirs."""
    effect = rules.effects[card]
    if state.owed:
        if _answers(rules, state, effect):
            return ""
        return f"must {_owed(rules, state)}"
    if effect.wild == "none":
        return _plain_misfit(rules, state, card)
    if effect.wild == "not_on_own":
        return _misfit_on_own(rules, state, card)
    others = cards_against(rules, state, hand, card)
    if not others or effect.challenge:
        return ""
    only = "when no other card matches"
    if effect.wild == "without_suit":
        only = f"without {suit_in_words(suit_in_force(rules, state), rules.deck)}"
    return f"it may be played only {only}; {' '.join(dict.fromkeys(rules.names(others)))} is in hand"


def _plain_misfit(rules: SheddingRules, state: SheddingState, card: int) -> str:
    if matches(rules, state, card):
        return ""
    named = ""
    if state.named:
        named = f", for which {rules.deck.suits[state.named]} is named"
    top = rules.deck.ids[state.pile[-1]]
    return f"it does not match {top}{named}; play {matches_in_words(rules, state)}"


def _misfit_on_own(rules: SheddingRules, state: SheddingState, card: int) -> str:
    top = state.pile[-1]
    if rules.effects[top] is not rules.effects[card]:
        return ""
    return f"it may not be played on {rules.deck.ids[top]}; play {matches_in_words(rules, state)}"


def cards_against(rules: SheddingRules, state: SheddingState, hand: Sequence[int], card: int) -> list[int]:
    """The other cards of a hand that forbid a wild card: those of the suit in force, or those that match."""
    wild = rules.effects[card].wild
    others = [other for other in hand if other != card]
    if wild == "without_suit":
        suit = suit_in_force(rules, state)
        return [other for other in others if suit and rules.deck.cards[other].suit == suit]
    if wild == "without_match":
        return [other for other in others if rules.effects[other].wild == "none" and matches(rules, state, other)]
    return []


def playable(rules: SheddingRules, state: SheddingState) -> list[int]:
    """Return the known cards that the player to act may play now."""
    hand = state.hands[state.turn]
    usable = set(hand)
    if state.drawn and rules.draw.play != "any":
        usable &= set(state.drawn if rules.draw.play == "drawn" else ())
    if holds(state, state.turn) == 1:
        usable = {card for card in usable if rules.effects[card].last}
    return [card for card in sorted(usable, key=rules.deck.sort_key) if not misfit(rules, state, hand, card)]


def matches_in_words(rules: SheddingRules, state: SheddingState) -> str:
    """The cards that may be played on the pile, as a player asks for them: 'a Nine, a Club or an Eight'."""
    top = state.pile[-1]
    suit = suit_in_force(rules, state)
    deck = rules.deck
    plain = rules.effects[top].wild == "none"
    if "rank" in rules.match_by and plain:
        ways = [rank_in_words(top, deck)]
    else:
        ways = []
    if "suit" in rules.match_by and suit:
        ways += [suit_in_words(suit, deck)]
    ways += [f"a card with {symbol}" for symbol in deck.cards[top].symbols if "symbol" in rules.match_by]
    for effect in rules.wild:
        if not (effect.wild == "not_on_own" and rules.effects[top] is effect):
            ways += kinds_in_words(effect.cards, deck)
    return in_list(dict.fromkeys(ways), "or")


def _answers(rules: SheddingRules, state: SheddingState, effect: CardEffect) -> bool:
    """Return whether a card with this effect answers the top card, for which cards must be drawn; not after a challenge."""
    top = rules.effects[state.pile[-1]]
    if not effect.draw or state.challenger >= 0:
        return False
    if rules.draw_cards.answer == "at_least":
        return effect.draw >= top.draw
    return rules.draw_cards.answer == "any" or (rules.draw_cards.answer == "same" and effect is top)


def _owed(rules: SheddingRules, state: SheddingState) -> str:
    """Return what the player to act must do who has to draw for cards of the players before."""
    able = [effect for effect in rules.effects if _answers(rules, state, effect)]
    answers = dict.fromkeys(kind for effect in able for kind in kinds_in_words(effect.cards, rules.deck))
    return f"draw {number_of(state.owed, 'cards')}{' or play ' if answers else ''}{in_list(answers, 'or')}"


def may_jump_in(rules: SheddingRules, state: SheddingState, card: int) -> bool:
    """Return whether a card may be played out of turn, because it is the same as the top card of the pile."""
    effect = rules.effects[card]
    if rules.match.jump_in == "none" or card != state.pile[-1] or not rules.deck.cards[card].suit:
        return False
    if rules.match.jump_in == "plain" and effect.name:
        return False
    return not state.owed or _answers(rules, state, effect)


def jump_fault(rules: SheddingRules, state: SheddingState, seat: int, event: Event) -> Finding:
    """The fault of playing a card out of turn that is not the same as the top one, or that may not be played on it now."""
    if rules.match.jump_in == "none":
        return out_of_turn(state, seat, "plays")
    top = rules.deck.ids[state.pile[-1]]
    why = f"only the same card may be played on {top} out of turn"
    if not may_jump_in(rules, state, state.pile[-1]):
        why = f"nothing may be played on {top} out of turn now"
    card = rules.deck.ids[event.value.card]
    message = f"{state.players[seat]} plays {card}, but it is {state.players[state.turn]}'s turn, and {why}"
    return Finding("turn", message, seat, word=("match", "jump_in"), at=event.at, bars=True)


# -- turns ------------------------------------------------------------------------------------------------------------


def check_play(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield everything that is wrong with a card played."""
    card = event.value.card
    seat = state.turn if event.seat is None else event.seat
    in_turn = seat == state.turn
    if not in_turn and not may_jump_in(rules, state, card):
        yield jump_fault(rules, state, seat, event)
        return
    who = state.players[seat]
    hand = state.hands[seat]
    effect = rules.effects[card]
    name = rules.deck.ids[card]
    left = holds(state, seat) - 1
    if card not in hand:
        if not state.hidden[seat]:
            message = f"{who} plays {name}, which is not in hand; the hand is {' '.join(rules.names(hand))}"
            yield Finding("hand", message, seat, at=event.at, bars=True)
            return
        # The hand is unseen, so it may as well be the other place that is wrong.
        yield from elsewhere(rules, state, [card], f"{who} plays", None, event.at)
    if in_turn:
        yield from _fit_faults(rules, state, event)
    if left == 0 and not effect.last:
        yield Finding("match", f"{who} plays {name} as the last card, which it may not be", seat, at=event.at)
    yield from _names_faults(rules, event, effect.names and left > 0, f"{who} plays", seat, may=effect.names)
    if effect.moves_hands or event.value.partner >= 0:
        yield from _swap_faults(rules, state, event, seat)
        left = held_after(rules, state, seat, event.value)
    if event.value.last and rules.penalty and left != 1:
        message = f"{who} announces the last card with {number_of(left, 'cards')} left"
        yield Finding("last-card", message, seat, at=event.at)


def _fit_faults(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield that a card may not be played after drawing, or does not fit on the pile."""
    card = event.value.card
    seat = state.turn
    does = f"{state.players[seat]} plays {rules.deck.ids[card]}"
    if state.drawn and rules.draw.play == "none":
        message = f"{does} after drawing; a turn with a card drawn is over"
        yield Finding("draw", message, seat, ("pass",), at=event.at)
    elif state.drawn and rules.draw.play == "drawn" and not {card, UNSEEN} & set(state.drawn):
        drawn = " ".join(rules.names(state.drawn))
        message = f"{does} after drawing {drawn}; only the card drawn may be played"
        yield Finding("draw", message, seat, at=event.at)
    why = misfit(rules, state, state.hands[seat], card)
    if why:
        rule = "draw-cards" if state.owed else "match"
        legal = tuple(rules.deck.ids[one] for one in playable(rules, state))
        yield Finding(rule, f"{does}, but {why}", seat, legal, at=event.at)


def play(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Play a card, perhaps with a suit that it names and the last card announced, and let it take effect. Whoever has
    none left is out, and the round ends, perhaps after the next player has drawn for the last card."""
    card = event.value.card
    seat = state.turn if event.seat is None else event.seat
    effect = rules.effects[card]
    state.bluffer = -1
    state.bluff = []
    if effect.challenge:
        _note_bluff(rules, state, seat, card)
    order: Sequence[int] = ()
    if effect.moves_hands:
        order = takers(rules, state, seat, card, event.value.partner)
    if card in state.hands[seat]:
        state.hands[seat].remove(card)
    else:
        state.hidden[seat] -= 1
    state.pile.append(card)
    state.named = event.value.names
    state.drawn = []
    state.paid = False
    state.passes = 0
    _move_hands(state, order)
    left = holds(state, seat)
    if left == 1 and rules.penalty and not event.value.last:
        state.silent = seat
    else:
        state.silent = -1
    state.plays["plays"] = state.plays.get("plays", 0) + 1
    if available(rules, state):
        state.owed = state.owed + effect.draw
    else:
        state.owed = 0
    state.reversed ^= effect.reverse
    if not left:
        state.out = seat
        if state.owed and rules.draw_cards.last_counts:
            move_on(rules, state, seat)
        else:
            end_round(rules, state)
    elif not effect.again:
        back_to_oneself = effect.reverse and rules.players == 2
        move_on(rules, state, seat, 1 + effect.skip + back_to_oneself)


def _note_bluff(rules: SheddingRules, state: SheddingState, seat: int, card: int) -> None:
    """Before a card that may be challenged is played, note which other cards forbid it; an unseen card may be one of them."""
    if state.owed or holds(state, seat) == 1:
        return
    state.bluffer = seat
    state.bluff = cards_against(rules, state, state.hands[seat], card)
    unseen = state.hidden[seat] - (card not in state.hands[seat])
    if unseen and not state.bluff:
        state.bluff = [UNSEEN]


def check_challenge(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a challenge of the last card: who must draw for it, and whether it was won."""
    seat = state.turn
    who = state.players[seat]
    if state.bluffer < 0 or not state.owed:
        yield Finding("challenge", f"{who} challenges, but there is nothing to challenge", seat, at=event.at, bars=True)
        return
    bluffer = state.players[state.bluffer]
    card = rules.deck.ids[state.pile[-1]]
    if state.bluff == [UNSEEN]:
        if event.value is None:
            message = f"{bluffer}'s hand is not known; write `challenge: won` or `challenge: lost`"
            yield Finding("challenge", message, seat, at=event.at, bars=True, asks=True)
    elif event.value is not None and event.value != bool(state.bluff):
        outcome = "lost"
        why = f"{bluffer} held {' '.join(dict.fromkeys(rules.names(state.bluff)))}"
        if event.value:
            outcome = "won"
            why = f"{bluffer} held no card that forbids {card}"
        yield Finding("challenge", f"{who}'s challenge is recorded as {outcome}, but {why}", seat, at=event.at)


def challenge(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Let the player who must draw challenge the card: the one who played it draws instead, or the challenger more cards."""
    won = bool(state.bluff)
    if state.bluff == [UNSEEN]:
        won = event.value
        state.miss("challenge")
    if won:
        state.challenger = state.turn
        state.turn = state.bluffer
    else:
        state.owed += rules.effects[state.pile[-1]].challenge
    state.bluffer = -1
    state.bluff = []
    state.silent = -1


def to_draw(rules: SheddingRules, state: SheddingState) -> int:
    """The number of cards that the player to act must draw for cards of the players before, as far as there are any."""
    return min(state.owed, available(rules, state))


def may_draw(rules: SheddingRules, state: SheddingState) -> bool:
    """Return whether the player to act may draw a card of their own accord."""
    if not available(rules, state) or 0 < rules.draw.most <= len(state.drawn):
        return False
    return bool(rules.draw.though_able) or not playable(rules, state)


def check_draw(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with cards drawn: too many or too few, without need, more than there are, or cards that are
    elsewhere."""
    seat = state.turn
    cards = event.value
    owed = to_draw(rules, state)
    who = state.players[seat]
    number = number_of(len(event.value), "cards")
    if state.owed and len(cards) != owed:
        yield Finding("draw-cards", f"{who} draws {number}, but must draw {owed}", seat, at=event.at, bars=True)
        return
    trial = state.copy()
    for card in cards:
        if not available(rules, trial):
            under = "the pile stays"
            if len(trial.pile) == 1:
                under = "the pile has only its top card"
            right = "a card must be played, or the turn passed"
            message = f"{who} draws {number}, but the stock is empty and {under}; {right}"
            yield Finding("stock", message, seat, ("pass",), at=event.at, bars=True)
            return
        if not state.owed and not may_draw(rules, trial):
            able = tuple(rules.deck.ids[other] for other in playable(rules, trial))
            full = 0 < rules.draw.most <= len(trial.drawn)
            most = f"; at most {number_of(rules.draw.most, 'cards')} may be drawn on a turn"
            if full:
                reason = most
            else:
                reason = f", but {able[0]} can be played"
            drawn = "another card" if trial.drawn else number
            yield Finding("draw", f"{who} draws {drawn}{reason}", seat, able, at=event.at)
            left = available(rules, state)
            if len(cards) > left:  # not even a table that lets it stand can draw them
                yield Finding("stock", f"{who} draws {number}; {left} can be drawn", seat, at=event.at, bars=True)
            return
        yield from check_taken(rules, trial, seat, card, event)
        trial.drawn.append(card)


def draw(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Draw cards: those that are owed, or because a player cannot or will not play."""
    seat = state.turn
    for card in event.value:
        take_one(state, seat, card)
    state.silent = -1
    state.bluffer = -1
    state.bluff = []
    state.passes = 0
    state.plays["draws"] = state.plays.get("draws", 0) + len(event.value)
    if state.owed:
        state.owed = 0
        if state.out >= 0:
            end_round(rules, state)
        elif state.challenger >= 0:
            state.turn = state.challenger
            state.challenger = -1
        elif rules.draw_cards.lose_turn:
            move_on(rules, state, seat)
        else:
            state.paid = True
        return
    state.drawn += event.value
    if rules.draw.play == "none" and not may_draw(rules, state):
        move_on(rules, state, seat)


def check_pass(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a turn passed: cards must be drawn for others, or a card could be played or drawn."""
    seat = state.turn
    who = state.players[seat]
    able = tuple(rules.deck.ids[card] for card in playable(rules, state))
    if state.owed:
        message = f"{who} passes, but must draw {number_of(to_draw(rules, state), 'cards')}"
        yield Finding("draw-cards", message, seat, ("draw",), at=event.at)
    elif state.paid and not state.drawn:
        return  # who may play after drawing for others need not
    elif able and (rules.draw.must_play if state.drawn else not rules.draw.though_able):
        yield Finding("draw", f"{who} passes, but {able[0]} can be played", seat, able, at=event.at)
    elif may_draw(rules, state) and (rules.draw.though_able or rules.draw.must_play or UNSEEN not in state.drawn):
        first = "another card" if state.drawn else "a card"
        yield Finding("draw", f"{who} passes, but must draw {first} first", seat, ("draw",), at=event.at)


def pass_turn(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Pass a turn; when nobody can play or draw any more, the round is over."""
    stuck = not (state.drawn or state.paid or available(rules, state))
    state.silent = -1
    if stuck:
        state.passes = state.passes + 1
    else:
        state.passes = 0
    state.plays["passes"] = state.plays.get("passes", 0) + 1
    if stuck and (rules.stock_empty == "end" or state.passes == rules.players):
        end_round(rules, state)
    else:
        move_on(rules, state, state.turn)


def check_forgot(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with catching somebody who did not announce the last card: it is too late, or so many cards
    are not drawn for it."""
    seat, cards = event.value
    who = state.players[seat]
    most = min(rules.penalty, available(rules, state))
    message = ""
    if seat != state.silent:
        silent = "is not caught just after playing down to it in silence"
        message = f"{who} is said to have forgotten the last card, but {silent}"
    elif cards is not None and len(cards) != most:
        message = f"{who} draws {number_of(len(cards), 'cards')} for forgetting the last card; it must be {most}"
    if message:
        yield Finding("last-card", message, seat, at=event.at, bars=True)
        return
    trial = state.copy()
    for card in cards or ():
        yield from check_taken(rules, trial, seat, card, event)


def forget(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Let somebody who forgot to announce the last card draw for it, perhaps the last cards that others had to draw."""
    seat, cards = event.value
    for card in cards or (UNSEEN,) * min(rules.penalty, available(rules, state)):
        take_one(state, seat, card)
    state.silent = -1
    if not available(rules, state):
        state.owed = 0


# -- the end of a round -----------------------------------------------------------------------------------------------


def to_show(state: SheddingState) -> list[int]:
    """The seats whose hands are not known, of those who still hold cards."""
    return [seat for seat, hidden in enumerate(state.hidden) if hidden]


def end_round(rules: SheddingRules, state: SheddingState) -> None:
    """End the plays of a round: hands that are not known are shown, if they count."""
    state.turn = -1
    state.owed = 0
    state.drawn = []
    state.phase = SHOW
    if not (rules.needs_cards and to_show(state)):
        finish(rules, state)


def check_show(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a hand that is shown at the end of a round."""
    if event.seat is None:
        seat = to_show(state)[0]
    else:
        seat = event.seat
    who = state.players[seat]
    new = list(event.value)
    number = holds(state, seat)
    if seat not in to_show(state):
        yield Finding("show", f"{who} shows a hand, but it is known already", seat, at=event.at, bars=True)
        return
    if len(new) != number:
        message = f"{who} shows {number_of(len(new), 'cards')}, but holds {number}"
        yield Finding("show", message, seat, at=event.at, bars=True)
    for card in state.hands[seat]:
        if card in new:
            new.remove(card)
        else:
            message = f"{who} shows a hand without {rules.deck.ids[card]}, which is in it"
            yield Finding("show", message, seat, at=event.at, bars=True)
    yield from elsewhere(rules, state, new, f"{who} shows", seat, event.at)


def show(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Show a hand; after the last one the round is scored."""
    if event.seat is None:
        seat = to_show(state)[0]
    else:
        seat = event.seat
    state.hands[seat] = list(event.value)
    state.hidden[seat] = 0
    if not to_show(state):
        finish(rules, state)


def finish(rules: SheddingRules, state: SheddingState) -> None:
    """Score the round as far as the hands are known, and prepare the next one or the end of the game."""
    every = range(rules.players)
    unseen = to_show(state)
    # whose points depend on unseen hands: their holders', or everybody's
    untold = [] if not (unseen and rules.needs_cards) else unseen if rules.scoring.each_alone else every
    worth = list(map(rules.worth, state.hands))
    left = [holds(state, seat) for seat in every]
    hands = [None if seat in unseen else hand for seat, hand in enumerate(state.hands)]
    score(rules, state, _points(rules, state, state.out, worth, left), hands, untold)


def _points(
    rules: SheddingRules, state: SheddingState, out: int, worth: Sequence[Value], left: Sequence[int]
) -> list[Value]:
    """The points of a round, by seat: `out` went out (-1: nobody); each has so many cards `left`, which count
    `worth`."""
    rows = zip(worth, left, state.scores, strict=True)
    seats = [
        {"points": points, "left": number, "out": seat == out, "dealer": seat == state.dealer, "total": total}
        for seat, (points, number, total) in enumerate(rows)
    ]
    return rules.scoring.points(state.round, seats)


def score(
    rules: SheddingRules,
    state: SheddingState,
    points: Sequence[Value],
    hands: Sequence[Sequence[int] | None],
    untold: Sequence[int],
) -> None:
    """Give a round these points, and go on to the next one or the end of the game. `hands` are the cards left (None if
    not known), `untold` the seats whose points are not known, which count as 0."""
    points = tuple([0 if seat in untold else number for seat, number in enumerate(points)])
    totals = pads.add_up(state, points, untold)
    if untold:
        state.unseen.setdefault("points", []).append(state.clock)
    left = tuple([None if hand is None else tuple(hand) for hand in hands])
    state.history.append(SheddingRound(state.round, state.dealer, state.out, left, points, totals, tuple(untold)))
    if rules.scoring.over(state.scores, state.target, state.round):
        state.phase = OVER
        return
    state.phase = DEAL
    state.round += 1
    state.dealer = (state.dealer + rules.deal_step) % rules.players
    state.begin_round(rules)


def check_result(rules: SheddingRules, state: SheddingState, event: Event) -> Faults:
    """Yield what is wrong with a round that is written with its end only: cards that cannot all be there, hands that are
    missing, and points that do not follow from them."""
    result = event.value
    players = state.players
    trial = state.copy()
    trial.begin_round(rules)
    for seat, cards in result.hands.items():
        at = ("result", "hands", players[seat])
        yield from elsewhere(rules, trial, cards, f"{players[seat]} is left with", seat, at)
        trial.hands[seat] = cards
    if result.hands.get(result.out) or result.counts.get(result.out):
        message = f"{players[result.out]} is out, and so has no cards left"
        yield Finding("result", message, result.out, at=("result", "out"))
    missing = [who for seat, who in enumerate(players) if seat != result.out and seat not in result.hands]
    if result.hands and missing:
        message = f"the result has no hand for {' and '.join(missing)}; it must have the hands of all other players"
        yield Finding("result", message, at=("result", "hands"), bars=True)
        return
    points = _result_points(rules, state, result)
    written = pads.PadPoints("result", players, pads.known_totals(state), result.points)
    if points is None:
        yield from written.faults()
    else:
        yield from written.miswritten(points)


def put_result(rules: SheddingRules, state: SheddingState, event: Event) -> None:
    """Count a round as the pad has it: by its cards, by what they count, or by the points alone."""
    result = event.value
    every = range(rules.players)
    missing = list[int]()
    state.out = result.out
    state.miss("turns")
    points: Sequence[Value] | None = _result_points(rules, state, result)
    if points is None:
        state.miss("score")
        written = {seat for by_seat in result.points.values() for seat in by_seat}
        if len(written) > 1:
            missing = [seat for seat in every if seat not in written]
        else:
            missing = []
        points = pads.points_by_seat(result.points, state, rules.sides, missing)
    score(rules, state, points, [result.hands.get(seat, ()) if result.hands else None for seat in every], missing)


def _result_points(rules: SheddingRules, state: SheddingState, result: SheddingResult) -> list[Value] | None:
    """The points that follow from the cards of a result, or from what they count; None where it has neither."""
    if not (result.hands or result.counts):
        return None
    every = range(rules.players)
    worth = []
    for seat in every:
        if result.hands:
            worth.append(rules.worth(result.hands.get(seat, ())))
        else:
            worth.append(result.counts.get(seat, 0))
    left = []
    for seat in every:
        # where only points are written, it is at least one card
        left.append(len(result.hands.get(seat, ())) or int(seat in result.counts))
    return _points(rules, state, result.out, worth, left)
