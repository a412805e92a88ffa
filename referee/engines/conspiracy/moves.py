"""Moves that may come next: attacks with their numbers, everything else with its range; and something legal at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from itertools import accumulate, islice, product
from typing import TYPE_CHECKING, Any

from referee.core.cards import members
from referee.core.events import Event, Finding, number_of
from referee.core.family import Candidate, Draw, Option, Options, Rows, draw_item
from referee.core.unseen.courses import alone
from referee.core.wording import in_list
from referee.engines.conspiracy import state as table
from referee.engines.conspiracy.compiled import ABSENT, KINDS, SIDES, ConspiracyRules
from referee.engines.conspiracy.rules import arrows, attacks, battles, means, specials, structure, turns
from referee.engines.conspiracy.state import Battle, ConspiracyState

if TYPE_CHECKING:
    from referee.engines.conspiracy.game import ConspiracyGame

Item = dict[str, Any]
HOPELESS = -4
"""An attack with a lower number is seldom tried in a random game."""
OFTEN = 6
"""Extra chances there of an attack of the usual kind, to one for each kind."""
OUTBIDS = 11
"""A bid for the next turn that outdoes every roll."""


def next_step(game: ConspiracyGame, state: ConspiracyState) -> str:
    """The next step, in words; empty when the game is over."""
    who = state.players[state.turn]
    battle = state.attack
    if state.phase == table.OVER:
        return ""
    if battle is not None:
        return f"{who}'s attack on {game.rules.pack.names[battle.target]} is under way: money, then the roll"
    if state.phase == table.ROLLS:
        return "everybody must roll for the next turn"
    if state.phase == table.REFILL and not state.alive[state.turn]:
        return "a card must be turned up for the uncontrolled groups"
    if state.draws == 1:
        draws = "draw a card"
    else:
        draws = f"draw {state.draws} cards"
    doing = {
        table.INCOME: f"collect income or {draws}" if turns.draws_first(game.rules, state) else "collect income",
        table.DRAW: draws,
        table.ACT: "act or end the turn",
        table.REFILL: "turn up a card for the uncontrolled groups",
    }
    return f"{who} must {doing[state.phase]}"


def options(game: ConspiracyGame, state: ConspiracyState) -> Options:
    """Return what may happen now in the course that the game is taken to have gone, each with what rules it out. Options that
    differ only in their ending become one."""
    rules = game.rules
    names = game.rules.pack.names
    state = alone(state)
    answered = specials.after_special(rules, state)
    settled = game.settle(state)
    listing = [Option(one.words, one.item) for one in _answers(game, state) if not game.faults_of(state, one.item)]
    doing = game.next_step(settled) or "the game is over"
    battle = answered.attack
    if battle is not None and battle.roll:
        roll = f"a roll of {battle.roll}"
        played = state.played
        if played is not None and state.attack is not None and "set_roll" in rules.pack.cards[played.card].does:
            roll = f"a roll of {state.attack.roll}, which {names[played.card]} makes {battle.roll}"
        outcome = "failure"
        if battles.outcome(rules, battle)[1]:
            outcome = "success"
        doing = f"{names[battle.target]} was attacked with {roll}: {outcome}; then {doing}"
    if settled.phase == table.OVER:
        return Options(None, doing, tuple(listing))
    alike: dict[tuple[str, str], tuple[Candidate, Finding | None, list[str]]] = {}
    for one in (one for _, candidates in _rows(game, settled) for one in candidates() if one.words):
        fault = next(iter(game.faults_of(settled, one.item)), None)
        alike.setdefault((one.words, fault.message if fault else ""), (one, fault, []))[2].append(one.ending)
    answers = {option.notation for option in listing}
    for (words, _), (one, fault, endings) in alike.items():
        notation = f"{words} {in_list(endings, 'or')}".rstrip()
        if notation not in answers:
            listing.append(Option(notation, one.item, fault, len(endings) > 1 or one.drawn is not None))
    nobody = settled.phase == table.ROLLS or not settled.alive[settled.turn]
    return Options(None if nobody else settled.players[settled.turn], doing, tuple(listing))


def draw_next(game: ConspiracyGame, state: ConspiracyState, draw: Draw) -> Mapping[str, Any] | None:
    """Return an item that may legally come next, with an arrow for a captured group; None after the end of the game."""
    state = alone(state)
    settled = game.settle(state)
    if settled is not state:
        answers = list(_answers(game, state))
        if any("capture" in one.item for one in answers) or draw(3):
            answer = draw_item(game, state, [(1, lambda: answers)], draw)
            if answer is not None:
                return answer
    if settled.phase == table.OVER:
        return None
    return draw_item(game, settled, _rows(game, settled), draw)


def _rows(game: ConspiracyGame, state: ConspiracyState) -> Rows:
    """Yield everything that may be tried now, legal or not, each kind with how often a random game tries it."""
    rules = game.rules
    phase = state.phase
    battle = state.attack
    if phase == table.INCOME:
        due = sum(turns.due(rules, state, state.turn).values())
        yield 0, lambda: [Candidate("income", {"income": {}})]
        yield 10, lambda: [Candidate("", {"income": due})]
        drawn = f"draw (any of {state.deck} cards)"
        if turns.draws_first(rules, state):
            yield 10, lambda: [_of_deck(rules, state, "draw", drawn)]
    elif phase in (table.DRAW, table.REFILL):
        verb = "draw" if phase == table.DRAW else "refill"
        yield 10, lambda: [_of_deck(rules, state, verb, f"{verb} (any of {state.deck} cards)")]
        if verb == "draw" and turns.must_draw(rules, state) <= 0:
            yield 1, lambda: [Candidate("draw nothing more", {"draw": "nothing"})]
    elif battle is not None:
        number = attacks.number(rules, battle)
        yield 5, partial(_spending, rules, state, battle)
        yield 1, partial(_meddling, state, battle)
        yield 3, partial(_against_privilege, rules, state, battle)
        dice = f"roll ({_less(rules, number)})"
        yield 12, lambda: [Candidate(dice, {"roll": 7}, lambda draw: {"roll": [1 + draw(6), 1 + draw(6)]})]
        yield 1, lambda: [Candidate("call it off", {"call_off": True})]
    elif phase == table.ACT:
        yield 0, partial(_attacks, game, state)
        able = state.actions < rules.turn.actions and not state.passed
        yield 2000 * able, lambda: [Candidate("", {}, partial(_attack, rules, state))]
        yield 20, partial(_transfers, rules, state)
        yield 10, partial(_moves, rules, state)
        buys = state.holds[state.turn] & rules.pack.masks["buys_card"] and state.deck
        yield 12, lambda: [_of_deck(rules, state, "buy", "buy a card")] if buys else []
        yield 8, partial(_accusations, rules, state)
        yield 10, partial(_freely, rules, state)
        yield 6, lambda: [Candidate("pass", {"pass": True})]
        yield 10, partial(_alignments, game, state)
        yield 80, lambda: [Candidate("end the turn", {"end": True})]
        yield 0, partial(_gifts_in_words, rules, state)
        yield 12, partial(_gifts, rules, state)
        if sum(state.alive) > 2:
            yield 1, lambda: [Candidate("leave the game", {"leave": True, "by": state.players[state.turn]})]
        if state.goals[state.turn] != ABSENT:
            yield 10, partial(_goal_shown, game, state)
    elif phase == table.ROLLS:
        alive = [who for who, alive in zip(state.players, state.alive, strict=True) if alive]
        rolled = {"rolls": dict(zip(alive, range(2, 13), strict=False))}
        yield 10, lambda: [Candidate("roll for the next turn", rolled, partial(_rolls, rules, state, alive))]
    yield 3 if phase != table.ACT else 30, partial(_specials, rules, state)


def _of_deck(rules: ConspiracyRules, state: ConspiracyState, verb: str, words: str) -> Candidate:
    """Return the candidate by which one of the cards left in the deck is drawn, turned up or bought."""
    names = rules.pack.names

    def card(draw: Draw) -> Item:
        place = draw(sum(state.left))
        return {verb: next(name for name, end in zip(names, accumulate(state.left), strict=True) if place < end)}

    return Candidate(words, {verb: next(name for name, left in zip(names, state.left, strict=True) if left)}, card)


def _spending(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    """Yield what the two sides of an attack may pay for or against it."""
    payers = {battle.attacker: battle.seat, state.illuminati[battle.seat]: battle.seat}
    if battle.owner != ABSENT:
        payers |= {battle.target: battle.owner, state.illuminati[battle.owner]: battle.owner}
    for card, seat in payers.items():
        side = "for" if seat == battle.seat else "against"
        name = rules.pack.names[card]
        yield from _payment(state, f"{state.players[seat]}: spend", "spend", name, card, f" {side} it from {name}")


def _meddling(state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    """Yield what players who are not part of an attack may pay for or against it."""
    for who, top, alive in zip(state.players, state.illuminati, state.alive, strict=True):
        if alive and state.place[top] not in (battle.seat, battle.owner):
            for verb in ("support", "oppose"):
                yield from _payment(state, f"{who}: {verb} it with", verb, who, top)


def _payment(
    state: ConspiracyState, words: str, verb: str, payer: str, card: int, after: str = ""
) -> Iterator[Candidate]:
    """Yield that some of the money on a card, if there is any, is paid; how much stands between the words and those after."""
    money = state.most(card)
    if money:
        item = {verb: {payer: 1}}
        yield Candidate(f"{words} {_up_to(money)}{after}", item, lambda draw: {verb: {payer: 1 + draw(money)}})


def _against_privilege(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    for seat, hand in enumerate(state.specials):
        needed = specials.needed_to_abolish(rules, battle, seat)
        cards = [*(rules.pack.names[card] for card in hand), *["special"] * state.hidden[seat]]
        if battle.privileged and 0 < needed <= len(cards):
            words = f"{state.players[seat]}: discard {number_of(needed, 'Specials')} against the privilege"
            yield Candidate(words, {"abolish": cards[:needed], "by": state.players[seat]})


def _attacks(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield every attack that only the rules of turns can forbid, with its number before aid and money."""
    rules = game.rules
    names = game.rules.pack.names
    campaign = _campaign(rules, state)
    if any(means.no_action(rules, state)):
        return
    for attacker, kind, target in product(members(state.holds[state.turn]), KINDS, rules.pack.groups):
        if not structure.in_play(state, target):
            continue
        announced = {kind: names[target], "with": names[attacker]}
        how = names[attacker]
        special = ABSENT
        if kind == "destroy" and campaign != ABSENT and rules.pack.cards[target].power <= 0:
            special = campaign
            announced["special"], how = names[campaign], f"{how} and {names[campaign]}"
        item = {"attack": announced}
        said = (kind, attacker, target, (), ABSENT, special, ABSENT, True)
        if any(True for _ in attacks.check_attack(rules, state, Event("attack", said, at=("attack",)))):
            continue
        number = attacks.number(rules, attacks.attack_of(rules, state, said))
        yield Candidate(f"{kind} {names[target]} with {how}: {_less(rules, number)}", item)


