"""A trick ruleset in a player's words, made from its values."""

from __future__ import annotations

from typing import Any

from referee.core.decks import rows
from referee.core.family import Line, Unsound
from referee.core.formula import FormulaError, FormulaFault
from referee.core.places import Pointer
from referee.core.ruleset import Ruleset
from referee.engines.trick.explain.summary import brief as brief
from referee.engines.trick.explain.summary import spoken_when
from referee.engines.trick.words.bids import BID_WORDS
from referee.engines.trick.words.compiled import CompiledRules
from referee.engines.trick.words.plays import PLAY_WORDS
from referee.engines.trick.words.selectors import bans_nothing, in_words

Section = tuple[str, list[Line]]
SEATS = {
    "left_of_dealer": "The player left of the dealer",
    "right_of_dealer": "The player right of the dealer",
    "dealer": "The dealer",
    "high_bidder": "The highest bidder",
}


def describe(ruleset: Ruleset) -> list[Section]:
    """The rules in force, section by section."""
    return [
        ("Cards", _cards(ruleset)),
        ("Deal", _deal(ruleset)),
        ("Bidding", _bidding(ruleset)),
        ("Play", _play(ruleset)),
        ("Winning a trick", _trick(ruleset)),
        ("Scoring", _scoring(ruleset)),
        ("End", _end(ruleset)),
    ]


def _cards(ruleset: Ruleset) -> list[Line]:
    deck = ruleset.deck
    lines = [
        Line(
            f"{deck.title[:1].upper()}{deck.title[1:]}: {len(deck)} cards in {len(deck.suits)} suits.",
            ("deck",),
        ),
        Line(f"Players: {', '.join(map(str, ruleset.get('players', default=[])))}.", ("players",)),
    ]
    for players, cards in ruleset.get("leave_out", default={}).items():
        lines.append(Line(f"With {players} players without {in_words(cards, deck)}.", ("leave_out", players)))
    if ruleset.get("partners", default="none") == "opposite":
        lines.append(Line("Players who sit opposite each other are partners.", ("partners",)))
    roles = ruleset.get("roles", "choose", default=[])
    if roles:
        lines.append(Line(f"Each player holds a different role: {', '.join(roles)}.", ("roles", "choose")))
        lasts = {
            "game": "Roles that move stay moved in later hands.",
            "hand": "Every hand begins with the roles that were chosen.",
        }
        if any("rotate_roles" in words for words in ruleset.get("powers", default={}).values()):
            taken = ruleset.get("roles", "rotation_lasts", default="game")
            lines.append(Line(lasts[taken], ("roles", "rotation_lasts")))
    return lines


def _deal(ruleset: Ruleset) -> list[Line]:
    deal = ruleset.get("deal", default={})
    lines = []
    if "sequence" in deal:
        hands = "-".join(map(str, deal["sequence"]))
        lines.append(Line(f"{len(deal['sequence'])} hands: {hands} cards each.", ("deal", "sequence")))
    else:
        lines.append(Line(f"Cards for each player: {deal.get('each')}.", ("deal", "each")))
    if "hands" in deal:
        lines.append(Line(f"At most {deal['hands']} hands are played.", ("deal", "hands")))
    turns = {"left": "passes to the left", "right": "passes to the right", "same": "stays with one player"}
    lines.append(Line(f"The deal {turns[deal.get('next_dealer', 'left')]}.", ("deal", "next_dealer")))
    passing = ruleset.get("pass")
    if passing:
        ways = ", ".join(passing["to"])
        lines.append(Line(f"{passing['cards']} cards are passed before play, hand by hand to: {ways}.", ("pass",)))
    return lines


