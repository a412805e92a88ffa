"""Where findings of the conspiracy family stand in a log: at the event, the key, the name that they are about."""

from __future__ import annotations

import pytest

from referee.judging.judge import judge
from referee.judging.log import make_log
from referee.source import parse

HEAD = """\
game: illuminati
players: [Ann, Ben, Cyd]
position:
  structures: {Ann: {illuminati: Bavarian, money: 30}, Ben: {illuminati: Gnomes, money: 9}}
  uncontrolled: [Moonies, KKK]
  phase: PHASE
events:
"""
RICH = "{Texas: {on: {Gnomes: right}, money: 3}, CIA: {on: {Texas: right}, money: 1}}"
"""Groups of Ben with money that cannot be halved."""


def told(events: str, phase: str = "act", *, money: bool = False) -> list[str]:
    """Everything that is said about a log of which these events begin on line 8, as 'line:column message'."""
    head = HEAD.replace("PHASE", phase)
    if money:
        head = head.replace("money: 9}", f"money: 9, groups: {RICH}}}")
    verdict = judge(make_log(parse(head + events, "log.yaml")))
    findings = [(one.line, one.column, one.message) for one in verdict.findings]
    complaints = [(one.place.line, one.place.column, one.message) for one in verdict.complaints]
    return [f"{line}:{column} {message}" for line, column, message in findings + complaints]


def test_a_special_that_nobody_named_is_doubted_where_it_came() -> None:
    assert told("  - draw: special\n  - end: true\n", "draw") == [
        "8:5 the log does not name every Special in Ann's hand; write them in `draw:` (event 1)"
    ]
    gift = "  - draw: special\n  - give: {to: Ben, specials: [special]}\n"
    assert told(gift, "draw") == [
        "9:5 the log does not name every Special in Ben's hand; write them in `draw:` (event 2)"
    ]
    assert told("  - draw: special\n  - special: Slush Fund\n", "draw") == []


def test_a_card_that_interferes_is_named_at_its_key() -> None:
    attack = "  - attack: {control: Moonies, with: Bavarian}\n"
    said = "nobody here is called 'Hollywood'; the players are Ann, Ben, Cyd"
    assert told(f"{attack}  - oppose:\n      Cyd: 1\n      Hollywood: 2\n") == [f"11:7 {said}"]
    assert told("  - attack:\n      control: Moonies\n      with: Bavarian\n      oppose:\n        Hollywood: 2\n") == [
        f"12:9 {said}"
    ]
    assert told(f"{attack}  - support:\n      Cyd: 1\n      Eve: 2\n") == [
        "11:7 nobody here is called 'Eve'; the players are Ann, Ben, Cyd"
    ]


def test_a_name_in_a_step_of_an_attack_on_one_line_is_pointed_at() -> None:
    spend = "      spend:\n        Bavaria: 1\n        Holywood: 2\n"
    assert told(f"  - attack:\n      control: Moonies\n      with: Bavarian\n{spend}") == [
        "13:19 'Holywood' is not an Illuminati card or a group in this game; did you mean 'Hollywood'?"
    ]


def test_money_is_pointed_at_by_whatever_name_the_log_gives_the_card() -> None:
    attack = "  - attack: {control: Moonies, with: Bavarian}\n"
    assert told(f"{attack}  - spend:\n      bavarian: 31\n") == [
        "10:17 The Bavarian Illuminati has 30 MB and cannot spend 31"
    ]
    assert told("  - income:\n      collects: 9\n      upkeep:\n        kkk: Bavarian\n", "income") == [
        "11:14 KKK costs Ann nothing"
    ]


def test_a_card_stands_once_in_a_map() -> None:
    attack = "  - attack: {control: Moonies, with: Bavarian}\n"
    assert told(f"{attack}  - spend:\n      Bavarian: 2\n      The Bavarian Illuminati: 3\n") == [
        "11:32 The Bavarian Illuminati is written twice, as 'Bavarian' and as 'The Bavarian Illuminati'"
    ]


def test_an_unsettled_rule_is_told_at_the_roll_that_it_bears_on() -> None:
    attack = "  - attack: {control: Texas, with: Bavarian}\n  - spend: {Bavarian: 20}\n"
    said = (
        "Is captured money halved card by card or as one sum? Taken here: each (Card by card, rounded down for each); "
    )
    said += "to judge otherwise write `ruling: {captured-money: total}` (event 3)"
    for after in ("", "  - end: true\n"):
        assert told(f"{attack}  - roll: 2\n{after}", money=True) == [f"10:5 {said}"]


def test_a_player_where_a_card_should_be() -> None:
    attack = "  - attack: {control: Moonies, with: Bavarian, spend: {Ann: 3}}\n"
    said = "Ann is a player, not a card; the Illuminati card of Ann is The Bavarian Illuminati"
    assert told(attack) == [f"8:61 {said}"]
    assert told("  - attack: {control: Moonies, with: Ann}\n") == [f"8:38 {said}"]


