"""The recorder, line by line: what is understood, what is refused, and every message."""

from __future__ import annotations

import pytest

from referee.core.places import Unjudgeable
from referee.judging.judge import judge
from referee.judging.log import parse_log
from referee.judging.rules import ruleset_of
from referee.play.simulate import draw_of
from referee.recording.answers import rule
from referee.recording.recorder import Recorder

FOUR = "players: [Ann, Ben, Cyd, Dov]\nsetup: {dealer: Dov}\n"
MIDDLE = f"""\
# A hand of Whist that has been dealt.
game: whist@1
{FOUR}\
events:
  # Hand 1
  - deal:
      Ann: [2C, 5C, 9C, JC, KC, 5D, 8D, JD, 5H, 9H, 10H, 2S, 6S]
      Ben: [8C, 10C, QC, 2D, 9D, 10D, 2H, 8H, KH, 3S, 5S, 10S, JS]
      Cyd: [6C, AC, 3D, 7D, QD, KD, AD, 3H, 6H, JH, QH, 9S, KS]
      Dov: [3C, 4C, 7C, 4D, 6D, 4H, 7H, AH, 4S, 7S, 8S, QS, AS]  # his last card is trump
  - turn: AS
"""


def recorder(text: str, detail: str | None = None) -> Recorder:
    return Recorder(text, "friday.yaml", ruleset_of, detail)


def dealt() -> Recorder:
    """Whist, dealt: Ann leads; Cyd has two Clubs, Dov no Jack and no King."""
    return recorder(MIDDLE)


def unseen(game: str = "whist@1") -> Recorder:
    return recorder(f"game: {game}\n{FOUR}events:\n", "plays")


def last(found: Recorder) -> object:
    return dict(found.events[-1])


def test_an_event_is_told_and_written() -> None:
    found = dealt()
    assert found.status() == ["Ann must lead to trick 1. Legal: 2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S"]
    assert found.enter("2C") == ["Recorded: play 2C."]
    assert found.status() == ["On the table: 2C. Ben must play to trick 1. Legal: 8C 10C QC"]
    assert found.text == f"{MIDDLE}  - play: 2C\n"


@pytest.mark.parametrize(
    "entry",
    [
        "2C Q A 7",
        "2c q a 7",
        "2C QC AC 7C",
        "trick 2C QC AC 7C",
        "trick: [2C, QC, AC, 7C]",
        "{trick: [2C, QC, AC, 7C]}",
        "2C, Q, A, 7",
    ],
)
def test_a_trick_in_a_line(entry: str) -> None:
    found = dealt()
    assert found.enter(entry) == ["Recorded: trick 2C QC AC 7C.", "Cyd won the trick with AC."]
    assert found.text == f"{MIDDLE}  - trick: [2C, QC, AC, 7C]\n"


@pytest.mark.parametrize(
    ("entry", "card"),
    [("k", "KC"), ("10", "10H"), ("T", "10H"), ("1", "10H"), ("#3", "9C"), ("Ten of Hearts", "10H"), ("Ann K", "KC")],
)
def test_ways_to_name_a_card(entry: str, card: str) -> None:
    found = dealt()
    found.enter(entry)
    assert last(found) == ({"play": card, "by": "Ann"} if "Ann" in entry else {"play": card})


def test_the_only_legal_card_needs_return_alone() -> None:
    found = dealt()
    assert found.enter("") == ["There are 13 things to choose from; Return alone is enough if there is only one."]
    found.enter("KC Q 6 3")
    found.enter("9C 8 A 4")
    assert found.status() == ["Cyd must lead to trick 3. Legal: 3D 7D QD KD AD 3H 6H JH QH 9S KS"]
    found.enter("9S A 6 10")
    found.enter("7C J")
    assert found.status() == ["On the table: 7C JC. Ben must play to trick 4. Legal: 10C"]
    assert found.enter("") == ["Recorded: play 10C."]


def test_several_cards_that_fit_are_listed_by_numbers() -> None:
    found = dealt()
    assert found.enter("5") == [
        "'5' may be any of these; write more of it, or its number:",
        "  1  5C  Five of Clubs",
        "  2  5D  Five of Diamonds",
        "  3  5H  Five of Hearts",
    ]
    assert found.enter("2") == ["Recorded: play 5D."]


def test_what_the_rules_forbid_is_told_and_not_written() -> None:
    found = dealt()
    found.enter("2C Q")
    assert found.enter("?") == ["Nothing has been refused since the last event."]
    assert found.enter("3D") == [
        "Cyd played 3D on a Clubs lead, holding 6C AC. (whist/follow-suit)",
        "Legal here: 6C AC.",
        "Nothing was recorded. Write what was meant, `?` for the rule or `stands REASON` to record it as it was played.",
    ]
    assert found.text == f"{MIDDLE}  - play: 2C\n  - play: QC\n"
    why = found.enter("?")
    assert why[0] == "Cyd played 3D on a Clubs lead, holding 6C AC."
    assert why[1].startswith("whist/follow-suit: ")
    assert found.enter("stands") == ["Say why the table let it stand: `stands seen too late`."]
    assert found.enter("stands seen too late") == ["Recorded: play 3D, which stands: seen too late."]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"
    assert found.enter("stands again") == [
        "Nothing has been refused since the last event, so there is nothing to let stand."
    ]


def test_what_cannot_have_happened_cannot_stand() -> None:
    found = dealt()
    assert found.enter("AS") == [
        "Ann played AS, which is not in that hand, holding 2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S; Dov holds it. (whist/hand)",
        "Nothing was recorded. Write what was meant, `?` for the rule.",
    ]
    assert found.enter("stands so what") == ["That cannot have happened, so it cannot stand."]


