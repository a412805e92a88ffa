"""What a text may name of what is legal: a card by a piece of its name, a move by the beginnings of its words.

The readings are tried in order, and the first that fits anything counts: the suit that was led before the others; the beginning
of a rank, a suit with the beginning of a rank, the last part of a rank, a rank without its colon.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from referee.core.cards import fold_name
from referee.core.family import Option
from referee.recording.here import Here


def named(here: Here, text: str, *, one_word: bool = False) -> list[Option]:
    """The legal options that a text may name: one with that notation, or all that begin with it."""
    options = [option for option in here.legal_options if not (one_word and " " in option.notation)]
    return named_of(here, text.removesuffix("!") if len(text) > 1 else text, options)


def named_of(here: Here, text: str, options: Sequence[Option]) -> list[Option]:
    """The options among these that a text may name."""
    wanted, deck = fold_name(text), here.game.ruleset.deck
    if not wanted:
        return []
    exact = [option for option in options if fold_name(option.notation) == wanted]
    if exact:
        return exact[:1]
    card = deck.find(text)
    if card is not None:
        return [option for option in options if option.notation == deck.ids[card]] or _in_words(text, options)
    wanted = _ten(here, wanted)
    of_suit = [option for option in options if _suit(here, option) == here.led] if here.led else []
    for fits_in_turn in FITS:
        for pool, fits in product((of_suit, options), fits_in_turn):
            begun = [option for option in pool if fits(here, option, wanted)]
            if begun:
                return _whole(here, begun, wanted) or begun
    return _in_words(text, options)


def is_usual(here: Here, option: Option, text: str) -> bool:
    """Whether a text is how the name of an option, or a part of its rank, begins, not an abbreviation."""
    wanted = _ten(here, fold_name(text.removesuffix("!")) or text)
    return _begins(here, option, wanted) or _ends(here, option, wanted)


def _whole(here: Here, begun: Sequence[Option], wanted: str) -> list[Option]:
    """Those of which the rank, or its first part, is not only begun: 1 is 1:41, not 11:4."""
    for part in (_rank, _first, _last):
        whole = [option for option in begun if _is_part(here, option, wanted, part(here, option))]
        if whole:
            return whole
    return []


def _is_part(here: Here, option: Option, wanted: str, part: str) -> bool:
    """Whether a text is a part of a card's rank, with or without something of its suit in front."""
    suit = fold_name(_suit(here, option))
    before = wanted.removesuffix(part)
    return bool(part) and before != wanted and (suit.startswith(before) or before in _own_letters(here, suit))


def _in_words(text: str, options: Sequence[Option]) -> list[Option]:
    """The moves of several words, some of which begin with these words in the same order: `h 5S` names `harvest 5S take …`."""
    wanted = [fold_name(word) for word in text.split()]
    return [option for option in options if " " in option.notation and _has_words(option.notation, wanted)]


def _has_words(notation: str, wanted: Sequence[str]) -> bool:
    words = iter(map(fold_name, notation.split()))
    return all(any(word.startswith(each) for word in words) for each in wanted)


def _ten(here: Here, wanted: str) -> str:
    """T as players write a ten, if no rank is called T."""
    ranks = {fold_name(card.rank) for card in here.game.ruleset.deck.cards}
    return f"10{wanted[1:]}" if wanted[0] == "t" and "10" in ranks and "t" not in ranks else wanted


def _begins(here: Here, option: Option, wanted: str) -> bool:
    """Whether an option, or the rank of a card, begins with this."""
    return fold_name(option.notation).startswith(wanted) or _rank(here, option).startswith(wanted)


def _abbreviates(here: Here, option: Option, wanted: str) -> bool:
    """Whether this is the beginning of a card's suit, or a letter of that suit only, and then the beginning of its rank."""
    return _is_suit_and(_rank(here, option), here, option, wanted)


def _is_suit_and(rank: str, here: Here, option: Option, wanted: str) -> bool:
    suit = fold_name(_suit(here, option))
    if suit and wanted[1:] and wanted[0] in _own_letters(here, suit) and rank.startswith(wanted[1:]):
        return True
    parts = ((wanted[:cut], wanted[cut:]) for cut in range(1, len(wanted)))
    return any(suit.startswith(first) and rank.startswith(rest) for first, rest in parts)


def _own_letters(here: Here, suit: str) -> str:
    """The letters of a suit that no other suit has and with which no rank begins: for Mt, if there is also Mk, the t."""
    deck = here.game.ruleset.deck
    others = {fold_name(other) for other in deck.suits} - {suit} | {fold_name(card.rank)[:1] for card in deck.cards}
    return "".join(letter for letter in suit if not any(letter in other for other in others))


def _ends(here: Here, option: Option, wanted: str) -> bool:
    """Whether the last part of a card's rank begins with this: for 4:17 the 17."""
    return ":" in _rank(here, option) and _last(here, option).startswith(wanted)


def _without_colon(here: Here, option: Option, wanted: str) -> bool:
    """Whether the rank of a card begins with this without its colon, with or without the suit: of Mt4:17 the 417."""
    rank = _rank(here, option)
    short = rank.replace(":", "")
    return short != rank and (short.startswith(wanted) or _is_suit_and(short, here, option, wanted))


FITS: tuple[tuple[Callable[[Here, Option, str], bool], ...], ...] = ((_begins, _abbreviates, _ends), (_without_colon,))


def _rank(here: Here, option: Option) -> str:
    """The rank of the card that an option is; empty for any other."""
    deck = here.game.ruleset.deck
    number = deck.by_id.get(option.notation)
    return "" if number is None else fold_name(deck.cards[number].rank)


def _first(here: Here, option: Option) -> str:
    """The first part of a rank: of 4:17 the 4."""
    return _rank(here, option).partition(":")[0]


def _last(here: Here, option: Option) -> str:
    """The last part of a rank: of 4:17 the 17."""
    return _rank(here, option).rpartition(":")[2]


def _suit(here: Here, option: Option) -> str:
    deck = here.game.ruleset.deck
    number = deck.by_id.get(option.notation)
    return "" if number is None else deck.cards[number].suit
