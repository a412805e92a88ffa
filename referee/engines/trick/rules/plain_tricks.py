"""The fast path of the fold: trick after trick with nothing wrong in it, played without events and messages.

It asks the same words as judging event by event does, as rarely as it can. It declines whatever is not plain (an illegal
card, a misspelt name, a hand without room), with nothing changed. A property test checks that both ways lead to the same state.

Of a hand that is seen: a card that the words would leave even of the full pack may be played from any hand; one that they would
leave of all other suits may be played from any hand without the suit that was led. Only for other cards are they asked about
the hand. Of a hand that is not seen: which cards a play denies to its player depends only on the card, the suit that was led,
trump and whether it is the first trick, so each is worked out once. Whether the hands have room for what is left is asked once
in a trick: what can be dealt out after a play could be dealt out before it, since the card can be given back.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.cards import mask_of
from referee.core.data import Item
from referee.core.unseen.courses import alone, every, skips
from referee.core.unseen.room import has_room
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import outcomes
from referee.engines.trick.rules.plays import decide, rotate
from referee.engines.trick.state import PLAY, ShownVoid, TrickState
from referee.engines.trick.words.plays import Narrowing

Items = Sequence[Item]


WrittenTrick = tuple[list[int], int, int]
"""A whole trick as a log has it: its cards in order as masks, those over which Grace was said, and the item after it."""


class PlainTricks:
    """The fast path for one ruleset and number of players."""

    def __init__(self, rules: TrickRules) -> None:
        """Prepare what is the same for all tricks: suits by card bit and trump, bits by card name, and answers of the
        words of play (`_free`, `_denied`), which fill up while tricks are played."""
        self._rules = rules
        self._players = rules.players
        self._orders = rules.orders
        self._judgement = rules.judgement
        self._is_usual = rules.plain and not any(_shifts(rule.narrowing) for rule in rules.play_rules.values())
        self._knows_unseen = self._is_usual and _reads_backwards(rules)
        rankings = rules.rankings
        self._suits = {
            trump: {1 << card: suit for card, suit in enumerate(rankings[trump].suit_of)} for trump in rankings
        }
        special = rules.judgement.takers | rules.judgement.levellers
        self._deciding = {trump: special if rankings[trump].plain else rules.deck.all for trump in rankings}
        """The cards that leave it to `decide` who wins, by trump."""
        self._rotating = mask_of(card for card, power in rules.powers.items() if power.rotates)
        self._has_roles = bool(rules.roles)
        self._has_grace = rules.grace != "none"
        self._by_word = rules.grace == "said"
        if rules.grace == "silent":
            self._silent = rules.deck.all
        else:
            self._silent = 0
        """The cards over which Grace need not be said."""
        self._size = len(rules.deck.ids)
        self._bits = dict(rules.deck.bits)
        if rules.grace == "said":
            for name, bit in rules.deck.bits.items():
                self._bits[f"{name}!"] = bit | bit << self._size  # Grace is a second bit, above all cards
        self._free: dict[tuple[bool, int, int], tuple[int, int]] = {}
        self._denied: dict[tuple[bool, int, int, int], list[tuple[str, int]]] = {}

    def play(self, state: TrickState, items: Items, start: int) -> tuple[int, int]:
        """Play the whole tricks in `items` from `start` on; return how many items and events that was.

        It stops before anything else, after a trick that claims something, and at the end of the hand.
        """
        if skips(state):
            return 0, 0
        if state.courses is not None and state.courses.others:
            return self._play_in_each(state, items, start)
        if not self._can_begin(state):
            return 0, 0
        lay = self._lay_unseen if state.blind else self._lay_seen
        position = start
        played = 0
        while state.left and position < len(items):
            trick = self._whole_trick(items, position)
            if trick is None:
                break
            bits, said, after = trick
            if not lay(state, bits):
                break
            self._gather(state, bits, said)
            position = after
            played += 1
            if len(items[position - 1]) > 1:  # a claim, which must be checked before the next trick
                break
        if played and not state.left:
            state.clock -= 1  # what follows from the last card happens with it
            outcomes.finish(self._rules, state)
            state.clock += 1
        return position - start, played * self._players

    def _play_in_each(self, state: TrickState, items: Items, start: int) -> tuple[int, int]:
        """Play whole tricks in every course that the game may have taken, as many as are plain in all of them."""
        end = len(items)
        while True:
            ends = []
            reached = []
            for course in map(alone, every(state)):
                reached.append(self.play(course, items[:end], start))
                ends.append(course)
            fewest = min(reached)
            if not fewest[0]:
                return 0, 0
            if fewest == max(reached):
                break
            end = start + fewest[0]  # again, but no further than every course goes
        beside = state.courses
        state.become(ends[0])
        state.courses = beside and beside._replace(others=tuple(ends[1:]))
        return fewest

    def _can_begin(self, state: TrickState) -> bool:
        """Whether whole tricks come next, and everything is known that decides them."""
        if not self._is_usual or state.phase != PLAY or state.trick or state.shared or state.turn < 0:
            return False
        if len(state.seats) != self._players or (self._has_roles and state.roles is None):
            return False
        if not state.blind:
            return True
        if not self._knows_unseen or state.called >= 0 or any(state.declared):
            return False
        # the dummy's cards may be shown within the first trick
        return not self._rules.dummy or state.left < state.length

    def _whole_trick(self, items: Items, position: int) -> WrittenTrick | None:
        """The trick that is written from an item on: its cards in order as masks, a mask of those over which Grace was
        said, and the number of the item after it. None if that is not plain."""
        item = items[position]
        names = item.get("trick")
        after = position + 1
        if type(names) is not list or len(item) > 1:
            names, after = _names(items, position, self._players)
        if self._has_grace and (after == len(items) or "grace" in items[after]):
            return None  # Grace over a card of this trick may still be said in the next item
        try:
            bits = [self._bits[name] for name in names]
        except (KeyError, TypeError):
            return None
        if len(bits) != self._players:
            return None
        said = sum(bits) >> self._size
        if said:
            bits = [bit & self._rules.deck.all for bit in bits]
        return bits, said, after

    def _lay_seen(self, state: TrickState, bits: list[int]) -> bool:
        """Take the cards of a trick, as masks in order of play, out of hands that are all seen. False, with nothing
        changed, if one of them may not be played."""
        rules = self._rules
        hands = state.hands
        seats = self._orders[state.turn]
        opening = bits[0]
        ranking = state.ranking
        trump = ranking.trump
        first = state.left == state.length
        words = rules.leading[first]
        if words and not words.narrow(state, hands[state.turn]) & opening:
            return False
        led_before = state.led
        led = state.led = self._suits[trump][opening]
        narrow = rules.following[first].narrow
        suit = ranking.members[led]
        may_go = self._free.get((first, trump, led))
        if may_go is None:
            may_go = self._free[first, trump, led] = narrow(state, rules.pack), narrow(state, rules.pack & ~suit)
        free = may_go[0] | opening  # from any hand
        free_if_void = may_go[1]  # from any hand without the suit led
        laid = 0
        for seat, bit in zip(seats, bits):  # noqa: B905 - as long as each other
            hand = hands[seat]
            rest = hand ^ bit
            is_held = rest < hand  # a bit was switched off, not on
            if not is_held or not (bit & free or (bit & free_if_void and not hand & suit) or narrow(state, hand) & bit):
                break
            hands[seat] = rest
            laid += 1
        else:
            return True
        for seat, bit in zip(seats[:laid], bits, strict=False):
            hands[seat] |= bit
        state.led = led_before
        return False

    def _lay_unseen(self, state: TrickState, bits: list[int]) -> bool:
        """Lay the cards of a trick, as masks in order of play, of which some hands are not seen, and note what they
        show. False, with nothing changed, if they may not be played, or if the hands have no room for what is left."""
        hands = state.hands[:]
        led = state.led
        shown = self._deny_to_hands(state, bits)
        state.trick = []
        if shown is not None:
            table = sum(bits)
            for seat in range(self._players):
                state.hands[seat] &= ~table
            if self._have_room(state, bool(shown)):
                for seat, void in shown:
                    state.shown[seat].append(void)
                for seat in range(self._players):
                    state.sure[seat] &= ~table
                return True
        state.hands = hands
        state.led = led
        return False

    def _deny_to_hands(self, state: TrickState, bits: list[int]) -> list[tuple[int, ShownVoid]] | None:
        """Take out of the unseen hands the cards that the plays of a trick show not to be there, and return these voids
        by seat. None, with the hands half changed, if a card may not be played."""
        rules = self._rules
        first = state.left == state.length
        words = rules.leading[first]
        shown: list[tuple[int, ShownVoid]] = []
        table = 0
        for number, seat in enumerate(self._orders[state.turn]):
            bit = bits[number]
            hand = state.hands[seat]
            if bit & table or not bit & hand:
                return None
            if number == 1:
                state.trick = [bits[0].bit_length() - 1]
                state.led = self._suits[state.ranking.trump][bits[0]]
                words = rules.following[first]
            if state.known[seat]:
                sure = hand
            else:
                sure = state.sure[seat]
            others = sure & ~bit
            if others and words and not words.narrow(state, others | bit) & bit:
                return None
            if not state.known[seat] and words:
                event = state.clock + number + 1
                card = bit.bit_length() - 1
                for path, cards in self._cards_denied(state, bit, leads=number == 0):
                    new = cards & hand & ~others & ~table
                    if new:
                        state.hands[seat] &= ~new
                        shown.append((seat, ShownVoid(event, card, new, path, state.led)))
            table |= bit
        return shown

    def _cards_denied(self, state: TrickState, bit: int, *, leads: bool) -> list[tuple[str, int]]:
        """Which cards a play denies to its player: masks with the paths of the words of play that say so."""
        first = state.left == state.length
        others = self._rules.pack & ~bit
        if leads:  # what may be led depends on the cards that have fallen
            return self._rules.leading[first].cards_denied(state, others, bit)
        key = first, state.ranking.trump, state.led, bit
        denied = self._denied.get(key)
        if denied is None:
            denied = self._denied[key] = self._rules.following[first].cards_denied(state, others, bit)
        return denied

    def _have_room(self, state: TrickState, denied: bool) -> bool:
        """Whether the unseen hands have room for all cards left after a trick. That is only in doubt if some play, in
        this trick (`denied`) or before, has shown what a hand does not hold."""
        if state.left == 1 or not (denied or any(state.shown)):
            return True
        size = min(state.cards, state.left) - 1
        return has_room([(state.hands[seat], size) for seat in range(self._players) if not state.known[seat]])

    def _gather(self, state: TrickState, bits: list[int], said: int) -> None:
        """Give the cards of a trick (`bits`, masks in order of play) to the player who takes it, and let that player
        lead the next. `said` are the cards over which Grace was said.

        Most tricks go to the highest of the cards that count most: those with Grace, or else trumps, or else the suit
        led.
        """
        judgement = self._judgement
        ranking = state.ranking
        seats = self._orders[state.turn]
        table = sum(bits)
        own = graced = 0
        if self._has_roles:
            own = self._own_cards(state, seats, bits)
            if self._by_word:
                graced = own & said
            else:
                graced = own & self._silent
        if said:
            state.ever_said = True
        counted = 0 if table & judgement.quieters else graced
        among = counted or table & ranking.trumps or table & ranking.members[state.led]
        if not judgement.highest:
            among &= -among  # its lowest bit
        card = among.bit_length() - 1
        may_be_grace = own and self._by_word and not state.ever_said
        if may_be_grace or table & self._deciding[ranking.trump] or counted & judgement.equals[card] & ~(1 << card):
            card = self._decide(state, bits, own, graced)
        winner = seats[bits.index(1 << card)]
        state.clock += self._players
        state.tricks.append((state.turn, bits, winner, card, graced, own, said, state.clock))
        state.taken[winner] |= table
        state.won[winner] += 1
        state.gone |= table
        state.left -= 1
        state.leader = state.turn = winner

    def _own_cards(self, state: TrickState, seats: Sequence[int], bits: list[int]) -> int:
        """The cards of a trick that bear their player's symbol. The roles move on as the cards say."""
        own = 0
        for seat, bit in zip(seats, bits):  # noqa: B905
            own |= state.own_cards[seat] & bit
            if bit & self._rotating:
                rotate(self._rules, state, bit.bit_length() - 1)
        return own

    def _decide(self, state: TrickState, bits: list[int], own: int, graced: int) -> int:
        """The card that takes a trick in which more than the highest card decides, as `rules.plays` decides it event by
        event."""
        clock = state.clock
        state.clock = clock + self._players - 1
        state.own = own
        state.graced = graced
        card = decide(self._rules, state, [bit.bit_length() - 1 for bit in bits])
        state.clock = clock
        state.own = state.graced = 0
        return card


def _shifts(narrowing: Narrowing | None) -> bool:
    """Whether the cards that a word of play allows depend on the cards of the trick in progress."""
    return narrowing is not None and narrowing.shifts


def _reads_backwards(rules: TrickRules) -> bool:
    """Return whether every play from an unseen hand shows what the fast path knows how to note, and nothing else."""
    if rules.talon or rules.turned or rules.held_names or rules.declarations:
        return False
    words = list(rules.leading) + list(rules.following)
    return all(each.deny_at_once for each in words)


def _names(items: Items, at: int, players: int) -> tuple[Sequence[str], int]:
    """The cards of the whole trick that is written from item `at` on, perhaps one card per item, and the item after it; no
    cards if the trick must be judged event by event. Only its last item may claim something, with `expect:`."""
    there: Items = [items[at]]
    names = there[0].get("trick")
    if names is None:
        there = items[at : at + players]
        names = [item.get("play", "") for item in there]
    # keys besides the one that each item must have
    more = sum(map(len, there)) - len(there)
    if type(names) is not list or more > 1:
        return (), at
    if more == 1 and type(there[-1].get("expect")) is not dict:
        return (), at
    return names, at + len(there)
