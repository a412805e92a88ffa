"""Melds laid on the table during play: melds, cards laid off on them, wild cards swapped, and a card taken out of turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from referee.core.cards_named import in_cards_of
from referee.core.events import Event, Faults, Finding, number_of, out_of_turn
from referee.core.places import Pointer
from referee.core.wording import in_list
from referee.engines.meld.compiled import PILE, STOCK, MeldRules
from referee.engines.meld.rules import rounds, shows, turns, whereabouts
from referee.engines.meld.rules.rounds import LayOff, ShownCards
from referee.engines.meld.rules.turns import REFUSED, leave_hand, unseen_since
from referee.engines.meld.state import NO_CARD, SHOW, UNSEEN, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Meld
from referee.engines.meld.words.melds import kinds_in_words

TAKE_PILE = Event("take", (PILE, UNSEEN))
FROZEN_NEEDS = 3
"""Cards that are not wild in a meld with the top card of a frozen pile, itself among them."""


def check_take(rules: MeldRules, state: MeldState, event: Event) -> Iterable[Finding]:
    """Everything wrong with taking a card, also that a card of the pile, which must go to the table, cannot."""
    faults = turns.check_take(rules, state, event)
    if rules.pile_binds and event.value[0] == PILE:
        return _check_taken_pile(rules, state, event, list(faults))
    return faults


def _check_taken_pile(rules: MeldRules, state: MeldState, event: Event, faults: Sequence[Finding]) -> Faults:
    """Yield the `faults` that taking from the pile has anyway or, without any, why nobody may take from it, or not with
    this hand."""
    seat = state.turn
    if not faults and rules.turn.pile == "called":
        called = "which may only be called, for a meld laid with it at once"
        message = f"{state.players[seat]} takes the face-up card, {called}"
        faults = [Finding("take", message, seat, (STOCK,), word=("turn", "pile"))]
    elif not faults and rules.stoppers:
        faults = list(_check_stopped_pile(rules, state, seat))
    yield from faults
    if faults or not rules.turn.must_meld or state.hidden[seat]:
        return
    after = state.copy()
    turns.take(rules, after, event)
    if after.must_lay >= 0 and not fits(rules, after, after.must_lay):
        name = rules.deck.ids[after.must_lay]
        frozen = ""
        if after.frozen:
            frozen = " with the pile frozen"
        says = f"{state.players[seat]} takes {name}, which must go to the table on the same turn"
        yield Finding("take", f"{says}, but makes no meld there{frozen}", seat, (STOCK,), word=("turn", "must_meld"))


def _check_stopped_pile(rules: MeldRules, state: MeldState, seat: int) -> Faults:
    """Yield that the pile may not be taken, as the card on top of it stops it."""
    top = state.pile[-1]
    if top in rules.stoppers:
        message = f"{state.players[seat]} takes the pile with {rules.deck.ids[top]} on it, which stops it"
        yield Finding("take", message, seat, (STOCK,), word=("turn", "stopped_by"))


def check_lay(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield everything wrong with laying melds on the table."""
    seat = state.turn
    shown = event.value
    at = event.at
    who = state.players[seat]
    melds = _melds_shown(shown)
    faults = list(_not_in_hand(rules, state, seat, shown.cards, "lays", at))
    loose = packs.lacking(sum(melds), shown.cards)
    if loose:
        example = in_cards_of(rules.deck, "7H 8H 9H")
        message = f"{who} lays {rules.names(loose)} in no meld; write each meld as one text, such as `{example}`"
        faults.append(Finding("melds", message, seat, at=at, bars=True))
    faults += shows.meld_faults(rules, f"{who} lays", seat, ShownCards(shown.cards, melds), at)
    if not faults:
        faults = list(_lay_faults(rules, state, seat, melds, at))
    yield from faults


def _melds_shown(shown: ShownCards) -> tuple[int, ...]:
    """The melds of cards laid on the table: all of them are one if the log does not write them apart."""
    if shown.melds:
        return shown.melds
    return (shown.cards,)


