"""What people type at first, in an empty folder: it is done, or one line names the command."""

from __future__ import annotations

import re
import shlex

import pytest
from command_runner import LEGAL, run, write

pytestmark = pytest.mark.usefixtures("folder")

LISTED = re.compile(r"name one of .*? \(see")
"""Where a message lists the games there are, which are more every year."""


@pytest.mark.parametrize(
    ("guess", "first"),
    [
        ("help", "Usage: referee [OPTIONS] COMMAND [ARGS]..."),
        ("help trick", "Usage: referee resolve trick [OPTIONS] GAME CARD..."),
        ("list", "big-two  Big Two, 4 players, 8 kinds of combinations, 10 hands"),
        ("start", "referee record: GAME|FILE is missing; name one of … (see `referee record --help`)"),
        (
            "play",
            "referee: `referee record GAME` records your game, `referee resolve play GAME --hand …` says what "
            "may be played (see `referee --help`)",
        ),
        (
            "play illuminate",
            "referee: `referee record GAME` records your game, `referee resolve play GAME --hand …` says what "
            "may be played (see `referee --help`)",
        ),
        ("winner", "referee resolve trick: GAME is missing; name one of … (see `referee resolve trick --help`)"),
        ("winner illuminate Mk1:11 Mk4:2 Lk7:50 Mk1:31", "Player 2 wins with Mk4:2."),
        (
            "who",
            "referee: `referee resolve trick GAME CARD…` says who wins a trick, `referee score LOG` who won a "
            "game (see `referee --help`)",
        ),
        ("who wins hearts 2C 3C 4C 5C", "Player 4 wins with 5C."),
        ("who won", "referee score: LOG is missing (see `referee score --help`)"),
        (
            "undo",
            "referee: `undo` is typed while `referee record FILE` runs; it takes back the last line (see `referee --help`)",
        ),
        (
            "edit",
            "referee: `referee record FILE` goes on with a game; a log is a text file, which any editor changes "
            "(see `referee --help`)",
        ),
        (
            "change",
            "referee: `referee record FILE` goes on with a game, `referee new house GAME` begins a change of the "
            "rules (see `referee --help`)",
        ),
        (
            "lint",
            "referee: `referee check FILE` checks a ruleset or house rule, `referee validate LOG` a log (see "
            "`referee --help`)",
        ),
        ("lint friday.yaml", "friday.yaml:1:1: no such file"),
        (
            "template",
            "referee: `referee new log GAME` writes a log to fill in, `referee new house GAME` a house rule (see "
            "`referee --help`)",
        ),
        (
            "template hearts",
            "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how.",
        ),
        (
            "example",
            "referee: `referee new log GAME` writes an example of a log, `referee explain GAME/RULE` shows those "
            "of a rule (see `referee --help`)",
        ),
        (
            "example hearts",
            "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how.",
        ),
        (
            "copy",
            "referee: `referee new house GAME` begins a house rule, `referee rules GAME --format yaml` writes a "
            "game out (see `referee --help`)",
        ),
        (
            "house",
            "referee: `referee games` lists the house rules of each game, `referee new house GAME` begins one "
            "(see `referee --help`)",
        ),
        ("house hearts", "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."),
        (
            "search",
            "referee explain: [GAME/]RULE|RULING|VARIANT|DOUBT|CARD is missing; name one of … (see `referee "
            "explain --help`)",
        ),
        (
            "search grace-said",
            "grace/grace-said (so also mercy): Must somebody say Grace for a card to count as Grace? No. A card "
            "with its player's own symbol is Grace by itself.",
        ),
        ("lookup maiden", "illimat/The Maiden: Cards may be harvested in the Winter field, wherever it is."),
        ("card", "referee cards: GAME is missing; name one of … (see `referee cards --help`)"),
        ("card illimat river", "card       set    reveal                            claim"),
        (
            "luminary",
            "referee: `referee cards GAME NAME` says what a Luminary does: `referee cards illimat maiden` (see "
            "`referee --help`)",
        ),
        ("luminary maiden", "illimat/The Maiden: Cards may be harvested in the Winter field, wherever it is."),
        (
            "role",
            "referee: `referee explain GAME roles` says what roles do: `referee explain illuminate roles` (see "
            "`referee --help`)",
        ),
        (
            "role doctor",
            "grace/roles (so also mercy): Each player holds one role, and no two players hold the same. The "
            "roles stay where they are for the whole game.",
        ),
        (
            "calc",
            "referee: `referee resolve score GAME …` scores a hand, `referee resolve attack GAME …` works out an "
            "attack (see `referee --help`)",
        ),
        ("calc hearts 2C 3C 4C 5C", "Player 4 wins with 5C."),
        ("points", "referee resolve score: GAME is missing; name one of … (see `referee resolve score --help`)"),
        ("points illuminate --cards 6 --bids 6,0,0,0 --won 5,1,0,0", "            bid    won    points"),
        ("meld", "referee resolve hand: GAME is missing; name one of … (see `referee resolve hand --help`)"),
        ("meld luminars R4 G4 B4 B5 B6 B7 Y7 R1", "23 points."),
        (
            "season",
            "referee: `referee club FOLDER` sums up a season of games, `referee explain GAME season` a season of "
            "a game (see `referee --help`)",
        ),
        ("ratings", "referee club: FOLDER is missing (see `referee club --help`)"),
        ("standings", "referee club: FOLDER is missing (see `referee club --help`)"),
        ("matchpoints", "referee club: FOLDER is missing (see `referee club --help`)"),
        (
            "csv",
            "referee: `referee score LOG --format csv` writes scores as a table, `referee club FOLDER --format "
            "csv` a season (see `referee --help`)",
        ),
        (
            "html",
            "referee: `referee replay LOG --out FILE.html` makes a page of a game, `referee club FOLDER --out …` "
            "of a season (see `referee --help`)",
        ),
        ("view", "referee show: LOG is missing (see `referee show --help`)"),
        (
            "moves",
            "referee: `referee show LOG --legal` lists what may be played, `referee resolve play GAME --hand …` "
            "from one hand (see `referee --help`)",
        ),
        ("random", "referee simulate: GAME is missing; name one of … (see `referee simulate --help`)"),
        ("difference", "referee diff: A is missing; name one of … (see `referee diff --help`)"),
        (
            "difference illuminate no-sixes",
            "- Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at 6 and 12",
        ),
        (
            "serve",
            "referee: `referee docs server` says how a server judges, `referee replay LOG` makes a page that "
            "needs none (see `referee --help`)",
        ),
        (
            "api",
            "referee: `referee docs api` describes what a program may import: `referee.judge(…)` (see `referee --help`)",
        ),
        (
            "bot",
            "referee: `referee docs write-a-bot` says how to write one, `referee simulate GAME` plays at random "
            "(see `referee --help`)",
        ),
        ("judge", "referee validate: LOG is missing (see `referee validate --help`)"),
        ("judge friday.yaml", "friday.yaml:1:1: no such file"),
        ("friday.yaml", "friday.yaml:1:1: no such file"),
        ("show hearts", "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100"),
        (
            "compare hearts spades",
            "- Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100",
        ),
        ("--json games", "{"),
        ("games --json", "{"),
        ('attack illuminati control mafia "loan sharks"', "The Mafia to control Loan Sharks"),
        ('resolve attack illuminati control mafia "loan sharks"', "The Mafia to control Loan Sharks"),
        (
            "explain grace-said",
            "grace/grace-said (so also mercy): Must somebody say Grace for a card to count as Grace? No. A card "
            "with its player's own symbol is Grace by itself.",
        ),
        (
            "explain grace",
            "referee explain: 'grace' is a game (`referee explain grace/` lists its rules) and a rule of "
            "illuminate and mercy (`referee explain illuminate/grace`) (see `referee explain --help`)",
        ),
        (
            "explain illuminate/not-perfect",
            "Variant illuminate/not-perfect: The bids may not add up to the number of cards dealt. Hands of 6 "
            "and 12 cards are exempt.",
        ),
        (
            'explain illimat "The Maiden"',
            "illimat/The Maiden: Cards may be harvested in the Winter field, wherever it is.",
        ),
        ("version", "referee 1.0.0"),
        (
            "deal",
            "referee: `referee simulate GAME -n 1` deals and plays a game at random, `referee record GAME` "
            "records yours (see `referee --help`)",
        ),
        (
            "shuffle",
            "referee: `referee simulate GAME -n 1` deals and plays a game at random; `referee cards GAME` lists "
            "its deck (see `referee --help`)",
        ),
        (
            "print",
            "referee: `referee rules GAME --format html` makes a sheet to print, `referee score LOG` a score "
            "(see `referee --help`)",
        ),
        ("print hearts", "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100"),
        (
            "sheet",
            "referee: `referee rules GAME --format html` makes a sheet of rules, `referee import FILE` reads a "
            "score sheet (see `referee --help`)",
        ),
        ("rulebook", "referee rules: GAME is missing; name one of … (see `referee rules --help`)"),
        ("rulebook hearts", "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100"),
        ("learn", "referee rules: GAME is missing; name one of … (see `referee rules --help`)"),
        (
            "tutorial",
            "referee: `referee docs record-tonight` is a first evening, `referee docs a-game-from-nothing` a "
            "first game (see `referee --help`)",
        ),
        ("history", "referee replay: LOG is missing (see `referee replay --help`)"),
        (
            "hint",
            "referee: `referee show LOG --legal` lists what may be played at the end of a log (see `referee --help`)",
        ),
        ("stats", "referee club: FOLDER is missing (see `referee club --help`)"),
        ("leaderboard", "referee club: FOLDER is missing (see `referee club --help`)"),
        ("league", "referee club: FOLDER is missing (see `referee club --help`)"),
        (
            "log",
            "referee: `referee record GAME` records a game, `referee new log GAME` writes a log to fill in (see "
            "`referee --help`)",
        ),
        (
            "init",
            "referee: `referee new house GAME` begins a house rule, `referee new log GAME` a log (see `referee --help`)",
        ),
        ("save", "referee record: GAME|FILE is missing; name one of … (see `referee record --help`)"),
        ("open", "referee replay: LOG is missing (see `referee replay --help`)"),
        ("convert", "referee import: FILE is missing (see `referee import --help`)"),
        (
            "format",
            "referee: `referee schema log` says what a log may hold, `--format` chooses the form of an answer "
            "(see `referee --help`)",
        ),
        (
            "test",
            "referee: `referee check FILE` runs the examples of a ruleset, `referee validate LOG` judges a log "
            "(see `referee --help`)",
        ),
        (
            "ruling",
            "referee explain: [GAME/]RULE|RULING|VARIANT|DOUBT|CARD is missing; name one of … (see `referee "
            "explain --help`)",
        ),
        (
            "faq",
            "referee: `referee docs limits` says what is not known, `referee explain GAME` lists what can be "
            "explained (see `referee --help`)",
        ),
        (
            "dispute",
            "referee: `referee explain GAME RULE` settles a question of rules, `referee validate LOG` one about "
            "a game (see `referee --help`)",
        ),
        ("foul", "referee validate: LOG is missing (see `referee validate --help`)"),
        ("legal", "referee show: LOG is missing (see `referee show --help`)"),
        (
            "variants",
            "referee: `referee games` lists the variants of each game, `referee rules GAME` explains them (see "
            "`referee --help`)",
        ),
        (
            "variants illuminate",
            "Illuminate, 2–4 players, 12 hands of 1–12 cards, exact bids, Grace must be said, all-or-nothing at 6 and 12",
        ),
        (
            "house-rules",
            "referee: no command is called 'house-rules'; did you mean 'house rules'? it is `referee games` (see "
            "`referee --help`)",
        ),
        ("vaildate", "referee: no command is called 'vaildate'; did you mean 'validate'? (see `referee --help`)"),
        ("JUDGE", "referee validate: LOG is missing (see `referee validate --help`)"),
        ("“winner” hearts 2C 3C 4C 5C", "Player 4 wins with 5C."),
        ('odds illuminati control mafia "loan sharks"', "The Mafia to control Loan Sharks"),
        ("deck hearts", "card    suit      rank"),
        (
            "why",
            "referee: `referee validate LOG` says why a move is not legal, `referee explain GAME/RULE` what the "
            "rule is (see `referee --help`)",
        ),
        ("list games", "big-two  Big Two, 4 players, 8 kinds of combinations, 10 hands"),
        (
            "hearts",
            "referee: hearts is a game; `referee rules hearts` says its rules, `referee resolve hearts …` "
            "answers a question (see `referee --help`)",
        ),
        (
            "rules --diff",
            "referee rules: there is no option --diff; `referee diff` is a command (see `referee rules --help`)",
        ),
        (
            "xyzzy",
            "referee: no command is called 'xyzzy'; `referee explain WORD` looks a word up in the rules (see "
            "`referee --help`)",
        ),
        ("resolve winner hearts 2C 3C 4C 5C", "Player 4 wins with 5C."),
        (
            "is this legal",
            "referee: `referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a "
            "game (see `referee --help`)",
        ),
        (
            "can i play Mk1:11",
            "referee: `referee resolve play GAME --hand …` says what may be played, `referee validate LOG` judges a "
            "game (see `referee --help`)",
        ),
        ("hearts winner 2C 3C 4C 5C", "Player 4 wins with 5C."),
        ("hearts rules", "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100"),
        ("setup hearts", "Hearts, 4 players, hands of 13 cards, 3 cards passed, the lowest total wins, to 100"),
        (
            "shuffling hearts",
            "referee: no command is called 'shuffling'; `referee explain hearts shuffling` looks it up in the rules "
            "(see `referee --help`)",
        ),
        (
            "roles grace",
            "grace/roles: Each player holds one role, and no two players hold the same. The roles stay where they "
            "are for the whole game.",
        ),
        (
            "trump",
            "referee: `referee rules GAME` says all rules, `referee explain GAME RULE` one: "
            "`referee explain hearts pass` (see `referee --help`)",
        ),
        (
            "pass hearts",
            "hearts/pass: Before play everybody passes three cards, without having seen the cards that come back, to "
            "the left in the first hand, to the right in the second, across in the third, and to nobody in the "
            "fourth, and so on.",
        ),
        (
            "new hearts",
            "referee new: hearts is a game; `referee new house hearts` begins a change of its rules, `referee new "
            "log hearts` a log to fill in (see `referee new --help`)",
        ),
        (
            "create game",
            "referee: `referee new ruleset FAMILY` begins a game of your own, `referee docs a-game-from-nothing` "
            "shows how (see `referee --help`)",
        ),
        (
            "house rule hearts",
            "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how.",
        ),
        ("demo hearts", "# Editor support: `referee lsp`, or the schemas; `referee schema --copy schemas` says how."),
        (
            "record tonight.yaml",
            "referee record: there is no tonight.yaml yet; `referee record GAME tonight.yaml` begins it (see "
            "`referee record --help`)",
        ),
        (
            "rename friday.yaml Ann Bob",
            "referee: `rename OLD NEW` is typed while `referee record FILE` runs; in a text editor any log can "
            "be changed (see `referee --help`)",
        ),
        ("quit", "referee: `quit` is typed while `referee record FILE` runs (see `referee --help`)"),
        (
            "json",
            "referee: `--format json` prints an answer as JSON, `referee schema` lists the forms of the files (see "
            "`referee --help`)",
        ),
        (
            "website",
            "referee: `referee replay LOG` makes a page of a game for any browser, `referee club FOLDER --out …` of "
            "a season (see `referee --help`)",
        ),
        (
            "settings",
            "referee: `referee docs change-a-rule` describes referee.yaml, in which a folder keeps its rules and "
            "options (see `referee --help`)",
        ),
        (
            "engine",
            "referee: `referee docs api` describes what a program may import: `referee.judge(…)` (see `referee --help`)",
        ),
        ("scorecard friday.yaml", "friday.yaml:1:1: no such file"),
        (
            "new game",
            "referee new: `referee new ruleset FAMILY` begins a game of your own, `referee docs "
            "a-game-from-nothing` shows how (see `referee new --help`)",
        ),
    ],
)
def test_a_first_guess_is_done_or_named_in_one_line(guess: str, first: str) -> None:
    said = run(*shlex.split(guess))
    if said.code == 2:
        assert said.out == ""
        assert said.err.count("\n") == 1
    answer = said.out or said.err
    assert LISTED.sub("name one of … (see", answer.split("\n")[0]).rstrip() == first


