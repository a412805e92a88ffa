"""What follows when a Luminary is revealed or claimed: effect words, each a change of the table or steps still to be taken.

A reveal effect that the pile lacks cards for does not happen; the ruleset says what becomes of the Luminary then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engines.fishing.rules.rounds import MOVED
from referee.engines.fishing.state import Lying, State, Step
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.powers import Luminary, opposite, selected

Effect = Callable[[CompiledRules, State, int, int, Any, Luminary], list[Step]]
"""Of compiled rules, state, seat, field, the word's argument and the Luminary: the steps to be taken next."""

TOP_UP, LIES = "top_up", "lies"
"""What steps are told: a field is topped up; a Luminary only lies there, without its effects of revealing."""
EVERY = 1000
"""More cards than there are."""
FALLOW = "fallow"
"""What the draw for sowing a fallow field is kept under."""


def reveal(rules: CompiledRules, state: State, step: Step) -> None:
    """Lets the reveal effects of the Luminary that was just turned up happen, or discards it where it lacks cards."""
    seat, field = step.seat, step.field
    one = rules.luminaries[state.luminaries[field] or ""]
    asked = [(word, _missing(rules, state, step, told) if word == "seed" else told) for word, told in one.reveal]
    if any(_needs(rules, state, step, word, told) > state.stock for word, told in asked):
        if rules.short_effect == "discard":
            discard(state, field)
            state.queue = [later for later in state.queue if not _lost_with(rules, later, field)]
        if rules.short_effect != "as_far":
            return
    steps: list[Step] = []
    for word, told in asked:
        if word == "cover":
            told = step.number if told == "reseeded" and step.name else EVERY
        steps += REVEAL[word](rules, state, seat, field, told, one)
    state.queue[0:0] = steps


def _lost_with(rules: CompiledRules, step: Step, field: int) -> bool:
    """Whether a field is not reseeded because its Luminary was discarded: an okus that was taken reseeds it all the same."""
    return step.kind == "reseed" and step.field == field and not (rules.reseed_after_discard and step.told == "okus")


def claim(rules: CompiledRules, state: State, seat: int, field: int) -> list[Step]:
    """Gives the face-up Luminary of a field to a player; what its claim effects ask to be done."""
    one = rules.luminaries[state.luminaries[field] or ""]
    state.claimed[seat].append(one.name)
    state.bare = [other for other in state.bare if other != field]
    state.show(field, None, face_up=False)
    steps: list[Step] = []
    for word, told in one.claim:
        steps += CLAIM[word](rules, state, seat, field, told, one)
    state.aside_hidden += state.under[field]
    state.under[field] = 0
    return steps


def discard(state: State, field: int) -> None:
    """Takes the Luminary of a field out of the game, with what lies under it."""
    name = state.luminaries[field]
    if name:
        state.discarded.append(name)
    state.bare = [*(other for other in state.bare if other != field), field]
    state.show(field, None, face_up=False)
    state.aside_hidden += state.under[field]
    state.under[field] = 0


def converge(rules: CompiledRules, state: State) -> None:
    """Moves everybody one seat to the left when enough Luminaries lie face up."""
    if not rules.convergence or sum(state.faces) < rules.convergence:
        return
    state.plays["convergences"] = state.plays.get("convergences", 0) + 1
    if rules.seat_deals_next:
        state.dealer = (state.dealer - 1) % rules.players
    if rules.seat_plays_next:
        state.used[MOVED] = str(int(state.used.get(MOVED, "0")) + 1)
    moving = ["hands", "hidden", "scores", "untold"]
    if rules.everything_moves:
        moving += ["piles", "piles_hidden", "okus", "claimed", "sweeps"]
    for name in moving:
        held = getattr(state, name)
        setattr(state, name, held[1:] + held[:1])
    pool(rules, state)


def pool(rules: CompiledRules, state: State) -> None:
    """Puts the harvest piles of partners together."""
    for first, *others in rules.sides:
        for seat in others:
            state.piles[first] |= state.piles[seat]
            state.piles_hidden[first] += state.piles_hidden[seat]
            state.piles[seat] = state.piles_hidden[seat] = 0


def turn_to(rules: CompiledRules, state: State, field: int, season: str) -> None:
    """Turns the box so that a field has this season."""
    turned = (rules.seasons.index(season) - field) % rules.fields
    if turned != state.turned:
        state.turned, state.turned_from = turned, state.turned


def lacking(rules: CompiledRules, state: State, field: int, wanted: int) -> int:
    """How many cards a field lacks of this many, each stockpile counting as its cards or as one."""
    lying = state.fields[field]
    return max(wanted - (len(lying) if rules.things_lie else sum(one.cards.bit_count() for one in lying)), 0)


def loose(state: State, field: int) -> list[Lying]:
    """What lies in a field and is not a stockpile."""
    return [one for one in state.fields[field] if not one.sets]


def _missing(rules: CompiledRules, state: State, shown: Step, wanted: int) -> int:
    """How many more cards a field must get to have so many, or so many new ones if another Luminary revealed its own."""
    if shown.name and not rules.top_up:
        due = any(step.kind == "reseed" and step.field == shown.field for step in state.queue)
        return wanted - (0 if due else shown.number)
    return lacking(rules, state, shown.field, wanted)


