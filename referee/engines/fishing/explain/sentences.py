"""A fishing ruleset in a player's words, made from its values; and what Luminaries do, made from their effect words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.cards import Deck, rows
from referee.core.family import RuleLine, Section
from referee.core.formula_words import amount
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, called_in, deck_and_players, how_many, plain, sections
from referee.core.sentences import when as when_in
from referee.core.wording import counted, listed
from referee.engines.fishing.words.powers import entries, fits, in_words
from referee.engines.fishing.words.scoring import LEFT

PLAN = {
    "Cards": ("deck", "partners", "values", "leave_out"),
    "Deal": ("deal.each", "deal.first", "deal.fields", "deal.misdeal", "deal.first_draws", "okus", "luminaries.dealt", "deal"),
    "Box": ("box.seasons", "box.places", "box.forbids", "box.turned_by", "box.suits", "box.several"),
    "Play": (
        "direction", "stockpile.allowed", "harvest.total", "harvest", "stockpile.passive", "stockpile.equals_added",
        "stockpile.combined", "stockpile.multiple_in_sums", "stockpile.ripe", "stockpile.owned", "stockpile",
        "sow.while_capturing", "sow", "draw_fallow", "draw_up", "draw_when",
    ),
    "Clearing": ("clearing.sweep", "clearing.last_sweep", "clearing.okus", "clearing.reseed", "clearing.several", "clearing"),
    "Luminaries": ("luminaries.cards", "luminaries"),
    "Scoring": ("define", "scoring"),
    "End": ("end.leftovers", "deal.rounds", "end"),
}  # fmt: skip
DOING = {"sow": "sowing", "harvest": "harvesting", "stockpile": "stockpiling"}
FORBIDDEN = {"sow": "sown", "harvest": "harvested", "stockpile": "stockpiled"}
OF_CARDS = {"most": "most", "each": "each of the"}
MOMENTS = {"reveal": "Revealed", "in_play": "Face up", "claim": "Claimed"}


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Illimat, 2–4 players, hands of 4 cards, 4 fields, …'."""
    data, end = ruleset.full, ruleset.full["end"]
    parts = [ruleset.title]
    if not ruleset.get("abstract"):
        number = how_many(ruleset.data["players"], span=2)
        parts.append(f"{number} player" if number == "1" else f"{number} players")
        parts.append(f"hands of {counted(data['deal']['each'], 'cards')}")
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
        parts.append(counted(data["deal"]["rounds"], "rounds"))
    return ", ".join([*parts, *(f"house rule {house}" for house in ruleset.houses)])


def played(ruleset: Ruleset) -> list[str]:
    """Return the Luminaries of the sets that are played with."""
    told = ruleset.part("luminaries")
    return [name for name, entry in told["cards"].items() if "set" not in entry or told["sets"].get(entry["set"])]


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """Return what is known of each card, and then of each Luminary: 'kind' tells them apart. The keys: 'card', 'suit', 'rank',
    'values', 'season', 'set', 'reveal', 'in_play' and 'claim'."""
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


def _values(ruleset: Ruleset) -> Iterator[RuleLine]:
    values = ruleset.full["values"]
    either = {what: value if isinstance(value, list) else [value] for what, value in values.items()}
    ranks = (f"{what} = {' or '.join(map(str, able))}" for what, able in either.items())
    if values:
        yield RuleLine(f"Values: {', '.join(ranks)}.", ("values",))
    if any(card.rank not in values and card.id not in values for card in ruleset.deck.cards):
        yield RuleLine("Cards without a value take only cards of their rank.", ("values",))


def _turned_by(ruleset: Ruleset) -> str:
    box = ruleset.full["box"]
    how = " or ".join(FORBIDDEN[action] for action in box.get("turned_on") or ()) or "played"
    which = in_words(box.get("turned_by", {}), ruleset.deck)
    text = f"{which[:1].upper()}{which[1:]} that are {how} turn the box to their season."
    return text if "turned_by" in box else ""


def _sums(ruleset: Ruleset) -> Iterator[RuleLine]:
    harvest = ruleset.full["harvest"]
    if not harvest["total"]:
        yield from plain(ruleset, "harvest", "sums")
    elif not harvest["sums"]:
        yield RuleLine("A card takes single cards, no sums.", ("harvest", "sums"))


