"""Questions without a game: may this card be played on that one, and why not."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.events import Misread
from referee.core.family import Answer, unreadable
from referee.core.named_tuple import NamedTuple
from referee.engines.shedding.game import SheddingGame
from referee.engines.shedding.rules import matches_in_words, misfit, playable


class AskedMatch(NamedTuple):
    """A card as it was typed, the top card of the pile, the suit that is named, if any, and the rest of the hand."""

    card: str
    on: str
    named: str = ""
    hand: Sequence[str] = ()


def match(game: SheddingGame, about: AskedMatch) -> Answer:
    """Return whether a card may be played on another: `legal`, `why` not, what is `asked`, what else is `playable`."""
    rules = game.rules
    players = ("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")[: rules.players]
    position = {"phase": "turn", "turn": "Ann", "pile": [about.on], "hands": {"Ann": [about.card, *about.hand]}}
    if about.named:
        position["named"] = about.named
    try:
        state = game.start(players, {}, position)
        card = state.hands[0][0]
    except Misread as misread:
        raise unreadable(misread) from None
    why = misfit(rules, state, state.hands[0], card)
    data = {
        "card": rules.deck.ids[card],
        "on": rules.deck.ids[state.pile[-1]],
        "legal": not why,
        "why": why,
        "asked": matches_in_words(rules, state),
        "playable": rules.names(playable(rules, state)),
        "readings": [],
    }
    return Answer(data, (), not why)
