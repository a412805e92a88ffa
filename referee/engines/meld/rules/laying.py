"""Melds laid on the table during play: melds, cards laid off on them, wild cards swapped, and a card taken out of turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.events import Event
from referee.core.findings import Finding, counted
from referee.core.formula_words import condition
from referee.core.places import Pointer
from referee.core.sentences import called_in
from referee.engines.meld.rules import rounds, shows, turns, whereabouts
from referee.engines.meld.rules.rounds import UNSEEN, LayOff, ShownCards
from referee.engines.meld.rules.turns import REFUSED, out_of_turn, put_down, unseen_since
from referee.engines.meld.state import SHOW, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Meld
from referee.engines.meld.words.compiled import FIRST_MELD, NEXT_TURN, NONE, PILE, STOCK, MeldRules
from referee.engines.meld.words.melds import kinds_in_words


def melds_of(shown: ShownCards) -> tuple[int, ...]:
    """Return the melds that are laid: cards that are not written in groups are one meld."""
    return shown.melds or (shown.cards,)


def check_take(rules: MeldRules, state: MeldState, event: Event) -> Iterator[Finding]:
    """Yield what is wrong with taking a card, and why a card that must go to the table cannot."""
    faults, (source, _), seat = turns.check_take(rules, state, event), event.value, state.turn
    yield from faults
    if faults or source != PILE or not rules.must_meld or state.hidden[seat]:
        return
    after = state.copy()
    turns.take(rules, after, event)
    if after.must_lay >= 0 and not fits(rules, after, after.must_lay):
        name = rules.deck.ids[after.must_lay]
        message = (
            f"{state.players[seat]} takes {name}, which must go to the table on the same turn, but makes no meld there"
        )
        yield Finding("take", message, seat, (STOCK,), word=("turn", "must_meld"))


def check_lay(rules: MeldRules, state: MeldState, event: Event) -> Iterator[Finding]:
    """Yield everything that is wrong with laying melds on the table."""
    wrong = out_of_turn(state, event.seat, "lays melds on the table")
    if wrong:
        yield wrong
        return
    seat, shown, at = state.turn, event.value, event.at
    who, melds = state.players[seat], melds_of(shown)
    faults = list(_not_in_hand(rules, state, seat, shown.cards, "lays", at))
    loose = packs.lacking(sum(melds), shown.cards)
    if loose:
        message = f"{who} lays {rules.names(loose)} in no meld; write each meld as one text, such as `7H 8H 9H`"
        faults.append(Finding("melds", message, seat, at=at, bars=True))
    faults += shows.meld_faults(rules, f"{who} lays", seat, ShownCards(shown.cards, melds), at)
    yield from faults or _lay_faults(rules, state, seat, melds, at)


def _not_in_hand(
    rules: MeldRules, state: MeldState, seat: int, cards: int, does: str, at: Pointer
) -> Iterator[Finding]:
    who, new = state.players[seat], packs.lacking(state.hands[seat], cards)
    if packs.size(new) > state.hidden[seat]:
        is_not = "is not" if packs.size(new) == 1 else "are not"
        held = rules.names(state.hands[seat])
        unseen = f"{counted(state.hidden[seat], 'cards')} unseen" if state.hidden[seat] else ""
        holds = " and ".join(filter(None, (held, unseen))) or "nothing"
        message = f"{who} {does} {rules.names(cards)}, but {rules.names(new)} {is_not} in hand; {who} holds {holds}"
        yield Finding("hand", message, seat, at=at, bars=True)
    elif new:
        yield from whereabouts.faults(rules, state, new, f"{who}, whose hand is unseen, {does}", seat, at)
        yield from unseen_since(rules, state, seat, new, does)


def _lay_faults(rules: MeldRules, state: MeldState, seat: int, melds: Sequence[int], at: Pointer) -> Iterator[Finding]:
    """Yield why these melds may not be laid now."""
    who = state.players[seat]
    names = " and ".join(map(rules.names, melds))
    yield from _too_early(rules, state, seat, f"lays {names}", at)
    if seat in state.owners:
        if not rules.lays_more:
            message = f"{who} lays {names}; after the first melds a player lays no others"
            yield Finding("lay", message, seat, at=at, word=("table", "more"))
    else:
        yield from _first_faults(rules, state, seat, melds, at)
    if state.lays + len(melds) > rules.most_lays:
        message = f"{who} lays {names}; at most {counted(rules.most_lays, 'melds')} may be laid on one turn"
        yield Finding("lay", message, seat, at=at, word=("table", "most"))
    yield from _last_card(rules, state, seat, packs.size(sum(melds)), f"lays {names}", at)


def _too_early(rules: MeldRules, state: MeldState, seat: int, does: str, at: Pointer) -> Iterator[Finding]:
    turn = (state.turns - 1) // rules.players + 1
    if turn < rules.from_turn:
        message = (
            f"{state.players[seat]} {does} on turn {turn}; cards may be put on the table from turn {rules.from_turn} on"
        )
        yield Finding("lay", message, seat, at=at, word=("table", "from_turn"))


def _first_faults(
    rules: MeldRules, state: MeldState, seat: int, melds: Sequence[int], at: Pointer
) -> Iterator[Finding]:
    who, names = state.players[seat], " and ".join(map(rules.names, melds))
    made = [meld for cards in melds if (meld := rules.arranger.meld(cards))]
    kinds = [meld.kind for meld in made]
    if rules.first_melds and not _as_asked(rules, melds):
        asked = kinds_in_words(rules.first_melds)
        message = f"{who} lays {kinds_in_words(kinds)} first; the first melds must be {asked}, all together"
        yield Finding("first-melds", message, seat, at=at, word=("table", "first"))
    points = sum(meld.points for meld in made)
    row = {"melds": points, "cards": packs.size(sum(melds)), "total": state.scores[seat]}
    row |= {"round": state.round, "players": rules.players}
    if not rules.first_needs.run(row, (row,)):
        needs = condition(rules.first_needs.text, called_in(rules.ruleset))
        message = f"{who} lays {names} first, {points:g} points; the first melds are allowed only when {needs}"
        yield Finding("first-melds", message, seat, at=at, word=("table", "first_needs"))


def _as_asked(rules: MeldRules, melds: Sequence[int]) -> bool:
    """Return whether melds are of the kinds that must be laid first, where one may be of several."""
    open_ = [{meld.kind for meld in rules.arranger.readings(cards)} for cards in melds]
    return len(open_) == len(rules.first_melds) and _matched(list(rules.first_melds), open_)


def _matched(kinds: list[str], melds: list[set[str]]) -> bool:
    if not melds:
        return True
    first, *rest = melds
    return any(
        _matched([*kinds[:place], *kinds[place + 1 :]], rest) for place, kind in enumerate(kinds) if kind in first
    )


def _last_card(rules: MeldRules, state: MeldState, seat: int, number: int, does: str, at: Pointer) -> Iterator[Finding]:
    if rules.keeps_last and rounds.holds(state, seat) <= number:
        message = f"{state.players[seat]} {does} and has no card left; the last card must be discarded"
        yield Finding("lay", message, seat, at=at, word=("table", "last_card"))


def lay(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Melds lie on the table, and count for the player who laid them; a player without a card is out."""
    seat = state.turn
    for cards in melds_of(event.value):
        state.tabled.append(cards)
        state.owners.append(seat)
        state.worth[seat] += _points(rules, cards)
        state.lays += 1
    _put_on_table(rules, state, seat, event.value.cards)


