"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.meld.compiled import AFTER_TAKING, NOTHING, PILE, STOCK, MeldRules
from referee.engines.meld.game import MeldGame
from referee.engines.meld.position import write_arrangement
from referee.engines.meld.rules import laying, rounds, shows, whereabouts
from referee.engines.meld.rules.rounds import LayOff
from referee.engines.meld.rules.turns import discard_faults, to_draw_action
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, MeldState
from referee.engines.meld.words import packs

MANY_CARDS = 12
"""The most cards in hand of which a random game discards the best; of more it discards any, as looking would take long."""
MOST_BUYS = 2
"""A random game has no player buy more often in a round, though the rules may let them."""


def next_step(game: MeldGame, state: MeldState) -> str:
    """The next step, as the end of a sentence: 'Ann must take a card'; empty after the end."""
    rules = game.rules
    if state.phase == DRAW:
        return f"{in_list([state.players[seat] for seat in state.drawing])} must draw a card for the deal"
    if rounds.dealer_unknown(rules, state):
        return f"somebody must deal round {state.round}"
    if state.phase == DEAL:
        return f"{state.players[state.dealer]} must deal round {state.round}"
    if state.phase == ACTION:
        seat = to_draw_action(rules, state)
        unknown = "Action cards or the card turned up are next"
        if seat >= 0:
            return f"{state.players[seat]} must draw an Action card"
        return unknown
    if state.phase == FACE_UP:
        other = ""
        if state.aside:
            other = " or ".join(rules.deck.ids[card] for card in sorted(rules.action_cards))
        return f"a card{' other than ' if other else ''}{other} must be turned up"
    if state.phase in (SHOW, ROLE):
        if state.phase == SHOW:
            seats = rounds.to_show(state)
        else:
            seats = rounds.choosers(rules, state)
        does = "show a hand" if state.phase == SHOW else "choose a role"
        return f"{' and '.join(state.players[seat] for seat in seats)} must {does}"
    if state.phase == OVER:
        return ""
    who = state.players[state.turn]
    if rounds.is_dead(state):
        if state.discarder >= 0:
            ways = [f"{state.players[state.discarder]} declares {rules.called}"]
        else:
            ways = []
        if rules.stock.empty == "last_take":
            ways += [f"{who} takes the face-up card and ends it"]
        unless = ""
        if ways:
            unless = f" unless {' or '.join(ways)}"
        return f"the stock is used up and the round is void{unless}"
    last = ""
    if state.declarer >= 0:
        last = ", in a last turn"
    if state.phase == TAKE:
        return f"{who} must take a card{last}"
    return f"{who} must {_discard_or_lay(game, state)}{last}"


LAYING = {
    "lay": "lay a meld",
    "lay_off": "lay off a card",
    "swap": "swap a card for a wild one",
    "put_down": "put down a card",
}
"""What else than discard a player may have to do after taking a card, by verb."""


def _discard_or_lay(game: MeldGame, state: MeldState) -> str:
    """The duty of the player to act after taking a card: to lay something where no card may be discarded."""
    rules = game.rules
    seat = state.turn
    kinds = packs.counts(state.hands[seat])
    if state.hidden[seat] or not all(any(discard_faults(rules, state, card)) for card, _ in kinds):
        return "discard a card"
    others = [item for _, item, _ in _candidates(rules, state, seat) if item.keys() & LAYING.keys()]
    able = {verb for item in others if not game.faults_of(state, item) for verb in item}
    ways = [words for verb, words in LAYING.items() if verb in able]
    if ways:
        return in_list(ways, "or")
    return "discard a card"


def to_act(rules: MeldRules, state: MeldState) -> int:
    """Return the seat that must act; -1 if it is nobody or the dealer."""
    if state.phase == SHOW:
        return rounds.to_show(state)[0]
    if state.phase == ROLE:
        return rounds.choosers(rules, state)[0]
    if state.phase in (TAKE, DISCARD, ACTION):
        return state.turn
    return -1


