"""The table as people see it: who sits where, bids, tricks, hands where known; the score pad hand by hand, and the places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from referee.core import table as tables
from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Block, BoardFacts, BoardMove, ContractPlayed, Standing, Tally
from referee.core.items import FORGOTTEN
from referee.core.scene import Scene, SceneCard, SceneRow, SceneSeat
from referee.core.table import Data, number_text, spoken_name
from referee.core.text import centre, columns
from referee.core.text import to_left as to_left
from referee.core.text import to_right as to_right
from referee.core.unseen.courses import every
from referee.core.wording import in_list, number_of
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import courses, declarer, hands, seats
from referee.engines.trick.sentences import AT_LEAST, bid_goal
from referee.engines.trick.state import BID, DEAL, OVER, PLAY, Trick, TrickState
from referee.engines.trick.words.bids import Auction, bid_notation, words_of
from referee.engines.trick.words.ranking import ALWAYS, NO_TRUMP
from referee.engines.trick.words.scoring import Hand

WIDTH = 78
CLOTH = 30
PLACES = {2: ("below", "above"), 3: ("below", "left", "right"), 4: ("below", "left", "above", "right")}
"""Places of the seats, clockwise from the first player, who sits nearest."""
SECRET = frozenset(("deal", "pass", "talon", "give", "put_away", "draw"))
"""Others see that these events happen, but not with which cards."""


def view(rules: TrickRules, state: TrickState, awaited: str) -> tuple[Data, Iterator[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is what comes next."""
    in_hand = state.phase not in (DEAL, OVER)
    to_act = -1
    if in_hand and state.turn >= 0:
        to_act = declarer.actor(state)
    entries = (_seat(rules, state, seat, in_hand) for seat in range(rules.players))
    data = tables.round_data(state, state.hand, to_act, awaited, entries)
    if in_hand:
        data |= _data_of_hand(rules, state)
    last = state.last_trick()
    if last is not None and courses.agree(state, "tricks"):
        data["last_trick"] = {
            "trick": _cards_of(rules, state, last, last.cards),
            "winner": state.players[last.winner],
            "with": rules.deck.ids[last.card],
        }
    return data, _blocks(rules, state, data, in_hand=in_hand)


def _data_of_hand(rules: TrickRules, state: TrickState) -> Data:
    """What lies on the table during a hand, and what is known of its contract and trump."""
    laid = _cards_of(rules, state, state, state.trick)
    for place, one in enumerate(laid):
        if any(course.trick[place : place + 1] != state.trick[place : place + 1] for course in every(state)):
            one["card"] = FORGOTTEN
    data: Data = {"cards": state.cards, "trick": laid}
    if state.dummy >= 0:
        data["dummy"] = state.players[state.dummy]
    if rules.auction:
        data["calls"] = [_call(rules.auction, state.players[seat], call) for seat, call in state.calls]
        data["contract"] = seats.contract_in_words(rules, state.players, state) or None
    if rules.stock:
        data["stock"] = state.stock
    if rules.trump_set(state.hand) != "fixed" or rules.trump_cycle != [-1]:
        data["trump"] = None
        if state.trump != NO_TRUMP:
            data["trump"] = rules.trump_word(state.trump)
    if state.turned >= 0:
        data["turned"] = rules.deck.ids[state.turned]
    return data


def _call(auction: Auction, player: str, call: int) -> Data:
    """A call with the player who made it, and its meaning if one was told."""
    data = {"player": player, "call": auction.calls[call].name}
    meaning = words_of(call)
    if meaning:
        data["meaning"] = meaning
    return data


def _blocks(rules: TrickRules, state: TrickState, data: Data, *, in_hand: bool) -> Iterator[Block]:
    """Yield the blocks of the table, from above: seats, auction, trick, declarations, hands, and what comes next."""
    yield Block(lines=(_head(rules, state, data),))
    yield _seats(rules, data, in_hand=in_hand)
    if data.get("calls"):
        players, *rounds = _auction(rules, data)
        yield Block("Auction", players, tuple(rounds))
        meanings = _meanings(data)
        if meanings:
            yield Block(lines=meanings)
    if state.phase == PLAY:
        yield _trick(rules, data)
    chosen = [f"{one['player']} {', '.join(one['contracts'])}" for one in data["seats"] if "contracts" in one]
    if chosen:
        yield Block(lines=(f"Chosen before: {'; '.join(chosen)}.",))
    declared = [f"{one['player']}: {', '.join(one['declared'])}" for one in data["seats"] if one.get("declared")]
    if declared:
        yield Block("Declared", lines=tuple(declared))
    if in_hand:
        yield _hands(rules, state)
    yield Block(lines=(tables.following(data),))


