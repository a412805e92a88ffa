"""Which cards may be played.

`playable` is the one source of legality: the verdict on a play, the list of legal plays and the proof in a message all
come from the same chain of words. For an unseen hand the chain works backwards: if it would have forbidden a play to the
holder of some card, the play shows that the player does not hold that card. If the card turns up later, the earlier play
was the irregularity.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.cards import mask_of, members
from referee.engines.trick.rules import talons
from referee.engines.trick.state import State
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.declarations import LEADING, PROMISING
from referee.engines.trick.words.plays import Narrow, PlayRule, pairs_tell

Playable = Callable[[State], int]


def words_now(rules: CompiledRules, state: State) -> tuple[PlayRule, ...]:
    """The words of play that apply at this point: leading or following, in the first trick or later."""
    first = state.left == state.length
    if rules.stock and not state.stock:
        return rules.late_following[first] if state.trick else rules.late_leading[first]
    return rules.following[first] if state.trick else rules.leading[first]


def chain(ruleset: Sequence[PlayRule]) -> Narrow:
    """Words of play one after another, as one function; a single word is itself."""
    words = tuple(rule.narrow for rule in ruleset)
    if len(words) == 1:
        return words[0]

    def narrow(state: State, held: int) -> int:
        for word in words:
            held = word(state, held)
        return held

    return narrow


def compile_playable(rules: CompiledRules) -> Playable:
    """Which cards the player to act may play, as a mask: all that the words of play leave of the hand.

    For an unseen hand: the cards that the player may still hold.
    """
    lead = tuple(chain(ruleset) for ruleset in rules.leading)
    follow = tuple(chain(ruleset) for ruleset in rules.following)
    drawing = rules.stock is not None

    def playable(state: State) -> int:
        turn = state.turn
        held = state.hands[turn]
        if rules.declared_playing and (cards := promised(rules, state)):
            return may_play(rules, state, turn) & cards
        if state.blind and not state.known[turn]:
            return _of_unseen(rules, state, held, state.sure[turn])
        if drawing and not state.stock:
            return chain(words_now(rules, state))(state, held)
        first = state.left == state.length
        return follow[first](state, held) if state.trick else lead[first](state, held)

    return playable


def may_play(rules: CompiledRules, state: State, seat: int) -> int:
    """The cards that the words of play leave a player, or that an unseen hand may hold."""
    held: int = state.hands[seat]
    return chain(words_now(rules, state))(state, held) if state.known[seat] else held


def promised(rules: CompiledRules, state: State) -> int:
    """The cards of which the player to act must play one, having just declared them; 0 if any may be played."""
    if state.turn < 0 or not state.declared[state.turn]:
        return 0
    latest = state.declared[state.turn][-1]
    when = rules.declarations[latest.what].when
    if when not in PROMISING or (when == LEADING and state.trick) or latest.cards & state.gone:
        return 0
    return latest.cards


def _of_unseen(rules: CompiledRules, state: State, held: int, sure: int) -> int:
    """Of the cards that a player may hold, those that may be played along with the ones that the player surely
    holds, or from one of the possible hands if cards were put away unseen."""
    ruleset = words_now(rules, state)
    legal = 0
    for _, hand in talons.each_without(rules, state, state.turn):
        legal |= chain(ruleset)(state, hand)
    if legal or not sure:
        return legal or held
    if not pairs_tell([(rule.name, rule.argument) for rule in ruleset]):
        return held
    narrow = chain(ruleset)
    return mask_of(card for card in members(held) if narrow(state, sure | 1 << card) >> card & 1)


def forbidding_word(ruleset: Sequence[PlayRule], state: State, held: int, bit: int) -> PlayRule | None:
    """The first word that rules a card out of `held`; None when it may be played."""
    for rule in ruleset:
        held = rule.narrow(state, held)
        if not held & bit:
            return rule
    return None
