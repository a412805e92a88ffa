"""OpenSpiel beside the referee: one hand at both tables at once, decision by decision.

OpenSpiel knows cards by number and players by seat; this module is the only place that says which is which. Its Hearts
counts `rank * 4 + suit`, its Spades `suit * 13 + rank`, with suits in the order C D H S and ranks from 2 up to the Ace.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import referee
from referee import source
from referee.core.ruleset import Ruleset
from referee.core.verdict import Verdict
from referee.judging.fold import fold
from referee.judging.log import make_log
from referee.rules import rulesets

SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
HEARTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
SPADES = tuple(rank + suit for suit in SUITS for rank in RANKS)
PLAYERS = ("Ann", "Ben", "Cyd", "Dov")
TRICKS = 13

Policy = Callable[[Sequence[str]], str]
"""How somebody plays: one of these legal cards, which stand in the order of the deck."""


def suit(card: str) -> str:
    """The suit of a card: 'H' for '10H'."""
    return card[-1]


def rank(card: str) -> int:
    """The rank of a card, 0 for a Two up to 12 for an Ace."""
    return RANKS.index(card[:-1])


def named(text: str) -> list[str]:
    """Cards written in one line."""
    return text.split()


def high(cards: Sequence[str]) -> str:
    """Plays the highest rank there is."""
    return max(cards, key=rank)


def low(cards: Sequence[str]) -> str:
    """Plays the lowest rank there is."""
    return min(cards, key=rank)


def dealt(rng: random.Random, fixed: Mapping[int, Sequence[str]]) -> list[list[str]]:
    """A deal of 13 cards each to OpenSpiel's players 0 to 3, at random except for the cards that are `fixed`."""
    held = {card for cards in fixed.values() for card in cards}
    rest = [card for card in SPADES if card not in held]
    rng.shuffle(rest)
    hands = []
    for player in range(4):
        own = list(fixed.get(player, ()))
        missing = TRICKS - len(own)
        hands.append(own + rest[:missing])
        del rest[:missing]
        rng.shuffle(hands[-1])
    return hands


