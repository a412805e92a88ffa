"""What a player does besides attacks and Specials: transfers, moves, gifts, drops, and the powers of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.core.cards import members
from referee.core.events import Event
from referee.core.findings import Fault, counted
from referee.engines.conspiracy import battles, goals, specials, structure, turns
from referee.engines.conspiracy.pack import ILLUMINATI
from referee.engines.conspiracy.state import State
from referee.engines.conspiracy.structure import Plan
from referee.engines.conspiracy.terms import Terms


def _not_after_passing(terms: Terms, state: State, what: str, at: str) -> Iterator[Fault]:
    if state.passed and terms.pass_forbids_all:
        who = state.players[state.turn]
        yield Fault("passing", f"{who} has passed and {what}; end the turn", state.turn, at=(at,), word=("turn", "pass"))


def _must_own(terms: Terms, state: State, seat: int, card: int, at: tuple[str | int, ...]) -> Iterator[Fault]:
    if state.place[card] != seat:
        message = f"{terms.pack.names[card]} is not {state.players[seat]}'s; {turns.where(terms, state, card)}"
        yield Fault("turn", message, seat, at=at, bars=True)


# -- money -------------------------------------------------------------------------------------------------------------


def check_transfer(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether money may move from one card to another."""
    source, goal, amount, as_action = event.value
    seat, names = state.turn, terms.pack.names
    who = state.players[seat]
    if as_action:
        yield from battles.no_action(terms, state, "transfer")
    else:
        yield from _not_after_passing(terms, state, "transfers no money", "transfer")
        if state.transfers >= terms.transfers:
            message = f"{who} has made {counted(state.transfers, 'free transfers')} this turn, which is all"
            yield Fault("transfer", f"{message}; another is an action", seat, at=event.at, word=("turn", "transfers"))
    faults = [
        *_must_own(terms, state, seat, source, ("transfer", "from")),
        *_must_own(terms, state, seat, goal, ("transfer", "to")),
    ]
    yield from faults
    if faults:
        return
    near = state.master[source] == goal or state.master[goal] == source
    if source == goal:
        yield Fault("transfer", f"{names[source]} transfers money to itself", seat, at=event.at)
    elif not near and "sends_anywhere" not in terms.pack.cards[source].does:
        message = f"{names[source]} and {names[goal]} are not next to each other; money goes to a master or its group"
        yield Fault("transfer", message, seat, at=event.at)
    if amount > state.money[source]:
        message = f"{names[source]} has {state.money[source]} MB and cannot transfer {amount}"
        yield Fault("treasury", message, seat, at=("transfer", "amount"), bars=True)
    elif not amount:
        yield Fault("treasury", f"{names[source]} transfers nothing; leave it out", seat, at=("transfer", "amount"))


def apply_transfer(terms: Terms, state: State, event: Event) -> None:
    """Moves money."""
    source, goal, amount, as_action = event.value
    state.money[source] -= amount
    state.money[goal] += amount
    state.acted = True
    if as_action:
        state.actions += 1
    else:
        state.transfers += 1


