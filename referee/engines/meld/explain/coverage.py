"""What a log exercises: the words and rules of a meld ruleset, and which of them an event sets off.

A word fires when it rules something out or decides something: a meld that counts, a card that costs points, a round that
ends. What follows by itself, such as the score of a round, is found by applying the event to a copy of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.core import formula
from referee.core.events import Event
from referee.core.family import Point
from referee.core.formula import Formula
from referee.core.points import deciding
from referee.core.points import points as covered
from referee.core.ruleset import Ruleset
from referee.engines.meld.game import Game
from referee.engines.meld.rules import rounds
from referee.engines.meld.state import DEAL, DISCARD, DRAW, OVER, ROLE, Round, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import NOTHING, PILE, CompiledRules
from referee.engines.meld.words.scoring import BONUS_NAMES, SCORE_NAMES, Row, seats_of

FAULTS = (
    "order",
    "turn",
    "deck",
    "deal",
    "hand",
    "take",
    "discard",
    "face-up",
    "show",
    "result",
    "claim",
    "stands",
    "over",
)
"""Rules of every game of melds that a fault can cite and no word sets."""


def points(ruleset: Ruleset) -> dict[str, Point]:
    """Everything that could fire, by its path in the ruleset: 'melds.run', 'scoring.hand.cases.0', 'rules.take'."""
    never = () if ruleset.full["declare"]["penalty"] else ("scoring", "penalty")
    return covered(ruleset, (word for word in deciding(ruleset) if word[0][:2] != never), FAULTS)


def fired(game: Game, state: State, event: Event) -> set[str]:
    """What an event sets off."""
    faults = game.check(state, event)
    if faults:
        return {"declare.penalty"} if event.verb == "declare" and not any(fault.bars for fault in faults) else set()
    after = state.copy()
    game.apply(after, event)
    found = {"rules.order", *_of_event(game.rules, state, event)}
    found |= set(_of_table(state, after, event))
    if len(after.history) > len(state.history):
        found |= set(_of_round(game.rules, state, after))
    return found


def _of_event(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    verb = event.verb
    if verb == "draw":
        yield from ("deal.first_dealer", "deal.redraw")
    elif verb == "deal":
        yield from ("deal.each", "rules.deck")
    elif verb == "action":
        yield "action_cards.drawn_for"
        yield from ("action_cards.passed", "action_cards.must_pass") if event.value.to >= 0 else ()
    elif verb == "face_up":
        yield "rules.face-up"
    elif verb == "take":
        yield from ("rules.take", "rules.turn")
        if event.value.source == NOTHING or not rules.refuse_first:
            yield "turn.refuse_first"
    elif verb == "discard":
        yield from ("rules.discard", "rules.hand")
        if state.declarer >= 0:
            yield "declare.last_turn"
        if state.taken >= 0:
            yield "turn.discard_taken"
    elif verb == "declare":
        yield from (f"declare.{word}" for word in ("called", "when", "cards", "scores", "needs", "last_turn"))
        yield "rules.declare"
    elif verb == "lay_off":
        yield "lay_off"
    elif verb in ("show", "result"):
        yield f"rules.{verb}"
        yield from () if rules.lays_off else ("lay_off",)
        yield from ("hands_count",) if verb == "show" and event.value.melds else ()
    elif verb == "role":
        yield from ("roles.choose", "roles.shared")


def _of_table(before: State, after: State, event: Event) -> Iterator[str]:
    """What became of the table: a draw card met late, the pile shuffled, a round called off."""
    if after.late and before.phase not in (DRAW,):
        yield "action_cards.late"
    if event.verb in ("take", "action") and after.stock > before.stock:
        yield from ("stock.empty", "stock.leave")
    if any(ended.declarer < 0 for ended in after.history[len(before.history) :]):
        yield from ("stock.empty", "stock.leave")
    if event.verb == "take" and event.value.source == PILE and after.phase == DISCARD and before.last_take:
        yield from ("stock.empty", "stock.leave")


def _of_round(rules: CompiledRules, before: State, after: State) -> Iterator[str]:
    """The melds and idle cards that counted, the cases of the score that applied, the end of the game."""
    ended = after.history[-1]
    kinds = set(rules.ruleset.data["melds"])
    for arrangement in ended.hands:
        if arrangement is None:
            continue
        yield from (f"melds.{meld.kind}" for meld in arrangement.melds if meld.kind in kinds)
        if any(meld.wild for meld in arrangement.melds):
            yield "wild.most"
        yield from (f"idle.{_idle_case(rules, card)}" for card in packs.unpack(arrangement.idle))
    yield from _scored(rules, before, ended)
    if after.phase == DEAL:
        yield rounds.dealer_decided_by(rules, after)
    if after.phase in (ROLE, OVER):
        yield from ("deal.rounds", "end.when", "end.target")
        rows = rules.scoring.bonus_rows([total or 0 for total in ended.totals], after.won, after.target, after.round)
        yield from _cases_met(rules, "bonuses", rows)


def _idle_case(rules: CompiledRules, card: int) -> int:
    """Which case of `idle:` a card falls under."""
    return next((place for place, cards in enumerate(rules.idle_cases) if card in cards), -1)


def _scored(rules: CompiledRules, before: State, ended: Round) -> Iterator[str]:
    if all(arrangement is None for arrangement in ended.hands):
        return
    seats = seats_of(
        ended.hands,
        declarer=ended.declarer,
        dealer=ended.dealer,
        action=ended.action,
        penalty=before.penalty,
        totals=before.scores,
    )
    rows = rules.scoring.rows(ended.number, seats)
    yield from (f"define.{name}" for name, _ in rules.scoring.defined if any(row[name] for row in rows))
    yield from _cases_met(rules, "scoring", rows)


def _cases_met(rules: CompiledRules, section: str, rows: list[Row]) -> Iterator[str]:
    """The case of each part that applies to each player."""
    for name in rules.ruleset.full[section]:
        cases = _cases(rules, section, name)
        for row in rows:
            place = next((place for place, when in enumerate(cases) if when is None or when.run(row, rows)), -1)
            yield f"{section}.{name}.cases.{place}"


@lru_cache(maxsize=256)
def _cases(rules: CompiledRules, section: str, name: str) -> tuple[Formula | None, ...]:
    """The conditions of a part of a section, in order; None is always."""
    names = {*SCORE_NAMES, *BONUS_NAMES, *(defined for defined, _ in rules.scoring.defined)}
    cases = rules.ruleset.data[section][name]["cases"]
    return tuple(formula.parse(case["when"], names) if "when" in case else None for case in cases)