@pytest.mark.parametrize(
    ("details", "there", "said"),
    [
        ("play: Bribery, group: Texas, onto: {Bavarian: top}", "Texas",
         "Bribery takes an uncontrolled group; Texas is not uncontrolled"),
        ("play: Bribery, group: KKK, onto: {Gnomes: top}", "{Gnomes",
         "Bribery cannot put KKK on The Gnomes of Zurich, which is not Ann's"),
        ("play: Computer Espionage, group: Trekkies", "Trekkies",
         "Computer Espionage counts money on the table; Trekkies is not there, it is in the deck"),
        ("play: Media Campaign, group: KKK", "KKK",
         "Media Campaign brings a destroyed group back; KKK is not destroyed"),
        (
            "play: White Collar Crime, treasuries: {Bavarian: 31}",
            "{Bavarian",
            "White Collar Crime moves 30 MB and 5 from the bank between these cards, but they would have 31 MB afterwards",
        ),
    ],
)  # fmt: skip
def test_a_detail_of_a_special_is_pointed_at(details: str, there: str, said: str) -> None:
    card = details.partition(": ")[2].partition(",")[0]
    line = f"  - special: {{{details}}}"
    head = HEAD.replace("PHASE", "act").replace("  uncontrolled:", f"  specials: {{Ann: [{card}]}}\n  uncontrolled:")
    verdict = judge(make_log(parse(f"{head}{line}\n", "log.yaml")))
    assert [(one.column, one.message) for one in verdict.violations] == [(line.index(there) + 1, said)]


IN_EVERY_PLACE = (
    "attack: {control: Xyzzy, with: Bavarian}",
    "attack: {control: Moonies, with: Xyzzy}",
    "attack: {control: Moonies, with: Bavarian, aid: [Xyzzy]}",
    "attack: {control: Moonies, with: Bavarian, privilege: Xyzzy}",
    "attack: {destroy: Moonies, with: Bavarian, special: Xyzzy}",
    "attack: {control: Moonies, with: Bavarian, spend: {Xyzzy: 1}}",
    "attack: {control: Moonies, with: Bavarian, support: {Xyzzy: 1}}",
    "attack: {control: Moonies, with: Bavarian, oppose: {Xyzzy: 1}}",
    "attack: {control: Moonies, with: Bavarian, roll: 2, capture: {arrow: top, places: {Xyzzy: top}}}",
    "spend: {Xyzzy: 1}",
    "special: Xyzzy",
    "special: {play: Xyzzy}",
    "special: {play: Bribery, group: Xyzzy, onto: {Bavarian: top}}",
    "special: {play: Bribery, group: KKK, onto: {Xyzzy: top}}",
    "special: {play: White Collar, treasuries: {Xyzzy: 1}}",
    "special: {play: Computer, player: Xyzzy}",
    "special: {play: Secrets, cancels: Xyzzy}",
    "abolish: [Bribery, Xyzzy]",
    "transfer: {from: Xyzzy, to: Bavarian, amount: 1}",
    "transfer: {from: Bavarian, to: Xyzzy, amount: 1}",
    "move: {group: Xyzzy, onto: {Bavarian: top}}",
    "move: {group: KKK, onto: {Xyzzy: top}}",
    "move: {group: KKK, onto: {Bavarian: top}, places: {Xyzzy: top}}",
    "give: {to: Xyzzy, money: 1}",
    "give: {to: Ben, specials: [Xyzzy]}",
    "give: {to: Ben, group: Xyzzy, onto: {Gnomes: top}}",
    "give: {to: Ben, group: KKK, onto: {Xyzzy: top}}",
    "give: {to: Ben, group: KKK, onto: {Gnomes: top}, places: {Xyzzy: top}}",
    "give: {to: Ben, group: KKK, onto: {Gnomes: top}, frees: [Xyzzy]}",
    "give: {to: Ben, money: 1, for: {specials: [Xyzzy]}}",
    "give: {to: Ben, money: 1, for: {group: Xyzzy, onto: {Bavarian: top}}}",
    "give: {to: Ben, money: 1, for: {group: KKK, onto: {Xyzzy: top}}}",
    "drop: Xyzzy",
    "redistribute: {Xyzzy: 1}",
    "rearrange: {Xyzzy: {Bavarian: top}}",
    "rearrange: {KKK: {Xyzzy: top}}",
    "align: {group: Xyzzy, add: Weird}",
    "align: {group: KKK, add: Xyzzy}",
    "align: {group: KKK, reverse: Weird, to: Xyzzy}",
    "buy: Xyzzy",
    "reveal: Xyzzy",
    "accuse: {player: Xyzzy, illuminati: Gnomes}",
    "accuse: {player: Ben, illuminati: Xyzzy}",
    "drop: KKK, expect: {money: {Xyzzy: 1}}",
    "drop: KKK, expect: {owner: {Xyzzy: Ann}}",
    "drop: KKK, expect: {turn: Xyzzy}",
    "drop: KKK, expect: {winners: Xyzzy}",
    "drop: KKK, expect: {totals: {Xyzzy: 1}}",
)
"""Items with a name in them that nobody and nothing has."""


