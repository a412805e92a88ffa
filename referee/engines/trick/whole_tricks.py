"""The fast lane: a whole trick with nothing wrong in it, judged and played at once.

This is where a corpus spends its time, so it works on local variables and looks at the words of play as rarely as it can: a
card that the words would leave even of the full pack may be played from any hand, and only for others is the hand looked at.
Whatever is not plain (an unseen hand, an illegal card) is declined with nothing changed, and `plays` takes it card by card;
a property test holds that both ways lead to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.events import Event
from referee.engines.trick.plays import chain, gather, rotate, take_trick
from referee.engines.trick.state import PLAY, State
from referee.engines.trick.terms import Terms

TakeTrick = Callable[[State, Sequence[Event]], bool]


def compile_take_trick(terms: Terms) -> TakeTrick:
    """The lane for one ruleset: given the plays of a whole trick it plays them and says so, or changes nothing."""
    players, pack = terms.players, terms.pack
    lead = tuple(chain(rules) if rules else None for rules in terms.leading)
    follow = tuple(chain(rules) for rules in terms.following)
    shifting = any(rule.word.shifting for rule in terms.play_rules.values())
    power_cards, equals = terms.judgement.power_cards, terms.judgement.equals
    highest = terms.judgement.highest
    silent, by_word = terms.grace == "silent", terms.grace == "said"
    with_roles = bool(terms.roles)

    def take(state: State, events: Sequence[Event]) -> bool:
        if state.phase != PLAY or state.blind or state.trick or shifting or events[0].seat is not None:
            return False
        hands, turn, first = state.hands, state.turn, state.left == state.cards
        held = hands[turn]
        opening = events[0]
        words = lead[first]
        if not (held if words is None else words(state, held)) & opening.bit:
            return False
        ranking = state.ranking
        led = state.led = ranking.suit_of[opening.value]
        narrow = follow[first]
        free = narrow(state, pack)
        table = said = 0
        for event in events:
            bit = event.bit
            held = hands[turn]
            if not bit & held or (table and not bit & free and not narrow(state, held) & bit):
                return _put_back(state, events, table)
            hands[turn] = held ^ bit
            table |= bit
            if event.said:
                said |= bit
            turn += 1
            if turn == players:
                turn = 0
        if said and not with_roles:
            return _put_back(state, events, table)
        state.leader = turn
        state.clock += players
        cards = [event.value for event in events]
        if with_roles:
            state.table, state.trick = table, cards
            _mark(state, cards, turn, said)
            if table & power_cards or not state.ever_said:
                gather(terms, state)
                return True
            graced = state.graced
        else:
            graced = 0
        among = graced or table & ranking.trumps or table & ranking.members[led]
        card = among.bit_length() - 1 if highest else (among & -among).bit_length() - 1
        if graced & equals[card] & ~(1 << card) or table & power_cards:
            state.table, state.trick = table, cards
            gather(terms, state)
            return True
        winner = turn + cards.index(card)
        take_trick(terms, state, cards, table, winner if winner < players else winner - players, card)
        return True

    def _mark(state: State, cards: list[int], leader: int, said: int) -> None:
        """Which of the cards bear their player's symbol, and which of these count as Grace; a star may move the roles."""
        own, own_cards = 0, state.own_cards
        turn = leader
        for card in cards:
            bit = 1 << card
            own |= own_cards[turn] & bit
            if power_cards & bit:
                rotate(terms, state, card)
                own_cards = state.own_cards
            turn += 1
            if turn == players:
                turn = 0
        state.own, state.said = own, said
        if said:
            state.ever_said = True
        state.graced = own if silent else own & said if by_word else 0

    return take


def _put_back(state: State, events: Sequence[Event], table: int) -> bool:
    """Gives the cards laid so far back to their hands."""
    turn = state.turn
    for event in events:
        if not table & event.bit:
            break
        state.hands[turn] |= event.bit
        table ^= event.bit
        turn = (turn + 1) % len(state.players)
    return False
