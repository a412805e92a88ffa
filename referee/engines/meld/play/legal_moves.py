"""What may happen next: every option with the rule that forbids it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.core.events import Event
from referee.core.family import Option, Options
from referee.core.wording import listed
from referee.engines.meld.rules import roles, rounds
from referee.engines.meld.rules.deals import to_draw_action
from referee.engines.meld.rules.events import UNSEEN, LayOff, Shown, Take
from referee.engines.meld.state import ACTION, DEAL, DISCARD, DRAW, FACE_UP, OVER, ROLE, SHOW, TAKE, State
from referee.engines.meld.words import packs
from referee.engines.meld.words.compiled import AFTER_TAKING, LAST_TAKE, NOTHING, PILE, STOCK, CompiledRules

if TYPE_CHECKING:
    from referee.engines.meld.game import Game


def awaited(rules: CompiledRules, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann must take a card'; empty after the end."""
    if state.phase == DRAW:
        names = [state.players[seat] for seat in state.drawing]
        return f"{listed(names)} must draw a card for the deal"
    if rounds.dealer_unknown(rules, state):
        return f"somebody must deal round {state.round}"
    if state.phase == DEAL:
        return f"{state.players[state.dealer]} must deal round {state.round}"
    if state.phase == ACTION:
        seat = to_draw_action(rules, state)
        if seat < 0:
            return "Action cards or the card turned up are next"
        return f"{state.players[seat]} must draw an Action card"
    if state.phase == FACE_UP:
        other = " or ".join(rules.deck.ids[card] for card in sorted(rules.action_cards)) if state.aside else ""
        return f"a card{' other than ' * bool(other)}{other} must be turned up"
    if state.phase == SHOW:
        names = [state.players[seat] for seat in rounds.to_show(state)]
        return f"{' and '.join(names)} must show a hand"
    if state.phase == ROLE:
        names = [state.players[seat] for seat in roles.choosers(rules, state)]
        return f"{' and '.join(names)} must choose a role"
    if state.phase == OVER:
        return ""
    who = state.players[state.turn]
    if rounds.is_dead(state):
        return _last_words(rules, state, who)
    last = ", in a last turn" * (state.declarer >= 0)
    return f"{who} must {'take a card' if state.phase == TAKE else 'discard a card'}{last}"


def _last_words(rules: CompiledRules, state: State, who: str) -> str:
    """What may still come when the stock is used up."""
    ways = [f"{state.players[state.discarder]} declares {rules.called}"] if state.discarder >= 0 else []
    ways += [f"{who} takes the face-up card and ends it"] if rules.stock_empty == LAST_TAKE else []
    unless = f" unless {' or '.join(ways)}" if ways else ""
    return f"the stock is used up and the round is void{unless}"


def options(game: Game, state: State) -> Options:
    """What the player to act may do, and for everything else the rule that forbids it."""
    rules, doing = game.rules, awaited(game.rules, state)
    if state.phase == TAKE:
        return Options(state.players[state.turn], doing, tuple(_takes(game, state)))
    if state.phase == DISCARD:
        return _discards(game, state, doing)
    if state.phase == SHOW:
        return _shows(game, state, doing)
    if state.phase == ROLE:
        seat = roles.choosers(rules, state)[0]
        who = state.players[seat]
        listed = [
            _option(game, state, role, {"by": who, "role": role}, Event("role", role, seat=seat))
            for role in rules.roles
        ]
        return Options(who, doing, tuple(listed))
    return Options(None, doing or "the game is over")


def _option(game: Game, state: State, notation: str, item: dict[str, Any], event: Event) -> Option:
    faults = game.check(state, event)
    return Option(notation, item, faults[0] if faults else None)


def _takes(game: Game, state: State) -> list[Option]:
    listed = [
        _option(game, state, source, {"take": source}, Event("take", Take(source, UNSEEN)))
        for source in (PILE, STOCK, NOTHING)
    ]
    if state.discarder >= 0 and not state.hidden[state.discarder]:
        declared = _declares(game, state, state.discarder)
        listed += [declared] if declared.fault is None else []
    return listed


def _declares(game: Game, state: State, seat: int) -> Option:
    """Ending the round, with the arrangement left to the referee; by another than the player to act it names who does."""
    item = {"by": state.players[seat], "declare": True}
    notation = "declare" if seat == state.turn else f"{state.players[seat]} declare"
    return _option(game, state, notation, item, Event("declare", None, seat=seat))


def _discards(game: Game, state: State, doing: str) -> Options:
    seat, deck = state.turn, game.rules.deck
    kinds = sorted((card for card, _ in packs.counts(state.hands[seat])), key=deck.sort_key)
    listed = [
        _option(game, state, deck.ids[card], {"discard": deck.ids[card]}, Event("discard", card)) for card in kinds
    ]
    who = state.players[seat]
    if state.hidden[seat]:
        number = state.hidden[seat]
        return Options(
            who, doing, tuple(listed), f"{number} of the cards in {who}'s hand {_is_are(number)} not recorded"
        )
    if AFTER_TAKING in game.rules.declare_when and state.declarer < 0:
        listed.append(_declares(game, state, seat))
    return Options(who, doing, tuple(listed))


def _is_are(number: int) -> str:
    return "is" if number == 1 else "are"


def _shows(game: Game, state: State, doing: str) -> Options:
    seat = rounds.to_show(state)[0]
    who, rules = state.players[seat], game.rules
    if state.hidden[seat]:
        return Options(who, doing, doubt=f"not all cards in {who}'s hand are recorded")
    hand = state.hands[seat]
    cards = rules.names(hand)
    listed = [
        _option(
            game,
            state,
            f"show {cards}",
            {"by": who, "show": cards.split()},
            Event("show", Shown(hand, None), seat=seat),
        )
    ]
    for card, _ in packs.counts(hand):
        name = rules.deck.ids[card]
        option = _option(
            game, state, f"lay off {name}", {"by": who, "lay_off": name}, Event("lay_off", LayOff(card, 0), seat=seat)
        )
        listed += [option] if option.fault is None else []
    return Options(who, doing, tuple(listed))
