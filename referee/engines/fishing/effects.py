"""What follows when a Luminary is revealed or claimed: effect words, each a change of the table or steps still to be taken.

A reveal effect that the pile lacks cards for does not happen; the ruleset says what becomes of the Luminary then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engines.fishing.powers import Luminary, opposite, selected
from referee.engines.fishing.state import Lying, State, Step
from referee.engines.fishing.terms import Terms

Effect = Callable[[Terms, State, int, int, Any, Luminary], list[Step]]
"""Of terms, state, seat, field, the word's argument and the Luminary: the steps to be taken next."""

FALLOW = "fallow"
"""What the draw for sowing a fallow field is kept under."""


def reveal(terms: Terms, state: State, seat: int, field: int) -> None:
    """Lets the reveal effects of the Luminary that was just turned up happen, or discards it where it lacks cards."""
    one = terms.luminaries[state.luminaries[field] or ""]
    if any(_needs(terms, state, field, word, told) > state.stock for word, told in one.reveal):
        state.hinge("clearing.short_effect")
        if terms.short_effect == "discard":
            discard(state, field)
            state.queue = [step for step in state.queue if not _lost_with(terms, step, field)]
        return
    steps: list[Step] = []
    for word, told in one.reveal:
        steps += REVEAL[word](terms, state, seat, field, told, one)
    state.queue[0:0] = steps


def _lost_with(terms: Terms, step: Step, field: int) -> bool:
    """Whether a field is not reseeded because its Luminary was discarded: an okus that was taken reseeds it all the same."""
    return step.kind == "reseed" and step.field == field and not (terms.reseed_after_discard and step.told == "okus")


def claim(terms: Terms, state: State, seat: int, field: int) -> list[Step]:
    """Gives the face-up Luminary of a field to a player; what its claim effects ask to be done."""
    one = terms.luminaries[state.luminaries[field] or ""]
    state.claimed[seat].append(one.name)
    state.show(field, None, face_up=False)
    steps: list[Step] = []
    for word, told in one.claim:
        steps += CLAIM[word](terms, state, seat, field, told, one)
    state.aside_hidden += state.under[field]
    state.under[field] = 0
    return steps


def discard(state: State, field: int) -> None:
    """Takes the Luminary of a field out of the game, with what lies under it."""
    name = state.luminaries[field]
    if name:
        state.discarded.append(name)
    state.show(field, None, face_up=False)
    state.aside_hidden += state.under[field]
    state.under[field] = 0


def converge(terms: Terms, state: State) -> None:
    """Moves everybody one seat to the left when so many Luminaries lie face up."""
    if not terms.convergence or sum(state.faces) < terms.convergence:
        return
    state.plays["convergences"] = state.plays.get("convergences", 0) + 1
    state.hinge("luminaries.convergence.moves")
    moving = ["hands", "hidden", "scores"]
    if terms.everything_moves:
        moving += ["piles", "piles_hidden", "okus", "claimed", "sweeps"]
    for name in moving:
        held = getattr(state, name)
        setattr(state, name, held[1:] + held[:1])


def turn_to(terms: Terms, state: State, field: int, season: str) -> None:
    """Turns the box so that a field has this season."""
    state.turned = (terms.seasons.index(season) - field) % terms.fields


def turn_by_play(terms: Terms, state: State, field: int, season: str) -> None:
    """Turns the box for a card played into a field; by a quarter, the way round the box matters."""
    before = state.turned
    turn_to(terms, state, field, season)
    if (state.turned - before) % 2:
        state.hinge("box.seasons")


def cards_in(state: State, field: int) -> int:
    """How many cards lie in a field, those in stockpiles counted."""
    return sum(one.cards.bit_count() for one in state.fields[field])


def _needs(terms: Terms, state: State, field: int, word: str, told: Any) -> int:
    """How many cards of the pile a reveal effect needs, with a reseeding that is still due."""
    due = sum(step.number for step in state.queue if step.kind == "reseed" and step.field == field)
    if word == "seed":
        return max(int(told) - cards_in(state, field), 0)
    if word == "hide":
        return int(told) + due
    if word == "cover":
        return due * 2 if due else cards_in(state, field)
    return 0


