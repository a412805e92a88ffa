"""The pages in docs/ say what the code and the schemas say: tables are made from them, commands and files exist."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from command_runner import played_back
from family_words import ITEM, every_word, nested

from referee.core.items import EXTRAS
from referee.core.merging import at as value_at
from referee.core.text import yaml_line
from referee.engines import FAMILIES
from referee.engines.meld.words.melds import MELD_WORDS
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.rules import shipped
from referee.source import schema_faults

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "reference" / "families"
Data = dict[str, Any]


@cache
def schema(file: str) -> Data:
    return cast(Data, json.loads((ROOT / "schemas" / file).read_text(encoding="utf-8")))


def formulas(family: str) -> dict[str, Data]:
    """What each kind of formula of a family may ask for."""
    return cast(dict[str, Data], schema(f"{family}.schema.json")["formulas"])


(
    DEAL_NAMES, SEAT_NAMES, VULNERABLE_NAMES, PASS_NAMES, BID_NAMES, AUCTION_NAMES, SCORE_NAMES, BIDDING_NAMES, ALWAYS_KNOWN,
    HAND_NAMES, DECLARE_NAMES, SAYING_NAMES, END_NAMES,
) = formulas("trick").values()  # fmt: skip


def resolved(entry: Data, file: str) -> Data:
    """A schema of a file with its reference followed; the keys next to the reference win."""
    if "$ref" not in entry:
        return entry
    other, _, path = entry["$ref"].partition("#/")
    file = other or file
    target: Any = schema(file)
    for key in path.split("/"):
        target = target[key]
    return {**resolved(target, file), **{key: value for key, value in entry.items() if key != "$ref"}}


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(map(cell, row))} |" for row in rows])


def properties(family: str, name: str) -> Data:
    """What a map of a family's schema may hold, by key."""
    file = f"{family}.schema.json"
    entries = resolved({"$ref": f"#/$defs/{name}"}, file)["properties"]
    return {key: resolved(value, file) for key, value in entries.items()}


def apart(family: str) -> dict[str, list[str]]:
    """The paths of words that only one game of a family has, by the name of the game."""
    return schema(f"{family}.schema.json").get("apart", {})


def sections(family: str) -> str:
    """Everything that a ruleset of a family may hold, except what only one game has."""
    file = f"{family}.schema.json"
    rows = []
    for key, value in schema(file)["properties"].items():
        if key != "$schema" and not any(key in paths for paths in apart(family).values()):
            rows.append((f"`{key}:`", resolved(value, file)["description"]))
    return table(("section", "what it holds"), rows)


def of_one_game(family: str, game: str) -> str:
    """The words that only one game of a family has: its sections, and its words in sections that all games share."""
    file = f"{family}.schema.json"
    rows = {}
    for path in apart(family)[game]:
        section, _, key = path.partition(".")
        entry = resolved(schema(file)["properties"][section], file)
        if key:
            rows[f"{section}: {{{key}}}"] = properties(family, section)[key]
            continue
        rows[f"{section}:"] = entry
        for word, part in entry.get("properties", {}).items():
            rows[f"{section}: {{{word}}}"] = resolved(part, file)
    return words(rows)


def shared(family: str, sections: tuple[str, ...]) -> Data:
    """The words in sections of a family by their paths, except those that only one game has."""
    without = {path for paths in apart(family).values() for path in paths}
    entries = {}
    for section in sections:
        for key, entry in properties(family, section).items():
            if f"{section}.{key}" not in without:
                entries[f"{section}: {{{key}}}"] = entry
    return entries


def words(entries: Data, only: Any = None) -> str:
    rows = [(f"`{key}`", entry["description"]) for key, entry in entries.items() if only is None or key in only]
    return table(("word", "what it does"), rows)


def names(places: dict[str, dict[str, str]]) -> str:
    """The names that formulas know, place by place."""
    rows = [(where, f"`{name}`", text) for where, known in places.items() for name, text in known.items()]
    return table(("in", "name", "what it is"), rows)


