"""The fishing family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Protocol

from referee.core.cards import members
from referee.core.data import Item, Said
from referee.core.events import Event, Faults, Finding, Misread
from referee.core.family import Option
from referee.core.game import Act, Omission
from referee.core.places import Pointer
from referee.core.unseen.courses import GameInCourses, Meaning, alone, every
from referee.engines.fishing.compiled import ACTIONS, FishingRules
from referee.engines.fishing.reading import FishingReading
from referee.engines.fishing.rules import captures, effects, plays, results, rounds, steps, turns
from referee.engines.fishing.rules.moves import field_in, with_stockpiles
from referee.engines.fishing.rules.step_kinds import ANSWERED, KINDS, clear_first
from referee.engines.fishing.state import (
    CLEAR,
    DEAL,
    DRAW,
    END,
    OF_ROUND,
    OVER,
    PLAY,
    RESEED,
    REVEAL,
    FishingState,
    in_round,
)

if TYPE_CHECKING:
    from referee.core.parts import Moves, Parts

    class FishingMoves(Moves["FishingGame", FishingState], Protocol):
        """The moves of this family, also with cards in hands that nobody sees."""

        def of_unseen_card(self, game: FishingGame, state: FishingState, card: int, /) -> list[Option]:
            """Return what may be done with a card that may be in such a hand."""
            ...

    class GivenToFishingGame(Parts["FishingGame", FishingRules, FishingReading, FishingState], Protocol):
        """The parts of this family, as its game asks for them."""

        @property
        def moves(self) -> FishingMoves:
            """What may happen next."""
            ...


BETWEEN_ROUNDS = ("deal", "result")
"""Verbs that are written when cards must be dealt, and never otherwise."""
NOT_DUE = {
    "turn": (
        "box",
        "the box is turned, but no card was played that turns it; cards dealt, reseeded or taken turn nothing",
    ),
    "reseed": (
        "clearing",
        "a field is reseeded, but none is due; that takes a cleared field, an okus taken or a Luminary revealed",
    ),
    "reveal": ("reveal", "a Luminary is turned up, but no field was cleared in which one lies hidden"),
    "okus": (
        "okus",
        "an okus is taken, but no Luminary asks for it; the one okus for clearing a field is not written down",
    ),
}
"""Rule and message for each verb that only follows from something else, where only a play is awaited."""
WITH_SEATS = frozenset(("scores", "untold", "dealer"))
"""The fields that change where players change seats in the middle of a round."""


ACTS: dict[str, Act[FishingRules, FishingState]] = {
    "deal": Act(rounds.check_deal, turns.deal),
    "result": Act(results.check, results.apply),
    "play": Act(
        lambda rules, state, event: turns.judge(rules, state, event).faults,
        lambda rules, state, event: turns.make(rules, state, turns.judge(rules, state, event)),
    ),
    "swap": Act(turns.check_swap, turns.swap),
    "done": Act(turns.check_pass, turns.pass_turn, noun="the end of a turn"),
    **{verb: Act(steps.check, steps.apply, noun=KINDS[verb].noun) for verb in ANSWERED},
}


class FishingGame(GameInCourses[FishingRules, FishingReading, FishingState]):
    """One ruleset at a table of a given size.

    A log may leave open which of several courses a game took, for example whose play an event is. Each course is followed in a
    state of its own; `core/unseen/courses.py` says what that means for events and claims.
    """

    acts = ACTS
    parts: GivenToFishingGame
    scored = frozenset(("scores", "untold", "history"))

    def take_plainly(self, state: FishingState, event: Event) -> bool:
        """Apply an event if it is legal and has only one meaning; return whether it was applied. A play that is
        expected next is judged only once."""
        if self.vague(state, event):
            return False
        verb = event.verb
        queue = state.queue
        if queue and state.phase == PLAY:
            due = queue[0].kind
        else:
            due = state.phase
        if verb != due or (queue and event.seat is not None):  # not simply what comes next
            if self.faults_in(state, event):
                return False
            self.apply_in(state, event)
            return True
        if verb == "play":
            judged = turns.judge(self.rules, state, event)
            if judged.faults:
                return False
            turns.make(self.rules, state, judged)
        elif any(self.acts[verb].check(self.rules, state, event)):
            return False
        else:
            self.acts[verb].apply(self.rules, state, event)
        state.clock += 1
        return True

    def may_open(self, state: FishingState, event: Event) -> bool:
        """Return whether an event may have several meanings: also one that is not legal as it is likeliest meant."""
        return self.vague(state, event) or bool(self.faults_in(state, event))

    def between_rounds(self, state: FishingState) -> bool:
        """Return whether a round has ended and the next has not begun."""
        return not in_round(state)

    def may_differ(self, state: FishingState) -> frozenset[str]:
        """Return the fields in which a course that is not followed may differ from a state."""
        if self.rules.convergence:
            return OF_ROUND | WITH_SEATS
        return OF_ROUND

    def begins_round(self, item: Item) -> bool:
        """Return whether an item can only come at the beginning of a round."""
        dealt = item.get("deal")
        return "result" in item or (isinstance(dealt, Mapping) and "fields" in dealt)

    def starts_anew(self) -> bool:
        """Return whether courses can differ only in what was scored once a round begins."""
        return self.rules.deal_is_known

    def end_round(self, state: FishingState) -> None:
        """End a round that nothing is known about, if the game has not ended with it."""
        rounds.give_up(self.rules, state)

    def forget_scores(self, one: FishingState, group: Sequence[FishingState]) -> None:
        """Make unknown, in one state, the scores that differ between the courses of a group; all scores, if the group
        has one course."""
        differ = []
        for seat in range(self.rules.players):
            if len({course.scores[seat] for course in group}) != 1 or len(group) == 1:
                differ.append(seat)
        rounds.forget_points(one, differ)
        for course in group:
            one.unseen = course.unseen | one.unseen

    def mark_irregular(self, course: FishingState) -> None:
        """Note that something illegal has taken effect: a position may then be one that the rules do not lead to."""
        course.irregular = True

    def faults_in(self, course: FishingState, event: Event) -> tuple[Finding, ...]:
        """Return everything that is wrong with an event as it is likeliest meant, by rules of this game."""
        return tuple(map(self.rules.cite, super().faults_in(course, event)))

    def meanings(self, state: FishingState, event: Event) -> Iterator[Meaning[FishingState]]:
        """Yield each meaning of an event with its faults and the state after it: first the likeliest meaning in every
        course, then the others."""
        for course in every(state):
            faults = self.faults_in(course, event)
            yield Meaning(faults, partial(self.end_of, course, event), _is_refuted(faults))
        for course in every(state):
            yield from self._other_meanings(course, event)

    def _other_meanings(self, course: FishingState, event: Event) -> Iterator[Meaning[FishingState]]:
        """Yield the less likely meanings of an event: more or less may have happened before it than is assumed, or it
        may mean another stockpile.

        A second play in a turn that gives only one is believed only if the next player cannot have made it.
        """
        if event.verb == "done":
            if turns.superfluous(course, event) and not turns.check_no_play(self.rules, course, event):
                yield Meaning((), partial(_nothing_happens, course))
            return
        if event.verb in BETWEEN_ROUNDS or not (self.vague(course, event) or self.faults_in(course, event)):
            return
        # the likeliest meaning, that nothing was omitted before the event, has been judged already
        plain = not (event.verb == "play" and event.value.vague) and not self._is_behind(course, event)
        for stop in turns.states_before(self.rules, course):
            if plain and stop is course:
                continue
            for full in self._in_full(stop, event):
                found = self.acts[event.verb].check(self.rules, stop, full)
                faults = tuple([self.rules.cite(fault) for fault in found])
                is_second = stop.own is not None and any(fault.rule == "turn" for fault in faults)
                if is_second and _is_refuted(faults):
                    continue
                yield Meaning(faults, partial(self._end_at, stop, full), is_second or _is_refuted(faults))

    def _in_full(self, stop: FishingState, event: Event) -> Iterator[Event]:
        """Yield an event as it may be meant in the state `stop`, naming the cards of every stockpile; nothing if it
        cannot come there."""
        head = ""
        if stop.queue:
            head = stop.queue[0].kind
        if stop.queue and event.verb not in ("play", "swap"):
            acts = stop.queue[0].seat
        else:
            acts = stop.turn
        if stop.phase != PLAY or event.seat not in (None, acts):
            return
        if event.verb != "play":
            if head == event.verb or (event.verb == "swap" and turns.swap_open(self.rules, stop) is not None):
                yield event
            return
        if not head or (head in (DRAW, END) and stop.own):
            for move in with_stockpiles(self.rules, stop, event.value):
                yield Event("play", move, seat=event.seat, at=event.at)

    def _end_at(self, stop: FishingState, event: Event) -> FishingState:
        end = alone(stop)
        self.happen(end, event)
        return end

    def words_that_tell(self, state: FishingState, event: Event) -> tuple[str, ...]:
        """The keys, or other details, with which a log would give an event like this only one meaning."""
        if event.verb == "play" and event.value.vague:
            return (f"the cards of the {self.rules.called}",)
        if event.verb == "play":
            return ("`by:`", "`for`")
        if event.verb == "reseed":
            return ("`clear:`",)
        return ("`by:`",)

    def vague(self, state: FishingState, event: Event) -> bool:
        """Whether an event may have several meanings that are all legal."""
        if event.verb == "done":
            return turns.superfluous(state, event)
        if event.verb != "play":
            kinds = [step.kind for step in state.queue]
            chosen = kinds.count(CLEAR) > 1 and self.rules.clearing["several"] == "choice"
            return bool(kinds) and (event.verb == "swap" or kinds.count(event.verb) > 1 or chosen)
        force = state.force
        more = state.queue and (force.extra or force.repeat or self.rules.luminary_words["in_force"] == "at_once")
        return event.value.vague or bool(more)

    def possible(self, state: FishingState, event: Event) -> bool:
        """Whether an event with this verb may come now. Of the steps that are due, it may answer only the first."""
        verb = event.verb
        queue = state.queue
        if verb == "done" and turns.superfluous(state, event):
            return True
        if state.phase != PLAY or verb in BETWEEN_ROUNDS:
            return state.phase == DEAL and verb in BETWEEN_ROUNDS
        if verb == "play":
            return not queue or turns.goes_on(self.rules, state, event)
        return verb in ("swap", "done") or (bool(queue) and queue[0].kind == verb)

    def omission(self, state: FishingState, event: Event) -> Omission | None:
        """Return how new hands are dealt unseen, or the first step is skipped, if this event is about something later."""
        if not self._is_behind(state, event):
            return None
        return partial(self._skip, state, event)

    def _is_behind(self, state: FishingState, event: Event) -> bool:
        """Whether an event comes after a deal or a step that the log omits, so that this happens unseen first."""
        verb = event.verb
        queue = state.queue
        if verb == "done" and turns.superfluous(state, event):
            return False
        if state.phase != PLAY:
            return verb not in BETWEEN_ROUNDS and rounds.deals_hands_only(state)
        if not queue:
            return False
        head = queue[0]
        if verb == head.kind or verb == "done":
            return event.seat not in (None, head.seat) and steps.may_pass(self.rules, state, head)
        if verb == "play":
            return not turns.goes_on(self.rules, state, event)
        if verb == "swap" and head.kind == DRAW and not head.name and event.seat in (None, state.turn):
            return not effects.swaps(self.rules, state) or not state.hand_size(state.turn)
        return True

    def _skip(self, state: FishingState, event: Event) -> tuple[Finding, ...]:
        """Let what the log omits before an event happen: unseen hands are dealt, or the first step is passed over.
        Gives the finding if that is impossible, or a play that the turn still owed."""
        if state.phase == DEAL:
            rounds.deal_unseen(self.rules, state)
            return ()
        step = state.queue[0]
        if not steps.may_pass(self.rules, state, step):
            return (self.not_now(state, event, state),)
        owed = turns.check_decline(self.rules, state, Event("done", True, at=event.at))
        if step.kind == CLEAR and event.verb == "reseed" and event.value.field:
            clear_first(state, field_in(self.rules, state, event.value.field))
        steps.pass_over(self.rules, state)
        return owed

    def dealt_open(self, state: FishingState) -> Iterable[str]:
        """Return the fields into which cards are dealt now: none in the middle of a round."""
        if not self.rules.seeded or rounds.deals_hands_only(state):
            return ()
        return self.rules.field_names

    def skip_unseen(self, state: FishingState) -> FishingState:
        """The state once new hands are dealt and cards drawn unseen, as long as the player could do nothing else
        first."""
        here = state
        rules = self.rules
        while rounds.deals_hands_only(here) or (
            here.phase == PLAY
            and [step for step in here.queue[:1] if step.kind == DRAW and not step.name and here.hidden[step.seat]]
            and not (effects.extras(rules, here) or effects.repeats(rules, here) or effects.swaps(rules, here))
        ):
            if here is state:
                here = state.copy()
            if here.phase == DEAL:
                rounds.deal_unseen(rules, here)
            else:
                steps.pass_over(rules, here)
        return here

    def options_of_unseen(self, state: FishingState, card: int) -> Sequence[Option]:
        """The plays that are possible with a card of a hand that is not wholly known."""
        options: Sequence[Option] = self.parts.moves.of_unseen_card(self, state, card)
        return options

    def not_now(self, here: FishingState, event: Event, before: FishingState) -> Finding:
        """The finding that an event cannot come now. A verb that only follows from something else cites the rule about
        that."""
        known = self.ruleset.get("rules")
        chosen = event.verb == "clear" and self.rules.clearing["several"] != "choice"
        if chosen and "clearing" in known and here.phase != OVER:
            message = "a field is chosen to be cleared first; nobody chooses, the field of the play comes first"
            return Finding("clearing", message, event.seat, word=("clearing", "several"), at=event.at, bars=True)
        if not here.queue and here.phase == PLAY:
            rule, why = NOT_DUE.get(event.verb, ("", ""))
            if rule in known:
                why += f", and {self.rules.reseeded} cards in the pile, which has {here.stock}" * (event.verb == RESEED)
                return Finding(rule, why, event.seat, at=event.at, bars=True)
        fault = super().not_now(here, event, here)
        if {event.verb, *(step.kind for step in here.queue[:1])} == {RESEED, REVEAL}:
            return fault._replace(word=("clearing", "order"))
        return fault

    def forbidding(self, state: FishingState) -> Faults:
        """Yield a finding for each rule that forbids something a player may look for: also plays of cards in hand that
        are not listed, and sowing while owning a stockpile."""
        yield from super().forbidding(state)
        rules = self.rules
        seat = state.turn
        if state.phase != PLAY or state.queue:
            return
        for card, field, action in product(members(state.hands[seat]), range(rules.fields), ACTIONS):
            for play in captures.of_card(rules, state, seat, card, field, action).plays:
                yield from plays.check(rules, state, play)
        if not rules.sow["while_owning"] and state.stockpiles_of(seat):
            for word in (("sow", "while_owning"), ("stockpile", "keep")):
                yield Finding("sow", "", seat, word=word)

    def only_about(self, word: Pointer) -> str:
        """Return the Luminary that does nothing in a log that does not name it, without its article."""
        if word[:2] != ("luminaries", "cards"):
            return ""
        return str(word[2]).removeprefix("The ")

    def claims_in(self, course: FishingState, expected: Said) -> Faults:
        """Yield what is false in one course in an `expect:`, by rules of this game."""
        try:
            yield from map(self.rules.cite, super().claims_in(course, expected))
        except Misread as misread:
            raise self.rules.misread(misread) from None


def _is_refuted(faults: Sequence[Finding]) -> bool:
    """Return whether these faults say that something cannot have happened, not only that it may not: by where cards lie."""
    for fault in faults:
        if fault.bars or fault.rule in ("hand", "deck"):
            return True
    return False


def _nothing_happens(course: FishingState) -> FishingState:
    end = alone(course)
    end.clock += 1
    return end
