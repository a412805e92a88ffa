"""What may happen next: every question, the answer, a card from the stock; and one of these at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.events import Item
from referee.core.family import Draw, Options
from referee_gofish.game import AskingGame, place_of
from referee_gofish.state import ANSWER, ASK, DEAL, DRAW, OVER, AskingRules, AskingState


def next_step(game: AskingGame, state: AskingState) -> str:
    """What comes next, as the end of a sentence; empty after the end."""
    who = state.players[to_act(state)]
    says = {
        DEAL: f"{state.players[state.dealer]} must deal",
        ASK: f"{who} must ask",
        ANSWER: f"{who} must answer {state.players[state.turn]}, who asks for {state.rank}",
        DRAW: f"{who} must draw a card",
        OVER: "",
    }
    return says[state.phase]


def to_act(state: AskingState) -> int:
    """The seat that must ask, answer or draw."""
    if state.phase == ANSWER:
        return state.asked
    return state.turn


def options(game: AskingGame, state: AskingState) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it."""
    doing = next_step(game, state)
    if state.phase in (DEAL, OVER):
        return Options(None, doing or "the game is over")
    moves = []
    for notation, item in _moves(game.rules, state):
        moves.append(game.option(state, notation, item)._replace(example=state.phase == DRAW))
    return Options(state.players[to_act(state)], doing, tuple(moves))


def _moves(rules: AskingRules, state: AskingState) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what might be done now, in notation and as an item; one card stands for all that may be drawn."""
    if state.phase == ASK:
        for who in state.players:
            for rank in rules.ranks:
                if who != state.players[state.turn]:
                    yield f"{who} {rank}", {"ask": {who: rank}}
    elif state.phase == ANSWER:
        held = rules.names(rules.of_rank(state.hands[state.asked], state.rank))
        if held:
            yield f"give {' '.join(held)}", {"give": held}
        yield "fish", {"fish": True}
    else:
        yield "draw", {"draw": stock(rules, state)[0]}


def stock(rules: AskingRules, state: AskingState) -> list[str]:
    """The cards in the stock."""
    return [name for card, name in enumerate(rules.deck.ids) if not place_of(state, card)]


def draw_next(game: AskingGame, state: AskingState, draw: Draw) -> Item | None:
    """A log item that may legally come next, drawn at random; None after the end of the game."""
    left = stock(game.rules, state)
    if state.phase == OVER:
        return None
    if state.phase == DEAL:
        each = range(game.rules.cards_each(state.round))
        return {"deal": {who: [left.pop(draw(len(left))) for _ in each] for who in state.players}}
    if state.phase == DRAW:
        return {"draw": left[draw(len(left))]}
    legal = [item for _, item in _moves(game.rules, state) if not game.faults_of(state, item)]
    return legal[draw(len(legal))]
