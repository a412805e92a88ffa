"""Logs that are known to be illegal, made of legal ones by one change, so that nobody has to judge them.

Each function changes the items of a legal log and says where, or None where there is nothing that it could change. Why the
result is illegal can be seen from the log alone.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.core.ruleset import Ruleset
from referee.engines.conspiracy.reading import STEPS

Data = dict[str, Any]
Mutate = Callable[["Case"], int | None]
"""Changes the items of a case; the place of the change, or None where it cannot be made."""

STRANGER = "Zacharias"
PLAYED = ("trick", "turn", "play", "plays", "round", "attack", "income")


class Case(NamedTuple):
    """A legal log with a ruleset, and the chance to change it by."""

    log: Data
    rules: Ruleset
    rng: random.Random

    @property
    def items(self) -> list[Data]:
        """Its items, which are changed."""
        found: list[Data] = self.log["events"]
        return found

    @property
    def players(self) -> list[str]:
        """Who plays, in order."""
        return list(self.log["players"])

    def any(self, choices: Any) -> Any:
        """One of them; None where there is none."""
        listed = list(choices)
        return self.rng.choice(listed) if listed else None

    def places(self, *verbs: str) -> list[int]:
        """Where items with one of these verbs stand."""
        return [place for place, item in enumerate(self.items) if any(verb in item for verb in verbs)]


class Hand(NamedTuple):
    """A hand of a trick game, dealt face up: the cards dealt, drawn or shown, who alone is known to hold each of them (nobody
    if it was passed, or if others hold one like it), and the places of its tricks."""

    dealt: set[str]
    owners: dict[str, str]
    tricks: list[int]
    size: int


def _bare(card: str) -> str:
    return card.removesuffix("!")


def _hands(case: Case) -> list[Hand]:
    found: list[Hand] = []
    for place, item in enumerate(case.items):
        if "deal" in item:
            holders: dict[str, set[str]] = {}
            for player, cards in item["deal"].items():
                for card in cards:
                    holders.setdefault(card, set()).add(player)
            owners = {card: next(iter(players)) for card, players in holders.items() if len(players) == 1}
            found.append(Hand(set(holders), owners, [], max(map(len, item["deal"].values()))))
        elif found and item.keys() & {"talon", "turn"}:
            shown = item.get("talon", item.get("turn"))
            found[-1].dealt.update(shown if isinstance(shown, list) else [shown])
        elif "pass" in item and found:
            passed = item["pass"].values() if isinstance(item["pass"], dict) else [item["pass"]]
            for card in (card for cards in passed for card in cards):
                found[-1].owners.pop(card, None)
        elif "draw" in item and found:
            for player, card in item["draw"].items():
                if card in found[-1].dealt:
                    found[-1].owners.pop(card, None)
                else:
                    found[-1].owners[card] = player
                found[-1].dealt.add(card)
        elif "trick" in item and found:
            found[-1].tricks.append(place)
    return [hand for hand in found if hand.tricks]


def _play(case: Case, choose: Callable[[Hand, int], str | None]) -> int | None:
    """Another card in a trick of a hand."""
    hand = case.any(_hands(case))
    if hand is None:
        return None
    place = case.any(hand.tricks)
    card = choose(hand, place)
    if card is None:
        return None
    trick = case.items[place]["trick"]
    trick[case.rng.randrange(len(trick))] = card
    return int(place)


def card_that_nobody_holds(case: Case) -> int | None:
    return _play(case, lambda hand, place: case.any(card for card in case.rules.deck.by_id if card not in hand.dealt))


def _has_copies(case: Case) -> bool:
    """Whether several cards of the deck look alike."""
    return any(card.copies > 1 or card.at_most > 1 for card in case.rules.deck.cards)


def card_played_twice(case: Case) -> int | None:
    if _has_copies(case):
        return None

    def earlier(hand: Hand, place: int) -> str | None:
        gone = [_bare(card) for before in hand.tricks if before < place for card in case.items[before]["trick"]]
        return case.any(gone)

    return _play(case, earlier)


def card_of_another_player(case: Case) -> int | None:
    hand = case.any(_hands(case))
    if hand is None:
        return None
    place = case.any(hand.tricks)
    trick = case.items[place]["trick"]
    at = case.rng.randrange(len(trick))
    owner = hand.owners.get(_bare(trick[at]))
    card = case.any(card for card, other in hand.owners.items() if owner and other != owner)
    if card is None:
        return None
    trick[at] = card
    return int(place)


def _suits_move(case: Case) -> bool:
    """Whether a card may belong to another suit than the one printed on it."""
    return any(case.rules.get("trick", word) for word in ("always_trump", "trump_order"))


def revoke(case: Case) -> int | None:
    """A card of another suit where the player held the one that followed; that one is played where the other was."""
    if case.rules.get("play", "follow_suit") is not True or _suits_move(case):
        return None
    suits = {card.id: card.suit for card in case.rules.deck.cards}
    for hand in case.rng.sample(hands := _hands(case), len(hands)):
        for place in case.rng.sample(hand.tricks, len(hand.tricks)):
            trick = case.items[place]["trick"]
            later = [
                (other, at) for other in hand.tricks if other > place for at in range(len(case.items[other]["trick"]))
            ]
            for at in range(1, len(trick)):
                mine = _bare(trick[at])
                if suits[mine] != suits[_bare(trick[0])] or mine not in hand.owners:
                    continue
                for other, there in later:
                    card = _bare(case.items[other]["trick"][there])
                    if suits[card] != suits[mine] and hand.owners.get(card) == hand.owners[mine]:
                        trick[at], case.items[other]["trick"][there] = card, mine
                        return place
    return None


def trick_led_out_of_turn(case: Case) -> int | None:
    hand = case.any(_hands(case))
    if hand is None:
        return None
    place = case.any(hand.tricks)
    leader = hand.owners.get(_bare(case.items[place]["trick"][0]))
    if leader is None:
        return None
    others = [player for player in case.players if player != leader]
    if (
        case.rules.get("play", "dummy", default="") == "partner_of_declarer"
    ):  # the declarer leads for the dummy, who sits opposite
        at = case.players.index(leader) + len(case.players) // 2
        others.remove(case.players[at % len(case.players)])
    case.items[place]["by"] = case.any(others)
    return int(place)


def call_made_before(case: Case) -> int | None:
    """The first call in an auction made once more, which is never enough where a higher one stands."""
    enough = 3 if case.rules.get("bidding", "higher") == "dealer_may_equal" else 2
    for place in case.places("bids"):
        calls = case.items[place]["bids"]
        bids = [at for at, call in enumerate(calls) if call not in ("pass", "double", "redouble")]
        if len(bids) >= enough:
            calls[bids[-1]] = calls[bids[0]]
            return place
    return None


def bid_that_cannot_be(case: Case) -> int | None:
    if any(isinstance(case.items[place]["bids"], list) for place in case.places("bids")):
        return call_made_before(case)
    place, size = None, 0
    for at, item in enumerate(case.items):
        size = max(map(len, item["deal"].values())) if "deal" in item else size
        if "bids" in item and size and (place is None or case.rng.random() < 0.5):
            place = at
            bid = case.any([size + 1, -1])
    if place is None:
        return None
    player = case.any(case.items[place]["bids"])
    case.items[place]["bids"][player] = bid
    return place


def _hands_dealt(item: Data) -> dict[str, list[str]]:
    dealt = item["deal"].get("hands", {}) if "fields" in item["deal"] or "hands" in item["deal"] else item["deal"]
    return {player: cards for player, cards in dealt.items() if isinstance(cards, list)}


def card_dealt_twice(case: Case) -> int | None:
    if _has_copies(case):
        return None
    place = case.any(place for place in case.places("deal") if len(_hands_dealt(case.items[place])) > 1)
    if place is None:
        return None
    one, other = case.rng.sample(sorted(_hands_dealt(case.items[place])), 2)
    hands = _hands_dealt(case.items[place])
    if not hands[one] or not hands[other]:
        return None
    hands[one][0] = case.any(hands[other])
    return int(place)


def hand_of_the_wrong_size(case: Case) -> int | None:
    place = case.any(case.places("deal"))
    if place is None:
        return None
    hands = _hands_dealt(case.items[place])
    hands[case.any(hands)].pop()
    return int(place)


def tricks_that_do_not_add_up(case: Case) -> int | None:
    place = case.any(place for place in case.places("result") if "won" in case.items[place]["result"])
    if place is None:
        return None
    won = case.items[place]["result"]["won"]
    won[case.any(won)] += 1
    return int(place)


def card_captured_twice(case: Case) -> int | None:
    place = case.any(place for place in case.places("result") if "captured" in case.items[place]["result"])
    if place is None:
        return None
    piles = case.items[place]["result"]["captured"]
    full = case.any(player for player, cards in piles.items() if cards)
    other = case.any(player for player in piles if player != full)
    if full is None or other is None:
        return None
    piles[other].append(case.any(piles[full]))
    return int(place)


def _turns_of_a_round(case: Case) -> Iterator[tuple[int, Counter[str]]]:
    """The places of turns in games of melds, each with the cards that somebody may hold there, those drawn then included."""
    seen: Counter[str] = Counter()
    for place, item in enumerate(case.items):
        if "deal" in item:
            seen = Counter(card for cards in item["deal"].values() for card in cards)
        elif "turn" in item or "take" in item:
            taken = item["turn"][0] if "turn" in item else item["take"]
            seen[taken if isinstance(taken, str) else str(taken.get("stock"))] += 1
        elif "face_up" in item:
            seen[str(item["face_up"])] += 1
        elif "action" in item:
            seen[str(item["action"].get("card"))] += 1
        if "turn" in item and seen:
            yield place, Counter(seen)


def discard_that_nobody_holds(case: Case) -> int | None:
    found = case.any(_turns_of_a_round(case))
    if found is None or not case.places("deal"):
        return None
    place, seen = found
    card = case.any(card for card in case.rules.deck.by_id if not seen[card])
    if card is None:
        return None
    case.items[place]["turn"][1] = card
    return int(place)


def card_from_the_stock_that_was_dealt(case: Case) -> int | None:
    if _has_copies(case):
        return None
    for place in case.places("deal"):
        if place + 2 < len(case.items) and "turn" in case.items[place + 2]:
            dealt = [card for cards in case.items[place]["deal"].values() for card in cards]
            case.items[place + 2]["turn"][0] = case.any(dealt)
            return place + 2
    return None


def _twice_by_one(case: Case, places: list[int]) -> int | None:
    """The same player in two turns of which one must be another's; the second of them."""
    if len(case.players) < 2 or len(places) < 2:
        return None
    at = case.rng.randrange(len(places) - 1)
    player = case.any(case.players)
    for place in places[at : at + 2]:
        case.items[place]["by"] = player
    return places[at + 1]


