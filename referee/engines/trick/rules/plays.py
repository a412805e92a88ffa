"""Playing to tricks: what follows when a card is played, and what it shows about an unseen hand."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Fault
from referee.engines.trick.rules import called, contracts, dummies, hands, outcomes, stocks, talons
from referee.engines.trick.rules.playable import chain, forbidding_word, words_now
from referee.engines.trick.state import DRAW, LEADS, PLAY, Shown, State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import pairs_tell, path_of

"""The path of the word that says whether Grace must be said."""


def lay(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is laid: it leaves the hand, may be Grace, may move the roles, and may end the trick."""
    card, bit = event.value, event.bit
    seat = state.turn if event.seat is None else dummies.hand_of(state, event.seat)
    state.clock += 1
    if state.turn < 0:
        _show_opener(rules, state, seat, event)
    if state.blind:
        _show(rules, state, seat, event)
    else:
        state.hands[seat] &= ~bit
    if state.called >= 0:
        called.fell(rules, state, seat, card)
    if not state.trick:
        state.leader = seat
        if rules.trump_set(state.hand) == "led":
            hands.set_trump_by_lead(rules, state, card)
    state.trick.append(card)
    if len(state.trick) == 1 or not state.ranking.members[state.led]:
        state.led = state.ranking.led_by(state.trick)
    state.table |= bit
    if state.own_cards[seat] & bit:
        state.own |= bit
        if rules.grace == "silent" or (rules.grace == "said" and event.said):
            state.graced |= bit
    if event.said:
        state.said |= bit
        state.ever_said = True
    if rules.judgement.power_cards & bit:
        rotate(rules, state, card)
    if len(state.trick) == len(state.seats):
        gather(rules, state)
    else:
        state.turn = hands.next_seat(rules, state, seat)


def gather(rules: CompiledRules, state: State) -> None:
    """The trick is full: who takes it, who leads next, and the end of the hand after the last one."""
    card = decide(rules, state, state.trick)
    winner = hands.order_from(rules, state, state.leader)[state.trick.index(card)]
    if rules.stock is None or rules.stock.tricks_count or not state.stock:
        _take(rules, state, winner)
        state.won[winner] += 1
    else:
        state.discarded |= state.table
    state.gone |= state.table
    if rules.matadors_count:
        contracts.note(rules, state)
    bits = [1 << laid for laid in state.trick]
    state.tricks.append((state.leader, bits, winner, card, state.graced, state.own, state.said, state.clock))
    state.trick = []
    state.table = state.own = state.said = state.graced = 0
    state.leader = state.turn = winner
    if rules.talon_goes_to == "first_trick" and state.left == state.length:
        state.talon_to = winner
    state.left -= 1
    if not state.left:
        if rules.talon_goes_to:
            talons.take(rules, state, winner)
        outcomes.finish(rules, state)
    elif state.stock:
        stocks.to_draw(rules, state)


def _take(rules: CompiledRules, state: State, winner: int) -> None:
    """The winner takes the cards of the trick, except those that go back to their players."""
    state.taken[winner] |= state.table & ~rules.goes_back
    if state.table & rules.goes_back:
        order = hands.order_from(rules, state, state.leader)
        for seat, card in zip(order, state.trick, strict=True):
            state.taken[seat] |= 1 << card & rules.goes_back


def put_back(rules: CompiledRules, state: State) -> None:
    """Puts the last trick back on the table, and restores the hand and the score."""
    if state.phase == DRAW:
        state.phase = PLAY
    elif state.phase != PLAY:
        outcomes.reopen(rules, state)
    trick = state.finished()[-1]
    state.tricks.pop()
    state.trick = list(trick.cards)
    state.table = mask_of(trick.cards)
    state.own, state.said, state.graced, state.leader = trick.own, trick.said, trick.graced, trick.leader
    if state.discarded & state.table:
        state.discarded &= ~state.table
    else:
        state.taken = [taken & ~state.table for taken in state.taken]
        state.won[trick.winner] -= 1
    state.gone &= ~state.table
    if min(state.played) >= 0:
        state.played = [cards & ~state.table for cards in state.played]
    state.left += 1
    if rules.talon_goes_to:
        state.taken = [taken & state.gone for taken in state.taken]
        state.talon_to = state.talon_to if state.left < state.length else -1
    state.unsaid = [event for event in state.unsaid if event != trick.event]


