"""The table as people see it: the fields round the box with what lies there, hands, piles; the score pad, and the places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter

from referee.core import pads
from referee.core import table as tables
from referee.core.cards import mask_of
from referee.core.family import Block, Standing, Tally
from referee.core.scene import Scene, SceneCard, SceneField, SceneRow
from referee.core.table import Data, number_text, spoken_name
from referee.core.text import columns
from referee.core.text import to_left as to_left
from referee.core.wording import in_list, number_of
from referee.engines.fishing.compiled import FishingRules
from referee.engines.fishing.rules import rounds
from referee.engines.fishing.rules.moves import lying_text, season, short_name
from referee.engines.fishing.state import OVER, FishingRound, FishingState, in_round

WIDTH = 34
"""Width of a field as drawn, in characters."""
SECRET = frozenset(("draw", "exchange", "give"))
"""Events that others see happen, but not with which cards."""


def view(rules: FishingRules, state: FishingState, awaited: str) -> tuple[Data, Iterator[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks of text to draw; `awaited` is the next step, in
    words."""
    playing = in_round(state)
    to_act = -1
    if playing and state.turn >= 0:
        if state.queue:
            to_act = state.queue[0].seat
        else:
            to_act = state.turn
    seats = [_seat(rules, state, seat, playing) for seat in range(rules.players)]
    data = tables.round_data(state, state.round, to_act, awaited, seats)
    shown: dict[str, Callable[[Data], object]] = {"player": tables.player, "total": tables.total}
    if playing:
        data |= {"fields": [_field(rules, state, field) for field in range(rules.fields)], "stock": state.stock}
        if rules.okus:
            data |= {"okus": state.box_okus}
        if state.named:
            data |= {"named": dict(state.named)}
        shown |= {key: itemgetter(key) for key in ("harvested", "okus") if key in seats[0]} | {"hand": tables.hand}
        if rules.luminaries:
            shown["Luminaries"] = lambda entry: ", ".join(entry["luminaries"])
    return data, _blocks(rules, state, data, shown, playing)


def _blocks(
    rules: FishingRules, state: FishingState, data: Data, shown: tables.Columns, playing: bool
) -> Iterator[Block]:
    """Yield the table as text: the round, a line for each seat, the fields while a round is played, and the next step.
    `shown` has the columns of the seats."""
    target = ""
    if state.target is not None:
        target = f", to {state.target}"
    yield Block(lines=(f"Round {state.round}, {data['dealer']} deals{target}",))
    yield tables.seats_block(data, shown)
    if playing:
        yield Block("On the table", lines=tuple(_board(rules, data)))
    yield Block(lines=(tables.following(data),))


def _seat(rules: FishingRules, state: FishingState, seat: int, playing: bool) -> Data:
    """A player's seat as data. The cards harvested are those of the player's side; hands and piles are shown during a
    round."""
    entry = tables.at_seat(state, seat)
    keeper = rules.keeper[seat]
    if playing:
        entry |= {"hand": rules.deck.names(state.hands[seat]), "unseen": state.hidden[seat]}
        entry["harvested"] = state.piles[keeper].bit_count() + state.piles_hidden[keeper]
        if rules.okus:
            entry |= {"okus": state.okus[seat]}
        if rules.luminaries:
            entry |= {"luminaries": list(state.claimed[seat])}
    return entry


def _field(rules: FishingRules, state: FishingState, field: int) -> Data:
    """A field as data: its season, what lies in it (with '*' if a hidden card lies below), and its Luminary."""
    name = state.luminaries[field]
    up = state.faces[field]
    over = mask_of(filter(state.covered.get, state.covered))
    entry: Data = {
        "field": short_name(rules, state, field),
        "cards": [lying_text(rules, one) + ("*" if one.cards & over else "") for one in state.fields[field]],
    }
    if rules.dealt_luminaries:
        entry["luminary"] = name if up else None
        entry["face_down"] = name is not None and not up
    if state.under.get(field):
        entry["under"] = state.under[field]
    return entry