def test_who_won_a_file_is_its_score() -> None:
    write("friday.yaml", LEGAL)
    assert run("winner", "friday.yaml").out == run("score", "friday.yaml").out


GRACE_SAID = "Must somebody say Grace for a card to count as Grace?"


def test_a_name_without_a_game_is_looked_up_in_all_of_them() -> None:
    assert run("explain", "grace-said").out.splitlines() == [
        f"grace/grace-said (so also mercy): {GRACE_SAID} No. A card with its player's own symbol is Grace by itself.",
        f"illuminate/grace-said: {GRACE_SAID} Yes. A card that nobody said Grace over is an ordinary card.",
    ]
    found = run("explain", "grace-said", "--json").data["found"]
    assert [each["rule"] for each in found] == ["grace/grace-said", "illuminate/grace-said", "mercy/grace-said"]
    assert {each["kind"] for each in found} == {"ruling"}
    assert run("explain", "moon-26-off").out == run("explain", "hearts/moon-26-off").out
    assert run("explain", "“The Maiden”").out == run("explain", "illimat/The Maiden").out


def test_a_game_and_a_rule_of_one_name_are_told_apart() -> None:
    asked = run("explain", "grace")
    assert (asked.code, asked.out) == (2, "")
    assert run("explain", "grace/").out.startswith("grace/order: ")
    assert run("explain", "illuminate/grace").out.startswith("illuminate/grace: ")


