"""What is wrong with a play, and the proof of it."""

from __future__ import annotations

from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import called, dummies, hands, plays
from referee.engines.trick.rules.bidding import shown
from referee.engines.trick.rules.playable import Playable, chain, promised, words_now
from referee.engines.trick.rules.seats import absence
from referee.engines.trick.rules.whereabouts import hand_size, played_before, without_room
from referee.engines.trick.state import LEADS, PLAY, Shown, State
from referee.engines.trick.words.compiled import CompiledRules

MOST_NAMED = 13
"""How many cards a message names one by one."""


def check_play(rules: CompiledRules, playable: Playable, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a play."""
    seat = event.seat
    if state.turn < 0 and seat is None:
        return (_nobody_leads(event),)
    if state.turn < 0 and seat in state.seats:
        state = state.copy()
        state.turn = seat
        if not hands.may_open(rules, state, seat):
            return (_not_the_holder(rules, state, event),)
    turn = state.turn if state.turn >= 0 else seat
    assert turn is not None
    faults = []
    if seat is not None and state.dummy >= 0:
        if seat == turn == state.dummy:
            faults.append(_by_the_dummy(rules, state, event))
        seat = dummies.hand_of(state, seat)
    if seat is not None and seat != turn:
        faults.append(_out_of_turn(rules, state, seat, turn, event))
    actor = turn if seat is None else seat
    if actor not in state.seats:
        return (_absent(rules, state, actor, event),)
    if not rules.pack >> event.value & 1:
        faults.append(_left_out(rules, actor, event))
    elif not state.hands[actor] & event.bit:
        faults.append(_not_held(rules, state, actor, event))
    elif not faults and state.turn >= 0 and not playable(state) & event.bit:
        faults.append(_against_a_word(rules, playable, state, event))
    elif state.declared[actor] and not state.known[actor]:
        faults += _belied(rules, state, actor, event)
    if not faults and rules.held_names:
        faults += shown(rules, state, event)
    if not faults and state.called >= 0:
        faults += called.shown(rules, state, actor, event)
    if not faults and not state.known[actor]:
        faults += _overfull(rules, state, actor, event)
    if event.said and rules.grace == "none":
        faults.append(
            Fault(
                "grace",
                f"Grace is said over {rules.deck.ids[event.value]}, but this game has no Grace",
                actor,
            )
        )
    return tuple(faults)


def _nobody_leads(event: Event) -> Fault:
    """The leader depends on a card in an unseen hand, and the log does not say who led."""
    return Fault(
        "turn",
        "it is not known who leads, because no recorded hand holds the opening card; add `by:`",
        at=event.at,
        asks=True,
    )


def _not_the_holder(rules: CompiledRules, state: State, event: Event) -> Fault:
    """Another player must hold the card whose holder leads."""
    who, opening = state.players[state.turn], rules.card_names(hands.opening_card(rules, state))
    message = f"{who} led {rules.deck.ids[event.value]}, but does not hold {opening}, whose holder leads"
    return Fault("turn", message, state.turn, bars=True)


def _out_of_turn(rules: CompiledRules, state: State, seat: int, turn: int, event: Event) -> Fault:
    names = state.players
    doing = "lead" if not state.trick else "play"
    return Fault(
        "turn",
        f"{names[seat]} played {rules.deck.ids[event.value]}, but it is {names[turn]}'s turn to {doing}",
        seat,
        bars=True,
    )


def _by_the_dummy(rules: CompiledRules, state: State, event: Event) -> Fault:
    who, name = state.players[state.dummy], rules.deck.ids[event.value]
    message = f"{who} played {name}, but {who} is the dummy; {state.players[state.declarer]} plays its cards"
    return Fault("dummy", message, state.dummy, word=("play", "dummy"), at=("by",))


def _absent(rules: CompiledRules, state: State, seat: int, event: Event) -> Fault:
    why = absence(state, seat)
    message = f"{state.players[seat]} played {rules.deck.ids[event.value]}, but {why}"
    return Fault("turn", message, seat, bars=True)


def _left_out(rules: CompiledRules, seat: int, event: Event) -> Fault:
    name = rules.deck.ids[event.value]
    return Fault("deck", f"{name} is left out of the deck with {rules.players} players", seat, bars=True)


def _not_held(rules: CompiledRules, state: State, seat: int, event: Event) -> Fault:
    """The card is not in that hand: it has been played, it is in another hand, or an earlier play denied it."""
    name, who = rules.deck.ids[event.value], state.players[seat]
    copies = rules.deck.twins[event.value]
    earlier = played_before(rules, state, event.value)
    if earlier and copies & ~(state.table | state.gone):
        earlier = ""
    elif earlier and copies != event.bit:
        earlier = f"has been played {copies.bit_count()} times already; the deck has only {copies.bit_count()} copies"
    if earlier:
        return Fault("hand", f"{who} played {name}, which {earlier}", seat, bars=True)
    if not state.known[seat]:
        for shown in state.shown[seat]:
            if shown.mask & copies:
                return _denied(rules, state, seat, shown, event)
    holder = next((s for s in range(rules.players) if s != seat and _surely(state, s) & copies), None)
    where = f"; {state.players[holder]} holds it" if holder is not None else ""
    where = next(
        (f"; {who} put it away" for who, gone in zip(state.players, state.put_away, strict=True) if gone & copies),
        where,
    )
    declarer = next((s for s, each in enumerate(state.declared) if any(made.cards & event.bit for made in each)), seat)
    if declarer != seat and not where:
        where = f"; {state.players[declarer]} declared it"
    holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
    return Fault(
        "hand",
        f"{who} played {name}, which is not in that hand{holding}{where}",
        seat,
        bars=True,
    )


def _belied(rules: CompiledRules, state: State, seat: int, event: Event) -> tuple[Fault, ...]:
    """A player with an unseen hand plays too many other cards to have held all those declared."""
    still = 0
    for made in state.declared[seat]:
        still |= made.cards & state.hands[seat] & ~event.bit
    left = hand_size(state, seat) - 1
    if still.bit_count() <= left:
        return ()
    latest = next(made for made in reversed(state.declared[seat]) if made.cards & still)
    found = rules.declarations[latest.what]
    who, pointer = state.players[seat], ("declare", found.name)
    message = f"{who} played {rules.deck.ids[event.value]} with {counted(left, 'cards')} left, but declared "
    message += f"{found.text(rules.deck, latest.suit)} and has not played {rules.card_names(still)}"
    cites = (latest.event,) if latest.event else ()
    return (Fault(rules.cited(pointer), message, seat, word=pointer, cites=cites),)


def _overfull(rules: CompiledRules, state: State, seat: int, event: Event) -> tuple[Fault, ...]:
    """After this play the unseen hands have no room for cards that their players, one of them perhaps by this play, have shown
    not to hold: one of these plays was wrong."""
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
    told = [
        (each, who)
        for who, every in enumerate(after.shown)
        for each in every
        if each.mask & cards and each.word != LEADS
    ]
    if not told or without_room(rules, state):
        return ()
    latest, who = max(told)
    rule, past = rules.play_rules[latest.word], state.copy()
    past.led = latest.led
    clause = rule.word.clause(past, rule.argument, rules.deck)
    message = f"{state.players[who]} played {rules.deck.ids[latest.card]} {clause}, but "
    names, many = rules.deck.names(cards), cards.bit_count()
    one_of = f"{many} cards, such as {names[0]}" if many > MOST_NAMED else " ".join(names)
    message += f"somebody who showed none of them must hold one of {one_of}"
    cites = sorted({each.event for each, _ in told if each.event <= state.clock})
    return (Fault(rule.rule, message, word=rule.pointer, cites=tuple(cites)),)


def _surely(state: State, seat: int) -> int:
    """The cards that a player is known to hold."""
    return state.hands[seat] if state.known[seat] else state.sure[seat]


def _denied(rules: CompiledRules, state: State, seat: int, shown: Shown, event: Event) -> Fault:
    name, who = rules.deck.ids[event.value], state.players[seat]
    if shown.word == LEADS:
        message = f"{state.players[shown.led]} led {rules.deck.ids[shown.card]}"
        proof = f", but {who} shows {name} now, whose holder leads"
        return Fault("turn", message, shown.led, cites=(shown.event,), after=proof, bars=True)
    rule = rules.play_rules[shown.word]
    past = state.copy()
    past.led = shown.led
    clause = rule.word.clause(past, rule.argument, rules.deck)
    what = "revoked: " if rule.rule == "follow-suit" else ""
    return Fault(
        rule.rule,
        f"{who} {what}played {rules.deck.ids[shown.card]} {clause}",
        seat,
        word=rule.pointer,
        cites=(shown.event,),
        after=f" and shows {name} now",
    )


def _against_a_word(rules: CompiledRules, playable: Playable, state: State, event: Event) -> Fault:
    """The word of play that forbids a card that is in the hand, with the proof: what was held and what was legal."""
    known = state.known[state.turn]
    held = state.hands[state.turn] if known else state.sure[state.turn] | event.bit
    either = not known and bool(chain(words_now(rules, state))(state, held) & event.bit)
    held = state.hands[state.turn] if either else held
    asked = promised(rules, state) if rules.declared_playing else 0
    if asked and not asked & event.bit:
        latest = state.declared[state.turn][-1]
        found = rules.declarations[latest.what]
        pointer = ("declare", found.name)
        done = "played" if state.trick else "led"
        message = f"{state.players[state.turn]} {done} {rules.deck.ids[event.value]} after declaring "
        message += f"{found.text(rules.deck, latest.suit)}; one of its cards must be {done}"
        legal = tuple(rules.deck.names(playable(state)))
        return Fault(rules.cited(pointer), message, state.turn, legal=legal, word=pointer)
    for rule in words_now(rules, state):
        left = rule.narrow(state, held)
        if not left & event.bit:
            return Fault(
                rule.rule,
                f"{state.players[state.turn]} played {rules.deck.ids[event.value]} "
                f"{rule.word.clause(state, rule.argument, rules.deck)}, "
                f"holding {' or '.join(rules.deck.names(left)) if either else rules.card_names(left)}",
                state.turn,
                legal=tuple(rules.deck.names(rules.deck.once(playable(state)))),
                word=rule.pointer,
            )
        held = left
    raise AssertionError("a card that no word forbids is playable")
