"""Why a card won a trick, in a sentence."""

from __future__ import annotations

from referee.core.cards import mask_of
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules.hands import order_from
from referee.engines.trick.state import Trick, TrickState
from referee.engines.trick.words.ranking import Decision


def why_won(rules: TrickRules, state: TrickState, trick: Trick, decision: Decision) -> str:
    """Return why a card won a trick."""
    ids = rules.deck.ids
    card = ids[trick.card]
    who = state.players[trick.winner]
    if decision.star >= 0:
        star = ids[decision.star]
        word = rules.powers[decision.star].goes_to
        sentence = {
            "leader": f"{star} gives the trick to its leader, {who}",
            "player": f"{star} takes the trick for {who}, who played it",
            "last_player": f"{star} gives the trick to {who}, who played last",
            "lowest": f"{star} gives the trick to its lowest card, {card}",
            "lowest_without_grace": f"{star} gives the trick to its lowest card that is not Grace, {card}",
            "highest": f"{star} gives the trick to its highest card of any suit, {card}",
        }[word]
        others = []
        for c in sorted(trick.cards):
            if c in rules.powers and rules.powers[c].goes_to not in ("", word):
                others.append(c)
        over = f"; it was played {rules.judgement.words['clash']}, and so governs over {' '.join([ids[c] for c in others])}"
        return sentence + over * bool(others)
    if decision.because == "grace":
        others = []
        for c in trick.cards:
            if trick.graced >> c & 1 and c != trick.card:
                others.append(c)
        equal = [c for c in others if rules.judgement.equals[trick.card] >> c & 1]
        beaten = " ".join([ids[c] for c in others if c not in equal])
        than, high = ("above", "high") if rules.judgement.highest else ("below", "low")
        above = ""
        if beaten:
            above = f", {than} {beaten}"
        if equal:
            tie = rules.judgement.words["tie"]
            suit_of = state.ranking.suit_of
            led = tie == "led_suit" and suit_of[trick.card] == suit_of[trick.cards[0]]
            if led:
                why = "of the suit that was led"
            else:
                why = f"played {'last' if tie == 'latest' else 'first'}"
            above += f", as {high} as {' '.join([ids[c] for c in equal])} and {why}"
        assert state.roles is not None
        place = trick.cards.index(trick.card)  # roles that have moved since then are moved back
        since = sum(rules.powers[c].rotates for c in trick.cards[place:] if c in rules.powers)
        role = rules.roles[state.roles[(order_from(rules, state, trick.leader)[place] - since) % rules.players]]
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
    best_of = "trump, and a trump was led"
    if led < len(suits):
        best_of = f"card of {suits[led]}, the suit that was led"
    return f"{card} is the {word} {best_of}{tail}"