def test_a_variant_is_explained_by_what_it_changes() -> None:
    assert run("explain", "hearts/moon-26-off").out.splitlines() == [
        "Variant hearts/moon-26-off: Whoever takes all the points takes 26 off instead of giving 26 to everybody else.",
        "Source: an option of Hearts",
        "With it: cards, each player, when moon applies: -26 points.",
        "It is played with `--variant moon-26-off`, or in a log with `variants: [moon-26-off]`.",
    ]


def test_a_card_is_explained_with_its_text_and_source() -> None:
    said = run("explain", "illimat", "The Maiden").out.splitlines()
    assert said[:2] == [
        "illimat/The Maiden: Cards may be harvested in the Winter field, wherever it is.",
        "Source: publisher's rules, first edition, page 15",
    ]
    assert run("explain", "illimat", "maiden", "--json").data["cards"][0]["source"] == said[1].removeprefix("Source: ")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (
            "xyzzy",
            "referee explain: no game, rule or card is called 'xyzzy'; `referee games` lists the games, "
            "`referee explain GAME` the rules of one (see `referee explain --help`)\n",
        ),
        (
            "follow-siut",
            "referee explain: no game, rule or card is called 'follow-siut'; did you mean 'follow-suit'? "
            "(see `referee explain --help`)\n",
        ),
        ("hearst", "no game or house rule is called 'hearst'; did you mean 'hearts'?\n"),
    ],
)
def test_a_name_that_nothing_has(name: str, message: str) -> None:
    assert run("explain", name).err == message


