"""Faults that a ruleset of any family may have: names of nothing, rules without an explanation, values that are not a reading,
unreachable cases, words that do nothing because of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from referee.core.family import Unsound
from referee.core.formula_parser import RESERVED
from referee.core.merging import at as value_at
from referee.core.places import Pointer
from referee.core.ruleset import Cited, Ruleset, every_word, without_text
from referee.core.selectors import ANY, Selector, choose
from referee.core.selectors import kinds as kinds_of
from referee.core.wording import NOTHING, did_you_mean, with_fix

if TYPE_CHECKING:
    from referee.core.asked import RulesWithTarget
    from referee.core.rounds import RulesOfHands

S = TypeVar("S", bound="RulesWithTarget")
LintFault = tuple[Pointer, str]
"""The place of something wrong in a ruleset, and a sentence about it."""
Kind = Callable[[Pointer, Any], str]
"""A check of values that refer to some kind of thing, at their place in a ruleset; it returns what is wrong, if anything is."""


def kind(known: Collection[str], unknown: Callable[[str], str], rest: str = "", *, near: bool = True) -> Kind:
    """A check of values that name something known: it gives the fault in words, or "".

    `unknown` makes the sentence for a wrong name. It ends with a name that is near, if any (and `near` allows it), or
    else with the `rest`.
    """

    def wrong(at: Pointer, name: object) -> str:
        if not isinstance(name, str | int) or isinstance(name, bool):
            return ""
        text = str(name)  # a rank may be written as a number
        if text in known:
            return ""
        hint = ""
        if near:
            hint = did_you_mean(text, known)
        if not hint:
            hint = rest
        return with_fix(unknown(text), hint)

    return wrong


APART = ("new", "new_carried")
"""Kinds of new names that all differ from each other, since formulas know all of them."""


def new_name(taken: Mapping[str, str]) -> Kind:
    """A check of a new name: it must not be a word of formulas, nor one of `taken`, which maps names to their
    meanings."""

    def wrong(at: Pointer, name: str) -> str:
        if name in RESERVED:
            return f"{name!r} is a word of formulas; choose another name"
        if name not in taken:
            return ""
        return f"{name!r} is a name already: {taken[name]}; choose another name"

    return wrong


def all_of(known: Iterable[str]) -> str:
    """Return names in a row, or none."""
    names = ", ".join(known)
    if not names:
        return "none"
    return names


def common_kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """The checks of references that every ruleset has: to cards, suits and ranks of its deck, to numbers of players,
    to cases.

    A setting for another number of players is only a fault if it was made after `players:` was set.
    """
    deck = ruleset.deck
    numbers = [str(number) for number in ruleset.get("players", default=())]
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))

    def in_deck(what: str, known: Collection[str]) -> Kind:
        has = f"{deck.title} has no {what}"

        def unknown(name: str) -> str:
            return f"{has} {name!r}"

        return kind(known, unknown, f"; it has {all_of(known)}", near=False)

    def players(at: Pointer, number: str) -> str:
        # what was said about other numbers before `players:` was set does no harm
        if not numbers or number in numbers or ruleset.latest(at, ("players",)) != at:
            return ""
        return f"the game is not for {number} players; `players:` has {all_of(numbers)}"

    def case(at: Pointer, entry: Mapping[str, object]) -> str:
        # the last case, and only it, has no condition
        last = at[-1] == len(value_at(ruleset.data, at[:-1])) - 1
        if last == ("when" not in entry):
            return ""
        if last:
            return "a hand may match no case; end with a case that has no `when`"
        return "the cases below this one can never be reached; it has no `when`"

    def run(at: Pointer, order: Sequence[str]) -> str:
        twice = len(set(order[1:])) < len(order[1:])
        if not twice:
            return ""
        return "a rank is listed twice; only the first may be listed again, at the end"

    def all_of_these(at: Pointer, parts: list[Selector]) -> str:
        """That no card is all of these, whichever are the player's own."""
        for own in (0, deck.all):
            if choose({"all": parts}, deck, own=own):
                return ""
        return f"no card of {deck.title} is all of this"

    def no_symbol(name: str) -> str:
        return f"no card of {deck.title} has the symbol {name!r}"

    def no_card(name: str) -> str:
        return f"{name} is not a card of {deck.title}"

    def neither(name: str) -> str:
        return f"{deck.title} has no card and no rank {name!r}"

    return {
        "card": kind(deck.ids, no_card),
        "card_or_any": kind((*deck.ids, ANY), no_card),
        "suit": in_deck("suit", deck.suits),
        "rank": in_deck("rank", ranks),
        "symbol": kind(deck.symbols, no_symbol, f"; its symbols: {all_of(deck.symbols)}", near=False),
        "cards_of_all": all_of_these,
        "rank_or_card": kind(ranks + list(deck.ids), neither, f"; its ranks are {all_of(ranks)}"),
        "players": players,
        "case": case,
        "run": run,
    }