def _points(rules: MeldRules, cards: int) -> float:
    meld = rules.arranger.meld(cards)
    return meld.points if meld else 0


def _put_on_table(rules: MeldRules, state: MeldState, seat: int, cards: int) -> None:
    put_down(rules, state, seat, cards)
    state.opened[seat] = state.opened[seat] or state.turns
    if state.must_lay >= 0 and packs.count(cards, state.must_lay):
        state.must_lay = -1
    if not rounds.holds(state, seat):
        rounds.go_out(rules, state, seat)


def check_lay_off(rules: MeldRules, state: MeldState, event: Event) -> Iterator[Finding]:
    """Yield what is wrong with laying a card off, during play or at the end of the round."""
    if state.phase == SHOW:
        yield from shows.check_lay_off(rules, state, event)
        return
    wrong = out_of_turn(state, event.seat, "lays a card off")
    faults = [wrong] if wrong else [*_off_faults(rules, state, state.turn, event.value, event.at)]
    yield from faults or shows.fit_faults(rules, state, state.turn, event.value, event.at)


def _off_faults(rules: MeldRules, state: MeldState, seat: int, laid: LayOff, at: Pointer) -> Iterator[Finding]:
    """Yield why a player may not lay a card off now, whatever lies there."""
    does = f"lays off {rules.deck.ids[laid.card]}"
    says, after = f"{state.players[seat]} {does}", ("table", "lay_off_after")
    yield from _too_early(rules, state, seat, does, at)
    if rules.off_on == NONE:
        yield Finding("lay-off", f"{says}; nothing may be laid off here", seat, at=at, word=("table", "lay_off"))
    elif rules.off_after in (FIRST_MELD, NEXT_TURN) and seat not in state.owners:
        yield Finding("lay-off", f"{says} without a meld of their own on the table", seat, at=at, word=after)
    elif rules.off_after == NEXT_TURN and state.opened[seat] == state.turns:
        message = f"{says} on the turn of their first melds; this is allowed from the next turn on"
        yield Finding("lay-off", message, seat, at=at, word=after)
    yield from _last_card(rules, state, seat, 1, does, at)