def _seed(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    for place, step in enumerate(state.queue):
        if step.kind == "reseed" and step.field == field:
            state.queue[place] = step._replace(number=told - cards_in(state, field))
            return []
    missing = told - cards_in(state, field)
    return [Step("reseed", seat, field, missing, name=one.name)] if missing > 0 else []


def _hide(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    state.under[field] += told
    state.stock -= told
    return []


def _cover(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    for place, step in enumerate(state.queue):
        if step.kind == "reseed" and step.field == field:
            state.queue.insert(place + 1, Step("cover", seat, field))
            return []
    cover_all(state, field)
    return []


def cover_all(state: State, field: int) -> None:
    """Puts a hidden card under each loose card of a field, as far as the pile goes."""
    for lying in state.fields[field]:
        if not lying.sets:
            cover(state, lying)


def cover(state: State, lying: Lying) -> None:
    """Puts a hidden card under a card of a field, if the pile has one."""
    if state.stock:
        state.stock -= 1
        card = lying.cards.bit_length() - 1
        state.covered[card] = state.covered.get(card, 0) + 1


def _turn(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    if told == "any":
        return [Step("turn", seat, field, free=True, name=one.name)]
    turn_to(terms, state, field, told)
    return []


def _reveal_opposite(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    there = opposite(field, terms.fields)
    if state.faces[there]:
        return []
    if state.luminaries[there] is None and not unused(terms, state):
        again = isinstance(told, Mapping) and told.get("none_left") == "discarded"
        if not (again and state.discarded):
            return []
    state.hinge("clearing.opposite")
    number = max(terms.reseeded - cards_in(state, there), 0) if terms.top_up else terms.reseeded
    steps = [Step("reseed", seat, there, number, name=one.name)] if number else []
    shown = Step("reveal", seat, there, name=one.name)
    return [*steps, shown] if terms.reveal_last else [shown, *steps]


def wanted(terms: Terms, told: Mapping[str, Any]) -> int:
    """The cards that may be given to whoever collects."""
    return selected(terms.deck, told.get("cards", {}))


def unused(terms: Terms, state: State) -> list[str]:
    """The Luminaries played with that have not been seen this round."""
    seen = {name for name in state.luminaries if name}
    seen.update(state.discarded, *state.claimed)
    return [name for name in terms.in_sets if name not in seen]


def may_turn_up(terms: Terms, state: State, step: Step) -> list[str]:
    """The Luminaries that may lie where none is known: those not seen this round, or discarded ones where none is left."""
    return unused(terms, state) or (list(state.discarded) if step.name else [])


def _discard_opposite(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    there = opposite(field, terms.fields)
    if state.luminaries[there] is not None:
        discard(state, there)
    return []


def _name_season(free: bool) -> Effect:
    def named(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
        return [Step("name", seat, field, told=told["suit"], free=free, name=one.name)]

    return named


def _exchange(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    n = terms.players
    seats = [(seat + place) % n for place in range(n)] if told["by"] == "everyone" else [seat]
    free = told["cards"] != "all"
    return [Step("exchange", other, field, told=told, free=free, name=one.name) for other in seats]


def _lay(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("lay", seat, field, told.get(str(terms.players), 0), told=told, name=one.name)]


def swap_fields(terms: Terms, step: Step) -> tuple[int, ...]:
    """The fields with which cards may be swapped in a step."""
    return tuple(range(terms.fields)) if step.told.get("with") == "anywhere" else (step.field,)


def _swap(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("swap", seat, field, told["cards"], told=told, free=True, name=one.name)]


def _take_hidden(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    number = state.under[field]
    state.piles_hidden[seat] += number
    state.under[field] = 0
    return [Step("uncover", seat, field, number, told="pile", free=True, name=one.name)] if number else []


def _collect(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("give", seat, field, told.get("each", 1), told=told, name=one.name)]


def _take_okus(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("okus", seat, field, 1, told=told, free=True, name=one.name)]


def _reseed_from_hand(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("reseed", seat, field, told="hand", name=one.name), Step("draw", seat, name=one.name)]


def _score(terms: Terms, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return []  # counted when the round is scored


REVEAL: dict[str, Effect] = {
    "seed": _seed,
    "hide": _hide,
    "turn": _turn,
    "reveal_opposite": _reveal_opposite,
    "discard_opposite": _discard_opposite,
    "name_season": _name_season(free=False),
    "cover": _cover,
    "exchange": _exchange,
    "lay": _lay,
}
CLAIM: dict[str, Effect] = {
    "swap": _swap,
    "take_hidden": _take_hidden,
    "turn": _turn,
    "collect": _collect,
    "take_okus": _take_okus,
    "name_season": _name_season(free=True),
    "exchange": _exchange,
    "reseed_from_hand": _reseed_from_hand,
    "score": _score,
}
