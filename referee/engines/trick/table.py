"""The table as people see it: who sits where, bids, tricks, hands where known; the score pad hand by hand, and the places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.core import table as tables
from referee.core.cards import members
from referee.core.family import Block, Standing, Tally
from referee.core.scene import Scene, SceneCard, SceneRow, SceneSeat
from referee.core.table import Data, number_text, spoken_name
from referee.core.text import centre, columns
from referee.core.text import to_left as to_left
from referee.core.text import to_right as to_right
from referee.core.wording import number_of
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules import courses, declarer, hands, seats
from referee.engines.trick.sentences import AT_LEAST, bid_goal
from referee.engines.trick.state import DEAL, OVER, PLAY, Trick, TrickState
from referee.engines.trick.words.bids import bid_notation, words_of
from referee.engines.trick.words.ranking import ALWAYS, NO_TRUMP
from referee.engines.trick.words.scoring import Hand

WIDTH = 78
CLOTH = 30
PLACES = {2: ("below", "above"), 3: ("below", "left", "right"), 4: ("below", "left", "above", "right")}
"""Places of the seats, clockwise from the first player, who sits nearest."""
SECRET = frozenset(("deal", "pass", "talon", "put_away", "draw"))
"""Others see that these events happen, but not with which cards."""


def view(rules: TrickRules, state: TrickState, awaited: str) -> tuple[Data, Iterator[Block]]:
    """The table as data (see schemas/report.schema.json) and as blocks to draw; `awaited` is what comes next."""
    in_hand = state.phase not in (DEAL, OVER)
    if in_hand and state.turn >= 0:
        to_act = declarer.actor(state)
    else:
        to_act = -1
    entries = (_seat(rules, state, seat, in_hand) for seat in range(rules.players))
    data = tables.round_data(state, state.hand, to_act, awaited, entries)
    if in_hand:
        data |= {"cards": state.cards, "trick": _cards_of(rules, state, state, state.trick)}
        if state.dummy >= 0:
            data["dummy"] = state.players[state.dummy]
        if rules.auction:
            data["calls"] = [
                {"player": state.players[seat], "call": rules.auction.calls[call].name}
                | ({"meaning": meaning} if (meaning := words_of(call)) else {})
                for seat, call in state.calls
            ]
            data["contract"] = seats.contract_in_words(rules, state.players, state) or None
        if rules.stock:
            data["stock"] = state.stock
        if rules.trump_set(state.hand) != "fixed" or rules.trump_cycle != [-1]:
            data["trump"] = None if state.trump == NO_TRUMP else rules.trump_word(state.trump)
        if state.turned >= 0:
            data["turned"] = rules.deck.ids[state.turned]
    last = state.last_trick()
    if last is not None and courses.agree(state, "tricks"):
        winner = {"winner": state.players[last.winner], "with": rules.deck.ids[last.card]}
        data["last_trick"] = {"trick": _cards_of(rules, state, last, last.cards), **winner}
    return data, _blocks(rules, state, data, in_hand=in_hand)


def _blocks(rules: TrickRules, state: TrickState, data: Data, *, in_hand: bool) -> Iterator[Block]:
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
    declared = [f"{one['player']}: {', '.join(one['declared'])}" for one in data["seats"] if one.get("declared")]
    if declared:
        yield Block("Declared", lines=tuple(declared))
    if in_hand:
        yield _hands(rules, state)
    yield Block(lines=(tables.following(data),))


def _seat(rules: TrickRules, state: TrickState, seat: int, in_hand: bool) -> Data:
    entry: Data = {"player": state.players[seat], "total": state.scores[seat]}
    if state.roles is not None:
        entry["role"] = rules.roles[state.roles[seat]]
    if seat not in state.seats:
        return entry | {"absent": "knocked out" if seat in state.out else "sits out"}
    if not in_hand:
        return entry
    if rules.bids_spoken:
        entry["bid"] = bid_notation(state.bids[seat])
    if courses.agree(state, "won"):
        entry["won"] = state.won[seat]
    if rules.declarations:
        entry["declared"] = [rules.declarations[made.what].text(rules.deck, made.suit) for made in state.declared[seat]]
    entry["hand"] = rules.deck.names(state.hands[seat]) if state.known[seat] else None
    return entry


def _cards_of(rules: TrickRules, state: TrickState, trick: TrickState | Trick, cards: Sequence[int]) -> list[Data]:
    """Return the cards of a trick in order of play: of the one on the table, or of one that has ended."""
    laid = zip(hands.order_from(rules, state, trick.leader), cards, strict=False)
    return [
        {"player": state.players[seat], "card": rules.deck.ids[card]}
        | {"said": bool(trick.said >> card & 1), "grace": bool(trick.graced >> card & 1)}
        for seat, card in laid
    ]


def _head(rules: TrickRules, state: TrickState, data: Data) -> str:
    parts = [f"Hand {state.hand}{f' of {rules.hands}' if rules.hands else ''}"]
    if "cards" in data:
        parts.append(f"{number_of(state.cards, 'cards')} each")
        if state.phase == PLAY:
            parts.append(f"trick {state.length - state.left + 1}")
            if data.get("contract"):
                parts += [data["contract"]]
        if rules.stock:
            parts.append(f"{number_of(state.stock, 'cards')} in the stock")
        if state.trump >= 0:
            parts.append(f"{rules.deck.suits[rules.suits[state.trump]]} are trump")
        elif state.trump == ALWAYS:
            parts.append(f"only {rules.card_names(state.ranking.trumps)} are trump")
    return ", ".join(parts + ([] if state.target is None else [f"to {state.target}"]))


def _seats(rules: TrickRules, data: Data, *, in_hand: bool) -> Block:
    """Return the players where they sit; in a table if a drawing would not fit."""
    trick = enumerate(data.get("trick", ()), 1)
    laid = {}
    for place, one in trick:
        laid[one["player"]] = f"({place}) {one['card']}{'!' if one['said'] else ''}"
    names = rules.ruleset.get("seats", default=None) or ("",) * rules.players
    drawn = [
        (_about(entry, data, name), laid.get(entry["player"], ""))
        for entry, name in zip(data["seats"], names, strict=True)
    ]
    # the first of named seats is at the top
    half = 0
    if any(names):
        half = len(drawn) // 2
    lines = drawing([*drawn[half:], *drawn[:half]])
    if lines:
        return Block(lines=lines)
    of = {"player": lambda one: one["player"] + (" (dealer)" if one["player"] == data["dealer"] else "")}
    if "role" in data["seats"][0]:
        of["role"] = lambda one: one["role"]
    if in_hand and rules.bids_spoken:
        of["bid"] = lambda one: "–" if one.get("bid") is None else one["bid"]
    if in_hand:
        of["won"] = lambda one: one.get("absent", one.get("won"))
    return tables.seats_block(data, of | {"total": tables.total})


def _about(entry: Data, data: Data, seat: str) -> tuple[str, ...]:
    """Return what is written next to a player at the table: the seat's first letter, name, role, bid and tricks, total."""
    if entry["player"] in (seat, seat[:1]):
        own = ""
    else:
        own = seat[:1]
    name = f"{own} {entry['player']}".lstrip() + (f", {entry['role']}" if "role" in entry else "")
    lines = ["→ " * (entry["player"] == data["turn"]) + name + " (dealer)" * (entry["player"] == data["dealer"])]
    known = _hand_facts(entry)
    if known:
        lines += [", ".join(known)]
    return (*lines, f"total {tables.total(entry)}")


