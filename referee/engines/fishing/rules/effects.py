"""Effects of the season of a field and Luminaries: what they forbid, what face-up ones add to the turn of a player, and
what follows when one is revealed or claimed: effect words, each a change of the table or steps still to be taken.

A reveal effect that the pile lacks cards for does not happen; the ruleset says what becomes of the Luminary then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.core.data import Words
from referee.core.events import Faults, Finding
from referee.core.selectors import choose
from referee.engines.fishing.compiled import ACTIONS, HARVEST, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules.moves import Play, field_name, season, short_name
from referee.engines.fishing.rules.rounds import MOVED
from referee.engines.fishing.state import COVER, DRAW, END, RESEED, REVEAL, FishingState, Lying, PendingStep
from referee.engines.fishing.words.powers import FaceUp, Word, opposite

BANNED = {SOW: "sowing", HARVEST: "harvesting", STOCKPILE: "stockpiling"}
Effect = Callable[[FishingRules, FishingState, PendingStep], list[PendingStep]]
"""Carries out an effect word of a step, with its argument, field and Luminary, and returns the steps to be taken next."""

TOP_UP, LIES = "top_up", "lies"
"""Arguments of steps: a field is topped up; a Luminary only lies there, without its effects of revealing."""
EVERY = 1000
"""More cards than there are."""
OKUS_BEFORE = "okus-before"
"""The key of `used` for how many okus lay on the box when the turn began, once one has been moved."""
FALLOW = "fallow"
"""The key of `used` for the draw for sowing a fallow field."""


def ban(rules: FishingRules, state: FishingState, action: str, field: int, repeat: FaceUp | None = None) -> Word | None:
    """The word of the ruleset that forbids an action in a field now, of a Luminary or the season; None if it is
    allowed. `repeat` is a Luminary's power to act again, for which the season may not matter."""
    here = (action, season(rules, state, field))
    force = state.force
    only = force.confinement  # the power of a Luminary that closes all fields but its own
    if only is not None and field != only.field:
        return only.word
    others_hold = only is None or only.argument["luminaries"] != "rest"  # other Luminaries still act
    if others_hold and here in force.bar:
        return force.bar[here]
    return season_ban(rules, state, action, field, repeat)


def season_ban(
    rules: FishingRules, state: FishingState, action: str, field: int, repeat: FaceUp | None = None
) -> Word | None:
    """The word by which the season of a field forbids an action; None if it does not, or a Luminary allows the action
    all the same."""
    here = (action, season(rules, state, field))
    force = state.force
    only = force.confinement  # the power of a Luminary that closes all fields but its own
    others_hold = only is None or only.argument["luminaries"] != "rest"  # other Luminaries still act
    waived = (others_hold and here in force.allow) or (only is not None and only.argument["seasons"] == "ignored")
    waived = waived or (repeat is not None and repeat.argument.get("seasons") == "ignored")
    if waived:
        return None
    return rules.forbids.get(here)


def check_ban(rules: FishingRules, state: FishingState, play: Play) -> Faults:
    """Yield that something forbids the action of a play in its field, unless the play is an extra one of a Luminary."""
    force = state.force
    repeat = None
    if play.extra:
        repeat = power_of(play.extra, force.repeat)
    word = ban(rules, state, play.action, play.field, repeat)
    if word is None or any(extra.name == play.extra for extra in force.extra):
        return
    who = state.players[play.seat]
    place = field_name(rules, state, play.field)
    if force.confinement is not None and word == force.confinement.word:
        only = field_name(rules, state, force.confinement.field)
        message = f"{who} acts in {place}; while {word[2]} lies open everybody acts in {only} only"
        yield Finding("luminaries", message, play.seat, word=word)
        return
    rule, by = rule_of_ban(word)
    does = f"{who} plays {rules.names(play.active)} to {play.action} in {place}"
    right = _fields_that_allow(rules, state, play.action, repeat)
    yield Finding(rule, f"{does}, where {BANNED[play.action]} is barred{by}{right}", play.seat, word=word)


def _fields_that_allow(rules: FishingRules, state: FishingState, action: str, repeat: FaceUp | None) -> str:
    """The end of a message about a ban: the fields where the action is allowed now, of those that `repeat` is about if
    there is one."""
    fields: Sequence[int] = range(rules.fields)
    if repeat:
        fields = repeat.fields
    names = []
    for field in fields:
        if ban(rules, state, action, field, repeat) is None:
            names.append(short_name(rules, state, field))
    if names:
        return f"; it is allowed in {', '.join(names)}"
    if repeat:
        return ""
    return "; no field allows it now"


