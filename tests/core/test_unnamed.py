"""Cards that changed hands without their names, against every course that the game may have taken."""

from __future__ import annotations

from random import Random

import pytest

from referee.core.unseen.unnamed import GONE, UNSEEN, Unnamed

CARDS = range(5)
PLAYERS = range(2)
World = tuple[frozenset[int], ...]
"""What each player has in hand, and last the deck, in one course."""
DECK = len(PLAYERS)


def moved(world: World, card: int, source: int, goal: int) -> World:
    parts = list(world)
    parts[source] -= {card}
    if goal != GONE:
        parts[goal] |= {card}
    return tuple(parts)


class Table:
    """The hands as they are known, and every course beside them."""

    def __init__(self) -> None:
        self.worlds = {(frozenset[int](),) * len(PLAYERS) + (frozenset(CARDS),)}
        self.sure: list[list[int]] = [[] for _ in PLAYERS]
        self.plain = [0 for _ in PLAYERS]
        self.named: set[int] = set()
        self.unnamed = Unnamed()

    def draw(self, player: int, card: int) -> None:
        """Draw a card that is named, in every course in which it is in the deck; or one that is not (UNSEEN)."""
        cards = CARDS if card == UNSEEN else (card,)
        self.worlds = {moved(w, one, DECK, player) for w in self.worlds for one in cards if one in w[DECK]}
        if card == UNSEEN:
            self.plain[player] += 1
        else:
            self.sure[player].append(card)
            self.named.add(card)

    def move(self, player: int, goal: int) -> None:
        """Let a card that is not named leave a hand."""
        self.worlds = {moved(w, one, player, goal) for w in self.worlds for one in w[player]}
        own = self.sure[player] + [UNSEEN] * self.plain[player]
        self.unnamed = self.unnamed.move(player, own, goal)
        self.sure[player] = []
        self.plain[player] = 0
        self.learn()

    def play(self, player: int, card: int) -> bool:
        """Play a card by its name; return whether that is held to be possible."""
        self.worlds = {moved(w, card, player, GONE) for w in self.worlds if card in w[player]}
        new = card not in self.named
        self.named.add(card)
        if card in self.sure[player]:
            self.sure[player].remove(card)
            return True
        if new and self.plain[player]:
            self.plain[player] -= 1
            return True
        rest = self.unnamed.without(player, card, new=new)
        if rest is None:
            return False
        self.unnamed = rest[0]
        self.learn()
        return True

    def learn(self) -> None:
        """Name the cards that have become known, which must then be there in every course."""
        self.unnamed, known = self.unnamed.certain()
        for player, card in known:
            if player != GONE and card == UNSEEN:
                self.plain[player] += 1
            elif player != GONE:
                assert all(card in world[player] for world in self.worlds)
                self.sure[player].append(card)

    def size(self, player: int) -> int:
        return len(next(iter(self.worlds))[player])


def step(table: Table, rng: Random) -> bool:
    """Let something happen that is possible in a course, and return whether it is held to be; or a play that is not."""
    player = rng.randrange(len(PLAYERS))
    deck = set[int]().union(*(world[DECK] for world in table.worlds)) - table.named
    what = rng.randrange(4)
    if what == 0 and deck:
        table.draw(player, rng.choice([UNSEEN, rng.choice(sorted(deck))]))
    elif what == 1 and table.size(player):
        table.move(player, rng.choice([GONE, 1 - player]))
    elif table.size(player):
        return table.play(player, rng.choice(CARDS))
    return True


@pytest.mark.parametrize("seed", range(40))
def test_what_is_possible_in_some_course_is_never_refused_and_nothing_else_is_believed(seed: int) -> None:
    rng = Random(seed)
    loose = impossible = 0
    for _ in range(40):
        table = Table()
        for _ in range(rng.randrange(4, 12)):
            possible = step(table, rng)
            if not table.worlds:
                impossible += 1
                loose += possible
                break
            assert possible
    assert impossible
    assert loose == 0
