"""Faults in what a trick ruleset says about who plays, and about the stock."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core.lint import LintFault
from referee.core.ruleset import Ruleset
from referee.engines.trick.words.compiled import CompiledRules


def seat_faults(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words about who plays, and who names trump, that could never matter."""
    data = ruleset.full
    for place, players in enumerate(data.get("players", ())):
        if players < 2:
            yield ("players", place), "a trick needs at least two players"
    if data["direction"] != "clockwise" and max(data.get("players", (3,))) < 3:
        yield ("direction",), "with two players there is only one way round"
    trick = data["trick"]
    if trick.get("first_trump") == trick["trump"]:
        yield ("trick", "first_trump"), f"trump is {trick['trump']} in every hand; remove `first_trump`"
    if trick.get("first_trump", trick["trump"]) == "named" and trick["named_by"] == "most_tricks":
        message = "in the first hand nobody has won tricks yet; set its trump with `first_trump: turned_up`"
        yield ruleset.latest(("trick", "named_by"), ("trick", "trump"), ("trick", "first_trump")), message
    yield from _stock(ruleset)


def _stock(ruleset: Ruleset) -> Iterator[LintFault]:
    """Words about a stock that could never matter, or that do not say where a card lies."""
    data = ruleset.full
    stock, turned_up = data.get("stock"), "turned_up" in (data["trick"]["trump"], data["trick"].get("first_trump"))
    if stock is None:
        return
    if turned_up and "turned" not in stock:
        yield ("stock",), "where does the card turned up for trump lie? write `turned: last` or `turned: next`"
    changed, play = ruleset.get("stock", "when_out") or {}, data["play"]
    if "follow_suit" in changed and changed["follow_suit"] == play["follow_suit"]:
        how = "suit is followed" if play["follow_suit"] else "nobody follows suit"
        yield (
            ruleset.latest(("stock", "when_out", "follow_suit"), ("play", "follow_suit")),
            f"{how} from the first trick on",
        )
    for word, argument in (changed.get("if_able") or {}).items():
        if play.get("if_able", {}).get(word, False) == argument:
            at = ("stock", "when_out", "if_able", word)
            yield ruleset.latest(at, ("play", "if_able", word)), f"{word} is the same from the first trick on"


def faults_at_a_table(rules: CompiledRules) -> Iterator[LintFault]:
    """Words about who plays, and about the stock, that do not fit a number of players."""
    yield from _somebody_plays(rules)
    yield from _goes_round(rules)
    yield from _passed_round(rules)
    yield from _something_left(rules)
    if rules.turned and not rules.sequence and rules.pack.bit_count() <= rules.cards_in_hand(1) * rules.players:
        message = f"with {rules.players} players all cards are dealt, so none is left to turn up"
        yield rules.ruleset.latest(("turned",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def playing(rules: CompiledRules) -> int:
    """How many play a hand at this table, not counting those who sit it out."""
    if rules.sits_out is None:
        return rules.players
    rows = [{"players": rules.players, "hand": 1, "dealer": not s, "total": 0} for s in range(rules.players)]
    return max(1, sum(not rules.sits_out.run(row, rows) for row in rows))


def _something_left(rules: CompiledRules) -> Iterator[LintFault]:
    """A talon that is empty, whatever the number of players."""
    numbers = rules.ruleset.data["players"]
    if not rules.talon_goes_to or rules.players != numbers[-1]:
        return
    tables = [CompiledRules(rules.ruleset, players) for players in numbers]
    if not any(
        table.talon_beside(cards, playing(table)) > 0
        for table in tables
        for cards in table.sequence or (table.cards_in_hand(1),)
    ):
        message = "all cards are dealt, so the talon is empty"
        yield rules.ruleset.latest(("talon",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def _passed_round(rules: CompiledRules) -> Iterator[LintFault]:
    """Cards passed so far round that they come back to the player who passes them."""
    for place, to in enumerate((rules.ruleset.full.get("pass") or {}).get("to", ())):
        if isinstance(to, int) and to % rules.players == 0:
            message = f"with {rules.players} players, {to} seats to the left is the player who passes"
            yield rules.ruleset.latest(("pass", "to", place), ("players",)), message


def _goes_round(rules: CompiledRules) -> Iterator[LintFault]:
    """A stock that does not go round evenly, or does not exist."""
    if rules.stock is None:
        return
    for cards in dict.fromkeys(rules.sequence or (rules.cards_in_hand(1),)):
        stock = rules.stock_beside(cards, rules.players)
        if not stock:
            message = f"with {rules.players} players no cards are left over for a stock"
        elif stock % rules.players:
            message = (
                f"with {rules.players} players {stock} cards are left for the stock, and they do not go round evenly"
            )
        else:
            continue
        yield rules.ruleset.latest(("stock",), ("players",), ("deal",), ("deck",), ("leave_out",)), message


def _somebody_plays(rules: CompiledRules) -> Iterator[LintFault]:
    """A formula that lets everybody sit out, or that knocks out everybody or nobody."""
    knock_out = rules.scoring.knock_out
    if knock_out is not None and not knock_out.names:
        message = "this holds for everybody or for nobody; write what only some players did: won == 0"
        yield ("end", "knock_out"), message
    text = rules.sits_out
    if text is None:
        return
    for dealer in range(rules.players):
        rows = [{"players": rules.players, "hand": 1, "dealer": s == dealer, "total": 0} for s in range(rules.players)]
        out = [bool(text.run(row, rows)) for row in rows]
        if all(out):
            message = f"with {rules.players} players everybody sits out in the first hand"
            yield rules.ruleset.latest(("deal", "sits_out"), ("players",)), message
            return
