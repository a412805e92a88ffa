"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TypeVar

from referee.core.cards import Card
from referee.core.data import Data, Item
from referee.core.family import Draw, Option, Options
from referee.core.wording import in_list, unrecorded_cards
from referee.engines.meld.compiled import AFTER_TAKING, BEFORE_TAKING, NOTHING, PILE, STOCK, MeldRules
from referee.engines.meld.game import MeldGame
from referee.engines.meld.position import write_arrangement
from referee.engines.meld.rules import laying, rounds, shows, whereabouts
from referee.engines.meld.rules.rounds import LayOff
from referee.engines.meld.rules.turns import discard_faults, to_draw_action
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, MeldState
from referee.engines.meld.words import packs

T = TypeVar("T")
MANY_CARDS = 12
"""The most cards in hand from which a random game discards the best; from more it discards any, as looking would take long."""
MOST_BUYS = 2
PATIENCE = 6
"""In place of a turn a player of a random game declares one time in so many."""
"""A random game has no player buy more often in a round, though the rules may let them."""


def next_step(game: MeldGame, state: MeldState) -> str:
    """The next step, as the end of a sentence: 'Ann must take a card'; empty after the end of the game."""
    if state.phase != DRAW and rounds.dealer_unknown(game.rules, state):
        return f"somebody must deal round {state.round}"
    return NEXT_STEPS[state.phase](game, state)


def _next_draw(game: MeldGame, state: MeldState) -> str:
    return f"{in_list([state.players[seat] for seat in state.drawing])} must draw a card for the deal"


def _next_deal(game: MeldGame, state: MeldState) -> str:
    return f"{state.players[state.dealer]} must deal round {state.round}"


def _next_action(game: MeldGame, state: MeldState) -> str:
    seat = to_draw_action(game.rules, state)
    if seat >= 0:
        return f"{state.players[seat]} must draw an Action card"
    return "Action cards or the card turned up are next"


def _next_card_up(game: MeldGame, state: MeldState) -> str:
    rules = game.rules
    refused = [rules.deck.ids[card] for card in sorted(rules.action_cards)]
    if state.aside and refused:
        return f"a card other than {' or '.join(refused)} must be turned up"
    return "a card must be turned up"


def _next_on_turn(game: MeldGame, state: MeldState) -> str:
    """The next step of a turn: a card taken, or a discard (or what else must be done with the cards)."""
    rules = game.rules
    if rounds.is_dead(state):
        return _next_without_stock(rules, state)
    if state.phase == TAKE:
        duty = "take a card"
    else:
        duty = _discard_or_lay(game, state)
    if state.declarer >= 0:
        duty += ", in a last turn"
    return f"{state.players[state.turn]} must {duty}"


def _next_without_stock(rules: MeldRules, state: MeldState) -> str:
    """The end of a round whose stock is used up: it is void, unless a player still ends it in one of these ways."""
    ways = []
    if state.discarder >= 0:
        ways.append(f"{state.players[state.discarder]} declares {rules.called}")
    if rules.stock.empty == "last_take":
        ways.append(f"{state.players[state.turn]} takes the face-up card and ends it")
    void = "the stock is used up and the round is void"
    if ways:
        return f"{void} unless {' or '.join(ways)}"
    return void


def _next_show(game: MeldGame, state: MeldState) -> str:
    names = [state.players[seat] for seat in rounds.to_show(state)]
    return f"{' and '.join(names)} must show a hand"


def _next_role(game: MeldGame, state: MeldState) -> str:
    names = [state.players[seat] for seat in rounds.choosers(game.rules, state)]
    return f"{' and '.join(names)} must choose a role"


def _next_nothing(game: MeldGame, state: MeldState) -> str:
    return ""


NEXT_STEPS: Mapping[str, Callable[[MeldGame, MeldState], str]] = {
    DRAW: _next_draw,
    DEAL: _next_deal,
    ACTION: _next_action,
    FACE_UP: _next_card_up,
    TAKE: _next_on_turn,
    DISCARD: _next_on_turn,
    SHOW: _next_show,
    ROLE: _next_role,
    OVER: _next_nothing,
}
"""The next step, by phase."""


LAYING = {
    "lay": "lay a meld",
    "lay_off": "lay off a card",
    "swap": "swap a card for a wild one",
    "put_down": "put down a card",
}
"""What else than discard a player may have to do after taking a card, by verb."""