def two_turns_running(case: Case) -> int | None:
    turns = case.places("turn")
    pairs = [place for place in turns if place + 1 in turns]
    place = case.any(pairs)
    return None if place is None else _twice_by_one(case, [place, place + 1])


def card_played_before(case: Case) -> int | None:
    """A play of the first card that was played in the same hand."""
    place = case.any(place for place in case.places("round") if place - 1 in case.places("round"))
    if place is None:
        return None
    first = place
    while first - 1 in case.places("round"):
        first -= 1
    entries = case.items[place]["round"]
    at = case.any(at for at, entry in enumerate(entries) if entry != "pass")
    entries[at] = case.items[first]["round"][0].split()[0]
    return int(place)


def pass_by_the_leader(case: Case) -> int | None:
    place = case.any(case.places("round"))
    if place is None:
        return None
    case.items[place]["round"][0] = "pass"
    return int(place)


def hand_shown_with_a_card_too_few(case: Case) -> int | None:
    place = case.any(place for place in case.places("result") if "hands" in case.items[place]["result"])
    if place is None or case.rules.get("table", "lay", default=False):  # what is left of a hand may be any number
        return None
    hands = case.items[place]["result"]["hands"]
    shown = hands[case.any(hands)]
    if len(shown[-1].split()) > 1:  # a card of a meld might be missing from something longer that is no longer a meld
        return None
    shown.pop()
    return int(place)


