"""What every case shows beside what it asks: a verdict points at what is there, and at a word that there is; a table can be
written as a position; what is listed as legal is legal when it is written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, reduce
from itertools import pairwise
from operator import eq
from pathlib import Path
from typing import Any

import pytest
from case_runner import PLAYERS, Case, cases, families, own_log, run, set_table
from every_word import words
from slowness import one_in

from referee.core.events import Misread
from referee.core.findings import Finding
from referee.core.items import EXTRAS
from referee.core.places import RulesetError
from referee.core.ruleset import TOLD, Ruleset
from referee.core.words import Word
from referee.engines import family
from referee.judging.log import Log
from referee.judging.replay import Replay, replay, ruleset_of
from referee.play.simulate import draw_of
from referee.rules import rulesets

CASES = [case for name in families() for case in cases(name)]
BESIDE_WORDS = ("rules", "rulings", "players", "deck")
"""Parts of a ruleset that hold no words, and are cited all the same."""
OF_ANOTHER = ("claim", "claiming", "accuse", "sequence", "roles", "throwing", "turn")
"""Rules by which a sentence begins with another player than the one at fault: what is claimed of Ann, who else was to act."""

OF_THE_WHOLE = {
    "trick": {
        "deal": "order roles", "pass": "hand", "bids": "roles", "result": "order roles", "dummy": "dummy hand",
        "rest": "result", "put_away": "talon put-away",
    },
    "meld": {
        "action": "action", "draw": "order", "declare": "declare", "result": "result",
        "show": "action declare deck hand", "take": "deck stock take", "lay": "deck first-melds hand lay melds out take",
        "lay_off": "lay lay-off out take",
    },
    "shedding": {"draw": "deck draw draw-cards stock", "forgot": "last-card", "pass": "draw draw-cards"},
    "climbing": {
        "give": "exchange", "play": "beat combinations hand lead", "result": "result", "round": "combinations",
        "talon": "hand talon",
    },
    "fishing": {
        "deal": "deal", "draw": "deck", "exchange": "deck hand reveal", "give": "claiming", "lay": "hand order reveal",
        "reseed": "claiming clearing deck", "swap": "claiming hand luminaries",
    },
    "conspiracy": {
        "accuse": "accuse", "align": "order powers", "give": "actions gifts order passing throwing",
        "rearrange": "overlap powers", "redistribute": "powers", "roll": "roll", "rolls": "order sequence",
        "special": "specials", "transfer": "transfer",
    },
}  # fmt: skip
"""By family and verb: the rules by which all that is written at a verb is at fault together, though single things are named."""
AT_ALL_OF_IT = ("over", "roles", "trick-size")
"""Rules by which an event is at fault whatever is written in it."""
OTHERWISE_NAMED = (
    "conspiracy-said-nothing-transferred",
    "fishing-solitaire-nobody-is-claimed-to-have-won",
    "trick-contract-an-auction-that-is-not-over",
    "trick-deal-twice-to-one",
    "trick-result-bid-missing",
)
"""Cases of which the message has another name for what is written (nothing, `mark 1:11`), or names one who is not written."""
FROM_A_WORD = {
    "trick": "all-or-nothing bid-only break-before-leading deal first-trick-without follow-suit hook must-beat must-trump"
    " never-lead open-with",
    "meld": "",
    "shedding": "",
    "climbing": "",
    "fishing": "claiming",
    "conspiracy": "throwing",
}
"""By family: rules that only a word of the ruleset makes, which a house rule may have set, so that it is always named."""
BESIDE = {
    "trick": ("partners", "sums_to"),
    "fishing": ("luminaries", "scoring", "clearing.order", "stockpile.allowed"),
    "conspiracy": ("hidden.illuminati", "moving.vacated"),
}
"""By family: words that decide whether another rule than those they cite is broken: what lies on the table, what is counted."""

BLAMES_NOBODY = {
    "trick": "auction bid-range claim contract deal deck grace moon order over result roles stands talon trick-size trump turn",
    "meld": "action claim deck order over result roles show turn",
    "shedding": "claim deck names order over result",
    "climbing": "bidding claim deck over order result stands turn",
    "fishing": "box claim clearing convergence deal deck luminaries notation okus order over reveal scoring seasons stands",
    "conspiracy": "aid attack-money cards claim defence order over powers sequence",
}
"""By family: rules of which a fault may be nobody's, such as a card that there is twice; every other has a player to blame."""
BY_IS_WRONG = ("meld", "shedding", "climbing", "conspiracy")
"""Families in which a fault of `turn` points at the player that `by:` names; in the others at what that player did."""
CITES_WHERE = {
    ("trick", "bid-range"): {"bid (0|-1) in": "bidding.least", "bid [1-9]\\d* in": "bidding.most"},
    ("trick", "grace"): {"after it was laid": "trick.grace_until"},
    ("trick", "pass"): {"must pass": "pass.cards"},
    ("conspiracy", "abolish"): {"only a card that says so|discards": "attack.privilege.abolished_by"},
    ("conspiracy", "accuse"): {"Illuminati are face up": "hidden.illuminati"},
    ("conspiracy", "actions"): {"the maximum": "turn.actions"},
    ("conspiracy", "gifts"): {"may only sell a group": "gifts.groups"},
    ("conspiracy", "hidden"): {"is face up": "hidden.illuminati", "states a Power of": "hidden.overstate"},
    ("conspiracy", "immunity"): {"counts as": "attack.immunity"},
    ("conspiracy", "interference"): {"may not support the attack on it": "attack.owner_supports"},
    ("trick", "claim"): {"score together": "partners"},
    ("trick", "result"): {"score together": "partners"},
    ("conspiracy", "order"): {"transfers.* come before": "turn.transfers_when"},
    ("conspiracy", "overlap"): {"stays; a group": "gifts.overlaps"},
    ("conspiracy", "passing"): {
        "free action and|passed and cannot (?!take)": "turn.pass.forbids",
    },
    ("conspiracy", "powers"): {"already bought a card": "turn.purchases", "already changed an alignment": "turn.realignments"},
    ("conspiracy", "privilege"): {
        "no attack is privileged": "attack.privilege.allowed", "not even the owner": "attack.privilege.owner_defends",
    },
    ("conspiracy", "sequence"): {"the dice alone decide": "turn.sequence"},
    ("conspiracy", "tax"): {"out of 2 treasuries": "tax.split"},
    ("conspiracy", "transfer"): {"the maximum": "turn.transfers"},
}  # fmt: skip
"""Rules that come from several words or from none, the word by what the message says."""
IMPOSSIBLE = {
    "trick": "contract deal deck hand order over pass roles stock trick-size trump turn",
    "meld": "deal dealer deck hand order over show",
    "shedding": "deal deck hand order over show stock turn",
    "climbing": "bidding combinations deal deck hand order over pass talon turn",
    "fishing": "clearing convergence deck notation okus over",
    "conspiracy": "capture drop move over roll turn",
}
"""By family: rules that nobody can break and go on, such as playing a card that another holds; `--as-played` stops there."""
BROKEN = {
    "trick": "all-or-nothing bid-only break-before-leading by-pairs claim declarer doubles first-trick-without follow-suit hook"
    " must-beat must-trump never-lead open-with stands talon-taken",
    "meld": "claim discard",
    "shedding": "claim draw match",
    "climbing": "beat claim lead stands",
    "fishing": "claim sow stands",
    "conspiracy": "abolish accuse actions calling-off cancel claim hidden immunity income interference"
    " passing powerless throwing transfer upkeep winning",
}
"""By family: rules that players can break; `--as-played` goes on."""

