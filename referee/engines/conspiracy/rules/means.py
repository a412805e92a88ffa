"""Means to act: the actions that a turn has left, the Specials in players' hands, their cards and money."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.core.unseen.unnamed import GONE, UNSEEN
from referee.engines.conspiracy.compiled import ConspiracyRules
from referee.engines.conspiracy.rules import structure
from referee.engines.conspiracy.state import UNKNOWN, ConspiracyState


def no_action(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Finding]:
    """Yield why the player whose turn it is has no action left."""
    seat = state.turn
    who = state.players[state.turn]
    if state.passed:
        yield Finding("passing", f"{who} has passed and cannot take an action; end the turn", seat)
    elif state.actions >= rules.turn.actions:
        message = f"{who} has taken {number_of(state.actions, 'actions')} this turn, the maximum; end the turn"
        yield Finding("actions", message, seat, word=("turn", "actions"))
    elif state.transfers and rules.turn.transfers_when == "after_actions":
        message = f"{who} has made a free money transfer; actions come before free transfers"
        yield Finding("order", message, seat, word=("turn", "transfers_when"))
    elif state.closing:
        yield Finding("order", f"{who} has used a special power; actions come before special powers", seat)


def not_after_passing(rules: ConspiracyRules, state: ConspiracyState, what: str) -> Iterator[Finding]:
    """Yield that the player whose turn it is has passed, if not even free actions are allowed then."""
    if state.passed and rules.passing.forbids == "everything":
        message = f"{state.players[state.turn]} has passed and {what}; end the turn"
        yield Finding("passing", message, state.turn, word=("turn", "pass", "forbids"))


def must_own(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, *cards: tuple[int, Pointer]
) -> Generator[Finding, None, bool]:
    """Yield each of these cards that the player does not control, with the place in the log where it is written; return
    whether there was one."""
    wrong = [(card, at) for card, at in cards if state.place[card] != seat]
    for card, at in wrong:
        message = f"{rules.pack.names[card]} is not {state.players[seat]}'s; {structure.where(rules, state, card)}"
        yield Finding("turn", message, seat, at=at, bars=True)
    return bool(wrong)


def trial(state: ConspiracyState) -> ConspiracyState | None:
    """A copy of the state, in which the payments of one event can be made one after another; None if all money is
    known, so that each payment can be judged by itself."""
    if state.open_money is None:
        return None
    return state.copy()


def there_are(state: ConspiracyState, card: int) -> str:
    """Return how much money is on a card, in words: '5', or 'at most 5' if the log leaves it open."""
    least, most = state.between((card,))
    if least == most:
        return f"{most}"
    return f"at most {most}"


def must_have(
    rules: ConspiracyRules,
    state: ConspiracyState,
    card: int,
    amount: int,
    does: str,
    seat: int,
    at: Pointer,
    *,
    to: str = "",
    trial: ConspiracyState | None = None,
) -> Iterator[Finding]:
    """Yield that a card does not have the money for what it `does`: 'Texas has 3 MB and cannot spend 5'.

    `to` ends the sentence. In a `trial` the money is taken from the card, so that it cannot pay for anything else.
    """
    here = state if trial is None else trial
    if amount > here.money[card] and amount > here.most(card):
        message = f"{rules.pack.names[card]} has {there_are(here, card)} MB and cannot {does} {amount}{to}"
        yield Finding("treasury", message, seat, at=at)
    elif trial is not None:
        trial.change(card, -amount)


def new_treasuries(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, treasuries: dict[int, int], bonus: int
) -> Iterator[str]:
    """Yield what is wrong with a player's new treasuries (amounts by card): a card of somebody else, or a sum other
    than before and the `bonus` from the bank."""
    for card in treasuries:
        if state.place[card] != seat:
            yield f"cannot put money on {rules.pack.names[card]}, which is not {state.players[seat]}'s"
            return
    least, most = state.between(treasuries)
    after = sum(treasuries.values())
    if not least + bonus <= after <= most + bonus:
        extra = ""
        if bonus:
            extra = f" and {bonus} from the bank"
        if least == most:
            before = f"{most}"
        else:
            before = f"{least} to {most}"
        yield f"moves {before} MB{extra} between these cards, but they would have {after} MB afterwards"


def actor(state: ConspiracyState, event: Event) -> int:
    """Return who does something: whom the log names, or whose turn it is."""
    if event.seat is None:
        return state.turn
    return event.seat


def holding(
    rules: ConspiracyRules,
    state: ConspiracyState,
    seat: int,
    cards: tuple[int, ...],
    at: Pointer,
    *,
    in_list: bool = False,
) -> Iterator[Finding]:
    """Yield which of these Specials a player does not have; an unnamed card in the hand may be any of them. If the log
    has them `in_list`, the finding points to the item of the list."""
    for place, card in missing(state, seat, cards):
        gone = card != UNKNOWN and not state.left[card]
        what = "another Special"
        if card != UNKNOWN:
            what = rules.pack.names[card]
        why = ""
        if gone:
            why = f"; {structure.where(rules, state, card)}"
        if card in state.specials[seat]:
            what = f"{what} twice"
            why = ""
        message = f"{state.players[seat]} does not have {what}{why}"
        if in_list:
            there = at + (place,)
        else:
            there = at
        yield Finding("specials", message, seat, at=there, bars=True)


def missing(state: ConspiracyState, seat: int, cards: Sequence[int]) -> list[tuple[int, int]]:
    """Which of these Specials a player cannot have, each with its index among them."""
    hand = state.specials[seat]
    if len(cards) == 1 and cards[0] in hand:
        return []
    trial = state.copy()
    found = []
    for place, card in enumerate(cards):
        if not discard(trial, seat, card):
            found.append((place, card))
    return found


def undrawn(rules: ConspiracyRules, state: ConspiracyState) -> int:
    """How many Specials may still be in the deck: those without a known place, less the unnamed ones in hands."""
    elsewhere = sum(state.hidden)
    if state.unnamed.packets:
        elsewhere = max(elsewhere - len(state.unnamed.may_be_anywhere()), 0)
    return sum(state.left[card] for card in rules.pack.specials) - elsewhere


def take_unseen(state: ConspiracyState, seat: int) -> None:
    """Add a Special that the log does not name to a player's hand."""
    state.hidden[seat] += 1
    state.unseen[seat] = (*state.unseen[seat], state.clock + 1)