def test_of_a_line_nothing_is_written_where_one_card_is_refused() -> None:
    found = dealt()
    assert found.enter("2C Q 3D 7")[0] == "Cyd played 3D on a Clubs lead, holding 6C AC. (whist/follow-suit)"
    assert found.text == MIDDLE
    assert found.enter("stands we saw it late") == [
        "Recorded: play 2C; play QC; play 3D, which stands: we saw it late.",
        "Recorded: play 7C.",
        "Ben won the trick with QC.",
    ]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"


def test_what_is_nothing_here() -> None:
    found = dealt()
    assert found.enter("xyz") == [
        "'xyz' is nothing that can happen now: Ann must lead to trick 1; `legal` lists what can, `help` how to write it. "
        "(whist/order)"
    ]
    assert found.enter("2C Q xyz") == [
        "After 2C QC, 'xyz' is nothing that can happen: Cyd must play to trick 1. (whist/order)"
    ]
    unheld = "Cyd played 5C, which is not in that hand, holding 6C 3D 7D QD KD AD 3H 6H JH QH 9S KS; Ann holds it. (whist/hand)"
    assert found.enter("2C Q A 7 5") == [unheld, "Nothing was recorded. Write what was meant, `?` for the rule."]
    assert found.enter("?")[0] == unheld.removesuffix(" (whist/hand)")
    assert found.enter("KC 8 A 4 K") == [
        "After KC 8C AC 4C, 'K' may be any of these; write more of it:",
        "  1  KD  King of Diamonds",
        "  2  KS  King of Spades",
    ]
    assert found.enter("play: [1") == ["Expected ',' or ']' in the list that begins on line 1, not the end."]
    assert found.enter("bid: 3") == [
        "A bid is written, but Ann must lead to trick 1. (whist/order)",
        "Nothing was recorded. Write what was meant, `?` for the rule.",
    ]
    assert found.text == MIDDLE


def test_an_event_that_is_none_of_this_game() -> None:
    found = dealt()
    assert found.enter("playy: 5C") == ["Unknown verb 'playy'; did you mean 'play'?", "Nothing was recorded."]


def test_undo_and_redo() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events:\n", "plays")
    assert found.enter("undo") == ["There is nothing to undo."]
    assert found.enter("redo") == ["There is nothing to redo."]
    assert found.enter("back") == ["There is nothing to look back at."]
    found = dealt()
    found.enter("2C Q A 7")
    found.enter("3D")
    assert found.enter("undo 2") == ["Taken back: play 3D; trick 2C QC AC 7C. `redo` restores it."]
    assert found.text == MIDDLE
    assert found.enter("redo") == ["Recorded: trick 2C QC AC 7C.", "Cyd won the trick with AC."]
    assert found.enter("redo 5") == ["Recorded: play 3D."]
    assert found.enter("undo 0") == ["Write a number of events: `undo 3`."]
    found.enter("undo 99")
    assert found.text == MIDDLE[: MIDDLE.index("  - deal:")]
    found.enter("redo 99")
    assert parse_log(found.text, "x.yaml").items == [
        *parse_log(MIDDLE, "x.yaml").items,
        {"trick": ["2C", "QC", "AC", "7C"]},
        {"play": "3D"},
    ]


def test_an_event_after_an_undo_ends_what_can_be_redone() -> None:
    found = dealt()
    found.enter("2C")
    found.enter("undo")
    found.enter("5C")
    assert found.enter("redo") == ["There is nothing to redo."]


def test_looking_back() -> None:
    found = dealt()
    found.enter("2C")
    found.enter("Q")
    told = found.enter("back 2")
    assert "Next: Ann must lead to trick 1." in told[0]
    assert told[1] == "Since then: play 2C; play QC."
    assert found.enter("back 2 3") == ["Write a number of events: `back 3`."]


def test_another_name_for_a_player() -> None:
    found = dealt()
    assert found.enter("rename") == ["Write `rename OLD NEW`; the players are Ann, Ben, Cyd and Dov."]
    assert found.enter("rename Ann Ben") == ["There is a Ben already."]
    assert found.enter("rename Ann Mary Ann") == ["Ann is called Mary Ann now."]
    assert found.status()[0].startswith("Mary Ann must lead")
    assert "      Mary Ann: [2C, 5C" in found.text
    assert found.enter("rename Mary Ann to no") == ["Mary Ann is called no now."]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"
    found = recorder(f"game: whist@1\n{FOUR}note: Ann\nevents:\n")
    assert found.enter("rename Ann Eve") == ["Ann is called Eve now."]
    assert found.enter("rename Eve Cyd, Dov] {x") == ["Eve is called Cyd, Dov] {x now."]
    assert '"Cyd, Dov] {x"' in found.text
    found = recorder("game: whist@1\nplayers: ['Ann', \"Be\\u006E\", Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n")
    assert found.enter("rename Ben Eve") == ["Ben cannot be called Eve here; change the file with an editor."]


@pytest.mark.parametrize(
    "line", ["rename ann Eve", "rename “Ann” “Eve”", "rename 'ANN' to \"Eve\"", "rename „Ann“ Eve"]
)
def test_a_player_named_carelessly_gets_another_name(line: str) -> None:
    found = dealt()
    assert found.enter(line) == ["Ann is called Eve now."]
    assert found.status()[0].startswith("Eve must lead")