@pytest.mark.parametrize("name", ["friday.yml", "friday", "firday.yaml", "friday.json"])
def test_a_file_beside_it_with_nearly_the_same_name_is_offered(name: str) -> None:
    write("friday.yaml", LEGAL)
    said = run("validate", name)
    assert said.out == f"{name}:1:1: no such file; did you mean friday.yaml?\n{name}: not judged: 1 complaint\n"
    assert run("friday.yaml").out == run("validate", "friday.yaml").out


def test_two_games_are_compared_by_their_rules() -> None:
    assert run("compare", "hearts", "spades") == run("diff", "hearts", "spades")


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ("games --json", "games --format json"),
        ("--json games", "games --format json"),
        ("cards hearts --csv", "cards hearts --format csv"),
        ("show hearts", "rules hearts"),
        ("show hearts --json", "rules hearts --format json"),
        (
            "attack illuminati control mafia loan sharks",
            "resolve attack illuminati control --attacker mafia --target 'loan sharks'",
        ),
        ("resolve trick illuminate Mt22 Mk1:11", "resolve trick illuminate Mt22:37 Mk1:11"),
        (
            "resolve trick illuminate “Mk1:11” mk1:31 --roles “ann=Doctor,ben=TEACHER”",
            "resolve trick illuminate Mk1:11 Mk1:31 --roles ann=doctor,ben=teacher",
        ),
        (
            "resolve score spades --bids “3,4,2,4” --won ‘3,4,2,4’",
            "resolve score spades --bids 3,4,2,4 --won 3,4,2,4",
        ),
    ],
)
def test_a_short_form_is_the_whole(command: str, written: str) -> None:
    assert run(*shlex.split(command)) == run(*shlex.split(written))


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("resolve attack illuminati control", "referee resolve attack: --attacker is missing; name one of … (see "),
        ("resolve attack illuminati control mafia", "referee resolve attack: --target is missing; name one of … (see "),
        (
            "resolve attack illuminati control mafia cia --target cia",
            "referee resolve attack: 'cia' is the target, and so is --target cia; name it once (see ",
        ),
        (
            "show hearts --format dot",
            "referee show: --format: 'dot' is not one of 'text', 'json', 'markdown', 'svg', 'html' (see ",
        ),
        ("resolve trick illuminate Mt Mk1:11", "referee resolve trick: 'Mt' is not a card of the Illuminate deck"),
    ],
)
def test_what_is_missing_or_doubled_is_said(command: str, message: str) -> None:
    assert LISTED.sub("name one of … (see", run(*shlex.split(command)).err).startswith(message)
