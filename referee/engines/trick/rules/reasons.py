"""Why a card won a trick, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from referee.core.cards import mask_of
from referee.engines.trick.compiled import TrickRules
from referee.engines.trick.rules.hands import order_from
from referee.engines.trick.state import Trick, TrickState
from referee.engines.trick.words.ranking import Decision


def why_won(rules: TrickRules, state: TrickState, trick: Trick, decision: Decision) -> str:
    """Why a card won a trick."""
    if decision.star >= 0:
        return _by_star(rules, state, trick, decision.star)
    return REASONS.get(decision.because, _by_suit_led)(rules, state, trick)


def _names(rules: TrickRules, cards: Sequence[int]) -> str:
    return " ".join([rules.deck.ids[card] for card in cards])


def _best(rules: TrickRules) -> str:
    return "highest" if rules.judgement.highest else "lowest"


def _by_star(rules: TrickRules, state: TrickState, trick: Trick, star: int) -> str:
    """Why the power of a card decided, over the powers of others in this trick."""
    name = rules.deck.ids[star]
    card = rules.deck.ids[trick.card]
    who = state.players[trick.winner]
    word = rules.powers[star].goes_to
    sentence = {
        "leader": f"{name} gives the trick to its leader, {who}",
        "player": f"{name} takes the trick for {who}, who played it",
        "last_player": f"{name} gives the trick to {who}, who played last",
        "lowest": f"{name} gives the trick to its lowest card, {card}",
        "lowest_without_grace": f"{name} gives the trick to its lowest card that is not Grace, {card}",
        "highest": f"{name} gives the trick to its highest card of any suit, {card}",
    }[word]
    others = []
    for other in sorted(trick.cards):
        if other in rules.powers and rules.powers[other].goes_to not in ("", word):
            others.append(other)
    if others:
        sentence += f"; it was played {rules.judgement.words['clash']}, and so governs over {_names(rules, others)}"
    return sentence


def _by_grace(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """Why this card was the best Grace, and whose role made it one."""
    who = state.players[trick.winner]
    card = rules.deck.ids[trick.card]
    assert state.roles is not None
    place = trick.cards.index(trick.card)
    since = 0  # roles that have moved since then are moved back
    for later in trick.cards[place:]:
        if later in rules.powers:
            since += rules.powers[later].rotates
    seat = (order_from(rules, state, trick.leader)[place] - since) % rules.players
    role = rules.roles[state.roles[seat]]
    return f"Grace: {card} has the symbol of the {role.capitalize()}, {who}{_above_other_graces(rules, state, trick)}"


def _above_other_graces(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """What the best Grace beat, and how it was chosen from equal ones; empty if there was no other."""
    equals = rules.judgement.equals[trick.card]
    equal = []
    beaten = []
    for other in trick.cards:
        if not trick.graced >> other & 1 or other == trick.card:
            continue
        if equals >> other & 1:
            equal.append(other)
        else:
            beaten.append(other)
    above = ""
    if beaten:
        than = "above" if rules.judgement.highest else "below"
        above = f", {than} {_names(rules, beaten)}"
    if equal:
        high = "high" if rules.judgement.highest else "low"
        above += f", as {high} as {_names(rules, equal)} and {_why_first_of_equals(rules, state, trick)}"
    return above


def _why_first_of_equals(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """Why one of several equally high Graces won, as the end of a sentence: by its suit, or by when it was played."""
    tie = rules.judgement.words["tie"]
    suit_of = state.ranking.suit_of
    if tie == "led_suit" and suit_of[trick.card] == suit_of[trick.cards[0]]:
        return "of the suit that was led"
    if rules.judgement.latest >> trick.card & 1:
        return "played last"
    return "played first"


def _by_trump(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """Why a trump won where another suit was led."""
    reason = f"{rules.deck.ids[trick.card]} is the {_best(rules)} trump"
    if state.trump < 0:
        return reason
    return f"{reason} ({list(rules.deck.suits.values())[state.trump]})"


def _by_outside(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """Why a card of no suit won."""
    card = rules.deck.ids[trick.card]
    ranking = rules.judgement.in_force(mask_of(trick.cards), state.ranking)
    if ranking.outside.winners >> trick.card & 1:
        return f"{card} beats every card of a suit"
    place = "first" if trick.card == trick.cards[0] else "last"
    return f"no card of a suit was played, and {card} came {place}"


def _by_suit_led(rules: TrickRules, state: TrickState, trick: Trick) -> str:
    """Why a card of the suit that was led won, although some cards would have been Grace."""
    ranking = rules.judgement.in_force(mask_of(trick.cards), state.ranking)
    suits = list(rules.deck.suits.values())
    suited = [card for card in trick.cards if not ranking.outside.losers >> card & 1]
    led = ranking.suit_of[suited[0]]
    best_of = "trump, and a trump was led"
    if led < len(suits):
        best_of = f"card of {suits[led]}, the suit that was led"
    return f"{rules.deck.ids[trick.card]} is the {_best(rules)} {best_of}{_grace_switched_off(rules, trick)}"


def _grace_switched_off(rules: TrickRules, trick: Trick) -> str:
    """Which cards did not count as Grace, and why; empty if there are none."""
    quiet = [card for card in trick.cards if trick.graced >> card & 1]
    if not quiet:
        return ""
    off = [card for card in trick.cards if card in rules.powers and "grace" in rules.powers[card].switches_off]
    do = "does" if len(quiet) == 1 else "do"
    return f"; {rules.deck.ids[off[0]]} switches Grace off, so {_names(rules, quiet)} {do} not count as Grace"


REASONS: dict[str, Callable[[TrickRules, TrickState, Trick], str]] = {
    "grace": _by_grace,
    "trump": _by_trump,
    "outside": _by_outside,
}
"""Why a card won, by what decided the trick, unless that was the suit that was led."""
