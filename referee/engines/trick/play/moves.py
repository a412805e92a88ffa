"""What may happen next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from referee.core.cards import Deck, members
from referee.core.events import Event
from referee.core.family import Draw, Option, Options
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


Ways = tuple[int, ...]
"""How many sequences there are of one card, of two, and so on to the last card of the hand."""


def every_deal(deck: Deck, cards: int, players: int, each: int) -> Iterator[list[int]]:
    """Every way to deal the cards of a mask to the players, `each` cards per player: masks, seat by seat.

    Which of two equal cards a player gets makes no difference: earlier seats get the earlier copies.
    """
    if players == 1:
        yield [cards]
        return
    for hand in combinations([1 << card for card in members(cards)], each):
        mask = sum(hand)
        if all(not deck.twins[card] & cards & ~mask & (1 << card) - 1 for card in members(mask)):
            for rest in every_deal(deck, cards & ~mask, players - 1, each):
                yield [mask, *rest]


def playouts(game: Game, state: State) -> Ways:
    """The ways to play on from here to the end of the hand; equal cards count as one. Grace is never said unless it must be."""
    return _ways(game, state, {})


def _ways(game: Game, state: State, known: dict[Any, Ways]) -> Ways:
    """The same, remembering earlier states: two orders of play may lead to the same state."""
    key = (tuple(state.hands), tuple(state.trick), state.turn, state.trump, state.roles and tuple(state.roles))
    found = known.get(key)
    if found is None:
        ways: list[int] = []
        for card in members(game.rules.deck.once(game.playable(state))):
            after = state.copy()
            game.happen(after, Event("play", card, bit=1 << card))
            further = _ways(game, after, known) if after.phase == PLAY and after.hand == state.hand else ()
            ways = _added(ways, (1, *further))
        found = known[key] = tuple(ways)
    return found


def _added(some: Sequence[int], more: Sequence[int]) -> list[int]:
    """Two counts, length by length; the hand is as long whatever is played."""
    return [a + b for a, b in zip(some, more, strict=True)] if some else list(more)


STEPS = 4
"""How many of the lowest bids are drawn from if only numbers are bid."""


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over half of the cards that it would help.
    """
    rules = game.rules
    if state.phase == OVER:
        return None
    if state.phase == DEAL:
        return {"deal": _deal(rules, state, draw)}
    if state.phase == TURN_UP:
        undealt = rules.pack
        for mask in (*state.hands, state.gone):
            undealt &= ~mask
        cards = list(members(undealt or state.hands[state.dealer]))
        return {"turn": rules.deck.ids[cards[draw(len(cards))]]}
    if state.phase == DRAW:
        right = stocks.certain(rules, state)
        cards = [right] if right >= 0 else list(members(stocks.drawable(rules, state)))
        return {"draw": rules.deck.ids[cards[draw(len(cards))]]}
    if state.phase == PASS:
        seat = hands.next_to_pass(rules, state)
        cards = list(members(state.hands[seat]))
        chosen = [cards.pop(draw(len(cards))) for _ in range(rules.pass_count)]
        return {"by": state.players[seat], "pass": [rules.deck.ids[card] for card in chosen]}
    if state.phase == BID and rules.auction is not None:
        return {"bid": rules.auction.written(_call(game, state, draw))}
    if state.phase == BID:
        bids: list[int | str] = list(members(game.bidding.allowed(state, state.turn)))
        for word in rules.bid_marks:
            meant = game.reading.bid_value(state, word, (), None)
            bids += [word] * (game.bidding.allowed(state, state.turn, word) >> meant & 1)
        return {"bid": bids[draw(len(bids))]} if bids else None
    if state.phase == CALLING:
        callable_now = declarer.callable_cards(rules, state) or ["nobody"]
        return {"call": callable_now[draw(len(callable_now))]}
    if state.phase in (TALON, CONTRACT):
        return _drawn_before_play(rules, state, draw)
    if state.phase == PUT_AWAY:
        cards = list(members(stocks.may_go(rules, state)))
        away = [cards.pop(draw(len(cards))) for _ in range(stocks.many_away(rules, state))]
        ids = [rules.deck.ids[card] for card in sorted(away, key=rules.deck.sort_key)]
        return {"put_away": ids if ids[1:] else ids[0]}
    if state.phase == NAME_TRUMP:
        names, namers = rules.named_from, seats.namers(state)
        named = {"trump": names[draw(len(names))]}
        return named if state.turn >= 0 else {"by": state.players[namers[draw(len(namers))]], **named}
    if state.phase == CHOOSE:
        options = declaring.waiting(rules, state)[1].options
        return {"choose": options[draw(len(options))]}
    declared = _declared(game, state, draw) if rules.declarations else None
    if declared:
        return declared
    cards = list(members(game.playable(state)))
    card = cards[draw(len(cards))]
    said = rules.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2)
    return {"play": rules.deck.ids[card] + ("!" if said else "")}


def _drawn_before_play(rules: CompiledRules, state: State, draw: Draw) -> Mapping[str, Any]:
    """The declarer takes the talon, or names a contract."""
    named = declarer.contracts_allowed(rules, state) if state.phase == CONTRACT else []
    if state.phase == TALON or stocks.may_take(rules, state):
        named = [call for call in named if not stocks.is_taken(rules, state, call)]
        if not named or draw(2):
            return {"talon": rules.deck.names(unplaced(rules, state))}
    assert rules.auction is not None
    return {"contract": rules.auction.calls[named[draw(len(named))]].name}


def _declared(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A declaration drawn from those that may be made now, half of the time when there are any."""
    rules = game.rules
    options = [(seat, *made) for seat in state.seats for made in declaring.possible(rules, state, seat)]
    if not options or not draw(2):
        return None
    seat, what, suit = options[draw(len(options))]
    return {"by": state.players[seat], "declare": rules.declarations[what].text(rules.deck, suit)}


def _call(game: Game, state: State, draw: Draw) -> int:
    """A call drawn at random; if passing is allowed, every second one is a pass, or all auctions would end high."""
    auction = game.rules.auction
    assert auction is not None
    allowed = game.bidding.allowed(state, state.turn)
    if allowed >> auction.passes & 1 and draw(2):
        return auction.passes
    calls = list(members(allowed))
    if not auction.strains:  # bids by number alone go up by a few steps
        calls = calls[:STEPS]
    return calls[draw(len(calls))]


def _deal(rules: CompiledRules, state: State, draw: Draw) -> dict[str, list[str]]:
    cards = list(members(rules.pack))
    wanted = rules.cards_in_hand(state.hand)
    dealt: dict[str, list[str]] = {}
    for seat in hands.order_from(rules, state, hands.next_seat(rules, state, state.dealer)):
        hand = [cards.pop(draw(len(cards))) for _ in range(wanted)]
        dealt[state.players[seat]] = [rules.deck.ids[card] for card in sorted(hand, key=rules.deck.sort_key)]
    return dealt
