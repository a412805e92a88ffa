"""A fishing ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.core.decks import rows
from referee.core.family import Line, Section
from referee.core.formula_words import amount
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, called_in, deck_and_players, how_many, plain, sections
from referee.core.sentences import when as when_in
from referee.core.wording import listed
from referee.engines.fishing.explain.luminary_sentences import cards as numbered
from referee.engines.fishing.explain.luminary_sentences import effects
from referee.engines.fishing.words.powers import fits, in_words
from referee.engines.fishing.words.scoring import LEFT

PLAN = {
    "Cards": ("deck", "partners", "values", "leave_out"),
    "Deal": ("deal.each", "deal.first", "deal.fields", "deal.misdeal", "deal.first_draws", "okus", "luminaries.dealt", "deal"),
    "Box": ("box.seasons", "box.places", "box.forbids", "box.turned_by", "box.suits", "box.several"),
    "Play": (
        "direction", "stockpile.allowed", "harvest", "stockpile.passive", "stockpile.equals_added", "stockpile.combined",
        "stockpile.multiple_in_sums", "stockpile.ripe", "stockpile.owned", "stockpile", "sow.while_capturing", "sow",
        "draw_fallow", "draw_up", "draw_when",
    ),
    "Clearing": ("clearing.sweep", "clearing.last_sweep", "clearing.okus", "clearing.reseed", "clearing.several", "clearing"),
    "Luminaries": ("luminaries.cards", "luminaries"),
    "Scoring": ("define", "scoring"),
    "End": ("end.leftovers", "deal.rounds", "end"),
}  # fmt: skip
FORBIDDEN = {"sow": "sown", "harvest": "harvested", "stockpile": "stockpiled"}
MOMENTS = {"reveal": "Revealed", "in_play": "Face up", "claim": "Claimed"}


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Illimat, 2–4 players, hands of 4 cards, 4 fields, …'."""
    data, end = ruleset.full, ruleset.full["end"]
    parts = [ruleset.title]
    if not ruleset.get("abstract"):
        number = how_many(ruleset.data["players"], span=2)
        parts.append(f"{number} player" if number == "1" else f"{number} players")
        parts.append(f"hands of {numbered(data['deal']['each'])}")
    if data["partners"] == "opposite":
        parts.append("partners")
    fields = len(ruleset.part("box").get("seasons", ()))
    if fields:
        parts.append(f"{fields} fields")
    if data["stockpile"]["allowed"]:
        parts.append(f"{data['stockpile']['called']}s")
    dealt = ruleset.part("luminaries")["dealt"]
    if dealt:
        parts.append(f"{dealt} of {len(played(ruleset))} Luminaries")
    if "target" in end:
        parts.append(f"to {end['target']}")
    if "rounds" in data["deal"]:
        parts.append(numbered(data["deal"]["rounds"], "round"))
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def played(ruleset: Ruleset) -> list[str]:
    """Return the Luminaries of the sets that are played with."""
    told = ruleset.part("luminaries")
    return [name for name, entry in told["cards"].items() if "set" not in entry or told["sets"].get(entry["set"])]


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known of each card, and then of each Luminary: 'kind' tells them apart.

    The keys: 'card', 'suit', 'rank', 'values', 'season', 'set', 'reveal', 'in_play' and 'claim'.
    """
    values, seasons = ruleset.full["values"], ruleset.part("box").get("suits", {})
    selector = ruleset.get("leave_out", str(players))
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
    for name, told in ruleset.part("luminaries")["cards"].items():
        entry = {**blank, "kind": "Luminaries", "card": name, "set": told.get("set", "")}
        entry |= {moment: effects(told.get(moment, {}), moment, ruleset.deck) for moment in MOMENTS}
        if told["worth"] != 1:
            entry["claim"] = "; ".join(filter(None, (entry["claim"], f"counts as {told['worth']}")))
        known.append(entry | ({} if players is None else {"left_out": name not in in_sets}))
    return known


def describe(ruleset: Ruleset) -> list[Section]:
    """Return the rules in force, section by section."""
    called = ruleset.full["stockpile"]["called"]
    return [
        (title, [line._replace(text=line.text.replace("stockpile", called)) for line in lines])
        for title, lines in sections(ruleset, PLAN, COMPUTED)
    ]


def _values(ruleset: Ruleset) -> Iterator[Line]:
    values = ruleset.full["values"]
    told = ", ".join(f"{what} = {' or '.join(map(str, _list(value)))}" for what, value in values.items())
    if told:
        yield Line(f"Values: {told}.", ("values",))
    if any(card.rank not in values and card.id not in values for card in ruleset.deck.cards):
        yield Line("Cards without a value take only cards of their rank.", ("values",))


def _left_out(ruleset: Ruleset) -> Iterator[Line]:
    for players, selector in ruleset.full["leave_out"].items():
        yield Line(f"With {players} players no {in_words(selector, ruleset.deck)}.", ("leave_out", players))


def _fields(ruleset: Ruleset) -> Iterator[Line]:
    where = "into each field" if ruleset.part("box").get("seasons") else "on the table"
    if "fields" in ruleset.full["deal"]:
        yield Line(f"{numbered(ruleset.full['deal']['fields']).capitalize()} face up {where}.", ("deal", "fields"))


def _misdeal(ruleset: Ruleset) -> Iterator[Line]:
    misdeal = ruleset.full["deal"].get("misdeal")
    if misdeal:
        which = in_words(misdeal["cards"], ruleset.deck)
        text = f"A deal with {misdeal['number']} or more {which} in a field is a misdeal; the cards are dealt again."
        yield Line(text, ("deal", "misdeal"))


def _seasons(ruleset: Ruleset) -> Iterator[Line]:
    yield Line(f"Seasons clockwise around the box: {', '.join(ruleset.full['box']['seasons'])}.", ("box", "seasons"))


def _places(ruleset: Ruleset) -> Iterator[Line]:
    places = ruleset.full["box"].get("places")
    if places:
        yield Line(f"The fields in the same order, as the dealer sees them: {', '.join(places)}.", ("box", "places"))


def _forbids(ruleset: Ruleset) -> Iterator[Line]:
    for season, actions in ruleset.full["box"].get("forbids", {}).items():
        if actions:
            what = " or ".join(FORBIDDEN[action] for action in actions)
            yield Line(f"In {season} nothing is {what}.", ("box", "forbids", season))


def _turned_by(ruleset: Ruleset) -> Iterator[Line]:
    box = ruleset.full["box"]
    if "turned_by" in box:
        how = " or ".join(FORBIDDEN[action] for action in box.get("turned_on") or ()) or "played"
        text = f"{in_words(box['turned_by'], ruleset.deck)} that are {how} turn the box to their season."
        yield Line(f"{text[:1].upper()}{text[1:]}", ("box", "turned_by"))


def _of_no_season(ruleset: Ruleset) -> Iterator[Line]:
    suits = ruleset.deck.suits
    free = [suits[suit] for suit in suits if suit not in ruleset.full["box"]["suits"]]
    if free:
        yield Line(f"{listed(free)} have no season; their player chooses one.", ("box", "suits"))


def _turn(ruleset: Ruleset) -> Iterator[Line]:
    if ruleset.full["stockpile"]["allowed"]:
        yield Line("On a turn a player plays one card, to sow, to harvest or to stockpile.", ("harvest",))
    else:
        yield Line("On a turn a player plays one card, to sow or to harvest.", ("stockpile", "allowed"))


def _reseed(ruleset: Ruleset) -> Iterator[Line]:
    number = ruleset.full["clearing"]["reseed"]
    if number:
        revealed = " or a Luminary is revealed" if ruleset.part("luminaries")["dealt"] else ""
        text = f"An emptied field is reseeded with {numbered(number)} if an okus was taken{revealed}."
        yield Line(text, ("clearing", "reseed"))


def _luminaries(ruleset: Ruleset) -> Iterator[Line]:
    cards = ruleset.full["luminaries"]["cards"]
    for name in played(ruleset):
        here = ("luminaries", "cards", name)
        for moment, when in MOMENTS.items():
            for word, argument in cards[name].get(moment, {}).items():
                if does := effects({word: argument}, moment, ruleset.deck):
                    yield Line(f"{name}. {when}: {does}.", (*here, moment, word))
        if cards[name]["worth"] != 1:
            yield Line(f"{name}. Counts as {cards[name]['worth']}.", (*here, "worth"))


def _most(ruleset: Ruleset) -> Iterator[Line]:
    for name, entry in ruleset.full["scoring"]["most"].items():
        which = in_words(entry.get("cards") or {}, ruleset.deck)
        if "best" in entry:
            worth = ", ".join(f"{card} = {number}" for card, number in entry["best"].items())
            which = f"{which} by the best of each suit ({worth})"
            which += "; who lacks a suit has none" if entry["every_suit"] else ""
        yield Line(f"{name}: {entry['points']} for most {which}.", ("scoring", "most", name))


def _each(ruleset: Ruleset) -> Iterator[Line]:
    for name, entry in ruleset.full["scoring"]["each"].items():
        which = in_words(entry.get("cards") or {}, ruleset.deck)
        yield Line(f"{name}: {entry['points']} for each of the {which}.", ("scoring", "each", name))


def _parts(ruleset: Ruleset) -> Iterator[Line]:
    called = called_in(ruleset)
    for name, part in ruleset.full["scoring"]["parts"].items():
        for place, case in enumerate(part["cases"]):
            worth = amount(case["points"], called)
            yield Line(f"{name}, {when_in(case, place, called)}: {worth}.", ("scoring", "parts", name))


def _ties(ruleset: Ruleset) -> Iterator[Line]:
    ties = ruleset.full["scoring"]["ties"]
    if not isinstance(ties, list):
        yield from plain(ruleset, "scoring", "ties")
        return
    broken = [what for what in ties if what not in LEFT]
    text = (
        f"A tie goes to the player with most {', then '.join(broken)}; a tied loss to the one with fewest. "
        if broken
        else ""
    )
    text += (
        "Everybody who is tied then scores in full." if "all" in ties else "Nobody scores if players are still tied."
    )
    yield Line(text, ("scoring", "ties"))


def _tied_loss(ruleset: Ruleset) -> Iterator[Line]:
    if any(entry["points"] < 0 for entry in ruleset.full["scoring"]["most"].values()):
        yield from plain(ruleset, "scoring", "tied_loss")


def _final_ties(ruleset: Ruleset) -> Iterator[Line]:
    ties = ruleset.full["end"].get("ties")
    if ties:
        yield Line(f"Equal totals: whoever had most {', then '.join(ties)} in the last round wins.", ("end", "ties"))


COMPUTED: Computed = {
    "deck": deck_and_players,
    "values": _values,
    "leave_out": _left_out,
    "deal.fields": _fields,
    "deal.misdeal": _misdeal,
    "box.seasons": _seasons,
    "box.places": _places,
    "box.forbids": _forbids,
    "box.turned_by": _turned_by,
    "box.suits": _of_no_season,
    "stockpile.allowed": _turn,
    "clearing.reseed": _reseed,
    "luminaries.cards": _luminaries,
    "scoring.most": _most,
    "scoring.each": _each,
    "scoring.parts": _parts,
    "scoring.ties": _ties,
    "scoring.tied_loss": _tied_loss,
    "end.ties": _final_ties,
}
"""The sentences that are made of more than the value of a word."""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
