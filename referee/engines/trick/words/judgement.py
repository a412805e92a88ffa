"""Who wins a trick: trumps, the suit that was led, Grace and the cards with powers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.core.cards import Deck, mask_of
from referee.engines.trick.words.ranking import NO_TRUMP, Ranking


class Power(NamedTuple):
    """What a card does to the trick it falls in; empty fields do nothing. `rule` is the rule that says so."""

    goes_to: str
    switches_off: frozenset[str]
    rotates: int
    rule: str


def make_power(words: Mapping[str, Any]) -> Power:
    """The power that a ruleset gives a card: `{trick_goes_to: lowest}` and the like."""
    off = words.get("switch_off", ())
    return Power(
        words.get("trick_goes_to", ""),
        frozenset((off,) if isinstance(off, str) else off),
        {"right": 1, "left": -1, "": 0}[words.get("rotate_roles", "")],
        words["rule"],
    )


class Decision(NamedTuple):
    """Who wins a trick and why: the winning `card`, the deciding rule, and the star that decided (or -1)."""

    card: int
    because: str
    star: int


class Judgement:
    """Decides tricks for one ruleset: `trick.wins`, `trick.tie`, `trick.clash` and `powers`."""

    def __init__(
        self,
        deck: Deck,
        powers: Mapping[int, Power],
        rankings: Mapping[int, Ranking],
        trick: Mapping[str, Any],
    ) -> None:
        self.equals = deck.equals
        self.powers = powers
        self.power_cards = mask_of(powers)
        self.takers = mask_of(card for card, power in powers.items() if power.goes_to)
        self.quieters = mask_of(card for card, power in powers.items() if "grace" in power.switches_off)
        self.levellers = mask_of(card for card, power in powers.items() if "trump" in power.switches_off)
        self.rankings = rankings
        self.highest = trick["wins"] == "highest"
        self.tie = trick["tie"]
        self.clash = trick["clash"]

    def decide(self, cards: Sequence[int], graced: int, ranking: Ranking) -> Decision:
        """The winner of a full trick, led by its first card; `graced` are the cards that count as Grace."""
        table = mask_of(cards)
        if table & self.quieters:
            graced = 0
        ranking = self.in_force(table, ranking)
        if table & self.takers:
            return self._taken_by_star(cards, table, graced, ranking)
        if graced:
            return Decision(self._best(graced, cards, ranking, highest=self.highest), "grace", -1)
        out = ranking.outside
        if table & out.winners or not table & ~out.losers:
            return self._equally(cards, table & out.winners or table, "outside")
        led = ranking.members[ranking.suit_of[next(card for card in cards if not out.losers >> card & 1)]]
        trumps = table & ranking.trumps
        best = ranking.best(trumps or table & led)
        because = "trump" if trumps and led != ranking.trumps else "highest-card"
        return self._equally(cards, ranking.equal[best] if ranking.equal else 1 << best, because)

    def _equally(self, cards: Sequence[int], best: int, because: str) -> Decision:
        """The card that counts among equally good best cards of a trick."""
        tied = [card for card in cards if best >> card & 1]
        return Decision(tied[-1 if self.tie == "latest" else 0], because, -1)

    def in_force(self, table: int, ranking: Ranking) -> Ranking:
        """The ranking that decides a trick: that of a hand without trump if a card switches trump off."""
        return self.rankings[NO_TRUMP] if table & self.levellers else ranking

    def _taken_by_star(self, cards: Sequence[int], table: int, graced: int, ranking: Ranking) -> Decision:
        takers = [card for card in cards if self.takers >> card & 1]
        star = takers[-1 if self.clash == "last" else 0]
        power = self.powers[star]
        return Decision(self._goes_to(power.goes_to, star, cards, table, graced, ranking), power.rule, star)

    def _goes_to(self, word: str, star: int, cards: Sequence[int], table: int, graced: int, ranking: Ranking) -> int:
        """Where one star's `trick_goes_to` sends the trick."""
        if word == "leader":
            return cards[0]
        if word == "player":
            return star
        if word == "last_player":
            return cards[-1]
        table = table & ~ranking.members[-2] or table  # the highest and the lowest have a suit
        if word == "lowest_without_grace":
            return self._best(table & ~graced or table, cards, ranking, highest=False)
        return self._best(table, cards, ranking, highest=word == "highest")

    def _best(self, among: int, cards: Sequence[int], ranking: Ranking, *, highest: bool) -> int:
        """The highest or lowest card whatever its suit; `trick.tie` decides between equal cards."""
        best = among.bit_length() - 1 if highest else (among & -among).bit_length() - 1
        equal = among & self.equals[best]
        if equal == 1 << best:
            return best
        tied = [card for card in cards if equal >> card & 1]
        led = ranking.suit_of[cards[0]]
        of_led = next((card for card in tied if ranking.suit_of[card] == led), tied[0])
        return {"earliest": tied[0], "latest": tied[-1], "led_suit": of_led}[self.tie]
