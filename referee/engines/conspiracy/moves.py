"""Moves that may come next: every option with the rule that forbids it, and one that is drawn at random.

Attacks come with their numbers, everything else with its range.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import accumulate, islice, product
from typing import TYPE_CHECKING

from referee.core.cards import members
from referee.core.data import Data, Item
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

HOPELESS = -4
"""An attack with a lower number is seldom tried in a random game."""
OFTEN = 6
"""Extra chances there of an attack of the usual kind, to one for each kind."""
OUTBIDS = 11
"""A bid for the next turn that outdoes every roll."""


def next_step(game: ConspiracyGame, state: ConspiracyState) -> str:
    """The next step, in words, as 'Ann must draw a card'; empty when the game is over."""
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
    draws = f"draw {state.draws} cards"
    if state.draws == 1:
        draws = "draw a card"
    income = "collect income"
    if turns.draws_first(game.rules, state):
        income = f"collect income or {draws}"
    doing = {
        table.INCOME: income,
        table.DRAW: draws,
        table.ACT: "act or end the turn",
        table.REFILL: "turn up a card for the uncontrolled groups",
    }
    return f"{who} must {doing[state.phase]}"


def options(game: ConspiracyGame, state: ConspiracyState) -> Options:
    """The options of the player to act, each with the rule that forbids it, if one does. If the game may have taken
    several courses, the likeliest is looked at."""
    state = alone(state)
    settled = game.settle(state)
    listing = []
    for one in _answers(game, state):
        if not game.faults_of(state, one.item):
            listing.append(Option(one.words, one.item))
    doing = _doing(game, state, settled)
    if settled.phase == table.OVER:
        return Options(None, doing, tuple(listing))
    answers = {option.notation for option in listing}
    for option in _merge_endings(game, settled):
        if option.notation not in answers:
            listing.append(option)
    who: str | None = settled.players[settled.turn]
    if settled.phase == table.ROLLS or not settled.alive[settled.turn]:
        who = None
    return Options(who, doing, tuple(listing))


def _doing(game: ConspiracyGame, state: ConspiracyState, settled: ConspiracyState) -> str:
    """The start of a list of options: the outcome of a roll that may still be changed, and the next step. `settled` is
    the state once nothing is pending."""
    rules = game.rules
    names = rules.pack.names
    doing = game.next_step(settled) or "the game is over"
    battle = specials.after_special(rules, state).attack
    if battle is None or not battle.roll:
        return doing
    roll = f"a roll of {battle.roll}"
    played = state.played
    if played is not None and state.attack is not None and "set_roll" in rules.pack.cards[played.card].does:
        roll = f"a roll of {state.attack.roll}, which {names[played.card]} makes {battle.roll}"
    outcome = "failure"
    if battles.outcome(rules, battle)[1]:
        outcome = "success"
    return f"{names[battle.target]} was attacked with {roll}: {outcome}; then {doing}"


def _merge_endings(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Option]:
    """Yield the candidates as options, each with the first rule that forbids it. Candidates that differ only in the end
    of their words, as in the arrow they go to, become one option."""
    alike: dict[tuple[str, str], tuple[Candidate, Finding | None, list[str]]] = {}
    for one in _in_words(game, state):
        fault = _first_fault(game, state, one)
        message = ""
        if fault is not None:
            message = fault.message
        _, _, endings = alike.setdefault((one.words, message), (one, fault, []))
        endings.append(one.ending)
    for (words, _), (one, fault, endings) in alike.items():
        notation = f"{words} {in_list(endings, 'or')}".rstrip()
        yield Option(notation, one.item, fault, len(endings) > 1 or one.drawn is not None)


def _first_fault(game: ConspiracyGame, state: ConspiracyState, candidate: Candidate) -> Finding | None:
    """The first thing that is wrong with a candidate; None if it is legal."""
    if candidate.checked:
        return None
    for fault in game.faults_of(state, candidate.item):
        return fault
    return None


def _in_words(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield the candidates that have words; the others are only for random games."""
    for _, candidates in _rows(game, state):
        for one in candidates():
            if one.words:
                yield one


