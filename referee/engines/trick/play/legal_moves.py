"""What may happen next: every option with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Option, Options
from referee.core.wording import listed
from referee.engines.trick.rules import declarer, declaring, hands, seats, stocks
from referee.engines.trick.rules.auctions import call_name
from referee.engines.trick.rules.play_faults import check_play
from referee.engines.trick.rules.whereabouts import unplaced, without_room
from referee.engines.trick.state import (
    BID,
    CALLING,
    CHOOSE,
    CONTRACT,
    DEAL,
    DRAW,
    NAME_TRUMP,
    OVER,
    PASS,
    PLAY,
    PUT_AWAY,
    TALON,
    TURN_UP,
    State,
)
from referee.engines.trick.words.compiled import CompiledRules

if TYPE_CHECKING:
    from referee.engines.trick.game import Game


def awaited(rules: CompiledRules, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann must lead to trick 3'; empty after the end."""
    if state.phase == OVER:
        return ""
    if state.shared:
        return state.shared
    if state.phase == DEAL:
        unless = ", if the game is not over" if None in state.scores and rules.scoring.end_when else ""
        return f"{state.players[state.dealer]} must deal hand {state.hand}{unless}"
    if state.phase == TURN_UP:
        return "the turned-up card is next"
    if state.phase == DRAW:
        return f"{state.players[state.turn]} must draw from the stock"
    if state.phase == PASS:
        return f"{state.players[hands.next_to_pass(rules, state)]} must pass {rules.pass_count} cards"
    if state.phase == CALLING:
        return f"{state.players[state.declarer]} must call a card"
    if state.phase == NAME_TRUMP:
        return f"{listed([state.players[seat] for seat in seats.namers(state)], 'or')} must name trump"
    if state.turn < 0:
        return "the first lead is next"
    who = state.players[state.turn]
    if state.phase == BID:
        return f"{who} must {'call' if rules.auction else 'bid'}"
    if state.phase == TALON:
        return f"{who} must take the talon"
    if state.phase == PUT_AWAY:
        many = stocks.many_away(rules, state)
        return f"{who} must put away {'a card' if many == 1 else f'{many} cards'}"
    if state.phase == CONTRACT:
        return f"{who} must {'take the talon or ' * stocks.may_take(rules, state)}name the contract"
    if state.phase == CHOOSE:
        return f"{who} must choose {declaring.between(declaring.waiting(rules, state)[1])}"
    from_dummy = f" from the hand of {who}" if state.turn == state.dummy else ""
    doing = "play" if state.trick else "lead"
    return f"{state.players[declarer.actor(state)]} must {doing} to trick {state.length - state.left + 1}{from_dummy}"


