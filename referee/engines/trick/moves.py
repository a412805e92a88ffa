"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, Any

from referee.core.cards import mask_of, members
from referee.core.events import Event, Finding, number_of
from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list
from referee.engines.trick import state as phases
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, declaring, hands, seats, stocks
from referee.engines.trick.rules.auctions import call_name, check, legal_bids
from referee.engines.trick.rules.plays import check_play, playable
from referee.engines.trick.rules.whereabouts import loose_cards, overfull
from referee.engines.trick.state import TrickState

if TYPE_CHECKING:
    from referee.engines.trick.game import TrickGame


AWAITED: dict[str, Callable[[TrickRules, TrickState], str]] = {
    phases.OVER: lambda rules, state: "",
    phases.DEAL: lambda rules, state: (
        f"{state.players[state.dealer]} must deal hand {state.hand}"
        + (", if the game is not over" if None in state.scores and rules.scoring.end_when is not None else "")
    ),
    phases.DEAL_REST: lambda rules, state: f"{state.players[state.dealer]} must deal the rest of the cards",
    phases.TURN_UP: lambda rules, state: "the turned-up card is next",
    phases.DRAW: lambda rules, state: f"{state.players[state.turn]} must draw from the stock",
    phases.PASS: lambda rules, state: (
        f"{state.players[hands.next_to_pass(rules, state)]} must pass {number_of(rules.pass_count, 'cards')}"
    ),
    phases.CALLING: lambda rules, state: f"{state.players[state.declarer]} must call a card",
    phases.NAME_TRUMP: lambda rules, state: (
        f"{in_list([state.players[seat] for seat in seats.namers(state)], 'or')} must name trump"
    ),
    phases.BID: lambda rules, state: f"{state.players[state.turn]} must {'call' if rules.auction else 'bid'}",
    phases.TALON: lambda rules, state: f"{state.players[state.turn]} must take the talon",
    phases.PUT_AWAY: lambda rules, state: (
        f"{state.players[state.turn]} must put away "
        + ("a card" if (many := stocks.many_away(rules, state)) == 1 else f"{many} cards")
    ),
    phases.CONTRACT: lambda rules, state: (
        f"{state.players[state.turn]} must {'take the talon or ' if stocks.may_take(rules, state) else ''}name the contract"
    ),
    phases.CHOOSE: lambda rules, state: (
        f"{state.players[state.turn]} must choose {declaring.between(declaring.waiting(rules, state)[1])}"
    ),
    phases.PLAY: lambda rules, state: (
        f"{state.players[declarer.actor(state)]} must {'play' if state.trick else 'lead'} to trick "
        f"{state.length - state.left + 1}{f' from the hand of {state.players[state.turn]}' * (state.turn == state.dummy)}"
    ),
}
"""Functions that return what comes next in each phase, as the end of a sentence."""


def next_step(game: TrickGame, state: TrickState) -> str:
    """The next step, as the end of a sentence: 'Ann must lead to trick 3'; empty after the end."""
    if state.shared and state.phase != phases.OVER:
        return state.shared
    if state.phase == phases.PLAY and state.turn < 0:
        if state.tricks or state.trick:
            return "the next play is awaited"
        return "the first lead is next"
    return AWAITED[state.phase](game.rules, state)


def options(game: TrickGame, state: TrickState, *, barred: bool = True) -> Options:
    """Return what the player to act may do, and for everything else the rule that forbids it; without cards that are `barred`
    from being played if these are not asked for."""
    rules = game.rules
    phase = state.phase
    doing = next_step(game, state)
    seat = state.turn
    doubt = ""
    choices = list[Option]()
    if state.shared or phase in (phases.OVER, phases.DEAL, phases.DEAL_REST, phases.TURN_UP, phases.DRAW):
        return Options(None, doing or "the game is over")
    if phase == phases.NAME_TRUMP and seat < 0:
        doubt = "it is not known who won most tricks in the previous hand"
        if state.most:
            doubt = ""
        by = (state.players[seat] for seat in seats.namers(state))
        several = tuple(Option(f"{who} {name}", {"by": who, "trump": name}) for who in by for name in rules.named_from)
        return Options(None, doing, several, doubt)
    if state.courses is not None and game.settle(state).turn < 0:
        doubt = "who led this hand is not recorded, so it is not known whose turn it is"
        return Options(None, game.next_step(state), doubt=doubt)
    if phase == phases.PLAY and seat < 0:
        return Options(None, doing, doubt="no recorded hand holds the opening card, so it is not known who leads")
    if phase == phases.PLAY:
        doubt = _unseen(state, seat, "these cards are not ruled out by anything shown")
        return Options(state.players[declarer.actor(state)], doing, tuple(_plays(game, state, barred)), doubt)
    if phase == phases.BID:
        choices = list(_bids(game, state))
        by_hand = rules.held_names or rules.by_cards
        doubt = ""
        if by_hand:
            doubt = _unseen(state, seat, "a bid that some hand allows is not ruled out")
    elif phase == phases.CALLING:
        called = declarer.callable_cards(rules, state) or ["nobody"]
        choices = [Option(name, {"call": name}) for name in called]
        doubt = _unseen(state, seat)
    elif phase == phases.PASS:
        seat = hands.next_to_pass(rules, state)
        choices = list(_passes(rules, state, seat))
        doubt = _unseen(state, seat)
    elif phase == phases.PUT_AWAY:
        choices = list(_put_away(rules, state))
        doubt = _unseen(state, seat)
    elif phase == phases.NAME_TRUMP:
        choices = [Option(name, {"trump": name}) for name in rules.named_from]
    elif phase == phases.CHOOSE:
        choices = [Option(name, {"choose": name}) for name in declaring.waiting(rules, state)[1].options]
    else:  # before play the declarer may take the talon, as far as its cards are known, and name a contract
        there = rules.deck.names(loose_cards(rules, state))
        shown = stocks.may_be_shown(rules, state)
        known = len(there) == stocks.talon_size(rules, state)
        if shown and known:
            choices = [Option("talon", {"talon": there})]
        else:
            choices = []
        if phase == phases.CONTRACT and rules.auction:
            names = [rules.auction.calls[call].name for call in declarer.contracts_allowed(rules, state)]
            choices += [Option(name, {"contract": name}) for name in names]
        doubt = ""
        if shown and not known:
            doubt = "the cards of the talon are not recorded"
    return Options(state.players[seat], doing, tuple(choices), doubt)