def card_played_again(case: Case) -> int | None:
    """The next player plays the very card that lies on the pile, of which there is only one."""
    if _has_copies(case):
        return None
    place = case.any(place for place in case.places("plays") if re.match(r"[^dp]", case.items[place]["plays"][0]))
    if place is None:
        return None
    turns = case.items[place]["plays"]
    turns.insert(1, turns[0].replace("!", ""))
    return int(place)


def draw_without_a_turn(case: Case) -> int | None:
    """More cards are drawn at once than the deck has."""
    place = case.any(case.places("plays"))
    if place is None:
        return None
    case.items[place]["plays"].insert(0, f"draw {case.rules.deck.total}")
    return int(place)


def turn_alone(text: str | Data) -> Data:
    """A turn of shedding in the short form as an item of its own."""
    if isinstance(text, dict):
        ((who, card),) = text.items()
        return {"by": who, "play": card}
    verb, *rest = text.split()
    if verb == "challenge":
        return {"challenge": rest[0]}
    if verb == "draw":
        return {"draw": int(rest[0]) if rest and rest[0].isdecimal() else rest or True}
    return {"pass": True} if verb == "pass" else {"play": text}


def _unseen(case: Case, place: int) -> str | None:
    """A card of a fishing game that has not turned up in its round until after the item at `place`."""
    begun = max((at for at in case.places("deal") if "fields" in case.items[at]["deal"] and at <= place), default=None)
    if begun is None or not any("hands" in case.items[at]["deal"] for at in case.places("deal")):
        return None
    seen = set(re.findall(r"[0-9A-Za-z]+", str(case.items[begun : place + 1])))
    return case.any(card for card in case.rules.deck.by_id if card not in seen)  # type: ignore[no-any-return]


