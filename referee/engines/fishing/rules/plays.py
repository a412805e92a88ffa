"""Plays: what may be wrong with a sow, a harvest or a stockpile, how it happens on the board, and every legal one of a hand.

The same functions judge a play, list what is legal and draw plays at random. How many plays there are grows without bound with
what lies in the fields, so a list stops at a number and says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from referee.core.cards import mask_of, members
from referee.core.events import Faults, Finding
from referee.core.selectors import Selector, choose
from referee.engines.fishing.compiled import ACTIONS, HARVEST, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules import captures, effects
from referee.engines.fishing.rules.captures import Listed, check_harvest, check_kept, check_stockpile, new_stockpile
from referee.engines.fishing.rules.moves import Play, field_name, lying_text, move_text, season, season_of, within
from referee.engines.fishing.rules.rounds import check_hand, check_order, leave_hand
from referee.engines.fishing.state import FishingState, Lying
from referee.engines.fishing.words.powers import FaceUp, Word, in_field

MOST = 1_200
"""The most plays that a list has, the cards of the hand sharing them evenly."""


def check(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield everything wrong with a play: the cards, the field, then what is taken or made. `active` is the mask of the
    cards played, `force` everything that the Luminaries lying face up change."""
    force = state.force
    active = play.active
    action = play.action
    if active & ~state.hands[play.seat]:
        yield from check_hand(rules, state, play)
    if rules.deal["in_order"]:
        yield from check_order(rules, state, play)
    if force.bar or force.confine or (action, season(rules, state, play.field)) in rules.forbids:
        yield from effects.check_ban(rules, state, play)
    if active & active - 1:  # more than one card
        yield from _check_number(rules, state, play)
    if force.extra:
        yield from _check_left(rules, state, play)
    named = 0
    for _, lying, _ in play.elements:
        if named & lying.cards:
            message = f"{state.players[play.seat]} names {lying_text(rules, lying)} in two sets"
            yield Finding(action, f"{message}; each card is in one set at most", play.seat, bars=True)
            return
        named |= lying.cards
    owned: Sequence[Lying] = ()
    if rules.must_keep or not rules.sow["while_owning"]:
        owned = state.stockpiles_of(play.seat)
    if action == HARVEST:
        yield from check_harvest(rules, state, play, named)
    elif action == STOCKPILE:
        yield from check_stockpile(rules, state, play)
    elif owned or rules.sow["while_capturing"] is not True:
        yield from _check_sow(rules, state, play, owned)
    if owned and rules.must_keep:
        yield from check_kept(rules, state, play, owned)


