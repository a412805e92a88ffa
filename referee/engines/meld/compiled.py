"""A meld ruleset made ready for a number of players: every argument compiled, every name turned into an index."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from referee.core.cards import Deck
from referee.core.data import Words
from referee.core.family import Named, Unsound, sides_of
from referee.core.formula import Formula, Parser, Value
from referee.core.formula_words import condition
from referee.core.lint import rounds_to_look_at
from referee.core.pads import RoundRules
from referee.core.ruleset import Ruleset
from referee.core.selectors import in_plural
from referee.core.selectors import kinds as kinds_of
from referee.core.sentences import called_in
from referee.engines.meld.words import packs
from referee.engines.meld.words.arrange import Arrangement, Arranger, MeldKind, arranger
from referee.engines.meld.words.melds import ANY_NUMBER, MELD_WORDS, Arguments, arguments_of
from referee.engines.meld.words.scoring import MeldScoring, hand_points

UNSEEN = -1
"""A card that the log does not show."""
PILE = "pile"
STOCK = "stock"
NOTHING = "nothing"
"""Places from which a card is taken."""
BEFORE_TAKING = "before_taking"
AFTER_TAKING = "after_taking"
AFTER_DISCARDING = "after_discarding"
"""Moments at which a player may declare."""

MANY_POINTS = 1000
"""The most points that a message counts up to."""


class MeldRules(RoundRules):
    """A ruleset compiled for `players` players. Raises Unsound with every fault that compiling finds."""

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        """Compile a ruleset for a number of players. Raises Unsound with every fault that compiling finds."""
        super().__init__(ruleset, players)
        data = ruleset.full
        parser = self.parser
        self.deal = Named(data["deal"])
        self.turn = Named(data["turn"])
        self.stock = Named(data["stock"])
        self.table = Named(data["table"])
        self.declare = Named(data["declare"])
        self._compile_cards(data)
        self.arranger = self._arranger(data, parser)
        self._compile_ends_of_stock()
        self._compile_roles(ruleset)
        self._compile_action_cards(ruleset)
        self._compile_table(data)
        self._compile_turn(data)
        self.sides = sides_of(players, data["partners"] == "opposite")
        self.side = tuple(self.sides[seat % len(self.sides)] for seat in range(players))
        self.absent = frozenset(self._verbs_without_use())
        """Verbs of events that cannot come in this game."""
        self._compile_declaring(data)
        self.scoring = MeldScoring(ruleset, players, parser)
        self.idle_called = _word_for_idle(data["define"])
        """The players' word for the points of idle cards where they count them as a positive number: deadwood."""
        if parser.faults:
            raise Unsound(parser.faults)

    def _compile_cards(self, data: Words) -> None:
        """Set what depends on the deck: `full` is the pack of the whole deck, `valued` has the value of each card (None
        for one without), `values` the same with 0 instead."""
        values = data["values"]
        self.full = sum(many * packs.UNITS[card] for card, many in enumerate(self.copies))
        self.guards = packs.guards(len(self.deck))
        self.at_most = tuple(card.at_most for card in self.deck.cards)
        self.valued = tuple(values.get(card.id, values.get(card.rank)) for card in self.deck.cards)
        self.values = tuple(map(_or_nothing, self.valued))
        self.dealer_drawn = data["deal"].get("first_dealer") == "highest_drawn"

    def _compile_ends_of_stock(self) -> None:
        self.may_be_void = self.stock.empty in ("void", "last_take")
        self.may_run_dry = self.turn.must_meld is True or self.turn.pile == "called"
        """True if the face-up card is only for those who can lay it, so that there may be no card for a player to take."""
        self.always_declared = self.stock.empty == "shuffle_pile" and not self.may_run_dry
        """True if a round ends only when somebody ends it."""

    def _compile_roles(self, ruleset: Ruleset) -> None:
        roles = ruleset.part("roles")
        self.roles_shared = bool(roles["shared"])
        self.roles: tuple[str, ...] = tuple(roles["choose"])

    def _compile_action_cards(self, ruleset: Ruleset) -> None:
        """Set the rules for Action cards: the draw cards that call for one, also as a mask (`draws`), and which Action
        cards must be passed to another player."""
        action = ruleset.part("action_cards")
        self.action = Named(action)
        self.action_cards = kinds_of(action["drawn_for"], self.deck)
        self.draws = packs.mask(self.action_cards)
        self.late_drawn = self.action.late == "drawn"
        known = ruleset.words.formulas["action"]
        self.passed = self.parser.at(("action_cards", "passed"), self.action.passed, known)

    def _compile_table(self, data: Words) -> None:
        """Set the rules for melds laid on the table during play: when the first may be laid, how many on a turn, and
        when the last card may go."""
        known = self.ruleset.words.formulas
        self.lays: bool = self.table.lay
        self.first_needs = self.parser.at(("table", "first_needs"), self.table.first_needs, known["first_needs"])
        self.most_lays: int = data["table"].get("most", ANY_NUMBER)
        self.out_needs = self.parser.at(("table", "out_needs"), self.table.out_needs, known["out_needs"])
        self.put_down = kinds_of(data["table"]["puts_down"], self.deck)
        self.out_only = frozenset(name for name, entry in data["melds"].items() if entry["out_only"])

    def _compile_turn(self, data: Words) -> None:
        """Set the rules of a turn: cards that stop or freeze the pile, buying, and calling the face-up card."""
        self.stoppers = kinds_of(data["turn"]["stopped_by"], self.deck)
        self.freezers = kinds_of(data["turn"]["frozen_by"], self.deck)
        self.pile_binds = bool(self.stoppers or self.turn.must_meld or self.turn.pile == "called")
        """True if cards of the pile may be taken by more rules than whose turn it is."""
        self.buys: int = ANY_NUMBER if self.turn.buys == "any" else self.turn.buys
        self.calls: dict[str, str] = data["turn"]["calls"]

    def _verbs_without_use(self) -> Iterator[str]:
        """Yield the verbs of events that cannot come in this game."""
        there = {"action": self.action_cards, "buy": self.buys, "call": self.calls, "put_down": self.put_down}
        for verb, able in there.items():
            if not able:
                yield verb
        if self.lays:
            yield "declare"
        else:
            yield "lay"
            yield "swap"

    def _compile_declaring(self, data: Words) -> None:
        """Set the rules for ending a round: when a hand may be declared, what it needs, and whether cards are laid off
        then."""
        known = self.ruleset.words.formulas
        self.called: str = self.declare.called
        self.declare_when = frozenset(() if self.lays else self.declare.when)
        self.all_cards = self.declare.cards == "all"
        self.needs = self.parser.at(("declare", "needs"), self.declare.needs, {**known["declare"], **known["upcard"]})
        self.by_upcard = "upcard" in self.needs.names
        self.until = self.parser.at(("declare", "until"), self.declare.until, known["declare"])
        self.ends_at_once = self.declare.until is not False
        """Whether some hands end the round at once (`declare: until`)."""
        self.at_best = data["hands_count"] == "at_best"
        self.lay_off = self.parser.at(("lay_off",), data["lay_off"], known["declare"])
        self.lays_off = data["lay_off"] is not False

    def _arranger(self, data: Words, parser: Parser) -> Arranger:
        """Compile the kinds of melds, and give the arranger that lays hands out in them."""
        wild = data["wild"]
        order = data["order"]
        kinds = []
        for name, entry in data["melds"].items():
            points = parser.at(("melds", name, "points"), entry["points"], self.ruleset.words.formulas["meld"])
            arguments = arguments_of(entry, wild, order, self.deck)
            others = {key: _or_nothing(value) for key, value in entry["values"].items()}
            cards = zip(self.deck.cards, self.values, strict=True)
            values = tuple(others.get(card.id, others.get(card.rank, value)) for card, value in cards)
            kinds.append(MeldKind(name, MELD_WORDS[entry["shape"]], arguments, points, values))
        wilds = kinds_of(wild["cards"], self.deck)
        entries = data["melds"]
        self.meld_words = [meld_in_words(one.name, entries[one.name], one.arguments, self.deck) for one in kinds]
        idle = tuple(self._idle(data, parser))
        return arranger(self.deck, tuple(kinds), wilds, self.values, idle, tuple(order), data["melds_count"])

    def _idle(self, data: Words, parser: Parser) -> list[float]:
        """The score of each card of the deck when it lies idle, in no meld, by the first case of `idle:` that has
        it."""
        cases = []
        known = self.ruleset.words.formulas["idle"]
        for place, case in enumerate(data["idle"]):
            cards: Collection[int] = range(len(self.deck))
            if "cards" in case:
                cards = kinds_of(case["cards"], self.deck)
            cases.append((cards, parser.at(("idle", place, "points"), case["points"], known)))
        return [_idle_score(card, value, cases) for card, value in enumerate(self.values)]

    def sizes(self) -> list[int]:
        """The sizes that a hand may have in some round of the game, without a card just taken, in ascending order."""
        return sorted({self.cards_each(round_) for round_ in rounds_to_look_at(self)})

    def good_enough(self, arrangement: Arrangement, upcard: int = UNSEEN) -> bool:
        """Whether a player may end the round with this arrangement. An `upcard` that is not known may have been any
        card."""
        must_be_whole = self.all_cards and self.declare.scores != "whole"
        if must_be_whole and arrangement.idle and self.arranger.whole(arrangement.hand) is None:
            return False
        return self.enough(*hand_points(arrangement), upcard=upcard)

    def is_over(self, arrangement: Arrangement) -> bool:
        """Whether this hand ends the round at once (`declare: until`)."""
        return self.ends_at_once and bool(self.until.of(**hand_points(arrangement)._asdict()))

    def enough(self, melds: Value, idle: Value, left: int, cards: int, upcard: int = UNSEEN) -> bool:
        """Whether a player may end the round with a hand that only this is known about: the points of its melds and idle
        cards, how many cards are idle (`left`), and how many there are. An `upcard` of -1 may have been any card."""
        if left and self.all_cards and self.declare.scores == "whole":
            return False
        row = {"melds": melds, "idle": idle, "left": left, "cards": cards}
        if self.by_upcard and upcard < 0:
            upcards = self.values
        else:
            upcards = self.values[upcard : upcard + 1]
        if not upcards:  # it makes no difference here, and is not known
            upcards = (0,)
        return any(self.needs.run({**row, "upcard": value}, ()) for value in set(upcards))

    def most_idle(self, arrangement: Arrangement, upcard: int) -> int | None:
        """The most points of idle cards with which a hand like this one would end the round; None if the number of
        points does not decide it."""
        there = range(min(int(-arrangement.idle_points), MANY_POINTS) + 1)
        melds = arrangement.score - arrangement.idle_points
        others = (arrangement._replace(score=melds - points, idle_points=-points) for points in there)
        enough = [self.good_enough(other, upcard) for other in others]
        most = enough.count(True)  # from 0 points on, one by one
        if most and all(enough[:most]):
            return most - 1
        return None

    def best_declaration(self, hand: int, upcard: int = UNSEEN) -> Arrangement:
        """The best arrangement with which a hand can be declared; if it cannot be, the best of all."""
        best = None
        if self.all_cards and self.declare.scores == "whole":
            best = self.arranger.whole(hand)
        if best is None:
            best = self.arranger.best(hand)
        if self.needs.names and not self.good_enough(best, upcard):
            others = [other for other in self.arranger.arrangements(hand) if self.good_enough(other, upcard)]
            best = max(others, key=_score_and_idle, default=best)
        return best

    def may_declare(self, hand: int, upcard: int = UNSEEN) -> bool:
        """Return whether this hand is good enough to end the round."""
        return self.good_enough(self.best_declaration(hand, upcard), upcard)

    def role(self, text: str) -> str | None:
        """The role that a text means, in upper or lower case and with or without the words in brackets after it; None
        if there is none."""
        meant = text.strip().casefold()
        for role in self.roles:
            name = role.casefold()
            if meant in (name, name.partition(" (")[0]):
                return role
        return None

    def names(self, pack: int) -> str:
        """The cards of a pack, as a player sorts a hand."""
        return self.arranger.notation(packs.unpack(pack))

    def when(self, formula: Formula) -> str:
        """The condition under which a formula holds, as the end of a sentence."""
        return condition(formula.text, called_in(self.ruleset))


def _or_nothing(value: Value | None) -> Value:
    """A value, or 0 for a card without one."""
    if value is None:
        return 0
    return value


def _idle_score(card: int, value: Value, cases: Iterable[tuple[Collection[int], Formula]]) -> Value:
    """The score of an idle card by the first case for it; 0 if there is none."""
    for cards, points in cases:
        if card in cards:
            return points.of(value=value)
    return 0


def _word_for_idle(define: Words) -> str:
    for name, text in define.items():
        if text == "-idle":
            return name
    return ""


def _score_and_idle(arrangement: Arrangement) -> tuple[float, int]:
    """What makes an arrangement better: its score, then fewer idle cards."""
    return arrangement.score, -packs.size(arrangement.idle)


def meld_in_words(name: str, entry: Words, arguments: Arguments, deck: Deck) -> str:
    """A kind of meld as a player says it: 'a flush is 3 cards of one suit, cards of rank Dregs'."""
    of = ""
    if "cards" in entry:
        of = f", {in_plural(entry['cards'], deck, 'or')}"
    return f"a {name} is {MELD_WORDS[entry['shape']].says(arguments)}{of}"
