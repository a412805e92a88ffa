"""Playing to tricks: which cards may be played, and what follows when one is.

`playable` is the one source of legality: the verdict on a play, the list of legal plays and the proof in a message all
come from the same chain of words. Where a hand is unseen the chain is turned round: a play that the chain would have
forbidden to a holder of some card shows that the player does not hold it, and if that card turns up later, the earlier play
was the irregularity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.cards import mask_of, members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.trick.rules import dummies, hands, stocks, talons
from referee.engines.trick.rules.seats import absence
from referee.engines.trick.rules.whereabouts import hand_size, played_before
from referee.engines.trick.state import DRAW, PLAY, Shown, State
from referee.engines.trick.words.compiled import CompiledRules, PlayRule, path_of
from referee.engines.trick.words.declarations import LEADING, PROMISING
from referee.engines.trick.words.plays import Narrow, pairs_tell

GRACE = "trick.grace"
"""The path of the word that says whether Grace must be said."""
LEADS = "play.leads"
"""The path of the word that says who leads to the first trick of a hand."""
Playable = Callable[[State], int]


def words_now(rules: CompiledRules, state: State) -> tuple[PlayRule, ...]:
    """The words of play that speak at this point: leading or following, in the first trick or later."""
    first = state.left == state.length
    if rules.stock and not state.stock:
        return rules.late_following[first] if state.trick else rules.late_leading[first]
    return rules.following[first] if state.trick else rules.leading[first]


def chain(ruleset: Sequence[PlayRule]) -> Narrow:
    """Words of play one after another, as one function; a single word is itself."""
    words = tuple(rule.narrow for rule in ruleset)
    if len(words) == 1:
        return words[0]

    def narrow(state: State, held: int) -> int:
        for word in words:
            held = word(state, held)
        return held

    return narrow


def compile_playable(rules: CompiledRules) -> Playable:
    """Which cards the player to act may play, as a mask: all that the words of play leave of the hand.

    For an unseen hand: the cards that the player may still hold.
    """
    lead = tuple(chain(ruleset) for ruleset in rules.leading)
    follow = tuple(chain(ruleset) for ruleset in rules.following)
    drawing = rules.stock is not None

    def playable(state: State) -> int:
        turn = state.turn
        held = state.hands[turn]
        if rules.declared_playing and (cards := promised(rules, state)):
            return may_play(rules, state, turn) & cards
        if state.blind and not state.known[turn]:
            return _beside(rules, state, held, state.sure[turn]) if state.sure[turn] else held
        if drawing and not state.stock:
            return chain(words_now(rules, state))(state, held)
        first = state.left == state.length
        return follow[first](state, held) if state.trick else lead[first](state, held)

    return playable


def may_play(rules: CompiledRules, state: State, seat: int) -> int:
    """The cards that the words of play leave a player, or that an unseen hand may hold."""
    held: int = state.hands[seat]
    return chain(words_now(rules, state))(state, held) if state.known[seat] else held


def promised(rules: CompiledRules, state: State) -> int:
    """The cards of which the player to act must play one, for having just declared them; 0 where any may be played."""
    if state.turn < 0 or not state.declared[state.turn]:
        return 0
    latest = state.declared[state.turn][-1]
    when = rules.declarations[latest.what].when
    if when not in PROMISING or (when == LEADING and state.trick) or latest.cards & state.gone:
        return 0
    return latest.cards


def _beside(rules: CompiledRules, state: State, held: int, sure: int) -> int:
    """Of the cards that a player may hold, those that may be played beside the ones that the player surely holds."""
    ruleset = words_now(rules, state)
    if not pairs_tell([(rule.name, rule.argument) for rule in ruleset]):
        return held
    narrow = chain(ruleset)
    return mask_of(card for card in members(held) if narrow(state, sure | 1 << card) >> card & 1)


def lay(rules: CompiledRules, state: State, event: Event) -> None:
    """A card is laid: it leaves the hand, may be Grace, may move the roles, and may end the trick."""
    card, bit = event.value, event.bit
    seat = state.turn if event.seat is None else dummies.hand_of(state, event.seat)
    state.clock += 1
    if state.blind:
        _show(rules, state, seat, event)
    else:
        state.hands[seat] &= ~bit
    if not state.trick:
        state.leader = seat
        if rules.leads_unasked and state.left == state.length:
            state.mattered_first(LEADS, state.clock)
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
    if rules.grace_unasked and state.graced:
        note_grace(rules, state, state.trick, card)
    winner = hands.order_from(rules, state, state.leader)[state.trick.index(card)]
    if rules.stock is None or rules.stock.tricks_count or not state.stock:
        _take(rules, state, winner)
        state.won[winner] += 1
    else:
        state.discarded |= state.table
    state.gone |= state.table
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
            talons.take(rules, state)
        hands.finish(rules, state)
    elif state.stock:
        stocks.to_draw(rules, state)


def _take(rules: CompiledRules, state: State, winner: int) -> None:
    """The winner takes the cards of the trick, except those that go back to whoever played them."""
    state.taken[winner] |= state.table & ~rules.goes_back
    if state.table & rules.goes_back:
        order = hands.order_from(rules, state, state.leader)
        for seat, card in zip(order, state.trick, strict=True):
            state.taken[seat] |= 1 << card & rules.goes_back


def put_back(rules: CompiledRules, state: State) -> None:
    """The trick that was gathered in last lies on the table again, as it was before; so do the hand and the score."""
    if state.phase == DRAW:
        state.phase = PLAY
    elif state.phase != PLAY:
        hands.reopen(rules, state)
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
    state.left += 1
    if rules.talon_goes_to:
        state.taken = [taken & state.gone for taken in state.taken]
        state.talon_to = state.talon_to if state.left < state.length else -1
    state.decisive = [one for one in state.decisive if one[1] != trick.event]
    state.unsaid = [event for event in state.unsaid if event != trick.event]


def decide(rules: CompiledRules, state: State, cards: Sequence[int]) -> int:
    """The card that wins a full trick; what it hung on (an unsettled rule, an unsaid Grace) is noted for the verdict."""
    decision = rules.judgement.decide(cards, state.graced, state.ranking)
    if decision.decisive:
        state.decisive.extend((path, state.clock) for path in decision.decisive)
    if rules.grace == "said" and not state.ever_said and state.own:
        if_said = rules.judgement.decide(cards, state.own, state.ranking)
        if if_said.card != decision.card:
            state.unsaid.append(state.clock)
    return decision.card


def note_grace(rules: CompiledRules, state: State, cards: Sequence[int], card: int) -> bool:
    """Whether another card would have won if Grace had to be said, which is noted then."""
    if rules.judgement.decide(cards, state.graced & state.said, state.ranking).card == card:
        return False
    state.mattered_first(GRACE, state.clock)
    return True


def rotate(rules: CompiledRules, state: State, card: int) -> None:
    """The roles move one seat when the card says so; it holds from the next card on."""
    rotates = rules.powers[card].rotates
    if rotates and state.roles is not None:
        roles = [state.roles[(seat + rotates) % rules.players] for seat in range(rules.players)]
        hands.give_roles(rules, state, roles)


def _show(rules: CompiledRules, state: State, seat: int, event: Event) -> None:
    """A card is laid where not every hand is seen: what the player shows by it, and what the others cannot hold any more."""
    if state.known[seat]:
        state.hands[seat] &= ~event.bit
    else:
        _infer(rules, state, seat, event)
    for other, known in enumerate(state.known):
        if not known:
            state.hands[other] &= ~event.bit
            state.sure[other] &= ~event.bit


def _infer(rules: CompiledRules, state: State, seat: int, event: Event) -> None:
    """What an unseen player shows by a play: every card that would have forbidden it is not in that hand.

    It is enough to look at pairs of cards: a chain of words that each narrow forbids a card exactly when one other card does.
    In the few chains where a third card can lift that ban, no third card may.
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


