"""What may happen next: every option with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Option, Options
from referee.core.findings import Fault
from referee.engines.fishing import choices, extras, listing, steps, turns
from referee.engines.fishing.board import Play, move_text, short_name
from referee.engines.fishing.effects import swap_fields
from referee.engines.fishing.state import DEAL, OVER, State, Step
from referee.engines.fishing.terms import SOW, Terms

if TYPE_CHECKING:
    from referee.engines.fishing.game import Game


def awaited(terms: Terms, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann is to play'; empty after the end."""
    if state.phase == OVER:
        return ""
    if state.phase == DEAL:
        who = state.players[state.dealer]
        return f"{who} is to deal new hands" if state.stock else f"{who} is to deal round {state.round}"
    if state.queue:
        return choices.describe(terms, state, state.queue[0])
    return f"{state.players[state.turn]} is to play"


def options(game: Game, state: State) -> Options:
    """What the player to act may do, and for the sows that are not allowed the rule that forbids them."""
    terms, doing = game.terms, awaited(game.terms, state)
    if state.phase in (OVER, DEAL):
        return Options(None, doing or "the game is over")
    if not state.queue:
        return _plays(game, state, doing)
    step = state.queue[0]
    who = state.players[step.seat]
    listed: list[Option] = []
    if step.kind in (steps.DRAW, extras.END) and not step.name:
        listed += _more(game, state, step.seat)
        if not steps.to_draw(terms, state, step):
            listed.append(_option(game, state, "done", "done", True))
        return Options(who, doing, tuple(listed), _unknown(state, step.seat))
    listed += _answers(game, state, step)
    if step.free:
        listed.append(_option(game, state, "done", "done", True))
    return Options(who if step.kind not in ("reseed", "reveal", "uncover") else None, doing, tuple(listed))


def _plays(game: Game, state: State, doing: str) -> Options:
    terms, seat = game.terms, state.turn
    found = listing.legal(terms, state, seat)
    listed = [Option(text, {"play": text}) for play in found.plays for text in _texts(terms, state, play)]
    for play in _barred_sows(terms, state, seat):
        text = move_text(terms, state, play)
        fault = _fault(game, state, text)
        if fault is not None:
            listed.append(Option(text, {"play": text}, fault))
    listed += _more(game, state, seat)
    doubt = _unknown(state, seat)
    if not found.plays and not doubt:
        listed.append(_option(game, state, "done", "done", True))
    if not found.whole:
        doubt = doubt or f"there are more plays than the {len(found.plays)} that are listed"
    return Options(state.players[seat], doing, tuple(listed), doubt)


def _unknown(state: State, seat: int) -> str:
    number = state.hidden[seat]
    if not number:
        return ""
    return f"{number} of the cards in {state.players[seat]}'s hand {'is' if number == 1 else 'are'} not recorded"


def _texts(terms: Terms, state: State, play: Play) -> list[str]:
    return [move_text(terms, state, one) for one in listing.with_seasons(terms, state, play)]


def _barred_sows(terms: Terms, state: State, seat: int) -> Iterator[Play]:
    for card in sorted(members(state.hands[seat]), key=terms.deck.sort_key):
        for field in range(terms.fields):
            yield Play(SOW, seat, field, 1 << card, (), 0, (terms.values[card],), "", "")


def _fault(game: Game, state: State, text: str) -> Fault | None:
    event = Event("play", game.reading.move(text, (), None))
    faults = turns.judge(game.terms, state, event).faults
    return next((fault for fault in faults if fault.rule != "box"), None)


def _more(game: Game, state: State, seat: int) -> list[Option]:
    """What Luminaries let the player do besides the play of the turn."""
    terms = game.terms
    listed = [
        Option(text, {"play": text})
        for play in listing.extras(terms, state, seat).plays
        for text in _texts(terms, state, play)
    ]
    for swap in extras.swaps(terms, state):
        listed += _swaps(game, state, seat, swap.fields)
    return listed


def _swaps(game: Game, state: State, seat: int, fields: tuple[int, ...]) -> list[Option]:
    terms, listed = game.terms, []
    for given in sorted(members(state.hands[seat]), key=terms.deck.sort_key):
        for field in fields:
            for one in state.fields[field]:
                if not one.sets:
                    pair = {terms.deck.ids[given]: terms.deck.ids[one.cards.bit_length() - 1]}
                    text = " ".join(f"swap {hand} for {board}" for hand, board in pair.items())
                    listed.append(_option(game, state, text, "swap", pair))
    return listed


def _option(game: Game, state: State, text: str, verb: str, value: object) -> Option:
    item = {verb: value}
    event = game.reading.read(state, item)[0]
    faults = game.check(state, event)
    return Option(text, item, faults[0] if faults else None)


def _answers(game: Game, state: State, step: Step) -> list[Option]:
    """What may be chosen where an effect leaves a choice; cards of the pile are chance and not listed."""
    terms = game.terms
    if step.kind in ("turn", "name"):
        return [_option(game, state, f"{step.kind} {season}", step.kind, season) for season in terms.seasons]
    if step.kind == steps.CLEAR:
        names = [short_name(terms, state, field) for field in choices.clearable(state)]
        return [_option(game, state, f"clear {name}", "clear", name) for name in names]
    if step.kind == "okus":
        others = [who for seat, who in enumerate(state.players) if seat != step.seat and state.okus[seat]]
        others += ["box"] if step.told.get("from") == "anywhere" and state.box_okus else []
        return [_option(game, state, f"okus {who}", "okus", who) for who in others]
    if step.kind == "swap":
        return _swaps(game, state, step.seat, swap_fields(terms, step))
    return []
