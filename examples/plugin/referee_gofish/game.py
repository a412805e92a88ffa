"""What may be wrong with an event, and what it does; and the table of all events, by verb."""

from __future__ import annotations

from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.game import Act, TableGame
from referee.core.items import CardItems
from referee_gofish.state import ANSWER, ASK, DEAL, DRAW, OVER, AskingRound, AskingRules, AskingState


def place_of(state: AskingState, card: int) -> str:
    """Where a card is, in words; empty if it is in the stock."""
    for who, hand, laid in zip(state.players, state.hands, state.laid, strict=True):
        if card in hand:
            return f"in {who}'s hand"
        if card in laid:
            return f"in a book of {who}'s"
    return ""


def check_deal(rules: AskingRules, state: AskingState, event: Event) -> Faults:
    """Check that every hand is written, and has as many cards as the rules say."""
    each = rules.cards_each(state.round)
    dealt = state.copy()
    for seat, who in enumerate(state.players):
        cards = event.value.get(seat, ())
        at = ("deal", who) if cards else ("deal",)
        if not cards:
            message = f"{who}'s hand is not written, so nobody knows what {who} may ask for; write every hand"
            yield Finding("deal", message, seat, at=at, bars=True, asks=True)
        elif len(cards) != each:
            message = f"{who} is dealt {number_of(len(cards), 'cards')}; everybody is dealt {each}"
            yield Finding("deal", message, seat, word=("deal", "each"), at=at, bars=True)
        for card in cards:
            place = place_of(dealt, card)
            if place:
                yield Finding(
                    "deck", f"{who} is dealt {rules.deck.ids[card]}, which is {place}", seat, at=at, bars=True
                )
            dealt.hands[seat].append(card)


def deal(rules: AskingRules, state: AskingState, event: Event) -> None:
    """Deal the hands; the player left of the dealer asks first."""
    for seat, cards in event.value.items():
        state.hands[seat] = list(cards)
        state.stock -= len(cards)
        lay_books(rules, state, seat)
    pass_turn(rules, state, state.dealer)


def check_ask(rules: AskingRules, state: AskingState, event: Event) -> Faults:
    """Check that a player asks somebody else, for a rank that the player holds."""
    asked, rank = event.value
    who = state.players[state.turn]
    if asked == state.turn:
        yield Finding("ask", f"{who} asks {who}; only another player can be asked", asked, at=event.at, bars=True)
    if rules.must_hold and not rules.of_rank(state.hands[state.turn], rank):
        held = " ".join(rules.names(state.hands[state.turn]))
        message = f"{who} asks for {rank} without holding one; {who} holds {held}"
        yield Finding("ask", message, state.turn, word=("ask", "must_hold"), at=event.at)


def ask(rules: AskingRules, state: AskingState, event: Event) -> None:
    """Note the question."""
    state.asked, state.rank = event.value
    state.plays["asks"] = state.plays.get("asks", 0) + 1
    state.phase = ANSWER


def check_answer(rules: AskingRules, state: AskingState, event: Event) -> Faults:
    """Check that the player who was asked hands over all cards of the rank, or has none and says Go fish."""
    if event.seat not in (None, state.asked):
        yield out_of_turn(state, event.seat, "answers", state.asked)
        return
    who = state.players[state.asked]
    held = rules.names(rules.of_rank(state.hands[state.asked], state.rank))
    given = list[str]()
    does = "says Go fish"
    if event.verb == "give":
        given = rules.names(event.value)
        does = f"gives {' '.join(given)}"
    if given != held:
        has = " ".join(held) or f"no {state.rank}"
        wrong = not set(given) <= set(held)
        yield Finding("give", f"{who} {does}, but holds {has}", state.asked, at=event.at, bars=wrong)


def give(rules: AskingRules, state: AskingState, event: Event) -> None:
    """Hand cards to whoever asked, who goes on asking."""
    for card in event.value:
        state.hands[state.asked].remove(card)
        state.hands[state.turn].append(card)
    lay_books(rules, state, state.turn)
    go_on(rules, state)


def fish(rules: AskingRules, state: AskingState, event: Event) -> None:
    """Send whoever asked to the stock; if it is used up, the turn is over."""
    state.phase = DRAW
    if not state.stock:
        pass_turn(rules, state, state.turn)


def check_draw(rules: AskingRules, state: AskingState, event: Event) -> Faults:
    """Check that the card was still in the stock."""
    place = place_of(state, event.value)
    if place:
        message = f"{state.players[state.turn]} draws {rules.deck.ids[event.value]}, which is {place}"
        yield Finding("deck", message, state.turn, at=event.at, bars=True)


def draw(rules: AskingRules, state: AskingState, event: Event) -> None:
    """Take a card from the stock, after Go fish, or before asking because the player has no card left."""
    state.stock -= 1
    state.hands[state.turn].append(event.value)
    lucky = rules.lucky_draw == "again" and rules.deck.cards[event.value].rank == state.rank
    asks_still = lucky or not state.rank
    lay_books(rules, state, state.turn)
    if asks_still:
        go_on(rules, state)
    else:
        pass_turn(rules, state, state.turn)


def lay_books(rules: AskingRules, state: AskingState, seat: int) -> None:
    """Lay down every book that a player has together."""
    for rank in rules.ranks:
        held = rules.of_rank(state.hands[seat], rank)
        if len(held) >= rules.book:
            book = held[: rules.book]
            state.hands[seat] = [card for card in state.hands[seat] if card not in book]
            state.laid[seat] += book
            state.scores[seat] += 1


def pass_turn(rules: AskingRules, state: AskingState, seat: int) -> None:
    """Pass the turn to the left of a seat; once the stock is used up, to the next player with a card."""
    state.turn = (seat + 1) % rules.players
    while not state.stock and not state.hands[state.turn] and any(state.hands):
        state.turn = (state.turn + 1) % rules.players
    go_on(rules, state)


def go_on(rules: AskingRules, state: AskingState) -> None:
    """Let the player whose turn it is ask: without a card in hand only after drawing one. Without any card the game is over."""
    state.asked = -1
    state.rank = ""
    state.phase = ASK
    if state.hands[state.turn]:
        return
    if state.stock:
        state.phase = DRAW
    elif any(state.hands):
        pass_turn(rules, state, state.turn)
    else:
        state.phase = OVER
        books = tuple(state.scores)
        state.history.append(AskingRound(state.round, state.dealer, books, books))


ACTS: dict[str, Act[AskingRules, AskingState]] = {
    "deal": Act(check_deal, deal, (DEAL,)),
    "ask": Act(check_ask, ask, (ASK,), "a question", "asks"),
    "give": Act(check_answer, give, (ANSWER,), "an answer"),
    "fish": Act(check_answer, fish, (ANSWER,), "an answer"),
    "draw": Act(check_draw, draw, (DRAW,), "a card drawn", "draws"),
}
"""What may happen, by verb: what is wrong with it, what it does, and when it may come."""


class AskingGame(TableGame[AskingRules, CardItems[AskingRules, AskingState], AskingState]):
    """One ruleset at a table of a given size."""

    acts = ACTS

    def omission(self, state: AskingState, event: Event) -> None:
        """Nothing: a log of this family leaves nothing out."""