def _seat(rules: TrickRules, state: TrickState, seat: int, in_hand: bool) -> Data:
    """A player as the data of a table has one: total, role, and during a hand bid, tricks and cards; None for unknown
    cards."""
    entry: Data = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles is not None:
        entry["role"] = rules.roles[state.roles[seat]]
    if state.contracts[seat]:
        entry["contracts"] = state.contracts[seat]
    if seat not in state.seats:
        entry["absent"] = "knocked out" if seat in state.out else "sits out"
        return entry
    if not in_hand:
        return entry
    if rules.bids_spoken:
        entry["bid"] = bid_notation(state.bids[seat])
    if courses.agree(state, "won"):
        entry["won"] = state.won[seat]
    if rules.declarations:
        entry["declared"] = [rules.declarations[made.what].text(rules.deck, made.suit) for made in state.declared[seat]]
    entry["hand"] = _cards_held(rules, state, seat)
    return entry


def _cards_held(rules: TrickRules, state: TrickState, seat: int) -> list[str] | None:
    """The cards in the hand of a player, in notation; None if they are not known."""
    if not state.known[seat]:
        return None
    return rules.deck.names(state.hands[seat])


def _cards_of(rules: TrickRules, state: TrickState, trick: TrickState | Trick, cards: Sequence[int]) -> list[Data]:
    """Return the cards of a trick in order of play: of the one on the table, or of one that has ended."""
    laid = zip(hands.order_from(rules, state, trick.leader), cards, strict=False)
    return [
        {
            "player": state.players[seat],
            "card": rules.deck.ids[card],
            "said": bool(trick.said >> card & 1),
            "grace": bool(trick.graced >> card & 1),
        }
        for seat, card in laid
    ]


def _head(rules: TrickRules, state: TrickState, data: Data) -> str:
    """The line above the table: 'Hand 3 of 12, 6 cards each, trick 2, Hearts are trump'."""
    parts = [f"Hand {state.hand}"]
    if rules.hands:
        parts = [f"Hand {state.hand} of {rules.hands}"]
    if "cards" in data:
        parts.append(f"{number_of(state.cards, 'cards')} each")
        if state.phase == PLAY:
            parts.append(f"trick {state.length - state.left + 1}")
            if data.get("contract"):
                parts.append(data["contract"])
        if rules.stock:
            parts.append(f"{number_of(state.stock, 'cards')} in the stock")
        if state.trump >= 0:
            parts.append(f"{rules.deck.suits[rules.suits[state.trump]]} are trump")
        elif state.trump == ALWAYS:
            parts.append(f"only {rules.card_names(state.ranking.trumps)} are trump")
    if state.target is not None:
        parts.append(f"to {state.target}")
    return ", ".join(parts)


def _card_laid(one: Data) -> str:
    """A card of a trick, with a ! if Grace was said over it."""
    if one["said"]:
        return f"{one['card']}!"
    return str(one["card"])


def _seats(rules: TrickRules, data: Data, *, in_hand: bool) -> Block:
    """The players where they sit, with the cards that they laid; in a table if a drawing would not fit."""
    laid = {}
    for place, one in enumerate(data.get("trick", ()), 1):
        laid[one["player"]] = f"({place}) {_card_laid(one)}"
    names = rules.ruleset.get("seats", default=None) or ("",) * rules.players
    drawn = []
    for entry, name in zip(data["seats"], names, strict=True):
        drawn.append((_about(entry, data, name), laid.get(entry["player"], "")))
    # the first of named seats is at the top
    half = 0
    if any(names):
        half = len(drawn) // 2
    lines = drawing(drawn[half:] + drawn[:half])
    if lines:
        return Block(lines=lines)

    def player(one: Data) -> str:
        if one["player"] == data["dealer"]:
            return f"{one['player']} (dealer)"
        return str(one["player"])

    of: dict[str, Callable[[Data], object]] = {"player": player}
    if "role" in data["seats"][0]:
        of["role"] = itemgetter("role")
    if in_hand and rules.bids_spoken:
        of["bid"] = _bid_in_table
    if in_hand:
        of["won"] = _label_at_table
    of["total"] = tables.total
    return tables.seats_block(data, of)


