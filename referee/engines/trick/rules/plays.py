"""Playing to tricks: which cards may be played, what is wrong with a play and its proof, what follows, and what a play shows
about an unseen hand.

`playable` is the one source of legality: the verdict on a play, the list of legal plays and the proof in a message all
come from the same chain of words. For an unseen hand the chain works backwards: if it would have forbidden a play to the
holder of some card, the play shows that the player does not hold that card. If the card turns up later, the earlier play
was the irregularity.

Of equal cards each copy is a card by itself, but a log has one name for all of them. What a player plays or passes is a copy
that the player holds. In an unseen hand it is the one that the fewest others may hold, so that no copy is left that only this
player can have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import permutations
from operator import or_

from referee.core.cards import mask_of, members
from referee.core.events import WHOLE, Event, Finding, number_of
from referee.core.formula_words import condition
from referee.core.game import Act
from referee.core.sentences import called_in
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, hands, outcomes, seats, sides, stocks
from referee.engines.trick.rules.auctions import bids_disproved, not_put_away
from referee.engines.trick.rules.whereabouts import Overfull, hand_size, loose_cards, overfull
from referee.engines.trick.state import DEAL, DRAW, LEADS, NO_CARD, OVER, PLAY, ShownVoid, TrickState
from referee.engines.trick.words.declarations import LEADING, NO_SUIT, PROMISING
from referee.engines.trick.words.plays import WordsOfPlay, path_of

MOST_NAMED = 13
"""The most cards that a message names one by one."""


def words_now(rules: TrickRules, state: TrickState) -> WordsOfPlay:
    """Return the words of play that apply at this point: leading or following, in the first trick or later."""
    first = state.left == state.length  # as an index: 0 after the first trick, 1 in it
    if rules.stock and not state.stock:
        if state.trick:
            return rules.late_following[first]
        return rules.late_leading[first]
    if state.trick:
        return rules.following[first]
    return rules.leading[first]


def playable(rules: TrickRules, state: TrickState) -> int:
    """The cards that the player to act may play, as a mask: all that the words of play allow of the hand.

    For an unseen hand: the cards that the player may still hold, of those that may be played along with the ones that
    the player surely holds, or from one of the possible hands if cards were put away unseen.
    """
    turn = state.turn
    words = words_now(rules, state)
    held = state.hands[turn]
    sure = state.sure[turn]
    legal = 0
    if rules.declared_playing and (cards := promised_cards(rules, state)):
        return may_play(rules, state, turn) & cards
    if not state.blind or state.known[turn]:
        return words.narrow(state, held)
    for _, hand in stocks.each_without(rules, state, turn):
        legal |= words.narrow(state, hand)
    if legal or not sure or not words.pairs_tell:
        return legal or held
    return mask_of(card for card in members(held) if words.narrow(state, sure | 1 << card) >> card & 1)


def may_play(rules: TrickRules, state: TrickState, seat: int) -> int:
    """Return the cards that the words of play leave a player, or that an unseen hand may hold."""
    held: int = state.hands[seat]
    if state.known[seat]:
        return words_now(rules, state).narrow(state, held)
    return held


def promised_cards(rules: TrickRules, state: TrickState) -> int:
    """The cards just declared by the player to act, who must play one of them; 0 if any card may be played."""
    for made in state.declared[state.turn]:
        when = rules.declarations[made.what].when
        if when in PROMISING and not (when == LEADING and state.trick) and not made.cards & state.gone:
            return made.cards
    return 0


def check_play(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Everything that is wrong with a play: it is out of turn, the card is not in the hand, a word forbids it, or it
    shows that an earlier event was wrong."""
    seat = event.seat
    if state.turn < 0 and seat is None:
        message = "it is not known who leads, because no recorded hand holds the opening card; add `by:`"
        return (Finding("turn", message, at=event.at, asks=True),)
    name = rules.deck.ids[event.value]
    players = state.players
    if state.turn < 0 and seat in state.seats:
        state = state.copy()
        state.turn = seat
        if not hands.may_open(rules, state, seat):
            opening = rules.card_names(hands.opening_card(rules, state))
            message = f"{players[seat]} led {name}, but does not hold {opening}, whose holder leads"
            return hands.bar("turn", message, seat)
    turn = state.turn
    if turn < 0:
        assert seat is not None
        turn = seat
    actor = turn
    if seat is not None:
        actor = declarer.hand_of(state, seat)
    faults: list[Finding] = []
    if seat == turn == state.dummy:
        but = f"{players[turn]} is the dummy; {players[state.declarer]} plays its cards"
        message = f"{players[turn]} played {name}, but {but}"
        faults.append(Finding("dummy", message, turn, word=("play", "dummy"), at=("by",)))
    if actor != turn:
        to_play = "play" if state.trick else "lead"
        message = f"{players[actor]} played {name}, but it is {players[turn]}'s turn to {to_play}"
        faults += hands.bar("turn", message, actor)
    if actor not in state.seats:
        return hands.bar("turn", f"{players[actor]} played {name}, but {seats.absence(state, actor)}", actor)
    faults += _faults_of_card(rules, state, actor, event, in_turn=not faults)
    if not faults:
        faults += _faults_shown(rules, state, actor, event)
    if event.said and rules.grace == "none":
        faults.append(Finding("grace", f"Grace is said over {name}, but this game has no Grace", actor))
    return tuple(faults)