IMPOSSIBLE_WHERE = {
    ("trick", "auction"): "is not a call|is missing|`doubled` is|be the contract|body bid, so|has no result|not asked"
    "|is over before|is not over",
    ("trick", "bid-range"): "is not a bid",
    ("trick", "declare"): "^(?!.*(must be led|must be played|has not played))",
    ("trick", "dummy"): "^(?!.*plays its cards)",
    ("trick", "result"): "^'|matadors? |counts .*; in all there|is given -"
    "|is recorded with (?!the only trick)|sits this|counted twice"
    "|the rest adds up|are missing|knocked out",
    ("trick", "turned"): "cards? away; it must be 1 card",
    ("meld", "action"): "are recorded for one round|to .*; it must go to another|holds no draw card|card number",
    ("meld", "lay-off"): "lays out in a meld|does not fit there|fits no meld",
    ("meld", "melds"): "in two melds|in no meld",
    ("meld", "result"): "is not something|has no (counts|hand) for",
    ("meld", "stock"): "from the stock, which is|of the stock must come",
    ("meld", "take"): "it is covered|it is not there|which is empty",
    ("meld", "turn"): "^(?!.*comes first)",
    ("meld", "roles"): "before Ann|already|is not a role",
    ("shedding", "draw-cards"): "draws",
    ("shedding", "last-card"): "is said to|for forgetting",
    ("shedding", "names"): "is not a suit",
    ("shedding", "result"): "has no hand for",
    ("climbing", "exchange"): "has no cards to give|it must be \\d",
    ("trick", "talon"): "^(?!.*(while there are enough other cards|may bid more than))",
    ("fishing", "box"): "leaves the season open|the box is turned, but",
    ("fishing", "claiming"): "gives nothing|cards? for The Loom; it must be 4|reseeds|harvest pile|not in that|has none$"
    "|an okus from (?!the box)",
    ("fishing", "deal"): "^(?!.*(misdeal|being first to play))",
    ("fishing", "draw"): "as far as the pile",
    ("fishing", "hand"): "^(?!.*is played in order)",
    ("fishing", "harvest"): "in two sets|with itself|but it lies in|, which lies in|does not lie in|where nothing lies",
    ("fishing", "luminaries"): "turned up|of the set|twice; each|(no|not a) Luminary of|no round|not swapped|are uncovered|"
    "are dealt|of the board|in no field|are counted",
    ("fishing", "order"): "is written|does not say what|is not a season|cannot decline",
    ("fishing", "reveal"): "^(?!.*must be the whole hand)",
    ("fishing", "seasons"): "there is no field|is not a season|name it once",
    ("fishing", "stockpile"): "out of the stockpile|is [QK]$|which has no value|in two sets|is fused into|does not lie in",
    ("fishing", "scoring"): "^(?!.*(is|are) written as|the scores of this round cannot|nobody is said to have most)",
    ("fishing", "turn"): "it is .*'s turn|must do it|does not name a field|passes, but (can|any card can)",
    ("conspiracy", "arrow"): "; free: |is attached to .*, which is not in",
    ("conspiracy", "attack-money"): "in no power structure|not in a power structure",
    ("conspiracy", "attacker"): "does not control",
    ("conspiracy", "aid"): "is announced with its attack",
    ("conspiracy", "cards"): "^(?!.*(are counted besides|are recorded as|is recorded with))",
    ("conspiracy", "defence"): "nobody controls",
    ("conspiracy", "draw"): "the deck is empty",
    ("conspiracy", "goal"): "of its own to write down",
    ("conspiracy", "gifts"): "must say where|giver and receiver|changes hands as well",
    ("conspiracy", "order"): "is written, but|is written after|cannot follow events",
    ("conspiracy", "overlap"): "cannot rearrange",
    ("conspiracy", "privilege"): "and must discard|cannot buy",
    ("conspiracy", "players"): "out of the game and cannot (act|trade|support|oppose)|has no part",
    ("conspiracy", "sequence"): "rolls for|rolled the same|are tied",
    ("conspiracy", "specials"): "does not have|no group is named|is not uncontrolled|is not destroyed|needs the arrow|"
    "cannot put|as an action|is an action|puts Hollywood|they would have",
    ("conspiracy", "target"): "not in play",
    ("conspiracy", "tax"): "cannot pay the tax of",
    ("conspiracy", "treasury"): " cannot | of its own|a card costs|privilege costs",
}  # fmt: skip
"""Rules that can be broken in both ways, and how the message says that something could not have happened."""