def _discard_or_lay(game: MeldGame, state: MeldState) -> str:
    """The duty of the player to act after taking a card: a discard or, if no card may be discarded, something to put on
    the table."""
    rules = game.rules
    seat = state.turn
    if state.hidden[seat] or _can_discard(rules, state):
        return "discard a card"
    able = set[str]()
    for _, item, _ in _candidates(rules, state, seat):
        if item.keys() & LAYING.keys() and not game.faults_of(state, item):
            able.update(item)
    ways = [words for verb, words in LAYING.items() if verb in able]
    if ways:
        return in_list(ways, "or")
    return "discard a card"


def _can_discard(rules: MeldRules, state: MeldState) -> bool:
    """Return whether some known card of the player to act may be discarded."""
    for card, _ in packs.counts(state.hands[state.turn]):
        if not any(discard_faults(rules, state, card)):
            return True
    return False


def to_act(rules: MeldRules, state: MeldState) -> int:
    """The seat that must act; -1 if there is none, or before play."""
    if state.phase == SHOW:
        return rounds.to_show(state)[0]
    if state.phase == ROLE:
        return rounds.choosers(rules, state)[0]
    if state.phase in (TAKE, DISCARD, ACTION):
        return state.turn
    return -1


def options(game: MeldGame, state: MeldState) -> Options:
    """The options of the player to act, with the rules that forbid them. A hand that is not wholly known is a doubt."""
    rules = game.rules
    doing = next_step(game, state)
    if not doing:
        doing = "the game is over"
    if state.phase not in (TAKE, DISCARD, SHOW, ROLE):
        return Options(None, doing)
    seat = to_act(rules, state)
    able = list[Option]()
    who = state.players[seat]
    if state.phase == SHOW and state.hidden[seat]:
        return Options(who, doing, doubt=f"not all cards in {who}'s hand are recorded")
    for notation, item, always in _candidates(rules, state, seat):
        option = game.option(state, notation, item)
        if always or option.fault is None:
            able.append(option)
    doubt = ""
    if state.phase == DISCARD:
        doubt = unrecorded_cards(state, seat)
    return Options(who, doing, tuple(able), doubt)


Candidates = Iterator[tuple[str, Data, bool]]
"""Things that a player might do: in short notation, as an item, and whether it is listed even if forbidden."""


