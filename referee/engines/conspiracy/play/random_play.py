"""A legal next event, drawn at random: what simulated games are made of.

Every candidate must pass the same checks as the events of a log. If it is illegal, another is drawn; ending the turn is always
legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.family import Draw
from referee.engines.conspiracy.play.candidates import Item
from referee.engines.conspiracy.play.random_attacks import Attacks
from referee.engines.conspiracy.rules import incomes, places, structure
from referee.engines.conspiracy.state import DEAD, DRAW, INCOME, OVER, REFILL, ROLLS, UNCONTROLLED, State
from referee.engines.conspiracy.words.pack import ABSENT

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import Game

TRIES = 12
OUTBIDS = 11
"""A bid for the next turn that outdoes every roll."""


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next; None after the end of the game."""
    if state.phase == OVER:
        return None
    return Player(game, state, draw).item()


class Player(Attacks):
    """One draw at one table."""

    def item(self) -> Item | None:
        """What happens next."""
        state = self.state
        if state.played is not None and (found := self._answer()):
            return found
        if state.attack is not None and state.attack.roll:
            if found := self.after_roll():
                return found
            state = self.state = self.game.settled(state)
        elif state.played is not None:
            state = self.state = self.game.settled(state)
        if state.phase == OVER:
            return None
        if state.attack is not None:
            return self.in_attack(state.attack)
        if state.phase == ROLLS:
            return self._rolls()
        if not self.draw(6) and (found := self._special()):
            return found
        if state.phase == INCOME:
            return {"income": sum(incomes.due(self.rules, state, state.turn).values())}
        if state.phase in (DRAW, REFILL):
            return {"draw" if state.phase == DRAW else "refill": self._from_deck()}
        return self._act()

    def _from_deck(self) -> str:
        left = self.state.left
        place = self.draw(sum(left))
        return next(name for name, end in zip(self.names, accumulate(left), strict=True) if place < end)

    def _rolls(self) -> Item:
        dice, state = list(range(2, 13)), self.state
        rolled: dict[str, Any] = {}
        for seat, player in enumerate(state.players):
            if state.alive[seat]:
                rolled[player] = dice.pop(self.draw(len(dice)))
        able = [seat for seat in range(self.rules.players) if state.money[state.illuminati[seat]] >= OUTBIDS]
        if self.rules.sequence == "bidding" and able and not self.draw(2):
            player = state.players[self.any(able)]
            rolled[player] = {"roll": rolled[player], "bid": OUTBIDS}
        return {"rolls": rolled}

    # -- Specials ------------------------------------------------------------------------------------------------------

    def _answer(self) -> Item | None:
        """Somebody cancels the Special on the table, now and then."""
        able = self.holders("cancel_special")
        if not able or self.draw(3):
            return None
        seat, card = able[0]
        item = {"special": self.names[card], "by": self.state.players[seat]}
        return item if self.legal(item) else None

    def _special(self) -> Item | None:
        """Somebody plays a Special that may be played now."""
        hands = [(seat, card) for seat, held in enumerate(self.state.specials) for card in held]
        if not hands:
            return None
        seat, card = self.any(hands)
        return self.first_legal(self._uses(seat, card))

    def _uses(self, seat: int, card: int) -> Iterator[Item | None]:
        state, does = self.state, self.rules.pack.cards[card].does
        play: Item = {"play": self.names[card]}
        by = {} if seat == state.turn else {"by": state.players[seat]}
        if "revive" in does or "take_uncontrolled" in does:
            wanted = DEAD if "revive" in does else UNCONTROLLED
            groups = [group for group in self.rules.pack.groups if state.place[group] == wanted]
            if not groups:
                return
            play["group"] = self.names[self.any(groups)]
            if "take_uncontrolled" in does:
                onto = self.free_arrow(seat)
                if onto is None:
                    return
                play["onto"] = onto
        if "spy" in does:
            play["player"] = state.players[(seat + 1) % len(state.players)]
        if "redistribute" in does:
            treasuries = self._shared_out(seat, does.get("money", 0))
            if treasuries:
                play["treasuries"] = treasuries
        if len(play) == 1:
            yield {"special": play["play"], **by}
        else:
            yield {"special": play, **by}

    def _shared_out(self, seat: int, extra: int) -> Item:
        """New treasuries for two of a player's cards."""
        cards = list(members(self.state.holds[seat]))
        if len(cards) < 2:
            return {}
        one, two = cards[0], self.any(cards[1:])
        total = self.state.money[one] + self.state.money[two] + extra
        share = self.draw(total + 1)
        return {self.names[one]: share, self.names[two]: total - share}

    # -- everything else -----------------------------------------------------------------------------------------------

    def _act(self) -> Item:
        state = self.state
        if not state.passed and state.actions < self.rules.actions and not state.transfers and self.draw(12):
            for _ in range(4):
                if found := self.attack():
                    return found
        found = None
        if self.draw(3):
            chosen = self.any(DEEDS)
            found = self.first_legal(chosen(self))
        return found or {"end": True}

    def _passing(self) -> Iterator[Item | None]:
        yield {"pass": True}

    def _transfer(self) -> Iterator[Item | None]:
        state, names = self.state, self.names
        cards = [card for card in members(state.holds[state.turn]) if state.money[card]]
        if not cards or state.holds[state.turn].bit_count() < 2:
            return
        card = self.any(cards)
        near = [*structure.children(self.rules, state, card)] + [state.master[card]] * (state.master[card] != ABSENT)
        if not near:
            return
        item = {"from": names[card], "to": names[self.any(near)], "amount": 1 + self.draw(state.money[card])}
        yield {"transfer": {**item, **({"as": "action"} if not self.draw(3) else {})}}

    def _move(self) -> Iterator[Item | None]:
        groups = list(members(self.state.holds[self.state.turn]))[1:]
        onto = self.free_arrow(self.state.turn)
        if groups and onto:
            yield {"move": {"group": self.names[self.any(groups)], "onto": onto}}

    def _drop(self) -> Iterator[Item | None]:
        groups = list(members(self.state.holds[self.state.turn]))[1:]
        if groups and not self.draw(4):
            yield {"drop": self.names[self.any(groups)]}

    def _give(self) -> Iterator[Item | None]:
        state, names = self.state, self.names
        seat = state.turn
        others = [other for other in range(len(state.players)) if other != seat and state.alive[other]]
        if not others:
            return
        to = self.any(others)
        gift: Item = {"to": state.players[to]}
        groups = list(members(state.holds[seat]))[1:]
        kind = self.draw(4)
        if kind == 0 and state.money[state.illuminati[seat]]:
            gift["money"] = 1 + self.draw(min(3, state.money[state.illuminati[seat]]))
        elif kind == 1 and state.specials[seat]:
            gift["specials"] = [names[state.specials[seat][0]]]
        elif kind == 2 and len(groups) > 1:
            onto = self.free_arrow(to)
            if onto:
                gift |= {"group": names[self.any(groups)], "onto": onto, "for": {"money": self.draw(3)}}
        if len(gift) > 1:
            yield {"give": gift}

    def _redistribute(self) -> Iterator[Item | None]:
        treasuries = self._shared_out(self.state.turn, 0)
        if treasuries:
            yield {"redistribute": treasuries}

    def _rearrange(self) -> Iterator[Item | None]:
        for _ in range(3):
            groups = list(members(self.state.holds[self.state.turn]))[1:]
            onto = self.free_arrow(self.state.turn)
            if groups and onto:
                yield {"rearrange": {self.names[self.any(groups)]: onto}}

    def _align(self) -> Iterator[Item | None]:
        if not self.state.holds[self.state.turn] & self.rules.pack.masks["realign"]:
            return
        groups = [card for card in self.rules.pack.groups if places.in_play(self.state, card)]
        way = self.any(["add", "remove", "reverse"])
        for _ in range(TRIES):
            alignment = self.any(list(self.rules.pack.alignments))
            yield {"align": {"group": self.names[self.any(groups)], way: alignment}}

    def _buy(self) -> Iterator[Item | None]:
        if self.state.deck:
            yield {"buy": self._from_deck()}

    def _leave(self) -> Iterator[Item | None]:
        if not self.draw(60) and sum(self.state.alive) > 2:
            yield {"leave": True, "by": self.state.players[self.state.turn]}

    def _reveal(self) -> Iterator[Item | None]:
        goal = self.state.goals[self.state.turn]
        if goal != ABSENT and "chosen" in self.rules.pack.cards[self.state.illuminati[self.state.turn]].goal:
            yield {"reveal": self.names[goal]}

    def _accuse(self) -> Iterator[Item | None]:
        if self.rules.hidden:
            seat = self.draw(len(self.state.players))
            card = self.any(list(self.rules.pack.illuminati))
            yield {"accuse": {"player": self.state.players[seat], "illuminati": self.names[card]}}


DEEDS: list[Callable[[Player], Iterator[Item | None]]] = [
    Player._passing,
    Player._transfer,
    Player._transfer,
    Player._move,
    Player._drop,
    Player._give,
    Player._give,
    Player._redistribute,
    Player._rearrange,
    Player._align,
    Player._align,
    Player._buy,
    Player._buy,
    Player._leave,
    Player._reveal,
    Player._accuse,
]
