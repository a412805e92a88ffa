"""From the names in a log to cards, sides, amounts by card, Specials and alignments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.events import Misread, Unknown
from referee.core.findings import Fault
from referee.core.items import Items, shapeless
from referee.core.places import Pointer
from referee.core.suggest import did_you_mean, told
from referee.core.wording import listed
from referee.engines.conspiracy.log.shapes import mapping, side, whole
from referee.engines.conspiracy.state import UNKNOWN, ByCard, V
from referee.engines.conspiracy.words.compiled import CompiledRules
from referee.engines.conspiracy.words.pack import GROUP, ILLUMINATI, SPECIAL, Ambiguous

IN_PLAY = (ILLUMINATI, GROUP)
KIND_WORDS = {ILLUMINATI: "Illuminati card", GROUP: "group", SPECIAL: "Special"}


class NoCard(Unknown):
    """A text in the place of a card that names none."""

    def __init__(self, text: str, fault: Fault) -> None:
        super().__init__([fault])
        self.text = text


class Naming(Items):
    """Reads names for one table."""

    def __init__(self, rules: CompiledRules) -> None:
        self.rules = rules
        self.pack = rules.pack
        self.kinds = {name: rules.pack.cards[card].kind for name, card in rules.pack.by_name.items()}

    def card(self, text: Any, at: Pointer, kinds: tuple[str, ...] = IN_PLAY) -> int:
        """The card of these kinds that a log means by `text`."""
        if not isinstance(text, str):
            raise shapeless()
        if self.kinds.get(text) in kinds:
            return self.pack.by_name[text]
        try:
            card = self.pack.find(text, kinds)
        except Ambiguous as ambiguous:
            names = listed(ambiguous.args, "or")
            raise Misread([Fault("cards", f"{text!r} could be {names}; write more of the name", at=at)]) from None
        if card is None:
            what = f"not {' or '.join(a_kind(kind) for kind in kinds)}"
            near = self.pack.suggestion(text, kinds)
            other = self.pack.by_name.get(text)
            if other is not None:
                near = f"; it is {a_kind(self.pack.cards[other].kind)}"
            raise NoCard(text, Fault("cards", told(f"{text!r} is {what} in this game", near), at=at))
        return card

    def by_card(
        self, value: Any, at: Pointer, entry: Callable[[Any, Pointer], V], kinds: tuple[str, ...] = IN_PLAY
    ) -> ByCard[V]:
        """A map from cards to something that `entry` reads. Each card may be in it once, under any of its names."""
        found: ByCard[V] = ByCard()
        for name, what in mapping(value).items():
            card = self.card(name, (*at, name), kinds)
            if card in found:
                message = f"{self.pack.names[card]} is written twice, as {found.written[card]!r} and as {name!r}"
                raise Misread([Fault("cards", message, at=(*at, name))])
            found[card] = entry(what, (*at, name))
            found.written[card] = name
        return found

    def amounts(self, value: Any, at: Pointer) -> ByCard[int]:
        """Amounts of money by card."""
        return self.by_card(value, at, lambda amount, _: whole(amount))

    def sides(self, value: Any, at: Pointer) -> ByCard[int]:
        """Sides of cards by group."""
        return self.by_card(value, at, lambda where, _: side(where), (GROUP,))

    def onto(self, value: Any, at: Pointer) -> tuple[int, int]:
        """A card and the side of it: {Texas: top}."""
        if not isinstance(value, Mapping) or len(value) != 1:
            raise shapeless()
        for name, where in value.items():
            return self.card(name, (*at, name)), side(where)
        raise shapeless()

    def specials(self, value: Any, at: Pointer) -> tuple[int, ...]:
        """Specials, named or not."""
        if not isinstance(value, list):
            raise shapeless()
        return tuple(
            UNKNOWN if name == "special" else self.card(name, (*at, place), (SPECIAL,))
            for place, name in enumerate(value)
        )

    def alignment(self, name: Any, at: Pointer) -> int:
        """An alignment by name."""
        if not isinstance(name, str):
            raise shapeless()
        if name not in self.pack.alignments:
            near = did_you_mean(name, self.pack.alignments)
            raise Misread([Fault("powers", told(f"no alignment is called {name!r}", near), at=at)])
        return self.pack.alignments.index(name)


def a_kind(kind: str) -> str:
    """A kind of card with its article: 'a group', 'an Illuminati card'."""
    return f"{'an' if kind == ILLUMINATI else 'a'} {KIND_WORDS[kind]}"
