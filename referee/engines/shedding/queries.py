"""Questions without a game: may this card be played on that one, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.family import Answer, Query
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.rules import matches_in_words, misfit, playable


def match(game: SheddingGame, card: str, on: str, named: str = "", hand: Sequence[str] = ()) -> Answer:
    """Whether a card may be played `on` the top card of the pile, with a suit that is `named` and the rest of the hand.

    The answer says that it is `legal` or `why` not, what is `asked`, and what else is `playable`.
    """
    rules = game.rules
    players = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")[: rules.players]
    position = {"phase": "turn", "turn": "Ann", "pile": [on], "hands": {"Ann": [card, *hand]}}
    if named:
        position["named"] = named
    state = game.start(players, {}, position)
    played = state.hands[0][0]
    why = misfit(rules, state, state.hands[0], played)
    data = {
        "card": rules.deck.ids[played],
        "on": rules.deck.ids[state.pile[-1]],
        "legal": not why,
        "why": why,
        "asked": matches_in_words(rules, state),
        "playable": rules.names(playable(rules, state)),
        "readings": [],
    }
    return Answer(data, (), not why)


QUESTIONS = {"match": Query(match)}
"""The questions of this family."""