def lay_off(rules: MeldRules, state: MeldState, event: Event) -> None:
    """A card goes to a meld on the table; during play what the meld is worth more counts for who laid it off."""
    if state.phase == SHOW:
        shows.lay_off(rules, state, event)
        return
    seat, laid = state.turn, event.value
    unit, place = packs.UNITS[laid.card], shows.meld_for(rules, state, laid.card, laid.on)
    if place >= 0:
        before = _points(rules, state.tabled[place])
        state.tabled[place] += unit
        state.worth[seat] += _points(rules, state.tabled[place]) - before
    else:
        state.tabled.append(unit)
        state.owners.append(seat)
    _put_on_table(rules, state, seat, unit)


def check_swap(rules: MeldRules, state: MeldState, event: Event) -> Iterator[Finding]:
    """Yield what is wrong with taking a wild card from a meld for the card that it stands for."""
    wrong = out_of_turn(state, event.seat, "swaps a wild card")
    if wrong:
        yield wrong
        return
    seat, swapped = state.turn, event.value
    name = rules.deck.ids[swapped.card]
    says = f"{state.players[seat]} swaps {name} for a wild card"
    if not rules.swaps:
        yield Finding("swap", f"{says}; a wild card stays where it lies", seat, bars=True)
        return
    yield from _not_in_hand(rules, state, seat, packs.UNITS[swapped.card], "swaps", event.at)
    if wild_for(rules, state, swapped)[0] < 0:
        table = ", ".join(map(rules.names, state.tabled)) or "nothing"
        yield Finding("swap", f"{says}, but none stands for it; on the table: {table}", seat, bars=True)


def wild_for(rules: MeldRules, state: MeldState, swapped: LayOff) -> tuple[int, int]:
    """Return the meld in which a wild card stands for a card, and the wild card; -1 for the meld if there is none."""
    for place, meld in enumerate(state.tabled):
        for wild in rules.arranger.wilds if not packs.lacking(meld, swapped.on) else ():
            there = packs.count(meld, wild)
            if there and rules.arranger.meld(meld - packs.UNITS[wild] + packs.UNITS[swapped.card]):
                return place, wild
    return -1, -1


def swap(rules: MeldRules, state: MeldState, event: Event) -> None:
    """A card goes to the place of a wild card, which comes into the hand."""
    place, wild = wild_for(rules, state, event.value)
    seat, before = state.turn, _points(rules, state.tabled[place])
    put_down(rules, state, seat, packs.UNITS[event.value.card])
    state.tabled[place] += packs.UNITS[event.value.card] - packs.UNITS[wild]
    state.worth[state.owners[place]] += _points(rules, state.tabled[place]) - before
    state.hands[seat] += packs.UNITS[wild]


