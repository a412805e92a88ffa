"""A fishing ruleset compiled for a number of players: values per card, seasons as names, bans, Luminaries, scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.cards import fold_name, mask_of, members
from referee.core.near import did_you_mean
from referee.core.ruleset import Ruleset

SOW, HARVEST, STOCKPILE = "sow", "harvest", "stockpile"
ACTIONS = (SOW, HARVEST, STOCKPILE)
ONLY_ITS_LIKE = 1000
"""The value of the lowest rank without a number: such cards match their own rank and are never a term of a sum."""


class Luminary(NamedTuple):
    """One Luminary: effect words with their arguments, when revealed, while in play and when claimed; what it is worth."""

    name: str
    reveal: Mapping[str, Any]
    in_play: Mapping[str, Any]
    claim: Mapping[str, Any]
    worth: int


class Count(NamedTuple):
    """Points by card: how many for each card of a mask."""

    name: str
    cards: int
    points: int


class Majority(NamedTuple):
    """Points for most cards of a mask; `breaks` names what breaks a tie, 'most' or 'fewest' of it, or who is tied scores."""

    name: str
    cards: int
    suit: str
    points: int
    tie: str
    floor: bool


class Terms:
    """Every argument of a ruleset parsed, every name an index."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.deck = deck = ruleset.deck
        self.players = players
        get = ruleset.get
        ranks = list(dict.fromkeys(card.rank for card in sorted(deck.cards, key=lambda card: card.number)))
        listed = get("values", default={})
        self.values: tuple[tuple[int, ...], ...] = tuple(
            _values(listed.get(card.id, listed.get(card.rank)), ranks.index(card.rank)) for card in deck.cards
        )
        self.named_values = {ONLY_ITS_LIKE + place: rank for place, rank in enumerate(ranks)}
        out = get("left_out", str(players), default={})
        self.left_out = mask_of(
            card.number
            for card in deck.cards
            if card.suit in out.get("suits", ()) or card.rank in out.get("ranks", ()) or card.id in out.get("cards", ())
        )
        self.pack = deck.all & ~self.left_out
        self.size = self.pack.bit_count()
        deal = get("deal", default={})
        self.hand: int = deal["hand"]
        self.first_hand: int = deal.get("first", self.hand)
        self.seeded: int = deal["fields"]
        self.draw_up: int = get("draw_up", default=0)
        self.fields: int = get("fields", default=1)
        self._box(get("box", default={}))
        self.okus: int = get("okus", "per_player", default=0) * players
        harvest, stock = get("harvest", default={}), get("stockpile", default={})
        self.locked_in_sums: bool = harvest.get("multiple_in_sums", False)
        self.several_values: bool = harvest.get("several_values", False)
        self.one_each: bool = harvest.get("one_each", False)
        self.most_played: int = harvest.get("play_all", 1)
        self.raising_locked: bool = stock.get("multiple_in_sums", False)
        self.stockpiles: bool = get("stockpile", "allowed", default=True)
        self.owned: bool = stock.get("owned", False)
        self.clear: Mapping[str, Any] = get("clearing", default={})
        self.sweeps: bool = get("clearing", "sweep", default=False)
        self.leftovers: str = get("end", "leftovers", default="nobody")
        self.target: int | None = get("end", "target")
        self.rounds: int | None = get("end", "rounds")
        self.final_ties: tuple[str, ...] = tuple(get("end", "ties", default=()))
        self.next_dealer: str = get("end", "next_dealer", default="left")
        lum = get("luminaries", default={})
        self.dealt_luminaries: int = lum.get("dealt", 0)
        self.convergence: str = lum.get("convergence", "off")
        self.luminaries = {name: _luminary(name, entry) for name, entry in (lum.get("cards") or {}).items()}
        self._names = {fold_name(name.removeprefix("The ")): name for name in self.luminaries}
        self._scoring(get("scoring", default={}))

    def _box(self, box: Mapping[str, Any]) -> None:
        self.seasons: tuple[str, ...] = tuple(box.get("seasons", ()))
        suits: Mapping[str, str] = box.get("suits", {})
        self.season_of: tuple[str, ...] = tuple(suits.get(card.suit, "") for card in self.deck.cards)
        turned = box.get("turned_by", ())
        self.turners = mask_of(card.number for card in self.deck.cards if card.rank in turned)
        self.bans: dict[str, frozenset[str]] = {
            season: frozenset(actions) for season, actions in (box.get("bans") or {}).items()
        }

    def _scoring(self, scoring: Mapping[str, Any]) -> None:
        deck = self.deck
        self.counts = [
            Count(name, _selected(deck, entry.get("cards", {})), entry["points"])
            for name, entry in (scoring.get("counts") or {}).items()
        ]
        self.majorities = [
            Majority(
                name,
                _selected(deck, entry.get("cards", {})),
                entry.get("cards", {}).get("suit", ""),
                entry["points"],
                entry.get("tie", "nobody"),
                entry.get("floor", False),
            )
            for name, entry in (scoring.get("most") or {}).items()
        ]
        tokens: Mapping[str, int] = scoring.get("tokens", {})
        self.okus_points = tokens.get("okus", 0)
        self.sweep_points = tokens.get("sweeps", 0)
        self.tie_break: str = scoring.get("tie_break", "")
        self.floor: bool = scoring.get("floor", False)

    def luminary(self, text: str) -> Luminary | None:
        """The Luminary that a player may have meant, with or without 'The'; None when there is none."""
        folded = fold_name(text)
        name = self._names.get(folded) or self._names.get(folded.removeprefix("the"))
        return None if name is None else self.luminaries[name]

    def season(self, text: str) -> str | None:
        """The season that a player may have meant."""
        folded = text.strip().casefold()
        return next((season for season in self.seasons if season.casefold() == folded), None)

    def worth(self, value: int) -> str:
        """A value as people say it: its number, or the rank that it stands for."""
        return self.named_values.get(value, str(value))

    def names(self, cards: int) -> str:
        """The cards of a mask, suit by suit."""
        return " ".join(self.deck.names(cards)) or "nothing"

    def fools(self) -> int:
        """The cards of more than one value."""
        return mask_of(card for card, values in enumerate(self.values) if len(values) > 1)

    def of_value(self, value: int) -> int:
        """The cards that can be worth this much."""
        return mask_of(card for card in members(self.pack) if value in self.values[card])


def _values(written: Any, place: int) -> tuple[int, ...]:
    if written is None:
        return (ONLY_ITS_LIKE + place,)
    return tuple(written) if isinstance(written, list) else (written,)


def _luminary(name: str, entry: Mapping[str, Any]) -> Luminary:
    return Luminary(
        name, entry.get("reveal") or {}, entry.get("in_play") or {}, entry.get("claim") or {}, entry.get("worth", 1)
    )


def _selected(deck: Any, wanted: Mapping[str, Any]) -> int:
    return mask_of(
        card.number
        for card in deck.cards
        if ("suit" not in wanted or card.suit == wanted["suit"])
        and ("rank" not in wanted or card.rank == wanted["rank"])
        and ("card" not in wanted or card.id == wanted["card"])
    )


def hint(word: str, known: Any, what: str) -> str:
    """The end of a sentence about an unknown word."""
    return did_you_mean(word, known) or f"; {what} are {', '.join(known)}"
