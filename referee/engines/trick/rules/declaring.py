"""Declaring cards for points, and what players choose when a hand ends: what may be wrong with it, and what it changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes, seats, sides
from referee.engines.trick.rules.hands import answerers, bar, by_another, holding, not_elsewhere, set_trump, take
from referee.engines.trick.rules.plays import may_play, promised_cards
from referee.engines.trick.rules.seats import end_of_hand
from referee.engines.trick.rules.whereabouts import hand_size
from referee.engines.trick.state import NO_CARD, ShownVoid, TrickState
from referee.engines.trick.words import declarations
from referee.engines.trick.words.declarations import Declaration, Declared
from referee.engines.trick.words.ranking import NO_TRUMP
from referee.engines.trick.words.scoring import Choice, Hand, Row

Written = Mapping[int, Sequence[tuple[int, int]]]
"""Declarations that a log says were made, by seat, each with its suit."""
TOO_LATE = {
    declarations.BEFORE_PLAY: "before the first card is played",
    declarations.FIRST_TURN: "by a player whose turn it is in the first trick",
    declarations.LEADING: "by the player about to lead",
    declarations.BEFORE_LEADING: "by the player about to lead",
    declarations.PLAYING: "by a player whose turn it is, who then plays one of its cards",
    declarations.ANY_TIME: "during play",
}
"""The moment of a declaration, by the word `when`, as the end of a sentence."""
ON_SIDE = {True: ", on the declarer's side", False: ", against the declarer's side"}
"""Where a player stands who said something, by whether that is with the declarer, as the end of a sentence."""


def check(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with what a player declares."""
    seat = _by(rules, state, event)
    (what, suit) = event.value
    declaration = rules.declarations[what]
    word: Pointer = ("declare", declaration.name)
    rule = rules.cite(*word)
    text = declaration.text(rules.deck, suit)
    if seat < 0:
        return (Finding("turn", f"who declares {text}? say it with `by:`", at=event.at, asks=True),)
    why = ""
    if not in_time(rules, state, declaration, seat):
        why, key = _why_not_now(state, declaration)
        word += key
    elif not declaration.of_cards and any(made.what == what for made in state.declared[seat]):
        why = " again"
    elif declaration.suits == declarations.TRUMP and state.trump < 0:
        why = ", but this hand has no trump"
    else:
        asked = declaration.asks_for(rules.deck, suit, state.trump)
        held = state.hands[seat]
        counting = _counting_cards(rules, state.declared[seat], declaration)
        playing = declaration.when == declarations.PLAYING and state.known[seat]
        missing = declarations.pick(asked, held, 0)[1]
        if missing:
            why = f" without {rules.card_names(missing)}{holding(rules, state, seat)}"
        elif missing := declarations.pick(asked, held, counting)[1]:
            why = f" with {rules.card_names(missing)}, already counted"
            why += f"; two declarations of the kind {declaration.kind} do not share a card"
        elif playing and not any(may_play(rules, state, seat) & copies for copies, _ in asked):
            why = ", but none of its cards may be played now"
            word = word + ("when",)
        elif not ways_to_say(rules, state, declaration, seat):
            why = _how_it_was_said(rules, state, declaration, seat)
            word = word + ("only",)
    if not why:
        return ()
    return bar(rule, f"{state.players[seat]} declared {text}{why}", seat, word=word)


def _why_not_now(state: TrickState, declaration: Declaration) -> tuple[str, Pointer]:
    """Return why this is not the time for a declaration, as the end of a sentence, and the place below it of the word that says
    so."""
    if declaration.from_trick > trick_number(state):
        return f", but it is declared from trick {declaration.from_trick} on", ("from_trick",)
    if declaration.in_stock > state.stock:
        there = number_of(declaration.in_stock, "cards")
        return f", but only while {there} or more can be drawn from the stock; there are {state.stock}", ()
    return f", but it is declared {TOO_LATE[declaration.when]}", ("when",)


def ways_to_say(rules: TrickRules, state: TrickState, declaration: Declaration, seat: int) -> list[sides.Side]:
    """The sides that the declarer may have, as far as is known, with which a player may say this now."""
    left = _cards_left(rules, state, seat)
    return [side for side in sides.possible(rules, state) if _may_say(rules, state, declaration, seat, side, left)]


