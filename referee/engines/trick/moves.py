"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING

from referee.core.cards import mask_of, members
from referee.core.data import Item
from referee.core.events import Event, Finding, number_of
from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list
from referee.engines.trick import state as phases
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import declarer, declaring, hands, owing, seats, stocks
from referee.engines.trick.rules.auctions import call_name, check, legal_bids
from referee.engines.trick.rules.plays import check_play, playable
from referee.engines.trick.rules.whereabouts import loose_cards, overfull
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.bids import Auction, ByCards, Called
from referee.engines.trick.words.declarations import ANY_TIME, SHORTENING

if TYPE_CHECKING:
    from referee.engines.trick.game import TrickGame


def _deal_awaited(rules: TrickRules, state: TrickState) -> str:
    awaited = f"{state.players[state.dealer]} must deal hand {state.hand}"
    if None in state.scores and rules.scoring.end_when is not None:
        return f"{awaited}, if the game is not over"
    return awaited


def _rest_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.dealer]} must deal the rest of the cards"


def _turned_awaited(rules: TrickRules, state: TrickState) -> str:
    return "the turned-up card is next"


def _draw_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.turn]} must draw from the stock"


def _pass_awaited(rules: TrickRules, state: TrickState) -> str:
    if rules.owed and owing.step_now(rules, state) is None:
        return "cards may be passed, but nobody knows who owes any"
    many = hands.cards_to_pass(rules, state)[1]
    return f"{state.players[hands.next_to_pass(rules, state)]} must pass {number_of(many, 'cards')}"


def _called_card_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.declarer]} must call a card"


def _trump_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{in_list([state.players[seat] for seat in seats.namers(state)], 'or')} must name trump"


def _bid_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.turn]} must {'call' if rules.auction else 'bid'}"


def _talon_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.turn]} must take the talon"


def _gift_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.turn]} must give {number_of(rules.gives, 'cards')} to each other player"


def _cards_put_away_awaited(rules: TrickRules, state: TrickState) -> str:
    many = stocks.many_away(rules, state)
    cards = "a card" if many == 1 else f"{many} cards"
    return f"{state.players[state.turn]} must put away {cards}"


def _contract_awaited(rules: TrickRules, state: TrickState) -> str:
    if stocks.may_take(rules, state):
        return f"{state.players[state.turn]} must take the talon or name the contract"
    return f"{state.players[state.turn]} must name the contract"


def _choice_awaited(rules: TrickRules, state: TrickState) -> str:
    return f"{state.players[state.turn]} must choose {declaring.between(declaring.waiting(rules, state)[1])}"


def _play_awaited(rules: TrickRules, state: TrickState) -> str:
    does = "play" if state.trick else "lead"
    awaited = f"{state.players[declarer.actor(state)]} must {does} to trick {state.length - state.left + 1}"
    if state.turn == state.dummy:
        return f"{awaited} from the hand of {state.players[state.turn]}"
    return awaited