def test_a_name_that_two_players_may_mean_is_not_guessed() -> None:
    found = recorder("game: whist@1\nplayers: [ann, ANN, Cyd, Dov]\nsetup: {dealer: Dov}\nevents:\n")
    assert found.enter("rename Ann Eve") == ["Write `rename OLD NEW`; the players are ann, ANN, Cyd and Dov."]
    assert found.enter("rename ANN Eve") == ["ANN is called Eve now."]


def test_quitting_says_how_to_continue_where_the_events_do_not_show_it() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events:\n", "results")
    assert found.enter("quit") == [
        "0 events recorded in friday.yaml; Dov must deal hand 1.",
        "Continue with `referee record friday.yaml --detail results`.",
    ]
    found = unseen()
    found.enter("2C")
    assert len(found.enter("quit")) == 1


def test_questions_about_the_game() -> None:
    found = dealt()
    assert found.enter("legal")[:3] == [
        "Ann must lead to trick 1.",
        "  #1   2C  Two of Clubs",
        "  #2   5C  Five of Clubs",
    ]
    found.enter("2C")
    assert found.enter("legal all")[:2] == ["Ben must play to trick 1.", "Legal: 8C 10C QC"]
    assert found.enter("show")[0].startswith("Hand 1")
    assert found.enter("score")[0] == "Score"
    assert found.enter("help")[0].startswith("Write what happens")
    assert found.enter("quit") == ["3 events recorded in friday.yaml; Ben must play to trick 1."]
    assert found.done


def test_completion_has_legal_cards_with_their_names() -> None:
    found = dealt()
    found.enter("2C")
    assert list(found.choices())[:3] == [("8C", "Eight of Clubs"), ("10C", "Ten of Clubs"), ("QC", "Queen of Clubs")]
    assert found.toolbar() == "Ben must play to trick 1   Ann 0, Ben 0, Cyd 0, Dov 0"


def test_a_deal_is_typed_hand_by_hand() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events: []\n")
    assert found.status() == ["Dov must deal hand 1.", "The cards of Ann?"]
    assert found.enter("2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S") == []
    assert found.status() == ["The cards of Ben?"]
    assert found.enter("8C 10C QC 2D 9D 10D 2H 8H KH 3S 5S 10S JS") == []
    assert found.enter("Dov: 3C 4C 7C 4D 6D 4H 7H AH 4S 7S 8S QS AS") == []
    assert found.status() == ["The cards of Cyd?"]
    assert found.enter("Cyd XX") == ["'XX' is not a card here; cards are written like 2C and AS. (whist/deck)"]
    told = found.enter("6C AC 3D 7D QD KD AD 3H 6H JH QH 9S")
    assert told[0] == "Cyd is dealt 12 cards; in hand 1 everybody gets 13. (whist/deal)"
    assert found.status() == ["The cards of Cyd?"]
    told = found.enter("Cyd 6C AC 3D 7D QD KD AD 3H 6H JH QH 9S KS")
    assert told[0].startswith("Recorded: deal Ann 2C 5C")
    assert found.status() == ["The turned-up card is next."]
    assert found.enter("AS") == ["Recorded: turn AS."]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"


def test_a_hand_of_a_deal_may_be_taken_back_before_the_others_are_typed() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events: []\n")
    found.enter("2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S")
    assert found.enter("undo") == ["Taken back: Ann 2C 5C 9C JC KC 5D 8D JD 5H 9H 10H 2S 6S."]
    assert found.status() == ["Dov must deal hand 1.", "The cards of Ann?"]
    assert found.enter("undo") == ["There is nothing to undo."]


def test_hands_that_nobody_saw() -> None:
    found = unseen("hearts@1")
    assert found.status() == ["The first lead is next."]
    assert found.enter("Dov 2C 4 J T") == ["Recorded: Dov trick 2C 4C JC 10C.", "Ben won the trick with JC."]
    assert found.enter("4S 8 3 7") == ["Recorded: trick 4S 8S 3S 7S.", "Cyd won the trick with 8S."]
    assert found.status() == ["Cyd must lead to trick 3."]
    assert found.enter("7S")[0] == "Cyd played 7S, which Ann has played to trick 2 of this hand already. (hearts/hand)"


@pytest.mark.parametrize("entry", ["1 0 1 0", "bids 1 0 1 0", "bids 1, 0, 1, 0"])
def test_bids_in_order(entry: str) -> None:
    found = unseen("spades@1")
    assert found.enter(entry) == ["Recorded: bids Ann 1, Ben 0, Cyd 1, Dov 0."]
    assert [dict(item) for item in found.events] == [{"bids": {"Ann": 1, "Ben": 0, "Cyd": 1, "Dov": 0}}]


def test_calls_of_an_auction() -> None:
    found = unseen("bridge@1")
    assert found.enter("1S pass 2S pass") == ["Recorded: bids 1S pass 2S pass."]
    assert found.enter("4S") == ["Recorded: bid 4S."]
    assert found.enter("pa pa pa") == ["Recorded: bids pass pass pass."]
    assert unseen("bridge@1").enter("pass pass 1S") == ["Recorded: bids pass pass 1S."]
    euchre = recorder(f"game: euchre@1\n{FOUR}events:\n  - turn: 9H\n", "plays")
    assert euchre.enter("pass H alone")[0].startswith("After pass H")
    found = unseen("bridge@1")
    assert found.enter("bids 1NT pass 1C")[0] == "Ben bid 1C, not higher than the 1NT of Dov. (bridge/higher)"
    assert found.enter("bids 1NT pass 2C Stayman") == ["Recorded: bids 1NT, pass, 2C Stayman."]