def options(game: Game, state: State) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it."""
    rules = game.rules
    doing = awaited(rules, state)
    if state.shared:
        return Options(None, doing)
    if state.phase == BID:
        who = state.players[state.turn]
        unseen = rules.held_names and not state.known[state.turn]
        doubt = f"{who}'s hand is not recorded; a bid that some hand allows is not ruled out" if unseen else ""
        return Options(who, doing, _bids(game, state), doubt)
    if state.phase == CALLING:
        who = state.players[state.declarer]
        doubt = "" if state.known[state.declarer] else f"{who}'s hand is not recorded; these cards are not ruled out"
        names = declarer.callable_cards(rules, state) or ["nobody"]
        return Options(who, doing, tuple(Option(name, {"call": name}) for name in names), doubt)
    if state.phase in (TALON, CONTRACT):
        return _before_play(rules, state, doing)
    if state.phase == PUT_AWAY:
        return _put_away(rules, state, doing)
    if state.phase == NAME_TRUMP:
        return _names(rules, state, doing)
    if state.phase == CHOOSE:
        choice = declaring.waiting(rules, state)[1]
        listed = tuple(Option(name, {"choose": name}) for name in choice.options)
        return Options(state.players[state.turn], doing, listed)
    if state.phase == PASS:
        seat = hands.next_to_pass(rules, state)
        return _passes(rules, state, seat, doing)
    if state.phase == PLAY and state.turn >= 0:
        return _plays(game, state, doing)
    if state.phase == PLAY:
        return Options(None, doing, doubt="no recorded hand holds the opening card, so it is not known who leads")
    return Options(None, doing or "the game is over")


def _names(rules: CompiledRules, state: State, doing: str) -> Options:
    if state.turn >= 0:
        named = tuple(Option(name, {"trump": name}) for name in rules.named_from)
        return Options(state.players[state.turn], doing, named)
    doubt = "" if state.most else "it is not known who won most tricks in the previous hand"
    by = (state.players[seat] for seat in seats.namers(state))
    several = tuple(Option(f"{who} {name}", {"by": who, "trump": name}) for who in by for name in rules.named_from)
    return Options(None, doing, several, doubt)


def _bids(game: Game, state: State) -> tuple[Option, ...]:
    rules, auction = game.rules, game.rules.auction
    bids: list[tuple[int, int | str]] = (
        [(call, auction.written(call)) for call in members(auction.everything)] if auction else []
    )
    if auction is None:
        bids += [(bid, bid) for bid in range(state.cards + 1)]
        bids += [(game.reading.bid_value(state, word, (), None), word) for word in rules.bid_marks]
    listed = []
    for bid, entry in bids:
        faults = game.bidding.check(state, Event("bid", bid, seat=state.turn))
        listed.append(Option(call_name(rules, bid), {"bid": entry}, faults[0] if faults else None))
    return tuple(listed)


def _before_play(rules: CompiledRules, state: State, doing: str) -> Options:
    """What the declarer may do before play: take the talon, as far as its cards are known, and name a contract."""
    listed, there = [], rules.deck.names(unplaced(rules, state))
    known = len(there) == stocks.talon_size(rules, state)
    if stocks.may_be_shown(rules, state) and known:
        listed.append(Option("talon", {"talon": there}))
    for call in declarer.contracts_allowed(rules, state) if state.phase == CONTRACT else ():
        assert rules.auction
        name = rules.auction.calls[call].name
        listed.append(Option(name, {"contract": name}))
    doubt = "" if known or not stocks.may_be_shown(rules, state) else "the cards of the talon are not recorded"
    return Options(state.players[state.turn], doing, tuple(listed), doubt)


def _put_away(rules: CompiledRules, state: State, doing: str) -> Options:
    """Each card that may be put away, one by one even if several are put away together."""
    who, alone = state.players[state.turn], stocks.many_away(rules, state) == 1
    doubt = "" if state.known[state.turn] else f"{who}'s hand is not recorded; these cards are not ruled out"
    listed = []
    for card in sorted(members(rules.deck.once(state.hands[state.turn])), key=rules.deck.sort_key):
        faults = stocks.check_put_away(rules, state, Event("put_away", [card])) if alone else ()
        name = rules.deck.ids[card]
        listed.append(Option(name, {"put_away": name if alone else [name]}, faults[0] if faults else None))
    return Options(who, doing, tuple(listed), doubt)


def _passes(rules: CompiledRules, state: State, seat: int, doing: str) -> Options:
    doubt = "" if state.known[seat] else f"{state.players[seat]}'s hand is not recorded; these cards are not ruled out"
    cards = rules.deck.names(rules.deck.once(state.hands[seat]))
    return Options(state.players[seat], doing, tuple(Option(card, {"pass": [card]}) for card in cards), doubt)


def _plays(game: Game, state: State, doing: str) -> Options:
    rules, playable = game.rules, game.playable
    seat = state.turn
    ids = rules.deck.ids
    listed = []
    legal = playable(state)
    unseen = not state.known[seat]  # a card may be ruled out by what was said before play
    belying = any(state.unproved) or (unseen and (state.declared[seat] or state.called >= 0))
    for card in sorted(members(rules.deck.once(state.hands[seat])), key=rules.deck.sort_key):
        fault = None
        if belying or not legal >> card & 1:
            fault = next(iter(check_play(rules, playable, state, Event("play", card, bit=1 << card))), None)
        if unseen and fault is None and not _leaves_full_hands(game, state, card):
            continue
        listed.append(Option(ids[card], {"play": ids[card]}, fault))
    listed += _declarations(rules, state)
    who = state.players[declarer.actor(state)]
    doubt = (
        ""
        if state.known[seat]
        else f"{state.players[seat]}'s hand is not recorded; these cards are not ruled out by anything shown"
    )
    return Options(who, doing, tuple(listed), doubt)


def _leaves_full_hands(game: Game, state: State, card: int) -> bool:
    """Whether the cards that nobody has seen can still fill every unseen hand once this one is played from such a hand."""
    after = state.copy()
    game.happen(after, Event("play", card, bit=1 << card))
    return after.phase != PLAY or after.hand != state.hand or not without_room(game.rules, after)


def _declarations(rules: CompiledRules, state: State) -> Iterator[Option]:
    """What may be declared now, by whom."""
    for seat in state.seats if rules.declarations else ():
        for what, suit in declaring.possible(rules, state, seat):
            who, text = state.players[seat], rules.declarations[what].text(rules.deck, suit)
            yield Option(f"{who} declares {text}", {"by": who, "declare": text})