def power_of(name: str, powers: Iterable[FaceUp]) -> FaceUp | None:
    """Return the power of this Luminary, if it is among these."""
    for power in powers:
        if power.name == name:
            return power
    return None


def rule_of_ban(word: Word) -> tuple[str, str]:
    """Return the rule that a ban is of, and the end of a sentence about it: ' while The Maiden lies open'."""
    if word[0] == "luminaries":
        return ("luminaries", f" while {word[2]} lies open")
    return ("seasons", "")


def is_open(rules: FishingRules, state: FishingState, name: str) -> bool:
    """Return whether what a face-up Luminary gives once a turn may still be done in this one."""
    return name not in state.used and (name not in state.fresh or rules.luminary_words["in_force"] == "at_once")


def extras(rules: FishingRules, state: FishingState) -> list[FaceUp]:
    """Return the extra plays that are open to the player to act."""
    return [extra for extra in state.force.extra if is_open(rules, state, extra.name)]


def repeats(rules: FishingRules, state: FishingState) -> list[FaceUp]:
    """The powers to act again that are open now: they are about the turn's own play, with its action and in its
    field."""
    own = state.own
    at_end = not state.queue or state.queue[0].kind == END
    if own is None:
        return []
    here = []
    for one in state.force.repeat:
        if one.field == own[1] and is_open(rules, state, one.name):
            here.append(one)
    late = [one for one in here if (one.argument["after"] == "clearing") == at_end]
    return [one for one in late if own[0] in one.argument.get("actions", ACTIONS)]


def swaps(rules: FishingRules, state: FishingState) -> list[FaceUp]:
    """Return the swaps that are open."""
    return [swap for swap in state.force.swap if is_open(rules, state, swap.name)]


def duty(rules: FishingRules, state: FishingState) -> FaceUp | None:
    """The extra play that the player must still make this turn; None if there is none. It lapses with an empty hand."""
    if not state.force.extra or not state.hand_size(state.turn):
        return None
    for one in extras(rules, state):
        if one.argument["must"] and (one.field not in state.cleared or rules.luminary_words["extra_first"]):
            return one
    return None


def reveal(rules: FishingRules, state: FishingState, step: PendingStep) -> None:
    """Carry out the effects of a Luminary just turned up, in the field of the step. If the pile lacks cards for them,
    the rules say what becomes of it."""
    field = step.field
    one = rules.luminaries[state.luminaries[field] or ""]
    asked = []
    needed = 0  # cards of the pile
    for word, argument in one.reveal:
        if word == "seed":
            argument = _number_to_seed(rules, state, step, argument)
        elif word == "cover":
            covers_new = argument == "reseeded" and step.name
            argument = EVERY
            if covers_new:
                argument = step.number
        needed = max(needed, _cards_for(state, field, word, argument))
        asked.append((word, argument))
    if needed > state.stock:
        if rules.clearing["short_effect"] == "discard":
            discard(rules, state, field)
            state.queue = [later for later in state.queue if not _goes_too(rules, later, field)]
        if rules.clearing["short_effect"] != "as_far":
            return
    steps: list[PendingStep] = []
    for word, argument in asked:
        steps += EFFECTS[word](rules, state, PendingStep(word, step.seat, field, argument=argument, name=one.name))
    state.queue[0:0] = steps


def _number_to_seed(rules: FishingRules, state: FishingState, step: PendingStep, number: int) -> int:
    """How many cards a Luminary lays into its field: `number` in all. If another Luminary revealed it, the field may
    have been reseeded for that, which may or may not count."""
    if not step.name or rules.clearing["opposite"] == "top_up":
        return lacking(rules, state, step.field, number)
    if reseeds(state, step.field):
        return number
    return number - step.number


def _cards_for(state: FishingState, field: int, word: str, argument: Any) -> int:
    """How many cards the pile must have for an effect word with its argument, after the reseeding that is due before
    it."""
    number = sum(later.number for later in reseeds(state, field))
    if word == "seed":
        return int(argument)
    if word == "hide":
        return int(argument) + number
    if word != "cover":
        return 0
    if number:  # each card that reseeds the field, and a hidden one under it
        return number * 2
    if argument < EVERY:
        return int(argument)
    return len(_loose(state, field))


