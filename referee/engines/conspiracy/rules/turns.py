"""The course of a turn: income, drawing, passing, its end, rolling for the next; players who are out; who wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.core.cards import members
from referee.core.data import Said
from referee.core.events import Event, Finding, number_of
from referee.core.merging import at as value_at
from referee.core.places import Pointer
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, GROUP, ConspiracyRules
from referee.engines.conspiracy.rules import goals, means, structure
from referee.engines.conspiracy.state import UNCONTROLLED, UNKNOWN, ByCard, ConspiracyState, Turn


def _as_turn(state: ConspiracyState) -> Turn:
    """Return the turn that ends with the coming event."""
    state.close()
    return Turn(state.number, state.turn, tuple(state.holds), tuple(state.money), state.clock + 1)


def draws_first(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Return whether the player whose turn it is may draw before collecting income, and has cards to draw."""
    return state.phase == table.INCOME and rules.turn.draw == "either" and state.draws > 0


def begin(rules: ConspiracyRules, state: ConspiracyState) -> None:
    """Begin the turn of the player `state.turn`: everything that lasts a turn starts anew."""
    state.number += 1
    state.begin_round(rules)
    state.attack = None
    state.draws = min(to_draw(rules, state), state.deck)
    if rules.turn.draw == "before_income" and state.draws:
        state.phase = table.DRAW
    else:
        state.phase = table.INCOME


def go_on(rules: ConspiracyRules, state: ConspiracyState, phase: str) -> None:
    """Go to the next phase after income or drawing, the `phase` just finished; the rules say which of the two comes
    first."""
    state.begun = True
    draws_first = rules.turn.draw == "before_income"
    if phase == table.INCOME and not draws_first and state.draws:
        state.phase = table.DRAW
    elif phase == table.DRAW and draws_first:
        state.phase = table.INCOME
    else:
        state.phase = table.ACT


# -- income ------------------------------------------------------------------------------------------------------------


def due(rules: ConspiracyRules, state: ConspiracyState, seat: int, times: int = 0) -> dict[int, int]:
    """The amount that each card of a player collects from the bank at an income, without cards that collect nothing.
    `times` is the factor of incomes; 0 stands for that of this turn."""
    if not times:
        times = state.multiplied
    top = state.illuminati[seat]
    each = {card: rules.pack.cards[card].income * times for card in members(state.holds[seat])}
    if top in each and rules.bonus_income:
        more = rules.bonus_income
        if times != 1 and rules.more_income.multiplied:
            more *= times
        each[top] += more
    return {card: amount for card, amount in each.items() if amount}


