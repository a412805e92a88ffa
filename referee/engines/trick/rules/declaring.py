"""Declaring cards for points, and what players choose when a hand ends: what may be wrong with it, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import or_

from referee.core.events import Event
from referee.core.findings import Finding
from referee.core.places import Pointer
from referee.core.wording import listed
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import auctions, outcomes
from referee.engines.trick.rules.hands import answerers, bar, by_another, holding, not_elsewhere, set_trump
from referee.engines.trick.rules.plays import may_play, promised
from referee.engines.trick.state import TrickState
from referee.engines.trick.words import declarations
from referee.engines.trick.words.ranking import NO_TRUMP
from referee.engines.trick.words.scoring import Choice

Said = Mapping[int, Sequence[tuple[int, int]]]
"""What a log says was declared, by seat: declarations and their suits."""
TOO_LATE = {
    declarations.BEFORE_PLAY: "it is declared before the first card is played",
    declarations.FIRST_TURN: "it is declared by a player whose turn it is in the first trick",
    declarations.LEADING: "it is declared by the player about to lead",
    declarations.BEFORE_LEADING: "it is declared by the player about to lead",
    declarations.PLAYING: "it is declared by a player whose turn it is, who then plays one of its cards",
}


def check(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with what a player declares."""
    seat, (what, suit) = _by(state, event), event.value
    found = rules.declarations[what]
    pointer: Pointer = ("declare", found.name)
    text = found.text(rules.deck, suit)
    if seat < 0:
        return (Finding("turn", f"who declares {text}? say it with `by:`", at=event.at, asks=True),)
    who, rule = state.players[seat], rules.cite(*pointer)
    if not in_time(rules, state, found, seat):
        early = found.from_trick > trick_number(state)
        when = f"it is declared from trick {found.from_trick} on" if early else TOO_LATE[found.when]
        word = (*pointer, "from_trick" if early else "when")
        return bar(rule, f"{who} declared {text}, but {when}", seat, word=word)
    if found.suits == declarations.TRUMP and state.trump < 0:
        return bar(rule, f"{who} declared {text}, but this hand has no trump", seat, word=pointer)
    asked = found.asks_for(rules.deck, suit, state.trump)
    if missing := declarations.pick(asked, state.hands[seat], 0)[1]:
        message = f"{who} declared {text} without {rules.card_names(missing)}{holding(rules, state, seat)}"
        return bar(rule, message, seat, word=pointer)
    if missing := declarations.pick(asked, state.hands[seat], _counting_cards(rules, state.declared[seat], found))[1]:
        message = f"{who} declared {text} with {rules.card_names(missing)}, already counted"
        message += f"; two declarations of the kind {found.kind} do not share a card"
        return bar(rule, message, seat, word=pointer)
    playing = found.when == declarations.PLAYING and state.known[seat]
    if playing and not any(may_play(rules, state, seat) & copies for copies, _ in asked):
        message = f"{who} declared {text}, but none of its cards may be played now"
        return bar(rule, message, seat, word=(*pointer, "when"))
    return ()


def _by(state: TrickState, event: Event) -> int:
    """Return who declares: the player named in the log, or the player whose turn it is once that is clear."""
    if event.seat is not None:
        return event.seat
    return state.turn if trick_number(state) > 1 or state.trick else -1


def in_time(rules: TrickRules, state: TrickState, found: declarations.Declaration, seat: int) -> bool:
    """Return whether it is the right time for a player to declare this."""
    first = trick_number(state) == 1
    if found.when == declarations.BEFORE_PLAY:
        return first and not state.trick
    if found.when == declarations.FIRST_TURN:
        return first and state.turn == seat
    fine = state.turn == seat and not promised(rules, state) and trick_number(state) >= found.from_trick
    return fine and (found.when == declarations.PLAYING or not state.trick)


def trick_number(state: TrickState) -> int:
    """Return the number of the trick in progress, from 1."""
    return state.length - state.left + 1


def _counting_cards(
    rules: TrickRules, declared: Sequence[declarations.Declared], found: declarations.Declaration
) -> int:
    """Return the cards that count in declarations of the same kind already."""
    return reduce(or_, [made.cards for made in declared if rules.declarations[made.what].kind == found.kind], 0)


