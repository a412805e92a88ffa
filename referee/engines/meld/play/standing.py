"""How a game stands: places, and what each player did in the rounds that have ended."""

from __future__ import annotations

from collections.abc import Iterator

from referee.core import pads, placing
from referee.core.family import Standing, Tally
from referee.engines.meld.state import OVER, ROLE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import CompiledRules


def standing(rules: CompiledRules, state: State) -> Standing:
    """The places, and the tallies of each player."""
    scoring = rules.scoring
    sides = [(seat,) for seat in range(rules.players)]
    over, totals = state.phase in (ROLE, OVER), pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else scoring.places(state.scores)[0]
    return placing.standing(sides, totals, leaders, _tallies(rules, state), over=over, lowest_wins=scoring.lowest_wins)


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    rounds, every = state.history, range(rules.players)
    hands = [[ended.hands[seat] for ended in rounds if ended.hands[seat] is not None] for seat in every]
    arranged = [[hand for hand in own if hand is not None] for own in hands]
    yield Tally("rounds", (len(rounds),) * rules.players)
    yield Tally("rounds ended", tuple([sum([ended.declarer == seat for ended in rounds]) for seat in every]))
    won = [rules.scoring.won(ended.points) for ended in rounds]
    yield Tally("rounds won", tuple([won.count(seat) for seat in every]))
    yield Tally("melds", tuple([sum([len(hand.melds) for hand in own]) for own in arranged]))
    yield Tally(
        "cards in melds",
        tuple([sum([hand.cards - packs.size(hand.idle) for hand in own]) for own in arranged]),
        tuple([sum([hand.cards for hand in own]) for own in arranged]),
    )
    if rules.action_cards:
        yield Tally("Action points", tuple([sum([ended.action[seat] for ended in rounds]) for seat in every]))