def _campaign(rules: ConspiracyRules, state: ConspiracyState) -> int:
    """Return the Special with which the player whose turn it is may destroy a group without Power; ABSENT without one."""
    needed = rules.pack.masks["destroy_powerless"]
    return next((card for card in state.specials[state.turn] if needed >> card & 1), ABSENT)


def _attack(rules: ConspiracyRules, state: ConspiracyState, draw: Draw) -> Item | None:
    """Return the most promising of a few attacks of one group, drawn with aid and privilege; seldom a hopeless one."""
    seat = state.turn
    cards = rules.pack.cards
    names = rules.pack.names
    top = state.illuminati[seat]
    own = list(members(state.holds[seat]))
    whisper = _campaign(rules, state)
    rested = [card for card in own if state.used.get(card, 0) < cards[card].does.get("takes_part", 1)]
    able = [card for card in rested if cards[card].power > 0]
    if not able:
        return None
    attacker = able[draw(len(able))]
    usual = "control"
    if "destroyed" in cards[top].goal:
        usual = "destroy"
    kinds = [*KINDS, *[usual] * OFTEN]
    kind = kinds[draw(len(kinds))]
    targets = []
    for card in rules.pack.groups:
        if structure.in_play(state, card) and card != attacker:
            targets.append(card)
    targets = [card for card in targets if kind == "destroy" or state.place[card] != seat]
    best = ABSENT
    wanted = -99
    special = ABSENT
    for target in (targets[draw(len(targets))] for _ in range(1 + draw(6) if targets else 0)):
        if kind == "destroy" and not cards[target].power:
            needed = whisper
        else:
            needed = ABSENT
        announced = (kind, attacker, target, (), ABSENT, needed, ABSENT, True)
        number = attacks.number(rules, attacks.attack_of(rules, state, announced))
        if number > wanted:
            best = target
            wanted = number
            special = needed
    if best == ABSENT or (wanted < HOPELESS and draw(4)):
        return None
    item: Item = {kind: names[best], "with": names[attacker]}
    aiding = []
    for card in own:
        if cards[card].transferable and card != attacker and not state.used.get(card, 0):
            aiding.append(card)
    if aiding and draw(2):
        aid = aiding[draw(len(aiding))]
    else:
        aid = ABSENT
    if aid != ABSENT:
        item |= {"aid": [names[aid]]}
    if special != ABSENT:
        item |= {"special": names[special]}
    if not state.shown[seat] and top in (attacker, aid):
        item["power"] = 1 + draw(max(cards[top].power if top == attacker else cards[top].transferable, 1))
    if not draw(5):
        paying = [names[top], *(names[card] for card in state.specials[seat] if card != special)]
        item["privilege"] = paying[draw(len(paying))]
    return {"attack": item}