def _faults_of_card(
    rules: TrickRules, state: TrickState, seat: int, event: Event, *, in_turn: bool
) -> Sequence[Finding]:
    """The fault of a card that is not in the hand from which it is played, or, if it is `in_turn`, that a word forbids."""
    if not rules.pack >> event.value & 1:
        return (hands.not_in_deck(rules, event.value, seat),)
    if rules.by_cards:
        put_away = not_put_away(rules, state, seat, event)
        if put_away:
            return put_away
    if not state.hands[seat] & event.bit:
        return (_fault_of_strange_card(rules, state, seat, event),)
    if in_turn and state.turn >= 0 and not playable(rules, state) & event.bit:
        return (_against_a_word(rules, state, event),)
    if state.declared[seat] and not state.known[seat]:
        return _faults_of_declarations(rules, state, seat, event)
    return ()


def _faults_shown(rules: TrickRules, state: TrickState, seat: int, event: Event) -> Sequence[Finding]:
    """The first fault of an earlier event that a play, legal by itself, shows; or the roles that a full trick depends on."""
    faults: Sequence[Finding] = ()
    if rules.held_names and not rules.by_cards:
        faults = tuple(bids_disproved(rules, state, event))
    if not faults and state.called >= 0:
        faults = declarer.own_card_shown(rules, state, seat, event)
        if not faults:
            faults = declarer.suit_not_held(rules, state, seat, event)
    if not faults and not state.known[seat]:
        faults = _overfull(rules, state, seat, event)
    if not faults and len(state.trick) == len(state.seats) - 1:
        said = state.said
        if event.said:
            said |= event.bit
        faults = _roles_decide(rules, state, seat, state.trick + [event.value], said)
    return faults


def _roles_decide(
    rules: TrickRules, state: TrickState, last: int, cards: Sequence[int], said: int
) -> tuple[Finding, ...]:
    """The fault of a full trick whose winner depends on the roles, if nobody knows these. `last` is the seat of its last
    player, `said` the cards over which Grace was said (a mask)."""
    if state.roles is not None or not rules.roles:
        return ()
    if rules.grace == "none" or (rules.grace == "said" and not said):
        return ()
    order = rules.orders[hands.next_seat(rules, state, last)]
    winners = set()
    for held in permutations(range(len(rules.roles)), rules.players):
        own = 0
        moved = 0
        for seat, card in zip(order, cards, strict=True):
            own |= 1 << card & rules.role_cards(held[(seat + moved) % rules.players])
            if card in rules.powers:
                moved += rules.powers[card].rotates
        if rules.grace == "said":
            graced = own & said
        else:
            graced = own
        winners.add(rules.judgement.decide(cards, graced, state.ranking).card)
    if len(winners) == 1:
        return ()
    example = ", ".join(f"{player}: {role}" for player, role in zip(state.players, rules.roles, strict=False))
    message = "nobody's role is known, and who wins this trick depends on the roles; "
    message += f"write `setup: {{roles: {{{example}}}}}`"
    return (Finding("roles", message, asks=True, bars=True),)


