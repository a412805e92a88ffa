"""A fishing ruleset in a player's words, made from its values.

So are the sentences about Luminaries, from their effect words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.core.cards import Deck, rows
from referee.core.data import Data, Words
from referee.core.family import RuleLine, Section
from referee.core.formula_words import amount
from referee.core.ruleset import Ruleset
from referee.core.selectors import ANY, Selector, choose, in_plural, in_words, is_one_card
from referee.core.sentences import Computed, called_in, in_a_line, one_each, plain, sections
from referee.core.sentences import when as when_in
from referee.core.wording import in_list, number_of
from referee.core.words import Word, as_list
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
MOMENTS = {"reveal": "Revealed", "in_play": "Face up", "claim": "Claimed"}


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'Illimat, 2–4 players, hands of 4 cards, 4 fields, …'."""
    data = ruleset.full
    end = ruleset.full["end"]
    dealt = ruleset.part("luminaries")["dealt"]
    fields = len(ruleset.part("box").get("seasons", ()))
    rounds = data["deal"].get("hands")
    return in_a_line(
        ruleset,
        "" if ruleset.get("abstract") else f"hands of {number_of(data['deal']['each'], 'cards')}",
        "partners" if data["partners"] == "opposite" else "",
        f"{fields} fields" if fields else "",
        f"{data['stockpile']['called']}s" if data["stockpile"]["allowed"] else "",
        f"{dealt} of {len(luminaries_in_play(ruleset))} Luminaries" if dealt else "",
        f"to {end['target']}" if "target" in end else "",
        number_of(rounds, "rounds") if rounds else "",
        span=2,
    )


def luminaries_in_play(ruleset: Ruleset) -> list[str]:
    """The Luminaries that may be dealt: those of sets that are played with, or of no set."""
    listed = ruleset.part("luminaries")
    found = []
    for name, entry in listed["cards"].items():
        if "set" not in entry or listed["sets"].get(entry["set"]):
            found.append(name)
    return found


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """The facts about each card, and then about each Luminary; 'kind' tells them apart. The keys are 'card', 'suit',
    'rank', 'values', 'season', 'set', 'reveal', 'in_play' and 'claim'; with a number of players, also 'left_out'."""
    values = ruleset.full["values"]
    seasons = ruleset.part("box").get("suits", {})
    left_out = choose(ruleset.get("leave_out", str(players), default=[]), ruleset.deck)
    known: list[Data] = []
    nothing: Data = {"set": "", **dict.fromkeys(MOMENTS, "")} if ruleset.get("luminaries") else {}
    for row in rows(ruleset.deck):
        worth = values.get(row["card"], values.get(row["rank"], []))
        entry = {"kind": "cards", **row, "values": as_list(worth)}
        entry["season"] = seasons.get(row["suit"], "")
        if players is None:
            out = {}
        else:
            out = {"left_out": bool(left_out >> ruleset.deck.by_id[row["card"]] & 1)}
        known.append(entry | nothing | out)
    if not nothing:
        return known
    blank = {}
    for key, value in known[0].items():
        blank[key] = [] if isinstance(value, list) else ""
    in_sets = luminaries_in_play(ruleset)
    for name, printed in ruleset.part("luminaries")["cards"].items():
        entry = {**blank, "kind": "Luminaries", "card": name, "set": printed.get("set", "")}
        entry |= {moment: effects(ruleset, printed.get(moment, {}), moment) for moment in MOMENTS}
        if printed["worth"] != 1:
            entry["claim"] = "; ".join(filter(None, (entry["claim"], f"counts as {printed['worth']}")))
        known.append(entry | ({} if players is None else {"left_out": name not in in_sets}))
    return known


def describe(ruleset: Ruleset) -> list[Section]:
    """Return the rules in force, section by section."""
    called = ruleset.full["stockpile"]["called"]
    found = []
    for title, lines in sections(ruleset, PLAN, COMPUTED):
        found.append((title, [line._replace(text=line.text.replace("stockpile", called)) for line in lines]))
    return found


