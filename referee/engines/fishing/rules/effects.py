"""What follows when a Luminary is revealed or claimed: effect words, each a change of the table or steps still to be taken.

A reveal effect that the pile lacks cards for does not happen; the ruleset says what becomes of the Luminary then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.engines.fishing.rules.rounds import MOVED
from referee.engines.fishing.state import Lying, State, Step
from referee.engines.fishing.words.compiled import CompiledRules
from referee.engines.fishing.words.powers import opposite, selected

Effect = Callable[[CompiledRules, State, Step], list[Step]]
"""What an effect word does, and the steps to be taken next, from a step with its argument, its field and its Luminary."""

TOP_UP, LIES = "top_up", "lies"
"""What steps are told: a field is topped up; a Luminary only lies there, without its effects of revealing."""
EVERY = 1000
"""More cards than there are."""
FALLOW = "fallow"
"""What the draw for sowing a fallow field is kept under."""


def reveal(rules: CompiledRules, state: State, step: Step) -> None:
    """Lets the reveal effects of the Luminary that was just turned up happen, or discards it where it lacks cards."""
    field = step.field
    one = rules.luminaries[state.luminaries[field] or ""]
    due = reseeds(state, field)
    number = sum(later.number for later in due)
    asked, needed = [], 0
    for word, told in one.reveal:
        if word == "seed":
            # so many cards in all, or so many new ones if another Luminary revealed its own
            new = step.name and not rules.top_up
            told = told - (0 if due else step.number) if new else lacking(rules, state, field, told)
            needed = max(needed, told)
        elif word == "hide":
            needed = max(needed, told + number)
        elif word == "cover":
            told = step.number if told == "reseeded" and step.name else EVERY
            needed = max(needed, number * 2 or (told if told < EVERY else len(_loose(state, field))))
        asked.append((word, told))
    if needed > state.stock:
        if rules.short_effect == "discard":
            discard(state, field)
            # an okus that was taken reseeds the field all the same, where the rules say so
            kept = [later for later in due if rules.reseed_after_discard and later.told == "okus"]
            state.queue = [later for later in state.queue if later not in due or later in kept]
        if rules.short_effect != "as_far":
            return
    steps: list[Step] = []
    for word, told in asked:
        steps += REVEAL[word](rules, state, Step(word, step.seat, field, told=told, name=one.name))
    state.queue[0:0] = steps


def reseeds(state: State, field: int) -> list[Step]:
    """Return the reseedings of a field that are still due."""
    return [step for step in state.queue if step.kind == "reseed" and step.field == field]


def claim(rules: CompiledRules, state: State, seat: int, field: int) -> list[Step]:
    """Gives the face-up Luminary of a field to a player; what its claim effects ask to be done."""
    one = rules.luminaries[state.luminaries[field] or ""]
    state.claimed[seat].append(one.name)
    steps: list[Step] = []
    _leave(state, field)
    for word, told in one.claim:
        steps += CLAIM[word](rules, state, Step(word, seat, field, told=told, name=one.name))
    _uncovered(state, field)
    return steps


def discard(state: State, field: int) -> None:
    """Takes the Luminary of a field out of the game, with what lies under it."""
    name = state.luminaries[field]
    if name:
        state.discarded.append(name)
    _leave(state, field)
    state.bare.append(field)
    _uncovered(state, field)


def _leave(state: State, field: int) -> None:
    state.bare = [other for other in state.bare if other != field]
    state.show(field, None, face_up=False)


def _uncovered(state: State, field: int) -> None:
    """What lay under a Luminary is out of the game, unless somebody took it."""
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
    """Return how many cards a field lacks of this many, each stockpile counting as its cards or as one."""
    lying = state.fields[field]
    return max(wanted - (len(lying) if rules.things_lie else sum(one.cards.bit_count() for one in lying)), 0)


def _loose(state: State, field: int) -> list[Lying]:
    return [one for one in state.fields[field] if not one.sets]


def cover_last(state: State, field: int, number: int) -> None:
    """Puts a hidden card under each of the last loose cards of a field, as far as the pile goes."""
    for lying in _loose(state, field)[-number:] if number else ():
        cover(state, lying)


def cover(state: State, lying: Lying) -> None:
    """Puts a hidden card under a card of a field, if the pile has one."""
    if state.stock:
        state.stock -= 1
        card = lying.cards.bit_length() - 1
        state.covered[card] = state.covered.get(card, 0) + 1


def wanted(rules: CompiledRules, told: Mapping[str, Any]) -> int:
    """Return the cards that may be given to whoever collects."""
    return selected(rules.deck, told.get("cards", {}))


def may_turn_up(rules: CompiledRules, state: State, step: Step) -> list[str]:
    """Return the Luminaries that may lie where none is known: those not seen this round, or discarded ones where none is
    left."""
    return _unused(rules, state) or (list(state.discarded) if step.name else [])


def _unused(rules: CompiledRules, state: State) -> list[str]:
    """Return the Luminaries played with that have not been seen this round."""
    seen = {name for name in state.luminaries if name}
    seen.update(state.discarded, *state.claimed)
    return [name for name in rules.in_sets if name not in seen]


def swap_fields(rules: CompiledRules, step: Step) -> tuple[int, ...]:
    """Return the fields with which cards may be swapped in a step."""
    return tuple(range(rules.fields)) if step.told.get("with") == "anywhere" else (step.field,)


def _seed(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    number, waiting = min(due.told, state.stock), reseeds(state, due.field)
    if not waiting:
        return [due._replace(kind="reseed", number=number, told=None)] if number > 0 else []
    place = state.queue.index(waiting[0])
    state.queue[place : place + 1] = [waiting[0]._replace(number=number)] if number else []
    return []


def _hide(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    number = min(due.told, max(state.stock - sum(step.number for step in reseeds(state, due.field)), 0))
    state.under[due.field] += number
    state.stock -= number
    return []


def _cover(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    waiting = reseeds(state, due.field)
    if waiting:
        number = waiting[0].number if due.told < EVERY else due.told
        state.queue.insert(state.queue.index(waiting[0]) + 1, Step("cover", due.seat, due.field, number))
    else:
        cover_last(state, due.field, due.told)
    return []


def _turn(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    if due.told == "any":
        return [due._replace(free=True, told=None)]
    turn_to(rules, state, due.field, due.told)
    return []


def _reveal_opposite(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    there = opposite(due.field, rules.fields)
    shown = Step("reveal", due.seat, there, name=due.name)
    if state.faces[there]:
        return []
    says = due.told if isinstance(due.told, Mapping) else {}
    if state.luminaries[there] is None:
        if there in state.bare and says.get("over") == "claimed":
            return []
        if not _unused(rules, state) and not (says.get("none_left") == "discarded" and state.discarded):
            return []
        if says.get("laid") == "lies":
            return [shown._replace(told=LIES)]
    number = lacking(rules, state, there, rules.reseeded) if rules.top_up else rules.reseeded
    shown = shown._replace(number=number)
    steps = [shown._replace(kind="reseed", told=TOP_UP)] if number else []
    return [*steps, shown] if rules.reveal_last else [shown, *steps]


def _discard_opposite(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    there = opposite(due.field, rules.fields)
    if state.luminaries[there] is not None:
        discard(state, there)
    return []


def _exchange(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    seats = [due.seat]
    if due.told["by"] == "everyone":
        first = due.seat + (due.told.get("first") == "left")
        seats = [(first + place) % rules.players for place in range(rules.players)]
    return [due._replace(seat=seat, free=due.told["cards"] != "all") for seat in seats]


def _take_hidden(rules: CompiledRules, state: State, due: Step) -> list[Step]:
    number = state.under[due.field]
    state.piles_hidden[rules.keeper[due.seat]] += number
    state.under[due.field] = 0
    return [due._replace(kind="uncover", number=number, told="pile", free=True)] if number else []


REVEAL: dict[str, Effect] = {
    "seed": _seed,
    "hide": _hide,
    "turn": _turn,
    "reveal_opposite": _reveal_opposite,
    "discard_opposite": _discard_opposite,
    "name_season": lambda rules, state, due: [due._replace(kind="name", told=due.told["suit"])],
    "cover": _cover,
    "exchange": _exchange,
    "lay": lambda rules, state, due: [due._replace(number=due.told[str(rules.players)])],
}
CLAIM: dict[str, Effect] = {
    "swap": lambda rules, state, due: [due._replace(number=due.told["cards"], free=True)],
    "take_hidden": _take_hidden,
    "turn": _turn,
    "collect": lambda rules, state, due: [due._replace(kind="give", number=due.told["each"])],
    "take_okus": lambda rules, state, due: [due._replace(kind="okus", number=1, free=True)],
    "name_season": lambda rules, state, due: [due._replace(kind="name", told=due.told["suit"], free=True)],
    "exchange": _exchange,
    "reseed_from_hand": lambda rules, state, due: [
        due._replace(kind="reseed", told="hand"),
        Step("draw", due.seat, name=due.name),
    ],
    "score": lambda rules, state, due: [],  # counted when the round is scored
}
