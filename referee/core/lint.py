"""Faults that a ruleset of any family may have: names of nothing, rules without an explanation, values that are not a reading,
unreachable cases, words that do nothing because of others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from referee.core.family import Unsound
from referee.core.places import Pointer
from referee.core.ruleset import TOLD, Cited, Ruleset
from referee.core.wording import did_you_mean, with_fix
from referee.core.words import Word

LintFault = tuple[Pointer, str]
"""Where in a ruleset something is wrong, and a sentence about it."""
Kind = Callable[[Pointer, Any], str]
"""What is wrong with a value that refers to some kind of thing, at its place in a ruleset; empty if nothing is."""


def kind(known: Collection[str], unknown: Callable[[str], str], rest: str = "", *, near: bool = True) -> Kind:
    """Return the kind of what is `known`. The sentence about another name ends with the one that may be meant, if one is
    `near`, or else with the `rest`."""

    def wrong(at: Pointer, name: Any) -> str:
        if not isinstance(name, str) or name in known:
            return ""
        return with_fix(unknown(name), (near and did_you_mean(name, known)) or rest)

    return wrong


IDLE_TARGET = "nothing uses the target; write a `when` that does, such as `max(total) >= target`"


def all_of(known: Iterable[str]) -> str:
    """Return names in a row, or none."""
    return ", ".join(known) or "none"


def common_kinds(ruleset: Ruleset) -> dict[str, Kind]:
    """Return the kinds of things that every ruleset has: what is in its deck, and the numbers of players that it is for. What
    was said about other numbers before these were set does no harm."""
    deck, numbers = ruleset.deck, [str(number) for number in ruleset.get("players", default=())]
    ranks = list(dict.fromkeys(card.rank for card in deck.cards))

    def in_deck(what: str, known: Collection[str]) -> Kind:
        has = f"{deck.title} has no {what}"
        return kind(known, lambda name: f"{has} {name!r}", f"; it has {all_of(known)}", near=False)

    def players(at: Pointer, number: str) -> str:
        if not numbers or number in numbers or ruleset.latest(at, ("players",)) != at:
            return ""
        return f"the game is not for {number} players; `players:` has {all_of(numbers)}"

    def neither(name: str) -> str:
        return f"{deck.title} has no card and no rank {name!r}"

    return {
        "card": kind(deck.ids, lambda name: f"{name} is not a card of {deck.title}"),
        "suit": in_deck("suit", deck.suits),
        "rank": in_deck("rank", ranks),
        "rank_or_card": kind([*ranks, *deck.ids], neither, f"; its ranks are {all_of(ranks)}"),
        "players": players,
    }


def unknown_names(ruleset: Ruleset, kinds: Mapping[str, Kind]) -> Iterator[LintFault]:
    """Yield every name that refers to nothing, by the family's table of the kinds of things that its words name."""
    data = {key: value for key, value in ruleset.data.items() if key not in TOLD}
    for pointer, what, value in ruleset.words.naming(data):
        if what in kinds and (message := kinds[what](pointer, value)):
            yield pointer, message


def unexplained(ruleset: Ruleset, cited: Iterable[Cited]) -> Iterator[LintFault]:
    """Words in force whose rule has no entry in `rules:`. Those of `changes:` are looked at with their own rules in force."""
    known = ruleset.get("rules", default={})
    for pointer, rules in cited:
        if pointer[0] != "changes" and rules[-1] and not any(rule in known for rule in rules):
            message = (
                f"this word cites the rule {rules[-1]!r}, which `rules:` does not explain; add its text and source"
            )
            yield pointer, message


def outside_readings(ruleset: Ruleset) -> Iterator[LintFault]:
    """Yield a game's own value that is not one of the readings it offers; a house rule may choose freely."""
    for name, ruling in ruleset.rulings.items():
        if ruling.settled and ruleset.layer(ruling.about).own:
            known = ", ".join(map(str, ruling.values.values()))
            setting = ruleset.latest(ruling.about, ("rulings", name, "about"), ("rulings", name, "readings"))
            yield setting, f"{ruling.current!r} is not a reading of the ruling {name!r}: {known}"