def _hand_facts(entry: Data) -> list[str]:
    """Return what is known of a player's hand: the bid and the tricks."""
    if "absent" in entry:
        return [entry["absent"]]
    if entry.get("bid") is None:
        bid = []
    else:
        bid = [f"bid {entry['bid']}"]
    if "won" not in entry:
        return []
    return [*bid, f"won {entry['won']}"]


def drawing(seats: Sequence[tuple[tuple[str, ...], str]]) -> tuple[str, ...]:
    """Return the players, each lines and the card laid, as a drawing; none if they are too many or their names too long."""
    if len(seats) not in PLACES:
        return ()
    at = dict(zip(PLACES[len(seats)], seats, strict=True))
    places = (at.get(place, ((), "")) for place in ("above", "below", "left", "right"))
    (above, above_card), (below, below_card), (left, left_card), (right, right_card) = places
    edge = max(map(columns, left), default=0)
    cloth = max(CLOTH, *map(columns, (*above, *below)))

    def middle(lines: Iterable[str]) -> list[str]:
        return [(" " * (edge + 2) + centre(line, cloth)).rstrip() for line in lines]

    if above:
        rows = middle([*above, "", above_card])
    else:
        rows = []
    high = max(len(left), len(right), 1)
    for row in range(high):  # the cards of the players at the left and right are next to the middle one of their lines
        if row == high // 2:
            cards = left_card + to_right(right_card, cloth - columns(left_card))
        else:
            cards = " " * cloth
        beside = [lines[row] if row < len(lines) else "" for lines in (left, right)]
        rows.append(f"{to_left(beside[0], edge)}  {cards}  {beside[1]}".rstrip())
    rows += middle([below_card, "", *below])
    if max(map(columns, rows)) > WIDTH:
        return ()
    return tuple(rows)


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
    return tuple(map(tuple, (order, *rows)))


