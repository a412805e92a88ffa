"""A fishing ruleset in a player's words, made from its values."""

from __future__ import annotations

from typing import Any

from referee.core.decks import rows
from referee.core.family import Line
from referee.core.ruleset import Ruleset
from referee.engines.fishing.explain.flag_sentences import CLEARING, LUMINARIES, SWITCHES, Switches
from referee.engines.fishing.explain.luminary_sentences import cards as numbered
from referee.engines.fishing.explain.luminary_sentences import effects
from referee.engines.fishing.words.selectors import both, fits, in_words

Section = tuple[str, list[Line]]

FORBIDDEN = {"sow": "sown", "harvest": "harvested", "stockpile": "stockpiled"}
TURNS = {"left": "passes to the left", "right": "passes to the right", "same": "stays with one player"}
LEFT_BEHIND = {
    "hands": "Who changes seats leaves hand and earlier total behind.",
    "everything": "Who changes seats leaves everything behind.",
}
PLAYS_NEXT = {
    "player": "After a change of seats the player left of whoever has just played is next.",
    "seat": "After a change of seats the next seat plays, where whoever has just played sits now.",
}
MOMENTS = {"reveal": "Revealed", "in_play": "Face up", "claim": "Claimed"}


def brief(ruleset: Ruleset) -> str:
    """The ruleset in one line: 'Illimat, 2–4 players, hands of 4 cards, 4 fields, …'."""
    players, deal = ruleset.get("players", default=[0]), ruleset.get("deal", default={})
    fields = len(ruleset.get("box", "seasons", default=()))
    parts = [ruleset.title, f"{_span(players)} players", f"hands of {numbered(deal.get('hand'))}"]
    if fields:
        parts.append(f"{fields} fields")
    if ruleset.get("stockpile", "allowed", default=True):
        parts.append(f"{_called(ruleset)}s")
    dealt = ruleset.get("luminaries", "dealt", default=0)
    if dealt:
        parts.append(f"{dealt} of {len(played(ruleset))} Luminaries")
    if ruleset.get("end", "target") is not None:
        parts.append(f"to {ruleset.get('end', 'target')}")
    if ruleset.get("end", "rounds") is not None:
        parts.append(numbered(ruleset.get("end", "rounds"), "round"))
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def _called(ruleset: Ruleset) -> str:
    """What players call a stockpile."""
    return str(ruleset.get("stockpile", "called", default="stockpile"))


def _span(players: list[int]) -> str:
    """Numbers of players: '2–4' where all between may play, '2 or 4' where not."""
    listed = sorted(players)
    if len(listed) > 1 and listed == list(range(listed[0], listed[-1] + 1)):
        return f"{listed[0]}–{listed[-1]}"
    return " or ".join(map(str, listed))