def decide(rules: CompiledRules, state: State, cards: Sequence[int]) -> int:
    """The card that wins a full trick; that this depended on a Grace that nobody said is noted for the verdict."""
    decision = rules.judgement.decide(cards, state.graced, state.ranking)
    if rules.grace == "said" and not state.ever_said and state.own:
        if_said = rules.judgement.decide(cards, state.own, state.ranking)
        if if_said.card != decision.card:
            state.unsaid.append(state.clock)
    return decision.card


def rotate(rules: CompiledRules, state: State, card: int) -> None:
    """The roles move one seat when the card says so, from the next card on."""
    rotates = rules.powers[card].rotates
    if rotates and state.roles is not None:
        roles = [state.roles[(seat + rotates) % rules.players] for seat in range(rules.players)]
        hands.give_roles(rules, state, roles)


def _show_opener(rules: CompiledRules, state: State, seat: int, event: Event) -> None:
    """A player leads whose turn it was not known to be: the others do not hold the card whose holder leads."""
    wanted = hands.opening_card(rules, state)
    if hands.may_open(rules, state, seat) and wanted:
        for other in state.seats:
            if other != seat and not state.known[other]:
                state.shown[other].append(Shown(state.clock, event.value, wanted, LEADS, seat))


def _show(rules: CompiledRules, state: State, seat: int, event: Event) -> None:
    """A card is played while not every hand is seen: what it shows about the player, and what the others can no longer hold."""
    if state.known[seat]:
        state.hands[seat] &= ~event.bit
    elif not (rules.turned or rules.talon) or not talons.shown(
        rules, state, seat, event.bit, chain(words_now(rules, state))
    ):
        _infer(rules, state, seat, event)
    for other, known in enumerate(state.known):
        if not known:
            state.hands[other] &= ~event.bit
            state.sure[other] &= ~event.bit


def _infer(rules: CompiledRules, state: State, seat: int, event: Event) -> None:
    """What a play shows about an unseen hand: it holds no card that would have forbidden the play.

    It is enough to look at pairs of cards: a chain of words that each narrow forbids a card exactly when one other card does.
    In the few chains in which a third card can lift that ban, this ignores it.
    """
    ruleset = words_now(rules, state)
    thirds = () if pairs_tell([(rule.name, rule.argument) for rule in ruleset]) else tuple(members(state.hands[seat]))
    absent: dict[str, int] = {}
    for other in members(state.hands[seat] & ~event.bit & ~state.sure[seat]):
        pair = event.bit | 1 << other
        word = forbidding_word(ruleset, state, pair, event.bit)
        if word and all(forbidding_word(ruleset, state, pair | 1 << third, event.bit) for third in thirds):
            absent[path_of(word.pointer)] = absent.get(path_of(word.pointer), 0) | 1 << other
    for name, mask in absent.items():
        state.hands[seat] &= ~mask
        state.shown[seat].append(Shown(state.clock, event.value, mask, name, state.led))


def cards_open(state: State) -> list[int]:
    """The cards over which Grace may still be said: the trick in progress, or else a full one with nothing after it."""
    if state.trick:
        return state.trick
    last = state.last_trick()
    return list(last.cards) if last else []


def check_grace(rules: CompiledRules, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with saying Grace over a card on the table."""
    name = rules.deck.ids[event.value]
    if rules.grace == "none":
        message = f"Grace is said over {name}, but this game has no Grace"
        return (Fault("grace", message, event.seat, bars=True),)
    there = cards_open(state)
    if event.value in there:
        if rules.grace_until == "gathered":
            return ()
        message = f"Grace is said over {name} after it was laid; here it is said as the card is laid ({name}!)"
        return (Fault("grace", message, event.seat, word=("trick", "grace_until"), bars=True),)
    on_table = " ".join(rules.deck.ids[card] for card in there) or "no card"
    until = " before the next card is played" if rules.grace_until == "gathered" else ""
    message = (
        f"Grace is said over {name}, which is not in the trick on the table ({on_table}); it is said over a card "
        f"of that trick{until}, or as the card is laid ({name}!)"
    )
    return (Fault("grace", message, event.seat, bars=True),)


def say_grace(rules: CompiledRules, state: State, event: Event) -> None:
    """From now on a card that had its player's symbol when it was laid is Grace."""
    full = not state.trick
    if full:
        put_back(rules, state)
    bit = 1 << event.value
    state.said |= bit
    state.ever_said = True
    state.graced |= state.own & bit
    state.clock += 1
    if full:
        gather(rules, state)