def forbidding_word(ruleset: Sequence[PlayRule], state: State, held: int, bit: int) -> PlayRule | None:
    """The first word that rules a card out of `held`; None when it may be played."""
    for rule in ruleset:
        held = rule.narrow(state, held)
        if not held & bit:
            return rule
    return None


def check_play(rules: CompiledRules, playable: Playable, state: State, event: Event) -> tuple[Fault, ...]:
    """Everything that is wrong with a play."""
    seat = event.seat
    if state.turn < 0 and seat is None:
        return (_nobody_leads(state, event),)
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
    if event.said and rules.grace == "none":
        faults.append(
            Fault(
                "grace",
                f"Grace is said over {rules.deck.ids[event.value]}, but this game has no Grace",
                actor,
                at=event.at,
            )
        )
    return tuple(faults)


def _nobody_leads(state: State, event: Event) -> Fault:
    """The leader depends on a card in an unseen hand, and the log does not say who led."""
    return Fault(
        "turn",
        "who leads cannot be known, since no hand is recorded that holds the opening card; say it with `by:`",
        None,
        at=event.at,
        bars=True,
    )


def _out_of_turn(rules: CompiledRules, state: State, seat: int, turn: int, event: Event) -> Fault:
    names = state.players
    doing = "lead" if not state.trick else "play"
    return Fault(
        "turn",
        f"{names[seat]} played {rules.deck.ids[event.value]}, but {names[turn]} is to {doing}",
        seat,
        at=event.at,
        bars=True,
    )