def _always(pointer: Pointer) -> bool:
    return True


def faults_of_words(
    ruleset: Ruleset,
    kinds: Mapping[str, Kind],
    taken: Mapping[str, str] = NOTHING,
    matters: Callable[[Pointer], bool] = _always,
) -> Iterator[LintFault]:
    """Yield the faults of single words: senseless beside others, naming nothing, or a new name that is taken.

    `kinds` checks references, by what the schema says that a word names; `taken` maps names to their meanings. Words
    that do not matter, by `matters`, are passed over. The place of a fault is where the later of the words was set.
    """
    taken = {**ruleset.words.formulas.get("score", NOTHING), **taken}
    kinds = {**common_kinds(ruleset), "new": new_name(taken), **kinds}
    new: dict[object, Pointer] = {}
    for pointer, word, value in every_word(ruleset):
        if not matters(pointer):
            continue
        lacking = word.unmet("fits", value, ruleset.full, pointer)
        if lacking:
            at = pointer
            if not ruleset.houses:  # what of a house rule is to blame is found by leaving out its parts
                at = ruleset.latest(pointer, *lacking[0])
            yield at, lacking[1]
        what = word.schema.get("names")
        message = ""
        if what in kinds and value is not None:
            message = kinds[what](pointer, value)
        if message:
            yield pointer, message
        elif what in APART:
            yield from _name_taken_twice(ruleset, pointer, new.setdefault(value, pointer), value)


def _name_taken_twice(ruleset: Ruleset, pointer: Pointer, other: Pointer, name: object) -> Iterator[LintFault]:
    """Yield a fault if a new name was set at another place too, at the one of the two that was set later."""
    if pointer == other:
        return
    later = ruleset.latest(pointer, other)
    earlier = pointer
    if later == pointer:
        earlier = other
    earlier_part = ".".join(map(str, earlier[:-1]))
    yield later, f"{name!r} is a name already, in `{earlier_part}:`; choose another name"


WITHOUT_TEXT = "this word cites the rule"
"""The beginning of the sentence about a rule that has no text; the name of the rule follows."""


def unexplained_words(ruleset: Ruleset, cited: Iterable[Cited]) -> Iterator[LintFault]:
    """Yield words whose rule has no entry in `rules:`, of several with the same rule the first; those of `changes:` are
    looked at with their own rules in force."""
    missing = set[str]()
    for pointer, rule in without_text(ruleset, cited):
        if pointer[0] == "changes" or rule in missing:
            continue
        missing.add(rule)
        yield pointer, f"{WITHOUT_TEXT} {rule!r}, which `rules:` does not explain; add its text and source"


