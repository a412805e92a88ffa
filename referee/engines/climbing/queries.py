"""Questions about combinations without a game around them: which are these cards, and may they be played on those?"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.cards import mask_of
from referee.core.data import Data
from referee.core.family import Answer, Query
from referee.engines.climbing.game import ClimbingGame
from referee.engines.climbing.plays import no_combination, not_beaten


def beat(game: ClimbingGame, cards: Sequence[str], on: Sequence[str] = ()) -> Answer:
    """Which combination cards are, and whether it may be played `on` that of others; without these it is led.

    The answer has `kind`, `beats`, `wanted` (the combinations that do) and `why`.
    """
    rules = game.rules
    over, under = (mask_of(game.reading.cards(list(some), ())) for some in (cards, on))
    readings = rules.combinations.readings(over)
    lying = rules.combinations.readings(under)
    lacking = []
    for some, one in ((over, readings), (under, lying)):
        if some and not one:
            lacking.append(some)
    if lacking:
        return Answer({}, [f"{rules.names(some)} {no_combination(rules, some)}" for some in lacking])
    beaten = None
    if lying:
        beaten = lying[-1]
    able = rules.combinations.on(over, beaten)
    played = readings[-1]
    if able:
        played = able[-1]
    data: Data = {"cards": rules.names(over).split(), "kind": played.kind.in_words, "beats": bool(able)}
    if beaten is not None:
        data["on"] = {"cards": rules.names(under).split(), "kind": beaten.kind.in_words}
        data["wanted"] = rules.combinations.what_beats(beaten)
        data["why"] = "" if able else f"{rules.names(over)} is {not_beaten(rules, played, beaten)}"
    return Answer({**data, "readings": []}, legal=bool(able))


QUESTIONS = {"beat": Query(beat)}
"""The questions of this family."""
