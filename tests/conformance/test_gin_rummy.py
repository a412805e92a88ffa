"""The shipped Gin Rummy against OpenSpiel's: the same choices and the same deadwood at every turn, the same points.

Both tables play the same random hands, decision by decision. Players discard what their deadwood can do without more often
than not, so that most hands are knocked; melds are laid and cards laid off at random, so that hands count worse than they
might.
OpenSpiel's departures from the usual rules are in the overlay `gin-rummy-as-openspiel`. Besides, it ends a hand that goes in
circles, pays the winner's points out of the loser's, and lets no run grow by more than two laid-off cards at each end. Its own
number for a hand of eleven takes the highest idle card off one of the best arrangements of all eleven, which is sometimes a
point too many where two arrangements are equally good; so the deadwood is compared after every single discard.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
from openspiel import overlay
from slowness import one_in

import referee
from referee import source
from referee.core.ruleset import Ruleset
from referee.engines.meld.words import packs
from referee.judging.log import make_log
from referee.rules import rulesets

pyspiel = pytest.importorskip("pyspiel")

BATCHES, HANDS = 10, 60
PLAYERS = ("Ann", "Ben")
CARDS = tuple(f"{rank}{suit}" for suit in "SCDH" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"))
"""OpenSpiel's cards by number."""
UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
TAKES = {UPCARD: "pile", STOCK: "stock", PASS: "nothing"}


@cache
def rules() -> Ruleset:
    """The shipped ruleset, as OpenSpiel plays it."""
    return rulesets.load_ruleset("gin-rummy", houses=[overlay("gin-rummy-as-openspiel")])


@cache
def peer_game() -> Any:
    return pyspiel.load_game("gin_rummy")


@cache
def peer_utils() -> Any:
    return pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)


class Tables:
    """One hand in OpenSpiel (`peer`) and before the referee; `items` is its log so far. OpenSpiel's player 0 is Ann."""

    def __init__(self) -> None:
        self.peer = peer_game().new_initial_state()
        self.game: Any = rulesets.table(rules(), 2)
        self.setup = {"dealer": "Ben"}
        self.state = self.game.start(PLAYERS, self.setup, None)
        self.items: list[dict[str, Any]] = []
        self.seen: Counter[str] = Counter()
        self.laid: list[str] = []

    def happen(self, item: dict[str, Any]) -> None:
        """Something legal happens at the referee's table."""
        events = self.game.read(self.state, item)
        assert self.game.take(self.state, events) == len(events), (item, self.game.check(self.state, events[0]))
        self.items.append(item)

    def deal(self, rng: random.Random) -> None:
        deck = list(CARDS)
        rng.shuffle(deck)
        for card in deck[:21]:
            self.peer.apply_action(CARDS.index(card))
        self.happen({"deal": {"Ann": deck[:10], "Ben": deck[10:20]}})
        self.happen({"face_up": deck[20]})

    def legal(self) -> set[str]:
        return {option.notation for option in self.game.options(self.state).legal}

    @property
    def phase(self) -> str:
        return str(self.peer.current_phase()).rpartition(".")[2]

    def act(self, action: int) -> None:
        self.peer.apply_action(action)


def deadwoods(tables: Tables, seat: int) -> dict[str, tuple[float, float]]:
    """For each card that may be discarded, the least deadwood of the rest: the referee's and OpenSpiel's."""
    compiled, hand = tables.game.rules, tables.state.hands[seat]
    found = {}
    for card, _ in packs.counts(hand):
        rest = hand - packs.UNITS[card]
        numbers = [CARDS.index(name) for name in compiled.names(rest).split()]
        found[compiled.deck.ids[card]] = (-compiled.arranger.best(rest).score, peer_utils().min_deadwood(numbers))
    return found