def _bidding(ruleset: Ruleset) -> list[Line]:
    bidding = ruleset.get("bidding")
    if bidding is None:
        return [Line("There is no bidding.", ("bidding",))]
    first = bidding.get("first", "left_of_dealer")
    lines = [Line(f"{SEATS[first]} bids first; the others follow clockwise.", ("bidding", "first"))]
    for name, word in BID_WORDS.items():
        if bidding.get(name, False) is not False:
            says = _limited(ruleset, name) or word.says(bidding[name])
            lines.append(Line(says, ("bidding", name)))
    for spoken, text in bidding.get("spoken", {}).items():
        lines.append(Line(f'"{spoken}" means {text}.', ("bidding", "spoken", spoken)))
    return lines


def _limited(ruleset: Ruleset, name: str) -> str:
    """A word of bidding that speaks in some hands only, told by their cards; empty where that takes a formula."""
    says = {"all_or_nothing": "A bid is all or nothing", "hook": "The bids may not add up to the number of cards dealt"}
    if name not in says:
        return ""
    try:
        when = spoken_when(ruleset, [CompiledRules(ruleset, players) for players in ruleset.data["players"]], name)
    except (Unsound, FormulaError, FormulaFault, ArithmeticError, LookupError, TypeError, ValueError):
        return ""
    if when is None:
        return f"{says[name]} when {ruleset.get('bidding', name)}, which no hand of this game is."
    if when.startswith(" when"):
        return ""
    hands = when.replace(" but at ", ", except in hands of ").replace(" at ", " in hands of ")
    return f"{says[name]}{hands}{' cards' * bool(hands)}."


def _play(ruleset: Ruleset) -> list[Line]:
    play, deck = ruleset.get("play", default={}), ruleset.deck
    leads = play.get("leads", "left_of_dealer")
    first = SEATS[leads] if isinstance(leads, str) else f"The holder of {in_words(leads['holder_of'], deck)}"
    lines = [Line(f"{first} leads first; the winner of a trick leads the next.", ("play", "leads"))]
    if play.get("follow_suit", True):
        lines.append(Line(PLAY_WORDS["follow_suit"].says(True, deck), ("play", "follow_suit")))
    else:
        lines.append(Line("Nobody has to follow suit.", ("play", "follow_suit")))
    for name, argument in play.get("if_able", {}).items():
        if not bans_nothing(argument):
            lines.append(Line(PLAY_WORDS[name].says(argument, deck), ("play", "if_able", name)))
    return lines


def _trick(ruleset: Ruleset) -> list[Line]:
    trick, deck = ruleset.get("trick", default={}), ruleset.deck
    lines = [Line(f"The {trick.get('wins', 'highest')} card of the suit that was led wins.", ("trick", "wins"))]
    trump = trick.get("trump", "none")
    said = {
        "none": "There is no trump.",
        "named": f"{SEATS[trick.get('named_by', 'high_bidder')]} names the trump suit.",
        "turned_up": "A turned-up card sets trump.",
    }
    if isinstance(trump, dict):
        lines.append(Line(f"Trump changes hand by hand: {', '.join(trump['cycle'])}.", ("trick", "trump")))
    else:
        lines.append(Line(said.get(trump) or f"{deck.suits[trump]} are trump.", ("trick", "trump")))
    if trick.get("always_trump"):
        always = f"Always trumps, lowest first: {', '.join(trick['always_trump'])}."
        if trump == "named" or (isinstance(trump, dict) and "none" in trump["cycle"]):
            always += " In a hand without trump each is the highest card of its own suit."
        lines.append(Line(always, ("trick", "always_trump")))
    if trick.get("order"):
        lines.append(Line(f"Ranks from low to high: {' '.join(trick['order'])}.", ("trick", "order")))
    grace = {
        "none": None,
        "said": "A card with its player's own symbol is Grace once somebody says so, and beats all that are not.",
        "silent": "A card with its player's own symbol is Grace, said or not, and beats all that are not.",
    }[trick.get("grace", "none")]
    if grace:
        lines.append(Line(grace, ("trick", "grace")))
    if trick.get("grace") == "said":
        until = {"gathered": "until the trick is gathered in", "laid": "only as the card is laid"}
        until_when = until[trick.get("grace_until", "gathered")]
        lines.append(Line(f"Grace may be said by anybody, {until_when}.", ("trick", "grace_until")))
    for card, words in ruleset.get("powers", default={}).items():
        lines.append(Line(f"{card}: {_power(words)}.", ("powers", card)))
    if sum("trick_goes_to" in words for words in ruleset.get("powers", default={}).values()) > 1:
        lines.append(
            Line(
                f"Of two cards that say where the trick goes, the one played {trick.get('clash', 'last')} governs.",
                ("trick", "clash"),
            )
        )
    tie = {"earliest": "played first", "latest": "played last", "led_suit": "of the suit that was led"}
    lines.append(Line(f"Of two equal cards the one {tie[trick.get('tie', 'earliest')]} counts.", ("trick", "tie")))
    return lines