@pytest.mark.parametrize("item", IN_EVERY_PLACE)
def test_a_name_that_nothing_has_is_pointed_at_wherever_it_is_written(item: str) -> None:
    line = f"  - {{{item}}}"
    named = line.index("Xyzzy")
    columns = {named + 1, named + len("Xyzzy: ") * line[named:].startswith("Xyzzy: ") + 1}
    head = HEAD.replace("PHASE", "act").replace("uncontrolled: [Moonies, KKK]", "uncontrolled: [Moonies]")
    head = head.replace("money: 30", "money: 30, groups: {KKK: {on: {Bavarian: right}}}")
    verdict = judge(make_log(parse(f"{head}{line}\n", "log.yaml")))
    found = [(one.line, one.column, one.message) for one in verdict.violations]
    found += [(one.place.line, one.place.column, one.message) for one in verdict.complaints]
    [(row, column, _)] = found
    assert row == 8 and column in columns, found
    assert "'Xyzzy'" in found[0][2]


BY = {
    "income": "{}", "draw": "Trekkies", "attack": "{control: Moonies, with: Bavarian}", "call_off": "true", "roll": "7",
    "capture": "{}", "transfer": "{from: Bavarian, to: KKK, amount: 1}", "move": "{group: KKK, onto: {Bavarian: top}}",
    "drop": "KKK", "pass": "true", "redistribute": "{}", "rearrange": "{}", "align": "{group: KKK, add: Weird}",
    "buy": "Trekkies", "end": "true", "refill": "Trekkies", "accuse": "{player: Cyd, illuminati: Network}",
}  # fmt: skip
"""What only the player does whose turn it is."""
OF_ANYBODY = {
    "special": "Slush Fund", "give": "{to: Ann, money: 1}", "reveal": "Network", "leave": "true", "spend": "{Gnomes: 1}",
    "support": "{Ben: 1}", "oppose": "{Ben: 1}", "abolish": "[Bribery]",
}  # fmt: skip
"""What anybody may do whom the log names."""


@pytest.mark.parametrize("verb", [*BY, *OF_ANYBODY])
def test_who_does_it_is_the_one_who_errs(verb: str) -> None:
    for who in ("Ben", "Cyd"):
        head = HEAD.replace("PHASE", "act").replace("events:", "  out: [Cyd]\nevents:")
        line = f"  - {{{verb}: {({**BY, **OF_ANYBODY})[verb]}, by: {who}}}"
        verdict = judge(make_log(parse(f"{head}{line}\n", "log.yaml")))
        found = [(one.rule.partition("/")[2], one.player, one.column) for one in verdict.violations]
        by = line.index(who, line.index("by:")) + 1
        if who == "Cyd":
            assert found == [("players", "Cyd", by)], found
        elif verb in BY:
            assert found == [("turn", "Ben", by)], found
        else:
            assert all(player in ("Ben", None) and rule != "turn" for rule, player, _ in found), found


OWNED = """\
game: illuminati
players: [Ann, Ben, Cyd]
position:
  structures:
    Ann: {illuminati: Bavarian, money: 9, groups: {KKK: {on: {Bavarian: right}}, Lasers: {on: {Bavarian: top}}}}
    Ben: {illuminati: Gnomes, money: 9, groups: {Texas: {on: {Gnomes: right}}, Moonies: {on: {Gnomes: top}}}}
  uncontrolled: [Feminists, Hollywood]
events:
"""