def _meanings(data: Data) -> tuple[str, ...]:
    """Return what the calls with a star mean, as the partners told the others."""
    meant = [call for call in data["calls"] if "meaning" in call]
    return tuple(f"{call['player']}'s {call['call']}*: {call['meaning']}" for call in meant)


def _trick(rules: TrickRules, data: Data) -> Block:
    """Return the trick on the table, or the one before it: 'nothing; Cyd took Mk1:11 Mk1:31 Lk7:50! Mk4:2 with Lk7:50'."""
    if not data["trick"]:
        last = data.get("last_trick")
        took = ""
        if last:
            took = " ".join([f"{laid['card']}{'!' if laid['said'] else ''}" for laid in last["trick"]])
        return Block(
            "On the table", lines=(f"nothing; {last['winner']} took {took} with {last['with']}" if last else "nothing",)
        )
    rows = list[tuple[Any, ...]]()
    deck = rules.deck
    for laid in data["trick"]:
        symbols = (
            (", ".join(deck.cards[deck.by_id[laid["card"]]].symbols), "Grace" * laid["grace"]) if rules.roles else ()
        )
        rows.append((laid["player"], f"{laid['card']}{'!' if laid['said'] else ''}", *symbols))
    return Block("On the table, in order of play", ("", "card", *(("symbols", "") if rules.roles else ())), tuple(rows))


def _hands(rules: TrickRules, state: TrickState) -> Block:
    suits = list(rules.deck.suits.values()) + ["of no suit"] * (not all(card.suit for card in rules.deck.cards))
    rows = []
    for seat in sorted(state.seats):
        by_suit: list[list[str]] = [[] for _ in suits]
        if state.known[seat]:
            for card in sorted(members(state.hands[seat]), key=rules.deck.sort_key):
                of = rules.deck.cards[card]
                by_suit[rules.suits.index(of.suit) if of.suit else -1].append(of.rank)
        unseen = ["not recorded", *[""] * len(suits[1:])]
        rows.append((state.players[seat], *(map(" ".join, by_suit) if state.known[seat] else unseen)))
    return Block("Hands", ("", *suits), tuple(rows))


def scene(rules: TrickRules, data: Data, title: str) -> Scene:
    """Return the table to draw, from what `view` says about it."""
    last = data.get("last_trick")
    trick = data.get("trick") or (last["trick"] if last else [])
    if data.get("trick") or not last:
        lines = []
    else:
        lines = [f"{last['winner']} took the trick with {last['with']}"]
    lines += [f"{entry['player']} declared {what}" for entry in data["seats"] for what in entry.get("declared", ())]
    if data.get("stock"):
        piles = [SceneRow("stock", more=data["stock"], stacked=True)]
    else:
        piles = []
    if "turned" in data:
        piles += [SceneRow("turned up", (SceneCard(data["turned"]),))]
    seats = tuple(_scene_seat(data, entry, trick) for entry in data["seats"])
    if data.get("calls") and not trick:
        auction = _auction(rules, data)
    else:
        auction = ()
    if auction:
        lines += _meanings(data)
    compass = tuple(rules.ruleset.get("seats", default=None) or ())
    return Scene(
        title, seats, tuple(lines), tuple(piles), around=True, next=data["next"], compass=compass, auction=auction
    )


