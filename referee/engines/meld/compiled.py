"""A meld ruleset made ready for a number of players: every argument compiled, every name turned into an index."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.cards import Deck, choose, in_words
from referee.core.family import CompiledRules, Unsound, words
from referee.core.formula import Parser
from referee.core.lint import MANY_ROUNDS
from referee.core.ruleset import Ruleset
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement, Arranger, MeldKind
from referee.engines.meld.words.melds import ANY_NUMBER, MELD_WORDS, Arguments, arguments_of
from referee.engines.meld.words.scoring import MeldScoring

PILE, STOCK, NOTHING = "pile", "stock", "nothing"
"""Where a card is taken from."""
AFTER_TAKING, AFTER_DISCARDING = "after_taking", "after_discarding"
"""When a player may declare."""
TOP, FROM_CARD, WHOLE, CALLED = "top", "from_card", "whole", "called"
"""How much of the pile is taken."""
OWN, NONE = "own", "none"
"""On whose melds cards are laid off during play, if not on any."""
FIRST_MELD, NEXT_TURN = "first_meld", "next_turn"
"""What a player must have done before laying cards off."""
SHUFFLE_PILE, COUNT, VOID, LAST_TAKE = "shuffle_pile", "count", "void", "last_take"
"""What happens when the stock is as small as it may be."""
HIGHEST_DRAWN = "highest_drawn"
GO_BACK = "go_back"
AT_BEST = "at_best"
WINNER = "winner"
"""The reading of `next_dealer` by which whoever did best deals next; by "loser" it is whoever did worst."""

MELD_NAMES = {
    "values": "sum of the values of its cards, wild cards included",
    "cards": "number of its cards",
    "wild": "number of its wild cards",
}
IDLE_NAMES = {"value": "value of the card"}
DEAL_NAMES = {"players": "number of players", "round": "number of this round, from 1"}
DECLARE_NAMES = {
    "melds": "points of the melds",
    "idle": "points of the idle cards",
    "left": "number of idle cards",
    "cards": "number of cards in hand",
}
FIRST_NAMES = {
    "melds": "points of the melds laid",
    "cards": "number of cards in them",
    "total": "the player's score before this round",
    **DEAL_NAMES,
}
OUT_NAMES = {"long": "number of long melds", "pure": "number of long melds without a wild card"}
UPCARD_NAMES = {"upcard": "value of the card first turned up beside the stock"}
ACTION_NAMES = {"points": "points of the Action card"}

UNKNOWN = -1
"""The card first turned up where the log does not say which it was."""
MANY_POINTS = 1000
"""The most points that a message counts up to."""


class MeldRules(CompiledRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        self.ruleset = ruleset
        self.players = players
        self.deck = ruleset.deck
        data, parser = ruleset.full, Parser()
        self.copies = tuple(card.copies for card in self.deck.cards)
        self.full = packs.pack(card for card, many in enumerate(self.copies) for _ in range(many))
        self.guards = packs.guards(len(self.deck))
        self.at_most = tuple(card.at_most for card in self.deck.cards)
        values = data["values"]
        self.valued = tuple(values.get(card.id, values.get(card.rank)) for card in self.deck.cards)
        self.values = tuple(value or 0 for value in self.valued)
        self.arranger = self._arranger(data, parser)
        self.deal, self.turn, self.stock = words(data["deal"]), words(data["turn"]), words(data["stock"])
        self.table, self.declare = words(data["table"]), words(data["declare"])
        self._compile_course(data, parser)
        self._compile_table(data, parser)
        self._compile_declare(data, parser)
        self.scoring = MeldScoring(data, players, parser)
        self.idle_called = next((name for name, text in data["define"].items() if text == "-idle"), "")
        """What players call the points of idle cards where they count them as a positive number: deadwood."""
        self.roles: tuple[str, ...] = tuple(ruleset.part("roles")["choose"])
        self.roles_shared: bool = ruleset.part("roles")["shared"]
        if parser.faults:
            raise Unsound(parser.faults)

    def _arranger(self, data: Mapping[str, Any], parser: Parser) -> Arranger:
        wild, order = data["wild"], data["order"]
        kinds = []
        for name, entry in data["melds"].items():
            points = parser.at(("melds", name, "points"), entry["points"], MELD_NAMES)
            arguments = arguments_of(entry, wild, order, self.deck)
            others = {key: value or 0 for key, value in entry["values"].items()}
            values = tuple(
                others.get(card.id, others.get(card.rank, value))
                for card, value in zip(self.deck.cards, self.values, strict=True)
            )
            kinds.append(MeldKind(name, MELD_WORDS[entry["shape"]], arguments, points, values))
        wilds = choose(wild["cards"], self.deck)
        self.meld_words = tuple(
            meld_in_words(kind.name, data["melds"][kind.name], kind.arguments, self.deck) for kind in kinds
        )
        return Arranger(self.deck, kinds, wilds, self.values, self._idle(data, parser), order)

    def _idle(self, data: Mapping[str, Any], parser: Parser) -> list[float]:
        """Return what each card scores when it lies idle."""
        cases = [
            (
                choose(case["cards"], self.deck) if "cards" in case else frozenset(range(len(self.deck))),
                parser.at(("idle", place, "points"), case["points"], IDLE_NAMES),
            )
            for place, case in enumerate(data["idle"])
        ]
        points = []
        for card, value in enumerate(self.values):
            row = {"value": value}
            worth = next((case for cards, case in cases if card in cards), None)
            points.append(0 if worth is None else worth.run(row, (row,)))
        return points

    def _compile_course(self, data: Mapping[str, Any], parser: Parser) -> None:
        self.each = parser.at(("deal", "each"), data["deal"]["each"], DEAL_NAMES)
        self.dealer_drawn = data["deal"].get("first_dealer") == HIGHEST_DRAWN
        self.may_be_void = self.stock.empty in (VOID, LAST_TAKE)
        self.always_declared = self.stock.empty == SHUFFLE_PILE
        """Whether a round ends only when somebody ends it."""
        action = self.ruleset.part("action_cards")
        self.action_cards = choose(action["drawn_for"], self.deck)
        self.late_drawn = action["late"] == "drawn"
        self.action_points: tuple[int, ...] = tuple(action["points"])
        self.must_pass: bool = action["must_pass"]
        self.passed = parser.at(("action_cards", "passed"), action["passed"], ACTION_NAMES)

    def _compile_table(self, data: Mapping[str, Any], parser: Parser) -> None:
        table, turn = data["table"], data["turn"]
        self.lays: bool = table["lay"]
        self.first_melds: tuple[str, ...] = tuple(table["first"])
        self.first_needs = parser.at(("table", "first_needs"), table["first_needs"], FIRST_NAMES)
        self.most_lays: int = table.get("most", ANY_NUMBER)
        self.long: int = table["long"]
        self.out_needs = parser.at(("table", "out_needs"), table["out_needs"], OUT_NAMES)
        self.put_down = choose(table["puts_down"], self.deck)
        self.out_only = frozenset(name for name, entry in data["melds"].items() if entry["out_only"])
        self.stoppers = choose(turn["stopped_by"], self.deck)
        self.freezers = choose(turn["frozen_by"], self.deck)
        many = self.players // 2 if data["partners"] == "opposite" else self.players
        self.sides = tuple(tuple(range(first, self.players, many)) for first in range(many))
        """The seats of each side: partners, or a player alone."""
        self.side = tuple(next(side for side in self.sides if seat in side) for seat in range(self.players))
        self.buys: int = ANY_NUMBER if turn["buys"] == "any" else turn["buys"]
        self.calls: dict[str, str] = turn["calls"]

    def _compile_declare(self, data: Mapping[str, Any], parser: Parser) -> None:
        declare = data["declare"]
        self.called: str = declare["called"]
        self.declare_when = frozenset(() if self.lays else declare["when"])
        self.all_cards = declare["cards"] == "all"
        self.scores_whole = declare["scores"] == "whole"
        self.needs = parser.at(("declare", "needs"), declare["needs"], DECLARE_NAMES | UPCARD_NAMES)
        self.by_upcard = "upcard" in self.needs.names
        self.at_best = data["hands_count"] == AT_BEST
        self.lay_off = parser.at(("lay_off",), data["lay_off"], DECLARE_NAMES)
        self.lays_off = data["lay_off"] is not False

    def cards_each(self, round_: int) -> int:
        """Return how many cards each player is dealt in a round."""
        return int(self.each_in(round_))

    def sizes(self) -> list[int]:
        """Return how many cards a hand may have, over all rounds, without one just taken."""
        rounds = self.scoring.rounds or MANY_ROUNDS
        return sorted({self.cards_each(round_) for round_ in range(1, rounds + 1 if "round" in self.each.names else 2)})

    def each_in(self, round_: int) -> Any:
        """Return what the formula for the cards of each player comes to in a round."""
        names = {"players": self.players, "round": round_}
        return self.each.run(names, (names,))

    def good_enough(self, arrangement: Arrangement, upcard: int = UNKNOWN) -> bool:
        """Return whether a player may end the round with this arrangement; an unknown card first turned up may have been
        any."""
        if self.all_cards and arrangement.idle and (self.scores_whole or self.arranger.whole(arrangement.hand) is None):
            return False
        return self.enough(**_row(arrangement), upcard=upcard)

    def enough(self, melds: Any, idle: Any, left: int, cards: int, upcard: int = UNKNOWN) -> bool:
        """Return whether a player may end the round with a hand of which only this is known."""
        row = {"melds": melds, "idle": idle, "left": left, "cards": cards}
        upcards = self.values if self.by_upcard and upcard < 0 else self.values[upcard : upcard + 1] or (0,)
        whole = not left or not (self.all_cards and self.scores_whole)
        return whole and any(self.needs.run({**row, "upcard": value}, ()) for value in set(upcards))

    def most_idle(self, arrangement: Arrangement, upcard: int) -> int | None:
        """Return the most points of idle cards with which this arrangement would end the round; none when more than they decide
        it."""
        there = range(min(int(-arrangement.idle_points), MANY_POINTS) + 1)
        melds = arrangement.score - arrangement.idle_points
        others = (arrangement._replace(score=melds - points, idle_points=-points) for points in there)
        enough = [self.good_enough(other, upcard) for other in others]
        most = enough.count(True)
        return most - 1 if most and all(enough[:most]) else None

    def may_lay_off(self, declared: Arrangement) -> bool:
        """Return whether cards may be laid off on the melds of somebody who ended the round with this arrangement."""
        row = _row(declared)
        return bool(self.lay_off.run(row, (row,)))

    def best_declaration(self, hand: int, upcard: int = UNKNOWN) -> Arrangement:
        """Return the best arrangement with which a hand can be declared; the best of all where it cannot."""
        whole = self.arranger.whole(hand) if self.all_cards else None
        found = whole if whole and self.scores_whole else self.arranger.best(hand)
        if self.needs.names and not self.good_enough(found, upcard):
            others = [other for other in self.arranger.arrangements(hand) if self.good_enough(other, upcard)]
            found = max(others, key=lambda other: (other.score, -packs.size(other.idle)), default=found)
        return found

    def may_declare(self, hand: int, upcard: int = UNKNOWN) -> bool:
        """Return whether this hand is good enough to end the round."""
        return self.good_enough(self.best_declaration(hand, upcard), upcard)

    def role(self, text: str) -> str | None:
        """Return the role that is meant: in upper or lower case, and also without the words in brackets after it."""
        meant = text.strip().casefold()
        return next(
            (role for role in self.roles if meant in (role.casefold(), role.partition(" (")[0].casefold())), None
        )

    def names(self, held: int) -> str:
        """Return the cards of a pack, as a player sorts a hand."""
        return self.arranger.notation(packs.unpack(held))


def meld_in_words(name: str, entry: Mapping[str, Any], arguments: Arguments, deck: Deck) -> str:
    """Return a kind of meld as a player says it: 'a flush is 3 cards of one suit, cards of rank Dregs'."""
    of = f", {in_words(entry['cards'], deck)}" if "cards" in entry else ""
    return f"a {name} is {MELD_WORDS[entry['shape']].says(arguments)}{of}"


def _row(arrangement: Arrangement) -> dict[str, Any]:
    """Return what a formula may ask about a hand."""
    idle = arrangement.idle_points
    left, cards = packs.size(arrangement.idle), arrangement.cards
    return {"melds": arrangement.score - idle, "idle": idle, "left": left, "cards": cards}
