"""Playing to tricks: which cards may be played, what follows, and what a play shows about an unseen hand.

`playable` is the one source of legality: the verdict on a play, the list of legal plays and the proof in a message all
come from the same chain of words. For an unseen hand the chain works backwards: if it would have forbidden a play to the
holder of some card, the play shows that the player does not hold that card. If the card turns up later, the earlier play
was the irregularity.

Of equal cards each copy is a card by itself, but a log has one name for all of them. What a player plays or passes is a copy
that the player holds. In an unseen hand it is the one that the fewest others may hold, so that no copy is left that only this
player can have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Finding
from referee.core.game import Act
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, hands, outcomes, seats, stocks
from referee.engines.trick.rules.whereabouts import loose_cards
from referee.engines.trick.state import DRAW, LEADS, ShownVoid, TrickState
from referee.engines.trick.words.declarations import LEADING, PROMISING
from referee.engines.trick.words.plays import Words, path_of


def words_now(rules: TrickRules, state: TrickState) -> Words:
    """Return the words of play that apply at this point: leading or following, in the first trick or later."""
    first = state.left == state.length
    if rules.stock and not state.stock:
        return rules.late_following[first] if state.trick else rules.late_leading[first]
    return rules.following[first] if state.trick else rules.leading[first]


def playable(rules: TrickRules, state: TrickState) -> int:
    """Return which cards the player to act may play, as a mask, which is all that the words of play leave of the hand. For an
    unseen hand: the cards that the player may still hold."""
    turn = state.turn
    if rules.declared_playing and (cards := promised(rules, state)):
        return may_play(rules, state, turn) & cards
    if state.blind and not state.known[turn]:
        return _of_unseen(rules, state, state.hands[turn], state.sure[turn])
    return words_now(rules, state).narrow(state, state.hands[turn])


def may_play(rules: TrickRules, state: TrickState, seat: int) -> int:
    """Return the cards that the words of play leave a player, or that an unseen hand may hold."""
    held: int = state.hands[seat]
    return words_now(rules, state).narrow(state, held) if state.known[seat] else held


def promised(rules: TrickRules, state: TrickState) -> int:
    """Return the cards of which the player to act must play one, having just declared them; 0 if any may be played."""
    if state.turn < 0:
        return 0
    for made in state.declared[state.turn]:
        when = rules.declarations[made.what].when
        if when in PROMISING and not (when == LEADING and state.trick) and not made.cards & state.gone:
            return made.cards
    return 0


def _of_unseen(rules: TrickRules, state: TrickState, held: int, sure: int) -> int:
    """Return, of the cards that a player may hold, those that may be played along with the ones that the player surely
    holds, or from one of the possible hands if cards were put away unseen."""
    words, legal = words_now(rules, state), 0
    for _, hand in stocks.each_without(rules, state, state.turn):
        legal |= words.narrow(state, hand)
    if legal or not sure or not words.pairs_tell:
        return legal or held
    return mask_of(card for card in members(held) if words.narrow(state, sure | 1 << card) >> card & 1)


def lay(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Lay a card: it leaves the hand, may be Grace, may move the roles, and may end the trick."""
    card, bit = event.value, event.bit
    seat = state.turn if event.seat is None else declarer.hand_of(state, event.seat)
    state.clock += 1
    wanted = hands.opening_card(rules, state) if state.turn < 0 else 0
    if state.turn < 0 and hands.may_open(rules, state, seat) and wanted:  # the others do not hold the card
        for other in state.seats:
            if other != seat and not state.known[other]:
                state.shown[other].append(ShownVoid(state.clock, card, wanted, LEADS, seat))
    if state.blind:
        _show(rules, state, seat, event)
    else:
        state.hands[seat] &= ~bit
    if state.partner < 0 <= state.called and rules.deck.twins[state.called] >> card & 1:
        state.partner = seat
    if not state.trick:
        state.leader = seat
    hands.set_trump_by_play(rules, state, card)
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