def declare(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Declare something: the cards are in that hand, and in no other."""
    state.clock += 1
    seat = _by(state, event)
    if seat < 0:
        return
    made = with_cards(rules, state, seat, event.value, state.hands[seat])
    state.declared[seat].append(made._replace(event=state.clock))
    not_elsewhere(rules, state, seat, made.cards)
    sets_trump = rules.declarations[made.what].sets_trump
    if sets_trump == declarations.ALWAYS or (sets_trump != declarations.NEVER and state.trump == NO_TRUMP):
        set_trump(rules, state, suit_of(rules, made))


def worth_known(rules: TrickRules, state: TrickState) -> bool:
    """Return whether it is known what is declared in a hand recorded by its result, which may depend on what is trump."""
    known = outcomes.trump_known(rules, state)
    return known or not any(
        found.suits == declarations.TRUMP or "trump" in found.points.names for found in rules.declarations
    )


def suit_of(rules: TrickRules, made: declarations.Declared) -> int:
    """Return the suit of the cards of a declaration."""
    return rules.trump_turned_by(made.cards.bit_length() - 1)


def trump_by(rules: TrickRules, state: TrickState, said: Said) -> int | None:
    """Return what is trump once all this was declared in a hand, in whatever order; None if that depends on the order."""
    trial = state.copy()
    any(check_written(rules, trial, said, ()))
    made = [made for each in trial.declared for made in each]
    suits = {suit_of(rules, one) for one in made if rules.declarations[one.what].sets_trump != declarations.NEVER}
    return None if len(suits) > 1 else next(iter(suits), NO_TRUMP)


def with_cards(
    rules: TrickRules, state: TrickState, seat: int, said: tuple[int, int], there: int
) -> declarations.Declared:
    """Return what a player declared, with its cards picked from those available."""
    found = rules.declarations[said[0]]
    cards, _ = declarations.pick(
        found.asks_for(rules.deck, said[1], state.trump), there, _counting_cards(rules, state.declared[seat], found)
    )
    return declarations.Declared(said[0], said[1], cards, 0)


def possible(rules: TrickRules, state: TrickState, seat: int) -> Iterator[tuple[int, int]]:
    """Yield what a player may declare now: the declaration and its suit, as far as the hand is known."""
    for what, found in enumerate(rules.declarations):
        for suit in found.each_suit(rules.deck) if in_time(rules, state, found, seat) else ():
            if not check(rules, state, Event("declare", (what, suit), seat=seat)):
                yield what, suit


def check_written(rules: TrickRules, state: TrickState, said: Said, at: Pointer) -> Iterator[Finding]:
    """Yield what is wrong with the declarations in the result of a hand: cards that cannot all have been there."""
    state.declared = [[] for _ in range(rules.players)]
    for seat, each in said.items():
        for place, (what, suit) in enumerate(each):
            found, who = rules.declarations[what], state.players[seat]
            others = [each for other, each in enumerate(state.declared) if other != seat]
            there = rules.pack & ~reduce(or_, [made.cards for made in chain(*others)], 0)
            taken, why = _counting_cards(rules, state.declared[seat], found), ""
            if found.suits == declarations.TRUMP and state.trump < 0:
                why = "this hand has no trump"
            elif missing := declarations.pick(found.asks_for(rules.deck, suit, state.trump), there, taken)[1]:
                why = f"{rules.card_names(missing)} {'counts' if missing.bit_count() == 1 else 'count'} elsewhere"
            if why:
                message = f"the result says that {who} declared {found.text(rules.deck, suit)}, but {why}"
                pointer: Pointer = ("declare", found.name)
                yield from bar(rules.cite(*pointer), message, seat, word=pointer, at=(*at, "declared", who, place))
                return
            state.declared[seat].append(with_cards(rules, state, seat, (what, suit), there))


def waiting(rules: TrickRules, state: TrickState) -> tuple[int, Choice]:
    """Return who must choose now (a seat), and what."""
    found = outcomes.next_choice(rules, state, outcomes.played_out(rules, state))
    assert found is not None
    return found


def between(choice: Choice) -> str:
    """Return the options in words: 'they or me'."""
    return listed([option.replace("_", " ") for option in choice.options], "or")


def check_choice(rules: TrickRules, state: TrickState, event: Event) -> tuple[Finding, ...]:
    """Return everything that is wrong with what a player chooses."""
    seat, choice = waiting(rules, state)
    who, pointer = state.players[seat], ("choices", choice.name)
    but = f"{who} must choose {between(choice)}"
    if wrong := by_another(state, event, seat, f"chose {event.value}", but):
        return wrong
    if event.value in choice.options:
        return ()
    message = f"{who} chose {event.value}; the choice is {between(choice)}"
    return bar(rules.cite(*pointer), message, seat, word=pointer)


def check_written_choices(
    rules: TrickRules, state: TrickState, out: outcomes.Outcome, at: Pointer
) -> Iterator[Finding]:
    """Yield what is wrong with the choices in the result of a hand, if enough else is known about it."""
    along = rules.auction.along if rules.auction else ""
    asked = answerers(rules, state) if rules.auction and rules.auction.asks_along(state.contract) else ()
    came = [seat for seat, said in enumerate(out.chosen) if along and along in said]
    if asked and not came and rules.the_auction.marks[along]["nobody"] == "over":
        yield from bar("auction", auctions.HAS_NO_RESULT.format(auctions.UNOPPOSED), at=(*at, "choices"))
    for seat in sorted({*came} - {*asked}):
        message = f"the result says that {(who := state.players[seat])} said {along}, but was not asked"
        yield from bar(rules.cite("bidding", "marks", along), message, seat, at=(*at, "choices", who))
    if any(outcomes.unknown(rules, state, out)):
        return
    for seat, choice, options in rules.scoring.chosen_wrongly(outcomes.hand_end(rules, state, out)):
        who, pointer = state.players[seat], ("choices", choice.name)
        message = f"the result says that {who} chose {' and '.join(options)}"
        message += ", but only one may be chosen" if len(options) > 1 else f", but {who} had nothing to choose"
        yield Finding(rules.cite(*pointer), message, seat, word=pointer, at=(*at, "choices", who))


def choose(rules: TrickRules, state: TrickState, event: Event) -> None:
    """Choose; when nobody has anything left to choose, the hand is scored."""
    state.choices[state.turn].append(event.value)
    state.clock += 1
    outcomes.settle(rules, state)