def _candidates(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    """Yield the things that a player might do now. Who declares leaves the arrangement to the referee."""
    for candidates in CANDIDATES[state.phase]:
        yield from candidates(rules, state, seat)


def _takes(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    """Yield taking from the pile, from the stock, or nothing; and each card further down, if the rules let the pile be
    taken from one on."""
    ids = rules.deck.ids
    for source in (PILE, STOCK, NOTHING):
        yield source, {"take": source}, source != NOTHING or not rules.lays
    if rules.turn.pile == "from_card":
        for card in dict.fromkeys(state.pile[-2::-1]):  # from the top down, without the top card
            yield f"pile from {ids[card]}", {"take": {PILE: ids[card]}}, True


def _buys(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    if rules.buys:
        for buyer in state.players:
            yield f"{buyer} buys", {"by": buyer, "buy": True}, False


def _calls(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    for item in _items_of_calls(rules, state):
        yield f"{item['by']} calls {item['call']}", item, False


def _put_downs(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    ids = rules.deck.ids
    for card in sorted(rules.put_down):
        yield f"put down {ids[card]}", {"put_down": ids[card]}, False


def _discards(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    ids = rules.deck.ids
    cards = [card for card, _ in packs.counts(state.hands[seat])]
    for card in sorted(cards, key=rules.deck.sort_key):
        yield ids[card], {"discard": ids[card]}, True


def _layings(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    """Yield melds to lay, cards to lay off and wild cards to swap, if melds are laid during play."""
    if not rules.lays:
        return
    for item in _on_table(rules, state):
        ((verb, cards),) = item.items()
        if verb == "lay":
            cards = " | ".join(cards)
        yield f"{verb.replace('_', ' ')} {cards}", item, True


def _declarations(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    """Yield declaring, by the player who may, if that hand is known."""
    for declarer in _who_might_declare(rules, state):
        if declarer < 0 or state.hidden[declarer]:
            continue
        by = state.players[declarer]
        notation = "declare"
        if declarer != state.turn:
            notation = f"{by} declare"
        yield notation, {"by": by, "declare": True}, state.phase == DISCARD


def _who_might_declare(rules: MeldRules, state: MeldState) -> list[int]:
    """The seats that may end the round now: the player who has just discarded (-1 if nobody may after that), and the
    player to act."""
    if state.phase == TAKE:
        seats = [state.discarder]
        moment = BEFORE_TAKING
    else:
        seats = []
        moment = AFTER_TAKING
    if moment in rules.declare_when and state.declarer < 0:
        seats.append(state.turn)
    return seats


def _shows(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    """Yield showing the whole hand, and laying off each of its cards."""
    who = state.players[seat]
    hand = state.hands[seat]
    ids = rules.deck.ids
    cards = rules.names(hand)
    yield f"show {cards}", {"by": who, "show": cards.split()}, True
    for card, _ in packs.counts(hand):
        yield f"lay off {ids[card]}", {"by": who, "lay_off": ids[card]}, False


def _roles(rules: MeldRules, state: MeldState, seat: int) -> Candidates:
    for role in rules.roles:
        yield role, {"by": state.players[seat], "role": role}, True


CANDIDATES: Mapping[str, Sequence[Callable[[MeldRules, MeldState, int], Candidates]]] = {
    TAKE: (_takes, _buys, _calls, _put_downs, _declarations),
    DISCARD: (_put_downs, _discards, _layings, _declarations),
    SHOW: (_shows,),
    ROLE: (_roles,),
}
"""The kinds of things that a player might do in a phase, in the order in which they are listed."""


def _items_of_calls(rules: MeldRules, state: MeldState) -> Iterator[Data]:
    """Yield calls for the face-up card that players can make with known cards, those of the player to act first."""
    if not state.pile or not rules.calls:
        return
    top = state.pile[-1]
    for step in range(rules.players):
        caller = (state.turn + step) % rules.players
        for meld in rules.arranger.melds(state.hands[caller] + packs.UNITS[top]):
            if packs.count(meld.cards, top):
                yield {"by": state.players[caller], "call": rules.names(meld.cards)}


def _on_table(rules: MeldRules, state: MeldState) -> Iterator[Data]:
    """Yield the items that put something of the player to act on the table: melds, cards laid off, cards swapped for
    wild ones."""
    ids = rules.deck.ids
    hand = state.hands[state.turn]
    for melds in laying.layable(rules, state):
        yield {"lay": [rules.names(meld) for meld in melds]}
    for card, _ in packs.counts(hand):
        if shows.meld_for(rules, state, card, 0) >= 0:
            yield {"lay_off": ids[card]}
        if rules.table.swap_wild and laying.wild_for(rules, state, LayOff(card, 0))[0] >= 0:
            yield {"swap": ids[card]}


def draw_next(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """A legal item for a random game; None after the end of the game."""
    state = game.settle(state)
    if state.phase in (TAKE, DISCARD, SHOW) and any(state.hidden):
        return _draw_with_unseen_hands(game, state, draw)
    for draw_one in DRAWN[state.phase]:
        item = draw_one(game, state, draw)
        if item is not None:
            return item
    return None


def _draw_with_unseen_hands(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """The next item of a random game in which hands are not wholly known: their unseen cards are drawn first. A
    declaration with one of them is laid out, so that the log shows it."""
    rules = game.rules
    imagined = state.copy()
    _imagine_hands(rules, imagined, draw)
    item = draw_next(game, imagined, draw)
    if item is None or item.get("declare") is not True:
        return item
    seat = state.players.index(item["by"])
    if not state.hidden[seat]:
        return item
    declared = rules.best_declaration(imagined.hands[seat], state.upcard)
    return {**item, "declare": write_arrangement(rules, declared)}


def _imagine_hands(rules: MeldRules, state: MeldState, draw: Draw) -> None:
    """Draw the unseen cards of all hands: first those held since before the pile was shuffled into the stock, then
    those taken since (`fresh`)."""
    for seat in range(rules.players):
        for _ in range(state.hidden[seat] - state.fresh[seat]):
            card = _one_of(_cards_before_shuffle(rules, state), draw)
            state.hands[seat] += packs.UNITS[card]
            whereabouts.locate(rules, state, packs.UNITS[card])
    for seat in range(rules.players):
        for _ in range(min(state.hidden[seat], state.fresh[seat])):
            card = _one_of(_cards_since_shuffle(rules, state), draw)
            state.hands[seat] += packs.UNITS[card]
            whereabouts.locate(rules, state, packs.UNITS[card], fresh=1)
            state.fresh[seat] -= 1
    state.hidden = [0] * rules.players


def _cards_before_shuffle(rules: MeldRules, state: MeldState) -> Sequence[int]:
    """The cards that may have been in an unseen hand since before the pile was shuffled: none that came out of it."""
    cards = _stock(rules, state)
    held = []
    for card in cards:
        if not shows.kept_draw_cards(rules, packs.UNITS[card]) and not packs.count(state.recycled, card):
            held.append(card)
    return held or cards


def _cards_since_shuffle(rules: MeldRules, state: MeldState) -> Sequence[int]:
    """The cards that a player may have taken unseen since the pile was shuffled."""
    cards = _in_stock(rules, state)
    return [card for card in cards if not shows.kept_draw_cards(rules, packs.UNITS[card])] or cards


def _one_of(cards: Sequence[T], draw: Draw) -> T:
    return cards[draw(len(cards))]


def _draw_for_deal(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    ids = game.rules.deck.ids
    stock = _stock(game.rules, state)
    return {"draw": {state.players[seat]: ids[stock.pop(draw(len(stock)))] for seat in state.drawing}}


def _draw_deal(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    """A deal at random, hand by hand from the dealer's left."""
    rules = game.rules
    stock = _stock(rules, state)
    dealt = {}
    for step in range(rules.players):
        seat = (state.dealer + 1 + step) % rules.players
        hand = [stock.pop(draw(len(stock))) for _ in range(rules.cards_each(state.round))]
        dealt[state.players[seat]] = rules.names(packs.pack(hand)).split()
    return {"deal": dealt}


def _draw_action(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """An Action card for the player who must draw one, passed on if its points say so; None if nobody is known to hold
    a draw card."""
    rules = game.rules
    seat = to_draw_action(rules, state)
    if seat < 0:
        return None
    points = _one_of(rules.action.points, draw)
    action: Data = {"points": points}
    if rules.passed.of(points=points):
        others = [player for place, player in enumerate(state.players) if place != seat]
        action["to"] = _one_of(others, draw)
    if rounds.as_taker_finds(rules, state).stock > 0:
        action["card"] = _from_stock(rules, state, draw)
    return {"action": action, "by": state.players[seat]}


def _draw_card_up(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    return {"face_up": _from_stock(game.rules, state, draw)}


def _draw_show(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    """A card laid off, if the hand is worth more without it, or else the whole hand shown."""
    rules = game.rules
    seat = to_act(rules, state)
    who = state.players[seat]
    off = _to_lay_off(rules, state, seat)
    if off >= 0:
        return {"lay_off": rules.deck.ids[off], "by": who}
    return {"show": rules.names(state.hands[seat]).split(), "by": who}


def _to_lay_off(rules: MeldRules, state: MeldState, seat: int) -> int:
    """A card without which a hand is worth more and which fits a meld on the table; -1 if there is none."""
    if not shows.lay_off_allowed(rules, state):
        return -1
    hand = state.hands[seat]
    now = rules.arranger.best(hand)
    for card in packs.unpack(now.idle):
        if shows.meld_for(rules, state, card, 0) < 0:
            continue
        if rules.arranger.best(hand - packs.UNITS[card]).score > now.score:
            return card
    return -1


def _draw_role(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    rules = game.rules
    seat = to_act(rules, state)
    free = [role for role in rules.roles if rounds.rival_for_role(rules, state, role, seat) < 0]
    return {"role": _one_of(free, draw), "by": state.players[seat]}


def _draw_put_down(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """The first card in hand that must be put down, with the card taken for it; None if there is none."""
    rules = game.rules
    for card, _ in packs.counts(state.hands[state.turn]):
        if card not in rules.put_down:
            continue
        taken = NOTHING
        if rounds.as_taker_finds(rules, state).stock and not packs.count(state.under, card):
            taken = _from_stock(rules, state, draw)
        return {"put_down": {"card": rules.deck.ids[card], "take": taken}}
    return None


def _draw_buy(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """A player who buys the face-up card, one time in ten that somebody may; None otherwise."""
    rules = game.rules
    if not rules.buys or draw(10):
        return None
    buyers = []
    for seat, who in enumerate(state.players):
        item: Data = {"by": who, "buy": True}
        if state.bought[seat] < MOST_BUYS and not game.faults_of(state, item):
            buyers.append(item)
    if not buyers:
        return None
    bought: Data = _one_of(buyers, draw)
    if rules.turn.buy_cards == 1:
        bought["buy"] = _from_stock(rules, state, draw)
    return bought


def _draw_call(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """A call for the face-up card, every other time that there is one."""
    calls = [item for item in _items_of_calls(game.rules, state) if not game.faults_of(state, item)]
    if calls and draw(2):
        return calls[draw(len(calls))]
    return None


def _draw_take_to_lay(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """A card taken in games where pile cards must be laid at once or bring others with them: from the pile if that
    helps, from the stock, or nothing. None in other games."""
    rules = game.rules
    if rules.turn.pile == "top" and not rules.turn.must_meld:
        return None
    able = _takes_of_pile(game, state)
    used_up = rounds.stock_used_up(rules, rounds.as_taker_finds(rules, state))
    if able and (draw(2) or used_up):
        return able[draw(len(able))]
    if not used_up:
        return {"take": {STOCK: _from_stock(rules, state, draw)}}
    if rounds.runs_dry(rules, state):
        return {"take": NOTHING}
    return None


def _takes_of_pile(game: MeldGame, state: MeldState) -> list[Item]:
    """The ways to take from the pile after which the player can lay the card that must go to the table."""
    rules = game.rules
    few = packs.size(state.hands[state.turn]) + len(state.pile) < MANY_CARDS // 2
    if few and rules.table.out_needs is not True:
        return []  # with so few cards a player might be left with one that may not be discarded
    able = list[Item]()
    for card in dict.fromkeys(state.pile):
        item = {"take": {PILE: rules.deck.ids[card]}}
        if not game.faults_of(state, item) and _can_lay(game, state, item):
            able.append(item)
    return able


def _can_lay(game: MeldGame, state: MeldState, item: Item) -> bool:
    """Whether the player can lay the card taken like this, if it must go to the table."""
    after = _after(game, state, item)
    if after.must_lay < 0:
        return True
    for laid in _on_table(game.rules, after):
        if _lays(game.rules, laid, after.must_lay) and not game.faults_of(after, laid):
            return True
    return False


def _draw_take(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    """A declaration, if the player who has just discarded can make one, or the face-up card if it helps, or else a card
    of the stock."""
    rules = game.rules
    for _, item, _ in _declarations(rules, state, state.turn):
        own = item["by"] == state.players[state.turn]
        if not game.faults_of(state, item) and not (own and draw(PATIENCE)):
            return item
    if state.pile and state.offers >= 0 and not state.last_take and _face_up_helps(rules, state):
        return {"take": PILE}
    if state.offers > 0 or state.last_take:  # a first card that may be refused, or no stock to take from
        return {"take": NOTHING}
    if rounds.stock_used_up(rules, rounds.as_taker_finds(rules, state)):
        return {"take": PILE}
    return {"take": {STOCK: _from_stock(rules, state, draw)}}


def _face_up_helps(rules: MeldRules, state: MeldState) -> bool:
    """Whether a hand is more promising with the face-up card, and without its worst card then. Not looked at for large
    hands."""
    hand = state.hands[state.turn]
    if rules.lays and packs.size(hand) > MANY_CARDS:
        return False
    more = hand + packs.UNITS[state.pile[-1]]
    worst = _worst(rules, more, packs.unpack(more))
    return _promise(rules, more - packs.UNITS[worst]) > _promise(rules, hand)


def _draw_laying(game: MeldGame, state: MeldState, draw: Draw) -> Item | None:
    """Something for the player to put on the table: whatever must be laid, or now and then something else; None to lay
    nothing."""
    rules = game.rules
    if not rules.lays or (state.must_lay < 0 and draw(5) == 0):
        return None
    items = [item for item in _on_table(rules, state) if not game.faults_of(state, item)]
    if state.must_lay >= 0:
        return _laying_due(rules, items, state.must_lay)
    items = [item for item in items if _leaves_a_discard(game, state, item)]
    if not items:
        return None
    return items[draw(len(items))]


def _laying_due(rules: MeldRules, items: Sequence[Item], card: int) -> Item | None:
    """The first item that lays the card that must go to the table or, as another may make that possible, the first of
    all."""
    for item in items:
        if _lays(rules, item, card):
            return item
    if not items:
        return None
    return items[0]


def _lays(rules: MeldRules, item: Item, card: int) -> bool:
    """Return whether this puts a card on the table."""
    return rules.deck.ids[card] in " ".join(item.get("lay", [item.get("lay_off", "")])).split()


def _leaves_a_discard(game: MeldGame, state: MeldState, item: Item) -> bool:
    """Return whether the player is left with a card that may be discarded, or need not discard any more."""
    after = _after(game, state, item)
    return after.phase != DISCARD or _can_discard(game.rules, after)


def _after(game: MeldGame, state: MeldState, item: Item) -> MeldState:
    """The state in which something has been done."""
    after = state.copy()
    game.apply(after, game.read(after, item)[0])
    return after


def _draw_discard(game: MeldGame, state: MeldState, draw: Draw) -> Item:
    """A declaration if the hand is good enough, or else a discard: the card least missed, or sometimes any."""
    rules = game.rules
    hand = state.hands[state.turn]
    if state.declarer < 0 and AFTER_TAKING in rules.declare_when and rules.may_declare(hand, state.upcard):
        return {"declare": True, "by": state.players[state.turn]}
    cards = [card for card in packs.unpack(hand) if not any(discard_faults(rules, state, card))]
    if not cards:
        cards = packs.unpack(hand)
    wilds = packs.size(hand & rules.arranger.wild_mask)
    if draw(8) == 0 or (rules.lays and len(cards) + 2 * wilds > MANY_CARDS):
        return {"discard": rules.deck.ids[cards[draw(len(cards))]]}
    return {"discard": rules.deck.ids[_worst(rules, hand, cards)]}


DRAWN: Mapping[str, Sequence[Callable[[MeldGame, MeldState, Draw], Item | None]]] = {
    DRAW: (_draw_for_deal,),
    DEAL: (_draw_deal,),
    ACTION: (_draw_action, _draw_card_up),
    FACE_UP: (_draw_card_up,),
    TAKE: (_draw_put_down, _draw_buy, _draw_call, _draw_take_to_lay, _draw_take),
    DISCARD: (_draw_put_down, _draw_laying, _draw_discard),
    SHOW: (_draw_show,),
    ROLE: (_draw_role,),
    OVER: (),
}
"""The functions that draw what comes next in a phase, asked in this order until one draws something."""


def _stock(rules: MeldRules, state: MeldState) -> list[int]:
    """The cards that lie in no known place; the assumed numbers of copies are taken as true."""
    found = []
    for card, many in enumerate(rules.copies):
        found += [card] * (many - packs.count(state.located, card))
    return found


def _in_stock(rules: MeldRules, state: MeldState) -> list[int]:
    """Those of these cards that can be in the stock."""
    cards = _stock(rules, state)
    return [card for card in cards if not whereabouts.never_in_stock(state, packs.UNITS[card])] or cards


def _from_stock(rules: MeldRules, state: MeldState, draw: Draw) -> str:
    """The name of a card taken from the stock, which the pile may have become by then."""
    stock = _in_stock(rules, rounds.as_taker_finds(rules, state))
    return rules.deck.ids[stock[draw(len(stock))]]


def _worst(rules: MeldRules, hand: int, cards: Iterable[int]) -> int:
    """The card, of these, without which a hand is most promising; of equal ones, the last in the deck."""

    def without(card: int) -> tuple[tuple[float, int, float], int]:
        return _promise(rules, hand - packs.UNITS[card]), card

    return max(set(cards), key=without)


def _promise(rules: MeldRules, hand: int) -> tuple[float, int, float]:
    """How promising a hand is, to compare hands: few idle cards, then pairs of them that may grow into a meld, then its
    points."""
    arrangement = rules.arranger.best(hand)
    idle = [rules.deck.cards[card] for card in packs.unpack(arrangement.idle)]
    near = sum(_may_grow(one, other) for one, other in combinations(idle, 2))
    return (-len(idle), near, arrangement.score)


def _may_grow(one: Card, other: Card) -> bool:
    """Return whether two cards may become a set or a run."""
    return one.rank == other.rank or (one.suit == other.suit and abs(one.strength - other.strength) < 3)