def outside_readings(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield a fault where a game itself has a value that is none of the readings it offers; a house rule may choose
    freely."""
    for name, ruling in ruleset.rulings.items():
        if ruling.settled and ruleset.layer(ruling.about).own:
            known = ", ".join(map(str, ruling.values.values()))
            setting = ruleset.latest(ruling.about, ("rulings", name, "about"), ("rulings", name, "readings"))
            yield setting, f"{ruling.current!r} is not a reading of the ruling {name!r}: {known}"


def idle(ruleset: Ruleset) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    """Yield each word that has no effect because of others: its place, the places of those others, and a sentence."""
    for pointer, word, value in every_word(ruleset):
        lacking = word.unmet("needs", value, ruleset.full, pointer)
        if lacking:
            yield pointer, *lacking


def common(
    ruleset: Ruleset, cited: Iterable[Cited], kinds: Mapping[str, Kind], more: Callable[[Ruleset], Iterable[LintFault]]
) -> Iterator[LintFault]:
    """Yield the faults of a game of rounds: those that are the same in every family, and, if its words are in order, `more`."""
    faults = list(faults_of_words(ruleset, kinds))
    yield from faults
    yield from unexplained_words(ruleset, cited)
    yield from outside_readings(ruleset)
    if not faults:
        for pointer, others, message in idle(ruleset):
            if ruleset.latest(pointer, *others) == pointer:  # unless another layer made it useless later
                yield pointer, message
        yield from more(ruleset)


def covered_entries(ruleset: Ruleset, word: str) -> Iterator[LintFault]:
    """Yield a fault for each entry under `word` that names only cards that entries above it name already.

    Of the entries that name a card the first one counts, so such an entry does nothing.
    """
    entries = ruleset.full[word]
    cards_left = set(range(len(ruleset.deck)))
    for name, entry in entries.items() if isinstance(entries, Mapping) else enumerate(entries):
        if "cards" in entry:
            named = kinds_of(entry["cards"], ruleset.deck)
        else:
            named = frozenset(cards_left)
        if not named & cards_left:
            yield (word, name), "it names only cards that the entries above already cover"
        cards_left -= named


def at_each_table(
    ruleset: Ruleset, compiled: Callable[[Ruleset, int], S], check: Callable[[S], Iterable[LintFault]]
) -> list[LintFault]:
    """The faults that show when the rules are compiled for each number of players, or by `check` of the compiled
    rules."""
    seen: set[LintFault] = set()
    for players in ruleset.get("players", default=()):
        try:
            rules = compiled(ruleset, players)
        except Unsound as unsound:
            seen.update(unsound.faults)
            continue
        seen.update(check(rules))
        if callable(rules.scoring.target) and isinstance(rules.scoring.target({"players": players}, ()), bool):
            seen.add((("end", "target"), "the target is a score, as a number or a formula over players"))
    return sorted(seen, key=str)


MANY_ROUNDS = 100
"""The number of rounds to look at when a game may have any number."""


def rounds_to_look_at(rules: RulesOfHands) -> range:
    """The numbers of the rounds whose hands may have different sizes: only the first if all hands have the same."""
    if "hand" not in rules.each.names:
        return range(1, 2)
    return range(1, (rules.scoring.rounds or MANY_ROUNDS) + 1)


def hands_fit(rules: RulesOfHands, spare: int, *words: Pointer, most: int = 0) -> Iterator[LintFault]:
    """Yield a fault for the first round whose hands do not fit the deck, or are no whole number of cards or too
    large.

    `spare` cards must be left beside the hands; a hand has at most `most` cards (0: any number). `words` are settings
    that also decide this, so that the fault is shown at the latest of them.
    """
    pack = sum(rules.copies)
    for round_ in rounds_to_look_at(rules):
        cards = rules.cards_each(round_)
        exact = rules.each.of(players=rules.players, hand=round_)
        if isinstance(exact, bool):
            yield ("deal", "each"), f"this is {str(exact).lower()}; it must be a number of cards"
        elif cards != exact:
            yield ("deal", "each"), f"round {round_} has {exact} cards each, which is not a whole number"
        elif cards < 1 or cards * rules.players + spare > pack:
            message = f"with {rules.players} players round {round_} has {cards} cards each, from a deck of {pack}"
            yield rules.ruleset.latest(("deal", "each"), ("players",), *words, ("deck",)), message
        elif most and cards > most:
            yield ("deal", "each"), f"a hand may have at most {most} cards; round {round_} has {cards}"
        else:
            continue
        return
