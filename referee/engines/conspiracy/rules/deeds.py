"""Deeds of players besides attacks and Specials: money, groups and gifts moved, powers, goals, accusations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.core.cards import members
from referee.core.data import Said
from referee.core.events import Event, Finding, number_of
from referee.core.places import Pointer
from referee.engines.conspiracy.compiled import ABSENT, ILLUMINATI, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, goals, means, structure, turns
from referee.engines.conspiracy.rules.means import actor, must_own
from referee.engines.conspiracy.rules.structure import Plan
from referee.engines.conspiracy.state import ACT, DRAW, INCOME, OVER, ConspiracyState


def check_transfer(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why money may not move from one card to another, as a free transfer or as an action."""
    source, goal, amount, as_action = event.value
    seat = state.turn
    names = rules.pack.names
    if as_action:
        yield from means.no_action(rules, state)
    else:
        yield from means.not_after_passing(rules, state, "cannot transfer money")
        who = state.players[seat]
        if state.transfers >= rules.turn.transfers:
            message = f"{who} has made {number_of(state.transfers, 'free transfers')} this turn, the maximum"
            yield Finding("transfer", f"{message}; another is an action", seat, word=("turn", "transfers"))
        if state.closing and rules.turn.transfers_when == "after_actions":
            message = f"{who} has used a special power; free money transfers come before special powers"
            yield Finding("order", message, seat, word=("turn", "transfers_when"))
    if (yield from must_own(rules, state, seat, (source, ("transfer", "from")), (goal, ("transfer", "to")))):
        return  # one of them is somebody else's, which has been said
    near = state.master[source] == goal or state.master[goal] == source
    if source == goal:
        yield Finding("transfer", f"{names[source]} transfers money to itself", seat)
    elif not near and "sends_anywhere" not in rules.pack.cards[source].does:
        message = f"{names[source]} and {names[goal]} are not next to each other"
        yield Finding("transfer", f"{message}; money moves between a master and its group", seat)
    at = ("transfer", "amount")
    yield from means.must_have(rules, state, source, amount, "transfer", seat, at)
    if not amount:
        yield Finding("treasury", f"{names[source]} transfers nothing; remove it", seat, at=at)


