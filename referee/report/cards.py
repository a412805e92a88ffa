"""A deck as text, JSON, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.cards import Card, Deck
from referee.report.plain import as_csv, as_json, counted, table

Powers = Mapping[str, str]
Out = frozenset[str] | None
"""The cards left out; None when nobody asked."""


def _in_order(deck: Deck) -> Iterator[Card]:
    return (deck.cards[card] for card in sorted(range(len(deck)), key=deck.sort_key))


def _columns(deck: Deck, powers: Powers, out: Out) -> tuple[list[str], list[list[Any]]]:
    """Headers and rows; columns that would stay empty are left away."""
    headers = ["card", "suit", "rank"]
    symbols = any(card.symbols for card in deck.cards)
    headers += ["symbols"] * symbols + ["power"] * bool(powers) + ["left out"] * (out is not None)
    rows = []
    for card in _in_order(deck):
        row: list[Any] = [card.id, deck.suits.get(card.suit, card.suit), deck.rank_names.get(card.rank, card.rank)]
        row += [" ".join(card.symbols)] * symbols + [powers.get(card.id, "")] * bool(powers)
        row += ["left out" if card.id in out else ""] if out is not None else []
        rows.append(row)
    return headers, rows


def text(game: str, deck: Deck, powers: Powers, out: Out) -> str:
    """A table, and how many cards there are."""
    total = f"{deck.title[:1].upper()}{deck.title[1:]}: {counted(len(deck), 'cards')}"
    left = f", {len(out)} left out" if out is not None else ""
    return f"{table(*_columns(deck, powers, out))}\n{total}{left}."


def json(game: str, deck: Deck, powers: Powers, out: Out) -> str:
    """schemas/report.schema.json, $defs/cards."""
    cards = []
    for card in _in_order(deck):
        entry: dict[str, Any] = {
            "card": card.id,
            "suit": card.suit,
            "rank": card.rank,
            "symbols": list(card.symbols),
        }
        if card.id in powers:
            entry["power"] = powers[card.id]
        if out is not None:
            entry["left_out"] = card.id in out
        cards.append(entry)
    return as_json({"game": game, "deck": deck.name, "cards": cards})


def csv(game: str, deck: Deck, powers: Powers, out: Out) -> str:
    """A line a card under a line of headers."""
    headers, rows = _columns(deck, powers, out)
    return as_csv([headers, *rows])


def markdown(game: str, deck: Deck, powers: Powers, out: Out) -> str:
    """A Markdown table."""
    return table(*_columns(deck, powers, out), "github")


FORMATS: dict[str, Callable[[str, Deck, Powers, Out], str]] = {
    "text": text,
    "json": json,
    "csv": csv,
    "markdown": markdown,
}