def _not_in_hand(rules: MeldRules, state: MeldState, seat: int, cards: int, does: str, at: Pointer) -> Faults:
    """Yield that a player cannot have these cards (a pack) in hand; `does` is the verb of the sentence."""
    who = state.players[seat]
    new = packs.lacking(state.hands[seat], cards)
    if packs.size(new) > state.hidden[seat]:
        is_not = "is not" if packs.size(new) == 1 else "are not"
        held = []
        if state.hands[seat]:
            held.append(rules.names(state.hands[seat]))
        if state.hidden[seat]:
            held.append(f"{number_of(state.hidden[seat], 'cards')} unseen")
        if not held:
            held.append("nothing")
        holds = f"{who} holds {in_list(held)}"
        message = f"{who} {does} {rules.names(cards)}, but {rules.names(new)} {is_not} in hand; {holds}"
        yield Finding("hand", message, seat, at=at, bars=True)
    elif new:
        yield from whereabouts.faults(rules, state, new, f"{who}, whose hand is unseen, {does}", None, at)
        yield from unseen_since(rules, state, seat, new, does)


def _lay_faults(rules: MeldRules, state: MeldState, seat: int, melds: Sequence[int], at: Pointer) -> Faults:
    """Yield why the player may not lay these melds now, each a pack: too early, not as the first melds, too many, or
    with the last card. That they are melds and in hand has been checked."""
    laid = list(filter(None, map(rules.arranger.meld, melds)))
    number = packs.size(sum(melds))
    does = f"lays {' and '.join([meld.notation for meld in laid])}"
    says = f"{state.players[seat]} {does}"
    first = not rounds.has_laid(rules, state, seat)
    yield from _too_early(rules, state, seat, does, at)
    yield from _from_pile(rules, state, seat, melds, does, at)
    for meld in laid:
        if meld.kind in rules.out_only and rounds.holds(state, seat) - number > 1:
            only = "which may be laid only with at most one card left then"
            message = f"{state.players[seat]} lays {meld.notation}, {only}"
            yield Finding("lay", message, seat, at=at, word=("melds", meld.kind, "out_only"))
    if rules.table.rank_once:
        for cards in melds:
            place = same_rank(rules, state, seat, cards)
            if place >= 0 and rules.arranger.meld(state.tabled[place] + cards) is None:
                makes = f"which makes {rules.names(state.tabled[place] + cards)}, and that is no meld"
                yield Finding("melds", f"{state.players[seat]} lays {rules.names(cards)}, {makes}", seat, at=at)
    if first:
        yield from _first_faults(rules, state, seat, laid, at)
    elif not rules.table.more:
        message = f"{says}; after the first melds a player lays no others"
        yield Finding("lay", message, seat, at=at, word=("table", "more"))
    if state.melds_laid + len(melds) > rules.most_lays:
        message = f"{says}; at most {number_of(rules.most_lays, 'melds')} may be laid on one turn"
        yield Finding("lay", message, seat, at=at, word=("table", "most"))
    if rounds.holds(state, seat) <= number:  # no card is left then
        after = state.copy()
        _table(rules, after, seat, melds)
        yield from _last_card(rules, after, seat, does, at)


def _from_pile(rules: MeldRules, state: MeldState, seat: int, melds: Sequence[int], does: str, at: Pointer) -> Faults:
    """Yield why the card taken with the pile, which must go to the table, may not be laid like this: with cards that
    came with it, or, if the pile was frozen, with too few cards that are not wild."""
    says = f"{state.players[seat]} {does}"
    due = state.must_lay
    if due < 0:
        return
    below = 0
    if not state.hidden[seat]:
        below = packs.lacking(state.hands[seat] - state.under, sum(melds))
    if below:
        message = f"{says}, with {rules.names(below)} of the pile; first its top card goes to the table"
        yield Finding("take", message, seat, at=at, word=("turn", "must_meld"))
    natural = (packs.size(meld & ~rules.arranger.wild_mask) for meld in melds if packs.count(meld, due))
    if state.frozen and next(natural, FROZEN_NEEDS) < FROZEN_NEEDS:
        message = f"{says}; the pile is frozen, and its card needs two others from the hand that are not wild"
        yield Finding("take", message, seat, at=at, word=("turn", "frozen_by"))


def same_rank(rules: MeldRules, state: MeldState, seat: int, meld: int) -> int:
    """The place of the meld on the table, of the player or the partner, that cards of this rank must join; -1 if there
    is none, or the game has no such rule."""
    rank = _rank(rules, meld)
    own = (place for place, owner in enumerate(state.owners) if owner in rules.side[seat])
    return next((place for place in own if rules.table.rank_once and _rank(rules, state.tabled[place]) == rank), -1)


def _rank(rules: MeldRules, meld: int) -> str:
    """The rank of the cards in a meld that are not wild; empty if there are none."""
    card = next((card for card, _ in packs.counts(meld) if card not in rules.arranger.wilds), -1)
    if card >= 0:
        return rules.deck.cards[card].rank
    return ""