def played(ruleset: Ruleset) -> list[str]:
    """The Luminaries of the sets that are played with."""
    sets = ruleset.get("luminaries", "sets", default={})
    known = ruleset.get("luminaries", "cards", default={})
    return [name for name, entry in known.items() if "set" not in entry or sets.get(entry["set"])]


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card, and then of each Luminary: 'kind' tells them apart.

    The keys: 'card', 'suit', 'rank', 'values', 'season', 'set', 'reveal', 'in_play' and 'claim'.
    """
    values, seasons = ruleset.get("values", default={}), ruleset.get("box", "suits", default={})
    selector = ruleset.get("left_out", str(players)) if players else None
    known: list[dict[str, Any]] = []
    nothing: dict[str, Any] = {"set": "", **dict.fromkeys(MOMENTS, "")} if ruleset.get("luminaries") else {}
    for row in rows(ruleset.deck):
        worth = values.get(row["card"], values.get(row["rank"], []))
        entry = {"kind": "cards", **row, "values": worth if isinstance(worth, list) else [worth]}
        entry["season"] = seasons.get(row["suit"], "")
        card = ruleset.deck.cards[ruleset.deck.by_id[row["card"]]]
        out = {} if players is None else {"left_out": selector is not None and fits(selector, card)}
        known.append(entry | nothing | out)
    if not nothing:
        return known
    blank = {key: [] if isinstance(value, list) else "" for key, value in known[0].items()}
    in_sets = played(ruleset)
    for name, told in ruleset.get("luminaries", "cards", default={}).items():
        entry = {**blank, "kind": "Luminaries", "card": name, "set": told.get("set", "")}
        entry |= {moment: effects(told.get(moment), moment, ruleset.deck) for moment in MOMENTS}
        if told.get("worth", 1) != 1:
            entry["claim"] = "; ".join(filter(None, (entry["claim"], f"counts as {told['worth']}")))
        known.append(entry | ({} if players is None else {"left_out": name not in in_sets}))
    return known


def describe(ruleset: Ruleset) -> list[Section]:
    """The rules in force, section by section."""
    return [
        ("Cards", _cards(ruleset)),
        ("Deal", _deal(ruleset)),
        ("Box", _box(ruleset)),
        ("Play", _play(ruleset)),
        ("Clearing", _clearing(ruleset)),
        ("Luminaries", _luminaries(ruleset)),
        ("Scoring", _scoring(ruleset)),
        ("End", _end(ruleset)),
    ]


def _cards(ruleset: Ruleset) -> list[Line]:
    deck = ruleset.deck
    values = ruleset.get("values", default={})
    told = ", ".join(f"{what} = {' or '.join(map(str, _list(value)))}" for what, value in values.items())
    lines = [
        Line(f"{deck.title[:1].upper()}{deck.title[1:]}: {deck.total} cards in {len(deck.suits)} suits.", ("deck",)),
        Line(f"Players: {', '.join(map(str, ruleset.get('players', default=[])))}.", ("players",)),
        Line(f"Values: {told}.", ("values",)),
    ]
    if any(card.rank not in values and card.id not in values for card in deck.cards):
        lines.append(Line("Cards without a value take their like only.", ("values",)))
    for players, selector in ruleset.get("left_out", default={}).items():
        lines.append(Line(f"With {players} players no {in_words(selector, deck)}.", ("left_out", players)))
    return lines


def _deal(ruleset: Ruleset) -> list[Line]:
    deal, fields = ruleset.get("deal", default={}), ruleset.get("box", "seasons", default=())
    where = "into each field" if fields else "on the table"
    lines = [
        Line(f"Cards for each player: {deal['hand']}.", ("deal", "hand")),
        *([Line(f"Cards for the first player: {deal['first']}.", ("deal", "first"))] if deal.get("first") else []),
        Line(f"{numbered(deal['fields']).capitalize()} face up {where}.", ("deal", "fields")),
    ]
    okus, dealt = ruleset.get("okus", "per_player", default=0), ruleset.get("luminaries", "dealt", default=0)
    if deal.get("first_draws", "after") == "before":
        lines.append(Line("The first player draws up before the first play.", ("deal", "first_draws")))
    if okus:
        lines.append(Line(f"Okus on the box for each player: {okus}.", ("okus", "per_player")))
    if dealt:
        lines.append(Line(f"Luminaries dealt face down, one to a field: {dealt}.", ("luminaries", "dealt")))
    if deal.get("again"):
        lines.append(Line("When all hands are empty they are dealt again, while cards are left.", ("deal", "again")))
    return [*lines, Line(f"The deal {TURNS[deal.get('next_dealer', 'left')]}.", ("deal", "next_dealer"))]


def _box(ruleset: Ruleset) -> list[Line]:
    box, deck = ruleset.get("box", default={}), ruleset.deck
    if not box:
        return []
    lines = [Line(f"Seasons clockwise around the box: {', '.join(box['seasons'])}.", ("box", "seasons"))]
    for season, actions in box.get("forbids", {}).items():
        if actions:
            what = " or ".join(FORBIDDEN[action] for action in actions)
            lines.append(Line(f"In {season} nothing is {what}.", ("box", "forbids", season)))
    if box.get("turned_by") is not None:
        how = " or ".join(FORBIDDEN[action] for action in box.get("turned_on") or ()) or "played"
        text = f"{in_words(box['turned_by'], deck)} that are {how} turn the box to their season."
        lines.append(Line(f"{text[:1].upper()}{text[1:]}", ("box", "turned_by")))
    free = [deck.suits[suit] for suit in deck.suits if suit not in box["suits"]]
    if free:
        lines.append(Line(f"{both(free)} have no season; their player chooses one.", ("box", "suits")))
    several = {"choice": "the player chooses which of them turns it", "none": "none of them turns it"}
    text = f"When several of them are played as one, {several[box.get('several', 'choice')]}."
    return [*lines, Line(text, ("box", "several"))]


def _play(ruleset: Ruleset) -> list[Line]:
    lines = [Line(f"On a turn a player plays one card, to sow, to harvest or to {_called(ruleset)}.", ("harvest",))]
    if not ruleset.get("stockpile", "allowed", default=True):
        lines = [Line("On a turn a player plays one card, to sow or to harvest.", ("stockpile", "allowed"))]
    for pointer, default, says in SWITCHES:
        value = ruleset.get(*pointer, default=default)
        needed = ruleset.get("stockpile", "allowed", default=True) or "stockpile" not in says.get(value, "")
        if value in says and needed:
            lines.append(Line(says[value].replace("stockpile", _called(ruleset)), pointer))
    more = ruleset.get("draw_fallow", default=0)
    if more:
        lines.append(Line(f"Who sows into a fallow field draws {numbered(more)} more.", ("draw_fallow",)))
    up = ruleset.get("draw_up", default=0)
    if up:
        lines.append(Line(f"At the end of a turn the player draws up to {numbered(up)}.", ("draw_up",)))
    return lines


def _clearing(ruleset: Ruleset) -> list[Line]:
    clearing = ruleset.get("clearing", default={})
    luminaries = ruleset.get("luminaries", "dealt", default=0)
    lines = []
    if clearing.get("sweep"):
        lines.append(Line(f"Emptying a field scores {clearing['sweep']}.", ("clearing", "sweep")))
        points = "that, too" if clearing.get("last_sweep", True) else "nothing"
        text = f"Emptying it with the last card of a round scores {points}."
        lines.append(Line(text, ("clearing", "last_sweep")))
    if clearing.get("okus"):
        okus = clearing["okus"]
        lines.append(
            Line(f"Who empties a field takes {okus} okus from the box, if there is one.", ("clearing", "okus"))
        )
    if clearing.get("reseed"):
        number = numbered(clearing["reseed"])
        revealed = " or a Luminary is revealed" if luminaries else ""
        text = f"An emptied field is reseeded with {number} if an okus was taken{revealed}."
        lines.append(Line(text, ("clearing", "reseed")))
    if luminaries:
        lines += switched(ruleset, CLEARING)
    elif ruleset.get("box"):
        lines += switched(ruleset, CLEARING[:1])
    return lines


def switched(ruleset: Ruleset, switches: Switches) -> list[Line]:
    """A line for each of some keys that has a sentence for its value."""
    values = [(pointer, ruleset.get(*pointer, default=default), says) for pointer, default, says in switches]
    return [Line(says[value], pointer) for pointer, value, says in values if value in says]


def _luminaries(ruleset: Ruleset) -> list[Line]:
    told = ruleset.get("luminaries", default={})
    if not told.get("dealt"):
        return []
    lines = []
    for name in played(ruleset):
        entry, here = told["cards"][name], ("luminaries", "cards", name)
        for moment, when in MOMENTS.items():
            for word, argument in (entry.get(moment) or {}).items():
                if does := effects({word: argument}, moment, ruleset.deck):
                    lines.append(Line(f"{name}. {when}: {does}.", (*here, moment, word)))
        if entry.get("worth", 1) != 1:
            lines.append(Line(f"{name}. Counts as {entry['worth']}.", (*here, "worth")))
    convergence = told.get("convergence")
    if convergence:
        moved = ("luminaries", "convergence")
        text = f"At {convergence['faces']} Luminaries face up all move one seat to the left."
        lines.append(Line(text, (*moved, "faces")))
        lines.append(Line(LEFT_BEHIND[convergence.get("moves", "hands")], (*moved, "moves")))
        lines.append(Line(PLAYS_NEXT[convergence.get("next", "player")], (*moved, "next")))
    return [*lines, *switched(ruleset, LUMINARIES)]


def _scoring(ruleset: Ruleset) -> list[Line]:
    scoring, deck = ruleset.get("scoring", default={}), ruleset.deck
    lines = []
    for name, entry in scoring.get("most", {}).items():
        which = in_words(entry.get("cards") or {}, deck)
        lines.append(Line(f"{name}: {entry['points']} for most {which}.", ("scoring", "most", name)))
    for name, entry in scoring.get("each", {}).items():
        which = in_words(entry.get("cards") or {}, deck)
        lines.append(Line(f"{name}: {entry['points']} for each of the {which}.", ("scoring", "each", name)))
    tokens = [name for name in ("okus", "luminaries") if scoring.get(name)]
    lines += [Line(f"{name}: {scoring[name]} each.", ("scoring", name)) for name in tokens]
    if scoring.get("last_capture"):
        text = f"last-capture: {scoring['last_capture']} for whoever captures last."
        lines.append(Line(text, ("scoring", "last_capture")))
    if scoring.get("most"):
        ties = scoring.get("ties", "nobody")
        text = {"nobody": "Nobody scores a tie.", "all": "Everybody who is tied scores in full."}.get(
            ties, f"A tie goes to most {ties}, of a loss to fewest."
        )
        lines.append(Line(text, ("scoring", "ties")))
        loses = {"spared": "nobody", "all": "everybody tied"}[scoring.get("tied_loss", "spared")]
        if any(entry["points"] < 0 for entry in scoring["most"].values()):
            lines.append(Line(f"A loss that stays tied falls on {loses}.", ("scoring", "tied_loss")))
        nobody = {"tied": "All are tied", "nobody": "Nobody has most"}[scoring.get("none_counted", "tied")]
        lines.append(Line(f"{nobody} for cards of which nobody has one.", ("scoring", "none_counted")))
    if scoring.get("floor"):
        lines.append(Line("Losses come last, and no total falls below zero.", ("scoring", "floor")))
    return lines


def _end(ruleset: Ruleset) -> list[Line]:
    end = ruleset.get("end", default={})
    leftovers = {"nobody": "are nobody's", "last_taker": "go to whoever captured last"}
    lines = [Line(f"Cards left in the fields {leftovers[end.get('leftovers', 'nobody')]}.", ("end", "leftovers"))]
    if "target" in end:
        lines.append(Line(f"The target is {end['target']}, unless the table agrees on another.", ("end", "target")))
    if "rounds" in end:
        lines.append(Line(f"The game has {numbered(end['rounds'], 'round')}.", ("end", "rounds")))
    if end.get("ties"):
        lines.append(Line(f"Equal totals go by most {', then '.join(end['ties'])} of the last round.", ("end", "ties")))
    tied = {"shared": "is shared", "another_round": "leads to another round"}[end.get("tied", "shared")]
    return [*lines, Line(f"A tie that is left {tied}.", ("end", "tied"))]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