@pytest.mark.parametrize(
    ("item", "there", "rule", "who"),
    [
        ("transfer: {from: Texas, to: KKK, amount: 1}", "Texas", "turn", "Ann"),
        ("transfer: {from: KKK, to: Texas, amount: 1}", "Texas", "turn", "Ann"),
        ("move: {group: Texas, onto: {Bavarian: left}}", "Texas", "turn", "Ann"),
        ("move: {group: KKK, onto: {Texas: top}}", "{Texas", "turn", "Ann"),
        ("move: {group: KKK, onto: {Bavarian: top}}", "{Bavarian", "arrow", "Ann"),
        ("move: {group: KKK, onto: {Bavarian: left}, places: {Lasers: top}}", "top}}", "overlap", "Ann"),
        ("drop: Texas", "Texas", "turn", "Ann"),
        ("rearrange: {Texas: {Bavarian: left}}", "{Bavarian", "turn", "Ann"),
        ("give: {to: Ben, group: Feminists, onto: {Gnomes: left}}", "Feminists", "turn", "Ann"),
        ("give: {to: Ben, group: KKK, onto: {Lasers: top}}", "{Lasers", "turn", "Ben"),
        ("give: {to: Ben, group: KKK, onto: {Gnomes: top}}", "{Gnomes", "arrow", "Ben"),
        ("give: {to: Ben, group: KKK, onto: {Gnomes: left}, frees: [Feminists]}", "Feminists", "turn", "Ben"),
        ("give: {to: Ben, money: 1, for: {group: Feminists, onto: {Bavarian: left}}}", "Feminists", "turn", "Ben"),
        ("give: {to: Ben, money: 1, for: {group: Moonies, onto: {Texas: top}}}", "{Texas", "turn", "Ann"),
        ("give: {to: Ben, money: 1, for: {group: Moonies, onto: {Bavarian: top}}}", "{Bavarian", "arrow", "Ann"),
        ("align: {group: Texas, reverse: Violent, to: Weird}", "Weird", "powers", "Ann"),
    ],
)
def test_a_card_of_somebody_else_is_pointed_at(item: str, there: str, rule: str, who: str) -> None:
    line = f"  - {{{item}}}"
    verdict = judge(make_log(parse(f"{OWNED}{line}\n", "log.yaml")))
    found = [(one.rule.partition("/")[2], one.player, one.column) for one in verdict.violations]
    assert (rule, who, line.index(there) + 1) in found, verdict.violations


OF_A_KIND = (
    ("group", "move: {group: NAME, onto: {Bavarian: top}}"),
    ("group", "move: {group: KKK, onto: {Bavarian: top}, places: {NAME: top}}"),
    ("group", "give: {to: Ben, group: NAME, onto: {Gnomes: top}}"),
    ("group", "give: {to: Ben, group: KKK, onto: {Gnomes: top}, frees: [NAME]}"),
    ("group", "give: {to: Ben, money: 1, for: {group: NAME, onto: {Bavarian: top}}}"),
    ("group", "rearrange: {NAME: {Bavarian: top}}"),
    ("group", "align: {group: NAME, add: Weird}"),
    ("illuminati", "reveal: NAME"),
    ("illuminati", "accuse: {player: Ben, illuminati: NAME}"),
    ("special", "special: NAME"),
    ("special", "special: {play: NAME, group: KKK}"),
    ("special", "special: {play: Secrets, cancels: NAME}"),
    ("special", "abolish: [NAME]"),
    ("special", "give: {to: Ben, specials: [NAME]}"),
    ("special", "attack: {destroy: Moonies, with: Bavarian, special: NAME}"),
    ("illuminati group", "attack: {control: Moonies, with: NAME}"),
    ("illuminati group", "attack: {control: Moonies, with: Bavarian, aid: [NAME]}"),
    ("illuminati group", "transfer: {from: NAME, to: Bavarian, amount: 1}"),
    ("illuminati group", "transfer: {from: Bavarian, to: NAME, amount: 1}"),
    ("illuminati group", "move: {group: KKK, onto: {NAME: top}}"),
    ("illuminati group", "drop: NAME"),
    ("illuminati group", "redistribute: {NAME: 1}"),
)
"""Items with a place for a card, and the kinds of cards that may be there."""
CARDS = {"illuminati": "The Network", "group": "Texas", "special": "Slush Fund"}


@pytest.mark.parametrize(("kinds", "item"), OF_A_KIND)
def test_a_card_of_another_kind_is_not_read(kinds: str, item: str) -> None:
    for kind, name in CARDS.items():
        line = f"  - {{{item.replace('NAME', name)}}}"
        named = line.index(name)
        column = named + len(f"{name}: ") * line[named:].startswith(f"{name}: ") + 1
        verdict = judge(make_log(parse(f"{HEAD.replace('PHASE', 'act')}{line}\n", "log.yaml")))
        found = [(one.column, one.message) for one in verdict.violations]
        found += [(one.place.column, one.message) for one in verdict.complaints]
        unread = [where for where, message in found if f"{name!r} is not" in message]
        assert unread == ([] if kind in kinds.split() else [column]), (name, found)


def test_who_claims_too_much_of_a_hidden_card_is_named() -> None:
    head = "game: illuminati\nvariants: [hidden-illuminati]\n" + HEAD.partition("\n")[2].replace("PHASE", "act")
    for power, said in (
        (11, "Ann states a Power of 11; The Bavarian Illuminati has 10"),
        (0, "Ann states no Power; a card"),
    ):
        item = f"  - {{attack: {{control: Moonies, with: Bavarian, power: {power}}}}}\n"
        [one] = judge(make_log(parse(head + item, "log.yaml"))).violations
        assert (one.player, one.message.startswith(said)) == ("Ann", True)
