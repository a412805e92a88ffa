"""The grammar of typed lines: every form by its example, and the page of the documentation that is made of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from test_docs import keep_block, table

from referee.judging.rules import ruleset_of
from referee.recording.entries import FORMS, KINDS
from referee.recording.recorder import SAYS, Recorder

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "reference" / "lines-at-the-table.md"
FOUR = "players: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n"
HANDS = "{Ann: [2C, 9C, 9D, QD], Ben: [KC, 10C, 2D, 2H], Cyd: [AC, 3D, 7D, 3H], Dov: [3C, 4H, 4D, 6D]}"
WHIST = f"game: whist@1\n{FOUR}position: {{cards: 4, phase: play, leader: Ann, trump: H, hands: {HANDS}}}\n"
ROLES = "{Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}"
GRACE = f"game: illuminate@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{dealer: Dov, roles: {ROLES}}}\n"
CASSINO = "game: cassino@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n"
GIN = "game: gin-rummy@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\n"


class Example(NamedTuple):
    """A line of a form, typed after the lines `before` at the beginning of a log, and the event that it is recorded as, or
    the first line of the answer."""

    pattern: str
    line: str
    head: str
    before: tuple[str, ...]
    then: Any
    detail: str = "plays"


PAD = {"bids": {"Ann": 4, "Ben": 2, "Cyd": 3, "Dov": 3}, "won": {"Ann": 4, "Ben": 3, "Cyd": 3, "Dov": 3}}
TABLE = "deal fields table JC 2S 5S KS"
TRICK = ["Jn12:35", "Mk1:11!", "Jn1:5", "Mt4:17"]
CHOICE = "There are 2 things to choose from; Return alone is enough if there is only one."
EXAMPLES = (
    Example("EVENT", "turn: 2C", f"game: whist@1\n{FOUR}", (), {"turn": "2C"}),
    Example("PLAYER [LINE]", "dov pass", f"game: bridge@1\n{FOUR}", (), {"bid": "pass", "by": "Dov"}),
    Example("", "", f"game: illuminate@1\n{FOUR}", (), CHOICE),
    Example("NUMBER", "2", CASSINO, (TABLE, "AD"), {"play": "stockpile AD make 3 of AD+2S"}),
    Example("MARK [over] [CARD]", "grace", GRACE, ("0 0 0 1", "Mk1:11"), {"grace": "Mk1:11"}),
    Example("MARK [over] [CARD]", "grace over Mk1:11", GRACE, ("0 0 0 1", "Mk1:11 Jn12:35"), {"grace": "Mk1:11"}),
    Example("CARD MARK", "Mk1:11 grace", GRACE, ("0 0 0 1", "Mk1:11 Jn12:35"), {"grace": "Mk1:11"}),
    Example("MOVE", "Q", WHIST, (), {"play": "QD"}),
    Example("MOVE", "#2", WHIST, (), {"play": "9C"}),
    Example("VERB [VALUE]", "rest 0 1 2 1", WHIST, (), {"rest": {"Ann": 0, "Ben": 1, "Cyd": 2, "Dov": 1}}),
    Example("VERB [VALUE]", "rest", WHIST, (), "Rest: say what it was."),
    Example("KEY VALUE", "bids 4 2 3 3 won 4 3 3 3", f"game: spades@1\n{FOUR}", (), {"result": PAD}, "results"),
    Example("MOVES", "2C K A 3", WHIST, (), {"trick": ["2C", "KC", "AC", "3C"]}),
    Example("MOVES", "2C K A", WHIST, (), {"trick": ["2C", "KC", "AC", "3C"]}),
    Example("MOVES", "Mk1:11 grace", GRACE, ("0 0 0 1",), {"play": "Mk1:11!"}),
    Example("MOVES", "Jn12:35 Mk1:11 grace 1:5 Mt4:17", GRACE, ("0 0 0 1",), {"trick": TRICK}),
    Example("HIDDEN", "h 5D", CASSINO, (TABLE,), {"play": "harvest 5D take 5S"}),
    Example("SEVERAL", "9", WHIST, (), "'9' may be any of these; write more of it, or its number:"),
    Example("BARE", "ace of spades", f"game: whist@1\n{FOUR}", (), {"turn": "ace of spades"}),
    Example("MOVES LINE", "stock 2D", GIN, ("6D", "pile KS"), {"discard": "2D"}),
)  # fmt: skip


def test_a_line_of_each_form() -> None:
    assert {example.pattern for example in EXAMPLES} == {form.pattern for form in FORMS}
    for example in EXAMPLES:
        found = Recorder(f"{example.head}events:\n", "friday.yaml", ruleset_of, example.detail)
        for line in example.before:
            found.enter(line)
        answer = found.enter(example.line)
        if isinstance(example.then, str):
            assert answer[0] == example.then
        else:
            assert dict(found.events[-1]) == example.then, answer


def test_the_example_of_a_form_is_one_of_these_or_of_the_tutorial() -> None:
    lines = {example.line for example in EXAMPLES} | {"deal: {Ann: [2C, 3C]}", "Ann pass", "rest 0 1 2 0"}
    assert [form.example for form in FORMS if form.example not in lines] == []


def begun(text: str) -> Recorder:
    return Recorder(f"{text}events:\n", "friday.yaml", ruleset_of, "plays")


def test_over_which_card_is_asked() -> None:
    found = begun(GRACE)
    assert found.enter("grace") == [
        "Grace is said over a card, and none lies on the table; write it behind a card: `CARD grace`."
    ]
    found.enter("0 0 0 1")
    found.enter("Jn12:35 Mk1:11")
    assert found.enter("grace") == [
        "Grace over which card? Write it, or its number:",
        "  1  Jn12:35  12:35 of John",
        "  2  Mk1:11  1:11 of Mark",
    ]
    assert found.enter("2") == ["Recorded: grace Mk1:11."]
    assert found.enter("grace Jn1:5")[0] == (
        "Grace is said over Jn1:5, which is not in the trick on the table (Jn12:35 Mk1:11); it is said over a card of that"
        " trick before the next card is played, or as the card is laid (Jn1:5!). (illuminate/grace-until)"
    )
    assert found.enter("help")[6] == (
        "Grace over a card as it is played: Jn1:5 grace, or Jn1:5!; over one on the table: grace, and you are asked over which."
    )


def test_a_game_without_grace_knows_no_such_word() -> None:
    found = begun(WHIST)
    assert not any("grace" in line for line in found.enter("help"))
    assert found.enter("grace") == [
        "'grace' is nothing that can happen now: Ann must lead to trick 1; `legal` lists what can, `help` how to write it."
        " (whist/order)"
    ]


def test_numbers_alone_never_end_a_hand() -> None:
    found = begun(GRACE)
    assert found.enter("0 0 0 1") == ["Recorded: bids Ann 0, Ben 0, Cyd 0, Dov 1."]
    assert found.enter("0 1 0 0") == ["Numbers alone never end a hand; if that is meant, write `rest 0 1 0 0`."]
    assert len(found.events) == 1
    assert found.enter("rest 0 1 0 0") == [
        "Recorded: rest Ann 0, Ben 1, Cyd 0, Dov 0.",
        "Score: Ann 2, Ben 0, Cyd 2, Dov 0.",
    ]


def test_numbers_of_a_pad_are_asked_about() -> None:
    found = Recorder(f"game: hearts@1\n{FOUR}events:\n", "friday.yaml", ruleset_of, "results")
    assert found.enter("1 2 3 20") == [
        "'1 2 3 20' are numbers of what? Write the word before them, or its number:",
        "  1  score 1 2 3 20",
        "  2  totals 1 2 3 20",
    ]
    assert found.enter("1") == [
        "Recorded: result score Ann 1, Ben 2, Cyd 3, Dov 20.",
        "Score: Ann 1, Ben 2, Cyd 3, Dov 20.",
    ]
    assert found.enter("1 2 3 21")[0].startswith("'1 2 3 21' is nothing that can happen now: ")


def forms() -> str:
    rows = []
    for form in FORMS:
        pattern = f"`{form.pattern}`" if form.pattern else "(nothing)"
        example = f"`{form.example}`" if form.example else ""
        rows.append((pattern, form.says, example))
    return table(("the line", "what it means", "for example"), rows)


def kinds() -> str:
    return table(("word", "what it is"), [(f"`{name}`", kind.says) for name, kind in KINDS.items()])


def commands() -> str:
    return table(("command", "what it does"), [(f"`{word}`", says) for word, says in SAYS.items()])


def test_the_page_has_the_grammar(update_golden: bool) -> None:
    keep_block(PAGE, "forms", forms(), update=update_golden)
    keep_block(PAGE, "kinds", kinds(), update=update_golden)
    keep_block(PAGE, "commands", commands(), update=update_golden)