AWAITED: dict[str, Callable[[TrickRules, TrickState], str]] = {
    phases.DEAL: _deal_awaited,
    phases.DEAL_REST: _rest_awaited,
    phases.TURN_UP: _turned_awaited,
    phases.DRAW: _draw_awaited,
    phases.PASS: _pass_awaited,
    phases.CALLING: _called_card_awaited,
    phases.NAME_TRUMP: _trump_awaited,
    phases.BID: _bid_awaited,
    phases.TALON: _talon_awaited,
    phases.GIVE: _gift_awaited,
    phases.PUT_AWAY: _cards_put_away_awaited,
    phases.CONTRACT: _contract_awaited,
    phases.CHOOSE: _choice_awaited,
    phases.PLAY: _play_awaited,
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
    if state.phase == phases.OVER:
        return ""
    return AWAITED[state.phase](game.rules, state)


def options(game: TrickGame, state: TrickState, *, barred: bool = True) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it; without cards that are `barred` from
    being played if these are not asked for."""
    phase = state.phase
    doing = next_step(game, state)
    if state.shared or phase in (phases.OVER, phases.DEAL, phases.DEAL_REST, phases.TURN_UP, phases.DRAW):
        return Options(None, doing or "the game is over")
    if phase == phases.NAME_TRUMP and state.turn < 0:
        return _trump_by_anybody(game.rules, state, doing)
    if state.courses is not None and game.settle(state).turn < 0:
        doubt = "who led this hand is not recorded, so it is not known whose turn it is"
        return Options(None, game.next_step(state), doubt=doubt)
    if phase == phases.PLAY and state.turn < 0:
        return Options(None, doing, doubt="no recorded hand holds the opening card, so it is not known who leads")
    if phase == phases.PLAY:
        doubt = _unseen(state, state.turn, "these cards are not ruled out by anything shown")
        return Options(state.players[declarer.actor(state)], doing, tuple(_plays(game, state, barred)), doubt)
    seat = state.turn
    if phase == phases.PASS:
        seat = hands.next_to_pass(game.rules, state)
    choices, doubt = CHOICES[phase](game, state)
    return Options(state.players[seat], doing, tuple(choices), doubt)


def _trump_by_anybody(rules: TrickRules, state: TrickState, doing: str) -> Options:
    """The options where several players may name trump."""
    doubt = ""
    if not state.most:
        doubt = "it is not known who won most tricks in the previous hand"
    choices = []
    for seat in seats.namers(state):
        who = state.players[seat]
        choices += [Option(f"{who} {name}", {"by": who, "trump": name}) for name in rules.named_from]
    return Options(None, doing, tuple(choices), doubt)


Choices = tuple[Iterable[Option], str]
"""What a player may do, and why that is doubtful, if it is."""


def _bids_to_make(game: TrickGame, state: TrickState) -> Choices:
    if game.rules.held_names or game.rules.by_cards:
        return _bids(game, state), _unseen(state, state.turn, "a bid that some hand allows is not ruled out")
    return _bids(game, state), ""


def _cards_to_call(game: TrickGame, state: TrickState) -> Choices:
    called = declarer.callable_cards(game.rules, state) or ["nobody"]
    return [Option(name, {"call": name}) for name in called], _unseen(state, state.turn)


def _cards_to_pass(game: TrickGame, state: TrickState) -> Choices:
    seat = hands.next_to_pass(game.rules, state)
    return _passes(game.rules, state, seat), _unseen(state, seat)


def _cards_to_put_away(game: TrickGame, state: TrickState) -> Choices:
    return _options_to_put_away(game.rules, state), _unseen(state, state.turn)


def _cards_to_give(game: TrickGame, state: TrickState) -> Choices:
    """Each card that a declarer may give away, with an example of all that are given together."""
    rules = game.rules
    held = state.hands[state.turn]
    choices = []
    for card in rules.deck.sort(rules.deck.once(held)):
        away = _with_others(rules, card, held, rules.gives * (len(state.seats) - 1))
        choices.append(Option(rules.deck.ids[card], {"give": _to_each(rules, state, away)}, example=True))
    return choices, _unseen(state, state.turn)


def _to_each(rules: TrickRules, state: TrickState, cards: Sequence[str]) -> dict[str, list[str]]:
    """These cards, by name, shared out among all players but the one to act."""
    left = list(cards)
    shares = {}
    for seat in hands.order_from(rules, state, state.turn)[1:]:
        shares[state.players[seat]] = left[: rules.gives]
        left = left[rules.gives :]
    return shares


def _trumps_to_name(game: TrickGame, state: TrickState) -> Choices:
    return [Option(name, {"trump": name}) for name in game.rules.named_from], ""


def _options_to_choose(game: TrickGame, state: TrickState) -> Choices:
    names = declaring.waiting(game.rules, state)[1].options
    return [Option(name, {"choose": name}) for name in names], ""


def _before_play(game: TrickGame, state: TrickState) -> Choices:
    """The choices of the declarer before play: to take the talon, as far as its cards are known, and to name a
    contract."""
    rules = game.rules
    choices = []
    doubt = ""
    if stocks.may_be_shown(rules, state):
        there = rules.deck.names(loose_cards(rules, state))
        if len(there) == stocks.talon_taken(rules, state):
            choices.append(Option("talon", {"talon": there}))
        else:
            doubt = "the cards of the talon are not recorded"
    if state.phase == phases.CONTRACT and rules.auction:
        for call in declarer.contracts_allowed(rules, state):
            name = rules.auction.calls[call].name
            choices.append(Option(name, {"contract": name}))
    return choices, doubt


CHOICES: dict[str, Callable[[TrickGame, TrickState], Choices]] = {
    phases.BID: _bids_to_make,
    phases.CALLING: _cards_to_call,
    phases.PASS: _cards_to_pass,
    phases.GIVE: _cards_to_give,
    phases.PUT_AWAY: _cards_to_put_away,
    phases.NAME_TRUMP: _trumps_to_name,
    phases.CHOOSE: _options_to_choose,
    phases.TALON: _before_play,
    phases.CONTRACT: _before_play,
}
"""What may be done in each phase in which one player chooses, except plays."""


def _unseen(state: TrickState, seat: int, what: str = "these cards are not ruled out") -> str:
    """The doubt about options of a player whose hand is unseen; empty if it is not."""
    if state.known[seat]:
        return ""
    return f"{state.players[seat]}'s hand is not recorded; {what}"


def _bids(game: TrickGame, state: TrickState) -> Iterator[Option]:
    """Yield every bid or call, each with the rule that forbids it, if one does."""
    rules = game.rules
    may_say = legal_bids(rules, state, state.turn)
    for bid, entry in _bids_in_notation(game, state):
        faults: tuple[Finding, ...] = ()
        # a word that means more than its number may be forbidden where the number is not
        if entry in rules.bid_marks or not may_say >> bid & 1:
            faults = check(rules, state, Event("bid", bid, seat=state.turn))
        yield Option.with_fault(call_name(rules, bid), {"bid": entry}, faults)._replace(spoken=True)


def _bids_in_notation(game: TrickGame, state: TrickState) -> list[tuple[int, Called]]:
    """Every bid or call of this hand, legal or not, with how a log writes it."""
    auction = game.rules.auction
    if auction:
        return [(call, auction.notation(call)) for call in members(auction.everything)]
    bids: list[tuple[int, Called]] = [(bid, bid) for bid in range(state.cards + 1)]
    bids += [(game.reading.bid_value(state, word, ()), word) for word in game.rules.bid_marks]
    return bids


def _passes(rules: TrickRules, state: TrickState, seat: int) -> Iterator[Option]:
    """Yield each card that a player may pass, with an example of all that are passed together."""
    hand, many = hands.cards_to_pass(rules, state)
    several = many > 1
    for card in rules.deck.sort(rules.deck.once(hand)):
        away = _with_others(rules, card, hand, many)
        yield Option(rules.deck.ids[card], {"by": state.players[seat], "pass": away}, example=several)


def _with_others(rules: TrickRules, card: int, cards: int, many: int) -> list[str]:
    """The names of a card and of the first others of a mask, so many together."""
    together = [card]
    together += rules.deck.sort(cards & ~(1 << card))[: many - 1]
    return [rules.deck.ids[one] for one in together]


def _options_to_put_away(rules: TrickRules, state: TrickState) -> Iterator[Option]:
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
    unseen = not state.known[seat]
    # a card of an unseen hand may be ruled out by what was said before play
    ask_each = any(state.unproved) or (unseen and bool(state.declared[seat] or state.called >= 0))
    cards = rules.deck.once(state.hands[seat])
    if not barred:
        cards &= legal
    for card in rules.deck.sort(cards):
        name = rules.deck.ids[card]
        faults: Iterable[Finding] = ()
        if ask_each or not legal >> card & 1:
            faults = check_play(rules, state, Event("play", card, bit=1 << card))
        option = Option.with_fault(name, {"play": name}, faults)
        if unseen and not option.fault and _leaves_no_room(game, state, card):
            continue
        yield option
        if rules.grace == "said" and option.fault is None and state.own_cards[seat] >> card & 1:
            yield Option(f"{name}!", {"play": f"{name}!"})
    if rules.declarations:
        yield from _declarations(rules, state)


def _leaves_no_room(game: TrickGame, state: TrickState, card: int) -> bool:
    """Whether the unseen cards could no longer fill every unseen hand once this card is played."""
    after = state.copy()
    game.happen(after, Event("play", card, bit=1 << card))
    return after.phase == phases.PLAY and after.hand == state.hand and bool(overfull(game.rules, after).cards)


def _declarations(rules: TrickRules, state: TrickState) -> Iterator[Option]:
    """Yield what anybody may declare now."""
    for seat in state.seats:
        for what, suit in declaring.possible(rules, state, seat, range(len(rules.declarations))):
            who = state.players[seat]
            text = rules.declarations[what].text(rules.deck, suit)
            yield Option(f"{who} declares {text}", {"by": who, "declare": text})


RARELY = 8
"""One in so many times something is considered by which the hand would be shorter, or that may be said at any time."""
STEPS = 4
"""The number of lowest bids to draw one from, if only numbers are bid."""


def draw_next(game: TrickGame, state: TrickState, draw: Draw) -> Item | None:
    """A log item that may legally come next, drawn at random; None after the end of the game.

    Deals are written whole, bids and plays one at a time; Grace is said over half of the cards that it would help.
    """
    if state.phase == phases.OVER:
        return None
    return DRAWS[state.phase](game, state, draw)


Drawn = Item | None


def _draw_deal(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    return {"deal": _deal(game.rules, state, draw)}


def _draw_turned(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    rules = game.rules
    cards = rules.pack & ~(state.gone | reduce(or_, state.hands))
    if not cards:
        cards = state.hands[state.dealer]
    return {"turn": rules.deck.ids[_some(cards, 1, draw)[0]]}


def _draw_from_stock(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    rules = game.rules
    right = stocks.certain(rules, state)
    if right >= 0:
        cards = 1 << right
    else:
        cards = stocks.drawable(rules, state)
    return {"draw": rules.deck.ids[_some(cards, 1, draw)[0]]}


def _draw_pass(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    rules = game.rules
    seat = hands.next_to_pass(rules, state)
    held, many = hands.cards_to_pass(rules, state)
    chosen = _some(held, many, draw)
    return {"by": state.players[seat], "pass": [rules.deck.ids[card] for card in chosen]}


def _draw_bid(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    if game.rules.auction is not None:
        return _draw_call(game.rules, game.rules.auction, state, draw)
    if game.rules.by_cards:
        return _draw_cards_that_bid(game.rules, game.rules.by_cards, state, draw)
    return _draw_option(game, state, draw)


def _draw_call(rules: TrickRules, auction: Auction, state: TrickState, draw: Draw) -> Drawn:
    """Draw a call; where passing is allowed every second is a pass, or all auctions would end high."""
    may_say = legal_bids(rules, state, state.turn)
    if may_say >> auction.passes & 1 and draw(2):
        calls = [auction.passes]
    else:
        calls = list(members(may_say))
    if not auction.strains:
        calls = calls[:STEPS]
    return {"bid": auction.notation(calls[draw(len(calls))])}


def _draw_cards_that_bid(rules: TrickRules, by_cards: ByCards, state: TrickState, draw: Draw) -> Drawn:
    """Draw cards to put away that say a legal bid."""
    may_say = legal_bids(rules, state, state.turn)
    hand = sorted(members(state.hands[state.turn]), key=rules.deck.sort_key)
    ways = []
    for some in combinations(hand, by_cards.many):
        if may_say >> by_cards.bid(mask_of(some)) & 1:
            ways.append(some)
    return {"put_away": [rules.deck.ids[card] for card in ways[draw(len(ways))]]}


def _draw_talon(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    return {"talon": game.rules.deck.names(loose_cards(game.rules, state))}


def _draw_contract(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    """Draw a contract to name, or take the talon instead, where both may be done every other time; only the contract where the
    cards of the talon are not known."""
    rules = game.rules
    named = list(declarer.contracts_allowed(rules, state))
    known = loose_cards(rules, state).bit_count() == stocks.talon_taken(rules, state)
    if known and stocks.may_take(rules, state):
        named = [call for call in named if not stocks.is_taken(rules, state, call)]
        if not named or draw(2):
            return _draw_talon(game, state, draw)
    return {"contract": rules.the_auction.calls[named[draw(len(named))]].name}


def _draw_give(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    rules = game.rules
    away = _some(state.hands[state.turn], rules.gives * (len(state.seats) - 1), draw)
    return {"give": _to_each(rules, state, [rules.deck.ids[card] for card in away])}


def _draw_put_away(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    rules = game.rules
    away = _some(stocks.may_go(rules, state), stocks.many_away(rules, state), draw)
    ids = [rules.deck.ids[card] for card in sorted(away, key=rules.deck.sort_key)]
    return {"put_away": ids if ids[1:] else ids[0]}


def _draw_option(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    """Draw one of the options; None if nothing is allowed."""
    legal = options(game, state).legal
    if not legal:
        return None
    return legal[draw(len(legal))].item


def _draw_play(game: TrickGame, state: TrickState, draw: Draw) -> Drawn:
    """Draw a play, with Grace or not if it may be said over the card; or every other time a declaration, if there is
    one."""
    rules = game.rules
    declared = _declarations_considered(rules, state, draw)
    if declared and draw(2):
        seat, what, suit = declared[draw(len(declared))]
        return {"by": state.players[seat], "declare": rules.declarations[what].text(rules.deck, suit)}
    (card,) = _some(playable(rules, state), 1, draw)
    name = rules.deck.ids[card]
    if rules.grace == "said" and state.own_cards[state.turn] >> card & 1 and draw(2):
        return {"play": f"{name}!"}
    return {"play": name}


def _declarations_considered(rules: TrickRules, state: TrickState, draw: Draw) -> list[tuple[int, int, int]]:
    """What players may declare now and think of, as seat, number of the declaration and suit. Of what may be said at any time
    it is drawn first whether anybody thinks of it: to try it at every seat at every card would take most of a game."""
    thought_of = []
    for what, declaration in enumerate(rules.declarations):
        if declaration.when != ANY_TIME or not draw(RARELY):
            thought_of.append(what)
    found = []
    for seat in state.seats:
        for what, suit in declaring.possible(rules, state, seat, thought_of):
            if rules.declarations[what].then not in SHORTENING or not draw(RARELY):
                found.append((seat, what, suit))
    return found


DRAWS: dict[str, Callable[[TrickGame, TrickState, Draw], Drawn]] = {
    phases.DEAL: _draw_deal,
    phases.DEAL_REST: _draw_deal,
    phases.TURN_UP: _draw_turned,
    phases.DRAW: _draw_from_stock,
    phases.PASS: _draw_pass,
    phases.BID: _draw_bid,
    phases.TALON: _draw_talon,
    phases.CONTRACT: _draw_contract,
    phases.GIVE: _draw_give,
    phases.PUT_AWAY: _draw_put_away,
    phases.CALLING: _draw_option,
    phases.NAME_TRUMP: _draw_option,
    phases.CHOOSE: _draw_option,
    phases.PLAY: _draw_play,
}
"""How the next item is drawn in each phase."""


def _some(cards: int, many: int, draw: Draw) -> list[int]:
    """Return so many of the cards in a mask, drawn at random."""
    left = list(members(cards))
    return [left.pop(draw(len(left))) for _ in range(many)]


def _deal(rules: TrickRules, state: TrickState, draw: Draw) -> dict[str, list[str]]:
    """Deal random cards to every player, by name: the whole hands, the first part of them, or the rest."""
    rest = state.phase == phases.DEAL_REST
    cards = list(members(loose_cards(rules, state) if rest else rules.pack))
    dealt: dict[str, list[str]] = {}
    for seat in hands.after_dealer(rules, state):
        if rest:
            wanted = stocks.rest_for(rules, state, seat)
        else:
            wanted = rules.first_dealt or rules.cards_in_hand(state.hand)
        hand = []
        for _ in range(wanted):
            hand.append(cards.pop(draw(len(cards))))
        hand.sort(key=rules.deck.sort_key)
        dealt[state.players[seat]] = [rules.deck.ids[card] for card in hand]
    return dealt
