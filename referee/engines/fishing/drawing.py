"""Something that may legally happen next, drawn at random: for simulated games, and for examples out of them.

Players who sowed at random would fill the fields without end, so they harvest where they can more often than not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.core.cards import mask_of, members
from referee.core.family import Draw
from referee.engines.fishing import bans, choices, deals, effects, extras, listing, rounds, steps
from referee.engines.fishing.board import Play, move_text, short_name
from referee.engines.fishing.gifts import replaced
from referee.engines.fishing.state import DEAL, OVER, State, Step
from referee.engines.fishing.terms import HARVEST, SOW, STOCKPILE, Terms

if TYPE_CHECKING:
    from referee.engines.fishing.game import Game


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next; None after the end of the game."""
    terms = game.terms
    if state.phase == OVER:
        return None
    if any(state.hidden):
        state = _imagined(terms, state, draw)
    if state.phase == DEAL:
        return _deal(terms, state, draw)
    if not state.queue:
        return _turn(terms, state, draw)
    step = state.queue[0]
    if step.kind in (steps.DRAW, extras.END) and not step.name:
        return _after_play(terms, state, step, draw)
    return _answer(terms, state, step, draw)


def _imagined(terms: Terms, state: State, draw: Draw) -> State:
    """The state as it might be, with cards in place of those in hands that are not known."""
    state = state.copy()
    unseen = shuffled(list(members(terms.pack & ~state.located)), draw)
    for seat, number in enumerate(state.hidden):
        cards = mask_of(unseen.pop() for _ in range(number))
        state.hands[seat] |= cards
        state.located |= cards
        state.hidden[seat] = 0
    return state


def shuffled(items: list[Any], draw: Draw) -> list[Any]:
    """The items in random order."""
    items = list(items)
    for place in range(len(items) - 1, 0, -1):
        other = draw(place + 1)
        items[place], items[other] = items[other], items[place]
    return items


def _from_pile(terms: Terms, state: State, number: int, draw: Draw, returned: int = 0) -> list[str]:
    unseen = list(members((terms.pack & ~state.located) | returned))
    return [terms.deck.ids[unseen.pop(draw(len(unseen)))] for _ in range(number)]


def _deal(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any]:
    again = rounds.deals_hands_only(state)
    pool = list(members(terms.pack & ~state.located if again else terms.pack))

    def cards(number: int) -> list[str]:
        drawn = sorted((pool.pop(draw(len(pool))) for _ in range(number)), key=terms.deck.sort_key)
        return [terms.deck.ids[card] for card in drawn]

    dealt: dict[str, Any] = {} if again else {"fields": {name: cards(terms.seeded) for name in terms.field_names}}
    dealt["hands"] = {who: cards(deals.hand_size(terms, state, seat)) for seat, who in enumerate(state.players)}
    if terms.dealt_luminaries and not again:
        names = shuffled(list(terms.in_sets), draw)
        dealt["luminaries"] = dict(zip(terms.field_names[: terms.dealt_luminaries], names, strict=False))
    return {"deal": dealt}


def _turn(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any]:
    swap = _swap(terms, state, draw) if draw(4) == 0 else None
    if swap is not None:
        return swap
    owed = extras.owed(terms, state)
    due = owed is not None and owed.last and state.held(state.turn) == 1
    if due or draw(2) == 0:
        extra = _extra(terms, state, draw)
        if extra is not None and (due or state.held(state.turn) > 1):
            return extra
    play = _play(terms, state, draw)
    return {"done": True} if play is None else _item(terms, state, play, draw)


def _item(terms: Terms, state: State, play: Play, draw: Draw) -> Mapping[str, Any]:
    possible = listing.with_seasons(terms, state, play)
    return {"play": move_text(terms, state, possible[draw(len(possible))])}


def _play(terms: Terms, state: State, draw: Draw) -> Play | None:
    """The own play of a turn: a harvest as often as not, a stockpile now and then, or a sow; None where nothing is legal."""
    wish = (HARVEST, HARVEST, HARVEST, STOCKPILE, STOCKPILE, SOW)[draw(6)]
    for action in dict.fromkeys((wish, SOW, HARVEST, STOCKPILE)):
        play = _of_action(terms, state, action, draw)
        if play is not None:
            return play
    return None


def _of_action(terms: Terms, state: State, action: str, draw: Draw) -> Play | None:
    force, seat = terms.in_force(state), state.turn
    fields = [field for field in range(terms.fields) if bans.ban(terms, state, action, field, force) is None]
    if action == HARVEST and draw(4) == 0:
        several = [play for field in fields for play in listing.together(terms, state, seat, field).plays]
        if several:
            return several[draw(len(several))]
    for card in shuffled(list(members(state.hands[seat])), draw):
        for field in shuffled(fields, draw):
            found = listing.of_card(terms, state, seat, card, field, action).plays
            if found and draw(2):
                return max(found, key=lambda play: sum(map(len, play.sets)))
            if found:
                return found[draw(len(found))]
    return None


