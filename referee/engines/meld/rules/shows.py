"""The end of a round: a hand is declared, cards are laid off, hands are shown."""

from __future__ import annotations

from referee.core.events import Event, Faults, Finding, number_of
from referee.core.places import Pointer
from referee.engines.meld.compiled import AFTER_DISCARDING, AFTER_TAKING, BEFORE_TAKING, MeldRules
from referee.engines.meld.rules import rounds, whereabouts
from referee.engines.meld.rules.rounds import LayOff, ShownCards
from referee.engines.meld.rules.turns import leave_hand, over_at_once, unseen_since
from referee.engines.meld.state import DISCARD, TAKE, UNSEEN, MeldState
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement, Meld
from referee.engines.meld.words.scoring import hand_points


def shown_faults(rules: MeldRules, state: MeldState, seat: int, shown: ShownCards, at: Pointer, says: str) -> Faults:
    """Yield what is wrong with the cards that a player shows, and the melds that they are laid out in. `says` is the
    verb of the messages."""
    who = state.players[seat]
    size = rounds.holds(state, seat)
    number = packs.size(shown.cards)
    twice = card_in_two_melds(shown)
    if number > size and twice >= 0:
        message = f"{who} arranges {rules.deck.ids[twice]} in two melds; a card can be in only one meld"
        yield Finding("melds", message, seat, at=at, bars=True)
        return
    missing = packs.lacking(shown.cards, state.hands[seat])
    new = packs.lacking(state.hands[seat], shown.cards)
    if number != size:
        message = f"{who} {says} {number_of(number, 'cards')}, but holds {size}"
        if not state.hidden[seat]:
            for cards, what in ((missing, "not among them"), (new, "not in hand")):
                if cards:
                    message += f"; {rules.names(cards)} {'is' if packs.size(cards) == 1 else 'are'} {what}"
        yield Finding("hand", message, seat, at=at, bars=True)
        return
    if packs.size(new) > state.hidden[seat]:
        message = f"{who} {says} a hand without {rules.names(missing)}, which {who} holds"
        if not state.hidden[seat]:
            instead = ""
            if missing:
                instead = f"; {who} holds {rules.names(missing)}"
            message = f"{who} {says} {rules.names(new)}, which is not in hand{instead}"
        yield Finding("hand", message, seat, at=at, bars=True)
        return
    if new:
        yield from whereabouts.faults(rules, state, new, f"{who} {says}", seat, at)
        yield from unseen_since(rules, state, seat, new, says)
        kept = kept_draw_cards(rules, new)
        if kept:
            yield Finding("action", f"{who} {says} {kept}", seat, at=at)
    yield from meld_faults(rules, f"{who} lays out", seat, shown, at)


def kept_draw_cards(rules: MeldRules, hand: int) -> str:
    """Why a hand cannot hold the draw cards in it, after 'has': 'D; a draw card is set aside …'. Empty if it has none,
    or may."""
    drawn = hand & rules.draws
    if not rules.late_drawn or not drawn:
        return ""
    why = "a draw card is set aside for an Action card and replaced, and is never in a hand that counts"
    return f"{rules.names(drawn)}; {why}"


def card_in_two_melds(shown: ShownCards) -> int:
    """A card that lies in two of the melds; -1 if there is none."""
    before = set[int]()
    for meld in _melds_of(shown):
        cards = [card for card, _ in packs.counts(meld)]
        for card in cards:
            if card in before:
                return card
        before.update(cards)
    return -1


def _melds_of(shown: ShownCards) -> tuple[int, ...]:
    if shown.melds is None:
        return ()
    return shown.melds