def _cards_left(rules: TrickRules, state: TrickState, seat: int) -> int:
    """The number of cards that a player has in hand at this point of a trick."""
    return hand_size(state, seat) - sides.on_table(rules, state, seat).bit_count()


def _may_say(
    rules: TrickRules, state: TrickState, declaration: Declaration, seat: int, side: sides.Side, left: int
) -> bool:
    """Whether a player with so many cards `left` may say this if these players are on the declarer's side."""
    if declaration.only is None:
        return True
    waiting = state.partner < 0 and seats.is_joined(rules, state)
    groups: dict[bool, list[Row]] = {True: [], False: []}
    rows: dict[int, Row] = {}
    for other in state.seats:
        with_declarer = other in side
        row: Row = {"cards": state.cards, "players": rules.players, "left": left, "trick": trick_number(state)}
        row |= {"late": max(state.joined - 1, 0), "waiting": waiting, "declarer": with_declarer}
        row["defender"] = len(side) > 0 and not waiting and not with_declarer
        row |= dict.fromkeys(rules.ruleset.full["declare"], 0)
        for made in state.declared[other]:
            row[rules.declarations[made.what].name] += 1
        rows[other] = row
        groups[with_declarer].append(row)
        row["side()"] = groups[with_declarer]
    everybody = list(rows.values())
    rows[seat]["others()"] = [row for row in everybody if row is not rows[seat]]
    return bool(declaration.only.run(rows[seat], everybody))


def _how_it_was_said(rules: TrickRules, state: TrickState, declaration: Declaration, seat: int) -> str:
    """The circumstances under which somebody said what may not be said like this, as the end of a sentence."""
    assert declaration.only
    names = declaration.only.names
    said = ""
    if "left" in names:
        said = f" with {number_of(_cards_left(rules, state, seat), 'cards')} in hand"
    ways = sides.possible(rules, state)
    if state.partner < 0 and seats.is_joined(rules, state):
        said += ", before it is settled who joins the declarer"
    elif len(ways) == 1 and names & {"declarer", "defender"}:
        said += ON_SIDE[seat in ways[0]]
    return f"{said}; it may not be declared then"


def _by(rules: TrickRules, state: TrickState, event: Event) -> int:
    """The seat of the player who declares: the one named in the log, or the one whose turn it is, once that is clear and if
    nobody else may; else -1."""
    if event.seat is not None:
        return event.seat
    (what, _) = event.value
    anybody = rules.declarations[what].when == declarations.ANY_TIME
    if anybody or (trick_number(state) == 1 and not state.trick):
        return -1
    return state.turn


def in_time(rules: TrickRules, state: TrickState, declaration: Declaration, seat: int) -> bool:
    """Whether it is the right time for a player to declare this: before play, at the first turn, or when about to play
    or lead."""
    number = trick_number(state)
    when = declaration.when
    if declaration.in_stock > state.stock:
        return False
    if when == declarations.ANY_TIME:
        return number >= declaration.from_trick
    if when in (declarations.BEFORE_PLAY, declarations.FIRST_TURN):
        return number == 1 and (state.turn == seat if when == declarations.FIRST_TURN else not state.trick)
    if number < declaration.from_trick or state.turn != seat:
        return False
    fine = declaration.then == declarations.END_HAND or not promised_cards(rules, state)
    return fine and (when == declarations.PLAYING or not state.trick)


def trick_number(state: TrickState) -> int:
    """Return the number of the trick in progress, from 1."""
    return state.length - state.left + 1


def _counting_cards(rules: TrickRules, declared: Sequence[Declared], declaration: Declaration) -> int:
    """Return the cards that count in declarations of the same kind already."""
    return reduce(or_, [made.cards for made in declared if rules.declarations[made.what].kind == declaration.kind], 0)


