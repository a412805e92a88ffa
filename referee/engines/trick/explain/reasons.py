"""Why a trick went where it went, in a sentence that names the card, the rule and the player."""

from __future__ import annotations

from typing import Any

from referee.core.cards import mask_of, members
from referee.engines.trick.rules import hands
from referee.engines.trick.state import State, Trick
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.ranking import Decision


def resolved(rules: CompiledRules, state: State) -> dict[str, Any]:
    """Return the last finished trick: winner, card, the deciding rule, why, roles afterwards, and what a word would have
    changed."""
    trick = state.finished()[-1]
    decision = rules.judgement.decide(trick.cards, trick.graced, state.ranking)
    return {
        "winner": state.players[trick.winner],
        "card": rules.deck.ids[trick.card],
        "rule": decision.because,
        "because": _because(rules, state, trick, decision),
        "roles": None
        if state.roles is None
        else {player: rules.roles[role] for player, role in zip(state.players, state.roles, strict=True)},
        "if_said": _if_said(rules, state, trick),
        "readings": [],
    }


def _because(rules: CompiledRules, state: State, trick: Trick, decision: Decision) -> str:
    ids = rules.deck.ids
    card, who = ids[trick.card], state.players[trick.winner]
    if decision.star >= 0:
        return _star(rules, trick, decision, card, who)
    if decision.because == "grace":
        others = [c for c in trick.cards if trick.graced >> c & 1 and c != trick.card]
        equal = [c for c in others if rules.judgement.equals[trick.card] >> c & 1]
        beaten = " ".join([ids[c] for c in others if c not in equal])
        than, high = ("above", "high") if rules.judgement.highest else ("below", "low")
        above = f", {than} {beaten}" if beaten else ""
        if equal:
            above += f", as {high} as {' '.join([ids[c] for c in equal])} and {_tied(rules, state, trick)}"
        role = rules.roles[_role_at(rules, state, trick, trick.cards.index(trick.card))]
        return f"Grace: {card} has the symbol of the {role.capitalize()}, {who}{above}"
    word = "highest" if rules.judgement.highest else "lowest"
    suits = list(rules.deck.suits.values())
    if decision.because == "trump":
        return f"{card} is the {word} trump" + (f" ({suits[state.trump]})" if state.trump >= 0 else "")
    tail = ""
    quiet = [ids[c] for c in trick.cards if trick.graced >> c & 1]
    if quiet:
        off = next(c for c in trick.cards if c in rules.powers and "grace" in rules.powers[c].switches_off)
        tail = f"; {ids[off]} switches Grace off, so {' '.join(quiet)} {'does' if len(quiet) == 1 else 'do'} not count as Grace"
    ranking = rules.judgement.in_force(mask_of(trick.cards), state.ranking)
    if decision.because == "outside":
        if ranking.outside.winners >> trick.card & 1:
            return f"{card} beats every card of a suit"
        return f"no card of a suit was played, and {card} came {'first' if trick.card == trick.cards[0] else 'last'}"
    led = ranking.suit_of[next(c for c in trick.cards if not ranking.outside.losers >> c & 1)]
    best_of = f"card of {suits[led]}, the suit that was led" if led < len(suits) else "trump, and a trump was led"
    return f"{card} is the {word} {best_of}{tail}"


def _tied(rules: CompiledRules, state: State, trick: Trick) -> str:
    """Return why a card keeps the trick among equal ones."""
    suit_of = state.ranking.suit_of
    if rules.judgement.tie == "led_suit" and suit_of[trick.card] == suit_of[trick.cards[0]]:
        return "of the suit that was led"
    return f"played {'last' if rules.judgement.tie == 'latest' else 'first'}"


def _role_at(rules: CompiledRules, state: State, trick: Trick, place: int) -> int:
    """Return the role that the player of a card of the last trick held when playing it: later rotations are undone."""
    assert state.roles is not None
    since = sum(rules.powers[card].rotates for card in trick.cards[place:] if card in rules.powers)
    return state.roles[(hands.order_from(rules, state, trick.leader)[place] - since) % rules.players]


def _star(rules: CompiledRules, trick: Trick, decision: Decision, card: str, who: str) -> str:
    star = rules.deck.ids[decision.star]
    word = rules.powers[decision.star].goes_to
    sentence = {
        "leader": f"{star} gives the trick to its leader, {who}",
        "player": f"{star} takes the trick for {who}, who played it",
        "last_player": f"{star} gives the trick to {who}, who played last",
        "lowest": f"{star} gives the trick to its lowest card, {card}",
        "lowest_without_grace": f"{star} gives the trick to its lowest card that is not Grace, {card}",
        "highest": f"{star} gives the trick to its highest card of any suit, {card}",
    }[word]
    clashing = [
        rules.deck.ids[c]
        for c in sorted(trick.cards)
        if c in rules.powers and c != decision.star and rules.powers[c].goes_to not in ("", word)
    ]
    if clashing:
        sentence += f"; it was played {rules.ruleset.full['trick']['clash']}, and so governs over {' '.join(clashing)}"
    return sentence


def _if_said(rules: CompiledRules, state: State, trick: Trick) -> list[dict[str, Any]]:
    """Return the cards over which Grace was not said but would have changed the winner, each with who would have won."""
    if rules.grace != "said":
        return []
    changed = []
    for card in members(trick.own & ~trick.graced):
        other = rules.judgement.decide(trick.cards, trick.graced | 1 << card, state.ranking)
        if other.card != trick.card:
            winner = state.players[hands.order_from(rules, state, trick.leader)[trick.cards.index(other.card)]]
            changed.append({"card": rules.deck.ids[card], "winner": winner})
    return changed