def tax_due(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> dict[int, tuple[int, int]]:
    """The least and the most that each other player owes to the owner of groups that tax; empty if there are none. The
    two differ where the log leaves open whether somebody has enough money."""
    taxing = members(state.holds[seat] & rules.pack.masks["tax"])
    rate = sum([rules.pack.cards[card].does["tax"] for card in taxing])
    owed: dict[int, tuple[int, int]] = {}
    if not rate:
        return owed
    for other in range(rules.players):
        if other == seat or not state.alive[other]:
            continue
        cards = list(members(state.holds[other]))
        if rules.tax.split:
            least, most = state.between(cards)
        else:
            least = max(map(state.least, cards), default=0)
            most = max(map(state.most, cards), default=0)
        owed[other] = (min(rate, least), min(rate, most))
    return owed


def may_pay(rules: ConspiracyRules, state: ConspiracyState, seat: int, card: int) -> list[int]:
    """The cards that may pay the upkeep of a group: its master, its Illuminati card and, if the rules allow, the group
    itself."""
    payers = [state.master[card]]
    if state.illuminati[seat] not in payers:
        payers.append(state.illuminati[seat])
    if rules.upkeep.own:
        payers.append(card)
    return payers


def _shares_collected(rules: ConspiracyRules, state: ConspiracyState, said: Said) -> dict[int, int]:
    """The amount that each card collects from the bank. If the log says that a player collected another sum than is
    due, the Illuminati card has the difference, as far as possible."""
    collected = due(rules, state, state.turn)
    missing = sum(collected.values()) - said.get("collects", sum(collected.values()))
    for card in (state.illuminati[state.turn], *collected):
        less = min(missing, collected.get(card, 0))
        if less:
            collected[card] = collected.get(card, 0) - less
            missing -= less
    return collected


def collect(rules: ConspiracyRules, state: ConspiracyState, said: Said) -> None:
    """Let the player whose turn it is collect from the bank, and tax from the others. `said` is the item of the log,
    which may name the treasuries that pay."""
    for card, amount in _shares_collected(rules, state, said).items():
        state.change(card, amount)
    taxing = list(members(state.holds[state.turn] & rules.pack.masks["tax"]))
    for payer, (least, most) in tax_due(rules, state, state.turn).items():
        paid = said.get("tax", {}).get(payer)
        if isinstance(paid, Mapping):
            for card, amount in paid.items():
                state.change(card, -amount)
            least = most = sum(paid.values())
        else:
            if paid is not None:
                treasuries = [paid]
            else:
                treasuries = _able_first(rules, state, payer, least)
            state.pay(treasuries, least)
            if least < most:
                for card in treasuries:
                    state.may_lose(card)
        rest = least
        for card in taxing:  # each has its share, and the last what is left
            if card == taxing[-1]:
                part = rest
            else:
                part = min(rest, rules.pack.cards[card].does["tax"])
            state.change(card, part)
            rest -= part
            if least < most:
                state.may_gain(card, most - least)


def _able_first(rules: ConspiracyRules, state: ConspiracyState, payer: int, wanted: int) -> list[int]:
    """The cards that may pay a tax for a player: those that surely can pay it all, then those that may help or may be
    able to."""
    able = []
    others = []
    for card in members(state.holds[payer]):
        if state.money[card] >= wanted:
            able.append(card)
        elif rules.tax.split or state.most(card) >= wanted:
            others.append(card)
    return able + others


def _pay_upkeep(rules: ConspiracyRules, state: ConspiracyState, said: Said) -> Iterator[int]:
    """Let a player pay for each group that costs money, with the cards that the log names. Yields the groups that
    nobody can pay for."""
    seat = state.turn
    named = said.get("upkeep", {})
    for card in members(state.holds[seat] & rules.pack.masks["upkeep"]):
        if state.place[card] != seat:
            continue
        payers = may_pay(rules, state, seat, card)
        if card in named:
            payers = [named[card]]
        if not _pay_for(rules, state, card, payers):
            yield card


def _pay_for(rules: ConspiracyRules, state: ConspiracyState, card: int, payers: list[int]) -> bool:
    """Let one of these cards pay the upkeep of a group. Returns False, and changes nothing, if none of them can, or if
    in this course none is supposed to be able to."""
    cost = rules.pack.cards[card].does["upkeep"]
    able = [payer for payer in payers if state.most(payer) >= cost]
    if not able:
        return False
    may_be_short = state.between(payers)[0] <= (cost - 1) * len(payers)  # with more, one of them has enough
    if may_be_short and state.supposed is not None and card in state.supposed:
        return False
    if may_be_short and rules.upkeep.unpaid != "lost":
        for payer in able:
            state.may_lose(payer)
        return True
    enough = [payer for payer in able if state.money[payer] >= cost]
    state.pay(enough + [payer for payer in able if payer not in enough], cost)
    return True


def may_be_lost(rules: ConspiracyRules, state: ConspiracyState, said: Said) -> list[int]:
    """The groups that may go unpaid at an income, and so be lost, where the log leaves open how much money there is."""
    if state.open_money is None or rules.upkeep.unpaid != "lost":
        return []
    costing = list(members(state.holds[state.turn] & rules.pack.masks["upkeep"]))
    unpaid = []
    # pay for all that can be paid, and then for none that may go unpaid: the groups that differ are open
    for supposed in (frozenset[int](), frozenset(costing)):
        after = state.copy()
        after.supposed = supposed
        collect(rules, after, said)
        unpaid.append(set(_pay_upkeep(rules, after, said)))
    return sorted((unpaid[1] - unpaid[0]) - set(said.get("upkeep", ())))


def check_income(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield everything wrong with an income: the sum collected, the treasuries that pay taxes, and the cards that pay
    upkeep."""
    seat = state.turn
    who = state.players[seat]
    said: Said = event.value
    collected = due(rules, state, seat)
    total = sum(collected.values())
    least = total
    most = total
    claimed = said.get("collects", total)
    if rules.hidden.illuminati and not state.shown[seat]:
        least = total - collected.get(state.illuminati[seat], 0)
        most = total + rules.hidden.overstate
    if not least <= claimed <= most:
        right = f"between {least} and {most} MB"
        if least == most:
            right = f"{total} MB{_probable_mistake(rules, state, seat, claimed, total)}"
        message = f"{who} collects {claimed} MB; the income of {who}'s cards is {right}"
        yield Finding("income", message, seat, at=("income", "collects"))
    faults = list(_check_tax(rules, state, seat, said.get("tax", {})))
    yield from faults
    if not faults and "upkeep" in said:
        yield from _check_upkeep(rules, state, said)


def _check_upkeep(rules: ConspiracyRules, state: ConspiracyState, said: Said) -> Iterator[Finding]:
    """Yield groups that cost nothing, and cards that may not or cannot pay for a group."""
    seat = state.turn
    names = rules.pack.names
    after = state.copy()
    collect(rules, after, said)
    unpaid = set(_pay_upkeep(rules, after, said))
    for card, payer in said["upkeep"].items():
        able = may_pay(rules, state, seat, card)
        if not state.holds[seat] & rules.pack.masks["upkeep"] & 1 << card:
            message = f"{names[card]} costs {state.players[seat]} nothing"
        elif payer not in able:
            right = " or ".join([names[other] for other in able])
            message = f"{names[payer]} does not pay for {names[card]}; {right} does"
        elif card in unpaid:
            message = f"{names[payer]} does not have enough money to pay for {names[card]}"
        else:
            continue
        yield Finding("upkeep", message, seat, at=("income", "upkeep", said["upkeep"].written[card]))


def _probable_mistake(rules: ConspiracyRules, state: ConspiracyState, seat: int, claimed: int, total: int) -> str:
    """The likely reason for a wrong sum of income, and the right way to write it, as the end of a sentence; empty if
    none is found."""
    for explain in (_tax_or_upkeep_mistake, _multiple_mistake, _special_money_mistake, _variant_mistake):
        explained = explain(rules, state, seat, claimed, total)
        if explained:
            return explained
    return ""


def _tax_or_upkeep_mistake(rules: ConspiracyRules, state: ConspiracyState, seat: int, claimed: int, total: int) -> str:
    """The explanation that the sum includes the tax, or has the upkeep taken off; empty if that does not explain it."""
    pack = rules.pack
    apart = []
    tax = sum([most for _, most in tax_due(rules, state, seat).values()])
    if tax:
        apart.append((tax, f"the tax of {tax} MB"))
    costing = list(members(state.holds[seat] & pack.masks["upkeep"]))
    cost = sum([pack.cards[card].does["upkeep"] for card in costing])
    if cost:
        names = " and ".join([pack.names[card] for card in costing])
        apart.append((-cost, f"the upkeep of {cost} MB for {names}"))
    for among in (apart[:1], apart[1:], apart):
        if among and claimed == total + sum([amount for amount, _ in among]):
            does = "are"
            if len(among) == 1:
                does = "is"
            what = " and ".join([what for _, what in among])
            return f"; {what} {does} counted separately: write `income: {total}`"
    return ""


def _multiple_mistake(rules: ConspiracyRules, state: ConspiracyState, seat: int, claimed: int, total: int) -> str:
    """The explanation that a Special that multiplies incomes was not written, or not counted; empty if that does not
    explain it."""
    if state.multiplied != 1:
        if claimed == sum(due(rules, state, seat, 1).values()):
            return f", {state.multiplied} times what is printed on them, because of the Special played"
        return ""
    for card in members(rules.pack.masks["multiply_income"]):
        times = rules.pack.cards[card].does["multiply_income"]
        if claimed == sum(due(rules, state, seat, times).values()):
            return f"; that times {times} needs `special: {rules.pack.names[card]}` before it"
    return ""


def _special_money_mistake(rules: ConspiracyRules, state: ConspiracyState, seat: int, claimed: int, total: int) -> str:
    """The explanation that the sum includes the money that a Special brings; empty if that does not explain it."""
    for card in members(rules.pack.masks["money"]):
        brought = rules.pack.cards[card].does["money"]
        name = rules.pack.names[card]
        if claimed == total + brought:
            return f"; the {brought} MB of {name} are counted separately: write `special: {name}` and `income: {total}`"
    return ""


def _variant_mistake(rules: ConspiracyRules, state: ConspiracyState, seat: int, claimed: int, total: int) -> str:
    """The explanation that the sum has the extra income of a variant that is not played; empty if that does not explain
    it."""
    for name, variant in rules.ruleset.get("variants", default={}).items():
        extra = value_at(variant, ("patch", "bonus_income", str(rules.players)))
        if extra and extra != rules.bonus_income and claimed - total == extra - rules.bonus_income:
            top = rules.pack.names[state.illuminati[seat]]
            return f"; {top} collects {extra} MB more only by the variant {name}: write `variants: [{name}]`"
    return ""


def _check_tax(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, said: Mapping[int, int | ByCard[int]]
) -> Iterator[Finding]:
    """Yield players who owe no tax, treasuries that cannot pay it, and sums that are not due. `said` is, by player, the
    card that pays or the amounts by card."""
    players = state.players
    owed = tax_due(rules, state, seat)
    if said and not state.holds[seat] & rules.pack.masks["tax"]:
        yield Finding("tax", f"{players[seat]} has no group that takes a tax", seat, at=("income", "tax"))
        return
    trial = means.trial(state)
    for payer, paid in said.items():
        if payer in owed:
            yield from _check_tax_of(rules, state, payer, paid, owed[payer], trial)
        else:
            message = f"{players[payer]} owes no tax to {players[seat]}"
            yield Finding("tax", message, payer, at=("income", "tax", players[payer]))


def _check_tax_of(
    rules: ConspiracyRules,
    state: ConspiracyState,
    payer: int,
    paid: int | ByCard[int],
    owed: tuple[int, int],
    trial: ConspiracyState | None,
) -> Iterator[Finding]:
    """Yield everything wrong with the tax of one player. `paid` is the card that pays all, or amounts by card; `owed`
    is the least and the most due; in `trial`, if there is one, the money is taken off at once."""
    who = state.players[payer]
    at = ("income", "tax", who)
    least, wanted = owed
    amounts: Mapping[int, int]
    if isinstance(paid, int):
        amounts = {paid: least}
    else:
        amounts = paid
    for card, amount in amounts.items():
        there: Pointer = at
        if not isinstance(paid, int):
            there = at + (paid.written[card],)
        if state.place[card] != payer:
            message = f"{rules.pack.names[card]} is not {who}'s and cannot pay the tax of {who}"
            yield Finding("tax", message, payer, at=there, bars=True)
        else:
            yield from means.must_have(rules, state, card, amount, "pay a tax of", payer, there, trial=trial)
    if len(amounts) > 1 and not rules.tax.split:
        message = f"{who} pays the tax out of {len(amounts)} treasuries; it must come out of one"
        yield Finding("tax", message, payer, at=at, word=("tax", "split"))
        return
    less = wanted - sum(amounts.values())
    if 0 <= less <= wanted - least or _may_forgo(rules, less, wanted):
        return
    word: Pointer = ()
    if less > 0:
        word = ("tax", "forgone")
    message = f"{who} pays a tax of {sum(amounts.values())} MB; {wanted} MB are due"
    yield Finding("tax", message, payer, at=at, word=word)


def _may_forgo(rules: ConspiracyRules, less: int, wanted: int) -> bool:
    """Return whether whoever takes a tax may agree to so much less than is due."""
    if rules.tax.forgone == "part":
        return less > 0
    return less == wanted and rules.tax.forgone == "whole"


def apply_income(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Collect income from the bank and tax from the others, and pay upkeep; groups that nobody can pay for may be
    lost."""
    seat = state.turn
    said: Said = event.value
    if not state.shown[seat]:
        most = sum(due(rules, state, seat).values()) + rules.hidden.overstate
        if said.get("collects", 0) > most:
            state.cheated[seat] = True
    collect(rules, state, said)
    unpaid = list(_pay_upkeep(rules, state, said))
    state.supposed = None
    for card in unpaid:
        if rules.upkeep.unpaid == "lost" and state.place[card] == seat:
            structure.free(state, structure.below(rules, state, card), rules.uncontrolled.dropped_money, seat)
            after_loss(rules, state)
    if state.alive[seat]:
        go_on(rules, state, table.INCOME)


# -- drawing -----------------------------------------------------------------------------------------------------------


def check_draw(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why this card cannot come out of the deck, or why the player may not stop drawing yet (NOTHING)."""
    card = event.value
    if card == table.NOTHING:
        left = must_draw(rules, state)
        if left > 0:
            message = f"{state.players[state.turn]} draws nothing, but must draw {number_of(left, 'cards')}"
            yield Finding("draw", message, state.turn)
    elif not state.deck:
        yield Finding("draw", "the deck is empty; there is nothing to draw", state.turn, bars=True)
    elif card != UNKNOWN and not state.left[card]:
        message = f"{rules.pack.names[card]} is drawn, but {structure.where(rules, state, card)}"
        yield Finding("cards", message, state.turn, bars=True)
    elif (card == UNKNOWN or card in rules.pack.specials) and not means.undrawn(rules, state):
        yield Finding("cards", "a Special is drawn, but none is left in the deck", state.turn, bars=True)


def to_draw(rules: ConspiracyRules, state: ConspiracyState, *, openly: bool = False) -> int:
    """How many cards the player whose turn it is may draw in all; `openly`, without the ability of a hidden Illuminati
    card."""
    drawing = state.holds[state.turn] & rules.pack.masks["draws"]
    if openly and not state.shown[state.turn]:
        drawing &= ~(1 << state.illuminati[state.turn])
    count: int = max((rules.pack.cards[card].does["draws"] for card in members(drawing)), default=rules.turn.draws)
    return count


def must_draw(rules: ConspiracyRules, state: ConspiracyState) -> int:
    """Return how many of the cards left to draw must be drawn; the ability of a hidden Illuminati card need not be used."""
    return state.draws - to_draw(rules, state) + to_draw(rules, state, openly=True)


def take_from_deck(rules: ConspiracyRules, state: ConspiracyState, card: int, keeper: int | None) -> None:
    """Take a card out of the deck: a group goes to the table, a Special to the hand of its keeper, a seat, or out of
    the game without one."""
    state.deck -= 1
    if card == UNKNOWN:
        if keeper is not None:
            means.take_unseen(state, keeper)
        return
    state.left[card] -= 1
    if rules.pack.cards[card].kind == GROUP:
        state.place[card] = UNCONTROLLED
    elif keeper is not None:
        state.specials[keeper].append(card)


def apply_draw(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Draw a card, or stop drawing (NOTHING); after the last card the turn goes on."""
    state.begun = True
    if event.value == table.NOTHING:
        state.draws = 0
    else:
        take_from_deck(rules, state, event.value, state.turn)
        state.draws = min(state.draws - 1, state.deck)
    if not state.draws and state.phase == table.DRAW:
        go_on(rules, state, table.DRAW)


# -- passing and ending ------------------------------------------------------------------------------------------------


def check_pass(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield why a player may no longer pass."""
    who = state.players[state.turn]
    if state.passed:
        yield Finding("passing", f"{who} has already passed; end the turn", state.turn)
    elif state.actions:
        message = f"{who} has taken {number_of(state.actions, 'actions')} and cannot pass; end the turn"
        yield Finding("passing", message, state.turn)
    elif state.acted and rules.passing.forbids == "everything":
        message = f"{who} has already taken a free action and cannot pass; end the turn"
        yield Finding("passing", message, state.turn, word=("turn", "pass", "forbids"))


def apply_pass(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Take the money instead of actions."""
    state.passed = True
    state.change(state.illuminati[state.turn], rules.passing.money)


def check_end(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield that a player wins at the end of the turn by a gift of somebody who does not win as well."""
    for one, other in state.thrown:
        if goals.meets(rules, state, other) and not goals.meets(rules, state, one):
            message = f"{state.players[other]} wins by what {state.players[one]} gave this turn"
            yield Finding("throwing", message, one, word=("gifts", "throwing_when"))


def apply_end(rules: ConspiracyRules, state: ConspiracyState, event: Event | None) -> None:
    """End the turn, or turn up cards first if there are too few uncontrolled groups and nobody has won. The turn of a
    player who is out does not count as played."""
    if too_few_uncontrolled(rules, state) and not _is_won(rules, state):
        state.phase = table.REFILL
    else:
        finish(rules, state, played=state.alive[state.turn])


def too_few_uncontrolled(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Return whether cards must be turned up at the end of a turn."""
    least: int = rules.uncontrolled.least
    return state.deck > 0 and state.place.count(UNCONTROLLED) < least


def _is_won(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Return whether a goal ends the game at the end of this turn, whatever is still to be turned up."""
    if rules.goals.checked != "at_once" or not any(goals.meets(rules, state, seat) for seat in range(rules.players)):
        return False
    after = state.copy()
    finish(rules, after, played=after.alive[after.turn])
    return after.phase == table.OVER


def may_still_refill(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Whether the game was won at the end of a turn before cards were turned up, so that the log may still write
    them."""
    ended = state.phase == table.OVER and bool(state.history) and just_ended(rules, state)
    return ended and rules.goals.checked == "at_once" and too_few_uncontrolled(rules, state)


def apply_refill(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Turn up a card at the end of a turn: a group stays, a Special is out."""
    take_from_deck(rules, state, event.value, None)
    if state.phase == table.REFILL:
        apply_end(rules, state, event)


def finish(rules: ConspiracyRules, state: ConspiracyState, *, played: bool) -> None:
    """End a turn: eliminate players, find the winners, and pass the turn on. A turn that was not `played` is not
    counted for its player."""
    state.turns[state.turn] += played
    eliminate(rules, state, ends=True)
    state.history.append(_as_turn(state))
    stage = state.stage
    _step(rules, state)
    # in rounds of staggered turns, goals are looked at only when a round is over
    looked_at = rules.turn.sequence != "staggered" or state.stage <= stage or sum(state.alive) <= 1
    won = None
    if state.phase != table.OVER and looked_at:
        won = goals.winners(rules, state)
    if won is not None:
        win(state, won)
    state.aligned = {}
    if state.phase != table.OVER and rules.turn.sequence in ("random", "bidding"):
        state.phase = table.ROLLS
    elif state.phase != table.OVER:
        begin(rules, state)


def close(rules: ConspiracyRules, state: ConspiracyState) -> None:
    """Finish a turn whose last cards were not turned up, as somebody has won."""
    if state.phase == table.REFILL:
        finish(rules, state, played=state.alive[state.turn])


def win(state: ConspiracyState, won: Iterable[int]) -> None:
    """End the game with these winners."""
    state.phase = table.OVER
    state.winners = sorted(won)


def just_ended(rules: ConspiracyRules, state: ConspiracyState) -> bool:
    """Whether nothing has changed since the end of a turn (or of a round, in staggered rounds), when goals are
    checked."""
    if state.phase == table.REFILL and rules.goals.checked == "at_once":
        state = state.copy()
        close(rules, state)
    between_turns = state.phase in (table.ROLLS, table.OVER)
    if state.phase in (table.INCOME, table.DRAW) and not state.begun:
        between_turns = True
    if not between_turns or not state.history:
        return False
    ended = state.history[-1]
    if ended.holds != tuple(state.holds):
        return False
    if state.money_moved > ended.event and ended.money != tuple(state.money):
        return False
    return rules.turn.sequence != "staggered" or not state.stage


def _step(rules: ConspiracyRules, state: ConspiracyState) -> None:
    """Pass the turn to the next player who is still in the game. In staggered rounds, each round begins with the player
    after the one who began the last."""
    step = 1
    if not rules.clockwise:
        step = -1
    if rules.turn.sequence == "fixed":
        state.turn = _next_alive(state, state.turn, step)
    while rules.turn.sequence == "staggered" and any(state.alive):
        state.stage += 1
        if state.stage == rules.players:
            if rules.turn.dead_seats == "kept":
                state.first = (state.first + step) % rules.players
            else:
                state.first = _next_alive(state, state.first, step)
            state.stage = 0
        seat = (state.first + step * state.stage) % rules.players
        if state.alive[seat]:
            state.turn = seat
            return


def _next_alive(state: ConspiracyState, seat: int, step: int) -> int:
    """The seat of the next player in the game, going round in steps of 1 or -1; the seat itself if nobody else is."""
    players = len(state.alive)
    for distance in range(1, players + 1):
        other = (seat + step * distance) % players
        if state.alive[other]:
            return other
    return seat


def check_rolls(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> Iterator[Finding]:
    """Yield what is wrong with rolling for the next turn: somebody is missing, bids too much, or several are
    highest."""
    rolled: Mapping[int, tuple[int, int]] = event.value  # with their bids
    wanted = {seat for seat in range(rules.players) if state.alive[seat]}
    if rolled.keys() != wanted:
        names = ", ".join([state.players[seat] for seat in sorted(wanted)])
        yield Finding("sequence", f"everybody who is in the game rolls for the next turn: {names}", bars=True)
        return
    for seat, (roll, bid) in rolled.items():
        yield from _check_roll(rules, state, seat, roll, bid, event.at + (state.players[seat],))
    first = _highest(state, rolled)
    if len(first) > 1:
        names = " and ".join([state.players[seat] for seat in first])
        how = "rolled the same; roll again"
        if any(bid for _, bid in rolled.values()):
            how = "are tied with their bids; one of them must bid more"
        yield Finding("sequence", f"{names} {how}", bars=True)


def _check_roll(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, roll: int, bid: int, at: Pointer
) -> Iterator[Finding]:
    """Yield an impossible roll of a player, and a bid that is not allowed or not covered by the Illuminati card's
    money."""
    who = state.players[seat]
    top = state.illuminati[seat]
    if not 2 <= roll <= 12:
        message = f"{who} rolled {roll}; two dice show 2 to 12"
        yield Finding("roll", message, seat, at=at + ("roll",), bars=True)
    if bid and rules.turn.sequence != "bidding":
        message = f"{who} bids {bid} MB; in this game the dice alone decide who plays next"
        yield Finding("sequence", message, seat, at=at + ("bid",), word=("turn", "sequence"))
    elif bid > state.most(top):
        message = f"{rules.pack.names[top]} has {means.there_are(state, top)} MB; {who} cannot bid {bid}"
        yield Finding("treasury", message, seat, at=at + ("bid",))


def _highest(state: ConspiracyState, rolled: Mapping[int, tuple[int, int]]) -> list[int]:
    """The seats with the highest sum of roll and bid. Nobody may play three times in a row, so the player who has had
    two turns does not count."""
    if state.running >= 2 and len(rolled) > 1:
        barred = state.turn
    else:
        barred = ABSENT
    return goals.best({seat: sum(both) for seat, both in rolled.items() if seat != barred})


def apply_rolls(rules: ConspiracyRules, state: ConspiracyState, event: Event) -> None:
    """Let the highest player pay the bid and have the next turn; where the rules say so, the others pay their bids,
    too."""
    first = _highest(state, event.value)[0]
    for seat, (_, bid) in event.value.items():
        if bid and (seat == first or rules.turn.lost_bids == "paid"):
            state.change(state.illuminati[seat], -bid)
    if first == state.turn:
        state.running = state.running + 1
    else:
        state.running = 1
    state.turn = first
    begin(rules, state)


# -- out of the game ---------------------------------------------------------------------------------------------------


def eliminate(rules: ConspiracyRules, state: ConspiracyState, by: int = ABSENT, *, ends: bool = False) -> None:
    """Take everybody out of the game who has no group left, once they have had their turns of grace; `by` is the seat
    that took somebody's last group.

    A player who has met a goal is not eliminated. When a turn `ends` any goal counts, at other times only the goal to
    destroy groups.
    """
    for seat in range(rules.players):
        if not state.alive[seat] or state.turns[seat] < rules.elimination.after_turns or goals.groups(state, seat) > 1:
            continue
        own = state.goals[seat]
        destroys = own != ABSENT and "destroyed" in rules.pack.cards[own].goal
        if (ends or destroys) and goals.meets(rules, state, seat):
            continue
        if by not in (ABSENT, seat):
            state.kills[by] += 1
        put_out(rules, state, seat)


def put_out(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> None:
    """Take a player out of the game: the groups become uncontrolled, the money goes to the bank, the Specials out of
    the game or back into the deck."""
    top = state.illuminati[seat]
    structure.free(state, structure.below(rules, state, top))
    state.place[top] = table.OUT
    state.alive[seat] = False
    state.turns[seat] = 0
    if rules.elimination.specials == "discarded":
        state.unnamed = state.unnamed.lose(seat)
    else:
        hand = state.specials[seat]
        state.unnamed, mixed = state.unnamed.forget(seat)  # `mixed` are cards that may have been in this hand
        for card in hand:
            state.left[card] += 1
        for card in mixed:
            state.left[card] += 1
        state.deck += len(hand) + state.hidden[seat]
    state.specials[seat] = []
    state.hidden[seat] = 0


def after_loss(rules: ConspiracyRules, state: ConspiracyState, by: int = ABSENT) -> None:
    """Eliminate players after groups were lost; `by` is the seat that took them. If one player is left, the game may be
    over; if the player whose turn it is is out, the turn is."""
    eliminate(rules, state, by)
    if sum(state.alive) <= 1 and rules.elimination.last_player_wins:
        state.history.append(_as_turn(state))
        win(state, [seat for seat in range(rules.players) if state.alive[seat]])
        state.attack = None
    elif not state.alive[state.turn] and state.phase not in (table.ROLLS, table.OVER):
        state.attack = None
        apply_end(rules, state, None)