def _values(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield the values of cards, and that cards without a value take only their like."""
    values = ruleset.full["values"]
    ranks = (f"{what} = {' or '.join(map(str, as_list(value)))}" for what, value in values.items())
    if values:
        yield RuleLine(f"Values: {', '.join(ranks)}.", ("values",))
    if any(card.rank not in values and card.id not in values for card in ruleset.deck.cards):
        yield RuleLine("Cards without a value take only cards of their rank.", ("values",))


def _turning_cards(ruleset: Ruleset) -> str:
    box = ruleset.full["box"]
    if "turned_by" not in box:
        return ""
    which = in_plural(box["turned_by"], ruleset.deck)
    how = " or ".join(FORBIDDEN[action] for action in box.get("turned_on") or ()) or "played"
    return f"{which[:1].upper()}{which[1:]} that are {how} turn the box to their season."


def _sums(ruleset: Ruleset) -> Iterator[RuleLine]:
    harvest = ruleset.full["harvest"]
    if not harvest["total"]:
        yield from plain(ruleset, "harvest", "sums")
    elif not harvest["sums"]:
        yield RuleLine("A card takes single cards, no sums.", ("harvest", "sums"))


def _takes_all(ruleset: Ruleset, argument: Words) -> str:
    """A sentence about the cards that take everything that lies there."""
    deck = ruleset.deck
    which = in_plural(argument["cards"], deck)
    s = ""
    if is_one_card(argument["cards"]):
        s = "s"
    where = "on the table"
    if ruleset.part("box").get("seasons"):
        where = "in the field"
    but = ""
    if "except" in argument:
        but = f" but {in_plural(argument['except'], deck)}"
    scores = f"; emptying it so scores {'like any other sweep' if argument['sweep'] else 'nothing'}"
    return f"{which} take{s} everything {where}{but}{scores if ruleset.full['clearing']['sweep'] else ''}."


def _turn(ruleset: Ruleset) -> Iterator[RuleLine]:
    if ruleset.full["stockpile"]["allowed"]:
        yield RuleLine("On a turn a player plays one card, to sow, to harvest or to stockpile.", ("harvest",))
    else:
        yield RuleLine("On a turn a player plays one card, to sow or to harvest.", ("stockpile", "allowed"))


def _luminaries(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what each Luminary in play does, a line for each effect word."""
    cards = ruleset.full["luminaries"]["cards"]
    for name in luminaries_in_play(ruleset):
        here = ("luminaries", "cards", name)
        for moment, when in MOMENTS.items():
            for word, argument in cards[name].get(moment, {}).items():
                does = effects(ruleset, {word: argument}, moment)
                if does:
                    yield RuleLine(f"{name}. {when}: {does}.", here + (moment, word))
        if cards[name]["worth"] != 1:
            yield RuleLine(f"{name}. Counts as {cards[name]['worth']}.", here + ("worth",))


def _parts(ruleset: Ruleset) -> Iterator[RuleLine]:
    called = called_in(ruleset)
    for name, part in ruleset.full["scoring"]["parts"].items():
        for place, case in enumerate(part["cases"]):
            worth = amount(case["points"], called)
            yield RuleLine(f"{name}, {when_in(case, place, called)}: {worth}.", ("scoring", "parts", name))


def _ties(ruleset: Ruleset) -> Iterator[RuleLine]:
    """Yield what breaks a tie for most cards, and who scores if nothing does."""
    ties = ruleset.full["scoring"]["ties"]
    if not isinstance(ties, list):
        yield from plain(ruleset, "scoring", "ties")
        return
    broken = ", then ".join(what for what in ties if what not in LEFT)
    text = ""
    if broken:
        text = f"A tie goes to the player with most {broken}; a tied loss to the one with fewest. "
    left = "Nobody scores if players are still tied."
    if "all" in ties:
        left = "Everybody who is tied then scores in full."
    yield RuleLine(f"{text}{left}", ("scoring", "ties"))


def _line(of: str) -> Callable[[Ruleset, str, Words], str]:
    """The function that puts a line of the score in words; `of` is 'most' or 'each of the'."""

    def says(ruleset: Ruleset, name: str, entry: Words) -> str:
        """The sentence about a line of the score with this name and this entry in the ruleset."""
        deck = ruleset.deck
        which = "cards"
        if entry.get("cards"):
            which = in_plural(entry["cards"], deck)
        if "best" in entry:
            worth = ", ".join(f"{card} = {number}" for card, number in entry["best"].items())
            best = f"{name}: {entry['points']} for {of} points by the best of each suit ({worth})"
            return best + ("; whoever lacks a suit has none." if entry["every_suit"] else ".")
        if which in deck.by_id and deck.cards[deck.by_id[which]].copies == 1:
            return f"{name}: {entry['points']} for {which}."
        return f"{name}: {entry['points']} for {of} {which}."

    return says


COMPUTED: Computed = {
    "values": _values,
    "deal.fields": lambda ruleset: (
        f"{number_of(ruleset.full['deal']['fields'], 'cards')} face up "
        f"{'into each field' if ruleset.part('box').get('seasons') else 'on the table'}."
        if "fields" in ruleset.full["deal"]
        else ""
    ),
    "box.suits": lambda ruleset: (
        f"{in_list(free)} have no season; their player chooses one."
        if (free := [name for suit, name in ruleset.deck.suits.items() if suit not in ruleset.full["box"]["suits"]])
        else ""
    ),
    "box.turned_by": _turning_cards,
    "stockpile.allowed": _turn,
    "harvest.sums": _sums,
    "luminaries.cards": _luminaries,
    "scoring.parts": _parts,
    "scoring.ties": _ties,
    **one_each(
        {
            "deal.misdeal": lambda ruleset, misdeal: (
                f"A deal with {misdeal['number']} or more {in_plural(misdeal['cards'], ruleset.deck)} in a field is a "
                "misdeal; the cards are dealt again."
            ),
            "harvest.takes_all": _takes_all,
            "clearing.reseed": lambda ruleset, number: (
                f"An emptied field is reseeded with {number_of(number, 'cards')} if an okus was taken"
                f"{' or a Luminary is revealed' if ruleset.part('luminaries')['dealt'] else ''}."
            ),
        },
        {
            "leave_out": lambda ruleset, players, selector: (
                f"With {players} players there are no {in_plural(selector, ruleset.deck)}."
            ),
            "box.forbids": lambda ruleset, season, actions: (
                actions and f"In {season} nothing is {' or '.join(map(FORBIDDEN.__getitem__, actions))}."
            ),
            "scoring.most": _line("most"),
            "scoring.each": _line("each of the"),
        },
    ),
}
"""The sentences that are made of more than the value of a word."""


# -- what Luminaries do ------------------------------------------------------------------------------------------------


def effects(ruleset: Ruleset, effect_words: Words, moment: str) -> str:
    """Everything that a Luminary does at one moment ('reveal', 'in_play', 'claim'), in words; empty if it does nothing.

    effect_words: the arguments that the ruleset gives it at that moment, by word.
    """
    # the record of these words for any Luminary: '' stands for its name
    words = ruleset.words.at(("luminaries", "cards", "", moment))
    texts = (
        _effect(words.at((word,)), word, argument, ruleset.deck)
        for word, argument in effect_words.items()
        if argument is not False
    )
    return "; ".join(filter(None, texts))


def _effect(word: Word, name: str, argument: Any, deck: Deck) -> str:
    """An effect word of a Luminary with its argument, or a part of it, in words; the parts of a sentence have their own
    sentences."""
    if name in COMPUTED_EFFECTS:
        return COMPUTED_EFFECTS[name](argument, deck)
    if word.names in ("suit", "cards"):
        return in_plural({"suit": argument} if word.names == "suit" else argument, deck)
    if isinstance(argument, list):
        return " or ".join(word.entry.sentence(one) for one in argument)
    parts = word.parts.items() if isinstance(argument, Mapping) else ()
    return word.sentence(argument, parts={key: _effect(part, "", argument.get(key), deck) for key, part in parts})


def _by_action(argument: Mapping[str, list[str]], link: str) -> str:
    return ", ".join(f"{DOING[action]} {link} {in_list(seasons)}" for action, seasons in argument.items() if seasons)


def _lay(argument: Words, deck: Deck) -> str:
    """The effect `lay` in words: how many cards everybody lays face down, by number of players, and whether these turn
    the box."""
    numbers: dict[int, list[str]] = {}
    for players, number in argument.items():
        if players not in ("seasons", "turns"):
            numbers.setdefault(number, []).append(players)
    each = ", ".join(f"{number} with {' or '.join(players)} players" for number, players in numbers.items())
    seasons = ""
    if argument["seasons"] == "hold":
        seasons = ", if the season allows it"
    return f"everybody sows face down here ({each}){', turning the box' if argument['turns'] else ''}{seasons}"


def _turning(argument: Selector, deck: Deck) -> str:
    if argument == ANY:
        return "any card played here turns the box"
    which = in_plural(argument, deck)
    turn = "turns" if is_one_card(argument) else "turn"
    return f"{which} played here {turn} the box"


def _collect(argument: Words, deck: Deck) -> str:
    card = "a card"
    if argument.get("cards"):
        card = in_words(argument["cards"], deck)
    pile = "harvest pile" if argument["from"] == "piles" else "hand"
    return f"{card}{' at random' if argument['chosen_by'] == 'chance' else ''} from every other {pile}"


COMPUTED_EFFECTS: dict[str, Callable[[Any, Deck], str]] = {
    "lay": _lay,
    "allow": lambda argument, deck: _by_action(argument, "allowed in"),
    "bar": lambda argument, deck: (barred := _by_action(argument, "in")) and f"no {barred}",
    "turned_by": _turning,
    "collect": _collect,
    "score": lambda argument, deck: ", ".join(f"{line} scores {points} for you" for line, points in argument.items()),
}
"""The effect words whose sentences are made of more than those of their parts."""