def _extra(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any] | None:
    if not extras.extras(terms, state) and not extras.repeats(terms, state):
        return None
    found = listing.extras(terms, state, state.turn).plays
    return _item(terms, state, found[draw(len(found))], draw) if found else None


def _swap(terms: Terms, state: State, draw: Draw) -> Mapping[str, Any] | None:
    one = next(iter(extras.swaps(terms, state)), None)
    if one is None:
        return None
    found = _swapped(terms, state, state.turn, one.fields, one.number, draw)
    return None if found and one.exactly and len(found["swap"]) < one.number else found


def _swapped(
    terms: Terms, state: State, seat: int, fields: tuple[int, ...], number: int, draw: Draw
) -> Mapping[str, Any] | None:
    hand = shuffled(list(members(state.hands[seat])), draw)
    board = shuffled(
        [one.cards.bit_length() - 1 for field in fields for one in state.fields[field] if not one.sets], draw
    )
    pairs = list(zip(hand, board, strict=False))[:number]
    return {"swap": {terms.deck.ids[given]: terms.deck.ids[wanted] for given, wanted in pairs}} if pairs else None


def _after_play(terms: Terms, state: State, step: Step, draw: Draw) -> Mapping[str, Any]:
    if extras.owed(terms, state) is not None or draw(3) == 0:
        more = _extra(terms, state, draw)
        if more is not None:
            return more
    if draw(4) == 0:
        swap = _swap(terms, state, draw)
        if swap is not None:
            return swap
    number = steps.to_draw(terms, state, step) if step.kind == steps.DRAW else 0
    return {"draw": _from_pile(terms, state, number, draw)} if number else {"done": True}


def _answer(terms: Terms, state: State, step: Step, draw: Draw) -> Mapping[str, Any]:
    kind, ids = step.kind, terms.deck.ids
    if kind == steps.DRAW:
        return {"draw": _from_pile(terms, state, steps.to_draw(terms, state, step), draw)}
    if kind == steps.CLEAR:
        able = choices.clearable(state)
        return {"clear": short_name(terms, state, able[draw(len(able))])}
    if kind == steps.RESEED:
        hand = [ids[card] for card in members(state.hands[step.seat])]
        return {"reseed": hand if step.told == "hand" else _from_pile(terms, state, step.number, draw)}
    if kind == steps.REVEAL:
        known = state.luminaries[step.field]
        names = effects.may_turn_up(terms, state, step)
        return {"reveal": known or names[draw(len(names))]}
    if kind == steps.UNCOVER:
        return {"uncover": _from_pile(terms, state, step.number, draw)}
    if kind in ("turn", "name"):
        if step.free and (draw(3) == 0 or terms.in_force(state).seasons_stay):
            return {"done": True}
        return {kind: terms.seasons[draw(len(terms.seasons))]}
    if kind == "okus":
        others = [who for seat, who in enumerate(state.players) if seat != step.seat and state.okus[seat]]
        others += ["box"] if step.told.get("from") == "anywhere" and state.box_okus else []
        return {"okus": others[draw(len(others))]} if draw(4) else {"done": True}
    if kind == "swap":
        fields = effects.swap_fields(terms, step)
        found = _swapped(terms, state, step.seat, fields, step.number, draw) if draw(4) else None
        if found is None or (len(found["swap"]) < step.number and not step.told.get("fewer", True)):
            return {"done": True}
        return found
    if kind == "give":
        return {"give": _given(terms, state, step, draw)}
    if kind == "lay":
        return {"lay": _laid(terms, state, step, draw)}
    return _exchanged(terms, state, step, draw)


def _given(terms: Terms, state: State, step: Step, draw: Draw) -> dict[str, str | None]:
    hands = step.told["from"] == "hands"
    given: dict[str, str | None] = {}
    for seat, who in enumerate(state.players):
        if seat == step.seat:
            continue
        able = list(members(state.hands[seat] if hands else state.piles[seat] & effects.wanted(terms, step.told)))
        given[who] = terms.deck.ids[able[draw(len(able))]] if able else None
    return given


def _laid(terms: Terms, state: State, step: Step, draw: Draw) -> dict[str, list[str]]:
    return {
        who: [terms.deck.ids[card] for card in shuffled(list(members(state.hands[seat])), draw)[: step.number]]
        for seat, who in enumerate(state.players)
    }


def _exchanged(terms: Terms, state: State, step: Step, draw: Draw) -> Mapping[str, Any]:
    hand = shuffled(list(members(state.hands[step.seat])), draw)
    number = len(hand) if step.told["cards"] == "all" else draw(min(step.told["cards"], len(hand)) + 1)
    if not number:
        return {"done": True}
    given = hand[:number]
    into_stock = step.told.get("into", "stock") == "stock"
    returned = sum(1 << card for card in given) if into_stock else 0
    drawn = min(replaced(step, number), state.stock + (number if into_stock else 0))
    return {
        "exchange": {
            "discard": [terms.deck.ids[card] for card in given],
            "draw": _from_pile(terms, state, drawn, draw, returned),
        }
    }
