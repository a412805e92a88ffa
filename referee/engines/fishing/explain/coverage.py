"""What a log exercises: the words, Luminaries and rules of a fishing ruleset, and which of them an event sets off.

A word fires when it rules something out or decides something: a field in which an action is barred that the hand could have
made, the turn of the box, a Luminary's effect, a line of the score. What follows of itself, such as clearing a field, is found
by letting the event happen to a copy of the table and looking at what became of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Point
from referee.core.places import Pointer
from referee.core.points import points as covered
from referee.core.ruleset import Ruleset
from referee.engines.fishing.explain.lint import cited
from referee.engines.fishing.game import Game
from referee.engines.fishing.rules import bans, candidates, effects, extras, rounds, turns
from referee.engines.fishing.rules.board import Play, season
from referee.engines.fishing.rules.sums import set_totals
from referee.engines.fishing.state import DEAL, PLAY, State
from referee.engines.fishing.words.compiled import ACTIONS, HARVEST, SOW, STOCKPILE, CompiledRules
from referee.engines.fishing.words.formulas import Ended, as_name
from referee.engines.fishing.words.powers import Luminary
from referee.engines.fishing.words.scoring import Haul

FAULTS = (
    "order", "turn", "deck", "deal", "hand", "sow", "harvest", "stockpile", "draw",
    "notation", "claim", "stands", "over",
)  # fmt: skip
"""Rules of every fishing game that a fault can cite and no word sets."""


def points(ruleset: Ruleset) -> dict[str, Point]:
    """Everything that could fire, by its path in the ruleset: 'box.forbids.Winter', 'scoring.most.frostbit', 'rules.turn'."""
    return covered(ruleset, cited(ruleset), FAULTS)


def fired(game: Game, state: State, event: Event) -> set[str]:
    """What an event sets off: what rules a play out or lets it be, what follows from it, and what a round scores."""
    if game.check(state, event):
        return set()
    found = {"rules.order"}
    before = state.copy()
    after = state.copy()
    game.apply(after, event)
    if event.verb == "play":
        # what the log omits happens first
        if before.queue and not turns.goes_on(game.rules, before, event):
            game.catch_up(before, event)
        found |= set(_of_play(game.rules, before, event))
    found |= set(_of_answer(before, event))
    found |= set(_of_table(game.rules, before, after, event))
    if len(after.history) > len(state.history):
        found |= set(_of_round(game.rules, state, after))
    return found


def _path(word: Pointer) -> str:
    return ".".join(map(str, word))


def _of_play(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    play = turns.judge(rules, state, event).play
    if play is None:
        return
    yield from ("rules.turn", "direction", "values", f"rules.{play.action}")
    force = rules.in_force(state)
    yield from _ruled_out(rules, state, play.seat)
    named = (play.action, season(rules, state, play.field))
    if named in force.allowed:
        yield _path(force.allowed[named])
    if force.confined is not None:
        yield _path(force.confined[2])
    if play.extra:
        yield from (_path(extra.word) for extra in force.extras if extra.name == play.extra)
        yield from (_path(repeat.word) for repeat in force.repeats if repeat.name == play.extra)
    yield from _of_cards(rules, state, play)
    turning = rules.turning(play.action, play.active)
    if force.seasons_stay and turning:
        yield _path(force.seasons_stay)
    elif turning:
        yield from ("box.turned_by", "box.turned_on", "box.suits")
    elif turns.seasons_after(rules, state, play):
        yield _path(rules.luminaries[state.up[play.field]].pointer("in_play", "turned_by"))


def _of_cards(rules: CompiledRules, state: State, play: Play) -> Iterator[str]:
    """The words that let the cards be played and taken as they are."""
    force = rules.in_force(state)
    if play.active.bit_count() > 1:
        together = force.together.get(play.field)
        yield "harvest.whole_hand" if together is None else _path(together.word)
    if play.action == SOW and play.field in force.covers:
        yield _path(rules.luminaries[state.up[play.field]].pointer("in_play", "cover"))
    if play.action == STOCKPILE:
        yield from ("stockpile.allowed", "stockpile.owned", "stockpile.passive")
        if any(one.lying.sets for elements in play.sets if len(elements) > 1 for one in elements):
            yield "stockpile.raised"
    if play.action == HARVEST:
        if rules.single_first and _spares_a_sum(rules, state, play):
            yield "harvest.single_first"
        if len(play.sets) > 1:
            yield "harvest.several"
        if any(len(elements) > 1 for elements in play.sets):
            yield "harvest.sums"
        if not set.intersection(*(set_totals(rules, elements) for elements in play.sets)):
            yield "harvest.both_values"
        reach = force.reach.get(play.field)
        if reach and any(one.field != play.field for elements in play.sets for one in elements):
            yield _path(reach.word)


def _spares_a_sum(rules: CompiledRules, state: State, play: Play) -> bool:
    """Whether a harvest could have taken a sum, if single cards did not come first."""
    card = play.active.bit_length() - 1
    others = candidates.of_card(rules, state, play.seat, card, play.field, HARVEST).plays
    return any(len(elements) > 1 for other in others for elements in other.sets) and all(
        len(elements) == 1 for elements in play.sets
    )


def _ruled_out(rules: CompiledRules, state: State, seat: int) -> Iterator[str]:
    """The bans that keep a hand from something that it could do in a field otherwise."""
    force = rules.in_force(state)
    for field in range(rules.fields):
        for action in ACTIONS:
            word = bans.ban(rules, state, action, field, force)
            if word is not None and any(
                candidates.of_card(rules, state, seat, card, field, action).plays for card in members(state.hands[seat])
            ):
                yield _path(word)
    if not rules.sow_while_owning and any(one.owner == seat for _, one in state.everything()):
        yield "sow.while_owning"
        yield "stockpile.keep"


def _of_answer(state: State, event: Event) -> Iterator[str]:
    """The words that decide what a player draws, swaps, gives or names."""
    if event.verb == "draw":
        yield from ("draw_up", "draw_when")
        if effects.FALLOW in state.used:
            yield "draw_fallow"
    elif event.verb == "deal":
        yield from (
            "rules.deck",
            f"leave_out.{len(state.players)}",
            "deal.each",
            "deal.first",
            "deal.first_draws",
            "deal.misdeal",
            "deal.in_order",
        )
        yield "deal.again" if rounds.deals_hands_only(state) else "deal.fields"
        if state.round > 1:
            yield "deal.next_dealer"
        if event.value.luminaries:
            yield "luminaries.dealt"
    elif event.verb == "reseed":
        yield "clearing.reseed"


def _of_table(rules: CompiledRules, before: State, after: State, event: Event) -> Iterator[str]:
    """What became of the table: okus taken, Luminaries revealed and claimed, everybody moved."""
    if before.phase != PLAY:
        return
    if after.phase == PLAY:
        if after.box_okus < before.box_okus and event.verb != "okus":
            yield from ("clearing.okus", "okus.per_player")
        if sum(after.sweeps) > sum(before.sweeps):
            yield "clearing.sweep"
        for seat, names in enumerate(after.claimed):
            for name in names[len(before.claimed[seat]) :]:
                yield from _effects(rules.luminaries[name], "claim")
    for path in ("reveal", "convergences"):
        if after.plays.get(path, 0) == before.plays.get(path, 0):
            continue
        if path == "convergences":
            yield "luminaries.convergence.faces"
        elif event.verb == "reveal":
            yield from _effects(rules.luminaries[event.value], "reveal")
    if event.verb == "swap" and (not before.queue or before.queue[0].kind != "swap"):
        yield from (_path(one.word) for one in extras.swaps(rules, before))


def _of_formulas(rules: CompiledRules, before: State, hauls: Sequence[Haul]) -> Iterator[str]:
    """The counts, definitions and parts that came to something for a side."""
    formulas = rules.scoring.formulas
    if not (formulas.defined or formulas.parts):
        return
    totals = [before.scores[seats[0]] for seats in rules.sides]
    rows = rules.scoring.rows(hauls, totals, Ended(before.round, rules.players, rules.side_of[before.dealer]))
    yield from (f"count.{name}" for name in rules.ruleset.full["count"] if any(row[as_name(name)] for row in rows))
    yield from (f"define.{name}" for name, _ in formulas.defined if any(row[name] for row in rows))
    yield from (f"scoring.parts.{name}" for name, points in formulas.points(rows).items() if any(points))


def _effects(one: Luminary, moment: str) -> Iterator[str]:
    words = one.reveal if moment == "reveal" else one.claim
    yield from (_path(one.pointer(moment, word)) for word, _ in words if word != "score")
    yield f"luminaries.sets.{one.set}"
    if moment == "claim":
        yield f"luminaries.cards.{one.name}.worth"


def _of_round(rules: CompiledRules, before: State, after: State) -> Iterator[str]:
    """The lines of the score that gave somebody something, ties that decided, the floor, the end of the game."""
    ended = after.history[-1]
    scoring = rules.scoring
    yield "rules.scoring"
    if not ended.hauls:
        return
    for name, points in ended.lines.items():
        kind = "most." if any(line.name == name and line.most for line in scoring.lines) else "each."
        if any(points):
            yield f"scoring.{kind}{name}"
            yield f"scoring.{name.replace('-', '_')}"
    for seat, haul in enumerate(ended.hauls):
        if any(ended.lines.get(name, ())[seat : seat + 1] == (points,) for name, points in haul.changed.items()):
            for name in ended.claimed[seat]:
                yield _path(rules.luminaries[name].pointer("claim", "score"))
        gained = sum(line[seat] for line in ended.lines.values())
        if gained != ended.points[seat]:
            yield "scoring.floor"
    yield "partners"
    hauls = [ended.hauls[seats[0]] for seats in rules.sides]
    for line in scoring.lines:
        if any(line.name not in haul.counts for haul in hauls):
            continue
        counts = [haul.counts[line.name] for haul in hauls]
        if line.most and counts.count(max(counts)) > 1:
            yield "scoring.ties"
            if line.points < 0 and len(scoring.most(line, hauls)) != 1:
                yield "scoring.tied_loss"
        if line.most and not any(counts):
            yield "scoring.none_counted"
    yield "end.leftovers"
    if after.phase != DEAL:
        yield from ("end.target", "deal.rounds", "end.when", "end.won")
    totals = [total or 0 for total in ended.totals]
    best, target = max(totals), before.target or scoring.target
    yield from _of_formulas(rules, before, hauls)
    reached = target is not None and best >= target
    if (reached or before.round == scoring.rounds) and totals.count(best) > len(rules.sides[0]):
        yield "end.ties"
        if len(scoring.winners(totals, ended.hauls)) > len(rules.sides[0]):
            yield "end.tied"