def cards(ruleset: Ruleset, players: int | None) -> list[dict[str, Any]]:
    """What is known of each card of the deck: suit, rank, symbols, its power in words."""
    left_out = None if players is None else CompiledRules(ruleset, players).left_out()
    powers = ruleset.get("powers", default={})
    known = []
    for row in rows(ruleset.deck):
        power = {"power": _power(powers.get(row["card"], {}))} if powers else {}
        out = {} if left_out is None else {"left_out": row["card"] in left_out}
        known.append({**row, **power, **out})
    return known


def _power(words: dict[str, Any]) -> str:
    said = []
    if "trick_goes_to" in words:
        goes_to = {
            "lowest": "its lowest card",
            "lowest_without_grace": "its lowest card that is not Grace",
            "highest": "its highest card of any suit",
            "leader": "the player who led it",
            "player": "the player of this card",
            "last_player": "the player who played last",
        }[words["trick_goes_to"]]
        said.append(f"the trick goes to {goes_to}")
    if "switch_off" in words:
        off = words["switch_off"]
        said.append(f"no {off if isinstance(off, str) else ' or '.join(off)} in this trick")
    if "rotate_roles" in words:
        said.append(f"every role moves one player to the {words['rotate_roles']}")
    return ", and ".join(said)


def _scoring(ruleset: Ruleset) -> list[Line]:
    lines = []
    for name, selector in ruleset.get("count", default={}).items():
        lines.append(
            Line(f"{name}: how many times the player took {in_words(selector, ruleset.deck)}.", ("count", name))
        )
    for name, text in ruleset.get("define", default={}).items():
        lines.append(Line(f"{name}: {text}.", ("define", name)))
    for name, part in ruleset.get("scoring", default={}).items():
        who = "each side" if part.get("each", "player") == "side" else "each player"
        for place, case in enumerate(part["cases"]):
            pointer: Pointer = ("scoring", name, "cases", place)
            when = f"when {case['when']}" if "when" in case else "otherwise" if place else "always"
            lines.append(Line(f"{name}, {who}, {when}: {case['points']} points.", pointer))
    bags = ruleset.get("bags")
    if bags:
        message = (
            f"Bags ({bags['count']}) are carried along; every {bags['limit']} of them score {bags['points']} points."
        )
        lines.append(Line(message, ("bags",)))
    return lines


def _end(ruleset: Ruleset) -> list[Line]:
    end = ruleset.get("end", default={})
    lines = []
    if "target" in end:
        lines.append(Line(f"The target is {end['target']}, unless the table agrees on another.", ("end", "target")))
    if "when" in end:
        lines.append(Line(f"The game ends after a hand when {end['when']}.", ("end", "when")))
    elif "sequence" in ruleset.get("deal", default={}):
        lines.append(Line("The game ends after the last hand.", ("deal", "sequence")))
    lines.append(Line(f"The {end.get('winner', 'highest')} total wins.", ("end", "winner")))
    ties = {
        "shared": "Equal totals share the win.",
        "play_on": "On a tie for the win another hand is played.",
    }
    lines.append(Line(ties[end.get("ties", "shared")], ("end", "ties")))
    return lines