def declare(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Declare something: the cards are in that hand, and in no other."""
    seat = _by(rules, state, event)
    if seat < 0:
        return
    made = with_cards(rules, state, seat, event.value, state.hands[seat])
    made = made._replace(cards=made.cards | _shown_by_saying(rules, state, seat, made.what))
    state.declared[seat].append(made._replace(event=state.clock + 1))
    not_elsewhere(state, seat, made.cards)
    sets_trump = rules.declarations[made.what].sets_trump
    if sets_trump == declarations.ALWAYS or (sets_trump != declarations.NEVER and state.trump == NO_TRUMP):
        set_trump(rules, state, rules.trump_turned_by(made.cards.bit_length() - 1))
    then = rules.declarations[made.what].then
    if then == declarations.CLOSE_STOCK:
        _close_stock(state)
    elif then == declarations.TAKE_TURNED:
        _take_turned(rules, state, seat, made.cards)
    elif then == declarations.END_HAND:
        outcomes.end_early(rules, state)


def _shown_by_saying(rules: TrickRules, state: TrickState, seat: int, what: int) -> int:
    """The card that makes the sides which a player with an unseen hand shows to hold by saying this, as a mask; 0 if it
    shows none. Who shows to be on the other side is noted to hold none of them."""
    if state.known[seat] or not seats.made_by_cards(rules, state):
        return 0
    ways = ways_to_say(rules, state, rules.declarations[what], seat)
    held = rules.holders & state.hands[seat]
    if all(seat in side for side in ways):
        if sides.laid(rules, state, seat) & rules.holders:
            return 0
        state.sure[seat] |= held & -held
        return held & -held
    if not any(seat in side for side in ways):
        state.hands[seat] &= ~held
        name = rules.declarations[what].name
        state.shown[seat].append(ShownVoid(state.clock + 1, NO_CARD, held, name, what))
    return 0


def _close_stock(state: TrickState) -> None:
    """Close the stock: nobody draws from it any more, and only the cards in the hands are played."""
    fewer = state.left - min(state.cards, state.left)
    state.left -= fewer
    state.length -= fewer
    state.stock = 0


def _take_turned(rules: TrickRules, state: TrickState, seat: int, given: int) -> None:
    """Exchange a card of a hand for the card turned up, which it then lies in place of."""
    state.hands[seat] &= ~given
    state.sure[seat] &= ~given
    taken = state.turned
    state.turned = given.bit_length() - 1
    not_elsewhere(state, None, given)
    if taken >= 0:
        take(rules, state, seat, 1 << taken)


def worth_known(rules: TrickRules, state: TrickState) -> bool:
    """Return whether it is known what is declared in a hand recorded by its result, which may depend on what is trump."""
    by_trump = any(one.suits == declarations.TRUMP or "trump" in one.points.names for one in rules.declarations)
    return not by_trump or outcomes.trump_known(rules, state)


def trump_by(rules: TrickRules, state: TrickState, written: Written) -> int | None:
    """What is trump once all this was declared in a hand, in whatever order; None if that depends on the order."""
    trial = state.copy()
    # puts the declarations into the state, up to the first that is impossible
    any(check_written(rules, trial, written))
    declared = [(rules.declarations[made.what], made.cards) for made in chain(*trial.declared)]
    cards = [cards for declaration, cards in declared if declaration.sets_trump != declarations.NEVER]
    suits = {rules.trump_turned_by(some.bit_length() - 1) for some in cards}
    if len(suits) > 1:
        return None
    return next(iter(suits), NO_TRUMP)


def with_cards(rules: TrickRules, state: TrickState, seat: int, what: tuple[int, int], there: int) -> Declared:
    """A declaration that a player makes, with its cards picked from those that are `there`. `what` is its number and its
    suit."""
    declaration = rules.declarations[what[0]]
    counting = _counting_cards(rules, state.declared[seat], declaration)
    cards, _ = declarations.pick(declaration.asks_for(rules.deck, what[1], state.trump), there, counting)
    return Declared(*what, cards)


def possible(rules: TrickRules, state: TrickState, seat: int, numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield which of the declarations with these numbers a player may make now, as far as the hand is known: each with its
    number and its suit."""
    for what in numbers:
        declaration = rules.declarations[what]
        # what most often forbids it comes first, before a sentence about it is made
        if in_time(rules, state, declaration, seat) and ways_to_say(rules, state, declaration, seat):
            for suit in declaration.each_suit(rules.deck):
                if not check(rules, state, Event("declare", (what, suit), seat=seat)):
                    yield what, suit


def check_written(rules: TrickRules, state: TrickState, written: Written) -> Iterator[Finding]:
    """Yield what is wrong with the declarations in the result of a hand: cards that cannot all have been there. Those
    that can be are put into the state, which then has no others."""
    state.declared = [[] for _ in range(rules.players)]
    yield from _check_said(rules, state, written)
    for seat, each in written.items():
        for place, (what, suit) in enumerate(each):
            declaration = rules.declarations[what]
            who = state.players[seat]
            others = chain(*[each for other, each in enumerate(state.declared) if other != seat])
            there = rules.pack & ~reduce(or_, [made.cards for made in others], 0)
            counting = _counting_cards(rules, state.declared[seat], declaration)
            why = ""
            if declaration.suits == declarations.TRUMP and state.trump < 0:
                why = "this hand has no trump"
            elif missing := declarations.pick(declaration.asks_for(rules.deck, suit, state.trump), there, counting)[1]:
                why = f"{rules.card_names(missing)} {'counts' if missing.bit_count() == 1 else 'count'} elsewhere"
            if why:
                message = f"the result says that {who} declared {declaration.text(rules.deck, suit)}, but {why}"
                pointer: Pointer = ("declare", declaration.name)
                yield from bar(rules.cite(*pointer), message, seat, word=pointer, at=("result", "declared", who, place))
                return
            state.declared[seat].append(with_cards(rules, state, seat, (what, suit), there))


def _check_said(rules: TrickRules, state: TrickState, written: Written) -> Iterator[Finding]:
    """Yield what nobody can have said at any time, in the result of a hand: with all cards in hand, and after everything
    else that was said."""
    said = state.copy()
    for seat, each in written.items():
        said.declared[seat] = [Declared(*made) for made in each]
    for seat, each in written.items():
        for place, (what, suit) in enumerate(each):
            declaration = rules.declarations[what]
            trial = said.copy()
            trial.declared[seat].pop(place)
            if not ways_to_say(rules, trial, declaration, seat):
                who = state.players[seat]
                text = declaration.text(rules.deck, suit)
                message = f"the result says that {who} declared {text}, which {who} may not have said at any time"
                word: Pointer = ("declare", declaration.name, "only")
                yield from bar(rules.cite(*word), message, seat, word=word, at=("result", "declared", who, place))
                return


def waiting(rules: TrickRules, state: TrickState) -> tuple[int, Choice]:
    """The seat of the player who must choose now, and the choice."""
    choice = outcomes.next_choice(rules, state, outcomes.outcome_of_play(rules, state))
    assert choice is not None
    return choice


def between(choice: Choice) -> str:
    """Return the options in words: 'they or me'."""
    return in_list([option.replace("_", " ") for option in choice.options], "or")


def check_choice(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with what a player chooses."""
    seat, choice = waiting(rules, state)
    who = state.players[seat]
    pointer = ("choices", choice.name)
    wrong = by_another(state, event, seat, f"chose {event.value}", f"{who} must choose {between(choice)}")
    if wrong or event.value in choice.options:
        return wrong
    message = f"{who} chose {event.value}; the choice is {between(choice)}"
    return bar(rules.cite(*pointer), message, seat, word=pointer)


def check_written_choices(rules: TrickRules, state: TrickState, out: Hand) -> Iterator[Finding]:
    """Yield what is wrong with the choices in the result of a hand: a defender who comes along without being asked, a result
    where the hand has none because nobody came along, and options of scoring chosen together or without the choice.

    The options are judged only if enough else is known about the hand.
    """
    # the mark by which a defender says that they come along; '' if nobody is ever asked
    along = ""
    if rules.auction:
        along = rules.auction.along
    asked = answerers(rules, state) if rules.auction and rules.auction.asks_along(state.contract) else ()
    playing = [seat for seat, options in enumerate(out.chosen) if along and along in options]
    if asked and not playing and rules.the_auction.marks[along]["nobody"] == "over":
        yield from bar("auction", auctions.HAS_NO_RESULT.format(auctions.UNOPPOSED), at=("result", "choices"))
    for seat in sorted(set(playing) - set(asked)):
        message = f"the result says that {(who := state.players[seat])} said {along}, but was not asked"
        yield from bar(rules.cite("bidding", "marks", along), message, seat, at=("result", "choices", who))
    if any(outcomes.unknown(rules, state, out)):
        return
    for seat, choice, options in rules.scoring.wrong_choices(end_of_hand(rules, state, out)):
        who = state.players[seat]
        pointer = ("choices", choice.name)
        message = f"the result says that {who} chose {' and '.join(options)}"
        if len(options) > 1:
            message += ", but only one may be chosen"
        else:
            message += f", but {who} had nothing to choose"
        yield Finding(rules.cite(*pointer), message, seat, word=pointer, at=("result", "choices", who))


def choose(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Choose; score the hand when nobody has anything left to choose."""
    state.choices[state.turn].append(event.value)
    outcomes.settle(rules, state)
