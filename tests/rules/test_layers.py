"""Every two layers that are shipped for a game: both hold, or they are refused in a line that names both and the word.

Which words a layer sets is read here from the files themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command_runner import run, write

from referee import source
from referee.core.places import RulesetError
from referee.core.ruleset import Ruleset
from referee.judging.log import log_of
from referee.judging.otherwise import unsettled_rulings
from referee.judging.rules import ruleset_of
from referee.rules import rulesets, shipped
from referee.rules.meaning import hash_of

GAMES = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
ABOUT = {"$schema", "extends", "why", "given", "examples", "name", "title", "summary", "version"}
TEXTS = ABOUT | {"rules", "rulings", "variants"}
Word = tuple[str, ...]


class Layer(NamedTuple):
    """A house rule, a variant or a reading, with the words that it sets.

    `changes` has what it says that variants set with it, None of one that it removes; `unasked` are the rulings that it
    removes; `section` is the part of the game that a reading is about.
    """

    kind: str
    name: str
    words: dict[Word, Any]
    changes: Mapping[str, Any] = {}
    unasked: tuple[str, ...] = ()
    section: Word = ()

    @property
    def title(self) -> str:
        """What a message calls it."""
        return {"house": "house rule", "variant": "variant", "reading": "reading"}[self.kind] + f" {self.name}"


def leaves(data: Mapping[str, Any], at: Word = ()) -> Iterator[tuple[Word, Any]]:
    for key, value in data.items():
        if isinstance(value, Mapping) and value:
            yield from leaves(value, (*at, key))
        elif (*at, key)[0] not in TEXTS:
            yield (*at, key), value


def of_house(path: Path) -> Layer:
    data = source.load(str(path)).data
    words = dict(leaves(data))
    changed: dict[str, Any] = {}
    for name, entry in data.get("variants", {}).items():
        changed[name] = None if entry is None else dict(leaves(entry.get("patch", {})))
    return Layer("house", path.stem, words, changed)


def of_reading(ruling: str, entry: Mapping[str, Any], reading: str) -> Layer:
    about = tuple(entry["about"].split("."))
    value = entry["readings"][reading]["value"]
    words = {(*about, *word): each for word, each in leaves(value)} if isinstance(value, Mapping) else {about: value}
    return Layer("reading", f"{ruling}: {reading}", words, section=about[:-1])


@cache
def layers_of(game: str) -> list[Layer]:
    data = rulesets.load_ruleset(game).data
    found = [of_house(path) for path in shipped.houses() if source.load(str(path)).data["extends"] == game]
    for name, entry in data.get("variants", {}).items():
        words = dict(leaves(entry["patch"]))
        extended = entry.get("extends")
        if extended:
            words = dict(leaves(data["variants"][extended]["patch"])) | words
        found.append(Layer("variant", name, words, {extended: {}}, tuple(entry["patch"].get("rulings", {}))))
    for ruling, entry in data.get("rulings", {}).items():
        found += [of_reading(ruling, entry, each) for each in entry["readings"] if "value" in entry["readings"][each]]
    return found


files = cache(rulesets.gather)


def load(game: str, *layers: Layer) -> Ruleset:
    named: dict[str, list[str]] = {"house": [], "variant": [], "reading": []}
    for layer in layers:
        named[layer.kind].append(layer.name)
    ruling = dict(name.split(": ") for name in named["reading"])
    return rulesets.assemble(files(game, tuple(named["house"])), named["variant"], ruling)


def meets(one: Word, other: Word) -> bool:
    return one[: len(other)] == other[: len(one)]


def removes(layer: Layer, section: Word) -> bool:
    """Whether a layer takes away the part of the game that a reading is about."""
    return bool(section) and any(value is None and section[: len(word)] == word for word, value in layer.words.items())


def wanted(first: Layer, second: Layer) -> dict[Word, Any] | None:
    """The words that both set, with what holds for them; None if they contradict each other."""
    if first.kind == second.kind == "variant" and first.name in second.changes:
        return first.words | second.words
    if second.name in first.changes and second.kind == "variant":
        changed = first.changes[second.name]
        if changed is None:
            return None
        second = second._replace(words=second.words | changed)
        ours = {word: value for word, value in first.words.items() if not any(meets(word, each) for each in changed)}
        first = first._replace(words=ours)
    if second.name.split(":")[0] in first.unasked:
        return None
    if removes(first, second.section):
        return first.words
    if removes(second, first.section):
        return second.words
    for one, value in first.words.items():
        for other, its in second.words.items():
            if meets(one, other) and value != its:
                return None
    return first.words | second.words


def at(data: Any, word: Word) -> Any:
    for key in word:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def plays(rules: Ruleset) -> dict[str, Any]:
    return {key: value for key, value in rules.data.items() if key not in TEXTS}


def pairs(game: str) -> Iterator[tuple[Layer, Layer]]:
    """Every two layers of a game; but two readings only if what one is about holds what the other is about."""
    for first, second in combinations(layers_of(game), 2):
        if first.kind != "reading" or (first.name.split(":")[0] != second.name.split(":")[0] and touch(first, second)):
            yield first, second


def touch(first: Layer, second: Layer) -> bool:
    return any(meets(one, other) for one in first.words for other in second.words)


def judge(game: str, pair: tuple[Layer, Layer], right: dict[Word, Any] | None) -> dict[str, Any] | None:
    """What two layers play, in this order; None if they are refused. Fails if that is wrong, or does not name both."""
    names = [each.title for each in pair]
    try:
        rules = load(game, *pair)
    except RulesetError as error:
        assert right is None, f"{names} go together, but: {error}"
        assert_named(str(error), *sorted(pair, key=lambda each: each.kind))
        return None
    assert right is not None, f"{names} contradict each other, and nobody says so"
    for word, value in right.items():
        assert at(rules.data, word) == value, (names, word)
    return plays(rules)


def assert_named(said: str, first: Layer, second: Layer) -> None:
    if first.kind == second.kind == "house":
        assert all(f"{each.name}.yaml" in said for each in (first, second)), said
        assert "is set here, and differently in" in said
        return
    said = said.splitlines()[-1]
    if "is removed here" in said:
        assert f"{first.name}.yaml" in said, said
        assert second.title in said, said
    elif "has no ruling" not in said:
        assert all(each.title in said for each in (first, second)), said
        assert "differently" in said


@pytest.mark.parametrize("game", GAMES)
def test_two_layers_hold_both_or_are_refused(game: str) -> None:
    for first, second in pairs(game):
        right = wanted(first, second)
        played = judge(game, (first, second), right)
        if first.kind == second.kind:  # of different kinds there is no other order
            assert judge(game, (second, first), right) == played


# -- what people write -----------------------------------------------------------------------------------------------

MARIA = """\
game: hearts
house: [black-maria{more}]
variants: [{variant}]
players: [Ann, Ben, Cyd, Dov]
position: {{phase: deal, hand: 4, dealer: Dov}}
events:
  - result:
      won: {won}
      captured: {captured}
    expect: {{score: {score}}}
