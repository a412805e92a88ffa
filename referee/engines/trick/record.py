"""A played game written down as a log, at each level of detail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.core.cards import mask_of
from referee.core.data import Data, Item
from referee.core.family import DEALS, PLAYS, RESULTS, Draw, Record
from referee.core.ruleset import Ruleset
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.game import TrickGame
from referee.engines.trick.rules import seats
from referee.engines.trick.sentences import bid_goal
from referee.engines.trick.state import BID, DEAL, DEAL_REST, DRAW, TURN_UP, TrickState
from referee.engines.trick.table import SECRET, bids_met, counts_of_player
from referee.engines.trick.words.bids import Called, bid_notation
from referee.engines.trick.words.scoring import Hand


class TrickRecord(Record[TrickGame, TrickRules, TrickState]):
    """The log items of a game as it is played: short forms, and claims at the end of each hand."""

    LENGTH = "hands"
    MOST = 100

    def __init__(self, game: TrickGame, detail: str) -> None:
        super().__init__(game, detail)
        self._each: Data = {}
        self._calls: list[object] = []
        self._trick: list[str] = []
        self._card_by_card = False
        self._leader = ""

    @staticmethod
    def setup(ruleset: Ruleset, players: Sequence[str], draw: Draw) -> Data:
        """Return a set-up drawn at random: who deals first, and who holds which role."""
        dealer = Record.setup(ruleset, players, draw)
        roles = list(ruleset.part("roles")["choose"])
        return dealer | ({"roles": {player: roles.pop(draw(len(roles))) for player in players}} if roles else {})

    @staticmethod
    def chance(game: TrickGame, state: TrickState) -> bool:
        """Return whether what comes next is dealt, turned up or drawn rather than chosen by a player."""
        return state.phase in (DEAL, DEAL_REST, TURN_UP, DRAW)

    @staticmethod
    def shares(game: TrickGame, state: TrickState) -> dict[str, tuple[int, int]]:
        """How many of all bids were made, and how many were bids of no tricks, each as a number out of another; partners
        make theirs together."""
        rules = game.rules
        if not rules.bids_spoken:
            return {}
        met = [hit for hand in state.history for _, hit in bids_met(rules, hand)]
        nothing = sum(hand.bids.count(0) for hand in state.history)
        named = "bids made" if bid_goal(rules) else "bids hit"
        return {named: (sum(met), len(met)), "bids of nothing": (nothing, len(state.history) * rules.players)}

    def before(self, state: TrickState, item: Item) -> None:
        """Write down an item that is about to happen, or keep it until it is part of a short form, as a play is of its
        trick."""
        if "play" in item:
            self._note_play(state, item)
        elif "bid" in item and self.rules.auction:
            self._calls.append(item["bid"])
        elif "draw" in item:
            self._note_of_each(state, "draw", item["draw"])
        elif "bid" in item:
            self._note_of_each(state, "bid", item["bid"])
        elif "put_away" in item and self.rules.by_cards:
            if self.detail == DEALS:
                self._note_of_each(state, "put_away", item["put_away"])
            else:
                cards = mask_of(self.rules.deck.by_id[card] for card in item["put_away"])
                self._note_of_each(state, "bid", self.rules.by_cards.bid(cards))
        elif "declare" in item and self._trick:
            self._write_card_by_card(state)
            self.add(dict(item))
        elif self.detail == DEALS or not item.keys() & SECRET:
            self.add(dict(item))

    def _note_play(self, state: TrickState, item: Item) -> None:
        """Keep a play until its trick is full, unless the cards of this trick are written one by one."""
        if not self._trick:
            self._leader = state.players[state.turn]
        self._trick.append(item["play"])
        if self._card_by_card:
            self.add(dict(item))
        if len(self._trick) == len(state.seats):
            if not self._card_by_card:
                self.add({"trick": self._trick} | self._by(state))
            self._trick = []
            self._card_by_card = False

    def _note_of_each(self, state: TrickState, verb: str, value: object) -> None:
        """Keep what one player did until everybody has done it, and then write it by player; what was drawn only in a
        full record."""
        self._each[state.players[state.turn]] = value
        if len(self._each) < len(state.seats):
            return
        if verb == "bid":
            self.add({"bids": self._each})
        elif self.detail == DEALS or verb != "draw":
            self.add({verb: self._each})
        self._each = {}

    def _write_card_by_card(self, state: TrickState) -> None:
        """Write the cards of a trick one by one from now on, because something is said while it is played."""
        if not self._card_by_card:
            first, *others = self._trick
            self.add({"play": first} | self._by(state))
            for card in others:
                self.add({"play": card})
        self._card_by_card = True

    def _by(self, state: TrickState) -> dict[str, str]:
        """Return who leads to the first trick, if that is not known without the hands."""
        by_card = not isinstance(self.rules.led_by, str)
        unknown = self.detail == PLAYS and by_card and state.left == state.length
        if not unknown:
            return {}
        return {"by": self._leader}

    def after(self, state: TrickState) -> None:
        """Record the calls of an auction that is over, and what has ended."""
        if self._calls and state.phase != BID:
            self.add({"bids": self._calls})
            self._calls = []
        super().after(state)

    def at_end(self, state: TrickState) -> None:
        """Record the result of a hand, or claim who won its last trick; and claim its score."""
        hand = state.history[-1]
        expect: Data = {}
        if self.detail == RESULTS:
            self._write_result(state, hand)
        else:
            trick = state.last_trick()
            if trick is not None:
                expect["winner"] = state.players[trick.winner]
        if hand.points is not None:
            expect |= self.score(state)
        self.items[-1]["expect"] = expect

    def _write_result(self, state: TrickState, hand: Hand) -> None:
        """Write the result of a hand; or its calls, if after an auction nobody won a trick."""
        if not hand.calls or any(hand.won):
            self.items.append({"result": self.result(state)})
            return
        calls = self._calls_of(hand)
        answers = self._answers(hand)
        auction = self.rules.the_auction
        if auction.contracts and hand.contract >= 0:
            self.items += [{"bids": calls}, {"contract": auction.notation(hand.contract)}, {"bids": answers}]
        else:
            self.items.append({"bids": calls + answers})

    def _calls_of(self, hand: Hand) -> list[Called]:
        """Return the calls of a hand, as a log writes them, without what defenders said who were asked to come along."""
        calls = hand.calls[: len(hand.calls) - len(self._answers(hand))]
        return [self.rules.the_auction.notation(call) for _, call in calls]

    def _answers(self, hand: Hand) -> list[Called]:
        """The calls of the defenders who were asked to come along: the last calls of the hand, one for each of them."""
        auction = self.rules.auction
        if auction is None or not auction.asks_along(hand.contract):
            return []
        others = {seat for seat, _ in hand.calls} - {hand.declarer}
        many = len(others.difference(self.rules.partners[hand.declarer]))
        return [auction.notation(call) for _, call in hand.calls[-many:]]

    def result(self, state: TrickState) -> Data:
        """The result of the last hand, with all that a pad can have of it."""
        hand = state.history[-1]
        rules = self.rules
        scoring = self.rules.scoring
        played = [(seat, who) for seat, who in enumerate(state.players) if hand.took_part(seat)]
        result: Data = {"cards": hand.cards}
        if rules.bids_spoken:
            result["bids"] = {who: bid_notation(hand.bids[seat]) for seat, who in played if hand.bids[seat] is not None}
        elif hand.calls:
            result["bids"] = self._calls_of(hand)
        if seats.finds_partner(rules, hand):
            result["partner"] = state.players[_partner(hand)]
        if seats.made_by_cards(rules, hand):
            result["declarer"] = state.players[hand.declarer]
        result["won"] = {who: hand.won[seat] for seat, who in played}
        by_trump = scoring.by_trump or scoring.asks_declared
        if by_trump and rules.trump_set(hand.number) not in ("fixed", "contract"):
            result["trump"] = rules.trump_word(state.trump)
        if "last_trick" in scoring.needs and hand.last is not None and hand.last >= 0:
            result["last_trick"] = state.players[hand.last]
        if rules.auction and rules.auction.contracts and hand.contract >= 0:
            result["contract"] = rules.auction.calls[hand.contract].name
        if hand.matadors is not None:
            result["matadors"] = hand.matadors
        if rules.declarations:
            result["declared"] = self._declarations(state.players, hand)
        choices = self._choices(state.players, hand)
        if choices or self._answers(hand):
            result["choices"] = choices
        if scoring.by_play and hand.counts is not None:
            result["counts"] = _counts(rules, state.players, hand)
        elif scoring.counts:
            piles = [rules.deck.names(taken) for taken in state.taken]
            result["captured"] = dict(zip(state.players, piles, strict=True))
        return result

    def _declarations(self, players: Sequence[str], hand: Hand) -> dict[str, list[str]]:
        """The texts of what players declared, by player, without those who declared nothing."""
        written = {}
        for who, each in zip(players, hand.declared, strict=True):
            texts = [self.rules.declarations[one.what].text(self.rules.deck, one.suit) for one in each]
            if texts:
                written[who] = texts
        return written

    @staticmethod
    def _choices(players: Sequence[str], hand: Hand) -> Data:
        """What players chose: one name, or several in a list."""
        written: Data = {}
        for who, options in zip(players, hand.chosen, strict=False):
            if len(options) > 1:
                written[who] = list(options)
            elif options:
                written[who] = options[0]
        return written

    def on_pad(self, before: TrickState, after: TrickState) -> Iterator[Data]:
        """Yield what a score pad has of the hand that was just played: first what it is scored by, then its points
        alone."""
        hand = after.history[-1]
        rules = self.rules
        players = after.players
        if hand.points is None or (hand.calls and not any(hand.won)):
            return
        whole = self.result(after)
        auction = rules.auction
        result: Data = {}
        if auction is not None and hand.contract >= 0:
            result = {"contract": auction.notation(hand.contract), "declarer": players[hand.declarer]}
            if hand.bid_for >= 0 and auction.contracts:
                result |= {"bid": auction.notation(hand.bid_for)}
            if hand.doubled > 1:
                result |= {"doubled": hand.doubled}
        omitted = {"cards", "captured"}
        if auction:
            omitted |= {"bids", "contract"}
        result |= {key: value for key, value in whole.items() if key not in omitted}
        if rules.scoring.counts and hand.counts is not None:
            result["counts"] = _counts(rules, players, hand)
        yield result
        yield self.score(after)


def _partner(hand: Hand) -> int:
    """The seat of the player who held the called card; the declarer's own if that was the declarer."""
    for side in hand.sides:
        if hand.declarer in side:
            for seat in side:
                if seat != hand.declarer:
                    return seat
    return hand.declarer


def _counts(rules: TrickRules, players: Sequence[str], hand: Hand) -> dict[str, dict[str, int]]:
    """What a hand counted, as score pads have it: by player and name, without what is 0."""
    found = {}
    for seat, who in enumerate(players):
        counted = {name: number for name, number in counts_of_player(rules, hand, seat).items() if number}
        if counted:
            found[who] = counted
    return found