def meld_shapes() -> str:
    """The shapes of melds, as `MELD_WORDS` has them."""
    entry = properties("meld", "meld")["shape"]
    assert set(entry["enum"]) == set(MELD_WORDS)
    return words({"shape": entry, **properties("meld", "meld")})


def trick_play() -> str:
    play = properties("trick", "play")
    if_able = resolved(play["if_able"], "trick.schema.json")["properties"]
    return words({**play, **{key: resolved(entry, "trick.schema.json") for key, entry in if_able.items()}}, PLAY_WORDS)


def ability(word: str | None = None) -> Data:
    """The words of cards of the conspiracy family, or what one of them takes."""
    entries = properties("conspiracy", "ability")
    if word is None:
        return entries
    return {key: resolved(entry, "conspiracy.schema.json") for key, entry in entries[word]["properties"].items()}


def whom() -> Data:
    """How the conspiracy family names the cards that an ability is about."""
    *_, chosen = schema("conspiracy.schema.json")["$defs"]["selector"]["anyOf"]
    return cast(Data, chosen["properties"])


TRICK_BIDS = (*BID_WORDS, "by_cards")
"""The words of bidding that have no place in an auction."""
BLOCKS: dict[str, dict[str, Callable[[], str]]] = {
    "trick": {
        "sections": lambda: sections("trick"),
        "lead": lambda: words(shared("trick", ("lead",))),
        "play": trick_play,
        "bidding": lambda: words(properties("trick", "bidding"), TRICK_BIDS),
        "turned": lambda: words(properties("trick", "turned")),
        "auction": lambda: words(
            {
                **{key: entry for key, entry in properties("trick", "bidding").items() if key not in TRICK_BIDS},
                **{f"calls: {{{key}}}": entry for key, entry in properties("trick", "calls").items()},
                **{f"marks: {{{key}}}": entry for key, entry in properties("trick", "mark").items()},
            }
        ),
        "trick": lambda: words(properties("trick", "trick")),
        "power": lambda: words(properties("trick", "power")),
        "declare": lambda: words(properties("trick", "declaration")),
        "talon": lambda: words(properties("trick", "talon")),
        "outside": lambda: words(properties("trick", "outside")),
        "names": lambda: names(
            {
                "`deal: {each}`": DEAL_NAMES,
                "`deal: {sits_out}`": SEAT_NAMES,
                "`vulnerable:`": VULNERABLE_NAMES,
                "`pass: {when}`": PASS_NAMES,
                "`bidding:`": BID_NAMES,
                "`bidding: {only}` with `calls`": AUCTION_NAMES,
                "`define:`, `scoring:`, `bags:`": SCORE_NAMES,
                "the same, without an auction": BIDDING_NAMES,
                "the same, after an auction": ALWAYS_KNOWN,
                "`sums_to:`": HAND_NAMES,
                "`declare: {only}`": SAYING_NAMES,
                "`end:`": END_NAMES,
            }
        ),
    },
    "meld": {
        "sections": lambda: sections("meld"),
        "meld": meld_shapes,
        "action_cards": lambda: words(properties("meld", "action_cards")),
        "course": lambda: words(
            {
                f"{part}: {{{key}}}": entry
                for part in ("deal", "turn", "stock", "table", "declare", "end")
                for key, entry in properties("meld", part).items()
            }
        ),
        "names": lambda: names(
            dict(
                zip(
                    (
                        "`melds: {points}`", "`idle:`", "`deal: {each}`", "`declare: {needs}`, `lay_off:`",
                        "`declare: {needs}`", "`table: {first_needs}`", "`table: {out_needs}`", "`action_cards: {passed}`",
                        "`define:`, `scoring:`", "`bonuses:`", "`end:`",
                    ),
                    formulas("meld").values(),
                    strict=True,
                )
            )
        ),
    },
    "shedding": {
        "sections": lambda: sections("shedding"),
        "course": lambda: words(
            {
                f"{part}: {{{key}}}": entry
                for part in ("deal", "match", "draw", "stock", "draw_cards", "last_card", "end")
                for key, entry in properties("shedding", part).items()
            }
        ),
        "effect": lambda: words(properties("shedding", "effect")),
        "names": lambda: names(
            dict(zip(("`deal: {each}`", "`define:`, `scoring:`", "`end:`"), formulas("shedding").values(), strict=True))
        ),
    },
    "climbing": {
        "sections": lambda: sections("climbing"),
        "combination": lambda: words(properties("climbing", "combination")),
        "course": lambda: words(
            {
                f"{part}: {{{key}}}": entry
                for part in ("wild", "deal", "talon", "bidding", "exchange", "lead", "play", "end")
                for key, entry in properties("climbing", part).items()
            }
        ),
        "names": lambda: names(
            dict(zip(("`deal: {each}`", "`define:`, `scoring:`", "`end:`"), formulas("climbing").values(), strict=True))
        ),
    },
    "fishing": {
        "sections": lambda: sections("fishing"),
        "course": lambda: words(shared("fishing", ("deal", "sow", "harvest", "stockpile", "clearing"))),
        "illimat": lambda: of_one_game("fishing", "illimat"),
        "names": lambda: names(
            {
                "`deal: {each, first}`": formulas("fishing")["deal"],
                "`define:`, `scoring: {parts}`, `end: {won}`": formulas("fishing")["score"],
                "`end: {when}`": formulas("fishing")["end"],
            }
        ),
        "reveal": lambda: words(properties("fishing", "reveal")),
        "in_play": lambda: words(properties("fishing", "in_play")),
        "claim": lambda: words(properties("fishing", "claim")),
        "scoring": lambda: words(shared("fishing", ("scoring", "end"))),
    },
    "conspiracy": {"sections": lambda: sections("conspiracy"), "ability": lambda: words(ability()),
        "bonus": lambda: words(ability("bonus")), "selector": lambda: words(whom()),
        "does": lambda: words(properties("conspiracy", "does")),
        "goal": lambda: words(properties("conspiracy", "goal")),
        "turn": lambda: words(properties("conspiracy", "turn")),
        "attack": lambda: words(properties("conspiracy", "attack"))},
}  # fmt: skip
"""What the pages of docs/reference/families print between `<!-- begin: NAME -->` and `<!-- end: NAME -->`."""