def _needs(rules: CompiledRules, state: State, shown: Step, word: str, told: Any) -> int:
    """How many cards of the pile a reveal effect needs, with a reseeding that is still due."""
    field = shown.field
    due = sum(step.number for step in state.queue if step.kind == "reseed" and step.field == field)
    if word == "seed":
        return int(told)
    if word == "hide":
        return int(told) + due
    if word == "cover":
        before = shown.number if told == "reseeded" and shown.name else len(loose(state, field))
        return due * 2 if due else before
    return 0


def _seed(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    for place, step in enumerate(state.queue):
        if step.kind == "reseed" and step.field == field:
            number = min(told, state.stock)
            state.queue[place : place + 1] = [step._replace(number=number)] if number else []
            return []
    missing = min(told, state.stock)
    return [Step("reseed", seat, field, missing, name=one.name)] if missing > 0 else []


def _hide(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    due = sum(step.number for step in state.queue if step.kind == "reseed" and step.field == field)
    number = min(told, max(state.stock - due, 0))
    state.under[field] += number
    state.stock -= number
    return []


def _cover(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    for place, step in enumerate(state.queue):
        if step.kind == "reseed" and step.field == field:
            number = step.number if told < EVERY else told
            state.queue.insert(place + 1, Step("cover", seat, field, number))
            return []
    cover_last(state, field, told)
    return []


def cover_last(state: State, field: int, number: int) -> None:
    """Puts a hidden card under each of the last loose cards of a field, as far as the pile goes."""
    for lying in loose(state, field)[-number:] if number else ():
        cover(state, lying)


def cover(state: State, lying: Lying) -> None:
    """Puts a hidden card under a card of a field, if the pile has one."""
    if state.stock:
        state.stock -= 1
        card = lying.cards.bit_length() - 1
        state.covered[card] = state.covered.get(card, 0) + 1


def _turn(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    if told == "any":
        return [Step("turn", seat, field, free=True, name=one.name)]
    turn_to(rules, state, field, told)
    return []


def _reveal_opposite(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    there = opposite(field, rules.fields)
    if state.faces[there]:
        return []
    says = told if isinstance(told, Mapping) else {}
    if state.luminaries[there] is None:
        if there in state.bare and says.get("over") == "claimed":
            return []
        if not unused(rules, state) and not (says.get("none_left") == "discarded" and state.discarded):
            return []
        if says.get("laid") == "lies":
            return [Step("reveal", seat, there, told=LIES, name=one.name)]
    number = lacking(rules, state, there, rules.reseeded) if rules.top_up else rules.reseeded
    steps = [Step("reseed", seat, there, number, told=TOP_UP, name=one.name)] if number else []
    shown = Step("reveal", seat, there, number, name=one.name)
    return [*steps, shown] if rules.reveal_last else [shown, *steps]


def wanted(rules: CompiledRules, told: Mapping[str, Any]) -> int:
    """The cards that may be given to whoever collects."""
    return selected(rules.deck, told.get("cards", {}))


def unused(rules: CompiledRules, state: State) -> list[str]:
    """The Luminaries played with that have not been seen this round."""
    seen = {name for name in state.luminaries if name}
    seen.update(state.discarded, *state.claimed)
    return [name for name in rules.in_sets if name not in seen]


def may_turn_up(rules: CompiledRules, state: State, step: Step) -> list[str]:
    """The Luminaries that may lie where none is known: those not seen this round, or discarded ones where none is left."""
    return unused(rules, state) or (list(state.discarded) if step.name else [])


def _discard_opposite(
    rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary
) -> list[Step]:
    there = opposite(field, rules.fields)
    if state.luminaries[there] is not None:
        discard(state, there)
    return []


def _name_season(free: bool) -> Effect:
    def named(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
        return [Step("name", seat, field, told=told["suit"], free=free, name=one.name)]

    return named


def _exchange(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    n = rules.players
    first = seat + (told.get("first") == "left")
    seats = [(first + place) % n for place in range(n)] if told["by"] == "everyone" else [seat]
    free = told["cards"] != "all"
    return [Step("exchange", other, field, told=told, free=free, name=one.name) for other in seats]


def _lay(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("lay", seat, field, told[str(rules.players)], told=told, name=one.name)]


def swap_fields(rules: CompiledRules, step: Step) -> tuple[int, ...]:
    """The fields with which cards may be swapped in a step."""
    return tuple(range(rules.fields)) if step.told.get("with") == "anywhere" else (step.field,)


def _swap(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("swap", seat, field, told["cards"], told=told, free=True, name=one.name)]


def _take_hidden(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    number = state.under[field]
    state.piles_hidden[rules.keeper[seat]] += number
    state.under[field] = 0
    return [Step("uncover", seat, field, number, told="pile", free=True, name=one.name)] if number else []


def _collect(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("give", seat, field, told["each"], told=told, name=one.name)]


def _take_okus(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
    return [Step("okus", seat, field, 1, told=told, free=True, name=one.name)]


def _reseed_from_hand(
    rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary
) -> list[Step]:
    return [Step("reseed", seat, field, told="hand", name=one.name), Step("draw", seat, name=one.name)]


def _score(rules: CompiledRules, state: State, seat: int, field: int, told: Any, one: Luminary) -> list[Step]:
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