def meld_faults(rules: MeldRules, says: str, seat: int | None, shown: ShownCards, at: Pointer) -> Faults:
    """Yield groups of cards that are laid out as a meld but are none; `says` begins the message."""
    melds = _melds_of(shown)
    if len(melds) > rules.arranger.most:
        message = f"{says} {len(melds)} melds; at most {rules.arranger.most} may count"
        yield Finding("melds", message, seat, at=at, word=("melds_count",))
    for cards in melds:
        if rules.arranger.meld(cards) is None:
            message = f"{says} {rules.names(cards)}, which is not a meld; {'; '.join(rules.meld_words)}"
            yield Finding("melds", message, seat, at=at)


def written_arrangement(rules: MeldRules, shown: ShownCards) -> Arrangement | None:
    """The arrangement that counts as it is laid out; None if the best arrangement counts instead."""
    if rules.lays:
        return rules.arranger.arrangement_into(shown.cards, ())
    if rules.at_best:
        return None
    return arrangement_of(rules, shown)


def arrangement_of(rules: MeldRules, shown: ShownCards) -> Arrangement | None:
    """The arrangement in which cards are laid out; None if no melds are laid out."""
    if shown.melds is None:
        return None
    melds: list[Meld] = []
    for cards in shown.melds:
        meld = rules.arranger.meld(cards)
        if meld is not None:
            melds.append(meld)
    return rules.arranger.arrangement_into(shown.cards, melds)


def declarer(rules: MeldRules, state: MeldState, event: Event) -> int:
    """The seat that declares: the player whom the log names, or the player to act, or the one who has just discarded
    (-1: nobody)."""
    if event.seat is not None:
        return event.seat
    if state.phase == DISCARD or state.discarder < 0:
        return state.turn
    return state.discarder