@cache
def citing(name: str) -> dict[str, set[tuple[str, ...]]]:
    """By rule: the words that cite it, as the schema of a family has them, with `*` for a name that a writer chooses."""
    found: dict[str, set[tuple[str, ...]]] = {}

    def look(word: Word, path: tuple[str, ...]) -> None:
        for rule in word.cites:
            found.setdefault(rule, set()).add(path)
        for key, part in word.parts.items():
            if path or key not in TOLD:
                look(part, (*path, key))
        if word.entry and len(path) < 8:
            look(word.entry, (*path, "*"))

    look(rulesets.words(name), ())
    return found


def comes_from(rule: str, word: tuple[Any, ...], name: str) -> bool:
    """Whether a word, one that it lies in, or one that lies in it, cites a rule, by the rule's name or its own."""
    return any(
        all(there in (step, "*") for step, there in zip(map(str, word), path, strict=False))
        for cited in (rule, "{name}")
        for path in citing(name).get(cited, ())
    )


def is_word(name: str, pointer: tuple[Any, ...]) -> bool:
    """Whether a family has such a word, or words below it, or some cards there with such a key or place."""
    if pointer[0] in (*BESIDE_WORDS, "changes") or any(
        len(pointer) <= len(word.path)
        and all(
            there in (step, "*") or (there == "[]" and isinstance(step, int))
            for step, there in zip(pointer, word.path, strict=False)
        )
        for word in words(name)
    ):
        return True
    return (isinstance(pointer[-1], int) or pointer[-1] in ("suit", "rank", "symbol", "card")) and is_word(
        name, pointer[:-1]
    )


