"""What is wrong with a play, and the proof of it."""

from __future__ import annotations

from functools import reduce
from operator import or_

from referee.core.events import Event
from referee.core.findings import Finding, counted
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, hands, plays
from referee.engines.trick.rules.auctions import bids_disproved, not_put_away
from referee.engines.trick.rules.plays import playable, promised, words_now
from referee.engines.trick.rules.seats import absence
from referee.engines.trick.rules.whereabouts import hand_size, without_room
from referee.engines.trick.state import LEADS, PLAY, ShownVoid, TrickState
from referee.engines.trick.words.declarations import Declared

MOST_NAMED = 13
"""How many cards a message names one by one."""


def check_play(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with a play."""
    seat, name, players = event.seat, rules.deck.ids[event.value], state.players
    if state.turn < 0 and seat is None:
        message = "it is not known who leads, because no recorded hand holds the opening card; add `by:`"
        return (Finding("turn", message, at=event.at, asks=True),)
    if state.turn < 0 and seat in state.seats:
        state = state.copy()
        state.turn = seat
        if not hands.may_open(rules, state, seat):
            opening = rules.card_names(hands.opening_card(rules, state))
            message = f"{players[seat]} led {name}, but does not hold {opening}, whose holder leads"
            return hands.bar("turn", message, seat)
    turn = state.turn if state.turn >= 0 else seat
    assert turn is not None
    faults: list[Finding] = []
    if seat is not None and state.dummy >= 0:
        if seat == turn == state.dummy:
            but = f"{players[seat]} is the dummy; {players[state.declarer]} plays its cards"
            message = f"{players[seat]} played {name}, but {but}"
            faults.append(Finding("dummy", message, seat, word=("play", "dummy"), at=("by",)))
        seat = declarer.hand_of(state, seat)
    if seat is not None and seat != turn:
        doing = "lead" if not state.trick else "play"
        message = f"{players[seat]} played {name}, but it is {players[turn]}'s turn to {doing}"
        faults += hands.bar("turn", message, seat)
    actor = turn if seat is None else seat
    if actor not in state.seats:
        return hands.bar("turn", f"{players[actor]} played {name}, but {absence(state, actor)}", actor)
    if not rules.pack >> event.value & 1:
        faults.append(hands.left_out(rules, event.value, actor))
    elif rules.by_cards and (wrong := not_put_away(rules, state, actor, event)):
        faults += wrong
    elif not state.hands[actor] & event.bit:
        faults.append(_fault_of_strange_card(rules, state, actor, event))
    elif not faults and state.turn >= 0 and not playable(rules, state) & event.bit:
        faults.append(_against_a_word(rules, state, event))
    elif state.declared[actor] and not state.known[actor]:
        faults += _faults_of_declarations(rules, state, actor, event)
    if not faults and rules.held_names and not rules.by_cards:
        faults += bids_disproved(rules, state, event)
    if not faults and state.called >= 0:
        faults += declarer.own_card_shown(rules, state, actor, event)
    if not faults and not state.known[actor]:
        faults += _overfull(rules, state, actor, event)
    if event.said and rules.grace == "none":
        faults.append(Finding("grace", f"Grace is said over {name}, but this game has no Grace", actor))
    return tuple(faults)


def _fault_of_strange_card(rules: TrickRules, state: TrickState, seat: int, event: Event) -> Finding:
    """Return the fault of a card that is not in that hand: played, in another hand, or denied by an earlier play."""
    name, who = rules.deck.ids[event.value], state.players[seat]
    copies = rules.deck.twins[event.value]
    earlier = hands.when_played(rules, state, event.value)
    if earlier and copies & ~(state.table | state.gone):
        earlier = ""
    elif earlier and copies != event.bit:
        earlier = f"has been played {copies.bit_count()} times already; the deck has only {copies.bit_count()} copies"
    if earlier:
        return Finding("hand", f"{who} played {name}, which {earlier}", seat, bars=True)
    for shown in () if state.known[seat] else state.shown[seat]:
        if shown.mask & copies:
            return _fault_of_denial(rules, state, seat, shown, event)
    others = [(other, by) for other, by in enumerate(state.players) if other != seat]
    places = [f"; {by} put it away" for other, by in enumerate(state.players) if state.put_away[other] & copies]
    places += [f"; {by} holds it" for other, by in others if hands.surely(state, other) & copies]
    places += [
        f"; {by} declared it" for other, by in others if any(made.cards & event.bit for made in state.declared[other])
    ]
    where = hands.holding(rules, state, seat) + next(iter(places), "")
    return Finding("hand", f"{who} played {name}, which is not in that hand{where}", seat, bars=True)


def _fault_of_denial(rules: TrickRules, state: TrickState, seat: int, shown: ShownVoid, event: Event) -> Finding:
    """Return the fault of an earlier play that denied the card."""
    name, who, earlier = rules.deck.ids[event.value], state.players[seat], rules.deck.ids[shown.card]
    if shown.word == LEADS:
        proof = f", but {who} shows {name} now, whose holder leads"
        message = f"{state.players[shown.led]} led {earlier}"
        return Finding("turn", message, shown.led, cites=(shown.event,), after=proof, bars=True)
    rule = rules.play_rules[shown.word]
    what = "revoked: " if rule.rule == "follow-suit" else ""
    message, after = f"{who} {what}played {earlier} {_clause_of(rules, state, shown)}", f" and shows {name} now"
    return Finding(rule.rule, message, seat, word=rule.pointer, cites=(shown.event,), after=after)


def _clause_of(rules: TrickRules, state: TrickState, shown: ShownVoid) -> str:
    """Return the end of a sentence about an earlier play, which a word of play forbade: 'on a Hearts lead'."""
    rule, past = rules.play_rules[shown.word], state.copy()
    past.led = shown.led
    return rule.word.clause(past, rule.argument, rules.deck)


def _declaration(rules: TrickRules, made: Declared) -> str:
    return rules.declarations[made.what].text(rules.deck, made.suit)


def _faults_of_declarations(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """Return the fault of a player with an unseen hand who plays too many other cards to have held all those declared."""
    still = reduce(or_, [made.cards for made in state.declared[seat]], 0) & state.hands[seat] & ~event.bit
    left = hand_size(state, seat) - 1
    if still.bit_count() <= left:
        return ()
    latest = next(made for made in reversed(state.declared[seat]) if made.cards & still)
    pointer = ("declare", rules.declarations[latest.what].name)
    message = f"{state.players[seat]} played {rules.deck.ids[event.value]} with {counted(left, 'cards')} left, but "
    message += f"declared {_declaration(rules, latest)} and has not played {rules.card_names(still)}"
    cites = (latest.event,) if latest.event else ()
    return (Finding(rules.cite(*pointer), message, seat, word=pointer, cites=cites),)


def _overfull(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """Return the fault if, after this play, the unseen hands have no room for cards that their players, one of them perhaps
    by this play, have shown not to hold: one of these plays was wrong."""
    suit = state.ranking.members[state.led] if state.trick else 0
    shows = bool(suit & state.hands[seat]) and not event.bit & suit
    if not (shows or any(state.shown)) or state.stock or rules.talon or rules.turned:
        return ()
    after = state
    if shows:
        after = state.copy()
        plays.lay(rules, after, event)
        if after.phase != PLAY or after.hand != state.hand:
            return ()
    cards = without_room(rules, state, event.bit, seat) if after is state else without_room(rules, after)
    shown = [(each, who) for who, every in enumerate(after.shown) for each in every]
    denials = [(each, who) for each, who in shown if each.mask & cards and each.word != LEADS]
    if not denials or without_room(rules, state):
        return ()
    latest, who = max(denials)
    rule, names = rules.play_rules[latest.word], rules.deck.names(cards)
    one_of = f"{len(names)} cards, such as {names[0]}" if len(names) > MOST_NAMED else " ".join(names)
    message = f"{state.players[who]} played {rules.deck.ids[latest.card]} {_clause_of(rules, state, latest)}, but "
    message += f"somebody who showed none of them must hold one of {one_of}"
    cites = sorted({each.event for each, _ in denials if each.event <= state.clock})
    return (Finding(rule.rule, message, word=rule.pointer, cites=tuple(cites)),)


def _against_a_word(rules: TrickRules, state: TrickState, event: Event) -> Finding:
    """Return the fault of a card held that a word of play or a declaration forbids, with what was held and what was legal."""
    turn, name = state.turn, rules.deck.ids[event.value]
    known, who = state.known[turn], state.players[turn]
    held = state.hands[turn] if known else state.sure[turn] | event.bit
    either = not known and bool(words_now(rules, state).narrow(state, held) & event.bit)
    held = state.hands[turn] if either else held
    asked = promised(rules, state) if rules.declared_playing else 0
    if asked and not asked & event.bit:
        latest = state.declared[turn][-1]
        pointer = ("declare", rules.declarations[latest.what].name)
        done = "played" if state.trick else "led"
        message = f"{who} {done} {name} after declaring {_declaration(rules, latest)}; one of its cards must be {done}"
        return Finding(rules.cite(*pointer), message, turn, tuple(rules.deck.names(playable(rules, state))), pointer)
    for rule in words_now(rules, state):
        left = rule.narrow(state, held)
        if not left & event.bit:
            cards = " or ".join(rules.deck.names(left)) if either else rules.card_names(left)
            message = f"{who} played {name} {rule.word.clause(state, rule.argument, rules.deck)}, holding {cards}"
            legal = tuple(rules.deck.names(rules.deck.once(playable(rules, state))))
            return Finding(rule.rule, message, turn, legal, rule.pointer)
        held = left
    raise AssertionError("a card that no word forbids is playable")
