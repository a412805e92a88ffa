"""What must hold of every game at every point: everything that says what may be done next says the same.

The options, the list of legal moves, the sentence about the next step, the random player, a `Table`, and the judge.
"""

from __future__ import annotations

CHANGES: dict[str, str] = {
    "trick": "[{when: trick > 1, patch: {play: {follow_suit: false}}}]",
    "meld": "[{when: round > 1, patch: {deal: {each: 9}}}]",
    "shedding": "[{when: round > 1, patch: {draw: {though_able: true, must_play: false, most: 2}}}]",
    "climbing": "[{when: hand > 1, patch: {play: {equal: true}}}]",
    "fishing": "[{when: round > 1, patch: {harvest: {sums: false}}}]",
    "conspiracy": "[{when: turn > 2 * players, patch: {actions: {each_turn: 1}}}]",
}