def idle(ruleset: Ruleset) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    """Yield the words that matter only if other words are otherwise: where each is, those others, and a sentence."""
    data = {key: value for key, value in ruleset.data.items() if key not in TOLD}
    yield from _idle(ruleset.words, data, (), ruleset.full)


def _idle(word: Word, value: Any, at: Pointer, full: Mapping[str, Any]) -> Iterator[tuple[Pointer, list[Pointer], str]]:
    if need := word.unmet(value, full):
        others = [tuple(path.split(".")) for kind in ("all", "any", "not") for path in need.get(kind, ())]
        yield at, others, need["else"].replace("{name}", str(at[-1])).replace("{value}", str(value))
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _idle(word.at((key,)), inner, (*at, key), full)


def out_of_reach(parts: Mapping[str, Any], above: Pointer = ("scoring",)) -> Iterator[LintFault]:
    """Yield parts of a section that a hand may slip through, or with cases that can never be reached."""
    for name, part in parts.items():
        for place, case in enumerate(part["cases"]):
            last = place == len(part["cases"]) - 1
            at = (*above, name, "cases", place)
            if "when" in case and last:
                yield at, "a hand may match no case; end with a case that has no `when`"
            if "when" not in case and not last:
                yield at, "the cases below this one can never be reached; it has no `when`"


def common(ruleset: Ruleset, cited: Iterable[Cited], score_names: Mapping[str, str]) -> Iterator[LintFault]:
    """Yield the faults of a game of rounds that are the same in every family: of its rules, readings and formulas."""
    yield from unexplained(ruleset, cited)
    yield from outside_readings(ruleset)
    yield from out_of_reach(ruleset.full["scoring"])
    for name in ruleset.full["define"]:
        if name in score_names:
            yield ("define", name), f"{name!r} is a name already: {score_names[name]}; define another"


def without_effect(ruleset: Ruleset, *more: tuple[Pointer, list[Pointer], str]) -> Iterator[LintFault]:
    """Yield words that do nothing because of others, unless another layer made them useless later."""
    for at, others, message in (*idle(ruleset), *more):
        if ruleset.latest(at, *others) == at:
            yield at, message


def at_each_table(
    ruleset: Ruleset, compiled: Callable[[Ruleset, int], Any], check: Callable[[Any], Iterable[LintFault]]
) -> list[LintFault]:
    """Return what compiling finds for each number of players, or else a check of the compiled rules."""
    seen: set[LintFault] = set()
    for players in ruleset.get("players", default=()):
        try:
            rules = compiled(ruleset, players)
        except Unsound as unsound:
            seen.update(unsound.faults)
            continue
        seen.update(check(rules))
        if rules.scoring.target:
            rules.scoring.target({"players": players}, ())
    return sorted(seen, key=str)


MANY_ROUNDS = 100
"""The number of rounds to look at when a game may have any number."""


def hands_fit(rules: Any, spare: int, *words: Pointer, most: int = 0) -> Iterator[LintFault]:
    """Yield the first round for whose hands, and some cards to spare, the deck is too small; `words` decide that, too."""
    pack = sum(rules.copies)
    rounds = range(1, (rules.scoring.rounds or MANY_ROUNDS) + 1) if "round" in rules.each.names else (1,)
    for round_ in rounds:
        cards, exact = rules.cards_each(round_), rules.each_in(round_)
        if cards != exact:
            yield ("deal", "each"), f"round {round_} has {exact} cards each, which is not a whole number"
        elif cards < 1 or cards * rules.players + spare > pack:
            message = f"with {rules.players} players round {round_} has {cards} cards each, from a deck of {pack}"
            yield rules.ruleset.latest(("deal", "each"), ("players",), *words, ("deck",)), message
        elif most and cards > most:
            yield ("deal", "each"), f"a hand may have at most {most} cards; round {round_} has {cards}"
        else:
            continue
        return