class Tables:
    """One hand in OpenSpiel (`peer`) and before the referee (`game`, `state`); `items` is its log so far, move by move.

    OpenSpiel's player `p` is called `names[p]`; its player 0 may sit anywhere at the referee's table. `hands` and
    `tricks` are what the test itself remembers: what each of OpenSpiel's players holds, and (player, card) as played.
    """

    def __init__(
        self,
        peer: Any,
        cards: Sequence[str],
        rules: Ruleset,
        head: Mapping[str, Any],
        first: int,
        players: tuple[str, ...] = PLAYERS,
    ) -> None:
        self.peer = peer
        self.cards = cards
        self.numbers = {card: number for number, card in enumerate(cards)}
        self.rules = rules
        self.head = {"game": rules.name, "variants": list(rules.variants), "players": list(players), **head}
        self.players = players
        self.names = players[first:] + players[:first]
        self.game: Any = rulesets.table(rules, len(players))
        self.state = self.game.start(players, self.head.get("setup", {}), self.head.get("position"))
        self.items: list[dict[str, Any]] = []
        self.events = 0
        self.hands: list[set[str]] = []
        self.tricks: list[list[tuple[int, str]]] = [[]]

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The trick on the table, as (player, card)."""
        return self.tricks[-1]

    def gone(self) -> set[str]:
        """The cards of the finished tricks."""
        return {card for trick in self.tricks[:-1] for _, card in trick}

    def deal(self, hands: Sequence[Sequence[str]]) -> None:
        """Deals at both tables: in OpenSpiel a card at a time, from player 0 on."""
        self.hands = [set(hand) for hand in hands]
        for place in range(len(hands[0])):
            for hand in hands:
                self.peer.apply_action(self.numbers[hand[place]])
        self.happen({"deal": {name: list(hand) for name, hand in zip(self.names, hands, strict=True)}})

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        done = self.game.take(self.state, events)
        assert done == len(events), (item, self.game.check(self.state, events[done]))
        self.items.append(item)
        self.events += done

    def legal(self) -> set[str]:
        """What the player to act may do, as the referee says."""
        return {option.notation for option in self.game.options(self.state).legal}

    def peer_legal(self, base: int = 0) -> set[str]:
        """What the player to act may do, as OpenSpiel says: cards, or numbers counted from the action `base`."""
        actions = self.peer.legal_actions()
        return {str(action - base) for action in actions} if base else {self.cards[action] for action in actions}

    def play(self, card: str) -> None:
        """The player to act plays a card at both tables; after the last of a trick both must have the same winner."""
        player = self.peer.current_player()
        assert self.players[self.state.turn] == self.names[player]
        self.hands[player].remove(card)
        self.trick.append((player, card))
        self.peer.apply_action(self.numbers[card])
        self.happen({"play": card})
        if len(self.trick) == len(self.players):
            self.tricks.append([])

    def winners(self) -> list[str]:
        """Who won each finished trick, as OpenSpiel says: who led the next. Nobody leads after the last one."""
        return [self.names[following[0][0]] for following in self.tricks[1:] if following]

    def judged(self, items: Sequence[Mapping[str, Any]], **head: Any) -> Verdict:
        """What the referee says about a log of these items, read from text."""
        text = json.dumps({**self.head, **head, "events": list(items)})
        return referee.judge(make_log(source.parse(text, "hand.json")), self.rules)

    def finds(self, item: Mapping[str, Any], rule: str) -> None:
        """Asserts that the referee, given this as the next move, finds one thing there: it breaks `rule`."""
        verdict = self.judged([*self.items, item])
        found = [(finding.kind, finding.rule, finding.event) for finding in verdict.findings]
        assert (verdict.status, found) == ("illegal", [("violation", f"{self.rules.name}/{rule}", self.events + 1)])
        assert not verdict.complaints

    def illegal_play(self, legal: set[str], rng: random.Random) -> tuple[dict[str, Any], str]:
        """A play that is illegal now, if possible with a card that is in the hand, and the rule that it breaks."""
        player = self.peer.current_player()
        held = self.hands[player]
        barred = sorted(held - legal)
        if barred and rng.random() < 0.8:
            return {"play": rng.choice(barred)}, self.barring(held)
        other = rng.choice([p for p in range(len(self.players)) if p != player])
        if self.hands[other] and rng.random() < 0.5:
            return {"by": self.names[other], "play": rng.choice(sorted(self.hands[other]))}, "turn"
        return {"play": rng.choice(sorted(set(self.cards) - held))}, "hand"

    def barring(self, held: set[str]) -> str:
        """The rule that bars a card in the hand, told from the cards alone."""
        if not self.trick:
            opening = len(self.tricks) == 1 and self.rules.get("play", "if_able", "open_with") is not None
            return "open-with" if opening else "break-before-leading"
        led = suit(self.trick[0][1])
        return "follow-suit" if any(suit(card) == led for card in held) else "first-trick-without"

    def log(self, spoken: Sequence[Mapping[str, Any]], scores: Mapping[str, int], totals: Mapping[str, int]) -> None:
        """Asserts that nothing is found in the log of the hand, written with OpenSpiel's winners and scores as claims.

        A second log claims nothing before its end, so that its tricks go down the fold's fast lane; both end in the
        same state. `spoken` is what stands between the deal and the first trick.
        """
        tricks = [{"trick": [card for _, card in trick]} for trick in self.tricks if trick]
        plain = [self.items[0], *spoken, *tricks]
        won = [{"expect": {"winner": name}} for name in self.winners()]
        claims = {"score": scores, "totals": totals}
        claimed = [self.items[0], *spoken, *[a | b for a, b in zip(tricks, won, strict=False)], tricks[-1]]
        for verdict in (self.judged(claimed, expect=claims), self.judged(plain, expect=claims)):
            assert (verdict.status, verdict.findings, verdict.complaints) == ("legal", [], [])
            played = sum(map(len, self.tricks))
            assert (verdict.events, verdict.counts["plays"], verdict.counts["scores"]) == (self.events, played, 1)
            assert self._end(verdict.table.state) == self._end(self.state)
        game = self.game
        folded = fold(game, game.start(self.players, self.head.get("setup", {}), self.head.get("position")), plain)
        assert self._end(folded.state) == self._end(self.state)

    def _end(self, state: Any) -> tuple[Any, ...]:
        return state.phase, state.scores, state.bags, state.history, state.finished()


def overlay(name: str) -> str:
    """The path of a house rule of this folder."""
    return str(Path(__file__).parent / f"{name}.yaml")