def _bid_in_table(one: Data) -> object:
    if one.get("bid") is None:
        return "–"
    return one["bid"]


def _label_at_table(one: Data) -> object:
    return one.get("absent", one.get("won"))


def _about(entry: Data, data: Data, seat: str) -> tuple[str, ...]:
    """What is written next to a player at the table: the seat's first letter, name, role, bid and tricks, total."""
    name = entry["player"]
    if seat and name not in (seat, seat[:1]):
        name = f"{seat[:1]} {name}"
    if "role" in entry:
        name = f"{name}, {entry['role']}"
    if entry["player"] == data["turn"]:
        name = f"→ {name}"
    if entry["player"] == data["dealer"]:
        name = f"{name} (dealer)"
    known = _hand_facts(entry)
    total = f"total {tables.total(entry)}"
    if known:
        return (name, ", ".join(known), total)
    return (name, total)


def _hand_facts(entry: Data) -> list[str]:
    """What is known of a player's hand: the bid and the tricks."""
    if "absent" in entry:
        return [entry["absent"]]
    if "won" not in entry:
        return []
    won = f"won {entry['won']}"
    if entry.get("bid") is None:
        return [won]
    return [f"bid {entry['bid']}", won]


def drawing(seats: Sequence[tuple[tuple[str, ...], str]]) -> tuple[str, ...]:
    """The players drawn around a table, each given as lines of text and the card laid; empty if they are too many or
    their names too long."""
    if len(seats) not in PLACES:
        return ()
    at = dict(zip(PLACES[len(seats)], seats, strict=True))
    nobody: tuple[tuple[str, ...], str] = ((), "")
    above, above_card = at.get("above", nobody)
    below, below_card = at.get("below", nobody)
    left, left_card = at.get("left", nobody)
    right, right_card = at.get("right", nobody)
    edge = max(map(columns, left), default=0)
    cloth = max(map(columns, above + below), default=0)
    cloth = max(CLOTH, cloth)

    def middle(lines: Iterable[str]) -> list[str]:
        return [(" " * (edge + 2) + centre(line, cloth)).rstrip() for line in lines]

    rows = []
    if above:
        rows = middle(above + ("", above_card))
    high = max(len(left), len(right), 1)
    for row in range(high):  # the cards of the players at the left and right are next to the middle one of their lines
        cards = " " * cloth
        if row == high // 2:
            cards = left_card + to_right(right_card, cloth - columns(left_card))
        rows.append(f"{to_left(_line(left, row), edge)}  {cards}  {_line(right, row)}".rstrip())
    rows += middle((below_card, "") + below)
    if max(map(columns, rows)) > WIDTH:
        return ()
    return tuple(rows)


def _line(lines: Sequence[str], number: int) -> str:
    """A line by its number; empty after the last."""
    if number < len(lines):
        return lines[number]
    return ""


def _auction(rules: TrickRules, data: Data) -> tuple[tuple[str, ...], ...]:
    """Return the players of the auction, and then the calls of each round, each at the place of its player."""
    players = [entry["player"] for entry in data["seats"]]
    calls = data["calls"]
    # some who spoke may sit the hand out because of its contract
    spoke = {call["player"] for call in calls} | {one["player"] for one in data["seats"] if "absent" not in one}
    clockwise = (players[seat] for seat in rules.orders[players.index(calls[0]["player"])])
    order = [player for player in clockwise if player in spoke]
    rows: list[list[str]] = []
    last = len(order)
    for call in calls:
        place = order.index(call["player"])
        if place <= last:
            rows.append([""] * len(order))
        rows[-1][place] = call["call"] + ("*" if "meaning" in call else "")
        last = place
    return tuple(map(tuple, [order] + rows))


