"""The score pad round by round, and how a game stands: places, and what each player did in the rounds that have ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core import pads
from referee.core.family import Block, Standing, Tally
from referee.core.table import Data, Standings, number_text
from referee.engines.meld.state import OVER, ROLE, Round, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement
from referee.engines.meld.words.compiled import CompiledRules


def standings(rules: CompiledRules, state: State) -> Standings:
    """Return how the game stands."""
    over, totals = state.phase in (ROLE, OVER), pads.known_totals(state.scores, state.untold)
    leaders = [] if None in totals else rules.scoring.places(state.scores)[0]
    return Standings(over, totals, leaders, [(seat,) for seat in range(rules.players)], rules.scoring.lowest_wins)


def pad(rules: CompiledRules, state: State) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per round."""
    players, stands = state.players, standings(rules, state)
    more: Data = {"bonuses": dict(zip(players, state.bonus, strict=True))} if state.bonus else {}
    if any(state.roles):
        more["roles"] = {player: role for player, role in zip(players, state.roles, strict=True) if role}
    data = stands.pad(state, [_round(rules, players, ended) for ended in state.history], more)
    rows: list[tuple[Any, ...]] = [
        (ended.number, players[ended.dealer], *(_cell(ended, seat) for seat in range(rules.players)))
        for ended in state.history
    ]
    if state.bonus:
        rows.append(("bonuses", "", *(f"{points:+}" if points else "0" for points in state.bonus)))
    rows.append(("total", "", *map(number_text, stands.totals)))
    if "roles" in data:
        rows.append(("role", "", *(role or "" for role in state.roles)))
    legend = f"* declared {rules.called}" if not rules.called.startswith(("a ", "to ")) else "* ended the round"
    unknown = "Not all points are recorded, so the totals are not known."
    lines = (legend, stands.ending(state, "rounds", unknown, most=rules.scoring.rounds))
    return data, [Block("Score", ("round", "dealer", *players), tuple(rows), lines)]


def arranged(rules: CompiledRules, arrangement: Arrangement) -> Data:
    """Return an arrangement as data: 'score', 'melds' with 'kind', 'cards' and 'points', and 'idle'."""
    return {
        "score": arrangement.score,
        "melds": [
            {"kind": meld.kind, "cards": [rules.deck.ids[card] for card in meld.laid], "points": meld.points}
            for meld in arrangement.melds
        ],
        "idle": [rules.deck.ids[card] for card in sorted(packs.unpack(arrangement.idle), key=rules.deck.sort_key)],
    }


def _round(rules: CompiledRules, players: tuple[str, ...], ended: Round) -> Data:
    entry: Data = {"hand": ended.number, "dealer": players[ended.dealer]}
    entry["declared"] = players[ended.declarer] if ended.declarer >= 0 else None
    entry["arranged"] = {
        player: None if hand is None else arranged(rules, hand)
        for player, hand in zip(players, ended.hands, strict=True)
    }
    if rules.action_cards:
        entry["action"] = dict(zip(players, ended.action, strict=True))
    entry["points"] = {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold}
    entry["totals"] = dict(zip(players, ended.totals, strict=True))
    return entry


def _cell(ended: Round, seat: int) -> str:
    if seat in ended.untold:
        return "?"
    return f"{ended.points[seat]:+}{'*' * (seat == ended.declarer)}" if ended.points[seat] else "0"


def standing(rules: CompiledRules, state: State) -> Standing:
    """Return the places, and the tallies of each player."""
    return standings(rules, state).standing(_tallies(rules, state))


def _tallies(rules: CompiledRules, state: State) -> Iterator[Tally]:
    rounds, every = state.history, range(rules.players)
    arranged = [[hand for ended in rounds if (hand := ended.hands[seat]) is not None] for seat in every]
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