def _scene_seat(data: Data, entry: Data, trick: Sequence[Data]) -> SceneSeat:
    """Return a seat with its hand, and its card in the trick."""
    who = entry["player"]
    open_hand = who == data.get("dummy")
    facts = [*([entry["role"]] if "role" in entry else []), *_hand_facts(entry), *(["dummy"] if open_hand else [])]
    if "hand" in entry:
        rows = [SceneRow("not recorded")]
    else:
        rows = []
    if entry.get("hand") is not None:
        rows = [SceneRow("", tuple(map(SceneCard, entry["hand"])), owner="" if open_hand else who)]
    laid: Data = {}
    for place, one in enumerate(trick, 1):
        if one["player"] == who:
            notes = ("said",) * one["said"] + ("Grace",) * one["grace"]
            laid = {"laid": SceneCard(one["card"], notes), "laid_as": place}
    return tables.seat(data, entry, facts, rows, **laid)


def aftermath(rules: TrickRules, before: TrickState, after: TrickState) -> list[str]:
    """Return what an event changed between two states: who won a trick, and with what."""
    trick = after.last_trick()
    if trick is None or after.clock == before.clock:
        return []
    return [f"{after.players[trick.winner]} won the trick with {rules.deck.ids[trick.card]}."]


def standing(rules: TrickRules, state: TrickState) -> Standing:
    """Return how the game stands."""
    leaders = seats.leaders(rules, state)
    lowest = rules.scoring.lowest_wins
    return tables.standing(rules.sides, state.scores, leaders, over=state.phase == OVER, lowest_wins=lowest)


def pad(rules: TrickRules, state: TrickState) -> tuple[Data, list[Block]]:
    """Return the score pad as data (see schemas/report.schema.json) and as a table, one row per hand."""
    players = state.players
    stands = standing(rules, state)
    more: Data = {"bags": dict(zip(players, state.bags, strict=True))} if rules.scoring.bags else {}
    if rules.scoring.carry:
        more["carried"] = {name: dict(zip(players, values, strict=True)) for name, values in state.carried.items()}
    data = tables.pad_data(state, stands, [_hand(rules, players, hand) for hand in state.history], more)
    bid_for = ("contract",) if rules.auction else ()
    rows = tables.row_before(state.history, 2 + len(bid_for))
    for hand in state.history:
        if rules.auction:
            contract = [_contract(rules, players, hand)]
        else:
            contract = []
        cells = [_cell(rules, hand, seat) for seat in range(rules.players)]
        rows.append((hand.number, hand.cards, players[hand.dealer], *contract, *cells))
    rows.append(("total", "", "", *("" for _ in bid_for), *map(number_text, state.scores)))
    carried = [
        f"{spoken_name(name).capitalize()}: {', '.join(f'{who} {number_text(value)}' for who, value in each.items())}."
        for name, each in data.get("carried", {}).items()
    ]
    unknown = "A hand could not be scored, so the totals are not known."
    each = f"tricks won{' / bid' if rules.bids_spoken else ''}"
    if rules.scoring.counts and not rules.bids_spoken:
        each = f"{', '.join(map(spoken_name, rules.scoring.counts))} taken"
    ending = tables.ending(state, stands, "hands", unknown, most=rules.hands)
    lines = (f"Each cell: {each}, then points.", *carried, ending)
    return data, [Block("Score", ("hand", "cards", "dealer", *bid_for, *players), tuple(rows), lines)]


def _hand(rules: TrickRules, players: tuple[str, ...], hand: Hand) -> Data:
    entry: Data = {"hand": hand.number, "cards": hand.cards, "dealer": players[hand.dealer]}
    playing = [(seat, player) for seat, player in enumerate(players) if hand.took_part(seat)]
    if rules.bids_spoken:
        entry["bids"] = {player: bid_notation(hand.bids[seat]) for seat, player in playing}
    if rules.auction:
        entry["contract"] = _contract(rules, players, hand) or None
    entry["won"] = {player: None if hand.together else hand.won[seat] for seat, player in playing}
    if rules.scoring.counts:
        entry["counts"] = {player: counted_by(rules, hand, seat) for seat, player in enumerate(players)}
    entry["points"] = None if hand.points is None else dict(zip(players, hand.points, strict=True))
    entry["totals"] = dict(zip(players, hand.totals, strict=True))
    return entry


