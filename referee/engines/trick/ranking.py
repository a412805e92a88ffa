"""Who wins a trick: suits, trumps, Grace and the cards with powers.

A `Ranking` is one table for each possible trump, so that a trick without anything special is one `max` over a list.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of
from referee.engines.trick.state import State, Trick

NO_TRUMP = -1
TRUMP_BONUS = 1000


class Ranking(NamedTuple):
    """How cards rank while one suit (or none) is trump.

    `suit_of[card]` and `members[suit]` count the cards that always belong to the trumps among them; `keys[led][card]` is
    higher for the card that wins, 0 for one that cannot.
    """

    trump: int
    suit_of: list[int]
    members: list[int]
    keys: list[list[int]]
    trumps: int


def make_ranking(deck: Deck, trump: int, ranks: Mapping[str, int] | None, always: Sequence[int], lowest: bool) -> Ranking:
    """The ranking while `trump` (a suit's index, or NO_TRUMP) holds.

    `ranks` orders rank names where the ruleset does, `always` are the cards that are trumps beside the suit, highest last,
    and `lowest` makes the lowest card win.
    """
    suits = list(deck.suits)
    suit_of = [suits.index(card.suit) for card in deck.cards]
    strength = [card.strength if ranks is None else ranks[card.rank] for card in deck.cards]
    if trump != NO_TRUMP:
        top = max(strength) + 1
        for place, card in enumerate(always):
            suit_of[card] = trump
            strength[card] = top + place
    if lowest:
        strength = [max(strength) - value for value in strength]
    members = [mask_of(c for c in range(len(deck)) if suit_of[c] == suit) for suit in range(len(suits))]
    keys = []
    for led in range(len(suits)):
        key = [strength[c] + 1 if suit_of[c] == led else 0 for c in range(len(deck))]
        if trump != NO_TRUMP:
            key = [strength[c] + 1 + TRUMP_BONUS if suit_of[c] == trump else key[c] for c in range(len(deck))]
        keys.append(key)
    return Ranking(trump, suit_of, members, keys, 0 if trump == NO_TRUMP else members[trump])


class Power(NamedTuple):
    """What a card does to the trick it falls in; empty fields do nothing. `rule` is the rule that says so."""

    goes_to: str
    switches_off: frozenset[str]
    rotates: int
    rule: str
    path: str


def make_power(card_id: str, words: Mapping[str, Any]) -> Power:
    """The power that a ruleset gives a card: `{trick_goes_to: lowest}` and the like."""
    off = words.get("switch_off", ())
    return Power(
        words.get("trick_goes_to", ""),
        frozenset((off,) if isinstance(off, str) else off),
        {"right": 1, "left": -1, "": 0}[words.get("rotate_roles", "")],
        words.get("rule", "powers"),
        f"powers.{card_id}.trick_goes_to",
    )


class Decision(NamedTuple):
    """Who wins a trick and why: `index` into its cards, the deciding rule, and the rulings' paths that it hung on."""

    index: int
    because: str
    star: int
    hinges: tuple[str, ...]


class Judgement:
    """Decides tricks for one ruleset: `trick.tie`, `trick.clash`, `powers` and the strengths of the deck."""

    def __init__(
        self, strength: list[int], powers: Mapping[int, Power], rankings: Mapping[int, Ranking], tie: str, clash: str
    ) -> None:
        self.strength = strength
        self.powers = powers
        self.power_cards = mask_of(powers)
        self.rankings = rankings
        self.tie = tie
        self.clash = clash

    def decide(self, cards: Sequence[int], graced: int, ranking: Ranking) -> Decision:
        """The winner of a full trick, led by its first card; `graced` are the cards that count as Grace."""
        stars = [card for card in cards if self.power_cards >> card & 1]
        off = frozenset().union(*(self.powers[card].switches_off for card in stars)) if stars else frozenset()
        if "grace" in off:
            graced = 0
        if "trump" in off:
            ranking = self.rankings[NO_TRUMP]
        takers = [card for card in stars if self.powers[card].goes_to]
        if takers:
            return self._taken_by_star(cards, graced, ranking, takers)
        if graced:
            index, hinges = self._best([i for i, c in enumerate(cards) if graced >> c & 1], cards, ranking, highest=True)
            return Decision(index, "grace", -1, hinges)
        led = ranking.suit_of[cards[0]]
        key = ranking.keys[led]
        index = max(range(len(cards)), key=lambda i: key[cards[i]])
        trumped = ranking.trumps >> cards[index] & 1
        return Decision(index, "trump" if trumped and ranking.trump != led else "highest-card", -1, ())

    def _taken_by_star(
        self, cards: Sequence[int], graced: int, ranking: Ranking, takers: Sequence[int]
    ) -> Decision:
        star, other = (takers[-1], takers[0]) if self.clash == "last" else (takers[0], takers[-1])
        power = self.powers[star]
        index, tied = self._goes_to(power.goes_to, star, cards, graced, ranking)
        hinges = list(tied)
        if self._goes_to(self.powers[other].goes_to, other, cards, graced, ranking)[0] != index:
            hinges.append("trick.clash")
        alternative = {"lowest": "lowest_without_grace", "lowest_without_grace": "lowest"}.get(power.goes_to)
        if alternative and self._goes_to(alternative, star, cards, graced, ranking)[0] != index:
            hinges.append(power.path)
        return Decision(index, power.rule, star, tuple(hinges))

    def _goes_to(
        self, word: str, star: int, cards: Sequence[int], graced: int, ranking: Ranking
    ) -> tuple[int, tuple[str, ...]]:
        """Where one star's `trick_goes_to` sends the trick."""
        everyone = list(range(len(cards)))
        if word == "leader":
            return 0, ()
        if word == "player":
            return list(cards).index(star), ()
        if word == "last_player":
            return len(cards) - 1, ()
        if word == "lowest_without_grace":
            plain = [i for i in everyone if not graced >> cards[i] & 1]
            return self._best(plain or everyone, cards, ranking, highest=False)
        return self._best(everyone, cards, ranking, highest=word == "highest")

    def _best(
        self, among: list[int], cards: Sequence[int], ranking: Ranking, *, highest: bool
    ) -> tuple[int, tuple[str, ...]]:
        """The highest or lowest card whatever its suit; equal cards are parted as `trick.tie` says."""
        value = [self.strength[cards[i]] for i in among]
        best = max(value) if highest else min(value)
        tied = [i for i, v in zip(among, value, strict=True) if v == best]
        if len(tied) == 1:
            return tied[0], ()
        led = ranking.suit_of[cards[0]]
        of_led = next((i for i in tied if ranking.suit_of[cards[i]] == led), tied[0])
        chosen = {"earliest": tied[0], "latest": tied[-1], "led_suit": of_led}[self.tie]
        return chosen, ("trick.tie",) if of_led != tied[0] else ()


def compile_decide(judgement: Judgement) -> Callable[[State], Decision | int]:
    """How the state's full trick is decided: the winner's index at once, or a Decision where something special lies in it."""
    power_cards = judgement.power_cards

    def decide(state: State) -> Decision | int:
        trick = state.trick
        if state.graced or state.table & power_cards:
            return judgement.decide(trick, state.graced, state.ranking)
        key = state.ranking.keys[state.led]
        return trick.index(max(trick, key=key.__getitem__))

    return decide


def decide_again(judgement: Judgement, trick: Trick, ranking: Ranking) -> Decision:
    """Why a finished trick went where it went."""
    return judgement.decide(trick.cards, trick.graced, ranking)