def discard(state: ConspiracyState, seat: int, card: int, taker: int = GONE) -> bool:
    """Take a Special out of a player's hand and give it to `taker` (GONE: to nobody). Returns False, and changes
    nothing, if the player cannot have had it.

    An unnamed card in a hand may be any card. Once a hand has none left, all its cards are known.
    """
    hand = state.specials[seat]
    if card in hand:
        hand.remove(card)
    elif card == UNKNOWN and (hand or state.unnamed.count(seat)):
        _leave_unnamed(state, seat, taker)
    else:
        unseen = state.hidden[seat] - state.unnamed.count(seat)
        new = card != UNKNOWN and state.left[card] > 0
        if unseen > 0 and (new or card == UNKNOWN):
            state.left[card] -= new
        else:
            rest = state.unnamed.without(seat, card, new=new)
            if rest is None:
                return False
            state.unnamed, never_named = rest
            state.left[card] -= never_named
        state.hidden[seat] -= 1
    if taker != GONE and card != UNKNOWN:
        state.specials[taker].append(card)
    elif taker != GONE:
        take_unseen(state, taker)
    name_certain(state)
    if not state.hidden[seat]:
        state.unseen[seat] = ()
    return True


def name_certain(state: ConspiracyState) -> None:
    """Name the Specials in hands that have become known, as the others are elsewhere."""
    if not state.unnamed.packets:
        return
    state.unnamed, known = state.unnamed.certain()
    for seat, card in known:
        if seat != GONE and card != UNSEEN:
            state.specials[seat].append(card)
            state.hidden[seat] -= 1


def _leave_unnamed(state: ConspiracyState, seat: int, goal: int) -> None:
    """Let a Special without a name leave a hand, for a seat or GONE. Which cards are left in the hand is no longer
    known, so none of them counts as known any more."""
    hand = state.specials[seat]
    unseen = state.hidden[seat] - state.unnamed.count(seat)
    state.unnamed = state.unnamed.move(seat, hand + [UNSEEN] * unseen, goal)
    state.hidden[seat] += len(hand) - 1
    hand.clear()
    state.unseen[seat] = (*state.unseen[seat], state.clock + 1)