def _meanings(data: Data) -> tuple[str, ...]:
    """The meanings of the calls with a star, as the partners told the others."""
    meant = [call for call in data["calls"] if "meaning" in call]
    return tuple(f"{call['player']}'s {call['call']}*: {call['meaning']}" for call in meant)


def _trick(rules: TrickRules, data: Data) -> Block:
    """The block of the trick on the table; if nothing was laid yet, with the one before it: 'nothing; Cyd took Mk1:11
    Mk1:31 Lk7:50! Mk4:2 with Lk7:50'."""
    if not data["trick"]:
        last = data.get("last_trick")
        nothing = "nothing"
        if last:
            took = " ".join(map(_card_laid, last["trick"]))
            nothing = f"nothing; {last['winner']} took {took} with {last['with']}"
        return Block("On the table", lines=(nothing,))
    rows = list[tuple[object, ...]]()
    for one in data["trick"]:
        row: tuple[object, ...] = (one["player"], _card_laid(one))
        if rules.roles:
            symbols = ""
            if one["card"] != FORGOTTEN:
                symbols = ", ".join(rules.deck.cards[rules.deck.by_id[one["card"]]].symbols)
            row += (symbols, "Grace" * one["grace"])
        rows.append(row)
    head: tuple[str, ...] = ("", "card")
    if rules.roles:
        head += ("symbols", "")
    return Block("On the table, in order of play", head, tuple(rows))


def _hands(rules: TrickRules, state: TrickState) -> Block:
    """The block of all hands, a row for each player and a column for each suit."""
    suits = list(rules.deck.suits.values())
    if not all(card.suit for card in rules.deck.cards):
        suits.append("of no suit")
    rows = []
    for seat in sorted(state.seats):
        row = ["not recorded"] + [""] * (len(suits) - 1)
        if state.known[seat]:
            row = [" ".join(ranks) for ranks in _ranks_by_suit(rules, state.hands[seat], len(suits))]
        rows.append(tuple([state.players[seat]] + row))
    return Block("Hands", ("",) + tuple(suits), tuple(rows))


def _ranks_by_suit(rules: TrickRules, hand: int, suits: int) -> list[list[str]]:
    """The ranks of the cards of a hand, suit by suit, those of no suit last."""
    ranks: list[list[str]] = [[] for _ in range(suits)]
    for card in sorted(members(hand), key=rules.deck.sort_key):
        of = rules.deck.cards[card]
        ranks[rules.suits.index(of.suit) if of.suit else -1].append(of.rank)
    return ranks


def scene(rules: TrickRules, data: Data, title: str) -> Scene:
    """The table to draw, from the data that `view` returned: players around it, the trick or the one before, the
    stock."""
    last = data.get("last_trick")
    trick = data.get("trick") or []
    lines = []
    if last and not trick:
        trick = last["trick"]
        lines.append(f"{last['winner']} took the trick with {last['with']}")
    for entry in data["seats"]:
        for what in entry.get("declared", ()):
            lines.append(f"{entry['player']} declared {what}")
    piles = []
    if data.get("stock"):
        piles.append(SceneRow("stock", more=data["stock"], stacked=True))
    if "turned" in data:
        piles.append(SceneRow("turned up", (SceneCard(data["turned"]),)))
    seats = tuple(_scene_seat(data, entry, trick) for entry in data["seats"])
    auction: tuple[tuple[str, ...], ...] = ()
    if data.get("calls") and not trick:
        auction = _auction(rules, data)
        lines += _meanings(data)
    compass = tuple(rules.ruleset.get("seats", default=None) or ())
    return Scene(
        title, seats, tuple(lines), tuple(piles), around=True, next=data["next"], compass=compass, auction=auction
    )


