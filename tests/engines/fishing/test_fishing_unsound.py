"""What `check` says of a fishing ruleset, and the word that it says it of; and which words `referee rules` cites."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.engines import family
from referee.rules import rulesets

NO_DRAWS = "nobody draws here; `draw_up: …` has players draw"
NO_OWNERS = "nobody owns a stockpile here; `stockpile: {owned: true}` gives them owners"
NO_STOCKPILES = "nobody makes stockpiles here; `stockpile: {allowed: true}` allows them"
NO_TERMS = "no stockpile is added to anything here; that takes `stockpile: {allowed: true}` and `harvest: {sums: true}`"
NO_OKUS = "there are no okus here; `okus: {per_player: …}` adds them"
NO_LUMINARIES = "no Luminaries are dealt here; `luminaries: {dealt: …}` deals them"
OPPOSITE = "an opposite field needs an even number of seasons in `box:`"
SEASONS = "there are Summer, Spring, Winter, Autumn"
RANKS = "its ranks are F, 2, 3, 4, 5, 6, 7, 8, 9, 10, N, Q, K"
UNEXPLAINED = "this word cites the rule {!r}, which `rules:` does not explain; add its text and source"
Data = dict[str, Any]
PLAIN: Data = {
    "extends": "fishing",
    "name": "ours",
    "deck": "french",
    "players": [2],
    "values": {"A": 1, "2": 2},
    "deal": {"each": 4, "fields": 4},
    "stockpile": {"allowed": False},
    "scoring": {"most": {"cards": {"points": 3}}},
    "end": {"target": 21},
    "rules": {
        name: {"text": "T.", "source": "us"}
        for name in ("seasons", "box", "clearing", "okus", "luminaries", "reveal", "claiming")
    },
}
"""A game without a box, sums of its own, okus or Luminaries, which explains more rules than it needs."""


def fisher(**words: Any) -> Data:
    return {"luminaries": {"cards": {"The Fisher": {"text": "t", "source": "s", **words}}}}


def of_fisher(moment: str, word: str, message: str) -> str:
    return f"luminaries/cards/The Fisher/{moment}/{word}: {message}"


ILLIMAT: list[tuple[Data, list[str]]] = [
    ({"values": {"X": 3, "5su": 4}}, [f"values/X: the Illimat deck has no card and no rank 'X'; {RANKS}"]),
    ({"scoring": {"most": {"bests": {"points": 1, "best": {"Q": 3, "Ksu": 2, "J": 1}}}}},
     [f"scoring/most/bests/best/J: the Illimat deck has no card and no rank 'J'; {RANKS}"]),
    ({"leave_out": {"5": {"suit": "st"}}}, ["leave_out/5: the game is not for 5 players; `players:` has 2, 3, 4"]),
    ({"leave_out": {"3": {"suit": "xx"}}},
     ["leave_out/3/suit: the Illimat deck has no suit 'xx'; it has sp, su, au, wi, st"]),
    ({"box": {"turned_by": {"rank": "J"}}},
     ["box/turned_by/rank: the Illimat deck has no rank 'J'; it has F, 2, 3, 4, 5, 6, 7, 8, 9, 10, N, Q, K"]),
    (
        {"deal": {"misdeal": {"cards": {"card": "11su"}, "number": 1}}},
        [
            "deal/misdeal/cards/card: 11su is not a card of the Illimat deck; did you mean '10su'?",
            "deal/misdeal/number: no deal can be a misdeal; 3 cards are dealt to a field, and the deck has 0 of these",
        ],
    ),
    ({"scoring": {"most": {"tens": {"cards": {"card": "11su"}, "points": 1}}}},
     ["scoring/most/tens/cards/card: 11su is not a card of the Illimat deck; did you mean '10su'?"]),
    ({"scoring": {"each": {"tens": {"cards": {"suit": "su", "card": "5wi"}, "points": 1}}}},
     ["scoring/each/tens/cards: no card of the Illimat deck is all of this; remove a key with null"]),
    ({"count": {"tens": {"rank": "10", "suit": "S"}}},
     ["count/tens/suit: the Illimat deck has no suit 'S'; it has sp, su, au, wi, st"]),
    (
        {"box": {"suits": {"xx": "Winter", "su": "Wintr"}}},
        [
            "box/suits/xx: the Illimat deck has no suit 'xx'; it has sp, su, au, wi, st",
            "box/suits/su: 'Wintr' is not a season; did you mean 'Winter'?",
        ],
    ),
    ({"box": {"places": ["near left"]}}, ["box/places: 4 fields have one place each; this names 1"]),
    (
        {"box": {"places": ["near left", "WINTER", "my Turn", "good for"]}},
        [
            "box/places/1: Winter is a season; a place stays where it is",
            "box/places/2: 'my Turn' ends with a word that moves use; give it another name",
            "box/places/3: 'good for' ends with a word that moves use; give it another name",
        ],
    ),
    ({"box": {"forbids": {"Monsoon": ["sow"]}}}, [f"box/forbids/Monsoon: 'Monsoon' is not a season; {SEASONS}"]),
    (
        {"scoring": {"most": {"okus": {"points": 1}}, "each": {"sweeps": {"points": 1}}}},
        [
            "scoring/most/okus: 'okus' is a name already: a line of every score; choose another name",
            "scoring/each/sweeps: 'sweeps' is a name already: a line of every score; choose another name",
        ],
    ),
    ({"scoring": {"each": {"frostbit": {"points": 1}}}},
     ["scoring/each/frostbit: 'frostbit' is a name already: a line of `most:`; choose another name"]),
    ({"end": {"ties": ["okus", "foolz"]}}, ["end/ties/1: 'foolz' is not a line of the score; did you mean 'fools'?"]),
    ({"luminaries": {"dealt": 0}},
     ["scoring/ties/0: nobody can have luminaries, so they break no tie; write okus or nobody"]),
    (
        {
            "luminaries": {"dealt": 0},
            "scoring": {"most": {name: {"points": 0} for name in ("bumper-crop", "sunkissed", "frostbit")}},
        },
        [],
    ),
    (
        {"scoring": {"ties": ["fools", "all", "foolz"]}},
        [
            "scoring/ties/1: all says who scores a tie that nothing breaks; write it last",
            "scoring/ties/2: 'foolz' is not a line of the score; did you mean 'fools'?",
        ],
    ),
    (
        {"count": {"okus": {}}, "define": {"bumper_crop": "1", "total": "2"}},
        [
            "count/okus: 'okus' is a name already: a line of the score; choose another name",
            "define/bumper_crop: 'bumper_crop' is a name already: a line of the score; choose another name",
            "define/total: 'total' is a name already: score before this round; choose another name",
        ],
    ),
    ({"count": {"tens": {}}, "define": {"tens": "1"}},
     ["define/tens: 'tens' is a name already, in `count:`; choose another name"]),
    ({"scoring": {"parts": {"fools": {"cases": [{"points": 1}]}}}},
     ["scoring/parts/fools: 'fools' is a name already: a line of the score; choose another name"]),
    ({"scoring": {"parts": {"more": {"cases": [{"when": "okus > 5", "points": 1}]}}}},
     ["scoring/parts/more/cases/0: a hand may match no case; end with a case that has no `when`"]),
    (
        {"deal": {"each": 20}},
        [
            f"deal/each: with {n} players {d} cards are dealt, from a deck of {p}"
            for n, d, p in ((3, 55, 52), (4, 75, 65))
        ],
    ),
    (
        {"deal": {"fields": 15}},
        [
            f"deal/fields: with {n} players {d} cards are dealt, from a deck of {p}"
            for n, d, p in ((2, 67, 52), (3, 71, 52), (4, 75, 65))
        ],
    ),
    ({"leave_out": {"2": {"suit": ["st", "su", "wi", "au"]}}},
     ["leave_out: with 2 players 19 cards are dealt, from a deck of 13"]),
    ({"deal": {"each": 13, "first": 1, "fields": 3}}, []),  # 13 * 3 + 1 + 3 * 4 are all of the 52
    ({"players": [2, 16]}, ["players: with 16 players 75 cards are dealt, from a deck of 65"]),
    ({"deal": {"fields": 1, "misdeal": {"cards": {"rank": "F"}, "number": 2}}},
     ["deal/misdeal/number: no deal can be a misdeal; 1 card is dealt to a field, and the deck has 5 of these"]),
    ({"deal": {"misdeal": {"cards": {"rank": "F"}, "number": 4}}},
     ["deal/misdeal/number: no deal can be a misdeal; 3 cards are dealt to a field, and the deck has 5 of these"]),
    ({"deal": {"misdeal": {"cards": {"rank": "F"}, "number": 3}}}, []),
    ({"deal": {"misdeal": {"cards": {"suit": ["su", "wi", "au", "sp"]}, "number": 1}, "fields": 4}},
     ["deal/misdeal: every deal is a misdeal; name fewer cards, or more of them"]),
    ({"luminaries": {"sets": {"lamp-set": True}}}, ["luminaries/sets/lamp-set: no Luminary is of the set 'lamp-set'"]),
    (fisher(set="bass"), ["luminaries/cards/The Fisher/set: `sets:` do not name the set 'bass'; did you mean 'base'?"]),
    ({"luminaries": {"dealt": 5}}, ["luminaries/dealt: one Luminary is dealt to a field, and `box:` has 4 fields"]),
    ({"luminaries": {"sets": {"base": False}}},
     ["luminaries/dealt: 4 Luminaries are dealt; the sets played with have 0"]),
    ({"luminaries": {"convergence": {"faces": 5}}},
     ["luminaries/convergence/faces: at most 4 Luminaries lie face up, one in a field"]),
    (
        fisher(
            reveal={"turn": "Wintr", "name_season": {"suit": "wi"}, "lay": {"2": 1}},
            in_play={
                "allow": {"sow": ["Autum"]},
                "bar": {"harvest": ["Winter"], "stockpile": ["Dry"]},
                "turned_by": {"rank": "J"},
                "seasons_stay": {"except": {"suit": "xx"}},
            },
            claim={"take_hidden": True, "collect": {"from": "piles", "cards": {"card": "11su"}}, "score": {"x": 1}},
        ),
        [
            of_fisher("reveal", "turn", "'Wintr' is not a season; did you mean 'Winter'?"),
            of_fisher("reveal", "name_season", "the suit 'wi' has a season in `box:`, so there is none to name"),
            *(
                of_fisher("reveal", "lay", f"how many cards each of {n} players lays is missing; write {n}: …")
                for n in (3, 4)
            ),
            of_fisher("in_play", "allow/sow/0", "'Autum' is not a season; did you mean 'Autumn'?"),
            of_fisher("in_play", "bar/stockpile/0", f"'Dry' is not a season; {SEASONS}"),
            of_fisher(
                "in_play",
                "turned_by/rank",
                "the Illimat deck has no rank 'J'; it has F, 2, 3, 4, 5, 6, 7, 8, 9, 10, N, Q, K",
            ),
            of_fisher(
                "in_play", "seasons_stay/except/suit", "the Illimat deck has no suit 'xx'; it has sp, su, au, wi, st"
            ),
            of_fisher("claim", "take_hidden", "nothing ever lies under this Luminary; it needs `reveal: {hide: …}`"),
            of_fisher("claim", "collect/cards/card", "11su is not a card of the Illimat deck; did you mean '10su'?"),
            of_fisher("claim", "score/x", "the score has no line 'x'; it has bumper-crop, sunkissed, frostbit, fools"),
        ],
    ),
    (fisher(claim={"collect": {"from": "piles", "each": 2}}),
     ["luminaries/cards/The Fisher/claim/collect/each: each player gives one card, not 2; omit `each:`"]),
    ({"rules": dict.fromkeys(("order", "turn", "sow", "notation"))},
     [*(f"deal: {UNEXPLAINED.format(rule)}" for rule in ("order", "turn")), f"values: {UNEXPLAINED.format('sow')}"]),
]  # fmt: skip
"""What a house rule of Illimat says, and what is said of which of its words."""
IDLE: list[tuple[Data, list[str]]] = [
    ({"draw_fallow": 1, "draw_when": "hand_empty"}, [f"draw_when: {NO_DRAWS}", f"draw_fallow: {NO_DRAWS}"]),
    ({"draw_up": 4, "draw_fallow": 1, "draw_when": "hand_empty", "deal": {"first_draws": "before"}}, []),
    ({"deal": {"first_draws": "before"}}, [f"deal/first_draws: {NO_DRAWS}"]),
    ({"deal": {"first_draws": "after"}}, []),
    (
        {"stockpile": {"allowed": True, "keep": True}, "sow": {"while_owning": False}},
        [f"sow/while_owning: {NO_OWNERS}", f"stockpile/keep: {NO_OWNERS}"],
    ),
    (
        {"stockpile": {"passive": "said", "equals_added": "free", "ripe": "next_turn", "multiple_in_sums": True,
                       "combined": False, "owned": True, "raised": "from_hand"}},
        [
            *(f"stockpile/{word}: {NO_STOCKPILES}" for word in (
                "passive", "equals_added", "ripe", "multiple_in_sums", "raised", "owned")),
            f"stockpile/combined: {NO_STOCKPILES}",
        ],
    ),
    (
        {"harvest": {"multiple_in_sums": True, "single_in_sums": False}},
        [f"harvest/multiple_in_sums: {NO_TERMS}", f"harvest/single_in_sums: {NO_TERMS}"],
    ),
    (
        {"stockpile": {"allowed": True}, "harvest": {"sums": False, "multiple_in_sums": True, "single_first": True}},
        [
            f"harvest/multiple_in_sums: {NO_TERMS}",
            "harvest/single_first: no sums are taken here; `harvest: {sums: true}` allows them",
        ],
    ),
    (
        {"harvest": {"both_values": True, "whole_hand": True}},
        [
            "harvest/both_values: no card has two values here; write them in `values:`, as in F: [1, 14]",
            "harvest/whole_hand: no hand is ever full here; `draw_up: …` says how many cards it has",
        ],
    ),
    (
        {"values": {"2": [2]}, "harvest": {"both_values": True}},
        ["harvest/both_values: no card has two values here; write them in `values:`, as in F: [1, 14]"],
    ),
    (
        {"box": {"seasons": ["Wet", "Dry"], "suits": {}, "turned_on": ["sow"], "several": "none"}},
        [
            "box/turned_on: no card turns the box here; `turned_by:` names some",
            "box/several: no cards are played as one here; a Luminary with `together:` or "
            "`harvest: {whole_hand: true}` allows them",
        ],
    ),
    (
        {"okus": {"per_player": 1}},
        ["okus/per_player: nobody ever takes an okus here; `clearing: {okus: 1}` has players take them"],
    ),
    ({"clearing": {"okus": 1}, "scoring": {"okus": 1}}, [f"clearing/okus: {NO_OKUS}", f"scoring/okus: {NO_OKUS}"]),
    (
        {
            "clearing": {
                "reseed": 3, "order": "reveal_first", "short": "keep", "short_effect": "lapse", "opposite": "reseed",
                "reseed_after_discard": False, "lacking": "things", "top_up_takes": "reseed", "several": "choice",
            },
            "scoring": {"luminaries": 1},
            "luminaries": {"extra_first": False, "in_force": "at_once"},
        },
        [
            "clearing/reseed: a field is reseeded where an okus is taken or a Luminary is revealed; this game has neither",
            *(f"clearing/{word}: {NO_LUMINARIES}" for word in (
                "order", "short", "short_effect", "reseed_after_discard", "opposite", "lacking", "top_up_takes")),
            f"scoring/luminaries: {NO_LUMINARIES}",
            f"luminaries/extra_first: {NO_LUMINARIES}",
            f"luminaries/in_force: {NO_LUMINARIES}",
            "clearing/several: there is a single field here; `box: {seasons: …}` makes several",
        ],
    ),
    (
        {"clearing": {"last_sweep": False}},
        ["clearing/last_sweep: emptying a field scores nothing here; `clearing: {sweep: …}` says what it scores"],
    ),
    (
        {"scoring": {"tied_loss": "all"}},
        ["scoring/tied_loss: nobody loses points for having most; a line of `most:` with `points:` below 0 does that"],
    ),
    (
        {"scoring": {"most": None, "each": {"aces": {"cards": {"rank": "A"}, "points": 1}}, "none_counted": "nobody"}},
        ["scoring/none_counted: nothing scores for having most here; `most:` has such lines"],
    ),
    (
        {
            "box": {"seasons": ["Wet", "Hot", "Dry"], "suits": {}},
            "luminaries": {
                "dealt": 1,
                "cards": {
                    "The Lamp": {
                        "text": "t", "source": "s",
                        "reveal": {"reveal_opposite": True, "discard_opposite": True, "name_season": {"suit": "S"}},
                        "in_play": {
                            "reach": {"fields": "opposite"}, "repeat": {"where": "opposite"},
                            "extra": {"action": "stockpile"},
                        },
                        "claim": {"take_okus": {}},
                    }
                },
            },
        },
        [
            *(f"luminaries/cards/The Lamp/reveal/{word}: {OPPOSITE}" for word in ("reveal_opposite", "discard_opposite")),
            *(f"luminaries/cards/The Lamp/in_play/{word}: {OPPOSITE}" for word in ("reach", "repeat")),
            f"luminaries/cards/The Lamp/in_play/extra: {NO_STOCKPILES}",
            "luminaries/cards/The Lamp/claim/take_okus: there is no okus to take; `okus: {per_player: …}` adds them",
        ],
    ),
]  # fmt: skip
"""What is added to a plain game, and which words come to nothing for lack of others."""


def said_of(path: Path, data: Data, house: str = "") -> list[str]:
    """What the family says of a ruleset, as 'word: message'."""
    path.write_text(json.dumps(data), encoding="utf-8")
    pile = rulesets.gather(house, [str(path)]) if house else rulesets.gather(str(path))
    found = family("fishing").soundness(rulesets.assemble(pile))
    return [f"{'/'.join(map(str, pointer))}: {message}" for pointer, message in dict.fromkeys(found)]


@pytest.mark.parametrize(("house", "wanted"), ILLIMAT)
def test_what_is_said_of_a_house_rule(house: Data, wanted: list[str], tmp_path: Path) -> None:
    said = said_of(tmp_path / "house.json", {"extends": "illimat", "why": "to see", **house}, "illimat")
    assert sorted(said) == sorted(wanted)


@pytest.mark.parametrize(("more", "wanted"), IDLE)
def test_what_is_said_of_words_that_come_to_nothing(more: Data, wanted: list[str], tmp_path: Path) -> None:
    data = {
        **PLAIN,
        **{key: {**PLAIN.get(key, {}), **told} if isinstance(told, dict) else told for key, told in more.items()},
    }
    said = said_of(tmp_path / "ours.json", data)
    assert sorted(said) == sorted(wanted)


@pytest.mark.parametrize("name", ["cassino", "escoba", "illimat", "scopa", "scopone"])
def test_every_sentence_is_about_a_word_of_the_rules(name: str) -> None:
    plain = rulesets.load_ruleset(name)
    for variant in ("", *plain.get("variants")):
        rules = rulesets.load_ruleset(name, variants=[variant] if variant else [])
        for _, lines in family("fishing").describe(rules):
            for line in lines:
                value: Any = rules.full
                for key in line.pointer:
                    value = value[key]
