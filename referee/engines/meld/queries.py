"""Questions about one hand, without a game around it: what is it worth, may it be declared, is this arrangement right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.data import Data
from referee.core.family import Answer, Query
from referee.core.formula import Value
from referee.core.game import score_of_round
from referee.engines.meld.compiled import AFTER_TAKING, MeldRules
from referee.engines.meld.game import MeldGame
from referee.engines.meld.rules import shows, whereabouts
from referee.engines.meld.rules.rounds import ShownCards
from referee.engines.meld.table import arrangement_data
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.scoring import RoundSeat, hand_points


def hand(game: MeldGame, cards: Sequence[str], claim: Sequence[str] = (), *, declared: bool = False) -> Answer:
    """Answer `resolve hand`: the worth of a hand, as best arranged or in the melds of a `claim`, as `score`, `melds`,
    `idle` and more.

    `problems` say why this is no hand of the game, no arrangement, or may not be `declared`; then there is nothing
    else, or the hand as it counts without being declared. `better` is the best arrangement if the claim is not;
    `discard` the card to put away, for a hand with one too many, and what is left then; `bonus` what declaring adds.
    `counted` is the players' word for points of idle cards, such as deadwood, if nothing else scores.
    """
    rules = game.rules
    state = game.start(("Ann", "Ben", "Cyd", "Dov", "Eve", "Fay", "Gus", "Hal")[: rules.players], {}, {"phase": "deal"})
    hand = game.reading.cards(list(cards), ()).cards
    claimed = None
    if claim:
        claimed = game.reading.cards(list(claim), ())
    problems = [fault.message for fault in whereabouts.faults(rules, state, hand, "this hand has", None, ())]
    if not problems:
        problems = _hand_faults(rules, hand, claimed)
    if problems:
        return Answer({}, problems)
    whereabouts.locate(rules, state, hand)
    shown = ShownCards(hand, claimed.melds if claimed else None)
    if rules.lays:
        laid_out = shows.arrangement_of(rules, shown)
    else:
        laid_out = shows.written_arrangement(rules, shown)
    problems = []
    if declared:
        best = rules.best_declaration(hand)
        problems = _declare_faults(rules, hand, laid_out or best)
        declared = not problems
    else:
        best = rules.arranger.best(hand)
    counted = best
    if laid_out:
        counted = laid_out
    bonus: Value = 0
    if declared:
        bonus = _bonus(rules, counted)
    data = arrangement_data(rules, counted)
    data["idle_points"] = counted.idle_points
    data["declared"] = declared
    data["score"] = counted.score + bonus
    data["bonus"] = bonus
    data["problems"] = problems
    if rules.idle_called and counted.score == counted.idle_points:
        data["counted"] = rules.idle_called
    if laid_out is not None and best.score > laid_out.score:
        data["better"] = arrangement_data(rules, best)
    if packs.size(hand) - 1 in rules.sizes():
        data["discard"] = _best_discard(rules, hand)
    data["doubts"] = [message for _, message, _ in state.notes]
    data["readings"] = []
    return Answer(data, problems)


def _best_discard(rules: MeldRules, hand: int) -> Data:
    """The card to put away and what is left then: the most points, then the fewest idle cards, then the first card as
    sorted."""

    def worth(card: int) -> tuple[Value, int, tuple[int, int]]:
        left = rules.arranger.best(hand - packs.UNITS[card])
        return -left.score, packs.size(left.idle), rules.deck.sort_key(card)

    card = min([card for card, _ in packs.counts(hand)], key=worth)
    left = rules.arranger.best(hand - packs.UNITS[card])
    return {"card": rules.deck.ids[card]} | arrangement_data(rules, left)


def _hand_faults(rules: MeldRules, hand: int, claim: ShownCards | None) -> list[str]:
    """The reasons why nobody can hold these cards, although the deck has them, or have them lie as claimed."""
    sizes = rules.sizes()
    number = packs.size(hand)
    kept = shows.kept_draw_cards(rules, hand)
    if kept:
        return [f"this hand has {kept}"]
    if number > sizes[-1] + 1:
        has = f"a hand has {' or '.join(map(str, sizes))}, or {sizes[-1] + 1} after taking a card"
        return [f"{number} cards are given; {has}"]
    if claim is None:
        return []
    twice = shows.card_in_two_melds(claim)
    lacking = packs.lacking(hand, claim.cards)
    if twice >= 0 and lacking:
        return [f"{rules.deck.ids[twice]} is claimed in two melds; a card can be in only one meld"]
    if lacking:
        return [f"{rules.names(lacking)} is claimed in a meld, but is not in the hand"]
    return [fault.message for fault in shows.meld_faults(rules, "the claim lays out", None, claim, ())]


def _declare_faults(rules: MeldRules, hand: int, arrangement: Arrangement) -> list[str]:
    """The reasons why a hand, arranged like this, cannot be declared; empty if it can be."""
    if rules.lays:
        return ["nothing is declared here; a round ends when a player has no card left"]
    number = packs.size(hand)
    each = rules.sizes()
    sizes = set(each)
    if AFTER_TAKING in rules.declare_when:
        sizes.update(size + 1 for size in each)
    if number not in sizes:
        right = f"it may be declared only with {' or '.join(map(str, sorted(sizes)))}"
        return [f"{rules.called} cannot be declared with {number} cards; {right}"]
    if not rules.good_enough(arrangement):
        return [shows.not_good_enough(rules, f"{rules.called} cannot be declared", arrangement, hand)]
    return []


def _bonus(rules: MeldRules, arrangement: Arrangement) -> Value:
    """The points that a hand scores more for being declared, with nothing in all other hands."""
    seats = [RoundSeat(0, 0, 0, 0)] * rules.players
    points: list[Value] = []
    for declared in (True, False):
        seats[0] = RoundSeat(*hand_points(arrangement), declared=declared)
        points.append(rules.scoring.points(1, seats)[0])
    return points[0] - points[1]


def score(game: MeldGame, players: Sequence[str], counted: Mapping[str, Data], declared: str) -> Answer:
    """Answer `resolve score`: the points of a round, from what the hands count by player and name, such as melds, and who
    `declared` ("": nobody). Raises Unanswerable."""
    result: Data = {"counts": {player: dict(counts) for player, counts in counted.items()}}
    if declared:
        result["declared"] = declared
    return score_of_round(game, players, result)


QUESTIONS = {"hand": Query(hand), "score": Query(score)}
"""The questions of this family."""
