"""No sentence that is cited states a value that the rules in force do not have, whatever layers are played together."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from command_runner import run

from referee.core.merging import at, merge
from referee.core.places import Place, Unjudgeable
from referee.core.ruleset import Layer, Ruleset
from referee.engines import family
from referee.rules import rulesets, shipped
from referee.rules.layers import FileLayers
from referee.rules.texts import slot_faults, values_written_out

Way = tuple[str, str, str]
"""A layer: 'house', 'variant' or 'ruling', its name, and for a ruling the reading."""
NUMBERS = dict(
    zip(
        [
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
        ],
        range(2, 15),
        strict=True,
    )
)
DRAWN = 6
"""Pairs of layers that are tried by day, of each game."""


@cache
def games() -> list[str]:
    names = [path.stem for path in shipped.games()]
    return [name for name in names if not rulesets.load_ruleset(name).get("abstract")]


@cache
def houses() -> dict[str, list[str]]:
    of_game: dict[str, list[str]] = {}
    for path in shipped.houses():
        game = re.search(r"(?m)^extends: (\S+)", path.read_text(encoding="utf-8"))
        assert game
        of_game.setdefault(game[1], []).append(path.stem)
    return of_game


@cache
def ways(game: str) -> list[Way]:
    """All layers that can be laid over a game."""
    rules = rulesets.load_ruleset(game)
    found: list[Way] = [("house", house, "") for house in houses().get(game, [])]
    found += [("variant", variant, "") for variant in rules.get("variants", default={})]
    for name, ruling in rules.rulings.items():
        found += [("ruling", name, reading) for reading in ruling.others if reading in ruling.values]
    return found


@cache
def files(game: str, names: tuple[str, ...]) -> FileLayers:
    return rulesets.gather(game, names)


def assembled(game: str, layers: Iterable[Way]) -> Ruleset | None:
    """The rules with some layers, None if these do not go together."""
    layers = list(layers)
    of_houses = tuple(name for kind, name, _ in layers if kind == "house")
    variants = [name for kind, name, _ in layers if kind == "variant"]
    ruling = {name: reading for kind, name, reading in layers if kind == "ruling"}
    try:
        return rulesets.assemble(files(game, of_houses), variants, ruling)
    except Unjudgeable:
        return None


def values(value: Any) -> Iterator[str]:
    """The numbers and names in a value, as they are written."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield str(key)
            yield from values(part)
    elif isinstance(value, list):
        for part in value:
            yield from values(part)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(abs(value))
    elif isinstance(value, str):
        yield value
        yield from re.findall(r"(?<![\w.])\d+(?!\w)", value)


def stated(text: str, rules: Ruleset) -> set[str]:
    """The numbers above 1 and the cards that a text states, as words of the rules write them."""
    found: set[str] = set()
    for card in rules.deck.cards:
        suit = rules.deck.suits.get(card.suit)
        name = f"{rules.deck.rank_names.get(card.rank)} of {suit}"
        if suit and name in text:
            found.add(card.id)
            text = text.replace(name, "–")
    several = [*rules.deck.rank_names.values(), *(str(card.facts.get("name", "")) for card in rules.deck.cards)]
    for name in several:
        if " " in name:
            text = text.replace(name, "–")  # a Plus Two is no number
    text = re.sub(r"\w+ players", "players", text)
    for word in re.findall(r"(?<![\w.:-])(?:\d+|[a-z]+)(?![\w:-])", text.replace(",", "").lower()):
        if word in NUMBERS:
            found.add(str(NUMBERS[word]))
        elif word.isdecimal() and word not in "01":
            found.add(word)
    return found


def words_of(rules: Ruleset, rule: str) -> set[tuple[Any, ...]]:
    """The words that cite a rule, and those that their formulas name."""
    points = family(rules.family).points(rules)
    cited = {point.pointer for point in points.values() if point.cites == rule and point.pointer[0] != "rules"}
    text = " ".join(value for word in cited for value in values(at(rules.full, word)))
    names = set(re.findall(r"[a-z_]{3,}", text))
    named = {("define", name) for name in names & set(rules.full.get("define") or ())}
    named |= {("count", name) for name in names & set(rules.full.get("count") or ())}
    return (
        cited
        | named
        | {(name,) for name in names & {"players", "idle", "values"}}
        | ({("bidding", "all_or_nothing")} if "all_or_nothing" in names or ("define", "special") in named else set())
    )