@cache
def keys(name: str) -> frozenset[str]:
    """Every key that the schema of a family knows, at whatever place."""
    found: set[str] = set()

    def look(part: Any) -> None:
        for key, below in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
            if key == "properties":
                found.update(below)
            look(below)

    look(rulesets.SCHEMAS[f"{name}.schema.json"])
    return frozenset(found)


def is_there(pointer: tuple[Any, ...], data: Any, name: str) -> bool:
    """Whether something is in a log at the end of this way; a short form (`income: 12`) has every key that the family knows."""
    for number, step in enumerate(pointer):
        if not isinstance(data, dict | list):
            return all(isinstance(below, int) or below in keys(name) for below in pointer[number:])
        if step not in (data if isinstance(data, dict) else range(len(data))):
            return False
        data = data[step]
    return True


@pytest.mark.parametrize(
    "case", one_in(5, [case for case in CASES if "event" in case.data]), ids=lambda case: case.name
)
def test_what_a_case_shows_beside_what_it_asks(case: Case, tmp_path: Path) -> None:
    """All of it by rules that are loaded once: they are what costs time."""
    data = case.data
    log = own_log(set_table(data, [*data.get("events", ()), data["event"]], tmp_path).path)
    rules = ruleset_of(log)
    played = replay(log, rules, as_played=bool(data.get("as_played")))
    if "breaks" in data:
        for flaw in played.folded.faults:
            a_fault_points_at_what_is_written_and_at_a_word(case, log, flaw)
            if flaw.in_head:
                continue
            a_fault_names_what_it_points_at_and_says_where_it_comes_from(case, log, flaw)
    of_a_race = case.family == "conspiracy" and "result" in data["event"]  # which does not know what lies in the deck
    if data.get("legal") and not of_a_race:
        the_table_written_as_a_position_is_the_same_table(played)
    if data.get("legal"):
        what_is_drawn_at_random_is_legal(played)
        the_score_pad_adds_up(played)
        the_table_is_drawn_as_it_is(played)
    what_is_listed_as_legal_is_written_as_a_legal_item(case, rules, tmp_path)


