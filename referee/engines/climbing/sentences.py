"""A climbing ruleset in a player's words, made from its values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.core.cards import rows
from referee.core.data import Data, Words
from referee.core.events import number_of
from referee.core.leading import leader_in_words
from referee.core.ruleset import Ruleset
from referee.core.sentences import Computed, cases, in_a_line, of_parts, one_each, sections
from referee.core.wording import in_list

PLAN = {
    "Cards": ("deck", "order", "suits", "runs", "wild", "values"),
    "Combinations": ("combinations",),
    "Deal": ("deal", "talon", "calls", "bidding", "partners", "titles", "exchange"),
    "Play": ("lead", "play"),
    "Scoring": ("define", "scoring"),
    "End": ("end.target", "deal.hands", "end"),
}
ALONG = {1: "cards", 2: "pairs", 3: "triples"}
SETS = {1: "cards", 2: "pairs", 3: "triples", 4: "fours"}


def brief(ruleset: Ruleset) -> str:
    """Return the ruleset in one line: 'President, 4–7 players, 4 kinds of combinations, to 11'. Formulas are omitted."""
    data = ruleset.full
    hands = data["deal"].get("hands")
    target = data["end"].get("target")
    return in_a_line(
        ruleset,
        number_of(len(data["combinations"]), "kinds of combinations") if data["combinations"] else "",
        "a landlord against the others" if "bidding" in data else "partners" if data["partners"] == "opposite" else "",
        number_of(hands, "hands") if hands else "",
        f"to {target}" if type(target) is int else "",
    )


def cards(ruleset: Ruleset, players: int | None) -> list[Data]:
    """The facts about each card: 'card', 'suit', 'rank', 'symbols', 'copies', and its place in the order of ranks."""
    place = {rank: number for number, rank in enumerate(ruleset.full["order"], 1)}
    return [{**row, "value": place.get(row["rank"], 0)} for row in rows(ruleset.deck)]


def _suits(ruleset: Ruleset) -> str:
    order: Sequence[str] = ruleset.full["suits"]
    suits = [ruleset.deck.suits.get(suit, suit) for suit in order]
    decides = f"Of equal ranks the suit decides, from low to high: {', '.join(suits)}."
    if suits:
        return decides
    return "Suits do not decide."


def _call(ruleset: Ruleset, name: str, call: Words) -> str:
    when = {"rest": "before the rest of the cards is dealt", "play": "before playing a card"}
    return f"A player may call {name.replace('_', ' ')} {when[call['before']]}."


def _combination(ruleset: Ruleset, name: str, entry: Words) -> str:
    """The sentences about a kind of combination: its cards, what it beats, and how two of them are compared."""
    kinds = entry["beats"]
    if kinds == "all":
        below = "every kind listed above it"
    else:
        below = in_list([kind.replace("-", " ") for kind in kinds])
    more = {"suit": " Its suit is compared first.", "cards": " All its cards are compared, from the highest down."}
    says = f"{name.replace('-', ' ').capitalize()}: {_contents(entry)}{'; it beats ' if kinds else ''}{below}."
    says += more.get(entry["compare"], "")
    sentences = [says]
    sentences += of_parts(ruleset.words.at(("combinations", name)), entry)
    return " ".join(sentences)


def _contents(entry: Words) -> str:
    """What a kind of combination is made of: '2 cards of one rank', '5 or more cards in a row', and what comes along."""
    of = int(entry["of"])
    shape = str(entry["shape"])
    if shape == "cards":
        return " ".join(entry["cards"])
    if shape == "flush":
        return f"{number_of(of, 'cards')} of one suit"
    if shape == "set":
        if of == 1:
            main = "1 card"
        else:
            main = f"{of} cards of one rank"
    else:
        if "most" in entry:
            many = f"{entry['least']} to {entry['most']}"
        else:
            many = f"{entry['least']} or more"
        if entry.get("most") == entry["least"]:
            many = str(entry["least"])
        main = f"{many} {SETS.get(of, f'sets of {of}')} in a row{' of one suit' if entry['suits'] == 'same' else ''}"
    along = entry["with"]
    if not along["of"]:
        return main
    number = number_of(along["each"], ALONG.get(along["of"], f"sets of {along['of']}"))
    other = "of other ranks"
    if along["each"] == 1:
        other = "of another rank"
    apart = ""
    if along["apart"] and (shape == "run" or along["each"] > 1):
        apart = ", all different"
    return f"{main}, {'each ' if shape == 'run' else ''}with {number} {other}{apart}"


def _each(ruleset: Ruleset) -> str:
    each = ruleset.full["deal"].get("each")
    if each:
        return f"Cards for each player: {each}."
    return "All cards are dealt, one by one from the left of the dealer."


def _exchange(ruleset: Ruleset, cards: Sequence[int]) -> str:
    places = zip(cards, ("the first and the last player", "the next two"), strict=False)
    who = in_list([f"{who} exchange {number_of(number, 'cards')}" for number, who in places])
    return f"Before every hand but the first {who}."


COMPUTED: Computed = {
    "suits": _suits,
    "deal.each": _each,
    "scoring": lambda ruleset: cases(ruleset, "scoring"),
    **one_each(
        {"exchange.cards": _exchange, "lead.by": leader_in_words}, {"calls": _call, "combinations": _combination}
    ),
}
"""The sentences made from more than the value of a word."""
describe = partial(sections, plan=PLAN, computed=COMPUTED)
"""The rules in force, section by section."""
