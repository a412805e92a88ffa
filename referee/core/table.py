"""Players and standings, said in the same way by the text views, pictures and score pads of all families."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from referee.core import scene
from referee.core.data import Data as Data
from referee.core.family import Block, Standing
from referee.core.pads import known_totals
from referee.core.wording import in_list, number_of

if TYPE_CHECKING:
    from referee.core.asked import RulesOfScoring
    from referee.core.items import AtTable
    from referee.core.rounds import (
        RoundEnded,
        RulesOfSides,
        ScoredHand,
        StateOfRounds,
        StateWithDealer,
        StateWithRounds,
    )

E = TypeVar("E", bound="RoundEnded")
Columns = Mapping[str, Callable[[Data], object]]
"""Columns of a table of the seats: the entry for a seat, by the heads."""


def number_text(total: object) -> object:
    """Return a number, or '?' for one that is not known."""
    if total is None:
        return "?"
    return total


def seats_block(data: Data, columns: Columns) -> Block:
    """Return the seats of `view` as a table: an arrow before the player to act, then these columns."""
    rows = [
        ("→" * (entry["player"] == data["turn"]), *(of(entry) for of in columns.values())) for entry in data["seats"]
    ]
    return Block("Seats, clockwise", ("", *columns), tuple(rows))


player = itemgetter("player")
"""The name of the player of a seat."""


def total(entry: Data) -> object:
    """Return the total of a seat, or '?'."""
    return number_text(entry["total"])


def hand(entry: Data) -> str:
    """Return a hand in words: 'KS QH + 3 unseen'."""
    unseen = ""
    if entry["unseen"]:
        unseen = f"{entry['unseen']} unseen"
    return " + ".join(filter(None, (" ".join(entry["hand"]), unseen)))


def following(data: Data) -> str:
    """Return the last line of a view."""
    return f"Next: {data['next'] or 'nothing; the game is over'}."


def seat(
    data: Data,
    entry: Data,
    facts: Iterable[str],
    rows: Iterable[scene.SceneRow] | None = None,
    laid: scene.SceneCard | None = None,
    laid_as: int = 0,
    kept: tuple[str, ...] = (),
) -> scene.SceneSeat:
    """A seat of `view` as it is drawn: `entry` is its part of the data of `view`, `facts` are words about the player.

    `rows` are its cards, by default the hand, if it has one; `laid` is its card in the trick, the `laid_as`-th there;
    `kept` are cards that the player keeps face down.
    """
    if rows is None and "hand" in entry:
        cards = tuple(map(scene.SceneCard, entry["hand"]))
        rows = [scene.SceneRow("", cards, entry["unseen"], owner=entry["player"])]
    who = entry["player"]
    total = str(number_text(entry["total"]))
    turn = who == data["turn"]
    deals = who == data["dealer"]
    return scene.SceneSeat(who, total, tuple(facts), turn, deals, tuple(rows or ()), laid, laid_as, kept=kept)


def spoken_name(word: str) -> str:
    """Return the name of a word of a ruleset that counts something: 'big cassino'."""
    return word.replace("_", " ").replace("-", " ")


def places(
    sides: Sequence[Sequence[int]], totals: Sequence[int | float | None], first: Collection[int], *, lowest_wins: bool
) -> tuple[int, ...]:
    """The place of each seat, 1 for the best; seats of one side share theirs, and so do equals, as in a race.

    Seats in `first` come before all others, then the totals decide. Empty if a total is not known.
    """
    known = [total for total in totals if total is not None]
    if len(known) < len(totals):
        return ()
    if lowest_wins:
        best_first = known
    else:
        best_first = [-total for total in known]
    ahead = set(first)
    # False sorts before True, so those in `first` lead
    ranks = [(ahead.isdisjoint(side), best_first[side[0]]) for side in sides]
    in_order = sorted(ranks)
    place = {}
    for side, rank in zip(sides, ranks, strict=True):
        for seat in side:
            place[seat] = 1 + in_order.index(rank)
    return tuple([place[seat] for seat in range(len(totals))])


def round_data(state: StateWithDealer, number: int, to_act: int, awaited: str, seats: Iterable[Data]) -> Data:
    """The data with which the view of every game of rounds begins (see schemas/report.schema.json).

    `to_act` is the seat that acts, -1 for none; `awaited` is what comes next in words.
    """
    dealer, turn = (state.players[seat] if seat >= 0 else None for seat in (state.dealer, to_act))
    head = {"hand": number, "phase": state.phase, "dealer": dealer, "next": awaited, "turn": turn}
    return {**head, "seats": list(seats)}


def at_table(
    rules: RulesOfScoring, state: StateOfRounds, to_act: int, awaited: str, seats: Iterable[Data], columns: Columns
) -> tuple[Data, list[Block]]:
    """The beginning of a view as data and as blocks: a title line, and a table of the seats with `columns` after name
    and total."""
    unit: str = rules.scoring.unit
    number = getattr(state, unit)
    data = round_data(state, number, to_act, awaited, seats)
    of = ""
    if rules.scoring.rounds:
        of = f" of {rules.scoring.rounds}"
    deals = ""
    if data["dealer"]:
        deals = f", {data['dealer']} deals"
    target = ""
    if state.target is not None:
        target = f", to {state.target}"
    title = Block(lines=(f"{unit.capitalize()} {number}{of}{deals}{target}",))
    return data, [title, seats_block(data, {"player": player, "total": total, **columns})]


def at_seat(state: StateOfRounds, seat: int) -> Data:
    """Return what a view of every game of rounds says of a seat first."""
    return {"player": state.players[seat], "total": None if state.untold[seat] else state.scores[seat]}


def face_up(data: Data) -> str:
    """Return what lies beside the players of a game with a stock and a pile: 'face up 7H, 3 under it; 20 in the stock'."""
    pile = data["pile"]
    top = "no face-up card"
    if pile:
        top = f"face up {pile[-1]}, {len(pile) - 1} under it"
    return f"{top}; {data['stock']} in the stock"


def stock_and_pile(data: Data) -> tuple[scene.SceneRow, ...]:
    """The stock, and the pile with its top card, as they are drawn; nothing if the view has no stock."""
    if "stock" not in data:
        return ()
    under = max(len(data["pile"]) - 1, 0)
    top = tuple(map(scene.SceneCard, data["pile"][-1:]))
    pile = scene.SceneRow(f"pile ({under} under)" if under else "pile", top)
    return scene.SceneRow("stock", more=data["stock"], stacked=True), pile


def standing(
    sides: Sequence[Sequence[int]],
    totals: Sequence[float | None],
    leaders: Sequence[int],
    *,
    over: bool,
    lowest_wins: bool = False,
) -> Standing:
    """How a game stands, without tallies of what each player did; `leaders` have won if it is `over`."""
    placed = places(sides, totals, leaders, lowest_wins=lowest_wins)
    return Standing(tuple(map(tuple, sides)), over, tuple(leaders) if over else (), tuple(totals), placed)


def standing_of_rounds(rules: RulesOfSides, state: StateOfRounds) -> Standing:
    """Return how a game of rounds stands that the best total wins."""
    totals = known_totals(state)
    scoring = rules.scoring
    leaders = list[int]()
    if None not in totals:
        leaders = scoring.leaders(state.scores)
    return standing(rules.sides, totals, leaders, over=state.phase in ("role", "over"), lowest_wins=scoring.lowest_wins)


def pad_data(state: AtTable, stands: Standing, hands: Iterable[Data], more: Data) -> Data:
    """The data of a score pad: `hands` are those that were scored, `stands` gives totals and winners, `more` belongs
    to the family."""
    target = getattr(state, "target", None)
    return {
        "players": list(state.players),
        "hands": list(hands),
        "totals": dict(zip(state.players, stands.totals, strict=True)),
        "over": stands.over,
        "winners": [state.players[seat] for seat in stands.winners],
        **more,
        **({} if target is None else {"target": target}),
    }


def row_before(history: Sequence[ScoredHand], empty: int) -> list[tuple[object, ...]]:
    """The row of a score pad with the totals before the first round that it shows; [] if they were 0 or are not
    known.

    `empty` is the number of empty cells between the word 'before' and the totals.
    """
    if not history:
        return []
    first = history[0]
    gained = first.points
    if gained is None:
        return []
    totals_before = [
        None if total is None else total - points for total, points in zip(first.totals, gained, strict=True)
    ]
    if None in totals_before or not any(totals_before):
        return []
    return [("before", *("" for _ in range(empty)), *map(number_text, totals_before))]


def pad_of_rounds(
    rules: RulesOfSides,
    state: StateWithRounds[E],
    of: Callable[[E], Data],
    cell: Callable[[E, int], str],
    legend: str,
    more: Data | None = None,
    before: Sequence[tuple[object, ...]] = (),
    after: Sequence[tuple[object, ...]] = (),
) -> tuple[Data, list[Block]]:
    """The score pad of a game of rounds as data (see schemas/report.schema.json) and as a table, one row per round.

    `of` gives the family's own data on a round, `cell` the text for a round and seat; `more` is data of the family,
    the rows `before` and `after` stand before and after that of the totals, `legend` is a line below the table.
    """
    players = state.players
    unit = rules.scoring.unit
    hands = list[Data]()
    rows = row_before(state.history, 1)
    for ended in state.history:
        points = {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold}
        totals = dict(zip(players, ended.totals, strict=True))
        dealer = players[ended.dealer]
        hands.append({"hand": ended.number, "dealer": dealer, **of(ended), "points": points, "totals": totals})
        rows.append((ended.number, dealer, *(cell(ended, seat) for seat in range(len(players)))))
    stands = standing_of_rounds(rules, state)
    rows += [*before, ("total", "", *map(number_text, stands.totals)), *after]
    unknown = "Not all points are recorded, so the totals are not known."
    lines = (legend, ending(state, stands, f"{unit}s", unknown, most=rules.scoring.rounds))
    return pad_data(state, stands, hands, more or {}), [Block("Score", (unit, "dealer", *players), tuple(rows), lines)]


def ending(
    state: StateWithDealer, stands: Standing, unit: str, unknown: str, *, most: int | None = None, before: str = ""
) -> str:
    """One sentence on how the game stands: who won and with how much, or how many rounds have been scored.

    `unit` is the plural of what is scored ('hands'), at most `most` of them (None or 0: any number); `unknown` is
    said if a total is not known; `before` continues the words on who won.
    """
    if None in stands.totals:
        return unknown
    if not stands.over:
        left = ""
        if state.target is not None:
            left = f"; the game goes to {state.target}"
        number = len(state.history)
        return f"Not over: {f'{number} of {most} {unit}' if most else number_of(number, unit)} scored{left}."
    names = [state.players[seat] for seat in stands.winners]
    if not names:
        return "Nobody wins."
    if len(names) == 1:
        wins = "wins"
    elif len(names) == len(stands.sides[0]):
        wins = "win"
    else:
        wins = "share the win"
    return f"{in_list(names)} {wins} with {stands.totals[stands.winners[0]]}{before}."
