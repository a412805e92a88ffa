"""What may happen next: every option with the rule that forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from referee.core.cards import members
from referee.core.events import Event
from referee.core.family import Option, Options
from referee.core.findings import Fault
from referee.engines.fishing.rules import choices, extras, legal_plays, steps, turns
from referee.engines.fishing.rules.board import Play, move_text, short_name
from referee.engines.fishing.rules.candidates import Listed
from referee.engines.fishing.rules.effects import swap_fields
from referee.engines.fishing.state import DEAL, OVER, PLAY, State, Step
from referee.engines.fishing.words.compiled import SOW, CompiledRules

if TYPE_CHECKING:
    from referee.engines.fishing.game import Game


def awaited(rules: CompiledRules, state: State) -> str:
    """What comes next, as the end of a sentence: 'Ann must play'; empty after the end."""
    if state.phase == OVER:
        return ""
    if state.phase == DEAL:
        who = state.players[state.dealer]
        return f"{who} must deal new hands" if state.stock else f"{who} must deal round {state.round}"
    if state.queue:
        return choices.describe(rules, state, state.queue[0])
    return f"{state.players[state.turn]} must play"


def options(game: Game, state: State) -> Options:
    """What the player to act may do, and for the sows that are not allowed the rule that forbids them."""
    rules, doing = game.rules, awaited(game.rules, state)
    if state.phase in (OVER, DEAL):
        return Options(None, doing or "the game is over")
    if not state.queue:
        return _plays(game, state, doing)
    step = state.queue[0]
    who = state.players[step.seat]
    listed: list[Option] = []
    if step.kind in (steps.DRAW, extras.END) and not step.name:
        own = legal_plays.instead(rules, state, step.seat)
        listed += [Option(text, {"by": who, "play": text}) for play in own.plays for text in _texts(rules, state, play)]
        listed += _more(game, state, step.seat)
        if not steps.to_draw(rules, state, step):
            listed.append(_option(game, state, "done", "done", True))
        return Options(who, doing, tuple(listed), _unknown(state, step.seat) or _not_all(own))
    listed += _answers(game, state, step)
    if step.free:
        listed.append(_option(game, state, "done", "done", True))
    return Options(who if step.kind not in ("reseed", "reveal", "uncover") else None, doing, tuple(listed))


def _plays(game: Game, state: State, doing: str) -> Options:
    rules, seat = game.rules, state.turn
    found = legal_plays.legal(rules, state, seat)
    listed = [Option(text, {"play": text}) for play in found.plays for text in _texts(rules, state, play)]
    for play in _barred_sows(rules, state, seat):
        text = move_text(rules, state, play)
        fault = _fault(game, state, text)
        if fault is not None:
            listed.append(Option(text, {"play": text}, fault))
    listed += _more(game, state, seat)
    doubt = _unknown(state, seat)
    if not found.plays and not doubt:
        listed.append(_option(game, state, "done", "done", True))
    return Options(state.players[seat], doing, tuple(listed), doubt or _not_all(found))


def _not_all(found: Listed) -> str:
    return "" if found.whole else f"there are more plays than the {len(found.plays)} that are listed"


def of_unseen_card(game: Game, state: State, card: int) -> list[Option]:
    """What the player whose turn is next may do with a card that may be in a hand of which not everything is known."""
    stops = choices.unrecorded(game.rules, state)
    here = next((stop for stop in stops if stop.phase == PLAY and not stop.queue), None)
    if here is None:
        return []
    by = {} if here is state else {"by": here.players[here.turn]}
    found = legal_plays.of_unseen_card(game.rules, here, here.turn, card)
    return [Option(text, {**by, "play": text}) for play in found for text in _texts(game.rules, here, play)]


def _unknown(state: State, seat: int) -> str:
    number = state.hidden[seat]
    if not number:
        return ""
    return f"{number} of the cards in {state.players[seat]}'s hand {'is' if number == 1 else 'are'} not recorded"


def _texts(rules: CompiledRules, state: State, play: Play) -> list[str]:
    return [move_text(rules, state, one) for one in legal_plays.with_seasons(rules, state, play)]


def _barred_sows(rules: CompiledRules, state: State, seat: int) -> Iterator[Play]:
    for card in sorted(members(state.hands[seat]), key=rules.deck.sort_key):
        for field in range(rules.fields):
            yield Play(SOW, seat, field, 1 << card, (), 0, (rules.values[card],), "", "")


def _fault(game: Game, state: State, text: str) -> Fault | None:
    event = Event("play", game.reading.move(text, (), None))
    faults = turns.judge(game.rules, state, event).faults
    return next((fault for fault in faults if fault.rule != "box"), None)


def _more(game: Game, state: State, seat: int) -> list[Option]:
    """What Luminaries let the player do in addition to the play of the turn."""
    rules = game.rules
    listed = [
        Option(text, {"play": text})
        for play in legal_plays.extras(rules, state, seat).plays
        for text in _texts(rules, state, play)
    ]
    for swap in extras.swaps(rules, state):
        listed += _swaps(game, state, seat, swap.fields)
    return listed


def _swaps(game: Game, state: State, seat: int, fields: tuple[int, ...]) -> list[Option]:
    rules, listed = game.rules, []
    for given in sorted(members(state.hands[seat]), key=rules.deck.sort_key):
        for field in fields:
            for one in state.fields[field]:
                if not one.sets:
                    pair = {rules.deck.ids[given]: rules.deck.ids[one.cards.bit_length() - 1]}
                    text = " ".join(f"swap {hand} for {board}" for hand, board in pair.items())
                    listed.append(_option(game, state, text, "swap", pair))
    return listed


def _option(game: Game, state: State, text: str, verb: str, value: object) -> Option:
    item = {verb: value}
    event = game.reading.read(state, item)[0]
    faults = game.check(state, event)
    return Option(text, item, faults[0] if faults else None)


def _answers(game: Game, state: State, step: Step) -> list[Option]:
    """What may be chosen where an effect leaves a choice; cards of the pile are chance and not listed."""
    rules = game.rules
    if step.kind in ("turn", "name"):
        return [_option(game, state, f"{step.kind} {season}", step.kind, season) for season in rules.seasons]
    if step.kind == steps.CLEAR:
        names = [short_name(rules, state, field) for field in choices.clearable(state)]
        return [_option(game, state, f"clear {name}", "clear", name) for name in names]
    if step.kind == "okus":
        others = [who for seat, who in enumerate(state.players) if seat != step.seat and state.okus[seat]]
        others += ["box"] if step.told.get("from") == "anywhere" and state.box_okus else []
        return [_option(game, state, f"okus {who}", "okus", who) for who in others]
    if step.kind == "swap":
        return _swaps(game, state, step.seat, swap_fields(rules, step))
    return []