def _too_early(rules: MeldRules, state: MeldState, seat: int, does: str, at: Pointer) -> Faults:
    """Yield that melds may be put on the table only on a later turn."""
    turn = (state.turns - 1) // rules.players + 1  # of this player, as `turns` counts those of all
    if turn < rules.table.from_turn:
        right = f"cards may be put on the table from turn {rules.table.from_turn} on"
        message = f"{state.players[seat]} {does} on turn {turn}; {right}"
        yield Finding("lay", message, seat, at=at, word=("table", "from_turn"))


def _first_faults(rules: MeldRules, state: MeldState, seat: int, melds: Sequence[Meld], at: Pointer) -> Faults:
    """Yield why these cannot be the first melds of a player: other kinds than the rules ask for, or worth too
    little."""
    who = state.players[seat]
    names = " and ".join([meld.notation for meld in melds])
    may_be = []
    for meld in melds:
        if rules.table.first:
            may_be.append({one.kind for one in rules.arranger.readings(meld.cards)})
    if rules.table.first and not _match(list(rules.table.first), may_be):
        kinds = kinds_in_words([meld.kind for meld in melds])
        wanted = kinds_in_words(rules.table.first)
        message = f"{who} lays {kinds} first; the first melds must be {wanted}, all together"
        yield Finding("first-melds", message, seat, at=at, word=("table", "first"))
    points = sum(meld.points for meld in melds)
    of_round = {"hand": state.round, "players": rules.players}
    cards = sum(len(meld.laid) for meld in melds)
    if not rules.first_needs.of(melds=points, cards=cards, total=state.scores[seat], **of_round):
        needs = rules.when(rules.first_needs)
        message = f"{who} lays {names} first, {points} points; the first melds are allowed only when {needs}"
        yield Finding("first-melds", message, seat, at=at, word=("table", "first_needs"))


def _match(kinds: list[str], melds: list[set[str]]) -> bool:
    """Whether each of these kinds can be assigned to another of the melds, which may each be of several kinds, with
    none left."""
    if not melds:
        return not kinds
    first, *rest = melds
    return any(_match([*kinds[:place], *kinds[place + 1 :]], rest) for place, kind in enumerate(kinds) if kind in first)


def _last_card(rules: MeldRules, state: MeldState, seat: int, does: str, at: Pointer) -> Faults:
    """Yield why a player may not put the last cards on the table. In the state they lie there already."""
    yield from rounds.out_faults(rules, state, seat, does, at)
    if rules.table.last_card == "discarded":
        message = f"{state.players[seat]} {does} and has no card left; the last card must be discarded"
        yield Finding("lay", message, seat, at=at, word=("table", "last_card"))