def _goes_too(rules: FishingRules, later: PendingStep, field: int) -> bool:
    """Whether a later step is a reseeding that is dropped with the discarded Luminary of the field. One for an okus
    taken may stay."""
    if later.kind != RESEED or later.field != field:
        return False
    return not (rules.clearing["reseed_after_discard"] and later.argument == "okus")


def reseeds(state: FishingState, field: int) -> list[PendingStep]:
    """The reseedings of a field that are still in the queue."""
    found = []
    for step in state.queue:
        if step.kind == RESEED and step.field == field:
            found.append(step)
    return found


def claim(rules: FishingRules, state: FishingState, seat: int, field: int) -> list[PendingStep]:
    """Give the face-up Luminary of a field to a player; gives the steps that its effects ask for."""
    one = rules.luminaries[state.luminaries[field] or ""]
    state.claimed[seat].append(one.name)
    state.bare = [other for other in state.bare if other != field]
    state.show(rules, field, None, face_up=False)
    steps: list[PendingStep] = []
    for word, argument in one.claim:
        steps += EFFECTS[word](rules, state, PendingStep(word, seat, field, 0, argument, True, one.name))
    state.aside_hidden += state.under.pop(field, 0)  # unless an effect took them
    return steps


def discard(rules: FishingRules, state: FishingState, field: int) -> None:
    """Take the Luminary of a field out of the game, with the cards under it."""
    name = state.luminaries[field]
    if name:
        state.discarded.append(name)
    state.show(rules, field, None, face_up=False)
    # fields whose Luminary was discarded, the last one at the end
    state.bare = [*(other for other in state.bare if other != field), field]
    state.aside_hidden += state.under.pop(field, 0)


def turn_up(rules: FishingRules, state: FishingState, step: PendingStep, name: str) -> None:
    """Turn a Luminary up in the field of a step and let its effects happen, unless it only lies there."""
    state.show(rules, step.field, name, face_up=True)
    state.fresh.append(name)
    if name in state.discarded:
        state.discarded.remove(name)
    state.count("reveals")
    if step.argument != LIES:
        reveal(rules, state, step)
    converge(rules, state)


def clear(rules: FishingRules, state: FishingState, step: PendingStep) -> None:
    """Give the okus and the Luminary of an emptied field to the player of the step, and put its reseeding and a
    face-down Luminary's turning up into the queue."""
    seat = step.seat
    field = step.field
    state.cleared.remove(field)
    state.count("clearings")
    by_okus = bool(rules.clearing["okus"]) and _okus_reseeds(rules, state)
    taken = min(rules.clearing["okus"], state.box_okus)
    change_box(rules, state, -taken)
    state.okus[seat] += taken
    claimed: list[PendingStep] = []
    reveals: list[PendingStep] = []
    if state.luminaries[field] is not None:
        if state.faces[field]:
            claimed = claim(rules, state, seat, field)
        else:
            reveals = [PendingStep(REVEAL, seat, field)]
    by_hand = any(one.kind == RESEED for one in claimed)
    reseed: list[PendingStep] = []
    if rules.reseeded and (by_okus or reveals) and not by_hand:
        reseed = [PendingStep(RESEED, seat, field, rules.reseeded, argument="okus" if by_okus else None)]
    elif state.stock < rules.reseeded and rules.clearing["short_when"] == "cleared":
        no_reseed(rules, state, field)
    if rules.clearing["order"] == "reveal_last":
        state.queue[0:0] = claimed + reseed + reveals
    else:
        state.queue[0:0] = claimed + reveals + reseed


def _okus_reseeds(rules: FishingRules, state: FishingState) -> bool:
    """Return whether the okus on the box let a cleared field be reseeded: one that is there now, or was as the turn began."""
    before = None
    if rules.clearing["reseed_for"] == "turn":
        before = state.used.get(OKUS_BEFORE)
    return (state.box_okus if before is None else int(before)) > 0


def change_box(rules: FishingRules, state: FishingState, more: int) -> None:
    """Put okus on the box, or take them from it (negative). If fields may still be cleared this turn, how many there
    were as it began is remembered, as the rules may look at that."""
    left = state.box_okus + more
    goes_on = state.force.repeat or rules.luminary_words["in_force"] == "at_once"
    matters = goes_on or more > 0 or left < len(state.cleared)
    if more and matters and rules.clearing["reseed_for"] == "turn":
        state.used.setdefault(OKUS_BEFORE, str(state.box_okus))
    state.box_okus = left