def check_declare(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield everything wrong with ending the round by declaring a hand."""
    seat = declarer(rules, state, event)
    shown = event.value
    cannot = _cannot_speak(rules, state, seat, at_once=True)
    if cannot:
        yield Finding("turn", cannot, None if seat < 0 else seat, bars=True)
        return
    over = over_at_once(rules, state)
    if over and seat != state.discarder:
        message = f"{state.players[seat]} declares {rules.called}, but {over}"
        yield Finding("until", message, seat, word=("declare", "until"))
        return
    faults = list[Finding]()
    if shown is not None:
        faults = list(shown_faults(rules, state, seat, shown, event.at, "declares with"))
    yield from faults
    if faults:
        return
    unseen = shown is None and bool(state.hidden[seat])
    if unseen or not rules.is_over(to_declare(rules, state, seat, shown)):
        cannot = _cannot_speak(rules, state, seat, at_once=False)
    if cannot:  # only a hand that ends the round at once may be laid out here
        message = f"{cannot}; a hand ends the round at once when {rules.when(rules.until)}"
        yield Finding("turn", message, seat, word=("declare", "until"), asks=unseen, bars=True)
    elif not unseen:
        yield from declaration_faults(rules, state, seat, shown, "declares", ())


OWN_MOMENTS = {TAKE: BEFORE_TAKING, DISCARD: AFTER_TAKING}
"""The moment of a turn, as `declare: when` has it, by the phase."""


def _moment_of(state: MeldState, seat: int) -> str:
    """The moment at which a player would declare now, as `declare: when` has it; empty if it is another player's turn."""
    if state.phase != DISCARD and seat == state.discarder >= 0:
        return AFTER_DISCARDING
    if seat == state.turn:
        return OWN_MOMENTS.get(state.phase, "")
    return ""


def _cannot_speak(rules: MeldRules, state: MeldState, seat: int, *, at_once: bool) -> str:
    """Why a player may not declare now; empty if the player may. A seat of -1 is nobody in particular. `at_once` says that
    the hand may be one that ends the round at once, which its player may lay out after any discard."""
    if at_once and rules.ends_at_once and seat == state.discarder:
        return ""
    says = f"{state.players[seat] if seat >= 0 else 'somebody'} declares {rules.called}"
    if state.declarer >= 0:
        return f"{says}; {state.players[state.declarer]} has already ended the round"
    moment = _moment_of(state, seat)
    if moment in rules.declare_when:
        return ""
    if moment == AFTER_TAKING and AFTER_DISCARDING in rules.declare_when:
        return f"{says} before discarding; it may be declared only after discarding"
    phrases = {
        BEFORE_TAKING: "before taking a card",
        AFTER_TAKING: "after taking a card",
        AFTER_DISCARDING: "after discarding",
    }
    when = " or ".join(words for key, words in phrases.items() if key in rules.declare_when)
    return f"{says}, but this is allowed only on their own turn, {when}"


def to_declare(rules: MeldRules, state: MeldState, seat: int, shown: ShownCards | None) -> Arrangement:
    """The arrangement with which a player declares: as laid out if that counts, or else the best one."""
    if shown is None:
        return rules.best_declaration(state.hands[seat], state.upcard)
    written = written_arrangement(rules, shown)
    if written is None:
        return rules.best_declaration(shown.cards, state.upcard)
    return written


def declaration_faults(
    rules: MeldRules, state: MeldState, seat: int, shown: ShownCards | None, does: str, at: Pointer
) -> Faults:
    """Yield that the hand with which a player ends the round is not good enough. `does` is the verb of the message."""
    arrangement = to_declare(rules, state, seat, shown)
    hand = state.hands[seat]
    if shown:
        hand = shown.cards
    if not rules.good_enough(arrangement, state.upcard):
        says = f"{state.players[seat]} {does} {rules.called}"
        message = not_good_enough(rules, says, arrangement, hand, state.upcard)
        yield Finding("declare", message, seat, at=at)


def not_good_enough(rules: MeldRules, says: str, arrangement: Arrangement, hand: int, upcard: int = UNSEEN) -> str:
    """The message that a hand does not end the round, after `says`: 'Ann declares Enlightenment'."""
    if rules.all_cards and not arrangement.idle:
        return f"{says} with melds of {arrangement.score} points; {_needs(rules)}"
    idle = "nothing"
    if arrangement.idle:
        idle = rules.names(arrangement.idle)
    says = f"{says} with {idle} idle"
    if not rules.all_cards:
        most = rules.most_idle(arrangement, upcard)
        if most is None:
            needs = _needs(rules)
        elif most:
            needs = f"it needs {most} or fewer"
        else:
            needs = "it needs none"
        return f"{says}, {-arrangement.idle_points} points; {needs}"
    if rules.arranger.whole(hand) is None:
        return f"{says}; every card must be in a meld, and no arrangement of {rules.names(hand)} does that"
    return f"{says}; every card must be in a meld"


def _needs(rules: MeldRules) -> str:
    return f"it is allowed only when {rules.when(rules.needs)}"


def declare(rules: MeldRules, state: MeldState, event: Event) -> None:
    """End the round with a hand. If it is not good enough, which the table let stand, the player pays the penalty and
    play goes on."""
    seat = declarer(rules, state, event)
    shown = event.value
    if shown is not None:
        _see_hand(rules, state, seat, shown)
    if not state.hidden[seat]:
        arrangement = to_declare(rules, state, seat, shown)
        if not rules.good_enough(arrangement, state.upcard):
            state.penalty[seat] += rules.declare.penalty
            state.discarder = -1
            return
        show_declared(rules, state, seat, shown, arrangement)
        if rules.is_over(arrangement):
            state.declarer = seat
            state.taken = -1
            rounds.begin_showing(rules, state)
            return
    state.declarer = seat
    rounds.begin_last_turns(rules, state)


def show_declared(
    rules: MeldRules, state: MeldState, seat: int, shown: ShownCards | None, arrangement: Arrangement
) -> None:
    """Lay out the hand that ended the round. If it is good enough only with some cards first turned up, and that card
    is not recorded, a doubt is noted."""
    if shown is not None:
        _note_better(rules, state, seat, shown, rules.best_declaration(shown.cards, state.upcard))
    unknown = rules.by_upcard and state.upcard < 0 and rules.good_enough(arrangement)
    if unknown and not all(rules.good_enough(arrangement, card) for card in range(len(rules.deck))):
        does = f"{state.players[seat]} could declare {rules.called} with {rules.names(arrangement.idle)} idle"
        message = f"the card first turned up is not recorded, so it is not known whether {does}"
        state.notes.append(("unseen-upcard", message, state.clock + 1))
    put_on_table(rules, state, seat, arrangement)


def put_on_table(rules: MeldRules, state: MeldState, seat: int, arrangement: Arrangement) -> None:
    """Put the melds of the player who ended the round on the table, where cards may be laid off on them."""
    state.shown[seat] = arrangement
    if rules.lays_off:
        state.tabled = [meld.cards for meld in arrangement.melds]
        state.hands[seat] = arrangement.idle


def show_other(rules: MeldRules, state: MeldState, seat: int, shown: ShownCards) -> None:
    """Lay out a hand that did not end the round, so that it counts."""
    best = rules.arranger.best(shown.cards)
    _note_better(rules, state, seat, shown, best)
    written = written_arrangement(rules, shown)
    if written is None:
        written = best
    state.shown[seat] = written


def _note_better(rules: MeldRules, state: MeldState, seat: int, shown: ShownCards, best: Arrangement) -> None:
    """Note a doubt if a hand counts as it was laid out, though a better arrangement was possible (`best`)."""
    if rules.at_best:
        return
    laid_out = arrangement_of(rules, shown)
    if laid_out is None or best.score <= laid_out.score:
        return
    melds = "no meld"
    if best.melds:
        melds = ", ".join(meld.notation for meld in best.melds)
    says = "to score"
    number = laid_out.score
    other = best.score
    if rules.idle_called and (laid_out.score, best.score) == (laid_out.idle_points, best.idle_points):
        says = f"with {rules.idle_called} of"
        number = -laid_out.score
        other = -best.score
    could = f"{other} was possible, with {melds}; the hand counts as arranged"
    message = f"{state.players[seat]} arranges a hand {says} {number}; {could}"
    state.notes.append(("arrangement", message, state.clock + 1))


def _see_hand(rules: MeldRules, state: MeldState, seat: int, shown: ShownCards) -> None:
    """Show a hand that was unseen."""
    new = packs.lacking(state.hands[seat], shown.cards)
    if new:
        whereabouts.locate(rules, state, new, state.fresh[seat])
    state.hands[seat] = shown.cards
    state.hidden[seat] = state.fresh[seat] = 0


def shower(state: MeldState, event: Event) -> int:
    """The seat that shows a hand or lays off: the player whom the log names, or the only one who has not shown yet; -1
    if it is not known."""
    if event.seat is not None:
        return event.seat
    left = rounds.to_show(state)
    if len(left) == 1:
        return left[0]
    return -1


def _not_to_show(state: MeldState, seat: int, event: Event) -> Faults:
    """Yield that it is not known whose hand this is, or that it was already shown."""
    if seat < 0:
        names = " or ".join(state.players[other] for other in rounds.to_show(state))
        yield Finding("show", f"this may be the hand of {names}; add `by:`", at=event.at, asks=True)
    elif state.shown[seat] is not None:
        yield Finding("show", f"{state.players[seat]} has already shown a hand", seat, bars=True)


def check_show(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield why a hand shown at the end of the round cannot be its player's, or is wrongly laid out."""
    seat = shower(state, event)
    shown = event.value
    faults = list(_not_to_show(state, seat, event))
    if not faults:
        faults = list(shown_faults(rules, state, seat, shown, event.at, "shows"))
    yield from faults
    if seat == state.declarer and not faults:  # the hand was declared unseen
        yield from declaration_faults(rules, state, seat, shown, "declared", event.at)


def show(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Show a hand and count it; after the last one the round is scored."""
    seat = shower(state, event)
    shown = event.value
    _see_hand(rules, state, seat, shown)
    if seat == state.declarer:
        show_declared(rules, state, seat, shown, to_declare(rules, state, seat, shown))
    elif rules.lays:  # what is left of a hand is idle, and may be many cards
        state.shown[seat] = written_arrangement(rules, shown)
    else:
        show_other(rules, state, seat, shown)
    state.discarder = -1
    if not rounds.to_show(state):
        rounds.finish(rules, state)


def check_lay_off(rules: MeldRules, state: MeldState, event: Event) -> Faults:
    """Yield why a card cannot be laid off at the end of a round, on a meld of the player who ended it."""
    seat = shower(state, event)
    laid = event.value
    faults = list(_not_to_show(state, seat, event))
    unseen = rules.lays_off and rounds.declarer_is_unseen(state)
    if not faults and not unseen and not lay_off_allowed(rules, state):
        who = state.players[seat]
        name = rules.deck.ids[laid.card]
        faults = [Finding("lay-off", f"{who} lays off {name}; nothing may be laid off here", seat)]
    if not faults:
        faults = list(fit_faults(rules, state, seat, laid, event.at, unseen=unseen))
    yield from faults


def fit_faults(
    rules: MeldRules, state: MeldState, seat: int, laid: LayOff, at: Pointer, *, unseen: bool = False
) -> Faults:
    """Yield why a card cannot be laid off where that is allowed: it is not in hand, or fits no meld. `unseen` melds may
    have been any."""
    who = state.players[seat]
    name = rules.deck.ids[laid.card]
    faults = list[Finding]()
    known = packs.count(state.hands[seat], laid.card)
    if not known and state.hidden[seat]:
        faults = list(whereabouts.faults(rules, state, packs.UNITS[laid.card], f"{who} lays off", seat, at))
    elif not known:
        message = f"{who} lays off {name}, which is not in hand; {who} holds {rules.names(state.hands[seat])}"
        faults = [Finding("hand", message, seat, bars=True)]
    yield from faults
    if not faults and not unseen and meld_for(rules, state, laid.card, laid.on) < 0:
        table = melds_on_table(rules, state)
        fits = "fits no meld on"
        if laid.on:
            fits = "does not fit there; on"
        yield Finding("lay-off", f"{who} lays off {name}, which {fits} the table: {table}", seat, bars=True)


def melds_on_table(rules: MeldRules, state: MeldState) -> str:
    """The melds on the table, for a message."""
    if not state.tabled:
        return "nothing"
    return ", ".join(map(rules.names, state.tabled))


def lay_off_allowed(rules: MeldRules, state: MeldState) -> bool:
    """Return whether cards may be laid off on the melds of the player who ended the round."""
    ended = None
    if state.declarer >= 0:
        ended = state.shown[state.declarer]
    return ended is not None and bool(rules.lay_off.of(**hand_points(ended)._asdict()))


def meld_for(rules: MeldRules, state: MeldState, card: int, on: int) -> int:
    """The place of the meld on the table that a card is laid off on; -1 if it fits none. `on` is a pack of cards of
    that meld (0: any meld)."""
    own_only = bool(rules.table.lay_off == "own" and state.turn >= 0 and state.owners)
    for place, meld in enumerate(state.tabled):
        if own_only and state.owners[place] not in rules.side[state.turn]:
            continue
        if not packs.lacking(meld, on) and rules.arranger.meld(meld + packs.UNITS[card]):
            return place
    return -1


def lay_off(rules: MeldRules, state: MeldState, event: Event) -> None:
    """Lay a card off from a hand on a meld on the table, at the end of a round."""
    seat = shower(state, event)
    laid = event.value
    unit = packs.UNITS[laid.card]
    leave_hand(rules, state, seat, unit)
    place = meld_for(rules, state, laid.card, laid.on)
    if place >= 0:
        state.tabled[place] += unit
    elif rounds.declarer_is_unseen(state):
        state.miss("table")
    state.laid[seat] += unit
