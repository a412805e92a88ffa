"""A played game written down as a log, at each level of detail.

An attack stands on one line, and claims at the end of each turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.data import Data, Item
from referee.core.family import Draw, Record
from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.compiled import ConspiracyRules, pack_of
from referee.engines.conspiracy.game import ConspiracyGame
from referee.engines.conspiracy.reading import STEPS
from referee.engines.conspiracy.rules import goals
from referee.engines.conspiracy.state import DRAW, INCOME, OVER, REFILL, ROLLS, ConspiracyState

STEP_BY_STEP, WHOLE = "steps", "attacks"


class ConspiracyRecord(Record[ConspiracyGame, ConspiracyRules, ConspiracyState]):
    """The log items of a game as it is played."""

    DETAILS = (WHOLE, STEP_BY_STEP)
    """Attacks on one line if nothing comes between their steps, or every step on its own line."""
    LENGTH = "turns"
    MOST = 30
    PAD_HEAD: Mapping[str, Data] = {"position": {}}

    @staticmethod
    def setup(ruleset: Ruleset, players: Sequence[str], draw: Draw) -> Data:
        """The set-up of a random game: Illuminati cards, uncontrolled groups, who begins, and the goals that players
        write down."""
        pack = pack_of(ruleset)
        deck = [pack.names[card] for card in pack.groups]
        tops = [pack.names[card] for card in pack.illuminati]
        shown = [tops.pop(draw(len(tops))) for _ in players]
        drawn: Data = {"illuminati": dict(zip(players, shown, strict=True))}
        drawn["uncontrolled"] = [deck.pop(draw(len(deck))) for _ in range(ruleset.full["uncontrolled"]["start"])]
        drawn["first"] = players[draw(len(players))]
        everybody_chooses = ruleset.full["goals"]["hidden"]
        open_goals = []
        for card in pack.cards:
            if card.goal and "chosen" not in card.goal:
                open_goals.append(card.name)
        secret = []
        for top in shown:
            secret.append(everybody_chooses or "chosen" in pack.cards[pack.by_name[top]].goal)
        choosing = [player for player, chooses in zip(players, secret, strict=True) if chooses]
        if choosing and open_goals:
            drawn["goals"] = {player: open_goals[draw(len(open_goals))] for player in choosing}
        return drawn

    @classmethod
    def too_long(cls, state: ConspiracyState) -> bool:
        """Return whether a random game stops here: at the start of a turn, after enough turns of each player."""
        return state.phase == INCOME and state.number > cls.MOST * len(state.players) and state.attack is None

    @staticmethod
    def chance(game: ConspiracyGame, state: ConspiracyState) -> bool:
        """Return whether chance decides what comes next: a card or the dice for the next turn."""
        return state.phase in (DRAW, REFILL, ROLLS) and state.attack is None

    def before(self, state: ConspiracyState, item: Item) -> None:
        """Write down an item that is about to happen. A step of an attack goes on the line of the attack, if that has
        none of the later steps and nothing came between."""
        if self.detail == WHOLE and len(item) == 1 and self.items and len(self.items[-1]) == 1:
            for verb, value in item.items():
                line = self.items[-1].get("attack")
                if line is not None and verb in STEPS and not any(step in line for step in STEPS[STEPS.index(verb) :]):
                    self.items[-1] = {"attack": {**line, verb: value}}
                    return
        self.items.append(dict(item))

    def at_end(self, state: ConspiracyState) -> None:
        """At the end of a turn, add a claim of everybody's number of groups, and of the winners after the game."""
        if any(verb in self.items[-1] for verb in ("end", "refill")):
            settled = self.game.settle(state)
            totals = {player: goals.groups(settled, seat) for seat, player in enumerate(state.players)}
            claims: Data = {"totals": totals}
            if settled.phase == OVER:
                claims["winners"] = [state.players[seat] for seat in settled.winners]
            self.items[-1]["expect"] = claims

    def result(self, state: ConspiracyState) -> Data:
        """Return the end of a game as a sheet has it: how many groups everybody has, their Power and money."""
        race = self.game.score(self.game.settle(state))[0]["race"]
        return {"structures": {one["player"]: {key: one[key] for key in ("groups", "power", "money")} for one in race}}