def _scene_seat(data: Data, entry: Data, trick: Sequence[Data]) -> SceneSeat:
    """A seat to draw, with its hand, and its card in the trick."""
    who = entry["player"]
    open_hand = who == data.get("dummy")
    facts = []
    if "role" in entry:
        facts.append(entry["role"])
    facts += _hand_facts(entry)
    if open_hand:
        facts.append("dummy")
    rows = []
    if "hand" in entry:
        rows.append(SceneRow("not recorded"))
    if entry.get("hand") is not None:
        rows = [SceneRow("", tuple(map(SceneCard, entry["hand"])), owner="" if open_hand else who)]
    laid: Data = {}
    for place, one in enumerate(trick, 1):
        if one["player"] == who:
            notes = ("said",) * one["said"] + ("Grace",) * one["grace"]
            laid = {"laid": SceneCard(one["card"], notes), "laid_as": place}
    return tables.seat(data, entry, facts, rows, **laid)


def aftermath(rules: TrickRules, before: TrickState, after: TrickState) -> list[str]:
    """What an event changed between two states: who won a trick, and with what, if that is known."""
    trick = after.last_trick()
    if trick is None or after.clock == before.clock or not courses.agree(after, "tricks"):
        return []
    return [f"{after.players[trick.winner]} won the trick with {rules.deck.ids[trick.card]}."]


def standing(rules: TrickRules, state: TrickState) -> Standing:
    """Return how the game stands."""
    leaders = seats.leaders(rules, state)
    lowest = rules.scoring.lowest_wins
    return tables.standing(rules.sides, state.scores, leaders, over=state.phase == OVER, lowest_wins=lowest)


def pad(rules: TrickRules, state: TrickState) -> tuple[Data, list[Block]]:
    """The score pad as data (see schemas/report.schema.json) and as a table, one row per hand."""
    players = state.players
    stands = standing(rules, state)
    more: Data = {}
    if rules.scoring.bags:
        more["bags"] = dict(zip(players, state.bags, strict=True))
    if rules.scoring.carry:
        more["carried"] = {name: dict(zip(players, values, strict=True)) for name, values in state.carried.items()}
    data = tables.pad_data(state, stands, [_hand(rules, players, hand) for hand in state.history], more)
    head: tuple[str, ...] = ("hand", "cards", "dealer")
    total: tuple[str, ...] = ("total", "", "")
    if rules.auction:
        head += ("contract",)
        total += ("",)
    rows = tables.row_before(state.history, len(head) - 1)
    for hand in state.history:
        row: tuple[object, ...] = (hand.number, hand.cards, players[hand.dealer])
        if rules.auction:
            row += (_contract(rules, players, hand),)
        rows.append(row + tuple(_cell(rules, hand, seat) for seat in range(rules.players)))
    rows.append(total + tuple(map(number_text, state.scores)))
    lines = [f"Each cell: {_in_each_cell(rules)}, then points."]
    for name, values in data.get("carried", {}).items():
        texts = [f"{who} {number_text(value)}" for who, value in values.items()]
        lines.append(f"{spoken_name(name).capitalize()}: {', '.join(texts)}.")
    unknown = "A hand could not be scored, so the totals are not known."
    lines.append(tables.ending(state, stands, "hands", unknown, most=rules.hands))
    return data, [Block("Score", head + tuple(players), tuple(rows), tuple(lines))]


def _in_each_cell(rules: TrickRules) -> str:
    """What stands before the points in each cell of the score pad."""
    if rules.bids_spoken:
        return "tricks won / bid"
    if rules.scoring.counts:
        return f"{', '.join(map(spoken_name, rules.scoring.counts))} taken"
    return "tricks won"


def _hand(rules: TrickRules, players: tuple[str, ...], hand: Hand) -> Data:
    """A hand on the score pad, as data: bids, contract, tricks, counts, points, and totals after it."""
    entry: Data = {"hand": hand.number, "cards": hand.cards, "dealer": players[hand.dealer]}
    playing = [(seat, player) for seat, player in enumerate(players) if hand.took_part(seat)]
    if rules.bids_spoken:
        entry["bids"] = {player: bid_notation(hand.bids[seat]) for seat, player in playing}
    if rules.auction:
        entry["contract"] = _contract(rules, players, hand) or None
    if hand.together:
        entry["won"] = {player: None for _, player in playing}
    else:
        entry["won"] = {player: hand.won[seat] for seat, player in playing}
    if rules.scoring.counts:
        entry["counts"] = {player: counts_of_player(rules, hand, seat) for seat, player in enumerate(players)}
    entry["points"] = None
    if hand.points is not None:
        entry["points"] = dict(zip(players, hand.points, strict=True))
    entry["totals"] = dict(zip(players, hand.totals, strict=True))
    return entry