def _up_to(money: int) -> str:
    """Return how much may be spent of some money: '1–5', '1'."""
    if money > 1:
        return f"1–{money}"
    return "1"


@lru_cache(maxsize=256)
def _less(rules: ConspiracyRules, number: int) -> str:
    ways = attacks.chance(rules, number)
    counts = attacks.highest(rules, number)
    if not ways:
        return f"{number}, hopeless"
    return f"{number}{f', so {counts}' if counts != number else ''} or less, {ways} in 36"


def _transfers(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    names = rules.pack.names
    own = list(members(state.holds[state.turn]))
    for card in own:
        near = [*structure.children(rules, state, card)]
        if state.master[card] != ABSENT:
            near.insert(0, state.master[card])
        if "sends_anywhere" in rules.pack.cards[card].does:
            near = [other for other in own if other != card]
        most = state.most(card)
        words = f"transfer {_up_to(most)} MB from {names[card]} to"
        if most:
            for other in near:
                for before, more in (("", {}), ("as an action, ", {"as": "action"})):
                    least = {"from": names[card], "to": names[other], "amount": 1, **more}

                    def some(draw: Draw, least: Item = least, most: int = most) -> Item:
                        return {"transfer": {**least, "amount": 1 + draw(most)}}

                    yield Candidate(before + words, {"transfer": least}, some, names[other])


def _moves(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield each group of the player whose turn it is dropped, and moved to a free arrow that does not hang from it."""
    names = rules.pack.names
    own = list(members(state.holds[state.turn]))
    for card in own[1:]:
        yield Candidate(f"drop {names[card]}", {"drop": names[card]})
        for where, onto, master in _free(rules, state, state.turn):
            if master not in structure.below(rules, state, card):
                moved = {"group": names[card], "onto": onto}
                yield Candidate(f"move {names[card]} to", {"move": moved}, ending=where)


def _free(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Iterator[tuple[str, Item, int]]:
    """Yield the free arrows of a structure: in words, as a log has them, and the card."""
    for master in members(state.holds[seat]):
        for side in arrows.free_arrows(rules, state, master):
            name = rules.pack.names[master]
            yield f"the {SIDES[side]} of {name}", {name: SIDES[side]}, master


def _accusations(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    if not rules.hidden.illuminati:
        return
    for seat, who in enumerate(state.players):
        if seat != state.turn and state.alive[seat] and not state.shown[seat]:
            for name in (rules.pack.names[card] for card in rules.pack.illuminati):
                item = {"accuse": {"player": who, "illuminati": name}}
                yield Candidate(f"accuse {who} of being", item, ending=name)


def _freely(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield that money, and then that groups are moved freely, if the player has a card for it."""
    masks = rules.pack.masks
    names = rules.pack.names
    seat = state.turn
    groups = list(members(state.holds[seat]))[1:]
    spots = [onto for _, onto, _ in _free(rules, state, seat)]

    def rearranged(draw: Draw) -> Item | None:
        able = groups and spots
        if not able:
            return None
        return {"rearrange": {names[groups[draw(len(groups))]]: spots[draw(len(spots))]}}

    def shared(draw: Draw) -> Item | None:
        treasuries = _new_treasuries(rules, state, seat, 0, draw)
        if not treasuries:
            return None
        return {"redistribute": treasuries}

    if state.holds[seat] & masks["redistribute"]:
        yield Candidate("move money freely", {"redistribute": {}}, shared)
    if state.holds[seat] & masks["rearrange"]:
        yield Candidate("rearrange the structure", {"rearrange": {}}, rearranged)


def _new_treasuries(rules: ConspiracyRules, state: ConspiracyState, seat: int, extra: int, draw: Draw) -> Item:
    """Return new treasuries for two of a player's cards; nothing if there are not two."""
    one, *others = members(state.holds[seat])
    if not others:
        return {}
    two = others[draw(len(others))]
    total = state.between((one, two))[0] + extra
    share = draw(total + 1)
    return {rules.pack.names[one]: share, rules.pack.names[two]: total - share}


def _alignments(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield one change of an alignment, if the player has a card for it: the first that is legal, or else the first."""
    rules = game.rules
    if not state.holds[state.turn] & rules.pack.masks["realign"]:
        return
    groups = [rules.pack.names[card] for card in rules.pack.groups if structure.in_play(state, card)]
    alignments = list(rules.pack.alignments)
    ways = ("add", "remove", "reverse")

    def change(draw: Draw) -> Item:
        return {"align": {"group": groups[draw(len(groups))], ways[draw(3)]: alignments[draw(len(alignments))]}}

    items = [{"align": {"group": group, "add": alignment}} for group, alignment in product(groups, alignments)]
    for item in items[:1]:
        legal = next((one for one in items if not game.faults_of(state, one)), item)
        yield Candidate("change an alignment", legal, change)


def _goal_shown(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield that the player whose turn it is reveals a goal, if it is still secret."""
    name = game.rules.pack.names[state.goals[state.turn]]
    if not game.faults_of(state, {"reveal": name}):
        yield Candidate(f"reveal {name}", {"reveal": name})


def _some_money(who: str, most: int, draw: Draw) -> Item:
    """Return a gift of some money to a player."""
    return {"give": {"to": who, "money": 1 + draw(most)}}


def _gifts_in_words(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield what the player whose turn it is may give each of the others, with an example of a group and of money."""
    seat = state.turn
    names = rules.pack.names
    money = state.most(state.illuminati[seat])
    for to, who in enumerate(state.players):
        if to == seat or not state.alive[to]:
            continue
        if money:
            some = partial(_some_money, who, money)
            yield Candidate(f"give {who} {_up_to(money)} MB", {"give": {"to": who, "money": 1}}, some)
        for card in dict.fromkeys(state.specials[seat]):
            yield Candidate(f"give {who}", {"give": {"to": who, "specials": [names[card]]}}, ending=names[card])
        for (_, onto, _), group in product(islice(_free(rules, state, to), 1), list(members(state.holds[seat]))[1:]):
            given = {"to": who, "group": names[group], "onto": onto}
            yield Candidate(f"give {who} the group", {"give": given}, ending=names[group])


def _gifts(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield what the player whose turn it is may give each of the others, for a random game: money, a Special, a group."""
    seat = state.turn
    names = rules.pack.names
    money = state.most(state.illuminati[seat])
    hand = state.specials[seat]
    groups = [names[card] for card in members(state.holds[seat])][1:]
    for to, who in enumerate(state.players):
        if to == seat or not state.alive[to]:
            continue
        for amount in range(1, min(3, money) + 1):
            yield Candidate("", {"give": {"to": who, "money": amount}})
        if hand:
            yield Candidate("", {"give": {"to": who, "specials": [names[hand[0]]]}})
        for (_, onto, _), group, price in product(_free(rules, state, to), groups, range(3)):
            yield Candidate("", {"give": {"to": who, "group": group, "onto": onto, "for": {"money": price}}})


def _rolls(rules: ConspiracyRules, state: ConspiracyState, alive: list[str], draw: Draw) -> Item:
    """Return what everybody rolls for the next turn; now and then somebody who can outbids them."""
    dice = list(range(2, 13))
    rolled: Item = {who: dice.pop(draw(len(dice))) for who in alive}
    able = [who for who, top in zip(state.players, state.illuminati, strict=True) if state.most(top) >= OUTBIDS]
    if rules.turn.sequence == "bidding" and able and draw(2):
        who = able[draw(len(able))]
        rolled[who] = {"roll": rolled[who], "bid": OUTBIDS}
    return {"rolls": rolled}


def _specials(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield Specials in hands, with their details; those that answer something are tried separately."""
    for seat, hand in enumerate(state.specials):
        for card in dict.fromkeys(hand):
            if not rules.pack.cards[card].does.keys() & {"destroy_powerless", "cancel_special"}:
                yield from _with_details(rules, state, seat, card)


def _with_details(rules: ConspiracyRules, state: ConspiracyState, seat: int, card: int) -> Iterator[Candidate]:
    """Yield the ways to play a Special."""
    who = state.players[seat]
    name = rules.pack.names[card]
    does = rules.pack.cards[card].does
    words = f"{who}: play {name}"
    if not does.keys() & {"take_uncontrolled", "revive", "spy"}:

        def played(draw: Draw) -> Item:
            treasuries = _new_treasuries(rules, state, seat, does.get("money", 0), draw)
            return {"special": {"play": name, "treasuries": treasuries} if treasuries else name, "by": who}

        yield Candidate(words, {"special": name, "by": who}, played if "redistribute" in does else None)
    for word in does:
        for what, ending, details in _details(rules, state, seat, word):
            yield Candidate(f"{words}{what}", {"special": {"play": name, **details}, "by": who}, ending=ending)


def _details(
    rules: ConspiracyRules, state: ConspiracyState, seat: int, word: str
) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Yield what a Special with a word may be played on: in words, their ending, and as keys of its item."""
    names = rules.pack.names
    places = {"take_uncontrolled": table.UNCONTROLLED, "revive": table.DEAD}
    if word in places:
        for group in rules.pack.groups:
            if state.place[group] != places[word]:
                continue
            if word == "revive":
                yield " for", names[group], {"group": names[group]}
            if word != "revive" and seat == state.turn:
                for where, onto, _ in _free(rules, state, seat):
                    yield f", {names[group]} to", where, {"group": names[group], "onto": onto}
    if word != "spy":
        return
    for other, who in enumerate(state.players):
        if other != seat and state.alive[other]:
            yield " on the Specials of", who, {"player": who}
            yield " on the money on a card of", who, {"group": names[state.illuminati[other]]}


def _answers(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield answers to a Special, and to a roll, that are possible only before anything else happens."""
    rules = game.rules
    names = game.rules.pack.names
    if state.played is not None or state.attack is not None:
        for seat, hand in enumerate(state.specials):
            for card in dict.fromkeys(hand):
                does = rules.pack.cards[card].does
                if does.keys() & {"cancel_special", "set_roll"}:
                    for one in _with_details(rules, state, seat, card):
                        yield one._replace(words=f"{one.words} {one.ending}".rstrip())
                if "cancel_special" in does:
                    for other in specials.played_at_once(state):
                        answer = {"special": {"play": names[card], "cancels": names[other]}, "by": state.players[seat]}
                        yield Candidate(f"{state.players[seat]}: play {names[card]} against {names[other]}", answer)
    answered = specials.after_special(game.rules, state)
    battle = answered.attack
    if battle is not None and battle.kind == "control" and battles.outcome(rules, battle)[1]:
        money = answered.most(battle.attacker)
        for side in arrows.free_arrows(rules, answered, battle.attacker):
            words = f"capture onto the {SIDES[side]} of {names[battle.attacker]}"
            arrow = {"arrow": SIDES[side]}

            def capture(draw: Draw, arrow: Item = arrow) -> Item:
                moved = draw(money + 1)
                return {"capture": {**arrow, "money": moved} if money else arrow}

            yield Candidate(words, {"capture": arrow}, capture)