LONGEST_EXAMPLE = 200
"""A word whose example is longer is shown by the examples of its parts."""


def words_with_examples(family: str) -> str:
    """Every word of a family by its path, with an example of it and with what it does."""
    rows = []
    for word in every_word(family):
        path = ".".join(word.path).replace(f".{ITEM}", ITEM)
        example = f"`{word.path[-1]}: {yaml_line(word.example)}`"
        if len(example) > LONGEST_EXAMPLE:
            example = "its parts below"
        rows.append((f"`{path}`", example, word.description))
    return table(("word", "example", "what it does"), rows)


for known_family, blocks in BLOCKS.items():
    blocks["words"] = partial(words_with_examples, known_family)


@pytest.mark.parametrize("family", BLOCKS)
def test_every_word_of_a_family_has_an_example_that_is_right(family: str) -> None:
    wrong = []
    for word in every_word(family):
        data, at = nested(word.path, word.example)
        found = schema_faults(data, shipped.schema(f"{family}.schema.json"), store=shipped.SCHEMAS)
        if word.example is None or any(tuple(pointer)[: len(at)] == at for pointer, _ in found):
            wrong.append((at, word.example))
    assert wrong == []


def keep_block(page: Path, block: str, wanted: str, *, update: bool) -> None:
    """Hold that a page prints a text between the marks of a block; or, to `update` it, write the text there."""
    text = page.read_text(encoding="utf-8")
    pattern = re.compile(rf"(<!-- begin: {block} -->\n)(.*?)(<!-- end: {block} -->)", re.DOTALL)
    found = pattern.search(text)
    assert found, f"{page.name} has no block {block}"
    if update:
        page.write_text(pattern.sub(lambda match: f"{match[1]}{wanted}\n{match[3]}", text), encoding="utf-8")
        return
    assert found[2] == f"{wanted}\n"


