"""`referee new` and `referee schema`: files to start from, sound as they are, and also with every comment mark removed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_runner import run, write
from slowness import one_in

import referee
from referee import source
from referee.core.words import word_at
from referee.engines import FAMILIES, family
from referee.rules import rulesets, shipped

GAMES = [path.stem for path in shipped.rulesets() if not source.load(str(path)).data.get("abstract")]
LIVE = re.compile(r"# (?!variants: \[|house: \[)(?= *(#|- |[\w.:'\"!-]+:( |$))|  +[^#:]+:( |$))")
"""The comment mark before a line of YAML, its key maybe a name of several words, or before prose that goes with it.

A choice of other rules stays one.
"""
pytestmark = pytest.mark.usefixtures("folder")


def draft(*args: str) -> str:
    """A draft where the schemas lie beside it."""
    assert run("schema", "--copy", "schemas").code == 0
    said = run("new", *args)
    assert (said.code, said.err) == (0, "")
    return said.out


def uncommented(text: str) -> str:
    """A draft without the comment mark before every value that it offers."""
    first, *lines = text.splitlines(keepends=True)
    return first + "".join(LIVE.sub("", line, count=1) if line.startswith("# ") else line for line in lines)


def schema_of(text: str) -> Path:
    """The schema that the first line of a file names, by a path that every machine can follow."""
    found = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", text.partition("\n")[0])
    assert found
    assert not Path(found[1]).is_absolute()
    return Path(found[1])


FULL = pytest.mark.parametrize("full", [(), ("--all",)], ids=["brief", "all"])


@FULL
@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_a_house_rule_to_start_from_is_sound_and_changes_nothing(game: str, full: tuple[str, ...]) -> None:
    text = draft("house", game, *full)
    write("ours.yaml", text)
    rules = referee.load_ruleset(game)
    said = run("check", "ours.yaml")
    assert (said.code, said.out) == (0, f"ours.yaml: sound: {family(rules.family).brief(rules)}, house rule ours\n")
    assert json.loads(schema_of(text).read_text(encoding="utf-8"))["$id"] == family(rules.family).schema
    assert referee.load_ruleset(game, houses=["./ours.yaml"]).data == rules.data


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_a_house_rule_offers_is_what_holds_now(game: str) -> None:
    write("ours.yaml", uncommented(draft("house", game, "--all")))
    rules, ours = referee.load_ruleset(game), referee.load_ruleset(game, houses=["./ours.yaml"])
    told = family(rules.family).describe
    assert told(ours) == told(rules)
    offered = source.load("ours.yaml").data
    frame = word_at("ruleset.schema.json", rulesets.SCHEMAS).keys
    assert set(rules.data) - set(frame) <= set(offered)


def test_a_house_rule_for_illuminate_as_a_player_changes_it() -> None:
    text = draft("house", "illuminate", "--all")
    assert "\n# bidding:\n" in text
    assert "\n#   # The lowest bid: 0.\n#   least: 0\n" in text
    assert "\n#   must_trump:" not in text
    assert "\n#     # These cards may not be led.\n#     never_lead: null\n" not in text
    assert (
        "\n#   # The highest bid: cards. No bid can be higher than the number of cards dealt.\n#   most: cards\n"
        in text
    )
    assert (
        "\n# #   pass: Cards that players pass on before the bidding or play, or that partners exchange after the bids.\n"
        in text
    )
    changed = text.replace("\n# bidding:\n", "\nbidding:\n").replace("\n#   least: 0\n", "\n  least: 1\n")
    write("ours.yaml", changed)
    assert run("check", "ours.yaml").code == 0
    line = changed.splitlines().index("  least: 1") + 1
    assert (
        f"  Bid at least 1. [ours.yaml:{line}]" in run("rules", "illuminate", "--house", "ours.yaml").out.splitlines()
    )


@pytest.mark.parametrize("game", GAMES)
@FULL
@pytest.mark.parametrize("live", [False, True], ids=["as it is", "uncommented"])
def test_a_log_to_start_from_is_legal_and_unfinished(game: str, live: bool, full: tuple[str, ...]) -> None:
    text = draft("log", game, *full)
    write("friday.yaml", uncommented(text) if live else text)
    said = run("validate", "friday.yaml", "--format", "json")
    (log,) = said.data["logs"]
    assert (said.code, log["verdict"], log["violations"]) == (0, "legal", [])
    assert log["unfinished"]
    assert (log["events"] > 0) == live
    assert schema_of(text).name == "log.schema.json"
    faults = source.schema_faults(
        source.load("friday.yaml").data, rulesets.schema("log.schema.json"), store=rulesets.SCHEMAS
    )
    assert faults == []


def test_a_log_with_the_players_and_the_rules_that_were_asked_for() -> None:
    write("ours.yaml", "extends: illuminate\nbidding: {least: 1}\n")
    asked = ("--players", "Ann,Ben,Cyd", "--house", "ours.yaml", "--variant", "shorter", "--ruling", "tie=led-suit")
    lines = draft("log", "illuminate", "--all", *asked).splitlines()
    assert {"game: illuminate@1", "players: [Ann, Ben, Cyd]", "house: [ours.yaml]"} <= set(lines)
    assert {"variants: [shorter]", "ruling: {tie: led-suit}"} <= set(lines)
    assert "  # Which role each player holds." in lines


def test_a_log_in_few_lines() -> None:
    assert run("new", "log", "illuminate", "--variant", "shorter", "--house", "no-sixes").out == (
        "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how.\n"
        "# A log of Illuminate. `referee validate FILE` judges it as far as it goes;\n"
        "# `referee new log illuminate --all` lists everything it may contain, and what each word means.\n"
        "game: illuminate@1\n"
        "house: [no-sixes]\n"
        "variants: [shorter]\n"
        "players: [Ann, Ben, Cyd, Dov]  # clockwise\n"
        "setup:\n"
        "  dealer: Cyd  # Who deals the first hand.\n"
        "  roles: {Ann: preacher, Ben: neighbor, Cyd: doctor, Dov: teacher}  # Which role each player holds.\n"
        "events:\n"
        "  # What happened, in order, such as:\n"
        "#   - deal: {Dov: [Mt5:6], Ann: [Lk15:2], Ben: [Lk6:31], Cyd: [Mk1:41]}\n"
        "#   - bids: {Dov: 1, Ann: 0, Ben: 0, Cyd: 1}\n"
        "#   - trick: [Mt5:6, Lk15:2, Lk6:31!, Mk1:41]\n"
        "#     expect: {winner: Ben, score: {Ann: 2, Ben: 0, Cyd: 0, Dov: 0}}\n"
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_to_start_from_is_legal_wherever_it_is_written(game: str) -> None:
    assert run("new", "log", game, "--example", "--out", "friday.yaml") == (0, "", "")
    verdict = referee.judge("friday.yaml")
    assert (verdict.status, verdict.violations) == ("legal", [])


def test_a_recorded_game_with_a_fault() -> None:
    assert run("new", "log", "illuminate", "--example", "unseen-revoke", "--out", "revoke.yaml").code == 0
    assert [fault.rule for fault in referee.judge("revoke.yaml").violations] == ["illuminate/follow-suit"]


def test_a_recorded_game_that_is_not_there() -> None:
    said = run("new", "log", "illuminate", "--example", "monday")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "referee new log: no recorded game of Illuminate is called 'monday'; there are friday, plays-only, points-only, "
        "score-pad, revoke, unseen-revoke (see `referee new log --help`)\n"
    )
    said = run("new", "log", "illuminate", "--example", "--players", "3")
    assert said.err == (
        "referee new log: --example prints a game as it was recorded; give no other option than --out with it "
        "(see `referee new log --help`)\n"
    )


def test_a_house_rule_in_few_lines() -> None:
    assert run("new", "house", "hearts").out == (
        "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how.\n"
        "# A house rule for Hearts. `referee check FILE` says whether it makes sense;\n"
        "# `referee new house hearts --all` lists everything it may change, and what each word means.\n"
        "extends: hearts\n"
        "why: say here why your table plays it this way\n"
        "# Then what is different, each in its section; null removes a key. Now in force:\n"
        "# deal: {next_dealer: left, each: deck // players}\n"
        "# pass: {cards: 3, to: [left, right, across, nobody]}\n"
        "# lead: {by: {holder_of: 2C}}\n"
        "# play:\n"
        "#   follow_suit: true\n"
        "#   if_able:\n"
        "#     open_with: 2C\n"
        "#     first_trick_without: [{suit: H}, QS]\n"
        "#     break_before_leading: {cards: {suit: H}, broken_by: {suit: H}}\n"
        "# trick: {trump: none, grace: none, grace_until: gathered, wins: highest, tie: earliest, clash: last}\n"
        "# count: {hearts: {suit: H}, queen: QS}\n"
        "# define: {moon: hearts == 13 and queen == 1}\n"
        "# scoring:\n"
        "#   cards:\n"
        "#     each: player\n"
        "#     cases: [{when: moon, points: 0}, {when: count(moon) > 0, points: 26}, {points: hearts + 13 * queen}]\n"
        "# end: {winner: lowest, tied: shared, target: 100, when: max(total) >= target}\n"
    )


def test_a_new_file_names_its_schema_from_where_it_lies(tmp_path: Path) -> None:
    assert run("schema", "--copy", "schemas").code == 0
    (tmp_path / "logs" / "autumn").mkdir(parents=True)
    assert run("new", "log", "hearts", "--out", "logs/autumn/friday.yaml").out == ""
    first, *_ = Path("logs/autumn/friday.yaml").read_text(encoding="utf-8").splitlines()
    assert first == "# yaml-language-server: $schema=../../schemas/log.schema.json"
    assert run("validate", "logs/autumn/friday.yaml").code == 0
    assert run("new", "log", "hearts", "--out", "logs/autumn/friday.yaml").err == (
        "referee new log: --out logs/autumn/friday.yaml already exists; name a new file"
        " (see `referee new log --help`)\n"
    )
    assert run("rules", "hearts", "--format", "yaml").out.startswith(
        "# yaml-language-server: $schema=schemas/trick.schema.json\n"
    )


def test_a_schema_of_the_same_name_by_another_program_is_not_named() -> None:
    Path("schemas").mkdir()
    write("schemas/log.schema.json", '{"$id": "https://example.org/log.schema.json"}')
    assert run("new", "log", "hearts").out.startswith("# Editor support: ")


def test_schemas_are_copied_and_refer_to_one_another() -> None:
    names = sorted(rulesets.SCHEMAS)
    assert run("schema", "--copy", "schemas").out == (
        f"{len(names)} schemas written to schemas. A log next to that folder begins with this line:\n"
        "# yaml-language-server: $schema=schemas/log.schema.json\n"
    )
    assert sorted(path.name for path in Path("schemas").iterdir()) == names
    for name in names:
        assert json.loads(Path("schemas", name).read_text(encoding="utf-8")) == rulesets.SCHEMAS[name]
    assert run("schema", "--copy", "club/shapes").out == (
        f"{len(names)} schemas written to club/shapes. A log next to that folder begins with this line:\n"
        "# yaml-language-server: $schema=shapes/log.schema.json\n"
        "`referee new` writes this line itself if the folder is called schemas.\n"
    )
    assert run("schema", "log", "--copy", "schemas").err == (
        "referee schema: --copy writes all schemas; remove log (see `referee schema --help`)\n"
    )
    assert run("schema", "--path", "--copy", "schemas").err == (
        "referee schema: --copy writes all schemas; remove --path (see `referee schema --help`)\n"
    )


def test_a_log_for_too_many_players() -> None:
    assert run("new", "log", "illuminate", "--players", "Ann,Ben,Cyd,Dov,Eve").err == (
        "referee new log: Illuminate is for 2, 3 or 4 players; 5 players are given (see `referee new log --help`)\n"
    )


@FULL
@pytest.mark.parametrize("name", FAMILIES)
def test_a_game_to_start_from_is_sound_and_can_be_played(name: str, full: tuple[str, ...]) -> None:
    text = draft("ruleset", "--family", name, *full)
    write("ours.yaml", text)
    said = run("check", "ours.yaml")
    assert said.code == 0, said.out
    assert run("simulate", "./ours.yaml", "-n", "1", "--out", "game.jsonl").code == 0
    assert run("validate", "game.jsonl", "--trust", "folder").code == 0
    assert schema_of(text).name == family(name).schema


def test_a_game_under_a_name_of_its_own() -> None:
    lines = draft("ruleset", "--family", "trick", "--name", "friday-tricks").splitlines()
    assert {"name: friday-tricks", "title: Friday tricks"} <= set(lines)


def test_a_game_of_a_family_that_is_not_there() -> None:
    assert run("new", "ruleset", "--family", "trik").err == (
        "referee new ruleset: no family is called 'trik'; did you mean 'trick'? (see `referee new ruleset --help`)\n"
    )


def test_a_house_rule_for_what_is_no_game() -> None:
    assert run("new", "house", "tricks").err == (
        "referee new house: tricks is not a game; it is what other rulesets extend (see `referee new house --help`)\n"
    )


def test_schemas_are_listed_printed_and_found() -> None:
    kinds = [line.partition(":")[0] for line in run("schema").out.splitlines()]
    assert kinds == [name.removesuffix(".schema.json") for name in sorted(rulesets.SCHEMAS)]
    assert run("schema", "ruleset").data == rulesets.schema("ruleset.schema.json")
    path = run("schema", "ruleset", "--path").out.rstrip("\n")
    assert Path(path).is_absolute()
    assert json.loads(Path(path).read_text(encoding="utf-8"))["$id"] == "ruleset.schema.json"
    assert run("schema", "--path").out.splitlines() == [
        run("schema", kind, "--path").out.rstrip("\n") for kind in kinds
    ]
    assert run("schema", "rulset").err == (
        "referee schema: no schema is called 'rulset'; did you mean 'ruleset'? (see `referee schema --help`)\n"
    )


def test_a_deck_to_start_from_is_sound_and_played_with() -> None:
    text = draft("deck", "our-cards")
    write("our-cards.yaml", text)
    assert schema_of(text) == Path("schemas/deck.schema.json")
    assert run("check", "our-cards.yaml").out == "our-cards.yaml: sound: our cards, 52 cards in 4 suits\n"
    write("ours.yaml", "extends: oh-hell\nwhy: our cards\ndeck: ./our-cards.yaml\n")
    asked = ("trick", "oh-hell", "Three of Suns", "☀K", "MN", "--house", "ours.yaml", "--trump", "moons")
    assert run(*asked).out.startswith("Player 3 wins with NM."), run(*asked)
    write("our-cards.yaml", uncommented(text).replace("count: 52", "count: 54"))
    assert run("check", "our-cards.yaml").out == "our-cards.yaml: sound: our cards, 54 cards in 4 suits\n"


@pytest.mark.parametrize(("command", "what"), [("deck", "deck"), ("ruleset --family meld --name", "game")])
def test_a_name_that_is_none(command: str, what: str) -> None:
    said = run("new", *command.split(), "Our Own")
    assert (said.code, said.out) == (2, "")
    assert f"no {what} can be called 'Our Own'; write small letters, digits and hyphens, as in our-" in said.err