def no_reseed(rules: FishingRules, state: FishingState, field: int) -> None:
    """Let face-down Luminaries go when the pile is too small to reseed a field, as far as the rules say so."""
    goes = not state.faces[field] and rules.clearing["short"] != "keep"
    queue = []
    for step in state.queue:
        if step.kind != REVEAL or step.field != field:
            queue.append(step)
        elif not goes:
            queue.append(step._replace(number=0))  # no card reseeded the field for it
    state.queue = queue
    gone = []
    if goes:
        gone.append(field)
    if rules.clearing["short"] == "discard_all":
        gone += [other for other, up in enumerate(state.faces) if not up]
    for other in gone:
        if state.luminaries[other] is not None:
            discard(rules, state, other)


def converge(rules: FishingRules, state: FishingState) -> None:
    """Move everybody one seat to the left if enough Luminaries lie face up (a harmonic convergence)."""
    if not rules.convergence or sum(state.faces) < rules.convergence:
        return
    state.count("convergences")
    if rules.moving.get("dealer") == "seat":
        state.dealer = (state.dealer - 1) % rules.players
    if rules.moving.get("next") == "seat":
        state.used[MOVED] = str(int(state.used.get(MOVED, "0")) + 1)
    moving = ["hands", "hidden", "scores", "untold"]
    if rules.moving.get("moves") == "everything":
        moving += ["piles", "piles_hidden", "okus", "claimed", "sweeps"]
    for name in moving:
        by_seat = getattr(state, name)
        setattr(state, name, by_seat[1:] + by_seat[:1])
    pool(rules, state)


def pool(rules: FishingRules, state: FishingState) -> None:
    """Put the harvest piles of partners together."""
    for first, *others in rules.sides:
        for seat in others:
            state.piles[first] |= state.piles[seat]
            state.piles_hidden[first] += state.piles_hidden[seat]
            state.piles[seat] = state.piles_hidden[seat] = 0


def turn_to(rules: FishingRules, state: FishingState, field: int, season: str) -> None:
    """Turn the box so that a field has this season."""
    turned = (rules.seasons.index(season) - field) % rules.fields
    if turned != state.turned:
        state.turned, state.turned_from = turned, state.turned


def lacking(rules: FishingRules, state: FishingState, field: int, wanted: int) -> int:
    """Return how many cards a field lacks of this many, each stockpile counting as its cards or as one."""
    lying = state.fields[field]
    cards = sum(one.cards.bit_count() for one in lying)
    things = len(lying) < cards and rules.clearing["lacking"] == "things"
    return max(wanted - (len(lying) if things else cards), 0)


def _loose(state: FishingState, field: int) -> list[Lying]:
    return [one for one in state.fields[field] if not one.sets]


def cover_last(state: FishingState, field: int, number: int) -> None:
    """Put a hidden card under each of the last loose cards of a field, as far as the pile goes."""
    if not number:
        return
    for lying in _loose(state, field)[-number:]:
        cover(state, lying)


def cover(state: FishingState, lying: Lying) -> None:
    """Put a hidden card under a card of a field, if the pile has one."""
    if state.stock:
        state.stock -= 1
        card = lying.cards.bit_length() - 1
        state.covered[card] = state.covered.get(card, 0) + 1


def cards_to_give(rules: FishingRules, argument: Words) -> int:
    """Return the cards that may be given to whoever collects."""
    if not argument.get("cards"):
        return rules.deck.all
    return choose(argument["cards"], rules.deck)


def may_turn_up(rules: FishingRules, state: FishingState, *, discarded: bool) -> list[str]:
    """The Luminaries that may lie where none is known: those not seen this round or, if `discarded` and there are none,
    those that were discarded."""
    seen = {name for name in state.luminaries if name}
    seen.update(state.discarded, *state.claimed)
    names = [name for name in rules.in_sets if name not in seen]
    if discarded and not names:
        return list(state.discarded)
    return names


def swap_fields(rules: FishingRules, step: PendingStep) -> tuple[int, ...]:
    """Return the fields with which cards may be swapped in a step."""
    if step.argument.get("with") == "anywhere":
        return tuple(range(rules.fields))
    return (step.field,)