def _contract(rules: TrickRules, players: tuple[str, ...], hand: Hand) -> str:
    """The contract of a hand: '4S by Ann, doubled', 'game by Ann with Ben'; 'passed out' if nobody bid."""
    contract = seats.contract_in_words(rules, players, hand)
    if not contract and hand.passed_out:
        contract = "passed out"
    if seats.made_by_cards(rules, hand):
        return contract or in_list([players[seat] for seat in hand.plays_as("declarer")])
    if seats.finds_partner(rules, hand):
        partners = [seat for seat in hand.plays_as("declarer") if seat != hand.declarer]
        if partners:
            contract += f" with {players[partners[0]]}"
    return contract


def contract_played(rules: TrickRules, state: TrickState) -> ContractPlayed | None:
    """The contract of the hand that ended last, without its declarer's name; None if there is none, or hands have no
    contracts."""
    if not rules.auction or not state.history:
        return None
    hand = state.history[-1]
    contract = _contract(rules, state.players, hand) or "passed out"
    if not hand.plays_as("declarer"):
        return ContractPlayed(contract)
    contract = contract.replace(f" by {state.players[hand.declarer]}", "")
    return ContractPlayed(contract, hand.declarer, _tricks_of_declarer(hand))


def _tricks_of_declarer(hand: Hand) -> int:
    """The number of tricks that the declarer's side won in a hand, as far as it is known."""
    return sum(filter(None, (hand.won[seat] for seat in hand.plays_as("declarer"))))


def _has_boards(rules: TrickRules) -> bool:
    """Whether hands can be written as boards: four players and an auction."""
    return rules.auction is not None and rules.players == 4


def board(rules: TrickRules, state: TrickState) -> BoardFacts | None:
    """The hand at the table as records of boards have it; None unless four play it after an auction."""
    if not _has_boards(rules):
        return None
    cards = tuple([_cards_held(rules, state, seat) for seat in range(rules.players)])
    found = BoardFacts(state.hand, state.dealer, state.vulnerable, cards, state.phase != DEAL)
    return _with_contract(rules, found, state.contract_in_force(), state)


def board_ended(rules: TrickRules, state: TrickState) -> BoardFacts | None:
    """The hand that ended last, in the same way; None if none has ended."""
    if not _has_boards(rules) or not state.history:
        return None
    hand = state.history[-1]
    found = BoardFacts(hand.number, hand.dealer, hand.vulnerable, dealt=True, tricks=_tricks_of_declarer(hand))
    return _with_contract(rules, found, hand.contract, hand)


def _with_contract(rules: TrickRules, found: BoardFacts, contract: int, played: TrickState | Hand) -> BoardFacts:
    """A board with its contract, if there is one (-1 is none), doubled and declared as in a state or a hand."""
    if contract < 0:
        return found
    name = rules.the_auction.calls[contract].name
    return found._replace(contract=name, doubled=played.doubled, declarer=played.declarer)


def board_move(rules: TrickRules, state: TrickState, event: Event) -> BoardMove | None:
    """The call or the card that an event is, in the state before it; None for any other event."""
    if not _has_boards(rules):
        return None
    if event.verb == "bid":
        seat = state.dealer + rules.first_bidder
        if state.phase == BID:  # until the deal, calls are those of the hand before
            seat += len(state.calls)
        return BoardMove(seat % rules.players, rules.the_auction.calls[event.value].name, words_of(event.value))
    if event.verb == "play":
        seat = (state.leader + len(state.trick)) % rules.players
        return BoardMove(seat, rules.deck.ids[event.value], is_card=True)
    return None


def counts_of_player(rules: TrickRules, hand: Hand, seat: int) -> dict[str, int]:
    """The ruleset's counts of the cards that one player took; empty where they are not known."""
    if hand.counts is None:
        return {}
    return dict(zip(rules.scoring.counts, [count[seat] for count in hand.counts], strict=False))