def _fault_of_strange_card(rules: TrickRules, state: TrickState, seat: int, event: Event) -> Finding:
    """The fault of a card that is not in that hand: played, in another hand, or denied by an earlier play."""
    name = rules.deck.ids[event.value]
    who = state.players[seat]
    copies = rules.deck.twins[event.value]
    earlier = hands.when_played(rules, state, event.value)
    if earlier and not copies & ~(state.table | state.gone):
        many = copies.bit_count()
        if many > 1:
            earlier = f"has been played {many} times already; the deck has only {many} copies"
        # or the earlier play was, out of another hand
        wrong = None
        if state.known[seat]:
            wrong = seat
        return Finding("hand", f"{who} played {name}, which {earlier}", wrong, bars=True)
    if not state.known[seat]:
        for shown in state.shown[seat]:
            if shown.mask & copies:
                return _fault_of_denial(rules, state, seat, shown, event)
    where = hands.holding(rules, state, seat) + _elsewhere(rules, state, seat, event)
    return Finding("hand", f"{who} played {name}, which is not in that hand{where}", seat, bars=True)


def _elsewhere(rules: TrickRules, state: TrickState, seat: int, event: Event) -> str:
    """Where a card is that cannot be in this hand, as the end of a sentence; empty if nobody knows."""
    copies = rules.deck.twins[event.value]
    for other, by in enumerate(state.players):
        if state.put_away[other] & copies:
            return f"; {by} put it away"
    others = [(other, by) for other, by in enumerate(state.players) if other != seat]
    for other, by in others:
        if hands.surely(state, other) & copies:
            return f"; {by} holds it"
    for other, by in others:
        for made in state.declared[other]:
            if made.cards & event.bit:
                return f"; {by} declared it"
    return ""


def _fault_of_denial(rules: TrickRules, state: TrickState, seat: int, shown: ShownVoid, event: Event) -> Finding:
    """Return the fault of an earlier play that denied the card."""
    name = rules.deck.ids[event.value]
    who = state.players[seat]
    earlier = rules.deck.ids[shown.card]
    if shown.word == LEADS:
        proof = f", but {who} shows {name} now, whose holder leads"
        message = f"{state.players[shown.led]} led {earlier}"
        return Finding("turn", message, shown.led, cites=(shown.event,), after=proof, bars=True)
    if shown.card == NO_CARD:  # what was said denied it, the declaration number `led`
        text = rules.declarations[shown.led].text(rules.deck, NO_SUIT)
        word = ("declare", shown.word, "only")
        after = f" and shows {name} now"
        return Finding(rules.cite(*word), f"{who} declared {text}", seat, word=word, cites=(shown.event,), after=after)
    rule = rules.play_rules[shown.word]
    what = ""
    if rule.rule == "follow-suit":
        what = "revoked: "
    message = f"{who} {what}played {earlier} {_clause_of(rules, state, shown)}"
    after = f" and shows {name} now"
    return Finding(rule.rule, message, seat, word=rule.pointer, cites=(shown.event,), after=after)


def _clause_of(rules: TrickRules, state: TrickState, shown: ShownVoid) -> str:
    """Return the end of a sentence about an earlier play, which a word of play forbade: 'on a Hearts lead'."""
    rule = rules.play_rules[shown.word]
    past = state.copy()
    past.led = shown.led
    return rule.word.clause(past, rule.argument, rules.deck)