def _unseen(state: TrickState, seat: int, what: str = "these cards are not ruled out") -> str:
    """Return why the options are doubtful if the hand of a player is unseen."""
    if state.known[seat]:
        return ""
    return f"{state.players[seat]}'s hand is not recorded; {what}"


def _bids(game: TrickGame, state: TrickState) -> Iterator[Option]:
    rules = game.rules
    auction = game.rules.auction
    bids: list[tuple[int, Any]] = [(bid, bid) for bid in range(state.cards + 1)]
    bids += [(game.reading.bid_value(state, word, ()), word) for word in rules.bid_marks]
    if auction:
        bids = [(call, auction.notation(call)) for call in members(auction.everything)]
    may_say = legal_bids(rules, state, state.turn)
    for bid, entry in bids:
        plainly = entry not in rules.bid_marks and may_say >> bid & 1
        faults = () if plainly else check(rules, state, Event("bid", bid, seat=state.turn))
        yield Option.with_fault(call_name(rules, bid), {"bid": entry}, faults)._replace(spoken=True)


def _passes(rules: TrickRules, state: TrickState, seat: int) -> Iterator[Option]:
    """Yield each card that a player may pass, with an example of all that are passed together."""
    hand = state.hands[seat]
    several = rules.pass_count > 1
    for card in rules.deck.sort(rules.deck.once(hand)):
        away = _with_others(rules, card, hand, rules.pass_count)
        yield Option(rules.deck.ids[card], {"by": state.players[seat], "pass": away}, example=several)


def _with_others(rules: TrickRules, card: int, cards: int, many: int) -> list[str]:
    """The names of a card and of the first others of a mask, so many together."""
    others = rules.deck.sort(cards & ~(1 << card))
    return [rules.deck.ids[one] for one in (card, *others[: many - 1])]


def _put_away(rules: TrickRules, state: TrickState) -> Iterator[Option]:
    """Yield each card that may be put away, with an example of all that are put away together."""
    many = stocks.many_away(rules, state)
    able = stocks.may_go(rules, state)
    for card in rules.deck.sort(rules.deck.once(state.hands[state.turn])):
        name = rules.deck.ids[card]
        if many == 1:
            faults = stocks.check_put_away(rules, state, Event("put_away", [card]))
            yield Option.with_fault(name, {"put_away": name}, faults)
            continue
        away = _with_others(rules, card, able, many)
        yield Option.with_fault(name, {"put_away": away}, stocks.check_kept(rules, state, 1 << card, ()))._replace(
            example=True
        )


def _plays(game: TrickGame, state: TrickState, barred: bool) -> Iterator[Option]:
    """Yield the cards of the player to act, those that are `barred` too if asked for, and what may be declared now, by whom."""
    rules = game.rules
    seat = state.turn
    legal = playable(rules, state)
    unseen = not state.known[seat]  # a card may be ruled out by what was said before play
    belying = any(state.unproved) or (unseen and (state.declared[seat] or state.called >= 0))
    cards = rules.deck.once(state.hands[seat])
    for card in rules.deck.sort(cards if barred else cards & legal):
        faults: Iterable[Finding] = ()
        if belying or not legal >> card & 1:
            faults = check_play(rules, state, Event("play", card, bit=1 << card))
        option = Option.with_fault(rules.deck.ids[card], {"play": rules.deck.ids[card]}, faults)
        if unseen and not option.fault:
            after = state.copy()
        else:
            after = state
        if after is not state:
            game.happen(after, Event("play", card, bit=1 << card))
            if after.phase == phases.PLAY and after.hand == state.hand and overfull(rules, after).cards:
                continue  # the unseen cards could no longer fill every unseen hand
        yield option
        if rules.grace == "said" and option.fault is None and state.own_cards[seat] >> card & 1:
            yield Option(f"{option.notation}!", {"play": f"{option.notation}!"})
    if not rules.declarations:
        return
    for seat in state.seats:
        for what, suit in declaring.possible(rules, state, seat):
            who = state.players[seat]
            text = rules.declarations[what].text(rules.deck, suit)
            yield Option(f"{who} declares {text}", {"by": who, "declare": text})