def _cell(rules: TrickRules, hand: Hand, seat: int) -> str:
    """The text of a cell of the score pad: tricks and bid, or what the cards count, then the points; '?' for unknown
    points."""
    if not hand.took_part(seat):
        return "–"
    if hand.points is None:
        points = "?"
    elif hand.points[seat]:
        points = f"{hand.points[seat]:+}"
    else:
        points = "0"
    won = number_text(hand.won[seat])
    if hand.together:
        won = f"({_tricks_of_side(hand, seat)})"
    if rules.bids_spoken:
        bid: int | str | None = "?"
        if hand.bids[seat] is not None:
            bid = bid_notation(hand.bids[seat])
        return f"{won}/{bid}  {points}"
    if rules.scoring.counts and hand.counts is not None:
        won = " ".join(map(str, counts_of_player(rules, hand, seat).values()))
    return f"{won}  {points}"


def _tricks_of_side(hand: Hand, seat: int) -> int:
    """The tricks of a player's side together."""
    tricks = 0
    for side in hand.sides:
        if seat in side:
            tricks += sum(filter(None, [hand.won[other] for other in side]))
    return tricks


def tallies(rules: TrickRules, state: TrickState) -> Iterator[Tally]:
    """Yield what is counted of each player over all hands: tricks, bids that were made, contracts that scored, and so
    on."""
    players = rules.players
    hands = state.history
    yield Tally("hands", _sums_by_seat(players, [list(map(hand.took_part, range(players))) for hand in hands]))
    tricks = [hand.won for hand in hands if _shows_tricks(hand)]
    if tricks:
        yield Tally("tricks", _sums_by_seat(players, tricks))
    if rules.bids_spoken:
        yield Tally("tricks bid", _sums_by_seat(players, [hand.bids for hand in hands]))
        met: list[tuple[Sequence[int], bool]] = []
        for hand in hands:
            met += bids_met(rules, hand)
        yield _by_sides("bids made" if bid_goal(rules) else "bids hit", players, met)
    if rules.auction:
        scored: list[tuple[Sequence[int], bool]] = []
        for hand in hands:
            if hand.declarer >= 0 and hand.points is not None:
                scored.append(((hand.declarer,), hand.points[hand.declarer] > 0))
        yield _by_sides("contracts that scored", players, scored)
    if rules.declarations:
        yield Tally(
            "declarations", _sums_by_seat(players, [list(map(len, hand.declared)) for hand in hands if hand.declared])
        )
    for place, name in enumerate(rules.scoring.counts):
        counted = [hand.counts[place] for hand in hands if hand.counts is not None]
        yield Tally(spoken_name(name), _sums_by_seat(players, counted))


def _shows_tricks(hand: Hand) -> bool:
    """Whether it is known which player won tricks, or at least not known that nobody did."""
    return not hand.together and any(won != 0 for won in hand.won)


def _sums_by_seat(players: int, rows: Iterable[Sequence[int | None]]) -> tuple[Any, ...]:
    """Numbers by seat, added up over rows; None for a seat with a number that is not known. 0 for everybody without
    rows."""
    sums: list[int | None] = []
    for column in zip(*rows, strict=True):
        if None in column:
            sums.append(None)
        else:
            sums.append(sum(filter(None, column)))
    if not sums:
        return (0,) * players
    return tuple(sums)


def _by_sides(name: str, players: int, met: Sequence[tuple[Sequence[int], bool]]) -> Tally:
    """The tally of how often each player's side did something, of how often it could have. `met` has a pair for each
    time: the seats of the side, and whether it did."""
    hits = []
    tries = []
    for side, so in met:
        hits.append([so and seat in side for seat in range(players)])
        tries.append([seat in side for seat in range(players)])
    return Tally(name, _sums_by_seat(players, hits), _sums_by_seat(players, tries))


def bids_met(rules: TrickRules, hand: Hand) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield each side whose bids and tricks in a hand are known, with whether it met its bid; partners meet theirs
    together."""
    at_least = bid_goal(rules) == AT_LEAST
    for side in rules.sides:
        bids = [hand.bids[seat] for seat in side]
        won = [hand.won[seat] for seat in side]
        if None not in bids and None not in won:
            bid = sum(filter(None, bids))
            tricks = sum(filter(None, won))
            yield side, tricks == bid or (at_least and tricks > bid)
