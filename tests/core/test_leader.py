"""Hands of which nobody recorded who led: what is said of players nobody can name."""

from __future__ import annotations

from referee.core.unseen import leader


def test_players_are_counted_from_whoever_led() -> None:
    assert leader.places_after_leader([2, 3, 4, 5, 6, 7, 0], 8) == (
        "player 7 of this hand",
        "a player who sits out",
        "the leader",
        "the second player",
        "the third player",
        "the fourth player",
        "the fifth player",
        "the sixth player",
    )