@pytest.mark.parametrize(("family", "block"), [(family, block) for family in BLOCKS for block in BLOCKS[family]])
def test_tables_are_those_of_the_code(family: str, block: str, update_golden: bool) -> None:
    keep_block(PAGES / f"{family}.md", block, BLOCKS[family][block](), update=update_golden)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_a_page_that_the_others_name(family: str) -> None:
    assert (PAGES / f"{family}.md").exists()
    for page in ("writing-a-log.md", "writing-a-ruleset.md"):
        assert f"(families/{family}.md)" in (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("family", FAMILIES)
def test_words_of_one_game_are_in_no_other(family: str) -> None:
    for game, paths in apart(family).items():
        for file in sorted((ROOT / "rulesets" / family).glob("*.yaml")):
            rules = yaml.safe_load(file.read_text(encoding="utf-8"))
            if file.name.endswith(".examples.yaml") or rules.get("abstract") or rules["name"] == game:
                continue
            assert [path for path in paths if value_at(rules, tuple(path.split("."))) is not None] == [], file.name


CONSOLE = re.compile(r"(```console\n)(.*?)(```)", re.DOTALL)


SHOWN = ("README.md", "docs/how-to/settle-a-dispute.md", "docs/how-to/change-a-rule.md")
"""Pages whose console blocks are run as they stand, from the top of the repository."""


@pytest.mark.parametrize("page", SHOWN)
def test_what_a_page_shows_is_what_the_commands_print(
    page: str, update_golden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    file = ROOT / page
    text = file.read_text(encoding="utf-8")
    wanted = CONSOLE.sub(lambda match: match[1] + played_back(match[2]) + match[3], text)
    if update_golden:
        file.write_text(wanted, encoding="utf-8")
    else:
        assert text == wanted
    assert str(ROOT) not in wanted


@pytest.mark.parametrize("family", FAMILIES)
def test_every_verb_is_on_the_page_of_its_family(family: str) -> None:
    page = (PAGES / f"{family}.md").read_text(encoding="utf-8")
    verbs = list(schema(f"{family}.schema.json")["$defs"]["event"]["properties"])
    assert [verb for verb in verbs if verb not in EXTRAS and f"`{verb}" not in page] == []


def test_files_that_the_pages_name_exist() -> None:
    missing = []
    for page in [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]:
        for path in re.findall(
            r"`((?:referee|rulesets|schemas|tests|examples|docs|benchmarks|fuzz|website|\.ci|\.github)/[\w./<>-]*)`",
            page.read_text(encoding="utf-8"),
        ):
            missing += [f"{page.name}: {path}"] if "<" not in path and not (ROOT / path).exists() else []
    assert missing == []


@pytest.mark.parametrize(
    ("family", "known"),
    [
        ("trick", (DEAL_NAMES, SEAT_NAMES, BID_NAMES, SCORE_NAMES, END_NAMES)),
        *(
            (family, tuple(formulas(family)[kind] for kind in ("score", "end")))
            for family in ("climbing", "meld", "shedding", "fishing")
        ),
    ],
)
def test_all_families_have_one_word_from_deal_to_deal(family: str, known: tuple[Data, ...]) -> None:
    deal = properties(family, "deal")
    assert "hands" in deal
    assert not {"rounds", "deals"} & set(deal)
    position = schema(f"{family}.schema.json")["$defs"]["position"]["properties"]
    assert "hand" in position
    assert "round" not in position
    for names_there in known:
        assert "hand" in names_there
        assert not {"round", "rounds"} & set(names_there)