def take(tables: Tables, rng: random.Random) -> None:
    """The player to act takes a card, or refuses the first one; or knocks or passes when the stock is used up."""
    peer, actions = tables.peer, tables.peer.legal_actions()
    last = tables.state.last_take
    known = {"pile" if last and action == KNOCK else TAKES[action] for action in actions}
    assert {option for option in tables.legal() if not option.endswith("declare")} == known
    action = max(actions) if last and rng.random() < 0.9 else rng.choice(actions)
    if action == UPCARD and STOCK in actions and not improves(tables):
        action = STOCK
    name = "pile" if action == KNOCK else TAKES[action]
    if action == PASS and last:
        tables.seen["void"] += 1
    if action == STOCK and tables.state.offers == -1:
        tables.seen["first face-up card refused by both"] += 1
    tables.act(action)
    if peer.is_chance_node():
        drawn = rng.choice([outcome for outcome, _ in peer.chance_outcomes()])
        tables.act(drawn)
        tables.happen({"take": {"stock": CARDS[drawn]}})
        return
    tables.happen({"take": name})
    if action == KNOCK:
        tables.seen["knock on the last face-up card"] += 1
        knock(tables, rng)


def improves(tables: Tables) -> bool:
    """Whether the face-up card leaves less deadwood; who takes it otherwise goes in circles."""
    state, arranger = tables.state, tables.game.rules.arranger
    hand, top = state.hands[state.turn], packs.UNITS[state.pile[-1]]
    kept = max(arranger.best(hand + top - packs.UNITS[card]).score for card, _ in packs.counts(hand))
    return bool(kept > arranger.best(hand).score)


def discard(tables: Tables, rng: random.Random) -> None:
    """The player to act discards, or knocks: both tables must agree on the deadwood, the discards and the knocks."""
    peer, seat = tables.peer, tables.peer.current_player()
    assert tables.state.turn == seat
    both = deadwoods(tables, seat)
    assert all(mine == other for mine, other in both.values())
    smallest, actions = min(mine for mine, _ in both.values()), peer.legal_actions()
    tables.seen["decisions with the same deadwood after every discard"] += 1
    assert peer.deadwood()[seat] >= smallest
    if peer.deadwood()[seat] > smallest:
        tables.seen["decisions at which OpenSpiel overlooks the best discard"] += 1
    else:
        assert (KNOCK in actions) == (smallest <= 10) == bool(good_discards(tables))
    if not tables.state.last_take:
        assert tables.legal() == {CARDS[action] for action in actions if action < 52}
    if KNOCK in actions and rng.random() < 0.6:
        tables.act(KNOCK)
        knock(tables, rng)
        return
    cards = [action for action in actions if action < 52]
    card = rng.choice(cards)
    if rng.random() < 0.85:
        hand, arranger = tables.state.hands[seat], tables.game.rules.arranger
        number = tables.game.rules.deck.by_id
        card = max(cards, key=lambda action: arranger.best(hand - packs.UNITS[number[CARDS[action]]]).score)
    tables.act(card)
    tables.happen({"discard": CARDS[card]})


def good_discards(tables: Tables) -> set[str]:
    """What the player to act may discard in order to knock."""
    compiled, hand = tables.game.rules, tables.state.hands[tables.state.turn]
    return {compiled.deck.ids[card] for card, _ in packs.counts(hand) if compiled.may_declare(hand - packs.UNITS[card])}


def knock(tables: Tables, rng: random.Random) -> None:
    """The player to act discards and lays melds; the other lays off, lays melds and counts."""
    peer, seat = tables.peer, tables.peer.current_player()
    assert good_discards(tables) == {CARDS[action] for action in peer.legal_actions()}
    card = rng.choice(peer.legal_actions())
    tables.act(card)
    tables.happen({"discard": CARDS[card]})
    shown = lay_melds(tables, rng, seat)
    tables.laid = [text for text in shown if " " in text]
    tables.happen({"by": PLAYERS[seat], "declare": shown})
    other = 1 - seat
    lay_off(tables, rng, other)
    tables.happen({"by": PLAYERS[other], "show": lay_melds(tables, rng, other)})


def lay_melds(tables: Tables, rng: random.Random, seat: int) -> list[str]:
    """Melds laid one after another at random, at OpenSpiel's table; the hand as a log writes it.

    At least one is laid where there is one: a log that shows a hand without any melds leaves them to the referee.
    """
    peer = tables.peer
    held = tables.game.rules.names(tables.state.hands[seat]).split()
    melds = []
    while True:
        actions = peer.legal_actions()
        action = rng.choice(actions)
        if action == PASS and len(actions) > 1 and (not melds or rng.random() < 0.6):
            continue
        text = peer.action_to_string(seat, action).rpartition(" ")[2]
        tables.act(action)
        if action == PASS:
            return [*melds, *held]
        cards = [(text[place] + text[place + 1].upper()).replace("T", "10") for place in range(0, len(text), 2)]
        melds.append(" ".join(cards))
        for card in cards:
            held.remove(card)


