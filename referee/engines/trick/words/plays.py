"""Words about which card may be played: `follow_suit` and the entries of `if_able:`.

Each word narrows down the cards that the words before it left, unless it would leave nothing. What it keeps of a hand is plain
data, a `Narrowing`: `narrow_by` applies it to one hand, and `columns.hands` to many at once. So `legal`, `validate`, what
an unseen hand gives away and the judging of a corpus all come from the same few lines.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from referee.core.cards import Deck
from referee.core.data import Words
from referee.core.places import Pointer
from referee.core.selectors import Selector, choose, in_plural
from referee.engines.trick.state import TrickState
from referee.engines.trick.words.counts import bans_nothing
from referee.engines.trick.words.ranking import Ranking

Narrow = Callable[[TrickState, int], int]
Deny = Callable[[TrickState, int, int], tuple[int, int]]
LED, TRUMPS, BEATING, NONE = "led", "trumps", "beating", "none"
TRUMPING_HIGHER, OVERTRUMPING, WINNING_TRUMPS = "trumping_higher", "overtrumping", "winning_trumps"
LED_OR_PARTNER, PARTNER = "led_or_partner", "partner"
"""Cards that the table decides: of the suit that was led, the trumps, those that beat the best card so far; no cards. Those
that beat it if it is a trump, all but lower trumps once a lead of another suit was trumped, and the trumps that beat it. Those
that lift a ban: of the suit that was led or for a player whose partner is winning, or only for the latter."""
SHIFTING = (BEATING, TRUMPING_HIGHER, OVERTRUMPING, WINNING_TRUMPS, LED_OR_PARTNER, PARTNER)
"""Those that change with every card of the trick."""
UNLESS_PARTNER_WINS = "unless_partner_wins"
"""The value of `must_trump` and `must_beat` if the trick may be left to a partner who is winning it."""
TO_WIN, TO_WIN_UNLESS_PARTNER_WINS = "to_win", "to_win_unless_partner_wins"
"""Values of `must_trump` if only a trump that beats the trick so far must be played."""
UNLESS_ALL_TRUMPS = "unless_all_trumps"
"""The value of `never_undertrump` if a player who holds nothing but trumps may play any of them."""
BREAKING = "break_before_leading"
CALLED_CARD = "called_card"
OR_TRUMP = "or_trump"
"""The value of `follow_suit` if a player may trump although able to follow."""
Cards = int | str
"""A mask, or cards that the table decides."""


class Narrowing(NamedTuple):
    """What a word leaves of a hand: the cards in `keep`, if any is held, those in `also`, and those in `free`.

    It leaves the whole hand if a card of `unless` is held, or if `many` cards of `until` fell in earlier tricks. Cards in
    `beside` are kept only along with others, and so are those in `withheld` that are higher than the card that was led.
    """

    keep: Cards
    unless: Cards = 0
    until: int = 0
    beside: int = 0
    many: int = 1
    also: Cards = NONE
    withheld: int = 0
    free: int = 0

    @property
    def shifts(self) -> bool:
        """Whether it looks at the cards of the trick in progress."""
        return self.keep in SHIFTING or self.unless in SHIFTING or bool(self.withheld)


A = TypeVar("A")


class PlayWord(NamedTuple, Generic[A]):
    """A word of play: when it applies, how it narrows, how it is worded.

    `make(argument, deck, ranking)` gives the narrowing, and `clause(state, argument, deck)` ends "Dov played Lk6:31 …". A
    `first_trick` word applies only in the first trick of a hand.
    """

    when: Literal["lead", "follow", "both"]
    make: Callable[[A, Deck, Ranking], Narrowing]
    clause: Callable[[TrickState, A, Deck], str]
    first_trick: bool = False
    by_state: Callable[[A, Deck], Narrow] | None = None
    """The way it narrows if that depends on more than the cards on the table; `make` is then not asked."""


def narrow_by(word: Narrowing) -> Narrow:
    """The function that applies a word of play to one hand. From the state and the cards held (a mask) it makes the
    cards that the word allows: the whole hand if the word asks for nothing that is held."""
    keep = _at_table(word.keep)
    also = _at_table(word.also)
    unless = _at_table(word.unless, LIFTING)
    until = word.until
    many = word.many
    not_beside = ~word.beside
    withheld = word.withheld
    free = word.free
    more = free or word.also != NONE

    def narrow(state: TrickState, hand: int) -> int:
        """The cards of a hand (a mask) that the word allows."""
        left = hand & keep(state)
        alone = left & not_beside  # without any of these the word asks for nothing
        if withheld:
            alone &= ~_cards_withheld(word, state)
        if not alone or hand & unless(state) or (until and (state.gone & until).bit_count() >= many):
            return hand
        if more:
            return left | hand & (also(state) | free)
        return left

    return narrow


def deny_by(word: Narrowing) -> Deny:
    """A function that reads a word of play backwards: which cards does a play show not to be in the hand that it comes
    from?

    It gets a state, some other cards (a mask), and the card that is played (a mask of one bit), and returns two masks of
    these others. With one of the first beside the card that is played, the word would have forbidden the play. The
    second are the cards that the word allows beside it, so that a later word may still forbid it for one of them. The
    answer is that of `narrow_by` for each pair of the card and one other.
    """
    keep = _at_table(word.keep)
    also = _at_table(word.also)
    unless = _at_table(word.unless, LIFTING)

    def deny(state: TrickState, others: int, bit: int) -> tuple[int, int]:
        """Which of the other cards cannot be held beside the card `bit`, and which the word allows beside it."""
        lifting = unless(state)
        broken = word.until and (state.gone & word.until).bit_count() >= word.many
        if bit & lifting or broken:
            return 0, others
        asked = keep(state)
        alone = asked & ~word.beside & ~_cards_withheld(word, state)  # a hand with none of these is free
        stays = asked | also(state) | word.free
        if bit & alone:
            return 0, others & (stays | lifting)
        if bit & stays:
            return 0, others
        denied = others & alone & ~lifting
        return denied, others & ~denied

    return deny


def _cards_withheld(word: Narrowing, state: TrickState) -> int:
    """The cards that a player need not part with: those that a word withholds (the best trumps, in a game with renege)
    and that are higher than the card led."""
    if not word.withheld:
        return 0
    first = next((card for card in state.trick if state.ranking.suit_of[card] == state.led), state.trick[0])
    above: int = state.ranking.above[first]
    return word.withheld & above


def by_trump_now(words: Mapping[int, Narrowing]) -> Narrow:
    """The function that applies a word of play to one hand, as it narrows with the trump suit of the state. `words` has
    the word for each suit that may be trump, by its index."""
    by_trump = {trump: narrow_by(word) for trump, word in words.items()}
    if len(set(words.values())) == 1:  # the same whatever is trump
        return next(iter(by_trump.values()))

    def narrow(state: TrickState, hand: int) -> int:
        return by_trump[state.ranking.trump](state, hand)

    return narrow


def _deny_by_trump(words: Mapping[int, Narrowing]) -> Deny:
    """The function that reads a word of play backwards (`deny_by`), as it narrows with the trump suit of the state.
    `words` has the word for each suit that may be trump, by its index."""
    by_trump = {trump: deny_by(word) for trump, word in words.items()}
    if len(set(words.values())) == 1:  # the same whatever is trump
        return next(iter(by_trump.values()))

    def deny(state: TrickState, others: int, bit: int) -> tuple[int, int]:
        return by_trump[state.ranking.trump](state, others, bit)

    return deny


def _beating(state: TrickState) -> int:
    """The cards that beat the best card of the trick so far, as a mask (-1: all). Cards outside the suits may always win
    (`winners`) or always lose (`losers`); of cards in `latest` the later of two equal ones is the better one."""
    ranking = state.ranking
    out = state.ranking.outside
    if state.table & out.winners:
        if not ranking.latest & state.table:
            return 0
        return int(out.winners)
    if not state.table & ~out.losers:
        if ranking.latest & state.table:
            return -1
        return int(~out.losers)
    trumped = state.table & ranking.trumps
    if trumped:
        return int(ranking.trumps & ranking.above[ranking.best(trumped)] | out.winners)
    first = next(card for card in state.trick if not out.losers >> card & 1)
    led = ranking.members[ranking.suit_of[first]]
    beyond = ranking.above[ranking.best(state.table & led)]
    return int(led & beyond | ranking.trumps | out.winners)


def partner_wins(state: TrickState) -> bool:
    """Whether the best card of the trick so far is from the player's partner, who sits opposite and so played half a
    round ago."""
    half = len(state.players) // 2
    if len(state.seats) < len(state.players) or len(state.trick) < half:
        return False
    return bool(state.ranking.decide(state.trick)[0] == state.trick[-half])


def _trumping_higher(state: TrickState) -> int:
    """The cards that beat the best one, if it is a trump (for a partner's: if trump was led); otherwise all cards
    (-1)."""
    trumps = state.ranking.trumps
    if state.table & trumps and (state.ranking.members[state.led] & trumps or not partner_wins(state)):
        return _beating(state)
    return -1


def _overtrumping(state: TrickState) -> int:
    """All cards but the trumps that are lower than one that was played on a lead of another suit (-1: all cards)."""
    trumps = state.ranking.trumps
    if state.table & trumps & ~state.ranking.members[state.led]:
        return int(~trumps | _beating(state))
    return -1


def _winning_trumps(state: TrickState) -> int:
    """The trumps that beat the trick so far."""
    return int(state.ranking.trumps & _beating(state))


def _led(state: TrickState) -> int:
    cards: int = state.ranking.members[state.led]
    return cards


def _trumps(state: TrickState) -> int:
    cards: int = state.ranking.trumps
    return cards


def _no_cards(state: TrickState) -> int:
    return 0


# Cards that lift a ban. If no suit is asked for, nobody is void in it, so it is lifted for everybody.


def _able_to_follow(state: TrickState) -> int:
    return state.ranking.members[state.led] or -1


def _partner_winning(state: TrickState) -> int:
    if partner_wins(state):
        return -1
    return 0


def _able_to_follow_or_partner_winning(state: TrickState) -> int:
    if partner_wins(state):
        return -1
    return state.ranking.members[state.led] or -1


AT_TABLE: dict[str, Callable[[TrickState], int]] = {
    LED: _led,
    TRUMPS: _trumps,
    BEATING: _beating,
    TRUMPING_HIGHER: _trumping_higher,
    OVERTRUMPING: _overtrumping,
    WINNING_TRUMPS: _winning_trumps,
    NONE: _no_cards,
}
LIFTING: dict[str, Callable[[TrickState], int]] = {
    LED: _able_to_follow,
    PARTNER: _partner_winning,
    LED_OR_PARTNER: _able_to_follow_or_partner_winning,
}


def _at_table(cards: Cards, names: Mapping[str, Callable[[TrickState], int]] = AT_TABLE) -> Callable[[TrickState], int]:
    if isinstance(cards, str):
        return names[cards]
    return lambda state: cards


def _led_suit(state: TrickState, deck: Deck) -> str:
    names = list(deck.suits.values()) + ["trump", "", ""]
    return names[state.led]


# What each word makes of its argument.


def _follow_suit(argument: object, deck: Deck, ranking: Ranking) -> Narrowing:
    return Narrowing(LED, also=TRUMPS if argument == OR_TRUMP else NONE)


def _must_trump(argument: object, deck: Deck, ranking: Ranking) -> Narrowing:
    lifting = LED
    if argument in (UNLESS_PARTNER_WINS, TO_WIN_UNLESS_PARTNER_WINS):
        lifting = LED_OR_PARTNER
    if argument in (TO_WIN, TO_WIN_UNLESS_PARTNER_WINS):
        return Narrowing(WINNING_TRUMPS, lifting)
    return Narrowing(TRUMPS, lifting)


def _must_play(argument: Selector, deck: Deck, ranking: Ranking) -> Narrowing:
    return Narrowing(choose(argument, deck, ranking.suits(deck)), unless=LED)


def _must_beat(argument: object, deck: Deck, ranking: Ranking) -> Narrowing:
    keep = TRUMPING_HIGHER if argument == "trumps" else BEATING
    return Narrowing(keep, PARTNER if argument == UNLESS_PARTNER_WINS else 0)


def _never_undertrump(argument: object, deck: Deck, ranking: Ranking) -> Narrowing:
    if argument == UNLESS_ALL_TRUMPS:
        return Narrowing(OVERTRUMPING, beside=ranking.trumps)
    return Narrowing(OVERTRUMPING)


def _only_these(argument: Selector, deck: Deck, ranking: Ranking) -> Narrowing:
    return Narrowing(choose(argument, deck, ranking.suits(deck)))


def _not_asked(argument: object, deck: Deck, ranking: Ranking) -> Narrowing:
    return Narrowing(NONE)


def _break_before_leading(argument: Words, deck: Deck, ranking: Ranking) -> Narrowing:
    broken_by = choose(argument.get("broken_by", []), deck, ranking.suits(deck))
    alone = choose(argument.get("unless_only", []), deck, ranking.suits(deck))
    many = argument.get("broken_at", 1)
    return Narrowing(~choose(argument["cards"], deck, ranking.suits(deck)), until=broken_by, beside=alone, many=many)


def _without(argument: Selector, deck: Deck, ranking: Ranking) -> Narrowing:
    return Narrowing(~choose(argument, deck, ranking.suits(deck)))


def _called_card(argument: object, deck: Deck) -> Narrow:
    """The function for what the holder of a called card, such as an ace of the partner, may play: the card itself when
    its suit is led, and as a lead no other card of its suit.

    With `run_from` cards of the suit the holder may lead another of them. Unless it may be `thrown`, the card is not discarded
    on other suits. With `kept` the declarer keeps a card of the suit until it is led.
    """
    run_from, thrown, kept = called_card_rule(argument)

    def narrow(state: TrickState, hand: int) -> int:
        """The cards of a hand (a mask) that may be played as far as the called card is concerned."""
        mine = 0
        if state.called >= 0:
            mine = hand & deck.twins[state.called]
            if kept and state.turn == state.declarer:
                return _with_one_kept(state, hand)
        if not mine:
            return hand
        suit = state.ranking.suit_of[state.called]
        of_suit = state.ranking.members[suit]
        if run_from and _may_have_been_led(state, of_suit):
            return hand
        if state.trick:
            if state.led == suit:
                return mine
            left = hand
            if not thrown:
                left = hand & ~mine
        elif run_from and (state.hands[state.turn] & of_suit).bit_count() >= run_from:
            left = hand
        else:
            left = hand & ~of_suit | mine
        return left or hand

    return narrow


def _with_one_kept(state: TrickState, hand: int) -> int:
    """What the declarer may play who keeps a card of the suit of the card called: not the only one, until the suit was led."""
    suit = state.ranking.suit_of[state.called]
    of_suit = state.ranking.members[suit]
    only = hand & of_suit
    if only.bit_count() != 1 or not state.trick or state.led == suit or _may_have_been_led(state, of_suit):
        return hand
    if hand == only:
        return hand
    return hand & ~only


def _may_have_been_led(state: TrickState, suit: int) -> bool:
    """Whether a card of a suit was led to an earlier trick of the hand, or may have been to one that is not recorded."""
    if sum(state.won) > len(state.tricks):
        return True
    return any(bits[0] & suit for _, bits, *_ in state.tricks)


def called_card_rule(argument: object) -> tuple[int | None, bool, bool]:
    """Return with how many cards of its suit the holder of the called card may lead away from it; whether it may be thrown; and
    whether the declarer must keep a card of its suit."""
    if isinstance(argument, dict):
        return (argument.get("run_from"), argument["thrown"], argument["kept"])
    return (None, True, False)


# The end of a sentence about a card that a word forbids.


def _on_lead(state: TrickState, argument: object, deck: Deck) -> str:
    return f"on a {_led_suit(state, deck)} lead"


def _without_trumping(state: TrickState, argument: object, deck: Deck) -> str:
    if str(argument).startswith("to_win"):
        return "without beating the trick with a trump"
    return "without trumping"


def _void(state: TrickState, argument: object, deck: Deck) -> str:
    return f"void in {_led_suit(state, deck)}"


def _without_beating(state: TrickState, argument: object, deck: Deck) -> str:
    return "without beating the trick"


def _below_trump(state: TrickState, argument: object, deck: Deck) -> str:
    return "below a trump"


def _to_open(state: TrickState, argument: object, deck: Deck) -> str:
    return "to open the hand"


def _to_first_trick(state: TrickState, argument: object, deck: Deck) -> str:
    return "to the first trick"


def _before_broken(state: TrickState, argument: Words, deck: Deck) -> str:
    if argument.get("broken_by"):
        return f"before {in_plural(argument['cards'], deck)} were broken"
    return "as a lead"


def _as_lead(state: TrickState, argument: object, deck: Deck) -> str:
    return "as a lead"


def _against_call(state: TrickState, argument: object, deck: Deck) -> str:
    return f"against the call of {deck.ids[state.called]}"


PLAY_WORDS: dict[str, PlayWord[Any]] = {
    "follow_suit": PlayWord("follow", _follow_suit, _on_lead),
    "must_trump": PlayWord("follow", _must_trump, _without_trumping),
    "must_play": PlayWord("follow", _must_play, _void),
    "must_beat": PlayWord("follow", _must_beat, _without_beating),
    "never_undertrump": PlayWord("follow", _never_undertrump, _below_trump),
    "open_with": PlayWord("lead", _only_these, _to_open, first_trick=True),
    "first_trick_without": PlayWord("both", _without, _to_first_trick, first_trick=True),
    BREAKING: PlayWord("lead", _break_before_leading, _before_broken),
    "never_lead": PlayWord("lead", _without, _as_lead),
    CALLED_CARD: PlayWord("both", _not_asked, _against_call, by_state=_called_card),
}


class PlayRule(NamedTuple):
    """A word of play in force: its rule id, where the ruleset sets it, and how it narrows, as a function and as data. The
    data is None if it depends on trump, since a suit that it names is the suit that cards then have.

    `deny` reads it backwards (`deny_by`); None if it depends on more than the cards on the table."""

    name: str
    rule: str
    pointer: Pointer
    argument: Any
    word: PlayWord[Any]
    narrowing: Narrowing | None
    narrow: Narrow
    deny: Deny | None


def path_of(pointer: Pointer) -> str:
    """Return the path of a word: 'play.follow_suit'."""
    return ".".join(map(str, pointer))


class WordsOfPlay(tuple[PlayRule, ...]):
    """Words of play that apply one after another."""

    @cached_property
    def narrow(self) -> Narrow:
        """All these words as one function, from the state and the cards held to those that may be played."""
        each = tuple(rule.narrow for rule in self)
        if len(each) == 1:
            return each[0]

        def narrow(state: TrickState, hand: int) -> int:
            for word in each:
                hand = word(state, hand)
            return hand

        return narrow

    def forbidding(self, state: TrickState, hand: int, bit: int) -> tuple[PlayRule, int] | None:
        """The first word that forbids a card (a mask of one bit) of a hand, and the cards that it allows instead; None
        if the card may be played."""
        for rule in self:
            hand = rule.narrow(state, hand)
            if not hand & bit:
                return rule, hand
        return None

    @cached_property
    def deny_at_once(self) -> bool:
        """Whether `cards_denied` may be asked: whether pairs tell, and each word can be read backwards."""
        return self.pairs_tell and all(rule.deny for rule in self)

    def cards_denied(self, state: TrickState, others: int, bit: int) -> list[tuple[str, int]]:
        """Which of some `others` (a mask) a play of the card `bit` shows not to be in the hand that it comes from: pairs
        of the path of a word that would have forbidden it, and a mask."""
        denied: list[tuple[str, int]] = []
        for rule in self:
            assert rule.deny is not None
            cards, others = rule.deny(state, others, bit)
            if cards:
                denied.append((path_of(rule.pointer), cards))
        return denied

    @cached_property
    def pairs_tell(self) -> bool:
        """Whether these words forbid a card exactly when they would in a hand of it and one of the other cards held.

        If not, a third card can lift the ban: one that must be led before others, if a word comes after
        `unless_only`; one of the suit that was led, with a trump that may be played anyway; or another card of a suit of which
        one must be kept.
        """
        words = [(rule.name, rule.argument) for rule in self]
        may_trump = ("follow_suit", OR_TRUMP) in words and any(name == "must_play" for name, _ in words)
        kept = any(name == CALLED_CARD and called_card_rule(argument)[2] for name, argument in words)
        return not (may_trump or kept) and not any(
            name == BREAKING and argument.get("unless_only") for name, argument in words[:-1]
        )


def words_for(words: Mapping[str, PlayRule], when: str) -> tuple[WordsOfPlay, WordsOfPlay]:
    """The words of play that apply `when` somebody leads ("lead") or follows ("follow"): after the first trick, and in
    it."""
    ruleset = WordsOfPlay(rule for rule in words.values() if rule.word.when in (when, "both"))
    return WordsOfPlay(rule for rule in ruleset if not rule.word.first_trick), ruleset


def play_rules(
    play: Words,
    at: Pointer,
    deck: Deck,
    rankings: Mapping[int, Ranking],
    trumps: Collection[int],
    renege: int,
) -> dict[str, PlayRule]:
    """The words of play in force, compiled, by their paths. `play` is what the ruleset says at the path `at`; `trumps`
    is everything that can be trump in some hand; `renege` is how many of the best trumps need not be played on a lower
    trump that is led."""
    words: list[tuple[Pointer, object]] = []
    if play["follow_suit"]:
        words.append((at + ("follow_suit",), play["follow_suit"]))
    for name, argument in (play.get("if_able") or {}).items():
        if argument is not None and not bans_nothing(argument):
            words.append((at + ("if_able", name), argument))
    rules = {}
    for pointer, argument in words:
        name = str(pointer[-1])
        word = PLAY_WORDS[name]
        by_trump = _narrowings(name, argument, deck, rankings, renege)
        path = path_of(pointer)
        rule = name.replace("_", "-")
        if word.by_state:
            rules[path] = PlayRule(name, rule, pointer, argument, word, None, word.by_state(argument, deck), None)
            continue
        possible = {by_trump[trump] for trump in trumps}
        data = None
        if len(possible) == 1:
            data = possible.pop()
        narrow = by_trump_now(by_trump)
        deny = _deny_by_trump(by_trump)
        rules[path] = PlayRule(name, rule, pointer, argument, word, data, narrow, deny)
    return rules


def _narrowings(
    name: str, argument: object, deck: Deck, rankings: Mapping[int, Ranking], renege: int
) -> dict[int, Narrowing]:
    """How a word of play narrows a hand, for each suit that may be trump (by its index), and without trump. `renege` is
    how many of the best trumps need not be played on a lower trump that is led."""
    word = PLAY_WORDS[name]
    by_trump: dict[int, Narrowing] = {}
    for trump, ranking in rankings.items():
        held_back = 0
        if name == "follow_suit" and renege:
            held_back = ranking.highest_trumps(renege)
        free = 0
        if word.when == "follow":
            free = ranking.outside.any_time
        by_trump[trump] = word.make(argument, deck, ranking)._replace(withheld=held_back, free=free)
    return by_trump