def _other_play(case: Case, pattern: str, change: Callable[[re.Match[str], str], str]) -> int | None:
    place = case.any(place for place in case.places("play") if re.match(pattern, case.items[place]["play"]))
    card = None if place is None else _unseen(case, place)
    if card is None:
        return None
    text = case.items[place]["play"]
    case.items[place]["play"] = re.sub(pattern, lambda match: change(match, card), text, count=1)
    return int(place)


def play_of_a_card_that_nobody_holds(case: Case) -> int | None:
    return _other_play(case, r"(sow|harvest|stockpile) [0-9A-Za-z]+", lambda match, card: f"{match[1]} {card}")


def harvest_of_a_card_that_lies_nowhere(case: Case) -> int | None:
    return _other_play(case, r"(harvest \S+ take \S+)", lambda match, card: f"{match[1]}+{card}")


def stockpile_of_a_false_sum(case: Case) -> int | None:
    """A pile of plain numbers made one more than they are; not where a Luminary may have a say in values."""
    if case.rules.get("luminaries", "dealt", default=0):
        return None
    pattern = r"^(stockpile \S+ make )(\d+)((?: of|:) (?:\d+[A-Za-z]+\+)*\d+[A-Za-z]+(?: @\S+)?)$"
    place = case.any(place for place in case.places("play") if re.match(pattern, case.items[place]["play"]))
    if place is None:
        return None
    match = re.match(pattern, case.items[place]["play"])
    assert match is not None
    case.items[place]["play"] = f"{match[1]}{int(match[2]) + 1}{match[3]}"
    return int(place)


def two_plays_running(case: Case) -> int | None:
    if case.rules.get("luminaries", "dealt", default=0):
        return None
    rounds = [place for place in case.places("deal") if "fields" in case.items[place]["deal"]]
    plays = [place for place in case.places("play") if len(rounds) == 1 or place < rounds[1]]
    return _twice_by_one(case, plays)


def pile_larger_than_the_deck(case: Case) -> int | None:
    place = case.any(place for place in case.places("result") if "piles" in case.items[place]["result"])
    if place is None:
        return None
    pile = case.any(case.items[place]["result"]["piles"].values())
    pile[case.any(pile)] = 1000
    return int(place)


def dice_that_cannot_fall(case: Case) -> int | None:
    rolls = [place for place in case.places("attack") if "roll" in case.items[place]["attack"]]
    place = case.any([*rolls, *case.places("roll")])
    if place is None:
        return None
    item = case.items[place]
    item.get("attack", item)["roll"] = case.any([[7, 1], [0, 3], [6], [1, 2, 3], [3, -2]])
    return int(place)


def income_that_is_too_much(case: Case) -> int | None:
    place = case.any(place for place in case.places("income") if isinstance(case.items[place]["income"], int))
    if place is None:
        return None
    case.items[place]["income"] += 100
    return int(place)