def check_buy(rules: MeldRules, state: MeldState, event: Event) -> Iterator[Finding]:
    """Yield what is wrong with taking the face-up card out of turn."""
    seat = event.seat
    if seat is None:
        others = [who for other, who in enumerate(state.players) if other != state.turn]
        yield Finding("buy", f"this may be {' or '.join(others)}; add `by:`", at=event.at, asks=True)
        return
    who = state.players[seat]
    if not state.pile or state.offers == REFUSED:
        what = "the card face up is already bought" if state.pile else "no card lies face up"
        yield Finding("buy", f"{who} buys a card, but {what}", seat, bars=True)
        return
    says = f"{who} buys {rules.deck.ids[state.pile[-1]]}"
    if seat == state.turn:
        yield Finding("buy", f"{says} on their own turn; write `take: pile`", seat, bars=True)
    elif state.turns and seat == (state.turn - 1) % rules.players:
        yield Finding("buy", f"{says}, which {who} has just discarded", seat)
    if state.bought[seat] >= rules.buys:
        times = "once" if rules.buys == 1 else f"{rules.buys} times"
        yield Finding("buy", f"{says}; a player may do so {times} in a round", seat, word=("turn", "buys"))
    state = rounds.met_by_taker(rules, state)
    if state.stock < rules.buy_cards:
        message = f"{says}, but the stock has not the {counted(rules.buy_cards, 'cards')} that come with it"
        yield Finding("stock", message, seat, bars=True)
    elif event.value != UNSEEN:
        yield from whereabouts.stock_faults(rules, state, packs.UNITS[event.value], f"{who} buys", seat, event.at)


def buy(rules: MeldRules, state: MeldState, event: Event) -> None:
    """The face-up card goes to somebody else, with cards of the stock; the turn then begins with the stock."""
    seat: int = event.seat  # type: ignore[assignment]
    state.hands[seat] += packs.UNITS[state.pile.pop()]
    if rounds.refills(rules, state):
        rounds.shuffle_pile(state)
    state.stock -= rules.buy_cards
    seen = int(event.value != UNSEEN and rules.buy_cards > 0)
    if seen:
        state.hands[seat] += packs.UNITS[event.value]
        whereabouts.locate(rules, state, packs.UNITS[event.value], fresh=1)
    state.hidden[seat] += rules.buy_cards - seen
    state.fresh[seat] += rules.buy_cards - seen
    if rules.buy_cards > seen:
        state.unseen.setdefault("stock", []).append(state.clock + 1)
    state.bought[seat] += 1
    state.offers = REFUSED


def lays(rules: MeldRules, state: MeldState) -> Iterator[tuple[int, ...]]:
    """Yield melds that the player to act might lay together, of the cards that are known: each alone, or what must be first."""
    seat, hand = state.turn, state.hands[state.turn]
    melds = rules.arranger.melds(hand)
    if seat in state.owners or not rules.first_melds:
        yield from ((meld.cards,) for meld in melds)
        best = rules.arranger.best(hand).melds
        if rules.first_needs.names and len(best) > 1:
            yield tuple(meld.cards for meld in best)
        return
    yield from _first(rules, hand, melds, sorted(rules.first_melds))


def _first(rules: MeldRules, hand: int, melds: Sequence[Meld], kinds: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield the ways to lay melds of these kinds side by side, each once."""
    if not kinds:
        yield ()
        return
    for place, meld in enumerate(melds):
        if meld.kind == kinds[0] and not packs.lacking(hand, meld.cards):
            later = melds[place:] if kinds[1:2] == kinds[:1] else melds
            for rest in _first(rules, hand - meld.cards, later, kinds[1:]):
                yield (meld.cards, *rest)


def fits(rules: MeldRules, state: MeldState, card: int) -> bool:
    """Return whether the player to act can put this card of the hand on the table now, with the cards that are known."""
    seat = state.turn
    if not any(_off_faults(rules, state, seat, LayOff(card, 0), ())) and shows.meld_for(rules, state, card, 0) >= 0:
        return True
    able = (melds for melds in lays(rules, state) if packs.count(sum(melds), card))
    return any(not any(_lay_faults(rules, state, seat, melds, ())) for melds in able)