def apply_transfer(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Move money from a card to another, as a free transfer or as an action."""
    source, goal, amount, as_action = event.value
    state.hand_over(source, goal, amount)
    state.acted = True
    if as_action:
        state.actions += 1
    else:
        state.transfers += 1


def check_move(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a group may not move to this arrow of its structure, or those below it to these places."""
    card, (master, side), wished = event.value
    seat = state.turn
    names = rules.pack.names
    yield from means.no_action(rules, state)
    onto: Pointer = ("move", "onto")
    if (yield from must_own(rules, state, seat, (card, ("move", "group")), (master, onto))):
        return
    moved = structure.below(rules, state, card)
    free = arrows.may_be_free(rules, state, master, side)
    vacated = False  # whether the arrow is blocked only by groups that move along
    if not free and not _is_surely_on(state, card, master, side):
        vacated = arrows.may_be_free(rules, state, master, side, moved)
    if master in moved:
        if master == card:
            what = "itself"
        else:
            what = f"{names[master]}, which is below it"
        yield Finding("move", f"{names[card]} cannot be attached to {what}", seat, at=onto, bars=True)
    elif not free and not (rules.moving.vacated and vacated):
        fault = arrows.no_such_arrow(rules, state, master, side, card, onto)
        yield fault._replace(word=("moving", "vacated") if vacated else ())
    elif wished and state.supposed is None:  # or else the course says where they go
        plan = _move(rules, state.copy(), event)
        yield from structure.wrong_places(rules, plan, wished, ("move", "places"), seat)


def _is_surely_on(state: ConspiracyState, card: int, master: int, side: int) -> bool:
    """Whether a group is on this arrow of its master, and the log leaves no other arrow open for it."""
    return (state.master[card], state.sides.get(card, 1 << state.arrow[card])) == (master, 1 << side)


def _move(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Plan:
    """Move a group with everything below it. Gives where they lie now, and which do not fit."""
    card, (master, side), wished = event.value
    under = structure.tree(rules, state, card)
    structure.lift(state, under)
    return arrows.attach(rules, state, under, master, [side], wished)


def apply_move(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Move a group with everything under it; what does not fit becomes uncontrolled."""
    state.actions += 1
    state.acted = True
    plan = _move(rules, state, event)
    structure.free(state, plan.lost, rules.uncontrolled.dropped_money, state.turn)
    turns.after_loss(rules, state)


def check_drop(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a group may not be dropped."""
    yield from means.not_after_passing(rules, state, "cannot drop a group")
    yield from must_own(rules, state, state.turn, (event.value, event.at))
    if rules.pack.cards[event.value].kind == ILLUMINATI:
        message = f"{rules.pack.names[event.value]} is an Illuminati card and cannot be dropped"
        yield Finding("drop", message, state.turn, bars=True)


def apply_drop(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Drop a group and everything under it."""
    dropped = structure.below(rules, state, event.value)
    structure.free(state, dropped, rules.uncontrolled.dropped_money, state.turn)
    state.acted = True
    turns.after_loss(rules, state)


class TradeSide(NamedTuple):
    """One direction of a trade: who gives whom what, and where that is written."""

    giver: int
    taker: int
    gives: Said
    at: Pointer

    @property
    def group(self) -> int:
        """The group that changes hands; ABSENT if none does."""
        card: int = self.gives["group"]
        return card

    @property
    def something(self) -> bool:
        """Whether anything changes hands."""
        return bool(self.gives["money"] or self.gives["specials"] or self.group != ABSENT)


def _parts(state: ConspiracyState, event: Event) -> list[TradeSide]:
    """The two directions of a trade, or the one of a gift."""
    giver = actor(state, event)
    taker = event.value["to"]
    parts = [TradeSide(giver, taker, event.value, ("give",))]
    if "for" in event.value:
        parts.append(TradeSide(taker, giver, event.value["for"], ("give", "for")))
    return parts


def check_give(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield everything wrong with a gift, a sale or a trade, and whether it gives another player the victory."""
    parts = _parts(state, event)
    barred = _cannot_trade(state, parts[0])
    if barred is not None:
        yield barred
        return
    who = state.players[parts[0].giver]
    if state.attack is not None and state.attack.privileged:
        message = "nothing may be given or traded during a privileged attack; wait until it is over"
        yield Finding("gifts", message, parts[0].giver)
    if state.turn in [part.giver for part in parts]:  # only receiving is not an action
        yield from means.not_after_passing(rules, state, "cannot trade this turn")
    if not any(part.something for part in parts):
        yield Finding("gifts", f"{who} gives {state.players[parts[0].taker]} nothing; remove it", parts[0].giver)
    faults: list[Finding] = []
    for part in parts:
        faults += _check_part(rules, state, parts, part)
    if any(part.group != ABSENT for part in parts):
        faults += _check_groups(rules, state, parts)
    yield from faults
    if not faults and not rules.gifts.throwing:
        for one, other in _throws(rules, state, event, at_once=rules.gifts.throwing_when == "gift"):
            message = f"{state.players[one]} would give {state.players[other]} the victory"
            yield Finding("throwing", message, one, word=("gifts", "throwing"))


def _cannot_trade(state: ConspiracyState, gift: TradeSide) -> Finding | None:
    """The finding that somebody trades with himself or with a player who is out of the game; None if neither is so."""
    players = state.players
    at: Pointer = ("give", "to")
    if gift.giver == gift.taker:
        message = f"{players[gift.giver]} is both giver and receiver; a gift goes to another player"
        return Finding("gifts", message, gift.giver, at=at, bars=True)
    for seat in (gift.giver, gift.taker):
        if not state.alive[seat]:
            return Finding("players", f"{players[seat]} is out of the game and cannot trade", seat, at=at, bars=True)
    return None


def _check_part(
    rules: ConspiracyRules, state: ConspiracyState, parts: list[TradeSide], part: TradeSide
) -> Iterator[Finding]:
    """Yield what is wrong with one direction of a trade: the giver lacks the money or the Specials, or the group cannot
    be given. `parts` are both directions."""
    giver = part.giver
    gives = part.gives
    at = part.at
    top = state.illuminati[giver]
    yield from means.must_have(rules, state, top, gives["money"], "give", giver, at + ("money",))
    yield from means.holding(rules, state, giver, gives["specials"], at + ("specials",), in_list=True)
    if part.group != ABSENT:
        yield from _check_group(rules, state, parts, part)
        return
    for key in ("onto", "places", "frees"):
        if gives[key]:
            message = f"`{key}:` is about a group, and none is given; remove it"
            yield Finding("gifts", message, giver, at=at + (key,))


def _check_group(
    rules: ConspiracyRules, state: ConspiracyState, parts: list[TradeSide], part: TradeSide
) -> Iterator[Finding]:
    """Yield why a group cannot be given, or does not fit where it goes. Groups in `frees` are first given up by the
    receiver."""
    names = rules.pack.names
    giver = part.giver
    taker = part.taker
    gives = part.gives
    card = part.group
    group = part.at + ("group",)
    onto = part.at + ("onto",)
    if state.attack is not None:
        yield Finding("gifts", "no group may change hands during an attack", giver, at=group)
    if (yield from must_own(rules, state, giver, (card, group))):
        return
    if gives["onto"] is None:
        message = f"{state.players[taker]} must say where {names[card]} goes"
        message += f", as in `onto: {{{names[state.illuminati[taker]]}: top}}`"
        yield Finding("gifts", message, taker, at=group, bars=True)
        return
    for place, old in enumerate(gives["frees"]):
        at = part.at + ("frees", place)
        yield from must_own(rules, state, taker, (old, at))
        if rules.gifts.overlaps != "receiver":
            message = f"{names[old]} stays; a group that does not fit is lost, not one that was there"
            yield Finding("overlap", message, taker, at=at, word=("gifts", "overlaps"))
    after = state.copy()
    _make_room(rules, after, parts)
    lost = yield from must_own(rules, after, giver, (card, group))
    no_master = yield from must_own(rules, after, taker, (gives["onto"][0], onto))
    if not lost and not no_master:
        yield from _check_fit(rules, after, parts, part)


def _check_fit(
    rules: ConspiracyRules, after: ConspiracyState, parts: list[TradeSide], part: TradeSide
) -> Iterator[Finding]:
    """Yield why a group does not fit where it goes. `after` is the state once the receivers have made room; groups that
    leave the receiver in the same trade make room, too."""
    names = rules.pack.names
    card = part.group
    master, side = part.gives["onto"]
    places = part.gives["places"]
    onto = part.at + ("onto",)
    leaving: list[int] = []
    for other in parts:
        if other.group not in (card, ABSENT):
            leaving += structure.below(rules, after, other.group)
    if master in leaving:
        message = f"{names[master]} changes hands as well and cannot take on a group"
        message += f"; {names[card]} must go to one that stays"
        yield Finding("gifts", message, part.taker, at=onto, bars=True)
    elif not arrows.may_be_free(rules, after, master, side, leaving):
        yield arrows.no_such_arrow(rules, after, master, side, card, onto, part.taker)
    elif places and after.supposed is None:  # or else the course says where they go
        under = structure.tree(rules, after, card)
        structure.lift(after, leaving + list(under))
        plan = arrows.attach(rules, after, under, master, [side], places)
        yield from structure.wrong_places(rules, plan, places, part.at + ("places",), part.taker)


def _make_room(rules: ConspiracyRules, state: ConspiracyState, parts: list[TradeSide]) -> None:
    """Let receivers give up the groups that make room."""
    for part in parts:
        for old in part.gives["frees"]:
            structure.free(state, structure.below(rules, state, old), rules.uncontrolled.dropped_money, part.taker)


def _check_groups(rules: ConspiracyRules, state: ConspiracyState, parts: list[TradeSide]) -> Iterator[Finding]:
    """Yield why groups may not change hands now: whose turn it is, the actions it costs, a sale that is a gift."""
    players = state.players
    who = state.players[state.turn]
    giver = parts[0].giver
    taker = parts[0].taker
    if state.turn not in (giver, taker):
        message = f"a group changes hands in the turn of {players[giver]} or {players[taker]}; this is {who}'s turn"
        yield Finding("gifts", message, giver)
        return
    if state.phase != ACT:
        when = f"{who}'s turn is over"
        if state.phase in (INCOME, DRAW):
            when = f"{who} has not drawn yet"
        yield Finding("order", f"{when}; giving a group is an action, which comes after drawing", giver)
    if rules.gifts.groups == "own_turn_or_sale":
        for part in parts:
            paid = any(other.something for other in parts if other is not part)
            if part.group != ABSENT and part.giver != state.turn and not paid:
                message = f"{players[part.giver]} may only sell a group in {who}'s turn; say for what with `for:`"
                yield Finding("gifts", message, part.giver, word=("gifts", "groups"))
    yield from means.no_action(rules, state)
    moved = sum([part.group != ABSENT for part in parts])
    if state.actions < rules.turn.actions < state.actions + moved:
        costs = f"{number_of(moved, 'groups')} cost {number_of(moved, 'actions')}"
        yield Finding("actions", f"{costs}; {who} has {rules.turn.actions - state.actions} left", state.turn)


def _throws(
    rules: ConspiracyRules, state: ConspiracyState, event: Event, *, at_once: bool
) -> Iterator[tuple[int, int]]:
    """Yield giver and receiver for each part of a gift or trade by which the receiver wins and the giver does not.
    Unless it is judged `at_once`, only a trade that ends the game counts."""
    after = state.copy()
    _exchange(rules, after, event)
    if not at_once and after.phase != OVER:
        return
    wins = []
    for seat in range(rules.players):
        if after.phase == OVER:
            wins.append(seat in after.winners)
        else:
            wins.append(goals.meets(rules, after, seat))
    for part in _parts(state, event):
        if wins[part.taker] and not wins[part.giver] and not goals.meets(rules, state, part.taker):
            yield part.giver, part.taker


def apply_give(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Give, sell or trade."""
    if not rules.gifts.throwing and rules.gifts.throwing_when != "gift":
        state.thrown += tuple(_throws(rules, state, event, at_once=True))
    _exchange(rules, state, event)


def _exchange(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Let everything change hands. All groups are lifted before any is laid down, so that one may go to an arrow that
    another leaves."""
    parts = _parts(state, event)
    for giver, taker, gives, _ in parts:
        state.hand_over(state.illuminati[giver], state.illuminati[taker], gives["money"])
        for card in gives["specials"]:
            means.discard(state, giver, card, taker)
    _make_room(rules, state, parts)
    moved = [part for part in parts if part.group != ABSENT]
    going = [structure.tree(rules, state, part.group) for part in moved]
    for under in going:
        structure.lift(state, under)
    for part, under in zip(moved, going, strict=True):
        master, side = part.gives["onto"]
        plan = arrows.attach(rules, state, under, master, [side], part.gives["places"])
        structure.free(state, plan.lost, rules.uncontrolled.dropped_money, part.taker)
    if state.turn in [part.giver for part in parts] and state.phase == ACT:
        state.acted = True
    if moved:
        state.actions += len(moved)
        turns.after_loss(rules, state)


def _has_power(rules: ConspiracyRules, state: ConspiracyState, word: str, what: str) -> Iterator[Finding]:
    """Yield that no card of the player whose turn it is has an ability (`word`), with the cards that have it; `what`
    says what the ability does, in words."""
    yield from means.not_after_passing(rules, state, "cannot use a special power")
    able = rules.pack.masks[word] & (1 << rules.pack.specials.start) - 1  # Illuminati and groups, without Specials
    if not state.holds[state.turn] & able:
        names = [rules.pack.names[card] for card in members(able)]
        only = ""
        if names:
            only = f"; only {' or '.join(names)} can"
        yield Finding("powers", f"{rules.pack.names[state.illuminati[state.turn]]} cannot {what}{only}", state.turn)


def check_redistribute(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may not move money freely, or not to these new treasuries."""
    yield from _has_power(rules, state, "redistribute", "move money freely")
    for reason in means.new_treasuries(rules, state, state.turn, event.value, 0):
        yield Finding("powers", f"{state.players[state.turn]} {reason}", state.turn, bars=True)


def apply_redistribute(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Move money freely."""
    state.set_money(event.value)
    state.closing = state.acted = True


def check_rearrange(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may not rearrange the structure, or why it would not hold together afterwards."""
    seat = state.turn
    yield from _has_power(rules, state, "rearrange", "rearrange the power structure")
    for card, (master, _) in event.value.items():
        at = event.at + (event.value.written[card],)
        if (yield from must_own(rules, state, seat, (card, at), (master, at))):
            return
    _, reason = arrows.rearrangement(rules, state, seat, event.value)
    if reason:
        message = f"{state.players[seat]} cannot rearrange the structure like this: {reason}"
        yield Finding("overlap", message, seat, bars=True)


def apply_rearrange(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Lay out the player's whole structure anew, with some groups on other arrows. Where these are is known from now
    on."""
    seat = state.turn
    laid, _ = arrows.rearrangement(rules, state, seat, event.value)
    structure.lift(state, [entry.card for entry in laid])
    structure.lay(state, seat, laid)
    for card, (master, _) in event.value.items():
        state.sides.pop(card, None)
        arrows.narrow(state, master)
    state.closing = state.acted = True


def check_align(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a group's alignment may not be changed for this turn."""
    card = event.value[0]
    seat = state.turn
    names = rules.pack.names
    yield from means.not_after_passing(rules, state, "cannot change an alignment")
    able = list(members(state.holds[seat] & rules.pack.masks["realign"]))
    if not able:
        others = _any_of(rules, rules.pack.masks["realign"])
        yield Finding("powers", f"{state.players[seat]} does not control {others}", seat)
    elif rules.turn.realignments is not None and state.realigned >= rules.turn.realignments * len(able):
        message = f"{names[able[0]]} has already changed an alignment this turn"
        yield Finding("powers", message, seat, word=("turn", "realignments"))
    elif able == [card]:
        yield Finding("powers", f"{names[card]} changes the alignment of other groups, not its own", seat)
    if not structure.in_play(state, card):
        yield Finding("powers", f"{names[card]} is not in play; {structure.where(rules, state, card)}", seat)
    yield from _check_change(rules, state, event)


def _any_of(rules: ConspiracyRules, cards: int) -> str:
    """The cards in a mask, in words, where one of them is needed."""
    names = [rules.pack.names[card] for card in members(cards)]
    if not names:
        return "a card that does this"
    return " or ".join(names)


def _check_change(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a change of an alignment has no effect, or that the log must say which of several opposites replaces
    it."""
    card, way, alignment, to = event.value
    seat = state.turn
    pack = rules.pack
    name = pack.alignments[alignment]
    has = state.aligned.get(card, pack.cards[card].alignments) >> alignment & 1
    opposite = pack.alignment_names(pack.opposite[alignment] & ~(1 << alignment))
    if has and way == "add":
        yield Finding("powers", f"{pack.names[card]} is already {name}", seat)
    elif not has and way != "add":
        yield Finding("powers", f"{pack.names[card]} is not {name}", seat)
    elif way != "reverse":
        return
    elif not opposite:
        but = ""
        if pack.opposite[alignment]:
            but = " but itself"
        yield Finding("powers", f"{name} has no opposite{but} and cannot be reversed", seat)
    elif to != ABSENT and pack.alignments[to] not in opposite:
        message = f"{pack.alignments[to]} is not opposite to {name}; {' or '.join(opposite)} is"
        yield Finding("powers", message, seat, at=("align", "to"))
    elif to == ABSENT and len(opposite) > 1:
        message = f"{name} has several opposites; say which with `to:`, as in `to: {opposite[0]}`"
        yield Finding("powers", message, seat)


def apply_align(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Change a group's alignment for this turn, in the attack under way, too."""
    card, way, alignment, to = event.value
    bit = 1 << alignment
    aligned = state.aligned.get(card, rules.pack.cards[card].alignments)
    if way == "add":
        aligned = aligned | bit
    else:
        aligned = aligned & ~bit
    if way == "reverse":
        if to != ABSENT:
            aligned |= 1 << to
        else:
            aligned |= rules.pack.opposite[alignment] & ~bit
    state.aligned[card] = aligned
    if state.attack is not None:
        state.attack.alignments = dict(state.aligned)
    state.realigned += 1
    state.acted = True


def check_buy(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a card may not be bought out of the deck."""
    seat = state.turn
    names = rules.pack.names
    yield from means.not_after_passing(rules, state, "cannot buy a card")
    seller = _seller(rules, state)
    if seller == ABSENT:
        message = f"{state.players[seat]} does not control {_any_of(rules, rules.pack.masks['buys_card'])}"
        yield Finding("powers", message, seat, bars=True)
        return
    price = rules.pack.cards[seller].does["buys_card"]
    if rules.turn.purchases is not None and state.purchases >= rules.turn.purchases:
        message = f"{names[seller]} has already bought a card this turn"
        yield Finding("powers", message, seat, word=("turn", "purchases"))
    if state.most(seller) < price:
        message = f"a card costs {price} MB; there are {means.there_are(state, seller)} MB on {names[seller]}"
        yield Finding("treasury", message, seat)
    yield from turns.check_draw(rules, state, event)


def _seller(rules: ConspiracyRules, state: ConspiracyState) -> int:
    """The card of the player whose turn it is that pays for one out of the deck: of those that can, the richest; ABSENT
    if there is none."""
    able = members(state.holds[state.turn] & rules.pack.masks["buys_card"])
    return max(able, key=state.most, default=ABSENT)


def apply_buy(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Buy a card."""
    seller = _seller(rules, state)
    state.change(seller, -rules.pack.cards[seller].does["buys_card"])
    turns.take_from_deck(rules, state, event.value, state.turn)
    state.purchases += 1
    state.acted = True


def check_reveal(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player has no secret goal to show, or why it cannot be this one."""
    seat = actor(state, event)
    names = rules.pack.names
    cards = rules.pack.cards
    who = state.players[seat]
    own = state.illuminati[seat]
    goal = state.goals[seat]
    if goals.own_goal(rules, own) != ABSENT:
        yield Finding("goal", f"{who}'s goal is that of {names[own]}, which is not secret", seat)
    elif goal not in (ABSENT, event.value):
        yield Finding("goal", f"{who} wrote down the goal of {names[goal]}, not that of {names[event.value]}", seat)
    elif "chosen" in cards[event.value].goal:
        yield Finding("goal", f"{names[event.value]} has no goal of its own to write down", seat, bars=True)


def apply_reveal(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Show a secret goal. If the player met it at the end of the turn that has just ended, the player has won."""
    seat = actor(state, event)
    state.goals[seat] = event.value
    if turns.just_ended(rules, state) and goals.meets(rules, state, seat):
        turns.close(rules, state)
        turns.win(state, {*state.winners, seat})


def check_accuse(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may not be accused of being an Illuminati card: none is hidden, or this player's is not."""
    accused = event.value[0]
    seat = state.turn
    if not rules.hidden.illuminati:
        yield Finding("accuse", "Illuminati are face up; nobody can be accused", seat, word=("hidden", "illuminati"))
        return
    yield from means.no_action(rules, state)
    if accused == seat or not state.alive[accused] or state.shown[accused]:
        if accused == seat:
            why = "is accusing"
        elif not state.alive[accused]:
            why = "is out of the game"
        else:
            why = "is known"
        message = f"{state.players[accused]} {why}; accuse somebody whose Illuminati card is hidden"
        yield Finding("accuse", message, seat)


def apply_accuse(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Spend an action on an accusation. If it is right, the card is turned up, and a player who cheated about it is out
    of the game."""
    accused, card = event.value
    state.actions += 1
    state.acted = True
    if state.illuminati[accused] == card:
        state.shown[accused] = True
        if state.cheated[accused]:
            turns.put_out(rules, state, accused)
            turns.after_loss(rules, state)