def draw_next(game: ConspiracyGame, state: ConspiracyState, draw: Draw) -> Item | None:
    """A legal item for a random game; None after the end of the game. Where a Special or a roll may still be answered,
    an answer is tried first more often than not, and always after a capture, so that the log says where the group
    goes."""
    state = alone(state)
    settled = game.settle(state)
    if settled is not state:
        answers = list(_answers(game, state))
        if _may_capture(answers) or draw(3):
            answer = draw_item(game, state, [(1, answers.copy)], draw)
            if answer is not None:
                return answer
    if settled.phase == table.OVER:
        return None
    return draw_item(game, settled, _rows(game, settled), draw)


def _may_capture(answers: list[Candidate]) -> bool:
    """Whether a group was captured and may now be placed."""
    return any("capture" in one.item for one in answers)


# -- rows: what may be tried, and how often a random game tries it ---------------------------------------------------------


def _rows(game: ConspiracyGame, state: ConspiracyState) -> Rows:
    """Yield everything that may be tried now, legal or not, as rows: how often a random game tries this kind (0:
    never), and a function that gives the candidates."""
    rules = game.rules
    phase = state.phase
    if phase == table.INCOME:
        yield from _rows_of_income(rules, state)
    elif phase in (table.DRAW, table.REFILL):
        yield from _rows_of_deck(rules, state)
    elif state.attack is not None:
        yield from _rows_of_attack(rules, state, state.attack)
    elif phase == table.ACT:
        yield from _rows_of_turn(game, state)
    elif phase == table.ROLLS:
        yield 10, partial(_rolling, rules, state)
    often = 3
    if phase == table.ACT:
        often = 30
    yield often, partial(_specials, rules, state)


def _only(candidate: Candidate) -> list[Candidate]:
    """A row with a single candidate."""
    return [candidate]


def _rows_of_income(rules: ConspiracyRules, state: ConspiracyState) -> Rows:
    """Yield collecting the exact income or, where the rules let the player choose, drawing first."""
    due = sum(turns.due(rules, state, state.turn).values())
    yield 0, partial(_only, Candidate("income", {"income": {}}))
    yield 10, partial(_only, Candidate("", {"income": due}))
    if turns.draws_first(rules, state):
        yield 10, partial(_of_deck, rules, state, "draw", f"draw (any of {state.deck} cards)")


def _rows_of_deck(rules: ConspiracyRules, state: ConspiracyState) -> Rows:
    """Yield drawing a card, or turning one up, and stopping where no more cards must be drawn."""
    verb = "refill"
    if state.phase == table.DRAW:
        verb = "draw"
    yield 10, partial(_of_deck, rules, state, verb, f"{verb} (any of {state.deck} cards)")
    if verb == "draw" and turns.must_draw(rules, state) <= 0:
        yield 1, partial(_only, Candidate("draw nothing more", {"draw": "nothing"}))