def lay(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Lay melds on the table, where they count for the player; one without a card is out."""
    shown = event.value
    _table(rules, state, state.turn, _melds_shown(shown))
    _put_on_table(rules, state, state.turn, shown.cards)


def _table(rules: MeldRules, state: MeldState, seat: int, melds: Sequence[int]) -> None:
    """Put melds on the table as new ones or, where a player has one meld of each rank, with those of their rank."""
    for cards in melds:
        place = same_rank(rules, state, seat, cards)
        if place < 0:
            state.tabled.append(0)
            state.owners.append(seat)  # its place is -1, the last one
        _change(rules, state, place, seat, cards)
        state.melds_laid += 1


def _change(rules: MeldRules, state: MeldState, place: int, seat: int, cards: int) -> None:
    """Add cards to the meld at this place on the table (a negative pack takes some away). The change of its points
    counts for the player."""
    # `meld` gives None for cards that are no meld, which happens where a table let something stand
    before, after = (rules.arranger.meld(meld) for meld in (state.tabled[place], state.tabled[place] + cards))
    state.tabled[place] += cards
    state.worth[seat] += (after.points if after else 0) - (before.points if before else 0)


def _put_on_table(rules: MeldRules, state: MeldState, seat: int, cards: int) -> None:
    """Take cards that were laid out of the hand; a player without any card left ends the round."""
    leave_hand(rules, state, seat, cards)
    if not state.opened[seat]:
        state.opened[seat] = state.turns
    if state.must_lay >= 0 and packs.count(cards, state.must_lay):
        state.must_lay = -1
        state.under &= packs.mask(rules.put_down)
    if not state.hands[seat] and not state.hidden[seat]:
        rounds.go_out(rules, state, seat)


def check_lay_off(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with laying off a card, during play or at the end of the round."""
    if state.phase == SHOW:
        yield from shows.check_lay_off(rules, state, event)
        return
    if event.seat not in (None, state.turn):
        yield out_of_turn(state, event.seat, "lays a card off")
        return
    faults = list(_off_faults(rules, state, state.turn, event.value, event.at))
    if not faults:
        faults = list(shows.fit_faults(rules, state, state.turn, event.value, event.at))
    yield from faults


def _off_faults(rules: MeldRules, state: MeldState, seat: int, laid: LayOff, at: Pointer) -> Faults:
    """Yield why a player may not lay a card off now, whether it fits or not."""
    does = f"lays off {rules.deck.ids[laid.card]}"
    says = f"{state.players[seat]} {does}"
    after = rules.table.lay_off_after
    yield from _too_early(rules, state, seat, does, at)
    if rules.table.lay_off == "none":
        yield Finding("lay-off", f"{says}; nothing may be laid off here", seat, at=at, word=("table", "lay_off"))
    elif after != "nothing" and not rounds.has_laid(rules, state, seat):
        message = f"{says} without a meld of their own on the table"
        yield Finding("lay-off", message, seat, at=at, word=("table", "lay_off_after"))
    elif after == "next_turn" and state.opened[seat] == state.turns:
        message = f"{says} on the turn of their first melds; this is allowed from the next turn on"
        yield Finding("lay-off", message, seat, at=at, word=("table", "lay_off_after"))
    yield from _from_pile(rules, state, seat, (packs.UNITS[laid.card],), does, at)
    if rounds.holds(state, seat) <= 1:
        place = shows.meld_for(rules, state, laid.card, laid.on)
        trial = state.copy()
        if place >= 0:
            trial.tabled[place] += packs.UNITS[laid.card]
        yield from _last_card(rules, trial, seat, does, at)


def lay_off(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Lay a card off on a meld. During play, the points that the meld gains count for the player who laid it off."""
    if state.phase == SHOW:
        shows.lay_off(rules, state, event)
        return
    seat = state.turn
    laid = event.value
    unit = packs.UNITS[laid.card]
    place = shows.meld_for(rules, state, laid.card, laid.on)
    if place >= 0:
        _change(rules, state, place, seat, unit)
    _put_on_table(rules, state, seat, unit)


def check_swap(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with taking a wild card out of a meld and putting the card there that it stands for."""
    seat = state.turn
    swapped = event.value
    name = rules.deck.ids[swapped.card]
    says = f"{state.players[seat]} swaps {name} for a wild card"
    if not rules.table.swap_wild:
        yield Finding("swap", f"{says}; a wild card stays where it lies", seat, bars=True)
        return
    yield from _not_in_hand(rules, state, seat, packs.UNITS[swapped.card], "swaps", event.at)
    if wild_for(rules, state, swapped)[0] < 0:
        table = shows.melds_on_table(rules, state)
        yield Finding("swap", f"{says}, but none stands for it; on the table: {table}", seat, bars=True)


def wild_for(rules: MeldRules, state: MeldState, swapped: LayOff) -> tuple[int, int]:
    """The place of a meld in which a wild card stands for the card swapped, and the wild card; (-1, -1) if there is
    none."""
    for place, meld in enumerate(state.tabled):
        if not packs.lacking(meld, swapped.on):
            for wild in rules.arranger.wilds:
                there = packs.count(meld, wild)
                if there and rules.arranger.meld(meld - packs.UNITS[wild] + packs.UNITS[swapped.card]):
                    return place, wild
    return -1, -1


def swap(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Put a card in the place of a wild card, which comes into the hand."""
    place, wild = wild_for(rules, state, event.value)
    leave_hand(rules, state, state.turn, packs.UNITS[event.value.card])
    _change(rules, state, place, state.owners[place], packs.UNITS[event.value.card] - packs.UNITS[wild])
    state.hands[state.turn] += packs.UNITS[wild]


def check_put_down(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with putting down a card, for which another may be taken from the stock."""
    seat = state.turn
    card, taken = event.value
    stock = rounds.as_taker_finds(rules, state)
    who = state.players[seat]
    name = rules.deck.ids[card]
    at = event.at + ("take",)
    if card not in rules.put_down:
        message = f"{who} puts down {name}; no such card is put down here"
        yield Finding("put-down", message, seat, at=event.at, bars=True)
        return
    yield from _not_in_hand(rules, state, seat, packs.UNITS[card], "puts down", event.at)
    if taken == NO_CARD and not packs.count(state.under, card) and stock.stock:
        message = f"{who} puts down {name} and takes nothing; a card of the stock is taken for it"
        yield Finding("put-down", message, seat, at=at)
    elif taken >= 0 and packs.count(state.under, card):
        takes = f"takes {rules.deck.ids[taken]} for {name}"
        message = f"{who} {takes}, which came with the pile; nothing is taken for it"
        yield Finding("put-down", message, seat, at=at, bars=True)
    elif taken >= 0:
        yield from whereabouts.stock_faults(rules, stock, packs.UNITS[taken], f"{who} takes", seat, at)


def put_down(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Put a card down, and take another from the stock unless it came with the pile. If the stock is empty, and the
    rules end a round then, the round is over."""
    seat = state.turn
    card, taken = event.value
    from_pile = bool(packs.count(state.under, card))
    leave_hand(rules, state, seat, packs.UNITS[card])
    state.aside += packs.UNITS[card]
    state.put[seat] += 1
    rounds.refill(rules, state)
    if from_pile:
        return
    if taken != NO_CARD and state.stock:
        turns.draw_from_stock(rules, state, seat, taken)
    elif rules.stock.empty == "count" and not state.stock:
        state.taken = -1
        rounds.begin_showing(rules, state)


def check_buy(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with buying the face-up card, which means taking it out of turn."""
    seat = event.seat
    if seat is None:
        others = [who for other, who in enumerate(state.players) if other != state.turn]
        yield Finding("buy", f"this may be {in_list(others, 'or')}; add `by:`", at=event.at, asks=True)
        return
    who = state.players[seat]
    if not state.pile:
        yield Finding("buy", f"{who} buys a card, but no card lies face up", seat, bars=True)
        return
    if state.offers == REFUSED:
        yield Finding("buy", f"{who} buys a card, but the card face up is already bought", seat, bars=True)
        return
    says = f"{who} buys {rules.deck.ids[state.pile[-1]]}"
    if seat == state.turn:
        yield Finding("buy", f"{says} on their own turn; write `take: pile`", seat, bars=True)
    elif state.turns and seat == (state.turn - 1) % rules.players:
        yield Finding("buy", f"{says}, which {who} has just discarded", seat)
    if state.bought[seat] >= rules.buys:
        times = "once"
        if rules.buys != 1:
            times = f"{rules.buys} times"
        yield Finding("buy", f"{says}; a player may do so {times} in a round", seat, word=("turn", "buys"))
    yield from _check_cards_bought(rules, rounds.as_taker_finds(rules, state), event, seat)


def _check_cards_bought(rules: MeldRules, state: MeldState, event: Event, seat: int) -> Faults:
    """Yield that the stock does not have the cards that come with a bought card, or not the one that is named."""
    who = state.players[seat]
    says = f"{who} buys {rules.deck.ids[state.pile[-1]]}"
    if state.stock < rules.turn.buy_cards:
        number = number_of(rules.turn.buy_cards, "cards")
        message = f"{says}, with which {number} of the stock must come; it has {state.stock}"
        yield Finding("stock", message, seat, bars=True)
    elif state.stock == rules.turn.buy_cards and len(state.pile) == 1:
        message = f"{says} and the last card of the stock, so that {state.players[state.turn]} could take none"
        yield Finding("stock", message, seat, bars=True)
    elif event.value != UNSEEN:
        yield from whereabouts.stock_faults(rules, state, packs.UNITS[event.value], f"{who} buys", seat, event.at)


def buy(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Give the face-up card to the player who bought it, with cards of the stock. The player whose turn it is then
    takes from the stock."""
    seat: int = event.seat  # type: ignore[assignment]
    rounds.refill(rules, state)
    state.hands[seat] += packs.UNITS[state.pile.pop()]
    turns.draw_from_stock(rules, state, seat, event.value, rules.turn.buy_cards)
    state.bought[seat] += 1
    state.offers = REFUSED


def check_call(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield what is wrong with calling the face-up card, in any player's turn, for a meld laid with it at once."""
    seat = event.seat
    cards = event.value.cards
    at = event.at
    if seat is None:
        yield Finding("call", f"this may be {in_list(state.players, 'or')}; add `by:`", at=at, asks=True)
        return
    after = state.copy()
    after.turn = seat
    faults = list(turns.check_take(rules, after, TAKE_PILE))
    if not faults:
        faults = list(_check_stopped_pile(rules, state, seat))
    yield from faults
    if faults:
        return
    who = state.players[seat]
    top = state.pile[-1]
    says = f"{who} calls {rules.deck.ids[top]} for {rules.names(cards)}"
    if not packs.count(cards, top):
        yield Finding("call", f"{says}, which is laid without it", seat, at=at, bars=True)
        return
    if state.turns and seat == (state.turn - 1) % rules.players:
        yield Finding("call", f"{says}, which {who} has just discarded", seat)
    turns.take(rules, after, TAKE_PILE)
    faults = list(_not_in_hand(rules, after, seat, cards, "lays", at))
    faults += shows.meld_faults(rules, f"{who} lays", seat, ShownCards(cards, (cards,)), at)
    yield from faults
    if faults:
        return
    kinds = [meld.kind for meld in rules.arranger.readings(cards)]
    callers = {rules.calls.get(kind, "nobody") for kind in kinds}
    if "any_player" not in callers and (seat != state.turn or "next_player" not in callers):
        only = "nobody may"
        if callers != {"nobody"}:
            only = f"only {state.players[state.turn]}, whose turn it is, may"
        yield Finding("call", f"{says}; {only} call a card for a {kinds[0]}", seat, word=("turn", "calls"))
    yield from _lay_faults(rules, after, seat, (cards,), at)


def call(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Lay the face-up card on the table in a meld of whoever called it, whose turn it is then."""
    assert event.seat is not None
    state.turn = event.seat
    turns.take(rules, state, TAKE_PILE)
    lay(rules, state, event)


def layable(rules: MeldRules, state: MeldState) -> Iterator[tuple[int, ...]]:
    """Yield the melds that the player to act might lay together, each a tuple of packs: any single meld, or all that
    must be laid first. Only known cards are used."""
    seat = state.turn
    hand = state.hands[state.turn] - state.under
    melds = rules.arranger.melds(hand)
    if rules.table.rank_once:  # there a card's suit makes no difference, so one meld of each ranks will do
        ranks = rules.deck.cards
        by_ranks = {}
        for meld in melds:
            by_ranks[tuple(sorted(ranks[card].rank for card in meld.laid))] = meld
        melds = list(by_ranks.values())
    if rounds.has_laid(rules, state, seat) or not rules.table.first:
        yield from ((meld.cards,) for meld in melds)
        if rules.first_needs.names and not rounds.has_laid(rules, state, seat):
            yield from _side_by_side(hand, melds)
        return
    yield from _first(rules, hand, melds, sorted(rules.table.first))


def _side_by_side(hand: int, melds: Sequence[Meld]) -> Iterator[tuple[int, ...]]:
    """Yield groups of melds that lie side by side: each meld, then as many others as fit, the most valuable first."""
    best_first = sorted(melds, key=attrgetter("points"), reverse=True)
    for meld in melds:
        chosen = [meld.cards]
        left = hand - meld.cards
        for other in best_first:
            if not packs.lacking(left, other.cards):
                chosen.append(other.cards)
                left -= other.cards
        if len(chosen) > 1:
            yield tuple(chosen)


def _first(rules: MeldRules, hand: int, melds: Sequence[Meld], kinds: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to lay melds of exactly these kinds (sorted) side by side, each once."""
    if not kinds:
        yield ()
        return
    for place, meld in enumerate(melds):
        if meld.kind == kinds[0] and not packs.lacking(hand, meld.cards):
            later = melds
            if kinds[1:2] == kinds[:1]:
                later = melds[place:]
            for rest in _first(rules, hand - meld.cards, later, kinds[1:]):
                yield (meld.cards,) + rest


def fits(rules: MeldRules, state: MeldState, card: int) -> bool:
    """Whether the player can put this card on the table now, in a meld or on one, with known cards. Whether first melds
    are worth enough is left to the laying."""
    seat = state.turn
    if not any(_off_faults(rules, state, seat, LayOff(card, 0), ())) and shows.meld_for(rules, state, card, 0) >= 0:
        return True
    able = (melds for melds in layable(rules, state) if packs.count(sum(melds), card))
    faults = (_lay_faults(rules, state, seat, melds, ()) for melds in able)
    for faults_of_one in faults:
        if all(fault.rule == "first-melds" for fault in faults_of_one):
            return True
    return False