def _check_left(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that a play leaves too few cards in hand for the extra plays that Luminaries still demand this turn, or
    that it is made with a last card that is owed to one."""
    hand = state.hand_size(play.seat)
    number = play.active.bit_count()
    owed = None
    if hand == 1 and not play.extra:
        owed = _owed_last_card(rules, state)
    if owed is not None:
        right = f"{owed.name} demands a {owed.argument['action']} in {field_name(rules, state, owed.field)}"
        message = f"{state.players[play.seat]} plays the last card for a {play.action}; {right}"
        yield Finding("luminaries", message, play.seat, word=owed.word)
        return
    if rules.harvest["whole_hand"] and number == hand == rules.draw_up:
        return  # nothing is left for a duty
    duties = _duties_after(rules, state, play)
    if not duties:
        return
    needed = len(duties)
    if play.extra and state.own is None:
        needed += 1  # for the turn's own play
    most = hand - 1  # one card must be played in any case
    if _is_choice(state, play):
        most = hand
    if hand - number < min(needed, most):
        does = f"{state.players[play.seat]} plays {rules.names(play.active)}{' together' if number > 1 else ''}"
        message = f"{does} for a {play.action} and keeps too few cards for the {duties[0].argument['action']}"
        message += f" in {field_name(rules, state, duties[0].field)}, which {duties[0].name} demands"
        yield Finding("luminaries", message, play.seat, word=duties[0].word)


def _owed_last_card(rules: FishingRules, state: FishingState) -> FaceUp | None:
    """The extra play for which the last card must be kept; None if there is none, or the turn's own play may count as
    that one."""
    extra = effects.duty(rules, state)
    if extra is None or extra.argument["last_card"] != "owed":
        return None
    if state.own and extra.gives(*state.own):
        return None
    return extra


def _duties_after(rules: FishingRules, state: FishingState, play: Play) -> list[FaceUp]:
    """The extra plays that must still be made after a play. Those in a field that it empties may lapse."""
    own = play.extra or state.own
    duties = []
    for one in effects.extras(rules, state):
        if one.argument["must"] and own not in (one.name, (one.argument["action"], one.field)):
            duties.append(one)
    if not duties or rules.luminary_words["extra_first"]:
        return duties
    gone = set(state.cleared)
    if play.action == HARVEST:
        taken = {one.lying for one in play.elements}
        for field, lying in enumerate(state.fields):
            if taken.issuperset(lying):
                gone.add(field)
    return [one for one in duties if one.field not in gone]


def _is_choice(state: FishingState, play: Play) -> bool:
    """Return whether a play is one that a Luminary gives and nobody has to make."""
    for one in state.force.extra + state.force.repeat:
        if one.name == play.extra and not one.argument.get("must"):
            return True
    return False


def _check_number(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that several cards are played as one, unless a Luminary or the rule about whole hands allows it."""
    number = play.active.bit_count()
    seat = play.seat
    does = f"{state.players[seat]} plays {rules.names(play.active)}"
    if play.action != HARVEST:
        yield Finding(play.action, f"{does} for one {play.action}; it is made with a single card", seat)
        return
    if rules.harvest["whole_hand"] and number == state.hand_size(seat) == rules.draw_up:
        return
    together = in_field(state.force.together, play.field)
    right = "one card"
    word: Word = ()
    if together is not None:
        most = together.argument["cards"]
        if most == "any" or number <= most:
            return
        right = f"{most} cards at most"
        word = together.word
    message = f"{does} together; a harvest {within(rules, state, play.field)} is made with {right}"
    yield Finding(HARVEST, message, seat, word=word)


def _check_sow(rules: FishingRules, state: FishingState, play: Play, owned: Sequence[Lying]) -> Faults:
    """Yield that a card is sown by a player who can capture, or who owns a stockpile (`owned`), where the rules forbid
    that."""
    capture = None
    if rules.sow["while_capturing"] is not True and not play.extra:
        capture = _capture_instead(rules, state, play)
    if capture:
        can = "which" if capture.active == play.active else "but"
        message = f"{_sows(rules, state, play)}, {can} can capture, as in: {move_text(rules, state, capture)}"
        yield Finding(SOW, message, play.seat, word=("sow", "while_capturing"))
    if owned and not rules.sow["while_owning"]:
        message = f"{_sows(rules, state, play)} while owning {lying_text(rules, owned[0])}"
        message += f"; the owner of a {rules.called} harvests or {rules.called}s"
        yield Finding(SOW, message, play.seat, word=("sow", "while_owning"))


def _capture_instead(rules: FishingRules, state: FishingState, play: Play) -> Play | None:
    """A legal harvest that forbids this sow: with the card sown or, if the rules say 'no_card', with any card of the
    hand. None if there is none."""
    cards = [play.active.bit_length() - 1]  # the only card in the mask
    if rules.sow["while_capturing"] == "no_card":
        cards += rules.deck.sort(state.hands[play.seat] & ~play.active)
    for card in cards:
        for field in range(rules.fields):
            if state.fields[field] and effects.ban(rules, state, HARVEST, field) is None:
                for capture in captures.of_card(rules, state, play.seat, card, field, HARVEST).plays:
                    if not any(check(rules, state, capture)):
                        return capture
    return None


def _sows(rules: FishingRules, state: FishingState, play: Play) -> str:
    return f"{state.players[play.seat]} sows {rules.names(play.active)}"


def lay(rules: FishingRules, state: FishingState, play: Play) -> list[int]:
    """Make a play happen on the board; gives the fields that it emptied, its own first and then clockwise."""
    leave_hand(state, play.seat, play.active)
    own = play.field
    if play.action == SOW:
        state.fields[own].append(Lying(play.active))
        return []
    cards = play.active
    for _, lying, _ in play.elements:
        cards |= lying.cards
    fields = [own]
    if state.force.reach:
        fields = list(range(own, rules.fields)) + list(range(own))
    emptied = []
    for field in fields:
        left = [one for one in state.fields[field] if not one.cards & cards]
        if state.fields[field] and not left:
            emptied.append(field)
        state.fields[field] = left
    if play.action == STOCKPILE:
        state.fields[own].append(new_stockpile(rules, play))
        return []
    state.piles[rules.keeper[play.seat]] |= cards
    state.last_taker = play.seat
    return emptied


def seasons_after(rules: FishingRules, state: FishingState, play: Play) -> tuple[str, ...]:
    """The seasons that the field of a play may have after it: none if the box is not turned, several if the player may
    choose."""
    if not rules.seasons:
        return ()
    force = state.force
    turning = rules.turning(play.action, play.active)
    more = in_field(force.turned_by, play.field)
    if more:
        turning |= play.active & choose(more.argument, rules.deck)
    if force.seasons_stay:
        stay = force.seasons_stay[-1].argument
        excepted: Selector = []
        if isinstance(stay, Mapping):
            excepted = stay["except"]
        turning &= choose(excepted, rules.deck)
    if not turning or (turning & turning - 1 and rules.box["several"] != "choice"):
        return ()  # no card turns it, or several do and the rules give no choice
    seasons = [season_of(rules, state, card) for card in members(turning)]
    if all(seasons):
        return tuple(dict.fromkeys(seasons))
    return rules.seasons


def with_seasons(rules: FishingRules, state: FishingState, play: Play) -> list[Play]:
    """Return a play with each season that its card leaves to choose; itself where there is no choice."""
    possible = seasons_after(rules, state, play)
    if len(possible) > 1:
        return [play._replace(turn=one) for one in possible]
    return [play]


def legal(rules: FishingRules, state: FishingState, seat: int) -> Listed:
    """The legal plays of a hand that is known, card by card. Where a play leaves the season to choose, none is
    named."""
    hand = rules.deck.sort(state.hands[seat])
    lists = [Listed.cut(_of_hand_card(rules, state, seat, card), MOST // len(hand)) for card in hand]
    several = [together(rules, state, seat, field) for field in range(rules.fields)]
    return Listed.cut(lists + several, MOST)


def _of_hand_card(rules: FishingRules, state: FishingState, seat: int, card: int, unseen: int = 0) -> Iterator[Listed]:
    """Yield the legal plays of one card, action by action, field by field; `unseen` cards may be in the hand, too."""
    for action in ACTIONS:
        for field in range(rules.fields):
            if effects.ban(rules, state, action, field) is None:
                yield of_card(rules, state, seat, card, field, action, unseen=unseen)


def of_unseen_card(rules: FishingRules, state: FishingState, seat: int, card: int) -> list[Play]:
    """The legal plays of a card that may be among the unknown cards of a hand; none if it cannot be there."""
    unseen = rules.pack & ~state.located & ~(1 << card)
    if not state.hidden[seat] or (state.located | ~rules.pack) >> card & 1:
        return []
    here = state.copy()
    here.hidden[seat] -= 1
    here.hands[seat] |= 1 << card
    here.located |= 1 << card
    return Listed.cut(_of_hand_card(rules, here, seat, card, unseen if here.hidden[seat] else 0), MOST).plays


def of_card(
    rules: FishingRules,
    state: FishingState,
    seat: int,
    card: int,
    field: int,
    action: str,
    extra: str = "",
    unseen: int = 0,
) -> Listed:
    """The legal plays of a card in one field. `extra` is the Luminary that the play is for, `unseen` a mask of other
    cards that may be in the hand."""
    return _legal_of(rules, state, captures.of_card(rules, state, seat, card, field, action, unseen), extra)


def _legal_of(rules: FishingRules, state: FishingState, listed: Listed, extra: str = "") -> Listed:
    if extra:
        named = [play._replace(extra=extra) for play in listed.plays]
    else:
        named = listed.plays
    return Listed([play for play in named if not any(check(rules, state, play))], listed.whole)


def together(rules: FishingRules, state: FishingState, seat: int, field: int) -> Listed:
    """The legal harvests in a field with several cards played as one, where a Luminary or the rule about whole hands
    allows it."""
    number = state.hands[seat].bit_count()
    several = in_field(state.force.together, field)
    sizes: set[int] = set()
    if several:
        most = number
        if several.argument["cards"] != "any":
            most = min(several.argument["cards"], number)
        sizes = set(range(2, most + 1))
    if rules.harvest["whole_hand"] and number == rules.draw_up == state.hand_size(seat):
        sizes.add(number)
    if not sizes or effects.ban(rules, state, HARVEST, field) is not None:
        return Listed([])
    return Listed.cut(_harvests_together(rules, state, seat, field, sorted(sizes)), MOST)


def _harvests_together(
    rules: FishingRules, state: FishingState, seat: int, field: int, sizes: Sequence[int]
) -> Iterator[Listed]:
    """Yield the legal harvests with each choice of cards from a hand, for each of these numbers of cards."""
    hand = rules.deck.sort(state.hands[seat])
    for size in sizes:
        for cards in combinations(hand, size):
            values = captures.sums([rules.values[card] for card in cards])
            yield _legal_of(rules, state, captures.harvests(rules, state, seat, field, mask_of(cards), values))


def extras(rules: FishingRules, state: FishingState, seat: int) -> Listed:
    """The legal plays that Luminaries add to the turn: extra plays and plays again, if not made yet."""
    wanted = [(extra.name, extra.field, extra.argument["action"]) for extra in effects.extras(rules, state)]
    if state.own is not None:
        action = state.own[0]
        for repeat in effects.repeats(rules, state):
            for field in repeat.fields:
                if effects.ban(rules, state, action, field, repeat) is None:
                    wanted.append((repeat.name, field, action))
    return Listed.cut(_of_hand_for(rules, state, seat, wanted), MOST)


def _of_hand_for(
    rules: FishingRules, state: FishingState, seat: int, wanted: Sequence[tuple[str, int, str]]
) -> Iterator[Listed]:
    """Yield the legal plays of each card of a hand for each of the wanted (Luminary, field, action)."""
    hand = rules.deck.sort(state.hands[seat])
    for name, field, action in wanted:
        for card in hand:
            yield of_card(rules, state, seat, card, field, action, name)


def instead(rules: FishingRules, state: FishingState, seat: int) -> Listed:
    """The legal plays that may still be the turn's own, if the play made may count as the one that a Luminary gives."""
    given = effects.extras(rules, state)
    if state.own is None or not any(extra.gives(*state.own) for extra in given):
        return Listed([])
    able = legal(rules, state, seat)
    own = []
    for play in able.plays:
        if not any(extra.gives(play.action, play.field) for extra in given):
            own.append(play)
    return Listed(own, able.whole)
