"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from referee.core.cards import mask_of, members
from referee.core.data import Data, Item, Words
from referee.core.family import Draw, Option, Options
from referee.core.wording import unrecorded_cards
from referee.engines.fishing import state as phases
from referee.engines.fishing.compiled import HARVEST, SOW, STOCKPILE, FishingRules
from referee.engines.fishing.rules import effects, plays, rounds, step_kinds, steps, turns
from referee.engines.fishing.rules.captures import Listed
from referee.engines.fishing.rules.moves import Play, field_name, move_text, short_name
from referee.engines.fishing.state import FishingState, PendingStep

if TYPE_CHECKING:
    from referee.engines.fishing.game import FishingGame

T = TypeVar("T")

DONE = ("done", {"done": True})
"""Words and the item for going on without doing anything."""


def next_step(game: FishingGame, state: FishingState) -> str:
    """The next step, as the end of a sentence: 'Ann must play'; empty after the end of the game."""
    if state.phase == phases.OVER:
        return ""
    if state.phase == phases.DEAL:
        who = state.players[state.dealer]
        if state.stock:
            return f"{who} must deal new hands"
        return f"{who} must deal round {state.round}"
    if state.queue:
        return _step_in_words(game.rules, state, state.queue[0])
    return f"{state.players[state.turn]} must play"


def _step_in_words(rules: FishingRules, state: FishingState, step: PendingStep) -> str:
    """The event that the first step waits for. Before drawing or ending a turn, an extra play that a Luminary still
    demands comes first."""
    if step.name:
        owed = None
    else:
        owed = effects.duty(rules, state)
    if owed is None or step.kind not in (phases.DRAW, phases.END):
        return steps.describe(rules, state, step)
    place = field_name(rules, state, owed.field)
    return f"{state.players[state.turn]} must {owed.argument['action']} in {place} for {owed.name}"


def options(game: FishingGame, state: FishingState) -> Options:
    """The options of the player to act, with sows that are not allowed and the rules that forbid them. Cards of the
    pile are chance, so draws are not listed."""
    doing = next_step(game, state)
    if state.phase in (phases.OVER, phases.DEAL):
        return Options(None, doing or "the game is over")
    if not state.queue:
        return _options_of_turn(game, state, doing)
    step = state.queue[0]
    if step.kind in (phases.DRAW, phases.END) and not step.name:
        return _options_after_play(game, state, step, doing)
    listed = _answers(game, state, step)
    if step.free:
        listed.append(game.option(state, *DONE))
    chooses = None
    if step.kind not in (phases.RESEED, phases.REVEAL, phases.UNCOVER):
        chooses = state.players[step.seat]
    return Options(chooses, doing, tuple(listed))


def _options_of_turn(game: FishingGame, state: FishingState, doing: str) -> Options:
    """The plays of a turn, sows that are forbidden, and what Luminaries add; passing, if nothing can be played."""
    rules = game.rules
    seat = state.turn
    found = plays.legal(rules, state, seat)
    listed = _as_options(rules, state, found.plays, {})
    for card in rules.deck.sort(state.hands[seat]):
        for field in range(rules.fields):
            listed += _forbidden_sow(game, state, card, field)
    listed += _more(game, state, seat)
    doubt = unrecorded_cards(state, seat)
    if not (found.plays or doubt):
        listed.append(game.option(state, *DONE))
    return Options(state.players[seat], doing, tuple(listed), doubt or _missing_plays(found))


def _forbidden_sow(game: FishingGame, state: FishingState, card: int, field: int) -> list[Option]:
    """The option of sowing a card in a field, with the rule that forbids it; an empty list if it is legal. That the
    season to turn to is not named does not count."""
    rules = game.rules
    text = move_text(rules, state, Play(SOW, state.turn, field, 1 << card, values=(rules.values[card],)))
    faults = game.faults_of(state, {"play": text})
    option = Option.with_fault(text, {"play": text}, (fault for fault in faults if fault.rule != "box"))
    if option.fault:
        return [option]
    return []


def _options_after_play(game: FishingGame, state: FishingState, step: PendingStep, doing: str) -> Options:
    """The options of a player who has made the turn's own play: extra plays, and then the draw or the end of the
    turn."""
    rules = game.rules
    seat = step.seat
    found = plays.instead(rules, state, seat)
    listed = _as_options(rules, state, found.plays, {"by": state.players[seat]})
    listed += _more(game, state, seat)
    number = 0
    if step.kind == phases.DRAW:
        number = step_kinds.to_draw(rules, state, step)
    if not number:
        listed.append(game.option(state, *DONE))
    elif listed:
        listed.append(game.option(state, f"draw {number}", {"draw": number}))
    else:
        return Options(None, doing)  # cards of the pile are chance
    return Options(state.players[seat], doing, tuple(listed), unrecorded_cards(state, seat) or _missing_plays(found))