def a_fault_points_at_what_is_written_and_at_a_word(case: Case, log: Log, flaw: Finding) -> None:
    if flaw.in_head:
        assert is_there(flaw.at, {"setup": log.setup, "position": log.position}, case.family)
    else:
        assert is_there(flaw.at[1:], log.items, case.family)
    assert not flaw.word or is_word(case.family, flaw.word)
    message = flaw.message  # of one player, or of two partners
    named = [seat for seat, who in enumerate(log.players) if re.match(rf"(\S+ and )?{re.escape(who)} ", message)]
    of_several = "somebody who showed none of them" in message
    assert not named or flaw.seat in named or flaw.rule in OF_ANOTHER or of_several
    assert flaw.seat is not None or of_several or flaw.rule in BLAMES_NOBODY[case.family].split()


def parts(written: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every name, card and number below a verb, with the way to it."""
    if isinstance(written, dict):
        for key, value in written.items():
            yield (*way, key), str(key)
            yield from parts(value, (*way, key))
    elif isinstance(written, list):
        for place, value in enumerate(written):
            yield from parts(value, (*way, place))
    elif not isinstance(written, bool):
        yield way, str(written).rstrip("!")


def names_what_it_points_at(case: Case, item: dict[str, Any], there: list[Any], fault: Finding) -> bool:
    """Whether a fault points at a card, a player or a key that its message names, or at a part of the event that holds one."""
    said = fault.message.replace(".", "")
    named = [
        way for way, name in parts(item) if len(way) > 1 and re.search(rf"(?<![\w:]){re.escape(name)}(?!\w)", said)
    ]
    verb = next(key for key in item if key not in EXTRAS)
    of_all = verb != "result" or fault.seat is None or not re.match("|".join(rf"{who}\b" for who in PLAYERS), said)
    whole = there == ["by"] or (
        len(there) < 2 and of_all and fault.rule in OF_THE_WHOLE[case.family].get(verb, "").split()
    )
    if whole or not named or case.name in OTHERWISE_NAMED:
        return True
    part = reduce(lambda data, step: data[step] if isinstance(data, dict | list) else data, there, item)
    apart = [who for who in PLAYERS if isinstance(part, dict) and who in part and re.search(rf"\b{who}\b", said)]
    if len(apart) == 1 and fault.rule != "claim":  # what is written of one player alone
        return False
    return len(there) > 1 and any(all(map(eq, way, there)) for way in named)


def a_fault_names_what_it_points_at_and_says_where_it_comes_from(case: Case, log: Log, flaw: Finding) -> None:
    _, event, *there = flaw.at
    fault = flaw
    item = log.items[event]
    assert there or fault.rule in AT_ALL_OF_IT, fault
    assert names_what_it_points_at(case, item, there, fault), (there, fault)
    if fault.rule == "turn" and case.family in BY_IS_WRONG and "by" in item and "declare" not in item:
        assert there == ["by"]
    assert fault.word or fault.rule not in FROM_A_WORD[case.family].split()
    if fault.word and not ".".join(map(str, fault.word)).startswith(BESIDE.get(case.family, ("-",))):
        assert comes_from(fault.rule, fault.word, case.family), fault
    for said, word in CITES_WHERE.get((case.family, fault.rule), {}).items():
        assert not re.search(said, fault.message) or ".".join(map(str, fault.word)) == word, (fault, word)
    if fault.rule in f"{IMPOSSIBLE[case.family]} {BROKEN[case.family]}".split():
        assert fault.bars == (fault.rule in IMPOSSIBLE[case.family].split())
    elif where := IMPOSSIBLE_WHERE.get((case.family, fault.rule)):
        assert fault.bars == bool(re.search(where, fault.message)), fault


def named_by(written: Any) -> Iterator[dict[str, Any]]:
    """Every map below that has the names of players for keys."""
    below = written.values() if isinstance(written, dict) else written if isinstance(written, list) else ()
    if isinstance(written, dict) and not written.keys().isdisjoint(PLAYERS):
        yield written
    for part in below:
        yield from named_by(part)


@pytest.mark.parametrize(
    "case",
    one_in(30, [case for case in CASES if any(named_by(case.data.get("event", {})))]),
    ids=lambda case: case.name,
)
def test_a_name_that_nobody_has_is_pointed_at(case: Case, tmp_path: Path) -> None:
    """Wherever it stands for a player."""
    for place in range(len([*named_by(case.data["event"])])):
        event = deepcopy(case.data["event"])
        written = [*named_by(event)][place]
        one = next(key for key in written if key in PLAYERS)
        said = [("Zed" if key == one else key, value) for key, value in written.items()]
        written.clear()
        written.update(said)
        table = set_table(case.data, [*case.data.get("events", ()), event], tmp_path)
        found = [one for one in table.verdict(case.data).complaints if "called 'Zed'" in one.message]
        if found or "breaks" not in case.data:  # or else something before it is wrong
            assert [one.place.column for one in found] == [json.dumps(event).index('"Zed": ') + 1]


def test_what_is_asked_of_messages_is_said_by_some() -> None:
    """A message that is put in other words would no longer be held to its word."""
    said = {
        (case.family, fault["breaks"], fault["message"])
        for case in CASES
        if "breaks" in case.data
        for fault in (case.data, *case.data.get("also", ()))
    }
    asked = {(*which, text) for which, texts in CITES_WHERE.items() for text in texts}
    asked |= {(*which, text) for which, text in IMPOSSIBLE_WHERE.items()}
    silent = [one for one in asked if not any(one[:2] == fault[:2] and re.search(one[2], fault[2]) for fault in said)]
    assert silent == []


@pytest.mark.parametrize("case", [case for case in CASES if "unsound" in case.data], ids=lambda case: case.name)
def test_a_fault_of_a_ruleset_points_at_a_word_that_it_has(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    origin, latest = Ruleset.origin, Ruleset.latest

    def asked(rules: Ruleset, pointer: tuple[Any, ...]) -> Any:
        word = pointer[:-1] if isinstance(pointer[-1], int) else pointer
        assert is_word(case.family, word), pointer
        assert is_there(pointer, rules.data, case.family), pointer
        return origin(rules, pointer)

    def compared(rules: Ruleset, *pointers: tuple[Any, ...]) -> Any:
        assert [pointer for pointer in pointers if not is_word(case.family, pointer[:2])] == []
        return latest(rules, *pointers)

    monkeypatch.setattr(Ruleset, "origin", asked)
    monkeypatch.setattr(Ruleset, "latest", compared)
    run(case.data, tmp_path)


TOGETHER_WRONG = (
    "needs .* with it|are partners|both have|cannot be laid out like this|in the middle of a hand must say so"
)
"""How a message says that several things that are written do not go together: it points at what holds them."""


@pytest.mark.parametrize("case", [case for case in CASES if "unread" in case.data], ids=lambda case: case.name)
def test_a_fault_of_the_head_points_at_what_it_names(case: Case, tmp_path: Path) -> None:
    log = own_log(set_table(case.data, case.data.get("events", []), tmp_path).path)
    try:
        game = rulesets.table(ruleset_of(log), len(log.players))
        game.start(log.players, log.setup, log.position)
    except Misread as misread:
        head = {"players": log.players, "setup": log.setup, "position": log.position}
        for fault in misread.faults:
            assert fault.at
            assert is_there(fault.at, head, case.family), fault
            there = reduce(lambda data, step: data[step], fault.at, head)
            below = list(there) if isinstance(there, dict) else []
            named = [name for name in below if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", fault.message)]
            assert not named or re.search(TOGETHER_WRONG, fault.message), fault
    except RulesetError:
        return  # the rules are at fault, not what is written at the top of the log


@pytest.mark.parametrize("case", [case for case in CASES if "says" in case.data], ids=lambda case: case.name)
def test_a_sentence_points_at_a_word(case: Case, tmp_path: Path) -> None:
    rules = ruleset_of(own_log(set_table(case.data, [], tmp_path).path))
    for _, lines in family(rules.family).describe(rules):
        assert [line for line in lines if not is_word(rules.family, line.pointer)] == []


def the_table_written_as_a_position_is_the_same_table(played: Replay) -> None:
    position = played.game.position(played.state)
    again = played.game.start(played.log.players, {}, position)
    assert played.game.position(again) == position
    before, after = ({**played.game.view(state)[0]} for state in (played.state, again))
    for shown in (before, after):
        shown.pop("last_trick", None)  # a position has no cards of tricks and rounds that are over
        shown["seats"] = [{what: said for what, said in seat.items() if what != "arranged"} for seat in shown["seats"]]
    assert after == before
    for seat in played.game.view(played.state)[0]["seats"]:
        held = position["hands"].get(seat["player"]) if "hand" in seat else None
        if held is not None:
            assert sorted(seat["hand"]) == sorted(held)
        else:
            assert seat.get("hand") is None or "arranged" in seat  # of who has laid the hand out already
        if "scores" in position and seat["player"] not in position.get("untold", ()):
            assert seat["total"] == position["scores"][seat["player"]]


def the_score_pad_adds_up(played: Replay) -> None:
    """From hand to hand, and to the totals that a position has."""
    pad, _ = played.game.score(played.state)
    position = played.game.position(played.state)
    scores = position.get("scores")
    if scores is None:
        return
    assert pad["totals"] == {**scores, **dict.fromkeys(position.get("untold", ()))}
    ended = [hand for hand in pad["hands"] if hand["points"] is not None]
    for hand in ended:
        assert hand["totals"].keys() == scores.keys()
    for one, following in pairwise(ended):
        for who, total in following["totals"].items():
            assert None in (total, one["totals"][who]) or total == one["totals"][who] + following["points"][who]


def the_table_is_drawn_as_it_is(played: Replay) -> None:
    """With every seat, its total and the cards of its hand, or the melds and idle cards that it was laid out in."""
    data, _ = played.game.view(played.state)
    scene = played.game.scene(played.state)
    counted = [tally.name for tally in played.game.standing(played.state).tallies]
    assert all(counted) and len({*counted}) == len(counted)
    assert all(re.search(r"\w\.?$", line) for line in scene.lines)
    for node in (*scene.loose, *(node for seat in scene.seats for node in seat.tree)):
        pack = played.game.rules.pack
        resists = pack.names.index(node.name) not in pack.illuminati
        assert bool(re.search(r" R\d+$", node.lines[0])) == resists, node
    for heap in scene.fields:
        assert [row.stacked for row in heap.rows] == [bool(row.title) for row in heap.rows]
    for entry, seat in zip(data["seats"], scene.seats, strict=True):
        assert seat.player == entry["player"]
        if "dealer" in data:
            assert seat.deals == (data["dealer"] == seat.player)
        assert seat.to_act == (data["turn"] == seat.player)
        if "total" in entry:
            assert seat.total == ("?" if entry["total"] is None else str(entry["total"]))
        drawn = [card.name for row in seat.rows for card in row.cards]
        if "arranged" in entry:
            laid = [card for meld in entry["arranged"]["melds"] for card in meld["cards"]]
            assert sorted(drawn) == sorted([*laid, *entry["arranged"]["idle"]])
        elif "hand" in entry:
            assert sorted(drawn) == sorted(entry["hand"] or ())


DRAWS_WHAT_MAY_BE_UNSEEN = ("meld", "shedding", "climbing", "fishing", "conspiracy")
"""Families whose random next item agrees with all that was seen, wherever a log begins; in the others it may contradict what an
unseen hand has been shown to lack."""


def what_is_drawn_at_random_is_legal(played: Replay) -> None:
    """However the dice fall, and whatever is unseen; except where roles are not known, or nothing may be done."""
    game, state = played.game, played.state
    for draw in (draw_of(1, 0), draw_of(2, 0), lambda choices: 0, lambda choices: choices - 1):
        item = game.draw_next(state, draw)
        if item is not None:
            events, after = game.read(state, item), state.copy()
            done = game.take(after, events)
            faults = game.check(after, events[done]) if done < len(events) else ()
            # What is drawn does not look as far as a proof about several unseen hands together, which blames nobody.
            wrong = {fault.rule for fault in faults if (fault.rule, fault.seat) != ("follow-suit", None)}
            assert wrong <= {"roles"} or not game.options(state).legal, (item, faults)


def what_is_listed_as_legal_is_written_as_a_legal_item(case: Case, rules: Ruleset, folder: Path) -> None:
    """Except for what cannot be judged since roles are not known, and what a play shows of an earlier event."""
    before = case.data.get("events", [])
    played = replay(own_log(set_table(case.data, before, folder).path), rules)
    if case.family in DRAWS_WHAT_MAY_BE_UNSEEN:
        what_is_drawn_at_random_is_legal(played)
    for option in played.game.options(played.state).legal[:3]:
        if "put_away" in option.item or option.item.get("pass", True) is not True:
            continue  # a card of several that are passed at once
        log = own_log(set_table(case.data, [*before, option.item], folder).path)
        new = [flaw for flaw in replay(log, rules).folded.faults if flaw.kind == "violation"]
        assert [fault for fault in new if fault.rule != "roles" and not fault.cites] == [], option


def names(written: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every text that is written, be it a value or a key of a map below a verb; those of keys end in `None`."""
    if isinstance(written, dict):
        for key, value in written.items():
            if way:
                yield (*way, key, None)
            yield from names(value, (*way, key))
    elif isinstance(written, list):
        for place, value in enumerate(written):
            yield from names(value, (*way, place))
    elif isinstance(written, str):
        yield way


def misspelt(item: Any, way: tuple[Any, ...]) -> Any:
    """An item with a name in it that nobody and nothing has."""
    if not way:
        return NOBODY
    key, *rest = way
    if isinstance(item, list):
        return [misspelt(value, tuple(rest)) if place == key else value for place, value in enumerate(item)]
    renamed = NOBODY if rest == [None] else key
    return {
        renamed if name == key else name: misspelt(value, tuple(rest)) if name == key and rest != [None] else value
        for name, value in item.items()
    }


NOBODY = "Xyzzy"
TOGETHER = (("expect", "fields"),)
"""Claims about things that are compared all at once, whatever their names are."""


def each_name() -> Iterator[tuple[Case, tuple[Any, ...]]]:
    """One case of each place in each event where a name may be written."""
    seen = set()
    for case in CASES:
        for way in names(case.data["event"]) if case.data.get("legal") else ():
            shape = tuple("#" if isinstance(step, int) or step in PLAYERS else step for step in way[:-2])
            shape = (case.family, case.data.get("game"), *shape, way[-1] if len(way) < 3 else way[-1] is None)
            if way[0] in EXTRAS - {"by", "expect"} or way[:2] in TOGETHER or shape in seen:
                continue
            seen.add(shape)
            yield case, way


@pytest.mark.parametrize(
    ("case", "way"), one_in(2, each_name()), ids=lambda one: one.name if isinstance(one, Case) else str(one)
)
def test_an_unknown_name_is_found_where_it_stands(case: Case, way: tuple[Any, ...], tmp_path: Path) -> None:
    data = case.data
    table = set_table(data, [*data.get("events", ()), misspelt(data["event"], way)], tmp_path)
    folded = replay(own_log(table.path)).folded
    flaws = folded.faults
    there = (*way[:-2], NOBODY) if way[-1] is None else way
    if flaws:
        found = [flaw for flaw in flaws if NOBODY in flaw.message and flaw.at[2 : len(there) + 2] == there]
        assert found
        who = data["event"].get("by")
        if who in PLAYERS and way[0] not in ("by", "expect", "grace", "trick") and case.family != "conspiracy":
            assert found[0].seat == PLAYERS.index(who), found[0]
    else:
        assert table.verdict(data).complaints
        faults = folded.shapeless[2] if folded.shapeless else ()
        assert [fault for fault in faults if NOBODY in fault.message and fault.at[: len(there)] != there] == []