STEPS = 4
"""The number of lowest bids of which one is drawn if only numbers are bid."""


def draw_next(game: TrickGame, state: TrickState, draw: Draw) -> Mapping[str, Any] | None:
    """Return a log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over half of the cards that it would help.
    """
    rules = game.rules
    if state.phase == phases.OVER:
        return None
    if state.phase in (phases.DEAL, phases.DEAL_REST):
        return {"deal": _deal(rules, state, draw)}
    if state.phase == phases.TURN_UP:
        undealt = rules.pack & ~(state.gone | reduce(or_, state.hands))
        return {"turn": rules.deck.ids[_some(undealt or state.hands[state.dealer], 1, draw)[0]]}
    if state.phase == phases.DRAW:
        right = stocks.certain(rules, state)
        return {"draw": rules.deck.ids[_some(1 << right if right >= 0 else stocks.drawable(rules, state), 1, draw)[0]]}
    if state.phase == phases.PASS:
        seat = hands.next_to_pass(rules, state)
        chosen = _some(state.hands[seat], rules.pass_count, draw)
        return {"by": state.players[seat], "pass": [rules.deck.ids[card] for card in chosen]}
    if state.phase == phases.BID and rules.auction is not None:
        # where passing is allowed every second call is a pass, or all auctions would end high
        may_say = legal_bids(rules, state, state.turn)
        auction = rules.auction
        if may_say >> auction.passes & 1 and draw(2):
            calls = [auction.passes]
        else:
            calls = list(members(may_say))
        if not auction.strains:
            calls = calls[:STEPS]
        return {"bid": auction.notation(calls[draw(len(calls))])}
    if state.phase in (phases.TALON, phases.CONTRACT):
        if state.phase == phases.CONTRACT:
            named = declarer.contracts_allowed(rules, state)
        else:
            named = []
        if state.phase == phases.TALON or stocks.may_take(rules, state):
            named = [call for call in named if not stocks.is_taken(rules, state, call)]
            if not named or draw(2):
                return {"talon": rules.deck.names(loose_cards(rules, state))}
        return {"contract": rules.the_auction.calls[named[draw(len(named))]].name}
    if state.phase == phases.PUT_AWAY:
        away = _some(stocks.may_go(rules, state), stocks.many_away(rules, state), draw)
        ids = [rules.deck.ids[card] for card in sorted(away, key=rules.deck.sort_key)]
        return {"put_away": ids if ids[1:] else ids[0]}
    if state.phase == phases.BID and rules.by_cards:
        may_say = legal_bids(rules, state, state.turn)
        three = combinations(sorted(members(state.hands[state.turn]), key=rules.deck.sort_key), rules.by_cards.many)
        ways = [some for some in three if may_say >> rules.by_cards.bid(mask_of(some)) & 1]
        return {"put_away": [rules.deck.ids[card] for card in ways[draw(len(ways))]]}
    if state.phase in (phases.BID, phases.CALLING, phases.NAME_TRUMP, phases.CHOOSE):
        legal = options(game, state).legal
        if not legal:
            return None
        return legal[draw(len(legal))].item
    if rules.declarations:
        speakers = state.seats
    else:
        speakers = ()
    declared = [(seat, *made) for seat in speakers for made in declaring.possible(rules, state, seat)]
    if declared and draw(2):
        seat, what, suit = declared[draw(len(declared))]
        return {"by": state.players[seat], "declare": rules.declarations[what].text(rules.deck, suit)}
    (card,) = _some(playable(game.rules, state), 1, draw)
    grace = rules.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2)
    return {"play": rules.deck.ids[card] + ("!" if grace else "")}


def _some(cards: int, many: int, draw: Draw) -> list[int]:
    """Return so many of the cards in a mask, drawn at random."""
    left = list(members(cards))
    return [left.pop(draw(len(left))) for _ in range(many)]


def _deal(rules: TrickRules, state: TrickState, draw: Draw) -> dict[str, list[str]]:
    rest = state.phase == phases.DEAL_REST
    cards = list(members(loose_cards(rules, state) if rest else rules.pack))
    dealt: dict[str, list[str]] = {}
    for seat in hands.after_dealer(rules, state):
        if rest:
            wanted = stocks.rest_for(rules, state, seat)
        else:
            wanted = rules.first_dealt or rules.cards_in_hand(state.hand)
        hand = [cards.pop(draw(len(cards))) for _ in range(wanted)]
        dealt[state.players[seat]] = [rules.deck.ids[card] for card in sorted(hand, key=rules.deck.sort_key)]
    return dealt