def _seed(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `seed`: a reseeding that is due anyway gets the right number of cards, or else a new one follows."""
    number = min(due.argument, state.stock)
    waiting = reseeds(state, due.field)
    if not waiting:
        if number > 0:
            return [due._replace(kind=RESEED, number=number, argument=None)]
        return []
    place = state.queue.index(waiting[0])
    if number:
        state.queue[place] = waiting[0]._replace(number=number)
    else:
        state.queue.pop(place)
    return []


def _hide(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `hide`: cards of the pile are put under the Luminary, as far as the pile has them after reseeding."""
    number = min(due.argument, max(state.stock - sum(step.number for step in reseeds(state, due.field)), 0))
    if number:
        state.under[due.field] = state.under.get(due.field, 0) + number
    state.stock -= number
    return []


def _cover(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `cover`: cards of the field are covered at once, or after the reseeding that is due."""
    waiting = reseeds(state, due.field)
    if waiting:
        if due.argument < EVERY:  # only the cards that reseed the field
            number = waiting[0].number
        else:
            number = due.argument
        state.queue.insert(state.queue.index(waiting[0]) + 1, PendingStep(COVER, due.seat, due.field, number))
    else:
        cover_last(state, due.field, due.argument)
    return []


def _turn(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `turn`: the box is turned so that the field has this season, or the player chooses one ('any')."""
    if due.argument == "any":
        return [due._replace(free=True, argument=None)]
    turn_to(rules, state, due.field, due.argument)
    return []


def _reveal_opposite(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `reveal_opposite`: the Luminary across the box is turned up, and its field is reseeded or topped up."""
    there = opposite(due.field, rules.fields)
    shown = PendingStep(REVEAL, due.seat, there, name=due.name)
    if state.faces[there]:
        return []
    if isinstance(due.argument, Mapping):
        says = due.argument
    else:
        says = {}
    if state.luminaries[there] is None:
        left = may_turn_up(rules, state, discarded=says.get("none_left") == "discarded")
        if not left or (there in state.bare and says.get("over") == "claimed"):
            return []
        if says.get("laid") == "lies":
            return [shown._replace(argument=LIES)]
    if rules.clearing["opposite"] == "top_up":
        number = lacking(rules, state, there, rules.reseeded)
    else:
        number = rules.reseeded
    shown = shown._replace(number=number)
    if number:
        steps = [shown._replace(kind=RESEED, argument=TOP_UP)]
    else:
        steps = []
    if rules.clearing["order"] == "reveal_last":
        return steps + [shown]
    return [shown] + steps


def _discard_opposite(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    there = opposite(due.field, rules.fields)
    if state.luminaries[there] is not None:
        discard(rules, state, there)
    return []


def _exchange(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `exchange`: one step for the player, or for everybody in turn, to give up cards and draw others."""
    seats = [due.seat]
    if due.argument["by"] == "everyone":
        first = due.seat + (due.argument.get("first") == "left")
        seats = [(first + place) % rules.players for place in range(rules.players)]
    return [due._replace(seat=seat, free=due.argument["cards"] != "all") for seat in seats]


def _take_hidden(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    """Carry out `take_hidden`: the cards under the Luminary go to the player's harvest pile, and may be shown."""
    number = state.under.pop(due.field, 0)
    state.piles_hidden[rules.keeper[due.seat]] += number
    if not number:
        return []
    return [due._replace(kind="uncover", number=number, argument="pile", free=True)]


def _name_season(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(kind="name", argument=due.argument["suit"])]


def _lay(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(number=due.argument[str(rules.players)])]


def _swap(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(number=due.argument["cards"])]


def _collect(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(kind="give", number=due.argument["each"], free=False)]


def _take_okus(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(kind="okus", number=1)]


def _reseed_from_hand(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return [due._replace(kind=RESEED, argument="hand", free=False), PendingStep(DRAW, due.seat, name=due.name)]


def _score(rules: FishingRules, state: FishingState, due: PendingStep) -> list[PendingStep]:
    return []  # counted when the round is scored


EFFECTS: dict[str, Effect] = {
    "seed": _seed,
    "hide": _hide,
    "turn": _turn,
    "reveal_opposite": _reveal_opposite,
    "discard_opposite": _discard_opposite,
    "name_season": _name_season,
    "cover": _cover,
    "exchange": _exchange,
    "lay": _lay,
    "swap": _swap,
    "take_hidden": _take_hidden,
    "collect": _collect,
    "take_okus": _take_okus,
    "reseed_from_hand": _reseed_from_hand,
    "score": _score,
}
"""Effects of each word when a Luminary is revealed or claimed; whoever claims one may decline most of them."""
