"""Words about which card may be played: `follow_suit` and the entries of `if_able:`.

Each word narrows the cards that the words before it left, unless it would leave nothing. A word is made once for a ruleset
and then asked `narrow(state, held)`: what is left of `held`? It never looks at anything but the state and `held`, so that
`legal`, `validate` and what an unseen hand gives away all come from the same few functions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from referee.core.cards import Deck
from referee.engines.trick.state import State
from referee.engines.trick.words.selectors import choose, in_plural, in_words

Narrow = Callable[[State, int], int]


class PlayWord(NamedTuple):
    """What a word of play is: when it speaks, how it is made, how it is said.

    `make(argument, deck)` gives the narrowing function, `says(argument, deck)` the rule in words for this argument, and
    `clause(state, argument, deck)` ends "Dov played Lk6:31 …". A `first_trick` word speaks only in the first trick of a hand;
    what a `shifting` word wants changes with every card of a trick.
    """

    when: Literal["lead", "follow"]
    make: Callable[[Any, Deck], Narrow]
    says: Callable[[Any, Deck], str]
    clause: Callable[[State, Any, Deck], str]
    first_trick: bool = False
    shifting: bool = False


def pairs_tell(words: Sequence[tuple[str, Any]]) -> bool:
    """Whether a chain of words (name, argument) forbids a card exactly when it does beside one other card of the hand.

    Where it does not, a third card can lift the ban: one that must be led before others, when a word after `unless_only` has
    its say.
    """
    return not any(name == "break_before_leading" and argument.get("unless_only") for name, argument in words[:-1])


def _suit_led(state: State, deck: Deck) -> str:
    names = list(deck.suits.values())
    return names[state.led]


def _follow_suit(argument: Any, deck: Deck) -> Narrow:
    def narrow(state: State, held: int) -> int:
        return held & state.ranking.members[state.led] or held

    return narrow


def _must_trump(argument: Any, deck: Deck) -> Narrow:
    def narrow(state: State, held: int) -> int:
        ranking = state.ranking
        return held if held & ranking.members[state.led] else held & ranking.trumps or held

    return narrow


def _must_beat(argument: Any, deck: Deck) -> Narrow:
    def narrow(state: State, held: int) -> int:
        ranking, led = state.ranking, state.ranking.members[state.led]
        trumped = state.table & ranking.trumps
        best = trumped or state.table & led
        beyond = -1 << best.bit_length() if ranking.highest else (best & -best) - 1
        return held & (ranking.trumps & beyond if trumped else led & beyond | ranking.trumps) or held

    return narrow


def _open_with(argument: Any, deck: Deck) -> Narrow:
    wanted = choose(argument, deck)

    def narrow(state: State, held: int) -> int:
        return held & wanted or held

    return narrow


def _first_trick_without(argument: Any, deck: Deck) -> Narrow:
    spared = ~choose(argument, deck)

    def narrow(state: State, held: int) -> int:
        return held & spared or held

    return narrow


def _break_before_leading(argument: Any, deck: Deck) -> Narrow:
    kept_back = choose(argument["cards"], deck)
    breakers = choose(argument["broken_by"], deck) if argument.get("broken_by") else 0
    alone = choose(argument["unless_only"], deck) if argument.get("unless_only") else 0

    def narrow(state: State, held: int) -> int:
        if state.gone & breakers:
            return held
        free = held & ~kept_back
        return held if not free & ~alone else free

    return narrow


def _never_lead(argument: Any, deck: Deck) -> Narrow:
    spared = ~choose(argument, deck)

    def narrow(state: State, held: int) -> int:
        return held & spared or held

    return narrow


PLAY_WORDS: dict[str, PlayWord] = {
    "follow_suit": PlayWord(
        "follow",
        _follow_suit,
        lambda argument, deck: "Follow the suit that was led if you can.",
        lambda state, argument, deck: f"on a {_suit_led(state, deck)} lead",
    ),
    "must_trump": PlayWord(
        "follow",
        _must_trump,
        lambda argument, deck: "If you cannot follow suit, play a trump if you have one.",
        lambda state, argument, deck: "without trumping",
    ),
    "must_beat": PlayWord(
        "follow",
        _must_beat,
        lambda argument, deck: "Beat the best card of the trick so far if you can.",
        lambda state, argument, deck: "without beating the trick",
        shifting=True,
    ),
    "open_with": PlayWord(
        "lead",
        _open_with,
        lambda argument, deck: f"The first lead of a hand is {in_words(argument, deck)}.",
        lambda state, argument, deck: "to open the hand",
        first_trick=True,
    ),
    "first_trick_without": PlayWord(
        "follow",
        _first_trick_without,
        lambda argument, deck: f"Do not play {in_words(argument, deck)} to the first trick if you hold anything else.",
        lambda state, argument, deck: "to the first trick",
        first_trick=True,
    ),
    "break_before_leading": PlayWord(
        "lead",
        _break_before_leading,
        lambda argument, deck: (
            f"Do not lead {in_plural(argument['cards'], deck)} before they are broken by "
            f"{in_words(argument['broken_by'], deck)}, if you hold anything else."
            if argument.get("broken_by")
            else f"Lead {in_plural(argument['cards'], deck)} only if you hold nothing else."
        ),
        lambda state, argument, deck: (
            f"before {in_plural(argument['cards'], deck)} were broken" if argument.get("broken_by") else "as a lead"
        ),
    ),
    "never_lead": PlayWord(
        "lead",
        _never_lead,
        lambda argument, deck: f"Do not lead {in_words(argument, deck)} if you hold anything else.",
        lambda state, argument, deck: "as a lead",
    ),
}