def gather(rules: TrickRules, state: TrickState) -> None:
    """End a full trick: who takes it, who leads next, and the end of the hand after the last one."""
    if rules.grace != "none":
        state.full = None
        state.full = state.copy()
    card = decide(rules, state, state.trick)
    winner = hands.order_from(rules, state, state.leader)[state.trick.index(card)]
    if rules.stock is None or rules.stock.tricks_count or not state.stock:
        state.taken[winner] |= state.table & ~rules.goes_back
        for seat, laid in seats.cards_laid(rules, state) if state.table & rules.goes_back else ():
            state.taken[seat] |= 1 << laid & rules.goes_back
        state.won[winner] += 1
    else:
        state.discarded |= state.table
    state.gone |= state.table
    if rules.matadors_count and min(state.played) >= 0:
        for seat, laid in seats.cards_laid(rules, state):
            state.played[seat] |= 1 << laid
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
            stocks.take_leftover(rules, state, winner)
        outcomes.finish(rules, state)
    elif state.stock:
        state.phase, state.turn = DRAW, stocks.drawing_order(rules, state)[0]


def decide(rules: TrickRules, state: TrickState, cards: Sequence[int]) -> int:
    """Return the card that wins a full trick, and note for the verdict if this depended on a Grace that nobody said."""
    decision = rules.judgement.decide(cards, state.graced, state.ranking)
    if rules.grace == "said" and not state.ever_said and state.own:
        if_said = rules.judgement.decide(cards, state.own, state.ranking)
        if if_said.card != decision.card:
            state.unsaid.append(state.clock)
    return decision.card


def rotate(rules: TrickRules, state: TrickState, card: int) -> None:
    """Move the roles one seat if the card says so, from the next card on."""
    rotates = rules.powers[card].rotates
    if rotates and state.roles is not None:
        roles = [state.roles[(seat + rotates) % rules.players] for seat in range(rules.players)]
        hands.give_roles(rules, state, roles)


def _show(rules: TrickRules, state: TrickState, seat: int, event: Event) -> None:
    """Note what a card shows about the player while not every hand is seen, and what the others can no longer hold."""
    words = words_now(rules, state)
    if state.known[seat]:
        state.hands[seat] &= ~event.bit
    elif not (rules.turned or rules.talon or rules.by_cards) or not stocks.learn_from_play(
        rules, state, seat, event.bit, words.narrow
    ):
        _infer(state, seat, event, words)
    for other, known in enumerate(state.known):
        if not known:
            state.hands[other] &= ~event.bit
            state.sure[other] &= ~event.bit


def _infer(state: TrickState, seat: int, event: Event, words: Words) -> None:
    """Note what a play shows about an unseen hand: it holds no card that would have forbidden the play.

    It is enough to look at pairs of cards: a chain of words that each narrow forbids a card exactly when one other card does.
    In the few chains in which a third card can lift that ban, this ignores it.
    """
    thirds = () if words.pairs_tell else tuple(members(state.hands[seat]))
    absent: dict[str, int] = {}
    for other in members(state.hands[seat] & ~event.bit & ~state.sure[seat]):
        pair = event.bit | 1 << other
        word = words.forbidding(state, pair, event.bit)
        if word and all(words.forbidding(state, pair | 1 << third, event.bit) for third in thirds):
            absent[path_of(word.pointer)] = absent.get(path_of(word.pointer), 0) | 1 << other
    for name, mask in absent.items():
        state.hands[seat] &= ~mask
        state.shown[seat].append(ShownVoid(state.clock, event.value, mask, name, state.led))


def _cards_open(state: TrickState) -> list[int]:
    """Return the cards over which Grace may still be said: the trick in progress, or else a full one with nothing after it."""
    last = None if state.trick else state.last_trick()
    return list(last.cards) if last else state.trick


