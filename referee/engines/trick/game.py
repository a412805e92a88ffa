"""The trick family's answer to every question about one table: `Game`, made from a ruleset for a number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, product
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from referee.core.data import Data, Head, Item, Said
from referee.core.events import Event, Finding
from referee.core.family import BoardFacts, BoardMove, ContractPlayed, Options
from referee.core.game import LONGEST, Act, Omission, TableGame
from referee.core.ruleset import Ruleset
from referee.core.unseen.courses import Meaning, alone, every
from referee.core.unseen.leader import GameWithLeaders
from referee.engines.trick import state as phases
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.reading import TrickReading
from referee.engines.trick.rules import auctions, courses, declarer, declaring, hands, owing, plays, results, stocks
from referee.engines.trick.state import NO_CARD, TrickState

if TYPE_CHECKING:
    from referee.core.parts import Moves, Parts, Tables
    from referee.engines.trick.columns.batch import Columns, HandBatch
    from referee.engines.trick.rules.plain_tricks import PlainTricks

    class TrickMoves(Moves["TrickGame", TrickState], Protocol):
        """The moves of this family, which can leave out what is barred."""

        def options(self, game: TrickGame, state: TrickState, /, *, barred: bool = True) -> Options:
            """Return what may happen now, without cards that are `barred` if these are not wanted."""
            ...

    class TrickTables(Tables[TrickRules, TrickState], Protocol):
        """The tables of this family, which also know contracts and boards."""

        def contract_played(self, rules: TrickRules, state: TrickState, /) -> ContractPlayed | None:
            """Return the contract of the hand that ended last."""
            ...

        def board(self, rules: TrickRules, state: TrickState, /) -> BoardFacts | None:
            """The hand at the table as a board."""
            ...

        def board_ended(self, rules: TrickRules, state: TrickState, /) -> BoardFacts | None:
            """The hand that ended last as a board."""
            ...

        def board_move(self, rules: TrickRules, state: TrickState, event: Event, /) -> BoardMove | None:
            """The call or the card that an event is."""
            ...

    G = TypeVar("G", bound="TrickGame")

    class GivenToTrickGame(Parts[G, TrickRules, TrickReading, TrickState], Protocol[G]):
        """The parts of this family, as its game asks for them."""

        @property
        def moves(self) -> TrickMoves:
            """What may happen next."""
            ...

        @property
        def table(self) -> TrickTables:
            """The table, the score pad and the standing."""
            ...


BEFORE_CONTRACT = frozenset((phases.DEAL, phases.TURN_UP, phases.BID, phases.OVER))
"""Phases in which no contract has been reached, so that none changes the rules."""
LEFT_OUT_BEFORE = frozenset(("contract", "call", "trump", "declare", "play", "rest", "result"))
"""Verbs that may follow if a log omits which cards were put away, and that defenders said nothing."""


UNSEEN: dict[str, Callable[[TrickRules, TrickState], None]] = {
    phases.DEAL: lambda rules, state: stocks.deal(rules, state, Event("deal", {})),
    phases.TURN_UP: lambda rules, state: hands.turn_up(rules, state, Event("turn", NO_CARD)),
    phases.PASS: hands.pass_unseen,
    phases.BID: auctions.nobody_answers,
    phases.TALON: stocks.take_talon_unseen,
    phases.CONTRACT: stocks.take_talon_unseen,
    phases.GIVE: stocks.give_unseen,
    phases.PUT_AWAY: stocks.put_away_unseen,
    phases.DEAL_REST: lambda rules, state: stocks.deal(rules, state, Event("deal", {})),
    phases.DRAW: lambda rules, state: stocks.draw(rules, state, Event("draw", stocks.certain(rules, state))),
}
"""Functions that let happen, by phase, what a log omits."""


def _is_forgotten(event: Event) -> bool:
    """Whether an event is the play of a card that nobody remembers."""
    return event.verb == "play" and event.value == NO_CARD


def _number_of_faults(tried: tuple[Event, Sequence[Finding]]) -> int:
    return len(tried[1])


class TrickGame(GameWithLeaders[TrickRules, TrickReading, TrickState]):
    """One ruleset at a table of a given size.

    A log may leave open who led a hand, if no recorded hand holds the opening card, and where the roles are after a hand
    that has only its result recorded, if a card may have moved them in it.
    """

    parts: GivenToTrickGame[Self]
    scored = courses.SCORED
    of_the_moment = frozenset(("trick-size",))

    def __init__(self, ruleset: Ruleset, players: int, parts: GivenToTrickGame[Self]) -> None:
        """Name for each verb of a log item what may be wrong with it, what it does, and in which phases it may come."""
        super().__init__(ruleset, players, parts)
        self.acts = {
            "deal": Act(stocks.check_deal, stocks.deal, (phases.DEAL, phases.DEAL_REST)),
            "turn": Act(hands.check_turn, hands.turn_up, (phases.DEAL, phases.TURN_UP, phases.DRAW)),
            "talon": Act(stocks.check_talon, stocks.show_talon, (phases.TALON,), "a talon"),
            "give": Act(stocks.check_give, stocks.give, (phases.GIVE,), "a card given"),
            "draw": Act(stocks.check_draw, stocks.draw, (phases.DRAW,), "a card drawn"),
            "pass": Act(hands.check_pass, hands.pass_cards, (phases.DEAL, phases.PASS)),
            "bid": Act(auctions.check, auctions.speak, (phases.DEAL, phases.PASS, phases.BID)),
            "call": Act(declarer.check_call, declarer.call_card, (phases.CALLING,), "a card called"),
            "put_away": Act(auctions.check_cards, auctions.bid_by_cards, (phases.PUT_AWAY,), "a card put away"),
            "contract": Act(declarer.check_contract, declarer.name_contract, (phases.CONTRACT,)),
            "trump": Act(hands.check_trump, hands.name_trump, (phases.DEAL, phases.PASS, phases.NAME_TRUMP)),
            "open": Act(declarer.check_laid_open, declarer.lay_open, (phases.PLAY,), "an open hand"),
            "dummy": Act(declarer.check_laid_open, declarer.lay_open, (phases.PLAY,)),
            "rest": Act(results.check_rest, results.concede_rest, (phases.PLAY,), "the rest of the tricks"),
            "play": Act(plays.check_play, plays.lay, (phases.DEAL, phases.PASS, phases.PLAY, phases.DRAW)),
            "grace": Act(plays.check_grace, plays.say_grace, (phases.PLAY,)),
            "declare": Act(
                declaring.check, declaring.declare, (phases.DEAL, phases.PASS, phases.PLAY), "a declaration"
            ),
            "choose": Act(declaring.check_choice, declaring.choose, (phases.CHOOSE,), "a choice"),
            "result": Act(results.check, results.apply, (phases.DEAL, phases.PLAY)),
        }
        if self.rules.deck.has_twins:
            self.acts |= {verb: plays.with_copies(self.acts[verb]) for verb in plays.COPIES}

    def fast_forward(self, state: TrickState, items: Sequence[Item], start: int) -> tuple[int, int]:
        """Apply plainly legal items from `start` on, and return how many items and events that were."""
        return self._plain_tricks.play(state, items, start)

    @cached_property
    def _plain_tricks(self) -> PlainTricks:
        """The fast path, made for the first log: a question about one trick does not need it."""
        from referee.engines.trick.rules.plain_tricks import PlainTricks

        return PlainTricks(self.rules)

    def batch(self) -> HandBatch | None:
        """Return an empty batch of logs, if NumPy is installed and the ruleset allows it."""
        if self._columns is None:
            return None
        from referee.engines.trick.columns.batch import HandBatch

        return HandBatch(self._columns, self._opening)

    @cached_property
    def _columns(self) -> Columns | None:
        try:
            from referee.engines.trick.columns.batch import columns
        except ImportError:
            return None
        return columns(self.rules)

    def start(self, players: Sequence[str], setup: Head, at: Head | None) -> TrickState:
        """Return the state before the first event, from the setup and, if the log starts in the middle, its position."""
        opening = self._opening(players, setup, at)
        if at is not None:
            return opening
        return opening.copy()

    def _opening(self, players: Sequence[str], setup: Head, at: Head | None) -> TrickState:
        """Return the state before the first event; many logs may share it, as those of a corpus often have the same players in
        the same seats."""
        if at is not None:
            return super().start(players, setup, at)
        begun = ("start", *players, repr(setup))
        return self.rules.remember(begun, lambda: TableGame.start(self, players, setup, None))

    def possible(self, state: TrickState, event: Event) -> bool:
        """Whether an event of this kind may come now; none may if two players have the same role (`state.shared`)."""
        rules = self.rules
        phase = state.phase
        verb = event.verb
        if state.shared or plays.played_after_the_end(rules, state, event):
            return False
        if verb == "grace" and not state.trick and state.last_trick():
            return True
        if verb == "result" and phase in (phases.BID, phases.CONTRACT):
            return rules.auction is not None
        if verb == "talon":
            return stocks.may_be_shown(rules, state)
        if verb == "put_away" and rules.by_cards:
            return self.possible(state, Event("bid", 0))
        if stocks.draws_left_out(rules, state, event):
            return verb != "turn" or (rules.stock is not None and rules.stock.turned == "next")
        if phase == phases.DRAW:
            return verb == "draw"
        if phase == phases.PASS and rules.pass_when:
            # if some hand is unseen, a log may omit what was passed
            return verb in ("pass", "result") or (state.blind and phases.PLAY in self.acts[verb].when)
        if phase != phases.PASS or verb == "pass" or state.blind:
            return phase in self.acts[verb].when
        # who owes cards may not be known, and perhaps nobody does
        return phase in self.acts[verb].when and owing.steps(rules, state) is None

    def omission(self, state: TrickState, event: Event) -> Omission | None:
        """Return how what this phase lacks happens unseen, if the log does not show it before this event."""
        if not self._is_behind(state, event):
            return None
        return partial(self._happen_unseen, state, event)

    def _is_behind(self, state: TrickState, event: Event) -> bool:
        """Whether the log omits something that must have happened before this event, such as a deal, a pass, or that the
        defenders said nothing to the contract."""
        rules = self.rules
        phase = state.phase
        verb = event.verb
        if phase == phases.PLAY:
            return False
        if stocks.draws_left_out(rules, state, event):
            return self.possible(state, event)
        if phase == phases.TURN_UP and rules.turned and state.left == state.length:
            return verb == "bid"
        if auctions.may_be_unsaid(rules, state):
            answers = verb == "bid" and auctions.raising(state) and rules.the_auction.answer_mask >> event.value & 1
            return verb in LEFT_OUT_BEFORE or verb == "put_away" or bool(answers)
        if phase == phases.CONTRACT:
            return declarer.talon_left_out(rules, state, event)
        if phase == phases.DEAL_REST:
            return verb in ("open", "declare", "play", "rest", "result")
        if phase in (phases.TALON, phases.GIVE, phases.PUT_AWAY):
            goes_on = rules.talon and (rules.talon.may_raise or rules.the_auction.along)
            also = verb in ("give", "put_away") and phase == phases.TALON
            return verb in LEFT_OUT_BEFORE or also or bool(verb == "bid" and goes_on)
        if phase == phases.DEAL:
            return verb not in ("deal", "result", "grace") and self.possible(state, event)
        return phase == phases.PASS and verb != "pass" and self.possible(state, event)

    def _happen_unseen(self, state: TrickState, event: Event) -> tuple[Finding, ...]:
        """Let what the log omits in this phase happen unseen; nothing can stand in its way, so there are no findings."""
        rules = self.rules
        phase = state.phase
        if phase == phases.PASS and event.verb != "result":
            state.miss("pass")
        UNSEEN[phase](rules, state)
        return ()

    def may_lead(self, state: TrickState) -> Sequence[int]:
        """Return the seats that may lead this hand."""
        return hands.after_dealer(self.rules, state)

    def in_order(self, state: TrickState, opener: int) -> Sequence[int]:
        """Return the seats that play this hand, in order of play from `opener` on."""
        return hands.order_from(self.rules, state, opener)

    def words_that_tell(self, state: TrickState, event: Event) -> tuple[str, ...]:
        """The words that say which card was played, who led, or where the roles are after the result before this event; none of
        these if all that is known."""
        if _is_forgotten(event):
            return courses.CARD_PLAYED
        if state.may_be_over:
            return courses.HAND_FROM_BEGINNING
        if state.moves:
            return super().words_that_tell(state, event) + courses.ROLES_AFTER
        return super().words_that_tell(state, event)

    def opened_at(self, state: TrickState, event: Event) -> int:
        """Return the number of the event that leaves something open: the result, if the roles are not known after it."""
        if state.moves and self.words_that_tell(state, event) == courses.ROLES_AFTER:
            return max(state.unseen["roles"])
        return super().opened_at(state, event)

    def between_rounds(self, state: TrickState) -> bool:
        """Return whether a hand has ended and the next has not begun."""
        return state.phase in (phases.DEAL, phases.OVER)

    def forget_scores(self, one: TrickState, group: Sequence[TrickState]) -> None:
        """Make unknown in a state what these courses score differently."""
        courses.forget_scores(one, group)

    def is_open(self, state: TrickState) -> bool:
        """Return whether the log leaves open which course was played, or the roles."""
        return bool(state.moves) or state.may_be_over or super().is_open(state)

    def may_open(self, state: TrickState, event: Event) -> bool:
        """Whether an event is one of a leader who is not known, a card that nobody remembers, or a result in which cards
        may have moved the roles."""
        if _is_forgotten(event) or super().may_open(state, event):
            return True
        return event.verb == "result" and bool(self.rules.moving)

    def meanings(self, state: TrickState, event: Event) -> Iterator[Meaning[TrickState]]:
        """Yield the meanings of an event in each course; a card that nobody remembers may be any card."""
        if not _is_forgotten(event):
            yield from super().meanings(state, event)
            return
        for play in courses.each_card(self.rules, event):
            yield from super().meanings(state, play)

    def check_in_each(self, state: TrickState, event: Event) -> tuple[Finding, ...]:
        """Everything that is wrong with an event in every course. A card that nobody remembers is illegal only if every
        card would be; the sentence then says so of no particular one."""
        faults = super().check_in_each(state, event)
        if not faults or not _is_forgotten(event):
            return faults
        tried = [(play, self.faults_in(state, play)) for play in courses.each_card(self.rules, event)]
        play, faults = min(tried, key=_number_of_faults)
        name = self.rules.deck.ids[play.value]
        return tuple(fault._replace(message=fault.message.replace(name, "a card")) for fault in faults)

    def courses_of(self, state: TrickState, event: Event) -> list[TrickState]:
        """The courses in which an event, or a claim, is judged: those of the state, also with the hand over if the latest
        trick may have ended it, each with the roles in all places where they may be, if that matters."""
        either = []
        for course in super().courses_of(state, event):
            either.append(course)
            if course.may_be_over:
                either += self._over_already(course, event)
        if event.verb == "result" and "captured" not in event.value:
            return either
        if event.verb == "expect" and "roles" not in event.value:
            return either
        each = []
        for course in either:
            moves: Sequence[int] = (0,)
            if event.verb == "result":
                moves = results.moves_of_roles(self.rules, course, event.value)
            each += courses.with_roles_moved(self.rules, course, moves)
        return each

    def _over_already(self, course: TrickState, event: Event) -> list[TrickState]:
        """The course in which the hand was over before an event, with the trick that may have ended it (`play: until`);
        none if the event cannot come then."""
        over = alone(course)
        over.may_be_over = False
        plays.end_now(self.rules.current(over), over)
        if event.verb == "expect" or self.possible(over, event) or self.omission(over, event):
            return [over]
        return []

    def apply_in(self, course: TrickState, event: Event) -> None:
        """Apply an event in one course; the hand that it belongs to was not over before it."""
        course.may_be_over = False
        super().apply_in(course, event)

    def apply_in_each(self, state: TrickState, event: Event) -> None:
        """Apply an event, legal or not, in every course; after a result that shows no cards the roles may be elsewhere."""
        if _is_forgotten(event):
            for course in every(state):
                course.miss("card")
        if event.verb != "result" or "captured" in event.value or not self.rules.moving:
            super().apply_in_each(state, event)
            self._know_roles(state)
            return
        moves = results.moves_of_roles(self.rules, state, event.value)
        if len(moves) > 1:
            state.miss("roles")
        super().apply_in_each(state, event)
        if len(moves) > 1:
            for course in every(state):
                course.moves = courses.together(self.rules, course.moves, moves)

    def believe(self, state: TrickState, expected: Said) -> None:
        """End the courses in which a claim would be false, if there are others."""
        super().believe(state, expected)
        self._know_roles(state)

    def _know_roles(self, state: TrickState) -> None:
        """Forget that the roles were not known, if they are now."""
        if "roles" in state.unseen and state.courses is None and not state.moves:
            del state.unseen["roles"]

    def settle(self, state: TrickState) -> TrickState:
        """Return the state as people see it: without what only some courses say of scores and roles."""
        seen = super().settle(state)
        if seen is not state and (state.moves or not courses.agree(state, "roles")):
            seen.roles = None
        return seen

    def position(self, state: TrickState) -> Data:
        """Return the state as the `position:` of a log; roles that cards may have moved on a score pad are not in it."""
        if state.courses is None:
            return super().position(self.settle(state))
        return super().position(state)

    def overhear(self, state: TrickState, items: Sequence[Item]) -> None:
        """Note whether Grace is said, perhaps too late."""
        for item in items:
            if "grace" in item or "!" in str(item.get("play", item.get("trick"))):
                state.ever_said = True

    def moment(self, state: TrickState) -> Data:
        """The numbers that `changes:` may ask about now: the hand, the trick, what is trump, with the numbers of all that
        may be, what was declared, and once the auction is over those of the contract."""
        numbers = super().moment(state)
        numbers |= self._before_each_hand
        numbers["trump"] = state.trump
        for made in chain(*state.declared):
            numbers[self.rules.declarations[made.what].name] = True
        if self.rules.auction:
            contract = state.contract_in_force()
            numbers |= self.rules.auction.contract_names(contract, state.doubled, state.bid_for)
        return numbers

    @cached_property
    def _before_each_hand(self) -> Data:
        """The numbers for `changes:` that are the same at the beginning of each hand: of each suit that may be trump, of
        hands, and that nothing is declared."""
        nothing = dict.fromkeys([one.name for one in self.rules.declarations], False)
        return {**nothing, **self.rules.trump_words(), "hands": self.rules.hands}

    def numbers(self) -> dict[str, Sequence[int]]:
        """Return the numbers that `changes:` may ask about."""
        rules = self.rules
        hands = range(1, (self.rules.hands or LONGEST) + 1)
        tricks = max(rules.tricks_counted(rules.cards_in_hand(hand), rules.players) for hand in hands)
        numbers: dict[str, Sequence[int]] = {word: (number,) for word, number in rules.trump_words().items()}
        numbers |= {"hand": hands, "trick": range(tricks + 1), "hands": (rules.hands,), "players": (rules.players,)}
        numbers |= {one.name: (False, True) for one in rules.declarations}
        numbers["trump"] = sorted(rules.trumps)
        return numbers

    def contracts(self) -> Sequence[Mapping[str, Any]]:
        """Return what formulas know of no contract, and of each that may be reached."""
        auction = self.rules.auction
        if auction is None:
            return ({},)
        bids = product((*range(auction.bids), *auction.contract_index.values()), (1, 2, 4))
        return [auction.contract_names(bid, many) for bid, many in ((-1, 1), *bids)]

    def legal(self, state: TrickState) -> Options:
        """Return what the player to act may do."""
        options = self.of_whoever_acts(state, partial(self.parts.moves.options, self, barred=False))
        return options._replace(options=tuple(options.legal))

    def contract_played(self, state: TrickState) -> ContractPlayed | None:
        """Return the contract of the hand that ended last, to compare it between tables; None where hands have no contracts."""
        return self.parts.table.contract_played(self.rules, state)

    def board(self, state: TrickState) -> BoardFacts | None:
        """The hand at the table as records of boards have it; None unless four play it after an auction."""
        return self.parts.table.board(self.rules, state)

    def board_ended(self, state: TrickState) -> BoardFacts | None:
        """The hand that ended last, in the same way; None if none has ended."""
        return self.parts.table.board_ended(self.rules, state)

    def board_move(self, state: TrickState, event: Event) -> BoardMove | None:
        """The call or the card that an event is, in the state before it; None for any other event."""
        return self.parts.table.board_move(self.rules, state, event)

    def left_open(self, state: TrickState) -> Sequence[str]:
        """The roles, where cards may have moved them in a hand that has only its result recorded."""
        if not state.moves:
            return ()
        return ("roles",)

    def at_start(self, state: TrickState) -> tuple[Finding, ...]:
        """Return the finding of a head in which two players hold one role."""
        if not state.shared:
            return ()
        return (Finding("roles", state.shared, at=state.shared_at, bars=True, in_head=True),)

    def not_now(self, here: TrickState, event: Event, before: TrickState) -> Finding:
        """The finding about an event that cannot come now.

        First that two players are given one role in the head of the log, for which nothing may happen; then the reasons that
        only games of tricks have. It goes by `here`, the state once all that the log may leave out has happened; `before` is
        the state without that.
        """
        if here.shared:  # two players have one role
            return self.at_start(here)[0]
        if event.verb == "grace" and (faults := plays.check_grace(self.rules, here, event)):
            return faults[0]
        late = plays.played_after_the_end(self.rules, before, event)
        if late:
            until = ("play", "until")
            return Finding(self.rules.cite(*until), late, before.leader, word=until, bars=True)
        message = ""
        if event.verb == "contract" and not (self.rules.auction and self.rules.auction.contracts):
            message = "a contract is named, but in this game the declarer names none"
        elif event.verb == "talon" and here.phase != phases.OVER:
            message = stocks.why_not_shown(self.rules, here)
        elif event.verb == "draw" and here.phase == phases.PLAY and not here.stock:
            none = "the stock is empty"
            if self.rules.stock is None:
                none = "this game has no stock"
            message = f"a card is drawn, but {none}; {self.next_step(here)}"
        if message:
            return Finding("order", message, event.seat, bars=True)
        return super().not_now(here, event, here)