def _missing_plays(found: Listed) -> str:
    """Return that plays are missing from a list; '' if none are."""
    if found.whole:
        return ""
    return f"there are more plays than the {len(found.plays)} that are listed"


def of_unseen_card(game: FishingGame, state: FishingState, card: int) -> list[Option]:
    """The plays of a card that may be in the next player's hand, which is not wholly known. First comes the state in
    which that player is to play, if other things are omitted before."""
    stops = turns.states_before(game.rules, state)
    here = None
    for stop in stops:
        if stop.phase == phases.PLAY and not stop.queue:
            here = stop
            break
    if here is None:
        return []
    if here is state:
        by = {}
    else:
        by = {"by": here.players[here.turn]}
    return _as_options(game.rules, here, plays.of_unseen_card(game.rules, here, here.turn, card), by)


def _as_options(rules: FishingRules, state: FishingState, found: Iterable[Play], by: dict[str, str]) -> list[Option]:
    """Legal plays as options, one for each season that a play leaves to choose. `by` has the key that says who plays,
    if it is needed."""
    listed = []
    for play in found:
        for one in plays.with_seasons(rules, state, play):
            text = move_text(rules, state, one)
            listed.append(Option(text, by | {"play": text}))
    return listed


def _more(game: FishingGame, state: FishingState, seat: int) -> list[Option]:
    """Return what Luminaries let the player do in addition to the play of the turn."""
    rules = game.rules
    listed = _as_options(rules, state, plays.extras(rules, state, seat).plays, {})
    for swap in effects.swaps(rules, state):
        listed += _swaps(game, state, seat, swap.fields)
    return listed


def _swaps(game: FishingGame, state: FishingState, seat: int, fields: tuple[int, ...]) -> list[Option]:
    """The swaps of one card in hand for a loose card of one of these fields."""
    rules = game.rules
    listed = []
    for given in rules.deck.sort(state.hands[seat]):
        for field in fields:
            for one in state.fields[field]:
                if not one.sets:
                    pair = {rules.deck.ids[given]: rules.deck.ids[one.cards.bit_length() - 1]}
                    text = " ".join(f"swap {hand} for {board}" for hand, board in pair.items())
                    listed.append(game.option(state, text, {"swap": pair}))
    return listed


def _answers(game: FishingGame, state: FishingState, step: PendingStep) -> list[Option]:
    """The options of a step that leaves a choice: a season, a field to clear, an okus to take, a swap. Cards of the
    pile are chance and are not listed."""
    rules = game.rules
    if step.kind in ("turn", "name"):
        return [game.option(state, f"{step.kind} {season}", {step.kind: season}) for season in rules.seasons]
    if step.kind == phases.CLEAR:
        names = [short_name(rules, state, field) for field in step_kinds.clearable(state)]
        return [game.option(state, f"clear {name}", {"clear": name}) for name in names]
    if step.kind == "okus":
        others = []
        for seat, who in enumerate(state.players):
            if seat != step.seat and state.okus[seat]:
                others.append(who)
        if step.argument.get("from") == "anywhere" and state.box_okus:
            others += ["box"]
        return [game.option(state, f"okus {who}", {"okus": who}) for who in others]
    if step.kind == "swap":
        return _swaps(game, state, step.seat, effects.swap_fields(rules, step))
    return []


def draw_next(game: FishingGame, state: FishingState, draw: Draw) -> Item | None:
    """A legal item for a random game; None after the end. Unknown hands are filled with cards drawn from those that are
    nowhere else."""
    rules = game.rules
    if state.phase == phases.OVER:
        return None
    if any(state.hidden):  # cards in place of those in hands that are not known
        state = state.copy()
        unseen = in_random_order(members(rules.pack & ~state.located), draw)
        for seat, number in enumerate(state.hidden):
            cards = mask_of(unseen.pop() for _ in range(number))
            state.hands[seat] |= cards
            state.located |= cards
            state.hidden[seat] = 0
    if state.phase == phases.DEAL:
        return _deal(rules, state, draw)
    if not state.queue:
        return _turn(rules, state, draw)
    step = state.queue[0]
    if step.kind not in (phases.DRAW, phases.END) or step.name:
        return ANSWERS[step.kind](game, state, step, draw)
    wanted = effects.duty(rules, state) is not None or draw(3) == 0
    if wanted and (more := _extra(rules, state, draw)):
        return more
    if draw(4) == 0 and (swap := _swap(rules, state, draw)):
        return swap
    number = 0
    if step.kind == phases.DRAW:
        number = step_kinds.to_draw(rules, state, step)
    if number:
        return {"draw": _from_pile(rules, state, number, draw)}
    return {"done": True}


