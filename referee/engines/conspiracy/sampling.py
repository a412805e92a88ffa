"""Something that may legally happen next, drawn at random: what simulated games are made of.

Every candidate is put to the same checks as a log's events; one that is not legal is drawn anew, and ending the turn always is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.family import Draw
from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy import battles, incomes, outcomes, places, specials, structure
from referee.engines.conspiracy.pack import SIDES
from referee.engines.conspiracy.state import DEAD, DRAW, INCOME, OVER, REFILL, ROLLS, UNCONTROLLED, Battle, State

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import Game

Item = dict[str, Any]
TRIES = 12


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """A log item that may legally come next; None after the end of the game."""
    if state.phase == OVER:
        return None
    return Player(game, state, draw).item()


class Player:
    """One draw at one table."""

    def __init__(self, game: Game, state: State, draw: Draw) -> None:
        self.game = game
        self.terms = game.terms
        self.state = state
        self.draw = draw
        self.names = game.terms.pack.names

    def item(self) -> Item | None:
        """What happens next."""
        state = self.state
        if state.played is not None and (found := self._answer()):
            return found
        if state.attack is not None and state.attack.roll:
            if found := self._after_roll():
                return found
            state = self.state = self.game.settled(state)
        elif state.played is not None:
            state = self.state = self.game.settled(state)
        if state.phase == OVER:
            return None
        if state.attack is not None:
            return self._in_attack(state.attack)
        if state.phase == ROLLS:
            return self._rolls()
        if not self.draw(6) and (found := self._special()):
            return found
        if state.phase == INCOME:
            return {"income": sum(incomes.due(self.terms, state, state.turn).values())}
        if state.phase in (DRAW, REFILL):
            return {"draw" if state.phase == DRAW else "refill": self._from_deck()}
        return self._act()

    def _legal(self, item: Item) -> bool:
        events = self.game.read(self.state, item)
        return not self.game.check(self.state, events[0])

    def _any(self, things: list[Any]) -> Any:
        return things[self.draw(len(things))]

    def _first_legal(self, candidates: Iterator[Item | None]) -> Item | None:
        for candidate in candidates:
            if candidate is not None and self._legal(candidate):
                return candidate
        return None

    def _from_deck(self) -> str:
        left = self.state.left
        place = self.draw(sum(left))
        for card, copies in enumerate(left):
            place -= copies
            if place < 0:
                return self.names[card]
        raise AssertionError("the deck is empty")

    def _rolls(self) -> Item:
        dice = list(range(2, 13))
        return {
            "rolls": {
                player: dice.pop(self.draw(len(dice)))
                for player, alive in zip(self.state.players, self.state.alive, strict=True)
                if alive
            }
        }

    # -- Specials ------------------------------------------------------------------------------------------------------

    def _holders(self, word: str) -> list[tuple[int, int]]:
        cards = self.terms.pack.cards
        return [
            (seat, card) for seat, held in enumerate(self.state.specials) for card in held if word in cards[card].does
        ]

    def _answer(self) -> Item | None:
        """Somebody cancels the Special on the table, now and then."""
        able = self._holders("cancel_special")
        if not able or self.draw(3):
            return None
        seat, card = able[0]
        item = {"special": self.names[card], "by": self.state.players[seat]}
        return item if self._legal(item) else None

    def _special(self) -> Item | None:
        """Somebody plays a Special that may be played now."""
        hands = [(seat, card) for seat, held in enumerate(self.state.specials) for card in held]
        if not hands:
            return None
        seat, card = self._any(hands)
        return self._first_legal(self._uses(seat, card))

    def _uses(self, seat: int, card: int) -> Iterator[Item | None]:
        state, does = self.state, self.terms.pack.cards[card].does
        play: Item = {"play": self.names[card]}
        by = {} if seat == state.turn else {"by": state.players[seat]}
        if "revive" in does or "take_uncontrolled" in does:
            wanted = DEAD if "revive" in does else UNCONTROLLED
            groups = [group for group in self.terms.pack.groups if state.place[group] == wanted]
            if not groups:
                return
            play["group"] = self.names[self._any(groups)]
            if "take_uncontrolled" in does:
                onto = self._free_arrow(seat)
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
        one, two = cards[0], self._any(cards[1:])
        total = self.state.money[one] + self.state.money[two] + extra
        share = self.draw(total + 1)
        return {self.names[one]: share, self.names[two]: total - share}

    def _free_arrow(self, seat: int) -> Item | None:
        masters = [
            card for card in members(self.state.holds[seat]) if structure.has_free_arrow(self.terms, self.state, card)
        ]
        if not masters:
            return None
        master = self._any(masters)
        return {self.names[master]: SIDES[self._any(structure.free_arrows(self.terms, self.state, master))]}

    # -- attacks -------------------------------------------------------------------------------------------------------

    def _in_attack(self, battle: Battle) -> Item:
        """Money, Specials, calling off; in the end the dice."""
        found = self._first_legal(self._before_roll(battle))
        return found or {"roll": [1 + self.draw(6), 1 + self.draw(6)]}

    def _before_roll(self, battle: Battle) -> Iterator[Item | None]:
        state, names, draw = self.state, self.names, self.draw
        number = sums.number(self.terms, battle)
        top = state.illuminati[battle.seat]
        if not battle.money and not battle.defence and number < 10:
            payer = self._any([top, battle.attacker])
            amount = min(state.money[payer], 1 + draw(10 - max(number, 0)))
            if amount:
                yield {"spend": {names[payer]: amount}}
        if battle.owner >= 0 and not battle.defence and draw(2):
            payer = self._any([battle.target, state.illuminati[battle.owner]])
            if state.money[payer]:
                yield {"spend": {names[payer]: 1 + draw(min(state.money[payer], 6))}}
        if not (battle.support or battle.oppose) and not draw(8):
            seat = draw(len(state.players))
            money = state.money[state.illuminati[seat]]
            if money:
                yield {self._any(["support", "oppose"]): {state.players[seat]: 1 + draw(min(money, 6))}}
        if battle.privileged and draw(2):
            yield from self._against_privilege(battle)
        if not battle.paid and not draw(30):
            yield {"call_off": True}

    def _against_privilege(self, battle: Battle) -> Iterator[Item | None]:
        state, players = self.state, self.state.players
        for word in ("join_privileged", "abolish_privilege"):
            for seat, card in self._holders(word):
                yield {"special": self.names[card], "by": players[seat]}
        needed = self.terms.abolished_by - battle.abolishing
        for seat, held in enumerate(state.specials):
            if self.terms.abolished_by and seat != battle.seat and len(held) >= needed and not self.draw(3):
                yield {"abolish": [self.names[card] for card in held[:needed]], "by": players[seat]}

    def _after_roll(self) -> Item | None:
        state, battle = self.state, self.state.attack
        assert battle is not None
        for seat, card in self._holders("set_roll"):
            if not self.draw(3):
                return {"special": self.names[card], "by": state.players[seat]}
        if state.played is not None:
            settled = state.copy()
            specials.settle(self.terms, settled)
            state, battle = settled, settled.attack
        if battle is None or battle.kind != "control" or not outcomes.success(self.terms, battle):
            return None
        side = self._any(structure.free_arrows(self.terms, state, battle.attacker))
        capture: Item = {"arrow": SIDES[side]}
        money = state.money[battle.attacker]
        if money and not self.draw(3):
            capture["money"] = 1 + self.draw(money)
        return {"capture": capture}

    def _attack(self) -> Item | None:
        """An attack that is worth trying, now and then one that is not."""
        state, terms = self.state, self.terms
        seat = state.turn
        cards = terms.pack.cards
        able = [
            card
            for card in members(state.holds[seat])
            if cards[card].power > 0 and state.used.get(card, 0) < cards[card].does.get("takes_part", 1)
        ]
        if not able:
            return None
        attacker = self._any(able)
        kinds = ["control"] * 6 + ["neutralize", "destroy"]
        if "destroyed" in cards[state.illuminati[seat]].goal:
            kinds += ["destroy"] * 6
        if not structure.has_free_arrow(terms, state, attacker):
            kinds = kinds[6:]
        kind = self._any(kinds)
        targets = [
            card for card in terms.pack.groups if state.place[card] >= UNCONTROLLED and state.place[card] != seat
        ]
        if kind == "neutralize":
            targets = [card for card in targets if state.place[card] >= 0]
        item = self._promising(kind, attacker, targets)
        return item if item is not None and self._legal(item) else None

    def _promising(self, kind: str, attacker: int, targets: list[int]) -> Item | None:
        """The best of some attacks of one group, with aid and privilege as chance will have it."""
        state, terms, names = self.state, self.terms, self.names
        best, wanted = None, -99
        powerless = self._holders("destroy_powerless")
        whisper = [card for seat, card in powerless if seat == state.turn] if kind == "destroy" else []
        for _ in range(min(len(targets), 6)):
            target = self._any(targets)
            special = whisper[0] if whisper and not terms.pack.cards[target].power else -1
            event = self.game.reading.readers["attack"](state, {kind: names[target], "with": names[attacker]}, None)
            event.value = (*event.value[:5], special)
            number = sums.number(terms, battles.announced(terms, state, event))
            if number > wanted and (kind != "destroy" or terms.pack.cards[target].power or special >= 0):
                best, wanted = target, number
        if best is None or (wanted < -4 and self.draw(4)):
            return None
        item: Item = {kind: names[best], "with": names[attacker]}
        if wanted < 10 and self.draw(2):
            aiding = [
                card
                for card in members(state.holds[state.turn])
                if terms.pack.cards[card].transferable and card != attacker and not state.used.get(card, 0)
            ]
            if aiding:
                item["aid"] = [names[self._any(aiding)]]
        if whisper and not terms.pack.cards[best].power and kind == "destroy":
            item["special"] = names[whisper[0]]
        if not self.draw(5) and terms.privilege_allowed:
            self._with_privilege(item)
        return {"attack": item}

    def _with_privilege(self, item: Item) -> None:
        state, seat = self.state, self.state.turn
        top = state.illuminati[seat]
        word = self.terms.pack.cards[top].does.get("privilege")
        held = [self.names[card] for card in state.specials[seat] if self.names[card] != item.get("special")]
        if word and not state.privileges and state.money[top] >= word["cost"]:
            item["privilege"] = self.names[top]
        elif held:
            item["privilege"] = self._any(held)

    # -- everything else -----------------------------------------------------------------------------------------------

    def _act(self) -> Item:
        state = self.state
        if not state.passed and state.actions < self.terms.actions and not state.transfers and self.draw(12):
            for _ in range(4):
                if found := self._attack():
                    return found
        found = None
        if self.draw(3):
            chosen = self._any(DEEDS)
            found = self._first_legal(chosen(self))
        return found or {"end": True}

    def _passing(self) -> Iterator[Item | None]:
        yield {"pass": True}

    def _transfer(self) -> Iterator[Item | None]:
        state, names = self.state, self.names
        cards = [card for card in members(state.holds[state.turn]) if state.money[card]]
        if not cards or state.holds[state.turn].bit_count() < 2:
            return
        card = self._any(cards)
        near = [*structure.children(self.terms, state, card)] + [state.master[card]] * (state.master[card] >= 0)
        if not near:
            return
        item = {"from": names[card], "to": names[self._any(near)], "amount": 1 + self.draw(state.money[card])}
        yield {"transfer": {**item, **({"as": "action"} if not self.draw(3) else {})}}

    def _move(self) -> Iterator[Item | None]:
        groups = list(members(self.state.holds[self.state.turn]))[1:]
        onto = self._free_arrow(self.state.turn)
        if groups and onto:
            yield {"move": {"group": self.names[self._any(groups)], "onto": onto}}

    def _drop(self) -> Iterator[Item | None]:
        groups = list(members(self.state.holds[self.state.turn]))[1:]
        if groups and not self.draw(4):
            yield {"drop": self.names[self._any(groups)]}

    def _give(self) -> Iterator[Item | None]:
        state, names = self.state, self.names
        seat = state.turn
        others = [other for other in range(len(state.players)) if other != seat and state.alive[other]]
        to = self._any(others)
        gift: Item = {"to": state.players[to]}
        groups = list(members(state.holds[seat]))[1:]
        kind = self.draw(4)
        if kind == 0 and state.money[state.illuminati[seat]]:
            gift["money"] = 1 + self.draw(min(3, state.money[state.illuminati[seat]]))
        elif kind == 1 and state.specials[seat]:
            gift["specials"] = [names[state.specials[seat][0]]]
        elif kind == 2 and len(groups) > 1:
            onto = self._free_arrow(to)
            if onto:
                gift |= {"group": names[self._any(groups)], "onto": onto, "for": {"money": self.draw(3)}}
        if len(gift) > 1:
            yield {"give": gift}

    def _redistribute(self) -> Iterator[Item | None]:
        treasuries = self._shared_out(self.state.turn, 0)
        if treasuries:
            yield {"redistribute": treasuries}

    def _rearrange(self) -> Iterator[Item | None]:
        for _ in range(3):
            groups = list(members(self.state.holds[self.state.turn]))[1:]
            onto = self._free_arrow(self.state.turn)
            if groups and onto:
                yield {"rearrange": {self.names[self._any(groups)]: onto}}

    def _align(self) -> Iterator[Item | None]:
        if not self.state.holds[self.state.turn] & self.terms.pack.masks.get("realign", 0):
            return
        groups = [card for card in self.terms.pack.groups if places.in_play(self.state, card)]
        way = self._any(["add", "remove", "reverse"])
        for _ in range(TRIES):
            alignment = self._any(list(self.terms.pack.alignments))
            yield {"align": {"group": self.names[self._any(groups)], way: alignment}}

    def _buy(self) -> Iterator[Item | None]:
        if self.state.deck:
            yield {"buy": self._from_deck()}

    def _leave(self) -> Iterator[Item | None]:
        if not self.draw(60) and sum(self.state.alive) > 2:
            yield {"leave": True, "by": self.state.players[self.state.turn]}

    def _reveal(self) -> Iterator[Item | None]:
        goal = self.state.goals[self.state.turn]
        if goal >= 0 and "chosen" in self.terms.pack.cards[self.state.illuminati[self.state.turn]].goal:
            yield {"reveal": self.names[goal]}

    def _accuse(self) -> Iterator[Item | None]:
        if self.terms.hidden:
            seat = self.draw(len(self.state.players))
            card = self._any(list(self.terms.pack.illuminati))
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