def test_an_attack_in_one_line_that_fails() -> None:
    head = """\
game: illuminati@1
players: [Ann, Ben, Cyd]
setup:
  illuminati: {Ann: The Discordian Society, Ben: The Gnomes of Zurich, Cyd: The Servants of Cthulhu}
  uncontrolled: [Trekkies, Yuppies, Empty Vee, S.M.O.F.]
  first: Ann
events:
  - income: 8
  - draw: Tabloids
"""
    assert recorder(head).enter("attack: {control: Trekkies, with: The Discordian Society, roll: [6, 4]}") == [
        "Recorded: attack control Trekkies, with The Discordian Society, roll 6 4.",
        "10 was rolled, 8 or less was needed: the attempt to control Trekkies fails.",
    ]


def test_what_a_harvest_takes_and_how_the_box_turns() -> None:
    head = """\
game: illimat@1
players: [Ann, Ben]
position:
  turn: Ann
  fields: {Summer: [Kwi], Spring: [5wi, 2sp], Winter: [], Autumn: []}
  hands: {Ann: [Kau, 5sp, 2au, 4au], Ben: [3au, 6sp, 7sp, 8sp]}
  stock: 20
events:
"""
    assert recorder(head).enter("harvest Kau take Kwi @near left") == [
        "Recorded: play harvest Kau take Kwi @near left.",
        "Ann takes Kau Kwi.",
        "The box turns: Summer is Autumn now, Spring is Summer now, Winter is Spring now and Autumn is Winter now.",
        "The Autumn field is cleared.",
    ]


def test_the_last_trick_plays_itself_at_return() -> None:
    hands = "{Ann: [2C, 3C], Ben: [4C, AS], Cyd: [5C, 5D], Dov: [6C, 7C]}"
    head = f"game: whist@1\n{FOUR}position: {{cards: 2, phase: play, leader: Ann, trump: H, hands: {hands}}}\nevents:\n"
    found = recorder(head, "deals")
    assert found.enter("") == ["There are 2 things to choose from; Return alone is enough if there is only one."]
    assert found.enter("3") == ["Recorded: play 3C."]
    assert found.enter("") == ["Recorded: play 4C; play 5C."]
    assert found.enter("7") == ["Recorded: play 7C.", "Dov won the trick with 7C."]
    assert found.enter("")[:2] == ["Recorded: trick 6C 2C AS 5D.", "Dov won the trick with 6C."]


def test_what_the_second_hand_scored() -> None:
    found = recorder(f"game: spades@1\n{FOUR}events:\n", "results")
    found.enter("bids 4 2 3 3 won 4 3 3 3")
    assert found.enter("bids 4 2 3 3 won 4 3 3 3")[1:] == [
        "Scored: Ann 70, Ben 51, Cyd 70, Dov 51. Score: Ann 140, Ben 102, Cyd 140, Dov 102."
    ]


def test_a_score_pad() -> None:
    found = recorder(f"game: spades@1\n{FOUR}events:\n", "results")
    assert found.status()[0] == (
        "Dov must deal hand 1. Write the result as it is on the pad, with the numbers of Ann, Ben, Cyd and Dov in that order,"
        " for example:"
    )
    assert found.enter("bids 4 2 3 3 won 4 3 3 3") == [
        "Recorded: result bids Ann 4, Ben 2, Cyd 3, Dov 3, won Ann 4, Ben 3, Cyd 3, Dov 3.",
        "Score: Ann 70, Ben 51, Cyd 70, Dov 51.",
    ]
    assert last(found) == {
        "result": {"bids": {"Ann": 4, "Ben": 2, "Cyd": 3, "Dov": 3}, "won": {"Ann": 4, "Ben": 3, "Cyd": 3, "Dov": 3}}
    }


def test_the_end_of_a_game() -> None:
    found = recorder("game: whist@1\n" + FOUR + "events:\n", "results")
    told = found.enter("result won 13 0 0 0")
    assert told[-1] == "The game is over; Ann and Cyd won."
    assert found.status() == ["The game is over; `quit` puts it down."]
    assert found.enter("quit") == ["1 event recorded in friday.yaml."]


def test_comments_and_layout_are_kept() -> None:
    text = """\
# Mine
game:   whist@1   # the game
players: [Ann, Ben, Cyd, Dov]
events:

    # first
    - result: {won: {Ann: 7, Ben: 6}}   # close
    # more to come
note: |
  a
  b
setup: {dealer: Dov}
"""
    found = recorder(text)
    found.enter("result won 6 7 0 0")
    more = "    # more to come\n"
    assert found.text == text.replace(more, f"{more}    - result: {{won: {{Ann: 6, Ben: 7, Cyd: 0, Dov: 0}}}}\n")
    found.enter("undo")
    assert found.text == text
    found.enter("undo")
    assert "    # more to come\n" in found.text
    assert "result" not in found.text


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        (f"game: whist@1\n{FOUR}events: [{{turn: AS}}]\n", "friday.yaml",
         "friday.yaml:4:9: these events are not a list with a line for each, so no line can be added to them"),
        ('{"game": "whist@1", "players": ["Ann", "Ben", "Cyd", "Dov"]}', "friday.json",
         "friday.json:1:1: a game is recorded into a YAML file; name one that ends in .yaml"),
        (f"{MIDDLE}  - play: 2C\n  - play: 2D\n", "friday.yaml",
         "friday.yaml:14:11: whist/follow-suit: Ben played 2D on a Clubs lead, holding 8C 10C QC"),
        (f"{MIDDLE}  - playy: 2C\n", "friday.yaml", "friday.yaml:13:5: unknown verb 'playy'; did you mean 'play'?"),
    ],
)  # fmt: skip
def test_logs_that_cannot_be_gone_on_with(text: str, path: str, message: str) -> None:
    with pytest.raises(Unjudgeable) as no:
        Recorder(text, path, ruleset_of)
    assert str(no.value.complaints[0]) == message