def money_that_nobody_has(case: Case) -> int | None:
    place = case.any(place for place in case.places("attack") if "spend" in case.items[place]["attack"])
    if place is None:
        return None
    spent = case.items[place]["attack"]["spend"]
    if isinstance(spent, dict) and spent:
        spent[case.any(spent)] = 5000
    else:
        case.items[place]["attack"]["spend"] = 5000
    return int(place)


def card_drawn_twice(case: Case) -> int | None:
    groups = case.rules.get("groups", default={})  # there are two of some Specials
    draws = [place for place in case.places("draw") if case.items[place]["draw"] in groups]
    if len(draws) < 2:
        return None
    at = case.rng.randrange(1, len(draws))
    case.items[draws[at]]["draw"] = case.items[draws[at - 1]]["draw"]
    return draws[at]


def one_of_the_illuminati_for_two(case: Case) -> int | None:
    chosen = case.log["setup"].get("illuminati")
    if not chosen or len(chosen) < 2:
        return None
    one, other = case.rng.sample(sorted(chosen), 2)
    chosen[one] = chosen[other]
    return 0


def two_incomes_running(case: Case) -> int | None:
    if any("sequence" in variant for variant in case.log.get("variants", ())) or len(case.players) < 3:
        return None
    return _twice_by_one(case, case.places("income")[:2])


def stranger(case: Case) -> int | None:
    place = case.any(case.places(*PLAYED))
    if place is None:
        return None
    case.items[place]["by"] = STRANGER
    return int(place)


def game_that_goes_on_after_its_end(case: Case) -> int | None:
    if "winners" not in case.log.get("expect", {}):
        return None
    first = in_single_events(case.items[:1], case.rules.family)[0]
    case.items.append(copy.deepcopy({key: value for key, value in first.items() if key != "expect"}))
    return len(case.items) - 1


def _claim(case: Case, name: str) -> tuple[int, dict[str, Any]] | None:
    found = [(place, item["expect"]) for place, item in enumerate(case.items) if name in item.get("expect", {})]
    if name in case.log.get("expect", {}):
        found.append((len(case.items) - 1, case.log["expect"]))
    return case.any(found)  # type: ignore[no-any-return]


def _points(name: str) -> Mutate:
    def claimed(case: Case) -> int | None:
        found = _claim(case, name)
        if found is None or not found[1][name]:
            return None
        player = case.any(found[1][name])
        found[1][name][player] += case.any([1, -1, 10])
        return found[0]

    return claimed


def winner_claimed_falsely(case: Case) -> int | None:
    found = _claim(case, "winner")
    if found is None:
        return None
    found[1]["winner"] = case.any(player for player in case.players if player != found[1]["winner"])
    return found[0]


def winners_claimed_falsely(case: Case) -> int | None:
    found = _claim(case, "winners")
    loser = found and case.any(player for player in case.players if player not in found[1]["winners"])
    if found is None or loser is None:
        return None
    found[1]["winners"] = [loser]
    return found[0]


