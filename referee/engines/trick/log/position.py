"""Where a game stands: the set-up of a log, and a `position:` that starts in the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any

from referee.core.events import Misread
from referee.core.findings import Fault
from referee.core.items import Shape, refuse, require_shape
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean
from referee.engines.trick.log import placement
from referee.engines.trick.log.reading import Reading
from referee.engines.trick.rules import hands
from referee.engines.trick.state import BID, DEAL, NAME_TRUMP, OVER, PASS, PLAY, TURN_UP, State
from referee.engines.trick.words.compiled import CompiledRules

SETUP: dict[str, Shape] = {
    "dealer": str,
    "roles": (dict, str),
    "target": int,
    "scores": (dict, int, float, NoneType),
    "bags": (dict, int, NoneType),
}
POSITION: dict[str, Shape] = {
    **SETUP,
    "chosen_roles": (dict, str),
    "hand": int,
    "cards": int,
    "phase": str,
    "hands": (dict, list),
    "bids": (dict, int, str),
    "passed": (dict, list),
    "turned": str,
    "trump": str,
    "leader": str,
    "trick": list,
    "grace": list,
    "own": list,
    "won": (dict, int),
    "taken": (dict, list),
    "lacks": (dict, list),
}
"""What may stand in `setup:` and `position:`: a type, or a map and the types of its values."""
PHASES = frozenset((DEAL, TURN_UP, PASS, BID, NAME_TRUMP, PLAY, OVER))


def start(
    rules: CompiledRules,
    reading: Reading,
    players: Sequence[str],
    setup: Mapping[str, Any],
    position: Mapping[str, Any] | None,
) -> State:
    """The state before the first event. Raises Misread with pointers into the head of the log."""
    state = State()
    state.players = tuple(players)
    state.phase = DEAL
    state.clock = state.plays = 0
    state.hand = 1
    state.scores = [0] * rules.players
    state.bags = [0] * rules.players
    state.roles = state.chosen = None
    state.shared = ""
    state.own_cards = [0] * rules.players
    state.history = []
    state.before = ([], [], {})
    state.unsaid, state.unseen, state.decisive, state.ever_said = [], {}, [], False
    state.target = rules.scoring.target({"players": rules.players}, ()) if rules.scoring.target else None
    state.dealer = -1
    state.turn = state.leader = state.led = -1
    hands.begin(rules, state, {})
    state.phase = DEAL
    _require_shape(setup, SETUP)
    _require_shape(position or {}, POSITION)
    _put_setup(rules, reading, state, setup, ("setup",))
    if position is not None:
        _put_setup(rules, reading, state, position, ("position",))
        if state.dealer < 0:
            state.dealer = rules.players - 1
        _put_position(rules, reading, state, position)
    if state.dealer < 0:
        message = f"who deals the first hand? write `setup: {{dealer: {players[-1]}}}`"
        raise Misread([Fault("setup", message, at=("setup",))], shapeless=True)
    return state


def _require_shape(data: Mapping[str, Any], shapes: Mapping[str, Shape]) -> None:
    """Refuses unknown keys and values of the wrong type, which the schema then puts into words."""
    require_shape(data, shapes)
    if data.get("phase", DEAL) not in PHASES:
        raise Misread([], shapeless=True)


def _put_setup(rules: CompiledRules, reading: Reading, state: State, setup: Mapping[str, Any], at: Pointer) -> None:
    if "dealer" in setup:
        state.dealer = reading.seat(state, setup["dealer"], (*at, "dealer"))
    if "roles" in setup:
        state.chosen = _roles(rules, reading, state, setup["roles"], (*at, "roles"))
        if state.chosen is not None:
            hands.give_roles(rules, state, state.chosen)
    if "chosen_roles" in setup:
        state.chosen = _roles(rules, reading, state, setup["chosen_roles"], (*at, "chosen_roles"))
    if "target" in setup:
        if rules.scoring.target is None:
            raise refuse("this game is not played to a target", (*at, "target"))
        state.target = setup["target"]
    for what, values in (("scores", state.scores), ("bags", state.bags)):
        for seat, value in reading.by_seat(state, setup.get(what, {}), (*at, what)).items():
            values[seat] = value
        for side in rules.sides:
            if len({values[seat] for seat in side}) > 1:
                names = " and ".join(state.players[seat] for seat in side)
                raise refuse(f"{names} are partners and have the same {what}; write both", (*at, what))


def _roles(rules: CompiledRules, reading: Reading, state: State, written: Any, at: Pointer) -> list[int] | None:
    """The roles of all seats; None, and who they are in `state.shared`, where two players have the same."""
    named = reading.by_seat(state, written, at)
    if not rules.roles:
        raise refuse("this game has no roles", at)
    roles: dict[int, int] = {}
    for seat, role in named.items():
        here = (*at, state.players[seat])
        if role not in rules.roles:
            near = did_you_mean(str(role), rules.roles) or f"; the roles are {', '.join(rules.roles)}"
            raise refuse(f"{role!r} is not a role{near}", here)
        index = rules.roles.index(role)
        if index in roles.values():
            other = next(state.players[s] for s, r in roles.items() if r == index)
            state.shared = f"{state.players[seat]} and {other} both hold the role {role}; every role is one card"
        roles[seat] = index
    missing = [state.players[seat] for seat in range(rules.players) if seat not in roles]
    if missing:
        raise refuse(f"no role is given for {' and '.join(missing)}", at)
    return None if state.shared else [roles[seat] for seat in range(rules.players)]


def _cards(reading: Reading, listed: Sequence[Any], at: Pointer) -> int:
    mask = 0
    for place, text in enumerate(listed):
        name = text.rstrip().removesuffix("!") if isinstance(text, str) else text
        bit = 1 << reading.card(name, (*at, place))
        if mask & bit:
            raise refuse(f"{name} stands here twice", (*at, place))
        mask |= bit
    return mask


def _put_position(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    at: Pointer = ("position",)
    held = {
        seat: _cards(reading, cards, (*at, "hands", state.players[seat]))
        for seat, cards in reading.by_seat(state, position.get("hands", {}), (*at, "hands")).items()
    }
    won = reading.by_seat(state, position.get("won", {}), (*at, "won"))
    trick = list(position.get("trick", ()))
    _put_hand_number(rules, state, position, held, sum(won.values()))
    phase = _phase(rules, position)
    if phase in (DEAL, OVER):
        state.phase = phase
        return
    cards, roles = state.cards, state.roles
    hands.begin(rules, state, held if won or trick else hands.with_the_last(rules, held, 0, cards))
    state.cards = cards
    if roles is not None:
        hands.give_roles(rules, state, roles)
    state.left = cards - sum(won.values())
    if "bids" in position:
        for seat, bid in reading.by_seat(state, position["bids"], (*at, "bids")).items():
            state.bids[seat] = reading.bid_value(state, bid, (*at, "bids", state.players[seat]), seat)
        state.spoken = sum(bid is not None for bid in state.bids)
    if "turned" in position:
        state.turned = reading.card(position["turned"], (*at, "turned"))
        state.trump = rules.rankings[-1].suit_of[state.turned]
    if "trump" in position:
        names = rules.trump_names()
        if position["trump"] not in names:
            raise refuse(f"{position['trump']!r} cannot be trump; name one of {', '.join(names)}", (*at, "trump"))
        state.trump = names[position["trump"]]
    state.ranking = rules.rankings[state.trump]
    for seat, passed in reading.by_seat(state, position.get("passed", {}), (*at, "passed")).items():
        state.passed[seat] = _cards(reading, passed, (*at, "passed", state.players[seat]))
    _enter(rules, reading, state, position)
    for seat, tricks in won.items():
        state.won[seat] = tricks
    for seat, taken in reading.by_seat(state, position.get("taken", {}), (*at, "taken")).items():
        state.taken[seat] = _cards(reading, taken, (*at, "taken", state.players[seat]))
        state.gone |= state.taken[seat]
    if state.phase == PLAY:
        _put_trick(rules, reading, state, position, trick)
    _put_unseen(rules, reading, state, position)
    wrong = [Fault("setup", message, at=pointer) for pointer, message in placement.faults(rules, state, position)]
    if wrong:
        raise Misread(wrong, shapeless=True)
    if state.blind:
        state.unseen["deal"] = [0]


def _phase(rules: CompiledRules, position: Mapping[str, Any]) -> str:
    """The phase that a position is in, told by what it mentions."""
    if "phase" in position:
        return str(position["phase"])
    if position.keys() & {"trick", "won", "taken", "leader"}:
        return PLAY
    if "bids" in position:
        return PLAY if len(position["bids"]) == rules.players else BID
    return "" if position.keys() & {"hands", "trump", "turned"} else DEAL


def _enter(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    """Puts the state into its phase with the right player to act."""
    phase = _phase(rules, position)
    if phase in (BID, PASS, NAME_TRUMP, TURN_UP):
        state.phase = phase
        if phase == BID:
            hands.to_bidding(rules, state)
            state.turn = (state.turn + state.spoken) % rules.players
        if phase == NAME_TRUMP:
            hands.to_naming(rules, state)
        return
    if phase == PLAY:
        hands.to_play(rules, state)
        if "leader" in position:
            state.leader = state.turn = reading.seat(state, position["leader"], ("position", "leader"))


def _put_hand_number(
    rules: CompiledRules,
    state: State,
    position: Mapping[str, Any],
    held: Mapping[int, int],
    tricks: int,
) -> None:
    """Which hand this is and how many cards it has: as written, or as the hands that are shown tell."""
    cards = position.get("cards")
    for key in ("hand", "cards"):
        if key in position and position[key] < 1:
            raise refuse(f"expected at least 1, not {position[key]}", ("position", key))
    if cards is None and "hand" not in position and held:
        cards = max(mask.bit_count() for mask in held.values()) + tricks
    if "hand" in position:
        state.hand = position["hand"]
        state.cards = cards or rules.cards_in_hand(state.hand)
        if not state.cards:
            raise refuse(f"there is no hand {state.hand} in this game", ("position", "hand"))
    elif cards is not None:
        state.cards = cards
        dealt = [hand for hand in range(1, (rules.hands or 1) + 1) if rules.cards_in_hand(hand) == cards]
        state.hand = dealt[0] if dealt else 1
    else:
        state.cards = rules.cards_in_hand(state.hand)


def _put_trick(
    rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any], trick: list[Any]
) -> None:
    """Lays the cards of the trick in progress on the table."""
    state.table = _cards(reading, trick, ("position", "trick"))
    state.trick = [
        reading.card(str(text).rstrip().removesuffix("!"), ("position", "trick", i)) for i, text in enumerate(trick)
    ]
    if not trick:
        return
    if len(trick) >= rules.players:
        raise refuse("a position shows the trick in progress, which is not full yet", ("position", "trick"))
    leader = max(state.leader, 0)
    state.leader = leader
    state.led = state.ranking.suit_of[state.trick[0]]
    state.turn = (leader + len(trick)) % rules.players
    for place, (card, text) in enumerate(zip(state.trick, trick, strict=True)):
        if state.own_cards[(leader + place) % rules.players] >> card & 1:
            state.own |= 1 << card
        if str(text).rstrip().endswith("!"):
            state.said |= 1 << card
            state.ever_said = True
    if "own" in position:
        state.own = _cards(reading, position["own"], ("position", "own"))
    state.graced = state.own if rules.grace == "silent" else state.own & state.said
    if "grace" in position:
        state.graced = _cards(reading, position["grace"], ("position", "grace"))


def _put_unseen(rules: CompiledRules, reading: Reading, state: State, position: Mapping[str, Any]) -> None:
    """Takes from the unseen hands what lies open or is known not to be there."""
    lacks = reading.by_seat(state, position.get("lacks", {}), ("position", "lacks"))
    for seat in range(rules.players):
        if not state.known[seat]:
            state.hands[seat] &= ~(state.gone | state.table)
            state.hands[seat] &= ~_cards(reading, lacks.get(seat, ()), ("position", "lacks", state.players[seat]))
    if state.phase == PLAY and state.known.count(False) == 1:
        last = state.known.index(False)
        left = state.left - ((last - state.leader) % rules.players < len(state.trick))
        held = {seat: state.hands[seat] for seat in range(rules.players) if seat != last}
        whole = hands.with_the_last(rules, held, state.gone | state.table, left)
        if len(whole) == rules.players:
            state.hands[last], state.known[last], state.blind = whole[last], True, False