def _contract(rules: TrickRules, players: tuple[str, ...], hand: Hand) -> str:
    """Return the contract of a hand: '4S by Ann, doubled', 'game by Ann with Ben'; 'passed out' if nobody bid."""
    contract = seats.contract_in_words(rules, players, hand)
    if seats.calls_partner(rules, hand):
        together = []
        for side in hand.sides:
            if hand.declarer in side:
                for seat in side:
                    if seat != hand.declarer:
                        together.append(seat)
        if together:
            contract += f" with {players[together[0]]}"
    return contract or ("passed out" if hand.passed_out else "")


def counted_by(rules: TrickRules, hand: Hand, seat: int) -> dict[str, int]:
    """Return the ruleset's counts of the cards that one player took; empty where they are not known."""
    return dict(zip(rules.scoring.counts, (count[seat] for count in hand.counts or ()), strict=False))


def _cell(rules: TrickRules, hand: Hand, seat: int) -> str:
    if not hand.took_part(seat):
        return "–"
    if hand.points is None:
        points = "?"
    elif hand.points[seat]:
        points = f"{hand.points[seat]:+}"
    else:
        points = "0"
    won: Any = number_text(hand.won[seat])
    if hand.together:
        won = f"({sum(hand.won[other] or 0 for side in hand.sides if seat in side for other in side)})"
    if rules.bids_spoken:
        return f"{won}/{'?' if hand.bids[seat] is None else bid_notation(hand.bids[seat])}  {points}"
    if rules.scoring.counts and hand.counts is not None:
        won = " ".join(map(str, counted_by(rules, hand, seat).values()))
    return f"{won}  {points}"


def tallies(rules: TrickRules, state: TrickState) -> Iterator[Tally]:
    """Yield what is counted of each player."""
    every = range(rules.players)
    hands = state.history

    def added(rows: Iterable[Sequence[int | None]]) -> tuple[Any, ...]:
        sums = [None if None in column else sum(filter(None, column)) for column in zip(*rows, strict=True)]
        return tuple(sums or [0] * rules.players)

    def by_sides(name: str, met: Sequence[tuple[Sequence[int], bool]]) -> Tally:
        hits = []
        for side, so in met:
            hits.append([so and seat in side for seat in every])
        return Tally(name, added(hits), added([[seat in side for seat in every] for side, _ in met]))

    yield Tally("hands", added([[hand.took_part(seat) for seat in every] for hand in hands]))
    tricks = []
    for hand in hands:
        if not hand.together and any(won != 0 for won in hand.won):
            tricks.append(hand.won)
    if tricks:
        yield Tally("tricks", added(tricks))
    if rules.bids_spoken:
        yield Tally("tricks bid", added([hand.bids for hand in hands]))
        named = "bids made" if bid_goal(rules) else "bids hit"
        yield by_sides(named, [one for hand in hands for one in bids_met(rules, hand)])
    if rules.auction:
        played = []
        for hand in hands:
            if hand.declarer >= 0 and hand.points is not None:
                played.append((hand.declarer, hand.points))
        yield by_sides("contracts that scored", [((seat,), points[seat] > 0) for seat, points in played])
    if rules.declarations:
        yield Tally("declarations", added([[*map(len, hand.declared)] for hand in hands if hand.declared]))
    for place, name in enumerate(rules.scoring.counts):
        yield Tally(spoken_name(name), added([hand.counts[place] for hand in hands if hand.counts is not None]))


def bids_met(rules: TrickRules, hand: Hand) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield sides whose bids and tricks in a hand are known, and whether each met its bid; partners meet theirs together."""
    at_least = bid_goal(rules) == AT_LEAST
    for side in rules.sides:
        bids = [hand.bids[seat] for seat in side]
        won = [hand.won[seat] for seat in side]
        if None not in bids and None not in won:
            bid = sum(filter(None, bids))
            tricks = sum(filter(None, won))
            yield side, tricks >= bid if at_least else tricks == bid