def in_random_order(items: Iterable[T], draw: Draw) -> list[T]:
    """The items shuffled, with `draw(n)` giving a number from 0 to n - 1."""
    items = list(items)
    for place in range(len(items) - 1, 0, -1):
        other = draw(place + 1)
        items[place], items[other] = items[other], items[place]
    return items


def _from_pile(rules: FishingRules, state: FishingState, number: int, draw: Draw, returned: int = 0) -> list[str]:
    unseen = list(members((rules.pack & ~state.located) | returned))
    return [rules.deck.ids[unseen.pop(draw(len(unseen)))] for _ in range(number)]


def _deal(rules: FishingRules, state: FishingState, draw: Draw) -> Item:
    """A random deal: fields without a misdeal, hands, and Luminaries; only hands in the middle of a round."""
    again = rounds.deals_hands_only(state)
    pool = list(members(rules.pack & ~state.located if again else rules.pack))

    def cards(number: int) -> list[str]:
        drawn = sorted((pool.pop(draw(len(pool))) for _ in range(number)), key=rules.deck.sort_key)
        return [rules.deck.ids[card] for card in drawn]

    def table(number: int) -> list[str]:
        drawn: list[int] = []
        for _ in range(number):
            able = [card for card in pool if not rules.misdeal(mask_of([*drawn, card]))]
            drawn.append(able[draw(len(able))])
            pool.remove(drawn[-1])
        return [rules.deck.ids[card] for card in sorted(drawn, key=rules.deck.sort_key)]

    dealt: Data = {} if again else {"fields": {name: table(rules.seeded) for name in rules.field_names}}
    dealt["hands"] = {who: cards(rounds.hand_size(rules, state, seat)) for seat, who in enumerate(state.players)}
    if rules.dealt_luminaries and not again:
        names = in_random_order(rules.in_sets, draw)
        dealt["luminaries"] = dict(zip(rules.field_names[: rules.dealt_luminaries], names, strict=False))
    return {"deal": dealt}


def _turn(rules: FishingRules, state: FishingState, draw: Draw) -> Item:
    """A swap, an extra play, or the turn's own play: a harvest half of the time, a stockpile now and then, or else a
    sow."""
    if draw(4) == 0 and (swap := _swap(rules, state, draw)):
        return swap
    owed = effects.duty(rules, state)
    due = owed is not None and owed.argument["last_card"] == "owed" and state.hand_size(state.turn) == 1
    if (due or draw(2) == 0) and (extra := _extra(rules, state, draw)) and (due or state.hand_size(state.turn) > 1):
        return extra
    wish = (HARVEST, HARVEST, HARVEST, STOCKPILE, STOCKPILE, SOW)[draw(6)]
    able = (_of_action(rules, state, action, draw) for action in dict.fromkeys((wish, SOW, HARVEST, STOCKPILE)))
    play = next(filter(None, able), None)
    if play is None:
        return {"done": True}
    return _item(rules, state, play, draw)


def _item(rules: FishingRules, state: FishingState, play: Play, draw: Draw) -> Item:
    possible = plays.with_seasons(rules, state, play)
    return {"play": move_text(rules, state, possible[draw(len(possible))])}


def _of_action(rules: FishingRules, state: FishingState, action: str, draw: Draw) -> Play | None:
    """A legal play of a kind, drawn at random; None if there is none. One that takes many things is preferred."""
    seat = state.turn
    fields = [field for field in range(rules.fields) if effects.ban(rules, state, action, field) is None]
    if action == HARVEST and draw(4) == 0:
        several = [play for field in fields for play in plays.together(rules, state, seat, field).plays]
        if several:
            return several[draw(len(several))]
    for card in in_random_order(members(state.hands[seat]), draw):
        for field in in_random_order(fields, draw):
            able = plays.of_card(rules, state, seat, card, field, action).plays
            if able and draw(2):
                return max(able, key=lambda play: sum(map(len, play.sets)))
            if able:
                return able[draw(len(able))]
    return None


def _extra(rules: FishingRules, state: FishingState, draw: Draw) -> Item | None:
    """An extra play that a Luminary gives, or a play again that one allows, drawn at random; None if there is none."""
    given = effects.extras(rules, state) or effects.repeats(rules, state)
    if given:
        able = plays.extras(rules, state, state.turn).plays
    else:
        able = []
    if not able:
        return None
    return _item(rules, state, able[draw(len(able))], draw)