def check_grace(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with saying Grace over a card on the table."""
    name = rules.deck.ids[event.value]
    if rules.grace == "none":
        return hands.bar("grace", f"Grace is said over {name}, but this game has no Grace", event.seat)
    there, late = _cards_open(state), rules.grace_until == "gathered"
    if event.value in there:
        message = f"Grace is said over {name} after it was laid; here it is said as the card is laid ({name}!)"
        return () if late else hands.bar("grace", message, event.seat, word=("trick", "grace_until"))
    on_table = " ".join(rules.deck.ids[card] for card in there) or "no card"
    message = (
        f"Grace is said over {name}, which is not in the trick on the table ({on_table}); it is said over a card "
        f"of that trick{' before the next card is played' * late}, or as the card is laid ({name}!)"
    )
    return hands.bar("grace", message, event.seat)


def say_grace(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Make a card Grace, from now on, if it had its player's symbol when it was laid."""
    full = not state.trick
    if full:
        assert state.full is not None
        state.become(state.full)
    bit = 1 << event.value
    state.said |= bit
    state.ever_said = True
    state.graced |= state.own & bit
    state.clock += 1
    if full:
        gather(rules, state)


def with_copies(act: Act[TrickRules, TrickState]) -> Act[TrickRules, TrickState]:
    """Return the same action, with the copies that an event means."""

    def meant(rules: TrickRules, state: TrickState, event: Event) -> Event:
        value = COPIES[event.verb](rules, state, event)
        bit = 1 << value if event.bit else 0
        return Event(event.verb, value, seat=event.seat, said=event.said, at=event.at, bit=bit)

    return Act(
        lambda rules, state, event: act.check(rules, state, meant(rules, state, event)),
        lambda rules, state, event: act.apply(rules, state, meant(rules, state, event)),
        act.noun,
    )


def _copies_to_pass(rules: TrickRules, state: TrickState, event: Event) -> int:
    seat = hands.next_to_pass(rules, state) if event.seat is None else event.seat
    passed = 0
    for card in members(event.value):
        passed |= 1 << _copy_of_hand(rules, state, seat, card, passed)
    return passed


def _copy_to_turn(rules: TrickRules, state: TrickState, event: Event) -> int:
    """Return a copy that is nowhere else: the dealer's if all cards are dealt."""
    owner = hands.turned_for(rules, state)
    if owner is not None and state.left == state.length:
        return _copy_of_hand(rules, state, owner, event.value, 0)
    return _rarest(state, rules.deck.twins[event.value] & loose_cards(rules, state), event.value)


def _copy_to_draw(rules: TrickRules, state: TrickState, event: Event) -> int:
    """Return a copy that may be in the stock; the one that must come next, if it has that name."""
    copies, certain = rules.deck.twins[event.value], stocks.certain(rules, state)
    if certain >= 0 and copies >> certain & 1:
        return certain
    may_be = copies & stocks.drawable(rules, state)
    return _rarest(state, may_be, state.turned if state.turned >= 0 and copies >> state.turned & 1 else event.value)


def _copy_for_grace(rules: TrickRules, state: TrickState, event: Event) -> int:
    """Return a copy on the table, if possible one over which Grace would matter and has not been said yet."""
    there = [card for card in _cards_open(state) if rules.deck.twins[event.value] >> card & 1]
    last = None if state.trick else state.last_trick()
    unsaid = last.own & ~last.said if last else state.own & ~state.said
    return max(there, key=lambda card: unsaid >> card & 1, default=event.value)


def _copy_of_hand(rules: TrickRules, state: TrickState, seat: int, card: int, without: int) -> int:
    """Return the copy of a card that comes from a hand; the card itself if it is not there, or nobody knows whose it is."""
    if seat < 0:
        return card
    held = rules.deck.twins[card] & state.hands[seat] & ~without
    return _rarest(state, held & state.sure[seat] or held, card)


def _rarest(state: TrickState, copies: int, card: int) -> int:
    """Return the copy that the fewest players may hold; the card itself if there is none."""
    return min(members(copies), key=lambda copy: sum(hand >> copy & 1 for hand in state.hands), default=card)


COPIES: dict[str, Callable[[TrickRules, TrickState, Event], int]] = {
    "play": lambda rules, state, event: _copy_of_hand(
        rules, state, state.turn if event.seat is None else event.seat, event.value, 0
    ),
    "pass": _copies_to_pass,
    "turn": _copy_to_turn,
    "draw": _copy_to_draw,
    "grace": _copy_for_grace,
}
"""By verb: which copies an event means."""