def lay_off(tables: Tables, rng: random.Random, seat: int) -> None:
    """Cards laid off one after another, until OpenSpiel's player passes."""
    peer = tables.peer
    while not peer.finished_layoffs():
        actions = peer.legal_actions()
        known = {CARDS[action] for action in actions if action < 52}
        mine = {option.removeprefix("lay off ") for option in tables.legal() if option.startswith("lay off")}
        assert known <= mine
        assert all(far(card, tables.laid) for card in mine - known), (mine, known)
        tables.seen["card that may be laid off at the referee's table only"] += mine != known
        action = rng.choice(actions) if rng.random() < 0.5 else min(actions)
        tables.act(action)
        if action == PASS:
            return
        tables.seen["laid off"] += 1
        tables.happen({"by": PLAYERS[seat], "lay_off": {"card": CARDS[action], "on": run_first(tables, CARDS[action])}})
    assert not {option for option in tables.legal() if option.startswith("lay off")}


def far(card: str, laid: list[str]) -> bool:
    """Whether a card lies three places beyond a run: OpenSpiel lets a run grow by two cards at each end and no further."""
    rank = CARDS.index(card) % 13
    runs = [
        [CARDS.index(name) % 13 for name in text.split()] for text in laid if len({c[-1] for c in text.split()}) == 1
    ]
    suits = [text[-1] for text in laid if len({c[-1] for c in text.split()}) == 1]
    return any(
        suit == card[-1] and (rank <= min(run) - 3 or rank >= max(run) + 3)
        for run, suit in zip(runs, suits, strict=True)
    )


def run_first(tables: Tables, card: str) -> str:
    """A card of the meld that another is laid off on: a run where there is a choice, since a run can grow further."""
    compiled = tables.game.rules
    fitting = [
        meld
        for meld in tables.state.tabled
        if compiled.arranger.meld(meld + packs.UNITS[compiled.deck.by_id[card]]) is not None
    ]
    names = [compiled.names(meld).split() for meld in fitting]
    return next((meld[0] for meld in names if len({name[-1] for name in meld}) == 1), names[0][0])


@pytest.mark.parametrize("batch", one_in(BATCHES, range(BATCHES)))
def test_gin_rummy_as_openspiel_plays_it(batch: int, record_property: Any) -> None:
    rng = random.Random(f"gin rummy {batch}")
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        tables = Tables()
        tables.deal(rng)
        while not tables.peer.is_terminal():
            if tables.phase in ("FIRST_UPCARD", "DRAW", "WALL"):
                take(tables, rng)
            else:
                discard(tables, rng)
        compare(tables)
        seen += tables.seen
    record_property("seen Gin Rummy", dict(seen))
    assert seen["hands with the same points"] > HANDS // 2


def compare(tables: Tables) -> None:
    """Both tables give the same points, and so does a log of the hand that is read from text."""
    returns = tables.peer.returns()
    if not tables.state.history:
        assert returns == [0, 0]
        tables.seen["hands that go in circles"] += 1
        return
    points = tables.state.history[-1].points
    assert [points[0] - points[1], points[1] - points[0]] == returns
    tables.seen["hands with the same points"] += 1
    ended = tables.state.history[-1]
    if ended.declarer >= 0:
        tables.seen["gin"] += not ended.hands[ended.declarer].idle
        tables.seen["undercut"] += points[ended.declarer] == 0 and max(points) > 0
    log = {
        "game": "gin-rummy",
        "players": PLAYERS,
        "setup": tables.setup,
        "events": tables.items,
        "expect": {"score": dict(zip(PLAYERS, points, strict=True))},
    }
    verdict = referee.judge(make_log(source.parse(json.dumps(log), "hand.json")), rules())
    assert (verdict.status, verdict.violations, verdict.complaints) == ("legal", [], [])