CLAIMS: dict[str, Mutate] = {
    "a false score": _points("score"),
    "false totals": _points("totals"),
    "a false winner of a trick": winner_claimed_falsely,
    "false winners": winners_claimed_falsely,
}
SCORED: dict[str, Mutate] = {kind: CLAIMS[kind] for kind in ("a false score", "false totals", "false winners")}
NEED_SCORES = (*SCORED, "a game that goes on")
"""These are only illegal if the log says enough for a score."""
ANY: dict[str, Mutate] = {"a stranger": stranger, "a game that goes on": game_that_goes_on_after_its_end}
MUTANTS: dict[str, dict[str, Mutate]] = {
    "trick": {"a card nobody holds": card_that_nobody_holds, "a card played twice": card_played_twice,
        "a card of another player": card_of_another_player, "a revoke": revoke,
        "a lead out of turn": trick_led_out_of_turn, "an impossible bid": bid_that_cannot_be,
        "a card dealt twice": card_dealt_twice, "a hand of the wrong size": hand_of_the_wrong_size,
        "tricks that do not add up": tricks_that_do_not_add_up, "a card captured twice": card_captured_twice, **ANY,
        **CLAIMS},
    "meld": {"a discard nobody holds": discard_that_nobody_holds,
        "a dealt card from the stock": card_from_the_stock_that_was_dealt, "two turns running": two_turns_running,
        "a card dealt twice": card_dealt_twice, "a hand of the wrong size": hand_of_the_wrong_size,
        "a hand shown short": hand_shown_with_a_card_too_few, **ANY, **SCORED},
    "shedding": {"a card played again": card_played_again, "a draw too many": draw_without_a_turn,
        "a card dealt twice": card_dealt_twice, "a hand of the wrong size": hand_of_the_wrong_size, **ANY, **SCORED},
    "climbing": {"a card played before": card_played_before, "a pass by the leader": pass_by_the_leader,
        "a card dealt twice": card_dealt_twice, "a hand of the wrong size": hand_of_the_wrong_size, **ANY, **SCORED},
    "fishing": {"a card nobody holds": play_of_a_card_that_nobody_holds,
        "a card that lies nowhere": harvest_of_a_card_that_lies_nowhere, "a false sum": stockpile_of_a_false_sum,
        "two plays running": two_plays_running, "a card dealt twice": card_dealt_twice,
        "a pile larger than the deck": pile_larger_than_the_deck, **ANY, **SCORED},
    "conspiracy": {"impossible dice": dice_that_cannot_fall, "too much income": income_that_is_too_much,
        "money nobody has": money_that_nobody_has, "a card drawn twice": card_drawn_twice,
        "the same Illuminati twice": one_of_the_illuminati_for_two, "two incomes running": two_incomes_running, **ANY,
        "false totals": CLAIMS["false totals"], "false winners": CLAIMS["false winners"]},
}  # fmt: skip
"""By family, what is wrong with a mutant and who makes it so."""


def mutant(log: Data, rules: Ruleset, kind: str, rng: random.Random, *, cut: bool) -> Data | None:
    """A log that is illegal in this way, without any claim that is not itself false; `cut` ends it behind the change."""
    case = Case(copy.deepcopy(log), rules, rng)
    place = MUTANTS[rules.family][kind](case)
    if place is None:
        return None
    if kind not in CLAIMS:
        for item in case.items:
            item.pop("expect", None)
        case.log.pop("expect", None)
    elif cut and "expect" in case.log and place < len(case.items) - 1:
        del case.log["expect"]
    if cut:
        del case.items[place + 1 :]
    return case.log


def with_passes_together(items: list[Data], players: int) -> list[Data]:
    """The same items with what all players passed in one."""
    found: list[Data] = []
    for item in items:
        last = found[-1].get("pass") if found else None
        if not isinstance(item.get("pass"), list):
            found.append(item)
        elif isinstance(last, dict) and len(last) < players and item["by"] not in last:
            last[item["by"]] = item["pass"]
        else:
            found.append({"pass": {item["by"]: item["pass"]}})
    return found


def in_single_events(items: list[Data], family: str) -> list[Data]:
    """The same items with every short form written as the events that it stands for."""
    found: list[Data] = []
    for item in items:
        more = {key: item[key] for key in ("expect",) if key in item}
        by = {"by": item["by"]} if "by" in item else {}
        if family == "trick" and "trick" in item:
            parts: list[Data] = [{"play": card} for card in item["trick"]]
        elif family == "trick" and isinstance(item.get("bids"), dict):
            parts = [{"by": player, "bid": bid} for player, bid in item["bids"].items()]
        elif family == "trick" and isinstance(item.get("pass"), dict):
            parts = [{"by": player, "pass": cards} for player, cards in item["pass"].items()]
        elif family == "climbing" and "round" in item:
            parts = [{"pass": True} if entry == "pass" else {"play": entry} for entry in item["round"]]
        elif family == "meld" and "turn" in item:
            parts = [{"take": item["turn"][0]}, {"discard": item["turn"][1]}]
        elif family == "shedding" and "plays" in item:
            parts = [turn_alone(text) for text in item["plays"]]
            parts[0] |= by
        elif family == "conspiracy" and isinstance(item.get("attack"), dict):
            line = item["attack"]
            parts = [{"attack": {key: value for key, value in line.items() if key not in STEPS}}]
            parts += [{step: line[step]} for step in STEPS if step in line]
        else:
            found.append(item)
            continue
        parts[0] = {**by, **parts[0]}
        parts[-1] = {**parts[-1], **more}
        found += parts
    return found