def test_an_attack_with_money_and_dice() -> None:
    head = """\
game: illuminati@1
players: [Ann, Ben, Cyd]
setup:
  illuminati: {Ann: The Discordian Society, Ben: The Gnomes of Zurich, Cyd: The Servants of Cthulhu}
  uncontrolled: [Trekkies, Yuppies, Empty Vee, S.M.O.F.]
  first: Ann
events:
"""
    found = recorder(head)
    assert found.enter("") == ["Recorded: income."]
    assert found.enter("") == ["Draw: say what it was, like `draw American Autoduel Association`."]
    assert found.enter("draw Tabloids") == ["Recorded: draw Tabloids."]
    assert found.enter("control Tre") == ["Recorded: attack control Trekkies, with The Discordian Society."]
    under_way = "Ann's attack on Trekkies is under way: money, then the roll."
    assert found.status() == [f"{under_way} Roll (8 or less, 26 in 36)."]
    assert found.enter("roll") == ["Roll: say what it was, like `roll 7`."]
    assert found.enter("spend 2") == ["Recorded: spend The Discordian Society 2."]
    assert found.status() == [f"{under_way} Roll (10 or less, 33 in 36)."]
    assert found.enter("oppose Cyd 4") == ["Recorded: oppose Cyd 4."]
    assert found.status() == [f"{under_way} Roll (6 or less, 15 in 36)."]
    assert found.enter("roll 2 3") == [
        "Recorded: roll 2 3.",
        "5 was rolled, 6 or less was needed: the attempt to control Trekkies succeeds.",
        "Score: Ann 2, Ben 1, Cyd 1.",
    ]
    assert found.enter("1") == ["Recorded: capture arrow top."]  # the first of the list, not `1–8 MB`
    found.enter("undo")
    assert found.enter("capture onto the to") == ["Recorded: capture arrow top."]
    assert found.enter("end the turn") == ["Recorded: end."]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"


ROLES = "setup: {dealer: Ann, roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}}"
CONTRACT = "position: {phase: play, dealer: Dov, trump: S, contract: 250, declarer: Ann}"


@pytest.mark.parametrize(
    ("game", "head", "entry"),
    [
        ("contract-rummy", "position: {turn: Ann, phase: discard, dealer: Dov, pile: [4D]}", "lay KD KH KS, 7C 7D 7S"),
        ("pinochle", CONTRACT, "Dov declares pinochle"),
        ("illuminate", ROLES, "deal Ben Mk7:14, Cyd Mt4:17, Dov Lk7:50, Ann Mt12:49"),
    ],
)
def test_what_is_offered_or_told_may_be_typed(game: str, head: str, entry: str) -> None:
    detail = "deals" if entry.startswith("deal") else "plays"
    found = recorder(f"game: {game}@1\nplayers: [Ann, Ben, Cyd, Dov]\n{head}\nevents:\n", detail)
    assert found.enter(entry) == [f"Recorded: {entry.replace('declares', 'declare')}."]


def test_harvests_are_offered_by_number() -> None:
    head = """\
game: cassino@1
players: [Ann, Ben]
setup: {dealer: Ben}
events:
"""
    found = recorder(head)
    assert found.enter("deal fields table 5C 3C 2D 8D hands Ann 5S KH 9C 4H, Ben AC 2S 6D 7H")[0].startswith(
        "Recorded: deal"
    )
    found.enter("harvest 5S")
    assert found.enter("legal")[1] == "  #1  sow 9C"  # `2` would be a Two
    assert found.enter("#1")[0] == "Recorded: play sow 9C."  # and not the first harvest, which was offered before
    found.enter("undo")
    told = found.enter("harvest 5S")
    assert told[0] == "'harvest 5S' may be any of these; write more of it, or its number:"
    assert found.enter("1")[0] == f"Recorded: play {told[1].split(maxsplit=1)[1]}."


CHANGELING = """\
game: illimat@1
players: [Ann, Ben]
position:
  turn: Ann
  fields: {{Summer: [{summer}], Spring: [4sp], Winter: [Ksp], Autumn: [9sp]}}
  hands: {hands}
  luminaries: {{Summer: The Changeling}}
  okus: {{box: 0}}
events:
"""


@pytest.mark.parametrize(
    "entry",
    [
        "swap 6su Ksp 5su 4sp",
        "swap 6su for Ksp, 5su for 4sp",
        "swap 6su=Ksp 5su=4sp",
        "swap 6su Ksp, 5su 4sp",
        "swap: {6su: Ksp, 5su: 4sp}",
    ],
)
def test_swaps_in_one_line(entry: str) -> None:
    found = recorder(CHANGELING.format(summer="7au", hands="{Ann: [7su, 6su, 5su]}"), "plays")
    found.enter("harvest 7su take 7au @Summer")
    assert found.enter(entry) == ["Recorded: swap 6su Ksp, 5su 4sp."]