"""
EVERYTHING = "[2H, 3H, 4H, 5H, 6H, 7H, 8H, 9H, 10H, JH, QH, KH, AH, QS, KS, AS]"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def first_line(*args: str) -> tuple[int, str]:
    said = run(*args)
    return said.code, (said.err + said.out).splitlines()[0]


@pytest.mark.parametrize(
    ("won", "captured", "score"),
    [
        # King 10, Queen 13; a Heart 1, Ace 7
        ("{Ann: 12, Ben: 1, Cyd: 0, Dov: 0}", "{Ann: [2H, AS], Ben: [QS, KS], Cyd: [], Dov: []}",
         "{Ann: 8, Ben: 23, Cyd: 0, Dov: 0}"),
        # 13 Hearts, 13, 10 and 7 are 43, taken off
        ("{Ann: 0, Ben: 0, Cyd: 13, Dov: 0}", f"{{Ann: [], Ben: [], Cyd: {EVERYTHING}, Dov: []}}",
         "{Ann: 0, Ben: 0, Cyd: -43, Dov: 0}"),
    ],
)  # fmt: skip
def test_black_maria_and_26_off(won: str, captured: str, score: str) -> None:
    write("log.yaml", MARIA.format(more="", variant="moon-26-off", won=won, captured=captured, score=score))
    assert run("validate", "log.yaml").code == 0


@pytest.mark.parametrize(
    ("more", "variant", "captured", "score"),
    [
        # 3 off Cyd, with one Heart; Ann has two and the Ace, Ben seven and the King, Dov three and the Queen
        (", lowest-alone", "queen-breaks",
         "{Ann: [2H, 3H, AS], Ben: [KS, 4H, 5H, 6H, 7H, 8H, 9H, 10H], Cyd: [JH], Dov: [QS, QH, KH, AH]}",
         "{Ann: 9, Ben: 17, Cyd: -2, Dov: 16}"),
        # the Jack of Diamonds takes Ann, with five Hearts, 10 down to -5, below Cyd
        (", lowest-alone", "jack-of-diamonds",
         "{Ann: [2H, 3H, 4H, 5H, 6H, JD], Ben: [QS, 7H], Cyd: [8H], Dov: [9H, 10H, JH, QH, KH, AH, KS, AS]}",
         "{Ann: -8, Ben: 14, Cyd: 1, Dov: 23}"),
        # the last trick costs Cyd 5
        (", lowest-alone, last-trick-costs", "queen-breaks",
         "{Ann: [2H, 3H], Ben: [QS, 5H, 6H, 7H, 8H], Cyd: [4H], Dov: [9H, 10H, JH, QH, KH, AH, KS, AS]}",
         "{Ann: -1, Ben: 17, Cyd: 6, Dov: 23}"),
    ],
)  # fmt: skip
def test_the_fewest_points_are_counted_as_all_others_count_them(
    more: str, variant: str, captured: str, score: str
) -> None:
    won = "{Ann: 3, Ben: 4, Cyd: 1, Dov: 5}\n      last_trick: Cyd"
    write("log.yaml", MARIA.format(more=more, variant=variant, won=won, captured=captured, score=score))
    assert run("validate", "log.yaml").code == 0


@pytest.mark.parametrize("order", [["shorter", "longer"], ["longer", "shorter"]])
def test_variants_that_contradict_each_other_are_refused(order: list[str]) -> None:
    write("log.yaml", f"game: illuminate\nvariants: {order!r}\nplayers: [Ann, Ben]\nevents: []\n".replace("'", ""))
    code, said = first_line("validate", "log.yaml")
    first, second = order
    assert code == 3
    message, advice = said.split("; ")
    where = f"log.yaml:2:{14 + len(first)}"
    sets = f"the variant {second} sets `deal.sequence`, and the variant {first} sets it differently ["
    assert message.startswith(f"{where}: {sets}")
    assert message.endswith("]")
    assert advice == "play by one of the two, or let one of them extend the other to say which counts"
    typed = first_line("rules", "illuminate", "--variant", first, "--variant", second)
    assert typed == (3, said.partition(": ")[2])


def test_a_house_rule_against_a_variant_of_the_project() -> None:
    write("referee.yaml", "games: {spades: {variants: [small-nil]}}\n")
    write(
        "ours.yaml",
        "extends: spades\nwhy: x\nscoring: {nil: {cases: [{when: bid == 0 and won == 0, points: 70}, {points: 0}]}}\n",
    )
    write("log.yaml", "game: spades\nhouse: [./ours.yaml]\nplayers: [Ann, Ben, Cyd, Dov]\nevents: []\n")
    assert first_line("validate", "log.yaml") == (
        3,
        "referee.yaml:1:29: the variant small-nil sets `scoring.nil.cases`, and the house rule ours sets it differently "
        "[ours.yaml:3]; play by one of the two, or say in that house rule, or in one that extends it, what counts: "
        "`variants: {small-nil: {patch: …}}`",
    )  # fmt: skip
    both = "cases: [{when: bid == 0 and won == 0, points: 35}, {points: 0}]"
    text = Path("ours.yaml").read_text(encoding="utf-8")
    write("ours.yaml", f"{text}variants: {{small-nil: {{patch: {{scoring: {{nil: {{{both}}}}}}}}}}}\n")
    assert run("rules", "spades", "--house", "ours.yaml", "--variant", "small-nil").code == 0
    rules = rulesets.load_ruleset("spades", houses=["ours.yaml"], variants=["small-nil"])
    assert rules.data["scoring"]["nil"]["cases"][0]["points"] == 35


def test_a_reading_against_a_house_rule_and_a_variant() -> None:
    write("ours.yaml", "extends: illuminate\nwhy: x\nruling: {grace-said: silent}\n")
    log = "game: illuminate\nruling: {grace-said: said}\nplayers: [Ann, Ben]\nevents: []\n"
    write("log.yaml", log.replace("ruling", "house: [./ours.yaml]\nruling"))
    said = (
        "the reading grace-said: said sets `trick.grace`, and the {} sets it differently [{}]; play by one of the two"
    )
    assert first_line("validate", "log.yaml") == (3, f"log.yaml:3:22: {said.format('house rule ours', 'ours.yaml:3')}")
    write("log.yaml", log.replace("ruling", "variants: [silent-grace]\nruling"))
    code, found = first_line("validate", "log.yaml")
    assert code == 3
    assert found.startswith(
        "log.yaml:3:22: the reading grace-said: said sets `trick.grace`, and the variant silent-grace "
    )


def test_two_house_rules_of_which_one_takes_a_reading() -> None:
    write("ours.yaml", "extends: illuminate\nwhy: x\nruling: {grace-said: silent}\n")
    write("theirs.yaml", "extends: illuminate\nwhy: x\ntrick: {grace: said}\n")
    message = (
        "`trick.grace` is set here, and differently in {}; let one of the two house rules extend the other to say "
    )
    message += "which counts, or remove a line"
    both = ["--house", "ours.yaml", "--house", "theirs.yaml"]
    assert first_line("rules", "illuminate", *both) == (3, f"theirs.yaml:3:9: {message.format('ours.yaml:3')}")
    write("theirs.yaml", "extends: ./ours.yaml\nwhy: x\ntrick: {grace: said}\n")
    for houses in (["theirs.yaml"], ["ours.yaml", "theirs.yaml"], ["theirs.yaml", "ours.yaml"]):
        assert rulesets.load_ruleset("illuminate", houses=houses).data["trick"]["grace"] == "said"


def test_a_house_rule_named_before_or_after_the_one_that_extends_it() -> None:
    write("first.yaml", "extends: spades\nwhy: x\nbidding: {least: 1}\n")
    write("later.yaml", "extends: ./first.yaml\nwhy: x\nbidding: {least: 2}\n")
    for houses in (["first.yaml", "later.yaml"], ["later.yaml", "first.yaml"]):
        rules = rulesets.load_ruleset("spades", houses=houses)
        assert (rules.data["bidding"]["least"], rules.houses) == (2, ("first", "later"))


def test_one_house_rule_changes_a_deck_that_another_replaces() -> None:
    write("first.yaml", "extends: hearts\nwhy: x\ndeck: {extends: french}\n")
    write("second.yaml", "extends: hearts\nwhy: x\ndeck: {cards: {QS: {name: Black Maria}}}\n")
    for houses in (["first.yaml", "second.yaml"], ["second.yaml", "first.yaml"]):
        with pytest.raises(RulesetError, match="`deck` is set here, and differently in"):
            rulesets.load_ruleset("hearts", houses=houses)


def test_a_variant_that_extends_another_is_played_over_it_in_any_order() -> None:
    game = """\