def _by_the_dummy(rules: CompiledRules, state: State, event: Event) -> Fault:
    who, name = state.players[state.dummy], rules.deck.ids[event.value]
    message = f"{who} played {name}, but {who} is the dummy; {state.players[state.declarer]} plays its cards"
    return Fault("dummy", message, state.dummy, word=("play", "dummy"), at=("by",))


def _absent(rules: CompiledRules, state: State, seat: int, event: Event) -> Fault:
    why = absence(state, seat)
    message = f"{state.players[seat]} played {rules.deck.ids[event.value]}, but {why}"
    return Fault("turn", message, seat, at=event.at, bars=True)


def _left_out(rules: CompiledRules, seat: int, event: Event) -> Fault:
    name = rules.deck.ids[event.value]
    return Fault("deck", f"{name} is left out of the deck with {rules.players} players", seat, at=event.at, bars=True)


def _not_held(rules: CompiledRules, state: State, seat: int, event: Event) -> Fault:
    """The card is not in that hand: it has been played, it is in another hand, or an earlier play denied it."""
    name, who = rules.deck.ids[event.value], state.players[seat]
    copies = rules.deck.twins[event.value]
    earlier = played_before(rules, state, event.value)
    if earlier and copies & ~(state.table | state.gone):
        earlier = ""
    elif earlier and copies != event.bit:
        earlier = (
            f"has been played {copies.bit_count()} times already; there are only {copies.bit_count()} of it in the deck"
        )
    if earlier:
        return Fault("hand", f"{who} played {name}, which {earlier}", seat, at=event.at, bars=True)
    if not state.known[seat]:
        for shown in state.shown[seat]:
            if shown.mask & copies:
                return _denied(rules, state, seat, shown, event)
    holder = next((s for s in range(rules.players) if s != seat and _surely(state, s) & copies), None)
    where = f"; {state.players[holder]} holds it" if holder is not None else ""
    declarer = next((s for s, each in enumerate(state.declared) if any(made.cards & event.bit for made in each)), seat)
    if declarer != seat and not where:
        where = f"; {state.players[declarer]} declared it"
    holding = f", holding {rules.card_names(state.hands[seat])}" if state.known[seat] else ""
    return Fault(
        "hand",
        f"{who} played {name}, which is not in that hand{holding}{where}",
        seat,
        at=event.at,
        bars=True,
    )


def _belied(rules: CompiledRules, state: State, seat: int, event: Event) -> tuple[Fault, ...]:
    """A player with an unseen hand plays so many other cards that those declared cannot all have been there."""
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
    return (Fault(rules.cited(pointer), message, seat, word=pointer, at=event.at, cites=cites),)


def _surely(state: State, seat: int) -> int:
    """The cards that a player is known to hold."""
    return state.hands[seat] if state.known[seat] else state.sure[seat]


def _denied(rules: CompiledRules, state: State, seat: int, shown: Shown, event: Event) -> Fault:
    rule = rules.play_rules[shown.word]
    name, who = rules.deck.ids[event.value], state.players[seat]
    past = state.copy()
    past.led = shown.led
    clause = rule.word.clause(past, rule.argument, rules.deck)
    what = "revoked: " if rule.rule == "follow-suit" else ""
    return Fault(
        rule.rule,
        f"{who} {what}played {rules.deck.ids[shown.card]} {clause}",
        seat,
        word=rule.pointer,
        at=event.at,
        cites=(shown.event,),
        after=f" and shows {name} now",
    )


def _against_a_word(rules: CompiledRules, playable: Playable, state: State, event: Event) -> Fault:
    """The word of play that forbids a card that is in the hand, with the proof: what was held and what was legal."""
    known = state.known[state.turn]
    held = state.hands[state.turn] if known else state.sure[state.turn] | event.bit
    asked = promised(rules, state) if rules.declared_playing else 0
    if asked and not asked & event.bit:
        latest = state.declared[state.turn][-1]
        found = rules.declarations[latest.what]
        pointer = ("declare", found.name)
        done = "played" if state.trick else "led"
        message = f"{state.players[state.turn]} {done} {rules.deck.ids[event.value]} after declaring "
        message += f"{found.text(rules.deck, latest.suit)}; one of its cards is {done}"
        legal = tuple(rules.deck.names(playable(state)))
        return Fault(rules.cited(pointer), message, state.turn, legal=legal, word=pointer, at=event.at)
    for rule in words_now(rules, state):
        left = rule.narrow(state, held)
        if not left & event.bit:
            return Fault(
                rule.rule,
                f"{state.players[state.turn]} played {rules.deck.ids[event.value]} "
                f"{rule.word.clause(state, rule.argument, rules.deck)}, holding {rules.card_names(left)}",
                state.turn,
                legal=tuple(rules.deck.names(rules.deck.once(playable(state)))),
                word=rule.pointer,
                at=event.at,
            )
        held = left
    raise AssertionError("a card that no word forbids is playable")
