"""Attacks in a random game: the announcement, the money, the dice and the capture."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.cards import members
from referee.engines.conspiracy import attack as sums
from referee.engines.conspiracy.play.candidates import Candidates, Item
from referee.engines.conspiracy.rules import announcing, outcomes, specials, structure
from referee.engines.conspiracy.state import UNCONTROLLED, Battle
from referee.engines.conspiracy.words.pack import ABSENT, SIDES

HOPELESS = -4
"""An attack with a lower number is seldom tried."""
OFTEN = 6
"""How often an attack of the usual kind is tried for one of another kind."""


class Attacks(Candidates):
    """What may happen in an attack at one table."""

    def in_attack(self, battle: Battle) -> Item:
        """Money, Specials, calling off, and finally the dice."""
        found = self.first_legal(self._before_roll(battle))
        return found or {"roll": [1 + self.draw(6), 1 + self.draw(6)]}

    def _before_roll(self, battle: Battle) -> Iterator[Item | None]:
        state, names, draw = self.state, self.names, self.draw
        number = sums.number(self.rules, battle)
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
            needed = announcing.needed_to_abolish(self.rules, battle, seat)
            if self.rules.abolished_by and seat != battle.seat and len(held) >= needed and not self.draw(3):
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
        if battle is None or battle.kind != "control" or not outcomes.outcome(self.rules, battle)[1]:
            return None
        side = self.any(structure.free_arrows(self.rules, state, battle.attacker))
        capture: Item = {"arrow": SIDES[side]}
        money = state.money[battle.attacker]
        if money and not self.draw(3):
            capture["money"] = 1 + self.draw(money)
        return {"capture": capture}

    def attack(self) -> Item | None:
        """An attack worth trying, and now and then one that is not."""
        state, rules = self.state, self.rules
        seat = state.turn
        cards = rules.pack.cards
        able = [
            card
            for card in members(state.holds[seat])
            if cards[card].power > 0 and state.used.get(card, 0) < announcing.limit(rules, card)
        ]
        if not able:
            return None
        attacker = self.any(able)
        kinds = ["control"] * OFTEN + ["neutralize", "destroy"]
        if "destroyed" in cards[state.illuminati[seat]].goal:
            kinds += ["destroy"] * OFTEN
        if not structure.has_free_arrow(rules, state, attacker):
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
        """The best of some attacks of one group, with aid and privilege at random."""
        state, rules, names = self.state, self.rules, self.names
        best, wanted = None, -99
        powerless = self.holders("destroy_powerless")
        whisper = [card for seat, card in powerless if seat == state.turn] if kind == "destroy" else []
        for _ in range(min(len(targets), 6)):
            target = self.any(targets)
            special = whisper[0] if whisper and not rules.pack.cards[target].power else ABSENT
            said = self.game.reading.readers["attack"](state, {kind: names[target], "with": names[attacker]})
            announced = announcing.announced(rules, state, (*said[:5], special, *said[6:]))
            number = sums.number(rules, announced)
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
        if not self.draw(5) and rules.privilege_allowed:
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