def _board(rules: FishingRules, data: Data) -> list[str]:
    """The fields as lines of text: four are drawn round their box, others one below another; then the pile and what
    lies beside it."""
    fields = []
    for entry in data["fields"]:
        note = _note(entry)
        lines = []
        line = " "
        title = entry["field"] + (note if note.startswith(" ") else f" · {note}" if note else "")
        for word in entry["cards"] or ["nothing"]:
            if columns(line) + columns(word) > WIDTH - 2 and line.strip():
                lines.append(line)
                line = " "
            line += f" {word}"
        fields.append([title, *lines, line])
    if len(fields) == 4:  # clockwise from the first: near left, far left, far right, near right
        near_left, far_left, far_right, near_right = fields
        fields = [_side_by_side(far_left, far_right), _side_by_side(near_left, near_right)]
    pile = "; ".join([f"{number_of(data['stock'], 'cards')} in the pile", *_beside(rules, data)])
    starred = any("*" in text for entry in data["fields"] for text in entry["cards"])
    return [*(line for lines in fields for line in lines), pile, *(["* a hidden card lies below"] if starred else [])]


def _beside(rules: FishingRules, data: Data) -> list[str]:
    """Return what there is to say of the box and the seasons."""
    if "okus" in data:
        lines = [f"{data['okus']} okus on the box"]
    else:
        lines = []
    return lines + [f"{rules.deck.suits[suit]} count as {season}" for suit, season in data.get("named", {}).items()]


def _note(entry: Data) -> str:
    """The Luminary that lies at a field and the cards under it, in words; empty without."""
    if entry.get("face_down"):
        note = "a Luminary face down"
    else:
        note = entry.get("luminary") or ""
    return note + (f" ({number_of(entry['under'], 'cards')} under it)" if entry.get("under") else "")


def _side_by_side(left: list[str], right: list[str]) -> list[str]:
    """Two fields as lines, one left of the other, with a line below."""
    height = max(len(left), len(right))
    left = left + [""] * (height - len(left))
    right = right + [""] * (height - len(right))
    width = max(WIDTH, *(columns(line) + 2 for line in left))
    rows = [f"{to_left(one, width)}│ {other}".rstrip() for one, other in zip(left, right, strict=True)]
    return [*rows, "─" * (2 * WIDTH)]


def scene(rules: FishingRules, data: Data, title: str) -> Scene:
    """The table to draw as a picture, from the data of `view`: seats, the pile, and the fields with what their season
    bars."""
    seats = []
    for entry in data["seats"]:
        facts = [f"{entry[what]} {what}" for what in ("harvested", "okus") if what in entry]
        facts += entry.get("luminaries", [])
        seats.append(tables.seat(data, entry, facts))
    piles = (SceneRow("stock", more=data["stock"], stacked=True),) if data.get("stock") else ()
    fields = []
    for entry in data.get("fields", ()):
        name = entry["field"]
        bars = " or ".join(action for action, season in rules.forbids if season == name)
        seasons = zip(rules.deck.cards, rules.season_of, strict=True)
        suit = next((card.suit for card, season in seasons if season == name), "")
        fields.append(SceneField(name, _note(entry), _rows(rules, entry["cards"]), f"no {bars}" if bars else "", suit))
    return Scene(title, tuple(seats), tuple(_beside(rules, data)), piles, tuple(fields), next=data["next"])


def _rows(rules: FishingRules, cards: list[str]) -> tuple[SceneRow, ...]:
    """The things in a field as rows to draw: first the loose cards in one row, then each stockpile with its cards stacked.

    `cards` has a stockpile as 'M13(Ksp|4sp+9su)'; its title is then 'stockpile of 13 ×2', as it has two sets.
    """
    loose = tuple(SceneCard(text.rstrip("*"), ("one below",) * text.endswith("*")) for text in cards if "(" not in text)
    if loose:
        rows = [SceneRow("", loose)]
    else:
        rows = []
    for name, opened, inside in (text.partition("(") for text in cards):
        if opened:
            words = [word for word in re.split(r"[()|+*\s]+", inside) if word in rules.deck.by_id]
            title = f"{rules.called} of {name[1:].replace(',', ' or ')}"
            sets = inside.count("|") + 1
            if sets > 1:
                title += f" ×{sets}"
            rows.append(SceneRow(title, tuple(map(SceneCard, words)), stacked=True))
    return tuple(rows)