def _faults_of_declarations(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """Return the fault of a player with an unseen hand who plays too many other cards to have held all those declared."""
    still = reduce(or_, [made.cards for made in state.declared[seat]], 0) & state.hands[seat] & ~event.bit
    left = hand_size(state, seat) - 1
    if still.bit_count() <= left:
        return ()
    latest = next(made for made in reversed(state.declared[seat]) if made.cards & still)
    declaration = rules.declarations[latest.what]
    pointer = ("declare", declaration.name)
    text = declaration.text(rules.deck, latest.suit)
    message = f"{state.players[seat]} played {rules.deck.ids[event.value]} with {number_of(left, 'cards')} left, but "
    message += f"declared {text} and has not played {rules.card_names(still)}"
    cites = (latest.event,) if latest.event else ()
    return (Finding(rules.cite(*pointer), message, seat, word=pointer, cites=cites),)


def _overfull(rules: TrickRules, state: TrickState, seat: int, event: Event) -> tuple[Finding, ...]:
    """The fault of a play after which some unseen hands have no room for the cards left, since their players, one of
    them perhaps by this play, have shown not to hold them: one of these plays was wrong."""
    shows = _denies_cards(rules, state, seat, event)
    if not (shows or any(state.shown)) or state.stock or rules.talon or rules.turned:
        return ()
    after = state.copy()
    if shows:
        lay(rules, after, event)
    else:
        after.leader = state.leader if state.trick else seat
        after.table = state.table | event.bit
        after.trick.append(event.value)
    if after.phase != PLAY or after.hand != state.hand:
        return ()
    proved = overfull(rules, after)
    if not proved.cards or overfull(rules, state).cards:
        return ()
    return _fault_of_several(rules, state, after, proved)


def _denies_cards(rules: TrickRules, state: TrickState, seat: int, event: Event) -> bool:
    """Whether a play shows that an unseen hand lacks some of the cards that it may hold."""
    suit = 0
    if state.trick:
        suit = state.ranking.members[state.led]
    if suit & state.hands[seat] and not event.bit & suit:
        return True
    words = words_now(rules, state)
    if not words.deny_at_once:
        return False
    others = state.hands[seat] & ~event.bit & ~state.sure[seat]
    return any(cards for _, cards in words.cards_denied(state, others, event.bit))


def _fault_of_several(rules: TrickRules, state: TrickState, after: TrickState, proved: Overfull) -> tuple[Finding, ...]:
    """The fault of players who must hold cards that they have shown not to hold, each with a play that showed it; if
    there are several, nobody knows whose play was wrong."""
    latest: dict[int, ShownVoid] = {}
    events = set[int]()
    for seat in proved.seats:
        for shown in after.shown[seat]:
            if shown.mask & proved.cards and shown.word != LEADS and shown.card != NO_CARD:
                latest[seat] = shown
                events.add(shown.event)
    if not latest:
        return ()
    names = rules.deck.names(proved.cards)
    cards = " ".join(names)
    if len(names) > MOST_NAMED:
        cards = f"{len(names)} cards, such as {names[0]}"
    did = _denials(rules, state, latest)
    rule = rules.play_rules[max(latest.values()).word]
    cites = tuple(sorted(event for event in events if event <= state.clock))
    if len(latest) > 1:
        who = in_list([state.players[seat] for seat in latest])
        message = f"{who} must hold one of {cards} between them, but {did}"
        return (Finding(rule.rule, message, word=rule.pointer, cites=cites, at=WHOLE),)
    (seat,) = latest
    at = () if max(events) > state.clock else WHOLE
    return (Finding(rule.rule, f"{did}, but must hold one of {cards}", seat, word=rule.pointer, cites=cites, at=at),)


def _denials(rules: TrickRules, state: TrickState, latest: Mapping[int, ShownVoid]) -> str:
    """The plays by which players showed not to hold a card, seat by seat, in a sentence: 'Ann played 2C on a Hearts lead'."""
    plays = []
    clauses = []
    for seat, shown in latest.items():
        plays.append(f"{state.players[seat]} played {rules.deck.ids[shown.card]}")
        clauses.append(_clause_of(rules, state, shown))
    if len(set(clauses)) == 1:
        return f"{in_list(plays)} {clauses[0]}"
    return in_list([f"{play} {clause}" for play, clause in zip(plays, clauses, strict=True)])


def _against_a_word(rules: TrickRules, state: TrickState, event: Event) -> Finding:
    """The fault of a card that a word of play or a declaration forbids, with the cards held and those that may be
    played; or of a card that must have been put away."""
    turn = state.turn
    name = rules.deck.ids[event.value]
    known = state.known[turn]
    who = state.players[turn]
    if known:
        held = state.hands[turn]
    else:
        held = state.sure[turn] | event.bit
    # if no card that is surely held forbids the play, every card that may be held does
    either = False
    if not known and words_now(rules, state).narrow(state, held) & event.bit:
        either = True
        held = state.hands[turn]
    asked = 0
    if rules.declared_playing:
        asked = promised_cards(rules, state)
    if asked and not asked & event.bit:
        latest = state.declared[turn][-1]
        laid = "played" if state.trick else "led"
        declaration = rules.declarations[latest.what]
        pointer = ("declare", declaration.name)
        text = declaration.text(rules.deck, latest.suit)
        message = f"{who} {laid} {name} after declaring {text}; one of its cards must be {laid}"
        return Finding(rules.cite(*pointer), message, turn, tuple(rules.deck.names(playable(rules, state))), pointer)
    forbidding = words_now(rules, state).forbidding(state, held, event.bit)
    if not forbidding:  # it is in none of the hands that it may have come from
        possible = [hand for _, hand in stocks.each_without(rules, state, turn)]
        holding = ""
        if len(possible) == 1:
            holding = f", holding {rules.card_names(possible[0])}"
        return Finding("hand", f"{who} played {name}, which is not in that hand{holding}", turn, bars=True)
    rule, left = forbidding
    if either:
        cards = " or ".join(rules.deck.names(left))
    else:
        cards = rules.card_names(left)
    message = f"{who} played {name} {rule.word.clause(state, rule.argument, rules.deck)}, holding {cards}"
    legal = tuple(rules.deck.names(rules.deck.once(playable(rules, state))))
    return Finding(rule.rule, message, turn, legal, rule.pointer)


def lay(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Lay a card: it leaves the hand, may be Grace, may move the roles, and may end the trick."""
    card = event.value
    bit = event.bit
    seat = state.turn
    if event.seat is not None:
        seat = declarer.hand_of(state, event.seat)
    if state.turn < 0:
        _note_opening(rules, state, seat, card)
    if not state.blind or state.known[seat]:
        state.hands[seat] &= ~bit
    else:  # note what the card shows about the player, and what the others can no longer hold
        words = words_now(rules, state)
        if not stocks.learn_from_play(rules, state, seat, bit, words.narrow):
            _infer(state, seat, event, words)
    if state.blind:
        hands.not_elsewhere(state, None, bit)
    if state.partner < 0 <= state.called and rules.deck.twins[state.called] >> card & 1:
        state.partner = seat
    if not state.trick:
        state.leader = seat
    hands.set_trump_by_play(rules, state, card)
    state.trick.append(card)
    if len(state.trick) == 1 or not state.ranking.members[state.led]:
        state.led = state.ranking.suit_led(state.trick)
    state.table |= bit
    sides.settle_by_cards(rules, state)
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


def _note_opening(rules: TrickRules, state: TrickState, seat: int, card: int) -> None:
    """Note that nobody else holds the opening card, if this player leads because of it."""
    wanted = hands.opening_card(rules, state)
    if not wanted or not hands.may_open(rules, state, seat):
        return
    for other in state.seats:
        if other != seat and not state.known[other]:
            state.shown[other].append(ShownVoid(state.clock + 1, card, wanted, LEADS, seat))


def gather(rules: TrickRules, state: TrickState) -> None:
    """End a full trick: its winner takes it and leads to the next, or draws first; after the last trick the hand
    ends."""
    if rules.grace != "none":  # Grace may still be said over a card of the trick
        state.full = None
        state.full = state.copy()
    card = decide(rules, state, state.trick)
    winner = hands.order_from(rules, state, state.leader)[state.trick.index(card)]
    _take(rules, state, winner)
    state.gone |= state.table
    if rules.notes_plays and min(state.played) >= 0:
        for seat, laid in seats.cards_laid(rules, state):
            state.played[seat] |= 1 << laid
    bits = [1 << laid for laid in state.trick]
    state.tricks.append((state.leader, bits, winner, card, state.graced, state.own, state.said, state.clock + 1))
    state.trick = []
    state.table = state.own = state.said = state.graced = 0
    state.leader = state.turn = winner
    sides.settle_by_trick(rules, state, state.tricks[-1][1][0], winner)
    if rules.talon_goes_to == "first_trick" and state.left == state.length:
        state.talon_to = winner
    state.left -= 1
    if not state.left:
        stocks.take_leftover(rules, state, winner)
        outcomes.finish(rules, state)
        return
    decided = _is_decided(rules, state, winner)
    if decided:
        end_now(rules, state)
        return
    if decided is None:
        state.miss("end")
        state.may_be_over = True
    if state.stock:
        state.phase = DRAW
        state.turn = stocks.drawing_order(rules, state)[0]


def _is_decided(rules: TrickRules, state: TrickState, winner: int) -> bool | None:
    """Whether the hand is over with the trick that this player has just won, though cards are left (`play: until`); None
    if that depends on what is not recorded. It goes on while nobody knows who plays with the declarer."""
    if rules.scoring.until is None or outcomes.partner_hidden(rules, state):
        return False
    ended = state.copy()
    ended.length -= ended.left
    ended.left = 0
    stocks.take_leftover(rules, ended, winner)
    out = outcomes.outcome_of_play(rules, ended)
    if not stocks.piles_known(rules, ended):
        out = out._replace(counts=None)
    return rules.scoring.is_decided(seats.end_of_hand(rules, ended, out))


def end_now(rules: TrickRules, state: TrickState) -> None:
    """End a hand with the trick that its leader has just won, because of `play: until`."""
    stocks.take_leftover(rules, state, state.leader)
    outcomes.end_early(rules, state)


def played_after_the_end(rules: TrickRules, state: TrickState, event: Event) -> str:
    """Why a card is played too late, if the hand that it comes from was over early (`play: until`); empty if it may be a
    card of the next hand."""
    until = rules.scoring.until
    if until is None or event.verb != "play" or state.phase not in (DEAL, OVER):
        return ""
    if not hands.surely(state, state.leader) & rules.deck.twins[event.value]:
        return ""
    name = rules.deck.ids[event.value]
    when = condition(until.text, called_in(rules.ruleset))
    after = number_of(state.length, "tricks")
    return f"{name} is played, but hand {state.history[-1].number} was over after {after}; a hand is over when {when}"


def _take(rules: TrickRules, state: TrickState, winner: int) -> None:
    """Give the cards of a trick to its winner, except those that go back to their players, unless tricks do not count yet."""
    if rules.stock is not None and state.stock and not rules.stock.tricks_count:
        state.discarded |= state.table
        return
    state.taken[winner] |= state.table & ~rules.goes_back
    if state.table & rules.goes_back:
        for seat, laid in seats.cards_laid(rules, state):
            state.taken[seat] |= 1 << laid & rules.goes_back
    state.won[winner] += 1


def decide(rules: TrickRules, state: TrickState, cards: Sequence[int]) -> int:
    """The card that wins a full trick. If that depended on a Grace that nobody said, this is noted in the state for the
    verdict."""
    decision = rules.judgement.decide(cards, state.graced, state.ranking)
    if rules.grace == "said" and not state.ever_said and state.own:
        if_said = rules.judgement.decide(cards, state.own, state.ranking)
        if if_said.card != decision.card:
            state.unsaid.append(state.clock + 1)
    return decision.card


def rotate(rules: TrickRules, state: TrickState, card: int) -> None:
    """Move the roles one seat if the card says so, from the next card on."""
    hands.move_roles(rules, state, rules.powers[card].rotates)


def _infer(state: TrickState, seat: int, event: Event, words: WordsOfPlay) -> None:
    """Note what a play shows about an unseen hand: it holds no card that would have forbidden the play.

    It is enough to look at pairs of cards: a chain of words that each narrow forbids a card exactly when it would in a
    hand of this card and one other. In the few chains in which a third card can lift that ban, a card is denied only if
    no third one does.
    """
    if words.deny_at_once:
        for path, cards in words.cards_denied(state, state.hands[seat] & ~event.bit & ~state.sure[seat], event.bit):
            state.hands[seat] &= ~cards
            state.shown[seat].append(ShownVoid(state.clock + 1, event.value, cards, path, state.led))
        return
    thirds = () if words.pairs_tell else tuple(members(state.hands[seat]))
    absent: dict[str, int] = {}
    for other in members(state.hands[seat] & ~event.bit & ~state.sure[seat]):
        pair = event.bit | 1 << other
        forbidding = words.forbidding(state, pair, event.bit)
        if forbidding and all(words.forbidding(state, pair | 1 << third, event.bit) for third in thirds):
            path = path_of(forbidding[0].pointer)
            absent[path] = absent.get(path, 0) | 1 << other
    for name, mask in absent.items():
        state.hands[seat] &= ~mask
        state.shown[seat].append(ShownVoid(state.clock + 1, event.value, mask, name, state.led))


def _cards_open(state: TrickState) -> list[int]:
    """Return the cards over which Grace may still be said: the trick in progress, or else a full one with nothing after it."""
    if state.trick:
        last = None
    else:
        last = state.last_trick()
    if last:
        return list(last.cards)
    return state.trick


def check_grace(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with saying Grace over a card on the table."""
    name = rules.deck.ids[event.value]
    pointer = ("trick", "grace_until")
    if rules.grace == "none":
        return hands.bar("grace", f"Grace is said over {name}, but this game has no Grace", event.seat)
    there = _cards_open(state)
    late = rules.trick["grace_until"] == "gathered"
    if event.value in there and late:
        return _roles_decide_again(rules, state, event)
    if event.value in there:
        message = f"Grace is said over {name} after it was laid; here it is said as the card is laid ({name}!)"
    else:
        on_table = " ".join(rules.deck.ids[card] for card in there) or "no card"
        message = (
            f"Grace is said over {name}, which is not in the trick on the table ({on_table}); it is said over a card "
        )
        message += f"of that trick{' before the next card is played' if late else ''}, or as the card is laid ({name}!)"
    return hands.bar(rules.cite(*pointer), message, event.seat, word=pointer)


def _roles_decide_again(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return the roles that are missing if Grace over a card of the last full trick makes its winner depend on them."""
    trick = state.last_trick()
    if state.trick or trick is None:
        return ()
    last = hands.order_from(rules, state, trick.leader)[-1]
    return _roles_decide(rules, state, last, trick.cards, trick.said | 1 << event.value)


def say_grace(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Make a card Grace, from now on, if it had its player's symbol when it was laid."""
    full = not state.trick
    if full:  # the trick lies on the table again, and is decided anew
        assert state.full is not None
        clock = state.clock
        state.become(state.full)
        state.clock = clock
    bit = 1 << event.value
    state.said |= bit
    state.ever_said = True
    state.graced |= state.own & bit
    if full:
        gather(rules, state)


COPIES = ("play", "pass", "turn", "draw", "grace", "talon", "put_away")
"""The verbs with cards that may have copies."""


def with_copies(act: Act[TrickRules, TrickState]) -> Act[TrickRules, TrickState]:
    """The same action, for a deck with several copies of a card: a log names the card, and the event then means one of
    the copies."""

    def with_copy(rules: TrickRules, state: TrickState, event: Event) -> Event:
        value = _copies(rules, state, event)
        bit = 0
        if event.bit and isinstance(value, int):
            bit = 1 << value
        return Event(event.verb, value, seat=event.seat, said=event.said, at=event.at, bit=bit)

    def check(rules: TrickRules, state: TrickState, event: Event) -> Iterable[Finding]:
        return act.check(rules, state, with_copy(rules, state, event))

    def apply(rules: TrickRules, state: TrickState, event: Event) -> None:
        act.apply(rules, state, with_copy(rules, state, event))

    return act._replace(check=check, apply=apply)


def _copies(rules: TrickRules, state: TrickState, event: Event) -> int | tuple[int, ...]:
    """The copy of its card that an event means, as a number; for a pass all of them, as a mask; for cards in or from the
    talon each of them."""
    seat = event.seat
    card = event.value
    if event.verb == "talon":
        return _copies_among(rules, state, event.value, loose_cards(rules, state))
    if event.verb == "pass":
        if seat is None:
            seat = hands.next_to_pass(rules, state)
        passed = 0
        for one in members(card):
            passed |= 1 << _copy_of_hand(rules, state, seat, one, passed)
        return passed
    if event.verb == "turn":
        return _copy_turned(rules, state, card)
    if event.verb == "draw":
        return _copy_drawn(rules, state, card)
    if event.verb == "grace":
        return _copy_on_table(rules, state, card)
    if seat is None:
        seat = state.turn
    if event.verb == "put_away":
        return _copies_among(rules, state, event.value, state.hands[seat])
    return _copy_of_hand(rules, state, seat, card, 0)


def _copies_among(rules: TrickRules, state: TrickState, cards: Iterable[int], there: int) -> tuple[int, ...]:
    """A different copy of each card out of a mask; a card itself if none of its copies is left there."""
    found = []
    for card in cards:
        copy = _rarest(state, rules.deck.twins[card] & there, card)
        there &= ~(1 << copy)
        found.append(copy)
    return tuple(found)


def _copy_turned(rules: TrickRules, state: TrickState, card: int) -> int:
    """The copy that is turned up: one of the dealer's, if all cards are dealt."""
    owner = hands.owner_of_turned(rules, state)
    if owner is not None and state.left == state.length:
        return _copy_of_hand(rules, state, owner, card, 0)
    return _rarest(state, rules.deck.twins[card] & loose_cards(rules, state), card)


def _copy_drawn(rules: TrickRules, state: TrickState, card: int) -> int:
    """The copy that must be drawn next, if it has that name, or one that may be in the stock."""
    copies = rules.deck.twins[card]
    certain = stocks.certain(rules, state)
    if state.turned >= 0 and copies >> state.turned & 1:
        card = state.turned
    if certain >= 0 and copies >> certain & 1:
        return certain
    return _rarest(state, copies & stocks.drawable(rules, state), card)


def _copy_on_table(rules: TrickRules, state: TrickState, card: int) -> int:
    """The copy over which Grace is said: if possible one where it would matter and has not been said yet."""
    last = None
    if not state.trick:
        last = state.last_trick()
    if last:
        unsaid = last.own & ~last.said
    else:
        unsaid = state.own & ~state.said
    copies = rules.deck.twins[card]
    there = [one for one in _cards_open(state) if copies >> one & 1]
    for one in there:
        if unsaid >> one & 1:
            return one
    return there[0] if there else card


def _copy_of_hand(rules: TrickRules, state: TrickState, seat: int, card: int, without: int) -> int:
    """Return the copy of a card that comes from a hand; the card itself if it is not there, or nobody knows whose it is."""
    held = 0
    if seat >= 0:
        held = rules.deck.twins[card] & state.hands[seat] & ~without
    return _rarest(state, held & state.sure[seat] or held, card)


def _rarest(state: TrickState, copies: int, card: int) -> int:
    """Return the copy that the fewest players may hold; the card itself if there is none."""
    return min(members(copies), key=lambda copy: sum(hand >> copy & 1 for hand in state.hands), default=card)