def check_redistribute(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may move all his money about, and moves only what is there."""
    seat = state.turn
    yield from _not_after_passing(terms, state, "uses no special power", "redistribute")
    yield from _has_power(terms, state, "redistribute")
    for reason in specials.new_treasuries(terms, state, seat, event.value, 0):
        yield Fault("powers", f"{state.players[seat]} {reason}", seat, at=event.at, bars=True)


def _has_power(terms: Terms, state: State, word: str) -> Iterator[Fault]:
    top = state.illuminati[state.turn]
    if word not in terms.pack.cards[top].does:
        able = [card.name for card in terms.pack.cards if card.kind == ILLUMINATI and word in card.does]
        named = f"; only {' or '.join(able)} can" if able else ""
        what = "move all money about" if word == "redistribute" else "rearrange the power structure"
        yield Fault("powers", f"{terms.pack.names[top]} cannot {what}{named}", state.turn, at=(word,))


def apply_redistribute(terms: Terms, state: State, event: Event) -> None:
    """Moves money freely."""
    for card, amount in event.value.items():
        state.money[card] = amount
    state.closing = state.acted = True


# -- groups ------------------------------------------------------------------------------------------------------------


def check_move(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group may move to another arrow of its structure."""
    card, (master, side), places = event.value
    seat, names = state.turn, terms.pack.names
    yield from battles.no_action(terms, state, "move")
    faults = [
        *_must_own(terms, state, seat, card, ("move", "group")),
        *_must_own(terms, state, seat, master, ("move", "onto")),
    ]
    yield from faults
    if faults:
        return
    if master in structure.below(terms, state, card):
        what = "itself" if master == card else f"{names[master]}, which is below it"
        yield Fault("move", f"{names[card]} cannot hang on {what}", seat, at=("move", "onto"), bars=True)
    elif side not in structure.free_arrows(terms, state, master):
        yield battles.no_such_arrow(terms, state, master, side, card)._replace(at=("move", "onto"))
    else:
        plan = structure.plan(terms, state, seat, card, master, side, places)
        yield from battles.wrong_places(terms, plan, places, ("move", "places"), seat)


def apply_move(terms: Terms, state: State, event: Event) -> None:
    """Moves a group, what is under it along; what does not fit becomes uncontrolled."""
    card, (master, side), places = event.value
    state.actions += 1
    state.acted = True
    plan = structure.plan(terms, state, state.turn, card, master, side, places)
    _relay(terms, state, state.turn, card, plan)
    turns.after_loss(terms, state)


def _relay(terms: Terms, state: State, seat: int, card: int, plan: Plan) -> None:
    """Takes a group with all that is under it up and lays it down as planned."""
    structure.lift(state, structure.below(terms, state, card))
    structure.lay(state, seat, plan.laid)
    structure.free(state, plan.lost)


def check_rearrange(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may rearrange the structure, and it holds together afterwards."""
    seat = state.turn
    yield from _not_after_passing(terms, state, "uses no special power", "rearrange")
    yield from _has_power(terms, state, "rearrange")
    for card, (master, _) in event.value.items():
        faults = [*_must_own(terms, state, seat, card, event.at), *_must_own(terms, state, seat, master, event.at)]
        yield from faults
        if faults:
            return
    _, reason = structure.relaid(terms, state, seat, event.value)
    if reason:
        yield Fault("overlap", f"{state.players[seat]} cannot rearrange it so: {reason}", seat, at=event.at, bars=True)


def apply_rearrange(terms: Terms, state: State, event: Event) -> None:
    """Lays the whole structure anew."""
    seat = state.turn
    laid, _ = structure.relaid(terms, state, seat, event.value)
    structure.lift(state, [entry.card for entry in laid])
    structure.lay(state, seat, laid)
    state.closing = state.acted = True


def check_drop(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group may be dropped."""
    yield from _not_after_passing(terms, state, "drops no group", "drop")
    yield from _must_own(terms, state, state.turn, event.value, event.at)
    if terms.pack.cards[event.value].kind == ILLUMINATI:
        message = f"{terms.pack.names[event.value]} is an Illuminati card and cannot be dropped"
        yield Fault("drop", message, state.turn, at=event.at, bars=True)


def apply_drop(terms: Terms, state: State, event: Event) -> None:
    """Drops a group and all that is under it."""
    structure.free(state, structure.below(terms, state, event.value))
    state.acted = True
    turns.after_loss(terms, state)


# -- gifts -------------------------------------------------------------------------------------------------------------


def check_give(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Everything against a gift, a sale or a trade."""
    giver = specials.actor(state, event)
    gift: Mapping[str, Any] = event.value
    taker = gift["to"]
    back: Mapping[str, Any] = gift.get("for", {})
    players = state.players
    if giver == taker:
        yield Fault("gifts", f"{players[giver]} gives something to himself", giver, at=("give", "to"), bars=True)
        return
    for seat in (giver, taker):
        if not state.alive[seat]:
            yield Fault("players", f"{players[seat]} is out of the game and trades no more", seat, at=("give", "to"), bars=True)
            return
    if state.attack is not None and state.attack.privileged:
        yield Fault("gifts", "nothing is given or traded during a privileged attack", giver, at=event.at)
    if state.passed and state.turn in (giver, taker) and terms.pass_forbids_all:
        message = f"{players[state.turn]} has passed and trades nothing this turn; end the turn"
        yield Fault("passing", message, state.turn, at=event.at, word=("turn", "pass", "forbids"))
    moved = 0
    for part, (one, other), at in ((gift, (giver, taker), ("give",)), (back, (taker, giver), ("give", "for"))):
        if not part:
            continue
        moved += part["group"] >= 0
        yield from _check_part(terms, state, part, one, other, at)
    if moved:
        yield from _check_groups(terms, state, giver, taker, moved, bool(back))
        if not terms.may_throw:
            yield from _thrown(terms, state, event, giver, taker)


def _check_part(
    terms: Terms, state: State, part: Mapping[str, Any], giver: int, taker: int, at: tuple[str, ...]
) -> Iterator[Fault]:
    """One direction of a trade: is it there to give, and does a group find its place?"""
    names, players = terms.pack.names, state.players
    top = state.illuminati[giver]
    if part["money"] > state.money[top]:
        message = f"{names[top]} has {state.money[top]} MB and cannot give {part['money']}"
        yield Fault("treasury", message, giver, at=(*at, "money"), bars=True)
    if part["specials"]:
        yield from battles.holding(terms, state, giver, part["specials"], (*at, "specials"))
    card = part["group"]
    if card < 0:
        return
    if state.attack is not None:
        yield Fault("gifts", "no group changes hands during an attack", giver, at=(*at, "group"))
    owned = list(_must_own(terms, state, giver, card, (*at, "group")))
    yield from owned
    if owned:
        return
    if part["onto"] is None:
        message = f"{players[taker]} must say where {names[card]} goes, as in `onto: {{{names[state.illuminati[taker]]}: top}}`"
        yield Fault("gifts", message, taker, at=(*at, "group"), bars=True)
        return
    master, side = part["onto"]
    frees = part["frees"]
    for place, old in enumerate(frees):
        yield from _must_own(terms, state, taker, old, (*at, "frees", place))
        if not terms.old_may_go:
            message = f"{names[old]} stays; a group that does not fit is lost, not one that was there"
            yield Fault("overlap", message, taker, at=(*at, "frees", place), word=("gifts", "overlaps"))
    owned = list(_must_own(terms, state, taker, master, (*at, "onto")))
    yield from owned
    gone = {state.cell[other] for old in frees for other in structure.below(terms, state, old)}
    if not owned and (
        side not in terms.pack.cards[master].outward
        or structure.beside(state, master, side) in state.grid[taker].keys() - gone
    ):
        yield battles.no_such_arrow(terms, state, master, side, card)._replace(at=(*at, "onto"), seat=taker)


def _check_groups(terms: Terms, state: State, giver: int, taker: int, moved: int, sold: bool) -> Iterator[Fault]:
    players, who = state.players, state.players[state.turn]
    if state.turn not in (giver, taker):
        message = f"a group changes hands in the turn of {players[giver]} or {players[taker]}; this is {who}'s"
        yield Fault("gifts", message, giver, at=("give",))
        return
    if state.phase != "act":
        yield Fault("order", f"{who} has not drawn yet; a group changes hands as an action", giver, at=("give",))
    if terms.groups_given == "own_turn_or_sale" and state.turn != giver and not sold:
        message = f"{players[giver]} may only sell a group in {who}'s turn; say for what with `for:`"
        yield Fault("gifts", message, giver, at=("give",), word=("gifts", "groups"))
    yield from battles.no_action(terms, state, "give")
    if state.actions < terms.actions < state.actions + moved:
        message = f"{counted(moved, 'groups')} cost {counted(moved, 'actions')}; {who} has {terms.actions - state.actions} left"
        yield Fault("actions", message, state.turn, at=("give",))


def _thrown(terms: Terms, state: State, event: Event, giver: int, taker: int) -> Iterator[Fault]:
    """Whether a gift makes its taker, and not its giver, meet a goal."""
    if goals.meets(terms, state, taker):
        return
    after = state.copy()
    try:
        apply_give(terms, after, event)
    except (KeyError, IndexError, ValueError):
        return
    if goals.meets(terms, after, taker) and not goals.meets(terms, after, giver):
        message = f"{state.players[giver]} would give {state.players[taker]} the victory"
        yield Fault("throwing", message, giver, at=event.at, word=("gifts", "throwing"))


def apply_give(terms: Terms, state: State, event: Event) -> None:
    """Gives, sells or trades."""
    giver = specials.actor(state, event)
    gift = event.value
    taker, back = gift["to"], gift.get("for")
    for part, one, other in ((gift, giver, taker), (back, taker, giver)):
        if not part:
            continue
        state.money[state.illuminati[one]] -= part["money"]
        state.money[state.illuminati[other]] += part["money"]
        for card in part["specials"]:
            _hand_over(state, one, other, card)
        if part["group"] >= 0:
            state.actions += 1
            _hand_on(terms, state, part, other)
    if state.turn in (giver, taker) and state.phase == "act":
        state.acted = True
    if gift["group"] >= 0 or (back and back["group"] >= 0):
        turns.after_loss(terms, state)


def _hand_over(state: State, giver: int, taker: int, card: int) -> None:
    if card >= 0 and card in state.specials[giver]:
        state.specials[giver].remove(card)
        state.specials[taker].append(card)
        return
    state.hidden[giver] -= 1
    if card < 0:
        state.hidden[taker] += 1
    else:
        state.left[card] -= 1
        state.specials[taker].append(card)


def _hand_on(terms: Terms, state: State, part: Mapping[str, Any], taker: int) -> None:
    for old in part["frees"]:
        structure.free(state, structure.below(terms, state, old))
    card = part["group"]
    master, side = part["onto"]
    plan = structure.plan(terms, state, taker, card, master, side, part["places"])
    _relay(terms, state, taker, card, plan)


# -- powers of cards ---------------------------------------------------------------------------------------------------


def check_align(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a group's alignment may be changed for this turn."""
    card, way, alignment = event.value
    seat, names, pack = state.turn, terms.pack.names, terms.pack
    yield from _not_after_passing(terms, state, "changes no alignment", "align")
    able = list(members(state.holds[seat] & pack.masks.get("realign", 0)))
    if not able:
        others = " or ".join(names[other] for other in members(pack.masks.get("realign", 0)))
        yield Fault("powers", f"{state.players[seat]} does not control {others or 'a card that does this'}", seat, at=event.at)
    elif terms.realignments is not None and state.realigned >= terms.realignments * len(able):
        message = f"{names[able[0]]} has changed an alignment this turn already"
        yield Fault("powers", message, seat, at=event.at, word=("turn", "realignments"))
    elif able == [card]:
        yield Fault("powers", f"{names[card]} changes the alignment of other groups, not its own", seat, at=event.at)
    if not structure.in_play(state, card):
        yield Fault("powers", f"{names[card]} is not in play; {turns.where(terms, state, card)}", seat, at=event.at)
    current = state.aligned.get(card, pack.cards[card].alignments)
    has, name = bool(current >> alignment & 1), pack.alignments[alignment]
    if way == "add" and has:
        yield Fault("powers", f"{names[card]} is {name} already", seat, at=event.at)
    elif way != "add" and not has:
        yield Fault("powers", f"{names[card]} is not {name}", seat, at=event.at)
    elif way == "reverse" and pack.opposite[alignment] in (0, 1 << alignment):
        yield Fault("powers", f"{name} has no opposite to be reversed to", seat, at=event.at)


def apply_align(terms: Terms, state: State, event: Event) -> None:
    """Changes an alignment for this turn."""
    card, way, alignment = event.value
    current = state.aligned.get(card, terms.pack.cards[card].alignments)
    if way == "add":
        current |= 1 << alignment
    else:
        current &= ~(1 << alignment)
    if way == "reverse":
        current |= terms.pack.opposite[alignment]
    state.aligned[card] = current
    state.realigned += 1
    state.acted = True


def check_buy(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a card may be bought out of the deck."""
    seat, names = state.turn, terms.pack.names
    yield from _not_after_passing(terms, state, "buys no card", "buy")
    seller = _seller(terms, state)
    if seller is None:
        others = " or ".join(names[card] for card in members(terms.pack.masks.get("buys_card", 0)))
        yield Fault("powers", f"{state.players[seat]} does not control {others or 'a card that does this'}", seat, at=event.at)
        return
    price = terms.pack.cards[seller].does["buys_card"]
    if terms.purchases is not None and state.purchases >= terms.purchases:
        message = f"{names[seller]} has bought a card this turn already"
        yield Fault("powers", message, seat, at=event.at, word=("turn", "purchases"))
    if state.money[seller] < price:
        message = f"a card costs {price} MB; {names[seller]} has {state.money[seller]} of its own"
        yield Fault("treasury", message, seat, at=event.at, bars=True)
    yield from turns.check_draw(terms, state, event)


def _seller(terms: Terms, state: State) -> int | None:
    able = members(state.holds[state.turn] & terms.pack.masks.get("buys_card", 0))
    return max(able, key=lambda card: state.money[card], default=None)


def apply_buy(terms: Terms, state: State, event: Event) -> None:
    """Buys a card."""
    seller = _seller(terms, state)
    assert seller is not None
    turns.pay(state, seller, -terms.pack.cards[seller].does["buys_card"])
    turns.take_from_deck(terms, state, event.value, state.turn)
    state.purchases += 1
    state.acted = True


def check_reveal(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player has a secret goal, and this can be it."""
    seat = specials.actor(state, event)
    own = state.illuminati[seat]
    who, names = state.players[seat], terms.pack.names
    if not (terms.any_goal or "chosen" in terms.pack.cards[own].goal):
        yield Fault("goal", f"{who}'s goal is that of {names[own]}, for all to see", seat, at=event.at)
    elif state.goals[seat] not in (-1, event.value):
        message = f"{who} wrote down the goal of {names[state.goals[seat]]}, not that of {names[event.value]}"
        yield Fault("goal", message, seat, at=event.at)
    elif "chosen" in terms.pack.cards[event.value].goal:
        yield Fault("goal", f"{names[event.value]} has no goal of its own that could be written down", seat, at=event.at)


def apply_reveal(terms: Terms, state: State, event: Event) -> None:
    """Shows a secret goal."""
    state.goals[specials.actor(state, event)] = event.value


def check_accuse(terms: Terms, state: State, event: Event) -> Iterator[Fault]:
    """Whether a player may be accused of being some Illuminati."""
    accused, _ = event.value
    seat = state.turn
    if not terms.hidden:
        yield Fault("accuse", "the Illuminati lie open; nobody is accused", seat, at=event.at, word=("hidden", "illuminati"))
        return
    yield from battles.no_action(terms, state, "accuse")
    if accused == seat or not state.alive[accused] or state.shown[accused]:
        why = "is accusing" if accused == seat else "is out of the game" if not state.alive[accused] else "is known"
        yield Fault("accuse", f"{state.players[accused]} {why}; accuse somebody whose Illuminati lies hidden", seat, at=event.at)


def apply_accuse(terms: Terms, state: State, event: Event) -> None:
    """Accuses: an action, and when it is right the card is turned up."""
    accused, card = event.value
    state.actions += 1
    state.acted = True
    if state.illuminati[accused] == card:
        state.shown[accused] = True


