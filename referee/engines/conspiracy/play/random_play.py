"""A legal next event, drawn at random: what simulated games are made of.

Every candidate must pass the same checks as the events of a log. If it is illegal, another is drawn; ending the turn is always
legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.family import Draw
from referee.engines.conspiracy.rules import attacks, battles, specials, structure, turns
from referee.engines.conspiracy.state import DEAD, DRAW, INCOME, OVER, REFILL, ROLLS, UNCONTROLLED, Battle, State
from referee.engines.conspiracy.words.compiled import ABSENT, SIDES

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import Game

Item = dict[str, Any]


HOPELESS = -4
"""An attack with a lower number is seldom tried."""
OFTEN = 6
"""How often an attack of the usual kind is tried for one of another kind."""
TRIES = 12
OUTBIDS = 11
"""A bid for the next turn that outdoes every roll."""


def draw_next(game: Game, state: State, draw: Draw) -> Mapping[str, Any] | None:
    """Return a log item that may legally come next; None after the end of the game."""
    if state.phase == OVER:
        return None
    return Player(game, state, draw).item()


class Player:
    """One draw at one table."""

    def __init__(self, game: Game, state: State, draw: Draw) -> None:
        self.game = game
        self.rules = game.rules
        self.state = state
        self.draw = draw
        self.names = game.rules.pack.names

    def legal(self, item: Item) -> bool:
        events = self.game.read(self.state, item)
        return not self.game.check(self.state, events[0])

    def any(self, things: list[Any]) -> Any:
        return things[self.draw(len(things))]

    def first_legal(self, candidates: Iterator[Item | None]) -> Item | None:
        for candidate in candidates:
            if candidate is not None and self.legal(candidate):
                return candidate
        return None

    def holders(self, word: str) -> list[tuple[int, int]]:
        cards = self.rules.pack.cards
        return [
            (seat, card) for seat, held in enumerate(self.state.specials) for card in held if word in cards[card].does
        ]

    def free_arrow(self, seat: int) -> Item | None:
        masters = [
            card for card in members(self.state.holds[seat]) if structure.free_arrows(self.rules, self.state, card)
        ]
        if not masters:
            return None
        master = self.any(masters)
        return {self.names[master]: SIDES[self.any(structure.free_arrows(self.rules, self.state, master))]}

    def in_attack(self, battle: Battle) -> Item:
        """Money, Specials, calling off, and finally the dice."""
        found = self.first_legal(self._before_roll(battle))
        return found or {"roll": [1 + self.draw(6), 1 + self.draw(6)]}

    def _before_roll(self, battle: Battle) -> Iterator[Item | None]:
        state, names, draw = self.state, self.names, self.draw
        number = attacks.number(self.rules, battle)
        top = state.illuminati[battle.seat]
        if not battle.money and not battle.defence and number < 10:
            payer = self.any([top, battle.attacker])
            amount = min(state.money[payer], 1 + draw(10 - max(number, 0)))
            if amount:
                yield {"spend": {names[payer]: amount}}
        if battle.owner != ABSENT and not battle.defence and draw(2):
            payer = self.any([battle.target, state.illuminati[battle.owner]])
            if state.money[payer]:
                yield {"spend": {names[payer]: 1 + draw(min(state.money[payer], 6))}}
        if not (battle.support or battle.oppose) and not draw(8):
            seat = draw(len(state.players))
            money = state.money[state.illuminati[seat]]
            if money:
                yield {self.any(["support", "oppose"]): {state.players[seat]: 1 + draw(min(money, 6))}}
        if battle.privileged and draw(2):
            yield from self._against_privilege(battle)
        if not battle.paid and not draw(30):
            yield {"call_off": True}

    def _against_privilege(self, battle: Battle) -> Iterator[Item | None]:
        state, players = self.state, self.state.players
        for word in ("join_privileged", "abolish_privilege"):
            for seat, card in self.holders(word):
                yield {"special": self.names[card], "by": players[seat]}
        for seat, held in enumerate(state.specials):
            needed = specials.needed_to_abolish(self.rules, battle, seat)
            if (
                self.rules.attack.privilege.abolished_by
                and seat != battle.seat
                and len(held) >= needed
                and not self.draw(3)
            ):
                yield {"abolish": [self.names[card] for card in held[:needed]], "by": players[seat]}

    def after_roll(self) -> Item | None:
        state, battle = self.state, self.state.attack
        assert battle is not None
        for seat, card in self.holders("set_roll"):
            item = {"special": self.names[card], "by": state.players[seat]}
            if not self.draw(3) and self.legal(item):
                return item
        if state.played is not None:
            settled = state.copy()
            specials.settle(self.rules, settled)
            state, battle = settled, settled.attack
        if battle is None or battle.kind != "control" or not battles.outcome(self.rules, battle)[1]:
            return None
        side = self.any(structure.free_arrows(self.rules, state, battle.attacker))
        capture: Item = {"arrow": SIDES[side]}
        money = state.money[battle.attacker]
        if money and not self.draw(3):
            capture["money"] = 1 + self.draw(money)
        return {"capture": capture}

    def attack(self) -> Item | None:
        """Return an attack worth trying, and now and then one that is not."""
        state, rules = self.state, self.rules
        seat = state.turn
        cards = rules.pack.cards
        able = [
            card
            for card in members(state.holds[seat])
            if cards[card].power > 0 and state.used.get(card, 0) < cards[card].does.get("takes_part", 1)
        ]
        if not able:
            return None
        attacker = self.any(able)
        kinds = ["control"] * OFTEN + ["neutralize", "destroy"]
        if "destroyed" in cards[state.illuminati[seat]].goal:
            kinds += ["destroy"] * OFTEN
        if not structure.free_arrows(rules, state, attacker):
            kinds = kinds[OFTEN:]
        kind = self.any(kinds)
        targets = [
            card for card in rules.pack.groups if state.place[card] >= UNCONTROLLED and state.place[card] != seat
        ]
        if kind == "neutralize":
            targets = [card for card in targets if state.place[card] >= 0]
        item = self._promising(kind, attacker, targets)
        return item if item is not None and self.legal(item) else None

    def _promising(self, kind: str, attacker: int, targets: list[int]) -> Item | None:
        """Return the best of some attacks of one group, with aid and privilege at random."""
        state, rules, names = self.state, self.rules, self.names
        best, wanted = None, -99
        powerless = self.holders("destroy_powerless")
        whisper = [card for seat, card in powerless if seat == state.turn] if kind == "destroy" else []
        for _ in range(min(len(targets), 6)):
            target = self.any(targets)
            special = whisper[0] if whisper and not rules.pack.cards[target].power else ABSENT
            said = (kind, attacker, target, (), ABSENT, special, ABSENT, True)
            announced = attacks.announced(rules, state, said)
            number = attacks.number(rules, announced)
            if number > wanted and (kind != "destroy" or whisper or rules.pack.cards[target].power):
                best, wanted = target, number
        if best is None or (wanted < HOPELESS and self.draw(4)):
            return None
        item: Item = {kind: names[best], "with": names[attacker]}
        if wanted < 10 and self.draw(2):
            aiding = [
                card
                for card in members(state.holds[state.turn])
                if rules.pack.cards[card].transferable and card != attacker and not state.used.get(card, 0)
            ]
            if aiding:
                item["aid"] = [names[self.any(aiding)]]
        if whisper and not rules.pack.cards[best].power:
            item["special"] = names[whisper[0]]
        top = state.illuminati[state.turn]
        if not state.shown[state.turn] and top in (
            attacker,
            *(rules.pack.by_name[card] for card in item.get("aid", ())),
        ):
            own = rules.pack.cards[top]
            item["power"] = 1 + self.draw(max(own.power if top == attacker else own.transferable, 1))
        if not self.draw(5) and rules.attack.privilege.allowed:
            self._with_privilege(item)
        return {"attack": item}

    def _with_privilege(self, item: Item) -> None:
        state, seat = self.state, self.state.turn
        top = state.illuminati[seat]
        word = self.rules.pack.cards[top].does.get("privilege")
        held = [self.names[card] for card in state.specials[seat] if self.names[card] != item.get("special")]
        if word and not state.privileges and state.money[top] >= word["cost"]:
            item["privilege"] = self.names[top]
        elif held:
            item["privilege"] = self.any(held)

    def item(self) -> Item | None:
        """Return what happens next."""
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
            return {"income": sum(turns.due(self.rules, state, state.turn).values())}
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
        if self.rules.turn.sequence == "bidding" and able and not self.draw(2):
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
        return self.first_legal(iter([self._use(*self.any(hands))])) if hands else None

    def _use(self, seat: int, card: int) -> Item | None:
        state, does = self.state, self.rules.pack.cards[card].does
        play: Item = {"play": self.names[card]}
        by = {} if seat == state.turn else {"by": state.players[seat]}
        if "revive" in does or "take_uncontrolled" in does:
            wanted = DEAD if "revive" in does else UNCONTROLLED
            groups = [group for group in self.rules.pack.groups if state.place[group] == wanted]
            if not groups:
                return None
            play["group"] = self.names[self.any(groups)]
            if "take_uncontrolled" in does:
                onto = self.free_arrow(seat)
                if onto is None:
                    return None
                play["onto"] = onto
        if "spy" in does:
            play["player"] = state.players[(seat + 1) % len(state.players)]
        if "redistribute" in does:
            treasuries = self._shared_out(seat, does.get("money", 0))
            if treasuries:
                play["treasuries"] = treasuries
        return {"special": play if len(play) > 1 else play["play"], **by}

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
        if not state.passed and state.actions < self.rules.turn.actions and not state.transfers and self.draw(12):
            for _ in range(4):
                if found := self.attack():
                    return found
        found = None
        if self.draw(3):
            found = self.first_legal(self._deed(self.any(DEEDS)))
        return found or {"end": True}

    def _deed(self, verb: str) -> Iterator[Item | None]:
        """Yield ways to do something else than to attack, money and structure first."""
        state, rules, names = self.state, self.rules, self.names
        seat, held = state.turn, list(members(state.holds[state.turn]))
        if verb == "pass":
            yield {"pass": True}
        elif verb == "transfer":
            cards = [card for card in held if state.money[card]] if len(held) > 1 else []
            card = self.any(cards) if cards else ABSENT
            near = [*structure.children(rules, state, card)] if cards else []
            near += [state.master[card]] if cards and state.master[card] != ABSENT else []
            if near:
                item = {"from": names[card], "to": names[self.any(near)], "amount": 1 + self.draw(state.money[card])}
                yield {"transfer": {**item, **({"as": "action"} if not self.draw(3) else {})}}
        elif verb in ("move", "rearrange"):
            for _ in range(1 if verb == "move" else 3):
                onto = self.free_arrow(seat)
                if held[1:] and onto:
                    group = names[self.any(held[1:])]
                    yield {"move": {"group": group, "onto": onto}} if verb == "move" else {"rearrange": {group: onto}}
        elif verb == "drop" and held[1:] and not self.draw(4):
            yield {"drop": names[self.any(held[1:])]}
        elif verb == "give" and (gift := self._gift(seat, held[1:])):
            yield {"give": gift}
        elif verb == "redistribute" and (treasuries := self._shared_out(seat, 0)):
            yield {"redistribute": treasuries}
        elif verb == "align" and state.holds[seat] & rules.pack.masks["realign"]:
            groups = [card for card in rules.pack.groups if structure.in_play(state, card)]
            way = self.any(["add", "remove", "reverse"])
            for _ in range(TRIES):
                alignment = self.any(list(rules.pack.alignments))
                yield {"align": {"group": names[self.any(groups)], way: alignment}}
        elif verb == "buy" and state.deck:
            yield {"buy": self._from_deck()}
        elif verb == "leave" and not self.draw(60) and sum(state.alive) > 2:
            yield {"leave": True, "by": state.players[seat]}
        elif verb == "reveal" and state.goals[seat] != ABSENT:
            if "chosen" in rules.pack.cards[state.illuminati[seat]].goal:
                yield {"reveal": names[state.goals[seat]]}
        elif verb == "accuse" and rules.hidden.illuminati:
            who = state.players[self.draw(len(state.players))]
            yield {"accuse": {"player": who, "illuminati": names[self.any(list(rules.pack.illuminati))]}}

    def _gift(self, seat: int, groups: list[int]) -> Item:
        """Return what a player may give another; nothing if there is nothing to give."""
        state, names = self.state, self.names
        others = [other for other in range(len(state.players)) if other != seat and state.alive[other]]
        if not others:
            return {}
        to = self.any(others)
        gift: Item = {}
        kind, money = self.draw(4), state.money[state.illuminati[seat]]
        if kind == 0 and money:
            gift["money"] = 1 + self.draw(min(3, money))
        elif kind == 1 and state.specials[seat]:
            gift["specials"] = [names[state.specials[seat][0]]]
        elif kind == 2 and len(groups) > 1 and (onto := self.free_arrow(to)):
            gift |= {"group": names[self.any(groups)], "onto": onto, "for": {"money": self.draw(3)}}
        return {"to": state.players[to], **gift} if gift else {}


DEEDS = ["pass", "transfer", "transfer", "move", "drop", "give", "give", "redistribute", "rearrange", "align", "align",
         "buy", "buy", "leave", "reveal", "accuse"]  # fmt: skip
"""What is done in a turn besides attacks; what stands twice is tried twice as often."""