extends: oh-hell
name: ours
variants:
  short: {text: Short., source: x, patch: {deal: {sequence: [1, 2, 3]}, bidding: {hook: false}}}
  even: {text: Even., source: x, extends: short, patch: {deal: {sequence: [2, 4, 6]}}}
"""
    write("ours.yaml", game)
    for variants in (["even"], ["short", "even"], ["even", "short"]):
        data = rulesets.load_ruleset("ours.yaml", variants=variants).data
        assert (data["deal"]["sequence"], data["bidding"]["hook"]) == ([2, 4, 6], False)
    write("ours.yaml", game.replace("short: {text: Short.,", "short: {text: Short., extends: even,"))
    assert first_line("check", "ours.yaml") == (
        3,
        "ours.yaml:4:34: with the variant even: `extends:` leads in a circle of variants: even → short → even",
    )
    write("ours.yaml", game.replace("extends: short", "extends: shirt"))
    assert first_line("check", "ours.yaml") == (
        3,
        "ours.yaml:5:43: with the variant even: Oh Hell has no variant 'shirt'; did you mean 'short'?",
    )


def test_a_file_that_takes_a_reading_and_sets_its_word() -> None:
    write("ours.yaml", "extends: illuminate\nwhy: x\nruling: {grace-said: silent}\ntrick: {grace: said}\n")
    message = "this reading sets `trick.grace`, which is set differently in ours.yaml:4; remove a line"
    assert first_line("check", "ours.yaml") == (3, f"ours.yaml:3:22: {message}")


def test_a_file_takes_only_a_reading_that_can_be_chosen() -> None:
    write("ours.yaml", "extends: luminars\nwhy: x\nruling: {action-points: at-the-end}\n")
    assert first_line("check", "ours.yaml") == (
        3,
        "ours.yaml:3:25: action-points: at-the-end is not chosen by `ruling:`; At the end of the game. The totals are the "
        "same; the referee does not play so.",
    )


@pytest.mark.parametrize(
    ("follows", "message"),
    [
        ("{tied-ends: shared}", "Ours has no ruling 'tied-ends'; did you mean 'tied-end'?"),
        ("{tied-end: sharing}",
         "the ruling 'tied-end' has no reading 'sharing' with a value; did you mean 'shared'?"),
    ],
)  # fmt: skip
def test_a_reading_follows_from_one_that_there_is(follows: str, message: str) -> None:
    readings = f"{{first: {{text: First.}}, second: {{text: Second., follows: {follows}}}}}"
    write(
        "ours.yaml",
        f"""\
