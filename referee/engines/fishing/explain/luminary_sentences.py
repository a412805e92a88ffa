"""What Luminaries do in a player's words, made from their effect words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.cards import Deck
from referee.core.wording import listed
from referee.engines.fishing.words.powers import entries, in_words

Words = Callable[[Any, Deck], str]
"""An effect in words, of its argument and the deck; empty where it does nothing."""

DOING = {"sow": "sowing", "harvest": "harvesting", "stockpile": "stockpiling"}
WHATEVER = {"ignored": "whatever the season", "hold": "if the season allows it"}
MATCHING = {None: "", "loose": ", matching a single card", "single": ", matching a single card or stockpile"}


def effects(told: Mapping[str, Any], moment: str, deck: Deck) -> str:
    """Return all that a Luminary does at one moment ('reveal', 'in_play', 'claim'), defaults told; empty when that is
    nothing."""
    words = WORDS[moment]
    parts = [words[word](argument, deck) for word, argument in told.items() if argument is not False]
    return "; ".join(filter(None, parts))


def cards(number: Any, sort: str = "card") -> str:
    """'1 card', '3 cards'."""
    return f"{number} {sort}" if number == 1 else f"{number} {sort}s"


def _by_action(told: Any, link: str) -> str:
    return ", ".join(f"{DOING[action]} {link} {listed(seasons)}" for action, seasons in told.items() if seasons)


def _seed(told: Any, deck: Deck) -> str:
    return f"its field is reseeded to {cards(told)}"


def _bar(told: Any, deck: Deck) -> str:
    barred = _by_action(told, "in")
    return f"no {barred}" if barred else ""


def _hide(told: Any, deck: Deck) -> str:
    return f"{cards(told, 'hidden card')} under it"


def _turn(told: Any, deck: Deck) -> str:
    return "turn the box to any season" if told == "any" else f"its field becomes {told}"


def _reveal_opposite(told: Any, deck: Deck) -> str:
    says = told if isinstance(told, Mapping) else {}
    where = "was claimed" if says.get("over") == "claimed" else "is gone"
    laid = ", without being revealed" if says.get("laid") == "lies" else ""
    left = ", or one discarded" if says.get("none_left") == "discarded" else ""
    return f"the opposite Luminary is revealed too; where it {where}, one not dealt{left} is laid there{laid}"


def _name_season(told: Any, deck: Deck) -> str:
    return f"name the season of {in_words(told, deck)} for the round"


def _cover_all(told: Any, deck: Deck) -> str:
    return f"a hidden card under each card {'that reseeds its field' if told == 'reseeded' else 'of its field'}"


def _exchange(told: Any, deck: Deck) -> str:
    first = ", the player on the left first," if told["first"] == "left" else ""
    who = f"everybody{first} may exchange" if told["by"] == "everyone" else "exchange"
    how_many = "the whole hand" if told["cards"] == "all" else f"up to {cards(told['cards'])}"
    drawn = f" for {told['draw']}" if "draw" in told else ""
    into = "" if told["into"] == "aside" else ", shuffled into the pile"
    return f"{who} {how_many}{drawn}{into}"


def _lay(told: Any, deck: Deck) -> str:
    numbers: dict[int, list[str]] = {}
    for players, number in told.items():
        if players not in ("seasons", "turns"):
            numbers.setdefault(number, []).append(players)
    each = ", ".join(f"{number} with {' or '.join(players)} players" for number, players in numbers.items())
    turns = ", turning the box" if told["turns"] else ""
    seasons = f", {WHATEVER['hold']}" if told["seasons"] == "hold" else ""
    return f"everybody sows face down here ({each}){turns}{seasons}"


def _swap(told: Any, deck: Deck) -> str:
    most = "up to " if told["cards"] > 1 and told["fewer"] else ""
    loose = "a loose one" if told["cards"] == 1 else "loose ones"
    where = f"{loose} anywhere" if told["with"] == "anywhere" else f"{loose} here"
    return f"swap {most}{cards(told['cards'])} for {where}"


def _swap_each_turn(told: Any, deck: Deck) -> str:
    return f"once a turn {_swap(told, deck)}"


def _seasons_stay(told: Any, deck: Deck) -> str:
    but = f", but by {in_words(told['except'], deck)}" if isinstance(told, Mapping) else ""
    return f"the box does not turn{but}"


def _extra(told: Any, deck: Deck) -> str:
    must = "must" if told["must"] else "may"
    last = ", even with the last card" if told["last_card"] == "owed" else ""
    return f"once a turn you {must} also {told['action']} here, whatever the season{last}"


def _repeat(told: Any, deck: Deck) -> str:
    where = "the opposite field" if told["where"] == "opposite" else "another field"
    after = " or ".join(DOING[action] for action in told["actions"]) if "actions" in told else "a play"
    when = ", once fields are cleared" if told["after"] == "clearing" else ""
    return f"after {after} here you may do the same in {where}{when}"


def _together(told: Any, deck: Deck) -> str:
    number = "any number of cards" if told["cards"] == "any" else cards(told["cards"])
    return f"harvest here with {number} as one{MATCHING[told.get('matching')]}"


def _confine(told: Any, deck: Deck) -> str:
    others = ", and what other Luminaries allow and bar holds" if told["luminaries"] == "hold" else ""
    return f"play in this field only, {WHATEVER[told['seasons']]}{others}"


def _reach(told: Any, deck: Deck) -> str:
    where = "the opposite field" if told["fields"] == "opposite" else "any field"
    mixed = ", as if all lay here" if told["mixed"] else ""
    waives = WHATEVER[told["seasons"]]
    if told["card"] == "another":
        return f"after a harvest here you may harvest with another card in {where}, {waives}"
    waives += " and other Luminaries" if told["luminaries"] == "ignored" else ""
    clears = "" if told["clears"] else "; other fields are not cleared"
    return f"a harvest here may also take from {where}{mixed}, {waives}{clears}"


def _cover(told: Any, deck: Deck) -> str:
    along = ", which goes into the harvest pile too" if told["uncovered"] == "goes_along" else ""
    stockpiled = "; it turns up when the card is stockpiled" if told["stockpiled"] == "lies" else ""
    return f"a hidden card under each card sown here{along}{stockpiled}"


def _turned_by(told: Any, deck: Deck) -> str:
    which = "any card" if told == "any" else in_words(told, deck)
    one = told == "any" or len(entries(told, "card")) == 1
    return f"{which} played here {'turns' if one else 'turn'} the box"


def _take_hidden(told: Any, deck: Deck) -> str:
    return "take the cards under it"


def _collect(told: Any, deck: Deck) -> str:
    which = in_words(told.get("cards", {}), deck).removesuffix("s")
    place = "harvest pile" if told["from"] == "piles" else "hand"
    chance = " at random" if told["chosen_by"] == "chance" else ""
    return f"1 {which}{chance} from every other {place}"


def _take_okus(told: Any, deck: Deck) -> str:
    place = "another player or the box" if told["from"] == "anywhere" else "another player"
    to = "keep it" if told["to"] == "claimer" else "put it back on the box"
    return f"take an okus from {place} and {to}"


def _from_hand(told: Any, deck: Deck) -> str:
    return "reseed the field with the whole hand, then draw up"


def _score(told: Any, deck: Deck) -> str:
    return ", ".join(f"{line} scores {points} for you" for line, points in told.items())


WORDS: dict[str, dict[str, Words]] = {
    "reveal": {
        "seed": _seed,
        "hide": _hide,
        "turn": _turn,
        "reveal_opposite": _reveal_opposite,
        "discard_opposite": lambda told, deck: "the opposite Luminary is discarded",
        "name_season": _name_season,
        "cover": _cover_all,
        "exchange": _exchange,
        "lay": _lay,
    },
    "in_play": {
        "allow": lambda told, deck: _by_action(told, "allowed in"),
        "bar": _bar,
        "swap": _swap_each_turn,
        "seasons_stay": _seasons_stay,
        "extra": _extra,
        "repeat": _repeat,
        "together": _together,
        "confine": _confine,
        "reach": _reach,
        "cover": _cover,
        "turned_by": _turned_by,
    },
    "claim": {
        "swap": _swap,
        "take_hidden": _take_hidden,
        "turn": _turn,
        "collect": _collect,
        "take_okus": _take_okus,
        "name_season": _name_season,
        "exchange": _exchange,
        "reseed_from_hand": _from_hand,
        "score": _score,
    },
}
"""Every effect word in words, by its moment."""
