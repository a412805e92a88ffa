"""What a log exercises: the words, powers and rules of a trick ruleset, and which of them an event triggers.

A word fires when it rules something out or decides something: a card that may not be played, a bid that may not be made, who
takes a trick, what a hand scores. A rule fires when a word that cites it does; see `referee.core.family.Coverage`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import lru_cache, reduce
from operator import or_

from referee.core import formula
from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Point
from referee.core.formula import Formula
from referee.core.places import Pointer
from referee.core.points import points as covered
from referee.core.ruleset import Ruleset
from referee.engines.trick.explain.lint import cited
from referee.engines.trick.game import Game
from referee.engines.trick.rules import auctions, declaring, hands, outcomes, seats, stocks, whereabouts
from referee.engines.trick.rules.auctions import names_for, speak
from referee.engines.trick.rules.hands import speaking_order
from referee.engines.trick.rules.plays import words_now
from referee.engines.trick.state import BID, DEAL, LEADS, OVER, Hand, State, Trick
from referee.engines.trick.words.bids import NOBODY, word_of
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import PlayRule, narrowed
from referee.engines.trick.words.ranking import NO_TRUMP, Judgement, Ranking, ordered_deck
from referee.engines.trick.words.scoring import Ended, Row

FAULTS = ("order", "turn", "deck", "deal", "hand", "trick-size", "grace", "result", "claim", "stands", "over")
"""Rules of every trick game that a fault can cite and no word sets."""


def points(ruleset: Ruleset) -> dict[str, Point]:
    """Everything that can fire, by its path in the ruleset: 'play.follow_suit', 'powers.Jn1:5.switch_off', 'rules.turn'."""
    return covered(ruleset, (word for word in cited(ruleset) if _can_fire(ruleset, word[0])), FAULTS)


def _can_fire(ruleset: Ruleset, pointer: Pointer) -> bool:
    """Whether other words leave something for this one to decide."""
    data = ruleset.full
    takers = {power["trick_goes_to"] for power in data["powers"].values() if "trick_goes_to" in power}
    if pointer == ("deal", "next_dealer"):
        return len(data["deal"].get("sequence", (1, 2))) > 1
    if pointer == ("roles", "rotation_lasts"):
        return any("rotate_roles" in power for power in data["powers"].values())
    if pointer == ("trick", "clash"):
        return len(takers) > 1
    if pointer == ("trick", "tie"):
        across = data["trick"]["grace"] != "none" or {"lowest", "highest", "lowest_without_grace"} & takers
        deck = ordered_deck(ruleset)
        return deck.has_twins or (bool(across) and any(equal != 1 << card for card, equal in enumerate(deck.equals)))
    return True


def fired(game: Game, state: State, event: Event) -> set[str]:
    """The words that an event triggers, asked just before it happens."""
    rules, verb = game.rules, event.verb
    found = set(_at_start_of_hand(rules, state)) if state.phase == DEAL else set()
    now = game.met_by(state, event)
    if verb == "bid" and rules.auction:
        found.update(called(game, now, event.value))
    elif verb == "bid":
        found.update(_bid(rules, now, event.value))
    elif verb == "result":
        found.update(_bids_of_result(rules, now, event))
    elif verb == "play":
        found.update(_play(rules, now, event))
    elif verb == "turn" and rules.turned:
        found.update(["turned.goes_to"] * (rules.turned.goes_to == NOBODY))
    elif verb == "turn":
        found.add("stock.turned" if now.left < now.length else _trump_word(rules, now))
    elif verb == "contract":
        found.update(named(game, now, event.value))
    elif verb == "draw":
        found.add("stock.first")
        if event.value == now.turned:
            found.add("stock.turned")
    else:
        found.update(SET_OFF.get(verb, ()))
    if verb == "declare":
        found.add(f"declare.{rules.declarations[event.value[0]].name}")
    elif verb == "choose":
        found.add(f"choices.{declaring.waiting(rules, now)[1].name}")
    elif verb == "result":
        chosen = {option for options in event.value.get("choices", {}).values() for option in options}
        found.update(f"choices.{choice.name}" for choice in rules.scoring.choices if chosen & {*choice.options})
        declared = [what for said in event.value.get("declared", {}).values() for what, _ in said]
        found.update(f"declare.{rules.declarations[what].name}" for what in declared)
    if verb not in ("play", "result", "choose") and not (verb == "bid" and rules.auction):
        return found
    after = state.copy()
    game.apply(after, event)
    if now.blind:
        shown = [entry for seat, entries in enumerate(after.shown) for entry in entries[len(now.shown[seat]) :]]
        found.update(
            entry.word if entry.word == LEADS else ".".join(map(str, rules.play_rules[entry.word].pointer))
            for entry in shown
        )
    if verb == "play" and after.discarded != now.discarded:
        found.add("stock.tricks_count")
    if verb == "play" and len(now.trick) == len(now.seats) - 1:
        found.update(_decided(rules, now, after.finished()[-1]))
    if len(after.history) > len(state.history):
        found.update(at_end_of_hand(rules, state, after))
    return found


SET_OFF = {
    "pass": ("pass.cards", "pass.to"),
    "trump": ("trick.trump", "trick.named_by", "trick.named_from"),
    "grace": ("trick.grace_until",),
    "dummy": ("play.dummy",),
    "talon": ("talon.goes_to",),
    "put_away": ("talon.goes_to", "turned.put_away"),
    "call": ("bidding.declarer.with", "bidding.declarer.may_call", "bidding.declarer.own_card"),
}
"""What an event triggers just by happening."""


def _at_start_of_hand(rules: CompiledRules, state: State) -> Iterator[str]:
    yield from ("deal.sequence", "deal.each", f"leave_out.{rules.players}")
    if len(state.seats) + len(state.out) < rules.players:
        yield "deal.sits_out"
    if state.history:
        yield "deal.next_dealer"
        if state.roles != state.chosen:
            yield "roles.rotation_lasts"


def _trump_word(rules: CompiledRules, state: State) -> str:
    return "trick.first_trump" if state.hand == 1 and rules.first_trump else "trick.trump"


def _bid(rules: CompiledRules, state: State, bid: int) -> Iterator[str]:
    """The words of bidding that rule out a possible bid, whatever an unseen hand holds, or bids beyond any limit."""
    if not state.spoken:
        yield "bidding.first"
    names = names_for(rules, state, state.turn, word_of(bid))
    everything = (2 << state.cards) - 1
    outside = {"least": bid < 0, "most": bid > state.cards}
    ways = whereabouts.ways(rules, state, state.turn)
    for rule in rules.bidding if ways else ():
        allowed = reduce(or_, (rule.allow({**names, **way}) for way in ways))
        if allowed & everything != everything or outside.get(str(rule.pointer[-1])):
            yield ".".join(map(str, rule.pointer))


def _bids_of_result(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    bids = event.value.get("bids")
    if not bids or rules.auction:
        return
    trial = state.copy()
    hands.begin(rules, trial, {})
    for seat in speaking_order(rules, state):
        trial.phase, trial.turn = BID, seat
        yield from _bid(rules, trial, bids[seat])
        speak(rules, trial, Event("bid", bids[seat], seat=seat))


def _play(rules: CompiledRules, state: State, event: Event) -> Iterator[str]:
    """What a card triggers as it is laid: bans on other cards of the hand, roles, who leads."""
    seat = state.turn if event.seat is None else event.seat
    if not state.trick and not state.tricks:
        yield "play.leads"
    if state.turn == state.dummy:
        yield "play.dummy"
    if len(state.trick) in range(1, len(state.seats)) and len(state.seats) > 2:
        yield "direction"
    if state.known[seat]:
        yield from _bans(rules, state, state.hands[seat])
        if rules.renege and state.trick and _reneges(state, state.hands[seat], event.bit):
            yield "play.renege"
    if event.value in rules.outside_cards and state.ranking.suit_of[event.value] == len(rules.suits) + 1:
        yield from _outside(rules, state, seat, event)
    if state.own_cards[seat] & event.bit:
        yield "roles.choose"
    if event.value in rules.powers and rules.powers[event.value].rotates:
        yield f"powers.{rules.deck.ids[event.value]}.rotate_roles"


def _bans(rules: CompiledRules, state: State, held: int) -> Iterator[str]:
    """The words of play that rule out cards of a hand, and the parts of a word that change which cards it rules out."""
    if rules.stock and state.trick and not state.stock and held & state.ranking.members[state.led] not in (0, held):
        yield "stock.when_out.follow_suit"
    for rule in words_now(rules, state):
        left = rule.narrow(state, held)
        name = ".".join(map(str, rule.pointer))
        if left != held:
            yield name
        for part in rule.argument if isinstance(rule.argument, dict) and "cards" in rule.argument else ():
            if part != "cards" and _without(rules, rule, part, state, held) != left:
                yield f"{name}.{part}"
        held = left


def _outside(rules: CompiledRules, state: State, seat: int, event: Event) -> Iterator[str]:
    """What a card outside the suits triggers: it is led, it is played although its player could follow, or it may not be."""
    name = rules.deck.ids[event.value]
    if not state.trick:
        yield f"outside.{name}.led"
    elif state.known[seat] and state.hands[seat] & state.ranking.members[state.led]:
        yield f"outside.{name}.play"


def _reneges(state: State, held: int, bit: int) -> bool:
    """Whether a player holds back a trump that need not be played to the one that was led."""
    led = state.ranking.members[state.led]
    return bool(held & led and not bit & led and led == state.ranking.trumps)


def _without(rules: CompiledRules, rule: PlayRule, part: str, state: State, held: int) -> int:
    """What a word would leave of a hand without this part of its argument."""
    argument = {key: value for key, value in rule.argument.items() if key != part}
    return narrowed(rule.word.make(argument, rules.deck, state.ranking))(state, held)


def _decided(rules: CompiledRules, state: State, trick: Trick) -> Iterator[str]:
    """What decided a trick."""
    judgement, ids = rules.judgement, rules.deck.ids
    decision = judgement.decide(trick.cards, trick.graced, state.ranking)
    table = sum(1 << card for card in trick.cards)
    if decision.star >= 0:
        yield f"powers.{ids[decision.star]}.trick_goes_to"
    elif decision.because == "grace":
        yield "trick.grace"
    elif decision.because == "outside":
        yield f"outside.{ids[decision.card]}.wins"
    else:
        yield _trump_word(rules, state) if decision.because == "trump" else "trick.wins"
        equal = judgement.in_force(table, state.ranking).equal
        if equal and (table & equal[decision.card]).bit_count() > 1:
            yield "trick.tie"
        yield from _orders(rules, judgement.in_force(table, state.ranking), decision.card)
    for card in members(table & rules.goes_back):
        yield f"outside.{ids[card]}.goes_back"
    for card in members(table & judgement.quieters if trick.graced else 0):
        yield f"powers.{ids[card]}.switch_off"
    for card in members(table & judgement.levellers if table & state.ranking.trumps else 0):
        yield f"powers.{ids[card]}.switch_off"
    other = copy(judgement)
    other.clash = "last" if judgement.clash == "first" else "first"
    if other.decide(trick.cards, trick.graced, state.ranking).card != decision.card:
        yield "trick.clash"
    if (
        judgement.equals[decision.card]
        & _compared(judgement, decision.star, table, trick.graced)
        & ~(1 << decision.card)
    ):
        yield "trick.tie"


def _orders(rules: CompiledRules, ranking: Ranking, card: int) -> Iterator[str]:
    """The words that say how high the winning card is."""
    trick = rules.ruleset.full["trick"]
    if rules.deck.ids[card] in trick.get("always_trump", ()):
        yield "trick.always_trump"
    if ranking.trump == NO_TRUMP and trick.get("no_trump_order"):
        yield "trick.no_trump_order"
    elif ranking.trump >= 0 and trick.get("trump_order") and ranking.trumps >> card & 1:
        yield "trick.trump_order"
    else:
        yield "trick.order"


def _compared(judgement: Judgement, star: int, table: int, graced: int) -> int:
    """The cards of a trick that were compared whatever their suit, which is when two can be equal."""
    if star < 0:
        return 0 if table & judgement.quieters else graced
    word = judgement.powers[star].goes_to
    if word == "lowest_without_grace":
        return table & ~graced
    return table if word in ("lowest", "highest") else 0


def called(game: Game, state: State, call: int) -> Iterator[str]:
    """The words of bidding that a call triggers, asked just before it is made."""
    rules, auction = game.rules, game.rules.auction
    assert auction is not None
    if not state.calls:
        yield "bidding.first"
    yield "bidding.calls"
    for ban in game.bidding.bans(state, state.turn):
        if ~ban.leaves & auction.everything:
            yield ".".join(map(str, ban.word))
    yield from (f"bidding.marks.{mark}" for mark in auction.calls[call].marks)
    if call in (auction.doubles, auction.redoubles):
        yield "bidding.doubles"
    passed = {seat for seat, made in state.calls if made == auction.passes}
    if (not auction.out and state.turn in passed) or (
        auction.out and len(passed) and len(state.calls) >= len(state.seats)
    ):
        yield "bidding.passing"
    after = state.copy()
    auctions.call(rules, after, Event("bid", call))
    if state.answers >= 0 or (after.phase == BID and after.answers < 0):
        return
    yield "bidding.rounds"
    if max(after.contract, after.bid_for) < 0:
        yield "bidding.nobody"
        return
    if auction.first_bid_ends:
        yield "bidding.ends"
    yield from ("bidding.declarer.is", "bidding.declarer.with")
    if auction.partner == "called" and not seats.calls_partner(rules, after):
        yield "bidding.declarer.alone"
    if after.contract >= 0:
        yield from _of_contract(game, after)


def named(game: Game, state: State, call: int) -> Iterator[str]:
    """The words that a contract named by the declarer triggers."""
    auction = game.rules.auction
    assert auction is not None
    yield "bidding.contracts"
    yield from (f"bidding.marks.{mark}" for mark in auction.calls[call].marks)
    after = state.copy()
    after.contract = call
    yield from _of_contract(game, after)


def _of_contract(game: Game, state: State) -> Iterator[str]:
    """What a contract decides: what is trump, and whether the talon is taken."""
    rules = game.rules
    assert rules.auction is not None
    if rules.auction.calls[state.contract].trump is not None:
        yield "trick.trump"
    if rules.talon and not stocks.is_taken(rules, state, state.contract):
        yield "talon.when"
    if rules.turned and rules.turned.goes_to != NOBODY:
        yield from ("turned.when", *["turned.goes_to"] * (stocks.taker(rules, state) >= 0))


def at_end_of_hand(rules: CompiledRules, before: State, after: State) -> Iterator[str]:
    """What scored the hand that ended between two states, and what ended the game with it."""
    hand = after.history[-1]
    passed_out = rules.auction is not None and hand.contract < 0 and not rules.auction.played_by_nobody
    if hand.points is not None and hand.counts is not None and not passed_out:
        yield from _scored(rules, before, after, hand)
    yield from _ended(rules, after)
    if after.talon:
        yield "talon.counts_for" if rules.talon_goes_to == "declarer" else "talon.goes_to"
    if after.out != before.out:
        yield "end.knock_out"


def _scored(rules: CompiledRules, before: State, after: State, hand: Hand) -> Iterator[str]:
    scoring = rules.scoring
    counts = hand.counts or ()
    players, sides = scoring.rows(
        Ended(
            hand.number, hand.cards, hand.dealer, _known(hand.bids), _known(hand.won), counts, before.scores, before.bags,
            hand.sides, hand.last, hand.chosen, outcomes.declared_points(rules, after, hand.sides, hand.dealer),
            seats.contract_scored(rules, hand, hand.sides, hand.matadors), hand.vulnerable, before.carried,
        )
    )  # fmt: skip
    yield from (f"count.{name}" for name, taken in zip(scoring.counts, counts, strict=True) if any(taken))
    yield from (f"define.{name}" for name, _ in scoring.defined if any(row[name] for row in (*players, *sides)))
    if sides is not players:
        yield "partners"
    if hand.vulnerable:
        yield "vulnerable"
    for name, part in rules.ruleset.full["scoring"].items():
        rows = sides if part["each"] == "side" else [row for seat, row in enumerate(players) if hand.played(seat)]
        cases = _cases(rules, name)
        yield from (f"scoring.{name}.cases.{_applies(cases, row, rows)}" for row in rows)
    yield from (f"carry.{name}" for name, _ in scoring.carry if after.carried[name] != before.carried[name])
    if scoring.bags and any(scoring.bags.counted.run(row, sides) for row in sides):
        yield "bags.count"
        if any(new < old for new, old in zip(after.bags, before.bags, strict=True)):
            yield "bags.limit"


def _known(numbers: Sequence[int | None]) -> list[int]:
    """Bids or tricks; 0 for those who did not play."""
    return [number or 0 for number in numbers]


@lru_cache(maxsize=256)
def _cases(rules: CompiledRules, name: str) -> tuple[Formula | None, ...]:
    """The conditions of a part of the score, in order; None is always."""
    cases = rules.ruleset.data["scoring"][name]["cases"]
    return tuple(
        formula.parse(case["when"], rules.scoring.names, around=True) if "when" in case else None for case in cases
    )


def _applies(cases: tuple[Formula | None, ...], row: Row, rows: list[Row]) -> int:
    """The first case whose condition holds."""
    return next(place for place, when in enumerate(cases) if when is None or when.run(row, rows))


def _ended(rules: CompiledRules, after: State) -> Iterator[str]:
    scoring = rules.scoring
    shared = scoring.shared(after.scores)
    if after.phase == OVER:
        yield "end.winner"
        if scoring.hands and after.history[-1].number >= scoring.hands:
            yield "deal.hands"
        else:
            yield from ("end.when", "end.target")
        if shared:
            yield "end.tied"
        if seats.first_out(rules, after) and scoring.leaders(after.scores) != seats.first_out(rules, after):
            yield "end.first_out"
    elif (
        shared
        and scoring.play_on
        and scoring.reached(after.scores, after.target, after.history[-1].number, after.carried)
    ):
        yield "end.tied"
