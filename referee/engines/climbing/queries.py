"""Questions about combinations without a game around them: what are these cards, and may they be played on those?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.cards import mask_of
from referee.core.events import Misread
from referee.core.family import Answer, unreadable
from referee.core.named_tuple import NamedTuple
from referee.engines.climbing.game import ClimbingGame
from referee.engines.climbing.plays import no_combination, not_beaten


class AskedPlay(NamedTuple):
    """Cards as they were typed, and those that lie on the table; none if they are led."""

    cards: Sequence[str]
    on: Sequence[str] = ()


def beat(game: ClimbingGame, asked: AskedPlay) -> Answer:
    """Return what cards are, and whether they may be played on others: `kind`, `beats`, `wanted` (what it takes), `why`."""
    rules = game.rules
    try:
        over, under = (mask_of(game.reading.cards(list(cards), ())) for cards in (asked.cards, asked.on))
    except Misread as misread:
        raise unreadable(misread) from None
    readings, lying = rules.combinations.readings(over), rules.combinations.readings(under)
    lacking = [cards for cards, one in ((over, readings), (under, lying)) if cards and not one]
    if lacking:
        return Answer({}, [f"{rules.names(cards)} {no_combination(rules, cards)}" for cards in lacking])
    on = lying[-1] if lying else None
    able = rules.combinations.on(over, on)
    played = (able or readings)[-1]
    data: dict[str, Any] = {"cards": rules.names(over).split(), "kind": played.kind.called, "beats": bool(able)}
    if on is not None:
        data["on"] = {"cards": rules.names(under).split(), "kind": on.kind.called}
        data["wanted"] = rules.combinations.what_beats(on)
        data["why"] = "" if able else f"{rules.names(over)} is {not_beaten(rules, played, on)}"
    return Answer({**data, "readings": []}, legal=bool(able))