def test_the_next_player_s_card_is_enough_while_a_draw_that_is_not_recorded_is_due() -> None:
    found = recorder(CHANGELING.format(summer="7au, 3sp", hands="{}"), "plays")
    found.enter("harvest 7su take 7au @Summer")
    assert found.enter("2sp") == [
        "'2sp' may be any of these; write more of it, or its number:",
        "  1  sow 2sp @Summer",
        "  2  sow 2sp @Spring",
        "  3  sow 2sp @Winter",
        "  4  stockpile 2sp make 5 of 2sp+3sp @Summer",
        "  5  stockpile 2sp make 11 of 2sp+9sp @Autumn",
    ]
    assert found.enter("1") == ["Recorded: Ben play sow 2sp @Summer."]


def test_draws_discards_and_melds() -> None:
    found = recorder("game: gin-rummy@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n", "plays")
    assert found.enter("6D") == ["Recorded: face_up 6D."]
    assert found.status() == ["Ann must take a card. Legal: pile nothing"]
    assert found.enter("p") == ["Recorded: take pile."]
    assert found.enter("KS") == ["Recorded: discard KS."]
    assert found.enter("stock") == ["Recorded: take stock."]
    assert found.enter("2D") == ["Recorded: discard 2D."]
    assert found.enter("turn pile 9C") == ["Recorded: turn pile 9C."]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"


def test_what_has_to_be_written_out() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events:\n", "plays")
    assert found.enter("") == ["The turned-up card is next; there is nothing to choose from, so write it."]
    assert found.enter("legal") == ["The turned-up card is next. There is no list of what may come."]
    assert found.enter("{}")[0].startswith(
        "An event has exactly one verb; this one has none (verbs: deal, turn, rest, "
    )


def test_a_score_pad_of_a_game_without_tricks() -> None:
    found = recorder("game: gin-rummy@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n", "results")
    assert found.status()[0].startswith("Ben must deal round 1. Write the result as it is on the pad, ")


def test_a_name_of_several_words_says_who_did_it() -> None:
    found = dealt()
    found.enter("rename Ann Mary Ann")
    assert found.enter("mary ann: KC") == ["Recorded: Mary Ann play KC."]
    assert last(found) == {"play": "KC", "by": "Mary Ann"}


def test_a_line_need_not_name_the_cards_that_end_a_trick_when_nobody_has_a_choice() -> None:
    hands = "{Ann: [2C, 3C], Ben: [4C, AC], Cyd: [5C, 5D], Dov: [6C, 7D]}"
    head = f"game: whist@1\n{FOUR}position: {{cards: 2, phase: play, leader: Ann, trump: H, hands: {hands}}}\nevents:\n"
    assert recorder(head, "deals").enter("3 A") == ["Recorded: trick 3C AC 5C 6C.", "Ben won the trick with AC."]


def gospels() -> Recorder:
    roles = "{Ann: doctor, Ben: neighbor, Cyd: preacher}"
    head = f"game: grace@1\nplayers: [Ann, Ben, Cyd]\nsetup: {{dealer: Cyd, roles: {roles}}}\n"
    return recorder(f"{head}events:\n  - bids: {{Ann: 3, Ben: 2, Cyd: 3}}\n", "plays")


@pytest.mark.parametrize(
    ("entry", "cards"),
    [
        ("Jn11:25 1 3", ["Jn11:25", "Jn1:5", "Jn3:2"]),  # 1 is the first chapter, though there is a Jn11:35
        ("Mt14:14 4 16:21", ["Mt14:14", "Mt4:17", "Mt16:21"]),
    ],
)
def test_pieces_of_cards_with_two_numbers(entry: str, cards: list[str]) -> None:
    found = gospels()
    found.enter(entry)
    assert last(found) == {"trick": cards}


def test_an_initial_is_no_name() -> None:
    found = unseen("whist@1")
    assert found.enter("ace of spades") == ["Recorded: turn ace of spades."]
    assert found.enter("a 9S")[0].startswith("'a 9S' ")


@pytest.mark.parametrize(("game", "number"), [("whist", 1), ("spades", 0), ("mercy", 0)])
def test_what_is_offered_for_unseen_hands_always_leaves_something_to_play(game: str, number: int) -> None:
    roles = "roles: {Ann: doctor, Ben: neighbor, Cyd: preacher, Dov: teacher}, " if game == "mercy" else ""
    head = f"game: {game}@1\nplayers: [Ann, Ben, Cyd, Dov]\nsetup: {{{roles}dealer: Dov}}\nevents:\n"
    before = {"whist": "  - turn: 2H\n", "spades": "  - bids: {Ann: 3, Ben: 3, Cyd: 3, Dov: 3}\n", "mercy": ""}[game]
    here, draw = recorder(head + before, "plays").here, draw_of(number, 0)
    hand = here.game.score(here.state)[0]["hands"]
    while here.game.score(here.state)[0]["hands"] == hand:
        legal = here.legal_options
        assert legal, here.options.doing
        here = here.after(legal[draw(len(legal))].item)


def test_a_card_taken_unseen_and_a_discard_in_one_line() -> None:
    found = recorder("game: gin-rummy@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n", "plays")
    found.enter("6D")
    assert found.enter("pile KS") == ["Recorded: take pile; discard KS."]
    assert found.enter("stock 2D") == ["Recorded: take stock; discard 2D."]


def test_a_card_of_another_deck_among_those_dealt() -> None:
    found = recorder("game: scopa@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n", "plays")
    assert found.enter("AC 7D 4S KH") == ["'KH' is not a card here; cards are written like AB and KS. (scopa/deck)"]