def held(rules: Ruleset, words: Iterable[tuple[Any, ...]]) -> set[str]:
    return {value for word in words for value in values(at(rules.full, word))}


def said_by_layers(rules: Ruleset) -> Iterator[str]:
    """What the variants and readings in force say of themselves."""
    for name in rules.variants:
        yield rules.get("variants", name, "text")
    for ruling in rules.rulings.values():
        yield ruling.question
        yield from (entry["text"] for entry in ruling.readings.values())


def untrue_values(game: str, layers: tuple[Way, ...], rules: Ruleset) -> Iterator[str]:
    """What the rules of some layers say that is not so: values that the text was written for, and that are gone."""
    own = list(said_by_layers(rules))
    for rule in rules.data["rules"]:
        text = rules.rule(rule).text
        assert "{" not in text, (game, layers, rule, text)
        holder = rules.layer(("rules", rule, "text"))
        if not holder.own and not holder.name.endswith(".yaml"):
            continue
        written_for = [] if holder.own else [("house", Path(holder.name).stem, "")]
        before = assembled(game, written_for)
        assert before is not None
        for said in own:
            text = text.replace(said, "")
        words = words_of(before, rule) | words_of(rules, rule)
        gone = held(before, words) - held(rules, words)
        wrong = stated(text, rules) & gone
        if wrong:
            yield f"{game} with {layers}: {rule} says {sorted(wrong)}: {text}"


def faults(game: str, pairs: Iterable[tuple[Way, ...]]) -> list[str]:
    found: list[str] = []
    for layers in pairs:
        rules = assembled(game, layers)
        if rules is not None:
            found += untrue_values(game, layers, rules)
    return found


def pairs_of(game: str) -> list[tuple[Way, ...]]:
    return [(way,) for way in ways(game)] + list(permutations(ways(game), 2))


@pytest.mark.parametrize("game", games())
def test_no_text_states_what_two_layers_changed(game: str) -> None:
    pairs = pairs_of(game)
    drawn = random.Random(game).sample(pairs, min(DRAWN, len(pairs)))
    assert faults(game, drawn) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_no_text_states_what_any_two_layers_changed(game: str) -> None:
    assert faults(game, pairs_of(game)) == []