def aftermath(rules: FishingRules, before: FishingState, after: FishingState) -> list[str]:
    """Sentences about what an event caused between two states: cards harvested, seasons changed, fields cleared."""
    if after.round != before.round:
        return []
    gained = [after.piles[seat] & ~before.piles[seat] for seat in range(rules.players)]
    lines = [f"{who} takes {rules.names(cards)}." for who, cards in zip(after.players, gained, strict=True) if cards]
    if after.turned != before.turned:
        was, now = ([season(rules, state, field) for field in range(rules.fields)] for state in (before, after))
        lines.append(f"The box turns: {in_list(f'{old} is {new} now' for old, new in zip(was, now, strict=True))}.")
    emptied = [field for field in after.cleared if field not in before.cleared]
    lines += [f"The {season(rules, after, field)} field is cleared." for field in emptied if rules.seasons]
    return lines


def standing(rules: FishingRules, state: FishingState) -> Standing:
    """The places of the sides by their totals; nobody leads while a total is not known."""
    totals = pads.known_totals(state)
    if None in totals:
        leaders = []
    else:
        leaders = rounds.leaders(rules, state)[0]
    return tables.standing(rules.sides, totals, leaders, over=state.phase == OVER)


def pad(rules: FishingRules, state: FishingState) -> tuple[Data, list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table: a row for each line of the score in each
    round, and the totals."""
    players = state.players
    stands = standing(rules, state)
    rows = tables.row_before(state.history, 2)
    for ended in state.history:
        for name, points in ended.lines.items():
            if any(points):
                rows.append((ended.number, players[ended.dealer], name, *(f"{one:+}" if one else "" for one in points)))
        gained = ("?" if seat in ended.untold else points for seat, points in enumerate(ended.points))
        rows.append((ended.number, players[ended.dealer], "round", *gained))
    rows.append(("total", "", "", *map(number_text, stands.totals)))
    unknown = "A score pad omits points, so the totals are not known."
    decided = ""
    if stands.winners:
        decided = rounds.leaders(rules, state)[1]
    best = {stands.totals[seat] for seat in stands.winners}
    level = []
    for seat, who in enumerate(players):
        if stands.totals[seat] in best and seat not in stands.winners:
            level.append(who)
    before = ""
    if decided:
        before = f", before {in_list(level)} with as many: the {decided} of the last round decide"
    line = tables.ending(state, stands, "rounds", unknown, before=before)
    data = tables.pad_data(state, stands, [_round(players, ended) for ended in state.history], {})
    return data, [Block("Score", ("round", "dealer", "for", *players), tuple(rows), (line,))]


def _round(players: tuple[str, ...], ended: FishingRound) -> Data:
    """A finished round of the pad as data; points that a pad omitted are missing."""

    def by_player(values: tuple[object, ...]) -> Data:
        return dict(zip(players, values, strict=True))

    return {
        "hand": ended.number,
        "dealer": players[ended.dealer],
        "lines": {name: by_player(points) for name, points in ended.lines.items()},
        "counts": {who: dict(haul.counts) for who, haul in zip(players, ended.hauls, strict=False)},
        "unseen": {who: number for who, number in zip(players, ended.hidden, strict=True) if number},
        "points": {who: ended.points[seat] for seat, who in enumerate(players) if seat not in ended.untold},
        "totals": by_player(ended.totals),
    }


def tallies(rules: FishingRules, state: FishingState) -> Iterator[Tally]:
    """Yield each player's counts over all rounds. Partners have the same number of cards."""
    ended = state.history
    yield Tally("rounds", (len(ended),) * rules.players)
    yield Tally("captures", (None,) * rules.players if "rounds" in state.unseen else tuple(state.harvests))

    def sums(what: str, *, partly: bool = False) -> tuple[int | None, ...]:
        """How much of a thing each player had in all rounds together; None if it is not known of every round. A score
        pad may know it only `partly`: who had most of it."""
        hauls = ([one.hauls[seat] if one.hauls else None for one in ended] for seat in range(rules.players))
        each = (
            [None if haul is None or (partly and what not in haul.counts) else haul.of(what) for haul in own]
            for own in hauls
        )
        return tuple([None if None in numbers else sum(filter(None, numbers)) for numbers in each])

    counted = {name for each in ended for haul in each.hauls for name in haul.counts}
    for line in rules.scoring.lines:
        if line.name in counted:
            yield Tally(spoken_name(line.name), sums(line.name, partly=line.most))
    for what, there in (("sweeps", rules.scoring.sweeps), ("okus", rules.okus), ("Luminaries", rules.luminaries)):
        if there:
            yield Tally(what, sums(what.casefold()))