def _rows_of_attack(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Rows:
    """Yield the steps of an attack under way: money for and against it, Specials against its privilege, the roll,
    calling it off."""
    number = attacks.number(rules, battle)
    yield 5, partial(_spending, rules, state, battle)
    yield 1, partial(_meddling, state, battle)
    yield 3, partial(_against_privilege, rules, state, battle)
    yield 12, partial(_only, Candidate(f"roll ({_less(rules, number)})", {"roll": 7}, _two_dice))
    yield 1, partial(_only, Candidate("call it off", {"call_off": True}))


def _two_dice(draw: Draw) -> Data:
    return {"roll": [1 + draw(6), 1 + draw(6)]}


def _rows_of_turn(game: ConspiracyGame, state: ConspiracyState) -> Rows:
    """Yield everything that a player may do in the main part of a turn. Each row is a number, how often a random game
    tries it (0: it is only listed), and a function that gives candidates."""
    rules = game.rules
    yield 0, partial(_attacks, game, state)
    if state.actions < rules.turn.actions and not state.passed:
        yield 2000, partial(_only, Candidate("", {}, partial(_attack, rules, state)))
    yield 20, partial(_transfers, rules, state)
    yield 10, partial(_moves, rules, state)
    yield 12, partial(_purchases, rules, state)
    yield 8, partial(_accusations, rules, state)
    yield 10, partial(_freely, rules, state)
    yield 6, partial(_only, Candidate("pass", {"pass": True}))
    yield 10, partial(_alignments, game, state)
    yield 80, partial(_only, Candidate("end the turn", {"end": True}))
    yield 0, partial(_gifts_in_words, rules, state)
    yield 12, partial(_gifts, rules, state)
    if sum(state.alive) > 2:
        yield 1, partial(_only, Candidate("leave the game", {"leave": True, "by": state.players[state.turn]}))
    if state.goals[state.turn] != ABSENT:
        yield 10, partial(_goal_shown, game, state)


# -- the deck --------------------------------------------------------------------------------------------------------------


def _of_deck(rules: ConspiracyRules, state: ConspiracyState, verb: str, words: str) -> list[Candidate]:
    """The candidate by which one of the cards left in the deck is drawn, turned up or bought."""

    def card(draw: Draw) -> Data:
        return {verb: _card_in_deck(rules, state, draw(sum(state.left)))}

    return [Candidate(words, {verb: _card_in_deck(rules, state, 0)}, card)]


def _card_in_deck(rules: ConspiracyRules, state: ConspiracyState, place: int) -> str:
    """The name of a card that may be in the deck, by its place among all copies in the order of the ruleset."""
    for name, end in zip(rules.pack.names, accumulate(state.left), strict=True):
        if place < end:
            return name
    raise AssertionError("no card is left in the deck")


def _purchases(rules: ConspiracyRules, state: ConspiracyState) -> list[Candidate]:
    """The candidate by which a card is bought out of the deck, if the player has a card that does this."""
    if not state.deck or not state.holds[state.turn] & rules.pack.masks["buys_card"]:
        return []
    return _of_deck(rules, state, "buy", "buy a card")


# -- attacks ---------------------------------------------------------------------------------------------------------------


def _spending(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    """Yield the payments of attacker and defender, out of the card that attacks or is attacked and out of their
    Illuminati cards."""
    payers = {battle.attacker: battle.seat, state.illuminati[battle.seat]: battle.seat}
    if battle.owner != ABSENT:
        payers |= {battle.target: battle.owner, state.illuminati[battle.owner]: battle.owner}
    for card, seat in payers.items():
        side = "against"
        if seat == battle.seat:
            side = "for"
        name = rules.pack.names[card]
        yield from _payment(state, f"{state.players[seat]}: spend", "spend", name, card, f" {side} it from {name}")


def _meddling(state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    """Yield the payments of players who neither attack nor defend, for or against an attack."""
    for who, top, alive in zip(state.players, state.illuminati, state.alive, strict=True):
        if alive and state.place[top] not in (battle.seat, battle.owner):
            for verb in ("support", "oppose"):
                yield from _payment(state, f"{who}: {verb} it with", verb, who, top)


def _payment(
    state: ConspiracyState, words: str, verb: str, payer: str, card: int, after: str = ""
) -> Iterator[Candidate]:
    """Yield that `payer` (a card or a player) pays some of the money on a card, if there is any; in the sentence, the
    amount stands between `words` and `after`. `verb` is the key of the item."""
    money = state.most(card)
    if not money:
        return

    def some(draw: Draw) -> Data:
        return {verb: {payer: 1 + draw(money)}}

    yield Candidate(f"{words} {_up_to(money)}{after}", {verb: {payer: 1}}, some)


def _against_privilege(rules: ConspiracyRules, state: ConspiracyState, battle: Battle) -> Iterator[Candidate]:
    """Yield each player who holds enough Specials to abolish the attack's privilege, discarding the first ones in
    hand."""
    for seat, hand in enumerate(state.specials):
        needed = specials.specials_to_abolish(rules, battle, seat)
        cards = [rules.pack.names[card] for card in hand] + ["special"] * state.hidden[seat]
        if battle.privileged and 0 < needed <= len(cards):
            words = f"{state.players[seat]}: discard {number_of(needed, 'Specials')} against the privilege"
            yield Candidate(words, {"abolish": cards[:needed], "by": state.players[seat]})


def _attacks(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield every legal attack of the player whose turn it is, with its number before aid and money. A group without
    Power is attacked with a Special that lets it be destroyed, if the player has one."""
    rules = game.rules
    names = game.rules.pack.names
    campaign = _campaign(rules, state)
    if any(means.no_action(rules, state)):
        return
    targets = [card for card in rules.pack.groups if structure.in_play(state, card)]
    for attacker, kind, target in product(members(state.holds[state.turn]), KINDS, targets):
        announced = {kind: names[target], "with": names[attacker]}
        how = names[attacker]
        special = ABSENT
        if kind == "destroy" and campaign != ABSENT and rules.pack.cards[target].power <= 0:
            special = campaign
            announced["special"] = names[campaign]
            how = f"{how} and {names[campaign]}"
        said = (kind, attacker, target, (), ABSENT, special, ABSENT, True)
        if any(attacks.check_attack(rules, state, Event("attack", said, at=("attack",)))):
            continue
        number = attacks.number(rules, attacks.attack_of(rules, state, said))
        words = f"{kind} {names[target]} with {how}: {_less(rules, number)}"
        yield Candidate(words, {"attack": announced}, checked=True)


def _campaign(rules: ConspiracyRules, state: ConspiracyState) -> int:
    """The Special with which the player whose turn it is may destroy a group without Power; ABSENT without one."""
    needed = rules.pack.masks["destroy_powerless"]
    for card in state.specials[state.turn]:
        if needed >> card & 1:
            return card
    return ABSENT


def _attack(rules: ConspiracyRules, state: ConspiracyState, draw: Draw) -> Data | None:
    """An attack for a random game: the most promising of a few with one drawn attacker, with aid and privilege added
    now and then. None if there is none, or mostly if it is hopeless."""
    seat = state.turn
    names = rules.pack.names
    top = state.illuminati[seat]
    attacker = _draw_attacker(rules, state, draw)
    if attacker == ABSENT:
        return None
    kind = _draw_kind(rules, state, draw)
    target, special, number = _most_promising(rules, state, kind, attacker, draw)
    if target == ABSENT or (number < HOPELESS and draw(4)):
        return None
    item: Data = {kind: names[target], "with": names[attacker]}
    aid = _draw_aid(rules, state, attacker, draw)
    if aid != ABSENT:
        item["aid"] = [names[aid]]
    if special != ABSENT:
        item["special"] = names[special]
    if not state.shown[seat] and top in (attacker, aid):
        power = rules.pack.cards[top].transferable
        if top == attacker:
            power = rules.pack.cards[top].power
        item["power"] = 1 + draw(max(power, 1))
    if not draw(5):
        paying = [names[top]]
        for card in state.specials[seat]:
            if card != special:
                paying.append(names[card])
        item["privilege"] = paying[draw(len(paying))]
    return {"attack": item}


def _draw_attacker(rules: ConspiracyRules, state: ConspiracyState, draw: Draw) -> int:
    """A card that can still attack in this turn; ABSENT if there is none."""
    able = []
    for card in members(state.holds[state.turn]):
        printed = rules.pack.cards[card]
        if printed.power > 0 and state.used.get(card, 0) < printed.does.get("takes_part", 1):
            able.append(card)
    if not able:
        return ABSENT
    return able[draw(len(able))]


def _draw_kind(rules: ConspiracyRules, state: ConspiracyState, draw: Draw) -> str:
    """A kind of attack; most often that which the player's goal asks for."""
    usual = "control"
    if "destroyed" in rules.pack.cards[state.illuminati[state.turn]].goal:
        usual = "destroy"
    kinds = list(KINDS) + [usual] * OFTEN
    return kinds[draw(len(kinds))]


def _most_promising(
    rules: ConspiracyRules, state: ConspiracyState, kind: str, attacker: int, draw: Draw
) -> tuple[int, int, int]:
    """The best of a few targets drawn at random: the target, the Special that the attack takes, and the number to roll.
    The first two are ABSENT if there is none."""
    targets = _targets(rules, state, kind, attacker)
    if not targets:
        return ABSENT, ABSENT, 0
    campaign = _campaign(rules, state)
    best = (ABSENT, ABSENT, -99)
    for _ in range(1 + draw(6)):
        target = targets[draw(len(targets))]
        special = ABSENT
        if kind == "destroy" and not rules.pack.cards[target].power:
            special = campaign
        announced = (kind, attacker, target, (), ABSENT, special, ABSENT, True)
        number = attacks.number(rules, attacks.attack_of(rules, state, announced))
        if number > best[2]:
            best = (target, special, number)
    return best


def _targets(rules: ConspiracyRules, state: ConspiracyState, kind: str, attacker: int) -> list[int]:
    """The groups that a random game attacks. A player's own groups are attacked only to destroy them."""
    targets = []
    for card in rules.pack.groups:
        reached = kind == "destroy" or state.place[card] != state.turn
        if reached and card != attacker and structure.in_play(state, card):
            targets.append(card)
    return targets


def _draw_aid(rules: ConspiracyRules, state: ConspiracyState, attacker: int, draw: Draw) -> int:
    """A card that aids an attack, if there is one and a coin says so; ABSENT otherwise."""
    aiding = []
    for card in members(state.holds[state.turn]):
        if rules.pack.cards[card].transferable and card != attacker and not state.used.get(card, 0):
            aiding.append(card)
    if aiding and draw(2):
        return aiding[draw(len(aiding))]
    return ABSENT


def _up_to(money: int) -> str:
    """Return how much may be spent of some money: '1–5', '1'."""
    if money > 1:
        return f"1–{money}"
    return "1"


@lru_cache(maxsize=256)
def _less(rules: ConspiracyRules, number: int) -> str:
    """The number of an attack and its chance, in words: '7 or less, 21 in 36'. The highest roll that counts may differ
    from the number, as the rules may say that a roll always fails."""
    ways = attacks.chance(rules, number)
    counts = attacks.highest(rules, number)
    if not ways:
        return f"{number}, hopeless"
    if counts != number:
        return f"{number}, so {counts} or less, {ways} in 36"
    return f"{number} or less, {ways} in 36"


# -- money and groups moved, accusations, powers -----------------------------------------------------------------------------


def _transfers(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield transfers of money from each card to those next to it, each once as a free transfer and once as an
    action."""
    names = rules.pack.names
    for card in members(state.holds[state.turn]):
        most = state.most(card)
        if not most:
            continue
        words = f"transfer {_up_to(most)} MB from {names[card]} to"
        for other in _near(rules, state, card):
            least = {"from": names[card], "to": names[other], "amount": 1}
            as_action = least | {"as": "action"}
            yield Candidate(words, {"transfer": least}, partial(_some_transfer, least, most), names[other])
            some = partial(_some_transfer, as_action, most)
            yield Candidate(f"as an action, {words}", {"transfer": as_action}, some, names[other])


def _some_transfer(least: Data, most: int, draw: Draw) -> Data:
    return {"transfer": {**least, "amount": 1 + draw(most)}}


def _near(rules: ConspiracyRules, state: ConspiracyState, card: int) -> list[int]:
    """The cards that money may be moved to from one: its master and its groups, or any other with an ability for it."""
    if "sends_anywhere" in rules.pack.cards[card].does:
        return [other for other in members(state.holds[state.turn]) if other != card]
    near = list(structure.children(rules, state, card))
    if state.master[card] != ABSENT:
        near.insert(0, state.master[card])
    return near


def _moves(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield dropping each group of the player whose turn it is, and moving it to each free arrow of a card that is not
    below it."""
    names = rules.pack.names
    own = list(members(state.holds[state.turn]))
    for card in own[1:]:  # the first is the Illuminati card, as they have the lowest numbers
        yield Candidate(f"drop {names[card]}", {"drop": names[card]})
        for where, onto, master in _free(rules, state, state.turn):
            if master not in structure.below(rules, state, card):
                moved = {"group": names[card], "onto": onto}
                yield Candidate(f"move {names[card]} to", {"move": moved}, ending=where)


def _free(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Iterator[tuple[str, Data, int]]:
    """Yield the free arrows of a structure: in words, as a log writes them ({Texas: top}), and the card that has the
    arrow."""
    for master in members(state.holds[seat]):
        for side in arrows.free_arrows(rules, state, master):
            name = rules.pack.names[master]
            yield f"the {SIDES[side]} of {name}", {name: SIDES[side]}, master


def _accusations(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield accusing each player with a hidden Illuminati card of being each of the Illuminati."""
    if not rules.hidden.illuminati:
        return
    for seat, who in enumerate(state.players):
        if seat == state.turn or not state.alive[seat] or state.shown[seat]:
            continue
        for card in rules.pack.illuminati:
            name = rules.pack.names[card]
            item = {"accuse": {"player": who, "illuminati": name}}
            yield Candidate(f"accuse {who} of being", item, ending=name)


def _freely(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield moving money freely and rearranging the structure, each if the player has a card that allows it."""
    masks = rules.pack.masks
    names = rules.pack.names
    seat = state.turn
    groups = list(members(state.holds[seat]))[1:]  # without the Illuminati card, which has the lowest number
    spots = [onto for _, onto, _ in _free(rules, state, seat)]

    def rearrange(draw: Draw) -> Data | None:
        if not groups or not spots:
            return None
        return {"rearrange": {names[groups[draw(len(groups))]]: spots[draw(len(spots))]}}

    def share_out(draw: Draw) -> Data | None:
        treasuries = _new_treasuries(rules, state, seat, 0, draw)
        if not treasuries:
            return None
        return {"redistribute": treasuries}

    if state.holds[seat] & masks["redistribute"]:
        yield Candidate("move money freely", {"redistribute": {}}, share_out)
    if state.holds[seat] & masks["rearrange"]:
        yield Candidate("rearrange the structure", {"rearrange": {}}, rearrange)


def _new_treasuries(rules: ConspiracyRules, state: ConspiracyState, seat: int, extra: int, draw: Draw) -> Data:
    """New amounts for the Illuminati card and one other card of a player, by name, drawn at random; together they have
    as much as before and `extra` MB. Empty if the player has only one card."""
    cards = list(members(state.holds[seat]))
    one = cards[0]
    others = cards[1:]
    if not others:
        return {}
    two = others[draw(len(others))]
    total = state.between((one, two))[0] + extra
    share = draw(total + 1)
    return {rules.pack.names[one]: share, rules.pack.names[two]: total - share}


def _alignments(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield a change of an alignment, if the player has a card for it. The candidate shows the first legal change that
    is found; a random game draws another."""
    rules = game.rules
    if not state.holds[state.turn] & rules.pack.masks["realign"]:
        return
    groups = [rules.pack.names[card] for card in rules.pack.groups if structure.in_play(state, card)]
    alignments = list(rules.pack.alignments)
    ways = ("add", "remove", "reverse")

    def change(draw: Draw) -> Data:
        return {"align": {"group": groups[draw(len(groups))], ways[draw(3)]: alignments[draw(len(alignments))]}}

    items = [{"align": {"group": group, "add": alignment}} for group, alignment in product(groups, alignments)]
    if items:
        yield Candidate("change an alignment", _first_legal(game, state, items), change)


def _first_legal(game: ConspiracyGame, state: ConspiracyState, items: list[Data]) -> Data:
    """The first of some items that is legal, or else the first."""
    for item in items:
        if not game.faults_of(state, item):
            return item
    return items[0]


def _goal_shown(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield that the player whose turn it is reveals a goal, if it is still secret."""
    name = game.rules.pack.names[state.goals[state.turn]]
    if not game.faults_of(state, {"reveal": name}):
        yield Candidate(f"reveal {name}", {"reveal": name})


def _some_money(who: str, most: int, draw: Draw) -> Data:
    """Return a gift of some money to a player."""
    return {"give": {"to": who, "money": 1 + draw(most)}}


def _gifts_in_words(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield the gifts that are listed for a player: money, each Special in hand, and each group, put on one free arrow
    of the receiver."""
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
        for _, onto, _ in islice(_free(rules, state, to), 1):
            for group in list(members(state.holds[seat]))[1:]:  # without the Illuminati card
                given = {"to": who, "group": names[group], "onto": onto}
                yield Candidate(f"give {who} the group", {"give": given}, ending=names[group])


def _gifts(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield the gifts that a random game tries: 1 to 3 MB, a Special, and each group for a price of 0 to 2 MB on any
    free arrow."""
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


def _rolling(rules: ConspiracyRules, state: ConspiracyState) -> list[Candidate]:
    """The candidate by which everybody still in the game rolls two dice for the next turn."""
    alive = [who for who, alive in zip(state.players, state.alive, strict=True) if alive]
    rolled = {"rolls": dict(zip(alive, range(2, 13), strict=False))}
    return [Candidate("roll for the next turn", rolled, partial(_rolls, rules, state, alive))]


def _rolls(rules: ConspiracyRules, state: ConspiracyState, alive: list[str], draw: Draw) -> Data:
    """Different rolls for everybody, drawn at random. Where players bid for the next turn, now and then somebody with
    enough money outbids all others."""
    dice = list(range(2, 13))
    rolled: Data = {who: dice.pop(draw(len(dice))) for who in alive}
    able = [who for who, top in zip(state.players, state.illuminati, strict=True) if state.most(top) >= OUTBIDS]
    if rules.turn.sequence == "bidding" and able and draw(2):
        who = able[draw(len(able))]
        rolled[who] = {"roll": rolled[who], "bid": OUTBIDS}
    return {"rolls": rolled}


# -- Specials ----------------------------------------------------------------------------------------------------------------


def _specials(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield playing each Special in hand, with its details, except those that only answer something or come with an
    attack."""
    for seat, hand in enumerate(state.specials):
        for card in dict.fromkeys(hand):
            if not rules.pack.cards[card].does.keys() & {"destroy_powerless", "cancel_special"}:
                yield from _with_details(rules, state, seat, card)


def _with_details(rules: ConspiracyRules, state: ConspiracyState, seat: int, card: int) -> Iterator[Candidate]:
    """Yield the ways to play a Special: with its name alone, if it needs no details, and with each choice of
    details."""
    who = state.players[seat]
    name = rules.pack.names[card]
    does = rules.pack.cards[card].does
    words = f"{who}: play {name}"

    def with_treasuries(draw: Draw) -> Data:
        treasuries = _new_treasuries(rules, state, seat, does.get("money", 0), draw)
        if not treasuries:
            return {"special": name, "by": who}
        return {"special": {"play": name, "treasuries": treasuries}, "by": who}

    if not does.keys() & {"take_uncontrolled", "revive", "spy"}:
        drawn = None
        if "redistribute" in does:
            drawn = with_treasuries
        yield Candidate(words, {"special": name, "by": who}, drawn)
    for word in does:
        for what, ending, details in _details(rules, state, seat, word):
            yield Candidate(f"{words}{what}", {"special": {"play": name, **details}, "by": who}, ending=ending)


Details = Iterator[tuple[str, str, Data]]
"""Ways to play a Special: in words, their ending, and as keys of its item."""


def _details(rules: ConspiracyRules, state: ConspiracyState, seat: int, word: str) -> Details:
    """Yield the details to choose from because of one word of a Special; nothing for a word that needs none."""
    if word == "take_uncontrolled" and seat == state.turn:
        yield from _bribes(rules, state, seat)
    elif word == "revive":
        for group in _groups_in(rules, state, table.DEAD):
            name = rules.pack.names[group]
            yield " for", name, {"group": name}
    elif word == "spy":
        for other, who in enumerate(state.players):
            if other != seat and state.alive[other]:
                yield " on the Specials of", who, {"player": who}
                yield " on the money on a card of", who, {"group": rules.pack.names[state.illuminati[other]]}


def _bribes(rules: ConspiracyRules, state: ConspiracyState, seat: int) -> Details:
    """Yield each uncontrolled group taken, and the arrow that it goes to."""
    for group in _groups_in(rules, state, table.UNCONTROLLED):
        name = rules.pack.names[group]
        for where, onto, _ in _free(rules, state, seat):
            yield f", {name} to", where, {"group": name, "onto": onto}


def _groups_in(rules: ConspiracyRules, state: ConspiracyState, place: int) -> list[int]:
    return [group for group in rules.pack.groups if state.place[group] == place]


def _answers(game: ConspiracyGame, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield answers to the Special or the roll that is pending: these are possible only before anything else
    happens."""
    if state.played is not None or state.attack is not None:
        yield from _answering_specials(game.rules, state)
    yield from _captures(game.rules, specials.after_special(game.rules, state))


def _answering_specials(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield the Specials in hands that cancel another or set a roll."""
    names = rules.pack.names
    for seat, hand in enumerate(state.specials):
        for card in dict.fromkeys(hand):
            does = rules.pack.cards[card].does
            if "cancel_special" not in does and "set_roll" not in does:
                continue
            for one in _with_details(rules, state, seat, card):
                yield one._replace(words=f"{one.words} {one.ending}".rstrip())
            if "cancel_special" in does:
                for other in specials.cancellable_cards(state):
                    answer = {"special": {"play": names[card], "cancels": names[other]}, "by": state.players[seat]}
                    yield Candidate(f"{state.players[seat]}: play {names[card]} against {names[other]}", answer)


def _captures(rules: ConspiracyRules, state: ConspiracyState) -> Iterator[Candidate]:
    """Yield the free arrows of the attacker that the group just captured may go to."""
    battle = state.attack
    if battle is None or battle.kind != "control" or not battles.outcome(rules, battle)[1]:
        return
    money = state.most(battle.attacker)
    for side in arrows.free_arrows(rules, state, battle.attacker):
        words = f"capture onto the {SIDES[side]} of {rules.pack.names[battle.attacker]}"
        arrow = {"arrow": SIDES[side]}
        yield Candidate(words, {"capture": arrow}, partial(_some_capture, arrow, money))


def _some_capture(arrow: Data, money: int, draw: Draw) -> Data:
    """A capture onto an arrow, with some of the attacker's money if there is any."""
    moved = draw(money + 1)
    if not money:
        return {"capture": arrow}
    return {"capture": {**arrow, "money": moved}}
