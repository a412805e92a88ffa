"""Whether a position can occur in the game: why one that is written down cannot.

Each function returns what is wrong, in words, or yields it with its way in the position; nothing where it is possible.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee.core.cards import members
from referee.core.fields import AT, Data
from referee.core.places import Pointer
from referee.core.wording import number_of
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules.moves import lying_text, season, short_name
from referee.engines.fishing.rules.rounds import first_seat
from referee.engines.fishing.state import DEAL, OVER, PLAY, FishingState, Lying
from referee.engines.fishing.words.powers import Luminary

Wrong = Iterator[tuple[Pointer, str]]
"""Ways in a position, each with what is wrong there."""


def stockpile(rules: FishingRules, one: Lying) -> str:
    """Why a stockpile cannot have been made; empty if it can."""
    text = lying_text(rules, one)
    if not rules.stockpile["allowed"]:
        return f"{text} is a {rules.called}; this game has none"
    if one.cards.bit_count() < 2:
        return f"{text} is a single card; a {rules.called} has two or more"
    for cards in one.sets:
        totals = set(map(sum, product(*[rules.values[card] for card in members(cards)])))
        # a multiple stockpile that was built into this one counted as one card of its value
        built = rules.stockpile["multiple_in_sums"] and cards.bit_count() > 2 and max(totals) > one.value
        if one.value not in totals and not built:
            names = "+".join(rules.deck.names(cards))
            worth = " or ".join(map(str, sorted(totals)))
            return f"{text} is worth {one.value}, but {names} makes {worth}"
    if not rules.of_value.get(one.value, 0) & rules.pack:
        return f"{text} is worth {one.value}; no card has that value, so nobody can have made it"
    return ""


def okus(rules: FishingRules, state: FishingState) -> Wrong:
    """Yield that there are more okus than are played with."""
    number = state.box_okus + sum(state.okus)
    if number > rules.okus:
        yield AT + ("okus",), f"there are {number} okus; this game has {rules.okus} with {rules.players} players"


def luminaries(rules: FishingRules, state: FishingState) -> Wrong:
    """Yield Luminaries in two places or too many of them, fields with another season than their Luminary keeps, and
    cards under a field without a Luminary that hides cards."""
    places = _places(state)
    seen: set[str] = set()
    for where, name in places:
        if name in seen:
            yield AT + (where,), f"{name} is in two places; each Luminary is there once"
        seen.add(name)
    number = len(places) + state.luminaries.count("")
    brought = sum(rules.brings_another(name) for name in _luminaries_seen(state))
    if number > rules.dealt_luminaries + brought:
        where = "face_down"
        if places:
            where = places[-1][0]
        dealt = f"{number_of(rules.dealt_luminaries, 'Luminaries')} are dealt"
        yield AT + (where,), f"there are {number} Luminaries in this round; {dealt}"
    for field in range(rules.fields):
        there = _open_in(state, field)
        wanted = _kept_season(rules, state, there)
        if wanted and season(rules, state, field) != wanted:
            here = short_name(rules, state, field)
            yield AT + ("luminaries", here), f"{there} lies open in {here}; while it does, its field is {wanted}"
    for field in state.under:
        there = _open_in(state, field)
        if not there or "hide" not in dict(rules.luminaries[there].reveal):
            here = short_name(rules, state, field)
            yield AT + ("under", here), f"no Luminary lies open in {here} under which cards are hidden"


def _places(state: FishingState) -> list[tuple[str, str]]:
    """Each Luminary that is named, with the key of a position under which it is."""
    face_up = []
    face_down = []
    for field, name in enumerate(state.luminaries):
        if name and state.faces[field]:
            face_up.append(("luminaries", name))
        elif name:
            face_down.append(("face_down", name))
    places = face_up + face_down
    for names in state.claimed:
        places += [("claimed", name) for name in names]
    places += [("discarded", name) for name in state.discarded]
    return places


def _open_in(state: FishingState, field: int) -> str:
    """Return the Luminary that lies open in a field; '' if none does."""
    if not state.faces[field]:
        return ""
    return state.luminaries[field] or ""


def _luminaries_seen(state: FishingState) -> list[str]:
    """The Luminaries that lie open in this round, or did before they were claimed or discarded."""
    names = []
    for name, up in zip(state.luminaries, state.faces, strict=True):
        if name and up:
            names.append(name)
    for claimed in state.claimed:
        names += claimed
    return names + state.discarded


def _kept_season(rules: FishingRules, state: FishingState, name: str) -> str:
    """The season that a field keeps while this Luminary lies open there; empty if it may change, or no Luminary lies
    there."""
    if not name:
        return ""
    one = rules.luminaries[name]
    turned_to = dict(one.reveal).get("turn", "")
    if dict(one.in_play).get("seasons_stay") is not True or turned_to not in rules.seasons:
        return ""
    # one that another brought may only lie there, and has then turned nothing
    if any(rules.brings_another(other) for other in _luminaries_seen(state)):
        return ""
    return str(turned_to)


def totals(rules: FishingRules, state: FishingState, *, goes_on: bool) -> Iterator[tuple[str, str]]:
    """Yield a player whose total is impossible, and the sentence: below zero in a game without losses or, if the game
    `goes_on`, high enough to have ended it."""
    for who, total in zip(state.players, state.scores, strict=True):
        if total < 0 and _never_negative(rules):
            yield who, f"{who} has a total of {total}; no total falls below 0 in this game"
            return
    if not goes_on or state.phase == OVER:
        return
    best = max(state.scores)
    leading = {rules.side_of[seat] for seat, total in enumerate(state.scores) if total == best}
    reached = rules.scoring.when is None and state.target is not None and best >= state.target
    if reached and not any(state.untold) and (len(leading) == 1 or rules.end["tied"] == "shared"):
        who = state.players[state.scores.index(best)]
        yield who, f"{who} has {best} of {state.target} points, so the game is over"


def _never_negative(rules: FishingRules) -> bool:
    """Return whether no round takes a total below zero."""
    scoring = rules.scoring
    if scoring.words["floor"]:
        return True
    points = [line.points for line in scoring.lines]
    points += [scoring.okus, scoring.luminaries, scoring.sweeps, scoring.last]
    for one in rules.luminaries.values():
        points += dict(one.claim).get("score", {}).values()
    return not scoring.parts and min(points) >= 0


def hands(rules: FishingRules, state: FishingState, position: Data) -> Wrong:
    """Yield hands of a size that is impossible in this phase, beside the pile that the position names."""
    if state.phase == DEAL:
        for seat, who in enumerate(state.players):
            if state.hand_size(seat):
                yield AT + ("hands", who), f"{who} holds cards, but they are yet to be dealt; write `phase: play`"
        return
    if state.phase != PLAY:
        return
    yield from _to_play(rules, state, position)
    if "stock" in position:
        yield from sizes(rules, state)


def sizes(rules: FishingRules, state: FishingState) -> Wrong:
    """Yield a hand, or the pile, of a size that is impossible while a round is played, given the others."""
    if state.phase != PLAY:
        return
    if not rules.draw_up:
        yield from _deal_faults(rules, state)
    elif not rules.draws_when_empty:
        yield from _hand_size_faults(rules, state)


def _to_play(rules: FishingRules, state: FishingState, position: Data) -> Wrong:
    """Yield that it is the turn of a player who holds no card, while others do."""
    waiting = _in_turn(state) or state.hand_size(state.turn)
    if waiting or not any(map(state.hand_size, range(rules.players))):
        return
    who = state.players[state.turn]
    where = "turn" if "turn" in position else "hands"
    yield AT + (where,), f"it cannot be {who}'s turn, as {who} has no card left"


def _deal_faults(rules: FishingRules, state: FishingState) -> Wrong:
    """Yield a pile or a hand of a size that equal deals and plays in turn cannot leave."""
    left = rules.size - rules.fields * rules.seeded
    piles = set[int]()
    while left > 0:
        if left >= rules.players:
            left -= rules.players * min(rules.hand, left // rules.players)
        else:
            left -= left  # too few for a card each are left over
        piles.add(left)
    if state.stock not in piles:
        able = ", ".join(map(str, sorted(piles, reverse=True)))
        yield AT + ("stock",), f"{number_of(state.stock, 'cards')} cannot be left in the pile; it can be {able}"
        return
    size = state.hand_size(state.turn)
    played = 1  # by those who come before the player to act
    for place in range(rules.players):
        seat = (first_seat(rules, state) + place * rules.direction) % rules.players
        if seat == state.turn:
            played = 0
        if state.hand_size(seat) != size - played:
            who = state.players[seat]
            turn = state.players[state.turn]
            has = f"{who} has {number_of(state.hand_size(seat), 'cards')}"
            right = f"with {number_of(size, 'cards')} in the hand of {turn}, who is to play, it must be {size - played}"
            yield AT + ("hands", who), f"{has}; {right}"


def _hand_size_faults(rules: FishingRules, state: FishingState) -> Wrong:
    """Yield hands that are too large, or smaller than they are filled up to although the pile has cards."""
    most = max(rules.draw_up, rules.hand) + rules.drawn_for_fallow
    cards_were_taken = any(_takes_cards(rules.luminaries[name]) for name in _luminaries_seen(state))
    for seat, who in enumerate(state.players):
        size = state.hand_size(seat)
        acting = seat == state.turn and _in_turn(state)
        has = f"{who} has {number_of(size, 'cards')}"
        if size > most and not state.queue:
            yield AT + ("hands", who), f"{has}; a hand has at most {most}"
        elif (
            size < rules.draw_up and state.stock and not (acting or cards_were_taken or _just_dealt(rules, state, seat))
        ):
            pile = f"with {number_of(state.stock, 'cards')} in the pile"
            yield AT + ("hands", who), f"{has} {pile}; hands are filled up to {rules.draw_up}"


def _in_turn(state: FishingState) -> bool:
    """Return whether a turn has begun and is not over."""
    return bool(state.queue or state.used) or state.own is not None


def _takes_cards(one: Luminary) -> bool:
    """Return whether a Luminary takes cards out of hands that are not replaced at once."""
    words = dict((*one.reveal, *one.claim))
    collects = words.get("collect", {}).get("from") == "hands"
    return collects or "lay" in words or "exchange" in words


def _just_dealt(rules: FishingRules, state: FishingState, seat: int) -> bool:
    """Return whether a hand is as it was dealt, before the first play."""
    first = first_seat(rules, state)
    size = rules.first_hand if seat == first else rules.hand
    in_hands = rules.first_hand + rules.hand * (rules.players - 1)
    before = state.stock == rules.size - rules.fields * rules.seeded - in_hands
    return before and state.turn == first and state.hand_size(seat) == size