def single_numbers(value: Any, pointer: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """The numbers above 1 that words hold alone, with their places."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            if pointer or key not in ("rules", "rulings", "variants", "version", "examples", "changes"):
                yield from single_numbers(part, (*pointer, key))
    elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
        yield pointer, value


def with_word(rules: Ruleset, pointer: tuple[Any, ...], value: Any) -> Ruleset:
    """The rules with one word changed by a house rule."""
    patch = value
    for key in reversed(pointer):
        patch = {key: patch}
    layer = Layer("ours.yaml", patch, lambda at: Place("ours.yaml", 3, 1), own=False, extends=rules.name)
    return rules.alike_with(merge(rules.data, patch), layers=(*rules.layers, layer))


@pytest.mark.parametrize("game", games())
def test_no_text_states_the_old_number_of_a_word_that_a_house_rule_changes(game: str) -> None:
    rules = rulesets.load_ruleset(game)
    spoken = {rule: words_of(rules, rule) for rule in rules.data["rules"]}
    wrong = []
    for pointer, number in single_numbers(rules.data):
        ours = with_word(rules, pointer, number + 17)
        for rule, words in spoken.items():
            if not any(pointer[: len(word)] == word for word in words):
                continue
            if str(number) in stated(ours.rule(rule).text, ours) - held(ours, words):
                wrong.append((pointer, rule, ours.rule(rule).text))
    assert wrong == []


def test_every_slot_of_a_shipped_text_names_a_word() -> None:
    wrong = []
    for game in games():
        rules = rulesets.load_ruleset(game)
        wrong += [str(fault) for rule in rules.data["rules"] for fault in slot_faults(rules, rule)]
    for path in shipped.houses():
        rules = rulesets.load_ruleset(str(path))
        wrong += [str(fault) for rule in rules.data["rules"] for fault in slot_faults(rules, rule)]
    assert wrong == []


@pytest.mark.parametrize("name", [*games(), *map(str, shipped.houses())], ids=lambda name: Path(name).stem)
def test_no_shipped_text_writes_out_what_a_word_holds(name: str) -> None:
    rules = rulesets.load_ruleset(name)
    assert [str(note) for note in values_written_out(rules, rules.layers[-1])] == []


IN_FORCE = {
    "hearts pass-two,hearts-for-five / pass": (
        "Two cards are passed to the left in the first hand, then two seats on, three seats on, and to the right; "
        "in the fifth hand "
        "to nobody."
    ),
    "hearts pass-two,hearts-for-three / pass": (
        "Two cards are passed to the left in the first hand, to the right in the second, and to nobody in the "
        "third, and so on."
    ),
    "luminars gold-is-safe / scoring": (
        "A hand scores its melds less what its idle cards cost, and 5 for Enlightenment. Action cards count for the "
        "player with whom "
        "they end. Results below zero stay as they are."
    ),
    "illuminate no-sixes,misses-cost / scoring": (
        "A player who wins exactly the tricks bid scores the bid and 2 more; every trick off the bid loses a point. "
        "When 12 cards are "
        'dealt, "nothing" scores twice the cards less twice the tricks won; "all" scores twice the cards if made, '
        "and then everybody "
        "else scores nothing."
    ),
    "illuminate misses-cost,no-sixes / scoring": (
        'special applies when a bid is all or nothing. "made all" applies when special applies and the bid is the '
        "number of cards "
        'dealt and the tricks won are as many as the cards dealt. bid, each player, when "made all" applies: 2 '
        "times the number of "
        'cards dealt. bid, each player, when "made all" applies for some player: 0 points. bid, each player, when '
        "special applies and "
        "the bid is 0: 2 times the number of cards dealt minus 2 times the tricks won. bid, each player, when "
        "special applies: 0 "
        "points. bid, each player, when the tricks won are as many as the bid: the bid plus 2. bid, each player, "
        "otherwise: minus the "
        "difference between the tricks won and the bid."
    ),
    "grace short-evening +long / winning": (
        "After the hand in which somebody reaches the target, the highest total wins; equal totals share the win. "
        "The target is 1800 "
        "divided by the number of players (rounded down), unless the table agrees on another."
    ),
    "illuminate +shorter-even / deal": (
        "With the variant shorter-even: Six hands of 2, 4, 6, 8, 10 and 12 cards. The deal passes to the left."
    ),
    "skat +longer-series / winning": "The highest total after 48 hands wins.",
    "cassino +one-round / winning": "With the variant one-round: A single round is played. The game has 1 round.",
    "dou-dizhu / talon": ("The three cards left are put aside for the landlord, and are shown before they are taken."),
    "crazy-eights / eights": (
        "An Eight may be played on any card, and its player names the suit that the next card must have. An Eight "
        "that is turned up "
        "first goes back into the stock."
    ),
}


@pytest.mark.parametrize("case", IN_FORCE)
def test_the_text_of_a_rule_says_what_is_in_force(case: str) -> None:
    layers, _, rule = case.partition(" / ")
    game, *added = layers.split()
    of_houses = [house for names in added if not names.startswith("+") for house in names.split(",")]
    variants = [name[1:] for name in added if name.startswith("+")]
    rules = rulesets.load_ruleset(game, houses=of_houses, variants=variants)
    assert rules.rule(rule).text == IN_FORCE[case]


HOUSE = """\
extends: hearts
why: we play so
pass: {{cards: {cards}}}
rules:
  pass:
    text: "{text}"
    source: our table
"""


def written(tmp_path: Path, text: str, cards: int = 2) -> str:
    path = tmp_path / "ours.yaml"
    path.write_text(HOUSE.format(cards=cards, text=text), encoding="utf-8")
    return str(path)


TEXTS = {
    ("{pass.cards:Word} card{pass.cards:s}.", 2): "Two cards.",
    ("{pass.cards:Word} card{pass.cards:s}.", 1): "One card.",
    ("{pass.cards} to the {pass.to}.", 4): "4 to the left, right, across and nobody.",
    ("To the {pass.to:or}.", 4): "To the left, right, across or nobody.",
    ("{play.if_able.break_before_leading.cards.suit:A} is not led.", 2): "A Heart is not led.",
    ("After a hand in which the {count.queen} falls.", 2): "After a hand in which the Queen of Spades falls.",
    ("If {end.when:when}.", 2): "If the highest total is at least the target.",
    ("{deal.each} cards.", 2): "the number of cards in play divided by the number of players (rounded down) cards.",
}


@pytest.mark.parametrize(("text", "cards"), TEXTS)
def test_a_slot_writes_the_value_in_force(text: str, cards: int, tmp_path: Path) -> None:
    rules = rulesets.load_ruleset(written(tmp_path, text, cards))
    assert rules.rule("pass").text == TEXTS[text, cards]


FAULTS = {
    "{pass.crads:word} cards": "{pass.crads:word}: there is no word 'crads' in `pass`; did you mean 'cards'?",
    "{paas.cards} cards": "{paas.cards}: there is no word 'paas'; did you mean 'pass'?",
    "{pass.cards:words} cards": ("{pass.cards:words}: there is no form 'words'; did you mean 'word'?"),
    "{scoring.cards.cases.0.points} points": (
        "{scoring.cards.cases.0.points}: `scoring.cards.cases` is a list, which house rules replace as a whole; "
        "name the list, or "
        "write it out"
    ),
    "{pass.cards:roman} cards": (
        "{pass.cards:roman}: there is no form 'roman'; the forms are word, Word, s, one, a, A, or and when"
    ),
    "{pass.cards:when}": "{pass.cards:when}: this is no condition; name a formula that holds or does not",
    "{play.renege} cards": "{play.renege}: `play.renege` is off, so there is nothing to say",
    "{pass.to:word} seats": "{pass.to:word}: this is no whole number; write {pass.to}",
    "{play.follow_suit}": (
        "{play.follow_suit}: this has no words of its own; name a number, a formula, a card, a suit or a list of these"
    ),
    "{bags.limit} bags": "{bags.limit}: the game has no `bags.limit`",
    "{pass.cards = end.target} cards": "{pass.cards = end.target}: these words are not equal; write each of them by "
    "itself",
    "{pass.cards cards": "a brace stands alone here; a slot is a word in braces, such as {deal.each}",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_slot_that_no_word_fills_is_refused(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    said = run("check", path)
    assert said.code == 3
    assert f"{path}:6:11: {FAULTS[text]}" in said.out.splitlines() + said.err.splitlines()


def test_a_slot_does_not_write_0_in_words(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    text = "extends: spades\nwhy: we play so\nrules:\n  nil: {text: 'Nil is {bidding.spoken.nil:word}.', source: our table}\n"
    path.write_text(text, encoding="utf-8")
    said = run("check", str(path))
    fault = "{bidding.spoken.nil:word}: this is 0, which no sentence says in words"
    assert said.code == 3
    assert f"{path}:4:15: {fault}" in said.out.splitlines() + said.err.splitlines()


NOTES = {
    "Two cards are passed.": (
        "note: this text says 'Two', and keeps saying so when a house rule or variant changes `pass.cards`; write "
        "{pass.cards:Word} "
        "instead"
    ),
    "Everybody passes 2 cards.": (
        "note: this text says '2', and keeps saying so when a house rule or variant changes `pass.cards`; write "
        "{pass.cards} instead"
    ),
    "{pass.cards:Word} cards are passed, two seats on.": "",
    "With two players nothing is passed.": "",
    "One card comes back.": "",
}


@pytest.mark.parametrize("text", NOTES)
def test_check_says_which_value_a_text_writes_out(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    notes = [line for line in run("check", path).out.splitlines() if "this text says" in line]
    assert notes == [f"{path}:6:11: {NOTES[text]}" for _ in range(bool(NOTES[text]))]


def test_a_value_that_a_text_cannot_write_any_more_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("extends: whist\nwhy: we play so\nend: {target: 5 * players}\n", encoding="utf-8")
    rules = rulesets.load_ruleset("whist", houses=[str(path)])
    assert rules.rule("winning").text == (
        "The target is 5 times the number of players, unless the table agrees on another. The game ends after a "
        "hand when the "
        "highest total is at least the target. The highest total wins. Equal totals share the win."
    )


def test_a_text_with_another_value_names_who_set_it(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text("extends: whist\nwhy: we play so\nend: {target: 6}\n", encoding="utf-8")
    said = run("explain", "whist/winning", "--house", str(path)).out.splitlines()
    assert said[:4] == [
        "whist/winning: The first side with six points wins the game.",
        f"Source: the usual rules of Whist; house rule, {path}:3",
        "Replaces: The first side with five points wins the game. (the usual rules of Whist)",
        f"Changed at {path}:3: The target is 6, unless the table agrees on another.",
    ]