def test_a_rank_that_the_player_does_not_hold_is_refused_with_the_rule() -> None:
    found = dealt()
    found.enter("2C")
    unheld = "Ben played 6C, which is not in that hand, holding 8C 10C QC 2D 9D 10D 2H 8H KH 3S 5S 10S JS; Cyd holds it"
    assert found.enter("6")[0] == f"{unheld}. (whist/hand)"
    assert found.enter("?")[0] == f"{unheld}."


def test_what_was_not_understood_is_said_again() -> None:
    found = dealt()
    [said] = found.enter("xyz")
    assert found.enter("?") == [said, *rule(found.rules, "order")]
    assert found.enter("?") == ["Nothing has been refused since the last event."]


def test_the_lines_of_a_score_pad_are_shown_once() -> None:
    found = recorder(f"game: whist@1\n{FOUR}events:\n", "results")
    assert len(found.status()) > 1
    found.enter("xyz")
    assert len(found.status()) == 1


PLAYED = ("2C K A 3", "7D 4D 9D 2D", "9C 10C 3D 4H", "")
"""Four tricks of whist with four cards each; in the third Ann leads the Nine that she may have played to the first."""
LAST_FOUR = f"""\
game: whist@1
{FOUR}position:
  cards: 4
  phase: play
  leader: Ann
  trump: H
  hands: {{Ann: [2C, 9C, 9D, QD], Ben: [KC, 10C, 2D, 2H], Cyd: [AC, 3D, 7D, 3H], Dov: [3C, 4H, 4D, 6D]}}
events:
"""


def four_tricks() -> Recorder:
    found = recorder(LAST_FOUR)
    for line in PLAYED:
        found.enter(line)
    return found


def test_an_earlier_event_is_corrected() -> None:
    found = recorder(f"game: spades@1\n{FOUR}events:\n", "plays")
    found.enter("1 0 1 0")
    found.enter("2C 3 4 5")
    assert found.enter("change 1 bids 1 0 2 0") == [
        "Event 1 was bids Ann 1, Ben 0, Cyd 1, Dov 0, and is now bids Ann 1, Ben 0, Cyd 2, Dov 0."
    ]
    assert found.enter("change 2 2C 3 4 KC") == ["Event 2 was trick 2C 3C 4C 5C, and is now trick 2C 3C 4C KC."]
    assert [dict(item) for item in found.events] == [
        {"bids": {"Ann": 1, "Ben": 0, "Cyd": 2, "Dov": 0}},
        {"trick": ["2C", "3C", "4C", "KC"]},
    ]
    assert found.enter("undo") == ["Taken back: the change; all is as it was before it."]
    assert last(found) == {"trick": ["2C", "3C", "4C", "5C"]}


def test_which_event_is_to_be_changed() -> None:
    assert recorder(LAST_FOUR).enter("change") == ["Write the number of an event and what it was: `change 5 bid 2`."]
    listed = [
        "Write the number of an event and what it was: `change 5 bid 2`.",
        "  1  trick 2C KC AC 3C",
        "  2  trick 7D 4D 9D 2D",
        "  3  trick 9C 10C 3D 4H",
        "  4  trick 6D QD 2H 3H",
    ]
    for line in ("change", "change 2"):
        assert four_tricks().enter(line) == listed
    for number in ("0", "5", "999", "two"):
        first = f"There is no event {number}; write the number of one of these, and what it was:"
        assert four_tricks().enter(f"change {number} 2C") == [first] + listed[1:]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("end", "Write `quit` for 'end': end the recording; `referee record FILE` continues it."),
        ("players", "Write `show` for 'players': the table."),
        ("Winner", "Write `score` for 'winner': the score pad."),
        (
            "fix 2 9C",
            "Write `change` for 'fix': correct an earlier event: `change 5 bid 2`; `change` lists them with their numbers.",
        ),
    ],
)
def test_other_words_for_a_command_name_it(typed: str, answer: str) -> None:
    found = four_tricks()
    before = found.text
    assert found.enter(typed) == [answer]
    assert found.text == before


def test_what_no_longer_fits_waits() -> None:
    found = four_tricks()
    before = found.text
    assert found.enter("change 1 9C K A 3") == [
        "Event 1 was trick 2C KC AC 3C, and is now trick 9C KC AC 3C.",
        "Event 3, trick 9C 10C 3D 4H, no longer fits: Ann played 9C, which Ann has played to trick 1 of this hand already."
        " (whist/hand)",
        "Write what was right in its place, then `redo 2`; or `undo` takes the change back.",
    ]
    assert found.text == (
        f"{LAST_FOUR}  - trick: [9C, KC, AC, 3C]\n  - trick: [7D, 4D, 9D, 2D]\n"
        "  # waits: - trick: [9C, 10C, 3D, 4H]\n  # waits: - trick: [6D, QD, 2H, 3H]\n"
    )
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"
    assert found.enter("redo") == [
        "Ann played 9C, which Ann has played to trick 1 of this hand already. (whist/hand)",
        "Nothing was recorded. Write what was meant, `?` for the rule.",
    ]
    assert found.enter("undo") == ["Taken back: the change; all is as it was before it."]
    assert found.text == before


def test_what_waits_comes_after_what_was_right_in_its_place() -> None:
    found = four_tricks()
    found.enter("change 1 9C K A 3")
    assert found.enter("2C 10 3D 4H") == ["Recorded: trick 2C 10C 3D 4H.", "Dov won the trick with 4H."]
    assert found.enter("quit")[0] == (
        "3 events recorded in friday.yaml, and behind them in comments those that still wait: trick 6D QD 2H 3H; "
        "Dov must lead to trick 4."
    )
    assert found.enter("redo 2") == ["Recorded: trick 6D QD 2H 3H.", "Cyd won the trick with 3H."]
    assert found.text == (
        f"{LAST_FOUR}  - trick: [9C, KC, AC, 3C]\n  - trick: [7D, 4D, 9D, 2D]\n  - trick: [2C, 10C, 3D, 4H]\n"
        "  - trick: [6D, QD, 2H, 3H]\n"
    )