extends: hearts
name: ours
title: Ours
rulings:
  more: {{question: What?, about: end.tied, source: x, sure: low, readings: {readings}}}
""",
    )
    code, said = first_line("check", "ours.yaml")
    assert (code, said.partition(": ")[2]) == (3, message)
    assert said.startswith("ours.yaml:5:")


# -- the reading in force --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "variants", "ruling"),
    [
        ("illuminate", ["not-perfect"], "hook-special=exempt"),
        ("illuminate", ["not-perfect-always"], "hook-special=bound"),
        ("illuminate", [], "star-clash=last"),
        ("illuminate", ["silent-grace"], "grace-said=silent"),
        ("luminars", [], "action-points=this-round"),
        ("illimat", [], "each-round-anew=anew"),
        ("illimat", [], "children-few-cards=reseed-first"),
        ("illimat", ["rogers-rules"], "children-few-cards=six-needed"),
    ],
)
def test_the_reading_in_force_may_be_named(game: str, variants: list[str], ruling: str) -> None:
    name, reading = ruling.split("=")
    plain = hash_of(rulesets.load_ruleset(game, variants=variants))
    assert hash_of(rulesets.load_ruleset(game, variants=variants, ruling={name: reading})) == plain
    log = {"game": game, "variants": variants, "players": ["Ann", "Ben"], "events": []}
    write("log.yaml", "")
    chosen = ruleset_of(log_of({**log, "ruling": {name: reading}}, "log.yaml"))
    write("referee.yaml", f"games: {{{game}: {{ruling: {{{name}: {reading}}}}}}}\n")
    of_project = ruleset_of(log_of(log, "log.yaml"))
    for rules in (chosen, of_project):
        assert hash_of(rules) == plain
        assert name not in [ruling.name for ruling in unsettled_rulings(rules)]


@pytest.mark.parametrize(
    ("game", "variant", "ruling", "message"),
    [
        ("illuminate", "not-perfect", "hook-special=bound",
         "hook-special: bound is not chosen by `ruling:`; write `variants: [not-perfect-always]`"),
        ("illuminate", "shorter", "hook-special=exempt",
         "hook-special: exempt is not chosen by `ruling:`; write `variants: [not-perfect]`"),
        ("illimat", "beginners", "children-few-cards=six-needed",
         "children-few-cards: six-needed is not chosen by `ruling:`; "
         "write `ruling: {clearing-order: reveal-first}`, which decides it"),
        ("luminars", "more-low-cards", "action-points=at-the-end",
         "action-points: at-the-end is not chosen by `ruling:`; At the end of the game. The totals are the same; the referee "
         "does not play so."),
    ],
)  # fmt: skip
def test_a_reading_that_ruling_cannot_choose(game: str, variant: str, ruling: str, message: str) -> None:
    said = run("rules", game, "--variant", variant, "--ruling", ruling)
    assert (said.code, said.err) == (3, f"{message}\n")