def options(game: MeldGame, state: MeldState) -> Options:
    """Return what the player to act may do, and for everything else the rule that forbids it."""
    rules = game.rules
    doing = next_step(game, state)
    if state.phase not in (TAKE, DISCARD, SHOW, ROLE):
        return Options(None, doing or "the game is over")
    seat = to_act(rules, state)
    able = list[Option]()
    who = state.players[seat]
    if state.phase == SHOW and state.hidden[seat]:
        return Options(who, doing, doubt=f"not all cards in {who}'s hand are recorded")
    for notation, item, always in _candidates(rules, state, seat):
        option = game.option(state, notation, item)
        if always or option.fault is None:
            able += [option]
    return Options(who, doing, tuple(able), unrecorded_cards(state, seat) if state.phase == DISCARD else "")


def _candidates(rules: MeldRules, state: MeldState, seat: int) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Yield what a player might do: in short notation, as an item, and whether it is listed if forbidden. Who declares leaves
    the arrangement to the referee."""
    who = state.players[seat]
    hand = state.hands[seat]
    ids = rules.deck.ids
    declarer = -1
    if state.phase == TAKE:
        for source in (PILE, STOCK, NOTHING):
            yield source, {"take": source}, source != NOTHING or not rules.lays
        if rules.turn.pile == "from_card":
            for card in dict.fromkeys(state.pile[-2::-1]):
                yield f"pile from {ids[card]}", {"take": {PILE: ids[card]}}, True
        if rules.buys:
            for other in range(rules.players):
                buyer = state.players[other]
                yield f"{buyer} buys", {"by": buyer, "buy": True}, False
        for item in _calls(rules, state):
            yield f"{item['by']} calls {item['call']}", item, False
        if state.discarder >= 0 and not state.hidden[state.discarder]:
            declarer = state.discarder
    if state.phase in (TAKE, DISCARD):
        for card in sorted(rules.put_down):
            yield f"put down {ids[card]}", {"put_down": ids[card]}, False
    if state.phase == DISCARD:
        for card in sorted((card for card, _ in packs.counts(hand)), key=rules.deck.sort_key):
            yield ids[card], {"discard": ids[card]}, True
        if rules.lays:
            for item in _on_table(rules, state):
                ((verb, what),) = item.items()
                yield f"{verb.replace('_', ' ')} {what if isinstance(what, str) else ' | '.join(what)}", item, True
        if AFTER_TAKING in rules.declare_when and state.declarer < 0 and not state.hidden[seat]:
            declarer = seat
    if state.phase == SHOW:
        cards = rules.names(hand)
        yield f"show {cards}", {"by": who, "show": cards.split()}, True
        for card, _ in packs.counts(hand):
            yield f"lay off {ids[card]}", {"by": who, "lay_off": ids[card]}, False
    if state.phase == ROLE:
        for role in rules.roles:
            yield role, {"by": who, "role": role}, True
    if declarer >= 0:
        by = state.players[declarer]
        if declarer == state.turn:
            notation = "declare"
        else:
            notation = f"{by} declare"
        yield notation, {"by": by, "declare": True}, state.phase == DISCARD


def _calls(rules: MeldRules, state: MeldState) -> Iterator[dict[str, Any]]:
    """Yield what players might call the face-up card for with cards that are known, those who come next first."""
    if state.pile and rules.calls:
        for step in range(rules.players):
            caller = (state.turn + step) % rules.players
            top = state.pile[-1]
            for meld in rules.arranger.melds(state.hands[caller] + packs.UNITS[top]):
                if packs.count(meld.cards, top):
                    yield {"by": state.players[caller], "call": rules.names(meld.cards)}


def _on_table(rules: MeldRules, state: MeldState) -> Iterator[dict[str, Any]]:
    """Yield what the player to act might put on the table: melds, cards laid off, cards for wild ones."""
    ids = rules.deck.ids
    hand = state.hands[state.turn]
    for melds in laying.layable(rules, state):
        yield {"lay": [rules.names(meld) for meld in melds]}
    for card, _ in packs.counts(hand):
        if shows.meld_for(rules, state, card, 0) >= 0:
            yield {"lay_off": ids[card]}
        if rules.table.swap_wild and laying.wild_for(rules, state, LayOff(card, 0))[0] >= 0:
            yield {"swap": ids[card]}


def draw_next(game: MeldGame, state: MeldState, draw: Draw) -> Mapping[str, Any] | None:
    """Return a log item that may legally come next; None after the end of the game."""
    rules = game.rules
    state = game.settle(state)
    if state.phase == OVER:
        return None
    if state.phase in (TAKE, DISCARD, SHOW) and any(state.hidden):
        return _imagining(game, state, draw)
    if state.phase in (DRAW, DEAL):
        return _before_play(rules, state, draw)
    if state.phase == ACTION and (seat := to_draw_action(rules, state)) >= 0:
        return {"action": _action(rules, state, seat, draw), "by": state.players[seat]}
    if state.phase in (ACTION, FACE_UP):  # of the hands that are unseen none is taken to hold a draw card
        return {"face_up": _from_stock(rules, state, draw)}
    seat = to_act(rules, state)
    if state.phase == SHOW:
        off = _to_lay_off(rules, state, seat)
        shown = {"lay_off": rules.deck.ids[off]} if off >= 0 else {"show": rules.names(state.hands[seat]).split()}
        return {**shown, "by": state.players[seat]}
    if state.phase == ROLE:
        free = [role for role in rules.roles if rounds.rival_for_role(rules, state, role, seat) < 0]
        return {"role": free[draw(len(free))], "by": state.players[seat]}
    down = next((card for card, _ in packs.counts(state.hands[seat]) if card in rules.put_down), -1)
    if down >= 0:
        takes = rounds.met_by_taker(rules, state).stock and not packs.count(state.under, down)
        if takes:
            taken = _from_stock(rules, state, draw)
        else:
            taken = NOTHING
        return {"put_down": {"card": rules.deck.ids[down], "take": taken}}
    if state.phase == DISCARD:
        return _draw_laying(game, state, draw) or _discard(rules, state, draw)
    if rules.buys and draw(10) == 0:
        items = [{"by": who, "buy": True} for seat, who in enumerate(state.players) if state.bought[seat] < MOST_BUYS]
        buyers = [item for item in items if not game.faults_of(state, item)]
        if buyers:
            buyer = buyers[draw(len(buyers))]
            return buyer | ({"buy": _from_stock(rules, state, draw)} if rules.turn.buy_cards == 1 else {})
    calls = [item for item in _calls(rules, state) if not game.faults_of(state, item)]
    if calls and draw(2):
        return calls[draw(len(calls))]
    if rules.turn.pile != "top" or rules.turn.must_meld:
        sources = [{"take": {PILE: rules.deck.ids[card]}} for card in dict.fromkeys(state.pile)]
        able = []
        for item in sources:
            if not game.faults_of(state, item) and _can_lay(game, state, item):
                able.append(item)
        few = packs.size(state.hands[state.turn]) + len(state.pile) < MANY_CARDS // 2
        if few and rules.table.out_needs is not True:
            able = []  # with so few cards a player might be left with one that may not be discarded
        used_up = rounds.stock_used_up(rules, rounds.met_by_taker(rules, state))
        if able and (draw(2) or used_up):
            return able[draw(len(able))]
        if not used_up:
            return {"take": {STOCK: _from_stock(rules, state, draw)}}
        if rounds.runs_dry(rules, state):
            return {"take": NOTHING}
    return _take(rules, state, draw)


def _draw_laying(game: MeldGame, state: MeldState, draw: Draw) -> Mapping[str, Any] | None:
    """Return something that the player to act may put on the table; what must be laid first, and sometimes nothing."""
    rules = game.rules
    if not rules.lays or (state.must_lay < 0 and draw(5) == 0):
        return None
    items = [item for item in _on_table(rules, state) if not game.faults_of(state, item)]
    if state.must_lay >= 0:
        return next((item for item in items if _lays(rules, item, state.must_lay)), items[0] if items else None)
    left = []
    for item in items:  # without what leaves no card that may be discarded
        after = _after(game, state, item)
        cards = (card for card, _ in packs.counts(after.hands[state.turn]))
        if after.phase != DISCARD or not all(any(discard_faults(rules, after, card)) for card in cards):
            left.append(item)
    if not left:
        return None
    return left[draw(len(left))]


def _lays(rules: MeldRules, item: Mapping[str, Any], card: int) -> bool:
    """Return whether this puts a card on the table."""
    return rules.deck.ids[card] in " ".join(item.get("lay") or [item.get("lay_off", "")]).split()


def _after(game: MeldGame, state: MeldState, item: Mapping[str, Any]) -> MeldState:
    """Return the state in which something has been done."""
    after = state.copy()
    game.apply(after, game.read(after, item)[0])
    return after


def _can_lay(game: MeldGame, state: MeldState, item: Mapping[str, Any]) -> bool:
    """Return whether the card that is taken like this, if it must go to the table, can."""
    after = _after(game, state, item)
    able = (one for one in _on_table(game.rules, after) if _lays(game.rules, one, after.must_lay))
    return after.must_lay < 0 or any(not game.faults_of(after, one) for one in able)


def _imagining(game: MeldGame, state: MeldState, draw: Draw) -> Mapping[str, Any] | None:
    """Return what comes next when hands that are not known whole are drawn; who ends the round with one lays it out."""
    rules = game.rules
    imagined = state.copy()
    for old in (True, False):  # what was held before the pile was shuffled did not come out of the pile
        for seat, number in enumerate(state.hidden):
            for _ in range(number - state.fresh[seat] if old else min(number, state.fresh[seat])):
                if old:
                    cards = _stock(rules, imagined)
                else:
                    cards = _in_stock(rules, imagined)
                kept = [card for card in cards if not shows.kept_draw_cards(rules, packs.UNITS[card])]
                kept = [card for card in kept if not (old and packs.count(imagined.recycled, card))] or cards
                card = kept[draw(len(kept))]
                imagined.hands[seat] += packs.UNITS[card]
                whereabouts.locate(rules, imagined, packs.UNITS[card], fresh=not old)
                imagined.fresh[seat] -= not old
    imagined.hidden = [0] * rules.players
    item = draw_next(game, imagined, draw)
    if item is None or item.get("declare") is not True or not state.hidden[seat := state.players.index(item["by"])]:
        return item
    return {**item, "declare": write_arrangement(rules, rules.best_declaration(imagined.hands[seat], state.upcard))}


def _before_play(rules: MeldRules, state: MeldState, draw: Draw) -> Mapping[str, Any]:
    ids = rules.deck.ids
    stock = _stock(rules, state)
    if state.phase == DRAW:
        return {"draw": {state.players[seat]: ids[stock.pop(draw(len(stock)))] for seat in state.drawing}}
    dealt = {}
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        hand = [stock.pop(draw(len(stock))) for _ in range(rules.cards_each(state.round))]
        dealt[state.players[seat]] = rules.names(packs.pack(hand)).split()
    return {"deal": dealt}


def _stock(rules: MeldRules, state: MeldState) -> list[int]:
    """Return the cards that lie in no known place; the assumed numbers of copies are taken as true."""
    found = []
    for card, many in enumerate(rules.copies):
        for _ in range(many - packs.count(state.located, card)):
            found.append(card)
    return found


def _in_stock(rules: MeldRules, state: MeldState) -> list[int]:
    """Return those of these cards that can be in the stock."""
    cards = _stock(rules, state)
    return [card for card in cards if not whereabouts.never_in_stock(state, packs.UNITS[card])] or cards


def _from_stock(rules: MeldRules, state: MeldState, draw: Draw) -> str:
    """Return the name of a card taken from the stock, which the pile may have become by then."""
    stock = _in_stock(rules, rounds.met_by_taker(rules, state))
    return rules.deck.ids[stock[draw(len(stock))]]


def _action(rules: MeldRules, state: MeldState, seat: int, draw: Draw) -> dict[str, Any]:
    points = rules.action.points[draw(len(rules.action.points))]
    action: dict[str, Any] = {"points": points}
    if rules.passed.of(points=points):
        others = [player for place, player in enumerate(state.players) if place != seat]
        action["to"] = others[draw(len(others))]
    if rounds.met_by_taker(rules, state).stock > 0:
        action["card"] = _from_stock(rules, state, draw)
    return action


def _to_lay_off(rules: MeldRules, state: MeldState, seat: int) -> int:
    """Return a card without which the hand is worth more, and which may be laid off; -1 when there is none."""
    if not shows.lay_off_allowed(rules, state):
        return -1
    hand = state.hands[seat]
    now = rules.arranger.best(hand)
    able = (card for card in packs.unpack(now.idle) if shows.meld_for(rules, state, card, 0) >= 0)
    return next((card for card in able if rules.arranger.best(hand - packs.UNITS[card]).score > now.score), -1)


def _take(rules: MeldRules, state: MeldState, draw: Draw) -> Mapping[str, Any]:
    hand = state.hands[state.turn]
    many = rules.lays and packs.size(hand) > MANY_CARDS
    if state.discarder >= 0 and rules.may_declare(state.hands[state.discarder], state.upcard):
        return {"declare": True, "by": state.players[state.discarder]}
    if state.pile and state.offers >= 0 and not state.last_take and not many:
        more = hand + packs.UNITS[state.pile[-1]]
        if _promise(rules, more - packs.UNITS[_worst(rules, more, packs.unpack(more))]) > _promise(rules, hand):
            return {"take": PILE}
    if state.offers > 0 or state.last_take:
        return {"take": NOTHING}
    if rounds.stock_used_up(rules, rounds.met_by_taker(rules, state)):
        return {"take": PILE}
    return {"take": {STOCK: _from_stock(rules, state, draw)}}


def _discard(rules: MeldRules, state: MeldState, draw: Draw) -> Mapping[str, Any]:
    hand = state.hands[state.turn]
    if state.declarer < 0 and AFTER_TAKING in rules.declare_when and rules.may_declare(hand, state.upcard):
        return {"declare": True, "by": state.players[state.turn]}
    cards = [card for card in packs.unpack(hand) if not any(discard_faults(rules, state, card))] or packs.unpack(hand)
    wilds = packs.size(hand & rules.arranger.wild_mask)
    if draw(8) == 0 or (rules.lays and len(cards) + 2 * wilds > MANY_CARDS):
        return {"discard": rules.deck.ids[cards[draw(len(cards))]]}
    return {"discard": rules.deck.ids[_worst(rules, hand, cards)]}


def _worst(rules: MeldRules, hand: int, cards: Iterable[int]) -> int:
    """Return the one of these cards without which a hand promises most."""
    return max(set(cards), key=lambda card: (_promise(rules, hand - packs.UNITS[card]), card))


def _promise(rules: MeldRules, hand: int) -> tuple[float, int, float]:
    """Return how promising a hand is: its idle cards, pairs among them that may grow into a meld, its points."""
    arrangement = rules.arranger.best(hand)
    idle = packs.unpack(arrangement.idle)
    near = sum(
        one.rank == other.rank or (one.suit == other.suit and abs(one.strength - other.strength) < 3)
        for one, other in combinations((rules.deck.cards[card] for card in idle), 2)
    )
    return (-len(idle), near, arrangement.score)