def _swap(rules: FishingRules, state: FishingState, draw: Draw) -> Item | None:
    swaps = effects.swaps(rules, state)
    if not swaps:
        return None
    return _draw_swap(rules, state, state.turn, swaps[0].fields, swaps[0].argument, draw)


def _draw_swap(
    rules: FishingRules, state: FishingState, seat: int, fields: tuple[int, ...], argument: Words, draw: Draw
) -> Item | None:
    """A swap of cards in hand for loose cards of these fields, as many as the effect says; None if too few can be
    swapped."""
    hand = in_random_order(members(state.hands[seat]), draw)
    loose = []
    for field in fields:
        for one in state.fields[field]:
            if not one.sets:
                loose.append(one.cards.bit_length() - 1)
    pairs = list(zip(hand, in_random_order(loose, draw), strict=False))[: argument["cards"]]
    if not pairs or (not argument["fewer"] and len(pairs) < argument["cards"]):
        return None
    return {"swap": {rules.deck.ids[given]: rules.deck.ids[wanted] for given, wanted in pairs}}


def _draw_cards(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    number = step.number
    if step.kind == phases.DRAW:
        number = step_kinds.to_draw(game.rules, state, step)
    return {step.kind: _from_pile(game.rules, state, number, draw)}


def _reseed(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    if step.argument == "hand":
        return {step.kind: [game.rules.deck.ids[card] for card in members(state.hands[step.seat])]}
    return _draw_cards(game, state, step, draw)


def _reveal(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    known = state.luminaries[step.field]
    names = effects.may_turn_up(game.rules, state, discarded=bool(step.name))
    if known:
        return {"reveal": known}
    return {"reveal": names[draw(len(names))]}


def _any_answer(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    items = [option.item for option in _answers(game, state, step) if option.fault is None]
    return items[draw(len(items))]


def _season(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    if step.free and (draw(3) == 0 or state.force.seasons_stay):
        return {"done": True}
    return _any_answer(game, state, step, draw)


def _okus(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    if draw(4) == 0:
        return {"done": True}
    return _any_answer(game, state, step, draw)


def _swap_claimed(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    """The answer to a swap won by claiming a Luminary: a swap most of the time, or nothing."""
    if draw(4):
        fields = effects.swap_fields(game.rules, step)
        found = _draw_swap(game.rules, state, step.seat, fields, step.argument, draw)
        if found:
            return found
    return {"done": True}


def _give(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    """A card from everybody who must give one to the player who collects, out of hands or harvest piles; None for those
    without one."""
    rules = game.rules
    gives: dict[str, str | None] = {}
    for seat, who in enumerate(state.players):
        if step.argument["from"] == "hands":
            asked = seat != step.seat
            able = list(members(state.hands[seat]))
        else:
            asked = rules.side_of[seat] != rules.side_of[step.seat]
            able = list(members(state.piles[seat] & effects.cards_to_give(rules, step.argument)))
        if asked:
            gives[who] = None
            if able:
                gives[who] = rules.deck.ids[able[draw(len(able))]]
    return {"give": gives}


def _lay(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    laid = {}
    for who, hand in zip(state.players, state.hands, strict=True):
        cards = in_random_order(members(hand), draw)[: step.number]
        laid[who] = [game.rules.deck.ids[card] for card in cards]
    return {"lay": laid}


def _exchange(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    """An exchange of some cards in hand, or all of them, for others of the pile."""
    hand = in_random_order(members(state.hands[step.seat]), draw)
    number = len(hand)
    if step.argument["cards"] != "all":
        number = draw(min(step.argument["cards"], number) + 1)
    if not number:
        return {"done": True}
    given = hand[:number]
    returned = []
    if step.argument["into"] == "stock":
        returned = given
    drawn = min(step_kinds.draws_for(step, number), state.stock + len(returned))
    cards = _from_pile(game.rules, state, drawn, draw, mask_of(returned))
    return {"exchange": {"discard": [game.rules.deck.ids[card] for card in given], "draw": cards}}


def _go_on(game: FishingGame, state: FishingState, step: PendingStep, draw: Draw) -> Item:
    return {"done": True}


ANSWERS: dict[str, Callable[[FishingGame, FishingState, PendingStep, Draw], Item]] = {
    phases.DRAW: _draw_cards,
    phases.CLEAR: _any_answer,
    phases.RESEED: _reseed,
    phases.REVEAL: _reveal,
    phases.UNCOVER: _draw_cards,
    phases.COVER: _go_on,
    "turn": _season,
    "name": _season,
    "okus": _okus,
    "swap": _swap_claimed,
    "give": _give,
    "lay": _lay,
    "exchange": _exchange,
}
"""The item that answers a step, drawn at random from what is legal, by the kind of step."""