def _takes_all(ruleset: Ruleset) -> str:
    told, deck = ruleset.full["harvest"]["takes_all"], ruleset.deck
    which, s = in_words(told["cards"], deck), "s" if len(entries(told["cards"], "card")) == 1 else ""
    where = "in the field" if ruleset.part("box").get("seasons") else "on the table"
    but = f" but {in_words(told['except'], deck)}" if "except" in told else ""
    scores = f"; emptying it so scores {'like any other sweep' if told['sweep'] else 'nothing'}"
    return f"{which} take{s} everything {where}{but}{scores if ruleset.full['clearing']['sweep'] else ''}."


def _turn(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.full["stockpile"]["allowed"]:
        yield RuleLine("On a turn a player plays one card, to sow, to harvest or to stockpile.", ("harvest",))
    else:
        yield RuleLine("On a turn a player plays one card, to sow or to harvest.", ("stockpile", "allowed"))


def _luminaries(ruleset: Ruleset) -> Iterator[RuleLine]:
    cards = ruleset.full["luminaries"]["cards"]
    for name in played(ruleset):
        here = ("luminaries", "cards", name)
        for moment, when in MOMENTS.items():
            for word, argument in cards[name].get(moment, {}).items():
                if does := effects({word: argument}, moment, ruleset.deck):
                    yield RuleLine(f"{name}. {when}: {does}.", (*here, moment, word))
        if cards[name]["worth"] != 1:
            yield RuleLine(f"{name}. Counts as {cards[name]['worth']}.", (*here, "worth"))


def _parts(ruleset: Ruleset) -> Iterator[RuleLine]:
    called = called_in(ruleset)
    for name, part in ruleset.full["scoring"]["parts"].items():
        for place, case in enumerate(part["cases"]):
            worth = amount(case["points"], called)
            yield RuleLine(f"{name}, {when_in(case, place, called)}: {worth}.", ("scoring", "parts", name))


def _ties(ruleset: Ruleset) -> Iterator[RuleLine]:
    ties = ruleset.full["scoring"]["ties"]
    if not isinstance(ties, list):
        yield from plain(ruleset, "scoring", "ties")
        return
    broken = ", then ".join(what for what in ties if what not in LEFT)
    text = f"A tie goes to the player with most {broken}; a tied loss to the one with fewest. " if broken else ""
    left = "Everybody who is tied then scores in full." if "all" in ties else "Nobody scores if players are still tied."
    yield RuleLine(f"{text}{left}", ("scoring", "ties"))


def _lines(ruleset: Ruleset, kind: str) -> Iterator[RuleLine]:
    """Yield the lines of the score that count most of some cards, or each of them."""
    for name, entry in ruleset.full["scoring"][kind].items():
        which = in_words(entry.get("cards") or {}, ruleset.deck)
        if "best" in entry:
            worth = ", ".join(f"{card} = {number}" for card, number in entry["best"].items())
            which = f"{which} by the best of each suit ({worth})"
            which += "; who lacks a suit has none" if entry["every_suit"] else ""
        yield RuleLine(f"{name}: {entry['points']} for {OF_CARDS[kind]} {which}.", ("scoring", kind, name))


COMPUTED: Computed = {
    "deck": deck_and_players,
    "values": _values,
    "leave_out": lambda ruleset: (
        RuleLine(f"With {players} players no {in_words(selector, ruleset.deck)}.", ("leave_out", players))
        for players, selector in ruleset.full["leave_out"].items()
    ),
    "deal.fields": lambda ruleset: (
        f"{counted(ruleset.full['deal']['fields'], 'cards')} face up "
        f"{'into each field' if ruleset.part('box').get('seasons') else 'on the table'}."
        if "fields" in ruleset.full["deal"]
        else ""
    ),
    "deal.misdeal": lambda ruleset: (
        f"A deal with {misdeal['number']} or more {in_words(misdeal['cards'], ruleset.deck)} in a field is a misdeal; "
        "the cards are dealt again."
        if (misdeal := ruleset.full["deal"].get("misdeal"))
        else ""
    ),
    "box.seasons": lambda ruleset: f"Seasons clockwise around the box: {', '.join(ruleset.full['box']['seasons'])}.",
    "box.places": lambda ruleset: (
        f"The fields in the same order, as the dealer sees them: {', '.join(ruleset.full['box']['places'])}."
        if ruleset.full["box"].get("places")
        else ""
    ),
    "box.forbids": lambda ruleset: (
        RuleLine(
            f"In {season} nothing is {' or '.join(map(FORBIDDEN.__getitem__, actions))}.", ("box", "forbids", season)
        )
        for season, actions in ruleset.full["box"].get("forbids", {}).items()
        if actions
    ),
    "box.turned_by": _turned_by,
    "box.suits": lambda ruleset: (
        f"{listed(free)} have no season; their player chooses one."
        if (free := [name for suit, name in ruleset.deck.suits.items() if suit not in ruleset.full["box"]["suits"]])
        else ""
    ),
    "stockpile.allowed": _turn,
    "harvest.sums": _sums,
    "harvest.takes_all": lambda ruleset: _takes_all(ruleset) if "takes_all" in ruleset.full["harvest"] else "",
    "clearing.reseed": lambda ruleset: (
        f"An emptied field is reseeded with {counted(ruleset.full['clearing']['reseed'], 'cards')} if an okus was taken"
        f"{' or a Luminary is revealed' if ruleset.part('luminaries')['dealt'] else ''}."
        if ruleset.full["clearing"]["reseed"]
        else ""
    ),
    "luminaries.cards": _luminaries,
    "scoring.most": lambda ruleset: _lines(ruleset, "most"),
    "scoring.each": lambda ruleset: _lines(ruleset, "each"),
    "scoring.parts": _parts,
    "scoring.ties": _ties,
    "scoring.tied_loss": lambda ruleset: (
        plain(ruleset, "scoring", "tied_loss")
        if any(entry["points"] < 0 for entry in ruleset.full["scoring"]["most"].values())
        else ""
    ),
    "end.ties": lambda ruleset: (
        (ties := ", then ".join(ruleset.full["end"].get("ties", ())))
        and f"Equal totals: whoever had most {ties} in the last round wins."
    ),
}
"""The sentences that are made of more than the value of a word."""


# -- what Luminaries do ------------------------------------------------------------------------------------------------

Words = Callable[[Any, Deck], str]
"""An effect in words, of its argument and the deck; empty where it does nothing."""
WHATEVER = {"ignored": "whatever the season", "hold": "if the season allows it"}
MATCHING = {None: "", "loose": ", matching a single card", "single": ", matching a single card or stockpile"}


def effects(told: Mapping[str, Any], moment: str, deck: Deck) -> str:
    """Return all that a Luminary does at one moment ('reveal', 'in_play', 'claim'), defaults told; empty when that is
    nothing."""
    parts = [WORDS[moment][word](argument, deck) for word, argument in told.items() if argument is not False]
    return "; ".join(filter(None, parts))


def _by_action(told: Any, link: str) -> str:
    return ", ".join(f"{DOING[action]} {link} {listed(seasons)}" for action, seasons in told.items() if seasons)


def _reveal_opposite(told: Any, deck: Deck) -> str:
    says = told if isinstance(told, Mapping) else {}
    where = "was claimed" if says.get("over") == "claimed" else "is gone"
    laid = ", without being revealed" if says.get("laid") == "lies" else ""
    left = ", or one discarded" if says.get("none_left") == "discarded" else ""
    return f"the opposite Luminary is revealed too; where it {where}, one not dealt{left} is laid there{laid}"


def _exchange(told: Any, deck: Deck) -> str:
    first = ", the player on the left first," if told["first"] == "left" else ""
    who = f"everybody{first} may exchange" if told["by"] == "everyone" else "exchange"
    how_many = "the whole hand" if told["cards"] == "all" else f"up to {counted(told['cards'], 'cards')}"
    drawn = f" for {told['draw']}" if "draw" in told else ""
    into = "" if told["into"] == "aside" else ", shuffled into the pile"
    return f"{who} {how_many}{drawn}{into}"


def _lay(told: Any, deck: Deck) -> str:
    numbers: dict[int, list[str]] = {}
    for players, number in told.items():
        if players not in ("seasons", "turns"):
            numbers.setdefault(number, []).append(players)
    each = ", ".join(f"{number} with {' or '.join(players)} players" for number, players in numbers.items())
    turns = ", turning the box" if told["turns"] else ""
    seasons = f", {WHATEVER['hold']}" if told["seasons"] == "hold" else ""
    return f"everybody sows face down here ({each}){turns}{seasons}"


def _swap(told: Any, deck: Deck) -> str:
    most = "up to " if told["cards"] > 1 and told["fewer"] else ""
    loose = "a loose one" if told["cards"] == 1 else "loose ones"
    return f"swap {most}{counted(told['cards'], 'cards')} for {loose} {'anywhere' if told['with'] == 'anywhere' else 'here'}"


def _repeat(told: Any, deck: Deck) -> str:
    where = "the opposite field" if told["where"] == "opposite" else "another field"
    after = " or ".join(DOING[action] for action in told["actions"]) if "actions" in told else "a play"
    when = ", once fields are cleared" if told["after"] == "clearing" else ""
    return f"after {after} here you may do the same in {where}{when}"


def _reach(told: Any, deck: Deck) -> str:
    where = "the opposite field" if told["fields"] == "opposite" else "any field"
    waives = WHATEVER[told["seasons"]]
    if told["card"] == "another":
        return f"after a harvest here you may harvest with another card in {where}, {waives}"
    mixed = ", as if all lay here" if told["mixed"] else ""
    waives += " and other Luminaries" if told["luminaries"] == "ignored" else ""
    clears = "" if told["clears"] else "; other fields are not cleared"
    return f"a harvest here may also take from {where}{mixed}, {waives}{clears}"


def _turn_box(told: Any, deck: Deck) -> str:
    return "turn the box to any season" if told == "any" else f"its field becomes {told}"


def _name_season(told: Any, deck: Deck) -> str:
    return f"name the season of {in_words(told, deck)} for the round"


WORDS: dict[str, dict[str, Words]] = {
    "reveal": {
        "seed": lambda told, deck: f"its field is reseeded to {counted(told, 'cards')}",
        "hide": lambda told, deck: f"{counted(told, 'hidden cards')} under it",
        "turn": _turn_box,
        "reveal_opposite": _reveal_opposite,
        "discard_opposite": lambda told, deck: "the opposite Luminary is discarded",
        "name_season": _name_season,
        "cover": lambda told, deck: (
            f"a hidden card under each card {'that reseeds its field' if told == 'reseeded' else 'of its field'}"
        ),
        "exchange": _exchange,
        "lay": _lay,
    },
    "in_play": {
        "allow": lambda told, deck: _by_action(told, "allowed in"),
        "bar": lambda told, deck: (barred := _by_action(told, "in")) and f"no {barred}",
        "swap": lambda told, deck: f"once a turn {_swap(told, deck)}",
        "seasons_stay": lambda told, deck: (
            "the box does not turn"
            + (f", but by {in_words(told['except'], deck)}" if isinstance(told, Mapping) else "")
        ),
        "extra": lambda told, deck: (
            f"once a turn you {'must' if told['must'] else 'may'} also {told['action']} here, whatever the season"
            + (", even with the last card" if told["last_card"] == "owed" else "")
        ),
        "repeat": _repeat,
        "together": lambda told, deck: (
            f"harvest here with {'any number of cards' if told['cards'] == 'any' else counted(told['cards'], 'cards')} as one"
            + MATCHING[told.get("matching")]
        ),
        "confine": lambda told, deck: (
            f"play in this field only, {WHATEVER[told['seasons']]}"
            + (", and what other Luminaries allow and bar holds" if told["luminaries"] == "hold" else "")
        ),
        "reach": _reach,
        "cover": lambda told, deck: (
            "a hidden card under each card sown here"
            + (", which goes into the harvest pile too" if told["uncovered"] == "goes_along" else "")
            + ("; it turns up when the card is stockpiled" if told["stockpiled"] == "lies" else "")
        ),
        "turned_by": lambda told, deck: (
            "any card played here turns the box"
            if told == "any"
            else f"{in_words(told, deck)} played here {'turns' if len(entries(told, 'card')) == 1 else 'turn'} the box"
        ),
    },
    "claim": {
        "swap": _swap,
        "take_hidden": lambda told, deck: "take the cards under it",
        "turn": _turn_box,
        "collect": lambda told, deck: (
            f"1 {in_words(told.get('cards', {}), deck).removesuffix('s')}"
            + (" at random" if told["chosen_by"] == "chance" else "")
            + f" from every other {'harvest pile' if told['from'] == 'piles' else 'hand'}"
        ),
        "take_okus": lambda told, deck: (
            f"take an okus from another player{' or the box' if told['from'] == 'anywhere' else ''}"
            f" and {'keep it' if told['to'] == 'claimer' else 'put it back on the box'}"
        ),
        "name_season": _name_season,
        "exchange": _exchange,
        "reseed_from_hand": lambda told, deck: "reseed the field with the whole hand, then draw up",
        "score": lambda told, deck: ", ".join(f"{line} scores {points} for you" for line, points in told.items()),
    },
}
"""Every effect word in words, by its moment."""
