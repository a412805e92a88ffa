"""Who sees the cards that prove a finding: other seats get the finding without them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.core.findings import Finding
from referee.core.scene import Scene


def blind_to(finding: Finding, scene: Scene) -> list[str]:
    """The players who do not see every card that a finding names: some of them are in the hands of others.

    Nothing is hidden from players of what is found about themselves.
    """
    said = " ".join((finding.message, finding.reason or "", *finding.legal))
    return [
        seat.player
        for seat in scene.seats
        if seat.player != finding.player and any(_names(said, card) for card in _hidden_from(scene, seat.player))
    ]


def _hidden_from(scene: Scene, who: str) -> Iterator[str]:
    """The names of cards that other players hold in secret."""
    for seat in scene.seats:
        if seat.player != who:
            yield from seat.kept
            for row in seat.rows:
                if row.owner not in ("", who):
                    yield from (card.name for card in row.cards if card.name)


def _names(said: str, card: str) -> bool:
    """Whether a sentence contains the name of a card, and not as a part of another."""
    return card in said and re.search(rf"(?<![\w:]){re.escape(card)}(?![\w:])", said) is not None