def test_what_was_undone_survives_a_change() -> None:
    found = four_tricks()
    found.enter("undo 2")
    assert len(found.enter("change 2 7D 4 Q 2D")) == 1
    assert found.enter("redo 2") == [
        "Recorded: trick 9C 10C 3D 4H.",
        "Dov won the trick with 4H.",
        "Ann played QD, which Ann has played to trick 2 of this hand already. (whist/hand)",
        "Nothing was recorded. Write what was meant, `?` for the rule.",
    ]
    assert found.enter("")[0] == "Recorded: trick 6D 9D 2H 3H."


def test_what_no_longer_can_have_happened_cannot_stand() -> None:
    found = recorder(LAST_FOUR)
    for line in ("2C K A 3", "3D 4D 9D 2D", "9C 10C 7D 4H"):
        found.enter(line)
    told = found.enter("change 1 2C 10 A 3")
    assert told[1] == (
        "Event 3, trick 9C 10C 7D 4H, no longer fits: Ben played 10C, which Ben has played to trick 1 of this hand already."
        " (whist/hand)"
    )
    assert told[2] == "Write what was right in its place, then `redo 1`; or `undo` takes the change back."
    assert found.enter("stands so what") == ["That cannot have happened, so it cannot stand."]


def test_a_correction_must_fit_where_it_stands() -> None:
    found = four_tricks()
    before = found.text
    assert found.enter("change 1 9") == ["'9' may be 9C or 9D there; write more of it."]
    assert found.enter("change 1 2C 10 A 4D") == [
        "Dov played 4D on a Clubs lead, holding 3C. (whist/follow-suit)",
        "Legal here: 3C.",
        "Nothing was recorded. Write what was meant, `?` for the rule.",
    ]
    assert found.enter("change 2 xyz") == [
        "'xyz' is nothing that can happen now: Cyd must lead to trick 2; `legal` lists what can, `help` how to write it."
        " (whist/order)"
    ]
    assert found.text == before


def test_a_change_keeps_comments_notes_and_who_did_it() -> None:
    head = f"game: hearts@1\n{FOUR}events:\n"
    later = "    by: Dov\n    note: late\n  # trick 2\n  - trick: [4S, 8S, 3S, 7S]\n"
    text = f"{head}  # hand 1\n  - trick: [2C, 4C, JC, 10C]\n{later}"
    found = recorder(text, "plays")
    assert found.enter("change 1 2C 5 J 10") == [
        "Event 1 was Dov trick 2C 4C JC 10C, and is now Dov trick 2C 5C JC 10C."
    ]
    assert found.text == f"{head}  # hand 1\n  - trick: [2C, 5C, JC, 10C]\n{later}"


def test_a_new_name_reaches_what_waits() -> None:
    found = recorder(f"game: spades@1\n{FOUR}events:\n", "plays")
    found.enter("1 0 1 0")
    found.enter("undo")
    found.enter("rename Ann Eve")
    assert found.enter("redo") == ["Recorded: bids Eve 1, Ben 0, Cyd 1, Dov 0."]


def test_a_card_that_nobody_remembers() -> None:
    found = recorder(LAST_FOUR)
    assert found.enter("2C ?") == ["Recorded: trick 2C ? AC 3C."]
    assert found.text == f'{LAST_FOUR}  - trick: [2C, "?", AC, 3C]\n'
    assert found.enter("?") == ["Nothing has been refused since the last event."]
    assert found.enter("7D 4") == ["Recorded: play 7D; play 4D."]
    assert found.enter("? 2") == ["Recorded: play ?; play 2D."]
    assert found.status() == ["Ann must lead to trick 3. Legal: 9C 9D QD"]
    assert found.enter("9C 2H") == [
        "However it is meant, this is illegal: either Ben played 2H on a Clubs lead, holding KC; or Ben played 2H on a Clubs"
        " lead, holding 10C. (whist/follow-suit)",
        "Nothing was recorded. Write what was meant, `?` for the rule or `stands REASON` to record it as it was played.",
    ]
    assert judge(parse_log(found.text, "friday.yaml")).status == "legal"


def test_a_card_that_nobody_remembers_lies_on_the_table() -> None:
    found = unseen("hearts@1")
    assert found.enter("Dov 2C ?") == ["Recorded: Dov play 2C; play ?."]
    assert found.status()[0].startswith("On the table: 2C ?. Ben must play to trick 1.")
    assert found.enter("5C 6C") == ["Recorded: play 5C; play 6C."]
    assert found.enter("play ?") == ["Recorded: play ?."]
    assert "A card that nobody remembers is ? among others: 2C ? A 3; alone, play ?." in found.enter("help")


def test_in_games_without_tricks_a_card_is_remembered() -> None:
    found = recorder("game: cassino@1\nplayers: [Ann, Ben]\nsetup: {dealer: Ben}\nevents:\n", "plays")
    found.enter("JC 2S 5S KS")
    assert not any("remembers" in line for line in found.enter("help"))
    assert found.enter("play ?")[0] == (
        "'?' is not a move; write sow CARD, harvest CARD take … or stockpile CARD make N of …. (cassino/notation)"
    )
